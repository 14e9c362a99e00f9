"""How much memory searches take at most, with the setting as it comes and with a smaller one."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from bench.promise import AT_LEAST, AT_MOST, NOT_MEASURED, Row
from escale.search.forest import DEFAULT_MEGABYTES, MEGABYTE, MEMORY, Forest
from escale.search.tree import new_tree, tree_bytes

PROGRAM = Path(__file__).with_name("many_experts.py")
BOTS = 8
SECONDS, MOVES = 4.0, 2
SMALLER = 64
BESIDES = 16  # megabytes for all but the trees: the threads' stacks, what Python makes meanwhile
USED = 0.5  # of the setting: or too little was searched to say anything


def promises(game_id: str) -> Iterator[Row]:
    """What a process with many bots is held to."""
    for megabytes, setting in ((DEFAULT_MEGABYTES, None), (SMALLER, str(SMALLER))):
        told = f"{MEMORY}={setting}" if setting else f"{MEMORY} not set"
        forest = Forest(megabytes)
        room = forest.trees * tree_bytes(new_tree(forest.tree_bytes)) / MEGABYTE
        yield f"megabytes that all trees can take, {told}", room, AT_MOST, megabytes
        what = f"megabytes that a process grows by while {BOTS} experts think, {told}, and {BESIDES} for all but the trees"
        if not Path("/proc/self/statm").exists():
            yield f"{what}: this system doesn't tell", 0.0, NOT_MEASURED, megabytes + BESIDES
            continue
        more = grown(game_id, setting)
        yield what, more, AT_MOST, megabytes + BESIDES
        yield "what of the setting was in use then", more / megabytes, AT_LEAST, USED


def grown(game_id: str, setting: str | None) -> float:
    """Megabytes, in a process of its own."""
    environment = {name: value for name, value in os.environ.items() if name != MEMORY}
    if setting is not None:
        environment[MEMORY] = setting
    command = [sys.executable, str(PROGRAM), game_id, str(BOTS), str(SECONDS), str(MOVES)]
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    return float(done.stdout) / MEGABYTE
