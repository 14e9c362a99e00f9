"""The board drawn in a terminal, and what is told beside it."""

from __future__ import annotations

import re
from itertools import count
from random import Random

import pytest

from escale import Position
from escale.games.poucet.tests.tables import FACING, GAME, LANGUAGES, LETTERS, after, at, hand, last_cards
from escale.rules.compile import interpreted

#: Something of everything: paths of three colours, of which green's is cut, obstacles, passages, starts left behind.
TABLE = "a5 R0, b5 resw, c5 F 0e, d6 F B, i5 G1, h5 gew yns, g5 gew, e9 Y2, e8 ynsw, d8 W, f7 O, d2 F, c3 V, f2 W V, a1 R"
#: Seat 2 gave up, seat 1 is shut in, seat 3 has waited three turns before a forest and a wolf.
WAITING = "a5 R0, b5 rew, c5 O, i9 G1, i8 O, h9 O, e1 Y2, a9 G3, a8 F, b9 W"
EMPTY = str.maketrans("○·", "..")
FACTS = re.compile(r"\b[a-m]\d+\b|\d+|\([a-z]{2}\)")  # cells, numbers, and cards of paths as one types them


def sketch(pos: Position, language: str) -> list[list[tuple[str, str]]]:
    """The board as a watcher's terminal shows it."""
    lines: list[list[tuple[str, str]]] = GAME.view.sketch(pos.view(None), GAME.texts[language])
    return lines


def knows(pos: Position, seat: int | None, language: str) -> list[str]:
    """What is told beside the board."""
    lines = GAME.view.knows(pos.view(seat), GAME.texts[language])
    return ["".join(text for text, _ in line) for line in lines]


def cells_drawn(pos: Position, language: str = "en") -> dict[str, tuple[str, str]]:
    """What is drawn in each cell, with its style, by the row's number and where it stands under the letters of the columns."""
    *rows, scale = sketch(pos, language)
    letters = "".join(text for text, _ in scale)
    columns = {place: letter for place, letter in enumerate(letters) if letter != " "}
    found: dict[str, tuple[str, str]] = {}
    for (label, _), *pieces in rows:
        place = len(label)
        for text, style in pieces:
            found[f"{columns[place]}{int(label)}"] = text.strip(), style
            place += len(text)
    return found


def everything() -> Position:
    """The table with something of everything."""
    return at(TABLE, "ri rl wolf", "gi gt", "yl", said="players=3", more="discard ogre boots")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", ["9", "11", "13"])
def test_every_cell_is_drawn_in_its_place(language: str, size: str) -> None:
    """POU.M1: one line a row, the top row first, each with its number; below them the letters of the columns."""
    pos = GAME.new(seed=1, size=size)
    side = int(size)
    lines = sketch(pos, language)
    assert [int(line[0][0]) for line in lines[:-1]] == list(range(side, 0, -1))
    assert len({sum(len(text) for text, _ in line) for line in lines[:-1]}) == 1
    assert "".join(text for text, _ in lines[-1]).split() == list(LETTERS[:side])
    drawn = cells_drawn(pos, language)
    assert set(drawn) == {f"{letter}{row}" for letter in LETTERS[:side] for row in range(1, side + 1)}
    flower = f"{LETTERS[side // 2]}{side // 2 + 1}"
    assert [place for place, (mark, _) in drawn.items() if mark == "*"] == [flower]


@pytest.mark.parametrize(
    ("place", "mark"),
    [
        *(("a5", "R"), ("b5", "resw"), ("c5", "1e"), ("d6", "B"), ("i5", "G"), ("h5", "yns"), ("g5", "gew")),
        *(("d8", "W"), ("f7", "O"), ("d2", "F"), ("c3", "V"), ("f2", "V"), ("a1", "R"), ("e5", "*")),
        *(("b4", "○"), ("d5", "○"), ("a6", "○"), ("b6", "·"), ("f6", "·")),
    ],
)
def test_what_is_drawn(place: str, mark: str) -> None:
    """POU.D1, POU.D2, POU.M3, POU.M4: the top card of each cell; pebbles by their player's number; where a path may go on."""
    assert cells_drawn(everything())[place][0] == mark


