"""Why a start card is taken, and why it is put on a cell: at the beginning (POU.S2), or by who is blocked (POU.B2)."""

from __future__ import annotations

from collections.abc import Iterator

from escale.games.poucet.notation import Cell, cell_at
from escale.games.poucet.seeing import Look, cards_of, legal_moves, standing_after, whose
from escale.games.poucet.state import COLOURS, NOWHERE, STARTS
from escale.games.poucet.telling import Said


def taking(look: Look) -> Iterator[Said]:
    """By the cards in the hand, and who has the colour."""
    left = [colour for colour in range(COLOURS) if look.was.state["starts"][colour]]
    counts = {colour: len(cards_of(look.hand, colour)) for colour in left}
    n, most = counts[look.kind], max(counts.values())
    name = "few" if n < most else "most" if [*counts.values()].count(most) == 1 else "equal"
    yield f"hint.take.{name}", {"n": n}
    if look.was.state["starts"][look.kind] == STARTS:
        yield "hint.take.free", {}
    else:
        (other,) = [seat for seat in look.others if look.was.state["colour"][seat] == look.kind]
        yield "hint.take.shared", {"whose": whose(look.was.state, other)}


def beginning(look: Look) -> Iterator[Said]:
    """By how far it is to the flower, and to the others."""
    far = look.then.far(look.seat)
    ways = [standing_after(look.memory, move).far(look.seat) for move in legal_moves(look.memory)]
    nearest = min((n for n in ways if n is not None), default=None)
    if far is not None:
        yield ("hint.start.nearest", {"n": far}) if far == nearest else ("hint.start.far", {"n": far})
    others = [cell_at(look.was.state["start"][seat]) for seat in look.others if look.was.state["start"][seat] != NOWHERE]
    if others and not any(borders(look.at, _side(look)) & borders(cell, _side(look)) for cell in others):
        yield "hint.start.side", {}
    elif others:
        yield "hint.start.apart", {"n": min(abs(x - look.at[0]) + abs(y - look.at[1]) for x, y in others)}


def _side(look: Look) -> int:
    return int(look.was.state["side"])


def borders(cell: Cell, side: int) -> set[str]:
    """The sides of the board at which a cell is: n, e, s, w."""
    x, y = cell
    at = {"n": y == side - 1, "e": x == side - 1, "s": y == 0, "w": x == 0}
    return {letter for letter, is_there in at.items() if is_there}


def beginning_again(look: Look) -> Iterator[Said]:
    """By how far it is from there, and from the old path."""
    was, then = look.was.far(look.seat), look.then.far(look.seat)
    if then is None:
        yield "hint.restart.no_way", {}
    elif was is None:
        yield "hint.restart.way", {"n": then}
    else:
        yield f"hint.restart.{'shorter' if then < was else 'blocked'}", {"n": then, "from": was}
    yield "hint.restart.held", {"n": len(cards_of(look.hand, look.kind))}
