"""A slow model that notes what happens while a move is played, as boards are told it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from escale.games.lppg.tests.model_view import KIND, card_seen, listed
from escale.games.lppg.tests.slow_model import BOTH, Laid, Table

Effect = dict[str, Any]


@dataclass
class Telling(Table):
    """A table with the effects of the last move, as one who may see everything is told them."""

    events: list[Effect] = field(default_factory=list)

    def play(self, text: str) -> None:
        """Play a move, and note what it does."""
        self.events = []
        super().play(text)

    def _place(self, laid: Laid) -> None:
        outcome = self._outcome(laid)
        self.events = [{"kind": "lay", "seat": self.mover, **card_seen(laid)}]
        self.events += [{"kind": "grow", "seat": was.owner, "cells": listed(now)} for was, now in outcome.grown]
        self.events += [{"kind": "join", "seat": was[0].owner, "cells": listed(now)} for was, now in outcome.joined]
        self.events += [{"kind": "open", "seat": was.owner, "cells": listed(was.cells)} for was in outcome.opened]
        self.events += [{"kind": "close", "cells": listed(group)} for group in outcome.new]
        super()._place(laid)

    def _keep(self, kind: str) -> None:
        seat = self.decider()
        joined = next(lies for lies in self.territories if lies.owner == seat and lies.kind == BOTH)
        self.events.append({"kind": "keep", "seat": seat, "marker": KIND[kind], "cells": listed(joined.cells)})
        super()._keep(kind)

    def _mark(self, text: str) -> None:
        x, y = map(int, text[2:].split(","))
        cells = listed(self._to_mark()[x, y])
        self.events.append({"kind": "mark", "seat": self.mover, "marker": KIND[text[0]], "at": [x, y], "cells": cells})
        super()._mark(text)

    def _finish_turn(self) -> None:
        self.events.append({"kind": "discard", "seat": self.mover, "cards": list(self.hands[self.mover])})
        super()._finish_turn()

    def _draw(self, pile: int) -> None:
        card = self.piles[pile][-1]
        drawn = {"kind": "draw", "seat": self.mover, "pile": pile + 1, "colour": card[0], "pattern": card[1:]}
        self.events.append(drawn)
        super()._draw(pile)

    def _refill(self) -> None:
        before = self.piles
        super()._refill()
        if self.piles is not before and self.piles[1]:
            self.events.append({"kind": "shuffle", "piles": [len(pile) for pile in self.piles]})

    def _next_turn(self) -> None:
        if self.turns_left == self.players:
            self.events.append({"kind": "last"})
        super()._next_turn()

    def _end(self, ended_by: str) -> None:
        place, rounds = len(self.events), len(self.rounds)
        super()._end(ended_by)
        _, side, size = self.rounds[rounds]
        self.events.insert(place, {"kind": "round", "side": side, "size": size})

    def _deal(self) -> None:
        if self.rounds:
            self.events.append({"kind": "deal"})
        super()._deal()


def effects_for(events: list[Effect], seat: int | None) -> list[Effect]:
    """What happened as a seat sees it: the pattern of a card that is drawn is for who draws it (LPPG.M2)."""
    return [{**event, "pattern": None} if event["kind"] == "draw" and event["seat"] != seat else event for event in events]
