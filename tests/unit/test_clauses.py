"""Clauses of the rules that no scenario can express; ``tests/scenarios/not_expressible.yaml`` says why.

Each test names its clause.
"""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, ClassVar

import pytest
import yaml

from knell.characters import automated
from knell.engine import (
    Cast,
    Close,
    Demon,
    Effect,
    Execute,
    FieldShape,
    FormField,
    Game,
    Kind,
    Minion,
    Nominate,
    Outsider,
    Seat,
    TokenType,
    Turn,
    Type,
    Until,
    Use,
    seat,
)
from knell.engine.events import Warned
from knell.facts import FACTS, FIRST_NIGHT, OTHER_NIGHTS
from knell.record import Table, load, save
from knell.scripts.bundled import bundled_script
from knell.seats import player_view, public_view, to_bytes
from records import change, header, nominate, opened, play_to, seated
from tables import NAMES, Answers, Ear, next_dusk
from tables import play_to as play_game_to
from tables import seated as game_of

FILE = Path(__file__).parents[1] / "scenarios" / "not_expressible.yaml"
TOWN = ("imp", "poisoner", "monk", "saint", "virgin", "chef", "mutant", "politician")


def same_for(players: Iterable[int | None], *tables: Table) -> bool:
    """Whether these games look the same to everybody (``None``) and to each of these players."""
    for player in players:
        views = {to_bytes(public_view(t) if player is None else player_view(t, player)) for t in tables}
        if len(views) > 1:
            return False
    return True


# -- the file ----------------------------------------------------------------------------------------


def test_every_excuse_names_its_reason_and_a_test_that_there_is() -> None:
    tests = FILE.parents[1]
    for clause, reason in yaml.safe_load(FILE.read_text(encoding="utf-8")).items():
        assert re.fullmatch("[a-z0-9]+-[0-9]+", clause)
        named = re.findall(r"(unit|property|web)/(test_\w+)\.py::(test_\w+)", reason)
        assert named, f"{clause} names no test"
        for folder, module, function in named:
            words = (tests / folder / f"{module}.py").read_text(encoding="utf-8")
            assert f"def {function}(" in words, f"{clause}: {module}::{function}"


# -- what is not said --------------------------------------------------------------------------------


def test_base_83_nobody_learns_what_an_executed_player_was() -> None:
    games = []
    for character in ("mutant", "politician", "monk"):
        table = seated("imp", "poisoner", character, "virgin", "chef", "empath", script=(*TOWN, "empath"))
        play_to(table, "day")
        nominate(table, 5, 2, votes=(0, 3, 4, 5))
        table.answer(Close())
        play_to(table, "day")
        assert table.game.dead >> 2 & 1
        games.append(table)
    assert same_for((None, 0, 1, 3, 4, 5), *games)
    said = [line for line in public_view(games[0])["log"] if line.get("player") == 2]
    assert [line["what"] for line in said] == ["about to die", "executed", "died"]
    assert all(set(line) == {"what", "player"} for line in said)


def test_organgrinder_16_open_votes_dont_tell_why_they_are_open() -> None:
    """Drunk by choice, poisoned, or dead: the votes are open, and that is all that anybody sees."""
    games = []
    for why in ("drunk", "poisoned", "drunk by hand"):
        table = seated("imp", "organgrinder", *TOWN[2:7])
        play_to(table, "organgrinder.choose").answer(why == "drunk")
        play_to(table, "day")
        if why != "drunk":
            change(table, "poison" if why == "poisoned" else "drunk", 1)
        nominate(table, 2, 3, votes=(2, 4))
        play_to(table, "day")
        assert table.game.secret_vote is False
        games.append(table)
    assert same_for((None, 0, 2, 3, 4, 5, 6), *games)


def test_organgrinder_16_secret_votes_tell_nothing_but_that_they_were_held() -> None:
    games = []
    for hands in ((2,), (2, 4, 5, 6)):
        table = seated("imp", "organgrinder", *TOWN[2:7])
        play_to(table, "organgrinder.choose").answer(value=False)
        nominate(table, 2, 3, votes=hands)
        play_to(table, "day")
        assert table.game.secret_vote is True
        games.append(table)
    assert games[0].game.about_to_die != games[1].game.about_to_die
    assert same_for((None, 0), *games)
    assert public_view(games[0])["log"][-1] == {"what": "secret vote", "nominee": 3}


