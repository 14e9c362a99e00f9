"""Tournaments: who sits where, what is counted, the same on any number of processes, and what happens when a bot fails."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import escale
from escale.lab import contest as contests
from escale.lab.contest import Contest, Played, Sitting, play_game, sittings
from escale.lab.sides import lineups, shares
from escale.lab.standings import standings
from escale.lab.tournament import meetings, new_contest, tournament
from escale.rules.chance import derived_seed
from escale.rules.position import Position
from escale.search.bots import LEVELS
from escale.search.budget import AS_IT_LIKES, Budget
from tests.conformance.files import nobody_may_win, quick_options
from tests.conformance.tables import Table, random_game, tables
from tests.lab.tables import CONTESTS
from tests.search.shelf import GAMES

GAME = GAMES[0]
TABLES = [(game_id, at) for game_id in GAMES for at in tables(escale.games()[game_id]) if at.players > 1]
AT_EVERY_CONTEST = pytest.mark.parametrize(("game_id", "at"), CONTESTS, ids=[f"{game_id} {at}" for game_id, at in CONTESTS])
DEALS = 3

BOTS = """
import os, time

class First:
    def choose(self, pos, budget):
        print("this is for nobody's eyes")
        return pos.moves()[0]

class Last:
    def choose(self, pos, budget):
        return pos.names()[-1]

class Raises:
    def choose(self, pos, budget):
        raise RuntimeError("I don't like it")

class Illegal:
    def choose(self, pos, budget):
        return 2**31 - 1

class Hangs:
    def choose(self, pos, budget):
        while True:
            pass

class Unborn:
    def __init__(self):
        time.sleep(600)
    def choose(self, pos, budget):
        pass

class Slow:
    def choose(self, pos, budget):
        time.sleep(0.02)
        return pos.moves()[0]

class Dies:
    def choose(self, pos, budget):
        os._exit(5)
"""


@pytest.fixture
def own(tmp_path: Path) -> Callable[[str], str]:
    file = tmp_path / "their_bots.py"
    file.write_text(BOTS, "utf-8")
    return lambda name: f"{file}:{name}"


def counted(result: dict[str, Any]) -> dict[str, Any]:
    """A result without what differs from run to run."""
    plain = {key: value for key, value in result.items() if key != "games_per_s"}
    for part in ("results", "meetings"):
        if part in plain:
            plain[part] = [counted(one) for one in plain[part]]
    plain.pop("seconds_a_move", None)
    return plain


def opened(game_id: str, at: Table, bots: list[str]) -> tuple[Contest, Any]:
    contest, sides = some_contest(game_id, at)
    return replace(contest, bots=tuple(bots)), sides


@cache  # it plays many games to see who are partners
def some_contest(game_id: str, at: Table) -> tuple[Contest, Any]:
    return new_contest(escale.load(game_id), ["random", "greedy"], AS_IT_LIKES, at.seed, at.players, dict(at.options))


def all_sittings(contest: Contest, sides: Any) -> list[Sitting]:
    return sittings(contest, [(field, DEALS) for field in meetings(len(contest.bots), len(sides))], sides)


# --- who sits where


def check_equal_terms(bots: int, games: list[Sitting], sides: Any) -> None:
    """On each deal each bot sits at each seat as often as any bot at any seat, and alone in its team."""
    for deal in {game.deal for game in games}:
        seen = Counter((bot, seat) for game in games if game.deal == deal for seat, bot in enumerate(game.seats))
        assert len(seen) == bots * len(games[0].seats), f"deal {deal}: some bot never has some seat"
        assert len(set(seen.values())) == 1, f"deal {deal}: {seen}"
    for game in games:
        assert all(len({game.seats[seat] for seat in side}) == 1 for side in sides), f"{game} has partners who differ"


@AT_EVERY_CONTEST
def test_all_bots_have_equal_terms(game_id: str, at: Table) -> None:
    for count in (2, 3, 4, 6):
        contest, sides = opened(game_id, at, ["random"] * count)
        check_equal_terms(count, all_sittings(contest, sides), sides)


def test_partners_are_among_them() -> None:
    assert any(len(some_contest(game_id, at)[1]) < at.players for game_id, at in CONTESTS)


def test_seats_not_rotated_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: everybody stays where he is."""
    monkeypatch.setattr(contests, "lineups", lambda field, sides: lineups(field, sides)[:1])
    contest, sides = opened(*TABLES[0], ["random", "greedy"])
    with pytest.raises(AssertionError, match="never has some seat"):
        check_equal_terms(2, all_sittings(contest, sides), sides)


