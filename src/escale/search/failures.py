"""How a bot lets its table down."""

from __future__ import annotations

from escale.rules.errors import EscaleError


class BotFailed(EscaleError):
    """A bot that could not be made, raised, gave something that is no legal move, or whose process ended."""


class BotLate(EscaleError):
    """A bot that gave no move in time; its process has been killed."""
