"""What bots think of planets: who is likely to win, what is worth taking, and to whom a tile is left."""

from __future__ import annotations

import numpy as np
import pytest

import escale
from escale import Position
from escale.games.planete.insight import evaluate, habit, knowledge, margin
from escale.games.planete.tests.tables import GAME, at, new, over, parsed
from escale.rules import verbs
from escale.rules.chance import new_rng

SEEDS = range(3)


def likely(pos: Position, seat: int = 0) -> float:
    return float(evaluate(pos.state, seat))


def known(pos: Position, seat: int) -> int:
    return int(knowledge(pos.state, seat))


def greedy(pos: Position, seed: int = 0) -> str:
    """What looks best at once, but for the place."""
    return " ".join(pos.name(escale.bot("greedy", seed).choose(pos)).split()[:2])


def promising(pos: Position) -> dict[str, float]:
    out = np.zeros(len(pos.moves()), np.float64)
    verbs.priors(pos.state, np.array(pos.moves(), np.int32), len(out), out)
    return dict(zip(pos.names(), out.tolist(), strict=True))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("plies", [0, 1, 2, 30, 60])
def test_it_is_somebodys(players: int, plies: int) -> None:
    """What all are thought likely to win comes to one game."""
    pos = new(players, 1)
    for _ in range(plies):
        pos.play(pos.moves()[-1])
    assert sum(likely(pos, seat) for seat in range(players)) == pytest.approx(1.0)
    assert all(0.0 < likely(pos, seat) < 1.0 for seat in range(players))


FILLERS = {"core": ("cWW", "llc", "llS", "lllF"), "rising": ("lcc", "lWW", "lllS", "sllF")}


def taking(own: str, offered: str) -> Position:
    """Three players; the first has some tiles of the kind that is offered and a character, and takes; the others Turks."""
    kind = offered.split()[0]
    core, rising, _, character = own.split("/")
    count = len((core if kind == "core" else rising).split())
    faces = ["turk", "turk"] if character.split() != ["turk"] else ["lamplighter", "lamplighter"]
    others = []
    for number, face in enumerate(faces):
        some = " ".join(FILLERS[kind][number * count : (number + 1) * count])
        others.append(f"{some} / / / {face}" if kind == "core" else f"/ {some} / / {face}")
    return at(own, *others, said="turn=0 step=take first=0", more=f"offer {offered}")


@pytest.mark.parametrize(
    ("face", "offered", "liked"),
    [
        ("vain", "core vS vlG E", "vS"),  # C1
        ("geographer", "core vlG W vlG", "W"),  # C2
        ("astronomer", "rising sF cW lWW", "sF"),  # C3
        ("king", "rising srll sllF lcc", "srll"),  # C4
        ("lamplighter", "core lllF cW W", "lllF"),  # C5
        ("hunter", "core E cW cG", "E"),  # C6
        ("drunkard", "rising bsG sE cW", "bsG"),  # C7
        ("white", "core cWW cG E", "cWW"),  # C8
        ("beige", "core cG cW E", "cG"),  # C8
        ("brown", "rising bGB cW lWW", "bGB"),  # C8
        ("gardener", "rising bsG sE cW", "bsG"),  # C9
        ("turk", "rising v** lWW cW", "v**"),  # C10
        ("prince", "rising lcc sF sE", "lcc"),  # C11
    ],
)
def test_characters_are_given_what_they_like(face: str, offered: str, liked: str) -> None:
    """PLAN.C1, PLAN.C2, PLAN.C3, PLAN.C4, PLAN.C5, PLAN.C6, PLAN.C7, PLAN.C8, PLAN.C9, PLAN.C10, PLAN.C11: more than others."""
    other = "vain" if face != "vain" else "king"
    with_it, with_another = (promising(taking(f"/ / / {one}", offered)) for one in (face, other))
    for tile in set(offered.split()[1:]) - {liked}:
        gain = with_it[f"take {liked}"] / with_it[f"take {tile}"]
        assert gain > 1.02 * with_another[f"take {liked}"] / with_another[f"take {tile}"], tile


@pytest.mark.parametrize("seed", SEEDS)
def test_greedy_takes_what_is_liked(seed: int) -> None:
    """PLAN.C1, PLAN.C4."""
    assert greedy(taking("/ / / vain", "core vS vlG E"), seed) == "take vS"
    assert greedy(taking("/ / / king", "rising srll sE lcc"), seed) == "take srll"


def test_a_second_rose_is_one_too_many() -> None:
    """PLAN.C4."""
    assert greedy(taking("/ / / king", "rising srll sllF lllS")) == "take srll"
    assert greedy(taking("/ br* / / king", "rising srll sllF lllS")) != "take srll"


