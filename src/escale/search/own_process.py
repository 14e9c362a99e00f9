"""A user's own bot in a process of its own, which can be killed: nothing it does holds up whoever waits for its move.

This file is what the new process imports first, so it imports nothing slow itself.
"""

from __future__ import annotations

import json
import multiprocessing
import multiprocessing.resource_tracker
import os
import signal
import sys
import threading
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from typing import TYPE_CHECKING, Any

from escale.rules.errors import EscaleError
from escale.rules.info import checked_seed
from escale.search.budget import Budget
from escale.search.failures import BotFailed, BotLate

if TYPE_CHECKING:
    from multiprocessing.context import SpawnProcess

    from escale.rules.position import Position

__all__ = ["START_SECONDS", "BotFailed", "BotLate", "OwnProcess", "kill", "spawn", "stand_apart", "start", "try_out"]

Rules = tuple[str, int | None]  # a game and its version; None: today's
START_SECONDS = 60.0  # to start Python, read the rules' machine code and make the bot
END_SECONDS = 5.0
READY, MOVE, FAILED = "ready", "move", "failed"

spawn = multiprocessing.get_context("spawn")  # a fork would copy locks that threads of this process hold


class OwnProcess:
    """A user's bot as one player of one game. One thread asks; any may close."""

    def __init__(self, name: str, seed: int | None = None, *, aloud: bool = True) -> None:
        """Nothing is started, and nothing of the user's is run, before `begin` or the first `choose`.

        `aloud`: its process also writes to stderr what it does wrong, for whoever wrote it, since who asks may not tell.
        """
        self.name = name
        self._aloud = aloud
        self._seed = checked_seed(seed)
        self._asked = 0
        self._asking = threading.Lock()
        self._closed = False
        self._process: SpawnProcess | None = None
        self._line: Connection[Any, Any] | None = None

    def begin(self, game_id: str | None = None) -> None:
        """Start it now, so that what is wrong with it is found out now: BotFailed or BotLate says what.

        `game_id`: the game it will be asked about, which makes its first move quicker.
        """
        with self._asking:
            if self._process is not None:
                return
            try:
                self._start(None if game_id is None else (game_id, None))
            except KeyboardInterrupt:
                self._end()  # or the first question would meet one that isn't ready
                raise

    def choose(self, position: Position, budget: Budget, deadline_seconds: float) -> int:
        """Its move, which is legal. BotFailed if it raises, gives anything else or its process ends; BotLate, and its process
        is killed, if it has given none in time. The time begins when the bot is ready, which takes a new process a second or
        two. After a process that ended, the next call starts a new one, with a new bot that remembers nothing.
        """
        if position.over:
            raise EscaleError("the game is over: there is no move to choose")
        with self._asking:
            try:
                if self._process is None:
                    self._start((position.game.id, position.game.version))
                self._tell((self._imagined(position), budget))
                move = self._hear(deadline_seconds, MOVE)
            except KeyboardInterrupt:
                self._end()  # its answer, which nobody waits for any more, must not be taken for the next one
                raise
        if move not in position.moves():
            raise BotFailed(f"bot {self.name}: its process says {move!r}, which is no legal move")
        return int(move)

    def close(self) -> None:
        """End it, whatever it is doing; a `choose` under way in another thread fails at once, and so do later ones."""
        self._closed = True
        process = self._process  # whoever asks may end it meanwhile, and put nothing in its place
        if process is not None:
            kill(process)
        with self._asking:
            self._end()

    def _imagined(self, position: Position) -> Position:
        """What the bot is shown: what its seat may not know doesn't even enter its process."""
        import numpy as np

        from escale.rules.chance import derived_seed

        self._asked += 1
        return position.determinized(position.turn, int(derived_seed(np.uint64(self._seed), self._asked)))

    def _start(self, rules: Rules | None) -> None:
        self._refuse_if_closed()
        self._line, theirs = spawn.Pipe()
        self._process = spawn.Process(target=_serve, args=(self.name, self._seed, rules, self._aloud, theirs), daemon=True)
        start(self._process)
        theirs.close()
        self._refuse_if_closed()  # which may have been while it started
        self._hear(START_SECONDS, READY)

    def _refuse_if_closed(self) -> None:
        if self._closed:
            self._end()
            raise BotFailed(f"bot {self.name}: closed")

    def _tell(self, question: Any) -> None:
        assert self._line is not None
        with suppress(OSError):  # it has ended meanwhile, which listening finds out
            self._line.send(question)

    def _hear(self, seconds: float, expected: str) -> Any:
        """What the process answers; it must be of the expected kind."""
        assert self._line is not None
        assert self._process is not None
        if not wait([self._line, self._process.sentinel], seconds):
            self._end()
            what = "was not ready" if expected == READY else "gave no move"
            raise BotLate(f"bot {self.name}: {what} after {seconds:g} s; its process was killed")
        try:
            if not self._line.poll():
                raise EOFError
            kind, value = json.loads(self._line.recv_bytes())
        except (EOFError, OSError, ValueError, TypeError):
            status = self._end()
            self._refuse_if_closed()
            when = "was ready" if expected == READY else "answered"
            raise BotFailed(f"bot {self.name}: its process ended before it {when} (status {status})") from None
        if kind == expected:
            return value
        if expected == READY:
            self._end()
        raise BotFailed(str(value))

    def _end(self) -> int | None:
        """End the process; its exit status, or less than 0: the signal that ended it."""
        status = None
        if self._process is not None:
            kill(self._process)
            status = self._process.exitcode
        if self._line is not None:
            self._line.close()
        self._process = self._line = None
        return status


