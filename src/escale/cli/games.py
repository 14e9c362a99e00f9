"""Commands about games: list them, read their rules, play in the terminal or open the library, simulate, measure."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

import escale
from escale.cli.arguments import (
    Data,
    Database,
    GameId,
    Json,
    Language,
    Options,
    Players,
    Seed,
    app,
    chosen_rules,
    port_number,
    print_json,
    read_options,
    table_options,
    within,
)
from escale.cli.bots import OURS, OWN, OwnBots, check_bots
from escale.rules.errors import BadOption
from escale.rules.info import checked_seed

MOST_GAMES = 10**8
MOST_THREADS = 1024
LONGEST_BENCH = 3600.0


@app.command
def games(*, as_json: Json = False) -> None:
    """List the games, with their players and options."""
    from escale.rules.shelf import words_of

    listed = [
        {
            "id": game_id,
            "names": {language: texts.say("game.name") for language, texts in words_of(game_id).items()},
            "players": list(info.players),
            "options": [{"name": o.name, "values": list(o.values), "default": o.default} for o in info.options],
            "version": info.version,
        }
        for game_id, info in escale.games().items()
    ]
    if as_json:
        print_json(listed)
        return
    from escale.terminal.printing import print_games

    print_games(listed)


@app.command
def rules(
    game: GameId,
    rule_id: Annotated[str | None, Parameter(help="One rule only.")] = None,
    /,
    *,
    lang: Language = None,
    as_json: Json = False,
) -> None:
    """Print a game's rulebook, or one rule of it."""
    from escale.rules.shelf import words_of
    from escale.terminal.language import spoken

    texts = words_of(game)[spoken(lang)]
    wanted = chosen_rules(texts, rule_id)
    if as_json:
        print_json(
            {
                "game": game,
                "name": texts.say("game.name"),
                "language": texts.language,
                "credits": texts.say("game.credits"),
                "rules": [
                    {"id": r, "title": texts.say(f"rule.{r}.title"), "text": texts.say(f"rule.{r}.text")} for r in wanted
                ],
            }
        )
        return
    from escale.terminal.printing import print_rules

    print_rules(texts, wanted, whole=rule_id is None)


@app.command
def simulate(
    game: GameId,
    /,
    *,
    players: Players = None,
    games: Annotated[int, Parameter(help="How many games.")] = 1000,
    seed: Seed = None,
    bots: Annotated[str | None, Parameter(help="A bot for every seat, as a,b,..., or one for all. Default: random.")] = None,
    option: Options = None,
    threads: Annotated[int | None, Parameter(help="How many threads. Default: one per core.")] = None,
    as_json: Json = False,
) -> None:
    """Let bots play many games, and count."""
    within("games", games, 1, MOST_GAMES)
    if threads is not None:
        within("threads", threads, 1, MOST_THREADS)
    checked_seed(seed)
    options = table_options(game, players, option)
    from escale.lab.simulate import simulate as run
    from escale.terminal.printing import print_simulation
    from escale.terminal.progress import progress_bar

    named = [name.strip() for name in bots.split(",")] if bots is not None else None
    with progress_bar("games") as progress:
        result = run(escale.load(game), players, games, seed, named, options, threads, progress)
    if as_json:
        print_json(result)
    else:
        print_simulation(result)


@app.command
def bench(
    game: GameId,
    /,
    *,
    players: Players = None,
    option: Options = None,
    seconds: Annotated[float, Parameter(help="How long to measure.")] = 3.0,
    as_json: Json = False,
) -> None:
    """Measure how fast a game is played out at random."""
    if not 0 < seconds <= LONGEST_BENCH:
        raise BadOption(f"{seconds} seconds: more than 0, at most {LONGEST_BENCH:.0f}")
    options = table_options(game, players, option)
    from escale.lab.bench import bench as run
    from escale.terminal.printing import print_bench
    from escale.terminal.progress import busy

    with busy("measuring"):
        result = run(escale.load(game), players, options, seconds)
    if as_json:
        print_json(result)
    else:
        print_bench(result)


@app.command
def warm(game: Annotated[str | None, Parameter(help="One game only.")] = None, /) -> None:
    """Compile every game now rather than when it is first played."""
    from escale.lab.warm import warm as compile_all
    from escale.terminal.progress import progress_bar

    loaded = [escale.load(game_id) for game_id in ([game] if game is not None else escale.games())]
    names = ", ".join(one.name() for one in loaded)
    with progress_bar(names) as progress:
        seconds = compile_all([one.id for one in loaded], progress)
    print(f"{names}: ready to play, compiled in {seconds:.1f} s.")


@app.command
def play(
    game: Annotated[str | None, Parameter(help="The game's id. Default: the only one, or you are asked.")] = None,
    /,
    *,
    terminal: Annotated[
        bool, Parameter(negative=(), show_default=False, help="Play in this terminal; --port, --data, --own-bot are not.")
    ] = False,
    port: Annotated[int, Parameter(help="Where the pages are served; the next free port if it is taken.")] = 8080,
    data: Data = None,
    database: Database = None,
    open_browser: Annotated[bool, Parameter(name="--open", help="Open the browser.")] = True,
    own_bot: OwnBots = None,
    players: Players = None,
    humans: Annotated[int, Parameter(help="How many people play at this terminal, taking turns before the screen.")] = 1,
    seat: Annotated[int, Parameter(help="Where you sit, from 1; the other people sit after you.")] = 1,
    name: Annotated[list[str] | None, Parameter(negative=(), help="Your name. May be given once a person.")] = None,
    bot: Annotated[str, Parameter(help=f"Who plays the other seats: {OURS}; or {OWN}.")] = "easy",
    option: Options = None,
    seed: Seed = None,
    lang: Language = None,
    moves: Annotated[
        bool, Parameter(negative=(), show_default=False, help="List the moves you may play at each of your turns.")
    ] = False,
    pause: Annotated[float, Parameter(help="Seconds that each robot's move stays on the screen.")] = 1.2,
) -> None:
    """Open the library in the browser; with --terminal, play a game right here."""
    if not terminal:
        here_only = {
            "GAME": game, "--players": players, "--name": name, "--option": option, "--seed": seed, "--lang": lang,
            "--humans": humans != 1, "--seat": seat != 1, "--bot": bot != "easy", "--moves": moves, "--pause": pause != 1.2,
        }  # fmt: skip
        for what, given in here_only.items():
            if given:
                own = "; a bot of your own is let in with --own-bot" if what == "--bot" else ""
                raise BadOption(f"{what} is for --terminal: in the browser all is chosen there{own}")
        from escale.server.serving import Wish as Serving
        from escale.server.serving import serve as run

        own_bots = tuple(own_bot or ())
        run(Serving("127.0.0.1", port_number(port), data, browser=open_browser, database=database, own_bots=own_bots))
        return
    if own_bot:
        raise BadOption("--own-bot is for the browser: in the terminal your own sits down with --bot module:Class")
    from escale.terminal.language import spoken

    spoken(lang)
    checked_seed(seed)
    options = table_options(game, players, option) if game is not None else read_options(option)
    check_bots([bot])
    from escale.terminal.seating import Wish, sit_down

    sit_down(Wish(game, players, options, humans, seat, name or (), bot, seed, lang, moves, pause))
