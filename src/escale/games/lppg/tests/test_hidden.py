"""What is hidden and what isn't (LPPG.M2), and how it is guessed: views, effects, worlds that a seat can't tell apart."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pytest

from escale import Position
from escale.games.lppg.tests.tables import CORNERED, GAME, after, at, away, hand, line_of, parsed, piles_of, strip
from escale.rules.compile import interpreted

BLOCK = ("rrrr", "rrrr", "rrrr")
PLAY = "23,22:2x3:r1"
HANDS = ("r1 r24", "r2 b2")
DRAWS = 300 if interpreted else 600
World = tuple[tuple[str, ...], ...]  # the hands, then the piles from the bottom


def table(hands: tuple[str, ...] = HANDS, piles: tuple[str, str] = ("b3 y3 g3", "y1 g1 b1"), **others: Any) -> Position:
    """A block of red cells, with these cards."""
    return at(*BLOCK, hands=hands, piles=piles, **others)


def world_of(pos: Position) -> World:
    """Where all cards are that somebody doesn't see."""
    lines = [line.split() for line in pos.text().splitlines()]
    return tuple(tuple(words[2:]) for kind in ("hand", "pile") for words in lines if words[0] == kind)


@pytest.mark.parametrize("players", [2, 4])
def test_backs_have_the_colour_of_the_front(players: int) -> None:
    """LPPG.M2: the colour of every card in a hand and on top of a pile is public, the pattern the owner's own."""
    pos = GAME.new(players=players, seed=4)
    for reader in (None, *range(players)):
        seen = pos.view(reader)
        for seat in range(players):
            cards = hand(pos, seat)
            assert [card["colour"] for card in seen["hands"][seat]] == [card[0] for card in cards]
            own = [card[1:] if seat == reader else None for card in cards]
            assert [card["pattern"] for card in seen["hands"][seat]] == own
        assert seen["piles"] == [{"count": len(pile), "colour": pile[-1][0]} for pile in piles_of(pos)]


def test_partners_do_not_show_their_cards() -> None:
    """LPPG.M2, LPPG.S1: a partner sees no more than an opponent."""
    pos = GAME.new(players=4, seed=5)
    assert {card["pattern"] for card in pos.view(0)["hands"][2]} == {None}


def test_the_discard_lies_face_up() -> None:
    """LPPG.M2: everybody sees all of it, and what is laid."""
    pos = after(table(discard="g2 y2"), PLAY)
    for reader in (None, 0, 1):
        assert pos.view(reader)["discard"] == ["g2", "y2", "r24"]
        assert pos.view(reader)["cards"][-1]["whites"] == [1]


def test_nothing_else_is_told() -> None:
    """LPPG.M2: whatever a seat may not know, its view is the same; nor does a view hold what later shuffles come from."""
    pos = table(discard="g2 y2")
    seen = json.dumps(pos.view(0))
    swapped = parsed(pos.text().replace("hand 1 r2 b2", "hand 1 r2 b3").replace("pile 1 b3", "pile 1 b2"))
    other = parsed(
        "\n".join(line for line in pos.text().splitlines() if not line.startswith("chance")) + "\nchance 00000000000000ff"
    )
    assert json.dumps(swapped.view(0)) == seen
    assert json.dumps(other.view(0)) == seen
    assert json.dumps(swapped.view(1)) != json.dumps(pos.view(1))


def test_all_is_shown_at_the_end() -> None:
    """LPPG.M2, LPPG.E1: when the game is over hands are open; who looks back sees everything at any time."""
    pos = strip("0o1 0p2", "3")
    assert pos.view(None, revealed=True)["hands"][1] == [{"colour": "b", "pattern": "1"}, {"colour": "b", "pattern": "2"}]
    pos.play(away(pos))
    assert pos.view(None)["hands"] == [
        [{"colour": "r", "pattern": "24"}],
        [{"colour": "b", "pattern": "1"}, {"colour": "b", "pattern": "2"}],
    ]


def test_what_a_draw_shows() -> None:
    """LPPG.M2: who draws sees the pattern, the others the colour."""
    pos = after(table(), PLAY)
    for reader, pattern in ((0, "3"), (1, None), (None, None)):
        assert pos.effects("draw 1", reader) == [{"kind": "draw", "seat": 0, "pile": 1, "colour": "g", "pattern": pattern}]
    assert pos.effects("draw 1", revealed=True)[0]["pattern"] == "3"


