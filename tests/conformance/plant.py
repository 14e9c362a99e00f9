"""A bug to plant in a game made from the template, with the check that must find it and the words it must say."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

RULES, VIEW, STATE, INSIGHT, ADVICE = "rules.py", "view.py", "state.py", "insight.py", "advice.py"
OWN, TESTS, PERFT = "tests/conformance.py", "tests/test_rules.py", "tests/perft.txt"
SLOW_MODEL = "tests/slow_model.py"


@dataclass(frozen=True)
class Plant:
    """One bug: the game is named after it. `$$` stands for the game's rule prefix, `$` for its name."""

    bug: str
    file: str
    old: str  # must be there exactly once; empty: the whole file goes, or comes if there is something new
    new: str
    check: str
    says: str

    def apply(self, folder: Path) -> None:
        """Plant the bug in a game's folder; AssertionError if the place for it isn't there."""
        path = folder / self.file
        if not self.old and self.new:
            path.write_text(self.filled(self.new), "utf-8", newline="\n")
            return
        if not self.old:
            path.unlink()
            return
        old, new = (self.filled(text) for text in (self.old, self.new))
        source = path.read_text("utf-8")
        assert source.count(old) == 1, f"{self.bug}: {source.count(old)} places in {self.file} for {old!r}"
        path.write_text(source.replace(old, new), "utf-8", newline="\n")

    def filled(self, text: str) -> str:
        """A text with the names in it."""
        return text.replace("$$", self.bug.upper().replace("_", "")).replace("$", self.bug)
