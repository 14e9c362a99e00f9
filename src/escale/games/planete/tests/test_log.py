"""What is said of each move, and that texts and game know the same options, refusals, rules and moves."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from escale import Position
from escale.games.planete import INFO
from escale.games.planete.refusals import REFUSALS
from escale.games.planete.tests import wording
from escale.games.planete.tests.tables import GAME, parsed
from escale.rules.texts import LANGUAGES

ROUNDS = 16
TABLES: list[tuple[int, dict[str, str]]] = [(2, {"two_player": "offer"}), (2, {}), (3, {}), (4, {}), (5, {})]

#: Two players, one tile hidden: to be hidden, to be chosen by the other, and by who has hidden it.
LOOKED = "planete players=2 turn=0 step=hide first=0 two_player=offer\noffer core cG W E\n"
OFFERED = "planete players=2 turn=1 step=take first=0 two_player=offer\noffer core cG E\nhidden W\n"
LEFT = "planete players=2 turn=0 step=take first=0 two_player=offer\noffer core E\nhidden W\nplanet 1 5:cG\n"
#: Three players, from the first tile taken to the last.
UP = "planete players=3 turn=0 step=take first=0\noffer core cG W E\n"
NAMING = "planete players=3 turn=0 step=name first=0\noffer core W E\nplanet 0 5:cG\n"
LAST = "planete players=3 turn=2 step=take first=0\noffer core E\nplanet 0 5:cG\nplanet 1 5:W\n"
#: Two baobabs on the first planet, and another on the table.
BAOBABS = (
    "planete players=3 turn=0 step=take first=0\noffer rising br* sllF lWW\n"
    "planet 0 1:bsE 7:bsG\nplanet 1 1:sF 7:sE\nplanet 2 1:cW 7:lcc\n"
)
FACES = "planete players=3 turn=0 step=take first=0\noffer character vain king prince\n"

LINES: list[tuple[str, str, str, str]] = [
    (
        "planete players=3\n",
        "stack core",
        "Ann chooses the stack of cores.",
        "Ann choisit la pioche des cœurs.",
    ),
    (
        "planete players=2 two_player=offer\n",
        "stack falling",
        "Ann chooses the stack of falling edges and looks at three tiles.",
        "Ann choisit la pioche des bordures descendantes et regarde trois tuiles.",
    ),
    (
        LOOKED,
        "hide W",
        "Ann hides one of the three tiles and shows the others: a box and a beige sheep; an elephant.",
        "Ann cache une des trois tuiles et montre les autres~: une caisse et un mouton beige~; un éléphant.",
    ),
    (OFFERED, "take E", "Ann takes a core with an elephant.", "Ann prend un cœur avec un éléphant."),
    (
        OFFERED,
        "take hidden",
        "Ann takes the hidden tile, unseen.",
        "Ann prend la tuile cachée sans la voir.",
    ),
    (
        LEFT,
        "take E",
        "Ann takes a core with an elephant. The hidden tile is out of the game, and stays hidden. "
        "The next stack is chosen by player 2.",
        "Ann prend un cœur avec un éléphant. La tuile cachée sort du jeu, et reste cachée. "
        "La prochaine pioche est choisie par le joueur 2.",
    ),
    (
        LEFT,
        "take hidden",
        "Ann takes the hidden tile: a core with a white sheep. Out of the game: a core with an elephant. "
        "The next stack is chosen by player 2.",
        "Ann prend la tuile cachée~: un cœur avec un mouton blanc. Hors du jeu~: un cœur avec un éléphant. "
        "La prochaine pioche est choisie par le joueur 2.",
    ),
    (UP, "take cG", "Ann takes a core with a box and a beige sheep.", "Ann prend un cœur avec une caisse et un mouton beige."),
    (
        UP,
        "take cG 10",
        "Ann takes a core with a box and a beige sheep.",
        "Ann prend un cœur avec une caisse et un mouton beige.",
    ),
    (NAMING, "name 2", "Ann names player 3.", "Ann désigne le joueur 3."),
    (
        LAST,
        "take E",
        "Ann takes a core with an elephant. They choose the next stack.",
        "Ann prend un cœur avec un éléphant. Le choix de la prochaine pioche lui revient.",
    ),
    (
        BAOBABS,
        "take br*",
        "Ann takes a rising edge with a baobab, a rose and a big star. "
        "That is the third baobab: three tiles are turned face down.",
        "Ann prend une bordure montante avec un baobab, une rose et une grosse étoile. "
        "C’est le troisième baobab~: trois tuiles sont retournées.",
    ),
    (FACES, "take king", "Ann takes the king.", "Ann prend le roi."),
    (FACES, "take vain", "Ann takes the vain man.", "Ann prend le vaniteux."),
]


def games() -> Iterator[tuple[Position, str]]:
    """Every position of a random game at each kind of table, and the move that is played there."""
    for number, (players, options) in enumerate(TABLES):
        pos, rng = GAME.new(players=players, seed=number, **options), Random(number)
        while not pos.over:
            move = rng.choice(pos.names())
            yield pos, move
            pos.play(move)


def turned_down(pos: Position) -> int:
    """How many tiles of all planets are face down."""
    return sum(planet["face_down"] for planet in pos.view()["planets"])


def told(said: Any) -> list[str]:
    """The names of a text and of all texts within it, in order."""
    if isinstance(said, dict) and "key" in said:
        return [said["key"], *(name for value in said["values"].values() for name in told(value))]
    return []


@pytest.mark.parametrize("number", range(len(LINES)))
def test_log_lines(number: int) -> None:
    """PLAN.R1 PLAN.R2 PLAN.R3 PLAN.B1: a move is told with all that follows from it that its player knows before."""
    text, move, english, french = LINES[number]
    pos = parsed(text)
    before = pos.to_bytes()
    assert pos.log(move, who="Ann") == english
    assert pos.log(move, "fr", who="Ann") == french.replace("~", wording.NO_BREAK)
    assert pos.to_bytes() == before


def test_every_sentence_of_the_log_is_used() -> None:
    """No text under [log] that no move is told with."""
    lines = [(parsed(text), move) for text, move, _, _ in LINES]
    names = {name for pos, move in lines for name in told(pos.said(move))}
    names |= {name for pos, move in games() for name in told(pos.said(move))}
    assert {name for name in names if name.startswith("log.")} == set(GAME.texts["en"].names("log."))


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_a_whole_game_is_told(players: int, options: dict[str, str]) -> None:
    """PLAN.R1 PLAN.B1 PLAN.E0: every move has its sentence, and each thing that happens is told as often as it happens."""
    pos, rng = GAME.new(players=players, seed=7, **options), Random(players)
    names: list[str] = []
    latest: list[str] = []
    unseen = 0
    while not pos.over:
        move = rng.choice(pos.names())
        for language in LANGUAGES:
            assert re.fullmatch(r"Ann [^{}]*\.", pos.log(move, language, who="Ann"))
        latest = told(pos.said(move))
        names += latest
        before = turned_down(pos)
        pos.play(move)
        unseen += turned_down(pos) - before if latest == ["log.takes_unseen"] else 0
    offer = bool(options)
    assert sum(name in ("log.stacks", "log.looks") for name in names) == ROUNDS
    assert names.count("log.looks") == names.count("log.hides") == (ROUNDS if offer else 0)
    assert sum(name.startswith("log.takes") for name in names) == ROUNDS * players
    assert names.count("log.names") == (0 if offer else ROUNDS * (players - 1))
    assert names.count("log.then.leads") == (ROUNDS - 1 if offer else 0)
    assert names.count("log.then.leads_own") == (0 if offer else ROUNDS - 1)
    assert sum(name.startswith("log.then.out") for name in names) == (ROUNDS if offer else 0)
    assert names.count("log.then.baobabs") * 3 + unseen == turned_down(pos)
    assert (names.count("log.then.last_round"), names.count("log.then.over")) == (1, 1)
    assert "log.then.over" in latest


def test_the_game_has_the_rules_of_the_rulebook() -> None:
    """All of them, in the same order."""
    assert GAME.rule_ids() == wording.RULES


@pytest.mark.parametrize("language", LANGUAGES)
def test_refusals_are_those_of_the_texts(language: str) -> None:
    """Each refusal has its sentence and cites the rule under which it is written."""
    assert list(REFUSALS) == wording.REFUSALS
    for code, (name, rule) in enumerate(REFUSALS, 1):
        refusal = GAME.refusal(code, language)
        assert (refusal.name, refusal.rule) == (name, rule)
        assert refusal.text == GAME.texts[language].say(f"refusal.{name}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_has_a_name(language: str) -> None:
    """Each option, and each of its values, can be shown to a player; there is no text for an option that there isn't."""
    wanted = {f"option.{option.name}.{value}" for option in INFO.options for value in ("name", *option.values)}
    assert set(GAME.texts[language].names("option.")) == wanted


@pytest.mark.parametrize(
    ("language", "typed"),
    [
        (
            "en",
            (
                *("stack core", "stack rising", "stack falling", "stack character", "hide vlG"),
                *("take vlG", "take king", "take hidden", "take vlG 9", "take hidden 9", "name 0", "name 1"),
            ),
        ),
        (
            "fr",
            (
                *("pioche coeur", "pioche montante", "pioche descendante", "pioche personnage", "cache vlG"),
                *("prends vlG", "prends king", "prends cachée", "prends vlG 9", "prends cachée 9", "nomme 0", "nomme 1"),
            ),
        ),
    ],
)
def test_how_to_move_explains_every_kind_of_move(language: str, typed: tuple[str, ...]) -> None:
    """PLAN.R1 PLAN.R2 PLAN.R3 PLAN.R4: what can be typed is told with examples, and all of them can be read."""
    said = GAME.texts[language].say("table.how_to_move")
    for example in typed:
        assert example in said
        assert parsed(OFFERED).read_move(example) >= 0
