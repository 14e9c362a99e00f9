"""What a server writes about itself: one cause of trouble once a minute, and how often it was met meanwhile."""

from __future__ import annotations

import io
import json
import logging
import time
from collections.abc import Iterator
from typing import Any

import pytest

from escale.server import logs, watched
from escale.store.journal import Unavailable

MINUTE = 0.4  # seconds, for a test


class Written:
    """A logger as a server has it, and what it has written."""

    def __init__(self) -> None:
        """Nothing yet."""
        self._stream = io.StringIO()
        handler = logging.StreamHandler(self._stream)
        handler.setFormatter(logs.JsonLines())
        handler.addFilter(logs.Seldom(handler))
        self.log = logging.Logger("escale.test")
        self.log.addHandler(handler)

    @property
    def lines(self) -> list[dict[str, Any]]:
        """As they were written."""
        return [json.loads(line) for line in self._stream.getvalue().splitlines()]


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Iterator[Written]:
    """With short minutes."""
    monkeypatch.setattr(logs, "REPEAT_SECONDS", MINUTE)
    yield Written()
    time.sleep(2 * MINUTE)  # what is still to be told, is


def until(written: Written, count: int) -> None:
    end = time.monotonic() + 10
    while len(written.lines) < count and time.monotonic() < end:
        time.sleep(0.01)


def test_one_cause_is_told_once_and_then_how_often(written: Written) -> None:
    for number in range(1000):
        written.log.warning("no. %s failed", number)
    assert [line["what"] for line in written.lines] == ["no. 0 failed"]
    until(written, 2)
    assert [(line["what"], line.get("repeated")) for line in written.lines] == [("no. 0 failed", None), ("no. 1 failed", 999)]


def test_another_cause_is_another_line(written: Written) -> None:
    for table in ("aaaa", "bbbb"):
        written.log.error("a turn failed", extra={"table": table})
    for error in (LookupError, OSError):
        try:
            raise error
        except Exception:
            written.log.exception("a request failed")
    assert len(written.lines) == 4


def test_reading_and_writing_are_two_troubles(written: Written, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watched, "log", written.log)
    troubles = [watched.Trouble("reading the journal"), watched.Trouble("writing the journal")]
    for trouble in troubles:
        trouble.failed(Unavailable("gone", "away"))
    for trouble in troubles:
        trouble.worked()
    verbs = ["reading the journal", "writing the journal"]
    assert [line["what"] for line in written.lines] == [f"{verb} {end}" for end in ("fails", "works again") for verb in verbs]


def test_what_happens_to_one_bot_is_told_each_time(written: Written) -> None:
    for _ in range(5):
        written.log.warning("a bot made no move", extra=logs.EACH)
    assert len(written.lines) == 5


def test_what_is_no_trouble_is_always_told(written: Written) -> None:
    for _ in range(5):
        written.log.info("a table was made")
    assert len(written.lines) == 5


def test_after_a_quiet_minute_it_is_news_again(written: Written) -> None:
    written.log.warning("failed")
    time.sleep(1.5 * MINUTE)
    written.log.warning("failed")
    assert [line.get("repeated") for line in written.lines] == [None, None]
