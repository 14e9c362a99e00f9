"""Positions and moves as text: what is written, what is understood, and what is said of mistakes."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from escale import BadNotation
from escale.games.lppg.tests.crowded import crowded, set_up
from escale.games.lppg.tests.tables import GAME, after, hand, parsed, piles_of
from escale.rules.compile import interpreted

FULL = """\
lppg players=4 turn=2 step=place first=3 passes=3 deck=all22 outside_corners=on match=on round=2 points=3,4
terrain 20,20
  ...wb
  ...bw
  rrgwb
  rwwg.
  rrgg.
laid 20,20:2x3:r4 22,20:2x3:g3 23,22:2x3:b145
territory 3 p 21,21
hand 0 y1 y2
hand 1 g1 g2
hand 2 b1 b2
hand 3 r1 r2
pile 1 b12 b13 b15
pile 2 y12 y13
discard g12 g13
chance 0123456789abcdef
end
"""
SHORT = """\
lppg players=2 turn=0 step=place first=0
terrain 20,20
  rrrr
  rwrr
  rrrr
hand 0 r1 r2
hand 1 b1 b2
pile 1 b3 y3
pile 2 y1 g1
chance 0000000000000000
end
"""


def test_what_is_written() -> None:
    """LPPG.S2: the usual form, word for word."""
    assert parsed(SHORT).text() == SHORT


@pytest.mark.parametrize(
    "options", [{}, {"players": 4}, {"match": "on"}, {"players": 4, "deck": "all22", "outside_corners": "on"}]
)
def test_whole_games_round_trip(options: dict[str, Any]) -> None:
    """Every position of a game reads back to the same bytes and the same text, options and all."""
    pos = GAME.new(seed=4, **options)
    rng = Random(4)
    for _ in range(20 if interpreted else 50):
        back = GAME.parse(pos.text())
        assert back == pos
        assert back.text() == pos.text() == str(pos)
        assert back.options == pos.options
        assert back.moves() == pos.moves()
        assert GAME.from_bytes(pos.to_bytes()) == pos
        if pos.over:
            break
        pos.play(rng.choice(pos.moves()))


@pytest.mark.parametrize("name", set_up())
def test_rare_positions_round_trip(name: str) -> None:
    """LPPG.C2 LPPG.T2 LPPG.E3: mergers to be decided, the last round, what hands can't be, and ends."""
    text, moves = set_up()[name]
    pos = after(parsed(text), *moves)
    rng = Random(name)
    for _ in range(12):
        assert GAME.parse(pos.text()) == pos
        if pos.over:
            break
        pos.play(rng.choice(pos.moves()))


def test_crowded_positions_round_trip() -> None:
    """LPPG.M5 LPPG.D2: terrains of all forms, in corners of the table too."""
    rng = Random(1)
    for number in range(4 if interpreted else 30):
        text = crowded(rng, 2 + 2 * (number % 2))
        pos = parsed(text)
        assert GAME.parse(pos.text()) == pos
        written = [line for line in pos.text().splitlines() if not line.startswith(("chance", "end"))]
        assert sorted(line.split() for line in written) == sorted(line.split() for line in text.splitlines())


@pytest.mark.parametrize(
    "short",
    [
        SHORT.replace(" players=2", ""),
        SHORT.replace(" turn=0", ""),
        SHORT.replace(" step=place", ""),
        SHORT.replace(" first=0", ""),
        SHORT.replace("players=2 turn=0 step=place first=0", "first=0 step=place turn=0 players=2"),
        SHORT.replace("chance 0000000000000000\n", ""),
        SHORT.replace(" first=0", " first=0 deck=standard match=off outside_corners=off"),
        SHORT.replace(" first=0", " first=0 passes=0"),
        SHORT.replace("  rwrr", "r w r r"),
        SHORT.replace("  rrrr\n  rwrr\n  rrrr", "  rrrr.\n  rwrr.\n  rrrr."),
        SHORT.replace("terrain 20,20\n  rrrr\n  rwrr\n  rrrr", "terrain 19,19\n .....\n .rrrr\n .rwrr\n .rrrr\n ....."),
        SHORT.replace("\n", "\r\n"),
        SHORT.replace("\n", "  \n  "),
        SHORT.replace(" ", "\t"),
        f"\n\n  {SHORT.strip()}  \n\n",
        "\n".join([*SHORT.splitlines()[:5], *reversed(SHORT.splitlines()[5:])]),
    ],
)
def test_short_forms(short: str) -> None:
    """LPPG.S1, LPPG.S2: what is usual may be left out; neither white space, the order of lines nor empty edges matter."""
    assert short != SHORT
    assert parsed(short).text() == SHORT


