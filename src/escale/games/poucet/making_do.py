"""What is said to who can do nothing of choice: of cards one must lay (POU.T1), exchanges (POU.T6), leaving (POU.B2)."""

from __future__ import annotations

from collections.abc import Iterator

from escale.games.poucet.dangers import careful, is_farther, is_helped
from escale.games.poucet.seeing import Look, whose
from escale.games.poucet.telling import Said


def making_do(look: Look) -> Iterator[Said]:
    """What can be said for such a card: how little harm it does."""
    yield "hint.must.hinder" if look.role == "obstacle" else "hint.must.favour", {}
    if not is_farther(look) and not any(is_helped(look, seat) for seat in look.others):
        yield "hint.must.harmless", {}
    if not is_farther(look):
        yield from _farthest(look)
    yield from careful(look)


def _farthest(look: Look) -> Iterator[Said]:
    """The only path that gets nearer still is farther from the flower than the others are, now and then."""
    helped = [seat for seat in look.others if is_helped(look, seat)]
    rest = [far for seat in look.others if seat not in helped for far in (look.was.far(seat), look.then.far(seat))]
    if len(helped) != 1 or not rest or look.was.far(helped[0]) is None:
        return
    n = look.then.far(helped[0])
    if n is not None and all(far is not None and far < n for far in rest):
        yield "hint.must.farthest", {"whose": whose(look.was.state, helped[0]), "n": n}


def exchanging(look: Look) -> Iterator[Said]:
    """What can be said for a discard."""
    alike = look.hand.count(look.card)
    if look.is_of_other_colour:
        yield "hint.discard.colour", {}
    elif alike > 1:
        yield "hint.discard.alike", {"n": alike}
    else:
        yield "hint.discard.any", {}
    if look.kept and not look.is_of_own_colour:
        yield "hint.keeps", {"n": look.kept}


def leaving(look: Look) -> Iterator[Said]:
    """What comes of it: the last one who is left wins (POU.E2)."""
    if look.then.winner is not None:
        yield "hint.leave.wins", {"whose": whose(look.was.state, look.then.winner)}
    elif look.then.is_over:
        yield "hint.leave.nobody", {}
    else:
        yield "hint.leave.others", {"n": len(look.others)}
