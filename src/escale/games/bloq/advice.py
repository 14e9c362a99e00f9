"""A move in words: why it is good, where to look, and what to do. Everybody sees everything here.

Every reason compares the board before and after the move, and what one more move could isolate then; no search is asked.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from escale.games.bloq.boards import FIRST, SIZES
from escale.games.bloq.notation import block_at, cells_in, groups_of
from escale.games.bloq.rules import all_isolated, legal, play
from escale.games.bloq.state import LOWEST_HEIGHT, MAX_MOVES, PLAYING, STATE
from escale.games.bloq.view import POSES

Text = tuple[str, dict[str, Any]]  # the name of a text, and its values

REMEMBERED = 300  # positions: one, and all that may come of it; also ideas, for whoever looks at the position again
COMPARED = (MAX_MOVES, 40)  # by the option `closed`: so many moves at most are compared with each other; by law it takes long
FAR = 3  # cells between the blocks and the edge: with fewer nobody would say "away"
LITTLE = 0.75  # of the ways there were to place a block
OFTEN = 0.25  # of the moves give something away: then it is the first thing to know
STEP = 3  # columns or rows: how exactly a place is told
WITHIN = 3  # by so much as its width divided by this from the edge, a place is in the middle of a board
REACH = 2 * STEP  # so far from its first column or row goes a place: it holds any block that begins in one step of it
LAST_TURNS = 3  # of everybody: it counts by then who will place the last block


class Change(NamedTuple):
    """A legal move that doesn't end the game, with what can be counted before and after it."""

    state: Any
    later: Any
    move: int
    gain: int  # cells it isolates
    most: int  # cells that any move isolates now
    answer: int  # cells that any next move isolates


Reason = Callable[[Change], Text | None]


def idea(state: Any, move: int, seat: int) -> Text:
    """Why a move is good for a seat: how it ends the game, what it isolates, what it leaves, where it goes."""
    if not state["placed"]:
        return _beginning(state, move)
    return _idea(state.tobytes(), move, seat)


@lru_cache(REMEMBERED)
def _idea(memory: bytes, move: int, seat: int) -> Text:
    state = _restored(memory)
    later = _after(state, move)
    if later["end"] != PLAYING:
        told = _ending(later, seat)
        return _both(("hint.only", {}), told) if len(_gains(state)) == 1 else told
    gains = _gains(state)
    change = Change(state, later, move, gains[move], max(gains.values()), _most(later))
    if len(gains) == 1:
        return _both(("hint.only", {}), _uncatchable(change) or _plainly(change))
    return _first(DECIDING, change) or _why(change)


def place(state: Any, move: int) -> Text:
    """Where to look: in which part of the board, and at blocks of what heights."""
    part, heights = _part(state, move), _touched(state, move)
    if not heights:  # the first block
        return part
    return _both(part, ("hint.place.touches", {"n": len(heights), "heights": _listed(heights)}))


