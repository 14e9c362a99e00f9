"""What the tests touch first: the best that is there, at each try anew."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.browser.wishes import best_there

WISHES = best_there(["b.gold", "b, i", "u"])


@pytest.mark.parametrize(
    ("page", "wanted"),
    [
        ("<u>1</u><b>2</b><b class=gold>3</b><b class=gold>4</b>", ["3", "4"]),
        ("<u>1</u><b>2</b><i>3</i>", ["2", "3"]),
        ("<u>1</u>", ["1"]),
        ("<p>1</p>", []),
    ],
)
def test_only_the_best_that_is_there(chromium: Browser, page: str, wanted: list[str]) -> None:
    opened = chromium.new_page()
    opened.set_content(page)
    assert opened.locator(WISHES).all_inner_texts() == wanted
    opened.close()


def test_what_changes_is_looked_up_again(chromium: Browser) -> None:
    opened = chromium.new_page()
    opened.set_content("<b class=gold>1</b>")
    found = opened.locator(WISHES)
    assert found.all_inner_texts() == ["1"]
    opened.set_content("<u>2</u>")
    assert found.all_inner_texts() == ["2"]
    opened.close()
