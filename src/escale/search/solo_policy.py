"""What a level of the search for one player has learnt: how likely moves are to be played, by their traits.

A move is played with a chance in proportion to its prior times its weight. Learning a line is one step up the gradient of the
logarithm of the chance to play that line.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from escale.rules.compile import compiled
from escale.search.solo_room import LEVELS

NOBODY = np.uint64(0)
SALT = np.uint64(0x5851F42D4C957F2D)  # a trait salted is 0 for one trait in 2**64, and that one is never learnt
U32 = np.uint64(32)
LOW_HALF = np.uint64(0xFFFFFFFF)
FIRST, SECOND = np.uint64(0x9E3779B1), np.uint64(0x85EBCA77)
DOWN = np.uint64(15)

RATE = 1.0  # how far one step of learning goes
LEAST_CHANGE = 1e-3  # smaller ones are left out: most moves of most lists never get a slot
LIGHTEST, HEAVIEST = 1e-30, 1e30


@compiled
def slot_of(keys: Any, trait: Any) -> Any:
    """Where a trait is, or where it would go."""
    salted = trait ^ SALT
    low = (trait & LOW_HALF) * FIRST
    high = (trait >> U32) * SECOND
    stirred = low ^ (high >> U32)
    mask = len(keys) - 1
    slot = np.int64((stirred ^ (stirred >> DOWN)) & LOW_HALF) & mask
    while keys[slot] != salted and keys[slot] != NOBODY:
        slot = (slot + 1) & mask
    return slot


@compiled
def learn(room: Any, level: Any, line: Any) -> None:
    """Make a line likelier by the policy of a level: what it chose gains what all it chose among lose."""
    choices = _changes(room, level, line)
    keys = room.key[level]
    weights = room.weight[level]
    traits = room.trait[line]
    for i in range(choices):
        change = room.change[i]
        if abs(change) < LEAST_CHANGE:
            continue
        slot = slot_of(keys, traits[i])
        if keys[slot] == NOBODY:
            if room.used[level] >= room.full:
                continue
            keys[slot] = traits[i] ^ SALT
            room.used[level] += 1
        weights[slot] = min(HEAVIEST, max(LIGHTEST, weights[slot] * np.exp(change)))


@compiled
def _changes(room: Any, level: Any, line: Any) -> Any:
    """Write what the policy as it is now would change; returns how many choices the line had."""
    keys = room.key[level]
    weights = room.weight[level]
    traits = room.trait[line]
    priors = room.prior[line]
    change = room.change
    place = np.int64(0)
    for step in range(room.length[line]):
        end = np.int64(room.end[line, step])
        total = 0.0
        for i in range(place, end):
            change[i] = priors[i] * weights[slot_of(keys, traits[i])]
            total += change[i]
        for i in range(place, end):
            change[i] *= -RATE / total
        change[room.chosen[line, step]] += RATE
        place = end
    return place


@compiled
def start_policy(room: Any, level: Any) -> None:
    """A level begins with what the one above has learnt, the highest with nothing."""
    keys = room.key[level]
    weights = room.weight[level]
    if level == LEVELS:
        for slot in range(len(keys)):
            keys[slot] = NOBODY
            weights[slot] = 1.0
        room.used[level] = 0
        return
    above = room.key[level + 1]
    weights_above = room.weight[level + 1]
    for slot in range(len(keys)):
        keys[slot] = above[slot]
        weights[slot] = weights_above[slot]
    room.used[level] = room.used[level + 1]