def test_lineups() -> None:
    assert lineups((0, 1), 2) == [(0, 1), (1, 0)]
    assert lineups((4, 2), 4) == [(4, 2, 4, 2), (2, 4, 2, 4)]
    assert len(lineups((0, 1), 3)) == 6
    assert lineups((0, 1, 2), 3) == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    assert meetings(3, 2) == [(0, 1), (0, 2), (1, 2)]
    assert meetings(2, 4) == [(0, 1)]
    assert len(meetings(5, 3)) == 10


def test_neighbours_change_from_deal_to_deal() -> None:
    game_id, at = next((game_id, at) for game_id, at in TABLES if at.players == 3)
    contest, sides = opened(game_id, at, ["random", "greedy", "random"])
    games = sittings(contest, [((0, 1, 2), 20)], sides)
    assert {games[i].seats for i in range(0, 60, 3)} > {(0, 1, 2)}
    assert {frozenset(game.seats) for game in games} == {frozenset({0, 1, 2})}


@AT_EVERY_CONTEST
def test_partners_are_paid_alike_and_nobody_else_is(game_id: str, at: Table) -> None:
    game, (_, sides) = escale.load(game_id), some_contest(game_id, at)
    assert sorted(seat for side in sides for seat in side) == list(range(at.players))
    told_apart: set[tuple[tuple[int, ...], tuple[int, ...]]] = set()
    for seed in range(900, 1100):
        *_, (end, _) = random_game(game.new(at.players, seed, **dict(at.options)), seed)
        for side in sides:
            assert len({end.scores[seat] for seat in side}) == 1
        told_apart.update((a, b) for a in sides for b in sides if end.scores[a[0]] != end.scores[b[0]])
    assert len(told_apart) == len(sides) * (len(sides) - 1)


def test_a_game_that_all_win_together_is_no_contest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Position, "scores", property(lambda self: (1.0,) * self.players))
    with pytest.raises(escale.BadOption, match="win or lose together"):
        tournament(escale.load(GAME), ["random", "greedy"])


# --- what is counted


def ends_by_hand(game_id: str, at: Table) -> dict[tuple[int, tuple[int, ...]], tuple[float, ...]]:
    """The payoffs of each deal and seating of First (bot 0) and Last (bot 1), played with nothing but positions."""
    game, (contest, sides) = escale.load(game_id), opened(game_id, at, ["first", "last"])
    run, ends = np.uint64(contest.seed), {}
    for deal in range(DEALS):
        seed = int(derived_seed(np.uint64(derived_seed(run, 0)), deal))
        for seats in {sitting.seats for sitting in all_sittings(contest, sides)}:
            position = game.new(at.players, seed, **dict(at.options))
            while (seat := position.turn) is not None:
                position.play(position.moves()[0 if seats[seat] == 0 else -1])
            ends[deal, seats] = position.scores
    return ends


def check_figures(found: list[dict[str, Any]], ends: dict[Any, tuple[float, ...]]) -> None:
    """What a tournament says of First and Last is what their games by hand say."""
    for bot, result in enumerate(found):
        won = Counter[str]()
        points = defaultdict(list)
        for (deal, seats), payoffs in ends.items():
            victors = [seat for seat, payoff in enumerate(payoffs) if payoff > 0]
            part = sum(seats[seat] == bot for seat in victors) / len(victors) if victors else 0.0
            won["wins" if part == 1 else "draws" if part else "losses"] += 1
            points[deal].append(part)
        assert {key: result[key] for key in ("wins", "draws", "losses")} == {k: won[k] for k in ("wins", "draws", "losses")}
        assert result["games"] == len(ends)
        assert result["score"] == pytest.approx(sum(sum(one) for one in points.values()) / len(ends))


