"""Answers, undo, tabs that don't agree, the end and the reveal, through the forms."""

import pytest
from django.test import Client

import site_of_knell as site
from knell.engine import Phase
from knell.record import Level
from knell.seats import public_view
from knell.web.games import registry
from knell.web.games.models import Game, Line


@pytest.fixture
def client() -> Client:
    return site.storyteller()


@pytest.fixture
def game() -> str:
    return site.new_game()


def test_an_answer_is_a_line_before_it_is_seen(client: Client, game: str) -> None:
    before = Line.objects.filter(game_id=game).count()
    assert site.post(client, game, "default").status_code == 303
    kept = Line.objects.filter(game_id=game).order_by("number").last()
    assert kept is not None
    assert Line.objects.filter(game_id=game).count() > before
    assert f'"id":{site.table(game).head},' in kept.text


def test_a_game_is_opened_again_as_it_was(client: Client, game: str) -> None:
    for _ in range(15):
        site.post(client, game, "default")
    site.post(client, game, "undo")
    site.post(client, game, "note", text="remember", player="2")
    before = site.table(game)
    registry.forget(game)
    after = registry.get(game)
    assert after.table is not before
    assert after.table.line == before.line
    assert after.table.tree.entries == before.tree.entries
    assert [(n.text, n.player) for n in after.notes] == [("remember", 2)]


def test_an_answer_for_another_state_is_refused_and_says_what_happened(client: Client, game: str) -> None:
    old = site.state(game)
    site.post(client, game, "default")
    now = site.state(game)
    for name in ("answer", "default", "skip", "act", "override", "undo", "redo", "goto", "votes", "confirm"):
        response = site.post(client, game, name, state=old, answer="1")
        assert response.status_code == 409, name
        assert "Meanwhile the game has gone on elsewhere" in response.content.decode()
        assert site.state(game) == now
    assert site.post(client, game, "default", state="").status_code == 409
    assert site.post(client, game, "default", state="999").status_code == 409


def test_an_ability_that_is_used_aloud_is_limited_beside_it(client: Client, game: str) -> None:
    site.to_day(client, game)
    panel = f"/game/{game}/?panel=use&act=slayer"
    page = client.get(panel).content.decode()
    assert "How many players a day may use it" in page
    assert "&quot;most&quot;: &quot;1&quot;" in page
    assert "How many players a day" not in client.get(f"/game/{game}/?panel=use").content.decode()
    form = {"override": "limit", "character": "slayer", "most": "1", "next": "panel=use&act=slayer"}
    response = site.post(client, game, "override", **form)
    assert response.headers["Location"].endswith("?panel=use&act=slayer")
    assert site.table(game).game.limits == {"slayer": 1}
    assert "0 of 1 today" in client.get(panel).content.decode()
    use = {"act": "use", "character": "slayer", "detail.choose": "4"}
    assert site.post(client, game, "act", player="3", **use).status_code == 303
    assert "1 of 1 today" in client.get(panel).content.decode()
    response = site.post(client, game, "act", player="2", **use)
    assert response.status_code == 422
    assert "is limited to 1 a day" in response.content.decode()
    site.post(client, game, "override", **{**form, "most": "null"})
    assert site.table(game).game.limits == {}
    assert site.post(client, game, "act", player="2", **use).status_code == 303
    for nonsense in ("0", '"3"', "x", ""):
        assert site.post(client, game, "override", **{**form, "most": nonsense}).status_code == 422


def test_the_same_form_twice_counts_once(client: Client, game: str) -> None:
    old = site.state(game)
    assert site.post(client, game, "default", state=old).status_code == 303
    length = len(site.table(game).line)
    assert site.post(client, game, "default", state=old).status_code == 409
    assert len(site.table(game).line) == length


def test_htmx_gets_the_part_that_changes(client: Client, game: str) -> None:
    for state, status in ((site.state(game), 200), ("0", 409)):
        response = client.post(
            f"/game/{game}/default",
            {"state": state},
            headers={"hx-request": "true", "hx-current-url": "http://x/?seat=1"},
        )
        page = response.content.decode()
        assert response.status_code == status
        assert "<html" not in page
        assert 'id="game"' in page


