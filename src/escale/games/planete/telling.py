"""What a move does and how a game ended, as texts and as steps for the board to show."""

from __future__ import annotations

from typing import Any

from escale.games.planete.guessing import knows_offer
from escale.games.planete.notation import move_text
from escale.games.planete.outcomes import ALL_CHARACTERS, TOTAL, after, outcomes, values
from escale.games.planete.state import (
    CELL_BITS,
    CELL_MASK,
    DO_SHIFT,
    EVERYBODY,
    HIDE,
    NAME,
    NO_TILE,
    OVER,
    PLACES,
    ROUNDS,
    STACK,
    TAKE,
    THE_HIDDEN,
)
from escale.games.planete.tiles import CHARACTER, NAMES, STACK_OF, STACKS, VOLCANO
from escale.games.planete.words import Said, joined, listed, somebody, with_kind
from escale.rules.verbs import REVEALED

ITEMS = ("total", "character_1", "character_2", "character_3", "character_4", "points", "visible", "penalty")


def may_look(state: Any, seat: int) -> bool:
    """Whether a seat sees what the leader of an offer sees."""
    return seat == REVEALED or bool(knows_offer(state, seat))


def taken(state: Any, move: int) -> tuple[int, int, bool]:
    """Of a take: the tile, the cell, and whether it lies face down on the table."""
    said, cell = move >> CELL_BITS & (1 << DO_SHIFT - CELL_BITS) - 1, move & CELL_MASK
    return (int(state["hidden"]), cell, True) if said == THE_HIDDEN else (said, cell, False)


def on_table(state: Any) -> list[int]:
    """The tiles that lie face up, or that the leader looks at."""
    return [tile for tile in state["table"].tolist() if tile != NO_TILE]


def new_out(state: Any, later: Any) -> tuple[int, int] | None:
    """The tile that goes out of the game from one state to the next, and who has seen it."""
    before = list(zip(state["out"].tolist(), state["seen_by"].tolist(), strict=True))
    for gone in zip(later["out"].tolist(), later["seen_by"].tolist(), strict=True):
        if gone[0] == NO_TILE:
            break
        if gone not in before:
            return gone
        before.remove(gone)
    return None


# The sentence for a move


def log(state: Any, move: int) -> Said:
    """The sentence for a move, as names of texts and their values. It says no more than who makes the move knows."""
    done, rest = move >> DO_SHIFT, move & (1 << DO_SHIFT) - 1
    if done == NAME:
        return "log.names", somebody(rest)
    later = after(state, move)
    if done == STACK:
        stack: Said = (f"the_stack.{STACKS[rest]}", {})
        if later["step"] == HIDE:
            return "log.looks", {"stack": stack}
        return "log.stacks", {"stack": stack}
    if done == HIDE:
        return "log.hides", {"tiles": listed(on_table(later))}
    tile, _, hidden = taken(state, move)
    if hidden and not may_look(state, int(state["seat"])):
        return "log.takes_unseen", {}
    then = _then(state, move, later)
    said = {"tile": with_kind(tile)}
    if not then:
        return "log.takes", said
    told = then[-1]
    for sentence in reversed(then[:-1]):
        told = ("log.then.both", {"first": sentence, "second": told})
    return "log.takes_hidden" if hidden else "log.takes_then", {**said, "then": told}


def _then(state: Any, move: int, later: Any) -> list[Said]:
    """What follows from a take."""
    sentences: list[Said] = []
    if outcomes(state, [move])[0].turns:
        sentences.append(("log.then.baobabs", {}))
    if gone := new_out(state, later):
        tile, seen_by = gone
        sentences.append(
            ("log.then.out_seen", {"tile": with_kind(tile)}) if seen_by == EVERYBODY else ("log.then.out_unseen", {})
        )
    if later["step"] == OVER:
        sentences.append(("log.then.over", {}))
    elif later["step"] == STACK:
        leader = int(later["first"])
        own = leader == state["seat"]
        sentences.append(("log.then.leads_own", {}) if own else ("log.then.leads", somebody(leader)))
        if later["chosen"].sum() == ROUNDS - 1:
            sentences.append(("log.then.last_round", {}))
    return sentences


# Step by step


