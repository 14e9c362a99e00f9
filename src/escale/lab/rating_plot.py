"""Ratings drawn: a picture (SVG), and lines of characters for a terminal."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from xml.sax.saxutils import escape

Rungs = Sequence[Mapping[str, Any]]

WIDTH, ROW, TOP, BOTTOM, RIGHT = 720, 36, 56, 48, 90
LETTER = 8.4  # the width of a letter, about, at the size of the names
STEPS = (1, 2, 5)
MARKS = 8  # on the axis, at most
LONGEST = 36  # letters of a name; of a longer one, such as the path of a user's bot, its end says most


def rating_svg(title: str, rungs: Rungs) -> str:
    """A picture of the ratings with their 95 % intervals, the strongest at the top."""
    left = 24 + LETTER * max(len(_label(rung)) for rung in rungs)
    low, high, step = scale(rungs)
    height = TOP + ROW * len(rungs) + BOTTOM

    def across(rating: float) -> float:
        return left + (rating - low) / (high - low) * (WIDTH - left - RIGHT)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" font-family="sans-serif">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>',
        _text(left, 28, title, size=17, weight="bold"),
        *_axis(low, high, step, across, height - BOTTOM),
        *(line for row, rung in enumerate(reversed(rungs)) for line in _rung(rung, across, TOP + ROW * (row + 0.5), left)),
        _text(left, height - 10, "rating (openskill), with 95 % intervals", size=12),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def scale(rungs: Rungs) -> tuple[float, float, float]:
    """Where an axis with all intervals on it begins and ends, and the distance of its marks: round numbers."""
    low, high = min(rung["low"] for rung in rungs), max(rung["high"] for rung in rungs)
    rough = max(high - low, 1e-9) / MARKS
    power = 10.0 ** math.floor(math.log10(rough))
    step = next((times * power for times in STEPS if times * power >= rough), 10 * power)
    return math.floor(low / step) * step, math.ceil(high / step) * step, step


def rating_lines(rungs: Rungs, width: int, plain: bool = False) -> list[str]:
    """A line a rung, the strongest first: where its interval and its rating lie. `plain`: of ASCII only."""
    end, line, dot, other_end = "|-o|" if plain else "├─●┤"
    low, high = min(rung["low"] for rung in rungs), max(rung["high"] for rung in rungs)

    def across(rating: float) -> int:
        return round(float((rating - low) / max(high - low, 1e-9) * (width - 1)))

    drawn = []
    for rung in reversed(rungs):
        first, middle, last = (across(rung[name]) for name in ("low", "rating", "high"))
        row = [" "] * width
        row[first : last + 1] = line * (last + 1 - first)
        row[first], row[last] = end, other_end
        row[middle] = dot
        drawn.append("".join(row).rstrip())
    return drawn


def _label(rung: Mapping[str, Any]) -> str:
    name = str(rung["bot"])
    return name if len(name) <= LONGEST else f"…{name[1 - LONGEST :]}"


def _axis(low: float, high: float, step: float, across: Any, bottom: float) -> Iterator[str]:
    for mark in range(round((high - low) / step) + 1):
        rating = low + mark * step
        x = across(rating)
        yield f'<line x1="{x:.1f}" y1="{TOP - 8}" x2="{x:.1f}" y2="{bottom}" stroke="#d8d8d8"/>'
        yield _text(x, bottom + 16, f"{rating:g}", size=12, anchor="middle")


def _rung(rung: Mapping[str, Any], across: Any, y: float, left: float) -> Iterator[str]:
    first, middle, last = (across(rung[name]) for name in ("low", "rating", "high"))
    yield _text(left - 12, y + 5, _label(rung), anchor="end")
    yield f'<line x1="{first:.1f}" y1="{y}" x2="{last:.1f}" y2="{y}" stroke="#1f4e79" stroke-width="3"/>'
    for x in (first, last):
        yield f'<line x1="{x:.1f}" y1="{y - 7}" x2="{x:.1f}" y2="{y + 7}" stroke="#1f4e79" stroke-width="3"/>'
    yield f'<circle cx="{middle:.1f}" cy="{y}" r="6" fill="#1f4e79"/>'
    yield _text(WIDTH - RIGHT + 14, y + 5, f"{rung['rating']:.1f}")


def _text(x: float, y: float, text: str, size: int = 15, weight: str = "normal", anchor: str = "start") -> str:
    style = f'font-size="{size}" font-weight="{weight}" text-anchor="{anchor}" fill="#1a1a1a"'
    return f'<text x="{x:.1f}" y="{y:.1f}" {style}>{escape(text)}</text>'
