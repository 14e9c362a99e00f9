"""A turn: one card, what has to be played, path cards, and a discard if nothing goes (POU.T0, POU.T1, POU.T2, POU.T6)."""

from __future__ import annotations

import pytest

from escale.games.poucet.tests.tables import (
    ALONE,
    FACING,
    after,
    against,
    at,
    described,
    hand,
    known,
    laid,
    line_of,
    path,
    pile,
    plays,
    stock,
)

STRAIGHT = ["a4:rns", "i4:rns", "i4:rew", "c5:rew", "g5:rns", "g5:rew", "a6:rns", "i6:rns", "i6:rew"]


# One card


def test_one_card_and_one_draw() -> None:
    """POU.T0: a card of the hand is laid, the next one of the stock drawn; then it's the next one's turn."""
    pos = at(FACING, "ri rl wolf", "gi gl", more="waits 1 0")
    before = stock(pos)
    pos.play("c5:rew")
    assert pile(pos, "c5") == ["rew"]
    assert before[-1] == "boots"
    assert hand(pos, 0) == ["rl", "wolf", "boots"]
    assert stock(pos) == before[:-1]
    assert (pos.turn, hand(pos, 1)) == (1, ["gi", "gl"])
    pos.play("g5:gew")
    assert pos.turn == 0


def test_the_card_played_has_gone() -> None:
    """POU.T0: one of two alike; what isn't in the hand can't be laid."""
    pos = after(at(FACING, "ri ri", "gi"), "c5:rew")
    assert hand(pos, 0).count("ri") == 1
    assert against(at(FACING, "ri rl", "gi"), "c5:rnew") == ("not_in_hand", "T0")
    assert against(at(FACING, "ri rl", "gi"), "g5:wolf") == ("not_in_hand", "T0")


def test_the_stock_is_used_up() -> None:
    """POU.T0: then hands grow smaller, and nothing is drawn."""
    full = at(FACING)
    cards = {seat: hand(full, seat) for seat in (0, 1)}
    rest = " ".join(stock(full)[:-1])
    last = at(FACING, " ".join(cards[0]), " ".join(cards[1]), more=f"stock {stock(full)[-1]}; discard {rest}")
    last.play("c5:rew")
    assert (len(hand(last, 0)), stock(last)) == (6, [])
    last.play(plays(last)[0])
    assert (len(hand(last, 1)), last.turn) == (5, 0)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_turns_go_round(players: int) -> None:
    """POU.T0, POU.S1: seat after seat."""
    starts = ["a5 R0", "i5 R1", "e1 G2", "e9 G3", "a1 Y4", "i9 Y5"][:players]
    pos = at(", ".join(starts), said=f"players={players} turn={players - 1}")
    movers = [pos.turn]
    for _ in range(2 * players):
        pos.play(plays(pos)[0])
        movers.append(pos.turn)
    assert movers == [(players - 1 + step) % players for step in range(2 * players + 1)]


# Path cards


def test_where_a_straight_goes() -> None:
    """POU.T2, POU.T4: on one's own ends so that it meets them; at the other's of another colour any way round; in order."""
    assert at(FACING, "ri").names() == STRAIGHT


@pytest.mark.parametrize(
    ("card", "c5", "a6"),
    [("ri", "ew", "ns"), ("rl", "sw nw", "es sw"), ("rt", "new nsw esw", "nes nsw esw")],
)
def test_an_opening_meets_the_end(card: str, c5: str, a6: str) -> None:
    """POU.T2: one of its openings, whichever, is turned to the end."""
    pos = at(FACING, card)
    assert plays(pos, "c5:") == [f"c5:r{way}" for way in c5.split()]
    assert plays(pos, "a6:") == [f"a6:r{way}" for way in a6.split()]


def test_a_card_that_does_not_meet() -> None:
    """POU.T2: where a path of its colour ends a card must meet one; it isn't an obstacle there."""
    pos = at(FACING, "ri gi")
    assert against(pos, "c5:rns") == ("does_not_meet", "T2")
    assert against(pos, "g5:gns") == ("does_not_meet", "T2")
    assert against(pos, "a6:rew") == ("does_not_meet", "T2")


def test_one_of_several_ends_is_enough() -> None:
    """POU.T2: at a cell with several ends of the colour one that is met is enough; at other ends there it may turn its back."""
    pos = at("a5 R0, b5 resw, b4 rnes, b3 rne, c3 rnw, d1 G1, d2 gns, d3 gns, d4 gnsw", "ri rl rt")
    assert plays(pos, "c4:") == [f"c4:r{way}" for way in ("ns", "ew", "es", "sw", "nw", "nes", "new", "nsw", "esw")]
    assert against(pos, "c4:rne") == ("does_not_meet", "T2")
    assert described(pos, "c4:rns")["role"] == "path"


