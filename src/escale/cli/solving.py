"""The command that finds lines for one player."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from escale.cli.arguments import Json, Options, app, print_json, table_options, within
from escale.rules.errors import BadOption
from escale.rules.info import checked_seed
from escale.search.budget import AS_IT_LIKES, Budget

SAMEGAME = "samegame"  # the lab's board, which is no game of the library
MOST_DEALS = 10**6
MOST_THREADS = 1024


@app.command
def solve(
    game: Annotated[str, Parameter(help=f"The id of a game that one can play alone, or {SAMEGAME} for a board in a file.")],
    file: Annotated[
        Path | None,
        Parameter(
            help="The board, only for samegame: a line a row, the highest first, at most 20 of 20 tokens. Each digit or letter "
            "is a colour of its own, 9 at most; the usual board has 15 rows of 15 tokens in 5 colours."
        ),
    ] = None,
    /,
    *,
    option: Options = None,
    deal: Annotated[int | None, Parameter(help="The seed of the deal to solve. Default: a random one.")] = None,
    deals: Annotated[int | None, Parameter(help="Solve so many random deals and count those won.")] = None,
    seconds: Annotated[float | None, Parameter(help="How long to search; of several deals, for each. Default: 5.")] = None,
    iterations: Annotated[int | None, Parameter(help="At most so many games played in search of a line.")] = None,
    seed: Annotated[int | None, Parameter(help="Decides the search, and of several deals the deals. Default: random.")] = None,
    threads: Annotated[
        int | None, Parameter(help="Searches side by side, the best counts; of several deals, how many at a time.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Find the best line of moves for one player."""
    budget = Budget(seconds, iterations) if seconds is not None or iterations is not None else AS_IT_LIKES
    if threads is not None:
        within("threads", threads, 1, MOST_THREADS)
    checked_seed(seed)
    if game == SAMEGAME:
        for what, given in {"--option": option, "--deal": deal, "--deals": deals}.items():
            if given is not None:
                raise BadOption(f"{what} is for a game of the library: {SAMEGAME} has its board from a file")
        if file is None:
            raise BadOption(f"{SAMEGAME} needs a FILE with the board")
        _show(_board(file, budget, seed, threads), as_json)
        return
    if file is not None:
        raise BadOption(f"a FILE is for {SAMEGAME} only; a game of the library is dealt: --deal SEED")
    options = table_options(game, 1, option)
    if deals is None:
        checked_seed(deal)
        _show(_deal(game, options, deal, budget, seed, threads), as_json)
        return
    if deal is not None:
        raise BadOption("--deal is one deal, --deals are many: give one of them")
    within("deals", deals, 1, MOST_DEALS)
    _show(_deals(game, options, deals, budget, seed, threads), as_json)


def _board(file: Path, budget: Budget, seed: int | None, threads: int | None) -> dict[str, Any]:
    from escale.lab.samegame_boards import read_file
    from escale.lab.solve import solve_board
    from escale.terminal.progress import busy

    states = read_file(file)
    with busy("searching"):
        return solve_board(states, budget, seed, threads or 1)


def _deal(
    game: str, options: dict[str, str], deal: int | None, budget: Budget, seed: int | None, threads: int | None
) -> dict[str, Any]:
    import escale
    from escale.lab.solve import solve_deal
    from escale.terminal.progress import busy

    with busy("searching"):
        return solve_deal(escale.load(game), options, deal, budget, seed, threads or 1)


def _deals(
    game: str, options: dict[str, str], deals: int, budget: Budget, seed: int | None, threads: int | None
) -> dict[str, Any]:
    import escale
    from escale.lab.solve import solve_deals
    from escale.terminal.progress import progress_bar

    with progress_bar("deals") as progress:
        return solve_deals(escale.load(game), options, deals, budget, seed, threads, progress)


def _show(result: dict[str, Any], as_json: bool) -> None:
    if as_json:
        print_json(result)
        return
    from escale.terminal.printing import counted

    if "deals" in result:
        low, high = result["ci95"]
        print(f"{result['game']}, {counted(result['deals'], 'deal')}, seed {result['seed']}{_options(result)}")
        print(f"won {result['won']}, {100 * result['share']:.1f} % (95 % sure: {100 * low:.1f} to {100 * high:.1f} %)")
        print(f"mean score {result['mean_score']:.3f}")
    elif "total" in result:
        print(f"{SAMEGAME}, {result['columns']} x {result['rows']} tokens of {counted(result['colours'], 'colour')}")
        print(f"total {result['total']}, {'cleared' if result['cleared'] else str(result['left']) + ' left'}")
        print(_line(result))
    else:
        print(f"{result['game']}, deal {result['deal']}{_options(result)}")
        print(f"{'won' if result['won'] else 'not won'}, score {result['score']:.3f}, points {result['points']:g}")
        print(_line(result))
    if result["iterations"]:
        print(f"{counted(result['iterations'], 'iteration')}, {result['iterations_per_s']:,.0f} a second")


def _line(result: dict[str, Any]) -> str:
    from escale.terminal.printing import counted

    moves = result["moves"]
    return f"{counted(len(moves), 'move')}: {' '.join(moves)}" if moves else "no move: there is no group to take"


def _options(result: dict[str, Any]) -> str:
    from escale.terminal.printing import chosen

    return chosen(result)