def test_all_that_can_be_said() -> None:
    """LPPG.E4, LPPG.M3, LPPG.D2, LPPG.T3: everything at once, word for word."""
    assert parsed(FULL).text() == FULL
    pos = parsed(FULL)
    seen = pos.view(None)
    assert (seen["mover"], seen["first"], seen["passes"], seen["round"], seen["points"]) == (2, 3, 3, 2, [3, 4, 3, 4])
    assert seen["discard"] == ["g12", "g13"]
    assert len(seen["cards"]) == 3


def test_cards_that_are_left_out() -> None:
    """LPPG.S3: hands, then two equal piles are dealt from what isn't mentioned, in the order of the deck."""
    pos = parsed("lppg\nterrain 20,20\n rr\nhand 1 r2 r13\ndiscard r1 r12\n")
    assert hand(pos, 0) == ["r3", "r14"]
    first, second = piles_of(pos)
    assert first[:3] == ["r16", "r23", "r24"]
    assert (len(first), len(second)) == (35, 35)
    odd = parsed("lppg\nterrain 20,20\n rr\ndiscard r1\n")
    assert [len(pile) for pile in piles_of(odd)] == [36, 35]


def test_only_the_later_cards_laid() -> None:
    """LPPG.M1: what lies below needn't be said; cells may have no card."""
    pos = parsed("lppg\nterrain 20,20\n rrrrr\n rwrwr\n rrrrr\nlaid 23,20:2x3:r3\n")
    assert [card["at"] for card in pos.view(None)["cards"]] == [[23, 20]]
    assert pos.view(None)["terrain"]["rows"] == ["rrrrr", "rwrwr", "rrrrr"]


