"""Whatever text, number or bytes come in: a clear refusal that changes nothing, or a position that can be played."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from escale import BadNotation, BadState, IllegalMove, Position
from escale.games.planete.tests.situations import SITUATIONS
from escale.games.planete.tests.tables import GAME, new, parsed
from escale.rules.compile import interpreted

fuzz = settings(max_examples=5 if interpreted else 100, deadline=None, derandomize=True, database=None)

TABLES = list(SITUATIONS.values())[:30]
SOME = TABLES[:: 8 if interpreted else 2]
MOST_MOVES = 6  # that are played from a position that was read

tables = st.sampled_from(TABLES)
seeds = st.integers(0, (1 << 64) - 1)
WORDS = """
planete stack aside offer hidden planet out core rising falling character players=2 players=3 players=5 players=9 turn=1 turn=9
step=stack step=hide step=take step=name step=over first=1 two_player=plain two_player=offer 5:W 6:(bGG) 0:king 16:W 1:bsS 9:( :
vlG vS W E bGG bsE bsS br* v** king brown prince xyz 0 1 2 5 9 -1 é ½ ٣ = ( ) *
"""
words = st.sampled_from([*WORDS.split(), "", "\t", "\x00", "\u2028"])
lines = st.lists(words | st.text(max_size=3), max_size=6).map(" ".join)
anything = (
    st.text()
    | st.lists(lines, max_size=10).map("\n".join)
    | st.lists(lines, max_size=6).map(lambda some: "\n".join(["planete players=3", *some]))
)
THINGS = "vlG vS W E bGG bsE bsS br* v** king brown hidden xyz VLG"
things = st.sampled_from(THINGS.split())
numbers = st.sampled_from(["", "0", "1", "5", "9", "15", "16", "99", "-1", "x", "5 6", "٣"])
takes = st.tuples(st.sampled_from(["take", "prends", "hide", "cache", "prendre"]), things, numbers).map(" ".join)
others = st.tuples(st.sampled_from(["stack", "pioche", "name", "nomme", "play", ""]), words).map(" ".join)
move_texts = takes | others | st.text()
int32s = st.integers(-(1 << 31), (1 << 31) - 1) | st.integers(-2, 1 << 20) | st.integers(0, 31).map(lambda bit: (1 << bit) - 1)


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
        some = [[], [rng.choice(letters)], [letters[here]] * 2, [rng.choice("bvsrlc*FESWGB0123456789=:() \n")]]
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
    """PLAN.S1: a position or BadNotation, in one line."""
    read_or_refuse(text)


@fuzz
@given(tables, seeds)
def test_slips_of_the_pen(table: str, seed: int) -> None:
    """PLAN.S1: a position written with mistakes is a position or BadNotation."""
    read_or_refuse(edited(parsed(table).text() if seed % 2 else table, seed))


def test_some_slips_are_positions_and_some_are_not() -> None:
    """PLAN.S1: so that both are tried."""
    assert all(map(read_or_refuse, SOME))
    read = [read_or_refuse(edited(text, seed)) for seed, text in enumerate(TABLES * (1 if interpreted else 5))]
    assert not all(read)
    assert interpreted or any(read)


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
    """PLAN.R1: legal, or refused with nothing changed."""
    try_move(parsed(table), text)


@fuzz
@given(tables, int32s)
def test_any_number_as_a_move(table: str, number: int) -> None:
    """PLAN.R1: a number is legal exactly when it is listed; else it is refused with nothing changed."""
    try_move(parsed(table), number)


@pytest.mark.parametrize("number", range(len(SOME)))
def test_numbers_near_legal_moves(number: int) -> None:
    """PLAN.R1, PLAN.R2: of the numbers around those listed, and with any bit of one changed, exactly the listed are legal."""
    pos = parsed(SOME[number])
    moves = pos.moves()
    some = Random(number).sample(moves, min(len(moves), 2 if interpreted else 15))
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
    """PLAN.S1: bytes from anywhere are no position."""
    load_or_refuse(data)


@pytest.mark.parametrize("number", range(len(SOME)))
def test_cut_and_lengthened_states(number: int) -> None:
    """PLAN.S1: a state with bytes missing or added is no position; as it was, it is."""
    data = parsed(SOME[number]).to_bytes()
    assert load_or_refuse(data)
    assert not any(load_or_refuse(data[:length]) for length in range(0, len(data), 50))
    assert not load_or_refuse(data[:-1])
    assert not load_or_refuse(data + b"\x00")


@pytest.mark.parametrize("number", range(len(SOME)))
def test_states_with_one_byte_changed(number: int) -> None:
    """PLAN.S1: bytes of a state in turn take other values: no position, or one that can be played."""
    data = parsed(SOME[number]).to_bytes()
    rng = Random(number)
    for place in rng.sample(range(len(data)), min(len(data), 10 if interpreted else 50)):
        value = rng.choice([0, 1, 2, data[place] ^ 1 << rng.randrange(8), rng.randrange(256), 255])
        if value != data[place]:
            load_or_refuse(data[:place] + bytes([value]) + data[place + 1 :])


def test_states_in_mid_game_with_bytes_changed() -> None:
    """PLAN.S1: the same of states as they are met in play, one byte or several at once; few are positions by chance."""
    rng = Random(7)
    tried = 6 if interpreted else 50
    accepted = 0
    for seed in range(tried):
        players = rng.randint(2, 5)
        pos = new(players, seed, plain=players == 2 and seed % 2 == 0)
        for _ in range(rng.randrange(80)):
            if not pos.over:
                pos.play(rng.choice(pos.moves()))
        data = bytearray(pos.to_bytes())
        assert load_or_refuse(bytes(data))
        for _ in range(rng.choice([1, 1, 1, 2, 3])):
            data[rng.randrange(len(data))] = rng.choice([0, 1, 2, 3, 4, rng.randrange(256)])
        accepted += load_or_refuse(bytes(data))
    assert accepted < tried
