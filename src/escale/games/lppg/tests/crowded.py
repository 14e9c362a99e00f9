"""Positions rich in what random games seldom meet: territories side by side, few cards, the last round, the table's edge."""

from __future__ import annotations

from functools import cache
from random import Random

from escale.games.lppg.tests.model_notation import written
from escale.games.lppg.tests.slow_model import (
    COLOURS,
    MARKERS,
    SIDE,
    WHITE,
    Card,
    Cell,
    Group,
    Table,
    Territory,
    cards_of,
    is_open,
    white_groups,
)

PLACES = ((20, 20), (20, 20), (20, 20), (0, 0), (SIDE, SIDE))  # where a terrain lies: in the middle, or in a corner


def crowded(rng: Random, players: int, deck: str = "standard", outside_corners: str = "off", match: str = "off") -> str:
    """A position made by chance, as text."""
    corners = outside_corners == "on"
    cells = terrain(rng, rng.sample(COLOURS, 2), corners)
    few = rng.random() < 0.4
    cards = [card for card in cards_of(deck) if card[0] in cells.values()]
    cards = rng.sample(cards, len(cards))
    last = rng.randint(1, players) if rng.random() < 0.2 else None
    mover = rng.randrange(players)
    to_play = [(mover + step) % players for step in range(players if last is None else last)]
    hands: list[list[Card]] = [[cards.pop(), cards.pop()] if seat in to_play else [] for seat in range(players)]
    sizes = rng.choice([(1, 0), (1, 1), (2, 1), (1, 2), (2, 2)]) if few else (rng.randint(1, 4), rng.randint(1, 4))
    piles = ([], []) if last else ([cards.pop() for _ in range(sizes[0])], [cards.pop() for _ in range(sizes[1])])
    table = Table(
        players,
        cells,
        territories(rng, cells, players, corners),
        hands,
        piles,
        [cards.pop() for _ in range(rng.randint(0, 2))] if all(piles) and not few else [],
        mover,
        passes=0 if last else rng.choice([0, 0, 11]),
        turns_left=last,
        deck=deck,
        outside_corners=corners,
        match=match == "on",
        points=[rng.randrange(10), rng.randrange(10)] if match == "on" else [0, 0],
        first=rng.randrange(players),
    )
    return written(table)


def terrain(rng: Random, colours: list[str], corners: bool) -> dict[Cell, str]:
    """Cells of two colours and white ones in small groups, a few places left out."""
    width, height = rng.randint(6, 9), rng.randint(5, 7)
    left, low = rng.choice(PLACES)
    left, low = min(left, SIDE - width), min(low, SIDE - height)
    share = rng.choice([0.2, 0.3, 0.35])
    cells = {}
    for x in range(left, left + width):
        for y in range(low, low + height):
            edge = x in (left, left + width - 1) or y in (low, low + height - 1)
            missing = rng.random() < (0.1 if edge else 0.0 if corners else 0.03)
            white = rng.random() < (share / 3 if edge else share)
            if not missing:
                cells[x, y] = WHITE if white else rng.choice(colours)
    return cells


def territories(rng: Random, cells: dict[Cell, str], players: int, corners: bool) -> list[Territory]:
    """Most closed groups are somebody's; nobody has more than two."""
    left = [dict(MARKERS) for _ in range(players)]
    found: list[Territory] = []
    groups: list[Group] = sorted((group for group in white_groups(cells) if not is_open(group, cells, corners)), key=sorted)
    for group in rng.sample(groups, len(groups)):
        seats = [seat for seat in range(players) if sum(lies.owner == seat for lies in found) < 2]
        if seats and rng.random() < 0.8:
            seat = rng.choice(seats)
            kind = rng.choice([kind for kind in MARKERS if left[seat][kind]])
            left[seat][kind] -= 1
            found.append(Territory(seat, kind, group))
    return found


FULL = ["rygbrygb" * 6, "gbrygbry" * 6] * 24  # the whole table, no colour beside itself


MERGERS = (
    "territory 2 o 24,25; territory 2 p 23,24; territory 1 p 26,22; territory 1 o 25,21;"
    "hand 0 y1 g1; hand 1 b1 b2; hand 2 r16 r1; hand 3 b3 b12; pile 1 b13 y3; pile 2 y12 g12"
)
PARTNERS = (
    "territory 2 o 21,21; territory 0 o 23,21; territory 0 p 26,21;"
    "hand 0 r12 r1; hand 1 b1 b2; hand 2 g1 g2; hand 3 y1 y2; pile 1 b3 y3; pile 2 y12 g12"
)
OPENS_AND_GROWS = "territory 1 o 21,21; territory 1 o 23,21; hand 0 r123 r125; hand 1 b1 b2; pile 1 b3 y3; pile 2 y1 g1"
FEW_OF_FOUR = "hand 0 r12 r24; hand 1 r1 r2; hand 2 r3 r13; hand 3 r14 r16; pile 1 b3; pile 2 y1"
NO_PILES = "hand 0 y1 g1; hand 1 b1 b2; pile 1; pile 2"
ON_A_FULL_TABLE = "hand 0 r1 g34; hand 1 b1 y3; pile 1 g14 g134; pile 2 r24 y25"


