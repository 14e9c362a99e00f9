"""What one seat, or a watcher, may see of a table: everything said here and nothing else."""

from __future__ import annotations

from typing import Any

from escale.games.poucet.cards import LETTERS, NAMES, SIDE_LETTERS
from escale.games.poucet.lying import Lying, lying_of
from escale.games.poucet.notation import STEPS, cell_at, cells_of, chosen, move_text, names, piles, read_move, text
from escale.games.poucet.outcomes import judgements, seats_in
from escale.games.poucet.paths import STEPS as TO_SIDES
from escale.games.poucet.reading import read
from escale.games.poucet.sketching import knows, sketch
from escale.games.poucet.state import (
    BEGIN,
    BEYOND,
    CELL_MASK,
    COLOURS,
    DISCARD,
    DO_SHIFT,
    KIND_SHIFT,
    LAY,
    NIBBLE,
    NO_COLOUR,
    NOBODY,
    NOWHERE,
    OVER,
    PLAYING,
    RESTART,
    TAKE,
)
from escale.games.poucet.survey import survey
from escale.games.poucet.telling import closing, effects, laid_by, log, reveals, role_of
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


def view(state: Any, seat: int) -> dict[str, Any]:
    """The table as a seat (or WATCHER, or REVEALED) sees it."""
    players = range(int(state["players"]))
    side, seen = int(state["side"]), survey(state)
    all_shown = seat == REVEALED or state["step"] == OVER
    hands = [names(state["hand"][other]) for other in players]
    return {
        "side": side,
        "flower": [side // 2, side // 2],
        "cells": _cells(state),
        "ends": [{"seat": end.seat, "at": list(end.cell), "way": end.way, "state": end.state} for end in seen.ends],
        "seats": [
            {
                "colour": None if state["colour"][other] == NO_COLOUR else LETTERS[int(state["colour"][other])],
                "start": None if state["start"][other] == NOWHERE else list(cell_at(state["start"][other])),
                "out": bool(state["out"][other]),
                "cards": len(hands[other]),
                "waits": int(state["waits"][other]),
                "blocked": seen.blocked[other],
                "distance": seen.distances[other],
            }
            for other in players
        ],
        "hands": [hand if all_shown or other == seat else None for other, hand in enumerate(hands)],
        "stock": int(state["stock_count"]),
        "discard": names(state["discard"]),
        "starts": {LETTERS[colour]: int(state["starts"][colour]) for colour in range(COLOURS)},
        "mover": int(state["seat"]),
        "step": STEPS[int(state["step"])],
        "first": int(state["first"]),
        "winner": None if state["winner"] == NOBODY else int(state["winner"]),
    }


def _cells(state: Any) -> list[dict[str, Any]]:
    """The cells with cards, row by row from the lowest."""
    found, below = [], piles(state)
    owners = {int(cell): seat for seat, cell in enumerate(state["start"].tolist()) if cell != NOWHERE}
    top, reach = state["top"].tolist(), state["reach"].tolist()
    for cell in cells_of(int(state["side"])):
        if lies := lying_of(top[cell]):
            card = _card(lies)
            if lies.kind == "start":
                card["seat"] = owners.get(cell)
            under = [_card(covered) for covered in map(lying_of, below.get(cell, [])) if covered]
            found.append({"at": list(cell_at(cell)), **card, "below": under, "paths": seats_in(reach[cell])})
    return found


def _card(lies: Lying) -> dict[str, Any]:
    card: dict[str, Any] = {"kind": lies.kind}
    if lies.colour:
        card |= {"colour": lies.colour, "open": lies.sides}
    if lies.kind == "pebbles":
        card |= {"seat": lies.seat, "way": lies.way}
    return card


def describe(state: Any, moves: list[int]) -> list[dict[str, Any]]:
    """Legal moves with their text and what each does."""
    return [
        {
            "move": move,
            "text": move_text(state, move),
            **(
                {"do": "lay", **laid_by(move), "role": role_of(state, move)}
                | {"helps": judged.helps, "hinders": judged.hinders, "wins": judged.wins}
                if move >> DO_SHIFT == LAY
                else _other(state, move)
            ),
        }
        for move, judged in zip(moves, judgements(state, moves), strict=True)
    ]


def _other(state: Any, move: int) -> dict[str, Any]:
    """What a move does that lays no card of a hand."""
    done, kind, at = move >> DO_SHIFT, move >> KIND_SHIFT & NIBBLE, list(cell_at(move & CELL_MASK))
    if done == TAKE:
        return {"do": "take", "colour": LETTERS[kind]}
    if done == BEGIN:
        return {"do": "start", "at": at, "open": _opens(state, move & CELL_MASK)}
    if done == RESTART:
        return {"do": "restart", "colour": LETTERS[kind], "at": at, "open": _opens(state, move & CELL_MASK)}
    return {"do": "discard", "card": NAMES[kind]} if done == DISCARD else {"do": "give_up"}


def _opens(state: Any, cell: int) -> str:
    """The sides to which a start card opens on a cell of the border (POU.M2)."""
    return "".join(letter for letter, step in zip(SIDE_LETTERS, TO_SIDES, strict=True) if state["top"][cell + step] != BEYOND)


def task(state: Any) -> str:
    """What the seat to move must do, as the name of a text.

    Also where no card can be played: whether one can, only its owner knows.
    """
    if state["step"] == PLAYING and survey(state).blocked[int(state["seat"])]:
        return "blocked"
    return STEPS[int(state["step"])]