def played_by_own(game_id: str, at: Table, own: Callable[[str], str]) -> tuple[Contest, Any, list[Played]]:
    """The same games, as a contest plays them."""
    contest, sides = opened(game_id, at, [own("First"), own("Last")])
    return contest, sides, [play_game(contest, sitting) for sitting in all_sittings(contest, sides)]


@AT_EVERY_CONTEST
def test_every_figure_is_that_of_the_games_played_by_hand(game_id: str, at: Table, own: Callable[[str], str]) -> None:
    contest, sides, played = played_by_own(game_id, at, own)
    check_figures(standings(contest.bots, sides, played), ends_by_hand(game_id, at))


def test_games_that_nobody_wins_are_among_them() -> None:
    """In each game in which that may happen."""
    unwon = {game_id for game_id, at in CONTESTS for end in ends_by_hand(game_id, at).values() if max(end) <= 0}
    assert unwon == {game_id for game_id in escale.games() if nobody_may_win(escale.load(game_id))}


def favouring_the_first_seat(games: list[Played]) -> list[Played]:
    return [one._replace(payoffs=(1.0, *(0.0,) * (len(one.payoffs) - 1))) for one in games]


def test_a_scorer_that_favours_the_first_seat_is_found(own: Callable[[str], str]) -> None:
    """Planted: in each game, and at most tables."""
    caught = Counter[str]()
    for game_id, at in CONTESTS:
        contest, sides, played = played_by_own(game_id, at, own)
        try:
            check_figures(standings(contest.bots, sides, favouring_the_first_seat(played)), ends_by_hand(game_id, at))
        except AssertionError:
            caught[game_id] += 1
    assert set(caught) == set(escale.games())
    assert caught.total() > len(CONTESTS) / 2


def test_shares() -> None:
    """By hand: seats of bots, payoffs, and what each bot has won."""
    assert shares((1.0, 0.0), (5, 7), ((0,), (1,))) == {5: 1.0, 7: 0.0}
    assert shares((0.5, 0.5), (5, 7), ((0,), (1,))) == {5: 0.5, 7: 0.5}
    assert shares((0.5, 0.0, 0.5), (0, 1, 0), ((0,), (1,), (2,))) == {0: 1.0, 1: 0.0}
    assert shares((1.0, 0.0, 1.0, 0.0), (0, 1, 0, 1), ((0, 2), (1, 3))) == {0: 1.0, 1: 0.0}
    assert shares((-0.3, -0.1), (0, 1), ((0,), (1,))) == {0: 0.0, 1: 0.0}
    assert shares((1.0, 1.0, 0.0), (0, 1, 2), ((0,), (1,), (2,))) == {0: 0.5, 1: 0.5, 2: 0.0}


def played(number: int, deal: int, seats: tuple[int, ...], payoffs: tuple[float, ...]) -> Played:
    return Played(Sitting(number, deal, (0, 1), seats), payoffs, (3, 4), (0.3, 0.8))


def test_standings_by_hand() -> None:
    """Deal 0: bot 0 wins twice; deal 1: once, and a draw; deal 2: each wins from the first seat."""
    games = [
        played(0, 0, (0, 1), (1.0, 0.0)),
        played(1, 0, (1, 0), (0.0, 1.0)),
        played(2, 1, (0, 1), (0.5, 0.5)),
        played(3, 1, (1, 0), (0.0, 1.0)),
        played(4, 2, (0, 1), (1.0, 0.0)),
        played(5, 2, (1, 0), (1.0, 0.0)),
    ]
    first, second = standings(["a", "b"], ((0,), (1,)), games)
    assert (first["bot"], first["games"], first["wins"], first["draws"], first["losses"]) == ("a", 6, 4, 1, 1)
    assert (second["bot"], second["games"], second["wins"], second["draws"], second["losses"]) == ("b", 6, 1, 1, 4)
    assert first["score"] == pytest.approx(4.5 / 6)
    # Deals of 1, 3/4 and 1/2: variance 1/16, 3 (3/16) / (1/16) = 9 trials; Student's factor for 2 is 4.3027.
    square = 4.3027**2 / 9
    middle, half = (0.75 + square / 2) / (1 + square), (0.1875 * square + square**2 / 4) ** 0.5 / (1 + square)
    assert first["ci95"] == pytest.approx([middle - half, middle + half], abs=1e-4)
    assert second["ci95"] == pytest.approx([1 - middle - half, 1 - middle + half], abs=1e-4)
    assert first["seconds_a_move"] == pytest.approx((3 * 0.3 + 3 * 0.8) / (3 * 3 + 3 * 4))


