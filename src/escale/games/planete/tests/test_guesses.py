"""How what is hidden is guessed (PLAN.S1, PLAN.R3): every deal that a seat can't rule out is as likely as any other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from random import Random

import pytest

from escale import Position
from escale.games.planete.tests.model_table import in_deck_order
from escale.games.planete.tests.tables import aside, at, line_of, lines_of, offer, stack
from escale.games.planete.tests.test_hidden import hidden_from
from escale.rules.compile import interpreted

DRAWS = 150 if interpreted else 900
World = tuple[tuple[str, ...], ...]  # what is at each of the places that are guessed, in the order of the deck
Places = Callable[[Position, str], list[list[str]]]  # what is there, of a stack


@dataclass(frozen=True)
class Guess:
    """What a seat guesses of one stack."""

    hidden: list[str]  # all that it hasn't seen
    truth: World
    deals: Counter[World]  # all worlds, with the number of ways in which tiles can be dealt to make each


def world_of(pos: Position, name: str, places: Places) -> World:
    """What is at these places."""
    return tuple(tuple(in_deck_order(name, tiles)) for tiles in places(pos, name))


def possible(pos: Position, name: str, seat: int | None, places: Places) -> Guess:
    """All worlds that a seat can't rule out. Every tile is told from others of its kind here: all deals are as likely.

    `places` may leave out some of those that are hidden, such as the lower part of a stack.
    """
    truth, hidden = world_of(pos, name, places), hidden_from(pos, name, seat)
    parts: list[tuple[World, tuple[int, ...]]] = [((), tuple(range(len(hidden))))]
    for there in truth:
        parts = [
            ((*world, tuple(hidden[one] for one in chosen)), tuple(one for one in left if one not in chosen))
            for world, left in parts
            for chosen in combinations(left, len(there))
        ]
    return Guess(hidden, truth, Counter(world for world, _ in parts))


# What is guessed


def whole_stack(pos: Position, name: str) -> list[list[str]]:
    """Each tile of a stack at its place."""
    return [[tile] for tile in stack(pos, name)]


def next_two(pos: Position, name: str) -> list[list[str]]:
    """The two tiles of a stack that are turned up next."""
    return whole_stack(pos, name)[-2:]


def next_and_aside(pos: Position, name: str) -> list[list[str]]:
    """The next tile of a stack, and all that were set aside."""
    return [stack(pos, name)[-1:], aside(pos, name)]


def gone(pos: Position, name: str, seat: int) -> list[str]:
    """What a seat has put out of the game and the other hasn't seen."""
    return [words[1] for words in lines_of(pos, "out") if words[0] == name and words[2:] == [str(seat)]]


def hidden_and_gone(pos: Position, name: str) -> list[list[str]]:
    """The tile that seat 0 has hidden now, and one that it hid before."""
    return [line_of(pos, "hidden"), gone(pos, name, 0)]


def others_gone(pos: Position, name: str) -> list[list[str]]:
    """What seat 1 has put out."""
    return [gone(pos, name, 1)]


def looked_at(pos: Position, name: str) -> list[list[str]]:
    """The three tiles that the leader looks at."""
    return [offer(pos)]


FOUR = ("W E cG / / / ", "rll cW llc / / / ", "llS cWW lllF / / / ", "bGG vll vlFW / / / ")
FIVE = (*FOUR, "vS bFWW bWWB / / / ")
CAST = """
vain vain geographer, geographer astronomer astronomer, king lamplighter lamplighter, hunter hunter drunkard,
beige gardener gardener
"""
TWO = FOUR[:2]


