"""A real browser for the tests of this folder."""

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

import escale
from tests.browser.chromium.launch import open_chromium
from tests.browser.console import Console
from tests.browser.line import Line, line_to
from tests.browser.player import Player
from tests.server.planted.plants import with_fault
from tests.server.running import Server, serving

# For whatever a test waits for, in milliseconds: the machine may be busy.
PATIENCE = 15_000
STILL = {"reduced_motion": "reduce"}
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}


@pytest.fixture(scope="session")
def started_chromium() -> Iterator[tuple[Browser, asyncio.AbstractEventLoop]]:
    """One browser for all tests of this process, with the event loop that must be current while it is used.

    Playwright would leave its loop current between its calls, and then no other test here could run one of its own.
    """
    expect.set_options(timeout=PATIENCE)
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
def console() -> Iterator[Console]:
    """What the browsers of the test complain of; the test fails if there is anything."""
    heard = Console()
    yield heard
    heard.check()


@pytest.fixture
def visitor(chromium: Browser, console: Console) -> Iterator[Callable[..., BrowserContext]]:
    """Makes new people with a browser: nothing shared between two of them, all gone when the test ends or fails.

    Takes the arguments of Playwright's `new_context`, and French as the language unless told otherwise.
    """
    opened: list[BrowserContext] = []

    def visit(**options: Any) -> BrowserContext:
        context = chromium.new_context(**{"locale": "fr-FR", "timezone_id": "Europe/Paris", **options})
        opened.append(context)
        console.listen(context)
        context.set_default_timeout(PATIENCE)
        return context

    yield visit
    for context in opened:
        context.close()


@pytest.fixture
def phone(visitor: Callable[..., BrowserContext]) -> BrowserContext:
    """Somebody with a small telephone."""
    return visitor(**PHONE)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A real server with the built pages, for all tests of this process that do it no harm."""
    with serving(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture(scope="session")
def arranged_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One where a trial keeps the deal of its game, so that everybody has the hand that a test counts on."""
    with serving(tmp_path_factory.mktemp("arranged"), program=with_fault("trials_keep_the_deal")) as running:
        yield running


@pytest.fixture(scope="session")
def leaky_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One that shows watchers, and so whoever sees a cover, what seat 0 knows."""
    with serving(tmp_path_factory.mktemp("leaky"), program=with_fault("shows_watchers_a_seat")) as running:
        yield running


@pytest.fixture
def line(server: Server) -> Iterator[Line]:
    """A way to the server that can be cut."""
    with line_to(server.port) as opened:
        yield opened


@pytest.fixture
def game() -> str:
    """The game of a test that games have no part in: the first on the shelf. Others are tried with all: see `tables`."""
    return next(iter(escale.games()))


@pytest.fixture
def player(visitor: Callable[..., BrowserContext], server: Server, game: str) -> Callable[..., Player]:
    """Makes people at pages of ours who play the test's game unless told otherwise, and see no animations."""

    def arrive(address: str = "", of: str = game, **options: Any) -> Player:
        return Player(visitor(**{**STILL, **options}).new_page(), address or server.address, of)

    return arrive
