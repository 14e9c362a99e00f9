"""Whatever a hint says holds when it is found again, slowly, by playing the move and reading the views alone."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from typing import Any

import pytest

from escale import Position
from escale.games.lppg.tests.hinted import asides, idea, place
from escale.games.lppg.tests.sentences import Text
from escale.games.lppg.tests.tables import CORNERED, GAME, SIDE, after, at, away, cells_of, frozen, parsed, strip
from escale.games.lppg.tests.told import SIDES, Owned, Seen, Told, cell_set, replayed

LOOKED_AT = 4  # moves of a position on the way through a game
LISTENED_TO = 70  # moves of a table at which something rare may be said: of them, one for each thing that is
LIES = 40  # moves of which a sentence is said wrongly
TABLES: tuple[tuple[int, dict[str, Any]], ...] = (
    (2, {}),
    (4, {}),
    (2, {"match": "on"}),
    (4, {"match": "on"}),
    (2, {"outside_corners": "on"}),
    (4, {"deck": "all22"}),
)
ANYWHERE = ("pass", "place.joined", "place.piles", "place.pass", "aside.")  # can be asked of moves of whatever kind
NO_SENTENCES = ("hint.both", "hint.deed.")
FOUR = ("r12 r24", "b1 b2", "g1 g2", "y1 y2")
PILES_OF_FOUR = ("b3 y3", "y12 g12")
ROW = ("rrrrrrrrrr", "rwrrwrrrrr", "rrrrrrrrrr")
ONE_WHITE = ("r2 r24", "b1 b2")
JOIN = "22,21:2x3:r56"  # white between the two white cells of that row
LAST: dict[str, Any] = {"said": "last=1 turn=1", "hands": ("", "r12 r24"), "piles": ("", "")}

Holds = Callable[[Told, dict[str, Any]], bool]


def is_size(own: Owned | None, n: int) -> bool:
    """Whether there is a territory, and it has so many cells."""
    return own is not None and len(own.cells) == n


def is_rival(told: Told, own: Owned | None) -> bool:
    """Whether a territory is an opponent's that would win before the move."""
    return own is not None and own == told.was.best and not told.side(own)


def counted(told: Told, n: int, whose: Callable[[Owned], bool]) -> bool:
    """Whether the round is over without a third marker, and somebody's territory of `n` cells wins."""
    best = told.then.best
    return ended(told, third=False) and best is not None and whose(best) and len(best.cells) == n


def ended(told: Told, *, third: bool) -> bool:
    """Whether the round is over, and whether by a third marker of the seat's."""
    return told.later.over and (len(told.then.of(told.seat)) == 3) == third


def is_wider(told: Told, n: int, was: int) -> bool:
    """Whether an open region has taken in one of so many cells, which was open, and more."""
    before = [region for region, closed in told.was.regions.items() if not closed and len(region) == was]
    then = [region for region, closed in told.then.regions.items() if not closed and len(region) == n]
    return n > was and any(small <= wide for small in before for wide in then)


def is_prepared(told: Told, n: int, gaps: int) -> bool:
    """Whether an open region touches so few places outside, and none just like it touched as few before."""
    then = [region for region, closed in told.then.regions.items() if not closed and len(region) == n]
    return any(told.then.gaps(one) == gaps and (one not in told.was.regions or told.was.gaps(one) > gaps) for one in then)


def is_broken(told: Told, n: int, gaps: int) -> bool:
    """Whether an open region that touched so few places has lost a white cell."""
    before = [region for region, closed in told.was.regions.items() if not closed and len(region) == n]
    return any(told.was.gaps(one) == gaps and any(told.then.shown[cell] != "w" for cell in one) for one in before)


def is_guarded(told: Told, n: int) -> bool:
    """Whether the outside is farther from a territory of the seat's."""
    permanent = {cell_set(one["cells"]) for one in told.was.view["territories"] if one["kind"] == "permanent"}
    own = [one.cells for one in told.was.of(told.seat) if len(one.cells) == n and one.cells not in permanent]
    return any(told.then.distance(cells) > told.was.distance(cells) for cells in own)


