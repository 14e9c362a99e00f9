"""`python sabotaged.py PLANT serve ...`: the ordinary program with one fault planted, which a harness must find."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import resource
import socket
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from escale.cli import main
from escale.play import rulings
from escale.play.events import Ended, Shared
from escale.rules.position import Position
from escale.search.advice import advise
from escale.search.bots import Reflex, Searcher
from escale.server import (
    app,
    arrivals,
    blocks,
    connections,
    hints,
    hosted,
    last_resort,
    live,
    logs,
    making,
    metrics,
    pages,
    projection,
    protocols,
    readiness,
    rest,
    reviews,
    serving,
    shares,
    socket_messages,
    tables,
    threads,
    tokens,
    uptime,
)
from escale.server import socket as sockets
from escale.server.routes import ENDPOINTS
from escale.server.shares import Attention
from escale.server.wire import encode
from escale.store import background, postgres_pool
from escale.store.journal import Conflict
from escale.store.postgres import PostgresJournal
from escale.store.sqlite import SqliteJournal

LATE = 0.5  # seconds
CROWDED, CROWDED_SECONDS = 100, 10.0  # open descriptors, and how long a move waits for them
ALL_AT_ONCE = 256 << 10  # bytes, as asyncio reads them by itself
LEAKED = 20 << 20  # bytes for each table


def acknowledges_too_early() -> None:
    """Events are said to be written, and are written later."""
    for journal in (SqliteJournal, PostgresJournal):
        _set(journal, "append", _late(journal.append))


def _late(write: Callable[..., Any]) -> Callable[..., Any]:
    async def append(journal: Any, entry: Any) -> None:
        if entry.seq == 1:
            await write(journal, entry)
            return
        loop = asyncio.get_running_loop()
        loop.call_later(LATE, lambda: loop.create_task(write(journal, entry)))

    return append


def acknowledges_what_is_refused() -> None:
    """Events are said to be written, also where the journal refuses them, as it does at a table that is gone."""
    for journal in (SqliteJournal, PostgresJournal):
        _set(journal, "append", _careless(journal.append))


def _careless(write: Callable[..., Any]) -> Callable[..., Any]:
    async def append(journal: Any, entry: Any) -> None:
        with contextlib.suppress(Conflict):
            await write(journal, entry)

    return append


def keeps_the_interpreter() -> None:
    """A thread that makes a replay lets nobody else go on for a while."""
    _set(serving, "TURN_SECONDS", 0.05)


def ignores_command_ids() -> None:
    """A command sent again is judged again."""
    change = live.Table.change

    async def forgetful(table: live.Table, by: str, command: str, *others: Any) -> int:
        return await change(table, by, "", *others)

    _set(live.Table, "change", forgetful)


def shows_watchers_a_seat() -> None:
    """Watchers get the view of seat 0."""

    def view(match: Any, position: Position, seat: int | None) -> dict[str, Any]:
        return position.view(seat or 0)

    _set(projection, "view", view)


def tells_the_salt() -> None:
    """The salt, with which the seed can be found by trying, is told from the start."""
    table = projection.table

    def telling(match: Any, *others: Any, **named: Any) -> dict[str, Any]:
        return {**table(match, *others, **named), "salt": match.created.salt}

    _set(projection, "table", telling)


def shows_the_host_a_seat() -> None:
    """Those who run the server are shown what seat 0 knows."""
    _set(hosted, "Onlooker", lambda holder, seat: projection.Onlooker(holder, 0))


def hears_of_no_block() -> None:
    """Whom the host lets in is only looked up at the start."""
    _set(blocks.Blocks, "read_soon", lambda _: None)


def catches_too_little() -> None:
    """A frame that is no JSON at all is an exception that nobody handles."""
    decode = socket_messages.decode_message

    def unforgiving(text: str) -> Any:
        try:
            return decode(text)
        except msgspec.ValidationError:
            raise
        except msgspec.DecodeError as error:
            raise LookupError(str(error)) from None

    _set(socket_messages, "decode_message", unforgiving)


def lets_anybody_share_a_seat() -> None:
    """A link to a seat is made for whoever asks."""

    def share(match: Any, command: rulings.Command, seat: int, holder: str) -> Any:
        return Shared(at=command.at, by=command.by, command=command.command, seat=seat, holder=holder)

    _set(rulings, "share", share)


def lets_anybody_end() -> None:
    """A table is ended by whoever has a cookie and no seat."""
    end = rulings.end

    def unchecked(match: Any, command: rulings.Command, absent: Any) -> Any:
        if match.held_by(command.by):
            return end(match, command, absent)
        return Ended(at=command.at, by=command.by, command=command.command, seat=None)

    _set(rulings, "end", unchecked)


def shows_the_past_of_any_seat() -> None:
    """Whoever names a seat is shown what it saw."""
    own_seat = rest.own_seat

    def named(match: Any, asked: rest.DecodedRequest) -> int | None:
        wanted = asked.query.get("seat", "")
        return int(wanted) if wanted.isdecimal() else own_seat(match, asked)

    _set(rest, "own_seat", named)


def lets_anybody_look_from_any_seat() -> None:
    """Whoever wants to see what a seat sees does."""

    def sit(connection: sockets.Connection, seat: int | None) -> None:
        connection._listener.seat = seat
        connection._table.show(connection._listener)

    _set(sockets.Connection, "_sit", sit)


def explains_to_anybody() -> None:
    """Whoever asks is told whether a move would be legal, whosever turn it is."""

    def why(connection: sockets.Connection, message: socket_messages.Why) -> None:
        refusal = connection._table.match.position.why_not(message.move)
        rule, reason = (refusal.rule, refusal.name) if refusal else (None, None)
        connection._send(encode(socket_messages.ReasonFrame(message.id, rule, reason)))

    _set(sockets.Connection, "_why", why)


def numbers_those_who_ask() -> None:
    """The metrics tell whoever reads them how many did before."""
    page, asked = metrics.PrometheusMetrics.page, itertools.count()
    _set(metrics.PrometheusMetrics, "page", lambda self: page(self) + f"escale_pages_total {next(asked)}\n".encode())


def names_tables_in_metrics() -> None:
    """Whoever reads the metrics learns the address of every table."""
    made, count = list[str](), tokens.table_id

    def noted() -> str:
        made.append(count())
        return made[-1]

    page = metrics.PrometheusMetrics.page
    _set(tokens, "table_id", noted)
    _set(metrics.PrometheusMetrics, "page", lambda self: page(self) + "\n".join(made).encode())


def greets_those_who_were_here() -> None:
    """A page is another one for whoever has a cookie."""
    serve = pages.Pages.serve

    def greeting(site: pages.Pages, request: Request) -> Response:
        return PlainTextResponse("Welcome back!") if request.cookies else serve(site, request)

    _set(pages.Pages, "serve", greeting)


def fails_on_some_input() -> None:
    """One request fails for keys longer than ours."""
    invitation = rest.Requests.invitation

    async def fragile(requests: rest.Requests, asked: rest.DecodedRequest) -> Any:
        assert len(asked.path["key"]) < 3
        return await invitation(requests, asked)

    spoiled = [replace(endpoint, answer=fragile) if endpoint.answer is invitation else endpoint for endpoint in ENDPOINTS]
    _set(app, "ENDPOINTS", tuple(spoiled))


def narrow_pipes() -> None:
    """No fault: the system's buffers are small, so that few frames fill those of one who does not read."""
    listener = serving._listener

    def narrow(wish: serving.Wish) -> socket.socket:
        made = listener(wish)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        return made

    _set(serving, "_listener", narrow)