HEAD = "lppg\nterrain 20,20\n rrrrrrr\n rwrwrwr\n rrrrrrr\n"
CARDS = "hand 0 r1 r2\nhand 1 b1 b2\npile 1 b3 y3\npile 2 y1 g1\n"
LINES = (
    "allowed are, each once, terrain X,Y and its rows of rygbw., laid, territory SEAT o|p X,Y, hand SEAT, pile 1|2, discard, "
    "chance (16 digits), held SEAT 1|2"
)
TERRAIN = "a position says its terrain: terrain 22,22 and its rows, the top one first (LPPG.S2)"
EMPTY_PILE = "neither pile is empty, unless a single card is left in all, on the first (LPPG.T2)"
NO_REGION = "isn't the lowest, then leftmost cell of a closed region (LPPG.D2)"
MARKERS = "a player has two ordinary markers and a permanent one, on a territory one of each (LPPG.M4)"
THIRD = "a third marker on the terrain ends the game, by the player who set it (LPPG.E1)"
BOTH = "step=keep goes with an ordinary and a permanent marker of a seat on one territory (LPPG.C2)"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "a position begins with a line 'lppg'"),
        ("  \n ", "a position begins with a line 'lppg'"),
        ("chess", "a position begins with a line 'lppg'"),
        ("LPPG", "a position begins with a line 'lppg'"),
        ("lppg", TERRAIN),
        ("lppg\nterrain 20,20", TERRAIN),
        ("lppg small", "'small': what is said of the table is name=value, each once"),
        ("lppg turn=0 turn=1", "'turn=1': what is said of the table is name=value, each once"),
        ("lppg players=3", "players='3': allowed are 2, 4 (LPPG.S1)"),
        ("lppg players=\u0662", "players='\u0662': allowed are 2, 4 (LPPG.S1)"),
        ("lppg players=", "players='': allowed are 2, 4 (LPPG.S1)"),
        ("lppg turn=2", "turn='2': allowed are 0 to 1 (LPPG.S1)"),
        ("lppg players=4 turn=4", "turn='4': allowed are 0 to 3 (LPPG.S1)"),
        ("lppg turn=-1", "turn='-1': allowed are 0 to 1 (LPPG.S1)"),
        ("lppg first=2", "first='2': allowed are 0 to 1 (LPPG.S1)"),
        ("lppg step=think", "step='think': allowed are place, keep, mark, draw, over"),
        ("lppg passes=13", "passes='13': allowed are 0 to 12 (LPPG.T3)"),
        ("lppg last=3", "last='3': allowed are 0 to 2 (LPPG.E3)"),
        ("lppg end=never step=over", "end='never': allowed are markers, cards, passes"),
        ("lppg deck=all", "option deck=all: allowed are standard, all22"),
        ("lppg outside_corners=maybe", "option outside_corners=maybe: allowed are off, on"),
        ("lppg match=yes", "option match=yes: allowed are off, on"),
        ("lppg colour=red", "no option 'colour': there are deck, outside_corners, match"),
        ("lppg round=2", "round and points are said of a match, with match=on (LPPG.E4)"),
        ("lppg points=1,2", "round and points are said of a match, with match=on (LPPG.E4)"),
        ("lppg match=on points=1", "points='1': two numbers, one a side, such as 3,4 (LPPG.E4)"),
        ("lppg match=on points=-1,0", "points='-1,0': two numbers, one a side, such as 3,4 (LPPG.E4)"),
        ("lppg match=on round=0", "round='0': allowed are 1 to 9999 (LPPG.E4)"),
        (
            HEAD.replace("lppg", "lppg match=on points=10,0"),
            "a match is over when a side has 10 points, and then only (LPPG.E4)",
        ),
        ("lppg\nterrain 20\n rr", "'20': a cell is x,y, each from 0 to 47 (LPPG.M5)"),
        ("lppg\nterrain -1,0\n r", "'-1,0': a cell is x,y, each from 0 to 47 (LPPG.M5)"),
        ("lppg\nterrain 46,0\n rrr", "the terrain sticks out of the table of 48 by 48 cells (LPPG.M5)"),
        ("lppg\nterrain 0,46\n r\n r\n r", "the terrain sticks out of the table of 48 by 48 cells (LPPG.M5)"),
        ("lppg\nterrain 0,0\n ...", "the terrain has no cell (LPPG.S2)"),
        ("lppg\nterrain 0,0\n rx", f"'rx': {LINES}"),
        (f"{HEAD}terrain 3,3\n r", f"'terrain 3,3': {LINES}"),
        (f"{HEAD}what 1", f"'what 1': {LINES}"),
        (f"{HEAD}laid x", "'x': a card that was laid is written as 24,22:2x3:r25 (LPPG.M3)"),
        (f"{HEAD}laid 20,20:2x2:r3", "'20,20:2x2:r3': a card that was laid is written as 24,22:2x3:r25 (LPPG.M3)"),
        (f"{HEAD}laid 20,20:2x3:r1", "at 20,22 the cards that were laid show 'w', the terrain 'r'"),
        (f"{HEAD}laid 40,20:2x3:r3", "at 40,22 the cards that were laid show 'r', the terrain '.'"),
        (f"{HEAD}laid 47,20:2x3:r3", "'47,20:2x3:r3': the card sticks out of the table (LPPG.M5)"),
        (f"{HEAD}territory 0 o", f"'territory 0 o': {LINES}"),
        (f"{HEAD}territory 0 x 21,21", f"'territory 0 x 21,21': {LINES}"),
        (f"{HEAD}territory 2 o 21,21", "'territory 2 o 21,21': the number '2' is at most 1 (LPPG.S1, LPPG.S3)"),
        (f"{HEAD}territory 0 o 20,20", f"20,20 {NO_REGION}"),
        (f"{HEAD}territory 0 o 30,30", f"30,30 {NO_REGION}"),
        (HEAD.replace("wrwrw", "wwrrw") + "territory 0 o 22,21", f"22,21 {NO_REGION}"),
        (HEAD.replace("rwrwrwr", "wwrrwrr") + "territory 0 o 20,21", f"20,21 {NO_REGION}"),
        (f"{HEAD}territory 0 o 21,21\nterritory 1 o 21,21", "the territory at 21,21 is of one player (LPPG.P4)"),
        (f"{HEAD}territory 0 o 21,21\nterritory 0 o 21,21", MARKERS),
        (f"{HEAD}territory 0 p 21,21\nterritory 0 p 23,21", MARKERS),
        (f"{HEAD}territory 0 o 21,21\nterritory 0 o 23,21\nterritory 0 o 25,21", MARKERS),
        (f"{HEAD}territory 0 p 21,21\nterritory 0 o 23,21\nterritory 0 o 25,21", THIRD),
        (HEAD.replace("lppg", "lppg step=over end=markers"), THIRD),
        (f"{HEAD}territory 0 o 21,21\nterritory 0 p 21,21", BOTH),
        (HEAD.replace("lppg", "lppg step=keep"), BOTH),
        (
            "lppg step=mark\nterrain 20,20\n rrr\n rrr\n",
            "step=mark: there is a closed region without marker, and more than one way to mark it (LPPG.C4)",
        ),
        (HEAD.replace("lppg", "lppg step=over end=cards"), "last=0 goes with end=cards (LPPG.E3)"),
        (HEAD.replace("lppg", "lppg step=over end=passes"), "passes=12 goes with end=passes (LPPG.T3)"),
        (HEAD.replace("lppg", "lppg passes=12"), "passes=12 goes with end=passes (LPPG.T3)"),
        (HEAD.replace("lppg", "lppg last=0"), "last=0 goes with end=cards (LPPG.E3)"),
        (
            HEAD.replace("lppg", "lppg end=passes passes=12"),
            "step=over goes with end=markers, end=cards or end=passes (LPPG.E1, LPPG.E3, LPPG.T3)",
        ),
        (f"{HEAD}hand 0 r1", "seat 0 has 2 cards at this moment, not 1 (LPPG.T1)"),
        (f"{HEAD}hand 0 r1 r2 r3", "a hand has two cards at most (LPPG.S3), that of seat 0 has 3"),
        (f"{HEAD}hand 2 r1 r2", "'hand 2 r1 r2': the number '2' is at most 1 (LPPG.S1, LPPG.S3)"),
        (f"{HEAD}hand 0 r1 x9", "'x9': no card of this deck; a card is its colour and its white cells, as r25 (LPPG.M3)"),
        (f"{HEAD}hand 0 r6 r2", "'r6': no card of this deck; a card is its colour and its white cells, as r25 (LPPG.M3)"),
        (f"{HEAD}hand 0 r15 r2", "'r15': no card of this deck; a card is its colour and its white cells, as r25 (LPPG.M3)"),
        (f"{HEAD}hand 0 r1 r1", "r1 is there twice: every card is the only one of its kind (LPPG.M1)"),
        (f"{HEAD}hand 0 r1 r2\nhand 0 r3 r12", f"'hand 0 r3 r12': {LINES}"),
        (f"{HEAD}{CARDS}discard r1", "r1 is there twice: every card is the only one of its kind (LPPG.M1)"),
        (f"{HEAD}pile 3 r1", "'pile 3 r1': the number '3' is at most 2 (LPPG.S1, LPPG.S3)"),
        (f"{HEAD}pile 0 r1", f"'pile 0 r1': {LINES}"),
        (f"{HEAD}pile 1\npile 2 r1", EMPTY_PILE),
        (f"{HEAD}pile 1\npile 2", EMPTY_PILE),
        (f"{HEAD}pile 1 r1\npile 2\ndiscard r2", EMPTY_PILE),
        (HEAD.replace("lppg", "lppg last=2") + "pile 1 r1\npile 2", "in the last round the piles are empty (LPPG.E3)"),
        (
            HEAD.replace("lppg", "lppg last=1") + "hand 0 r1 r2\nhand 1 b1 b2\npile 1\npile 2",
            "seat 1 has 0 cards at this moment, not 2 (LPPG.T1)",
        ),
        (f"{HEAD}chance 12", f"'chance 12': {LINES}"),
        (f"{HEAD}chance 0123456789ABCDEF", f"'chance 0123456789ABCDEF': {LINES}"),
        (f"{HEAD}{CARDS}held 0 3 r3", "'held 0 3 r3': the number '3' is at most 2 (LPPG.S1, LPPG.S3)"),
        (f"{HEAD}{CARDS}held 0 1 r1", "held 0 1: cards that this card of the hand can't be, each once (LPPG.M2)"),
        (
            f"{HEAD}{CARDS}held 0 1 y3\nheld 0 2 b3",
            "held: what one card can't be, one that was drawn before it can't be either (LPPG.M2)",
        ),
    ],
)
def test_mistakes_in_a_position(text: str, complaint: str) -> None:
    """LPPG.S1 LPPG.S2 LPPG.S3 LPPG.M1 LPPG.M3 LPPG.M4 LPPG.M5 LPPG.T2 LPPG.E3: each is named, with what is allowed."""
    with pytest.raises(BadNotation, match=rf"\A{re.escape(complaint)}\Z"):
        parsed(text)


