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
from escale.games.lppg.tests import slow_model
from escale.games.lppg.tests.crowded import FORBIDDEN, crowded, set_up
from escale.games.lppg.tests.model_effects import Telling, effects_for
from escale.games.lppg.tests.model_notation import read, written
from escale.games.lppg.tests.model_view import EVERYBODY, in_order, points, refusal_of, seen, told
from escale.games.lppg.tests.slow_model import Card, Laid, Table, Whites, cards_of, half_turn, ways
from escale.games.lppg.tests.tables import GAME, parsed
from escale.rules.compile import interpreted

pytestmark = pytest.mark.xdist_group("games beside the model")  # so that one process has met what it asks for in the end

KINDS: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 4},
    {"players": 2, "outside_corners": "on"},
    {"players": 4, "deck": "all22"},
    {"players": 2, "match": "on"},
    {"players": 4, "deck": "all22", "outside_corners": "on", "match": "on"},
]
TABLES = 2 if interpreted else 5  # crowded tables of each kind
STEPS = 14  # moves from each of them
FEW_STEPS = 4  # moves where a list takes long
STRANGERS = 5  # moves of all sorts that are tried in each position
DESCRIBED = 4  # moves whose description is compared in each position


def named(options: dict[str, Any]) -> str:
    """Options as the name of a test."""
    return " ".join(f"{name}={value}" for name, value in options.items())


# Two positions side by side


def compare(pos: Position, table: Table) -> None:
    """See that a position is the model's table in all that the rules say, to everybody who looks."""
    views = {seat: pos.view(seat) for seat in (None, *range(table.players))}
    views[EVERYBODY] = pos.view(None, revealed=True)
    for seat, view in views.items():
        expected = seen(table, EVERYBODY if pos.over else seat)
        for name in ("regions", "territories"):
            view[name] = in_order(view[name])
        assert {name: view[name] for name in expected} == expected
    assert pos.turn == table.decider()
    assert pos.over == (table.decision == "over")
    assert pos.options == options_of(table)
    names = pos.names()
    assert len(names) == len(set(names))
    assert set(names) == set(table.moves())
    assert table.match or pos.over or "points" not in views[None]
    assert not table.match or list(pos.points) == points(table)
    compare_texts(pos, table)
    if pos.over:
        assert set(pos.winners) == table.winners()
        assert views[None]["closing"]["rule"] == table.why_not("pass")


def options_of(table: Table) -> dict[str, str]:
    """The options as a game is asked for."""
    on = {True: "on", False: "off"}
    return {"deck": table.deck, "outside_corners": on[table.outside_corners], "match": on[table.match]}


def compare_texts(pos: Position, table: Table) -> None:
    """See that the position's text says the same, read without the engine."""
    told_by_text = read(pos.text())
    for name in ("players", "cells", "hands", "piles", "discard", "mover", "decision", "passes", "turns_left", "deck"):
        assert getattr(told_by_text, name) == getattr(table, name), name
    for name in ("outside_corners", "match", "points", "first", "laid", "markers", "ended_by"):
        assert getattr(told_by_text, name) == getattr(table, name), name
    assert set(told_by_text.territories) == set(table.territories)
    assert len(told_by_text.rounds) == len(table.rounds) or not table.match


