"""Looking: help, one player, a step, a character, the night, the ring, the script, the story, cards."""

from __future__ import annotations

from rich.console import RenderableType
from rich.text import Text

from knell.cli.commands.chapters import CHAPTERS, LOOK
from knell.cli.explain import explanation
from knell.cli.finding import NotFound, official_characters
from knell.cli.screen import day_board, night_lines
from knell.cli.showing import Card
from knell.cli.sitting import Sitting
from knell.cli.telling import styled
from knell.cli.terminal import QUIT, Hanging
from knell.engine import Phase, Type
from knell.engine.night import sheet
from knell.engine.terms import YOU_ARE
from knell.messages import N_
from knell.names import type_name
from knell.texts import _, fill, pgettext
from knell.words.moments import phase_name
from knell.words.telling import tell
from knell.words.tonight import tonight
from knell.words.why import ability_in_words, token_in_words


@LOOK.command("?", "help", called=lambda: pgettext("command", "help"), about=N_("this page"))
def _help(sitting: Sitting, rest: str) -> None:
    if rest:
        _explain(sitting, rest)
        return
    parts: list[RenderableType] = []
    for chapter in CHAPTERS:
        parts.append(Text(_(chapter.title), style="ask"))
        for command in chapter.commands:
            line = Text("  ")
            line.append(" ".join(command.every_word), style="key")
            if command.usage:
                line.append(f" {_(command.usage)}")
            parts.append(Hanging(Text(_(command.about), style="muted"), label=line, rest=36))
    parts.append(Text())
    parts += [
        Text(_("Players: by name, the beginning of it, or the number of the seat. Characters: by name.")),
        Text(_("Signs: ✧ good  ✦ evil  ✗ dead  ✓ has a vote left  ! about to die  (…) without effect now")),
        Text(_("A word that is also somebody's name: put / before a command.")),
    ]
    sitting.terminal.page(*parts)


@LOOK.command(
    "works",
    "w",
    called=lambda: pgettext("command", "works"),
    usage=N_("PLAYER"),
    about=N_("does it work now, and why not; tokens and what they were shown"),
)
def _works(sitting: Sitting, rest: str) -> None:
    """Everything about one player: belief and truth, abilities, tokens, what they were shown."""
    player = sitting.whom(rest, _("About whom?"))
    game, words = sitting.table.game, sitting.words
    if not game.characters:
        raise NotFound(_("The characters haven't been dealt yet."))
    true, believed = game.characters[player], game.believed[player]
    head = Text.assemble((words.player(player), "ask"))
    head.append(f"  {words.character(true.id)}", style=true.type.label)
    head.append(f"  {words.side(bool(game.evil >> player & 1))}", style="muted")
    lines: list[Text] = [head]
    if believed is not None:
        lines.append(
            Text(fill(_("Thinks they are the {character}."), character=words.character(believed.id)))
        )
    if not game.living >> player & 1:
        vote = bool(game.ghost_votes >> player & 1)
        lines.append(Text(_("Dead, with a vote left.") if vote else _("Dead, without a vote.")))
    if game.feigned >> player & 1:
        lines.append(Text(_("Only seems to be dead.")))
    for ability in game.abilities_of(player):
        style = "fine" if game.works(ability) else "trouble"
        lines.append(Text(ability_in_words(game, ability, words), style=style))
    lines += [
        Text(f"  {token_in_words(game, token, words)}", style="token")
        for token in sorted(game.all_tokens(), key=lambda t: -t.number)
        if token.player == player
    ]
    mine = [
        heard
        for heard in sitting.table.events()
        if heard.event.audience is not None and heard.event.audience >> player & 1
    ]
    if mine:
        lines.append(Text(_("What happened at night:"), style="muted"))
        lines += [styled(line) for line in tell(mine, words)]
    sitting.terminal.page(*lines)


@LOOK.command("how", called=lambda: pgettext("command", "how"), about=N_("how to run this step"))
def _how(sitting: Sitting, rest: str) -> None:
    question = sitting.table.question
    if rest:
        _explain(sitting, rest)
    elif question is None or question.ability is None:
        raise NotFound(_("This step isn't a character's. Say about which character, like: how imp"))
    else:
        _explain(sitting, question.ability.character.id)


@LOOK.command(
    "explain",
    "e",
    called=lambda: pgettext("command", "explain"),
    usage=N_("CHARACTER"),
    about=N_("what a character does"),
)
def _explain(sitting: Sitting, rest: str) -> None:
    wanted = rest or sitting.need(_("Which character?"))
    try:
        id_ = sitting.finder.character(wanted)
    except NotFound:
        id_ = official_characters().find(wanted)
    name = sitting.words.character(id_)
    sitting.terminal.page(explanation(id_, own=sitting.own_text(id_), name=name))