def test_a_position_is_a_text() -> None:
    """Anything else is refused like a wrong text."""
    for thing in (None, 7, b"lppg", ["lppg"]):
        with pytest.raises(BadNotation, match="a position is a text, not"):
            GAME.parse(thing)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", set_up())
def test_every_move_round_trips(name: str) -> None:
    """LPPG.P1, LPPG.T1: the text of a legal move is read as that move, in capitals and with spaces too."""
    pos = after(parsed(set_up()[name][0]), *set_up()[name][1])
    rng = Random(name)
    for _ in range(6):
        names, moves = pos.names(), pos.moves()
        assert len(set(names)) == len(names) == len(set(moves))
        assert all(
            re.fullmatch(r"\d+,\d+:(2x3|3x2):[rygb][1-6]+|[op]@\d+,\d+|keep [op]|draw [12]|pass", text) for text in names
        )
        assert [pos.read_move(text) for text in names] == moves
        assert [pos.read_move(f" {text.upper().replace(',', ' , ').replace(':', ' : ')} ") for text in names] == moves
        assert [pos.name(move) for move in moves] == names
        if pos.over:
            break
        pos.play(rng.choice(names))


MISTAKES = """
0 0,0 0,0: 2x3 0,0:2x3 0,0:2x3:r 0,0:2x3:w1 0,0:2x3:1 0,0:2x3:r7 0,0:2x3:r0 0;0:2x3:r1 0,0,2x3,r1 a,0:2x3:r1 0,0:axb:r1
--1,0:2x3:r1 +1,0:2x3:r1 0.5,0:2x3:r1 0,0:2x3x4:r1 0,0:10x2:r1 99999,0:2x3:r1 \u0661,0:2x3:r1 0,0:2x3:r\u0661 o@ o@1 x@1,1
o@1,1,1 keepo draw2 r1 -1 passez
"""


