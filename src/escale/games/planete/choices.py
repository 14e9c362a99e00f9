"""Why a stack is chosen, a tile hidden or a player named: what all can see of planets and tiles, and what is still unseen."""

from __future__ import annotations

from collections.abc import Iterator

from escale.games.planete.seeing import Look
from escale.games.planete.state import OF_A_KIND, TOO_MANY
from escale.games.planete.tiles import BAOBAB, BEARS, CHARACTER, VOLCANO
from escale.games.planete.words import Said

EARLY = 6  # places for tiles that aren't characters: then a character still has much to come
FEW_CHARACTERS = 2


# A stack


def choosing(look: Look) -> Iterator[Said]:
    """What can be said for a stack, the weightiest first."""
    yield from (_characters(look) if look.rest == CHARACTER else _tiles(look, look.rest))
    yield "hint.stack.needs", {"n": OF_A_KIND - int(look.table.state["chosen"][look.rest])}


def _in_danger(look: Look) -> bool:
    """Whether the next baobab is the mover's third."""
    return look.table.now.seen(look.seat, BAOBAB) == TOO_MANY - 1 and look.table.now.room(look.seat) > 0


def _characters(look: Look) -> Iterator[Said]:
    table, seat, unseen = look.table, look.seat, look.table.unseen[CHARACTER]
    room = table.now.room(seat)
    if room >= EARLY:
        yield "hint.stack.early", {"n": room}
    elif room == 0:
        yield "hint.stack.complete", {}
    n = sum(table.given_by(seat, character) > 0 for character in unseen)
    if n:
        yield "hint.stack.now", {"n": n, "of": len(unseen)}
    if _in_danger(look):
        yield "hint.stack.no_baobab", {}
    if 0 < room < EARLY:
        yield "hint.stack.late", {"n": room}


def _tiles(look: Look, stack: int) -> Iterator[Said]:
    table, seat = look.table, look.seat
    shares = {one: _wanted(look, seat, one) / len(table.unseen[one]) for one in table.open_stacks if one != CHARACTER}
    n, of = _wanted(look, seat, stack), len(table.unseen[stack])
    others = max(_wanted(look, other, stack) for other in table.others)
    is_best = len(shares) > 1 and all(share < shares[stack] for one, share in shares.items() if one != stack)
    if _in_danger(look):
        yield from _fewest_baobabs(look, stack)
    if is_best:
        yield "hint.stack.most", {"n": n, "of": of}
        if n > others:
            yield ("hint.stack.others", {"n": others}) if others else ("hint.stack.others_none", {})
    elif n > others:
        yield ("hint.stack.mine", {"n": n, "other": others}) if others else ("hint.stack.mine_alone", {"n": n})
    elif n:
        yield "hint.stack.wanted", {"n": n, "of": of}
    free = table.now.free(seat, CHARACTER)
    if free > OF_A_KIND - FEW_CHARACTERS:
        yield "hint.stack.open", {"n": free}


def _wanted(look: Look, seat: int, stack: int) -> int:
    """How many tiles of a stack that the mover hasn't seen would give a seat's characters points."""
    return sum(look.table.gain(seat, tile) > 0 for tile in look.table.unseen[stack])


def _fewest_baobabs(look: Look, stack: int) -> Iterator[Said]:
    """Whether baobabs are rarer among the unseen tiles of a stack than of others, or aren't there."""
    table = look.table
    bear = {one: sum(bool(BEARS[tile, BAOBAB]) for tile in table.unseen[one]) for one in table.open_stacks if one != CHARACTER}
    shares = {one: n / len(table.unseen[one]) for one, n in bear.items()}
    if bear[stack] == 0:
        yield "hint.stack.none_left", {}
    elif len(shares) > 1 and all(share > shares[stack] for one, share in shares.items() if one != stack):
        yield "hint.stack.fewest", {"n": bear[stack], "of": len(table.unseen[stack])}


# A tile to hide (PLAN.R3)


def hiding(look: Look) -> Iterator[Said]:
    """What can be said for hiding a tile: what it is to both, and what the other one sees instead."""
    table, seat, tile, (other,) = look.table, look.seat, look.rest, look.table.others
    shown = list(table.shown)
    shown.remove(tile)
    is_wish = _is_best(look, other, tile, shown)
    if is_wish:
        yield "hint.hide.wish", {"n": table.gain(other, tile)}
    if _is_best(look, seat, tile, shown):
        yield ("hint.hide.keeps" if is_wish else "hint.hide.own"), {"n": table.gain(seat, tile)}
    if table.turns(other, tile) and table.gain(other, tile) <= 0:
        yield "hint.hide.third", {}
    if all(BEARS[one, VOLCANO] for one in shown):
        yield "hint.hide.volcanoes", {}
    elif table.has_most(other, tile) and table.now.seen(other, VOLCANO) and not is_wish:
        yield "hint.hide.volcano", {"n": table.now.seen(other, VOLCANO) + 1}
    best = max(table.gain(other, one) for one in shown)
    yield ("hint.hide.shown", {"n": best}) if best > 0 else ("hint.hide.shown_none", {})
    left = sorted(table.gain(seat, one) for one in table.shown)[-2]
    if left > 0:
        yield "hint.hide.sure", {"n": left}


def _is_best(look: Look, seat: int, tile: int, others: list[int]) -> bool:
    """Whether a tile gives a seat's characters points, and more than others."""
    return look.table.gain(seat, tile) > max(0, *(look.table.gain(seat, other) for other in others))


# Somebody to name (PLAN.R2)


def naming(look: Look) -> Iterator[Said]:
    """What can be said for naming a player: how little the tiles left are to them, who leads next, who is behind."""
    table, named = look.table, look.rest
    rest = [other for other in table.waiting if other != named]
    if not rest:
        yield ("hint.name.last_round" if table.is_last_round else "hint.name.last"), {}
    best = {other: max(table.gain(other, tile) for tile in table.shown) for other in table.waiting}
    others = [best[other] for other in rest]
    if all(table.turns(named, tile) and table.gain(named, tile) <= 0 for tile in table.shown):
        yield "hint.name.third", {}
    is_least = bool(others) and min(others) > max(0, best[named])
    if is_least:
        yield ("hint.name.least", {"n": best[named]}) if best[named] > 0 else ("hint.name.least_none", {})
    if any(_same_wish(look, named, other) for other in rest):
        yield "hint.name.rivals", {}
    if rest and all(table.now.total(other) > table.now.total(named) for other in rest):
        yield "hint.name.behind", {"n": table.now.total(named)}
    if not is_least:
        yield ("hint.name.best", {"n": best[named]}) if best[named] > 0 else ("hint.name.best_none", {})
    if len(rest) == 1 and not table.is_last_round:
        yield "hint.name.leader", {}


def _same_wish(look: Look, one: int, other: int) -> bool:
    """Whether one tile gives both more than any other does."""
    return _wish(look, one) is not None and _wish(look, one) == _wish(look, other) and len(look.table.shown) > 1


def _wish(look: Look, seat: int) -> int | None:
    """The tile that gives a seat's characters points, and more than any other on the table."""
    tiles = look.table.shown
    gains = [look.table.gain(seat, tile) for tile in tiles]
    best = max(gains)
    return tiles[gains.index(best)] if best > 0 and gains.count(best) == 1 else None
