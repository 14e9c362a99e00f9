"""Monte Carlo tree search over the verbs, compiled: for any game, with hidden information or without.

Each simulation imagines a world that the searching seat can't tell from the real one, goes down the tree in it, and adds what
it finds at the end to every move on the way, for the seat that made it (max-n; partners share their payoff by the rules).
Nodes are found by what the seat to move knows, so that an opponent in the tree acts on its own secrets, not on ours, and
positions reached in several ways are one. Where a game can't say what a seat knows, the moves played stand for it.

Where nothing is hidden, lines that are played out are proven: a position is settled once a move wins it for sure or all
moves are settled, and the search ends when its root is.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from escale.rules.compile import compiled
from escale.rules.hashing import mixed
from escale.rules.info import MOST_SEATS
from escale.rules.verbs import OVER, calm, draw, evaluate, forecast, habit, knowledge, legal, margin, play, priors, score, turn
from escale.search.imagining import HERE, LATER, ROOT, imagine
from escale.search.tree import (
    EDGES,
    LAST_ROOT,
    NODES,
    NONE,
    PROOFS,
    SEARCHES,
    USED,
    USED_EDGES,
    add_edge,
    add_node,
    add_proof,
    find,
)

# What a search is told, one number each.
(
    EXPLORE,  # how much it tries what it knows little of
    UNTRIED,  # how much less than its node a move is thought to be worth before it is tried
    SHARPNESS,  # how much the first look at the position after a move counts
    LOOKED_AT,  # with more moves than that, they aren't looked at one by one
    PLIES,  # moves played in haste from a leaf, and on to a calm position, before it is judged
    TRUST,  # how much of a leaf's worth is what the hasty play came to; the rest is the judgement of the leaf itself
    WIDE,  # so many moves are considered at once
    WIDEN,  # and so many more with the square root of the visits
    HORIZON,  # moves ahead that are remembered
    BELIEF,  # 1: worlds are as likely as the others' play makes them; 0: all the same
    KNOWN,  # 1: nothing is hidden from the seat that searches
    MARGIN,  # how much it counts how clearly a game is won
    PLAIN,  # 1: upper confidence bounds and nothing that is known of the game: the yardstick of what insight gives
    SETTINGS,
) = range(14)

MOST_PLIES = 512  # of a line in the tree
CERTAIN_WIN, CERTAIN_LOSS = 1.0, 0.0
NO_ROOM = -1  # what a search says that can't even list its root's moves in its tree
FIRST_KEY = np.uint64(0x5DEECE66D)


@compiled
def search(
    tree: Any,
    settings: Any,
    states: Any,
    worlds: Any,
    weights: Any,
    suspects: Any,
    moves: Any,
    promise: Any,
    rng: Any,
    sums: Any,
    count: Any,
) -> Any:
    """Do `count` simulations from states[ROOT], or fewer if the root is proven; returns how many, or NO_ROOM.

    `worlds` and `weights` are the imagined worlds, kept from one call to the next; `suspects` (SUSPECT) what more is known of
    how likely they are; `sums` adds up every seat's payoffs; `moves` and `promise` are room to work in.
    """
    seat = turn(states[ROOT])
    seats = len(sums)
    path = np.empty((MOST_PLIES, 2), np.int64)
    payoffs = np.zeros(MOST_SEATS, np.float64)
    ends = np.zeros(MOST_SEATS, np.float64)
    for done in range(count):
        if settings[KNOWN] > 0:
            states[HERE] = states[ROOT]
        else:
            imagine(settings[BELIEF] > 0, states, worlds, weights, suspects, seat, rng)
        depth, proof = descend(tree, settings, states, moves, promise, path, payoffs, ends, seat, seats, rng)
        climb(tree, path, depth, payoffs, proof, seats)
        for one in range(seats):
            sums[one] += payoffs[one]
        if depth == 0:
            return NO_ROOM
        tree[USED][LAST_ROOT] = path[0, 0]
        if tree[EDGES][path[0, 1]].proof != NONE and all_is_proven(tree, path[0, 0]):
            return done + 1
    return count


@compiled
def all_is_proven(tree: Any, node: Any) -> Any:
    """Whether there is nothing more to find: a node is proven, or all its moves are, among which it is ours to choose."""
    at = tree[NODES][node]
    if at.proof != NONE:
        return True
    for edge in range(at.first, at.first + at.edges):
        if tree[EDGES][edge].proof == NONE:
            return False
    return True


@compiled
def descend(
    tree: Any,
    settings: Any,
    states: Any,
    moves: Any,
    promise: Any,
    path: Any,
    payoffs: Any,
    ends: Any,
    observer: Any,
    seats: Any,
    rng: Any,
) -> Any:
    """Go down the tree in states[HERE] to a leaf, and judge it; returns how many edges it went, and the proof at their end."""
    depth = 0
    walked = mixed(FIRST_KEY, np.uint64(tree[USED][SEARCHES]))
    most = min(np.int64(settings[HORIZON]), MOST_PLIES)
    while True:
        seat = turn(states[HERE])
        if seat == OVER:
            score(states[HERE], payoffs)
            proof = np.int64(NONE)
            if settings[KNOWN] > 0 and tree[EDGES][path[depth - 1, 1]].proof == NONE:
                proof = add_proof(tree, payoffs, seats)
            soften(settings, states, payoffs, seats)
            return depth, proof
        if depth == most:
            judge(settings, states, moves, payoffs, ends, seats, rng)
            return depth, np.int64(NONE)
        known = knowledge(states[HERE], seat) if settings[PLAIN] <= 0 else np.uint64(0)
        key = mixed(mixed(known, np.uint64(seat)) if known != np.uint64(0) else walked, np.uint64(observer))
        node = find(tree, key)
        if node == NONE:
            node = add_node(tree, key, seat)
            if node == NONE or depth > 0:
                judge(settings, states, moves, payoffs, ends, seats, rng)
                return depth, np.int64(NONE)
        proof = np.int64(tree[NODES][node].proof)
        if proof != NONE and depth > 0:
            for one in range(seats):
                payoffs[one] = tree[PROOFS][proof, one]
            return depth, proof
        fixed = known != np.uint64(0) or settings[KNOWN] > 0
        if tree[NODES][node].edges == 0 and not expand(tree, settings, states, moves, promise, node, seat, payoffs, fixed):
            judge(settings, states, moves, payoffs, ends, seats, rng)
            return depth, np.int64(NONE)
        if fixed:
            edge = best_of_all(tree, settings, node)
        else:
            edge = best_of_legal(tree, settings, states, moves, node, rng)
        if edge == NONE:
            judge(settings, states, moves, payoffs, ends, seats, rng)
            return depth, np.int64(NONE)
        path[depth, 0] = node
        path[depth, 1] = edge
        depth += 1
        move = tree[EDGES][edge].move
        walked = mixed(walked, np.uint64(np.int64(move) & 0xFFFFFFFF))
        play(states[HERE], move)


@compiled
def expand(
    tree: Any, settings: Any, states: Any, moves: Any, promise: Any, node: Any, seat: Any, payoffs: Any, fixed: Any
) -> Any:
    """Give a node that has none its edges; False if there is no room for them.

    The most promising first where the list is `fixed`; where other worlds have other moves, in the game's order, in which they
    are found again.
    """
    count = legal(states[HERE], moves)
    if tree[USED][USED_EDGES] + count > len(tree[EDGES]):
        return False
    look(settings, states, moves, count, promise, seat, payoffs)
    total = 0.0
    for i in range(count):
        total += promise[i]
    order = np.argsort(-promise[:count], kind="mergesort") if fixed else np.arange(count)
    for i in range(count):
        add_edge(tree, node, moves[order[i]], promise[order[i]] / total)
    return True


@compiled
def look(settings: Any, states: Any, moves: Any, count: Any, promise: Any, seat: Any, payoffs: Any) -> None:
    """Write how promising each move looks: at a glance, and by the position after it where there are few enough."""
    if settings[PLAIN] > 0:
        promise[:count] = 1.0
        return
    priors(states[HERE], moves, count, promise)
    if settings[SHARPNESS] <= 0 or count > settings[LOOKED_AT]:
        return
    best = -np.inf
    worths = np.empty(count, np.float64)
    for i in range(count):
        states[LATER] = states[HERE]
        play(states[LATER], moves[i])
        if turn(states[LATER]) == OVER:
            score(states[LATER], payoffs)
            worths[i] = payoffs[seat]
        else:
            worths[i] = evaluate(states[LATER], seat)
        best = max(best, worths[i])
    for i in range(count):
        promise[i] *= np.exp(settings[SHARPNESS] * (worths[i] - best))


@compiled
def best_of_all(tree: Any, settings: Any, node: Any) -> Any:
    """The edge to go on by, where all moves of the node are legal: of the first few, more with every visit.

    One that loses for sure is left alone, as long as there is another: it has nothing more to tell.
    """
    at = tree[NODES][node]
    considered = np.int64(settings[WIDE] + settings[WIDEN] * np.sqrt(at.visits))
    hope = untried_worth(tree, settings, node)
    best = -np.inf
    chosen = np.int64(at.first) if at.edges > 0 else np.int64(NONE)
    for edge in range(at.first, at.first + at.edges):
        proof = np.int64(tree[EDGES][edge].proof)
        if proof != NONE and tree[PROOFS][proof, np.int64(at.seat)] <= CERTAIN_LOSS:
            continue
        urgency = urgency_of(tree, settings, edge, at.visits, hope)
        if urgency > best:
            best = urgency
            chosen = np.int64(edge)
        considered -= 1
        if considered <= 0:
            break
    return chosen


@compiled
def untried_worth(tree: Any, settings: Any, node: Any) -> Any:
    """What a move that was never tried is thought to be worth: a little less than the average of those that were."""
    at = tree[NODES][node]
    return at.total / at.visits - settings[UNTRIED] if at.visits > 0 else 0.5


@compiled
def urgency_of(tree: Any, settings: Any, number: Any, visits: Any, hope: Any) -> Any:
    """How much an edge wants to be tried: its worth so far, and more the less is known of it. `visits`: its node's."""
    edge = tree[EDGES][number]
    if edge.proof != NONE:
        return edge.total / edge.visits
    if settings[PLAIN] > 0:
        if edge.visits == 0:
            return np.inf
        return edge.total / edge.visits + settings[EXPLORE] * np.sqrt(np.log(visits + 1.0) / edge.visits)
    worth = edge.total / edge.visits if edge.visits > 0 else hope
    return worth + settings[EXPLORE] * np.sqrt(visits + 1.0) * edge.prior / (1.0 + edge.visits)


