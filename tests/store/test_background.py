"""Work in the background that fails is begun again, and ends when it is told to."""

from __future__ import annotations

import ast
import asyncio
import itertools
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

import escale
from escale.store import background
from escale.store.background import kept

TIMES = 3
ROOMS = [Path(escale.__file__).parent / room for room in ("server", "store")]


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "PAUSE_SECONDS", 0.01)


def test_work_that_fails_is_begun_again_until_it_ends(caplog: pytest.LogCaptureFixture) -> None:
    tries = itertools.count()

    async def work() -> None:
        if next(tries) < TIMES:
            raise LookupError("no idea")

    async def inside() -> None:
        await asyncio.wait_for(kept("some work", work), 10)

    asyncio.run(inside())
    assert next(tries) == TIMES + 1
    told = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert len({record.msg for record in told}) == 1  # one cause, which the log tells once a minute
    assert [getattr(record, "reason", None) for record in told] == ["some work"] * TIMES


@pytest.mark.parametrize("fails", [True, False])
def test_cancelling_ends_it_at_once_and_quietly(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, *, fails: bool
) -> None:
    monkeypatch.setattr(background, "PAUSE_SECONDS", 60.0)

    async def work() -> None:
        if fails:
            raise LookupError("no idea")
        await asyncio.sleep(60)

    async def inside() -> None:
        task = kept("some work", work)
        await asyncio.sleep(0.05)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asyncio.wait_for(task, 1)

    asyncio.run(inside())
    assert len(caplog.records) == fails


def unkept(source: str) -> Iterator[str]:
    """The functions whose work has no end, and catches not all that comes, and that are tasks by themselves."""
    tree = ast.parse(source)
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "create_task":
            begun = call.args[0].func if isinstance(call.args[0], ast.Call) else call.args[0]
            name = begun.attr if isinstance(begun, ast.Attribute) else getattr(begun, "id", "")
            for work in ast.walk(tree):
                if isinstance(work, ast.AsyncFunctionDef) and work.name == name and _may_end(work):
                    yield name


def _may_end(work: ast.AsyncFunctionDef) -> bool:
    loops = [loop for loop in ast.walk(work) if isinstance(loop, ast.While)]
    return any(not _catches_all(loop) for loop in loops)


def _catches_all(loop: ast.While) -> bool:
    tries = [one for one in loop.body if isinstance(one, ast.Try)]
    return any(
        isinstance(handler.type, ast.Name) and handler.type.id == "Exception" for one in tries for handler in one.handlers
    )


def test_no_task_without_an_end_is_left_to_itself() -> None:
    found = {f"{file.name}: {name}" for room in ROOMS for file in room.glob("*.py") for name in unkept(file.read_text("utf-8"))}
    assert found == {"bot_turns.py: _play"}  # whose end, whatever it is, is looked at: a turn that failed is tried again


def test_the_look_for_such_tasks_finds_one() -> None:
    assert list(unkept("async def beat():\n    while True:\n        await say()\n\nasyncio.create_task(beat())")) == ["beat"]
