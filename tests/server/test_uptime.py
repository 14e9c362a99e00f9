"""The time in which moves could be taken, second by second, on a watch of the test's own."""

from __future__ import annotations

import contextlib

import pytest

from escale.server.uptime import GAP_SECONDS, SLOW_SECONDS, Uptime


class Watch:
    """A clock that goes when it is told to, and an uptime by it."""

    def __init__(self) -> None:
        self.time = 1000.0
        self.uptime = Uptime(lambda: self.time)

    def write(self, takes: float = 0.0, *, fails: bool = False) -> None:
        """A write that takes so long."""
        with contextlib.suppress(LookupError), self.uptime.writing():
            self.time += takes
            if fails:
                raise LookupError

    def serve(self, seconds: float) -> None:
        """Time goes on, with a write every second or oftener."""
        while seconds > 0:
            self.time += min(1.0, seconds)
            seconds -= 1.0
            self.write()


@pytest.fixture
def watch() -> Watch:
    return Watch()


def test_it_counts_while_writes_succeed(watch: Watch) -> None:
    watch.serve(30.5)
    assert watch.uptime.now() == pytest.approx(30.5)
    watch.time += 0.4
    assert watch.uptime.now() == pytest.approx(30.9)
    assert not watch.uptime.stands


def test_from_the_last_success_until_writes_succeed_again_nothing_counts(watch: Watch) -> None:
    watch.serve(10)
    watch.time += 0.9
    watch.write(takes=2.0, fails=True)
    assert watch.uptime.stands
    assert watch.uptime.now() == pytest.approx(10)
    for _ in range(50):
        watch.time += 1
        watch.write(fails=True)
    assert watch.uptime.now() == pytest.approx(10)
    watch.time += 0.2
    watch.write()
    assert not watch.uptime.stands
    assert watch.uptime.now() == pytest.approx(10)
    watch.serve(3)
    assert watch.uptime.now() == pytest.approx(13)


def test_a_write_that_hangs_and_then_succeeds_does_not_count(watch: Watch) -> None:
    watch.serve(10)
    watch.write(takes=20)
    assert watch.uptime.now() == pytest.approx(10)
    watch.serve(1)
    assert watch.uptime.now() == pytest.approx(11)


def test_it_stands_while_a_write_hangs(watch: Watch) -> None:
    watch.serve(10)
    watch.time += 0.5
    with watch.uptime.writing():
        watch.time += SLOW_SECONDS + 0.1
        assert watch.uptime.stands
        assert watch.uptime.now() == pytest.approx(10.5)
    assert not watch.uptime.stands


def test_one_write_that_hangs_while_others_succeed_changes_nothing(watch: Watch) -> None:
    watch.serve(10)
    with watch.uptime.writing():
        watch.serve(20)
        assert not watch.uptime.stands
        assert watch.uptime.now() == pytest.approx(30)
    assert watch.uptime.now() == pytest.approx(30)


def test_a_process_that_stood_still_took_no_moves(watch: Watch) -> None:
    """It was stopped, the machine slept, or the loop was busy with something else."""
    watch.serve(10)
    watch.time += GAP_SECONDS + 3600
    assert watch.uptime.now() == pytest.approx(10)
    watch.write()
    watch.serve(2)
    assert watch.uptime.now() == pytest.approx(12)
