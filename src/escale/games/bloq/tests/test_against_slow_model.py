"""The engine against the slow model (slow_model.py), which was written from the rule sheet alone and shares nothing with it.

All that is known of the engine here is what its positions say from outside: their view, their text, their refusals.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from escale import IllegalMove, Position, Refusal
from escale.games.bloq.tests import slow_model
from escale.games.bloq.tests.slow_model import (
    ALL_BLOCKS,
    CUTTING_OFF,
    GEOMETRY,
    LEGAL,
    SCORING,
    SHAPES,
    Group,
    Heights,
    Move,
    Table,
    cells_of,
    footprint,
)
from escale.games.bloq.tests.tables import GAME, parsed

CLOSED = (GEOMETRY, LEGAL)
DEFAULTS = {"board": "diamond421", "closed": GEOMETRY, "isolating": SCORING}
LETTERS = dict(zip(((2, 3, 4), (3, 2, 4), (2, 4, 3), (4, 2, 3), (3, 4, 2), (4, 3, 2)), "uUeEfF", strict=True))
NO_SHAPES = [(2, 3, 2), (2, 3, 3), (4, 3, 4), (2, 2, 6), (3, 3, 3), (4, 4, 1), (1, 2, 3), (1, 1, 1), (6, 2, 2), (2, 5, 4)]
CROWDED = 40  # crowded positions for each value of `closed`
STRANGERS = 6  # placements of all sorts that are tried in each position
Chooser = Callable[[Random, Table, dict[Move, int]], Move]


def written(move: Move) -> str:
    """A placement as a move is typed."""
    x, y, width, depth, height = move
    return f"{x},{y}:{width}x{depth}x{height}"


def as_read(move: str) -> Move:
    """A typed move as the model has it."""
    place, size = move.split(":")
    x, y, width, depth, height = map(int, [*place.split(","), *size.split("x")])
    return x, y, width, depth, height


def text_of(table: Table, nobodys: str = "-") -> str:
    """A table in the notation of the game; `nobodys`: what is written for a closed group that is nobody's."""
    said = {"players": table.players, "turn": table.turn, "board": table.board, "stock": table.stock}
    said |= {"closed": table.closed, "isolating": table.isolating}
    head = " ".join(f"{name}={value}" for name, value in said.items() if DEFAULTS.get(name) != value)
    marks = {cell: str(block[4]) for block in table.blocks for cell in footprint(block)}
    marks |= {block[:2]: LETTERS[block[2:]] for block in table.blocks}
    marks |= {cell: nobodys if seat is None else "abcd"[seat] for group, seat in table.groups.items() for cell in group}
    rows: dict[int, str] = {}
    for x, y in sorted(cells_of(table.board)):
        rows[y] = rows.get(y, "") + marks.get((x, y), ".")
    points = " ".join(map(str, table.points))
    return "\n".join([f"bloq {head}", f"points {points}", *(f"{y} {rows[y]}" for y in sorted(rows, reverse=True))]) + "\n"


def as_group(cells: list[list[int]]) -> Group:
    """A list of cells of a view as the model has it; no cell is in it twice."""
    group: Group = frozenset((x, y) for x, y in cells)
    assert len(group) == len(cells)
    return group


def as_groups(listed: list[list[list[int]]]) -> set[Group]:
    """Groups of a view as the model has them; none is in it twice."""
    groups = {as_group(cells) for cells in listed}
    assert len(groups) == len(listed)
    return groups


def table_of(pos: Position) -> Table:
    """A position as the slow model holds it."""
    seen = pos.view(None)
    return Table(
        board=seen["options"]["board"],
        players=pos.players,
        closed=seen["options"]["closed"],
        blocks=[(*block["at"], *block["size"]) for block in seen["blocks"]],
        turn=0 if pos.turn is None else pos.turn,
        stock=seen["stock"],
        points=list(seen["points"]),
        groups={as_group(group["cells"]): group["seat"] for group in seen["groups"]},
        isolating=seen["options"]["isolating"],
    )


