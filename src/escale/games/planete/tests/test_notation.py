"""Positions as text: what is written, what is understood, and what is said of mistakes."""

from __future__ import annotations

import re
from random import Random

import pytest

from escale import BadNotation
from escale.games.planete.tests.drawing import drawn, ended, full
from escale.games.planete.tests.model_notation import read, written
from escale.games.planete.tests.scored import SCORED
from escale.games.planete.tests.situations import SITUATIONS
from escale.games.planete.tests.tables import GAME, at, line_of, lines_of, new, offer, parsed, stack, tiles
from escale.rules.compile import interpreted

SHORT = """\
planete players=2 turn=1 step=take first=0 two_player=offer
offer core vlG W
hidden vlG
planet 0 1:sE
planet 1 8:sF
out rising lcc 1
"""
SAID = """\
planete players=2 turn=1 step=take first=0 two_player=offer
stack core vS lllF rll llc llS cWW cW cG E
stack rising vslEW vslSW v** v**G lllS srll sllF lWW cW
stack falling vslEW vslSW v** v**G lllS srll sllF lWW lcc cW sF sE
stack character lamplighter hunter hunter drunkard white beige brown gardener gardener turk turk prince
aside core bWWB bFWW bGG vll vlFW vlSW vlSW vS
aside rising bsE bsG br* bGB b*B vll* vslFG vlWG
aside falling bsS bsG br* bGB b*B vll* vslFG vlWG
aside character vain vain geographer geographer astronomer astronomer king lamplighter
offer core vlG W
hidden vlG
planet 0 1:sE
planet 1 8:sF
out rising lcc 1
end
"""
FULL = """\
planete players=2 turn=0 step=stack first=0 two_player=offer
stack core llS cWW llc vS lllF E
stack rising vslEW vslSW v** v**G lllS srll sllF lWW lcc cW sF sE
stack falling sE lWW sF vslEW v** lllS srll v**G lcc
stack character prince turk drunkard white beige brown gardener gardener turk
aside core bWWB bGG vll vlFW vlSW vlSW vS rll
aside rising bsE bsG br* bGB b*B vll* vslFG vlWG
aside falling bsG br* bGB b*B vll* vslFG vlWG vslSW
aside character vain vain geographer geographer astronomer astronomer king lamplighter
planet 0 4:bsS 5:bFWW 10:W 12:lamplighter
planet 1 0:hunter 6:vlG 9:cG 11:sllF
out core vlG 1
out core cW
out falling cW
out character hunter 0
end
"""


# Positions


def test_what_is_written() -> None:
    """PLAN.S1: the usual form, word for word; tiles that aren't said are set aside or in the stack, as in the deck."""
    assert parsed(SHORT).text() == SAID
    assert parsed(SAID).text() == SAID
    assert full(SHORT) == SAID


@pytest.mark.parametrize(
    "short",
    [
        SHORT.replace(" players=2", ""),
        SHORT.replace(" step=take", ""),
        SHORT.replace(" first=0", ""),
        SHORT.replace("players=2 turn=1 step=take first=0", "first=0 step=take turn=1 players=2"),
        SHORT.replace("first=0 two_player=offer", "two_player=offer first=0"),
        SHORT.replace("vlG W", "W vlG"),
        SHORT.replace("\n", "\r\n"),
        SHORT.replace("\n", "  \n"),
        SHORT.replace(" ", "   "),
        f"\n\n{SHORT}\n\n",
        SHORT.replace("planet 0 1:sE\nplanet 1 8:sF\n", "planet 1 8:sF\nplanet 0 1:sE\n"),
        "\n".join([SHORT.splitlines()[0], *reversed(SHORT.splitlines()[1:])]),
        "\n".join(line for line in SAID.splitlines() if not line.startswith(("stack core", "aside falling"))),
        "\n".join(line for line in SAID.splitlines() if not line.startswith("aside")),
        "\n".join(line for line in SAID.splitlines() if not line.startswith("stack")),
    ],
)
def test_short_forms(short: str) -> None:
    """PLAN.S1: what is usual may be left out; neither white space nor the order of lines matters."""
    assert short != SHORT
    assert parsed(short).text() == SAID


