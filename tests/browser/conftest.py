"""A real browser for the tests of this folder."""

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext

from tests.browser.chromium.launch import open_chromium

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}


@pytest.fixture(scope="session")
def started_chromium() -> Iterator[tuple[Browser, asyncio.AbstractEventLoop]]:
    """One browser for all tests of this process, with the event loop that must be current while it is used.

    Playwright would leave its loop current between its calls, and then no other test here could run one of its own.
    """
    with open_chromium() as browser:
        loop = asyncio.get_running_loop()
        asyncio._set_running_loop(None)
        yield browser, loop
        asyncio._set_running_loop(loop)


@pytest.fixture
def chromium(started_chromium: tuple[Browser, asyncio.AbstractEventLoop]) -> Iterator[Browser]:
    """The browser; a test opens its pages in contexts of its own, see `visitor`. It runs no `asyncio.run` meanwhile."""
    browser, loop = started_chromium
    asyncio._set_running_loop(loop)
    yield browser
    asyncio._set_running_loop(None)


@pytest.fixture
def visitor(chromium: Browser) -> Iterator[Callable[..., BrowserContext]]:
    """Makes new people with a browser: nothing shared between two of them, all gone when the test ends or fails.

    Takes the arguments of Playwright's `new_context`, and French as the language unless told otherwise.
    """
    opened: list[BrowserContext] = []

    def visit(**options: Any) -> BrowserContext:
        context = chromium.new_context(**{"locale": "fr-FR", "timezone_id": "Europe/Paris", **options})
        opened.append(context)
        return context

    yield visit
    for context in opened:
        context.close()


@pytest.fixture
def phone(visitor: Callable[..., BrowserContext]) -> BrowserContext:
    """Somebody with a small telephone."""
    return visitor(**PHONE)
