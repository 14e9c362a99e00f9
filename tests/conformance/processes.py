"""The check that a game gives the same bytes in any process, compiled or interpreted.

`python -m tests.conformance.processes GAME` is the other process: recorded games come in on stdin, digests go out on stdout.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np

import escale
from escale import Game, Position
from escale.rules.chance import new_rng
from escale.rules.compile import interpreted
from tests.conformance.files import tried
from tests.conformance.hints import HINTS
from tests.conformance.insights import INSIGHTS, VERDICTS, rounded
from tests.conformance.tables import Table, random_game
from tests.conformance.thorough import THOROUGH

Record = dict[str, Any]  # a game as it is kept: players, options, seed, moves
Digests = dict[str, str]  # of what happened when it was replayed, by the name of the thing

ROOT = Path(__file__).resolve().parents[2]
SOURCES = Path(str(escale.__file__)).resolve().parents[1]
WORLDS_EVERY = 6  # moves
WORLD_SEEDS = (0, 1 << 63)
MOST = 2  # tables
HINTED, HINTS_EVERY = 3 if THOROUGH else 1, 18  # games whose hints are compared, and after how many moves
DRAWS = 8
THINGS = ("deal", "moves", "positions", "worlds", "draws", "points", "texts", "views", "effects", "insights", "hints")


def every_process_agrees(game: Game) -> None:
    """Options, seed and moves give the same bytes here, in another process, and in one that is not compiled (or is)."""
    records = {str(at): record_of(game, at) for at in tried(game, MOST)}
    here = all_digests(game, records)
    mode, other_mode = ("interpreted", "compiled") if interpreted else ("compiled", "interpreted")
    for name, disable, hash_seed in ((mode, interpreted, "1"), (other_mode, not interpreted, "2")):
        there = replayed_elsewhere(game.id, records, {"NUMBA_DISABLE_JIT": str(int(disable)), "PYTHONHASHSEED": hash_seed})
        for table, found in there.items():
            differ = [thing for thing, digest in here[table].items() if found[thing] != digest]
            assert not differ, f"{table}: {', '.join(differ)} differ here ({mode}) and in another process ({name})"


def record_of(game: Game, at: Table) -> Record:
    """A random game."""
    moves = [move for _, move in random_game(at.new(game), at.seed) if move is not None]
    return {"players": at.players, "options": dict(at.options), "seed": at.seed, "moves": moves}


def all_digests(game: Game, records: dict[str, Record]) -> dict[str, Digests]:
    """The digests of games by their tables."""
    return {table: digests(game, record, number < HINTED) for number, (table, record) in enumerate(records.items())}


def digests(game: Game, record: Record, hints: bool) -> Digests:
    """Replay a game and sum up all that can be asked on the way; its hints too, if they are asked for."""
    position = game.new(record["players"], record["seed"], **record["options"])
    sums = {thing: hashlib.sha256() for thing in THINGS}
    sums["deal"].update(position.to_bytes())
    for number, move in enumerate([*record["moves"], None]):
        sums["moves"].update(repr(position.moves()).encode())
        sums["positions"].update(position.to_bytes())
        sums["points"].update(repr([position.points, position.scores, position.turn]).encode())
        if number % WORLDS_EVERY == 0 or move is None:
            sums["texts"].update(repr([position.text(), position.names()]).encode())
            for seat in (None, *range(position.players)):
                sums["views"].update(json.dumps(position.view(seat)).encode())
                for seed in WORLD_SEEDS:
                    sums["worlds"].update(position.determinized(seat, seed).to_bytes())
            asked = VERDICTS if position.over else INSIGHTS
            sums["insights"].update(repr([rounded(ask(position)) for ask in asked.values()]).encode())
        if hints and number % HINTS_EVERY == 0 and not position.over:
            sums["hints"].update(repr([ask(position) for ask in HINTS.values()]).encode())
        if move is not None:
            sums["draws"].update(repr(_draws(position, record["seed"])).encode())
            sums["effects"].update(repr([position.effects(move), position.said(move), position.reveals(move)]).encode())
            position.play(move)
    return {thing: digest.hexdigest() for thing, digest in sums.items()}


def _draws(position: Position, seed: int) -> list[int]:
    game = position.game
    state, room, rng = game.blank(position.to_bytes()), game.move_room(), new_rng(np.uint64(seed))
    return [int(game.draw_one(state, room, rng)) for _ in range(DRAWS)]


def replayed_elsewhere(game_id: str, records: dict[str, Record], switches: dict[str, str]) -> dict[str, Digests]:
    """The digests that a process with these switches computes."""
    paths = os.pathsep.join([str(SOURCES), str(ROOT), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "tests.conformance.processes", game_id],
        input=json.dumps(records),
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, **switches, "PYTHONPATH": paths},
    )
    assert done.returncode == 0, f"replaying with {switches} fails: {' / '.join(done.stderr.splitlines()[-3:])}"
    answer: dict[str, Digests] = json.loads(done.stdout)
    return answer


def main() -> None:
    """Answer the process that asks."""
    game = escale.load(sys.argv[1])
    json.dump(all_digests(game, json.load(sys.stdin)), sys.stdout)


if __name__ == "__main__":
    main()
