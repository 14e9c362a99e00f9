"""The limits of a server as a file that its host may edit: TOML, `name = number`."""

from __future__ import annotations

import difflib
import textwrap
import tomllib
from pathlib import Path
from typing import Any

from escale.rules.errors import BadOption, shown
from escale.server.limits import DEFAULTS, Limit, Limits, known_limits

WIDTH = 100
BEGINNING = """\
# What anybody may ask of a server, each as it is by default:
#   escale limits > limits.toml
#   escale serve --limits limits.toml
# Leave out what you don't change, so that a later version may bring a better default.
"""


def printed() -> str:
    """Every limit with its default, and what it does, as such a file."""
    return BEGINNING + "".join(f"\n{_comment(one)}\n{name} = {_written(one.default)}\n" for name, one in known_limits().items())


def read_limits(file: Path | None) -> Limits:
    """The limits that a file sets, the others as by default; BadOption says in one line what is wrong."""
    if file is None:
        return DEFAULTS
    try:
        with file.open("rb") as opened:
            given = tomllib.load(opened)
    except OSError as error:
        raise BadOption(f"{file}: {error.strerror}") from None
    except tomllib.TOMLDecodeError as error:
        raise BadOption(f"{file} is not TOML: {error}") from None
    except (ValueError, RecursionError):  # no UTF-8, a number of thousands of digits, a nest of lists
        raise BadOption(f"{file} has other things in it than lines of `name = number`") from None
    values: dict[str, Any] = {name: _checked(file, name, value) for name, value in given.items()}
    return Limits(**values)


def _checked(file: Path, name: str, value: Any) -> float:
    known = known_limits().get(name)
    if known is None:
        raise BadOption(f"{file}: there is no limit {shown(name)!r}; {_advice(name)}")
    whole = isinstance(known.default, int)
    if isinstance(value, bool) or not isinstance(value, int if whole else (int, float)):
        raise BadOption(f"{file}: {name} must be a {'whole ' if whole else ''}number of {known.unit}, not {shown(repr(value))}")
    if not known.least <= value <= known.most:  # nor is `nan`
        raise BadOption(f"{file}: {name} = {shown(value)}: allowed are {_range(known)}")
    return int(value) if whole else float(value)


def _advice(name: str) -> str:
    near = difflib.get_close_matches(name, known_limits(), 1)
    return f"did you mean {near[0]!r}?" if near else "`escale limits` lists all"


def _range(known: Limit) -> str:
    return f"{_written(known.least)} to {_written(known.most)} {known.unit}"


def _comment(known: Limit) -> str:
    lines = [*textwrap.wrap(known.text, WIDTH), f"Allowed: {_range(known)}."]
    return "\n".join(f"# {line}" for line in lines)


def _written(number: float) -> str:
    return f"{number:_}" if isinstance(number, int) and number >= 10_000 else str(number)
