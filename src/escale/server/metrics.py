"""Counts and times for Prometheus; without it, nothing is counted and nothing is imported."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from escale.rules.errors import BadOption

BUCKETS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0)
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class Metrics:
    """What is counted. This one forgets it."""

    @contextmanager
    def timed_command(self, kind: str) -> Iterator[None]:
        """A command, from its decoding until it is committed and everybody told."""
        yield

    def refused(self, code: str) -> None:
        """A command was refused."""

    def socket_opened(self) -> None:
        """A browser has come."""

    def socket_closed(self) -> None:
        """A browser has gone."""

    @contextmanager
    def timed_bot(self, bot: str) -> Iterator[None]:
        """A bot's thinking."""
        yield

    def bot_failed(self, bot: str, reason: str) -> None:
        """A bot made no move, or another had to make it."""

    def reviewed(self, how: str) -> None:
        """A review has ended."""

    def page(self) -> bytes | None:
        """Everything, as Prometheus reads it; None if nothing is counted."""
        return None


class PrometheusMetrics(Metrics):
    """Counted with prometheus-client, in a registry of its own."""

    def __init__(self) -> None:
        """BadOption if the library isn't installed."""
        try:
            import prometheus_client as prometheus
        except ImportError:
            raise BadOption("metrics need the package prometheus-client (the extra 'ops')") from None
        registry = prometheus.CollectorRegistry()
        made: dict[str, Any] = {"registry": registry}
        self._commands = prometheus.Histogram(
            "escale_command_seconds", "Commands of browsers", ["kind"], buckets=BUCKETS, **made
        )
        self._refusals = prometheus.Counter("escale_refusals_total", "Commands refused", ["code"], **made)
        self._sockets = prometheus.Gauge("escale_sockets", "Browsers connected", **made)
        self._bots = prometheus.Histogram("escale_bot_seconds", "Bots' thinking", ["bot"], buckets=BUCKETS, **made)
        self._failures = prometheus.Counter(
            "escale_bot_failures_total", "Moves that bots did not make", ["bot", "reason"], **made
        )
        self._reviews = prometheus.Counter("escale_reviews_total", "Reviews of games", ["how"], **made)
        self._write: Any = partial(prometheus.generate_latest, registry)

    @contextmanager
    def timed_command(self, kind: str) -> Iterator[None]:
        """A command, from its decoding until it is committed and everybody told."""
        start = time.perf_counter()
        yield
        self._commands.labels(kind).observe(time.perf_counter() - start)

    def refused(self, code: str) -> None:
        """A command was refused."""
        self._refusals.labels(code).inc()

    def socket_opened(self) -> None:
        """A browser has come."""
        self._sockets.inc()

    def socket_closed(self) -> None:
        """A browser has gone."""
        self._sockets.dec()

    @contextmanager
    def timed_bot(self, bot: str) -> Iterator[None]:
        """A bot's thinking."""
        start = time.perf_counter()
        yield
        self._bots.labels(bot).observe(time.perf_counter() - start)

    def bot_failed(self, bot: str, reason: str) -> None:
        """A bot made no move, or another had to make it."""
        self._failures.labels(bot, reason).inc()

    def reviewed(self, how: str) -> None:
        """A review has ended."""
        self._reviews.labels(how).inc()

    def page(self) -> bytes:
        """Everything, as Prometheus reads it."""
        return bytes(self._write())
