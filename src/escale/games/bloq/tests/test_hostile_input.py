"""Whatever text, number or bytes come in: a clear refusal that changes nothing, or a position that can be played."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from escale import BadNotation, BadState, IllegalMove, Position
from escale.games.bloq.tests.tables import FORBIDDEN_HOLE, GAME, ONE_HOLE, parsed
from escale.rules.compile import interpreted

fuzz = settings(max_examples=6 if interpreted else 250, deadline=None, derandomize=True, database=None)

TABLES = [
    "bloq board=small",
    "bloq board=square20\n2 .44.44\n1 .44.44\n0 .u4.u4",
    "bloq board=square20 closed=legal\n2 ..44\n1 ..44\n0 ..u4",
    "bloq players=4 turn=3 stock=2 board=square20\npoints 9 8 7 6\n4 3333\n3 E333\n2 a44-44\n1 a44-44\n0 au4-u4",
    "\n".join(["bloq board=small", *ONE_HOLE]),
    "\n".join(["bloq board=small turn=1 closed=legal", *FORBIDDEN_HOLE]),
    "bloq\n1 .............44\n0 ..............44\n-1 .............u4",
    "bloq board=square20 stock=0",
]
MOST_MOVES = 40
MOVE_NUMBERS = 1 << 15  # a shape, a row and a column, and all that isn't one
STRIDE = 41 if interpreted else 1

tables = st.sampled_from(TABLES)
seeds = st.integers(0, (1 << 64) - 1)
WORDS = """
bloq points players=3 players=9 turn=1 turn=9 stock=7 stock=99 board=small board=square20 closed=legal board= = 0 1 2 -1 9 -9 14
-14 19 20 +1 007 . .. u4 44 U44 444 e3 33 E333 3333 f22 222 F222 2222 a b c d - --- é ½ ٣ x
"""
words = st.sampled_from([*WORDS.split(), "", "\t", "\x00", "\u2028"])
lines = st.lists(words | st.text(max_size=3), max_size=6).map(" ".join)
headers = st.sampled_from(["", "", "turn=1", "players=3", "closed=legal", "stock=3", "stock=40"])
anything = st.text() | st.lists(lines, max_size=14).map("\n".join)
SIZES = {"u": (2, 3, 4), "U": (3, 2, 4), "e": (2, 4, 3), "E": (4, 2, 3), "f": (3, 4, 2), "F": (4, 3, 2)}


def scattered(header: str, seed: int) -> str:
    """A square board with blocks anywhere, and a wrong cell now and then."""
    rng = Random(seed)
    cells = [["."] * 20 for _ in range(20)]
    for _ in range(rng.randrange(60)):
        letter = rng.choice("uUeEfF")
        width, depth, height = SIZES[letter]
        x, y = rng.randrange(21 - width), rng.randrange(21 - depth)
        if all(cells[row][column] == "." for row in range(y, y + depth) for column in range(x, x + width)):
            for row in range(y, y + depth):
                cells[row][x : x + width] = [str(height)] * width
            cells[y][x] = letter
    if rng.random() < 0.3:
        cells[rng.randrange(20)][rng.randrange(20)] = rng.choice("abcd-.234uFx")
    return "\n".join([f"bloq board=square20 {header}", *(f"{y} {''.join(row)}" for y, row in enumerate(cells))])


nearly_right = st.tuples(headers, seeds).map(lambda parts: scattered(*parts))
numbers = st.sampled_from([0, 0, 1, 2, 3, 4, 5, -1, -2, -3, -9, 9, 14, 19, 20, 99, -999])
sizes = st.sampled_from(["2x3", "3x2x4", "2x4", "4x2x3", "3x4x2", "4x3", "2x2", "3x3x3", "2x3x9", "99x99", "0x0", "x"])
placements = st.tuples(numbers, numbers, sizes).map(lambda parts: f"{parts[0]},{parts[1]}:{parts[2]}")
move_texts = placements | st.text() | st.sampled_from(["pass", "passer", ":", ",", "0,0", "1 2 3", "0,0:2x3:0,0:2x3"])
int32s = st.integers(-(1 << 31), (1 << 31) - 1) | st.integers(-2, 1 << 16) | st.integers(0, 31).map(lambda bit: (1 << bit) - 1)


def play_to_the_end(pos: Position, rng: Random) -> None:
    """A random game from here, seeing that all that is listed is legal and that it ends."""
    for _ in range(MOST_MOVES + 1):
        if pos.over:
            break
        moves = pos.moves()
        assert all(pos.why_not(move) is None for move in rng.sample(moves, min(9, len(moves))))
        pos.play(rng.choice(moves))
    assert pos.over
    assert len(pos.scores) == pos.players


def edited(text: str, seed: int) -> str:
    """A text with a few characters changed, taken away, doubled or put elsewhere."""
    rng = Random(seed)
    letters = list(text)
    for _ in range(rng.randint(1, 4)):
        here = rng.randrange(len(letters))
        letters[here : here + 1] = rng.choice([[], [rng.choice(letters)], [letters[here]] * 2, [rng.choice("uF24ab-.=09 \n")]])
        letters = letters or ["\n"]
    return "".join(letters)


def see_one_line(complaint: str) -> None:
    """What is wrong is said in one line, whatever the text."""
    assert len(complaint.splitlines()) == 1


def read_or_refuse(text: str) -> bool:
    """Parse a text: BadNotation in one line, or a position that reads back and can be played to its end; tells which."""
    try:
        pos = parsed(text)
    except BadNotation as error:
        see_one_line(str(error))
        return False
    assert GAME.parse(pos.text()) == pos
    assert GAME.from_bytes(pos.to_bytes()) == pos
    play_to_the_end(pos, Random(text))
    return True


@fuzz
@given(anything)
def test_any_text_as_a_position(text: str) -> None:
    """A position or BadNotation, in one line."""
    read_or_refuse(text)


@fuzz
@given(nearly_right)
def test_any_blocks_as_a_position(text: str) -> None:
    """BLOQ.S1: blocks thrown on the board are a position that can be played, unless a cell is wrong."""
    read_or_refuse(text)


@fuzz
@given(tables, seeds)
def test_slips_of_the_pen(table: str, seed: int) -> None:
    """A position written with mistakes is a position or BadNotation."""
    read_or_refuse(edited(parsed(table).text() if seed % 2 else table, seed))


def test_blocks_anywhere_can_be_played() -> None:
    """BLOQ.M1, BLOQ.S1: of blocks thrown on the board many are positions, under either option."""
    tried = 6 if interpreted else 60
    read = sum(read_or_refuse(scattered("closed=legal" if seed % 2 else "", seed)) for seed in range(tried))
    assert tried / 2 < read


def try_move(pos: Position, move: int | str) -> None:
    """Play a move: it is legal, or refused by IllegalMove or BadNotation, and then not a byte has changed."""
    before = pos.to_bytes()
    try:
        refusal = pos.why_not(move)
        number = pos.read_move(move)
    except BadNotation as error:
        see_one_line(str(error))
        with pytest.raises(BadNotation):
            pos.play(move)
        assert pos.to_bytes() == before
        return
    assert pos.to_bytes() == before
    assert (refusal is None) == (number in pos.moves())
    if refusal is None:
        pos.play(move)
        assert pos.to_bytes() != before
    else:
        with pytest.raises(IllegalMove) as caught:
            pos.play(move)
        assert caught.value.refusal == refusal
        assert pos.to_bytes() == before


@fuzz
@given(tables, move_texts)
def test_any_text_as_a_move(table: str, text: str) -> None:
    """Legal, or refused with nothing changed."""
    try_move(parsed(table), text)


@fuzz
@given(tables, int32s)
def test_any_number_as_a_move(table: str, number: int) -> None:
    """BLOQ.M1 BLOQ.P1 BLOQ.P4: a number is legal exactly when it is listed; else it is refused with nothing changed."""
    try_move(parsed(table), number)


@pytest.mark.parametrize("number", range(len(TABLES)))
def test_every_number_that_could_be_a_move(number: int) -> None:
    """BLOQ.M1 BLOQ.P1: of all shapes in all places, on the board and beyond it, exactly the listed ones are legal."""
    pos = parsed(TABLES[number])
    asked = range(-3, MOVE_NUMBERS + 100, STRIDE)
    judged = [move for move in asked if pos.why_not(move) is None]
    assert judged == sorted(move for move in pos.moves() if move in asked)
    assert all(move in range(MOVE_NUMBERS) for move in pos.moves())


def load_or_refuse(data: bytes) -> bool:
    """Load bytes: BadState, or a position that is these bytes and can be played; tells which."""
    try:
        pos = GAME.from_bytes(data)
    except BadState:
        return False
    assert pos.to_bytes() == data
    play_to_the_end(pos, Random(data))
    return True


@fuzz
@given(st.binary(max_size=200) | st.binary(min_size=GAME.dtype.itemsize, max_size=GAME.dtype.itemsize))
def test_any_bytes_as_a_state(data: bytes) -> None:
    """Bytes from anywhere are no position."""
    load_or_refuse(data)


@pytest.mark.parametrize("number", range(len(TABLES)))
def test_cut_and_lengthened_states(number: int) -> None:
    """A state with bytes missing or added is no position; as it was, it is."""
    data = parsed(TABLES[number]).to_bytes()
    assert load_or_refuse(data)
    assert not any(load_or_refuse(data[:length]) for length in range(0, len(data), 50))
    assert not load_or_refuse(data[:-1])
    assert not load_or_refuse(data + b"\x00")


@pytest.mark.parametrize("number", range(len(TABLES)))
def test_states_with_one_byte_changed(number: int) -> None:
    """Bytes of a state in turn take other values: no position, or one that can be played."""
    data = parsed(TABLES[number]).to_bytes()
    rng = Random(number)
    for place in rng.sample(range(len(data)), 12 if interpreted else 150):
        value = rng.choice([0, 1, 2, data[place] ^ 1 << rng.randrange(8), rng.randrange(256), 255])
        if value != data[place]:
            load_or_refuse(data[:place] + bytes([value]) + data[place + 1 :])


def test_states_in_mid_game_with_bytes_changed() -> None:
    """The same of states as they are met in play, one byte or several at once; few are positions by chance."""
    rng = Random(7)
    tried = 8 if interpreted else 120
    accepted = 0
    for seed in range(tried):
        pos = GAME.new(players=rng.randint(2, 4), seed=seed, board=rng.choice(["small", "square20"]))
        for _ in range(rng.randrange(30)):
            if not pos.over:
                pos.play(rng.choice(pos.moves()))
        data = bytearray(pos.to_bytes())
        assert load_or_refuse(bytes(data))
        for _ in range(rng.choice([1, 1, 1, 2, 3])):
            data[rng.randrange(len(data))] = rng.choice([0, 1, 2, 3, 4, rng.randrange(256)])
        accepted += load_or_refuse(bytes(data))
    assert accepted < tried
