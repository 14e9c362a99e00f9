"""How a game ends and who wins (LPPG.E1, LPPG.E2, LPPG.P6). LPPG.E3 is in test_last_round.py."""

from __future__ import annotations

import pytest

from escale import Position
from escale.games.lppg.tests.tables import (
    after,
    against,
    at,
    away,
    described,
    frozen,
    hand,
    line_of,
    owned,
    placements,
    step,
    strip,
)

FOUR = ("r12 r24", "b1 b2", "g1 g2", "y1 y2")
PILES_OF_FOUR = ("b3 y3", "y12 g12")


def four(own: str, free: str, said: str = "players=4") -> Position:
    """A strip for four players."""
    return strip(own, free, hands=FOUR, piles=PILES_OF_FOUR, said=said)


# The third marker


def test_the_third_marker_ends_the_game() -> None:
    """LPPG.E1, LPPG.E2: at that moment: nothing is discarded nor drawn any more."""
    pos = strip("0o1 0p2", "3")
    pos.play(away(pos))
    assert pos.over
    assert pos.winners == (0,)
    assert (pos.turn, pos.moves(), pos.view(None)["step"]) == (None, [], "over")
    assert owned(pos) == {"0 o 21,21": 1, "0 p 23,21": 2, "0 o 26,21": 3}
    assert (hand(pos, 0), line_of(pos, "discard")) == (["r24"], [])
    assert pos.view(None)["markers"] == [[0, 0], [2, 1]]


@pytest.mark.parametrize("move", ["29,21:2x3:r24", "pass", "draw 1", "o@21,21", "keep o", "99,99:2x3:r1"])
def test_nothing_is_played_afterwards(move: str) -> None:
    """LPPG.E1: everything is refused for that reason, before all others."""
    pos = strip("0o1 0p2", "3")
    pos.play(away(pos))
    assert against(pos, move) == ("over_markers", "E1")


def test_which_region_may_still_be_chosen() -> None:
    """LPPG.E1, LPPG.C4: of equal regions the mover chooses one, and then the game is over."""
    pos = strip("0o1 0p2", "3 3")
    pos.play(away(pos))
    assert step(pos) == ("mark", 0)
    assert set(pos.names()) == {"o@26,21", "o@30,21"}
    assert not pos.over
    pos.play("o@30,21")
    assert (pos.over, pos.winners) == (True, (0,))


def test_two_markers_are_not_three() -> None:
    """LPPG.E1: the second territory doesn't end it, nor does a marker that came back count."""
    pos = strip("0o1", "3")
    assert not after(pos, away(pos), "o@23,21").over
    back = strip("0o1 0o2", "3")
    opened = after(back, "21,22:2x3:r35", "o@26,21")  # the first one is opened
    assert not opened.over
    assert opened.view(None)["markers"][0] == [0, 1]


def test_partners_are_not_pooled() -> None:
    """LPPG.E1, LPPG.S1: three markers of a team end nothing; three of one player do."""
    pos = four("0o1 2o2 2p4", "3")
    assert not after(pos, away(pos), "o@31,21").over
    three = four("0o1 0p2 2o4", "3")
    three.play(away(three))
    assert three.over
    assert three.winners == (0, 2)


def test_mergers_make_room_for_a_third() -> None:
    """LPPG.E1, LPPG.C2: two that have become one count once."""
    rows = ("rrrrrrrrrrrr", "rwrrwrrwrrrr", "rrrrrrrrrrrr")
    pos = after(at(*rows, own="0 o 21,21, 0 o 24,21"), "22,21:2x3:r56", "p@27,21")
    assert not pos.over
    assert owned(pos) == {"0 o 21,21": 4, "0 p 27,21": 1}


# Only a winner may end it


