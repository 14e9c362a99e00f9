"""What one seat, or a watcher, may see of a table: everything said here and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from escale.games.colorpop.groups import colour_at, tokens_of
from escale.games.colorpop.notation import (
    CELL_NAMES,
    LETTERS,
    SLIDES,
    cell_names,
    chosen,
    column_names,
    letters_of,
    move_text,
    read,
    read_move,
    slides,
    slides_of,
    text,
)
from escale.games.colorpop.rules import (
    all_members,
    colours_of_sides,
    left_of_side,
    members,
    own_removed_by_side,
    play,
    rank_key,
    vanished,
)
from escale.games.colorpop.state import (
    CELL_BITS,
    CELL_MASK,
    COLOUR_GONE,
    COLOURS,
    JOKER,
    PLANES,
    PLAYING,
    SIDE,
    SLIDE_BITS,
    SLIDES_A_WORD,
    STATE,
    TEAMS,
    WORDS,
)
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

ALL_COLOURS = (1 << COLOURS) - 1
REMEMBERED = 16  # positions and moves lately shown, as each is shown to every seat; what is remembered is given as a copy
ENDED_BY = {COLOUR_GONE: "POP.E1"}
SHAPES = dict(zip(LETTERS, "●▲■♥◆★", strict=True))
STYLES = dict(zip(LETTERS, ("yellow", "green", "orange", "pink", "blue", "joker"), strict=True))


def view(state: Any, seat: int) -> dict[str, Any]:
    """The table as a seat (or WATCHER, or REVEALED) sees it."""
    seen = _seen(state.tobytes())
    known = ALL_COLOURS if seen.over or seat == REVEALED else 0 if seat == WATCHER else seen.sides[seat]
    return {
        "slides": list(seen.slides),
        "left": dict(seen.left),
        "taken": [dict(row) for row in seen.taken],
        "secrets": [letters_of(colours) if known & colours else None for colours in seen.secrets],
        "result": result(state) if seen.over else None,
    }


@dataclass(frozen=True)
class Seen:
    """What the views of all seats are made of. `sides`: the secret colours each knows of, its own and its partner's."""

    slides: tuple[str, ...]
    left: dict[str, int]
    taken: list[dict[str, int]]
    secrets: list[int]
    sides: list[int]
    over: bool


@lru_cache(REMEMBERED)
def _seen(memory: bytes) -> Seen:
    states = np.frombuffer(bytearray(memory), STATE)  # may be written to: kernels are compiled for such alone
    players = int(states["players"][0])
    return Seen(
        slides_of(states["plane"].tobytes()),
        dict(zip(LETTERS, states["left"][0].tolist(), strict=True)),
        [dict(zip(LETTERS, row, strict=True)) for row in states["taken"][0, :players].tolist()],
        states["secret"][0, :players].tolist(),
        [int(colours) for colours in colours_of_sides(states)[:players]],
        bool(states["end"][0] != PLAYING),
    )


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
    if not moves:
        return []
    board = slides(state)
    jokers = cell_names(*tokens_of(state["plane"], JOKER + 1))
    cells, ends = all_members(state["plane"], np.array(moves, np.int32))
    names = [CELL_NAMES[cell] for cell in cells.tolist()]
    described = []
    start = 0
    for move, end in zip(moves, ends.tolist(), strict=True):
        slide, row = divmod(move & 63, SLIDE_BITS)
        colour = board[slide + SLIDES_A_WORD * (move >> 6 & 1)][row]
        text = first = CELL_NAMES[move & CELL_MASK]
        mask = move >> CELL_BITS
        if mask:
            taken = (joker for number, joker in enumerate(jokers) if mask >> number & 1)
            text = "+".join([first, *(joker for joker in taken if joker != first)])
        described.append(
            {
                "move": move,
                "text": text,
                "cells": names[start:end],
                "colour": colour if colour != LETTERS[JOKER] else None,
                "jokers": mask.bit_count(),
            }
        )
        start = end
    return described


def log(state: Any, move: int) -> tuple[str, dict[str, Any]]:
    """The sentence for a move, as names of texts and their values."""
    plane = state["plane"]
    low, high = members(plane, move)
    jokers = int(move >> CELL_BITS).bit_count()
    colour = LETTERS[int(colour_at(plane, move & CELL_MASK)) - 1]
    coloured = int(low).bit_count() + int(high).bit_count() - jokers
    tokens = ("log.tokens", {"n": coloured, "colour": (f"colour.{colour}", {"n": coloured})})
    if jokers == 0:
        what: Any = tokens
    elif coloured == 0:
        what = ("log.jokers", {"n": jokers})
    else:
        what = ("log.both", {"tokens": tokens, "jokers": ("log.jokers", {"n": jokers})})
    return "log.removes", {"what": what, "place": CELL_NAMES[move & CELL_MASK]}


def task(state: Any) -> str:
    """What the seat to move must do, as the name of a text."""
    return "remove"


def effects(state: Any, move: int, seat: int) -> list[dict[str, Any]]:
    """What a move does: the cells it empties, then where every token that slides comes from and goes to (POP.T4)."""
    removed, falls = _happenings(state["plane"].tobytes(), move)
    return [{"kind": "remove", "cells": list(removed)}, {"kind": "fall", "tokens": [list(fall) for fall in falls]}]


@lru_cache(REMEMBERED)
def _happenings(planes: bytes, move: int) -> tuple[list[str], list[tuple[str, str]]]:
    """The cells that a move empties, and from where to where tokens slide."""
    plane = np.frombuffer(bytearray(planes), np.uint64).reshape(PLANES, WORDS)
    removed = cell_names(*members(plane, move))
    emptied = {cell[0] for cell in removed}
    falls: list[tuple[str, str]] = []
    column = 0
    for slide, tokens in enumerate(slides_of(planes)):
        if column != slide or SLIDES[slide] in emptied:
            old = column_names(slide, len(tokens))
            stay = [cell for cell in old if cell not in removed]
            there = column_names(column, len(stay))
            falls += [(before, after) for before, after in zip(stay, there, strict=True) if before != after]
            column += bool(stay)
        else:
            column += 1
    return removed, falls


def reveals(state: Any, move: int) -> bool:
    """Whether the game ends, for then all is shown, or a colour vanishes and no side holds it alone (POP.E1, POP.E2)."""
    later = np.frombuffer(bytearray(state.tobytes()), STATE)[0]
    play(later, move)
    return bool(later["end"] != PLAYING or vanished(later) != vanished(state))


def closing(state: Any) -> dict[str, Any]:
    """How a game ended and what counted, seat by seat (POP.E1 to POP.E4)."""
    ended = result(state)
    secrets = state["secret"][: state["players"]].tolist()
    rows = [
        [_all_said(letters_of(secret)), left, own]
        for secret, left, own in zip(secrets, ended["left"], ended["own_removed"], strict=True)
    ]
    gone = sum(secret for secret, rank in zip(secrets, ended["ranks"], strict=True) if rank == 1)
    values = {"colours": _all_said(letters_of(gone))} if state["end"] == COLOUR_GONE else {}
    return {
        "reason": (f"closing.{ended['ended_by']}", values),
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
