"""What keeps a server from starting: status 2 for what somebody must change, 1 for what a service may try again."""

from __future__ import annotations

import errno
import resource
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from escale.cli.arguments import FAILED, MISUSED
from escale.rules.errors import BadOption, NotNow
from escale.server.obstacles import refusal
from tests.server.running import serving

NOBODYS = "203.0.113.254"  # an address that no machine has


@pytest.mark.parametrize(
    ("error", "passing"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), True),
        (OSError(errno.EMFILE, "Too many open files"), True),
        (OSError(errno.EADDRINUSE, "Address already in use"), True),
        (OSError(errno.EADDRNOTAVAIL, "Cannot assign requested address"), True),
        (OSError(errno.EACCES, "Permission denied"), False),
        (OSError(errno.ENOTDIR, "Not a directory"), False),
        (socket.gaierror(socket.EAI_AGAIN, "Temporary failure in name resolution"), True),
        (socket.gaierror(socket.EAI_NONAME, "Name or service not known"), False),
    ],
)
def test_what_may_be_over_in_a_while_is_told_from_what_must_be_changed(error: OSError, passing: bool) -> None:
    refused = refusal(error, "no")
    assert (type(refused), str(refused)) == (NotNow if passing else BadOption, "no")


def started(data: Path, *options: str, port: int = 0, bytes_a_file: int | None = None) -> subprocess.CompletedProcess[str]:
    """A server that does not start; `bytes_a_file` as if the disk took no more."""
    place = [] if "--database" in options else ["--data", str(data)]
    most = None if bytes_a_file is None else lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (bytes_a_file, bytes_a_file))
    command = [sys.executable, "-B", "-m", "escale", "serve", "--port", str(port), *place, *options]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, preexec_fn=most)


def test_each_ends_with_its_status_and_one_line(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    with serving(tmp_path / "other") as other:
        obstacles = (
            (FAILED, "cannot listen", started(tmp_path / "a", port=other.port)),
            (FAILED, "cannot listen", started(tmp_path / "a", "--host", NOBODYS)),
            (FAILED, "cannot reach PostgreSQL", started(tmp_path, "--database", "postgresql://nobody@127.0.0.1:1/none")),
            (FAILED, "escale", started(tmp_path / "full", bytes_a_file=1000)),
            (MISUSED, str(other.port), started(tmp_path / "other")),  # another server has that folder
            (MISUSED, str(file), started(file)),
            (MISUSED, "write postgresql://", started(tmp_path, "--database", "mysql://localhost/x")),
        )
    for status, words, done in obstacles:
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (status, "", 1), done.stderr
        assert done.stderr.startswith("escale: ")
        assert words in done.stderr
