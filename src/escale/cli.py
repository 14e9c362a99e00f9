"""The command line. Each command imports what it needs when it runs, so that help and lists are there at once."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NoReturn

from cyclopts import App, CycloptsError, Parameter

import escale
from escale.rules import notice
from escale.rules.errors import BadOption, EscaleError
from escale.rules.info import checked_seed

if TYPE_CHECKING:
    from escale.rules.texts import Texts

OK, FAILED, MISUSED, INTERRUPTED, PIPE_CLOSED = 0, 1, 2, 130, 141
DEBUG = "ESCALE_DEBUG"  # set, it shows where in our code an error that is our fault came from
MOST_GAMES = 10**8
MOST_THREADS = 1024
MOST_WORKERS = 64
LONGEST_BENCH = 3600.0
BARE_FLAGS = ("--terminal",)

app = App(
    name="escale",
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
    str | None, Parameter(env_var="ESCALE_DATABASE", help="postgresql://... instead of a file in the data folder.")
]
Json = Annotated[bool, Parameter(name="--json", negative=(), show_default=False, help="Print JSON.")]


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
    threads: Annotated[int | None, Parameter(help="How many threads. Default: one a core.")] = None,
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
    seconds = 0.0
    for one in loaded:
        with progress_bar(one.name()) as progress:
            seconds += compile_all(one, progress)
    print(f"{', '.join(one.name() for one in loaded)}: ready to play, compiled in {seconds:.1f} s.")


@app.command
def play(
    game: Annotated[str | None, Parameter(help="The game's id. Default: the only one, or you are asked.")] = None,
    /,
    *,
    terminal: Annotated[
        bool, Parameter(negative=(), show_default=False, help="Play in this terminal; all but --port and --data are for it.")
    ] = False,
    port: Annotated[int, Parameter(help="Where the pages are served; the next free port if it is taken.")] = 8080,
    data: Data = None,
    database: Database = None,
    open_browser: Annotated[bool, Parameter(name="--open", help="Open the browser.")] = True,
    players: Players = None,
    humans: Annotated[int, Parameter(help="How many people play at this terminal, taking turns before the screen.")] = 1,
    seat: Annotated[int, Parameter(help="Where you sit, from 1; the other people sit after you.")] = 1,
    name: Annotated[list[str] | None, Parameter(negative=(), help="Your name. May be given once a person.")] = None,
    bot: Annotated[str, Parameter(help="Who plays the other seats.")] = "greedy",
    option: Options = None,
    seed: Seed = None,
    lang: Language = None,
    hints: Annotated[bool, Parameter(help="List the moves you may play at each of your turns.")] = False,
    pause: Annotated[float, Parameter(help="Seconds that each robot's move stays on the screen.")] = 1.2,
) -> None:
    """Open the library in the browser; with --terminal, play a game right here."""
    if not terminal:
        here_only = {
            "GAME": game, "--players": players, "--name": name, "--option": option, "--seed": seed, "--lang": lang,
            "--humans": humans != 1, "--seat": seat != 1, "--bot": bot != "greedy", "--hints": hints, "--pause": pause != 1.2,
        }  # fmt: skip
        for what, given in here_only.items():
            if given:
                raise BadOption(f"{what} is for --terminal: in the browser all is chosen there")
        from escale.server.serving import Wish as Serving
        from escale.server.serving import serve as run

        run(Serving("127.0.0.1", port_number(port), data, browser=open_browser, database=database))
        return
    from escale.terminal.language import spoken

    spoken(lang)
    checked_seed(seed)
    options = table_options(game, players, option) if game is not None else read_options(option)
    from escale.terminal.seating import Wish, sit_down

    sit_down(Wish(game, players, options, humans, seat, name or (), bot, seed, lang, hints, pause))


@app.command
def serve(
    *,
    host: Annotated[str, Parameter(help="The address to listen on; 0.0.0.0 lets other machines in.")] = "127.0.0.1",
    port: Annotated[int, Parameter(help="The port; 0 takes any free one.")] = 8080,
    data: Data = None,
    bot_pace: Annotated[float, Parameter(help="Seconds before each bot's move.")] = 0.9,
    metrics: Annotated[bool, Parameter(negative=(), show_default=False, help="Count for Prometheus, at /metrics.")] = False,
    log: Annotated[
        Literal["debug", "info", "warning", "error"], Parameter(help="What is logged, as JSON lines on stderr.")
    ] = "warning",
    database: Database = None,
    workers: Annotated[int, Parameter(help="How many processes serve; more than one needs --database.")] = 1,
) -> None:
    """Serve the library to browsers."""
    within("workers", workers, 1, MOST_WORKERS)
    from escale.server.serving import Wish as Serving
    from escale.server.serving import serve as run

    run(
        Serving(
            host,
            port_number(port),
            data,
            bot_pace,
            strict_port=True,
            metrics=metrics,
            log=log,
            database=database,
            workers=workers,
        )
    )


@app.command
def verify(
    file: Annotated[Path, Parameter(help="A game exported from its replay page.")],
    /,
    *,
    commitment: Annotated[str | None, Parameter(help="What the table showed when the game began.")] = None,
    as_json: Json = False,
) -> None:
    """Check that a game was dealt as promised and played by the rules."""
    from escale.server.records import read_record, verified

    match = verified(read_record(file), commitment)
    if as_json:
        scores, winners = list(match.position.scores), list(match.position.winners)
        print_json(
            {"commitment": match.commitment, "moves": match.ply, "status": match.status, "scores": scores, "winners": winners}
        )
        return
    print(f"Commitment {match.commitment}: it is the one of this seed.")
    print(f"{match.ply} moves, all legal; the game is {'over' if match.status == 'over' else 'not over'}.")


@app.command
def replay(file: Annotated[Path, Parameter(help="A game exported from its replay page.")], /, *, lang: Language = None) -> None:
    """Tell a game in words, move by move."""
    from escale.server.records import read_record, told, verified
    from escale.terminal.language import said, spoken, words

    language = spoken(lang)
    record = read_record(file)
    match = verified(record, None)
    names = [
        name or words()[language].say("seat.human", number=seat)
        for seat, name in enumerate([*record.names, *[None] * match.created.players][: match.created.players], 1)
    ]
    for line in told(match, names, language):
        print(line)
    closing = match.position.view()["closing"]
    if closing:
        print(said(closing["reason"], match.game.texts[language]))


@app.command
def backup(
    file: Annotated[Path, Parameter(help="The file to write.")], /, *, data: Data = None, database: Database = None
) -> None:
    """Copy all games to one file; a server may run meanwhile."""
    from escale.server.keeping import backup as run
    from escale.terminal.progress import progress_bar

    with progress_bar("tables") as progress:
        matches, events = run(file, data, database, lambda done: progress(done, done) if progress else None)
    print(f"{file}: {matches} tables, {events} events.")


@app.command
def restore(
    file: Annotated[Path, Parameter(help="A file that `escale backup` wrote.")],
    /,
    *,
    data: Data = None,
    database: Database = None,
) -> None:
    """Add the games of a backup to those there are; a server may run meanwhile."""
    from escale.server.keeping import restore as run
    from escale.terminal.progress import progress_bar

    with progress_bar("tables") as progress:
        matches, events = run(file, data, database, lambda done: progress(done, done) if progress else None)
    print(f"{file}: {matches} tables, {events} events that were not here yet.")


def main() -> NoReturn:
    """The program `escale`."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Do what the arguments ask and return the exit status; an error is one line on stderr."""
    forgive_streams()
    notice.quiet = True  # the commands show signs of life themselves, in the player's language
    try:
        refuse_values(arguments)
        app(arguments, exit_on_error=False, print_error=False, result_action="return_value")
        sys.stdout.flush()
        return OK
    except (CycloptsError, EscaleError) as error:
        return complain(str(error), MISUSED)
    except KeyboardInterrupt:
        if sys.stderr.isatty():
            print(file=sys.stderr)  # the shell's next line begins at the margin
        return INTERRUPTED
    except BrokenPipeError:
        silence()
        return PIPE_CLOSED
    except OSError as error:
        silence()
        return complain(str(error), FAILED)
    except Exception as error:
        if os.environ.get(DEBUG):
            raise
        return complain(f"our mistake, not yours: {type(error).__name__}: {error} ({DEBUG}=1 shows where)", FAILED)


