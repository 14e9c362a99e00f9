"""Nobody who searches knows more than the seat it plays for: every bot, in every game; at every table in `./run soak`."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

import escale
from escale.rules.position import Position
from escale.search.analysis import CHANCES, analyse
from escale.search.bots import bot, bot_names
from escale.search.budget import AS_IT_LIKES, Budget
from escale.search.thinking import FEW_ITERATIONS, think
from tests.conformance.files import own_checks, tried
from tests.conformance.library import ROOT, new_library, run
from tests.conformance.tables import tables
from tests.search.worlds import Chooser, check_honest, kinds_of_secrets, moments

#: Where nothing is hidden all worlds are one.
GAMES = [game_id for game_id, info in escale.games().items() if info.secrets]
SEED = 7
#: For a tree of the forest; and, as it is seconds too, though more than it takes, one that is kept from one move to the next.
ENOUGH = Budget(seconds=3600, iterations=FEW_ITERATIONS + 20)
THEIR_OWN = {"child", "easy"}  # bots that think so little that there is nothing to cut


def as_bot(name: str, threads: int = 1) -> Chooser:
    """A bot, with how easy the choice was to it."""
    player = bot(name, SEED, threads)
    budget = AS_IT_LIKES if name in THEIR_OWN else ENOUGH

    def choose(position: Position) -> tuple[int, float]:
        return player.choose(position, budget), player.ease

    return choose


def as_analysis(*, omniscient: bool = False) -> Chooser:
    """Analyses of one position after the other, to the last digit."""

    def choose(position: Position) -> tuple[int, object]:
        found = analyse(position, ENOUGH, SEED, omniscient=omniscient)
        return found.lines[0].move, found

    return choose


def as_search() -> Chooser:
    """A search that keeps its tree, with every visit of it."""
    place = object()

    def choose(position: Position) -> tuple[int, object]:
        found = think(position, CHANCES, ENOUGH, SEED, places=(place,))
        return max(found.tried, key=lambda one: one.visits).move, found

    return choose


@pytest.mark.parametrize("name", bot_names())
@pytest.mark.parametrize("game_id", GAMES)
def test_a_bot_uses_nothing_it_may_not_know(game_id: str, name: str) -> None:
    game = escale.load(game_id)
    asked = 0
    at_tables = tried(game, 6)
    for number, at in enumerate(at_tables):
        asked += check_honest(partial(as_bot, name), at.new(game), number % at.players, number)
    assert asked > len(at_tables)


@pytest.mark.parametrize("name", bot_names())
@pytest.mark.parametrize("game_id", GAMES)
def test_a_bot_carries_no_secret_from_one_seat_to_another(game_id: str, name: str) -> None:
    game = escale.load(game_id)
    for number, at in enumerate(tried(game, 2)):
        check_honest(partial(as_bot, name), at.new(game), number % at.players, number, for_all=True)


@pytest.mark.parametrize("game_id", GAMES)
def test_several_threads_know_no_more(game_id: str) -> None:
    game = escale.load(game_id)
    for number, at in enumerate(tried(game, 2)):
        check_honest(partial(as_bot, "hard", 2), at.new(game), number % at.players, number)


@pytest.mark.parametrize("game_id", GAMES)
def test_an_analysis_tells_nothing_the_seat_may_not_know(game_id: str) -> None:
    game = escale.load(game_id)
    for number, at in enumerate(tried(game, 4)):
        check_honest(as_analysis, at.new(game), number % at.players, number)


@pytest.mark.parametrize("game_id", GAMES)
def test_every_visit_is_the_same_in_worlds_one_cannot_tell_apart(game_id: str) -> None:
    game = escale.load(game_id)
    for number, at in enumerate(tried(game, 2)):
        check_honest(as_search, at.new(game), number % at.players, number, for_all=True)


@pytest.mark.parametrize("game_id", GAMES)
def test_every_kind_of_secret_occurs_at_the_moments_that_are_tried(game_id: str) -> None:
    """With which advice, reviews and users' bots are tried; and so do turns of several decisions, in games that have them."""
    game = escale.load(game_id)
    tried_at = list(moments(game, 11))
    kinds = set[tuple[str, bool]]().union(*map(kinds_of_secrets, tried_at))
    assert {field for field, _ in kinds} == set(own_checks(game).HIDDEN)
    assert {position.players for position in tried_at} >= set(game.info.secret_with) - {1}


def is_caught(make: Callable[[], Chooser], game_id: str) -> bool:
    """Whether the check finds something at one of the tables of a game."""
    game = escale.load(game_id)
    for number, at in enumerate(tables(game.info)):
        try:
            check_honest(make, at.new(game), number % at.players, number, for_all=True)
        except AssertionError as error:
            return "can't tell apart" in str(error)
    return False


def test_a_search_of_the_true_state_is_caught() -> None:
    assert GAMES
    for game_id in GAMES:
        assert is_caught(partial(as_analysis, omniscient=True), game_id), game_id


KNOWING = """

@compiled
def knowledge(state: Any, seat: Any) -> Any:
    number = np.uint64(state.lucky[seat]) | (np.uint64(seat) << np.uint64(8))
    for place in range(len(state.row)):
        number = mixed(number, np.uint64(state.row[place]))
    for card in range(len(state.owner)):
        number = mixed(number, np.uint64(state.owner[card]))
    for other in range(np.int64(state.players)):
        number = mixed(number, np.uint64(state.both[other]))
        if shown(state, other):
            number = mixed(number, np.uint64(state.lucky[other]))
    return number | np.uint64(1)
"""
#: In `mcts`: what keeps the searches of two seats apart, and what only looks as if it did.
OBSERVER, NOBODY = "np.uint64(observer))", "np.uint64(0))"


def changed(path: Path, old: str, new: str) -> None:
    source = path.read_text("utf-8")
    assert source.count(old) == 1, f"{source.count(old)} places in {path.name} for {old!r}"
    path.write_text(source.replace(old, new), "utf-8", newline="\n")


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One with a new game in which a seat can say what it knows, and a search that keeps every tree, however small."""
    folder = tmp_path_factory.mktemp("library")
    insight = new_library(folder) / "knowing" / "insight.py"
    shutil.copytree(ROOT / "tests" / "search", folder / "tests" / "search", ignore=shutil.ignore_patterns("__pycache__"))
    made = run(folder, "-m", "escale.lab.new_game", "knowing")
    assert made.returncode == 0, made.stderr
    changed(insight, "import points_of\n", "import points_of, shown\nfrom escale.rules.hashing import mixed\n")
    insight.write_text(insight.read_text("utf-8") + KNOWING, "utf-8")
    changed(folder / "src" / "escale" / "search" / "thinking.py", f"FEW_ITERATIONS = {FEW_ITERATIONS}", "FEW_ITERATIONS = 0")
    return folder


def test_a_search_that_keeps_seats_apart_is_honest_and_one_that_does_not_is_caught(library: Path) -> None:
    ask = ("-m", "tests.search.as_planted", "knowing", "25")
    honest = run(library, *ask)
    assert honest.returncode == 0, honest.stderr
    assert honest.stdout.startswith("honest")
    changed(library / "src" / "escale" / "search" / "mcts.py", OBSERVER, NOBODY)
    caught = run(library, *ask)
    assert caught.returncode != 0
    assert "can't tell apart" in caught.stderr
