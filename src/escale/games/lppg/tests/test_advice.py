"""Hints: what is said of a move, and in which words."""

from __future__ import annotations

from typing import Any

import pytest

from escale import Position
from escale.games.lppg.tests.hinted import asides, idea, place
from escale.games.lppg.tests.sentences import Text, words
from escale.games.lppg.tests.tables import GAME, after, at, away, frozen, strip

FOUR: dict[str, Any] = {"hands": ("r12 r24", "b1 b2", "g1 g2", "y1 y2"), "piles": ("b3 y3", "y12 g12"), "said": "players=4"}
LAST: dict[str, Any] = {"hands": ("r12 r24", ""), "piles": ("", ""), "said": "last=1"}
ROW = ("rrrrrrrrrr", "rwrrwrrrrr", "rrrrrrrrrr")
JOIN = "22,21:2x3:r56"  # white between the two
GROW = "22,21:2x3:r5"  # white beside the first
OPEN = "21,22:2x3:r35"  # white from above the first to the outside
ONE_WHITE = ("r2 r24", "b1 b2")


def said_in(told: Text) -> list[str]:
    """A text in every language, with ~ for the spaces at which no line ends."""
    return [sentence.replace("\N{NO-BREAK SPACE}", "~") for sentence in words(told)]


@pytest.mark.parametrize(
    ("pos", "told"),
    [
        (strip("0o1 0p2", "3"), [("end.win", {"n": 1})]),
        (strip("0o4 0p5 1o2", "2"), [("end.win", {"n": 4})]),
        (strip("0o4 0p5 2o1 1o2", "3", **FOUR), [("end.team", {"n": 1})]),
        (strip("0o4 0p5 1o9", "6", said="match=on points=6,3"), [("end.win", {"n": 4}), ("end.match", {"n": 10})]),
        (strip("0o4 0p5 1o9", "6", said="match=on points=5,3"), [("end.win", {"n": 4})]),
        (strip("0o1 1o2", **LAST), [("end.count_win", {"n": 1})]),
        (strip("0o2 1o1", **LAST), [("end.count_lost", {"n": 1})]),
        (strip("0o2 1o2", **LAST), [("end.count_nobody", {})]),
        (strip("0o2 1o2", "3", **LAST), [("end.count_win", {"n": 3})]),
    ],
)
def test_the_round_ends(pos: Position, told: list[Text]) -> None:
    """LPPG.E1, LPPG.E2, LPPG.E3, LPPG.E4: a card at the end of the terrain, and then a marker or the count."""
    assert idea(pos, away(pos)) == told


@pytest.mark.parametrize(
    ("pos", "told"),
    [
        (strip("1o2", "1"), [("leads", {"n": 1})]),
        (strip("", "3"), [("leads", {"n": 3})]),
        (strip("0o3 1o2", "1"), [("leads", {"n": 1}), ("then.two", {})]),
        (strip("1o2 1p4", "2"), [("cancels_leader", {"n": 2})]),
        (strip("1o2 0p4", "2"), [("cancels_leader", {"n": 2}), ("then.ahead", {"n": 4})]),
        (strip("1o2 2p4", "2", **FOUR), [("cancels_leader", {"n": 2}), ("then.ahead_team", {"n": 4})]),
        (strip("1o2 0o2", "2"), [("takes_old", {"n": 2}), ("then.cancels_own", {})]),
        (strip("0o1 1o2", "2"), [("cancels", {"n": 2}), ("then.stays", {"n": 1})]),
        (strip("2o1 1o2", "2", **FOUR), [("cancels", {"n": 2}), ("then.stays_team", {"n": 1})]),
    ],
)
def test_a_region_is_taken(pos: Position, told: list[Text]) -> None:
    """LPPG.C4, LPPG.E2: whether it leads, or cancels another, and what comes of it."""
    assert idea(pos, away(pos)) == told


def test_a_closed_region_grows() -> None:
    """LPPG.C4: it was closed before, so nobody closes it."""
    assert idea(strip("0o1", "3"), "25,19:2x3:r12")[0] == ("takes_changed", {"n": 4})


