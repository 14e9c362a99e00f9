"""Short matches in which everything happens that can happen at a table, as the server writes them: for journals to be kept."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from escale import Game, Position
from escale.play import rulings
from escale.play.clock import Terms
from escale.play.events import Created, Ended, Event, Followed, Moved, Redeal, Resumed, Seated, Shared, Sitting, Trouble, Undone
from escale.play.match import Match
from escale.play.rulings import Command
from escale.server.bodies import MOST_REDEALS
from tests.conformance.tables import Table

BEGUN = 1_800_000_000.0  # when all of them began
SECONDS = 4.0  # between two events
LONGEST, SHORT = 160, 18  # moves of a game that is played to its end, and of one that its players end
REDEALT, BETWEEN_DEALS = 21, 3  # the seed of the first time that is dealt anew, and moves that are made between two times
PEOPLE = ("Ada", "Bob", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim", "Leo")
BOT = Sitting("bot", None, "easy")


def holder(seat: int) -> str:
    """Whoever plays a seat, as journals name them."""
    return PEOPLE[seat].lower()


def person(seat: int) -> Sitting:
    """Somebody at a seat."""
    return Sitting("human", PEOPLE[seat], None, (holder(seat),))


class Story:
    """A match under way, and all its events so far."""

    def __init__(
        self, game: Game, at: Table, seats: Iterable[Sitting], most: int, *, elapses: bool = False, **more: Any
    ) -> None:
        """At most `most` moves are made, then whoever is there ends it. `elapses`: events say for how long a clock has run."""
        created = Created(
            at=BEGUN,
            by=holder(0),
            game=game.id,
            version=game.version,
            players=at.players,
            options=dict(at.options),
            seed=at.seed,
            salt="5a17",
            seats=list(seats),
            invitation="invitation",
            **more,
        )
        self.events: list[Event] = [created]
        self.match = Match("kept", created)
        self.dice = random.Random(at.seed)
        self._most = most
        self._elapses = elapses
        self._commands = 0

    @property
    def at(self) -> float:
        """The time of the next event, by the table's own clock."""
        return self.match.time + SECONDS

    def by(self, name: str) -> Command:
        """The next command of somebody."""
        self._commands += 1
        return Command(name, f"c{self._commands}", self.at)

    def happen(self, event: Event | None) -> None:
        """Write an event."""
        assert event is not None
        if self._elapses:
            elapsed = event.at - self.match.time
            event = msgspec.structs.replace(event, at=self.match.updated + SECONDS, elapsed=elapsed)
        self.match.apply(event)
        self.events.append(event)

    def play(self, moves: int, stood_in: Trouble | None = None) -> None:
        """Let so many moves be made, at random, by whoever must."""
        for _ in range(moves):
            if self.match.turn is None or self.match.ply >= self._most:
                return
            self.move(self.dice.choice(self.match.position.names()), stood_in)

    def move(self, move: str, stood_in: Trouble | None = None) -> None:
        """Let a move be made by whoever must."""
        assert self.match.turn is not None
        seat = self.match.seats[self.match.turn]
        bot = not seat.human
        command = Command("", "", self.at) if bot else self.by(min(seat.holders))
        self.happen(rulings.move(self.match, command, self.match.seq, move, bot=bot, stood_in=stood_in if bot else None))

    def take_back(self, agree: bool = True, earlier: bool = False) -> None:
        """Whoever moved last takes that back; or, if an earlier move is meant, one who moved before them asks for it.

        If the others must be asked, they all say the same.
        """
        movers = list(dict.fromkeys(move.seat for move in reversed(self.match.moves) if self.match.seats[move.seat].human))
        if not movers or self.match.status != "playing":
            return
        seat = movers[-1] if earlier else movers[0]
        asked = rulings.undo(self.match, self.by(min(self.match.seats[seat].holders)), self.match.seq)
        self.happen(asked)
        if not isinstance(asked, Undone):
            self.answer(agree)

    def answer(self, yes: bool) -> None:
        """Everybody who is asked answers; what they have agreed to happens."""
        while self.match.asking and self.match.asking.waiting:
            name = min(self.match.seats[self.match.asking.waiting[0]].holders)
            self.happen(rulings.answer(self.match, self.by(name), yes))
        if self.match.asking:
            self.happen(rulings.agreed(self.match, self.at))

    def finish(self) -> None:
        """Play on to the end; or end it, if it takes too long."""
        self.play(self._most)
        if self.match.status == "playing":
            self.happen(rulings.end(self.match, self.by(min(self.match.seats[self.match.humans()[0]].holders)), ()))
            self.answer(True)
        self.happen(Followed(at=self.at, match="next"))


