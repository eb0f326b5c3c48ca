"""What every page stands on: the environment, the request, the look, notices, addresses, and its files."""
