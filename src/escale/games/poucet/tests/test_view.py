"""What is seen of a table: cells and their piles, paths, ends, players, hands, and the moves with what each does."""

from __future__ import annotations

from typing import Any

import pytest

from escale import Position
from escale.games.poucet.tests.tables import (
    FACING,
    GAME,
    LANGUAGES,
    after,
    at,
    card_of,
    cell,
    described,
    ends,
    hand,
    last_cards,
    seat_of,
)

SHUT_IN = "a9 R0, a8 O, b9 O, i5 G1"
#: Red comes along row 5, green down the column d: they meet at d5, before the flower. Yellow is in its corner.
THREE = "a5 R0, b5 rew, c5 rew, d9 G1, d8 gns, d7 gns, d6 gns, i1 Y2"
#: One colour, two seats: the pebbles of seat 0 are in its path; that of seat 1 comes to their side.
PEBBLES = "a5 R0, b5 rew, c5 F 0e, d5 rnw, c9 R1, c8 rns, c7 rns, c6 rns, i5 G2"
EVERY_GAME = "game version players options seat turn over winners task closing moves"
THIS_GAME = "side flower cells ends seats hands stock discard starts mover step first winner"


def lying(pos: Position, place: str) -> dict[str, Any]:
    """What is seen of a cell, without where it is."""
    found = next(card for card in pos.view(None)["cells"] if cell(card["at"]) == place)
    return {name: value for name, value in found.items() if name != "at"}


