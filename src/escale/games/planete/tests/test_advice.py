"""Hints: why a move is good, and what else is good to know."""

from __future__ import annotations

import pytest

from escale import Position
from escale.games.planete.tests.hinted import Text, asides, idea
from escale.games.planete.tests.tables import at

PLAIN = "two_player=plain"
OUT = "; out core cG; out core cW; out character king"
FULL = "vS vS W E / v** v**G sE sF / v** v**G sE sF"
ALSO_FULL = "vlG vlG cW cG / vll* vslFG cW lcc / vll* vslFG cW lcc"
OPPONENT = {"whose": "opponent"}


def rising(own: str, other: str, tiles: str) -> Position:
    """Two who draft by the sheet: the first may take one of these rising edges."""
    return at(own, other, said=PLAIN, more=f"offer rising {tiles}")


def offered(own: str, tiles: str, hidden: str = "lcc") -> Position:
    """An offer to the first of two, who doesn't know the hidden tile."""
    return at(own, "llc rll / / / turk", said="turn=0 first=1", more=f"offer rising {tiles}; hidden {hidden}{OUT}")


def looked_at(other: str, tiles: str) -> Position:
    """The first of two, who likes snakes, looks at three tiles."""
    return at("W E / / / vain", other, said="step=hide", more=f"offer rising {tiles}{OUT}")


@pytest.mark.parametrize(
    ("pos", "move", "told"),
    [
        (
            rising("W / / / vain", "E / / / turk", "lllS sE"),
            "take lllS",
            [("own.pleases", {"character": "vain", "n": 4}), ("own.best", {})],
        ),
        (rising("W / / / king", "E / / / turk", "srll sE"), "take srll", [("own.rose", {}), ("own.most", {"n": 14})]),
        (
            rising("E / / / hunter", "W / / / turk", "vslFG lcc"),
            "take vslFG",
            [("own.species", {"n": 2}), ("own.most", {"n": 6})],
        ),
        (rising("W / / / prince", "E / / / turk", "bGB lcc"), "take bGB", [("own.colours", {"n": 2}), ("own.most", {"n": 6})]),
        (
            rising("bWWB bFWW / / / drunkard", "W E / / / turk", "bsE lcc"),
            "take bsE",
            [("own.turned", {}), ("own.most", {"n": 9})],
        ),
        (
            at("llS vS / / / ", "cG cW / / / ", said=PLAIN, more="offer character vain king"),
            "take vain",
            [("own.character", {"n": 8}), ("own.best", {})],
        ),
    ],
)
def test_what_one_s_characters_like(pos: Position, move: str, told: list[Text]) -> None:
    """PLAN.C1, PLAN.C4, PLAN.C6, PLAN.C7, PLAN.C11: who is pleased most and by what, and how much all give."""
    assert idea(pos, move) == told


@pytest.mark.parametrize(
    ("pos", "move", "told"),
    [
        (rising("bWWB bFWW / / / brown", "W E / / / turk", "bsE lcc"), "take bsE", ("careful.third_loses", {"n": 5})),
        (rising("bWWB bFWW / / / vain", "W E / / / turk", "bsE lcc"), "take bsE", ("careful.third", {})),
        (rising("bWWB bFWW / / / brown", "W E / / / turk", "bsE lcc"), "take lcc", ("avoid.third", {})),
        (rising("rll / / / king", "W / / / turk", "srll sE"), "take srll", ("careful.loses", {"n": 7})),
        (rising("vS vS / / / vain", "W E / / / turk", "v** sE"), "take v**", ("careful.volcano", {"n": 3})),
        (rising("vS vS / / / vain", "W E / / / turk", "v** sE"), "take sE", ("avoid.volcano", {"n": 3})),
        (rising("W E / / / drunkard", "cG cW / / / vain", "lllS sE"), "take lllS", ("deny", {**OPPONENT, "n": 4})),
        (
            at("W E / / / drunkard", "cG cW / / / vain", "rll llc / / / turk", more="offer rising lllS sE v**"),
            "take lllS",
            ("deny", {"whose": 2, "n": 4}),
        ),
    ],
)
def test_what_one_is_spared_and_others_too(pos: Position, move: str, told: Text) -> None:
    """PLAN.B1, PLAN.E1, PLAN.R2: dangers of the tile and of the others, and what another would like."""
    assert idea(pos, move)[0] == told


@pytest.mark.parametrize(
    ("pos", "move", "told"),
    [
        (rising("W E / / / king", "vS vS / / / drunkard", "v** sE"), "take v**", ("avoid.harmless", {"n": 1, "other": 2})),
        (rising("bGG W / / / king", "cG cW / / / vain", "bsE sE"), "take bsE", ("careful.second", {})),
        (rising("W E / / / vain", "cG cW / / / turk", "sF sE"), "take sE", ("own.same", {})),
    ],
)
def test_what_is_said_beside(pos: Position, move: str, told: Text) -> None:
    """PLAN.B1, PLAN.E1: after how many unseen characters would like the tile."""
    first, second = idea(pos, move)
    assert first[0] == "later.characters"
    assert second == told


