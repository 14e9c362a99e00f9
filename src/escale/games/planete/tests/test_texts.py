"""The rulebook and all other texts as they are written; what things are called is in test_words.py, the log in test_log.py."""

from __future__ import annotations

import re

import pytest

from escale.games.planete.tests.wording import (
    CHARACTER_RULES,
    CHARACTERS,
    FOLDER,
    GAP,
    NO_BREAK,
    REFUSALS,
    RULES,
    TEXTS,
    TILES,
    WORTH,
    WRITTEN,
    numbers,
    written,
)
from escale.rules.texts import LANGUAGES

MOST = {"C2": [12], "C6": [12], "C9": [14]}  # points at most, where the rulebook tells them


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rulebook_has_every_rule(language: str) -> None:
    """All the rules there are, in the order of the rules file, each with its title and then its text."""
    assert TEXTS[language].names("rule.") == [f"rule.{rule}.{part}" for rule in RULES for part in ("title", "text")]


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_has_its_words(rule: str) -> None:
    """Title and text in both languages, a whole paragraph, not the same in both."""
    english, french = ([TEXTS[language].say(f"rule.{rule}.{part}") for part in ("title", "text")] for language in LANGUAGES)
    assert english[0] != french[0]
    assert english[1] != french[1]
    for title, text in (english, french):
        assert re.fullmatch(r"[A-ZÀÉ][^.]*[^.:]", title)
        assert re.fullmatch(r"[A-ZÀÉ].*\.", text)
        assert not GAP.search(title + text)


