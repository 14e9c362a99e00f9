"""Whole games on paper: tests/playthroughs/*.txt of every game, compared line by line.

They show in a diff what a change of the rules or texts changes. `python -m tests.conformance.playthroughs --write [GAME ...]`
writes them anew, and with `--template` those of the template for new games.
"""

from __future__ import annotations

import argparse
import sys
import zlib
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory

import escale
from escale import Game, Info, Position
from escale.lab.new_game import TEMPLATE, new_game
from escale.rules.compile import interpreted
from escale.rules.texts import LANGUAGES
from tests.conformance.files import tests_folder
from tests.conformance.library import new_library, run
from tests.conformance.tables import Table, option_values, random_game
from tests.conformance.thorough import THOROUGH

FOLDER = "playthroughs"
DIAGRAM_EVERY = 10
INTERPRETED = 2  # files that are compared by interpreted code, which is slow
STAND_IN = "a_game_that_is_not_there"
AGAIN = "python -m tests.conformance.playthroughs --write"


def playthrough_tables(info: Info) -> dict[str, Table]:
    """The file names and their tables: one for each number of players and one for each value of an option."""
    wishes = {f"players-{players}": info.choose(players, {}) for players in info.players}
    for option, value in option_values(info):
        wishes[f"{option.name}-{value}"] = info.choose(None, {**option.needs, option.name: value})
    return {
        f"{name}.txt": Table(players, tuple(options.items()), zlib.crc32(name.encode()))
        for name, (players, options) in wishes.items()
    }


def lines_of(game: Game, at: Table) -> Iterator[str]:
    """A random game in words."""
    yield f"{game.id} version={game.version} {at}"
    for number, (position, move) in enumerate(random_game(at.new(game), at.seed)):
        if number % DIAGRAM_EVERY == 0 or move is None:
            yield from ["", *position.text().splitlines(), ""]
        if move is None:
            yield f"scores {_numbers(position.scores)} winners {' '.join(map(str, position.winners)) or '-'}"
        else:
            yield from _move_lines(position, number + 1, move)


def _move_lines(position: Position, number: int, move: int) -> Iterator[str]:
    names = position.names()
    yield (
        f"{number}. seat {position.turn} of {len(names)} {names[0]} .. {names[-1]} "
        f"plays {position.name(move)} points {_numbers(position.points)}"
    )
    for language in LANGUAGES:
        yield f"  {position.log(move, language, who=f'P{position.turn}')}"


def _numbers(values: tuple[float, ...]) -> str:
    return " ".join(f"{value:.6g}" for value in values)


def playthroughs_are_the_same(game: Game) -> None:
    """Each file has, line by line, what is played today; interpreted, some of them."""
    most = INTERPRETED if interpreted and not THOROUGH else None
    for name, at in list(playthrough_tables(game.info).items())[:most]:
        path = tests_folder(game) / FOLDER / name
        kept = path.read_text("utf-8").splitlines()
        for number, (was, now) in enumerate(zip_longest(kept, lines_of(game, at)), start=1):
            assert was == now, f"{FOLDER}/{name} line {number}: was {was!r}, is {now!r}; if meant so: {AGAIN} {game.id}"


def write(game: Game) -> None:
    """Write a game's files anew, and no others."""
    folder = tests_folder(game) / FOLDER
    folder.mkdir(exist_ok=True)
    wanted = playthrough_tables(game.info)
    for path in folder.glob("*.txt"):
        if path.name not in wanted:
            path.unlink()
    for name, at in wanted.items():
        (folder / name).write_text("\n".join(lines_of(game, at)) + "\n", "utf-8", newline="\n")


def write_template() -> None:
    """Write the template's files anew: those of a game made from it, with the game's name taken out again."""
    with TemporaryDirectory() as made:
        folder = new_game(STAND_IN, new_library(Path(made)))
        run(Path(made), "-m", "tests.conformance.playthroughs", "--write", STAND_IN).check_returncode()
        for path in (folder / "tests" / FOLDER).glob("*.txt"):
            text = path.read_text("utf-8").replace(STAND_IN, "$name")
            (TEMPLATE / "tests" / FOLDER / path.name).write_text(text, "utf-8", newline="\n")


def main() -> int:
    """Write what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", required=True, help="write the files anew")
    parser.add_argument("--template", action="store_true", help="those of the template, not of games")
    parser.add_argument("games", nargs="*", metavar="GAME", help="only these; default: all")
    asked = parser.parse_args()
    if asked.template:
        write_template()
        return 0
    for game_id in asked.games or escale.games():
        write(escale.load(game_id))
    return 0


if __name__ == "__main__":
    sys.exit(main())
