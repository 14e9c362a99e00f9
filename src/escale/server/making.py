"""A table as somebody asks for it, checked, as the event that makes it."""

from __future__ import annotations

import time

import msgspec

from escale.play.events import Created, Sitting
from escale.play.match import Match
from escale.play.rulings import checked_name
from escale.rules.errors import BadOption
from escale.rules.shelf import games, known_game
from escale.server import tokens
from escale.server.bodies import NewSeat, NewTable, Record
from escale.server.roster import Roster
from escale.server.tables import new_seed


def created(wish: NewTable, holder: str, roster: Roster) -> Created:
    """The first event of the table, at which these bots may sit; an EscaleError says what can't be so."""
    known_game(wish.game)
    players = wish.players if wish.players is not None else len(wish.seats)
    if len(wish.seats) != players:
        raise BadOption(f"{len(wish.seats)} seats for {players} players: one each")
    if sum(seat.kind == "me" for seat in wish.seats) > 1 and not wish.one_screen:
        raise BadOption("several seats are 'me': only on one screen")
    if wish.one_screen and any(seat.kind == "open" for seat in wish.seats):
        raise BadOption("a seat is 'open': on one screen nobody comes by link")
    start = wish.start
    if start is not None and (start.game, start.players) != (wish.game, players):
        raise BadOption("'start' is of another game or number of players")
    info = games()[wish.game]
    options = start.options if start else wish.options
    _, values = info.choose(players, options)
    seed, salt = (int(start.seed), start.salt) if start else new_seed()
    return Created(
        at=time.time(),
        by=holder,
        game=wish.game,
        version=start.version if start else info.version,
        players=players,
        options=values,
        seed=seed,
        salt=salt,
        seats=[_sitting(seat, holder, roster) for seat in wish.seats],
        invitation=tokens.invitation(),
        one_screen=wish.one_screen,
        listed=wish.listed,
        trial=start is not None,
        start=start.moves if start else [],
        clock=wish.clock,
        pace=wish.pace,
    )


def replayed(record: Record) -> Match:
    """The match that a record describes, kept nowhere; an EscaleError if it can't have been played."""
    wish = NewTable(record.game, [NewSeat("open")] * record.players, start=record)
    first = created(wish, "", Roster())
    names = [*record.names, *[None] * record.players][: record.players]
    seats = [Sitting("human", checked_name(name)) for name in names]
    match = Match("", msgspec.structs.replace(first, seats=seats, trial=False))
    match.handed_in = True
    return match


def _sitting(seat: NewSeat, holder: str, roster: Roster) -> Sitting:
    match seat.kind:
        case "me":
            return Sitting("human", checked_name(seat.name), None, (holder,))
        case "bot":
            return Sitting("bot", None, roster.known(seat.bot))
    return Sitting("open")
