"""Whatever a hint says holds when it is found again, slowly, by the model that shares nothing with the engine."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

from escale import Position
from escale.games.planete import advice, choices, seeing
from escale.games.planete.state import NOT_CHOSEN
from escale.games.planete.tests.hinted import Text, asides, idea, place
from escale.games.planete.tests.situations import SITUATIONS
from escale.games.planete.tests.tables import GAME, at, parsed
from escale.games.planete.tests.told import OPPONENT, Before, Told
from escale.games.planete.tests.truths import HOLDS
from escale.games.planete.tiles import CHARACTER, VOLCANO

LOOKED_AT = 2  # moves of a position on the way through a game
LIES = 25  # moves of which a sentence is said wrongly
TABLES: tuple[tuple[int, dict[str, Any]], ...] = (
    (2, {"two_player": "offer"}),
    (2, {"two_player": "offer"}),
    (2, {"two_player": "offer"}),
    (2, {"two_player": "plain"}),
    (3, {}),
    (4, {}),
    (5, {}),
)
NO_SENTENCES = ("hint.both", "hint.deed.", "hint.whose.", "hint.tile.")
#: What can be asked of moves of whatever kind; else of those that do the same.
ANYWHERE = ("only", "place.", "aside.")

FULL = "vS vS W E / v** v**G sE sF / v** v**G sE sF"
ALSO_FULL = "vlG vlG cW cG / vll* vslFG cW lcc / vll* vslFG cW lcc"
PLAIN = "two_player=plain"


def on_the_way() -> Iterator[tuple[Before, str]]:
    """Some moves of every position of games at all kinds of tables, played for points or at random."""
    for number, (players, options) in enumerate(TABLES):
        chance = random.Random(number)
        pos = GAME.new(players, seed=number, **options)
        while not pos.over:
            before = Before(pos.copy())
            for name in chance.sample(before.names, min(len(before.names), LOOKED_AT)):
                yield before, name
            pos.play(greedy(pos, chance) if chance.random() < 0.7 else chance.choice(before.names))


def greedy(pos: Position, chance: random.Random) -> str:
    """The take that gives most points at once, of equal ones any; else any move."""
    moves = pos.view(pos.turn)["moves"]
    best: str = max(moves, key=lambda move: (move.get("points") or 0, chance.random()))["text"]
    return best


def made() -> Iterator[tuple[Position, str]]:
    """Moves of tables on which something rare can be said."""
    for name, text in SITUATIONS.items():
        if not name.startswith("over"):
            pos = parsed(text)
            yield from ((pos, move) for move in pos.names())
    shared = at(
        f"{FULL} / king gardener drunkard lamplighter",
        f"{ALSO_FULL} / vain vain gardener",
        said=f"turn=1 {PLAIN}",
        more="offer character brown",
    )
    yield shared, "take brown"
    yield at(f"{FULL} / ", f"{ALSO_FULL} / ", said=PLAIN), "stack character"
    trees = at(
        "bWWB bFWW / / / vain",
        "W E / / / turk",
        said="turn=0 first=1",
        more="offer rising bsE bGB; hidden lcc; out core cG; out core cW; out character king",
    )
    yield trees, "take hidden"
    smoke = at(
        "W / / / vain",
        "E / / / turk",
        said="turn=0 first=1",
        more="offer rising v** vll*; hidden lcc; out core cG; out character king",
    )
    yield smoke, "take hidden"
    yield at("rll / / / king", "W / / / turk", said=PLAIN, more="offer rising srll sE"), "take srll"
    yield at("W / / / vain", "E / / / turk", said=PLAIN, more="offer character vain turk"), "take vain"
    yield at("/ / / vain", "/ / / drunkard", said=PLAIN), "stack rising"
    yield at("bWWB bFWW W E / / / ", "cG cW llc rll / / / ", said=PLAIN), "stack rising"  # baobabs as rare as elsewhere
    trees_left = at("W E / / sE / ", "bWWB bFWW / / / ", "cG cW / / / ", said="step=name", more="offer falling bsS bGB")
    yield trees_left, "name 1"
    yield at("vS / / / king", "E / / / turk", said=PLAIN, more="offer rising srll sE"), "take srll"


@cache
def sample() -> list[tuple[Told, list[Text]]]:
    """Moves, and all that is told of each."""
    every = [*on_the_way(), *((Before(pos), name) for pos, name in made())]
    return [(Told(before, name), said_of(before.pos, name)) for before, name in every]


def said_of(pos: Position, name: str) -> list[Text]:
    """All that is told before a move."""
    return [*idea(pos, name), *place(pos, name), *asides(pos)]


def test_every_sentence_holds() -> None:
    """PLAN.R1, PLAN.R2, PLAN.R3, PLAN.B1, PLAN.E1, PLAN.E2: in games, and rarely."""
    for told, sentences in sample():
        for key, values in sentences:
            assert HOLDS[key](told, values), f"{key} {values} isn't true of {told.name} in\n{told.pos}"


def test_every_sentence_is_said() -> None:
    """No text is left out of the sample, and none can be said that isn't checked."""
    there = {name.removeprefix("hint.") for name in GAME.texts["en"].names("hint.") if not name.startswith(NO_SENTENCES)}
    said = {key for _, sentences in sample() for key, _ in sentences}
    assert there == set(HOLDS)
    assert there - said == set()