@pytest.mark.parametrize(
    ("own", "free", "why"),
    [
        ("0o1 0p2", "3", None),
        ("0o4 0p5 1o2", "1", None),  # the third is the smallest
        ("0o4 0p5 1o2", "2", None),  # the third cancels the other's
        ("0o4 0p5 1o2", "3", "other_wins"),
        ("0o4 0p5 1o2", "4", "other_wins"),
        ("0o4 0p5 1o2", "6", "other_wins"),
        ("0o2 0p3 1o2 1p3", "4", None),  # all others cancelled
        ("0o2 0p3 1o2 1p3", "2", "no_winner"),
        ("0o2 0p2", "2", "no_winner"),
        ("0o2 0p2", "1", None),
        ("0o2 0p2", "3", None),
        ("0o2 0p3 1o3", "2", "no_winner"),
        ("0o2 0p3 1o3 1p5", "2", "other_wins"),
        ("0o2 0p3 1o1 1p5", "1", None),  # 1 and 1 cancel, 2 is alone
        ("0o2 0p3 1o1 1p5", "4", "other_wins"),
    ],
)
def test_only_a_winner_may_end(own: str, free: str, why: str | None) -> None:
    """LPPG.P6, LPPG.E2: with two territories and a closed region, a card is placed only if the third marker wins."""
    pos = strip(own, free)
    move = away(pos)
    if why:
        assert against(pos, move) == (why, "P6")
        assert move not in pos.names()
    else:
        assert described(pos, move)["ends"] is True
        pos.play(move)
        assert (pos.over, pos.winners) == (True, (0,))


def test_old_regions_forbid_too() -> None:
    """LPPG.P6: wherever the card goes, though it doesn't touch the region; unless it covers it or gives a marker back."""
    pos = strip("0o4 0p5 1o2", "3", hands=("r2 r24", "b1 b2"))
    legal = placements(pos)
    assert legal
    assert all(later.winners == (0,) for later in (after(pos, move) for move in legal) if later.over)
    for move in ("19,22:2x3:r2", "19,19:2x3:r2", away(pos, "r2")):
        assert against(pos, move) == ("other_wins", "P6")
    covered = "35,21:2x3:r2"  # a part of the region, of which one cell is left
    assert described(pos, covered)["ends"] is True
    assert after(pos, covered).winners == (0,)


def test_the_largest_region_counts() -> None:
    """LPPG.P6, LPPG.C4: a smaller one that would win can't be taken instead."""
    assert against(*with_away(strip("0o4 0p5 1o2", "1 3"))) == ("other_wins", "P6")
    assert against(*with_away(strip("0o4 0p5 1o2", "3 1"))) == ("other_wins", "P6")
    pos, move = with_away(strip("0o4 0p5 1o3", "1 3"))
    assert after(pos, move).winners == (0,)


def with_away(pos: Position) -> tuple[Position, str]:
    """A strip and the card at its end."""
    return pos, away(pos)


@pytest.mark.parametrize(
    ("own", "free", "why"),
    [
        ("0o4 0p5 2o1 1o2", "3", None),  # the partner wins
        ("0o4 0p5 2o2 1o1", "3", "other_wins"),
        ("0o4 0p5 2o1 3o1", "2", None),
        ("0o4 0p5 2o1 1o1 3o2", "4", "other_wins"),
        ("0o4 0p5 2o4 1o5", "6", None),
        ("0o4 0p5 2o3 1o5", "3", None),  # 3 and 3 of one team cancel: 4 wins
        ("0o4 0p5 2o3 1o4 3o5", "3", "no_winner"),
    ],
)
def test_the_partner_s_win_counts(own: str, free: str, why: str | None) -> None:
    """LPPG.P6, LPPG.S1, LPPG.E2: who ends it may do so if the partner's territory wins; territories of partners cancel too."""
    pos = four(own, free)
    if why:
        assert against(pos, away(pos)) == (why, "P6")
    else:
        pos.play(away(pos))
        assert pos.winners == (0, 2)


def test_no_third_marker_no_end() -> None:
    """LPPG.P6: with one territory, or if one of two is given back or joined, nothing is forbidden."""
    one = strip("0o4 1o2 1p1", "3")
    assert not after(one, away(one)).over
    two = strip("0o4 0o5 1o2", "3")
    assert against(two, away(two)) == ("other_wins", "P6")
    assert not after(two, "21,22:2x3:r35").over  # the first one opens
    joined = at("rrrrrrrrrrrrrrr", "rwrrwrrwwwrwwrr", "rrrrrrrrrrrrrrr", own="0 o 21,21, 0 o 24,21, 1 o 31,21")
    assert not after(joined, "22,21:2x3:r56").over