def test_organgrinder_11_and_17_are_advice_that_stands_with_the_character() -> None:
    notes = automated()["organgrinder"].notes
    assert any("asks why" in note and "there is an Organ Grinder" in note for note in notes)
    assert any("touching or listening" in note for note in notes)


def guessed(*guesses: tuple[int, str]) -> Table:
    """A day on which the Juggler has guessed."""
    table = play_to(seated("juggler", "imp", *TOWN[1:6]), "day")
    table.answer(Use(0, "juggler", (("guesses", guesses),)))
    return table


def test_juggler_13_and_15_the_guesses_are_heard_and_how_many_are_right_is_not() -> None:
    table = guessed((1, "imp"), (2, "poisoner"), (3, "saint"))
    assert [t.name for t in table.game.tokens].count("juggler.correct") == 2
    used = {
        "what": "used",
        "player": 0,
        "character": "juggler",
        "details": {"guesses": [[1, "imp"], [2, "poisoner"], [3, "saint"]]},
    }
    for view in (public_view(table), *(player_view(table, p) for p in range(7))):
        assert used in view["log"]
        assert b"correct" not in to_bytes(view)


def test_juggler_13_right_and_wrong_guesses_look_the_same() -> None:
    """The same words in two games, in one of which they are right."""
    games = []
    for second in ("poisoner", "witch"):
        table = play_to(
            seated("juggler", "imp", second, *TOWN[2:6], script=(*TOWN, "witch", "juggler")), "day"
        )
        table.answer(Use(0, "juggler", (("guesses", ((2, "poisoner"),)),)))
        play_to(table, "day")
        games.append(table)
    right = [sum(t.name == "juggler.correct" for t in table.game.tokens) for table in games]
    assert right == [1, 0]
    assert same_for((None, 0, 3, 4, 5, 6), *games)


def test_slayer_9_only_the_final_pick_reaches_the_rules() -> None:
    """Until it is given, nothing has happened; taken back, it has never been given."""
    table = play_to(seated("slayer", "imp", *TOWN[2:7]), "day")
    before = to_bytes(public_view(table))
    table.answer(Use(0, "slayer", (("choose", 3),)))
    assert [t.name for t in table.game.tokens if t.player == 0] == ["slayer.no_ability"]
    table.undo()
    assert to_bytes(public_view(table)) == before
    assert not [t for t in table.game.tokens if t.player == 0]
    table.answer(Use(0, "slayer", (("choose", 1),)))
    assert table.outcome is not None
    assert table.outcome.reason == "demon_dead"


# -- what is suggested -------------------------------------------------------------------------------


@pytest.mark.parametrize("dead", [(), (4,), (4, 5)])
def test_sage_8_two_living_players_are_suggested_early_on(dead: tuple[int, ...]) -> None:
    answers = Answers({"imp.choose": 1})
    game = game_of(["imp", "sage", *TOWN[1:7]], answers)
    play_game_to(game, "nightfall", "morning")
    next_dusk(game)
    for player in dead:
        game.dead |= 1 << player
    game.changed()
    play_game_to(game, "morning")
    shown = answers.last("sage.show")
    pair = shown.default.players
    assert 0 in pair, "its killer"
    assert 1 not in pair, "and not the Sage, who knows better"
    assert not any(p in dead for p in pair)
    assert all(0 in option.players for option in shown.options)


