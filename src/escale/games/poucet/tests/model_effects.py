"""What a move is said to do, and what happens when it is played, in the slow model: descriptions and effects."""

from __future__ import annotations

from typing import Any

from escale.games.poucet.tests import model_paths, model_plays
from escale.games.poucet.tests.model_paths import OPEN
from escale.games.poucet.tests.model_plays import Play, scene_of
from escale.games.poucet.tests.model_table import Cell, Table
from escale.games.poucet.tests.model_view import EVERYBODY
from escale.games.poucet.tests.slow_model import DISCARD, RESTART, START, TAKE, cell_of, read_play


def told(table: Table, move: str, later: Table) -> dict[str, Any]:
    """A legal move, which makes `later` of a table, as it is described to who may make it."""
    play = read_play(move)
    if play:
        return play_told(table, play, later)
    if found := TAKE.fullmatch(move):
        return {"do": "take", "colour": found[1]}
    if found := START.fullmatch(move):
        return {"do": "start", **start_told(later, cell_of(found[1], found[2]))}
    if found := RESTART.fullmatch(move):
        return {"do": "restart", "colour": found[1], **start_told(later, cell_of(found[2], found[3]))}
    found = DISCARD.fullmatch(move)
    return {"do": "discard", "card": found[1]} if found else {"do": "give_up"}


def start_told(later: Table, cell: Cell) -> dict[str, Any]:
    """POU.M2: where a start card lies, and to which sides it opens."""
    return {"at": list(cell), "open": model_paths.openings(later, cell)}


def play_told(table: Table, play: Play, later: Table) -> dict[str, Any]:
    """A card laid: where, as what, whom it serves, whom it hinders, and who has won by it."""
    before, after = model_paths.paths_of(table), model_paths.paths_of(later)
    seats = range(table.players)
    return {
        "do": "lay",
        "card": play.card,
        "at": list(play.at),
        **how_it_lies(play),
        "role": model_plays.judged(scene_of(table, table.turn), play).role,
        "helps": [seat for seat in seats if play.at in after[seat].cells],
        "hinders": [
            seat
            for seat in seats
            if before[seat].cells - after[seat].cells
            or (has_open_end_at(table, before, seat, play.at) and play.at not in after[seat].cells)
        ],
        "wins": later.winner if later.end == "flower" else None,
    }


def has_open_end_at(table: Table, paths: list[model_paths.Path], seat: int, cell: Cell) -> bool:
    """Whether a seat's path ends at a cell where it could go on."""
    states = model_paths.ends_with_states(table, paths, seat)
    return any(place == cell and state == OPEN for (place, _), state in states.items())


def how_it_lies(play: Play) -> dict[str, str]:
    """The openings of a path card, the way of pebbles."""
    return {"open": play.turned} if play.colour else {"way": play.turned} if play.turned else {}


def effects_of(table: Table, move: str, later: Table, reader: int | None) -> list[dict[str, Any]]:
    """All that a legal move, which makes `later` of a table, does, as a reader sees it happen."""
    seat, said = table.turn, told(table, move, later)
    if said["do"] in ("take", "start", "restart"):
        colour = said.get("colour", table.chose.get(seat))
        happens = [{"kind": said["do"], "seat": seat, "colour": colour, **({"at": said["at"]} if "at" in said else {})}]
    elif said["do"] == "lay":
        lies = {name: value for name, value in said.items() if name in ("card", "at", "open", "way", "role")}
        happens = [{"kind": "lay", "seat": seat, **lies}]
    else:
        happens = [{"kind": said["do"], "seat": seat, **({"card": said["card"]} if "card" in said else {})}]
    return [*happens, *changes(table, later), *draws(table, later, reader), *what_follows(table, later)]


def changes(table: Table, later: Table) -> list[dict[str, Any]]:
    """What paths lose and gain. (That of who gives up is gone; nobody cut it.)"""
    before, after = model_paths.paths_of(table), model_paths.paths_of(later)
    found = []
    for seat in later.seats_in():
        for kind, cells in (("cut", before[seat].cells - after[seat].cells), ("join", after[seat].cells - before[seat].cells)):
            if cells:
                in_order = sorted(cells, key=lambda cell: (cell[1], cell[0]))
                found.append({"kind": kind, "seat": seat, "cells": [list(cell) for cell in in_order]})
    return found


def draws(table: Table, later: Table, reader: int | None) -> list[dict[str, Any]]:
    """POU.T0: who draws sees the card."""
    if len(later.stock) == len(table.stock):
        return []
    return [{"kind": "draw", "seat": table.turn, "card": table.stock[-1] if reader in (table.turn, EVERYBODY) else None}]


def what_follows(table: Table, later: Table) -> list[dict[str, Any]]:
    """The end, or a player whose turn begins blocked."""
    if later.step == "over":
        return [{"kind": "over"} if later.winner is None else {"kind": "win", "seat": later.winner}]
    if later.step == "play" and model_paths.is_blocked(later, later.turn):
        return [{"kind": "blocked", "seat": later.turn}]
    return []
