"""Somebody before a page of ours, who plays as people do: by looking, clicking and waiting."""

from __future__ import annotations

import contextlib
import re
from typing import Any

from playwright.sync_api import Error, Locator, Page, expect

from tests.browser import words
from tests.browser.drivers import Driver, driver_of
from tests.browser.tables import options_for

SOON = 5_000  # milliseconds
DECISIONS = 20  # more than a turn of any game has
# What a screen reader says by itself.
ALOUD = "[aria-live=polite]"
LOG = "[aria-labelledby=log-title] ol button"
OWN = "[aria-labelledby=log-title] ol .own button"
# Until there are more moves in the log than before, and then it is this player's turn, or the game is over.
MOVED = """([log, before, turn, over]) => {
  const headline = document.querySelector('h1')?.innerText.trim() ?? '';
  return document.querySelectorAll(log).length > before
    && (!turn || new RegExp(turn).test(document.title) || new RegExp(over).test(headline));
}"""


class Player:
    """One page, and how its reader plays a game."""

    def __init__(self, page: Page, address: str, game: str) -> None:
        """Nothing is opened yet."""
        self.page, self.address, self.game = page, address, game
        self.driver: Driver = driver_of(game)

    def open(self, path: str = "/") -> Player:
        """Go there, and wait until the page has words."""
        self.page.goto(self.address + path)
        self.page.locator("h1").first.wait_for()
        return self

    @property
    def card(self) -> Locator:
        """The game on the shelf."""
        return self.page.locator(f"article[aria-labelledby='game-{self.game}']")

    def button(self, name: re.Pattern[str]) -> Locator:
        """A button by what it is called."""
        return self.page.get_by_role("button", name=name)

    def play_now(self) -> Player:
        """The one click."""
        self.card.get_by_role("button", name=words.PLAY).click()
        return self.arrive()

    def arrive(self) -> Player:
        """Wait for a table and its board."""
        self.page.wait_for_url("**/t/*")
        self.page.locator("[role=grid], fieldset").first.wait_for()
        return self

    def make(self, *seats: dict[str, Any], **more: Any) -> Player:
        """Sit at a new table without the sheet where one sets it up; with secrets, unless other options are given."""
        asked = {"game": self.game, "seats": list(seats), "options": options_for(self.game, len(seats)), **more}
        made = self.page.context.request.post(f"{self.address}/api/tables", data=asked)
        assert made.status == 201, made.text()
        return self.open(f"/t/{made.json()['id']}")

    @property
    def table(self) -> str:
        """The id of the table shown."""
        return self.page.url.rsplit("/", 1)[1]

    @property
    def log(self) -> list[str]:
        """The moves in words."""
        return self.page.locator(LOG).all_inner_texts()

    @property
    def own_moves(self) -> int:
        """How many of the moves in words are the reader's."""
        return self.page.locator(OWN).count()

    @property
    def others_moves(self) -> int:
        """How many are somebody else's."""
        return len(self.log) - self.own_moves

    @property
    def over(self) -> bool:
        """Whether the page says that the game is over."""
        return self.page.get_by_role("heading", level=1, name=words.OVER).is_visible()

    @property
    def my_turn(self) -> bool:
        """Whether the title says so."""
        return words.YOUR_TURN.match(self.page.title()) is not None

    @property
    def headline(self) -> Locator:
        """Who won."""
        return self.page.locator(".end h2")

    def wait_turn(self) -> None:
        """Until it is this player's turn and something can be picked."""
        expect(self.page).to_have_title(words.YOUR_TURN)
        self.driver.targets(self.page).first.wait_for()

    def show_move(self) -> None:
        """Touch the board once: a move is shown as a ghost, to be confirmed.

        What moved away under the touch is touched once more; on a board that lies still, one touch must do.
        """
        target = self.driver.targets(self.page).first
        try:
            before = target.bounding_box()
        except Error as error:
            error.add_note(f"{self.page.title()}\n{self.page.locator('body').inner_text()}")
            raise
        self._touch(target)
        with contextlib.suppress(Error):
            self.button(words.CONFIRM).wait_for(timeout=SOON)
        if not self.button(words.CONFIRM).is_visible() and target.bounding_box() != before:
            self._touch(target)
        expect(self.button(words.CONFIRM)).to_be_visible()

    def play_move(self, wait: bool = True) -> None:
        """Play a move and see it happen; with `wait`, also those of the others until it is this player's turn again."""
        self.show_move()
        before = len(self.log)  # by now those of the others have passed by too, one after the other
        self._touch(self.button(words.CONFIRM))
        self.wait_moves(before, wait)

    def wait_moves(self, before: int, wait: bool = True) -> None:
        """Until the log is longer than it was; with `wait`, until it is this player's turn again or the game is over."""
        turn = words.YOUR_TURN.pattern if wait else None
        self.page.wait_for_function(MOVED, arg=[LOG, before, turn, words.OVER.pattern])

    def play_turn(self) -> None:
        """Decide until it is somebody else's turn, who must not be a bot, or the game is over."""
        for _ in range(DECISIONS):
            self.wait_turn()
            self.play_move(wait=False)
            if not self.my_turn:
                return
        raise AssertionError(f"still the same turn after {DECISIONS} decisions")

    def play_round(self) -> None:
        """Decide until the others have moved and it is this player's turn again, or the game is over."""
        self.wait_turn()
        before = self.others_moves
        for _ in range(DECISIONS):
            self.play_move()
            if self.over or self.others_moves > before:
                return
            self.wait_turn()
        raise AssertionError(f"nobody else has moved after {DECISIONS} decisions")

    def play_on(self, most: int = 200) -> None:
        """Play whenever it is this player's turn, until the game is over."""
        for _ in range(most):
            if self.over:
                return
            self.play_move()
        raise AssertionError(f"not over after {most} moves")

    def _touch(self, what: Locator) -> None:
        what.click()


class Finger(Player):
    """Somebody with a telephone."""

    def _touch(self, what: Locator) -> None:
        what.tap()


ME, BOT, OPEN = {"kind": "me", "name": "Ada"}, {"kind": "bot", "bot": "random"}, {"kind": "open"}
