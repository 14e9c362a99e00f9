"""The slow model itself: positions worked out by hand, its paths and distances found again in another way."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from escale.games.poucet.tests import model_paths, slow_model
from escale.games.poucet.tests.crowded import SITUATIONS, crowded
from escale.games.poucet.tests.model_notation import read, written
from escale.games.poucet.tests.model_plays import cell_text, scene_of
from escale.games.poucet.tests.model_table import DECK, SIDES, STEPS, Cell, Laid, Table, dealt
from escale.games.poucet.tests.tables import FACING, drawn
from escale.games.poucet.tests.test_paths import PATHS, listed
from escale.rules.compile import interpreted

pytestmark = pytest.mark.skipif(interpreted, reason="the model is tested here, not the engine")


def table_of(cards: str, *hands: str, said: str = "", more: str = "") -> Table:
    """A position as the model has it."""
    return read(drawn(cards, *hands, said=said, more=more))


@pytest.mark.parametrize("name", PATHS)
def test_paths_worked_out_by_hand(name: str) -> None:
    """POU.D1, POU.D2: the model agrees with what was drawn on paper."""
    cards, cells, ends = PATHS[name]
    table = table_of(f"{cards}, i5 G1")
    paths = model_paths.paths_of(table)
    assert {cell_text(cell) for cell in paths[0].cells} == set(cells.split())
    states = model_paths.ends_with_states(table, paths, 0)
    assert {f"{cell_text(cell)} {way}": state for (cell, way), state in states.items()} == listed(ends)


GREEN_BENDS = (
    "a4:gne a4:ges a4:gsw a4:gnw i4:gne i4:gnw c5:gne c5:ges c5:gsw c5:gnw g5:gne g5:ges "
    "a6:gne a6:ges a6:gsw a6:gnw i6:ges i6:gsw"
)


@pytest.mark.parametrize(
    ("cards", "hand", "moves"),
    [
        (FACING, "ri", "a4:rns i4:rns i4:rew c5:rew g5:rns g5:rew a6:rns i6:rns i6:rew"),
        (FACING, "gl", GREEN_BENDS),
        (FACING, "wolf ogre", "i4:wolf g5:wolf i6:wolf i4:ogre g5:ogre i6:ogre"),
        (FACING, "boots pebbles", "discard_pebbles discard_boots"),
        (f"{FACING}, c5 F", "boots pebbles", "c5:pebbles-e c5:boots"),
        (f"{FACING}, g5 W", "river", "i4:river i6:river"),
        (f"{FACING}, c5 W", "river", "i4:river c5:river g5:river i6:river"),
        ("a5 R0, i5 G1, h5 gew, g5 gew", "ogre", "i4:ogre i6:ogre"),
    ],
)
def test_moves_worked_out_by_hand(cards: str, hand: str, moves: str) -> None:
    """POU.T1 POU.T2 POU.T3 POU.T4 POU.T5 POU.T6 POU.O1: in their order."""
    expected = [move.replace("_", " ") for move in moves.split()]
    assert slow_model.moves(table_of(cards, hand)) == expected


def test_a_game_worked_out_by_hand() -> None:
    """POU.S2 POU.T0 POU.T1 POU.T6 POU.B1 POU.B2 POU.E1: from the first start card to the flower, move by move."""
    table = dealt(2, 1, size="9")
    table.hands = [["ri", "ri", "ri", "boots"], ["forest", "gi", "gl", "pebbles"]]
    table.known = [[set() for _ in hand] for hand in table.hands]
    table.stock, table.turn, table.first = ["wolf", "yi"], 0, 0
    for move in ("take r", "take g", "start a5", "start i5"):
        table = slow_model.played(table, move)
    assert (table.step, table.turn, table.waits) == ("play", 0, [0, 0])
    for move in ("b5:rew", "c5:forest", "a6:rns", "h5:gew"):
        assert move in slow_model.moves(table)
        table = slow_model.played(table, move)
    assert (table.hands, table.stock) == ([["ri", "yi", "boots"], ["gl", "wolf", "pebbles"]], [])
    table = slow_model.played(table, "c5:boots")
    paths = model_paths.paths_of(table)
    assert ((3, 4), "e") in paths[0].ends
    assert model_paths.distance(table, paths, 0) == 1
    table = slow_model.played(table, "g5:gne")
    table = slow_model.played(table, "d5:rew")
    assert (table.step, table.end, table.winner, table.turn) == ("over", "flower", 0, 0)
    assert slow_model.moves(table) == []


def test_what_is_known_worked_out_by_hand() -> None:
    """POU.T1, POU.T6: the slot that goes, those that move up, and what is learnt."""
    table = table_of(FACING, "gi gi pebbles", "gl", more="known 0 0 gi rl")
    later = slow_model.played(table, "g5:gew")
    choice = {"ri", "rl", "rt", "yi", "yl", "yt", "wolf", "ogre", "forest", "river"}
    assert later.known[0] == [choice | {"gi", "rl"}, choice, set()]
    stuck = slow_model.played(table_of(FACING, "pebbles boots", "gl", more="known 0 0 pebbles"), "discard pebbles")
    assert stuck.known[0] == [set(DECK) - {"boots"}, set()]


def test_the_deck() -> None:
    """POU.M3, POU.M4, POU.S1: 135 cards, all of them dealt."""
    table = dealt(4, 1)
    cards = Counter(table.stock) + sum((Counter(hand) for hand in table.hands), Counter[str]())
    assert cards == DECK
    assert (cards.total(), len(table.stock)) == (135, 111)


# Found again in another way


def leads(table: Table, seat: int, card: Laid, cell: Cell, side: str) -> bool:
    """Whether a seat that has come to a card may leave it on this side."""
    x, y = cell[0] + STEPS[side][0], cell[1] + STEPS[side][1]
    if card.kind == "start":
        return 0 <= x < table.side and 0 <= y < table.side
    return card.kind == "boots" or (card.kind == "path" and side in card.open) or (card.kind == "pebbles" and side == card.way)


def takes(table: Table, seat: int, card: Laid, cell: Cell, way: str) -> bool:
    """Whether a card lets a seat in that walks this way."""
    back = SIDES[(SIDES.index(way) + 2) % 4]
    if card.kind in ("path", "start"):
        return card.colour == table.piles[table.starts[seat]][0].colour and leads(table, seat, card, cell, back)
    return card.kind == "boots" or (card.kind == "pebbles" and (card.seat, card.way) == (seat, way))


def steps_of(table: Table, seat: int) -> dict[tuple[Cell, str], Cell]:
    """Every step that a seat could take from card to card, anywhere on the board."""
    found = {}
    for (x, y), pile in table.piles.items():
        for side, (right, up) in STEPS.items():
            there = (x + right, y + up)
            leaves = leads(table, seat, pile[-1], (x, y), side)
            if leaves and there in table.piles and takes(table, seat, table.piles[there][-1], there, side):
                found[(x, y), side] = there
    return found


def path_again(table: Table, seat: int) -> tuple[set[Cell], set[tuple[Cell, str]]]:
    """A path and its ends: cells are added until none is missing, then every side of each is looked at."""
    steps = steps_of(table, seat)
    cells = {table.starts[seat]}
    while more := {there for (here, _), there in steps.items() if here in cells} - cells:
        cells |= more
    ends = set()
    for x, y in cells:
        for side, (right, up) in STEPS.items():
            there = (x + right, y + up)
            outside = not (0 <= there[0] < table.side and 0 <= there[1] < table.side)
            if outside or there == table.flower or not leads(table, seat, table.piles[x, y][-1], (x, y), side):
                continue
            opposite = Laid("pebbles", way=SIDES[(SIDES.index(side) + 2) % 4], seat=seat)
            joined = there in cells and table.piles[there][-1] == opposite
            if ((x, y), side) not in steps and not joined:
                ends.add((there, side))
    return cells, ends


def distance_again(table: Table, seat: int) -> int | None:
    """The distance: what every cell costs at most is lowered until nothing changes."""
    paths = model_paths.paths_of(table)
    best: dict[tuple[Cell, str], int] = {}  # what it has cost to stand before a cell, about to walk this way into it
    best |= dict.fromkeys(paths[seat].ends, 0)
    changed = True
    while changed:
        changed = False
        for (cell, way), cost in list(best.items()):
            if cell == table.flower or not table.on_board(cell):
                continue
            card = table.piles[cell][-1] if cell in table.piles else None
            ways: list[tuple[int, str]] = []
            if card is None:
                ways.append((1, SIDES))
            elif takes(table, seat, card, cell, way):
                ways.append((0, "".join(side for side in SIDES if leads(table, seat, card, cell, side))))
            elif card.kind in ("forest", "river", "wolf"):
                ways.append((2 if card.kind == "wolf" else 1, SIDES))
            elif card.kind in ("path", "pebbles") and card.colour != table.colour_of(seat):
                within = {number for number, path in enumerate(paths) if cell in path.cells}
                spared = within if not table.crossing else within & {seat} if card.kind == "pebbles" else set()
                ways += [(1, SIDES)] if not spared else []
            for more, sides in ways:
                for side in sides:
                    there = (cell[0] + STEPS[side][0], cell[1] + STEPS[side][1])
                    if cost + more < best.get((there, side), 999):
                        best[there, side] = cost + more
                        changed = True
    return min((cost for (cell, _), cost in best.items() if cell == table.flower), default=None)


@pytest.mark.parametrize("players", [2, 3, 6])
@pytest.mark.parametrize("crossing", ["on", "off"])
def test_paths_found_again(players: int, crossing: str) -> None:
    """POU.D1 POU.D2 POU.X1 POU.W1 POU.W2: paths, ends and distances of crowded tables."""
    rng = Random(f"{players} {crossing}")
    far: Counter[int | None] = Counter()
    for _ in range(8):
        table = read(crowded(rng, players, crossing=crossing))
        paths = model_paths.paths_of(table)
        for seat in table.seats_in():
            assert (set(paths[seat].cells), set(paths[seat].ends)) == path_again(table, seat)
            far[distance_again(table, seat)] += 1
            assert model_paths.distance(table, paths, seat) == distance_again(table, seat)
    assert len(far) > 3


@pytest.mark.parametrize("players", [2, 4])
def test_every_play_is_at_an_end(players: int) -> None:
    """POU.T1, POU.T2: and joins or hinders somebody."""
    rng = Random(players)
    for _ in range(5):
        table = read(crowded(rng, players))
        scene = scene_of(table, table.turn)
        ends = {cell for path in scene.paths for cell, _ in path.ends}
        for move in slow_model.moves(table):
            play = slow_model.read_play(move)
            if play:
                assert play.at in ends
                later = slow_model.played(table, move)
                assert later.piles[play.at][-1] == play.laid(table.turn)
                assert len(later.hands[table.turn]) == len(table.hands[table.turn]) - (not table.stock)


# Texts


def test_texts_read_back() -> None:
    """POU.S1: of positions of all kinds."""
    rng = Random(4)
    texts = [*SITUATIONS.values(), *(crowded(rng, players) for players in (2, 3, 4, 5, 6))]
    for text in texts:
        table = read(text)
        assert read(written(table)) == table


def test_an_oracle_does_not_answer_for_nonsense() -> None:
    """POU.T1: a move that isn't legal is refused, and the table stays as it was."""
    table = table_of(FACING, "ri")
    before = written(table)
    for move in ("c5:rns", "discard ri", "give up", "z9:rew", "nonsense", ""):
        with pytest.raises(ValueError, match="isn't legal"):
            slow_model.played(table, move)
    slow_model.played(table, "c5:rew")
    assert written(table) == before
