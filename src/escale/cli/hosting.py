"""Commands for hosts and for whoever checks a game: serve, check, backup, restore, verify, replay."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from escale.cli.arguments import (
    FAILED,
    MISUSED,
    Data,
    Database,
    Json,
    Language,
    Unsuccessful,
    app,
    port_number,
    print_json,
    seconds_within,
    told_as,
    within,
)
from escale.cli.bots import OwnBots
from escale.rules.errors import BadOption, EscaleError
from escale.search.stand_in import DEADLINE_SECONDS
from escale.server.addresses import OWN_PROXY, THIS_COMPUTER

MOST_WORKERS = 64
LONGEST_DEADLINE = 600.0  # of a bot's move, in seconds
LONGEST_PACE = 3600.0
LONGEST_ABSENCE = 30 * 86_400.0
MOST_DAYS = 36_500  # that tables are kept


@app.command
def serve(
    *,
    host: Annotated[str, Parameter(help="The address to listen on; 0.0.0.0 lets other machines in.")] = "127.0.0.1",
    port: Annotated[int, Parameter(help="The port; 0 takes any free one.")] = 8080,
    data: Data = None,
    bot_pace: Annotated[float, Parameter(help="The shortest pause before a bot's move is shown, in seconds.")] = 0.9,
    bot_deadline: Annotated[
        float, Parameter(help="Seconds a bot may think before another moves in its place.")
    ] = DEADLINE_SECONDS,
    own_bot: OwnBots = None,
    metrics: Annotated[bool, Parameter(negative=(), show_default=False, help="Count for Prometheus, at /metrics.")] = False,
    metrics_for: Annotated[
        str, Parameter(help="The addresses that may read them; several with commas, or networks. Default: this computer.")
    ] = THIS_COMPUTER,
    log: Annotated[
        Literal["debug", "info", "warning", "error"], Parameter(help="What is logged, as JSON lines on stderr.")
    ] = "warning",
    database: Database = None,
    workers: Annotated[int, Parameter(help="How many processes serve; more than one needs --database.")] = 1,
    absent_after: Annotated[float, Parameter(help="Seconds until the seat of who left may be given to a bot.")] = 60.0,
    proxy: Annotated[
        str, Parameter(help="The address of the proxy before it; several with commas, or networks. Default: this computer.")
    ] = OWN_PROXY,
    public_url: Annotated[
        list[str] | None,
        Parameter(negative=(), help="Where browsers open it, https://play.example; no other name is answered. Repeatable."),
    ] = None,
    keep_days: Annotated[
        int | None, Parameter(help="Delete tables where nothing has happened for so many days. Default: keep all.")
    ] = None,
    limits: Annotated[
        Path | None,
        Parameter(env_var="ESCALE_LIMITS", help="A file that says how much anybody may ask for, as `escale limits` prints it."),
    ] = None,
) -> None:
    """Serve the library to browsers."""
    within("workers", workers, 1, MOST_WORKERS)
    if keep_days is not None:
        within("days to keep", keep_days, 1, MOST_DAYS)
    seconds_within("--absent-after", absent_after, LONGEST_ABSENCE)
    seconds_within("--bot-pace", bot_pace, LONGEST_PACE)
    if not 0 < bot_deadline <= LONGEST_DEADLINE:
        raise BadOption(f"a deadline of {bot_deadline:g} seconds: more than 0, at most {LONGEST_DEADLINE:.0f}")
    from escale.server.limits_file import read_limits

    read = read_limits(limits)
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
            metrics_for=metrics_for,
            log=log,
            database=database,
            workers=workers,
            absent_after=absent_after,
            proxy=proxy,
            public_urls=tuple(public_url or ()),
            own_bots=tuple(own_bot or ()),
            bot_deadline=bot_deadline,
            keep_days=keep_days,
            limits=read,
        )
    )


@app.command
def limits() -> None:
    """Print how much anybody may ask of a server: a file to edit, for `escale serve --limits`."""
    from escale.server.limits_file import printed

    print(printed(), end="")


@app.command
def verify(
    file: Annotated[Path, Parameter(help="A game exported from its replay page.")],
    /,
    *,
    commitment: Annotated[str | None, Parameter(help="What the table showed when the game began.")] = None,
    as_json: Json = False,
) -> None:
    """Check that a game was dealt as promised and played by the rules; status 1 if nothing was promised."""
    from escale.server.records import NO_PROMISE, complaint, promised, read_record, verified
    from escale.terminal.printing import counted

    try:
        record = read_record(file)
        match = verified(record, commitment)
    except EscaleError as error:
        if not as_json:
            raise
        print_json({"ok": False, "error": complaint(error)})
        raise Unsuccessful(MISUSED) from None
    kept = promised(record, commitment)
    if as_json:
        found = {
            "ok": kept,
            "commitment": match.commitment if kept else None,
            "moves": match.ply,
            "status": match.status,
            "scores": list(match.position.scores),
            "winners": list(match.position.winners),
        }
        print_json(found if kept else {**found, "error": {"code": "no_promise", "text": NO_PROMISE}})
    else:
        if kept:
            print(f"Commitment {match.commitment}: it is the one of this seed.")
        print(f"{counted(match.ply, 'move')}, all legal; the game is {'over' if match.status == 'over' else 'not over'}.")
    if not kept:
        raise Unsuccessful(FAILED, "" if as_json else NO_PROMISE)


@app.command
def replay(file: Annotated[Path, Parameter(help="A game exported from its replay page.")], /, *, lang: Language = None) -> None:
    """Tell a game in words, move by move."""
    from escale.server.records import read_record, told, verified
    from escale.terminal.language import said, spoken, words

    language = spoken(lang)
    match = verified(read_record(file), None)
    names = [
        seat.sitting.name or words()[language].say("seat.human", number=number) for number, seat in enumerate(match.seats, 1)
    ]
    for line in told(match, names, language):
        print(line)
    closing = match.position.view()["closing"]
    if closing:
        print(said(closing["reason"], match.game.texts[language]))


@app.command
def check(*, data: Data = None, database: Database = None, as_json: Json = False) -> None:
    """Check that a database is whole and that every game in it can be replayed; a server may run meanwhile."""
    from dataclasses import asdict

    from escale.server.audit import audit
    from escale.store.journal import DamagedStore, StoreError, Unavailable
    from escale.terminal.printing import print_report
    from escale.terminal.progress import progress_bar

    try:
        with progress_bar("tables") as progress:
            report = audit(data, database, progress)
    except StoreError as error:
        damaged = isinstance(error, DamagedStore)
        status = FAILED if damaged else MISUSED  # as of every command where no games are kept, or can't be read now
        if as_json:
            code = "damaged" if damaged else "unavailable" if isinstance(error, Unavailable) else "unfit"
            print_json({"ok": False, "error": {"code": code, "text": str(error)}})
            raise Unsuccessful(status) from None
        raise Unsuccessful(status, str(error)) from None
    if as_json:
        print_json({"ok": report.whole, **asdict(report)})
    else:
        print_report(asdict(report))
    if not report.whole:
        raise Unsuccessful(FAILED)


@app.command
def backup(
    file: Annotated[Path, Parameter(help="The file to write.")],
    /,
    *,
    data: Data = None,
    database: Database = None,
    overwrite: Annotated[bool, Parameter(negative=(), show_default=False, help="Replace a file of that name.")] = False,
    whole_only: Annotated[
        bool, Parameter(negative=(), show_default=False, help="Of a damaged database: copy the tables that are whole.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Copy all games to one file; a server may run meanwhile."""
    from dataclasses import asdict

    from escale.server.keeping import NotWhole
    from escale.server.keeping import backup as run
    from escale.terminal.hosting import print_copied
    from escale.terminal.progress import progress_bar

    try:
        with progress_bar("tables") as progress, told_as(as_json, unless=NotWhole):
            shown = (lambda done: progress(done, done)) if progress else lambda done: None
            copied = asdict(run(file, data, database, shown, overwrite=overwrite, whole_only=whole_only))
    except NotWhole as error:
        if as_json:
            print_json({"ok": False, "error": {"code": "damaged", "text": str(error)}})
        raise Unsuccessful(FAILED, "" if as_json else str(error)) from None
    if as_json:
        print_json({"ok": not copied["left_out"], **copied})
    else:
        print_copied(file, copied)
    if copied["left_out"]:
        raise Unsuccessful(FAILED)


@app.command
def restore(
    file: Annotated[Path, Parameter(help="A file that `escale backup` wrote.")],
    /,
    *,
    data: Data = None,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """Add the games of a backup to those there are; a server may run meanwhile."""
    from dataclasses import asdict

    from escale.server.keeping import restore as run
    from escale.terminal.hosting import print_restored
    from escale.terminal.progress import progress_bar

    with progress_bar("tables") as progress, told_as(as_json):
        restored = asdict(run(file, data, database, lambda done: progress(done, done) if progress else None))
    if as_json:
        print_json({"ok": not restored["skipped"], **restored})
    else:
        print_restored(file, restored)
    if restored["skipped"]:
        raise Unsuccessful(FAILED)
