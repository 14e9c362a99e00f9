"""A match: rounds, points, and who begins (LPPG.E4)."""

from __future__ import annotations

from random import Random

import pytest

from escale import Position
from escale.games.lppg.tests.tables import GAME, after, against, away, frozen, hand, line_of, owned, piles_of, step, strip


def match(own: str, free: str = "", said: str = "") -> Position:
    """A strip in a match."""
    return strip(own, free, said=f"match=on {said}")


def test_a_round_scores_the_size_of_the_winning_territory() -> None:
    """LPPG.E4: its winner gets as many points as the winning territory has cells; then the next round is dealt."""
    pos = match("0o2 0p3", "4", said="round=2 points=3,4")
    assert pos.view(None)["points"] == [3, 4]
    pos.play(away(pos))
    assert not pos.over
    seen = pos.view(None)
    assert (seen["round"], seen["points"]) == (3, [5, 4])
    assert pos.points == (5.0, 4.0)


def test_the_next_round_begins_anew() -> None:
    """LPPG.E4, LPPG.S2, LPPG.S3: all cards are dealt again, all markers are back, nothing of the last round is left."""
    pos = match("0o2 0p3", "4", said="passes=3")
    pos.play(away(pos))
    seen = pos.view(None)
    assert seen["terrain"]["at"] == [22, 22]
    assert [len(row) for row in seen["terrain"]["rows"]] == [4, 4, 4]
    assert owned(pos) == {}
    assert seen["markers"] == [[2, 1], [2, 1]]
    assert (seen["discard"], seen["passes"], seen["last"], seen["step"]) == ([], 0, None, "place")
    assert [len(hand(pos, seat)) for seat in range(2)] == [2, 2]
    assert [len(pile) for pile in piles_of(pos)] == [35, 35]
    cards = [*hand(pos, 0), *hand(pos, 1), *piles_of(pos)[0], *piles_of(pos)[1]]
    assert len(set(cards)) == 74
    assert len(line_of(pos, "laid")) == 2


@pytest.mark.parametrize(("players", "first"), [(2, 0), (2, 1), (4, 0), (4, 1), (4, 2), (4, 3)])
def test_everybody_begins_in_turn(players: int, first: int) -> None:
    """LPPG.E4: the first player rotates, whoever ended the round and whoever won it."""
    for turn in range(players):
        pos = frozen("0o2", players, said=f"match=on first={first} turn={turn} passes=11")
        pos.play("pass")
        assert pos.view(None)["first"] == pos.view(None)["mover"] == pos.turn == (first + 1) % players


def test_a_round_without_a_winner() -> None:
    """LPPG.E4, LPPG.E2: nobody scores, and the next round is played."""
    pos = after(frozen("0o2 1o2", said="match=on passes=11 points=9,8 round=4"), "pass")
    assert not pos.over
    assert (pos.view(None)["round"], pos.view(None)["points"]) == (5, [9, 8])


@pytest.mark.parametrize(
    ("points", "own", "over", "now"),
    [
        ("9,0", "0o1", True, (10, 0)),
        ("8,0", "0o1", False, (9, 0)),
        ("8,9", "0o2", True, (10, 9)),
        ("8,9", "1o2", True, (8, 11)),
        ("9,9", "1o7 0o8", True, (9, 16)),
        ("0,0", "0o10", True, (10, 0)),
        ("0,0", "0o9", False, (9, 0)),
        ("9,9", "0o1 1o1", False, (9, 9)),
    ],
)
def test_the_first_to_ten_points(points: str, own: str, over: bool, now: tuple[int, int]) -> None:
    """LPPG.E4: with ten points or more at the end of a round the match is won; with nine it goes on."""
    pos = after(frozen(own, said=f"match=on passes=11 points={points}"), "pass")
    assert pos.over is over
    assert pos.points == now
    assert pos.winners == (tuple(seat for seat in range(2) if now[seat] >= 10) if over else ())
    if over:
        assert against(pos, "pass") == ("over_match", "E4")
        assert pos.view(None)["closing"]["rule"] == "LPPG.E4"


def test_a_third_marker_may_win_the_match() -> None:
    """LPPG.E4, LPPG.E1: the round ends, and with it the match."""
    pos = match("0o2 0p3", "4", said="points=8,9 round=7")
    pos.play(away(pos))
    assert (pos.over, pos.winners, pos.points) == (True, (0,), (10.0, 9.0))
    assert against(pos, "draw 1") == ("over_match", "E4")
    assert pos.view(None)["round"] == 7


def test_the_last_cards_in_a_match() -> None:
    """LPPG.E4, LPPG.E3: a round that ends for want of cards is counted like any other."""
    pos = strip("1o3", said="match=on last=1 points=6,6", hands=("r12 r24", ""), piles=("", ""))
    pos.play(away(pos))
    assert not pos.over
    assert pos.view(None)["points"] == [6, 9]
    assert step(pos) == ("place", 1)


def test_teams_have_points_together() -> None:
    """LPPG.E4, LPPG.S1: a winner scores for the team; all four see the same."""
    pos = after(frozen("2o3", 4, said="match=on passes=11 points=2,5"), "pass")
    assert pos.view(None)["points"] == [5, 5, 5, 5]
    pos = after(frozen("3o7", 4, said="match=on passes=11 points=2,5"), "pass")
    assert (pos.over, pos.winners, pos.points) == (True, (1, 3), (2.0, 12.0, 2.0, 12.0))


def test_only_a_winner_ends_a_round() -> None:
    """LPPG.P6, LPPG.E4: points of the match make no difference to what may be placed."""
    pos = match("0o4 0p5 1o2", "3", said="points=9,9")
    assert against(pos, away(pos)) == ("other_wins", "P6")


def test_the_options_stay() -> None:
    """LPPG.E4, LPPG.M3, LPPG.D2: the next round has the same deck and the same rules."""
    pos = strip("0o2 0p3", "4", said="match=on deck=all22 outside_corners=on")
    pos.play(away(pos))
    assert pos.options == {"deck": "all22", "outside_corners": "on", "match": "on"}
    assert [len(pile) for pile in piles_of(pos)] == [41, 41]


def test_without_a_match_there_are_no_points() -> None:
    """LPPG.E4: a single round is won or not."""
    pos = strip("0o2 0p3", "4")
    pos.play(away(pos))
    assert pos.over
    assert "points" not in pos.view(None)
    assert "round" not in pos.view(None)


@pytest.mark.parametrize("players", [2, 4])
def test_whole_matches(players: int) -> None:
    """LPPG.E4: through a whole match points only grow, by the size of a territory, until a side has ten."""
    pos = GAME.new(players=players, seed=9, match="on")
    rng = Random(9)
    first, rounds, before = pos.view(None)["first"], 1, [0, 0]
    while not pos.over:
        pos.play(rng.choice(pos.moves()))
        seen = pos.view(None)
        if seen["round"] != rounds:
            rounds += 1
            assert seen["round"] == rounds
            assert seen["first"] == (first + rounds - 1) % players
        now = seen["points"][:2]
        grown = [now[side] - before[side] for side in range(2)]
        assert sum(size > 0 for size in grown) <= 1
        assert min(grown) == 0
        assert pos.over == (max(now) >= 10)
        before = now
    assert pos.winners == tuple(seat for seat in range(players) if before[seat % 2] >= 10)
