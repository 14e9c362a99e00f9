"""The last cards and the last round (LPPG.E3)."""

from __future__ import annotations

from random import Random

import pytest

from escale import Position
from escale.games.lppg.tests.tables import GAME, after, against, at, away, closed, described, hand, line_of, step, strip


def last(own: str = "", free: str = "", said: str = "last=2", hands: tuple[str, ...] = ("r12 r24", "r1 r2")) -> Position:
    """A strip in the last round."""
    return strip(own, free, said=said, hands=hands, piles=("", ""))


def test_the_last_two_cards() -> None:
    """LPPG.E3: who takes them plays last; every player plays once more, beginning with the next."""
    pos = strip("", hands=("r12 r24", "r1 r2"), piles=("b3", "y1"))
    pos = after(pos, away(pos), "draw 1", "draw 2", "19,22:2x3:r1")
    assert (step(pos), pos.view(None)["last"]) == (("draw", 1), None)
    pos.play("draw 1")
    assert step(pos) == ("place", 0)
    assert pos.view(None)["last"] == 2
    assert line_of(pos, "discard") == []
    first = pos.names()[0]
    pos.play(first)
    assert (step(pos), pos.view(None)["last"], hand(pos, 0)) == (("place", 1), 1, [])
    assert len(line_of(pos, "discard")) == (2 if first == "pass" else 1)
    pos.play(pos.names()[0])
    assert pos.over
    assert pos.view(None)["last"] == 0
    assert against(pos, "pass") == ("over_cards", "E3")


@pytest.mark.parametrize("turn", range(4))
def test_everybody_plays_once_more(turn: int) -> None:
    """LPPG.E3: all four, clockwise, ending with who took the last cards; nobody draws."""
    hands = ("r12 r24", "r1 r2", "r3 r13", "r14 r16")
    pos = last(said=f"players=4 turn={turn} last=4", hands=hands)
    for seat in range(4):
        assert step(pos) == ("place", (turn + seat) % 4)
        assert pos.view(None)["last"] == 4 - seat
        pos.play(next(move for move in pos.names() if "marks" not in described(pos, move)))
    assert pos.over
    assert [hand(pos, seat) for seat in range(4)] == [[]] * 4
    assert len(line_of(pos, "discard")) == 4


def test_the_discard_stays() -> None:
    """LPPG.E3, LPPG.T2: in the last round no pile is made of what is discarded."""
    pos = last()
    pos.play(away(pos))
    assert line_of(pos, "discard") == ["r24"]
    assert [pile["count"] for pile in pos.view(None)["piles"]] == [0, 0]


@pytest.mark.parametrize(
    ("own", "winners"), [("0o1 1o2", (0,)), ("0o2 1o1", (1,)), ("0o1 1o1", ()), ("", ()), ("0o1 0p1 1o1 1p4", (1,))]
)
def test_then_it_is_counted(own: str, winners: tuple[int, ...]) -> None:
    """LPPG.E3, LPPG.E2: as at any end; it may be that the other player wins, or nobody."""
    pos = last(own, said="last=1", hands=("r12 r24", ""))
    pos.play(away(pos))
    assert (pos.over, pos.winners) == (True, winners)
    assert pos.view(None)["closing"]["rule"] == "LPPG.E3"


def test_markers_in_the_last_round() -> None:
    """LPPG.E3, LPPG.C4: the consequences are as always: a marker is set in the very last turn too, then it's counted."""
    pos = last("1o2", "1", said="last=1", hands=("r12 r24", ""))
    pos.play(away(pos))
    assert step(pos) == ("mark", 0)
    pos.play("o@24,21")
    assert (pos.over, pos.winners) == (True, (0,))
    assert line_of(pos, "discard") == ["r24"]


def test_a_merger_in_the_last_turn() -> None:
    """LPPG.E3, LPPG.C2: who has played already still decides about a merger."""
    pos = at(
        "rrrrrrrrrr",
        "rwrrwrrrrr",
        "rrrrrrrrrr",
        own="1 o 21,21, 1 p 24,21",
        hands=("r12 r24", ""),
        piles=("", ""),
        said="last=1",
    )
    pos.play("22,21:2x3:r56")
    assert step(pos) == ("keep", 1)
    pos.play("keep p")
    assert (pos.over, pos.winners) == (True, (1,))


def test_a_third_marker_in_the_last_round() -> None:
    """LPPG.E3, LPPG.E1, LPPG.P6: it ends the game at once, and only a winner may set it."""
    pos = last("0o1 0p2", "3")
    pos.play(away(pos))
    assert (pos.over, pos.winners) == (True, (0,))
    assert hand(pos, 1) == ["r1", "r2"]
    assert against(pos, "pass") == ("over_markers", "E1")
    bad = last("0o4 0p5 1o2", "3")
    assert against(bad, away(bad)) == ("other_wins", "P6")


def test_a_pass_uses_the_turn() -> None:
    """LPPG.E3, LPPG.T3: who can place nothing in the last round discards both cards, draws none, and has played."""
    pos = last("0o1 1o2", hands=("y1 g1", "b1 y2"))
    assert pos.names() == ["pass"]
    pos.play("pass")
    assert (step(pos), hand(pos, 0), line_of(pos, "discard")) == (("place", 1), [], ["y1", "g1"])
    pos.play("pass")
    assert (pos.over, pos.winners) == (True, (0,))
    assert against(pos, "pass") == ("over_cards", "E3")


@pytest.mark.parametrize(("players", "placements_in_all"), [(2, 70), (4, 64)])
def test_how_long_the_cards_last(players: int, placements_in_all: int) -> None:
    """LPPG.E3, LPPG.S3, LPPG.T2: each placement takes one card away, so that the last round begins after 70 of them, or 64."""
    for seed in range(60):
        placed = play_shyly(GAME.new(players=players, seed=seed), Random(seed))
        if placed is not None:
            assert placed == placements_in_all
            return
    pytest.fail("no game came to its last cards")


def play_shyly(pos: Position, rng: Random) -> int | None:
    """Play without taking territories where possible; how many cards were placed when the last round began, if it did."""
    placed = 0
    while not pos.over and pos.view(None)["last"] is None:
        entries = pos.view(pos.turn)["moves"]
        shy = [entry for entry in entries if "marks" not in entry] or [entry for entry in entries if "ends" not in entry]
        move = rng.choice(shy or entries)
        placed += move["do"] == "place"
        pos.play(move["move"])
    return None if pos.over else placed


def test_closed_regions_may_be_left_at_the_end() -> None:
    """LPPG.C4, LPPG.E2: what has no marker doesn't count."""
    pos = last("1o2", "1 1", said="last=1", hands=("r12 r24", ""))
    pos.play(away(pos))
    pos.play("p@24,21")
    assert pos.winners == (0,)
    assert closed(pos) == {"26,21": 1}
