"""Positions and moves as text.

A position is a header, then the board as one sees it, ten rows of ten, `.` for no token:

    colorpop standard players=2 turn=0
    secrets Y B
    taken Y3G2 *1
    ..........
    YG.P......          (and so on down to the bottom row)

The header names the mode and whatever option isn't at its default. One who writes a position may leave out what is obvious:
`players`, `turn=0`, `taken` when nothing was, empty rows on top and empty ends of rows.

A move is a cell of the group, slide a to j and row 1 to 10 from the bottom, and the jokers it takes in: `d4`, `d4+e4+f2`.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Any

import numpy as np

from escale.games.colorpop import INFO
from escale.games.colorpop.groups import all_codes, colour_at, tokens_of
from escale.games.colorpop.rules import colours_of_side, meant, settle, vanished
from escale.games.colorpop.setting_up import lay
from escale.games.colorpop.state import (
    CELL_BITS,
    CELL_MASK,
    CELLS,
    COLOURS,
    DUEL,
    EMPTY,
    JOKER,
    MAX_JOKERS,
    MAX_SEATS,
    PASS,
    PLANES,
    SIDE,
    SLIDE_BITS,
    SLIDES_A_WORD,
    SOLITAIRE,
    TEAMS,
    TOKENS_OF_A_COLOUR,
    WORDS,
)
from escale.rules.errors import BadNotation, BadOption, shown
from escale.rules.info import Value

NAME = "colorpop"
LETTERS = "YGOPB*"  # by place in the lists by colour
SLIDES = "abcdefghij"
NO_TOKEN = "."
NOTHING_TAKEN = "-"
SLIDE_MASK = (1 << SIDE) - 1
CODE_LETTERS = bytes([ord(NO_TOKEN), *LETTERS.encode()]).ljust(256, b"?")  # by the code of a cell
SLIDES_REMEMBERED = 16
CELL_NAMES = {
    64 * (slide // SLIDES_A_WORD) + SLIDE_BITS * (slide % SLIDES_A_WORD) + row: f"{letter}{row + 1}"
    for slide, letter in enumerate(SLIDES)
    for row in range(SIDE)
}  # by cell, as moves number them
PASS_WORDS = ("pass", "passe", "passer")
CELL = re.compile(r"([a-j])(10|[1-9])")
TAKEN = re.compile(r"([YGOPB*])([1-9][0-9]?)")


def cell_number(name: str) -> int:
    """A cell as moves number it; BadNotation if there is none of that name."""
    match = CELL.fullmatch(name)
    if match is None:
        raise BadNotation(f"'{shown(name)}' is no cell: a1 to j10, slides a to j, rows 1 to 10 from the bottom (POP.M1)")
    slide = SLIDES.index(match[1])
    return 64 * (slide // SLIDES_A_WORD) + SLIDE_BITS * (slide % SLIDES_A_WORD) + int(match[2]) - 1


def cells_of(low: int, high: int) -> list[int]:
    """The cells of a set, in order."""
    rest = int(high) << 64 | int(low)
    cells = []
    while rest:
        cells.append((rest & -rest).bit_length() - 1)
        rest &= rest - 1
    return cells


@cache
def _names_in(slide: int, rows: int) -> tuple[str, ...]:
    """The names of the cells of a slide whose rows are in a set."""
    return tuple(f"{SLIDES[slide]}{row + 1}" for row in range(SIDE) if rows >> row & 1)


def cell_names(low: int, high: int) -> list[str]:
    """The names of the cells of a set, in order."""
    names: list[str] = []
    rest = int(low) | int(high) << SLIDE_BITS * SLIDES_A_WORD
    slide = 0
    while rest:
        if rows := rest & SLIDE_MASK:
            names += _names_in(slide, rows)
        rest >>= SLIDE_BITS
        slide += 1
    return names


def column_names(slide: int, count: int) -> tuple[str, ...]:
    """The names of the lowest cells of a slide."""
    return _names_in(slide, (1 << count) - 1)


# Here and in `view`, what is asked at every move is read as state["plane"]: several times as fast as state.plane.


def slides(state: Any) -> list[str]:
    """The slides from left to right, each from the bottom up; ten of them, empty ones included."""
    return list(slides_of(state["plane"].tobytes()))


@lru_cache(SLIDES_REMEMBERED)
def slides_of(planes: bytes) -> tuple[str, ...]:
    """The slides in the bytes of the planes. Remembered for a while, as the same board is shown to every seat."""
    plane = np.frombuffer(bytearray(planes), np.uint64).reshape(PLANES, WORDS)
    letters = all_codes(plane).tobytes().translate(CODE_LETTERS).decode()
    return tuple(letters[start : start + SIDE].rstrip(NO_TOKEN) for start in range(0, CELLS, SIDE))


def move_text(state: Any, move: int) -> str:
    """A move's text: its cell, then the other jokers it takes in."""
    jokers = cells_of(*tokens_of(state["plane"], JOKER + 1))
    chosen = [cell for number, cell in enumerate(jokers) if move >> CELL_BITS >> number & 1]
    first = move & CELL_MASK
    return "+".join(CELL_NAMES[cell] for cell in [first, *(cell for cell in chosen if cell != first)])


