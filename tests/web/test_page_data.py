"""What the pages of a game are made of: for every question that can come up, and at every moment."""

import json
import random
from contextlib import suppress
from typing import Any
from urllib.parse import parse_qsl

import pytest
from django.http import QueryDict
from django.template.loader import render_to_string

import site_of_knell as site
from knell.characters import automated
from knell.engine import (
    SKIP,
    Close,
    Identity,
    Kind,
    Nominate,
    OverrideRefused,
    Pair,
    Phase,
    Pointing,
    Question,
    Seat,
    SetupRefused,
    Use,
    overrides,
)
from knell.engine.plain import to_plain
from knell.facts import FACTS
from knell.record import Automation, Deal, Header, IllegalAnswer, ScriptPart, Table
from knell.scripts import load
from knell.texts import languages, use_language
from knell.web.games import registry
from knell.web.games.forms import read_answer
from knell.web.games.publish import town_of
from knell.web.games.registry import Playing
from knell.web.grimoire.choices import choices
from knell.web.grimoire.page import game_page
from knell.web.grimoire.scene import Scene
from knell.web.town.page import town_page

EVERYBODY = tuple(i for i in automated() if FACTS[i].type != "traveller")
TRAVELLERS = tuple(i for i in FACTS if FACTS[i].type == "traveller")
TEN = (
    "empath",
    "poisoner",
    "fortuneteller",
    "undertaker",
    "drunk",
    "imp",
    "saint",
    "virgin",
    "washerwoman",
    "baron",
)
PANELS = (
    "hand", "automation", "timeline", "notes", "people", "nominate", "use", "exile", "execute",
    "traveller", "leave", "visit",
)  # fmt: skip


def playing(header: Header) -> Playing:
    """A game that is kept nowhere."""
    return Playing(
        id="x",
        town="y",
        header=header,
        table=Table(header.begin(), seed=header.seed),
        script=load("cheomseongdae"),
        title="A game",
        handout={},
        notes=[],
        confirmed_at=None,
        stage=0,
        notices=[],
    )


def seated(*characters: str, **believes: str) -> Playing:
    seats = tuple(Seat(i, believes.get(i)) for i in characters)
    script = ScriptPart("A script", ScriptPart.of(load("cheomseongdae")).characters, others=TRAVELLERS)
    return playing(Header(script, site.PEOPLE[: len(seats)], seats=seats, seed=3))


def random_game(seed: int) -> Playing | None:
    chance = random.Random(seed)
    guests = tuple(
        Seat(i, None, chance.random() < 0.5) for i in chance.sample(TRAVELLERS, chance.randint(0, 3))
    )
    count = chance.randint(5, 15)
    names = tuple(f"{chance.choice(('Ada', '지민', '<i x>&', 'Sam'))}{n}" for n in range(count + len(guests)))
    of_script = ScriptPart.of(load("cheomseongdae")).characters
    script = ScriptPart("A script", EVERYBODY if seed % 2 else of_script, others=TRAVELLERS)
    try:
        return playing(Header(script, names, deal=Deal(travellers=guests), seed=seed))
    except SetupRefused:
        return None


def until(game: Playing, name: str, *, night: int = 0, plan: dict[str, list[Any]] | None = None) -> None:
    """Play on until a question of that name comes up."""
    plan = plan or {}
    table = game.table
    for _ in range(300):
        question = table.question
        assert question is not None
        if question.name == name and table.game.night >= night and not plan.get(name):
            game.changed()
            say_everything(game)
            return
        if plan.get(question.name):
            table.answer(plan[question.name].pop(0))
        elif question.kind is Kind.DAY:
            table.answer(Close())
        elif question.kind is Kind.CHOICE:
            table.answer(table.draw())
        else:
            table.answer_default()
    raise AssertionError(f"{name} isn't asked")


def say_everything(game: Playing) -> None:
    """Say every dusk and dawn that is to be said."""
    while game.to_say is not None:
        game.say()


