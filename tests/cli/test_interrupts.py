"""Ctrl-C ends a command quietly, as one who was interrupted, however early it comes and however often."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.server.signals import _cold, _ended, _heed

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals to a group of processes")
WAIT = 60.0
SLOW = "import os, time; os.write(1, b'importing\\n'); time.sleep(60)\n"
SCRIPT = Path(sys.executable).with_name("escale")


@pytest.mark.parametrize("program", [[sys.executable, "-m", "escale"], [str(SCRIPT)]], ids=["module", "script"])
@pytest.mark.parametrize("imported", ["cyclopts", "msgspec", "dataclasses"])
def test_while_the_program_is_imported(tmp_path: Path, program: list[str], imported: str) -> None:
    """A part that takes long to import, also one that the package itself needs."""
    (tmp_path / f"{imported}.py").write_text(SLOW)
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen([*program, "check"], **streams, text=True, env=environment, preexec_fn=_heed) as process:  # type: ignore[call-overload]
        try:
            assert process.stdout.readline() == "importing\n"
            process.send_signal(signal.SIGINT)
            assert process.communicate(timeout=WAIT)[1] == "escale: stopped\n"
        finally:
            process.kill()
    assert process.returncode == 130


@pytest.mark.parametrize("gap", [0.01, 0.1, 0.3])
def test_twice_while_processes_compile(tmp_path: Path, gap: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.server.signals.AGAIN_SECONDS", gap)
    with _cold(tmp_path, ["-m", "escale", "warm"]) as process:
        time.sleep(4.0)
        assert process.poll() is None
        _, status, said = _ended(process, [signal.SIGINT] * 3)
    assert (status, said) == (130, ["escale: stopped"])
