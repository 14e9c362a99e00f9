"""What a move does and how a game ended, as texts and as steps for the board to show."""

from __future__ import annotations

from typing import Any

import numpy as np

from escale.games.lppg.cards import name_of
from escale.games.lppg.consequences import NOBODY
from escale.games.lppg.markers import joined_seat
from escale.games.lppg.notation import ENDS, cell_at, laid_of
from escale.games.lppg.outcomes import Change, Outcome, outcomes
from escale.games.lppg.regions import Group, Territory, closed_regions, is_cancelled, territories, winning
from escale.games.lppg.state import (
    AT_MASK,
    BY_CARDS,
    BY_MARKERS,
    BY_PASSES,
    DO_SHIFT,
    DRAW,
    KEEP,
    KIND_SHIFT,
    MARK,
    MOST_PASSES,
    NO_CARD,
    PLACE,
    SIDES,
    STATE,
)
from escale.games.lppg.turns import DEALT, DISCARDED, DREW, ENDED, LAST_CARDS, SHUFFLED, TOOK_REGION, told
from escale.rules.verbs import REVEALED

MARKER_NAMES = ("ordinary", "permanent")  # by kind

Said = tuple[str, dict[str, Any]]
Event = list[int]  # its kind, and what it is about


def happenings(state: Any, move: int) -> list[Event]:
    """What happens by itself when a legal move is played, in order."""
    events = told(np.frombuffer(bytearray(state.tobytes()), STATE), move).tolist()
    return list(events[1 : 1 + events[0][0]])


def outcome_of(state: Any, move: int) -> Outcome:
    """What a legal placement does."""
    return next(outcomes(state, [move]))


def place_of(number: int) -> str:
    """A cell as players say it."""
    x, y = cell_at(number)
    return f"{x},{y}"


def region_at(state: Any, number: int) -> Group:
    """The closed region that a cell names."""
    return next(group for group in closed_regions(state) if group[0] == cell_at(number))


# The sentence for a move


def log(state: Any, move: int) -> Said:
    """The sentence for a move, as names of texts and their values."""
    done, events = move >> DO_SHIFT, happenings(state, move)
    then: list[Said] = []
    values: dict[str, Any] = {}
    if done == PLACE:
        (x, y), _, colour, _ = laid_of(move)
        name, values = "log.places", {"colour": colour_said(colour), "place": f"{x},{y}"}
        then = _changes_said(state, outcome_of(state, move))
    elif done == MARK:
        name, values = "log.marks", _marking_said(move >> KIND_SHIFT & 1, move & AT_MASK, len(region_at(state, move & AT_MASK)))
    elif done == KEEP:
        name = f"log.keeps_{MARKER_NAMES[move & 1]}"
    elif done == DRAW:
        name, values = "log.draws", {"colour": colour_said(_card_colour(events[0][3])), "pile": (move & 1) + 1}
        events = events[1:]
    elif int(state["passes"]) + 1 == MOST_PASSES:
        name = "log.passes_out"
    else:
        name, values = "log.passes", {"n": int(state["passes"]) + 1}
    then += [said for event in events for said in _event_said(state, event)]
    return (f"{name}_then", {**values, "then": _joined(then)}) if then else (name, values)


def _joined(sentences: list[Said]) -> Said:
    first, *rest = sentences
    return ("log.then.both", {"first": first, "second": _joined(rest)}) if rest else first


def colour_said(letter: str) -> Said:
    """A colour in words, of one card."""
    return f"colour.{letter}", {"n": 1}


def _card_colour(card: int) -> str:
    return name_of(card)[0]


def _marking_said(kind: int, number: int, size: int) -> dict[str, Any]:
    return {"marker": (f"a_marker.{MARKER_NAMES[kind]}", {}), "place": place_of(number), "n": size}


def _changes_said(state: Any, outcome: Outcome) -> list[Said]:
    sentences = [_change_said(state, change) for change in outcome.changes]
    return sentences + [("log.then.closes", {"n": len(group)}) for group in outcome.new]


