"""The requests, one function each: decoded body in, struct out. `app` puts them on their paths."""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from escale.play import rulings
from escale.play.match import Match
from escale.play.rulings import Refused
from escale.rules.companion import count
from escale.rules.cores import cores
from escale.rules.errors import BadOption, OtherVersion
from escale.rules.shelf import games, offers_companion, words_of
from escale.search.bots import NEWCOMER
from escale.server import bodies, limits, making, projection, tokens
from escale.server.addresses import network
from escale.server.health import Health
from escale.server.live import Table
from escale.server.readiness import Readiness
from escale.server.reviews import Reviews
from escale.server.roster import Roster
from escale.server.shares import Asker, Claim, Line, One
from escale.server.tables import NoSuchTable, Tables
from escale.server.threads import Late, Threads
from escale.store.journal import Unavailable

DAY = 24 * 3600.0
LOOKING = "looking back"  # the threads that go through whole games
LOOK_SECONDS = 300.0  # that one may take on the slowest machine; none has ever needed as much
LOOK_EXPECTED = 0.2  # seconds that one usually takes

log = logging.getLogger("escale.requests")
Result = TypeVar("Result")


@dataclass(frozen=True)
class DecodedRequest:
    """A request, decoded: who asks, what the path and the query say, the body."""

    holder: str
    path: dict[str, str]
    query: dict[str, str]
    body: Any = None
    address: str = ""  # where it came from

    @property
    def asker(self) -> Asker:
        """Whoever asks, as lines know them."""
        return Asker.at(self.address, self.holder)


