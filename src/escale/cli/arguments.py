"""The program's name, the arguments that several commands take, and the checks made before anything slow is imported."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import App, ArgumentCollection, Parameter

import escale
from escale.rules.errors import BadOption, EscaleError

if TYPE_CHECKING:
    from escale.rules.texts import Texts

FAILED, MISUSED = 1, 2  # exit statuses


class Unsuccessful(Exception):
    """A command that ends with another status than 0, and says no more than `text`."""

    def __init__(self, status: int, text: str = "") -> None:
        """`text`: one line for stderr, if anything is to be said."""
        super().__init__(text)
        self.status = status


def one_place(program: App, command: tuple[str, ...], given: ArgumentCollection) -> None:
    """BadOption if somebody types two places of games. The one that is typed beats the one of the environment, which is easily
    forgotten: a backup that was to go to a folder must not end up in the database that people play in.
    """
    data, database = given.get("--data", None), given.get("--database", None)
    if data is None or database is None or not (data.tokens and database.tokens):
        return
    if any(token.source != "env" for token in database.tokens):
        raise BadOption("--data is a folder's games, --database those of a PostgreSQL database: give one of them")
    database.tokens.clear()


app = App(
    name="escale",
    config=one_place,
    help="A library of board games: play them, read their rules, simulate them.",
    version=escale.__version__,
    help_format="plaintext",
    suppress_keyboard_interrupt=False,
)

GameId = Annotated[str, Parameter(help="The game's id, as `escale games` lists it.")]
Players = Annotated[int | None, Parameter(help="How many players. Default: the fewest the options allow.")]
Options = Annotated[
    list[str] | None, Parameter(name="--option", negative=(), help="A variant, NAME=VALUE. May be given several times.")
]
Seed = Annotated[int | None, Parameter(help="Decides every deal; the same seed gives the same games. Default: a random one.")]
Language = Annotated[str | None, Parameter(name="--lang", help="en or fr. Default: as the environment (LANG) says.")]
Data = Annotated[Path | None, Parameter(help="The folder where games are kept. Default: your own data folder.")]
Database = Annotated[
    str | None,
    Parameter(env_var="ESCALE_DATABASE", help="postgresql://... instead of a file in a folder. --data beats the variable."),
]
Json = Annotated[bool, Parameter(name="--json", negative=(), show_default=False, help="Print JSON.")]


def port_number(port: int) -> int:
    """A port, if it is one."""
    within("as port", port, 0, 65535)
    return port


def within(what: str, number: int, least: int, most: int) -> None:
    """BadOption unless a number is in its range."""
    if not least <= number <= most:
        raise BadOption(f"{number} {what}: allowed are {least} to {most}")


def seconds_within(what: str, seconds: float, most: float) -> None:
    """BadOption unless it is a time from 0 on; what is no number, nan, is none either."""
    if not 0 <= seconds <= most:
        raise BadOption(f"{what} {seconds:g} seconds: allowed are 0 to {most:.0f}")


def table_options(game: str, players: int | None, given: Sequence[str] | None) -> dict[str, str]:
    """The options of a table that the game can have; found out before anything slow is imported."""
    from escale.rules.shelf import known_game

    options = read_options(given)
    escale.games()[known_game(game)].choose(players, options)
    return options


def read_options(given: Sequence[str] | None) -> dict[str, str]:
    """Options written NAME=VALUE."""
    options: dict[str, str] = {}
    for text in given or ():
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise BadOption(f"option {text!r}: write NAME=VALUE")
        if name in options:
            raise BadOption(f"option {name!r} is given twice")
        options[name] = value
    return options


def chosen_rules(texts: Texts, rule_id: str | None) -> list[str]:
    """The ids of every rule, or of the one asked for."""
    from escale.terminal.language import named_rules

    ids = [name.removeprefix("rule.").removesuffix(".title") for name in texts.names("rule.") if name.endswith(".title")]
    wanted = named_rules(ids, rule_id) if rule_id is not None else ids
    if not wanted:
        raise BadOption(f"no rule {rule_id!r}: there are {', '.join(ids)}")
    return wanted


@contextmanager
def told_as(as_json: bool, unless: type[EscaleError] | tuple[()] = ()) -> Iterator[None]:
    """While the context lasts, what is refused is told as JSON, if that is wished; one kind may be told otherwise."""
    try:
        yield
    except EscaleError as error:
        if not as_json or isinstance(error, unless):
            raise
        print_json({"ok": False, "error": {"code": "unfit", "text": str(error)}})
        raise Unsuccessful(MISUSED) from None


def print_json(data: Any) -> None:
    """Print data on one line, for programs."""
    ascii_only = (sys.stdout.encoding or "").lower().replace("-", "") != "utf8"
    print(json.dumps(data, ensure_ascii=ascii_only))
