"""Keep a game's rules as they are: `python -m escale.lab.keep_rules GAME`, before they change.

Copies today's version to the game's `kept/v<N>/`, from where tables begun by it go on. What it imports of the game is
the copy's own, so nothing that happens to the game from now on changes it.
"""

from __future__ import annotations

import argparse
import importlib
import re
import shutil
import sys
from pathlib import Path

from escale.rules.errors import NoSuchGame
from escale.rules.shelf import KEPT, SHELF, known_game, package_of, versions_of

#: What is about today's game alone: its board, its tests and yardsticks, the help for real tables, the other kept rules.
LEFT_OUT = ("ui", "tests", "bench", KEPT, "companion.py", "__pycache__")
STATE = "state.py"
TITLE = """
# Two versions may have the same fields; by this, compiled code tells them apart.
from escale.rules.kept import kept_dtype

STATE = kept_dtype(STATE, {version})
"""
FOLDER = '"""The rules of earlier versions, as they were: for tables begun by them. Nothing here is changed any more."""\n'

NEXT_STEPS = """\
{folder} holds the rules of version {version} now: leave it as it is. Then:
  __init__.py           set INFO.version to {next}
  the rules, the texts  change them, with their tests
  ui/board.ts           if it can't draw the views of version {version} any more: since: {next}
  python -m tests.conformance.playthroughs --write {game}
  python -m tests.conformance.journals --write {game}
  NUMBA_DISABLE_JIT=1 python -m tests.conformance.numbers --write {game}
docs/change-a-rule.md says more."""


class CannotKeep(ValueError):
    """Rules that can't be kept, or are."""


def main(argv: list[str] | None = None) -> int:
    """Keep the rules of the game the command line names."""
    parser = argparse.ArgumentParser(prog="keep-rules", description="Keep a game's rules as they are, before they change.")
    parser.add_argument("game", metavar="GAME", help="its id")
    asked = parser.parse_args(argv)
    try:
        folder = keep_rules(asked.game)
    except (CannotKeep, NoSuchGame, OSError) as error:
        print(f"keep-rules: {error}", file=sys.stderr)
        return 2
    version = versions_of(asked.game)[-1]
    print(NEXT_STEPS.format(folder=folder, version=version, next=version + 1, game=asked.game))
    return 0


def keep_rules(game_id: str) -> Path:
    """Copy today's rules of a game to where kept ones are; CannotKeep if they are there. Returns the new folder."""
    package = importlib.import_module(package_of(known_game(game_id)))
    game = Path(str(package.__file__)).parent
    version = package.INFO.version
    folder = game / KEPT / f"v{version}"
    if folder.exists():
        raise CannotKeep(f"the rules of version {version} are kept already; for other ones, INFO.version must change first")
    shutil.copytree(game, folder, ignore=shutil.ignore_patterns(*LEFT_OUT))
    for source in sorted(folder.rglob("*.py")):
        source.write_text(_of_its_own(source.read_text("utf-8"), game_id, version), "utf-8", newline="\n")
    with (folder / STATE).open("a", encoding="utf-8", newline="\n") as state:
        state.write(TITLE.format(version=version))
    (game / KEPT / "__init__.py").write_text(FOLDER, "utf-8", newline="\n")
    return folder


def _of_its_own(source: str, game_id: str, version: int) -> str:
    """A module that names the copy wherever it named the game."""
    return re.sub(rf"\b{re.escape(f'{SHELF}.{game_id}')}\b", f"{SHELF}.{game_id}.{KEPT}.v{version}", source)


if __name__ == "__main__":
    sys.exit(main())
