"""Positions and moves as text: what is written, what is understood, and what is said of mistakes."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from escale import BadNotation
from escale.games.poucet.tests.model_notation import read, written
from escale.games.poucet.tests.tables import (
    FACING,
    GAME,
    after,
    at,
    drawn,
    hand,
    last_cards,
    line_of,
    parsed,
    pile,
    seat_of,
    stock,
)
from escale.rules.compile import interpreted

FULL = """\
poucet players=3 turn=2 step=play first=1 size=9 crossing=off favour=free
board
  R    O    .    .    .    .    .    .    .
  F    .    .    .    .    .    .    .    .
  .    .    .    .    .    .    .    .    .
  .    .    .    .    .    .    .    .    .
  Y    1e   B    gnsw *    .    .    gew  G
  .    .    .    .    .    .    .    .    .
  .    .    .    .    .    .    .    .    .
  .    .    .    .    .    .    .    .    .
  .    .    .    .    R    .    .    .    .
at b5 F 1e
at c5 W V B
at d5 rns yew gnsw
start 0 e1
start 1 a5
start 2 i5
hand 0 rl rt wolf boots
hand 1 ri ri ri ri ri ri
hand 2
stock {stock}
discard gi forest
waits 0 3
known 0 0 ri yi pebbles
known 0 1 ri yi
known 0 2 ri
end
"""
SHORT = """\
poucet players=2 turn=0 step=play first=0 size=9
board
  .   .   .   .   .   .   .   .   .
  .   .   .   .   .   .   .   .   .
  .   .   .   .   .   .   .   .   .
  .   .   .   .   .   .   .   .   .
  R   rew .   .   *   .   .   gew G
  .   .   .   .   .   .   .   .   .
  .   .   .   .   .   .   .   .   .
  .   .   .   .   .   .   .   .   .
  .   .   .   .   .   .   .   .   .
start 0 a5
start 1 i5
hand 0 ri ri ri ri ri ri
hand 1 ri ri ri ri ri ri
"""
REST = [
    *["ri"] * 2, *["rl"] * 8, *["rt"] * 10, *["gi"] * 14, *["gl"] * 8, *["gt"] * 10, *["yi"] * 15, *["yl"] * 8, *["yt"] * 10,
    *["wolf"] * 4, *["ogre"] * 4, *["forest"] * 10, *["river"] * 6, *["pebbles"] * 7, *["boots"] * 5,
]  # fmt: skip
SAID = f"{SHORT}stock {' '.join(REST)}\nend\n"


def test_what_is_written() -> None:
    """POU.S1: the usual form, word for word; cards that aren't said are dealt in the order of the deck, the rest is stock."""
    assert parsed(SHORT).text() == SAID
    assert parsed(SAID).text() == SAID


@pytest.mark.parametrize(
    "short",
    [
        SHORT.replace(" turn=0", ""),
        SHORT.replace(" players=2", ""),
        SHORT.replace(" step=play", ""),
        SHORT.replace(" first=0", ""),
        SHORT.replace("players=2 turn=0 step=play first=0 size=9", "size=9 first=0 step=play turn=0 players=2"),
        SHORT.replace("size=9", "size=9 crossing=on favour=forced"),
        SHORT.replace("*", "."),
        SHORT.replace("  R   rew", "R rew"),
        drawn(FACING),
        f"{drawn(FACING)}waits 0 0\nwaits 1 0\n",
        SHORT.replace("rew", ".") + "at b5 rew\n",
        SHORT.replace("hand 0 ri ri ri ri ri ri\n", ""),
        SHORT.replace("\n", "\r\n"),
        SHORT.replace("\n", "  \n"),
        f"\n\n{SHORT}\n\n",
        SHORT.replace("start 0 a5\nstart 1 i5\n", "start 1 i5\nstart 0 a5\n"),
    ],
)
def test_short_forms(short: str) -> None:
    """POU.S1, POU.S2: what is usual may be left out; neither white space nor the order of lines matters."""
    assert short != SHORT
    assert parsed(short).text() == SAID


