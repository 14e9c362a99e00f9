"""Hints: where to look for a move, what to do, and in which words."""

from __future__ import annotations

import pytest

from escale import Position
from escale.games.poucet.tests.hinted import Text, asides, choosing, deed, idea, place, starting, words
from escale.games.poucet.tests.tables import FACING, GAME, LANGUAGES, at

CORNER = "a9 R0, a8 F, b9 F"  # obstructed, but not blocked
DEAD = "a9 R0, a8 O, b9 O"
THREE = "i5 G1, h5 gew, e9 Y2, e8 yns"
OPPONENT = {"whose": "opponent"}
WORLDS = range(3)  # seeds


@pytest.mark.parametrize(
    ("pos", "move", "told"),
    [
        (at(FACING, "ri"), "a6:rns", [("place.own", {"part": "w"}), ("card.own", {})]),
        (at(FACING, "ri"), "c5:rew", [("place.own", {"part": "near"}), ("card.own", {})]),
        (at(FACING, "yi"), "i4:yns", [("place.other", {"part": "e", **OPPONENT}), ("card.other", {})]),
        (at(f"{FACING}, c5 F", "boots"), "c5:boots", [("place.own", {"part": "near"}), ("card.passage", {})]),
        (at(f"{FACING}, c5 W", "river"), "c5:river", [("place.own", {"part": "near"}), ("card.river", {})]),
        (at(FACING, "river"), "i6:river", [("place.other", {"part": "e", **OPPONENT}), ("card.obstacle", {})]),
        (
            at("a9 R0, i9 G1, a8 rns, i1 Y2", "ri", said="players=3"),
            "a7:rns",
            [("place.own", {"part": "nw"}), ("card.own", {})],
        ),
        (at("a5 R0, a3 G1", "ri"), "a4:rns", [("place.both", {"part": "w", **OPPONENT}), ("card.own", {})]),
        (choosing(hand="ri"), "take r", [("place.hand", {})]),
        (starting(), "start e9", [("place.border", {"side": "n"})]),
        (at(f"{DEAD}, i5 G1", "ri"), "restart r i1", [("place.restart", {"side": "s"})]),
        (at(f"{DEAD}, i5 G1", "ri"), "give up", [("place.leave", {})]),
        (at(f"{CORNER}, i9 G1, h9 O, i8 O", "ri"), "discard ri", [("place.discard", {})]),
    ],
)
def test_where_to_look(pos: Position, move: str, told: list[Text]) -> None:
    """POU.T1, POU.S2, POU.B2, POU.T6: at whose end, in which part of the board, and which card."""
    assert place(pos, move) == told


@pytest.mark.parametrize(
    ("pos", "move", "told"),
    [
        (
            at(FACING, "rt"),
            "c5:rnew",
            [
                "Lay the red fork at c5, open to the north, east and west.",
                "Posez la fourche rouge en c5, côtés ouverts~: nord, est et ouest.",
            ],
        ),
        (
            at(f"{FACING}, c5 gns", "rl"),
            "c5:rnw",
            [
                "Lay the red bend at c5, over a green straight, open to the north and west.",
                "Posez le virage rouge en c5, par-dessus une droite verte, côtés ouverts~: nord et ouest.",
            ],
        ),
        (
            at(FACING, "yi"),
            "g5:yns",
            [
                "Put the yellow straight in the way at g5, open to the north and south.",
                "Mettez la droite jaune en travers du chemin, en g5, côtés ouverts~: nord et sud.",
            ],
        ),
        (at(FACING, "ogre"), "i4:ogre", ["Put the ogre in the way at i4.", "Mettez l’ogre en travers du chemin, en i4."]),
        (
            at(f"{FACING}, c5 F", "pebbles"),
            "c5:pebbles-e",
            [
                "Lay the white pebbles at c5, over the forest, leading to the east.",
                "Posez les cailloux blancs en c5, par-dessus la forêt, menant vers l’est.",
            ],
        ),
        (
            at(f"{FACING}, c5 W", "river"),
            "c5:river",
            ["Lay the river at c5, over a wolf.", "Posez la rivière en c5, par-dessus un loup."],
        ),
        (choosing(hand="ri"), "take g", ["Take a green start card.", "Prenez une carte de départ verte."]),
        (starting(), "start a5", ["Put your start card at a5.", "Mettez votre carte de départ en a5."]),
        (
            at(f"{DEAD}, i5 G1", "ri"),
            "restart y a5",
            ["Start again with a yellow start card at a5.", "Repartez avec une carte de départ jaune en a5."],
        ),
        (at(f"{DEAD}, i5 G1", "ri"), "give up", ["Give up.", "Abandonnez."]),
        (
            at(f"{DEAD}, i9 G1, h9 W, i8 O", "boots"),
            "discard boots",
            ["Discard the seven-league boots.", "Défaussez les bottes de sept lieues."],
        ),
    ],
)
def test_what_to_do(pos: Position, move: str, told: list[str]) -> None:
    """POU.T0, POU.S2, POU.B2, POU.T6: said to who plays, with all that tells the move from others."""
    assert deed(pos, move) == told


