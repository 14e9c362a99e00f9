"""What jokers can do (POP.T2), as each player wishes and under the table options."""

from __future__ import annotations

import pytest

from escale.games.colorpop.tests.tables import after, at, described, refused, removable, rows

GREEDY = "jokers=greedy"
NEVER_ALONE = "joker_only=off"


def test_a_joker_makes_a_group_with_one_token() -> None:
    """POP.T2: a joker counts as the colour beside it; neither it nor the token goes alone."""
    pos = at("Y*", secrets="Y")
    assert removable(pos) == {"a1 b1"}
    assert refused(pos, "a1").name == "single_token"
    assert refused(pos, "b1").name == "single_token"


def test_a_joker_counts_as_any_colour() -> None:
    """POP.T2: one joker between five colours goes with any of them, as the player wishes."""
    pos = at(".G.", "Y*O", "YPB", secrets="Y G")
    assert removable(pos) == {"a1 a2", "a1 a2 b2", "b2 b3", "b2 c2", "b1 b2"}


def test_a_joker_can_be_left_out() -> None:
    """POP.T2: a joker beside a group needn't go with it."""
    pos = at("YY*", secrets="Y")
    assert removable(pos) == {"a1 b1", "a1 b1 c1"}


def test_each_joker_by_itself() -> None:
    """POP.T2: of several jokers, any choice that hangs together."""
    pos = at("*Y*", secrets="Y")
    assert removable(pos) == {"a1 b1", "b1 c1", "a1 b1 c1"}


def test_a_joker_bridges() -> None:
    """POP.T2: with a joker between them, the tokens on both its sides all go."""
    pos = at("Y*YG", secrets="Y G")
    assert removable(pos) == {"a1 b1 c1"}
    assert refused(at("Y*YG*", secrets="Y G"), "a1+e1").name == "joker_apart"


def test_jokers_bridge_jokers() -> None:
    """POP.T2: a chain of jokers reaches a token that the first doesn't touch; it may stop before."""
    pos = at("Y**YG", secrets="Y G")
    assert removable(pos) == {"a1 b1", "c1 d1", "a1 b1 c1 d1", "b1 c1"}


def test_a_group_bridges_jokers() -> None:
    """POP.T2: jokers that don't touch each other go together through the tokens between them."""
    pos = at("*YY*G*", secrets="Y G")
    assert removable(pos) == {"b1 c1", "a1 b1 c1", "b1 c1 d1", "a1 b1 c1 d1", "d1 e1", "e1 f1", "d1 e1 f1"}


@pytest.mark.parametrize("left", range(1, 9))
def test_jokers_bridge_everywhere(left: int) -> None:
    """POP.T2: also where the two halves of the board meet, at slides e and f."""
    filler = "GOPBGOPBGO"
    board = list(filler)
    board[left - 1 : left + 2] = "Y*Y"
    pos = at("".join(board), secrets="Y G" if left > 1 else "Y P")
    first, joker, last = (f"{slide}1" for slide in "abcdefghij"[left - 1 : left + 2])
    assert removable(pos) == {f"{first} {joker} {last}"}
    assert pos.names() == [f"{first}+{joker}"]
    assert pos.read_move(f"{last}+{joker}") == pos.read_move(f"{joker}+{first}") == pos.moves()[0]


def test_every_token_beside_goes_too() -> None:
    """POP.T2: a group with jokers holds every token of the colour beside it, groups far off included."""
    pos = at("YG.Y", "YOPY", "G**G", "PYYB", secrets="P B")
    assert removable(pos) == {
        "a3 a4",
        "d3 d4",
        "b1 c1",
        "b1 b2 c1",  # yellow with one joker
        "b1 c1 c2",
        "b1 b2 c1 c2",  # yellow with both
        "a2 b2",  # green
        "c2 d2",
        "a2 b2 c2 d2",
        "b2 b3",  # orange
        "b2 b3 c2",
        "c2 c3",  # pink
        "b2 c2 c3",
        "b2 c2",  # jokers alone: no blue beside
    }


def test_jokers_alone() -> None:
    """POP.T2: two jokers that touch can go by themselves; listed once, without a colour."""
    pos = at("Y**", secrets="Y")
    alone = [move for move in described(pos) if move["cells"] == ["b1", "c1"]]
    assert len(alone) == 1
    assert alone[0]["colour"] is None
    assert alone[0]["jokers"] == 2
    assert rows(after(pos, "b1+c1")) == ["Y"]
    assert pos.read_move("c1+b1") == pos.read_move("b1+c1")


def test_sets_of_jokers_alone() -> None:
    """POP.T2: of four jokers in a row, every two, three or four that hang together."""
    pos = at("Y****", secrets="Y")
    alone = {" ".join(move["cells"]) for move in described(pos) if move["colour"] is None}
    assert alone == {"b1 c1", "c1 d1", "d1 e1", "b1 c1 d1", "c1 d1 e1", "b1 c1 d1 e1"}
    assert refused(pos, "b1+d1").name == "joker_apart"


def test_one_joker_is_no_group() -> None:
    """POP.T1 POP.T2: a joker on its own can't go."""
    assert refused(at("YY*G*", secrets="Y G"), "e1").name == "single_token"


