"""What a game brings for its tests: tests/conformance.py, tests/perft.txt, its refusals."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

from escale import BadNotation, Game, Refusal
from escale.rules.compile import interpreted
from escale.rules.shelf import SHELF
from tests.conformance.tables import SIZES, Table, table, tables
from tests.conformance.thorough import THOROUGH

COUNTS = "perft "
PERFT = "perft.txt"


def tests_folder(game: Game) -> Path:
    """Where a game's tests are."""
    return Path(str(importlib.import_module(f"{SHELF}.{game.id}").__file__)).parent / "tests"


def own_checks(game: Game) -> Any:
    """The game's tests/conformance.py: `HIDDEN`, the fields that hold secrets, and `conserved(state)`."""
    return importlib.import_module(f"{SHELF}.{game.id}.tests.conformance")


def quick_options(game: Game) -> dict[str, Any]:
    """Options with which a game is over soon, if it says some: for tests in which bots play many whole games."""
    return dict(getattr(own_checks(game), "QUICK", {}))


def nobody_may_win(game: Game) -> bool:
    """Whether a game can end with no winner by its rules."""
    return bool(getattr(own_checks(game), "NOBODY_MAY_WIN", False))


def tried(game: Game, most: int) -> list[Table]:
    """So many tables at most, evenly spread, of all the kinds there are; all of them in `./run soak`.

    But for the first, with options with which the game is over soon, if it says some and the table isn't there for others.
    """
    every = tables(game.info)
    if THOROUGH:
        return every
    first, *others = every[:: -(-len(every) // most)]
    return list(dict.fromkeys([first, *(_quick(game, at) for at in others)]))


def _quick(game: Game, at: Table) -> Table:
    quick, usual = quick_options(game), {option.name: option.default for option in game.info.options}
    wanted = {} if interpreted else {name: value for name, value in at.options if value != usual[name]}
    return table(at.players, {**dict(at.options), **quick, **wanted})


def refusals(game: Game) -> list[Refusal]:
    """All refusals of a game, by code from 1 on."""
    found: list[Refusal] = []
    while True:
        try:
            found.append(game.refusal(len(found) + 1))
        except BadNotation:
            return found


def perft_blocks(path: Path) -> list[tuple[str, list[int]]]:
    """The positions of a perft file, as text, with how many games of 1, 2, 3 ... moves start there.

    Blocks are separated by blank lines; lines that begin with # are comments; the last line of a block has the counts.
    """
    lines = [line for line in path.read_text("utf-8").splitlines() if not line.startswith("#")]
    blocks = [block.strip("\n") for block in "\n".join(lines).split("\n\n")]
    found = []
    for block in filter(None, blocks):
        text, _, counts = block.rpartition("\n")
        assert counts.startswith(COUNTS), f"{path.name}: a block must end with a line '{COUNTS}N1 N2 ...':\n{block}"
        found.append((text + "\n", [int(count) for count in counts.removeprefix(COUNTS).split()]))
    return found


def perft_is_right(game: Game) -> None:
    """The engine counts as many games as the perft file says."""
    blocks = perft_blocks(tests_folder(game) / PERFT)
    assert blocks, f"{PERFT} has no position"
    for text, counts in blocks:
        position = game.parse(text)
        for depth, (visited, count) in enumerate(zip([1, *counts], counts, strict=False), start=1):
            if visited <= SIZES.perft:
                found = position.perft(depth)
                assert found == count, f"{PERFT} says {count} games of {depth} moves, the engine {found}, from\n{text}"
        assert position.perft(1) == len(position.moves()), f"perft counts other moves than are listed, from\n{text}"
