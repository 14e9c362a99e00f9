"""The unit file of the documentation: systemd reads it, our own program takes its options, and it agrees with our numbers."""

from __future__ import annotations

import re
import shlex
import socket
import sys
from configparser import RawConfigParser
from pathlib import Path

import pytest

from escale.cli.arguments import MISUSED, app
from escale.server import last_resort, workers
from escale.server.limits import DEFAULTS
from escale.server.systemd import SOCKET, tell_systemd
from tests.server.running import serving
from tests.systemd.analyze import analyze

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="systemd is Linux's")
FILE = Path(__file__).resolve().parents[2] / "docs" / "hosting" / "escale.service"
PROGRAM = "/opt/escale/bin/escale"
MOST_EXPOSED = 2.0  # of 10, as systemd-analyze counts


def unit(folder: Path, **changes: str) -> Path:
    """The file of the documentation with our program in it, which is elsewhere than a host's."""
    text = FILE.read_text()
    for old, new in {PROGRAM: str(Path(sys.executable).parent / "escale"), **changes}.items():
        assert old in text
        text = text.replace(old, new)
    file = folder / "escale.service"
    file.write_text(text)
    return file


def settings() -> dict[str, str]:
    """What the service is set to, but for what is there more than once."""
    read = RawConfigParser(strict=False)
    read.optionxform = str  # type: ignore[assignment, method-assign]
    read.read(FILE)
    return dict(read["Service"])


def test_systemd_reads_it(tmp_path: Path) -> None:
    assert analyze("verify", str(unit(tmp_path))) == ""
    with pytest.raises(AssertionError, match=r"bad unit|Failed|not executable"):  # planted: what it says of a wrong one
        analyze("verify", "--man=no", str(unit(tmp_path, **{"KillSignal=SIGTERM": "ExecStart=nothing"})))


def test_it_is_closed_in(tmp_path: Path) -> None:
    said = analyze("security", "--offline=yes", str(unit(tmp_path)))
    exposure = re.search(r"exposure level for escale.service: ([\d.]+)", said)
    assert exposure, said
    print(exposure[0])
    assert float(exposure[1]) <= MOST_EXPOSED


def test_its_command_is_one_of_ours() -> None:
    program, *arguments = shlex.split(settings()["ExecStart"])
    assert program == PROGRAM
    command, bound, _ = app.parse_args(arguments, exit_on_error=False, print_error=False)
    assert command.__name__ == "serve"
    assert bound.arguments["data"] == Path("/var/lib", settings()["StateDirectory"])
    assert settings()["Environment"] == f"ESCALE_CACHE=/var/cache/{settings()['CacheDirectory']}"


def test_it_agrees_with_our_numbers() -> None:
    service = settings()
    assert int(service["LimitNOFILE"]) == DEFAULTS.descriptors
    assert int(service["TimeoutStopSec"]) > max(workers.STOP_SECONDS, last_resort.GRACE_SECONDS) + 1
    assert service["Restart"] == "on-failure"
    assert int(service["RestartPreventExitStatus"]) == MISUSED
    assert service["KillSignal"].removeprefix("SIG") == "TERM"


@pytest.mark.parametrize("abstract", [False, True])
def test_a_server_says_that_it_is_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, abstract: bool) -> None:
    name = f"@escale-{tmp_path.name}" if abstract else str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.settimeout(30)
        listener.bind(name.replace("@", "\0"))
        monkeypatch.setenv(SOCKET, name)
        if abstract:
            tell_systemd()
            assert listener.recv(100) == b"READY=1"
            return
        with serving(tmp_path / "data") as server:
            assert listener.recv(100) == b"READY=1"
            assert server.stop() == 0


def test_where_nobody_listens_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SOCKET, "/nowhere/at/all")
    tell_systemd()
    monkeypatch.delenv(SOCKET)
    tell_systemd()