def compare(pos: Position, table: Table) -> dict[Move, int]:
    """See that a position is the model's table in all that the rules say; returns the legal moves, with their numbers."""
    seen = pos.view(pos.turn)
    rows = {(x, y) for y, first, last in seen["rows"] for x in range(first, last + 1)}
    assert rows == cells_of(table.board)
    assert pos.players == table.players
    assert seen["options"] == {"board": table.board, "closed": table.closed, "isolating": table.isolating}
    assert [(*block["at"], *block["size"]) for block in seen["blocks"]] == sorted(table.blocks, key=lambda b: (b[1], b[0]))
    assert {as_group(group["cells"]): group["seat"] for group in seen["groups"]} == table.groups
    assert len(seen["groups"]) == len(table.groups)
    assert seen["stock"] == table.stock
    assert list(pos.points) == seen["points"] == table.points
    assert pos.over == table.over()
    if pos.over:
        compare_ends(pos, table)
        return {}
    assert pos.turn == table.turn
    assert seen["task"] == ("place" if table.blocks else "first")
    isolates = table.isolates()
    assert {as_read(move["text"]) for move in seen["moves"]} == set(isolates)
    assert {as_read(move["text"]): as_groups(move["isolates"]) for move in seen["moves"]} == isolates
    moves = {as_read(move["text"]): move["move"] for move in seen["moves"]}
    assert sorted(moves.values()) == sorted(pos.moves())
    return moves


def compare_ends(pos: Position, table: Table) -> None:
    """See that a game that is over ended for the same reason and with the same winners."""
    assert pos.turn is None
    assert set(pos.winners) == table.winners()
    closing = pos.view(None)["closing"]
    assert closing["reason"]["key"] == f"closing.{table.ended_by()}"
    assert closing["rule"] == "BLOQ.E1"


def refusal_of(table: Table, move: Move) -> tuple[str, str] | None:
    """The rule against a placement and the name of the sentence that says so; None if it is allowed."""
    rule = table.why_not(move)
    if rule == "BLOQ.E1":
        return rule, "no_room_left" if table.stock else "no_block_left"
    if rule == "BLOQ.P1":
        return rule, "cell_taken" if footprint(move) <= cells_of(table.board) else "off_board"
    same_height = "same_height" if table.isolating == SCORING else "same_height_uncut"
    names = {"BLOQ.M1": "no_such_block", "BLOQ.P2": "touches_edge", "BLOQ.P3": "no_contact", "BLOQ.H1": same_height}
    return (rule, names[rule]) if rule else None


def rule_and_name(refusal: Refusal | None) -> tuple[str, str] | None:
    """What a refusal of the engine cites."""
    return (refusal.rule, refusal.name) if refusal else None


def compare_refusals(pos: Position, table: Table, moves: list[Move]) -> Counter[str]:
    """See that placements are refused by the same rules, and that the position refuses to play them; counts the rules."""
    met: Counter[str] = Counter()
    for move in moves:
        expected = refusal_of(table, move)
        assert rule_and_name(pos.why_not(written(move))) == expected, f"{written(move)} in\n{pos}"
        if expected:
            met[expected[1]] += 1
            with pytest.raises(IllegalMove) as caught:
                pos.play(written(move))
            assert rule_and_name(caught.value.refusal) == expected
    return met


def strangers(rng: Random, table: Table) -> list[Move]:
    """Placements of all sorts: anywhere on the board and a little outside, now and then no block at all."""
    cells = sorted(cells_of(table.board))
    found: list[Move] = []
    for _ in range(STRANGERS):
        x, y = rng.choice(cells)
        width, depth, height = rng.choice(NO_SHAPES if rng.random() < 0.1 else SHAPES)
        found.append((x + rng.randint(-2, 2), y + rng.randint(-2, 2), width, depth, height))
    return found


def everywhere(table: Table) -> list[Move]:
    """Every block at every place, those half or wholly outside included."""
    xs, ys = ({cell[axis] for cell in cells_of(table.board)} for axis in (0, 1))
    return [
        (x, y, *shape) for x in range(min(xs) - 5, max(xs) + 3) for y in range(min(ys) - 5, max(ys) + 3) for shape in SHAPES
    ]


def by_chance(rng: Random, table: Table, moves: dict[Move, int]) -> Move:
    """Any move."""
    return rng.choice(sorted(moves))


