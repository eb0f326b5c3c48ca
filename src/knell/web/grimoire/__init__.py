"""The Grimoire: the Storyteller's screen while a game is played, from the first night to the reveal."""
