"""A position read from its text: one that a game can go on from, and nothing else."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from escale.games.lppg import INFO
from escale.games.lppg.cards import CARD_NAMES, LETTERS, name_of
from escale.games.lppg.notation import (
    ENDS,
    KINDS,
    NAME,
    NO_COVER,
    PLACEMENT,
    STEPS,
    WHITE,
    Cell,
    laid_of,
    read_placement,
)
from escale.games.lppg.regions import groups_of, is_open, number_of
from escale.games.lppg.soundness import check_cards, check_end, check_step, usual_hand
from escale.games.lppg.state import (
    CARD_MASK,
    CARD_SHIFT,
    HAND,
    MARGIN,
    MAX_CARDS,
    MOST_PASSES,
    NO_CARD,
    NO_SUCH_CARD,
    NO_TURN,
    NOT_LAST,
    NOWHERE,
    ORDINARY,
    PATTERNS,
    PERMANENT,
    PILES,
    PLACE,
    RUNNING,
    SIDE,
    SIDES,
    STANDARD_PATTERNS,
    TURN_MASK,
    TURN_SHIFT,
)
from escale.rules.errors import BadNotation, BadOption, shown
from escale.rules.info import Value

PLACE_OF = re.compile(r"(\d{1,2}),(\d{1,2})", re.ASCII)
NUMBER = re.compile(r"\d{1,4}", re.ASCII)
ROW = re.compile(rf"[{LETTERS}{WHITE}{re.escape(NO_COVER)}]+")
CHANCE = re.compile(r"[0-9a-f]{16}")
FIELDS = ("turn", "step", "first", "passes", "last", "end", "round", "points")  # of the header, beside players and options
MOST = 9999
WORD_MASK = (1 << 64) - 1


@dataclass
class Parts:
    """What the lines of a position say, before anything is made of it."""

    corner: Cell | None = None
    rows: list[str] = field(default_factory=list)
    laid: list[int] = field(default_factory=list)
    territories: list[tuple[int, int, Cell]] = field(default_factory=list)  # seat, kind, cell
    hands: dict[int, list[int]] = field(default_factory=dict)
    piles: dict[int, list[int]] = field(default_factory=dict)
    discard: list[int] | None = None
    chance: int | None = None
    held: dict[tuple[int, int], list[int]] = field(default_factory=dict)


def read(text: str, state: Any) -> None:
    """Set a state to what a text describes; BadNotation, with the rule where one is broken, if it describes none."""
    lines = [line.strip() for line in text.strip().splitlines()]
    if not lines or lines[0].split()[:1] != [NAME]:
        raise BadNotation(f"a position begins with a line {NAME!r}")
    _empty(state)
    _read_header(state, lines[0].split()[1:])
    parts = _parts(state, [line for line in lines[1:] if line])
    cells = _read_terrain(state, parts)
    _read_laid(state, parts.laid, cells)
    _read_cards(state, parts)
    _read_markers(state, parts.territories, cells)
    _read_held(state, parts.held)
    state.chance = parts.chance or 0
    check_end(state)
    check_cards(state)
    check_step(state, cells)


def _empty(state: Any) -> None:
    for name in ("white", "paint", "held", "barred", "extent", "points", "pile_count"):
        state[name][:] = 0
    for name in ("hand", "pile", "discard"):
        state[name][:] = NO_CARD
    state.mark[:] = NOWHERE
    state.laid[:] = -1
    state.laid_count = state.discard_count = 0


# The header


def _read_header(state: Any, words: list[str]) -> None:
    given: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or key in given:
            raise BadNotation(f"'{shown(word)}': what is said of the table is name=value, each once")
        given[key] = value
    fields = {name: given.pop(name) for name in FIELDS if name in given}
    players = given.pop("players", str(INFO.players[0]))
    if players not in map(str, INFO.players):
        raise BadNotation(f"players='{shown(players)}': allowed are {', '.join(map(str, INFO.players))} (LPPG.S1)")
    options: dict[str, Value] = dict(given)
    try:
        _, values = INFO.choose(int(players), options)
    except BadOption as error:
        raise BadNotation(str(error)) from None
    state.players, state.deck, state.corners, state.match = INFO.encode(int(players), values)
    state.seat = _number(fields, "turn", 0, int(players) - 1, "LPPG.S1")
    state.first = _number(fields, "first", 0, int(players) - 1, "LPPG.S1")
    state.passes = _number(fields, "passes", 0, MOST_PASSES, "LPPG.T3")
    state.last = _number(fields, "last", 0, int(players), "LPPG.E3") if "last" in fields else NOT_LAST
    state.step = _named(fields, "step", STEPS, PLACE)
    state.end = _named(fields, "end", ENDS, RUNNING)
    _read_match(state, fields)


def _number(fields: dict[str, str], name: str, least: int, most: int, rule: str) -> int:
    said = fields.get(name, str(least))
    if not NUMBER.fullmatch(said) or not least <= int(said) <= most:
        raise BadNotation(f"{name}='{shown(said)}': allowed are {least} to {most} ({rule})")
    return int(said)


def _named(fields: dict[str, str], name: str, names: dict[int, str], default: int) -> int:
    numbers = {word: number for number, word in names.items()}
    if name not in fields:
        return default
    if fields[name] not in numbers:
        raise BadNotation(f"{name}='{shown(fields[name])}': allowed are {', '.join(numbers)}")
    return numbers[fields[name]]


def _read_match(state: Any, fields: dict[str, str]) -> None:
    """The round and the points by side (LPPG.E4)."""
    state.round_number = 1
    if not state.match:
        if "round" in fields or "points" in fields:
            raise BadNotation("round and points are said of a match, with match=on (LPPG.E4)")
        return
    state.round_number = _number(fields, "round", 1, MOST, "LPPG.E4")
    said = fields.get("points", "0,0").split(",")
    if len(said) != SIDES or not all(NUMBER.fullmatch(number) for number in said):
        raise BadNotation(f"points='{shown(fields['points'])}': two numbers, one a side, such as 3,4 (LPPG.E4)")
    state.points[:] = [int(number) for number in said]


# The lines


def _parts(state: Any, lines: list[str]) -> Parts:
    parts = Parts()
    in_terrain = False
    for line in lines:
        row = line.replace(" ", "")
        if in_terrain and ROW.fullmatch(row):
            parts.rows.append(row)
            continue
        word, *rest = line.split()
        in_terrain = word == "terrain"
        _part(state, parts, word, rest, line)
    return parts


def _part(state: Any, parts: Parts, word: str, rest: list[str], line: str) -> None:
    """One line that begins with a word."""
    players = int(state.players)
    if word == "terrain" and len(rest) == 1 and parts.corner is None:
        parts.corner = _cell(rest[0])
    elif word == "laid" and rest and not parts.laid:
        parts.laid = [_placement(state, said) for said in rest]
    elif word == "territory" and len(rest) == 3 and rest[1] in tuple(KINDS):
        parts.territories.append((_below(rest[0], players, line), KINDS.index(rest[1]), _cell(rest[2])))
    elif word == "hand" and rest and (seat := _below(rest[0], players, line)) not in parts.hands:
        parts.hands[seat] = _cards(state, rest[1:])
    elif word == "pile" and rest and (pile := _below(rest[0], PILES + 1, line) - 1) not in {*parts.piles, -1}:
        parts.piles[pile] = _cards(state, rest[1:])
    elif word == "discard" and rest and parts.discard is None:
        parts.discard = _cards(state, rest)
    elif word == "chance" and len(rest) == 1 and CHANCE.fullmatch(rest[0]) and parts.chance is None:
        parts.chance = int(rest[0], 16)
    elif word == "held" and len(rest) > 2 and (at := _slot(rest, players, line)) not in parts.held:
        parts.held[at] = _cards(state, rest[2:])
    else:
        raise BadNotation(
            f"'{shown(line)}': allowed are, each once, terrain X,Y and its rows of {LETTERS}{WHITE}{NO_COVER}, laid, "
            "territory SEAT o|p X,Y, hand SEAT, pile 1|2, discard, chance (16 digits), held SEAT 1|2"
        )


def _below(word: str, count: int, line: str) -> int:
    if not NUMBER.fullmatch(word) or int(word) >= count:
        raise BadNotation(f"'{shown(line)}': the number '{shown(word)}' is at most {count - 1} (LPPG.S1, LPPG.S3)")
    return int(word)


def _slot(rest: list[str], players: int, line: str) -> tuple[int, int]:
    place = _below(rest[1], HAND + 1, line) - 1
    if place < 0:
        raise BadNotation(f"'{shown(line)}': a card of a hand is 1 or 2 (LPPG.S3)")
    return _below(rest[0], players, line), place


def _cell(word: str) -> Cell:
    match = PLACE_OF.fullmatch(word)
    if match is None or max(int(match[1]), int(match[2])) >= SIDE:
        raise BadNotation(f"'{shown(word)}': a cell is x,y, each from 0 to {SIDE - 1} (LPPG.M5)")
    return int(match[1]), int(match[2])


def _cards(state: Any, words: list[str]) -> list[int]:
    return [_card(state, word) for word in words]


def _patterns(state: Any) -> int:
    return PATTERNS if state.deck else STANDARD_PATTERNS


def _card(state: Any, word: str) -> int:
    card = CARD_NAMES.get(word)
    if card is None or card % PATTERNS >= _patterns(state):
        raise BadNotation(f"'{shown(word)}': no card of this deck; a card is its colour and its white cells, as r25 (LPPG.M3)")
    return card


def _placement(state: Any, word: str) -> int:
    match = PLACEMENT.fullmatch(word)
    move = None if match is None else read_placement(match)
    if move is None or move >> CARD_SHIFT & CARD_MASK == NO_SUCH_CARD or move >> TURN_SHIFT & TURN_MASK == NO_TURN:
        raise BadNotation(f"'{shown(word)}': a card that was laid is written as 24,22:2x3:r25 (LPPG.M3)")
    (x, y), (width, height), _, _ = laid_of(move)
    if x + width > SIDE or y + height > SIDE:
        raise BadNotation(f"'{shown(word)}': the card sticks out of the table (LPPG.M5)")
    _card(state, name_of(move >> CARD_SHIFT & CARD_MASK))
    return move


# What they make


def _read_terrain(state: Any, parts: Parts) -> dict[Cell, str]:
    """What lies on top at each cell; the planes of the state are set to it."""
    if parts.corner is None or not parts.rows:
        raise BadNotation("a position says its terrain: terrain 22,22 and its rows, the top one first (LPPG.S2)")
    left, low = parts.corner
    width = max(len(row) for row in parts.rows)
    if left + width > SIDE or low + len(parts.rows) > SIDE:
        raise BadNotation(f"the terrain sticks out of the table of {SIDE} by {SIDE} cells (LPPG.M5)")
    cells = {
        (left + right, low + len(parts.rows) - 1 - down): mark
        for down, row in enumerate(parts.rows)
        for right, mark in enumerate(row)
        if mark != NO_COVER
    }
    if not cells:
        raise BadNotation("the terrain has no cell (LPPG.S2)")
    for (x, y), mark in cells.items():
        plane = state.white if mark == WHITE else state.paint[LETTERS.index(mark)]
        plane[y + MARGIN] |= 1 << x
    state.low = min(y for _, y in cells) + MARGIN
    state.high = max(y for _, y in cells) + MARGIN
    return cells


def _read_laid(state: Any, laid: list[int], cells: dict[Cell, str]) -> None:
    """The cards that were laid must show what the terrain shows, as far as later ones don't cover them."""
    on_top: dict[Cell, str] = {}
    for move in laid:
        (x, y), (width, height), colour, whites = laid_of(move)
        for number in range(width * height):
            down, right = divmod(number, width)
            on_top[x + right, y + height - 1 - down] = WHITE if number + 1 in whites else colour
    for (x, y), mark in on_top.items():
        if cells.get((x, y)) != mark:
            raise BadNotation(f"at {x},{y} the cards that were laid show '{mark}', the terrain '{cells.get((x, y), NO_COVER)}'")
    state.laid[: len(laid)] = laid
    state.laid_count = len(laid)


