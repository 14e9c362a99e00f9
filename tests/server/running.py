"""Real servers in processes of their own, and people who talk to them."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Any, Protocol

import httpx2 as httpx
from websockets.asyncio.client import ClientConnection, connect

import escale
from escale.server.limits import DEFAULTS, Allowance

GAME = next(iter(escale.games()))
START_SECONDS = 60.0
ANSWER_SECONDS = 120.0
ONE_ADDRESS = {"loop_share_per_address": 1.0}  # all of a test's people, and its attackers, come from this machine


class Process(Protocol):
    """What we ask of the process of a server."""

    pid: int
    stdout: IO[str] | None

    def send_signal(self, number: int) -> None:
        """To it; ProcessLookupError if it is gone."""

    def wait(self, timeout: float | None = None) -> int:
        """Its status, once it has ended."""


class Server:
    """One `escale serve`, which can be stopped, killed and started again on the same data."""

    def __init__(self, data: Path, *options: str, program: Sequence[str] = ("-m", "escale")) -> None:
        """Nothing runs until `start`. Its files are in `data`, also what it writes on stderr, which is added to `errors`."""
        self._command = [
            sys.executable,
            *program,
            "serve",
            *(() if "--database" in options else ("--data", str(data))),
            "--bot-pace",
            "0",
            "--absent-after",
            "0",
            *(() if "--limits" in options else limited(data)),
            *options,
        ]
        self.errors = data / "stderr.txt"
        self._process: Process | None = None
        self.port = 0
        self.people = contextlib.ExitStack()  # the connections of whoever came, closed with it

    def start(self) -> Server:
        """Start, on the same port as before if there was one; return when pages can be fetched."""
        command = [*self._command, "--port", str(self.port)]
        environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
        self.errors.parent.mkdir(parents=True, exist_ok=True)
        with self.errors.open("a") as errors:
            self._process = self._begin(command, environment, errors.fileno())
        line = self.line()
        assert "http://" in line, f"the server did not start: {line!r} {self.errors.read_text()}"
        self.port = int(line.rsplit(":", 1)[1].strip().rstrip("/"))
        return self

    def _begin(self, command: list[str], environment: dict[str, str], errors: int) -> Process:
        """The process, which writes to the file `errors` on stderr."""
        return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True, env=environment)

    @property
    def address(self) -> str:
        """Where it is."""
        return f"http://localhost:{self.port}"

    def line(self) -> str:
        """The next line it prints."""
        assert self._process is not None
        assert self._process.stdout is not None
        return self._process.stdout.readline()

    def kill(self) -> None:
        """Kill it in the middle of whatever it does, as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """Ask it to stop; its exit status."""
        return self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> int:
        if self._process is None:
            return 0
        with contextlib.suppress(ProcessLookupError):
            self._process.send_signal(how)
        status = self._process.wait(START_SECONDS)
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._process = None
        return status


@contextlib.contextmanager
def serving(data: Path, *options: str, program: Sequence[str] = ("-m", "escale")) -> Iterator[Server]:
    """A server while the context lasts."""
    server = Server(data, *options, program=program).start()
    try:
        yield server
    finally:
        server.people.close()
        server.kill()


def on(database: str | None) -> list[str]:
    """The options with which a server keeps its games in a PostgreSQL database; none for a file of its own."""
    return ["--database", database] if database else []


def limited(folder: Path, **values: float) -> list[str]:
    """The options of a server with these limits, in a file in the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "limits.toml"
    file.write_text("".join(f"{name} = {value}\n" for name, value in {**ONE_ADDRESS, **values}.items()))
    return ["--limits", str(file)]


def as_hosted(folder: Path) -> list[str]:
    """The options of a server with the limits that hosts have: for tests whose people come from addresses of their own."""
    return limited(folder, loop_share_per_address=DEFAULTS.loop_share_per_address)


class Person:
    """A browser as the server knows it: a cookie, requests, sockets."""

    def __init__(self, server: Server) -> None:
        """Somebody new."""
        self.server = server
        self.http = server.people.enter_context(httpx.Client(timeout=ANSWER_SECONDS, verify=False))

    def get(self, path: str, status: int = 200) -> Any:
        """A request that changes nothing."""
        return self._answer(self.http.get(self.server.address + path), status)

    def post(self, path: str, body: Any = None, status: int = 200) -> Any:
        """A request that changes something."""
        return self._answer(self.http.post(self.server.address + path, json=body), status)

    def make(self, seats: Sequence[dict[str, Any]], **more: Any) -> str:
        """The id of a new table."""
        made = self.post("/api/tables", {"game": GAME, "seats": list(seats), **more}, 201)
        return str(made["id"])

    @property
    def cookie(self) -> str:
        """What the browser sends."""
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    @contextlib.asynccontextmanager
    async def at(self, table: str, query: str = "") -> Any:
        """A seat before the table's screen."""
        headers = {"cookie": self.cookie} if self.cookie else {}
        url = f"ws://localhost:{self.server.port}/api/tables/{table}/socket{query}"
        async with connect(url, additional_headers=headers, max_size=None, max_queue=None) as socket:
            screen = Screen(socket)
            await screen.read()
            yield screen

    def _answer(self, response: httpx.Response, status: int) -> Any:
        assert response.status_code == status, f"{response.request.url}: {response.status_code} {response.text}"
        return response.json()


