"""A turn: which groups can be removed, and what happens to the board (POP.T1, POP.T3, POP.T4, POP.T5)."""

from __future__ import annotations

import pytest

from escale.games.colorpop.tests.tables import GAME, after, at, described, refused, removable, rows

FILLER = "GOPB"  # laid so that no two neighbours are equal


def quiet_board(heights: list[int], changes: dict[str, str]) -> list[str]:
    """Rows in which no two neighbours are equal, but for the cells that are changed."""
    columns = [[FILLER[(slide + 2 * row) % 4] for row in range(height)] for slide, height in enumerate(heights)]
    for cell, letter in changes.items():
        columns["abcdefghij".index(cell[0])][int(cell[1:]) - 1] = letter
    tall = range(max(heights) - 1, -1, -1)
    return ["".join(column[row] if row < len(column) else "." for column in columns) for row in tall]


def test_two_side_by_side_are_a_group() -> None:
    """POP.T1: two neighbours of one colour can be removed, lying or standing."""
    pos = at("G.O", "GYY", secrets="G O")
    assert removable(pos) == {"a1 a2", "b1 c1"}


def test_a_single_token_is_refused() -> None:
    """POP.T1: a single token is refused."""
    pos = at("YYO", secrets="Y O")
    assert refused(pos, "c1").rule == "POP.T1"
    assert refused(pos, "c1").name == "single_token"


def test_an_empty_cell_is_refused() -> None:
    """POP.T1: there is no group where there is no token."""
    assert refused(at("YYO", secrets="Y O"), "j10").name == "empty_cell"


def test_corners_do_not_join() -> None:
    """POP.T1: neighbours are to the left, right, above and below, not across a corner."""
    pos = at("YGP", "GYO", secrets="Y G")
    assert removable(pos) == set()
    assert pos.over


def test_the_whole_group_goes() -> None:
    """POP.T1: nobody may choose some of a group; all of it goes."""
    pos = at("YY.Y", "OYYY", "YYOG", secrets="O G")
    whole = "a1 a3 b1 b2 b3 c2 d2 d3"
    assert removable(pos) == {whole}
    assert rows(after(pos, "a3")) == ["OOG"]


@pytest.mark.parametrize("cell", ["a1", "a3", "b1", "b2", "b3", "c2", "d2", "d3", "D3", " b2 "])
def test_any_cell_names_the_group(cell: str) -> None:
    """POP.T1: a group is chosen by any of its tokens."""
    pos = at("YY.Y", "OYYY", "YYOG", secrets="O G")
    assert pos.why_not(cell) is None
    assert pos.read_move(cell) == pos.moves()[0]


def test_naming_several_tokens_means_the_whole_group() -> None:
    """POP.T1: naming two tokens of a group of eight doesn't split it; naming tokens of two groups is no move."""
    pos = at("YY.Y", "OYYY", "YYOO", secrets="O Y")
    assert pos.read_move("a3+d2") == pos.read_move("a1")
    assert refused(pos, "a3+c1").name == "cells_apart"


def test_groups_apart_go_one_at_a_time() -> None:
    """POP.T1: two groups of one colour that don't touch are two moves."""
    pos = at("YYGYY", secrets="Y G")
    assert removable(pos) == {"a1 b1", "d1 e1"}
    assert rows(after(pos, "a1")) == ["GYY"]


def test_no_limit_of_number() -> None:
    """POP.T1: nineteen tokens can go in one move."""
    pos = at(".........O", "YYYYYYYYYG", "YYYYYYYYYY", secrets="G O")
    ended = after(pos, "j1")
    assert rows(ended) == ["O", "G"]
    assert ended.view(None)["taken"][0]["Y"] == 19


def test_any_colour_may_be_removed() -> None:
    """POP.T1: one's own colour, another's, or nobody's."""
    pos = at("YYGGOO", secrets="Y G")
    assert [move["colour"] for move in described(pos)] == ["Y", "G", "O"]


@pytest.mark.parametrize("height", range(1, 11))
@pytest.mark.parametrize("wide", [("e", "f"), ("d", "e", "f"), ("e", "f", "g"), ("d", "e", "f", "g")])
def test_groups_across_the_middle(wide: tuple[str, ...], height: int) -> None:
    """POP.T1: a group over slides e and f, where the two halves of the board meet, is one group."""
    changes = {f"{slide}{height}": "Y" for slide in wide}
    pos = at(*quiet_board([1, 1, 1, 10, 10, 10, 10, 10], changes), secrets="G O")
    assert removable(pos) == {" ".join(changes)}
    assert pos.names() == [f"{wide[0]}{height}"]