def read_move(state: Any, text: str) -> int:
    """The move a text means, legal or not. Any cell of the group will do; BadNotation if it is no move's text."""
    wanted = text.strip().lower()
    if wanted in PASS_WORDS:
        return PASS
    named = [cell_number(part.strip()) for part in wanted.split("+")]
    plane = state["plane"]
    coloured = [cell for cell in named if colour_at(plane, cell) != JOKER + 1]
    words = [sum({1 << cell - 64 * word for cell in named if cell >> 6 == word}) for word in range(WORDS)]
    return int(meant(plane, (coloured or sorted(named))[0], *map(np.uint64, words)))


def chosen(state: Any) -> tuple[int, ...]:
    """The options of a table, as `setup` was given them."""
    colours = int(state.secret[0]).bit_count() - 1 if state.mode == SOLITAIRE else 0
    fields = (state.mode, colours, state.jokers, state.joker_only, state.joker_count, state.fair)
    return (int(state.players), *(int(field) for field in fields))


def text(state: Any) -> str:
    """The whole position."""
    players, values = INFO.decode(chosen(state))
    said = {option.name for option in INFO.options if values[option.name] != option.default} - {"mode", "colours"}
    header = [NAME, str(values["mode"]), f"players={players}", f"turn={int(state.seat)}"]
    header += [f"{name}={value}" for name, value in values.items() if name in said]
    seats = range(players)
    columns = [slide.ljust(SIDE, NO_TOKEN) for slide in slides(state)]
    rows = ["".join(column[row] for column in columns) for row in reversed(range(SIDE))]
    secrets = " ".join(letters_of(int(state.secret[seat])) for seat in seats)
    taken = " ".join(_taken_text(state.taken[seat]) for seat in seats)
    return "\n".join([" ".join(header), f"secrets {secrets}", f"taken {taken}", *rows]) + "\n"


@cache
def letters_of(colours: int) -> str:
    """The letters of a set of colours."""
    return "".join(LETTERS[colour] for colour in range(COLOURS) if colours >> colour & 1)


def read(text: str, state: Any) -> None:
    """Set a state to what a text describes; BadNotation, with the rule where one is broken, if it describes none."""
    lines = [line.strip() for line in text.strip().splitlines()]
    if not lines or lines[0].split()[:1] != [NAME]:
        raise BadNotation(f"a position begins with a line {NAME!r}")
    fields: dict[str, list[str]] = {}
    rest = lines[1:]
    while rest and rest[0].split()[:1] in (["secrets"], ["taken"]):
        key, *words = rest.pop(0).split()
        if key in fields:
            raise BadNotation(f"'{shown(key)}' is said twice")
        fields[key] = words
    secrets = fields.get("secrets", [])
    _read_secrets(state, secrets)
    _read_header(state, lines[0].split()[1:], len(secrets))
    _read_taken(state, fields.get("taken", []))
    _read_board(state, rest)
    _check_tokens(state)
    settle(state)
    _check_ends(state)


def _taken_text(counts: Any) -> str:
    return "".join(f"{LETTERS[i]}{int(n)}" for i, n in enumerate(counts) if n) or NOTHING_TAKEN


def _read_secrets(state: Any, words: list[str]) -> None:
    if not 1 <= len(words) <= MAX_SEATS:
        raise BadNotation("a line 'secrets' with the letters of each seat's colours is needed, such as 'secrets Y B' (POP.S2)")
    for seat, word in enumerate(words):
        colours = [LETTERS.find(letter) for letter in word]
        if not all(0 <= colour < COLOURS for colour in colours):
            raise BadNotation(f"secrets '{shown(word)}': allowed are the letters {LETTERS[:COLOURS]} (POP.S2)")
        state.secret[seat] = sum(1 << colour for colour in set(colours))
    drawn = "".join(words)
    if len(set(drawn)) != len(drawn):
        raise BadNotation(f"secrets {' '.join(words)}: each colour is drawn once (POP.S2)")


