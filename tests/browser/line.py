"""A line between a browser and a server that can be cut and mended, or bring no answers for a while."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable, Iterator

PIECE = 65536


class Line:
    """Passes bytes on from a port of its own; use it by `line_to`."""

    def __init__(self, port: int) -> None:
        """To this port of this machine."""
        self._far = port
        self.port = 0
        self._down = False
        self._silent = False
        self._open: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run)

    @property
    def address(self) -> str:
        """Where a browser finds it."""
        return f"http://localhost:{self.port}"

    def start(self) -> None:
        """Listen, in a thread."""
        self._thread.start()
        self._ready.wait()

    def stop(self) -> None:
        """End it all."""
        self._loop.call_soon_threadsafe(self._stop)
        self._thread.join()

    def cut(self) -> None:
        """Break all connections, and let no new one in."""
        self._down = True
        self._do(self._break)

    def silence(self) -> None:
        """Nothing comes from the server any more; what the browser says still arrives."""
        self._silent = True

    def mend(self) -> None:
        """As at first."""
        self._down = self._silent = False

    def _do(self, what: Callable[[], None]) -> None:
        done = threading.Event()
        self._loop.call_soon_threadsafe(what)
        self._loop.call_soon_threadsafe(done.set)
        done.wait()

    def _run(self) -> None:
        server = self._loop.run_until_complete(asyncio.start_server(self._serve, "127.0.0.1", 0, family=0))
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        self._loop.run_forever()
        server.close()
        tasks = asyncio.all_tasks(self._loop)
        for task in tasks:
            task.cancel()
        if tasks:
            self._loop.run_until_complete(asyncio.wait(tasks))
        self._loop.close()

    def _stop(self) -> None:
        self._break()
        self._loop.stop()

    def _break(self) -> None:
        for writer in list(self._open):
            writer.transport.abort()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._down:
            writer.transport.abort()
            return
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._far)
        except OSError:
            writer.transport.abort()
            return
        ends = {writer, far_writer}
        self._open |= ends
        with contextlib.suppress(asyncio.CancelledError):  # when the line ends; asyncio would call it an error
            await asyncio.gather(self._pass_on(reader, far_writer, False), self._pass_on(far_reader, writer, True))
        self._open -= ends

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, answers: bool) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(PIECE):
                if answers and self._silent:
                    continue
                writer.write(data)
                await writer.drain()
        writer.transport.abort()


@contextlib.contextmanager
def line_to(port: int) -> Iterator[Line]:
    """A line while the context lasts."""
    line = Line(port)
    line.start()
    try:
        yield line
    finally:
        line.stop()
