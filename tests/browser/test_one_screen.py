"""Pass and play: what one player may know is never there for the next, nor in between."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser import words
from tests.browser.console import Console
from tests.browser.hearing import Hearing
from tests.browser.player import BOT, ME, Player
from tests.server.planted.plants import with_fault
from tests.server.running import serving

MOVES = 4


def sit_together(ann: Player) -> Hearing:
    """Two people before one screen, which is covered at first."""
    heard = Hearing(ann.page)
    ann.open().card.get_by_role("button", name=words.SCREEN).click()
    ann.page.get_by_label(words.FIRST_NAME).fill("Ann")
    ann.page.get_by_label(words.SECOND_NAME).fill("Bob")
    ann.button(words.BEGIN).click()
    ann.button(words.READY).wait_for()
    return heard


def check_cover(ann: Player) -> None:
    """Fail if a board or a secret can be found on the page while it is covered."""
    ann.button(words.READY).wait_for()
    assert ann.driver.secrets(ann.page) == []
    assert ann.driver.pieces(ann.page).count() == 0
    assert ann.page.locator("[role=grid]").count() == 0
    assert ann.page.locator("section.unseen p").count() == 0


def look(ann: Player) -> set[str]:
    """See one's secret, which lies face down before and after."""
    place = ann.driver.look(ann.page)
    face_down = place.inner_html()
    place.hover()
    ann.page.mouse.down()
    secret = set(ann.driver.secrets(ann.page))
    ann.page.mouse.up()
    assert secret
    assert place.inner_html() == face_down
    return secret


def play_covered(ann: Player) -> set[str]:
    """Take the device, look at the secret, play, and wait for the cover; the secret."""
    check_cover(ann)
    ann.button(words.READY).click()
    ann.wait_turn()
    assert ann.driver.secrets(ann.page) == []  # it lies face down
    secret = look(ann)
    ann.play_move(wait=False)
    check_cover(ann)
    return secret


def board_in_words(ann: Player) -> list[str]:
    """What the menu's description says."""
    ann.button(words.MENU).click()
    ann.button(words.DESCRIBE).click()
    return ann.page.locator("dialog p").all_inner_texts()


def test_nothing_is_to_be_found_under_the_cover(player: Callable[..., Player]) -> None:
    ann = player()
    heard = sit_together(ann)
    secrets = [play_covered(ann) for _ in range(MOVES)]
    assert secrets[0] == secrets[2] != secrets[1] == secrets[3]
    assert len(heard.sent("sit")) >= 2 * MOVES
    assert heard.leaks_to_sitters(ann.driver) == []
    assert any(ann.driver.told(frame["view"]) for frame in heard.got() if frame.get("view"))


def test_the_board_in_words_keeps_the_secret_too(player: Callable[..., Player]) -> None:
    ann = player()
    sit_together(ann)
    ann.button(words.READY).click()
    ann.wait_turn()
    look(ann)
    said = board_in_words(ann)
    assert len(said) > 3
    assert not any(map(ann.driver.tells, said))
    plain = player().make(ME, BOT)  # before a screen of one's own, the secret is said too
    plain.wait_turn()
    assert any(map(plain.driver.tells, board_in_words(plain)))


def test_a_refresh_covers_the_screen(player: Callable[..., Player]) -> None:
    ann = player()
    heard = sit_together(ann)
    ann.button(words.READY).click()
    ann.wait_turn()
    ann.page.reload()
    check_cover(ann)
    assert heard.leaks_to_sitters(ann.driver) == []


def test_a_board_left_under_the_cover_is_found(player: Callable[..., Player]) -> None:
    ann = player()
    sit_together(ann)
    check_cover(ann)
    ann.button(words.READY).click()
    ann.wait_turn()
    ann.page.evaluate("""() => {
      const left = document.querySelector('.stage').cloneNode(true);
      left.hidden = true;
      document.body.append(left);
    }""")
    ann.play_move(wait=False)
    with pytest.raises(AssertionError):
        check_cover(ann)


def test_a_server_that_tells_too_much_is_found(
    visitor: Callable[..., BrowserContext], console: Console, tmp_path: Path, game: str
) -> None:
    console.network_may_fail = True  # the server is gone before the page is, which may still wait for a picture
    with serving(tmp_path, program=with_fault("shows_watchers_a_seat")) as server:
        ann = Player(visitor(reduced_motion="reduce").new_page(), server.address, game)
        heard = sit_together(ann)
        expect(ann.button(words.READY)).to_be_visible()
        assert "the secret of seat" in " ".join(heard.leaks_to_sitters(ann.driver))
