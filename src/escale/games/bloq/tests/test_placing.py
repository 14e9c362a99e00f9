"""Where a block may go: room, the edge, contact, and no passing (BLOQ.P1, BLOQ.P2, BLOQ.P3, BLOQ.P4)."""

from __future__ import annotations

import pytest

from escale.games.bloq.tests.tables import BOARDS, GAME, ONE_HOLE, PASS, SHAPES, at, cells_of, covered_by, refused, square

# One block in the open: x 5 and 6, y 5 to 7, height 4. Nothing can be isolated beside it.
LONELY = ("7 .....44", "6 .....44", "5 .....u4")


@pytest.mark.parametrize(
    ("board", "name"),
    [
        ("square20", "-1,5:2x3x4"),
        ("square20", "19,5:2x3x4"),
        ("square20", "5,18:2x3x4"),
        ("square20", "17,5:4x2x3"),
        ("square20", "5,-1:4x2x3"),
        ("square20", "20,0:2x3x4"),
        ("square20", "999,999:3x4x2"),
        ("square20", "-999,3:3x4x2"),
        ("diamond421", "-14,0:2x3x4"),
        ("diamond421", "6,7:3x2x4"),  # |8| + |8| is beyond 14
        ("diamond421", "0,13:2x3x4"),
        ("diamond421", "15,0:2x3x4"),
        ("small", "9,0:2x3x4"),
        ("small", "-9,0:4x2x3"),
        ("small", "14,0:2x3x4"),
    ],
)
def test_on_the_board(board: str, name: str) -> None:
    """BLOQ.P1: no cell of a block lies off the board, of the first or a later one; on a diamond the edge is a staircase."""
    begun = square(*LONELY) if board == "square20" else at(board, "1 .....44", "0 ......44", "-1 .....u4")
    for pos in (GAME.new(seed=1, board=board), begun):
        assert (refused(pos, name).name, refused(pos, name).rule) == ("off_board", "BLOQ.P1")


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("5,5:2x3x4", "cell_taken"),  # the same place
        ("6,7:3x4x2", "cell_taken"),  # one cell over its upper right one
        ("2,4:4x2x3", "cell_taken"),  # one cell over its lower left one
        ("4,4:4x3x2", "cell_taken"),
        ("1,4:4x2x3", None),  # just beside it
        ("7,7:3x4x2", None),
    ],
)
def test_on_empty_cells(name: str, why: str | None) -> None:
    """BLOQ.P1: all cells of the footprint are empty; a single one under another block is too many."""
    pos = square(*LONELY)
    if why is None:
        assert pos.why_not(name) is None
    else:
        assert (refused(pos, name).name, refused(pos, name).rule) == (why, "BLOQ.P1")


def test_isolated_cells_are_empty_cells() -> None:
    """BLOQ.P1, BLOQ.S1: cells isolated are free of blocks, but no block fits there by what isolated means."""
    pos = square("4 3333", "3 E333", "2 a44", "1 a44", "0 au4")
    assert not any(covered_by(name) & {(0, 0), (0, 1), (0, 2)} for name in pos.names())
    assert refused(pos, "0,0:2x3x4").name == "cell_taken"