def test_all_that_can_be_said() -> None:
    """POU.M1, POU.X1, POU.T1, POU.B1: everything at once, word for word."""
    short = FULL.replace("stock {stock}\n", "").replace("hand 2\n", "hand 2 gi yl\n")
    cards = stock(parsed(short))
    text = FULL.replace("hand 2\n", "hand 2 gi yl\n").format(stock=" ".join(reversed(cards)))
    pos = parsed(text)
    assert pos.text() == text
    assert pos.options == {"size": "9", "crossing": "off", "favour": "free"}
    assert (pos.turn, pos.view(None)["first"], pos.players) == (2, 1, 3)
    assert [seat_of(pos, seat)["waits"] for seat in range(3)] == [3, 0, 0]
    assert pos.view(2)["hands"] == [None, None, ["gi", "yl"]]
    assert (pile(pos, "d5"), pile(pos, "c5"), pile(pos, "b5")) == (["rns", "yew", "gnsw"], ["W", "V", "B"], ["F", "1e"])
    assert written(read(text)) == text


def test_a_seat_without_cards() -> None:
    """POU.E2: is written all the same."""
    text = after(last_cards(FACING, "ri rl", ""), "c5:rew").text()
    assert "\nhand 1\n" in text
    assert "stock" not in text
    assert parsed(text).text() == text


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({}, ""),
        ({"size": "13"}, " size=13"),
        ({"players": 6, "size": "9"}, " size=9"),
        ({"crossing": "off"}, " crossing=off"),
        ({"favour": "free", "size": "11"}, " size=11 favour=free"),
        ({"players": 5, "crossing": "off", "favour": "free"}, " crossing=off favour=free"),
    ],
)
def test_what_is_not_usual(options: dict[str, Any], said: str) -> None:
    """POU.M1, POU.X1, POU.T1: only what isn't usual is said of the table, in this order."""
    pos = GAME.new(seed=1, **options)
    players = options.get("players", 2)
    first = pos.view(None)["first"]
    assert pos.text().splitlines()[0] == f"poucet players={players} turn={first} step=choose first={first}{said}"


def test_before_the_first_turn() -> None:
    """POU.S2: start cards taken and not laid yet; then where they lie."""
    pos = after(GAME.new(players=3, seed=2), "take y", "take r")
    first = pos.view(None)["first"]
    assert line_of(pos, "chose", str(first)) == ["y"]
    assert line_of(pos, "chose", str((first + 1) % 3)) == ["r"]
    pos = after(pos, "take r", "start c1")
    assert line_of(pos, "start", str(first)) == ["c1"]
    assert line_of(pos, "chose", str(first)) == []
    assert GAME.parse(pos.text()) == pos


@pytest.mark.parametrize("name", ["players", "size", "crossing", "favour"])
@pytest.mark.parametrize("seed", range(1 if interpreted else 3))
def test_whole_games_round_trip(name: str, seed: int) -> None:
    """POU.S1: every position of a game reads back to the same bytes and the same text, options and all."""
    value = {"players": 2 + seed, "size": ("9", "11", "13")[seed], "crossing": "off", "favour": "free"}[name]
    pos = GAME.new(seed=seed, **{"players": 3, "size": "9", name: value})  # type: ignore[arg-type]
    rng = Random(seed)
    while not pos.over:
        back = GAME.parse(pos.text())
        assert back == pos
        assert back.text() == pos.text() == str(pos)
        assert back.options == pos.options
        assert back.moves() == pos.moves()
        assert GAME.from_bytes(pos.to_bytes()) == pos
        for _ in range(4 if interpreted else 1):
            if not pos.over:
                pos.play(rng.choice(pos.moves()))
    assert GAME.parse(pos.text()) == pos


def test_cards_that_are_left_out() -> None:
    """POU.S1: hands that aren't said get six each, in the order of the deck, of what is named nowhere."""
    pos = at("a5 R0, i5 G1", "yi yl", more="discard ri ri ri ri ri ri ri ri ri ri ri ri ri ri rl")
    assert hand(pos, 1) == ["ri", "rl", "rl", "rl", "rl", "rl"]
    assert stock(pos)[:3] == ["rl", "rl", "rt"]
    assert stock(pos)[-1] == "boots"


def test_hands_are_sorted() -> None:
    """POU.S1: as nobody sees in which order cards came."""
    assert hand(at(FACING, "boots yl wolf ri yi ri"), 0) == ["ri", "ri", "yi", "yl", "wolf", "boots"]