class Requests:
    """What the library answers."""

    def __init__(
        self,
        tables: Tables,
        readiness: Readiness,
        roster: Roster,
        reviews: Reviews,
        health: Health,
        most: limits.Limits = limits.DEFAULTS,
    ) -> None:
        """About these tables. `most`: how much anybody may ask for."""
        self.limits = most
        self._tables = tables
        self._ready = readiness
        self._roster = roster
        self._reviews = reviews
        self._health = health
        self._cards: list[bodies.Card] = []  # once somebody has asked: the texts of all games are read for it
        self._asking = limits.Rates(most.requests_per_second, most.requests_at_once, most.addresses_remembered)
        self._under_way = limits.Places(most.requests_under_way)
        line = Line(max(1, cores() // 2), most=most.replays_waiting, each=most.replays_per_person)
        self._looking = Threads(name=LOOKING, line=line)
        self._making = limits.Rates(most.tables_per_second, most.tables_at_once, most.addresses_remembered)

    @contextlib.contextmanager
    def admitted(self, address: str) -> Iterator[None]:
        """While the context lasts, a request is under way; TooMany if too many come from one address."""
        self._asking.spend(network(address), time.monotonic())
        with self._under_way.taken(network(address)):
            yield

    async def health(self, asked: DecodedRequest) -> bodies.Health:
        """Ready: can the journal be read and written? NotReady says why not."""
        await self._health.check()
        return bodies.Health("ok")

    async def live(self, asked: DecodedRequest) -> bodies.Health:
        """Alive: this is answered."""
        return bodies.Health("ok")

    async def shelf(self, asked: DecodedRequest) -> bodies.Games:
        """The games there are."""
        self._cards = self._cards or [card(game_id, self._roster) for game_id in games()]
        return bodies.Games(self._cards)

    async def demo(self, asked: DecodedRequest) -> bodies.Demo:
        """A short game between bots."""
        return bodies.Demo(await self._ready.demo(asked.path["game"]))

    async def companion(self, asked: DecodedRequest) -> dict[str, Any]:
        """Count what lies on a real table; nothing is kept."""
        game = asked.path["game"]
        if offers_companion(game):
            await self._ready.wait(game)
        return await self._looked_back(partial(count, game, asked.body), asked)

    async def make(self, asked: DecodedRequest) -> bodies.Made:
        """Make a table."""
        self._making.spend(network(asked.address), time.monotonic())
        recently = time.time() - self.limits.days_counted * DAY
        if await self._tables.journal.count_playing(asked.holder, recently) >= self.limits.tables_per_person:
            raise limits.TooMany("tables")
        wish: bodies.NewTable = asked.body
        event = making.created(wish, asked.holder, self._roster)
        table = await self._tables.make(event, asked.asker)
        return bodies.Made(table.match.id, table.match.held_by(asked.holder))

    async def mine(self, asked: DecodedRequest) -> bodies.TableList:
        """The tables one has a seat at."""
        ids = await self._tables.journal.held_by(asked.holder, self.limits.tables_listed)
        return bodies.TableList(await self._summaries(ids, asked.asker))

    async def listed(self, asked: DecodedRequest) -> bodies.TableList:
        """The tables anybody may watch."""
        found = await self._summaries(await self._tables.journal.listed(self.limits.tables_listed), asked.asker)
        return bodies.TableList([summary for summary in found if summary.playable])

    async def table(self, asked: DecodedRequest) -> bodies.Summary:
        """A table as lists show it, also one whose rules aren't here."""
        return await self._summary(asked.path["table"], asked.asker)

    async def end(self, asked: DecodedRequest) -> bodies.Summary:
        """End a table, or ask the others to; one whose rules aren't here at once, as nobody can be at it."""
        match_id = asked.path["table"]
        try:
            table = await self._tables.get(match_id, asked.asker)
        except OtherVersion:
            return projection.summary(await self._tables.end_without_rules(match_id, asked.holder), asked.holder)
        await table.change(
            asked.holder,
            "",
            lambda match, at: rulings.end(match, rulings.Command(asked.holder, "", at), table.absent()),
        )
        return projection.summary(table.match, asked.holder)

    async def invitation(self, asked: DecodedRequest) -> bodies.Invitation:
        """What an invitation is for."""
        match = (await self._invited(asked.path["key"], asked.asker)).match
        return bodies.Invitation(
            id=match.id,
            game=match.created.game,
            players=match.created.players,
            options=match.position.options,
            seats=[projection.shown(seat) for seat in match.seats],
            yours=match.held_by(asked.holder),
        )

    async def join(self, asked: DecodedRequest) -> bodies.Place:
        """Take an open seat; one who has a seat already is just told which."""
        table = await self._invited(asked.path["key"], asked.asker)
        wish: bodies.Joining = asked.body
        bots = self._roster.names
        if not table.match.held_by(asked.holder):
            await table.change(
                asked.holder,
                "",
                lambda match, at: rulings.join(match, rulings.Command(asked.holder, "", at), wish.seat, wish.name, bots),
            )
        return bodies.Place(table.match.id, table.match.held_by(asked.holder)[0])

    async def seat_link(self, asked: DecodedRequest) -> bodies.Link:
        """A key with which another device may play one's seat."""
        table = await self._tables.get(asked.path["table"], asked.asker)
        key, seat = tokens.new_link(), int(asked.path["seat"])
        await table.change(
            asked.holder,
            "",
            lambda match, at: rulings.share(match, rulings.Command(asked.holder, "", at), seat, tokens.hashed(key)),
        )
        return bodies.Link(key)

    async def claim(self, asked: DecodedRequest) -> bodies.Place:
        """Play the seat of a private link on this device too."""
        link = tokens.hashed(asked.path["key"])
        found = await self._tables.journal.held_by(link, 1)
        if not found:
            raise NoSuchTable(link)
        table = await self._tables.get(found[0], asked.asker)
        await table.change(
            asked.holder, "", lambda match, at: rulings.claim(match, rulings.Command(asked.holder, "", at), link)[1]
        )
        seat, _ = rulings.claim(table.match, rulings.Command(asked.holder, "", 0), link)
        return bodies.Place(table.match.id, seat)

    async def rematch(self, asked: DecodedRequest) -> bodies.Next:
        """The table that follows this one."""
        table = await self._tables.get(asked.path["table"], asked.asker)
        return bodies.Next(await self._tables.rematch(table, asked.holder))

    async def past(self, asked: DecodedRequest) -> bodies.Past:
        """An earlier position, as one's own seat saw it."""
        match = (await self._tables.get(asked.path["table"], asked.asker)).match
        ply = int(asked.path["ply"])
        if ply > match.ply:
            raise BadOption(f"ply {ply}: allowed are 0 to {match.ply}")
        return projection.past(match, ply, own_seat(match, asked))

    async def replay(self, asked: DecodedRequest) -> bodies.Replay:
        """A whole game, when it is over."""
        match = await self._finished(asked.path["table"], asked.asker)
        seat = int(asked.query["seat"]) if asked.query.get("seat", "").isdecimal() else None
        return await self._looked_back(partial(projection.replay, match, seat), asked)

    async def replay_record(self, asked: DecodedRequest) -> bodies.Replay:
        """A whole game that was played anywhere."""
        await self._ready.wait(asked.body.game, asked.body.version)
        return await self._looked_back(lambda: projection.replay(making.replayed(asked.body)), asked)

    async def review(self, asked: DecodedRequest) -> bodies.Reviewing:
        """A finished game looked back at, or how far that is."""
        match = await self._finished(asked.path["table"], asked.asker)

        async def itself() -> Match:
            return match

        return await self._reviews.ask(projection.record(match), itself, asked.asker)

    async def review_record(self, asked: DecodedRequest) -> bodies.Reviewing:
        """A game that was played anywhere looked back at, or how far that is."""
        await self._ready.wait(asked.body.game, asked.body.version)
        replayed = partial(self._looked_back, partial(making.replayed, asked.body), asked)
        return await self._reviews.ask(asked.body, replayed, asked.asker)

    async def export(self, asked: DecodedRequest) -> bodies.Record:
        """A whole game as a file; without its rules, if these aren't here, as it was written."""
        match_id = asked.path["table"]
        try:
            return projection.record(await self._finished(match_id, asked.asker))
        except OtherVersion:
            outline = await self._tables.outline(match_id)
            if outline.status == "playing":
                raise Refused("not_over") from None
            if not outline.whole:
                raise  # nobody knows what a newer server has written there
            return projection.record(outline)

    async def _looked_back(self, work: Callable[[], Result], asked: DecodedRequest) -> Result:
        """What comes of going through a whole game, once it is this person's turn; TooMany if too many wait."""
        try:
            return await self._looking.run(work, LOOK_SECONDS, lambda: None, Claim(LOOK_EXPECTED, One(asked.asker)))
        except Late:
            raise limits.TooMany("looking back") from None

    async def _invited(self, key: str, asker: Asker) -> Table:
        match_id = await self._tables.journal.invited_to(key)
        if match_id is None:
            raise NoSuchTable(key)
        return await self._tables.get(match_id, asker)

    async def _finished(self, match_id: str, asker: Asker) -> Match:
        match = (await self._tables.get(match_id, asker)).match
        if match.status == "playing":
            raise Refused("not_over")
        return match

    async def _summaries(self, ids: list[str], asker: Asker) -> list[bodies.Summary]:
        found = []
        for match_id in ids:
            try:
                found.append(await self._summary(match_id, asker))
            except (Unavailable, Refused):
                raise
            except Exception:  # one that is damaged must not hide the others
                log.exception("a table can't be listed", extra={"table": match_id})
        return found

    async def _summary(self, match_id: str, asker: Asker) -> bodies.Summary:
        try:
            return projection.summary((await self._tables.get(match_id, asker)).match, asker.holder)
        except OtherVersion:
            return projection.summary(await self._tables.outline(match_id), asker.holder)


def own_seat(match: Match, asked: DecodedRequest) -> int | None:
    """The seat whose view somebody may have: the one they name if it is theirs, else their only one."""
    mine = match.held_by(asked.holder)
    wanted = asked.query.get("seat", "")
    if wanted.isdecimal() and int(wanted) in mine:
        return int(wanted)
    return mine[0] if len(mine) == 1 else None


def card(game_id: str, roster: Roster) -> bodies.Card:
    """A game as the shelf shows it, with the bots there are."""
    info, words = games()[game_id], words_of(game_id)
    options = [
        bodies.OptionCard(
            name=option.name,
            values=list(option.values),
            default=option.default,
            players={str(value): list(counts) for value, counts in option.players.items()},
            needs=dict(option.needs),
            idle=option.idle,
        )
        for option in info.options
    ]
    return bodies.Card(
        id=game_id,
        version=info.version,
        names={language: texts.say("game.name") for language, texts in words.items()},
        taglines={language: texts.say("game.tagline") for language, texts in words.items()},
        players=list(info.players),
        minutes=info.minutes,
        secrets=list(info.secret_with),
        options=options,
        bots=list(roster.offered),
        bot=NEWCOMER,
        companion=offers_companion(game_id),
    )
