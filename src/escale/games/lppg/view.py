"""What one seat, or a watcher, may see of a table: everything said here and nothing else."""

from __future__ import annotations

from typing import Any

from escale.games.lppg.cards import name_of
from escale.games.lppg.notation import (
    STEPS,
    cell_at,
    chosen,
    laid_of,
    move_text,
    names,
    read_move,
    terrain,
    terrain_rows,
    text,
)
from escale.games.lppg.outcomes import Outcome, outcomes
from escale.games.lppg.reading import read
from escale.games.lppg.regions import closed_regions, is_cancelled, regions, territories, winning
from escale.games.lppg.sketching import knows, sketch
from escale.games.lppg.state import (
    AT_MASK,
    CARD_MASK,
    CARD_SHIFT,
    DO_SHIFT,
    DRAW,
    KEEP,
    KIND_SHIFT,
    MARK,
    NO_CARD,
    NOT_LAST,
    NOWHERE,
    OVER,
    PERMANENT,
    PILES,
    PLACE,
    SIDES,
)
from escale.games.lppg.telling import MARKER_NAMES, cells, closing, effects, log, reveals
from escale.rules.verbs import REVEALED

__all__ = [
    "chosen",
    "closing",
    "describe",
    "effects",
    "knows",
    "log",
    "move_text",
    "read",
    "read_move",
    "reveals",
    "sketch",
    "task",
    "text",
    "view",
]

CHANGES = {"grow": "grows", "join": "joins", "open": "opens"}


def view(state: Any, seat: int) -> dict[str, Any]:
    """The table as a seat (or WATCHER, or REVEALED) sees it."""
    players = int(state["players"])
    corner, rows = terrain_rows(terrain(state))
    every = territories(state)
    first = winning(every)
    all_shown = seat == REVEALED or state["step"] == OVER
    seen: dict[str, Any] = {
        "terrain": {"at": list(corner), "rows": rows},
        "cards": [lying(move) for move in state["laid"][: state["laid_count"]].tolist()],
        "regions": [{"at": list(group[0]), "cells": cells(group), "closed": closed} for group, closed in regions(state)],
        "territories": [
            {
                "seat": territory.seat,
                "kind": territory.kind,
                "at": list(territory.cells[0]),
                "cells": cells(territory.cells),
                "cancelled": is_cancelled(territory, every),
            }
            for territory in every
        ],
        "markers": [_markers_left(state, other) for other in range(players)],
        "hands": [_hand(names(state["hand"][other]), all_shown or other == seat) for other in range(players)],
        "piles": [_pile(state, pile) for pile in range(PILES)],
        "discard": names(state["discard"]),
        "now": {"seat": first.seat, "size": len(first.cells)} if first else None,
        "mover": int(state["seat"]),
        "step": STEPS[int(state["step"])],
        "first": int(state["first"]),
        "passes": int(state["passes"]),
        "last": None if state["last"] == NOT_LAST else int(state["last"]),
    }
    if state["match"]:
        seen["round"] = int(state["round_number"])
        seen["points"] = [int(state["points"][other % SIDES]) for other in range(players)]
    return seen


def lying(move: int) -> dict[str, Any]:
    """A card that was laid, or would be."""
    at, size, colour, whites = laid_of(move)
    return {"at": list(at), "size": list(size), "colour": colour, "whites": list(whites)}


def _markers_left(state: Any, seat: int) -> list[int]:
    free = state["mark"][seat] == NOWHERE
    return [int(free[:PERMANENT].sum()), int(free[PERMANENT])]


def _hand(cards: list[str], shown: bool) -> list[dict[str, Any]]:
    """The backs of all cards show their colours (LPPG.M2)."""
    return [{"colour": card[0], "pattern": card[1:] if shown else None} for card in cards]


def _pile(state: Any, pile: int) -> dict[str, Any]:
    count = int(state["pile_count"][pile])
    return {"count": count, "colour": name_of(int(state["pile"][pile, count - 1]))[0] if count else None}


def describe(state: Any, moves: list[int]) -> list[dict[str, Any]]:
    """Legal moves with their text and what each does."""
    if not moves:
        return []
    if moves[0] >> DO_SHIFT == PLACE:
        hand = state["hand"][int(state["seat"])].tolist()
        return [
            {
                "move": move,
                "text": move_text(state, move),
                "do": "place",
                "card": hand.index(move >> CARD_SHIFT & CARD_MASK),
                **{name: value for name, value in lying(move).items() if name != "colour"},
                **_does(outcome),
            }
            for move, outcome in zip(moves, outcomes(state, moves), strict=True)
        ]
    return [{"move": move, "text": move_text(state, move), **_other(state, move)} for move in moves]


def _does(outcome: Outcome) -> dict[str, Any]:
    """What a placement does; nothing is said of what it doesn't."""
    does: dict[str, Any] = {}
    if outcome.new:
        does["closes"] = [cells(group) for group in outcome.new]
    for change in outcome.changes:
        what: dict[str, Any] = {"seat": change.seat, "cells": cells(change.after or change.before[0])}
        if change.kind == "join":
            what["asks"] = change.differ
        does.setdefault(CHANGES[change.kind], []).append(what)
        if change.kind == "open":
            does["opens"] += [{"seat": change.seat, "cells": cells(group)} for group in change.before[1:]]
    if largest := outcome.largest():
        does["marks"] = {"size": len(largest[0]), "regions": [cells(group) for group in largest]}
        if outcome.third:
            does["ends"] = True
    return does


def _other(state: Any, move: int) -> dict[str, Any]:
    """What a move does that lays no card."""
    done = move >> DO_SHIFT
    if done == MARK:
        at = cell_at(move & AT_MASK)
        group = next(group for group in closed_regions(state) if group[0] == at)
        return {"do": "mark", "kind": MARKER_NAMES[move >> KIND_SHIFT & 1], "at": list(at), "cells": cells(group)}
    if done == KEEP:
        return {"do": "keep", "kind": MARKER_NAMES[move & 1]}
    if done == DRAW:
        return {"do": "draw", "pile": (move & 1) + 1, "colour": _pile(state, move & 1)["colour"]}
    return {"do": "pass"}


def task(state: Any) -> str:
    """What the seat to move must do, as the name of a text."""
    step = STEPS[int(state["step"])]
    if step == "place":
        # Also where no card can be placed: whether one can, only its owner knows (LPPG.M2).
        return "place" if state["last"] == NOT_LAST else "place_last"
    if step == "draw" and state["hand"][int(state["seat"]), 0] != NO_CARD:
        return "draw_second"
    if step == "mark":
        sizes = [len(group) for group in closed_regions(state)]
        return "mark_one_of" if sizes.count(max(sizes)) > 1 else "mark"
    return step
