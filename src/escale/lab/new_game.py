"""Start a game: `python -m escale.lab.new_game NAME` copies the template, a tiny complete game to be turned into yours."""

from __future__ import annotations

import argparse
import keyword
import re
import sys
from pathlib import Path
from string import Template

from escale.lab.sums import write_sums
from escale.rules.shelf import SHELF

TEMPLATE = Path(__file__).resolve().parent / "template"
LIBRARY = TEMPLATE.parents[1] / SHELF.rpartition(".")[2]
NAME = re.compile(r"[a-z][a-z0-9_]*")
# A template's endings: nobody should take it for a module, no linter either.
SOURCES = (".py.txt", ".ts.txt", ".svelte.txt")

NEXT_STEPS = """\
{folder} is a complete game now, with all its tests. Make it yours:
  state.py, rules.py    the table and its rules
  view.py, insight.py   what a seat sees, what bots know
  advice.py             why a move is good, in words, for hints
  texts/                every sentence, in English and French
  ui/                   the board in the browser, and its tests
  tests/                a test for each rule, slow_model.py, perft.txt, conformance.py
When its behaviour changes: python -m tests.conformance.playthroughs --write {name}, and read what changed."""


class BadName(ValueError):
    """A name no game can have."""


def main(argv: list[str] | None = None) -> int:
    """Make the folder the command line asks for."""
    parser = argparse.ArgumentParser(prog="new-game", description="Start a game from the template.")
    parser.add_argument("name", metavar="NAME", help="its id: lower-case letters, digits and _")
    parser.add_argument("--into", type=Path, default=LIBRARY, metavar="FOLDER", help="where games are; default: the library")
    asked = parser.parse_args(argv)
    try:
        folder = new_game(asked.name, asked.into)
    except (BadName, OSError) as error:
        print(f"new-game: {error}", file=sys.stderr)
        return 2
    print(NEXT_STEPS.format(folder=folder, name=asked.name))
    return 0


def new_game(name: str, shelf: Path = LIBRARY) -> Path:
    """Write a game of that name; BadName if there can't be one. Returns its folder."""
    if not NAME.fullmatch(name) or keyword.iskeyword(name):
        raise BadName(f"{name!r} is no game's name: lower-case letters, digits and _ are allowed, a letter first")
    folder = shelf / name
    if folder.exists():
        raise BadName(f"there is a {folder} already")
    words = {"name": name, "title": name.replace("_", " ").capitalize(), "prefix": re.sub("[^A-Z]", "", name.upper())}
    for source in sorted(path for path in TEMPLATE.rglob("*.*") if path.is_file()):
        target = folder / source.relative_to(TEMPLATE)
        if source.name.endswith(SOURCES):
            target = target.with_suffix("")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(Template(source.read_text("utf-8")).substitute(words), "utf-8", newline="\n")
    write_sums(folder / "tests" / "journals")  # the name is in every journal, so the template can't know them
    return folder


if __name__ == "__main__":
    sys.exit(main())
