"""Who is blocked, and what a blocked player may do (POU.B1, POU.B2)."""

from __future__ import annotations

import pytest

from escale import Position
from escale.games.poucet.tests.tables import (
    FACING,
    after,
    against,
    at,
    ends,
    hand,
    last_cards,
    lines_of,
    path,
    pile,
    plays,
    seat_of,
    stock,
)

DEAD = "a9 R0, a8 O, b9 O, i5 G1"  # red is shut in by ogres
STUCK = "a9 R0, a8 F, b9 W, i5 G1"  # by a forest and a wolf
RING = "a1 R0, a2 res, b2 rsw, b1 rnw, i5 G1"  # no opening is left


def ways_out(pos: Position) -> list[str]:
    """The legal moves that only a blocked player has."""
    return [name for name in pos.names() if name.startswith(("restart", "give"))]


def blocked(pos: Position, seat: int = 0) -> bool:
    """Whether a player is seen to be blocked."""
    found: bool = seat_of(pos, seat)["blocked"]
    return found


# Who is blocked


@pytest.mark.parametrize(
    ("lies", "crossing", "state"),
    [
        ("", "on", "open"),
        ("gns", "on", "open"),
        ("gns", "off", "open"),  # in nobody's path
        ("F 1n", "on", "open"),
        ("F 0n", "off", "open"),
        ("F", "on", "obstructed"),
        ("V", "on", "obstructed"),
        ("W", "on", "obstructed"),
        ("W V", "off", "obstructed"),
        ("O", "on", "dead"),
        ("rns", "on", "dead"),
        ("gew rns", "on", "dead"),
    ],
)
def test_states_of_an_end(lies: str, crossing: str, state: str) -> None:
    """POU.B1: open where a path card of the colour may be laid, obstructed by what can be passed, else dead."""
    pos = at(FACING + (f", c5 {lies}" if lies else ""), said=f"crossing={crossing}")
    assert ends(pos, 0)["c5 e"] == state
    may = any(name.startswith("c5:r") for name in at(pos_text(pos), "ri rl rt", said=f"crossing={crossing}").names())
    assert may == (state == "open")


def pos_text(pos: Position) -> str:
    """The cards of a position as `at` takes them."""
    found = []
    for card in pos.view(None)["cells"]:
        place = f"{'abcdefghi'[card['at'][0]]}{card['at'][1] + 1}"
        tokens = pile(pos, place)
        if card["kind"] == "start" and card["seat"] is not None:
            tokens = [f"{tokens[0]}{card['seat']}"]
        found.append(f"{place} {' '.join(tokens)}")
    return ", ".join(found)


def test_a_start_of_another_colour_is_dead() -> None:
    """POU.B1, POU.X3: it is never covered."""
    assert ends(at("a5 R0, a6 G1"), 0)["a6 n"] == "dead"


@pytest.mark.parametrize("cards", [DEAD, RING, "a9 R0, a8 O, b9 rns, i5 G1", "a9 R0, a8 Y, b9 O, i5 G1"])
def test_a_dead_end_at_once(cards: str) -> None:
    """POU.B1: no end is open or obstructed, or there is none at all."""
    pos = at(cards)
    assert set(ends(pos, 0).values()) <= {"dead"}
    assert blocked(pos)
    assert "give up" in pos.names()
    assert (pos.view(None)["task"], seat_of(pos, 0)["waits"]) == ("blocked", 1)


@pytest.mark.parametrize("crossing", ["on", "off"])
def test_shut_in_by_another_s_path(crossing: str) -> None:
    """POU.B1, POU.X1: it can be covered, unless crossing is off: then it is a dead end."""
    pos = at("a9 R0, c9 G1, b9 ges, b8 gnw, a8 ges", said=f"crossing={crossing}")
    assert path(pos, 1) == "a8 b8 b9 c9"
    assert set(ends(pos, 0).values()) == {"dead" if crossing == "off" else "open"}
    assert blocked(pos) == (crossing == "off")


@pytest.mark.parametrize(("waits", "is_blocked"), [(1, False), (2, False), (4, False), (5, False), (6, True)])
def test_five_turns_and_this_one(waits: int, is_blocked: bool) -> None:
    """POU.B1: an obstacle that can be passed blocks after five turns in a row that began so, if this one does too."""
    pos = at(STUCK, more=f"waits 0 {waits}")
    assert set(ends(pos, 0).values()) == {"obstructed"}
    assert blocked(pos) == is_blocked == bool(ways_out(pos))
    assert pos.view(None)["task"] == ("blocked" if is_blocked else "play")
    if not is_blocked:
        assert against(pos, "give up") == ("not_blocked", "B2")
        assert against(pos, "restart g a1") == ("not_blocked", "B2")


