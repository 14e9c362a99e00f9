"""What a search remembers: nodes found by what the seat to move knows, and their edges, one a move. Bounded memory."""

from __future__ import annotations

from typing import Any

import numpy as np

from escale.rules.compile import compiled
from escale.rules.info import MOST_SEATS

NONE = -1  # no node, no edge, no proof

NODE = np.dtype(
    (
        np.record,
        [
            ("key", np.uint64),  # of what the seat to move knows
            ("first", np.int32),  # its first edge, or NONE; edges follow each other by `next`
            ("last", np.int32),
            ("edges", np.int32),
            ("visits", np.int32),
            ("proof", np.int32),  # the row of `proofs` that tells how it ends, or NONE
            ("seat", np.int32),  # whose turn it is there
            ("total", np.float64),  # payoffs of that seat, added up
        ],
    )
)
EDGE = np.dtype(
    (
        np.record,
        [
            ("move", np.int32),
            ("next", np.int32),
            ("visits", np.int32),
            ("seen", np.int32),  # visits of the node in worlds where the move was legal
            ("prior", np.float32),  # its share of what looked promising at first sight
            ("proof", np.int32),
            ("total", np.float64),  # payoffs of the node's seat, added up
        ],
    )
)

# The parts of a tree, as compiled code takes it; and what of each is in use.
NODES, EDGES, SLOTS, PROOFS, USED = range(5)
USED_NODES, USED_EDGES, USED_PROOFS, LAST_ROOT, SEARCHES = range(5)  # and the node that the last of so many searches began at

EDGES_A_NODE = 12  # room is shared out as if nodes had so many
SLOTS_A_NODE = 2
PROOFS_A_NODE = 1

Tree = tuple[Any, Any, Any, Any, Any]


def new_tree(size: int) -> Tree:
    """An empty tree that never takes more than `size` bytes."""
    proof = MOST_SEATS * 4 * PROOFS_A_NODE
    a_node = NODE.itemsize + EDGES_A_NODE * EDGE.itemsize + 2 * SLOTS_A_NODE * 4 + proof
    nodes = max(size // a_node, 16)
    slots = 1 << (SLOTS_A_NODE * nodes - 1).bit_length()
    return (
        np.zeros(nodes, NODE),
        np.zeros(nodes * EDGES_A_NODE, EDGE),
        np.full(slots, NONE, np.int32),
        np.zeros((nodes * PROOFS_A_NODE, MOST_SEATS), np.float32),
        np.zeros(5, np.int64),
    )


def tree_bytes(tree: Tree) -> int:
    """What a tree takes."""
    return sum(int(part.nbytes) for part in tree)


def clear(tree: Tree) -> None:
    """Forget everything."""
    tree[SLOTS][:] = NONE
    tree[USED][:] = 0


def fullness(tree: Tree) -> float:
    """How much of the room is used: 0 to 1."""
    used = tree[USED]
    parts = ((USED_NODES, NODES), (USED_EDGES, EDGES), (USED_PROOFS, PROOFS))
    return float(max(used[count] / len(tree[part]) for count, part in parts))


@compiled
def find(tree: Any, key: Any) -> Any:
    """The node of a key, or NONE."""
    slots = tree[SLOTS]
    mask = np.uint64(len(slots) - 1)
    slot = key & mask
    while slots[np.int64(slot)] != NONE:
        node = slots[np.int64(slot)]
        if tree[NODES][node].key == key:
            return np.int64(node)
        slot = (slot + np.uint64(1)) & mask
    return np.int64(NONE)


@compiled
def add_node(tree: Any, key: Any, seat: Any) -> Any:
    """A new node for a key that has none; NONE if there is no room."""
    used = tree[USED]
    node = used[USED_NODES]
    if node == len(tree[NODES]):
        return np.int64(NONE)
    slots = tree[SLOTS]
    mask = np.uint64(len(slots) - 1)
    slot = key & mask
    while slots[np.int64(slot)] != NONE:
        slot = (slot + np.uint64(1)) & mask
    slots[np.int64(slot)] = node
    used[USED_NODES] += 1
    made = tree[NODES][node]
    made.key = key
    made.first = NONE
    made.last = NONE
    made.edges = 0
    made.visits = 0
    made.proof = NONE
    made.seat = seat
    made.total = 0.0
    return np.int64(node)


@compiled
def add_edge(tree: Any, node: Any, move: Any, prior: Any) -> Any:
    """A new edge, after the others of its node; NONE if there is no room."""
    used = tree[USED]
    edge = used[USED_EDGES]
    if edge == len(tree[EDGES]):
        return np.int64(NONE)
    used[USED_EDGES] += 1
    made = tree[EDGES][edge]
    made.move = move
    made.next = NONE
    made.visits = 0
    made.seen = 0
    made.prior = prior
    made.proof = NONE
    made.total = 0.0
    at = tree[NODES][node]
    if at.first == NONE:
        at.first = edge
    else:
        tree[EDGES][at.last].next = edge
    at.last = edge
    at.edges += 1
    return np.int64(edge)


@compiled
def add_proof(tree: Any, payoffs: Any, seats: Any) -> Any:
    """Keep how a line ends; NONE if there is no room."""
    used = tree[USED]
    proof = used[USED_PROOFS]
    if proof == len(tree[PROOFS]):
        return np.int64(NONE)
    used[USED_PROOFS] += 1
    for seat in range(seats):
        tree[PROOFS][proof, seat] = payoffs[seat]
    return np.int64(proof)