def page(game: Playing, **params: str) -> dict[str, Any]:
    return game_page(game, params, None)


def rendered(game: Playing, **params: str) -> str:
    return render_to_string("grimoire/_game.html", page(game, **params))


# -- every question and every moment -----------------------------------------------------------------


def fields_for(answer: Any, form: dict[str, Any]) -> dict[str, list[str]]:
    """What the browser sends when somebody picks this answer on the page."""
    value = json.dumps(to_plain(answer), ensure_ascii=False, separators=(",", ":"))
    tiles = [tile["value"] for tile in form["tiles"]]
    if tiles:
        assert value in tiles
        return {"answer": [value]}
    if answer is None:
        assert form["declines"]
        return {"none": ["1"]}
    players: list[int] = []
    characters: list[str] = []
    match answer:
        case Pointing():
            players, characters = list(answer.players), [answer.character]
        case Pair():
            players = list(answer.players)
        case Identity():
            players, characters = [answer.player], [answer.character]
        case tuple():
            players = [part for part in answer if isinstance(part, int)]
            characters = [part for part in answer if isinstance(part, str)]
        case int():
            players = [answer]
        case str():
            characters = [answer]
    listed: dict[str, set[str]] = {}
    for group in form["groups"]:
        items = [*group["items"], *(item for section in group["sections"] for item in section["items"])]
        listed.setdefault(group["name"], set()).update(i["value"] for i in items if not i["disabled"])
    assert {str(p) for p in players} <= listed.get("player", set())
    assert set(characters) <= listed.get("character", set())
    return {"player": [str(p) for p in players], "character": characters}


def as_form(fields: dict[str, list[str]]) -> QueryDict:
    form = QueryDict(mutable=True)
    for name, values in fields.items():
        form.setlist(name, values)
    return form


def on_a_page(question: Question) -> bool:
    return question.kind in (Kind.CHOICE, Kind.SHOW, Kind.RULING)


@pytest.mark.parametrize("seed", range(10))
def test_whatever_may_be_answered_can_be_picked_on_the_page(seed: int) -> None:
    game = random_game(seed)
    if game is None:
        return
    chance = random.Random(seed)
    table = game.table
    for _ in range(160):
        question = table.question
        if question is None:
            break
        answer = table.draw() if question.kind is not Kind.DAY else Close()
        if question.kind is Kind.DAY and chance.random() < 0.6:
            answer = chance.choice(list(question.options))
        if table.game.phase is not Phase.SETUP and on_a_page(question) and len(question.options):
            form = choices(Scene(game, {}, None), question)
            assert read_answer(as_form(fields_for(answer, form)), question) == answer
        try:
            table.answer(answer)
        except (IllegalAnswer, SetupRefused):
            table.answer_default()
        game.changed()


@pytest.mark.parametrize("seed", range(20, 26))
def test_every_page_can_be_shown_at_every_moment_in_every_language(seed: int) -> None:
    game = random_game(seed)
    if game is None:
        return
    chance = random.Random(seed)
    table = game.table
    for step in range(140):
        question = table.question
        if question is None:
            break
        if table.game.phase is not Phase.SETUP:
            ring, entries = table.game.ring, len(table.tree)
            params = chance.choice(
                (
                    {},
                    {
                        "seat": str(chance.choice(ring)),
                        "act": chance.choice(("", "reminder", "character", "seat")),
                    },
                    {"panel": chance.choice(PANELS)},
                    {"panel": "use", "act": chance.choice(("slayer", "juggler", "gossip", "amnesiac"))},
                    {"at": str(chance.randint(0, entries)), "as": str(chance.choice(ring))},
                    {"card": chance.choice(("last", str(chance.randint(0, entries))))},
                )
            )
            with use_language(languages()[step % len(languages())]):
                assert "<i x>&" not in rendered(game, **params)
                render_to_string("town/_town.html", town_page(town_of(game)))
        if chance.random() < 0.05 and table.game.characters:
            by_hand = chance.choice(("kill", "revive", "poison", "registers_dead"))
            with suppress(OverrideRefused):
                table.override(overrides.read(by_hand, (chance.choice(table.game.ring),)))
            game.changed()
            continue
        try:
            table.answer(Close() if question.kind is Kind.DAY and chance.random() < 0.3 else table.draw())
        except (IllegalAnswer, SetupRefused):
            table.answer_default()
        game.changed()


