"""A hint at the table, told in three steps: the idea, the place, the move. Each is told only when it is asked for."""

from __future__ import annotations

from escale.rules.position import Position
from escale.rules.texts import Texts
from escale.search.advice import Advice, advise
from escale.search.budget import lasting
from escale.terminal.language import said

SECONDS = 0.3  # about, as they are counted in iterations: a seed repeats it
IDEA, PLACE, MOVE = range(3)


class Hint:
    """The hint of one decision, for the seat to move and out of nothing but what it may know."""

    def __init__(self, position: Position, seed: int, words: Texts, told: list[str]) -> None:
        """`words`: the table's; `told`: the kinds of asides that its player was told last."""
        self._position = position
        self._seed = seed
        self._words = words
        self._kinds_told = told
        self._advice: Advice | None = None
        self._step = IDEA

    @property
    def found(self) -> bool:
        """Whether the move has been found, which takes a moment."""
        return self._advice is not None

    def think(self) -> None:
        """Find the move."""
        self._advice = advise(self._position, lasting(self._position.game.info, SECONDS), self._seed)

    def next(self) -> list[str]:
        """The next step, and how to have the one after it; after the last, the last again. It has been found before."""
        assert self._advice is not None
        told = [self._told(self._advice)]
        if self._step == IDEA:
            told += self._asides(self._advice)
        if self._step < MOVE:
            told.append(self._words.say("answer.hint_place" if self._step == IDEA else "answer.hint_move"))
            self._step += 1
        return told

    def _asides(self, advice: Advice) -> list[str]:
        """What else is worth knowing. Who plays alone is told what may be got; among others it is told when it is news."""
        kinds = [aside["key"] for aside in advice.asides]
        news = kinds != self._kinds_told or self._position.players == 1
        self._kinds_told[:] = kinds
        return [self._in_words(aside) for aside in advice.asides] if news else []

    def _told(self, advice: Advice) -> str:
        if self._step == MOVE:
            return self._words.say("answer.hint", move=advice.name, said=self._in_words(advice.said))
        return self._in_words(advice.idea if self._step == IDEA else advice.place)

    def _in_words(self, text: dict[str, object]) -> str:
        return said(text, self._position.game.texts[self._words.language])
