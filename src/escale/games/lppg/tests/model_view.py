"""What a view, a move's description and a refusal have to say of a table of the slow model."""

from __future__ import annotations

from collections import Counter
from typing import Any

from escale.games.lppg.tests.slow_model import (
    BOTH,
    DRAWING,
    DRAWS,
    KEEPS,
    MARKING,
    ORDINARY,
    PASS,
    PERMANENT,
    ROWS,
    Card,
    Cell,
    Group,
    Laid,
    Outcome,
    Table,
    Territory,
    cards_of,
    handle,
    read_placement,
    smallest_alone,
)

KIND = {ORDINARY: "ordinary", PERMANENT: "permanent", BOTH: "both"}
EVERYBODY = -1  # who sees all hands


def listed(cells: Group | set[Cell]) -> list[list[int]]:
    """Cells as a view lists them, row by row from the lowest."""
    return [[x, y] for x, y in sorted(cells, key=lambda cell: (cell[1], cell[0]))]


def in_order(things: list[Any]) -> list[Any]:
    """Things in an order that doesn't depend on who listed them, the cells within them too."""
    return sorted((_tidy(thing) for thing in things), key=str)


def _tidy(thing: Any) -> Any:
    if isinstance(thing, dict):
        return {name: _tidy(thing[name]) for name in sorted(thing)}
    if isinstance(thing, list) and thing and isinstance(thing[0], list):
        return sorted((_tidy(inner) for inner in thing), key=str)
    return thing


def seen(table: Table, seat: int | None) -> dict[str, Any]:
    """What a seat sees of a table, beside what all games show; None: a watcher."""
    xs, ys = ({cell[axis] for cell in table.cells} for axis in (0, 1))
    columns, heights = range(min(xs), max(xs) + 1), range(max(ys), min(ys) - 1, -1)
    rows = ["".join(table.cells.get((x, y), ".") for x in columns) for y in heights]
    winning = smallest_alone(table.territories)
    match = {"round": len(table.rounds) + (table.decision != "over"), "points": points(table)} if table.match else {}
    return match | {
        "terrain": {"at": [min(xs), min(ys)], "rows": rows},
        "cards": [card_seen(lies) for lies in table.laid],
        "regions": in_order([region_seen(group, closed) for group, closed in table.regions().items()]),
        "territories": in_order(territories_seen(table)),
        "markers": [[left[ORDINARY], left[PERMANENT]] for left in table.markers],
        "hands": [hand_seen(cards, seat in (place, EVERYBODY)) for place, cards in enumerate(table.hands)],
        "piles": [{"count": len(pile), "colour": pile[-1][0] if pile else None} for pile in table.piles],
        "discard": table.discard,
        "now": {"seat": winning.owner, "size": len(winning.cells)} if winning else None,
        "mover": table.mover,
        "step": table.decision,
        "first": table.first,
        "passes": table.passes,
        "last": table.turns_left,
    }


def points(table: Table) -> list[int]:
    """LPPG.E4: by seat, partners having the same."""
    return [table.points[table.side_of(seat)] for seat in range(table.players)]


def card_seen(lies: Laid) -> dict[str, Any]:
    """A card on the terrain."""
    return {"at": list(lies.at), "size": list(lies.size), "colour": lies.colour, "whites": sorted(lies.whites)}


def region_seen(group: Group, closed: bool) -> dict[str, Any]:
    """White cells without a marker."""
    return {"at": list(handle(group)), "cells": listed(group), "closed": closed}


def territories_seen(table: Table) -> list[dict[str, Any]]:
    """Those that are of equal size cancel each other (LPPG.E2)."""
    sizes = Counter(len(lies.cells) for lies in table.territories)
    return [
        {
            "seat": lies.owner,
            "kind": KIND[lies.kind],
            "at": list(handle(lies.cells)),
            "cells": listed(lies.cells),
            "cancelled": sizes[len(lies.cells)] > 1,
        }
        for lies in table.territories
    ]


def hand_seen(cards: list[Card], own: bool) -> list[dict[str, Any]]:
    """LPPG.M2: colours are public, patterns the owner's secret."""
    return [{"colour": card[0], "pattern": card[1:] if own else None} for card in cards]


