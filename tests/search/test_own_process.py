"""A user's own bot in a process of its own: it fails, hangs, dies and is killed, for real."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import escale
from escale.rules.position import Position
from escale.search import own_process
from escale.search.budget import Budget
from escale.search.failures import BotFailed, BotLate
from escale.search.own_process import OwnProcess, try_out
from tests.play.tables import WITH_SECRETS
from tests.search.their_bots import GAMES, bots, dealt
from tests.search.worlds import SOME_WORLD, moments

__all__ = ["bots"]

EVERY = 11  # moves
LONG = 60.0  # seconds that no test means to wait
ONE = Budget(iterations=1)


@pytest.fixture
def kept(bots: Callable[[str], str]) -> Iterator[Callable[[str], OwnProcess]]:
    """Makes bots in processes, and ends them."""
    made: list[OwnProcess] = []

    def make(name: str) -> OwnProcess:
        made.append(OwnProcess(bots(name), seed=1))
        return made[-1]

    yield make
    for one in made:
        one.close()


def gone(pid: int) -> bool:
    """Whether a process has ended, or does within a few seconds."""
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        status = Path(f"/proc/{pid}/status")
        if not status.exists() or "State:\tZ" in status.read_text():
            return True
        time.sleep(0.05)
    return False


def test_the_end_of_a_game_is_refused(kept: Callable[[str], OwnProcess]) -> None:
    position = dealt()
    while not position.over:
        position.play(position.moves()[0])
    with pytest.raises(escale.EscaleError, match="over"):
        kept("First").choose(position, ONE, LONG)


def test_one_process_plays_a_game_and_remembers(kept: Callable[[str], OwnProcess], capfd: pytest.CaptureFixture[str]) -> None:
    position, player, asked = dealt(), kept("Counter"), 0
    while not position.over:
        asked += 1
        move = player.choose(position, ONE, LONG)
        assert move == position.moves()[asked % len(position.moves())]
        position.play(move)
    player.close()
    out, err = capfd.readouterr()
    assert out == ""
    assert [line.split()[1] for line in err.splitlines()] == [str(number + 1) for number in range(asked)]
    assert len({line.split()[2] for line in err.splitlines()}) == 1
    assert gone(int(err.split()[-1]))


@pytest.mark.parametrize(
    ("name", "said"),
    [("Raises", "division by zero"), ("Illegal", "no legal move"), ("Nosuch", "no class"), ("Unborn", "today")],
)
def test_what_it_did_wrong_is_told_by_its_process(
    name: str, said: str, kept: Callable[[str], OwnProcess], capfd: pytest.CaptureFixture[str]
) -> None:
    """To who asked, and on stderr."""
    player = kept(name)
    for _ in range(2):
        with pytest.raises(BotFailed, match=said) as failure:
            player.choose(dealt(), ONE, LONG)
        assert capfd.readouterr().err == f"{failure.value}\n"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Unborn", r"making a Unborn raised RuntimeError: not today"),
        ("Idle", r"no method choose\(pos, budget\)"),
        ("value", "has no class value"),
        ("Nosuch", "has no class Nosuch"),
    ],
)
def test_what_is_wrong_with_it_is_found_out_by_trying_it(
    name: str, said: str, bots: Callable[[str], str], capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(BotFailed, match=said):
        try_out(bots(name))
    assert capfd.readouterr() == ("", "")


def test_trying_it_leaves_nothing_behind(bots: Callable[[str], str]) -> None:
    before = multiprocessing.active_children()
    try_out(bots("First"))
    with pytest.raises(BotFailed, match="no module nosuch"):
        try_out("nosuch:Bot")
    assert multiprocessing.active_children() == before


def test_one_that_is_never_ready_is_found_out_too(bots: Callable[[str], str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_process, "START_SECONDS", 0.01)
    with pytest.raises(BotLate, match=r"was not ready after 0\.01 s"):
        try_out(bots("First"))


def test_one_that_has_begun_is_the_one_that_is_asked(bots: Callable[[str], str], capfd: pytest.CaptureFixture[str]) -> None:
    player, position = OwnProcess(bots("Counter"), 1), dealt()
    player.begin(position.game.id)
    process = player._process
    assert process is not None
    player.begin(position.game.id)
    player.choose(position, ONE, LONG)
    player.close()
    assert capfd.readouterr().err.split()[-1] == str(process.pid)
    with pytest.raises(BotFailed, match="closed"):
        player.begin()


def test_one_that_is_not_to_speak_leaves_the_telling_to_who_asked(
    bots: Callable[[str], str], capfd: pytest.CaptureFixture[str]
) -> None:
    player = OwnProcess(bots("Raises"), 1, aloud=False)
    with pytest.raises(BotFailed, match="division by zero"):
        player.choose(dealt(), ONE, LONG)
    player.close()
    assert capfd.readouterr().err == ""


def test_a_process_that_ends_is_told_of_and_replaced(kept: Callable[[str], OwnProcess]) -> None:
    player = kept("Dies")
    for _ in range(2):
        with pytest.raises(BotFailed, match=r"its process ended before it answered \(status 7\)"):
            player.choose(dealt(), ONE, LONG)


def test_a_process_killed_between_two_moves_is_replaced(
    kept: Callable[[str], OwnProcess], capfd: pytest.CaptureFixture[str]
) -> None:
    player, position = kept("Counter"), dealt()
    player.choose(position, ONE, LONG)
    pid = int(capfd.readouterr().err.split()[-1])
    os.kill(pid, signal.SIGKILL)
    with pytest.raises(BotFailed, match="status -9"):
        player.choose(position, ONE, LONG)
    assert player.choose(position, ONE, LONG) == position.moves()[1 % len(position.moves())]
    assert int(capfd.readouterr().err.split()[-1]) != pid


def test_a_bot_that_hangs_is_killed_with_all_it_has_started(kept: Callable[[str], OwnProcess], tmp_path: Path) -> None:
    player = kept("Hangs")
    with pytest.raises(BotLate, match=r"gave no move after 0\.5 s; its process was killed"):
        player.choose(dealt(), ONE, 0.5)
    pids = (tmp_path / "pids").read_text().split()
    assert len(pids) == 2
    assert all(gone(int(pid)) for pid in pids)


def test_after_a_late_one_the_next_question_is_answered(kept: Callable[[str], OwnProcess]) -> None:
    player, position = kept("Once"), dealt()
    with pytest.raises(BotLate):
        player.choose(position, ONE, 0.5)
    begun = time.monotonic()
    assert player.choose(position, ONE, LONG) == position.moves()[0]
    assert time.monotonic() - begun < LONG / 2


def test_closing_ends_a_bot_that_thinks(kept: Callable[[str], OwnProcess], tmp_path: Path) -> None:
    player, said = kept("Hangs"), []

    def ask() -> None:
        with pytest.raises(BotFailed) as failure:
            player.choose(dealt(), ONE, LONG)
        said.append(str(failure.value))

    thread = threading.Thread(target=ask)
    thread.start()
    while not (tmp_path / "pids").exists():
        time.sleep(0.02)
    player.close()
    thread.join(5)
    assert said == [f"bot {player.name}: closed"]
    assert gone(int((tmp_path / "pids").read_text().split()[0]))
    with pytest.raises(BotFailed, match="closed"):
        player.choose(dealt(), ONE, LONG)


def test_closing_one_that_is_just_ending(kept: Callable[[str], OwnProcess], monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks may have ended its process between a look at it and its end."""
    player = kept("First")
    player.choose(dealt(), ONE, LONG)
    ended = own_process.kill

    def meanwhile(process: object) -> None:
        player._process = None
        ended(process)  # type: ignore[arg-type]

    monkeypatch.setattr(own_process, "kill", meanwhile)
    player.close()
    with pytest.raises(BotFailed, match="closed"):
        player.choose(dealt(), ONE, LONG)


