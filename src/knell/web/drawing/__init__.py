"""What several parts of the site draw alike: tokens, glyphs, icons, names, answers in blocks, the reveal."""
