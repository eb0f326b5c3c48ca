"""In a real browser: from the first page to the first night, by laptop and by phone, and by keyboard."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

from browsing import Watched, looked_at

NAMES = ("Ada", "지민", "Bo", "서연", "<img src=x>", "Dot", "하준", "Eve", "민서", "Gus")
both = pytest.mark.parametrize("window", ["laptop", "phone"], indirect=True)


def to_players(page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name=re.compile("첨성대에 흐른 피")).first.click()
    looked_at(page)
    page.get_by_role("button", name="Prepare a game").click()
    page.get_by_text("Paste a list of names").click()
    page.get_by_label("One name a line").fill("\n".join(NAMES))
    page.get_by_role("button", name="Add them").click()
    expect(page.get_by_label("Name at seat 10")).to_have_value("Gus")


def to_bag(page: Page) -> None:
    to_players(page)
    looked_at(page)
    page.get_by_role("button", name="On to the bag").click()
    page.get_by_role("button", name="Draw the tokens").click()
    expect(page.get_by_role("button", name="Hand out the tokens")).to_be_visible()


def to_draw(page: Page) -> None:
    to_bag(page)
    looked_at(page)
    page.get_by_role("button", name="Hand out the tokens").click()
    expect(page.get_by_text("How do the tokens get to the players?")).to_be_visible()


def decide(page: Page) -> None:
    """Take what Knell suggests, until the night or the hand-out begins."""
    for _ in range(12):
        if "/setup/" not in page.url:
            return
        looked_at(page)
        with page.expect_navigation():
            page.locator(".decide .button.next").click()


@both
def test_the_device_is_passed_around(window: Watched) -> None:
    page = window.page
    to_draw(page)
    looked_at(page)
    page.get_by_role("button", name="Pass this device around").click()
    decide(page)
    page.wait_for_url("**/hand-out/")
    looked_at(page)
    page.get_by_role("button", name="Cover it and pass it to Ada").click()
    for name in NAMES:
        lid = page.locator("summary.lid")
        expect(lid.locator("b")).to_have_text(name)
        under = page.locator(".under")
        expect(under).to_be_hidden()
        seen = page.get_by_role("button", name=re.compile("I have seen it"))
        expect(seen).to_be_disabled()  # a second tap on the button of the page before does nothing
        if name == NAMES[1]:
            lid.focus()
            page.keyboard.down("Enter")
            expect(under).to_be_visible()
            page.keyboard.up("Enter")
            expect(seen).to_be_enabled()
        box = lid.bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.mouse.down()
        expect(under).to_be_visible()
        expect(under).to_contain_text("You are the")
        page.mouse.up()
        expect(under).to_be_hidden()
        looked_at(page)
        seen.click()
    expect(page.get_by_text("Give this device back")).to_be_visible()
    page.go_back()
    expect(page.get_by_text("Give this device back")).to_be_visible()
    hold = page.get_by_role("button", name="Storyteller: hold to open")
    hold.click()
    page.wait_for_timeout(1200)
    expect(hold).to_be_visible()
    hold.hover()
    page.mouse.down()
    expect(page.get_by_text("Everybody has seen their token")).to_be_visible()
    page.mouse.up()
    page.get_by_role("link", name="Begin the first night").click()
    expect(page.locator("#game")).to_be_visible()


@both
def test_tokens_from_a_real_bag(window: Watched) -> None:
    page = window.page
    to_draw(page)
    page.get_by_role("button", name="Draw from a real bag").click()
    for place, name in enumerate(NAMES):
        expect(page.get_by_role("heading", level=1)).to_contain_text(f"What has {name} drawn?")
        if place == 3:
            page.reload()
            looked_at(page)
        with page.expect_navigation():
            page.locator(".picks button").first.click()
    decide(page)
    expect(page.locator("#game")).to_be_visible()


def test_a_bag_by_keyboard_alone(window: Watched) -> None:
    page = window.page
    to_bag(page)
    page.get_by_role("button", name="Empty it").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Draw the tokens")).to_be_visible()
    page.get_by_label("Baron").focus()
    page.keyboard.press("Space")
    expect(page.get_by_label("Baron")).to_be_checked()
    expect(page.get_by_label("Baron")).to_be_focused()
    expect(page.get_by_text("0 of 2").first).to_be_visible()
    page.get_by_role("button", name="Draw the rest").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Hand out the tokens")).to_be_visible()
    expect(page.get_by_label("Baron")).to_be_checked()
    page.get_by_role("button", name="Undo").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Draw the rest")).to_be_visible()


def test_what_is_picked_while_the_answer_is_slow_is_picked(window: Watched) -> None:
    page = window.page
    to_bag(page)
    page.get_by_role("button", name="Empty it").click()
    draw = page.get_by_role("button", name="Draw the tokens")
    expect(draw).to_be_visible()
    slow = {"offline": False, "latency": 400, "downloadThroughput": -1, "uploadThroughput": -1}
    window.context.new_cdp_session(page).send("Network.emulateNetworkConditions", slow)
    for name in ("Baron", "Imp", "Saint"):
        page.get_by_label(name).check(force=True)
    draw.click()
    expect(page.get_by_role("button", name="Hand out the tokens")).to_be_visible(timeout=10_000)
    for name in ("Baron", "Imp", "Saint"):
        expect(page.get_by_label(name)).to_be_checked()


def test_names_are_kept_without_a_button(window: Watched) -> None:
    page = window.page
    to_players(page)
    page.get_by_label("Name at seat 3").fill("Quentin")
    with page.expect_response("**/players/"):
        page.get_by_label("Name at seat 4").focus()
    page.reload()
    expect(page.get_by_label("Name at seat 3")).to_have_value("Quentin")


@both
@pytest.mark.parametrize("language", ["English", "한국어"])
def test_the_other_pages(window: Watched, language: str) -> None:
    page = window.page
    page.goto("/")
    page.get_by_role("button", name=language).click()
    for address in (
        "/",
        "/games/",
        "/games/import/",
        "/settings/",
        "/hand-over/",
        "/scripts/upload/",
        "/nothing",
    ):
        page.goto(address)
        looked_at(page)


@pytest.mark.parametrize("field", ["theme", "text", "motion"])
@both
def test_every_look(window: Watched, field: str) -> None:
    page = window.page
    page.goto("/settings/")
    page.locator(f"input[name={field}]").nth(1).check()
    page.get_by_role("button", name="Keep these").first.click()
    expect(page.locator("html")).to_have_attribute(f"data-{field}", re.compile("."))
    to_bag(page)
    looked_at(page)


def test_another_browser_takes_over(window: Watched) -> None:
    page = window.page
    page.goto("/hand-over/")
    page.get_by_role("button", name="Make the address").click()
    address = page.locator(".address").inner_text()
    assert window.context.browser is not None
    other = window.context.browser.new_context()
    taking = other.new_page()
    taking.goto(address)
    taking.get_by_role("button", name="Take over").click()
    expect(taking.get_by_text("New game")).to_be_visible()
    page.goto("/")
    expect(page.get_by_text("Another device runs the games here")).to_be_visible()
    other.close()


LEGION = ("empath", "chef", "monk", "slayer", "virgin", "sage", "saint", "mutant", "baron", "witch", "legion")


@both
def test_legion_in_the_bag_comes_in_its_usual_number_and_is_dealt(window: Watched) -> None:
    page = window.page
    page.goto("/scripts/upload/")
    script = json.dumps([{"id": "_meta", "name": "Many"}, *LEGION]).encode()
    page.set_input_files(
        'input[type="file"]', {"name": "m.json", "mimeType": "application/json", "buffer": script}
    )
    page.get_by_role("button", name="Read it").click()
    page.get_by_role("button", name="Prepare a game").click()
    page.get_by_text("Paste a list of names").click()
    page.get_by_label("One name a line").fill("\n".join(NAMES))
    page.get_by_role("button", name="Add them").click()
    expect(page.get_by_label("Name at seat 10")).to_have_value("Gus")
    page.get_by_role("button", name="On to the bag").click()
    expect(page.get_by_role("heading", name="10 tokens")).to_be_visible()
    page.locator("label.pick", has_text="Legion").click()
    expect(page.get_by_text("7 times")).to_be_visible()
    expect(page.get_by_text("7 of 7")).to_be_visible()
    page.get_by_role("button", name="With the Legion: 6 Demons, and no Minions.").click()
    expect(page.get_by_text("6 of 6")).to_be_visible()
    page.get_by_role("button", name="Draw the rest").click()
    expect(page.get_by_text("10 tokens for 10 players.")).to_be_visible()
    looked_at(page)
    page.get_by_role("button", name="Hand out the tokens").click()
    expect(page.get_by_text("How do the tokens get to the players?")).to_be_visible()
