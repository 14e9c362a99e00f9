"""What a move does and how a game ended, as texts and as steps for the board to show."""

from __future__ import annotations

from typing import Any

from escale.games.poucet.cards import LETTERS, NAMES
from escale.games.poucet.lying import lying_of, sides_of
from escale.games.poucet.notation import ENDS, cell_at, place_of
from escale.games.poucet.outcomes import Change, after, arrives, changes
from escale.games.poucet.state import (
    BEGIN,
    BY_CARDS,
    BY_FLOWER,
    BY_REST,
    CELL_MASK,
    DISCARD,
    DO_SHIFT,
    GIVE_UP,
    KIND_SHIFT,
    LAY,
    NIBBLE,
    OVER,
    PATH_KINDS,
    PLAYING,
    RESTART,
    SHAPES,
    SIDES,
    SOME_BOOTS,
    SOME_PEBBLES,
    TAKE,
    TURN_SHIFT,
)
from escale.games.poucet.survey import survey
from escale.rules.verbs import REVEALED

Said = tuple[str, dict[str, Any]]


def laid_by(move: int) -> dict[str, Any]:
    """What a move that lays a card says: the card, where, its openings or the way it leads."""
    kind, turned = move >> KIND_SHIFT & NIBBLE, move >> TURN_SHIFT & NIBBLE
    said: dict[str, Any] = {"card": NAMES[kind], "at": list(cell_at(move & CELL_MASK))}
    if kind < PATH_KINDS:
        said["open"] = sides_of(turned)
    elif kind == SOME_PEBBLES:
        said["way"] = sides_of(turned)
    return said


def role_of(state: Any, move: int) -> str:
    """As what a move lays a card: path, crossing, obstacle or passage."""
    kind, below = move >> KIND_SHIFT & NIBBLE, lying_of(int(state["top"][move & CELL_MASK]))
    if kind < PATH_KINDS:
        if below:
            return "crossing"
        return "path" if _meets(state, move) else "obstacle"
    return "passage" if below or kind in (SOME_PEBBLES, SOME_BOOTS) else "obstacle"


def _meets(state: Any, move: int) -> bool:
    """Whether a path of a card's colour ends on its cell: then the card, being legal, goes on with it."""
    colour, leading = (move >> KIND_SHIFT & NIBBLE) // SHAPES, int(state["exits"][move & CELL_MASK])
    return any(state["colour"][seat] == colour and leading >> SIDES * seat & NIBBLE for seat in range(int(state["players"])))


# The sentence for a move


def log(state: Any, move: int) -> Said:
    """The sentence for a move, as names of texts and their values."""
    done, kind, cell = move >> DO_SHIFT, move >> KIND_SHIFT & NIBBLE, move & CELL_MASK
    mover = int(state["seat"])
    values: dict[str, Any] = {}
    if done == LAY:
        role, below = role_of(state, move), lying_of(int(state["top"][cell]))
        name, values = f"log.lays_{role}", {"card": a_card(NAMES[kind]), "place": place_of(cell)}
        if role == "crossing" and below:
            values["covered"] = a_card(below.card)
    elif done == DISCARD:
        name, values = "log.discards", {"card": a_card(NAMES[kind])}
    elif done == TAKE:
        return "log.takes", {"colour": (f"colour.{LETTERS[kind]}", {})}
    elif done == BEGIN:
        name, values = "log.starts", {"colour": (f"colour.{LETTERS[int(state['colour'][mover])]}", {}), "place": place_of(cell)}
    elif done == RESTART:
        name, values = "log.restarts", {"colour": (f"colour.{LETTERS[kind]}", {}), "place": place_of(cell)}
    else:
        name = "log.gives_up"
    then = _then(state, move)
    return (f"{name}_then", {**values, "then": _joined(then)}) if then else (name, values)


def a_card(name: str) -> Said:
    """A card in words, as one of its kind."""
    return f"a_card.{name}", {}


def _joined(sentences: list[Said]) -> Said:
    first, *rest = sentences
    return ("log.then.both", {"first": first, "second": _joined(rest)}) if rest else first


