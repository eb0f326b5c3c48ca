"""The games and scripts that are kept here: listed, opened, changed, told to whoever watches, as files."""
