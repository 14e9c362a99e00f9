"""The table's own words, and the language to say them in."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from escale.rules.texts import Texts, known_language, load_texts

FALLBACK = "en"
#: Where the environment says which language is spoken; the first that is set counts.
VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")


@cache
def words() -> dict[str, Texts]:
    """The table's sentences in every language."""
    return load_texts(Path(__file__).parent / "words")


def spoken(wanted: str | None, environment: Mapping[str, str] = os.environ) -> str:
    """The language asked for, else the environment's, if we have it."""
    if wanted is not None:
        return known_language(wanted)
    named = next((environment[name] for name in VARIABLES if environment.get(name)), "")
    return next((language for language in words() if named.lower().startswith(language)), FALLBACK)


def plain(text: str) -> str:
    """A text as it is compared: without capitals, accents or outer blanks."""
    apart = unicodedata.normalize("NFD", text.strip().casefold())
    return "".join(character for character in apart if not unicodedata.combining(character))


def command_words(name: str) -> list[str]:
    """Everything one may type for a command, in any language."""
    return [plain(word) for texts in words().values() for word in spelled(name, texts)]


def spelled(name: str, texts: Texts) -> list[str]:
    """What one may type for a command in one language, the usual word first."""
    return [word.strip() for word in texts.say(f"command.{name}").split(",")]


def named_rules(ids: Sequence[str], text: str) -> list[str]:
    """The rule of that id, or the only one whose id ends so: E3 for XYZ.E3. Empty if there is none, or several."""
    exact = [rule for rule in ids if plain(rule) == plain(text)]
    by_end = [rule for rule in ids if plain(rule.rpartition(".")[2]) == plain(text)]
    return exact or (by_end if len(by_end) == 1 else [])


def said(text: Mapping[str, Any], texts: Texts) -> str:
    """A text as views carry it, `key` and `values`, in words."""
    values = {name: said(value, texts) if isinstance(value, Mapping) else value for name, value in text["values"].items()}
    return texts.say(text["key"], **values)


def joined(names: Sequence[str], texts: Texts) -> str:
    """Names as one says them: `A, B and C`."""
    if len(names) < 2:
        return "".join(names)
    return texts.say("seat.and", first=", ".join(names[:-1]), last=names[-1])
