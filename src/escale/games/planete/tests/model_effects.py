"""What a move is said to do, and what happens when it is played, in the slow model: descriptions and effects."""

from __future__ import annotations

from typing import Any

from escale.games.planete.tests import model_scoring
from escale.games.planete.tests.model_table import Table, stack_at
from escale.games.planete.tests.model_view import looks, saw_gone
from escale.games.planete.tests.slow_model import HIDE, NAME, STACK, read_take


def told(table: Table, move: str, later: Table) -> dict[str, Any]:
    """A legal move, which makes `later` of a table, as it is described to who may make it."""
    if found := STACK.fullmatch(move):
        return {"do": "stack", "stack": found[1]}
    if found := HIDE.fullmatch(move):
        return {"do": "hide", "tile": found[1]}
    if found := NAME.fullmatch(move):
        return {"do": "name", "seat": int(found[1])}
    take = read_take(table, move)
    assert take is not None, move
    seat, hidden = table.turn, take.tile is None
    known = not hidden or looks(table, seat)
    tile = later.planets[seat][take.at].tile
    gain = model_scoring.planet_points(later.planets[seat]) - model_scoring.planet_points(table.planets[seat])
    return {
        "do": "take",
        "tile": tile if known else None,
        "hidden": hidden,
        "stack": table.offered,
        "at": take.at,
        "turns": turned(table, later, seat) if known else [],
        "points": gain if known else None,
        "volcanoes": model_scoring.bears(tile).count("v") if known else None,
    }


def turned(table: Table, later: Table, seat: int) -> list[int]:
    """PLAN.B1: the cells of a seat's planet whose tiles are face down now and weren't before."""
    before = table.planets[seat]
    return [
        cell for cell, lying in sorted(later.planets[seat].items()) if lying.down and not (cell in before and before[cell].down)
    ]


def effects_of(table: Table, move: str, later: Table, reader: int | None) -> list[dict[str, Any]]:
    """All that a legal move, which makes `later` of a table, does, as a reader sees it happen."""
    seat, said = table.turn, told(table, move, later)
    if said["do"] == "stack":
        return [turned_up(later, reader)]
    if said["do"] == "hide":
        return [{"kind": "hide", "seat": seat, "tile": said["tile"] if looks(table, reader) else None}]
    if said["do"] == "name":
        return [{"kind": "name", "seat": seat, "to": said["seat"]}]
    at = said["at"]
    happens: list[dict[str, Any]] = [
        {
            "kind": "take",
            "seat": seat,
            "tile": later.planets[seat][at].tile,
            "at": at,
            "stack": stack_at(at),
            "hidden": said["hidden"],
        }
    ]
    if cells := turned(table, later, seat):
        happens.append({"kind": "baobabs", "seat": seat, "at": cells})
    if len(later.out) > len(table.out):
        gone = next(gone for gone in later.out if later.out.count(gone) > table.out.count(gone))
        happens.append({"kind": "gone", "stack": gone.stack, "tile": gone.tile if saw_gone(gone, reader) else None})
    if later.step == "over":
        happens.append({"kind": "over"})
    elif later.step == "stack":
        happens.append({"kind": "lead", "seat": later.first})
    return happens


def turned_up(later: Table, reader: int | None) -> dict[str, Any]:
    """PLAN.R1: tiles that everybody sees; PLAN.R3: or the leader alone."""
    if later.step != "hide":
        return {"kind": "turn_up", "stack": later.offered, "tiles": later.offer}
    tiles = later.offer if looks(later, reader) else [None] * len(later.offer)
    return {"kind": "look", "seat": later.turn, "stack": later.offered, "tiles": tiles}
