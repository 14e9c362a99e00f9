"""`python -m tests.server.crumbs PORT TABLE KIND COUNT`: so many connections of one address send what is tiny.

They do so without end. All of it costs a server more to read than it costs to send. What is closed is opened again. Prints
`begun` once the first is open; ends when stdin does, and prints as JSON how many blows of what kind were taken.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
from collections import Counter

from tests.server.flooder import NICENESS

ADDRESS = "127.0.11.1"
UPGRADE = (
    "GET /api/tables/{table}/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
ENDLESS_BODY = "POST /api/nothing HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
BEGUN = b"\x01\x80abcd"  # an empty first part of a message
#: What opens a connection, what begins after the answer to that, and what is then sent over and over.
KINDS = {
    "pings": (UPGRADE, b"", b"\x89\x80abcd"),
    "pongs": (UPGRADE, b"", b"\x8a\x80abcd"),
    "fragments": (UPGRADE, BEGUN, b"\x00\x80abcd"),
    "chunks": (ENDLESS_BODY, b"", b"1\r\nx\r\n"),
    "wrong names": ("", b"", b"GET /api/games HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n"),
}
BLOW = 20_000  # of these at a time
RETRY_SECONDS = 0.1


async def throw(port: int, address: str, table: str, kind: str, counts: Counter[str]) -> None:
    """At one connection after the other, until cancelled."""
    while True:
        with contextlib.suppress(OSError, EOFError):
            await _throw(port, address, table, kind, counts)
        await asyncio.sleep(RETRY_SECONDS)


async def _throw(port: int, address: str, table: str, kind: str, counts: Counter[str]) -> None:
    opening, begun, crumb = KINDS[kind]
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
    reading: asyncio.Task[None] | None = None
    try:
        if opening:
            writer.write(opening.format(table=table).encode())
            await reader.readuntil(b"\r\n\r\n")
        writer.write(begun)
        reading = asyncio.create_task(_read_on(reader))
        while not reading.done():
            writer.write(crumb * BLOW)
            await writer.drain()
            counts[kind] += 1
    finally:
        if reading is not None:
            reading.cancel()
        writer.transport.abort()


async def _read_on(reader: asyncio.StreamReader) -> None:
    with contextlib.suppress(OSError):
        while await reader.read(1 << 16):
            pass


async def throw_all(port: int, table: str, kind: str, connections: int) -> Counter[str]:
    """Until stdin ends."""
    counts = Counter[str]()
    tasks = [asyncio.create_task(throw(port, ADDRESS, table, kind, counts)) for _ in range(connections)]
    while not counts:
        await asyncio.sleep(RETRY_SECONDS)
    print("begun", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return counts


def main(port: str, table: str, kind: str, connections: str) -> None:
    """As the command line says."""
    os.nice(NICENESS)
    print(json.dumps(asyncio.run(throw_all(int(port), table, kind, int(connections)))), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
