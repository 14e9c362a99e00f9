"""What a card does that one wouldn't wish: for others' paths, against one's own."""

from __future__ import annotations

from collections.abc import Iterator

from escale.games.poucet.seeing import Look, whose
from escale.games.poucet.telling import Said


def careful(look: Look) -> Iterator[Said]:
    """What is to be feared of a card: one's own way gets longer, then that others' get shorter, the nearest one's first."""
    yield from _own_loss(look)
    helped = [seat for seat in look.others if is_helped(look, seat)]
    yield from [_helped(look, seat) for seat in sorted(helped, key=lambda seat: look.then.far(seat) or 0)]


def is_farther(look: Look) -> bool:
    """Whether one's own way to the flower gets longer, or ends."""
    was, then = look.was.far(look.seat), look.then.far(look.seat)
    return was is not None and (then is None or then > was)


def is_helped(look: Look, seat: int) -> bool:
    """Whether another's way gets shorter, or there is one again."""
    was, then = look.was.far(seat), look.then.far(seat)
    return then is not None and (was is None or then < was)


def _own_loss(look: Look) -> Iterator[Said]:
    if is_farther(look):
        was, then = look.was.far(look.seat), look.then.far(look.seat)
        yield ("hint.careful.no_way", {"n": was}) if then is None else ("hint.careful.farther", {"n": then, "from": was})


def _helped(look: Look, seat: int) -> Said:
    was, then = look.was.far(seat), look.then.far(seat)
    values = {"whose": whose(look.was.state, seat), "n": then}
    return ("hint.careful.way", values) if was is None else ("hint.careful.helps", {**values, "from": was})