# -- single things -----------------------------------------------------------------------------------


def test_the_ring_shows_what_is_true_and_what_is_believed() -> None:
    game = seated(*TEN, drunk="monk")
    until(
        game,
        "undertaker.show",
        night=2,
        plan={"imp.choose": [7], "day": [Nominate(2, 9)], "vote": [True] * 10},
    )
    seats = {seat["player"]: seat for seat in page(game)["ring"]["seats"]}
    assert "two-faced" in seats[4]["svg"]
    assert "#g-monk" in seats[4]["svg"]
    assert "unannounced" in seats[7]["svg"]
    assert 'class="shroud"' in seats[9]["svg"]
    assert (seats[9]["vote"], seats[0]["vote"]) == ("left", "")
    assert "now" in seats[3]["marks"]
    game.table.override(overrides.read("alignment", (0, True)))
    game.changed()
    assert page(game)["ring"]["seats"][0]["turned"] == "side-evil"


def test_reminders_beyond_four_are_counted_and_suspended_ones_look_so() -> None:
    game = seated(*TEN, drunk="monk")
    until(game, "day", plan={"poisoner.choose": [2], "fortuneteller.red_herring": [8]})
    for name in "abcdef":
        game.table.override(overrides.read("token", (6, name)))
    game.table.override(overrides.read("poison", (1,)))
    game.changed()
    seats = {seat["player"]: seat for seat in page(game)["ring"]["seats"]}
    assert [r["label"] for r in seats[6]["reminders"]] == ["f", "e", "d"]
    assert (seats[6]["more"], seats[6]["more_narrow"]) == (3, 5)
    assert [r["suspended"] for r in seats[2]["reminders"]] == [True]


def test_of_many_reminders_those_that_matter_stay_in_sight() -> None:
    game = seated(*TEN, drunk="monk")
    until(game, "day", plan={"fortuneteller.red_herring": [8]})
    for name in (
        "poisoner.poisoned",
        "monk.safe",
        "washerwoman.wrong",
        "undertaker.died_today",
        "fool.no_ability",
    ):
        game.table.override(overrides.read("token", (6, name)))
    game.changed()
    seat = page(game)["ring"]["seats"][6]
    assert [r["label"] for r in seat["reminders"]] == ["Poisoned", "No ability", "Safe"]
    assert seat["more"] == 2


def test_undo_says_what_it_undoes_and_who_has_seen_it() -> None:
    game = seated(*TEN, drunk="monk")
    until(game, "fortuneteller.choose", plan={"poisoner.choose": [2]})
    game.table.answer((3, 5))
    game.changed()
    assert page(game)["undo"]["seen"] == "Nobody has seen it yet"
    assert page(game)["undo"]["undo"] == "Bo chose 서연, Dot"
    game.table.answer_default()
    game.changed()
    assert page(game)["undo"]["seen"].endswith(("has seen it", "The town hasn't been told"))


def test_a_step_says_whether_the_ability_works_and_what_was_chosen() -> None:
    game = seated(*TEN, drunk="monk")
    until(game, "fortuneteller.show", plan={"poisoner.choose": [2], "fortuneteller.choose": [(3, 5)]})
    step = page(game)["step"]
    assert not step["works"]["ok"]
    assert "지민" in step["works"]["text"]
    assert [chip["player"] for chip in step["chosen"][0]["chips"]] == [3, 5]
    assert {tile["small"] for tile in step["form"]["tiles"]} == {"true", "false"}
    assert sum(tile["suggested"] for tile in step["form"]["tiles"]) == 1


