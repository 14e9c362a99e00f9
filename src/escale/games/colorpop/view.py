"""What one seat, or a watcher, may see of a table: everything said here and nothing else."""

from __future__ import annotations

from typing import Any

from escale.games.colorpop.groups import colour_at
from escale.games.colorpop.notation import (
    LETTERS,
    SLIDES,
    cell_name,
    cells_of,
    chosen,
    letters_of,
    move_text,
    read,
    read_move,
    slides,
    text,
)
from escale.games.colorpop.rules import colours_of_side, members, own_removed_by_side, points, rank_key
from escale.games.colorpop.state import CELL_BITS, CELL_MASK, COLOUR_GONE, JOKER, MAX_SEATS, PLAYING, SIDE
from escale.rules.verbs import WATCHER

__all__ = ["chosen", "describe", "log", "move_text", "read", "read_move", "sketch", "text", "view"]

ENDED_BY = {COLOUR_GONE: "POP.E1"}
SHAPES = dict(zip(LETTERS, "●▲■♥◆★", strict=True))
STYLES = dict(zip(LETTERS, ("yellow", "green", "orange", "pink", "blue", "joker"), strict=True))


def view(state: Any, seat: int) -> dict[str, Any]:
    """The table as a seat (or WATCHER) sees it."""
    seats = range(int(state.players))
    return {
        "slides": slides(state),
        "left": {letter: int(state.left[i]) for i, letter in enumerate(LETTERS)},
        "taken": [{letter: int(state.taken[s, i]) for i, letter in enumerate(LETTERS)} for s in seats],
        "secrets": [letters_of(int(state.secret[s])) if may_know(state, seat, s) else None for s in seats],
        "result": result(state) if state.end != PLAYING else None,
    }


def may_know(state: Any, seat: int, other: int) -> bool:
    """Whether a seat knows the secret colours of another: its own, its partner's, all at the end (POP.S2, POP.V3, POP.E3)."""
    if state.end != PLAYING:
        return True
    return seat != WATCHER and bool(colours_of_side(state, seat) & int(state.secret[other]))


def result(state: Any) -> dict[str, Any]:
    """How it ended: what counts, in the order in which it counts, and each seat's rank."""
    seats = range(int(state.players))
    left = [0.0] * MAX_SEATS
    points(state, left)
    keys = [int(rank_key(state, seat)) for seat in seats]
    return {
        "ended_by": ENDED_BY.get(int(state.end), "POP.E2"),
        "left": [int(left[seat]) for seat in seats],
        "own_removed": [int(own_removed_by_side(state, seat)) for seat in seats],
        "ranks": [1 + sum(other < key for other in set(keys)) for key in keys],
    }


def describe(state: Any, moves: list[int]) -> list[dict[str, Any]]:
    """Legal moves with their text and what each removes."""
    plane = state.plane
    letters = {
        f"{slide}{row}": letter
        for slide, tokens in zip(SLIDES, slides(state), strict=True)
        for row, letter in enumerate(tokens, 1)
    }
    described = []
    for move in moves:
        cells = [cell_name(cell) for cell in cells_of(*members(plane, move))]
        first = cell_name(move & CELL_MASK)
        jokers = [cell for cell in cells if letters[cell] == LETTERS[JOKER]]
        described.append(
            {
                "move": move,
                "text": "+".join([first, *(cell for cell in jokers if cell != first)]),
                "cells": cells,
                "colour": letters[first] if letters[first] != LETTERS[JOKER] else None,
                "jokers": len(jokers),
            }
        )
    return described


def log(state: Any, move: int) -> tuple[str, dict[str, Any]]:
    """The sentence for a move, as names of texts and their values."""
    cells = cells_of(*members(state.plane, move))
    jokers = int(move >> CELL_BITS).bit_count()
    colour = LETTERS[int(colour_at(state.plane, move & CELL_MASK)) - 1]
    coloured = len(cells) - jokers
    tokens = ("log.tokens", {"n": coloured, "colour": (f"colour.{colour}", {"n": coloured})})
    if jokers == 0:
        what: Any = tokens
    elif coloured == 0:
        what = ("log.jokers", {"n": jokers})
    else:
        what = ("log.both", {"tokens": tokens, "jokers": ("log.jokers", {"n": jokers})})
    return "log.removes", {"what": what, "place": cell_name(min(cells))}


def sketch(seen: dict[str, Any]) -> list[list[tuple[str, str]]]:
    """The board in a terminal: lines of pieces of text, each with the name of a style."""
    lines = []
    for row in reversed(range(SIDE)):
        line = [(f"{row + 1:>2} ", "faint")]
        for slide in seen["slides"]:
            letter = slide[row] if row < len(slide) else ""
            line.append((f" {SHAPES[letter]}{letter}", STYLES[letter]) if letter else ("  ·", "faint"))
        lines.append(line)
    lines.append([("   " + "".join(f"  {slide}" for slide in SLIDES), "faint")])
    return lines
