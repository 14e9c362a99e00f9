"""Who is at which table in other processes: each says who is there with it, and now and then that it is still alive itself."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import secrets
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from escale.store.background import kept
from escale.store.journal import Unavailable

if TYPE_CHECKING:
    from escale.server.live import Table

BEAT_SECONDS = 2.0
SILENT_SECONDS = 7.0  # without a word a process isn't there any more
TABLES_A_WORD = 100  # a word of PostgreSQL's has at most 8000 bytes
OTHERS_TURN_SECONDS = 5.0  # that another process gets to do what is its to do

There = tuple[list[int], int]  # the seats whose players are there, how many only watch
NOBODY: There = ([], 0)


class Word(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one process tells the others."""

    who: str
    at: dict[str, There] = {}  # by table, those that have changed
    whole: bool = False  # forget what was said before
    hello: bool = False  # say all of yours
    bye: bool = False


@dataclass
class Peer:
    """Another process."""

    heard: float
    at: dict[str, There] = field(default_factory=dict)


encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Word).decode


class Elsewhere:
    """The other processes. Without `begin` there are none."""

    def __init__(self) -> None:
        """Alone."""
        self._id = secrets.token_urlsafe(9)
        self._peers: dict[str, Peer] = {}
        self._mine: dict[str, There] = {}
        self._unsaid: set[str] = set()  # tables of ours that have changed
        self._whole = self._hello = True  # said first, and again whenever somebody may have missed something
        self._news = asyncio.Event()
        self._talking: asyncio.Task[None] | None = None
        self._changed: Callable[[str], None] = lambda match_id: None
        self._lost: Callable[[], None] = lambda: None

    def begin(self, say: Callable[[str], Awaitable[None]], changed: Callable[[str], None], lost: Callable[[], None]) -> None:
        """Talk from now on. `changed` is told a table where others came or went, `lost` that a process is there no more."""
        self._changed, self._lost = changed, lost
        self._talking = kept("talking with other processes", partial(self._talk, say))

    async def close(self, say: Callable[[str], Awaitable[None]]) -> None:
        """Tell the others that nobody is here any more."""
        if self._talking:
            self._talking.cancel()
            await asyncio.gather(self._talking, return_exceptions=True)
            with contextlib.suppress(Unavailable):
                await say(encode(Word(self._id, bye=True)).decode())

    def at(self, match_id: str) -> There:
        """The seats whose players are at a table elsewhere, and how many watch it there."""
        there = [peer.at.get(match_id, NOBODY) for peer in self._peers.values()]
        return sorted({seat for seats, _ in there for seat in seats}), sum(watchers for _, watchers in there)

    def tell(self, match_id: str, seats: list[int], watchers: int) -> None:
        """Who is at a table in this process."""
        there = (seats, watchers)
        if self._mine.get(match_id, NOBODY) != there:
            self._unsaid.add(match_id)
            self._news.set()
            if there == NOBODY:
                del self._mine[match_id]
            else:
                self._mine[match_id] = there

    def missed(self) -> None:
        """Others may have said what wasn't heard here, and the other way round."""
        self._whole = self._hello = True
        self._news.set()

    def heard(self, text: str) -> None:
        """Another process has said something."""
        try:
            word = decode(text)
        except msgspec.DecodeError:
            return  # of another version than ours
        if word.bye:
            self._forget(word.who)
            self._lost()
            return
        peer = self._peers.get(word.who)
        if peer is None:
            peer = self._peers[word.who] = Peer(0.0)
            self._hello |= not word.whole
        peer.heard = time.monotonic()
        self._whole |= word.hello
        if word.hello or self._hello:
            self._news.set()
        before = peer.at
        said = word.at if word.whole else before | word.at
        peer.at = {match_id: there for match_id, there in said.items() if there != NOBODY}
        self._tell_changes(before, peer.at)

    def first_in_line(self, match_id: str) -> bool:
        """Whether it is this process that takes up a table which all have read; they agree on which."""
        return self._id == max((self._id, *self._peers), key=lambda who: hashlib.sha256(f"{who} {match_id}".encode()).digest())

    def shared(self, wake: Callable[[Table], None]) -> Callable[[Table], None]:
        """The same call, made by the process that wrote the last event; by others if nothing has come of it for a while."""

        def again(table: Table, seq: int) -> None:
            if table.match.seq == seq:
                wake(table)

        def first(table: Table) -> None:
            if table.source == "here" or (table.source == "read" and self.first_in_line(table.match.id)):
                wake(table)
            elif table.match.turn is not None:
                asyncio.get_running_loop().call_later(OTHERS_TURN_SECONDS, again, table, table.match.seq)

        return first

    async def _talk(self, say: Callable[[str], Awaitable[None]]) -> None:
        while True:
            self._news.clear()
            try:
                await self._say_all(say)
            except Unavailable:
                await asyncio.sleep(BEAT_SECONDS)
            self._forget_the_silent()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(BEAT_SECONDS):  # wait_for would lose a `close` in the same moment as news
                    await self._news.wait()

    async def _say_all(self, say: Callable[[str], Awaitable[None]]) -> None:
        """What is to be said now. If that fails, whatever it is, others may have missed something."""
        try:
            for word in self._words():
                await say(encode(word).decode())
        except Exception:
            self._whole = self._hello = True
            raise

    def _words(self) -> list[Word]:
        """What is to be said now; if nothing is new, that we are alive."""
        whole, hello = self._whole, self._hello
        tables = sorted(self._mine if whole else self._unsaid)
        self._whole = self._hello = False
        self._unsaid.clear()
        chunks = [tables[start : start + TABLES_A_WORD] for start in range(0, len(tables), TABLES_A_WORD)] or [[]]
        return [
            Word(self._id, {match_id: self._mine.get(match_id, NOBODY) for match_id in chunk}, whole and not n, hello and not n)
            for n, chunk in enumerate(chunks)
        ]

    def _forget_the_silent(self) -> None:
        silent = [who for who, peer in self._peers.items() if peer.heard < time.monotonic() - SILENT_SECONDS]
        for who in silent:
            self._forget(who)
        if silent:
            self._lost()

    def _forget(self, who: str) -> None:
        if peer := self._peers.pop(who, None):
            self._tell_changes(peer.at, {})

    def _tell_changes(self, before: dict[str, There], after: dict[str, There]) -> None:
        for match_id in before.keys() | after.keys():
            if before.get(match_id) != after.get(match_id):
                self._changed(match_id)