def _change_said(state: Any, change: Change) -> Said:
    count = len(change.before)
    if change.seat == state["seat"]:
        whose: Said = ("log.territory.own", {"n": count})
    elif state["players"] == SIDES:
        whose = ("log.territory.opponent", {"n": count})
    else:
        whose = ("log.territory.seat", {"n": count, "seat": change.seat + 1})
    if change.kind == "open":
        return "log.then.opens", {"territory": whose, "n": count}
    if change.kind == "join":
        return "log.then.joins_asks" if change.differ else "log.then.joins", {"territory": whose, "n": len(change.after)}
    return "log.then.grows", {"territory": whose, "from": len(change.before[0]), "n": len(change.after)}


def _event_said(state: Any, event: Event) -> list[Said]:
    kind, a, b, c, d = event
    if kind == TOOK_REGION:
        return [("log.then.marks", _marking_said(b, c, d))]
    if kind == DREW:
        return [("log.then.draws", {"colour": colour_said(_card_colour(c)), "pile": b + 1})]
    if kind == SHUFFLED:
        return [("log.then.reshuffles", {"first": a, "second": b})]
    if kind == LAST_CARDS:
        return [("log.then.last_cards", {})]
    if kind == ENDED:
        third: list[Said] = [("log.then.third", {})] if a == BY_MARKERS else []
        return third + ([_round_said(state, b, c, d)] if state["match"] else [])
    return [("log.then.round_begins", {"round": a})] if kind == DEALT else []


def _round_said(state: Any, owner: int, size: int, number: int) -> Said:
    """Who wins a round of a match."""
    if owner == NOBODY:
        return "log.then.round_nobody", {"round": number}
    if state["players"] > SIDES:
        side = owner % SIDES
        return "log.then.round_team", {"first": side + 1, "second": side + 1 + SIDES, "round": number, "n": size}
    return "log.then.round_seat", {"seat": owner + 1, "round": number, "n": size}


# Step by step


def effects(state: Any, move: int, seat: int) -> list[dict[str, Any]]:
    """What a move does, as a seat sees it happen."""
    done, mover = move >> DO_SHIFT, int(state["seat"])
    steps: list[dict[str, Any]] = []
    if done == PLACE:
        steps = _laying(state, move)
    elif done == MARK:
        steps = [_marked(mover, move >> KIND_SHIFT & 1, region_at(state, move & AT_MASK))]
    elif done == KEEP:
        owner = int(joined_seat(np.frombuffer(bytearray(state.tobytes()), STATE)))
        joined = next(one for one in territories(state) if one.seat == owner and one.kind == "both")
        steps = [{"kind": "keep", "seat": owner, "marker": MARKER_NAMES[move & 1], "cells": cells(joined.cells)}]
    closed = outcome_of(state, move).closed if done == PLACE else closed_regions(state)
    return steps + [step for event in happenings(state, move) for step in _event_shown(event, seat, list(closed))]


def cells(group: Group) -> list[list[int]]:
    """A group as plain data."""
    return [list(cell) for cell in group]


def _laying(state: Any, move: int) -> list[dict[str, Any]]:
    at, size, colour, whites = laid_of(move)
    outcome = outcome_of(state, move)
    lay = {"kind": "lay", "seat": int(state["seat"])}  # not from which place of the hand: that is nobody else's business
    steps: list[dict[str, Any]] = [{**lay, "at": list(at), "size": list(size), "colour": colour, "whites": list(whites)}]
    for change in outcome.changes:
        for group in [change.after] if change.after else change.before:
            steps.append({"kind": change.kind, "seat": change.seat, "cells": cells(group)})
    return steps + [{"kind": "close", "cells": cells(group)} for group in outcome.new]


def _marked(seat: int, kind: int, group: Group) -> dict[str, Any]:
    return {"kind": "mark", "seat": seat, "marker": MARKER_NAMES[kind], "at": list(group[0]), "cells": cells(group)}


