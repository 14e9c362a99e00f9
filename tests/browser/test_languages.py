"""French and English: every text changes, and none of the other language is left."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from tests.browser import words
from tests.browser.player import BOT, ME, Player
from tests.browser.tables import GAMES

ROOT = Path(__file__).resolve().parents[2]
MESSAGES = ROOT / "web" / "app" / "i18n"
LETTERS = re.compile(r"[^\W\d_]{2}")
# Of a text with values in it, what must be left for it to be told from others.
TELLING = 4
# The texts one sees, and those that are said instead.
VISIBLE = """() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.nodeType === Node.TEXT_NODE) {
      if (node.parentElement.closest('script, style, noscript, [translate=no]')) continue;
      found.push(node.data);
    } else for (const name of ['aria-label', 'placeholder', 'title', 'alt']) found.push(node.getAttribute(name) ?? '');
  }
  return found.map((text) => text.trim()).filter(Boolean);
}"""


def app_texts(language: str, least: int = TELLING) -> set[str]:
    """Every text of the app with so many letters of its own, as the pattern of what it looks like on a page."""
    files = [MESSAGES / f"{language}.ts", *sorted((MESSAGES / language).glob("*.ts"))]
    source = "\n".join(file.read_text("utf-8") for file in files)
    plain = {re.escape(text) for text in re.findall(r"'((?:[^'\\\n]|\\.)+)'", source)}
    filled = {
        ".+".join(map(re.escape, re.split(r"\$\{(?:[^{}]|\{[^{}]*\})*\}", text))) for text in re.findall(r"`([^`]+)`", source)
    }
    return plain | {text for text in filled if len(re.findall(r"[^\W\d_]", text.replace(".+", ""))) >= least}


def game_texts(language: str) -> set[str]:
    """The same, of all games."""
    return {text for game in GAMES for text in _patterns(_toml(game, language))}


def _toml(game: str, language: str) -> dict[str, Any]:
    folder = ROOT / "src" / "escale" / "games" / game / "texts"
    return tomllib.loads((folder / f"{language}.toml").read_text("utf-8"))


def _patterns(texts: dict[str, Any]) -> Iterator[str]:
    for text in texts.values():
        if isinstance(text, dict):
            yield from _patterns(text)
        elif len(re.findall(r"[^\W\d_]", re.sub(r"\{\w+\}", "", text))) >= TELLING:
            yield ".+".join(map(re.escape, re.split(r"\{\w+\}", text)))


def only_in(language: str, other: str) -> re.Pattern[str]:
    """What is a text of one language and none of the other."""
    mine, theirs = (texts_of(one) for one in (language, other))
    return any_of(text for text in mine - theirs if LETTERS.search(text))


@cache
def texts_of(language: str) -> set[str]:
    """Every text of a language, as patterns."""
    return app_texts(language) | game_texts(language)


def any_of(patterns: Iterable[str]) -> re.Pattern[str]:
    """Any of these."""
    return re.compile("|".join(f"(?:{text})" for text in sorted(patterns)))


def texts_on(ann: Player) -> list[str]:
    """Those on the page now."""
    found: list[str] = ann.page.evaluate(VISIBLE)
    return found


def pages(ann: Player) -> Iterator[tuple[str, list[str]]]:
    """Every kind of page with its texts; those that a game is on, of every game."""
    ann.open().card.wait_for()
    yield "home", texts_on(ann)
    sheets = [(ann.game, words.FRIENDS), (ann.game, words.SCREEN), *((game, words.OPTIONS) for game in GAMES)]
    for game, name in sheets:
        Player(ann.page, ann.address, game).card.get_by_role("button", name=name).click()
        ann.page.locator("dialog").wait_for()
        yield f"sheet {name.pattern} of {game}", texts_on(ann)
        ann.button(words.CLOSE).click()
    for game in GAMES:
        yield from game_pages(Player(ann.page, ann.address, game))
    ann.button(words.MENU).click()
    for summary in ann.page.locator("dialog summary").all():
        summary.click()
    yield "menu", texts_on(ann)
    ann.open("/nowhere")
    yield "missing", texts_on(ann)


def game_pages(ann: Player) -> Iterator[tuple[str, list[str]]]:
    """Those of one game; the last is its table."""
    ann.open(f"/rules/{ann.game}").page.locator("section h2").first.wait_for()
    yield f"rules of {ann.game}", texts_on(ann)
    ann.make({**ME, "name": "Zoe"}, BOT).wait_turn()
    ann.play_move()
    ann.show_move()
    yield f"table of {ann.game}", texts_on(ann)


def test_no_text_of_the_other_language_is_left(player: Callable[..., Player]) -> None:
    seen = {}
    for language, other, locale in (("fr", "en", "fr-CA"), ("en", "fr", "en-US")):
        ann = player(locale=locale)
        own, foreign = any_of(texts_of(language)), only_in(other, language)
        seen[language] = dict(pages(ann))
        assert ann.page.evaluate("document.documentElement.lang") == language
        for page, texts in seen[language].items():
            assert len(texts) > 3, page
            assert [text for text in texts if foreign.fullmatch(text) and not own.fullmatch(text)] == [], (
                f"{page} in {language}"
            )
    same_in_both = any_of((texts_of("fr") & texts_of("en")) | (app_texts("fr", 3) & app_texts("en", 3)))
    names = {
        "Escale",
        "Zoe",
        "English",
        "Français",
        *(rule for game in GAMES for rule in _toml(game, "fr")["rule"]),
    }
    for page, texts in seen["fr"].items():
        unchanged = {text for text in texts if LETTERS.search(text) and text in seen["en"][page]}
        same = {text for text in unchanged if any(map(same_in_both.fullmatch, (text, text.lower())))}  # or begins a line
        wrong = unchanged - same - names
        assert not wrong, f"{page}: the same in both languages: {wrong}"


def test_a_text_of_the_other_language_is_found() -> None:
    foreign = only_in("en", "fr")
    assert foreign.fullmatch("What shall we play?")
    assert foreign.fullmatch("2 to 5 players")
    assert not foreign.fullmatch("À quoi joue-t-on ?")


def test_the_language_is_switched_and_remembered(player: Callable[..., Player]) -> None:
    ann = player().open()
    title = ann.page.locator("h1")
    assert "joue" in title.inner_text()
    ann.page.get_by_role("radio", name="English").click()
    expect(ann.page.locator("html")).to_have_attribute("lang", "en")
    assert "play" in title.inner_text()
    ann.open()
    assert "play" in title.inner_text()