def test_all_that_can_be_said() -> None:
    """PLAN.S1, PLAN.R3, PLAN.R4: two players with much out of the game, word for word."""
    pos = parsed(FULL)
    assert pos.text() == FULL
    assert written(read(FULL)) == FULL
    assert (pos.players, pos.turn, pos.view(None)["first"], pos.view(None)["round"]) == (2, 0, 0, 5)
    assert [gone["tile"] for gone in pos.view(0)["out"]] == ["cW", None, "cW", "hunter"]


def test_a_new_game() -> None:
    """PLAN.S1, PLAN.S2: the name alone is a game of two that begins."""
    pos = parsed("planete")
    assert pos.text() == full(drawn("", "", said="two_player=plain"))
    assert pos.text().splitlines()[0] == "planete players=2 turn=0 step=stack first=0"
    assert stack(pos, "character")[-1] == "prince"


@pytest.mark.parametrize(
    ("players", "plain", "said"), [(2, False, " two_player=offer"), (2, True, ""), (3, False, ""), (5, False, "")]
)
def test_what_is_not_usual(players: int, plain: bool, said: str) -> None:
    """PLAN.R3: the option is said only if it is chosen."""
    pos = new(players, 1, plain)
    first = pos.view(None)["first"]
    assert pos.text().splitlines()[0] == f"planete players={players} turn={first} step=stack first={first}{said}"


def test_stacks_that_are_empty() -> None:
    """PLAN.R1: are said all the same."""
    pos = parsed(SITUATIONS["a stack is done"])
    assert "stack core\n" in pos.text()
    assert lines_of(pos, "stack", "core") == [[]]
    assert len(line_of(pos, "aside", "core")) == 8


def test_tiles_face_down() -> None:
    """PLAN.B1: in brackets, and what they are is said."""
    pos = parsed(ended(SCORED["six face down"].tiles))
    assert tiles(pos, 0).split()[:2] == ["0:drunkard", "1:(bsE)"]
    assert tiles(pos, 0).count("(") == 6


def test_an_offer_is_in_the_order_of_the_deck() -> None:
    """PLAN.R1: however it came."""
    assert offer(at("", "", "", more="offer character prince vain king")) == ["vain", "king", "prince"]


@pytest.mark.parametrize("name", SITUATIONS)
def test_the_model_writes_alike(name: str) -> None:
    """PLAN.S1: every kind of position, in full."""
    pos = parsed(SITUATIONS[name])
    assert pos.text() == full(SITUATIONS[name])
    assert GAME.parse(pos.text()) == pos


@pytest.mark.parametrize(("players", "plain"), [(2, False), (2, True), (3, False), (4, False), (5, False)])
def test_whole_games_round_trip(players: int, plain: bool) -> None:
    """PLAN.S1: every position of a game reads back to the same bytes and the same text, options and all."""
    pos = new(players, 4, plain)
    rng = Random(players)
    while not pos.over:
        back = GAME.parse(pos.text())
        assert back == pos
        assert back.text() == pos.text() == str(pos)
        assert back.options == pos.options
        assert back.moves() == pos.moves()
        assert GAME.from_bytes(pos.to_bytes()) == pos
        for _ in range(4 if interpreted else 1):
            if not pos.over:
                pos.play(rng.choice(pos.moves()))
    assert GAME.parse(pos.text()) == pos


# Mistakes in positions


