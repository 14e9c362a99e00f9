"""The levels: their names, and in every game each stronger than the one below."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest

import escale
from escale.lab.sides import ALONE, shares, sides_of
from escale.rules.game import Game
from escale.search.bots import LEVELS, NEWCOMER, bot, bot_names
from escale.search.levels import LEVELS as SETTINGS
from escale.search.levels import YARDSTICKS
from tests.conformance.files import quick_options
from tests.conformance.thorough import THOROUGH
from tests.search import shelf

GAMES = [game_id for game_id in shelf.GAMES if set(escale.games()[game_id].players) != {ALONE}]
#: How many deals; each is played from every seat. The stronger take longer, and win more clearly.
DEALS = {"easy": 60, "medium": 40, "hard": 20} if THOROUGH else {"easy": 40, "medium": 25, "hard": 10}
FEW = 20 if THOROUGH else 10
CLEARLY = 0.55
VERY_CLEARLY = 0.75


def test_names_and_order() -> None:
    assert LEVELS == ("child", "easy", "medium", "hard", "expert")
    assert bot_names() == ("random", "greedy", *LEVELS, *YARDSTICKS)
    assert NEWCOMER in LEVELS
    assert [bot(name).name for name in bot_names()] == list(bot_names())


def test_the_weaker_answer_at_once_and_look_less_far() -> None:
    assert [name for name in LEVELS if bot(name).instant] == ["child", "easy"]
    horizons = [SETTINGS[name].manner.horizon for name in LEVELS]
    assert horizons == sorted(horizons)
    assert not any(SETTINGS[name].haze for name in ("hard", "expert"))


def games_between(game: Game, one: str, other: str, deals: int, iterations: int | None = None) -> Iterator[float]:
    """What the first bot has of each game: every deal twice, so that each has held every side."""
    quick = quick_options(game)
    sides = sides_of(game, 2, quick)
    for deal in range(deals):
        for lineup in ((0, 1), (1, 0)):
            position = game.new(2, 1000 + deal, **quick)
            players = [bot((one, other)[place], 2 * deal + place) for place in lineup]
            while position.turn is not None:
                position.play(players[position.turn].choose(position, iterations=iterations))
            yield shares(position.scores, lineup, sides)[0]


def share(game_id: str, one: str, other: str, deals: int, iterations: int | None = None) -> float:
    won = list(games_between(escale.load(game_id), one, other, deals, iterations))
    return sum(won) / len(won)


@pytest.mark.parametrize(("weak", "strong"), [pair for pair in pairwise(LEVELS) if pair[1] in DEALS])
@pytest.mark.parametrize("game_id", GAMES)
def test_each_beats_the_one_below(game_id: str, weak: str, strong: str) -> None:
    assert share(game_id, strong, weak, DEALS[strong]) > CLEARLY


@pytest.mark.parametrize("game_id", GAMES)
def test_a_little_thinking_beats_none(game_id: str) -> None:
    assert share(game_id, "hard", "random", FEW, iterations=200) > VERY_CLEARLY
    assert share(game_id, "expert", "greedy", FEW, iterations=200) > CLEARLY


def test_bots_of_equal_strength_are_found_equal() -> None:
    """Planted: a level no stronger than the one below would be noticed."""
    for game_id in GAMES:
        assert share(game_id, "child", "child", DEALS["easy"]) < CLEARLY
