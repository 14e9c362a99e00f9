"""What is on a page that goes from hand to hand, to the last attribute, and what of it a page just opened hasn't."""

from __future__ import annotations

import contextlib
import difflib

from playwright.sync_api import Error, Page

from tests.browser.player import ALOUD, LOG, SOON

# Every tag with its attributes, every text and every value of a form; but for what is said aloud, which a page just opened
# has not said yet, see `said_besides_the_log`. The ids that Svelte makes up are numbered anew, in their order.
ALL = """(aloud) => {
  const page = document.body.cloneNode(true);
  for (const said of page.querySelectorAll(aloud)) said.textContent = '';
  const fields = [...document.querySelectorAll('input, select, textarea')].map(({ value, checked }) => `${value} ${checked}`);
  const ids = new Map();
  const renumbered = (id) => ids.get(id) ?? ids.set(id, `id${ids.size}`).get(id);
  const made = /(?<=(?: id| name| for| aria-\\w+by| aria-controls)="|#)c\\d+\\b/g;
  return [document.title, ...page.outerHTML.replace(made, renumbered).split(/(?=<)/), ...fields];
}"""
MOST_TOLD = 40  # lines
SAME = f"([aloud, other]) => ({ALL})(aloud).join() === other.join()"


def all_of(page: Page) -> list[str]:
    """All that can be found on a page now."""
    found: list[str] = page.evaluate(ALL, ALOUD)
    return found


def check_same(page: Page, other: list[str]) -> None:
    """Fail, with what differs, unless the page becomes the same as another one was."""
    with contextlib.suppress(Error):
        page.wait_for_function(SAME, arg=[ALOUD, other], timeout=SOON)
    differing = list(difflib.unified_diff(other, all_of(page), "the other", "this page", n=0, lineterm=""))
    assert not differing, "\n".join(differing[:MOST_TOLD])


def said_besides_the_log(page: Page) -> str:
    """What the page says aloud, without what everybody can read on it anyway: the moves in words, and who must do what."""
    said = page.locator(ALOUD).inner_text()
    known = [text.split("\n")[-1] for text in page.locator(LOG).all_inner_texts()] + [page.locator("h1").inner_text()]
    for text in sorted(known, key=len, reverse=True):
        said = said.replace(text.strip(), "")
    return said.strip()
