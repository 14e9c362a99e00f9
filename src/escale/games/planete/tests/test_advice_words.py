"""Hints: where to look for a move, what to do, and in which words; and that nothing hidden is told."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from escale import Position
from escale.games.planete import seeing
from escale.games.planete.tests.hinted import Text, asides, deed, idea, place, words
from escale.games.planete.tests.situations import SITUATIONS
from escale.games.planete.tests.tables import GAME, LANGUAGES, at, new, parsed
from escale.games.planete.tests.wording import WRITTEN

PLAIN = "two_player=plain"
WORLDS = range(4)  # seeds
RUNNING = [name for name in SITUATIONS if not name.startswith("over")]
LIKE_A_MOVE = re.compile(r"\b(name|nomme|hide|cache|take|prends|prendre|stack|pioche) \{", re.IGNORECASE)
OFFER = at("", "", said="turn=1", more="offer core vlG W; hidden vlG")


@pytest.mark.parametrize(
    ("pos", "move", "told"),
    [
        (at("", "", ""), "stack core", [("place.stacks", {})]),
        (at("", "", ""), "stack character", [("place.planet", {})]),
        (at("", "", said="step=hide", more="offer core vlG vlG W"), "hide W", [("place.hide", {})]),
        (OFFER, "take hidden", [("place.hidden", {})]),
        (OFFER, "take W", [("place.sheep", {})]),
        (at("", "vlG / / / ", more="offer core W; hidden vS"), "take hidden", [("place.table", {})]),
        (at("", "", "", more="offer core bGG bWWB vS"), "take bGG", [("place.baobab", {})]),
        (at("", "", "", more="offer core vll bWWB vS"), "take vS", [("place.volcano", {})]),
        (at("", "", "", more="offer core bWWB E vS"), "take E", [("place.animal", {})]),
        (at("", "", "", more="offer core bWWB E rll"), "take rll", [("place.table", {})]),
        (at("", "", "", more="offer character vain king prince"), "take king", [("place.star", {})]),
        (at("", "", "", more="offer character vain king prince"), "take prince", [("place.characters", {})]),
        (at("", "", "", more="offer core vS vS W"), "take vS", [("place.table", {})]),
        (at("W / / / ", "E / / / ", "", said="turn=2", more="offer core cG"), "take cG", [("place.free", {})]),
        (at("W / / / ", "E / / / ", "", said="step=name turn=1", more="offer core cG"), "name 2", [("place.last", {})]),
        (at("W / / / ", "", "", said="step=name", more="offer core cG E"), "name 2", [("place.waiting", {})]),
        (at("W / / / ", "", "", "", said="step=name", more="offer core E cG cW"), "name 2", [("place.two", {"seats": [3, 4]})]),
        (at("W / / / ", "", "", "", said="step=name", more="offer core E cG cW"), "name 3", [("place.two", {"seats": [2, 4]})]),
    ],
)
def test_where_to_look(pos: Position, move: str, told: list[Text]) -> None:
    """PLAN.R1, PLAN.R2, PLAN.R3: at what tiles have in common, or at planets; the tile alone isn't told."""
    assert place(pos, move) == told


@pytest.mark.parametrize(
    ("pos", "move", "told"),
    [
        (at("", "", ""), "stack rising", ["Choose the stack of rising edges.", "Choisissez la pioche des bordures montantes."]),
        (
            at("", "", said="step=hide", more="offer core vlG vlG W"),
            "hide vlG",
            [
                "Hide the core with a volcano, a lamppost and a beige sheep.",
                "Cachez le cœur avec un volcan, un réverbère et un mouton beige.",
            ],
        ),
        (
            at("", "", "", more="offer falling v** sE sF"),
            "take v** 11",
            [
                "Take the falling edge with a volcano and two big stars, and put the tile in row 3, column 4.",
                "Prenez la bordure descendante avec un volcan et deux grosses étoiles, "
                "et posez la tuile à la rangée 3, colonne 4.",
            ],
        ),
        (
            at("/ / / vain vain turk", "/ / / king turk hunter", said=PLAIN, more="offer character drunkard prince"),
            "take drunkard",
            ["Take the drunkard.", "Prenez l’ivrogne."],
        ),
        (
            OFFER,
            "take hidden",
            [
                "Take the hidden tile, and put the tile in row 2, column 2.",
                "Prenez la tuile cachée, et posez la tuile à la rangée 2, colonne 2.",
            ],
        ),
        (
            at("W / / / ", "", "", said="step=name", more="offer core cG E"),
            "name 2",
            ["Name player 3.", "Désignez le joueur 3."],
        ),
    ],
)
def test_what_to_do(pos: Position, move: str, told: list[str]) -> None:
    """PLAN.R1, PLAN.R2, PLAN.R3, PLAN.R4: said to who plays; the place, where there are several."""
    assert deed(pos, move) == told