def scoring(rng: Random, table: Table, moves: dict[Move, int]) -> Move:
    """One of the moves that score most."""
    gains = {move: sum(map(len, groups)) for move, groups in table.isolates().items()}
    return rng.choice(sorted(move for move in moves if gains[move] == max(gains.values())))


def play_out(pos: Position, table: Table, rng: Random, choose: Chooser = by_chance) -> None:
    """Play to the end, comparing every position, its text and what is refused in it."""
    moves = compare(pos, table)
    while moves:
        compare_refusals(pos, table, strangers(rng, table))
        move = choose(rng, table, moves)
        effects = pos.effects(moves[move])
        pos.play(moves[move])
        seat, before = table.turn, set(table.groups)
        table.play(move)
        assert effects[0] == {"kind": "place", "at": list(move[:2]), "size": list(move[2:])}
        assert as_groups([effect["cells"] for effect in effects[1:]]) == table.groups.keys() - before
        assert all((effect["kind"], effect["seat"]) == ("isolate", seat) for effect in effects[1:])
        moves = compare(pos, table)
        assert parsed(text_of(table)).text() == pos.text() or pos.over
    compare(parsed(text_of(table)), table)
    compare_refusals(pos, table, strangers(rng, table))


def dealt(board: str, closed: str, players: int, seed: int, isolating: str = SCORING) -> tuple[Position, Table]:
    """A new game, in the engine and in the model."""
    pos = GAME.new(players, seed, board=board, closed=closed, isolating=isolating)
    assert pos.turn is not None
    return pos, Table(board, players, closed, turn=pos.turn, isolating=isolating)


@pytest.mark.parametrize("closed", CLOSED)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_games(players: int, closed: str) -> None:
    """BLOQ.M1 BLOQ.M2 BLOQ.M3 BLOQ.P1 BLOQ.P2 BLOQ.P3 BLOQ.H1 BLOQ.S1 BLOQ.S2 BLOQ.E1 BLOQ.E2: random games agree."""
    for seed in range(2):
        play_out(*dealt("small", closed, players, seed), Random(f"{players} {closed} {seed}"))


@pytest.mark.parametrize("closed", CLOSED)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_games_of_those_who_score(players: int, closed: str) -> None:
    """BLOQ.H1 BLOQ.S1 BLOQ.S2 BLOQ.E1 BLOQ.E2: games agree in which each takes the most points now."""
    for seed in range(2):
        play_out(*dealt("small", closed, players, seed), Random(f"{players} {closed} {seed}"), scoring)


@pytest.mark.parametrize("closed", CLOSED)
@pytest.mark.parametrize("choose", [by_chance, scoring])
def test_whole_games_where_cutting_off_is_enough(choose: Chooser, closed: str) -> None:
    """BLOQ.H1 BLOQ.S1 BLOQ.S2 BLOQ.E1: with isolating=cutting_off too."""
    for players in (2, 3, 4):
        play_out(*dealt("small", closed, players, players, CUTTING_OFF), Random(f"{players} {closed}"), choose)


@pytest.mark.parametrize(
    ("board", "closed", "players", "choose"),
    [
        ("diamond421", GEOMETRY, 2, by_chance),
        ("diamond421", LEGAL, 3, scoring),
        ("square20", GEOMETRY, 4, scoring),
        ("square20", LEGAL, 2, by_chance),
    ],
)
def test_whole_games_on_large_boards(board: str, closed: str, players: int, choose: Chooser) -> None:
    """BLOQ.M2 BLOQ.P1 BLOQ.P2 BLOQ.P3 BLOQ.H1 BLOQ.S1 BLOQ.S2 BLOQ.E1 BLOQ.E2: and so do games on the other boards."""
    play_out(*dealt(board, closed, players, 1), Random(f"{board} {closed}"), choose)


