"""Commands that let bots play each other: a tournament, and the ladder from the weakest to the strongest."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

import escale
from escale.cli.arguments import GameId, Json, Options, Seed, app, print_json, table_options, within
from escale.rules.errors import BadOption
from escale.rules.info import checked_seed

if TYPE_CHECKING:
    from escale.search.budget import Budget

MOST_GAMES = 10**7
MOST_PROCESSES = 1024

Bots = Annotated[str, Parameter(help="The bots, as a,b,...; your own as module:Class or path/to/file.py:Class.")]
Rungs = Annotated[str | None, Parameter(help="The bots, the weakest first, as a,b,... Default: all our levels.")]
Seats = Annotated[int | None, Parameter(help="How many players. Default: the fewest the options allow, and at least 2.")]
ALIKE = "It replaces how long each of our levels thinks, which is most of what makes them differ."
Seconds = Annotated[float | None, Parameter(help=f"Seconds to think about each move. {ALIKE} Default: as each bot does.")]
Iterations = Annotated[
    int | None, Parameter(help=f"Games a bot may imagine for each move, instead: repeatable with --seed. {ALIKE}")
]
Processes = Annotated[int | None, Parameter(help="How many games at the same time. Default: one a core.")]


@app.command
def tournament(
    game: GameId,
    /,
    *,
    bots: Bots,
    games: Annotated[int, Parameter(help="How many games, at least: every deal is played with the bots at every seat.")] = 100,
    seconds: Seconds = None,
    iterations: Iterations = None,
    seed: Seed = None,
    players: Seats = None,
    option: Options = None,
    processes: Processes = None,
    as_json: Json = False,
) -> None:
    """Let bots play each other on equal terms, and say who is stronger and how sure that is."""
    budget = _checked(games, seed, processes, seconds, iterations)
    options = table_options(game, players, option)
    from escale.lab.tournament import tournament as run
    from escale.terminal.printing import print_tournament
    from escale.terminal.progress import progress_bar

    with progress_bar("games") as progress:
        result = run(escale.load(game), _listed(bots), games, budget, seed, players, options, processes, progress)
    if as_json:
        print_json(result)
    else:
        print_tournament(result)


@app.command
def ladder(
    game: GameId,
    /,
    *,
    bots: Rungs = None,
    games: Annotated[int, Parameter(help="How many games, at least, each bot plays against the next.")] = 100,
    seconds: Seconds = None,
    iterations: Iterations = None,
    seed: Seed = None,
    players: Seats = None,
    option: Options = None,
    processes: Processes = None,
    plot: Annotated[Path | None, Parameter(help="Also draw the ratings into this file, which ends in .svg.")] = None,
    as_json: Json = False,
) -> None:
    """Let the bots play their neighbours in strength, and rate them."""
    budget = _checked(games, seed, processes, seconds, iterations)
    options = table_options(game, players, option)
    if plot is not None and (plot.suffix.lower() != ".svg" or not plot.absolute().parent.is_dir()):
        raise BadOption(f"--plot {plot}: a file that ends in .svg, in a folder that is there")
    from escale.lab.ladder import ladder as run
    from escale.lab.rating_plot import rating_lines, rating_svg
    from escale.terminal.printing import print_ladder
    from escale.terminal.progress import progress_bar

    rungs = _listed(bots) if bots is not None else None
    with progress_bar("games") as progress:
        result = run(escale.load(game), rungs, games, budget, seed, players, options, processes, progress)
    if plot is not None:
        plot.write_text(rating_svg(f"{result['game']}, {result['players']} players", result["rungs"]), encoding="utf-8")
    if as_json:
        print_json(result)
    else:
        print_ladder(result, rating_lines)


def _checked(games: int, seed: int | None, processes: int | None, seconds: float | None, iterations: int | None) -> Budget:
    """How long each move may take, once all the numbers have been found to make sense."""
    within("games", games, 1, MOST_GAMES)
    if processes is not None:
        within("processes", processes, 1, MOST_PROCESSES)
    checked_seed(seed)
    from escale.search.budget import Budget

    return Budget(seconds, iterations)


def _listed(bots: str) -> list[str]:
    return [name.strip() for name in bots.split(",")]
