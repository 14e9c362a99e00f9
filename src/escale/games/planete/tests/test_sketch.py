"""The planets drawn in a terminal, and what is told beside them."""

from __future__ import annotations

import re

import pytest

from escale import Position
from escale.games.planete.tests.scored import SCORED
from escale.games.planete.tests.situations import SITUATIONS
from escale.games.planete.tests.sketched import (
    HIDDEN,
    READERS,
    ROWS,
    Reader,
    codes,
    full,
    knows,
    misdrawn,
    offer_told,
    planets_drawn,
    sketch,
)
from escale.games.planete.tests.tables import GAME, LANGUAGES, after, at, line_of, new, over, parsed
from escale.games.planete.tests.wording import CHARACTERS, NO_BREAK


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_planet_has_its_lines(players: int, language: str) -> None:
    """PLAN.R4: for each a title with its player, then four rows of four cells, all as wide; free ones by their numbers."""
    lines = sketch(new(players, 1), None, language)
    assert len(lines) == players * (1 + ROWS)
    for seat in range(players):
        title, *rows = lines[seat * (1 + ROWS) : (seat + 1) * (1 + ROWS)]
        assert [style for _, style in title] == ["strong"]
        assert re.findall(r"\d+", title[0][0]) == [str(seat + 1), "0"]
        assert [[text.strip() for text, _ in row] for row in rows] == [
            [f"·{cell}" for cell in range(ROWS * row, ROWS * row + ROWS)] for row in range(ROWS)
        ]
        assert {style for row in rows for _, style in row} == {"faint"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_columns_stand_below_each_other(language: str) -> None:
    """PLAN.R4: whatever the names, the longest too: a blank between two tiles, and all rows as wide."""
    found = set()
    for first in (0, 4, 8, len(CHARACTERS) - 4):
        corners = " ".join(list(CHARACTERS)[first : first + 4])
        pos = at(f" / / / {corners}", " / / / vain turk hunter gardener", said="two_player=plain")
        rows = [row for row in sketch(pos, None, language) if len(row) > 1]
        found |= {tuple(len(text) for text, _ in row) for row in rows}
        assert all(text.startswith("  ") for row in rows for text, _ in row)
    assert len(found) == 1


@pytest.mark.parametrize(
    ("seat", "cell", "mark", "style"),
    [
        *((0, 0, "drunkard", "plain"), (0, 3, "lamplighter", "plain"), (0, 1, "(bsG)", "faint"), (0, 7, "vslFG", "plain")),
        *((0, 5, "(bWWB)", "faint"), (0, 6, "(bFWW)", "faint"), (0, 2, "br*", "plain"), (0, 4, "·4", "faint")),
        *((0, 12, "·12", "faint"), (1, 0, "geographer", "plain"), (1, 1, "sE", "plain"), (1, 7, "v**", "plain")),
        *((1, 5, "W", "plain"), (1, 2, "lcc", "plain"), (1, 3, "king", "plain"), (1, 9, "·9", "faint")),
    ],
)
def test_what_is_drawn(seat: int, cell: int, mark: str, style: str) -> None:
    """PLAN.R4, PLAN.B1: tiles by their letters in their places; those face down in brackets and faint, as free places are."""
    assert planets_drawn(full())[seat][cell] == (mark, style)


def test_baobabs_are_turned() -> None:
    """PLAN.B1: by the third, all three are drawn in brackets."""
    pos = parsed(SITUATIONS["the third baobab"])
    marks = [[planets_drawn(each)[0][cell][0] for cell in (0, 5, 1, 2)] for each in (pos, after(pos, "take bsS"))]
    assert marks == [["king", "bGG", "br*", "·2"], ["king", "(bGG)", "(br*)", "(bsS)"]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_s_own_planet_is_first(language: str) -> None:
    """PLAN.R4: then all others as they sit; a watcher, and who looks back, sees them as they sit."""
    pos = parsed(SITUATIONS["roses and stars"])
    orders: dict[Reader, list[int]] = {None: [0, 1, 2, 3], "back": [0, 1, 2, 3], 0: [0, 1, 2, 3], 2: [2, 0, 1, 3]}
    for reader, order in (orders | {1: [1, 0, 2, 3], 3: [3, 0, 1, 2]}).items():
        drawn = planets_drawn(pos, reader, language)
        assert list(drawn) == order
        assert drawn == planets_drawn(pos, None, language)


@pytest.mark.parametrize(
    ("language", "title"),
    [("en", "Planet of player {}: {} points now"), ("fr", "Planète du joueur {}~: {} points pour le moment")],
)
def test_points_above_the_planets(language: str, title: str) -> None:
    """PLAN.E1: those of the characters, less what volcanoes cost now."""
    lines = sketch(parsed(SITUATIONS["volcanoes are tied"]), None, language)
    told = [line[0][0] for line in lines if len(line) == 1]
    assert told[:2] == [title.replace("~", NO_BREAK).format(player, points) for player, points in ((1, 3), (2, 8))]
    assert re.findall(r"\d+", told[2]) == ["3", "0"]


def test_negative_points_and_one() -> None:
    """PLAN.E1: are said as they are."""
    pos = at("vS / / / king", "W / / / turk", said="two_player=plain")
    told = [line[0][0] for line in sketch(pos, None, "en") if len(line) == 1]
    assert told == ["Planet of player 1: -1 points now", "Planet of player 2: 1 point now"]


def test_what_is_drawn_wrongly_is_found() -> None:
    """PLAN.R4: a tile in another cell or on another planet, without its brackets, or a planet too many is seen."""
    pos = full()
    drawn = planets_drawn(pos)
    assert not misdrawn(pos, drawn)
    assert misdrawn(pos, {**drawn, 0: {**drawn[0], 5: drawn[0][6], 6: drawn[0][5]}}) == {(0, 5), (0, 6)}
    assert misdrawn(pos, {**drawn, 0: {**drawn[0], 1: ("bsG", "plain")}}) == {(0, 1)}
    assert {seat for seat, _ in misdrawn(pos, {0: drawn[1], 1: drawn[0]})} == {0, 1}
    assert misdrawn(pos, {**drawn, 2: {0: ("king", "plain")}}) == {(2, 0)}
    assert len(misdrawn(pos, {0: drawn[0]})) == ROWS * ROWS


# Beside them


def test_beside_the_planets() -> None:
    """PLAN.R1, PLAN.R2, PLAN.B1, PLAN.E1: the round, the stacks, the table, who waits; of each planet what counts."""
    assert knows(full(), 1, "en")[:-1] == [
        "Round 8 of 16, led by player 1",
        "cores: 8 tiles left, chosen 2 of 4 times",
        "rising edges: 8 tiles left, chosen 2 of 4 times",
        "falling edges: 8 tiles left, chosen 2 of 4 times",
        "characters: 8 tiles left, chosen 2 of 4 times",
        "On the table, falling edges: a baobab, a sunset and a snake (bsS); a sunset and an elephant (sE)",
        "No tile yet this round: player 1 and player 2",
        "player 1",
        "  Visible: 1 baobab, 1 volcano, 1 sunset, 1 rose, 1 lamppost, 3 big stars, 1 fox, 1 beige sheep",
        "  drunkard: 9 points",
        "  lamplighter: 1 point",
        "  Face down: 3 tiles",
        "player 2",
        "  Visible: 2 volcanoes, 1 sunset, 1 lamppost, 2 boxes, 5 big stars, 1 elephant, 1 snake, 1 white sheep",
        "  geographer: 3 points",
        "  king: 0 points",
        "  Most volcanoes: 2 points lost",
    ]


def test_beside_the_planets_in_french() -> None:
    """PLAN.R1, PLAN.R2, PLAN.B1, PLAN.E1: the same."""
    told = [line.replace(NO_BREAK, "~") for line in knows(full(), 1, "fr")]
    assert told[:-1] == [
        "Tour 8 sur 16, mené par le joueur 1",
        "cœurs~: il reste 8 tuiles, pioche choisie 2 fois sur 4",
        "bordures montantes~: il reste 8 tuiles, pioche choisie 2 fois sur 4",
        "bordures descendantes~: il reste 8 tuiles, pioche choisie 2 fois sur 4",
        "personnages~: il reste 8 tuiles, pioche choisie 2 fois sur 4",
        "Sur la table, bordures descendantes~: un baobab, un coucher de soleil et un serpent (bsS)~; "
        "un coucher de soleil et un éléphant (sE)",
        "Pas encore de tuile ce tour-ci~: joueur 1 et joueur 2",
        "joueur 1",
        "  Visible~: 1 baobab, 1 volcan, 1 coucher de soleil, 1 rose, 1 réverbère, 3 grosses étoiles, 1 renard, 1 mouton beige",
        "  ivrogne~: 9 points",
        "  allumeur de réverbères~: 1 point",
        "  Retournées~: 3 tuiles",
        "joueur 2",
        "  Visible~: 2 volcans, 1 coucher de soleil, 1 réverbère, 2 caisses, 5 grosses étoiles, 1 éléphant, 1 serpent, "
        "1 mouton blanc",
        "  géographe~: 3 points",
        "  roi~: 0 point",
        "  Le plus de volcans~: 2 points perdus",
    ]


def test_a_planet_of_which_nothing_is_seen() -> None:
    """PLAN.B1, PLAN.C3, PLAN.C7: its character and what is face down are told all the same."""
    told = knows(at("(bWWB) (bFWW) (bGG) / / / astronomer", "W E cG / / / prince", said="two_player=plain"), None, "en")
    assert told[5:8] == ["player 1", "  astronomer: 0 points", "  Face down: 3 tiles"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_legend_is_last(language: str) -> None:
    """PLAN.S1: all letters, and what brackets are; faint."""
    for pos in (full(), new(3, 1), over(SCORED["only boxes"].tiles)):
        last = GAME.view.knows(pos.view(None), GAME.texts[language])[-1]
        assert last == [(GAME.texts[language].say("table.legend"), "faint")]


def test_who_waits() -> None:
    """PLAN.R1, PLAN.R2: who leads, and those who have no tile yet this round; nobody between rounds and in the end."""
    waits = {
        "to name one of three": "No tile yet this round: player 2, player 3 and player 4",
        "to name the last": "No tile yet this round: player 3",
        "the last tile of a round": "No tile yet this round: player 3",
        "two tiles alike": "No tile yet this round: player 1, player 2, player 3, player 4 and player 5",
        "the leader's choice": "No tile yet this round: player 1",
    }
    for name, line in waits.items():
        told = knows(parsed(SITUATIONS[name]), None, "en")
        assert (told[0].split(", ")[1], told[6]) == ("led by player 1", line)  # whoever's turn it is
    for name in ("three begin", "a stack is done", "the last stack of three", "over, three equal"):
        told = knows(parsed(SITUATIONS[name]), None, "en")
        assert not [line for line in told if line.startswith(("No tile yet", "On the table"))]


@pytest.mark.parametrize(
    ("name", "line"),
    [
        (
            "to name one of three",
            "On the table, cores: a box and a white sheep (cW); a box and a beige sheep (cG); an elephant (E)",
        ),
        ("to name the last", "On the table, cores: a box and a beige sheep (cG)"),
        (
            "two tiles alike",
            "On the table, cores: a volcano, a lamppost and a beige sheep (vlG); a volcano, a lamppost and a beige sheep "
            "(vlG); a volcano and a snake (vS); a volcano and a snake (vS); a white sheep (W)",
        ),
        (
            "a businessman among baobabs",
            "On the table, characters: the vain man (vain); the businessman with brown sheep (brown)",
        ),
    ],
)
def test_what_is_on_the_table(name: str, line: str) -> None:
    """PLAN.R1, PLAN.R2: the tiles nobody has taken yet, in words and as one types them; for everybody."""
    pos = parsed(SITUATIONS[name])
    assert {offer_told(pos, reader) for reader in READERS} == {line}
    assert codes(line) == line_of(pos, "offer")[1:]


# What is hidden


def test_the_hidden_tile_in_words() -> None:
    """PLAN.R3: who has hidden it is told which it is, and who looks back at the game; others that it is there."""
    pos = parsed(HIDDEN)
    start = "On the table, rising edges: a sunset and a fox (sF); a sunset and an elephant (sE); "
    told = {reader: offer_told(pos, reader).removeprefix(start) for reader in READERS}
    known, unknown = "hidden: a baobab, a sunset and an elephant (bsE)", "the hidden tile"
    assert told == {None: unknown, 0: known, 1: unknown, "back": known}
    french = {reader: offer_told(pos, reader, "fr") for reader in READERS}
    for reader, line in french.items():
        wanted = f"cachée{NO_BREAK}: un baobab, un coucher de soleil et un éléphant (bsE)"
        assert line.endswith(wanted if reader in (0, "back") else "la tuile cachée")
    left = parsed(SITUATIONS["the leader's choice"])
    assert offer_told(left, 0) == "On the table, cores: a white sheep (W); hidden: a volcano and a snake (vS)"
    assert offer_told(left, 1) == "On the table, cores: a white sheep (W); the hidden tile"


def test_three_tiles_are_looked_at() -> None:
    """PLAN.R3: by the leader alone; others are told that, and from which stack."""
    pos = parsed(SITUATIONS["to hide one of two alike"])
    three = ["vlG", "vlG", "W"]
    assert {reader: codes(offer_told(pos, reader)) for reader in READERS} == {None: [], 0: three, 1: [], "back": three}
    for reader in (None, 1):
        assert offer_told(pos, reader, "en") == "Player 1 is looking at three tiles: cores"
        assert offer_told(pos, reader, "fr") == f"Le joueur 1 regarde trois tuiles{NO_BREAK}: cœurs"
    other = at("", "", said="step=hide first=1 turn=1", more="offer character vain king prince")
    assert offer_told(other, 0) == "Player 2 is looking at three tiles: characters"
    assert codes(offer_told(other, 1)) == ["vain", "king", "prince"]


@pytest.mark.parametrize(("language", "start"), [("en", "Out of the game, "), ("fr", "Hors du jeu, ")])
def test_tiles_out_of_the_game(language: str, start: str) -> None:
    """PLAN.R3: each is told those they have seen, stack by stack; a watcher those that everybody has."""
    pos = parsed(SITUATIONS["out, seen and not"])
    told = {reader: [line for line in knows(pos, reader, language) if line.startswith(start)] for reader in READERS}
    colon = ": " if language == "en" else f"{NO_BREAK}: "
    core, rising = (GAME.texts[language].say(f"stack.{name}") + colon for name in ("core", "rising"))
    assert {reader: [line.removeprefix(start) for line in lines] for reader, lines in told.items()} == {
        None: [f"{core}vS"],
        0: [f"{core}vS, vS"],
        1: [f"{core}bGG, vS", f"{rising}lcc"],
        "back": [f"{core}bGG, vS, vS", f"{rising}lcc"],
    }
    none = at("W / / / ", "E / / / ", more="out core vS 1")
    assert [any(line.startswith(start) for line in knows(none, reader, language)) for reader in READERS] == [False] * 2 + [
        True
    ] * 2


def shown(pos: Position, reader: Reader) -> list[object]:
    """All that a reader is shown and told, in both languages."""
    return [[sketch(pos, reader, language), knows(pos, reader, language)] for language in LANGUAGES]


def test_nothing_hidden_is_told() -> None:
    """PLAN.S1, PLAN.R3: in all worlds that a reader can't tell apart the same is shown; who looks back sees the difference."""
    differ = 0
    for name, text in SITUATIONS.items():
        if name.startswith("over"):
            continue
        pos = parsed(text)
        for reader in (None, *range(pos.players)):
            world = pos.determinized(reader, 5)
            assert shown(world, reader) == shown(pos, reader), (name, reader)
            differ += shown(world, "back") != shown(pos, "back")
    assert differ > 5
