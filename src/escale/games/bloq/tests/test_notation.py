"""Positions and moves as text: what is written, what may be left out, and what each mistake is told."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from escale import BadNotation
from escale.games.bloq.tests.tables import GAME, SHAPES, parsed

FULL = """\
bloq players=3 turn=2 stock=38 board=small closed=legal isolating=cutting_off
points 5 0 0
  9          -
  8         ---
  7        2222.
  6       .2222..
  5      ..F222...
  4     ...........
  3    .............
  2   ...............
  1  .................
  0 ...................
 -1  .................
 -2   ...............
 -3    .............
 -4     ...........
 -5      .........
 -6       .......
 -7        .444.
 -8         U44
 -9          a
end
"""
SQUARE = """\
bloq players=2 turn=0 stock=38 board=square20
points 3 0
 19 ....................
 18 ....................
 17 ....................
 16 ....................
 15 ....................
 14 ....................
 13 ....................
 12 ....................
 11 ....................
 10 ....................
  9 ....................
  8 ....................
  7 ....................
  6 ....................
  5 ....................
  4 3333................
  3 E333................
  2 a44.................
  1 a44.................
  0 au4.................
end
"""


@pytest.mark.parametrize("board", ["diamond421", "square20", "small"])
@pytest.mark.parametrize(("closed", "isolating"), [("geometry", "scoring"), ("legal", "scoring"), ("geometry", "cutting_off")])
def test_whole_games_round_trip(board: str, closed: str, isolating: str) -> None:
    """Every position of a game reads back to the same bytes and the same text, options and all."""
    players = 2 + len(board) % 3
    pos = GAME.new(seed=4, players=players, board=board, closed=closed, isolating=isolating)
    rng = Random(4)
    while True:
        back = GAME.parse(pos.text())
        assert back == pos
        assert back.text() == pos.text() == str(pos)
        assert back.options == pos.options
        assert back.moves() == pos.moves()
        if pos.over:
            break
        pos.play(rng.choice(pos.moves()))


@pytest.mark.parametrize("board", ["diamond421", "square20", "small"])
def test_every_move_round_trips(board: str) -> None:
    """The text of a legal move is read as that move, without its height, in capitals and with spaces too."""
    pos = GAME.new(players=2, seed=1, board=board)
    rng = Random(1)
    for _ in range(5):
        names, moves = pos.names(), pos.moves()
        assert len(set(names)) == len(names)
        assert all(re.fullmatch(r"-?\d+,-?\d+:[234]x[234]x[234]", name) for name in names)
        assert {name.split(":")[1] for name in names} <= SHAPES
        assert [pos.read_move(name) for name in names] == moves
        assert [pos.read_move(name[:-2]) for name in names] == moves
        assert [pos.read_move(f" {name.upper().replace(',', ' , ').replace(':', ' : ')} ") for name in names] == moves
        assert [pos.read_move(name.replace(":", " ")) for name in names] == moves
        assert [move["text"] for move in pos.view(pos.turn)["moves"]] == names
        pos.play(rng.choice(names))


@pytest.mark.parametrize("full", [FULL, SQUARE])
def test_what_is_written(full: str) -> None:
    """BLOQ.M2: the long form, word for word: only options that aren't at their default are named."""
    assert parsed(full).text() == full


def test_what_is_written_by_default() -> None:
    """BLOQ.M2: nothing is said of the usual board; its rows are centred, the top row first."""
    lines = parsed("bloq").text().splitlines()
    assert lines[:2] == ["bloq players=2 turn=0 stock=40", "points 0 0"]
    assert lines[2:4] == [f"{14:>3} {' ' * 14}.", f"{13:>3} {' ' * 13}..."]
    assert [line.split() for line in lines[2:-1]] == [[str(y), "." * (29 - 2 * abs(y))] for y in range(14, -15, -1)]


@pytest.mark.parametrize(
    "short",
    [
        re.sub(r"\n +-?\d+ +\.+(?=\n)", "", FULL),  # rows that are empty all along
        re.sub(r"(?<=[^ .\n])\.+\n", "\n", FULL),  # empty ends of rows
        FULL.replace(" stock=38", ""),
        FULL.replace("stock=38 board=small closed=legal", "closed=legal board=small"),
        FULL.replace("players=3 turn=2", "turn=2 players=3"),
        re.sub(r"(\d) +(?=[^ ]+\n)", r"\1 ", FULL),  # the spaces that centre the rows
        FULL.replace("---\n", "...\n").replace(" -\n", " .\n"),  # closed groups that nobody isolated
        FULL.replace("\n  9          -\n  8         ---", ""),
        "\n".join([*FULL.splitlines()[:2], *reversed(FULL.splitlines()[2:])]),
        f"\n\n  {FULL.strip()}  \n\n",
        FULL.replace("\n", "\r\n"),
        FULL.replace("\n", "  \n  "),
        FULL.replace(" ", "\t"),
    ],
)
def test_short_forms(short: str) -> None:
    """BLOQ.S1: what is obvious may be left out, and neither white space nor the order of rows matters."""
    assert short != FULL
    assert parsed(short).text() == FULL


