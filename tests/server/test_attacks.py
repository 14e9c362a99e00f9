"""At no table can one person learn what two seats know, unless it is a table on one screen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import escale
from escale.play import rulings
from escale.play.events import Kind, Shared, Sitting
from escale.play.match import Match
from escale.play.rulings import Command, Refused
from escale.rules.errors import BadOption
from escale.server import making, projection
from escale.server.bodies import NewSeat, NewTable
from escale.server.roster import Roster
from tests.conformance.tables import Table
from tests.server.attacks import STEPS, try_every_order, try_orders_at
from tests.server.eyes import differs_within, kinds_of_secrets, smallest_secret
from tests.server.patient import Broken

TABLES = 80  # different ones, for each beginning; fewer for further kinds of secrets
FEW = 12  # by which a way that is left open is found
WITH_SECRETS = [game for game, info in escale.games().items() if info.secrets]
SECRETS = [(game, table) for game in escale.games() for table in kinds_of_secrets(game)]


@pytest.mark.parametrize("game", WITH_SECRETS)
def test_in_no_order_does_anybody_learn_what_two_seats_know(game: str) -> None:
    counts = try_every_order(game, TABLES)
    assert counts["tables"] >= TABLES
    assert set(STEPS) <= set(counts), f"never done: {sorted(set(STEPS) - set(counts))}"


def plants() -> Iterator[tuple[str, str]]:
    """Each with every game in which it does harm: what is hidden only later can't be shown too early."""
    for game in WITH_SECRETS:
        yield game, "sits anywhere"
        if differs_within(game, smallest_secret(game), 1):
            yield game, "shows all at once"


@pytest.mark.parametrize(("game", "plant"), list(plants()))
def test_the_harness_finds_a_way_that_is_left_open(game: str, plant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if plant == "sits anywhere":
        monkeypatch.setattr(rulings, "_one_seat_each", lambda *anything: None)
    else:
        monkeypatch.setattr(projection, "view", lambda match, position, seat: position.view(seat))
    with pytest.raises(Broken, match="knows what seats"):
        try_every_order(game, TABLES)


@pytest.mark.parametrize(("game", "table"), SECRETS, ids=str)
def test_the_harness_finds_a_deal_that_is_kept(game: str, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "_dealt", keeping_the_deal)
    with pytest.raises(Broken, match="is hidden again"):
        try_orders_at(game, table, FEW)


@pytest.mark.parametrize("game", WITH_SECRETS)
def test_the_harness_finds_a_deal_that_is_kept_in_the_middle(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    longest = 0

    def keeping_what_was_cut(wish: Any, players: int) -> Any:
        nonlocal longest
        plies = len(wish.start.moves) if wish.start else 0
        longest = max(longest, plies)
        return (keeping_the_deal if 0 < plies < longest else dealt)(wish, players)

    monkeypatch.setattr(making, "_dealt", keeping_what_was_cut)
    with pytest.raises(Broken, match="is hidden again"):
        try_orders_at(game, smallest_secret(game), FEW)


@pytest.mark.parametrize("game", WITH_SECRETS)
def test_the_harness_finds_a_deal_that_is_kept_of_what_is_not_ours(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def keeping_what_was_brought(wish: Any, players: int) -> Any:
        brought = wish.start is not None and not wish.start.salt  # which every record of ours has
        return (keeping_the_deal if brought else dealt)(wish, players)

    monkeypatch.setattr(making, "_dealt", keeping_what_was_brought)
    with pytest.raises(Broken, match="a game is made up"):
        try_orders_at(game, smallest_secret(game), FEW)


@pytest.mark.parametrize("game", WITH_SECRETS)
@pytest.mark.parametrize("plant", ["comes by link", "comes back"])
def test_the_harness_finds_who_plays_against_one_who_took_back(game: str, plant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if plant == "comes by link":
        monkeypatch.setattr(Match, "_bear_witness", lambda match: None)
    else:
        monkeypatch.setattr(rulings, "_leave_nobody_out", lambda *anything: None)
    with pytest.raises(Broken, match="knows what was taken back"):
        try_every_order(game, FEW)


dealt = making._dealt


def keeping_the_deal(wish: Any, players: int) -> Any:
    """A trial with the very deal of the finished game."""
    return dealt(wish, players) if wish.start is None else making._of_record(wish.start, wish.game, players)


def test_where_all_know_the_same_people_may_change_places() -> None:
    tried = 0
    for game, info in escale.games().items():
        for players in set(info.players) - set(info.secret_with) - {1}:
            seats = [NewSeat("me"), *[NewSeat("bot", bot="random")] * (players - 1)]
            match = Match("table", making.created(NewTable(game, seats), "host", Roster()))
            for seat, kind in ((0, "bot"), (1, "human")):
                wish = Sitting(kind, None, "random" if kind == "bot" else None)  # type: ignore[arg-type]
                match.apply(rulings.seat_change(match, Command("host", "", 1.0), seat, wish, ["random"]))
            assert match.held_by("host") == [1]
            tried += 1
    assert tried > 1


@pytest.mark.parametrize("game", WITH_SECRETS)
def test_who_sat_down_elsewhere_does_not_come_back_with_a_seat_that_a_friend_takes_back(game: str) -> None:
    """The host opens a seat that a link is for, sits at the other one, and the friend sits down with the link."""
    table = smallest_secret(game)
    seats = [NewSeat("open")] * 2 + [NewSeat("bot", bot="random")] * (table.players - 2)
    match = Match("table", making.created(NewTable(game, seats, options=dict(table.options)), "host", Roster()))

    def sit(who: str, seat: int, kind: Kind = "human") -> None:
        match.apply(rulings.seat_change(match, Command(who, "", 1.0), seat, Sitting(kind), ["random"]))

    sit("host", 0)
    match.apply(rulings.share(match, Command("host", "", 1.0), 0, "link"))
    sit("host", 0, "open")
    sit("host", 1)
    shared = rulings.claim(match, Command("friend", "", 1.0), "link")[1]
    assert shared is not None
    match.apply(shared)
    sit("friend", 0)
    assert (match.held_by("host"), match.held_by("friend"), match.held_by("link")) == ([1], [0], [0])


@pytest.mark.parametrize("game", escale.games())
def test_a_seat_on_one_screen_has_no_private_link(game: str) -> None:
    players = max(2, min(escale.games()[game].players))
    wish = NewTable(game, [NewSeat("me")] * players, one_screen=True)
    match = Match("table", making.created(wish, "host", Roster()))
    with pytest.raises(Refused, match="one_screen"):
        rulings.share(match, Command("host", "", 1.0), 1, "link")
    match.apply(Shared(at=1.0, by="host", seat=1, holder="link"))  # from before that was refused
    with pytest.raises(Refused, match="one_screen"):
        rulings.claim(match, Command("friend", "", 1.0), "link")


def test_on_one_screen_nobody_comes_by_link() -> None:
    for game in escale.games():
        seats = [NewSeat("me"), NewSeat("open")]
        with pytest.raises(BadOption, match="on one screen nobody comes by link"):
            making.created(NewTable(game, seats, one_screen=True), "host", Roster())
