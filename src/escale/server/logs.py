"""What a server writes about itself: one JSON object a line. Never a cookie, a key, a nickname or a move."""

from __future__ import annotations

import asyncio
import json
import logging
import sys
import traceback
from datetime import UTC, datetime

FIELDS = ("table", "game", "bot", "reason", "seconds", "status", "failures")  # what a message may carry beside its words


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


def write_logs(level: str) -> None:
    """Write what is at least so important to stderr. An error's text may quote what a user sent: only its kind is written."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
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