@pytest.mark.parametrize(
    ("own", "move", "told"),
    [
        ("1 o 21,21", OPEN, [("opens_leader", {"n": 1})]),
        ("1 o 21,21, 1 o 24,21", OPEN, [("opens", {"whose": "opponent", "n": 1})]),  # both were cancelled
        ("0 o 21,21", OPEN, [("opens_own", {"n": 1})]),
        ("1 o 21,21, 1 o 24,21", JOIN, [("joins", {"whose": "opponent", "n": 4})]),
        ("0 o 21,21, 0 p 24,21", JOIN, [("joins_own", {"n": 4}), ("then.ahead", {"n": 4})]),
        ("1 o 21,21, 0 o 24,21", OPEN, [("opens", {"whose": "opponent", "n": 1}), ("then.ahead", {"n": 1})]),
        ("1 o 21,21, 0 o 24,21", GROW, [("grows", {"whose": "opponent", "n": 2, "from": 1}), ("then.ahead", {"n": 1})]),
        ("0 o 21,21, 1 o 24,21", GROW, [("grows_own_alone", {"n": 2})]),
    ],
)
def test_territories_change(own: str, move: str, told: list[Text]) -> None:
    """LPPG.C1, LPPG.C2, LPPG.C3: one's own, or an opponent's; the one that would win is told apart."""
    rows = ROW if own.count(",") > 1 else ("rrrrrrrrrr", "rwrrrrrrrr", "rrrrrrrrrr")
    pos = at(*rows, own=own, hands=("r12 r2", "b1 b2") if move == GROW else ("r12 r24", "b1 b2"))
    assert idea(pos, move) == told


def test_a_territory_grows_to_the_size_of_another() -> None:
    """LPPG.E2: what would win is made as large as another and wins no more; or another comes to have its size."""
    rows = ("rrrrrrrrrr", "rwrrrrwwrr", "rrrrrrrrrr")
    grown = at(*rows, own="1 o 21,21, 0 o 26,21", hands=ONE_WHITE)
    assert idea(grown, GROW) == [("grows_leader", {"n": 2})]
    cancelled = at(*rows, own="0 o 21,21, 1 o 26,21", hands=ONE_WHITE)
    assert idea(cancelled, GROW) == [("grows_own", {"n": 2, "from": 1})]
    assert idea(at(*rows, own="1 o 21,21, 1 p 26,21", hands=ONE_WHITE), GROW) == [("grows_leader", {"n": 2})]
    wide = ("rrrrrrrrrrrr", "rwrrrwwrwrrr", "rrrrrrrrrrrr")
    pos = at(*wide, own="1 o 21,21, 1 p 25,21, 0 o 28,21", hands=ONE_WHITE)  # 1 and 1 were cancelled: 2 would win
    assert idea(pos, GROW) == [("cancels_leader", {"n": 2}), ("then.ahead", {"n": 1})]
    behind = at("rrrrrrrrrrrrrr", "rwwrrrrwwwrwrr", "rrrrrrrrrrrrrr", own="1 o 21,21, 1 p 27,21, 0 o 31,21", hands=ONE_WHITE)
    assert idea(behind, "23,21:2x3:r5") == [("grows_cancelled", {"whose": "opponent", "n": 3})]


def test_a_partner_s_territory() -> None:
    """LPPG.S1: partners are told apart from opponents."""
    pos = at(*ROW, own="2 o 21,21, 2 o 24,21", **FOUR)
    assert idea(pos, JOIN) == [("joins", {"whose": "partner", "n": 4}), ("then.ahead_team", {"n": 4})]
    assert idea(pos, OPEN) == [("opens", {"whose": "partner", "n": 1}), ("then.ahead_team", {"n": 1})]


@pytest.mark.parametrize(
    ("pos", "move", "told"),
    [
        (strip("0o4 0p5 1o2"), "37,21:2x3:r12", [("waits", {})]),
        (strip("0o4 1o2"), "31,21:2x3:r12", [("quiet", {})]),
        (strip("1o1", "1", hands=("r2 r1", "b1 b2")), "23,21:2x3:r2", [("spoils", {"n": 1})]),
    ],
)
def test_quiet_moves(pos: Position, move: str, told: list[Text]) -> None:
    """LPPG.D2: nothing closes and no territory changes."""
    assert idea(pos, move)[:1] == told


