"""What a bot's move costs: as its level says, and more where it was seen to take more."""

from __future__ import annotations

from escale.rules.position import Position
from escale.server.roster import Roster

FADING = 0.1  # how much of what was seen before is forgotten with each move that takes less
QUICK_SECONDS = 0.1  # thoughts of at most so long never wait for longer ones

Kind = tuple[str, str, int]  # a bot, a game, the number of players


class Costs:
    """Those of one process, in seconds of a core: what else the machine has to do doesn't count."""

    def __init__(self, roster: Roster, deadline: float) -> None:
        """Nothing seen yet."""
        self._roster, self._deadline = roster, deadline
        self._seen: dict[Kind, float] = {}  # of the bots and games that there are, so it is bounded

    def expected(self, name: str, position: Position) -> float:
        """Rather too much than too little: one that now and then has only one move to choose from is no quick one."""
        told = self._roster.seconds(name, position.game.info, self._deadline)
        return max(told, self._seen.get(_kind(name, position), 0.0))

    def saw(self, name: str, position: Position, seconds: float) -> None:
        """A move took so long."""
        kind = _kind(name, position)
        before = self._seen.get(kind, 0.0)
        self._seen[kind] = max(seconds, before + FADING * (seconds - before))


def _kind(name: str, position: Position) -> Kind:
    return name, position.game.id, position.players
