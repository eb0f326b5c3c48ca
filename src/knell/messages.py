"""Texts that are written here, in English, and translated where somebody reads them.

The rules, the readers of files and the records say what they have to say as :class:`Text`: it can be kept,
compared and passed on, and turns into a sentence of the reader's language only when it is shown.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from knell.texts import _, fill

__all__ = ["NP_", "N_", "Refused", "Text", "text"]


def N_(message: str) -> str:  # noqa: N802 - the name that translators' tools know
    """Leave the text as it is; it goes into the catalogue, and whoever shows it translates it."""
    return message


def NP_(context: str, message: str) -> str:  # noqa: ARG001, N802 - as translators' tools know it
    """Like ``N_``, for a text that is shown with :func:`knell.texts.pgettext` in that context."""
    return message


class Text(NamedTuple):
    """A message for people: an untranslated message and its parameters, which may be texts themselves.

    ``str()`` gives it in the present language. Players and characters among the parameters are written
    as ``player=3``, ``players=(1, 2)`` and ``character="monk"``; who knows their names puts them in.
    """

    message: str
    parameters: tuple[tuple[str, Any], ...] = ()

    def __str__(self) -> str:
        return fill(_(self.message), **dict(self.parameters))

    def filled(self, put: Callable[[str, Any], Any]) -> "Text":
        """The text with other values: what ``put`` makes of each name and value, in inner texts too."""
        return Text(
            self.message,
            tuple(
                (key, value.filled(put) if isinstance(value, Text) else put(key, value))
                for key, value in self.parameters
            ),
        )

    @property
    def in_english(self) -> str:
        """The text as it is written in the code, for logs and for programs that go wrong."""
        values = {
            key: value.in_english if isinstance(value, Text) else value for key, value in self.parameters
        }
        return self.message.format_map(values)


def text(message: str, /, **parameters: Any) -> Text:
    """A message with named parameters; mark the message with ``N_``, so that it is found."""
    return Text(message, tuple(sorted(parameters.items())))


class Refused(Exception):  # noqa: N818 - named for what happened
    """Something isn't done; ``reason`` says why, to be translated where it is shown."""

    def __init__(self, reason: Text) -> None:
        super().__init__(reason.in_english)
        self.reason = reason
