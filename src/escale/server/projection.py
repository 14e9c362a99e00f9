"""The one place where what a table is becomes what somebody is told of it. Whatever isn't put in here stays here."""

from __future__ import annotations

from typing import Any, NamedTuple

from msgspec import Raw

from escale.play.match import Match, Seat
from escale.play.outline import Outline
from escale.play.rulings import Refused, can_undo
from escale.play.rulings import hint as hint_ruling
from escale.rules.position import Position
from escale.search.advice import Advice
from escale.search.review import Review
from escale.server.bodies import FallShown, Frame, Past, Record, RedealBody, Replay, ReviewShown, SeatShown, Summary, TurnShown
from escale.server.socket_messages import HintFrame
from escale.server.wire import encode


class Onlooker(NamedTuple):
    """Who is told: the hash of their token, and the seat whose view they have (None: a watcher's)."""

    holder: str | None
    seat: int | None


def table(match: Match, who: Onlooker, here: list[bool], watchers: int) -> dict[str, Any]:
    """All of a table that somebody may know, but its clock. No seed before the end, nobody's token ever."""
    created = match.created
    yours = match.held_by(who.holder)
    return {
        "id": match.id,
        "game": created.game,
        "version": created.version,
        "players": created.players,
        "options": match.position.options,
        "one_screen": created.one_screen,
        "secrets": secrets(match),
        "listed": created.listed,
        "trial": created.trial,
        "pace": created.pace,
        "undone": match.undone,
        "commitment": match.commitment,
        "seats": [shown(seat) for seat in match.seats],
        "here": here,
        "watchers": watchers,
        "yours": yours,
        "kept": match.kept_for(who.holder),
        "seat": who.seat,
        "host": who.holder is not None and who.holder == created.by,
        "invitation": created.invitation if yours or match.kept_for(who.holder) or who.holder == created.by else None,
        "log": list(match.log),
        "next": match.next,
        **moved(match),
        **seen_by(match, who),
    }


def secrets(match: Match) -> bool:
    """Whether some seat may see what another may not."""
    return match.game.info.has_secrets(match.created.players, match.position.options)


def moved(match: Match) -> dict[str, Any]:
    """What a move may change, the same for everybody; and the log, which has one line more."""
    status = match.status
    finished = status != "playing"
    return {
        "seq": match.seq,
        "status": status,
        "seed": str(match.deal_seed) if finished else None,
        "salt": match.created.salt if finished else None,
        "ply": match.ply,
        "begun": match.begun,
        "stand_ins": [told._asdict() for told in match.stand_ins()],
    }


def seen_by(match: Match, who: Onlooker) -> dict[str, Any]:
    """What a move may change, differently for each. Large parts are encoded: thousands of small objects are slow to keep."""
    return {
        "view": Raw(encode(view(match, match.position, who.seat))),
        "last": Raw(encode(last(match, match.ply, who.seat))),
        "asking": asking(match, who.seat),
        "can_undo": can_undo(match, who.holder),
        "can_hint": can_hint(match, who),
    }


def can_hint(match: Match, who: Onlooker) -> bool:
    """Whether somebody would be given a hint if they asked for one now."""
    try:
        hint_ruling(match, who.holder, who.seat, match.seq)
    except Refused:
        return False
    return True


def view(match: Match, position: Position, seat: int | None) -> dict[str, Any]:
    """A position as a seat sees it: before everybody has come, as any watcher does; without moves where none can be made."""
    seen = position.view(seat if match.begun else None)
    if match.status == "ended":
        seen["moves"] = []
    return seen


def last(match: Match, ply: int, seat: int | None) -> dict[str, Any] | None:
    """The move that led to a ply, as a seat saw it made and happen."""
    if ply == 0:
        return None
    eyes = seat if match.begun else None
    return _happened(match.moves[ply - 1].seat, match.told(ply - 1, eyes), match.effects(ply - 1, eyes))


def past(match: Match, ply: int, seat: int | None) -> Past:
    """An earlier position as a seat saw it, and the move that led there."""
    return Past(ply, {**view(match, match.at(ply), match.eyes(ply, seat)), "moves": []}, last(match, ply, seat))


def _happened(seat: int, move: str, effects: list[dict[str, Any]]) -> dict[str, Any]:
    return {"seat": seat, "move": move, "effects": effects}


def asking(match: Match, seat: int | None) -> dict[str, Any] | None:
    """What is being asked; the move to be taken back is told as a seat saw it made."""
    question = match.asking
    if question is None:
        return None
    undo = question.what == "undo"
    return {
        "what": question.what,
        "seat": question.seat,
        "waiting": list(question.waiting),
        "move": match.told(question.ply, seat) if undo else None,
        "n": match.ply - question.ply,
    }


