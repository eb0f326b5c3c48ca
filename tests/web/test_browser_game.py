"""The game in a real browser: whole games, and everything that must not get lost on the way."""

import json
import pathlib

import pytest
from playwright.sync_api import expect

from browser_of_knell import NAMES, Device, Screen, prepared
from browsing import LAPTOP, PHONE
from knell.characters import automated
from knell.facts import FACTS, FIRST_NIGHT


def played_out(screen: Screen) -> None:
    """Play from the first night to the end: one nomination a day, and everybody votes."""
    assert screen.view == "night"
    for number in range(1, 12):
        screen.through_the_night()
        if screen.view == "end":
            break
        assert screen.phase == f"Day {number}"
        alive = screen.alive()
        screen.nominate(alive[0], alive[1])
        if screen.view == "vote":
            screen.vote(*alive)
        if screen.view == "day":
            screen.close_day()
        if screen.view == "end":
            break
    assert screen.view == "end"


@pytest.mark.parametrize(
    ("device", "script"),
    [(LAPTOP, "cheomseongdae"), (PHONE, "cheomseongdae"), (PHONE, "lanterns"), (LAPTOP, "fog")],
    ids=["laptop", "phone", "lanterns", "fog"],
    indirect=["device"],
)
def test_a_whole_game_from_the_first_page_to_the_reveal(device: Device, script: str) -> None:
    screen = device.enter()
    prepared(screen, script=script)
    played_out(screen)
    page = screen.page
    winner = page.locator("#end-title").inner_text()
    assert "wins" in winner
    screen.next()
    assert "reveal" in page.locator(".end-panel").inner_text()
    while page.locator('[data-key="next"]').count():
        screen.next()
    assert page.locator(".result-side .folk li").count() == len(NAMES)
    assert page.locator(".chapter").count() >= 2


def test_characters_that_knell_does_not_know_are_run_by_hand(phone: Device, tmp_path: pathlib.Path) -> None:
    screen = phone.enter()
    page = screen.page
    townsfolk = [i for i in FIRST_NIGHT if i in FACTS and FACTS[i].type == "townsfolk"]
    unknown = [i for i in townsfolk if i not in automated()][:1]
    official = (*unknown, "clockmaker", "oracle", "savant", "chef", "artist", "barber", "klutz")
    evil = ("eviltwin", "cerenovus", "fanggu", "vigormortis")
    own = {
        "id": "lamplighter", "name": "Lamplighter", "team": "townsfolk", "ability": "Lights somebody.",
        "firstNight": 40, "otherNight": 60, "reminders": ["Lit"],
    }  # fmt: skip
    file = tmp_path / "sects.json"
    file.write_text(json.dumps([{"id": "_meta", "name": "Sects"}, *official, *evil, own]), encoding="utf-8")
    page.goto(screen.address("/scripts/upload/"))
    page.locator("input[type=file]").set_input_files(file)
    page.locator("main form button").first.click()
    page.get_by_role("heading", name="Sects").wait_for()
    script = page.url.rstrip("/").rpartition("/")[2]
    prepared(screen, NAMES[:7], script=script, keep=["lamplighter", *unknown])
    while page.locator("#step-title").inner_text() != "Lamplighter":
        screen.answer()
    assert "by hand" in page.locator("#step").inner_text()
    for id_ in unknown:
        done = page.locator(".tonight .done", has_text=FACTS[id_].name)
        assert done.get_by_text("run by hand").count() == 1
    assert screen.axe() == []
    played_out(screen)


def test_an_ability_is_put_together_for_the_amnesiac(device: Device) -> None:
    screen = device.enter()
    page = screen.page

    def decide() -> bool:
        blocks = page.locator(".blocks")
        if not blocks.count():
            return False
        assert screen.axe() == []
        assert blocks.locator("button").is_disabled()
        for name, value in (("choose", "player"), ("effect", "poisoned"), ("learn", "is_demon")):
            blocks.locator(f'[name="block.{name}"]').select_option(value)
            settled = f'.blocks:not(.htmx-added, .htmx-settling) option[value="{value}"][selected]'
            page.locator(settled).wait_for(state="attached")
        page.get_by_text("each night: chooses a player, learns whether one of them is a Demon").wait_for()
        blocks.locator("button").click()
        return True

    prepared(screen, script="fog", keep=["amnesiac"], decide=decide)
    while page.locator("#step-title").inner_text() != "Amnesiac":
        screen.answer()
    free = page.locator("#step .group-picks.players .pickable:has(input:not(:disabled))")
    chosen = free.nth(2).locator("label > span").first.inner_text()
    free.nth(2).locator("input").check(force=True)
    screen.next()
    assert page.locator("#step-title").inner_text() == "Amnesiac"
    assert page.locator("#step .chip").first.inner_text().startswith(chosen)
    assert page.locator('#step input[name="answer"]').count() in (1, 2)
    screen.seat(chosen).get_by_text("Poisoned").wait_for(state="attached")