@pytest.mark.parametrize(("hand", "said"), [("b1 b2", [("threat", {})]), ("y2 g2", [])])
def test_a_threat_is_averted(hand: str, said: list[Text]) -> None:
    """LPPG.E1, LPPG.P2: the only cell on which a blue card goes is covered, in time if the opponent holds such a card."""
    rows = ("rrbrrrrrrrrrrrrr", "rwrrrwwwwrwwwwwr", "rrrrrrrrrrrrrrrr")
    pos = at(*rows, own="0 o 21,21, 1 o 25,21, 1 p 30,21", hands=("r2 r24", hand))
    assert idea(pos, GROW) == [("grows_own_alone", {"n": 2}), *said]
    assert ("threat", {}) not in idea(pos, "35,21:2x3:r2")  # far away from it


@pytest.mark.parametrize(
    ("own", "free", "move", "told"),
    [
        ("", "2", "o@21,21", [("mark.ordinary", {"n": 2})]),
        ("", "2", "p@21,21", [("mark.permanent", {"n": 2})]),
        ("", "2 2", "p@24,21", [("mark.permanent", {"n": 2}), ("mark.equal", {})]),
        ("0p1", "2 2", "o@23,21", [("mark.equal", {})]),
        ("0o1 0p2", "3 3", "o@30,21", [("mark.wins", {})]),
    ],
)
def test_a_marker_is_chosen(own: str, free: str, move: str, told: list[Text]) -> None:
    """LPPG.C4, LPPG.C5: which kind, and where."""
    pos = strip(own, free)
    assert idea(after(pos, away(pos)), move) == told


def test_the_region_farthest_from_the_outside() -> None:
    """LPPG.C3: of equal regions one may be harder to open."""
    aside = ("....rrrrrr", "....rrrrrr")
    pos = after(at(*aside, "rrrrrrrrrr", "rwrrrrrwrr", "rrrrrrrrrr", *aside), "29,25:2x3:r12")
    assert idea(pos, "o@27,23")[1:] == [("mark.safe", {})]
    assert idea(pos, "o@21,23")[1:] == [("mark.equal", {})]


@pytest.mark.parametrize("seat", [0, 1])
def test_a_marker_is_kept(seat: int) -> None:
    """LPPG.C2: by its owner, in another's turn too; in the last turn of the round it doesn't matter any more."""
    own = f"{seat} o 21,21, {seat} p 24,21"
    pos = after(at(*ROW, own=own), JOIN)
    assert idea(pos, "keep o") == [("keep.ordinary", {"n": 4})]
    assert idea(pos, "keep p") == [("keep.permanent", {"n": 4})]
    over = after(at(*ROW, own=own, **LAST), JOIN)
    assert idea(over, "keep o") == idea(over, "keep p") == [("keep.over", {})]


@pytest.mark.parametrize(
    ("piles", "hand", "told"),
    [
        (("b3", "r13"), "b1 b2", [("draw.rare", {"n": 0, "other": 14})]),
        (("r13", "b3"), "r1 b2", [("draw.common", {"n": 14, "other": 0})]),
        (("r13", "b3"), "b1 b2", [("draw.common", {"n": 14, "other": 0})]),
        (("y3", "b3"), "y1 b2", [("draw.level", {"n": 0})]),
        (("b3", "b13"), "b1 b2", [("draw.even", {})]),
    ],
)
def test_a_pile_is_chosen(piles: tuple[str, str], hand: str, told: list[Text]) -> None:
    """LPPG.M2: by the colours that everybody sees, of which the terrain has more or fewer cells at its edge."""
    pos = strip("1o1", hands=("r12 r24", hand), piles=(f"g1 g2 {piles[0]}", f"g12 g24 {piles[1]}"))
    pos.play(away(pos))
    assert idea(pos, "draw 1") == told


