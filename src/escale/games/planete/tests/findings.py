"""What can be found out about a move with the slow model: what the sentences in truths.py are made of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from escale.games.planete.tests import model_scoring, slow_model
from escale.games.planete.tests.model_scoring import many
from escale.games.planete.tests.model_table import STACKS, Planet
from escale.games.planete.tests.told import Tile, Told

Values = dict[str, Any]
CORES_AND_EDGES = STACKS[:3]


def bears(tile: Tile | None, elements: str) -> bool:
    """Whether a tile bears one of these elements."""
    return tile is not None and any(element in model_scoring.bears(tile[1]) for element in elements)


def given(planet: Planet, character: str) -> int:
    """What all characters of that kind on a planet give."""
    return sum(
        model_scoring.character_points(planet, name) for _, name in model_scoring.characters(planet) if name == character
    )


def has(planet: Planet, character: str) -> bool:
    """Whether a character is on a planet."""
    return character in [name for _, name in model_scoring.characters(planet)]


def more(told: Told, count: Callable[[Planet], int]) -> int:
    """How much more of something the mover's planet has by the move."""
    return count(told.then) - count(told.planet)


def species(planet: Planet) -> int:
    """How many kinds of animals a planet has."""
    return model_scoring.hunter_points(planet) // 3


def colours(planet: Planet) -> int:
    """How many colours of sheep it has."""
    return sum(many(planet, colour) > 0 for colour in "WGB")


def takes(told: Told) -> bool:
    """Whether a tile is taken that the mover knows."""
    return told.do == "take" and told.tile is not None


def gambles(told: Told) -> bool:
    """Whether one is taken that the mover doesn't know."""
    return told.do == "take" and told.tile is None


def things(told: Told) -> int:
    """How many things there are to take, each at one place or more."""
    return len({name.split()[1] for name in told.before.names}) if told.do == "take" else 0


def two_baobabs(told: Told) -> bool:
    """Whether the mover sees two on its planet, and has room for a third."""
    return many(told.planet, "b") == 2 and told.free(*CORES_AND_EDGES) > 0


# How games end


def ends(told: Told, v: Values, is_so: Callable[[list[int]], bool]) -> bool:
    """Whether the game ends, the mover has so many points, and the winners are as they should be."""
    over = told.do == "take" and told.later.step == "over"
    return over and model_scoring.totals(told.later)[told.seat] == v["n"] and is_so(model_scoring.winners(told.later))


# Tiles to take


def is_best(told: Told) -> bool:
    """Whether the tile gives the mover's characters points, and every other that it knows fewer."""
    if not takes(told) or not told.beside:
        return False
    return told.own_gain() > 0 and all(told.gain(told.seat, tile) < told.own_gain() for tile in told.beside)


def is_denied(told: Told, v: Values) -> bool:
    """Whether another who takes a tile later would get so much from it."""
    return (
        takes(told)
        and told.tile is not None
        and told.one(v) in told.waiting
        and told.gain(told.one(v), told.tile) == v["n"] > 0
    )


def finds(told: Told, n: int) -> bool:
    """Whether a character is taken that gives so much at once."""
    return takes(told) and told.tile is not None and told.tile[0] == "character" and told.alone(told.tile[1]) == n > 0


def is_wanted_by(told: Told, v: Values) -> bool:
    """Whether so many unseen tiles would please the character that is taken."""
    if told.tile is None or told.tile[0] != "character":
        return False
    character = told.tile[1]
    unseen = told.unseen(*(stack for stack in CORES_AND_EDGES if told.free(stack)))
    pleasing = sum(told.alone(character, tile) > told.alone(character) for tile in unseen)
    return (pleasing, len(unseen)) == (v["n"], v["of"]) and pleasing > 0


def is_for_characters(told: Told, v: Values) -> bool:
    """Whether so many unseen characters would give more with the tile."""
    if told.tile is None or told.tile[0] == "character" or not told.free("character"):
        return False
    unseen = [name for _, name in told.unseen("character")]
    pleased = sum(told.alone(name, told.tile) > told.alone(name) for name in unseen)
    return (pleased, len(unseen)) == (v["n"], v["of"]) and pleased > 0


def avoids_volcano(told: Told, n: int) -> bool:
    """Whether the tile bears no volcano, another does, and that would be as many as anybody's."""
    others = any(bears(tile, "v") for tile in told.beside)
    return (
        takes(told)
        and not bears(told.tile, "v")
        and others
        and told.volcanoes(told.seat) + 1 == n
        and told.has_most(told.seat, n)
    )


def is_harmless(told: Told, v: Values) -> bool:
    """Whether the tile bears a volcano, and another player has more all the same."""
    most = max(told.volcanoes(other) for other in told.others)
    return takes(told) and bears(told.tile, "v") and told.volcanoes(told.seat) + 1 == v["n"] < v["other"] == most


# The hidden tile


def best_shown(told: Told) -> int:
    """The most that a tile which lies face up would give the mover."""
    return max(told.gain(told.seat, tile) for tile in told.shown)


def better(told: Told, than: int) -> int:
    """How many tiles that may lie hidden would give more."""
    return sum(told.gain(told.seat, tile) > than for tile in told.maybe)


