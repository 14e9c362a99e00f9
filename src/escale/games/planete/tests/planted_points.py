"""Points of the slow model counted otherwise, one mistake at a time. Mistakes in other rules are in planted.py."""

from __future__ import annotations

from typing import Any

from escale.games.planete.tests import model_scoring
from escale.games.planete.tests.model_scoring import many, volcanoes
from escale.games.planete.tests.model_table import PLACES, STARS, Planet, Table

CHARACTERS_OF = model_scoring.characters


# Points


def face_down_counts(planet: Planet) -> str:
    """What is face down counts."""
    return "".join(model_scoring.bears(lying.tile) for lying in planet.values())


def no_stars_of_characters(tile: str) -> str:
    """The stars of characters don't count."""
    return "" if tile in STARS else tile


def one_star_a_character(tile: str) -> str:
    """Every character has one star."""
    return "*" if tile in STARS else tile


def letters_of_characters(tile: str) -> str:
    """The letters of a character's name are taken for elements."""
    return tile


def geographer_counts_characters(planet: Planet) -> int:
    """Character tiles are tiles of the planet."""
    return sum(1 for tile in planet.values() if tile.down or "v" not in tile.tile)


def geographer_skips_face_down(planet: Planet) -> int:
    """Tiles face down aren't tiles without volcano."""
    lying = [tile for cell, tile in planet.items() if cell not in PLACES["character"]]
    return sum(1 for tile in lying if not tile.down and "v" not in tile.tile)


def geographer_counts_volcanoes(planet: Planet) -> int:
    """One point less a volcano, from twelve."""
    return 12 - volcanoes(planet)


def king_14_for_two(planet: Planet) -> int:
    """14 points for one or two roses."""
    return 14 if many(planet, "r") in (1, 2) else 0


def king_7_for_three(planet: Planet) -> int:
    """7 points for more than one."""
    return {0: 0, 1: 14}.get(many(planet, "r"), 7)


def king_a_rose(planet: Planet) -> int:
    """14 points as soon as there is one."""
    return 14 if many(planet, "r") else 0


def every_animal(planet: Planet) -> int:
    """3 points an animal, not a species."""
    return 3 * sum(many(planet, animal) for animal in "FESWGB")


def drunkard_by_three(planet: Planet) -> int:
    """3 points for three tiles face down."""
    return model_scoring.face_down(planet)


def drunkard_sees_baobabs(planet: Planet) -> int:
    """3 points a baobab, face down or not."""
    return 3 * (model_scoring.face_down(planet) + many(planet, "b"))


def businessmen_alike(planet: Planet, colour: str) -> int:
    """3 points a sheep of each colour."""
    return 3 * many(planet, {"white": "W", "beige": "G", "brown": "B"}[colour])


def businessmen_exchanged(planet: Planet, colour: str) -> int:
    """3 points a white one, 2 a beige one."""
    points = {"white": ("W", 3), "beige": ("G", 2), "brown": ("B", 5)}
    return many(planet, points[colour][0]) * points[colour][1]


def gardener_below_ground(planet: Planet) -> int:
    """7 points a baobab, also one that is face down."""
    return 7 * (many(planet, "b") + model_scoring.face_down(planet))


def prince_every_sheep(planet: Planet) -> int:
    """3 points a sheep."""
    return 3 * sum(many(planet, colour) for colour in "WGB") + many(planet, "c")


def prince_no_boxes(planet: Planet) -> int:
    """Boxes give nothing."""
    return 3 * sum(many(planet, colour) > 0 for colour in "WGB")


def each_character_once(planet: Planet) -> int:
    """The second of two equal characters gives nothing."""
    names = {name for _, name in CHARACTERS_OF(planet)}
    return sum(model_scoring.character_points(planet, name) for name in names)


# Volcanoes and winners


def one_of_the_tied(planets: list[Planet]) -> list[int]:
    """Of those with most volcanoes only the first loses points."""
    most = max(map(volcanoes, planets))
    first = [volcanoes(planet) for planet in planets].index(most)
    return [most if seat == first else 0 for seat in range(len(planets))]


def nobody_of_the_tied(planets: list[Planet]) -> list[int]:
    """Nobody loses points if two have most."""
    every = [volcanoes(planet) for planet in planets]
    return [has if has == max(every) and every.count(has) == 1 else 0 for has in every]


