"""What the tests of the texts share: the texts as they are written, and the tiles and numbers of the rules."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from escale.rules.texts import LANGUAGES, load_texts

FOLDER = Path(__file__).parents[1] / "texts"
TEXTS = load_texts(FOLDER)
GAP = re.compile(r"\{(\w+)\}")
NO_BREAK = "\N{NO-BREAK SPACE}"
CHARACTER_RULES = {f"C{number}": names for number, names in enumerate(
    (
        ("vain",), ("geographer",), ("astronomer",), ("king",), ("lamplighter",), ("hunter",), ("drunkard",),
        ("white", "beige", "brown"), ("gardener",), ("turk",), ("prince",),
    ), 1)}  # fmt: skip
RULES = [f"PLAN.{rule}" for rule in ("S1", "S2", "R1", "R2", "R3", "R4", "B1", "E0", *CHARACTER_RULES, "E1", "E2")]
REFUSALS = [
    ("over", "PLAN.E0"),
    ("must_stack", "PLAN.R1"),
    ("must_hide", "PLAN.R3"),
    ("must_take", "PLAN.R2"),
    ("must_take_offer", "PLAN.R3"),
    ("must_name", "PLAN.R2"),
    ("stack_done", "PLAN.R1"),
    ("not_looked_at", "PLAN.R3"),
    ("no_hidden", "PLAN.R3"),
    ("not_on_table", "PLAN.R2"),
    ("not_in_offer", "PLAN.R3"),
    ("no_such_place", "PLAN.R4"),
    ("place_taken", "PLAN.R4"),
    ("no_such_player", "PLAN.R2"),
    ("names_self", "PLAN.R2"),
    ("has_a_tile", "PLAN.R2"),
]
STACKS = ("core", "rising", "falling", "character")
ELEMENTS = "bvsrlc*FESWGB"
EDGES = "bsG br* bGB b*B vll* vslFG vlWG vslEW vslSW v** v**G lllS srll sllF lWW lcc cW sF sE"
CORES = "bWWB bFWW bGG vll vlFW vlG vlG vlSW vlSW vS vS lllF rll llc llS cWW cW cG W E"
TILES = {
    "core": CORES.split(),
    "rising": f"bsE {EDGES}".split(),
    "falling": f"bsS {EDGES}".split(),
}
#: name: tiles in the box, big stars on each
CHARACTERS = {
    "vain": (2, 1),
    "geographer": (2, 1),
    "astronomer": (2, 0),
    "king": (1, 2),
    "lamplighter": (2, 1),
    "hunter": (2, 1),
    "drunkard": (1, 1),
    "white": (1, 0),
    "beige": (1, 1),
    "brown": (1, 2),
    "gardener": (2, 2),
    "turk": (2, 1),
    "prince": (1, 0),
}
#: name: the numbers of its rule
WORTH = {
    "vain": [4],
    "geographer": [1],
    "astronomer": [2],
    "king": [14, 7],
    "lamplighter": [1],
    "hunter": [3],
    "drunkard": [3],
    "white": [2],
    "beige": [3],
    "brown": [5],
    "gardener": [7],
    "turk": [1],
    "prince": [3, 1],
}


def written(table: dict[str, Any], prefix: str = "") -> dict[str, list[str]]:
    """The texts of a file as they are written, by name; those with plural forms have two."""
    found: dict[str, list[str]] = {}
    for key, entry in table.items():
        if isinstance(entry, str):
            found[prefix + key] = [entry]
        elif set(entry) == {"one", "other"}:
            found[prefix + key] = [entry["one"], entry["other"]]
        else:
            found |= written(entry, f"{prefix}{key}.")
    return found


WRITTEN = {language: written(tomllib.loads((FOLDER / f"{language}.toml").read_text("utf-8"))) for language in LANGUAGES}


def numbers(text: str) -> list[int]:
    """The numbers of a text, small ones first."""
    return sorted(int(number) for number in re.findall(r"\d+", text))