@compiled
def best_of_legal(tree: Any, settings: Any, states: Any, moves: Any, node: Any, rng: Any) -> Any:
    """The edge to go on by, among those legal in this world; a move met for the first time gets one."""
    count = legal(states[HERE], moves)
    hope = untried_worth(tree, settings, node)
    best = -np.inf
    chosen = np.int64(NONE)
    edge = np.int64(tree[NODES][node].first)
    for i in range(count):
        edge = edge_of(tree, node, moves[i], edge)
        if edge == NONE:
            edge = add_edge(tree, node, moves[i], 1.0 / count)
            if edge == NONE:
                continue
        tree[EDGES][edge].seen += 1
        urgency = urgency_of(tree, settings, edge, tree[EDGES][edge].seen, hope)
        if urgency > best:
            best = urgency
            chosen = edge
        edge = np.int64(tree[EDGES][edge].next)
    return chosen


@compiled
def edge_of(tree: Any, node: Any, move: Any, guess: Any) -> Any:
    """The edge of a move, or NONE; most often it is the guess."""
    if guess != NONE and tree[EDGES][guess].move == move:
        return guess
    edge = np.int64(tree[NODES][node].first)
    while edge != NONE and tree[EDGES][edge].move != move:
        edge = np.int64(tree[EDGES][edge].next)
    return edge


