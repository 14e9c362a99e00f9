"""Rules that are kept before they change go on as they were, beside the new ones."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

import escale
from tests.conformance.library import GAMES, ROOT, new_library, run, verdicts

pytestmark = pytest.mark.xdist_group("keep rules")  # so that one process makes the library
NAME = "first_of_many"
KEEP = ("-m", "escale.lab.keep_rules")
VERSIONS = {NAME: 1, **{game: info.version for game, info in escale.games().items()}}  # those that are kept
STEPS = ("playthroughs", "journals", "numbers")  # what is written for a new version, in this order
WRITTEN = ("playthroughs_are_the_same", "journals_open", "journals_are_complete", "journals_are_unchanged")
#: Prints what a game's numbers.toml and changes.toml lack.
UNGUARDED = """
import sys
from tests.conformance.changes import faults
from tests.conformance.numbers import unguarded
print(*unguarded(sys.argv[1]), *faults(sys.argv[1]), sep="\\n")
"""
#: Prints the games whose last two versions, which are the same but for their number, play the same games: all, or it fails.
SAME = """
import sys, escale
from escale.rules.shelf import versions_of
for name in sys.argv[1:]:
    new = escale.load(name)
    kept = new.version - 1
    old = escale.load(name, kept)
    assert old is not new and old is escale.load(name, kept) and versions_of(name)[-2:] == [kept, new.version], name
    assert old.view.__name__ == f"escale.games.{name}.kept.v{kept}.view", name
    one, other = old.new(seed=3), new.new(seed=3)
    for number in range(8):
        assert (one.names(), one.turn, one.to_bytes()) == (other.names(), other.turn, other.to_bytes()), name
        assert one.view(0) == {**other.view(0), "version": kept} and one != other, name
        move = one.names()[number % len(one.names())]
        escale.bot("greedy", 1).choose(one)
        one.play(move), other.play(move)
    print(name)
"""
#: Prints what a card is worth in both versions, compiled, by states with the same fields.
BONUS = """
import escale
from escale.rules.compile import interpreted
for version in (1, 2):
    game = escale.load("first_of_many", version)
    lines = ["first_of_many players=2 turn=0 cards=8", "row 1", "taken 2,3,4 5,6,7,8", "both 0 0", "lucky 3 1", "end"]
    position = game.parse("\\n".join(lines))
    print(int(position.points[0]), interpreted, escale.bot("greedy", 1).choose(position) in position.moves())
"""


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library with every game and a new one, all with kept rules and a new version."""
    folder = tmp_path_factory.mktemp("kept")
    shelf = new_library(folder)
    assert run(folder, "-m", "escale.lab.new_game", NAME).returncode == 0
    for game in escale.games():
        shutil.copytree(ROOT / GAMES / game, shelf / game, ignore=shutil.ignore_patterns("__pycache__", "ui"))
    for game, version in VERSIONS.items():
        done = run(folder, *KEEP, game)
        assert done.returncode == 0, done.stderr
        assert f"kept/v{version} holds the rules of version {version} now" in done.stdout
        card = shelf / game / "__init__.py"
        card.write_text(card.read_text("utf-8").replace(f"version={version}", f"version={version + 1}"), "utf-8")
    return folder


def test_kept_rules_of_every_game_play_as_they_did(library: Path) -> None:
    done = run(library, "-c", SAME, *VERSIONS)
    assert done.stdout.split() == list(VERSIONS), done.stderr


def test_every_journal_of_every_game_opens_by_kept_rules(library: Path) -> None:
    asked = {game: ["journals_open"] for game in VERSIONS}
    assert verdicts(library, asked) == {game: {"journals_open": ""} for game in asked}


def test_compiled_code_tells_versions_with_the_same_fields_apart(library: Path) -> None:
    state = library / GAMES / NAME / "state.py"
    state.write_text(state.read_text("utf-8").replace("BONUS = 5", "BONUS = 50"), "utf-8")
    assert run(library, "-c", BONUS, NUMBA_DISABLE_JIT="0").stdout.splitlines() == ["14 False True", "59 False True"]
    assert run(library, "-c", BONUS).stdout.splitlines() == ["14 True True", "59 True True"]


def test_what_is_about_todays_game_alone_is_not_kept(library: Path) -> None:
    for game, version in VERSIONS.items():
        kept = library / GAMES / game / "kept" / f"v{version}"
        found = {path.name for path in kept.iterdir() if path.name != "__pycache__"}
        today = {path.name for path in kept.parents[1].iterdir()}
        assert found == today - {"kept", "tests", "bench", "ui", "companion.py", "__pycache__"}