@pytest.mark.parametrize(
    "short",
    [
        SQUARE.replace(" players=2", ""),
        SQUARE.replace(" turn=0", ""),
        SQUARE.replace("points 3 0\n", ""),  # then the points are the cells isolated
        SQUARE.replace("points 3 0", "points 003 000"),
        "bloq board=square20\n0 au4\n1 a44\n2 a44\n3 E333\n4 3333",
        SQUARE.replace(" board=square20", " closed=geometry board=square20"),
    ],
)
def test_shorter_forms(short: str) -> None:
    """BLOQ.M1, BLOQ.M3: two players, the first seat to move, all blocks in the stock and the points follow by themselves."""
    assert short != SQUARE
    assert parsed(short).text() == SQUARE


def test_any_position_may_be_set_up() -> None:
    """BLOQ.M1: reachable or not: blocks that don't touch, at the edge, of one height side by side; blocks that are missing."""
    text = "bloq board=square20 stock=5 turn=1\npoints 17 999\n19 ....44\n18 ....44\n17 ....u4\n1 444444\n0 U44U44\n"
    pos = parsed(text)
    assert (pos.view(None)["stock"], pos.turn, pos.points) == (5, 1, (17.0, 999.0))
    assert len(pos.view(None)["blocks"]) == 3
    assert GAME.parse(pos.text()) == pos


