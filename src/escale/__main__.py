"""The program `escale`, as a script and as `python -m escale`: nothing is imported before Ctrl-C is heeded."""

from __future__ import annotations

import os
import signal
import sys
from types import FrameType
from typing import NoReturn

INTERRUPTED = 130
STOPPED = b"escale: stopped\n"


def main() -> NoReturn:
    """Import the command line, which takes a second, and run it."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # else somebody wants it ignored
        signal.signal(signal.SIGINT, _leave)
    from escale.cli import main as run

    run()


def _leave(number: int, frame: FrameType | None) -> None:
    """End at once: nothing has begun, and an exception might be caught by what is being imported."""
    if sys.stderr is not None:
        os.write(2, b"\n" + STOPPED if sys.stderr.isatty() else STOPPED)
    os._exit(INTERRUPTED)


if __name__ == "__main__":
    main()