def test_sentences_tell_no_pattern_of_a_drawn_card() -> None:
    """LPPG.M2: what is said of a draw is the same whichever pattern of that colour is drawn."""
    one, other = (after(table(piles=(f"b3 y3 {top}", "y1 g1 b1")), PLAY) for top in ("g3", "g234"))
    assert one.said("draw 1") == other.said("draw 1")


def test_moves_that_show_something() -> None:
    """LPPG.M2, LPPG.T1: a placement shows cards, a draw too; a merger's decision that nothing follows shows nothing."""
    pos = table()
    assert pos.reveals(PLAY)
    assert after(pos, PLAY).reveals("draw 1")
    rows = ("rrrrrrrrr", "rrrrwrrrr", "rrrwrrrrr", "rrrr.rrrr", "rrrrrrwrr", "rrrrrwrrr", "rrrrrrrrr")
    many = at(
        *rows,
        own="2 o 24,25, 2 p 23,24, 1 p 26,22, 1 o 25,21",
        hands=("y1 g1", "b1 b2", "r16 r1", "b3 b12"),
        piles=("b13 y3", "y12 g12"),
        said="players=4 turn=2",
    )
    many.play("24,22:2x3:r16")
    assert not many.reveals("keep o")  # another merger is to be decided
    many.play("keep o")
    assert many.reveals("keep p")  # then a card is discarded


# Worlds that a seat can't tell apart


@cache
def mid_games() -> list[Position]:
    """Positions of all kinds, after shuffles too."""
    rng = Random(6)
    found = []
    for seed, options in enumerate([{}, {"players": 4}, {"deck": "all22"}, {"match": "on", "players": 4}]):
        pos = GAME.new(seed=seed, **options)  # type: ignore[arg-type]
        for _ in range(25):
            if not pos.over:
                pos.play(rng.choice(pos.moves()))
        found.append(pos)
    pos = table(piles=("b3", "y1 g1 y34"), discard="g2 g3 r23", hands=("r1 r24", "r2 r13"))
    for _ in range(12):
        found.append(pos.copy())
        pos.play(rng.choice(pos.moves()))
    # Nothing can be placed, which other cards with the same backs could be.
    found.append(at(*CORNERED, own="1 o 3,4, 1 o 5,4, 0 o 8,4", hands=("b3 g34", "r1 r2"), piles=None, place=(0, 0)))
    assert found[-1].names() == ["pass"]
    return found


@pytest.mark.parametrize("number", range(17))
def test_what_is_known_stays(number: int) -> None:
    """LPPG.M2: in every world that a seat imagines it sees what it sees now; its own hand, the discard, all colours."""
    pos = mid_games()[number]
    for seat in (None, *range(pos.players)):
        for seed in range(1 if interpreted else 4):
            world = pos.determinized(seat, seed)
            assert world.view(seat) == pos.view(seat)
            assert line_of(world, "discard") == line_of(pos, "discard")
            assert seat is None or hand(world, seat) == hand(pos, seat)
            assert [[card[0] for card in hand(world, other)] for other in range(pos.players)] == [
                [card[0] for card in hand(pos, other)] for other in range(pos.players)
            ]
            assert [pile[-1:] and pile[-1][0] for pile in piles_of(world)] == [
                pile[-1:] and pile[-1][0] for pile in piles_of(pos)
            ]
            assert sorted(card for place in world_of(world) for card in place) == sorted(
                card for place in world_of(pos) for card in place
            )
            assert GAME.parse(world.text()) == world


def test_what_is_hidden_varies() -> None:
    """LPPG.M2: other hands, piles and chance are redrawn."""
    pos = GAME.new(seed=3)
    worlds = [pos.determinized(0, seed) for seed in range(100, 120)]
    assert len({tuple(hand(world, 1)) for world in worlds}) > 10
    assert len({tuple(piles_of(world)[0]) for world in worlds}) == 20
    assert len({tuple(line_of(world, "chance")) for world in worlds}) == 20
    assert line_of(pos, "chance") not in [line_of(world, "chance") for world in worlds]


