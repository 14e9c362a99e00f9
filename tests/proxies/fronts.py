"""Real proxies with the very files of the documentation; only the port, the name's port and the certificate are the test's."""

from __future__ import annotations

import contextlib
import os
import re
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import trustme

from tests.proxies.programs import find_caddy, find_nginx

FILES = Path(__file__).resolve().parents[2] / "docs" / "hosting"
NAME = "play.example"
ESCALE = "127.0.0.1:8080"  # where the files say that it is
START_SECONDS = 30.0

NGINX_AROUND = """\
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/errors.txt;
{user}
events {{ }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/escale.conf;
}}
"""


class Front(NamedTuple):
    """A proxy that runs."""

    kind: str
    port: int  # of HTTPS
    plain_port: int
    certificate: Path  # of the authority that signed its own


@contextlib.contextmanager
def nginx(folder: Path, escale: int) -> Iterator[Front]:
    """Before the server at a port, with docs/hosting/nginx.conf."""
    front = _front("nginx", folder)
    replaced = {
        "listen 80;": f"listen 127.0.0.1:{front.plain_port};",
        "listen 443 ssl;": f"listen 127.0.0.1:{front.port} ssl;",
        f"/etc/letsencrypt/live/{NAME}/fullchain.pem": str(folder / "chain.pem"),
        f"/etc/letsencrypt/live/{NAME}/privkey.pem": str(folder / "key.pem"),
        ESCALE: f"127.0.0.1:{escale}",
    }
    (folder / "escale.conf").write_text(_with(FILES / "nginx.conf", replaced))
    user = "user root;" if os.geteuid() == 0 else ""  # who else may look into the test's folder?
    (folder / "nginx.conf").write_text(NGINX_AROUND.format(folder=folder, user=user))
    with _running([find_nginx(), "-p", str(folder), "-c", str(folder / "nginx.conf")], folder, front.port):
        yield front


@contextlib.contextmanager
def caddy(folder: Path, escale: int) -> Iterator[Front]:
    """Before the server at a port, with docs/hosting/Caddyfile."""
    front = _front("caddy", folder)
    replaced = {
        "{\n\tservers {": f"{{\n\tadmin off\n\thttp_port {front.plain_port}\n\thttps_port {front.port}\n\tservers {{",
        f"{NAME} {{": f"{NAME} {{\n\tbind 127.0.0.1\n\ttls {folder}/chain.pem {folder}/key.pem",
        ESCALE: f"127.0.0.1:{escale}",
    }
    (folder / "Caddyfile").write_text(_with(FILES / "Caddyfile", replaced))
    command = [find_caddy(), "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]
    with _running(command, folder, front.port, {"XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}):
        yield front


FRONTS = {"nginx": nginx, "caddy": caddy}


def _front(kind: str, folder: Path) -> Front:
    """Two free ports, and a certificate in the folder."""
    authority = trustme.CA()
    issued = authority.issue_cert(NAME)
    authority.cert_pem.write_to_path(str(folder / "authority.pem"))
    issued.private_key_pem.write_to_path(str(folder / "key.pem"))
    for part in issued.cert_chain_pems:
        part.write_to_path(str(folder / "chain.pem"), append=True)
    return Front(kind, _free_port(), _free_port(), folder / "authority.pem")


def _with(file: Path, replaced: Mapping[str, str]) -> str:
    """A file of the documentation; each of these is in it once, if one doesn't count what is explained."""
    text = "".join(line for line in file.read_text().splitlines(keepends=True) if not re.match(r"\s*#", line))
    for old, new in replaced.items():
        assert text.count(old) == 1, f"{file.name}: {old!r} is there {text.count(old)} times"
        text = text.replace(old, new)
    return text


@contextlib.contextmanager
def _running(command: list[str], folder: Path, port: int, more: Mapping[str, str] | None = None) -> Iterator[None]:
    """The program, from when it takes connections; what it says is in a file."""
    said = folder / "said.txt"
    with said.open("wb") as output:
        process = subprocess.Popen(command, cwd=folder, env={**os.environ, **(more or {})}, stdout=output, stderr=output)
    try:
        deadline = time.monotonic() + START_SECONDS
        while not _answers(port):
            assert process.poll() is None, said.read_text()
            assert time.monotonic() < deadline, said.read_text()
            time.sleep(0.05)
        yield
    finally:
        process.terminate()
        process.wait(START_SECONDS)


def _answers(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
    except OSError:
        return False
    return True


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])
