"""Planets of a real table: counted as the rules say, explained, ranked; and what can't lie on a table is refused."""

from __future__ import annotations

import copy
import json
import random
from pathlib import Path
from typing import Any

import pytest

from escale.games.planete import reckoning
from escale.games.planete.companion import RULE_OF, count
from escale.games.planete.tests.drawing import beside, ended
from escale.games.planete.tests.model_table import PLACES, STACKS
from escale.games.planete.tests.scored import SCORED
from escale.games.planete.tests.tables import parsed
from escale.games.planete.tests.wording import CHARACTER_RULES, TEXTS, TILES
from escale.rules.errors import Uncountable
from escale.rules.position import plain
from escale.rules.texts import LANGUAGES

COUNTABLE = json.loads((Path(__file__).parent / "countable.json").read_text("utf-8"))


def laid(tiles: str, *, by_order: bool | None = None) -> dict[str, Any]:
    """A planet as the page says it: `"W E / sE (bsG) / / king"`, those in brackets face down."""
    found = [
        {"stack": stack, "tile": tile.strip("()"), **({"down": True} if tile.startswith("(") else {})}
        for stack, some in zip(STACKS, tiles.split("/"), strict=True)
        for tile in some.split()
    ]
    return {"tiles": found} if by_order is None else {"tiles": found, "by_order": by_order}


def counted(*planets: str) -> list[dict[str, Any]]:
    """What planets come to."""
    return list(count({"planets": [laid(planet) for planet in planets]})["planets"])


def explained(planet: dict[str, Any], language: str = "en") -> list[str]:
    """How each character's points come about."""
    return [TEXTS[language].say(name, **values) for name, values in (one["counted"] for one in planet["characters"])]


@pytest.mark.parametrize("name", SCORED)
def test_planets_scored_by_hand(name: str) -> None:
    """PLAN.C1 PLAN.C2 PLAN.C3 PLAN.C4 PLAN.C5 PLAN.C6 PLAN.C7 PLAN.C8 PLAN.C9 PLAN.C10 PLAN.C11: as the sheet says."""
    scored = SCORED[name]
    planet, _ = counted(scored.tiles, beside(scored.tiles))
    assert [one["points"] for one in planet["characters"]] == scored.points
    assert [one["tile"] for one in planet["characters"]] == scored.tiles.split("/")[-1].split()
    assert (planet["points"], planet["volcanoes"], planet["missing"]) == (sum(scored.points), scored.volcanoes, 0)
    assert planet["total"] == planet["points"] - planet["penalty"]
    for language in LANGUAGES:
        for one, said in zip(planet["characters"], explained(planet, language), strict=True):
            assert said.endswith(str(one["points"])), said


@pytest.mark.parametrize("name", SCORED)
def test_the_same_as_at_a_table_of_ours(name: str) -> None:
    """PLAN.E1: what is shown of a planet at the end of a game here is what is counted of it there."""
    ours = parsed(ended(SCORED[name].tiles)).view()["planets"]
    theirs = counted(SCORED[name].tiles, beside(SCORED[name].tiles))
    for own, real in zip(ours, theirs, strict=True):
        for told in ("counts", "face_down", "volcanoes", "points", "penalty", "total"):
            assert own[told] == real[told], told
        assert sorted(own["tiles"], key=lambda tile: tile["at"]) == sorted(real["tiles"], key=lambda tile: tile["at"])


def test_points_are_explained() -> None:
    """PLAN.C4 PLAN.C6 PLAN.C7 PLAN.C9 PLAN.C11: in words, and each with its rule."""
    planet, other = counted("lllF E vS W / / / hunter prince gardener drunkard", "rll / br* srll / / king")
    assert explained(planet) == [
        "4 kinds of animals (fox, elephant, snake and sheep) × 3 = 12",
        "1 colour of sheep × 3 + 0 boxes × 1 = 3",
        "0 visible baobabs × 7 = 0",
        "0 face-down tiles × 3 = 0",
    ]
    assert explained(planet, "fr")[0] == "4 espèces animales (renard, éléphant, serpent et mouton) × 3 = 12"
    assert explained(other) == ["3 roses, more than two: 0"]
    assert [one["rule"] for one in planet["characters"]] == ["PLAN.C6", "PLAN.C11", "PLAN.C9", "PLAN.C7"]
    assert {f"C{rule.removeprefix('PLAN.C')}" for rule in RULE_OF.values()} == set(CHARACTER_RULES)
    for rule, names in CHARACTER_RULES.items():
        assert {RULE_OF[name] for name in names} == {f"PLAN.{rule}"}


