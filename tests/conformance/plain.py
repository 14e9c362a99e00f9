"""What may be sent: plain data, the same after JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

PLAIN = (dict, list, str, int, float, bool, type(None))


def check_plain(name: str, value: Any, told: str) -> None:
    """AssertionError, with the name of the part, if some of it isn't plain data."""
    for path, part in walk(name, value):
        assert type(part) in PLAIN, f"{told}: {path} is a {type(part).__name__}, not plain data"
    assert json.loads(json.dumps(value, allow_nan=False)) == value, f"{told}: {name} isn't the same after JSON"


def walk(path: str, value: Any) -> Iterator[tuple[str, Any]]:
    """All parts of a value, keys too, each with a name that says where it is."""
    yield path, value
    if isinstance(value, dict):
        for key, inner in value.items():
            yield f"{path}'s key {key!r}", key
            yield from walk(f"{path}.{key}", inner)
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from walk(f"{path}[{place}]", inner)
