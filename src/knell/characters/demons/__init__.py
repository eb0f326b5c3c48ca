"""The Demons, one module each."""
