"""Whether the bots that a host names are there: found out before anything is served, and not in the server's own process."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from multiprocessing.connection import Connection, wait
from typing import Any

from escale.rules.errors import BadOption, EscaleError
from escale.search.own_process import START_SECONDS, kill, spawn, stand_apart, start


def check_own_bots(places: Iterable[str]) -> None:
    """BadOption says what is wrong with the first that can't be imported."""
    for place in places:
        if wrong := _wrong_with(place):
            raise BadOption(wrong)


def _wrong_with(place: str) -> str:
    line, theirs = spawn.Pipe()
    process = spawn.Process(target=_look, args=(place, theirs), daemon=True)
    with closing(line):
        start(process)
        theirs.close()
        try:
            if not wait([line, process.sentinel], START_SECONDS):
                return f"bot {place}: importing it takes too long"
            return str(line.recv())
        except (EOFError, OSError):
            return f"bot {place}: importing it ends the process"
        finally:
            kill(process)


def _look(place: str, line: Connection[Any, Any]) -> None:
    """In a process of its own, as the host's code runs here."""
    stand_apart()
    from escale.search.own import own_class

    try:
        own_class(place)
    except EscaleError as error:
        line.send(str(error))
    else:
        line.send("")
