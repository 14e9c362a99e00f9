"""What is said of each move, the rulebook and all other texts, in both languages."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from random import Random
from typing import Any

import pytest

from escale import Position
from escale.games import lppg
from escale.games.lppg import INFO
from escale.games.lppg.refusals import REFUSALS
from escale.games.lppg.tests.sentences import logged
from escale.games.lppg.tests.tables import GAME, LANGUAGES, after, at, away, frozen, strip

MATERIAL, TURN, PLACING = (
    ("M1", "M2", "M3", "M4", "M5", "S1", "S2", "S3"),
    ("T1", "T2", "T3"),
    ("P1", "P2", "P3", "P4", "P5", "P6"),
)
LATER = ("D1", "D2", "C1", "C2", "C3", "C4", "C5", "E1", "E2", "E3", "E4")
RULES = [f"LPPG.{rule}" for rule in (*MATERIAL, *TURN, *PLACING, *LATER)]
GAP = re.compile(r"\{(\w+)\}")
NO_BREAK = "\N{NO-BREAK SPACE}"
STRIP = ("rrrrrrrrrr", "rwrrwrrrrr", "rrrrrrrrrr")
SPRUNG = (*STRIP[:2], "rrrwrrrrrr")
LONGER = ("rrrrrrrrrrrr", "rwrrwrrwrrrr", "rrrrrrrrrrrr")
JOIN = "22,21:2x3:r56"
FOUR: dict[str, Any] = {"hands": ("r12 r24", "b1 b2", "g1 g2", "y1 y2"), "piles": ("b3 y3", "y12 g12"), "said": "players=4"}
PLACED = ("Ann places a red card at 22,21.", "Ann pose une carte rouge en 22,21.")


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


FOLDER = Path(str(lppg.__file__)).parent / "texts"
WRITTEN = {language: written(tomllib.loads((FOLDER / f"{language}.toml").read_text("utf-8"))) for language in LANGUAGES}


def placed(english: str, french: str) -> tuple[str, str]:
    """The sentences after that of the card."""
    return f"{PLACED[0]} {english}", f"{PLACED[1]} {french}"


def few_cards() -> Position:
    """A draw that empties a pile."""
    return after(strip("", hands=("r12 r24", "r1 r2"), piles=("b3", "y1")), "23,21:2x3:r12")


def last_cards() -> Position:
    """The draw of the last two cards."""
    return after(few_cards(), "draw 1", "draw 1", "19,22:2x3:r1")


def merged() -> Position:
    """A merger to be decided, and a region to be marked afterwards."""
    return after(at(*LONGER, own="0 o 21,21, 0 p 24,21"), JOIN)


def merged_last() -> Position:
    """A merger after which a pile is filled again."""
    rows, hands = STRIP, ("r12 r24", "r1 r2")
    return after(at(*rows, own="1 o 21,21, 1 p 24,21", hands=hands, piles=("b3", "")), JOIN)


def marked_last() -> Position:
    """A marker after which a pile is filled again."""
    pos = strip("", "1", piles=("b3", ""))
    return after(pos, away(pos))


LINES: list[tuple[Position, str, str, str]] = [
    (at("rrrr", "rrrr"), "23,21:2x3:r12", "Ann places a red card at 23,21.", "Ann pose une carte rouge en 23,21."),
    (
        at(*STRIP, own="0 o 21,21"),
        JOIN,
        *placed("One of their territories grows from 1 to 4 cells.", "Un de ses territoires passe de 1 à 4 cases."),
    ),
    (
        at(*STRIP, own="1 o 21,21"),
        JOIN,
        *placed("An opposing territory grows from 1 to 4 cells.", "Un territoire adverse passe de 1 à 4 cases."),
    ),
    (
        at(*STRIP, own="3 o 21,21", **FOUR),
        JOIN,
        *placed("A territory of player 4 grows from 1 to 4 cells.", "Un territoire du joueur 4 passe de 1 à 4 cases."),
    ),
    (
        at("rrrrr", "rrrw.", "rrrrr"),
        "24,20:2x3:r12",
        "Ann places a red card at 24,20. A region of 1 cell closes.",
        "Ann pose une carte rouge en 24,20. Une région de 1 case se ferme.",
    ),
    (
        at(*STRIP, own="1 o 21,21, 1 o 24,21"),
        JOIN,
        *placed(
            "Two opposing territories become one, of 4 cells: a marker goes back.",
            "Deux territoires adverses n’en font plus qu’un, de 4 cases~: un marqueur revient.",
        ),
    ),
    (
        at(*STRIP, own="0 o 21,21, 0 p 24,21"),
        JOIN,
        *placed(
            "Two of their territories become one, of 4 cells: their owner chooses which marker stays.",
            "Deux de ses territoires n’en font plus qu’un, de 4 cases~: leur propriétaire choisit le marqueur qui reste.",
        ),
    ),
    (
        at(*SPRUNG, own="1 o 21,21"),
        JOIN,
        *placed("An opposing territory opens: its marker goes back.", "Un territoire adverse s’ouvre~: son marqueur revient."),
    ),
    (
        at(*SPRUNG, own="0 o 21,21, 0 o 24,21"),
        JOIN,
        *placed(
            "Two of their territories open: their markers go back.",
            "Deux de ses territoires s’ouvrent~: leurs marqueurs reviennent.",
        ),
    ),
    (
        merged(),
        "keep o",
        "Ann keeps the ordinary marker: the joined territory isn't permanent any more, and the permanent marker goes back.",
        "Ann garde son marqueur ordinaire~: le territoire réuni n’est plus permanent, et le marqueur permanent revient.",
    ),
    (
        merged(),
        "keep p",
        "Ann keeps the permanent marker: the joined territory is permanent, and the ordinary marker goes back. "
        "The region at 27,21 becomes a territory of 1 cell, with an ordinary marker.",
        "Ann garde son marqueur permanent~: le territoire réuni est permanent, et le marqueur ordinaire revient. "
        "La région en 27,21 devient un territoire de 1 case, avec un marqueur ordinaire.",
    ),
    (
        after(merged(), "keep o"),
        "p@27,21",
        "Ann puts the permanent marker at 27,21: a territory of 1 cell.",
        "Ann met le marqueur permanent en 27,21~: un territoire de 1 case.",
    ),
    (
        after(at(*STRIP), JOIN),
        "o@21,21",
        "Ann puts an ordinary marker at 21,21: a territory of 4 cells.",
        "Ann met un marqueur ordinaire en 21,21~: un territoire de 4 cases.",
    ),
    (
        strip("0o1 0p2", "3", said="match=on round=2"),
        "32,21:2x3:r12",
        "Ann places a red card at 32,21. The region at 26,21 becomes a territory of 3 cells, with an ordinary marker. "
        "That is the third marker: the territories are counted. Player 1 wins round 2: 1 point. Round 3 begins.",
        "Ann pose une carte rouge en 32,21. La région en 26,21 devient un territoire de 3 cases, avec un marqueur ordinaire. "
        "C’est le troisième marqueur~: on compte les territoires. Le joueur 1 gagne la manche 2~: 1 point. La manche "
        "3 commence.",
    ),
    (
        after(at("rrrr", "rrrr"), "23,21:2x3:r12"),
        "draw 2",
        "Ann takes a green card from pile 2.",
        "Ann prend une carte verte dans la pile 2.",
    ),
    (
        few_cards(),
        "draw 1",
        "Ann takes a blue card from pile 1. A pile is empty: the discards and the other pile are shuffled and split in two "
        "(1 and 1).",
        "Ann prend une carte bleue dans la pile 1. Une pile est vide~: la défausse et l’autre pile sont mélangées, "
        "puis partagées "
        "en deux (1 et 1).",
    ),
    (
        frozen("", said=""),
        "pass",
        "Ann can place nothing, discards both cards and passes: 1 pass in a row.",
        "Ann ne peut rien poser, défausse ses deux cartes et passe~: 1 tour passé d’affilée.",
    ),
    (
        frozen("", said="passes=1"),
        "pass",
        "Ann can place nothing, discards both cards and passes: 2 passes in a row.",
        "Ann ne peut rien poser, défausse ses deux cartes et passe~: 2 tours passés d’affilée.",
    ),
    (
        frozen("0o1"),
        "pass",
        "Ann can place nothing either: twelve passes in a row, and the round stops.",
        "Ann ne peut rien poser non plus~: douze fois de suite, la manche s’arrête.",
    ),
    (
        frozen("0o1 1o1", said="match=on passes=11"),
        "pass",
        "Ann can place nothing either: twelve passes in a row, and the round stops. Nobody wins round 1. Round 2 begins.",
        "Ann ne peut rien poser non plus~: douze fois de suite, la manche s’arrête. Personne ne gagne la manche 1. "
        "La manche 2 commence.",
    ),
    (
        frozen("3o2", 4, said="match=on passes=11"),
        "pass",
        "Ann can place nothing either: twelve passes in a row, and the round stops. Players 2 and 4 win round 1: 2 points. "
        "Round 2 begins.",
        "Ann ne peut rien poser non plus~: douze fois de suite, la manche s’arrête. Les joueurs 2 et 4 gagnent la manche 1~: "
        "2 points. La manche 2 commence.",
    ),
]
MORE: list[tuple[Position, str]] = [  # what the lines above have no example of
    (last_cards(), "draw 1"),
    (merged_last(), "keep o"),
    (marked_last(), "p@21,21"),
    (after(at(*STRIP, own="0 o 21,21, 0 p 24,21"), JOIN), "keep p"),
    (at("rrrr", "rrrr", hands=("y1 g1", "b1 b2"), piles=("b3", "")), "pass"),
]


@pytest.mark.parametrize("number", range(len(LINES)))
def test_log_lines(number: int) -> None:
    """LPPG.T1 LPPG.T2 LPPG.T3 LPPG.C1 LPPG.C2 LPPG.C3 LPPG.C4 LPPG.E4: a move is told with all that follows from it."""
    pos, move, english, french = LINES[number]
    before = pos.to_bytes()
    assert pos.log(move, who="Ann") == english
    assert pos.log(move, "fr", who="Ann") == french.replace("~", NO_BREAK)
    assert pos.to_bytes() == before


def test_every_sentence_of_the_log_is_used() -> None:
    """No text under [log] that no move is told with."""
    told = {name for pos, move in [*((pos, move) for pos, move, _, _ in LINES), *MORE] for name in logged(pos, move)}
    assert {name for name in told if name.startswith("log.")} == set(GAME.texts["en"].names("log."))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_move_of_a_game_can_be_told(language: str) -> None:
    """LPPG.T1: no move of a whole game is without a sentence."""
    pos = GAME.new(players=4, seed=2)
    rng = Random(2)
    while not pos.over:
        for move in rng.sample(pos.moves(), min(5, len(pos.moves()))):
            sentence = pos.log(move, language, who="Ann")
            assert sentence.startswith("Ann ")
            assert sentence.endswith(".")
            assert "{" not in sentence
        pos.play(rng.choice(pos.moves()))


def test_the_rulebook_has_every_rule() -> None:
    """All the rules there are, in the order of the rules file but for the definitions, which come where they are needed."""
    assert GAME.rule_ids() == RULES


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_has_its_words(rule: str) -> None:
    """Title and text in both languages, a whole paragraph, not the same in both."""
    english, french = (
        [GAME.texts[language].say(f"rule.{rule}.{part}") for part in ("title", "text")] for language in LANGUAGES
    )
    assert all(english + french)
    assert english[1] != french[1]
    assert english[1].endswith(".")
    assert french[1].endswith(".")


@pytest.mark.parametrize(
    ("rule", "numbers"),
    [
        ("LPPG.M1", ["76", "19", "2 × 3"]),
        ("LPPG.M3", ["3", "8", "8", "22", "22", "88"]),
        ("LPPG.M5", ["48", "48", "0", "47", "22,22", "20,22"]),
        ("LPPG.S2", ["3", "4", "8"]),
        ("LPPG.E2", ["2", "2", "3", "5", "3"]),
        ("LPPG.E4", ["10"]),
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_of_the_rulebook(rule: str, numbers: list[str], language: str) -> None:
    """LPPG.M1, LPPG.M3, LPPG.M5, LPPG.S2, LPPG.E2, LPPG.E4: the same in both languages, and those of the rules."""
    said = GAME.texts[language].say(f"rule.{rule}.text")
    assert sorted(re.findall(r"\d+ × \d+|\d+,\d+|\d+", said)) == sorted(numbers)


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
    """Each refusal is a sentence or two without gaps; there is no text for a refusal that there isn't."""
    for code, (name, rule) in enumerate(REFUSALS, 1):
        refusal = GAME.refusal(code, language)
        assert (refusal.name, refusal.rule) == (name, rule)
        assert re.fullmatch(r"[A-ZÀÉ].*\.", refusal.text)
        assert "{" not in refusal.text
    assert {name.removeprefix("refusal.") for name in GAME.texts[language].names("refusal.")} == {name for name, _ in REFUSALS}


