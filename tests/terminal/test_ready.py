"""When a game begins, all is compiled that it needs: nobody waits in the middle of it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import escale
from escale.search.bots import LEVELS
from tests.search import shelf

GAMES = [(game_id, limit(escale.games()[game_id].players)) for game_id in shelf.GAMES for limit in (min, max)]
TURNS = 3  # of the person's
# Sits at a table, asks all that one can ask, and prints what was compiled, or loaded, after the deal.
PLAYED = """
import sys
from numba.core.dispatcher import Dispatcher
from escale.terminal import hint, seating
from escale.terminal.screen import Screen

game, players, bot, turns = sys.argv[1], int(sys.argv[2]), sys.argv[3], int(sys.argv[4])
deal, table, compiled, late = seating._deal, seating.Table, Dispatcher.compile, []

def dealt(*wish):
    position = deal(*wish)
    Dispatcher.compile = lambda kernel, types: (late.append(kernel.__name__), compiled(kernel, types))[1]
    return position

def seated(*arguments):
    global made
    made = table(*arguments)
    return made

def typed():
    for _ in range(turns):
        move = made.position.names()[0]
        yield from ("hint", "hint", "hint", "moves", f"why {move}", "why nonsense", move)
    yield from ("undo", "quit")

hint.SECONDS = 0.004
seating._deal, seating.Table, said = dealt, seated, typed()
Screen.ask = lambda screen, prompt: next(said)
seating.sit_down(seating.Wish(game, players, seed=4, bot=bot, language="en"))
print("late:", *late)
"""


def late(game_id: str, players: int, bot: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", PLAYED, game_id, str(players), bot, str(TURNS)], capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("Shall I tell you the move?") == TURNS
    return done.stdout.splitlines()[-1]


@pytest.mark.parametrize(("game_id", "players"), GAMES)
@pytest.mark.parametrize("bot", ["random", LEVELS[-1]])
def test_nothing_is_compiled_after_the_deal(game_id: str, players: int, bot: str) -> None:
    assert late(game_id, players, bot) == "late:"


def test_with_ones_own_bot_either(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine.py").write_text("class First:\n    def choose(self, pos, budget):\n        return pos.moves()[0]\n")
    monkeypatch.chdir(tmp_path)
    assert late(GAMES[0][0], max(players for _, players in GAMES), "mine:First") == "late:"
