"""The Townsfolk, one module each."""