def test_growth_comes_first() -> None:
    """LPPG.P6, LPPG.C1: sizes are those after the card: growth may make a third marker win, or lose."""
    rows = ("rrrrrrrrrrrrrrr", "rwrrrwwrwwwrwwr", "rrrrrrrrrrrrrrr")
    pos = at(*rows, own="1 o 21,21, 0 o 25,21, 0 p 28,21", hands=("r2 r24", "b1 b2"))
    assert against(pos, "34,21:2x3:r2") == ("other_wins", "P6")  # with 1 against 2, 3 and 2
    assert after(pos, "22,21:2x3:r5").winners == (0,)  # 2, 2 and 2 cancel, and 3 is alone
    rows = ("rrrrrrrrrrrrrrrr", "rwrrrwwrwwwrwwwr", "rrrrrrrrrrrrrrrr")
    pos = at(*rows, own="0 o 21,21, 1 o 25,21, 0 p 28,21", hands=("r2 r24", "b1 b2"))
    assert after(pos, "35,21:2x3:r2").winners == (0,)  # with 1 against 2
    assert against(pos, "22,21:2x3:r5") == ("no_winner", "P6")  # 2 and 2, 3 and 3


def test_a_quiet_turn_with_two_territories() -> None:
    """LPPG.P6: without a closed region any card may be placed, whoever would win."""
    pos = strip("0o4 0p5 1o2")
    assert not after(pos, away(pos)).over


# Counting


@pytest.mark.parametrize(
    ("own", "winners"),
    [
        ("", ()),
        ("0o1", (0,)),
        ("1p9", (1,)),
        ("0o1 1o1", ()),
        ("0o1 1o2", (0,)),
        ("0o2 1o1", (1,)),
        ("0o1 0p1 1o2", (1,)),  # two of one player
        ("0o1 0p1", ()),
        ("0o1 0p2 1o1 1p2", ()),
        ("0o1 0p2 1o1 1p3", (0,)),
        ("0o2 0p3 1o2 1p5", (0,)),  # 3 is the smallest alone
        ("0o2 0p5 1o2 1p3", (1,)),
        ("0o1 0p1 1o1 1p7", (1,)),  # three of a size
        ("0o1 0p1 1o1 1p1", ()),
        ("0o10 1o11", (0,)),
    ],
)
def test_the_smallest_alone_of_its_size_wins(own: str, winners: tuple[int, ...]) -> None:
    """LPPG.E2: all of equal size cancel each other, whoever owns them; the smallest left wins, and there may be none."""
    pos = after(frozen(own), "pass")
    assert pos.over
    assert pos.winners == winners
    assert pos.scores == tuple(float(seat in winners) for seat in range(2))


@pytest.mark.parametrize(
    ("own", "winners"),
    [
        ("0o1", (0, 2)),
        ("3p2 1o2 2o5", (0, 2)),
        ("2o1 0o1 1o2", (1, 3)),  # of two partners
        ("2o1 3o1 0o2 1o2", ()),
        ("2o1 3o1 0o2 1o3", (0, 2)),
        ("0o1 1o2 2o3 3o4 0p5 1p6 2p7 3p8", (0, 2)),
        ("0o4 1o3 2o2 3o1", (1, 3)),
    ],
)
def test_a_team_wins_together(own: str, winners: tuple[int, ...]) -> None:
    """LPPG.E2, LPPG.S1: both partners win with the territory of one; seats 0 and 2 against 1 and 3."""
    pos = after(frozen(own, 4), "pass")
    assert pos.winners == winners


@pytest.mark.parametrize(
    ("own", "now", "cancelled"),
    [
        ("0o1 1o2", {"seat": 0, "size": 1}, [False, False]),
        ("0o2 1o2", None, [True, True]),
        ("0o2 0p3 1o2 1p5", {"seat": 0, "size": 3}, [True, False, True, False]),
        ("", None, []),
    ],
)
def test_who_would_win_now(own: str, now: dict[str, int] | None, cancelled: list[bool]) -> None:
    """LPPG.E2: at any time it can be seen who would win, and what is cancelled."""
    seen = strip(own).view(None)
    assert seen["now"] == now
    assert [lies["cancelled"] for lies in sorted(seen["territories"], key=lambda lies: lies["at"])] == cancelled
