"""The engine against the slow model (slow_model.py), which was written from the rule sheet alone and shares nothing with it.

All that is known of the engine here is what its positions say from outside: their view and their text.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from escale import Position
from escale.games.colorpop.tests.slow_model import COLOURS, JOKER, Cell, Table, consistent_worlds
from escale.games.colorpop.tests.tables import GAME, after, at, place

MODES: list[dict[str, Any]] = [
    *({"mode": "standard", "players": players} for players in (2, 3, 4, 5)),
    {"mode": "duel", "players": 2},
    {"mode": "teams", "players": 4},
    *({"mode": "solitaire", "players": 1, "colours": colours} for colours in (1, 2, 3, 4, 5)),
]
JOKER_RULES: list[dict[str, Any]] = [
    {"jokers": jokers, "joker_only": joker_only} for jokers in ("optional", "greedy") for joker_only in ("on", "off")
]
SMALL_BOARDS = 300


def named(values: dict[str, Any]) -> str:
    """Options as the name of a test."""
    return " ".join(str(value) for value in values.values())


def secrets_of(pos: Position) -> list[str]:
    """Everybody's secrets, off the text."""
    return pos.text().splitlines()[1].split()[1:]


def table_of(pos: Position) -> Table:
    """A position as the slow model holds it."""
    seen = pos.view(None)
    return Table(
        columns=[slide for slide in seen["slides"] if slide],
        secrets=secrets_of(pos),
        mode=seen["options"]["mode"],
        turn=0 if pos.turn is None else pos.turn,
        taken=seen["taken"],
        joker_only=seen["options"]["joker_only"] == "on",
        greedy=seen["options"]["jokers"] == "greedy",
    )


def cells_of(names: list[str]) -> frozenset[Cell]:
    """Cells by name as the slow model numbers them."""
    return frozenset(("abcdefghij".index(slide), row - 1) for slide, row in map(place, names))


def moves_of(pos: Position) -> dict[frozenset[Cell], int]:
    """Every legal move by the cells it removes."""
    described = pos.view(pos.turn)["moves"]
    moves = {cells_of(move["cells"]): move["move"] for move in described}
    assert len(moves) == len(described) == len(pos.moves()), "a group is listed twice"
    return moves


def compare(pos: Position, table: Table) -> dict[frozenset[Cell], int]:
    """See that a position is the model's table in all that the rules say; returns the moves by their cells."""
    seen = pos.view(None)
    assert [slide for slide in seen["slides"] if slide] == table.columns
    assert not any(seen["slides"][len(table.columns) :])
    assert seen["taken"] == table.taken
    assert secrets_of(pos) == table.secrets
    assert pos.over == table.over()
    assert pos.points == tuple(table.left(seat) for seat in range(pos.players))
    if pos.over:
        assert pos.turn is None
        assert set(pos.winners) == table.winners()
        return {}
    assert pos.turn == table.turn
    moves = moves_of(pos)
    assert set(moves) == table.moves()
    return moves


def play_out(pos: Position, rng: Random) -> Position:
    """Play random moves to the end, comparing every position."""
    table = table_of(pos)
    moves = compare(pos, table)
    while moves:
        cells = rng.choice(sorted(moves, key=sorted))
        pos.play(moves[cells])
        table.play(cells)
        moves = compare(pos, table)
    return pos


@pytest.mark.parametrize("joker_rules", JOKER_RULES, ids=named)
@pytest.mark.parametrize("mode", MODES, ids=named)
def test_whole_games(mode: dict[str, Any], joker_rules: dict[str, Any]) -> None:
    """POP.T1 POP.T2 POP.T4 POP.T5 POP.E1 POP.E2 POP.E3 POP.E4: random games agree move by move, and on who has won."""
    rng = Random(f"{named(mode)} {named(joker_rules)}")
    for joker_count in (5, 5, rng.randrange(1, 5), 0):
        pos = GAME.new(seed=rng.getrandbits(64), joker_count=joker_count, **mode, **joker_rules)
        play_out(pos, rng)


def small_board(rng: Random) -> list[str] | None:
    """Slides with up to five jokers crowded together, now narrow, now across the middle of the board."""
    palette = rng.sample(COLOURS, rng.randint(1, 5))
    tall = rng.sample(range(10), rng.randint(1, 5)) if rng.random() < 0.5 else range(rng.randint(1, 5))
    heights = [rng.randint(1, 5) if slide in tall else 1 for slide in range(max(tall) + 1)]
    board = {(x, y): rng.choice(palette) for x, height in enumerate(heights) for y in range(height)}
    start = rng.choice(sorted(board))
    nearest = sorted(board, key=lambda cell: abs(cell[0] - start[0]) + abs(cell[1] - start[1]) + rng.random())
    for cell in nearest[: rng.randint(1, 5)]:
        board[cell] = JOKER
    if max(Counter(board.values()).values()) > 19:
        return None
    return ["".join(board.get((x, y), ".") for x in range(len(heights))) for y in reversed(range(max(heights)))]