def test_nothing_is_redrawn_when_all_is_shown() -> None:
    """LPPG.M2, LPPG.E1: hands that everybody sees at the end stay."""
    pos = strip("0o1 0p2", "3")
    pos.play(away(pos))
    assert all(hand(pos.determinized(None, seed), 1) == ["b1", "b2"] for seed in range(5))


Excluded = dict[tuple[int, int], set[str]]  # by seat and place in the hand: cards that were in the discard meanwhile


def follow(pos: Position, move: int, gone: Excluded) -> Excluded:
    """Play a move; which cards each card in a hand can't be afterwards, having been seen in the discard while it was held."""
    before = world_of(pos)
    discarded = set(line_of(pos, "discard"))
    shown = [effect for effect in pos.effects(move, revealed=True) if effect["kind"] in ("discard", "draw", "shuffle", "deal")]
    mover = pos.view(None)["mover"]
    held = {
        (seat, place): set(gone.get((seat, place), set())) for seat in range(pos.players) for place in range(len(before[seat]))
    }
    drawn = len(before[mover])
    for effect in shown:
        if effect["kind"] == "deal":
            held, discarded = {(seat, place): set() for seat in range(pos.players) for place in (0, 1)}, set()
        elif effect["kind"] == "discard":
            discarded |= set(effect["cards"])
            held = {key: cards for key, cards in held.items() if key[0] != mover}
            drawn = 0
        elif effect["kind"] == "draw":
            held[mover, drawn] = set()
            drawn += 1
        else:
            held = {key: cards | discarded for key, cards in held.items()}
            discarded = set()
    pos.play(move)
    if all(effect["kind"] != "discard" for effect in shown) and len(hand(pos, mover)) < len(before[mover]):
        lost = 0 if hand(pos, mover) == list(before[mover][1:]) else 1
        held[mover, 0] = held[mover, 1 - lost] if lost == 0 else held[mover, 0]
        held.pop((mover, 1))
    return held


@pytest.mark.parametrize("seed", range(4 if interpreted else 12))
def test_cards_seen_in_the_discard_since(seed: int) -> None:
    """LPPG.M2, LPPG.T2: a hand drawn before a card was in the discard can't hold it, though it has been shuffled in since."""
    rng = Random(seed)
    hands = ("r1 r24", "r2 r13", "r14 r16", "r3 r25")[: 2 + 2 * (seed % 2)]
    pos = table(hands, ("b3 r12", "y1 r34"), discard="r23 r124", said=f"players={len(hands)}")
    gone: Excluded = {}
    constrained = 0
    for _ in range(40):
        if pos.over:
            break
        gone = follow(pos, rng.choice(pos.moves()), gone)
        assert told_of(pos) == {key: cards for key, cards in gone.items() if cards} or pos.over
        constrained += any(gone.values())
        for viewer in (None, 0, 1):
            world = pos.determinized(viewer, rng.getrandbits(60))
            for (seat, place), cards in gone.items():
                assert viewer == seat or pos.over or hand(world, seat)[place] not in cards
    assert constrained > 3


def told_of(pos: Position) -> Excluded:
    """The same as the position's text tells it."""
    lines = [line.split() for line in pos.text().splitlines() if line.startswith("held")]
    return {(int(words[1]), int(words[2]) - 1): set(words[3:]) for words in lines}


def possible(pos: Position, seat: int | None) -> set[World]:
    """All worlds that a seat can't rule out: every way to lay the cards that it doesn't see."""
    truth = world_of(pos)
    places = [(row, place) for row, cards in enumerate(truth) for place in range(len(cards)) if row != seat]
    hidden = sorted(truth[row][place] for row, place in places)
    backs = {(row, len(truth[row]) - 1) for row in range(pos.players, pos.players + 2)}
    backs |= {place for place in places if place[0] < pos.players}
    excluded = told_of(pos)
    laid: list[dict[tuple[int, int], str]] = [{}]
    for row, place in places:
        laid = [
            {**world, (row, place): card}
            for world in laid
            for card in hidden
            if card not in world.values()
            and card not in excluded.get((row, place), set())
            and ((row, place) not in backs or card[0] == truth[row][place][0])
        ]
    return {
        tuple(tuple(world.get((row, place), card) for place, card in enumerate(cards)) for row, cards in enumerate(truth))
        for world in laid
    }


