"""A promise: what was measured, and what it is held to."""

from __future__ import annotations

from collections.abc import Iterable

NOT_MEASURED = "not measured"
AT_LEAST, AT_MOST, NO_BAR = "at least", "at most", "no bar"

Row = tuple[str, float, str, float]  # what, measured, one of the words above, the bar


def tell(rows: Iterable[Row]) -> tuple[int, int]:
    """Print every promise; how many are broken, how many could not be measured."""
    broken = missing = 0
    for what, measured, direction, bar in rows:
        kept = measured <= bar if direction == AT_MOST else measured >= bar or direction == NOT_MEASURED
        missing += direction == NOT_MEASURED
        broken += not kept
        print(f"  {'ok    ' if kept else 'BROKEN'} {what}: {measured:.3g} ({direction} {bar:g})", flush=True)
    return broken, missing