def test_turns_are_counted() -> None:
    """POU.B1: each turn that begins without an open end, to six at most; whatever the player does meanwhile."""
    pos = at(STUCK, "yi yi yi yi yi yi", "gi gi gi gi gi gi")
    counted = [(seat_of(pos, 0)["waits"], blocked(pos))]
    for _ in range(6):
        pos = after(pos, next(name for name in plays(pos) if ":y" in name))
        pos = after(pos, next(name for name in plays(pos) if ":g" in name))
        counted.append((seat_of(pos, 0)["waits"], blocked(pos)))
    assert counted == [(1, False), (2, False), (3, False), (4, False), (5, False), (6, True), (6, True)]
    assert seat_of(pos, 1)["waits"] == 0


def test_an_open_end_ends_the_count() -> None:
    """POU.B1: turns in a row; whoever opened it."""
    pos = at(STUCK, "yi", "boots", said="turn=1", more="waits 0 4")
    assert seat_of(pos, 0)["waits"] == 4
    pos.play("a8:boots")  # forced
    assert (pos.turn, seat_of(pos, 0)["waits"]) == (0, 0)
    closed = at("a9 R0, a8 F, i5 G1", "yi", "forest", said="turn=1", more="waits 0 0")
    closed.play("b9:forest")
    assert seat_of(closed, 0)["waits"] == 1


def test_who_is_not_to_move() -> None:
    """POU.B1: the count goes on with the player's own turns only."""
    pos = at(STUCK, "yi", "gi gi", said="turn=1", more="waits 0 5")
    assert seat_of(pos, 0)["waits"] == 5
    assert not blocked(pos)
    pos.play("h5:gew")
    assert (seat_of(pos, 0)["waits"], blocked(pos)) == (6, True)


def test_nothing_of_a_hand_counts() -> None:
    """POU.B1: who holds the passage is as blocked as who doesn't."""
    for cards in ("pebbles boots", "yi yl"):
        assert not blocked(at(STUCK, cards, more="waits 0 5"))
        assert blocked(at(STUCK, cards, more="waits 0 6"))
        assert blocked(at(DEAD, cards))


# What a blocked player may do


def test_a_blocked_player_s_choices() -> None:
    """POU.B2, POU.T1: play on, start again with any colour of which a start card is left, or give up; in this order."""
    pos = at(DEAD, "wolf")
    names = pos.names()
    border = 32 - 4
    assert names[:3] == ["i4:wolf", "h5:wolf", "i6:wolf"]
    assert names[3:6] == ["restart r a1", "restart r b1", "restart r c1"]
    assert len(names) == 3 + 3 * border + 1
    assert names[-1] == "give up"
    assert [name for name in names if name.endswith((" a8", " b9", " a9", " i5", " e5"))] == []


def test_instead_of_a_discard() -> None:
    """POU.B2, POU.T6: also if nothing can be played."""
    pos = at(DEAD, "boots")
    assert pos.names()[:2] == ["discard boots", "restart r a1"]


def test_a_new_start() -> None:
    """POU.B2: that is the turn's play: no card is laid or drawn, the count starts anew, the old path stays on the table."""
    pos = at(f"{STUCK.replace('i5', 'i6')}, c7 rew", "yi wolf", "gi", more="waits 0 6")
    before = stock(pos)
    pos.play("restart y a5")
    assert (pile(pos, "a5"), pile(pos, "a9")) == (["Y"], ["R"])
    assert (hand(pos, 0), stock(pos), pos.turn) == (["yi", "wolf"], before, 1)
    assert (path(pos, 0), seat_of(pos, 0)["colour"], seat_of(pos, 0)["waits"]) == ("a5", "y", 0)
    assert ends(pos, 0) == {"a4 s": "open", "b5 e": "open", "a6 n": "open"}
    assert pos.view(None)["starts"] == {"r": 1, "g": 1, "y": 1}
    old = next(card for card in pos.view(None)["cells"] if card["at"] == [0, 8])
    assert (old["seat"], old["paths"]) == (None, [])


def test_the_same_colour_again() -> None:
    """POU.B2, POU.D1: any colour, one's own too; the old path may be reached again."""
    pos = at("a5 R0, b5 O, a4 O, a6 rns, a7 O, i5 G1")
    assert path(after(pos, "restart r a9"), 0) == "a9"
    joined = at("a5 R0, b5 O, a4 O, a6 O, a7 rns, i5 G1")
    assert path(after(joined, "restart r a8"), 0) == "a7 a8"


