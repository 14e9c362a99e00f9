"""The modes: who may play, who knows what, whose colours count together (POP.V1 to POP.V4)."""

from __future__ import annotations

from itertools import pairwise

import pytest

from escale import BadOption
from escale.games.colorpop.tests.tables import GAME, after, at


@pytest.mark.parametrize(
    ("mode", "players"),
    [("standard", (2, 3, 4, 5)), ("duel", (2,)), ("teams", (4,)), ("solitaire", (1,))],
)
def test_how_many_may_play(mode: str, players: tuple[int, ...]) -> None:
    """POP.V1 POP.V2 POP.V3 POP.V4: two to five, two, four, one; others are told what is allowed."""
    for number in range(8):
        if number in players:
            assert GAME.new(players=number, mode=mode, seed=1).players == number
        else:
            with pytest.raises(BadOption, match=r"players.*: allowed are"):
                GAME.new(players=number, mode=mode, seed=1)
    assert GAME.new(mode=mode, seed=1).players == players[0]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_standard_secrets(players: int) -> None:
    """POP.V1: one secret colour each, known to its owner alone."""
    pos = GAME.new(players=players, seed=3)
    secrets = pos.text().splitlines()[1].split()[1:]
    for seat in range(players):
        assert len(secrets[seat]) == 1
        assert pos.view(seat)["secrets"] == [secrets[seat] if other == seat else None for other in range(players)]
    assert pos.view(None)["secrets"] == [None] * players


def test_duel_secrets() -> None:
    """POP.V2: two secret colours each, known to their owner alone."""
    pos = GAME.new(mode="duel", seed=3)
    first, second = pos.text().splitlines()[1].split()[1:]
    assert (len(first), len(second), len(set(first + second))) == (2, 2, 4)
    assert pos.view(0)["secrets"] == [first, None]
    assert pos.view(1)["secrets"] == [None, second]
    assert pos.view()["secrets"] == [None, None]


def test_duel_counts_both_colours() -> None:
    """POP.V2: what counts is the total of one's two colours."""
    pos = at("PPYGYOBO", secrets="YG OB", options="duel")
    assert pos.points == (3.0, 3.0)
    pos = at("PPYGYOBOB", secrets="YG OB", options="duel")
    assert pos.points == (3.0, 4.0)
    assert after(pos, "a1").winners == (0,)


def test_team_secrets() -> None:
    """POP.V3: partners, seats 0 and 2 and seats 1 and 3, know both their team's colours and no other."""
    pos = GAME.new(mode="teams", seed=3)
    a, b, c, d = pos.text().splitlines()[1].split()[1:]
    for seat in (0, 2):
        assert pos.view(seat)["secrets"] == [a, None, c, None]
    for seat in (1, 3):
        assert pos.view(seat)["secrets"] == [None, b, None, d]
    assert pos.view()["secrets"] == [None] * 4


def test_teams_take_turns() -> None:
    """POP.V3: the members of a team don't play one after the other."""
    pos = GAME.new(mode="teams", seed=3)
    seats = []
    while pos.turn is not None:
        seats.append(pos.turn)
        pos.play(pos.moves()[0])
    assert all(seat % 2 != following % 2 for seat, following in pairwise(seats))


def test_teams_count_together() -> None:
    """POP.V3: what counts is the total of the team's two colours, for both members."""
    pos = at("PPYGYOBOB", secrets="Y O G B", options="teams")
    assert pos.points == (3.0, 4.0, 3.0, 4.0)
    ended = after(pos, "a1")
    assert ended.winners == (0, 2)
    assert ended.scores == (1.0, 0.0, 1.0, 0.0)


@pytest.mark.parametrize("colours", [1, 2, 3, 4, 5])
def test_solitaire_secrets(colours: int) -> None:
    """POP.V4: one to five colours, known to the player."""
    drawn = set()
    for seed in range(60):
        pos = GAME.new(mode="solitaire", colours=colours, seed=seed)
        (secret,) = pos.text().splitlines()[1].split()[1:]
        assert len(set(secret)) == colours
        assert pos.turn == 0
        assert pos.options["colours"] == colours
        assert pos.view(0)["secrets"] == [secret]
        assert pos.view()["secrets"] == [None]
        drawn.add(secret)
    assert len(drawn) > (1 if colours < 5 else 0)


def test_solitaire_is_for_one() -> None:
    """POP.V4: a player alone plays the solitaire; its number of colours means nothing elsewhere."""
    assert GAME.new(players=1, seed=1).options["mode"] == "solitaire"
    assert GAME.new(mode="solitaire", seed=1).options["colours"] == 1
    with pytest.raises(BadOption, match="only for mode=solitaire"):
        GAME.new(players=2, colours=2)
    with pytest.raises(BadOption, match="allowed are 1, 2, 3, 4, 5"):
        GAME.new(mode="solitaire", colours=6)


@pytest.mark.parametrize("colours", [1, 2, 3, 4, 5])
def test_solitaire_is_played_like_the_rest(colours: int) -> None:
    """POP.V4: the rules are the same; it is won exactly when every chosen colour is gone."""
    for seed in range(8):
        pos = GAME.new(mode="solitaire", colours=colours, seed=seed)
        while not pos.over:
            assert pos.turn == 0
            pos.play(pos.moves()[seed % len(pos.moves())])
        left = pos.view()["left"]
        secret = pos.text().splitlines()[1].split()[1]
        assert (pos.winners == (0,)) == (not any(left[colour] for colour in secret))


@pytest.mark.parametrize(
    ("mode", "secrets"),
    [("standard", "Y G O"), ("duel", "YG OP"), ("teams", "Y G O P"), ("solitaire", "YGO")],
)
def test_all_secrets_are_shown_at_the_end(mode: str, secrets: str) -> None:
    """POP.E3 POP.V1 POP.V2 POP.V3 POP.V4: at any end everybody sees every secret; not a move before."""
    playing = at("BBYYGOP", secrets=secrets, options=mode)
    ended = after(playing, "a1", "a1")
    assert ended.over
    for seat in (None, *range(playing.players)):
        assert ended.view(seat)["secrets"] == secrets.split()
        assert playing.view(seat)["result"] is None
        if playing.players > 1:
            assert None in playing.view(seat)["secrets"]
