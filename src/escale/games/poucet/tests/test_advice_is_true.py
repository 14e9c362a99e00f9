"""Whatever a hint says holds when it is found again, slowly, by playing the move and reading the views alone."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from escale import Position
from escale.games.poucet import advice, dangers, making_do, outcomes, reasons, seeing, starting_out
from escale.games.poucet.state import DO_SHIFT, LAY
from escale.games.poucet.tests.hinted import Text, asides, idea, place
from escale.games.poucet.tests.tables import ALONE, FACING, GAME, after, at, lines_of, parsed
from escale.games.poucet.tests.told import OPPONENT, Before, Told
from escale.games.poucet.tests.truths import HOLDS

LOOKED_AT = 3  # moves of a position on the way through a game
LIES = 40  # moves of which a sentence is said wrongly
TABLES: tuple[tuple[int, dict[str, Any]], ...] = (
    (2, {"size": "9"}),
    (2, {}),
    (3, {"size": "9"}),
    (5, {}),
    (6, {"size": "9"}),
    (4, {"size": "9", "crossing": "off"}),
    (2, {"size": "9", "crossing": "off"}),
    (3, {"size": "9", "favour": "free"}),
)
NO_SENTENCES = ("hint.both", "hint.deed.", "hint.whose.", "hint.part.")
#: What can be asked of moves of whatever kind; else of those that do the same.
ANYWHERE = ("only", "end.", "place.hand", "place.discard", "place.leave", "leave.", "aside.")

CORNER = "a9 R0, a8 F, b9 F"  # obstructed, but not blocked
SHUT = "i5 G1, h5 gew, i4 O, i6 O"  # one end only
DEAD = "a9 R0, a8 O, b9 O"
AROUND = "a5 R0, b5 rsw, b4 rne, c4 rew, d4 rew, e4 rew, f4 rnw"  # leads under the flower to f5, as green does
GREENS = "i5 G1, e9 G2, e8 gns, e7 gns"  # one is near the flower
THREE = "i5 G1, h5 gew, e9 Y2, e8 yns"


def on_the_way() -> Iterator[tuple[Before, str]]:
    """Some moves of every position of games at all kinds of tables, played well or at random."""
    for number, (players, options) in enumerate(TABLES):
        chance = random.Random(number)
        pos = GAME.new(players, seed=number, **options)
        while not pos.over:
            names, before = pos.names(), Before(pos.copy())
            for name in chance.sample(names, min(len(names), LOOKED_AT)):
                yield before, name
            pos.play(sensible(pos, chance) if chance.random() < 0.8 else chance.choice(names))


def sensible(pos: Position, chance: random.Random) -> str:
    """The move, of some, after which one's own way is shortest and the others' are longest."""
    names, seat = pos.names(), pos.turn
    assert seat is not None

    def worth(name: str) -> float:
        far = after(pos, name).points
        return far[seat] - 0.5 * min(far[:seat] + far[seat + 1 :]) + chance.random()

    return min(chance.sample(names, min(len(names), 30)), key=worth)


def few_cards(cards: str, *hands: str, stock: int, said: str = "") -> Position:
    """A table whose stock has so many cards; all the others lie on the discard."""
    pos = at(cards, *hands, said=said)
    (rest,) = lines_of(pos, "stock")
    kept = [line for line in pos.text().splitlines() if not line.startswith("stock")]
    lines = [f"stock {' '.join(rest[:stock])}"] if stock else ["stock"]
    return parsed("\n".join([*kept, *lines, f"discard {' '.join(rest[stock:])}"]) + "\n")


def made() -> Iterator[tuple[Position, str]]:
    """Moves of tables on which something rare can be said."""
    yield at(f"{FACING}, c5 rew", "ri"), "d5:rew"
    yield at(f"{FACING}, c6 F B", "rt"), "c5:rnew"
    yield at(f"{FACING}, c6 rns", "rt"), "c5:rnew"
    for hand, move in (("pebbles", "pebbles-e"), ("pebbles boots", "pebbles-e"), ("boots", "boots")):
        yield at(f"{FACING}, c5 F", hand), f"c5:{move}"
    yield at(f"{FACING}, c5 V", "boots ri"), "c5:boots"
    yield at(f"{FACING}, c5 W", "river"), "c5:river"
    yield at(f"{FACING}, c5 W", "river boots"), "c5:river"
    yield at(f"{FACING}, c5 gns", "ri"), "c5:rew"
    yield at("a5 R0, b5 rew, c5 rns, a6 O, a4 O, c6 gns, c7 gns, c8 gns, c9 G1", "gi", said="favour=free"), "c5:gns"
    yield at(f"{FACING}, g5 gew", "wolf"), "f5:wolf"
    yield at(f"{AROUND}, {SHUT}, g5 gew", "ri", said="crossing=off"), "f5:rns"
    for card in ("ogre", "wolf", "forest", "river"):
        yield at(f"a5 R0, b5 rew, {SHUT}", "ogre wolf forest river"), f"g5:{card}"
    yield at(f"a5 R0, {THREE}", "wolf", said="players=3"), "g5:wolf"
    yield at("a5 R0, b5 rew, a4 O, a6 O, c6 O, i5 G1, h5 gew", "rl"), "c5:rnw"
    yield at("a5 R0, b5 rew, a4 R1", "ri"), "c5:rew"
    yield at(f"{CORNER}, {SHUT}, g5 gew", "gi"), "f5:gew"
    yield at(f"{CORNER}, i5 G1, h5 gew, g5 gew", "gi"), "f5:gew"
    for card in ("gns", "wolf"):
        yield at(ALONE, "gi wolf"), f"c5:{card}"
    for card in ("ri", "gi", "wolf", "ogre"):
        yield at(f"{CORNER}, i9 G1, h9 O, i8 O", "ri gi yi wolf wolf ogre"), f"discard {card}"
    yield few_cards(FACING, "ri", "", stock=0), "c5:rew"
    for stock in (0, 1, 3):
        yield few_cards(FACING, "ri gi", "gi", stock=stock), "c5:rew"
    yield at(f"{DEAD}, {THREE}", "gi", said="players=3"), "give up"
    yield at(f"{DEAD}, i5 G1", "gi"), "give up"
    yield few_cards(f"{DEAD}, {THREE}", "gi", "", "", stock=0, said="players=3"), "give up"
    for move in ("r a5", "r a1"):
        yield at(f"{CORNER}, i5 G1, h5 gew", "wolf", more="waits 0 6"), f"restart {move}"
    yield at(f"{DEAD}, a2 G1, b1 O", "wolf"), "restart r a1"
    yield at(f"{DEAD}, i5 G1", "ri"), "restart r a5"
    yield at(f"{CORNER}, i5 G1, h5 gew", "wolf", more="waits 0 5"), "g5:wolf"
    yield at(f"{DEAD}, a5 R1, a1 G2, e1 G3, i1 Y4, i5 Y5", "wolf", said="players=6"), "i4:wolf"
    yield at("a5 R0, b5 rew, i5 G1, h5 gew", "rt"), "c5:rnew"
    yield at(f"{CORNER}, {GREENS}", "gi", said="players=3"), "h5:gew"
    yield at(f"{CORNER}, {GREENS}", "gi", said="players=3"), "i4:gns"
    yield at("h1 R0, h2 rns, h3 rns, h4 rns, i5 G1, i4 O, i6 O, h5 gns", "ri"), "h5:rns"
    yield at("h1 R0, h2 rns, h3 rns, h4 res, i5 G1, h5 gew, i4 gns, i3 gns", "ri"), "i4:rew"
    yield at(f"a5 R0, {THREE}", "yi", said="players=3"), "i4:yns"
    yield at("a5 R0, b5 rew, i1 R1", "ri", size="13"), "c5:rew"
    yield at(f"a5 R0, {THREE}, g5 gew, e7 yns", "wolf", said="players=3"), "f5:wolf"


@cache
def sample() -> list[tuple[Told, list[Text]]]:
    """Moves, and all that is told of each."""
    every = [*on_the_way(), *((Before(pos), name) for pos, name in made())]
    return [(Told(before, name), said_of(before.pos, name)) for before, name in every]


def said_of(pos: Position, name: str) -> list[Text]:
    """All that is told before a move."""
    return [*idea(pos, name), *place(pos, name), *asides(pos)]


def test_every_sentence_holds() -> None:
    """POU.T1, POU.T2, POU.T3, POU.T4, POU.T5, POU.T6, POU.X1, POU.B1, POU.B2, POU.E1, POU.E2: in games, and rarely."""
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
        assert not HOLDS[key](told, {**values, name: values[name] + 200}), f"{name} is 200 more"
        more = [not HOLDS[key](one, {**true, name: true[name] + 1}) for one, true in said[:LIES]]
        assert all(more), f"{name} is 1 more"
    for one, true in said[:LIES]:
        if true.get("whose", OPPONENT) != OPPONENT:
            assert not HOLDS[key](one, {**true, "whose": one.seat + 1}), "it is said of the reader"
    others = [other for other, sentences in sample() if (key, values) not in sentences and comparable(told, other, key)]
    assert any(not HOLDS[key](other, values) for other in others[:LIES]), "true of everything"


def comparable(told: Told, other: Told, key: str) -> bool:
    """Whether what is said of a move can be asked of another: it does the same, and as many may be meant by "opponent"."""
    alike = (told.pos.players == 2) == (other.pos.players == 2)
    return alike and (key.startswith(ANYWHERE) or told.move["do"] == other.move["do"])


# Wrong hints

Plant = Callable[[pytest.MonkeyPatch], None]


def far_by_one(patch: pytest.MonkeyPatch) -> None:
    """Ways are a card too long."""
    patch.setattr(seeing.Standing, "far", lambda table, seat: (table.seen.distances[seat] or 0) + 1)


def backwards(patch: pytest.MonkeyPatch) -> None:
    """What is before a card is laid is taken for what is after it."""

    def seen(look: seeing.Look, later: bool) -> seeing.Standing:
        is_laid = look.move >> DO_SHIFT == LAY
        return seeing.standing_after(look.memory, look.move) if later != is_laid else seeing.standing(look.memory)

    patch.setattr(seeing.Look, "was", property(lambda look: seen(look, later=False)))
    patch.setattr(seeing.Look, "then", property(lambda look: seen(look, later=True)))


def from_nought(patch: pytest.MonkeyPatch) -> None:
    """The players are counted from 0."""
    true = seeing.whose
    for module in (advice, dangers, making_do, reasons, starting_out):
        patch.setattr(module, "whose", lambda state, seat: true(state, seat - 1))


def with_the_leavers(patch: pytest.MonkeyPatch) -> None:
    """The mover, and who has left the game, are taken for others."""
    patch.setattr(seeing.Look, "others", property(lambda look: list(range(int(look.was.state["players"])))))


def ends_of_any_kind(patch: pytest.MonkeyPatch) -> None:
    """Ends that aren't open are counted too."""
    patch.setattr(seeing.Standing, "openings", lambda table, seat: table.places(seat, "open", "obstructed", "dead"))


