"""The engine against the slow model (slow_model.py), which was written from the rule sheet alone and shares nothing with it.

All that is known of the engine here is what its positions say from outside: their view, their text, their refusals.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random
from typing import Any

import pytest

from escale import IllegalMove, Position
from escale.games.poucet.tests import model_paths, model_plays, slow_model
from escale.games.poucet.tests.crowded import SITUATIONS, crowded
from escale.games.poucet.tests.model_effects import effects_of, told
from escale.games.poucet.tests.model_notation import read, written
from escale.games.poucet.tests.model_plays import cell_text
from escale.games.poucet.tests.model_refusals import RULES, refusal_of
from escale.games.poucet.tests.model_table import COLOURS, KINDS, SHAPES, SIDES, Table
from escale.games.poucet.tests.model_view import EVERYBODY, seen
from escale.games.poucet.tests.slow_model import after_legal, free_border
from escale.games.poucet.tests.tables import GAME, parsed
from escale.rules.compile import interpreted

pytestmark = pytest.mark.xdist_group("poucet beside the model")  # so that one process has met what it asks for in the end

KINDS_OF_TABLES: list[dict[str, Any]] = [
    {"players": 2, "size": "9"},
    {"players": 3},
    {"players": 4, "size": "9", "crossing": "off"},
    {"players": 5, "favour": "free"},
    {"players": 6, "size": "9"},
    {"players": 2, "size": "11", "crossing": "off", "favour": "free"},
    {"players": 3, "size": "9", "favour": "free"},
]
TABLES = 1 if interpreted else 5  # crowded tables of each kind
STEPS = 5  # moves from each of them
STRANGERS = 3  # moves of all sorts that are tried in each position
CLOSELY = 9  # every so many positions of a game all is compared, not only what everybody sees


def named(options: dict[str, Any]) -> str:
    """Options as the name of a test."""
    return " ".join(f"{name}={value}" for name, value in options.items())


# Two positions side by side


def compare(pos: Position, table: Table) -> None:
    """See that a position is the model's table in all that everybody sees, its text and its moves in their order."""
    assert pos.text() == written(table)
    assert pos.names() == slow_model.moves(table)
    assert pos.turn == (None if table.step == "over" else table.turn)
    assert pos.over == (table.step == "over")
    assert pos.winners == (() if table.winner is None else (table.winner,))
    compare_views(pos, table, [None])


def compare_views(pos: Position, table: Table, readers: list[int | None]) -> None:
    """See that a position looks to these readers as the model's table does."""
    for reader in readers:
        view, expected = pos.view(reader), seen(table, reader)
        assert {name: view[name] for name in expected} == expected


def compare_closely(pos: Position, table: Table, rng: Random) -> None:
    """See that it looks right to everybody, that moves do what they say, and that the text reads back."""
    compare_views(pos, table, [rng.randrange(table.players)])
    assert [pos.view(seat)["hands"][seat] for seat in range(table.players)] == table.hands
    everything = pos.view(None, revealed=True)
    assert {name: everything[name] for name in ("hands", "stock")} == {"hands": table.hands, "stock": len(table.stock)}
    assert read(pos.text()) == table
    assert GAME.parse(pos.text()) == pos
    if pos.over:
        return
    entries: list[dict[str, Any]] = pos.view(pos.turn)["moves"]
    rich = sorted(entries, key=lambda entry: len(entry.get("helps", [])) + len(entry.get("hinders", [])), reverse=True)[:1]
    for entry in [*rich, *rng.sample(entries, min(2, len(entries)))]:
        move = entry["text"]
        later = after_legal(table, move)
        assert {name: value for name, value in entry.items() if name not in ("move", "text")} == told(table, move, later)
        for reader in (None, table.turn):
            assert pos.effects(move, reader) == effects_of(table, move, later, reader)
        assert pos.effects(move, revealed=True) == effects_of(table, move, later, EVERYBODY)


def compare_refusals(pos: Position, table: Table, moves: list[str]) -> Counter[str]:
    """See that moves are refused for the same reasons, and that the position refuses to play them; counts the reasons."""
    met: Counter[str] = Counter()
    for move in moves:
        refusal, expected = pos.why_not(move), refusal_of(table, move)
        assert (refusal and (refusal.name, refusal.rule.removeprefix("POU."))) == expected, f"{move} in\n{pos}"
        if expected:
            met[expected[0]] += 1
            with pytest.raises(IllegalMove):
                pos.play(move)
    return met


def strangers(rng: Random, table: Table) -> list[str]:
    """Moves of all sorts, mostly with cards of the hand and at ends of paths."""
    ends = sorted({cell for path in model_paths.paths_of(table) for cell, _ in path.ends}) or table.cells()
    hand = table.hands[table.turn]
    found = []
    for _ in range(STRANGERS):
        place = cell_text(rng.choice(ends if rng.random() < 0.8 else [*table.piles, *table.cells()]))
        card = rng.choice(hand if hand and rng.random() < 0.9 else KINDS)
        if card in KINDS[:9]:
            found.append(f"{place}:{card[0]}{rng.choice(SHAPES[card[1]])}")
        else:
            found.append(f"{place}:{card}" + (f"-{rng.choice(SIDES)}" if card == "pebbles" else ""))
    anywhere = cell_text(rng.choice(free_border(table) if rng.random() < 0.5 else table.cells()))
    colour = rng.choice(COLOURS)
    other = [
        f"take {colour}",
        f"start {anywhere}",
        f"restart {colour} {anywhere}",
        f"restart {colour} n14",
        "n14:wolf",
        "a1:rnesw",
    ]
    return [*found, rng.choice([*other, f"discard {rng.choice(KINDS)}", "give up"])]


