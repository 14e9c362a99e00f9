"""The memory of searches: never more than is set, shared fairly, and kept for who comes back."""

from __future__ import annotations

import random
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import escale
from escale.search import forest as forests
from escale.search import thinking
from escale.search.bots import bot
from escale.search.budget import Budget
from escale.search.forest import DEFAULT_MEGABYTES, LEAST_MEGABYTES, MEGABYTE, MEMORY, MOST_MEGABYTES, Forest
from escale.search.thinking import FEW_ITERATIONS, Manner, think
from escale.search.tree import (
    EDGES,
    EDGES_A_NODE,
    NODES,
    NONE,
    PROOFS,
    USED,
    USED_EDGES,
    USED_NODES,
    USED_PROOFS,
    Tree,
    add_edge,
    add_node,
    add_proof,
    find,
    fullness,
    new_tree,
    tree_bytes,
)
from tests.conformance.files import quick_options
from tests.search.shelf import GAMES

SMALL = 1 << 14
LONG = 30.0  # seconds; nothing here takes as long, unless it hangs
#: What takes a tree of the forest, and, as it is seconds too, keeps it.
KEEPING = Budget(LONG, FEW_ITERATIONS + 1)


def forest_of(trees: int) -> Forest:
    """One of so many trees, on any machine."""
    forest = Forest(LEAST_MEGABYTES)
    forest.trees = trees
    return forest


def marked(tree: Tree, number: int) -> None:
    """Put something into a tree that tells it from others."""
    add_node(tree, np.uint64(number), 0)


def has_mark(tree: Tree, number: int) -> bool:
    return int(find(tree, np.uint64(number))) != NONE


def lend_and_mark(forest: Forest, place: object, number: int) -> None:
    with forest.lend(place) as tree:
        marked(tree, number)


def comes_back_to(forest: Forest, place: object, number: int) -> bool:
    with forest.lend(place) as tree:
        return has_mark(tree, number)


@pytest.mark.parametrize("size", [SMALL, 100_000, MEGABYTE, 3 * MEGABYTE + 1, 33 * MEGABYTE])
def test_a_tree_takes_no_more_than_it_may(size: int) -> None:
    assert 0.6 * size < tree_bytes(new_tree(size)) <= size


@pytest.mark.parametrize("machine", [1, 2, 64])
@pytest.mark.parametrize("megabytes", [LEAST_MEGABYTES, 9, 31, 64, 100, DEFAULT_MEGABYTES])
def test_all_trees_together_take_no_more_than_is_set(megabytes: int, machine: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forests, "cores", lambda: machine)
    forest = Forest(megabytes)
    assert forest.trees > machine, "as many searches as cores, and a hint beside them, go on without waiting"
    assert forest.trees * tree_bytes(new_tree(forest.tree_bytes)) <= megabytes * MEGABYTE
    for place in range(2 * forest.trees):
        lend_and_mark(forest, place, 1)
    assert forest._made == forest.trees


@pytest.mark.parametrize("megabytes", [0, -1, LEAST_MEGABYTES - 1, MOST_MEGABYTES + 1])
def test_an_amount_that_makes_no_sense_is_refused(megabytes: int) -> None:
    with pytest.raises(escale.BadOption, match=f"{LEAST_MEGABYTES} to {MOST_MEGABYTES}"):
        Forest(megabytes)


@pytest.mark.parametrize("said", ["", "much", "-64", "1.5", "64MB", "1"])
def test_a_bad_setting_is_said_in_one_line_and_only_when_it_matters(said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(MEMORY, said)
    monkeypatch.setattr(forests, "_forest", None)
    del_me = bot("hard", 1)
    del del_me  # a bot that never thought has nothing to forget
    with pytest.raises(escale.BadOption, match="megabytes"):
        bot("hard", 1).choose(escale.load(GAMES[0]).new(2, seed=1), KEEPING)


def test_the_setting_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forests, "_forest", None)
    monkeypatch.delenv(MEMORY, raising=False)
    assert forests.forest().trees * forests.forest().tree_bytes > 0.9 * DEFAULT_MEGABYTES * MEGABYTE
    assert forests.forest() is forests.forest()
    monkeypatch.setattr(forests, "_forest", None)
    monkeypatch.setenv(MEMORY, "70")
    assert forests.forest().trees * forests.forest().tree_bytes <= 70 * MEGABYTE


