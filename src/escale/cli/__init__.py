"""The command line. Each command imports what it needs when it runs, so that help and lists are there at once."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from cyclopts import CycloptsError

from escale.cli import arena, blocks, games, hosting, solving, tables  # noqa: F401 - they add their commands to the program
from escale.cli.arguments import FAILED, MISUSED, Unsuccessful, app
from escale.rules import notice
from escale.rules.errors import BadOption, EscaleError, NotNow
from escale.server.last_resort import interrupted, interrupted_once, leave, watching

OK, INTERRUPTED, PIPE_CLOSED = 0, 130, 141
DEBUG = "ESCALE_DEBUG"  # set, it shows where in our code an error that is our fault came from
BARE_FLAGS = ("--terminal",)
STOPPED = "escale: stopped"


def main() -> NoReturn:
    """The program `escale`."""
    try:
        with watching(INTERRUPTED, STOPPED), interrupted_once():
            status = run(sys.argv[1:])
    except KeyboardInterrupt:  # before it has begun, or when all is done
        status = stopped()
    leave(status)


def run(arguments: Sequence[str]) -> int:
    """Do what the arguments ask and return the exit status; an error is one line on stderr."""
    forgive_streams()
    notice.quiet = True  # the commands show signs of life themselves, in the player's language
    try:
        refuse_values(arguments)
        app(arguments, exit_on_error=False, print_error=False, result_action="return_value")
        sys.stdout.flush()
        return OK
    except Unsuccessful as end:
        sys.stdout.flush()
        return complain(str(end), end.status) if str(end) else end.status
    except NotNow as error:
        return complain(str(error), FAILED)
    except (CycloptsError, EscaleError) as error:
        return complain(str(error), MISUSED)
    except KeyboardInterrupt:
        return stopped()
    except BrokenPipeError:
        silence()
        return PIPE_CLOSED
    except OSError as error:
        silence()
        return complain(str(error), FAILED)
    except Exception as error:
        if interrupted():
            return stopped()
        if os.environ.get(DEBUG):
            raise
        return complain(f"our mistake, not yours: {type(error).__name__}: {error} ({DEBUG}=1 shows where)", FAILED)


def stopped() -> int:
    """Say that Ctrl-C was heard."""
    if sys.stderr.isatty():
        print(file=sys.stderr)  # below the ^C that the terminal shows
    print(STOPPED, file=sys.stderr)
    return INTERRUPTED


def refuse_values(arguments: Sequence[str]) -> None:
    """BadOption if a flag that says all by itself comes with a value, which the parser would take: --terminal=false."""
    for argument in arguments:
        flag, equals, _ = argument.partition("=")
        if equals and flag in BARE_FLAGS:
            raise BadOption(f"{flag} takes no value: write it alone, or leave it out")


def complain(message: str, status: int) -> int:
    """Say in one line what is wrong."""
    visible = "".join(character if character.isprintable() else " " for character in message)
    print(f"escale: {' '.join(visible.split())}", file=sys.stderr)
    return status


def forgive_streams() -> None:
    """Print what the terminal's encoding lacks as `?`, rather than fail; a stream that is closed reads and writes nothing."""
    for name in ("stdin", "stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "r" if name == "stdin" else "w", encoding="utf-8"))  # noqa: SIM115, PTH123
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def silence() -> None:
    """Let nothing more be written to a stdout that takes nothing more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
