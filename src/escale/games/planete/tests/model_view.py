"""What is seen of a table, in the slow model: the view of a seat, as far as the rules say it."""

from __future__ import annotations

from collections import Counter
from typing import Any

from escale.games.planete.tests import model_scoring, slow_model
from escale.games.planete.tests.model_table import STACKS, Gone, Planet, Table, gone_order, in_deck_order, stack_at

EVERYBODY = -2  # who sees all that lies there


def seen(table: Table, reader: int | None) -> dict[str, Any]:
    """The view of a seat, beside what all games show; None: a watcher."""
    lost = model_scoring.penalties(table.planets)
    return {
        "planets": [planet_seen(planet, penalty) for planet, penalty in zip(table.planets, lost, strict=True)],
        "offer": offer_seen(table, reader),
        "stacks": [
            {"stack": stack, "left": len(table.stacks[stack]), "chosen": slow_model.times_chosen(table, stack)}
            for stack in STACKS
        ],
        "unseen": {stack: unseen(table, stack, reader) for stack in STACKS},
        "out": out_seen(table, reader),
        "round": slow_model.round_number(table),
        "first": table.first,
        "mover": table.turn,
        "step": table.step,
        "waiting": slow_model.waiting(table),
    }


def planet_seen(planet: Planet, penalty: int) -> dict[str, Any]:
    """PLAN.B1, PLAN.C1 to PLAN.C11, PLAN.E1: everybody sees all of a planet, also what is face down: they saw it turned."""
    points = model_scoring.planet_points(planet)
    return {
        "tiles": [
            {"at": cell, "stack": stack_at(cell), "tile": planet[cell].tile, "down": planet[cell].down}
            for cell in sorted(planet)
        ],
        "counts": model_scoring.counts(planet),
        "face_down": model_scoring.face_down(planet),
        "volcanoes": model_scoring.volcanoes(planet),
        "characters": [
            {"at": cell, "tile": name, "points": model_scoring.character_points(planet, name)}
            for cell, name in model_scoring.characters(planet)
        ],
        "points": points,
        "penalty": penalty,
        "total": points - penalty,
    }


# What not everybody sees (PLAN.R3)


def looks(table: Table, reader: int | None) -> bool:
    """Whether a reader sees what the leader alone may look at."""
    return reader in (table.first, EVERYBODY)


def offer_seen(table: Table, reader: int | None) -> dict[str, Any] | None:
    """What lies on the table: those face up, then the hidden one."""
    if not table.offered:
        return None
    closed = table.step == "hide" and not looks(table, reader)
    tiles = [{"tile": None if closed else tile, "hidden": False} for tile in table.offer]
    if table.hidden:
        tiles.append({"tile": table.hidden if looks(table, reader) else None, "hidden": True})
    return {"stack": table.offered, "tiles": tiles}


def saw_gone(gone: Gone, reader: int | None) -> bool:
    """Whether a reader has seen a tile that is out of the game."""
    return gone.seat is None or reader in (gone.seat, EVERYBODY)


def out_seen(table: Table, reader: int | None) -> list[dict[str, Any]]:
    """Tiles out of the game by stack: those the reader has seen as in the deck, then the others by who has seen them."""
    found: list[dict[str, Any]] = []
    for stack in STACKS:
        gone = [gone for gone in table.out if gone.stack == stack]
        known = [one for one in gone if saw_gone(one, reader)]
        found += [{"stack": stack, "tile": one.tile, "seen_by": one.seat} for one in sorted(known, key=gone_order)]
        closed = sorted(one.seat for one in gone if one.seat is not None and one not in known)
        found += [{"stack": stack, "tile": None, "seen_by": seat} for seat in closed]
    return found


def unseen(table: Table, stack: str, reader: int | None) -> dict[str, int]:
    """The tiles of a stack that a reader has never seen, by kind; kinds of which none is left are left out."""
    tiles = [*table.stacks[stack], *table.aside[stack]]
    if table.offered == stack and not looks(table, reader):
        tiles += table.offer if table.step == "hide" else []
        tiles += [table.hidden] if table.hidden else []
    tiles += [gone.tile for gone in table.out if gone.stack == stack and not saw_gone(gone, reader)]
    return dict(Counter(in_deck_order(stack, tiles)))