ANOTHER_S_TERRITORY, LOST, DRAWN = "another's territory", "an end that another wins", "an end that nobody wins"
FORBIDDEN = {  # what is tried in some of the positions below
    ANOTHER_S_TERRITORY: "22,21:2x3:r56",
    LOST: "35,21:2x3:r12",
    DRAWN: "32,21:2x3:r12",
}


def wide(middle: str) -> list[str]:
    """A terrain three high, red but for the row in the middle."""
    return ["r" * len(middle), middle, "r" * len(middle)]


def text(said: str, rows: list[str], lines: str, place: str = "20,20") -> str:
    """A position of these parts."""
    return "\n".join([f"lppg {said}", f"terrain {place}", *rows, *(line.strip() for line in lines.split(";"))]) + "\n"


@cache
def set_up() -> dict[str, tuple[str, tuple[str, ...]]]:
    """Positions made for what hardly ever happens, by name, each with the moves that lead to it."""
    strip = ["rrrrrrrrrr", "rwrrwrrwrr", "rrrrrrrrrr"]
    sprung = [*strip[:2], "rrrwrrrrrr"]
    hole = ["rrrrrrrrr", "rrrrwrrrr", "rrrwrrrrr", "rrrr.rrrr", "rrrrrrwrr", "rrrrrwrrr", "rrrrrrrrr"]
    frozen = ["rrrrrrrr", "rwrwwrrr", "rrrrrrrr"]
    few = "hand 0 r12 r24; hand 1 r1 r2; pile 1 b3; pile 2 y1"
    no_red = "hand 0 y1 g1; hand 1 b1 b2; pile 1 b3 y3 g3; pile 2 y13 g13"
    two = f"territory 0 o 21,21; territory 1 o 23,21; {no_red}"
    own = "territory {0} o 21,21; territory {0} {1} 24,21; hand 0 r12 r24; hand 1 r1 r2; pile 1 b3 y3; pile 2 y1 g1"
    ends = "territory 0 o 21,21; territory 0 p 24,21"
    joining = ("22,21:2x3:r56",)
    return {
        "mergers of two players at once": (text("players=4 turn=2", hole, MERGERS), ("24,22:2x3:r16", "keep o", "keep p")),
        "a merger, then a marker": (text("", strip, own.format(0, "p")), (*joining, "keep o")),
        "another's merger, then a marker": (text("", strip, own.format(1, "p")), (*joining, "keep p")),
        "a merger of two of a kind": (text("", strip, own.format(1, "o")), joining),
        "the partner's win": (text("players=4", wide("rwrwwrwwwrwwwwr"), PARTNERS), ("34,21:2x3:r12",)),
        ANOTHER_S_TERRITORY: (text("", strip, own.format(0, "o").replace("0 o 24,21", "1 o 24,21")), ()),
        LOST: (text("", wide("rwwrwwwrwrwwwwrr"), f"{ends}; territory 1 o 28,21; {few}"), ()),
        DRAWN: (text("", wide("rwwrwwrwwrrrr"), f"{ends}; {few}"), ()),
        "one opens, another grows": (text("", wide("rwrwrrr"), OPENS_AND_GROWS), ("21,22:3x2:r146",)),
        "two opened at once": (text("", sprung, own.format(1, "o")), joining),
        "the last cards": (text("", strip, few), ()),
        "the last cards of four": (text("players=4 turn=3", strip, FEW_OF_FOUR), ()),
        "passes": (text("passes=8", frozen, two), ()),
        "passes and nobody wins": (text("passes=9", ["rrrr", "rrrr", "rrrr"], no_red), ()),
        "passes in the last round": (text("last=2", frozen, f"{two.split('; hand')[0]}; {NO_PILES}"), ()),
        "a full table": (text("", [FULL[0][:-1] + ".", *FULL[1:]], ON_A_FULL_TABLE, "0,0"), ()),
        "the end of a match": (text("match=on points=9,8 round=3 passes=11", frozen, two), ()),
        "a round of a match": (text("match=on points=8,8 round=3 passes=11", frozen, two), ()),
    }
