"""A match as far as its journal alone tells: for a table whose rules aren't here, so that it isn't lost meanwhile."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from escale.play import events
from escale.play.events import Created, Ended, Event, Followed, Moved, Seated, Shared, Undone
from escale.play.match import Seat, Status, commitment
from escale.rules.errors import OtherVersion


class Outline:
    """Who sat where, and the moves that stand, as they were written. Whose turn it is and who won, only the rules know."""

    def __init__(self, match_id: str, created: Created, status: Status) -> None:
        """`status`: what the store has noted, as only the rules can tell when a game is over."""
        self.id = match_id
        self.created = created
        self.status: Status = status
        self.seq = 1
        self.seats = [Seat(sitting, set(sitting.holders), called=sitting.name) for sitting in created.seats]
        self._texts = list(created.start)  # of the moves, as their players wrote them: see `moves_as_played`
        self.updated = created.at
        self.next: str | None = None
        self.whole = True  # every event could be read
        self.begun = self._is_full()  # every seat has had somebody to play it

    @classmethod
    def of(cls, match_id: str, bodies: Sequence[bytes], status: str) -> Outline:
        """What a whole journal tells; DamagedEvent, or OtherVersion if only a newer server can read how it began."""
        first = _decoded(bodies[0])
        if not isinstance(first, Created):
            raise OtherVersion(f"table {match_id} was written by a newer server")
        outline = cls(match_id, first, next((known for known in get_args(Status) if known == status), "playing"))
        for body in bodies[1:]:
            outline.apply(_decoded(body))
        return outline

    @property
    def commitment(self) -> str:
        """The hash shown at the start."""
        redeals = self.created.redeals
        return commitment(redeals[-1].seed if redeals else self.created.seed, self.created.salt)

    @property
    def ply(self) -> int:
        """How many moves stand."""
        return len(self._texts)

    def moves_as_played(self) -> list[str]:
        """Every move as its player wrote it, which may tell what is hidden: only when the game is over."""
        if self.status == "playing":
            raise AssertionError("what is hidden in moves is told at the end")
        return list(self._texts)

    def held_by(self, holder: str | None) -> list[int]:
        """The seats that a holder plays."""
        return [n for n, seat in enumerate(self.seats) if seat.human and holder in seat.holders]

    def apply(self, event: Event | None) -> None:
        """Take in the next event; None: one that a newer server wrote and nobody here can read."""
        self.seq += 1
        self.whole = self.whole and event is not None
        self.updated = event.at if event is not None else self.updated
        match event:
            case Moved():
                self._texts.append(event.move)
            case Undone():
                del self._texts[event.ply :]
            case Seated():
                seat = self.seats[event.seat]
                seat.sitting = event.sitting
                seat.holders = set(event.sitting.holders) or seat.holders
            case Shared():
                self.seats[event.seat].holders.add(event.holder)
            case Ended():
                self.status = "ended"
            case Followed():
                self.next = event.match
            case _:  # it changes nothing that can be told
                pass
        self.begun = self.begun or self._is_full() or self.ply > len(self.created.start)

    def _is_full(self) -> bool:
        return all(seat.sitting.kind != "open" for seat in self.seats)


def _decoded(body: bytes) -> Event | None:
    try:
        return events.decode(body)
    except events.NewerEvent:
        return None