ME, OPEN, BOT = {"kind": "me", "name": "Ada"}, {"kind": "open"}, {"kind": "bot", "bot": "random"}
numbers = itertools.count(1)


class Screen:
    """What one browser knows of a table, kept up as ours does, and every frame it ever got."""

    def __init__(self, socket: ClientConnection) -> None:
        """Right after connecting."""
        self.socket = socket
        self.table: dict[str, Any] = {}
        self.frames: list[str] = []
        self._allowance = Allowance(DEFAULTS.commands_per_second, DEFAULTS.commands_at_once / 2, time.monotonic())
        self._allowed = False

    async def read(self) -> dict[str, Any]:
        """The next frame, taken in."""
        async with asyncio.timeout(ANSWER_SECONDS):  # unlike wait_for before Python 3.12, it never loses a cancellation
            text = await self.socket.recv()
        assert isinstance(text, str)
        self.frames.append(text)
        frame: dict[str, Any] = json.loads(text)
        if frame["t"] == "table":
            self.table = frame
        elif frame["t"] == "update":
            assert frame["base"] == self.table["seq"], "a gap"
            log = frame.get("log")
            lines = [*self.table["log"][: log["from"]], *log["lines"]] if log else self.table["log"]
            self.table = {**self.table, **frame, "log": lines}
        elif frame["t"] == "presence":
            self.table |= {"here": frame["here"], "watchers": frame["watchers"]}
        return frame

    async def say(self, t: str, **fields: Any) -> dict[str, Any]:
        """Send a command, once a server would hear another of ours, and give its answer, whatever comes before it."""
        if self._allowed:
            self._allowed = False
        else:
            await self._wait()
        command = fields.setdefault("id", f"c{next(numbers)}")
        await self.socket.send(json.dumps({"t": t, **fields}))
        while True:
            frame = await self.read()
            if frame.get("id") == command and frame["t"] in ("done", "refused", "reason", "hint"):
                return frame

    async def wait_allowed(self) -> None:
        """Wait until a server would hear another command, so that nothing but the answer is waited for in the next `say`."""
        if not self._allowed:
            await self._wait()
            self._allowed = True

    async def _wait(self) -> None:
        while not self._allowance.spend(time.monotonic()):
            await asyncio.sleep(1 / DEFAULTS.commands_per_second)

    async def until(self, wanted: Any) -> dict[str, Any]:
        """Read on until the table is as wanted."""
        while not wanted(self.table):
            await self.read()
        return self.table

    @property
    def my_turn(self) -> bool:
        """Whether this screen's seat must decide."""
        table = self.table
        return bool(table["status"] == "playing" and table["begun"] and table["view"]["turn"] == table["seat"])

    async def play(self, number: int = 0) -> dict[str, Any]:
        """Play one of the moves there are, once it is this seat's turn, and see it happen."""
        await self.until(lambda _: self.my_turn)
        moves = self.table["view"]["moves"]
        seq = self.table["seq"]
        done = await self.say("play", seq=seq, move=moves[number % len(moves)]["text"])
        assert done["t"] == "done", done
        await self.until(lambda table: table["seq"] >= done["seq"])
        return done

    async def play_on(self) -> dict[str, Any]:
        """Play whenever it is this seat's turn, until the game is over."""
        while self.table["status"] == "playing":
            if self.my_turn:
                await self.play(self.table["seq"])
            else:
                await self.read()
        return self.table
