"""Runs the server: finds a port, shows where it is, opens the browser, stops gracefully."""

from __future__ import annotations

import signal
import socket
import threading
import webbrowser
from collections.abc import Callable, Coroutine, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import uvicorn
from platformdirs import user_data_path

from escale.rules.errors import BadOption
from escale.server import limits
from escale.server.app import app
from escale.store.journal import Journal, StoreError
from escale.store.sqlite import SqliteJournal

FILE = "escale.sqlite3"
PORTS_TRIED = 20
GRACE_SECONDS = 5
UNREAD_MILLISECONDS = 30_000  # that what was sent may stay unread before the system cuts a connection
STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)


@dataclass(frozen=True)
class Wish:
    """How somebody wants it served."""

    host: str
    port: int
    data: Path | None = None
    bot_pace: float = 0.9
    browser: bool = False
    strict_port: bool = False  # fail rather than take the next free port


def serve(wish: Wish) -> None:
    """Serve until told to stop."""
    folder = wish.data or default_folder()
    file = folder / FILE
    listener = _listener(wish)
    host, port = listener.getsockname()[:2]
    address = f"http://{'localhost' if host in ('127.0.0.1', '0.0.0.0') else host}:{port}/"
    config = uvicorn.Config(
        app(_sqlite(file), wish.bot_pace),
        ws="websockets-sansio",
        ws_max_size=limits.FRAME_BYTES,
        ws_ping_interval=20,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
        proxy_headers=False,
    )
    server = Announcing(config, lambda: _announce(address, file, wish.browser))
    with closing(listener):
        server.run(sockets=[listener])


def default_folder() -> Path:
    """Where the games of this user are kept."""
    return user_data_path("escale", appauthor=False)


class Announcing(uvicorn.Server):
    """Says when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        """`ready` is called once, when pages can be fetched."""
        super().__init__(config)
        self._ready = ready

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop gracefully when told to; unlike uvicorn's own, then end as one who was asked to and not as one killed."""
        before = {number: signal.signal(number, self.handle_exit) for number in STOP_SIGNALS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then say so."""
        await super().startup(sockets)
        if not self.should_exit:
            self._ready()


def _announce(address: str, file: Path, browser: bool) -> None:
    print(f"Escale is open at {address}", flush=True)
    print(f"Games are kept in {file}. Ctrl-C closes.", flush=True)
    if browser:
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def _sqlite(file: Path) -> Callable[[], Coroutine[Any, Any, Journal]]:
    """The journal in a file; opened right now, so that what is wrong with it is said at once."""
    try:
        journal = SqliteJournal(file)
    except StoreError as error:
        raise BadOption(str(error)) from None

    async def opened() -> Journal:
        return journal

    return opened


def _listener(wish: Wish) -> socket.socket:
    """A socket on the wished port, or unless that is a must, on one of the next."""
    ports = [wish.port] if wish.strict_port or wish.port == 0 else range(wish.port, wish.port + PORTS_TRIED)
    failure: OSError | None = None
    for port in ports:
        listener = socket.socket(socket.AF_INET6 if ":" in wish.host else socket.AF_INET)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # or one who never reads would keep a connection, closed here, for ever
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD_MILLISECONDS)
        try:
            listener.bind((wish.host, port))
        except OSError as error:
            listener.close()
            failure = error
        else:
            return listener
    raise BadOption(f"cannot listen on {wish.host}, port {wish.port}: {failure.strerror if failure else 'no port'}")
