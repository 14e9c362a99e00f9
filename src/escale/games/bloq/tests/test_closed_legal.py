"""The option closed=legal: a group is closed when no block that fits in it is allowed there (BLOQ.S1)."""

from __future__ import annotations

from random import Random

import pytest

from escale.games.bloq.tests.tables import (
    FORBIDDEN_HOLE,
    GAME,
    LAST_MOVE,
    after,
    at,
    column,
    drawn,
    gain,
    isolated,
    refused,
    square,
)

LEGAL = "closed=legal"
BOTH = ["", LEGAL]
# A corner of 2x3 beside a block of height 4, still open above.
HOLE = ("2 ..44", "1 ..44", "0 ..u4")
COVER, SAME_HEIGHT = "0,3:4x2x3", "0,3:3x2x4"
# Two holes of 2x3 that a single cell joins, each beside a block of height 4: closed as soon as 0,3:3x4x2 is placed.
DUMBBELL = ("6 ...444", "5 ...U44", "4 .....44", "3 .....44", "2 .....u4", "1 ..444", "0 ..U44")
# Two holes of 2x3 side by side along one cell, beside blocks of height 4; to be cut off by 0,3:2x4x3.
STAIR = ("6 ..444", "5 ..U44", "4 ....44", "3 ....44", "2 ....u4", "1 ..444", "0 ..U44")


@pytest.mark.parametrize(("options", "score"), [("", 0), (LEGAL, 6)])
def test_room_that_heights_forbid(options: str, score: int) -> None:
    """BLOQ.S1: the only block that fits would touch one of its height and leave nothing: closed by law, not by geometry."""
    pos = square(*HOLE, options=options)
    assert gain(pos, COVER) == score
    assert after(pos, COVER).points == (float(score), 0.0)


def test_the_exception_follows() -> None:
    """BLOQ.S1, BLOQ.H1: what scores by law excuses a block of the same height; by geometry nothing does here."""
    assert isolated(square(*HOLE, options=LEGAL), SAME_HEIGHT) == [[(x, y) for y in range(3) for x in range(2)]]
    assert refused(square(*HOLE), SAME_HEIGHT).rule == "BLOQ.H1"


@pytest.mark.parametrize("options", BOTH)
def test_room_that_heights_allow(options: str) -> None:
    """BLOQ.S1: the same hole between blocks of other heights can be filled, and is open either way."""
    pos = square("2 ..2222", "1 ..2222", "0 ..F222", options=options)
    assert gain(pos, COVER) == 0
    assert after(pos, COVER).why_not("0,0:2x3x4") is None
    assert refused(pos, "0,3:4x3x2").rule == "BLOQ.H1"


@pytest.mark.parametrize(("options", "score"), [("", 0), (LEGAL, 6)])
def test_the_block_itself_may_forbid(options: str, score: int) -> None:
    """BLOQ.S1: it counts what may go in after the move: the new block's own height forbids too."""
    pos = square("2 ..2222", "1 ..2222", "0 ..F222", options=options)
    assert gain(pos, SAME_HEIGHT) == score


@pytest.mark.parametrize(
    ("rows", "move"),
    [
        (("3 ..33", "2 ..33", "1 ..33", "0 ..e3"), "0,4:3x2x4"),  # 2x4: upright leaves a 2x1
        (("2 ...44", "1 ...44", "0 ...u4"), "0,3:4x2x3"),  # 3x3: upright leaves a column
    ],
)
@pytest.mark.parametrize("options", BOTH)
def test_a_block_that_leaves_a_closed_part_may_go_in(rows: tuple[str, ...], move: str, options: str) -> None:
    """BLOQ.S1: as a block there would isolate cells of the group, heights don't forbid it, and the group is open."""
    pos = after(square(*rows, options=options), move)
    assert pos.points == (0.0, 0.0)
    assert pos.view(None)["groups"] == []
    assert any(name.startswith("0,0:") for name in pos.names())


@pytest.mark.parametrize(("options", "score"), [("", 0), (LEGAL, 13)])
def test_two_holes_joined_by_a_cell(options: str, score: int) -> None:
    """BLOQ.S1: a block in either hole touches one of its height and leaves the other open: all thirteen cells are closed."""
    pos = square(*DUMBBELL, options=options)
    assert gain(pos, "0,3:3x4x2") == score
    later = after(pos, "0,3:3x4x2")
    for name in ("0,0:2x3x4", "3,2:2x3x4"):
        assert refused(later, name).rule == "BLOQ.H1"


