"""Positions rich in what random games seldom meet: boards full of cards, pebbles and boots, piles, players who are out."""

from __future__ import annotations

from collections import Counter
from random import Random

from escale.games.poucet.tests import model_paths
from escale.games.poucet.tests.model_notation import written
from escale.games.poucet.tests.model_plays import near_flower
from escale.games.poucet.tests.model_table import (
    COLOURS,
    DECK,
    HAND,
    KINDS,
    MOST_WAITS,
    SHAPES,
    SIDES,
    Kind,
    Laid,
    Table,
    in_deck_order,
)
from escale.games.poucet.tests.tables import drawn


def crowded(rng: Random, players: int, size: str = "9", crossing: str = "on", favour: str = "forced") -> str:
    """A position made by chance, as text."""
    while True:
        table = Table(players, size, crossing == "on", favour == "free")
        cards = Counter(DECK)
        lay_starts(rng, table)
        lay_cards(rng, table, cards, rng.choice([0.2, 0.4, 0.6] if size == "9" else [0.15, 0.3]))
        deal(rng, table, cards)
        if not any(path.arrives for path in model_paths.paths_of(table)):
            return written(table)


def lay_starts(rng: Random, table: Table) -> None:
    """A start card for everybody, perhaps some that were abandoned; often side by side. Some players are out."""
    colours = rng.sample(COLOURS * 2, len(COLOURS * 2))
    border = [cell for cell in table.cells() if table.on_border(cell)]
    at = rng.randrange(len(border))
    near = border[at:] + border[:at]
    cells = near[:12] if rng.random() < 0.5 else rng.sample(border, 12)
    rng.shuffle(cells)
    for seat in range(table.players):
        table.starts[seat] = cells.pop()
        table.piles[table.starts[seat]] = [Laid("start", colours.pop())]
    while colours and rng.random() < 0.3:
        table.piles[cells.pop()] = [Laid("start", colours.pop())]
    while len(table.seats_in()) > 2 and rng.random() < 0.3:
        table.out.add(rng.choice(table.seats_in()))


def lay_cards(rng: Random, table: Table, cards: Counter[Kind], share: float) -> None:
    """Cards on so many of the other cells, often of the colours of the players."""
    for cell in rng.sample(table.cells(), len(table.cells())):
        if cell != table.flower and cell not in table.piles and rng.random() < share:
            pile = some_pile(rng, table, cards)
            if pile and not (pile[0].kind == "ogre" and near_flower(table, cell)):
                table.piles[cell] = pile
            elif pile:
                cards["ogre"] += 1


def some_pile(rng: Random, table: Table, cards: Counter[Kind]) -> list[Laid]:
    """A card, perhaps with others on it, as the rules allow (POU.T5, POU.X1, POU.X2); none if there is none left."""
    pile: list[Laid] = []
    for _ in range(4):
        below = pile[-1].kind if pile else ""
        fitting = {
            "": [*KINDS[:9], "wolf", "ogre", "forest", "forest", "forest", "river"],
            "path": [kind for kind in KINDS[:9] if pile and kind[0] != pile[-1].colour],
            "wolf": ["river"],
            "forest": ["pebbles", "pebbles", "boots"],
            "river": ["boots"],
            "pebbles": list(KINDS[:9]),
        }.get(below, [])
        fitting = [kind for kind in fitting if cards[kind]]
        if not fitting or (pile and rng.random() < (0.25 if below in ("forest", "wolf", "river") else 0.75)):
            break
        kind = rng.choice(fitting)
        cards[kind] -= 1
        pile.append(as_laid(rng, table, kind))
    return pile


def as_laid(rng: Random, table: Table, kind: Kind) -> Laid:
    """A card lying any way round."""
    if kind in KINDS[:9]:
        return Laid("path", kind[0], rng.choice(SHAPES[kind[1]]))
    return Laid(kind, way=rng.choice(SIDES), seat=rng.randrange(table.players)) if kind == "pebbles" else Laid(kind)