def counted(told: Told, v: Values, is_so: Callable[[Tile], bool]) -> bool:
    """Whether of the tiles that may lie hidden so many are so, and there are some."""
    found = sum(is_so(tile) for tile in told.maybe)
    return found > 0 and (v["n"], v["of"]) == (found, len(told.maybe))


# Stacks


def share(n: int, of: int) -> float:
    """How often."""
    return n / of


def is_most_wanted(told: Told, v: Values) -> bool:
    """Whether so many of its unseen tiles please the mover, and of every other stack it is a smaller part."""
    rest = [share(*wanted) for stack, wanted in told.wanted.items() if stack != told.said]
    here = told.wanted.get(told.said)
    return here is not None and here == (v["n"], v["of"]) and bool(rest) and max(rest) < share(*here)


def is_rarest(told: Told, v: Values) -> bool:
    """Whether so many of its unseen tiles bear a baobab, and of every other stack it is a larger part."""
    rest = [share(*told.baobabs(stack)) for stack in told.wanted if stack != told.said]
    there = told.do == "stack" and told.said in told.wanted and told.baobabs(told.said) == (v["n"], v["of"])
    return there and bool(rest) and v["n"] > 0 and min(rest) > share(v["n"], v["of"])


def for_others(told: Told) -> int:
    """How many of a stack's unseen tiles please another player, at most."""
    return max(told.pleasing(other, told.said) for other in told.others)


def at_once(told: Told, v: Values) -> bool:
    """Whether so many unseen characters would give the mover points."""
    unseen = [name for _, name in told.unseen("character")]
    return told.name == "stack character" and (sum(told.alone(name) > 0 for name in unseen), len(unseen)) == (v["n"], v["of"])


# Tiles to hide


def hides_best(told: Told, seat: int, n: int) -> bool:
    """Whether the tile would give a seat so much, and the two others less."""
    if told.do != "hide" or told.tile is None:
        return False
    rest = list(told.shown)
    rest.remove(told.tile)
    return told.gain(seat, told.tile) == n > 0 and all(told.gain(seat, tile) < n for tile in rest)


def left_shown(told: Told) -> list[Tile]:
    """What the other one sees after a tile was hidden."""
    return [(told.later.offered or "", tile) for tile in told.later.offer]


def shows(told: Told) -> int:
    """What those give the other one at most."""
    return max(told.gain(told.others[0], tile) for tile in left_shown(told))


def is_left(told: Told, n: int) -> bool:
    """Whether, whatever the other one takes, one of the two tiles left gives the mover so much, and not always more."""
    left = []
    for taken in {name.split()[1] for name in slow_model.moves(told.later)}:
        last = slow_model.after_legal(told.later, f"take {taken}")
        tiles = [*last.offer, *([last.hidden] if last.hidden else [])]
        left.append(max(told.gain(told.seat, (last.offered or "", tile)) for tile in tiles))
    return min(left) == n > 0


# Players to name


def best_for(told: Told, seat: int) -> int:
    """What the tiles left give a seat at most."""
    return max(told.gain(seat, tile) for tile in told.shown)


def is_least(told: Told, n: int) -> bool:
    """Whether the one named gets so much at most, and all others who wait could get more."""
    rest = [best_for(told, seat) for seat in told.waiting if seat != int(told.said)]
    return told.do == "name" and max(0, best_for(told, int(told.said))) == n and bool(rest) and min(rest) > n


def favourite(told: Told, seat: int) -> Tile | None:
    """The one tile that gives a seat more than every other, and anything at all."""
    best = [tile for tile in told.shown if told.gain(seat, tile) == best_for(told, seat) > 0]
    return best[0] if len(best) == 1 else None


def are_rivals(told: Told) -> bool:
    """Whether the one named and another who waits like the same tile best, of several."""
    named = int(told.said) if told.do == "name" else -1
    rest = [seat for seat in told.waiting if seat != named]
    return named >= 0 and favourite(told, named) is not None and favourite(told, named) in [favourite(told, s) for s in rest]


def is_behind(told: Told, n: int) -> bool:
    """Whether the one named has so many points, and all others who wait have more."""
    totals = model_scoring.totals(told.table)
    rest = [totals[seat] for seat in told.waiting if seat != int(told.said)]
    return told.do == "name" and totals[int(told.said)] == n and bool(rest) and min(rest) > n


def waits(told: Told, count: int) -> bool:
    """Whether somebody is named, and so many have no tile."""
    return told.do == "name" and len(told.waiting) == count


def bears_too(elements: str, told: Told, v: Values) -> bool:
    """Whether the tile bears something that another on the table does too."""
    return takes(told) and bears(told.tile, elements) and any(bears(tile, elements) for tile in told.beside)


# What else


def standing(told: Told) -> tuple[int, int]:
    """The mover's points, and the most of another."""
    totals = model_scoring.totals(told.table)
    return totals[told.seat], max(totals[other] for other in told.others)


def most_volcanoes(told: Told) -> int:
    """The most of another's."""
    return max(told.volcanoes(other) for other in told.others)
