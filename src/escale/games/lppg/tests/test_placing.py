"""Where a card may go (LPPG.M5, LPPG.P1, LPPG.P2, LPPG.P3, LPPG.P4, LPPG.P5). LPPG.P6 is in test_end.py."""

from __future__ import annotations

import pytest

from escale import Position
from escale.games.lppg.tests.tables import GAME, against, at, cells_of, placements

BLOCK = ("rrrr", "rrrr", "rrrr")  # x 20 to 23, y 20 to 22
RING = ("rrr", "r.r", "rrr")
STRIP = (  # two white cells, with two others between them
    "rrrrrrrrrr",
    "rwrrwrrrrr",
    "rrrrrrrrrr",
)
SPRUNG = (*STRIP[:2], "rrrwrrrrrr")  # and a third one, open below, that touches neither
JOIN = "22,21:2x3:r56"  # white between the two
GROW = "22,21:2x3:r5"  # white beside the first
OPEN = "21,22:2x3:r35"  # white from above the first to the outside


def allowed(pos: Position, move: str) -> bool:
    """Whether a move may be made; it is listed exactly then."""
    legal = pos.why_not(move) is None
    assert legal == (move in pos.names())
    return legal


@pytest.mark.parametrize(
    ("card", "ways"),
    [
        ("r1", {"2x3:r1", "2x3:r6", "3x2:r3", "3x2:r4"}),
        ("r2", {"2x3:r2", "2x3:r5", "3x2:r6", "3x2:r1"}),
        ("r3", {"2x3:r3", "2x3:r4", "3x2:r2", "3x2:r5"}),
        ("r12", {"2x3:r12", "2x3:r56", "3x2:r36", "3x2:r14"}),
        ("r124", {"2x3:r124", "2x3:r356", "3x2:r356", "3x2:r124"}),
        ("r34", {"2x3:r34", "3x2:r25"}),
        ("r16", {"2x3:r16", "3x2:r34"}),
        ("r25", {"2x3:r25", "3x2:r16"}),
    ],
)
def test_four_ways_to_turn_a_card(card: str, ways: set[str]) -> None:
    """LPPG.P1: a card lies in four ways, one that a half-turn doesn't change in two; never as in a mirror."""
    pos = at(*BLOCK, hands=(f"{card} b1", "b2 b12"))
    found = {name.partition(":")[2] for name in placements(pos)}
    assert {way for way in found if way[4] == "r"} == ways


def test_only_cards_in_the_hand() -> None:
    """LPPG.T1, LPPG.M3: a card of another's hand, of a pile or of no deck isn't placed."""
    pos = at(*BLOCK, hands=("r1 r2", "r3 b1"), piles=("r12 b2", "y1 g1"))
    assert against(pos, "23,20:2x3:r3") == ("not_your_card", "T1")
    assert against(pos, "23,20:2x3:r12") == ("not_your_card", "T1")
    assert against(pos, "23,20:2x3:r2456") == ("no_such_card", "M3")
    assert against(pos, "23,20:2x3:r123456") == ("no_such_card", "M3")
    assert allowed(pos, "23,20:2x3:r1")


@pytest.mark.parametrize("missing", ["15", "135", "145"])
def test_cards_that_the_deck_lacks(missing: str) -> None:
    """LPPG.M3: three patterns are only in the deck of 88 cards."""
    move = f"19,20:2x3:r{missing}"
    assert against(at(*BLOCK), move) == ("no_such_card", "M3")
    assert against(at(*BLOCK, said="deck=all22"), move) == ("not_your_card", "T1")
    assert allowed(at(*BLOCK, hands=(f"r{missing} r1", "b1 b2"), said="deck=all22"), move)


@pytest.mark.parametrize("size", ["2x2", "3x3", "1x6", "6x1", "2x4", "4x2"])
def test_no_other_shape(size: str) -> None:
    """LPPG.P1: a card covers two by three cells."""
    assert against(at(*BLOCK, hands=("r1 r2", "b1 b2")), f"23,20:{size}:r1") == ("no_such_shape", "P1")


