"""What a search remembers: nodes found by what the seat to move knows, and their edges, one a move. Bounded memory."""

from __future__ import annotations

from typing import Any

import numpy as np

from escale.rules.compile import compiled

NONE = -1  # no node, no edge, no proof
MOST_SEATS = 8

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
    return float(max(used[USED_NODES] / len(tree[NODES]), used[USED_EDGES] / len(tree[EDGES])))


@compiled
def find(tree: Any, key: Any) -> Any:
    """The node of a key, or NONE."""
    slots = tree[2]
    mask = np.uint64(len(slots) - 1)
    slot = key & mask
    while slots[np.int64(slot)] != NONE:
        node = slots[np.int64(slot)]
        if tree[0][node].key == key:
            return np.int64(node)
        slot = (slot + np.uint64(1)) & mask
    return np.int64(NONE)


@compiled
def add_node(tree: Any, key: Any, seat: Any) -> Any:
    """A new node for a key that has none; NONE if there is no room."""
    used = tree[4]
    node = used[0]
    if node == len(tree[0]):
        return np.int64(NONE)
    slots = tree[2]
    mask = np.uint64(len(slots) - 1)
    slot = key & mask
    while slots[np.int64(slot)] != NONE:
        slot = (slot + np.uint64(1)) & mask
    slots[np.int64(slot)] = node
    used[0] += 1
    made = tree[0][node]
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
    used = tree[4]
    edge = used[1]
    if edge == len(tree[1]):
        return np.int64(NONE)
    used[1] += 1
    made = tree[1][edge]
    made.move = move
    made.next = NONE
    made.visits = 0
    made.seen = 0
    made.prior = prior
    made.proof = NONE
    made.total = 0.0
    at = tree[0][node]
    if at.first == NONE:
        at.first = edge
    else:
        tree[1][at.last].next = edge
    at.last = edge
    at.edges += 1
    return np.int64(edge)


@compiled
def add_proof(tree: Any, payoffs: Any, seats: Any) -> Any:
    """Keep how a line ends; NONE if there is no room."""
    used = tree[4]
    proof = used[2]
    if proof == len(tree[3]):
        return np.int64(NONE)
    used[2] += 1
    for seat in range(seats):
        tree[3][proof, seat] = payoffs[seat]
    return np.int64(proof)