def test_no_two_moves_sound_alike() -> None:
    """POU.T0: all moves of a full list are told in different words, in either language."""
    pos = at(f"{DEAD}, {FACING.replace('R0', 'R')}, c5 F", "rt gt yt wolf pebbles boots")
    said = [words(GAME.advice.deed(pos.state, move)) for move in pos.moves()]
    for language in range(len(LANGUAGES)):
        assert len({sentences[language] for sentences in said}) == len(said) > 80


def test_nothing_hidden_is_said() -> None:
    """POU.S1: whatever the others hold and whatever is drawn next, the same is said, and the position stays as it is."""
    pos = at(f"a5 R0, b5 rew, {THREE}, c5 F", "rt gt wolf pebbles boots ri", said="players=3")
    before = pos.to_bytes()
    worlds = [pos.determinized(0, seed) for seed in WORLDS]
    assert len({world.text() for world in worlds}) == len(worlds)
    for name in pos.names():
        assert all(idea(world, name) == idea(pos, name) and place(world, name) == place(pos, name) for world in worlds)
    assert all(asides(world) == asides(pos) for world in worlds)
    assert pos.to_bytes() == before


@pytest.mark.parametrize(
    ("pos", "move", "english", "french"),
    [
        (
            at(FACING, "rt"),
            "c5:rnew",
            "Give your path more ways to go on: it will have 4 open ends instead of 3. "
            "Bring your path nearer to the Blue Flower: 1 card will be missing instead of 2.",
            "Donnez à votre chemin plus de possibilités~: il aura 4 bouts ouverts au lieu de 3. "
            "Approchez votre chemin de la Fleur Bleue~: il manquera 1 carte au lieu de 2.",
        ),
        (
            at(f"a5 R0, {THREE}", "wolf", said="players=3"),
            "e7:wolf",
            "Hold back the path of player 3: it will need 3 more cards to the Blue Flower instead of 2. "
            "Whoever wants to go on there will need a river first, and then boots.",
            "Retardez le chemin du joueur 3~: il lui manquera 3 cartes jusqu’à la Fleur Bleue au lieu de 2. "
            "Pour continuer par là, il faudra d’abord une rivière, puis des bottes.",
        ),
        (
            at(f"{FACING}, c5 V", "boots ri"),
            "c5:boots",
            "Get your path past the river in its way. "
            "Bring your path nearer to the Blue Flower: 1 card will be missing instead of 2.",
            "Franchissez la rivière qui arrête votre chemin. "
            "Approchez votre chemin de la Fleur Bleue~: il manquera 1 carte au lieu de 2.",
        ),
    ],
)
def test_in_words(pos: Position, move: str, english: str, french: str) -> None:
    """POU.T2, POU.T3, POU.T5: an idea is one sentence or two."""
    assert words(GAME.advice.idea(pos.state, pos.read_move(move), pos.turn)) == [english, french]
