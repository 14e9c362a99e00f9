"""Whether something may happen to a match: each ruling gives the event to write, or refuses and says why.

`at` is the table's own time, see `Match.time`; whoever writes the event puts the time of the day in its place.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from escale.play.events import Answered, Asked, Ended, Moved, Seated, Shared, Sitting, Trouble, Undone
from escale.play.match import Match
from escale.play.names import is_nothing, passes_for_a_bot, tidied
from escale.play.outline import Outline
from escale.rules.errors import BadNotation, IllegalMove

MOST_HOLDERS = 20  # devices and links of one seat
Undoing = Literal["free", "ask"]


class Refused(Exception):
    """Nothing changed; `code` is one of those docs/protocol.md lists."""

    def __init__(self, code: str, rule: str | None = None, reason: str | None = None) -> None:
        """`rule` and `reason` for a move the rules forbid: the rule's id, the name of the refusal's text."""
        super().__init__(code)
        self.code, self.rule, self.reason = code, rule, reason


@dataclass(frozen=True)
class Command:
    """Who wants something, when, and under which id; all the rest is the ruling's own."""

    by: str
    command: str
    at: float


def move(match: Match, command: Command, seq: int, text: str, *, bot: bool = False, stood_in: Trouble | None = None) -> Moved:
    """Play a move for the seat that must decide, from the position of `seq`. `stood_in`: see `Moved`."""
    _playing(match)
    if not match.begun:
        raise Refused("not_begun")
    seat = match.position.turn
    assert seat is not None
    if (match.seats[seat].sitting.kind != "bot") if bot else (seat not in match.held_by(command.by)):
        raise Refused("not_your_turn")
    if not match.moved_at <= seq <= match.seq:
        raise Refused("stale")
    if not bot and time_is_over(match, command.at):
        raise Refused("too_late")
    try:
        name = match.attempt(text).name
    except IllegalMove as error:
        raise Refused("illegal", error.refusal.rule, error.refusal.name) from None
    except BadNotation:
        raise Refused("unreadable") from None
    return Moved(at=command.at, by=command.by, command=command.command, move=name, stood_in=stood_in)


def undo(match: Match, command: Command, seq: int) -> Undone | Asked:
    """Take back one's last move: at once where that is free, else by asking the others."""
    _playing(match)
    seat, ply = _undoable(match, command.by)
    if not match.moved_at <= seq <= match.seq:
        raise Refused("stale")
    if _how(match, seat, ply) == "free":
        left = match.left_if_taken_back(ply, command.at)
        if left is not None and left <= 0:
            raise Refused("no_time_left")
        marked = _shows_more(match, ply)
        return Undone(at=command.at, by=command.by, command=command.command, seat=seat, ply=ply, marked=marked)
    return _question(match, command, seat, "undo", ply)


def can_undo(match: Match, holder: str | None) -> Undoing | None:
    """How a holder may take back their last move now, if at all."""
    if match.status != "playing":
        return None
    try:
        seat, ply = _undoable(match, holder)
    except Refused:
        return None
    return _how(match, seat, ply)


def hint(match: Match, holder: str | None, shown: int | None, seq: int) -> int:
    """The seat that gets a hint in the position of `seq`: the one to move, by who plays it and has its view before them.

    Only where that is unfair to nobody: no other person plays or may come, or all play on one screen.
    """
    seat = match.turn
    if seat is None or seat != shown or seat not in match.held_by(holder):
        raise Refused("not_your_turn")
    mine = match.seats[seat].holders
    if not match.created.one_screen and any(place.sitting.kind == "open" or place.holders - mine for place in match.seats):
        raise Refused("hints_alone")
    if not match.moved_at <= seq <= match.seq:
        raise Refused("stale")
    return seat


def answer(match: Match, command: Command, yes: bool) -> Answered:
    """Agree or decline; the asker may only withdraw."""
    _playing(match)
    asking = match.asking
    if asking is None:
        raise Refused("stale")
    mine = match.held_by(command.by)
    seat = next((seat for seat in asking.waiting if seat in mine), asking.seat if asking.seat in mine and not yes else None)
    if seat is None:
        raise Refused("not_yours")
    return Answered(at=command.at, by=command.by, command=command.command, seat=seat, yes=yes)


def agreed(match: Match, at: float) -> Undone | Ended | Answered | None:
    """What follows once nobody is left to answer. A takeback is off if meanwhile somebody has left whom it would leave out."""
    asking = match.asking
    if asking is None or asking.waiting or match.status != "playing":
        return None
    if asking.what == "end":
        return Ended(at=at, seat=asking.seat)
    try:
        _leave_nobody_out(match, match.seats[asking.seat].holders, asking.ply)
    except Refused:
        return Answered(at=at, seat=asking.seat, yes=False)
    return Undone(at=at, seat=asking.seat, ply=asking.ply, marked=True)


