"""The check that a game brings all it must: files, playthroughs, a test of each rule, texts."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from escale import Game
from escale.rules.texts import LANGUAGES
from tests.conformance.files import PERFT, own_checks, refusals, tests_folder
from tests.conformance.playthroughs import FOLDER, playthrough_tables
from tests.conformance.tables import option_values

RULE = r"[A-Z]+\.[A-Z]+[0-9]+"
CITED = re.compile(rf"{RULE}(?:[\s,]+{RULE})*")
OWN_CHECKS = "conformance.py"
OWN_NAMES = ("HIDDEN", "conserved")
SLOW_MODEL = "slow_model.py"
DRIVER = "driver.py"
GENERAL_TEXTS = ("game.name", "game.tagline", "game.credits", "table.how_to_move")
BARS = "bench/bars.toml"
BOARD, SECRETS = "ui/board.ts", "ui/secrets.testing.ts"
COMPANION, COMPANION_PAGE, COUNTABLE = "companion.py", "ui/Companion.svelte", "tests/countable.json"
COMPANION_TEXTS = ("companion.title", "companion.intro")


def nothing_is_missing(game: Game) -> None:
    """Everything is there; the message names all that isn't."""
    folder = tests_folder(game)
    missing = [*_files(game, folder), *_companion(folder.parent), *_rule_tests(game, folder), *_texts(game)]
    assert not missing, f"{game.id} lacks: {'; '.join(missing)}"


def _files(game: Game, folder: Path) -> Iterator[str]:
    for name in (OWN_CHECKS, PERFT, SLOW_MODEL, DRIVER):
        if not (folder / name).is_file():
            yield f"tests/{name}"
        elif name == OWN_CHECKS:
            yield from (f"tests/{name}: {wanted}" for wanted in OWN_NAMES if not hasattr(own_checks(game), wanted))
    if not any(imports(path.read_text("utf-8"), SLOW_MODEL.removesuffix(".py")) for path in folder.glob("test_*.py")):
        yield f"a test that imports tests/{SLOW_MODEL}"
    wanted = set(playthrough_tables(game.info))
    found = {path.name for path in (folder / FOLDER).glob("*")}
    if not (folder.parent / BARS).is_file():
        yield BARS
    if game.info.secrets and (folder.parent / BOARD).is_file() and not (folder.parent / SECRETS).is_file():
        yield SECRETS
    yield from (f"tests/{FOLDER}/{name}" for name in sorted(wanted - found))
    yield from (f"a use for tests/{FOLDER}/{name}" for name in sorted(found - wanted))


def has_companion(folder: Path) -> bool:
    """Whether a game's folder has a part of what counts real tables."""
    return (folder / COMPANION).is_file() or (folder / COMPANION_PAGE).is_file()


def _companion(folder: Path) -> Iterator[str]:
    if has_companion(folder):
        yield from (name for name in (COMPANION, COMPANION_PAGE, COUNTABLE) if not (folder / name).is_file())


def _rule_tests(game: Game, folder: Path) -> Iterator[str]:
    rules = game.rule_ids()
    cited = {rule for path in sorted(folder.glob("test_*.py")) for rule in cited_rules(path.read_text("utf-8"))}
    yield from (f"a test whose docstring begins with {rule}" for rule in rules if rule not in cited)
    yield from (f"the rule {rule} that a test cites" for rule in sorted(cited.difference(rules)))
    yield from (f"the rule {said.rule} that {said.name} cites" for said in refusals(game) if said.rule not in rules)


def cited_rules(source: str) -> set[str]:
    """The rule ids with which the docstrings of a file's tests begin, with spaces or commas between them."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            beginning = CITED.match(ast.get_docstring(node) or "")
            found.update(re.findall(RULE, beginning[0]) if beginning else [])
    return found


def imports(source: str, module: str) -> bool:
    """Whether a file imports a module, or something out of it."""
    nodes = list(ast.walk(ast.parse(source)))
    names = [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
    names += [alias.name for node in nodes if isinstance(node, ast.Import | ast.ImportFrom) for alias in node.names]
    return any(name.rpartition(".")[2] == module for name in names)


def _texts(game: Game) -> Iterator[str]:
    options = [f"option.{option.name}.name" for option in game.info.options]
    values = [f"option.{option.name}.{value}" for option, value in option_values(game.info) if isinstance(value, str)]
    rules = [f"rule.{rule}.text" for rule in game.rule_ids()]
    said = [f"refusal.{refusal.name}" for refusal in refusals(game)]
    companion = COMPANION_TEXTS if has_companion(tests_folder(game).parent) else ()
    for language in LANGUAGES:
        there = game.texts[language].names()
        for name in (*GENERAL_TEXTS, *companion, *options, *values, *rules, *said):
            if name not in there or not game.texts[language].say(name).strip():
                yield f"the text {name} ({language})"