def deal(rng: Random, table: Table, cards: Counter[Kind]) -> None:
    """Hands, stock and discard, whose turn it is, and what is known."""
    left = list(cards.elements())
    rng.shuffle(left)
    few = rng.random() < 0.3
    for _ in range(table.players):
        many = rng.randint(0, 2) if few else HAND
        table.hands.append(in_deck_order([left.pop() for _ in range(many)]))
    if few:
        table.discard, left = left, []
    table.stock = left
    table.turn = rng.choice(table.seats_in())
    if not table.hands[table.turn]:
        table.hands[table.turn].append((table.stock or table.discard).pop())
    table.first = rng.randrange(table.players)
    table.known = [some_known(rng, hand) for hand in table.hands]
    table.waits = [rng.choice([0, 0, 1, 3, 5, 6]) for _ in range(table.players)]
    stuck = not model_paths.has_open_end(table, table.turn)
    table.waits[table.turn] = rng.choice([1, 2, 5, MOST_WAITS, MOST_WAITS]) if stuck else 0


def some_known(rng: Random, hand: list[Kind]) -> list[set[Kind]]:
    """Kinds that aren't in a hand are known not to be in some of its first slots."""
    slots: list[set[Kind]] = [set() for _ in hand]
    for _ in range(rng.choice([0, 0, 1, 2])):
        others = {kind for kind in rng.sample(KINDS, rng.randint(1, 6)) if kind not in hand}
        for slot in slots[: rng.randint(0, len(slots))]:
            slot |= others
    return slots


RED, GREEN = "a5 R0, b5 rew", "i5 G1, h5 gew"
BOTH = "a5 R0, b5 rew, c9 G1, c8 gns, c7 gns, c6 gns"
ROUND = "a5 R0, a6 rns, a7 res, b7 rsw, b6 rns, b5 F 0e, i5 G1"
SHUT = "a9 R0, a8 O, b9 O, i5 G1"

LAID = {"ri": 1, "gi": 1}  # in the two positions below, beside what is in hands
REST = " ".join(card for card, many in DECK.items() for _ in range(many - LAID.get(card, 0) - 2 * (card == "ri")))
REST_OF_THREE = " ".join(card for card, many in DECK.items() for _ in range(many - LAID.get(card, 0) - (card in ("ri", "yi"))))

