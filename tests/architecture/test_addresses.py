"""What pins versions names no place to fetch them from, so that any registry will do.

npm writes links of its own into a lock file ("funding"): take them out when it is renewed.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PINS = (
    "constraints.txt",
    "pyproject.toml",
    "web/package.json",
    "web/package-lock.json",
    "tests/browser/chromium/package-lock.json",
)
ADDRESS = re.compile(r"\b\w+://\S+")


def addresses(text: str) -> list[str]:
    """Every address in a text."""
    return ADDRESS.findall(text)


@pytest.mark.parametrize("name", PINS)
def test_pins_name_no_address(name: str) -> None:
    assert addresses((ROOT / name).read_text("utf-8")) == []


def test_an_address_is_found() -> None:
    """Planted."""
    assert addresses('"resolved": "https://registry.example/a.tgz",') == ['https://registry.example/a.tgz",']
