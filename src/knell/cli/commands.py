"""What can be typed besides an answer: looking, going back, what happens by day, changing by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from rich.console import RenderableType
from rich.text import Text

from knell.cli.answers import free_showing
from knell.cli.explain import explanation
from knell.cli.finding import Names, NotFound, listed, number_of, yes_or_no
from knell.cli.screen import day_board, night_lines
from knell.cli.seating import stand_ins
from knell.cli.settings import kind_names, level_names, setting
from knell.cli.showing import Card
from knell.cli.sitting import Quit, Sitting
from knell.cli.telling import tell
from knell.cli.terminal import QUIT, Hanging
from knell.engine import (
    NOBODY,
    Execute,
    Exile,
    Join,
    Kind,
    Leave,
    Nominate,
    Phase,
    PlayerId,
    Type,
    Use,
)
from knell.engine.actions import Action, Close
from knell.engine.night import sheet
from knell.facts import FACTS
from knell.messages import N_
from knell.names import character_name, type_name
from knell.record import Entry, Level
from knell.scripts.spelling import fold, one_line
from knell.texts import _, fill, pgettext
from knell.words import Words, change_in_words
from knell.words.tonight import step_name, tonight
from knell.words.why import ability_in_words, token_in_words

__all__ = ["COMMANDS", "Command", "command_for", "every_word"]


class Command(NamedTuple):
    """Something that can be typed."""

    words: tuple[str, ...]
    """What it is called in English; the first is the one that help shows."""
    local: Callable[[], str]
    """What it is called in the reader's language, several words parted by slashes."""
    usage: str
    help: str
    do: Callable[[Sitting, str], None]

    def run(self, sitting: Sitting, rest: str) -> None:
        """Do it."""
        self.do(sitting, rest)

    @property
    def every_word(self) -> tuple[str, ...]:
        """Everything that it can be called."""
        local = [word.strip() for word in self.local().split("/")]
        return tuple(dict.fromkeys((*self.words, *local)))


def command_for(word: str) -> Command | None:
    """The command that a word stands for."""
    key = word.casefold()
    for _title, commands in COMMANDS:
        for command in commands:
            if key in command.every_word:
                return command
    return None


def every_word() -> list[str]:
    """All words of commands, for completion."""
    return [w for _title, commands in COMMANDS for c in commands for w in c.every_word if len(w) > 1]


# -- looking -----------------------------------------------------------------------------------------


def _help(sitting: Sitting, rest: str) -> None:
    if rest:
        _explain(sitting, rest)
        return
    parts: list[RenderableType] = []
    for title, commands in COMMANDS:
        parts.append(Text(_(title), style="ask"))
        for command in commands:
            line = Text("  ")
            line.append(" ".join(command.every_word), style="key")
            if command.usage:
                line.append(f" {_(command.usage)}")
            parts.append(Hanging(Text(_(command.help), style="muted"), label=line, rest=36))
    parts.append(Text())
    parts += [
        Text(_("Players: by name, the beginning of it, or the number of the seat. Characters: by name.")),
        Text(_("Signs: ✧ good  ✦ evil  ✗ dead  ✓ has a vote left  ! about to die  (…) without effect now")),
        Text(_("A word that is also somebody's name: put / before a command.")),
    ]
    sitting.terminal.page(*parts)


def _grimoire(sitting: Sitting, _rest: str) -> None:
    if not sitting.terminal.full_screen:
        sitting.print_ring()


def _night(sitting: Sitting, _rest: str) -> None:
    game, words = sitting.table.game, sitting.words
    parts: list[RenderableType] = []
    items = tonight(sitting.table, words)
    if items:
        parts += [Text(fill(_("Night {number}"), number=game.night), style="ask"), *night_lines(items, words)]
    else:
        parts += [*day_board(game, words), Text()] if game.phase is Phase.DAY else []
        parts.append(Text(_("The order of the nights"), style="ask"))
        for title, first in ((_("First night"), True), (_("Other nights"), False)):
            names = ", ".join(words.character(i) for i in sheet(game, first) if i in game.cast.ids)
            parts.append(Text(f"{title}: {names}"))
    sitting.terminal.page(*parts)