HEAD = "bloq board=square20"
MANY = "\n".join(f"{2 * row + up} {line * 6}" for row in range(7) for up, line in ((1, "444"), (0, "U44")))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "a position begins with a line 'bloq'"),
        ("  \n ", "a position begins with a line 'bloq'"),
        ("chess\n0 u4", "a position begins with a line 'bloq'"),
        ("bloqs", "a position begins with a line 'bloq'"),
        ("BLOQ", "a position begins with a line 'bloq'"),
        ("bloq small", "'small': what is said of the table is name=value, each once"),
        ("bloq turn=0 turn=1", "'turn=1': what is said of the table is name=value, each once"),
        ("bloq stock=5 stock=5", "'stock=5': what is said of the table is name=value, each once"),
        ("bloq board=small board=small", "'board=small': what is said of the table is name=value, each once"),
        ("bloq players=1", "players='1': allowed are 2, 3, 4 (BLOQ.M3)"),
        ("bloq players=5", "players='5': allowed are 2, 3, 4 (BLOQ.M3)"),
        ("bloq players=two", "players='two': allowed are 2, 3, 4 (BLOQ.M3)"),
        ("bloq players=", "players='': allowed are 2, 3, 4 (BLOQ.M3)"),
        ("bloq players=\u0662", "players='\u0662': allowed are 2, 3, 4 (BLOQ.M3)"),
        ("bloq turn=2", "turn='2': allowed are 0 to 1 (BLOQ.M3)"),
        ("bloq players=4 turn=4", "turn='4': allowed are 0 to 3 (BLOQ.M3)"),
        ("bloq turn=-1", "turn='-1': allowed are 0 to 1 (BLOQ.M3)"),
        ("bloq turn=first", "turn='first': allowed are 0 to 1 (BLOQ.M3)"),
        ("bloq turn=", "turn='': allowed are 0 to 1 (BLOQ.M3)"),
        ("bloq board=large", "option board=large: allowed are diamond421, square20, small"),
        ("bloq board=", "option board=: allowed are diamond421, square20, small"),
        ("bloq closed=never", "option closed=never: allowed are geometry, legal"),
        ("bloq colour=red", "no option 'colour': there are board, closed, isolating"),
        ("bloq stock=41", "stock='41': allowed are 0 to 40 (BLOQ.M1)"),
        ("bloq stock=-1", "stock='-1': allowed are 0 to 40 (BLOQ.M1)"),
        ("bloq stock=", "stock='': allowed are 0 to 40 (BLOQ.M1)"),
        ("bloq stock=many", "stock='many': allowed are 0 to 40 (BLOQ.M1)"),
        ("bloq stock=\u0661", "stock='\u0661': allowed are 0 to 40 (BLOQ.M1)"),
        ("bloq stock=\u00b2", "stock='\u00b2': allowed are 0 to 40 (BLOQ.M1)"),
        (f"{HEAD} stock=40\n2 44\n1 44\n0 u4", "stock='40': allowed are 0 to 39 (BLOQ.M1)"),
        (f"{HEAD}\npoints 1", "points: 2 numbers, 0 to 999, one a seat (BLOQ.S1)"),
        (f"{HEAD}\npoints 1 2 3", "points: 2 numbers, 0 to 999, one a seat (BLOQ.S1)"),
        (f"{HEAD} players=4\npoints 1 2 3", "points: 4 numbers, 0 to 999, one a seat (BLOQ.S1)"),
        (f"{HEAD}\npoints 1 -2", "points: 2 numbers, 0 to 999, one a seat (BLOQ.S1)"),
        (f"{HEAD}\npoints 1 1000", "points: 2 numbers, 0 to 999, one a seat (BLOQ.S1)"),
        (f"{HEAD}\npoints 1 x", "points: 2 numbers, 0 to 999, one a seat (BLOQ.S1)"),
        (f"{HEAD}\npoints 1 \u0662", "points: 2 numbers, 0 to 999, one a seat (BLOQ.S1)"),
        (f"{HEAD}\n0 u4\npoints 1 2", "'points 1 2': a row is its number and its cells, 0 to 19, each once (BLOQ.M2)"),
        (f"{HEAD}\nu4", "'u4': a row is its number and its cells, 0 to 19, each once (BLOQ.M2)"),
        (f"{HEAD}\n0 u 4", "'0 u 4': a row is its number and its cells, 0 to 19, each once (BLOQ.M2)"),
        (f"{HEAD}\n7", "'7': a row is its number and its cells, 0 to 19, each once (BLOQ.M2)"),
        (f"{HEAD}\n20 ..", "'20 ..': a row is its number and its cells, 0 to 19, each once (BLOQ.M2)"),
        (f"{HEAD}\n-1 ..", "'-1 ..': a row is its number and its cells, 0 to 19, each once (BLOQ.M2)"),
        (f"{HEAD}\n3 ..\n3 ..", "'3 ..': a row is its number and its cells, 0 to 19, each once (BLOQ.M2)"),
        (f"{HEAD}\n\u0663 ..", "'\u0663 ..': a row is its number and its cells, 0 to 19, each once (BLOQ.M2)"),
        ("bloq\n15 .", "'15 .': a row is its number and its cells, -14 to 14, each once (BLOQ.M2)"),
        ("bloq board=small\n10 .", "'10 .': a row is its number and its cells, -9 to 9, each once (BLOQ.M2)"),
        (f"{HEAD}\n3 {'.' * 21}", "row 3 has 20 cells, not 21 (BLOQ.M2)"),
        ("bloq\n14 ..", "row 14 has 1 cells, not 2 (BLOQ.M2)"),
        ("bloq board=small\n-8 ....", "row -8 has 3 cells, not 4 (BLOQ.M2)"),
        (f"{HEAD}\n1 44\n0 u4", "the block 'u' at 0,0 is 2x3x4: its other cells are '4' (BLOQ.M1)"),
        (f"{HEAD}\n2 44\n1 43\n0 u4", "the block 'u' at 0,0 is 2x3x4: its other cells are '4' (BLOQ.M1)"),
        (f"{HEAD}\n1 44\n0 U4", "the block 'U' at 0,0 is 3x2x4: its other cells are '4' (BLOQ.M1)"),
        (f"{HEAD}\n1 4444\n0 E333", "the block 'E' at 0,0 is 4x2x3: its other cells are '3' (BLOQ.M1)"),
        (f"{HEAD}\n3 33\n2 33\n1 33\n0 e", "the block 'e' at 0,0 is 2x4x3: its other cells are '3' (BLOQ.M1)"),
        (f"{HEAD}\n2 222\n1 222\n0 f22", "the block 'f' at 0,0 is 3x4x2: its other cells are '2' (BLOQ.M1)"),
        (f"{HEAD}\n1 2222\n0 F222", "the block 'F' at 0,0 is 4x3x2: its other cells are '2' (BLOQ.M1)"),
        (f"{HEAD}\n19 u4", "the block 'u' at 0,19 is 2x3x4: its other cells are '4' (BLOQ.M1)"),
        ("bloq\n13 .u4", "the block 'u' at 0,13 is 2x3x4: its other cells are '4' (BLOQ.M1)"),
        (f"{HEAD}\n2 44\n1 uu\n0 u4", "the block 'u' at .* is 2x3x4: its other cells are '4' (BLOQ.M1)"),
        (f"{HEAD}\n2 444\n1 444\n0 u4", "'4' at 2,.* is no part of a block: u, U, e, E, f, F begin one (BLOQ.M1)"),
        (f"{HEAD}\n0 2", "'2' at 0,0 is no part of a block: u, U, e, E, f, F begin one (BLOQ.M1)"),
        (f"{HEAD}\n0 x", "'x' at 0,0 is no part of a block: u, U, e, E, f, F begin one (BLOQ.M1)"),
        (f"{HEAD}\n0 A", "'A' at 0,0 is no part of a block: u, U, e, E, f, F begin one (BLOQ.M1)"),
        (f"{HEAD}\n0 .\u00b7", "'\u00b7' at 1,0 is no part of a block: u, U, e, E, f, F begin one (BLOQ.M1)"),
        (f"{HEAD}\n{MANY}", "there are 40 blocks (BLOQ.M1)"),
        (f"{HEAD}\n0 a", "0,0 isn't isolated: a block fits in its group (BLOQ.S1)"),
        (f"{HEAD}\n5 -", "0,5 isn't isolated: a block fits in its group (BLOQ.S1)"),
        (f"{HEAD}\n4 3333\n3 E333\n2 aa44\n1 aa44\n0 aau4", ".* isn't isolated: a block fits in its group (BLOQ.S1)"),
        (f"{HEAD}\n4 3333\n3 E333\n2 a44\n1 b44\n0 au4", "the group of 0,0 is isolated by one seat, not several (BLOQ.S1)"),
        (f"{HEAD}\n4 3333\n3 E333\n2 .44\n1 a44\n0 au4", "the group of 0,0 is isolated by one seat, not several (BLOQ.S1)"),
        (f"{HEAD}\n4 3333\n3 E333\n2 c44\n1 c44\n0 cu4", "'c': there are 2 seats (BLOQ.M3)"),
        (f"{HEAD} players=3\n4 3333\n3 E333\n2 d44\n1 d44\n0 du4", "'d': there are 3 seats (BLOQ.M3)"),
    ],
)
def test_mistakes_in_a_position(text: str, complaint: str) -> None:
    """BLOQ.M1 BLOQ.M2 BLOQ.M3 BLOQ.S1: each mistake is named, with what is allowed and the rule where one is broken."""
    pattern = re.escape(complaint).replace(r"\.\*", ".*")
    with pytest.raises(BadNotation, match=rf"\A{pattern}\Z"):
        parsed(text)