def _read_cards(state: Any, parts: Parts) -> None:
    """Hands, piles and discard; what isn't said is dealt from the cards named nowhere, in the order of the deck."""
    players = int(state.players)
    known = [move >> CARD_SHIFT & CARD_MASK for move in parts.laid] + (parts.discard or [])
    known += [card for cards in (*parts.hands.values(), *parts.piles.values()) for card in cards]
    if len(set(known)) < len(known):
        twice = next(card for card in known if known.count(card) > 1)
        raise BadNotation(f"{name_of(twice)} is there twice: every card is the only one of its kind (LPPG.M1)")
    rest = [card for card in _deck(state) if card not in known]
    for seat in range(players):
        hand = parts.hands.get(seat)
        if hand is None:
            many = usual_hand(state, seat)
            hand, rest = rest[:many], rest[many:]
        if len(hand) > HAND:
            raise BadNotation(f"a hand has two cards at most (LPPG.S3), that of seat {seat} has {len(hand)}")
        state.hand[seat, : len(hand)] = hand
    missing = [pile for pile in range(PILES) if pile not in parts.piles and state.last == NOT_LAST]
    for pile in range(PILES):
        cards = parts.piles.get(pile, [])
        if pile in missing:
            many = -(-len(rest) // len(missing[missing.index(pile) :]))
            cards, rest = rest[:many], rest[many:]
        state.pile[pile, : len(cards)] = cards
        state.pile_count[pile] = len(cards)
    state.discard_count = len(parts.discard or [])
    state.discard[: state.discard_count] = parts.discard or []


def _deck(state: Any) -> list[int]:
    return [card for card in range(MAX_CARDS) if card % PATTERNS < _patterns(state)]


def _read_markers(state: Any, territories: list[tuple[int, int, Cell]], cells: dict[Cell, str]) -> None:
    """Put the markers on their territories, which must be closed (LPPG.D2), of one player each (LPPG.P4)."""
    groups = {group[0]: group for group in groups_of(cell for cell, mark in cells.items() if mark == WHITE)}
    owner: dict[Cell, int] = {}
    for seat, kind, (x, y) in territories:
        group = groups.get((x, y))
        if group is None or is_open(group, cells, bool(state.corners)):
            raise BadNotation(f"{x},{y} isn't the lowest, then leftmost cell of a closed region (LPPG.D2)")
        if owner.setdefault((x, y), seat) != seat:
            raise BadNotation(f"the territory at {x},{y} is of one player (LPPG.P4)")
        slots = (PERMANENT,) if kind else range(ORDINARY, PERMANENT)
        free = [slot for slot in slots if state.mark[seat, slot] == NOWHERE]
        if not free or any(state.mark[seat, slot] == number_of((x, y)) for slot in slots):
            raise BadNotation("a player has two ordinary markers and a permanent one, on a territory one of each (LPPG.M4)")
        state.mark[seat, free[0]] = number_of((x, y))
        state.extent[seat, free[0]] = len(group)
        for column, row in group:
            state.held[row + MARGIN] |= 1 << column
    for seat in range(int(state.players)):
        first, second = (int(state.mark[seat, slot]) for slot in (0, 1))
        if second < first:
            state.mark[seat, :2] = second, first
            state.extent[seat, :2] = state.extent[seat, 1], state.extent[seat, 0]


def _read_held(state: Any, held: dict[tuple[int, int], list[int]]) -> None:
    """What a card in a hand can't be. Who has held a card longer has seen more discards go back into the piles."""
    for (seat, place), cards in held.items():
        if state.hand[seat, place] == NO_CARD or state.hand[seat, place] in cards or len(set(cards)) < len(cards):
            raise BadNotation(f"held {seat} {place + 1}: cards that this card of the hand can't be, each once (LPPG.M2)")
        bits = sum(1 << card for card in cards)
        state.barred[seat, place] = bits & WORD_MASK, bits >> 64
    sets = sorted((set(cards) for cards in held.values()), key=len)
    if any(not small <= large for small, large in pairwise(sets)):
        raise BadNotation("held: what one card can't be, one that was drawn before it can't be either (LPPG.M2)")
