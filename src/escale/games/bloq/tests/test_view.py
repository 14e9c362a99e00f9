"""What is seen of a table: rows, blocks, groups, the moves with what each isolates, and the sentence for a move."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from escale import Position
from escale.games.bloq.tests.tables import BOARDS, GAME, LANGUAGES, ONE_HOLE, after, at, covered_by, square

ROW = ("2 .44.44", "1 .44.44", "0 .u4.u4")
OWNED = ("4 3333", "3 E333", "2 a44b44", "1 a44b44", "0 au4bu4")


def seen_by_all(pos: Position) -> dict[str, Any]:
    """What everybody sees, having seen that every seat sees the same, but for whose view it is and whose move."""
    seen = pos.view(None)
    for seat in range(pos.players):
        own = {**pos.view(seat), "seat": None}
        assert own.pop("moves") == [] or seat == pos.turn
        assert own == {name: value for name, value in seen.items() if name != "moves"}
    assert seen["moves"] == []
    return seen


@pytest.mark.parametrize("board", BOARDS)
def test_rows(board: str) -> None:
    """BLOQ.M2: the rows from the lowest y up, each with its first and last x."""
    rows = seen_by_all(GAME.new(seed=1, board=board))["rows"]
    if board == "square20":
        assert rows == [[y, 0, 19] for y in range(20)]
    else:
        radius = 14 if board == "diamond421" else 9
        assert rows == [[y, abs(y) - radius, radius - abs(y)] for y in range(-radius, radius + 1)]


def test_blocks() -> None:
    """BLOQ.M1, BLOQ.M2: each block by its lower left cell and its size, ordered by y, then x, whatever came first."""
    pos = after(GAME.new(seed=1, board="square20"), "5,5:2x3x4", "7,5:2x4x3", "1,4:4x2x3", "4,8:2x4x3")
    assert seen_by_all(pos)["blocks"] == [
        {"at": [1, 4], "size": [4, 2, 3]},
        {"at": [5, 5], "size": [2, 3, 4]},
        {"at": [7, 5], "size": [2, 4, 3]},
        {"at": [4, 8], "size": [2, 4, 3]},
    ]


def test_groups_stock_and_points() -> None:
    """BLOQ.S1, BLOQ.M1: isolated groups with their seat and cells, one who closed a group by hand being nobody."""
    seen = seen_by_all(square(*OWNED, options="players=3 stock=11", points="4 3 7"))
    first, second = [[0, y] for y in range(3)], [[3, y] for y in range(3)]
    assert seen["groups"] == [{"seat": 0, "cells": first}, {"seat": 1, "cells": second}]
    assert (seen["stock"], seen["points"]) == (11, [4, 3, 7])
    nobodys = seen_by_all(square("4 3333", "3 E333", *ROW))["groups"]
    assert nobodys == [{"seat": None, "cells": first}, {"seat": None, "cells": second}]


@pytest.mark.parametrize(("rows", "task"), [((), "first"), (ROW, "place")])
def test_what_must_be_done(rows: tuple[str, ...], task: str) -> None:
    """BLOQ.P2, BLOQ.P3: the first block, or any other; said in both languages to who does it and to the others."""
    pos = square(*rows)
    assert seen_by_all(pos)["task"] == task
    said = [GAME.texts[language].say(f"task.{task}.{who}", who="Ada") for language in LANGUAGES for who in ("you", "other")]
    assert len(set(said)) == len(said)
    assert ["Ada" in sentence for sentence in said] == [False, True] * len(LANGUAGES)
    assert square(*rows, options="stock=0").view(None)["task"] is None


def test_moves_are_for_the_seat_to_move() -> None:
    """BLOQ.M3: with their numbers and texts; the others see none."""
    pos = square(*ROW, options="players=4 turn=2")
    seen_by_all(pos)
    moves = pos.view(2)["moves"]
    assert [move["move"] for move in moves] == pos.moves()
    assert [move["text"] for move in moves] == pos.names()


def test_what_each_move_isolates() -> None:
    """BLOQ.S1, BLOQ.S2: for each group that a move isolates there is a list of its cells, and none when it isolates none."""
    moves = {move["text"]: move["isolates"] for move in square(*ROW).view(0)["moves"]}
    first, second = [[0, y] for y in range(3)], [[3, y] for y in range(3)]
    assert moves["0,3:4x2x3"] == [first, second]
    assert moves["0,3:3x2x4"] == [first]
    assert moves["3,3:4x3x2"] == [second]
    assert moves["6,0:2x4x3"] == []


@pytest.mark.parametrize("options", [{"board": "small"}, {"board": "small", "closed": "legal"}, {"board": "square20"}])
def test_moves_do_what_they_say(options: dict[str, str]) -> None:
    """BLOQ.S1: what a move says it isolates is what it isolates, for its mover, of cells that were empty."""
    pos = GAME.new(players=3, seed=8, **options)
    rng = Random(8)
    scored = 0
    while pos.turn is not None:
        seat, seen = pos.turn, pos.view(pos.turn)
        for move in rng.sample(seen["moves"], min(6, len(seen["moves"]))):
            later = after(pos, move["move"]).view(None)
            new = [group for group in later["groups"] if group not in seen["groups"]]
            assert new == [{"seat": seat, "cells": cells} for cells in move["isolates"]]
            assert later["points"][seat] - seen["points"][seat] == sum(map(len, move["isolates"]))
            assert not covered_by(move["text"]) & {tuple(cell) for cells in move["isolates"] for cell in cells}
            scored += len(new)
        pos.play(rng.choice(seen["moves"])["move"])
    assert scored > 10


@pytest.mark.parametrize(
    ("move", "key", "pose", "number"),
    [
        ("0,3:3x2x4", "log.isolates", "pose.upright", 3),
        ("0,3:4x2x3", "log.isolates", "pose.edge", 6),
        ("0,3:4x3x2", "log.isolates", "pose.flat", 6),
        ("6,0:2x4x3", "log.places", "pose.edge", None),
        ("6,0:3x4x2", "log.places", "pose.flat", None),
    ],
)
def test_the_sentence_for_a_move(move: str, key: str, pose: str, number: int | None) -> None:
    """BLOQ.M1, BLOQ.S1: who places a block, how and where, and how many cells it isolates, in both languages."""
    pos = square(*ROW)
    said = pos.said(move)
    assert (said["key"], said["values"]["pose"]["key"], said["values"].get("n")) == (key, pose, number)
    sentences = [pos.log(move, language, who="Ada") for language in LANGUAGES]
    assert len(set(sentences)) == len(LANGUAGES)
    for language, sentence in zip(LANGUAGES, sentences, strict=True):
        assert sentence.startswith("Ada ")
        assert move.split(":")[0] in sentence
        assert GAME.texts[language].say(pose) in sentence
        assert number is None or f" {number} cell" in sentence or f" {number} case" in sentence


def test_one_cell_is_one_point() -> None:
    """BLOQ.S1: a single cell is told in the singular."""
    pos = square("7 ...44444", "6 ...44U44", "5 ...u4.44", "4 ......44", "3 ......u4")
    english, french = (pos.log("3,3:3x2x4", language, who="Ada") for language in LANGUAGES)
    assert english.endswith("1 cell: 1 point.")
    assert "cases" not in french
    assert french.endswith("1 point.")


def test_nothing_is_revealed() -> None:
    """BLOQ.M3: nothing is hidden, so that no move shows anything, not even the last one."""
    assert not square(*ROW).reveals("0,3:4x2x3")
    assert not at("small", *ONE_HOLE).reveals("-4,-1:2x3x4")