def inner(cells: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """The cells of a board that lack none of their eight neighbours."""
    around = [(right, up) for right in (-1, 0, 1) for up in (-1, 0, 1)]
    return {(x, y) for x, y in cells if all((x + right, y + up) in cells for right, up in around)}


@pytest.mark.parametrize(("board", "count"), [("diamond421", 1324), ("square20", 1534), ("small", 364)])
@pytest.mark.parametrize("closed", ["geometry", "legal"])
def test_all_first_placements(board: str, count: int, closed: str) -> None:
    """BLOQ.P2: the first block goes anywhere inside, as long as no cell of it lacks one of its eight neighbours."""
    pos = GAME.new(seed=1, board=board, closed=closed)
    names = pos.names()
    assert len(names) == len(set(names)) == count
    inside = inner(cells_of(pos))
    places = [f"{x},{y}:{size}" for x, y in inside for size in SHAPES]
    assert set(names) == {name for name in places if covered_by(name) <= inside}


@pytest.mark.parametrize(
    ("board", "beside", "inside"),
    [
        ("square20", "0,5:2x3x4", "1,5:2x3x4"),
        ("square20", "18,5:2x3x4", "17,5:2x3x4"),
        ("square20", "5,0:4x3x2", "5,1:4x3x2"),
        ("square20", "5,17:4x3x2", "5,16:4x3x2"),
        ("square20", "0,0:3x4x2", "1,1:3x4x2"),
        ("diamond421", "5,6:2x3x4", "5,4:2x3x4"),
        ("diamond421", "-13,0:4x2x3", "-11,0:4x2x3"),
        ("small", "-1,7:3x2x4", "-1,5:3x2x4"),
    ],
)
def test_away_from_the_edge(board: str, beside: str, inside: str) -> None:
    """BLOQ.P2: a first block beside the edge is refused, one further in is not."""
    pos = GAME.new(seed=1, board=board)
    assert (refused(pos, beside).name, refused(pos, beside).rule) == ("touches_edge", "BLOQ.P2")
    assert pos.why_not(inside) is None


@pytest.mark.parametrize(
    ("board", "corner", "inside"),
    [
        ("diamond421", "5,5:2x3x4", "5,4:2x3x4"),
        ("diamond421", "-6,5:2x3x4", "-6,4:2x3x4"),
        ("diamond421", "-6,-7:2x3x4", "-6,-6:2x3x4"),
        ("diamond421", "5,-7:2x3x4", "5,-6:2x3x4"),
        ("diamond421", "0,10:2x3x4", "0,9:2x3x4"),
        ("small", "3,1:2x4x3", "3,0:2x4x3"),
    ],
)
def test_a_corner_at_the_edge_touches_it(board: str, corner: str, inside: str) -> None:
    """BLOQ.P2: a block whose only missing neighbour lies across a corner touches the edge too."""
    pos = GAME.new(seed=1, board=board)
    cells = cells_of(pos)
    beside = {(x + right, y + up) for x, y in covered_by(corner) for right, up in ((1, 0), (-1, 0), (0, 1), (0, -1))}
    assert beside <= cells
    assert refused(pos, corner).rule == "BLOQ.P2"
    assert pos.why_not(inside) is None


@pytest.mark.parametrize("board", BOARDS)
def test_the_first_block_isolates_nothing(board: str) -> None:
    """BLOQ.P2, BLOQ.S1: no first placement can cut off a tip and score."""
    pos = GAME.new(seed=0, board=board)
    assert not any(move["isolates"] for move in pos.view(pos.turn)["moves"])


def test_only_the_first_block_keeps_away_from_the_edge() -> None:
    """BLOQ.P2: a later block may lie at the edge."""
    pos = square("7 ..44", "6 ..44", "5 ..u4")
    assert pos.why_not("0,6:2x4x3") is None


def test_an_empty_board_awaits_a_first_block() -> None:
    """BLOQ.P2: whatever the stock: as long as there is no block on the board, the next is the first."""
    pos = at("small", options="stock=7 turn=1")
    assert len(pos.moves()) == 364
    assert refused(pos, "-4,-4:2x3x4").rule == "BLOQ.P2"


@pytest.mark.parametrize(
    ("name", "touches"),
    [
        ("7,7:3x4x2", True),  # one cell's side, on the right
        ("7,8:3x4x2", False),  # only the corner
        ("7,2:3x4x2", True),
        ("7,1:3x4x2", False),
        ("2,7:3x4x2", True),
        ("2,8:3x4x2", False),
        ("2,1:3x4x2", False),
        ("4,8:2x4x3", True),  # one cell's side, above
        ("3,8:2x4x3", False),
        ("6,8:2x4x3", True),
        ("7,8:2x4x3", False),
        ("6,1:2x4x3", True),  # below
        ("8,5:2x4x3", False),  # a row of cells between them
        ("5,9:4x2x3", False),
        ("0,0:4x2x3", False),  # the edge is no block
        ("0,5:2x4x3", False),
        ("16,8:4x3x2", False),
        ("12,12:2x3x4", False),  # far away: its height doesn't matter
    ],
)
def test_side_by_side(name: str, touches: bool) -> None:
    """BLOQ.P3: later blocks share a cell's length of side with a block; corners and the board's edge don't count."""
    pos = square(*LONELY)
    if touches:
        assert pos.why_not(name) is None
    else:
        assert (refused(pos, name).name, refused(pos, name).rule) == ("no_contact", "BLOQ.P3")


@pytest.mark.parametrize(
    ("rows", "width", "depth", "height"),
    [
        (("10 ........44", "9 ........44", "8 ........u4"), 2, 3, 4),
        (("9 ........444", "8 ........U44"), 3, 2, 4),
        (("11 ........33", "10 ........33", "9 ........33", "8 ........e3"), 2, 4, 3),
        (("9 ........3333", "8 ........E333"), 4, 2, 3),
        (("11 ........222", "10 ........222", "9 ........222", "8 ........f22"), 3, 4, 2),
        (("10 ........2222", "9 ........2222", "8 ........F222"), 4, 3, 2),
    ],
)
def test_all_placements_beside_one_block(rows: tuple[str, ...], width: int, depth: int, height: int) -> None:
    """BLOQ.P3, BLOQ.H1: around a block in the open, those of other heights go wherever sides meet, and nothing else goes."""
    sizes = [size for size in SHAPES if not size.endswith(str(height))]
    expected = set()
    for size in sizes:
        wide, deep, _ = map(int, size.split("x"))
        expected |= {f"{x},{y}:{size}" for x in range(9 - wide, 8 + width) for y in (8 - deep, 8 + depth)}
        expected |= {f"{x},{y}:{size}" for x in (8 - wide, 8 + width) for y in range(9 - deep, 8 + depth)}
    names = square(*rows).names()
    assert len(names) == len(expected) == sum(2 * (width + depth + int(s[0]) + int(s[2]) - 2) for s in sizes)
    assert set(names) == expected


def test_contact_with_any_block_will_do() -> None:
    """BLOQ.P3: it needn't be the last block placed, and one block is enough."""
    pos = square("14 ............2222", "13 ............2222", "12 ............F222", "4 ..44", "3 ..44", "2 ..u4")
    assert pos.why_not("4,2:2x4x3") is None
    assert pos.why_not("12,15:2x4x3") is None
    assert refused(pos, "7,7:2x4x3").rule == "BLOQ.P3"


@pytest.mark.parametrize("move", ["pass", " PASS ", "passe", "Passer", PASS])
@pytest.mark.parametrize("rows", [(), LONELY])
def test_no_passing(move: int | str, rows: tuple[str, ...]) -> None:
    """BLOQ.P4: who can place must place, the first block too."""
    pos = square(*rows)
    assert (refused(pos, move).name, refused(pos, move).rule) == ("no_passing", "BLOQ.P4")


def test_the_only_placement_must_be_made() -> None:
    """BLOQ.P4: even one that gains nothing and ends the game for the others must be made."""
    pos = at("small", *ONE_HOLE, options="turn=1")
    assert pos.names() == ["-4,-1:2x3x4"]
    assert refused(pos, PASS).rule == "BLOQ.P4"
    pos.play("-4,-1:2x3x4")
    assert pos.winners == (0,)


@pytest.mark.parametrize("seed", range(3))
def test_whoever_must_move_can(seed: int) -> None:
    """BLOQ.P4: the seat whose turn it is always has a placement, and passing is never one."""
    pos = GAME.new(players=2, seed=seed, board="small")
    while pos.turn is not None:
        moves = pos.moves()
        assert moves
        assert PASS not in moves
        pos.play(moves[(7 * seed - 1) % len(moves)])
    assert pos.moves() == []
