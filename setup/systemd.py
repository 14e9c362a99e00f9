"""What checks the unit file, `systemd-analyze`: this machine's, else from Debian's packages, unpacked and not installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from setup.checkout import ROOT, TOOLS, install, say
from setup.pages import digest, keep

SYSTEMD = TOOLS / "systemd"
PACKAGES = ("systemd", "libsystemd-shared", "libapparmor1", "libip4tc2", "libkmod2", "libseccomp2")  # not all on every Debian


def keep_systemd() -> None:
    """Make sure that the tests have `systemd-analyze`, where it can be had and `SYSTEMD_ANALYZE` names no other."""
    here = os.environ.get("SYSTEMD_ANALYZE") or shutil.which("systemd-analyze")
    if sys.platform == "linux" and not here and shutil.which("apt-get") and shutil.which("dpkg-deb"):
        keep(SYSTEMD / "escale-setup", digest([ROOT / "setup" / "systemd.py"]), install_systemd)


def install_systemd() -> None:
    """Fetch the packages from where apt fetches them, with lists of our own, as root's may be empty."""
    say("fetching systemd-analyze for the tests (.tools)")
    shutil.rmtree(SYSTEMD, ignore_errors=True)
    (SYSTEMD / "lists" / "partial").mkdir(parents=True)
    (SYSTEMD / "cache" / "archives" / "partial").mkdir(parents=True)
    folders = {"Dir::State::lists": SYSTEMD / "lists", "Dir::Cache": SYSTEMD / "cache"}
    apt = ["apt-get", "-qq", *(f"-o{name}={folder}" for name, folder in folders.items()), "-oAPT::Sandbox::User="]
    env = {**os.environ, "LC_ALL": "C"}
    if not install([*apt, "update"], env):
        say("could not fetch the lists of packages; the reason is above")
    for package in PACKAGES:
        if not subprocess.call([*apt, "download", package], cwd=SYSTEMD, env=env, stderr=subprocess.DEVNULL):
            unpack(next(SYSTEMD.glob(f"{package}_*.deb")))
    for name in ("lists", "cache"):
        shutil.rmtree(SYSTEMD / name)


def unpack(package: Path) -> None:
    """Unpack a package beside itself, and remove it."""
    if subprocess.call(["dpkg-deb", "-x", str(package), str(SYSTEMD)]):
        say(f"could not unpack {package.name}; the reason is above")
    package.unlink()