@compiled
def judge(settings: Any, states: Any, moves: Any, payoffs: Any, ends: Any, seats: Any, rng: Any) -> None:
    """What states[HERE] is worth to each seat: as it looks, as some hasty play from there ends, or some of both."""
    trust = settings[TRUST]
    if trust < 1.0:
        forecast(states[HERE], payoffs[:seats])
    if trust <= 0.0:
        return
    plies = np.int64(settings[PLIES])
    while turn(states[HERE]) != OVER and (plies > 0 or not calm(states[HERE])):
        hasty = draw(states[HERE], moves, rng) if settings[PLAIN] > 0 else habit(states[HERE], moves, rng)
        play(states[HERE], hasty)
        plies -= 1
    if turn(states[HERE]) == OVER:
        score(states[HERE], ends)
        soften(settings, states, ends, seats)
    else:
        forecast(states[HERE], ends[:seats])
    for seat in range(seats):
        payoffs[seat] = ends[seat] if trust >= 1.0 else payoffs[seat] + trust * (ends[seat] - payoffs[seat])


@compiled
def soften(settings: Any, states: Any, payoffs: Any, seats: Any) -> None:
    """Of a game that is over in states[HERE]: let it count a little how clearly it was won or lost, which tells sooner."""
    if settings[MARGIN] > 0.0:
        for seat in range(seats):
            payoffs[seat] = softened(payoffs[seat], settings[MARGIN], states[HERE], seat)


