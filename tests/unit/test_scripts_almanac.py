"""Almanac documents in the three layouts are read completely, or refused with the line and the reason."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knell.scripts import CharacterText, Script, ScriptError, load, read, read_almanac

ALMANACS = Path(__file__).parent.parent / "data" / "almanacs"
LAYOUTS = ("plain", "numbered", "bare")


def text_of(layout: str) -> str:
    return (ALMANACS / f"{layout}.txt").read_text(encoding="utf-8")


def outcome(text: str) -> Script | ScriptError:
    try:
        return read_almanac(text)
    except ScriptError as error:
        return error


def refused(text: str) -> ScriptError:
    with pytest.raises(ScriptError) as caught:
        read_almanac(text)
    return caught.value


def test_plain_blocks_give_every_part_of_a_character() -> None:
    script = load(ALMANACS / "plain.txt")
    assert script.kind == "almanac"
    assert script.characters == ("knight", "lamplighter", "klutz", "spy", "po")
    assert script.texts["knight"] == CharacterText(
        ability="Your armour shows you two people whom no Demon ever met.",
        flavour="Polish it again, squire, I can still not see my nose in it.",
        explanation=(
            "The Knight gets two names before the story starts and may build on both of them. "
            "Nothing that happens later takes this knowledge away."
        ),
        how_to_run=(
            "Before you wake anybody, lay the two KNOW marks beside players whose token is no Demon.",
            "When it is the turn of the Knight, point at both of them, one after the other.",
        ),
        examples=("Choosing two Outsiders makes for a lively first morning.",),
    )


def test_document_without_title_is_called_like_its_file() -> None:
    assert load(ALMANACS / "plain.txt").name == "plain"


def test_name_that_nobody_knows_is_a_character_of_the_author() -> None:
    script = load(ALMANACS / "plain.txt")
    character = script.homebrew["lamplighter"]
    assert (character.name, character.type, character.changes_setup) == ("Lamplighter", "townsfolk", True)
    assert character.ability == script.texts["lamplighter"].ability


def test_numbered_layout_has_title_and_author() -> None:
    script = load(ALMANACS / "numbered.txt")
    assert (script.name, script.author) == ("조용한 항구 The Quiet Harbour", "갈매기")
    assert script.characters == ("noble", "pacifist", "moonchild", "devilsadvocate", "pukka", "beggar")
    assert script.of_type("traveller") == ("beggar",)


def test_wrapped_lines_are_put_together() -> None:
    noble = load(ALMANACS / "numbered.txt").texts["noble"]
    assert noble.explanation == (
        "The Noble hears three names at the very beginning. Two of these people mean well, and the third one "
        "doesn't.\n\nThe Noble isn't told which is which."
    )
    assert (
        noble.how_to_run[1]
        == "On the first night, wake the Noble and point at the three of them in any order."
    )


def test_explanation_may_repeat_the_ability_with_other_quotation_marks() -> None:
    moonchild = load(ALMANACS / "numbered.txt").texts["moonchild"]
    assert moonchild.explanation == "The Moonchild drags a friend along when the choice is unlucky."
    assert moonchild.flavour == "Goodbye moon. Goodbye you."


def test_link_at_the_foot_of_the_page_is_left_out_and_reported() -> None:
    script = load(ALMANACS / "numbered.txt")
    assert [(remark.code, remark.line) for remark in script.remarks] == [("NAVIGATION", 98)]
    assert "Back to script" not in str(script.texts)


def test_bare_paragraphs_are_told_apart_by_the_name_that_they_keep_using() -> None:
    script = load(ALMANACS / "bare.txt")
    assert script.name == "Letters from Nowhere"
    assert script.characters == ("steward", "seamstress", "sailor")
    assert script.texts["steward"] == CharacterText(
        ability="You begin with one name, and it is an honest one.",
        explanation=(
            "The Steward knows a single good soul. On the first night, wake the Steward and point at that "
            "player. Unlike the Noble, the Steward never meets a villain this way."
        ),
    )


def test_quotation_within_the_ability_does_not_end_it() -> None:
    seamstress = load(ALMANACS / "bare.txt").texts["seamstress"]
    assert seamstress.ability == (
        "When the sun sets, a “sleepless” guest learns of two others who are friends or foes."
    )


def test_paragraph_about_the_same_character_goes_on_with_the_explanation() -> None:
    seamstress = load(ALMANACS / "bare.txt").texts["seamstress"]
    assert seamstress.explanation.endswith("wrong one.\n\nA dead Seamstress sews no more.")


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(
    ("newline", "encoding"),
    [("\n", "utf-8-sig"), ("\r\n", "utf-8"), ("\r\n", "utf-8-sig"), ("\r", "utf-8"), ("\r\n", "utf-16")],
)
def test_line_ends_and_byte_order_marks_make_no_difference(layout: str, newline: str, encoding: str) -> None:
    text = text_of(layout)
    assert read(text.replace("\n", newline).encode(encoding)) == read(text.encode())


@pytest.mark.parametrize("layout", LAYOUTS)
def test_indentation_and_case_of_type_lines_make_no_difference(layout: str) -> None:
    text = text_of(layout)
    flat = "\n".join(line.strip() for line in text.split("\n")).replace("Townsfolk\n", "TOWNSFOLK\n")
    assert read_almanac(flat).characters == read_almanac(text).characters


def test_total_is_optional() -> None:
    text = text_of("numbered").replace(" · 6 characters", "")
    assert len(read_almanac(text).characters) == 6


def test_section_may_end_with_its_ability() -> None:
    script = read_almanac("Demon\nPo\nWhat is this?\nMinion\nSpy\nWho is that?")
    assert script.texts["po"] == CharacterText(ability="What is this?")
    assert script.counts()["minion"] == 1


def test_advice_may_be_paragraphs_instead_of_a_list() -> None:
    script = read_almanac("Demon\n\nPo\n\nWhat?\n\nHow to Run\n\nAsk the Po.\n\nThen ask again.")
    assert script.texts["po"].how_to_run == ("Ask the Po.", "Then ask again.")


def test_fabled_and_loric_stand_apart() -> None:
    script = read_almanac("Demon\nPo\nWhat?\nFabled\nAngel\nHush.\nLoric\nTor\nNobody knows.")
    assert (script.characters, script.fabled, script.loric) == (("po",), ("angel",), ("tor",))


def test_text_that_could_garble_a_terminal_is_taken_out() -> None:
    script = read_almanac("Demon\nPo\nRed \x1b[31mink\u202e and more.")
    assert script.texts["po"].ability == "Red [31mink and more."


ABILITY_OF_THE_SPY = "You leaf through the big book every night, and nobody is sure whose friend you are.\nI"

BROKEN = {
    "type lost": ("plain", "Outsider\nKlutz", "Klutz", 18, "Klutz"),
    "type misspelt": ("plain", "Minion\nSpy", "Minoin\nSpy", 25, "Minion"),
    "type of another game": ("plain", "Minion\nSpy", "Werewolf\nSpy", 25, "Werewolf"),
    "first type misspelt": ("plain", "Townsfolk\nKnight", "Townfolk\nKnight", 1, "Townsfolk"),
    "first type lost": ("plain", "Townsfolk\nKnight", "Knight", 1, "type"),
    "numbered type misspelt": ("numbered", "5. Minion", "5. Minoin", 57, "Minion"),
    "numbered type unknown": ("numbered", "  5. Minion", "  5. Werewolf", 57, "Werewolf"),
    "wrong type": ("plain", "Minion\nSpy", "Demon\nSpy", 25, "Minion"),
    "name lost": ("plain", "Po\nOne victim", "One victim", 33, "name"),
    "name misspelt": ("plain", "Klutz\nWhen you", "Kluts\nWhen you", 19, "Klutz"),
    "name that its text never uses": ("plain", "Spy\nYou leaf", "Burglar\nYou leaf", 26, "Burglar"),
    "ability lost": ("plain", ABILITY_OF_THE_SPY, "I", 28, "another ability"),
    "ability changed": ("plain", "three tomorrow.\nWould", "four tomorrow.\nWould", 36, "line 34"),
    "nothing after the name": ("plain", "Klutz\n", "Klutz\nHow to Run\n", 20, "ability"),
    "section twice": ("plain", "Minion\nSpy", "Outsider\nKlutz", 26, "line 19"),
    "two kinds of flavour": ("plain", "I was never here.\n", "I was never here.\nWas I?\n", 29, "second"),
    "heading misspelt": ("plain", "How to Run\n- Hand", "How to Runn\n- Hand", 30, "How to Run"),
    "heading unknown": ("plain", "How to Run\n- Hand", "What to Do\n- Hand", 30, "What to Do"),
    "heading lost": ("plain", "How to Run\n- Hand", "- Hand", 30, "heading"),
    "line among the advice": ("plain", "- If the Po", "Who knows.\n- If the Po", 39, "Who knows"),
    "line before the first character": ("numbered", "  2. Town", "  Who wrote this?\n  2. Town", 5, "Who"),
    "one fewer than stated": ("numbered", "6 characters", "7 characters", 3, "7"),
    "one more than stated": ("numbered", "6 characters", "5 characters", 3, "6"),
    "paragraph about nobody": ("bare", "A dead Seamstress sews", "The dead sew", 7, "names no character"),
    "paragraph about two": ("bare", "Unlike the Noble", "Unlike the Noble, a Noble, some Noble", 3, "Noble"),
    "paragraph only quoted": ("bare", " The Steward knows", "\n\nThe Steward knows", 3, "quotation"),
    "paragraph about another in passing": (
        "bare",
        "A dead Seamstress sews",
        "The Monk prays",
        7,
        "only once",
    ),
    "paragraph about one twice": ("bare", "no more.", 'no more.\n\n"So." The Steward.', 9, "line 3"),
}


@pytest.mark.parametrize(("layout", "old", "new", "line", "words"), BROKEN.values(), ids=BROKEN)
def test_what_cannot_be_told_is_refused_with_its_line(
    layout: str, old: str, new: str, line: int, words: str
) -> None:
    text = text_of(layout)
    assert text.count(old) == 1
    error = refused(text.replace(old, new))
    assert error.line == line
    assert words in str(error)


@pytest.mark.parametrize(
    "text", ["Hello.", "Hello\n\nworld", "a\n\nb\n\nc.", "The Imp is here.", "1. 2. 3.", '"']
)
def test_other_texts_are_refused(text: str) -> None:
    assert refused(text).line is not None


def test_empty_document_is_refused() -> None:
    assert refused(" \n\t\n").line == 1


@pytest.mark.parametrize("layout", ["plain", "numbered"])
@given(data=st.data())
def test_no_character_is_lost_silently_with_a_line(layout: str, data: st.DataObject) -> None:
    lines = text_of(layout).split("\n")
    del lines[data.draw(st.integers(0, len(lines) - 1))]
    script = outcome("\n".join(lines))
    if isinstance(script, ScriptError):
        assert script.line is not None
    else:
        assert len(script.characters) == len(read_almanac(text_of(layout)).characters)


@given(
    st.lists(
        st.sampled_from(
            ["Townsfolk", "2. Demon", "Imp", "Po", "How to Run", "- Do it.", '"So." The Imp. Imp!', ""]
        )
        | st.text(max_size=40)
    )
)
def test_any_text_is_read_or_refused(lines: list[str]) -> None:
    script = outcome("\n".join(lines))
    if isinstance(script, ScriptError):
        assert script.line is not None
        assert str(script)
    else:
        assert set(script.texts) == {*script.characters, *script.fabled, *script.loric}