def effects(state: Any, move: int, seat: int) -> list[dict[str, Any]]:
    """What a move does, as a seat sees it happen."""
    done, rest, mover = move >> DO_SHIFT, move & (1 << DO_SHIFT) - 1, int(state["seat"])
    if done == NAME:
        return [{"kind": "name", "seat": mover, "to": rest}]
    if done == HIDE:
        return [{"kind": "hide", "seat": mover, "tile": NAMES[rest] if may_look(state, seat) else None}]
    later = after(state, move)
    if done == STACK:
        tiles: list[str | None] = [NAMES[tile] for tile in on_table(later)]
        if later["step"] == TAKE:
            return [{"kind": "turn_up", "stack": STACKS[rest], "tiles": tiles}]
        seen = tiles if may_look(later, seat) else [None] * len(tiles)
        return [{"kind": "look", "seat": mover, "stack": STACKS[rest], "tiles": seen}]
    tile, cell, hidden = taken(state, move)
    take = {"kind": "take", "seat": mover, "tile": NAMES[tile], "at": cell, "stack": STACKS[STACK_OF[tile]], "hidden": hidden}
    steps: list[dict[str, Any]] = [take]
    if turns := outcomes(state, [move])[0].turns:
        steps.append({"kind": "baobabs", "seat": mover, "at": turns})
    if gone := new_out(state, later):
        steps.append({"kind": "gone", "stack": STACKS[STACK_OF[gone[0]]], "tile": out_name(gone, seat)})
    if later["step"] == OVER:
        steps.append({"kind": "over"})
    elif later["step"] == STACK:
        steps.append({"kind": "lead", "seat": int(later["first"])})
    return steps


def out_name(gone: tuple[int, int], seat: int) -> str | None:
    """A tile out of the game as a seat has seen it; None if it hasn't."""
    tile, seen_by = gone
    return NAMES[tile] if seen_by in (EVERYBODY, seat + 1) or seat == REVEALED else None


def told_move(state: Any, move: int, seat: int) -> str:
    """A move's text as a seat sees it made: which tile is hidden is known to those who look at the offer."""
    if move >> DO_SHIFT == HIDE and not may_look(state, seat):
        return "hide"
    return move_text(state, move)


def reveals(state: Any, move: int) -> bool:
    """Whether tiles are turned up, looked at or shown to the other, or a hidden one is seen, or the game ends."""
    done = move >> DO_SHIFT
    if done == TAKE:
        return taken(state, move)[2] or bool(after(state, move)["step"] == OVER)
    return done in (STACK, HIDE)


# The end


def closing(state: Any) -> dict[str, Any]:
    """How a game ended and what counted, seat by seat (PLAN.E1, PLAN.E2)."""
    players, found = int(state["players"]), values(state)
    volcanoes = [int(state["bears"][seat, VOLCANO]) for seat in range(players)]
    total = [int(found[seat, TOTAL]) for seat in range(players)]
    order = [(-total[seat], volcanoes[seat]) for seat in range(players)]
    ranks = [1 + sum(other < mine for other in order) for mine in order]
    rows: list[list[Any]] = []
    for seat in range(players):
        cells = [int(cell) for cell in PLACES[CHARACTER]]
        characters = [
            (
                "closing.scored",
                {"character": (f"character.{NAMES[state['planet'][seat, cell]]}", {}), "n": int(found[seat, cell])},
            )
            for cell in cells
        ]
        points = int(found[seat, ALL_CHARACTERS])
        rows.append([total[seat], *characters, points, volcanoes[seat], points - total[seat]])
    return {
        "reason": _reason(volcanoes, total, ranks),
        "rule": "PLAN.E2",
        "items": [f"closing.{item}" for item in ITEMS],
        "rows": rows,
        "ranks": ranks,
    }


def _reason(volcanoes: list[int], total: list[int], ranks: list[int]) -> Said:
    winners = [seat for seat, rank in enumerate(ranks) if rank == 1]
    best = max(total)
    said = {"how": _penalty_said(volcanoes), "n": best}
    if len(winners) > 1:
        return "closing.shared", {**said, "seats": _seats_said(winners)}
    name = "closing.volcanoes" if total.count(best) > 1 else "closing.score"
    return name, {**said, "seat": winners[0] + 1}


def _penalty_said(volcanoes: list[int]) -> Said:
    most = max(volcanoes)
    if most == 0:
        return "closing.how.none", {}
    losing = [seat for seat, count in enumerate(volcanoes) if count == most]
    if len(losing) == 1:
        return "closing.how.most", {"seat": losing[0] + 1, "n": most}
    return "closing.how.tied", {"seats": _seats_said(losing), "n": most}


def _seats_said(seats: list[int]) -> Any:
    return joined([str(seat + 1) for seat in seats])
