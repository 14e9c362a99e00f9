"""The slow model itself: planets and rounds worked out by hand, some of it found again in another way. No engine is needed."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from escale.games.planete.tests import model_scoring, slow_model
from escale.games.planete.tests.drawing import drawn, ended, full, lying, planet
from escale.games.planete.tests.model_effects import effects_of, told
from escale.games.planete.tests.model_notation import read, written
from escale.games.planete.tests.model_refusals import refusal_of
from escale.games.planete.tests.model_table import DECK, ELEMENTS, PLACES, STACKS, STARS, Gone, Lying, Table, dealt
from escale.games.planete.tests.model_view import EVERYBODY, seen
from escale.games.planete.tests.scored import SCORED
from escale.rules.compile import interpreted

pytestmark = pytest.mark.skipif(interpreted, reason="the model is tested here, not the engine")

TABLES = [(2, False), (2, True), (3, False), (4, False), (5, False)]
OFFER = drawn("", "", said="step=hide", more="offer core vlG vlG W")


def table_of(*planets: str, said: str = "", more: str = "") -> Table:
    """A position as the model has it."""
    return read(drawn(*planets, said=said, more=more))


def after(table: Table, *moves: str) -> Table:
    """The table after these moves, each of which must be legal."""
    for move in moves:
        table = slow_model.played(table, move)
    return table


def step(table: Table) -> tuple[str, int, int]:
    """What is to be done, by whom, and who leads."""
    return table.step, table.turn, table.first


# The tiles


def test_the_deck() -> None:
    """PLAN.S1: eighty tiles, twenty of each stack; how often each element is on them, counted by hand on the lists."""
    assert [len(DECK[stack]) for stack in STACKS] == [20, 20, 20, 20]
    assert set(DECK["character"]) == set(STARS)
    core = Counter("".join(DECK["core"]))
    # v: vll vlFW, vlG and vlSW and vS twice. l: 2 + 1 + 1 + 1 + 1 + 1 of volcanoes, lllF rll llc llS.
    by_hand = {"b": 3, "v": 8, "l": 16, "c": 4, "r": 1, "F": 3, "E": 1, "S": 5, "W": 11, "G": 5, "B": 1}
    assert core == by_hand
    rising, falling = Counter("".join(DECK["rising"])), Counter("".join(DECK["falling"]))
    assert rising - falling == Counter("E")
    assert falling - rising == Counter("S")
    # s: bsE bsG vslFG vslEW vslSW srll sllF sF sE. l: vll* vslFG vlWG vslEW vslSW, lllS srll sllF lWW lcc.
    also = {"b": 5, "v": 7, "s": 9, "r": 2, "l": 15, "c": 3, "*": 7, "F": 3, "E": 3, "S": 2, "W": 6, "G": 5, "B": 2}
    assert rising == also
    assert set("".join([*DECK["core"], *DECK["rising"], *DECK["falling"]])) == set(ELEMENTS)
    assert sum(STARS[name] for name in DECK["character"]) == 2 + 2 + 0 + 2 + 2 + 2 + 1 + 0 + 1 + 2 + 4 + 2 + 0


def test_the_places() -> None:
    """PLAN.R4: four of each kind; clockwise every side reads corner, rising, falling, corner."""
    assert sorted(cell for cells in PLACES.values() for cell in cells) == list(range(16))
    for side in ((0, 1, 2, 3), (3, 7, 11, 15), (15, 14, 13, 12), (12, 8, 4, 0)):
        kinds = [next(stack for stack, cells in PLACES.items() if cell in cells) for cell in side]
        assert kinds == ["character", "rising", "falling", "character"]


# Points


@pytest.mark.parametrize("name", SCORED)
def test_planets_scored_by_hand(name: str) -> None:
    """PLAN.C1 PLAN.C2 PLAN.C3 PLAN.C4 PLAN.C5 PLAN.C6 PLAN.C7 PLAN.C8 PLAN.C9 PLAN.C10 PLAN.C11: as the comments add up."""
    tiles, points, volcanoes = SCORED[name]
    found = lying(tiles)
    assert len(found) == 16
    assert [model_scoring.character_points(found, name) for _, name in model_scoring.characters(found)] == points
    assert model_scoring.planet_points(found) == sum(points)
    assert model_scoring.volcanoes(found) == volcanoes


WISHES = {  # each character once more, as a sum over elements; those that count otherwise are missing
    "vain": {"S": 4},
    "astronomer": {"s": 2},
    "lamplighter": {"l": 1},
    "white": {"W": 2},
    "beige": {"G": 3},
    "brown": {"B": 5},
    "gardener": {"b": 7},
    "turk": {"*": 1},
}


def points_again(tiles: list[tuple[int, str, bool]], name: str) -> int:
    """A character's points, found in another way: tile by tile."""
    open_tiles = [tile for cell, tile, down in tiles if not down and cell not in (0, 3, 12, 15)]
    stars = sum({"king": 2, "brown": 2, "gardener": 2, "astronomer": 0, "white": 0, "prince": 0}.get(t, 1)
                for cell, t, _ in tiles if cell in (0, 3, 12, 15))  # fmt: skip
    if name in WISHES:
        own = stars if name == "turk" else 0
        return own + sum(WISHES[name].get(element, 0) for tile in open_tiles for element in tile)
    if name == "geographer":
        return len([1 for cell, *_ in tiles if cell not in (0, 3, 12, 15)]) - len([1 for tile in open_tiles if tile[0] == "v"])
    if name == "king":
        return {1: 14, 2: 7}.get(len([1 for tile in open_tiles if "r" in tile]), 0)
    if name == "hunter":
        sheep = any(set(tile) & set("WGB") for tile in open_tiles)
        return 3 * (sheep + sum(any(animal in tile for tile in open_tiles) for animal in "FES"))
    if name == "drunkard":
        return 3 * len([1 for *_, down in tiles if down])
    assert name == "prince"
    every = set("".join(open_tiles))
    return 3 * len(every & {"W", "G", "B"}) + sum(2 if tile == "lcc" else "c" in tile for tile in open_tiles)


