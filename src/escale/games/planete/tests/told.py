"""What really comes of a move, found with the slow model alone: for checking what hints say."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from escale import Position
from escale.games.planete.tests import model_scoring, model_view, slow_model
from escale.games.planete.tests.model_notation import read
from escale.games.planete.tests.model_table import PLACES, STACKS, Lying, Planet, Table, tiles_on

OPPONENT = "opponent"  # how the other one of two is told
Tile = tuple[str, str]  # its stack and its name


class Before:
    """A table before a move, of which some moves are told."""

    def __init__(self, pos: Position) -> None:
        """Read it from its text."""
        assert pos.turn is not None
        self.pos, self.seat = pos, pos.turn
        self.table: Table = read(pos.text())
        self.names: list[str] = slow_model.moves(self.table)


class Told:
    """A move of which something is told, and what comes of it."""

    def __init__(self, before: Before, name: str) -> None:
        """Say which."""
        self.before, self.name = before, name
        self.pos, self.seat, self.table = before.pos, before.seat, before.table
        self.do, self.said = name.split()[:2]

    @cached_property
    def later(self) -> Table:
        """The table after the move."""
        return slow_model.after_legal(self.table, self.name)

    @property
    def planet(self) -> Planet:
        """The mover's planet."""
        return self.table.planets[self.seat]

    @property
    def then(self) -> Planet:
        """The same after the move."""
        return self.later.planets[self.seat]

    @property
    def others(self) -> list[int]:
        """All other seats."""
        return [seat for seat in range(self.table.players) if seat != self.seat]

    @property
    def waiting(self) -> list[int]:
        """The others that have no tile yet this round."""
        return [seat for seat in slow_model.waiting(self.table) if seat != self.seat]

    def one(self, values: dict[str, Any]) -> int:
        """The seat of which a sentence tells: the other one of two, or a player by number."""
        who = values["whose"]
        assert (who == OPPONENT) == (self.table.players == 2)
        return 1 - self.seat if who == OPPONENT else int(who) - 1

    # Tiles

    @property
    def guesses(self) -> bool:
        """Whether a tile lies hidden that the mover doesn't know."""
        return bool(self.table.hidden) and self.seat != self.table.first

    @property
    def tile(self) -> Tile | None:
        """The tile that is taken or hidden; None if the mover doesn't know it, or if it is another move."""
        if self.do not in ("take", "hide") or (self.said == "hidden" and self.guesses):
            return None
        assert self.table.offered is not None
        tile = self.table.hidden if self.said == "hidden" else self.said
        assert tile is not None
        return self.table.offered, tile

    @property
    def shown(self) -> list[Tile]:
        """The tiles that lie face up, or that the mover looks at."""
        return [(self.table.offered or "", tile) for tile in self.table.offer]

    @property
    def beside(self) -> list[Tile]:
        """The tiles on the table that the mover knows, of other kinds than the one taken."""
        known = [*self.shown, *([(self.table.offered or "", self.table.hidden)] if self.table.hidden else [])]
        return [tile for tile in (self.shown if self.guesses else known) if tile != self.tile]

    def unseen(self, *stacks: str) -> list[Tile]:
        """All tiles of some stacks that the mover has never seen."""
        counts = {stack: model_view.unseen(self.table, stack, self.seat) for stack in stacks}
        return [(stack, tile) for stack, kinds in counts.items() for tile, n in kinds.items() for _ in range(n)]

    @property
    def maybe(self) -> list[Tile]:
        """All tiles that may lie hidden."""
        return self.unseen(self.table.offered or "")

    # Planets

    def with_tiles(self, seat: int, *tiles: Tile) -> Planet:
        """A seat's planet, if it had these tiles too."""
        planet = dict(self.table.planets[seat])
        for stack, tile in tiles:
            planet[next(cell for cell in PLACES[stack] if cell not in planet)] = Lying(tile)
            slow_model.turn_baobabs(planet)
        return planet

    def gain(self, seat: int, tile: Tile) -> int:
        """How much more a seat's characters give with a tile."""
        return model_scoring.planet_points(self.with_tiles(seat, tile)) - model_scoring.planet_points(self.table.planets[seat])

    def own_gain(self) -> int:
        """How much more the mover's give by the move."""
        return model_scoring.planet_points(self.then) - model_scoring.planet_points(self.planet)

    def alone(self, character: str, *tiles: Tile) -> int:
        """What one character gives the mover that had these tiles and that character too."""
        return model_scoring.character_points(self.with_tiles(self.seat, *tiles, ("character", character)), character)

    def turns(self, seat: int, tile: Tile) -> bool:
        """Whether a tile turns three of a seat's face down."""
        return model_scoring.face_down(self.with_tiles(seat, tile)) > model_scoring.face_down(self.table.planets[seat])

    def volcanoes(self, seat: int) -> int:
        """How many a seat has now."""
        return model_scoring.volcanoes(self.table.planets[seat])

    def has_most(self, seat: int, n: int) -> bool:
        """Whether nobody else has more volcanoes than `n`."""
        return all(self.volcanoes(other) <= n for other in range(self.table.players) if other != seat)

    def free(self, *stacks: str) -> int:
        """How many places of the mover's planet are free for tiles of these stacks."""
        return sum(len(PLACES[stack]) - tiles_on(self.planet, stack) for stack in stacks)

    @property
    def wanted(self) -> dict[str, tuple[int, int]]:
        """Of each stack that can be chosen, but characters: how many unseen tiles please the mover, and how many there are."""
        stacks = [stack for stack in STACKS[:3] if slow_model.may_choose(self.table, stack)]
        return {stack: (self.pleasing(self.seat, stack), len(self.unseen(stack))) for stack in stacks}

    def pleasing(self, seat: int, stack: str) -> int:
        """How many tiles of a stack that the mover hasn't seen would give a seat's characters points."""
        return sum(self.gain(seat, tile) > 0 for tile in self.unseen(stack))

    def baobabs(self, stack: str) -> tuple[int, int]:
        """How many unseen tiles of a stack bear a baobab, and how many there are."""
        return sum("b" in tile for _, tile in self.unseen(stack)), len(self.unseen(stack))
