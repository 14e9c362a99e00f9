"""A user's own bot: a Python class with one method, `choose(pos, budget)`, named `module:Class` or `path/to/file.py:Class`.

Naming one runs its file: a name that comes from somebody else's browser must be refused unless the host has allowed it.

It is honest by construction. The position it gets is like the real one in all that the seat to move knows; all else has been
redrawn at random, anew for each move. Whatever it reads there, `pos.text()` or the state itself, is one imagined world and
never the true one, so in two games that its seat can't tell apart it is asked the same question.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import inspect
import sys
import traceback
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

import numpy as np

from escale.rules.chance import derived_seed
from escale.rules.errors import EscaleError, NoSuchBot, shown
from escale.rules.info import checked_seed
from escale.rules.position import Position
from escale.search.budget import AS_IT_LIKES, Budget
from escale.search.failures import BotFailed

FORM = "module:Class or path/to/file.py:Class"
MOST_SAID = 200  # characters of an exception's text


class Chooser(Protocol):
    """What a user's class must offer. What it returns is a legal move, as number or text."""

    def choose(self, pos: Position, budget: Budget, /) -> int | str:
        """A move for the seat to move."""
        ...


class OwnBot:
    """A user's bot behind the face of ours: checks every answer, and shows it nothing its seat may not know."""

    instant = False  # what a user's code does may take any time

    def __init__(self, name: str, seed: int | None = None) -> None:
        """Import and make it. NoSuchBot if there is none of that name, BotFailed if its own code raises."""
        self.name = name
        self.ease = 0.0
        self._seed = np.uint64(checked_seed(seed))
        self._asked = 0
        self._kind = own_class(name)
        self._player = _made(name, self._kind, int(self._seed))

    def __repr__(self) -> str:
        return f"<OwnBot {self.name}>"

    def choose(
        self, position: Position, budget: Budget = AS_IT_LIKES, *, seconds: float | None = None, iterations: int | None = None
    ) -> int:
        """Its move, which is legal; BotFailed if it raises or gives anything else. The position stays as it is."""
        if position.over:
            raise EscaleError("the game is over: there is no move to choose")
        if seconds is not None or iterations is not None:
            budget = Budget(seconds, iterations)
        world = position.determinized(position.turn, int(derived_seed(self._seed, self._asked)))
        self._asked += 1
        try:
            answer = self._player.choose(world, budget)
        except (Exception, SystemExit) as error:
            raise BotFailed(f"bot {self.name}: choose raised {told(error, self._kind)}") from error
        move = legal_move(self.name, position, answer)
        self.ease = float(len(position.moves()) == 1)
        return move

    def stop(self) -> None:
        """Nothing can hurry a user's code; a bot that must be stopped is kept in a process of its own (OwnProcess)."""


def is_own(name: str) -> bool:
    """Whether a name is meant for a user's own bot, there or not."""
    return isinstance(name, str) and ":" in name


def own_bot(name: str, seed: int | None = None) -> OwnBot:
    """A user's bot, made anew."""
    return OwnBot(name, seed)


def own_class(name: str) -> type[Chooser]:
    """The class of that name, with the method it needs."""
    place, _, class_name = name.rpartition(":")
    if not place.strip() or not class_name.isidentifier():
        raise NoSuchBot(f"bot {name}: write {FORM}")
    module = _from_file(name, Path(place)) if place.endswith(".py") else _from_module(name, place)
    kind = getattr(module, class_name, None)
    if not isinstance(kind, type):
        raise NoSuchBot(f"bot {name}: {place} has no class {class_name}{_offered(module)}")
    if not callable(getattr(kind, "choose", None)):
        raise NoSuchBot(f"bot {name}: class {class_name} has no method choose(pos, budget)")
    return kind


def legal_move(name: str, position: Position, answer: Any) -> int:
    """The number of the move a bot gave; BotFailed if it isn't one it may play."""
    try:
        move = position.read_move(answer)
        position.name(move)
    except EscaleError as error:
        given = f"'{shown(answer)}'" if isinstance(answer, str | int | np.integer) else f"a {type(answer).__name__}"
        raise BotFailed(f"bot {name}: choose gave {given}, which is no legal move: {error}") from None
    return move


def told(error: BaseException, kind: type | None = None) -> str:
    """An exception in one line, with where in the file of the class it came from."""
    try:
        text = " ".join(str(error).split())[:MOST_SAID]
    except Exception:  # its own way to say what it is fails too
        text = ""
    file = getattr(sys.modules.get(kind.__module__), "__file__", None) if kind is not None else None
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if not frame.filename.startswith("<")]
    own = [frame for frame in frames if frame.filename == file] or frames
    where = f" ({Path(own[-1].filename).name}, line {own[-1].lineno})"
    return f"{type(error).__name__}{': ' if text else ''}{text}{'' if isinstance(error, SyntaxError) else where}"


def _made(name: str, kind: type[Chooser], seed: int) -> Chooser:
    try:
        return kind(seed=seed) if _takes_seed(kind) else kind()  # type: ignore[call-arg]
    except (Exception, SystemExit) as error:
        raise BotFailed(f"bot {name}: making a {kind.__name__} raised {told(error, kind)}") from error


def _takes_seed(kind: type) -> bool:
    try:
        parameters = inspect.signature(kind).parameters
    except (TypeError, ValueError):  # a class made outside Python may not say
        return False
    named = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    return ("seed" in parameters and parameters["seed"].kind in named) or any(
        parameter.kind is inspect.Parameter.VAR_KEYWORD for parameter in parameters.values()
    )


def _offered(module: ModuleType) -> str:
    names = [name for name, kind in vars(module).items() if isinstance(kind, type) and callable(getattr(kind, "choose", None))]
    return f": there are {', '.join(names)}" if names else ""


def _from_module(name: str, place: str) -> ModuleType:
    _reachable(Path.cwd())
    try:
        return importlib.import_module(place)
    except (Exception, SystemExit) as error:
        if isinstance(error, ModuleNotFoundError) and error.name and f"{place}.".startswith(f"{error.name}."):
            raise NoSuchBot(f"bot {name}: no module {error.name}, here or where Python looks") from None
        raise BotFailed(f"bot {name}: importing {place} raised {told(error)}") from error


def _from_file(name: str, place: Path) -> ModuleType:
    file = place.expanduser().resolve()
    if not file.is_file():
        raise NoSuchBot(f"bot {name}: no file {place}")
    known = f"escale_own_bot_{hashlib.sha256(str(file).encode()).hexdigest()[:16]}"
    if known in sys.modules:
        return sys.modules[known]
    spec = importlib.util.spec_from_file_location(known, file)
    assert spec is not None
    assert spec.loader is not None
    _reachable(file.parent)
    module = sys.modules[known] = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[known]
        raise BotFailed(f"bot {name}: importing {place} raised {told(error)}") from error
    return module


def _reachable(folder: Path) -> None:
    """Let a bot import what lies beside it. Last of all places: a file there may bear the name of a module we need."""
    if str(folder) not in sys.path:
        sys.path.append(str(folder))
