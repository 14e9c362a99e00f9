"""What is said of each move, the rulebook and all other texts, in both languages."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from escale.games import bloq
from escale.games.bloq import INFO
from escale.games.bloq.refusals import REFUSALS
from escale.games.bloq.tests.tables import GAME, LANGUAGES, at, refused, square

RULES = [f"BLOQ.{rule}" for rule in ("M1", "M2", "M3", "P1", "P2", "P3", "H1", "P4", "S1", "S2", "E1", "E2")]
GAP = re.compile(r"\{(\w+)\}")
NO_BREAK = "\N{NO-BREAK SPACE}"
COLUMN = ("2 .44", "1 .44", "0 .u4")  # three cells beside the left edge
HOLES = ("2 .44.44", "1 .44.44", "0 .u4.u4")  # and three more between two blocks


def written(table: dict[str, Any], prefix: str = "") -> dict[str, list[str]]:
    """The texts of a file as they are written, by name; those with plural forms have two."""
    found: dict[str, list[str]] = {}
    for key, entry in table.items():
        if isinstance(entry, str):
            found[prefix + key] = [entry]
        elif set(entry) == {"one", "other"}:
            found[prefix + key] = [entry["one"], entry["other"]]
        else:
            found |= written(entry, f"{prefix}{key}.")
    return found


FOLDER = Path(str(bloq.__file__)).parent / "texts"
WRITTEN = {language: written(tomllib.loads((FOLDER / f"{language}.toml").read_text("utf-8"))) for language in LANGUAGES}


@pytest.mark.parametrize(
    ("rows", "move", "english", "french"),
    [
        ((), "3,4:2x3x4", "Ann places a block upright at 3,4.", "Ann pose un bloc debout en 3,4."),
        ((), "3,4:4x2x3", "Ann places a block on its edge at 3,4.", "Ann pose un bloc sur la tranche en 3,4."),
        ((), "3,4:4x3x2", "Ann places a block flat at 3,4.", "Ann pose un bloc à plat en 3,4."),
        (
            COLUMN,
            "0,3:4x3x2",
            "Ann places a block flat at 0,3 and isolates 3 cells: 3 points.",
            "Ann pose un bloc à plat en 0,3 et isole 3 cases~: 3 points.",
        ),
        (  # two groups at once
            HOLES,
            "0,3:4x2x3",
            "Ann places a block on its edge at 0,3 and isolates 6 cells: 6 points.",
            "Ann pose un bloc sur la tranche en 0,3 et isole 6 cases~: 6 points.",
        ),
    ],
)
def test_log_lines(rows: tuple[str, ...], move: str, english: str, french: str) -> None:
    """BLOQ.P1, BLOQ.S1: a move is told with the block's pose and place, and with what it isolates."""
    pos = square(*rows)
    before = pos.to_bytes()
    assert pos.log(move, who="Ann") == english
    assert pos.log(move, "fr", who="Ann") == french.replace("~", NO_BREAK)
    assert pos.to_bytes() == before


def test_one_cell_is_told_as_one() -> None:
    """BLOQ.S1: the cell at the tip of a diamond, alone."""
    pos = at("small", "6 ..33", "5 ...33", "4 ....33", "3 .....e3")
    english, french = (pos.log("-1,7:3x2x4", language, who="Ann") for language in LANGUAGES)
    assert english == "Ann places a block upright at -1,7 and isolates 1 cell: 1 point."
    assert french == f"Ann pose un bloc debout en -1,7 et isole 1 case{NO_BREAK}: 1 point."


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_move_of_a_game_can_be_told(language: str) -> None:
    """BLOQ.P1, BLOQ.S1: no move of a whole game is without a sentence."""
    pos = GAME.new(players=3, seed=2, board="small")
    while not pos.over:
        for move in pos.moves():
            sentence = pos.log(move, language, who="Ann")
            assert sentence.startswith("Ann p")
            assert sentence.endswith(".")
            assert "{" not in sentence
        pos.play(pos.moves()[0])


def test_the_rulebook_has_every_rule() -> None:
    """All the rules there are, in the order of the rules file."""
    assert GAME.rule_ids() == RULES


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_has_its_words(rule: str) -> None:
    """Title and text in both languages, a whole paragraph, not the same in both."""
    english, french = (
        [GAME.texts[language].say(f"rule.{rule}.{part}") for part in ("title", "text")] for language in LANGUAGES
    )
    assert all(english + french)
    assert english != french
    assert english[1].endswith(".")
    assert french[1].endswith(".")


@pytest.mark.parametrize(
    ("rule", "numbers"),
    [
        ("BLOQ.M1", ["40", "2", "3", "4", "2 × 3", "4", "2 × 4", "3", "3 × 4", "2"]),
        ("BLOQ.M2", ["421", "20", "20", "181", "0,0", "0,0"]),
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_of_the_rulebook(rule: str, numbers: list[str], language: str) -> None:
    """BLOQ.M1, BLOQ.M2: the same in both languages, and those of the box."""
    assert re.findall(r"\d+ × \d+|\d+,\d+|\d+", GAME.texts[language].say(f"rule.{rule}.text")) == numbers


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_has_a_name(language: str) -> None:
    """Each option, and each of its values, can be shown to a player."""
    texts = GAME.texts[language]
    for option in INFO.options:
        assert texts.say(f"option.{option.name}.name")
        for value in option.values:
            assert texts.say(f"option.{option.name}.{value}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_is_a_sentence(language: str) -> None:
    """Each refusal is one sentence without gaps, in the language asked for."""
    for code, (name, rule) in enumerate(REFUSALS, 1):
        refusal = GAME.refusal(code, language)
        assert (refusal.name, refusal.rule) == (name, rule)
        assert re.fullmatch(r"[A-ZÀÉ].*\.", refusal.text)
        assert "{" not in refusal.text


def test_a_height_that_clashes_is_told_with_its_exception() -> None:
    """BLOQ.H1: what a newcomer meets first says when it would be allowed."""
    pos = square(*COLUMN)
    assert "only if the move isolates cells" in refused(pos, "3,0:2x3x4").text
    why = pos.why_not("3,0:2x3x4", "fr")
    assert why is not None
    assert "que si le coup isole des cases" in why.text


@pytest.mark.parametrize("name", WRITTEN["en"])
def test_both_languages_fill_in_the_same(name: str) -> None:
    """No value is said in one language alone, nor in one of two forms alone."""
    forms = [form for language in LANGUAGES for form in WRITTEN[language][name]]
    assert len({frozenset(GAP.findall(form)) for form in forms}) == 1, forms
    assert len(WRITTEN["en"][name]) == len(WRITTEN["fr"][name])


@pytest.mark.parametrize("name", WRITTEN["fr"])
def test_french_is_set_as_french_is(name: str) -> None:
    """A no-break space before what is set apart with one, none elsewhere, and no straight apostrophes."""
    for form in WRITTEN["fr"][name]:
        prose = re.sub(r"-?\d+,-?\d+:\d+x\d+", "", form)  # a move, as it is typed
        assert not re.search(rf"[^{NO_BREAK}][;:!?»]|«[^{NO_BREAK}]|['\"]", prose), form
        assert not re.search(rf"(?<!«){NO_BREAK}[^;:!?»%]", prose), form