def named(moves: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Moves by their texts, without their numbers."""
    return {move["text"]: {name: value for name, value in move.items() if name not in ("move", "text")} for move in moves}


# The board


def test_what_is_told() -> None:
    """POU.M1, POU.S1: these things, before a game, in it and after it, to everybody; and nothing else."""
    over = after(at("a5 R0, b5 rew, c5 rew, i5 G1", "ri"), "d5:rew")
    for pos in (GAME.new(seed=1), at(FACING), over):
        for reader in (None, 0, 1):
            assert set(pos.view(reader)) == {*EVERY_GAME.split(), *THIS_GAME.split()}


def test_the_cells() -> None:
    """POU.D1, POU.M2, POU.M3, POU.M4: every cell with a card, row by row from row 1, with what is to say of it."""
    pos = at("e1 Y, a5 R0, b5 rew, c5 F 0e, i5 G1, h5 O, i6 V, h6 W, g6 F, a9 R, b9 gnes, d6 W V B")
    assert pos.view(None)["cells"] == [
        {"at": [4, 0], "kind": "start", "colour": "y", "open": "new", "seat": None, "below": [], "paths": []},
        {"at": [0, 4], "kind": "start", "colour": "r", "open": "nes", "seat": 0, "below": [], "paths": [0]},
        {"at": [1, 4], "kind": "path", "colour": "r", "open": "ew", "below": [], "paths": [0]},
        {"at": [2, 4], "kind": "pebbles", "seat": 0, "way": "e", "below": [{"kind": "forest"}], "paths": [0]},
        {"at": [7, 4], "kind": "ogre", "below": [], "paths": []},
        {"at": [8, 4], "kind": "start", "colour": "g", "open": "nsw", "seat": 1, "below": [], "paths": [1]},
        {"at": [3, 5], "kind": "boots", "below": [{"kind": "wolf"}, {"kind": "river"}], "paths": []},
        {"at": [6, 5], "kind": "forest", "below": [], "paths": []},
        {"at": [7, 5], "kind": "wolf", "below": [], "paths": []},
        {"at": [8, 5], "kind": "river", "below": [], "paths": []},
        {"at": [0, 8], "kind": "start", "colour": "r", "open": "es", "seat": None, "below": [], "paths": []},
        {"at": [1, 8], "kind": "path", "colour": "g", "open": "nes", "below": [], "paths": []},
    ]


def test_a_pile() -> None:
    """POU.X1, POU.T5: all that lies below, from the bottom up, with colours, openings, ways and who laid pebbles."""
    pos = at("a5 R0, b5 rew, c5 F 1w rns gew yes rnw, i5 G1")
    assert lying(pos, "c5") == {
        "kind": "path",
        "colour": "r",
        "open": "nw",
        "below": [
            {"kind": "forest"},
            {"kind": "pebbles", "seat": 1, "way": "w"},
            {"kind": "path", "colour": "r", "open": "ns"},
            {"kind": "path", "colour": "g", "open": "ew"},
            {"kind": "path", "colour": "y", "open": "es"},
        ],
        "paths": [0],
    }


@pytest.mark.parametrize(
    ("place", "paths"),
    [("a5", [0, 1]), ("b5", [0, 1]), ("a6", [0, 1]), ("c5", [0, 1, 2]), ("c4", [0]), ("c6", [2]), ("f1", []), ("d5", [])],
)
def test_whose_path_holds_it(place: str, paths: list[int]) -> None:
    """POU.D1, POU.W1, POU.W2: those of one colour whose cards meet; anybody's boots; pebbles of who laid them; or nobody's."""
    cards = "a5 R0, a6 R1, b5 rew, c5 F B, d5 yew, c4 F 0s, c9 G2, c8 gns, c7 gns, c6 gns, f1 Y"
    assert lying(at(cards, said="players=3"), place)["paths"] == paths


def test_the_start_of_one_who_gave_up() -> None:
    """POU.D1, POU.B2: it is still whose it was, but in no path."""
    seen = lying(at("a5 R0, i5 G1, e1 Y2", said="players=3", more="out 1"), "i5")
    assert (seen["seat"], seen["paths"]) == (1, [])


# Ends


def test_the_ends() -> None:
    """POU.D2, POU.B1: by seat, then cell from row 1, then way; each with its state; of who gave up none."""
    pos = at("a1 R0, b1 resw, b2 F, c1 gns, i9 G1, h9 O, e9 Y2", said="players=3", more="out 2")
    assert pos.view(None)["ends"] == [
        {"seat": 0, "at": [2, 0], "way": "e", "state": "open"},
        {"seat": 0, "at": [0, 1], "way": "n", "state": "open"},
        {"seat": 1, "at": [8, 7], "way": "s", "state": "open"},
        {"seat": 1, "at": [7, 8], "way": "w", "state": "dead"},
    ]


def test_several_ends_at_a_cell() -> None:
    """POU.D2, POU.X2: of one path by two ways, of two paths; what one may cover another may not."""
    pos = at("a5 R0, b5 resw, b4 rnes, b3 rne, c3 rnw, d1 G1, d2 gns, d3 gns, d4 gnsw")
    assert [end for end in pos.view(None)["ends"] if end["at"] == [2, 3]] == [
        {"seat": 0, "at": [2, 3], "way": "n", "state": "open"},
        {"seat": 0, "at": [2, 3], "way": "e", "state": "open"},
        {"seat": 1, "at": [2, 3], "way": "w", "state": "open"},
    ]
    met = at("a5 R0, b5 rew, c9 G1, c8 gns, c7 gns, c6 gns, c5 rns")
    assert [(end["seat"], end["way"], end["state"]) for end in met.view(None)["ends"] if end["at"] == [2, 4]] == [
        (0, "e", "dead"),
        (1, "s", "open"),
    ]


def test_the_front_of_pebbles() -> None:
    """POU.D2, POU.W1: a path that comes back to the front of its own pebbles has no end there; another's has."""
    pos = at(PEBBLES, said="players=3")
    assert [place for place in ends(pos, 0) if place.startswith("c5")] == []
    assert ends(pos, 1)["c5 s"] == "open"


# Players


def test_the_players() -> None:
    """POU.S2, POU.B1, POU.B2: colour, start, whether they gave up, cards, turns without an open end, blocked, distance."""
    pos = at(
        "a5 R0, b5 rew, i9 G1, i8 O, h9 O, e1 Y2, a9 G3, a8 F, b9 W",
        "ri rl",
        "gi",
        "yi yi yi yi",
        said="players=4",
        more="out 2; waits 3 4",
    )
    assert pos.view(None)["seats"] == [
        {"colour": "r", "start": [0, 4], "out": False, "cards": 2, "waits": 0, "blocked": False, "distance": 2},
        {"colour": "g", "start": [8, 8], "out": False, "cards": 1, "waits": 0, "blocked": True, "distance": None},
        {"colour": "y", "start": [4, 0], "out": True, "cards": 4, "waits": 0, "blocked": False, "distance": None},
        {"colour": "g", "start": [0, 8], "out": False, "cards": 6, "waits": 4, "blocked": False, "distance": 7},
    ]


def test_the_players_before_they_start() -> None:
    """POU.S2: no colour, then a colour, then a start; how far it is only then."""
    pos = GAME.new(seed=1, size="9")
    first = pos.view(None)["first"]
    assert pos.turn == first

    def seen() -> list[tuple[Any, ...]]:
        players = [seat_of(pos, (first + seat) % 2) for seat in (0, 1)]
        return [(one["colour"], one["start"], one["distance"], one["blocked"], one["waits"]) for one in players]

    assert seen() == [(None, None, None, False, 0)] * 2
    assert (pos.view(None)["step"], pos.view(None)["starts"]) == ("choose", {"r": 2, "g": 2, "y": 2})
    pos = after(pos, "take y", "take g")
    assert seen() == [("y", None, None, False, 0), ("g", None, None, False, 0)]
    assert (pos.view(None)["step"], pos.view(None)["starts"]) == ("start", {"r": 2, "g": 1, "y": 1})
    pos.play("start a5")
    assert seen() == [("y", [0, 4], 3, False, 0), ("g", None, None, False, 0)]
    pos.play("start a1")
    assert seen() == [("y", [0, 4], 3, False, 0), ("g", [0, 0], 7, False, 0)]
    assert (pos.view(None)["step"], pos.turn) == ("play", first)


def test_hands_are_hidden() -> None:
    """POU.T0: each sees their own, in the order of the deck; a watcher none. How many there are everybody sees."""
    pos = at(FACING, "wolf ri boots gi", "yl gt")
    cards = [["ri", "gi", "wolf", "boots"], ["gt", "yl"]]
    assert pos.view(0)["hands"] == [cards[0], None]
    assert pos.view(1)["hands"] == [None, cards[1]]
    assert pos.view(None)["hands"] == [None, None]
    assert pos.view(revealed=True)["hands"] == cards
    assert [player["cards"] for player in pos.view(None)["seats"]] == [4, 2]


@pytest.mark.parametrize(
    ("pos", "move"),
    [
        (at("a5 R0, b5 rew, c5 rew, i5 G1", "ri wolf", "gi gl"), "d5:rew"),
        (at(SHUT_IN, "ri wolf", "gi gl"), "give up"),
        (last_cards("a5 R0, b5 rew, i5 G1, e1 Y2", "ri", "gi gl", "", said="players=3", more="out 1"), "c5:rew"),
    ],
)
def test_hands_are_open_at_the_end(pos: Position, move: str) -> None:
    """POU.E1, POU.E2: however it ended, to everybody; also those of who gave up."""
    assert pos.view(None)["hands"] == [None] * pos.players
    pos.play(move)
    cards = [hand(pos, seat) for seat in range(pos.players)]
    assert any(cards)
    assert all(pos.view(reader)["hands"] == cards for reader in (None, *range(pos.players)))


def test_what_lies_beside_the_board() -> None:
    """POU.T0, POU.T6, POU.B2: how many cards the stock has, the discards in order, the start cards that nobody has taken."""
    pos = at("a5 R0, b5 rew, i5 G1, e1 Y, e9 Y", "ri", "gi", more="discard wolf ri wolf boots")
    seen = pos.view(None)
    assert (seen["stock"], seen["discard"]) == (135 - 1 - 2 - 4, ["wolf", "ri", "wolf", "boots"])
    assert seen["starts"] == {"r": 1, "g": 1, "y": 0}


@pytest.mark.parametrize("turn", [0, 2])
def test_whose_turn_it_is(turn: int) -> None:
    """POU.T0, POU.S1, POU.E1: who moves, what is to be decided, who began; nobody has won."""
    seen = at(THREE, said=f"players=3 turn={turn} first=1").view(None)
    assert [seen[name] for name in ("turn", "mover", "step", "first", "winner", "over")] == [turn, turn, "play", 1, None, False]


@pytest.mark.parametrize(
    ("pos", "move", "mover", "winner"),
    [
        (at(THREE, "ri", said="players=3"), "d5:rew", 0, 0),
        (at("a5 R0, b5 rew, c5 rew, i5 G1", "wolf", "ri", said="turn=1"), "d5:rew", 1, 0),
        (at(SHUT_IN), "give up", 0, 1),
        (last_cards(FACING, "ri", ""), "a4:rns", 0, None),
    ],
)
def test_who_has_won(pos: Position, move: str, mover: int, winner: int | None) -> None:
    """POU.E1, POU.E2: the winner, or nobody; who moved last is still told, and nobody moves any more."""
    seen = after(pos, move).view(None)
    assert [seen[name] for name in ("turn", "mover", "step", "winner", "over")] == [None, mover, "over", winner, True]
    assert seen["winners"] == ([] if winner is None else [winner])
    assert not any(player["blocked"] for player in seen["seats"])


# Moves


def test_moves_are_for_the_seat_to_move() -> None:
    """POU.T0: with their numbers and texts, in order; the others see none, as they would tell the hand."""
    pos = at(FACING, said="turn=1")
    moves = pos.view(1)["moves"]
    assert [move["move"] for move in moves] == pos.moves()
    assert [move["text"] for move in moves] == pos.names()
    assert pos.view(0)["moves"] == pos.view(None)["moves"] == pos.view(revealed=True)["moves"] == []


def test_start_cards_to_take_and_to_lay() -> None:
    """POU.S2: colours that are left, then free cells of the border."""
    pos = GAME.new(players=3, seed=1, size="9")
    assert pos.turn is not None
    assert named(pos.view(pos.turn)["moves"]) == {f"take {colour}": {"do": "take", "colour": colour} for colour in "rgy"}
    pos = after(pos, "take g", "take g")
    assert named(pos.view(pos.turn)["moves"]) == {f"take {colour}": {"do": "take", "colour": colour} for colour in "ry"}
    pos = after(pos, "take r", "start b1")
    moves = named(pos.view(pos.turn)["moves"])
    assert len(moves) == 31
    assert moves["start a1"] == {"do": "start", "at": [0, 0], "open": "ne"}
    assert moves["start i8"] == {"do": "start", "at": [8, 7], "open": "nsw"}


def test_ways_out_and_discards() -> None:
    """POU.B2, POU.T6: what else there may be to do."""
    blocked = named(at(SHUT_IN, "ri").view(0)["moves"])
    assert blocked["restart y a5"] == {"do": "restart", "colour": "y", "at": [0, 4], "open": "nes"}
    assert blocked["give up"] == {"do": "give_up"}
    assert named(at(FACING, "boots pebbles boots").view(0)["moves"]) == {
        "discard pebbles": {"do": "discard", "card": "pebbles"},
        "discard boots": {"do": "discard", "card": "boots"},
    }


# By position and move: the role, whom it helps, whom it hinders, who wins.
DONE: dict[str, tuple[str, str, str, list[int], list[int], int | None]] = {
    "on with one's path": (FACING, "c5:rew", "path", [0], [], None),
    "a fork": (FACING, "c5:resw", "path", [0], [], None),
    "an obstacle": (FACING, "g5:wolf", "obstacle", [], [1], None),
    "an ogre": (FACING, "g5:ogre", "obstacle", [], [1], None),
    "a path card as obstacle": (FACING, "g5:rns", "obstacle", [], [1], None),
    "in the way of two": (THREE, "d5:wolf", "obstacle", [], [0, 1], None),
    "one's own path, another's way barred": (THREE, "d5:rsw", "path", [0], [1], None),
    "in no path's colour": (THREE, "d5:yns", "obstacle", [], [0, 1], None),
    "to the flower": (THREE, "d5:rew", "path", [0], [1], 0),
    "a crossing that cuts": (THREE.replace("i1", "d5 gns, i1"), "d5:rsw", "crossing", [0], [1], None),
    "a crossing of what nobody has": ("a5 R0, b5 rew, c5 gns, i5 G1", "c5:rew", "crossing", [0], [], None),
    "pebbles": ("a5 R0, b5 rew, c5 F, i5 G1", "c5:pebbles-e", "passage", [0], [], None),
    "pebbles to the flower": ("a5 R0, b5 rew, c5 rew, d5 F, i5 G1", "d5:pebbles-e", "passage", [0], [], 0),
    "pebbles where others wait": (THREE.replace("i1", "d5 F, i1"), "d5:pebbles-e", "passage", [0], [], 0),
    "boots": ("a5 R0, b5 rew, c5 W V, i5 G1", "c5:boots", "passage", [0], [], None),
    "boots for two": (THREE.replace("i1", "d5 F, i1"), "d5:boots", "passage", [0, 1], [], 0),
    "a wolf drowns": ("a5 R0, b5 rew, c5 W, i5 G1", "c5:river", "passage", [], [], None),
    "a river in the way": (FACING, "g5:river", "obstacle", [], [1], None),
    "joined to one's own colour": ("a5 R0, a7 R1, b7 rsw, b6 rns, i5 G2", "b5:rnw", "path", [0, 1], [], None),
    "with one's back to a namesake": ("a5 R0, a7 R1, b7 rsw, b6 rns, i5 G2", "b5:rew", "path", [0], [1], None),
}


@pytest.mark.parametrize("name", DONE)
def test_what_a_card_does(name: str) -> None:
    """POU.T2, POU.T3, POU.T4, POU.T5, POU.X1, POU.E1: its role, whose path goes on, whose is hindered, who wins."""
    cards, move, role, helps, hinders, wins = DONE[name]
    players = 3 if cards.endswith("2") else 2
    told = described(at(cards, card_of(move.partition(":")[2]), said=f"players={players}"), move)
    assert [told[key] for key in ("do", "role", "helps", "hinders", "wins")] == ["lay", role, helps, hinders, wins]


@pytest.mark.parametrize(
    ("pos", "move", "helps", "hinders", "wins"),
    [
        (at("a5 R0, b5 rew, c5 rew, i5 G1", "wolf", "ri", said="turn=1"), "d5:rew", [0], [], 0),
        (at("a5 R0, b5 rew, i9 G1, i8 O, h9 O", "wolf"), "c5:wolf", [], [0], None),
        (at("a5 R0, b5 rew, c5 F, i9 G1, i8 O, h9 O", "ri", "boots", said="turn=1 favour=free"), "c5:boots", [0], [], None),
        # One's own loop: the end that is barred is that of the card's own path too.
        (at("a5 R0, b5 resw, b4 rnes, b3 rne, c3 rnw, i5 G1", "rl"), "c4:rsw", [0], [], None),
    ],
)
def test_what_one_has_to_do(pos: Position, move: str, helps: list[int], hinders: list[int], wins: int | None) -> None:
    """POU.T1, POU.E1: who must, helps another, who may win by it, or hinders oneself."""
    told = described(pos, move)
    assert (told["helps"], told["hinders"], told["wins"]) == (helps, hinders, wins)


@pytest.mark.parametrize(
    ("cards", "move", "helps", "hinders"),
    [
        (PEBBLES, "c5:rns", [1], [0]),
        (PEBBLES, "c5:rne", [1], [0]),  # it meets the card behind the pebbles, which is in that path no more
        (PEBBLES, "c5:rnes", [1], [0]),
        (PEBBLES, "c5:rnw", [0, 1], [0]),  # what came before the pebbles is joined, what came after is cut off
        (PEBBLES, "c5:rnsw", [0, 1], [0]),
        (PEBBLES, "c5:rnew", [0, 1], []),
        ("a5 R0, a6 R1, b5 rew, c5 F 0e, i5 G2", "c5:rew", [0, 1], []),  # one path before and after, nothing is lost
    ],
)
def test_pebbles_covered_in_their_own_colour(cards: str, move: str, helps: list[int], hinders: list[int]) -> None:
    """POU.X1, POU.X2, POU.W1: by a namesake: whose path holds the card is helped, whose is cut hindered."""
    told = described(at(cards, "ri", "ri rl rt", said="players=3 turn=1"), move)
    assert (told["role"], told["helps"], told["hinders"]) == ("crossing", helps, hinders)


def test_how_a_card_lies() -> None:
    """POU.M3, POU.W1: its openings or the way of pebbles, and where; of others nothing more."""
    pos = at("a5 R0, b5 rew, c5 F, i5 G1, h5 gew", "rl pebbles wolf")
    assert named(pos.view(0)["moves"])["a6:rsw"] == {
        **{"do": "lay", "card": "rl", "at": [0, 5], "open": "sw", "role": "path"},
        **{"helps": [0], "hinders": [], "wins": None},
    }
    assert {key: described(pos, "c5:pebbles-e")[key] for key in ("card", "at", "way")} == {
        **{"card": "pebbles", "at": [2, 4], "way": "e"},
    }
    assert "open" not in described(pos, "c5:pebbles-e")
    assert set(described(pos, "g5:wolf")) == {"move", "text", "do", "card", "at", "role", "helps", "hinders", "wins"}


# What has to be done


@pytest.mark.parametrize(
    ("pos", "task"),
    [
        (GAME.new(seed=1), "choose"),
        (after(GAME.new(seed=1), "take r", "take r"), "start"),
        (at(FACING), "play"),
        (at(FACING, "boots"), "play"),  # that no card can be played only its owner knows
        (at("a9 R0, a8 F, b9 W, i5 G1", more="waits 0 5"), "play"),
        (at("a9 R0, a8 F, b9 W, i5 G1", more="waits 0 6"), "blocked"),
        (at(SHUT_IN), "blocked"),
        (at(SHUT_IN, said="turn=1"), "play"),  # somebody else is
    ],
)
def test_what_must_be_done(pos: Position, task: str) -> None:
    """POU.S2, POU.T1, POU.B2: said in both languages to who does it and to the others."""
    assert [pos.view(reader)["task"] for reader in (None, 0, 1)] == [task] * 3
    said = [GAME.texts[language].say(f"task.{task}.{who}", who="Ada") for language in LANGUAGES for who in ("you", "other")]
    assert len(set(said)) == len(said)
    assert ["Ada" in sentence for sentence in said] == [False, True] * len(LANGUAGES)


def test_no_task_at_the_end() -> None:
    """POU.E1: nothing is to be done any more, and there are no moves."""
    seen = after(at(THREE, "ri", said="players=3"), "d5:rew").view(0)
    assert (seen["task"], seen["moves"]) == (None, [])
