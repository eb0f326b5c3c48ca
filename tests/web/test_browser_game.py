"""The game in a real browser: whole games, and everything that must not get lost on the way."""

import json
import pathlib
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from browser_of_knell import NAMES, Screen, prepared
from browsing import LAPTOP, PHONE, small_targets
from site_of_knell import Server


class Device:
    """A browser of the Storyteller's, as large as it is."""

    def __init__(self, browser: Browser, server: Server, size: tuple[int, int]) -> None:
        small = size == PHONE
        self.context: BrowserContext = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            has_touch=small,
            is_mobile=small,
            reduced_motion="reduce",
        )
        self.server = server
        self.screens: list[Screen] = []

    def open(self) -> Screen:
        screen = Screen(self.context, self.server)
        self.screens.append(screen)
        return screen

    def enter(self) -> Screen:
        """Become the Storyteller and open a page."""
        screen = self.open()
        screen.page.goto(screen.address(self.server.entrance))
        return screen

    def check(self) -> None:
        """Nothing went wrong in any page, and nothing left the machine."""
        for screen in self.screens:
            assert not screen.problems
            assert screen.hosts <= {f"127.0.0.1:{self.server.port}"}


@pytest.fixture(params=[LAPTOP, PHONE], ids=["laptop", "phone"])
def device(request: pytest.FixtureRequest, browser: Browser, server: Server) -> Iterator[Device]:
    made = Device(browser, server, request.param)
    yield made
    made.check()
    made.context.close()


@pytest.fixture
def laptop(browser: Browser, server: Server) -> Iterator[Device]:
    made = Device(browser, server, LAPTOP)
    yield made
    made.check()
    made.context.close()


@pytest.fixture
def phone(browser: Browser, server: Server) -> Iterator[Device]:
    made = Device(browser, server, PHONE)
    yield made
    made.check()
    made.context.close()


@pytest.fixture
def public(browser: Browser, server: Server) -> Iterator[Device]:
    """A browser at the table that isn't the Storyteller's."""
    made = Device(browser, server, LAPTOP)
    yield made
    made.check()
    made.context.close()


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
            screen.next()
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
    official = ("clockmaker", "dreamer", "oracle", "savant", "seamstress", "artist", "barber", "klutz")
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
    prepared(screen, NAMES[:7], script=script, keep=["lamplighter", "seamstress"])
    while page.locator("#step-title").inner_text() != "Lamplighter":
        screen.answer()
    assert "by hand" in page.locator("#step").inner_text()
    assert page.locator(".tonight .done", has_text="Seamstress").get_by_text("run by hand").count() == 1
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
        screen.next()  # nobody is executed, which ends the game under a Vortox
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
    screen.through_the_night()
    alive = screen.alive()
    screen.nominate(alive[0], alive[3])
    if screen.view != "vote":  # the Virgin has answered
        screen.click('[data-key="undo"]')
        screen.nominate(alive[0], alive[4])
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
    screen.click('[data-do="count-all"]')
    assert screen.view == "day"
    result = screen.page.locator(".result").inner_text()
    assert nominee in result
    assert f"{len(raised)} votes" in result


def test_the_hand_sweeps_and_locks_each_vote_as_it_passes(laptop: Device) -> None:
    screen = laptop.enter()
    prepared(screen)
    screen.through_the_night()
    alive = screen.alive()
    screen.nominate(alive[0], alive[3])
    if screen.view != "vote":
        screen.click('[data-key="undo"]')
        screen.nominate(alive[0], alive[4])
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
    page.wait_for_selector('#game[data-view="day"]', timeout=15000)
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