def test_colour_is_never_the_only_signal() -> None:
    """POU.M2, POU.M3: what differs in colour differs in its sign too."""
    colours: dict[str, set[str]] = {}
    for mark, style in cells_drawn(everything()).values():
        colours.setdefault(mark, set()).add(style)
    assert {mark: styles - {"faint"} for mark, styles in colours.items() if len(styles - {"faint"}) > 1} == {}
    assert {"red", "green", "yellow", "blue"} <= {style for styles in colours.values() for style in styles}


def test_what_is_in_no_path_is_faint() -> None:
    """POU.D1, POU.X1: cards that were cut off, and starts left behind; those of a path have its colour."""
    drawn = cells_drawn(everything())
    assert [drawn[place][1] for place in ("a5", "b5", "i5", "e9")] == ["red", "red", "green", "yellow"]
    assert [drawn[place][1] for place in ("g5", "h5", "a1")] == ["faint"] * 3
    assert drawn["c5"][1] != "faint"
    assert cells_drawn(at("a5 R0, c5 F 0e, i5 G1"))["c5"] == ("1e", "faint")


def test_open_ends_only() -> None:
    """POU.B1, POU.D2: the ring is for empty cells where a path may go on, whosever; what lies at an end stays to be seen."""
    drawn = cells_drawn(at("a5 R0, b5 rew, c5 gns, a6 F, i5 G1"))
    assert {place for place, (mark, _) in drawn.items() if mark == "○"} == {"a4", "i4", "i6", "h5"}
    assert (drawn["c5"][0], drawn["a6"][0]) == ("gns", "F")


# Beside the board


def waiting() -> Position:
    """A table at which one gave up, one is blocked and one waits."""
    return at(WAITING, "ri rl", "gi wolf", "yi yi", "gt", said="players=4", more="out 2; waits 3 3; discard ogre")


def test_players_beside_the_board() -> None:
    """POU.D2, POU.B1, POU.B2, POU.E2: each player's distance and ends with their states, who waits, is blocked or gave up."""
    assert knows(waiting(), 1, "en")[:9] == [
        "Player 1: red path, 5 cards to the flower",
        "Ends of player 1: a4, c5 (dead), a6",
        "Player 2: green path, no way to the flower now",
        "Ends of player 2: i8 (dead), h9 (dead)",
        "Player 2 is blocked",
        "Player 3: has given up",
        "Player 4: green path, 7 cards to the flower",
        "Ends of player 4: a8 (obstructed), b9 (obstructed)",
        "Player 4: 3 turns in a row without an open end",
    ]


def test_cards_beside_the_board() -> None:
    """POU.T0, POU.T6, POU.B2: one's own hand, how many cards the others hold, the stock, the discards and start cards left."""
    assert knows(waiting(), 1, "en")[9:-1] == [
        "Player 1: 2 cards in hand",
        "Your hand: green straight (gi), wolf (wolf)",
        "Player 3: 2 cards in hand",
        "Player 4: 1 card in hand",
        "Stock: 121 cards",
        "Discards: 1 card",
        "Start cards left: red (1), yellow (1)",
    ]


@pytest.mark.parametrize(
    "pos", [everything(), waiting(), GAME.new(seed=1), after(GAME.new(seed=1), "take r", "take g", "start a5")]
)
def test_both_languages_tell_the_same(pos: Position) -> None:
    """POU.T0, POU.B1: line by line the same numbers, cells and cards, in other words."""
    for reader in (None, 0):
        english, french = (knows(pos, reader, language) for language in LANGUAGES)
        assert [FACTS.findall(line) for line in english] == [FACTS.findall(line) for line in french]
        assert not set(english) & set(french)


@pytest.mark.parametrize("language", LANGUAGES)
def test_hands_are_hidden(language: str) -> None:
    """POU.T0: each is told their own cards; a watcher none; who looks back at a game, whose they are."""
    pos = everything()
    told = {reader: "".join(knows(pos, reader, language)) for reader in (None, 0, 1, 2)}
    for seat in range(3):
        texts = [f"({card})" for card in set(hand(pos, seat))]
        assert {reader for reader, text in told.items() if any(card in text for card in texts)} == {seat}
    over = after(at("a5 R0, b5 rew, c5 rew, i5 G1", "ri wolf", "gi", more="waits 1 0"), "d5:rew")
    assert all("(gi)" in "".join(knows(over, reader, language)) for reader in (None, 0, 1))


