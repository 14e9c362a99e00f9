"""The strict content security policy: nothing of ours breaks it, and what does is noticed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser import words
from tests.browser.console import Console
from tests.browser.player import BOT, ME, Player


def test_every_page_keeps_to_it(player: Callable[..., Player], console: Console) -> None:
    """The other tests of this folder check it too, as all of them end by checking the console."""
    ann = player(reduced_motion="no-preference")
    for path in ("/", "/watch", "/r", "/nowhere", f"/rules/{ann.game}", "/t/NOWHERE1", "/j/nowhere", "/s/nowhere"):
        response = ann.page.goto(ann.address + path)
        assert response is not None
        assert "default-src 'self'" in response.headers["content-security-policy"]
        assert "unsafe" not in response.headers["content-security-policy"]
        ann.page.locator("h1").first.wait_for()
    console.complaints = [line for line in console.complaints if "404" not in line]  # those of what is not there
    ann.make(ME, BOT).wait_turn()
    ann.play_move()  # with its animation
    ann.button(words.MENU).click()
    console.check()


@pytest.mark.parametrize(
    "wrong",
    [
        "document.body.insertAdjacentHTML('beforeend', `<img src='/icon.svg' onload='1'>`)",
        "document.body.insertAdjacentHTML('beforeend', `<p style='color: red'>x</p>`)",
        "document.body.append(Object.assign(document.createElement('script'), { textContent: '1' }))",
        "setTimeout(() => { throw new Error('planted'); })",
    ],
)
def test_what_breaks_it_is_noticed(player: Callable[..., Player], console: Console, wrong: str) -> None:
    ann = player().open()
    console.check()
    with ann.page.expect_event("pageerror" if "throw" in wrong else "console"):
        ann.page.evaluate(f"() => {{ {wrong} }}")
    with pytest.raises(AssertionError, match="complains"):
        console.check()
    console.complaints.clear()