def everybody_loses(planets: list[Planet]) -> list[int]:
    """Volcanoes cost everybody."""
    return [volcanoes(planet) for planet in planets]


def volcanoes_below(planet: Planet) -> int:
    """A tile face down counts as a volcano."""
    return many(planet, "v") + model_scoring.face_down(planet)


def never_below_zero(table: Table) -> list[int]:
    """A score isn't negative."""
    lost = model_scoring.penalties(table.planets)
    return [max(0, model_scoring.planet_points(p) - loss) for p, loss in zip(table.planets, lost, strict=True)]


def ties_are_shared(table: Table) -> list[int]:
    """Volcanoes break no tie."""
    every = model_scoring.totals(table)
    return [1 + sum(other > mine for other in every) for mine in every]


def more_volcanoes_win(table: Table) -> list[int]:
    """More volcanoes break a tie."""
    merits = [(total, volcanoes(p)) for total, p in zip(model_scoring.totals(table), table.planets, strict=True)]
    return [1 + sum(other > merit for other in merits) for merit in merits]


def ranks_without_gaps(table: Table) -> list[int]:
    """After two that are first comes a second."""
    merits = [(total, -volcanoes(p)) for total, p in zip(model_scoring.totals(table), table.planets, strict=True)]
    return [1 + len({other for other in merits if other > merit}) for merit in merits]


WRONG_POINTS: dict[str, tuple[Any, str, Any]] = {
    "what is face down counts": (model_scoring, "seen_elements", face_down_counts),
    "no stars of characters": (model_scoring, "bears", no_stars_of_characters),
    "one star a character": (model_scoring, "bears", one_star_a_character),
    "letters of characters": (model_scoring, "bears", letters_of_characters),
    "vain: 3 a snake": (model_scoring, "vain_points", lambda planet: 3 * many(planet, "S")),
    "geographer: characters": (model_scoring, "geographer_points", geographer_counts_characters),
    "geographer: not face down": (model_scoring, "geographer_points", geographer_skips_face_down),
    "geographer: from twelve": (model_scoring, "geographer_points", geographer_counts_volcanoes),
    "astronomer: 1 a sunset": (model_scoring, "astronomer_points", lambda planet: many(planet, "s")),
    "king: 14 for two": (model_scoring, "king_points", king_14_for_two),
    "king: 7 for three": (model_scoring, "king_points", king_7_for_three),
    "king: 14 for any": (model_scoring, "king_points", king_a_rose),
    "lamplighter: 2 a lamppost": (model_scoring, "lamplighter_points", lambda planet: 2 * many(planet, "l")),
    "hunter: sheep are three": (model_scoring, "SPECIES", ("F", "E", "S", "W", "G", "B")),
    "hunter: no sheep": (model_scoring, "SPECIES", ("F", "E", "S")),
    "hunter: every animal": (model_scoring, "hunter_points", every_animal),
    "drunkard: by three": (model_scoring, "drunkard_points", drunkard_by_three),
    "drunkard: baobabs": (model_scoring, "drunkard_points", drunkard_sees_baobabs),
    "businessmen alike": (model_scoring, "businessman_points", businessmen_alike),
    "businessmen exchanged": (model_scoring, "businessman_points", businessmen_exchanged),
    "gardener: below ground": (model_scoring, "gardener_points", gardener_below_ground),
    "prince: every sheep": (model_scoring, "prince_points", prince_every_sheep),
    "prince: no boxes": (model_scoring, "prince_points", prince_no_boxes),
    "prince: two colours": (model_scoring, "COLOURS", "WG"),
    "each character once": (model_scoring, "planet_points", each_character_once),
    "one of the tied loses": (model_scoring, "penalties", one_of_the_tied),
    "nobody of the tied loses": (model_scoring, "penalties", nobody_of_the_tied),
    "everybody loses": (model_scoring, "penalties", everybody_loses),
    "volcanoes below ground": (model_scoring, "volcanoes", volcanoes_below),
    "never below zero": (model_scoring, "totals", never_below_zero),
    "ties are shared": (model_scoring, "ranks", ties_are_shared),
    "more volcanoes win": (model_scoring, "ranks", more_volcanoes_win),
    "ranks without gaps": (model_scoring, "ranks", ranks_without_gaps),
}
