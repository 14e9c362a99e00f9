"""What a module or a class offers."""

from __future__ import annotations

import inspect
import re
from functools import cached_property
from typing import Any

QUOTED = re.compile(r"(: |-> )'([^']*)'")  # annotations that are read later


def members(cls: type) -> dict[str, str]:
    """The public members of a class: methods with their signatures, properties as such."""
    return {name: _described(member) for name, member in vars(cls).items() if not name.startswith("_") and _described(member)}


def _described(member: Any) -> str:
    if isinstance(member, property | cached_property):
        return "property"
    return QUOTED.sub(r"\1\2", str(inspect.signature(member))) if inspect.isfunction(member) else ""


def undocumented(module: Any) -> list[str]:
    """The public names of a module, and of its classes, that don't say what they promise."""
    return [name for public in module.__all__ for name in _undocumented(public, getattr(module, public))]


def _undocumented(name: str, thing: Any) -> list[str]:
    silent = [] if thing.__doc__ else [name]
    if inspect.isclass(thing):
        silent += [f"{name}.{member}" for member in members(thing) if not vars(thing)[member].__doc__]
    return silent
