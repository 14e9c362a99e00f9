"""Why a card is laid: what it does for one's own path and against others'; making_do.py tells of cards one must lay.

Everything comes of the board before and after it; no search is asked, and nothing that is hidden.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from escale.games.poucet.dangers import careful
from escale.games.poucet.lying import lying_of
from escale.games.poucet.making_do import making_do
from escale.games.poucet.seeing import Look, whose
from escale.games.poucet.state import A_RIVER, BOOTS, PATH_KINDS, SOME_PEBBLES
from escale.games.poucet.telling import Said, a_card

URGENT, VITAL = 1000, 100  # above any number of cards


class Gain(NamedTuple):
    """A way to the flower that gets shorter or longer, as one likes it."""

    weight: int
    said: Said
    how: list[Said]  # by what; what tells most comes first


def reasons(look: Look) -> Iterator[Said]:
    """What can be said for a card that doesn't end the game, the weightiest first."""
    if look.judged.forced:
        yield from making_do(look)
        return
    gains = sorted([*_own_gain(look), *_hold_back(look)], key=lambda gain: -gain.weight)
    warned = [*careful(look)]
    if len(gains) == 1 and not warned:
        yield from gains[0].how[:1]
    yield from [gain.said for gain in gains[: 1 if warned else None]]
    yield from warned
    ends = [*_more_ends(look), *_fewer_ends(look)]
    if not gains:
        yield from _by_what(look)
        yield from [said for seat in look.others for said in _against(look, seat)]
        yield from ends
    yield from _stopped(look)
    yield from ends if gains else []
    yield from _spare(look)


# One's own path


def _own_gain(look: Look) -> Iterator[Gain]:
    was, then = look.was.far(look.seat), look.then.far(look.seat)
    if then is None or (was is not None and was <= then):
        return
    how = [*_by_what(look), *_more_ends(look)]
    if was is None:
        yield Gain(VITAL, ("hint.own.way", {"n": then}), how)
    else:
        yield Gain(was - then, ("hint.own.nearer", {"n": then, "from": was}), how)


def _by_what(look: Look) -> Iterator[Said]:
    """What a card does at an end of one's own path, besides leading on."""
    gained = look.gained(look.seat)
    covered = lying_of(int(look.was.state["top"][look.cell]))
    if any(look.then.state["top"][cell] == BOOTS for cell in gained):
        yield "hint.own.boots", {}
    elif gained:
        yield "hint.own.joins", {"n": len(gained)}
    if covered and look.role == "passage":
        yield from _past(look, covered.card)
    elif covered and look.seat in look.judged.helps and look.was.state["reach"][look.cell] == 0:
        yield "hint.own.clears", {"covered": a_card(covered.card)}


def _past(look: Look, obstacle: str) -> Iterator[Said]:
    """An obstacle in one's own way is passed, or a wolf drowned (POU.T5)."""
    if look.kind == A_RIVER:
        if look.seat in look.was.ending_at(look.at):
            yield "hint.own.drowns_boots" if "boots" in look.hand else "hint.own.drowns", {}
    elif look.seat in look.judged.helps:
        keeps = look.kind == SOME_PEBBLES and "boots" in look.hand
        yield ("hint.own.keeps_boots", {}) if keeps else ("hint.own.passes", {"obstacle": (f"the_card.{obstacle}", {})})


def _more_ends(look: Look) -> Iterator[Said]:
    was, then = look.was.openings(look.seat), look.then.openings(look.seat)
    if then > max(was, 1):
        yield "hint.own.ends", {"n": then, "from": was}


# Others' paths


def _hold_back(look: Look) -> Iterator[Gain]:
    """The one most held back of those whose way gets longer: who could arrive at once, who gets no way at all, who is near."""
    held = [_held_back(look, seat) for seat in look.others if _is_held_back(look, seat)]
    yield from sorted(held, key=lambda gain: -gain.weight)[:1]


def _is_held_back(look: Look, seat: int) -> bool:
    was, then = look.was.far(seat), look.then.far(seat)
    return was is not None and (then is None or then > was)


def _held_back(look: Look, seat: int) -> Gain:
    was, then = look.was.far(seat), look.then.far(seat)
    assert was is not None
    who = {"whose": whose(look.was.state, seat)}
    how = [*_against(look, seat)]
    urgent = URGENT if was == 1 else 0
    if then is None:
        said: Said = ("hint.other.threat_ended", who) if urgent else ("hint.other.no_way", {**who, "n": was})
        return Gain(urgent + VITAL - was, said, how)
    name = "threat" if urgent else "leader" if _is_leader(look, seat) else "longer"
    values = {**who, "n": then} if urgent else {**who, "n": then, "from": was}
    return Gain(urgent + then - was, (f"hint.other.{name}", values), how)


def _is_leader(look: Look, seat: int) -> bool:
    """Whether a path is nearer to the flower than all others."""
    far, others = look.was.far(seat), [look.was.far(other) for other in (look.seat, *look.others) if other != seat]
    return far is not None and all(other is None or far < other for other in others)


def _against(look: Look, seat: int) -> Iterator[Said]:
    """What a card does to another's path."""
    who, lost = {"whose": whose(look.was.state, seat)}, look.lost(seat)
    if look.then.is_shut(seat) and not look.was.is_shut(seat):
        yield "hint.other.blocks", who
    elif look.was.openings(seat) and not look.then.openings(seat):
        yield "hint.other.no_end", who
    if lost:
        yield "hint.other.cuts", {**who, "n": len(lost)}


def _fewer_ends(look: Look) -> Iterator[Said]:
    for seat in look.others:
        was, then = look.was.openings(seat), look.then.openings(seat)
        if was > then > 0:
            yield "hint.other.ends", {"whose": whose(look.was.state, seat), "n": then, "from": was}


def _stopped(look: Look) -> Iterator[Said]:
    """What it takes to get past an obstacle (POU.T5)."""
    if look.role == "obstacle" and look.kind >= PATH_KINDS:
        yield f"hint.stops.{look.card}", {}


# Neither


def _spare(look: Look) -> Iterator[Said]:
    """A card that one can do without, what stays in the hand, and what is always true if nothing else is."""
    if look.is_of_other_colour:
        yield "hint.spare", {}
    if look.kept and not look.is_of_own_colour:
        yield "hint.keeps", {"n": look.kept}
    if _is_quiet(look):
        yield "hint.quiet", {}


def _is_quiet(look: Look) -> bool:
    """Whether all ways are as long as before, and no other path has lost a card or an open end."""
    harmed = [seat for seat in look.others if look.lost(seat) or look.then.openings(seat) < look.was.openings(seat)]
    return not harmed and all(look.was.far(seat) == look.then.far(seat) for seat in (look.seat, *look.others))