def is_new(told: Told) -> bool:
    """Whether no cell of the region that is taken was in a closed region before."""
    return not any(told.marked[0] & region for region in told.was.closed)


def is_safest(told: Told) -> bool:
    """Whether the region that is marked, by a marker that can go back, is farther from the outside than all others."""
    if told.name.startswith("p"):
        return False
    others = [region for region in told.choice if region not in told.marked]
    return bool(others) and all(told.was.distance(told.marked[0]) > told.was.distance(other) for other in others)


def takable(told: Told) -> list[int]:
    """The sizes of the regions that can be taken."""
    return takable_sizes(told.pos.text(), told.seat)


@lru_cache(2)
def takable_sizes(text: str, seat: int) -> list[int]:
    """The same, of a table as text."""
    return [move["marks"]["size"] for move in parsed(text).view(seat)["moves"] if "marks" in move]


def top(told: Told, pile: int = 0) -> str:
    """The colour of a pile's top card: of the one that is drawn from, or of the other."""
    number = int(told.name[-1]) - 1 if not pile else 2 - int(told.name[-1])
    return str(told.was.view["piles"][number]["colour"])


def edges(told: Told) -> tuple[int, int]:
    """How many cells along the edge have the colour drawn, and the other."""
    return told.was.edge(top(told)), told.was.edge(top(told, 1))


def held(told: Told, seat: int) -> list[str]:
    """The colours of a hand."""
    return [card["colour"] for card in told.was.view["hands"][seat % told.pos.players]]


def offers(told: Told, word: str) -> bool:
    """Whether the move is of that kind, and another could be chosen."""
    kinds = {name[: len(word)] for name in told.pos.names()}
    return told.name.startswith(word) and len(kinds) > 1


def joined_size(told: Told) -> int:
    """Of the territory on which the seat has both markers."""
    return next(len(own["cells"]) for own in told.was.view["territories"] if own["kind"] == "both" and own["seat"] == told.seat)


def card_middle(told: Told, axis: int) -> float:
    """Where the middle of the card is, from the middle of the terrain."""
    cells, shown = [[cell[axis] for cell in part] for part in (cells_of(told.name), told.was.shown)]
    return sum(cells) / len(cells) - (min(shown) + max(shown)) / 2


def extent(told: Told, axis: int) -> int:
    """How wide or high the terrain is."""
    return len({cell[axis] for cell in told.was.shown})


def within(told: Told, v: dict[str, Any]) -> bool:
    """Whether the card is in the columns and rows that are told, which are on the table and more than the card's."""
    inside = all(v["left"] <= x <= v["right"] and v["low"] <= y <= v["high"] for x, y in cells_of(told.name))
    room = (v["right"] - v["left"] + 1) * (v["high"] - v["low"] + 1)
    return inside and 6 < room <= 25 and v["right"] < SIDE and v["high"] < SIDE


def in_hole(told: Told) -> bool:
    """Whether the card covers a place from which nobody gets out between the cards."""
    return any(not _gets_out(told.was, cell) for cell in cells_of(told.name) if cell not in told.was.shown)


def _gets_out(seen: Seen, cell: tuple[int, int]) -> bool:
    reached, new = {cell}, {cell}
    while new and all(0 <= x < SIDE and 0 <= y < SIDE for x, y in new):
        near = {(x + right, y + up) for x, y in new for right, up in ((0, 1), (0, -1), (1, 0), (-1, 0))}
        new = near - reached - set(seen.shown)
        reached |= new
    return bool(new)