def compare_described(pos: Position, table: Table, rng: Random) -> list[dict[str, Any]]:
    """See that moves do what they say, some of those that do most and some others; returns all as the view has them."""
    entries: list[dict[str, Any]] = pos.view(pos.turn)["moves"]
    rich = sorted(entries, key=len, reverse=True)[:DESCRIBED]
    for entry in [*rich, *rng.sample(entries, min(DESCRIBED // 2, len(entries)))]:
        said = {name: value for name, value in entry.items() if name not in ("move", "text")}
        for name in said.keys() & {"closes", "grows", "joins", "opens"}:
            said[name] = in_order(said[name])
        if "marks" in said:
            said["marks"] = {"size": said["marks"]["size"], "regions": in_order(said["marks"]["regions"])}
        assert said == told(table, entry["text"]), entry["text"]
    return entries


def compare_refusals(pos: Position, table: Table, moves: list[str]) -> Counter[str]:
    """See that moves are refused by the same rules, and that the position refuses to play them; counts the refusals."""
    met: Counter[str] = Counter()
    for move in moves:
        refusal, expected = pos.why_not(move), refusal_of(table, move)
        assert (refusal and (refusal.name, refusal.rule)) == expected, f"{move} in\n{pos}"
        if expected:
            met[expected[0]] += 1
            with pytest.raises(IllegalMove):
                pos.play(move)
    return met


def strangers(rng: Random, table: Table) -> list[str]:
    """Moves of all sorts: near the terrain mostly, with cards of the hand mostly, or no placement at all."""
    found = []
    for _ in range(STRANGERS):
        x, y = rng.choice(sorted(table.cells))
        hand = table.hands[table.mover] if rng.random() < 0.85 else []
        card = rng.choice(hand or cards_of("all22"))
        size, whites = rng.choice(sorted(ways(card), key=str))
        if rng.random() < 0.05:
            whites = Whites({1, 2, 3, 4})
        found.append(Laid(card[0], (x - rng.randrange(4), y - rng.randrange(4)), size, whites).text())
    x, y = rng.choice(sorted(table.cells))
    return [*found, rng.choice(["pass", "keep o", "keep p", "draw 1", "draw 2", "draw 3", f"o@{x},{y}", f"p@{x},{y}"])]


def follow(pos: Position, table: Telling, move: str) -> None:
    """Play a move in both, the model having the cards come as they came to the engine; compare what was told of it."""
    effects = {seat: pos.effects(move, seat) for seat in (None, *range(table.players))}
    pos.play(move)
    come = read(pos.text())
    table.shuffle = lambda cards: order_of(come, cards)
    table.turned = lambda card: turned(come, card)
    table.play(move)
    for seat, told_to_it in effects.items():
        expected = effects_for(table.events, seat)
        assert in_order(told_to_it) == in_order(expected), move
        assert [effect["kind"] for effect in told_to_it] == [effect["kind"] for effect in expected]


def order_of(come: Table, cards: list[Card]) -> list[Card]:
    """The order of cards that were shuffled, or dealt for another round."""
    piles = [*come.piles[0], *come.piles[1]]
    if len(cards) < len(cards_of(come.deck)):
        return piles
    return [*(lies.card() for lies in come.laid), *(card for hand in come.hands for card in hand), *piles]


def turned(come: Table, card: Card) -> bool:
    """Whether a card of a starting terrain lies upside down."""
    whites = next(lies.whites for lies in come.laid if lies.card() == card)
    return whites != frozenset(map(int, card[1:])) and whites == half_turn(frozenset(map(int, card[1:])))


def eager(rng: Random, entries: list[dict[str, Any]]) -> str:
    """A move that does something to territories, more often than not."""
    for name in rng.sample(["joins", "opens", "grows", "ends", "closes", "marks", "none"], 3):
        some = [entry["text"] for entry in entries if name in entry]
        if some:
            return str(rng.choice(some))
    return str(rng.choice(entries)["text"])


def by_chance(rng: Random, entries: list[dict[str, Any]]) -> str:
    """Any move."""
    return str(rng.choice(entries)["text"])


def play_on(pos: Position, table: Telling, rng: Random, steps: int, choose: Any = eager) -> Counter[str]:
    """Play so many moves at most, comparing everything on the way; counts what was met."""
    met: Counter[str] = Counter()
    for _ in range(steps):
        compare(pos, table)
        met += compare_refusals(pos, table, strangers(rng, table))
        if pos.over:
            break
        move = choose(rng, compare_described(pos, table, rng))
        before = table.copy()
        follow(pos, table, move)
        met.update(situations(before, table, move))
    compare(pos, table)
    return met


def situations(before: Table, after: Telling, move: str) -> set[str]:
    """What a move is an example of."""
    kinds = [event["kind"] for event in after.events]
    found = {f"{move.split()[0]}" if ":" not in move and "@" not in move else "mark" if "@" in move else "place"}
    found |= {f"effect {kind}" for kind in kinds}
    if after.decision == "keep":
        found.add("keep by the mover" if after.decider() == after.mover else "keep by another")
        found |= {"several mergers"} if sum(lies.kind == slow_model.BOTH for lies in after.territories) > 1 else set()
    elif "join" in kinds:
        found.add("a merger that isn't asked")
    if move.startswith("keep") and after.decision == "mark":
        found.add("a marker after a merger")
    if before.decision == "place" and "mark" in kinds:
        found.add("a marker that isn't asked")
    if "mark" in kinds or after.decision == "mark":
        found |= {"an old region marked"} if ":" in move and "close" not in kinds else set()
        found |= {"a smaller region left"} if len(set(map(len, closed_of(after)))) > 1 else set()
    if "open" in kinds and after.decision == "mark":
        found.add("a marker after an opening")
    if kinds.count("open") > 1:
        found.add("two opened at once")
    if "shuffle" in kinds:
        after_draw = move.startswith("draw") and after.mover == before.mover
        found.add(
            "shuffled between draws"
            if after_draw
            else "shuffled after the discard"
            if ":" in move or "@" in move
            else "shuffled later"
        )
    if kinds.count("draw") > 1:
        found.add("a draw that isn't asked")
    if before.turns_left is not None and "place" in found:
        found.add("a placement in the last round")
    if "round" in kinds:
        ended_by, side, _ = after.rounds[len(before.rounds)]
        found.add(f"ended by {ended_by}")
        found |= {"nobody wins"} if side is None else set()
        if ended_by == "markers" and before.players == 4 and not after.match:
            winning = slow_model.smallest_alone(after.territories)
            found |= {"the partner wins"} if winning and winning.owner != before.mover else set()
    return found


def closed_of(table: Table) -> list[slow_model.Group]:
    """The closed regions."""
    return [group for group, closed in table.regions().items() if closed]


# Games from the beginning


def dealt(seed: int, **options: Any) -> tuple[Position, Telling]:
    """A new game, in the engine and in the model."""
    pos = GAME.new(seed=seed, **options)
    table = read(pos.text(), Telling)
    assert isinstance(table, Telling)
    return pos, table


@pytest.mark.parametrize("options", KINDS[: 1 if interpreted else None], ids=named)
def test_whole_games(options: dict[str, Any]) -> None:
    """LPPG.M1 LPPG.M3 LPPG.M5 LPPG.T1 LPPG.P1 LPPG.P2 LPPG.P3 LPPG.C1 LPPG.C4 LPPG.E1 LPPG.E2 LPPG.E4: random games agree."""
    rng = Random(named(options))
    pos, table = dealt(7, **options)
    play_on(pos, table, rng, 400 if len(options) == 1 else 20, by_chance)
    assert pos.over or len(options) > 1


@pytest.mark.parametrize("options", [] if interpreted else KINDS[:2], ids=named)
def test_whole_games_of_the_eager(options: dict[str, Any]) -> None:
    """LPPG.P4 LPPG.P5 LPPG.P6 LPPG.C2 LPPG.C3 LPPG.C5: and so do games in which everybody meddles with territories."""
    rng = Random(f"{named(options)} eager")
    pos, table = dealt(8, **options)
    play_on(pos, table, rng, 400)
    assert pos.over


# Games from positions that are rich in what seldom happens


@cache
def met_in(kind: int) -> Counter[str]:
    """What was met in games from crowded tables of a kind, having compared them all."""
    rng = Random(f"crowded {kind}")
    met: Counter[str] = Counter()
    for _ in range(TABLES):
        text = crowded(rng, **KINDS[kind])
        table = read(text, Telling)
        assert isinstance(table, Telling)
        met += play_on(parsed(text), table, rng, STEPS)
    return met


@pytest.mark.parametrize("kind", range(1 if interpreted else len(KINDS)))
def test_crowded_tables(kind: int) -> None:
    """LPPG.P3 LPPG.P4 LPPG.P5 LPPG.P6 LPPG.C1 LPPG.C2 LPPG.C3 LPPG.C4 LPPG.T2 LPPG.E3: play goes on alike from anywhere."""
    assert met_in(kind)["place"] > TABLES


@cache
def met_in_set_up(name: str) -> Counter[str]:
    """What was met in games from a position that was made for it."""
    text, moves = set_up()[name]
    pos, table, met = parsed(text), read(text, Telling), Counter[str]()
    assert isinstance(table, Telling)
    if name in FORBIDDEN:
        met += compare_refusals(pos, table, [FORBIDDEN[name]])
    for move in moves:
        met += play_on(pos, table, Random(name), 1, lambda rng, entries, move=move: move)
    return met + play_on(pos, table, Random(name), FEW_STEPS if "full" in name else STEPS)


@pytest.mark.parametrize("name", [] if interpreted else set_up())
def test_positions_set_up(name: str) -> None:
    """LPPG.C2 LPPG.T2 LPPG.T3 LPPG.E3 LPPG.M5 LPPG.E4: the same from positions made for what hardly ever happens."""
    assert met_in_set_up(name)


EXPECTED = {
    *("place", "mark", "keep", "draw", "pass", "several mergers", "a marker after a merger", "a merger that isn't asked"),
    *("keep by the mover", "keep by another", "a marker that isn't asked", "an old region marked", "a smaller region left"),
    *("a marker after an opening", "two opened at once", "shuffled between draws", "shuffled after the discard"),
    *("shuffled later", "a draw that isn't asked", "a placement in the last round", "nobody wins", "the partner wins"),
    *("ended by markers", "ended by cards", "ended by passes"),
    *("effect lay", "effect grow", "effect join", "effect open", "effect close", "effect keep", "effect mark"),
    *("effect discard", "effect draw", "effect shuffle", "effect last", "effect round", "effect deal"),
    *("off_table", "covers_nothing", "covers_all", "no_match", "on_territory", "joins_players", "opens_permanent"),
    *("no_winner", "other_wins", "not_your_card", "no_such_card", "no_passing", "must_keep", "must_mark", "must_draw"),
    *("nothing_to_draw", "must_place", "nothing_to_mark", "nothing_to_keep", "no_such_region", "no_such_pile"),
    *("over_markers", "over_cards", "over_passes", "over_match"),
}


@pytest.mark.skipif(interpreted, reason="a few tables only")
def test_everything_was_met() -> None:
    """LPPG.P4 LPPG.P5 LPPG.P6 LPPG.C2 LPPG.C3 LPPG.T2 LPPG.T3 LPPG.E3: what was compared has examples of each rule."""
    met: Counter[str] = Counter()
    for kind in range(len(KINDS)):
        met += met_in(kind)
    for name in set_up():
        met += met_in_set_up(name)
    assert met.keys() >= EXPECTED, sorted(EXPECTED - met.keys())


@pytest.mark.parametrize("name", [] if interpreted else set_up())
def test_tables_are_written_alike(name: str) -> None:
    """LPPG.M2 LPPG.S3: what the model writes reads back to what the engine writes of the same position."""
    table = read(set_up()[name][0])
    pos = parsed(written(table))
    compare(pos, table)
    assert GAME.parse(pos.text()) == pos
