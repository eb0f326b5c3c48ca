"""Taking the table over ends everybody else's ways to it; versions of what is shown only ever grow."""

import time

import pytest

import site_of_knell as site
from knell.web.games import registry
from knell.web.games.models import Device, Handover
from knell.web.site import auth


def test_the_first_browser_leaves_the_other_addresses_as_they_are() -> None:
    site.empty()
    first, for_the_tablet = auth.new_code(), auth.new_code()
    laptop, tablet = site.anybody(), site.anybody()
    assert laptop.get(f"/enter/{first}").status_code == 303
    assert tablet.post(f"/enter/{for_the_tablet}").status_code == 303
    assert tablet.get("/games/").status_code == 200


def test_taking_over_revokes_every_other_code_and_session() -> None:
    site.empty()
    laptop, tablet, thief = site.storyteller(), site.anybody(), site.anybody()
    printed, shown, used = auth.new_code(), auth.new_code(), auth.new_code()
    assert tablet.post(f"/enter/{used}").status_code == 303
    assert laptop.get("/games/").status_code == 403
    for code in (printed, shown, used):
        assert thief.get(f"/enter/{code}").status_code == 403
        assert thief.post(f"/enter/{code}").status_code == 403
    assert not Handover.objects.exists()
    assert Device.objects.filter(active=True).count() == 1
    assert tablet.get("/games/").status_code == 200


def test_streams_of_whoever_was_in_before_end(server: site.Server) -> None:
    server.enter()
    game = site.new_game(("Ada", "Bo", "Cy", "Dot", "Eve"))
    record = "\n".join(site.journal.lines_of(game))
    here = server.upload("/games/import/", "game.knell.jsonl", record).path
    open_ = server.stream(f"{here}live")
    assert "event: state" in open_.read(2, until="event: state")
    address = server.post("/hand-over/", {}).text
    code = address.partition("/enter/")[2][:24]
    mine = dict(server.cookies)
    del server.cookies["knell_storyteller"]
    assert server.post(f"/enter/{code}", {}).status == 303
    told = open_.read(2, until="0\r\n\r\n")
    assert "event: gone" in told
    assert told.endswith("0\r\n\r\n"), "and nothing more comes"
    open_.close()
    server.cookies |= {"knell_storyteller": mine["knell_storyteller"]}
    assert server.get(f"{here}live").status == 403


def test_versions_grow_although_the_clock_is_set_back(monkeypatch: pytest.MonkeyPatch) -> None:
    site.empty()
    game = site.new_game()
    client = site.storyteller()
    seen = [registry.get(game).version]
    past = 1_000_000_000.0
    monkeypatch.setattr(time, "time", lambda: past)
    monkeypatch.setattr(time, "time_ns", lambda: int(past * 10**9))
    for restarted in (False, True):
        site.close_all()
        if restarted:
            registry.forget_start()
        for _ in range(3):
            site.post(client, game, "default")
            seen.append(registry.get(game).version)
    assert seen == sorted(set(seen))
    assert seen[-1] < 2**53, "scripts count exactly only so far"


def test_versions_of_earlier_servers_were_smaller() -> None:
    """They were times; tabs that were open then follow."""
    site.empty()
    assert registry.get(site.new_game()).version > time.time() * 1000


def test_a_server_that_starts_again_counts_on(server: site.Server) -> None:
    server.enter()
    game = site.new_game(("Ada", "Bo", "Cy", "Dot", "Eve"))
    record = "\n".join(site.journal.lines_of(game))
    here = server.upload("/games/import/", "game.knell.jsonl", record).path
    before = server.get(here).text.partition('data-version="')[2].partition('"')[0]
    server.kill()
    server.start()
    after = server.get(here).text.partition('data-version="')[2].partition('"')[0]
    assert int(after) > int(before) + 1_000_000
