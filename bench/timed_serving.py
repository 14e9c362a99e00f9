"""The server as it is, with the time of every command written down. Run as timed_serving.py PORT DATA PACE TIMES.

SIGUSR1 forgets all times so far; at its end those since are written to the file TIMES.
"""

from __future__ import annotations

import json
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from escale.server import serving
from escale.server.limits import DEFAULTS
from escale.server.metrics import Metrics

times: list[float] = []

ONE_ADDRESS = replace(DEFAULTS, loop_share_per_address=1.0)  # all who play come from this machine


class Timed(Metrics):
    """Keeps every command's time."""

    @contextmanager
    def timed_command(self, kind: str) -> Iterator[None]:
        """A command, from its decoding until it is committed and everybody told."""
        start = time.perf_counter()
        yield
        times.append(time.perf_counter() - start)


if __name__ == "__main__":
    serving.Metrics = Timed  # type: ignore[attr-defined]
    signal.signal(signal.SIGUSR1, lambda *_: times.clear())
    port, data, pace, file = sys.argv[1:]
    serving.serve(serving.Wish("127.0.0.1", int(port), Path(data), bot_pace=float(pace), strict_port=True, limits=ONE_ADDRESS))
    Path(file).write_text(json.dumps(times), "utf-8")
