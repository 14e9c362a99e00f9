"""What is hidden and what isn't (POU.S1), and how it is guessed: views, effects, worlds that a seat can't tell apart."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from random import Random
from typing import Any

import pytest

from escale import Position
from escale.games.poucet.tests.model_table import KINDS
from escale.games.poucet.tests.tables import FACING, GAME, after, at, hand, known, last_cards, line_of, lines_of, stock
from escale.rules.compile import interpreted

DRAWS = 100 if interpreted else 600
World = tuple[tuple[str, ...], ...]  # the hands, each in the order of the deck, then the stock from the bottom
DEAD = "a9 R0, a8 O, b9 O, i5 G1, e1 Y2"


def world_of(pos: Position) -> World:
    """Where all cards are that somebody doesn't see."""
    lines = [line.split() for line in pos.text().splitlines() if line.startswith(("hand", "stock"))]
    hands = [tuple(words[2:]) for words in lines if words[0] == "hand"]
    return (*hands, tuple(lines[-1][1:]) if lines[-1][0] == "stock" else ())


def public_lines(pos: Position) -> list[str]:
    """All lines of the text but hands and stock."""
    return [line for line in pos.text().splitlines() if not line.startswith(("hand ", "stock"))]


# What is seen


@pytest.mark.parametrize("players", [2, 4, 6])
def test_a_hand_is_its_owner_s(players: int) -> None:
    """POU.S1: others see how many cards there are; of the stock everybody sees the number."""
    pos = GAME.new(players=players, seed=4)
    for reader in (None, *range(players)):
        seen = pos.view(reader)
        assert seen["hands"] == [hand(pos, seat) if seat == reader else None for seat in range(players)]
        assert [seat["cards"] for seat in seen["seats"]] == [6] * players
        assert seen["stock"] == 135 - 6 * players


def test_the_discard_lies_face_up() -> None:
    """POU.T6: everybody sees all of it."""
    pos = after(at(FACING, "boots pebbles", "gi", more="discard wolf"), "discard boots")
    for reader in (None, 0, 1):
        assert pos.view(reader)["discard"] == ["wolf", "boots"]


def test_nothing_else_is_told() -> None:
    """POU.S1: whatever a seat may not know, its view is the same."""
    one = at(FACING, "ri wolf", "gi gl")
    other = at(FACING, "ri wolf", "yi boots")
    cards = stock(one)
    turned = at(FACING, "ri wolf", "gi gl", more=f"stock {' '.join(reversed(cards))}")
    for reader in (0, None):
        assert json.dumps(one.view(reader)) == json.dumps(other.view(reader)) == json.dumps(turned.view(reader))
    assert json.dumps(one.view(1)) == json.dumps(turned.view(1))
    assert json.dumps(one.view(1)) != json.dumps(other.view(1))


def test_all_is_shown_at_the_end() -> None:
    """POU.E1: when the game is over hands are open; who looks back sees them at any time."""
    pos = at("a5 R0, b5 rew, c5 rew, i5 G1", "ri wolf", "gi gl")
    assert pos.view(None)["hands"] == [None, None]
    assert pos.view(None, revealed=True)["hands"] == [["ri", "wolf"], ["gi", "gl"]]
    pos.play("d5:rew")
    assert pos.view(None)["hands"][1] == pos.view(0)["hands"][1] == ["gi", "gl"]


def test_who_gave_up_shows_nothing() -> None:
    """POU.B2: the hand has left the game, unseen; at the end it is open."""
    pos = after(at(DEAD, "wolf river", "gi", "yi", said="players=3"), "give up")
    assert [pos.view(reader)["hands"][0] for reader in (None, 1, 2)] == [None] * 3
    assert pos.view(0)["hands"][0] == ["wolf", "river"]


def drawn_cards(pos: Position, move: str, reader: int | None) -> list[Any]:
    """What a reader sees of the cards drawn by a move."""
    return [effect["card"] for effect in pos.effects(move, reader) if effect["kind"] == "draw"]


def test_what_a_draw_shows() -> None:
    """POU.T0: who draws sees the card, the others that one was drawn; nothing is drawn from an empty stock."""
    pos = at(FACING, "ri wolf", "gi")
    assert [drawn_cards(pos, "c5:rew", reader) for reader in (0, 1, None)] == [[stock(pos)[-1]], [None], [None]]
    assert pos.effects("c5:rew", revealed=True) == pos.effects("c5:rew", 0)
    empty = last_cards(FACING, "ri wolf", "gi")
    assert drawn_cards(empty, "c5:rew", 0) == []


