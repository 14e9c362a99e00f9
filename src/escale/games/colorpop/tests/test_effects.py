"""What a move does, for boards to animate, and whether it shows something that was hidden."""

from __future__ import annotations

from typing import Any

import pytest

from escale import Position
from escale.games.colorpop.tests.tables import GAME, after, at

SLIDES = "abcdefghij"


def effects(pos: Position, move: int | str) -> tuple[list[str], dict[str, str]]:
    """The cells a move empties, and where the tokens go that change their place."""
    remove, fall = pos.effects(move)
    assert (remove["kind"], fall["kind"]) == ("remove", "fall")
    return remove["cells"], dict(fall["tokens"])


@pytest.mark.parametrize(
    ("board", "move", "removed", "falls"),
    [
        (["YYG", "GOP"], "a2", ["a2", "b2"], {}),
        (["G", "Y", "Y", "P"], "a2", ["a2", "a3"], {"a4": "a2"}),
        (["GYP", "OYB"], "b1", ["b1", "b2"], {"c1": "b1", "c2": "b2"}),
        (["P", "YY", "GYP", "YYO"], "a1", ["a1", "a3", "b1", "b2", "b3"], {"a2": "a1", "a4": "a2", "c1": "b1", "c2": "b2"}),
        (["GY*", "OGP"], "b2+c2", ["b2", "c2"], {}),
    ],
)
def test_effects(board: list[str], move: str, removed: list[str], falls: dict[str, str]) -> None:
    """POP.T4: what goes, what slides down, and what closes up to the left."""
    assert effects(at(*board, secrets="G P"), move) == (removed, falls)


def moved(slides: list[str], removed: list[str], falls: dict[str, str]) -> list[str]:
    """The slides after what the effects say has happened."""
    there = {
        f"{slide}{row}": token for slide, tokens in zip(SLIDES, slides, strict=True) for row, token in enumerate(tokens, 1)
    }
    stay = {falls.get(cell, cell): token for cell, token in there.items() if cell not in removed}
    assert len(stay) == len(there) - len(removed), "two tokens in one cell"
    return ["".join(stay.get(f"{slide}{row}", "") for row in range(1, 11)) for slide in SLIDES]


@pytest.mark.parametrize("seed", range(6))
def test_effects_lead_to_the_next_board(seed: int) -> None:
    """POP.T4: through whole games, what the effects say gives the board that is there afterwards, for everybody."""
    pos = GAME.new(players=3, seed=seed)
    while not pos.over:
        move = pos.moves()[seed * 5 % len(pos.moves())]
        seen: list[Any] = [pos.effects(move, seat) for seat in (None, 0, 1, 2)]
        assert seen.count(seen[0]) == len(seen)
        expected = moved(pos.view(None)["slides"], *effects(pos, move))
        pos.play(move)
        assert pos.view(None)["slides"] == expected


@pytest.mark.parametrize(
    ("board", "secrets", "mode", "move", "reveals"),
    [
        ("YYGGPPOB", "O B", "standard", "a1", True),  # nobody's colour is gone
        ("YYGGPPOB", "Y B", "standard", "a1", True),  # somebody's is
        ("YYGYPPOB", "Y B", "standard", "a1", False),  # a token of the colour is left
        ("YYGGPPOBO", "YG OB", "duel", "a1", True),  # nobody has that colour and no other
        ("PPYGYG", "Y G", "standard", "a1", True),  # no group is left
        ("PPYGYGP", "Y G", "standard", "a1", True),
        ("YG**YGG", "Y G", "standard", "c1+d1", False),  # jokers are nobody's
    ],
)
def test_what_a_move_shows(board: str, secrets: str, mode: str, move: str, reveals: bool) -> None:
    """POP.E1, POP.S2: a colour that vanishes tells who may have it, and the end shows all secrets; other moves show nothing."""
    pos = at(board, secrets=secrets, options=mode)
    before = pos.to_bytes()
    assert pos.reveals(move) is reveals
    assert pos.to_bytes() == before


@pytest.mark.parametrize("seed", range(6))
def test_a_move_that_shows_nothing_leaves_every_secret_possible(seed: int) -> None:
    """POP.S2, POP.E1: unless a move reveals something, whatever a seat thought possible before it still is."""
    pos = GAME.new(players=3, seed=seed)
    while not pos.over:
        move = pos.moves()[0]
        guesses = [pos.determinized(None, guess) for guess in range(8)]
        if not pos.reveals(move):
            assert not any(after(guess, move).over for guess in guesses)
        pos.play(move)
