"""One of two worlds: a server, its table, everybody's wires, and all that one of them ever got."""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import io
import itertools
import json
from collections.abc import Callable
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

CLOCK = {"each": "game", "seconds": 600, "increment": 5}
UNHURRIED = replace(DEFAULTS, commands_at_once=1e9, loop_share_per_address=1.0, loop_seconds_at_once=60.0)  # we are quick


@dataclass
class World:
    """Made by `world_of`; `open` before all else."""

    plan: Plan
    positions: list[Position]  # from the first on
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
    seen: list[str] = field(default_factory=list)  # by the onlooker, before the server was started anew
    asked: int = 0

    @property
    def position(self) -> Position:
        """Where the game is."""
        return self.positions[-1]

    async def open(self) -> None:
        """Make the table and let everybody in."""
        await self.server.start()
        seats = [{"kind": "bot", "bot": self.plan.bot_name} if n == self.plan.bot else {"kind": "open"} for n in self._seats()]
        first = next(n for n in self._seats() if n != self.plan.bot)
        one_screen = self.plan.one_screen
        for seat in self._seats() if one_screen else (first,):
            seats[seat] = {"kind": "me", "name": "P"}
        wish = {"game": self.plan.game, "seats": seats, "options": self.plan.options, "listed": True, "one_screen": one_screen}
        clock = {"clock": CLOCK} if self.plan.clock else {}
        self.table = (await self._asked("POST", "/api/tables", first, {**wish, **clock}))["id"]
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

    async def ask(self, method: str, path: str, common: Callable[[bytes], bytes] = bytes) -> None:
        """A request of the onlooker's; what is common to its answers is kept."""
        self.answers.append(common(await self.server.request(method, path, self._token(self.plan.onlooker))))

    async def _asked(self, method: str, path: str, seat: int | None, body: Any = None) -> dict[str, Any]:
        """The answer to a request of somebody's."""
        answer = await self.server.request(method, path, self._token(seat), body)
        told: dict[str, Any] = json.loads(answer.split(b"\n", 1)[1])
        return told

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
        later = self.position.copy()
        later.play(move)
        self.positions.append(later)
        self.moves.append(move)
        await self.barrier(self.plan.onlooker)

    async def bot_moved(self) -> str:
        """Let the bot move, and say what it played."""
        ply, wire = len(self.moves) + 1, self.wires[None]
        start = len(wire.frames)
        self.gate.release()
        await wire.until(lambda frame: f'"ply":{ply},' in frame and '"last":' in frame, start)
        moved = events.decode(written(self.data)[self.table][-1])
        assert isinstance(moved, Moved)
        return moved.move

    async def take_back(self, seat: int) -> int:
        """Somebody takes back their last move, if they can, and all agree; how many moves went."""
        state = await self.state(seat)
        if state["can_undo"] is None:
            return 0
        await self._wish(seat, t="undo", seq=state["seq"])
        stand: int = (await self.state(seat))["ply"]
        gone = len(self.moves) - stand
        del self.moves[stand:], self.positions[stand + 1 :]
        return gone

    async def ask_to_take_back(self) -> None:
        """Whoever moved last asks the others, if they must be asked; one of them says no."""
        mover = self.positions[-2].turn
        if mover not in self.wires or (await self.state(mover))["can_undo"] != "ask":
            return
        await self.say(mover, t="undo", seq=(await self.state(mover))["seq"])
        asking = (await self.state(mover))["asking"]
        await self.barrier(self.plan.onlooker)
        await self.say(asking["waiting"][0], t="answer", yes=False)
        await self.barrier(self.plan.onlooker)

    async def end(self) -> None:
        """All agree to end the table."""
        await self._wish(self._somebody, t="end")

    async def _wish(self, seat: int, **fields: Any) -> None:
        """Something that everybody agrees to who must be asked; return once the onlooker knows."""
        await self.say(seat, **fields)
        asking = (await self.state(seat))["asking"]
        for other in asking["waiting"] if asking else ():
            await self.say(other, t="answer", yes=True)
            await self.barrier(other)  # what all agree to follows their answer
        await self.barrier(self.plan.onlooker)

    async def restart(self) -> None:
        """Stop the server and start another on the same data; everybody comes back."""
        self.seen = self.frames
        there = list(self.wires)
        await self.close()
        self.server = Inside(self.data, self.context, UNHURRIED)
        await self.server.start()
        for seat in there:
            self._join(seat)
            await self.barrier(seat)
        await self.barrier(self.plan.onlooker)

    async def rematch(self) -> None:
        """Somebody asks for it; what a watcher is told of it is kept."""
        after = (await self._asked("POST", f"/api/tables/{self.table}/rematch", self._somebody))["id"]
        await self._look_in(after, None)
        await self.barrier(self.plan.onlooker)

    async def try_again(self) -> None:
        """The onlooker goes on from the ended game, against bots; where they only watched, somebody does with whoever comes."""
        mine, record = self.plan.onlooker, await self._asked("GET", f"/api/tables/{self.table}/export", None)
        seats = [{"kind": "open"} if mine is None else {"kind": "bot", "bot": "random"} for _ in self._seats()]
        if mine is not None:
            seats[mine] = {"kind": "me", "name": "P"}
        wish = {"game": self.plan.game, "seats": seats, "options": self.plan.options, "start": record}
        made = await self._asked("POST", "/api/tables", self._somebody if mine is None else mine, wish)
        await self._look_in(made["id"], mine)

    async def _look_in(self, table: str, seat: int | None) -> None:
        """Somebody comes to another table and goes again; what they are told first is kept."""
        wire = self.server.connect(f"/api/tables/{table}/socket", self._token(seat))
        self.answers.append((await wire.until(lambda frame: frame.startswith('{"t":"table"'))).encode())
        wire.hang_up()

    @property
    def _somebody(self) -> int:
        """One who plays."""
        return next(seat for seat in self.wires if seat is not None)

    @property
    def frames(self) -> list[str]:
        """Every message that the onlooker got."""
        return [*self.seen, *self.wires[self.plan.onlooker].frames]

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
    return World(plan, [deal.copy()], Inside(data, context, UNHURRIED), data, gate, lines, context)


def _printed(commands: list[list[str]]) -> str:
    """What `escale tables` prints, here in this process, where the deal is known."""
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        for command in commands:
            assert cli.run(["tables", *command]) == 0, command
    return printed.getvalue()
