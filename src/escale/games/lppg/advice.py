"""A move in words: why it is good, where to look, and what to do. Nothing that is hidden from the seat is looked at."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from escale.games.lppg.cards import name_of
from escale.games.lppg.notation import Cell, laid_of, names, terrain
from escale.games.lppg.quiet import Text, cells_said
from escale.games.lppg.reasons import Look, legal_moves, on_side, reasons
from escale.games.lppg.regions import Territory, closed_regions, covered_cells, is_cancelled, territories, winning
from escale.games.lppg.state import (
    AT_MASK,
    DO_SHIFT,
    DRAW,
    KEEP,
    KIND_SHIFT,
    MARK,
    MARKERS,
    MATCH_POINTS,
    MOST_PASSES,
    NOT_LAST,
    NOWHERE,
    PASS,
    PERMANENT,
    PLACE,
    SIDE,
    SIDES,
)
from escale.games.lppg.surroundings import card_cells, depth_of, edge_cells, holes
from escale.games.lppg.telling import MARKER_NAMES, colour_said, outcome_of, place_of, region_at

MOST_SAID = 2  # sentences of an idea, and asides
STEP = 3  # columns or rows: how exactly a place is told
REACH = STEP + 1  # so far from its first column or row goes a place: it holds any card that begins in one step of it
NEAR = 1 / 6  # of the terrain's width or height from its middle
MANY_PASSES = 6  # in a row: then the end is worth a word


def idea(state: Any, move: int, seat: int) -> Text:
    """Why a move is good for a seat: how it ends the round, what it takes, what it does to others, what it prepares."""
    return _both(*islice(_IDEAS[move >> DO_SHIFT](state, move), MOST_SAID))


def place(state: Any, move: int) -> Text:
    """Where to look, without telling the move."""
    done = move >> DO_SHIFT
    if done == PLACE:
        return _both(_part(state, move), _card_or_cover(state, move))
    if done == MARK:
        largest = _largest(state)
        if len(largest) == 1:
            return "hint.place.markers", {}
        return "hint.place.regions", {"cells": cells_said(len(largest[0]))}
    return {KEEP: "hint.place.joined", DRAW: "hint.place.piles", PASS: "hint.place.pass"}[done], {}


def deed(state: Any, move: int) -> Text:
    """The move itself, said to who may play it."""
    done = move >> DO_SHIFT
    if done == PLACE:
        (x, y), (width, height), colour, whites = laid_of(move)
        values: dict[str, Any] = {"colour": colour_said(colour), "place": f"{x},{y}"}
        values["pose"] = ("pose.upright" if height > width else "pose.lying", {})
        values["whites"] = ("card.whites", {"n": len(whites), "cells": _listed([str(number) for number in whites])})
        return "hint.deed.place", values
    if done == MARK:
        marker: Text = (f"a_marker.{MARKER_NAMES[move >> KIND_SHIFT & 1]}", {})
        n = len(region_at(state, move & AT_MASK))
        return "hint.deed.mark", {"marker": marker, "n": n, "place": place_of(move & AT_MASK)}
    if done == KEEP:
        return "hint.deed.keep", {"marker": (f"marker.{MARKER_NAMES[move & 1]}", {})}
    if done == DRAW:
        return "hint.deed.draw", {"colour": colour_said(_top(state, move & 1)), "pile": (move & 1) + 1}
    return "hint.deed.pass", {}


def asides(state: Any, seat: int) -> list[Text]:
    """What else is good to know, the most urgent first: how soon the round may end, who would win, what is cancelled."""
    every = territories(state)
    return list(islice(_asides(state, seat, every), MOST_SAID))


def _both(first: Text, second: Text | None = None) -> Text:
    return ("hint.both", {"first": first, "second": second}) if second else first


def _listed(parts: list[str]) -> Text | str:
    """One, two and three."""
    *before, last = parts
    if not before:
        return last
    first: Text | str = before[0]
    for part in before[1:]:
        first = ("list.comma", {"first": first, "second": part})
    return "list.and", {"first": first, "second": last}


# Why


def _placing(state: Any, move: int) -> Iterator[Text]:
    look = Look(state, move, int(state["seat"]), outcome_of(state, move))
    if len(legal_moves(state.tobytes())) == 1:
        yield "hint.only", {}
    if look.ends() and look.next_leader:
        name = "win" if look.next_leader.seat == look.seat else "team"
        yield f"hint.end.{name}", {"n": len(look.next_leader.cells)}
        yield from _match_won(state, look.next_leader)
    elif state["last"] == 1:
        yield from _counted(state, look.after)
    else:
        told = list(islice(reasons(look), MOST_SAID))
        yield from told or [("hint.quiet", {})]


def _counted(state: Any, every: list[Territory]) -> Iterator[Text]:
    """The end of the last move that the mover's seat sees: who wins (LPPG.E2)."""
    seat, first = int(state["seat"]), winning(every)
    if first is None:
        yield "hint.end.count_nobody", {}
        return
    name = "win" if first.seat == seat else "team" if on_side(first.seat, seat) else "lost"
    yield f"hint.end.count_{name}", {"n": len(first.cells)}
    if name != "lost":
        yield from _match_won(state, first)


