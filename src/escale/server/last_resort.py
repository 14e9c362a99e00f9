"""Ends a process that was told to stop, soon, whatever it is doing: compiling, thinking, waiting for a disk.

Python looks at a signal only between two steps of the main thread, and at its end waits for threads; both can take minutes.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from types import FrameType
from typing import NoReturn

STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)
GRACE_SECONDS = 4.0  # from the first signal to the end, for all that can be put in order meanwhile
NAME = "last resort"

_begun = threading.Event()
_swallowed = threading.Event()


@contextlib.contextmanager
def watching(status: int, words: str = "") -> Iterator[None]:
    """While the context lasts, a signal to stop ends this process after GRACE_SECONDS, with these words on stderr.

    For the main thread. It hears of a signal also while that thread is busy in compiled code. Where a signal has no handler
    in Python, it ends the process at once, as ever.
    """
    heard, told = socket.socketpair()
    told.setblocking(False)
    try:
        before = signal.set_wakeup_fd(told.fileno(), warn_on_full_buffer=False)
    except ValueError:  # not the main thread
        before = None
    threading.Thread(target=_listen, args=(heard, status, words), name=NAME, daemon=True).start()
    report, sys.unraisablehook = sys.unraisablehook, _unraised
    try:
        yield
    finally:
        sys.unraisablehook = report
        if before is not None:
            signal.set_wakeup_fd(before)
        told.close()


@contextlib.contextmanager
def heeding(handler: Callable[[int, FrameType | None], None]) -> Iterator[None]:
    """While the context lasts, signals to stop call this; after one came, no other can disturb the end of the process."""
    came = threading.Event()

    def heed(number: int, frame: FrameType | None) -> None:
        came.set()
        handler(number, frame)

    before = {number: signal.signal(number, heed) for number in STOP_SIGNALS}
    try:
        yield
    finally:
        for number, old in before.items():
            signal.signal(number, signal.SIG_IGN if came.is_set() else old)


@contextlib.contextmanager
def interrupted_once() -> Iterator[None]:
    """While the context lasts, the first Ctrl-C raises KeyboardInterrupt, and no other disturbs what is put in order then.

    Nor does any after it: all is done. For the main thread; `watching` ends a process that takes too long.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as a shell has it for what runs in the background
        yield
        return
    signal.signal(signal.SIGINT, _interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)


def interrupted() -> bool:
    """Whether Ctrl-C met the compiler, which can't pass it on: whatever it fails with next is no mistake of anybody's."""
    return _swallowed.is_set()


def end_soon(status: int, words: str = "") -> None:
    """End this process after GRACE_SECONDS unless it has ended by then; asked again, nothing changes."""
    if not _begun.is_set():
        _begun.set()
        threading.Thread(target=_end, args=(status, words), name=NAME, daemon=True).start()


def leave(status: int) -> NoReturn:
    """End this process now. A thread that still compiles or thinks is not waited for, as Python would."""
    if any(thread.name != NAME for thread in threading.enumerate() if thread is not threading.main_thread()):
        _flush()
        atexit._run_exitfuncs()
        os._exit(status)
    sys.exit(status)


def _interrupt(number: int, frame: FrameType | None) -> NoReturn:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    raise KeyboardInterrupt


def _listen(heard: socket.socket, status: int, words: str) -> None:
    with heard:
        while number := heard.recv(1):
            if number[0] in STOP_SIGNALS:
                end_soon(status, words)


def _unraised(failure: sys.UnraisableHookArgs) -> None:
    """Note in silence that Ctrl-C was swallowed; say all else as Python does."""
    if failure.exc_type is KeyboardInterrupt:
        _swallowed.set()
    else:
        sys.__unraisablehook__(failure)


def _end(status: int, words: str) -> None:
    time.sleep(GRACE_SECONDS)
    if words:
        with contextlib.suppress(OSError, ValueError):
            print(words, file=sys.stderr)
    _flush()
    os._exit(status)


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):  # closed, or nobody reads
            stream.flush()