FOG = ("gossip", "mutant", "slayer", "amnesiac", "imp", "empath", "witch", "saint")


def in_the_fog(**plan: list[Any]) -> Playing:
    """A game with people who speak aloud, at its second day."""
    script = ScriptPart("A script", EVERYBODY, others=TRAVELLERS)
    game = playing(Header(script, site.PEOPLE[: len(FOG)], tuple(Seat(i) for i in FOG), seed=3))
    until(game, "day", night=2, plan={"amnesiac.ability": ["is never asked for the time"], **plan})
    return game


def answered(game: Playing, answer: Any) -> dict[str, Any]:
    game.table.answer(answer)
    game.changed()
    return page(game)


def test_a_dusk_and_a_dawn_are_said_before_the_game_goes_on() -> None:
    game = in_the_fog(**{"imp.choose": [5]})
    game.heard_of.clear()
    game.said = 3  # day 1 has begun, and its dusk hasn't been said
    names = site.PEOPLE
    shown = page(game)
    assert (shown["view"], shown["phase"]) == ("saying", "Dusk")
    assert shown["say"]["lines"] == ["Nobody is executed.", "Night falls. Everybody, close your eyes."]
    assert game.public().to_plain()["phase"] == "day"
    game.said = 4
    shown = page(game)
    assert (shown["view"], shown["phase"]) == ("saying", "Dawn")
    assert shown["say"]["lines"] == [f"{names[5]} died in the night."]
    assert game.public().to_plain()["phase"] == "night"
    assert not any(person.dead for person in game.public().players)
    game.said = 5
    assert page(game)["view"] == "day"
    assert [person.dead for person in game.public().players].index(True) == 5


def test_whoever_acts_by_day_has_heard_of_the_dawn_and_what_is_undone_was_not_said() -> None:
    game = in_the_fog(**{"imp.choose": [5]})
    game.heard_of.clear()
    game.said = 4
    answered(game, Use(2, "slayer", (("choose", 3),)))
    assert (game.said, game.to_say) == (5, None)
    while game.table.game.night == 2 and game.table.game.phase is Phase.DAY:
        game.table.undo()
    game.table.undo()
    game.changed()
    assert (game.said, game.table.game.phase) == (4, Phase.NIGHT)


def test_changes_by_hand_stand_beside_what_happened() -> None:
    game = in_the_fog(**{"imp.choose": [5]})
    game.table.override(overrides.read("poison", (0,)))
    game.changed()
    shown = page(game)
    assert shown["today"]["by_hand_title"] == "1 change by hand"
    assert len(shown["today"]["lines"]) == 1


def test_what_came_of_a_shot_is_said() -> None:
    game = in_the_fog(**{"imp.choose": [5]})
    names = site.PEOPLE
    shown = answered(game, Use(2, "slayer", (("choose", 3),)))
    assert shown["day"]["last"]["text"].endswith(f"on {names[3]}: nothing happens.")
    assert shown["today"]["lines"][-1]["note"] == f"{names[3]}: nothing happens"


def test_a_step_shows_what_was_said_and_what_only_the_storyteller_knows() -> None:
    game = in_the_fog(**{"imp.choose": [5]})
    step = answered(game, Use(0, "gossip", (("statement", "Bo is evil"),)))["step"]
    assert step["chosen"][0]["title"] == f"{site.PEOPLE[0]} said"
    assert step["chosen"][0]["text"] == "“Bo is evil”"
    assert not step["chosen"][0]["chips"]
    game.table.answer_default()
    step = answered(game, Use(3, "amnesiac", (("guess", "the Empath"),), True))["step"]
    assert step["reminders"] == ["The hidden ability: is never asked for the time"]
    seat = page(game, seat="3")["seat"]
    assert seat["abilities"][0]["reminders"] == step["reminders"]


