"""The town square: a window that everybody may look at, which holds no secrets, and the way to it."""
