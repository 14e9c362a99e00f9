"""Whatever text, number or bytes come in: a clear refusal that changes nothing, or a position that can be played."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from escale import BadNotation, BadState, IllegalMove, Position
from escale.games.lppg.tests.crowded import crowded, set_up
from escale.games.lppg.tests.tables import GAME, parsed
from escale.rules.compile import interpreted

fuzz = settings(max_examples=5 if interpreted else 100, deadline=None, derandomize=True, database=None)

TABLES = [text for text, _ in set_up().values()]
MOST_MOVES = 8  # that are played from a position that was read

tables = st.sampled_from([text for name, (text, _) in set_up().items() if "full" not in name])
seeds = st.integers(0, (1 << 64) - 1)
WORDS = """
lppg terrain laid territory hand pile discard chance held players=4 players=9 turn=1 turn=9 step=mark step=keep step=draw
step=over end=cards end=passes last=1 last=0 passes=12 match=on points=3,4 round=7 deck=all22 20,20 47,47 -1,3 0,0 rrr rwr r.w
20,20:2x3:r3 20,20:2x2:r3 0 1 2 3 o p r1 r2 b24 y126 r15 w1 0123456789abcdef é ½ ٣ = , :
"""
words = st.sampled_from([*WORDS.split(), "", "\t", "\x00", "\u2028"])
lines = st.lists(words | st.text(max_size=3), max_size=6).map(" ".join)
anything = (
    st.text()
    | st.lists(lines, max_size=14).map("\n".join)
    | st.lists(lines, max_size=9).map(lambda some: "\n".join(["lppg", *some]))
)
numbers = st.sampled_from([0, 1, 19, 20, 21, 22, 23, 24, 30, 46, 47, 48, -1, -3, 99, 999])
sizes = st.sampled_from(["2x3", "2x3", "3x2", "3x2", "2x2", "3x3", "9x9", "x", "23"])
cards = st.sampled_from(
    ["r1", "r6", "r12", "r56", "r24", "r35", "r2", "r5", "b1", "y1", "g34", "r123", "r1234", "r135", "w", "r"]
)
placements = st.tuples(numbers, numbers, sizes, cards).map(lambda parts: f"{parts[0]},{parts[1]}:{parts[2]}:{parts[3]}")
markings = st.tuples(st.sampled_from("opx"), numbers, numbers).map(lambda parts: f"{parts[0]}@{parts[1]},{parts[2]}")
others = st.sampled_from(
    ["pass", "passer", "keep o", "keep p", "keep", "draw 1", "draw 2", "draw 3", "draw 99", "draw", "", ":", "@"]
)
move_texts = placements | markings | others | st.text()
int32s = st.integers(-(1 << 31), (1 << 31) - 1) | st.integers(-2, 1 << 27) | st.integers(0, 31).map(lambda bit: (1 << bit) - 1)


def play_on(pos: Position, rng: Random) -> None:
    """A few random moves from here, seeing that all that is listed is legal."""
    for _ in range(MOST_MOVES):
        moves = pos.moves()
        assert pos.over == (not moves)
        if pos.over:
            assert len(pos.scores) == pos.players
            break
        assert all(pos.why_not(move) is None for move in rng.sample(moves, min(5, len(moves))))
        pos.play(rng.choice(moves))


def edited(text: str, seed: int) -> str:
    """A text with a few characters changed, taken away, doubled or put elsewhere."""
    rng = Random(seed)
    letters = list(text)
    for _ in range(rng.randint(1, 4)):
        here = rng.randrange(len(letters))
        some = [[], [rng.choice(letters)], [letters[here]] * 2, [rng.choice("rygbw.op0123456=, \n")]]
        letters[here : here + 1] = rng.choice(some)
        letters = letters or ["\n"]
    return "".join(letters)


def see_one_line(complaint: str) -> None:
    """What is wrong is said in one line, whatever the text."""
    assert len(complaint.splitlines()) == 1


def read_or_refuse(text: str) -> bool:
    """Parse a text: BadNotation in one line, or a position that reads back and can be played; tells which."""
    try:
        pos = parsed(text)
    except BadNotation as error:
        see_one_line(str(error))
        return False
    assert GAME.parse(pos.text()) == pos
    assert GAME.from_bytes(pos.to_bytes()) == pos
    play_on(pos, Random(text))
    return True


@fuzz
@given(anything)
def test_any_text_as_a_position(text: str) -> None:
    """A position or BadNotation, in one line."""
    read_or_refuse(text)


@fuzz
@given(tables, seeds)
def test_slips_of_the_pen(table: str, seed: int) -> None:
    """A position written with mistakes is a position or BadNotation."""
    read_or_refuse(edited(parsed(table).text() if seed % 2 else table, seed))


def test_cards_anywhere_can_be_played() -> None:
    """LPPG.S2, LPPG.D2: terrains made by chance are positions, and many are after slips of the pen too."""
    rng = Random(3)
    read = 0
    for seed in range(5 if interpreted else 40):
        text = crowded(rng, 2 + 2 * (seed % 2), match=rng.choice(["on", "off"]))
        assert read_or_refuse(text)
        read += read_or_refuse(edited(text, seed))
    assert read > 0


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
    """LPPG.M3 LPPG.P1 LPPG.T1: a number is legal exactly when it is listed; else it is refused with nothing changed."""
    try_move(parsed(table), number)


@pytest.mark.parametrize("number", range(len(TABLES)))
def test_numbers_near_legal_moves(number: int) -> None:
    """LPPG.P1 LPPG.T1: of the numbers around those listed, and with any bit of one changed, exactly the listed are legal."""
    pos = parsed(TABLES[number])
    moves = pos.moves()
    some = Random(number).sample(moves, min(len(moves), 2 if interpreted else 25))
    asked = {move + step for move in some for step in range(-3, 4)} | {move ^ (1 << bit) for move in some for bit in range(31)}
    assert {move for move in asked if pos.why_not(move) is None} == asked.intersection(moves)


def load_or_refuse(data: bytes) -> bool:
    """Load bytes: BadState, or a position that is these bytes and can be played; tells which."""
    try:
        pos = GAME.from_bytes(data)
    except BadState:
        return False
    assert pos.to_bytes() == data
    assert GAME.parse(pos.text()).view(None, revealed=True) == pos.view(None, revealed=True)
    play_on(pos, Random(data))
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
    assert not any(load_or_refuse(data[:length]) for length in range(0, len(data), 200))
    assert not load_or_refuse(data[:-1])
    assert not load_or_refuse(data + b"\x00")


@pytest.mark.parametrize("number", range(len(TABLES)))
def test_states_with_one_byte_changed(number: int) -> None:
    """Bytes of a state in turn take other values: no position, or one that can be played."""
    data = parsed(TABLES[number]).to_bytes()
    rng = Random(number)
    for place in rng.sample(range(len(data)), 10 if interpreted else 50):
        value = rng.choice([0, 1, 2, data[place] ^ 1 << rng.randrange(8), rng.randrange(256), 255])
        if value != data[place]:
            load_or_refuse(data[:place] + bytes([value]) + data[place + 1 :])


def test_states_in_mid_game_with_bytes_changed() -> None:
    """The same of states as they are met in play, one byte or several at once; few are positions by chance."""
    rng = Random(7)
    tried = 6 if interpreted else 50
    accepted = 0
    for seed in range(tried):
        pos = GAME.new(players=rng.choice([2, 4]), seed=seed, match=rng.choice(["on", "off"]))
        for _ in range(rng.randrange(40)):
            if not pos.over:
                pos.play(rng.choice(pos.moves()))
        data = bytearray(pos.to_bytes())
        assert load_or_refuse(bytes(data))
        for _ in range(rng.choice([1, 1, 1, 2, 3])):
            data[rng.randrange(len(data))] = rng.choice([0, 1, 2, 3, 4, rng.randrange(256)])
        accepted += load_or_refuse(bytes(data))
    assert accepted < tried
