"""What tiles, characters and their points are called, in both languages."""

from __future__ import annotations

import re
from collections import Counter
from functools import reduce
from typing import Any

import pytest

from escale.games.planete.tests.wording import CHARACTERS, ELEMENTS, NO_BREAK, STACKS, TEXTS, TILES, WORTH, WRITTEN, numbers
from escale.rules.texts import LANGUAGES


def joined(parts: list[str], language: str) -> str:
    """One, two and three."""
    say, (*before, last) = TEXTS[language].say, parts
    if not before:
        return last
    return say(
        "list.and", first=reduce(lambda first, second: say("list.comma", first=first, second=second), before), second=last
    )


def in_words(tile: str, language: str) -> str:
    """What a tile bears, as the comment at [tile] tells to say it."""
    say = TEXTS[language].say
    parts = [
        say(f"a_element.{element}")
        if n == 1
        else say(f"tile.{('two', 'three')[n - 2]}", elements=(f"element.{element}", {"n": n}))
        for element, n in Counter(tile).items()
    ]
    return joined(parts, language)


@pytest.mark.parametrize(
    ("tile", "english", "french"),
    [
        ("W", "a white sheep", "un mouton blanc"),
        ("cW", "a box and a white sheep", "une caisse et un mouton blanc"),
        ("bWWB", "a baobab, two white sheep and a brown sheep", "un baobab, deux moutons blancs et un mouton marron"),
        ("lllF", "three lampposts and a fox", "trois réverbères et un renard"),
        ("v**", "a volcano and two big stars", "un volcan et deux grosses étoiles"),
        ("bsE", "a baobab, a sunset and an elephant", "un baobab, un coucher de soleil et un éléphant"),
        ("bGG", "a baobab and two beige sheep", "un baobab et deux moutons beiges"),
        (
            "vslSW",
            "a volcano, a sunset, a lamppost, a snake and a white sheep",
            "un volcan, un coucher de soleil, un réverbère, un serpent et un mouton blanc",
        ),
    ],
)
def test_tiles_in_words(tile: str, english: str, french: str) -> None:
    """PLAN.S1: what a tile bears can be said, equal things together."""
    assert in_words(tile, "en") == english
    assert in_words(tile, "fr") == french


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("stack", TILES)
def test_tiles_that_differ_are_said_differently(stack: str, language: str) -> None:
    """PLAN.S1: all tiles of a stack can be told apart by their words."""
    kinds = set(TILES[stack])
    assert len({in_words(tile, language) for tile in kinds}) == len(kinds)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("sections", "keys"),
    [
        (("stack", "the_stack", "a_tile_of"), STACKS),
        (("element", "a_element"), tuple(ELEMENTS)),
        (("character", "the_character", "wants"), tuple(CHARACTERS)),
        (("animal",), ("fox", "elephant", "snake", "sheep")),
        (("option.two_player",), ("name", "offer", "plain")),
    ],
)
def test_everything_has_its_names(sections: tuple[str, ...], keys: tuple[str, ...], language: str) -> None:
    """PLAN.S1: stacks, elements and characters, bare and with an article, in their order, no two alike."""
    for section in sections:
        said = {name: WRITTEN[language][name] for name in TEXTS[language].names(f"{section}.")}
        assert list(said) == [f"{section}.{key}" for key in keys]
        for forms in zip(*said.values(), strict=True):  # of one, and of several where there are plurals
            assert len(set(forms)) == len(keys), forms


@pytest.mark.parametrize(("language", "article"), [("en", "the "), ("fr", "(le |l’)")])
@pytest.mark.parametrize("name", CHARACTERS)
def test_articles(name: str, language: str, article: str) -> None:
    """PLAN.C1 PLAN.C11: a character's name with an article is its name, and an article that goes with it."""
    bare, full = (TEXTS[language].say(f"{section}.{name}") for section in ("character", "the_character"))
    assert re.fullmatch(f"{article}{bare}", full)
    assert full.startswith("l’") == (language == "fr" and bare[0] in "aeiou")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", CHARACTERS)
