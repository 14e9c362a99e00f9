"""Positions and moves as text: what is written, what may be left out, and what each mistake is told."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from escale import BadNotation
from escale.games.colorpop.tests.tables import GAME, parsed

FULL = """\
colorpop standard players=2 turn=1 jokers=greedy joker_only=off joker_count=3
secrets Y B
taken Y3G12 *1
..........
..........
..........
..........
..........
..........
..........
G.........
YG*.......
YGBP......
end
"""
EMPTY_ROWS = "..........\n"


@pytest.mark.parametrize(
    "options",
    [
        {"players": 2},
        {"players": 5, "jokers": "greedy", "joker_count": 4},
        {"mode": "duel", "joker_only": "off"},
        {"mode": "teams", "fair_start": "on"},
        {"mode": "solitaire", "colours": 3, "joker_count": 0},
        {"mode": "solitaire", "colours": 1},
        {"mode": "solitaire", "colours": 5, "jokers": "greedy"},
    ],
    ids=lambda options: " ".join(map(str, options.values())),
)
def test_whole_games_round_trip(options: dict[str, Any]) -> None:
    """Every position of a game reads back to the same bytes and the same text, options and all."""
    pos = GAME.new(seed=4, **options)
    rng = Random(4)
    while True:
        back = GAME.parse(pos.text())
        assert back == pos
        assert back.text() == pos.text() == str(pos)
        assert back.options == pos.options
        assert back.moves() == pos.moves()
        if pos.over:
            break
        pos.play(rng.choice(pos.moves()))


def test_every_move_round_trips() -> None:
    """The text of a legal move is read as that move, in capitals and with spaces too; no two have the same."""
    for seed in range(6):
        pos = GAME.new(players=2, seed=seed)
        rng = Random(seed)
        while not pos.over:
            names = pos.names()
            assert len(set(names)) == len(names)
            assert [pos.read_move(name) for name in names] == pos.moves()
            assert [pos.read_move(f" {name.upper().replace('+', ' + ')} ") for name in names] == pos.moves()
            assert [move["text"] for move in pos.view(pos.turn)["moves"]] == names
            pos.play(rng.choice(names))


def test_what_is_written() -> None:
    """The long form, word for word: only options that aren't at their default are named."""
    assert parsed(FULL).text() == FULL
    assert parsed("colorpop\nsecrets Y B\nYB").text().startswith("colorpop standard players=2 turn=0\nsecrets Y B\ntaken - -\n")
    assert parsed("colorpop\nsecrets YB\nYB").text().startswith("colorpop solitaire players=1 turn=0\nsecrets YB\ntaken -\n")