@pytest.mark.parametrize(("players", "plain"), TABLES)
def test_points_found_again(players: int, plain: bool) -> None:
    """PLAN.C1 PLAN.C2 PLAN.C3 PLAN.C4 PLAN.C5 PLAN.C6 PLAN.C7 PLAN.C8 PLAN.C9 PLAN.C10 PLAN.C11: of whole random games."""
    rng = Random(players)
    met: Counter[str] = Counter()
    for seed in range(6):
        table = dealt(players, seed, plain)
        while table.step != "over":
            table = slow_model.after_legal(table, rng.choice(slow_model.moves(table)))
            for found in table.planets:
                tiles = [(cell, tile.tile, tile.down) for cell, tile in found.items()]
                for _, name in model_scoring.characters(found):
                    met[name] += 1
                    assert model_scoring.character_points(found, name) == points_again(tiles, name)
    assert len(met) > 10


def test_penalties_and_ranks_by_hand() -> None:
    """PLAN.E1, PLAN.E2: who has most, who are tied, ranks."""
    none, one, two = lying("W / / / "), lying("vS / / / "), lying("vS vll / / / ")
    assert model_scoring.penalties([none, one, two]) == [0, 0, 2]
    assert model_scoring.penalties([two, one, two]) == [2, 0, 2]
    assert model_scoring.penalties([none, none]) == [0, 0]
    hidden = lying("vS (bGG) (bWWB) (bFWW) / / / drunkard")
    assert model_scoring.penalties([hidden, one]) == [1, 1]
    # The drunkard: three tiles. The hunters: an elephant; a sheep; a sheep. Three have one volcano, the most.
    planets = [hidden, one, lying("E / / / hunter"), lying("W / / / hunter"), lying("vll cG / / / hunter")]
    table = Table(5, planets=planets, step="over")
    assert model_scoring.totals(table) == [8, -1, 3, 3, 2]
    assert model_scoring.ranks(table) == [1, 5, 2, 2, 4]
    assert model_scoring.winners(table) == [0]
    assert model_scoring.reason(table) == "score"


def test_a_tie_by_hand() -> None:
    """PLAN.E2: fewer volcanoes decide, else it is shared."""
    # A snake, less one volcano; a sheep.
    decided = Table(2, planets=[lying("vS / / / vain"), lying("W / / / hunter")], step="over")
    assert (model_scoring.totals(decided), model_scoring.ranks(decided)) == ([3, 3], [2, 1])
    assert model_scoring.reason(decided) == "volcanoes"
    shared = Table(2, planets=[lying("E / / / hunter"), lying("W / / / hunter")], step="over")
    assert (model_scoring.winners(shared), model_scoring.reason(shared)) == ([0, 1], "shared")
    shared.step = "stack"
    assert model_scoring.winners(shared) == []


# Rounds


