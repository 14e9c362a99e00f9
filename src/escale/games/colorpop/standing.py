"""How tokens stand: together, alone, or so that a group's leaving would part them. Only what everybody sees is looked at."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from escale.games.colorpop.notation import CELL_NAMES, LETTERS, SLIDES, slides
from escale.games.colorpop.rules import legal, play
from escale.games.colorpop.state import CELL_BITS, CELL_MASK, COLOURS, JOKER, MAX_MOVES, PLAYING, STATE

Cell = tuple[int, int]  # slide and row

REMEMBERED = 256  # boards lately asked about: many moves of one position are


class Standing(NamedTuple):
    """How the tokens of some colours stand."""

    left: int
    lonely: int  # tokens that touch none of their colour
    parts: int  # lonely tokens, and groups


class Outcome(NamedTuple):
    """What a group's leaving would lead to."""

    letter: str  # of what leaves
    standings: dict[str, Standing]  # by colour, afterwards


class Prospects(NamedTuple):
    """What groups of other colours, leaving without jokers, can do to the tokens of some colours."""

    threats: int  # groups whose leaving leaves more tokens alone
    openings: int  # groups whose leaving gives lonely tokens company, or joins parts


def standing(state: Any, letters: str) -> Standing:
    """How the tokens of the colours with these letters stand."""
    return _together(_standings(tuple(slides(state))), letters)


def _together(standings: dict[str, Standing], letters: str) -> Standing:
    return Standing(*(sum(numbers) for numbers in zip(*(standings[letter] for letter in letters), strict=True)))


@lru_cache(REMEMBERED)
def _standings(board: Sequence[str]) -> dict[str, Standing]:
    cells: dict[str, list[Cell]] = {letter: [] for letter in LETTERS}
    for slide, tokens in enumerate(board):
        for row, token in enumerate(tokens):
            cells[token].append((slide, row))
    sizes = {letter: parts_of(cells[letter]) for letter in LETTERS[:COLOURS]}
    return {letter: Standing(sum(parts), parts.count(1), len(parts)) for letter, parts in sizes.items()}


def parts_of(cells: Iterable[Cell]) -> list[int]:
    """The sizes of the parts into which cells fall that touch by their sides."""
    rest = set(cells)
    sizes = []
    while rest:
        edge = [rest.pop()]
        size = 0
        while edge:
            near = rest.intersection(around(edge.pop()))
            size += 1
            rest -= near
            edge += near
        sizes.append(size)
    return sizes


def around(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    """The cells that touch a cell by its sides, on the board or not."""
    slide, row = cell
    return (slide - 1, row), (slide + 1, row), (slide, row - 1), (slide, row + 1)


def cells_with(state: Any, letter: str) -> list[Cell]:
    """Where the tokens of a colour are, or the jokers."""
    return [(slide, row) for slide, tokens in enumerate(slides(state)) for row, token in enumerate(tokens) if token == letter]


def lonely(state: Any, letter: str) -> list[Cell]:
    """Where the tokens of a colour are that touch none of it."""
    cells = cells_with(state, letter)
    there = set(cells)
    return [cell for cell in cells if not there.intersection(around(cell))]


def within_reach_of_jokers(state: Any, letters: str) -> int:
    """How many lonely tokens of some colours touch a joker: they can leave with it (POP.T2)."""
    jokers = set(cells_with(state, LETTERS[JOKER]))
    return sum(bool(jokers.intersection(around(cell))) for letter in letters for cell in lonely(state, letter))


def prospects(state: Any, letters: str) -> Prospects:
    """What the groups of other colours can do to the tokens of these."""
    now = standing(state, letters)
    then = [_together(one.standings, letters) for one in _outcomes(_bare(state), False) if one.letter not in letters]
    return Prospects(sum(one.lonely > now.lonely for one in then), sum(_better(one, now) for one in then))


def _better(one: Standing, other: Standing) -> bool:
    return (one.lonely, one.parts) < (other.lonely, other.parts)


def can_be_parted(state: Any, letters: str) -> bool:
    """Whether anything of other colours, with jokers or without, can leave so that tokens of these are parted."""
    now = standing(state, letters)
    then = (_together(one.standings, letters) for one in _outcomes(_bare(state), True) if one.letter not in letters)
    return any(one.lonely > now.lonely or one.parts > now.parts for one in then)


def _bare(state: Any) -> bytes:
    """A state without what is hidden or past."""
    bare = after(state)
    for hidden_or_past in ("secret", "taken", "seat"):
        bare[hidden_or_past] = 0
    bare["end"] = PLAYING  # whether it is the end may hang on a secret
    return bytes(bare.tobytes())


@lru_cache(REMEMBERED)
def _outcomes(memory: bytes, with_jokers: bool) -> list[Outcome]:
    bare = np.frombuffer(bytearray(memory), STATE)[0]
    moves = np.zeros(MAX_MOVES, np.int32)
    chosen = [move for move in moves[: legal(bare, moves)].tolist() if with_jokers or not move >> CELL_BITS]
    return [Outcome(letter_of(bare, move), _standings(tuple(slides(after(bare, move))))) for move in chosen]


def after(state: Any, *moves: int) -> Any:
    """A copy of a state in which moves have been played."""
    later = np.frombuffer(bytearray(state.tobytes()), STATE)[0]
    for move in moves:
        play(later, move)
    return later


def letter_of(state: Any, move: int) -> str:
    """The colour that a move removes; a joker's if it removes jokers alone."""
    slide, row = cell_of(CELL_NAMES[move & CELL_MASK])
    return slides(state)[slide][row]


def cell_of(name: str) -> Cell:
    """A cell by its name."""
    return SLIDES.index(name[0]), int(name[1:]) - 1
