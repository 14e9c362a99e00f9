"""What keeps a server from starting: what somebody must change, and what may be over in a while."""

from __future__ import annotations

import errno
import socket

from escale.rules.errors import BadOption, EscaleError, NotNow
from escale.store.sqlite_file import FULL_UP

PASSING = FULL_UP | {errno.EADDRINUSE, errno.EADDRNOTAVAIL}


def refusal(error: OSError, text: str) -> EscaleError:
    """What to raise when the system refuses something: NotNow if that may be over in a while, else BadOption."""
    names_away = isinstance(error, socket.gaierror) and error.errno == socket.EAI_AGAIN
    passing = not isinstance(error, socket.gaierror) and error.errno in PASSING
    return NotNow(text) if names_away or passing else BadOption(text)