def try_out(name: str) -> None:
    """Import a user's bot and make one, in a process that then ends; BotFailed or BotLate says what is wrong with it."""
    player = OwnProcess(name, aloud=False)
    try:
        player.begin()
    finally:
        player.close()


def start(process: SpawnProcess) -> None:
    """Start a process that Ctrl-C, which goes to every process of a terminal, can't disturb while it starts."""
    if not hasattr(signal, "pthread_sigmask"):
        process.start()
        return
    multiprocessing.resource_tracker.ensure_running()  # which, when it starts, would let the signal in again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        process.start()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def kill(process: SpawnProcess) -> None:
    """End a process, and what it has started itself, at once."""
    if process.pid is None:
        return
    if process.exitcode is None:
        with suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg"):
                os.killpg(process.pid, signal.SIGKILL)
        process.kill()
    process.join(END_SECONDS)


def stand_apart() -> None:
    """What a process with a user's bot does first: leave the terminal's group, print to stderr only, end with its parent."""
    if hasattr(os, "setsid"):
        os.setsid()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    with suppress(OSError):
        os.dup2(2, 1)
    if sys.stdout is not None and hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(line_buffering=True)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def _serve(name: str, seed: int, rules: Rules | None, aloud: bool, line: Connection[Any, Any]) -> None:
    """The process: make the bot, then answer until the line is closed."""
    stand_apart()
    from escale.rules.registry import load
    from escale.search.own import OwnBot

    def answer(kind: str, value: Any = None) -> None:
        line.send_bytes(json.dumps([kind, value]).encode())

    def failed(error: EscaleError) -> None:
        if aloud:
            print(error, file=sys.stderr, flush=True)
        answer(FAILED, str(error))

    try:
        if rules is not None:
            load(*rules).new(seed=0).determinized(None, 0)  # reads what the first question needs
        player = OwnBot(name, seed)
    except EscaleError as error:
        failed(error)
        return
    answer(READY)
    with suppress(EOFError, OSError):
        while True:
            position, budget = line.recv()
            try:
                answer(MOVE, player.choose(position, budget))
            except EscaleError as error:
                failed(error)