def test_sentences_tell_nothing_of_a_drawn_card() -> None:
    """POU.T0: what is said of a move is the same whichever card is drawn."""
    one = at(FACING, "ri wolf", "gi")
    other = at(FACING, "ri wolf", "gi", more=f"stock {' '.join(reversed(stock(one)))}")
    assert stock(one)[-1] != stock(other)[-1]
    assert one.said("c5:rew") == other.said("c5:rew")


def test_moves_that_show_something() -> None:
    """POU.T0: who lays or discards a card shows it, and draws another."""
    assert at(FACING, "ri wolf", "gi").reveals("c5:rew")
    assert at(FACING, "boots", "gi").reveals("discard boots")


# What stays in the worlds that a seat imagines


@cache
def mid_games() -> list[Position]:
    """Positions of all kinds, with much and with little known."""
    rng = Random(6)
    found = []
    tables: list[dict[str, Any]] = [
        {"players": 2},
        {"players": 3, "favour": "free"},
        {"players": 4, "crossing": "off"},
        {"players": 6, "size": "9"},
        {"players": 2, "size": "9"},
    ]
    for seed, options in enumerate(tables):
        pos = GAME.new(seed=seed, **options)
        while not pos.over:
            if rng.random() < 0.05:
                found.append(pos.copy())
            ways_out = [name for name in pos.names() if name.startswith(("restart", "give"))]
            pos.play(rng.choice(ways_out if ways_out and rng.random() < 0.1 else pos.names()))
    found.append(after(at(DEAD, "wolf river", "gi boots", "yi", said="players=3"), "give up"))
    return found


def fits(told: dict[int, list[str]], cards: tuple[str, ...]) -> bool:
    """Whether a hand can be what is known of it: cards that a slot can't be are in later slots, of which there are enough."""
    return all(sum(card in kinds for card in cards) < len(cards) - slot for slot, kinds in told.items())


def test_mid_games_are_rich() -> None:
    """POU.T1, POU.T6: some hands are known to lack something, in some slots more than in others; some players are out."""
    assert len(mid_games()) > 15
    told = [known(pos, seat) for pos in mid_games() for seat in range(pos.players)]
    assert any(len({tuple(kinds) for kinds in slots.values()}) > 1 for slots in told)
    assert any(lines_of(pos, "out") for pos in mid_games())


def test_what_is_known_is_true() -> None:
    """POU.T1, POU.T6: of every hand."""
    assert all(fits(known(pos, seat), world_of(pos)[seat]) for pos in mid_games() for seat in range(pos.players))
    assert not fits({0: ["ri"]}, ("ri",))
    assert not fits({0: ["ri", "gi"], 1: ["ri"]}, ("ri", "ri", "yi"))
    assert fits({0: ["ri", "gi"], 1: ["ri"]}, ("ri", "gi", "yi"))


def test_what_is_known_stays() -> None:
    """POU.S1, POU.T1, POU.T6: the seat sees what it sees now; all that is public stays, also what hands can't be."""
    for pos in mid_games():
        for seat in (None, *range(pos.players)):
            world = pos.determinized(seat, 1)
            assert world.view(seat) == pos.view(seat)
            assert public_lines(world) == public_lines(pos)
            now, then = world_of(pos), world_of(world)
            assert seat is None or then[seat] == now[seat]
            assert list(map(len, then)) == list(map(len, now))
            assert Counter(sum(then, ())) == Counter(sum(now, ()))
            assert all(fits(known(pos, other), then[other]) for other in range(pos.players))
            assert GAME.parse(world.text()) == world


def ring() -> Position:
    """Six players without a stock; five are known to have two kinds only, each of which one of the others can have too."""
    kinds = ("ri", "gi", "yi", "rt", "gt")
    hands = ["wolf", *(" ".join([kinds[at - 1]] * 3 + [kinds[at]] * 3) for at in range(5))]
    lacks = [" ".join(kind for kind in KINDS if kind not in held.split()) for held in hands[1:]]
    told = "; ".join(f"known {seat} {slot} {kinds}" for seat, kinds in enumerate(lacks, 1) for slot in range(6))
    return last_cards("a1 R0, a5 R1, a9 G2, e9 G3, i9 Y4, i5 Y5", *hands, said="players=6", more=told)


@cache
def late_games() -> list[Position]:
    """Positions of many players without a stock: of most cards something is known, and they take them from each other."""
    rng = Random(7)
    found = [ring()]
    for seed in range(4):
        pos = GAME.new(5 + seed % 2, seed, crossing=("off", "on")[seed % 2])
        while not pos.over:
            if not stock(pos) and rng.random() < 0.3:
                found.append(pos.copy())
            pos.play(rng.choice([name for name in pos.names() if name != "give up"]))
    return found


