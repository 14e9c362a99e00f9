"""Positions and moves as text.

A position is a header, the points, then the board as one sees it from above, each row with its number:

    bloq players=2 turn=0 stock=39 board=small
    points 0 0
      9          .
      8         ...
                            (and so on down to -9)

`.` is an empty cell. The lower left cell of a block is a letter, its other cells say its height: `u` is 2x3x4, `U` 3x2x4, `e`
2x4x3, `E` 4x2x3, `f` 3x4x2 and `F` 4x3x2 (upright, on its edge, flat; a capital where it is wider than deep). Isolated cells
are `a` to `d` by seat, `-` if nobody isolated them.

The header names whatever option isn't at its default. One who writes a position may leave out what is obvious: `players=2`,
`turn=0`, `stock` if no block is missing, the points if they are the cells isolated, empty rows, empty ends of rows, and the
spaces. A group that is closed already needn't be marked (BLOQ.S1).

A move is a block's lower left cell, its width, depth and height: `-3,4:2x3x4`. The height may be left out.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from escale.games.bloq import INFO
from escale.games.bloq.boards import CELLS, FIRST, SIZES
from escale.games.bloq.lawful import split_off
from escale.games.bloq.placing import block_of, lies_in, put_block
from escale.games.bloq.rules import empty_board, find_closed, give, settle
from escale.games.bloq.state import (
    BLOCKS,
    DEPTHS,
    LEVELS,
    LOWEST_HEIGHT,
    MARGIN,
    NO_SHAPE,
    NOBODYS,
    NOWHERE,
    OPEN,
    OWNER_PLANES,
    PASS,
    PLACE_BITS,
    ROWS,
    SHAPE_SHIFT,
    WIDTHS,
)
from escale.games.bloq.survey import new_work
from escale.rules.errors import BadNotation, BadOption, shown
from escale.rules.info import Value

NAME = "bloq"
LETTERS = "uUeEfF"  # by shape
OWNERS = ".abcd-"  # by owner
SIZES_OF = [(int(w), int(d), int(level) + LOWEST_HEIGHT) for w, d, level in zip(WIDTHS, DEPTHS, LEVELS, strict=True)]
NAMES = ["x".join(map(str, size)) for size in SIZES_OF]  # by shape
MOST_POINTS = 999
PASS_WORDS = ("pass", "passe", "passer")
MOVE = re.compile(r"(-?\d{1,3}) *, *(-?\d{1,3}) *[: ] *(\d{1,2})x(\d{1,2})(?:x(\d{1,2}))?", re.ASCII)
ROW = re.compile(r"(-?\d{1,2})\s+(\S+)", re.ASCII)

Cell = tuple[int, int]


def cells_in(cells: Any, first: int) -> list[Cell]:
    """The cells of a set by their coordinates, row by row from the lowest."""
    found = []
    for row, word in enumerate(cells.tolist(), first - MARGIN):
        column = first
        while word:
            if word & 1:
                found.append((column, row))
            word >>= 1
            column += 1
    return found


def block_at(state: Any, move: int) -> tuple[Cell, tuple[int, int, int]]:
    """Where the lower left cell of a move's block is, and its width, depth and height."""
    first = FIRST[int(state["board"])]
    shape, column, row = (int(number) for number in block_of(move))
    return (column + first, row - MARGIN + first), SIZES_OF[shape]


def move_text(state: Any, move: int) -> str:
    """A move's text: where the block is, and its size."""
    (x, y), size = block_at(state, move)
    return f"{x},{y}:{'x'.join(map(str, size))}"


def read_move(state: Any, text: str) -> int:
    """The move a text means, legal or not; BadNotation if it is no move's text."""
    wanted = text.strip().lower()
    if wanted in PASS_WORDS:
        return PASS
    match = MOVE.fullmatch(wanted)
    if match is None:
        raise BadNotation(
            f"'{shown(text)}' is no move: a block's lower left cell, its width and depth, such as -3,4:2x3 (BLOQ.M1, BLOQ.M2)"
        )
    x, y, width, depth, height = (None if part is None else int(part) for part in match.groups())
    shapes = [shape for shape, (w, d, h) in enumerate(SIZES_OF) if (w, d) == (width, depth) and height in (None, h)]
    board = int(state["board"])
    column, row = (at - FIRST[board] if at is not None and 0 <= at - FIRST[board] < SIZES[board] else NOWHERE for at in (x, y))
    return (shapes[0] if shapes else NO_SHAPE) << SHAPE_SHIFT | row << PLACE_BITS | column


