"""What can be said of the games before any is loaded: their cards and their words. Imports no compiler, so it is quick."""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
from pathlib import Path
from types import ModuleType

from escale.rules.errors import BrokenGame, NoSuchGame, shown
from escale.rules.info import MOST_SEATS, Info
from escale.rules.texts import Texts, load_texts

SHELF = "escale.games"
COMPANION = "companion"


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