def _works(sitting: Sitting, rest: str) -> None:
    """Everything about one player: belief and truth, abilities, tokens, what they were shown."""
    player = sitting.whom(rest, _("About whom?"))
    game, words = sitting.table.game, sitting.words
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
        lines += [line.styled() for line in tell(mine, words)]
    sitting.terminal.page(*lines)


def _how(sitting: Sitting, rest: str) -> None:
    question = sitting.table.question
    if rest:
        _explain(sitting, rest)
    elif question is None or question.ability is None:
        raise NotFound(_("This step isn't a character's. Say about which character, like: how imp"))
    else:
        _explain(sitting, question.ability.character.id)


def _explain(sitting: Sitting, rest: str) -> None:
    wanted = rest or sitting.need(_("Which character?"))
    try:
        id_ = sitting.finder.character(wanted)
    except NotFound:
        id_ = _official().find(wanted)
    name = sitting.words.character(id_)
    sitting.terminal.page(explanation(id_, own=sitting.own_text(id_), name=name))


def _official() -> Names[str]:
    return Names(
        ((i, (character_name(i), i, fact.name)) for i, fact in FACTS.items()),
        lambda word: fill(_("There is no character called “{name}”."), name=word),
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


def _story(sitting: Sitting, _rest: str) -> None:
    lines = [line.styled() for line in tell(sitting.table.events(), sitting.words, sitting.asides)]
    sitting.terminal.page(*(lines or [Text(_("Nothing has happened yet."))]))


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
        sitting.cards.put_up((player,), Card(told, "you_are", evil), words)
    sitting.cards.last = None


# -- going back --------------------------------------------------------------------------------------


def _undo(sitting: Sitting, rest: str) -> None:
    table = sitting.table
    entries = [entry for entry in table.line if not entry.automatic]
    if not entries:
        raise NotFound(_("There is nothing to undo."))
    times = number_of(rest) or 1
    first = entries[-1]
    for _turn in range(times):
        entries = [e for e in entries if e.id < first.id] if _turn else entries
        if not entries:
            break
        first = _whole_vote(entries)
    _back_to(sitting, first)


def _whole_vote(entries: list[Entry]) -> Entry:
    """The entry to go back to: hands of one vote are one thing."""
    first = entries[-1]
    if first.asked not in ("vote", "support"):
        return first
    for entry in reversed(entries):
        if (entry.asked, entry.player, entry.override) != (first.asked, first.player, None):
            break
        first = entry
    return first


def _back_to(sitting: Sitting, entry: Entry) -> None:
    words = sitting.words
    before = sitting.table.events()
    sitting.table.undo_to(entry.id)
    sitting.note(fill(_("Undone: {what}"), what=entry_in_words(entry, words)))
    lost = before[len(sitting.table.events()) :]
    sitting.cards.all_seen()
    for heard in lost:
        if heard.event.name in ("shown", "told"):
            told = sitting.words.answer(
                heard.event.data.get("answer", heard.event.data.get("character")), numbers=True
            )
            message = _("{player} has already seen: {answer}.")
            sitting.note(
                fill(message, player=words.player(heard.event.data["player"]), answer=told), trouble=True
            )


def _redo(sitting: Sitting, _rest: str) -> None:
    entry = sitting.table.redo()
    if entry is None:
        raise NotFound(_("There is nothing to redo."))
    sitting.cards.all_seen()
    first = entry
    while entry is not None and entry.asked in ("vote", "support"):
        question = sitting.table.question
        if question is None or (question.name, question.player) != (entry.asked, entry.player):
            break
        entry = sitting.table.redo()
        sitting.cards.all_seen()
    sitting.note(fill(_("Done again: {what}"), what=entry_in_words(first, sitting.words)))


def _history(sitting: Sitting, _rest: str) -> None:
    words = sitting.words
    lines: list[RenderableType] = []
    for entry in sitting.table.line:
        line = Text.assemble((f"{entry.id:5} ", "key"))
        line.append(entry_in_words(entry, words))
        if entry.automatic:
            line.append("  (" + _("by Knell") + ")", style="muted")
        lines.append(Hanging(line, rest=6))
    lines.append(
        Text(_("back 12 goes back to before number 12. What was undone stays in the file."), style="muted")
    )
    sitting.terminal.page(*lines)


def _back(sitting: Sitting, rest: str) -> None:
    number = number_of(rest or sitting.need(_("Back to which number? history shows them.")))
    entry = next((e for e in sitting.table.line if e.id == number), None)
    if entry is None:
        raise NotFound(_("There is no such number in the history."))
    _back_to(sitting, entry)


def entry_in_words(entry: Entry, words: Words) -> str:
    """One entry of the history in words."""
    if entry.override is not None:
        return change_in_words(entry.override, words)
    owner, _dot, last = entry.asked.partition(".")
    numbers = last in ("show", "flips") or entry.asked in ("minioninfo", "demoninfo")
    answer = words.answer(entry.answer, numbers=numbers)
    if entry.asked in ("vote", "support"):
        voter, whom = words.player(entry.of), words.player(entry.player)
        return fill(_("Hand of {player} for {other}: {answer}"), player=voter, other=whom, answer=answer)
    if entry.asked == "day":
        return answer
    if owner in FACTS:
        what = words.character(owner)
        if entry.player != NOBODY:
            what = fill(_("{character} – {player}"), character=what, player=words.player(entry.player))
        if last not in ("show", "choose"):
            what = f"{what}, {last}"
        return f"{what}: {answer}"
    what = _of_the_table(entry.asked) or step_name(entry.asked, words)
    if entry.player != NOBODY:
        what = f"{what}, {words.player(entry.player)}"
    return f"{what}: {answer}"


def _of_the_table(asked: str) -> str:
    """What a question that isn't a character's is called in the history."""
    return {
        "travellerinfo": _("Evil Traveller"),
        "you_are": _("Told what they are"),
        "registers": _("Registers as"),
        "bluffs": _("Bluffs"),
        "tiebreak": _("What comes first"),
        "draw": _("The draw"),
    }.get(asked, "")


def _quit(_sitting: Sitting, _rest: str) -> None:
    raise Quit


def _level(level: Level) -> Callable[[Any, str], None]:
    def run(sitting: Sitting, rest: str) -> None:
        if not rest:
            _settings(sitting)
            return
        automation = sitting.table.automation
        for word in rest.replace(",", " ").split():
            automation = automation.having(setting(word), level)
        sitting.table.automation = automation
        sitting.note(fill(_("From now on {level}: {what}."), level=level_names()[level], what=rest))
        if level is Level.AUTOMATIC:
            sitting.table.proceed()

    return run


def _settings(sitting: Sitting) -> None:
    automation = sitting.table.automation
    levels = level_names()
    lines = [Text(_("What Knell does by itself"), style="ask")]
    for key, names in kind_names().items():
        lines.append(Text(f"  {names[0]}: {levels[automation.levels.get(key, automation.default)]}"))
    lines += [
        Text(f"  {name}: {levels[level]}")
        for name, level in automation.levels.items()
        if name not in kind_names()
    ]
    lines.append(
        Text(_("Change it like this: automatic showings, suggested chance, byhand rulings"), style="muted")
    )
    sitting.terminal.page(*lines)


# -- by day ------------------------------------------------------------------------------------------


def _by_day(do: Callable[[Sitting, str], Action]) -> Callable[[Sitting, str], None]:
    """Let something happen, if the question about the day is open."""

    def run(sitting: Sitting, rest: str) -> None:
        question = sitting.table.question
        if question is None or question.kind is not Kind.DAY:
            if sitting.table.game.phase is not Phase.DAY:
                raise NotFound(_("That is only possible by day."))
            raise NotFound(_("First finish what is going on: answer the open question."))
        sitting.give(do(sitting, rest))

    return run


@_by_day
def _nominate(sitting: Sitting, rest: str) -> Action:
    line = rest or sitting.need(_("Who nominates whom?"))
    who, left = sitting.finder.player_and_rest(line)
    whom = sitting.finder.several(left or sitting.need(_("Nominates whom?")))
    if len(whom) != 1:
        raise NotFound(_("Name one nominator and one nominee, like: n Ada Bo"))
    return Nominate(who, whom[0])


@_by_day
def _exile(sitting: Sitting, rest: str) -> Action:
    people = sitting.finder.several(rest or sitting.need(_("Whose exile?")))
    if not 1 <= len(people) <= 2:
        raise NotFound(_("Name the Traveller, and who calls for the exile if you like: exile Tess Ada"))
    return Exile(people[-1], people[0])


@_by_day
def _use(sitting: Sitting, rest: str) -> Action:
    """A public ability, truly or not: who, which, and what belongs to it."""
    game, words = sitting.table.game, sitting.words
    who, left = sitting.finder.player_and_rest(rest or sitting.need(_("Who uses an ability?")))
    usable = [c for c in game.cast.by_id.values() if c.form]
    names = Names(
        ((c.id, (words.character(c.id), c.id, FACTS[c.id].name if c.id in FACTS else c.id)) for c in usable),
        lambda word: fill(_("{character} has no ability that is used by day."), character=word),
    )
    if not usable:
        raise NotFound(_("Nobody on this script has an ability that is used by day."))
    listing = ", ".join(words.character(c.id) for c in usable)
    phrase, details = _first_name(left, names)
    if not phrase:
        phrase = sitting.need(fill(_("Which ability? {characters}"), characters=listing))
    character = game.cast.by_id[names.find(phrase)]
    given: list[tuple[str, Any]] = []
    for place, field in enumerate(character.form):
        text = details if place == 0 and details else sitting.need(_field(field.name, field.shape))
        given.append((field.name, _detail(sitting, field.shape, text)))
    return Use(who, character.id, tuple(given), private=not character.public)


def _first_name(line: str, names: Names[str]) -> tuple[str, str]:
    """The name that a line begins with, and the rest."""
    words = line.split()
    for count in range(len(words), 0, -1):
        if names.exactly(" ".join(words[:count])) is not None:
            return " ".join(words[:count]), " ".join(words[count:])
    return (words[0], " ".join(words[1:])) if words else ("", "")


def _field(name: str, shape: str) -> str:
    return {
        "player": _("At whom?"),
        "players": fill(_("Which players ({name})?"), name=name),
        "guesses": _("Which guesses? Player and character in turn: Ada imp Bo monk"),
    }.get(shape, _("What do they say?"))


def _detail(sitting: Sitting, shape: str, text: str) -> Any:
    if shape == "player":
        return sitting.finder.player(text)
    if shape == "players":
        return tuple(sitting.finder.several(text))
    if shape == "guesses":
        parts = sitting.finder.parts(text)
        kinds = [kind for kind, _value in parts]
        if not parts or kinds != ["player", "character"] * (len(parts) // 2):
            raise NotFound(_("Player and character in turn, like: Ada imp Bo monk"))
        return tuple((parts[n][1], parts[n + 1][1]) for n in range(0, len(parts), 2))
    return one_line(text)


@_by_day
def _execute(sitting: Sitting, rest: str) -> Action:
    return Execute(sitting.whom(rest, _("Who is executed?")))


@_by_day
def _leave(sitting: Sitting, rest: str) -> Action:
    return Leave(sitting.whom(rest, _("Which Traveller leaves?")))


@_by_day
def _join(sitting: Sitting, rest: str) -> Action:
    """A Traveller joins: name, character, side, and after whom they sit."""
    game = sitting.table.game
    parts = [part.strip() for part in rest.split(",")] if rest else []
    travellers = [c for c in game.cast.by_id.values() if c.type is Type.TRAVELLER]
    known = ", ".join(sitting.words.character(c.id) for c in travellers)
    free = next((n for n in stand_ins(20) if n not in game.names), "")
    name = parts[0] if parts else sitting.need(fill(_("What is their name? ({name})"), name=free))
    character = (
        parts[1]
        if len(parts) > 1
        else sitting.need(fill(_("Which Traveller? {characters}"), characters=known))
    )
    id_ = sitting.finder.character(character)
    side = parts[2] if len(parts) > 2 else sitting.need(_("Good or evil?"))
    after = parts[3] if len(parts) > 3 else sitting.need(_("After whom do they sit, clockwise?"))
    return Join(one_line(name), id_, _side(side), sitting.finder.player(after))


@_by_day
def _close(_sitting: Sitting, _rest: str) -> Action:
    return Close()


# -- by hand -----------------------------------------------------------------------------------------


def _side(word: str) -> bool:
    key = word.strip().casefold()
    if key in ("evil", "e", _("evil").casefold()):
        return True
    if key in ("good", "g", _("good").casefold()):
        return False
    raise NotFound(fill(_("“{word}” is neither good nor evil."), word=word))


def _on_players(name: str) -> Callable[[Any, str], None]:
    """A change that takes one player or several."""

    def run(sitting: Sitting, rest: str) -> None:
        players = sitting.finder.several(rest or sitting.need(_("Who?")))
        if not players:
            raise NotFound(_("Nothing was changed."))
        for player in players:
            sitting.override(name, player)

    return run


def _player_and(sitting: Sitting, rest: str, prompt: str) -> tuple[PlayerId, str]:
    """A player and what follows; either is asked for if it is missing."""
    player, left = sitting.finder.player_and_rest(rest or sitting.need(_("Who?")))
    return player, left or sitting.need(prompt)


def _become(sitting: Sitting, rest: str) -> None:
    player, character = _player_and(sitting, rest, _("Which character?"))
    sitting.override("character", player, sitting.finder.character(character))


def _turn_side(evil: bool) -> Callable[[Any, str], None]:
    def run(sitting: Sitting, rest: str) -> None:
        sitting.override("alignment", sitting.whom(rest), evil)

    return run


def _token(sitting: Sitting, rest: str) -> None:
    player, token = _player_and(sitting, rest, _("Which token? A name from the box, or your own words."))
    sitting.override("token", player, sitting.finder.token(token, player))


def _untoken(sitting: Sitting, rest: str) -> None:
    player, left = sitting.finder.player_and_rest(rest or sitting.need(_("Whose token?")))
    words = sitting.words
    held = [t.name for t in sitting.table.game.tokens if t.player == player]
    if not held:
        raise NotFound(fill(_("There is no token beside {player}."), player=words.player(player)))
    names = Names(
        (
            (name, (words.token(name), name, name.rpartition(".")[2], *words.token(name).split(": ")[1:]))
            for name in held
        ),
        lambda word: fill(_("There is no token “{token}” beside that player."), token=word),
    )
    listing = ", ".join(words.token(name) for name in held)
    if not left and len(held) > 1:
        left = sitting.need(fill(_("Which token? {tokens}"), tokens=listing))
    sitting.override("remove_token", player, names.find(left) if left else held[0])


def _ghost_vote(sitting: Sitting, rest: str) -> None:
    player, answer = _player_and(sitting, rest, _("Does this player have a vote: yes or no?"))
    has_one = yes_or_no(answer)
    if has_one is None:
        raise NotFound(fill(_("“{word}” is neither yes nor no."), word=answer))
    sitting.override("ghost_vote", player, has_one)


def _show(sitting: Sitting, rest: str) -> None:
    prompt = _("Show what? A number, yes, no, players, characters, good, evil, or words.")
    player, what = _player_and(sitting, rest, prompt)
    value = free_showing(what, sitting.finder)
    sitting.override("show", player, value)
    sitting.show_card((player,), Card(value))


def _wake(sitting: Sitting, rest: str) -> None:
    sitting.override("wake", sitting.whom(rest))


def _rename(sitting: Sitting, rest: str) -> None:
    player, name = _player_and(sitting, rest, _("What is their name?"))
    sitting.override("rename", player, one_line(name))


def _swap(sitting: Sitting, rest: str) -> None:
    people = sitting.finder.several(rest or sitting.need(_("Which two change seats?")))
    if len(people) != 2:
        raise NotFound(_("Name two players."))
    sitting.override("swap", *people)


def _seats(sitting: Sitting, rest: str) -> None:
    sitting.override("reseat", *sitting.finder.several(rest or sitting.need(_("Everybody, clockwise:"))))


def _add(sitting: Sitting, rest: str) -> None:
    extras = {i: f for i, f in FACTS.items() if f.type in ("fabled", "loric")}
    names = Names(
        ((i, (character_name(i), i, f.name)) for i, f in extras.items()),
        lambda word: fill(_("There is no Fabled or Loric called “{name}”."), name=word),
    )
    sitting.override("add", names.find(rest or sitting.need(_("Which Fabled or Loric?"))))


def _limit(sitting: Sitting, rest: str) -> None:
    """How many players a day may use a public ability, or that as many may as like."""
    words = sitting.words
    usable = [c for c in sitting.table.game.cast.by_id.values() if c.form and c.public]
    if not usable:
        raise NotFound(_("Nobody on this script has an ability that is used in front of everybody."))
    names = Names(
        ((c.id, (words.character(c.id), c.id, FACTS[c.id].name if c.id in FACTS else c.id)) for c in usable),
        lambda word: fill(
            _("The {character} has no ability that is used in front of everybody."), character=word
        ),
    )
    listing = ", ".join(words.character(c.id) for c in usable)
    phrase, most = _first_name(rest, names)
    if not phrase:
        phrase = sitting.need(fill(_("Which ability? {characters}"), characters=listing))
    character = names.find(phrase)
    most = most or sitting.need(_("How many players a day? A number, or off."))
    if most.casefold() in ("off", pgettext("limit", "off").casefold()):
        sitting.override("limit", character, None)
    elif most.isdecimal() and int(most):
        sitting.override("limit", character, int(most))
    else:
        raise NotFound(fill(_("“{word}” is neither a number from one nor off."), word=most))


def _decide(sitting: Sitting, rest: str) -> None:
    """A ruling that may be made at any time, like the execution of a Mutant."""
    game, words = sitting.table.game, sitting.words
    possible = [
        (f"{a.character.id}.{ruling}", a.player)
        for a in game.abilities.values()
        for ruling in a.character.rulings
        if not a.pretended
    ]
    if not possible:
        raise NotFound(_("Nobody in play has an ability that asks for such a decision."))
    names = Names(
        (
            (pair, (pair[0], words.player(pair[1]), words.character(pair[0].partition(".")[0])))
            for pair in possible
        ),
        lambda word: fill(_("“{word}” is none of the possible answers."), word=word),
    )
    listing = ", ".join(f"{ruling} {words.player(player)}" for ruling, player in possible)
    words_typed = listed(rest, lambda _phrase: False)
    wanted = words_typed[0] if words_typed else sitting.need(fill(_("Which? {decisions}"), decisions=listing))
    found = names.find(wanted.partition(" ")[0] if fold(wanted.partition(" ")[0]) else wanted)
    sitting.override("rule", *found)


def _end(sitting: Sitting, rest: str) -> None:
    sitting.override("end", _side(rest or sitting.need(_("Who wins, good or evil?"))))


COMMANDS: Final[tuple[tuple[str, tuple[Command, ...]], ...]] = (
    (
        N_("Look"),
        (
            Command(("?", "help"), lambda: pgettext("command", "help"), "", N_("this page"), _help),
            Command(
                ("works", "w"),
                lambda: pgettext("command", "works"),
                N_("PLAYER"),
                N_("does it work now, and why not; tokens and what they were shown"),
                _works,
            ),
            Command(("how",), lambda: pgettext("command", "how"), "", N_("how to run this step"), _how),
            Command(
                ("explain", "e"),
                lambda: pgettext("command", "explain"),
                N_("CHARACTER"),
                N_("what a character does"),
                _explain,
            ),
            Command(
                ("night", "l"),
                lambda: pgettext("command", "night"),
                "",
                N_("the whole night list, or the day"),
                _night,
            ),
            Command(
                ("grimoire", "g"), lambda: pgettext("command", "grimoire"), "", N_("the ring"), _grimoire
            ),
            Command(
                ("script", "s"),
                lambda: pgettext("command", "script"),
                "",
                N_("all characters on the script"),
                _script,
            ),
            Command(
                ("story",), lambda: pgettext("command", "story"), "", N_("what has happened so far"), _story
            ),
            Command(
                ("card", "c"),
                lambda: pgettext("command", "card"),
                N_("[PLAYER | on | off]"),
                N_("show the last card again, or somebody's; cards on or off"),
                _card,
            ),
            Command(
                ("tokens",),
                lambda: pgettext("command", "tokens"),
                N_("[PLAYERS]"),
                N_("pass the device round, so that everybody sees their character"),
                _tokens,
            ),
        ),
    ),
    (
        N_("Back and forth"),
        (
            Command(
                ("undo", "u"),
                lambda: pgettext("command", "undo"),
                N_("[HOW OFTEN]"),
                N_("take the last answer back"),
                _undo,
            ),
            Command(
                ("redo", "r"), lambda: pgettext("command", "redo"), "", N_("do it again after all"), _redo
            ),
            Command(
                ("history", "h"),
                lambda: pgettext("command", "history"),
                "",
                N_("every answer, with its number"),
                _history,
            ),
            Command(
                ("back",),
                lambda: pgettext("command", "back"),
                N_("NUMBER"),
                N_("go back to before that answer"),
                _back,
            ),
            Command(
                ("quit", "q"),
                lambda: pgettext("command", "quit"),
                "",
                N_("stop for now; everything is saved"),
                _quit,
            ),
        ),
    ),
    (
        N_("By day"),
        (
            Command(
                ("nominate", "n"),
                lambda: pgettext("command", "nominate"),
                N_("WHO WHOM"),
                N_("a nomination"),
                _nominate,
            ),
            Command(
                ("use",),
                lambda: pgettext("command", "use"),
                N_("WHO CHARACTER …"),
                N_("somebody says that they use an ability, truly or not"),
                _use,
            ),
            Command(
                ("exile",),
                lambda: pgettext("command", "exile"),
                N_("TRAVELLER [WHO CALLS]"),
                N_("a call for an exile"),
                _exile,
            ),
            Command(
                ("execute",),
                lambda: pgettext("command", "execute"),
                N_("PLAYER"),
                N_("execute somebody outright"),
                _execute,
            ),
            Command(
                ("join",),
                lambda: pgettext("command", "join"),
                N_("NAME, CHARACTER, SIDE, AFTER WHOM"),
                N_("a Traveller joins"),
                _join,
            ),
            Command(
                ("leave",),
                lambda: pgettext("command", "leave"),
                N_("PLAYER"),
                N_("a Traveller leaves"),
                _leave,
            ),
            Command(
                ("close",),
                lambda: pgettext("command", "close"),
                "",
                N_("nominations close, the day ends"),
                _close,
            ),
        ),
    ),
    (
        N_("Change by hand, at any time"),
        (
            Command(
                ("kill",),
                lambda: pgettext("command", "kill"),
                N_("PLAYERS"),
                N_("they die, whatever protects them"),
                _on_players("kill"),
            ),
            Command(
                ("revive",),
                lambda: pgettext("command", "revive"),
                N_("PLAYERS"),
                N_("they live again"),
                _on_players("revive"),
            ),
            Command(
                ("drunk",),
                lambda: pgettext("command", "drunk"),
                N_("PLAYERS"),
                N_("make drunk"),
                _on_players("drunk"),
            ),
            Command(
                ("sober",),
                lambda: pgettext("command", "sober"),
                N_("PLAYERS"),
                N_("take drunkenness away"),
                _on_players("sober"),
            ),
            Command(
                ("poison",),
                lambda: pgettext("command", "poison"),
                N_("PLAYERS"),
                N_("make poisoned"),
                _on_players("poison"),
            ),
            Command(
                ("heal",),
                lambda: pgettext("command", "heal"),
                N_("PLAYERS"),
                N_("take poison away"),
                _on_players("heal"),
            ),
            Command(
                ("become", "character"),
                lambda: pgettext("command", "become"),
                N_("PLAYER CHARACTER"),
                N_("another character"),
                _become,
            ),
            Command(
                ("good",),
                lambda: pgettext("command", "good"),
                N_("PLAYER"),
                N_("turn good"),
                _turn_side(evil=False),
            ),
            Command(
                ("evil",),
                lambda: pgettext("command", "evil"),
                N_("PLAYER"),
                N_("turn evil"),
                _turn_side(evil=True),
            ),
            Command(
                ("token", "t"),
                lambda: pgettext("command", "token"),
                N_("PLAYER TOKEN"),
                N_("put down a reminder, or any words"),
                _token,
            ),
            Command(
                ("untoken",),
                lambda: pgettext("command", "untoken"),
                N_("PLAYER TOKEN"),
                N_("take a reminder away"),
                _untoken,
            ),
            Command(
                ("vote",),
                lambda: pgettext("command", "vote"),
                N_("PLAYER yes|no"),
                N_("give or take the vote of the dead"),
                _ghost_vote,
            ),
            Command(
                ("seemsdead",),
                lambda: pgettext("command", "seemsdead"),
                N_("PLAYER"),
                N_("is taken for dead, and lives"),
                _on_players("registers_dead"),
            ),
            Command(
                ("show",),
                lambda: pgettext("command", "show"),
                N_("PLAYER ANYTHING"),
                N_("show somebody anything, on a card"),
                _show,
            ),
            Command(
                ("wake",),
                lambda: pgettext("command", "wake"),
                N_("PLAYER"),
                N_("note that you wake somebody"),
                _wake,
            ),
            Command(
                ("decide",),
                lambda: pgettext("command", "decide"),
                N_("[DECISION]"),
                N_("a decision of your own, like mutant.execute"),
                _decide,
            ),
            Command(
                ("rename",),
                lambda: pgettext("command", "rename"),
                N_("PLAYER NAME"),
                N_("another name"),
                _rename,
            ),
            Command(
                ("swap",),
                lambda: pgettext("command", "swap"),
                N_("PLAYER PLAYER"),
                N_("two change seats"),
                _swap,
            ),
            Command(
                ("seats",),
                lambda: pgettext("command", "seats"),
                N_("EVERYBODY"),
                N_("everybody anew, clockwise"),
                _seats,
            ),
            Command(
                ("add",),
                lambda: pgettext("command", "add"),
                N_("CHARACTER"),
                N_("bring in a Fabled or Loric"),
                _add,
            ),
            Command(
                ("limit",),
                lambda: pgettext("command", "limit"),
                N_("CHARACTER NUMBER|off"),
                N_("how many players a day may use a public ability"),
                _limit,
            ),
            Command(("end",), lambda: pgettext("command", "end"), N_("good|evil"), N_("end the game"), _end),
        ),
    ),
    (
        N_("What Knell does by itself"),
        (
            Command(
                ("automatic",),
                lambda: pgettext("command", "automatic"),
                N_("WHAT"),
                N_("Knell answers by itself: showings, rulings, chance, or one like imp.successor"),
                _level(Level.AUTOMATIC),
            ),
            Command(
                ("suggested",),
                lambda: pgettext("command", "suggested"),
                N_("WHAT"),
                N_("Knell asks and suggests"),
                _level(Level.SUGGESTED),
            ),
            Command(
                ("byhand",),
                lambda: pgettext("command", "byhand"),
                N_("WHAT"),
                N_("Knell asks and says nothing"),
                _level(Level.BY_HAND),
            ),
        ),
    ),
)
"""Every command, in the order in which help shows them."""
