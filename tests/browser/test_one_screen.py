"""Pass and play, with every game: what one player may know is never there for the next, nor in between."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser import words
from tests.browser.hearing import Hearing
from tests.browser.leftovers import all_of, check_same, said_besides_the_log
from tests.browser.player import ALOUD, BOT, ME, Player
from tests.browser.tables import WITH_SECRETS, WITHOUT_SECRETS, name_of, secret_tables
from tests.server.running import Server

SHARED = pytest.mark.parametrize(("game", "players", "options"), secret_tables(), ids=map(name_of, secret_tables()))
SOON_SECRET = 6  # decisions, after which the first seat has a secret in every game, or had one
HANDS = 4  # that the device goes through, until seat 0 has one


def sit_together(ann: Player, players: int = 2, **more: Any) -> Hearing:
    """Some people before one screen, which is covered at first if they have secrets."""
    heard = Hearing(ann.page)
    ann.make(*[{**ME, "name": f"P{number}"} for number in range(players)], one_screen=True, **more)
    return heard


def check_cover(ann: Player) -> None:
    """Fail if a board or a secret can be found on the page while it is covered, or was said aloud."""
    ann.button(words.READY).wait_for()
    assert ann.driver.secrets(ann.page) == []
    assert ann.driver.pieces(ann.page).count() == 0
    assert ann.page.locator("[role=grid]").count() == 0
    assert ann.page.locator("section.unseen p").count() == 0
    assert said_besides_the_log(ann.page) == ""


def take(ann: Player) -> None:
    """The next player has the device, and sees the board."""
    check_cover(ann)
    ann.button(words.READY).click()
    expect(ann.page).to_have_title(words.YOUR_TURN)
    assert ann.page.get_by_text(words.PAST).count() == 0, "it shows what the last player looked back at"
    ann.wait_turn()
    assert ann.driver.secrets(ann.page) == []  # they lie face down


def check_as_new(ann: Player) -> None:
    """The next player takes the device: the cover and then the board are, to the last attribute, those of a page just opened.

    Such a page has shown nobody anything; and what it was sent is looked through by `Hearing`.
    """
    check_cover(ann)
    covered = all_of(ann.page)
    take(ann)
    board = all_of(ann.page)
    ann.page.reload()
    ann.button(words.READY).wait_for()
    check_same(ann.page, covered)
    take(ann)
    check_same(ann.page, board)


def look(ann: Player, heard: Hearing) -> set[str]:
    """See what the seat on turn alone knows now, if there is such a thing; it lies face down before and after."""
    view = heard.last_view()
    if view["seat"] not in ann.driver.told(view):
        return set()
    secret = {text for place in ann.driver.look(ann.page).all() for text in held(ann, place)}
    assert secret, f"the page does not show what {view['seat']} knows"
    return secret


def held(ann: Player, place: Locator) -> list[str]:
    """What is seen while one holds this down."""
    face_down = place.inner_html()
    place.hover()
    ann.page.mouse.down()
    secret = ann.driver.secrets(ann.page)
    ann.page.mouse.up()
    assert place.inner_html() == face_down
    return secret


def play_looking(ann: Player, heard: Hearing) -> set[str]:
    """A whole turn, with a look at what the seat alone knows before each decision; all that was seen.

    The player then looks back at what was played, so that the screen is covered, and taken, in the past.
    """
    seen = look(ann, heard)
    ann.play_move(wait=False)
    while ann.my_turn:
        ann.wait_turn()
        seen |= look(ann, heard)
        ann.play_move(wait=False)
    ann.button(words.PREVIOUS).first.click()
    return seen


def board_in_words(ann: Player) -> list[str]:
    """What the menu's description says."""
    ann.button(words.MENU).click()
    ann.button(words.DESCRIBE).click()
    said = ann.page.locator("dialog p").all_inner_texts()
    ann.button(words.CLOSE).click()
    assert len(said) > 3
    return said