def test_a_card_shows_nothing_else_and_closes_only_when_it_is_held(device: Device) -> None:
    screen = device.enter()
    prepared(screen)
    for _ in range(40):
        if "Show the card" in screen.page.locator(".next-label").inner_text():
            break
        screen.answer()
    screen.next()
    page = screen.page
    assert screen.view == "card"
    assert page.locator(".ring, .undo-bar, .tonight").count() == 0
    page.go_back()
    page.wait_for_timeout(300)
    assert screen.view == "card"
    while page.locator('.hold[aria-disabled="true"]').count():
        screen.ready()
        page.locator('[data-do="page"]').click()
    page.locator(".hold").click()  # a tap isn't enough
    page.wait_for_timeout(300)
    assert screen.view == "card"
    screen.reload()
    assert screen.view == "card"
    assert page.locator(".ring").count() == 0
    while page.locator('.hold[aria-disabled="true"]').count():
        page.locator('[data-do="page"]').click()
    held(screen)
    page.wait_for_selector(".ring", timeout=5000)
    assert screen.view != "card"


def held(screen: Screen) -> None:
    """Hold the button of a card for more than its second."""
    page = screen.page
    box = page.locator(".hold").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.wait_for_timeout(1300)
    page.mouse.up()


def to_a_card(screen: Screen, pages: int = 1) -> None:
    """Go on in the night until a card with so many pages is shown."""
    for _ in range(40):
        screen.hurry()
        if screen.page.locator('.button.next[aria-disabled="true"]').count():
            screen.answer()
            continue
        screen.next()
        if screen.view == "card":
            if screen.page.locator(".card-face").count() >= pages:
                return
            screen.close_card()
    raise AssertionError("no such card is shown")


@pytest.mark.parametrize("reloaded", [False, True], ids=["at once", "reloaded"])
def test_a_closed_card_does_not_come_back_with_the_back_gesture(phone: Device, reloaded: bool) -> None:
    screen = phone.enter()
    game = prepared(screen)
    screen.go(f"{game}?panel=notes")
    screen.click('[data-key="close"]')
    to_a_card(screen)
    if reloaded:
        screen.reload()
    screen.close_card()
    page = screen.page
    assert screen.view == "night"
    page.go_back()
    page.wait_for_selector('#game[data-view="panel"]')
    for _ in range(2):
        page.go_forward()
        page.wait_for_timeout(500)
        assert screen.view == "night"
        assert "card=" not in page.url
    page.go_back()
    page.wait_for_timeout(500)
    assert screen.view != "card"


def test_all_pages_of_a_card_are_seen_before_it_closes(device: Device) -> None:
    screen = device.enter()
    prepared(screen)
    to_a_card(screen, pages=2)
    page = screen.page
    assert "next" in (page.locator('[data-do="page"]').get_attribute("class") or "").split()
    held(screen)
    page.wait_for_timeout(300)
    assert screen.view == "card"
    assert screen.axe() == []
    while page.locator(".card-face").last.is_hidden():
        page.locator('[data-do="page"]').click()
    assert page.locator(".hold").evaluate("hold => hold === document.activeElement")
    held(screen)
    page.wait_for_selector(".ring", timeout=5000)


def to_a_vote(screen: Screen) -> None:
    """Play to the first vote of the first day."""
    screen.through_the_night()
    alive = screen.alive()
    screen.nominate(alive[0], alive[3])
    if screen.view != "vote":  # the Virgin has answered
        screen.click('[data-key="undo"]')
        screen.nominate(alive[0], alive[4])
    assert screen.view == "vote"


def test_a_lost_vote_is_sent_once_more(laptop: Device) -> None:
    screen = laptop.enter()
    prepared(screen)
    to_a_vote(screen)
    page = screen.page
    page.route("**/votes*", lambda route: route.abort(), times=1)
    page.locator('[data-do="count-one"]').click()
    page.wait_for_selector(".toast:popover-open")
    screen.lock()
    assert page.locator(".voter.yes, .voter.no").count() == 1
    page.route("**/votes*", lambda route: route.abort(), times=1)
    page.locator('[data-speed="600"]').click()
    page.keyboard.press("p")
    page.wait_for_selector(".toast:popover-open")
    page.wait_for_selector('#game[data-view="day"]', timeout=20000)