def clock(match: Match, at: float, *, stands: bool = False) -> dict[str, Any] | None:
    """The terms, what each seat has left in a moment of the match's own time, and whether the one on turn is losing time.

    `stands`: nobody loses any, as no move can be taken.
    """
    if match.clock is None:
        return None
    terms = match.clock.terms
    return {
        "each": terms.each,
        "seconds": terms.seconds,
        "increment": terms.increment,
        "then": terms.then,
        "left": match.clock.shown(match.turn, at),
        "running": match.clock.since is not None and not stands,
    }


def shown(seat: Seat) -> SeatShown:
    """A seat without its holders."""
    return SeatShown(seat.sitting.kind, seat.sitting.name, seat.sitting.bot)


def summary(match: Match | Outline, holder: str | None) -> Summary:
    """A table in a list; of one whose rules aren't here, nobody can say whose turn it is."""
    return Summary(
        id=match.id,
        game=match.created.game,
        version=match.created.version,
        playable=isinstance(match, Match),
        players=match.created.players,
        seats=[shown(seat) for seat in match.seats],
        turn=match.turn if isinstance(match, Match) else None,
        status=match.status,
        yours=match.held_by(holder),
        host=bool(holder) and holder == match.created.by,
        updated=match.updated,
        one_screen=match.created.one_screen,
        trial=match.created.trial,
    )


def record(match: Match | Outline) -> Record:
    """A whole game; only to be shown when it is over. Without its rules, as it was written."""
    created = match.created
    options = match.position.options if isinstance(match, Match) else created.options
    return Record(
        game=created.game,
        version=created.version,
        players=created.players,
        options=options,
        seed=str(created.seed),
        moves=match.moves_as_played(),
        salt=created.salt,
        names=[seat.sitting.name for seat in match.seats],
        commitment=match.commitment,
        redeals=[RedealBody(redeal.ply, str(redeal.seed), redeal.seat) for redeal in created.redeals],
    )


def frames(match: Match, seat: int | None = None, *, revealed: bool) -> list[Frame]:
    """Every position of a match from the deal on, as a seat (None: a watcher) saw it, or with everything revealed."""
    lines = {line["ply"]: line for line in match.log if "said" in line}
    before, *others = match.positions()
    eyes = match.eyes(0, seat)
    found = [Frame(0, before.view(eyes, revealed=revealed), None, None)]
    for ply, (played, position) in enumerate(zip(match.moves, others, strict=True), 1):
        told = before.told(played.number, eyes, revealed=revealed)
        happened = _happened(played.seat, told, before.effects(played.number, eyes, revealed=revealed))
        eyes = match.eyes(ply, seat)
        found.append(Frame(ply, position.view(eyes, revealed=revealed), lines[ply], happened))
        before = position
    return found


def replay(match: Match, seat: int | None = None) -> Replay:
    """A whole game that is over, to look at: as a seat saw it, or with everything revealed."""
    return Replay(
        record=record(match),
        commitment=match.commitment,
        seats=[shown(seat) for seat in match.seats],
        frames=frames(match, seat, revealed=seat is None),
        trial=match.created.trial,
        undone=match.undone,
        secrets=secrets(match),
    )


def hint(advice: Advice, command: str, seq: int) -> HintFrame:
    """A hint, as who asked for it is told."""
    return HintFrame(
        id=command,
        seq=seq,
        seat=advice.seat,
        move=advice.name,
        number=advice.move,
        expected=_rounded(advice.expected),
        usual=_rounded(advice.usual),
        idea=advice.idea,
        place=advice.place,
        said=advice.said,
        asides=advice.asides,
    )


def reviewed(found: Review) -> ReviewShown:
    """A game looked back at; only to be shown when it is over."""
    turning = [
        TurnShown(
            ply=turn.ply,
            seat=turn.seat,
            played=turn.played,
            better=turn.better,
            lost=_rounded(turn.lost),
            expected=_rounded(turn.expected),
            idea=turn.idea,
            place=turn.place,
            said=turn.said,
        )
        for turn in found.turning
    ]
    falls = [FallShown(fall.ply, fall.seat, fall.fell, _rounded(fall.drop), fall.why) for fall in found.falls]
    return ReviewShown([[_rounded(payoff) for payoff in seats] for seats in found.curve], turning, falls)


def _rounded(payoff: float) -> float:
    """To four places: nobody can see more, and nothing rides on it."""
    return round(payoff, 4)