#: By the name of a sentence: whether it holds.
HOLDS: dict[str, Holds] = {
    "only": lambda told, v: len(told.pos.names()) == 1 and ":" in told.name,
    "takes": lambda told, v: told.size == v["n"] and len(told.choice) == 1 and is_new(told),
    "takes_changed": lambda told, v: told.size == v["n"] and not is_new(told) and told.marked[0] not in told.was.closed,
    "takes_old": lambda told, v: told.size == v["n"] and told.choice == told.marked and told.marked[0] in told.was.closed,
    "takes_one_of": lambda told, v: {len(region) for region in told.choice} == {v["n"]} and len(told.choice) > 1,
    "takes_smallest": lambda told, v: told.size == v["cells"] == min(takable(told)) < max(takable(told)),
    "leads": lambda told, v: (
        told.size == v["n"]
        and not told.side(told.was.best)
        and told.then.best is not None
        and told.then.best.cells in told.marked
    ),
    "cancels": lambda told, v: (
        told.size == v["n"]
        and any(
            told.whose(own, "opponent") and is_size(own, v["n"]) and not own.cancelled and (told.stays(own) or own).cancelled
            for own in told.was.owned
        )
    ),
    "cancels_leader": lambda told, v: any(
        is_rival(told, own) and is_size(own, v["n"]) and (told.stays(own) or own).cancelled for own in told.was.owned
    ),
    "revives": lambda told, v: any(
        is_size(own, v["n"]) and own.cancelled and not (told.stays(own) or own).cancelled for own in told.was.of(told.seat)
    ),
    "opens": lambda told, v: bool(told.opened(v["whose"], v["n"])),
    "opens_leader": lambda told, v: any(is_rival(told, own) for own in told.opened("opponent", v["n"])),
    "opens_own": lambda told, v: bool(told.opened("own", v["n"])),
    "grows": lambda told, v: any(is_size(was, v["from"]) for was, _ in told.grown(v["whose"], v["n"])),
    "grows_leader": lambda told, v: any(
        is_rival(told, was) and will != told.then.best for was, will in told.grown("opponent", v["n"])
    ),
    "grows_cancelled": lambda told, v: any(will.cancelled for _, will in told.grown(v["whose"], v["n"])),
    "grows_own": lambda told, v: any(is_size(was, v["from"]) for was, _ in told.grown("own", v["n"])),
    "grows_own_alone": lambda told, v: any(not will.cancelled for _, will in told.grown("own", v["n"])),
    "joins": lambda told, v: told.joined(v["whose"], v["n"]),
    "joins_own": lambda told, v: told.joined("own", v["n"]),
    "spoils": lambda told, v: max(map(len, told.was.closed), default=0) == v["n"] and not told.then.closed and not told.marked,
    "breaks": lambda told, v: v["gaps"] == 1 and is_broken(told, v["cells"], v["gaps"]),
    "prepares": lambda told, v: v["gaps"] in (1, 2) and is_prepared(told, v["cells"], v["gaps"]),
    "widens": lambda told, v: is_wider(told, v["cells"], v["from"]),
    "guards": lambda told, v: is_guarded(told, v["n"]),
    "threat": lambda told, v: (
        len(told.was.of((told.seat + 1) % told.pos.players)) == 2
        and bool(told.could_end(told.pos))
        and not told.could_end(told.later)
    ),
    "waits": lambda told, v: len(told.was.of(told.seat)) == len(told.then.of(told.seat)) == 2 and not told.marked,
    "quiet": lambda told, v: told.unchanged() and not told.then.closed and ":" in told.name,
    "pass": lambda told, v: told.pos.names() == ["pass"],
    "end.win": lambda told, v: (
        ended(told, third=True) and is_size(told.then.best, v["n"]) and told.then.best in told.then.of(told.seat)
    ),
    "end.team": lambda told, v: (
        ended(told, third=True)
        and is_size(told.then.best, v["n"])
        and told.then.best in told.then.of((told.seat + SIDES) % told.pos.players)
    ),
    "end.count_win": lambda told, v: counted(told, v["n"], lambda own: told.whose(own, "own")),
    "end.count_team": lambda told, v: counted(told, v["n"], lambda own: told.whose(own, "partner")),
    "end.count_nobody": lambda told, v: ended(told, third=False) and told.then.best is None,
    "end.count_lost": lambda told, v: counted(told, v["n"], lambda own: told.whose(own, "opponent")),
    "end.match": lambda told, v: replayed(told).over and replayed(told).points[told.seat] == v["n"] >= 10,
    "then.ahead": lambda told, v: (
        not told.side(told.was.best) and is_size(told.then.best, v["n"]) and told.then.best in told.then.of(told.seat)
    ),
    "then.ahead_team": lambda told, v: (
        not told.side(told.was.best)
        and any(told.whose(own, "partner") and is_size(own, v["n"]) and own == told.then.best for own in told.then.owned)
    ),
    "then.stays": lambda told, v: (
        told.side(told.was.best) and is_size(told.then.best, v["n"]) and told.then.best in told.then.of(told.seat)
    ),
    "then.stays_team": lambda told, v: (
        told.side(told.was.best)
        and any(told.whose(own, "partner") and is_size(own, v["n"]) and own == told.then.best for own in told.then.owned)
    ),
    "then.cancels_own": lambda told, v: any(
        told.side(own) and own.cancelled and is_size(own, told.size) and own.cells not in told.marked for own in told.then.owned
    ),
    "then.two": lambda told, v: len(told.then.of(told.seat)) == 2 and not told.later.over,
    "mark.permanent": lambda told, v: (
        offers(told, "p") and told.size == v["n"] and told.later.view(None)["markers"][told.seat][1] == 0
    ),
    "mark.ordinary": lambda told, v: (
        offers(told, "o") and told.size == v["n"] and told.later.view(None)["markers"][told.seat][1] == 1
    ),
    "mark.safe": lambda told, v: is_safest(told),
    "mark.equal": lambda told, v: len(told.choice) > 1 and len({len(region) for region in told.choice}) == 1,
    "mark.wins": lambda told, v: all(told.seat in after(told.pos, name).winners for name in told.pos.names() if "@" in name),
    "keep.permanent": lambda told, v: offers(told, "keep p") and joined_size(told) == v["n"],
    "keep.ordinary": lambda told, v: offers(told, "keep o") and joined_size(told) == v["n"],
    "keep.over": lambda told, v: "keep" in told.name and told.later.over,
    "draw.common": lambda told, v: edges(told) == (v["n"], v["other"]) and v["n"] > v["other"],
    "draw.rare": lambda told, v: edges(told) == (v["n"], v["other"]) and v["n"] < v["other"],
    "draw.level": lambda told, v: edges(told) == (v["n"], v["n"]),
    "draw.different": lambda told, v: held(told, told.seat) != [] and top(told) not in held(told, told.seat),
    "draw.same": lambda told, v: (
        held(told, told.seat) == [top(told)] and edges(told) == (v["n"], v["other"]) and v["n"] > v["other"]
    ),
    "draw.even": lambda told, v: top(told) == top(told, 1),
    "place.left": lambda told, v: within(told, v) and card_middle(told, 0) < 0,
    "place.right": lambda told, v: within(told, v) and card_middle(told, 0) > 0,
    "place.top": lambda told, v: within(told, v) and card_middle(told, 1) > 0,
    "place.bottom": lambda told, v: within(told, v) and card_middle(told, 1) < 0,
    "place.middle": lambda told, v: (
        within(told, v) and all(6 * abs(card_middle(told, axis)) <= extent(told, axis) for axis in (0, 1))
    ),
    "place.hole": lambda told, v: within(told, v) and in_hole(told),
    "place.card": lambda told, v: told.name.split(":")[2][0] == v["colour"] and len(set(held(told, told.seat))) > 1,
    "place.covers": lambda told, v: len(set(cells_of(told.name)) & set(told.was.shown)) == v["n"],
    "place.markers": lambda told, v: "@" in told.name and len(told.choice) == 1,
    "place.regions": lambda told, v: len(told.choice) > 1 and {len(region) for region in told.choice} == {v["cells"]},
    "place.joined": lambda told, v: told.name.startswith("keep"),
    "place.piles": lambda told, v: told.name.startswith("draw"),
    "place.pass": lambda told, v: told.name == "pass",
    "aside.now_you": lambda told, v: is_size(told.was.best, v["n"]) and told.was.best in told.was.of(told.seat),
    "aside.now_team": lambda told, v: any(
        told.whose(own, "partner") and is_size(own, v["n"]) and own == told.was.best for own in told.was.owned
    ),
    "aside.now_other": lambda told, v: any(is_rival(told, own) and is_size(own, v["n"]) for own in told.was.owned),
    "aside.now_nobody": lambda told, v: told.was.best is None,
    "aside.two": lambda told, v: any(
        len(told.was.of(seat)) == 2 for seat in range(told.pos.players) if seat % SIDES != told.seat % SIDES
    ),
    "aside.cancelled": lambda told, v: any(own.cancelled and is_size(own, v["n"]) for own in told.was.of(told.seat)),
    "aside.unmarked": lambda told, v: max(map(len, told.was.closed), default=0) == v["n"] and told.was.view["step"] == "place",
    "aside.passes": lambda told, v: told.was.view["passes"] + v["n"] == 12,
    "aside.last": lambda told, v: told.was.view["last"] == 1 and told.was.view["mover"] == told.seat,
    "aside.last_but": lambda told, v: told.was.view["last"] == v["n"] + 1 > 1 and told.was.view["mover"] == told.seat,
    "aside.match": lambda told, v: told.pos.players == SIDES and told.match.points[told.seat] + v["n"] == 10,
    "aside.match_team": lambda told, v: told.pos.players > SIDES and told.match.points[told.seat] + v["n"] == 10,
}


