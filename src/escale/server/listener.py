"""Somebody before a table's screen, as the table knows them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from escale.server.projection import Onlooker


class Listener:
    """Somebody at a table: where to send, and who they are."""

    def __init__(
        self,
        holder: str | None,
        seat: int | None,
        send: Callable[[bytes], None],
        address: str = "",
        on_gone: Callable[[str], None] = lambda why: None,
    ) -> None:
        """`send` takes a frame and never waits. `address`: where they are connected from.

        `on_gone`: told that nothing can be done at the table any more, and why, as the code of a refusal.
        """
        self.on_gone = on_gone
        self.holder = holder
        self.address = address
        self.seat = seat
        self.send = send
        self.knows: dict[str, Any] = {}  # the last table sent, to send only what has changed since

    @property
    def who(self) -> Onlooker:
        """As the projection knows them."""
        return Onlooker(self.holder, self.seat)