def test_unseen_characters() -> None:
    """PLAN.S1: of eighteen that aren't on a planet, two astronomers, two geographers and two hunters like `sE` with a sheep."""
    pos = rising("W cG / / / vain", "llc cW / / / turk", "sF sE")
    assert idea(pos, "take sE")[0] == ("later.characters", {"n": 6, "of": 18})


def test_unseen_tiles() -> None:
    """PLAN.C1, PLAN.S1: five cores, two rising and three falling edges have a snake, and none of them lies on a planet."""
    pos = at("W / / / ", "E / / / ", said=PLAIN, more="offer character vain king")
    assert idea(pos, "take vain") == [("later.wants", {"n": 10, "of": 58}), ("own.same", {})]
    again = at("W / / / vain", "E / / / king", said=PLAIN, more="offer character vain drunkard")
    assert idea(again, "take vain") == [("later.twice", {}), ("later.wants", {"n": 10, "of": 58})]


@pytest.mark.parametrize(
    ("pos", "move", "told"),
    [
        (offered("W E / / / vain", "lllS sE"), "take hidden", [("hidden.gamble", {"n": 18})]),
        (offered("W E / / / vain", "lWW sE"), "take hidden", [("hidden.better", {"n": 2, "of": 18})]),
        (
            offered("W E / / / vain", "lWW sE"),
            "take sE",
            [("later.characters", {"n": 4, "of": 17}), ("hidden.sure", {"n": 2, "of": 18})],
        ),
        (
            offered("bWWB bFWW / / / vain", "bsE bGB"),
            "take hidden",
            [("hidden.baobabs", {}), ("hidden.better", {"n": 2, "of": 18})],
        ),
        (
            offered("W E / / / drunkard", "v** vll*"),
            "take hidden",
            [("hidden.volcanoes", {"n": 13, "of": 18}), ("hidden.gamble", {"n": 18})],
        ),
        (
            at("W E / / / vain", "llc rll / sF / / turk", more=f"offer rising sE; hidden lllS{OUT}"),
            "take hidden",
            [("own.pleases", {"character": "vain", "n": 4}), ("own.best", {})],
        ),
    ],
)
def test_the_hidden_tile(pos: Position, move: str, told: list[Text]) -> None:
    """PLAN.R3: one who doesn't know it is told of all that it may be; the leader knows it."""
    assert idea(pos, move) == told


@pytest.mark.parametrize(
    ("pos", "move", "told"),
    [
        (looked_at("llc rll / / / turk", "lllS v** sE"), "hide v**", [("hide.wish", {"n": 2}), ("hide.shown_none", {})]),
        (looked_at("llc rll / / / turk", "lllS v** sE"), "hide lllS", [("hide.own", {"n": 4}), ("hide.shown", {"n": 2})]),
        (looked_at("llc rll / / / turk", "lllS v** sE"), "hide sE", [("hide.shown", {"n": 2})]),
        (looked_at("bWWB bFWW / / / turk", "lllS bGB sE"), "hide bGB", [("hide.third", {}), ("hide.shown_none", {})]),
        (looked_at("vS vS / / / drunkard", "vll* v** sE"), "hide v**", [("hide.volcano", {"n": 3}), ("hide.shown_none", {})]),
        (looked_at("vS vS / / / drunkard", "vll* v** sE"), "hide sE", [("hide.volcanoes", {}), ("hide.shown_none", {})]),
        (looked_at("llc rll / / / drunkard", "vslSW lllS sE"), "hide sE", [("hide.shown_none", {}), ("hide.sure", {"n": 4})]),
    ],
)
def test_what_to_hide(pos: Position, move: str, told: list[Text]) -> None:
    """PLAN.R3: what the other one would like, what one likes oneself, traps; what is shown instead, and what is left."""
    assert idea(pos, move) == told


@pytest.mark.parametrize(
    ("pos", "move", "told"),
    [
        (at("", "", ""), "stack core", [("stack.open", {"n": 4}), ("stack.needs", {"n": 4})]),
        (at("", "", ""), "stack character", [("stack.early", {"n": 12}), ("stack.now", {"n": 2, "of": 20})]),
        (
            at("/ / / vain", "/ / / drunkard", said=PLAIN),
            "stack core",
            [("stack.most", {"n": 5, "of": 20}), ("stack.others_none", {})],
        ),
        (
            at("/ / / vain", "/ / / drunkard", said=PLAIN),
            "stack rising",
            [("stack.mine_alone", {"n": 2}), ("stack.open", {"n": 3})],
        ),
        (
            at("/ / / turk", "/ / / vain", said=PLAIN),
            "stack rising",
            [("stack.mine", {"n": 5, "other": 2}), ("stack.open", {"n": 3})],
        ),
        (
            at("/ / / vain", "/ / / hunter", said=PLAIN),
            "stack rising",
            [("stack.wanted", {"n": 2, "of": 20}), ("stack.open", {"n": 3})],
        ),
        (
            at("bWWB bFWW / / / vain", "W E / / / drunkard", said=PLAIN),
            "stack core",
            [("stack.fewest", {"n": 1, "of": 16}), ("stack.most", {"n": 5, "of": 16})],
        ),
        (
            at("/ / / vain drunkard", "/ / / king hunter", said=PLAIN),
            "stack rising",
            [("stack.wanted", {"n": 2, "of": 20}), ("stack.needs", {"n": 4})],
        ),
        (
            at("bWWB bFWW W E / / / ", "cG cW llc rll / / / ", said=PLAIN),
            "stack rising",
            [("stack.open", {"n": 4}), ("stack.needs", {"n": 4})],
        ),
        (at(f"{FULL} / ", f"{ALSO_FULL} / ", said=PLAIN), "stack character", [("only", {}), ("stack.complete", {})]),
    ],
)
def test_which_stack(pos: Position, move: str, told: list[Text]) -> None:
    """PLAN.R1, PLAN.B1: what the unseen tiles would give, whom else they suit, where baobabs are rare."""
    assert idea(pos, move) == told