@pytest.mark.parametrize(("board", "cells", "first"), [("diamond421", 421, 1324), ("square20", 400, 1534), ("small", 181, 364)])
def test_first_blocks(board: str, cells: int, first: int) -> None:
    """BLOQ.M2 BLOQ.P2: as many cells and first placements as the rules say, in the model and in the engine."""
    pos, table = dealt(board, GEOMETRY, 2, 1)
    assert len(cells_of(board)) == cells
    assert {as_read(name) for name in pos.names()} == table.moves()
    assert len(table.moves()) == len(pos.moves()) == first
    assert not any(move["isolates"] for move in pos.view(pos.turn)["moves"])


def scattered(rng: Random, cells: Group) -> list[Move]:
    """Blocks anywhere, often of one height mostly."""
    height = rng.choice([2, 3, 4])
    likely = rng.choice([SHAPES, [shape for shape in SHAPES if shape[2] == height]])
    empty, blocks = set(cells), []
    for _ in range(rng.randint(1, 18)):
        shapes = likely if rng.random() < 0.8 else SHAPES
        fitting = sorted(move for move in slow_model.fitting(frozenset(empty)) if move[2:] in shapes)
        if fitting:
            blocks.append(rng.choice(fitting))
            empty -= footprint(blocks[-1])
    return blocks


