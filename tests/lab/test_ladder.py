"""The ladder: ratings that find the order and the odds, steps that are the games' own, and the drawings."""

from __future__ import annotations

import math
import random
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import escale
from escale.lab import ladder as ladders
from escale.lab import tournament as tournaments
from escale.lab.contest import Contest, Played, Sitting, play_game
from escale.lab.ladder import ladder
from escale.lab.rating_plot import rating_lines, rating_svg, scale
from escale.lab.ratings import rated
from escale.lab.sides import lineups
from escale.lab.tournament import tournament
from tests.conformance.files import nobody_may_win, quick_options
from tests.play.tables import EVERY_GAME, GAME

BETA = 25 / 6  # of openskill: how far apart two ratings are that differ clearly
SVG = "{http://www.w3.org/2000/svg}"

RUNGS = [
    {"bot": "<novice>", "rating": 10.0, "low": 6.0, "high": 14.0, "games": 9},
    {"bot": "adept & co", "rating": 21.5, "low": 18.0, "high": 25.0, "games": 9},
    {"bot": "master", "rating": 40.25, "low": 30.0, "high": 50.5, "games": 9},
]

LAST = """
class Last:
    def choose(self, pos, budget):
        return pos.moves()[-1]
"""


def made_up(odds: list[float], deals: int, seed: int = 1) -> list[Played]:
    """Games on a ladder where each bot beats the one below with given odds, as logits."""
    luck = random.Random(seed)
    strength = [sum(odds[:rung]) for rung in range(len(odds) + 1)]
    games: list[Played] = []
    for deal in range(deals):
        for apart in (1, 2):
            for low in range(len(strength) - apart):
                for seats in ((low, low + apart), (low + apart, low)):
                    wins = luck.random() < 1 / (1 + math.exp(strength[seats[1]] - strength[seats[0]]))
                    sitting = Sitting(len(games), deal, (low, low + apart), seats)
                    games.append(Played(sitting, (1.0, 0.0) if wins else (0.0, 1.0), (1, 1), (0.0, 0.0)))
    return games


def test_ratings_find_the_order_and_the_odds() -> None:
    odds = [1.1, 0.6, 2.0, 0.8]
    ratings = rated(5, ((0,), (1,)), made_up(odds, 150))
    for (weaker, *_), (stronger, *_), odd in zip(ratings, ratings[1:], odds, strict=False):
        predicted = (stronger - weaker) / math.sqrt(2 * BETA**2)
        assert 1 / (1 + math.exp(-predicted)) == pytest.approx(1 / (1 + math.exp(-odd)), abs=0.1)
    assert all(low < rating < high for rating, low, high in ratings)


def at_a_table(strength: list[float], players: int, deals: int) -> list[Played]:
    """Games of two bots whose seats win as they do on the average: as e to the power of the strength of their bot."""
    games: list[Played] = []
    for deal in range(deals):
        for seats in lineups((0, 1), players):
            whole = sum(math.exp(strength[bot]) for bot in seats)
            paid = tuple(math.exp(strength[bot]) / whole for bot in seats)
            games.append(Played(Sitting(len(games), deal, (0, 1), seats), paid, (1,) * players, (0.0,) * players))
    return games


def odds_of(ratings: list[tuple[float, float, float]]) -> float:
    """The logarithm of the odds of the second bot's seat against one of the first's, as the ratings say."""
    unsure = sum(((high - low) / (2 * 1.96)) ** 2 for _, low, high in ratings)
    return (ratings[1][0] - ratings[0][0]) / math.sqrt(2 * BETA**2 + unsure)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_rating_is_the_same_at_tables_of_any_size(players: int) -> None:
    sides = tuple((seat,) for seat in range(players))
    found = [odds_of(rated(2, sides, at_a_table([0.0, odd], players, 300))) for odd in (0.0, 0.7, 2.0)]
    assert found == pytest.approx([0.0, 0.7, 2.0], abs=0.05)