def test_the_second_draw() -> None:
    """LPPG.T1: the card that was just drawn counts too."""
    pos = strip("1o1", hands=("r12 r24", "r1 b2"), piles=("g1 b3 r13", "g2 r14 r16"))
    pos = after(pos, away(pos), "draw 1")
    assert idea(pos, "draw 1") == [("draw.different", {})]
    assert idea(pos, "draw 2") == [("draw.same", {"n": 14, "other": 0})]


def test_nothing_but_to_pass() -> None:
    """LPPG.T3: the twelfth pass ends the round."""
    assert idea(frozen("0o1 1o2", said="passes=3"), "pass") == [("pass", {})]
    assert idea(frozen("0o1 1o2"), "pass") == [("pass", {}), ("end.count_win", {"n": 1})]


@pytest.mark.parametrize(
    ("pos", "told"),
    [
        (strip("0o1 1o2"), [("aside.now_you", {"n": 1})]),
        (strip("2o1 1o2", **FOUR), [("aside.now_team", {"n": 1})]),
        (strip("0o3 1o2"), [("aside.now_other", {"n": 2})]),
        (strip("0o2 1o2"), [("aside.now_nobody", {}), ("aside.cancelled", {"n": 2})]),
        (strip("1o1 1p3"), [("aside.two", {}), ("aside.now_other", {"n": 1})]),
        (strip("", "2 1"), [("aside.unmarked", {"n": 2})]),
        (strip("0o1 1o2", **LAST), [("aside.last", {}), ("aside.now_you", {"n": 1})]),
        (strip("", said="last=2", hands=("r12 r24", "b1 b2"), piles=("", "")), [("aside.last_but", {"n": 1})]),
        (frozen("0o1 1o2", said="passes=7"), [("aside.passes", {"n": 5}), ("aside.now_you", {"n": 1})]),
        (frozen("0o1 1o2", said="passes=5"), [("aside.now_you", {"n": 1})]),
        (strip("", said="match=on points=6,3"), [("aside.match", {"n": 4})]),
        (strip("", **{**FOUR, "said": "players=4 match=on points=6,3 turn=0"}), [("aside.match_team", {"n": 4})]),
        (strip(""), []),
    ],
)
def test_what_else_is_told(pos: Position, told: list[Text]) -> None:
    """LPPG.E1, LPPG.E2, LPPG.E3, LPPG.E4, LPPG.T3, LPPG.C4: at most two things, the most urgent ones."""
    assert asides(pos) == told


@pytest.mark.parametrize(
    ("move", "english", "french"),
    [
        (
            "29,21:2x3:r12",
            "Look at the right of the terrain, where x is 27 to 31 and y is 21 to 25.",
            "Regardez à droite du terrain, là où x va de 27 à 31 et y de 21 à 25.",
        ),
        (
            "19,19:2x3:r12",
            "Look at the left of the terrain, where x is 18 to 22 and y is 18 to 22.",
            "Regardez à gauche du terrain, là où x va de 18 à 22 et y de 18 à 22.",
        ),
        (
            "24,22:2x3:r12",
            "Look at the top of the terrain, where x is 24 to 28 and y is 21 to 25.",
            "Regardez en haut du terrain, là où x va de 24 à 28 et y de 21 à 25.",
        ),
    ],
)
def test_where_to_look(move: str, english: str, french: str) -> None:
    """LPPG.M5: a part of the terrain that is larger than the card; both cards are red, so it is told how much it covers."""
    pos = at(*ROW)
    told = GAME.advice.place(pos.state, pos.read_move(move))
    assert [sentence.split(". ")[0] + "." for sentence in words(told)] == [english, french]
    assert place(pos, move)[1][0] == "place.covers"


def test_a_hole_and_a_card() -> None:
    """LPPG.D1: the place is found sooner if a hole is named, and the card, if the two have different colours."""
    pos = at("rrrrrr", "rr.rrr", "rrrrrr", hands=("r12 y24", "b1 b2"))
    move = next(name for name in pos.names() if name.startswith("22,20:2x3:r"))
    assert [key for key, _ in place(pos, move)] == ["place.hole", "place.card"]
    assert place(pos, move)[1][1] == {"colour": "r"}


