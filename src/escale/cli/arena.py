"""Commands that let bots play each other: a tournament, and the ladder from the weakest to the strongest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Protocol

from cyclopts import Parameter

import escale
from escale.cli.arguments import GameId, Json, Options, Seed, app, print_json, table_options, within
from escale.cli.bots import OURS, OWN, YARDSTICK, listed
from escale.rules.errors import BadOption
from escale.rules.info import checked_seed

MOST_GAMES = 10**7
MOST_PROCESSES = 1024
ALIKE = "It replaces how long each of our levels thinks, which is most of what makes them differ."


@Parameter(name="*")
@dataclass(frozen=True)
class Terms:
    """What a tournament and a ladder are both told."""

    seconds: Annotated[
        float | None, Parameter(help=f"Seconds to think about each move. {ALIKE} Default: as each bot does.")
    ] = None
    iterations: Annotated[
        int | None, Parameter(help=f"Games a bot may imagine for each move, instead: repeatable with --seed. {ALIKE}")
    ] = None
    seed: Seed = None
    players: Annotated[
        int | None, Parameter(help="How many players. Default: the fewest the options allow, and at least 2.")
    ] = None
    option: Options = None
    processes: Annotated[int | None, Parameter(help="How many games at the same time. Default: one per core.")] = None
    as_json: Json = False


USUAL = Terms()


class Contest(Protocol):
    """`tournament` or `ladder` of the lab."""

    def __call__(self, game: Any, bots: Any, games: int, *terms: Any) -> dict[str, Any]:
        """Play it."""


@app.command
def tournament(
    game: GameId,
    /,
    *,
    bots: Annotated[str, Parameter(help=f"The bots, as a,b,...: {OURS}; {YARDSTICK}; {OWN}.")],
    games: Annotated[int, Parameter(help="How many games, at least: every deal is played with the bots at every seat.")] = 100,
    terms: Terms = USUAL,
) -> None:
    """Let bots play each other on equal terms, and say who is stronger and how sure that is."""
    options = _checked(game, games, terms)
    from escale.lab.tournament import tournament as run
    from escale.terminal.printing import print_tournament

    result = _played(run, game, listed(bots), games, terms, options)
    if terms.as_json:
        print_json(result)
    else:
        print_tournament(result)


@app.command
def ladder(
    game: GameId,
    /,
    *,
    bots: Annotated[
        str | None, Parameter(help="The bots, the weakest first, as a,b,... Default: random, greedy and all our levels.")
    ] = None,
    games: Annotated[int, Parameter(help="How many games, at least, each bot plays against the next.")] = 100,
    plot: Annotated[Path | None, Parameter(help="Also draw the ratings into this file, which ends in .svg.")] = None,
    terms: Terms = USUAL,
) -> None:
    """Let the bots play their neighbours in strength, and rate them."""
    options = _checked(game, games, terms)
    if plot is not None and (plot.suffix.lower() != ".svg" or not plot.absolute().parent.is_dir()):
        raise BadOption(f"--plot {plot}: a file that ends in .svg, in a folder that is there")
    from escale.lab.ladder import ladder as run
    from escale.lab.rating_plot import rating_lines, rating_svg
    from escale.terminal.printing import print_ladder

    result = _played(run, game, listed(bots) if bots is not None else None, games, terms, options)
    if plot is not None:
        plot.write_text(rating_svg(f"{result['game']}, {result['players']} players", result["rungs"]), encoding="utf-8")
    if terms.as_json:
        print_json(result)
    else:
        print_ladder(result, rating_lines)


def _checked(game: str, games: int, terms: Terms) -> dict[str, str]:
    """The options of the table, once all the numbers have been found to make sense."""
    within("games", games, 1, MOST_GAMES)
    if terms.processes is not None:
        within("processes", terms.processes, 1, MOST_PROCESSES)
    checked_seed(terms.seed)
    return table_options(game, terms.players, terms.option)


def _played(
    run: Contest, game: str, bots: Sequence[str] | None, games: int, terms: Terms, options: dict[str, str]
) -> dict[str, Any]:
    from escale.search.budget import Budget
    from escale.terminal.progress import progress_bar

    budget = Budget(terms.seconds, terms.iterations)
    with progress_bar("games") as progress:
        return run(escale.load(game), bots, games, budget, terms.seed, terms.players, options, terms.processes, progress)
