"""What checks say of games, for another process: names come in on stdin, messages go out on stdout, both as JSON."""

from __future__ import annotations

import json
import sys

import escale
from escale import BrokenGame
from tests.conformance.checks import run_check

LOADING = "loading"  # a check of its own: what the registry says


def verdict(game_id: str, check: str) -> str:
    """What is wrong, or nothing."""
    try:
        game = escale.load(game_id)
        if check != LOADING:
            run_check(check, game)
    except (AssertionError, BrokenGame) as error:
        return str(error)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return ""


def main() -> None:
    """Answer the process that asks."""
    asked = json.load(sys.stdin)
    json.dump({game_id: {check: verdict(game_id, check) for check in checks} for game_id, checks in asked.items()}, sys.stdout)


if __name__ == "__main__":
    main()