def test_an_execution_for_madness_takes_two_taps() -> None:
    game = in_the_fog(**{"imp.choose": [5]})
    ruling = page(game)["day"]["rulings"][0]
    params = dict(parse_qsl(ruling["link"].lstrip("?")))
    day = page(game, **params)["day"]
    assert day["mode"] == "execute"
    assert day["form"]["ruling"] == "mutant.execute"
    assert [one["value"] for one in day["form"]["groups"][0]["items"] if one["checked"]] == ["1"]
    assert 'name="override" value="rule"' in rendered(game, **params)


def test_the_threshold_names_whoever_holds_the_most() -> None:
    game = in_the_fog(**{"imp.choose": [5]})
    table, names = game.table, site.PEOPLE

    def voted(nominator: int, nominee: int, hands: int) -> str:
        table.answer(Nominate(nominator, nominee))
        while table.question is not None and table.question.kind is Kind.VOTE:
            table.answer(hands > 0)
            hands -= 1
        game.changed()
        threshold: str = page(game)["day"]["threshold"]
        return threshold

    plain = "4 needed: at least half of the 7 who are alive."
    assert page(game)["day"]["threshold"] == plain
    assert voted(0, 1, 3) == plain
    assert voted(1, 2, 4) == f"5 needed: more than {names[2]}'s 4. 4 is a tie, and nobody dies."
    table.answer(Nominate(2, 3))
    game.changed()
    assert ">At 4<" in rendered(game)
    table.undo()
    assert voted(2, 3, 4) == f"5 needed: more than the 4 that {names[2]} and {names[3]} have."


def test_a_rename_says_who_it_was() -> None:
    game = in_the_fog(**{"imp.choose": [5]})
    game.table.override(overrides.read("rename", (0, "Zoe")))
    game.changed()
    assert page(game)["undo"]["undo"] == f"{site.PEOPLE[0]} is called Zoe now"


def test_what_would_follow_is_told_before_it_happens() -> None:
    game = seated(*TEN, drunk="monk")
    until(game, "imp.choose", night=2)
    before = game.state
    lines = [line["text"] for line in page(game, **{"try": "7"})["step"]["follows"]]
    assert any("Eve dies" in line for line in lines)
    assert game.state == before
    assert page(game, **{"try": "nonsense"})["step"]["follows"] == page(game)["step"]["follows"]


def test_looking_back_as_a_player_shows_only_what_they_knew() -> None:
    game = seated(*TEN, drunk="monk")
    until(game, "day")
    past = page(game, at=str(game.table.head), **{"as": "4"})["past"]
    drawn = {seat["player"]: seat["svg"] for seat in past["ring"]["seats"]}
    assert "#g-monk" in drawn[4]
    assert "#g-drunk" not in drawn[4]
    assert not any(svg for player, svg in drawn.items() if player != 4)


def test_what_a_player_knew_by_night_is_as_old_as_dusk() -> None:
    game = seated(*TEN, drunk="monk")
    until(game, "day")
    game.table.answer(Close())
    until(game, "poisoner.choose", night=2)
    called = game.table.game.names[3]
    game.table.override(overrides.read("rename", (3, "Somebody else")))
    game.changed()
    past = page(game, at=str(game.table.head), **{"as": "4"})["past"]
    assert [seat["name"] for seat in past["ring"]["seats"]][3] == called
    assert not any("Somebody else" in line["text"] for line in past["told"])
    assert past["ring"]["seats"][4]["marks"] == "selected"


def test_a_card_holds_nothing_but_what_is_shown() -> None:
    game = seated(*TEN, drunk="monk")
    until(game, "day")
    table = game.table
    entry = table.override(overrides.read("show", (2, ("You chose", 3, 5))))
    game.changed()
    context = page(game, card=str(entry.id))
    assert (context["view"], context["scope"]) == ("card", "card")
    assert "ring" not in context
    assert "g-imp" not in context["sprite"]["markup"]
    assert [person["name"] for person in context["card"]["pages"][0]["people"]] == ["서연", "Dot"]
    assert context["card"]["pages"][0]["seats"]["me"] == 2


