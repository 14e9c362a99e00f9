"""A move in words: why it is good, where to look, and what to do. Nothing that is hidden from the seat is looked at."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from escale.games.poucet.cards import LETTERS, NAMES
from escale.games.poucet.lying import lying_of
from escale.games.poucet.making_do import exchanging, leaving
from escale.games.poucet.notation import Cell, place_of
from escale.games.poucet.outcomes import judgements
from escale.games.poucet.reasons import reasons
from escale.games.poucet.seeing import Look, Standing, legal_moves, look_at, others_than, seen_by, standing, whose
from escale.games.poucet.starting_out import beginning, beginning_again, borders, taking
from escale.games.poucet.state import (
    BEGIN,
    CELL_MASK,
    DISCARD,
    DO_SHIFT,
    GIVE_UP,
    KIND_SHIFT,
    LAY,
    NIBBLE,
    NO_COLOUR,
    PLAYING,
    RESTART,
    TAKE,
)
from escale.games.poucet.telling import Said, a_card, laid_by, role_of

MOST_SAID = 2  # sentences of an idea, and asides
NEAR = 2  # cells from the flower, in rows or columns
STEEP = 2  # so many times more rows than columns, or columns than rows, are straight ahead
CLOSE = 2  # cards from the flower: worth a word
LOW_STOCK = 2  # cards for each player


def idea(state: Any, move: int, seat: int) -> Said:
    """Why a move is good for a seat: how it ends the game, what it does for its path and against others'."""
    return _both(*islice(_ideas(look_at(state, move)), MOST_SAID))


def place(state: Any, move: int) -> Said:
    """Where to look, without telling the move."""
    look, done = look_at(state, move), move >> DO_SHIFT
    if done == LAY:
        return _both(_at_an_end(look), (f"hint.card.{_sort_of_card(look)}", {}))
    if done in (BEGIN, RESTART):
        side = min(borders(look.at, int(state["side"])), key="nsew".index)
        return "hint.place.border" if done == BEGIN else "hint.place.restart", {"side": (f"side.{side}", {})}
    return {TAKE: "hint.place.hand", DISCARD: "hint.place.discard", GIVE_UP: "hint.place.leave"}[done], {}


def deed(state: Any, move: int) -> Said:
    """The move itself, said to who may play it."""
    done, kind, cell = move >> DO_SHIFT, move >> KIND_SHIFT & NIBBLE, move & CELL_MASK
    if done == LAY:
        return _laying(state, move)
    if done == DISCARD:
        return "hint.deed.discard", {"card": (f"the_card.{NAMES[kind]}", {})}
    if done == BEGIN:
        return "hint.deed.start", {"place": place_of(cell)}
    if done == GIVE_UP:
        return "hint.deed.give_up", {}
    colour: Said = (f"colour.{LETTERS[kind]}", {})
    if done == TAKE:
        return "hint.deed.take", {"colour": colour}
    return "hint.deed.restart", {"colour": colour, "place": place_of(cell)}


def asides(state: Any, seat: int) -> list[Said]:
    """What else is good to know, the most urgent first: whether one is blocked, who is near, how far one is oneself."""
    return list(islice(_asides(standing(seen_by(state, seat)), seat), MOST_SAID))


def _both(first: Said, second: Said | None = None) -> Said:
    return ("hint.both", {"first": first, "second": second}) if second else first


# Why


def _ideas(look: Look) -> Iterator[Said]:
    done = look.move >> DO_SHIFT
    if done == GIVE_UP:
        yield from leaving(look)
        return
    if len(legal_moves(look.memory)) == 1:
        yield "hint.only", {}
    if look.then.is_over:
        yield from _ending(look)
        return
    yield from _IDEAS[done](look)


_IDEAS = {LAY: reasons, DISCARD: exchanging, TAKE: taking, BEGIN: beginning, RESTART: beginning_again}


def _ending(look: Look) -> Iterator[Said]:
    """The game ends by a card: somebody arrives (POU.E1), or nobody has cards any more (POU.E2)."""
    state, winner = look.was.state, look.then.winner
    if winner == look.seat:
        yield "hint.end.wins", {}
    elif winner is None:
        yield "hint.end.nobody", {}
    elif all(judged.wins not in (None, look.seat) for judged in judgements(state, [*legal_moves(look.memory)])):
        yield "hint.end.lost_all", {}
    else:
        yield "hint.end.lost", {"whose": whose(state, winner)}


