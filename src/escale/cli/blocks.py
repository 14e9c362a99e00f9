"""Commands for hosts about addresses: block, unblock."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from escale.cli.arguments import Data, Database, Json, app, print_json, told_as, within
from escale.rules.errors import BadOption

MOST_DAYS = 36_500


@app.command
def block(
    address: Annotated[str | None, Parameter(help="An address or a network: 203.0.113.7, 2001:db8:0:1::/64.")] = None,
    /,
    *,
    days: Annotated[int | None, Parameter(help="For so many days. Default: until it is unblocked.")] = None,
    note: Annotated[str, Parameter(help="Why, for yourself.")] = "",
    listed: Annotated[bool, Parameter(name="--list", negative=(), show_default=False, help="List what is blocked.")] = False,
    data: Data = None,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """Let nobody in from an address or a network, or list those; a server that runs takes it up within seconds."""
    with told_as(as_json):
        if listed == (address is not None):
            raise BadOption("name an address, or say --list")
        if days is not None:
            within("days", days, 1, MOST_DAYS)
        if address is None:
            _list(data, database, as_json)
        else:
            _block(address, days, note, data, database, as_json)


def _list(data: Path | None, database: str | None, as_json: bool) -> None:
    from escale.server import blocklist
    from escale.terminal.hosting import print_blocked

    found = [asdict(one) for one in blocklist.blocked(data, database)]
    if not as_json:
        print_blocked(found)
        return
    for one in found:
        print_json(one)


def _block(address: str, days: int | None, note: str, data: Path | None, database: str | None, as_json: bool) -> None:
    from escale.server import blocklist
    from escale.terminal.hosting import moment

    change = blocklist.block(data, database, address, days, note)
    for warning in change.warnings:
        print(f"escale: warning: {warning}", file=sys.stderr)
    if as_json:
        print_json({**asdict(change.blocked), "warnings": change.warnings})
    else:
        until = change.blocked.until
        print(f"{change.blocked.network} is blocked{'' if until is None else f' until {moment(until)}'}.")


@app.command
def unblock(
    address: Annotated[str, Parameter(help="An address or a network, as `escale block --list` shows it.")],
    /,
    *,
    data: Data = None,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """Let people in again from an address or a network."""
    from escale.server import blocklist

    with told_as(as_json):
        network = blocklist.unblock(data, database, address)
    if as_json:
        print_json({"network": network})
    else:
        print(f"{network} is let in again.")
