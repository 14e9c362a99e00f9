"""Commands for hosts about the tables there are: list, show, end, delete."""

from __future__ import annotations

import sys
from typing import Annotated, Any, Literal

from cyclopts import App, Parameter

from escale.cli.arguments import FAILED, Data, Database, Json, Language, Unsuccessful, app, print_json, told_as, within
from escale.rules.errors import BadOption
from escale.rules.shelf import known_game

MOST_LISTED = 1_000_000
MOST_DAYS = 36_500
YES = "yes"

Ids = Annotated[tuple[str, ...], Parameter(negative=(), help="The ids of tables, as the list shows them.")]
Confirmed = Annotated[bool, Parameter(name="--yes", negative=(), show_default=False, help="Don't ask.")]

tables = App(name="tables", help="List, show, end and delete the tables of a server; it may run meanwhile.")
app.command(tables)


@tables.default
@tables.command(name="list")
def list_tables(
    *,
    data: Data = None,
    database: Database = None,
    game: Annotated[str | None, Parameter(help="Only tables of this game.")] = None,
    state: Annotated[
        Literal["waiting", "playing", "ended", "shelved", "unreadable"] | None,
        Parameter(help="Only those that wait for players, are played, have ended, or whose rules aren't here."),
    ] = None,
    idle_days: Annotated[int | None, Parameter(help="Only those where nothing has happened for so many days.")] = None,
    limit: Annotated[int, Parameter(help="How many at most.")] = 50,
    as_json: Json = False,
) -> None:
    """List the tables, the last changed first."""
    from escale.server.hosted import Wanted, plain_json
    from escale.server.hosted import tables as found
    from escale.terminal.hosting import print_tables

    with told_as(as_json):
        within("as limit", limit, 1, MOST_LISTED)
        if idle_days is not None:
            within("days", idle_days, 0, MOST_DAYS)
        listed = [plain_json(table) for table in found(data, database, Wanted(game, state, idle_days, limit))]
        if game is not None and not listed and not found(data, database, Wanted(game, limit=1)):
            known_game(game)  # one that was taken off the shelf may have tables still
    if not as_json:
        print_tables(listed, limit)
        return
    for table in listed:
        print_json(table)


@tables.command
def show(ids: Ids, /, *, data: Data = None, database: Database = None, lang: Language = None, as_json: Json = False) -> None:
    """Show tables as anybody who watches sees them: nothing hidden, no keys."""
    from escale.server.hosted import show as found
    from escale.terminal.hosting import print_shown
    from escale.terminal.language import spoken

    with told_as(as_json):
        _some(ids)
        language = spoken(lang)
        shown = found(data, database, ids)
    for table in shown:
        if as_json:
            print_json(table)
        else:
            print_shown(table, language)


@tables.command
def end(ids: Ids, /, *, data: Data = None, database: Database = None) -> None:
    """End tables for their players, who can still look at them."""
    _some(ids)
    from escale.server.hosted import end as run

    ended = run(data, database, ids)
    for table in dict.fromkeys(ids):
        print(f"{table}: ended" if table in ended else f"{table}: had ended already")


@tables.command
def delete(
    ids: Ids = (),
    /,
    *,
    older_than: Annotated[int | None, Parameter(help="All tables where nothing has happened for so many days.")] = None,
    state: Annotated[Literal["ended"] | None, Parameter(help="With --older-than: only those that have ended.")] = None,
    trust_clock: Annotated[
        bool,
        Parameter(negative=(), show_default=False, help="With --older-than: the clock is right, although it has jumped."),
    ] = False,
    yes: Confirmed = False,
    data: Data = None,
    database: Database = None,
) -> None:
    """Delete tables for good; whoever is at one is told."""
    if bool(ids) == (older_than is not None):
        raise BadOption("name tables, or say --older-than DAYS")
    if state and older_than is None:
        raise BadOption("--state goes with --older-than DAYS")
    if trust_clock and older_than is None:
        raise BadOption("--trust-clock goes with --older-than DAYS")
    if older_than is not None:
        within("days", older_than, 1, MOST_DAYS)
    from escale.server import hosted
    from escale.terminal.printing import counted
    from escale.terminal.progress import progress_bar

    ended, idle = state == "ended", None
    if older_than is not None:
        idle = hosted.idle(data, database, older_than, ended=ended, trust_clock=trust_clock)
        if idle.held_back:
            _tell_held_back(len(idle.held_back))
    lines = idle.lines if idle else hosted.named(data, database, ids)
    if lines and not yes:
        _confirm(lines)
    with progress_bar("tables") as bar:
        shown = (lambda done: bar(done, len(lines))) if bar else lambda done: None
        if idle:
            count = hosted.delete_idle(data, database, idle.before, shown, ended=ended)
        else:
            count = hosted.delete(data, database, [line.id for line in lines], shown)
    print(f"{counted(count, 'table')} deleted.")


def _some(ids: tuple[str, ...]) -> None:
    if not ids:
        raise BadOption("name a table: `escale tables` lists them")


def _tell_held_back(count: int) -> None:
    from escale.terminal.printing import counted

    said = f"{counted(count, 'table')} so old by this computer's clock alone: no server ran for long, or the clock was set."
    print(f"escale: {said} Not deleted; if the clock is right, add --trust-clock.", file=sys.stderr)


def _confirm(lines: list[Any]) -> None:
    """Unsuccessful, unless whoever is asked says yes."""
    from escale.terminal.printing import counted

    playing = sum(line.status == "playing" for line in lines)
    what = f"{counted(len(lines), 'table')} ({playing:,} not ended) will be gone for good."
    print(f"{what} Type {YES} to delete: ", end="", flush=True)
    try:
        said = input()
    except EOFError:
        print()
        said = ""
    if said.strip().lower() != YES:
        raise Unsuccessful(FAILED, f"nothing was deleted: {YES} was not said (--{YES} doesn't ask)")