def test_undo_and_redo_across_the_night(client: Client, game: str) -> None:
    site.to_day(client, game)
    table = site.table(game)
    day, line = table.head, table.line
    while table.game.phase is not Phase.SETUP and table.can_undo:
        assert site.post(client, game, "undo").status_code == 303
        table = site.table(game)
    while table.can_redo:
        assert site.post(client, game, "redo").status_code == 303
    assert (table.head, table.line) == (day, line)


def test_undo_goes_back_to_the_hand_out(client: Client) -> None:
    game = site.new_game()
    while site.table(game).game.phase is not Phase.SETUP:
        response = site.post(client, game, "undo")
    assert response.headers["Location"] == f"/game/{game}/setup/"
    assert client.get(f"/game/{game}/").headers["Location"] == f"/game/{game}/setup/"


def test_a_branch_can_be_gone_back_to(client: Client, game: str) -> None:
    site.to_day(client, game)
    there = site.table(game).head
    first = site.table(game).line[6].id
    assert site.post(client, game, "goto", entry=first, before="1").status_code == 303
    site.post(client, game, "default")
    assert any(branch.tip == there for branch in site.table(game).branches())
    assert site.post(client, game, "goto", entry=there).status_code == 303
    assert site.table(game).head == there


def test_a_vote_survives_the_server(client: Client, game: str) -> None:
    site.to_day(client, game)
    site.post(client, game, "act", act="nominate", nominator="0", nominee="3")
    question = site.table(game).question
    assert question is not None
    for _ in range(20):
        if question.name == "vote":
            break
        site.post(client, game, "default")
        question = site.table(game).question
        assert question is not None
    site.post(client, game, "answer", yes="1")
    site.post(client, game, "answer", yes="0")
    before = public_view(site.table(game))
    assert [hand["up"] for hand in before["day"]["vote"]["hands"]] == [True, False]
    registry.forget(game)
    assert public_view(site.table(game)) == before


def test_hands_are_counted_up_to_a_player_or_to_the_end(client: Client, game: str) -> None:
    site.to_day(client, game)
    site.post(client, game, "act", act="nominate", nominator="0", nominee="3")
    table = site.table(game)
    while table.question is not None and table.question.name != "vote":
        site.post(client, game, "default")
    assert table.question is not None
    order = [*table.game.clockwise_from(3), 3]
    site.post(client, game, "votes", up=["4", "5", "8"], until=str(order[1]))
    assert [entry.answer for entry in table.in_step] == [True, True]
    site.post(client, game, "votes", up=["8"])
    assert table.question is not None
    assert table.question.name != "vote"
    assert [entry.answer for entry in table.line[-10:] if entry.asked == "vote"].count(True) == 3


def test_answers_come_as_fields_or_as_json(client: Client) -> None:
    game = site.new_game(seed=3)
    table = site.table(game)
    for _ in range(60):
        question = table.question
        assert question is not None
        if question.name == "day":
            break
        default = table.default()
        if isinstance(default, int) and not isinstance(default, bool) and question.kind.name == "CHOICE":
            response = site.post(client, game, "answer", player=str(default))
        elif isinstance(default, tuple) and question.kind.name == "CHOICE":
            response = site.post(client, game, "answer", player=[str(p) for p in reversed(default)])
        elif hasattr(default, "character"):
            players = [str(p) for p in reversed(default.players)]
            response = site.post(client, game, "answer", player=players, character=default.character)
        else:
            response = site.post(client, game, "default")
        assert response.status_code == 303, question


def test_automation_is_kept(client: Client, game: str) -> None:
    assert site.post(client, game, "automation", name="show", level="automatic").status_code == 303
    registry.forget(game)
    assert site.table(game).automation.levels["show"] is Level.AUTOMATIC
    assert site.post(client, game, "automation", name="show", level="sometimes").status_code == 422
    assert site.post(client, game, "automation", name="*", level="by hand").status_code == 303
    registry.forget(game)
    assert site.table(game).automation.default is Level.BY_HAND


def end(client: Client, game: str) -> None:
    site.to_day(client, game)
    assert site.post(client, game, "override", override="end", evil_won="1").status_code == 303
    assert site.table(game).over