def refuse_values(arguments: Sequence[str]) -> None:
    """BadOption if a flag that says all by itself comes with a value, which the parser would take: --terminal=false."""
    for argument in arguments:
        flag, equals, _ = argument.partition("=")
        if equals and flag in BARE_FLAGS:
            raise BadOption(f"{flag} takes no value: write it alone, or leave it out")


def complain(message: str, status: int) -> int:
    """Say in one line what is wrong."""
    visible = "".join(character if character.isprintable() else " " for character in message)
    print(f"escale: {' '.join(visible.split())}", file=sys.stderr)
    return status


def forgive_streams() -> None:
    """Print what the terminal's encoding lacks as `?`, rather than fail; a stream that is closed reads and writes nothing."""
    for name in ("stdin", "stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "r" if name == "stdin" else "w", encoding="utf-8"))  # noqa: SIM115, PTH123
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def silence() -> None:
    """Let nothing more be written to a stdout that takes nothing more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def port_number(port: int) -> int:
    """A port, if it is one."""
    within("as port", port, 0, 65535)
    return port


def within(what: str, number: int, least: int, most: int) -> None:
    """BadOption unless a number is in its range."""
    if not least <= number <= most:
        raise BadOption(f"{number} {what}: allowed are {least} to {most}")


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


def print_json(data: Any) -> None:
    """Print data on one line, for programs."""
    ascii_only = (sys.stdout.encoding or "").lower().replace("-", "") != "utf8"
    print(json.dumps(data, ensure_ascii=ascii_only))
