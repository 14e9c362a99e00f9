"""A position read from its text: one that a game can go on from, and nothing else."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from escale.games.poucet import INFO
from escale.games.poucet.cards import LETTERS, NAMES, SHAPE_OF, SIDE_LETTERS
from escale.games.poucet.ends import OPEN, states_of_ends
from escale.games.poucet.lying import MARKS, Lying, lying_of
from escale.games.poucet.notation import COLUMNS, ENDS, NAME, STEPS, Cell, cell_at, number_of, place_of
from escale.games.poucet.paths import UNDER_SHIFT, trace
from escale.games.poucet.rules import lay_table
from escale.games.poucet.soundness import check_all, check_pile
from escale.games.poucet.state import (
    CELL_MASK,
    COLOUR_STEP,
    COPIES,
    EMPTY,
    FLOWER,
    HAND,
    KINDS,
    MOST_WAITS,
    NO_COLOUR,
    NOBODY,
    PATH,
    PEBBLES,
    PLAYING,
    RUNNING,
    SIDES,
    START,
    STATE,
)
from escale.rules.compile import compiled_brief
from escale.rules.errors import BadNotation, BadOption, shown
from escale.rules.info import Value

FIELDS = ("turn", "step", "first", "end", "winner")  # of the header, beside players and options
NUMBER = re.compile(r"\d{1,3}", re.ASCII)
CELL = re.compile(r"([a-z])(\d{1,2})", re.ASCII)
PATH_CARD = re.compile(r"([rgy])([nesw]{2,3})", re.ASCII)
PEBBLES_OF = re.compile(r"(\d)([nesw])", re.ASCII)


@dataclass
class Parts:
    """What the lines of a position say, before anything is made of it."""

    rows: list[list[str]] | None = None
    piles: dict[int, list[str]] = field(default_factory=dict)
    chose: dict[int, int] = field(default_factory=dict)
    starts: dict[int, int] = field(default_factory=dict)
    hands: dict[int, list[int]] = field(default_factory=dict)
    stock: list[int] | None = None
    discard: list[int] | None = None
    waits: dict[int, int] = field(default_factory=dict)
    out: list[int] = field(default_factory=list)
    known: dict[tuple[int, int], list[int]] = field(default_factory=dict)


def read(text: str, state: Any) -> None:
    """Set a state to what a text describes; BadNotation, with the rule where one is broken, if it describes none."""
    lines = [line.strip() for line in text.strip().splitlines()]
    if not lines or lines[0].split()[:1] != [NAME]:
        raise BadNotation(f"a position begins with a line {NAME!r}")
    tables = np.zeros(1, STATE)
    table = tables[0]
    _read_header(tables, lines[0].split()[1:])
    parts = _parts(table, [line for line in lines[1:] if line])
    _read_board(table, parts)
    _read_starts(table, parts)
    _read_cards(table, parts)
    for (seat, slot), kinds in parts.known.items():
        table.barred[seat, slot] = sum(1 << kind for kind in set(kinds))
    table.out[parts.out] = 1
    arrived, is_stuck = traced(tables)
    for seat, waits in parts.waits.items():
        table.waits[seat] = waits
    mover = int(table.seat)
    if mover not in parts.waits and table.step == PLAYING and is_stuck:
        table.waits[mover] = 1
    check_all(table, [seat for seat in range(int(table.players)) if arrived >> seat & 1], is_stuck)
    for name in table.dtype.names:
        state[name] = table[name]


@compiled_brief
def laid_out(states: Any, options: Any) -> None:
    """Let the first state of an array be a table with these options and no card on it."""
    lay_table(states[0], options)


@compiled_brief
def traced(states: Any) -> Any:
    """Find all paths in the first state of an array; the seats that have arrived, as a set, and whether the seat to move has no
    open end.
    """
    state = states[0]
    arrived = 0
    for seat in range(np.int64(state.players)):
        if trace(state, np.int64(seat)):
            arrived |= 1 << seat
    return arrived, states_of_ends(state, np.int64(state.seat)) & OPEN == 0


# The header


def _read_header(tables: Any, words: list[str]) -> None:
    given: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or key in given:
            raise BadNotation(f"'{shown(word)}': what is said of the table is name=value, each once")
        given[key] = value
    fields = {name: given.pop(name) for name in FIELDS if name in given}
    players = given.pop("players", str(INFO.players[0]))
    if players not in map(str, INFO.players):
        raise BadNotation(f"players='{shown(players)}': allowed are {', '.join(map(str, INFO.players))} (POU.S1)")
    options: dict[str, Value] = dict(given)
    try:
        _, values = INFO.choose(int(players), options)
    except BadOption as error:
        raise BadNotation(str(error)) from None
    laid_out(tables, np.array(INFO.encode(int(players), values), np.int64))
    state = tables[0]
    state.seat = _seat(fields, "turn", int(players), 0)
    state.first = _seat(fields, "first", int(players), 0)
    state.winner = _seat(fields, "winner", int(players), NOBODY)
    state.step = _named(fields, "step", STEPS, PLAYING)
    state.end = _named(fields, "end", ENDS, RUNNING)


def _seat(fields: dict[str, str], name: str, players: int, usual: int) -> int:
    if name not in fields:
        return usual
    said = fields[name]
    if not NUMBER.fullmatch(said) or int(said) >= players:
        raise BadNotation(f"{name}='{shown(said)}': allowed are 0 to {players - 1} (POU.S1)")
    return int(said)


def _named(fields: dict[str, str], name: str, names: dict[int, str], default: int) -> int:
    numbers = {word: number for number, word in names.items()}
    if name not in fields:
        return default
    if fields[name] not in numbers:
        raise BadNotation(f"{name}='{shown(fields[name])}': allowed are {', '.join(numbers)}")
    return numbers[fields[name]]


# The lines


def _parts(state: Any, lines: list[str]) -> Parts:
    parts = Parts()
    side = int(state.side)
    at = 0
    while at < len(lines):
        word, *rest = lines[at].split()
        at += 1
        if word == "board" and not rest and parts.rows is None:
            parts.rows = [line.split() for line in lines[at : at + side]]
            at += side
            if len(parts.rows) != side or any(len(row) != side for row in parts.rows):
                raise BadNotation(f"a board has {side} rows of {side} cells (POU.M1)")
        else:
            _part(state, parts, word, rest, lines[at - 1])
    return parts


def _part(state: Any, parts: Parts, word: str, rest: list[str], line: str) -> None:
    """One line that begins with a word."""
    players = int(state.players)
    if word == "at" and len(rest) > 1 and (cell := _cell(state, rest[0])) not in parts.piles:
        parts.piles[cell] = rest[1:]
    elif word == "chose" and len(rest) == 2 and rest[1] in tuple(LETTERS):
        parts.chose[_new(parts.chose, _below(rest[0], players, line), line)] = LETTERS.index(rest[1])
    elif word == "start" and len(rest) == 2:
        parts.starts[_new(parts.starts, _below(rest[0], players, line), line)] = _cell(state, rest[1])
    elif word == "hand" and rest:
        parts.hands[_new(parts.hands, _below(rest[0], players, line), line)] = _cards(rest[1:])
    elif word == "stock" and parts.stock is None:
        parts.stock = _cards(rest)
    elif word == "discard" and parts.discard is None:
        parts.discard = _cards(rest)
    elif word == "waits" and len(rest) == 2:
        parts.waits[_new(parts.waits, _below(rest[0], players, line), line)] = _below(rest[1], MOST_WAITS + 1, line)
    elif word == "out" and len(rest) == 1 and (seat := _below(rest[0], players, line)) not in parts.out:
        parts.out.append(seat)
    elif word == "known" and len(rest) > 2:
        slot = _below(rest[0], players, line), _below(rest[1], HAND, line)
        parts.known[_new(parts.known, slot, line)] = _cards(rest[2:])
    else:
        raise BadNotation(
            f"'{shown(line)}': allowed are, each once, board and its rows, at CELL and its pile, chose SEAT r|g|y, "
            "start SEAT CELL, hand SEAT, stock, discard, waits SEAT NUMBER, out SEAT, known SEAT SLOT and kinds of cards"
        )


def _new(known: dict[Any, Any], key: Any, line: str) -> Any:
    if key in known:
        raise BadNotation(f"'{shown(line)}' is said twice")
    return key


def _below(word: str, count: int, line: str) -> int:
    if not NUMBER.fullmatch(word) or int(word) >= count:
        raise BadNotation(f"'{shown(line)}': the number '{shown(word)}' is at most {count - 1} (POU.S1, POU.B1)")
    return int(word)


def _cell(state: Any, word: str) -> int:
    match, side = CELL.fullmatch(word), int(state.side)
    if match is None or match[1] not in COLUMNS[:side] or not 1 <= int(match[2]) <= side:
        raise BadNotation(f"'{shown(word)}': a cell is a1 to {COLUMNS[side - 1]}{side} (POU.M1)")
    return number_of((COLUMNS.index(match[1]), int(match[2]) - 1))


def _cards(words: list[str]) -> list[int]:
    for word in words:
        if word not in NAMES:
            raise BadNotation(f"'{shown(word)}': a card is one of {', '.join(NAMES)} (POU.M3, POU.M4)")
    return [NAMES.index(word) for word in words]


# What they make


def _lying(state: Any, word: str, cell: Cell) -> Lying:
    """What a word says that lies on a cell."""
    plain = {mark: top for top, mark in MARKS.items() if top > FLOWER}
    top = plain.get(word, EMPTY)
    if word in tuple(LETTERS.upper()):
        top = START + COLOUR_STEP * LETTERS.index(word.lower()) + _sides_within(int(state.side), cell)
    elif match := PATH_CARD.fullmatch(word):
        openings = sum(1 << SIDE_LETTERS.index(side) for side in set(match[2]))
        if SHAPE_OF[openings] >= 0:
            top = PATH + COLOUR_STEP * LETTERS.index(match[1]) + openings
    elif (match := PEBBLES_OF.fullmatch(word)) and int(match[1]) < state.players:
        top = PEBBLES + SIDES * int(match[1]) + SIDE_LETTERS.index(match[2])
    lies = lying_of(top)
    if lies is None or lies.token != word:
        raise BadNotation(
            f"'{shown(word)}' at {place_of(number_of(cell))}: a cell is '.', a path card such as rew (colour and openings, "
            "n e s w in this order), a start card R, G or Y, W, O, F, V, B, or pebbles such as 0e, of a seat there is "
            "(POU.M2, POU.M3, POU.M4)"
        )
    return lies


def _sides_within(side: int, cell: Cell) -> int:
    """The sides of a cell that stay on the board (POU.M2)."""
    x, y = cell
    return sum(1 << at for at, inside in enumerate((y < side - 1, x < side - 1, y > 0, x > 0)) if inside)


def _top(lies: Lying) -> int:
    """The number of what lies on a cell."""
    if lies.kind == "pebbles":
        return PEBBLES + SIDES * lies.seat + SIDE_LETTERS.index(lies.way)
    openings = sum(1 << SIDE_LETTERS.index(side) for side in lies.sides)
    if lies.kind in ("path", "start"):
        return (PATH if lies.kind == "path" else START) + COLOUR_STEP * LETTERS.index(lies.colour) + openings
    return next(top for top, mark in MARKS.items() if mark == lies.token)


def _read_board(state: Any, parts: Parts) -> None:
    side = int(state.side)
    said: dict[int, list[str]] = {}
    for down, row in enumerate(parts.rows or []):
        for x, word in enumerate(row):
            cell = number_of((x, side - 1 - down))
            if word != MARKS[EMPTY] and not (word == MARKS[FLOWER] and state.top[cell] == FLOWER):
                said[cell] = [word]
    for cell, pile in parts.piles.items():
        if cell in said and said[cell] != pile[-1:]:
            raise BadNotation(f"at {place_of(cell)} the board says '{shown(said[cell][0])}' and the pile '{shown(pile[-1])}'")
        said[cell] = pile
    for cell in sorted(said):
        place = cell_at(cell)
        cards = [_lying(state, word, place) for word in said[cell]]
        check_pile(side, place, cards)
        for card in cards[:-1]:
            _bury(state, cell, _top(card))
        state.top[cell] = _top(cards[-1])


def _bury(state: Any, cell: int, card: int) -> None:
    if state.under_count == state.under.size:
        raise BadNotation("there are more cards on the board than there are (POU.M4)")
    state.under[state.under_count] = cell << UNDER_SHIFT | card
    state.under_count += 1


def _read_starts(state: Any, parts: Parts) -> None:
    """Whose start card lies where, who has chosen one, and how many remain (POU.M2, POU.S2)."""
    for card in map(lying_of, state.top.tolist()):
        if card and card.kind == "start":
            _take_start(state, LETTERS.index(card.colour))
    for seat, colour in parts.chose.items():
        _take_start(state, colour)
        state.colour[seat] = colour
    for seat, cell in parts.starts.items():
        card = lying_of(int(state.top[cell]))
        if card is None or card.kind != "start":
            raise BadNotation(f"start {seat}: there is no start card on {place_of(cell)} (POU.S2)")
        if cell in [other for owner, other in parts.starts.items() if owner != seat] or state.colour[seat] != NO_COLOUR:
            raise BadNotation("everybody has a start card of their own (POU.S2)")
        state.colour[seat] = LETTERS.index(card.colour)
        state.start[seat] = cell


def _take_start(state: Any, colour: int) -> None:
    if state.starts[colour] == 0:
        raise BadNotation("there are two start cards of each colour (POU.M2)")
    state.starts[colour] -= 1


def _read_cards(state: Any, parts: Parts) -> None:
    """Hands, stock and discard; what isn't said is dealt from the cards named nowhere, in the order of the deck."""
    copies = COPIES.tolist()
    left = Counter(dict(enumerate(copies)))
    tops = [word & CELL_MASK for word in state.under[: state.under_count].tolist()] + state.top.tolist()
    left.subtract(NAMES.index(card.card) for card in map(lying_of, tops) if card and card.kind != "start")
    for cards in (*parts.hands.values(), parts.stock or [], parts.discard or []):
        left.subtract(cards)
    for kind, count in left.items():
        if count < 0:
            raise BadNotation(
                f"there are {copies[kind]} cards {NAMES[kind]}, and here are {copies[kind] - count} (POU.M3, POU.M4)"
            )
    rest = [kind for kind in range(KINDS) for _ in range(left[kind])]
    for seat in range(int(state.players)):
        hand = parts.hands.get(seat)
        if hand is None:
            hand, rest = rest[:HAND], rest[HAND:]
        if len(hand) > HAND:
            raise BadNotation(f"a hand has six cards at most (POU.S1), that of seat {seat} has {len(hand)}")
        state.hand[seat, : len(hand)] = sorted(hand)
    if parts.stock is not None and rest:
        raise BadNotation(f"{len(rest)} of the 135 cards are nowhere, such as {NAMES[rest[0]]} (POU.M4)")
    stock, discard = rest if parts.stock is None else parts.stock, parts.discard or []
    state.stock[: len(stock)] = stock
    state.discard[: len(discard)] = discard
    state.stock_count, state.discard_count = len(stock), len(discard)