def test_who_comes_back_finds_the_tree_and_others_do_not() -> None:
    forest = forest_of(3)
    lend_and_mark(forest, "mine", 1)
    lend_and_mark(forest, "yours", 2)
    assert comes_back_to(forest, "mine", 1)
    assert not comes_back_to(forest, "mine", 2)
    assert comes_back_to(forest, "yours", 2)
    assert not comes_back_to(forest, "nobody's", 1)


def test_the_place_left_longest_ago_is_given_up_first() -> None:
    forest = forest_of(3)
    for number in (1, 2, 3):
        lend_and_mark(forest, number, number)
    assert comes_back_to(forest, 1, 1)
    assert not comes_back_to(forest, "new", 2)  # in the room of 2
    assert comes_back_to(forest, 1, 1)
    assert comes_back_to(forest, 3, 3)


def test_a_place_that_is_forgotten_is_given_up_before_others() -> None:
    forest = forest_of(2)
    lend_and_mark(forest, "kept", 1)
    lend_and_mark(forest, "left", 2)
    forest.forget("left")
    forest.forget("never seen")
    assert not comes_back_to(forest, "new", 2)
    assert comes_back_to(forest, "kept", 1)


def test_a_tree_too_full_is_begun_anew() -> None:
    forest = forest_of(1)
    for part, used in ((NODES, USED_NODES), (EDGES, USED_EDGES), (PROOFS, USED_PROOFS)):
        lend_and_mark(forest, "mine", 1)
        assert comes_back_to(forest, "mine", 1)
        with forest.lend("mine") as tree:
            tree[USED][used] = len(tree[part]) // 2 + 1
            assert fullness(tree) > 0.5
        assert not comes_back_to(forest, "mine", 1), used


def test_waits_until_a_tree_is_free() -> None:
    forest = forest_of(1)
    got = threading.Event()

    def second() -> None:
        with forest.lend("second"):
            got.set()

    with forest.lend("first"):
        thread = threading.Thread(target=second)
        thread.start()
        assert not got.wait(0.1)
    assert got.wait(LONG)
    thread.join()


def test_two_at_one_place_lose_no_tree() -> None:
    """Or after a few times nobody would ever get one again."""
    forest = forest_of(2)
    for _ in range(3):
        with forest.lend("same") as one, forest.lend("same") as other:
            assert one is not other
    with forest.lend("a") as one, forest.lend("b") as other:
        assert one is not other
    assert forest._made == 2


def test_a_tree_that_cannot_be_made_leaves_the_room_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_memory(size: int) -> Tree:
        raise MemoryError

    forest = forest_of(1)
    with monkeypatch.context() as patched:
        patched.setattr(forests, "new_tree", no_memory)
        with pytest.raises(MemoryError), forest.lend("mine"):
            pass
    assert forest._made == 0
    lend_and_mark(forest, "mine", 1)


def test_many_threads_never_share_a_tree_and_never_make_too_many() -> None:
    forest = forest_of(3)
    in_use: set[int] = set()
    guard = threading.Lock()

    def work(seed: int) -> int:
        dice = random.Random(seed)
        for _ in range(150):
            place = dice.randrange(6)
            with forest.lend(place) as tree:
                with guard:
                    assert id(tree) not in in_use
                    in_use.add(id(tree))
                    assert len(in_use) <= forest.trees
                marked(tree, dice.randrange(1 << 30))
                with guard:
                    in_use.remove(id(tree))
            if dice.random() < 0.1:
                forest.forget(place)
        return 1

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(work, range(8), timeout=LONG)) == 8
    assert forest._made == len(forest._idle) == forest.trees


