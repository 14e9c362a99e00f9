"""One of two worlds: a server, its table, everybody's wires, and all that one of them ever got."""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import io
import itertools
import json
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from escale import Position, cli
from escale.play import events
from escale.play.events import Moved
from escale.server.limits import DEFAULTS
from tests.server.chance import DEAL, GATE, LINES, NUMBERS
from tests.server.eyes import Plan
from tests.server.inside import Inside, Wire
from tests.server.patient import written

UNHURRIED = replace(DEFAULTS, commands_at_once=1e9, loop_share_per_address=1.0, loop_seconds_at_once=60.0)  # we are quick


@dataclass
class World:
    """Made by `world_of`; `open` before all else."""

    plan: Plan
    position: Position
    server: Inside
    data: Path
    gate: asyncio.Semaphore
    lines: list[str]  # of the server's log
    context: contextvars.Context  # in which all of this world happens
    table: str = ""
    key: str = ""
    wires: dict[int | None, Wire] = field(default_factory=dict)
    answers: list[bytes] = field(default_factory=list)
    moves: list[str] = field(default_factory=list)
    asked: int = 0

    async def open(self) -> None:
        """Make the table and let everybody in."""
        await self.server.start()
        seats = [{"kind": "bot", "bot": self.plan.bot_name} if n == self.plan.bot else {"kind": "open"} for n in self._seats()]
        first = next(n for n in self._seats() if n != self.plan.bot)
        one_screen = self.plan.one_screen
        for seat in self._seats() if one_screen else (first,):
            seats[seat] = {"kind": "me", "name": "P"}
        wish = {"game": self.plan.game, "seats": seats, "options": self.plan.options, "listed": True, "one_screen": one_screen}
        made = await self.server.request("POST", "/api/tables", self._token(first), wish)
        self.table = json.loads(made.split(b"\n", 1)[1])["id"]
        wire = self._join(first)
        self.key = json.loads(await wire.until(lambda frame: '"invitation"' in frame))["invitation"]
        for seat in self._seats():
            if seats[seat]["kind"] == "open":
                body = {"name": f"P{seat}", "seat": seat}
                await self.server.request("POST", f"/api/invitations/{self.key}", self._token(seat), body)
            if seat not in self.wires and seat != self.plan.bot:
                self._join(seat)
                await self.barrier(seat)
        self._join(None)
        await self.barrier(self.plan.onlooker)

    def _seats(self) -> range:
        return range(self.plan.players)

    def _join(self, seat: int | None) -> Wire:
        which = "" if seat is None else f"?seat={seat}"
        self.wires[seat] = self.server.connect(f"/api/tables/{self.table}/socket{which}", self._token(seat))
        return self.wires[seat]

    def _token(self, seat: int | None) -> str | None:
        """The cookie of who plays a seat; watchers have none."""
        return None if seat is None else f"cookie-of-{0 if self.plan.one_screen else seat}"

    async def barrier(self, seat: int | None) -> dict[str, Any]:
        """Return once all that was sent to a wire before has come."""
        return await self.say(seat, t="why", move="?")

    async def say(self, seat: int | None, /, **fields: Any) -> dict[str, Any]:
        """Send a command, and give its answer."""
        self.asked += 1
        name = f"c{self.asked}"
        wire = self.wires[seat]
        start = len(wire.frames)
        wire.say(**fields, id=name)
        answer: dict[str, Any] = json.loads(await wire.until(lambda frame: f'"id":"{name}"' in frame, start))
        return answer

    async def ask(self, method: str, path: str) -> None:
        """A request of the onlooker's, kept."""
        self.answers.append(await self.server.request(method, path, self._token(self.plan.onlooker)))

    async def state(self, seat: int | None) -> dict[str, Any]:
        """The whole table as a seat is told it now."""
        wire = self.wires[seat]
        start = len(wire.frames)
        wire.say(t="sync")
        told: dict[str, Any] = json.loads(await wire.until(lambda frame: frame.startswith('{"t":"table"'), start))
        return told

    async def move(self, move: str) -> None:
        """Whoever has the turn plays this."""
        seat = self.position.turn
        seq = (await self.state(seat))["seq"]
        answer = await self.say(seat, t="play", seq=seq, move=move)
        assert answer["t"] == "done", answer
        await self.moved(move)

    async def moved(self, move: str) -> None:
        """Somebody has played this; return once the onlooker knows."""
        self.position.play(move)
        self.moves.append(move)
        await self.barrier(self.plan.onlooker)

    async def bot_moved(self) -> str:
        """Let the bot move, and say what it played."""
        ply = len(self.moves) + 1
        self.gate.release()
        await self.wires[None].until(lambda frame: f'"ply":{ply},' in frame and '"last":' in frame)
        moved = events.decode(written(self.data)[self.table][-1])
        assert isinstance(moved, Moved)
        return moved.move

    @property
    def frames(self) -> list[str]:
        """Every message that the onlooker got."""
        return self.wires[self.plan.onlooker].frames

    async def shown_to_host(self) -> str:
        """What those who run the server are told of the table, for programs and for people."""
        commands = [["list", "--json"], ["show", self.table, "--json"], ["show", self.table, "--lang", "en"]]
        return await asyncio.to_thread(self.context.copy().run, _printed, [[*c, "--data", str(self.data)] for c in commands])

    async def close(self) -> None:
        """Everybody goes."""
        for wire in self.wires.values():
            wire.hang_up()
        await self.server.close()


def world_of(plan: Plan, deal: Position, data: Path) -> World:
    """The world where this is dealt; `nothing_by_chance` must hold as long as it lasts."""
    context, gate, lines = contextvars.copy_context(), asyncio.Semaphore(0), list[str]()
    context.run(DEAL.set, deal)
    context.run(NUMBERS.set, itertools.count(1))
    context.run(GATE.set, gate)
    context.run(LINES.set, lines)
    return World(plan, deal.copy(), Inside(data, context, UNHURRIED), data, gate, lines, context)


def _printed(commands: list[list[str]]) -> str:
    """What `escale tables` prints, here in this process, where the deal is known."""
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        for command in commands:
            assert cli.run(["tables", *command]) == 0, command
    return printed.getvalue()
