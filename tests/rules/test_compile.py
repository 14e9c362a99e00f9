"""The compile cache: found again by the next process, never stale, never in the way."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import escale
from escale.rules import compile as compiling

SOURCES = Path(escale.__file__).parent
FIRST = next(iter(escale.games()))
PLAY_AND_COUNT = f"""
import escale
from escale.rules import kernels
position = escale.load({FIRST!r}).new(seed=1)
position.play(position.moves()[0])
used = (kernels.set_up, kernels.look, kernels.advance)
print(sum(len(kernel.stats.cache_hits) for kernel in used), sum(len(kernel.stats.cache_misses) for kernel in used))
"""
# The same of something that is compiled soon.
DOUBLE = """
from escale.rules.compile import compiled
@compiled
def double(x):
    return 2 * x
"""
DOUBLE_AND_COUNT = """
from doubling import double
assert double(21) == 42
print(len(double.stats.cache_hits), len(double.stats.cache_misses))
"""
FINGERPRINT = "from escale.rules.compile import fingerprint; print(fingerprint())"


def run(program: str, path: Path | None = None, **env: str) -> str:
    paths = {"PYTHONPATH": str(path)} if path else {}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env={**os.environ, **env, **paths})
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_the_next_process_compiles_nothing(tmp_path: Path) -> None:
    run(PLAY_AND_COUNT, ESCALE_CACHE=str(tmp_path))
    assert run(PLAY_AND_COUNT, ESCALE_CACHE=str(tmp_path)) == "3 0"


def test_an_edited_source_is_a_new_version(tmp_path: Path) -> None:
    shutil.copytree(SOURCES, tmp_path / "escale", ignore=shutil.ignore_patterns("__pycache__"))
    before = run(FINGERPRINT, tmp_path)
    assert run(FINGERPRINT, tmp_path) == before
    with (tmp_path / "escale" / "rules" / "bits.py").open("a") as file:
        file.write("# another word\n")
    assert run(FINGERPRINT, tmp_path) != before


def test_checked_code_is_kept_apart() -> None:
    assert run(FINGERPRINT) != run(FINGERPRINT, NUMBA_BOUNDSCHECK="1")


def test_a_place_that_cannot_be_written_is_no_obstacle(tmp_path: Path) -> None:
    file = tmp_path / "a file"
    file.touch()
    places = {"ESCALE_CACHE": str(file / "below"), "TMPDIR": str(tmp_path)}
    (tmp_path / "doubling.py").write_text(DOUBLE)
    assert run(DOUBLE_AND_COUNT, tmp_path, **places) == "0 1"
    assert run(DOUBLE_AND_COUNT, tmp_path, **places) == "1 0"


@pytest.mark.skipif(sys.platform == "win32", reason="permissions are another matter there")
def test_a_temporary_folder_that_others_can_write_is_not_trusted(tmp_path: Path) -> None:
    ours = tmp_path / "ours"
    assert compiling._private_folder(ours) == ours
    assert compiling._private_folder(ours) == ours
    ours.chmod(0o777)
    assert compiling._private_folder(ours) != ours


def test_a_function_typed_at_a_prompt_compiles_too() -> None:
    typed = "from escale.rules.compile import compiled\n@compiled\ndef double(x):\n    return 2 * x\nprint(double(21))"
    assert run(typed) == "42"


def test_old_versions_are_forgotten(tmp_path: Path) -> None:
    for number in range(compiling.KEPT_CACHES + 3):
        folder = tmp_path / str(number)
        folder.mkdir()
        os.utime(folder, (number, number))
    compiling._forget_old(tmp_path)
    assert sorted(int(folder.name) for folder in tmp_path.iterdir()) == list(range(3, compiling.KEPT_CACHES + 3))


def test_other_peoples_cache_stays_where_it_was() -> None:
    program = (
        "import numba; before = numba.config.CACHE_DIR; import escale; escale.load; print(numba.config.CACHE_DIR == before)"
    )
    assert run(program) == "True"
