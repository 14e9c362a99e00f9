"""The compile cache: found again by the next process, never stale, never in the way."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import numba
import numpy as np
import pytest

import escale
from escale.rules import machine_code
from escale.rules.verbs import legal

SOURCES = Path(escale.__file__).parent
GAMES = list(escale.games())
FIRST, SECOND = GAMES[:2]
PLAY_AND_COUNT = """
import sys
import escale
from numba.core import event
from escale.rules import kernels

class Counter(event.Listener):
    count = 0
    def on_start(self, event):
        self.count += 1
    def on_end(self, event):
        pass

counter = Counter()
event.register("numba:compile", counter)
position = escale.load(sys.argv[1]).new(seed=1)
position.play(position.moves()[0])
print(counter.count)
"""
# In which files the code of a move and that of the search are kept, for every game; nothing is compiled for that.
NAME_FILES = """
import json
import numba
import numpy as np
import escale
from escale.rules import kernels
from escale.search import mcts

def name(kernel, *examples):
    context = kernel.targetctx
    return kernel._cache.file_of(tuple(map(numba.typeof, examples)), context).name

games = map(escale.load, escale.games())
print(json.dumps({
    game.id: [name(kernels.look, np.zeros(1, game.table)), name(mcts.search, np.zeros(1, game.dtype))] for game in games
}))
"""
# Something that is compiled soon.
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
CODE = "\n_MORE = 1\n"
DOCUMENTED = '\ndef _more() -> None:\n    """Said once."""\n'
RULES_ONLY, SEARCH_ONLY, BOTH = (0,), (1,), (0, 1)


def run(program: str, path: Path | None = None, *arguments: str, **env: str) -> str:
    paths = {"PYTHONPATH": str(path)} if path else {}
    command = [sys.executable, "-c", program, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **env, **paths})
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of all sources; what runs there is the copy."""
    ignored = shutil.ignore_patterns("__pycache__", "site", "tests", "ui")
    shutil.copytree(SOURCES, tmp_path / "copy" / "escale", ignore=ignored)
    return tmp_path / "copy"


def edit(copy: Path, file: str, more: str) -> None:
    with (copy / "escale" / file).open("a", encoding="utf-8") as opened:
        opened.write(more)


def test_an_edit_compiles_one_game_anew_and_no_other(copy: Path, tmp_path: Path) -> None:
    def compilations(game_id: str) -> int:
        return int(run(PLAY_AND_COUNT, copy, game_id, ESCALE_CACHE=str(tmp_path / "cache")))

    first, second = compilations(FIRST), compilations(SECOND)
    assert first > 0
    assert second > 0
    assert (compilations(FIRST), compilations(SECOND)) == (0, 0)
    edit(copy, f"games/{FIRST}/rules.py", CODE)
    assert (compilations(FIRST), compilations(SECOND)) == (first, 0)


def test_what_an_edit_compiles_anew(copy: Path) -> None:
    """Every edit goes on top of those before: each is compared with what was there just before it."""
    before = json.loads(run(NAME_FILES, copy))
    assert len({name for names in before.values() for name in names}) == 2 * len(GAMES)

    def changed() -> dict[str, tuple[int, ...]]:
        """For each game in which something changed since the last time: what."""
        nonlocal before
        after = json.loads(run(NAME_FILES, copy))
        found = {game_id: tuple(i for i in BOTH if before[game_id][i] != after[game_id][i]) for game_id in GAMES}
        before = after
        return {game_id: parts for game_id, parts in found.items() if parts}

    for game_id in GAMES:
        for module in ("rules", "insight"):
            edit(copy, f"games/{game_id}/{module}.py", CODE)
            assert changed() == {game_id: BOTH}
    with_data = {file.parent.name: file for file in sorted((copy / "escale" / "games").glob("*/*.toml"))}
    assert with_data
    for file in with_data.values():
        edit(copy, str(file.relative_to(copy / "escale")), "# more\n")
    assert changed() == dict.fromkeys(with_data, BOTH)
    edit(copy, "rules/chance.py", DOCUMENTED)
    assert changed() == dict.fromkeys(GAMES, BOTH)
    edit(copy, "rules/kernels.py", CODE)
    assert changed() == dict.fromkeys(GAMES, RULES_ONLY)
    edit(copy, "search/mcts.py", CODE)
    assert changed() == dict.fromkeys(GAMES, SEARCH_ONLY)

    chance = copy / "escale" / "rules" / "chance.py"
    chance.write_text(chance.read_text("utf-8").replace("Said once.", "Said better."), "utf-8")
    for game_id in GAMES:
        edit(copy, f"games/{game_id}/rules.py", "# a comment\n")
        edit(copy, f"games/{game_id}/advice.py", CODE)
        edit(copy, f"games/{game_id}/view.py", CODE)
    edit(copy, "lab/simulate.py", CODE)
    edit(copy, "server/app.py", CODE)
    assert changed() == {}


def test_checked_code_is_kept_apart() -> None:
    assert run(NAME_FILES) != run(NAME_FILES, NUMBA_BOUNDSCHECK="1")
    assert run(NAME_FILES) == run(NAME_FILES)


def test_a_damaged_file_is_made_anew(tmp_path: Path) -> None:
    (tmp_path / "doubling.py").write_text(DOUBLE)
    assert run(DOUBLE_AND_COUNT, tmp_path, ESCALE_CACHE=str(tmp_path)) == "0 1"
    (file,) = (tmp_path / "compiled").iterdir()
    for damaged in (b"", file.read_bytes()[:-100], b"nonsense"):
        file.write_bytes(damaged)
        assert run(DOUBLE_AND_COUNT, tmp_path, ESCALE_CACHE=str(tmp_path)) == "0 1"
        assert run(DOUBLE_AND_COUNT, tmp_path, ESCALE_CACHE=str(tmp_path)) == "1 0"


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
    assert machine_code.private_folder(ours) == ours
    assert machine_code.private_folder(ours) == ours
    ours.chmod(0o777)
    assert machine_code.private_folder(ours) != ours


def test_a_function_typed_at_a_prompt_compiles_too() -> None:
    typed = "from escale.rules.compile import compiled\n@compiled\ndef double(x):\n    return 2 * x\nprint(double(21))"
    assert run(typed) == "42"


def test_code_compiled_by_numba_alone_calls_ours() -> None:
    count = numba.njit(lambda states, moves: legal(states[0], moves))
    for game_id in GAMES:
        position = escale.load(game_id).new(seed=1)
        room = np.zeros(position.game.max_moves, np.int32)
        assert count(np.array([position.state]), room) == len(position.moves())


@pytest.mark.parametrize("last", [0, 400])  # days ago
def test_what_nobody_used_for_long_is_forgotten_whatever_a_clock_says(tmp_path: Path, last: int) -> None:
    ages = {"now": 0, "used": machine_code.KEPT_DAYS - 1, "old": machine_code.KEPT_DAYS + 1}
    for name, days in ages.items():
        file = tmp_path / name
        file.touch()
        moment = time.time() - (last + days) * machine_code.DAY
        os.utime(file, (moment, moment))
    machine_code.forget_old(tmp_path)
    assert {file.name for file in tmp_path.iterdir()} == {"now", "used"}


def test_other_peoples_cache_stays_where_it_was() -> None:
    program = (
        "import numba; before = numba.config.CACHE_DIR; import escale; escale.load; print(numba.config.CACHE_DIR == before)"
    )
    assert run(program) == "True"
