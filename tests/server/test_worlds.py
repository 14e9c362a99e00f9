"""What somebody can't know, nothing that is sent to them tells: no field, no order, no refusal."""

from __future__ import annotations

import logging
import random
import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

import escale
from escale.play.match import Match
from escale.play.rulings import Refused
from escale.rules.position import Position
from escale.search import advice
from escale.search.analysis import Analysis, analyse
from escale.server import app, hints, hosted, live, projection, rest, roster, socket
from escale.server.bodies import Past
from escale.server.roster import Choice
from escale.server.routes import ENDPOINTS
from tests.server import worlds
from tests.server.eyes import Plan, all_plans, some_plans
from tests.server.patient import Broken
from tests.server.worlds import compare_worlds

WITH_SECRETS = [game for game, info in escale.games().items() if info.secrets]


def odd(position: Position) -> bool:
    """A bit that depends on everything, secrets too."""
    return bool(zlib.crc32(position.to_bytes()) & 1)


def where_seats_differ(game: str) -> Callable[[Plan], bool]:
    """The tables of a game at which seats know different things."""
    info = escale.games()[game]
    return lambda plan: plan.game == game and info.has_secrets(plan.players, plan.options)


def for_watchers(plan: Plan) -> bool:
    """Whether people play and we look through the eyes of a watcher, to whom many moves look the same."""
    return plan.onlooker is None and plan.bot is None


def test_two_worlds_that_differ_only_in_secrets_send_the_same_bytes(tmp_path: Path) -> None:
    counts = compare_worlds(tmp_path, rounds=1, seed=7, every=False)
    assert counts["pairs of worlds"] >= 10
    assert counts["moves in two worlds"] > 50
    assert counts["hints"] >= 5
    assert counts["lines of the log"] >= counts["pairs of worlds"]
    assert counts["secret choices"] >= 3
    assert counts["looks of the host"] >= 20
    for game in WITH_SECRETS:
        assert counts[f"moves at {game}"] >= 5, f"{game} was hardly played"
        assert min(counts[f"{what} at {game}"] for what in ("ends", "rematches", "trials")) >= 2
    for what in ("takebacks", "restarts"):
        assert sum(counts[f"{what} at {game}"] for game in WITH_SECRETS) >= 5


def test_some_tables_have_every_value_of_every_option_and_every_number_of_players() -> None:
    rng = random.Random(7)
    for game, info in escale.games().items():
        if info.secrets:
            plans = [plan for plan in some_plans(7, rng) if plan.game == game]
            assert {plan.players for plan in plans} == set(info.players)
            for option in info.options:
                assert {plan.options[option.name] for plan in plans} == set(option.values)
            every = {plan.table for plan in all_plans(7, rng) if plan.game == game}
            spared = len(every) - len({plan.table for plan in plans})
            assert spared > 0 or len(every) == len(info.players) + 1  # a game that has hardly more tables needs them all
            assert any(plan.bot is not None for plan in plans)


