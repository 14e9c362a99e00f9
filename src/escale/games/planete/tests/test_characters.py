"""What the characters give (PLAN.C1 to PLAN.C11): whole planets worked out by hand, and each character on its own."""

from __future__ import annotations

import pytest

from escale import Position
from escale.games.planete.tests.drawing import beside, lying
from escale.games.planete.tests.model_scoring import counts
from escale.games.planete.tests.scored import SCORED
from escale.games.planete.tests.tables import after, at, characters, described, over, planet_of

RULES = {
    **{
        "vain": "C1",
        "geographer": "C2",
        "astronomer": "C3",
        "king": "C4",
        "lamplighter": "C5",
        "hunter": "C6",
        "drunkard": "C7",
    },
    **{"white": "C8", "beige": "C8", "brown": "C8", "gardener": "C9", "turk": "C10", "prince": "C11"},
}


@pytest.mark.parametrize("name", SCORED)
def test_whole_planets(name: str) -> None:
    """PLAN.C1 PLAN.C2 PLAN.C3 PLAN.C4 PLAN.C5 PLAN.C6 PLAN.C7 PLAN.C8 PLAN.C9 PLAN.C10 PLAN.C11: as worked out by hand."""
    tiles, points, volcanoes = SCORED[name]
    pos = over(tiles)
    seen = planet_of(pos, 0)
    assert characters(pos) == points
    assert [entry["tile"] for entry in seen["characters"]] == tiles.split("/")[3].split()
    assert [entry["at"] for entry in seen["characters"]] == [0, 3, 12, 15]
    assert (seen["points"], seen["volcanoes"], seen["face_down"]) == (sum(points), volcanoes, tiles.count("("))
    assert {element: many for element, many in seen["counts"].items() if many} == {
        element: many for element, many in counts(lying(tiles)).items() if many
    }


def test_every_character_is_worked_out() -> None:
    """PLAN.C1: each several times, pleased and not; those of which there are two also as a pair."""
    given: dict[str, list[int]] = {}
    pairs = set()
    for tiles, points, _ in SCORED.values():
        names = tiles.split("/")[3].split()
        pairs |= {name for name in names if names.count(name) > 1}
        for name, gave in zip(names, points, strict=True):
            given.setdefault(name, []).append(gave)
    assert len(SCORED) >= 30
    assert set(given) == set(RULES)
    assert all(len(set(gave)) > 2 for gave in given.values())
    assert pairs == {"vain", "geographer", "astronomer", "lamplighter", "hunter", "gardener", "turk"}


# One by one, on planets that have just begun


def alone(name: str, tiles: str) -> int:
    """What a character gives on a planet that has only these other tiles, core / rising / falling."""
    own = f"{tiles} / {name}"
    (points,) = characters(at(own, beside(own), said="two_player=plain"))
    return points


@pytest.mark.parametrize(("tiles", "points"), [("/ /", 0), ("vS / /", 4), ("vS vS / lllS / bsS", 16), ("W / sE / sE", 0)])
def test_the_vain_man(tiles: str, points: int) -> None:
    """PLAN.C1: 4 points a snake."""
    assert alone("vain", tiles) == points


@pytest.mark.parametrize(
    ("tiles", "points"),
    [("/ /", 0), ("W / /", 1), ("vS / /", 0), ("vS W / v** sE / sE", 3), ("(bWWB) (bFWW) (bGG) vS / sE / v**", 4)],
)
def test_the_geographer(tiles: str, points: int) -> None:
    """PLAN.C2: 1 point a tile without volcano, those face down too; characters aren't tiles of the planet."""
    assert alone("geographer", tiles) == points


def test_the_geographer_counts_no_characters() -> None:
    """PLAN.C2: however many there are."""
    own = "W / / / king geographer vain turk"
    assert characters(at(own, beside(own), said="two_player=plain")) == [0, 1, 0, 2 + 1 + 1 + 1]


@pytest.mark.parametrize(("tiles", "points"), [("/ /", 0), ("/ sE /", 2), ("W / sE srll / bsS vslFG", 8), ("vS / lllS /", 0)])
def test_the_astronomer(tiles: str, points: int) -> None:
    """PLAN.C3: 2 points a sunset."""
    assert alone("astronomer", tiles) == points


@pytest.mark.parametrize(
    ("tiles", "points"),
    [
        ("/ /", 0),
        ("rll / /", 14),
        ("/ srll /", 14),
        ("/ / br*", 14),
        ("rll / srll /", 7),
        ("/ br* / srll", 7),
        ("rll / srll / srll", 0),
        ("rll / srll br* / srll", 0),
        ("rll / srll br* / srll br*", 0),
        ("rll (bGG) / (br*) / (br*)", 14),
        ("(bGG) / (br*) / (br*)", 0),
        ("(bGG) rll / (br*) srll / (br*)", 7),
    ],
)
def test_the_king(tiles: str, points: int) -> None:
    """PLAN.C4: 14 points for one rose, 7 for two, none for three or more, nor for none."""
    assert alone("king", tiles) == points


@pytest.mark.parametrize(
    ("tiles", "points"), [("/ /", 0), ("W / lWW /", 1), ("lllF / lllS / vll*", 8), ("vll llS / lcc / srll", 7)]
)
def test_the_lamplighter(tiles: str, points: int) -> None:
    """PLAN.C5: 1 point a lamppost."""
    assert alone("lamplighter", tiles) == points