def test_undo_goes_back_across_a_night_and_redo_comes_again(device: Device) -> None:
    screen = device.enter()
    for _ in range(6):
        prepared(screen)
        screen.through_the_night()
        screen.close_day()  # nobody is executed, which ends the game under a Vortox
        if screen.view == "night":
            screen.through_the_night()
        if screen.phase == "Day 2":
            break
    assert screen.phase == "Day 2"
    then = screen.state
    steps = 0
    while screen.phase != "Night 1":
        screen.click('[data-key="undo"]')
        steps += 1
        assert steps < 80
    assert screen.view == "night"
    for _ in range(steps):
        screen.click('[data-key="redo"]')
    assert screen.state == then
    assert screen.phase == "Day 2"


def test_a_reload_in_the_middle_of_a_vote_loses_nothing(device: Device) -> None:
    screen = device.enter()
    prepared(screen)
    screen.to_a_vote()
    nominee = screen.page.locator(".voter:has(.role) .name").last.inner_text()
    raised = screen.alive()[:6]
    for name in raised:
        screen.tap(name)
    for _ in range(4):
        screen.lock()
    before = (
        screen.page.locator(".voter.yes, .voter.no").count(),
        screen.page.locator(".voter.up").count(),
        screen.page.locator(".voter.asked .name").inner_text(),
        screen.page.locator(".tally b").inner_text(),
    )
    assert before[0] == 4
    screen.reload()
    after = (
        screen.page.locator(".voter.yes, .voter.no").count(),
        screen.page.locator(".voter.up").count(),
        screen.page.locator(".voter.asked .name").inner_text(),
        screen.page.locator(".tally b").inner_text(),
    )
    assert after == before
    screen.count_all()
    assert screen.view == "day"
    result = screen.page.locator(".result").inner_text()
    assert nominee in result
    assert f"{len(raised)} votes" in result


def test_the_hand_sweeps_and_locks_each_vote_as_it_passes(laptop: Device) -> None:
    screen = laptop.enter()
    prepared(screen)
    screen.to_a_vote()
    alive = screen.alive()
    page = screen.page
    page.locator('[data-speed="600"]').click()
    for name in alive[4:9]:
        screen.tap(name)
    page.keyboard.press("p")
    screen.until(lambda: page.locator(".voter.yes, .voter.no").count() >= 3)
    page.keyboard.press("p")  # pause
    page.wait_for_timeout(900)
    stands = page.locator(".voter.yes, .voter.no").count()
    page.wait_for_timeout(900)
    assert page.locator(".voter.yes, .voter.no").count() == stands
    screen.click('[data-key="undo"]')
    assert page.locator(".voter.yes, .voter.no").count() == stands - 1
    page.keyboard.press("p")
    page.locator(".cover").wait_for(timeout=15000)
    assert "5 votes" in page.locator(".cover").inner_text()
    screen.uncover()
    assert "5 votes" in page.locator(".result").inner_text()


def test_a_reload_in_the_middle_of_a_step_keeps_what_was_picked(device: Device) -> None:
    screen = device.enter()
    prepared(screen)
    for _ in range(40):
        if screen.page.locator(
            '.answer-form[data-shape="player"], .answer-form[data-shape="several"]'
        ).count():
            break
        screen.answer()
    free = screen.page.locator("#step .group-picks.players input:not(:disabled)")
    value = free.nth(2).get_attribute("value")
    free.nth(2).check(force=True)
    label = screen.page.locator(".next-label").inner_text()
    screen.reload()
    assert (
        screen.page.locator("#step .group-picks.players input:checked").first.get_attribute("value") == value
    )
    assert screen.page.locator(".next-label").inner_text() == label
    assert screen.page.locator(".ring .seat.chosen").count() == 1


