"""Where the text of a position ends, in every game alike: at a line of its own. What stands before it is the game's."""

from __future__ import annotations

from escale.rules.errors import BadNotation

END = "end"  # the last line; no line of a game's own may be just this


def with_end(text: str) -> str:
    """A game's text of a position, with the line that ends it."""
    return f"{text}{END}\n"


def without_end(text: str) -> str:
    """What stands before the line that ends a text; BadNotation if there is none, as in one cut short, or if more comes."""
    lines = text.rstrip().splitlines()
    ends = [number for number, line in enumerate(lines) if line.strip() == END]
    if not ends:
        raise BadNotation(f"this text of a position is cut short: its last line must be '{END}'")
    if ends[0] < len(lines) - 1:
        raise BadNotation(f"line {ends[0] + 2} comes after '{END}', which is the last line of a position")
    return "".join(f"{line}\n" for line in lines[:-1])
