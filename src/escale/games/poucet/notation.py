"""Moves and positions as text; reading.py reads positions.

    poucet players=2 turn=0 step=play first=0 size=9
    board
      .   .   .   .   .   .   .   .   .
      ...
      .   .   .   .   *   .   .   .   .
      ...
      R   rew F   .   .   .   .   gew G
      ...
    at c5 W V
    start 0 a4
    start 1 i4
    hand 0 ri rl forest river boots wolf
    hand 1 gi gi gt pebbles ogre wolf
    stock yi rt gl
    discard wolf ri

A cell is its column, a letter, and its row, a number from 1 at the bottom. The board is what one sees from above, its top row
first: `.` an empty cell, `*` the flower, `rew` a red card that opens to the east and to the west, `R` a start card, `W` wolf,
`O` ogre, `F` forest, `V` river, `B` boots, `0e` pebbles that seat 0 laid towards the east. `at` tells, from the bottom, a pile
of two cards or more; `start` where a seat's latest start card lies, `chose` the colour of one not laid yet. Cards in hands, the
stock (from the bottom) and the discard (the latest last) are `ri rl rt` (straight, bend, fork, in red), `gi` to `yt`, `wolf`,
`ogre`, `forest`, `river`, `pebbles`, `boots`. `waits 0 3`: three turns in a row of seat 0, the present included, began with no
open end. `out 1`: that seat gave up. `known 0 1 ri rl`: everybody knows that one more card of seat 0 is neither of these.

The header says whose turn it is and what is to be decided (choose, start, play, over), who began, whatever option isn't usual,
and how it came to an `end` with which `winner`.

One who writes a position may leave out what is usual, and the board, if `at` says every card; hands that aren't said are dealt
from the cards named nowhere, in the order of the deck, and what remains is the stock.

A move is `take r`, `start a4`, a card on a cell, `c4:rew`, `c4:forest`, `c4:pebbles-e` (the way they lead), `discard rl`,
`restart g a4` or `give up`.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from escale.games.poucet import INFO
from escale.games.poucet.cards import LETTERS, NAMES, SHAPE_OF, SIDE_LETTERS
from escale.games.poucet.lying import sides_of, token
from escale.games.poucet.paths import UNDER_SHIFT
from escale.games.poucet.state import (
    BEGIN,
    BY_CARDS,
    BY_FLOWER,
    BY_REST,
    CELL_MASK,
    CHOOSING,
    DISCARD,
    DO_SHIFT,
    FIRST_CELL,
    GIVE_UP,
    HAND,
    KIND_SHIFT,
    KINDS,
    LARGEST,
    LAY,
    NIBBLE,
    NO_CARD,
    NO_COLOUR,
    NOBODY,
    NOWHERE,
    OVER,
    PATH_KINDS,
    PLAYING,
    RESTART,
    ROW,
    SHAPES,
    SOME_PEBBLES,
    STARTING,
    TAKE,
    TURN_SHIFT,
)
from escale.rules.errors import BadNotation, shown

NAME = "poucet"
COLUMNS = "abcdefghijklm"
STEPS = {CHOOSING: "choose", STARTING: "start", PLAYING: "play", OVER: "over"}
ENDS = {BY_FLOWER: "flower", BY_REST: "alone", BY_CARDS: "cards"}
TAKE_WORDS, START_WORDS = ("take", "prends", "prendre"), ("start", "depart", "départ")
DISCARD_WORDS = ("discard", "defausse", "défausse", "defausser", "défausser")
RESTART_WORDS = ("restart", "recommence", "recommencer")
TAKING = re.compile(rf"(?:{'|'.join(TAKE_WORDS)}) +([rgy])", re.ASCII)
STARTING_AT = re.compile(rf"(?:{'|'.join(START_WORDS)}) +([a-z]) *(\d{{1,3}})", re.ASCII)
LAYING = re.compile(r"([a-z]) *(\d{1,3}) *: *(?:([rgy])([nesw]{1,4})|(pebbles) *- *([nesw])|([a-z]+))", re.ASCII)
DISCARDING = re.compile(rf"(?:{'|'.join(DISCARD_WORDS)}) +([a-z]+)", re.ASCII)
RESTARTING = re.compile(rf"(?:{'|'.join(RESTART_WORDS)}) +([rgy]) +([a-z]) *(\d{{1,3}})", re.ASCII)
GIVING_UP = ("give up", "abandonne", "abandonner")
Cell = tuple[int, int]


def cell_at(number: int) -> Cell:
    """A cell's x and y."""
    return (int(number) - FIRST_CELL) % ROW, (int(number) - FIRST_CELL) // ROW