def test_it_may_be_repeated() -> None:
    """POU.B2: while start cards remain; when none is left one may only give up."""
    pos = at("a9 R0, a8 O, b9 O, i5 G1, h1 R, i1 G, b1 Y", "wolf")
    assert pos.view(None)["starts"] == {"r": 0, "g": 0, "y": 1}
    assert {name.split()[1] for name in ways_out(pos)} == {"y", "up"}
    assert against(pos, "restart r a1") == ("no_start_left", "B2")
    none = at("a9 R0, a8 O, b9 O, i5 G1, h1 R, i1 G, b1 Y, a1 Y", "wolf")
    assert ways_out(none) == ["give up"]
    twice = at("a9 R0, a8 O, b9 O, a1 G, b1 W, a2 W, i5 G1")
    again = at("a9 R, a8 O, b9 O, a1 Y0, b1 O, a2 O, i5 G1")
    assert ways_out(twice)
    assert "restart r a5" in ways_out(again)


@pytest.mark.parametrize(("players", "left"), [(5, 1), (6, 0)])
def test_with_many_players(players: int, left: int) -> None:
    """POU.B2: with five one start card is left, with six none: they may only give up."""
    starts = ["a9 R0", "i9 R1", "a1 G2", "i1 G3", "e1 Y4", "e9 Y5"][:players]
    pos = at(", ".join([*starts, "a8 O", "b9 O"]), said=f"players={players}")
    assert ("restart y a5" in ways_out(pos)) == bool(left)
    assert ways_out(pos)[-1] == "give up"
    assert len({name.split()[1] for name in ways_out(pos)}) == left + 1


def test_where_a_new_start_lies() -> None:
    """POU.B2, POU.S2: on a free cell of the border."""
    pos = at(DEAD)
    assert against(pos, "restart y b8") == ("not_border", "S2")
    assert against(pos, "restart y a8") == against(pos, "restart y i5") == ("not_free", "S2")
    assert against(pos, "restart y j1") == ("off_board", "M1")


def test_who_is_not_blocked() -> None:
    """POU.B2: has to play."""
    pos = at(FACING)
    assert ways_out(pos) == []
    assert against(pos, "restart y a1") == against(pos, "give up") == ("not_blocked", "B2")
    for unsuitable in ("b8", "e5", "a5", "j1"):  # inside, the flower, a start card, off the board
        assert against(pos, f"restart y {unsuitable}") == ("not_blocked", "B2")


def test_giving_up() -> None:
    """POU.B2, POU.D1: the player is out: no turn, no path, no ends; the hand leaves the game, the cards on the board stay."""
    pos = at("a9 R0, a8 O, b9 O, i5 G1, e1 Y2", "wolf boots", "gi gi", "yi yi", said="players=3")
    before = stock(pos)
    pos.play("give up")
    assert (pos.turn, pos.over) == (1, False)
    assert (seat_of(pos, 0)["out"], path(pos, 0), ends(pos, 0), seat_of(pos, 0)["distance"]) == (True, "", {}, None)
    assert (hand(pos, 0), stock(pos)) == (["wolf", "boots"], before)  # hidden, and nobody's
    assert pos.view(1)["hands"][0] is None
    assert lines_of(pos, "out") == [["0"]]
    assert (pile(pos, "a9"), pos.view(None)["starts"]) == (["R"], {"r": 1, "g": 1, "y": 1})
    turns = []
    for _ in range(4):
        turns.append(pos.turn)
        pos.play(plays(pos)[0])
    assert turns == [1, 2, 1, 2]


def test_a_path_given_up_is_no_end() -> None:
    """POU.B2, POU.T1, POU.D1: nothing is laid against somebody who is out, nor for them."""
    pos = at("a5 R0, i5 G1, h5 gew, e1 Y2", "wolf gi", said="players=3", more="out 1")
    assert {name.split(":")[0] for name in plays(pos)} == {"d1", "f1", "e2"}
    assert against(pos, "g5:wolf") == ("no_end", "T1")


def test_a_start_card_left_behind_stays_taken() -> None:
    """POU.B2, POU.M2: giving up frees no start card, nor its cell."""
    pos = after(at("a9 R0, a8 O, b9 O, i9 G1, i8 O, h9 O, e1 Y2", "wolf", "river", said="players=3"), "give up")
    assert against(pos, "restart r a9") == ("not_free", "S2")
    assert pos.view(None)["starts"] == {"r": 1, "g": 1, "y": 1}


def test_without_cards_no_turn() -> None:
    """POU.B2, POU.E2: a blocked player without cards is passed over too."""
    pos = last_cards("a9 R0, a8 O, b9 O, i5 G1", "", "gi gi", said="turn=1")
    pos.play("h5:gew")
    assert pos.turn == 1
