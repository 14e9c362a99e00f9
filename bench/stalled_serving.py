"""The server as it is, with a heart that beats in its event loop. Run as stalled_serving.py PORT DATA LATE.

Each beat should come after BEAT_S; how much later it came is written to the file LATE at the end. SIGUSR1 forgets all so far.
"""

from __future__ import annotations

import asyncio
import json
import signal
import socket
import sys
import time
from dataclasses import replace
from pathlib import Path

from escale.server import serving
from escale.server.limits import DEFAULTS

BEAT_S = 0.002
late_s: list[float] = []

ONE_ADDRESS = replace(DEFAULTS, loop_share_per_address=1.0)  # all who play come from this machine


class Beating(serving.Announcing):
    """Notices when its loop is kept from going on."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then beat."""
        await super().startup(sockets)
        self._heart = asyncio.create_task(beat())


async def beat() -> None:
    """How late each beat is, for ever."""
    while True:
        due = time.perf_counter() + BEAT_S
        await asyncio.sleep(BEAT_S)
        late_s.append(time.perf_counter() - due)


if __name__ == "__main__":
    serving.Announcing = Beating  # type: ignore[misc]
    signal.signal(signal.SIGUSR1, lambda *_: late_s.clear())
    port, data, file = sys.argv[1:]
    serving.serve(serving.Wish("127.0.0.1", int(port), Path(data), bot_pace=0.0, strict_port=True, limits=ONE_ADDRESS))
    Path(file).write_text(json.dumps(late_s), "utf-8")
