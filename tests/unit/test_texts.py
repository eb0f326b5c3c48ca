"""Texts come in the reader's language, and the catalogues are complete."""

import contextvars
import doctest
import threading
from importlib import resources
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

import catalogs
import knell.texts
from knell.messages import N_
from knell.texts import (
    _,
    current_language,
    fill,
    find_language,
    languages,
    ngettext,
    pgettext,
    translator,
    use_language,
)


def test_texts_are_english_unless_asked() -> None:
    assert current_language() == "en"
    assert _("Demon") == "Demon"


def test_texts_are_korean_within_the_block() -> None:
    with use_language("ko"):
        assert _("Demon") == "악마"
    assert _("Demon") == "Demon"


def test_blocks_nest_and_end_with_an_error_too() -> None:
    with use_language("ko"):
        with pytest.raises(ZeroDivisionError), use_language("en"):
            1 / 0  # noqa: B018 - only to leave the block
        assert current_language() == "ko"


def test_another_thread_keeps_its_own_language() -> None:
    heard: list[str] = []
    with use_language("ko"):
        thread = threading.Thread(target=contextvars.Context().run, args=(lambda: heard.append(_("Demon")),))
        thread.start()
        thread.join()
    assert heard == ["Demon"]


def test_a_text_without_translation_stays_as_it_is() -> None:
    with use_language("ko"):
        assert _("no such text") == "no such text"
        assert pgettext("nowhere", "no such text") == "no such text"


@pytest.mark.parametrize(("number", "text"), [(1, "one seat"), (2, "{number} seats")])
def test_english_has_a_singular(number: int, text: str) -> None:
    assert ngettext("one seat", "{number} seats", number) == text


def test_a_mark_changes_nothing() -> None:
    assert N_("Demon") == "Demon"


@pytest.mark.parametrize("name", ["ko", "ko-KR", "ko_KR.UTF-8", "KO"])
def test_a_language_is_found_by_its_many_names(name: str) -> None:
    assert find_language(name) == "ko"


@pytest.mark.parametrize("name", ["", "C.UTF-8", "tlh"])
def test_an_unknown_language_is_not_found(name: str) -> None:
    assert find_language(name) is None


def test_an_unknown_language_is_refused_with_those_that_are_known() -> None:
    with pytest.raises(LookupError, match=r"'tlh'.* en, ko"):
        translator("tlh")
    with pytest.raises(LookupError), use_language("tlh"):
        pass


@pytest.mark.parametrize(
    ("word", "settled"),
    [
        ("민수", "민수는 민수가 민수를 민수와 민수로 민수라는"),
        ("지현", "지현은 지현이 지현을 지현과 지현으로 지현이라는"),
        ("한별", "한별은 한별이 한별을 한별과 한별로 한별이라는"),
        ("7", "7은 7이 7을 7과 7로 7이라는"),
        ("Ada", "Ada는 Ada가 Ada를 Ada와 Ada로 Ada라는"),
        ("‘지현’", "‘지현’은 ‘지현’이 ‘지현’을 ‘지현’과 ‘지현’으로 ‘지현’이라는"),
        ("Kate", "Kate은(는) Kate이(가) Kate을(를) Kate과(와) Kate(으)로 Kate(이)라는"),
    ],
)
def test_korean_particles_follow_the_sound_of_the_word(word: str, settled: str) -> None:
    template = "{who}은(는) {who}이(가) {who}을(를) {who}과(와) {who}(으)로 {who}(이)라는"
    with use_language("ko"):
        assert fill(template, who=word) == settled


def test_examples_in_the_documentation_hold() -> None:
    result = doctest.testmod(knell.texts)
    assert result.attempted
    assert not result.failed


def test_english_texts_are_filled_as_they_are() -> None:
    assert fill("{who}(으)로", who="Bo") == "Bo(으)로"


def test_catalogues_are_complete() -> None:
    assert catalogs.problems() == []


@pytest.mark.parametrize("language", languages()[1:])
def test_compiled_catalogue_is_up_to_date(language: str) -> None:
    source = catalogs.LOCALE / language / "LC_MESSAGES" / "knell.po"
    installed = resources.files("knell") / "locale" / language / "LC_MESSAGES" / "knell.mo"
    assert installed.read_bytes() == catalogs.compiled(source), "run `python tools/catalogs.py compile`"


def catalogue(*entries: tuple[str | tuple[str, str], str | tuple[str, ...]]) -> Catalog:
    result = Catalog(locale="ko")
    result.fuzzy = False
    for text, translation in entries:
        result.add(text, translation)
    return result


@pytest.mark.parametrize(
    ("text", "translation", "problem"),
    [
        ("Dusk", "", "not translated"),
        (("one", "{number}"), ("",), "not translated"),
        ("{who} dies", "{whom} 죽다", "other placeholders"),
        ("{who} dies", "죽다", "other placeholders"),
        ("{} dies", "{} 죽다", "needs a name"),
        ("{who dies", "죽다", "placeholders of"),
    ],
)
def test_check_finds_what_is_wrong_with_a_translation(
    text: str | tuple[str, str], translation: str | tuple[str, ...], problem: str
) -> None:
    [line] = catalogs.check(catalogue((text, "")), catalogue((text, translation)))
    assert problem in line


def test_check_finds_texts_that_differ_from_the_template() -> None:
    found = list(catalogs.check(catalogue(("new", "")), catalogue(("old", "옛"))))
    assert found == ["missing: 'new'", "no longer in the code: 'old'"]


def test_check_finds_unsure_translations() -> None:
    unsure = catalogue()
    unsure.add("Dusk", "황혼", flags=["fuzzy"])
    assert list(catalogs.check(catalogue(("Dusk", "")), unsure)) == ["marked as unsure: 'Dusk'"]


def test_a_plural_may_leave_the_number_out_where_the_singular_does() -> None:
    text = ("one seat", "{number} seats")
    for translation in ("한 자리", "{number}자리"):
        assert list(catalogs.check(catalogue((text, "")), catalogue((text, (translation,))))) == []


def test_every_kind_of_mark_is_extracted(tmp_path: Path) -> None:
    code = 'N_("a"); _("b"); ngettext("c", "{n} c", n); pgettext("where", "d")\n'
    (tmp_path / "module.py").write_text(code, encoding="utf-8")
    found = {(message.id, message.context) for message in catalogs.extract(tmp_path) if message.id}
    assert found == {("a", None), ("b", None), (("c", "{n} c"), None), ("d", "where")}


def test_a_catalogue_is_written_only_when_its_texts_change(tmp_path: Path) -> None:
    path = tmp_path / "knell.pot"
    assert catalogs.write(path, catalogue(("Dusk", "")))
    assert not catalogs.write(path, catalogue(("Dusk", "")))
    assert catalogs.write(path, catalogue(("Dawn", "")))


def test_compiling_makes_each_catalogue_beside_its_source(tmp_path: Path) -> None:
    path = tmp_path / "ko" / "LC_MESSAGES" / "knell.po"
    catalogs.write(path, catalogue(("Dusk", "황혼")))
    catalogs.compile_all(tmp_path)
    assert path.with_suffix(".mo").read_bytes() == catalogs.compiled(path)
