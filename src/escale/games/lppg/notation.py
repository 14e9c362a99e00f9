"""Moves and positions as text; reading.py reads positions.

    lppg players=2 turn=0 step=place first=0
    terrain 22,22
      wbrw
      wwrw
      bbrr
    laid 22,22:2x3:b13 24,22:2x3:r24
    hand 0 y125 r134
    hand 1 b16 b1
    pile 1 b24 g136
    pile 2 y1 y16
    chance 0123456789abcdef

A card is its colour (r, y, g, b) and its white cells held upright, counted 1 2 / 3 4 / 5 6. The terrain is what one sees from
above, its top row first, `w` a white cell and `.` no card; the place is the lower left one of these rows. `laid` are the cards
as they were laid, `territory 0 p 25,24` is a seat's ordinary (o) or permanent (p) marker on the region whose lowest, then
leftmost cell is 25,24. Piles are written from the bottom, the discard with its latest card last. `chance` is what later
shuffles come from. `held 1 2 r25 g3`: the second card in the hand of seat 1 was there when these were discards, so it is none
of them.

The header says whose turn it is and what is to be decided (place, keep, mark, draw, over), who began, and whatever isn't usual:
`passes` in a row, turns left in the `last` round, how it came to an `end`, options; in a match `round`, and `points` by side.

One who writes a position may leave out what is usual, and `laid`; hands and piles that aren't said are dealt from the cards
named nowhere, in the order of the deck.

A move is a card's lower left cell, its width and height and its colour and white cells as it lies, `24,22:2x3:r25`; a marker on
a region, `o@24,22` or `p@24,22`; `keep o` or `keep p`; `draw 1` or `draw 2`; `pass`.
"""

from __future__ import annotations

import re
from typing import Any

from escale.games.lppg import INFO
from escale.games.lppg.cards import LETTERS, NAMES, SIZES, WAYS, WHITES, name_of
from escale.games.lppg.state import (
    AT_MASK,
    BY_CARDS,
    BY_MARKERS,
    BY_PASSES,
    CARD_MASK,
    CARD_SHIFT,
    CELL_BITS,
    CELL_MASK,
    DO_SHIFT,
    DRAW,
    HAND,
    KEEP,
    KIND_SHIFT,
    MARGIN,
    MARK,
    MARKERS,
    MAX_CARDS,
    NO_CARD,
    NO_SUCH_CARD,
    NO_TURN,
    NOT_LAST,
    NOWHERE,
    OFF_TABLE,
    OVER,
    PASS,
    PATTERNS,
    PERMANENT,
    PILES,
    PLACE,
    SIDE,
    TURN_MASK,
    TURN_SHIFT,
)
from escale.rules.errors import BadNotation, shown

NAME = "lppg"
REST_MASK = (1 << DO_SHIFT) - 1
WHITE, NO_COVER = "w", "."
KINDS = "op"  # ordinary, permanent
STEPS = {PLACE: "place", KEEP: "keep", MARK: "mark", DRAW: "draw", OVER: "over"}
ENDS = {BY_MARKERS: "markers", BY_CARDS: "cards", BY_PASSES: "passes"}
PASS_WORDS = ("pass", "passe", "passer")
PLACEMENT = re.compile(r"(-?\d{1,4}) *, *(-?\d{1,4}) *[: ] *(\d)x(\d) *[: ] *([rygb])([1-6]{1,6})", re.ASCII)
MARKING = re.compile(r"([op]) *@ *(-?\d{1,4}) *, *(-?\d{1,4})", re.ASCII)
KEEP_WORDS, DRAW_WORDS = ("keep", "garde", "garder"), ("draw", "pioche", "piocher")
KEEPING = re.compile(rf"(?:{'|'.join(KEEP_WORDS)}) +([op])", re.ASCII)
DRAWING = re.compile(rf"(?:{'|'.join(DRAW_WORDS)}) +(\d{{1,2}})", re.ASCII)

Cell = tuple[int, int]
Laid = tuple[Cell, tuple[int, int], str, tuple[int, ...]]  # lower left cell, width and height, colour, whites as it lies


