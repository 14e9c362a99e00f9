"""Runs the server: finds a port, shows where it is, opens the browser, stops gracefully."""

from __future__ import annotations

import asyncio
import logging
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Callable, Coroutine, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from types import FrameType
from typing import Any

import uvicorn

from escale.rules import notice
from escale.rules.errors import BadOption, NotNow
from escale.search.own_process import try_out
from escale.search.stand_in import DEADLINE_SECONDS
from escale.server.addresses import OWN_PROXY, THIS_COMPUTER, read_list
from escale.server.app import app
from escale.server.arrivals import Arrivals
from escale.server.connections import UNREAD_SECONDS, Guard, descriptors, most_connections, most_sockets
from escale.server.hosts import names_of
from escale.server.journals import check_quickly, journal_file, kept_in, open_journal
from escale.server.last_resort import end_soon, heeding, leave, watching
from escale.server.limits import DEFAULTS, Limits
from escale.server.live import ABSENT_SECONDS
from escale.server.logs import write_logs
from escale.server.loop_time import LoopTime
from escale.server.memory import keep_little
from escale.server.metrics import Metrics, PrometheusMetrics
from escale.server.obstacles import refusal
from escale.server.protocols import guarded
from escale.server.systemd import tell_systemd
from escale.server.workers import Worker, say_ready, stop_when_closed, supervise
from escale.store.journal import Journal, StoreError, Unavailable
from escale.store.lock import locked

log = logging.getLogger("escale.serving")
PORTS_TRIED = 20
GRACE_SECONDS = 2  # for answers that are being made when it is told to stop
AWAY_SECONDS = 1.0
#: How long a thread keeps the interpreter from the others. A move is handed from the loop to the writer and back a few times,
#: and waits at each of them for as long as a replay is being made beside it.
TURN_SECONDS = 0.0002


@dataclass(frozen=True)
class Wish:
    """How somebody wants it served."""

    host: str
    port: int
    data: Path | None = None
    bot_pace: float = 0.9
    browser: bool = False
    strict_port: bool = False  # fail rather than take the next free port
    metrics: bool = False
    metrics_for: str = THIS_COMPUTER  # who may read them
    log: str = "warning"
    database: str | None = None  # instead of a file in the data folder
    workers: int = 1
    absent_after: float = ABSENT_SECONDS
    own_bots: tuple[str, ...] = ()  # module:Class of each
    bot_deadline: float = DEADLINE_SECONDS
    proxy: str = OWN_PROXY  # whose word is taken for where a request comes from
    keep_days: int | None = None  # of tables where nothing happens; None: for ever
    public_urls: tuple[str, ...] = ()  # as browsers write them; the only names to answer to, besides this computer's own
    limits: Limits = DEFAULTS


def serve(wish: Wish) -> None:
    """Serve until told to stop.

    An EscaleError says what can't be, before anything is opened: also of a bot of the host's. NotNow: in a while it may.
    """
    if wish.workers > 1 and wish.database is None:
        raise BadOption("several workers need a database that they can share: --database postgresql://...")
    names_of(wish.public_urls, wish.host)
    proxy, metrics_for = read_list("--proxy", wish.proxy), read_list("--metrics-for", wish.metrics_for)
    wish = replace(wish, proxy=proxy, metrics_for=metrics_for)
    for place in wish.own_bots:
        try_out(place)
    write_logs(wish.log)
    with _held(wish) as tell:
        _serve(wish, tell)


def _serve(wish: Wish, tell: Callable[[str], None]) -> None:
    """Serve; `tell` is told the address."""
    opened = _opened(wish)
    listener = _listener(wish)
    host, port = listener.getsockname()[:2]
    address = f"http://{'localhost' if host in ('127.0.0.1', '0.0.0.0') else host}:{port}/"
    others = f"http://{own}:{port}/" if host == "0.0.0.0" and (own := _own_address()) else None
    tell(address)
    announce = partial(_announce, address, others, kept_in(wish.data, wish.database), wish.browser)
    with closing(listener), watching(status=0):
        if wish.workers > 1:
            supervise(wish.workers, lambda: Worker(_work, wish, listener), announce)
        else:
            _server(wish, opened, announce).run(sockets=[listener])


def _work(wish: Wish, listener: socket.socket, line: Connection) -> None:
    """One of several workers."""
    write_logs(wish.log)
    notice.quiet = True
    server = _server(wish, partial(_patiently, wish), partial(say_ready, line))
    stop_when_closed(line, server)
    with watching(status=0):
        server.run(sockets=[listener])
    leave(0)


