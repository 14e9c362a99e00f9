"""A move in words: why it is good, where to look, and what to do. Nothing that is hidden from the seat is looked at."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from escale.games.planete.choices import choosing, hiding, naming
from escale.games.planete.reasons import taking
from escale.games.planete.seeing import COLOURS, Look, Table, look_at, seen_by
from escale.games.planete.state import CELL_BITS, HIDE, NAME, NOT_CHOSEN, OF_A_KIND, ROUNDS, STACK, TAKE, TOO_MANY
from escale.games.planete.tiles import (
    BAOBAB,
    BEARS,
    CHARACTER,
    ELEPHANT,
    FOX,
    NAMES,
    SNAKE,
    STACK_OF,
    STACKS,
    STAR,
    VOLCANO,
)
from escale.games.planete.words import Said, bare, elements_said, joined, somebody

MOST_SAID = 2  # sentences of an idea, and asides
FEW_ROUNDS = 3
ROW = 4  # cells

#: What tiles are looked for by: the name of a text, and what one of them bears at least.
BORNE = {
    "baobab": (BAOBAB,),
    "volcano": (VOLCANO,),
    "sheep": COLOURS,
    "animal": (FOX, ELEPHANT, SNAKE),
    "star": (STAR,),
}


def idea(state: Any, move: int, seat: int) -> Said:
    """Why a move is good for a seat: how it ends the game, what it does for its characters, what it keeps from others."""
    return _both(*islice(_ideas(look_at(state, move)), MOST_SAID))


def place(state: Any, move: int) -> Said:
    """Where to look, without telling the move."""
    look = look_at(state, move)
    if look.done == STACK:
        return "hint.place.planet" if look.rest == CHARACTER else "hint.place.stacks", {}
    if look.done == HIDE:
        return "hint.place.hide", {}
    return _where_to_name(look) if look.done == NAME else _where_to_take(look)


def deed(state: Any, move: int) -> Said:
    """The move itself, said to who may play it."""
    look = look_at(state, move)
    if look.done == STACK:
        return "hint.deed.stack", {"stack": (f"the_stack.{STACKS[look.rest]}", {})}
    if look.done == HIDE:
        return "hint.deed.hide", {"tile": _the_tile(look.rest)}
    if look.done == NAME:
        return "hint.deed.name", somebody(look.rest)
    tile: Said = ("tile.hidden", {}) if look.takes_hidden else _the_tile(look.rest >> CELL_BITS)
    if look.table.now.free(look.seat, int(state["offered"])) == 1:
        return "hint.deed.take", {"tile": tile}
    return "hint.deed.take_at", {"tile": tile, "row": look.cell // ROW + 1, "column": look.cell % ROW + 1}


def asides(state: Any, seat: int) -> list[Said]:
    """What else is good to know, the most urgent first: baobabs, the hidden tile, the end, volcanoes, who is ahead."""
    return list(islice(_asides(seen_by(state, seat)), MOST_SAID))


def _both(first: Said, second: Said | None = None) -> Said:
    return ("hint.both", {"first": first, "second": second}) if second else first


# Why


def _ideas(look: Look) -> Iterator[Said]:
    yield from _no_choice(look)
    if look.done == TAKE and look.tile is not None and look.table.is_last_take():
        yield _ending(look, look.tile)
    yield from _IDEAS[look.done](look)


_IDEAS = {STACK: choosing, HIDE: hiding, TAKE: taking, NAME: naming}


def _no_choice(look: Look) -> Iterator[Said]:
    """One move only, or one tile and several places for it."""
    table = look.table
    choices = {
        STACK: len(table.open_stacks),
        HIDE: len(set(table.shown)),
        TAKE: table.choices(),
        NAME: len(table.waiting),
    }[look.done]
    if choices == 1:
        several = look.done == TAKE and table.now.free(look.seat, int(table.state["offered"])) > 1
        yield "hint.only_tile" if several else "hint.only", {}


def _ending(look: Look, tile: int) -> Said:
    """The game ends by a take (PLAN.E2)."""
    table, seat = look.table, look.seat
    then = table.then(seat, tile)
    order = {one: (-then.total(one), then.seen(one, VOLCANO)) for one in range(int(table.state["players"]))}
    best = min(order.values())
    winners = [one for one, mine in order.items() if mine == best]
    name = "lost" if seat not in winners else "shared" if len(winners) > 1 else "wins"
    return f"hint.end.{name}", {"n": then.total(seat)}


# Where


def _where_to_take(look: Look) -> Said:
    """What the tile bears, if another on the table does too; nothing is told where that would tell the tile."""
    table, tile = look.table, look.tile
    if table.choices() == 1:
        return "hint.place.free", {}
    if look.takes_hidden:
        return "hint.place.hidden" if tile is None else "hint.place.table", {}
    assert tile is not None
    for name, elements in BORNE.items():
        bearing = {one for one in table.shown if any(BEARS[one, element] for element in elements)}
        if tile in bearing and len(bearing) > 1:
            return f"hint.place.{name}", {}
    return "hint.place.characters" if STACK_OF[tile] == CHARACTER else "hint.place.table", {}


def _where_to_name(look: Look) -> Said:
    """At whose planets, the one to name among them."""
    waiting = look.table.waiting
    if len(waiting) == 1:
        return "hint.place.last", {}
    if len(waiting) == 2:
        return "hint.place.waiting", {}
    next_one = waiting[(waiting.index(look.rest) + 1) % len(waiting)]
    return "hint.place.two", {"seats": joined([str(seat + 1) for seat in sorted((look.rest, next_one))])}


# What


def _the_tile(tile: int) -> Said:
    """A tile of those on the table."""
    if STACK_OF[tile] == CHARACTER:
        return bare(tile)
    return f"hint.tile.{STACKS[STACK_OF[tile]]}", {"elements": elements_said(NAMES[tile])}


# What else


def _asides(table: Table) -> Iterator[Said]:
    seat, now = table.seat, table.now
    if now.seen(seat, BAOBAB) == TOO_MANY - 1 and now.room(seat):
        yield "hint.aside.two_baobabs", {}
    if table.is_hiding:
        yield "hint.aside.hidden", {"n": len(table.unseen[int(table.state["offered"])])}
    yield from _how_long(table)
    yield from _volcanoes(table)
    if any(now.given(one) for one in range(int(table.state["players"]))):
        yield from _standings(table)


def _how_long(table: Table) -> Iterator[Said]:
    left, offered = ROUNDS - table.round, int(table.state["offered"])
    if left == 0:
        yield "hint.aside.last_round", {}
    elif left <= FEW_ROUNDS:
        yield "hint.aside.rounds", {"n": left}
    elif offered != NOT_CHOSEN and table.state["chosen"][offered] == OF_A_KIND:
        yield "hint.aside.last_of_stack", {}


def _volcanoes(table: Table) -> Iterator[Said]:
    """PLAN.E1."""
    n, most = table.now.seen(table.seat, VOLCANO), max(table.now.seen(other, VOLCANO) for other in table.others)
    if n > most:
        yield "hint.aside.volcanoes", {"n": n}
    elif n == most > 0:
        yield "hint.aside.volcanoes_tied", {"n": n}


def _standings(table: Table) -> Iterator[Said]:
    n, other = table.now.total(table.seat), max(table.now.total(other) for other in table.others)
    if n > other:
        yield "hint.aside.ahead", {"n": n}
    elif n == other:
        yield "hint.aside.level", {"n": n}
    else:
        yield "hint.aside.behind", {"n": n, "other": other}
