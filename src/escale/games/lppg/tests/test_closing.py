"""How the end of a game is told: why it ended, and what counted for each seat."""

from __future__ import annotations

from typing import Any

import pytest

from escale import Position
from escale.games.lppg.tests.sentences import names
from escale.games.lppg.tests.tables import GAME, LANGUAGES, after, away, frozen, strip
from escale.terminal.language import said


def closing(pos: Position) -> dict[str, Any]:
    """How a game ended, as everybody sees it."""
    told: dict[str, Any] = pos.view(None)["closing"]
    assert [pos.view(seat)["closing"] for seat in range(pos.players)] == [told] * pos.players
    return told


def by_markers() -> Position:
    """A game that a third marker ended, with a cancelled territory on both sides."""
    pos = strip("0o1 0p2 1o2", "3")
    return after(pos, away(pos))


def by_cards() -> Position:
    """A game that ended after the last round."""
    pos = strip("0o1 1o2", hands=("r12 r24", ""), piles=("", ""), said="last=1")
    return after(pos, away(pos))


@pytest.mark.parametrize(
    ("pos", "reason", "how", "rule"),
    [
        (by_markers(), "closing.markers", "closing.how.smallest", "LPPG.E1"),
        (by_cards(), "closing.cards", "closing.how.smallest", "LPPG.E3"),
        (after(frozen("0o1"), "pass"), "closing.passes", "closing.how.smallest", "LPPG.T3"),
        (after(frozen("0o1 1o1"), "pass"), "closing.passes", "closing.how.all_cancelled", "LPPG.T3"),
        (after(frozen(""), "pass"), "closing.passes", "closing.how.no_territory", "LPPG.T3"),
        (
            after(frozen("1o2", said="match=on passes=11 points=3,9 round=5"), "pass"),
            "closing.match",
            "closing.how.last_round",
            "LPPG.E4",
        ),
    ],
)
def test_why_it_ended(pos: Position, reason: str, how: str, rule: str) -> None:
    """LPPG.E1, LPPG.E2, LPPG.E3, LPPG.E4, LPPG.T3: what ended it and what decided, in words of both languages."""
    told = closing(pos)
    assert names(told["reason"])[:2] == [reason, how]
    assert told["rule"] == rule
    sentences = {said(told["reason"], GAME.texts[language]) for language in LANGUAGES}
    assert len(sentences) == len(LANGUAGES)
    assert all("{" not in sentence for sentence in sentences)


def test_what_counted() -> None:
    """LPPG.E2: each seat's territories, cancelled ones and permanent ones told as such, and the winning one."""
    told = closing(by_markers())
    assert told["items"] == ["closing.territories", "closing.winning"]
    rows = [[said(cell, GAME.texts["en"]) if isinstance(cell, dict) else cell for cell in row] for row in told["rows"]]
    assert [row[1] for row in rows] == [1, "none"]
    assert sorted(rows[0][0].split(", ")) == ["1", "2 (cancelled) (permanent)", "3"]
    assert rows[1][0] == "2 (cancelled)"


@pytest.mark.parametrize(
    ("own", "players", "ranks"),
    [
        ("0o1 1o2", 2, [1, 2]),
        ("0o2 1o1", 2, [2, 1]),
        ("2o1", 4, [1, 2, 1, 2]),
        ("3o1 0o2", 4, [2, 1, 2, 1]),
    ],
)
def test_ranks(own: str, players: int, ranks: list[int]) -> None:
    """LPPG.E2, LPPG.S1: the winners have rank 1, partners together."""
    pos = after(frozen(own, players), "pass")
    assert closing(pos)["ranks"] == ranks
    assert pos.winners == tuple(seat for seat, rank in enumerate(ranks) if rank == 1)


def test_nobody_wins_alike() -> None:
    """LPPG.E2: without a winner all are equal."""
    ranks = closing(after(frozen("0o1 1o1"), "pass"))["ranks"]
    assert len(set(ranks)) == 1


def test_points_of_a_match() -> None:
    """LPPG.E4: in a match the points come first, a team's for both."""
    told = closing(after(frozen("1o3", 4, said="match=on passes=11 points=4,9 round=6"), "pass"))
    assert told["items"][0] == "closing.points"
    assert [row[0] for row in told["rows"]] == [4, 12, 4, 12]
    assert told["ranks"] == [2, 1, 2, 1]
    assert told["reason"]["values"]["n"] == 6


@pytest.mark.parametrize("language", LANGUAGES)
def test_columns_have_names(language: str) -> None:
    """LPPG.E2, LPPG.E4: each thing that counted has a name."""
    items = closing(after(frozen("1o2", said="match=on passes=11 points=3,9"), "pass"))["items"]
    assert len({GAME.texts[language].say(item) for item in items}) == len(items)


def test_nothing_is_told_before_the_end() -> None:
    """LPPG.E1: while the game lasts there is no closing."""
    pos = strip("0o1 0p2")
    assert all(pos.view(seat)["closing"] is None for seat in (None, 0, 1))