def test_standings_of_four_players_by_hand() -> None:
    """Two bots, each at two seats of four; deal 0: bot 0 wins both games, deal 1: one, and of the other it has a third."""
    sides = ((0,), (1,), (2,), (3,))
    ends = [
        (0, (0, 1, 0, 1), (0.0, 0.0, 1.0, 0.0)),
        (0, (1, 0, 1, 0), (0.0, 0.5, 0.0, 0.5)),  # shared by both its seats: a whole victory
        (1, (0, 1, 0, 1), (1.0, 0.0, 0.0, 0.0)),
        (1, (1, 0, 1, 0), (1 / 3, 1 / 3, 1 / 3, 0.0)),
    ]
    games = [
        Played(Sitting(number, deal, (0, 1), seats), paid, (2, 2, 1, 1), (0.2, 0.4, 0.1, 0.3))
        for number, (deal, seats, paid) in enumerate(ends)
    ]
    first, second = standings(["a", "b"], sides, games)
    assert [first[key] for key in ("games", "wins", "draws", "losses")] == [4, 3, 1, 0]
    assert [second[key] for key in ("games", "wins", "draws", "losses")] == [4, 0, 1, 3]
    assert (first["score"], second["score"]) == pytest.approx((5 / 6, 1 / 6))
    # Deals of 1 and 2/3: variance 1/18, 2 (5/36) / (1/18) = 5 trials, but 2 a deal at most; Student's factor for 1 is 12.706.
    square = 12.7062**2 / 4
    middle, half = (5 / 6 + square / 2) / (1 + square), (5 / 36 * square + square**2 / 4) ** 0.5 / (1 + square)
    assert first["ci95"] == pytest.approx([middle - half, middle + half], abs=1e-4)
    assert second["ci95"] == pytest.approx([1 - middle - half, 1 - middle + half], abs=1e-4)
    # In games 0 and 2 bot 0 has the seats 0 and 2, of 3 moves and 0.3 s; in the others 1 and 3, of 3 moves and 0.7 s.
    assert first["seconds_a_move"] == pytest.approx((2 * 0.3 + 2 * 0.7) / 12)


# --- a whole run


@pytest.mark.parametrize("game_id", GAMES)
def test_processes_change_nothing_but_the_speed(game_id: str) -> None:
    game, bots, budget = escale.load(game_id), ["greedy", LEVELS[0], LEVELS[-1]], Budget(iterations=8)
    quick = quick_options(game)
    seen: list[tuple[int, int]] = []
    runs = [
        tournament(game, bots, 20, budget, 11, options=quick, processes=1),
        tournament(game, bots, 20, budget, 11, options=quick, processes=2, progress=lambda *at: seen.append(at)),
    ]
    assert counted(runs[0]) == counted(runs[1])
    assert seen == [(done, runs[1]["games"]) for done in range(runs[1]["games"] + 1)]
    other = tournament(game, bots, 20, budget, 12, options=quick, processes=2)
    assert counted(other)["results"] != counted(runs[0])["results"]


def test_three_bots_at_a_table_for_two_meet_in_pairs() -> None:
    game_id = next(game_id for game_id, at in TABLES if at.players == 2)
    result = tournament(escale.load(game_id), ["random", "greedy", "random"], 61, seed=4, players=2)
    assert (result["games"], result["deals"]) == (66, 11)
    assert [one["games"] for one in result["results"]] == [44, 44, 44]
    assert [one["bots"] for one in result["meetings"]] == [["random", "greedy"], ["random", "random"], ["greedy", "random"]]
    for place, one in enumerate(result["results"]):
        parts = [part for pair in result["meetings"] for part in pair["results"]]
        mine = [parts[i] for i in ([0, 2], [1, 4], [3, 5])[place]]
        assert one["wins"] == sum(part["wins"] for part in mine)
        assert one["score"] == pytest.approx(sum(part["score"] for part in mine) / 2)
    assert result["results"][1]["score"] > 0.6


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Raises", r"choose raised RuntimeError: I don't like it \(their_bots\.py, line \d+\); game \d+, seed \d+, seat \d"),
        ("Illegal", r"choose gave '2147483647', which is no legal move: .*; game \d+, seed \d+, seat \d"),
        ("Nosuch", "has no class Nosuch"),
        ("Dies", r"Dies: its process ended \(status 5\); game \d+, seed \d+"),
    ],
)
def test_a_bot_that_fails_ends_the_tournament(name: str, said: str, own: Callable[[str], str]) -> None:
    with pytest.raises(escale.EscaleError, match=said) as failure:
        tournament(escale.load(GAME), ["random", own(name)], 4, seed=1, processes=2)
    assert own(name) in str(failure.value)