def test_the_notice_of_a_lost_request_goes_and_catches_no_taps(phone: Device) -> None:
    screen = phone.enter()
    prepared(screen)
    screen.answer()
    page = screen.page
    page.route("**/undo*", lambda route: route.abort(), times=1)
    page.locator('[data-key="undo"]').click()
    toast = page.locator(".toast:popover-open")
    toast.wait_for()
    box, bar = toast.bounding_box(), page.locator(".bar").bounding_box()
    assert box is not None
    assert bar is not None
    assert bar["y"] + bar["height"] <= box["y"] < 120
    assert toast.evaluate("toast => getComputedStyle(toast).pointerEvents") == "none"
    screen.click('[data-key="undo"]')
    assert toast.count() == 0


def test_a_double_tap_answers_one_question(phone: Device) -> None:
    screen = phone.enter()
    prepared(screen)
    page = screen.page
    unready = page.locator('.button.next[aria-disabled="true"]')
    for _ in range(40):
        if unready.count():
            screen.answer()
            continue
        screen.hurry()
        screen.next()
        if screen.view != "card" and not unready.count():
            break
        if screen.view == "card":
            screen.close_card()
    state = screen.state
    page.locator('[data-key="next"]').click()
    page.keyboard.press("n")
    page.wait_for_timeout(700)
    assert screen.state == state
    screen.next()
    assert screen.state != state or screen.view == "card"


def test_whoever_may_not_be_nominated_replaces_nobody(device: Device) -> None:
    screen = device.enter()
    prepared(screen)
    to_a_vote(screen)
    nominee = screen.page.locator(".voter:has(.role) .name").last.inner_text()
    screen.click('[data-do="count-all"]')
    page = screen.page
    screen.click('[data-key="nominate"]')
    first = next(name for name in screen.alive()[1:] if name != nominee)
    screen.tap(first)
    screen.tap(nominee)
    assert page.locator(".ring .seat.chosen .name").all_inner_texts() == [first]
    assert page.locator(".toast:popover-open").inner_text() == f"{nominee}: nominated today"
    assert page.locator('.button.next[aria-disabled="true"]').count() == 1


def test_a_tap_on_the_only_traveller_confirms_them(device: Device) -> None:
    screen = device.enter()
    prepared(screen)
    screen.through_the_night()
    page = screen.page
    screen.click('a[href*="panel=traveller"]')
    page.locator('#step input[name="name"]').fill("Tam")
    page.locator('#step input[name="character"]').first.check(force=True)
    screen.next()
    for _ in range(5):
        if screen.view == "day":
            break
        screen.answer()
    screen.click('[data-key="exile"]')
    screen.tap("Tam")
    assert page.locator(".ring .seat.chosen .name").all_inner_texts() == ["Tam"]
    screen.tap("Bo")
    assert page.locator(".next-label").inner_text() == "Bo calls for the exile of Tam"
    screen.tap("Tam")
    assert page.locator(".ring .seat.chosen .name").all_inner_texts() == ["Bo"]


def dragged(screen: Screen, to: float) -> str:
    """Drag the sheet's grip to a height on the screen; say where the sheet rests then."""
    page = screen.page
    box = page.locator(".sheet-grip").bounding_box()
    assert box is not None
    page.mouse.move(195, box["y"] + 10)
    page.mouse.down()
    page.mouse.move(195, (box["y"] + to) / 2)
    page.mouse.move(195, to)
    page.mouse.up()
    return page.locator("#sheet").get_attribute("data-snap") or ""