def test_a_card_is_laid_on_the_table_s_cells() -> None:
    """POU.T2, POU.M1: never beyond the border, where no path ends, nor on the flower."""
    pos = at(FACING, "ri")
    assert against(pos, "j5:rew") == ("off_board", "M1")
    assert against(pos, "e5:rew") == ("on_flower", "X3")
    assert against(pos, "c6:rew") == ("no_end", "T1")  # beside a path, not at its end


def test_a_card_joins_what_lies_beyond() -> None:
    """POU.T2, POU.D1: cards that were cut off are in the path again."""
    pos = after(at("a5 R0, c5 rew, d5 rns, i5 G1", "ri"), "b5:rew")
    assert path(pos, 0) == "a5 b5 c5"


# What has to be played


def test_cards_are_never_isolated() -> None:
    """POU.T1: every play is on a cell at an end of somebody's path."""
    for cards in ("ri rl rt gi gl gt", "yi wolf ogre forest river pebbles"):
        pos = at(f"{FACING}, d7 rew, d3 gns", cards)
        assert set(laid(pos, *hand(pos, 0)).split()) <= {"a4", "c5", "a6", "i4", "g5", "i6"}
        for place in ("c7", "e7", "d4", "d2", "e4"):
            assert against(pos, f"{place}:{'rew' if 'rl' in cards else 'wolf'}") == ("no_end", "T1")


def test_you_must_play() -> None:
    """POU.T1, POU.T6: no card may be discarded while one can be laid, be it to serve another."""
    assert against(at(FACING, "ri"), "discard ri") == ("can_play", "T6")
    forced = at(FACING, "gi")
    assert against(forced, "discard gi") == ("can_play", "T6")
    assert not any(name.startswith("discard") for name in forced.names())


OWN = [f"{cell}:g{way}" for cell in ("a4", "c5", "a6") for way in ("ns", "ew")]
SERVES = ["i4:gns", "g5:gew", "i6:gns"]


def test_forced_plays() -> None:
    """POU.T1: only without a play of choice may one continue another's path, or hinder one's own."""
    pos = at(FACING, "gi")
    assert set(pos.names()) == {*OWN, *SERVES}
    assert [described(pos, move)["role"] for move in ("g5:gew", "c5:gew")] == ["path", "obstacle"]
    choice = at(FACING, "gi ri")
    assert choice.names() == STRAIGHT
    assert against(choice, "g5:gew") == ("favour", "T1")
    assert against(choice, "c5:gew") == ("hinders_self", "T1")


def test_with_favour_free() -> None:
    """POU.T1: `favour=free` lets one continue any path at will, but not hinder one's own."""
    pos = at(FACING, "gi", said="favour=free")
    assert set(pos.names()) == set(SERVES)
    choice = at(FACING, "gi ri", said="favour=free")
    assert set(choice.names()) == {*SERVES, *STRAIGHT}
    assert against(choice, "c5:gew") == ("hinders_self", "T1")


def test_whoever_else_is_served() -> None:
    """POU.T1: a card that meets one's own end is of choice, though it meets another's too; the colour alone isn't enough."""
    shared = "a5 R0, b5 rew, a9 R1, b9 rsw, b8 rns, b7 rns, b6 rne, c6 rsw, i5 G2"
    pos = at(shared, "rl rt wolf", said="players=3")
    assert {"c5:rsw", "c5:rnw", "c5:rnsw", "c5:rnew"} <= set(plays(pos, "c5:"))
    assert against(pos, "c5:rne") == ("favour", "T1")  # only the other red path goes on
    assert against(pos, "a8:rne") == ("favour", "T1")
    alone = at(shared, "rl rt", said="players=3")
    assert against(alone, "c5:rne") == ("favour", "T1")


def test_forced_passages() -> None:
    """POU.T1, POU.T5: passing another's obstacle is forced."""
    pos = at(f"{FACING}, g5 F", "boots pebbles")
    assert pos.names() == ["g5:pebbles-w", "g5:boots"]
    choice = at(f"{FACING}, g5 F", "boots pebbles wolf")
    assert against(choice, "g5:boots") == ("favour", "T1")
    assert against(choice, "g5:pebbles-w") == ("favour", "T1")
    free = at(f"{FACING}, g5 F", "boots pebbles", said="favour=free")
    assert free.names() == ["g5:pebbles-w", "g5:boots"]


