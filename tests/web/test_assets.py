"""The files that pages load: all there, each under an address that a browser may keep."""

import re
from pathlib import Path

import pytest

import knell
import site_of_knell as site
from knell.web.base.assets import asset, asset_at, asset_url, script_url, scripts_of

WEB = Path(knell.__file__).parent / "web"
PARTS = ("base", "drawing", "games", "grimoire", "prepare", "site", "town")
IMPORT = re.compile(r'^import (?:\{[^}]*\} from )?"([^"]+)";$', re.MULTILINE)
YEAR = "public, max-age=31536000, immutable"


def scripts() -> list[str]:
    return [name for part in PARTS for name in scripts_of(part)]


def test_every_file_that_a_template_names_is_there() -> None:
    named = {
        name
        for page in WEB.glob("*/templates/**/*.html")
        for name in re.findall(r'\{% asset "([^"]+)" %\}', page.read_text(encoding="utf-8"))
    }
    assert len(named) > 10
    assert not {name for name in named if asset(name) is None}


@pytest.mark.parametrize("name", scripts())
def test_what_a_script_imports_is_a_script_of_the_same_part_or_of_one_below(name: str) -> None:
    part = name.partition("/")[0]
    found = asset(name)
    assert found is not None
    for wanted in IMPORT.findall(found.content.decode()):
        assert wanted.startswith(("./", "../")), wanted
        other = f"{part}/{wanted[2:]}" if wanted.startswith("./") else wanted.removeprefix("../")
        assert other in scripts(), wanted
        assert other.partition("/")[0] in {part, "drawing", "base"}, wanted


def test_scripts_import_each_other_in_no_circle() -> None:
    ahead = {}
    for name in scripts():
        found = asset(name)
        assert found is not None
        part = name.partition("/")[0]
        wanted = IMPORT.findall(found.content.decode())
        ahead[name] = {f"{part}/{w[2:]}" if w.startswith("./") else w.removeprefix("../") for w in wanted}
    while ahead:
        free = {name for name, needs in ahead.items() if not needs & ahead.keys()}
        assert free, sorted(ahead)
        for name in free:
            del ahead[name]


def test_the_address_of_a_script_holds_for_all_that_it_imports() -> None:
    first, other = script_url("grimoire/page.js"), script_url("base/elements.js")
    assert first.removesuffix("grimoire/page.js") == other.removesuffix("base/elements.js")
    found = asset_at(first.removeprefix("/static/"), "")
    assert found is not None
    assert found[1]


def test_an_address_of_another_time_brings_what_is_there_now_and_is_not_kept() -> None:
    for path, query in (("0123456789ab/base/page.js", ""), ("base/page.js", ""), ("base/icon.svg", "0123")):
        found = asset_at(path, query)
        assert found is not None, path
        assert not found[1], path


@pytest.mark.parametrize(
    "path", ["", "base", "base/", "base/none.js", "../base/assets.py", "base/../../base/assets.py",
             "0123456789ab/base/icon.svg", "drawing/glyphs/imp.svg", "base/templates/base/page.html"]
)  # fmt: skip
def test_nothing_else_is_sent(path: str) -> None:
    assert asset_at(path, "") is None


def test_the_server_lets_browsers_keep_what_is_named_by_its_content(server: site.Server) -> None:
    for address in (asset_url("base/ground.css"), script_url("town/page.js")):
        reply = server.get(address, Accept_Encoding="")
        assert (reply.status, reply.header("Cache-Control")) == (200, YEAR)
        assert reply.header("Content-Type").startswith(("text/css", "text/javascript"))
        again = server.get(address, If_None_Match=reply.header("ETag"))
        assert (again.status, again.text) == (304, "")
    assert server.get("/static/base/page.js").header("Cache-Control") == "no-cache"
    assert server.get("/static/base/none.js").status == 404


def test_a_page_asks_for_all_its_modules_at_once() -> None:
    page = site.storyteller().get(f"/game/{site.new_game()}/").content.decode()
    asked = re.findall(r'<(?:link rel="modulepreload" href|script type="module" src)="([^"]+)"', page)
    wanted = [script_url(n) for part in ("base", "drawing", "grimoire") for n in scripts_of(part)]
    assert sorted(asked) == sorted(wanted)