@pytest.mark.parametrize(
    ("tiles", "points"),
    [
        ("/ /", 0),
        ("W / /", 3),
        ("W cG / / b*B", 3),
        ("cG / cW / lWW", 3),
        ("lllF / /", 3),
        ("E / sE / sE", 3),
        ("vS vS / /", 3),
        ("bFWW / /", 6),
        ("lllF E vS W / /", 12),
        ("vll rll / lcc / lcc", 0),
    ],
)
def test_the_hunter(tiles: str, points: int) -> None:
    """PLAN.C6: 3 points a species, however many animals of it; sheep of all colours are one."""
    assert alone("hunter", tiles) == points


@pytest.mark.parametrize(
    ("tiles", "points"),
    [
        ("/ /", 0),
        ("bWWB bFWW / /", 0),
        ("(bWWB) (bFWW) (bGG) / /", 9),
        ("(bWWB) (bFWW) (bGG) / (bsE) (bsG) (br*) bGB / b*B", 18),
    ],
)
def test_the_drunkard(tiles: str, points: int) -> None:
    """PLAN.C7: 3 points a tile that is face down."""
    assert alone("drunkard", tiles) == points


@pytest.mark.parametrize(
    ("tiles", "white", "beige", "brown"),
    [
        ("/ /", 0, 0, 0),
        ("W / /", 2, 0, 0),
        ("cG / /", 0, 3, 0),
        ("/ b*B /", 0, 0, 5),
        ("bWWB / bGB /", 4, 3, 10),
        ("(bWWB) cWW / (bGB) / (bsG) vlWG", 6, 3, 0),
    ],
)
def test_the_businessmen(tiles: str, white: int, beige: int, brown: int) -> None:
    """PLAN.C8: 2, 3 or 5 points a white, beige or brown sheep."""
    assert [alone(name, tiles) for name in ("white", "beige", "brown")] == [white, beige, brown]


@pytest.mark.parametrize(
    ("tiles", "points"),
    [("/ /", 0), ("bGG / /", 7), ("bGG / br* /", 14), ("(bGG) / (br*) / (bsS)", 0), ("(bGG) / (br*) bsE / (bsS)", 7)],
)
def test_the_gardener(tiles: str, points: int) -> None:
    """PLAN.C9: 7 points a baobab to be seen."""
    assert alone("gardener", tiles) == points


@pytest.mark.parametrize(
    ("tiles", "points"), [("/ /", 1), ("W / v** / br*", 4), ("bGG / v**G vll* / b*B", 5), ("(bGG) / (br*) / (b*B)", 1)]
)
def test_the_turkish_astronomer(tiles: str, points: int) -> None:
    """PLAN.C10: 1 point a big star, that of the character itself too."""
    assert alone("turk", tiles) == points


@pytest.mark.parametrize(
    ("name", "stars"),
    [
        *(("vain", 1), ("geographer", 1), ("astronomer", 0), ("king", 2), ("lamplighter", 1), ("hunter", 1), ("drunkard", 1)),
        *(("white", 0), ("beige", 1), ("brown", 2), ("gardener", 2), ("turk", 1), ("prince", 0)),
    ],
)
def test_the_stars_of_characters(name: str, stars: int) -> None:
    """PLAN.C10: each has none, one or two, which count for a Turkish astronomer."""
    own = f"/ / / turk {name}"
    pos = at(own, beside(own), said="two_player=plain")
    assert characters(pos)[0] == 1 + stars
    assert planet_of(pos, 0)["counts"]["*"] == 1 + stars


@pytest.mark.parametrize(
    ("tiles", "points"),
    [
        ("/ /", 0),
        ("W / /", 3),
        ("W / lWW /", 3),
        ("cG / /", 4),
        ("cWW cG / b*B / lcc", 9 + 4),
        ("llc / lcc / lcc", 5),
        ("(bWWB) / (bGB) / (b*B)", 0),
    ],
)
def test_the_little_prince(tiles: str, points: int) -> None:
    """PLAN.C11: 3 points a colour of sheep, 1 a box."""
    assert alone("prince", tiles) == points


# Live points


def rich() -> Position:
    """Two players of the sheet, seat 0 to take a core."""
    own, other = "vS / sE / sF / vain hunter", "W / lcc / lcc / turk prince"
    return at(own, other, said="two_player=plain", more="offer core vlSW E")


def test_what_a_tile_changes() -> None:
    """PLAN.C1, PLAN.C6: the points that a take brings, and its volcanoes, are told before."""
    pos = rich()
    assert characters(pos) == [4, 9]  # a snake; a snake, foxes and elephants
    assert characters(pos, 1) == [1, 7]  # its own star; a white sheep and four boxes
    assert (described(pos, "take vlSW")["points"], described(pos, "take vlSW")["volcanoes"]) == (4 + 3, 1)
    assert (described(pos, "take E")["points"], described(pos, "take E")["volcanoes"]) == (0, 0)
    assert characters(after(pos, "take vlSW")) == [8, 12]


def test_what_a_character_brings() -> None:
    """PLAN.C4, PLAN.C8: a character that is taken counts at once, for what lies there already."""
    own, other = "rll W / / / ", "E cG / / / "
    pos = at(own, other, said="two_player=plain", more="offer character king white")
    assert {name: described(pos, f"take {name}")["points"] for name in ("king", "white")} == {"king": 14, "white": 2}


def test_a_character_may_come_twice() -> None:
    """PLAN.C1, PLAN.C10: the second gives the same again, and its star counts for a Turkish astronomer."""
    own, other = "vS / / / vain turk", "W / / / king prince"
    pos = at(own, other, said="two_player=plain", more="offer character vain turk")
    assert characters(pos) == [4, 2]
    assert described(pos, "take vain")["points"] == 4 + 1
    assert described(pos, "take turk")["points"] == 1 + 3
    assert characters(after(pos, "take vain 15")) == [4, 3, 4]
