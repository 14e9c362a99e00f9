"""A position read from its text: one that a game can go on from, and nothing else."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from escale.games.planete import INFO
from escale.games.planete.notation import GAME, STEPS
from escale.games.planete.soundness import check_baobabs, check_planets, check_round
from escale.games.planete.state import (
    CELLS,
    EVERYBODY,
    KIND_OF_PLACE,
    MAX_SEATS,
    NO_TILE,
    NOT_CHOSEN,
    ROUNDS,
    SET_ASIDE,
    STACK,
    TAKE,
)
from escale.games.planete.tiles import BEARS, COPIES, FIRST, NAMES, STACK_OF, STACKS, TILES, kind_named
from escale.rules.errors import BadNotation, BadOption, shown
from escale.rules.info import Value

NUMBER = re.compile(r"\d{1,2}", re.ASCII)
LYING = re.compile(r"(\d{1,3}):(?:(\()(?=.*\)\Z))?([^()]+)\)?", re.ASCII)
FIELDS = ("turn", "step", "first")  # of the header, beside players and options


@dataclass
class Parts:
    """What the lines of a position say, before anything is made of it. Tiles are kinds."""

    stacks: dict[int, list[int]] = field(default_factory=dict)
    aside: dict[int, list[int]] = field(default_factory=dict)
    offer: tuple[int, list[int]] | None = None
    hidden: str | None = None
    planets: dict[int, list[tuple[int, str, bool]]] = field(default_factory=dict)  # by seat: cell, tile, whether face down
    out: list[tuple[int, int]] = field(default_factory=list)  # tile, who has seen it


def read(text: str, state: Any) -> None:
    """Set a state to what a text describes; BadNotation, with the rule where one is broken, if it describes none."""
    lines = [line.strip() for line in text.strip().splitlines()]
    if not lines or lines[0].split()[:1] != [GAME]:
        raise BadNotation(f"a position begins with a line {GAME!r}")
    _empty(state)
    fields = _read_header(state, lines[0].split()[1:])
    parts = _parts(state, [line for line in lines[1:] if line])
    state.step = _named(fields, TAKE if parts.offer else STACK)
    _read_offer(state, parts)
    _read_planets(state, parts)
    _read_out(state, parts)
    _read_stacks(state, parts)
    check_planets(state)
    check_baobabs(state)
    check_round(state)


def _empty(state: Any) -> None:
    for name in ("stack", "aside", "table", "planet", "out"):
        state[name][:] = NO_TILE
    for name in ("down", "bears", "chosen", "stack_count"):
        state[name][:] = 0
    state.seen_by[:] = EVERYBODY
    state.hidden = NO_TILE
    state.offered = NOT_CHOSEN
    state.table_count = state.out_count = state.served = 0


# The header


def _read_header(state: Any, words: list[str]) -> dict[str, str]:
    given: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or key in given:
            raise BadNotation(f"'{shown(word)}': what is said of the table is name=value, each once")
        given[key] = value
    fields = {name: given.pop(name) for name in FIELDS if name in given}
    players = given.pop("players", str(INFO.players[0]))
    if players not in map(str, INFO.players):
        raise BadNotation(f"players='{shown(players)}': allowed are {', '.join(map(str, INFO.players))} (PLAN.S1)")
    options: dict[str, Value] = dict(given)
    try:
        _, values = INFO.choose(int(players), options)
    except BadOption as error:
        raise BadNotation(f"{error} (PLAN.R3)" if "two_player" in given else str(error)) from None
    state.players, state.two_player = INFO.encode(int(players), values)
    state.seat = _seat(fields, "turn", int(players))
    state.first = _seat(fields, "first", int(players))
    return fields


def _seat(fields: dict[str, str], name: str, players: int) -> int:
    said = fields.get(name, "0")
    if not NUMBER.fullmatch(said) or int(said) >= players:
        raise BadNotation(f"{name}='{shown(said)}': allowed are 0 to {players - 1} (PLAN.S1)")
    return int(said)


def _named(fields: dict[str, str], usual: int) -> int:
    numbers = {word: number for number, word in STEPS.items()}
    if "step" not in fields:
        return usual
    if fields["step"] not in numbers:
        raise BadNotation(f"step='{shown(fields['step'])}': allowed are {', '.join(numbers)}")
    return numbers[fields["step"]]


# The lines


def _parts(state: Any, lines: list[str]) -> Parts:
    parts = Parts()
    for line in lines:
        word, *rest = line.split()
        _part(state, parts, word, rest, line)
    return parts


def _part(state: Any, parts: Parts, word: str, rest: list[str], line: str) -> None:
    """One line that begins with a word."""
    if word in ("stack", "aside", "offer", "out"):
        stack = _stack(rest[:1], line)
        if word == "stack" and stack not in parts.stacks:
            parts.stacks[stack] = _tiles(stack, rest[1:])
            return
        if word == "aside" and stack not in parts.aside:
            parts.aside[stack] = _tiles(stack, rest[1:])
            return
        if word == "offer" and parts.offer is None:
            parts.offer = stack, _tiles(stack, rest[1:])
            return
        if word == "out" and len(rest) in (2, 3):
            seen_by = _number(rest[2], int(state.players), line) + 1 if rest[2:] else EVERYBODY
            parts.out.append((_tile(stack, rest[1]), seen_by))
            return
    elif word == "hidden" and parts.hidden is None:
        if len(rest) != 1:
            raise BadNotation(f"'{shown(line)}': one tile lies face down (PLAN.R3)")
        parts.hidden = rest[0]
        return
    elif word == "planet" and rest and (seat := _number(rest[0], int(state.players), line)) not in parts.planets:
        parts.planets[seat] = [_lying(said, line) for said in rest[1:]]
        return
    raise BadNotation(
        f"'{shown(line)}': allowed are, each once, stack, aside and offer with a stack's name and tiles, hidden TILE, "
        "planet SEAT CELL:TILE ..., and out STACK TILE"
    )


def _stack(words: list[str], line: str) -> int:
    if not words or words[0] not in STACKS:
        raise BadNotation(f"'{shown(line)}': the stacks are {', '.join(STACKS)} (PLAN.S1)")
    return STACKS.index(words[0])


def _number(word: str, count: int, line: str) -> int:
    if not NUMBER.fullmatch(word) or int(word) >= count:
        raise BadNotation(f"'{shown(line)}': the seat '{shown(word)}' is one of 0 to {count - 1} (PLAN.S1)")
    return int(word)


def _tile(stack: int, name: str) -> int:
    kind = kind_named(stack, name)
    if kind is None:
        raise BadNotation(f"'{shown(name)}' is no tile of the stack {STACKS[stack]} (PLAN.S1)")
    return kind


def _tiles(stack: int, names: list[str]) -> list[int]:
    return [_tile(stack, name) for name in names]


def _lying(said: str, line: str) -> tuple[int, str, bool]:
    match = LYING.fullmatch(said)
    if not match or (said.endswith(")") and not match[2]):
        raise BadNotation(f"'{shown(line)}': a planet's tiles are written cell:tile, in brackets if face down, such as 5:(bGG)")
    return int(match[1]), match[3], match[2] is not None


# What they say


def _read_offer(state: Any, parts: Parts) -> None:
    if parts.offer is None:
        if parts.hidden is not None:
            raise BadNotation("a hidden tile is part of an offer (PLAN.R3)")
        return
    stack, tiles = parts.offer
    if len(tiles) > MAX_SEATS:
        raise BadNotation(f"{len(tiles)} tiles on the table: at most as many as players (PLAN.R1)")
    state.offered = stack
    state.table[: len(tiles)] = sorted(tiles)
    state.table_count = len(tiles)
    if parts.hidden is not None:
        kind = kind_named(stack, parts.hidden)
        if kind is None:
            raise BadNotation(f"hidden '{shown(parts.hidden)}': it is of the stack that is offered (PLAN.R3)")
        state.hidden = kind


def _read_planets(state: Any, parts: Parts) -> None:
    for seat, tiles in parts.planets.items():
        for cell, name, down in tiles:
            if cell >= CELLS:
                raise BadNotation(f"cell {cell}: a planet has cells 0 to {CELLS - 1} (PLAN.R4)")
            stack = int(KIND_OF_PLACE[cell])
            kind = kind_named(stack, name)
            if kind is None:
                if name not in NAMES:
                    raise BadNotation(f"'{shown(name)}' is no tile (PLAN.S1)")
                raise BadNotation(f"cell {cell} is for tiles of the stack {STACKS[stack]}, not {shown(name)} (PLAN.R4)")
            if state.planet[seat, cell] != NO_TILE:
                raise BadNotation(f"planet {seat}: two tiles on cell {cell} (PLAN.R4)")
            state.planet[seat, cell] = kind
            if down:
                state.down[seat] |= 1 << cell
            else:
                state.bears[seat] += BEARS[kind].astype(state.bears.dtype)


def _read_out(state: Any, parts: Parts) -> None:
    if len(parts.out) > ROUNDS:
        raise BadNotation(f"{len(parts.out)} tiles out of the game: one for each finished round (PLAN.R3)")
    for number, (tile, seen_by) in enumerate(sorted(parts.out)):
        state.out[number] = tile
        state.seen_by[number] = seen_by
    state.out_count = len(parts.out)


def _read_stacks(state: Any, parts: Parts) -> None:
    """The stacks and what is set aside, filled in where it isn't said."""
    for stack in range(len(STACKS)):
        left = Counter(TILES[stack].tolist())
        left.subtract(_lying_about(state, stack))
        left.subtract(parts.stacks.get(stack, []))
        left.subtract(parts.aside.get(stack, []))
        if over := [kind for kind, count in left.items() if count < 0]:
            raise BadNotation(f"{NAMES[over[0]]}: there are {COPIES[over[0]]} of it among the {STACKS[stack]} tiles (PLAN.S1)")
        rest = sorted(left.elements())
        many = int(SET_ASIDE[int(state.players)])
        aside = sorted(parts.aside[stack]) if stack in parts.aside else rest[:many]
        if stack not in parts.aside:
            rest = rest[many:]
        tiles = parts.stacks.get(stack)
        if tiles is None:
            tiles, rest = rest, []
        if rest or len(aside) != many:
            raise BadNotation(
                f"{STACKS[stack]}: {many} tiles are set aside, and every other one is in the stack, on the table, on a planet "
                "or out of the game (PLAN.S1)"
            )
        state.aside[stack, :many] = aside
        state.stack[stack, : len(tiles)] = tiles
        state.stack_count[stack] = len(tiles)


def _lying_about(state: Any, stack: int) -> list[int]:
    """The tiles of a stack that are on the table, on planets or out of the game."""
    about = [*state.table.tolist(), int(state.hidden), *state.planet.ravel().tolist(), *state.out.tolist()]
    return [tile for tile in about if tile != NO_TILE and STACK_OF[tile] == stack]


assert FIRST[-1] == len(NAMES)
