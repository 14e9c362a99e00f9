"""Loads the games: checks a folder of `escale.games` against the contract and binds its verbs."""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Mapping
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np

from escale.rules import verbs
from escale.rules.compile import source_of
from escale.rules.errors import BrokenGame
from escale.rules.game import Game
from escale.rules.info import Info
from escale.rules.shelf import COMPANION, card_of, has_companion, package_of, texts_beside
from escale.rules.texts import Texts

PARTS = ("state", "rules", "view", "insight", "advice")
RULE_ID = re.compile(r"[A-Z]+\.[A-Z]+[0-9]+")

Arguments = Mapping[str, tuple[str, ...]]  # the functions a file must offer, with the names of their arguments

VIEW_ARGUMENTS: Arguments = {
    "chosen": ("state",),
    "view": ("state", "seat"),
    "describe": ("state", "moves"),
    "move_text": ("state", "move"),
    "read_move": ("state", "text"),
    "text": ("state",),
    "read": ("text", "state"),
    "log": ("state", "move"),
    "task": ("state",),
    "effects": ("state", "move", "seat"),
    "reveals": ("state", "move"),
    "closing": ("state",),
    "sketch": ("seen", "texts"),
    "knows": ("seen", "texts"),
}
MAY_OFFER: Arguments = {"told_move": ("state", "move", "seat")}  # of view.py, where a move's text isn't for everybody
ADVICE_ARGUMENTS: Arguments = {
    "idea": ("state", "move", "seat"),
    "place": ("state", "move"),
    "deed": ("state", "move"),
    "asides": ("state", "seat"),
}
COMPANION_ARGUMENTS: Arguments = {"count": ("given",)}


def load(game_id: str, version: int | None = None) -> Game:
    """A game by its id, as it is played today or as it was in a version; always the same object.

    NoSuchGame names the games there are, OtherVersion the versions of this one.
    """
    return _loaded(game_id, card_of(game_id, version).version)


@cache
def _loaded(game_id: str, version: int) -> Game:
    return register(game_id, package_of(game_id, version), card_of(game_id, version))


def register(game_id: str, package: str, info: Info) -> Game:
    """Check a game's folder against the contract and bind its verbs; BrokenGame says what it lacks."""
    folder = importlib.import_module(package)
    parts = {part: _part(game_id, package, part) for part in PARTS}
    dtype = _checked_dtype(game_id, parts["state"])
    functions = {verb: _verb(game_id, parts, verb) for verb in verbs.ARGUMENTS}
    checked = {"view": VIEW_ARGUMENTS, "advice": ADVICE_ARGUMENTS}
    if has_companion(package):
        parts[COMPANION] = _part(game_id, package, COMPANION)
        checked[COMPANION] = COMPANION_ARGUMENTS
    for part, offered in checked.items():
        for name, arguments in offered.items():
            _check_arguments(game_id, part, name, getattr(parts[part], name, None), arguments)
    for name, arguments in MAY_OFFER.items():
        if function := getattr(parts["view"], name, None):
            _check_arguments(game_id, "view", name, function, arguments)
    texts = texts_beside(folder)
    refusals = _checked_refusals(game_id, parts["rules"], texts)
    max_moves = getattr(parts["state"], "MAX_MOVES", None)
    if not isinstance(max_moves, int) or max_moves < 1:
        raise BrokenGame(f"{game_id}: state.MAX_MOVES must say how many moves a list may have")
    if verbs.is_bound(dtype):
        raise BrokenGame(f"{game_id}: another game's STATE has the same fields; compiled code could not tell them apart")
    verbs.bind(dtype, functions)
    return Game(game_id, info, dtype, max_moves, parts["view"], parts["advice"], refusals, texts)


def _part(game_id: str, package: str, part: str) -> ModuleType:
    try:
        return importlib.import_module(f"{package}.{part}")
    except ModuleNotFoundError as error:
        if error.name != f"{package}.{part}":
            raise
        raise BrokenGame(f"{game_id}: {part}.py is missing") from None


def _checked_dtype(game_id: str, state: ModuleType) -> np.dtype[Any]:
    dtype = getattr(state, "STATE", None)
    if not isinstance(dtype, np.dtype) or dtype.type is not np.record or not dtype.names:
        raise BrokenGame(f"{game_id}: state.STATE must be np.dtype((np.record, [...]))")
    for name in dtype.names:
        if hasattr(np.record, name):  # compiled, state.size would be the field; interpreted, what NumPy means by size
            raise BrokenGame(f"{game_id}: state.STATE can't have a field {name!r}: every NumPy record has its own; rename it")
    return dtype


def _verb(game_id: str, parts: Mapping[str, ModuleType], verb: str) -> verbs.Verb:
    part = "insight" if verb in verbs.INSIGHTS else "rules"
    function = getattr(parts[part], verb, verbs.OPTIONAL.get(verb))
    _check_arguments(game_id, part, verb, function, verbs.ARGUMENTS[verb])
    assert function is not None
    return function


def _check_arguments(game_id: str, part: str, name: str, function: Any, arguments: tuple[str, ...]) -> None:
    if function is None:
        raise BrokenGame(f"{game_id}: {part}.py has no {name}({', '.join(arguments)})")
    found = tuple(inspect.signature(source_of(function)).parameters)
    if found != arguments:
        raise BrokenGame(f"{game_id}: {part}.{name} takes ({', '.join(found)}), not ({', '.join(arguments)})")


def _checked_refusals(game_id: str, rules: ModuleType, texts: Mapping[str, Texts]) -> tuple[tuple[str, str], ...]:
    refusals: tuple[tuple[str, str], ...] | None = getattr(rules, "REFUSALS", None)
    if not refusals:
        raise BrokenGame(f"{game_id}: rules.REFUSALS must name the text and the rule of every code that why_not returns")
    known = set(next(iter(texts.values())).names())
    for name, rule in refusals:
        if not RULE_ID.fullmatch(rule):
            raise BrokenGame(f"{game_id}: refusal {name!r} cites {rule!r}, which is no rule id")
        for needed in (f"refusal.{name}", f"rule.{rule}.title", f"rule.{rule}.text"):
            if needed not in known:
                raise BrokenGame(f"{game_id}: the texts have no {needed!r}")
    return refusals
