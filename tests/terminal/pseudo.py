"""A pseudo-terminal with the real program in it, and a player who reads and types."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType, TracebackType

PROGRAM = str(Path(sys.executable).parent / "escale")
# For Ctrl-C to reach a program it needs a terminal of its own, which only it can take; and whoever runs the tests in the
# background may have switched the signal off.
TAKE_TERMINAL = """
import fcntl, os, signal, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
signal.signal(signal.SIGINT, signal.SIG_DFL)
os.execv(sys.argv[1], sys.argv[1:])
"""
CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]|\r")
PROMPT = r"\n> $"
NOTHING_MORE: Mapping[str, str] = MappingProxyType({})
REACTION_S = 0.3
PATIENCE_S = 90.0  # a machine that has to compile first is slow


class Pseudo:
    """`escale` on a terminal of a given size."""

    def __init__(
        self, *arguments: str, columns: int = 80, rows: int = 24, environment: Mapping[str, str] = NOTHING_MORE
    ) -> None:
        self._near, far = pty.openpty()
        fcntl.ioctl(far, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        unset = ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "LC_ALL")
        inherited = {name: value for name, value in os.environ.items() if name not in unset}
        self._process = subprocess.Popen(
            [sys.executable, "-c", TAKE_TERMINAL, PROGRAM, *arguments],
            stdin=far,
            stdout=far,
            stderr=far,
            start_new_session=True,
            env={**inherited, "TERM": "xterm-256color", "LANG": "C.UTF-8", **environment},
        )
        os.close(far)
        self.raw = ""
        self._seen = 0
        self._bytes = b""

    def __enter__(self) -> Pseudo:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        os.close(self._near)

    def until(self, pattern: str) -> str:
        """All that was printed since the last `type`, once a pattern is in it."""
        deadline = time.monotonic() + PATIENCE_S
        while not re.search(pattern, self.fresh):
            more = self._read(deadline - time.monotonic())
            assert more, f"waited for {pattern!r} in:\n{self.fresh[-3000:]}"
        return self.fresh

    @property
    def fresh(self) -> str:
        """What was printed since the last `type`, without what steers the terminal."""
        return CONTROL.sub("", self.raw[self._seen :])

    def type(self, line: str) -> None:
        """Type a line."""
        self._send(f"{line}\n")

    def press(self, keys: str) -> None:
        """Press keys; not within the instant in which Python would miss a Ctrl-C."""
        time.sleep(REACTION_S)
        self._send(keys)

    def _send(self, text: str) -> None:
        self._seen = len(self.raw)
        os.write(self._near, text.encode())

    def ask(self, line: str) -> str:
        """Type a line and read the answer, up to the next question."""
        self.type(line)
        return self.until(PROMPT)

    def status(self) -> int:
        """The exit status, once the program has ended."""
        deadline = time.monotonic() + PATIENCE_S
        while self._read(deadline - time.monotonic()):
            pass
        return self._process.wait(PATIENCE_S)

    def _read(self, seconds: float) -> bool:
        if not select.select([self._near], [], [], max(0.0, seconds))[0]:
            return False
        try:
            more = os.read(self._near, 65536)
        except OSError:  # what Linux says when nobody has the other end any more
            return False
        self._bytes += more
        self.raw = self._bytes.decode(errors="replace")
        return bool(more)