def test_what_characters_want(name: str, language: str) -> None:
    """PLAN.C1 PLAN.C2 PLAN.C3 PLAN.C4 PLAN.C5 PLAN.C6 PLAN.C7 PLAN.C8 PLAN.C9 PLAN.C10 PLAN.C11: told with their numbers."""
    assert numbers(TEXTS[language].say(f"wants.{name}")) == sorted(WORTH[name])


@pytest.mark.parametrize(
    ("name", "values", "english", "french"),
    [
        ("vain", {"n": 3, "points": 12}, "3 snakes × 4 = 12", "3 serpents × 4 = 12"),
        ("vain", {"n": 0, "points": 0}, "0 snakes × 4 = 0", "0 serpent × 4 = 0"),
        ("geographer", {"n": 9, "points": 9}, "9 tiles without a volcano × 1 = 9", "9 tuiles sans volcan × 1 = 9"),
        ("astronomer", {"n": 4, "points": 8}, "4 sunsets × 2 = 8", "4 couchers de soleil × 2 = 8"),
        ("king_none", {}, "no rose: 0", "aucune rose~: 0"),
        ("king_one", {}, "exactly one rose: 14", "une seule rose~: 14"),
        ("king_two", {}, "two roses: 7", "deux roses~: 7"),
        ("king_more", {"n": 3}, "3 roses, more than two: 0", "3 roses, plus de deux~: 0"),
        ("lamplighter", {"n": 11, "points": 11}, "11 lampposts × 1 = 11", "11 réverbères × 1 = 11"),
        (
            "hunter",
            {"n": 2, "animals": ("list.and", {"first": ("animal.fox", {}), "second": ("animal.sheep", {})}), "points": 6},
            "2 kinds of animals (fox and sheep) × 3 = 6",
            "2 espèces animales (renard et mouton) × 3 = 6",
        ),
        ("hunter_none", {}, "no animal: 0", "aucun animal~: 0"),
        ("drunkard", {"n": 6, "points": 18}, "6 face-down tiles × 3 = 18", "6 tuiles retournées × 3 = 18"),
        ("white", {"n": 5, "points": 10}, "5 white sheep × 2 = 10", "5 moutons blancs × 2 = 10"),
        ("beige", {"n": 1, "points": 3}, "1 beige sheep × 3 = 3", "1 mouton beige × 3 = 3"),
        ("brown", {"n": 2, "points": 10}, "2 brown sheep × 5 = 10", "2 moutons marron × 5 = 10"),
        ("gardener", {"n": 2, "points": 14}, "2 visible baobabs × 7 = 14", "2 baobabs visibles × 7 = 14"),
        ("turk", {"n": 1, "points": 1}, "1 big star × 1 = 1", "1 grosse étoile × 1 = 1"),
        (
            "prince",
            {
                "colours": ("counted.prince_colours", {"n": 2}),
                "boxes": ("tile.count", {"n": 1, "elements": ("element.c", {"n": 1})}),
                "points": 7,
            },
            "2 colours of sheep × 3 + 1 box × 1 = 7",
            "2 couleurs de mouton × 3 + 1 caisse × 1 = 7",
        ),
    ],
)
def test_how_points_come_about(name: str, values: dict[str, Any], english: str, french: str) -> None:
    """PLAN.C1 PLAN.C2 PLAN.C3 PLAN.C4 PLAN.C5 PLAN.C6 PLAN.C7 PLAN.C8 PLAN.C9 PLAN.C10 PLAN.C11: a sum for each character."""
    assert TEXTS["en"].say(f"counted.{name}", **values) == english
    assert TEXTS["fr"].say(f"counted.{name}", **values) == french.replace("~", NO_BREAK)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_character_is_counted(language: str) -> None:
    """PLAN.C1 PLAN.C4 PLAN.C6 PLAN.C11: no character without its sum, and the numbers in it are those of its rule."""
    forms = Counter(name.removeprefix("counted.").partition("_")[0] for name in TEXTS[language].names("counted."))
    assert set(forms) == set(CHARACTERS)
    for name in set(CHARACTERS) - {"king"}:
        for form in WRITTEN[language][f"counted.{name}"]:
            assert numbers(form) == sorted(WORTH[name])
    said = [TEXTS[language].say(f"counted.king_{roses}", n="many") for roses in ("none", "one", "two", "more")]
    assert [numbers(text)[-1] for text in said] == [0, 14, 7, 0]