class Overheard(OwnProcess):
    """One that keeps what its process is told."""

    def __init__(self, name: str) -> None:
        """As a match makes one."""
        super().__init__(name, seed=1)
        self.told: list[tuple[Position, Budget]] = []

    def _tell(self, question: tuple[Position, Budget]) -> None:
        self.told.append(question)
        super()._tell(question)

    def told_in(self, positions: list[Position]) -> list[tuple[Position, Budget]]:
        """What its process is told when it is asked for a move in each of these, beginning as it does in a game."""
        self._asked, self.told = 0, []
        for position in positions:
            self.choose(position, ONE, LONG)
        return self.told


def check_ignorant(player: Overheard, positions: list[Position]) -> None:
    """Its process is told all that the seat to move sees, and the same in worlds which that seat can't tell apart."""
    told = player.told_in(positions)
    assert [seen.view(seen.turn) for seen, _ in told] == [true.view(true.turn) for true in positions]
    others = [true.determinized(true.turn, SOME_WORLD) for true in positions]
    assert list(map(pickle.dumps, told)) == list(map(pickle.dumps, player.told_in(others))), "the truth enters its process"


@pytest.fixture
def overheard(bots: Callable[[str], str]) -> Iterator[Overheard]:
    player = Overheard(bots("First"))
    yield player
    player.close()


@WITH_SECRETS
def test_the_truth_does_not_enter_its_process(game: str, overheard: Overheard, monkeypatch: pytest.MonkeyPatch) -> None:
    """And is found if it does."""
    positions = list(moments(escale.load(game), EVERY))
    check_ignorant(overheard, positions)
    monkeypatch.setattr(overheard, "_imagined", lambda position: position)
    with pytest.raises(AssertionError, match="the truth enters"):
        check_ignorant(overheard, positions)


def test_it_ends_with_a_program_that_is_killed(bots: Callable[[str], str], tmp_path: Path) -> None:
    program = f"""
import escale
from escale.search.budget import Budget
from escale.search.own_process import OwnProcess, try_out
if __name__ == "__main__":
    OwnProcess({bots("Hangs")!r}, 1).choose(escale.load({GAMES[0]!r}).new(seed=1), Budget(iterations=1), 600)
"""
    file = tmp_path / "program.py"
    file.write_text(program, "utf-8")
    with subprocess.Popen([sys.executable, str(file)]) as run:
        while not (tmp_path / "pids").exists() or not (tmp_path / "pids").read_text().endswith("\n"):
            time.sleep(0.05)
            assert run.poll() is None
        run.kill()
        run.wait()
    bot, child = ((int(pid)) for pid in (tmp_path / "pids").read_text().split())
    assert gone(bot)
    os.kill(child, signal.SIGKILL)


def test_the_compiler_is_not_needed_to_start_its_process() -> None:
    """The window in which a signal could hit it is short only if its first imports are."""
    program = "import sys, escale.search.own_process; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program]).returncode == 0