def test_two_holes_joined_by_a_cell_with_a_way_in() -> None:
    """BLOQ.S1: with no block of height 4 beside the first hole a block may go in there: nothing is closed."""
    rows = (*DUMBBELL[:5], "1 ..3333", "0 ..E333")
    pos = after(square(*rows, options=LEGAL), "0,3:3x4x2")
    assert pos.points == (0.0, 0.0)
    assert isolated(pos, "0,0:2x3x4") == []
    filled = after(pos, "0,0:2x3x4")
    assert isolated(filled, "3,2:2x3x4") == [[(2, 2)]]  # beside a block of its height, which the cell excuses


def test_three_holes_in_a_row() -> None:
    """BLOQ.S1: wherever a block goes in, each part that it leaves can take another: all twenty cells are closed."""
    upper = ("8 ......444", "7 ......U44", "6 222.....44", "5 222.....44", "4 222.....u4")
    rows = (*upper, "3 f22..444", "2 .....U44", "1 ..444", "0 ..U44")
    assert gain(square(*rows, options=LEGAL), "3,5:3x4x2") == 20
    assert refused(square(*rows), "3,5:3x4x2").rule == "BLOQ.H1"


def test_a_part_that_the_block_itself_closes() -> None:
    """BLOQ.S1: a block in the one hole forbids the other, and closes it by that: so it may go in, and scores six."""
    pos = square(*STAIR, options=LEGAL)
    assert gain(pos, "0,3:2x4x3") == 0
    later = after(pos, "0,3:2x4x3")
    assert later.view(None)["groups"] == []
    assert isolated(later, "0,0:2x3x4") == [[(x, y) for y in (2, 3, 4) for x in (2, 3)]]
    assert isolated(later, "2,2:2x3x4") == [[(x, y) for y in (0, 1, 2) for x in (0, 1)]]
    assert after(later, "0,0:2x3x4").points == (0.0, 6.0)


def test_by_geometry_that_part_stays_open() -> None:
    """BLOQ.S1, BLOQ.H1: by geometry neither block of the same pair may go in, as neither leaves a closed part."""
    pos = after(square(*STAIR), "0,3:2x4x3")
    for name in ("0,0:2x3x4", "2,2:2x3x4"):
        assert refused(pos, name).rule == "BLOQ.H1"


@pytest.mark.parametrize("options", BOTH)
def test_small_groups_are_closed_either_way(options: str) -> None:
    """BLOQ.S1: what no block fits into is closed, whatever the option."""
    pos = square("2 .44.44", "1 .44.44", "0 .u4.u4", options=options)
    assert isolated(pos, "0,3:4x2x3") == [column(0, 0, 1, 2), column(3, 0, 1, 2)]


@pytest.mark.parametrize("stock", [1, 2, 30])
def test_the_stock_plays_no_part(stock: int) -> None:
    """BLOQ.S1: a group is open as long as the rules allow a block there, even if none is left in the stock."""
    pos = after(square("2 ..2222", "1 ..2222", "0 ..F222", options=f"{LEGAL} stock={stock}"), COVER)
    assert pos.points == (0.0, 0.0)
    assert pos.over == (stock == 1)


@pytest.mark.parametrize(("options", "row"), [("", "..u4"), (LEGAL, "--u4")])
def test_closed_in_a_position_set_up(options: str, row: str) -> None:
    """BLOQ.S1: in a position set up by hand groups closed by law count as scored, as those closed by geometry do."""
    pos = square("4 3333", "3 E333", *HOLE, options=options)
    assert drawn(pos)[0] == row
    assert pos.points == (0.0, 0.0)


@pytest.mark.parametrize(("options", "row"), [("", "aa2222bbU44...2222b"), (LEGAL, "aa2222bbU44---2222b")])
def test_at_the_end(options: str, row: str) -> None:
    """BLOQ.S1, BLOQ.E1: by geometry the forbidden hole stays unscored at the end; by law it was closed before."""
    pos = after(at("small", *FORBIDDEN_HOLE, options=f"turn=1 {options}"), LAST_MOVE)
    assert pos.over
    assert drawn(pos)[0] == row


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("isolating", ["scoring", "cutting_off"])
def test_by_law_nothing_is_left_over(seed: int, isolating: str) -> None:
    """BLOQ.S1, BLOQ.H1, BLOQ.E1: when no block can be placed any more, every empty cell has been scored."""
    pos = GAME.new(players=2, seed=seed, board="small", closed="legal", isolating=isolating)
    rng = Random(seed)
    while not pos.over:
        pos.play(rng.choice(pos.moves()))
    assert pos.view(None)["stock"] > 0
    cells = "".join(line.split()[1] for line in pos.text().splitlines()[2:-1])
    assert "." not in cells
    assert sum(cells.count(letter) for letter in "ab") == sum(pos.points)