def on_the_way() -> Iterator[tuple[Position, str]]:
    """Some moves of every position of random games at all kinds of tables."""
    for number, (players, options) in enumerate(TABLES):
        chance = random.Random(number)
        pos = GAME.new(players, seed=number, **options)
        while not pos.over and pos.view(None).get("round", 1) == 1:
            names = pos.names()
            for name in chance.sample(names, min(len(names), LOOKED_AT)):
                yield pos.copy(), name
            pos.play(chance.choice(names))


def made() -> Iterator[tuple[Position, str]]:
    """Moves of tables on which something rare can be said."""
    tables = [
        strip("0o1 1o2", "3"),
        strip("1o2 1p4", "2 2"),
        at(*CORNERED, own="0 o 3,4", hands=("b1 g3", "r1 r2"), place=(0, 0)),
        strip("0o1 0p2", "3 3"),
        strip("0o4 0p5 1o2", "1"),
        strip("0o4 0p5 1o2"),
        strip("0o2 1o2 1p4"),
        strip("1o4 0o1 1p2", "1"),
        strip("0o4 0p5 2o1 1o2", "3", hands=FOUR, piles=PILES_OF_FOUR, said="players=4"),
        strip("0o4 2o2 1o2 3p7", "", hands=FOUR, piles=PILES_OF_FOUR, said="players=4"),
        strip("0o4 0p5 1o2", "1", said="match=on points=9,3"),
        at(*ROW, own="0 o 21,21, 0 p 24,21"),
        at(*ROW, own="0 o 21,21, 0 o 24,21"),
        at(*ROW, own="1 o 21,21, 1 o 24,21"),
        at(*ROW, own="1 o 21,21"),
        at(*ROW, own="2 o 21,21, 2 o 24,21", hands=FOUR, piles=PILES_OF_FOUR, said="players=4"),
        *(strip(own, **LAST) for own in ("0o1 1o2", "0o2 1o1", "0o2 1o2", "")),
        strip("2o1 1o2", said="players=4 turn=2 last=2", hands=("", "", "r12 r24", "b1 b2"), piles=("", "")),
        strip("3o1 2o2", said="players=4 turn=3 last=1", hands=("", "", "", "r12 r24"), piles=("", "")),
        strip("1o1 2o2", said="players=4 turn=3 last=1", hands=("", "", "", "r12 r24"), piles=("", "")),
        *(frozen(own) for own in ("0o1 1o2", "0o2 1o1", "0o2 1o2")),
        frozen("0o1 1o2", said="passes=7"),
        frozen("2o1 1o2", 4),
        frozen("0o1 1o2", said="passes=11 match=on points=9,3"),
    ]
    for pos in [*tables, *answers()]:
        yield from different(pos)
    yield at(*ROW, own="1 o 21,21, 1 o 24,21"), JOIN
    yield strip("0o1", "3"), "25,19:2x3:r12"
    behind = at("rrrrrrrrrrrrrr", "rwwrrrrwwwrwrr", "rrrrrrrrrrrrrr", own="1 o 21,21, 1 p 27,21, 0 o 31,21", hands=ONE_WHITE)
    yield behind, "23,21:2x3:r5"
    rows = ("rrbrrrrrrrrrrrrr", "rwrrrwwwwrwwwwwr", "rrrrrrrrrrrrrrrr")  # on blue goes a card that could end the round
    yield at(*rows, own="0 o 21,21, 1 o 25,21, 1 p 30,21", hands=ONE_WHITE, piles=None), "22,21:2x3:r5"
    team = strip("2o1 1o2", "2", hands=FOUR, piles=PILES_OF_FOUR, said="players=4")
    yield team, away(team)