@pytest.mark.parametrize(
    "short",
    [
        FULL.replace(EMPTY_ROWS, ""),
        FULL.replace("standard players=2 ", ""),
        FULL.replace("......\n", "\n").replace("....\n", "\n"),
        FULL.replace("taken Y3G12 *1\n", "").replace("secrets Y B", "taken G12Y3 *1\nsecrets Y B"),
        FULL.replace("colorpop standard players=2 turn=1", "colorpop turn=1 mode=standard"),
        f"\n\n  {FULL.strip()}  \n\n",
        FULL.replace("\n", "\r\n"),
        FULL.replace("\n", "  \n  "),
    ],
)
def test_short_forms(short: str) -> None:
    """What is obvious may be left out, and white space doesn't matter."""
    assert parsed(short).text() == FULL


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "a position begins with a line 'colorpop'"),
        ("  \n ", "a position begins with a line 'colorpop'"),
        ("chess\nsecrets Y B\nYB", "a position begins with a line 'colorpop'"),
        ("colorpopp\nsecrets Y B\nYB", "a position begins with a line 'colorpop'"),
        ("colorpop\nYB", "a line 'secrets' with .* is needed.*(POP.S2)"),
        ("colorpop\nsecrets\nYB", "a line 'secrets' with .* is needed.*(POP.S2)"),
        ("colorpop\nsecrets Y G O P B Y\nYB", "a line 'secrets' with .* is needed.*(POP.S2)"),
        ("colorpop\nsecrets Y X\nYB", "secrets 'X': allowed are the letters YGOPB (POP.S2)"),
        ("colorpop\nsecrets Y *\nYB", "secrets '*': allowed are the letters YGOPB (POP.S2)"),
        ("colorpop\nsecrets Y Y\nYB", "secrets Y Y: each colour is drawn once (POP.S2)"),
        ("colorpop duel\nsecrets YY GB\nYB", "secrets YY GB: each colour is drawn once (POP.S2)"),
        ("colorpop turn=0 turn=1\nsecrets Y B\nYB", "'turn' is said twice"),
        ("colorpop standard mode=duel\nsecrets Y B\nYB", "'mode' is said twice"),
        ("colorpop standard duel\nsecrets Y B\nYB", "'mode' is said twice"),
        ("colorpop turn=\u0661\nsecrets Y B\nYB", "turn='\u0661': allowed are 0 to 1"),
        ("colorpop players=3\nsecrets Y B\nYB", "players='3', but 2 have secrets"),
        ("colorpop players=\nsecrets Y B\nYB", "players='', but 2 have secrets"),
        ("colorpop speed=9\nsecrets Y B\nYB", "no option 'speed': there are mode, .*"),
        ("colorpop sideways\nsecrets Y B\nYB", "option mode=sideways: allowed are standard, duel, teams, solitaire"),
        ("colorpop joker_count=6\nsecrets Y B\nYB", "option joker_count=6: allowed are 0, 1, 2, 3, 4, 5"),
        ("colorpop teams\nsecrets Y B\nYB", "2 players with mode=teams: allowed are 4"),
        ("colorpop standard\nsecrets Y\nYB", "1 players with mode=standard: allowed are 2, 3, 4, 5"),
        ("colorpop turn=2\nsecrets Y B\nYB", "turn='2': allowed are 0 to 1"),
        ("colorpop turn=-1\nsecrets Y B\nYB", "turn='-1': allowed are 0 to 1"),
        ("colorpop turn=one\nsecrets Y B\nYB", "turn='one': allowed are 0 to 1"),
        ("colorpop\nsecrets YG B\nYB", "secrets: mode standard takes 1 to 1 colours a seat (POP.V1 to POP.V4)"),
        ("colorpop duel\nsecrets Y B\nYB", "secrets: mode duel takes 2 to 2 colours a seat (POP.V1 to POP.V4)"),
        ("colorpop teams\nsecrets Y B G OP\nYB", "secrets: mode teams takes 1 to 1 colours a seat (POP.V1 to POP.V4)"),
        ("colorpop colours=1\nsecrets Y\nYB", "'colours' isn't said: the secrets show how many there are (POP.V4)"),
        ("colorpop\nsecrets Y B\nsecrets Y G\nYB", "'secrets' is said twice"),
        ("colorpop\nsecrets Y B\ntaken Y1\nYB", "taken: 1 seats, not 2; '-' for nothing"),
        ("colorpop\nsecrets Y B\ntaken Y1 - -\nYB", "taken: 3 seats, not 2; '-' for nothing"),
        ("colorpop\nsecrets Y B\ntaken Y1 3\nYB", "taken '3': letters with numbers, .* (POP.T5)"),
        ("colorpop\nsecrets Y B\ntaken Y0 -\nYB", "taken 'Y0': letters with numbers, .* (POP.T5)"),
        ("colorpop\nsecrets Y B\ntaken Y01 -\nYB", "taken 'Y01': letters with numbers, .* (POP.T5)"),
        ("colorpop\nsecrets Y B\ntaken Y100 -\nYB", "taken 'Y100': letters with numbers, .* (POP.T5)"),
        ("colorpop\nsecrets Y B\ntaken Y1Y2 -\nYB", "taken 'Y1Y2': letters with numbers, .* (POP.T5)"),
        ("colorpop\nsecrets Y B\ntaken X1 -\nYB", "taken 'X1': letters with numbers, .* (POP.T5)"),
        ("colorpop\nsecrets Y B\ntaken Y- -\nYB", "taken 'Y-': letters with numbers, .* (POP.T5)"),
        ("colorpop\nsecrets Y B" + "\nYB" * 11, "the board has at most 10 rows of 10 (POP.M1)"),
        ("colorpop\nsecrets Y B\nYBYBYBYBYBY", "the board has at most 10 rows of 10 (POP.M1)"),
        ("colorpop\nsecrets Y B\nYBR", "token 'R': allowed are YGOPB*, and '.' for none (POP.M1)"),
        ("colorpop\nsecrets Y B\nyb", "token 'y': allowed are YGOPB*, and '.' for none (POP.M1)"),
        ("colorpop\nsecrets Y B\nY B", "token ' ': allowed are YGOPB*, and '.' for none (POP.M1)"),
        ("colorpop\nsecrets Y B\nY\n.B", "the token at b1 would slide: slides fill from the bottom and the left (POP.T4)"),
        ("colorpop\nsecrets Y B\nYB\nB", "the token at b2 would slide: slides fill from the bottom and the left (POP.T4)"),
        ("colorpop\nsecrets Y B\nYBY.B", "the token at e1 would slide: slides fill from the bottom and the left (POP.T4)"),
        ("colorpop\nsecrets Y B\nY\n\nB", "the token at a3 would slide: slides fill from the bottom and the left (POP.T4)"),
        ("colorpop\nsecrets Y B\ntaken Y19 -\nYB", "20 tokens Y: the box has at most 19 (POP.M1)"),
        ("colorpop joker_count=1\nsecrets Y B\nYB**", "2 tokens *: the box has at most 1 (POP.M1)"),
        ("colorpop\nsecrets Y B\nGG", "the colours of two sides are gone: the game ended when the first one went (POP.E1)"),
        ("colorpop\nsecrets Y B", "the colours of two sides are gone: the game ended when the first one went (POP.E1)"),
    ],
)
def test_mistakes_in_a_position(text: str, complaint: str) -> None:
    """POP.M1 POP.S2 POP.T4 POP.T5 POP.E1: each mistake is named, with the rule where one is broken."""
    pattern = re.escape(complaint).replace(r"\.\*", ".*")
    with pytest.raises(BadNotation, match=rf"\A{pattern}\Z"):
        parsed(text)


