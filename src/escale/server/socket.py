"""The WebSocket of a table: decodes what a browser says, hands it to the door, sends what the table tells."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import time
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import assert_never

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from escale.play import rulings
from escale.play.events import Event, Sitting
from escale.play.match import Match
from escale.play.rulings import Refused
from escale.rules.errors import BadNotation, BadState, OtherVersion
from escale.server import limits, projection, socket_messages
from escale.server.addresses import network
from escale.server.blocks import BLOCKED
from escale.server.hints import Hints
from escale.server.limits import DEFAULTS, Limits
from escale.server.listener import Listener
from escale.server.live import NEWER, Gone, Table
from escale.server.loop_time import LoopTime
from escale.server.metrics import Metrics
from escale.server.roster import Roster
from escale.server.session import Sessions, same_origin
from escale.server.shares import Asker
from escale.server.socket_messages import (
    Answer,
    Done,
    End,
    Hint,
    Play,
    ReasonFrame,
    RefusedFrame,
    SeatWish,
    Sit,
    Sync,
    Undo,
    Why,
)
from escale.server.tables import NoSuchTable, Tables
from escale.server.wire import encode

NOT_FOUND, FOREIGN, CROWDED, SLOW, TALKATIVE, TRY_AGAIN_LATER = 4404, 4403, 4429, 4408, 4413, 1013
REMOVED = 4410  # there was such a table until now
OTHER_RULES = 4422  # there is such a table, and its rules aren't here
CLOSING_SECONDS = 1.0
WATCHING_ADDRESSES = 4  # at least, among those who watch a table when all places to watch it are taken


class Sockets:
    """All browsers connected to this process."""

    def __init__(
        self,
        tables: Tables,
        metrics: Metrics,
        roster: Roster,
        hints: Hints,
        sessions: Sessions,
        is_blocked: Callable[[str], bool] = lambda address: False,
        most: Limits = DEFAULTS,
        loop_time: LoopTime | None = None,
        most_open: int = sys.maxsize,
    ) -> None:
        """Those of these tables, where these bots may sit. `is_blocked`: whether an address isn't let in now. `most`: how much
        any of them may ask for, `loop_time`: how fast they are listened to, `most_open`: how many there may be.
        """
        self._most_open = most_open
        self._loop_time = loop_time or LoopTime(most)
        self._is_blocked = is_blocked
        self._open: dict[Connection, None] = {}  # who came first, first
        self._limits = most
        self._tables = tables
        self._sessions = sessions
        self._metrics = metrics
        self._roster = roster
        self._hints = hints
        self._addresses = limits.Places(most.sockets_per_address)
        self._watching = limits.Places(most.watchers_per_table)
        self._watching_from = limits.Places(max(1, most.watchers_per_table // WATCHING_ADDRESSES))

    async def serve(self, socket: WebSocket) -> None:
        """One connection, from its opening to its end."""
        if not same_origin(socket):
            await refuse(socket, FOREIGN)
            return
        match_id = socket.path_params["table"]
        address = socket.client.host if socket.client else ""
        try:
            with self._addresses.taken(network(address)):
                self._make_room(network(address))
                holder = await self._sessions.holder_of(socket)
                asker = Asker.at(address, holder)
                async with self._place(asker, match_id):
                    await socket.accept()
                    table = await self._tables.get(match_id, asker)  # again, without a pause from here to its listeners
                    await self._run(
                        Connection(
                            socket, holder, table, self._metrics, self._roster, self._hints, self._limits, self._loop_time
                        )
                    )
        except limits.TooMany:
            await refuse(socket, CROWDED)
        except OtherVersion:
            await refuse(socket, OTHER_RULES)
        except Gone as gone:
            await refuse(socket, _code_of(gone.code))
        except (NoSuchTable, BadState):
            await refuse(socket, NOT_FOUND)
        except Refused:
            await refuse(socket, TRY_AGAIN_LATER)

    @contextlib.asynccontextmanager
    async def _place(self, asker: Asker, match_id: str) -> AsyncIterator[None]:
        """Room for one more at a table while the context lasts: there is always some for its players."""
        match = (await self._tables.get(match_id, asker)).match
        if any(asker.holder in seat.holders for seat in match.seats):
            yield
            return
        with self._watching_from.taken(f"{match_id} {asker.address}"), self._watching.taken(match_id):
            yield

    def _make_room(self, address: str) -> None:
        """If there are as many browsers as there may be, the newest of the address with most goes for one of an address with
        fewer; TooMany if there is no such address.
        """
        if self._addresses.total() <= self._most_open:  # this one and those that are still being let in among them
            return
        fullest = self._addresses.fullest()
        if self._addresses.count(fullest) <= self._addresses.count(address):
            raise limits.TooMany("sockets")
        theirs = (one for one in reversed(self._open) if network(one.address) == fullest and not one.leaving)
        newest = next(theirs, None)
        if newest is None:  # all of them are just coming, or going: soon there will be one
            raise limits.TooMany("sockets")
        newest.send_away(CROWDED)

    async def _run(self, connection: Connection) -> None:
        self._metrics.socket_opened()
        self._open[connection] = None
        self._send_away_if_blocked(connection)  # it may have been blocked since it was let in
        try:
            await connection.run()
        finally:
            self._open.pop(connection)
            self._metrics.socket_closed()

    def send_blocked_away(self) -> None:
        """Other addresses may be blocked than before: close the sockets of those that are."""
        for connection in self._open:
            self._send_away_if_blocked(connection)

    def _send_away_if_blocked(self, connection: Connection) -> None:
        if self._is_blocked(connection.address):
            connection.send_away(BLOCKED)


async def refuse(socket: WebSocket, code: int) -> None:
    """Accept, so that the browser can read why, and close."""
    with contextlib.suppress(RuntimeError, WebSocketDisconnect):  # it may have gone
        if socket.application_state == WebSocketState.CONNECTING:
            await socket.accept()
        await socket.close(code)


def _code_of(why: str) -> int:
    """For whoever is at a table where nothing can be done any more."""
    return OTHER_RULES if why == NEWER else REMOVED


def _nothing(frame: bytes) -> None:
    """For whoever has gone."""


class Connection:
    """One browser at one table."""

    def __init__(
        self,
        socket: WebSocket,
        holder: str | None,
        table: Table,
        metrics: Metrics,
        roster: Roster,
        hints: Hints,
        most: Limits,
        loop_time: LoopTime,
    ) -> None:
        """The seat comes from the cookie; of several that are the browser's own, it may say which."""
        self._metrics = metrics
        self._roster = roster
        self._hints = hints
        self._hinting: set[asyncio.Task[None]] = set()
        self._socket = socket
        self._loop_time = loop_time
        self._table = table
        self._waiting: asyncio.Queue[bytes] = asyncio.Queue(most.frames_waiting)
        self._sent_away: asyncio.Future[int] = asyncio.get_running_loop().create_future()  # with which code
        self._allowance = limits.Allowance(most.commands_per_second, most.commands_at_once, time.monotonic())
        self.address = socket.client.host if socket.client else ""
        seat = self._first_seat(holder, socket.query_params.get("seat"))
        self._listener = Listener(holder, seat, self._send, self.address, self._on_gone)

    async def run(self) -> None:
        """Send and receive until either side has gone."""
        self._table.join(self._listener)
        tasks = [asyncio.create_task(work()) for work in (self._receive, self._write, self._dismissed)]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (*tasks, *self._hinting):
                task.cancel()
            ends = await asyncio.gather(*tasks, return_exceptions=True)
            self._table.leave(self._listener)
            self._listener.send = _nothing  # which knew this connection: else both would stay until Python looks for circles
        for end in ends:
            if isinstance(end, int):
                await self._close(end)
            elif isinstance(end, Exception) and not isinstance(end, WebSocketDisconnect):
                raise end

    def _on_gone(self, why: str) -> None:
        self.send_away(_code_of(why))

    def send_away(self, code: int) -> None:
        """Close it soon, and say why with a code."""
        if not self._sent_away.done():
            self._sent_away.set_result(code)

    @property
    def leaving(self) -> bool:
        """Whether it was sent away."""
        return self._sent_away.done()

    async def _close(self, code: int) -> None:
        """Say why, now that nothing else is being sent; one who doesn't read won't be waited for."""
        with contextlib.suppress(RuntimeError, TimeoutError, WebSocketDisconnect):
            await asyncio.wait_for(self._socket.close(code), CLOSING_SECONDS)

    def _first_seat(self, holder: str | None, wanted: str | None) -> int | None:
        """On one screen nobody's view is shown until somebody says who sits there."""
        mine = self._table.match.held_by(holder)
        named = next((seat for seat in mine if str(seat) == wanted), None)
        return named if named is not None else mine[0] if len(mine) == 1 else None

    def _send(self, frame: bytes) -> None:
        try:
            self._waiting.put_nowait(frame)
        except asyncio.QueueFull:
            self.send_away(SLOW)

    async def _dismissed(self) -> int:
        return await self._sent_away

    async def _write(self) -> None:
        with contextlib.suppress(RuntimeError):  # the socket is being closed, which those who read may hear of much later
            while True:
                frame = await self._waiting.get()
                await self._socket.send({"type": "websocket.send", "text": frame.decode()})

    async def _receive(self) -> int | None:
        while True:
            event = await self._socket.receive()
            if event["type"] == "websocket.disconnect":
                return None
            if not self._allowance.spend(time.monotonic()):
                return TALKATIVE
            await self._loop_time.spend(self.address, self._take(event.get("text") or ""))

    async def _take(self, text: str) -> None:
        try:
            message = socket_messages.decode_message(text)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            self._refused(None, Refused("bad_message"))
            return
        match message:
            case Sync():
                self._table.show(self._listener)
            case Sit():
                self._sit(message.seat)
            case Why():
                self._why(message)
            case Hint():
                self._hint_soon(message)
            case _:
                await self._command(message)

    async def _command(self, message: Play | Undo | Answer | SeatWish | End) -> None:
        holder = self._listener.holder or ""
        try:
            if not holder:
                raise Refused("not_yours")
            ruling = partial(ruled, message, holder, self._table, self._roster)
            with self._metrics.timed_command(type(message).__name__.lower()):
                seen = message.seq if isinstance(message, Play | Undo) else 0
                await self._table.change(holder, message.id, ruling, partial(self._done, message.id), seen)
        except Refused as refusal:
            self._refused(message.id, refusal)

    def _done(self, command: str, seq: int) -> None:
        self._send(encode(Done(command, seq)))

    def _refused(self, command: str | None, refusal: Refused) -> None:
        self._metrics.refused(refusal.code)
        self._send(encode(RefusedFrame(command, refusal.code, refusal.rule, refusal.reason)))

    def _sit(self, seat: int | None) -> None:
        mine = self._table.match.held_by(self._listener.holder)
        if seat is not None and seat not in mine:
            self._refused(None, Refused("not_yours"))
            return
        self._listener.seat = seat
        self._table.show(self._listener)

    def _hint_soon(self, message: Hint) -> None:
        """A hint takes a while: meanwhile the browser may say other things, and play."""
        task = asyncio.create_task(self._hint(message))
        self._hinting.add(task)
        task.add_done_callback(self._hinting.discard)

    async def _hint(self, message: Hint) -> None:
        try:
            with self._metrics.timed_command("hint"):
                advice = await self._hints.give(self._table, self._listener, message.seq)
        except Refused as refusal:
            self._refused(message.id, refusal)
        else:
            self._send(encode(projection.hint(advice, message.id, message.seq)))

    def _why(self, message: Why) -> None:
        """Which rule forbids a move; asked by who has the turn only, as the answer may tell what they alone can know."""
        match = self._table.match
        if match.turn is None or match.turn not in match.held_by(self._listener.holder):
            self._refused(message.id, Refused("not_your_turn"))
            return
        try:
            refusal = match.position.why_not(message.move)
        except BadNotation:
            self._refused(message.id, Refused("unreadable"))
            return
        rule, reason = (refusal.rule, refusal.name) if refusal else (None, None)
        self._send(encode(ReasonFrame(message.id, rule, reason)))


def ruled(
    message: Play | Undo | Answer | SeatWish | End, holder: str, table: Table, roster: Roster, live: Match, at: float
) -> Event:
    """The ruling that a command asks for."""
    command = rulings.Command(holder, message.id, at)
    match message:
        case Play():
            return rulings.move(live, command, message.seq, message.move)
        case Undo():
            return rulings.undo(live, command, message.seq)
        case Answer():
            return rulings.answer(live, command, message.yes)
        case End():
            return rulings.end(live, command, table.absent())
        case SeatWish():
            away, absent = table.away(), table.absent()
            return rulings.seat_change(live, command, message.seat, _wished(message), roster.names, away, absent)
    assert_never(message)


def _wished(message: SeatWish) -> Sitting:
    kind = "human" if message.kind == "me" else message.kind
    return Sitting(kind, message.name, message.bot)
