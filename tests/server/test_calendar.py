"""Which days have passed: a clock that is set, and time without a server, make no table older than it is."""

from __future__ import annotations

import pytest

from escale.server.calendar import DAY, MOST_JUMPS, Calendar, Jump

START = 1000 * DAY
YEAR = 365 * DAY


def test_time_that_was_seen_to_pass_counts_and_so_do_short_pauses() -> None:
    calendar = Calendar(START)
    for day in range(1, 30):
        calendar = calendar.at(START + day * DAY, DAY if day % 2 else 0.0)
    assert calendar.before(10) == START + 19 * DAY
    assert calendar.held_back(10) == 0


@pytest.mark.parametrize("passed", [0.0, 600.0])
def test_a_long_jump_does_not_count_and_time_goes_on_from_where_it_was(passed: float) -> None:
    calendar = Calendar(START).at(START + YEAR, passed)
    assert calendar.before(90) == START + passed - 90 * DAY
    assert calendar.held_back(90) == pytest.approx(365, abs=0.1)
    calendar = calendar.at(START + YEAR + 60 * DAY, 60 * DAY)
    assert calendar.before(90) == START + passed - 30 * DAY
    calendar = calendar.at(START + YEAR + 120 * DAY, 60 * DAY)
    assert calendar.before(90) == START + YEAR + 30 * DAY, "all that was there before the jump has been there for 90 days since"
    assert calendar.held_back(90) == 0


def test_a_pause_that_is_short_beside_many_days_is_long_beside_few() -> None:
    calendar = Calendar(START).at(START + 5 * DAY)
    assert calendar.before(50) == START - 45 * DAY
    assert calendar.before(49) == START - 49 * DAY


def test_several_jumps_add_up() -> None:
    calendar = Calendar(START).at(START + YEAR).at(START + YEAR + DAY, DAY).at(START + 2 * YEAR)
    assert calendar.before(3) == START - 2 * DAY
    assert calendar.before(1) == START + YEAR


def test_a_clock_that_is_set_right_again_leaves_nothing_behind() -> None:
    wrong = Calendar(START).at(START + YEAR).at(START + YEAR + DAY, DAY)
    right = wrong.at(START - 1.0)
    assert right == Calendar(START - 1.0)
    half = wrong.at(START + YEAR / 2)
    assert half.jumps == (Jump(START, START + YEAR / 2),)
    assert half.before(30) == START - 30 * DAY


def test_it_is_kept_as_text_and_what_cant_be_read_counts_nothing() -> None:
    calendar = Calendar(START).at(START + YEAR)
    assert Calendar.read(calendar.text()) == calendar
    assert Calendar.read("{").at(START).before(10) == -10 * DAY


def test_the_long_jumps_are_remembered() -> None:
    calendar = Calendar(START).at(START + YEAR)
    for _ in range(2 * MOST_JUMPS):
        calendar = calendar.at(calendar.seen + DAY)
    assert len(calendar.jumps) == MOST_JUMPS
    assert calendar.jumps[0].seconds == YEAR
