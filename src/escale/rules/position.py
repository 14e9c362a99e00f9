"""A position as Python sees it: the door that checks every move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from escale.rules.errors import BadNotation, BadOption, IllegalMove, Refusal, shown
from escale.rules.info import Value, checked_seed
from escale.rules.integers import kind_of, whole_number
from escale.rules.kernels import NOT_LISTED
from escale.rules.notation import with_end
from escale.rules.texts import known_language
from escale.rules.verbs import LEGAL, OVER, REVEALED, WATCHER

if TYPE_CHECKING:
    from escale.rules.game import Game

INT32 = range(-(1 << 31), 1 << 31)
DEPTHS = range(256)  # of perft; more than any count could ever reach


class Position:
    """One moment of a game. `play` moves on; `copy` first to keep it."""

    __slots__ = ("_advance", "_chosen", "_count", "_first", "_memory", "_moves", "_past", "_table", "game", "over")

    def __init__(self, game: Game, states: Any) -> None:
        """`states`: an array of one state, which is copied. Use Game.new, parse or from_bytes."""
        self._hold(game, bytearray(bytes(game.table.itemsize - game.dtype.itemsize) + states.tobytes()))
        self._look()
        self._begin()

    def _hold(self, game: Game, memory: bytearray) -> None:
        """Take over the memory of a table (kernels.table_dtype)."""
        self.game = game
        self._memory = memory
        self._table = np.frombuffer(memory, game.table)
        self._moves = memoryview(memory)[: -game.dtype.itemsize].cast("i")  # the moves, their number, the turn
        self._advance = game.advance
        self._chosen: tuple[int, dict[str, Value]] | None = None  # players and options, once somebody has asked

    def _look(self) -> None:
        self._count: int = self.game.look(self._table)
        self.over = not self._count  # whether the game has ended; an attribute, as loops ask at every step

    def _begin(self) -> None:
        """Whatever was played before is nobody's business."""
        self._first = self.to_bytes()
        self._past: Any = None  # the last move played, with those before it: copies share it

    @property
    def state(self) -> Any:
        """The state record itself, for the verbs. Changing it is the caller's own risk; work on a copy."""
        return self._states[0]

    @property
    def _states(self) -> Any:
        return self._table["state"]

    @property
    def turn(self) -> int | None:
        """The seat that must decide now; None when the game is over."""
        seat: int = self._moves[-1]
        return None if seat == OVER else seat

    @property
    def players(self) -> int:
        """How many seats there are."""
        return self._choices()[0]

    @property
    def options(self) -> dict[str, Value]:
        """Every option's value."""
        return dict(self._choices()[1])

    def moves(self) -> list[int]:
        """The legal moves, always in the same order. `name` turns one into text."""
        return self._moves[: self._count].tolist()

    def names(self) -> list[str]:
        """The legal moves as text, in the order of `moves`."""
        return [str(self.game.view.move_text(self.state, move)) for move in self.moves()]

    def name(self, move: int | str) -> str:
        """A legal move as text: short, typable, the same in logs, addresses and tests. IllegalMove if it isn't legal."""
        return str(self.game.view.move_text(self.state, self._legal(move)))

    def play(self, move: int | str) -> None:
        """Play a move, given as a number or as text. IllegalMove says which rule forbids it; then nothing has changed."""
        if move.__class__ is not int:
            move = self.read_move(move)
        try:
            count: int = self._advance(self._table, move)
        except OverflowError:
            count = NOT_LISTED
        if count <= 0:
            if count == NOT_LISTED:
                self._refuse(move)
            self.over = True
        self._count = count
        self._past = (self._past, move)

    def why_not(self, move: int | str, language: str = "en") -> Refusal | None:
        """None if the move is legal, else the rule that forbids it."""
        code = int(self.game.reason(self._states, self.read_move(move)))
        return None if code == LEGAL else self.game.refusal(code, language)

    def read_move(self, move: int | str) -> int:
        """The number of a move given as a number or as text. It need not be legal; BadNotation if it is no move at all."""
        if isinstance(move, str):
            return int(self.game.view.read_move(self.state, move))
        try:
            number = whole_number(move)
        except TypeError:
            raise BadNotation(f"a move is a text or a whole number, not {kind_of(move)}") from None
        if number not in INT32:
            raise BadNotation(f"move {shown(number)}: a number of 32 bits is allowed")
        return number

    def history(self) -> list[tuple[Position, int]]:
        """Every move played since this position was dealt or read, oldest first, with the position before it."""
        moves = []
        past = self._past
        while past is not None:
            past, move = past
            moves.append(move)
        before = Position(self.game, np.frombuffer(self._first, self.game.dtype))
        steps = []
        for move in reversed(moves):
            steps.append((before.copy(), move))
            before.play(move)
        return steps

    @property
    def scores(self) -> tuple[float, ...]:
        """The final payoff of each seat: 1 for the winning side, shared among sides that tie; 0 or less for the others.

        All 0 until the game is over.
        """
        if not self.over:
            return (0.0,) * self.players
        return self._per_seat(self.game.payoffs)

    @property
    def points(self) -> tuple[float, ...]:
        """What the players themselves count, for each seat, at any time."""
        return self._per_seat(self.game.counted)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won or share the victory; none while the game lasts."""
        return tuple(seat for seat, score in enumerate(self.scores) if score > 0)

    def view(self, seat: int | None = None, *, revealed: bool = False) -> dict[str, Any]:
        """What a seat may see, as plain data; without a seat, what everybody may. Its `moves` are for the seat to move.

        `revealed` shows everything instead: for looking back at a game that is over.
        """
        checked = REVEALED if revealed else self._checked_seat(seat)
        turn, over, game, state = self.turn, self.over, self.game, self.state
        players, options = self._choices()
        return {
            "game": game.id,
            "version": game.version,
            "players": players,
            "options": dict(options),
            "seat": None if checked in (WATCHER, REVEALED) else checked,
            "turn": turn,
            "over": over,
            "winners": list(self.winners) if over else [],
            "task": None if over else game.view.task(state),
            "closing": plain(game.view.closing(state)) if over else None,
            **game.view.view(state, checked),
            "moves": game.view.describe(state, self.moves() if checked == turn else []),
        }

    def said(self, move: int | str) -> dict[str, Any]:
        """A legal move in words, as plain data: the name of a text and its values, for whoever knows the language."""
        return plain(self.game.view.log(self.state, self._legal(move)))  # type: ignore[no-any-return]

    def effects(self, move: int | str, seat: int | None = None, *, revealed: bool = False) -> list[dict[str, Any]]:
        """What a legal move would do, step by step, as a seat (None: a watcher) sees it happen; for boards to animate."""
        checked = REVEALED if revealed else self._checked_seat(seat)
        return list(self.game.view.effects(self.state, self._legal(move), checked))

    def told(self, move: int | str, seat: int | None = None, *, revealed: bool = False) -> str:
        """The text of a legal move as a seat (None: a watcher) sees it made: without what it can't know of it.

        `name` is the whole text, which only whoever makes the move may be sure to know.
        """
        checked = REVEALED if revealed else self._checked_seat(seat)
        number = self._legal(move)
        if checked in (REVEALED, self.turn):
            return str(self.game.view.move_text(self.state, number))
        return str(self.game.told_move(self.state, number, checked))

    def reveals(self, move: int | str) -> bool:
        """Whether a legal move would show anybody something hidden or random: then it can't be taken back freely."""
        return bool(self.game.view.reveals(self.state, self._legal(move)))

    def log(self, move: int | str, language: str = "en", *, who: str) -> str:
        """A sentence for a legal move, said before it is played; `who` names the player. IllegalMove if it isn't legal."""
        key, values = self.game.view.log(self.state, self._legal(move))
        return self.game.texts[known_language(language)].say(key, **values, who=who)

    def determinized(self, seat: int | None, seed: int) -> Position:
        """A position like this one in all that a seat (None: a watcher) knows, the rest redrawn at random.

        It has no history: that would tell what is hidden.
        """
        other = self.copy()
        self.game.redraw(other._states, self._checked_seat(seat), np.uint64(checked_seed(seed)))
        other._look()
        other._begin()
        return other

    def copy(self) -> Position:
        """An independent position."""
        other = Position.__new__(Position)
        other._hold(self.game, bytearray(self._memory))
        other._count = self._count
        other._chosen = self._chosen
        other.over = self.over
        other._first = self._first
        other._past = self._past
        return other

    def __copy__(self) -> Position:
        return self.copy()

    def __deepcopy__(self, memo: Any) -> Position:
        return self.copy()

    def __reduce__(self) -> Any:
        return _restored, (self.game.id, self.game.version, self.to_bytes())

    def text(self) -> str:
        """A readable diagram of the whole position, secrets included; `Game.parse` reads it back exactly.

        Its last line is `end`, so that one that was cut short isn't taken for another position.
        """
        return with_end(self.game.view.text(self.state))

    def to_bytes(self) -> bytes:
        """The whole position; `Game.from_bytes` reads it back."""
        return bytes(self._memory[-self.game.dtype.itemsize :])

    def perft(self, depth: int) -> int:
        """How many different games of `depth` more moves there are."""
        allowed = f"{DEPTHS[0]} to {DEPTHS[-1]}"
        try:
            depth = whole_number(depth)
        except TypeError:
            raise BadOption(f"depth {shown(depth)}: a whole number is needed, {allowed}, not {kind_of(depth)}") from None
        if depth not in DEPTHS:
            raise BadOption(f"depth {shown(depth)}: allowed are {allowed}")
        if depth == 0:
            return 1
        states = np.zeros(depth, self.game.dtype)
        states[0] = self._states[0]
        return int(self.game.count_games(states, np.zeros((depth, self.game.max_moves), np.int32), depth))

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<Position of {self.game.id}, {'over' if self.over else f'seat {self.turn} to move'}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.game is other.game and self.to_bytes() == other.to_bytes()

    __hash__ = None  # type: ignore[assignment]

    def _choices(self) -> tuple[int, dict[str, Value]]:
        if self._chosen is None:
            self._chosen = self.game.info.decode(self.game.view.chosen(self.state))
        return self._chosen

    def _per_seat(self, kernel: Any) -> tuple[float, ...]:
        out = np.zeros(self.players, np.float64)
        kernel(self._states, out)
        return tuple(out.tolist())

    def _checked_seat(self, seat: int | None) -> int:
        if seat is None:
            return WATCHER
        allowed = f"0 to {self.players - 1}, or None for a watcher"
        try:
            number = whole_number(seat)
        except TypeError:
            raise BadOption(f"seat {shown(seat)}: a whole number is needed, {allowed}, not {kind_of(seat)}") from None
        if not 0 <= number < self.players:
            raise BadOption(f"seat {shown(number)}: allowed are {allowed}")
        return number

    def _legal(self, move: int | str) -> int:
        """The number of a move, which must be listed."""
        number = self.read_move(move)
        if number not in self.moves():
            self._refuse(number)
        return number

    def _refuse(self, move: int | str) -> None:
        refusal = self.why_not(move)
        assert refusal is not None, f"{move} is not listed and yet judged legal"
        raise IllegalMove(shown(move), refusal)


def plain(value: Any) -> Any:
    """Data with every text, (name, values), as an object `key` and `values`."""
    if isinstance(value, tuple):
        return {"key": value[0], "values": {name: plain(inner) for name, inner in value[1].items()}}
    if isinstance(value, dict):
        return {name: plain(inner) for name, inner in value.items()}
    return [plain(inner) for inner in value] if isinstance(value, list) else value


def _restored(game_id: str, version: int, data: bytes) -> Position:
    """What a pickled position becomes again, in whatever process."""
    from escale.rules.registry import load

    return load(game_id, version).from_bytes(data)
