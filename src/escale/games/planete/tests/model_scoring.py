"""What a planet is worth, in the slow model: one function for each character, then volcanoes, totals and ranks."""

from __future__ import annotations

from escale.games.planete.tests.model_table import ELEMENTS, PLACES, STARS, Planet, Table

SPECIES = ("F", "E", "S", "WGB")  # PLAN.C6: sheep of all colours are one
COLOURS = "WGB"


# What lies on a planet


def bears(tile: str) -> str:
    """The elements of a tile: its name, or a character's big stars."""
    return "*" * STARS[tile] if tile in STARS else tile


def seen_elements(planet: Planet) -> str:
    """PLAN.B1: all elements that count; nothing on a tile that is face down does."""
    return "".join(bears(lying.tile) for lying in planet.values() if not lying.down)


def many(planet: Planet, element: str) -> int:
    """How often an element is to be seen."""
    return seen_elements(planet).count(element)


def counts(planet: Planet) -> dict[str, int]:
    """How often each is."""
    return {element: many(planet, element) for element in ELEMENTS}


def face_down(planet: Planet) -> int:
    """PLAN.B1: tiles that were turned."""
    return sum(lying.down for lying in planet.values())


# What the characters want


def vain_points(planet: Planet) -> int:
    """PLAN.C1: 4 a snake."""
    return 4 * many(planet, "S")


def geographer_points(planet: Planet) -> int:
    """PLAN.C2: 1 a tile without volcano; those face down are, characters are no such tiles."""
    lying = [lying for cell, lying in planet.items() if cell not in PLACES["character"]]
    return sum(1 for tile in lying if tile.down or "v" not in tile.tile)


def astronomer_points(planet: Planet) -> int:
    """PLAN.C3: 2 a sunset."""
    return 2 * many(planet, "s")


def king_points(planet: Planet) -> int:
    """PLAN.C4: 14 for one rose, 7 for two, nothing else."""
    roses = many(planet, "r")
    if roses == 1:
        return 14
    return 7 if roses == 2 else 0


def lamplighter_points(planet: Planet) -> int:
    """PLAN.C5: 1 a lamppost."""
    return many(planet, "l")


def hunter_points(planet: Planet) -> int:
    """PLAN.C6: 3 a species."""
    return 3 * sum(any(many(planet, animal) for animal in species) for species in SPECIES)


def drunkard_points(planet: Planet) -> int:
    """PLAN.C7: 3 a tile that is face down."""
    return 3 * face_down(planet)


def businessman_points(planet: Planet, colour: str) -> int:
    """PLAN.C8: 2, 3 or 5 a sheep of the colour."""
    if colour == "white":
        return 2 * many(planet, "W")
    return 3 * many(planet, "G") if colour == "beige" else 5 * many(planet, "B")


def gardener_points(planet: Planet) -> int:
    """PLAN.C9: 7 a baobab that is to be seen."""
    return 7 * many(planet, "b")


def turk_points(planet: Planet) -> int:
    """PLAN.C10: 1 a big star, those of the characters too."""
    return many(planet, "*")


def prince_points(planet: Planet) -> int:
    """PLAN.C11: 3 a colour of sheep, 1 a box."""
    return 3 * sum(many(planet, colour) > 0 for colour in COLOURS) + many(planet, "c")


def character_points(planet: Planet, character: str) -> int:
    """What one character gives."""
    if character in ("white", "beige", "brown"):
        return businessman_points(planet, character)
    wishes = {
        "vain": vain_points,
        "geographer": geographer_points,
        "astronomer": astronomer_points,
        "king": king_points,
        "lamplighter": lamplighter_points,
        "hunter": hunter_points,
        "drunkard": drunkard_points,
        "gardener": gardener_points,
        "turk": turk_points,
        "prince": prince_points,
    }
    return wishes[character](planet)


def characters(planet: Planet) -> list[tuple[int, str]]:
    """The characters of a planet with their cells, by cell."""
    return [(cell, planet[cell].tile) for cell in PLACES["character"] if cell in planet]


def planet_points(planet: Planet) -> int:
    """PLAN.C1 to PLAN.C11: each of the characters gives points, equal ones again."""
    return sum(character_points(planet, character) for _, character in characters(planet))


# What the players have


def volcanoes(planet: Planet) -> int:
    """PLAN.E1: those to be seen."""
    return many(planet, "v")


def penalties(planets: list[Planet]) -> list[int]:
    """PLAN.E1: who has most volcanoes loses as many points, all who are tied."""
    most = max(volcanoes(planet) for planet in planets)
    return [volcanoes(planet) if volcanoes(planet) == most else 0 for planet in planets]


def totals(table: Table) -> list[int]:
    """What everybody has if the game ends now."""
    lost = penalties(table.planets)
    return [planet_points(planet) - penalty for planet, penalty in zip(table.planets, lost, strict=True)]


def ranks(table: Table) -> list[int]:
    """PLAN.E2: by points, then by fewer volcanoes; one and as many as are before."""
    merits = [(total, -volcanoes(planet)) for total, planet in zip(totals(table), table.planets, strict=True)]
    return [1 + sum(other > merit for other in merits) for merit in merits]


def winners(table: Table) -> list[int]:
    """PLAN.E2: who has won, or shares the victory; nobody while the game lasts."""
    return [seat for seat, rank in enumerate(ranks(table)) if rank == 1] if table.step == "over" else []


def reason(table: Table) -> str:
    """PLAN.E2: by what a game was decided: score, volcanoes, or shared."""
    if len(winners(table)) > 1:
        return "shared"
    every = totals(table)
    return "volcanoes" if every.count(max(every)) > 1 else "score"