def test_a_round_of_three_by_hand() -> None:
    """PLAN.R1 PLAN.R2 PLAN.R4: the leader takes and names, so does the next, the last leads the next round."""
    table = table_of("", "", "", said="turn=1 first=1", more="stack core vlG W E cG cW cWW llc llS rll lllF vS vS")
    assert slow_model.moves(table) == ["stack core", "stack rising", "stack falling", "stack character"]
    table = after(table, "stack core")
    assert (table.offer, step(table)) == (["vS", "vS", "lllF"], ("take", 1, 1))
    assert slow_model.moves(table) == [
        *("take vS", "take vS 6", "take vS 9", "take vS 10"),
        *("take lllF", "take lllF 6", "take lllF 9", "take lllF 10"),
    ]
    table = after(table, "take vS 9")
    assert (slow_model.moves(table), step(table)) == (["name 0", "name 2"], ("name", 1, 1))
    table = after(table, "name 0", "take lllF")
    assert (slow_model.moves(table), step(table)) == (["name 2"], ("name", 0, 1))
    table = after(table, "name 2", "take vS")
    assert step(table) == ("stack", 2, 2)
    assert table.planets == [{5: Lying("lllF")}, {9: Lying("vS")}, {5: Lying("vS")}]
    assert len(table.stacks["core"]) == 9


def test_a_round_of_two_by_hand() -> None:
    """PLAN.R3: three looked at, one hidden, the other takes first, the third is out."""
    table = read(OFFER)
    assert slow_model.moves(table) == ["hide vlG", "hide W"]
    table = after(table, "hide vlG")
    assert (table.offer, table.hidden, step(table)) == (["vlG", "W"], "vlG", ("take", 1, 0))
    assert slow_model.moves(table)[::4] == ["take vlG", "take W", "take hidden"]
    unseen = after(table, "take vlG")
    assert step(unseen) == ("take", 0, 0)
    assert after(unseen, "take W").out == [Gone("core", "vlG", 0)]
    assert after(unseen, "take hidden 10").out == [Gone("core", "W")]
    assert step(after(unseen, "take hidden")) == ("stack", 1, 1)
    taken = after(table, "take hidden")
    assert (taken.planets[1], taken.hidden) == ({5: Lying("vlG")}, None)
    assert slow_model.moves(taken)[::4] == ["take vlG", "take W"]
    assert after(taken, "take W").out == [Gone("core", "vlG")]


def test_baobabs_by_hand() -> None:
    """PLAN.B1: the third turns three, the next three count anew."""
    table = table_of("bGG / br* / / ", "W / sE / / ", said="two_player=plain", more="offer falling bsS sE")
    later = after(table, "take bsS 4")
    assert later.planets[0] == {5: Lying("bGG", True), 1: Lying("br*", True), 4: Lying("bsS", True)}
    assert told(table, "take bsS 4", later)["turns"] == [1, 4, 5]
    assert effects_of(table, "take bsS 4", later, None)[1] == {"kind": "baobabs", "seat": 0, "at": [1, 4, 5]}
    again = table_of(
        "(bWWB) (bFWW) (bGG) vS / bsG / b*B sE / ",
        "W E cG cW / sE / sF cW / ",
        said="two_player=plain",
        more="offer rising br* lcc",
    )
    later = after(again, "take br* 14")
    assert told(again, "take br* 14", later)["turns"] == [1, 2, 14]
    assert model_scoring.face_down(later.planets[0]) == 6
    assert effects_of(again, "take lcc", after(again, "take lcc"), None)[1:] == []


def test_a_stack_four_times() -> None:
    """PLAN.R1: then it can't be chosen any more."""
    table = table_of("W E cG cW / / / ", "rll llc llS lllF / / / ", "vS vS vll vlFW / / / ")
    assert slow_model.moves(table) == ["stack rising", "stack falling", "stack character"]
    assert refusal_of(table, "stack core") == ("stack_done", "R1")


def test_the_end_by_hand() -> None:
    """PLAN.E0: the last tile ends it; who moved last and who led stay."""
    first, second = (
        "W E cG cW / sE sF lcc cW / sE sF lcc cW / king vain turk",
        "vS vS vll rll / v** v**G br* lWW / v** v**G lWW srll",
    )
    table = table_of(f"{first}", f"{second} / vain turk brown", said="two_player=plain", more="offer character white prince")
    table = after(table, "take prince", "name 1", "take white")
    assert (step(table), table.offered, slow_model.moves(table)) == (("over", 1, 0), None, [])
    assert refusal_of(table, "stack core") == refusal_of(table, "name 0") == ("over", "E0")