def test_a_game_of_three_rated_by_hand() -> None:
    """Bot 0 has two seats of three. Both have mu 25 and sigma 25/3, and beta is 25/6: the spread is c = 13.176, and with
    c ln 2 lent, bot 0 wins with a chance of 2/3. After its victory mu moves by (1 - 2/3) sigma^2 / c = 1.757, after its
    defeat by 2/3 sigma^2 / c = 3.514; sigma^2 shrinks by the part (sigma / c)^3 (2/3) (1/3) = 0.05622 of it.
    """
    sides = ((0,), (1,), (2,))

    def after(payoffs: tuple[float, ...]) -> list[tuple[float, float, float]]:
        return rated(2, sides, [Played(Sitting(0, 0, (0, 1), (0, 1, 0)), payoffs, (1,) * 3, (0.0,) * 3)])

    half = 1.96 * 25 / 3 * math.sqrt(1 - 0.05622)
    for payoffs, moved in (((0.0, 0.0, 1.0), 1.757), ((0.0, 1.0, 0.0), -3.514), ((1 / 3,) * 3, 0.0), ((0.0,) * 3, 0.0)):
        for (rating, low, high), sign in zip(after(payoffs), (1, -1), strict=True):
            assert rating == pytest.approx(25 + sign * moved, abs=1e-3)
            assert (rating - low, high - rating) == pytest.approx((half, half), abs=1e-3)
    # A victory shared with the other bot counts as half of one and half of the other.
    assert after((0.5, 0.5, 0.0))[0][0] == pytest.approx(25 + (1.757 - 3.514) / 2, abs=1e-3)


def test_more_games_make_ratings_surer() -> None:
    few, many = (rated(3, ((0,), (1,)), made_up([0.7, 0.7], deals)) for deals in (10, 160))
    assert all(late[2] - late[1] < early[2] - early[1] for early, late in zip(few, many, strict=True))


def test_ties_keep_equals_together() -> None:
    games = [Played(Sitting(i, i, (0, 1), (0, 1)), (0.5, 0.5), (1, 1), (0.0, 0.0)) for i in range(30)]
    (first, *_), (second, *_) = rated(2, ((0,), (1,)), games)
    assert first == pytest.approx(second)


