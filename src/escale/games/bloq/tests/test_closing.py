"""How the end of a game is told: why it ended, and what counted for each seat."""

from __future__ import annotations

from typing import Any

import pytest

from escale import Position
from escale.games.bloq.tests.tables import FORBIDDEN_HOLE, GAME, LANGUAGES, LAST_GROUPS, LAST_MOVE, after, at, square

ROW = ("2 .44.44", "1 .44.44", "0 .u4.u4")
LONELY = ("7 .....44", "6 .....44", "5 .....u4")


def closing(pos: Position) -> dict[str, Any]:
    """How a game ended, as everybody sees it."""
    told: dict[str, Any] = pos.view(None)["closing"]
    assert [pos.view(seat)["closing"] for seat in range(pos.players)] == [told] * pos.players
    return told


def test_what_counted_is_told_seat_by_seat() -> None:
    """BLOQ.E1, BLOQ.E2, BLOQ.S1: the points, the groups isolated and the largest of them, and the ranks they give."""
    pos = square("6 222", "5 222", "4 222", "3 f22", *ROW, options="players=3 turn=1 stock=1")
    told = closing(after(pos, "3,3:4x2x3"))
    assert told["items"] == ["closing.points", "closing.groups", "closing.largest"]
    assert told["rows"] == [[0, 0, 0], [3, 1, 3], [0, 0, 0]]
    assert told["ranks"] == [2, 1, 2]


def test_several_groups() -> None:
    """BLOQ.S1, BLOQ.E1: groups of a whole game are counted, the last ones too, and nobody's hole isn't."""
    pos = after(at("small", *FORBIDDEN_HOLE, options="turn=1"), LAST_MOVE)
    told = closing(pos)
    groups = pos.view(None)["groups"]
    sizes = [sorted(len(group["cells"]) for group in groups if group["seat"] == seat) for seat in range(2)]
    assert told["rows"] == [[sum(own), len(own), own[-1]] for own in sizes]
    assert set(LAST_GROUPS) <= set(sizes[1])
    assert told["ranks"] == [1, 2]


@pytest.mark.parametrize(
    ("points", "ranks"),
    [("5 3", [1, 2]), ("4 4", [1, 1]), ("7 2 7", [1, 3, 1]), ("1 2 3", [3, 2, 1]), ("5 6 6 5", [3, 1, 1, 3])],
)
def test_ranks(points: str, ranks: list[int]) -> None:
    """BLOQ.E2: who has more is ranked before; equals share a rank."""
    pos = square(*LONELY, options=f"players={len(ranks)} stock=0", points=points)
    assert closing(pos)["ranks"] == ranks
    assert pos.winners == tuple(seat for seat, rank in enumerate(ranks) if rank == 1)
    assert [row[0] for row in closing(pos)["rows"]] == [int(number) for number in points.split()]


def test_why_it_ended() -> None:
    """BLOQ.E1: the stock or the room, in words of both languages."""
    by_stock = closing(after(square(*LONELY, options="stock=1"), "7,5:2x4x3"))
    by_room = closing(after(at("small", *FORBIDDEN_HOLE, options="turn=1"), LAST_MOVE))
    assert (by_stock["reason"]["key"], by_room["reason"]["key"]) == ("closing.stock", "closing.room")
    assert by_stock["rule"] == by_room["rule"] == "BLOQ.E1"
    said = {GAME.texts[language].say(told["reason"]["key"]) for language in LANGUAGES for told in (by_stock, by_room)}
    assert len(said) == 2 * len(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_columns_have_names(language: str) -> None:
    """BLOQ.E2: each thing that counted has a name."""
    items = closing(square(*LONELY, options="stock=0"))["items"]
    names = [GAME.texts[language].say(item) for item in items]
    assert len(set(names)) == len(items)


def test_nothing_is_told_before_the_end() -> None:
    """BLOQ.E1: while the game lasts there is no closing."""
    assert all(square(*ROW).view(seat)["closing"] is None for seat in (None, 0, 1))
