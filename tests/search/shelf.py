"""The games that tests of bots, tools and terminal are run with.

What holds for a game by itself is tested of every game, in its folder and in tests/conformance. What bots and tools do with
games is the same for all: in `./run test` it is tried with the first on the shelf, and in `./run soak` with all.
"""

from __future__ import annotations

import escale
from tests.conformance.thorough import THOROUGH

GAMES = list(escale.games()) if THOROUGH else list(escale.games())[:1]
