"""Who thinks for the bots' seats: the same one all game long, and not too many at a time."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable

import pytest

from escale.play.events import Moved, Seated, Sitting, Undone
from escale.play.match import Match
from escale.play.rulings import Refused
from escale.rules.errors import BadOption, NoSuchBot
from escale.rules.position import Position
from escale.search.bots import LEVELS, bot, bot_names
from escale.server import roster, seat_bots
from escale.server.bot_turns import _ruling
from escale.server.metrics import Metrics
from escale.server.roster import Choice, Ours, Player, Roster
from escale.server.seat_bots import Forgotten, SeatBots
from escale.server.threads import Threads
from tests.play.tables import BOT, match_of


class First:
    """Plays the first move there is."""

    instant = True
    patience = 10.0

    def __init__(self, own: bool) -> None:
        """`own`: as if it were a host's."""
        self.own = own
        self.asked = 0
        self.closed = False

    def choose(self, position: Position) -> Choice:
        """As `Player` says."""
        self.asked += 1
        return Choice(position.names()[0])

    def stop(self) -> None:
        """As `Player` says."""

    def close(self) -> None:
        """As `Player` says."""
        self.closed = True


class Counting(Roster):
    """Remembers whom it gave."""

    def __init__(self, own: bool = False) -> None:
        """Nobody yet."""
        super().__init__()
        self.given: list[First] = []
        self._as_own = own

    def player(self, name: str, seed: int, deadline: float) -> Player:
        """As `Roster`."""
        self.given.append(First(self._as_own))
        return self.given[-1]


def asked(given: Roster, work: Callable[[SeatBots], object]) -> None:
    """Something done with the bots of a process."""

    async def run() -> None:
        bots = SeatBots(given, Threads(1), Metrics())
        await work(bots)  # type: ignore[misc]

    asyncio.run(run())


def at(number: int) -> Match:
    match = match_of(BOT, BOT)
    match.id = f"table{number}"
    return match


def test_each_seat_keeps_its_own_until_the_table_is_over() -> None:
    given = Counting()

    async def work(bots: SeatBots) -> None:
        for seat in (0, 1, 0, 1):
            await bots.choose(at(1), seat, "hard", 5)
        await bots.choose(at(2), 0, "hard", 5)
        assert [player.asked for player in given.given] == [2, 2, 1]
        bots.forget("table1")
        assert [player.closed for player in given.given] == [True, True, False]
        await bots.choose(at(1), 0, "hard", 5)
        assert len(given.given) == 4
        bots.close()
        assert all(player.closed for player in given.given)

    asked(given, work)


def test_another_bot_on_the_seat_is_another_player() -> None:
    given = Counting()

    async def work(bots: SeatBots) -> None:
        await bots.choose(at(1), 0, "hard", 5)
        await bots.choose(at(1), 0, "expert", 5)
        assert [player.closed for player in given.given] == [True, False]

    asked(given, work)


@pytest.mark.parametrize(("own", "setting"), [(False, "MOST_KEPT"), (True, "MOST_OWN_KEPT")])
def test_those_asked_longest_ago_make_room(own: bool, setting: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seat_bots, setting, 3)
    given = Counting(own)

    async def work(bots: SeatBots) -> None:
        for number in (0, 1, 2, 0, 3, 4):
            await bots.choose(at(number), 0, "hard", 5)
        assert [player.closed for player in given.given] == [False, True, True, False, False]

    asked(given, work)


class Moody(First):
    """Fails as long as it is told to."""

    def __init__(self, moods: list[bool]) -> None:
        """`moods`: whether it fails, each time it is asked; shared by all that take its place."""
        super().__init__(own=True)
        self._moods = moods

    def choose(self, position: Position) -> Choice:
        """As `Player` says."""
        if self._moods.pop(0):
            raise LookupError("in a bad mood")
        return super().choose(position)


class OfMoods(Roster):
    """Has only a moody one."""

    def __init__(self, *moods: bool) -> None:
        """As `Moody`."""
        super().__init__()
        self.moods = list(moods)

    def player(self, name: str, seed: int, deadline: float) -> Player:
        """As `Roster`."""
        return Moody(self.moods)


UNDO, RESTART, AGAIN = "undo", "restart", "again"


def troubles(given: OfMoods, *names: str) -> list[str | None]:
    """What is told of the turns of the bots of these names on one seat.

    `UNDO` takes the last of them back, after `RESTART` another process asks, with `AGAIN` the same bot sits down again.
    """
    match, told = match_of(BOT, BOT), list[str | None]()

    async def turn(bots: SeatBots, name: str) -> None:
        while match.turn != 0:
            match.apply(Moved(at=1.0, move=match.position.names()[0]))
        if match.seats[0].sitting.bot != name:
            match.apply(Seated(at=1.0, seat=0, sitting=Sitting("bot", None, name)))
        choice = await bots.choose(match, 0, name, 5)
        told.append(choice.trouble)
        match.apply(Moved(at=1.0, move=choice.move, stood_in=choice.trouble))

    async def work(bots: SeatBots) -> None:
        for name in names:
            if name == UNDO:
                match.apply(Undone(at=1.0, seat=0, ply=match.ply - 1))
            elif name == RESTART:
                bots = SeatBots(given, Threads(1), Metrics())
            elif name == AGAIN:
                match.apply(Seated(at=1.0, seat=0, sitting=match.seats[0].sitting))
            else:
                await turn(bots, name)

    asked(given, work)
    return told


