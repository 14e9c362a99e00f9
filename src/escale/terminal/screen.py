"""Draws on the terminal and reads from it. Knows no game and no rules: pieces of text, each with the name of a style."""

from __future__ import annotations

import importlib
import re
import shutil
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import groupby
from types import ModuleType

from rich.cells import cell_len
from rich.columns import Columns
from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.measure import Measurement
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from escale.rules.texts import Texts

Line = Sequence[tuple[str, str]]  # pieces of text, each with the name of a style

#: The styles games may name. Tokens are black on their colour, which reads the same on a dark and on a light terminal.
STYLES = {
    "yellow": "black on #ffd75f",
    "green": "black on #5fd75f",
    "orange": "black on #ff8700",
    "pink": "black on #ff87d7",
    "blue": "black on #5f87ff",
    "red": "black on #ff5f5f",
    "purple": "black on #af87ff",
    "brown": "black on #d7875f",
    "white": "black on #ffffff",
    "grey": "black on #a8a8a8",
    "black": "bright_white on #303030",
    "joker": "bold black on #d0d0d0",
    "faint": "dim",
    "strong": "bold",
    "good": "bold green",
    "bad": "bold red",
}
#: Pieces in these are read as text and break at blanks; all others are tokens, and stay whole.
TEXT_STYLES = ("plain", "", "faint", "strong", "good", "bad")
WORD = re.compile(r" *[^ ]+ *| +")  # with its blanks; a non-breaking one is part of the word
GAP = 2
NARROWEST_PANEL = 24
MOST_ECHOED = 40
SCROLLED_AWAY = 60  # lines, where a screen can't be cleared; more if it is taller
#: What was cut from a line is kept apart from the lines typed, and can't be cleared: the key that brings it back does nothing.
READ_LINES = ("set editing-mode emacs", r'"\C-y": ""')
EDIT_LINES = ("bind -e", "bind ^Y ed-unassigned")
FORGET = "\x1b[2J\x1b[3J\x1b[H"  # the screen, and what has scrolled out of it


class Screen:
    """One terminal, or what stands for it: a pipe gets the same words without colours, pauses or clearing."""

    def __init__(self, pause: float = 0.0) -> None:
        """`pause`: seconds that a robot's move stays before the next one."""
        self.console = new_console()
        self.reads_keys = sys.stdin.isatty()
        self.draws = self.console.is_terminal and not self.console.is_dumb_terminal
        self.live = self.draws and self.reads_keys
        self._pause = pause
        self._typed: ModuleType | None = None  # arrows and the lines typed before, where the system has it
        if self.live:
            with suppress(ImportError):
                self._typed = importlib.import_module("readline")

    def clear(self) -> None:
        """A fresh screen."""
        if self.live:
            self.console.clear()
        else:
            self.console.print()

    def forget(self) -> None:
        """A fresh screen, with nothing left to scroll back to; where that can't be, one with all of it out of sight.

        Where the system has readline or libedit, no key brings back what was typed before either.
        """
        if self._typed:
            self._typed.clear_history()
            for line in EDIT_LINES if "libedit" in (self._typed.__doc__ or "") else READ_LINES:
                self._typed.parse_and_bind(line)
        if self.draws:
            self.console.file.write(FORGET)
            self.console.file.flush()
        else:
            self.console.print("\n" * max(SCROLLED_AWAY, shutil.get_terminal_size().lines))

    def wait(self) -> None:
        """Leave a robot's move on the screen for a moment."""
        if self.live:
            time.sleep(self._pause)

    def title(self, name: str, note: str = "") -> None:
        """A line with a name, and a note at its right end."""
        room = self.console.width - cell_len(name) - cell_len(note) - 2
        self.console.print(Text.assemble((name, "bold"), " ", ("─" * room, "dim"), " ", (note, "dim")), no_wrap=True)

    def rule(self) -> None:
        """A line across."""
        self.console.print(Rule(style="dim"))

    def say(self, text: str = "", style: str = "") -> None:
        """A sentence."""
        self.console.print(written(text, style))

    def as_it_is(self, text: str) -> None:
        """A text that may be copied from here and read again: its lines stay as long as they are."""
        self.console.print(Text(text), soft_wrap=True)

    def lines(self, lines: Iterable[Line]) -> None:
        """Lines of pieces."""
        self.console.print(drawn(lines))

    def beside(self, board: Sequence[Line], panel: Sequence[Line]) -> None:
        """A board with a panel at its right, or under it where the terminal is narrow."""
        width = max((sum(cell_len(text) for text, _ in line) for line in board), default=0)
        if self.console.width < width + GAP + NARROWEST_PANEL:
            self.console.print(drawn(board), Text(), drawn(panel), sep="\n")
            return
        grid = Grid.grid(padding=(0, GAP, 0, 0))
        grid.add_column(no_wrap=True, width=width)
        grid.add_column()
        grid.add_row(drawn(board), drawn(panel))
        self.console.print(grid)

    def columns(self, words: Sequence[str]) -> None:
        """Short words in as many columns as there is room for."""
        self.console.print(Padding(Columns([Text(word) for word in words], padding=(0, GAP), equal=True), (0, 0, 0, GAP)))

    def pairs(self, pairs: Iterable[tuple[str, str]]) -> None:
        """Two columns: what, and what it means."""
        grid = Grid.grid(padding=(0, GAP, 0, 0))
        grid.add_column(no_wrap=True)
        grid.add_column()
        for first, second in pairs:
            grid.add_row(Text(f"  {first}", "bold"), written(second))
        self.console.print(grid)

    def table(self, head: Sequence[str], rows: Sequence[Sequence[str | float]]) -> None:
        """Columns under their heads, numbers to the right."""
        grid = Grid(box=None, pad_edge=False, padding=(0, GAP, 0, 0))
        for place, name in enumerate(head):
            numbers = not any(isinstance(row[place], str) for row in rows)
            grid.add_column(written(name, "faint"), justify="right" if numbers else "left")
        for row in rows:
            grid.add_row(*(written(str(cell)) for cell in row))
        self.console.print(grid)

    def pages(self, parts: Sequence[RenderableType], more: str, stop: Sequence[str]) -> None:
        """Long reading, a screenful at a time."""
        room = self.console.height - 2
        left = room
        for part in parts:
            tall = len(self.console.render_lines(part))
            if self.live and tall > left and left < room:
                if (self.ask(f"[{more}] ") or "").strip().casefold() in stop:
                    return
                left = room
            self.console.print(part)
            left -= tall

    def ask(self, prompt: str) -> str | None:
        """A line from the player; None when there will be no more."""
        try:
            if self.reads_keys and self.console.is_terminal:
                return input(prompt)
            self.console.file.write(prompt)
            self.console.file.flush()
            line = sys.stdin.readline()
            self.console.file.write(line.rstrip("\n") + "\n")
            return line or None
        except EOFError:
            self.console.print()
            return None

    @contextmanager
    def busy(self, text: str) -> Iterator[None]:
        """Say what takes so long, while it does."""
        if not self.live:
            yield
            return
        with self.console.status(Text(text)):
            yield