def _event_shown(event: Event, seat: int, closed: list[Group]) -> list[dict[str, Any]]:
    kind, a, b, c, _ = event
    if kind == TOOK_REGION:
        return [_marked(a, b, next(group for group in closed if group[0] == cell_at(c)))]
    if kind == DISCARDED:
        return [{"kind": "discard", "seat": a, "cards": [name_of(card) for card in (b, c) if card != NO_CARD]}]
    if kind == DREW:
        card = name_of(c)
        pattern = card[1:] if seat in (a, REVEALED) else None
        return [{"kind": "draw", "seat": a, "pile": b + 1, "colour": card[0], "pattern": pattern}]
    if kind == SHUFFLED:
        return [{"kind": "shuffle", "piles": [a, b]}]
    if kind == ENDED:
        return [{"kind": "round", "side": None if b == NOBODY else b % SIDES, "size": c}]
    return [{"kind": "last" if kind == LAST_CARDS else "deal"}]


def reveals(state: Any, move: int) -> bool:
    """Whether a pattern is shown or something is drawn: by every card that is laid, discarded, drawn or dealt."""
    cards = (DISCARDED, DREW, SHUFFLED, ENDED, DEALT)
    return move >> DO_SHIFT == PLACE or any(event[0] in cards for event in happenings(state, move))


# The end


def closing(state: Any) -> dict[str, Any]:
    """How a game ended and what counted, seat by seat (LPPG.E1 to LPPG.E4)."""
    every = territories(state)
    first = winning(every)
    players, is_match = int(state["players"]), bool(state["match"])
    points = [int(state["points"][seat % SIDES]) for seat in range(players)]
    won = [points[seat] == max(points) if is_match else _on_side(first, seat) for seat in range(players)]
    rows: list[list[Any]] = [[_territories_said(every, seat), _winning_said(first, seat)] for seat in range(players)]
    if is_match:
        rows = [[points[seat], *row] for seat, row in enumerate(rows)]
    return {
        "reason": _reason(state, every, first),
        "rule": "LPPG.E4"
        if is_match
        else {BY_MARKERS: "LPPG.E1", BY_CARDS: "LPPG.E3", BY_PASSES: "LPPG.T3"}[int(state["end"])],
        "items": [*(["closing.points"] if is_match else []), "closing.territories", "closing.winning"],
        "rows": rows,
        "ranks": [1 if mine or not any(won) else 2 for mine in won],
    }


def _on_side(territory: Territory | None, seat: int) -> bool:
    return territory is not None and territory.seat % SIDES == seat % SIDES


def _reason(state: Any, every: list[Territory], first: Territory | None) -> Said:
    if state["match"]:
        how: Said = ("closing.how.last_round", {"n": len(first.cells) if first else 0})
        return "closing.match", {"n": int(state["round_number"]), "how": how}
    if first:
        how = ("closing.how.smallest", {"n": len(first.cells)})
    else:
        how = ("closing.how.all_cancelled" if every else "closing.how.no_territory", {})
    return f"closing.{ENDS[int(state['end'])]}", {"how": how}


def _territories_said(every: list[Territory], seat: int) -> Said:
    """The sizes of a seat's territories."""
    sizes = [_size_said(territory, every) for territory in every if territory.seat == seat]
    if not sizes:
        return "closing.none", {}
    said = sizes[-1]
    for size in reversed(sizes[:-1]):
        said = ("closing.and", {"first": size, "second": said})
    return said


def _size_said(territory: Territory, every: list[Territory]) -> Said:
    name = "closing.cancelled" if is_cancelled(territory, every) else "closing.size"
    said: Said = (name, {"n": len(territory.cells)})
    return ("closing.permanent", {"size": said}) if territory.kind == "permanent" else said


def _winning_said(first: Territory | None, seat: int) -> Said | int:
    return len(first.cells) if first and first.seat == seat else ("closing.none", {})
