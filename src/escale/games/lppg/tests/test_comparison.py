"""The comparison with the slow model finds mistakes: of every planted one it says that the two differ."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest

from escale import Position
from escale.games.lppg.tests import slow_model
from escale.games.lppg.tests.crowded import crowded, set_up
from escale.games.lppg.tests.model_effects import Telling
from escale.games.lppg.tests.model_notation import read
from escale.games.lppg.tests.slow_model import (
    BOTH,
    Card,
    Group,
    Laid,
    Outcome,
    Table,
    Terrain,
    Territory,
    consequences,
    handle,
    is_open,
)
from escale.games.lppg.tests.tables import parsed
from escale.games.lppg.tests.test_against_slow_model import compare, eager, follow
from escale.rules.compile import interpreted

pytestmark = [
    pytest.mark.skipif(interpreted, reason="the model is tested here, not the engine"),
    pytest.mark.xdist_group("planted in the model"),  # so that one process plays the games
]

AGAINST_PLACING, AGAINST_OUTCOME = Table._against_placing, Table._against_outcome


def covering_all(table: Table, laid: Laid) -> str | None:
    """Six cells may be covered."""
    rule = AGAINST_PLACING(table, laid)
    return None if rule == "LPPG.P1" and set(laid.cells()) <= set(table.cells) else rule


def no_white_on_white(table: Table, laid: Laid) -> str | None:
    """White on white is no match."""
    shown = laid.cells()
    match = any(shown[cell] == table.cells[cell] != "w" for cell in shown.keys() & table.cells.keys())
    return AGAINST_PLACING(table, laid) or (None if match else "LPPG.P2")


def beyond_the_edge(table: Table, laid: Laid) -> str | None:
    """A card may stick out of the table."""
    rule = AGAINST_PLACING(table, laid)
    return None if rule == "LPPG.M5" else rule


def open_wholes(table: Table, laid: Laid) -> list[set[Territory]]:
    """The territories of each white group that is open after a placement."""
    after = {**table.cells, **laid.cells()}
    groups = [group for group in slow_model.white_groups(after) if is_open(group, after, table.outside_corners)]
    return [{lies for lies in table.territories if lies.cells <= group} for group in groups]


def permanent_ones_open(table: Table, laid: Laid) -> str | None:
    """A permanent territory may be opened."""
    rule = AGAINST_OUTCOME(table, laid)
    return None if rule == "LPPG.P5" else rule


def players_joined_in_the_open(table: Table, laid: Laid) -> str | None:
    """Territories of different players may be joined if what they become is open, and none of them is permanent."""
    rule = AGAINST_OUTCOME(table, laid)
    joined = [lies for lies in open_wholes(table, laid) if len(lies) > 1]
    harmless = joined and not any(one.kind == "p" for lies in joined for one in lies)
    return None if rule == "LPPG.P4" and harmless else rule


def only_own_wins(table: Table, outcome: Outcome) -> bool:
    """The partner's win doesn't let one end the game."""
    theirs = [territory for territory in outcome.territories if territory.owner == table.mover]
    if len(theirs) != 2 or not outcome.closed:
        return False
    third = Territory(table.mover, "o", next(iter(outcome.largest())))
    winning = slow_model.smallest_alone([*outcome.territories, third])
    return winning is None or winning.owner != table.mover


def anybody_ends(table: Table, outcome: Outcome) -> bool:
    """Who isn't the winner may end the game too."""
    return False


def smallest_marked(table: Table) -> dict[tuple[int, int], Group]:
    """The smallest region is marked."""
    closed = [group for group, is_closed in table.regions().items() if is_closed]
    return {handle(group): group for group in closed if len(group) == min(map(len, closed))}


def mover_decides(table: Table) -> int | None:
    """Who moves decides about mergers, whoever the owner is."""
    return None if table.decision == "over" else table.mover


def always_asked(within: list[Territory], group: Group, result: Outcome) -> None:
    """The owner is asked, though both markers are of a kind."""
    result.joined.append((within, group))
    result.territories.append(Territory(within[0].owner, BOTH, group))


def markers_are_lost(before: Terrain, after: Terrain, territories: list[Territory], outside_corners: bool) -> Outcome:
    """Markers of territories that open don't come back."""
    outcome = consequences(before, after, territories, outside_corners)
    outcome.returned = []
    return outcome


def cancel_among_others(territories: list[Territory]) -> Territory | None:
    """Two territories of one player don't cancel each other."""
    alone = [
        lies
        for lies in territories
        if not any(other.owner != lies.owner and len(other.cells) == len(lies.cells) for other in territories)
    ]
    return min(alone, key=lambda lies: len(lies.cells), default=None)