@compiled
def softened(payoff: Any, part: Any, state: Any, seat: Any) -> Any:
    """A payoff of a game that is over, in which some part is how clearly it was won or lost."""
    return payoff + part * (margin(state, seat) - payoff)


@compiled
def climb(tree: Any, path: Any, depth: Any, payoffs: Any, proof: Any, seats: Any) -> None:
    """Add what was found to every move on the way, and carry a proof as far up as it goes."""
    for step in range(depth - 1, -1, -1):
        node = tree[NODES][path[step, 0]]
        edge = tree[EDGES][path[step, 1]]
        node.visits += 1
        edge.visits += 1
        edge.total += payoffs[node.seat]
        node.total += payoffs[node.seat]
        if proof != NONE:
            proof = settle(tree, path[step, 0], path[step, 1], proof, seats)


@compiled
def settle(tree: Any, node: Any, edge: Any, proof: Any, seats: Any) -> Any:
    """An edge is proven: whether its node is too, and by which proof."""
    at = tree[NODES][node]
    seat = np.int64(at.seat)
    tree[EDGES][edge].proof = proof
    tree[EDGES][edge].total = tree[PROOFS][proof, seat] * tree[EDGES][edge].visits
    if at.proof != NONE:
        return np.int64(at.proof)
    best = np.int64(NONE)
    unproven = False
    for other in range(at.first, at.first + at.edges):
        of_other = np.int64(tree[EDGES][other].proof)
        if of_other == NONE:
            unproven = True
        elif best == NONE or tree[PROOFS][of_other, seat] > tree[PROOFS][best, seat]:
            best = of_other
    if unproven and tree[PROOFS][best, seat] < CERTAIN_WIN:
        return np.int64(NONE)
    if not all_the_same(tree, node, best, seats):
        return np.int64(NONE)
    at.proof = best
    return best


@compiled
def all_the_same(tree: Any, node: Any, best: Any, seats: Any) -> Any:
    """Whether the moves that are as good as the best for the seat to move are so for everybody: which it plays nobody knows.

    Of two players, what one gains the other loses; of more, one may have it in its hands which of the others wins.
    """
    at = tree[NODES][node]
    seat = np.int64(at.seat)
    for other in range(at.first, at.first + at.edges):
        proof = np.int64(tree[EDGES][other].proof)
        if proof != NONE and tree[PROOFS][proof, seat] == tree[PROOFS][best, seat]:
            for one in range(seats):
                if tree[PROOFS][proof, one] != tree[PROOFS][best, one]:
                    return False
    return True
