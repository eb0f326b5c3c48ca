"""The Outsiders, one module each."""