def test_a_position_is_a_text() -> None:
    """Anything else is refused like a wrong text."""
    for thing in (None, 7, b"bloq", ["bloq"]):
        with pytest.raises(BadNotation, match="a position is a text, not"):
            GAME.parse(thing)  # type: ignore[arg-type]


MISTAKES = """
0 0,0 0,0: 2x3x4 0,0:2 0,0:2x 0,0:2x3x 0,0:2x3x4x 0,0:2*3*4 0;0:2x3 0,0,2x3 a,0:2x3 0,0:axb 0,0:2x-3 --1,0:2x3 +1,0:2x3
0.5,0:2x3 0,0::2x3 passes 1000,0:2x3 \u0661,0:2x3 0,0:2x\u0663 0,0:2x3x4;0,0:2x3
"""


@pytest.mark.parametrize("text", ["", "  ", "-1", *MISTAKES.split(), "0,0:2x3 x4", "0 0 2x3"])
def test_mistakes_in_a_move(text: str) -> None:
    """BLOQ.M1, BLOQ.M2: a text that names no block and place is told how one is written."""
    pos = parsed("bloq")
    with pytest.raises(BadNotation, match=r"is no move: a block's lower left cell.*such as .*\(BLOQ\.M1, BLOQ\.M2\)\Z"):
        pos.read_move(text)


@pytest.mark.parametrize("move", [None, 1.0, b"0,0:2x3", [1], object()])
def test_a_move_is_a_text_or_a_number(move: Any) -> None:
    """Anything else is refused as no move; nothing happens."""
    pos = parsed("bloq board=small")
    before = pos.to_bytes()
    for verb in (pos.read_move, pos.why_not, pos.play):
        with pytest.raises(BadNotation, match="a move is a text or a whole number, not"):
            verb(move)
    assert pos.to_bytes() == before


@pytest.mark.parametrize("move", [1 << 31, -(1 << 31) - 1, 1 << 63, 1 << 64, 10**30, -(10**30)])
def test_a_move_has_32_bits(move: int) -> None:
    """Larger numbers are refused as no move; none is cut down to a legal one."""
    pos = parsed("bloq board=small")
    legal = pos.moves()[0]
    before = pos.to_bytes()
    for verb in (pos.read_move, pos.why_not, pos.play):
        for number in (move, legal + (1 << 32), legal - (1 << 32)):
            with pytest.raises(BadNotation, match="32 bits"):
                verb(number)
    assert pos.to_bytes() == before