def test_forced_obstacles() -> None:
    """POU.T1, POU.T3: an obstacle in one's own way, only if no other end is left; with `favour=free` too."""
    for said in ("", "favour=free"):
        pos = at(ALONE, "forest", said=said)
        assert pos.names() == ["a4:forest", "c5:forest", "a6:forest"]
        choice = at(ALONE, "forest ri", said=said)
        assert against(choice, "c5:forest") == ("hinders_self", "T1")
        assert set(laid(choice, "ri").split()) == {"a4", "c5", "a6"}


def test_forced_plays_are_all_forced_plays() -> None:
    """POU.T1: without a play of choice every forced one may be made: path cards, obstacles and passages."""
    pos = at(f"{ALONE}, b4 F", "forest yi boots")
    assert laid(pos, "forest") == laid(pos, "yi") == "a4 c5 a6"
    assert laid(pos, "boots") == ""
    mixed = at(f"{FACING}, g5 V", "gi boots")
    assert set(mixed.names()) == {*OWN, "i4:gns", "i6:gns", "g5:boots"}


# Nothing can be played


def test_a_discard() -> None:
    """POU.T6: one card of one's choice, each kind once, then one is drawn and the turn passes."""
    pos = at(FACING, "pebbles boots boots", "gi")
    assert pos.names() == ["discard pebbles", "discard boots"]
    before = stock(pos)
    pos.play("discard boots")
    assert line_of(pos, "discard") == ["boots"]
    assert len(hand(pos, 0)) == 3
    assert (stock(pos), pos.turn) == (before[:-1], 1)


def test_discards_lie_in_their_order() -> None:
    """POU.T6: the latest last, for all to see."""
    pos = at(FACING, "pebbles boots", "pebbles boots", more="discard wolf ogre")
    pos = after(pos, "discard boots", "discard pebbles")
    assert line_of(pos, "discard") == pos.view(None)["discard"] == ["wolf", "ogre", "boots", "pebbles"]


def test_a_discard_of_what_one_has() -> None:
    """POU.T6, POU.T0: a card of the hand."""
    assert against(at(FACING, "pebbles boots"), "discard ri") == ("not_in_hand", "T0")


def test_a_discard_with_an_empty_stock() -> None:
    """POU.T6, POU.T0: nothing is drawn then."""
    full = at(FACING, "pebbles boots")
    pos = at(FACING, "pebbles boots", " ".join(hand(full, 1)), more=f"discard {' '.join(stock(full))}; stock")
    pos.play("discard boots")
    assert hand(pos, 0) == ["pebbles"]


# What everybody learns


CHOICE = ["ri", "rl", "rt", "yi", "yl", "yt", "wolf", "ogre", "forest", "river"]


def test_a_discard_tells_what_isn_t_there() -> None:
    """POU.T6, POU.T1: none of the cards that could have been played, in what is left of the hand; of the drawn card nothing."""
    pos = after(at(FACING, "pebbles boots boots", "gi"), "discard boots")
    lacking = ["ri", "rl", "rt", "gi", "gl", "gt", "yi", "yl", "yt", "wolf", "ogre", "forest", "river"]
    assert known(pos, 0) == {0: lacking, 1: lacking}
    assert known(pos, 1) == {}


def test_a_forced_play_tells_what_isn_t_there() -> None:
    """POU.T1: none of the cards with which there was a play of choice."""
    pos = after(at(FACING, "gi gi pebbles", "gl"), "g5:gew")
    assert known(pos, 0) == {0: CHOICE, 1: CHOICE}
    free = after(at(FACING, "gi gi pebbles", "gl", said="favour=free"), "g5:gew")
    assert known(free, 0) == {}


def test_a_play_of_choice_tells_nothing() -> None:
    """POU.T1: nor what was played in its stead."""
    assert known(after(at(FACING, "ri gi pebbles", "gl"), "c5:rew"), 0) == {}


def test_what_is_known_goes_with_the_card() -> None:
    """POU.T6, POU.T1: the first slot goes that can be the card; those behind it move up; more is learnt of all that is left."""
    more = "known 0 0 ri rl boots; known 0 1 ri rl; known 0 2 ri"
    pos = at(f"{FACING}, c5 F", "rl rt wolf boots", "gi", more=more)
    assert known(after(pos, "g5:wolf"), 0) == {0: ["ri", "rl"], 1: ["ri"]}  # the oldest card may be a wolf
    assert known(after(pos, "c5:boots"), 0) == {0: ["ri", "rl", "boots"], 1: ["ri"]}
    assert known(after(pos, "a4:rne"), 0) == {0: ["ri", "rl", "boots"], 1: ["ri", "rl"]}