def number_of(cell: Cell) -> int:
    """The number of a cell that is x, y."""
    return FIRST_CELL + ROW * cell[1] + cell[0]


def place_of(number: int) -> str:
    """A cell as players say it."""
    x, y = cell_at(number)
    return f"{COLUMNS[x]}{y + 1}"


def move_text(state: Any, move: int) -> str:
    """A move's text."""
    done, kind, turned = move >> DO_SHIFT, move >> KIND_SHIFT & NIBBLE, move >> TURN_SHIFT & NIBBLE
    cell = move & CELL_MASK
    if done == LAY:
        card = NAMES[kind]
        if kind < PATH_KINDS:
            card = card[0] + sides_of(turned)
        elif kind == SOME_PEBBLES:
            card = f"{card}-{sides_of(turned)}"
        return f"{place_of(cell)}:{card}"
    if done == TAKE:
        return f"take {LETTERS[kind]}"
    if done == BEGIN:
        return f"start {place_of(cell)}"
    if done == RESTART:
        return f"restart {LETTERS[kind]} {place_of(cell)}"
    return f"discard {NAMES[kind]}" if done == DISCARD else "give up"


def read_move(state: Any, text: str) -> int:
    """The move a text means, legal or not; BadNotation if it is no move's text."""
    wanted = " ".join(text.lower().split())
    if wanted in GIVING_UP:
        return GIVE_UP << DO_SHIFT
    if match := TAKING.fullmatch(wanted):
        return TAKE << DO_SHIFT | LETTERS.index(match[1]) << KIND_SHIFT
    if match := STARTING_AT.fullmatch(wanted):
        return BEGIN << DO_SHIFT | _cell(match[1], match[2])
    if match := RESTARTING.fullmatch(wanted):
        return RESTART << DO_SHIFT | LETTERS.index(match[1]) << KIND_SHIFT | _cell(match[2], match[3])
    if (match := DISCARDING.fullmatch(wanted)) and match[1] in NAMES:
        return DISCARD << DO_SHIFT | NAMES.index(match[1]) << KIND_SHIFT
    if match := LAYING.fullmatch(wanted):
        card = _laid(match)
        if card is not None:
            return LAY << DO_SHIFT | card | _cell(match[1], match[2])
    raise BadNotation(
        f"'{shown(text)}' is no move: a card is laid as c4:rew (its openings), c4:forest, c4:pebbles-e (the way they lead); "
        f"take r, start a4, discard rl, restart g a4, give up ({_rule_for(state, wanted.split())})"
    )


def _rule_for(state: Any, words: list[str]) -> str:
    """The rule of what somebody tried to do with words that are no move; of what is to be decided, if they don't tell."""
    giving_up = [first for first, *_ in map(str.split, GIVING_UP)]
    tries = {"POU.S2": (*TAKE_WORDS, *START_WORDS), "POU.T6": DISCARD_WORDS, "POU.B2": (*RESTART_WORDS, *giving_up)}
    for rule, verbs in tries.items():
        if words and words[0] in verbs:
            return rule
    if state["step"] == OVER:
        return "POU.E1" if state["end"] == BY_FLOWER else "POU.E2"
    return "POU.T0" if state["step"] == PLAYING else "POU.S2"


def _laid(match: re.Match[str]) -> int | None:
    """The kind of a card and how it is turned, as a move has them, also with openings that no card has."""
    if match[3]:
        openings = sum(1 << SIDE_LETTERS.index(side) for side in set(match[4]))
        if sides_of(openings) != "".join(sorted(match[4], key=SIDE_LETTERS.index)):
            return None
        return LETTERS.index(match[3]) * SHAPES + max(0, int(SHAPE_OF[openings])) << KIND_SHIFT | openings << TURN_SHIFT
    if match[5]:
        return SOME_PEBBLES << KIND_SHIFT | 1 << SIDE_LETTERS.index(match[6]) << TURN_SHIFT
    if match[7] in NAMES[PATH_KINDS:] and match[7] != NAMES[SOME_PEBBLES]:
        return NAMES.index(match[7]) << KIND_SHIFT
    return None


