"""What Python users get, word for word: a change here is a change for them, to be made on purpose."""

from __future__ import annotations

from types import SimpleNamespace

import escale
from tests.architecture.surface import members, undocumented

NAMES = [
    "BadNotation",
    "BadOption",
    "BadState",
    "BrokenGame",
    "EscaleError",
    "Game",
    "IllegalMove",
    "Info",
    "NoSuchBot",
    "NoSuchGame",
    "Option",
    "OtherVersion",
    "Position",
    "Refusal",
    "bot",
    "bot_names",
    "games",
    "load",
]

GAME = {
    "name": "(self, language: str = 'en') -> str",
    "new": "(self, players: int | None = None, seed: int | None = None, **options: Value | bool) -> Position",
    "encoded": "(self, players: int | None, options: Mapping[str, Any]) -> Any",
    "parse": "(self, text: str) -> Position",
    "read": "(self, text: str) -> Any",
    "from_bytes": "(self, data: bytes) -> Position",
    "refusal": "(self, code: int, language: str = 'en') -> Refusal",
    "rule_ids": "(self) -> list[str]",
    "set_up": "property",
    "listing": "property",
    "advance": "property",
    "look": "property",
    "reason": "property",
    "payoffs": "property",
    "counted": "property",
    "redraw": "property",
    "draw_one": "property",
    "count_games": "property",
    "blank": "(self, data: bytes | None = None) -> Any",
    "move_room": "(self) -> Any",
}

POSITION = {
    "state": "property",
    "turn": "property",
    "players": "property",
    "options": "property",
    "moves": "(self) -> list[int]",
    "names": "(self) -> list[str]",
    "name": "(self, move: int | str) -> str",
    "play": "(self, move: int | str) -> None",
    "why_not": "(self, move: int | str, language: str = 'en') -> Refusal | None",
    "read_move": "(self, move: int | str) -> int",
    "history": "(self) -> list[tuple[Position, int]]",
    "scores": "property",
    "points": "property",
    "winners": "property",
    "view": "(self, seat: int | None = None, *, revealed: bool = False) -> dict[str, Any]",
    "said": "(self, move: int | str) -> dict[str, Any]",
    "effects": "(self, move: int | str, seat: int | None = None, *, revealed: bool = False) -> list[dict[str, Any]]",
    "told": "(self, move: int | str, seat: int | None = None, *, revealed: bool = False) -> str",
    "reveals": "(self, move: int | str) -> bool",
    "log": "(self, move: int | str, language: str = 'en', *, who: str) -> str",
    "determinized": "(self, seat: int | None, seed: int) -> Position",
    "copy": "(self) -> Position",
    "text": "(self) -> str",
    "to_bytes": "(self) -> bytes",
    "perft": "(self, depth: int) -> int",
}


def test_names() -> None:
    assert escale.__all__ == NAMES
    assert set(NAMES) <= set(dir(escale))


def test_game() -> None:
    assert members(escale.Game) == GAME


def test_position() -> None:
    assert members(escale.Position) == POSITION


def test_attributes_of_a_position() -> None:
    assert [name for name in escale.Position.__slots__ if not name.startswith("_")] == ["game", "over"]
    assert not hasattr(escale.load(next(iter(escale.games()))).new(seed=1), "__dict__")


def test_everything_says_what_it_promises() -> None:
    assert undocumented(escale) == []


class Planted:
    """A class that changed."""

    def said(self, more: int = 1) -> str:
        """This one says what it does."""
        return str(more)

    def silent(self) -> None:
        pass

    @property
    def mute(self) -> int:
        return 1


def test_a_changed_signature_is_found() -> None:
    """Planted."""
    assert members(Planted) == {"said": "(self, more: int = 1) -> str", "silent": "(self) -> None", "mute": "property"}


def test_a_missing_docstring_is_found() -> None:
    """Planted."""
    module = SimpleNamespace(__all__=["Planted", "bare"], Planted=Planted, bare=lambda: None)
    assert undocumented(module) == ["Planted.silent", "Planted.mute", "bare"]