@pytest.mark.parametrize(("name", "when"), [("Hangs", r"after \d+ moves"), ("Unborn", "before the first move")])
def test_a_bot_that_hangs_ends_the_tournament(
    name: str, when: str, own: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(contests, "OWN_SECONDS", 1.5)
    begun = time.monotonic()
    with pytest.raises(escale.EscaleError, match=rf"no move after 1\.5 s; game \d+, seed \d+, seat \d, {when}$") as failure:
        tournament(escale.load(GAME), ["random", own(name)], 4, seed=1, processes=2)
    assert str(failure.value).startswith(f"bot {own(name)}: ")
    assert time.monotonic() - begun < 60


def test_the_time_of_a_bot_is_counted_for_each_move_by_itself(
    own: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor does it go on while another thinks: a game may be much longer than one may take."""
    monkeypatch.setattr(contests, "OWN_SECONDS", 0.8)
    result = tournament(escale.load(GAME), [own("Slow"), own("First")], 4, seed=1, processes=1)
    moves = result["results"][0]["seconds_a_move"]
    assert result["games"] == 4
    assert moves >= 0.02


def test_a_bot_that_is_asked_to_think_longer_may_take_longer(
    own: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(contests, "OWN_SECONDS", 0.001)
    with pytest.raises(escale.EscaleError, match=r"no move after 0\.001 s"):
        tournament(escale.load(GAME), ["random", own("Slow")], 2, seed=1, processes=1)
    assert tournament(escale.load(GAME), ["random", own("Slow")], 2, Budget(seconds=0.1), 1, processes=1)["games"] == 2


def test_the_seed_an_error_names_deals_the_same_game(own: Callable[[str], str]) -> None:
    contest, sides = opened(*TABLES[0], [own("Raises"), "random"])
    with pytest.raises(escale.EscaleError) as failure:
        play_game(contest, all_sittings(contest, sides)[4])
    assert f"seed {int(derived_seed(np.uint64(derived_seed(np.uint64(contest.seed), 0)), 2))}" in str(failure.value)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"games": 0}, "at least 1"),
        ({"games": True}, "a whole number is needed, not bool; at least 1"),
        ({"games": "2"}, "a whole number is needed, not a text; at least 1"),
        ({"processes": "2"}, "a whole number is needed, not a text; at least 1"),
        ({"processes": 0}, "at least 1"),
        ({"seed": -1}, "from 0 to"),
        ({"players": 77}, "allowed are"),
        ({"bots": ["hal", "random"]}, "there are"),
        ({"bots": ["random"]}, "^1 bot: at least 2"),
        ({"bots": []}, "^0 bots: at least 2"),
        ({"options": {"nonsense": 1}}, "there are"),
    ],
)
def test_bad_input_names_what_is_allowed(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(escale.EscaleError, match=said):
        tournament(escale.load(GAME), **{"bots": ["random", "greedy"], **wrong})


def test_playing_alone_is_no_contest() -> None:
    alone = [(game_id, at) for game_id, info in escale.games().items() for at in tables(info) if at.players == 1]
    for game_id, at in alone:
        with pytest.raises(escale.BadOption, match=f"escale solve {game_id}"):
            tournament(escale.load(game_id), ["random", "greedy"], players=1, options=dict(at.options))
    for game_id in GAMES:
        contest, _ = new_contest(escale.load(game_id), ["random", "greedy"], AS_IT_LIKES, 1, None, {})
        assert contest.players > 1
