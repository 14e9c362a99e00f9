"""What a game says of itself before any of its code is compiled: players, options, version."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from numbers import Integral
from typing import Any

from escale.rules.errors import BadOption, shown
from escale.rules.integers import kind_of, whole_number

Value = str | int
SEEDS = 1 << 64
MOST_SEATS = 12  # a table of any game may have


@dataclass(frozen=True)
class Option:
    """A variant the table chooses. Where an on/off switch is meant, the values are "off" and "on"."""

    name: str
    values: tuple[Value, ...]
    default: Value
    players: Mapping[Value, tuple[int, ...]] = field(default_factory=dict)  # the counts a value is for; not named: any
    needs: Mapping[str, Value] = field(default_factory=dict)  # other options' values without which it means nothing
    idle: bool = False  # a value that isn't for so many players means nothing there, and is taken as the default

    def value(self, given: Any) -> Value:
        """The value meant by what a caller gave: itself, its text, or a bool for a switch."""
        if isinstance(given, bool):
            given = "on" if given else "off"
        for value in self.values:
            if isinstance(given, str | Integral) and str(given) == str(value):
                return value
        raise BadOption(f"option {self.name}={shown(given)}: allowed are {_listed(self.values)}")


@dataclass(frozen=True)
class Info:
    """A game's card: `INFO` in its folder's __init__.py."""

    version: int  # changes whenever the game's behaviour does
    order: int  # place on the shelf, lowest first
    players: tuple[int, ...]  # every number of players some table may have
    minutes: int  # how long a game takes people, roughly
    secrets: bool  # whether some seat may see what another may not
    options: tuple[Option, ...] = ()
    open_with: tuple[int, ...] = ()  # numbers of players with whom everybody sees the same all the same
    secret_if: Mapping[str, Value] = field(default_factory=dict)  # values of options without which everybody sees the same
    stock: bool = (
        False  # whether something is hidden from everybody, whoever plays: what lies face down, what is yet to be drawn
    )
    simulations: int = 80_000  # that a search makes a second, roughly: how many a hint or a review can afford
    haste: int = 512  # moves that bots play on in haste before they judge: fewer where judging is surer than playing on
    explore: float = 1.0  # how much bots try what they know little of: less where good moves are only a little better

    @property
    def secret_with(self) -> tuple[int, ...]:
        """The numbers of players with whom some seat may see what another may not, by some options."""
        return tuple(n for n in self.players if self.secrets and n not in self.open_with)

    def has_secrets(self, players: int, values: Mapping[str, Value]) -> bool:
        """Whether some seat of such a table may see what another may not."""
        return players in self.secret_with and all(values[name] == value for name, value in self.secret_if.items())

    def hides(self, players: int, values: Mapping[str, Value]) -> bool:
        """Whether anything at such a table is hidden from anybody."""
        return self.stock or self.has_secrets(players, values)

    def choose(self, players: int | None, given: Mapping[str, Any]) -> tuple[int, dict[str, Value]]:
        """The number of players and the value of every option, for what a caller asked; BadOption names what is allowed.

        An option not given takes its default, or where that isn't for so many players, its first value that is.
        """
        names = [option.name for option in self.options]
        for name in given:
            if name not in names:
                raise BadOption(f"no option '{shown(name)}': there are {_listed(names) or 'none'}")
        players = None if players is None else self._checked_players(players)
        values: dict[str, Value] = {}
        for option in self.options:
            if option.name in given:
                values[option.name] = self._meant(option, option.value(given[option.name]), players)
                self._check_needs(option, values)
            else:
                values[option.name] = self._unsaid(option, players)
        allowed = self.player_counts(values)
        if players is None:
            players = allowed[0]
        if players not in allowed:
            limiting = ", ".join(f"{o.name}={values[o.name]}" for o in self.options if values[o.name] in o.players)
            raise BadOption(f"{players} players with {limiting}: allowed are {_listed(allowed)}")
        return players, values

    def _checked_players(self, players: Any) -> int:
        try:
            number = whole_number(players)
        except TypeError:
            allowed = f"allowed are {_listed(self.players)}"
            raise BadOption(f"players={shown(players)}: a whole number is needed, not {kind_of(players)}; {allowed}") from None
        if number not in self.players:
            raise BadOption(f"{shown(number)} players: allowed are {_listed(self.players)}")
        return number

    def player_counts(self, values: Mapping[str, Value]) -> tuple[int, ...]:
        """How many players may sit at a table with these options."""
        limits = [option.players.get(values[option.name], self.players) for option in self.options]
        return tuple(n for n in self.players if all(n in limit for limit in limits))

    def encode(self, players: int, values: Mapping[str, Value]) -> list[int]:
        """The options as `setup` takes them: the number of players, then each value's place among the option's values."""
        return [players, *(option.values.index(values[option.name]) for option in self.options)]

    def decode(self, encoded: Sequence[int]) -> tuple[int, dict[str, Value]]:
        """The inverse of `encode`."""
        places = zip(self.options, encoded[1:], strict=True)
        return int(encoded[0]), {option.name: option.values[place] for option, place in places}

    def _meant(self, option: Option, value: Value, players: int | None) -> Value:
        """A value as given, but for one that means nothing with so many players."""
        if option.idle and players is not None and players not in option.players.get(value, self.players):
            return option.default
        return value

    def _unsaid(self, option: Option, players: int | None) -> Value:
        for value in (option.default, *option.values):
            if players is None or players in option.players.get(value, self.players):
                return value
        return option.default

    def _check_needs(self, option: Option, values: Mapping[str, Value]) -> None:
        for other, value in option.needs.items():
            if values[other] != value and values[option.name] != option.default:
                raise BadOption(f"option {option.name} is only for {other}={value}, not {other}={values[other]}")


def checked_seed(seed: int | None) -> int:
    """A seed as given, or a random one; BadOption if it isn't a number a deal can have."""
    if seed is None:
        return secrets.randbits(64)
    try:
        number = whole_number(seed)
    except TypeError:
        raise BadOption(f"seed {shown(seed)}: a whole number from 0 to {SEEDS - 1} is needed, not {kind_of(seed)}") from None
    if not 0 <= number < SEEDS:
        raise BadOption(f"seed {shown(number)}: a whole number from 0 to {SEEDS - 1}")
    return number


def _listed(things: Sequence[object]) -> str:
    return ", ".join(str(thing) for thing in things)