@pytest.mark.parametrize("game", WITH_SECRETS)
def test_the_harness_finds_a_secret_shown_to_the_host(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    watched = hosted.watched
    monkeypatch.setattr(hosted, "watched", lambda match: {**watched(match), "sum": zlib.crc32(match.position.to_bytes())})
    with pytest.raises(Broken, match=r"told apart by what the host is shown: .*\"sum\""):
        compare_worlds(tmp_path, 1, 7, only=lambda plan: plan.game == game)


@pytest.mark.parametrize("game", WITH_SECRETS)
def test_the_harness_finds_a_secret_in_the_text_of_a_move(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = Match.told

    def talkative(match: Match, ply: int, *others: Any, **named: Any) -> str:
        return told(match, ply, *others, **named) + ("!" if odd(match.position) else "?")

    monkeypatch.setattr(Match, "told", talkative)
    with pytest.raises(Broken, match=r"told apart: .*\"last\":"):
        compare_worlds(tmp_path, 1, 7, only=lambda plan: plan.game == game)


def as_written(match: Match, ply: int) -> str:
    return match._texts[ply]


def in_last(patch: pytest.MonkeyPatch) -> None:
    last = projection.last

    def telling(match: Match, ply: int, seat: int | None) -> dict[str, Any] | None:
        told = last(match, ply, seat)
        return told and {**told, "move": as_written(match, ply - 1)}

    patch.setattr(projection, "last", telling)


def in_the_past(patch: pytest.MonkeyPatch) -> None:
    past = projection.past

    def telling(match: Match, ply: int, seat: int | None) -> Past:
        shown = past(match, ply, seat)
        return msgspec.structs.replace(shown, last=shown.last and {**shown.last, "move": as_written(match, ply - 1)})

    patch.setattr(projection, "past", telling)


def in_questions(patch: pytest.MonkeyPatch) -> None:
    asking = projection.asking

    def telling(match: Match, seat: int | None) -> dict[str, Any] | None:
        told = asking(match, seat)
        if told is None or told["move"] is None:
            return told
        assert match.asking
        return {**told, "move": as_written(match, match.asking.ply)}

    patch.setattr(projection, "asking", telling)


#: Where a move is told, and what comes right before it was.
CHANNELS: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "moves": in_last,
    "looking back": in_the_past,
    "asking to take back": in_questions,
}


@pytest.mark.parametrize("when", CHANNELS)
def test_the_harness_finds_a_move_told_to_all_as_its_player_wrote_it(
    when: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The hidden choice of a move, which went to everybody once; in each place where a move is told, and only there."""
    CHANNELS[when](monkeypatch)
    hiding = [game for game in WITH_SECRETS if hasattr(escale.load(game).view, "told_move")]
    with pytest.raises(Broken, match=rf"after {when}.* told apart: "):
        compare_worlds(tmp_path, 1, 7, every=False, only=lambda plan: plan.game in hiding)


@pytest.mark.parametrize("game", WITH_SECRETS)
def test_the_harness_finds_a_view_sent_to_the_wrong_eyes(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(projection, "view", lambda match, position, seat: position.view(seat or 0))
    with pytest.raises(Broken, match="told apart"):
        compare_worlds(tmp_path, 1, 7, only=where_seats_differ(game))


@pytest.mark.parametrize("game", WITH_SECRETS)
def test_the_harness_finds_a_secret_told_by_the_order_of_things(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = projection.table

    def shuffled(match: Any, *others: Any) -> dict[str, Any]:
        told = list(table(match, *others).items())
        return dict(reversed(told) if odd(match.position) else told)

    monkeypatch.setattr(projection, "table", shuffled)
    with pytest.raises(Broken, match="told apart"):
        compare_worlds(tmp_path, 1, 7, only=where_seats_differ(game))


@pytest.mark.parametrize("game", WITH_SECRETS)
def test_the_harness_finds_a_secret_told_by_a_refusal(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refused = socket.Connection._refused

    def talkative(connection: Any, command: str | None, refusal: Refused) -> None:
        code = "stale" if odd(connection._table.match.position) else refusal.code
        refused(connection, command, Refused(code, refusal.rule, refusal.reason))

    monkeypatch.setattr(socket.Connection, "_refused", talkative)
    with pytest.raises(Broken, match="told apart"):
        compare_worlds(tmp_path, 1, 7, only=where_seats_differ(game))


@pytest.mark.parametrize("game", WITH_SECRETS)
def test_the_harness_finds_a_secret_told_by_a_log(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    change = live.Table.change

    async def talkative(table: live.Table, *others: Any) -> int:
        if odd(table.match.position):
            logging.getLogger("escale.tables").debug("a table changes")
        return await change(table, *others)

    monkeypatch.setattr(live.Table, "change", talkative)
    with pytest.raises(Broken, match="told apart by their logs"):
        compare_worlds(tmp_path, 1, 7, only=where_seats_differ(game))


def told_if(match: Match, wanted: bool) -> dict[str, int]:
    """What would tell the worlds apart, for a frame, but that it is told then only."""
    return {"odd": zlib.crc32(match.at(0).to_bytes()) if wanted else 0}


def telling(monkeypatch: pytest.MonkeyPatch, wanted: Callable[[Match], bool]) -> None:
    """Everybody is told at such tables."""
    seen_by = projection.seen_by
    monkeypatch.setattr(
        projection, "seen_by", lambda match, *others: {**seen_by(match, *others), **told_if(match, wanted(match))}
    )


def once_resumed(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a start, whoever comes is told."""
    show = live.Table.show

    def telling(table: live.Table, listener: Any) -> None:
        show(table, listener)
        if table.source == "read" and odd(table.match.position):
            show(table, listener)

    monkeypatch.setattr(live.Table, "show", telling)


def by_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock tells it."""
    clock = projection.clock

    def telling(match: Match, *others: Any, **named: Any) -> dict[str, Any] | None:
        shown = clock(match, *others, **named)
        return shown and {**shown, **told_if(match, True)}

    monkeypatch.setattr(projection, "clock", telling)


def by_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """A number of `/metrics` tells it."""
    refused = socket.Connection._refused

    def counting(connection: Any, *others: Any) -> None:
        if odd(connection._table.match.position):
            connection._metrics.refused("odd")
        refused(connection, *others)

    monkeypatch.setattr(socket.Connection, "_refused", counting)


def by_the_table_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer to a request for one table tells it."""
    table = rest.Requests.table

    async def telling(requests: rest.Requests, asked: rest.DecodedRequest) -> Any:
        match = (await requests._tables.get(asked.path["table"])).match
        return msgspec.structs.replace(await table(requests, asked), updated=told_if(match, True)["odd"])

    spoiled = [replace(endpoint, answer=telling) if endpoint.answer is table else endpoint for endpoint in ENDPOINTS]
    monkeypatch.setattr(app, "ENDPOINTS", tuple(spoiled))


LATE_LEAKS: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "one of the takebacks": lambda patch: telling(patch, lambda match: any(line.get("event") == "undid" for line in match.log)),
    "one of the restarts": once_resumed,
    "the end": lambda patch: telling(patch, lambda match: match.status == "ended"),
    "the rematch": lambda patch: telling(patch, lambda match: match.created.before is not None),
    "the trial": lambda patch: telling(patch, lambda match: match.created.trial),
    "the table was opened": by_the_clock,
    "'numbers'": by_numbers,
    "'lists'": by_the_table_alone,
}


@pytest.mark.parametrize("when", LATE_LEAKS)
@pytest.mark.parametrize("game", WITH_SECRETS)
def test_the_harness_finds_what_is_told_only_then(
    game: str, when: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    LATE_LEAKS[when](monkeypatch)
    monkeypatch.setattr(worlds, "CLOCKS", when == "the table was opened")
    monkeypatch.setattr(worlds, "SELDOM", (1, when == "one of the restarts", 0))
    with pytest.raises(Broken, match=rf"after \(?{when}.* the two worlds are told apart"):
        compare_worlds(tmp_path, 9, 7, only=lambda plan: where_seats_differ(game)(plan) and for_watchers(plan))


def test_the_harness_finds_a_bot_that_peeks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def peeking(player: roster.Ours, position: Position) -> Choice:
        return Choice(position.names()[-1 if odd(position) else 0])

    monkeypatch.setattr(roster.Ours, "choose", peeking)
    with pytest.raises(Broken, match="the bot plays"):
        compare_worlds(tmp_path, 3, 7)


def test_the_harness_finds_a_hint_thought_out_from_the_true_position(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def peeking(position: Position, *others: Any, **named: Any) -> Analysis:
        return analyse(position, *others, **{**named, "omniscient": True})

    monkeypatch.setattr(advice, "analyse", peeking)
    with pytest.raises(Broken, match=r"hint.*told apart"):
        compare_worlds(tmp_path, 3, 7, only=lambda plan: plan.one_screen)


def test_the_harness_finds_a_hint_in_words_of_the_true_position(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def peeking(position: Position, *others: Any) -> advice.Advice:
        place: dict[str, Any] = {"key": "place.odd" if odd(position) else "place.even", "values": {}}
        return advice.advise(position, *others)._replace(place=place)

    monkeypatch.setattr(hints, "advise", peeking)
    with pytest.raises(Broken, match=r"hint.*told apart"):
        compare_worlds(tmp_path, 3, 7, only=lambda plan: plan.one_screen)