@cache
def guessed() -> dict[str, tuple[Position, str, int | None, Places]]:
    """Positions in which little is hidden of a stack, who guesses, and what."""
    last = at(*TWO, said="turn=1", more="offer core vlG vlG; hidden cWW; out core bGG 1; out core bFWW; out core vS 0")
    looking = at(*TWO, said="step=hide", more="offer core vlG vlSW cWW; out core bGG; out core bFWW; out core vS")
    cast = at(*(f"/ / / {some}" for some in CAST.split(",")))
    return {
        "a stack of five": (at(*FIVE), "core", 0, whole_stack),
        "the same for a watcher": (at(*FIVE), "core", None, whole_stack),
        "characters": (cast, "character", 2, whole_stack),
        "the next of eight": (at(*FOUR), "core", 1, next_two),
        "what is set aside": (at(*FOUR), "core", 3, next_and_aside),
        "the hidden tile": (last, "core", 1, hidden_and_gone),
        "what the other put out": (last, "core", 0, others_gone),
        "for a watcher who saw nothing": (last, "core", None, hidden_and_gone),
        "what is looked at": (looking, "core", 1, looked_at),
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
    """PLAN.S1, PLAN.R3: every deal that a seat can't rule out is as likely as any other, and no other is drawn."""
    pos, of, seat, places = guessed()[name]
    guess = possible(pos, of, seat, places)
    assert len(guess.deals) > 7
    assert guess.deals[guess.truth] > 0
    drawn = Counter(world_of(pos.determinized(seat, seed), of, places) for seed in range(DRAWS))
    assert fair(guess.deals, drawn), (guess.deals, drawn)


# Wrong guesses


def every_world_alike(guess: Guess, rng: Random) -> World:
    """A wrong guess that doesn't count how many deals make a world."""
    return rng.choice(list(guess.deals))


def never_the_truth(guess: Guess, rng: Random) -> World:
    """A wrong guess that never puts what is there at the first place."""
    others = [(world, ways) for world, ways in guess.deals.items() if world[0] != guess.truth[0]]
    return rng.choices([world for world, _ in others], [ways for _, ways in others])[0]


def as_it_is(guess: Guess, rng: Random) -> World:
    """A wrong guess that tells what is hidden."""
    return guess.truth


def kind_by_kind(guess: Guess, rng: Random) -> World:
    """A wrong guess: place by place, each kind that is left as likely, however many there are of it."""
    left, world = list(guess.hidden), []
    for there in guess.truth:
        found = []
        for _ in there:
            found.append(rng.choice(sorted(set(left))))
            left.remove(found[-1])
        world.append(tuple(sorted(found, key=guess.hidden.index)))
    return tuple(world)


def among_themselves(guess: Guess, rng: Random) -> World:
    """A wrong guess that only exchanges what is at these places, and leaves what is elsewhere."""
    tiles = [tile for there in guess.truth for tile in there]
    rng.shuffle(tiles)
    return tuple(tuple(sorted((tiles.pop() for _ in there), key=guess.hidden.index)) for there in guess.truth)


def with_what_was_seen(guess: Guess, rng: Random) -> World:
    """A wrong guess that forgets what the seat has seen."""
    world = rng.choices(list(guess.deals), list(guess.deals.values()))[0]
    return (("cG",), *world[1:]) if rng.random() < 0.05 else world


ASIDE, HIDDEN = "what is set aside", "the hidden tile"


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        *((ASIDE, wrong) for wrong in (every_world_alike, never_the_truth, as_it_is, kind_by_kind, with_what_was_seen)),
        *((HIDDEN, wrong) for wrong in (never_the_truth, as_it_is, kind_by_kind, among_themselves, with_what_was_seen)),
        *(("for a watcher who saw nothing", wrong) for wrong in (every_world_alike, kind_by_kind, among_themselves)),
    ],
)
def test_wrong_guesses_are_found(name: str, wrong: Callable[[Guess, Random], World]) -> None:
    """PLAN.S1, PLAN.R3: what sees that guesses are fair finds unfair ones, and accepts fair ones."""
    rng = Random(1)
    guess = possible(*guessed()[name])
    assert fair(guess.deals, Counter(rng.choices(list(guess.deals), list(guess.deals.values()), k=900)))
    assert not fair(guess.deals, Counter(wrong(guess, rng) for _ in range(900)))
