"""What a terminal shows of whole games, in both languages."""

from __future__ import annotations

from itertools import count
from random import Random

import pytest

from escale import Position
from escale.games.planete.tests import model_scoring
from escale.games.planete.tests.model_notation import read
from escale.games.planete.tests.situations import SITUATIONS
from escale.games.planete.tests.sketched import (
    FACTS,
    READERS,
    knows,
    misdrawn,
    planets_drawn,
    sketch,
)
from escale.games.planete.tests.tables import GAME, LANGUAGES, lines_of, new, parsed
from escale.games.planete.tests.wording import ELEMENTS
from escale.rules.compile import interpreted


@pytest.mark.parametrize("name", SITUATIONS)
def test_both_languages_tell_the_same(name: str) -> None:
    """PLAN.R1, PLAN.R3, PLAN.B1, PLAN.E0: line by line the same numbers and tiles, in other words; all is as it lies there."""
    pos = parsed(SITUATIONS[name])
    for reader in READERS:
        english, french = (knows(pos, reader, language) for language in LANGUAGES)
        assert [FACTS.findall(line) for line in english] == [FACTS.findall(line) for line in french]
        assert not set(english) & set(french)
    for language in LANGUAGES:
        check_shown(pos, language)


def counts_told(pos: Position, language: str) -> list[dict[str, int]]:
    """How often each element is said to be seen, planet by planet, for those of which something is told."""
    say = GAME.texts[language].say
    start = say("table.counts", elements="").strip()
    letters = {say(f"element.{letter}", n=n): letter for letter in ELEMENTS for n in (1, 2)}
    lines = [line.strip() for line in knows(pos, None, language)]
    said = [line.removeprefix(start).strip().split(", ") for line in lines if line.startswith(start)]
    return [{letters[part.split(" ", 1)[1]]: int(part.split(" ", 1)[0]) for part in parts} for parts in said]


def check_shown(pos: Position, language: str) -> None:
    """See that all is drawn and counted as the text of the position and the slow model have it, and no gap is left."""
    assert not misdrawn(pos, planets_drawn(pos, pos.players - 1, language))
    planets = [model_scoring.counts(planet) for planet in read(pos.text()).planets]
    wanted = [{letter: n for letter, n in planet.items() if n} for planet in planets]
    assert counts_told(pos, language) == [planet for planet in wanted if planet]
    for reader in READERS:
        lines = [*("".join(text for text, _ in line) for line in sketch(pos, reader, language)), *knows(pos, reader, language)]
        assert all(line.strip() for line in lines)
        assert not any(set("{}[]'\"") & set(line) or "None" in line for line in lines)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("players", "plain"), [(2, False), (2, True), (3, False), (4, False), (5, False)])
def test_whole_games_can_be_shown(players: int, plain: bool, language: str) -> None:
    """PLAN.R1, PLAN.R4, PLAN.B1: positions of a game, its end included."""
    pos, rng = new(players, 19, plain), Random(players)
    for turn in count():
        if pos.over or turn % 7 == 0 or not interpreted:
            check_shown(pos, language)
        if pos.over:
            break
        pos.play(rng.choice(pos.names()))
    assert len(lines_of(pos, "planet")) == players