def eager(rng: Random, names: list[str]) -> str:
    """Any move; more often than by chance one of a blocked player's."""
    ways_out = [name for name in names if name.startswith(("restart", "give"))]
    some = [name for name in ways_out if name == "give up"] if rng.random() < 0.3 else ways_out
    return rng.choice(some if some and rng.random() < 0.15 else names)


def play_on(pos: Position, table: Table, rng: Random, steps: int, closely: int = CLOSELY) -> Counter[str]:
    """Play so many moves at most, comparing everything on the way; counts what was met."""
    met: Counter[str] = Counter()
    for number in range(steps + 1):
        compare(pos, table)
        met += compare_refusals(pos, table, strangers(rng, table))
        if number % closely == 0 or pos.over:
            compare_closely(pos, table, rng)
        if pos.over or number == steps:
            break
        move = eager(rng, pos.names())
        later = after_legal(table, move)  # the lists were compared just now
        met.update(situations(table, later, move))
        pos.play(move)
        table = later
    return met


def situations(before: Table, after: Table, move: str) -> set[str]:
    """What a move is an example of."""
    found = {move.split()[0]} if ":" not in move else set()
    found |= {f"end {after.end}"} if after.end else set()
    found |= {"waits"} if any(after.waits) else set()
    found |= {"six waits"} if 6 in after.waits else set()
    if after.known[before.turn] != before.known[before.turn]:
        found.add("known")
    if ":" in move:
        play = slow_model.read_play(move)
        assert play is not None
        verdict = model_plays.judged(model_plays.scene_of(before, before.turn), play)
        found |= {verdict.role, "forced"} if verdict.forced else {verdict.role}
        lying = before.top(play.at)
        found |= {f"on {lying.kind}"} if lying else set()
        found |= {"a pile"} if len(after.piles[play.at]) > 3 else set()
    if not after.stock:
        found.add("no stock")
    if after.step == "play" and (before.turn + 1) % before.players != after.turn:
        found.add("passed over")
    if after.winner is not None and after.winner != before.turn:
        found.add("another wins")
    return found


# Games from the beginning


@cache
def met_in_game(number: int) -> Counter[str]:
    """What was met in a whole game at a table of a kind, having compared it all."""
    options = KINDS_OF_TABLES[number]
    pos = GAME.new(seed=number, **options)
    return play_on(pos, read(pos.text()), Random(named(options)), 30 if interpreted else 200)


@pytest.mark.parametrize("number", range(1 if interpreted else len(KINDS_OF_TABLES)))
def test_whole_games(number: int) -> None:
    """POU.S1 POU.S2 POU.D1 POU.D2 POU.T0 POU.T1 POU.T2 POU.T3 POU.T4 POU.T6 POU.X1 POU.E1 POU.E2: random games agree."""
    met = met_in_game(number)
    assert interpreted or met["end flower"] + met["end cards"] + met["end alone"] == 1


# Games from positions that are rich in what seldom happens


@cache
def met_in_crowded(number: int) -> Counter[str]:
    """What was met in games from crowded tables of a kind, having compared them all."""
    rng = Random(f"crowded {number}")
    met: Counter[str] = Counter()
    for _ in range(TABLES):
        text = crowded(rng, **{**KINDS_OF_TABLES[number], "size": "9"})
        met += play_on(parsed(text), read(text), rng, STEPS, closely=3)
    return met


@pytest.mark.parametrize("number", range(1 if interpreted else len(KINDS_OF_TABLES)))
def test_crowded_tables(number: int) -> None:
    """POU.D1 POU.D2 POU.T2 POU.T4 POU.T5 POU.W1 POU.W2 POU.X1 POU.X2 POU.B1 POU.B2: play goes on alike from anywhere."""
    assert met_in_crowded(number).total() > TABLES


@cache
def met_in_situation(name: str) -> Counter[str]:
    """What was met in a game from a position that was made for it."""
    text = SITUATIONS[name]
    return play_on(parsed(text), read(text), Random(name), STEPS, closely=4)


@pytest.mark.parametrize("name", list(SITUATIONS)[: 2 if interpreted else None])
def test_positions_set_up(name: str) -> None:
    """POU.T1 POU.T5 POU.W1 POU.X2 POU.B1 POU.B2 POU.E1 POU.E2: the same from positions made for what hardly ever happens."""
    assert met_in_situation(name)


EXPECTED = {
    *("take", "start", "path", "crossing", "obstacle", "passage", "discard", "restart", "give", "forced", "known", "a pile"),
    *("waits", "six waits", "no stock", "passed over", "another wins", "end flower", "end alone", "end cards"),
    *("on path", "on forest", "on river", "on wolf", "on pebbles"),
}
SELDOM_MET = {
    *("over_alone", "no_start_left", "own_pebbles", "drown_first", "ogre_near", "must_start", "no_colour_left", "not_free"),
}


@pytest.mark.skipif(interpreted, reason="a few tables only")
def test_everything_was_met() -> None:
    """POU.T1: nothing that can happen was left out, and hardly any refusal; those are in test_refusals.py."""
    met: Counter[str] = Counter()
    for number in range(len(KINDS_OF_TABLES)):
        met += met_in_game(number) + met_in_crowded(number)
    for name in SITUATIONS:
        met += met_in_situation(name)
    assert set(met) >= EXPECTED | (set(RULES) - SELDOM_MET), sorted((EXPECTED | set(RULES)) - set(met))