@pytest.mark.parametrize(
    ("ours", "before", "winner"),
    [
        (Seat("saint"), None, "evil"),
        (Seat("saint", None, evil=True), None, "good"),
        (Seat("saint"), "poison", None),
        (Seat("saint"), "tealady.cannot_die", None),
    ],
    ids=["good", "evil", "poisoned", "protected"],
)
def test_saint_11_what_an_execution_would_bring_can_be_seen_beforehand(
    ours: Seat, before: str | None, winner: str | None
) -> None:
    """Played on from a copy; the game itself hasn't moved."""
    table = play_to(seated("imp", "baron", ours, *TOWN[4:7], script=(*TOWN, "baron", "tealady")), "day")
    if before is not None:
        change(table, *(("poison", 2) if before == "poison" else ("token", 2, before)))
    looks = to_bytes(public_view(table))
    fork = table.fork(table.tree.head)
    fork.answer(Execute(2))
    assert (fork.outcome.winner if fork.outcome is not None else None) == winner
    assert to_bytes(public_view(table)) == looks
    assert table.outcome is None


def test_ojo_9_the_ojo_points_at_the_character_sheet() -> None:
    assert any("on the sheet" in line for line in automated()["ojo"].how_to_run)


def test_alsaahir_20_without_the_cap_everybody_may_guess() -> None:
    guess = (("minions", (1,)), ("demons", (0,)))
    table = play_to(seated("imp", "poisoner", *TOWN[2:7], script=(*TOWN, "alsaahir")), "day")
    for player in range(2, 7):
        use = Use(player, "alsaahir", guess)
        assert table.question is not None
        assert table.question.allows(use)
        table.answer(use)
        play_to(table, "day")


def test_alsaahir_20_with_the_cap_three_players_a_day_may_guess(tmp_path: Path) -> None:
    guess = (("minions", (1,)), ("demons", (0,)))
    of = header(("imp", "poisoner", *TOWN[2:7]), script=(*TOWN, "alsaahir"))
    table = play_to(opened(of), "day")
    change(table, "limit", "alsaahir", 3)
    for day in (1, 2):
        for player in range(2, 7):
            use = Use(player, "alsaahir", guess)
            assert table.question is not None
            assert table.question.allows(use) is (player < 5)
            if player < 5:
                table.answer(use)
                play_to(table, "day")
        if day == 1:
            table.answer(Close())
            play_to(table, "day")
    save(tmp_path / "game.jsonl", of, table.tree)
    with load(tmp_path / "game.jsonl") as again:
        assert again.table.game.limits == table.game.limits == {"alsaahir": 3}


def test_gossip_4_only_the_first_statement_of_a_day_is_put_before_the_storyteller() -> None:
    statement = (("statement", "It is Ada."),)
    answers = Answers({"day": [Use(1, "gossip", statement), Use(1, "gossip", statement), Close()]})
    game = game_of(["imp", "gossip", "saint", "virgin", "empath"], answers)
    play_game_to(game, "dusk")
    assert answers.names.count("gossip.true") == 1


@pytest.mark.parametrize("host", range(5))
def test_lleech_21_only_of_being_its_own_host_the_lleech_is_warned(host: int) -> None:
    ear = Ear()
    game = game_of(
        ["lleech", "saint", "virgin", "empath", "mutant"], Answers({"lleech.choose": host}), listen=ear
    )
    play_game_to(game, "dawn")
    assert [warned.question for warned in ear.of(Warned)] == ["lleech.21"] * (host == 0)


# -- scripts -----------------------------------------------------------------------------------------


def test_general_1_the_script_that_knell_starts_from() -> None:
    script = bundled_script("첨성대에 흐른 피")
    assert script is not None
    assert (script.name, script.author) == ("첨성대에 흐른 피", "대경대경")
    by_type: dict[str, list[str]] = {}
    for character in script.characters:
        by_type.setdefault(FACTS[character].type, []).append(character)
    assert {kind: len(ids) for kind, ids in by_type.items()} == {
        "townsfolk": 12,
        "outsider": 4,
        "minion": 4,
        "demon": 4,
    }
    assert set(by_type["outsider"]) == {"drunk", "saint", "mutant", "politician"}
    assert set(by_type["minion"]) == {"poisoner", "witch", "scarletwoman", "baron"}
    assert set(by_type["demon"]) == {"nodashii", "imp", "vortox", "lleech"}


# -- characters that aren't there --------------------------------------------------------------------