@pytest.mark.parametrize("key", HOLDS)
def test_lies_are_found_out(key: str) -> None:
    """A sentence isn't taken for true with another number, of another player, nor of whatever move it is said."""
    said = [(told, values) for told, sentences in sample() for name, values in sentences if name == key]
    told, values = said[0]
    for name in [name for name, value in values.items() if isinstance(value, int) and name != "whose"]:
        more = [not HOLDS[key](one, {**true, name: true[name] + 1}) for one, true in said[:LIES]]
        assert all(more), f"{name} is 1 more"
    for one, true in said[:LIES]:
        if true.get("whose", OPPONENT) != OPPONENT:
            assert not HOLDS[key](one, {**true, "whose": one.seat + 1}), "it is said of the reader"
    others = [other for other, sentences in sample() if (key, values) not in sentences and comparable(told, other, key)]
    assert any(not HOLDS[key](other, values) for other in random.Random(0).sample(others, min(len(others), 2 * LIES)))


def comparable(told: Told, other: Told, key: str) -> bool:
    """Whether what is said of a move can be asked of another: it does the same, and as many may be meant by "opponent"."""
    alike = (told.pos.players == 2) == (other.pos.players == 2)
    return alike and (key.startswith(ANYWHERE) or told.do == other.do)


# Wrong hints

Plant = Callable[[pytest.MonkeyPatch], None]


def a_point_more(patch: pytest.MonkeyPatch) -> None:
    """Tiles are thought to give a point too many."""
    true = seeing.Table.gain
    patch.setattr(seeing.Table, "gain", lambda table, seat, tile: true(table, seat, tile) + 1)


def anothers_gain(patch: pytest.MonkeyPatch) -> None:
    """What a tile gives is asked of the next planet."""
    true = seeing.Table.gain
    patch.setattr(seeing.Table, "gain", lambda table, seat, tile: true(table, (seat + 1) % int(table.state["players"]), tile))


def from_nought(patch: pytest.MonkeyPatch) -> None:
    """The players are counted from 0."""
    true = seeing.Table.whose
    patch.setattr(seeing.Table, "whose", lambda table, seat: true(table, seat - 1))


def with_the_served(patch: pytest.MonkeyPatch) -> None:
    """Who has a tile already is thought to wait for one."""
    patch.setattr(seeing.Table, "waiting", property(lambda table: [] if table.state["offered"] == NOT_CHOSEN else table.others))


def baobabs_at_two(patch: pytest.MonkeyPatch) -> None:
    """Two baobabs are thought to be too many."""
    for module in (advice, choices, seeing):
        patch.setattr(module, "TOO_MANY", 2)


def volcanoes_of_others(patch: pytest.MonkeyPatch) -> None:
    """The volcano on the tile isn't counted."""
    patch.setattr(
        seeing.Table,
        "has_most",
        lambda table, seat, tile: all(
            table.now.seen(other, VOLCANO) <= table.now.seen(seat, VOLCANO) for other in table.others_than(seat)
        ),
    )


def what_is_hidden_too(patch: pytest.MonkeyPatch) -> None:
    """Whoever looks is thought to know the hidden tile."""
    patch.setattr(seeing, "may_look", lambda state, seat: True)


def nothing_is_out(patch: pytest.MonkeyPatch) -> None:
    """All tiles of the other planets are thought to be unseen."""
    true = seeing._seen
    patch.setattr(seeing, "_seen", lambda state, seat: true(state, seat) - Counter(state["planet"][1 - seat % 2].tolist()))


def characters_for_others(patch: pytest.MonkeyPatch) -> None:
    """What a new character gives is asked without the tile."""
    true = seeing.Table.given_by
    patch.setattr(seeing.Table, "given_by", lambda table, seat, character, *tiles: true(table, seat, character) + len(tiles))


def penalties_forgotten(patch: pytest.MonkeyPatch) -> None:
    """Volcanoes cost nothing."""
    patch.setattr(seeing.Standing, "total", seeing.Standing.points)


def a_round_less(patch: pytest.MonkeyPatch) -> None:
    """The rounds that are over are counted, not those that have begun."""
    patch.setattr(seeing.Table, "round", property(lambda table: int(table.state["chosen"].sum())))


def room_for_all(patch: pytest.MonkeyPatch) -> None:
    """Characters' places are counted as room for others."""
    true = seeing.Standing.room
    patch.setattr(seeing.Standing, "room", lambda now, seat: true(now, seat) + now.free(seat, CHARACTER))


PLANTS: tuple[Plant, ...] = (
    a_point_more,
    anothers_gain,
    from_nought,
    with_the_served,
    baobabs_at_two,
    volcanoes_of_others,
    what_is_hidden_too,
    nothing_is_out,
    characters_for_others,
    penalties_forgotten,
    a_round_less,
    room_for_all,
)


@pytest.mark.parametrize("plant", PLANTS)
def test_wrong_hints_are_found_out(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hints that are made wrongly say what isn't true of some move of the sample."""
    right = sample()
    plant(monkeypatch)
    assert any(is_false(told) for told, _ in reversed(right))


def is_false(told: Told) -> bool:
    """Whether something is said now of a move that isn't true."""
    return not all(HOLDS[key](told, values) for key, values in said_of(told.pos, told.name))