def _match_won(state: Any, first: Territory) -> Iterator[Text]:
    """LPPG.E4."""
    points = int(state["points"][first.seat % SIDES]) + len(first.cells)
    if state["match"] and points >= MATCH_POINTS:
        yield "hint.end.match", {"n": points}


def _marking(state: Any, move: int) -> Iterator[Text]:
    """All regions to choose from have one size: what counts is the marker, and how far the outside is."""
    seat, largest = int(state["seat"]), _largest(state)
    every = [*territories(state), Territory(seat, "ordinary", largest[0])]
    if sum(territory.seat == seat for territory in every) == MARKERS:
        yield "hint.mark.wins", {}
        return
    if state["last"] == 1:
        yield from _counted(state, every)
        return
    kind = move >> KIND_SHIFT & 1
    if _has_choice_of_markers(state, seat):
        yield f"hint.mark.{MARKER_NAMES[kind]}", {"n": len(largest[0])}
    if len(largest) > 1:
        covered = covered_cells(state)
        depth = depth_of(region_at(state, move & AT_MASK), covered)
        is_alone = [depth_of(region, covered) >= depth for region in largest].count(True) == 1
        if kind == 0 or not is_alone:
            yield "hint.mark.safe" if is_alone else "hint.mark.equal", {}


def _has_choice_of_markers(state: Any, seat: int) -> bool:
    free = state["mark"][seat] == NOWHERE
    return bool(free[PERMANENT] and free[:PERMANENT].any())


def _largest(state: Any) -> list[tuple[Cell, ...]]:
    """LPPG.C4: the regions one of which is to be marked."""
    closed = closed_regions(state)
    return [region for region in closed if len(region) == max(map(len, closed))]


def _keeping(state: Any, move: int) -> Iterator[Text]:
    """LPPG.C2: whoever's turn it is, the mover may have to take a region afterwards, which may end the round."""
    every, mover = territories(state), int(state["seat"])
    third = bool(closed_regions(state)) and sum(territory.seat == mover for territory in every) == MARKERS - 1
    if third or state["last"] == 1:
        yield "hint.keep.over", {}
        return
    joined = _joined(state, every)
    yield f"hint.keep.{MARKER_NAMES[move & 1]}", {"n": len(joined.cells)}


def _joined(state: Any, every: list[Territory]) -> Territory:
    """The territory whose owner decides: the mover's, else the next one's clockwise."""
    mover, players = int(state["seat"]), int(state["players"])
    joined = [territory for territory in every if territory.kind == "both"]
    return min(joined, key=lambda territory: (territory.seat - mover) % players)


def _drawing(state: Any, move: int) -> Iterator[Text]:
    """By the colours that everybody sees (LPPG.M2)."""
    mine, other = _top(state, move & 1), _top(state, 1 - (move & 1))
    if mine == other:
        yield "hint.draw.even", {}
        return
    edge = edge_cells(terrain(state))
    counts = {"n": edge.get(mine, 0), "other": edge.get(other, 0)}
    held = [card[0] for card in names(state["hand"][int(state["seat"])])]
    told: list[Text] = []
    if held == [other]:
        told.append(("hint.draw.different", {}))
    elif counts["n"] > counts["other"]:
        told.append(("hint.draw.same" if held == [mine] else "hint.draw.common", counts))
    fewer = counts["n"] < counts["other"]
    yield from told or [("hint.draw.rare", counts) if fewer else ("hint.draw.level", {"n": counts["n"]})]