@SHARED
def test_nothing_of_one_is_there_for_the_next(player: Callable[..., Player], players: int, options: dict[str, Any]) -> None:
    ann = player()
    heard = sit_together(ann, players, options=options)
    take(ann)
    assert not any(map(ann.driver.tells, board_in_words(ann)))
    seen = play_looking(ann, heard)
    check_as_new(ann)
    assert not any(map(ann.driver.tells, board_in_words(ann)))
    seen |= play_looking(ann, heard)
    assert seen
    check_cover(ann)
    assert heard.leaks_to_sitters(ann.driver) == []
    assert any(ann.driver.told(frame["view"]) for frame in heard.got() if frame.get("view"))


@WITH_SECRETS
def test_before_a_screen_of_ones_own_the_secret_is_said(player: Callable[..., Player]) -> None:
    ann = player()
    heard = Hearing(ann.page)
    ann.make(ME, BOT).wait_turn()
    for _ in range(SOON_SECRET):
        if heard.last_view()["seat"] in ann.driver.told(heard.last_view()):
            break
        ann.play_move()
    assert any(map(ann.driver.tells, board_in_words(ann)))


@WITHOUT_SECRETS
def test_who_sees_the_same_needs_no_cover(player: Callable[..., Player]) -> None:
    ann = player()
    heard = sit_together(ann)
    seats = []
    for _ in range(3):
        ann.wait_turn()
        assert ann.button(words.READY).count() == 0
        view = heard.last_view()
        assert view["seat"] == view["turn"]
        seats.append(view["seat"])
        ann.play_move(wait=False)
    assert set(seats) == {0, 1}


def test_by_the_sheet(player: Callable[..., Player]) -> None:
    """Which is the same for all games."""
    ann = player().open()
    ann.card.get_by_role("button", name=words.SCREEN).click()
    ann.page.get_by_label(words.FIRST_NAME).fill("Ann")
    ann.page.get_by_label(words.SECOND_NAME).fill("Bob")
    ann.button(words.BEGIN).click()
    take(ann)
    for name in ("Ann", "Bob"):
        expect(ann.page.get_by_text(name, exact=True).filter(visible=True).first).to_be_visible()


@WITH_SECRETS
def test_what_tells_too_much_is_found(player: Callable[..., Player], leaky_server: Server) -> None:
    """A board that is left under the cover, a secret in an attribute or said aloud, and a server that tells seat 0's."""
    ann = player(leaky_server.address)
    heard = sit_together(ann)
    found = False
    for _ in range(HANDS):
        take(ann)
        ann.page.evaluate("() => (window.left = document.querySelector('.stage').cloneNode(true))")
        secret = play_looking(ann, heard)
        check_cover(ann)
        found = found or (bool(secret) and check_plants(ann, secret.pop()))
        if found and heard.leaks_to_sitters(ann.driver):
            break
    assert found
    assert "the secret of seat" in " ".join(heard.leaks_to_sitters(ann.driver))


# Each leaves something on a covered page, and gives how to take it away again.
PLANTS = (
    "() => { left.hidden = true; document.body.append(left); return () => left.remove(); }",
    """({ secret }) => {
      const place = document.querySelector('h1');
      place.setAttribute('data-left', secret);
      return () => place.removeAttribute('data-left');
    }""",
    """({ secret, aloud }) => {
      const left = document.createTextNode(` ${secret}`);
      document.querySelector(aloud).append(left);
      return () => left.remove();
    }""",
)


def check_plants(ann: Player, secret: str) -> bool:
    """Fail unless what is left on a covered page is found wherever it is; gives True."""
    clean = all_of(ann.page)
    for plant in PLANTS:
        remove = ann.page.evaluate_handle(plant, {"secret": secret, "aloud": ALOUD})
        assert all_of(ann.page) != clean or said_besides_the_log(ann.page), plant
        remove.evaluate("remove => remove()")
        check_cover(ann)
        assert all_of(ann.page) == clean
    return True