def second_gets_the_odd_card(table: Table, cards: list[Card]) -> tuple[list[Card], list[Card]]:
    """The second pile gets the odd card."""
    return cards[: len(cards) // 2], cards[len(cards) // 2 :]


def holes_are_inside(group: Group, terrain: Terrain, outside_corners: bool) -> bool:
    """A place with cards on all four sides isn't outside."""
    outer = {place for cell in group for place in slow_model.beside(cell) if place not in terrain}
    return any(not slow_model.beside(place) <= terrain.keys() for place in outer)


PLANTED: dict[str, tuple[Any, str, Any]] = {
    "six cells covered": (Table, "_against_placing", covering_all),
    "no white on white": (Table, "_against_placing", no_white_on_white),
    "beyond the edge": (Table, "_against_placing", beyond_the_edge),
    "permanent ones open": (Table, "_against_outcome", permanent_ones_open),
    "players joined in the open": (Table, "_against_outcome", players_joined_in_the_open),
    "only own wins": (Table, "_ends_badly", only_own_wins),
    "anybody ends": (Table, "_ends_badly", anybody_ends),
    "the smallest marked": (Table, "_to_mark", smallest_marked),
    "the mover decides": (Table, "decider", mover_decides),
    "always asked": (slow_model, "_join", always_asked),
    "markers are lost": (slow_model, "consequences", markers_are_lost),
    "holes are inside": (slow_model, "is_open", holes_are_inside),
    "corners join": (slow_model, "beside", slow_model.around),
    "own ones don't cancel": (slow_model, "smallest_alone", cancel_among_others),
    "eleven passes": (slow_model, "MOST_PASSES", 11),
    "nine points": (slow_model, "MATCH_POINTS", 9),
    "the second pile gets the odd card": (Table, "_split", second_gets_the_odd_card),
    "no shuffle after a draw": (Table, "_refill", lambda table: None),
}
MADE = {  # what a mistake needs and chance seldom gives
    "a hole": "lppg\nterrain 20,20\nrrrrr\nrw.rr\nrrrrr\nhand 0 r1 r2\nhand 1 b1 b2\npile 1 b3 y3\npile 2 y1 g1\n",
    "own ones that cancel": "lppg passes=11\nterrain 20,20\nrrrrrrrr\nrwrwrwwr\nrrrrrrrr\n"
    "territory 0 o 21,21\nterritory 0 p 23,21\nterritory 1 o 25,21\nhand 0 y1 g1\nhand 1 b1 b2\npile 1 b3 y3\npile 2 y2 g2\n",
    "players and an open region": "lppg\nterrain 20,20\nrrrrrrrr\nrwrrwrrr\nrrrwrrrr\n"
    "territory 0 o 21,21\nterritory 1 o 24,21\nhand 0 r12 r1\nhand 1 b1 b2\npile 1 b3 y3\npile 2 y2 g2\n",
}


@cache
def examples() -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Positions, each with moves from there: some made for something, some by chance."""
    rng = Random("planted")
    known = [(text, moves) for name, (text, moves) in set_up().items() if "full" not in name]
    texts = [
        *MADE.values(),
        *(crowded(rng, players, match=match) for players in (2, 4) for match in ("off", "on")),
    ]
    return tuple((text, played(text, moves, rng)) for text, moves in [*known, *((text, ()) for text in texts)])


def played(text: str, moves: tuple[str, ...], rng: Random) -> tuple[str, ...]:
    """These moves and some that follow."""
    pos = parsed(text)
    for move in moves:
        pos.play(move)
    found = list(moves)
    while not pos.over and len(found) < 6:
        found.append(eager(rng, pos.view(pos.turn)["moves"]))
        pos.play(found[-1])
    return tuple(found)


def differ(text: str, moves: tuple[str, ...]) -> bool:
    """Whether the comparison finds anything from here on."""
    try:
        pos, table = parsed(text), read(text, Telling)
        assert isinstance(table, Telling)
        compare(pos, table)
        for move in moves:
            follow(pos, table, move)
            compare(pos, table)
    except (AssertionError, ValueError, RuntimeError, LookupError, StopIteration):
        return True
    return False


def test_the_comparison_finds_nothing_where_nothing_is_planted() -> None:
    """LPPG.P4 LPPG.C2 LPPG.E2: so it is the mistake that is found in the next test."""
    assert not any(differ(text, moves) for text, moves in examples())


@pytest.mark.parametrize("planted", PLANTED)
def test_the_comparison_finds_wrong_rules(planted: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A model that reads one rule otherwise differs from the engine in some of these games."""
    every = examples()
    slow_model.joined.cache_clear()
    monkeypatch.setattr(*PLANTED[planted])
    try:
        assert any(differ(text, moves) for text, moves in every)
    finally:
        slow_model.joined.cache_clear()


WRONG: dict[str, tuple[str, Any]] = {
    "a cell": ("cells", {(20, 20): "g"}),
    "a territory's owner": ("territories", [Territory(1, "o", frozenset({(21, 21)}))]),
    "a territory's marker": ("territories", [Territory(0, "p", frozenset({(21, 21)}))]),
    "a territory": ("territories", []),
    "a hand": ("hands", [["r1", "r3"], ["b1", "b2"]]),
    "a hand's order": ("hands", [["r2", "r1"], ["b1", "b2"]]),
    "a pile": ("piles", (["b3", "y3"], ["g1", "y2"])),
    "the discard": ("discard", ["g2"]),
    "whose turn it is": ("mover", 1),
    "passes": ("passes", 1),
    "the last round": ("turns_left", 2),
    "who began": ("first", 1),
    "the deck": ("deck", "all22"),
    "corners": ("outside_corners", True),
    "a match": ("match", True),
    "what is decided": ("decision", "draw"),
    "markers": ("markers", [{"o": 2, "p": 1}, {"o": 2, "p": 1}]),
    "cards laid": ("laid", [Laid("r", (20, 20), (2, 3), frozenset({1}))]),
}


def simple() -> tuple[Position, Table]:
    """A position in which all of these could be otherwise."""
    text = (
        "lppg\nterrain 20,20\nrrrr\nrwrr\nrrrr\nterritory 0 o 21,21\nhand 0 r1 r2\nhand 1 b1 b2\npile 1 b3 y3\npile 2 y2 g1\n"
    )
    return parsed(text), read(text)


@pytest.mark.parametrize("wrong", WRONG)
def test_the_comparison_finds_wrong_tables(wrong: str) -> None:
    """One thing changed in the model's table, and they differ."""
    pos, table = simple()
    compare(pos, table)
    name, value = WRONG[wrong]
    value = {**table.cells, **value} if name == "cells" else value
    assert getattr(table, name) != value
    setattr(table, name, value)
    with pytest.raises((AssertionError, KeyError)):
        compare(pos, table)
