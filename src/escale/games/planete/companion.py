"""Planets that lie on a real table, counted and explained (PLAN.C1 to PLAN.C11, PLAN.E1, PLAN.E2).

Plain Python around the game's own counting: what is worth what stands in counting.py alone. `reckoning` reads what is given.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from escale.games.planete.counting import (
    A_BAOBAB,
    A_BEIGE,
    A_BROWN,
    A_FACE_DOWN,
    A_SNAKE,
    A_SPECIES,
    A_SUNSET,
    A_WHITE,
)
from escale.games.planete.outcomes import ALL_CHARACTERS, TOTAL, values
from escale.games.planete.reckoning import Planet, planets_of
from escale.games.planete.state import NO_TILE, OF_A_KIND, PLACES, STATE
from escale.games.planete.tiles import (
    BEARS,
    BEIGE_SHEEP,
    BOX,
    BROWN_SHEEP,
    CHARACTER,
    ELEMENTS,
    ELEPHANT,
    FOX,
    NAMES,
    ROSE,
    SNAKE,
    STACK_OF,
    STACKS,
    VOLCANO,
    WHITE_SHEEP,
)
from escale.games.planete.words import Said, joined

VOLCANOES_RULE, RANKS_RULE = "PLAN.E1", "PLAN.E2"
#: The rule of each character.
RULE_OF = {
    name: f"PLAN.C{number}"
    for number, names in enumerate(
        (
            ("vain",),
            ("geographer",),
            ("astronomer",),
            ("king",),
            ("lamplighter",),
            ("hunter",),
            ("drunkard",),
            ("white", "beige", "brown"),
            ("gardener",),
            ("turk",),
            ("prince",),
        ),
        1,
    )
    for name in names
}
#: What characters give for one of what they count; those that aren't here are told in words of their own, or give 1.
EACH = {
    "vain": A_SNAKE,
    "astronomer": A_SUNSET,
    "hunter": A_SPECIES,
    "drunkard": A_FACE_DOWN,
    "white": A_WHITE,
    "beige": A_BEIGE,
    "brown": A_BROWN,
    "gardener": A_BAOBAB,
}
ROSES = ("none", "one", "two")
COATS = (WHITE_SHEEP, BEIGE_SHEEP, BROWN_SHEEP)
ANIMALS = {"fox": (FOX,), "elephant": (ELEPHANT,), "snake": (SNAKE,), "sheep": COATS}


def count(given: dict[str, Any]) -> dict[str, Any]:
    """What the planets of a table come to, as far as they are laid; Uncountable if they can't lie so.

    `given`: `{"planets": [{"tiles": [{"stack", "tile", "down"?}], "by_order"?}]}`, one for each of 2 to 5 players, a planet's
    tiles in the order in which they were laid. With `by_order`, every third baobab turns three tiles; else `down` says it.
    """
    planets = planets_of(given)
    state = _laid(planets)
    found = values(state).tolist()
    volcanoes = [int(state["bears"][seat, VOLCANO]) for seat in range(len(planets))]
    totals = [found[seat][TOTAL] for seat in range(len(planets))]
    order = [(-total, count) for total, count in zip(totals, volcanoes, strict=True)]
    ranks = [1 + sum(other < mine for other in order) for mine in order]
    told = [
        {
            **_planet(planet, state["bears"][seat].tolist(), found[seat]),
            "volcanoes": volcanoes[seat],
            "volcanoes_said": _volcanoes_said(volcanoes, seat),
            "rank": ranks[seat],
        }
        for seat, planet in enumerate(planets)
    ]
    winners = [seat for seat, rank in enumerate(ranks) if rank == 1]
    return {
        "planets": told,
        "complete": all(planet["missing"] == 0 for planet in told),
        "winners": winners,
        "tie_broken": totals.count(max(totals)) > len(winners),
        "volcanoes_rule": VOLCANOES_RULE,
        "ranks_rule": RANKS_RULE,
    }


def _laid(planets: list[Planet]) -> Any:
    """A state with nothing but these planets in it: no more of it is counted."""
    state = np.zeros(1, STATE)[0]
    state["planet"] = NO_TILE
    state["players"] = len(planets)
    for seat, planet in enumerate(planets):
        for tile in planet:
            state["planet"][seat, tile.at] = tile.kind
            if tile.down:
                state["down"][seat] |= 1 << tile.at
            else:
                state["bears"][seat] += BEARS[tile.kind].astype(state["bears"].dtype)
    return state


def _planet(planet: Planet, has: list[int], worth: list[int]) -> dict[str, Any]:
    laid = [int(STACK_OF[tile.kind]) for tile in planet]
    face_down = sum(tile.down for tile in planet)
    return {
        "tiles": [
            {"at": tile.at, "stack": STACKS[STACK_OF[tile.kind]], "tile": NAMES[tile.kind], "down": tile.down}
            for tile in planet
        ],
        "counts": dict(zip(ELEMENTS, has, strict=True)),
        "face_down": face_down,
        "characters": [
            {
                "at": tile.at,
                "tile": NAMES[tile.kind],
                "points": worth[tile.at],
                "counted": counted(NAMES[tile.kind], worth[tile.at], has),
                "rule": RULE_OF[NAMES[tile.kind]],
            }
            for tile in sorted(planet)
            if STACK_OF[tile.kind] == CHARACTER
        ],
        "points": worth[ALL_CHARACTERS],
        "penalty": worth[ALL_CHARACTERS] - worth[TOTAL],
        "total": worth[TOTAL],
        "left": {name: OF_A_KIND - laid.count(stack) for stack, name in enumerate(STACKS)},
        "missing": PLACES.size - len(laid),
    }


def counted(character: str, points: int, has: list[int]) -> Said:
    """How the points of a character come about, on a planet where so many of each element are seen."""
    if character == "king":
        n = has[ROSE]
        return f"counted.king_{ROSES[n] if n < len(ROSES) else 'more'}", {"n": n}
    if character == "prince":
        colours: Said = ("counted.prince_colours", {"n": sum(has[coat] > 0 for coat in COATS)})
        boxes: Said = ("tile.count", {"n": has[BOX], "elements": (f"element.{ELEMENTS[BOX]}", {"n": has[BOX]})})
        return "counted.prince", {"colours": colours, "boxes": boxes, "points": points}
    n = points // EACH.get(character, 1)
    if character != "hunter":
        return f"counted.{character}", {"n": n, "points": points}
    seen: list[Said] = [(f"animal.{name}", {}) for name, kinds in ANIMALS.items() if any(has[kind] for kind in kinds)]
    return ("counted.hunter", {"n": n, "points": points, "animals": joined(seen)}) if seen else ("counted.hunter_none", {})


def _volcanoes_said(volcanoes: list[int], seat: int) -> Said:
    most = max(volcanoes)
    if most == 0:
        return "companion.volcanoes_none", {}
    if volcanoes[seat] < most:
        return "companion.volcanoes", {"n": volcanoes[seat]}
    return "companion.volcanoes_most" if volcanoes.count(most) == 1 else "companion.volcanoes_tied", {"n": most}