def test_a_second_tab_follows_and_a_stale_answer_is_refused(laptop: Device) -> None:
    first = laptop.enter()
    game = prepared(first)
    second = laptop.open()
    second.go(game)
    assert second.state == first.state
    first.answer()
    second.until(lambda: second.state == first.state)
    asleep = laptop.open()
    asleep.page.route("**/live*", lambda route: route.abort())
    asleep.go(game)
    first.answer()
    asleep.click('[data-key="undo"]')
    assert asleep.page.locator(".notice.stale").count() == 1
    assert asleep.state == first.state


def test_killing_the_server_in_the_night_loses_nothing(device: Device) -> None:
    screen = device.enter()
    game = prepared(screen)
    screen.answer()
    screen.answer()
    state, title = screen.state, screen.page.locator("#step-title").inner_text()
    port = device.server.port
    device.server.kill()
    screen.page.locator('[data-key="undo"]').click()
    screen.page.wait_for_selector(".toast:popover-open")
    device.server.port = port
    device.server.start()
    screen.until(lambda: not screen.page.locator(".toast:popover-open").count(), 20)
    screen.go(game)
    assert (screen.state, screen.page.locator("#step-title").inner_text()) == (state, title)
    screen.through_the_night()
    assert screen.view == "day"


def test_a_night_and_a_vote_by_keyboard_alone(laptop: Device) -> None:
    screen = laptop.enter()
    prepared(screen)
    page, keys = screen.page, screen.page.keyboard
    page.mouse.move(2, 2)
    for _ in range(60):
        if screen.view == "day":
            break
        screen.hurry()
        if page.locator('.button.next[aria-disabled="true"]').count():
            for key in "35":
                if page.locator('.button.next[aria-disabled="true"]').count():
                    keys.press(key)
        screen.press("n")
        if screen.view == "card":
            screen.ready()
            for _page in range(page.locator(".card-face").count() - 1):
                keys.press("Enter")
            with screen.swapped():
                keys.down("Enter")
                page.wait_for_timeout(1150)
                keys.up("Enter")
    assert screen.view == "day"
    screen.press("v")
    keys.press("2")
    keys.press("6")
    screen.press("n")
    if screen.view == "vote":
        for key in "1345":
            keys.press(key)
        assert page.locator(".voter.up").count() == 4
        page.locator('[data-speed="600"]').focus()
        keys.press("Enter")
        keys.press("p")
        page.locator(".cover").wait_for(timeout=20000)
        keys.down("Enter")
        page.wait_for_selector('#game[data-view="day"]', timeout=5000)
        keys.up("Enter")
    assert page.locator(".result, .line").count()
    screen.press("u")
    keys.press("?")
    assert page.locator("#keys").is_visible()
    keys.press("Escape")
    assert not page.locator("#keys").is_visible()
    keys.press("ArrowRight")
    screen.press("i")
    assert screen.view == "seat"
    screen.press("Escape")
    assert screen.view != "seat"


def test_an_ability_that_is_claimed_too_often_is_limited_on_the_spot(device: Device) -> None:
    screen = device.enter()
    game = prepared(screen)
    for _ in range(60):
        if screen.view == "day":
            break
        screen.next() if not screen.page.locator('.next[aria-disabled="true"]').count() else screen.answer()
        if screen.view == "card":
            screen.close_card()
    page = screen.page
    screen.go(game + "?panel=use&act=slayer")
    page.get_by_text("How many players a day may use it").click()
    page.get_by_role("button", name="1", exact=True).click()
    expect(page.get_by_text("0 of 1 today")).to_be_visible()
    expect(page.get_by_role("button", name="1", exact=True)).to_have_attribute("aria-pressed", "true")
    assert screen.axe() == []
    page.get_by_role("button", name="no limit").click()
    expect(page.get_by_role("button", name="no limit")).not_to_be_visible()
    page.get_by_text("How many players a day may use it").click()
    expect(page.get_by_role("button", name="no limit")).to_have_attribute("aria-pressed", "true")
