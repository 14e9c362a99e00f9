"""Positions written as text for tests, without the engine: whole planets in one line, tables for two and more."""

from __future__ import annotations

from escale.games.planete.tests.model_notation import planet_text, read, read_planet, written
from escale.games.planete.tests.model_table import DECK, PLACES, STACKS, Planet

#: Tiles of each stack without baobab, as a second planet has them when only the first matters.
PLAINEST = {
    "core": "W E cG cW cWW llc rll lllF",
    "rising": "sE sF cW lcc lWW sllF srll lllS",
    "falling": "sE sF cW lcc lWW sllF srll lllS",
    "character": "astronomer astronomer lamplighter lamplighter turk turk hunter hunter",
}


def planet(tiles: str) -> str:
    """A planet as a position's text has it.

    `tiles`: those of each stack in the order core / rising / falling / character, each put at the lowest free place; those in
    brackets are face down. `"W E / sE (bsG) / / king"`.
    """
    found = []
    for stack, some in zip(STACKS, tiles.split("/"), strict=True):
        found += [f"{cell}:{tile}" for cell, tile in zip(PLACES[stack], some.split(), strict=False)]
        assert len(some.split()) <= len(PLACES[stack]), tiles
    return planet_text(read_planet(found))


def lying(tiles: str) -> Planet:
    """The same for the slow model."""
    return read_planet(planet(tiles).split())


def beside(*tiles: str) -> str:
    """A planet with as many tiles of each stack as the first of these, of tiles that none of them has; it bears no baobab."""
    parts = []
    for number, stack in enumerate(STACKS):
        taken = [tile.strip("()") for each in tiles for tile in each.split("/")[number].split()]
        free = list(DECK[stack])
        for tile in taken:
            free.remove(tile)
        found: list[str] = []
        for tile in PLAINEST[stack].split():
            if tile in free:
                free.remove(tile)
                found.append(tile)
        parts.append(" ".join(found[: len(tiles[0].split("/")[number].split())]))
    return " / ".join(parts)


def drawn(*planets: str, said: str = "", more: str = "") -> str:
    """A position as text.

    `planets`: see `planet`, one for each seat; "" where nothing lies yet. `said`: on the first line, beside the number of
    players; `more`: other lines, `"offer core W E; hidden cG"`. Two play with a hidden tile unless `said` tells how.
    """
    if len(planets) == 2 and "two_player=" not in said:
        said = f"{said} two_player=offer".lstrip()
    lines = [f"planet {seat} {planet(tiles)}" for seat, tiles in enumerate(planets) if tiles.replace("/", "").strip()]
    others = [line.strip() for line in more.split(";") if line.strip()]
    return "\n".join([f"planete players={len(planets)} {said}".rstrip(), *others, *lines]) + "\n"


def ended(*planets: str) -> str:
    """A game that is over, with these planets of sixteen tiles; with one only, a plain one is beside it. Two: by the sheet."""
    every = planets if len(planets) > 1 else (*planets, beside(*planets))
    plain = " two_player=plain" if len(every) == 2 else ""
    return drawn(*every, said=f"step=over turn=1 first=0{plain}")


def full(text: str) -> str:
    """A position in full, as the slow model writes it."""
    return written(read(text))
