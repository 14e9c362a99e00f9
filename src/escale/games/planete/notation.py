"""Moves and positions as text; reading.py reads positions.

    planete players=2 turn=1 step=take first=0 two_player=offer
    stack core vS lllF rll
    stack rising vslEW v** srll
    stack falling vslEW sE
    stack character hunter prince
    aside core bWWB bGG
    offer core vlG W
    hidden vlG
    planet 0 1:sE 5:(bGG)
    planet 1 8:sF
    out rising lcc 1

A tile is written by what it bears, a character by its name. Stacks are written from the bottom; what is set aside and what lies
on the table, in the order of the deck. `hidden` is the tile that lies face down. A planet's tiles stand by cell, those that are
face down in brackets. `out` is a tile out of the game; a number says which seat alone has seen it.

The header says whose turn it is, what is to be decided (stack, hide, take, name, over), and who chooses the stack this round.

One who writes a position may leave out what is usual. Of each stack, tiles that are named nowhere are set aside, as many as the
number of players asks for and as they come in the deck; the others are the stack, in that order.

A move is `stack core`; `hide vlG`; `take vlG`, `take hidden`, or with the place `take vlG 9`; `name 2`.
"""

from __future__ import annotations

import re
from typing import Any

from escale.games.planete import INFO
from escale.games.planete.state import (
    CELL_BITS,
    CELL_MASK,
    CELLS,
    DO_SHIFT,
    EVERYBODY,
    HIDE,
    MAX_SEATS,
    NAME,
    NO_CELL,
    NO_SUCH_SEAT,
    NO_SUCH_TILE,
    NO_TILE,
    NOT_CHOSEN,
    OVER,
    PLACES,
    PLAIN,
    STACK,
    TAKE,
    THE_HIDDEN,
)
from escale.games.planete.tiles import NAMES, STACK_OF, STACKS, kind_named
from escale.rules.errors import BadNotation, shown

GAME = "planete"
STEPS = {STACK: "stack", HIDE: "hide", TAKE: "take", NAME: "name", OVER: "over"}
STACK_WORDS = {name: stack for stack, name in enumerate(STACKS)} | {
    "coeur": 0,
    "cœur": 0,
    "montante": 1,
    "descendante": 2,
    "personnage": 3,
}
HIDDEN_WORDS = ("hidden", "cachée", "cachee")
TILE_NAMES = frozenset(NAMES)
STACK_VERBS, HIDE_VERBS = ("stack", "pioche"), ("hide", "cache")
TAKE_VERBS, NAME_VERBS = ("take", "prends", "prendre"), ("name", "nomme")
CHOOSING = re.compile(rf"(?:{'|'.join(STACK_VERBS)}) +(\S+)", re.ASCII)
HIDING = re.compile(rf"(?:{'|'.join(HIDE_VERBS)}) +(\S+)", re.ASCII)
TAKING = re.compile(rf"(?:{'|'.join(TAKE_VERBS)}) +(\S+)(?: +(\d{{1,3}}))?", re.ASCII)
NAMING = re.compile(rf"(?:{'|'.join(NAME_VERBS)}) +(\d{{1,3}})", re.ASCII)


def move_text(state: Any, move: int) -> str:
    """A move's text."""
    done, rest = move >> DO_SHIFT, move & (1 << DO_SHIFT) - 1
    if done == STACK:
        return f"stack {STACKS[rest]}"
    if done == HIDE:
        return f"hide {NAMES[rest]}"
    if done == NAME:
        return f"name {rest}"
    tile, cell = rest >> CELL_BITS, rest & CELL_MASK
    said = f"take {HIDDEN_WORDS[0] if tile == THE_HIDDEN else NAMES[tile]}"
    return said if cell == lowest_place(state) else f"{said} {cell}"


def lowest_place(state: Any) -> int:
    """The lowest free place of the mover's planet for the tiles on the table; NO_CELL if there is none."""
    if state["offered"] == NOT_CHOSEN:
        return NO_CELL
    planet = state["planet"][int(state["seat"])]
    return next((cell for cell in PLACES[int(state["offered"])].tolist() if planet[cell] == NO_TILE), NO_CELL)