BASE = drawn(FACING)
DEAD = "a9 R0, a8 O, b9 O, i5 G1"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "poucet"),
        ("  \n ", "poucet"),
        ("chess", "poucet"),
        ("POUCET", "poucet"),
        ("poucet small", "small"),
        ("poucet turn=0 turn=1", "turn=1"),
        ("poucet players=1", "POU.S1"),
        ("poucet players=7", "POU.S1"),
        ("poucet players=\u0662", "POU.S1"),
        ("poucet players=", "POU.S1"),
        (BASE.replace("poucet", "poucet turn=2"), "POU.S1"),
        (BASE.replace("poucet", "poucet turn=-1"), "POU.S1"),
        (BASE.replace("poucet", "poucet first=2"), "POU.S1"),
        (BASE.replace("poucet", "poucet step=think"), "choose, start, play, over"),
        (BASE.replace("size=9", "size=10"), "usual, 9, 11, 13"),
        (BASE.replace("poucet", "poucet crossing=maybe"), "on, off"),
        (BASE.replace("poucet", "poucet favour=never"), "forced, free"),
        (BASE.replace("poucet", "poucet colour=red"), "size, crossing, favour"),
        (f"{BASE}what 1", "what 1"),
        (f"{BASE}board\n . .", "POU.M1"),
        (BASE.replace("size=9\n", "size=9\nboard\n" + ". . . . . . . . .\n" * 8), "POU.M1"),
        (f"{BASE}at e5 rew", "POU.X3"),
        (f"{BASE}at j1 rew", "POU.M1"),
        (f"{BASE}at a0 rew", "POU.M1"),
        (f"{BASE}at x rew", "POU.M1"),
        (f"{BASE}at c5", "at c5"),
        (f"{BASE}at c5 rq", "POU.M3"),
        (f"{BASE}at c5 rn", "POU.M3"),
        (f"{BASE}at c5 rnesw", "POU.M3"),
        (f"{BASE}at c5 X", "POU.M4"),
        (f"{BASE}at c5 F 2e", "POU.M4"),
        (f"{BASE}at c5 F 0x", "POU.M4"),
        (f"{BASE}at c5 rew\nat c5 gew", "at c5 gew"),
        (f"{BASE}at c5 0e", "POU.T5"),
        (f"{BASE}at c5 B", "POU.T5"),
        (f"{BASE}at c5 rew 0e", "POU.T5"),
        (f"{BASE}at c5 V 0e", "POU.T5"),
        (f"{BASE}at c5 W B", "POU.T5"),
        (f"{BASE}at d5 O", "POU.O1"),
        (f"{BASE}at c5 O B", "POU.T5"),
        (f"{BASE}at c5 F V", "POU.T5"),
        (f"{BASE}at c5 F rew", "POU.X1"),
        (f"{BASE}at c5 rew F", "POU"),
        (f"{BASE}at c5 rew rns", "POU.X2"),
        (f"{BASE}at c5 F B rew", "POU"),
        (f"{BASE}at a6 G rew", "POU.X3"),
        (f"{BASE}at a6 rew G", "POU"),
        (f"{BASE}at b6 R", "POU.S2"),
        (f"{BASE}at a1 R\nat a2 R", "POU.M2"),
        (f"{BASE}start 2 a5", "POU.S1"),
        (f"{BASE}start 0 a1", "start 0 a1"),
        (BASE.replace("start 0 a5", "start 0 a1"), "POU.S2"),
        (BASE.replace("start 0 a5", "start 0 b5"), "POU"),
        (BASE.replace("start 0 a5\n", ""), "POU.S2"),
        (BASE.replace("start 1 i5", "start 1 a5"), "POU.S2"),
        (f"{BASE}hand 2 ri", "POU.S1"),
        (f"{BASE}hand 0 ri ri ri ri ri ri ri", "POU.S1"),
        (f"{BASE}hand 0 xx", "POU.M3"),
        (f"{BASE}hand 0 ri\nhand 0 ri", "hand 0 ri"),
        (f"{BASE}hand 0", "POU.E2"),  # who moves has a card
        (f"{BASE}hand 0 wolf wolf wolf wolf wolf", "POU.M4"),
        (f"{BASE}hand 0 wolf wolf\ndiscard wolf wolf wolf", "POU.M4"),
        (f"{BASE}stock wolf wolf wolf wolf wolf", "POU.M4"),
        (f"{BASE}hand 0 rl rl rl rl rl\nhand 1 rl rl rl rl", "POU.M3"),
        (f"{BASE}hand 0 ri\nhand 1 ri\nstock ri", "POU.M4"),  # where are the others?
        (f"{BASE}waits 0 7", "POU.B1"),
        (f"{BASE}waits 0 3", "POU.B1"),  # there is an open end
        (f"{drawn(DEAD)}waits 0 0", "POU.B1"),  # there is none
        (f"{BASE}waits 2 1", "POU.S1"),
        (f"{BASE}out 1", "POU.E2"),
        (f"{BASE}out 2", "POU.S1"),
        (drawn("a5 R0, i5 G1, e1 Y2", said="players=3", more="out 0"), "POU.E2"),  # who is out doesn't move
        (f"{BASE}hand 0 ri\nknown 0 0 ri", "POU.T1"),
        (f"{BASE}hand 0 ri ri\nknown 0 1 rl", "POU.T1"),
        (f"{BASE}hand 0 ri\nknown 0 1 rl", "POU.T1"),
        (f"{BASE}hand 0 ri\nknown 0 0 zz", "POU.M3"),
        (f"{BASE}chose 0 r", "POU.S2"),
        (BASE.replace("poucet", "poucet step=choose"), "POU.S2"),
        (BASE.replace("poucet", "poucet step=start"), "POU.S2"),
        ("poucet", "POU.S2"),
        ("poucet step=choose turn=1", "POU.S2"),
        ("poucet step=choose turn=1\nchose 1 r", "POU.S2"),
        ("poucet players=4 step=choose turn=3\nchose 0 r\nchose 1 r\nchose 2 r", "POU.M2"),
        ("poucet step=start\nchose 0 r", "POU.S2"),
        (drawn("a5 R0, b5 rew, c5 rew, d5 rew, i5 G1"), "POU.E1"),
        (BASE.replace("poucet", "poucet step=over"), "POU.E1"),
        (BASE.replace("poucet", "poucet end=flower winner=0"), "POU.E1"),
        (BASE.replace("poucet", "poucet step=over end=flower winner=0"), "POU.E1"),
        (BASE.replace("poucet", "poucet step=over end=alone winner=0"), "POU.E2"),
        (BASE.replace("poucet", "poucet step=over end=cards"), "POU.E2"),
        (BASE.replace("poucet", "poucet winner=0"), "POU.E"),
    ],
)
def test_mistakes_in_a_position(text: str, complaint: str) -> None:
    """POU.M1 POU.M2 POU.M3 POU.M4 POU.S1 POU.S2 POU.T5 POU.X1 POU.X2 POU.X3 POU.B1 POU.E1 POU.E2: each is named."""
    with pytest.raises(BadNotation, match=re.escape(complaint)) as caught:
        parsed(text)
    assert len(str(caught.value).splitlines()) == 1


