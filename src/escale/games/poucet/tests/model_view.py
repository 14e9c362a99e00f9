"""What is seen of a table, in the slow model: the view of a seat, as far as the rules say it."""

from __future__ import annotations

from typing import Any

from escale.games.poucet.tests import model_paths
from escale.games.poucet.tests.model_paths import Path
from escale.games.poucet.tests.model_table import COLOURS, SIDES, Cell, Laid, Table

EVERYBODY = -2  # who sees all hands


def seen(table: Table, reader: int | None) -> dict[str, Any]:
    """The view of a seat, beside what all games show; None: a watcher."""
    paths = model_paths.paths_of(table)
    open_hands = table.step == "over" or reader == EVERYBODY
    return {
        "side": table.side,
        "flower": list(table.flower),
        "cells": [cell_seen(table, paths, cell) for cell in table.cells() if cell in table.piles],
        "ends": ends_seen(table, paths),
        "seats": [seat_seen(table, paths, seat) for seat in range(table.players)],
        "hands": [hand if open_hands or seat == reader else None for seat, hand in enumerate(table.hands)],
        "stock": len(table.stock),
        "discard": table.discard,
        "starts": {colour: table.starts_left(colour) for colour in COLOURS},
        "mover": table.turn,
        "step": table.step,
        "first": table.first,
        "winner": table.winner,
    }


def cell_seen(table: Table, paths: list[Path], cell: Cell) -> dict[str, Any]:
    """A pile: its visible card, those below from the bottom up, and whose paths hold it."""
    *below, top = table.piles[cell]
    return {
        "at": list(cell),
        **card_seen(table, cell, top),
        "below": [card_seen(table, cell, card) for card in below],
        "paths": [seat for seat, path in enumerate(paths) if cell in path.cells],
    }


def card_seen(table: Table, cell: Cell, card: Laid) -> dict[str, Any]:
    """A card, with what there is to say of its kind."""
    if card.kind == "path":
        return {"kind": "path", "colour": card.colour, "open": card.open}
    if card.kind == "start":
        seat = next((seat for seat, place in table.starts.items() if place == cell), None)
        return {"kind": "start", "colour": card.colour, "open": model_paths.openings(table, cell), "seat": seat}
    return {"kind": "pebbles", "way": card.way, "seat": card.seat} if card.kind == "pebbles" else {"kind": card.kind}


def ends_seen(table: Table, paths: list[Path]) -> list[dict[str, Any]]:
    """All ends, by seat, cell and way."""
    found = [
        (seat, cell[1], cell[0], SIDES.index(way), state)
        for seat in range(table.players)
        for (cell, way), state in model_paths.ends_with_states(table, paths, seat).items()
    ]
    return [{"seat": seat, "at": [x, y], "way": SIDES[way], "state": state} for seat, y, x, way, state in sorted(found)]


def seat_seen(table: Table, paths: list[Path], seat: int) -> dict[str, Any]:
    """A player."""
    start = table.starts.get(seat)
    return {
        "colour": table.colour_of(seat),
        "start": None if start is None else list(start),
        "out": seat in table.out,
        "cards": len(table.hands[seat]),
        "waits": table.waits[seat],
        "blocked": model_paths.is_blocked(table, seat, paths),
        "distance": model_paths.distance(table, paths, seat),
    }
