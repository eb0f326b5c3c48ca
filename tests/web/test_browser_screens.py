"""The screens of a game in a real browser: cards, fingers, sheets, what axe finds, and the town square."""

import pytest

from browser_of_knell import NAMES, Device, Screen, prepared
from browsing import small_targets


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


def test_a_lost_vote_is_sent_once_more(laptop: Device) -> None:
    screen = laptop.enter()
    prepared(screen)
    screen.to_a_vote()
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
    page.locator(".cover").wait_for(timeout=20000)


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
    for _ in range(60):
        screen.answer()
        if screen.view == "saying":
            break
    assert screen.view == "saying", "the dawn has only just come under the finger"
    page.locator('[data-key="next"]').click()
    page.keyboard.press("n")
    page.wait_for_timeout(700)
    assert screen.view == "saying"
    screen.next()
    assert screen.view == "day"


def test_whoever_may_not_be_nominated_replaces_nobody(device: Device) -> None:
    screen = device.enter()
    prepared(screen)
    screen.to_a_vote()
    nominee = screen.page.locator(".voter:has(.role) .name").last.inner_text()
    screen.count_all()
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


PLACES = (
    "", "?seat=2", "?seat=2&act=reminder", "?seat=2&act=character", "?seat=2&act=seat", "?seat=2&act=name",
    "?panel=hand", "?panel=automation", "?panel=timeline", "?panel=notes", "?panel=people",
    "?at=3", "?at=3&as=1",
)  # fmt: skip
BY_DAY = ("", "?panel=dusk", "?panel=nominate", "?panel=use&act=juggler", "?panel=use&act=slayer",
          "?panel=exile", "?panel=execute", "?panel=traveller", "?panel=visit")  # fmt: skip


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
        screen.count_all()
    screen.close_day()
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
        assert in_sight(screen, ".button.next")
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