def test_no_card_is_lost_where_much_is_known() -> None:
    """POU.T1, POU.T6: also where cards are hard to deal so that all is as it is known."""
    assert len(late_games()) > 15
    for pos in late_games():
        for seed in range(3):
            world = pos.determinized(pos.turn, seed)
            now, then = world_of(pos), world_of(world)
            assert Counter(sum(then, ())) == Counter(sum(now, ()))
            assert all(fits(known(pos, other), then[other]) for other in range(pos.players))


def test_what_is_hidden_varies() -> None:
    """POU.S1: other hands and the stock are redrawn, those of players who are out too."""
    pos = GAME.new(seed=3)
    worlds = [pos.determinized(0, seed) for seed in range(100, 120)]
    assert len({tuple(hand(world, 1)) for world in worlds}) > 10
    assert len({tuple(stock(world)) for world in worlds}) == 20
    left = after(at(DEAD, "wolf river", "gi boots", "yi", said="players=3"), "give up")
    assert len({tuple(hand(left.determinized(1, seed), 0)) for seed in range(20)}) > 5


def test_nothing_is_redrawn_when_all_is_shown() -> None:
    """POU.E1: hands that everybody sees at the end stay."""
    pos = after(at("a5 R0, b5 rew, c5 rew, i5 G1", "ri wolf", "gi gl"), "d5:rew")
    assert all(hand(pos.determinized(None, seed), 1) == ["gi", "gl"] for seed in range(5))


# All worlds that there are, each as often as it should be


def rest(cards: str, hands: tuple[str, ...], kept: str, said: str = "", more: str = "") -> Position:
    """A position in which only these cards are in the stock; all others that no hand has are discarded."""
    left = Counter(stock(at(cards, *hands, said=said)))
    left.subtract(kept.split())
    assert min(left.values()) >= 0
    return at(cards, *hands, said=said, more=f"stock {kept}; discard {' '.join(left.elements())}; {more}")


def places_of(pos: Position, seat: int | None) -> list[tuple[int, int]]:
    """Where cards are that a seat doesn't see: row of the world, and slot."""
    return [(row, slot) for row, cards in enumerate(world_of(pos)) for slot in range(len(cards)) if row != seat]


def laid_out(truth: World, places: list[tuple[int, int]], cards: list[str]) -> World:
    """The world in which these cards are in these places."""
    rows = [list(row) for row in truth]
    for (row, slot), card in zip(places, cards, strict=True):
        rows[row][slot] = card
    return (*(tuple(sorted(held, key=KINDS.index)) for held in rows[:-1]), tuple(rows[-1]))


@dataclass(frozen=True)
class Guess:
    """What a seat guesses: places, in an order, the cards that are there, and what is known that they aren't."""

    truth: World
    places: list[tuple[int, int]]
    hidden: list[str]
    told: list[list[str]]
    deals: Counter[World]  # all that can be, see `possible`


def possible(pos: Position, seat: int | None) -> Guess:
    """All worlds that a seat can't rule out, with the number of ways in which cards can be dealt to make each.

    Every card is told from others of its kind here: all deals are as likely, in which no slot has what it can't be.
    """
    truth, places = world_of(pos), places_of(pos, seat)
    known_of = [known(pos, row) for row in range(pos.players)] + [{}]
    told = [known_of[row].get(slot, []) for row, slot in places]
    hidden = [truth[row][slot] for row, slot in places]
    deals: Counter[World] = Counter()
    for cards in permutations(hidden):
        if not any(card in kinds for card, kinds in zip(cards, told, strict=True)):
            deals[laid_out(truth, places, list(cards))] += 1
    return Guess(truth, places, hidden, told, deals)


@cache
def guessed() -> dict[str, tuple[Position, int | None]]:
    """Positions with few hidden cards, and who guesses."""
    two = ("ri wolf", "gi gi wolf")
    three = ("ri", "gi yl", "yi yl")
    facing = f"{FACING}, e1 Y2"
    return {
        "nothing is known": (rest(FACING, two, "gi yi boots"), 0),
        "all alike but one": (rest(FACING, two, "gi gi gi"), 0),
        "for a watcher": (rest(FACING, ("ri wolf", "gi"), "gi yi"), None),
        "the whole hand can't be one": (rest(FACING, two, "yi boots ri", more="known 1 0 yi; known 1 1 yi; known 1 2 yi"), 0),
        "two of three can't be one": (rest(FACING, two, "yi boots ri", more="known 1 0 yi; known 1 1 yi"), 0),
        "the first can't be one": (rest(FACING, two, "yi yi ri", more="known 1 0 yi"), 0),
        "the first can't be two": (rest(FACING, two, "yi boots ri", more="known 1 0 yi boots; known 1 1 yi"), 0),
        "the mover is guessed": (rest(FACING, ("gi gi wolf", "ri"), "yi boots", more="known 0 0 yi; known 0 1 yi"), 1),
        "two hands lack different cards": (
            rest(facing, three, "ri boots", "players=3", "known 1 0 yi boots; known 2 0 gi; known 2 1 gi"),
            0,
        ),
        "two hands, one of them all of it": (
            rest(facing, three, "ri boots", "players=3", "known 1 0 yi ri; known 1 1 ri; known 2 0 gi boots"),
            0,
        ),
        "a hand that is out": (
            rest("a9 R0, i5 G1, e1 Y2", three, "ri boots", "players=3", "out 2; known 2 0 gi boots; known 1 0 yi"),
            0,
        ),
        "for a watcher who saw": (rest(FACING, ("ri wolf", "gi yi"), "boots yi", more="known 0 0 yi; known 1 0 ri wolf"), None),
        "no stock": (last_cards(FACING, "ri wolf", "gi yi", more="known 0 0 yi; known 1 0 ri"), None),
    }


