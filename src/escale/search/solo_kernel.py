"""Nested rollout policy adaptation, compiled, over the verbs, of a game for one player.

The lowest level plays games at random by its policy and learns, after every few, from the best it has seen; a run of so many
steps gives its best line to the level above, which learns from the best such line it has been given and has the next run begin
with what it has learnt itself; and so on up. When the highest is done, all begins anew, but for the best line ever found.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from escale.rules.compile import compiled
from escale.rules.verbs import OVER, legal, play, priors, score, trait, turn
from escale.search.solo_policy import learn, slot_of, start_policy
from escale.search.solo_room import EVER, LEVELS, NOW, PLAYED, START

PLAYOUTS_A_STEP = 4  # games of the lowest level between two steps of learning: steadier than learning after each
WIDTH = 50  # steps of learning in a run of any level
MOST_AGAIN = 5  # a run that finds its best line once more than this has nothing left to find

X13, X7, X17, X11 = np.uint64(13), np.uint64(7), np.uint64(17), np.uint64(11)
ODDS = 2.0**-53


@compiled
def search(states: Any, rooms: Any, count: Any, enough: Any) -> Any:
    """Play `count` more games, fewer if one scores `enough`; returns how many. In slices or at once, the games are the same.

    `states` are the START and room for the game being played, `rooms` the one record of solo_room.
    """
    room = rooms[0]
    if room.playouts == 0:
        start_runs(room, LEVELS)
    for number in range(count):
        room.score[PLAYED] = play_out(states, room)
        room.playouts += 1
        if room.score[PLAYED] > room.score[EVER]:
            copy_line(room, PLAYED, EVER)
            if room.score[EVER] >= enough:
                return number + 1
        offer_line(room, PLAYED, 1)
        if room.playouts % PLAYOUTS_A_STEP == 0:
            take_step(room)
    return count


@compiled
def take_step(room: Any) -> None:
    """The lowest level learns, and so does each whose run below is over by that."""
    level = 1
    learn(room, level, level)
    room.steps[level] += 1
    while room.steps[level] >= WIDTH or room.again[level] > MOST_AGAIN:
        if level == LEVELS:
            room.restarts += 1
            start_runs(room, LEVELS)
            return
        offer_line(room, level, level + 1)
        level += 1
        learn(room, level, level)
        room.steps[level] += 1
    start_runs(room, level - 1)


@compiled
def start_runs(room: Any, highest: Any) -> None:
    """A fresh run for a level and all below."""
    for level in range(highest, 0, -1):
        room.score[level] = -np.inf
        room.length[level] = 0
        room.steps[level] = 0
        room.again[level] = 0
        start_policy(room, level)


@compiled
def offer_line(room: Any, line: Any, level: Any) -> None:
    """A level's run takes a line if it is no worse than its best: of equal ones the latest, as that finds more."""
    if room.score[line] < room.score[level] or room.length[line] == 0:
        return
    if same_lines(room, line, level):
        room.again[level] += 1
        return
    room.again[level] = 0
    copy_line(room, line, level)


@compiled
def same_lines(room: Any, line: Any, other: Any) -> Any:
    """Whether two lines have the same moves."""
    if room.length[line] != room.length[other]:
        return False
    for step in range(room.length[line]):
        if room.move[line, step] != room.move[other, step]:
            return False
    return True


@compiled
def copy_line(room: Any, line: Any, to: Any) -> None:
    """Overwrite a line with another."""
    length = room.length[line]
    room.length[to] = length
    room.score[to] = room.score[line]
    choices = np.int64(0)
    for step in range(length):
        room.move[to, step] = room.move[line, step]
        room.chosen[to, step] = room.chosen[line, step]
        room.end[to, step] = room.end[line, step]
        choices = np.int64(room.end[line, step])
    for i in range(choices):
        room.trait[to, i] = room.trait[line, i]
        room.prior[to, i] = room.prior[line, i]


@compiled
def play_out(states: Any, room: Any) -> Any:
    """Play one game by the lowest level's policy, into the line PLAYED; returns its score, or -inf if it outgrows the room."""
    moves = room.moves
    traits = room.trait[PLAYED]
    likings = room.prior[PLAYED]
    keys = room.key[1]
    weights = room.weight[1]
    states[NOW] = states[START]
    room.length[PLAYED] = 0
    length = 0
    place = 0
    while turn(states[NOW]) != OVER:
        count = legal(states[NOW], moves)
        if length == room.longest or place + count > len(traits):
            return -np.inf
        priors(states[NOW], moves, count, room.priors)
        total = 0.0
        for i in range(count):
            its_trait = np.uint64(trait(states[NOW], moves[i]))
            traits[place + i] = its_trait
            likings[place + i] = room.priors[i]
            total += room.priors[i] * weights[slot_of(keys, its_trait)]
            room.sums[i] = total
        pick = picked(room.sums, count, total * odds(room.rng))
        room.move[PLAYED, length] = moves[pick]
        room.chosen[PLAYED, length] = place + pick
        place += count
        room.end[PLAYED, length] = place
        length += 1
        play(states[NOW], moves[pick])
    room.length[PLAYED] = length
    score(states[NOW], room.payoff)
    return room.payoff[0]


@compiled
def picked(sums: Any, count: Any, mark: Any) -> Any:
    """The first of the sums above the mark; the last if rounding has put it above all."""
    for i in range(count - 1):
        if sums[i] > mark:
            return i
    return count - 1


@compiled
def odds(rng: Any) -> Any:
    """A number from 0 up to 1, which it never is."""
    x = rng[0]
    x ^= x << X13
    x ^= x >> X7
    x ^= x << X17
    rng[0] = x
    return np.float64(np.int64(x >> X11)) * ODDS
