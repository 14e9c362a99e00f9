"""How tokens stand: together, alone, or so that a group's leaving would part them. Only what everybody sees is looked at."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from escale.games.colorpop.notation import CELL_NAMES, SLIDES, slides
from escale.games.colorpop.rules import legal, play
from escale.games.colorpop.state import CELL_BITS, CELL_MASK, MAX_MOVES, PLAYING, STATE

Cell = tuple[int, int]  # slide and row

REMEMBERED = 256  # boards lately asked about: many moves of one position are


class Standing(NamedTuple):
    """How the tokens of some colours stand."""

    left: int
    lonely: int  # tokens that touch none of their colour
    parts: int  # lonely tokens, and groups


def standing(state: Any, letters: str) -> Standing:
    """How the tokens of the colours with these letters stand."""
    board = enumerate(slides(state))
    cells = [(token, (slide, row)) for slide, tokens in board for row, token in enumerate(tokens)]
    sizes = [size for letter in letters for size in parts_of(cell for token, cell in cells if token == letter)]
    return Standing(sum(sizes), sizes.count(1), len(sizes))


def parts_of(cells: Iterable[Cell]) -> list[int]:
    """The sizes of the parts into which cells fall that touch by their sides."""
    rest = set(cells)
    sizes = []
    while rest:
        edge = [rest.pop()]
        size = 0
        while edge:
            slide, row = edge.pop()
            size += 1
            near = rest.intersection(((slide - 1, row), (slide + 1, row), (slide, row - 1), (slide, row + 1)))
            rest -= near
            edge += near
        sizes.append(size)
    return sizes


def threats(state: Any, letters: str) -> int:
    """How many groups of other colours there are whose leaving, without jokers, leaves more tokens of these alone."""
    bare = after(state)
    for hidden_or_past in ("secret", "taken", "seat"):
        bare[hidden_or_past] = 0
    bare["end"] = PLAYING  # whether it is the end may hang on a secret
    return _threats(bare.tobytes(), letters)


@lru_cache(REMEMBERED)
def _threats(memory: bytes, letters: str) -> int:
    bare = np.frombuffer(bytearray(memory), STATE)[0]
    moves = np.zeros(MAX_MOVES, np.int32)
    lonely = standing(bare, letters).lonely
    plain = [move for move in moves[: legal(bare, moves)].tolist() if not move >> CELL_BITS]
    others = (move for move in plain if letter_of(bare, move) not in letters)
    return sum(standing(after(bare, move), letters).lonely > lonely for move in others)


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