@pytest.mark.parametrize(
    ("rows", "move", "why"),
    [
        (BLOCK, "20,20:2x3:r1", "covers_all"),
        (BLOCK, "22,20:2x3:r1", "covers_all"),
        (BLOCK, "21,21:3x2:r3", "covers_all"),
        (BLOCK, "24,20:2x3:r1", "covers_nothing"),  # beside it, side to side
        (BLOCK, "18,20:2x3:r1", "covers_nothing"),
        (BLOCK, "20,23:3x2:r3", "covers_nothing"),
        (BLOCK, "20,17:2x3:r1", "covers_nothing"),
        (BLOCK, "24,23:2x3:r1", "covers_nothing"),  # corner to corner
        (BLOCK, "5,40:2x3:r1", "covers_nothing"),
        (BLOCK, "23,22:2x3:r1", None),  # one cell
        (BLOCK, "22,22:2x3:r1", None),  # two
        (BLOCK, "23,20:2x3:r1", None),  # three
        (BLOCK, "22,21:3x2:r3", None),  # four
        (("rr.", "rrr", "rrr"), "21,20:2x3:r1", None),  # five
        (RING, "20,20:2x3:r1", None),  # five, and the hole
        (RING, "20,21:3x2:r3", None),
        (("rrrr", "r..r", "rrrr"), "20,21:3x2:r3", None),
    ],
)
def test_one_to_five_cells(rows: tuple[str, ...], move: str, why: str | None) -> None:
    """LPPG.P1: a card covers one to five cells; in a hole it makes the terrain grow too."""
    pos = at(*rows, hands=("r1 b12", "b1 b2"))
    if why:
        assert against(pos, move) == (why, "P1")
    else:
        assert allowed(pos, move)


def test_a_bridge_between_parts() -> None:
    """LPPG.P1: what a card covers may lie apart."""
    assert allowed(at("r.r", "r.r", "r.r", hands=("r1 b12", "b1 b2")), "20,20:3x2:r3")


@pytest.mark.parametrize(
    ("move", "legal"),
    [
        ("21,18:2x3:r1", True),  # white on white
        ("21,18:2x3:r6", False),  # red on white
        ("19,21:2x3:r1", True),  # red on red
        ("19,21:2x3:r6", False),  # white on red
        ("21,21:2x3:r1", False),  # red on green
        ("19,18:2x3:r1", False),  # red on blue
        ("19,20:2x3:r1", True),  # red on red, red on blue
        ("19,20:3x2:r3", True),  # red on red, white on green, red on blue, red on white
        ("21,20:2x3:r6", False),  # red on green, red on white
        ("20,18:2x3:r1", False),  # white on blue, red on white
        ("20,21:3x2:r3", True),
        ("20,21:3x2:r4", False),  # white on red, red on green
    ],
)
def test_one_cell_of_the_same_colour(move: str, legal: bool) -> None:
    """LPPG.P2: one of the covered cells shows the same as before, one of the four colours or white; others needn't."""
    pos = at("rg", "bw", hands=("r1 y12", "b1 b2"))
    if legal:
        assert allowed(pos, move)
    else:
        assert against(pos, move) == ("no_match", "P2")


