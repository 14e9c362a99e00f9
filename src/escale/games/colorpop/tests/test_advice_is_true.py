"""Every reason that is given holds when it is counted again, slowly, from the rows of the board alone."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from escale import Position
from escale.games.colorpop.onlooker import bets
from escale.games.colorpop.tests.tables import GAME, after, described

Cell = tuple[int, int]
Board = dict[Cell, str]
Reason = Callable[["Told", dict[str, Any]], bool]
EVERY = 7  # of the moves of a game, each of whose choices is looked at


class Told:
    """A move, and what can be counted before and after it."""

    def __init__(self, pos: Position, move: dict[str, Any]) -> None:
        """Play it, with a name on every token."""
        assert pos.turn is not None
        self.pos, self.move, self.seat = pos, move, pos.turn
        self.later = after(pos, move["move"])
        seen = pos.view(pos.turn)
        self.own = "".join(colours for colours in seen["secrets"] if colours)
        self.others = "".join(letter for letter in "YGOPB" if letter not in self.own)
        self.now, self.then = board(pos), board(self.later)
        gone = {cell(name) for name in move["cells"]}
        columns = [[one for one in sorted(self.now) if one[0] == slide and one not in gone] for slide in range(10)]
        kept = [column for column in columns if column]
        self.went = {one: (slide, row) for slide, column in enumerate(kept) for row, one in enumerate(column)}
        assert {place: self.now[one] for one, place in self.went.items()} == self.then

    def more_alone(self, letters: str) -> int:
        """How many tokens more stand alone afterwards."""
        return lonely(self.then, letters) - lonely(self.now, letters)

    def moved(self, letters: str) -> tuple[int, int]:
        """How many lonely tokens come nearer to the next of their colour, and how many go farther away."""
        steps = []
        for one, place in self.went.items():
            letter = self.now[one]
            stays_alone = not touching(self.now, one, letter) and not touching(self.then, place, letter)
            if letter in letters and stays_alone and list(self.then.values()).count(letter) > 1:
                steps.append(reach(self.then, place) - reach(self.now, one))
        return sum(step < 0 for step in steps), sum(step > 0 for step in steps)


def board(pos: Position) -> Board:
    """The tokens by slide and row."""
    rows = pos.text().splitlines()[3:]
    return {(slide, 9 - y): token for y, row in enumerate(rows) for slide, token in enumerate(row) if token != "."}


def cell(name: str) -> Cell:
    """A cell by its name."""
    return "abcdefghij".index(name[0]), int(name[1:]) - 1


def touching(tokens: Board, one: Cell, letter: str) -> bool:
    """Whether a cell touches a token of a colour."""
    return any(tokens.get((one[0] + x, one[1] + y)) == letter for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)))


def lonely(tokens: Board, letters: str) -> int:
    """How many tokens of some colours touch none of their own."""
    return sum(token in letters and not touching(tokens, one, token) for one, token in tokens.items())


def parts(tokens: Board, letters: str) -> int:
    """Into how many parts the tokens of some colours fall, joined one by one."""
    part = {one: number for number, (one, token) in enumerate(tokens.items()) if token in letters}
    for (slide, row), token in tokens.items():
        for other in ((slide + 1, row), (slide, row + 1)):
            if token in letters and tokens.get(other) == token and part[other] != part[slide, row]:
                old, new = part[other], part[slide, row]
                part = {one: new if number == old else number for one, number in part.items()}
    return len(set(part.values()))


def reach(tokens: Board, one: Cell) -> int:
    """How far the next token of the same colour is."""
    same = (other for other, token in tokens.items() if token == tokens[one] and other != one)
    return min(abs(one[0] - slide) + abs(one[1] - row) for slide, row in same)


def with_jokers(tokens: Board, letters: str) -> int:
    """How many tokens that stand alone touch a joker."""
    alone = ((one, token) for one, token in tokens.items() if token in letters and not touching(tokens, one, token))
    return sum(touching(tokens, one, "*") for one, _ in alone)


def leaving(pos: Position, own: str, jokers: bool) -> Iterable[tuple[int, int]]:
    """How many more tokens stand alone, and how many more parts there are, after each removal of other colours."""
    for move in described(pos):
        if (move["colour"] or "*") not in own and (jokers or not move["jokers"]):
            then = board(after(pos, move["move"]))
            yield lonely(then, own) - lonely(board(pos), own), parts(then, own) - parts(board(pos), own)


def openings(pos: Position, own: str) -> int:
    """How many groups would bring own tokens together."""
    return sum(change < (0, 0) for change in leaving(pos, own, jokers=False))


def threats(pos: Position, own: str) -> int:
    """How many groups would leave more own tokens alone."""
    return sum(alone > 0 for alone, _ in leaving(pos, own, jokers=False))


HOLDS: dict[str, Reason] = {
    "company": lambda told, v: told.more_alone(told.own) == -v["n"],
    "gathers": lambda told, v: parts(told.then, told.own) < parts(told.now, told.own) and told.more_alone(told.own) == 0,
    "group": lambda told, v: told.move["colour"] in told.own,
    "joker_saves": lambda told, v: told.move["colour"] in told.own and told.move["jokers"] > 0,
    "joker_links": lambda told, v: told.move["colour"] in told.own and told.move["jokers"] > 0,
    "joker_away": lambda told, v: told.move["jokers"] == v["n"],
    "parts": lambda told, v: told.more_alone(told.others) == v["n"] > 0,
    "parts_suspect": lambda told, v: told.more_alone(v["colour"][0][-1]) == v["n"] > 0,
    "opens": lambda told, v: openings(told.later, told.own) - openings(told.pos, told.own) == v["n"] > 0,
    "keeps": lambda told, v: threats(told.pos, told.own) - threats(told.later, told.own) == v["n"] > 0,
    "joker_near": lambda told, v: with_jokers(told.then, told.own) - with_jokers(told.now, told.own) == v["n"] > 0,
    "joker_kept": lambda told, v: with_jokers(told.then, told.own) == v["n"] > 0 and told.move["jokers"] == 0,
    "nearer": lambda told, v: told.moved(told.own)[0] == v["n"] > told.moved(told.own)[1],
    "farther": lambda told, v: told.moved(told.others)[1] == v["n"] > told.moved(told.others)[0],
    "hides": lambda told, v: bets(told.later.state, told.seat)[told.own] < bets(told.pos.state, told.seat)[told.own],
    "safe": lambda told, v: all(alone <= 0 and more <= 0 for alone, more in leaving(told.later, told.own, jokers=True)),
    "cost": lambda told, v: told.more_alone(told.own) == v["n"] > 0,
    "price": lambda told, v: told.more_alone(told.own) == v["n"] > 0,
    "cost_split": lambda told, v: told.more_alone(told.own) == 0 and parts(told.then, told.own) > parts(told.now, told.own),
    "splits": lambda told, v: told.more_alone(told.own) == 0 and parts(told.then, told.own) > parts(told.now, told.own),
    "quiet": lambda told, v: told.more_alone(told.own) <= 0,
    "alone.group": lambda told, v: told.move["colour"] in told.own,
    "alone.joker": lambda told, v: told.move["jokers"] > 0,
}
ENDING = {"win", "ends", "ends_first", "alone.ends"}  # tested by themselves


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (2, {}),
        (4, {}),
        (2, {"mode": "duel"}),
        (4, {"mode": "teams"}),
        (1, {"mode": "solitaire", "colours": 1}),
        (1, {"mode": "solitaire", "colours": 3}),
    ],
)
def test_every_reason_holds(players: int, options: dict[str, Any]) -> None:
    """POP.T1 to POP.T4: of all choices, on the way through a game."""
    pos = GAME.new(players, seed=11, **options)
    chance = random.Random(players)
    seen: Counter[str] = Counter()
    ply = 0
    while not pos.over:
        moves = described(pos)
        if ply % EVERY == 0:
            seen += Counter(key for move in moves for key in checked(pos, move))
        pos.play(chance.choice(moves)["move"])
        ply += 1
    assert len(seen) > 5, seen


def checked(pos: Position, move: dict[str, Any]) -> list[str]:
    """The reasons given for a move, each of which holds."""
    key, values = GAME.advice.idea(pos.state, move["move"], pos.turn)
    reasons = [values["good"], values["price"]] if key == "hint.but" else [(key, values)]
    told = Told(pos, move)
    names = [name.removeprefix("hint.") for name, _ in reasons]
    if not told.later.over:  # or nothing could be removed to see what it does
        for name, (_, given) in zip(names, reasons, strict=True):
            assert name in ENDING or HOLDS[name](told, given), f"{name} {given} isn't true of {move['text']} in\n{pos}"
    return names