def _server(wish: Wish, opened: Callable[[], Coroutine[Any, Any, Journal]], ready: Callable[[], None]) -> Announcing:
    keep_little()
    sys.setswitchinterval(TURN_SECONDS)
    closing: list[Callable[[], None]] = []
    most = most_connections(descriptors(wish.limits.descriptors), wish.limits.descriptors_kept)
    guard, loop_time = Guard(most, wish.proxy, wish.limits), LoopTime(wish.limits)
    requests, sockets = guarded(guard, Arrivals(guard, loop_time), wish.limits)
    config = uvicorn.Config(
        app(
            opened,
            wish.bot_pace,
            PrometheusMetrics() if wish.metrics else Metrics(),
            wish.absent_after,
            wish.own_bots,
            wish.bot_deadline,
            closing,
            names_of(wish.public_urls, wish.host),
            wish.keep_days,
            wish.proxy,
            wish.limits,
            most_sockets(most),
            wish.metrics_for,
            loop_time,
        ),
        http=requests,
        ws=sockets,
        loop="asyncio",  # other loops don't let a protocol say how much it reads at a time
        backlog=wish.limits.accepted_at_once,
        timeout_keep_alive=wish.limits.idle_seconds,
        ws_max_size=wish.limits.frame_bytes,
        ws_per_message_deflate=False,  # a frame is a kilobyte or two: packing it costs more than it saves
        ws_ping_interval=20,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
        proxy_headers=False,  # the application reads them: see `proxies`
    )
    return Announcing(config, ready, closing, wish.limits.queued)


class Announcing(uvicorn.Server):
    """Says when it is ready, and when it begins to close."""

    def __init__(
        self, config: uvicorn.Config, ready: Callable[[], None], closing: list[Callable[[], None]], queued: int
    ) -> None:
        """`ready` is called once, when pages can be fetched; each of `closing` before requests under way are waited for.

        `queued`: how many connections the system keeps waiting.
        """
        super().__init__(config)
        self._queued = queued
        self._ready = ready
        self._closing = closing

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop gracefully when told to; unlike uvicorn's own, then end as one who was asked to and not as one killed."""
        with heeding(self.handle_exit):
            yield

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop, soon. A second signal changes nothing: it would only keep the journal from being closed in order."""
        end_soon(0)
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tell those who may be long, then wait a little for requests under way."""
        for tell in self._closing:
            tell()
        await super().shutdown(sockets)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then say so."""
        await super().startup(sockets)
        for listener in sockets or ():
            listener.listen(self._queued)  # uvicorn's backlog is also how many asyncio accepts in one go
        if not self.should_exit:
            self._ready()


def _announce(address: str, others: str | None, place: str, browser: bool) -> None:
    print(f"Escale is open at {address}", flush=True)
    if others:
        print(f"Others in your network open {others}", flush=True)
    print(f"Games are kept in {place}. Ctrl-C closes.", flush=True)
    tell_systemd()
    if browser:
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def _own_address() -> str | None:
    """This computer's address in its network, if it is in one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.254.254.254", 9))  # sends nothing: the system only chooses from where it would
        except OSError:
            return None
        return str(probe.getsockname()[0])


@contextmanager
def _held(wish: Wish) -> Iterator[Callable[[str], None]]:
    """While the context lasts no other server may have the data folder; a PostgreSQL database may be shared."""
    with ExitStack() as stack:
        if wish.database is not None:
            yield lambda address: None
            return
        file = journal_file(wish.data)
        try:
            tell = stack.enter_context(locked(file))
        except StoreError as error:
            raise BadOption(str(error)) from None
        except OSError as error:
            raise refusal(error, f"{error.filename or file.parent}: {error.strerror}") from None
        yield tell


def _opened(wish: Wish) -> Callable[[], Coroutine[Any, Any, Journal]]:
    """How to open the journal; it is opened and tried once right now, so that what is wrong with it is said at once."""

    async def tried() -> None:
        check_quickly(wish.data, wish.database)
        journal = await open_journal(wish.data, wish.database)
        try:
            await journal.probe(time.time())
            await journal.blocked()
        finally:
            await journal.close()

    try:
        asyncio.run(tried())
    except Unavailable as error:
        raise NotNow(str(error)) from None
    except StoreError as error:
        raise BadOption(str(error)) from None
    return partial(_patiently, wish)


async def _patiently(wish: Wish) -> Journal:
    """The journal, open; a database that is away since it was tried is waited for."""
    while True:
        try:
            return await open_journal(wish.data, wish.database)
        except Unavailable as error:
            log.warning("%s", error)
            await asyncio.sleep(AWAY_SECONDS)


def _listener(wish: Wish) -> socket.socket:
    """A socket on the wished port, or unless that is a must, on one of the next."""
    ports = [wish.port] if wish.strict_port or wish.port == 0 else range(wish.port, wish.port + PORTS_TRIED)
    failure: OSError | None = None
    for port in ports:
        family = socket.AF_INET6 if ":" in wish.host else socket.AF_INET
        listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # unnamed, asyncio would not send at once
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # or one who never reads would keep a connection, closed here, for ever
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, round(UNREAD_SECONDS * 1000))
        try:
            listener.bind((wish.host, port))
        except OSError as error:
            listener.close()
            failure = error
        else:
            return listener
    text = f"cannot listen on {wish.host}, port {wish.port}: {failure.strerror if failure else 'no port'}"
    raise refusal(failure, text) if failure else BadOption(text)
