"""How a game ends when everybody sees everything and plays for the best: slow, plain, and sharing nothing with the search."""

from __future__ import annotations

from escale.rules.position import Position

Ends = frozenset[tuple[float, ...]]  # payoffs, a number a seat


class TooLarge(Exception):
    """More positions follow than are worth looking at."""


class SlowSolver:
    """Looks at every line of moves to its end."""

    def __init__(self, most: int) -> None:
        """TooLarge after so many positions."""
        self._most = most
        self._solved: dict[bytes, Ends] = {}

    def ends(self, position: Position) -> Ends:
        """All ends that best play may lead to.

        There are several among three or more players: who has two moves as good for oneself decides how the others end.
        """
        if position.over:
            return frozenset({position.scores})
        key = position.to_bytes()
        if key not in self._solved:
            if len(self._solved) >= self._most:
                raise TooLarge
            self._solved[key] = best_for(position.turn or 0, list(self.after(position).values()))
        return self._solved[key]

    def after(self, position: Position) -> dict[int, Ends]:
        """The same after each legal move."""
        found = {}
        for move in position.moves():
            later = position.copy()
            later.play(move)
            found[move] = self.ends(later)
        return found


def best_for(seat: int, after_moves: list[Ends]) -> Ends:
    """The ends that a seat may choose: those no worse for it than the worst that any of its moves may lead to."""
    sure = max(min(end[seat] for end in ends) for ends in after_moves)
    return frozenset(end for ends in after_moves for end in ends if end[seat] >= sure)