def people(game: Game, at: Table, most: int) -> Story:
    """Everybody plays themselves; moves are taken back, freely and by asking; one plays on with another device."""
    story = Story(game, at, map(person, range(at.players)), most, before="earlier")
    story.play(2)
    story.take_back()
    story.play(at.players)
    story.take_back(agree=False, earlier=True)
    story.happen(Shared(at=story.at, by=holder(0), command="c0", seat=0, holder="a-phone"))
    story.play(at.players)
    story.take_back(earlier=True)
    story.play(1)
    if story.match.status == "playing" and at.players > 1:
        story.happen(rulings.end(story.match, story.by(holder(0)), ()))
        story.answer(False)
    story.finish()
    return story


def bots(game: Game, at: Table, most: int) -> Story:
    """Somebody comes by invitation, leaves to a bot and comes back; a bot gives no move, and another plays for it."""
    last = at.players - 1
    seats = [person(0), *[BOT] * (at.players - 2), *[Sitting("open")] * (at.players > 1)]
    story = Story(game, at, seats, most, listed=True, pace="quick")
    if at.players > 1:
        story.happen(Seated(at=story.at, by=holder(last), seat=last, sitting=person(last)))
    story.play(3)
    story.happen(Seated(at=story.at, by=holder(last), command="c0", seat=last, sitting=BOT))
    story.play(at.players, "once")
    story.play(at.players, "for_good")
    story.happen(Seated(at=story.at, by=holder(last), command="c1", seat=last, sitting=Sitting("human", PEOPLE[last])))
    story.finish()
    return story


def clock(game: Game, at: Table, most: int) -> Story:
    """Time counts; a bot takes the seat of one who runs out, who comes back."""
    story = Story(game, at, map(person, range(at.players)), most, clock=Terms("game", 300.0, 5.0), elapses=True)
    story.play(2)
    story.take_back()
    story.play(1)
    if (slow := story.match.turn) is not None:
        story.happen(Seated(at=story.at + 400, seat=slow, sitting=BOT, by_clock=True))
        story.play(1)
        story.happen(Seated(at=story.at, by=holder(slow), command="c0", seat=slow, sitting=Sitting("human", PEOPLE[slow])))
    story.finish()
    return story


def out_of_time(game: Game, at: Table, most: int) -> Story:
    """On one screen, until somebody's time is over."""
    seats = [Sitting("human", PEOPLE[seat], None, (holder(0),)) for seat in range(at.players)]
    story = Story(game, at, seats, most, one_screen=True, clock=Terms("move", 60.0, then="end"), elapses=True)
    story.play(2)
    story.take_back()
    story.play(1)
    if story.match.status == "playing":
        story.happen(Ended(at=story.at + 60, seat=story.match.turn, by_clock=True))
    return story


def trial(game: Game, at: Table, most: int) -> Story:
    """It goes on from another game; what nobody may know is dealt anew, where something is."""
    alone = [person(0), *[BOT] * (at.players - 1)]
    hides = Story(game, at, alone, 0).match.hides
    first = [Redeal(0, 11)] if hides else []
    before = Story(game, at, alone, most, trial=True, redeals=first)
    before.play(5)
    start = [event.move for event in before.events if isinstance(event, Moved)]
    redeals = [*first, Redeal(len(start), 12, 0)] if hides else []
    story = Story(game, at, alone, most, trial=True, start=start, redeals=redeals)
    story.finish()
    return story