def different(pos: Position) -> list[tuple[Position, str]]:
    """For all that is said of many moves of a table, one of which it is."""
    names = pos.names()
    heard = random.Random(0).sample(names, min(len(names), LISTENED_TO))
    found = {tuple(key for key, _ in idea(pos, name)): name for name in heard}
    return [(pos, name) for name in found.values()]


def answers() -> list[Position]:
    """Tables at which something is asked after a card."""
    wide = ("rrrrrrrrrrrr", "rwrrwrrwrrrr", "rrrrrrrrrrrr")
    asked = [
        after(at(*ROW, own="0 o 21,21, 0 p 24,21"), JOIN),
        after(at(*ROW, own="1 o 21,21, 1 p 24,21"), JOIN),
        after(at(*ROW, own="1 o 21,21, 1 p 24,21", said="last=1", hands=("r12 r24", ""), piles=("", "")), JOIN),
        after(at(*wide, own="1 o 21,21, 1 p 24,21"), JOIN),
    ]
    for own, free in (("", "2"), ("", "2 2"), ("0p1", "2 2"), ("0o1 0p2", "3 3")):
        pos = strip(own, free)
        asked.append(after(pos, away(pos)))
    aside = ("....rrrrrr", "....rrrrrr")
    deep = at(*aside, "rrrrrrrrrr", "rwrrrrrwrr", "rrrrrrrrrr", *aside)
    return [*asked, after(deep, "29,25:2x3:r12")]


