"""The pages of what is kept: lists of games, games as files, scripts."""
