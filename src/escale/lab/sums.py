"""The sums of a game's golden journals, so that none is changed or lost unnoticed. `sha256sum --check` reads the file too."""

from __future__ import annotations

import hashlib
from pathlib import Path

FILE = "SHA256SUMS.txt"


def sums_of(folder: Path) -> dict[str, str]:
    """The sums of the journals in a folder, by their names in it: v1/players-2.jsonl."""
    paths = sorted(folder.glob("v*/*.jsonl"))
    return {path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in paths}


def written_sums(folder: Path) -> dict[str, str]:
    """The sums that were written, by the names of the journals; none if there is no file."""
    path = folder / FILE
    lines = path.read_text("utf-8").splitlines() if path.is_file() else []
    return {name: total for total, _, name in (line.partition("  ") for line in lines)}


def write_sums(folder: Path) -> None:
    """Add the sums of new journals. Lines that are there stay as they are, whatever has become of the journals."""
    every = sums_of(folder) | written_sums(folder)
    lines = [f"{total}  {name}\n" for name, total in sorted(every.items())]
    (folder / FILE).write_text("".join(lines), "utf-8", newline="\n")