def test_the_town_hears_of_the_end_when_it_is_confirmed(client: Client, game: str) -> None:
    site.to_day(client, game)
    address = site.town(game)
    before = registry.get(game).public()
    assert site.post(client, game, "confirm").status_code == 422
    end(client, game)
    assert registry.get(game).public() == before
    registry.forget(game)
    assert registry.get(game).public() == before
    assert site.post(client, game, "confirm").status_code == 303
    told = registry.get(game).public()
    assert told.winner == "evil"
    assert registry.get(game).revealed() is None
    assert site.anybody().get(address).status_code == 200
    site.post(client, game, "undo")
    assert "winner" not in registry.get(game).public().to_plain()


def test_the_reveal_comes_in_stages(client: Client, game: str) -> None:
    end(client, game)
    assert site.post(client, game, "reveal", stage="1").status_code == 422
    site.post(client, game, "confirm")
    assert site.post(client, game, "reveal", stage="1").status_code == 303
    first = registry.get(game).revealed()
    assert first is not None
    assert {said["number"] for said in first["log"]} <= {0}
    site.post(client, game, "reveal", stage="2")
    registry.forget(game)
    second = registry.get(game).revealed()
    assert second is not None
    assert len(second["log"]) > len(first["log"])


def test_a_timer_shows_by_day_only(client: Client, game: str) -> None:
    from knell.web.games.publish import town_of

    site.post(client, game, "timer", seconds="90")
    assert town_of(registry.get(game)).timer is None
    site.to_day(client, game)
    site.post(client, game, "timer", seconds="90")
    assert town_of(registry.get(game)).timer is not None
    site.post(client, game, "timer", seconds="0")
    assert town_of(registry.get(game)).timer is None
    assert site.post(client, game, "timer", seconds="99999999").status_code == 422


def test_the_time_to_talk_ends_with_its_day(client: Client, game: str) -> None:
    site.to_day(client, game)
    site.post(client, game, "timer", seconds="300")
    assert registry.get(game).timer
    site.post(client, game, "act", act="close")
    while site.table(game).question is not None and site.table(game).game.phase is Phase.DAY:
        site.post(client, game, "default")
    assert registry.get(game).timer is None


@pytest.mark.parametrize(("given", "evil"), [("", True), ("0", False), ("1", True)])
def test_a_travellers_side_is_drawn_unless_it_is_chosen(
    client: Client, game: str, monkeypatch: pytest.MonkeyPatch, given: str, evil: bool
) -> None:
    monkeypatch.setattr("knell.web.games.forms.dice.choice", lambda sides: sides[0])
    site.to_day(client, game)
    site.post(client, game, "act", act="join", name="Tess", character="thief", after="0", evil=given)
    there = site.table(game).game
    assert bool(there.evil >> there.names.index("Tess") & 1) is evil


def test_notes_are_the_storytellers(client: Client, game: str) -> None:
    site.post(client, game, "note", text="  Bo suspects Ada ", player="2")
    note = registry.get(game).notes[0]
    assert (note.text, note.player) == ("Bo suspects Ada", 2)
    assert site.post(client, game, "note", text=" ").status_code == 422
    site.post(client, game, "note", delete=str(note.id))
    assert not registry.get(game).notes


def test_nothing_happens_that_cant_be_written(
    client: Client, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from django.db import OperationalError

    from knell.web.games import journal

    def full(*_arguments: object) -> None:
        raise OperationalError("database or disk is full")

    site.post(client, game, "default")
    before, line = site.state(game), site.table(game).line
    monkeypatch.setattr(journal, "write_lines", full)
    for name in ("default", "undo"):
        response = site.post(client, game, name)
        assert response.status_code == 507, name
        assert "disk is full" in response.content.decode()
        assert (site.state(game), site.table(game).line) == (before, line)
    monkeypatch.undo()
    assert site.post(client, game, "default").status_code == 303


def test_a_record_that_is_damaged_can_be_looked_at(client: Client, game: str) -> None:
    for _ in range(6):
        site.post(client, game, "default")
    row = Line.objects.filter(game_id=game).order_by("number")[9]
    Line.objects.filter(id=row.id).update(text=row.text.replace('"answer":', '"answer":"nonsense","x":'))
    registry.forget(game)
    page = client.get(f"/game/{game}/")
    assert page.status_code == 200
    assert "can only be looked at" in page.content.decode()
    assert site.post(client, game, "default").status_code == 422
    assert Game.objects.get(id=game).id == game
