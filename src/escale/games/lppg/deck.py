"""The patterns of the cards, the same in each colour (LPPG.M3): a data file and nothing else.

A pattern is named by its white cells on the card held upright, counted 1 2 / 3 4 / 5 6; upside down it is the same one.
Which 19 of the 22 possible ones the boxed game has isn't known: these are a reconstruction.
"""

from __future__ import annotations

STANDARD = (
    *("1", "2", "3"),
    *("12", "13", "14", "16", "23", "24", "25", "34"),
    *("123", "124", "125", "126", "134", "136", "234", "235"),
)
LEFT_OUT = ("15", "135", "145")  # only with deck=all22: the ends of a long side, a whole long side, the checkerboard
