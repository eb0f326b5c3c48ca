"""The ring: everybody at their seat around the table, with tokens, and what goes on in its middle."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cache
from typing import Final, NamedTuple

from rich.cells import cell_len
from rich.text import Text

from knell.cli.terminal import fitted
from knell.engine import NOBODY, Effect, Game, PlayerId
from knell.names import reminder_name
from knell.texts import _
from knell.words import Words

__all__ = ["ring", "seat_lines"]

NARROWEST: Final = 13
"""Cells for one seat."""
WIDEST: Final = 30
SMALLEST_MIDDLE: Final = 22

GOOD, EVIL = "✧", "✦"
DEAD, GHOST = "✗", "✓"


class _Plan(NamedTuple):
    """How many seats are where, and how large everything is."""

    top: int
    side: int
    bottom: int
    cell: int
    """Lines of one seat."""
    middle: int
    """Lines between the top and the bottom row."""
    side_width: int

    @property
    def height(self) -> int:
        return 2 * self.cell + self.middle

    def is_beside(self, place: int) -> bool:
        """Whether a seat is to the right or left of the table."""
        right = self.top <= place < self.top + self.side
        return right or place >= self.top + self.side + self.bottom


WANTED: Final = 9
"""Lines that the middle of the table should have room for."""


@cache
def _plan(count: int, width: int, height: int) -> _Plan:
    """The arrangement that fits best: everything readable first, then as low as possible."""
    best: _Plan | None = None
    least = 0.0
    for cell in (4, 3, 2):
        for side in range(max(0, (count - 1) // 2)):
            top = (count - 2 * side + 1) // 2
            bottom = count - 2 * side - top
            side_width = min(WIDEST, max(NARROWEST, (width - max(SMALLEST_MIDDLE, width * 2 // 5)) // 2))
            roomy = max(WANTED + 2, side * (cell + 1))
            middle = max(5, side * cell, min(roomy, height - 2 * cell))
            plan = _Plan(top, side, bottom, cell, middle, side_width)
            share = width // max(1, top)
            cramped = max(0, NARROWEST - share) * 20 + max(0, 24 - share) * 0.4
            empty = middle - side * cell if side else middle
            cost = cramped + max(0, plan.height - height) * 50 + max(0, WANTED + 2 - middle) * 2
            cost += (4 - cell) * 6 + plan.height * 0.1 + empty * 0.3 + (8 if not side and count > 4 else 0)
            if best is None or cost < least:
                best, least = plan, cost
    assert best is not None
    return best


def ring(
    game: Game,
    words: Words,
    *,
    width: int,
    height: int,
    middle: Callable[[int, int], Sequence[Text]] = lambda _room, _across: (),
    acting: Collection[PlayerId] = (),
    secret: bool = True,
) -> list[Text]:
    """Draw the ring. Without ``secret`` only what everybody may see.

    ``middle`` gives the lines in the middle of the table, for so many lines of so many cells.
    """
    seats = game.ring
    plan = _plan(len(seats), width, height)
    share = min(width // max(1, plan.top), WIDEST + 6) - 1
    cells = [
        seat_lines(
            game,
            words,
            player,
            plan.cell,
            width=plan.side_width if plan.is_beside(place) else share,
            acting=player in acting,
            secret=secret,
        )
        for place, player in enumerate(seats)
    ]
    top = cells[: plan.top]
    right = cells[plan.top : plan.top + plan.side]
    bottom = cells[plan.top + plan.side : plan.top + plan.side + plan.bottom][::-1]
    left = cells[plan.top + plan.side + plan.bottom :][::-1]
    lines = _row(top, width, plan.cell)
    lines += _middle(left, right, middle, plan, width)
    lines += _row(bottom, width, plan.cell)
    return lines


def _row(cells: Sequence[list[Text]], width: int, height: int) -> list[Text]:
    """A row of seats, spread over the whole width."""
    share = width // max(1, len(cells))
    used = min(share, WIDEST + 6)
    before = (width - used * len(cells)) // 2
    lines = []
    for place in range(height):
        line = Text(" " * before)
        for cell in cells:
            line.append_text(fitted(cell[place], used - 1, align="center"))
            line.append(" ")
        lines.append(line)
    return lines


def _middle(
    left: Sequence[list[Text]],
    right: Sequence[list[Text]],
    middle: Callable[[int, int], Sequence[Text]],
    plan: _Plan,
    width: int,
) -> list[Text]:
    """The seats on both sides, and the table between them."""
    side_width = plan.side_width if plan.side else 0
    across = width - 2 * side_width - (2 if plan.side else 0)
    column = [_spread(side, plan) for side in (left, right)]
    shown = list(middle(plan.middle - 2, across - 4)[: plan.middle - 2])
    padding = plan.middle - 2 - len(shown)
    shown = [*[Text()] * (padding // 2), *shown, *[Text()] * (padding - padding // 2)]
    lines = []
    for place in range(plan.middle):
        if place in (0, plan.middle - 1):
            edges = "╭─╮" if place == 0 else "╰─╯"
            table = Text.assemble((edges[0] + edges[1] * (across - 2) + edges[2], "muted"))
        else:
            table = Text.assemble(("│", "muted"))
            table.append(" ")
            table.append_text(fitted(shown[place - 1], across - 4))
            table.append(" ")
            table.append("│", style="muted")
        line = Text()
        if plan.side:
            line.append_text(fitted(column[0][place], side_width, align="right"))
            line.append(" ")
        line.append_text(table)
        if plan.side:
            line.append(" ")
            line.append_text(fitted(column[1][place], side_width))
        lines.append(line)
    return lines


def _spread(cells: Sequence[list[Text]], plan: _Plan) -> list[Text]:
    """Seats one below the other, with the room that is left between them."""
    room = plan.middle - len(cells) * plan.cell
    lines: list[Text] = []
    for place, cell in enumerate(cells):
        before = room * (place + 1) // (len(cells) + 1) - room * place // (len(cells) + 1)
        lines += [Text()] * before
        lines += cell
    return [*lines, *[Text()] * (plan.middle - len(lines))]


# -- one seat ----------------------------------------------------------------------------------------


def seat_lines(
    game: Game,
    words: Words,
    player: PlayerId,
    height: int,
    *,
    width: int,
    acting: bool = False,
    secret: bool = True,
) -> list[Text]:
    """A seat: number and name, the token with both faces, the reminders."""
    lines = [_name(game, words, player, acting=acting)]
    if secret and game.characters:
        lines.append(_token(game, words, player, width))
        reminders = _reminders(game, player)
        if height > 3 and len(reminders) > 2:
            lines += [_listed(reminders[:2], more=0), _listed(reminders[2:4], more=len(reminders) - 4)]
        elif height > 2:
            lines.append(_listed(reminders[:2], more=len(reminders) - 2))
        elif reminders:
            lines[1].append(" ")
            lines[1].append_text(_listed(reminders[:1], more=len(reminders) - 1))
    elif game.characters and game.travellers >> player & 1:
        lines.append(Text(words.character(game.characters[player].id), style="traveller"))
    return [*lines[:height], *[Text()] * (height - len(lines))]


def _name(game: Game, words: Words, player: PlayerId, *, acting: bool) -> Text:
    alive = bool(game.living >> player & 1) or not game.characters
    line = Text()
    line.append(f"{game.ring.index(player) + 1} ", style="key")
    if not alive:
        line.append(f"{DEAD} ", style="muted")
    style = "acting" if acting else "bold" if alive else "dead"
    line.append(words.player(player), style=style)
    if not alive and game.ghost_votes >> player & 1:
        line.append(f" {GHOST}", style="key")
    if player == game.about_to_die and player != NOBODY:
        line.append(" !", style="trouble")
    return line


def _token(game: Game, words: Words, player: PlayerId, width: int) -> Text:
    """What the player believes outside, the truth inside. Where there is little room, the truth has it."""
    true = game.characters[player]
    believed = game.believed[player]
    evil = bool(game.evil >> player & 1)
    line = Text()
    line.append(f"{EVIL if evil else GOOD} ", style="evil" if evil else "good")
    if believed is not None:
        truth = words.character(true.id)
        outside = Text(words.character(believed.id), style=believed.type.label)
        outside.truncate(max(2, width - cell_len(truth) - 5), overflow="ellipsis")
        line.append_text(outside)
        line.append(" (", style="muted")
        line.append(truth, style=true.type.label)
        line.append(")", style="muted")
    else:
        line.append(words.character(true.id), style=true.type.label)
    if game.feigned >> player & 1:
        line.append(" [" + _("lives") + "]", style="trouble")
    return line


def _reminders(game: Game, player: PlayerId) -> list[Text]:
    """The reminders beside a player, the latest first; those without effect now in brackets."""
    found = []
    for token in sorted(game.all_tokens(), key=lambda t: -t.number):
        if token.player != player:
            continue
        name = reminder_name(token.name)
        if not game.in_force(token):
            found.append(Text(f"({name})", style="muted"))
        else:
            strong = token.effect in (Effect.POISONED, Effect.DRUNK)
            found.append(Text(name, style="trouble" if strong else "token"))
    return found


def _listed(reminders: Sequence[Text], *, more: int) -> Text:
    line = Text(", ").join(reminders)
    if more > 0:
        line.append(f" +{more}", style="muted")
    return line