@pytest.mark.parametrize("height", range(1, 10))
def test_winding_groups_across_the_middle(height: int) -> None:
    """POP.T1: a group that crosses the middle twice is one group."""
    lower, upper = height, height + 1
    changes = {f"e{lower}": "Y", f"f{lower}": "Y", f"g{lower}": "Y", f"g{upper}": "Y", f"f{upper}": "Y", f"e{upper}": "Y"}
    pos = at(*quiet_board([1, 1, 1, 10, 10, 10, 10, 10], changes), secrets="G O")
    assert pos.names() == [f"e{lower}"]
    assert removable(pos) == {" ".join(sorted(changes, key=lambda cell: (cell[0], int(cell[1:]))))}


@pytest.mark.parametrize("height", range(1, 11))
def test_the_top_of_a_slide_does_not_touch_the_bottom_of_the_next(height: int) -> None:
    """POP.T1: the highest token of a slide and the lowest of the next slide are no neighbours."""
    for slide, following in zip("abcdefghi", "bcdefghij", strict=True):
        heights = [height if s == slide else 1 for s in "abcdefghij"]
        pos = at(*quiet_board(heights, {f"{slide}{height}": "Y", f"{following}1": "Y"}), secrets="G O")
        assert (height == 1) == bool(removable(pos))


@pytest.mark.parametrize("move", ["pass", " PASS ", -1])
def test_no_passing(move: int | str) -> None:
    """POP.T3: passing is refused as long as a group can be removed."""
    pos = at("YYO", secrets="Y O")
    assert refused(pos, move).rule == "POP.T3"
    assert refused(pos, move).name == "no_passing"


def test_the_only_group_must_be_removed() -> None:
    """POP.T3: even a move that makes another win must be made, when it is the only one."""
    pos = at("GYYO", secrets="O Y")
    assert removable(pos) == {"b1 c1"}
    assert after(pos, "b1").winners == (1,)


@pytest.mark.parametrize("seed", range(5))
def test_whoever_must_move_can(seed: int) -> None:
    """POP.T3: the turn goes round seat by seat, and the seat to move always has a move."""
    pos = GAME.new(players=5, seed=seed)
    while pos.turn is not None:
        seat = pos.turn
        moves = pos.moves()
        assert moves
        pos.play(moves[seed * 7 % len(moves)])
        assert pos.turn in ((seat + 1) % 5, None)


def test_tokens_slide_down() -> None:
    """POP.T4: what lies above what was removed comes down."""
    pos = at("G", "Y", "Y", "P", secrets="P G")
    assert rows(after(pos, "a2")) == ["G", "P"]


def test_several_gaps_in_one_slide() -> None:
    """POP.T4: tokens between and above several gaps all come down, in their order."""
    pos = at("P", "YY", "GYP", "YYO", secrets="G O")
    assert rows(after(pos, "a1")) == ["PP", "GO"]


def test_slides_fall_by_themselves() -> None:
    """POP.T4: each slide falls on its own; tokens don't change slides."""
    pos = at("GOPB", "YYYY", "OPBG", secrets="G O")
    assert rows(after(pos, "a2")) == ["GOPB", "OPBG"]


def test_an_emptied_slide_closes() -> None:
    """POP.T4: an emptied slide in the middle goes to the far right, the others close up to the left."""
    pos = at("GYP", "OYB", secrets="G B")
    later = after(pos, "b1")
    assert rows(later) == ["GP", "OB"]
    assert later.view(None)["slides"] == ["OG", "BP", "", "", "", "", "", "", "", ""]


def test_closing_makes_new_neighbours() -> None:
    """POP.T4: an empty slide never cuts the board in two: what stood on both sides of it now touches."""
    pos = at("PYP", "OYB", secrets="O B")
    assert removable(after(pos, "b1")) == {"a2 b2"}