def test_a_rating_that_reads_the_results_upside_down_is_found() -> None:
    """Planted: winners and losers exchanged."""
    turned = [Played(one.sitting, one.payoffs[::-1], one.moves, one.seconds) for one in made_up([1.1, 0.6, 2.0, 0.8], 150)]
    ratings = [rating for rating, *_ in rated(5, ((0,), (1,)), turned)]
    assert ratings != sorted(ratings)


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games are played in this process: most of them are shorter than it takes to start another."""

    def played_here(contest: Contest, games: list[Sitting], *others: object) -> list[Played]:
        return [play_game(contest, game) for game in games]

    monkeypatch.setattr(ladders, "played", played_here)
    monkeypatch.setattr(tournaments, "played", played_here)


def test_a_ladder_is_the_same_in_other_processes(request: pytest.FixtureRequest) -> None:
    game = escale.load(GAME)
    elsewhere = ladder(game, ["random", "greedy"], 20, seed=8, processes=2)
    request.getfixturevalue("here")
    assert elsewhere == ladder(game, ["random", "greedy"], 20, seed=8)


@EVERY_GAME
@pytest.mark.usefixtures("here")
def test_a_ladder(game: str, tmp_path: Path) -> None:
    file = tmp_path / "last.py"
    file.write_text(LAST, "utf-8")
    bots = [f"{file}:Last", "random", "greedy"]
    result = ladder(escale.load(game), bots, 20, seed=3, options=quick_options(escale.load(game)))
    assert [rung["bot"] for rung in result["rungs"]] == bots
    assert [(step["weaker"], step["stronger"], step["games"]) for step in result["steps"]] == [
        (bots[0], "random", 20),
        ("random", "greedy", 20),
    ]
    assert [(leap["weaker"], leap["stronger"], leap["games"]) for leap in result["leaps"]] == [(bots[0], "greedy", 10)]
    assert result["games"] == 50
    assert [rung["games"] for rung in result["rungs"]] == [30, 40, 30]
    assert all(set(rung) == {"bot", "rating", "low", "high", "games"} for rung in result["rungs"])
    assert all(set(step) == {"stronger", "weaker", "games", "score", "ci95"} for step in result["steps"])
    assert all(low <= step["score"] <= high for step in result["steps"] for low, high in [step["ci95"]])


def compared(game: str, stronger: str) -> int:
    """A ladder of two with as many as can play is what the tournament of the two says; returns how many games nobody won."""
    told: dict[str, Any] = {
        "seed": 3,
        "players": max(escale.games()[game].players),
        "options": quick_options(escale.load(game)),
    }
    rungs = ladder(escale.load(game), ["random", stronger], 40, **told)
    (step,), (first, second) = rungs["steps"], tournament(escale.load(game), ["random", stronger], 40, **told)["results"]
    assert (step["score"], step["ci95"], step["games"]) == (second["score"], second["ci95"], second["games"])
    unwon: int = first["games"] - first["wins"] - second["wins"] - second["draws"]
    assert step["score"] == pytest.approx(1 - first["score"] - unwon / first["games"])
    assert rungs["rungs"][1]["rating"] > rungs["rungs"][0]["rating"] or stronger == "random"
    assert rungs["leaps"] == []
    return unwon


@EVERY_GAME
@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("stronger", ["greedy", "random"])
def test_a_step_is_scored_as_a_tournament_of_the_two(game: str, stronger: str) -> None:
    assert compared(game, stronger) == 0 or nobody_may_win(escale.load(game))


@pytest.mark.usefixtures("here")
def test_games_that_nobody_wins_are_among_them() -> None:
    assert any(compared(game, "random") for game in escale.games())


@EVERY_GAME
@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("size", [1, -1])
def test_a_ladder_at_a_larger_table(game: str, size: int) -> None:
    """Of several, or of teams."""
    players = escale.games()[game].players[size]
    options = quick_options(escale.load(game))
    result = ladder(escale.load(game), ["random", "greedy"], 40, seed=3, players=players, options=options)
    (step,) = result["steps"]
    assert result["players"] == players
    assert step["games"] == result["games"] >= 40
    assert step["score"] > 0.55
    assert result["rungs"][1]["rating"] > result["rungs"][0]["rating"]


def test_bad_input_names_what_is_allowed() -> None:
    for bots, games, said in ((["random"], 10, "at least 2"), (["random", "hal"], 10, "there are"), (None, 0, "at least 1")):
        with pytest.raises(escale.EscaleError, match=said):
            ladder(escale.load(GAME), bots, games)


def test_the_picture_shows_every_rating_to_scale() -> None:
    root = ElementTree.fromstring(rating_svg("a <game>, 2 players", RUNGS))
    texts = [text.text for text in root.iter(f"{SVG}text")]
    assert {"<novice>", "adept & co", "master", "10.0", "21.5", "40.2", "a <game>, 2 players"} <= set(texts)
    assert texts.index("master") < texts.index("<novice>")
    dots = [float(dot.attrib["cx"]) for dot in root.iter(f"{SVG}circle")]
    assert (dots[0] - dots[2]) / (dots[1] - dots[2]) == pytest.approx((40.25 - 10) / (21.5 - 10), rel=0.01)
    width, height = (float(number) for number in root.attrib["viewBox"].split()[2:])
    for line in root.iter(f"{SVG}line"):
        assert 0 <= float(line.attrib["x1"]) <= float(line.attrib["x2"]) <= width
        assert 0 <= float(line.attrib["y1"]) <= float(line.attrib["y2"]) <= height


def test_a_long_name_leaves_room_for_the_picture() -> None:
    root = ElementTree.fromstring(rating_svg("long", [{**RUNGS[0], "bot": f"{'/folder' * 30}/bot.py:Mine"}, RUNGS[1]]))
    assert any((text.text or "").endswith("/bot.py:Mine") for text in root.iter(f"{SVG}text"))
    first, second = (float(dot.attrib["cx"]) for dot in root.iter(f"{SVG}circle"))
    assert first - second > 50


def test_axes_begin_and_end_at_round_numbers_around_everything() -> None:
    assert scale(RUNGS) == pytest.approx((0.0, 60.0, 10.0))
    low, high, step = scale([{"low": -3.2, "high": 1.1}])
    assert low <= -3.2
    assert high >= 1.1
    assert (high - low) / step == pytest.approx(round((high - low) / step))


def test_lines_of_characters_are_to_scale_too() -> None:
    plain = rating_lines(RUNGS, 90, plain=True)
    assert len(plain) == 3
    assert [(line.index("|"), line.index("o"), line.rindex("|")) for line in plain] == [(48, 68, 89), (24, 31, 38), (0, 8, 16)]
    assert [len(line) for line in rating_lines(RUNGS, 90)] == [len(line) for line in plain]
    assert rating_lines([{"bot": "a", "rating": 1.0, "low": 1.0, "high": 1.0}], 10, plain=True) == ["o"]
