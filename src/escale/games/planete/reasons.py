"""Why a tile is taken: what it does for one's own characters, what it spares one, what it keeps from others.

Everything comes of what the seat sees; no search is asked, and nothing that is hidden.
"""

from __future__ import annotations

from collections.abc import Iterator

from escale.games.planete.dangers import careful, harmless, second_baobab, spared
from escale.games.planete.seeing import Look
from escale.games.planete.state import KIND_COUNT, TOO_MANY
from escale.games.planete.tiles import (
    BAOBAB,
    BEARS,
    CHARACTER,
    DRUNKARD,
    HUNTER,
    KING,
    NAMES,
    PRINCE,
    ROSE,
    STACK_OF,
    VOLCANO,
)
from escale.games.planete.words import Said

WORTH_DENYING = 3  # points of another's, to speak of them
TELLING_POINTS = ("hint.own.character", "hint.own.pleases")
UNLIKELY = 1 / 3  # that the hidden tile is a better one


def taking(look: Look) -> Iterator[Said]:
    """What can be said for a take, the weightiest first."""
    tile = look.tile
    if tile is None:
        yield from _gambling(look)
        return
    own, warned, denied = [*_own(look, tile)], [*careful(look, tile)], [*_denied(look, tile)]
    yield from own[: 1 if warned or denied else None]
    yield from denied
    yield from warned
    yield from spared(look, tile)
    yield from _promising(look, tile)
    yield from _sure(look, tile)
    yield from harmless(look, tile)
    yield from second_baobab(look, tile)
    if look.table.gain(look.seat, tile) == 0:
        yield "hint.own.same", {}


# One's own characters


def _own(look: Look, tile: int) -> Iterator[Said]:
    """By what one's characters give more, and how much all of them do."""
    gain = look.table.gain(look.seat, tile)
    if gain <= 0:
        return
    how = [*(_by_itself(look, tile) if STACK_OF[tile] == CHARACTER else _pleased(look, tile))]
    yield from how
    is_told = any(name in TELLING_POINTS and values["n"] == gain for name, values in how)
    if look.beside and all(look.table.gain(look.seat, other) < gain for other in look.beside):
        yield ("hint.own.best", {}) if is_told else ("hint.own.most", {"n": gain})
    elif not is_told:
        yield "hint.own.gains", {"n": gain}


def _by_itself(look: Look, character: int) -> Iterator[Said]:
    """What a new character finds on the planet."""
    if points := look.table.given_by(look.seat, character):
        yield "hint.own.character", {"n": points}


def _pleased(look: Look, tile: int) -> Iterator[Said]:
    """Which character is pleased most, and by what."""
    seat, now, then = look.seat, look.table.now, look.table.then(look.seat, tile)
    more = then.given(seat) - now.given(seat)  # only those that give more
    character = min(more, key=lambda character: (-more[character], character))
    if character == KING and now.seen(seat, ROSE) == 0:
        yield "hint.own.rose", {}
    elif character == HUNTER:
        yield "hint.own.species", {"n": then.species(seat) - now.species(seat)}
    elif character == PRINCE and then.colours(seat) > now.colours(seat):
        yield "hint.own.colours", {"n": then.colours(seat) - now.colours(seat)}
    elif character == DRUNKARD:
        yield "hint.own.turned", {}
    else:
        yield "hint.own.pleases", {"character": (f"the_character.{NAMES[character]}", {}), "n": more[character]}


def _promising(look: Look, tile: int) -> Iterator[Said]:
    """How it goes together with what hasn't been seen yet."""
    table, seat = look.table, look.seat
    if STACK_OF[tile] == CHARACTER:
        if tile in table.now.given(seat):
            yield "hint.later.twice", {}
        unseen = [other for stack in range(KIND_COUNT - 1) if table.now.free(seat, stack) for other in table.unseen[stack]]
        was = table.given_by(seat, tile)
        n = sum(table.given_by(seat, tile, other) > was for other in unseen)
        if n:
            yield "hint.later.wants", {"n": n, "of": len(unseen)}
    elif table.now.free(seat, CHARACTER):
        unseen = list(table.unseen[CHARACTER])
        n = sum(table.given_by(seat, other, tile) > table.given_by(seat, other) for other in unseen)
        if n:
            yield "hint.later.characters", {"n": n, "of": len(unseen)}


# Others


def _denied(look: Look, tile: int) -> Iterator[Said]:
    """Who of those that take a tile after the mover would like this one most, if more than the mover."""
    gains = {other: look.table.gain(other, tile) for other in look.table.waiting}
    if not gains or not look.beside:
        return
    keenest = max(gains, key=lambda other: gains[other])
    if gains[keenest] >= WORTH_DENYING and gains[keenest] > look.table.gain(look.seat, tile):
        yield "hint.deny", {"whose": look.table.whose(keenest), "n": gains[keenest]}


# The hidden tile (PLAN.R3)


def _maybe(look: Look) -> list[int]:
    """All tiles that may lie hidden."""
    return list(look.table.unseen[int(look.table.state["offered"])])


def _gambling(look: Look) -> Iterator[Said]:
    """What may be got by a tile that one doesn't know; those that one sees may be bad."""
    table, seat, maybe = look.table, look.seat, _maybe(look)
    best = max(table.gain(seat, tile) for tile in table.shown)
    n = sum(table.gain(seat, tile) > best for tile in maybe)
    if all(table.turns(seat, tile) and table.gain(seat, tile) <= 0 for tile in table.shown):
        yield "hint.hidden.baobabs", {}
    if n:
        yield "hint.hidden.better", {"n": n, "of": len(maybe)}
    turning = sum(bool(BEARS[tile, BAOBAB]) for tile in maybe)
    if table.now.seen(seat, BAOBAB) == TOO_MANY - 1 and turning:
        yield "hint.hidden.risk", {"n": turning, "of": len(maybe)}
    calm = sum(not BEARS[tile, VOLCANO] for tile in maybe)
    if all(BEARS[tile, VOLCANO] for tile in table.shown) and calm:
        yield "hint.hidden.volcanoes", {"n": calm, "of": len(maybe)}
    if n == 0:
        yield "hint.hidden.gamble", {"n": len(maybe)}


def _sure(look: Look, tile: int) -> Iterator[Said]:
    """A tile that one sees is as good as one that one doesn't."""
    if not look.table.is_hiding:
        return
    maybe, gain = _maybe(look), look.table.gain(look.seat, tile)
    n = sum(look.table.gain(look.seat, other) > gain for other in maybe)
    if n == 0:
        yield "hint.hidden.surest", {"n": len(maybe)}
    elif n <= len(maybe) * UNLIKELY:
        yield "hint.hidden.sure", {"n": n, "of": len(maybe)}
