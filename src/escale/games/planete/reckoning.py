"""Reads planets that somebody says lie on a real table, and sees that they can: the box holds them, baobabs are turned."""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

from escale.games.planete import INFO
from escale.games.planete.state import OF_A_KIND, PLACES, TOO_MANY
from escale.games.planete.tiles import BAOBAB, BEARS, COPIES, NAMES, STACK_OF, STACKS, kind_named
from escale.games.planete.words import bare
from escale.rules.errors import Uncountable, shown

BOX_RULE, KIND_RULE, BAOBAB_RULE = "PLAN.S1", "PLAN.R4", "PLAN.B1"


class Lying(NamedTuple):
    """A tile of a planet."""

    at: int
    kind: int
    down: bool


Planet = list[Lying]  # in the order in which it was laid


def planets_of(given: Any) -> list[Planet]:
    """The planets of a table; Uncountable says what is wrong with them, and by which rule."""
    planets = _member(given, "what is counted", {"planets": list})["planets"]
    if len(planets) not in INFO.players:
        raise Uncountable(f"{len(planets)} planets: {min(INFO.players)} to {max(INFO.players)} are allowed")
    read = [_planet(planet, seat) for seat, planet in enumerate(planets, 1)]
    _check_box(read)
    for seat, planet in enumerate(read, 1):
        _check_baobabs(planet, seat)
    return read


def _planet(given: Any, seat: int) -> Planet:
    planet = _member(given, f"planet {seat}", {"tiles": list}, {"by_order": bool})
    by_order = planet.get("by_order", False)
    laid: Planet = []
    for number, tile in enumerate(planet["tiles"], 1):
        where = f"planet {seat}, tile {number}"
        said = _member(tile, where, {"stack": str, "tile": str}, {"down": bool})
        if by_order and said.get("down"):
            raise Uncountable(f"{where}: by_order turns tiles by itself, so that down can't be said")
        laid.append(_lying(said, laid, seat, where))
    return turned_by_order(laid) if by_order else laid


def _lying(said: dict[str, Any], before: Planet, seat: int, where: str) -> Lying:
    """A tile where the next one of its stack lies."""
    if said["stack"] not in STACKS:
        raise Uncountable(f"{where}: no stack '{shown(said['stack'])}': there are {', '.join(STACKS)}")
    stack = STACKS.index(said["stack"])
    kind = kind_named(stack, said["tile"])
    if kind is None:
        there = ", ".join(name for name, of in zip(NAMES, STACK_OF, strict=True) if of == stack)
        raise Uncountable(f"{where}: no {said['stack']} tile '{shown(said['tile'])}': there are {there}", BOX_RULE)
    place = sum(STACK_OF[tile.kind] == stack for tile in before)
    if place == OF_A_KIND:
        raise Uncountable(
            f"planet {seat}: {OF_A_KIND} {said['stack']} tiles at most are allowed",
            KIND_RULE,
            ("companion.error.kind_full", {"seat": seat, "stack": (f"stack.{said['stack']}", {})}),
        )
    return Lying(int(PLACES[stack, place]), kind, said.get("down", False))


def turned_by_order(laid: Planet) -> Planet:
    """The planet with three tiles face down for every third baobab (PLAN.B1)."""
    bearing = [number for number, tile in enumerate(laid) if BEARS[tile.kind, BAOBAB]]
    turned = set(bearing[: len(bearing) // TOO_MANY * TOO_MANY])
    return [tile._replace(down=number in turned) for number, tile in enumerate(laid)]


def _check_box(planets: list[Planet]) -> None:
    for kind, number in Counter(tile.kind for planet in planets for tile in planet).items():
        if number > (n := int(COPIES[kind])):
            raise Uncountable(
                f"{STACKS[STACK_OF[kind]]} {NAMES[kind]}: {number} of them, but the box holds {n}",
                BOX_RULE,
                ("companion.error.too_many", {"n": n, "tile": bare(kind)}),
            )


def _check_baobabs(planet: Planet, seat: int) -> None:
    for tile in planet:
        if tile.down and not BEARS[tile.kind, BAOBAB]:
            raise Uncountable(
                f"planet {seat}: {NAMES[tile.kind]} is face down, but only tiles with a baobab can be",
                BAOBAB_RULE,
                ("companion.error.no_baobab", {"seat": seat, "tile": bare(tile.kind)}),
            )
    down = sum(tile.down for tile in planet)
    if down % TOO_MANY:
        raise Uncountable(
            f"planet {seat}: {down} tiles are face down, but they are turned by threes",
            BAOBAB_RULE,
            ("companion.error.not_threes", {"seat": seat, "n": down}),
        )
    seen = sum(bool(BEARS[tile.kind, BAOBAB]) and not tile.down for tile in planet)
    if seen >= TOO_MANY:
        raise Uncountable(
            f"planet {seat}: {seen} baobabs are visible, but at the third, three tiles are turned face down",
            BAOBAB_RULE,
            ("companion.error.three_visible", {"seat": seat, "n": seen}),
        )


def _member(given: Any, where: str, needed: dict[str, type], more: dict[str, type] | None = None) -> dict[str, Any]:
    """An object with these members and no others, each of its type; Uncountable says which isn't so."""
    allowed = {**needed, **(more or {})}
    if not isinstance(given, dict):
        raise Uncountable(f"{where}: an object with {', '.join(allowed)} is allowed, not {_kind(given)}")
    for name, value in given.items():
        if name not in allowed:
            raise Uncountable(f"{where}: no '{shown(name)}': allowed are {', '.join(allowed)}")
        if type(value) is not allowed[name]:
            raise Uncountable(f"{where}, {name}: {WORDS[allowed[name]]} is allowed, not {_kind(value)}")
    for name in needed:
        if name not in given:
            raise Uncountable(f"{where}: {name} is missing")
    return given


WORDS = {list: "a list", str: "a text", bool: "true or false", dict: "an object", int: "a number", float: "a number"}


def _kind(value: Any) -> str:
    return WORDS.get(type(value), "nothing" if value is None else "that")
