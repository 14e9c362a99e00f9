"""Hints: each sentence is true of the move it is said of."""

from __future__ import annotations

import pytest

from escale.games.bloq.tests.sentences import Text, idea, parts, words
from escale.games.bloq.tests.tables import BOARDS, FORBIDDEN_HOLE, GAME, ONE_HOLE, at, covered_by, square

COLUMN = ("2 .44", "1 .44", "0 .u4")  # three cells beside the left edge
HOLES = ("2 .44.44", "1 .44.44", "0 .u4.u4")  # and three more between two blocks
BOTH_SIDES = ("2 .44..............44.", "1 .44..............44.", "0 .u4..............u4.")
ROOM = ("2 ...44", "1 ...44", "0 ...u4")  # for three columns in a corner
MIDDLE = ("9 ........44", "8 ........44", "7 ........u4")
THREE_AWAY = ("5 ........44", "4 ........44", "3 ........u4")
HALF_AS_MUCH_ROOM = (
    "5 b33",
    "4 bb33",
    "3 bbb333333444",
    "2 4444e3E333U44",
    "1 a4444...44",
    "0 aau4u4...44....44",
    "-1 aa3333..u4334444",
    "-2 aE33322223344u4",
    "-3 ....222233u4b",
    "-4 ...F222e3bb",
    "-5 ..2222bbb",
    "-6 .2222bb",
    "-7 F222b",
    "-8 bbb",
    "-9 b",
)
NO_CHOICE = (
    "6 b3333",
    "5 bbE333.33",
    "4 a22244..33a",
    "3 aa22244..33aa",
    "2 222222u4..e3aaa",
    "1 a222f223333444444",
    "0 aa222a44E333U44U44a",
    "-1 af22a44a222233aaa",
    "-2 aaaau4a222233aa",
    "-3 aa2222F22233a",
    "-4 a22223333e3",
    "-5 F222E333b",
    "-6 bb44bbb",
    "-7 b44bb",
    "-8 u4b",
    "-9 b",
)


@pytest.mark.parametrize(
    ("options", "points", "told"),
    [
        ("stock=1", "3 5", ("end.win", {"n": 1})),
        ("stock=1", "2 5", ("end.shared", {"n": 5})),
        ("stock=1", "1 5", ("end.behind", {"n": 1})),
        ("stock=1 players=3", "3 5 9", ("end.behind", {"n": 3})),
        ("stock=1 players=3 turn=2", "5 4 3", ("end.win", {"n": 1})),
        ("stock=1 players=3 turn=2", "6 6 3", ("end.shared", {"n": 6})),
    ],
)
def test_the_last_block_ends_the_game(options: str, points: str, told: Text) -> None:
    """BLOQ.E1, BLOQ.E2: three cells are isolated with it, and then the points are counted."""
    assert idea(square(*COLUMN, options=options, points=points), "0,3:3x2x4") == [told]


def test_the_last_room_ends_the_game() -> None:
    """BLOQ.E1: one who has no choice is told so."""
    assert idea(at("small", *ONE_HOLE), "-4,-1:2x3x4") == [("only", {}), ("end.win", {"n": 37})]
    assert idea(at("small", *FORBIDDEN_HOLE), "-6,-3:3x2x4") == [("end.win", {"n": 21})]


def test_the_only_move_is_compared_with_nothing() -> None:
    """It isolates two cells, and is not called the best; of the ten that stay open, six take one more block."""
    pos = at("small", *NO_CHOICE, points="14 31")
    assert pos.names() == ["-1,7:3x2x4"]
    assert idea(pos, "-1,7:3x2x4") == [("only", {}), ("some", {"what": (2, 2)}), ("then.some", {"n": 4})]


@pytest.mark.parametrize(
    ("rows", "move", "told"),
    [
        (COLUMN, "0,3:3x4x2", [("most", {"what": 3}), ("then.nothing", {})]),
        (HOLES, "0,3:4x2x3", [("most", {"what": (2, 6)}), ("then.nothing", {})]),
        (COLUMN, "0,3:4x2x3", [("most", {"what": 3}), ("then.some", {"n": 3})]),  # others leave nothing
        (BOTH_SIDES, "0,3:2x4x3", [("most", {"what": 3}), ("then.best", {"n": 3})]),
        (BOTH_SIDES, "0,3:2x3x4", [("most", {"what": 3}), ("exception", {})]),  # at its own height
        (HOLES, "0,3:2x3x4", [("some", {"what": 3}), ("exception", {})]),
        (HOLES, "2,3:2x4x3", [("some", {"what": 3}), ("then.some", {"n": 7})]),
        (HOLES, "3,3:4x2x3", [("some", {"what": 3}), ("opens", {"n": 2, "now": 1, "left": 6})]),
        (
            ("6 .44", "5 .44", "4 .u4", "3 ..3333", "2 ..E3332222", "1 ......2222", "0 ......F222"),
            "2,0:3x2x4",
            [("balance", {"what": 2, "left": 2, "most": 4, "would": 7})],
        ),
        (
            ("7 .3333", "6 .E333", "5 ..222", "4 ..222", "3 ..222", "2 ..f22", "1 ...3333", "0 ...E333"),
            "0,0:2x3x4",
            [("balance_all", {"what": 2, "most": 4, "would": 4})],
        ),
    ],
)
def test_cells_are_isolated(rows: tuple[str, ...], move: str, told: list[Text]) -> None:
    """BLOQ.S1, BLOQ.H1: how many, and what the next move can isolate, or that the block may touch its own height."""
    assert idea(square(*rows), move) == told