def test_a_planet_may_be_unfinished() -> None:
    """PLAN.R4: what is missing of it is told, kind by kind; nothing of it counts."""
    planet, empty = counted("W E / sE / / king", "/ / /")
    assert planet["left"] == {"core": 2, "rising": 3, "falling": 4, "character": 3}
    assert (planet["missing"], empty["missing"], empty["total"], empty["characters"]) == (12, 16, 0, [])
    assert not count({"planets": [laid("W E / / /"), laid("/ / /")]})["complete"]
    assert count(COUNTABLE)["complete"]


def test_tiles_lie_at_the_places_of_their_kind() -> None:
    """PLAN.R4: in the order in which they were entered."""
    planet, _ = counted("W E cG cW / sE sF / sE / king vain", "/ / /")
    assert [tile["at"] for tile in planet["tiles"]] == [*PLACES["core"], *PLACES["rising"][:2], PLACES["falling"][0], 0, 3]


@pytest.mark.parametrize(("baobabs", "down"), [(2, 0), (3, 3), (5, 3), (6, 6), (8, 6), (9, 9), (11, 9)])
def test_the_order_tells_what_is_face_down(baobabs: int, down: int) -> None:
    """PLAN.B1: every third baobab turns three tiles, the first ones that were entered."""
    every = [(stack, tile) for stack in TILES for tile in TILES[stack] if "b" in tile]
    chosen = [tile for stack in TILES for tile in [one for one in every if one[0] == stack][:4]][:baobabs]
    tiles = [{"stack": "core", "tile": "E"}, *({"stack": stack, "tile": tile} for stack, tile in chosen)]
    planet = count({"planets": [{"tiles": tiles, "by_order": True}, laid("/ / /")]})["planets"][0]
    assert [tile["down"] for tile in planet["tiles"]] == [False] + [True] * down + [False] * (baobabs - down)
    assert (planet["face_down"], planet["counts"]["b"]) == (down, baobabs - down)


def result(*planets: str) -> tuple[list[int], list[int], bool]:
    """Ranks, winners, and whether volcanoes decide."""
    found = count({"planets": [laid(planet) for planet in planets]})
    return [planet["rank"] for planet in found["planets"]], found["winners"], found["tie_broken"]


def test_ranks_and_ties() -> None:
    """PLAN.E2: the most points, then the fewest volcanoes; who has the same of both has the same rank."""
    assert result("W / / / white", "cW / / / ", "E / / / vain") == ([1, 2, 2], [0], False)
    assert result("W / / / white", "/ cW / / hunter", "/ / cW / beige") == ([2, 1, 3], [1], False)
    assert result("/ / /", "/ / /") == ([1, 1], [0, 1], False)
    # A snake with a volcano, 4 less 1, beside an animal for the hunter, 3: equal, and fewer volcanoes win.
    assert result("vS / / / vain", "E / / / hunter") == ([2, 1], [1], True)
    assert result("vS / / / vain", "/ sE / / hunter", "/ / sE / hunter") == ([3, 1, 1], [1, 2], True)


def test_volcanoes() -> None:
    """PLAN.E1: most volcanoes lose, and all who are tied; a score may be below zero."""
    said = [planet["volcanoes_said"] for planet in counted("vll vlG / / /", "vS / v** / /", "vlSW / / /", "W / / /")]
    assert [name.removeprefix("companion.") for name, _ in said] == ["volcanoes_tied"] * 2 + ["volcanoes"] * 2
    assert [planet["total"] for planet in counted("vll vlG / / /", "vS / v** / /", "vlSW / / /")] == [-2, -2, 0]
    assert [planet["volcanoes_said"][0] for planet in counted("W / / /", "/ / /")] == ["companion.volcanoes_none"] * 2
    assert counted("vll / / /", "W / / /")[0]["volcanoes_said"] == ("companion.volcanoes_most", {"n": 1})


