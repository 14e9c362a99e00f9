"""What it may cost that the last tokens of a colour leave which is not one's own: whoever holds it may have won (POP.E1)."""

from __future__ import annotations

from typing import Any

from escale.games.colorpop.notation import letters_of
from escale.games.colorpop.onlooker import bets
from escale.games.colorpop.rules import vanished
from escale.games.colorpop.standing import letter_of
from escale.games.colorpop.state import COLOURS, SOLITAIRE, STANDARD, TEAMS

Text = tuple[str, dict[str, Any]]  # the name of a text, and its values

SURE = "hint.gone_sure"  # nobody who can count doubts that somebody else has won
WINS = "hint.gone"  # who holds what is named has won, if anybody does
NEARER = "hint.gone_half"  # who holds it needs another colour to leave


def gone_by(state: Any, later: Any, move: int, seat: int, colours: str) -> Text | None:
    """What to say of a move that takes the last tokens of a colour of others; nothing if it doesn't.

    `colours` are one's own. No secret of anybody else's is used, nor whether `later` is the end: that may hang on one.
    """
    letter = letter_of(state, move)
    earlier, now = (_others_gone(one, colours) for one in (state, later))
    if state["mode"] == SOLITAIRE or letter not in now or letter in earlier:
        return None
    n = sum(int(state["left"][place] - later["left"][place]) for place in range(COLOURS))
    values: dict[str, Any] = {"n": n, "colour": (f"colour.{letter}", {"n": n})}
    if colours not in bets(later, seat):
        return SURE, values
    values["holder"] = ("hint.holder.team" if state["mode"] == TEAMS else "hint.holder.one"), {}
    held: Text = (f"hint.the.{letter}", {})
    if state["mode"] == STANDARD:
        return WINS, {**values, "held": held}
    if not earlier:
        return NEARER, {**values, "held": held}
    # One other was gone: had two been, the other side would hold nothing any more, which is sure.
    return WINS, {**values, "held": ("hint.and", {"first": held, "second": (f"hint.the.{earlier}", {})})}


def _others_gone(state: Any, colours: str) -> str:
    """The letters of all colours but one's own that have left the board."""
    return "".join(letter for letter in letters_of(int(vanished(state))) if letter not in colours)