def chosen(state: Any) -> tuple[int, ...]:
    """The options of a table, as `setup` was given them."""
    return int(state.players), int(state.board), int(state.closed), int(state.isolating)


def owners(state: Any) -> dict[Cell, int]:
    """Whose each isolated cell is: 1 + the seat, or NOBODYS."""
    first = FIRST[int(state["board"])]
    found: dict[Cell, int] = {}
    for plane in range(OWNER_PLANES):
        for cell in cells_in(state["owner"][plane], first):
            found[cell] = found.get(cell, OPEN) | 1 << plane
    return found


def text(state: Any) -> str:
    """The whole position."""
    players, values = INFO.decode(chosen(state))
    header = [NAME, f"players={players}", f"turn={int(state.seat)}", f"stock={int(state.stock)}"]
    header += [f"{option.name}={values[option.name]}" for option in INFO.options if values[option.name] != option.default]
    marks = {cell: OWNERS[owner] for cell, owner in owners(state).items()}
    for move in state.blocks[: state.placed].tolist():
        (x, y), (width, depth, height) = block_at(state, move)
        marks |= {(x + right, y + up): str(height) for right in range(width) for up in range(depth)}
        marks[x, y] = LETTERS[move >> SHAPE_SHIFT]
    rows = [
        f"{y:>3} {' ' * indent}{''.join(marks.get((x, y), '.') for x in xs)}" for y, indent, xs in rows_of(int(state.board))
    ]
    numbers = " ".join(str(int(state.points[seat])) for seat in range(players))
    return "\n".join([" ".join(header), f"points {numbers}", *rows]) + "\n"


def rows_of(board: int) -> list[tuple[int, int, range]]:
    """The rows of a board from the top: y, how far from the left edge it begins, and its range of x."""
    first, size = FIRST[board], SIZES[board]
    rows = []
    for row in reversed(range(size)):
        columns = [column for column in range(size) if (column, row) in CELLS[board]]
        rows.append((row + first, columns[0], range(columns[0] + first, columns[-1] + first + 1)))
    return rows


def read(text: str, state: Any) -> None:
    """Set a state to what a text describes; BadNotation, with the rule where one is broken, if it describes none."""
    lines = [line.strip() for line in text.strip().splitlines()]
    if not lines or lines[0].split()[:1] != [NAME]:
        raise BadNotation(f"a position begins with a line {NAME!r}")
    has_points = len(lines) > 1 and lines[1].split()[:1] == ["points"]
    stock = _read_header(state, lines[0].split()[1:])
    marks = _read_rows(int(state.board), lines[2 if has_points else 1 :])
    _read_blocks(state, marks)
    _read_owners(state, marks)
    _read_points(state, lines[1].split()[1:] if has_points else [])
    missing = BLOCKS - int(state.placed)
    if stock is not None and stock not in map(str, range(missing + 1)):
        raise BadNotation(f"stock='{shown(stock)}': allowed are 0 to {missing} (BLOQ.M1)")
    state.stock = missing if stock is None else int(stock)
    settle(state, new_work())


def _read_header(state: Any, words: list[str]) -> str | None:
    """Set the options and the seat; returns the stock as it is said."""
    given: dict[str, Value] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or key in given:
            raise BadNotation(f"'{shown(word)}': what is said of the table is name=value, each once")
        given[key] = value
    stock = given.pop("stock", None)
    turn = str(given.pop("turn", "0"))
    players = str(given.pop("players", INFO.players[0]))
    if players not in map(str, INFO.players):
        raise BadNotation(f"players='{shown(players)}': allowed are {', '.join(map(str, INFO.players))} (BLOQ.M3)")
    try:
        _, values = INFO.choose(int(players), given)
    except BadOption as error:
        raise BadNotation(str(error)) from None
    state.players, board, state.closed, state.isolating = INFO.encode(int(players), values)
    empty_board(state, board)
    if turn not in [str(seat) for seat in range(int(players))]:
        raise BadNotation(f"turn='{shown(turn)}': allowed are 0 to {int(players) - 1} (BLOQ.M3)")
    state.seat = int(turn)
    return None if stock is None else str(stock)