def _cell(column: str, row: str) -> int:
    """A cell of the largest board, or NOWHERE."""
    if column not in COLUMNS or not 1 <= int(row) <= LARGEST:
        return NOWHERE
    return number_of((COLUMNS.index(column), int(row) - 1))


def chosen(state: Any) -> tuple[int, ...]:
    """The options of a table, as `setup` was given them."""
    return int(state.players), int(state.board), int(state.crossing), int(state.favour)


@cache
def cells_of(side: int) -> tuple[int, ...]:
    """The cells of a board, row by row from the lowest."""
    return tuple(number_of((x, y)) for y in range(side) for x in range(side))


def piles(state: Any) -> dict[int, list[int]]:
    """What lies under the top cards, from the bottom, by cell."""
    found: dict[int, list[int]] = {}
    for word in state["under"][: state["under_count"]].tolist():
        found.setdefault(word >> UNDER_SHIFT, []).append(word & CELL_MASK)
    return found


def names(kinds: Any) -> list[str]:
    """Cards as they are written; those that aren't there are left out."""
    return [NAMES[kind] for kind in kinds.tolist() if kind != NO_CARD]


def text(state: Any) -> str:
    """The whole position."""
    players = range(int(state.players))
    lines = [_header(state), "board", *board_rows(state)]
    lines += [
        " ".join(["at", place_of(cell), *map(token, cards), token(int(state.top[cell]))])
        for cell, cards in piles(state).items()
    ]
    for seat in players:
        if state.colour[seat] != NO_COLOUR and state.start[seat] == NOWHERE:
            lines.append(f"chose {seat} {LETTERS[int(state.colour[seat])]}")
    lines += [f"start {seat} {place_of(state.start[seat])}" for seat in players if state.start[seat] != NOWHERE]
    lines += [" ".join([f"hand {seat}", *names(state.hand[seat])]) for seat in players]
    lines += [" ".join([name, *names(state[name])]) for name in ("stock", "discard") if state[f"{name}_count"]]
    lines += [f"waits {seat} {int(state.waits[seat])}" for seat in players if state.waits[seat]]
    lines += [f"out {seat}" for seat in players if state.out[seat]]
    for seat in players:
        for slot in range(HAND):
            if state["barred"][seat, slot] and (barred := barred_kinds(state, seat, slot)):
                lines.append(" ".join([f"known {seat} {slot}", *(NAMES[kind] for kind in barred)]))
    return "\n".join(lines) + "\n"


def board_rows(state: Any) -> list[str]:
    """The rows of the board, the top one first."""
    top, side = state.top.tolist(), int(state.side)
    tokens = [token(top[cell]) for cell in cells_of(side)]
    width = max(map(len, tokens))
    rows = [tokens[side * row : side * (row + 1)] for row in range(side)]
    return ["  " + " ".join(word.ljust(width) for word in row).rstrip() for row in reversed(rows)]


def barred_kinds(state: Any, seat: int, slot: int) -> list[int]:
    """The kinds that a card of a hand can't be, as everybody knows."""
    barred = int(state["barred"][seat, slot])
    return [kind for kind in range(KINDS) if barred >> kind & 1]


def _header(state: Any) -> str:
    players, values = INFO.decode(chosen(state))
    words = [
        NAME,
        f"players={players}",
        f"turn={int(state.seat)}",
        f"step={STEPS[int(state.step)]}",
        f"first={int(state.first)}",
    ]
    words += [f"{option.name}={values[option.name]}" for option in INFO.options if values[option.name] != option.default]
    if state.step == OVER:
        words.append(f"end={ENDS[int(state.end)]}")
    if state.winner != NOBODY:
        words.append(f"winner={int(state.winner)}")
    return " ".join(words)