@pytest.mark.parametrize(
    ("rows", "move", "told"),
    [
        (ROOM, "0,0:3x4x2", [("spoils_all", {"now": 3})]),
        (("4 ....44", "3 ....44", "2 ....u4"), "6,1:2x4x3", [("careful", {"n": 19, "all": 60})]),  # a third of them
        (BOTH_SIDES, "3,0:4x2x3", [("least", {"left": 3})]),
        (BOTH_SIDES, "3,1:2x4x3", [("opens", {"n": 3, "now": 2, "left": 6})]),
        (BOTH_SIDES, "1,3:2x4x3", [("several", {"n": 2, "left": 7})]),  # as many as there are
        (ROOM, "0,3:4x2x3", [("cuts", {"what": 9}), ("then.some", {"n": 3})]),
        (ROOM, "5,0:4x2x3", [("edge", {}), ("then.some", {"n": 3})]),
        (THREE_AWAY, "8,0:4x3x2", [("edge", {})]),
        (THREE_AWAY, "6,1:2x4x3", [("nearer", {"n": 1})]),
        (THREE_AWAY, "6,3:2x4x3", [("careful", {"n": 6, "all": 69})]),  # few, so it comes after the others
        (MIDDLE, "10,7:2x4x3", [("away", {"n": 7})]),
        (COLUMN, "1,3:2x4x3", [("waits", {"n": 7})]),
    ],
)
def test_nothing_is_isolated(rows: tuple[str, ...], move: str, told: list[Text]) -> None:
    """BLOQ.S2, BLOQ.P3: what is prepared or prevented, and what the next move can isolate."""
    assert idea(square(*rows), move) == told


def test_less_than_before_can_be_isolated() -> None:
    """BLOQ.S1: across the tip of the diamond four cells could be; with this one a single cell is left to take."""
    pos = at("small", "-1 ........222", "-2 .......222", "-3 ......222", "-4 .....f22")
    assert idea(pos, "-1,-6:3x2x4") == [("spoils", {"now": 4, "n": 1})]


def test_little_choice_is_left() -> None:
    """BLOQ.P4: of the ways to place a block, which the others must, half are gone."""
    pos = at("small", *HALF_AS_MUCH_ROOM, options="turn=1 stock=28")
    assert idea(pos, "-1,4:2x3x4") == [("crowds", {"n": 16, "now": 32}), ("then.some", {"n": 17})]


@pytest.mark.parametrize(
    ("board", "move", "told"),
    [
        ("square20", "9,9:2x3x4", ("begin_away", {"n": 8})),
        ("square20", "2,9:2x3x4", ("begin_near", {"n": 2})),
        ("diamond421", "0,0:2x3x4", ("begin_away", {"n": 11})),
        ("diamond421", "-11,-1:2x3x4", ("begin_near", {"n": 2})),
        ("small", "-1,-1:3x2x4", ("begin_away", {"n": 7})),
    ],
)
def test_the_first_block(board: str, move: str, told: Text) -> None:
    """BLOQ.P2: nothing can be isolated with it; it may keep away from the edge, or not."""
    assert idea(at(board), move) == [told]


def test_nobody_can_catch_up() -> None:
    """BLOQ.E2: told of the move after which the lead is greater than all that is left to isolate, and from then on."""
    before, sure = (square(*COLUMN, points=f"{points} 0") for points in (380, 395))
    assert idea(before, "0,3:4x3x2") == [("uncatchable", {"n": 383, "left": 379})]
    assert GAME.advice.asides(before.state, 0) == []
    assert idea(sure, "0,3:4x3x2")[0] == ("most", {"what": 3})
    told = GAME.advice.asides(sure.state, 0)
    assert [part for text in told for part in parts(text)] == [("won", {"n": 395, "left": 394})]
    assert idea(square(*COLUMN, points="376 0"), "0,3:4x3x2")[0][0] == "most"  # 379 ahead, 379 left: somebody could draw level