@cache
def sample() -> list[tuple[Told, list[Text]]]:
    """Moves, and all that is told of each."""
    every = [*on_the_way(), *made()]
    return [(Told(pos, name), [*idea(pos, name), *place(pos, name), *asides(pos)]) for pos, name in every]


def test_every_sentence_holds() -> None:
    """LPPG.C1, LPPG.C2, LPPG.C3, LPPG.C4, LPPG.E1, LPPG.E2, LPPG.E3, LPPG.E4, LPPG.T3: on the way through games, and rarely."""
    for told, sentences in sample():
        for key, values in sentences:
            assert HOLDS[key](told, values), f"{key} {values} isn't true of {told.name} in\n{told.match}"


def test_every_sentence_is_said() -> None:
    """No text is left out of the sample, and none can be said that isn't checked."""
    there = {name.removeprefix("hint.") for name in GAME.texts["en"].names("hint.") if not name.startswith(NO_SENTENCES)}
    said = {key for _, sentences in sample() for key, _ in sentences}
    assert there == set(HOLDS)
    assert there - said == set()


@pytest.mark.parametrize("key", HOLDS)
def test_lies_are_found_out(key: str) -> None:
    """A sentence isn't taken for true with another number in it, nor of whatever move it is said."""
    said = [(told, values) for told, sentences in sample() for name, values in sentences if name == key]
    told, values = said[0]
    for name in [name for name, value in values.items() if isinstance(value, int)]:
        assert not HOLDS[key](told, {**values, name: values[name] + 20}), f"{name} is 20 more"
        more = [not HOLDS[key](one, {**true, name: true[name] + 1}) for one, true in said[:LIES]]
        assert any(more) or key.startswith("place."), f"{name} is 1 more"
    others = [other for other, sentences in sample() if key not in dict(sentences) and comparable(key, told, other)]
    assert any(not HOLDS[key](other, values) for other in others[:LIES]), "true of everything"


def comparable(key: str, told: Told, other: Told) -> bool:
    """Whether what is said of a move can be asked of another."""
    return key.startswith(ANYWHERE) or (told.was.view["step"] == other.was.view["step"] and other.name != "pass")