def dealt_anew(game: Game, at: Table, most: int) -> Story:
    """It goes on from a game again and again: every few moves, what nobody knows is dealt anew, or what a seat doesn't know."""
    dice, eyes = random.Random(at.seed), itertools.cycle([None, *range(at.players)])
    start: list[str] = []
    redeals: list[Redeal] = []
    position = at.new(game)
    while True:
        moves = random_moves(position, dice, min(BETWEEN_DEALS, most - len(start)))
        if position.over or len(start) + len(moves) == most or len(redeals) == MOST_REDEALS:
            break
        start += moves
        redeals.append(Redeal(len(start), REDEALT + len(redeals), next(eyes)))
        position = position.determinized(redeals[-1].seat, redeals[-1].seed)
    alone = [person(0), *[BOT] * (at.players - 1)]
    story = Story(game, at, alone, most, trial=True, start=start, redeals=redeals)
    for move in moves:
        story.move(move)
    story.dice = dice
    story.finish()
    return story


def random_moves(position: Position, dice: random.Random, most: int) -> list[str]:
    """Play so many moves at random, or fewer to the end; returns them."""
    moves: list[str] = []
    while len(moves) < most and not position.over:
        moves.append(dice.choice(position.names()))
        position.play(moves[-1])
    return moves


def early_move(game: Game, at: Table, most: int) -> Story:
    """As it was before a game waited for everybody: a move was made while a seat was open."""
    first = at.new(game)
    seats = [person(seat) if seat == first.turn else Sitting("open") for seat in range(at.players)]
    story = Story(game, at, seats, most)
    story.happen(Moved(at=story.at, by=holder(first.turn or 0), command="c0", move=first.names()[0]))
    for seat in range(at.players):
        if seats[seat].kind == "open":
            story.happen(Seated(at=story.at, by=holder(seat), seat=seat, sitting=person(seat)))
    story.finish()
    return story


def older_clock(game: Game, at: Table, most: int) -> Story:
    """As it was before clocks were charged by elapsed time: by the time of day, but for that without a server."""
    story = Story(game, at, map(person, range(at.players)), most, clock=Terms("game", 300.0, 5.0))
    story.play(2)
    story.happen(Resumed(at=story.at + 5000, start=story.at, end=story.at + 4990))
    story.play(2)
    if (slow := story.match.turn) is not None:
        story.happen(Seated(at=story.at + 400, seat=slow, sitting=BOT, by_clock=True))
    story.finish()
    return story


def found(game: Game, at: Table, moves: Sequence[str], redeals: Sequence[Redeal] = ()) -> Story:
    """Everybody plays themselves, the moves of a game that somebody has found; from where it was last dealt anew, if ever."""
    start = max((redeal.ply for redeal in redeals), default=0)
    trial: dict[str, Any] = {"trial": True, "start": list(moves[:start]), "redeals": list(redeals)} if redeals else {}
    story = Story(game, at, map(person, range(at.players)), len(moves), **trial)
    for move in moves[start:]:
        story.move(move)
    story.finish()
    return story


Tale = Callable[[Game, Table, int], Story]
#: By their names: those told at any table, one after the other, and those told once.
USUAL: dict[str, Tale] = {tale.__name__: tale for tale in (people, bots, clock, trial)}
ONCE: dict[str, Tale] = {tale.__name__: tale for tale in (out_of_time, early_move, older_clock)}


def told(tale: Tale, game: Game, at: Table) -> Story:
    """A story, with the game played to its end if that isn't too long; one that is dealt anew gets as far as it may."""
    whole = tale(game, at, LONGEST)
    return whole if len(whole.match.moves) < LONGEST or tale is dealt_anew else tale(game, at, SHORT)