def end(match: Match, command: Command, absent: Collection[int]) -> Ended | Asked:
    """End the table: at once if no other person is there to be asked, else by asking them."""
    _playing(match)
    mine = match.held_by(command.by)
    if not mine and command.by != match.created.by:
        raise Refused("not_yours")
    if all(seat in mine or seat in absent for seat in match.humans()):
        return Ended(at=command.at, by=command.by, command=command.command, seat=mine[0] if mine else None)
    if not mine:
        raise Refused("not_yours")  # the host may end a table that nobody is at
    return _question(match, command, mine[0], "end", match.ply, absent)


def end_without_rules(outline: Outline, command: Command) -> Ended:
    """End a table whose rules aren't here. Nobody can be at it to be asked: whoever plays there or made it may, at once."""
    if outline.status != "playing":
        raise Refused("over")
    mine = outline.held_by(command.by)
    if not mine and command.by != outline.created.by:
        raise Refused("not_yours")
    return Ended(at=command.at, by=command.by, command=command.command, seat=mine[0] if mine else None)


def end_by_library(outline: Outline, at: float) -> Ended:
    """End any table, as those who run the server may, at once. Nobody's clock pays for it."""
    if outline.status != "playing":
        raise Refused("over")
    return Ended(at=at, seat=None, elapsed=0.0 if outline.created.clock else None)


def seat_change(
    match: Match,
    command: Command,
    seat: int,
    wish: Sitting,
    bots: Collection[str],
    away: Collection[int] = (),
    absent: Collection[int] = (),
) -> Seated:
    """Give a seat to a bot, to whoever comes by link, or to oneself. `away` aren't there now, `absent` not for a while."""
    _playing(match)
    if seat not in range(len(match.seats)):
        raise Refused("bad_message")
    mine, kept = match.held_by(command.by), match.kept_for(command.by)
    host = command.by == match.created.by
    if not mine and not kept and not host:
        raise Refused("not_yours")
    _leave_others_alone(match, command.by, seat, wish, away, absent)
    if wish.kind == "bot" and wish.bot not in bots:
        raise Refused("unknown_bot")
    if wish.kind == "open":
        _may_be_joined(match)
    if wish.kind == "human":
        sitting = _own(match, command.by, seat, wish, host, bots)
    else:
        sitting = Sitting(wish.kind, None, wish.bot if wish.kind == "bot" else None)
    return Seated(at=command.at, by=command.by, command=command.command, seat=seat, sitting=sitting)


def join(match: Match, command: Command, seat: int | None, name: str, bots: Collection[str] = ()) -> Seated:
    """Take an open seat by invitation; the first one if none is named. Nobody may be called like one of these bots."""
    _playing(match)
    _may_be_joined(match)
    free = [n for n, place in enumerate(match.seats) if place.sitting.kind == "open"]
    if not free or (seat is not None and seat not in free):
        raise Refused("seat_taken")
    place = free[0] if seat is None else seat
    _one_seat_each(match, command.by, place)
    sitting = Sitting("human", checked_name(name, bots), None, (command.by,))
    return Seated(at=command.at, by=command.by, command=command.command, seat=place, sitting=sitting)


def time_is_over(match: Match, at: float) -> bool:
    """Whether the seat on turn has thought too long."""
    deadline = match.clock.deadline(match.turn) if match.clock else None
    return deadline is not None and at >= deadline


def run_out(match: Match, at: float, bot: str) -> Seated | Ended | None:
    """What happens to a seat whose time is over: a bot takes it, or the table ends, as was agreed; None if there is time."""
    if match.clock is None or match.turn is None or not time_is_over(match, at):
        return None
    if match.clock.terms.then == "end":
        return Ended(at=at, seat=match.turn, by_clock=True)
    return Seated(at=at, seat=match.turn, sitting=Sitting("bot", None, bot), by_clock=True)


def share(match: Match, command: Command, seat: int, holder: str) -> Shared:
    """Let one more token play a seat one plays: that of a private link."""
    if seat not in match.held_by(command.by):
        raise Refused("not_yours")
    _is_no_shared_screen(match)
    if len(match.seats[seat].holders) >= MOST_HOLDERS:
        raise Refused("too_many")
    return Shared(at=command.at, by=command.by, command=command.command, seat=seat, holder=holder)


def claim(match: Match, command: Command, link: str) -> tuple[int, Shared | None]:
    """Play, with one's own token, the seat that a private link opens; no event if one does already."""
    for seat, place in enumerate(match.seats):
        if link in place.holders:
            if command.by in place.holders:
                return seat, None
            _is_no_shared_screen(match)
            _one_seat_each(match, command.by, seat)
            if not place.human and match.missed_a_takeback(command.by):
                raise Refused("taken_back")
            return seat, Shared(at=command.at, by=command.by, command=command.command, seat=seat, holder=command.by)
    raise Refused("not_yours")


def checked_name(name: str | None, bots: Collection[str] = ()) -> str | None:
    """A nickname as shown, None if none was typed; Refused if nobody could see it, or would take it for a bot's."""
    if name is None or is_nothing(name):
        return None
    shown = tidied(name)
    if not shown:
        raise Refused("invisible_name")
    if passes_for_a_bot(shown, bots):
        raise Refused("bot_name")
    return shown


