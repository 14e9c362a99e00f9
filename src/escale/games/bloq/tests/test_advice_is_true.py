"""Every reason that is given holds when it is counted again, slowly, from the views alone."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import pytest

from escale import Position
from escale.games.bloq.tests.sentences import idea
from escale.games.bloq.tests.tables import GAME, Cell, after, cells_of, covered_by, parsed

EVERY = 5  # of the moves of a game, some of whose choices are looked at
MOST_LOOKED_AT = 60  # choices
FEW = 5  # choices: near the end all positions are looked at
#: Texts that tell where or what, or are parts of others.
NO_REASONS = ("hint.place.", "hint.deed.", "hint.last.", "hint.won", "hint.both", "hint.and", "hint.cells", "hint.groups")


class Told:
    """A move, and what can be counted before and after it from the views alone."""

    def __init__(self, pos: Position, name: str) -> None:
        """Play it."""
        assert pos.turn is not None
        self.pos, self.name, self.seat = pos, name, pos.turn
        self.later = after(pos, name)
        self.gains, self.found = gains(pos.text()), isolating(pos.text())
        self.gain: int = self.gains[name]
        self.most: int = max(self.gains.values())
        self.answer: int = most(self.later)
        self.board: set[Cell] = cells_of(pos)

    @property
    def answers(self) -> dict[str, int]:
        """What the next move can isolate at most, after each."""
        return answers(self.pos.text())

    @property
    def trade(self) -> int:
        """The best difference of what a move isolates and what the next one can."""
        return max(gain - self.answers[name] for name, gain in self.gains.items())

    @property
    def touched(self) -> set[int]:
        """The heights of blocks that share a side with the new one."""
        mine = covered_by(self.name)
        return {height for height, cells in blocks(self.pos) if any(near(cell) & cells for cell in mine)}

    @property
    def would(self) -> int:
        """What the next move can isolate at most after one of those that isolate the most, whichever leaves less."""
        return min(self.answers[name] for name, gain in self.gains.items() if gain == self.most)

    def ahead(self, pos: Position) -> int:
        """The lead over the best of the others."""
        return int(pos.points[self.seat] - max(points for seat, points in enumerate(pos.points) if seat != self.seat))

    def margin(self, cells: set[Cell]) -> int:
        """How many cells there are from a block to the edge, straight on, where they are fewest."""
        return min(self._straight_on(cell, step, cells) for cell in cells for step in ((1, 0), (-1, 0), (0, 1), (0, -1)))

    def _straight_on(self, cell: Cell, step: Cell, block: set[Cell]) -> int:
        passed = 0
        while cell in self.board:
            passed += cell not in block
            cell = (cell[0] + step[0], cell[1] + step[1])
        return passed


def near(cell: Cell) -> set[Cell]:
    """The cells that share a side with one."""
    x, y = cell
    return {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)}


def blocks(pos: Position) -> list[tuple[int, set[Cell]]]:
    """The blocks on the board: height and cells."""
    named = (f"{','.join(map(str, b['at']))}:{'x'.join(map(str, b['size']))}" for b in pos.view()["blocks"])
    return [(int(name[-1]), covered_by(name)) for name in named]


def still_open(pos: Position) -> set[Cell]:
    """The empty cells that nobody has isolated."""
    isolated = {(x, y) for group in pos.view()["groups"] for x, y in group["cells"]}
    return cells_of(pos) - isolated - {cell for _, cells in blocks(pos) for cell in cells}


def areas(cells: set[Cell]) -> list[set[Cell]]:
    """The groups of cells joined by sides."""
    left, found = set(cells), []
    while left:
        group, edge = set(), {left.pop()}
        while edge:
            group |= edge
            edge = {cell for one in edge for cell in near(one)} & left
            left -= edge
        found.append(group)
    return found


@lru_cache(1000)
def isolating(text: str) -> dict[str, list[set[Cell]]]:
    """The groups that each move isolates."""
    pos = parsed(text)
    moves = [] if pos.over else pos.view(pos.turn)["moves"]
    return {move["text"]: [{(x, y) for x, y in group} for group in move["isolates"]] for move in moves}


def gains(text: str) -> dict[str, int]:
    """How many cells each move isolates."""
    return {name: sum(map(len, groups)) for name, groups in isolating(text).items()}


def most(pos: Position) -> int:
    """How many cells a move can isolate at most."""
    return max(gains(pos.text()).values(), default=0)


@lru_cache(2)
def answers(text: str) -> dict[str, int]:
    """How many cells the next move can isolate at most, after each."""
    pos = parsed(text)
    return {name: most(after(pos, name)) for name in pos.names()}


def places(pos: Position) -> int:
    """In how many places cells can be isolated, where whatever some move isolates is one place: joined one by one."""
    sets = [set().union(*groups) for groups in isolating(pos.text()).values() if groups]
    place = {cell: number for number, cell in enumerate(set().union(*sets))}
    for cells in sets:
        joined = {place[cell] for cell in cells}
        place = {cell: min(joined) if number in joined else number for cell, number in place.items()}
    return len(set(place.values()))


HOLDS: dict[str, Callable[[Told, dict[str, Any]], bool]] = {
    "only": lambda told, v: len(told.pos.moves()) == 1,
    "end.win": lambda told, v: told.later.winners == (told.seat,) and told.ahead(told.later) == v["n"],
    "end.shared": lambda told, v: told.seat in told.later.winners and told.later.points[told.seat] == v["n"],
    "end.behind": lambda told, v: told.later.over and told.ahead(told.later) == -v["n"] < 0,
    "uncatchable": lambda told, v: told.ahead(told.later) == v["n"] > v["left"] == len(still_open(told.later)),
    "most": lambda told, v: told.gain == told.most and v["what"] == what(told),
    "some": lambda told, v: 0 < told.gain < told.most and v["what"] == what(told),
    "balance": lambda told, v: balanced(told, v) and v["left"] == told.answer,
    "balance_all": lambda told, v: balanced(told, v) and told.answer == 0,
    "exception": lambda told, v: told.gain > 0 and int(told.name[-1]) in told.touched,
    "spoils": lambda told, v: v["now"] == told.most > told.answer == v["n"] > 0,
    "spoils_all": lambda told, v: v["now"] == told.most > told.answer == 0,
    "careful": lambda told, v: (told.answer, v["n"], v["all"]) == (0, sum(map(bool, told.answers.values())), len(told.gains)),
    "least": lambda told, v: v["left"] == told.answer == min(told.answers.values()) > 0,
    "opens": lambda told, v: v["n"] == places(told.later) > v["now"] == places(told.pos) and v["left"] == told.answer,
    "several": lambda told, v: v["n"] == places(told.later) > 1 and v["left"] == told.answer,
    "cuts": lambda told, v: v["what"] == min(len(area) for area in cut_off(told)) and len(cut_off(told)) > 1,
    "edge": lambda told, v: any(near(cell) - told.board for cell in covered_by(told.name)),
    "nearer": lambda told, v: v["n"] == told.margin(covered_by(told.name)) < nearest(told, told.pos),
    "away": lambda told, v: v["n"] == nearest(told, told.later) > 2,
    "begin_near": lambda told, v: v["n"] == nearest(told, told.later) <= 2,
    "begin_away": lambda told, v: v["n"] == nearest(told, told.later) > 2,
    "crowds": lambda told, v: v["n"] == len(told.later.moves()) < v["now"] == len(told.pos.moves()),
    "waits": lambda told, v: v["n"] == told.answer > 0,
    "then.nothing": lambda told, v: told.answer == 0,
    "then.best": lambda told, v: v["n"] == told.answer and told.gain - told.answer == told.trade,
    "then.some": lambda told, v: v["n"] == told.answer > 0,
}


def what(told: Told) -> Any:
    """What a move isolates, as it is told."""
    groups = len(told.found[told.name])
    return told.gain if groups == 1 else (groups, told.gain)


def balanced(told: Told, v: dict[str, Any]) -> bool:
    """Whether what is given up is less than what is kept from the next player."""
    worth = told.gain - told.answer > told.most - told.would
    return worth and (v["what"], v["most"], v["would"]) == (told.gain, told.most, told.would)


def cut_off(told: Told) -> list[set[Cell]]:
    """The areas into which the one that the block is placed in falls, as far as they are open."""
    before = areas(still_open(told.pos))
    return [area for area in areas(still_open(told.later)) if area not in before]


def nearest(told: Told, pos: Position) -> int:
    """How near any block is to the edge."""
    return min((told.margin(cells) for _, cells in blocks(pos)), default=len(told.board))


@pytest.mark.parametrize(
    ("players", "options", "least"),
    [
        (2, {"board": "small"}, 10),
        (3, {"board": "small", "closed": "legal"}, 8),
        (4, {"board": "square20"}, 8),
        (2, {}, 8),
    ],
)
def test_every_reason_holds(players: int, options: dict[str, Any], least: int) -> None:
    """BLOQ.S1, BLOQ.S2, BLOQ.H1, BLOQ.E1, BLOQ.E2: of many choices, on the way through games, counted again from the views."""
    seen: Counter[str] = Counter()
    for seed in range(3 if options.get("board") == "small" else 1):
        chance = random.Random(seed)
        pos = GAME.new(players, seed=seed, **options)
        ply = 0
        while not pos.over:
            names = pos.names()
            if ply % EVERY == 0 or len(names) < FEW:
                asked = chance.sample(names, min(len(names), MOST_LOOKED_AT))
                seen += Counter(key for name in asked for key in checked(pos, name))
            pos.play(best_of(pos, chance) if seed % 2 else chance.choice(names))
            ply += 1
    assert len(seen) >= least, seen


def best_of(pos: Position, chance: random.Random) -> str:
    """One of the moves that isolate the most."""
    return chance.choice([name for name, gain in gains(pos.text()).items() if gain == most(pos)])


def checked(pos: Position, name: str) -> list[str]:
    """The reasons given for a move, each of which holds."""
    told = Told(pos, name)
    reasons = idea(pos, name)
    for key, values in reasons:
        assert HOLDS[key](told, values), f"{key} {values} isn't true of {name} in\n{pos}"
    return [key for key, _ in reasons]


def test_every_reason_there_is_can_be_counted_again() -> None:
    """No text of an idea is left out."""
    ideas = {name.removeprefix("hint.") for name in GAME.texts["en"].names("hint.") if not name.startswith(NO_REASONS)}
    assert ideas == set(HOLDS)