def _top(state: Any, pile: int) -> str:
    """The colour of a pile's top card."""
    return name_of(int(state["pile"][pile, int(state["pile_count"][pile]) - 1]))[0]


def _passing(state: Any, move: int) -> Iterator[Text]:
    yield "hint.pass", {}
    if state["passes"] == MOST_PASSES - 1 or state["last"] == 1:
        yield from _counted(state, territories(state))


_IDEAS = {PLACE: _placing, MARK: _marking, KEEP: _keeping, DRAW: _drawing, PASS: _passing}


# Where


def _part(state: Any, move: int) -> Text:
    """Some columns and rows, and where they are."""
    laid = laid_of(move)
    left, low = (at // STEP * STEP for at in laid[0])
    ends = {"left": left, "right": left + REACH, "low": low, "high": low + REACH}
    return f"hint.place.{_where(terrain(state), list(card_cells(laid).values()))}", {
        name: min(end, SIDE - 1) for name, end in ends.items()
    }


def _where(shown: dict[Cell, str], cells: list[Cell]) -> str:
    """Where in the terrain a card lies."""
    if not holes(shown).isdisjoint(cells):
        return "hole"
    right, up = (_aside(list(shown), cells, axis) for axis in (0, 1))
    if max(abs(right), abs(up)) <= NEAR:
        return "middle"
    if abs(right) >= abs(up):
        return "right" if right > 0 else "left"
    return "top" if up > 0 else "bottom"


def _aside(shown: list[Cell], cells: list[Cell], axis: int) -> float:
    """How far from the middle of the terrain the middle of a card is, in widths or heights of the terrain."""
    low, high = min(cell[axis] for cell in shown), max(cell[axis] for cell in shown)
    return (sum(cell[axis] for cell in cells) / len(cells) - (low + high) / 2) / (high - low + 1)


def _card_or_cover(state: Any, move: int) -> Text:
    """Which card, if the backs tell it; else how much of it goes on the terrain."""
    laid = laid_of(move)
    if len({card[0] for card in names(state["hand"][int(state["seat"])])}) > 1:
        return "hint.place.card", {"colour": colour_said(laid[2])}
    return "hint.place.covers", {"n": len(covered_cells(state).intersection(card_cells(laid).values()))}


# What else


def _asides(state: Any, seat: int, every: list[Territory]) -> Iterator[Text]:
    yield from _soon_over(state, seat)
    opponents = [territory.seat for territory in every if not on_side(territory.seat, seat)]
    if any(opponents.count(other) == MARKERS - 1 for other in opponents):
        yield "hint.aside.two", {}
    closed = closed_regions(state)
    if closed and state["step"] == PLACE:
        yield "hint.aside.unmarked", {"n": max(map(len, closed))}
    yield from _now(seat, every)
    if state["match"]:
        short = MATCH_POINTS - int(state["points"][seat % SIDES])
        yield "hint.aside.match_team" if state["players"] > SIDES else "hint.aside.match", {"n": short}
    for territory in every:
        if territory.seat == seat and is_cancelled(territory, every):
            yield "hint.aside.cancelled", {"n": len(territory.cells)}


def _soon_over(state: Any, seat: int) -> Iterator[Text]:
    """LPPG.E3, LPPG.T3: told of one's own turns."""
    if state["last"] != NOT_LAST and seat == state["seat"]:
        n = int(state["last"]) - 1
        yield ("hint.aside.last_but", {"n": n}) if n else ("hint.aside.last", {})
    if state["passes"] >= MANY_PASSES:
        yield "hint.aside.passes", {"n": MOST_PASSES - int(state["passes"])}


def _now(seat: int, every: list[Territory]) -> Iterator[Text]:
    """LPPG.E2."""
    first = winning(every)
    if first:
        name = "you" if first.seat == seat else "team" if on_side(first.seat, seat) else "other"
        yield f"hint.aside.now_{name}", {"n": len(first.cells)}
    elif every:
        yield "hint.aside.now_nobody", {}
