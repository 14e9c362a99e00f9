"""Signs of life while something takes long: on a terminal's stderr only."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from escale.terminal.screen import new_console


@contextmanager
def progress_bar(label: str) -> Iterator[Callable[[int, int], None] | None]:
    """A bar on a terminal's stderr, moved by the function it gives; None where there is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=new_console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


@contextmanager
def busy(label: str) -> Iterator[None]:
    """A sign of life on a terminal's stderr."""
    if not sys.stderr.isatty():
        yield
        return
    with new_console(stderr=True).status(label):
        yield
