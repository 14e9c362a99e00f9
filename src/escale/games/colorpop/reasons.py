"""Why it is good that tokens of others leave: what is true of the board before and after, the weightiest reason first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from escale.games.colorpop.last_tokens import SURE, Text, gone_by
from escale.games.colorpop.notation import LETTERS
from escale.games.colorpop.onlooker import bets, suspect
from escale.games.colorpop.standing import (
    Cell,
    Standing,
    can_be_parted,
    cell_of,
    cells_with,
    lonely,
    prospects,
    standing,
    within_reach_of_jokers,
)
from escale.games.colorpop.state import CELL_BITS, COLOURS, SOLITAIRE
from escale.games.colorpop.view import effects

#: What is said of a cost for which there is no reason to tell.
COST_ALONE = {"hint.cost": "hint.price", "hint.cost_split": "hint.splits"}
LESS_THOUGHT_OF = 0.03  # of a share: less nobody would notice


class Change(NamedTuple):
    """A move that takes none of one's own tokens."""

    state: Any
    later: Any
    move: int
    seat: int
    colours: str  # one's own, by their letters
    own: dict[str, Any]  # how they are called

    @property
    def alone(self) -> bool:
        """Whether there are no others."""
        return bool(self.state["mode"] == SOLITAIRE)

    @property
    def others(self) -> str:
        """The letters of all other colours, whoever holds them."""
        return "".join(letter for letter in LETTERS[:COLOURS] if letter not in self.colours)

    @property
    def gone(self) -> Text | None:
        """What the last tokens of another colour that leave may cost."""
        return gone_by(self.state, self.later, self.move, self.seat, self.colours)


Reason = Callable[[Change], Text | None]


def why(change: Change) -> Text:
    """The weightiest reason, and then what the move costs; the cost alone only if there is no reason."""
    if gone := change.gone:
        return _in_spite_of(gone, change)
    now, then = (standing(state, change.colours) for state in (change.state, change.later))
    price = price_of(now, then, change.own)
    good = _first(ALWAYS if price else REASONS, change)
    if good and price:
        return "hint.but", {"good": good, "price": price}
    if price:
        return COST_ALONE[price[0]], price[1]
    return good or ("hint.quiet", change.own)


def _in_spite_of(gone: Text, change: Change) -> Text:
    """The weightiest reason to let another win, maybe; none is worth telling if that is sure."""
    good = None if gone[0] == SURE else _first(WITH_RISK, change)
    if good:
        return "hint.but", {"good": good, "price": gone}
    return gone if gone[0] == SURE else ("hint.risk", {"price": gone})


def _first(reasons: tuple[Reason, ...], change: Change) -> Text | None:
    return next((told for reason in reasons if (told := reason(change))), None)


def price_of(now: Standing, then: Standing, own: dict[str, Any]) -> Text | None:
    """What becomes worse for tokens of one's own that stay."""
    if then.lonely > now.lonely:
        return "hint.cost", {"n": then.lonely - now.lonely, **own}
    return ("hint.cost_split", own) if then.lonely == now.lonely and then.parts > now.parts else None


def _company(change: Change) -> Text | None:
    now, then = (standing(state, change.colours) for state in (change.state, change.later))
    if then.lonely < now.lonely:
        return "hint.company", {"n": now.lonely - then.lonely, **change.own}
    return ("hint.gathers", change.own) if then.lonely == now.lonely and then.parts < now.parts else None


def _joker_away(change: Change) -> Text | None:
    jokers = (change.move >> CELL_BITS).bit_count()
    if not jokers:
        return None
    return ("hint.alone.joker", {}) if change.alone else ("hint.joker_away", {"n": jokers})


def _parts_suspect(change: Change) -> Text | None:
    letter = "" if change.alone else suspect(change.state, change.seat)
    parted = _parted(change, letter) if letter else 0
    return ("hint.parts_suspect", {"n": parted, "colour": (f"hint.the.{letter}", {})}) if parted > 0 else None


def _parts(change: Change) -> Text | None:
    parted = 0 if change.alone else _parted(change, change.others)
    return ("hint.parts", {"n": parted}) if parted > 0 else None


def _parted(change: Change, letters: str) -> int:
    return standing(change.later, letters).lonely - standing(change.state, letters).lonely


def _opens(change: Change) -> Text | None:
    now, then = (prospects(state, change.colours).openings for state in (change.state, change.later))
    return ("hint.opens", {"n": then - now, **change.own}) if then > now else None


def _joker_near(change: Change) -> Text | None:
    now, then = (within_reach_of_jokers(state, change.colours) for state in (change.state, change.later))
    return ("hint.joker_near", {"n": then - now, **change.own}) if then > now else None


def _keeps(change: Change) -> Text | None:
    now, then = (prospects(state, change.colours).threats for state in (change.state, change.later))
    return ("hint.keeps", {"n": now - then, **change.own}) if then < now else None


def _nearer(change: Change) -> Text | None:
    nearer, farther = _moved(change, change.colours)
    return ("hint.nearer", {"n": nearer, **change.own}) if nearer > farther else None


def _hides(change: Change) -> Text | None:
    if change.alone:
        return None
    now, then = (bets(state, change.seat).get(change.colours, 0.0) for state in (change.state, change.later))
    return ("hint.hides", change.own) if now - then >= LESS_THOUGHT_OF else None


def _safe(change: Change) -> Text | None:
    together = standing(change.later, change.colours)
    firm = together.parts > together.lonely and not can_be_parted(change.later, change.colours)
    return ("hint.safe", change.own) if firm else None


def _joker_kept(change: Change) -> Text | None:
    now, then = (within_reach_of_jokers(state, change.colours) for state in (change.state, change.later))
    return ("hint.joker_kept", {"n": then, **change.own}) if then and then == now else None


def _farther(change: Change) -> Text | None:
    nearer, farther = (0, 0) if change.alone else _moved(change, change.others)
    return ("hint.farther", {"n": farther}) if farther > nearer else None


def _moved(change: Change, letters: str) -> tuple[int, int]:
    """How many tokens that are lonely, and stay so, come nearer to the next one of their colour, and how many farther."""
    removed, fall = effects(change.state, change.move, change.seat)
    places = {cell_of(before): cell_of(there) for before, there in fall["tokens"]}
    gone = {cell_of(name) for name in removed["cells"]}
    nearer = farther = 0
    for letter in letters:
        alone = set(lonely(change.later, letter))
        before, there = cells_with(change.state, letter), cells_with(change.later, letter)
        for cell in lonely(change.state, letter):
            now = places.get(cell, cell)
            if cell not in gone and now in alone and len(there) > 1:
                step = _distance(now, there) - _distance(cell, before)
                nearer += step < 0
                farther += step > 0
    return nearer, farther


def _distance(cell: Cell, cells: list[Cell]) -> int:
    """From a cell to the nearest other one."""
    return min(abs(cell[0] - slide) + abs(cell[1] - row) for slide, row in cells if (slide, row) != cell)


REASONS: tuple[Reason, ...] = (
    _company,
    _joker_away,
    _parts_suspect,
    _parts,
    _opens,
    _joker_near,
    _keeps,
    _nearer,
    _hides,
    _safe,
    _joker_kept,
    _farther,
)
#: Those that go with tokens of one's own being parted: it would be strange to say then that they are protected or hidden.
ALWAYS = tuple(reason for reason in REASONS if reason not in (_company, _keeps, _hides, _safe))
#: Those that go with somebody else's maybe having won: nobody is protected from that, and what people think counts no more.
WITH_RISK = tuple(reason for reason in REASONS if reason not in (_keeps, _hides, _safe))