def test_jokers_that_touch_every_colour() -> None:
    """POP.T2: jokers that touch all five colours can't go alone: whatever they count as, its tokens would go too."""
    pos = at(".GO", "Y**P", "GBYG", secrets="G P")
    assert refused(pos, "b2+c2").name == "every_colour_beside"
    assert "b2 c2" not in removable(pos)
    assert "a2 b2 c1 c2" in removable(pos)


@pytest.mark.parametrize(
    ("board", "missing"),
    [
        ([".GO", "G**P", "YBPG"], "Y"),
        ([".YO", "Y**P", "GBYG"], "G"),
        ([".GY", "Y**P", "GBYG"], "O"),
        ([".GO", "Y**B", "GBYG"], "P"),
        ([".GO", "Y**P", "BOYG"], "B"),
        ([".G*", "Y**P", "GBYG"], "O"),
    ],
)
def test_jokers_that_miss_a_colour(board: list[str], missing: str) -> None:
    """POP.T2: jokers go alone if some colour has no token beside them; other jokers beside them don't matter."""
    pos = at(*board, secrets="G P" if missing not in "GP" else "Y B")
    assert "b2 c2" in removable(pos)
    assert pos.why_not("b2+c2") is None


def test_all_that_counts_is_what_goes() -> None:
    """POP.T2: equal sets are one move, however they are named."""
    pos = at("Y*Y", "GYG", secrets="Y G")
    assert removable(pos) == {"a2 b1 b2 c2"}
    assert {pos.read_move(text) for text in ("a2+b2", "b2+c2", "b1+b2", "b2+b1+a2", "c2+b2+b2")} == set(pos.moves())


def test_jokers_count_for_nobody() -> None:
    """POP.T2 POP.T5: jokers taken are kept as jokers, not as the colour they stood for."""
    pos = after(at("YY**G", secrets="Y G"), "a1+c1+d1")
    assert pos.view(None)["taken"][0] == {"Y": 2, "G": 0, "O": 0, "P": 0, "B": 0, "*": 2}


def test_a_joker_that_is_not_there() -> None:
    """POP.T2: a move can't take more jokers than there are."""
    pos = at("YY*", secrets="Y")
    assert refused(pos, pos.read_move("a1") | 0b10 << 7).name == "no_such_joker"


def test_a_joker_apart_is_refused() -> None:
    """POP.T2: a joker that isn't joined to the group can't go with it."""
    assert refused(at("YYG*", secrets="Y G"), "a1+d1").name == "joker_apart"


def test_never_alone() -> None:
    """POP.T2: with joker_only=off jokers never go by themselves, but with coloured tokens as ever."""
    pos = at("Y**", secrets="Y", options=NEVER_ALONE)
    assert removable(pos) == {"a1 b1", "a1 b1 c1"}
    assert refused(pos, "b1+c1").name == "jokers_alone"


@pytest.mark.parametrize(
    ("board", "groups"),
    [
        ("YY*", {"a1 b1 c1"}),
        ("*Y*", {"a1 b1 c1"}),
        ("Y*Y", {"a1 b1 c1"}),
        ("Y**G", {"a1 b1 c1", "b1 c1 d1", "b1 c1"}),
        ("YG*", {"b1 c1"}),
        ("*YY*G*", {"a1 b1 c1 d1", "d1 e1 f1"}),
        ("GOGOY**YGO", {"e1 f1 g1 h1", "f1 g1"}),
        ("YYGG", {"a1 b1", "c1 d1"}),
    ],
)
def test_greedy_jokers(board: str, groups: set[str]) -> None:
    """POP.T2: with jokers=greedy all jokers count as the colour removed, so a group takes every joker it reaches."""
    assert removable(at(board, secrets="Y G" if "G" in board else "Y", options=GREEDY)) == groups


def test_greedy_groups_leave_no_joker_out() -> None:
    """POP.T2: with jokers=greedy leaving a joker out is refused, in coloured groups and in groups of jokers."""
    pos = at("Y***G", secrets="Y G", options=GREEDY)
    assert removable(pos) == {"a1 b1 c1 d1", "b1 c1 d1 e1", "b1 c1 d1"}
    for move in ("a1", "a1+b1", "b1+c1", "e1+d1"):
        assert refused(pos, move).name == "jokers_left_out"
    assert refused(pos, "b1").name == "single_token"


def test_greedy_jokers_alone() -> None:
    """POP.T2: with jokers=greedy jokers go alone if a colour is missing beside all of them; not with joker_only=off."""
    open_board = [".GO", "G**P", "YBPG"]
    assert "b2 c2" in removable(at(*open_board, secrets="G P", options=GREEDY))
    off = at(*open_board, secrets="G P", options=f"{GREEDY} {NEVER_ALONE}")
    assert "b2 c2" not in removable(off)
    assert refused(off, "b2+c2").name == "jokers_alone"
    closed = at(".GO", "Y**P", "GBYG", secrets="G P", options=GREEDY)
    assert refused(closed, "b2+c2").name == "every_colour_beside"


def test_greedy_moves_are_moves_of_the_colouring() -> None:
    """POP.T2: a joker that two groups of one colour touch joins them under jokers=greedy."""
    pos = at("YG.", "Y*Y", "GYO", secrets="G O", options=GREEDY)
    assert removable(pos) == {"a2 a3 b1 b2 c2", "b2 b3"}