def fair(deals: Counter[World], drawn: Counter[World]) -> bool:
    """Whether these worlds and no others were drawn, each about as often as there are deals that make it."""
    if not set(drawn) <= set(deals):
        return False
    expected = {world: drawn.total() * ways / deals.total() for world, ways in deals.items()}
    freedom = len(deals) - 1
    chi_squared: float = sum((drawn[world] - often) ** 2 / often for world, often in expected.items())
    return abs(chi_squared - freedom) <= 5 * float((2 * freedom) ** 0.5) + 5


@pytest.mark.parametrize("name", guessed())
def test_every_world_as_often(name: str) -> None:
    """POU.S1, POU.T1, POU.T6: every deal that a seat can't rule out is as likely as any other, and no other is drawn."""
    pos, seat = guessed()[name]
    deals = possible(pos, seat).deals
    assert len(deals) > 3
    assert deals[world_of(pos)] > 0
    drawn = Counter(world_of(pos.determinized(seat, seed)) for seed in range(DRAWS))
    assert fair(deals, drawn), (deals, drawn)


def last_slot_first(guess: Guess, rng: Random) -> World:
    """A wrong guess: place by place from the last on, each evenly among the cards left that it can be."""
    while True:
        left, found = list(guess.hidden), list[str]()
        for kinds in reversed(guess.told):
            may_be = [card for card in left if card not in kinds]
            if not may_be:
                break
            found.append(rng.choice(may_be))
            left.remove(found[-1])
        else:
            return laid_out(guess.truth, guess.places, found[::-1])


def regardless(guess: Guess, rng: Random) -> World:
    """A wrong guess that forgets what hands can't be."""
    return laid_out(guess.truth, guess.places, rng.sample(guess.hidden, len(guess.hidden)))


def every_world_alike(guess: Guess, rng: Random) -> World:
    """A wrong guess that doesn't count how many deals make a world."""
    return rng.choice(list(guess.deals))


def never_the_truth(guess: Guess, rng: Random) -> World:
    """A wrong guess that never gives the other hand what it has."""
    others = [(world, ways) for world, ways in guess.deals.items() if world[1] != guess.truth[1]]
    return rng.choices([world for world, _ in others], [ways for _, ways in others])[0]


ONE_HAND, TWO_HANDS = "two of three can't be one", "two hands lack different cards"


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        (TWO_HANDS, last_slot_first),  # with one hand it would be right, as it begins anew where it gets stuck
        *((name, wrong) for name in (ONE_HAND, TWO_HANDS) for wrong in (regardless, every_world_alike, never_the_truth)),
    ],
)
def test_wrong_guesses_are_found(name: str, wrong: Callable[[Guess, Random], World]) -> None:
    """POU.S1, POU.T1: what sees that guesses are fair finds unfair ones, and accepts fair ones."""
    rng = Random(1)
    guess = possible(*guessed()[name])
    assert fair(guess.deals, Counter(rng.choices(list(guess.deals), list(guess.deals.values()), k=2000)))
    assert not fair(guess.deals, Counter(wrong(guess, rng) for _ in range(2000)))


def test_what_was_learnt_is_guessed_by() -> None:
    """POU.T6, POU.T1: after a discard the hand is imagined without what could have been played; the card drawn may be any."""
    pos = after(at(FACING, "pebbles pebbles boots", "gi"), "discard boots")
    lacking = set(known(pos, 0)[0])
    for seed in range(30):
        imagined = hand(pos.determinized(1, seed), 0)
        assert sum(card in lacking for card in imagined) <= 1
    assert any(set(hand(pos.determinized(1, seed), 0)) & lacking for seed in range(30))
    assert line_of(pos, "discard") == ["boots"]
