"""What everybody sees of a table: everything said here and nothing else."""

from __future__ import annotations

from typing import Any

import numpy as np

from escale.games.bloq.boards import FIRST
from escale.games.bloq.notation import (
    Cell,
    block_at,
    cells_in,
    chosen,
    groups_of,
    move_text,
    owners,
    read,
    read_move,
    rows_of,
    text,
)
from escale.games.bloq.rules import all_isolated
from escale.games.bloq.state import NO_BLOCKS, NOBODYS
from escale.rules.texts import Texts

__all__ = [
    "chosen",
    "closing",
    "describe",
    "effects",
    "knows",
    "log",
    "move_text",
    "read",
    "read_move",
    "reveals",
    "sketch",
    "task",
    "text",
    "view",
]

POSES = {4: "upright", 3: "edge", 2: "flat"}  # by height
STYLES = {4: "orange", 3: "yellow", 2: "green"}  # by height, in a terminal
OWNER_STYLES = ("blue", "pink", "joker", "strong", "faint")  # by seat, then nobody's
OWNER_MARKS = "abcd-"
EVERY = 5  # columns are numbered in a terminal
CELL = 2  # characters wide
BEFORE = 4  # characters, with the row's number, come before its cells


def view(state: Any, seat: int) -> dict[str, Any]:
    """The table; nothing in it is hidden from anybody."""
    board = int(state["board"])
    blocks = [block_at(state, move) for move in state["blocks"][: state["placed"]].tolist()]
    return {
        "rows": [[y, xs[0], xs[-1]] for y, _, xs in reversed(rows_of(board))],
        "blocks": [
            {"at": list(at), "size": list(size)} for at, size in sorted(blocks, key=lambda block: (block[0][1], block[0][0]))
        ],
        "groups": [{"seat": owner, "cells": [list(cell) for cell in cells]} for owner, cells in isolated_groups(state)],
        "stock": int(state["stock"]),
        "points": state["points"][: state["players"]].tolist(),
    }


def isolated_groups(state: Any) -> list[tuple[int | None, list[Cell]]]:
    """The groups isolated so far, each with the seat that did it, or None."""
    first = FIRST[int(state["board"])]
    closed = np.bitwise_or.reduce(state["owner"])
    owner_of = owners(state)
    found: list[tuple[int | None, list[Cell]]] = []
    for group in groups_of(closed):
        cells = cells_in(group, first)
        owner = owner_of[cells[0]]
        found.append((None if owner == NOBODYS else owner - 1, cells))
    return found


def describe(state: Any, moves: list[int]) -> list[dict[str, Any]]:
    """Legal moves with their text and the groups of cells that each isolates."""
    if not moves:
        return []
    return [
        {"move": move, "text": move_text(state, move), "isolates": [[list(cell) for cell in group] for group in groups]}
        for move, groups in zip(moves, isolated_by_each(state, moves), strict=True)
    ]


def isolated_by_each(state: Any, moves: list[int]) -> list[list[list[Cell]]]:
    """The groups of cells that each of several legal moves isolates."""
    first = FIRST[int(state["board"])]
    found = all_isolated(np.frombuffer(bytearray(state.tobytes()), state.dtype), np.array(moves, np.int32))
    scores = found.any(axis=1).tolist()
    return [
        [cells_in(group, first) for group in groups_of(cells)] if some else []
        for cells, some in zip(found, scores, strict=True)
    ]


def log(state: Any, move: int) -> tuple[str, dict[str, Any]]:
    """The sentence for a move, as names of texts and their values."""
    (x, y), (_, _, height) = block_at(state, move)
    values: dict[str, Any] = {"pose": (f"pose.{POSES[height]}", {}), "place": f"{x},{y}"}
    cells = sum(len(group) for group in isolated_by_each(state, [move])[0])
    return ("log.isolates", {**values, "n": cells}) if cells else ("log.places", values)


def task(state: Any) -> str:
    """What the seat to move must do, as the name of a text."""
    return "place" if state["placed"] else "first"


def effects(state: Any, move: int, seat: int) -> list[dict[str, Any]]:
    """What a move does: the block it places, then each group it isolates."""
    at, size = block_at(state, move)
    groups = isolated_by_each(state, [move])[0]
    return [
        {"kind": "place", "at": list(at), "size": list(size)},
        *({"kind": "isolate", "seat": int(state["seat"]), "cells": [list(cell) for cell in cells]} for cells in groups),
    ]


def reveals(state: Any, move: int) -> bool:
    """Nothing is hidden, so nothing is ever shown by a move."""
    return False


def closing(state: Any) -> dict[str, Any]:
    """How a game ended and what counted, seat by seat (BLOQ.E1, BLOQ.E2)."""
    points = state["points"][: state["players"]].tolist()
    groups = isolated_groups(state)
    sizes = [[len(cells) for owner, cells in groups if owner == seat] for seat in range(len(points))]
    return {
        "reason": ("closing.stock" if state["end"] == NO_BLOCKS else "closing.room", {}),
        "rule": "BLOQ.E1",
        "items": ["closing.points", "closing.groups", "closing.largest"],
        "rows": [[mine, len(own), max(own, default=0)] for mine, own in zip(points, sizes, strict=True)],
        "ranks": [1 + sum(other > mine for other in points) for mine in points],
    }


def sketch(seen: dict[str, Any], texts: Texts) -> list[list[tuple[str, str]]]:
    """The board in a terminal, seen from above: lines of pieces of text, each with the name of a style."""
    drawn: dict[Cell, tuple[str, str]] = {}
    for group in seen["groups"]:
        owner = -1 if group["seat"] is None else group["seat"]
        drawn |= dict.fromkeys(map(tuple, group["cells"]), (f" {OWNER_MARKS[owner]}", OWNER_STYLES[owner]))
    for block in seen["blocks"]:
        (x, y), (width, depth, height) = block["at"], block["size"]
        for right in range(width):
            for up in range(depth):
                drawn[x + right, y + up] = (f"▕{height}" if right == 0 else f" {height}", STYLES[height])
    lines = []
    left = min(first for _, first, _ in seen["rows"])
    for y, first, last in reversed(seen["rows"]):
        line = [(f"{y:>{BEFORE - 1}}".ljust(BEFORE + CELL * (first - left)), "faint")]
        line += [drawn.get((x, y), (" ·", "faint")) for x in range(first, last + 1)]
        lines.append(line)
    right = max(last for _, _, last in seen["rows"])
    scale = ""
    for x in range(left, right + 1):
        if x % EVERY == 0:
            scale += str(x).rjust(BEFORE + CELL * (x - left + 1) - len(scale))
    return [*lines, [(scale, "faint")]]


def knows(seen: dict[str, Any], texts: Texts) -> list[list[tuple[str, str]]]:
    """What is known beside the board: the stock, and everybody's points."""
    lines = [[(texts.say("table.stock", n=seen["stock"]), "plain")]]
    lines += [
        [(texts.say("table.points", seat=seat + 1, n=points), OWNER_STYLES[seat])] for seat, points in enumerate(seen["points"])
    ]
    return lines
