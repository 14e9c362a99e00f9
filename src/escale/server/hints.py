"""Hints: thought out beside the event loop, for the seat to move alone, and told to nobody but who asked."""

from __future__ import annotations

import logging
import threading
from functools import partial
from weakref import WeakKeyDictionary

from escale.play import rulings
from escale.play.rulings import Refused
from escale.search.advice import Advice, advise
from escale.search.budget import lasting
from escale.server import limits
from escale.server.bot_turns import own_seed
from escale.server.listener import Listener
from escale.server.live import Table
from escale.server.readiness import Readiness
from escale.server.shares import Asker, Claim, Ledger, Line, One
from escale.server.threads import Late, Threads

log = logging.getLogger("escale.hints")
SECONDS = 0.3  # about, as they are counted in iterations: the same hint comes in every process
DEADLINE_SECONDS = 3.0  # on a machine that has too much to do the hint is what was found by then

Moment = tuple[int, int]  # since which seq a table's position is what it is, and the seat to move


class Hints:
    """Those of one process: one at a time for each table."""

    def __init__(self, readiness: Readiness, most: limits.Limits = limits.DEFAULTS) -> None:
        """None asked for yet."""
        self._ready = readiness
        # Where many bots think, people would wait for all of them; and one who asks at many tables waits behind the others.
        line = Line(1, Ledger(2 * most.addresses_remembered), most=most.hints_waiting)
        self._threads = Threads(name="hinting", line=line)
        self._thinking: set[str] = set()  # tables
        self._last: WeakKeyDictionary[Table, tuple[Moment, Advice]] = WeakKeyDictionary()

    async def give(self, table: Table, asker: Listener, seq: int) -> Advice:
        """A hint in the position of `seq`; Refused if the asker may have none, or the position is another meanwhile."""
        match = table.match
        seat = rulings.hint(match, asker.holder, asker.seat, seq)
        moment = (match.moved_at, seat)
        if table in self._last and self._last[table][0] == moment:
            return self._last[table][1]
        if match.id in self._thinking:
            raise Refused("busy")
        self._thinking.add(match.id)
        try:
            advice = await self._thought(table, Asker.at(asker.address, asker.holder))
        finally:
            self._thinking.discard(match.id)
        if (match.moved_at, match.turn) != moment:
            raise Refused("stale")
        self._last[table] = (moment, advice)
        rulings.hint(match, asker.holder, asker.seat, seq)  # the seat may be somebody else's by now, or covered
        return advice

    async def _thought(self, table: Table, asker: Asker) -> Advice:
        match = table.match
        position, seed = match.position.copy(), own_seed("hint", match)
        stop = threading.Event()
        try:
            await self._ready.to_think(match.created.game, match.created.version)
            think = partial(advise, position, lasting(position.game.info, SECONDS), seed, stop)
            return await self._threads.run(think, DEADLINE_SECONDS, stop.set, Claim(SECONDS, One(asker)))
        except (Late, limits.TooMany):
            raise Refused("busy") from None
        except Exception:
            log.exception("a hint failed", extra={"table": match.id, "game": match.created.game})
            raise Refused("our_mistake") from None