@pytest.mark.parametrize(("players", "plain"), TABLES)
def test_whole_games_keep_what_the_rules_promise(players: int, plain: bool) -> None:
    """PLAN.S1 PLAN.R1 PLAN.R2 PLAN.R3 PLAN.R4 PLAN.B1 PLAN.E0: all tiles are somewhere, nobody sees three baobabs, all take."""
    rng = Random(f"{players} {plain}")
    table = dealt(players, 5, plain)
    rounds = 0
    while table.step != "over":
        move = rng.choice(slow_model.moves(table))
        rounds += move.startswith("stack")
        table = slow_model.played(table, move)
        assert read(written(table)) == table
        for stack in STACKS:
            everywhere = [*table.stacks[stack], *table.aside[stack], *(gone.tile for gone in table.out if gone.stack == stack)]
            everywhere += [*table.offer, *([table.hidden] if table.hidden else [])] if table.offered == stack else []
            everywhere += [found[cell].tile for found in table.planets for cell in PLACES[stack] if cell in found]
            assert Counter(everywhere) == Counter(DECK[stack])
        for found in table.planets:
            assert model_scoring.many(found, "b") < 3
            assert model_scoring.face_down(found) % 3 == 0
    assert rounds == 16
    assert len(table.out) == (16 if table.offering() else 0)
    assert all(len(found) == 16 for found in table.planets)
    left = 4 if plain else 0
    assert [len(table.stacks[stack]) for stack in STACKS] == [left] * 4


# Texts, views, effects


def test_a_text_by_hand() -> None:
    """PLAN.S1: what isn't said is filled in, as the contract says."""
    text = full(drawn("", "", said="step=hide", more="offer core vlG W vlG"))
    assert text.splitlines() == [
        "planete players=2 turn=0 step=hide first=0 two_player=offer",
        "stack core vS lllF rll llc llS cWW cW cG E",
        "stack rising vslEW vslSW v** v**G lllS srll sllF lWW lcc cW sF sE",
        "stack falling vslEW vslSW v** v**G lllS srll sllF lWW lcc cW sF sE",
        "stack character lamplighter hunter hunter drunkard white beige brown gardener gardener turk turk prince",
        "aside core bWWB bFWW bGG vll vlFW vlSW vlSW vS",
        "aside rising bsE bsG br* bGB b*B vll* vslFG vlWG",
        "aside falling bsS bsG br* bGB b*B vll* vslFG vlWG",
        "aside character vain vain geographer geographer astronomer astronomer king lamplighter",
        "offer core vlG vlG W",
        "end",
    ]
    over = ended(SCORED["six face down"].tiles)
    assert planet(SCORED["six face down"].tiles) in full(over)
    assert full(full(over)) == full(over)


@pytest.mark.parametrize(
    ("reader", "tiles"), [(0, ["vlG", "vlG", "W"]), (1, [None] * 3), (None, [None] * 3), (EVERYBODY, ["vlG", "vlG", "W"])]
)
def test_who_looks_by_hand(reader: int | None, tiles: list[str | None]) -> None:
    """PLAN.R3: the leader alone sees the three tiles."""
    table = read(OFFER)
    view = seen(table, reader)
    assert view["offer"] == {"stack": "core", "tiles": [{"tile": tile, "hidden": False} for tile in tiles]}
    assert view["unseen"]["core"].get("vlG", 0) == (0 if tiles[0] else 2)
    later = after(table, "hide W")
    hidden: dict[str, Any] = {"tile": "W" if tiles[0] else None, "hidden": True}
    face_up = {"tile": "vlG", "hidden": False}
    assert seen(later, reader)["offer"] == {"stack": "core", "tiles": [face_up, face_up, hidden]}
    assert ("W" in seen(later, reader)["unseen"]["core"]) == (not tiles[0])
    last = after(later, "take vlG", "take vlG")
    assert seen(last, reader)["out"] == [{"stack": "core", "tile": hidden["tile"], "seen_by": 0}]


def test_what_is_out_tells_nothing_by_its_place() -> None:
    """PLAN.R3: tiles that the reader hasn't seen come last, wherever they are in the deck."""
    table = table_of("W E cG / / / ", "rll cW llc / / / ", more="out core bGG 1; out core vS; out core cWW 0")
    assert [gone["tile"] for gone in seen(table, 0)["out"]] == ["vS", "cWW", None]
    assert [gone["tile"] for gone in seen(table, 1)["out"]] == ["bGG", "vS", None]
    assert [gone["tile"] for gone in seen(table, None)["out"]] == ["vS", None, None]
    assert [gone["tile"] for gone in seen(table, EVERYBODY)["out"]] == ["bGG", "vS", "cWW"]


def test_an_oracle_does_not_answer_for_nonsense() -> None:
    """PLAN.R1: a move that isn't legal is refused, and the table stays as it was."""
    table = read(OFFER)
    before = written(table)
    for move in ("hide vS", "hide hidden", "take W", "stack core", "name 1", "nonsense", ""):
        with pytest.raises(ValueError, match="isn't legal"):
            slow_model.played(table, move)
    slow_model.played(table, "hide W")
    assert written(table) == before