def laid_of(move: int) -> Laid:
    """What a placement says."""
    card, turn = move >> CARD_SHIFT & CARD_MASK, move >> TURN_SHIFT & TURN_MASK
    return cell_at(move & AT_MASK), SIZES[turn], LETTERS[card // PATTERNS], WHITES[card % PATTERNS, turn]


def cell_at(number: int) -> Cell:
    """A cell's x and y."""
    return int(number) & CELL_MASK, int(number) >> CELL_BITS


def cells_in(words: Any) -> list[Cell]:
    """The cells of a set, row by row from the lowest."""
    found = []
    for y, word in enumerate(words.tolist(), -MARGIN):
        x = 0
        while word:
            if word & 1:
                found.append((x, y))
            word >>= 1
            x += 1
    return found


def move_text(state: Any, move: int) -> str:
    """A move's text."""
    done, rest = move >> DO_SHIFT, move & REST_MASK
    if done == PLACE:
        (x, y), (width, height), colour, whites = laid_of(move)
        return f"{x},{y}:{width}x{height}:{colour}{''.join(map(str, whites))}"
    if done == MARK:
        x, y = cell_at(rest & AT_MASK)
        return f"{KINDS[rest >> KIND_SHIFT]}@{x},{y}"
    if done == KEEP:
        return f"keep {KINDS[rest]}"
    return f"draw {rest + 1}" if done == DRAW else "pass"


def read_move(state: Any, text: str) -> int:
    """The move a text means, legal or not; BadNotation if it is no move's text."""
    wanted = text.strip().lower()
    if wanted in PASS_WORDS:
        return PASS << DO_SHIFT
    if match := PLACEMENT.fullmatch(wanted):
        return read_placement(match)
    if match := MARKING.fullmatch(wanted):
        return MARK << DO_SHIFT | KINDS.index(match[1]) << KIND_SHIFT | _number(match[3]) << CELL_BITS | _number(match[2])
    if match := KEEPING.fullmatch(wanted):
        return KEEP << DO_SHIFT | KINDS.index(match[1])
    if match := DRAWING.fullmatch(wanted):
        return DRAW << DO_SHIFT | (int(match[1]) - 1 if int(match[1]) in range(1, PILES + 1) else PILES)
    raise BadNotation(
        f"'{shown(text)}' is no move: a card is laid as 24,22:2x3:r25, a marker set as o@24,22 or p@24,22; "
        f"keep o, keep p, draw 1, draw 2, pass ({_rule_for(state, wanted)})"
    )


def _rule_for(state: Any, text: str) -> str:
    """The rule of what somebody tried to do with a text that is no move; of what is to be decided, if it doesn't tell."""
    first = text.split()[0] if text else ""
    if "@" in text:
        return "LPPG.C4"
    for words, rule in ((KEEP_WORDS, "LPPG.C2"), (DRAW_WORDS, "LPPG.T1"), (PASS_WORDS, "LPPG.T3")):
        if first in words:
            return rule
    if state["step"] == OVER and state["match"]:
        return "LPPG.E4"
    if state["step"] == OVER:
        return {BY_MARKERS: "LPPG.E1", BY_CARDS: "LPPG.E3", BY_PASSES: "LPPG.T3"}[int(state["end"])]
    return {PLACE: "LPPG.T1", MARK: "LPPG.C4", KEEP: "LPPG.C2", DRAW: "LPPG.T1"}[int(state["step"])]


def read_placement(match: re.Match[str]) -> int:
    """The number of a placement, of a card there is or isn't, on the table or not."""
    size, whites = (int(match[3]), int(match[4])), tuple(map(int, match[6]))
    card, turn = NO_SUCH_CARD, NO_TURN
    if size in SIZES:
        turn = SIZES.index(size)
        for (pattern, way), lying_so in WHITES.items():
            if SIZES[way] == size and lying_so == whites and way < WAYS[pattern]:
                card, turn = LETTERS.index(match[5]) * PATTERNS + pattern, way
    elif card_like(whites):
        card = LETTERS.index(match[5]) * PATTERNS  # one there is: what is wrong is its shape
    return PLACE << DO_SHIFT | card << CARD_SHIFT | turn << TURN_SHIFT | _number(match[2]) << CELL_BITS | _number(match[1])


def card_like(whites: tuple[int, ...]) -> bool:
    """Whether a card could have so many white cells, each said once and in order."""
    return len(whites) <= len(NAMES[-1]) and list(whites) == sorted(set(whites))


def _number(text: str) -> int:
    """A coordinate, or OFF_TABLE."""
    return int(text) if 0 <= int(text) < SIDE else OFF_TABLE


def chosen(state: Any) -> tuple[int, ...]:
    """The options of a table, as `setup` was given them."""
    return int(state.players), int(state.deck), int(state.corners), int(state.match)


def terrain(state: Any) -> dict[Cell, str]:
    """What lies on top at each cell that a card covers: a colour's letter, or WHITE."""
    found = dict.fromkeys(cells_in(state["white"]), WHITE)
    for colour, letter in enumerate(LETTERS):
        found |= dict.fromkeys(cells_in(state["paint"][colour]), letter)
    return found


def terrain_rows(shown_cells: dict[Cell, str]) -> tuple[Cell, list[str]]:
    """The lower left cell of the smallest rectangle around cells, and its rows from the top."""
    xs, ys = [x for x, _ in shown_cells], [y for _, y in shown_cells]
    rows = [
        "".join(shown_cells.get((x, y), NO_COVER) for x in range(min(xs), max(xs) + 1)) for y in range(max(ys), min(ys) - 1, -1)
    ]
    return (min(xs), min(ys)), rows


def names(cards: Any) -> list[str]:
    """Cards as they are written; those that aren't there are left out."""
    return [name_of(card) for card in cards.tolist() if card != NO_CARD]


def text(state: Any) -> str:
    """The whole position."""
    (x, y), rows = terrain_rows(terrain(state))
    lines = [_header(state), f"terrain {x},{y}", *(f"  {row}" for row in rows)]
    laid = [move_text(state, move) for move in state.laid[: state.laid_count].tolist()]
    if laid:
        lines.append(" ".join(["laid", *laid]))
    for seat in range(int(state.players)):
        for marker in range(MARKERS):
            if state.mark[seat, marker] != NOWHERE:
                at_x, at_y = cell_at(state.mark[seat, marker])
                lines.append(f"territory {seat} {KINDS[marker == PERMANENT]} {at_x},{at_y}")
    lines += [" ".join([f"hand {seat}", *names(state.hand[seat])]) for seat in range(int(state.players))]
    lines += [" ".join([f"pile {pile + 1}", *names(state.pile[pile])]) for pile in range(PILES)]
    if state.discard_count:
        lines.append(" ".join(["discard", *names(state.discard)]))
    lines.append(f"chance {int(state.chance):016x}")
    for seat in range(int(state.players)):
        for place in range(HAND):
            barred = barred_cards(state, seat, place)
            if barred:
                lines.append(" ".join([f"held {seat} {place + 1}", *map(name_of, barred)]))
    return "\n".join(lines) + "\n"


def barred_cards(state: Any, seat: int, place: int) -> list[int]:
    """The cards that a card in a hand can't be, as everybody has seen them elsewhere."""
    low, high = (int(word) for word in state.barred[seat, place])
    return [card for card in range(MAX_CARDS) if (low | high << 64) >> card & 1]


def _header(state: Any) -> str:
    players, values = INFO.decode(chosen(state))
    words = [
        NAME,
        f"players={players}",
        f"turn={int(state.seat)}",
        f"step={STEPS[int(state.step)]}",
        f"first={int(state.first)}",
    ]
    if state.passes:
        words.append(f"passes={int(state.passes)}")
    if state.last != NOT_LAST:
        words.append(f"last={int(state.last)}")
    if state.step == OVER:
        words.append(f"end={ENDS[int(state.end)]}")
    words += [f"{option.name}={values[option.name]}" for option in INFO.options if values[option.name] != option.default]
    if state.match:
        words += [f"round={int(state.round_number)}", f"points={int(state.points[0])},{int(state.points[1])}"]
    return " ".join(words)
