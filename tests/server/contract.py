"""Harness: Schemathesis asks the server everything its OpenAPI describes, and much that it does not."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import escale
from escale.rules.shelf import offers_companion
from tests.server.patient import Broken, invitation_to
from tests.server.planted.plants import SOUND
from tests.server.running import GAME, ME, OPEN, Person, serving

# Checks left out, each with its reason; every other check there is is made.
LEFT_OUT = {
    "ignored_auth": "there is nothing to log in to: a cookie is a name, not a permission to ask",
    "positive_data_acceptance": "a well-formed request may name a table, a game or a move that there isn't",
}
REJECTED = [400, 403, 404, 405, 409, 413, 422, 429]  # Schemathesis itself does not know that too much is refused by a 413
LONGEST = 600.0  # seconds
COUNTING = next((game for game in escale.games() if offers_companion(game)), GAME)


def ask_everything(
    data: Path, examples: int, seed: int, *, phases: str = "fuzzing", only: str = "", program: tuple[str, ...] = SOUND
) -> Counter[str]:
    """So many examples of each request, or of those of one path only; Broken with what Schemathesis reports."""
    with serving(data, program=program) as server:
        settings = data / "schemathesis.toml"
        settings.write_text(_known(Person(server)))
        command = [
            *(
                sys.executable,
                "-m",
                "schemathesis.cli",
                "--config-file",
                str(settings),
                "run",
                f"{server.address}/api/openapi.json",
            ),
            *("--checks", "all", "--exclude-checks", ",".join(LEFT_OUT)),
            *("--max-examples", str(examples), "--seed", str(seed), "--phases", phases),
            *(("--include-path", only) if only else ()),
            *("--no-color", "--generation-database", "none", "--suppress-health-check", "all"),
        ]
        environment = {**os.environ, "PYTHONWARNINGS": "ignore", "COLUMNS": "200"}
        run = subprocess.run(command, capture_output=True, text=True, timeout=LONGEST, cwd=data, env=environment, check=False)
        if run.returncode:
            raise Broken(run.stdout[-8000:] + run.stderr[-2000:])
        complaints = server.errors.read_text()
    if '"level": "error"' in complaints:
        raise Broken(complaints[-3000:])
    return Counter(requests=_number(r"(\d+) generated", run.stdout), operations=_number(r"Tested: (\d+)", run.stdout))


def _known(person: Person) -> str:
    """Settings that name things which are there, so that more than their absence is tried."""
    table = person.make([ME, OPEN])
    key = asyncio.run(invitation_to(person, table))
    return (
        f"[checks.negative_data_rejection]\nexpected-statuses = {REJECTED}\n"
        f'[[operations]]\ninclude-path-regex = "/api/(tables|games)/"\nparameters = {{ "path.table" = "{table}",'
        f' "path.game" = "{GAME}" }}\n'
        f'[[operations]]\ninclude-path = "/api/games/{{game}}/companion"\nparameters = {{ "path.game" = "{COUNTING}" }}\n'
        f'[[operations]]\ninclude-path = "/api/invitations/{{key}}"\nparameters = {{ "path.key" = "{key}" }}\n'
    )


def _number(pattern: str, text: str) -> int:
    found = re.search(pattern, text)
    if found is None:
        raise Broken(f"Schemathesis does not say how much it did: {text[-2000:]}")
    return int(found[1])