class Mask(Outsider):
    """Might look like a Townsfolk, as a Spy does."""

    id = "mask"

    def disguises(self, turn: Turn) -> Iterable[tuple[bool, str]]:
        yield False, "empath"


class Slow(Demon):
    """Poisons somebody, who dies of it in the next night."""

    id = "slow"
    tokens: ClassVar = {"poisoned": TokenType(Effect.POISONED), "dead": TokenType(until=Until.DUSK)}

    def night(self, turn: Turn) -> None:
        for player in turn.marked("poisoned"):
            turn.unmark("poisoned", player)
            turn.kill(player)
        turn.mark("poisoned", turn.choose_player(turn.everyone))


class Herald(Minion):
    """Chooses a player by day, aloud, and curses them."""

    id = "herald"
    tokens: ClassVar = {"cursed": TokenType(Effect.OTHER, Until.DUSK)}
    form = (FormField("choose", FieldShape.PLAYER),)

    def use(self, turn: Turn, use: Use) -> None:
        turn.mark("cursed", use.detail("choose"))


def table_with(own: Any, ids: list[str], answers: Answers) -> Game:
    """A table with a made-up character, which comes where the Imp comes in the night."""
    characters = [own if i == own.id else automated()[i] for i in dict.fromkeys(ids)]
    orders = [tuple(own.id if i == "imp" else i for i in night) for night in (FIRST_NIGHT, OTHER_NIGHTS)]
    cast = Cast(characters, *orders)
    game = seat(cast, NAMES[: len(ids)], [Seat(i) for i in ids], answers)
    return play_game_to(game, "nightfall")


@pytest.mark.parametrize("says", ["townsfolk", "outsider"])
def test_virgin_16_a_nominator_who_might_look_like_a_townsfolk_is_ruled_on(says: str) -> None:
    answers = Answers({"registers": says, "day": [Nominate(2, 1), Close()], "vote": False})
    game = table_with(Mask(), ["imp", "virgin", "mask", "empath", "saint"], answers)
    play_game_to(game, "day")
    play_game_to(game, "nightfall")
    question = answers.last("registers")
    assert (question.kind, question.player) == (Kind.RULING, 2)
    assert question.default == "outsider"
    assert set(question.options) == {"outsider", "townsfolk"}
    assert bool(game.dead >> 2 & 1) is (says == "townsfolk")
    assert [t.name for t in game.tokens] == ["virgin.no_ability"]


@pytest.mark.parametrize("chosen", [1, 0], ids=["a good player", "an evil player"])
def test_lycanthrope_13_a_kill_that_was_due_tonight_does_not_happen_either(chosen: int) -> None:
    answers = Answers(
        {
            "slow.choose": [3, 4, 4],
            "lycanthrope.choose": [0, chosen],
            "lycanthrope.faux_paw": 5,
            "day": Close(),
        }
    )
    ids = ["slow", "saint", "lycanthrope", "empath", "slayer", "virgin", "chef"]
    game = table_with(Slow(), ids, answers)
    for _ in range(3):
        play_game_to(game, "morning")
        next_dusk(game)
        if game.night == 2:
            assert not game.dead
    assert bool(game.dead >> 1 & 1) is (chosen == 1)
    assert bool(game.dead >> 3 & 1) is (chosen != 1)


def test_alchemist_11_a_choice_by_day_takes_effect_once_it_is_accepted() -> None:
    uses = [Use(1, "herald", (("choose", player),)) for player in (2, 3)]
    answers = Answers(
        {"alchemist.ability": "herald", "alchemist.reject": [True, False], "day": [*uses, Close()]}
    )
    game = table_with(Herald(), ["imp", "alchemist", "saint", "virgin", "empath", "herald"], answers)
    play_game_to(game, "day")
    play_game_to(game, "dusk")
    assert answers.names.count("alchemist.reject") == 2
    assert [t.player for t in game.tokens if t.name == "herald.cursed"] == [3]


def test_the_made_up_characters_are_of_their_types() -> None:
    assert [c.type for c in (Mask, Slow, Herald)] == [Type.OUTSIDER, Type.DEMON, Type.MINION]
