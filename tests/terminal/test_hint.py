"""A hint in three steps, at the table: the idea, the place, the move, in the words of the game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import escale
from escale.search.advice import advise
from escale.search.bots import LEVELS, bot_names
from escale.search.budget import lasting
from escale.terminal import hint
from escale.terminal.hint import Hint
from escale.terminal.language import said, words
from tests.search.shelf import GAMES
from tests.terminal.pseudo import PROMPT, Pseudo
from tests.terminal.test_table import flat, listed, table

PAGES = Path(__file__).parents[2] / "web" / "app" / "i18n"
AGAIN = {
    "en": ("Where? Type hint again.", "Shall I tell you the move?"),
    "fr": ("Où ça\u00a0? Tapez encore «\u00a0indice\u00a0».", "Et le coup\u00a0? Tapez encore «\u00a0indice\u00a0»."),
}


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hint, "SECONDS", 0.004)


def game_says(position: escale.Position, text: dict[str, object], lang: str) -> str:
    return said(text, position.game.texts[lang])


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("game_id", GAMES)
def test_each_step_tells_no_more_than_it_should(game_id: str, lang: str) -> None:
    position = escale.load(game_id).new(seed=3)
    for _ in range(4):
        advice = advise(position, lasting(position.game.info, hint.SECONDS), 7)
        asked = Hint(position, 7, words()[lang], [])
        asked.think()
        idea, place, move, again = (asked.next() for _ in range(4))
        asides = [game_says(position, aside, lang) for aside in advice.asides]
        assert idea[:-1] == [game_says(position, advice.idea, lang), *asides]
        assert place[:-1] == [game_says(position, advice.place, lang)]
        assert all(more in step[-1] for step, more in zip((idea, place), AGAIN[lang], strict=True))
        assert len(move) == 1
        assert move[0].startswith(advice.name)
        assert again == move
        assert not any(re.search(rf"\b{re.escape(advice.name)}\b", line) for line in (*idea, *place))
        position.play(advice.move)


@pytest.mark.parametrize("word", ["hint", "indice", "INDICE", "conseil"])
def test_it_is_asked_for_in_either_language(word: str) -> None:
    with table() as terminal:
        terminal.until(PROMPT)
        first, second, third = (flat(terminal.ask(word)) for _ in range(3))
        assert AGAIN["en"][0] in first
        assert AGAIN["en"][1] in second
        found = re.search(r"(\S+): ", third)
        assert found is not None
        moves = listed(terminal)
        assert found[1] in moves
        terminal.ask(moves[0])
        assert AGAIN["en"][0] in flat(terminal.ask(word))  # another decision, another hint


@pytest.mark.parametrize("game_id", GAMES)
def test_what_else_is_worth_knowing_is_told_when_it_is_news(game_id: str) -> None:
    position, told, kinds = escale.load(game_id).new(seed=3), list[str](), list[str]()
    for _ in range(6):
        advice = advise(position, lasting(position.game.info, hint.SECONDS), 7)
        asked = Hint(position, 7, words()["en"], told)
        asked.think()
        news = position.players == 1 or [aside["key"] for aside in advice.asides] != kinds
        kinds = [aside["key"] for aside in advice.asides]
        assert len(asked.next()) == 2 + news * len(kinds)
        assert told == kinds
        position.play(advice.move)


def test_the_help_says_how() -> None:
    with table(lang="fr") as terminal:
        terminal.until(PROMPT)
        assert re.search(r"\n  indice +un indice", terminal.ask("?"))


def test_a_seed_repeats_a_hint() -> None:
    position = escale.load(GAMES[0]).new(seed=3)
    first, again = (Hint(position, 5, words()["en"], []) for _ in range(2))
    first.think()
    again.think()
    assert [first.next() for _ in range(3)] == [again.next() for _ in range(3)]


def shown_in_browser(lang: str) -> dict[str, str]:
    """What the pages call the bots."""
    block = re.search(r"\n  bots: \{(.*?)\n  \}", (PAGES / f"{lang}.ts").read_text("utf-8"), re.DOTALL)
    assert block is not None
    return dict(re.findall(r"(\w+): '([^']*)'", block[1]))


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_robots_have_the_names_they_have_in_the_browser(lang: str) -> None:
    texts, browser = words()[lang], shown_in_browser(lang)
    assert set(LEVELS) <= set(browser)
    for name, shown in browser.items():
        if name in bot_names():
            assert texts.say(f"bot.{name}") == shown.lower()


def test_a_level_is_named_in_the_players_language() -> None:
    with Pseudo("play", GAMES[0], "--terminal", "--pause", "0", "--lang", "fr", "--bot", "hard", "--players", "2") as terminal:
        assert "Robot 2 (fort)" in terminal.until(PROMPT)
