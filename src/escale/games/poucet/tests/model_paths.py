"""Paths, their ends, how far they are from the flower, and who is blocked, in the slow model (POU.D1, POU.D2, POU.B1)."""

from __future__ import annotations

from dataclasses import dataclass

from escale.games.poucet.tests.model_table import MOST_WAITS, OPPOSITE, SIDES, Cell, Table, beyond

Way = tuple[Cell, str]  # a cell and the side one walks towards when entering it

OPEN, OBSTRUCTED, DEAD = "open", "obstructed", "dead"
PASSABLE = {"forest": 1, "river": 1, "wolf": 2}  # POU.T5: obstacles that can be passed, and by how many cards at least


@dataclass(frozen=True)
class Path:
    """All that is reached from a seat's latest start card."""

    cells: frozenset[Cell]  # those whose visible card is in it
    ends: frozenset[Way]  # POU.D2
    arrives: bool  # whether it opens into the flower's cell (POU.E1)


NO_PATH = Path(frozenset(), frozenset(), False)


def openings(table: Table, cell: Cell) -> str:
    """The sides on which a visible card lets one go on: POU.M2, POU.M3, POU.W1 (the front alone), POU.W2."""
    card = table.top(cell)
    if card is None:
        return ""
    if card.kind == "start":
        return "".join(side for side in SIDES if table.on_board(beyond(cell, side)))
    if card.kind == "boots":
        return SIDES
    return card.open if card.kind == "path" else card.way


def joins(table: Table, seat: int, colour: str | None, cell: Cell, way: str) -> bool:
    """POU.D1: whether a seat's path that opens towards a cell this way goes on there."""
    card = table.top(cell)
    if card is None:
        return False
    if card.kind in ("path", "start"):
        return card.colour == colour and OPPOSITE[way] in openings(table, cell)
    if card.kind == "pebbles":
        return card.seat == seat and card.way == way
    return card.kind == "boots"


def path_of(table: Table, seat: int) -> Path:
    """POU.D1, POU.D2: a seat's path. Who gave up has none, nor who has laid no start card."""
    if seat in table.out or seat not in table.starts:
        return NO_PATH
    colour = table.colour_of(seat)
    reached = [table.starts[seat]]
    opened: list[Way] = []
    for cell in reached:  # which grows meanwhile
        for way in openings(table, cell):
            there = beyond(cell, way)
            opened.append((there, way))
            if there != table.flower and joins(table, seat, colour, there, way) and there not in reached:
                reached.append(there)
    ends = [(cell, way) for cell, way in opened if is_end(table, seat, colour, cell, way, reached)]
    return Path(frozenset(reached), frozenset(ends), any(cell == table.flower for cell, _ in opened))


def is_end(table: Table, seat: int, colour: str | None, cell: Cell, way: str, reached: list[Cell]) -> bool:
    """POU.D2: whether an opening of a path towards a cell is an end. What faces the front of its pebbles is joined already."""
    if not table.on_board(cell) or cell == table.flower or joins(table, seat, colour, cell, way):
        return False
    card = table.top(cell)
    front = card is not None and card.kind == "pebbles" and card.seat == seat and card.way == OPPOSITE[way]
    return not (front and cell in reached)


def paths_of(table: Table) -> list[Path]:
    """All paths, by seat."""
    return [path_of(table, seat) for seat in range(table.players)]


def may_cover(table: Table, paths: list[Path], seat: int, cell: Cell) -> bool:
    """POU.X1, POU.X2, POU.X3: whether a path card of a seat's colour, which continues its path, may cover the card there."""
    card = table.top(cell)
    if card is None or card.kind not in ("path", "pebbles"):
        return False
    if not table.crossing and any(cell in path.cells for path in paths):
        return False
    if card.kind == "pebbles":
        return cell not in paths[seat].cells
    return card.colour != table.colour_of(seat)


def state_of(table: Table, paths: list[Path], seat: int, cell: Cell) -> str:
    """POU.B1: what can be done at an end of a seat's path in this cell."""
    card = table.top(cell)
    if card is None or may_cover(table, paths, seat, cell):
        return OPEN
    return OBSTRUCTED if card.kind in PASSABLE else DEAD


def ends_with_states(table: Table, paths: list[Path], seat: int) -> dict[Way, str]:
    """The ends of a seat's path."""
    return {(cell, way): state_of(table, paths, seat, cell) for cell, way in paths[seat].ends}


def has_open_end(table: Table, seat: int) -> bool:
    """POU.B1: whether a path card of the path's colour may be laid at some end."""
    return OPEN in ends_with_states(table, paths_of(table), seat).values()


def is_blocked(table: Table, seat: int, paths: list[Path] | None = None) -> bool:
    """POU.B1: a dead end, at once; or the sixth turn in a row without an open end. (`paths`: if they are known already.)"""
    if table.step != "play" or seat in table.out:
        return False
    states = set(ends_with_states(table, paths or paths_of(table), seat).values())
    return states <= {DEAD} or (OPEN not in states and table.waits[seat] >= MOST_WAITS)


# How far it is


def entering(table: Table, paths: list[Path], seat: int, cell: Cell, way: str) -> tuple[int, str] | None:
    """What it costs a seat to enter a cell, in cards to be laid, and on which sides it may go on; None if it can't.

    What is joined can't be covered: pebbles that one comes to from behind are in the path then (POU.X2).
    """
    card = table.top(cell)
    if card is None:
        return 1, SIDES
    if joins(table, seat, table.colour_of(seat), cell, way):
        return 0, openings(table, cell)
    if card.kind in PASSABLE:
        return PASSABLE[card.kind], SIDES
    return (1, SIDES) if may_cover(table, paths, seat, cell) else None


def distance(table: Table, paths: list[Path], seat: int) -> int | None:
    """The fewest cards still to be laid, by anybody, for a seat's path to open into the flower; None if it can't now."""
    path = paths[seat]
    if path.arrives:
        return 0
    ahead: dict[int, set[Way]] = {0: set(path.ends)}  # cells about to be entered, by what it has cost so far
    met: set[Way] = set()
    while ahead:
        so_far = min(ahead)
        for cell, way in ahead.pop(so_far):
            if cell == table.flower:
                return so_far
            if (cell, way) in met or not table.on_board(cell):
                continue
            met.add((cell, way))
            entered = entering(table, paths, seat, cell, way)
            if entered:
                cost, sides = entered
                ahead.setdefault(so_far + cost, set()).update((beyond(cell, side), side) for side in sides)
    return None
