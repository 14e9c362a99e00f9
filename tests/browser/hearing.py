"""Every frame a page got, and what in them nobody at that page should know."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any

from playwright.sync_api import Page, Response, WebSocket

from tests.browser.drivers import Driver


class Hearing:
    """What went over the wires of a page, in order: ("got" or "sent", message)."""

    def __init__(self, page: Page) -> None:
        """From now on; before the page is opened."""
        self.messages: list[tuple[str, dict[str, Any]]] = []
        self.responses: list[Response] = []
        page.on("websocket", self._opened)
        page.on("response", self._answered)

    def _opened(self, socket: WebSocket) -> None:
        self.messages.append(("sent", {"t": "opened"}))
        socket.on("framereceived", lambda text: self.messages.append(("got", json.loads(text))))
        socket.on("framesent", lambda text: self.messages.append(("sent", json.loads(text))))

    def _answered(self, response: Response) -> None:
        if "/past/" in response.url:
            self.responses.append(response)

    def got(self) -> list[dict[str, Any]]:
        """The frames received."""
        return [message for way, message in self.messages if way == "got"]

    def views(self) -> list[dict[str, Any]]:
        """The views received, in order."""
        return [frame["view"] for frame in self.got() if frame.get("view")]

    def last_view(self) -> dict[str, Any]:
        """The view that the page has now."""
        return self.views()[-1]

    def sent(self, kind: str) -> list[dict[str, Any]]:
        """The commands of a kind that were sent."""
        return [message for way, message in self.messages if way == "sent" and message["t"] == kind]

    def leaks(self, driver: Driver, may_know: Iterable[int]) -> list[str]:
        """What was told of a game still going on, to one who may know the secrets of these seats."""
        seats = set(may_know)
        past = [("got", {"view": response.json()["view"]}) for response in self.responses]
        return found_leaks([*self.messages, *past], driver.told, lambda _: seats)

    def leaks_to_sitters(self, driver: Driver) -> list[str]:
        """The same on one screen: who sat there last may know their own, and nobody anything while it is covered."""
        sitting: set[int] = set()

        def may_know(sent: dict[str, Any]) -> set[int]:
            nonlocal sitting
            if sent["t"] == "sit":
                sitting = set() if sent["seat"] is None else {sent["seat"]}
            elif sent["t"] == "opened":
                sitting = set()
            return sitting

        return found_leaks(self.messages, driver.told, may_know)


def found_leaks(
    messages: Iterable[tuple[str, dict[str, Any]]],
    told: Callable[[dict[str, Any]], set[int]],
    may_know: Callable[[dict[str, Any]], set[int]],
) -> list[str]:
    """Each seed, salt or secret that was received while the game went on; `may_know` is asked after each message sent."""
    leaks, allowed, playing = [], may_know({"t": "opened"}), True
    for way, message in messages:
        if way == "sent":
            allowed = may_know(message)
            continue
        playing = message.get("status", "playing" if playing else "over") == "playing"
        if not playing:
            continue
        leaks += [f"{name}: {message[name]}" for name in ("seed", "salt") if message.get(name) is not None]
        known = told(message["view"]) if message.get("view") else set()
        leaks += [f"the secret of seat {seat}: {json.dumps(message['view'])}" for seat in sorted(known - allowed)]
    return leaks
