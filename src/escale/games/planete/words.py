"""Tiles, characters and players in words, as names of texts and what is filled in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from escale.games.planete.tiles import CHARACTER, ELEMENTS, NAMES, STACK_OF, STACKS

Said = tuple[str, dict[str, Any]]
MANY = {2: "tile.two", 3: "tile.three"}


def joined(texts: Sequence[Any], last: str = "list.and", others: str = "list.comma") -> Any:
    """Several texts as one: "a, b and c"."""
    said = texts[0]
    for number, text in enumerate(texts[1:], 2):
        said = (last if number == len(texts) else others, {"first": said, "second": text})
    return said


def elements_said(bears: str) -> Said:
    """What a tile bears: "a volcano, two lampposts and a fox"."""
    counts = Counter(letter for letter in bears if letter in ELEMENTS)
    said = [
        (f"a_element.{letter}", {}) if n == 1 else (MANY[n], {"elements": (f"element.{letter}", {"n": n})})
        for letter, n in counts.items()
    ]
    result: Said = joined(said)
    return result


def bare(tile: int) -> Said:
    """A tile where its stack is plain."""
    if STACK_OF[tile] == CHARACTER:
        return f"the_character.{NAMES[tile]}", {}
    return elements_said(NAMES[tile])


def with_kind(tile: int) -> Said:
    """A tile with the kind of its stack."""
    if STACK_OF[tile] == CHARACTER:
        return bare(tile)
    return "tile.of", {"tile": (f"a_tile_of.{STACKS[STACK_OF[tile]]}", {}), "elements": elements_said(NAMES[tile])}


def listed(tiles: Sequence[int]) -> Said:
    """Several tiles of one stack."""
    result: Said = joined([bare(tile) for tile in tiles], "list.also", "list.also")
    return result


def somebody(seat: int) -> dict[str, Any]:
    """The values of a text that tells of a player: the number, and what they are called where nobody knows their name."""
    return {"seat": seat + 1, "whom": ("log.player", {"seat": seat + 1})}