def packed(rng: Random, cells: Group) -> list[Move]:
    """Blocks side by side, some of them then taken away: holes of the size of a block or two."""
    likely = rng.sample(SHAPES, rng.randint(1, 3))
    empty, blocks = set(cells), []
    while fitting := sorted(move for move in slow_model.fitting(frozenset(empty)) if move[2:] in likely):
        blocks.append(max(fitting, key=lambda move: len(slow_model.sides(move) - empty)))
        empty -= footprint(blocks[-1])
    return rng.sample(blocks, rng.randint(len(blocks) // 2, len(blocks) - 1))


def crowded(rng: Random, closed: str, board: str = "small", isolating: str = SCORING) -> Table:
    """A table with blocks that lie anywhere, some of the closed groups somebody's."""
    players = rng.choice([2, 3, 4])
    blocks = rng.choice([scattered, packed])(rng, cells_of(board))
    closed_groups = sorted(Table(board, players, closed, blocks, stock=0, isolating=isolating).groups, key=sorted)
    groups: dict[Group, int | None] = {group: rng.randrange(players) for group in closed_groups if rng.random() < 0.5}
    points = [] if rng.random() < 0.5 else [rng.randint(0, 20) for _ in range(players)]
    stock = rng.choice([1, 2, 3, ALL_BLOCKS - len(blocks)])
    return Table(board, players, closed, blocks, rng.randrange(players), stock, points, groups, isolating)


@pytest.mark.parametrize("closed", CLOSED)
def test_crowded_positions(closed: str) -> None:
    """BLOQ.P3 BLOQ.H1 BLOQ.S1 BLOQ.S2 BLOQ.E1 BLOQ.E2: play goes on alike from blocks that lie anywhere."""
    rng = Random(closed)
    for _ in range(CROWDED):
        table = crowded(rng, closed)
        play_out(parsed(text_of(table)), table, rng)


@pytest.mark.parametrize("closed", CLOSED)
def test_crowded_positions_of_those_who_score(closed: str) -> None:
    """BLOQ.H1 BLOQ.S1 BLOQ.S2 BLOQ.E2: and so it does if each takes the most points now."""
    rng = Random(f"{closed} scoring")
    for _ in range(CROWDED // 2):
        table = crowded(rng, closed)
        play_out(parsed(text_of(table)), table, rng, scoring)


@pytest.mark.parametrize("closed", CLOSED)
def test_crowded_positions_where_cutting_off_is_enough(closed: str) -> None:
    """BLOQ.H1 BLOQ.S1 BLOQ.S2 BLOQ.E1: with isolating=cutting_off, where many moves are allowed for that alone."""
    rng = Random(f"{closed} cutting off")
    freed = 0
    for _ in range(CROWDED):
        table = crowded(rng, closed, isolating=CUTTING_OFF)
        strict = Table(table.board, table.players, closed, list(table.blocks), stock=table.stock)
        freed += len(table.moves() - strict.moves())
        play_out(parsed(text_of(table)), table, rng)
    assert freed > 100


@pytest.mark.parametrize("closed", CLOSED)
def test_groups_already_closed_count_as_scored(closed: str) -> None:
    """BLOQ.S1: in a position set up by hand, with closed groups drawn as empty cells like any others."""
    rng = Random(f"{closed} set up")
    for _ in range(CROWDED // 2):
        table = crowded(rng, closed)
        assert parsed(text_of(table, nobodys=".")).text() == parsed(text_of(table)).text()
        compare(parsed(text_of(table, nobodys=".")), table)


@pytest.mark.parametrize("closed", CLOSED)
@pytest.mark.parametrize("stock", [0, 1, 2])
def test_an_empty_board_set_up(stock: int, closed: str) -> None:
    """BLOQ.P2 BLOQ.S1 BLOQ.E1: whatever the stock, the next block is the first, and the board isn't closed."""
    pos, table = set_up(closed=closed, stock=stock)
    play_out(pos, table, Random(stock))
    assert len(table.blocks) == stock
    assert table.ended_by() == "stock"


def situations(table: Table) -> Iterator[str]:
    """What the placements of a table are examples of."""
    heights = slow_model.covered(table.blocks)
    for group in table.empty_groups():
        for move in slow_model.fitting(group):
            near = slow_model.touched(move, heights)
            parts = slow_model.components(group - footprint(move))
            isolated = slow_model.parts_closed(move, group, heights, table.closed, table.known)
            if move[4] in near:
                yield "a clash with several blocks" if len(near) > 1 else "a clash"
                if isolated:
                    yield "the exception"
                elif not parts:
                    yield "a group filled exactly, against H1"
                elif len(parts) > 1:
                    yield "a group cut off with room, against H1"
            if len(isolated) > 1:
                yield "several groups at once"
            if near and any(part not in isolated for part in parts) and isolated:
                yield "a closed part and an open one"
            if any(next(slow_model.fitting(part), None) for part in isolated):
                yield "a closed part with room that no rule lets be used"
            yield from (f"a group of {len(part)}" for part in isolated if len(part) <= 12)


EXPECTED = {
    "a clash",
    "a clash with several blocks",
    "the exception",
    "a group filled exactly, against H1",
    "a group cut off with room, against H1",
    "several groups at once",
    "a closed part and an open one",
    *(f"a group of {size}" for size in range(1, 13)),
}


@pytest.mark.parametrize("closed", CLOSED)
def test_crowded_positions_have_examples_of_everything(closed: str) -> None:
    """BLOQ.H1 BLOQ.S1 BLOQ.S2: what is compared has groups of all sizes, clashes, and what is no exception."""
    rng = Random(closed)
    met = Counter(name for _ in range(CROWDED) for name in situations(crowded(rng, closed)))
    assert set(met) == EXPECTED | ({"a closed part with room that no rule lets be used"} if closed == LEGAL else set())


def set_up(*blocks: str, closed: str = GEOMETRY, **given: Any) -> tuple[Position, Table]:
    """Blocks on the small board, in the engine and in the model."""
    stock = given.pop("stock", ALL_BLOCKS - len(blocks))
    table = Table("small", 2, closed, [as_read(block) for block in blocks], stock=stock, **given)
    return parsed(text_of(table)), table


@pytest.mark.parametrize("closed", CLOSED)
def test_the_exception(closed: str) -> None:
    """BLOQ.H1 BLOQ.S1: beside a block of its height, one that cuts off the tip of the board is allowed, another isn't."""
    pos, table = set_up("-1,5:3x2x4", closed=closed)
    moves = compare(pos, table)
    assert as_read("-1,7:3x2x4") in moves
    assert table.isolates()[as_read("-1,7:3x2x4")] == {frozenset({(0, 9)})}
    assert compare_refusals(pos, table, everywhere(table)).keys() == {"off_board", "cell_taken", "no_contact", "same_height"}
    assert table.why_not(as_read("-1,3:3x2x4")) == "BLOQ.H1"


@pytest.mark.parametrize("closed", CLOSED)
def test_several_groups_at_once(closed: str) -> None:
    """BLOQ.S1: each of them scores, and they stay apart."""
    pos, table = set_up("-2,4:4x3x2", closed=closed, turn=1)
    number = compare(pos, table)[as_read("-1,7:3x2x4")]
    pos.play(number)
    table.play(as_read("-1,7:3x2x4"))
    assert table.groups == {frozenset({(0, 9)}): 1, frozenset({(-2, 7)}): 1}
    assert table.points == [0, 2]
    compare(pos, table)


@pytest.mark.parametrize("board", ["diamond421", "square20", "small"])
def test_every_refusal_of_a_first_block(board: str) -> None:
    """BLOQ.P1 BLOQ.P2: every block at every place."""
    pos, table = dealt(board, GEOMETRY, 2, 3)
    assert compare_refusals(pos, table, everywhere(table)).keys() == {"off_board", "touches_edge"}


@pytest.mark.parametrize(("isolating", "same_height"), [(SCORING, "same_height"), (CUTTING_OFF, "same_height_uncut")])
@pytest.mark.parametrize("closed", CLOSED)
def test_every_refusal_in_crowded_positions(closed: str, isolating: str, same_height: str) -> None:
    """BLOQ.E1 BLOQ.M1 BLOQ.P1 BLOQ.P3 BLOQ.H1: every block at every place, and what is no block."""
    rng = Random(f"{closed} refusals")
    met: Counter[str] = Counter()
    for _ in range(3):
        table = crowded(rng, closed, isolating=isolating)
        no_blocks = [(x, y, *shape) for shape in NO_SHAPES for x, y in [(0, 0), (30, 30), table.blocks[0][:2]]]
        met += compare_refusals(parsed(text_of(table)), table, [*no_blocks, *everywhere(table)])
    assert met.keys() == {"no_such_block", "off_board", "cell_taken", "no_contact", same_height}


def test_everything_is_refused_at_the_end() -> None:
    """BLOQ.E1: before all other rules, an empty stock before want of room."""
    pos, table = set_up("0,0:2x3x4", stock=0)
    compare(pos, table)
    assert compare_refusals(pos, table, [(2, 0, 3, 4, 2), (0, 0, 9, 9, 9), (40, 0, 3, 4, 2)]).keys() == {"no_block_left"}


WRONG: dict[str, tuple[str, Any]] = {
    "the board": ("board", "diamond421"),
    "what closed means": ("closed", LEGAL),
    "what is an exception": ("isolating", CUTTING_OFF),
    "a block's height": ("blocks", [(-1, 7, 3, 2, 4), (-1, 3, 3, 4, 3)]),
    "a block's place": ("blocks", [(-1, 7, 3, 2, 4), (-2, 3, 3, 4, 2)]),
    "a block too few": ("blocks", [(-1, 7, 3, 2, 4)]),
    "whose turn it is": ("turn", 1),
    "the stock": ("stock", 37),
    "the points": ("points", [1, 1]),
    "whose a group is": ("groups", {frozenset({(0, 9)}): 1}),
    "a group": ("groups", {}),
    "the cells of a group": ("groups", {frozenset({(0, 8)}): 0}),
}


def differ(pos: Position, table: Table) -> bool:
    """Whether the comparison finds anything."""
    try:
        compare(pos, table)
    except AssertionError:
        return True
    return False


@pytest.mark.parametrize("wrong", WRONG)
def test_the_comparison_finds_mistakes(wrong: str) -> None:
    """A planted mistake of any kind is noticed: one thing changed in the model's table, and they differ."""
    pos, table = set_up("-1,7:3x2x4", "-1,3:3x4x2", stock=38, groups={frozenset({(0, 9)}): 0})
    compare(pos, table)
    name, value = WRONG[wrong]
    assert getattr(table, name) != value
    setattr(table, name, value)
    assert differ(pos, table)


def test_the_comparison_finds_wrong_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """A planted mistake in who has won, or in what ended the game, is noticed."""
    pos, table = set_up("0,0:2x3x4", stock=0, points=[5, 5])
    compare(pos, table)
    for name, value in (("winners", {0}), ("ended_by", "room"), ("over", False)):
        with monkeypatch.context() as patch:
            patch.setattr(Table, name, lambda table, value=value: value)
            assert differ(pos, table), name


HONEST = Table._objection


def no_exception(table: Table, move: Move, groups: tuple[Group, ...], heights: Heights) -> str | None:
    """A block of the same height is never allowed."""
    clash = move[4] in slow_model.touched(move, heights)
    return HONEST(table, move, groups, heights) or ("BLOQ.H1" if clash else None)


def filling_is_an_exception(table: Table, move: Move, groups: tuple[Group, ...], heights: Heights) -> str | None:
    """A group may be filled exactly, whatever the heights."""
    rule = HONEST(table, move, groups, heights)
    return None if rule == "BLOQ.H1" and footprint(move) in groups else rule


def cutting_off_is_an_exception(table: Table, move: Move, groups: tuple[Group, ...], heights: Heights) -> str | None:
    """A group may be cut in two, whatever the heights and the room left."""
    rule = HONEST(table, move, groups, heights)
    group = next((group for group in groups if footprint(move) <= group), frozenset())
    return None if rule == "BLOQ.H1" and len(slow_model.components(group - footprint(move))) > 1 else rule


def corners_touch(move: Move) -> Group:
    """Corner contact counts."""
    return frozenset(near for cell in footprint(move) for near in slow_model.around(cell)) - footprint(move)


def closed_by_size(group: Group, heights: Heights, closed: str, known: dict[object, bool], isolating: str) -> bool:
    """A group is closed when it is smaller than the smallest footprint, whatever its form."""
    return len(group) < 6


def open_without_exception(group: Group, heights: Heights, known: dict[object, bool], isolating: str) -> bool:
    """In the option `legal`, what BLOQ.H1 forbids is never asked for its exception."""
    return any(
        near and move[4] not in near
        for move, near in ((move, slow_model.touched(move, heights)) for move in slow_model.fitting(group))
    )


def never_by_cutting(
    move: Move, group: Group, heights: Heights, closed: str, known: dict[object, bool], isolating: str
) -> bool:
    """Only what scores is an exception, at every table."""
    return bool(slow_model.parts_closed(move, group, heights, closed, known, isolating))


def only_the_largest(table: Table) -> dict[Move, set[Group]]:
    """Only one of the groups that a block isolates scores."""
    return {move: set(sorted(groups, key=len)[-1:]) for move, groups in ISOLATES(table).items()}


ISOLATES = Table.isolates
PLANTED: dict[str, tuple[Any, str, Any]] = {
    "no exception": (Table, "_objection", no_exception),
    "filling is an exception": (Table, "_objection", filling_is_an_exception),
    "cutting off is an exception": (Table, "_objection", cutting_off_is_an_exception),
    "only the largest group": (Table, "isolates", only_the_largest),
    "corners touch": (slow_model, "sides", corners_touch),
    "four neighbours": (slow_model, "around", lambda cell: set(slow_model.beside(cell))),
    "closed by size": (slow_model, "is_closed", closed_by_size),
    "open without exception": (slow_model, "is_open", open_without_exception),
    "never by cutting off": (slow_model, "is_excepted", never_by_cutting),
    "a shape too few": (slow_model, "SHAPES", SHAPES[1:]),
}


def examples() -> list[tuple[Position, Table]]:
    """A new game and crowded positions, in the engine and in the model."""
    rng = Random("planted")
    tables = [Table("small", 2), *(crowded(rng, closed) for _ in range(CROWDED) for closed in CLOSED)]
    tables += [crowded(rng, closed, isolating=CUTTING_OFF) for _ in range(CROWDED // 4) for closed in CLOSED]
    return [(parsed(text_of(table)), table) for table in tables]


def test_the_comparison_finds_nothing_where_nothing_is_planted() -> None:
    """BLOQ.H1 BLOQ.S1: so it is the mistake that is found in the next test."""
    assert not any(differ(pos, table) for pos, table in examples())


@pytest.mark.parametrize("planted", PLANTED)
def test_the_comparison_finds_wrong_rules(planted: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A model that reads one rule otherwise differs from the engine in some of these positions."""
    pairs = examples()
    monkeypatch.setattr(*PLANTED[planted])
    for _, table in pairs:
        table.known.clear()
    assert any(differ(pos, table) for pos, table in pairs)
