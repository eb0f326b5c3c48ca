"""The Minions, one module each."""
