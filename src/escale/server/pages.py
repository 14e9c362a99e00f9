"""The built pages, from memory: small enough to hold, packed once, and the same page for every address that isn't a file."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

SITE = Path(__file__).parent / "site"
INDEX = "index.html"
FOREVER = "public, max-age=31536000, immutable"
ALWAYS_ASK = "no-cache"
WORTH_PACKING = 500
TYPES = {".js": "text/javascript", ".webmanifest": "application/manifest+json", ".svg": "image/svg+xml"}

# Our own files only, no inline script or style, nobody may frame us.
HEADERS = {
    "content-security-policy": "default-src 'self'; img-src 'self' data: blob:; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'; object-src 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}


@dataclass(frozen=True)
class File:
    """One file of the site."""

    body: bytes
    packed: bytes | None
    tag: str
    type: str
    cache: str


class Pages:
    """The site."""

    def __init__(self, folder: Path = SITE) -> None:
        """Read it all."""
        self._files = {path.relative_to(folder).as_posix(): _read(path, folder) for path in _files(folder)}

    def serve(self, request: Request) -> Response:
        """The file of this address; any other address is a page, which the index shows."""
        name = request.url.path.lstrip("/")
        if name not in self._files and "." in name.rsplit("/", 1)[-1]:
            return PlainTextResponse("There is no such file.", 404)
        file = self._files.get(name) or self._files.get(INDEX)
        if file is None:
            return PlainTextResponse("The pages are not built yet: ./run web builds them.", 503)
        headers = {"etag": file.tag, "cache-control": file.cache, "vary": "accept-encoding"}
        if request.headers.get("if-none-match") == file.tag:
            return Response(status_code=304, headers=headers)
        if file.packed and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(file.packed, headers={**headers, "content-encoding": "gzip"}, media_type=file.type)
        return Response(file.body, headers=headers, media_type=file.type)


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file()) if folder.is_dir() else []


def _read(path: Path, folder: Path) -> File:
    body = path.read_bytes()
    kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    packed = gzip.compress(body, 9, mtime=0) if len(body) > WORTH_PACKING and not kind.startswith("image/png") else None
    hashed_name = path.relative_to(folder).parts[0] == "assets"
    return File(body, packed, f'"{hashlib.sha256(body).hexdigest()[:20]}"', kind, FOREVER if hashed_name else ALWAYS_ASK)
