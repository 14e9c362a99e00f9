"""Harness: anything may come over a socket. The server lives, says what was wrong, and others notice nothing."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import random
import string
import struct
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx2 as httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.server.crowd import UNREADABLE_UPGRADES
from tests.server.patient import Broken
from tests.server.planted.plants import SOUND
from tests.server.running import ANSWER_SECONDS, BOT, ME, Person, Screen, Server, serving

TOO_TALKATIVE, FOREIGN, TOO_BIG, NOT_TEXT = 4413, 4403, 1009, 1007
FRAME_BYTES = 8192
UNREADABLE_SECONDS = 20.0  # for the answer to what can't be read
COMMANDS = 2000  # sent without a pause by one who talks too much
SEVEN_BITS, SIXTEEN_BITS = 126, 127  # of a length in a frame's head
FIN, MASK = 0x80, 0x80
VALID: tuple[dict[str, Any], ...] = (
    {"t": "play", "id": "a", "seq": 1, "move": "a1"},
    {"t": "why", "id": "a", "move": "a1"},
    {"t": "undo", "id": "a", "seq": 1},
    {"t": "answer", "id": "a", "yes": True},
    {"t": "seat", "id": "a", "seat": 0, "kind": "bot", "bot": "random"},
    {"t": "end", "id": "a"},
    {"t": "hint", "id": "a", "seq": 1},
    {"t": "sit", "seat": 0},
    {"t": "sync"},
)
ODD: tuple[Any, ...] = (
    *(None, True, -1, 1.5, 1 << 31, 1 << 63, 1 << 64, 10**300),
    *("", "x" * 300, "\0", "é\u202e", "²", "-0"),
    *([], {}, [[]], {"t": "play"}),
)


def broken_texts(rng: random.Random) -> list[str]:
    """Texts that no command can be."""
    noise = "".join(rng.choices(string.printable, k=rng.randint(0, 60)))
    whole = json.dumps(rng.choice(VALID))
    return [
        "",
        "#" + noise,
        whole[: rng.randrange(1, len(whole))],
        whole + rng.choice("]},x"),
        "[" * rng.randint(100, 4000),
        '{"t":' * rng.randint(100, 1500),
        json.dumps({"t": noise}),
        json.dumps({**rng.choice(VALID), "more": 1}),
        '{"t":"play","id":"a","seq":1e999,"move":"a1"}',
        '{"t":"play","id":"a","seq":' + "9" * rng.randint(20, 5000) + ',"move":"a1"}',
        '{"t":"play","id":"a","seq":NaN,"move":"a1"}',
        '{"t":"why","id":"\\ud800","move":"a1"}',
        '{"t":"why","id":"a","move":"' + "m" * 201 + '"}',
        '{"t":"why","id":"' + "i" * 65 + '","move":"a1"}',
        json.dumps([rng.choice(VALID)]),
        rng.choice(("null", "0", "true", '"play"', "{}", '{"t":null}', '{"t":"table"}', '{"t":"PLAY"}')),
    ]


def twisted(rng: random.Random) -> str:
    """A command with one odd value, which may even be right."""
    message = dict(rng.choice(VALID))
    name = rng.choice(list(message))
    message[name] = rng.choice(ODD)
    if rng.random() < 0.2:
        del message[name]
    return json.dumps(message)


def raw_frame(opcode: int, payload: bytes, *, fin: bool = True, masked: bool = True, reserved: int = 0) -> bytes:
    """A WebSocket frame, right or wrong."""
    head = bytes([(FIN if fin else 0) | reserved | opcode])
    length, mask = len(payload), MASK if masked else 0
    if length < SEVEN_BITS:
        head += bytes([mask | length])
    elif length < 1 << 16:
        head += bytes([mask | SEVEN_BITS]) + struct.pack("!H", length)
    else:
        head += bytes([mask | SIXTEEN_BITS]) + struct.pack("!Q", length)
    key = b"\x01\x02\x03\x04" if masked else b""
    return head + key + (bytes(byte ^ key[n % 4] for n, byte in enumerate(payload)) if masked else payload)


RAW: dict[str, Callable[[random.Random], bytes]] = {
    "noise": lambda rng: rng.randbytes(rng.randint(1, 300)),
    "not text": lambda rng: raw_frame(1, b"\xff\xfe" + rng.randbytes(5)),
    "no mask": lambda rng: raw_frame(1, b"{}", masked=False),
    "unknown opcode": lambda rng: raw_frame(rng.choice((3, 4, 7, 11, 15)), b"x"),
    "reserved bit": lambda rng: raw_frame(1, b"{}", reserved=0x20),
    "long ping": lambda rng: raw_frame(9, b"p" * 126),
    "ping in parts": lambda rng: raw_frame(9, b"p", fin=False),
    "the rest of nothing": lambda rng: raw_frame(0, b"x"),
    "too big": lambda rng: raw_frame(1, b"x" * (FRAME_BYTES + 1)),
    "too big in parts": lambda rng: raw_frame(1, b"x" * 8000, fin=False) + raw_frame(0, b"x" * 8000),
    "says it is huge": lambda rng: bytes([FIN | 1, MASK | SIXTEEN_BITS]) + struct.pack("!Q", 1 << 62) + b"abcd",
    "a close that is none": lambda rng: raw_frame(8, b"\x00"),
    "a close with a wrong code": lambda rng: raw_frame(8, struct.pack("!H", 999)),
}


async def opened(server: Server, path: str, **headers: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter, bytes]:
    """A handshake by hand; the streams, and the head of the answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    fields = {
        "Host": f"localhost:{server.port}",
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(),
        "Sec-WebSocket-Version": "13",
        **{name.replace("_", "-"): value for name, value in headers.items()},
    }
    lines = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in fields.items()), "", ""]
    writer.write("\r\n".join(lines).encode("latin-1"))
    try:
        head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), ANSWER_SECONDS)
    except asyncio.IncompleteReadError as error:
        head = error.partial
    return reader, writer, head