def neutral_name(name: str | None) -> str | None:
    """A nickname from elsewhere, which can't be refused any more; None if nobody may be called that here."""
    try:
        return checked_name(name)
    except Refused:
        return None


def _playing(match: Match) -> None:
    if match.status != "playing":
        raise Refused("over")


def _may_be_joined(match: Match) -> None:
    """Whether others may come by link: not to one screen, nor to a trial whose maker kept what a finished game has shown.

    Nor after a takeback: what it showed to those who were there is hidden again.
    """
    _is_no_shared_screen(match)
    if match.created.redeals and match.created.redeals[-1].seat is not None:
        raise Refused("trial_alone")
    if match.hides and match.witnesses is not None:
        raise Refused("taken_back")


def _is_no_shared_screen(match: Match) -> None:
    """Whoever came to one screen by link would show those before it what their seat knows."""
    if match.created.one_screen:
        raise Refused("one_screen")


def _one_seat_each(match: Match, holder: str, seat: int) -> None:
    """Nobody has two seats but on one screen, nor one after they have seen what another knows, as long as that may differ."""
    if not match.created.one_screen and any(other != seat for other in match.held_by(holder)):
        raise Refused("seat_taken")
    if match.has_secrets and match.knows_another(holder, seat):
        raise Refused("knows_another")


def _leave_others_alone(
    match: Match, holder: str, seat: int, wish: Sitting, away: Collection[int], absent: Collection[int]
) -> None:
    """Somebody else's seat may only be given to a bot, when they have been away for a while; they may come back to it."""
    place = match.seats[seat]
    if holder in place.holders or not place.holders or place.sitting.kind == "open":
        return
    if wish.kind != "bot" or (place.human and seat not in away):
        raise Refused("seat_taken")
    if place.human and seat not in absent:
        raise Refused("too_soon")


def _own(match: Match, holder: str, seat: int, wish: Sitting, host: bool, bots: Collection[str]) -> Sitting:
    """Sit down oneself: on a seat one has left, or as the host on one that nobody has."""
    kept = holder in match.seats[seat].holders
    if match.clock and match.clock.left[seat] <= 0 and match.turn == seat:
        raise Refused("too_late")  # the bot makes this move; then there is time again
    if not kept and (not host or match.seats[seat].holders - {holder}):
        raise Refused("seat_taken")
    if match.missed_a_takeback(holder) or (not kept and match.hides and match.witnesses is not None):
        raise Refused("taken_back")  # not elsewhere even if one saw it all: another who didn't might then have one's old seat
    _one_seat_each(match, holder, seat)
    name = checked_name(wish.name, bots) or (match.seats[seat].called if kept else None)
    return Sitting("human", name, None, _still_holding(match, seat) if kept else (holder,))


def _still_holding(match: Match, seat: int) -> tuple[str, ...]:
    """Whoever goes on playing a seat that is taken back, if not all who did: some may have sat down elsewhere meanwhile."""
    holders = match.seats[seat].holders
    free = [holder for holder in sorted(holders) if _may_sit(match, holder, seat)]
    return () if len(free) == len(holders) else tuple(free)


def _may_sit(match: Match, holder: str, seat: int) -> bool:
    try:
        _one_seat_each(match, holder, seat)
    except Refused:
        return False
    return True


def _undoable(match: Match, holder: str | None) -> tuple[int, int]:
    """Whose move a holder would take back, and to which ply."""
    mine = match.held_by(holder)
    start = len(match.created.start)
    for ply in range(match.ply - 1, start - 1, -1):
        if match.moves[ply].seat in mine:
            _leave_nobody_out(match, match.seats[match.moves[ply].seat].holders, ply)
            return match.moves[ply].seat, ply
    raise Refused("nothing_to_undo")


def _leave_nobody_out(match: Match, mine: Collection[str], ply: int) -> None:
    """What was shown isn't hidden again from those who can't be asked: who may come by link, or back to a seat they left."""
    absent = [place for place in match.seats if not place.human and (place.sitting.kind == "open" or place.holders - set(mine))]
    if absent and match.hides and _shows_more(match, ply):
        raise Refused("not_all_here")


def _shows_more(match: Match, ply: int) -> bool:
    """Whether the moves since then tell more than the position they are taken back to: others moved, or something was seen."""
    return ply < match.ply - 1 or match.revealed(ply)


def _how(match: Match, seat: int, ply: int) -> Undoing:
    return "free" if match.plays_alone(seat) or (ply == match.ply - 1 and not match.revealed(ply)) else "ask"


def _question(
    match: Match, command: Command, seat: int, what: Literal["undo", "end"], ply: int, absent: Collection[int] = ()
) -> Asked:
    if match.asking is not None:
        raise Refused("busy")
    mine = match.held_by(command.by)
    waiting = [other for other in match.humans() if other not in mine and other not in absent]
    return Asked(at=command.at, by=command.by, command=command.command, seat=seat, what=what, waiting=waiting, ply=ply)