@pytest.mark.parametrize(
    ("board", "move", "left"),
    [
        (["YGO", "YOG"], "a1", ["GO", "OG"]),
        (["GOY", "OGY"], "c1", ["GO", "OG"]),
        (["..G", "OYYYB"], "b1", ["OGB"]),
        (["G", "YY", "GO"], "b2", ["G", "GO"]),
        (["OG", "YY", "YG"], "a1", [".G", "OG"]),
        (["OGOG....OG", "GOGOYYYYGO"], "e1", ["OGOGOG", "GOGOGO"]),
        (["OGOG.YGOGO", "GOGOYYOGOG"], "e1", ["OGOGGOGO", "GOGOOGOG"]),
        (["....P", "GOGYYYO"], "d1", ["GOGPO"]),
        (["....P", "GOGYYYOGOG"], "d1", ["GOGPOGOG"]),
        ([".....P", "GOGOYYYOGO"], "e1", ["GOGOPOGO"]),
        (["GOGOYGOGOG", "OGOGYOGOGO"], "e1", ["GOGOGOGOG", "OGOGOGOGO"]),
        (["GOGOGYGOGO", "OGOGOYOGOG"], "f1", ["GOGOGGOGO", "OGOGOOGOG"]),
        (["OG......GO", "GOYYYYYYOG"], "c1", ["OGGO", "GOOG"]),
        ([".........O", "YYYYYYYYYG"], "a1", ["O", "G"]),
        (["O", "GYYYYYYYYY"], "b1", ["O", "G"]),
        ([".P.P.P.P.P", "YYYYYYYYYY", "GOGOGOGOGO"], "a2", [".P.P.P.P.P", "GOGOGOGOGO"]),
        ([".P.P.P.P.P", "YYYYYYYYYY"], "a1", ["PPPPP"]),
        (["P.P.P.P.P", "YYYYYYYYYY"], "a1", ["PPPPP"]),
    ],
)
def test_slides_close_anywhere(board: list[str], move: str, left: list[str]) -> None:
    """POP.T4: slides close at the ends, in the middle, several at once, and across slides e and f."""
    secrets = "G O" if "G" in "".join(board) else "P"
    assert rows(after(at(*board, secrets=secrets), move)) == left


@pytest.mark.parametrize(
    "gone", [{"e"}, {"f"}, {"d", "e"}, {"f", "g"}, {"e", "f"}, {"d", "f"}, {"e", "g"}, set("cdefgh"), set("aceg")]
)
def test_every_slide_keeps_its_tokens(gone: set[str]) -> None:
    """POP.T4: whichever slides go, the others keep their tokens and their order."""
    slides = "abcdefghij"
    tops = [FILLER[slide % 4] for slide in range(10)]
    board = "".join("." if slide in gone else top for slide, top in zip(slides, tops, strict=True))
    kept = "".join(top for slide, top in zip(slides, tops, strict=True) if slide not in gone)
    assert rows(after(at(board, "Y" * 10, secrets="G O"), "a1")) == [kept]


def test_removed_tokens_lie_before_who_removed_them() -> None:
    """POP.T5: every seat's removed tokens are counted by colour, jokers apart, move after move."""
    pos = after(at("YYY*GGPPOB", secrets="O B"), "a1+d1", "a1", "a1")
    nothing = dict.fromkeys("YGOPB*", 0)
    assert pos.view(None)["taken"] == [{**nothing, "Y": 3, "*": 1, "P": 2}, {**nothing, "G": 2}]
    assert pos.text().splitlines()[2] == "taken Y3P2*1 G2"


def test_everybody_sees_what_was_removed() -> None:
    """POP.T5: all seats and watchers see the same tokens before everybody."""
    pos = after(at("YYGGPPOBP", secrets="O B P"), "a1", "a1")
    seen = [pos.view(seat)["taken"] for seat in (None, 0, 1, 2)]
    assert seen.count(seen[0]) == len(seen)
    assert seen[0][1]["G"] == 2


def test_tokens_taken_add_up() -> None:
    """POP.T5: at any time the tokens on the board and before the players are the hundred of the start."""
    pos = GAME.new(players=3, seed=11)
    start = pos.view(None)["left"]
    while not pos.over:
        pos.play(pos.moves()[-1])
        seen = pos.view(None)
        assert {letter: seen["left"][letter] + sum(own[letter] for own in seen["taken"]) for letter in start} == start
        assert {letter: sum(slide.count(letter) for slide in seen["slides"]) for letter in start} == seen["left"]
