"""How planets stand: what speaks for and against each seat, and what that is worth."""

from __future__ import annotations

from typing import Any

import numpy as np

from escale.games.planete.counting import most_volcanoes
from escale.games.planete.state import (
    KIND_COUNT,
    NO_TILE,
    NOT_CHOSEN,
    OF_A_KIND,
    PLACES,
    SET_ASIDE,
    TAKE,
    TOO_MANY,
)
from escale.games.planete.tiles import (
    BAOBAB,
    BEARS,
    CHARACTER,
    CORE,
    FALLING,
    FIRST_CHARACTER,
    KINDS,
    RISING,
    STACK_OF,
    VOLCANO,
)
from escale.games.planete.turns import by_offer
from escale.games.planete.wishes import BORNE, ELEMENT_COUNT, PLANET_TILES, VARIETY, brings, hopes
from escale.rules.compile import compiled

# What speaks for a seat, in points but for LEADS.
(
    HELD,  # what its characters are likely to be worth
    OPEN,  # and those to come
    PENALTY,  # for volcanoes, as it may be at the end
    PENALTY_NOW,
    NEAR_THIRD,  # one baobab in sight, by how much of the planet is to come
    AT_THIRD,  # two
    STAKE,  # what a third baobab would turn, by how much is to come
    LEADS,  # it chooses the next stack
    TAKES,  # what the best tile on the table would bring it, if it takes next
    WAITS,  # what tiles on the table would bring it on average, if others take before
    REASONS,
) = range(11)

#: What each is worth as a logarithm of odds: always, and more the nearer the end is: divided by the root of the rounds to
#: come, with this one. Fitted to how games between bots ended.
WEIGHTS = np.array(
    [
        [-0.059, 0.536],
        [0.003, 0.365],
        [-0.142, -0.188],
        [0.021, -0.224],
        [0.105, -1.436],
        [1.627, -6.266],
        [0.037, -0.566],
        [-0.119, 0.860],
        [-0.035, 0.425],
        [-0.015, 0.400],
    ],
    np.float64,
)
LUCK, LUCK_AT_THE_END = 0.5, 0.3  # volcanoes by which an order may change: for the root of a tile to come, and anyway
CHANCE = 0.6  # of a character that may come, how much its wishes count for each open place


@compiled
def count_unseen(state: Any, left: Any) -> None:
    """Write how many of each tile nobody has seen: in the stacks, or set aside."""
    for tile in range(KINDS):
        left[tile] = 0
    for kind in range(KIND_COUNT):
        for at in range(np.int64(state.stack_count[kind])):
            left[state.stack[kind, at]] += 1
        for at in range(SET_ASIDE[np.int64(state.players)]):
            left[state.aside[kind, at]] += 1


@compiled
def places_left(state: Any, kind: Any) -> Any:
    """Tiles of a kind that planets take in rounds to come."""
    return OF_A_KIND - np.int64(state.chosen[kind])


@compiled
def expect(state: Any, left: Any, come: Any) -> None:
    """Write how many of each element an average planet gets in the rounds to come."""
    for element in range(ELEMENT_COUNT):
        come[element] = 0.0
    for tile in range(KINDS):
        if left[tile] > 0:
            kind = STACK_OF[tile]
            unseen = np.int64(state.stack_count[kind]) + SET_ASIDE[np.int64(state.players)]
            part = 1.0 * left[tile] * places_left(state, kind) / unseen
            for place in range(VARIETY[tile]):
                element = BORNE[tile, place]
                come[element] += part * BEARS[tile, element]


@compiled
def find_reasons(state: Any, found: Any) -> None:
    """Write what speaks for each seat."""
    players = np.int64(state.players)
    left = np.empty(KINDS, np.int64)
    come = np.empty(ELEMENT_COUNT, np.float64)
    pieces = np.empty(ELEMENT_COUNT, np.float64)
    firsts = np.empty(ELEMENT_COUNT, np.float64)
    count_unseen(state, left)
    expect(state, left, come)
    planets = places_left(state, CORE) + places_left(state, RISING) + places_left(state, FALLING)
    most = most_volcanoes(state)
    luck = LUCK * np.sqrt(1.0 * planets) + LUCK_AT_THE_END
    rivals = 0.0
    for rival in range(players):
        rivals += np.exp((np.int64(state.bears[rival, VOLCANO]) - most) / luck)
    taker = np.int64(state.seat) if state.step == TAKE else players
    gone = np.int64(-1)  # the place of the tile that who takes next will take
    for number in range(-1, players):
        seat = taker if number < 0 else np.int64(number)  # who takes next comes first
        if seat == players or (number >= 0 and seat == taker):
            continue
        for reason in range(REASONS):
            found[seat, reason] = 0.0
        for element in range(ELEMENT_COUNT):
            pieces[element] = 0.0
            firsts[element] = 0.0
        ask_characters(state, seat, left, come, planets, pieces, firsts, found[seat])
        count_volcanoes(state, seat, most, luck, rivals, come, pieces, found[seat])
        stake = count_baobabs(state, seat, planets, pieces, found[seat])
        if state.offered == NOT_CHOSEN:
            found[seat, LEADS] = 1.0 if state.first == seat else 0.0
        elif state.served >> seat & 1 == 0:
            best = look_at_table(state, seat, gone, stake, come, planets, pieces, firsts, found[seat])
            if seat == taker:
                gone = best


