"""The command line. Each command imports what it needs when it runs, so that help and lists are there at once."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

from cyclopts import App, CycloptsError, Parameter

import escale
from escale.rules.errors import BadOption, EscaleError

if TYPE_CHECKING:
    from escale.rules.texts import Texts

OK, FAILED, MISUSED, INTERRUPTED, PIPE_CLOSED = 0, 1, 2, 130, 141
DEBUG = "ESCALE_DEBUG"  # set, it shows where in our code an error that is our fault came from
MOST_GAMES = 10**9
MOST_THREADS = 1024
LONGEST_BENCH = 3600.0

Progress = Callable[[int, int], None]

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
    else:
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
    else:
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
    from escale.lab.simulate import simulate as run

    named = [name.strip() for name in bots.split(",")] if bots is not None else None
    with progress_bar("games") as progress:
        result = run(escale.load(game), players, games, seed, named, read_options(option), threads, progress)
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
    from escale.lab.bench import bench as run

    with busy("measuring"):
        result = run(escale.load(game), players, read_options(option), seconds)
    if as_json:
        print_json(result)
    else:
        print_bench(result)


@app.command
def warm(game: Annotated[str | None, Parameter(help="One game only.")] = None, /) -> None:
    """Compile every game now rather than when it is first played."""
    from escale.lab.warm import warm as compile_all

    loaded = [escale.load(game_id) for game_id in ([game] if game is not None else escale.games())]
    seconds = 0.0
    for one in loaded:
        with progress_bar(one.name()) as progress:
            seconds += compile_all(one, progress)
    say(f"{', '.join(one.name() for one in loaded)}: ready to play, compiled in {seconds:.1f} s.")


@app.command
def play(
    game: Annotated[str | None, Parameter(help="The game's id. Default: the only one, or you are asked.")] = None,
    /,
    *,
    terminal: Annotated[
        bool, Parameter(negative=(), show_default=False, help="Play in this terminal (the only way for now).")
    ] = True,
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
    """Play a game in the terminal, against robots or with friends around one screen."""
    from escale.terminal.seating import Wish, sit_down

    options = read_options(option)
    sit_down(Wish(game, players, options, humans, seat, name or (), bot, seed, lang, hints, pause))


def main() -> NoReturn:
    """The program `escale`."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Do what the arguments ask and return the exit status; an error is one line on stderr."""
    forgive_streams()
    try:
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


def within(what: str, number: int, least: int, most: int) -> None:
    """BadOption unless a number is in its range."""
    if not least <= number <= most:
        raise BadOption(f"{number} {what}: allowed are {least} to {most}")


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
    ids = [name.removeprefix("rule.").removesuffix(".title") for name in texts.names("rule.") if name.endswith(".title")]
    wanted = [rule for rule in ids if rule_id is None or rule.casefold() == rule_id.casefold()]
    if not wanted:
        raise BadOption(f"no rule {rule_id!r}: there are {', '.join(ids)}")
    return wanted


def say(text: str) -> None:
    """Print a line."""
    print(text)


def print_json(data: Any) -> None:
    """Print data on one line, for programs."""
    ascii_only = (sys.stdout.encoding or "").lower().replace("-", "") != "utf8"
    print(json.dumps(data, ensure_ascii=ascii_only))


def print_table(head: Sequence[str], rows: Sequence[Sequence[str]], numbers: bool = False) -> None:
    """Print columns under their heads; `numbers`: all but the first two to the right."""
    from rich.table import Table

    from escale.terminal.screen import new_console

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for place, name in enumerate(head):
        table.add_column(name, justify="right" if numbers and place > 1 else "left", overflow="fold")
    for row in rows:
        table.add_row(*row)
    new_console().print(table)


def print_games(listed: Sequence[dict[str, Any]]) -> None:
    """The games, a line each, and their options."""
    from escale.terminal.language import spoken

    language = spoken(None)
    rows = []
    for game in listed:
        options = [f"{o['name']}={'|'.join(marked(v, o['default']) for v in o['values'])}" for o in game["options"]]
        rows.append([game["id"], game["names"][language], ranges(game["players"]), "\n".join(options) or "-"])
    print_table(["id", "name", "players", "options (* is the default)"], rows)


def marked(value: object, default: object) -> str:
    """An option's value, with a star if it is the default."""
    return f"{value}*" if value == default else str(value)


def ranges(numbers: Sequence[int]) -> str:
    """Numbers, or their range where none is missing."""
    if len(numbers) > 2 and list(numbers) == list(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]} to {numbers[-1]}"
    return ", ".join(str(number) for number in numbers)


def print_rules(texts: Texts, wanted: Sequence[str], whole: bool) -> None:
    """The rulebook: a paragraph a rule, and who made the game."""
    from rich.text import Text

    from escale.terminal.screen import new_console, paragraph

    console = new_console()
    if whole:
        console.print(Text(texts.say("game.name"), "bold"), Text(texts.say("game.tagline")), "", sep="\n")
    for rule in wanted:
        console.print(paragraph(rule, texts))
    if whole:
        console.print(Text(texts.say("game.credits"), "dim"))


def print_simulation(result: dict[str, Any]) -> None:
    """What bots did, seat by seat."""
    say(f"{result['game']}, {result['players']} players, {result['games']} games, seed {result['seed']}{chosen(result)}")
    games = result["games"]
    seats = range(result["players"])
    rows = [
        [
            str(seat + 1),
            result["bots"][seat],
            str(result["wins"][seat]),
            f"{100 * result['wins'][seat] / games:.1f} %",
            f"{result['mean_scores'][seat]:.3f}",
            f"{result['mean_points'][seat]:.2f}",
        ]
        for seat in seats
    ]
    print_table(["seat", "bot", "wins", "share", "mean score", "mean points"], rows, numbers=True)
    say(f"draws {result['draws']}, moves a game {result['mean_moves']:.1f}, games a second {result['games_per_s']:,.0f}")


def print_bench(result: dict[str, Any]) -> None:
    """How fast a game is."""
    say(f"{result['game']}, {result['players']} players{chosen(result)}")
    say(f"playouts a second  {result['playouts_per_s']:>14,.0f}")
    say(f"moves a second     {result['moves_per_s']:>14,.0f}")
    say(f"moves a playout    {result['mean_moves']:>14.1f}")
    say(f"bytes a state      {result['state_bytes']:>14,}")
    say(f"seconds to start   {result['warm_start_s']:>14.2f}")


def chosen(result: dict[str, Any]) -> str:
    """The options of a run that aren't as usual, as one types them."""
    usual = {option.name: option.default for option in escale.games()[result["game"]].options}
    return "".join(f", {name}={value}" for name, value in result["options"].items() if value != usual[name])


@contextmanager
def progress_bar(label: str) -> Iterator[Progress | None]:
    """A bar on a terminal's stderr, moved by the function it gives; None where there is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from escale.terminal.screen import new_console

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=new_console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


@contextmanager
def busy(label: str) -> Iterator[None]:
    """A sign of life on a terminal's stderr."""
    if not sys.stderr.isatty():
        yield
        return
    from escale.terminal.screen import new_console

    with new_console(stderr=True).status(label):
        yield