#: Positions made for what hardly ever happens, by name.
SITUATIONS: dict[str, str] = {
    "face to face": drawn(f"{RED}, {GREEN}", "ri gi wolf forest"),
    "only forced plays": drawn(f"{RED}, {GREEN}, g5 F", "gi gi boots pebbles"),
    "nothing to play": drawn(f"{RED}, {GREEN}", "pebbles boots boots", "pebbles boots"),
    "one cell at ends of both": drawn(BOTH, "ri rl gi yi wolf ogre", "gi rl"),
    "a forest at ends of both": drawn(f"{BOTH}, c5 F", "ri boots pebbles", "boots pebbles"),
    "a crossing": drawn(f"{BOTH}, c5 gns, c4 gns", "ri rl rt yi", "gi gi"),
    "a crossing, without crossing": drawn(f"{BOTH}, c5 gns, c4 gns", "ri rl rt yi", "gi gi", said="crossing=off"),
    "round to one's own pebbles": drawn(ROUND, "ri rl rt pebbles"),
    "pebbles of a player of the same colour": drawn(
        "a5 R0, b5 F 0e, a8 R1, b8 rsw, b7 rns, b6 rns, i5 G2", "ri rl", "ri rl", said="players=3 turn=1"
    ),
    "the owner beside such pebbles": drawn(
        "a5 R0, b5 F 0e, a8 R1, b8 rsw, b7 rns, b6 rns, i5 G2", "ri rl", "ri rl", said="players=3"
    ),
    "a wolf": drawn(f"{RED}, {GREEN}, c5 W, g5 W", "river boots ri", "river boots"),
    "close to the flower": drawn("a5 R0, b5 rew, c5 rew, i5 G1, h5 gew, g5 gew", "ri ogre wolf", "gi ogre"),
    "boots for both": drawn("a5 R0, b5 rew, c5 rew, d9 G1, d8 gns, d7 gns, d6 gns, d5 F", "boots ri", "boots", said="turn=1"),
    "boots for the others": drawn(
        "a5 R1, b5 rew, c5 rew, d9 G0, d8 gns, d7 gns, d6 gns, d5 F, i1 Y2, i2 O, h1 O",
        "gi",
        "ri",
        "boots",
        said="players=3 turn=2",
    ),
    "shut in": drawn(SHUT, "wolf boots"),
    "shut in beside a way to the flower": drawn(f"{SHUT}, b5 rew, c5 rew, d5 rew", "wolf"),
    "shut in, all start cards used": drawn(f"{SHUT}, h1 R, i1 G, b1 Y, a1 Y", "wolf"),
    "obstructed for five turns": drawn("a9 R0, a8 F, b9 W, i5 G1", "yi yi", "gi gi", said="turn=1", more="waits 0 5"),
    "obstructed for the sixth": drawn("a9 R0, a8 F, b9 W, i5 G1", "yi yi", "gi gi", more="waits 0 6"),
    "obstructed for more than six": drawn("a9 R0, a8 F, b9 W, i5 G1", "yi yi", "gi gi", said="turn=1", more="waits 0 6"),
    "two give up": drawn("a9 R0, a8 O, b9 O, i9 G1, i8 O, h9 O, e1 Y2", "wolf", "river", "yi", said="players=3"),
    "one is out": drawn("a9 R0, a8 O, b9 O, i5 G1, e1 Y2, a5 Y3", "wolf", "river", "yi", said="players=4 turn=1", more="out 0"),
    "a pile": drawn("a5 R0, b5 rew, c9 G1, c8 gns, c7 gns, c6 gns, c5 rew gns rns yew gns", "ri ri", "gi gi"),
    "known cards": drawn(
        f"{RED}, {GREEN}", "rl rt wolf boots", "gi", more="known 0 0 ri gi boots; known 0 1 ri gi; known 0 2 ri; known 1 0 rl"
    ),
    "pebbles that lead back": drawn(f"{RED}, c5 F 0w, {GREEN}, g5 F 1e", "ri gi", "gi ri"),
    "another's pebbles": drawn(f"{RED}, c5 F 1e, {GREEN}, g5 F 0w", "ri gi", "gi ri"),
    "rivers": drawn(f"{RED}, c5 V, {GREEN}, g5 V", "pebbles boots ri", "pebbles boots"),
    "a newer card is played": drawn(f"{RED}, {GREEN}", "gi boots", "gi", more="known 0 0 gi"),
    "a corner of the flower": drawn("a4 R0, b4 rew, c4 rew, i6 G1, h6 gew, g6 gew", "ri ogre", "ogre gi"),
    "pebbles past the flower": drawn("a4 R0, b4 rew, c4 rew, e4 F 0e, d5 W, i5 G1", "ri", "ri"),
    "one's own pebbles before a crossroads": drawn("a5 R0, b5 F 0e, c5 V B, c9 G1, c8 gns, c7 gns, c6 gns", "ri gi", "gi ri"),
    "pebbles face to face": drawn(
        "a5 R0, b5 F 0e, c5 F 0w, a6 rns, a7 res, b7 rew, c7 rew, d7 rsw, d6 rns, d5 rnw, i5 G1", "ri pebbles", "ri"
    ),
    "two of one colour": drawn(
        "a5 R0, b5 rew, a9 R1, b9 rsw, b8 rns, b7 rns, b6 rne, c6 rsw, i5 G2", "rl rt", "ri rl", "wolf", said="players=3"
    ),
    "an abandoned start": drawn("a5 R, b5 rew, c5 rew, a9 R0, i5 G1", "ri rl", "ri"),
    "no cards but one's own": drawn(f"{RED}, {GREEN}", "ri ri", "", more=f"stock; discard {REST}"),
    "all three, one without cards": drawn(
        "a5 R0, b5 rew, i5 G1, h5 gew, e1 Y2", "ri", "", "yi", said="players=3", more=f"stock; discard {REST_OF_THREE}"
    ),
    "starts to be taken": "poucet players=4 step=choose turn=2\nchose 0 r\nchose 1 r\n",
    "starts to be laid": "poucet size=9 step=start turn=1\nat a5 R\nstart 0 a5\nchose 1 g\n",
    "it is over": drawn("a5 R0, b5 rew, c5 rew, d5 rew, i5 G1", said="step=over end=flower winner=0"),
}