@pytest.mark.parametrize("name", RUNNING)
def test_no_two_moves_sound_alike(name: str) -> None:
    """PLAN.R4: all moves of a list are told in different words, in either language."""
    pos = parsed(SITUATIONS[name])
    said = [deed(pos, move) for move in pos.names()]
    for language in range(len(LANGUAGES)):
        assert len({sentences[language] for sentences in said}) == len(said)


@pytest.mark.parametrize("key", [key for key in WRITTEN["en"] if key.startswith("hint.") and not key.startswith("hint.deed.")])
def test_no_sentence_may_sound_like_a_move(key: str) -> None:
    """PLAN.R2: a number after "name" could be that of the seat, whatever it counts; so with the words of the other moves."""
    for language in LANGUAGES:
        for form in WRITTEN[language][key]:
            assert not LIKE_A_MOVE.search(form), form


@pytest.mark.parametrize("wrong", ["the one to name {n} points", "Name {seat}", "nomme {n}", "hide {tile}"])
def test_what_sounds_like_a_move_is_noticed(wrong: str) -> None:
    """The check above can fail."""
    assert LIKE_A_MOVE.search(wrong)


# What is hidden


def everything(pos: Position) -> list[Any]:
    """All hints that the seat to move could get."""
    return [[(idea(pos, name), place(pos, name), deed(pos, name)) for name in pos.names()], asides(pos)]


def positions() -> list[Position]:
    """All kinds of tables, and some of a game with hidden tiles."""
    chance, pos = random.Random(5), new(2, 5)
    found = [parsed(SITUATIONS[name]) for name in RUNNING]
    while not pos.over:
        if chance.random() < 0.3:
            found.append(pos.copy())
        pos.play(chance.choice(pos.names()))
    return found


def tells_apart(pos: Position) -> bool:
    """Whether hints differ in worlds that are the same to the seat to move."""
    assert pos.turn is not None
    return any(everything(pos.determinized(pos.turn, seed)) != everything(pos) for seed in WORLDS)


def test_nothing_hidden_is_said() -> None:
    """PLAN.S1, PLAN.R3: whatever is in the stacks and lies hidden, the same is said, and the position stays as it is."""
    for pos in positions():
        before = pos.to_bytes()
        assert not tells_apart(pos), pos
        assert pos.to_bytes() == before


def test_a_leak_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """PLAN.R3: hints of one who looks at the hidden tile differ with it."""
    monkeypatch.setattr(seeing, "may_look", lambda state, seat: True)
    assert any(tells_apart(pos) for pos in positions())


# In words


@pytest.mark.parametrize(
    ("pos", "move", "english", "french"),
    [
        (
            at("W / / / vain", "E / / / turk", said=PLAIN, more="offer rising lllS sE"),
            "take lllS",
            "Please the vain man on your planet: 4 points more. No other tile that you can see gives your characters as much.",
            "Contentez le vaniteux de votre planète~: 4 points de plus. "
            "Aucune autre tuile que vous voyez ne rapporte autant à vos personnages.",
        ),
        (
            at("W E / / / drunkard", "cG cW / / / vain", "rll llc / / / turk", more="offer rising lllS sE v**"),
            "take lllS",
            "Don't leave this tile to others: it would bring 4 points more to the characters of player 2. "
            "Of the 17 characters that you haven't seen, 7 would give you more points with this tile than without it.",
            "Ne laissez pas cette tuile aux autres~: elle donnerait 4 points de plus aux personnages du joueur 2. "
            "Sur les 17 personnages que vous n’avez pas vus, 7 vous donneraient plus de points avec cette tuile que sans elle.",
        ),
        (
            at("/ / / vain", "/ / / drunkard", said=PLAIN),
            "stack core",
            "Choose the stack whose tiles suit you most often: of the 20 that you haven't seen, 5 would give your characters "
            "points. No other player could use any of them.",
            "Choisissez la pioche dont les tuiles vous conviennent le plus souvent~: sur les 20 que vous n’avez pas vues, "
            "5 donneraient des points à vos personnages. Aucun autre joueur n’en aurait l’usage.",
        ),
    ],
)
def test_in_words(pos: Position, move: str, english: str, french: str) -> None:
    """PLAN.R1, PLAN.R2, PLAN.C1: an idea is one sentence or two."""
    assert words(GAME.advice.idea(pos.state, pos.read_move(move), pos.turn)) == [english, french]