def _part(state: Any, move: int) -> Text:
    """Some columns and rows, and where they are. The board can be turned, so no side has a name."""
    board = int(state["board"])
    (x, y), _ = block_at(state, move)
    left, low = ((at - 1) // STEP * STEP for at in (x, y))
    margin = _to_edge(board, left + STEP, low + STEP)
    where = "edge" if margin <= STEP else "middle" if WITHIN * margin >= SIZES[board] else "between"
    first, last = FIRST[board], FIRST[board] + SIZES[board] - 1
    ends = {"left": left, "right": left + REACH, "low": low, "high": low + REACH}
    return f"hint.place.{where}", {name: min(max(end, first), last) for name, end in ends.items()}


def deed(state: Any, move: int) -> Text:
    """The move itself, said to who may play it (BLOQ.M1, BLOQ.M2)."""
    (x, y), (width, depth, height) = block_at(state, move)
    pose: Text = (f"pose.{POSES[height]}", {})
    return "hint.deed.places", {"pose": pose, "place": f"{x},{y}", "width": width, "depth": depth}


def asides(state: Any, seat: int) -> list[Text]:
    """Who will place the last block, once that is near; and whether nobody can catch up any more."""
    stock, players = int(state["stock"]), int(state["players"])
    told: list[Text] = []
    if stock <= LAST_TURNS * players:
        last = (int(state["seat"]) + stock - 1) % players
        told.append(("hint.last.you" if last == seat else "hint.last.other", {"n": stock}))
    ahead, left = _lead(state, seat), _open(state)
    return [*told, ("hint.won", {"n": ahead, "left": _cells(left)})] if ahead > left else told


def _beginning(state: Any, move: int) -> Text:
    """The first block can isolate nothing; it may be nearer to the edge, or farther from it (BLOQ.P2)."""
    margin = _margin(state, move)
    return ("hint.begin_away" if margin >= FAR else "hint.begin_near"), {"n": margin}


def _ending(later: Any, seat: int) -> Text:
    """The last move of a game, and who wins then (BLOQ.E1, BLOQ.E2)."""
    ahead = _lead(later, seat)
    if ahead == 0:
        return "hint.end.shared", {"n": int(later["points"][seat])}
    return ("hint.end.win", {"n": ahead}) if ahead > 0 else ("hint.end.behind", {"n": -ahead})


def _both(first: Text, second: Text) -> Text:
    return "hint.both", {"first": first, "second": second}


def _first(reasons: tuple[Reason, ...], change: Change) -> Text | None:
    return next((told for reason in reasons if (told := reason(change))), None)


def _why(change: Change) -> Text:
    """The weightiest reason, and then what the move leaves if that wasn't told with it."""
    if change.gain:
        return _isolating(change)
    if good := _first(QUIET, change):
        return good
    good = _first(POSITION, change)
    if good is None:
        return _several(change) or _nothing_then(change) or ("hint.waits", {"n": change.answer})
    return _both(good, _then(change)) if change.answer else good


def _plainly(change: Change) -> Text:
    """What a move isolates and leaves: all that can be said of one that there is no other to compare with."""
    then = _nothing_then(change) or _then(change)
    return _both(("hint.some", {"what": _taken(change)}), then) if change.gain else then


def _isolating(change: Change) -> Text:
    """Something is isolated: how much, and what comes of it."""
    is_most = change.gain == change.most
    after = _first(AFTER_MOST if is_most else AFTER_SOME, change)
    return _both(("hint.most" if is_most else "hint.some", {"what": _taken(change)}), after or _then(change))


def _taken(change: Change) -> Text:
    groups = len(groups_of(_choices(change.state.tobytes()).found[change.move]))
    return _cells(change.gain) if groups == 1 else ("hint.groups", {"groups": groups, "n": change.gain})


def _then(change: Change) -> Text:
    return "hint.then.some", {"n": change.answer}


def _nothing_then(change: Change) -> Text | None:
    return None if change.answer else ("hint.then.nothing", {})


def _trade(change: Change) -> Text | None:
    """No move isolates so much more than the next one can."""
    gains, answers = _gains(change.state), _answers(change.state.tobytes())
    best = max((gains[move] - answers[move] for move in answers), default=None)
    return ("hint.then.best", {"n": change.answer}) if change.gain - change.answer == best else None


def _exception(change: Change) -> Text | None:
    """The block touches one of its own height; where the next move can't isolate more, that is the thing to know."""
    _, (_, _, height) = block_at(change.state, change.move)
    excepted = change.answer <= change.gain and height in _touched(change.state, change.move)
    return ("hint.exception", {}) if excepted else None


def _uncatchable(change: Change) -> Text | None:
    """Nobody can catch up from now on: there are fewer cells left than the lead."""
    seat = int(change.state["seat"])
    ahead, left = _lead(change.later, seat), _open(change.later)
    news = ahead > left and _lead(change.state, seat) <= _open(change.state)
    return ("hint.uncatchable", {"n": ahead, "left": _cells(left)}) if news else None


def _balance(change: Change) -> Text | None:
    """Less is isolated than could be, and what is left to the next one is less by more than that."""
    if not 0 < change.gain < change.most:
        return None
    gains = _gains(change.state)
    would = min(_most(_after(change.state, move)) for move, gain in gains.items() if gain == change.most)
    if change.gain - change.answer <= change.most - would:
        return None
    told = {"what": _cells(change.gain), "most": change.most}
    if change.answer == 0:
        return "hint.balance_all", {**told, "would": _cells(would)}
    return "hint.balance", {**told, "left": _cells(change.answer), "would": would}


def _spoils(change: Change) -> Text | None:
    """Less can be isolated than before, by whoever it is."""
    if change.answer >= change.most:
        return None
    now = {"now": _cells(change.most)}
    return ("hint.spoils", {**now, "n": change.answer}) if change.answer else ("hint.spoils_all", now)


def _careful_often(change: Change) -> Text | None:
    told = _careful(change)
    return told if told and told[1]["n"] >= OFTEN * told[1]["all"] else None


def _careful(change: Change) -> Text | None:
    """Nothing can be isolated by the next move, as it could be after others."""
    if change.answer:
        return None
    answers = _answers(change.state.tobytes()).values()
    giving = sum(answer > 0 for answer in answers)
    return ("hint.careful", {"n": giving, "all": len(answers)}) if giving else None


def _least(change: Change) -> Text | None:
    """Every move leaves something, and none leaves less."""
    least = min(_answers(change.state.tobytes()).values(), default=0)
    return ("hint.least", {"left": _cells(least)}) if 0 < least == change.answer else None


def _cuts(change: Change) -> Text | None:
    """The area that the block is in falls into parts that can still take blocks (BLOQ.S2)."""
    before = {group.tobytes() for group in groups_of(_open_cells(change.state))}
    parts = [_count(group) for group in groups_of(_open_cells(change.later)) if group.tobytes() not in before]
    return ("hint.cuts", {"what": _cells(min(parts))}) if len(parts) > 1 else None


def _opens(change: Change) -> Text | None:
    """There is a place more than now where cells can be isolated."""
    now, then = _places(change.state), _places(change.later)
    return ("hint.opens", {"n": then, "now": now, "left": _cells(change.answer)}) if then > max(now, 1) else None


def _several(change: Change) -> Text | None:
    n = _places(change.later)
    return ("hint.several", {"n": n, "left": _cells(change.answer)}) if n > 1 else None


def _places(state: Any) -> int:
    """In how many places cells can be isolated: no move isolates some in two of them."""
    places: list[Any] = []
    for found in _choices(state.tobytes()).found.values():
        apart = [place for place in places if not (place & found).any()]
        joined = [place for place in places if (place & found).any()]
        places = [*apart, np.bitwise_or.reduce([found, *joined])]
    return len(places)


def _edge(change: Change) -> Text | None:
    return ("hint.edge", {}) if _margin(change.state, change.move) == 0 else None


def _nearer(change: Change) -> Text | None:
    margin = _margin(change.state, change.move)
    return ("hint.nearer", {"n": margin}) if margin < _nearest(change.state) else None


def _crowds(change: Change) -> Text | None:
    now, then = len(_gains(change.state)), len(_gains(change.later))
    return ("hint.crowds", {"n": then, "now": now}) if then <= LITTLE * now else None


def _away(change: Change) -> Text | None:
    margin = _nearest(change.later)
    return ("hint.away", {"n": margin}) if margin >= FAR else None


DECIDING: tuple[Reason, ...] = (_uncatchable, _balance)
#: What is said after what a move isolates.
AFTER_MOST: tuple[Reason, ...] = (_nothing_then, _exception, _trade)
AFTER_SOME: tuple[Reason, ...] = (_nothing_then, _trade, _opens, _exception, _several)
#: Of moves that isolate nothing: reasons that tell what the next one can isolate, and reasons that don't.
QUIET: tuple[Reason, ...] = (_spoils, _careful_often, _least, _opens)
POSITION: tuple[Reason, ...] = (_cuts, _edge, _nearer, _careful, _crowds, _away)


def _restored(memory: bytes) -> Any:
    """A state of its own: kernels are compiled for such as can be written to."""
    return np.frombuffer(bytearray(memory), STATE)[0]


def _after(state: Any, move: int) -> Any:
    """The state after a move."""
    later = _restored(state.tobytes())
    play(later, move)
    return later


class Choices(NamedTuple):
    """The legal moves of a position."""

    gains: dict[int, int]  # how many cells each isolates
    found: dict[int, Any]  # which, as a set, for those that isolate any


@lru_cache(REMEMBERED)
def _choices(memory: bytes) -> Choices:
    room = np.zeros(MAX_MOVES, np.int32)
    moves = room[: legal(_restored(memory), room)]
    found = all_isolated(np.frombuffer(bytearray(memory), STATE), moves)
    gains = dict(zip(moves.tolist(), np.bitwise_count(found).sum(axis=1).tolist(), strict=True))
    return Choices(gains, {move: cells for (move, gain), cells in zip(gains.items(), found, strict=True) if gain})


def _gains(state: Any) -> dict[int, int]:
    return _choices(state.tobytes()).gains


def _most(state: Any) -> int:
    """How many cells a move can isolate at most; 0 if there is none."""
    return max(_gains(state).values(), default=0)


@lru_cache(2)
def _answers(memory: bytes) -> dict[int, int]:
    """How many cells the next move can isolate at most, by legal move; nothing if there are too many to compare."""
    state = _restored(memory)
    gains = _gains(state)
    return {move: _most(_after(state, move)) for move in gains} if len(gains) <= COMPARED[int(state["closed"])] else {}


def _touched(state: Any, move: int) -> list[int]:
    """The heights of the blocks that a block shares some side with (BLOQ.P3)."""
    (x, y), (width, depth, _) = block_at(state, move)
    beside = {(x + right, y + up) for right in range(width) for up in (-1, depth)}
    beside |= {(x + right, y + up) for right in (-1, width) for up in range(depth)}
    under = enumerate(state["under"], LOWEST_HEIGHT)
    return [height for height, cells in under if not beside.isdisjoint(cells_in(cells, FIRST[int(state["board"])]))]


def _lead(state: Any, seat: int) -> int:
    """How many points a seat has more than the best of the others."""
    points: list[int] = state["points"][: state["players"]].tolist()
    return points.pop(seat) - max(points)


def _open_cells(state: Any) -> Any:
    """The empty cells that aren't isolated, as a set."""
    return state["room"] & ~np.bitwise_or.reduce(state["owner"])


def _open(state: Any) -> int:
    return _count(_open_cells(state))


def _count(cells: Any) -> int:
    return int(np.bitwise_count(cells).sum())


def _listed(numbers: list[int]) -> Text | str:
    """Numbers as one says them: 2, 3 and 4."""
    *before, last = map(str, numbers)
    return ("hint.and", {"first": ", ".join(before), "second": last}) if before else last


def _cells(n: int) -> Text:
    return "hint.cells", {"n": n}


def _margin(state: Any, move: int) -> int:
    """How many cells lie between a block and the edge, in a straight line, where they are fewest."""
    (x, y), (width, depth, _) = block_at(state, move)
    return min(_to_edge(int(state["board"]), at, up) for at in (x, x + width - 1) for up in (y, y + depth - 1))


def _to_edge(board: int, x: int, y: int) -> int:
    """How many cells lie between a cell and the edge, in a straight line; below 0 for what is no cell."""
    first, last = FIRST[board], FIRST[board] + SIZES[board] - 1
    return last - abs(x) - abs(y) if first < 0 else min(x, y, last - x, last - y)


def _nearest(state: Any) -> int:
    """The margin of the block that is nearest to the edge."""
    return min(_margin(state, move) for move in state["blocks"][: state["placed"]].tolist())
