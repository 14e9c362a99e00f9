"""`python -m tests.server.crowd PORT COUNT HEAD BODY ADDRESS...`: so many connections that waste what a server has.

They say little or nothing, or ask without end. HEAD and BODY are the seconds that a server gives them for a head, for a body:
those open for longer are `overdue`. Whichever is closed is opened again. Ends when stdin does, and prints as JSON what it has
seen; `begun` first, once all are open that can be.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import math
import os
import resource
import select
import socket
import sys
import time
from collections import Counter

HALF_HEAD = b"GET /health HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
HALF_BODY = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{"
UPGRADE = (
    b"GET /api/tables/abc/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)
#: Requests for a WebSocket of which one reader of uvicorn's can make something and the other can't.
UNREADABLE_UPGRADES = {
    "a body": UPGRADE + b"Content-Length: 5\r\n\r\n",
    "a body that is sent": UPGRADE + b"Content-Length: 5\r\n\r\nhello",
    "a body in chunks": UPGRADE + b"Transfer-Encoding: chunked\r\n\r\n",
    "a long line": UPGRADE + b"X-Long: " + b"a" * 9000 + b"\r\n\r\n",
    "many lines": UPGRADE + b"".join(b"X-%d: a\r\n" % number for number in range(200)) + b"\r\n",
    "a long address": UPGRADE.replace(b"socket ", b"socket?" + b"a" * 9000 + b" ") + b"\r\n",
    "a control character": UPGRADE + b"X-Bad: a\x01b\r\n\r\n",
}
ASKED = b"GET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n" * 100
DRIPPING = {"silent": b"", "half a head": HALF_HEAD, "half a body": HALF_BODY}
ENDLESS = "asks without end"
OPENINGS = {**DRIPPING, ENDLESS: ASKED}
ASKING = ("127.0.12.1", "127.0.12.2", "127.0.12.3")  # the addresses of those who ask without end
LATE_SECONDS = 10.0  # after its deadline a connection may be seen to be open, on a busy machine
A_SECOND = 300  # connections opened
LOOK_SECONDS = 0.1
DRIP_SECONDS = 3.0  # between two more bytes of each
SPARE = 100
NICENESS = 19  # as if it were another machine: it is not the server's time that it should take


class Crowd:
    """All of its connections."""

    def __init__(self, port: int, count: int, head: float, body: float, addresses: list[str]) -> None:
        """None is open yet."""
        self._port, self._count = port, count
        self._seconds = {"silent": head, "half a head": head, "half a body": body}
        dripping = itertools.cycle([(address, kind) for address in addresses for kind in DRIPPING])
        asking = ((address, ENDLESS) for address in itertools.cycle(ASKING))
        self._next = itertools.chain.from_iterable(zip(dripping, dripping, dripping, asking, strict=False))
        self._open: dict[int, tuple[socket.socket, str]] = {}
        self._since: dict[int, float] = {}  # when each was open, as far as the system knows
        self._poll = select.poll()
        self._turn = 0
        self.counts: Counter[str] = Counter()

    def grow(self, most: int) -> None:
        """Open some of those that are missing."""
        for _ in range(min(most, self._count - len(self._open))):
            address, kind = next(self._next)
            one = socket.socket()
            one.bind((address, 0))
            one.setblocking(False)
            with contextlib.suppress(BlockingIOError):
                one.connect(("127.0.0.1", self._port))
            self._open[one.fileno()] = (one, kind)
            self._poll.register(one, select.POLLOUT)
            self.counts["opened"] += 1
            self.counts["at once"] = max(self.counts["at once"], len(self._open))

    def look(self) -> None:
        """Greet those that are new, and count those that were closed."""
        for number, event in self._poll.poll(0):
            one, kind = self._open[number]
            if event & select.POLLOUT and not event & (select.POLLERR | select.POLLHUP):
                with contextlib.suppress(OSError):
                    one.send(OPENINGS[kind])
                self._poll.modify(one, select.POLLIN)
                self._since[number] = time.monotonic()
            elif event & (select.POLLERR | select.POLLHUP) or not self._read(one):
                self._poll.unregister(one)
                one.close()
                del self._open[number]
                self._since.pop(number, None)
                self.counts["closed"] += 1
                self.counts[f"closed: {kind}"] += 1

    def wait(self) -> None:
        """Count those that are open though their time is over, once each."""
        now = time.monotonic()
        for number, since in list(self._since.items()):
            kind = self._open[number][1]
            if now > since + self._seconds.get(kind, math.inf) + LATE_SECONDS:
                self.counts[f"overdue: {kind}"] += 1
                self._since[number] = math.inf

    def drip(self) -> None:
        """One more byte of whatever some have begun to say, each in its turn."""
        turns = round(DRIP_SECONDS / LOOK_SECONDS)
        self._turn = (self._turn + 1) % turns
        for number, (one, kind) in self._open.items():
            if kind == ENDLESS and number in self._since:
                with contextlib.suppress(OSError):
                    one.send(ASKED)
            elif OPENINGS[kind] and number % turns == self._turn:
                with contextlib.suppress(OSError):
                    one.send(b"x")

    def _read(self, one: socket.socket) -> bool:
        try:
            return one.recv(1 << 16) != b""
        except BlockingIOError:
            return True
        except OSError:
            return False


def main(port: int, count: int, head: float, body: float, addresses: list[str]) -> None:
    """Until stdin ends."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(count + SPARE, hard), hard))
    os.nice(NICENESS)
    crowd, begun = Crowd(port, count, head, body, addresses), False
    while not select.select([sys.stdin], [], [], LOOK_SECONDS)[0]:
        crowd.grow(int(A_SECOND * LOOK_SECONDS))
        crowd.look()
        crowd.wait()
        crowd.drip()
        if not begun and crowd.counts["opened"] >= count:
            begun = True
            print("begun", flush=True)
    print(json.dumps(crowd.counts), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]), float(sys.argv[4]), sys.argv[5:])
