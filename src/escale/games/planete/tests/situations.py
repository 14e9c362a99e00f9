"""Positions of all kinds as text, each made for something that random games seldom show."""

from __future__ import annotations

from escale.games.planete.tests.drawing import drawn, ended
from escale.games.planete.tests.scored import SCORED

PLAIN = "two_player=plain"
SIX = "vS vS W E / v** v**G sE sF / v** v**G sE sF"
ALSO_SIX = "vlG vlG cW cG / vll* vslFG cW lcc / vll* vslFG cW lcc"
FIVE = "vlG cWW cW cG / vll* vslFG cW lcc / vll* vslFG cW lcc"
TEN = "vll vlFW vlSW vlSW / vlWG vslEW vslSW srll / vlWG vslEW vslSW srll"

#: Every number of players, step and option; baobabs, ties, tiles alike, hidden ones, the last round.
SITUATIONS = {
    "three begin": drawn("", "", ""),
    "two begin": drawn("", "", said="first=1 turn=1"),
    "two tiles alike": drawn("", "", "", "", "", more="offer core vlG vlG vS vS W"),
    "to hide one of two alike": drawn("", "", said="step=hide", more="offer core vlG vlG W"),
    "one like the hidden one": drawn("", "", said="turn=1", more="offer core vlG W; hidden vlG"),
    "the leader's choice": drawn("", "vlG / / / ", more="offer core W; hidden vS"),
    "nothing hidden is left": drawn("", "vS / / / ", more="offer core W vlG"),
    "out, seen and not": drawn(
        "W E cG / sE / / ",
        "rll cW llc / sF / / ",
        more="out core bGG 1; out core vS; out core vS 0; out rising lcc 1",
    ),
    "a hidden baobab": drawn(
        "bWWB bFWW / sllF / / gardener",
        "bGG W / br* / / king",
        said="turn=1",
        more="offer rising sE sF; hidden bsE; out core E; out core cG 1; out rising lcc; out character vain 0",
    ),
    "the third baobab": drawn("bGG / br* / / king", "W / sE / / vain", said=PLAIN, more="offer falling bsS sE"),
    "the sixth baobab": drawn(
        "(bWWB) (bFWW) (bGG) vS / bsG / b*B sF / drunkard",
        "W E cG cW / sE / lcc cW / gardener",
        said=PLAIN,
        more="offer rising br* bGB",
    ),
    "the ninth baobab": drawn(
        "(bWWB) (bFWW) (bGG) vS / (bsG) (br*) (bGB) sF / bsS br* / drunkard",
        "W E cG cW / sE lcc cW v** / lcc cW / geographer",
        said=PLAIN,
        more="offer falling bGB sF",
    ),
    "a businessman among baobabs": drawn(
        "bGG / bsE / / beige gardener", "W / sE / / turk turk", said=PLAIN, more="offer character brown vain"
    ),
    "a place between": drawn("", "", said=PLAIN, more="offer core W E; planet 0 10:cG 6:cW; planet 1 5:rll 9:llc"),
    "to name one of three": drawn("W / / / ", "", "", "", said="step=name", more="offer core E cG cW"),
    "to name the last": drawn("W / / / ", "E / / / ", "", said="step=name turn=1", more="offer core cG"),
    "the last tile of a round": drawn("W / / / ", "E / / / ", "", said="turn=2", more="offer core cG"),
    "a stack is done": drawn("W E cG cW / / / ", "rll llc llS lllF / / / ", "vS vS vll vlFW / / / "),
    "volcanoes are tied": drawn("vS W / / / vain", "cG cW / / / prince", "vll E / / / turk"),
    "roses and stars": drawn(
        "rll W / srll / v** / king turk",
        "E cG / br* / v**G / vain lamplighter",
        "cW cWW / sE / sF / brown beige",
        "llc llS / sF / sE / hunter prince",
        more="offer falling srll br* lWW vll*",
    ),
    "the fifteenth round ends": drawn(
        f"{SIX} / king gardener drunkard", f"{ALSO_SIX} / vain vain", said=f"turn=1 {PLAIN}", more="offer character gardener"
    ),
    "the last round": drawn(
        f"{SIX} / king gardener drunkard",
        f"{ALSO_SIX} / vain vain gardener",
        said=PLAIN,
        more="offer character lamplighter brown",
    ),
    "the last stack of three": drawn(
        f"{SIX} / king gardener drunkard", f"{ALSO_SIX} / vain vain gardener", f"{TEN} / brown turk turk", said="turn=1 first=1"
    ),
    "over, one wins": ended(f"{SIX} / king gardener drunkard hunter", f"{FIVE} / vain vain brown turk"),
    "over, by volcanoes": ended(f"{SIX} / king gardener drunkard hunter", f"{FIVE} / hunter vain vain brown"),
    "over, shared": ended(f"{SIX} / king gardener drunkard lamplighter", f"{ALSO_SIX} / vain vain gardener brown"),
    "over, three equal": ended(
        f"{SIX} / king gardener drunkard geographer",
        f"{ALSO_SIX} / vain vain gardener geographer",
        f"{TEN} / brown turk turk beige",
    ),
    **{f"over, {name}": ended(scored.tiles) for name, scored in SCORED.items()},
}
