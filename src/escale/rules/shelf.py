"""What can be said of the games before any is loaded: their cards, words and versions. Imports no compiler, so it is quick.

A folder of `escale.games` is a game as it is played today. Its `kept/v<N>/` is the game as version N was, for tables
begun by it.
"""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
import re
from pathlib import Path
from types import ModuleType

from escale.rules.errors import BrokenGame, NoSuchGame, OtherVersion, shown
from escale.rules.info import MOST_SEATS, Info
from escale.rules.integers import kind_of, whole_number
from escale.rules.texts import Texts, load_texts

SHELF = "escale.games"
COMPANION = "companion"
KEPT = "kept"  # the folder, beside a game's rules, of those it had in earlier versions
KEPT_VERSION = re.compile(r"v([1-9][0-9]*)")


def games() -> dict[str, Info]:
    """Every game's id and card, in the order of the shelf. Compiles nothing."""
    shelf = importlib.import_module(SHELF)
    ids = [module.name for module in pkgutil.iter_modules(shelf.__path__) if module.ispkg]
    cards = {game_id: info_of(game_id, importlib.import_module(f"{SHELF}.{game_id}")) for game_id in ids}
    return dict(sorted(cards.items(), key=lambda item: (item[1].order, item[0])))


def known_game(game_id: str) -> str:
    """The id itself, if there is such a game; NoSuchGame names those there are."""
    if not isinstance(game_id, str) or game_id not in games():
        raise NoSuchGame(f"no game '{shown(game_id)}': there are {', '.join(games())}")
    return game_id


def versions_of(game_id: str) -> list[int]:
    """The versions of a game that can be played here, the oldest first: those that were kept, and today's."""
    package = importlib.import_module(f"{SHELF}.{known_game(game_id)}")
    kept = Path(str(package.__file__)).parent / KEPT
    found = [KEPT_VERSION.fullmatch(module.name) for module in pkgutil.iter_modules([str(kept)]) if module.ispkg]
    return sorted({info_of(game_id, package).version, *(int(name[1]) for name in found if name)})


def package_of(game_id: str, version: int | None = None) -> str:
    """The package with a game's rules: today's, or a version's; OtherVersion names those there are."""
    today = f"{SHELF}.{known_game(game_id)}"
    if version is not None:
        try:
            version = whole_number(version)
        except TypeError:
            said = f"version {shown(version)} of {game_id}: a whole number is needed, not {kind_of(version)}"
            raise OtherVersion(f"{said}; there are {', '.join(map(str, versions_of(game_id)))}") from None
    if version in (None, info_of(game_id, importlib.import_module(today)).version):
        return today
    if version not in (there := versions_of(game_id)):
        raise OtherVersion(f"version {shown(version)} of {game_id} isn't here: there are {', '.join(map(str, there))}")
    return f"{today}.{KEPT}.v{version}"


def card_of(game_id: str, version: int | None = None) -> Info:
    """A game's card: today's, or a version's; OtherVersion names those there are."""
    info = info_of(game_id, importlib.import_module(package_of(game_id, version)))  # which refuses what is no number
    if version not in (None, info.version):
        raise BrokenGame(f"{game_id}: {KEPT}/v{version} says in its INFO that it is version {info.version}")
    return info


def words_of(game_id: str) -> dict[str, Texts]:
    """A game's texts in every language."""
    return texts_beside(importlib.import_module(f"{SHELF}.{known_game(game_id)}"))


def offers_companion(game_id: str) -> bool:
    """Whether a game counts what people have played at a real table; NoSuchGame if there is none of that id."""
    return has_companion(f"{SHELF}.{known_game(game_id)}")


def has_companion(package: str) -> bool:
    """Whether there is a companion.py in a game's folder."""
    return importlib.util.find_spec(f"{package}.{COMPANION}") is not None


def texts_beside(package: ModuleType) -> dict[str, Texts]:
    """The texts in a game's folder."""
    return load_texts(Path(str(package.__file__)).parent / "texts")


def info_of(game_id: str, package: ModuleType) -> Info:
    """A game's card, checked."""
    info = getattr(package, "INFO", None)
    if not isinstance(info, Info):
        raise BrokenGame(f"{game_id}: its __init__.py has no INFO")
    if info.version < 1 or not info.players or max(info.players) > MOST_SEATS:
        raise BrokenGame(f"{game_id}: INFO needs a version from 1 on and some numbers of players, {MOST_SEATS} at most")
    for option in info.options:
        if not option.name.isidentifier() or option.name in ("players", "seed") or option.default not in option.values:
            raise BrokenGame(f"{game_id}: option {option.name!r} needs a plain name and a default among its values")
    return info
