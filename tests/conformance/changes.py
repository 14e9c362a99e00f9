"""The check that golden journals guard the rules themselves: with a sentence of them broken, some journal opens otherwise.

A game's tests/changes.toml says which: each change breaks one rule at one place of a module, and names the journal that notices
it. Whoever writes that place otherwise names it anew; the rule and the journal stay.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from typing import NamedTuple

from escale.rules.shelf import words_of
from tests.conformance.trials import Trial, journals_of, package_folder, source_of

FILE = "changes.toml"


class Change(NamedTuple):
    """One place of the rules, and what breaks them there."""

    rule: str  # its id
    so: str  # what is so then, in words
    module: str
    old: str  # must be there exactly once
    new: str
    journal: str  # the one that notices


def changes_of(game_id: str) -> list[Change]:
    """What a game's file says; nothing if there is none."""
    path = package_folder(game_id) / "tests" / FILE
    said = tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}
    return [Change(**change) for change in said.get("change", [])]


def faults(game_id: str) -> list[str]:
    """What is wrong with a game's file."""
    rules = words_of(game_id)["en"].names("rule.")
    journals = journals_of(game_id)
    found = []
    for change in changes_of(game_id):
        if f"rule.{change.rule}.text" not in rules:
            found.append(f"{change.rule}: there is no such rule")
        if change.journal not in journals:
            found.append(f"{change.rule}: there is no journal {change.journal}; keep a game that notices that {change.so}")
        found += [f"{change.rule}: {fault}" for fault in _faults_there(source_of(game_id, change.module), change)]
    return found


def _faults_there(source: str, change: Change) -> Iterator[str]:
    """What is wrong with the place of a change; a module that can't be read would prove nothing."""
    if source.count(change.old) != 1:
        yield f"{source.count(change.old)} places in {change.module}.py for {change.old!r}"
        return
    try:
        ast.parse(source.replace(change.old, change.new))
    except SyntaxError as error:
        yield f"{change.module}.py can't be read with {change.new!r}: {error}"


def change_trials(game_id: str) -> list[Trial]:
    """The trials of all changes."""
    return [
        Trial(f"{rule}: {so}", module, source_of(game_id, module).index(old), old, new, journal)
        for rule, so, module, old, new, journal in changes_of(game_id)
    ]
