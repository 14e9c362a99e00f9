"""A match as its events make it: what is so now. Whether something may happen is decided in `rulings`."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any, Literal, NamedTuple

from escale.play.clock import Clock
from escale.play.events import (
    Answered,
    Asked,
    Created,
    Damaged,
    Ended,
    Event,
    Followed,
    Moved,
    Resumed,
    Seated,
    Shared,
    Sitting,
    Trouble,
    Undone,
)
from escale.rules.errors import EscaleError, IllegalMove, NoSuchGame, OtherVersion, shown
from escale.rules.position import Position
from escale.rules.registry import load

Status = Literal["playing", "over", "ended"]
SEATING = ("sat", "left", "bot", "clock")  # events of the log that tell who sits where, and why


class StandIn(NamedTuple):
    """That a bot gave no move, and another played for it: the one that led to `ply`; from then on all, if `for_good`."""

    seat: int
    ply: int
    bot: str
    for_good: bool


@dataclass(frozen=True)
class Played:
    """One move that still stands. Its text is nobody's to read here: see `Match.told` and `Match.moves_as_played`."""

    seat: int
    number: int
    lines: int  # how long the log was before it
    seq: int  # of the event
    left: tuple[float, ...]  # the time each seat had when it was made; empty without a clock
    thought: float  # how long the seat had thought until then, in all
    stand_in: StandIn | None = None  # if it tells of one


@dataclass(frozen=True)
class Attempt:
    """A move tried on a copy of the position."""

    text: str  # as it was given
    number: int
    name: str
    after: Position


@dataclass
class Asking:
    """What is being asked, and who hasn't answered."""

    what: Literal["undo", "end"]
    seat: int
    waiting: list[int]
    ply: int


@dataclass
class Seat:
    """A place at the table. `holders`: hashes of the tokens that may play it."""

    sitting: Sitting
    holders: set[str] = field(default_factory=set)
    shown_to: set[str] = field(default_factory=set)  # the holders who have seen what this seat alone knows
    called: str | None = None  # the name of who plays it, or last did: theirs again when they take it back
    since: int = 0  # the seq when it last changed hands

    @property
    def human(self) -> bool:
        """Whether somebody plays it themselves."""
        return self.sitting.kind == "human"


class WrongStart(EscaleError):
    """A move that can't be played among those a table goes on from. `ply`: its number, from 1."""

    def __init__(self, ply: int, move: str, why: EscaleError) -> None:
        """`move` as it was given, and `why` it can't."""
        reason = str(why.refusal) if isinstance(why, IllegalMove) else str(why)
        super().__init__(f"move {ply} ({shown(move)}): {reason}")
        self.ply, self.move, self.why = ply, move, why


