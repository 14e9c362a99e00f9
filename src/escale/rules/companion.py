"""Counts what people have played at a real table, for the games that have a companion.py."""

from __future__ import annotations

import importlib
from typing import Any

from escale.rules.errors import NoCompanion
from escale.rules.position import plain
from escale.rules.registry import load
from escale.rules.shelf import COMPANION, SHELF, games, offers_companion


def count(game_id: str, given: dict[str, Any]) -> dict[str, Any]:
    """What a game's companion makes of what lies on a table, as plain data; Uncountable says what can't lie there.

    NoSuchGame or NoCompanion if there is nobody to ask.
    """
    if not offers_companion(game_id):
        offering = ", ".join(other for other in games() if offers_companion(other)) or "none"
        raise NoCompanion(f"{game_id} has no companion: those that have one are {offering}")
    load(game_id)  # a folder that doesn't keep the contract is told first
    return plain(importlib.import_module(f"{SHELF}.{game_id}.{COMPANION}").count(given))  # type: ignore[no-any-return]