def test_the_sheet_follows_the_finger_and_stays_where_it_was_put(phone: Device) -> None:
    screen = phone.enter()
    prepared(screen, (*NAMES, "Hal", "Ivy", "준호", "Kit", "Lou"))
    page = screen.page
    sheet = page.locator("#sheet")
    assert dragged(screen, 70) == "full"
    assert dragged(screen, 830) == "head"
    assert dragged(screen, 400) == "half"
    to_a_card(screen)
    screen.close_card()
    assert sheet.get_attribute("data-snap") == "half"
    screen.reload()
    assert sheet.get_attribute("data-snap") == "half"
    assert dragged(screen, 70) == "full"
    screen.through_the_night()
    assert sheet.get_attribute("data-snap") == "half"
    assert page.locator('[data-key="nominate"]').is_visible()
    page.locator(".sheet-grip").focus()
    page.keyboard.press("Enter")
    assert sheet.get_attribute("data-snap") == "full"


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
        page.wait_for_selector('#game[data-view="day"]', timeout=20000)
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


PLACES = (
    "", "?seat=2", "?seat=2&act=reminder", "?seat=2&act=character", "?seat=2&act=seat", "?seat=2&act=name",
    "?panel=hand", "?panel=automation", "?panel=timeline", "?panel=notes", "?panel=people",
    "?at=3", "?at=3&as=1",
)  # fmt: skip
BY_DAY = ("", "?panel=nominate", "?panel=use&act=juggler", "?panel=use&act=slayer", "?panel=exile",
          "?panel=execute", "?panel=traveller", "?panel=visit")  # fmt: skip


def test_axe_finds_nothing_on_any_screen_of_a_game(device: Device) -> None:
    screen = device.enter()
    game = prepared(screen)
    found: dict[str, list[str]] = {}

    def look(name: str) -> None:
        if wrong := screen.axe():
            found[name] = wrong

    for place in PLACES:
        screen.go(game + place)
        look(f"night {place}")
    screen.go(game)
    for _ in range(60):
        if screen.view == "day":
            break
        screen.next() if not screen.page.locator('.next[aria-disabled="true"]').count() else screen.answer()
        if screen.view == "card":
            look("card")
            screen.close_card()
    for place in BY_DAY:
        screen.go(game + place)
        look(f"day {place}")
    screen.go(game)
    alive = screen.alive()
    screen.nominate(alive[0], alive[3])
    look("vote")
    town = laptop_town(screen)
    for place in (town,):
        screen.page.goto(place)
        look("town square")
    assert not found


def reminders(screen: Screen) -> dict[str, tuple[int, int]]:
    """Where each reminder on the ring stands."""
    found: list[list[float | str]] = screen.page.eval_on_selector_all(
        ".ring .reminder[id]",
        "all => all.map(r => [r.id, r.getBoundingClientRect().x, r.getBoundingClientRect().y])",
    )
    return {str(name): (round(float(across)), round(float(down))) for name, across, down in found}


def test_reminders_stand_after_a_card_where_they_stand_after_a_reload(laptop: Device) -> None:
    screen = laptop.enter()
    game = prepared(screen)
    screen.page.emulate_media(reduced_motion="no-preference")
    screen.reload()
    screen.through_the_night()
    for name in ("one thing that is true", "another thing", "and a third one that takes two lines"):
        screen.go(f"{game}?seat=3&act=reminder")
        screen.page.locator('#act-form input[name="name"]').fill(name)
        screen.click("#act-form form .button")
    screen.click('[data-key="close"]')
    screen.click('[data-key="nominate"]')
    alive = screen.alive()
    screen.tap(alive[0])
    screen.tap(alive[1])
    screen.next()
    screen.vote(*alive)
    assert screen.view == "day"
    screen.page.wait_for_timeout(700)
    seen = reminders(screen)
    assert len(seen) >= 3
    screen.reload()
    screen.page.wait_for_timeout(300)
    assert reminders(screen) == seen


def laptop_town(screen: Screen) -> str:
    """The address of the town square, as the Storyteller finds it."""
    screen.page.locator(".tool.menu").click()
    screen.page.locator('#menu a[href$="/town/"]').click()
    screen.page.wait_for_load_state("load")
    link = screen.page.locator('a[href*="/town/"]:not([href*="/game/"])').first.get_attribute("href")
    assert link is not None
    return link if link.startswith("http") else screen.address(link)