@pytest.mark.parametrize(
    ("rule", "wanted"),
    [
        ("S1", [16, 80, 20, 4, 8]),
        ("R1", [16, 4, 4]),
        ("R3", [3, 4]),
        ("R4", [4, 4]),
        ("B1", [13, 3, 5, 5]),
        ("E0", [16, 16]),
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_of_the_rulebook(rule: str, wanted: list[int], language: str) -> None:
    """PLAN.S1, PLAN.R1, PLAN.R3, PLAN.R4, PLAN.B1, PLAN.E0: the same in both languages, and those of the rules."""
    assert numbers(TEXTS[language].say(f"rule.PLAN.{rule}.text")) == sorted(wanted)


def test_baobabs_are_as_many_as_the_rulebook_says() -> None:
    """PLAN.B1: the numbers of the rulebook are those of the tiles."""
    bear = [sum("b" in tile for tile in tiles) for tiles in TILES.values()]
    for language in LANGUAGES:
        assert numbers(TEXTS[language].say("rule.PLAN.B1.text")) == sorted([sum(bear), *bear])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rule", CHARACTER_RULES)
def test_numbers_of_the_characters(rule: str, language: str) -> None:
    """PLAN.C1 PLAN.C2 PLAN.C3 PLAN.C4 PLAN.C5 PLAN.C6 PLAN.C7 PLAN.C8 PLAN.C9 PLAN.C10 PLAN.C11: points, tiles and stars."""
    names = CHARACTER_RULES[rule]
    worth = [points for name in names for points in WORTH[name]]
    tiles = {CHARACTERS[name][0] for name in names}  # one number, also for all three businessmen
    stars = [CHARACTERS[name][1] for name in names if CHARACTERS[name][1]]
    assert numbers(TEXTS[language].say(f"rule.PLAN.{rule}.text")) == sorted([*worth, *tiles, *stars, *MOST.get(rule, [])])


@pytest.mark.parametrize("rule", ["S1", "S2", "R3", "R4", "E2"])
def test_what_the_sheet_leaves_open_is_told(rule: str) -> None:
    """PLAN.S1 PLAN.S2 PLAN.R3 PLAN.R4 PLAN.E2: the rulebook says where the sheet is silent or we do otherwise."""
    assert "the rule sheet" in TEXTS["en"].say(f"rule.PLAN.{rule}.text").replace("The rule", "the rule")
    assert "la règle du jeu" in TEXTS["fr"].say(f"rule.PLAN.{rule}.text").replace("La règle", "la règle")


@pytest.mark.parametrize(("rule", "english", "french"), [
    ("S1", "a public list", "une liste publique"),
    ("R2", "our way of doing it", "notre façon de faire"),
    ("R3", "our decision", "notre choix"),
    ("E2", "our decision", "notre choix"),
])  # fmt: skip
def test_what_is_ours_is_told_as_ours(rule: str, english: str, french: str) -> None:
    """PLAN.S1 PLAN.R2 PLAN.R3 PLAN.E2: nobody takes our decisions for the sheet's, nor the list of tiles."""
    assert english in TEXTS["en"].say(f"rule.PLAN.{rule}.text")
    assert french in TEXTS["fr"].say(f"rule.PLAN.{rule}.text")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_is_a_sentence(language: str) -> None:
    """Each refusal is a sentence or two without gaps; there is no text for a refusal that there isn't."""
    for name, _ in REFUSALS:
        (said,) = WRITTEN[language][f"refusal.{name}"]
        assert re.fullmatch(r"[A-ZÀÉ].*\.", said)
        assert not GAP.search(said)
    assert TEXTS[language].names("refusal.") == [f"refusal.{name}" for name, _ in REFUSALS]


@pytest.mark.parametrize("language", LANGUAGES)
def test_refusals_stand_under_the_rules_they_cite(language: str) -> None:
    """The comments of the file, for who reads it, say the same rules as the game."""
    lines = (FOLDER / f"{language}.toml").read_text("utf-8").partition("[refusal]\n")[2].partition("\n[")[0].splitlines()
    rule, said = "", []
    for line in filter(None, lines):
        if line.startswith("# "):
            rule = line.removeprefix("# ")
        else:
            said.append((line.split(" ")[0], rule))
    assert said == REFUSALS


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_task_is_said_to_both(language: str) -> None:
    """PLAN.R1 PLAN.R2 PLAN.R3: the mover is told what to do, and the others what the mover does."""
    steps = ("stack", "hide", "take", "name")
    assert TEXTS[language].names("task.") == [f"task.{step}.{to}" for step in steps for to in ("you", "other")]
    for name in TEXTS[language].names("task."):
        assert GAP.findall(TEXTS[language].say(name, who="{who}")) == (["who"] if name.endswith("other") else [])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", [name for name in WRITTEN["en"] if name.endswith("_then")])
def test_what_follows_is_said_after_the_move(name: str, language: str) -> None:
    """A sentence with what follows is the sentence without it, and then what follows."""
    assert WRITTEN[language][name] == [f"{form} {{then}}" for form in WRITTEN[language][name.removesuffix("_then")]]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", [name for name in WRITTEN["en"] if name.endswith("_own") and name[:-4] in WRITTEN["en"]])
def test_what_is_ones_own_is_said_without_a_name(name: str, language: str) -> None:
    """To the reader nobody says the reader's own name or number."""
    for form in WRITTEN[language][name]:
        assert not {"who", "seat"} & set(GAP.findall(form)), form


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_are_given_their_due(language: str) -> None:
    """The credits name authors, publisher and the book's author, and say what this is."""
    said = TEXTS[language].say("game.credits")
    for name in ("Fabrique-moi une planète", "Antoine Bauza", "Bruno Cathala", "Ludonaute 2013", "Antoine de Saint-Exupéry"):
        assert name in said
    assert {"en": "Unofficial, non-commercial", "fr": "non officiel et non commercial"}[language] in said


@pytest.mark.parametrize("name", WRITTEN["en"])
def test_both_languages_fill_in_the_same(name: str) -> None:
    """No value is said in one language alone, nor in one of two forms alone."""
    forms = [form for language in LANGUAGES for form in WRITTEN[language][name]]
    assert len({frozenset(GAP.findall(form)) for form in forms}) == 1, forms
    assert len(WRITTEN["en"][name]) == len(WRITTEN["fr"][name])


def test_no_name_is_missing() -> None:
    """Both files have the same names, in the same order."""
    assert list(WRITTEN["en"]) == list(WRITTEN["fr"])


def is_set_as_french_is(text: str) -> bool:
    """A no-break space before what is set apart with one, none elsewhere, and no straight apostrophes."""
    missing = re.search(rf"[^{NO_BREAK}][;:!?»]|«[^{NO_BREAK}]|['\"]", text)
    return not missing and not re.search(rf"(?<!«){NO_BREAK}[^;:!?»%]", text)


@pytest.mark.parametrize("name", WRITTEN["fr"])
def test_french_is_set_as_french_is(name: str) -> None:
    """No-break spaces and apostrophes are where they belong."""
    for form in WRITTEN["fr"][name]:
        assert is_set_as_french_is(form), form


@pytest.mark.parametrize("name", WRITTEN["en"])
def test_english_is_set_as_english_is(name: str) -> None:
    """No space before a colon and the like, no no-break space; only the French title of the game keeps its own."""
    for form in WRITTEN["en"][name]:
        prose = form.replace("Le Petit Prince : Fabrique-moi", "")
        assert not re.search(rf"\s[;:!?]|[{NO_BREAK}’]", prose), form


@pytest.mark.parametrize("wrong", ["Planète : 3", "Planète: 3", "« une »", "l'ivrogne", f"deux{NO_BREAK}tuiles", "Baobab !"])
def test_wrong_french_is_noticed(wrong: str) -> None:
    """The check above can fail: each of these has one mistake that it must see."""
    assert not is_set_as_french_is(wrong)


def test_wrong_names_and_gaps_are_noticed() -> None:
    """The checks above can fail: a text that is missing, a plural that is no plural, and another gap are seen."""
    right = written({"a": {"b": {"one": "{n} tile", "other": "{n} tiles"}, "c": "x"}})
    wrong = written({"a": {"b": {"one": "{n} tuile", "other": "{m} tuiles"}}})
    assert list(right) == ["a.b", "a.c"]
    assert list(wrong) == ["a.b"]
    assert len({frozenset(GAP.findall(form)) for form in right["a.b"]}) == 1
    assert len({frozenset(GAP.findall(form)) for form in [*right["a.b"], *wrong["a.b"]]}) == 2
