"""How names and sentences are set on a page."""

from __future__ import annotations

__all__ = ["headed", "is_korean"]


def is_korean(text: str) -> bool:
    """Whether a name is written in Hangul, so that a screen reader speaks Korean."""
    return any("가" <= letter <= "힣" or "ㄱ" <= letter <= "ㅣ" for letter in text)


def headed(text: str) -> dict[str, str]:
    """A sentence like "5 needed: half of 9" with its beginning apart, which is shown larger."""
    head, colon, rest = text.partition(":")
    return {"head": head + colon, "rest": rest} if colon else {"head": "", "rest": text}