def everybody_can(patch: pytest.MonkeyPatch) -> None:
    """What only one who must does is thought to be done by choice, and the other way round."""
    true = outcomes.judgements
    patch.setattr(
        seeing, "judgements", lambda state, moves: [replace(judged, forced=not judged.forced) for judged in true(state, moves)]
    )


def own_card_too(patch: pytest.MonkeyPatch) -> None:
    """A card joins itself."""
    true = seeing.Look.gained
    patch.setattr(seeing.Look, "gained", lambda look, seat: [*true(look, seat), look.cell])


def no_colours(patch: pytest.MonkeyPatch) -> None:
    """All path cards are thought to be of one's colour."""
    patch.setattr(seeing.Look, "_own_cards", property(lambda look: [card for card in look.hand if len(card) == 2]))


def upside_down(patch: pytest.MonkeyPatch) -> None:
    """North is south."""
    true = advice._part
    patch.setattr(advice, "_part", lambda at, side: true((at[0], side - 1 - at[1]), side))


def nearer_is_farther(patch: pytest.MonkeyPatch) -> None:
    """The leader is who is last."""
    patch.setattr(reasons, "_is_leader", lambda look, seat: look.was.far(seat) == max(filter(None, look.was.seen.distances)))


def first_is_close(patch: pytest.MonkeyPatch) -> None:
    """Whoever sits first is thought to be close to the flower."""
    patch.setattr(advice, "_close", lambda table, seat: iter([("hint.aside.close_1", {"whose": seeing.whose(table.state, 0)})]))


def never_shut(patch: pytest.MonkeyPatch) -> None:
    """A path with an obstructed end is thought to be shut."""
    patch.setattr(seeing.Standing, "is_shut", lambda table, seat: table.places(seat, "open") == 0)


PLANTS: tuple[Plant, ...] = (
    far_by_one,
    backwards,
    from_nought,
    with_the_leavers,
    ends_of_any_kind,
    everybody_can,
    own_card_too,
    no_colours,
    upside_down,
    nearer_is_farther,
    first_is_close,
    never_shut,
)


@pytest.mark.parametrize("plant", PLANTS)
def test_wrong_hints_are_found_out(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hints that are made wrongly say what isn't true of some move of the sample."""
    plant(monkeypatch)
    assert any(is_false(told) for told, _ in reversed(sample()))


def is_false(told: Told) -> bool:
    """Whether something is said now of a move that isn't true."""
    return not all(HOLDS[key](told, values) for key, values in said_of(told.pos, told.name))