PLAIN = "two_player=plain"
THREE = drawn("W / / / ", "E / / / ", "cG / / / ")
TAKING = drawn("W / / / ", "", "", said="step=name", more="offer core E cG")
OFFERED = drawn("", "", said="turn=1", more="offer core vlG W; hidden E")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "planete"),
        ("  \n ", "planete"),
        ("chess", "planete"),
        ("PLANETE", "planete"),
        ("planete small", "small"),
        ("planete turn=0 turn=1", "turn=1"),
        ("planete colour=red", "two_player"),
        ("planete players=1", "PLAN.S1"),
        ("planete players=6", "PLAN.S1"),
        ("planete players=\u0662", "PLAN.S1"),
        ("planete players=", "PLAN.S1"),
        ("planete turn=2", "PLAN.S"),
        ("planete turn=-1", "PLAN.S"),
        ("planete first=2 turn=2", "PLAN.S"),
        ("planete step=think", "stack, hide, take, name, over"),
        ("planete two_player=both", "offer, plain"),
        (f"{THREE}what 1", "what 1"),
        # tiles
        (drawn("W / / / ", "W / / / ", "E / / / "), "PLAN.S1"),
        (drawn("/ sE / / ", "/ sE / / ", said=PLAIN), "PLAN.S1"),
        (drawn("/ / / king", "/ / / king", "/ / / vain"), "PLAN.S1"),
        (drawn("", "", "", more="offer core vlG vlG vlG"), "PLAN.S1"),
        (drawn("", "", "", more="stack core W W"), "PLAN.S1"),
        (drawn("", "", "", more="stack core W E"), "PLAN.S1"),  # where are the others?
        (drawn("", "", "", more="aside core W E"), "PLAN.S1"),  # eight are set aside
        (drawn("", "", "", "", "", more="aside core W"), "PLAN.S1"),  # nothing is
        (drawn("", "", "", more="stack core xyz"), "PLAN.S1"),
        (drawn("", "", "", more="stack core sE"), "PLAN.S1"),  # of another stack
        (drawn("", "", "", more="stack core VLG"), "PLAN.S1"),  # capitals are other elements
        (drawn("", "", "", more="stack moon W"), "PLAN.S1"),
        (drawn("", "", "", more="stack"), "PLAN.S1"),
        (drawn("", "", "", more="stack core; stack core"), "stack core"),
        # planets
        (f"{THREE}planet 0 6:cW", "planet 0 6:cW"),
        (drawn("", "", "", more="planet 3 5:W"), "PLAN.S1"),
        (drawn("", "", "", more="planet x 5:W"), "PLAN.S1"),
        (drawn("", "", "", more="planet 0 W"), "planet 0 W"),
        (drawn("", "", "", more="planet 0 5:(bGG"), "planet 0 5:(bGG"),
        (drawn("", "", "", more="planet 0 5:xyz"), "PLAN.S1"),
        (drawn("", "", "", more="planet 0 16:W"), "PLAN.R4"),
        (drawn("", "", "", more="planet 0 1:W; planet 1 5:E; planet 2 5:cG"), "PLAN.R4"),
        (drawn("", "", "", more="planet 0 0:W; planet 1 5:E; planet 2 5:cG"), "PLAN.R4"),
        (drawn("", "", "", more="planet 0 1:bsS; planet 1 1:sE; planet 2 1:sF"), "PLAN.R4"),  # which is of the falling edge
        (drawn("", "", "", more="planet 0 5:W 5:cW; planet 1 5:E 6:rll; planet 2 5:cG 6:llc"), "PLAN.R4"),
        (drawn("W / / / ", "", ""), "PLAN.R2"),  # one has more than the others
        (drawn("W E / / / ", "cG / / / ", "cW / / / "), "PLAN.R2"),
        (drawn("W E / / / ", "", "", said="step=name", more="offer core cG cW"), "PLAN.R2"),
        (drawn("/ sE / / ", "", "", said="step=name", more="offer core cG cW"), "PLAN.R2"),
        # baobabs
        (drawn("(W) / / / ", "E / / / ", "cG / / / "), "PLAN.B1"),
        (drawn("(bGG) / / / ", "E / / / ", "cG / / / "), "PLAN.B1"),
        (drawn("(bGG) (bWWB) / / / ", "E W / / / ", "cG cW / / / "), "PLAN.B1"),
        (drawn("(bGG) (bWWB) (bFWW) / (br*) / / ", "E W vS / sE / / ", "cG cW rll / sF / / "), "PLAN.B1"),
        (drawn("bGG bWWB bFWW / / / ", "E W vS / / / ", "cG cW rll / / / "), "PLAN.B1"),
        (drawn("(bGG) (bWWB) / / / (brown)", "E W / / / vain", "cG cW / / / turk"), "PLAN.B1"),
        # the round
        (drawn("", "", "", said="turn=1"), "PLAN.R"),
        (drawn("", "", "", said="step=take"), "PLAN.R"),
        (drawn("", "", "", said="step=name"), "PLAN.R"),
        (drawn("", "", "", said="step=stack", more="offer core W E cG"), "PLAN.R"),
        (drawn("", "", "", more="offer core W E"), "PLAN.R"),
        (drawn("", "", "", more="offer core W E cG cW"), "PLAN.R"),
        (drawn("", "", "", more="offer core"), "PLAN.R"),
        (drawn("", "", "", more="offer moon W E cG"), "PLAN.S1"),
        (drawn("", "", "", said="turn=1", more="offer core W E cG"), "PLAN.R2"),  # the leader takes first
        (drawn("", "", "", said="step=name", more="offer core W E cG"), "PLAN.R2"),  # nobody has taken
        (TAKING.replace("step=name", "step=take"), "PLAN.R2"),  # who moves has a tile
        (TAKING.replace("step=name", "step=name turn=1"), "PLAN.R2"),  # who names has none
        (TAKING.replace("step=name", "step=take turn=1 first=2"), "PLAN.R2"),  # the leader has none
        (drawn("W / / / ", "rll / / / ", "", said="step=name turn=0", more="offer core E"), "PLAN.R2"),  # the leader took first
        (TAKING.replace("E cG", "E"), "PLAN.R2"),
        (drawn("W E cG cW / / / ", "rll llc llS lllF / / / ", said=PLAIN, more="offer core vS vll"), "PLAN.R1"),
        # two players
        (drawn("", "", "", said="step=hide", more="offer core W E cG"), "PLAN.R3"),
        (drawn("", "", said=f"step=hide {PLAIN}", more="offer core W E cG"), "PLAN.R3"),
        (drawn("", "", "", more="offer core W E; hidden cG"), "PLAN.R3"),
        (drawn("", "", said=PLAIN, more="offer core W; hidden cG"), "PLAN.R3"),
        (drawn("", "", said="step=hide turn=1", more="offer core W E cG"), "PLAN.R3"),
        (drawn("", "", said="step=hide", more="offer core W E; hidden cG"), "PLAN.R3"),
        (drawn("", "", said="step=hide", more="offer core W E"), "PLAN.R3"),
        (drawn("", "", more="hidden cG"), "PLAN.R3"),
        (OFFERED.replace("turn=1", "turn=0"), "PLAN.R3"),  # the other takes first
        (OFFERED.replace("hidden E\n", ""), "PLAN.R3"),
        (OFFERED.replace("hidden E", "hidden sE"), "PLAN.R3"),
        (OFFERED.replace("hidden E", "hidden E cG"), "PLAN.R3"),
        (OFFERED.replace("hidden E", "hidden W"), "PLAN.S1"),
        (OFFERED.replace("turn=1", "turn=1 step=name"), "PLAN.R"),
        (drawn("W / / / ", "", said="turn=1", more="offer core E; hidden cG"), "PLAN.R3"),  # the leader takes last
        (drawn("", "W / / / ", more="offer core E cG; hidden cW"), "PLAN.R3"),
        (drawn("W / / / ", "E / / / "), "PLAN.R3"),  # which tile is out?
        (drawn("W / / / ", "E / / / ", more="out core cG; out core cW"), "PLAN.R3"),
        (drawn("W / / / ", "E / / / ", more="out rising sE"), "PLAN.R3"),
        (drawn("W / / / ", "E / / / ", more="out core cG 2"), "PLAN"),
        (drawn("W / / / ", "E / / / ", more="out core sE"), "PLAN.S1"),
        (drawn("W / / / ", "E / / / ", more="out core"), "out core"),
        (drawn("W / / / ", "E / / / ", said=PLAIN, more="out core cG"), "PLAN.R3"),
        (f"{THREE}out core cW", "PLAN.R3"),
        # the end
        ("planete step=over", "PLAN.E0"),
        (THREE.replace("players=3", "players=3 step=over"), "PLAN.E0"),
        (SITUATIONS["over, shared"].replace("step=over turn=1 first=0", "step=stack"), "PLAN.E0"),
    ],
)  # fmt: skip
def test_mistakes_in_a_position(text: str, complaint: str) -> None:
    """PLAN.S1 PLAN.R1 PLAN.R2 PLAN.R3 PLAN.R4 PLAN.B1 PLAN.E0: each is named."""
    with pytest.raises(BadNotation, match=re.escape(complaint)) as caught:
        parsed(text)
    assert len(str(caught.value).splitlines()) == 1


def test_the_positions_they_were_made_of() -> None:
    """PLAN.S1: are none."""
    for text in (THREE, TAKING, OFFERED, SITUATIONS["over, shared"]):
        assert parsed(text).text() == full(text)


def test_a_position_is_a_text() -> None:
    """PLAN.S1: anything else is refused like a wrong text."""
    for thing in (None, 7, b"planete", ["planete"]):
        with pytest.raises(BadNotation, match="a position is a text, not"):
            GAME.parse(thing)  # type: ignore[arg-type]