@pytest.mark.parametrize(
    ("options", "english", "french"),
    [
        ("stock=1", "1 block is left, and you place it.", "Il reste 1 bloc, et c’est vous qui le posez."),
        (
            "stock=2",
            "2 blocks are left: if all of them are placed, you don't place the last one.",
            "Il reste 2 blocs~: si tous sont posés, ce n’est pas vous qui poserez le dernier.",
        ),
        (
            "stock=7 players=3 turn=2",
            "7 blocks are left: if all of them are placed, you place the last one.",
            "Il reste 7 blocs~: si tous sont posés, c’est vous qui poserez le dernier.",
        ),
        ("stock=7", None, None),  # too early to count
    ],
)
def test_who_places_the_last_block(options: str, english: str | None, french: str | None) -> None:
    """BLOQ.M3, BLOQ.E1: counted from the stock, once everybody has three blocks to place at most."""
    pos = square(*COLUMN, options=options)
    told = [words(text) for text in GAME.advice.asides(pos.state, pos.turn)]
    assert told == ([[english, french.replace("~", "\N{NO-BREAK SPACE}")]] if english and french else [])


@pytest.mark.parametrize(
    ("board", "move", "english", "french"),
    [
        (
            "diamond421",
            "3,-2:2x3x4",
            "Look near the middle, where x is 0 to 6 and y is -3 to 3.",
            "Regardez vers le milieu, là où x va de 0 à 6 et y de -3 à 3.",
        ),
        (
            "diamond421",
            "-8,0:4x3x2",
            "Look between the middle and the edge, where x is -9 to -3 and y is -3 to 3.",
            "Regardez entre le milieu et le bord, là où x va de -9 à -3 et y de -3 à 3.",
        ),
        (
            "square20",
            "17,1:2x3x4",
            "Look at the edge of the board, where x is 15 to 19 and y is 0 to 6.",
            "Regardez au bord du plateau, là où x va de 15 à 19 et y de 0 à 6.",
        ),
    ],
)
def test_where_to_look(board: str, move: str, english: str, french: str) -> None:
    """BLOQ.M2: by coordinates, as a board that can be turned has no sides with names."""
    pos = at(board)
    assert words(GAME.advice.place(pos.state, pos.read_move(pos.name(move)))) == [english, french]


@pytest.mark.parametrize(
    ("rows", "move", "english", "french"),
    [
        (COLUMN, "0,3:3x4x2", "The block will touch height 4.", "Le bloc touchera la hauteur 4."),
        (COLUMN, "0,3:3x2x4", "The block will touch height 4.", "Le bloc touchera la hauteur 4."),
        (
            ("3 ....222", "2 44..222", "1 44..222", "0 u4..f22"),
            "2,0:2x4x3",
            "The block will touch heights 2 and 4.",
            "Le bloc touchera les hauteurs 2 et 4.",
        ),
        (  # at a corner, the lower block on its edge isn't touched
            ("5 ..44", "4 ..44", "3 ..u4", "1 3333", "0 E333"),
            "4,2:4x3x2",
            "The block will touch height 4.",
            "Le bloc touchera la hauteur 4.",
        ),
    ],
)
def test_what_the_block_will_touch(rows: tuple[str, ...], move: str, english: str, french: str) -> None:
    """BLOQ.P3: the heights that can be read off the blocks help to find the place."""
    pos = square(*rows)
    told = words(GAME.advice.place(pos.state, pos.read_move(pos.name(move))))
    assert [sentence[-len(end) :] for sentence, end in zip(told, (english, french), strict=True)] == [english, french]


@pytest.mark.parametrize("board", BOARDS)
def test_a_place_holds_the_block_and_does_not_tell_it(board: str) -> None:
    """BLOQ.M2: most places are told of blocks that begin in several cells; in a tip there may be but one."""
    pos = at(board)
    told: dict[str, set[str]] = {}
    for move, name in zip(pos.moves(), pos.names(), strict=True):
        key, ends = GAME.advice.place(pos.state, move)
        assert all(ends["left"] <= x <= ends["right"] and ends["low"] <= y <= ends["high"] for x, y in covered_by(name))
        told.setdefault(f"{key} {ends}", set()).add(name.split(":")[0])
    assert sum(len(cells) > 3 for cells in told.values()) > len(told) / 2


@pytest.mark.parametrize(
    ("move", "english", "french"),
    [
        (
            "3,-2:2x3x4",
            "Place a block upright at 3,-2 (2 wide, 3 deep).",
            "Posez un bloc debout en 3,-2 (largeur 2, profondeur 3).",
        ),
        (
            "-3,0:4x2x3",
            "Place a block on its edge at -3,0 (4 wide, 2 deep).",
            "Posez un bloc sur la tranche en -3,0 (largeur 4, profondeur 2).",
        ),
        (
            "0,0:3x4x2",
            "Place a block flat at 0,0 (3 wide, 4 deep).",
            "Posez un bloc à plat en 0,0 (largeur 3, profondeur 4).",
        ),
    ],
)
def test_what_to_do(move: str, english: str, french: str) -> None:
    """BLOQ.M1, BLOQ.M2: said to who plays, with all that tells the move from others."""
    pos = at("diamond421")
    assert words(GAME.advice.deed(pos.state, pos.read_move(pos.name(move)))) == [english, french]
