"""The mark on texts that are written here and translated elsewhere."""


def N_(message: str) -> str:  # noqa: N802 - the name that translators' tools know
    """Leave the text as it is; it goes into the catalogue, and whoever shows it translates it."""
    return message
