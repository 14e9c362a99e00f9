"""What commands print for people; programs get JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from rich.cells import cell_len
from rich.table import Table
from rich.text import Text

from escale.rules.shelf import games
from escale.rules.texts import Texts
from escale.terminal.language import spoken
from escale.terminal.screen import GAP, new_console, paragraph, written

NARROWEST_PLOT, WIDEST_PLOT = 20, 60
ROOM_OF_FIGURES = 40  # beside a plot: ratings, intervals and games, with the gaps between


def print_table(head: Sequence[str], rows: Sequence[Sequence[str]], numbers: bool = False) -> None:
    """Print columns under their heads; `numbers`: all but the first two to the right.

    Where the terminal is too narrow for that, each row is a list.
    """
    console = new_console()
    if _width(head, rows) > console.width:
        console.print(*_stacked(head, rows), sep="\n")
        return
    table = Table(box=None, pad_edge=False, padding=(0, GAP, 0, 0), header_style="bold")
    for place, name in enumerate(head):
        table.add_column(name, justify="right" if numbers and place > 1 else "left", overflow="fold")
    for row in rows:
        table.add_row(*row)
    console.print(table)


def _width(head: Sequence[str], rows: Sequence[Sequence[str]]) -> int:
    """Of columns with nothing folded."""
    widest = [max(cell_len(line) for cell in column for line in cell.split("\n")) for column in zip(head, *rows, strict=True)]
    return sum(widest) + GAP * (len(widest) - 1)


def _stacked(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[Text]:
    """Rows as lists: the first value, and under it the others, each after its head."""
    for row in rows:
        yield Text(row[0], "bold", overflow="fold")
        for name, cell in zip(head[1:], row[1:], strict=True):
            first, *more = cell.split("\n")
            if more:
                yield Text(f"  {name}:")
                yield from (Text(f"    {line}", overflow="fold") for line in (first, *more))
            else:
                yield Text(f"  {name}: {cell}" if name else f"  {cell}", overflow="fold")


def print_games(listed: Sequence[dict[str, Any]]) -> None:
    """The games, a line each, and their options."""
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
    console = new_console()
    if whole:
        console.print(Text(texts.say("game.name"), "bold"), written(texts.say("game.tagline")), "", sep="\n")
    for rule in wanted:
        console.print(paragraph(rule, texts))
    if whole:
        console.print(written(texts.say("game.credits"), "faint"))


def print_simulation(result: dict[str, Any]) -> None:
    """What bots did, seat by seat."""
    print(f"{_setting(result)}, seed {result['seed']}{chosen(result)}")
    rows = [
        [
            str(seat + 1),
            result["bots"][seat],
            str(result["wins"][seat]),
            f"{100 * result['wins'][seat] / result['games']:.1f} %",
            f"{result['mean_scores'][seat]:.3f}",
            f"{result['mean_points'][seat]:.2f}",
        ]
        for seat in range(result["players"])
    ]
    print_table(["seat", "bot", "wins", "share", "mean score", "mean points"], rows, numbers=True)
    print(f"draws {result['draws']}, moves a game {result['mean_moves']:.1f}, games a second {result['games_per_s']:,.0f}")


def print_bench(result: dict[str, Any]) -> None:
    """How fast a game is."""
    print(f"{result['game']}, {counted(result['players'], 'player')}{chosen(result)}")
    print(f"playouts a second  {result['playouts_per_s']:>14,.0f}")
    print(f"moves a second     {result['moves_per_s']:>14,.0f}")
    print(f"moves a playout    {result['mean_moves']:>14.1f}")
    print(f"bytes a state      {result['state_bytes']:>14,}")
    print(f"seconds to start   {result['warm_start_s']:>14.2f}")


def counted(number: int, what: str) -> str:
    """A number of things: `1 game`, `2 games`."""
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def print_report(report: dict[str, Any]) -> None:
    """Print what was found in a database: a line for each table that is damaged or can't be replayed here, then all in all."""
    for remark in report["damaged"]:
        print(_one_line(f"{remark['table'] or 'database'}: {remark['text']}"))
    for remark in report["not_here"]:
        print(_one_line(f"{remark['table']}: not damaged, but can't be replayed here: {remark['text']}"))
    tables = len({remark["table"] for remark in report["damaged"]} - {None})
    found = (
        counted(len(report["damaged"]), "problem") + f", {counted(tables, 'table')} damaged"
        if report["damaged"]
        else "all whole"
    )
    others = f" {counted(len(report['not_here']), 'table')} can't be replayed here." if report["not_here"] else ""
    held = f"{counted(report['tables'], 'table')} ({report['finished']:,} finished), {counted(report['events'], 'event')}"
    print(f"{report['place']}: {held}: {found}.{others}")