def waits_for_the_slow() -> None:
    """A browser that reads too slowly is not dropped."""
    narrow_pipes()

    async def patient(connection: sockets.Connection) -> None:
        await asyncio.Event().wait()

    _set(sockets.Connection, "_dismissed", patient)


def forgets_what_waits() -> None:
    """What could not be sent at once is not sent at all."""
    narrow_pipes()

    async def forgetful(connection: sockets.Connection) -> None:
        while True:
            frame = await connection._waiting.get()
            await connection._socket.send({"type": "websocket.send", "text": frame.decode()})
            while not connection._waiting.empty():
                connection._waiting.get_nowait()

    _set(sockets.Connection, "_write", forgetful)


def reads_all_that_arrives() -> None:
    """Whatever arrives is parsed at once and as a whole, whoever sent it, and may be as many frames as fit."""

    def arrive(self: arrivals.Arrivals, visit: connections.Visit, piece: bytes) -> None:
        arrivals._parser(visit).data_received(piece)

    _set(arrivals.Arrivals, "arrive", arrive)
    for name in ("PIECE_BYTES", "FRAMES_BYTES"):
        _set(protocols, name, ALL_AT_ONCE)
    _listens_to_all(protocols.guarded)


def _listens_to_all(guarded: Callable[..., Any]) -> None:
    def patient(guard: Any, arriving: Any, limits: Any) -> Any:
        endless = replace(limits, commands_at_once=1e9, body_bytes=1 << 40)
        return guarded(guard, arriving, endless)

    _set(serving, "guarded", patient)


def forgets_odd_handshakes() -> None:
    """Uvicorn's own protocol for WebSockets: whoever asks for one so that it can't be read is never answered."""
    guarded = protocols.guarded

    def careless(guard: Any, arriving: Any, limits: Any) -> Any:
        requests, sockets_ = guarded(guard, arriving, limits)
        _set(sockets_, "_refuse_handshake", lambda _: None)
        _set(sockets_, "shutdown", WebSocketsSansIOProtocol.shutdown)
        return requests, sockets_

    _set(serving, "guarded", careless)


