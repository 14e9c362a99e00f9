"""Which of these tests are for `./run soak` only."""

from tests.conformance.thorough import THOROUGH

# Compiles a game of its own, with all that bots need.
collect_ignore = [] if THOROUGH else ["test_new_game.py"]
