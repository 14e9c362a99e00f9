"""Which systemd-analyze checks the unit file: $SYSTEMD_ANALYZE, else this machine's, else the one that ./run unpacked."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

UNPACKED = Path(__file__).resolve().parents[2] / ".tools" / "systemd"


def analyze(*arguments: str) -> str:
    """What it prints; AssertionError with that if it finds something wrong, LookupError if there is none here."""
    program, environment = _found()
    done = subprocess.run(
        [program, *arguments],
        env={**os.environ, **environment, "SYSTEMD_PAGER": "", "SYSTEMD_COLORS": "0"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def _found() -> tuple[str, dict[str, str]]:
    """The program, and what it needs in its environment."""
    if chosen := os.environ.get("SYSTEMD_ANALYZE") or shutil.which("systemd-analyze"):
        return chosen, {}
    if (unpacked := UNPACKED / "usr" / "bin" / "systemd-analyze").exists():
        libraries = {str(file.parent) for file in UNPACKED.rglob("*.so*")}
        units = next(UNPACKED.glob("**/systemd/system"))
        return str(unpacked), {"LD_LIBRARY_PATH": os.pathsep.join(sorted(libraries)), "SYSTEMD_UNIT_PATH": f"{units}:"}
    raise LookupError("no systemd-analyze here: install systemd, or set SYSTEMD_ANALYZE to the path of yours")