def told(table: Table, move: str) -> dict[str, Any]:
    """A legal move as it is described to who may make it; empty lists are left out."""
    laid, marking = read_placement(move), MARKING.fullmatch(move)
    if laid:
        return placement_told(table, laid, table.outcome(move))
    if marking:
        place = int(marking[2]), int(marking[3])
        group = next(group for group in table.regions() if handle(group) == place)
        return {"do": "mark", "kind": KIND[marking[1]], "at": list(place), "cells": listed(group)}
    if move in KEEPS:
        return {"do": "keep", "kind": KIND[KEEPS[move]]}
    if move in DRAWS:
        return {"do": "draw", "pile": 1 + DRAWS[move], "colour": table.piles[DRAWS[move]][-1][0]}
    return {"do": "pass"}


def placement_told(table: Table, laid: Laid, outcome: Outcome) -> dict[str, Any]:
    """A placement with what it does."""
    found: dict[str, Any] = {
        "do": "place",
        "card": table.hands[table.mover].index(laid.card()),
        "at": list(laid.at),
        "size": list(laid.size),
        "whites": sorted(laid.whites),
    }
    lists: dict[str, list[Any]] = {
        "closes": [listed(group) for group in outcome.new],
        "grows": [{"seat": was.owner, "cells": listed(now)} for was, now in outcome.grown],
        "joins": [joined_told(within, now) for within, now in outcome.joined],
        "opens": [{"seat": was.owner, "cells": listed(was.cells)} for was in outcome.opened],
    }
    largest = outcome.largest()
    if largest:
        regions = in_order([listed(group) for group in largest])
        found["marks"] = {"size": len(next(iter(largest))), "regions": regions}
        if sum(lies.owner == table.mover for lies in outcome.territories) == 2:
            found["ends"] = True
    return found | {name: in_order(things) for name, things in lists.items() if things}


def joined_told(within: list[Territory], now: Group) -> dict[str, Any]:
    """Territories of one player that become one; the owner is asked if the markers differ (LPPG.C2)."""
    return {"seat": within[0].owner, "cells": listed(now), "asks": len({was.kind for was in within}) > 1}


def refusal_of(table: Table, move: str) -> tuple[str, str] | None:
    """The name of the sentence against a move and the rule that it cites; None if it is allowed."""
    rule = table.why_not(move)
    if rule is None:
        return None
    if table.decision == "over":
        return "over_match" if table.match else f"over_{table.ended_by}", rule
    if table.decision != "place" and not _answers(table, move):
        return f"must_{table.decision}", rule
    if table.decision == "mark":
        return _against_marking(table, move), rule
    if table.decision == "draw":
        return "pile_empty" if move in DRAWS else "no_such_pile", rule
    laid = read_placement(move)
    if laid:
        return _against_placing(table, laid, rule), rule
    if move == PASS:
        return "no_passing", rule
    if MARKING.fullmatch(move):
        return "must_place" if rule == "LPPG.T1" else "nothing_to_mark", rule
    return "nothing_to_" + ("draw" if DRAWING.fullmatch(move) else "keep"), rule


def _answers(table: Table, move: str) -> bool:
    """Whether a move is of the kind that is asked for."""
    return bool({"mark": MARKING, "draw": DRAWING}[table.decision].fullmatch(move)) if table.decision != "keep" else False


def _against_marking(table: Table, move: str) -> str:
    found = MARKING.fullmatch(move)
    assert found
    closed = {handle(group): len(group) for group, is_closed in table.regions().items() if is_closed}
    size = closed.get((int(found[2]), int(found[3])))
    return "no_such_region" if size is None else "not_largest" if size < max(closed.values()) else "marker_gone"


def _against_placing(table: Table, laid: Laid, rule: str) -> str:
    if laid.size not in ROWS:
        return "no_such_shape"
    if laid.card() not in cards_of(table.deck):
        return "no_such_card"
    if laid.card() not in table.hands[table.mover]:
        return "not_your_card"
    if rule == "LPPG.P1":
        return "covers_all" if set(laid.cells()) <= set(table.cells) else "covers_nothing"
    if rule == "LPPG.P6":
        return "other_wins" if winner_after(table, laid) else "no_winner"
    names = {"M5": "off_table", "P2": "no_match", "P3": "on_territory", "P4": "joins_players", "P5": "opens_permanent"}
    return names[rule.removeprefix("LPPG.")]


def winner_after(table: Table, laid: Laid) -> Territory | None:
    """LPPG.P6: whose territory would win if the mover's third marker were set after this."""
    outcome = table._outcome(laid)
    return smallest_alone([*outcome.territories, Territory(table.mover, ORDINARY, next(iter(outcome.largest())))])