def test_the_town_square_follows_the_vote_and_sleeps_at_night(laptop: Device, public: Device) -> None:
    screen = laptop.enter()
    game = prepared(screen)
    town = public.open()
    address = laptop_town(screen)
    screen.go(game)
    town.page.goto(address)
    assert "asleep" in (town.page.locator("main").get_attribute("class") or "")
    screen.through_the_night()
    town.page.wait_for_selector('#town[data-phase="day"]')
    alive = screen.alive()
    screen.nominate(alive[0], alive[3])
    if screen.view == "vote":
        town.page.wait_for_selector(".clock")
        screen.tap(alive[5])
        for _ in range(3):
            screen.lock()
        town.until(lambda: town.page.locator(".voter.yes, .voter.no").count() == 3)
        screen.click('[data-do="count-all"]')
    screen.next()
    town.page.wait_for_selector('#town[data-phase="night"]')
    version = town.page.locator("#town").get_attribute("data-version")
    screen.answer()
    town.page.wait_for_timeout(400)
    assert town.page.locator("#town").get_attribute("data-version") == version


def test_a_finger_hits_everything_on_a_phone(phone: Device) -> None:
    screen = phone.enter()
    page = screen.page
    small: dict[str, list[str]] = {}

    def measure(where: str) -> bool:
        page.wait_for_timeout(100)
        if found := small_targets(page):
            small[where] = found
        return False

    def shown(path: str, where: str) -> None:
        screen.go(path)
        measure(where)

    shown("/", "home")
    shown("/settings/", "settings")
    shown("/scripts/cheomseongdae/", "script")
    page.locator('form[action$="/new"] button, a[href$="/new"]').first.click()
    page.locator("input[name=name]").first.wait_for()
    measure("players")
    page.locator("#guests").check()
    measure("players with Travellers")
    game = prepared(screen, decide=lambda: measure("before the first night"))
    measure("the first step")
    page.locator('.sheet-switch a[href="#tonight"]').click()
    measure("tonight")
    screen.go(game)
    screen.through_the_night()
    measure("day")
    for query in (
        "seat=2",
        "seat=2&act=reminder",
        "panel=hand",
        "panel=timeline",
        "panel=automation",
        "at=5",
    ):
        shown(f"{game}?{query}", query)
    screen.go(game)
    screen.click('[data-key="nominate"]')
    measure("nomination")
    alive = screen.alive()
    screen.tap(alive[0])
    screen.tap(alive[1])
    screen.next()
    measure("vote")
    page.locator('[data-do="more"]').click()
    measure("more about the vote")
    shown(f"{game}town/", "the way to the town square")
    assert small == {}


def test_a_phone_on_its_side_keeps_what_comes_next_in_sight(phone: Device) -> None:
    screen = phone.enter()
    game = prepared(screen)
    screen.through_the_night()
    alive = screen.alive()
    for width, height in ((844, 390), (667, 375), (360, 740)):
        screen.page.set_viewport_size({"width": width, "height": height})
        screen.go(game)
        assert in_sight(screen, '[data-key="next"]')
        assert in_sight(screen, '[data-key="undo"]')
    screen.nominate(alive[0], alive[1])
    for width, height in ((844, 390), (667, 375), (360, 740)):
        screen.page.set_viewport_size({"width": width, "height": height})
        screen.reload()
        for what in (
            '[data-do="hand"]',
            '[data-do="count-one"]',
            '[data-do="count-all"]',
            '[data-key="undo"]',
        ):
            assert in_sight(screen, what)


def in_sight(screen: Screen, selector: str) -> bool:
    """Whether all of something is in the window, and nothing lies on it."""
    seen: bool = screen.page.evaluate(
        """selector => {
          const one = document.querySelector(selector);
          const { left, top, right, bottom } = one.getBoundingClientRect();
          const middle = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
          const inside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
          return inside && one.contains(middle);
        }""",
        selector,
    )
    return seen
