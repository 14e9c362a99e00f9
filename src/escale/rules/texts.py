"""A game's words: texts/<language>.toml, one file a language, all with the same names in them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from escale.rules.errors import BadOption, BrokenGame, shown

LANGUAGES = ("en", "fr")
PLURAL_FORMS = frozenset({"one", "other"})


class Texts:
    """The texts of one language."""

    def __init__(self, language: str, entries: Mapping[str, Any]) -> None:
        """`entries`: text by dotted name; a text with plural forms is a table of `one` and `other`."""
        self.language = language
        self._entries = entries

    def say(self, name: str, **values: Any) -> str:
        """A text with its values filled in; `n` chooses the plural form. A value may be a text itself: (name, values)."""
        entry = self._entries[name]
        if isinstance(entry, Mapping):
            entry = entry["one" if self._is_one(values["n"]) else "other"]
        return str(entry).format(**{key: self._said(value) for key, value in values.items()})

    def names(self, prefix: str = "") -> list[str]:
        """The names of all texts that begin so, in the file's order."""
        return [name for name in self._entries if name.startswith(prefix)]

    def _said(self, value: Any) -> Any:
        return self.say(value[0], **value[1]) if isinstance(value, tuple) else value

    def _is_one(self, n: int) -> bool:
        return abs(n) < 2 if self.language == "fr" else n == 1


def load_texts(folder: Path) -> dict[str, Texts]:
    """All languages of a folder; BrokenGame if one is missing or lacks a text that another has."""
    texts = {language: Texts(language, dict(_entries(folder / f"{language}.toml"))) for language in LANGUAGES}
    reference = set(texts[LANGUAGES[0]].names())
    for language in LANGUAGES[1:]:
        different = reference ^ set(texts[language].names())
        if different:
            raise BrokenGame(
                f"{folder.parent.name}: texts/{LANGUAGES[0]}.toml and {language}.toml differ in {sorted(different)}"
            )
    return texts


def known_language(language: str) -> str:
    """The language itself, if we have it."""
    if language not in LANGUAGES:
        raise BadOption(f"language '{shown(language)}': allowed are {', '.join(LANGUAGES)}")
    return language


def _entries(path: Path) -> Iterator[tuple[str, Any]]:
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BrokenGame(f"{path.parent.parent.name}: texts/{path.name} is missing") from None
    except tomllib.TOMLDecodeError as error:
        raise BrokenGame(f"{path.parent.parent.name}: texts/{path.name}: {error}") from None
    yield from _flattened("", tables)


def _flattened(prefix: str, table: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for key, value in table.items():
        name = f"{prefix}{key}"
        if isinstance(value, Mapping) and set(value) != PLURAL_FORMS:
            yield from _flattened(f"{name}.", value)
        else:
            yield name, value
