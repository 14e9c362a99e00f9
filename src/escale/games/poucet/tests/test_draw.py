"""`draw` gives every legal move as often as any other. It counts plays without listing them, so it could be wrong by itself."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any

import numpy as np
import pytest

from escale import Position
from escale.games.poucet import drawing
from escale.games.poucet.cards import HITS
from escale.games.poucet.tests.tables import ALONE, FACING, GAME, after, at, last_cards, parsed
from escale.rules.chance import new_rng, rng_below
from escale.rules.compile import interpreted

MANY = 150
EACH = 20 if interpreted else MANY  # times that a move should be drawn
CROSSED = "a5 R0, b5 rew, c9 G1, c8 gns, c7 gns, c6 gns, c5 gns, c4 gns, a6 yew"
SHUT_IN = "a9 R0, a8 O, b9 O, i5 G1"
#: Red leads to the forest on c5 by two ways, green by one, yellow by one.
FOREST = (
    "a5 R0, b5 rew, a4 rns, a3 rne, b3 rew, c3 rnw, c4 rns, c5 F, c9 G1, c8 gns, c7 gns, c6 gns, "
    "i4 Y2, h4 yew, g4 yew, f4 yew, e4 yew, d4 yne, d5 ysw"
)
#: Two of one colour and a third lead to c5.
NAMESAKES = "a5 R0, b5 rew, c9 R1, c8 rns, c7 rns, c6 rns, c1 G2, c2 gns, c3 gns, c4 gns"
#: The pebbles of seat 0 are in its path; that of seat 1, of the same colour, comes to their side.
PEBBLES = "a5 R0, b5 rew, c5 F 0e, d5 rnw, c9 R1, c8 rns, c7 rns, c6 rns, i5 G2"
#: Obstacles of all kinds at ends of both; the flower is near.
PASSAGES = "a5 R0, b5 rnew, b6 W, c5 W V, a4 V, a6 O, i5 G1, h5 gnew, g5 F, h6 V, i4 W"
#: A ring of six, two of each colour, who have come together around the flower.
SIX = "a5 R0, b5 rnew, c5 rew, i5 R1, h5 rnsw, g5 rew, e1 G2, e2 gnes, e3 gns, e9 G3, e8 gnew, a1 Y4, b1 ynew, i9 Y5, h9 yesw"
TABLES: dict[str, Callable[[], Position]] = {
    "start cards to take": lambda: after(GAME.new(players=4, seed=1, size="9"), "take g", "take g"),
    "where to start": lambda: after(GAME.new(players=2, seed=1, size="9"), "take g", "take r", "start b1"),
    "plays of choice": lambda: at(FACING, "ri rl rt gi wolf ogre", "gi"),
    "against others at will": lambda: at(FACING, "ri gi gl yt forest river", "gi", said="favour=free"),
    "forced, of many kinds": lambda: at("a5 R0, b5 rew, i5 G1, h5 O, i6 gew, i4 F", "gl gt boots pebbles", said="turn=0"),
    "forced against oneself": lambda: at(ALONE, "gi gl yt wolf ogre forest"),
    "free to favour": lambda: at("a5 R0, b5 rew, i5 G1, i4 F", "gl gt boots pebbles", said="favour=free"),
    "crossings": lambda: at(CROSSED, "ri rl rt yi", "gi"),
    "crossings of what is in no path": lambda: at(CROSSED, "ri rl rt yi", "gi", said="crossing=off"),
    "crossings that favour": lambda: at("a5 R0, b5 rew, i5 G1, h5 rns, i4 yns, i6 O", "gi gt", said="favour=free"),
    "forced crossings": lambda: at("a5 R0, b5 rew, i5 G1, h5 rns, i4 yns, i6 O", "gi gt"),
    "namesakes": lambda: at(NAMESAKES, "rl rt gl yi", said="players=3"),
    "namesakes at will": lambda: at(NAMESAKES, "rl rt gl yi", said="players=3 favour=free"),
    "pebbles of a namesake": lambda: at(PEBBLES, "ri", "ri rl rt", said="players=3 turn=1"),
    "one's own pebbles": lambda: at(PEBBLES, "ri rl rt", said="players=3"),
    "a forest, several own ways": lambda: at(FOREST, "pebbles boots", said="players=3"),
    "a forest, one own way": lambda: at(FOREST, "ri", "pebbles boots", said="players=3 turn=1"),
    "a forest, all ways": lambda: at(FOREST, "pebbles boots", said="players=3 favour=free"),
    "a forest of others": lambda: at(f"{FOREST}, i1 G3, i2 W, h1 W", *["ri"] * 3, "pebbles boots", said="players=4 turn=3"),
    "wolves and rivers": lambda: at(PASSAGES, "river boots pebbles ogre"),
    "wolves and rivers of all": lambda: at(PASSAGES, "river boots pebbles", said="favour=free"),
    "no ogre near the flower": lambda: at("a5 R0, i6 G1, h6 gew, g6 gew, h9 Y", "ogre wolf"),
    "six players": lambda: at(SIX, "ri gt ogre", said="players=6"),
    "six players at will": lambda: at(SIX, "ri", "rl yt pebbles", said="players=6 turn=1 favour=free"),
    "six players without crossing": lambda: at(SIX, "ri", "ri", "ri gl river", said="players=6 turn=2 crossing=off"),
    "nothing goes": lambda: at(FACING, "boots pebbles boots"),
    "one card": lambda: last_cards("a1 R0, b1 O, i5 G1, h5 O, i4 O, i6 O", "ri", ""),
    "blocked": lambda: at(SHUT_IN, "ri gl wolf"),
    "blocked, and nothing goes": lambda: at(SHUT_IN, "boots", more="discard ri"),
    "blocked after waiting": lambda: at("a9 R0, a8 F, b9 W, i5 G1", "ri pebbles river", more="waits 0 6"),
    "not yet blocked": lambda: at("a9 R0, a8 F, b9 W, i5 G1", "ri pebbles river", more="waits 0 5"),
    "blocked among six": lambda: at(SIX.replace("b1 ynew", "b1 O, a2 O"), said="players=6 turn=4"),
}
FEW = ("start cards to take", "forced crossings", "a forest, several own ways", "wolves and rivers of all", "nothing goes")
Drawing = Callable[[Any], int]  # a move, by an rng


def drawing_of(pos: Position) -> Drawing:
    """How the engine draws a move in a position."""
    states, room = GAME.blank(pos.to_bytes()), GAME.move_room()
    return lambda rng: int(GAME.draw_one(states, room, rng))


# Many draws


def uneven(legal: list[int], draw: Drawing, each: int = EACH) -> str:
    """What is wrong with a drawing, as far as many draws show; nothing if each legal move came about as often as any other."""
    rng = new_rng(np.uint64(1))
    found = Counter(draw(rng) for _ in range(each * len(legal)))
    if found.keys() - set(legal):
        return "illegal"
    freedom = len(legal) - 1
    chi_squared = sum((found[move] - each) ** 2 / each for move in legal)
    return "uneven" if len(found) < len(legal) or chi_squared > freedom + 5 * (2 * freedom) ** 0.5 else ""


@pytest.mark.parametrize("name", FEW if interpreted else TABLES)
def test_every_move_as_often(name: str) -> None:
    """POU.T1 POU.T2 POU.T3 POU.T4 POU.T5 POU.T6 POU.B2 POU.S2: each legal move is drawn, each as often, and nothing else."""
    pos = TABLES[name]()
    before = pos.to_bytes()
    states = GAME.blank(before)
    room = GAME.move_room()
    assert uneven(pos.moves(), lambda rng: int(GAME.draw_one(states, room, rng))) == ""
    assert states.tobytes() == before


# Every number that chance may give


def saying(number: int, below: int) -> tuple[Any, int]:
    """An rng that gives this number of those below another when it is asked next, and what it holds when it has been asked."""
    after_it = (((number << 32) + (1 << 31)) // below) << 32 | 1
    state = undone(undone(undone(after_it, 17), -7), 13)
    return np.array([state], np.uint64), after_it


def undone(word: int, shift: int) -> int:
    """The word of 64 bits that, with itself shifted to the left (or right) on it, has become this one."""
    before = word
    for _ in range(64 // abs(shift) + 1):
        before = word ^ (before << shift & (1 << 64) - 1 if shift > 0 else before >> -shift)
    return before


@pytest.mark.parametrize("below", [1, 2, 3, 7, 64, 1000])
def test_chance_can_be_told(below: int) -> None:
    """POU.T1: every number can be made to come."""
    for number in range(below):
        rng, after_it = saying(number, below)
        assert (rng_below(rng, np.int64(below)), int(rng[0])) == (number, after_it)


def inexact(legal: list[int], draw: Drawing) -> str:
    """What is wrong with a drawing that asks chance once: whether every number it may give stands for another legal move."""
    found: Counter[int] = Counter()
    for number in range(len(legal)):
        rng, after_it = saying(number, len(legal))
        found[draw(rng)] += 1
        if int(rng[0]) != after_it:
            return "chance isn't asked once"
    if found.keys() - set(legal):
        return "illegal"
    return "" if found == Counter(legal) else "uneven"


@pytest.mark.parametrize("name", TABLES)
def test_every_number_is_a_move(name: str) -> None:
    """POU.T1 POU.T2 POU.T3 POU.T4 POU.T5 POU.T6 POU.B2 POU.S2: as many numbers as legal moves, and each gives another one."""
    pos = TABLES[name]()
    assert inexact(pos.moves(), drawing_of(pos)) == ""


GAMES: list[dict[str, Any]] = [
    {"players": 2, "size": "9"},
    {"players": 6, "size": "9", "crossing": "off"},
    {"players": 5, "favour": "free"},
    {"players": 4, "crossing": "off", "favour": "free"},
    {"players": 3, "size": "9"},
    {"players": 6},
]


@pytest.mark.parametrize("seed", range(3 if interpreted else 24))
def test_every_number_is_a_move_through_games(seed: int) -> None:
    """POU.T1 POU.X1 POU.B2: at many turns of whole games, played at random."""
    rng = Random(seed)
    pos = GAME.new(seed=seed, **GAMES[seed % len(GAMES)])
    for turn in count():
        if not interpreted or turn % 40 == 20:
            assert inexact(pos.moves(), drawing_of(pos)) == "", pos.text()
        pos.play(rng.choice(pos.moves()))
        if pos.over:
            return


def test_what_the_tables_are() -> None:
    """POU.T1, POU.B2: plays of choice and forced ones, crossings, passages, discards and ways out are all among them."""
    names = {name: pos().names() for name, pos in TABLES.items()}
    kinds = {name: {text.split()[0] for text in texts if ":" not in text} for name, texts in names.items()}
    assert kinds["start cards to take"] == {"take"}
    assert kinds["where to start"] == {"start"}
    assert kinds["nothing goes"] == {"discard"}
    assert kinds["blocked"] == kinds["blocked after waiting"] == {"restart", "give"}
    assert kinds["blocked, and nothing goes"] == {"restart", "give", "discard"}
    assert kinds["blocked among six"] == {"give"}
    assert kinds["not yet blocked"] == set()
    assert len(names["one card"]) == 1
    ways = {name: [text for text in texts if "pebbles" in text] for name, texts in names.items() if name.startswith("a forest")}
    assert [len(some) for some in ways.values()] == [2, 1, 4, 4]
    assert [name for name, pos in TABLES.items() if has_forced(pos())] == [
        *("forced, of many kinds", "forced against oneself", "forced crossings", "a forest of others"),
    ]


def has_forced(pos: Position) -> bool:
    """Whether nothing is of choice and something is forced: who plays so tells that they had nothing else."""
    laying = [text for text in pos.names() if ":" in text]
    return bool(laying) and any("known" in after(pos, text).text() for text in laying[:1])


# Drawings that are wrong


def by_cell(pos: Position) -> Drawing:
    """A cell first, then a play on it."""
    cells: dict[str, list[int]] = {}
    for move in pos.moves():
        cells.setdefault(pos.name(move).split(":")[0], []).append(move)

    def draw(rng: Any) -> int:
        there = list(cells.values())[rng_below(rng, np.int64(len(cells)))]
        return int(there[rng_below(rng, np.int64(len(there)))])

    return draw


def of_these(moves: list[int]) -> Drawing:
    """One of some moves, each as often."""
    return lambda rng: moves[rng_below(rng, np.int64(len(moves)))]


def wrong_drawings() -> dict[str, tuple[Position, Drawing, str, str]]:
    """By name: a position, a wrong drawing, what many draws and what all numbers show of it."""
    pos = TABLES["plays of choice"]()
    free = parsed(pos.text().replace("size=9", "size=9 favour=free"))
    moves = pos.moves()
    return {
        "a cell first": (pos, by_cell(pos), "uneven", "chance isn't asked once"),
        "never the last": (pos, of_these(moves[:-1]), "uneven", "uneven"),
        "one of them twice": (pos, of_these([*moves, moves[3]]), "uneven", "uneven"),
        "forced ones too": (pos, of_these(free.moves()), "illegal", "illegal"),
        "no move at all": (pos, of_these([*moves[1:], -1]), "illegal", "illegal"),
    }


@pytest.mark.parametrize("name", wrong_drawings())
def test_wrong_drawings_are_found(name: str) -> None:
    """POU.T1: drawings that aren't even, or give what isn't legal; the right one, made of the list, is even."""
    pos, draw, by_draws, by_numbers = wrong_drawings()[name]
    moves, right = pos.moves(), of_these(pos.moves())
    assert (uneven(moves, draw, MANY), inexact(moves, draw)) == (by_draws, by_numbers)
    assert (uneven(moves, right, MANY), inexact(moves, right)) == ("", "")


WRONG_COUNTS: dict[str, Any] = {
    "HITS": np.maximum(HITS - 1, 0),
    "WAYS": np.array([2, 4, 3]),
    "is_near_flower": lambda state, cell: False,
    "may_cover": lambda state, cell: True,
    "folded": lambda leading: leading & 15,
    "ways_of_colour": lambda state, colour, leading, without: np.int64(15 if (state.colour == colour).any() else 0),
}


def finds_wrong_counts() -> None:
    """See that each part of the counting that is wrong is shown by some table. Compiled code can't be changed."""
    assert interpreted
    for name, wrong in WRONG_COUNTS.items():
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(drawing, name, wrong)
            assert any(inexact(pos.moves(), drawing_of(pos)) for pos in (table() for table in TABLES.values())), name


def test_wrong_counts_are_found() -> None:
    """POU.T1, POU.X1, POU.O1, POU.W1: if a part of the counting is wrong, some table shows it."""
    code = "from escale.games.poucet.tests.test_draw import finds_wrong_counts; finds_wrong_counts(); print('found')"
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "found\n"), done.stderr
