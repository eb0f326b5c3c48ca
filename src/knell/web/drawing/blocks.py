"""Answers that are put together from blocks, for ``drawing/_blocks.html``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from knell.engine.options import OwnWords
from knell.texts import _
from knell.words import Words

__all__ = ["in_blocks"]


def in_blocks(options: OwnWords, chosen: Mapping[str, str], words: Words) -> dict[str, Any]:
    """An answer that is put together: what is to be chosen still, what it says so far, and what is wrong."""
    needed = options.needed(chosen)
    answer = options.put_together(chosen)
    problem = options.why_not(answer)
    return {
        "list": [
            {
                "name": block.name,
                "label": _(block.label),
                "choices": [
                    {"value": value, "label": _(label), "chosen": chosen.get(block.name) == value}
                    for value, label in block.choices.items()
                ],
            }
            for block in options.blocks
            if block.name in needed
        ],
        "begun": bool(chosen),
        "problem": "" if problem is None else words.text(problem),
        "sentence": words.word(answer) if problem is None else "",
    }