# Where


def _at_an_end(look: Look) -> Said:
    """At whose end, and in which part of the board."""
    ending, part = look.was.ending_at(look.at), {"part": _part(look.at, int(look.was.state["side"]))}
    others = [seat for seat in ending if seat != look.seat]
    if not others:
        return "hint.place.own", part
    name = "both" if look.seat in ending else "other"
    return f"hint.place.{name}", {**part, "whose": whose(look.was.state, others[0])}


def _part(cell: Cell, side: int) -> Said:
    """Near the flower, or on which side of it."""
    right, up = (at - side // 2 for at in cell)
    if max(abs(right), abs(up)) <= NEAR:
        return "hint.part.near", {}
    across = "" if abs(up) > STEEP * abs(right) else "e" if right > 0 else "w"
    along = "" if abs(right) > STEEP * abs(up) else "n" if up > 0 else "s"
    return f"hint.part.{along}{across}", {}


def _sort_of_card(look: Look) -> str:
    if look.is_of_own_colour:
        return "own"
    if look.is_of_other_colour:
        return "other"
    return ("river" if look.card == "river" else "passage") if look.role == "passage" else "obstacle"


# What


def _laying(state: Any, move: int) -> Said:
    laid, role, cell = laid_by(move), role_of(state, move), move & CELL_MASK
    values: dict[str, Any] = {"card": (f"the_card.{laid['card']}", {}), "place": place_of(cell)}
    if "way" in laid:
        return "hint.deed.pebbles", {**values, "way": (f"way.{laid['way']}", {})}
    if "open" in laid:
        values["sides"] = _listed([(f"side.{side}", {}) for side in laid["open"]])
    if covered := lying_of(int(state["top"][cell])):
        return f"hint.deed.{role}", {**values, "covered": a_card(covered.card)}
    return f"hint.deed.{'bar' if role == 'obstacle' and 'open' in laid else role}", values


def _listed(parts: list[Said]) -> Said:
    """One, two and three."""
    *before, last = parts
    first = before[0]
    for part in before[1:]:
        first = ("list.comma", {"first": first, "second": part})
    return "list.and", {"first": first, "second": last}


# What else


def _asides(table: Standing, seat: int) -> Iterator[Said]:
    state = table.state
    if state["step"] == PLAYING and not state["out"][seat]:
        yield from _stuck(table, seat)
        yield from _close(table, seat)
        yield from _stock(state)
        yield from _how_far(table, seat)
    for other in others_than(state, seat):
        if state["colour"][seat] != NO_COLOUR and state["colour"][other] == state["colour"][seat]:
            yield "hint.aside.same_colour", {"whose": whose(state, other)}


def _stuck(table: Standing, seat: int) -> Iterator[Said]:
    """POU.B1, POU.B2."""
    left, waits = int(table.state["starts"].sum()), int(table.state["waits"][seat])
    if table.seen.blocked[seat]:
        yield ("hint.aside.blocked", {"n": left}) if left else ("hint.aside.blocked_last", {})
    elif waits and seat == table.state["seat"]:
        yield "hint.aside.waits", {"n": waits}


def _close(table: Standing, seat: int) -> Iterator[Said]:
    """Who could soon arrive, as everybody can see."""
    others = others_than(table.state, seat)
    nearest = min((n for n in map(table.far, others) if n is not None), default=CLOSE + 1)
    if nearest > CLOSE:
        return
    close = [other for other in others if table.far(other) == nearest]
    if len(close) > 1:
        yield f"hint.aside.several_{nearest}", {"n": len(close)}
    else:
        yield f"hint.aside.close_{nearest}", {"whose": whose(table.state, close[0])}


def _stock(state: Any) -> Iterator[Said]:
    n = int(state["stock_count"])
    if n <= LOW_STOCK * int(state["players"]):
        yield ("hint.aside.stock", {"n": n}) if n else ("hint.aside.stock_empty", {})


def _how_far(table: Standing, seat: int) -> Iterator[Said]:
    far = table.far(seat)
    others = [n for n in map(table.far, others_than(table.state, seat)) if n is not None]
    if far is None:
        yield "hint.aside.no_way", {}
    elif min(others, default=far) < far:
        yield "hint.aside.behind", {"n": far, "other": min(others)}
    else:
        yield "hint.aside.ahead", {"n": far}
