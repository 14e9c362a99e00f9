"""A game as Python sees it: makes positions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from types import ModuleType
from typing import Any

import numpy as np

from escale.rules import kernels
from escale.rules.chance import new_rng
from escale.rules.compile import entry
from escale.rules.errors import BadNotation, BadState, Refusal, shown
from escale.rules.info import Info, Value, checked_seed
from escale.rules.notation import without_end
from escale.rules.position import Position
from escale.rules.texts import Texts, known_language


class Game:
    """One game of the library; `escale.load` gives it."""

    def __init__(
        self,
        game_id: str,
        info: Info,
        dtype: np.dtype[Any],
        max_moves: int,
        view: ModuleType,
        advice: ModuleType,
        refusals: tuple[tuple[str, str], ...],
        texts: Mapping[str, Texts],
    ) -> None:
        """Only the registry makes games, out of folders it has checked."""
        self.id = game_id
        self.info = info
        self.version = info.version
        self.dtype = dtype
        self.max_moves = max_moves
        self.table = kernels.table_dtype(dtype, max_moves)
        self.view = view
        self.advice = advice
        self.texts = texts
        self.told_move: Callable[[Any, int, int], str] = getattr(view, "told_move", _whole_text(view))
        self._refusals = refusals
        self._wishes: dict[Any, Any] = {}  # options asked for before, as `setup` takes them

    def __repr__(self) -> str:
        return f"<Game {self.id}>"

    def name(self, language: str = "en") -> str:
        """The game's name."""
        return self.texts[known_language(language)].say("game.name")

    def new(self, players: int | None = None, seed: int | None = None, **options: Value | bool) -> Position:
        """A fresh deal. Without a number of players, the smallest the options allow; without a seed, a random one."""
        states = self.blank()
        self.set_up(states, self.encoded(players, options), np.uint64(checked_seed(seed)))
        return Position(self, states)

    def encoded(self, players: int | None, options: Mapping[str, Any]) -> Any:
        """What `setup` is given for a caller's wish; BadOption names what is allowed. The array is shared: don't write."""
        try:
            wish = (players, players.__class__, *((name, value, value.__class__) for name, value in options.items()))
            known = self._wishes.get(wish)
        except TypeError:  # a value that can't be hashed can't be right either; let `choose` say so
            known = None
        if known is None:
            known = np.array(self.info.encode(*self.info.choose(players, options)), np.int64)
            self._wishes[wish] = known
        return known

    def parse(self, text: str) -> Position:
        """The position that `Position.text` wrote, or that somebody drew; BadNotation says what is wrong with it."""
        if not isinstance(text, str):
            raise BadNotation(f"a position is a text, not {type(text).__name__}")
        return Position(self, self.read(text))

    def read(self, text: str) -> Any:
        """The state (in an array of one) that a text describes."""
        return self._read_lines(without_end(text))

    def _read_lines(self, lines: str) -> Any:
        """The same of the game's own lines, without the one that ends them."""
        states = self.blank()
        self.view.read(lines, states[0])
        return states

    def from_bytes(self, data: bytes) -> Position:
        """The position that `Position.to_bytes` saved. Bytes that no position has are refused.

        A state is real exactly when its text reads back to the same bytes.
        """
        if not isinstance(data, bytes | bytearray | memoryview) or len(bytes(data)) != self.dtype.itemsize:
            raise BadState(f"a {self.id} position is {self.dtype.itemsize} bytes")
        states = self.blank(bytes(data))
        try:
            same = self._read_lines(self.view.text(states[0])).tobytes() == bytes(data)
        except (ValueError, IndexError, KeyError, OverflowError):
            same = False
        if not same:
            raise BadState(f"these {self.dtype.itemsize} bytes are no {self.id} position")
        return Position(self, states)

    def refusal(self, code: int, language: str = "en") -> Refusal:
        """What a code of `why_not` means."""
        if code not in range(1, len(self._refusals) + 1):
            raise BadNotation(f"refusal {shown(code)}: allowed are 1 to {len(self._refusals)}")
        name, rule = self._refusals[code - 1]
        return Refusal(code, name, rule, self.texts[known_language(language)].say(f"refusal.{name}"))

    def rule_ids(self) -> list[str]:
        """Every rule of the rulebook, in its order."""
        names = self.texts["en"].names("rule.")
        return [name.removeprefix("rule.").removesuffix(".title") for name in names if name.endswith(".title")]

    @cached_property
    def set_up(self) -> Callable[..., Any]:
        """Compiled `setup`: (states, options, seed)."""
        return entry(kernels.set_up, self.blank(), np.zeros(1, np.int64), np.uint64(0))

    @cached_property
    def listing(self) -> Callable[..., Any]:
        """Compiled `legal`: (states, out)."""
        return entry(kernels.listing, self.blank(), self.move_room())

    @cached_property
    def advance(self) -> Callable[..., Any]:
        """Compiled `kernels.advance`: (tables, move)."""
        return entry(kernels.advance, np.zeros(1, self.table), 0)

    @cached_property
    def look(self) -> Callable[..., Any]:
        """Compiled `kernels.look`: (tables)."""
        return entry(kernels.look, np.zeros(1, self.table))

    @cached_property
    def reason(self) -> Callable[..., Any]:
        """Compiled `why_not`: (states, move)."""
        return entry(kernels.reason, self.blank(), 0)

    @cached_property
    def payoffs(self) -> Callable[..., Any]:
        """Compiled `score`: (states, out)."""
        return entry(kernels.payoffs, self.blank(), np.zeros(1, np.float64))

    @cached_property
    def counted(self) -> Callable[..., Any]:
        """Compiled `points`: (states, out)."""
        return entry(kernels.counted, self.blank(), np.zeros(1, np.float64))

    @cached_property
    def redraw(self) -> Callable[..., Any]:
        """Compiled `determinize`: (states, seat, seed)."""
        return entry(kernels.redraw, self.blank(), 0, np.uint64(0))

    @cached_property
    def draw_one(self) -> Callable[..., Any]:
        """Compiled `draw`: (states, moves, rng)."""
        return entry(kernels.draw_one, self.blank(), self.move_room(), new_rng(np.uint64(0)))

    @cached_property
    def count_games(self) -> Callable[..., Any]:
        """Compiled `kernels.perft`: (states, moves, depth)."""
        return entry(kernels.perft, self.blank(), np.zeros((1, self.max_moves), np.int32), 0)

    def blank(self, data: bytes | None = None) -> Any:
        """An array of one state, all zero or with the given bytes. (NumPy's own way for records is ten times slower.)"""
        return np.frombuffer(bytearray(data or self.dtype.itemsize), self.dtype)

    def move_room(self) -> Any:
        """Room for a list of moves."""
        return np.zeros(self.max_moves, np.int32)


def _whole_text(view: ModuleType) -> Callable[[Any, int, int], str]:
    """How moves are told in a game whose moves hide nothing: by their whole text, to everybody."""
    return lambda state, move, seat: str(view.move_text(state, move))


#: The compiled forms above, by name: what `warm` compiles beforehand.
COMPILED_FORMS = tuple(name for name, member in vars(Game).items() if isinstance(member, cached_property))
