"""What may be laid where, in the slow model: POU.T1 to POU.T5, POU.O1, POU.W1, POU.W2, POU.X1 to POU.X3."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from escale.games.poucet.tests import model_paths
from escale.games.poucet.tests.model_paths import Path
from escale.games.poucet.tests.model_table import COLOURS, KINDS, OPPOSITE, SHAPES, SIDES, Cell, Kind, Laid, Table

PATH, CROSSING, OBSTACLE, PASSAGE = "path", "crossing", "obstacle", "passage"  # the roles of a play
LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class Play:
    """A card laid somewhere, allowed or not."""

    card: Kind | None  # None: openings that no card has
    at: Cell
    turned: str = ""  # the openings of a path card as it lies, or the way of pebbles
    colour: str = ""  # of a path card

    def text(self) -> str:
        """As moves are written."""
        if self.colour:
            return f"{cell_text(self.at)}:{self.colour}{self.turned}"
        return f"{cell_text(self.at)}:{self.card}" + (f"-{self.turned}" if self.turned else "")

    def laid(self, seat: int) -> Laid:
        """The card on the board, laid by a seat."""
        if self.colour:
            return Laid("path", self.colour, self.turned)
        return Laid(str(self.card), way=self.turned, seat=seat if self.card == "pebbles" else -1)


@dataclass(frozen=True)
class Verdict:
    """What the rules say of a play, apart from whether there are others."""

    against: str = ""  # the refusal by which it is never allowed; "" if it may be
    role: str = ""
    forced: bool = False  # POU.T1: only if there is no play of choice


@dataclass(frozen=True)
class Scene:
    """A table as the seat to move sees it, with what is asked again and again."""

    table: Table
    seat: int  # who lays
    paths: list[Path]

    def ends_at(self, cell: Cell, colour: str | None = None) -> set[tuple[int, str]]:
        """Seats and ways of the ends at a cell: of all paths, or of those of a colour."""
        return {
            (seat, way)
            for seat, path in enumerate(self.paths)
            if colour is None or self.table.colour_of(seat) == colour
            for way in SIDES
            if (cell, way) in path.ends
        }

    def is_own(self, ends: set[tuple[int, str]]) -> bool:
        """Whether one of these ends is of who lays."""
        return any(seat == self.seat for seat, _ in ends)


def scene_of(table: Table, seat: int) -> Scene:
    """The table as it lies."""
    return Scene(table, seat, model_paths.paths_of(table))


def cell_text(cell: Cell) -> str:
    """A cell as it is written."""
    return f"{LETTERS[cell[0]]}{cell[1] + 1}"


def near_flower(table: Table, cell: Cell) -> bool:
    """POU.O1: the eight cells around the flower."""
    return max(abs(cell[0] - table.flower[0]), abs(cell[1] - table.flower[1])) == 1


def judged(scene: Scene, play: Play) -> Verdict:
    """What the rules say of a card laid on a cell of the board."""
    if play.at == scene.table.flower:
        return Verdict("on_flower")
    card = scene.table.top(play.at)
    if card is not None and card.kind in ("start", "boots"):
        return Verdict(f"on_{card.kind}")
    if not scene.ends_at(play.at):
        return Verdict("no_end")
    if play.colour:
        return path_on_empty(scene, play) if card is None else path_on_card(scene, play, card)
    if play.card == "pebbles":
        return pebbles_on(scene, play, card)
    if play.card == "boots":
        return boots_on(scene, play, card)
    if play.card == "river" and card is not None and card.kind == "wolf":
        return passage(scene, scene.ends_at(play.at))
    return obstacle_on(scene, play, card)


def met(ends: set[tuple[int, str]], open_sides: str) -> set[tuple[int, str]]:
    """POU.T2: the ends that an opening of a path card meets."""
    return {(seat, way) for seat, way in ends if OPPOSITE[way] in open_sides}


def path_on_empty(scene: Scene, play: Play) -> Verdict:
    """POU.T2, and POU.T4 where no path of the card's colour ends."""
    ends = scene.ends_at(play.at, play.colour)
    if not ends:
        return hindering(scene, play.at)
    joined = met(ends, play.turned)
    if not joined:
        return Verdict("does_not_meet")
    return Verdict(role=PATH, forced=favours(scene, joined))


