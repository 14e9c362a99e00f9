"""What to touch first, as one selector: looked up anew at each try, so that a board may change meanwhile."""

from __future__ import annotations

from collections.abc import Sequence


def best_there(wishes: Sequence[str]) -> str:
    """Whatever fits the first of some selectors that anything on the page fits."""
    nothing_better = ["".join(f":not(:has({better}))" for better in wishes[:number]) for number in range(len(wishes))]
    return ", ".join(f"html{so_far} :is({wish})" for so_far, wish in zip(nothing_better, wishes, strict=True))