def _then(state: Any, move: int) -> list[Said]:
    """What follows from a move, sentence by sentence."""
    later, mover, done = after(state, move), int(state["seat"]), move >> DO_SHIFT
    then: list[Said] = []
    if done in (LAY, BEGIN, RESTART):
        place = cell_at(move & CELL_MASK)
        found = changes(state, later)
        for change in found:
            if place in change.gained and change.seat not in (mover, arrives(later)):
                then.append(("log.then.favours", {"seat": change.seat + 1}))
        for change in found:
            farther = len(change.gained) - (place in change.gained)
            if farther:
                then.append(_joined_far(change.seat, mover, farther))
        then += [_cut_said(change, mover) for change in found if change.lost and (done == LAY or change.seat != mover)]
    winner = arrives(later)
    if winner is not None:
        return [*then, ("log.then.arrives_own", {}) if winner == mover else ("log.then.arrives", {"seat": winner + 1})]
    if state["stock_count"] == 1 and later["stock_count"] == 0:
        then.append(("log.then.stock_empty", {}))
    if later["end"] == BY_REST:
        then.append(("log.then.last_wins", {"seat": int(later["winner"]) + 1}))
    elif later["end"] == BY_CARDS:
        then.append(("log.then.nobody", {}))
    elif _begins_blocked(later):
        then.append(("log.then.blocked", {"seat": int(later["seat"]) + 1}))
    return then


def _joined_far(seat: int, mover: int, count: int) -> Said:
    if seat == mover:
        return "log.then.joins_far_own", {"n": count}
    return "log.then.joins_far", {"seat": seat + 1, "n": count}


def _cut_said(change: Change, mover: int) -> Said:
    return ("log.then.cuts_own", {}) if change.seat == mover else ("log.then.cuts", {"seat": change.seat + 1})


def _begins_blocked(later: Any) -> bool:
    """Whether the seat to move is blocked at the beginning of its turn."""
    return bool(later["step"] == PLAYING and survey(later).blocked[int(later["seat"])])


# Step by step


def effects(state: Any, move: int, seat: int) -> list[dict[str, Any]]:
    """What a move does, as a seat sees it happen; the path that one leaves to start again is cut, too."""
    done, kind, mover = move >> DO_SHIFT, move >> KIND_SHIFT & NIBBLE, int(state["seat"])
    at = list(cell_at(move & CELL_MASK))
    later = after(state, move)
    if done == TAKE:
        return [{"kind": "take", "seat": mover, "colour": LETTERS[kind]}]
    if done == GIVE_UP:
        steps: list[dict[str, Any]] = [{"kind": "give_up", "seat": mover}]
    elif done == DISCARD:
        steps = [{"kind": "discard", "seat": mover, "card": NAMES[kind]}]
    elif done == LAY:
        steps = [{"kind": "lay", "seat": mover, **laid_by(move), "role": role_of(state, move)}]
    else:
        colour = LETTERS[int(later["colour"][mover])]
        steps = [{"kind": "start" if done == BEGIN else "restart", "seat": mover, "colour": colour, "at": at}]
    for change in changes(state, later) if done != GIVE_UP else []:
        steps += [{"kind": "cut", "seat": change.seat, "cells": [list(cell) for cell in change.lost]}] if change.lost else []
        steps += (
            [{"kind": "join", "seat": change.seat, "cells": [list(cell) for cell in change.gained]}] if change.gained else []
        )
    if later["stock_count"] < state["stock_count"]:
        drawn = NAMES[int(state["stock"][int(state["stock_count"]) - 1])]
        steps.append({"kind": "draw", "seat": mover, "card": drawn if seat in (mover, REVEALED) else None})
    return steps + _ending(later)


def _ending(later: Any) -> list[dict[str, Any]]:
    if later["step"] == OVER:
        return [{"kind": "over"} if later["end"] == BY_CARDS else {"kind": "win", "seat": int(later["winner"])}]
    return [{"kind": "blocked", "seat": int(later["seat"])}] if _begins_blocked(later) else []


def reveals(state: Any, move: int) -> bool:
    """Whether a card is shown or drawn, or a game with hidden hands ends."""
    return move >> DO_SHIFT in (LAY, DISCARD) or bool(after(state, move)["step"] == OVER)


# The end


def closing(state: Any) -> dict[str, Any]:
    """How a game that is over ended."""
    players, winner = range(int(state["players"])), int(state["winner"])
    end = int(state["end"])
    values = {"seat": winner + 1} if end != BY_CARDS else {}
    return {
        "reason": (f"closing.{ENDS[end]}", values),
        "rule": "POU.E1" if end == BY_FLOWER else "POU.E2",
        "items": ["closing.distance"],
        "rows": [[_missing(state, seat)] for seat in players],
        "ranks": [1 if seat == winner or end == BY_CARDS else 2 for seat in players],
    }


def _missing(state: Any, seat: int) -> Said | int:
    """How many cards were missing to the flower."""
    if state["out"][seat]:
        return "closing.out", {}
    far = survey(state).distances[seat]
    if far == 0:
        return "closing.arrived", {}
    return far if far is not None else ("closing.none", {})