class _Console(Console):
    def on_broken_pipe(self) -> None:
        """Let the error pass to whoever ends the program."""
        raise BrokenPipeError


def new_console(stderr: bool = False) -> Console:
    """A console that prints texts as they are."""
    return _Console(stderr=stderr, highlight=False, markup=False, emoji=False)


def drawn(lines: Iterable[Line]) -> RenderableType:
    """Lines of pieces, with the styles they name; a name we don't know is drawn plain."""
    return Group(*(Folded(line) for line in lines))


def painted(parts: Line) -> Text:
    """Parts in their styles; neighbours in the same style are one, so that no codes come between the words of a sentence."""
    return Text.assemble(
        *(("".join(part for part, _ in same), STYLES.get(style, "")) for style, same in groupby(parts, lambda part: part[1]))
    )


def written(text: str, style: str = "") -> RenderableType:
    """A text in one style."""
    return drawn([(line, style)] for line in text.split("\n"))


class Folded:
    """A line of pieces, broken if too long: at blanks or between pieces, never at a non-breaking blank or in a token."""

    def __init__(self, line: Line) -> None:
        self._parts = [
            (part, style) for text, style in line for part in (WORD.findall(text) if style in TEXT_STYLES else [text])
        ]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        """The line, or the lines it takes."""
        row: list[tuple[str, str]] = []
        used = 0
        for part, style in self._parts:
            if used and used + cell_len(part.rstrip(" ") if style in TEXT_STYLES else part) > options.max_width:
                yield painted(row)
                row, used = [], 0
            row.append((part, style))
            used += cell_len(part)
        yield painted(row)

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        """How wide its longest part is, and all of it."""
        widths = [cell_len(part) for part, _ in self._parts]
        return Measurement(max(widths, default=0), sum(widths)).with_maximum(options.max_width)


def paragraph(rule: str, texts: Texts) -> RenderableType:
    """A rule of the rulebook: its id, title and text."""
    head = Text.assemble((rule, "dim"), " ", (texts.say(f"rule.{rule}.title"), "bold"))
    return Group(head, written(texts.say(f"rule.{rule}.text")), Text())


def echo(text: str) -> str:
    """What a player typed, fit to be shown: nothing that could steer the terminal, and not too long."""
    harmless = visible(text)
    return harmless if len(harmless) <= MOST_ECHOED else f"{harmless[:MOST_ECHOED]}…"


def visible(text: str) -> str:
    """A text that others wrote, without anything that could steer the terminal."""
    return "".join(character if character.isprintable() else " " for character in text.strip())
