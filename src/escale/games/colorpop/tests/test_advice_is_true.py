"""Every reason that is given holds when it is counted again, slowly, from the rows of the board alone."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from escale import BadNotation, Position
from escale.games.colorpop.onlooker import bets
from escale.games.colorpop.tests.tables import GAME, after, at, described

Cell = tuple[int, int]
Board = dict[Cell, str]
Reason = Callable[["Told", dict[str, Any]], bool]
EVERY = 7  # of the moves of a game, each of whose choices is looked at
WORLDS = 24  # that the mover may imagine
#: What may be said to who takes the last tokens of another colour: the rest would sound as if nothing could happen.
MAY_LOSE = {"gone", "gone_half", "gone_sure"}
ENDING = {"win", "ends", "ends_first", "alone.ends"}  # tested by themselves


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

    @property
    def takes_the_last(self) -> bool:
        """Whether a colour of others leaves the board."""
        return self.pos.players > 1 and bool((set(self.now.values()) - set(self.then.values())) & set(self.others))

    def won_by(self, letters: str) -> Iterable[tuple[bool, bool]]:
        """In each world: whether another side holds these colours and no others, and whether it wins at once."""
        for seed in range(WORLDS):
            world = self.pos.determinized(self.seat, seed)
            later = after(world, self.move["move"])
            for other in range(self.pos.players):
                held = side(world, other)
                if held != side(world, self.seat):
                    wins = later.over and later.scores[other] > 0 and later.scores[self.seat] == 0
                    yield set(held) == set(letters), wins

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


def side(world: Position, seat: int) -> str:
    """The colours of a seat's side, in order."""
    secrets = world.text().splitlines()[1].split()[1:]
    partner = secrets[(seat + 2) % 4] if "teams" in world.text().splitlines()[0] else ""
    return "".join(sorted(secrets[seat] + partner))


def named(text: tuple[str, dict[str, Any]]) -> str:
    """The letters of one or two colours that a text names."""
    key, values = text
    return key[-1] if not values else "".join(named(values[name]) for name in ("first", "second"))


def board(pos: Position) -> Board:
    """The tokens by slide and row."""
    rows = pos.text().splitlines()[3:-1]
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
    "gone": lambda told, v: all(wins for holds, wins in told.won_by(named(v["held"])) if holds),
    "gone_half": lambda told, v: len(told.own) == 2 and not any(wins for _, wins in told.won_by("")),
    "gone_sure": lambda told, v: sum(wins for _, wins in told.won_by("")) >= WORLDS,
    "quiet": lambda told, v: told.more_alone(told.own) <= 0,
    "alone.group": lambda told, v: told.move["colour"] in told.own,
    "alone.joker": lambda told, v: told.move["jokers"] > 0,
}


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
        asked = moves if ply % EVERY == 0 else [move for move in moves if Told(pos, move).takes_the_last]
        seen += Counter(key for move in asked for key in checked(pos, move))
        pos.play(chance.choice(moves)["move"])
        ply += 1
    assert len(seen) > 5, seen


def checked(pos: Position, move: dict[str, Any]) -> list[str]:
    """The reasons given for a move, each of which holds."""
    key, values = GAME.advice.idea(pos.state, move["move"], pos.turn)
    reasons = [values[part] for part in ("good", "price") if part in values] or [(key, values)]
    told = Told(pos, move)
    names = [name.removeprefix("hint.") for name, _ in reasons]
    for name, (_, given) in zip(names, reasons, strict=True):
        # After the end nothing could be removed to see what it does.
        true = name in ENDING or (told.later.over and name not in MAY_LOSE) or HOLDS[name](told, given)
        assert true, f"{name} {given} isn't true of {move['text']} in\n{pos}"
    warned = not MAY_LOSE.isdisjoint(names)
    assert warned == told.takes_the_last or set(names) & ENDING, f"{names} of {move['text']} in\n{pos}"
    return names


@pytest.mark.parametrize(
    ("secrets", "mode", "told"),
    [
        ("Y G", "standard", {"gone", "gone_sure"}),
        ("Y G O P", "standard", {"gone", "gone_sure"}),
        ("Y G O P B", "standard", {"gone_sure"}),  # every colour is somebody's
        ("YG OP", "duel", MAY_LOSE),
        ("Y O G P", "teams", MAY_LOSE),
    ],
)
def test_nothing_sounds_safe_that_may_let_somebody_win(secrets: str, mode: str, told: set[str]) -> None:
    """POP.E1: on boards with few tokens of each colour, of some none."""
    chance = random.Random(3)
    seen: Counter[str] = Counter()
    while sum(seen[name] for name in MAY_LOSE) < 60:
        letters = chance.choices("YGOPB*", [6, 2, 2, 2, 2, 1], k=chance.randint(4, 14))
        drawn = ["".join(letters[10:]), "".join(letters[:10])]
        try:
            pos = at(*filter(None, drawn), secrets=secrets, options=mode)
        except BadNotation:  # somebody would have won, or there is no group
            continue
        if not pos.over:
            seen += Counter(key for move in described(pos) for key in checked(pos, move))
    assert {name for name in MAY_LOSE if seen[name]} == told