@compiled
def ask_characters(state: Any, seat: Any, left: Any, come: Any, planets: Any, pieces: Any, firsts: Any, found: Any) -> None:
    """What a seat's characters are likely to be worth, those to come, and what they all wish for."""
    for place in range(OF_A_KIND):
        character = np.int64(state.planet[seat, PLACES[CHARACTER, place]])
        if character != NO_TILE:
            found[HELD] += hopes(state, seat, character, come, planets, 1.0, pieces, firsts)
    places = places_left(state, CHARACTER)
    if places == 0:
        return
    unseen = 0.0
    for tile in range(FIRST_CHARACTER, KINDS):
        unseen += left[tile]
    for tile in range(FIRST_CHARACTER, KINDS):
        if left[tile] > 0:
            part = places * left[tile] / unseen
            found[OPEN] += part * hopes(state, seat, tile, come, planets, CHANCE * part, pieces, firsts)


@compiled
def count_volcanoes(state: Any, seat: Any, most: Any, luck: Any, rivals: Any, come: Any, pieces: Any, found: Any) -> None:
    """How likely a seat is to have the most volcanoes, what that costs, and what one more would."""
    volcanoes = np.int64(state.bears[seat, VOLCANO])
    chance = np.exp((volcanoes - most) / luck) / rivals
    then = volcanoes + come[VOLCANO]
    found[PENALTY] = chance * then
    found[PENALTY_NOW] = volcanoes if volcanoes == most else 0.0
    pieces[VOLCANO] -= chance * (1.0 + (1.0 - chance) * then / luck)


@compiled
def count_baobabs(state: Any, seat: Any, planets: Any, pieces: Any, found: Any) -> Any:
    """How near a seat is to its third baobab; returns what would be turned with it."""
    baobabs = np.int64(state.bears[seat, BAOBAB])
    if baobabs == 0:
        return 0.0
    to_come = planets / PLANET_TILES
    stake = 0.0
    for kind in range(CHARACTER):
        for place in range(OF_A_KIND):
            cell = PLACES[kind, place]
            tile = np.int64(state.planet[seat, cell])
            if tile != NO_TILE and BEARS[tile, BAOBAB] > 0 and state.down[seat] >> cell & 1 == 0:
                for number in range(VARIETY[tile]):
                    element = BORNE[tile, number]
                    stake += pieces[element] * BEARS[tile, element]
    if baobabs < TOO_MANY - 1:
        found[NEAR_THIRD] = to_come
    else:
        found[AT_THIRD] = to_come
        found[STAKE] = to_come * stake
    return stake


@compiled
def look_at_table(
    state: Any, seat: Any, gone: Any, stake: Any, come: Any, planets: Any, pieces: Any, firsts: Any, found: Any
) -> Any:
    """What the tiles on the table would bring a seat, but for one that will be `gone`; returns where the best lies."""
    offer = by_offer(state)
    lying = np.int64(state.table_count)
    known = lying + 1 if state.hidden != NO_TILE and seat == state.first else lying
    baobabs = np.int64(state.bears[seat, BAOBAB])
    best, total, count = -np.inf, 0.0, 0
    where = np.int64(0)
    for at in range(known):
        if at == gone:
            continue
        tile = np.int64(state.table[at]) if at < lying else np.int64(state.hidden)
        value = brings(tile, baobabs, stake, pieces, firsts)
        if tile >= FIRST_CHARACTER:
            value += hopes(state, seat, tile, come, planets, 0.0, pieces, firsts)
        total += value
        count += 1
        if value > best:
            best = value
            where = np.int64(at)
    if offer or (state.step == TAKE and seat == state.seat):
        found[TAKES] = best
    elif count > 0:
        found[WAITS] = total / count
    if lying == 1 and not offer:
        found[LEADS] = 1.0
    return where
