"""A user's own bot: found, made, asked and watched."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import escale
from escale.rules.position import Position
from escale.search.budget import Budget
from escale.search.failures import BotFailed
from escale.search.own import OwnBot, is_own, own_bot
from tests.play.tables import WITH_SECRETS
from tests.search.their_bots import BOTS, GAMES, bots, dealt, dealt_secretly, line_of

__all__ = ["bots"]

ONE = Budget(iterations=1)


def test_names() -> None:
    assert is_own("module:Class")
    assert is_own("path/file.py:Class")
    assert not any(is_own(name) for name in escale.bot_names())


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("name", ["First", "Text", "Number", "Seeded", "Anything", "Player"])
def test_a_class_plays(game_id: str, name: str, bots: Callable[[str], str]) -> None:
    position = dealt(game_id)
    player = own_bot(bots(name), seed=5)
    while not position.over:
        before = position.copy()
        move = player.choose(position)
        assert type(move) is int
        assert position == before
        position.play(move)


def test_a_module_is_found_in_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a_bot_of_mine.py").write_text(f"from beside_it import STEP\n{BOTS}", "utf-8")
    (tmp_path / "beside_it.py").write_text("STEP = 1", "utf-8")
    (tmp_path / "random.py").write_text("raise RuntimeError('not this one')", "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    position = dealt()
    assert own_bot("a_bot_of_mine:First").choose(position) == position.moves()[0]
    assert own_bot("a_bot_of_mine.py:First").choose(position) == position.moves()[0]
    assert sys.path[-1] == str(tmp_path)


def test_the_seed_and_the_budget_arrive(bots: Callable[[str], str]) -> None:
    position = dealt()
    moves = position.moves()
    assert [own_bot(bots("Seeded"), seed).choose(position) for seed in range(len(moves))] == moves
    assert own_bot(bots("Budgeted")).choose(position, ONE) == own_bot(bots("Budgeted")).choose(position, iterations=1)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("nosuch:Bot", "no module nosuch"),
        ("nosuch.deeper:Bot", "no module nosuch"),
        ("escale.nosuch:Bot", r"no module escale\.nosuch"),
        ("nosuch.py:Bot", r"no file nosuch\.py"),
        (":Bot", "write module:Class"),
        ("escale:", "write module:Class"),
        ("escale:not a name", "write module:Class"),
        ("..relative:Bot", "importing"),
        ("escale:Nosuch", "escale has no class Nosuch"),
    ],
)
def test_a_bot_that_is_not_there(name: str, said: str) -> None:
    with pytest.raises(escale.EscaleError, match=said):
        own_bot(name)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Nosuch", "no class Nosuch: there are First, Text"),
        ("value", "no class value"),
        ("Idle", r"no method choose\(pos, budget\)"),
        ("Unready", "no method choose"),
        ("Unborn", rf"making a Unborn raised RuntimeError: not today \(some_bots\.py, line {line_of('not today')}\)"),
    ],
)
def test_a_class_that_is_no_bot(name: str, said: str, bots: Callable[[str], str]) -> None:
    with pytest.raises(escale.EscaleError, match=said):
        own_bot(bots(name))


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("import nosuch_either", "ModuleNotFoundError.*nosuch_either"),
        ("1 +", r"SyntaxError: .*\(broken\.py, line 1\)$"),
        ("1 / 0", r"ZeroDivisionError: division by zero \(broken\.py, line 1\)$"),
    ],
)
def test_a_file_that_fails(source: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "broken.py"
    file.write_text(source, "utf-8")
    for _ in range(2):  # it isn't remembered half made
        with pytest.raises(BotFailed, match=rf"importing .*broken\.py raised {said}"):
            own_bot(f"{file}:Bot")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Raises", rf"choose raised ZeroDivisionError: division by zero \(some_bots\.py, line {line_of('1 / 0')}\)"),
        ("Exits", "choose raised SystemExit: enough"),
        ("Strange", r"choose raised Mute \("),
        ("Nothing", "choose gave a NoneType, which is no legal move"),
        ("Nonsense", r"choose gave 'no such \? move', which is no legal move"),
        ("Illegal", "choose gave '2147483647', which is no legal move"),
    ],
)
def test_a_bot_that_fails_is_named_and_told_of(name: str, said: str, bots: Callable[[str], str]) -> None:
    with pytest.raises(BotFailed, match=said) as failure:
        own_bot(bots(name)).choose(dealt())
    assert bots(name) in str(failure.value)


def choices(game_id: str, make: Callable[[], OwnBot]) -> list[set[int]]:
    """At each turn of a game, the moves that new bots choose in worlds that the seat to move can't tell apart."""
    position, found = dealt_secretly(game_id, 3), list[set[int]]()
    while not position.over:
        found.append({make().choose(position.determinized(position.turn, seed)) for seed in range(6)})
        position.play(position.moves()[-1])
    return found


@WITH_SECRETS
def test_whatever_it_reads_it_answers_alike_in_worlds_it_may_not_tell_apart(game: str, bots: Callable[[str], str]) -> None:
    assert max(len(moves) for moves in choices(game, lambda: own_bot(bots("Peeker"), 9))) == 1


@WITH_SECRETS
def test_a_bot_shown_the_truth_is_found_out(game: str, bots: Callable[[str], str]) -> None:
    """Planted: the position is handed over as it is."""

    class Trusting(OwnBot):
        def choose(self, position: Position, *rest: object, **more: object) -> int:
            return int(self._player.choose(position.copy(), ONE))

    assert any(len(moves) > 1 for moves in choices(game, lambda: Trusting(bots("Peeker"), 9)))


def test_the_end_of_a_game_is_refused(bots: Callable[[str], str]) -> None:
    position = dealt()
    while not position.over:
        position.play(position.moves()[0])
    with pytest.raises(escale.EscaleError, match="over"):
        own_bot(bots("First")).choose(position)