def test_the_deck_is_told_as_a_reconstruction() -> None:
    """LPPG.M3: the rulebook says that the layouts are ours."""
    assert "reconstruction" in GAME.texts["en"].say("rule.LPPG.M3.text")
    assert "reconstitution" in GAME.texts["fr"].say("rule.LPPG.M3.text")


@pytest.mark.parametrize("name", WRITTEN["en"])
def test_both_languages_fill_in_the_same(name: str) -> None:
    """No value is said in one language alone, nor in one of two forms alone."""
    forms = [form for language in LANGUAGES for form in WRITTEN[language][name]]
    assert len({frozenset(GAP.findall(form)) for form in forms}) == 1, forms
    assert len(WRITTEN["en"][name]) == len(WRITTEN["fr"][name])


def test_no_name_is_missing() -> None:
    """Both files have the same names."""
    assert WRITTEN["en"].keys() == WRITTEN["fr"].keys()


@pytest.mark.parametrize("name", WRITTEN["fr"])
def test_french_is_set_as_french_is(name: str) -> None:
    """A no-break space before what is set apart with one, none elsewhere, and no straight apostrophes."""
    for form in WRITTEN["fr"][name]:
        prose = re.sub(r"\d+,\d+:\dx\d:\w+", "", form)  # a move, as it is typed
        assert not re.search(rf"[^{NO_BREAK}][;:!?»]|«[^{NO_BREAK}]|['\"]", prose), form
        assert not re.search(rf"(?<!«){NO_BREAK}[^;:!?»%]", prose), form
