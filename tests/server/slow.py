"""Harness: one who does not read what is sent is dropped, and the others play on as if nothing were."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import socket
import struct
import time
from collections import Counter
from pathlib import Path

from tests.server.fuzz import SEVEN_BITS, raw_frame
from tests.server.patient import Broken
from tests.server.planted.plants import with_fault
from tests.server.running import BOT, ME, OPEN, Person, Screen, Server, serving

SLOWEST_ANSWER = 2.0  # seconds that a player may wait for a move while somebody doesn't read
PATIENCE = 20.0
TEXT, CLOSE = 0x81, 0x88  # the first byte of a frame
SYNCS = 30  # within what one may ask at once
READERS = 2
ASKING_SECONDS = 0.06  # as often as one may ask in the long run
LATE_QUESTIONS = 70  # more answers than the buffers take, fewer than may wait


def drop_the_slow(data: Path, plant: str = "narrow_pipes") -> Counter[str]:
    """Broken if those who don't read are still there after a while, or if a player had to wait for them."""
    with serving(data, program=with_fault(plant)) as server:
        return asyncio.run(_dropped(server))


async def _dropped(server: Server) -> Counter[str]:
    person = Person(server)
    table = person.make([ME, BOT])
    async with person.at(table) as screen:
        sleepers = [await _sleeper(server, table) for _ in range(READERS)]
        try:
            await screen.until(lambda state: state["watchers"] == READERS)
            await _play_while_they_sleep(screen, sleepers)
        finally:
            for sleeper in sleepers:
                sleeper.close()
    return Counter(dropped=READERS)


async def _sleeper(server: Server, table: str) -> socket.socket:
    """A connection that is never read from."""
    sleeper = socket.socket()
    sleeper.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
    sleeper.setblocking(False)
    loop = asyncio.get_running_loop()
    await loop.sock_connect(sleeper, ("127.0.0.1", server.port))
    key = base64.b64encode(os.urandom(16)).decode()
    lines = (
        f"GET /api/tables/{table}/socket HTTP/1.1",
        f"Host: localhost:{server.port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {key}",
        "Sec-WebSocket-Version: 13",
        "",
        "",
    )
    await loop.sock_sendall(sleeper, "\r\n".join(lines).encode())
    return sleeper


def all_for_the_late(data: Path, plant: str = "narrow_pipes") -> Counter[str]:
    """Broken if one who reads only after a while misses anything, or gets it in another order."""
    with serving(data, program=with_fault(plant)) as server:
        return asyncio.run(_late(server))


async def _late(server: Server) -> Counter[str]:
    person = Person(server)
    table = person.make([ME, OPEN])
    late = await _sleeper(server, table)
    loop = asyncio.get_running_loop()
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        head += await loop.sock_recv(late, 1)
    asked = ["why" if number % 6 == 5 else "sync" for number in range(LATE_QUESTIONS)]
    for number, what in enumerate(asked):
        more = b',"id":"%d","move":"?"' % number if what == "why" else b""
        await loop.sock_sendall(late, raw_frame(1, b'{"t":"%s"%s}' % (what.encode(), more)))
        await asyncio.sleep(0 if number < SYNCS else ASKING_SECONDS)
    wanted = ["table", *("table" if what == "sync" else str(number) for number, what in enumerate(asked))]
    got: list[str] = []
    reader, writer = await asyncio.open_connection(sock=late)
    try:
        while len(got) < len(wanted):
            frame = json.loads(await asyncio.wait_for(_text(reader), PATIENCE))
            got.append(frame.get("id") if frame["t"] == "refused" else frame["t"])
    except TimeoutError:
        pass
    finally:
        writer.close()
        await writer.wait_closed()
    if got != wanted:
        raise Broken(f"one who read late got {got}, not {wanted}")
    return Counter(late=len(got))


async def _text(reader: asyncio.StreamReader) -> bytes:
    """The text of the next frame that has one."""
    while True:
        opcode, length = struct.unpack("BB", await reader.readexactly(2))
        if length == SEVEN_BITS:
            (length,) = struct.unpack("!H", await reader.readexactly(2))
        payload = await reader.readexactly(length)
        if opcode == TEXT:
            return payload
        if opcode == CLOSE:
            raise Broken(f"one who read late was sent away: {payload!r}")


async def _play_while_they_sleep(screen: Screen, sleepers: list[socket.socket]) -> None:
    """They ask for the table again and again and read nothing of it."""
    loop, end = asyncio.get_running_loop(), time.monotonic() + PATIENCE
    for sleeper in sleepers:
        await loop.sock_sendall(sleeper, raw_frame(1, b'{"t":"sync"}') * SYNCS)
    while screen.table["watchers"]:
        if time.monotonic() > end:
            raise Broken(f"after {PATIENCE} s those who don't read are still there")
        for sleeper in sleepers:
            try:
                sleeper.send(raw_frame(1, b'{"t":"sync"}'))
            except OSError:
                continue
        await _timed_answer(screen)
        await asyncio.sleep(ASKING_SECONDS)


async def _timed_answer(screen: Screen) -> None:
    began = time.monotonic()
    await screen.say("why", move="?")
    if (waited := time.monotonic() - began) > SLOWEST_ANSWER:
        raise Broken(f"an answer took {waited:.1f} s while somebody did not read")