def shown(game: Playing) -> dict[str, Any]:
    """Answer the open showing and look at its card."""
    game.table.answer_default()
    game.changed()
    card: dict[str, Any] = page(game, card="last")["card"]
    return card


def test_minions_who_wake_together_share_a_card_that_is_turned_for_nobody() -> None:
    game = seated(*TEN)
    until(game, "minioninfo")
    demon, minions = shown(game)["pages"]
    assert [person["name"] for person in minions["people"]] == ["지민", "Sam (2)"]
    assert "me" not in demon["seats"]


def test_a_minion_alone_is_shown_the_demon_and_nothing_of_themselves() -> None:
    game = seated(*TEN[:9])
    until(game, "minioninfo")
    (demon,) = shown(game)["pages"]
    assert [person["name"] for person in demon["people"]] == ["Dot"]
    assert demon["seats"]["me"] == 1


def test_the_card_after_an_answer_is_that_answers_card() -> None:
    game = seated(*TEN[:7], "barista")
    until(game, "barista.tells")
    assert shown(game)["pages"][0]["title"] in ("sober and healthy", "acts twice")
    until(game, "barista.who", night=2)
    game.table.answer_default()
    game.changed()
    assert page(game, card="last")["view"] != "card"


def test_a_vote_is_safe_to_show_unless_it_is_secret() -> None:
    game = seated(*TEN, drunk="monk")
    until(game, "vote", plan={"day": [Nominate(2, 9)]})
    text = rendered(game)
    assert page(game)["scope"] == "town"
    assert not [i for i in TEN if f"g-{i}" in text]
    game = seated("baron", "imp", "empath", "virgin", "saint")
    until(game, "vote", plan={"day": [Nominate(2, 1)]})
    assert page(game)["scope"] == ("mine" if game.table.game.secret_vote else "town")


def test_a_left_out_choice_is_no_answer_on_the_page() -> None:
    game = seated(*TEN, drunk="monk")
    until(game, "poisoner.choose")
    assert page(game)["step"]["skippable"]
    game.table.answer(SKIP)
    game.changed()
    listed = page(game)["tonight"]["lines"] if "tonight" in page(game) else []
    assert any("not used" in line["note"] for line in listed)


def test_the_end_waits_to_be_confirmed_and_is_revealed_step_by_step() -> None:
    game = seated(*TEN, drunk="monk")
    until(game, "day")
    game.table.answer(Nominate(2, 5))
    while game.table.question is not None and game.table.question.name == "vote":
        game.table.answer(True)
    game.table.answer(Close())
    game.changed()
    assert game.table.over
    end = page(game)["end"]
    assert (end["confirmed"], end["winner"]) == (False, "good")
    assert town_page(town_of(game))["over"] is False
    game.confirmed_at = game.table.head
    game.changed()
    assert town_page(town_of(game))["reveal"] is None
    game.stage = 1
    game.changed()
    town = town_page(town_of(game))
    assert town["reveal"]["chapters"] == []
    assert "#g-imp" in {seat["player"]: seat["svg"] for seat in town["seats"]}[5]
    game.stage = 2
    game.changed()
    assert [part["title"] for part in town_page(town_of(game))["reveal"]["chapters"]] == [
        "Night 1",
        "Day 1",
    ]


def test_a_kept_game_shows_its_notes_and_its_settings() -> None:
    name = site.new_game(steps=3)
    client = site.storyteller()
    site.post(client, name, "note", text="Bo lies", player="2")
    site.post(client, name, "automation", name="show", level="by hand")
    with registry.playing(name) as game:
        assert page(game, seat="2")["seat"]["notes"][0]["text"] == "Bo lies"
        levels = page(game, panel="automation")["automation"]["kinds"][0]["levels"]
        assert [level["on"] for level in levels] == [True, False, False]
        assert isinstance(game.table.automation, Automation)