def test_a_position_is_a_text() -> None:
    """POU.S1: anything else is refused like a wrong text."""
    for thing in (None, 7, b"poucet", ["poucet"]):
        with pytest.raises(BadNotation, match="a position is a text, not"):
            GAME.parse(thing)  # type: ignore[arg-type]


# Moves


MOVES = re.compile(
    r"[a-m]\d+:([rgy][nesw]{2,3}|wolf|ogre|forest|river|boots|pebbles-[nesw])"
    r"|discard [a-z]+|take [rgy]|start [a-m]\d+|restart [rgy] [a-m]\d+|give up"
)


@pytest.mark.parametrize("seed", range(2 if interpreted else 6))
def test_every_move_round_trips(seed: int) -> None:
    """POU.T0, POU.T2: the text of a legal move is read as that move, in capitals and with spaces too."""
    pos = GAME.new(players=2 + seed % 5, seed=seed, size="9")
    rng = Random(seed)
    for _ in range(40):
        names, moves = pos.names(), pos.moves()
        assert len(set(names)) == len(names) == len(set(moves))
        assert all(MOVES.fullmatch(text) for text in names)
        assert [pos.read_move(text) for text in names] == moves
        assert [pos.read_move(f" {text.upper().replace(':', ' : ').replace(' ', '  ')} ") for text in names] == moves
        assert [pos.name(move) for move in moves] == names
        if pos.over:
            break
        pos.play(rng.choice(names))