def test_linters_have_nothing_to_say_of_kept_rules(library: Path) -> None:
    for linter in ("ruff check --no-cache", "ruff format --check --no-cache", "mypy --follow-imports=silent"):
        done = run(library, "-m", *linter.split(), str(GAMES / NAME))
        assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(("game", "says"), [("nosuchgame", "no game 'nosuchgame'"), (NAME, "version 2 are kept already")])
def test_what_can_not_be_kept_is_refused_in_one_line(game: str, says: str, library: Path) -> None:
    if game == NAME:
        (library / GAMES / NAME / "kept" / "v2").mkdir(exist_ok=True)
    done = run(library, *KEEP, game)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith("keep-rules: ")
    assert says in done.stderr
    shutil.rmtree(library / GAMES / NAME / "kept" / "v2", ignore_errors=True)


def test_a_number_that_is_not_its_own_is_noticed(library: Path) -> None:
    kept = library / GAMES / NAME / "kept"
    shutil.copytree(kept / "v1", kept / "v7")
    done = run(library, "-c", f"import escale; escale.load({NAME!r}, 7)")
    shutil.rmtree(kept / "v7")
    assert f"BrokenGame: {NAME}: kept/v7 says in its INFO that it is version 1" in done.stderr


def written(library: Path, game: str, *steps: str) -> str:
    """Write what belongs to a new version; returns what is said of games that it can't have."""
    said = ""
    for step in steps:
        done = run(library, "-m", f"tests.conformance.{step}", "--write", game)
        assert done.returncode == 0, f"{step}: {done.stdout}{done.stderr}"
        said += done.stderr if step == "journals" else ""
    return said


def journals(library: Path, game: str, version: int) -> dict[str, Path]:
    """A version's journals, by their names."""
    folder = library / GAMES / game / "tests" / "journals" / f"v{version}"
    return {path.stem: path for path in folder.glob("*.jsonl")}


@pytest.mark.parametrize("game", VERSIONS)
def test_what_belongs_to_a_new_version_can_be_written(game: str, library: Path) -> None:
    assert written(library, game, *STEPS) == ""
    assert set(journals(library, game, VERSIONS[game])) <= set(journals(library, game, VERSIONS[game] + 1))
    assert verdicts(library, {game: WRITTEN}) == {game: dict.fromkeys(WRITTEN, "")}
    lacks = run(library, "-c", UNGUARDED, game)
    assert (lacks.returncode, lacks.stdout.strip()) == (0, "")


def test_a_game_that_the_new_version_forbids_is_named(library: Path) -> None:
    """A game of version 1, and a rule of version 2 by which nobody ever takes both cards."""
    rules, told = library / GAMES / NAME / "rules.py", journals(library, NAME, 1)["players-4"]
    source, sums = rules.read_text("utf-8"), told.parents[1] / "SHA256SUMS.txt"
    before = sums.read_text("utf-8")
    expected, *events = told.read_text("utf-8").splitlines()
    record = json.loads(expected)["record"]
    assert "both" in record["moves"]
    forbidden = told.with_stem("forbidden")
    forbidden.write_text("\n".join([json.dumps({"record": record | {"seed": "1"}}), *events]), "utf-8")
    rules.write_text(source.replace("state.both[state.seat] == 0:", "state.count > 0:"), "utf-8")
    there = journals(library, NAME, 2)
    try:
        said = written(library, NAME, "journals")
    finally:
        forbidden.unlink()
        rules.write_text(source, "utf-8")
        sums.write_text(before, "utf-8")
        made = {name: path for name, path in journals(library, NAME, 2).items() if name not in there}
        for path in made.values():
            path.unlink()
    assert any(line.startswith("v1/forbidden.jsonl can't be played by version 2: move ") for line in said.splitlines())
    assert "forbidden" not in made


def test_journals_of_an_earlier_version_that_are_gone_are_missed(library: Path) -> None:
    """All of them, and what the file of sums says of them."""
    written(library, NAME, *STEPS)
    kept = journals(library, NAME, 1)
    sums = kept["players-2"].parents[1] / "SHA256SUMS.txt"
    lines = sums.read_text("utf-8").splitlines(keepends=True)
    sums.write_text("".join(line for line in lines if "  v1/" not in line), "utf-8")
    for path in kept.values():
        path.unlink()
    said = verdicts(library, {NAME: WRITTEN})[NAME]
    assert said.pop("journals_are_complete").startswith("journals/v1 has no journal of 2 players; of 3 players; of 4 players;")
    assert said == dict.fromkeys(said, "")