def _read_header(state: Any, words: list[str], seats: int) -> None:
    given: dict[str, Value] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals:
            key, value = "mode", word
        if key in given:
            raise BadNotation(f"'{shown(key)}' is said twice")
        if key == "colours":
            raise BadNotation("'colours' isn't said: the secrets show how many there are (POP.V4)")
        given[key] = value
    turn = str(given.pop("turn", "0"))
    players = str(given.pop("players", seats))
    if players != str(seats):
        raise BadNotation(f"players='{shown(players)}', but {seats} have secrets")
    try:
        _, values = INFO.choose(seats, given)
    except BadOption as error:
        raise BadNotation(str(error)) from None
    encoded = INFO.encode(seats, values)
    state.players, state.mode, _, state.jokers, state.joker_only, state.joker_count, state.fair = encoded
    if turn not in [str(seat) for seat in range(seats)]:
        raise BadNotation(f"turn='{shown(turn)}': allowed are 0 to {seats - 1}")
    state.seat = int(turn)
    each = {DUEL: (2,), SOLITAIRE: range(1, COLOURS + 1)}.get(int(state.mode), (1,))
    if not all(int(state.secret[seat]).bit_count() in each for seat in range(seats)):
        raise BadNotation(f"secrets: mode {values['mode']} takes {each[0]} to {each[-1]} colours a seat (POP.V1 to POP.V4)")


def _read_taken(state: Any, words: list[str]) -> None:
    players = int(state.players)
    if words and len(words) != players:
        raise BadNotation(f"taken: {len(words)} seats, not {players}; '{NOTHING_TAKEN}' for nothing")
    for seat, word in enumerate(words):
        pairs = TAKEN.findall(word)
        if word != NOTHING_TAKEN and ("".join(f"{a}{b}" for a, b in pairs) != word or len({a for a, _ in pairs}) != len(pairs)):
            raise BadNotation(f"taken '{shown(word)}': letters with numbers, such as Y3G12*1, or '{NOTHING_TAKEN}' (POP.T5)")
        for letter, number in pairs:
            state.taken[seat, LETTERS.index(letter)] = int(number)


def _read_board(state: Any, rows: list[str]) -> None:
    if len(rows) > SIDE or any(len(row) > SIDE for row in rows):
        raise BadNotation(f"the board has at most {SIDE} rows of {SIDE} (POP.M1)")
    codes = np.zeros(CELLS, np.uint8)
    for height, row in enumerate(reversed(rows)):
        for slide, letter in enumerate(row):
            if letter != NO_TOKEN:
                if letter not in LETTERS:
                    raise BadNotation(f"token '{shown(letter)}': allowed are {LETTERS}, and {NO_TOKEN!r} for none (POP.M1)")
                codes[slide * SIDE + height] = LETTERS.index(letter) + 1
                _check_support(codes, slide, height)
    lay(state, codes)


def _check_support(codes: Any, slide: int, height: int) -> None:
    """POP.T4: nothing hangs in the air, no slide is empty left of a token."""
    if (height > 0 and codes[slide * SIDE + height - 1] == EMPTY) or (slide > 0 and codes[(slide - 1) * SIDE] == EMPTY):
        raise BadNotation(
            f"the token at {SLIDES[slide]}{height + 1} would slide: slides fill from the bottom and the left (POP.T4)"
        )


def _check_tokens(state: Any) -> None:
    """POP.M1: no more tokens than the box has."""
    twentieths = MAX_JOKERS - int(state.joker_count)  # colours that may have one token more, each once
    for place, letter in enumerate(LETTERS):
        total = int(state.left[place]) + sum(int(n) for n in state.taken[:, place])
        most = int(state.joker_count) if place == JOKER else TOKENS_OF_A_COLOUR + (twentieths > 0)
        if total > most:
            raise BadNotation(f"{total} tokens {letter}: the box has at most {most} (POP.M1)")
        twentieths -= total > TOKENS_OF_A_COLOUR


def _check_ends(state: Any) -> None:
    """POP.E1: two sides never win together."""
    gone = int(vanished(state))
    sides = range(2) if state.mode == TEAMS else range(int(state.players))
    if sum(int(colours_of_side(state, seat)) & ~gone == 0 for seat in sides) > 1:
        raise BadNotation("the colours of two sides are gone: the game ended when the first one went (POP.E1)")
