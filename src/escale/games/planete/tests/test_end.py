"""How a game ends and who wins (PLAN.E0, PLAN.E1, PLAN.E2)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from escale import Position
from escale.games.planete.tests.tables import STACKS, after, against, at, kinds, new, over, planet_of, step

# Three planets without characters; none shares a tile with another.
SIX = "vS vS W E / v** v**G sE sF / v** v**G sE sF"  # 2 + 2 + 2 volcanoes
ALSO_SIX = "vlG vlG cW cG / vll* vslFG cW lcc / vll* vslFG cW lcc"  # 2 + 2 + 2
FIVE = "vlG cWW cW cG / vll* vslFG cW lcc / vll* vslFG cW lcc"  # 1 + 2 + 2
TEN = "vll vlFW vlSW vlSW / vlWG vslEW vslSW srll / vlWG vslEW vslSW srll"  # 4 + 3 + 3
TWELVE = "vll vlFW vlG vS / vll* vslFG vlWG v** / vslEW vslSW v**G vll*"
NONE = "W E cG cW / sE sF lcc lWW / sE sF lcc lWW"
EVERYTHING = ("stack core", "take vS", "take hidden", "hide W", "name 0", "take king 0", -1, 1 << 30)


def penalties(pos: Position) -> list[int]:
    """What volcanoes cost everybody."""
    return [planet["penalty"] for planet in pos.view(None)["planets"]]


def closing(pos: Position) -> dict[str, Any]:
    """How a game ended, as everybody sees it."""
    told: dict[str, Any] = pos.view(None)["closing"]
    assert [pos.view(seat)["closing"] for seat in range(pos.players)] == [told] * pos.players
    return told


def check_end(pos: Position, totals: list[int], ranks: list[int], reason: str) -> None:
    """See that a game that is over ended so."""
    winners = [seat for seat, rank in enumerate(ranks) if rank == 1]
    assert pos.over
    assert pos.points == tuple(totals)
    assert [planet["total"] for planet in pos.view(None)["planets"]] == totals
    assert pos.winners == tuple(winners)
    assert pos.scores == tuple(1 / len(winners) if seat in winners else 0 for seat in range(pos.players))
    told = closing(pos)
    assert (told["ranks"], told["reason"]["key"]) == (ranks, f"closing.{reason}")
    assert told["rule"] in ("PLAN.E1", "PLAN.E2")


# The end


@pytest.mark.parametrize(
    ("players", "plain", "moves"), [(2, False, 64), (2, True, 64), (3, False, 96), (4, False, 128), (5, False, 160)]
)
def test_sixteen_rounds(players: int, plain: bool, moves: int) -> None:
    """PLAN.E0: then every planet has sixteen tiles, four of each kind, and no move is possible."""
    pos = new(players, 8, plain)
    rng = Random(players)
    made = 0
    while not pos.over:
        assert pos.view(None)["closing"] is None
        assert pos.winners == ()
        assert pos.scores == (0.0,) * players
        last, move = pos.copy(), rng.choice(pos.names())
        pos.play(move)
        made += 1
    assert made == moves
    assert kinds(last, move)[-1] == "over"
    assert "lead" not in kinds(last, move)
    assert (pos.turn, pos.moves(), pos.view(None)["step"], pos.view(None)["task"]) == (None, [], "over", None)
    assert step(pos) == ("over", last.turn)
    assert (pos.view(None)["round"], pos.view(None)["waiting"], pos.view(None)["offer"]) == (16, [], None)
    for seat in range(players):
        lying = [tile["stack"] for tile in planet_of(pos, seat)["tiles"]]
        assert [lying.count(name) for name in STACKS] == [4, 4, 4, 4]
    assert all(entry["chosen"] == 4 for entry in pos.view(None)["stacks"])


@pytest.mark.parametrize("move", EVERYTHING)
def test_nothing_is_played_afterwards(move: int | str) -> None:
    """PLAN.E0: everything is refused for that reason, before all others."""
    assert against(over(f"{NONE} / king vain gardener drunkard"), move) == ("over", "E0")


def test_the_last_tile() -> None:
    """PLAN.E0: the game is over when everybody has it, not before."""
    own, other = f"{SIX} / king gardener drunkard", f"{ALSO_SIX} / vain vain gardener"
    pos = at(own, other, said="two_player=plain", more="offer character lamplighter brown")
    pos = after(pos, "take lamplighter")
    assert not pos.over
    pos = after(pos, "name 1")
    assert not pos.over
    assert kinds(pos, "take brown") == ["take", "over"]
    assert after(pos, "take brown").over


# Volcanoes


def test_most_volcanoes() -> None:
    """PLAN.E1: who has most loses as many points; nobody else does."""
    # Nothing for king, gardener and drunkard; four species. The second: vll* vll* and 1 + 1 + 2 + 1 of characters.
    pos = over(f"{SIX} / king gardener drunkard hunter", f"{FIVE} / vain vain brown turk")
    assert [planet["volcanoes"] for planet in pos.view(None)["planets"]] == [6, 5]
    assert penalties(pos) == [6, 0]
    check_end(pos, [12 - 6, 2 + 5], [2, 1], "score")


def test_all_who_are_tied_lose() -> None:
    """PLAN.E1: and who has fewer doesn't."""
    # Stars v** v**G v** v**G and 1 + 0 + 1 + 1; sunsets 4 x 2; snakes 2 x 4; no lamppost.
    first = f"{SIX} / turk astronomer vain lamplighter"
    # Foxes and sheep; lampposts 2 + (2 + 1 + 1) + (2 + 1 + 1); two colours and boxes 2 + 3 + 3; white 1 + 1 + 1.
    second = f"{ALSO_SIX} / hunter lamplighter prince white"
    pos = over(first, second)
    assert penalties(pos) == [6, 6]
    check_end(pos, [11 + 8 + 8 + 0 - 6, 6 + 10 + 14 + 6 - 6], [2, 1], "score")
    third = "lllF rll llc llS / lllS srll sllF lWW / lllS srll sllF lWW / king turk drunkard beige"
    # Three roses; 2 + 1 + 1 + 1 stars of characters; nothing face down; no beige sheep.
    three = over(first, second, third)
    assert penalties(three) == [6, 6, 0]
    check_end(three, [21, 30, 5], [2, 1, 3], "score")