def path_on_card(scene: Scene, play: Play, card: Laid) -> Verdict:
    """POU.X1, POU.X2: covering."""
    if card.kind in ("wolf", "river", "forest"):
        return Verdict("needs_passage")
    if card.kind == "ogre":
        return Verdict("ogre_stays")
    if card.kind == "path" and card.colour == play.colour:
        return Verdict("same_colour")
    ends = scene.ends_at(play.at, play.colour)
    if not ends:
        return Verdict("no_end_of_colour")
    if card.kind == "pebbles":
        ends = {(seat, way) for seat, way in ends if play.at not in scene.paths[seat].cells}
    if not ends:
        return Verdict("own_pebbles")
    if not scene.table.crossing and any(play.at in path.cells for path in scene.paths):
        return Verdict("crossing_off")
    joined = met(ends, play.turned)
    if not joined:
        return Verdict("does_not_meet")
    return Verdict(role=CROSSING, forced=favours(scene, joined))


def obstacle_on(scene: Scene, play: Play, card: Laid | None) -> Verdict:
    """POU.T3, POU.O1."""
    if card is not None:
        return Verdict("not_empty")
    if play.card == "ogre" and near_flower(scene.table, play.at):
        return Verdict("ogre_near")
    return hindering(scene, play.at)


def pebbles_on(scene: Scene, play: Play, card: Laid | None) -> Verdict:
    """POU.T5, POU.W1: straight away from the end that they are laid at."""
    if card is None or card.kind != "forest":
        return Verdict("ogre_stays" if card is not None and card.kind == "ogre" else "wrong_passage")
    ends = {(seat, way) for seat, way in scene.ends_at(play.at) if way == play.turned}
    return passage(scene, ends) if ends else Verdict("wrong_way")


def boots_on(scene: Scene, play: Play, card: Laid | None) -> Verdict:
    """POU.T5: on a forest or a river; a wolf has to be drowned first."""
    if card is not None and card.kind in ("forest", "river"):
        return passage(scene, scene.ends_at(play.at))
    names = {"wolf": "drown_first", "ogre": "ogre_stays"}
    return Verdict(names.get(card.kind, "wrong_passage") if card is not None else "wrong_passage")


def hindering(scene: Scene, cell: Cell) -> Verdict:
    """POU.T3, POU.T4: of choice at an opponent's end, whoever else's it is; forced where only one's own path ends."""
    opponents = {seat for seat, _ in scene.ends_at(cell)} - {scene.seat}
    return Verdict(role=OBSTACLE, forced=not opponents)


def passage(scene: Scene, ends: set[tuple[int, str]]) -> Verdict:
    """POU.T5: of choice at one's own end."""
    return Verdict(role=PASSAGE, forced=favours(scene, ends))


def favours(scene: Scene, ends: set[tuple[int, str]]) -> bool:
    """POU.T1: whether a card laid at these ends serves opponents only, which is forced; unless `favour=free`."""
    return not scene.table.free and not scene.is_own(ends)


# All plays there are


def ways_round(card: Kind) -> list[Play]:
    """How a card may be turned, in the order of moves; where it lies is left open."""
    if card[0] in COLOURS and card[1:] in SHAPES:
        return [Play(card, (0, 0), turned, card[0]) for turned in SHAPES[card[1]]]
    return [Play(card, (0, 0), way) for way in SIDES] if card == "pebbles" else [Play(card, (0, 0))]


def plays_with(scene: Scene, card: Kind) -> Iterator[tuple[Play, Verdict]]:
    """Every play with a kind of card, of choice or forced, in the order of moves."""
    cells = {cell for path in scene.paths for cell, _ in path.ends}
    for x, y in sorted(cells, key=lambda cell: (cell[1], cell[0])):
        for way in ways_round(card):
            play = Play(card, (x, y), way.turned, way.colour)
            verdict = judged(scene, play)
            if not verdict.against:
                yield play, verdict


def legal_plays(scene: Scene, hand: list[Kind]) -> list[tuple[Play, Verdict]]:
    """POU.T1: the plays of choice with a hand; the forced ones only if there are none."""
    every = [found for card in KINDS if card in hand for found in plays_with(scene, card)]
    return [found for found in every if not found[1].forced] or every


def kinds_of_choice(scene: Scene) -> set[Kind]:
    """The kinds of cards with which there is a play of choice, in the hand or not."""
    return {card for card in KINDS if any(not verdict.forced for _, verdict in plays_with(scene, card))}


def kinds_playable(scene: Scene) -> set[Kind]:
    """The kinds of cards with which there is a play, of choice or forced."""
    return {card for card in KINDS if any(True for _ in plays_with(scene, card))}