def read_move(state: Any, text: str) -> int:
    """The move a text means, legal or not; BadNotation if it is no move's text."""
    wanted = text.strip()
    if (match := CHOOSING.fullmatch(wanted)) and match[1] in STACK_WORDS:
        return STACK << DO_SHIFT | STACK_WORDS[match[1]]
    if (match := HIDING.fullmatch(wanted)) and match[1] in TILE_NAMES:
        return HIDE << DO_SHIFT | _tile(state, match[1])
    if (match := TAKING.fullmatch(wanted)) and match[1] in {*TILE_NAMES, *HIDDEN_WORDS}:
        tile = THE_HIDDEN if match[1] in HIDDEN_WORDS else _tile(state, match[1])
        cell = min(int(match[2]), NO_CELL) if match[2] else lowest_place(state)
        return TAKE << DO_SHIFT | tile << CELL_BITS | (cell if cell < CELLS else NO_CELL)
    if match := NAMING.fullmatch(wanted):
        return NAME << DO_SHIFT | (int(match[1]) if int(match[1]) < MAX_SEATS else NO_SUCH_SEAT)
    raise BadNotation(
        f"'{shown(text)}' is no move: stack core, rising, falling or character; take vlG, take hidden, "
        f"or with the place take vlG 9; hide vlG; name 2 ({_rule_for(state, wanted.split())})"
    )


def _rule_for(state: Any, words: list[str]) -> str:
    """The rule of what somebody tried to do with words that are no move; of what is to be done, if they don't tell."""
    tried = words[0] if words else ""
    if tried in TAKE_VERBS and len(words) > 1 and words[1] in {*TILE_NAMES, *HIDDEN_WORDS}:
        return "PLAN.R4"  # the tile is one; what follows is no place
    tries = {STACK: STACK_VERBS, HIDE: HIDE_VERBS, TAKE: TAKE_VERBS, NAME: NAME_VERBS}
    done = next((done for done, verbs in tries.items() if tried in verbs), int(state["step"]))
    if done in (TAKE, HIDE):
        return "PLAN.R3" if int(state["players"]) == 2 and state["two_player"] != PLAIN else "PLAN.R2"
    return {STACK: "PLAN.R1", NAME: "PLAN.R2", OVER: "PLAN.E0"}[done]


def _tile(state: Any, name: str) -> int:
    """The tile of the stack on the table that has a name; NO_SUCH_TILE if none of it has."""
    kind = None if state["offered"] == NOT_CHOSEN else kind_named(int(state["offered"]), name)
    return NO_SUCH_TILE if kind is None else kind


def chosen(state: Any) -> tuple[int, ...]:
    """The options of a table, as `setup` was given them."""
    return int(state.players), int(state.two_player)


def names(tiles: Any) -> list[str]:
    """Tiles as they are written; those that aren't there are left out."""
    return [NAMES[tile] for tile in tiles.tolist() if tile != NO_TILE]


def text(state: Any) -> str:
    """The whole position."""
    lines = [_header(state)]
    lines += [" ".join(["stack", name, *names(state.stack[stack])]) for stack, name in enumerate(STACKS)]
    lines += [
        " ".join(["aside", name, *names(state.aside[stack])])
        for stack, name in enumerate(STACKS)
        if state.aside[stack, 0] != NO_TILE
    ]
    if state.offered != NOT_CHOSEN:
        lines.append(" ".join(["offer", STACKS[int(state.offered)], *names(state.table)]))
    if state.hidden != NO_TILE:
        lines.append(f"hidden {NAMES[int(state.hidden)]}")
    for seat in range(int(state.players)):
        if said := _planet(state, seat):
            lines.append(f"planet {seat} {said}")
    for tile, seen_by in zip(state.out.tolist(), state.seen_by.tolist(), strict=True):
        if tile != NO_TILE:
            lines.append(f"out {STACKS[STACK_OF[tile]]} {NAMES[tile]}" + ("" if seen_by == EVERYBODY else f" {seen_by - 1}"))
    return "\n".join(lines) + "\n"


def _planet(state: Any, seat: int) -> str:
    tiles, down = state.planet[seat].tolist(), int(state.down[seat])
    said = {cell: NAMES[tile] for cell, tile in enumerate(tiles) if tile != NO_TILE}
    return " ".join(f"{cell}:({name})" if down >> cell & 1 else f"{cell}:{name}" for cell, name in said.items())


def _header(state: Any) -> str:
    players, values = INFO.decode(chosen(state))
    step = STEPS[int(state.step)]
    words = [GAME, f"players={players}", f"turn={int(state.seat)}", f"step={step}", f"first={int(state.first)}"]
    words += [f"{option.name}={values[option.name]}" for option in INFO.options if values[option.name] != option.default]
    return " ".join(words)