def a_bot_raises() -> None:
    """No fault of the server's: bots that search fail."""

    def fail(player: Searcher, position: Position, *others: Any, **named: Any) -> int:
        raise LookupError("no idea")

    _set(Searcher, "choose", _at_tables(fail, Searcher.choose))


def a_bot_hangs() -> None:
    """No fault of the server's: bots that search never come to an end, whatever they are told."""
    _set(Searcher, "choose", _at_tables(_forever, Searcher.choose))


def all_bots_hang() -> None:
    """No fault of the server's: nor does the one that takes over."""
    a_bot_hangs()
    _set(Reflex, "choose", _at_tables(_forever, Reflex.choose))


def _at_tables(bad: Callable[..., int], good: Callable[..., int]) -> Callable[..., int]:
    """Bad in the threads in which tables let their bots think, good where a server gets ready."""

    def choose(*values: Any, **named: Any) -> int:
        return (bad if threading.current_thread().name == threads.NAME else good)(*values, **named)

    return choose


def _forever(player: Any, position: Position, *others: Any, **named: Any) -> int:
    while True:
        time.sleep(3600)


def hints_take_a_while() -> None:
    """No fault: there is time to do something else meanwhile."""

    def slow(*values: Any) -> Any:
        time.sleep(LATE)
        return advise(*values)

    _set(hints, "advise", slow)


def hints_fail() -> None:
    """No fault of the server's: whoever thinks out hints fails."""

    def fail(*_: Any) -> Any:
        raise LookupError("no idea")

    _set(hints, "advise", fail)


def hints_hang() -> None:
    """No fault of the server's: whoever thinks out hints never comes to an end."""
    _set(hints, "advise", lambda *_: time.sleep(3600))


def waits_for_a_bot_that_hangs() -> None:
    """A bot is waited for as long as it takes."""
    a_bot_hangs()
    run = threads.Threads.run

    async def patient(self: threads.Threads, work: Any, deadline: float, *others: Any) -> Any:
        return await run(self, work, 1e6, *others)

    _set(threads.Threads, "run", patient)


def wall_clock_can_be_set() -> None:
    """No fault: the time of the day is off by what a file says."""
    wall, real = Path(os.environ["ESCALE_TEST_WALL"]), time.time

    def set_by_hand() -> float:
        return real() + float(wall.read_text())

    _set(time, "time", set_by_hand)


def charges_by_the_wall_clock() -> None:
    """What somebody is charged for is the time of the day, less that of the last event."""
    wall_clock_can_be_set()
    _set(uptime.Uptime, "now", lambda _: time.time())


def charges_for_outages() -> None:
    """Time runs on while nothing can be written."""
    wall_clock_can_be_set()
    _set(uptime.Uptime, "now", lambda _: time.monotonic())


def knows_few_failures() -> None:
    """Of what PostgreSQL may answer, few errors are taken for one that passes; what any other ends isn't begun again."""

    async def once(name: str, work: Callable[[], Any]) -> None:
        await work()

    _set(postgres_pool, "FAILURES", postgres_pool.GONE)
    _set(background, "_kept", once)


def waits_for_the_compiler() -> None:
    """Games are compiled in threads that the process waits for at its end, however long that takes."""

    async def to_thread(work: Callable[[], Any], name: str) -> Any:
        return await asyncio.to_thread(work)

    _set(readiness, "in_thread", to_thread)
    _set(last_resort, "GRACE_SECONDS", 1e6)


def few_descriptors() -> None:
    """No fault: the system grants 1,024 open files and connections, as many do."""
    _descriptors(1024)


def very_few_descriptors() -> None:
    """No fault: 256 of them, and little patience."""
    _descriptors(256)
    _limit(head_seconds=2.0, body_seconds=2.0, idle_seconds=2)


def keeps_every_connection() -> None:
    """Nobody is sent away, however many they are and however long they say nothing."""
    few_descriptors()
    _limit(head_seconds=1e6, body_seconds=1e6, connections_per_address=10**6, heads_per_address=10**6)


def takes_every_connection() -> None:
    """The server runs out of descriptors, and says so each time."""
    keeps_every_connection()
    _descriptors(256)
    _set(serving, "most_connections", lambda limit, kept: 10**6)
    _limit(accepted_at_once=2048)
    _set(logs, "REPEAT_SECONDS", 0.0)


def keeps_whoever_it_answers() -> None:
    """Only those who keep it waiting make room."""
    very_few_descriptors()

    def make_room(guard: connections.Guard, address: str) -> bool:
        waiting = guard._waiting.longest()
        if waiting is not None:
            guard._end(guard._waiting.oldest(waiting))
        return waiting is not None

    _set(connections.Guard, "_make_room", make_room)


