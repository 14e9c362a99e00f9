"""A slow model of LPPG, written from the rule sheet alone: the oracle the fast engine is tested against.

It shares nothing with the engine and imports only the standard library. Every function restates one rule as literally
as it can; rule ids are those of the rules file. Clear over fast: a list of placements may take a second.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from itertools import combinations

Cell = tuple[int, int]  # (x to the right, y upwards)
Group = frozenset[Cell]  # white cells joined by sides
Whites = frozenset[int]  # which of the cells 1..6 of a card are white, in reading order
Card = str  # colour letter and pattern, "r34"
Terrain = Mapping[Cell, str]  # what lies on top at each covered cell: one of COLOURS, or WHITE

COLOURS, WHITE = "rygb", "w"
ORDINARY, PERMANENT = "o", "p"
BOTH = "op"  # LPPG.C2: both markers still lie on a joined territory, its owner has yet to say which one stays
MARKERS = {ORDINARY: 2, PERMANENT: 1}  # LPPG.M4
SIDE = 48  # LPPG.M5
START_X, START_Y = 24, 22  # LPPG.M5: the starting terrain's lower left cell is (START_X - players, START_Y)
ROWS = {(2, 3): ((1, 2), (3, 4), (5, 6)), (3, 2): ((1, 2, 3), (4, 5, 6))}  # LPPG.M1: width, height; the top row first
TURNED = {1: 3, 2: 6, 3: 2, 4: 5, 5: 1, 6: 4}  # a standing card's cell, and its place once the card is turned clockwise
MIRRORED = {1: 2, 2: 1, 3: 4, 4: 3, 5: 6, 6: 5}  # the same in a mirror, for a standing card
KEPT_SYMMETRIC = ("3", "34", "12")  # LPPG.M3: the single middle cell, the middle pair and an end pair across
MOST_PASSES = 12  # LPPG.T3
MATCH_POINTS = 10  # LPPG.E4
NUMBER = r"-?(?:0|[1-9][0-9]*)"
PLACEMENT = re.compile(rf"({NUMBER}),({NUMBER}):([1-9])x([1-9]):([rygb])([1-6]+)")
MARKING = re.compile(rf"([op])@({NUMBER}),({NUMBER})")
PASS = "pass"
KEEPS = {f"keep {kind}": kind for kind in MARKERS}
DRAWS = {"draw 1": 0, "draw 2": 1}  # which of the two piles
DRAWING = re.compile(r"draw [1-9]")


def digits(whites: Whites) -> str:
    """White cells as written, smallest first."""
    return "".join(str(number) for number in sorted(whites))


def half_turn(whites: Whites) -> Whites:
    """The white cells of a card turned upside down, standing or lying."""
    return frozenset(7 - number for number in whites)


def pattern(whites: Whites) -> str:
    """The name of the pattern of a standing card: the smaller of the two ways a half-turn gives (LPPG.M3)."""
    return min(digits(whites), digits(half_turn(whites)))


def ways(card: Card) -> set[tuple[tuple[int, int], Whites]]:
    """How a card can lie: its size, and its white cells as it lies (LPPG.P1). Four ways, or two."""
    standing = frozenset(map(int, card[1:]))
    lying = frozenset(TURNED[number] for number in standing)
    return {((2, 3), way) for way in (standing, half_turn(standing))} | {((3, 2), way) for way in (lying, half_turn(lying))}


def patterns(deck: str) -> list[str]:
    """The patterns of a deck: the 19 of `standard`, and in `all22` those that it leaves out (LPPG.M3)."""
    every = {pattern(frozenset(chosen)) for count in (1, 2, 3) for chosen in combinations(range(1, 7), count)}
    mirror = {name: pattern(frozenset(MIRRORED[int(number)] for number in name)) for name in every}
    standard = {name for name in every if mirror[name] != name or name in KEPT_SYMMETRIC}
    left_out = every - standard if deck == "all22" else set()
    return [name for names in (standard, left_out) for name in sorted(names, key=lambda name: (len(name), name))]


@cache
def cards_of(deck: str) -> tuple[Card, ...]:
    """All cards of a deck, colour by colour (LPPG.M1, LPPG.M3)."""
    if deck not in ("standard", "all22"):
        raise ValueError(f"no deck is called {deck}")
    return tuple(colour + name for colour in COLOURS for name in patterns(deck))


@dataclass(frozen=True)
class Laid:
    """A card lying somewhere, on the table or beyond its edge."""

    colour: str  # one of COLOURS
    at: Cell  # its lower left cell
    size: tuple[int, int]  # width, height: (2, 3) or (3, 2)
    whites: Whites  # as it lies

    def cells(self) -> dict[Cell, str]:
        """What the card shows at each cell that it takes (LPPG.M1)."""
        x, top = self.at[0], self.at[1] + self.size[1] - 1
        return {
            (x + right, top - down): WHITE if number in self.whites else self.colour
            for down, row in enumerate(ROWS[self.size])
            for right, number in enumerate(row)
        }

    def card(self) -> Card:
        """Which card it is."""
        back = {place: number for number, place in TURNED.items()}
        standing = self.whites if self.size == (2, 3) else frozenset(back[place] for place in self.whites)
        return self.colour + pattern(standing)

    def text(self) -> str:
        """The placement as a move is written."""
        return f"{self.at[0]},{self.at[1]}:{self.size[0]}x{self.size[1]}:{self.colour}{digits(self.whites)}"


def read_placement(text: str) -> Laid | None:
    """The placement that a text says; None if it says none."""
    found = PLACEMENT.fullmatch(text)
    if not found:
        return None
    x, y, width, height = map(int, found.group(1, 2, 3, 4))
    whites = frozenset(map(int, found[6]))
    if digits(whites) != found[6]:
        return None
    return Laid(found[5], (x, y), (width, height), whites)


@dataclass(frozen=True)
class Territory:
    """A closed region that bears a marker (LPPG.D2)."""

    owner: int  # seat
    kind: str  # ORDINARY or PERMANENT (LPPG.C5); BOTH until a decision of LPPG.C2 is taken
    cells: Group


def beside(cell: Cell) -> set[Cell]:
    """The four cells that share a side with this one."""
    x, y = cell
    return {(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)}


def around(cell: Cell) -> set[Cell]:
    """The eight cells that share a side or a corner with this one."""
    x, y = cell
    return {(x + right, y + up) for right in (-1, 0, 1) for up in (-1, 0, 1)} - {cell}


def white_groups(terrain: Terrain) -> list[Group]:
    """The maximal sets of white cells joined by sides, with markers or without (LPPG.D2)."""
    return joined(frozenset(cell for cell, colour in terrain.items() if colour == WHITE))


@lru_cache(10_000)
def joined(cells: Group) -> list[Group]:
    """Cells as the maximal sets joined by sides."""
    left, groups = set(cells), []
    while left:
        waiting = [left.pop()]
        reached = set(waiting)
        while waiting:
            near = beside(waiting.pop()) & left
            left -= near
            reached |= near
            waiting.extend(near)
        groups.append(frozenset(reached))
    return groups


def is_open(group: Group, terrain: Terrain, outside_corners: bool) -> bool:
    """LPPG.D2: whether some cell touches the outside, which is all that no card covers (LPPG.D1), holes included.

    No card lies beyond the edge of the table, so that is outside too (LPPG.M5).
    """
    near = around if outside_corners else beside
    return any(place not in terrain for cell in group for place in near(cell))


def handle(group: Group) -> Cell:
    """The cell that a region is named by: its lowest, then leftmost."""
    return min(group, key=lambda cell: (cell[1], cell[0]))


def smallest_alone(territories: list[Territory]) -> Territory | None:
    """LPPG.E2: the territory that wins. All of equal size cancel each other, whoever owns them; None if none is left."""
    sizes = Counter(len(territory.cells) for territory in territories)
    alone = [territory for territory in territories if sizes[len(territory.cells)] == 1]
    return min(alone, key=lambda territory: len(territory.cells), default=None)


@dataclass
class Outcome:
    """What a placement does, before any decision on markers: LPPG.C1 to LPPG.C3, and the regions that LPPG.C4 finds."""

    territories: list[Territory] = field(default_factory=list)  # afterwards; of kind BOTH where the owner has to decide
    closed: set[Group] = field(default_factory=set)  # all closed regions without marker afterwards, old ones included
    new: set[Group] = field(default_factory=set)  # those of `closed` without a cell that was in a closed one before
    grown: list[tuple[Territory, Group]] = field(default_factory=list)  # as it was, the cells it has now (LPPG.C1)
    joined: list[tuple[list[Territory], Group]] = field(default_factory=list)  # as they were, and now (LPPG.C2)
    opened: list[Territory] = field(default_factory=list)  # as they were (LPPG.C3)
    returned: list[tuple[int, str]] = field(default_factory=list)  # seat and kind of the markers that go back at once

    def largest(self) -> set[Group]:
        """LPPG.C4: the regions one of which the mover has to mark; none if none is closed."""
        most = max(map(len, self.closed), default=0)
        return {region for region in self.closed if len(region) == most}


def consequences(before: Terrain, after: Terrain, territories: list[Territory], outside_corners: bool) -> Outcome:
    """LPPG.C1 to LPPG.C3 for a placement that made `after` of `before`: final white groups are judged."""
    was_closed = {group for group in white_groups(before) if not is_open(group, before, outside_corners)}
    result = Outcome()
    for group in white_groups(after):
        within = [territory for territory in territories if territory.cells <= group]
        if is_open(group, after, outside_corners):
            result.opened += within
            result.returned += [(territory.owner, territory.kind) for territory in within]
        elif not within:
            result.closed.add(group)
        elif len(within) == 1:
            result.territories.append(replace(within[0], cells=group))
            if within[0].cells != group:
                result.grown.append((within[0], group))
        else:
            _join(within, group, result)
    result.new = {group for group in result.closed if not any(group & old for old in was_closed)}
    return result


def _join(within: list[Territory], group: Group, result: Outcome) -> None:
    """LPPG.C2 for the territories, all of one player (LPPG.P4), that have become this closed group."""
    kinds = {territory.kind for territory in within}
    result.joined.append((within, group))
    if len(kinds) == 1:
        result.territories.append(replace(within[0], cells=group))
        result.returned += [(territory.owner, territory.kind) for territory in within[1:]]
    else:
        result.territories.append(Territory(within[0].owner, BOTH, group))


def no_chance(cards: list[Card]) -> list[Card]:
    """The shuffle of a table that was given none."""
    raise RuntimeError(f"this table was given no way to shuffle {len(cards)} cards")


def never_turned(card: Card) -> bool:
    """How the cards of a starting terrain lie at a table that wasn't told: as their patterns are named."""
    return False


