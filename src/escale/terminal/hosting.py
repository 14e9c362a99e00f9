"""What the commands for hosts print about tables and addresses."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from escale.rules.errors import EscaleError
from escale.rules.shelf import words_of
from escale.rules.texts import Texts
from escale.terminal.language import said
from escale.terminal.printing import counted, print_table

HEAD = ["id", "game", "state", "seats", "moves", "made", "last event", "listed"]
UNKNOWN = "?"


def print_tables(listed: Sequence[Mapping[str, Any]], limit: int) -> None:
    """A line for each table, and whether there may be more."""
    rows = [
        [
            table["id"],
            table["game"],
            table["state"],
            ", ".join(seat_names(table["seats"])) if table["seats"] is not None else UNKNOWN,
            UNKNOWN if table["moves"] is None else str(table["moves"]),
            moment(table["made"]),
            moment(table["updated"]),
            "yes" if table["listed"] else "no",
        ]
        for table in listed
    ]
    if rows:
        print_table(HEAD, [[visible(cell) for cell in row] for row in rows])
    more = ": there may be more (--limit)" if len(rows) == limit else ""
    print(f"{counted(len(rows), 'table')}{more}.")


def print_shown(table: Mapping[str, Any], language: str) -> None:
    """One table, and its moves in words."""
    names = seat_names(table["seats"])
    made, updated = moment(table["made"]), moment(table["updated"])
    print(visible(f"{table['id']}: {table['game']}, version {table['version']}, {table['state']}"))
    print(f"made {made}, last event about {updated}, {'listed' if table['listed'] else 'not listed'}")
    for number, name in enumerate(names, 1):
        print(visible(f"  seat {number}: {name}"))
    view = table.get("view")
    if view is None:
        print(f"{counted(table['moves'], 'move')}; the rules of this version aren't here")
        return
    options = ", ".join(f"{name}={value}" for name, value in table["options"].items())
    print(visible(f"options: {options or '-'}"))
    print(f"{counted(table['ply'], 'move')}{_standing(table, view, names)}")
    texts = _texts(table["game"], language)
    for line in table["log"]:
        if line.get("said") and texts:
            print(visible(f"{line['ply']:>4}. {_told(line, names, texts)}"))


def _standing(table: Mapping[str, Any], view: Mapping[str, Any], names: Sequence[str]) -> str:
    """Whose turn it is, or who has won."""
    if table["status"] == "over":
        return visible(f"; won by {', '.join(names[seat] for seat in view['winners']) or 'nobody'}")
    return visible(f"; {names[view['turn']]} to play") if table["state"] == "playing" and view["turn"] is not None else ""


def _texts(game: str, language: str) -> Texts | None:
    try:
        return words_of(game)[language]
    except EscaleError:
        return None


def _told(line: Mapping[str, Any], names: Sequence[str], texts: Texts) -> str:
    told = line["said"]
    return said({"key": told["key"], "values": {"who": names[line["seat"]], **told["values"]}}, texts)


def seat_names(seats: Sequence[Mapping[str, Any]]) -> list[str]:
    """Who sits where, for a host."""
    return [_seat_name(seat) for seat in seats]


def _seat_name(seat: Mapping[str, Any]) -> str:
    if seat["kind"] == "bot":
        return f"bot {seat['bot']}"
    return "(open)" if seat["kind"] == "open" else seat["name"] or "(no name)"


def print_copied(file: Path, copied: Mapping[str, Any]) -> None:
    """What is in a backup, and a line for each table that isn't."""
    for remark in copied["left_out"]:
        print(visible(f"{remark['table'] or 'database'}: left out: {remark['text']}"))
    left_out = len([remark for remark in copied["left_out"] if remark["table"]])
    more = f"; {counted(left_out, 'table')} left out" if left_out else ""
    print(f"{file}: {counted(copied['tables'], 'table')}, {counted(copied['events'], 'event')}{more}.")


def print_restored(file: Path, restored: Mapping[str, Any]) -> None:
    """What was added of a backup, and a line for each table that wasn't."""
    for one in restored["skipped"]:
        print(visible(f"{one['table']}: skipped: {one['text']}"))
    more = f"; {counted(len(restored['skipped']), 'table')} skipped" if restored["skipped"] else ""
    print(
        f"{file}: {counted(restored['tables'], 'table')}, {counted(restored['events'], 'event')} that were not here yet{more}."
    )


def moment(at: float | None) -> str:
    """A time, as the clock on this computer's wall shows it."""
    try:
        return UNKNOWN if at is None else datetime.fromtimestamp(at).strftime("%Y-%m-%d %H:%M")
    except (ValueError, OverflowError, OSError):  # of a database that is damaged: no time at all
        return UNKNOWN


def visible(text: str) -> str:
    """What others have written, without anything a terminal would obey."""
    return "".join(letter if letter.isprintable() else " " for letter in text)


def print_blocked(found: Sequence[Mapping[str, Any]]) -> None:
    """A line for each network that isn't let in."""
    rows = [[one["network"], moment(one["since"]), _until(one["until"]), visible(one["note"])] for one in found]
    if rows:
        print_table(["network", "since", "until", "note"], rows)
    print(f"{counted(len(rows), 'network')} blocked.")


def _until(until: float | None) -> str:
    if until is None:
        return "for good"
    return moment(until) + (" (over)" if until < time.time() else "")
