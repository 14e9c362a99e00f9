"""A slow model of Le Bloq, written from the rule sheet alone: the oracle the fast engine is tested against.

It shares nothing with the engine and imports only the standard library. Every function restates one rule as literally
as it can; rule ids are those of the rules file. Clear over fast: a game on the large board takes some seconds.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import permutations

Cell = tuple[int, int]  # (x to the right, y upwards)
Group = frozenset[Cell]  # empty cells joined by sides
Move = tuple[int, int, int, int, int]  # a block: its lower left cell x, y, then width in x, depth in y, height
Heights = dict[Cell, int]  # the height of the block on every covered cell

SHAPES = sorted(permutations((2, 3, 4), 3))  # BLOQ.M1: width, depth, height; six of them
ALL_BLOCKS = 40  # BLOQ.M1
RADII = {"diamond421": 14, "small": 9}  # BLOQ.M2
SIDE = 20  # BLOQ.M2, square20
PLAYERS = (2, 3, 4)  # BLOQ.M3
GEOMETRY, LEGAL = "geometry", "legal"  # BLOQ.S1
SCORING, CUTTING_OFF = "scoring", "cutting_off"  # BLOQ.H1


@cache
def cells_of(board: str) -> frozenset[Cell]:
    """All cells of a board (BLOQ.M2)."""
    if board == "square20":
        return frozenset((x, y) for x in range(SIDE) for y in range(SIDE))
    radius = RADII[board]
    reach = range(-radius, radius + 1)
    return frozenset((x, y) for x in reach for y in reach if abs(x) + abs(y) <= radius)


@cache
def beside(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    """The four cells that share a side with this one, on the board or not."""
    x, y = cell
    return (x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)


def around(cell: Cell) -> set[Cell]:
    """The eight neighbours of a cell (BLOQ.P2), on the board or not."""
    x, y = cell
    return {(x + right, y + up) for right in (-1, 0, 1) for up in (-1, 0, 1)} - {cell}


@cache
def footprint(move: Move) -> Group:
    """The cells that a block covers, on the board or not (BLOQ.M1)."""
    x, y, width, depth, _ = move
    return frozenset((x + right, y + up) for right in range(width) for up in range(depth))


@cache
def sides(move: Move) -> Group:
    """The cells that share a side with the block, corners left out (BLOQ.P3), on the board or not."""
    return frozenset(near for cell in footprint(move) for near in beside(cell)) - footprint(move)


@lru_cache(maxsize=1000)
def components(among: Group) -> tuple[Group, ...]:
    """The groups of cells joined by sides into which `among` falls (BLOQ.S1)."""
    left = set(among)
    found = []
    while left:
        waiting = [left.pop()]
        reached = set(waiting)
        while waiting:
            for cell in beside(waiting.pop()):
                if cell in left:
                    left.remove(cell)
                    reached.add(cell)
                    waiting.append(cell)
        found.append(frozenset(reached))
    return tuple(found)


def fitting(group: Group) -> Iterator[Move]:
    """Every block that fits in these cells (BLOQ.P1), whatever it touches."""
    for x, y in group:
        for width, depth, height in SHAPES:
            move = (x, y, width, depth, height)
            if footprint(move) <= group:
                yield move


def covered(blocks: list[Move]) -> Heights:
    """The heights of the covered cells."""
    return {cell: block[4] for block in blocks for cell in footprint(block)}


def touched(move: Move, heights: Heights) -> set[int]:
    """The heights of the blocks that a block shares some side with; empty if it touches none (BLOQ.P3, BLOQ.H1)."""
    return {heights[cell] for cell in sides(move) if cell in heights}


def is_closed(group: Group, heights: Heights, closed: str, known: dict[object, bool], isolating: str = SCORING) -> bool:
    """BLOQ.S1: whether an empty group between blocks of these heights is closed.

    `known` keeps what was found in the option `legal`: it depends only on the group and on the heights beside it.
    """
    if closed == GEOMETRY:
        return not any(True for _ in fitting(group))
    rim = frozenset((near, heights[near]) for cell in group for near in beside(cell) if near in heights)
    if (group, rim) not in known:
        known[group, rim] = not is_open(group, dict(rim), known, isolating)
    return known[group, rim]


def is_open(group: Group, heights: Heights, known: dict[object, bool], isolating: str = SCORING) -> bool:
    """BLOQ.S1, option `legal`: whether some block that fits is allowed by BLOQ.P3 and BLOQ.H1.

    Clashes of height come last: that is only an order, and it spares most of the recursion.
    """
    clashing = []
    for move in fitting(group):
        near = touched(move, heights)
        if near and move[4] not in near:
            return True
        if near:
            clashing.append(move)
    return any(is_excepted(move, group, heights, LEGAL, known, isolating) for move in clashing)


def is_excepted(
    move: Move, group: Group, heights: Heights, closed: str, known: dict[object, bool], isolating: str = SCORING
) -> bool:
    """BLOQ.H1: whether a block in this group isolates something, and so may have the height of one that it touches.

    With `cutting_off` it is enough that it cuts an area off: that the rest of the group isn't in one piece any more.
    """
    if isolating == CUTTING_OFF and len(components(group - footprint(move))) > 1:
        return True
    return bool(parts_closed(move, group, heights, closed, known, isolating))


def parts_closed(
    move: Move, group: Group, heights: Heights, closed: str, known: dict[object, bool], isolating: str = SCORING
) -> set[Group]:
    """The closed groups among the parts that a block placed in this group leaves of it.

    A block has effect on no other group: an empty cell beside it was in the group that it is in.
    """
    later = heights | dict.fromkeys(footprint(move), move[4])
    return {part for part in components(group - footprint(move)) if is_closed(part, later, closed, known, isolating)}


@dataclass
class Table:
    """A position of Le Bloq. `play` changes it in place.

    Groups that are closed from the beginning and are in nobody's `groups` count as scored (BLOQ.S1).
    """

    board: str  # "diamond421", "square20" or "small" (BLOQ.M2)
    players: int  # BLOQ.M3
    closed: str = GEOMETRY  # BLOQ.S1: "geometry" or "legal"
    blocks: list[Move] = field(default_factory=list)  # all blocks on the board
    turn: int = 0  # seat to move; once the game is over, the seat that moved last
    stock: int = ALL_BLOCKS  # blocks not yet placed
    points: list[int] = field(default_factory=list)  # by seat; if none are given, the cells each isolated
    groups: dict[Group, int | None] = field(default_factory=dict)  # isolated groups, with the seat that has them, or None
    isolating: str = SCORING  # BLOQ.H1: "scoring" or "cutting_off"
    known: dict[object, bool] = field(default_factory=dict, repr=False)  # see is_closed

    def __post_init__(self) -> None:
        """Refuse a table that makes no sense: an oracle must not answer for one."""
        cells = [cell for block in self.blocks for cell in footprint(block)]
        sound = {
            "players": self.players in PLAYERS and 0 <= self.turn < self.players,
            "closed": self.closed in (GEOMETRY, LEGAL),
            "isolating": self.isolating in (SCORING, CUTTING_OFF),
            "shapes": all(block[2:] in SHAPES for block in self.blocks),
            "blocks": len(set(cells)) == len(cells) and set(cells) <= cells_of(self.board),
            "stock": 0 <= self.stock <= ALL_BLOCKS - len(self.blocks),
            "groups": set(self.groups) <= self._closed_groups(),
            "points": len(self.points) in (0, self.players),
        }
        wrong = [name for name, holds in sound.items() if not holds]
        if wrong:
            raise ValueError(f"not a table of Le Bloq, see {', '.join(wrong)}")
        self.groups = dict.fromkeys(self._closed_groups()) | self.groups
        if not self.points:
            self.points = [
                sum(len(group) for group, owner in self.groups.items() if owner == seat) for seat in range(self.players)
            ]

    def empty_groups(self) -> tuple[Group, ...]:
        """The maximal groups of empty cells joined by sides, scored or not (BLOQ.S1)."""
        return components(cells_of(self.board).difference(covered(self.blocks)))

    def moves(self) -> set[Move]:
        """All blocks that may be placed now; none when the game is over (BLOQ.E1)."""
        return set(self._placeable()) if self.stock else set()

    def isolates(self) -> dict[Move, set[Group]]:
        """The groups that each of the moves would isolate, which score a point a cell (BLOQ.S1, BLOQ.S2)."""
        groups, heights = self.empty_groups(), covered(self.blocks)
        return {
            move: parts_closed(
                move,
                next(group for group in groups if footprint(move) <= group),
                heights,
                self.closed,
                self.known,
                self.isolating,
            )
            for move in self.moves()
        }

    def why_not(self, move: Move) -> str | None:
        """The first rule against a placement in the order E1, M1, P1, P2 or P3, H1; None if it is allowed."""
        if self.over():
            return "BLOQ.E1"
        if move[2:] not in SHAPES:
            return "BLOQ.M1"
        return self._objection(move, self.empty_groups(), covered(self.blocks))

    def play(self, move: Move) -> None:
        """Place a block, score what it isolates (BLOQ.S1), pass the turn (BLOQ.M3). ValueError if it's not legal."""
        rule = self.why_not(move)
        if rule:
            raise ValueError(f"{move} is against {rule} in {self}")
        self.blocks.append(move)
        self.stock -= 1
        for group in self._closed_groups() - self.groups.keys():
            self.groups[group] = self.turn
            self.points[self.turn] += len(group)
        if not self.over():
            self.turn = (self.turn + 1) % self.players

    def over(self) -> bool:
        """BLOQ.E1: the stock is empty, or no block can be placed."""
        return self.ended_by() is not None

    def ended_by(self) -> str | None:
        """What ended the game (BLOQ.E1): "stock" or "room"; None while it goes on."""
        if not self.stock:
            return "stock"
        return None if any(True for _ in self._placeable()) else "room"

    def winners(self) -> set[int]:
        """BLOQ.E2: the seats with the highest score. ValueError while the game goes on."""
        if not self.over():
            raise ValueError(f"nobody has won yet (BLOQ.E1) in {self}")
        return {seat for seat in range(self.players) if self.points[seat] == max(self.points)}

    def copy(self) -> Table:
        """The same table, to play on from."""
        same = copy(self)
        same.blocks, same.points, same.groups = list(self.blocks), list(self.points), dict(self.groups)
        return same

    def _closed_groups(self) -> set[Group]:
        """All closed groups on the board, scored or not (BLOQ.S1). An empty board isn't closed: a first block fits."""
        if not self.blocks:
            return set()
        heights = covered(self.blocks)
        return {group for group in self.empty_groups() if is_closed(group, heights, self.closed, self.known, self.isolating)}

    def _placeable(self) -> Iterator[Move]:
        """All blocks that the rules of placing allow, whatever the stock."""
        heights = covered(self.blocks)
        for group in self.empty_groups():
            yield from (move for move in fitting(group) if self._objection(move, (group,), heights) is None)

    def _objection(self, move: Move, groups: tuple[Group, ...], heights: Heights) -> str | None:
        """The first of the rules of placing that a block offends. `groups`: empty groups, one of which it must fit in."""
        around_it = [group for group in groups if footprint(move) <= group]
        if not around_it:  # a footprint is in one piece: on empty cells of the board, it is in one group
            return "BLOQ.P1"
        if not self.blocks:
            inside = all(around(cell) <= cells_of(self.board) for cell in footprint(move))
            return None if inside else "BLOQ.P2"
        near = touched(move, heights)
        if not near:
            return "BLOQ.P3"
        if move[4] in near and not is_excepted(move, around_it[0], heights, self.closed, self.known, self.isolating):
            return "BLOQ.H1"
        return None
