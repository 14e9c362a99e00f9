"""What a browser complains of: errors of scripts, refusals by the content security policy, anything on the console."""

from __future__ import annotations

import re

from playwright.sync_api import BrowserContext, ConsoleMessage, WebError

NETWORK = re.compile(r"net::ERR_|WebSocket connection to|Failed to fetch")

UNUSED = re.compile(r"was preloaded using link preload but not used within a few seconds")  # said by the clock


class Console:
    """The complaints of all browsers of one test."""

    def __init__(self) -> None:
        """None yet."""
        self.complaints: list[str] = []
        self.network_may_fail = False  # set by tests that cut it
        self.page_may_be_held_up = False  # set by tests that run long scripts of their own in it

    def listen(self, context: BrowserContext) -> None:
        """Hear this browser too."""
        context.on("console", self._said)
        context.on("weberror", self._failed)

    def check(self) -> None:
        """Fail if there were any."""
        heard = [line for line in self.complaints if not (self.network_may_fail and NETWORK.search(line))]
        heard = [line for line in heard if not (self.page_may_be_held_up and UNUSED.search(line))]
        assert not heard, f"the browser complains: {heard}"

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.type}: {message.text} ({message.location.get('url', '')})")

    def _failed(self, error: WebError) -> None:
        self.complaints.append(f"exception: {error.error}")
