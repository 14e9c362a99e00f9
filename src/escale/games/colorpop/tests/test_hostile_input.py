"""Whatever text, number or bytes come in: a clear refusal that changes nothing, or a position that can be played."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from escale import BadNotation, BadState, IllegalMove, Position
from escale.games.colorpop.tests.tables import GAME, parsed

fuzz = settings(max_examples=300, deadline=None, derandomize=True, database=None)

TABLES = [
    "colorpop\nsecrets Y B\nYYBB*",
    "colorpop\nsecrets G P\n.GO\nY**P\nGBYG",
    "colorpop jokers=greedy\nsecrets Y G\nY***G",
    "colorpop joker_only=off\nsecrets Y\nY**",
    "colorpop duel joker_count=4\nsecrets YG OB\ntaken Y3G2 *1\n....P\nGOGYYYOGOB",
    "colorpop teams\nsecrets Y O G B\nYYGGPPOBO",
    "colorpop\nsecrets Y G\nGGPPOB",
    "colorpop\nsecrets Y G\nYGY",
]
GREATEST_GAME = 50  # moves; each takes two tokens of a hundred

tables = st.sampled_from(TABLES)
seeds = st.integers(0, (1 << 64) - 1)
WORDS = """
colorpop secrets taken standard duel teams solitaire players=2 turn=1 turn=9 jokers=greedy joker_only=off joker_count=0
fair_start=on colours=2 = mode= Y B YG OP Y3G2 *1 - . YGOPB* ** ..Y YYYYYYYYYY *********** é ½
"""
words = st.sampled_from([*WORDS.split(), "", "\t", "\x00", "\u2028"])
lines = st.lists(words | st.text(max_size=3), max_size=6).map(" ".join)
headers = st.sampled_from(["", "", "turn=1", "duel", "teams", "jokers=greedy", "joker_only=off", "joker_count=2", "players=3"])
secrets = st.tuples(st.permutations("YGOPB"), st.integers(1, 5), st.sampled_from([" ", " ", ""])).map(
    lambda drawn: drawn[2].join(drawn[0][: drawn[1]])
)
boards = st.lists(st.text("YYGGOPB*", min_size=1, max_size=5), max_size=10).map(
    lambda slides: "\n".join("".join(slide[row : row + 1] or "." for slide in slides) for row in reversed(range(5)))
)
anything = st.text() | st.lists(lines, max_size=14).map("\n".join)
nearly_right = st.tuples(headers, secrets, boards).map(lambda parts: f"colorpop {parts[0]}\nsecrets {parts[1]}\n{parts[2]}")
cells = st.tuples(st.sampled_from("aabbccddeefghijk"), st.sampled_from([1, 1, 1, 2, 2, 3, 0, 10, 11])).map(
    lambda cell: f"{cell[0]}{cell[1]}"
)
move_texts = st.lists(cells, min_size=1, max_size=4).map("+".join) | st.text() | st.sampled_from(["pass", "a1+", "+", "a1 b1"])
int32s = st.integers(-(1 << 31), (1 << 31) - 1) | st.integers(-2, 1 << 13) | st.sampled_from([0, 1, 11, 12, 22, 33, 44, 64, 75])


def play_to_the_end(pos: Position, rng: Random) -> None:
    """A random game from here, seeing that all that is listed is legal and that it ends."""
    for _ in range(GREATEST_GAME + 1):
        if pos.over:
            break
        moves = pos.moves()
        assert all(pos.why_not(move) is None for move in moves)
        pos.play(rng.choice(moves))
    assert pos.over
    assert len(pos.scores) == pos.players


def edited(text: str, seed: int) -> str:
    """A text with a few characters changed, taken away, doubled or put elsewhere."""
    rng = Random(seed)
    letters = list(text)
    for _ in range(rng.randint(1, 4)):
        here = rng.randrange(len(letters))
        letters[here : here + 1] = rng.choice([[], [rng.choice(letters)], [letters[here]] * 2, [rng.choice("YGOPB*.=-09 \n")]])
        letters = letters or ["\n"]
    return "".join(letters)


def see_one_line(complaint: str) -> None:
    """What is wrong is said in one line, whatever the text."""
    assert len(complaint.splitlines()) == 1


def read_or_refuse(text: str) -> None:
    """Parse a text: BadNotation, or a position that reads back, and that can be played to its end."""
    try:
        pos = parsed(text)
    except BadNotation as error:
        see_one_line(str(error))
        return
    assert GAME.parse(pos.text()) == pos
    assert GAME.from_bytes(pos.to_bytes()) == pos
    play_to_the_end(pos, Random(text))


@fuzz
@given(anything | nearly_right)
def test_any_text_as_a_position(text: str) -> None:
    """A position or BadNotation, in one line."""
    read_or_refuse(text)


@fuzz
@given(tables, seeds)
def test_slips_of_the_pen(table: str, seed: int) -> None:
    """A position written with mistakes is a position or BadNotation."""
    read_or_refuse(edited(parsed(table).text() if seed % 2 else table, seed))


def try_move(pos: Position, move: int | str) -> None:
    """Play a move: it is legal, or refused by IllegalMove or BadNotation, and then not a byte has changed."""
    before = pos.to_bytes()
    try:
        refusal = pos.why_not(move)
        number = pos.read_move(move)
    except BadNotation:
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
    """POP.M1 POP.T1 POP.T2 POP.T3: a number is legal exactly when it is listed; else it is refused with nothing changed."""
    try_move(parsed(table), number)


@pytest.mark.parametrize("number", range(len(TABLES)))
def test_every_number_that_could_be_a_move(number: int) -> None:
    """POP.M1 POP.T1 POP.T2: of all cells with all sets of jokers, and some beyond, exactly the listed ones are legal."""
    pos = parsed(TABLES[number])
    judged = [move for move in range(-3, 1 << 13) if pos.why_not(move) is None]
    assert judged == sorted(pos.moves())


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
    assert not any(load_or_refuse(data[:length]) for length in range(len(data)))
    assert not load_or_refuse(data + b"\x00")


@pytest.mark.parametrize("number", range(len(TABLES)))
def test_states_with_one_byte_changed(number: int) -> None:
    """Each byte of a state in turn takes other values: no position, or one that can be played."""
    data = parsed(TABLES[number]).to_bytes()
    rng = Random(number)
    for place in range(len(data)):
        for value in {0, 1, 2, data[place] ^ 1 << rng.randrange(8), rng.randrange(256), 255} - {data[place]}:
            load_or_refuse(data[:place] + bytes([value]) + data[place + 1 :])


def test_states_in_mid_game_with_bytes_changed() -> None:
    """The same of states as they are met in play, one byte or several at once."""
    rng = Random(7)
    accepted = 0
    for seed in range(300):
        pos = GAME.new(players=rng.randint(1, 5), seed=seed)
        for _ in range(rng.randrange(30)):
            if not pos.over:
                pos.play(rng.choice(pos.moves()))
        data = bytearray(pos.to_bytes())
        assert load_or_refuse(bytes(data))
        for _ in range(rng.choice([1, 1, 1, 2, 3])):
            data[rng.randrange(len(data))] = rng.choice([0, 1, 2, 3, 4, rng.randrange(256)])
        accepted += load_or_refuse(bytes(data))
    assert accepted < 300