REFUSED = [
    (["W W / / /", "/ / /"], "PLAN.S1", "companion.error.too_many", "core W: 2 of them, but the box holds 1"),
    (["/ / / king", "/ / / king"], "PLAN.S1", "companion.error.too_many", "character king: 2 of them"),
    (["/ / / vain vain", "/ / / vain"], "PLAN.S1", "companion.error.too_many", "the box holds 2"),
    (["W E cG cW cWW / / /", "/ / /"], "PLAN.R4", "companion.error.kind_full", "4 core tiles at most"),
    (["(W) E (cG) (cW) / / /", "/ / /"], "PLAN.B1", "companion.error.no_baobab", "only tiles with a baobab"),
    (["(bGG) / / /", "/ / /"], "PLAN.B1", "companion.error.not_threes", "planet 1: 1 tiles are face down"),
    (["/ / /", "(bGG) (bWWB) / (bsE) (bsG) / /"], "PLAN.B1", "companion.error.not_threes", "planet 2: 4 tiles"),
    (["bGG bWWB bFWW / / /", "/ / /"], "PLAN.B1", "companion.error.three_visible", "3 baobabs are visible"),
]


@pytest.mark.parametrize(("planets", "rule", "name", "text"), REFUSED)
def test_what_can_not_lie_on_a_table(planets: list[str], rule: str, name: str, text: str) -> None:
    """PLAN.S1 PLAN.R4 PLAN.B1: refused with the rule, in the game's own words too."""
    with pytest.raises(Uncountable, match=text) as refused:
        counted(*planets)
    assert refused.value.rule == rule
    assert refused.value.said is not None
    assert refused.value.said[0] == name
    for language in LANGUAGES:
        assert "{" not in TEXTS[language].say(name, **refused.value.said[1])


ONE_TILE: list[Any] = [
    None, {}, {"stack": "core"}, {"stack": 0, "tile": "W"}, {"stack": "Core", "tile": "W"}, {"stack": "core", "tile": "w"},
    {"stack": "core", "tile": ""}, {"stack": "rising", "tile": "king"}, {"stack": "core", "tile": "W", "down": 0},
    {"stack": "core", "tile": "W", "at": 5}, {"stack": "core", "tile": "\n" * 5000},
]  # fmt: skip
WRONG: list[Any] = [
    None, [], "planets", 3, {}, {"planets": None}, {"planets": {}}, {"planets": []}, {"planets": [laid("/ / /")]},
    {"planets": [laid("/ / /")] * 6}, {"planets": [None, None]}, {"planets": [{}, {}]}, {"planets": [{"tiles": "W"}] * 2},
    {"planets": [laid("/ / /")] * 2, "more": 1}, {"planets": [{"tiles": [], "more": 1}] * 2},
    {"planets": [{"tiles": [], "by_order": 1}] * 2}, {"planets": [laid("(bGG) / / /", by_order=True), laid("/ / /")]},
    *({"planets": [{"tiles": [tile]}, laid("/ / /")]} for tile in ONE_TILE),
]  # fmt: skip


@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: str(wrong)[:60])
def test_what_is_no_table_at_all(wrong: Any) -> None:
    """One line that says what is allowed, and nothing else happens."""
    with pytest.raises(Uncountable) as refused:
        count(wrong)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 400


def damaged(body: Any, rng: random.Random) -> Any:
    """The same with something in it replaced."""
    body = copy.deepcopy(body)
    place, key = {"": body}, ""
    while True:
        inner = place[key]
        keys: list[Any] = list(inner) if isinstance(inner, dict) else list(range(len(inner))) if isinstance(inner, list) else []
        if not keys or rng.random() < 0.2:
            break
        place, key = inner, rng.choice(keys)
    place[key] = rng.choice([None, -1, 2**70, 0.5, "", "core", "bWWB", "king", [], {}, True, False, ["W"], {"tiles": []}])
    return body if key else place[key]


def refused(bodies: int) -> int:
    """How many of so many damaged bodies are refused; whatever else is raised passes through."""
    rng, found = random.Random(5), 0
    for _ in range(bodies):
        try:
            json.dumps(plain(count(damaged(COUNTABLE, rng))))
        except Uncountable:
            found += 1
    return found


def test_hostile_bodies_are_refused_or_counted() -> None:
    """Whatever is wrong in it, nothing but Uncountable is raised, and what is counted is plain data."""
    assert 1000 < refused(1500) < 1500


def test_a_check_that_is_missing_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: members of any type are let in."""
    monkeypatch.setattr(reckoning, "_member", lambda given, *_: given)
    with pytest.raises((TypeError, KeyError, AttributeError)):
        refused(200)


def test_nothing_is_remembered() -> None:
    """The same question has the same answer, and isn't changed by being asked."""
    asked = copy.deepcopy(COUNTABLE)
    assert count(asked) == count(asked)
    assert asked == COUNTABLE
