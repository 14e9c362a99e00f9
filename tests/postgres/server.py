"""A real PostgreSQL for the tests, with nothing to install: `with started_postgres() as server: ...`."""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from tests.postgres.keeper import INSTALLATION, PACKAGE, USER

ROOT = Path(__file__).resolve().parents[2]
LONGEST_SOCKET_FOLDER = 80  # a socket's whole path has room for about a hundred characters


class Server:
    """A running server, whose socket is in `folder`."""

    def __init__(self, folder: Path) -> None:
        """Take the folder of a server that answers."""
        self.folder = folder

    def dsn(self, database: str) -> str:
        """The address of one of its databases, as asyncpg wants it."""
        return f"postgresql://{USER}@/{database}?host={quote(str(self.folder), safe='')}"

    def create(self, database: str) -> None:
        """Make a new, empty database."""
        self.administer("createdb", database)

    def drop(self, database: str) -> None:
        """Delete a database, and cut off whoever still uses it."""
        self.administer("dropdb", "--force", database)

    def administer(self, program: str, *args: str) -> None:
        """Run a program of PostgreSQL's; with no event loop, so that any test may have one running."""
        path = PACKAGE / INSTALLATION / "bin" / program
        command = [str(path), "--host", str(self.folder), "--username", USER, *args]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode:
            raise OSError(f"{program} failed: {done.stdout.strip()}")


@contextmanager
def started_postgres() -> Iterator[Server]:
    """A new server of its own, gone with all its files at the end, even if this process is killed meanwhile."""
    temporary = tempfile.gettempdir()
    folder = Path(tempfile.mkdtemp(prefix="escale-pg-", dir=temporary if len(temporary) < LONGEST_SOCKET_FOLDER else "/tmp"))
    with subprocess.Popen(
        [sys.executable, "-m", "tests.postgres.keeper", str(folder)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,  # a Ctrl-C is for the tests alone
    ) as keeper:
        assert keeper.stdin is not None
        assert keeper.stdout is not None
        assert keeper.stderr is not None
        if keeper.stdout.readline() != "ready\n":
            raise OSError(f"PostgreSQL did not start: {keeper.stderr.read().strip()}")
        try:
            yield Server(folder)
        finally:
            keeper.stdin.close()
            keeper.wait()
