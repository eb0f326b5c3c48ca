"""Knell in the browser: the Storyteller's Grimoire, and a window for everybody that holds no secrets."""