@pytest.mark.parametrize("language", LANGUAGES)
def test_before_everybody_has_started(language: str) -> None:
    """POU.S2: who has no start card yet, who has one, and who has laid it, are told apart; no ends yet."""
    pos = GAME.new(seed=1)
    told = [knows(pos, None, language)[:2]]
    for move in ("take r", "take r", "start a5"):
        pos.play(move)
        told.append(knows(pos, None, language)[:2])
    first = pos.view(None)["first"]
    assert len({lines[first] for lines in told}) == 3
    assert told[0][first] != told[1][first] == told[2][first] != told[3][first]
    assert not any("a4" in line for line in knows(pos, None, language))


def test_the_last_cards() -> None:
    """POU.E2, POU.B2: with an empty stock, an empty hand and no start cards left, there is something to read."""
    told = knows(last_cards("a5 R0, i5 G1, a1 R, i1 G, a9 Y, i9 Y", "ri", ""), 0, "en")
    assert {"Player 2: 0 cards in hand", "Stock: 0 cards", "Start cards left: none"} <= set(told)
    over = after(last_cards(FACING, "ri", ""), "c5:rew")
    assert "Your hand: none" in knows(over, 0, "en")
    assert "Hand of player 1: none" in knows(over, 1, "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_whole_games_can_be_drawn(language: str) -> None:
    """POU.M1, POU.X1: positions of a game, its end included: every cell as the text of the position has it."""
    pos, rng = GAME.new(players=2, seed=19, size="9"), Random(19)
    for turn in count():
        pos.play(rng.choice(pos.moves()))
        if pos.over or turn % 4 == 0 or not interpreted:
            assert not misdrawn(pos, cells_drawn(pos, language))
            assert all(knows(pos, seat, language) for seat in (None, 0))
        if pos.over:
            return


@pytest.mark.parametrize(("players", "size"), [(6, "9")] if interpreted else [(6, "9"), (5, "usual"), (4, "usual")])
def test_large_tables_can_be_drawn(players: int, size: str) -> None:
    """POU.M1, POU.X1, POU.W1: with many players, where there is much of everything."""
    pos, rng = GAME.new(players=players, seed=2, size=size), Random(2)
    for turn in count():
        pos.play(rng.choice(pos.moves()))
        if pos.over or turn % 16 == 0:
            assert not misdrawn(pos, cells_drawn(pos))
        if pos.over:
            return


def misdrawn(pos: Position, drawn: dict[str, tuple[str, str]]) -> set[str]:
    """The cells that aren't drawn as the text of the position has them; there pebbles count their players from 0."""
    side = pos.view(None)["side"]
    rows = [line.split() for line in pos.text().splitlines()[2 : 2 + side]]
    written = {
        f"{letter}{side - row}": token
        for row, tokens in enumerate(rows)
        for letter, token in zip(LETTERS, tokens, strict=False)
    }
    wanted = {place: f"{int(token[0]) + 1}{token[1:]}" if token[0].isdigit() else token for place, token in written.items()}
    return {
        place for place, token in wanted.items() if drawn[place][0].translate(EMPTY) != token
    } | drawn.keys() ^ wanted.keys()


def test_what_is_drawn_wrongly_is_found() -> None:
    """POU.M1: a card in another cell's place, or another card, is seen."""
    pos = everything()
    drawn = cells_drawn(pos)
    assert not misdrawn(pos, drawn)
    assert misdrawn(pos, {**drawn, "a5": drawn["b5"], "b5": drawn["a5"]}) == {"a5", "b5"}
    assert misdrawn(pos, {**drawn, "c5": ("0e", "plain"), "f6": ("F", "green")}) == {"c5", "f6"}
    assert misdrawn(pos, {**drawn, "k5": drawn["b5"]}) == {"k5"}
