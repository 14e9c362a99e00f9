"""What a server writes about itself: one JSON object per line. Never a cookie, a key, a nickname or a move."""

from __future__ import annotations

import asyncio
import json
import logging
import sys
import threading
import time
import traceback
from collections import OrderedDict
from dataclasses import dataclass
from datetime import UTC, datetime

#: Beside a message's words.
FIELDS = ("table", "tables", "game", "bot", "reason", "seconds", "status", "failures", "address", "repeated")
SUBJECT = ("table", "game", "bot", "reason")  # those that make it another matter
EACH = {"each": True}  # the extra of what is told each time: there is an end to how often it can happen
REPEAT_SECONDS = 60.0  # in which one cause is told once
MOST_CAUSES = 1000  # that are remembered


class JsonLines(logging.Formatter):
    """A record as JSON on one line."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
            **{name: value for name in FIELDS if (value := getattr(record, name, None)) is not None},
        }
        if record.exc_info and record.exc_info[0] is not None:
            line["error"] = record.exc_info[0].__name__
            line["where"] = [f"{frame.name}:{frame.lineno}" for frame in traceback.extract_tb(record.exc_info[2])[-5:]]
        return json.dumps(line, ensure_ascii=False)


@dataclass
class Told:
    """A cause that was told: when, by the monotonic clock, and how often it was met since."""

    at: float
    repeated: int = 0


class Seldom(logging.Filter):
    """Lets one cause of trouble pass once a minute; after that minute a line says how often it was repeated meanwhile.

    A cause is a logger, the words before any value is filled in, the kind of error, and what it is about.
    """

    def __init__(self, handler: logging.Handler) -> None:
        """For what this handler writes. Nothing was told yet."""
        super().__init__()
        self._handler = handler
        self._lock = threading.Lock()
        self._told: OrderedDict[tuple[object, ...], Told] = OrderedDict()  # the one told longest ago first

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether it is told now."""
        if record.levelno < logging.WARNING or hasattr(record, "repeated") or hasattr(record, "each"):
            return True
        cause, now = _cause(record), time.monotonic()
        with self._lock:
            told = self._told.get(cause)
            if told is None or now - told.at >= REPEAT_SECONDS:
                self._remember(cause, now)
                return True
            told.repeated += 1
            if told.repeated == 1:
                timer = threading.Timer(told.at + REPEAT_SECONDS - now, self._tell, (cause, record))
                timer.daemon = True
                timer.start()
            return False

    def _remember(self, cause: tuple[object, ...], now: float) -> None:
        self._told[cause] = Told(now)
        self._told.move_to_end(cause)
        if len(self._told) > MOST_CAUSES:
            self._told.popitem(last=False)

    def _tell(self, cause: tuple[object, ...], record: logging.LogRecord) -> None:
        """The minute is over: one more line, of the first that was kept back."""
        with self._lock:
            told = self._told.get(cause)
            if told is None:
                return
            record.repeated = told.repeated
            self._remember(cause, time.monotonic())
        self._handler.handle(record)


def _cause(record: logging.LogRecord) -> tuple[object, ...]:
    error = record.exc_info[0] if record.exc_info else None
    words = str(record.msg).partition("\n")[0]
    return record.name, words, error, *(str(getattr(record, name, None)) for name in SUBJECT)


def write_logs(level: str) -> None:
    """Write what is at least so important to stderr. An error's text may quote what a user sent: only its kind is written."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    handler.addFilter(Seldom(handler))
    for name in ("escale", "uvicorn.error", "asyncio"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(level.upper())
    logging.getLogger("uvicorn.error").addFilter(is_ours)
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)  # below that it writes who connects to what


def is_ours(record: logging.LogRecord) -> bool:
    """Not what uvicorn calls an error of ours: that a browser sent a text that is none, which it was told already; or that
    an answer was given up as the server closes.
    """
    return not (record.exc_info and record.exc_info[0] in (UnicodeDecodeError, asyncio.CancelledError))
