"""What a tile does that one wouldn't wish, and what one is spared by it: baobabs (PLAN.B1), volcanoes (PLAN.E1)."""

from __future__ import annotations

from collections.abc import Iterator

from escale.games.planete.seeing import Look
from escale.games.planete.state import TOO_MANY
from escale.games.planete.tiles import BAOBAB, BEARS, CHARACTER, DRUNKARD, STACK_OF, VOLCANO
from escale.games.planete.words import Said


def careful(look: Look, tile: int) -> Iterator[Said]:
    """What is to be feared of a tile: three tiles are turned, characters give less, nobody has more volcanoes.

    The first volcano is no danger yet: it costs a point at most, and others will have one soon.
    """
    table, seat = look.table, look.seat
    gain = table.gain(seat, tile)
    if table.turns(seat, tile):
        if gain < 0:
            yield "hint.careful.third_loses", {"n": -gain}
        elif DRUNKARD not in table.now.given(seat):
            yield "hint.careful.third", {}
    elif gain < 0:
        yield "hint.careful.loses", {"n": -gain}
    if table.has_most(seat, tile) and table.now.seen(seat, VOLCANO):
        yield "hint.careful.volcano", {"n": table.now.seen(seat, VOLCANO) + 1}


def second_baobab(look: Look, tile: int) -> Iterator[Said]:
    """The next one would be the third, if there is room for it."""
    then = look.table.then(look.seat, tile)
    if BEARS[tile, BAOBAB] and then.seen(look.seat, BAOBAB) == TOO_MANY - 1 and then.room(look.seat):
        yield "hint.careful.second", {}


def spared(look: Look, tile: int) -> Iterator[Said]:
    """What other tiles on the table would bring and this one doesn't."""
    table, seat, stack = look.table, look.seat, STACK_OF[tile]
    if stack == CHARACTER:
        return
    if not BEARS[tile, BAOBAB] and any(table.turns(seat, other) and table.gain(seat, other) <= 0 for other in look.beside):
        yield "hint.avoid.third", {}
    if not BEARS[tile, VOLCANO] and table.now.seen(seat, VOLCANO) and any(table.has_most(seat, one) for one in look.beside):
        yield "hint.avoid.volcano", {"n": table.now.seen(seat, VOLCANO) + 1}


def harmless(look: Look, tile: int) -> Iterator[Said]:
    """A volcano, while somebody has more."""
    table, seat = look.table, look.seat
    if BEARS[tile, VOLCANO] and not table.has_most(seat, tile):
        most = max(table.now.seen(other, VOLCANO) for other in table.others)
        yield "hint.avoid.harmless", {"n": table.now.seen(seat, VOLCANO) + 1, "other": most}