@LOOK.command(
    "night", "l", called=lambda: pgettext("command", "night"), about=N_("the whole night list, or the day")
)
def _night(sitting: Sitting, _rest: str) -> None:
    game, words = sitting.table.game, sitting.words
    parts: list[RenderableType] = []
    items = tonight(sitting.table, words)
    if items:
        parts += [
            Text(phase_name(game.phase, game.night), style="ask"),
            *night_lines(items, words, written=sitting.words_tonight),
        ]
    else:
        parts += [*day_board(game, words), Text()] if game.phase is Phase.DAY else []
        parts.append(Text(_("The order of the nights"), style="ask"))
        for title, first in ((_("First night"), True), (_("Other nights"), False)):
            names = ", ".join(words.character(i) for i in sheet(game, first) if i in game.cast.ids)
            parts.append(Text(f"{title}: {names}"))
    sitting.terminal.page(*parts)


@LOOK.command("grimoire", "g", called=lambda: pgettext("command", "grimoire"), about=N_("the ring"))
def _grimoire(sitting: Sitting, _rest: str) -> None:
    if not sitting.terminal.full_screen:
        sitting.print_ring()


@LOOK.command(
    "script", "s", called=lambda: pgettext("command", "script"), about=N_("all characters on the script")
)
def _script(sitting: Sitting, _rest: str) -> None:
    game, words = sitting.table.game, sitting.words
    parts: list[RenderableType] = [Text(sitting.title, style="ask")]
    for kind in (Type.TOWNSFOLK, Type.OUTSIDER, Type.MINION, Type.DEMON, Type.TRAVELLER):
        group = game.cast.by_type[kind]
        if not group:
            continue
        parts.append(Text(type_name(kind.label), style=kind.label))
        for character in group:
            own = sitting.own_text(character.id)
            told = (
                own.ability
                if own is not None and own.ability
                else _(character.summary)
                if character.summary
                else ""
            )
            line = Text.assemble((f"  {words.character(character.id)}", "bold"))
            line.append("  " + (told or _("run by hand")), style="muted")
            parts.append(line)
    sitting.terminal.page(*parts)


@LOOK.command("story", called=lambda: pgettext("command", "story"), about=N_("what has happened so far"))
def _story(sitting: Sitting, _rest: str) -> None:
    lines = [styled(line) for line in tell(sitting.table.events(), sitting.words, sitting.asides)]
    sitting.terminal.page(*(lines or [Text(_("Nothing has happened yet."))]))


@LOOK.command(
    "card",
    "c",
    called=lambda: pgettext("command", "card"),
    usage=N_("[PLAYER | on | off]"),
    about=N_("show the last card again, or somebody's; cards on or off"),
)
def _card(sitting: Sitting, rest: str) -> None:
    """Show a card again: the last one, or what somebody was shown last."""
    if rest.casefold() in ("on", "off", _("on"), _("off")):
        sitting.cards.wanted = rest.casefold() in ("on", _("on"))
        sitting.note(
            _("Cards are shown.")
            if sitting.cards.wanted
            else _("Cards aren't shown; tell the players yourself.")
        )
        return
    if rest:
        player = sitting.whom(rest)
        if player not in sitting.table.game.learned:
            raise NotFound(
                fill(_("{player} hasn't been shown anything yet."), player=sitting.words.player(player))
            )
        sitting.show_card((player,), Card(sitting.table.game.learned[player]))
        return
    if sitting.cards.last is None:
        raise NotFound(_("Nothing has been shown yet."))
    sitting.show_card((), sitting.cards.last)


@LOOK.command(
    "tokens",
    called=lambda: pgettext("command", "tokens"),
    usage=N_("[PLAYERS]"),
    about=N_("pass the device round, so that everybody sees their character"),
)
def _tokens(sitting: Sitting, rest: str) -> None:
    """Hand out the characters: the device goes round, each player sees their own."""
    game, words = sitting.table.game, sitting.words
    if not game.characters:
        raise NotFound(_("The characters haven't been dealt yet."))
    players = sitting.finder.several(rest) if rest else list(game.ring)
    for player in players:
        prompt = fill(_("Hand the device to {player}, who presses Enter."), player=words.player(player))
        if sitting.terminal.full_screen:
            sitting.terminal.draw([])
        if sitting.terminal.ask(f"{prompt} (q) ").strip().casefold() in QUIT:
            break
        told, evil = game.told[player]
        sitting.cards.put_up((player,), Card(told, YOU_ARE, evil), words)
    sitting.cards.last = None