def _one_line(text: str) -> str:
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def chosen(result: dict[str, Any]) -> str:
    """The options of a run that aren't as usual, as one types them."""
    usual = {option.name: option.default for option in games()[result["game"]].options}
    return "".join(f", {name}={value}" for name, value in result["options"].items() if value != usual[name])


def print_tournament(result: dict[str, Any]) -> None:
    """How each bot did, and with several tables how each did at each of them."""
    print(f"{contest_line(result)}, {counted(result['deals'], 'deal')}")
    print_standings(result["results"])
    for meeting in result.get("meetings", ()):
        print()
        print_standings(meeting["results"])


def print_standings(results: Sequence[dict[str, Any]]) -> None:
    """A line a bot."""
    rows = [
        [
            one["bot"],
            str(one["games"]),
            str(one["wins"]),
            str(one["draws"]),
            str(one["losses"]),
            percent(one["score"]),
            interval(one["ci95"]),
            f"{1000 * one['seconds_a_move']:,.1f}",
        ]
        for one in results
    ]
    print_table(["bot", "games", "wins", "draws", "losses", "score", "95 % interval", "ms a move"], rows, numbers=True)


def print_ladder(result: dict[str, Any], drawn: Callable[[Sequence[dict[str, Any]], int, bool], Sequence[str]]) -> None:
    """The ratings from the strongest down, `drawn` to scale, and what each bot won of the games with those below it."""
    print(contest_line(result))
    console = new_console()
    rungs = result["rungs"]
    room = max(NARROWEST_PLOT, min(WIDEST_PLOT, console.width - max(len(rung["bot"]) for rung in rungs) - ROOM_OF_FIGURES))
    plot = drawn(rungs, room, not console.encoding.startswith("utf"))
    rows = [
        [rung["bot"], f"{rung['rating']:.1f}", f"{rung['low']:.1f} to {rung['high']:.1f}", str(rung["games"]), line]
        for rung, line in zip(reversed(rungs), plot, strict=True)
    ]
    print_table(["bot", "rating", "95 % interval", "games", ""], rows)
    print()
    steps = [
        [step["stronger"], step["weaker"], str(step["games"]), percent(step["score"]), interval(step["ci95"])]
        for step in (*reversed(result["steps"]), *reversed(result["leaps"]))
    ]
    print_table(["bot", "against", "games", "score", "95 % interval"], steps, numbers=True)


def contest_line(result: dict[str, Any]) -> str:
    """What a contest was about."""
    limits = {"s a move": result["seconds"], "iterations a move": result["iterations"]}
    budget = "".join(f", {number:g} {unit}" for unit, number in limits.items() if number is not None)
    return f"{_setting(result)}, seed {result['seed']}{budget}{chosen(result)}"


def _setting(result: dict[str, Any]) -> str:
    return f"{result['game']}, {counted(result['players'], 'player')}, {counted(result['games'], 'game')}"


def percent(share: float) -> str:
    """A share, in hundredths."""
    return f"{100 * share:.1f} %"


def interval(ends: Sequence[float]) -> str:
    """From where to where a share may be, in hundredths."""
    return f"{100 * ends[0]:.1f} to {100 * ends[1]:.1f}"