def test_no_volcano_no_penalty() -> None:
    """PLAN.E1: if nobody has one, nobody loses anything."""
    pos = new(4, 1)
    assert penalties(pos) == [0] * 4
    assert pos.points == (0.0,) * 4


def test_volcanoes_count_at_any_time() -> None:
    """PLAN.E1: while the game lasts, points are those it would end with now."""
    pos = at("vS W / / / vain", "cG cW / / / prince", "vll E / / / turk")
    assert penalties(pos) == [1, 0, 1]
    assert pos.points == (4 - 1, 6 + 2, 1 - 1)
    assert [planet["points"] for planet in pos.view(None)["planets"]] == [4, 8, 1]
    more = at("vS vS / / / vain", "cG cW / / / prince", "vll E / / / turk")
    assert penalties(more) == [2, 0, 0]
    assert more.points == (8 - 2, 8, 1)


def test_scores_may_be_negative() -> None:
    """PLAN.E1, PLAN.E2: twelve volcanoes and nobody pleased; nothing at all is better."""
    pos = over(f"{TWELVE} / king geographer geographer gardener", f"{NONE} / drunkard vain vain brown")
    assert penalties(pos) == [12, 0]
    check_end(pos, [-12, 0], [2, 1], "score")


# Who wins


def test_fewer_volcanoes_break_a_tie() -> None:
    """PLAN.E2: of those with equal scores."""
    # Four species less six volcanoes; foxes and sheep.
    pos = over(f"{SIX} / king gardener drunkard hunter", f"{FIVE} / hunter vain vain brown")
    assert penalties(pos) == [6, 0]
    check_end(pos, [12 - 6, 6], [2, 1], "volcanoes")
    other = over(f"{FIVE} / hunter vain vain brown", f"{SIX} / king gardener drunkard hunter")
    check_end(other, [6, 12 - 6], [1, 2], "volcanoes")


def test_a_shared_victory() -> None:
    """PLAN.E2: with equal scores and equal volcanoes, though they are negative."""
    pos = over(f"{SIX} / king gardener drunkard lamplighter", f"{ALSO_SIX} / vain vain gardener brown")
    check_end(pos, [-6, -6], [1, 1], "shared")


def test_three_with_equal_scores() -> None:
    """PLAN.E2: two have fewer volcanoes than the third: they share the victory, and it comes third."""
    # W E, sE sF, sE sF; cW cG, cW lcc, cW lcc; stars 2 + 1 + 1 + 1, twice, and beige 2 x 3, less ten volcanoes.
    planets = [
        f"{SIX} / king gardener drunkard geographer",
        f"{ALSO_SIX} / vain vain gardener geographer",
        f"{TEN} / brown turk turk beige",
    ]
    pos = over(*planets)
    assert penalties(pos) == [0, 0, 10]
    check_end(pos, [6, 6, 5 + 5 + 6 - 10], [1, 1, 3], "shared")
    assert pos.scores == (0.5, 0.5, 0.0)
    check_end(over(planets[2], planets[0], planets[1]), [6, 6, 6], [3, 1, 1], "shared")


def test_places_behind_the_winner() -> None:
    """PLAN.E2: all ranks are found the same way; two who are equal in all have the same."""
    third = "lllF rll llc llS / lllS srll sllF lWW / lllS srll sllF lWW / astronomer astronomer turk beige"
    # Sunsets 2 + 2, twice 4 x 2; 0 + 0 + 1 + 1 stars of characters; no beige sheep.
    pos = over(f"{SIX} / king gardener drunkard lamplighter", f"{ALSO_SIX} / vain vain gardener brown", third)
    check_end(pos, [-6, -6, 8 + 8 + 2], [2, 2, 1], "score")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_ranks_of_random_games(players: int) -> None:
    """PLAN.E1, PLAN.E2: by points, then by fewer volcanoes, one and as many as are before; who lost most had most volcanoes."""
    rng = Random(players)
    for seed in range(3):
        pos = new(players, seed)
        while not pos.over:
            pos.play(rng.choice(pos.names()))
        planets = pos.view(None)["planets"]
        most = max(planet["volcanoes"] for planet in planets)
        assert most > 0
        for planet in planets:
            assert planet["penalty"] == (most if planet["volcanoes"] == most else 0)
            assert planet["total"] == planet["points"] - planet["penalty"]
        merits = [(planet["total"], -planet["volcanoes"]) for planet in planets]
        ranks = [1 + sum(other > merit for other in merits) for merit in merits]
        totals = [planet["total"] for planet in planets]
        reason = "shared" if ranks.count(1) > 1 else "volcanoes" if totals.count(max(totals)) > 1 else "score"
        check_end(pos, totals, ranks, reason)