@dataclass
class Table:
    """A position of LPPG. `play` changes it in place.

    Without `cells`, a game begins: the cards are dealt (LPPG.S2, LPPG.S3). Else all fields of a position made by hand are
    to be given, and ValueError says what no game could have come to.
    """

    players: int  # LPPG.S1: 2 or 4
    cells: dict[Cell, str] = field(default_factory=dict)  # the terrain: what lies on top
    territories: list[Territory] = field(default_factory=list)
    hands: list[list[Card]] = field(default_factory=list)  # by seat
    piles: tuple[list[Card], list[Card]] = field(default_factory=lambda: ([], []))  # the top card last
    discard: list[Card] = field(default_factory=list)  # the latest last
    mover: int = 0  # whose turn it is; when it's over, whose it was
    decision: str = "place"  # what is to be decided: "place", "keep" (LPPG.C2), "mark" (LPPG.C4), "draw", or "over"
    passes: int = 0  # in a row (LPPG.T3)
    turns_left: int | None = None  # LPPG.E3: turns to play in the last round, the one under way included; None before it
    deck: str = "standard"  # LPPG.M3: or "all22"
    outside_corners: bool = False  # LPPG.D2
    match: bool = False  # LPPG.E4
    points: list[int] = field(default_factory=lambda: [0, 0])  # LPPG.E4: by side, see side_of
    first: int = 0  # who began this round
    rounds: list[tuple[str, int | None, int]] = field(default_factory=list)  # those over: what ended it, side, its points
    laid: list[Laid] = field(default_factory=list)  # the cards in the order laid, the starting terrain first; if known
    markers: list[dict[str, int]] = field(default_factory=list)  # left, by seat and kind; if none are given, worked out
    ended_by: str | None = None  # "markers" (LPPG.E1), "cards" (LPPG.E3) or "passes" (LPPG.T3); None while it goes on
    shuffle: Callable[[list[Card]], list[Card]] = field(default=no_chance, repr=False)  # LPPG.T2, LPPG.S2
    turned: Callable[[Card], bool] = field(default=never_turned, repr=False)  # LPPG.S2: by a half-turn, or not

    def __post_init__(self) -> None:
        """Deal, or refuse a table that makes no sense: an oracle must not answer for one."""
        if self.players not in (2, 4) or self.mover not in range(self.players) or self.first not in range(self.players):
            raise ValueError("LPPG is played by 2 or 4, in seats counted from 0 (LPPG.S1)")
        if not self.cells:
            self._deal()
        if not self.markers:
            bearing = Counter((lies.owner, kind) for lies in self.territories for kind in lies.kind)
            self.markers = [{kind: MARKERS[kind] - bearing[seat, kind] for kind in MARKERS} for seat in range(self.players)]
        wrong = [name for name, holds in self.soundness().items() if not holds]
        if wrong:
            raise ValueError(f"not a table of LPPG, see {', '.join(wrong)} in {self}")

    # What the table shows

    def decider(self) -> int | None:
        """The seat that the decision is up to; None when it's over. LPPG.C2: the mover's merger first, then clockwise."""
        if self.decision == "keep":
            joined = {territory.owner for territory in self.territories if territory.kind == BOTH}
            return next(seat for seat in self._clockwise() if seat in joined)
        return None if self.decision == "over" else self.mover

    def side_of(self, seat: int) -> int:
        """LPPG.S1: seats 0 and 2 against 1 and 3; between two players, each is a side."""
        return seat % 2

    def regions(self) -> dict[Group, bool]:
        """All regions, that is without marker, and whether each is closed (LPPG.D2)."""
        marked = {territory.cells for territory in self.territories}
        groups = [group for group in white_groups(self.cells) if group not in marked]
        return {group: not is_open(group, self.cells, self.outside_corners) for group in groups}

    def winners(self) -> set[int]:
        """The seats that won the game (LPPG.E2), or the match (LPPG.E4); nobody, perhaps. ValueError while it goes on."""
        if self.decision != "over":
            raise ValueError(f"nobody has won yet in {self}")
        if self.match:
            return {seat for seat in range(self.players) if self.points[self.side_of(seat)] >= MATCH_POINTS}
        return {seat for seat in range(self.players) if self.side_of(seat) == self.rounds[-1][1]}

    def copy(self) -> Table:
        """The same table, to play on from."""
        same = copy(self)
        same.cells, same.territories, same.discard = dict(self.cells), list(self.territories), list(self.discard)
        same.hands, same.piles = [list(hand) for hand in self.hands], (list(self.piles[0]), list(self.piles[1]))
        same.points, same.rounds, same.laid = list(self.points), list(self.rounds), list(self.laid)
        same.markers = [dict(left) for left in self.markers]
        return same

    # Moves

    def moves(self) -> list[str]:
        """The texts of all legal moves; none when the game is over."""
        if self.decision == "place":
            return [laid.text() for laid in self._placements()] or [PASS]
        if self.decision == "keep":
            return list(KEEPS)
        if self.decision == "mark":
            return self._markings()
        if self.decision == "draw":
            return [text for text, pile in DRAWS.items() if self.piles[pile]]
        return []

    def why_not(self, text: str) -> str | None:
        """The first rule against a move, None if it is legal; ValueError if the text isn't written like a move.

        Before those of placing (LPPG.M5, LPPG.P1 to LPPG.P6) come the rules that say what is decided now, and by what.
        """
        laid, marking = read_placement(text), MARKING.fullmatch(text)
        drawing = DRAWING.fullmatch(text)
        if not (laid or marking or drawing or text == PASS or text in KEEPS):
            raise ValueError(f"{text!r} isn't written like a move")
        if self.decision == "over":
            ended = {"markers": "LPPG.E1", "cards": "LPPG.E3", "passes": "LPPG.T3"}[str(self.ended_by)]
            return "LPPG.E4" if self.match else ended
        if self.decision == "keep":
            return None if text in KEEPS else "LPPG.C2"
        if self.decision == "mark":
            return self._against_marking(text)
        if self.decision == "draw":
            return self._against_drawing(text) if drawing else "LPPG.T1"
        if text == PASS:
            return "LPPG.T3" if any(True for _ in self._placements()) else None
        if laid:
            return self._against_card(laid) or self._against_placing(laid)
        if marking:  # the card first; without a closed region there is nothing to mark either
            return "LPPG.T1" if any(self.regions().values()) else "LPPG.C4"
        return "LPPG.T1" if drawing else "LPPG.C2"

    def outcome(self, text: str) -> Outcome:
        """What a legal placement would do. ValueError for any other move."""
        laid = read_placement(text)
        if laid is None or self.why_not(text):
            raise ValueError(f"{text} is no placement that is legal in {self}")
        return self._outcome(laid)

    def play(self, text: str) -> None:
        """Play a move, and whatever follows from it until the next decision. ValueError if it's not legal."""
        rule = self.why_not(text)
        if rule:
            raise ValueError(f"{text} is against {rule} in {self}")
        laid = read_placement(text)
        if laid:
            self._place(laid)
        elif text == PASS:
            self._pass()
        elif text in KEEPS:
            self._keep(KEEPS[text])
        elif text in DRAWS:
            self._draw(DRAWS[text])
        else:
            self._mark(text)

    # Placing

    def _placements(self) -> Iterator[Laid]:
        """All legal placements of the mover's cards (LPPG.P1 to LPPG.P6). A card that covers something begins near it."""
        corners = {(x - left, y - down) for x, y in self.cells for left in range(3) for down in range(3)}
        for card in self.hands[self.mover]:
            for size, whites in sorted(ways(card), key=lambda way: (way[0], sorted(way[1]))):
                for at in sorted(corners):
                    laid = Laid(card[0], at, size, whites)
                    if self._against_placing(laid) is None:
                        yield laid

    def _against_card(self, laid: Laid) -> str | None:
        """What is against the card itself: it lies upright or across, is in the deck and in the hand."""
        if laid.size not in ROWS:
            return "LPPG.P1"
        if laid.card() not in cards_of(self.deck):
            return "LPPG.M3"
        return None if laid.card() in self.hands[self.mover] else "LPPG.T1"

    def _against_placing(self, laid: Laid) -> str | None:
        """The first of the rules of placing that a card lying so offends."""
        shown = laid.cells()
        covered = shown.keys() & self.cells.keys()
        if not all(x in range(SIDE) and y in range(SIDE) for x, y in shown):
            return "LPPG.M5"
        if len(covered) not in range(1, 6):
            return "LPPG.P1"
        if not any(shown[cell] == self.cells[cell] for cell in covered):
            return "LPPG.P2"
        if any(covered & territory.cells for territory in self.territories):
            return "LPPG.P3"
        return self._against_outcome(laid) if self.territories else None  # the other rules speak of territories

    def _against_outcome(self, laid: Laid) -> str | None:
        """The first of the rules about what becomes of territories that a placement offends."""
        after = self.cells | laid.cells()
        for group in (groups := white_groups(after)):
            if len({territory.owner for territory in self.territories if territory.cells <= group}) > 1:
                return "LPPG.P4"
        for group in groups:
            permanent = any(lies.kind == PERMANENT and lies.cells <= group for lies in self.territories)
            if permanent and is_open(group, after, self.outside_corners):
                return "LPPG.P5"
        return "LPPG.P6" if self._ends_badly(self._outcome(laid)) else None

    def _ends_badly(self, outcome: Outcome) -> bool:
        """LPPG.P6: the mover would have to set the third marker without being, or being the partner of, the winner."""
        theirs = [territory for territory in outcome.territories if territory.owner == self.mover]
        if len(theirs) != 2 or not outcome.closed:
            return False
        third = Territory(self.mover, ORDINARY, next(iter(outcome.largest())))
        winning = smallest_alone([*outcome.territories, third])
        return winning is None or self.side_of(winning.owner) != self.side_of(self.mover)

    def _outcome(self, laid: Laid) -> Outcome:
        return consequences(self.cells, self.cells | laid.cells(), self.territories, self.outside_corners)

    def _place(self, laid: Laid) -> None:
        """LPPG.T1: lay a card, then the consequences LPPG.C1 to LPPG.C3."""
        outcome = self._outcome(laid)
        self.hands[self.mover].remove(laid.card())
        self.laid.append(laid)
        self.cells |= laid.cells()
        self.territories = outcome.territories
        for seat, kind in outcome.returned:
            self.markers[seat][kind] += 1
        self.passes = 0
        self._go_on()

    def _pass(self) -> None:
        """LPPG.T3. The twelfth pass in a row ends the game as it is said: nothing is discarded or drawn any more."""
        self.passes += 1
        if self.passes == MOST_PASSES:
            self._end("passes")
        else:
            self._finish_turn()

    # Markers

    def _go_on(self) -> None:
        """What follows once LPPG.C1 and LPPG.C3 are done: mergers to decide (LPPG.C2), then LPPG.C4, then the cards."""
        if any(territory.kind == BOTH for territory in self.territories):
            self.decision = "keep"
        elif any(self.regions().values()):
            self.decision = "mark"
            answers = self._markings()
            if len(answers) == 1:
                self._mark(answers[0])
        else:
            self._finish_turn()

    def _keep(self, kind: str) -> None:
        """LPPG.C2: the owner keeps one of the two markers of a joined territory, and takes back the other."""
        owner = self.decider()
        joined = next(lies for lies in self.territories if lies.owner == owner and lies.kind == BOTH)
        self.territories[self.territories.index(joined)] = replace(joined, kind=kind)
        self.markers[joined.owner][PERMANENT if kind == ORDINARY else ORDINARY] += 1
        self._go_on()

    def _to_mark(self) -> dict[Cell, Group]:
        """LPPG.C4: the largest closed regions, by the cell that names each."""
        closed = [group for group, is_closed in self.regions().items() if is_closed]
        return {handle(group): group for group in closed if len(group) == max(map(len, closed))}

    def _markings(self) -> list[str]:
        """LPPG.C4: one of the mover's markers on one of the largest closed regions."""
        kinds = [kind for kind in MARKERS if self.markers[self.mover][kind]]
        return [f"{kind}@{x},{y}" for kind in kinds for x, y in sorted(self._to_mark())]

    def _against_marking(self, text: str) -> str | None:
        """LPPG.C4 if it isn't one of the regions to mark, or no such marker is left."""
        return None if text in self._markings() else "LPPG.C4"

    def _mark(self, text: str) -> None:
        """LPPG.C4: set the marker; the third on the terrain ends the game (LPPG.E1)."""
        kind, place = text.split("@")
        x, y = map(int, place.split(","))
        self.territories.append(Territory(self.mover, kind, self._to_mark()[x, y]))
        self.markers[self.mover][kind] -= 1
        if sum(territory.owner == self.mover for territory in self.territories) == sum(MARKERS.values()):
            self._end("markers")
        else:
            self._finish_turn()

    # Cards

    def _finish_turn(self) -> None:
        """LPPG.T1: discard what is left in the hand and draw two; in the last round only discard (LPPG.E3)."""
        self.discard += self.hands[self.mover]
        self.hands[self.mover] = []
        if self.turns_left is None:
            self._refill()
            self._ask_draw()
        elif self.turns_left > 1:
            self.turns_left -= 1
            self._next_turn()
        else:
            self.turns_left = 0
            self._end("cards")

    def _ask_draw(self) -> None:
        """Let the mover say which pile to draw from, unless only one has cards."""
        self.decision = "draw"
        answers = [pile for pile in DRAWS.values() if self.piles[pile]]
        if len(answers) == 1:
            self._draw(answers[0])

    def _against_drawing(self, text: str) -> str | None:
        """LPPG.S3: there are two piles; LPPG.T2: one of them may be empty, of a single card left."""
        if text not in DRAWS:
            return "LPPG.S3"
        return None if self.piles[DRAWS[text]] else "LPPG.T2"

    def _draw(self, pile: int) -> None:
        """LPPG.T1: one of the two draws. Who takes the last two cards brings about the last round (LPPG.E3)."""
        self.hands[self.mover].append(self.piles[pile].pop())
        self._refill()
        if len(self.hands[self.mover]) < 2:
            self._ask_draw()
            return
        if not any(self.piles):
            self.turns_left = self.players
        self._next_turn()

    def _refill(self) -> None:
        """LPPG.T2: once a pile is empty, shuffle the discard into the other and split it; the first gets the odd card.

        The shuffle gets the pile from its bottom, then the discard from its oldest card; what it returns is cut in two, the
        first part for the first pile, both from the bottom. Nothing is shuffled if there is one card, or none.
        """
        if all(self.piles):
            return
        cards = [*self.piles[0], *self.piles[1], *self.discard]
        self.discard = []
        self.piles = self._split(self._shuffled(cards) if len(cards) > 1 else cards)

    def _shuffled(self, cards: list[Card]) -> list[Card]:
        """The cards in the order that chance gives."""
        order = list(self.shuffle(list(cards)))
        if sorted(order) != sorted(cards):
            raise RuntimeError("the shuffle gave back other cards")
        return order

    def _split(self, cards: list[Card]) -> tuple[list[Card], list[Card]]:
        half = (len(cards) + 1) // 2
        return cards[:half], cards[half:]

    # Turns and rounds

    def _clockwise(self) -> list[int]:
        """All seats from the mover on."""
        return [(self.mover + step) % self.players for step in range(self.players)]

    def _next_turn(self) -> None:
        self.mover = (self.mover + 1) % self.players
        self.decision = "place"

    def _end(self, ended_by: str) -> None:
        """LPPG.E2; in a match, points, then another round unless a side has enough (LPPG.E4)."""
        winning = smallest_alone(self.territories)
        side, size = (self.side_of(winning.owner), len(winning.cells)) if winning else (None, 0)
        self.rounds.append((ended_by, side, size))
        if self.match and side is not None:
            self.points[side] += size
        if self.match and max(self.points) < MATCH_POINTS:
            self.first = (self.first + 1) % self.players
            self._deal()
        else:
            self.ended_by, self.decision = ended_by, "over"

    def _deal(self) -> None:
        """LPPG.S2, LPPG.S3: a round begins.

        Of the shuffled cards the first ones make the terrain from the left, the next ones the hands by seat, the others the
        first pile and the second, each from the bottom.
        """
        order = self._shuffled(list(cards_of(self.deck)))
        start, dealt, rest = order[: self.players], order[self.players : 3 * self.players], order[3 * self.players :]
        self.laid = []
        for place, card in enumerate(start):
            whites = frozenset(map(int, card[1:]))
            at = (START_X - self.players + 2 * place, START_Y)
            self.laid.append(Laid(card[0], at, (2, 3), half_turn(whites) if self.turned(card) else whites))
        self.cells = {cell: shown for laid in self.laid for cell, shown in laid.cells().items()}
        self.hands = [dealt[2 * seat : 2 * seat + 2] for seat in range(self.players)]
        self.piles, self.discard, self.territories = self._split(rest), [], []
        self.markers = [dict(MARKERS) for _ in range(self.players)]
        self.mover, self.decision, self.passes, self.turns_left = self.first, "place", 0, None

    # What holds at every table

    def soundness(self) -> dict[str, bool]:
        """What has to hold, by name."""
        apart = [card for pile in (*self.hands, *self.piles, self.discard) for card in pile]
        apart += [lies.card() for lies in self.laid]
        on_top = {cell: shown for lies in self.laid for cell, shown in lies.cells().items()}
        groups = [group for group in white_groups(self.cells) if not is_open(group, self.cells, self.outside_corners)]
        lying = [territory.cells for territory in self.territories]
        return {
            "cells": all(x in range(SIDE) and y in range(SIDE) for x, y in self.cells)
            and set(self.cells.values()) <= {*COLOURS, WHITE},
            "laid": on_top.items() <= self.cells.items(),
            "cards": len(set(apart)) == len(apart) and set(apart) <= set(cards_of(self.deck)),
            "hands": self._hands_sound(),
            "piles": self._piles_sound(),
            "territories": len(set(lying)) == len(lying) and set(lying) <= set(groups),
            "markers": self._markers_sound(),
            "decision": self._decision_sound(),
            "passes": 0 <= self.passes < MOST_PASSES + (self.ended_by == "passes")
            and (self.turns_left is None or self.passes <= self.players - self.turns_left),
            "match": len(self.points) == 2 and (not any(self.points) or self.match),
        }

    def _hands_sound(self) -> bool:
        """Two cards to everybody, but to the mover in the middle of a turn, and to who has played the last turn (LPPG.E3)."""
        if len(self.hands) != self.players:
            return False
        holding = {"place": {2}, "keep": {1}, "mark": {1}, "draw": {0, 1}, "over": {0, 1, 2}}[self.decision]
        to_play = self._clockwise()[1 : self.turns_left]
        others = {seat: 2 if seat in to_play else 0 for seat in self._clockwise()[1:]}
        return len(self.hands[self.mover]) in holding and all(len(self.hands[seat]) == many for seat, many in others.items())

    def _piles_sound(self) -> bool:
        """LPPG.T2, LPPG.E3: no pile is empty but of one card left, none at all in the last round, and only then."""
        if self.turns_left is not None:
            return not any(self.piles)
        return all(self.piles) or (len(self.piles[0]) == 1 and not self.discard and self.decision != "draw")

    def _markers_sound(self) -> bool:
        """LPPG.M4: three markers each, none lost, at most two of them on the terrain unless that has ended the game."""
        lying = Counter((territory.owner, kind) for territory in self.territories for kind in territory.kind)
        kept = [{kind: left[kind] + lying[seat, kind] for kind in MARKERS} for seat, left in enumerate(self.markers)]
        negative = any(count < 0 for left in self.markers for count in left.values())
        full = [seat for seat, left in enumerate(self.markers) if not any(left.values())]
        return kept == [MARKERS] * self.players and not negative and full == [self.mover] * (self.ended_by == "markers")

    def _decision_sound(self) -> bool:
        """There is something to decide, and it's the thing to decide first."""
        joined = any(territory.kind == BOTH for territory in self.territories)
        if self.decision == "mark":
            return not joined and len(self._markings()) > 1
        return self.decision in ("place", "draw", "over", "keep") and joined == (self.decision == "keep")