class Match:
    """The fold of a journal."""

    def __init__(self, match_id: str, created: Created) -> None:
        """By the rules of its version. NoSuchGame or OtherVersion if these aren't here; WrongStart, see there."""
        self.id = match_id
        self.created = created
        self.game = load(created.game, created.version)
        self._deals: dict[int, Position] = {}  # by ply: the deal, and what was dealt anew
        self.position = self._dealt(0, self.game.new(created.players, created.seed, **created.options))
        self.before = self.position  # the position before the last move
        self._attempt: Attempt | None = None
        self._last_revealed: bool | None = None  # whether the last move did, once somebody has asked
        self.seq = 1
        self.moved_at = 1  # the seq of the last event that changed the position
        self.moves: list[Played] = []
        self._texts: list[str] = []  # of the moves, as their players wrote them
        self.log: list[dict[str, Any]] = []
        self.seats = [Seat(sitting, set(sitting.holders), called=sitting.name) for sitting in created.seats]
        self.begun = False  # once every seat has had somebody to play it; before, nothing hidden is shown and nobody moves
        self.asking: Asking | None = None
        self.undone = False
        self.witnesses: frozenset[str] | None = None  # the holders who saw all that was taken back; None: nothing was, or all
        self.ended = False
        self.next: str | None = None
        self.handed_in = False  # somebody has brought it whole, to be looked at: nothing in it is hidden from them
        self.updated = created.at
        self.time = created.at  # the table's own time of the last event: it stands while no move can be taken
        self.clock: Clock | None = None  # stands while the moves of a trial are made
        self.answers = {(created.by, created.command): 1}  # what was done by each command, as the seq it made
        for ply, move in enumerate(created.start, 1):
            try:
                self._play(move)
            except EscaleError as error:
                raise WrongStart(ply, move, error) from None
            if any(redeal.ply == ply for redeal in created.redeals):
                self.position = self._dealt(ply, self.position)
        if created.clock:
            self.clock = Clock(created.clock, created.players)
        self._show_seats()
        self._wind()

    @classmethod
    def of(cls, match_id: str, events: Iterable[Event]) -> Match:
        """The match that a whole journal makes; Damaged if it can't have happened."""
        first, *others = events
        try:
            assert isinstance(first, Created), "a journal begins with its creation"
            match = cls(match_id, first)
        except (NoSuchGame, OtherVersion):
            raise
        except Exception as error:
            raise Damaged from error
        for event in others:
            match.apply(event)
        return match

    @property
    def status(self) -> Status:
        """Whether it is being played, over by the rules, or ended by the players."""
        return "ended" if self.ended else "over" if self.position.over else "playing"

    @property
    def turn(self) -> int | None:
        """The seat that must decide; None when nobody must: when it is over, or not everybody has come yet."""
        return self.position.turn if self.begun and self.status == "playing" else None

    @property
    def ply(self) -> int:
        """How many moves stand."""
        return len(self.moves)

    @property
    def commitment(self) -> str:
        """The hash shown at the start that only this seed and salt have."""
        return commitment(self.deal_seed, self.created.salt)

    @property
    def deal_seed(self) -> int:
        """The seed of the last deal, which is this table's own."""
        return self.created.redeals[-1].seed if self.created.redeals else self.created.seed

    @property
    def dealt_at(self) -> int:
        """After how many moves what is hidden was last dealt."""
        return max(self._deals)

    def stand_ins(self) -> list[StandIn]:
        """What is told of bots that gave no move, in order; of the moves that stand."""
        return [played.stand_in for played in self.moves if played.stand_in]

    def replaced(self, seat: int) -> bool:
        """Whether another plays for good for the bot that sits there: until the seat changes hands."""
        told = [played.stand_in for played in self._since_seated(seat) if played.stand_in]
        return bool(told) and told[-1].for_good

    def failed_turns(self, seat: int) -> int:
        """In how many turns, up to its last, the bot that sits there gave no move; of one that is not replaced."""
        return len(list(takewhile(lambda played: played.stand_in, reversed(self._since_seated(seat)))))

    def _since_seated(self, seat: int) -> list[Played]:
        """The moves of whoever sits there."""
        return [played for played in self.moves if played.seat == seat and played.seq > self.seats[seat].since]

    def revealed(self, ply: int) -> bool:
        """Whether the move after so many has shown anybody something hidden."""
        if ply != self.ply - 1:
            return self.at(ply).reveals(self.moves[ply].number)
        if self._last_revealed is None:
            self._last_revealed = self.before.reveals(self.moves[ply].number)
        return self._last_revealed

    @property
    def has_secrets(self) -> bool:
        """Whether seats know different things here, which nobody may know of two of them. All may before one screen."""
        return not self.created.one_screen and self.game.info.has_secrets(self.created.players, self.position.options)

    @property
    def hides(self) -> bool:
        """Whether anything is hidden from anybody here. Nothing is before one screen."""
        return not self.created.one_screen and self.game.info.hides(self.created.players, self.position.options)

    def missed_a_takeback(self, holder: str) -> bool:
        """Whether others have seen, in moves that were taken back, what this holder hasn't and what is still hidden."""
        return self.hides and self.witnesses is not None and holder not in self.witnesses

    def knows_another(self, holder: str, seat: int) -> bool:
        """Whether a holder has seen what another seat than this one knows."""
        return any(holder in place.shown_to for other, place in enumerate(self.seats) if other != seat)

    def eyes(self, ply: int, seat: int | None) -> int | None:
        """Whose eyes a seat (None: a watcher) has for the position after so many moves, and for the move made there.

        A watcher's, if what the seat knew then was dealt anew since: it has another hand now, and never had that one here.
        """
        return seat if all(redeal.seat == seat for redeal in self.created.redeals if redeal.ply > ply) else None

    def told(self, ply: int, seat: int | None, *, revealed: bool = False) -> str:
        """The text of the move after so many, as a seat (None: a watcher) saw it made."""
        return self._before(ply).told(self.moves[ply].number, self.eyes(ply, seat), revealed=revealed)

    def effects(self, ply: int, seat: int | None, *, revealed: bool = False) -> list[dict[str, Any]]:
        """What the move after so many did, as a seat (None: a watcher) saw it happen."""
        return self._before(ply).effects(self.moves[ply].number, self.eyes(ply, seat), revealed=revealed)

    def moves_as_played(self) -> list[str]:
        """Every move as its player wrote it, which may tell what is hidden: only when the game is over, or was handed in."""
        if self.status == "playing" and not self.handed_in:
            raise AssertionError("what is hidden in moves is told at the end")
        return list(self._texts)

    def held_by(self, holder: str | None) -> list[int]:
        """The seats that a holder plays."""
        return [n for n, seat in enumerate(self.seats) if seat.human and holder in seat.holders]

    def kept_for(self, holder: str | None) -> list[int]:
        """The seats that a holder has left and may take back."""
        return [n for n, seat in enumerate(self.seats) if not seat.human and holder in seat.holders]

    def humans(self) -> list[int]:
        """The seats that people play."""
        return [n for n, seat in enumerate(self.seats) if seat.human]

    def plays_alone(self, seat: int) -> bool:
        """Whether nobody else plays than those of a seat, or all do on one screen."""
        mine = self.seats[seat].holders
        return self.created.one_screen or all(place.holders <= mine for place in self.seats)

    def left_if_taken_back(self, ply: int, at: float) -> float | None:
        """The time that a seat has if it takes back its own move after `ply` without asking; None if nobody's time counts.

        What it has thought since isn't given back, or it could keep others waiting for ever. Alone, one keeps nobody waiting.
        """
        played = self.moves[ply]
        if self.clock is None or self.plays_alone(played.seat):
            return None
        return self.clock.left_if_taken_back(played.seat, played.left[played.seat], played.thought, self.turn, at)

    def _before(self, ply: int) -> Position:
        return self.before if ply == self.ply - 1 else self.at(ply)

    def at(self, ply: int) -> Position:
        """The position after so many moves."""
        dealt = max(deal for deal in self._deals if deal <= ply)
        position = self._deals[dealt].copy()
        for played in self.moves[dealt:ply]:
            position.play(played.number)
        return position

    def positions(self) -> Iterator[Position]:
        """The positions after 0, 1, ... moves."""
        position = self.at(0)
        yield position
        for ply, played in enumerate(self.moves, 1):
            after = position.copy()
            after.play(played.number)
            position = self._deals.get(ply, after)
            yield position

    def _dealt(self, ply: int, position: Position) -> Position:
        """The position from which to go on, dealt anew if it is to be, as often as it was gone on from there."""
        for redeal in self.created.redeals:
            if redeal.ply == ply:
                position = position.determinized(redeal.seat, redeal.seed)
        self._deals[ply] = position
        return position.copy()

    def attempt(self, text: str) -> Attempt:
        """A move on a copy; IllegalMove or BadNotation if it can't be played. Remembered until something happens."""
        if self._attempt is None or text not in (self._attempt.text, self._attempt.name):
            number, after = self.position.read_move(text), self.position.copy()
            after.play(number)
            self._attempt = Attempt(text, number, self.position.name(number), after)
        return self._attempt

    def apply(self, event: Event) -> None:
        """Take in the next event of the journal. It was judged when it was written: Damaged if it can't have happened."""
        try:
            self._apply(event)
        except Exception as error:  # whatever a spoiled journal makes the rules do
            raise Damaged from error

    def _apply(self, event: Event) -> None:
        self.seq += 1
        self.updated = event.at
        self.time = event.at if event.elapsed is None else self.time + event.elapsed
        if self.clock and not isinstance(event, Resumed):
            self.clock.charge(self.turn, self.time)
        self.answers[event.by, event.command] = self.seq
        match event:
            case Moved():
                self._play(event.move, event.stood_in)
                self.asking = None
            case Undone():
                self._go_back(event)
            case Seated():
                self._seat(event)
            case Shared():
                self.seats[event.seat].holders.add(event.holder)
            case Asked():
                self.asking = Asking(event.what, event.seat, list(event.waiting), event.ply)
                self._note("asked", event.seat, what=event.what)
            case Answered():
                self._answer(event)
            case Ended():
                self.ended, self.asking = True, None
                by_library = {"what": "library"} if event.by_library else {}
                self._note("clock" if event.by_clock else "ended", event.seat, **by_library)
            case Followed():
                self.next = event.match
            case Resumed():
                if self.clock:
                    self.clock.skip(self.turn, event.start, event.end)
            case Created():
                raise AssertionError("a match is created once")
        self._show_seats()
        if not isinstance(event, Resumed):
            self._wind()

    def _show_seats(self) -> None:
        """Once the game has begun, whoever plays a seat sees what it knows. (Moves made earlier are older than this rule.)"""
        self.begun = self.begun or self._complete or self.ply > len(self.created.start)
        if self.begun:
            for seat in self.seats:
                if seat.human:
                    seat.shown_to |= seat.holders

    @property
    def _complete(self) -> bool:
        return all(seat.sitting.kind != "open" for seat in self.seats)

    def _wind(self) -> None:
        """The clock runs for people while everybody is there, and for one who leaves their seat open when they must decide.

        Bots need none.
        """
        if self.clock:
            seat = None if self.turn is None else self.seats[self.turn]
            running = seat is not None and (seat.sitting.kind == "open" or (seat.human and self._complete))
            self.clock.run(self.time, running)

    def _play(self, text: str, stood_in: Trouble | None = None) -> None:
        attempt = self.attempt(text)
        seat = self.position.turn
        assert seat is not None, "a move after the end is not legal"
        said = self.position.said(attempt.number)
        self.before, self.position = self.position, attempt.after
        self._attempt = self._last_revealed = None
        left = tuple(self.clock.left) if self.clock else ()
        bot = self.seats[seat].sitting.bot
        stand_in = StandIn(seat, self.ply + 1, bot, stood_in == "for_good") if stood_in and bot else None
        thought = self.clock.thought[seat] if self.clock else 0.0
        self.moves.append(Played(seat, attempt.number, len(self.log), self.seq, left, thought, stand_in))
        self._texts.append(attempt.name)
        if self.clock:
            self.clock.moved(seat)
        self.log.append({"seat": seat, "ply": self.ply, "said": said})
        self.moved_at = self.seq

    def _go_back(self, event: Undone) -> None:
        count = self.ply - event.ply
        if self.clock:
            mine = None if event.by_agreement else self.left_if_taken_back(event.ply, self.time)
            self.clock.put_back(self.moves[event.ply].left)
            if mine is not None:
                self.clock.left[event.seat] = mine
        lines = self.moves[event.ply].lines  # whoever came meanwhile still sits there
        self.log[lines:] = [{**line, "ply": event.ply} for line in self.log[lines:] if line.get("event") in SEATING]
        del self.moves[event.ply :], self._texts[event.ply :]
        self.position = self.at(event.ply)
        self._attempt = self._last_revealed = None
        self.before = self.at(max(event.ply - 1, 0))
        self.moved_at = self.seq
        if event.marked:
            self._bear_witness()
        self.asking = None
        self._note("undid", event.seat, n=count)

    def _bear_witness(self) -> None:
        """Those who have a seat have seen what was shown and is hidden again; whoever comes later won't have."""
        self.undone = True
        here = frozenset(holder for seat in self.seats for holder in seat.holders)
        self.witnesses = here if self.witnesses is None else here & self.witnesses

    def _seat(self, event: Seated) -> None:
        seat = self.seats[event.seat]
        back = not seat.human and event.sitting.kind == "human"
        seat.sitting, seat.since = event.sitting, self.seq
        if event.sitting.holders:
            seat.holders = set(event.sitting.holders)
        if seat.human:
            seat.called = event.sitting.name
        if self.asking and event.seat in self.asking.waiting and not seat.human:
            self.asking.waiting.remove(event.seat)
        if self.asking and event.seat == self.asking.seat and not seat.human:
            self.asking = None
        if self.clock and back:
            self.clock.returned(event.seat)
        if event.by_clock:
            self._note("clock", event.seat, name=seat.called)
        name = {"human": "sat", "open": "left", "bot": "bot"}[event.sitting.kind]
        self._note(name, event.seat, name=seat.called, bot=event.sitting.bot)

    def _answer(self, event: Answered) -> None:
        assert self.asking is not None
        if not event.yes:
            self.asking = None
        elif event.seat in self.asking.waiting:
            self.asking.waiting.remove(event.seat)
        self._note("agreed" if event.yes else "declined", event.seat)

    def _note(self, event: str, seat: int | None, **values: Any) -> None:
        self.log.append({"seat": seat, "ply": self.ply, "event": event, **values})


def commitment(seed: int, salt: str) -> str:
    """SHA-256 of `<salt>:<seed>`, in hexadecimal."""
    return hashlib.sha256(f"{salt}:{seed}".encode()).hexdigest()
