"""Which of the suite's three runs this is: compiled, interpreted, or compiled with bounds checks."""

from __future__ import annotations

import numba
import pytest

from escale.rules.compile import interpreted


def only_in_the_compiled_run() -> None:
    """Skip the module elsewhere: for tests that start processes in the modes they need, which others would only repeat."""
    if interpreted or numba.config.BOUNDSCHECK:
        pytest.skip("shown once, in the compiled run", allow_module_level=True)