def lets_browsers_fill_it() -> None:
    """Browsers at tables may be as many as there are connections."""
    _set(sockets.Sockets, "_make_room", lambda *_: None)


def waits_when_crowded() -> None:
    """A person's move waits at the door while there are many connections."""
    few_descriptors()
    change = live.Table.change

    async def waiting(table: live.Table, by: str, *others: Any) -> int:
        if by and len(list(Path("/proc/self/fd").iterdir())) > CROWDED:
            await asyncio.sleep(CROWDED_SECONDS)
        return await change(table, by, *others)

    _set(live.Table, "change", waiting)


def _limit(**values: float) -> None:
    """Let all servers of this process have these limits, also such as no file could set."""
    serve = serving.serve

    def limited(wish: serving.Wish) -> None:
        serve(replace(wish, limits=replace(wish.limits, **values)))  # type: ignore[arg-type]

    _set(serving, "serve", limited)


def _descriptors(count: int) -> None:
    resource.setrlimit(resource.RLIMIT_NOFILE, (count, count))


def trials_keep_the_deal() -> None:
    """No fault of the server's: tests need tables where everybody has the hand that they count on."""

    def kept(wish: Any, players: int) -> Any:
        return dealt(wish, players) if wish.start is None else making._of_record(wish.start, wish.game, players)

    dealt = making._dealt
    _set(making, "_dealt", kept)


def bots_never_sleep() -> None:
    """Bots think where nobody is and nobody will come."""
    attention = live.Table.attention

    def restless(table: live.Table) -> Attention:
        return min(attention(table), Attention.AWAITED)

    _set(live.Table, "attention", restless)


def keeps_something_of_each_table() -> None:
    """Whenever a table leaves the memory, some megabytes stay."""
    drop, kept = tables.Tables._drop, []

    def leaking(self: tables.Tables, match_id: str) -> None:
        kept.append(b"x" * LEAKED)
        drop(self, match_id)

    _set(tables.Tables, "_drop", leaking)


def eager_reviews() -> None:
    """No fault: reviews don't let everything else that the machine has to do go first, so that tests of them end."""
    _set(reviews, "NICENESS", 0)


def first_come_first_served() -> None:
    """Whoever waits goes in the order they came, and a full line is full."""
    eager_reviews()

    def first(line: shares.Line) -> Any:
        for place in line._open():
            return place, next(iter(place.claim.interest.askers())), place.claim.interest.attention()
        return None

    def one_line(limits: Any) -> Any:
        return (both := threads.Threads()), both

    _set(shares.Line, "_next", first)
    _set(shares.Line, "_loser", lambda line: line._waiting[-1])
    _set(app, "fair_threads", one_line)


def _set(owner: Any, name: str, value: Any) -> None:
    assert hasattr(owner, name), f"nothing to plant the fault in: {name}"
    setattr(owner, name, value)


def keeps_one_table() -> None:
    """No fault: all tables but one leave memory as soon as they may."""
    _limit(tables_kept=1)


PLANTS: dict[str, Callable[[], None]] = {
    plant.__name__: plant
    for plant in (
        acknowledges_too_early,
        acknowledges_what_is_refused,
        keeps_the_interpreter,
        ignores_command_ids,
        shows_watchers_a_seat,
        tells_the_salt,
        shows_the_host_a_seat,
        hears_of_no_block,
        catches_too_little,
        lets_anybody_share_a_seat,
        lets_anybody_end,
        shows_the_past_of_any_seat,
        lets_anybody_look_from_any_seat,
        explains_to_anybody,
        numbers_those_who_ask,
        names_tables_in_metrics,
        greets_those_who_were_here,
        fails_on_some_input,
        narrow_pipes,
        waits_for_the_slow,
        forgets_what_waits,
        reads_all_that_arrives,
        forgets_odd_handshakes,
        a_bot_raises,
        a_bot_hangs,
        all_bots_hang,
        hints_take_a_while,
        hints_fail,
        hints_hang,
        waits_for_a_bot_that_hangs,
        wall_clock_can_be_set,
        charges_by_the_wall_clock,
        charges_for_outages,
        knows_few_failures,
        waits_for_the_compiler,
        few_descriptors,
        very_few_descriptors,
        keeps_every_connection,
        takes_every_connection,
        keeps_whoever_it_answers,
        lets_browsers_fill_it,
        waits_when_crowded,
        trials_keep_the_deal,
        bots_never_sleep,
        keeps_something_of_each_table,
        eager_reviews,
        first_come_first_served,
        keeps_one_table,
    )
}

if __name__ == "__main__":
    PLANTS[sys.argv.pop(1)]()
    main()
