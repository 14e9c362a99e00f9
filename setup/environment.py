"""The environment, `.venv/`: Python's packages, by uv, which is had by pip where there is none."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

from setup.checkout import ROOT, TOOLS, VENV, WINDOWS, check_place, install, say, setup_lock, stop, tool

STAMP = VENV / "escale-setup"  # the fingerprint and the extras; there only while the environment is whole
CONSTRAINTS = ROOT / "constraints.txt"
UV_VERSION = "0.13.7"  # the one installed here
OLDEST_UV = (0, 8)  # the oldest found on the machine that has the options used below
BASE_PYTHON: str = getattr(sys, "_base_executable", sys.executable)  # a virtual environment's own may lack pip


def set_up(extras: set[str]) -> None:
    """Make sure that the environment holds escale and these extras; do nothing, quickly, when it already does."""
    wanted = fingerprint()
    present = installed_extras(wanted)
    if present is not None and extras <= present:
        return
    check_place()
    with setup_lock():
        present = installed_extras(wanted)  # another run may have done it meanwhile
        if present is None or not extras <= present:
            build(wanted, extras, present)


def fingerprint() -> str:
    """What changes whenever the environment must be made anew: dependencies, the Python, the place of the checkout."""
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    packaging = [pyproject["project"], pyproject["build-system"], pyproject["tool"]["hatch"]]
    whole = repr([packaging, CONSTRAINTS.read_text("utf-8"), sys.version, sys.base_prefix, ROOT])
    return hashlib.sha256(whole.encode()).hexdigest()


def installed_extras(wanted: str) -> set[str] | None:
    """The extras of the finished environment with this fingerprint; None if there is no such environment."""
    try:
        found, *extras = STAMP.read_text("utf-8").split()
    except (OSError, ValueError):
        return None
    usable = found == wanted and all(Path(tool(name)).exists() for name in ("python", "escale"))
    return set(extras) if usable else None


def build(wanted: str, extras: set[str], present: set[str] | None) -> None:
    """Add the extras to the finished environment, or make a new one if there is none. Call it with the lock held."""
    uv = find_uv() or install_uv()
    if present is None:
        say(f"making the environment (.venv, Python {sys.version.split()[0]})")
        venv = [uv, "venv", "--quiet", "--clear", "--no-project", "--python", BASE_PYTHON, str(VENV)]
        if not install(venv, uv_environment()):
            stop("could not make the environment; the reason is above")
    STAMP.unlink(missing_ok=True)
    everything = extras | (present or set())
    say("installing the environment (" + ", ".join(["numpy, numba ...", *sorted(everything)]) + ")")
    pins = ["--constraints", str(CONSTRAINTS), "--build-constraints", str(CONSTRAINTS)]
    escale = f"{ROOT}[{','.join(sorted(everything))}]"
    done = install(
        [uv, "pip", "install", "--compile-bytecode", "--python", str(VENV), *pins, "--editable", escale],
        uv_environment(),
    )
    whole = everything if done else present  # a uv that fails, unlike one that is killed, leaves what was there
    if whole is not None:
        STAMP.write_text(" ".join([wanted, *sorted(whole)]), "utf-8")
    if not done:
        stop("could not install the environment; the reason is above (is the network there?)")


def uv_environment() -> dict[str, str]:
    """The caller's variables, so also its package indexes and caches, less those that send uv to another Python."""
    env = {name: value for name, value in os.environ.items() if name not in ("UV_SYSTEM_PYTHON", "VIRTUAL_ENV")}
    env["UV_PYTHON_DOWNLOADS"] = "never"
    env.setdefault("UV_SYSTEM_CERTS", "1")  # a school's or a company's network may have its own certificates
    if not sys.stderr.isatty():
        env["UV_NO_PROGRESS"] = "1"
    return env


def find_uv() -> str | None:
    """Our own uv, else one on the PATH, if it runs and is new enough."""
    candidates = [str(TOOLS / "bin" / ("uv.exe" if WINDOWS else "uv")), shutil.which("uv") or "uv"]
    return next((path for path in candidates if uv_version(path) >= OLDEST_UV), None)


def uv_version(path: str) -> tuple[int, ...]:
    """What this uv says its version is, such as (0, 8, 3); empty if it does not run."""
    try:
        said = subprocess.run([path, "--version"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
        return tuple(int(part) for part in said.split()[1].split("."))
    except (OSError, ValueError, IndexError):
        return ()


def install_uv() -> str:
    """Our own uv, by pip; with --target, which even a system Python that refuses other installs allows."""
    pip = find_pip()
    if pip is None:
        stop("this Python has no pip: install pip (on Debian or Ubuntu: apt install python3-pip) or uv, then try again")
    say(f"installing uv {UV_VERSION} (.tools)")
    env = {**os.environ, "PIP_USER": "0", "PIP_REQUIRE_VIRTUALENV": "0", "PIP_ROOT_USER_ACTION": "ignore"}
    command = [*pip, "install", "--disable-pip-version-check", "--upgrade", "--target", str(TOOLS), f"uv=={UV_VERSION}"]
    if not install(command, env):
        stop("could not install uv; the reason is above (is the network there?)")
    return find_uv() or stop(f"the uv that pip put in {TOOLS} does not run; install uv yourself, then try again")


def find_pip() -> list[str] | None:
    """How to run pip: the Python's own, else the one that Python's installer brings along and hasn't unpacked."""
    spec = importlib.util.find_spec("ensurepip")
    folders = spec.submodule_search_locations if spec else None
    wheels = [wheel for folder in folders or [] for wheel in (Path(folder) / "_bundled").glob("pip-*.whl")]
    candidates = [[BASE_PYTHON, "-m", "pip"], *([BASE_PYTHON, f"{wheel}/pip"] for wheel in wheels)]
    return next((pip for pip in candidates if runs([*pip, "--version"])), None)


def runs(command: list[str]) -> bool:
    """Whether a program does what it is asked, silently."""
    return not subprocess.call(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