def _read_rows(board: int, lines: list[str]) -> dict[Cell, str]:
    """What is written in each cell that isn't empty."""
    rows = {y: xs for y, _, xs in rows_of(board)}
    marks: dict[Cell, str] = {}
    said = set()
    for line in lines:
        match = ROW.fullmatch(line)
        y = int(match[1]) if match else None
        if match is None or y is None or y not in rows or y in said:
            raise BadNotation(
                f"'{shown(line)}': a row is its number and its cells, {min(rows)} to {max(rows)}, each once (BLOQ.M2)"
            )
        said.add(y)
        if len(match[2]) > len(rows[y]):
            raise BadNotation(f"row {y} has {len(rows[y])} cells, not {len(match[2])} (BLOQ.M2)")
        marks |= {(x, y): mark for x, mark in zip(rows[y], match[2], strict=False) if mark != OWNERS[OPEN]}
    return marks


def _read_blocks(state: Any, marks: dict[Cell, str]) -> None:
    """Place the blocks; what is left in `marks` are the isolated cells."""
    board = int(state.board)
    for (x, y), letter in sorted(marks.items()):
        if letter not in LETTERS:
            continue
        shape = LETTERS.index(letter)
        width, depth, height = SIZES_OF[shape]
        column, row = x - FIRST[board], y - FIRST[board] + MARGIN
        cells = [(x + right, y + up) for right in range(width) for up in range(depth)]
        if not lies_in(state.room, board, shape, column, row) or any(
            marks.pop(cell, None) != str(height) for cell in cells if cell != (x, y)
        ):
            raise BadNotation(f"the block '{letter}' at {x},{y} is {NAMES[shape]}: its other cells are '{height}' (BLOQ.M1)")
        if int(state.placed) == BLOCKS:
            raise BadNotation(f"there are {BLOCKS} blocks (BLOQ.M1)")
        put_block(state, shape, column, row)
        marks.pop((x, y))
    for (x, y), mark in marks.items():
        if mark not in OWNERS:
            raise BadNotation(f"'{shown(mark)}' at {x},{y} is no part of a block: {', '.join(LETTERS)} begin one (BLOQ.M1)")


def _read_owners(state: Any, marks: dict[Cell, str]) -> None:
    """Write whose the isolated cells are: each closed group is one seat's, or nobody's (BLOQ.S1)."""
    first, players = FIRST[int(state.board)], int(state.players)
    for group in closed_groups(state):
        cells = cells_in(group, first)
        owned = {marks.pop(cell, OWNERS[OPEN]) for cell in cells}
        if len(owned) > 1:
            raise BadNotation(f"the group of {cells[0][0]},{cells[0][1]} is isolated by one seat, not several (BLOQ.S1)")
        owner = OWNERS.index(owned.pop()) or NOBODYS
        if players < owner < NOBODYS:
            raise BadNotation(f"'{OWNERS[owner]}': there are {players} seats (BLOQ.M3)")
        give(state, group, owner)
    for x, y in marks:
        raise BadNotation(f"{x},{y} isn't isolated: a block fits in its group (BLOQ.S1)")


def closed_groups(state: Any) -> list[Any]:
    """The groups that are closed (BLOQ.S1), each as a set of cells, by their lowest rows."""
    closed = np.zeros(ROWS, np.uint32)
    find_closed(state, closed)
    return groups_of(closed)


def groups_of(cells: Any) -> list[Any]:
    """The groups of a set of cells, joined by sides; by their lowest rows, then columns."""
    rest, groups = cells.copy(), []
    for row in range(ROWS):
        while rest[row]:
            group = np.zeros(ROWS, np.uint32)
            split_off(rest, row, group)
            groups.append(group)
    return groups


def _read_points(state: Any, words: list[str]) -> None:
    players = int(state.players)
    owned = list(owners(state).values())
    numbers = words or [str(owned.count(1 + seat)) for seat in range(players)]
    if len(numbers) != players or not all(re.fullmatch(r"[0-9]{1,3}", word) for word in numbers):
        raise BadNotation(f"points: {players} numbers, 0 to {MOST_POINTS}, one a seat (BLOQ.S1)")
    state.points[:players] = [int(word) for word in numbers]