def test_after_a_failed_turn_it_is_asked_once_and_after_another_no_more() -> None:
    given = OfMoods(*[True] * 3)  # a fourth question would find nothing
    assert troubles(given, *["hard"] * 5) == ["once", "for_good", None, None, None]
    assert given.moods == []


def test_what_was_told_with_a_move_that_was_taken_back_is_so_no_more() -> None:
    given = OfMoods(*[True] * 4)
    assert troubles(given, "hard", "hard", UNDO, "hard", "hard") == ["once", "for_good", "for_good", None]
    assert given.moods == []
    assert troubles(OfMoods(*[True] * 3, False), "hard", "hard", UNDO, "hard") == ["once", "for_good", None]


def test_another_process_knows_as_much() -> None:
    given = OfMoods(*[True] * 3)
    assert troubles(given, "hard", RESTART, "hard", RESTART, "hard", "hard") == ["once", "for_good", None, None]
    assert given.moods == []


def test_one_that_sits_down_again_is_asked_again() -> None:
    given = OfMoods(*[True] * 5, False)
    names = ["hard", "hard", "hard", AGAIN, "hard", AGAIN, "hard"]
    assert troubles(given, *names) == ["once", "for_good", None, "once", None]
    assert given.moods == []


def test_a_table_that_ends_while_another_moves_in_its_place_wants_no_move(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, told = threading.Event(), threading.Event()

    class Slow:
        def choose(self, position: Position) -> int:
            begun.set()
            told.wait(10)
            return position.moves()[0]

        def stop(self) -> None:
            told.set()

    monkeypatch.setattr(seat_bots, "bot", lambda *_: Slow())
    monkeypatch.setattr(seat_bots, "STAND_IN_SECONDS", 10.0)

    async def work(bots: SeatBots) -> None:
        for forgotten in ("table1", "table2"):
            begun.clear()
            told.clear()
            turn = asyncio.create_task(bots.choose(at(1), 0, "hard", 5))
            await asyncio.to_thread(begun.wait, 10)
            bots.forget(forgotten)
            told.set()
            if forgotten == "table1":
                with pytest.raises(Forgotten):
                    await turn
            else:
                assert (await turn).trouble == "once"

    asked(OfMoods(*[True] * 4), work)


def test_what_another_chose_is_not_played_for_who_sits_there_now() -> None:
    match = at(1)
    assert match.turn is not None
    choice, seq = Choice(match.position.names()[0], "once"), match.seq
    assert _ruling(seq, choice, match, 1.0).stood_in == "once"
    match.apply(Seated(at=1.0, seat=1 - match.turn, sitting=BOT))
    assert _ruling(seq, choice, match, 1.0).stood_in == "once"
    match.apply(Seated(at=1.0, seat=match.turn, sitting=BOT))
    with pytest.raises(Refused, match="stale"):
        _ruling(seq, choice, match, 1.0)
    assert _ruling(match.seq, choice, match, 1.0).move == choice.move


def test_one_that_answers_again_is_trusted_again() -> None:
    given = OfMoods(True, True, False, True, True, True)
    assert troubles(given, *["hard"] * 4) == ["once", None, "once", "for_good"]


def test_a_slip_that_the_second_try_mends_is_no_trouble() -> None:
    assert troubles(OfMoods(True, False), "hard") == [None]


def test_another_bot_on_the_seat_begins_anew() -> None:
    assert troubles(OfMoods(*[True] * 3, False), "hard", "hard", "expert") == ["once", "for_good", None]


def test_a_bot_that_is_not_as_quick_as_it_says_is_asked_in_a_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    player = Ours(bot("random", 1), 10.0)
    position = match_of(BOT, BOT).position
    player.choose(position)
    monkeypatch.setattr(roster, "INSTANT_SECONDS", 0.0)
    player.choose(position)
    assert not player.instant
    assert player.own is False
    assert player.patience > 0


def test_a_host_offers_the_levels_and_its_own_by_the_names_of_their_classes() -> None:
    known = Roster(["my.bots:Careful", "folder/more.py:Wild"])
    assert known.offered == (*LEVELS, "Careful", "Wild")
    assert known.names == (*bot_names(), "Careful", "Wild")
    assert known.known("Wild") == "Wild"
    for name in ("my.bots:Careful", "wild", "", None):
        with pytest.raises(NoSuchBot, match="Careful, Wild"):
            known.known(name)


@pytest.mark.parametrize("own", [["a:Same", "b:Same"], ["a:random"], ["a:"], ["a:" + "x" * 41]])
def test_each_of_its_own_needs_a_name_of_its_own(own: list[str]) -> None:
    with pytest.raises(BadOption, match="a name of its own"):
        Roster(own)


def test_an_own_bot_is_not_started_before_it_is_asked() -> None:
    begun = time.perf_counter()
    player = Roster(["nosuch:Thing"]).player("Thing", 1, 10.0)
    assert time.perf_counter() - begun < 1
    assert (player.own, player.instant) == (True, False)
