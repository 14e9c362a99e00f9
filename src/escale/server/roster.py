"""The bots that may sit at a table: those of the library, and the host's own, each of which has a process of its own."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from escale.rules.errors import BadOption, NoSuchBot, shown
from escale.rules.info import Info
from escale.rules.position import Position
from escale.search import levels
from escale.search.bots import LEVELS, Bot, bot, bot_names
from escale.search.own_process import START_SECONDS, BotLate, OwnProcess
from escale.search.stand_in import Trouble, own_budget
from escale.server.threads import Late

LONGEST_NAME = 40
INSTANT_SECONDS = 0.01  # a bot that once took longer is asked in a thread, whatever it says of itself


class Choice(NamedTuple):
    """A legal move. `trouble`, if it is news that another than the bot asked made it: this one, or all that follow too."""

    move: str
    trouble: Trouble | None = None


class Player(Protocol):
    """One who thinks for one seat."""

    instant: bool  # so quick that the event loop itself may ask
    own: bool  # the host's own
    patience: float  # the seconds after which it has surely failed

    def choose(self, position: Position) -> Choice:
        """A move for the seat to move. Whatever it raises, it has failed."""

    def stop(self) -> None:
        """From another thread: choose soon."""

    def close(self) -> None:
        """It won't be asked again."""


class Roster:
    """What bots there are, by the names that players see."""

    def __init__(self, own: Sequence[str] = ()) -> None:
        """`own`: where the host's own bots are, as `module:Class`. Players see the name of the class, and can name no other."""
        self._own: dict[str, str] = {}
        for place in own:
            name = place.rpartition(":")[2].strip()
            if name in self._own or name in bot_names() or not 0 < len(name) <= LONGEST_NAME:
                raise BadOption(f"the bot {shown(place)} can't be called '{shown(name)}': each needs a name of its own")
            self._own[name] = place

    @property
    def names(self) -> tuple[str, ...]:
        """Whoever may sit down."""
        return (*bot_names(), *self._own)

    @property
    def offered(self) -> tuple[str, ...]:
        """Those that players choose from, the weakest first, the host's own last."""
        return (*LEVELS, *self._own)

    def known(self, name: str | None) -> str:
        """A bot's name, if there is one of it; NoSuchBot names those there are."""
        if name is None or name not in self.names:
            raise NoSuchBot(f"no bot '{shown(name)}': there are {', '.join(self.names)}")
        return name

    def seconds(self, name: str, info: Info, deadline: float) -> float:
        """About how long it thinks about a move in a game, as far as one can say beforehand; NoSuchBot."""
        if self.known(name) in self._own:
            return own_budget(deadline).seconds or deadline
        level = {**levels.LEVELS, **levels.YARDSTICKS}.get(name)
        if level is None:
            return 0.0
        return level.budget.seconds or (level.budget.iterations or 0) / info.simulations

    def player(self, name: str, seed: int, deadline: float) -> Player:
        """Somebody new who plays like that; NoSuchBot if the host doesn't offer it any more."""
        place = self._own.get(self.known(name))
        return Ours(bot(name, seed), deadline) if place is None else Own(place, seed, deadline)


class Ours:
    """A bot of the library."""

    own = False

    def __init__(self, player: Bot, deadline: float) -> None:
        """`deadline`: the seconds it may take for a move."""
        self._player = player
        self.instant = player.instant and player.name not in LEVELS  # one that searches takes milliseconds, at every table
        self.patience = deadline

    def choose(self, position: Position) -> Choice:
        """As `Player` says."""
        begun = time.perf_counter()
        move = position.name(self._player.choose(position))
        self.instant &= time.perf_counter() - begun < INSTANT_SECONDS
        return Choice(move)

    def stop(self) -> None:
        """As `Player` says."""
        self._player.stop()

    def close(self) -> None:
        """As `Player` says."""
        self._player.stop()


class Own:
    """A bot of the host's, in a process that is killed if it takes too long."""

    own = True
    instant = False

    def __init__(self, place: str, seed: int, deadline: float) -> None:
        """`place`: `module:Class`. Its process is started when it is first asked, and needs a while for that."""
        self._process = OwnProcess(place, seed)
        self._deadline = deadline
        self.patience = deadline + START_SECONDS  # for a new process, which does not count as thinking

    def choose(self, position: Position) -> Choice:
        """As `Player` says. OwnProcess shows it nothing that its seat may not know."""
        try:
            move = self._process.choose(position, own_budget(self._deadline), self._deadline)
        except BotLate as late:
            raise Late(str(late)) from None
        return Choice(position.name(move))

    def stop(self) -> None:
        """As `Player` says: it can only be ended."""
        self.close()

    def close(self) -> None:
        """As `Player` says; in a thread, as the end of a process is waited for."""
        threading.Thread(target=self._process.close, name="ending a bot", daemon=True).start()
