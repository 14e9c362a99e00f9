"""What one seat, or a watcher, may see of a table: everything said here and nothing else."""

from __future__ import annotations

from collections import Counter
from typing import Any

from escale.games.planete.notation import STEPS, chosen, move_text, names, read_move, text
from escale.games.planete.outcomes import ALL_CHARACTERS, TOTAL, Outcome, outcomes, values
from escale.games.planete.reading import read
from escale.games.planete.sketching import knows, sketch
from escale.games.planete.state import (
    CELLS,
    DO_SHIFT,
    EVERYBODY,
    HIDE,
    KIND_OF_PLACE,
    NAME,
    NO_TILE,
    NOT_CHOSEN,
    PLACES,
    ROUNDS,
    STACK,
)
from escale.games.planete.telling import closing, effects, log, may_look, on_table, out_name, reveals, taken, told_move
from escale.games.planete.tiles import CHARACTER, ELEMENTS, NAMES, STACK_OF, STACKS, VOLCANO

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
    "told_move",
    "view",
]


def view(state: Any, seat: int) -> dict[str, Any]:
    """The table as a seat (or WATCHER, or REVEALED) sees it."""
    players, found = int(state["players"]), values(state)
    rounds = int(state["chosen"].sum()) + (state["offered"] == NOT_CHOSEN)
    waiting = [] if state["offered"] == NOT_CHOSEN else [one for one in range(players) if not int(state["served"]) >> one & 1]
    return {
        "planets": [_planet(state, one, found[one].tolist()) for one in range(players)],
        "offer": _offer(state, seat),
        "stacks": [
            {"stack": name, "left": int(state["stack_count"][stack]), "chosen": int(state["chosen"][stack])}
            for stack, name in enumerate(STACKS)
        ],
        "unseen": {name: _unseen(state, stack, seat) for stack, name in enumerate(STACKS)},
        "out": _out(state, seat),
        "round": min(int(rounds), ROUNDS),
        "first": int(state["first"]),
        "mover": int(state["seat"]),
        "step": STEPS[int(state["step"])],
        "waiting": waiting,
    }


def _planet(state: Any, seat: int, worth: list[int]) -> dict[str, Any]:
    tiles, down = state["planet"][seat].tolist(), int(state["down"][seat])
    lying = [(cell, tile) for cell, tile in enumerate(tiles) if tile != NO_TILE]
    return {
        "tiles": [
            {"at": cell, "stack": STACKS[KIND_OF_PLACE[cell]], "tile": NAMES[tile], "down": bool(down >> cell & 1)}
            for cell, tile in lying
        ],
        "counts": dict(zip(ELEMENTS, state["bears"][seat].tolist(), strict=True)),
        "face_down": down.bit_count(),
        "volcanoes": int(state["bears"][seat, VOLCANO]),
        "characters": [
            {"at": cell, "tile": NAMES[tile], "points": worth[cell]} for cell, tile in lying if cell in PLACES[CHARACTER]
        ],
        "points": worth[ALL_CHARACTERS],
        "penalty": worth[ALL_CHARACTERS] - worth[TOTAL],
        "total": worth[TOTAL],
    }


def _offer(state: Any, seat: int) -> dict[str, Any] | None:
    if state["offered"] == NOT_CHOSEN:
        return None
    closed = state["step"] == HIDE and not may_look(state, seat)
    tiles: list[dict[str, Any]] = [{"tile": None if closed else NAMES[tile], "hidden": False} for tile in on_table(state)]
    if state["hidden"] != NO_TILE:
        tiles.append({"tile": NAMES[int(state["hidden"])] if may_look(state, seat) else None, "hidden": True})
    return {"stack": STACKS[int(state["offered"])], "tiles": tiles}


def _gone(state: Any, stack: int) -> list[tuple[int, int]]:
    every = zip(state["out"].tolist(), state["seen_by"].tolist(), strict=True)
    return [gone for gone in every if gone[0] != NO_TILE and STACK_OF[gone[0]] == stack]


def _out(state: Any, seat: int) -> list[dict[str, Any]]:
    """Tiles out of the game by stack, and who alone has seen each: those that the reader has seen as in the deck, then the
    others, by seats: their order would tell.
    """
    found: list[dict[str, Any]] = []
    for stack, name in enumerate(STACKS):
        tiles = [(out_name(gone, seat), gone[1]) for gone in _gone(state, stack)]
        tiles.sort(key=lambda gone: gone[1] if gone[0] is None else EVERYBODY)
        found += [{"stack": name, "tile": tile, "seen_by": None if by == EVERYBODY else by - 1} for tile, by in tiles]
    return found


def _unseen(state: Any, stack: int, seat: int) -> dict[str, int]:
    """How many tiles of each kind of a stack a seat has never seen."""
    tiles = [*names(state["stack"][stack]), *names(state["aside"][stack])]
    if state["offered"] == stack and not may_look(state, seat):
        tiles += names(state["table"]) if state["step"] == HIDE else []
        tiles += [NAMES[int(state["hidden"])]] if state["hidden"] != NO_TILE else []
    tiles += [NAMES[gone[0]] for gone in _gone(state, stack) if out_name(gone, seat) is None]
    counts = Counter(tiles)
    return {name: counts[name] for kind, name in enumerate(NAMES) if STACK_OF[kind] == stack and counts[name]}


def describe(state: Any, moves: list[int]) -> list[dict[str, Any]]:
    """Legal moves with their text and what each does."""
    return [
        {"move": move, "text": move_text(state, move), **_does(state, move, outcome)}
        for move, outcome in zip(moves, outcomes(state, moves), strict=True)
    ]


def _does(state: Any, move: int, outcome: Outcome) -> dict[str, Any]:
    done, rest = move >> DO_SHIFT, move & (1 << DO_SHIFT) - 1
    if done == STACK:
        return {"do": "stack", "stack": STACKS[rest]}
    if done == HIDE:
        return {"do": "hide", "tile": NAMES[rest]}
    if done == NAME:
        return {"do": "name", "seat": rest}
    tile, cell, hidden = taken(state, move)
    known = not hidden or may_look(state, int(state["seat"]))
    return {
        "do": "take",
        "tile": NAMES[tile] if known else None,
        "hidden": hidden,
        "stack": STACKS[int(state["offered"])],
        "at": cell,
        "turns": outcome.turns if known else [],
        "points": outcome.points if known else None,
        "volcanoes": outcome.volcanoes if known else None,
    }


def task(state: Any) -> str:
    """What the seat to move must do, as the name of a text."""
    return STEPS[int(state["step"])]


assert CELLS == ROUNDS