def test_where_to_look_for_other_things() -> None:
    """LPPG.C2, LPPG.C4, LPPG.T1, LPPG.T3: at markers, regions, the joined territory, the piles or one's cards."""
    one, two = (after(pos, away(pos)) for pos in (strip("", "2"), strip("", "2 2")))
    assert place(one, "o@21,21") == [("place.markers", {})]
    assert place(two, "o@21,21") == [("place.regions", {"cells": 2})]
    assert place(after(at(*ROW, own="0 o 21,21, 0 p 24,21"), JOIN), "keep o") == [("place.joined", {})]
    assert place(after(one, "o@21,21"), "draw 1") == [("place.piles", {})]
    assert place(frozen("0o1"), "pass") == [("place.pass", {})]


@pytest.mark.parametrize(
    ("pos", "move", "told"),
    [
        (
            at(*ROW),
            "29,21:2x3:r12",
            [
                "Place the red card upright at 29,21, white cells 1 and 2.",
                "Posez la carte rouge debout en 29,21, cases blanches 1 et 2.",
            ],
        ),
        (
            at(*ROW, hands=("g3 r134", "b1 b2")),
            "29,21:3x2:r136",
            [
                "Place the red card lying at 29,21, white cells 1, 3 and 6.",
                "Posez la carte rouge couchée en 29,21, cases blanches 1, 3 et 6.",
            ],
        ),
        (
            after(strip("", "2"), "24,21:2x3:r12"),
            "p@21,21",
            [
                "Put the permanent marker on the region of 2 cells at 21,21.",
                "Mettez le marqueur permanent sur la région de 2 cases en 21,21.",
            ],
        ),
        (
            after(at(*ROW, own="0 o 21,21, 0 p 24,21"), JOIN),
            "keep o",
            ["Keep the ordinary marker.", "Gardez le marqueur ordinaire."],
        ),
        (
            after(strip("1o1"), "25,21:2x3:r12"),
            "draw 2",
            ["Draw the green card of pile 2.", "Piochez la carte verte de la pile 2."],
        ),
        (frozen("0o1"), "pass", ["Pass your turn.", "Passez votre tour."]),
    ],
)
def test_what_to_do(pos: Position, move: str, told: list[str]) -> None:
    """LPPG.P1, LPPG.C2, LPPG.C4, LPPG.T1, LPPG.T3: said to who plays, with all that tells the move from others."""
    assert words(GAME.advice.deed(pos.state, pos.read_move(move))) == told


def test_no_two_moves_sound_alike() -> None:
    """LPPG.P1: all placements of a full list are told in different words, in either language."""
    pos = at(*ROW)
    said = [words(GAME.advice.deed(pos.state, move)) for move in pos.moves()]
    for language in range(2):
        assert len({sentences[language] for sentences in said}) == len(said) > 100


@pytest.mark.parametrize(
    ("pos", "move", "english", "french"),
    [
        (
            strip("1o2 0p4", "2"),
            "33,21:2x3:r12",
            "Cancel the territory that would win at the moment: another will have the same size, 2 cells. "
            "Then you are ahead: your territory of 4 cells is the smallest that is alone of its size.",
            "Annulez le territoire qui gagnerait en ce moment~: un autre aura la même taille, 2 cases. "
            "Vous aurez alors l’avantage~: votre territoire de 4 cases sera le plus petit qui soit seul de sa taille.",
        ),
        (
            at(*ROW, own="1 o 21,21, 1 o 24,21"),
            JOIN,
            "Join two territories of an opponent: only one will be left, of 4 cells.",
            "Réunissez deux territoires adverses~: il n’en restera qu’un, de 4 cases.",
        ),
    ],
)
def test_in_words(pos: Position, move: str, english: str, french: str) -> None:
    """LPPG.E2, LPPG.C2: an idea is one sentence or two."""
    assert said_in(GAME.advice.idea(pos.state, pos.read_move(move), pos.turn)) == [english, french]