def knowing(pos: Position, *excluded: str) -> Position:
    """The same, with what cards can't be: from the oldest on, seat after seat, the first card before the second."""
    order = [(seat, place) for seat in range(pos.players) for place in (1, 2)]
    lines = [f"held {seat} {place} {cards}" for (seat, place), cards in zip(order, excluded, strict=False)]
    return parsed("\n".join([pos.text().rstrip("\n"), *lines]) + "\n")


@cache
def guessed() -> dict[str, tuple[Position, int | None]]:
    """Positions with few cards, and who guesses."""
    two = table(("r1 r24", "r2 r13"), ("r3", "b1 r12"))
    mixed = table(("r1 b24", "r2 g13"), ("r3", "b1 r12"))
    four = table(("r1 r24", "r2 b2", "r13 g3", "r14 y12"), ("g1", "r3"), said="players=4")
    return {
        "few colours": (two, 0),
        "for a watcher": (table(("r1", "r2 b2"), ("r3", "b1 r12"), said="step=draw"), None),
        "all colours": (table(("r1 r24", "r2 b2"), ("g3 b3", "b1 y1")), 0),
        "the first card can't be one": (knowing(two, "r12", "r12", "r12"), 0),
        "neither card can be one": (knowing(two, "r12", "r12", "r12", "r12"), 0),
        "the first can't be two, the second one": (knowing(two, "r3 r12", "r3 r12", "r3 r12", "r12"), 0),
        "the mover is guessed": (knowing(two, "r12", "r12"), 1),
        "the mover's first card": (knowing(two, "r2 r12", "r12"), 1),
        "for a watcher who saw": (knowing(mixed, "r3 r12", "r3", "r3"), None),
        "four players": (knowing(four, "r3", "r3", "r3", "r3", "r3", "r3"), 0),
        "four players, another": (knowing(four, "g1 r3", "g1 r3", "g1 r3", "g1", "g1"), 2),
    }


def fair(worlds: set[World], drawn: Counter[World]) -> bool:
    """Whether these worlds and no others were drawn, each about as often."""
    if set(drawn) != worlds:
        return False
    expected = drawn.total() / len(worlds)
    freedom = len(worlds) - 1
    chi_squared: float = sum((drawn[world] - expected) ** 2 / expected for world in worlds)
    return chi_squared <= freedom + 5 * float((2 * freedom) ** 0.5)


@pytest.mark.parametrize("name", guessed())
def test_every_world_as_often(name: str) -> None:
    """LPPG.M2, LPPG.T2: every world that a seat can't rule out is drawn, each as often as any other, and no other world."""
    pos, seat = guessed()[name]
    worlds = possible(pos, seat)
    assert len(worlds) > 3
    drawn = Counter(world_of(pos.determinized(seat, seed)) for seed in range(DRAWS))
    assert fair(worlds, drawn), (len(worlds), drawn)


def in_order(worlds: set[World], rng: Random) -> World:
    """A wrong guess: the second card of the other hand first, then the rest, each evenly among what is left for it."""
    left = sorted(worlds)
    for row, place in ((1, 1), (1, 0), (2, 0), (3, 0), (3, 1)):
        card = rng.choice(sorted({world[row][place] for world in left}))
        left = [world for world in left if world[row][place] == card]
    return left[0]


def ignoring(worlds: set[World], rng: Random) -> World:
    """A wrong guess that never gives the other hand a certain card."""
    return rng.choice(sorted(world for world in worlds if world[1][0] != "r2"))


@pytest.mark.parametrize("wrong", [in_order, ignoring])
def test_wrong_guesses_are_found(wrong: Callable[[set[World], Random], World]) -> None:
    """LPPG.M2: what sees that guesses are fair finds unfair ones, and accepts fair ones."""
    pos, seat = guessed()["the first card can't be one"]
    worlds = possible(pos, seat)
    rng = Random(1)
    every = sorted(worlds)
    assert fair(worlds, Counter(rng.choice(every) for _ in range(2000)))
    assert not fair(worlds, Counter(wrong(worlds, rng) for _ in range(2000)))