class Fuzz:
    """One attack after the other on one server, with somebody playing at the same table and at another."""

    def __init__(self, server: Server, rng: random.Random) -> None:
        """A server that runs."""
        self.server, self.rng, self.counts = server, rng, Counter[str]()
        self.victim = Person(server)
        self.table = self.victim.make([ME, BOT])
        self.path = f"/api/tables/{self.table}/socket"
        self._watched = 0

    async def all(self, rounds: int) -> None:
        """Every kind of attack, so many times; the game goes on meanwhile."""
        async with self.victim.at(self.table) as screen:
            for _ in range(rounds):
                await self.frames_of_a_player()
                await self.raw_frames()
                await self.handshakes()
                await self.unreadable_handshakes()
                await self.half_requests()
                await self._nobody_noticed(screen)
            await self.a_flood()
            await self._nobody_noticed(screen)

    async def frames_of_a_player(self) -> None:
        """Texts of one who sits there: each is answered, the broken ones as such."""
        sender = Person(self.server)
        table = sender.make([ME, BOT])
        broken = broken_texts(self.rng)
        async with sender.at(table) as screen:
            for text in broken:
                await screen.socket.send(text)
                await self._refused(screen, text)
            await screen.socket.send(b"\x00\x01")
            await self._refused(screen, "a binary frame")
        async with sender.at(table) as screen:
            for _ in range(20):
                text = twisted(self.rng)
                await screen.socket.send(text)
                await screen.say("why", move="?", id=f"after-{self.counts['frames']}")
                self.counts["frames"] += 1

    async def _refused(self, screen: Screen, text: str) -> None:
        try:
            while (frame := await screen.read())["t"] != "refused":
                pass
        except (ConnectionClosed, TimeoutError) as error:
            raise Broken(f"{text[:80]!r} was not refused: {error!r}") from None
        if frame["code"] != "bad_message":
            raise Broken(f"{text[:80]!r} was refused as {frame}")
        self.counts["frames"] += 1

    async def raw_frames(self) -> None:
        """Bytes that are no frames: the connection ends, and no other."""
        for name, made in RAW.items():
            reader, writer, head = await opened(self.server, self.path)
            if b" 101 " not in head:
                raise Broken(f"no socket for a stranger: {head!r}")
            writer.write(made(self.rng))
            if name == "noise":
                writer.write_eof()
            await self._ended(reader, name)
            writer.transport.abort()
            self.counts["raw frames"] += 1

    async def _ended(self, reader: asyncio.StreamReader, name: str) -> None:
        try:
            while await asyncio.wait_for(reader.read(4096), ANSWER_SECONDS):
                pass
        except TimeoutError:
            raise Broken(f"{name}: the connection was not closed") from None
        except ConnectionError:
            pass

    async def handshakes(self) -> None:
        """Openings that should not succeed, or not get anywhere."""
        other = "http://elsewhere.example"
        for origin in (other, "null", "http://[", f"http://localhost:{self.server.port}.example"):
            code = await close_code(self.server, self.path, Origin=origin)
            if code != FOREIGN:
                raise Broken(f"a socket from {origin} was closed with {code}")
        code = await close_code(self.server, "/api/tables/nosuchid/socket")
        if code != 4404:
            raise Broken(f"the socket of no table was closed with {code}")
        odd = ("9" * 5000, "-1", "1.5", "²", "%00", "%ff", "")
        for seat in odd:
            async with connect(f"ws://localhost:{self.server.port}{self.path}?seat={seat}") as socket:
                table = json.loads(await socket.recv())
                if table["seat"] is not None:
                    raise Broken(f"seat {seat[:20]!r} gave a stranger a seat")
        for field in ({"Sec_WebSocket_Version": "12"}, {"Sec_WebSocket_Key": "x"}, {"Upgrade": "nothing"}):
            _, writer, head = await opened(self.server, self.path, **field)
            if b" 101 " in head:
                raise Broken(f"a handshake with {field} was accepted")
            writer.transport.abort()
        self.counts["handshakes"] += 5 + len(odd) + 3

    async def unreadable_handshakes(self) -> None:
        """Requests for a WebSocket that make no sense as one are refused, and their connections closed."""
        for kind, data in UNREADABLE_UPGRADES.items():
            reader, writer = await asyncio.open_connection("127.0.0.1", self.server.port)
            writer.write(data)
            try:
                answer = await asyncio.wait_for(reader.read(), UNREADABLE_SECONDS)
            except TimeoutError:
                raise Broken(f"a handshake with {kind} was neither answered nor ended") from None
            finally:
                writer.transport.abort()
            if not answer.startswith(b"HTTP/1.1 4"):
                raise Broken(f"a handshake with {kind} was answered with {answer[:40]!r}")
            self.counts["unreadable handshakes"] += 1

    async def half_requests(self) -> None:
        """Connections that end, or go wrong, in the middle of a request."""
        lines = f"GET {self.path} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n".encode()
        post = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500\r\n\r\n{"
        number = b"GET /api/tables/abc/past/" + b"9" * 5000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n"
        for data in (lines, lines[: self.rng.randrange(1, len(lines))], post, self.rng.randbytes(200) + b"\r\n\r\n", number):
            _, writer = await asyncio.open_connection("127.0.0.1", self.server.port)
            writer.write(data)
            await writer.drain()
            writer.write_eof()
            await asyncio.sleep(0.02)
            writer.transport.abort()
            self.counts["half requests"] += 1

    async def a_flood(self) -> None:
        """Thousands of commands at once: cut off, with the code that says so."""
        async with connect(f"ws://localhost:{self.server.port}{self.path}", max_size=None) as socket:
            try:
                for number in range(COMMANDS):
                    await socket.send(json.dumps({"t": "why", "id": str(number), "move": "a1"}))
                while True:
                    await asyncio.wait_for(socket.recv(), ANSWER_SECONDS)
            except ConnectionClosed as closed:
                code = closed.rcvd.code if closed.rcvd else None
            except TimeoutError:
                code = None
        if code != TOO_TALKATIVE:
            raise Broken(f"{COMMANDS} commands at once ended with {code}")
        self.counts["floods"] += 1

    async def _nobody_noticed(self, screen: Screen) -> None:
        """Whoever plays goes on playing, and the server has nothing to complain of."""
        if screen.table["status"] == "playing":
            await screen.until(lambda table: table["status"] != "playing" or screen.my_turn)
            if screen.my_turn:
                await screen.play(self.rng.randrange(100))
        health = await asyncio.to_thread(lambda: httpx.get(self.server.address + "/health").status_code)
        complaints = complaints_of(self.server)
        if health != 200 or complaints:
            raise Broken(f"health {health}, and on stderr: {complaints[-3000:]}")


def complaints_of(server: Server) -> str:
    """What a server wrote of its own mistakes; that others made some it may warn of."""
    lines = server.errors.read_text().splitlines()
    return "\n".join(line for line in lines if '"level": "warning"' not in line)


async def close_code(server: Server, path: str, **headers: str) -> int | None:
    """With which code a socket is closed right after it was opened."""
    url = f"ws://localhost:{server.port}{path}"
    async with connect(url, additional_headers=headers) as socket:
        try:
            await asyncio.wait_for(socket.recv(), ANSWER_SECONDS)
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else None
    return None


def fuzz(data: Path, rounds: int, seed: int, program: tuple[str, ...] = SOUND) -> Counter[str]:
    """All attacks so many times; Broken if the server minds."""
    with serving(data, program=program) as server:
        attack = Fuzz(server, random.Random(seed))
        asyncio.run(attack.all(rounds))
        assert server.stop() == 0
        if complaints := complaints_of(server):
            raise Broken(f"on stderr: {complaints[-3000:]}")
    return attack.counts
