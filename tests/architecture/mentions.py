"""Where games are named."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from escale.rules.texts import Texts

SEARCHED = ("src", "tests", "web", "bench", "setup", "run", "pyproject.toml", "constraints.txt")
GAMES = Path("src") / "escale" / "games"
MADE = {"__pycache__", ".pytest_cache", ".mypy_cache", ".ruff_cache", "node_modules", "site"}


def naming(game_id: str, texts: Mapping[str, Texts]) -> re.Pattern[str]:
    """What names a game: its id, its name in any language, the ids of its rules; whatever the case and the spaces."""
    names = {game_id, *(words.say("game.name") for words in texts.values())}
    spelled = [r"[\s_-]?".join(re.escape(word) for word in re.split(r"[\s_-]+", name)) for name in sorted(names)]
    prefixes = {name.split(".")[1] for words in texts.values() for name in words.names("rule.")}
    rules = [rf"{re.escape(prefix)}\.[A-Z]+[0-9]" for prefix in sorted(prefixes)]
    return re.compile(rf"(?<![^\W_])(?:(?i:{'|'.join(spelled)})(?![^\W_])|{'|'.join(rules) or '(?!)'})")


def mentions(root: Path, games: Mapping[str, re.Pattern[str]]) -> list[str]:
    """Every line outside a game's own folder that names it."""
    return [
        f"{path.relative_to(root)}:{number} names {game_id}: {line.strip()[:100]}"
        for path in _files(root / name for name in SEARCHED)
        for number, line in enumerate(_lines(path), start=1)
        for game_id, pattern in games.items()
        if not path.is_relative_to(root / GAMES / game_id) and pattern.search(line)
    ]


def _files(places: Iterable[Path]) -> Iterator[Path]:
    for place in places:
        if place.is_dir():
            yield from sorted(path for path in place.rglob("*") if path.is_file() and not MADE & set(path.parts))
        elif place.is_file():
            yield place


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text("utf-8").splitlines()
    except UnicodeDecodeError:
        return []
