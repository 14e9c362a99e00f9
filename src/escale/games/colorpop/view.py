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
from escale.games.colorpop.rules import colours_of_side, left_of_side, members, own_removed_by_side, play, rank_key, vanished
from escale.games.colorpop.state import CELL_BITS, CELL_MASK, COLOUR_GONE, JOKER, PLAYING, SIDE, TEAMS
from escale.rules.texts import Texts
from escale.rules.verbs import REVEALED, WATCHER

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

ENDED_BY = {COLOUR_GONE: "POP.E1"}
SHAPES = dict(zip(LETTERS, "●▲■♥◆★", strict=True))
STYLES = dict(zip(LETTERS, ("yellow", "green", "orange", "pink", "blue", "joker"), strict=True))


def view(state: Any, seat: int) -> dict[str, Any]:
    """The table as a seat (or WATCHER, or REVEALED) sees it."""
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
    if state.end != PLAYING or seat == REVEALED:
        return True
    return seat != WATCHER and bool(colours_of_side(state, seat) & int(state.secret[other]))


def result(state: Any) -> dict[str, Any]:
    """How it ended: what counts, in the order in which it counts, and each seat's rank."""
    seats = range(int(state.players))
    keys = [int(rank_key(state, seat)) for seat in seats]
    sides = keys[:2] if state.mode == TEAMS else keys
    return {
        "ended_by": ENDED_BY.get(int(state.end), "POP.E2"),
        "left": [int(left_of_side(state, seat)) for seat in seats],
        "own_removed": [int(own_removed_by_side(state, seat)) for seat in seats],
        "ranks": [1 + sum(other < key for other in sides) for key in keys],
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
    return "log.removes", {"what": what, "place": cell_name(move & CELL_MASK)}


def task(state: Any) -> str:
    """What the seat to move must do, as the name of a text."""
    return "remove"


def effects(state: Any, move: int, seat: int) -> list[dict[str, Any]]:
    """What a move does: the cells it empties, then where every token that slides comes from and goes to (POP.T4)."""
    removed = {cell_name(cell) for cell in cells_of(*members(state.plane, move))}
    falls = []
    column = 0
    for slide, tokens in zip(SLIDES, slides(state), strict=True):
        stay = [cell for row in range(1, len(tokens) + 1) if (cell := f"{slide}{row}") not in removed]
        there = [f"{SLIDES[column]}{row}" for row in range(1, len(stay) + 1)]
        falls += [[old, new] for old, new in zip(stay, there, strict=True) if old != new]
        column += bool(stay)
    return [{"kind": "remove", "cells": sorted(removed)}, {"kind": "fall", "tokens": falls}]


def reveals(state: Any, move: int) -> bool:
    """Whether the game ends, for then all is shown, or a colour vanishes and no side holds it alone (POP.E1, POP.E2)."""
    later = state.copy()
    play(later, move)
    return bool(later.end != PLAYING or vanished(later) != vanished(state))


def closing(state: Any) -> dict[str, Any]:
    """How a game ended and what counted, seat by seat (POP.E1 to POP.E4)."""
    ended = result(state)
    rows = [
        [_all_said(letters_of(int(state.secret[seat]))), ended["left"][seat], ended["own_removed"][seat]]
        for seat in range(int(state.players))
    ]
    return {
        "reason": (f"closing.{ended['ended_by']}", {}),
        "rule": ended["ended_by"],
        "items": ["closing.secret", "closing.left", "closing.own"],
        "rows": rows,
        "ranks": ended["ranks"],
    }


def _all_said(letters: str) -> tuple[str, dict[str, Any]]:
    """The names of colours, joined."""
    joined: tuple[str, dict[str, Any]] = (f"colour.{letters[0]}", {"n": 1})
    for letter in letters[1:]:
        joined = ("closing.and", {"first": joined, "second": (f"colour.{letter}", {"n": 1})})
    return joined


def sketch(seen: dict[str, Any], texts: Texts) -> list[list[tuple[str, str]]]:
    """The board in a terminal: lines of pieces of text, each with the name of a style."""
    lines = []
    for row in reversed(range(SIDE)):
        line = [(f"{row + 1:>2} ", "faint")]
        for slide in seen["slides"]:
            letter = slide[row] if row < len(slide) else ""
            line.append((_token(letter, texts), STYLES[letter]) if letter else ("  ·", "faint"))
        lines.append(line)
    lines.append([("   " + "".join(f"  {slide}" for slide in SLIDES), "faint")])
    return lines


def knows(seen: dict[str, Any], texts: Texts) -> list[list[tuple[str, str]]]:
    """What is known beside the board: one's secret, the tokens left, what each seat took (POP.T5)."""
    lines = []
    for seat, colours in enumerate(seen["secrets"]):
        if colours:
            name = "table.secret" if seat == seen["seat"] else "table.partner"
            lines.append([(texts.say(name, colours=""), "plain"), *_chips(colours, texts)])
    if lines:
        lines.append([])
    lines.append([(" " * 6, "plain"), *((_token(letter, texts), STYLES[letter]) for letter in LETTERS)])
    rows = [(texts.say("table.left"), seen["left"])]
    rows += [(texts.say("table.took", seat=seat), taken) for seat, taken in enumerate(seen["taken"], 1)]
    lines += [[(f"{label:<6}" + "".join(f"{counts[letter]:>3}" for letter in LETTERS), "plain")] for label, counts in rows]
    return lines


def _token(letter: str, texts: Texts) -> str:
    """A token as drawn: its shape, and the letter its colour begins with in the reader's language."""
    return f" {SHAPES[letter]}{texts.say(f'colour_letter.{letter}')}"


def _chips(colours: str, texts: Texts) -> list[tuple[str, str]]:
    return [(f" {SHAPES[letter]} {texts.say(f'colour.{letter}', n=1)} ", STYLES[letter]) for letter in colours]