@pytest.mark.parametrize("rows", [("rg", "bw"), BLOCK, RING, ("wgwr", "r.rw", "ygbb"), ("b",)])
@pytest.mark.parametrize("cards", ["r1 g124", "b34 y25", "w"])
def test_all_placements_without_territories(rows: tuple[str, ...], cards: str) -> None:
    """LPPG.P1, LPPG.P2: everything is listed that covers one to five cells and matches in one, and nothing else."""
    cards = "r23 r134" if cards == "w" else cards
    pos = at(*rows, hands=(cards, "b1 b2"))
    terrain = {(20 + x, 20 + y): shown for y, row in enumerate(rows[::-1]) for x, shown in enumerate(row) if shown != "."}
    every = [
        f"{x},{y}:{way}"
        for way in ways_of(cards.split()[0]) | ways_of(cards.split()[1])
        for x in range(15, 30)
        for y in range(15, 30)
    ]
    fitting = set()
    for move in every:
        shown = cells_of(move)
        covered = shown.keys() & terrain.keys()
        if 1 <= len(covered) <= 5 and any(shown[cell] == terrain[cell] for cell in covered):
            fitting.add(move)
    assert len(pos.names()) == len(set(pos.names()))
    assert set(placements(pos)) == fitting


def ways_of(card: str) -> set[str]:
    """How a card can lie, turned a quarter at a time."""
    cells = {((number - 1) % 2, (number - 1) // 2) for number in map(int, card[1:])}  # to the right, and down
    width, height, found = 2, 3, set()
    for _ in range(4):
        digits = "".join(str(1 + right + width * down) for right, down in sorted(cells, key=lambda cell: (cell[1], cell[0])))
        found.add(f"{width}x{height}:{card[0]}{digits}")
        cells = {(height - 1 - down, right) for right, down in cells}
        width, height = height, width
    return found


@pytest.mark.parametrize("own", ["0 o 21,21", "0 p 21,21", "1 o 21,21", "1 p 21,21"])
def test_not_on_a_territory(own: str) -> None:
    """LPPG.P3: no card covers a cell of a territory, the mover's own or another's, of either kind."""
    pos = at(*STRIP, own=own)
    for move in ("21,21:2x3:r12", "20,21:2x3:r12", "19,21:3x2:r36", "21,19:2x3:r56"):
        assert against(pos, move) == ("on_territory", "P3")
    assert all((21, 21) not in cells_of(move) for move in placements(pos))


def test_not_on_a_part_of_a_territory() -> None:
    """LPPG.P3: a single cell of a large one is too many; beside it is allowed."""
    rows = ("rrrrrr", "rwwwrr", "rrrrrr")
    pos = at(*rows, own="1 o 21,21")
    assert against(pos, "23,21:2x3:r12") == ("on_territory", "P3")
    assert against(pos, "19,21:3x2:r36") == ("on_territory", "P3")
    assert allowed(pos, "24,21:2x3:r12")


def test_regions_may_be_covered() -> None:
    """LPPG.P3: without a marker a region may be covered, closed or open, in part or as a whole."""
    pos = at("rrrrrr", "rwwwrr", "rrrrww", hands=("r12 r24", "b1 b2"))
    for move in ("21,21:2x3:r12", "22,21:2x3:r12", "23,21:2x3:r12", "24,18:2x3:r12", "25,19:2x3:r56"):
        assert allowed(pos, move)


@pytest.mark.parametrize("rows", [STRIP, SPRUNG])
@pytest.mark.parametrize(
    ("own", "said"),
    [
        ("0 o 21,21, 1 o 24,21", ""),
        ("1 o 21,21, 0 p 24,21", ""),
        ("0 p 21,21, 1 p 24,21", ""),
        ("0 o 21,21, 2 o 24,21", "players=4"),  # partners
        ("1 o 21,21, 3 p 24,21", "players=4"),
        ("1 o 21,21, 2 o 24,21", "players=4"),
    ],
)
def test_players_are_not_joined(rows: tuple[str, ...], own: str, said: str) -> None:
    """LPPG.P4: territories of different players aren't joined, closed or open, partners' neither; all is refused."""
    hands = ("r12 r2", "b1 b2", "g1 g2", "y1 y2")[: 4 if said else 2]
    pos = at(*rows, own=own, hands=hands, piles=("b3 y3", "y12 g12"), said=said)
    assert against(pos, JOIN) == ("joins_players", "P4")
    assert allowed(pos, GROW)  # one of them alone


def test_one_player_s_are_joined() -> None:
    """LPPG.P4: those of one player may be, the mover's or not, closed or open."""
    for own in ("0 o 21,21, 0 p 24,21", "1 o 21,21, 1 p 24,21", "0 o 21,21, 0 o 24,21"):
        assert allowed(at(*STRIP, own=own), JOIN)
    assert allowed(at(*SPRUNG, own="1 o 21,21, 1 o 24,21"), JOIN)
    assert allowed(at(*SPRUNG), JOIN)  # and regions, always


def test_a_single_cell_between_two_players() -> None:
    """LPPG.P4: one white cell beside both is enough; at the corner of one it isn't."""
    rows = ("rrrrr", "rwrrr", "rrwrr", "rrrrr")
    pos = at(*rows, own="0 o 21,22, 1 o 22,21", hands=("r2 r1", "b1 b2"))
    assert against(pos, "22,22:2x3:r5") == ("joins_players", "P4")
    assert allowed(pos, "22,22:2x3:r6")


def test_a_region_joins_players_too() -> None:
    """LPPG.P4: a white cell that joins a territory to a region that a second white cell joins to another's."""
    rows = ("rrrrrrr", "rwrrwrr", "rrrwrrr", "rrrrrrr")
    pos = at(*rows, own="0 o 21,22, 1 o 24,22", hands=("r12 r1", "b1 b2"))
    assert against(pos, "22,22:2x3:r56") == ("joins_players", "P4")


@pytest.mark.parametrize("seat", [0, 1])
def test_permanent_territories_are_not_opened(seat: int) -> None:
    """LPPG.P5, LPPG.C5: the mover's or another's, by its own cells or by the region that it joins."""
    assert against(at(*STRIP, own=f"{seat} p 21,21"), OPEN) == ("opens_permanent", "P5")
    assert against(at(*SPRUNG, own=f"{seat} p 21,21"), JOIN) == ("opens_permanent", "P5")
    assert allowed(at(*STRIP, own=f"{seat} o 21,21"), OPEN)
    assert allowed(at(*SPRUNG, own=f"{seat} o 21,21"), JOIN)


@pytest.mark.parametrize("own", ["0 o 21,21, 0 p 24,21", "0 p 21,21, 0 o 24,21", "1 o 21,21, 1 p 24,21"])
def test_nor_with_an_ordinary_one(own: str) -> None:
    """LPPG.P5: what joined it doesn't matter: an ordinary territory of the same player doesn't help."""
    assert against(at(*SPRUNG, own=own), JOIN) == ("opens_permanent", "P5")


def test_a_permanent_territory_may_grow() -> None:
    """LPPG.C5, LPPG.P5: as long as it stays closed; and others beside it may be opened."""
    pos = at(*STRIP, own="1 p 21,21, 1 o 24,21", hands=("r2 r24", "b1 b2"))
    assert allowed(pos, GROW)
    assert against(pos, OPEN) == ("opens_permanent", "P5")
    assert allowed(pos, "24,22:2x3:r35")


def corner(*rows: str, hands: tuple[str, str] = ("r1 r24", "b1 b2")) -> Position:
    """A terrain in the upper right corner of the table."""
    return at(*rows, place=(48 - len(rows[0]), 48 - len(rows)), hands=hands)


def test_the_table_has_an_edge() -> None:
    """LPPG.M5: no cell of a card lies beyond 0 or 47; up to there it may."""
    high = corner("rrr", "rrr", "rrr")
    for move in ("47,45:2x3:r1", "46,46:2x3:r1", "46,45:3x2:r3", "45,47:3x2:r3", "47,47:2x3:r1"):
        assert against(high, move) == ("off_table", "M5")
    for move in ("44,45:2x3:r1", "45,44:2x3:r1", "43,46:3x2:r3"):
        assert allowed(high, move)
    low = at("rrr", "rrr", "rrr", place=(0, 0), hands=("r1 r24", "b1 b2"))
    assert allowed(low, "2,0:2x3:r1")
    assert allowed(low, "0,2:3x2:r3")
    assert all(0 <= x < 48 and 0 <= y < 48 for pos in (high, low) for move in pos.names() for x, y in cells_of(move))
    assert (0, 1) in {cell for move in low.names() for cell in cells_of(move)}


@pytest.mark.parametrize("move", ["-1,0:2x3:r1", "0,-1:2x3:r1", "-1,-1:3x2:r3"])
def test_nothing_is_below_zero(move: str) -> None:
    """LPPG.M5: a place to the left of 0 or below it is off the table, whatever lies at 0."""
    assert against(at("rrr", "rrr", "rrr", place=(0, 0), hands=("r1 r24", "b1 b2")), move) == ("off_table", "M5")


def test_the_other_edge_is_far_away() -> None:
    """LPPG.M5: the table isn't a ball: what leaves it on the right doesn't come back on the left."""
    pos = at("rrr", "rrr", "rrr", place=(0, 20), hands=("r1 r24", "b1 b2"))
    assert against(pos, "47,20:2x3:r1") == ("off_table", "M5")
    assert not any(cells_of(move).keys() & {(47, y) for y in range(48)} for move in pos.names())


@pytest.mark.parametrize(("axis", "end"), [(0, 47), (1, 47), (0, 0), (1, 0)])
def test_players_may_spread_as_far_as_the_edge(axis: int, end: int) -> None:
    """LPPG.M5: who always play one way reach the edge, and play on there."""
    for seed in range(20):
        pos = GAME.new(seed=seed)
        beside = 0
        while not pos.over and beside < 4:
            entries = pos.view(pos.turn)["moves"]
            quiet = [entry["text"] for entry in entries if "marks" not in entry] or pos.names()
            move = min(quiet, key=lambda text: distance(text, axis, end))
            assert all(cell in TABLE for text in placements(pos) for cell in cells_of(text))
            beside += distance(move, axis, end) == 0
            pos.play(move)
        if beside == 4:
            return
    pytest.fail("nobody reached the edge")


TABLE = {(x, y) for x in range(48) for y in range(48)}


def distance(move: str, axis: int, end: int) -> int:
    """How far a placement stays from an edge; draws and markers stay farthest."""
    return min(abs(cell[axis] - end) for cell in cells_of(move)) if ":" in move else 99


@pytest.mark.parametrize(
    ("rows", "own", "move", "first"),
    [
        (BLOCK, "", "47,20:2x3:r12", "off_table"),  # and it covers nothing
        (STRIP, "0 o 21,21", "20,20:2x3:r12", "covers_all"),  # and a territory
        (("gggg", "gwgg", "gggg"), "0 o 21,21", "19,21:3x2:r14", "no_match"),  # and covers a territory
        (("gggg", "gwwg", "gggg"), "1 p 21,21", "19,20:3x2:r14", "no_match"),
        (SPRUNG, "0 p 21,21, 1 p 24,21", JOIN, "joins_players"),  # and opens permanent ones
    ],
)
def test_the_first_of_several_reasons(rows: tuple[str, ...], own: str, move: str, first: str) -> None:
    """LPPG.M5 LPPG.P1 LPPG.P2 LPPG.P3 LPPG.P4 LPPG.P5: where several rules forbid a card, the first in this order is told."""
    assert against(at(*rows, own=own), move)[0] == first


def test_a_whole_placement_is_refused() -> None:
    """LPPG.P4, LPPG.P5: nothing of a refused placement happens: terrain, hands and markers are as before."""
    pos = at(*SPRUNG, own="0 o 21,21, 1 o 24,21")
    before = pos.view(0)
    assert against(pos, JOIN) == ("joins_players", "P4")
    assert pos.view(0) == before
    assert GAME.parse(pos.text()).text() == pos.text()
