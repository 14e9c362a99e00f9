"""The documentation says what is so: its Python runs, its commands exist."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from escale.server.limits import known_limits

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def run_blocks(page: Path, sources: list[str], folder: Path) -> None:
    """Run a page's examples one after the other, as one reader would; compiled functions must come from a file."""
    names: dict[str, Any] = {"__name__": "examples"}
    for number, source in enumerate(sources):
        file = folder / f"{page.stem}_{number}.py"
        file.write_text(source, encoding="utf-8")
        exec(compile(source, str(file), "exec"), names)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_python_examples_run(page: Path, tmp_path: Path) -> None:
    run_blocks(page, blocks(page, "python"), tmp_path)


def test_a_wrong_example_is_caught(tmp_path: Path) -> None:
    """Planted: an example that no longer works."""
    with pytest.raises(AttributeError):
        run_blocks(tmp_path / "page.md", ["import escale", "escale.no_such_name"], tmp_path)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_commands_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    tasks = set(re.findall(r"^    \"([\w-]+)\": \(", (ROOT / "run").read_text(encoding="utf-8"), re.MULTILINE))
    assert tasks
    assert set(re.findall(r"\./run ([a-z][\w-]*)", text)) <= tasks
    sources = [path.read_text(encoding="utf-8") for path in (ROOT / "src" / "escale" / "cli").glob("*.py")]
    commands = set(re.findall(r"@app\.command\ndef (\w+)\(", "".join(sources)))
    commands |= set(re.findall(r"^(\w+) = App\(name=\"\1\"", "".join(sources), re.MULTILINE))
    assert commands
    assert set(re.findall(r"(?<![./\w-])escale ([a-z]+)(?= |`)", "\n".join(re.findall(r"`([^`\n]+)`", text)))) <= commands


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


def limits_in_tables(text: str) -> list[tuple[str, str]]:
    """The names of limits and their defaults, as tables of a page say."""
    return re.findall(r"^\| `(\w+)` \| ([\d.]+) \|", text, re.MULTILINE)


def test_limits_are_as_documented() -> None:
    said = limits_in_tables((ROOT / "docs" / "hosting.md").read_text(encoding="utf-8"))
    assert said
    assert [row for row in said if row[0] not in known_limits() or row[1] != str(known_limits()[row[0]].default)] == []


def test_a_wrong_limit_is_found() -> None:
    """Planted: what the test above reads of a table that is out of date."""
    assert limits_in_tables("| limit | default | |\n| `body_bytes` | 1 | of a request |\n") == [("body_bytes", "1")]