@pytest.mark.parametrize("joker_rules", JOKER_RULES, ids=named)
def test_small_boards_crowded_with_jokers(joker_rules: dict[str, Any]) -> None:
    """POP.T2 POP.T4: where jokers touch everything, and slides close all the time."""
    rng = Random(named(joker_rules))
    options = " ".join(f"{name}={value}" for name, value in joker_rules.items())
    played = 0
    while played < SMALL_BOARDS:
        rows = small_board(rng)
        on_board = [colour for colour in COLOURS if rows and colour in "".join(rows)]
        if rows is None or not on_board:
            continue
        secrets = " ".join(rng.sample(on_board, rng.randint(1, len(on_board))))
        play_out(at(*rows, secrets=secrets, options=options), rng)
        played += 1


def determined_tables() -> list[Position]:
    """Tables of every mode, some with colours that have vanished, which rules worlds out (POP.E1)."""
    return [
        *(GAME.new(seed=5, **mode) for mode in MODES),
        at("YYGGO", secrets="Y G"),
        at("YYGGO", secrets="Y G O"),
        at("YYGG", secrets="G Y"),
        at("YYGGO", secrets="YP GB", options="duel"),
        at("YYGG", secrets="YP GB", options="duel"),
        at("YYGGO", secrets="Y G P B", options="teams"),
        at("YYGG", secrets="Y G P B", options="teams"),
        at("YYG", secrets="YP", options="solitaire"),
        after(at("PPYYGGOOBY", secrets="Y G B"), "a1"),
        at("GGPPOB", secrets="Y G"),  # over: nothing is hidden any more
    ]


@pytest.mark.parametrize("number", range(len(MODES) + 10))
def test_determinize(number: int) -> None:
    """POP.S2 POP.V3 POP.E1: every world a seat can't rule out is drawn, as often as any other, and no other world."""
    pos = determined_tables()[number]
    for seat in (None, *range(pos.players)):
        worlds = consistent_worlds(table_of(pos), seat)
        draws = 200 + 20 * len(worlds)
        drawn = Counter(tuple(secrets_of(pos.determinized(seat, seed))) for seed in range(draws))
        assert set(drawn) == set(worlds)
        expected = draws / len(worlds)
        chi_squared = sum((drawn[world] - expected) ** 2 / expected for world in worlds)
        freedom = len(worlds) - 1
        assert chi_squared <= freedom + 5 * (2 * freedom) ** 0.5, f"seat {seat}: {drawn}"


def test_determinize_changes_nothing_known() -> None:
    """POP.S2: all that a seat sees is as before, also to the seat to move: the same moves in the same order."""
    rng = Random(1)
    for mode in MODES:
        pos = GAME.new(seed=8, **mode)
        for _ in range(10):
            if not pos.over:
                pos.play(rng.choice(pos.moves()))
        for seat in (None, *range(pos.players)):
            other = pos.determinized(seat, rng.getrandbits(64))
            assert other.view(seat) == pos.view(seat)
            assert other.moves() == pos.moves()


WRONG = {
    "a joker rule": ("greedy", True),
    "jokers alone": ("joker_only", False),
    "a token": ("columns", ["Y", "*", "*", "Y", "O", "G"]),
    "a slide": ("columns", ["Y", "*", "*", "Y", "GG"]),
    "whose turn it is": ("turn", 1),
    "a secret": ("secrets", ["Y", "O"]),
    "what was taken": ("taken", [dict.fromkeys("YGOPB*", 0), dict.fromkeys("YGOPB*", 1)]),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_the_comparison_finds_mistakes(wrong: str) -> None:
    """A planted mistake of any kind is noticed: one thing changed in the model's table, and they differ."""
    pos = at("Y**YGG", secrets="Y G")
    compare(pos, table_of(pos))
    table = table_of(pos)
    name, value = WRONG[wrong]
    assert getattr(table, name) != value
    setattr(table, name, value)
    with pytest.raises(AssertionError):
        compare(pos, table)


def test_the_comparison_finds_wrong_winners() -> None:
    """A planted mistake in who has won is noticed."""
    pos = after(at("PPYGYG", secrets="Y G", taken="Y5 G4"), "a1")
    table = table_of(pos)
    compare(pos, table)
    table.winners = lambda: {0}  # type: ignore[method-assign]
    with pytest.raises(AssertionError):
        compare(pos, table)
