"""A table as somebody asks for it, checked, as the event that makes it."""

from __future__ import annotations

import time

import msgspec

from escale.play.clock import Terms
from escale.play.events import Created, Redeal, Sitting
from escale.play.match import Match
from escale.play.rulings import checked_name, neutral_name
from escale.rules.errors import BadOption
from escale.rules.info import Value
from escale.rules.shelf import card_of, known_game
from escale.server import tokens
from escale.server.bodies import NewSeat, NewTable, Record
from escale.server.roster import Roster
from escale.server.tables import new_seed


def created(wish: NewTable, holder: str, roster: Roster) -> Created:
    """The first event of the table, at which these bots may sit.

    An EscaleError says what can't be so, Refused that nobody may be called that.
    """
    known_game(wish.game)
    players = wish.players if wish.players is not None else len(wish.seats)
    if len(wish.seats) != players:
        raise BadOption(f"{len(wish.seats)} seats for {players} players: one each")
    if sum(seat.kind == "me" for seat in wish.seats) > 1 and not wish.one_screen:
        raise BadOption("several seats are 'me': only on one screen")
    if wish.one_screen and any(seat.kind == "open" for seat in wish.seats):
        raise BadOption("a seat is 'open': on one screen nobody comes by link")
    dealt = _dealt(wish, players)
    return msgspec.structs.replace(
        dealt,
        by=holder,
        seats=[_sitting(seat, holder, roster) for seat in wish.seats],
        one_screen=wish.one_screen,
        listed=wish.listed,
        trial=wish.start is not None,
        clock=wish.clock and Terms(**msgspec.structs.asdict(wish.clock)),
        pace=wish.pace,
    )


def replayed(record: Record) -> Match:
    """The match that a record describes, kept nowhere; an EscaleError if it can't have been played."""
    known_game(record.game)
    names = [*record.names, *[None] * record.players][: record.players]
    seats = [Sitting("human", neutral_name(name)) for name in names]
    match = Match("", msgspec.structs.replace(_of_record(record, record.game, record.players), seats=seats))
    match.handed_in = True
    return match


def _dealt(wish: NewTable, players: int) -> Created:
    """What is played: a new deal, or a trial that goes on from a record, with all dealt anew that its end has shown."""
    if wish.start is None:
        info = card_of(wish.game)
        _, values = info.choose(players, wish.options)
        seed, salt = new_seed()
        return _blank(wish.game, info.version, players, values, seed, salt)
    trial = _of_record(wish.start, wish.game, players)
    if wish.one_screen or not card_of(trial.game, trial.version).hides(players, trial.options):
        return trial
    seed, salt = new_seed()
    redeal = Redeal(len(trial.start), seed, _own_seat_of_trial(wish))
    return msgspec.structs.replace(trial, salt=salt, redeals=[*trial.redeals, redeal])


def _own_seat_of_trial(wish: NewTable) -> int | None:
    """The seat whose knowledge its maker keeps; none if others may come, who can have looked at the finished game too."""
    if any(seat.kind == "open" for seat in wish.seats):
        return None
    return next((number for number, seat in enumerate(wish.seats) if seat.kind == "me"), None)


def _of_record(record: Record, game: str, players: int) -> Created:
    if (record.game, record.players) != (game, players):
        raise BadOption("'start' is of another game or number of players")
    _, values = card_of(game, record.version).choose(players, record.options)
    redeals = [Redeal(redeal.ply, int(redeal.seed), redeal.seat) for redeal in record.redeals]
    plies = [redeal.ply for redeal in redeals]
    if plies != sorted(plies) or any(ply > len(record.moves) for ply in plies):
        raise BadOption(f"'redeals' after {plies} moves: in order, after {len(record.moves)} at the latest")
    if any(redeal.seat is not None and redeal.seat >= players for redeal in redeals):
        raise BadOption(f"'redeals': seats are 0 to {players - 1}")
    dealt = _blank(game, record.version, players, values, int(record.seed), record.salt)
    return msgspec.structs.replace(dealt, start=record.moves, redeals=redeals)


def _blank(game: str, version: int, players: int, options: dict[str, Value], seed: int, salt: str) -> Created:
    """A deal at which nobody sits yet."""
    return Created(
        at=time.time(),
        game=game,
        version=version,
        players=players,
        options=options,
        seed=seed,
        salt=salt,
        seats=[],
        invitation=tokens.invitation(),
    )


def _sitting(seat: NewSeat, holder: str, roster: Roster) -> Sitting:
    match seat.kind:
        case "me":
            return Sitting("human", checked_name(seat.name, roster.names), None, (holder,))
        case "bot":
            return Sitting("bot", None, roster.known(seat.bot))
    return Sitting("open")