def to_name(*planets: str, tiles: str, turn: int = 0) -> Position:
    """Somebody has taken a rising edge and names somebody else."""
    return at(*planets, said=f"step=name turn={turn}", more=f"offer rising {tiles}")


@pytest.mark.parametrize(
    ("pos", "move", "told"),
    [
        (
            to_name("W / sE / / vain", "E / / / vain", "cG / / / drunkard", tiles="lllS sF"),
            "name 2",
            [("name.least_none", {}), ("name.leader", {})],
        ),
        (
            to_name("W / sE / / vain", "E / / / vain", "cG / / / drunkard", tiles="lllS sF"),
            "name 1",
            [("name.best", {"n": 4}), ("name.leader", {})],
        ),
        (
            to_name("W / sE / / drunkard", "E / / / vain", "cG / / / hunter", tiles="lllS lcc"),
            "name 2",
            [("name.least", {"n": 3}), ("name.rivals", {})],
        ),
        (
            to_name("W / sE / / drunkard", "E / / / vain", "cG / / / hunter", tiles="lllS lcc"),
            "name 1",
            [("name.rivals", {}), ("name.behind", {"n": 0})],
        ),
        (
            to_name("W E / sE / / ", "bWWB bFWW / / / ", "cG cW / / / ", tiles="bsE bGB"),
            "name 1",
            [("name.third", {}), ("name.best_none", {})],
        ),
        (to_name("W / sE / / ", "E / sF / / ", "cG / / / ", tiles="lcc", turn=1), "name 2", [("only", {}), ("name.last", {})]),
    ],
)
def test_whom_to_name(pos: Position, move: str, told: list[Text]) -> None:
    """PLAN.R2: who can use the tiles left least, who wants the same, who is behind, who leads next."""
    assert idea(pos, move) == told


def test_the_last_tile_of_the_game() -> None:
    """PLAN.E1, PLAN.E2: who will have won, with how many points."""
    planets = f"{FULL} / king gardener drunkard lamplighter", f"{ALSO_FULL} / vain vain gardener"
    pos = at(*planets, said=f"turn=1 {PLAIN}", more="offer character brown")
    assert idea(pos, "take brown") == [("only", {}), ("end.shared", {"n": -6})]
    better = at(*planets, said=f"turn=1 {PLAIN}", more="offer character beige")
    assert idea(better, "take beige")[1][0] == "end.wins"


@pytest.mark.parametrize(
    ("pos", "told"),
    [
        (at("", "", ""), []),
        (at("bWWB bFWW / / / vain", "vS W / / / turk", said=PLAIN), [("aside.two_baobabs", {}), ("aside.level", {"n": 0})]),
        (at("vS vS / / / vain", "vll W / / / turk", said=PLAIN), [("aside.volcanoes", {"n": 2}), ("aside.ahead", {"n": 6})]),
        (
            at("vll W / / / vain", "vS cG / / / vain", said=PLAIN),
            [("aside.volcanoes_tied", {"n": 1}), ("aside.behind", {"n": -1, "other": 3})],
        ),
        (offered("W E / / / vain", "lllS sE"), [("aside.hidden", {"n": 18}), ("aside.behind", {"n": 0, "other": 1})]),
        (
            at("W E cG / / / ", "cW llc rll / / / ", said=PLAIN, more="offer core vS vll"),
            [("aside.last_of_stack", {})],
        ),
        (
            at(f"{FULL} / vain", f"{ALSO_FULL} / king", said=PLAIN),
            [("aside.rounds", {"n": 2}), ("aside.volcanoes_tied", {"n": 6})],
        ),
        (
            at(f"{FULL} / vain king turk", f"{ALSO_FULL} / vain turk gardener", said=PLAIN),
            [("aside.last_round", {}), ("aside.volcanoes_tied", {"n": 6})],
        ),
    ],
)
def test_what_else_is_good_to_know(pos: Position, told: list[Text]) -> None:
    """PLAN.B1, PLAN.E1, PLAN.R1, PLAN.R3, PLAN.E0: at most two things, the most urgent first."""
    assert asides(pos) == told
