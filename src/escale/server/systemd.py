"""What systemd hears of a server that it started (`Type=notify`): that pages can be fetched."""

from __future__ import annotations

import contextlib
import os
import socket
import sys

SOCKET = "NOTIFY_SOCKET"  # names where to say it; set by systemd alone


def tell_systemd() -> None:
    """Say that the server is ready, if anybody wants to hear it."""
    place = os.environ.get(SOCKET)
    if not place or sys.platform == "win32":
        return
    address = f"\0{place[1:]}" if place.startswith("@") else place  # one of Linux's that is no file
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as speaker:
        speaker.connect(address)
        speaker.send(b"READY=1")