@pytest.mark.parametrize(
    "text", ["", "  ", *MISTAKES.split(), "keep", "keep x", "draw", "draw x", "draw -1", "pass pass", "keep o p"]
)
def test_mistakes_in_a_move(text: str) -> None:
    """LPPG.T1: a text that is no move is told how moves are written."""
    pos = parsed(SHORT)
    rule = "C4" if "@" in text else {"keep": "C2", "pass": "T3"}.get(text.partition(" ")[0], "T1")
    with pytest.raises(BadNotation, match=rf"is no move: a card is laid as 24,22:2x3:r25.*\(LPPG\.{rule}\)\Z"):
        pos.read_move(text)


STEPS = {
    "T1": [SHORT, "lppg step=draw\nterrain 20,20\n rr\n hand 0 r1\n"],
    "C4": ["lppg step=mark\nterrain 20,20\n rrrrrr\n rwrwrr\n rrrrrr\nhand 0 r1\n"],
    "C2": ["lppg step=keep\nterrain 20,20\n rrrr\n rwrr\n rrrr\nterritory 1 o 21,21\nterritory 1 p 21,21\nhand 0 r1\n"],
    "T3": ["lppg step=over end=passes passes=12\nterrain 20,20\n rr\nhand 0\n"],
}


@pytest.mark.parametrize(("rule", "text"), [(rule, text) for rule, texts in STEPS.items() for text in texts])
def test_what_is_no_move_cites_the_rule_of_what_is_to_be_decided(rule: str, text: str) -> None:
    """LPPG.T1, LPPG.C4, LPPG.C2: unless the words tell what was tried; then the rule of that."""
    pos = parsed(text)
    for words in ("xyzzy", "0,0:9:r", ""):
        with pytest.raises(BadNotation, match=rf"\(LPPG\.{rule}\)\Z"):
            pos.read_move(words)
    for words, tried in (("o@", "C4"), ("keep x", "C2"), ("garde", "C2"), ("draw x", "T1"), ("pass pass", "T3")):
        with pytest.raises(BadNotation, match=rf"\(LPPG\.{tried}\)\Z"):
            pos.read_move(words)


@pytest.mark.parametrize("move", [None, 1.0, b"pass", [1], object()])
def test_a_move_is_a_text_or_a_number(move: Any) -> None:
    """Anything else is refused as no move; nothing happens."""
    pos = parsed(SHORT)
    before = pos.to_bytes()
    for verb in (pos.read_move, pos.why_not, pos.play):
        with pytest.raises(BadNotation, match="a move is a text or a whole number, not"):
            verb(move)
    assert pos.to_bytes() == before


@pytest.mark.parametrize("move", [1 << 31, -(1 << 31) - 1, 1 << 63, 1 << 64, 10**30, -(10**30)])
def test_a_move_has_32_bits(move: int) -> None:
    """Larger numbers are refused as no move; none is cut down to a legal one."""
    pos = parsed(SHORT)
    legal = pos.moves()[0]
    for verb in (pos.read_move, pos.why_not, pos.play):
        for number in (move, legal + (1 << 32), legal - (1 << 32)):
            with pytest.raises(BadNotation, match="32 bits"):
                verb(number)