def test_a_third_baobab_is_feared_unless_it_is_wanted() -> None:
    """PLAN.B1, PLAN.C7: what it would turn counts; a drunkard is glad of it."""
    offered = "rising bGB srll sE"
    assert greedy(taking("/ br* bsG / / beige", offered)) != "take bGB"
    assert greedy(taking("/ br* / / beige", offered)) == "take bGB"
    assert greedy(taking("/ bsE bsG / / drunkard", "rising b*B cW sF")) == "take b*B"


def test_volcanoes_are_feared_by_who_has_the_most() -> None:
    """PLAN.E1."""
    faces = "astronomer astronomer king lamplighter"
    first, fewest = f"/ vlWG v** / / {faces}", f"/ lWW cW / / {faces}"
    others = "/ lcc vll* / / vain vain gardener prince", "/ lllS sE / / white beige drunkard gardener"
    tiles = {"said": "turn=0 step=take first=0", "more": "offer rising v**G sllF srll"}

    def odds(own: str, move: str) -> float:
        chance = likely(after_move(at(own, *others, **tiles), move))
        return chance / (1.0 - chance)

    with_most, with_none = (odds(own, "take v**G") / odds(own, "take sllF") for own in (first, fewest))
    assert with_most < 0.95 * with_none


def test_a_character_is_chosen_by_what_lies_there() -> None:
    """PLAN.C1, PLAN.C9."""
    snakes, baobabs, neither = "vS vlSW llS / / /", "bGG bWWB W / / /", "cG E cW / / /"
    offered = {"said": "turn=0 step=take first=0", "more": "offer character vain gardener turk"}
    assert greedy(at(snakes, baobabs, neither, **offered)) == "take vain"
    assert greedy(at(baobabs, snakes, neither, **offered)) == "take gardener"


def test_the_last_tile_is_left_to_whom_it_helps_least() -> None:
    """PLAN.R2: of two who wait, the one whose character wants the good tile isn't named first."""
    pos = at(
        *("W / / / hunter", "/ / / vain", "/ / / white"),
        said="turn=0 step=name first=0",
        more="offer core vlSW vlG",
    )
    assert likely(after_move(pos, "name 2")) > likely(after_move(pos, "name 1"))


def test_what_the_leader_hides_is_kept_from_the_other() -> None:
    """PLAN.R3: who can't see a tile isn't thought to know what it would bring."""
    planets = "/ / / hunter", "/ / / vain"
    said, out = "turn=1 step=take first=0", "out character king"
    shown = at(*planets, said=said, more=f"offer core vS W; hidden E; {out}")
    hidden = at(*planets, said=said, more=f"offer core W E; hidden vS; {out}")
    assert likely(hidden, 1) < likely(shown, 1)


def after_move(pos: Position, move: str) -> Position:
    later = pos.copy()
    later.play(move)
    return later


def test_places_are_worth_no_thought() -> None:
    """PLAN.R4: where a tile goes never changes the score."""
    pos = taking("/ / / vain", "core vS W E")
    found = promising(pos)
    assert {name for name, value in found.items() if value > 1e-6} == {"take vS", "take W", "take E"}
    assert len(found) == 12


def test_who_is_in_a_hurry_takes_what_is_liked() -> None:
    room, rng = GAME.move_room(), new_rng(np.uint64(1))
    pos = taking("/ / / vain", "core vS E W")
    taken = [pos.name(int(habit(pos.state, room, rng))) for _ in range(60)]
    assert set(taken) <= {"take vS", "take E", "take W"}
    assert taken.count("take vS") > 40


def test_a_position_is_known_wherever_tiles_lie() -> None:
    """PLAN.R4: but a seat knows where there is room on its own planet: it may lay a tile there."""
    lines = "planete players=3 turn=0 step=stack first=0\nplanet 0 {0}:W\nplanet 1 {1}:E\nplanet 2 5:cG\n"
    one, other, own = (parsed(lines.format(*cells)) for cells in ((5, 5), (5, 10), (6, 5)))
    assert known(one, 0) == known(other, 0) != known(own, 0)
    assert known(one, 2) == known(other, 2) == known(own, 2)
    assert known(one, 0) != known(parsed(lines.format(5, 5).replace("E", "cW")), 0)


def test_the_hidden_tile_is_known_to_the_leader_alone() -> None:
    """PLAN.R3."""
    one, other = (
        parsed(f"planete players=2 turn=1 step=take first=0 two_player=offer\noffer core cG E\nhidden {tile}\n")
        for tile in ("W", "cW")
    )
    assert known(one, 1) == known(other, 1)
    assert known(one, 0) != known(other, 0)


def test_a_margin_is_by_points() -> None:
    """PLAN.E2."""
    tiles = "W E cG rll / sE sF lWW lcc / sE sF lWW lcc / vain king hunter prince"
    pos = over(tiles)
    won = pos.winners[0]
    values = [float(margin(pos.state, seat)) for seat in range(2)]
    assert sum(values) == pytest.approx(1.0)
    assert values[won] > 0.6