def test_a_position_is_a_text() -> None:
    """Anything else is refused like a wrong text."""
    for thing in (None, 7, b"colorpop", ["colorpop"]):
        with pytest.raises(BadNotation, match="a position is a text, not"):
            GAME.parse(thing)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text", ["", "a", "1a", "k1", "a0", "a11", "a01", "aa1", "a1+", "+a1", "a1++b1", "a1 b1", "a\u0661", "passes", "-1"]
)
def test_mistakes_in_a_move(text: str) -> None:
    """POP.M1: a text that names no cell is told which there are."""
    with pytest.raises(BadNotation, match=r"is no cell: a1 to j10, .* \(POP\.M1\)"):
        parsed("colorpop\nsecrets Y B\nYYB").read_move(text)


def test_a_move_of_two_groups() -> None:
    """POP.T1: cells that aren't of one group are no move, nor is an empty cell beside a coloured one."""
    pos = parsed("colorpop\nsecrets Y B\nYYBB*")
    for text in ("a1+c1", "d1+e1+a1", "a1+a2"):
        refusal = pos.why_not(text)
        assert refusal is not None
        assert (refusal.name, refusal.rule) == ("cells_apart", "POP.T1")


def test_passing_in_words() -> None:
    """POP.T3: asked in either language, refused by its rule."""
    pos = parsed("colorpop\nsecrets Y B\nYYBB*")
    for text in ("pass", "Passe", " passer "):
        refusal = pos.why_not(text)
        assert refusal is not None
        assert refusal.rule == "POP.T3"


@pytest.mark.parametrize("move", [None, 1.0, b"a1", [1], object()])
def test_a_move_is_a_text_or_a_number(move: Any) -> None:
    """Anything else is refused as no move; nothing happens."""
    pos = parsed("colorpop\nsecrets Y B\nYYBB*")
    before = pos.to_bytes()
    for verb in (pos.read_move, pos.why_not, pos.play):
        with pytest.raises(BadNotation, match="a move is a text or a whole number, not"):
            verb(move)
    assert pos.to_bytes() == before


@pytest.mark.parametrize("move", [1 << 31, -(1 << 31) - 1, 1 << 63, 1 << 64, 10**30, -(10**30)])
def test_a_move_has_32_bits(move: int) -> None:
    """Larger numbers are refused as no move; none is cut down to a legal one."""
    pos = parsed("colorpop\nsecrets Y B\nYYBB*")
    before = pos.to_bytes()
    for verb in (pos.read_move, pos.why_not, pos.play):
        with pytest.raises(BadNotation, match="32 bits"):
            verb(move)
        with pytest.raises(BadNotation, match="32 bits"):
            verb(move + (1 << 32) * (1 if move > 0 else -1))
    assert pos.to_bytes() == before
