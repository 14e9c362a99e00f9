"""Positions as text, in the slow model: read and written without the engine. It trusts what it reads."""

from __future__ import annotations

from collections import Counter

from escale.games.planete.tests.model_table import (
    DECK,
    SET_ASIDE,
    STACKS,
    Gone,
    Lying,
    Planet,
    Table,
    gone_order,
    in_deck_order,
    stack_at,
)

GAME = "planete"
END = "end"


# Writing


def written(table: Table) -> str:
    """A position in full."""
    lines = [header(table)]
    lines += [" ".join(["stack", stack, *table.stacks[stack]]) for stack in STACKS]
    lines += [" ".join(["aside", stack, *table.aside[stack]]) for stack in STACKS if table.aside[stack]]
    if table.offered:
        lines.append(" ".join(["offer", table.offered, *table.offer]))
    if table.hidden:
        lines.append(f"hidden {table.hidden}")
    lines += [f"planet {seat} {planet_text(planet)}" for seat, planet in enumerate(table.planets) if planet]
    lines += [*(gone_text(gone) for gone in table.out), END]
    return "\n".join(lines) + "\n"


def header(table: Table) -> str:
    """The first line."""
    said = f"{GAME} players={table.players} turn={table.turn} step={table.step} first={table.first}"
    return f"{said} two_player=offer" if table.offering() else said


def planet_text(planet: Planet) -> str:
    """The tiles of a planet by cell; in brackets those face down."""
    tiles = {cell: f"({lying.tile})" if lying.down else lying.tile for cell, lying in planet.items()}
    return " ".join(f"{cell}:{tiles[cell]}" for cell in sorted(tiles))


def gone_text(gone: Gone) -> str:
    """A tile out of the game, and who alone has seen it."""
    return f"out {gone.stack} {gone.tile}" + ("" if gone.seat is None else f" {gone.seat}")


# Reading


def read(text: str) -> Table:
    """The position that a text says, in full or not."""
    first, *lines = [line.split() for line in text.splitlines() if line.strip()]
    assert first[0] == GAME, text
    said = dict(word.split("=") for word in first[1:])
    players = int(said.get("players", 2))
    plain = players == 2 and said.get("two_player", "plain") == "plain"
    table = Table(players, plain, planets=[{} for _ in range(players)])
    for word, *rest in lines:
        if word == "stack":
            table.stacks[rest[0]] = rest[1:]
        elif word == "aside":
            table.aside[rest[0]] = in_deck_order(rest[0], rest[1:])
        elif word == "offer":
            table.offered, table.offer = rest[0], in_deck_order(rest[0], rest[1:])
        elif word == "hidden":
            (table.hidden,) = rest
        elif word == "planet":
            table.planets[int(rest[0])] = read_planet(rest[1:])
        elif word != END:
            assert word == "out", text
            table.out.append(Gone(rest[0], rest[1], int(rest[2]) if rest[2:] else None))
    table.turn, table.first = int(said.get("turn", 0)), int(said.get("first", 0))
    table.step = said.get("step", "take" if table.offered else "stack")
    table.out.sort(key=gone_order)
    for stack in STACKS:
        fill_in(table, stack)
    return table


def read_planet(words: list[str]) -> Planet:
    """The tiles of a planet, by cell."""
    planet: Planet = {}
    for word in words:
        cell, _, tile = word.partition(":")
        down = tile.startswith("(")
        planet[int(cell)] = Lying(tile[1:-1] if down else tile, down)
    return planet


def fill_in(table: Table, stack: str) -> None:
    """Tiles that are named nowhere: the first of the deck are set aside, if that isn't said; the rest is the stack."""
    left = Counter(DECK[stack])
    left.subtract(named(table, stack))
    assert min(left.values()) >= 0, (stack, left)
    rest = in_deck_order(stack, left.elements())
    if stack not in table.aside:
        many = SET_ASIDE[table.players]
        table.aside[stack], rest = rest[:many], rest[many:]
    if stack not in table.stacks:
        table.stacks[stack], rest = rest, []
    assert not rest, (stack, rest)


def named(table: Table, stack: str) -> list[str]:
    """The tiles of a stack that are said to be somewhere."""
    return [
        *table.stacks.get(stack, []),
        *table.aside.get(stack, []),
        *(table.offer if table.offered == stack else []),
        *([table.hidden] if table.hidden and table.offered == stack else []),
        *(lying.tile for planet in table.planets for cell, lying in planet.items() if stack_at(cell) == stack),
        *(gone.tile for gone in table.out if gone.stack == stack),
    ]