def test_trees_that_nobody_has_used_for_long_are_given_up() -> None:
    forest = forest_of(3)
    for place in (1, 2, 3):
        lend_and_mark(forest, place, place)
    assert forest.fell(LONG) == 0
    forest._idle[2] = forest._idle[2]._replace(since=time.monotonic() - LONG)
    assert forest.fell(LONG) == 1
    assert comes_back_to(forest, 1, 1)
    assert not comes_back_to(forest, 2, 2)  # made anew
    with forest.lend(1):
        assert forest.fell(0) == 2  # not the one in use
    assert forest._made == len(forest._idle) == 1


def test_nothing_is_added_to_a_full_tree_and_all_in_it_is_found() -> None:
    tree = new_tree(SMALL)
    room = len(tree[NODES])
    keys = [np.uint64(7919 * number) for number in range(1, room + 20)]
    nodes = [int(add_node(tree, key, 1)) for key in keys]
    assert nodes == [*range(room), *[NONE] * 19]
    assert [int(find(tree, key)) for key in keys] == nodes
    for move in range(EDGES_A_NODE * room + 5):
        assert (int(add_edge(tree, move % room, move, 0.5)) == NONE) == (move >= EDGES_A_NODE * room)
    assert sum(tree[NODES]["edges"]) == len(tree[EDGES])
    proofs = [int(add_proof(tree, np.ones(8), 2)) for _ in range(len(tree[PROOFS]) + 3)]
    assert proofs[-3:] == [NONE] * 3
    assert fullness(tree) == 1.0


class OneSmallTree(Forest):
    """A forest whose only tree is full after a few moves have been looked at."""

    def __init__(self) -> None:
        """With room for the moves of the first position, and little more."""
        super().__init__(LEAST_MEGABYTES)
        self.trees = 1
        self.tree_bytes = 1 << 17


@pytest.mark.parametrize("game_id", GAMES)
def test_a_search_goes_on_in_a_tree_that_is_full(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    small = OneSmallTree()
    monkeypatch.setattr(thinking, "forest", lambda: small)
    game = escale.load(game_id)
    fullest = 0.0
    for players in game.info.players:
        position = game.new(players, seed=players, **quick_options(game))
        player = bot("uct", 1)  # which looks at most moves
        while not position.over:
            found = think(position, Manner(), Budget(LONG, 600), 1, places=("other",))
            assert [one.move for one in found.tried] == position.moves()
            assert found.settled or sum(one.visits for one in found.tried) >= found.iterations
            fullest = max(fullest, *(fullness(left.tree) for left in small._idle.values()))
            position.play(player.choose(position, Budget(LONG, 300)))
    assert fullest > 0.95, fullest
    assert small._made == 1


def test_searches_that_nobody_comes_back_to_take_no_room_from_others(monkeypatch: pytest.MonkeyPatch) -> None:
    forest = forest_of(3)
    monkeypatch.setattr(forests, "_forest", forest)
    monkeypatch.setattr(thinking, "forest", lambda: forest)
    for number in (1, 2):
        lend_and_mark(forest, number, number)
    position = escale.load(GAMES[0]).new(2, seed=1)
    for _ in range(4):
        think(position, Manner(), KEEPING, 1)
    assert comes_back_to(forest, 1, 1)
    assert comes_back_to(forest, 2, 2)


def test_a_bot_that_is_gone_leaves_its_room_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    forest = forest_of(2)
    monkeypatch.setattr(forests, "_forest", forest)
    monkeypatch.setattr(thinking, "forest", lambda: forest)
    position = escale.load(GAMES[0]).new(2, seed=1)
    lend_and_mark(forest, "kept", 1)
    bot("hard", 1).choose(position, KEEPING)
    bot("hard", 1).choose(position, KEEPING)
    assert comes_back_to(forest, "kept", 1)


@pytest.mark.parametrize("name", ["child", "easy"])
def test_a_bot_that_answers_at_once_never_waits_for_a_tree(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is asked where everybody would wait with it."""
    forest = forest_of(1)
    monkeypatch.setattr(thinking, "forest", lambda: forest)
    player = bot(name, 1)
    assert player.instant
    position = escale.load(GAMES[0]).new(2, seed=1)
    with ThreadPoolExecutor(1) as pool, forest.lend("somebody who thinks long"):
        assert pool.submit(player.choose, position).result(LONG) in position.moves()