@pytest.mark.parametrize(
    ("other", "usual"),
    [("prends r", "take r"), ("prendre r", "take r"), ("abandonne", "give up"), ("abandonner", "give up")],
)
def test_other_words(other: str, usual: str) -> None:
    """POU.S2, POU.B2: what may be typed too."""
    pos = parsed(SHORT)
    assert pos.read_move(other) == pos.read_move(usual)


MISTAKES = """
c5 c5: :rew 5c:rew c5:ew c5:q c5:bew c5:rewx c5:pebbles c5:pebbles-x c5:pebbles-ne c5:wolf-e c5:dragon c5;rew c5:rew:rew
take taker start a5a restart discard -1 0 \u06615:rew c\u0665:rew cc5:rew c5:r\u00e9w c-5:rew
"""
#: The rule of what somebody tried, by the first word.
TRIED = {"take": "S2", "start": "S2", "restart": "B2", "give": "B2", "discard": "T6"}
WORDS = (
    "",
    "take x",
    "take r g",
    "start r",
    "start 5",
    "restart r",
    "restart a5",
    "restart x a5",
    "give",
    "give in",
    "discard x",
)


@pytest.mark.parametrize("text", [*WORDS, "  ", *MISTAKES.split()])
def test_mistakes_in_a_move(text: str) -> None:
    """POU.T0: a text that is no move is told how moves are written."""
    pos = parsed(SHORT)
    before = pos.to_bytes()
    for verb in (pos.read_move, pos.why_not, pos.play):
        with pytest.raises(
            BadNotation, match=rf"is no move: a card is laid as .*\(POU\.{TRIED.get(text.partition(' ')[0], 'T0')}\)\Z"
        ):
            verb(text)
    assert pos.to_bytes() == before


def test_what_is_no_move_cites_the_rule_of_what_is_to_be_decided() -> None:
    """POU.S2, POU.T0, POU.B2, POU.T6: unless the words tell what was tried; then the rule of that."""
    choosing = GAME.new(players=2, seed=1)
    starting = choosing.copy()
    for _ in range(2):
        starting.play(starting.names()[0])
    for pos, rule in ((choosing, "S2"), (starting, "S2"), (parsed(SHORT), "T0")):
        for text in ("xyzzy", "c5:dragon", ""):
            with pytest.raises(BadNotation, match=rf"\(POU\.{rule}\)\Z"):
                pos.read_move(text)
        for text, tried in (
            ("restart x a1", "B2"),
            ("give in", "B2"),
            ("take x", "S2"),
            ("start 5", "S2"),
            ("défausse x", "T6"),
        ):
            with pytest.raises(BadNotation, match=rf"\(POU\.{tried}\)\Z"):
                pos.read_move(text)


@pytest.mark.parametrize("move", [None, 1.0, b"give up", [1], object()])
def test_a_move_is_a_text_or_a_number(move: Any) -> None:
    """POU.T0: anything else is refused as no move; nothing happens."""
    pos = parsed(SHORT)
    before = pos.to_bytes()
    for verb in (pos.read_move, pos.why_not, pos.play):
        with pytest.raises(BadNotation, match="a move is a text or a whole number, not"):
            verb(move)
    assert pos.to_bytes() == before


@pytest.mark.parametrize("move", [1 << 31, -(1 << 31) - 1, 1 << 63, 1 << 64, 10**30, -(10**30)])
def test_a_move_has_32_bits(move: int) -> None:
    """POU.T0: larger numbers are refused as no move; none is cut down to a legal one."""
    pos = parsed(SHORT)
    legal = pos.moves()[0]
    for verb in (pos.read_move, pos.why_not, pos.play):
        for number in (move, legal + (1 << 32), legal - (1 << 32)):
            with pytest.raises(BadNotation, match="32 bits"):
                verb(number)
