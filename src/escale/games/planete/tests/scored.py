"""Whole planets with what each character gives, worked out by hand: tiles by stack, the points from cell to cell, volcanoes.

The comment of each shows the sums, character by character. See `drawing.planet` for how planets are written.
"""

from __future__ import annotations

from typing import NamedTuple


class Scored(NamedTuple):
    """A planet of sixteen tiles."""

    tiles: str
    points: list[int]  # of the characters in the order in which they are written
    volcanoes: int  # to be seen


SCORED = {
    # C1: snakes 4 in the core, lllS vslSW, bsS lllS vslSW: 9 x 4. C2: lllS cW sF, bsS lllS lcc. C5: 2 + (3 + 1) + (3 + 1 + 1).
    "nine snakes": Scored(
        "vlSW vlSW vS vS / lllS vslSW cW sF / bsS lllS vslSW lcc / vain vain geographer lamplighter", [36, 36, 6, 11], 6
    ),
    # C1: none. C4: rll. C6: foxes, elephants, sheep: 3 x 3. C11: white and beige 2 x 3, boxes 1 + 2 + 2.
    "no snake": Scored("W E cG rll / sE sF lWW lcc / sE sF lWW lcc / vain king hunter prince", [0, 14, 9, 11], 0),
    # C4: rll srll. C3: srll sE, sF sllF: 4 x 2. C5: 2 + (2 + 1) + (1 + 1 + 2). C8: W cW, cW, lWW: (1 + 1 + 1 + 2) x 2.
    "two roses": Scored("rll W E cW / srll sE cW lcc / sF lcc lWW sllF / king astronomer lamplighter white", [7, 8, 9, 10], 0),
    # C4: rll br* br*. C9: br* br*: 2 x 7. C11: white and beige 2 x 3, boxes 1 + 1 + 1.
    "three roses": Scored("rll E W cG / br* sE sF cW / br* sE sF cW / king gardener gardener prince", [0, 14, 14, 9], 0),
    # C4: rll srll br* srll. C5: (2 + 2 + 2) + (2 + 3) + (2 + 2 + 1). C10: (1 + 2) + (1 + 2) and 2 + 1 + 1 + 1 of characters.
    "four roses": Scored(
        "rll llS llc vS / srll br* v** lllS / srll vll* v**G lcc / king lamplighter lamplighter turk", [0, 16, 16, 11], 4
    ),
    # C4: rll alone, two are face down. C7: 3 x 3. C10: only characters 2 + 1 + 1 + 1. C8: both beige ones are face down.
    "roses face down": Scored("rll (bGG) W E / (br*) sE sF lcc / (br*) sF sE lcc / king drunkard turk beige", [14, 9, 5, 0], 0),
    # C7: 6 x 3. C9: none to be seen. C2: all twelve. C6: sF, E and sE, cW and lWW: 3 x 3.
    "six face down": Scored(
        "(bWWB) (bFWW) (bGG) E / (bsE) (bsG) (br*) lcc / sE sF cW lWW / drunkard gardener geographer hunter", [18, 0, 12, 9], 0
    ),
    # C7: 9 x 3. C2: 12 but for vS v** v**G. C8: the brown one and all white ones are face down.
    "nine face down": Scored(
        "(bWWB) (bFWW) (bGG) vS / (bsE) (bsG) (br*) v** / (bsS) (bsG) (br*) v**G / drunkard geographer brown white",
        [27, 9, 0, 0],
        3,
    ),
    # C7: 9 x 3. C9: bGB b*B: 2 x 7. C8: 2 x 5. C10: b*B 1, and 1 + 2 + 2 + 1 of characters.
    "nine face down and two not": Scored(
        "(bWWB) (bFWW) (bGG) llS / (bsE) (bsG) (br*) bGB / (bsS) (bsG) (br*) b*B / drunkard gardener brown turk",
        [27, 14, 10, 7],
        0,
    ),
    # C2: none, twice. C3: vslFG, vslEW vslSW: 3 x 2. C6: all four: 4 x 3.
    "volcanoes everywhere": Scored(
        "vll vlFW vlG vS / vll* vslFG vlWG v** / vslEW vslSW v**G vll* / geographer geographer astronomer hunter",
        [0, 0, 6, 12],
        12,
    ),
    # C2: all twelve, twice. C8: white 1 + 1, 2 + 1, 2 + 1: 8 x 2. C8: beige 1 x 3.
    "no volcano": Scored("W E cG cW / lWW lcc cW sF / lWW lcc cW sF / geographer geographer white beige", [12, 12, 16, 3], 0),
    # C3: 4 + 4: 8 x 2, twice. C5: (2 + 3) + (2 + 2) + (2 + 2). C6: foxes, elephants, a sheep: 3 x 3.
    "eight sunsets": Scored(
        "E W rll lllF / sE sF srll sllF / sE sF srll sllF / astronomer astronomer lamplighter hunter", [16, 16, 13, 9], 0
    ),
    # C3: vslFG vslEW, bsS bsG vslSW, not those of bsE and bsG of the rising edge: 5 x 2, twice. C7: 3 x 3. C9: 2 x 7.
    "sunsets face down": Scored(
        "(bGG) W cW E / (bsE) (bsG) vslFG vslEW / bsS bsG vslSW lcc / astronomer astronomer drunkard gardener",
        [10, 10, 9, 14],
        3,
    ),
    # C5: (2 + 3 + 2 + 2) + (2 + 3 + 2 + 2) + (2 + 3 + 2 + 2), twice. C10: 1 + 1, and 1 + 1 + 1 + 2. C4: three roses.
    "27 lampposts": Scored(
        "vll lllF rll llc / vll* lllS srll sllF / vll* lllS srll sllF / lamplighter lamplighter turk king", [27, 27, 7, 0], 3
    ),
    # C6: none, twice: the beige sheep are face down. C11: no colour, boxes 1 + 2 + 2. C4: rll srll, two are face down.
    "no animal": Scored(
        "vll rll llc (bGG) / (br*) v** vll* lcc / (br*) v** srll lcc / hunter hunter prince king", [0, 0, 5, 7], 4
    ),
    # C6: sheep of three colours are one species. C11: 3 x 3 and 3 + 3 + 2 boxes. C8: white (2 + 2) + (2 + 1) + (1 + 2): 10 x 2.
    # C8: brown bWWB bGB: 2 x 5.
    "only sheep": Scored("cWW cG bWWB llc / lWW cW bGB lcc / lcc vlWG v** lWW / hunter prince white brown", [3, 17, 20, 10], 2),
    # C6: lllF E vS W: 4 x 3, twice. C1: 1 x 4. C8: no beige one.
    "one of each species": Scored(
        "lllF E vS W / lcc v** vll* srll / lcc v** vll* srll / hunter hunter vain beige", [12, 12, 4, 0], 5
    ),
    # C6: elephants, vslSW, sheep, no fox to be seen: 3 x 3. C2: 12 but for vslSW. C11: 2 x 3, boxes 1 + (2 + 1) + (2 + 1).
    # C3: sE, sE vslSW: 3 x 2.
    "the fox is face down": Scored(
        "(bFWW) (bGG) E cG / (bsG) sE lcc cW / sE lcc cW vslSW / hunter geographer prince astronomer", [9, 11, 13, 6], 1
    ),
    # C8: white (2 + 2) + (1 + 2 + 1) + (1 + 2 + 1): 12 x 2. C8: beige (2 + 1) + (1 + 1) + (1 + 1): 7 x 3. C8: brown 1 x 5.
    # C11: 3 x 3, boxes (1 + 1) + 1 + 1.
    "three businessmen": Scored(
        "bWWB bGG cWW cG / vlWG v**G lWW cW / vslFG vlWG lWW cW / white beige brown prince", [24, 21, 5, 13], 4
    ),
    # C8: bWWB b*B: 2 x 5. C9: 2 x 7, twice. C10: b*B 1, and 2 + 2 + 2 + 1 of characters.
    "two gardeners": Scored("bWWB W E cW / b*B sE sF lcc / sE sF lcc cW / brown gardener gardener turk", [10, 14, 14, 8], 0),
    # C8: bGB b*B of the falling edge, three are face down: 2 x 5. C7: 3 x 3. C8: beige bGB: 1 x 3. C11: 3 x 3, no box.
    "five brown sheep": Scored(
        "(bWWB) vll W E / (bGB) (b*B) sE sF / bGB b*B sE sF / brown drunkard beige prince", [10, 9, 3, 9], 1
    ),
    # C9: 1 x 7. C4: rll. C3: 2 + 2: 4 x 2. C2: all twelve.
    "one baobab": Scored("bFWW W E rll / cW lcc sF sE / cW lcc sF sE / gardener king astronomer geographer", [7, 14, 8, 12], 0),
    # C9: none. C10: (2 + 2) + (2 + 2), and 2 + 1 + 1 + 1 of characters, twice. C1: vS vS llS, lllS, lllS: 5 x 4.
    "two Turkish astronomers": Scored(
        "vS vS llS W / lllS v** v**G cW / v** v**G lllS cW / gardener turk turk vain", [0, 13, 13, 20], 6
    ),
    # C10: (1 + 1 + 2 + 2) + (1 + 1 + 2 + 2), and 1 + 2 + 2 + 2 of characters. C8: b*B: 1 x 5. C9: br* b*B: 2 x 7. C4: br*.
    "nineteen stars": Scored(
        "W E cG cW / br* vll* v** v**G / b*B vll* v** v**G / turk brown gardener king", [19, 5, 14, 14], 6
    ),
    # C10: the Turkish astronomer's own. C3: sF, sF: 2 x 2. C8: white (1 + 1) + (2 + 1) + (2 + 1): 8 x 2.
    # C11: 2 x 3, boxes (1 + 1) + (2 + 1) + (2 + 1).
    "one star": Scored("W E cG cW / lWW lcc cW sF / lWW lcc cW sF / turk astronomer white prince", [1, 4, 16, 14], 0),
    # C11: neither sheep nor box. C1: vS llS, lllS, lllS: 4 x 4. C6: foxes, elephants, snakes: 3 x 3. C3: 2 + 2: 4 x 2.
    "nothing for the prince": Scored(
        "E vS llS lllF / sE sF v** lllS / sE sF v** lllS / prince vain hunter astronomer", [0, 16, 9, 8], 3
    ),
    # C11: boxes 1 + 2 + 2. C5: (2 + 2 + 3) + (1 + 2) + (1 + 2). C6: foxes and elephants: 2 x 3. C4: rll srll srll.
    "only boxes": Scored("llc E rll lllF / lcc sE sF srll / lcc sF sE srll / prince lamplighter hunter king", [5, 13, 6, 0], 0),
    # C11: 3 x 3, boxes 1 + 2 + 2. C8: 1 x 3. C8: 1 x 5. C8: 1 x 2.
    "one sheep of each colour": Scored(
        "cG W E llS / b*B lcc sF sE / lcc sE sF srll / prince beige brown white", [14, 3, 5, 2], 0
    ),
    # C11: white and beige 2 x 3, boxes (1 + 1) + 2 + (2 + 1). C8: the brown one is face down. C7: 3 x 3.
    # C10: 2 + 2, and 0 + 2 + 1 + 1 of characters.
    "the brown sheep is face down": Scored(
        "(bWWB) (bGG) cW cWW / (bsG) v**G lcc lWW / vlWG lcc v** cW / prince brown drunkard turk", [13, 0, 9, 8], 3
    ),
    # C6: all four: 4 x 3, twice. C5: 4 + (1 + 1 + 1) + (1 + 1 + 1), twice.
    "two pairs": Scored(
        "vlG vlG vlSW vlSW / vslFG vslEW cW lcc / vslFG vslEW cW lcc / hunter hunter lamplighter lamplighter",
        [12, 12, 10, 10],
        8,
    ),
    # C1: vS vS llS, lllS vslSW, bsS lllS vslSW: 8 x 4, twice. C3: sE sF vslSW, bsS vslSW sE: 6 x 2, twice.
    "two other pairs": Scored(
        "vS vS llS E / lllS sE sF vslSW / bsS lllS vslSW sE / vain vain astronomer astronomer", [32, 32, 12, 12], 4
    ),
    # C2: 12 but for vll vS v** v**G, with three that are face down, twice. C9: none to be seen. C7: 3 x 3.
    "a geographer looks below": Scored(
        "(bGG) vll vS W / (b*B) v** sE lcc / (bsS) v**G cW sF / geographer geographer gardener drunkard", [8, 8, 0, 9], 4
    ),
    # C1: vS, not bsS: 1 x 4. C6: sF, E, vS, sheep: 4 x 3. C5: lcc, lcc. C8: cG: 1 x 3.
    "a snake is face down": Scored(
        "vS W E cG / (bsE) (bsG) sF lcc / (bsS) sF lcc cW / vain hunter lamplighter beige", [4, 12, 2, 3], 1
    ),
    # C4: no rose. C1: no snake. C9: no baobab. C7: nothing face down.
    "nobody is pleased": Scored("W E cG cW / sE sF lcc lWW / sE sF lcc lWW / king vain gardener drunkard", [0, 0, 0, 0], 0),
}
