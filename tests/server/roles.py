"""Harness: who may do what. Every request and every message, in every role, with what must come of it."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, get_args
from unittest import mock

import httpx2 as httpx
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute

import escale
from escale.server import app
from escale.server.metrics import Metrics
from escale.server.socket_messages import FromBrowser
from tests.conformance.tables import Table
from tests.server.eyes import smallest_secret
from tests.server.metric_lines import without_times
from tests.server.patient import Broken
from tests.server.planted.plants import SOUND
from tests.server.running import BOT, GAME, ME, Person, Server, serving
from tests.server.scenes import PLACES, ROLES, Moment, Scene, scene


@dataclass(frozen=True)
class Row:
    """One thing to try: what comes of it for each role, in the order of ROLES.

    `if_open`: where that is something else at a table where everybody knows the same. `if_shown`: where it is something else
    since a move has shown what was hidden, and a seat is left that anybody may still come to.
    """

    outcomes: tuple[str, ...]
    route: tuple[str, str] | None = None  # method and path, as `routes` has them
    message: dict[str, Any] | None = None
    body: Callable[[str], Any] = lambda game: None
    at: Moment = "start"
    query: str = ""
    told: Callable[[Any], int | None] | None = None  # the seat in an answer, if it belongs to the outcome
    changes: bool = True
    common: Callable[[bytes], bytes] | None = None  # of an answer, what must be the same for every role
    if_open: tuple[str, ...] | None = None
    if_shown: tuple[str, ...] | None = None


def _all(outcome: str) -> tuple[str, ...]:
    return (outcome,) * len(ROLES)


def _record(game: str) -> dict[str, Any]:
    return {"game": game, "version": escale.games()[game].version, "players": 2, "options": {}, "seed": "5", "moves": []}


def _table(game: str) -> dict[str, Any]:
    return {"game": game, "seats": [ME, BOT]}


PLAYER = ("403", "403", "200", "403", "403", "403", "200")
SAT = ("not_yours", "not_yours", "done", "seat_taken", "seat_taken", "seat_taken", "done")
PAST = ("200 as None", "200 as None", "200 as mover", "200 as other", "200 as None", "200 as None", "200 as mover")
SEEN = tuple(outcome.replace("200", "table") for outcome in PAST)
MINE = ("200 without", "200 without", *("200 with",) * 5)
TURN = ("not_your_turn", "not_your_turn", "reason", *("not_your_turn",) * 3, "reason")
HINT = tuple(outcome.replace("reason", "hints_alone") for outcome in TURN)
TABLE = "/api/tables/{table}"
SOCKET = f"{TABLE}/socket"  # where messages are sent
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE")


def _whole(body: bytes) -> bytes:
    return body


def _counted(metrics: bytes) -> bytes:
    """What is counted, and how often, but for times, and for who is connected: those who went may still be counted."""
    return b"\n".join(line for line in without_times(metrics).splitlines() if not line.startswith(b"escale_sockets "))


REQUESTS = (
    Row(_all("200"), ("GET", "/health"), changes=False),
    Row(_all("200"), ("GET", "/health/live"), changes=False),
    Row(_all("200"), ("GET", "/api/games"), changes=False),
    Row(_all("200"), ("GET", "/api/games/{game}/demo"), changes=False),
    Row(_all("404 or 422"), ("POST", "/api/games/{game}/companion"), body=lambda game: {}, changes=False),
    Row(_all("201"), ("POST", "/api/tables"), body=_table, changes=False),
    Row(MINE, ("GET", "/api/tables/mine"), changes=False),
    Row(_all("200"), ("GET", "/api/tables/listed"), changes=False),
    Row(_all("200"), ("GET", TABLE), changes=False),
    Row(("403", "403", "200", "200", "403", "403", "200"), ("POST", f"{TABLE}/end")),
    Row(_all("409"), ("POST", f"{TABLE}/end"), at="ended"),
    Row(_all("200"), ("GET", "/api/invitations/{key}"), changes=False),
    Row(
        ("200 as free", "200 as free", "200 as mover", "200 as other", "200 as free", "409", "200 as mover"),
        ("POST", "/api/invitations/{key}"),
        body=lambda game: {"name": "X"},
        told=lambda answer: answer["seat"],
        if_open=("200 as free", "200 as free", "200 as mover", "200 as other", "200 as free", "200 as free", "200 as mover"),
    ),
    Row(PLAYER, ("POST", "/api/tables/{table}/seats/{seat:number}/link")),
    Row(
        ("200", "200", "200", "409", "200", "409", "200"),
        ("POST", "/api/seat-links/{key}"),
        if_open=("200", "200", "200", "409", "200", "200", "200"),
    ),
    Row(_all("409"), ("POST", f"{TABLE}/rematch")),
    Row(("403", "403", "200", "200", "403", "403", "200"), ("POST", f"{TABLE}/rematch"), at="ended"),
    Row(PAST, ("GET", f"{TABLE}/past/{{ply:number}}"), told=lambda answer: answer["view"]["seat"], changes=False),
    Row(
        PAST,
        ("GET", f"{TABLE}/past/{{ply:number}}"),
        query="?seat=mover",
        told=lambda answer: answer["view"]["seat"],
        changes=False,
    ),
    Row(_all("409"), ("GET", f"{TABLE}/replay"), changes=False),
    Row(_all("200"), ("GET", f"{TABLE}/replay"), at="ended", changes=False),
    Row(_all("409"), ("GET", f"{TABLE}/review"), changes=False),
    Row(_all("200"), ("GET", f"{TABLE}/review"), at="ended", changes=False),
    Row(_all("409"), ("GET", f"{TABLE}/export"), changes=False),
    Row(_all("200"), ("GET", f"{TABLE}/export"), at="ended", changes=False),
    Row(_all("200"), ("POST", "/api/replays"), body=_record, changes=False),
    Row(_all("200"), ("POST", "/api/reviews"), body=_record, changes=False),
)

EVERYBODYS = (  # the same for all, and nobody's business in it
    Row(_all("200 the same"), ("GET", "/api/openapi.json"), changes=False, common=_whole),
    Row(_all("200 the same"), ("GET", "/metrics"), changes=False, common=_counted),
    Row(_all("200 the same"), ("GET", "/{rest:path}"), changes=False, common=_whole),
    *(Row(_all("404 the same"), (method, "/api/{rest:path}"), changes=False, common=_whole) for method in METHODS),
)

MESSAGES = (
    Row(
        ("not_yours", "not_your_turn", "done", "not_your_turn", "not_your_turn", "not_your_turn", "done"),
        message={"t": "play", "seq": "now", "move": "legal"},
    ),
    Row(TURN, message={"t": "why", "move": "legal"}, changes=False),
    Row(HINT, message={"t": "hint", "seq": "now"}, changes=False),
    Row(
        ("not_yours", "nothing_to_undo", "done", *("nothing_to_undo",) * 3, "done"),
        message={"t": "undo", "seq": "now"},
        at="moved",
        if_shown=("not_yours", "nothing_to_undo", "not_all_here", *("nothing_to_undo",) * 3, "not_all_here"),
    ),
    Row(
        ("not_yours", "not_yours", "not_yours", "done", "not_yours", "not_yours", "not_yours"),
        message={"t": "answer", "yes": True},
        at="asked",
    ),
    Row(
        ("not_yours", "not_yours", "done", "done", "not_yours", "not_yours", "done"),
        message={"t": "answer", "yes": False},
        at="asked",
    ),
    Row(SAT, message={"t": "seat", "seat": "mover", "kind": "bot", "bot": "random"}),
    Row(SAT, message={"t": "seat", "seat": "mover", "kind": "open"}),
    Row(
        ("not_yours", "not_yours", "seat_taken", "done", "seat_taken", "seat_taken", "seat_taken"),
        message={"t": "seat", "seat": "other", "kind": "bot", "bot": "random"},
    ),
    Row(("not_yours", "not_yours", *("done",) * 5), message={"t": "seat", "seat": "free", "kind": "bot", "bot": "random"}),
    Row(
        ("not_yours", "not_yours", "seat_taken", "seat_taken", "done", "seat_taken", "seat_taken"),
        message={"t": "seat", "seat": "free", "kind": "me", "name": "X"},
    ),
    Row(
        ("not_yours", "not_yours", "seat_taken", "seat_taken", "seat_taken", "done", "seat_taken"),
        message={"t": "seat", "seat": "former", "kind": "me", "name": "X"},
    ),
    Row(("not_yours", *("bad_message",) * 6), message={"t": "seat", "seat": 11, "kind": "open"}),
    Row(("not_yours", "not_yours", "done", "done", "not_yours", "not_yours", "done"), message={"t": "end"}),
    Row(
        ("not_yours", "not_yours", "table as mover", "not_yours", "not_yours", "not_yours", "table as mover"),
        message={"t": "sit", "seat": "mover"},
        changes=False,
    ),
    Row(_all("not_yours"), message={"t": "sit", "seat": "former"}, changes=False),
    Row(SEEN, message={"t": "sync"}, changes=False),
    Row(("not_yours", *("over",) * 6), message={"t": "play", "seq": "now", "move": "legal"}, at="ended"),
)


def missing() -> set[str]:
    """The requests, pages and messages there are that no row tries."""
    tried = {row.route for row in (*REQUESTS, *EVERYBODYS)} | {row.message["t"] for row in MESSAGES if row.message}
    tags = {message.__struct_config__.tag for message in get_args(FromBrowser)}
    return {str(thing) for thing in (routes() | tags) - tried - {SOCKET}}


def routes() -> set[tuple[str, str] | str]:
    """Method and path of everything that a server answers, and the paths of its sockets, as it is put together."""
    with mock.patch.object(app, "Starlette", wraps=Starlette) as put_together:
        app.app(mock.Mock(), 0.0, Metrics())
    found: set[tuple[str, str] | str] = set()
    for route in put_together.call_args.kwargs["routes"]:
        if isinstance(route, WebSocketRoute):
            found.add(route.path)
        else:
            found |= {(method, route.path) for method in route.methods - {"HEAD"}}  # which answers as GET does
    return found


USUAL = Table(len(PLACES), (), 0)


def try_roles(
    data: Path, program: tuple[str, ...] = SOUND, only: str = "", game: str = GAME, table: Table = USUAL
) -> Counter[str]:
    """Try every row, or those of one name only, in every role at tables of a game; Broken with all that comes out otherwise.

    At a table of two, where nobody has left a seat, those rows and roles that need no such seat.
    """
    if absent := missing():
        raise Broken(f"no row for {sorted(absent)}")
    with serving(data, "--metrics", program=program) as server:
        rows = [row for row in (*REQUESTS, *EVERYBODYS, *MESSAGES) if only in _name(row) and _fits(row, table)]
        return asyncio.run(Matrix(server, game, table).all(rows))


def odd_table(game: str) -> Table | None:
    """A table of a game where seats know different things, if none of the usual ones is."""
    info = escale.games()[game]
    if not info.secrets or info.has_secrets(USUAL.players, info.choose(USUAL.players, {})[1]):
        return None
    return smallest_secret(game)


def _fits(row: Row, table: Table) -> bool:
    left = PLACES[table.players :]
    seat = row.message.get("seat") if row.message else None
    return seat not in left and not any(outcome.endswith(f" as {place}") for outcome in row.outcomes for place in left)


class Matrix:
    """The rows, tried on one server."""

    def __init__(self, server: Server, game: str, table: Table) -> None:
        """A server that runs, and the game at its tables."""
        self._game, self._counts = game, Counter[str]()
        info = escale.games()[game]
        options = info.choose(table.players, dict(table.options))[1]
        self._secrets = info.has_secrets(table.players, options)
        first = table.new(escale.load(game))  # in none of the games it depends on the deal whether a first move shows something
        left = table.players == len(PLACES)
        self._shows = left and info.hides(table.players, options) and first.reveals(first.moves()[0])
        self._scene = partial(scene, server, game=game, players=table.players, options=dict(table.options))
        self._absent = PLACES[table.players :]  # roles that nobody has
        self._wrong: list[str] = []

    async def all(self, rows: list[Row]) -> Counter[str]:
        """Broken, or how much was tried."""
        async with contextlib.AsyncExitStack() as open_scenes:
            shared: dict[Moment, Scene] = {}
            for row in rows:
                if row.at not in shared:
                    shared[row.at] = await open_scenes.enter_async_context(self._scene(row.at))
                for role, expected in zip(ROLES, self._outcomes(row), strict=True):
                    if role not in self._absent:
                        await self._cell(row, role, expected, shared[row.at])
        if self._wrong:
            raise Broken("\n".join(self._wrong))
        return self._counts

    def _outcomes(self, row: Row) -> tuple[str, ...]:
        if self._shows and row.if_shown is not None:
            return row.if_shown
        return row.if_open if row.if_open is not None and not self._secrets else row.outcomes

    async def _cell(self, row: Row, role: str, expected: str, shared: Scene) -> None:
        self._counts["cells"] += 1
        if row.changes and (expected == "done" or expected.startswith("2")):
            async with self._scene(row.at) as own:
                found = await _outcome(row, role, own, self._game)
        else:
            before = await shared.seq()
            found = await _outcome(row, role, shared, self._game)
            if await shared.seq() != before:
                self._wrong.append(f"{_name(row)} as {role}: {found}, and yet something changed")
        if found not in expected.split(" or "):
            self._wrong.append(f"{_name(row)} as {role}: {found}, not {expected}")


def _name(row: Row) -> str:
    return f"{row.route or row.message} when {row.at}"


async def _outcome(row: Row, role: str, at: Scene, game: str) -> str:
    person = Person(at.people[role].server) if role == "stranger" else at.people[role]
    if row.message is not None:
        return await _told(row.message, person, at)
    assert row.route is not None
    method, path = row.route
    address = at.people[role].server.address + _path(path, at, game) + row.query.replace("mover", str(at.seats["mover"]))
    response = await asyncio.to_thread(lambda: person.http.request(method, address, json=row.body(game)))
    if row.common is not None:
        return f"{response.status_code} {await asyncio.to_thread(_compared, row.common, response, at)}"
    if path == "/api/tables/mine":
        there = any(summary["id"] == at.table for summary in response.json()["tables"])
        return f"{response.status_code} {'with' if there else 'without'}"
    if row.told is None or not response.is_success:
        return str(response.status_code)
    return f"{response.status_code} as {_place(at, row.told(response.json()))}"


def _compared(common: Callable[[bytes], bytes], response: httpx.Response, at: Scene) -> str:
    """Whether one who has never been here is told the same, and whether something is told that not everybody may know."""
    request = response.request
    to_others = Person(at.people["stranger"].server).http.request(request.method, str(request.url))
    keys = [at.invitation, at.seat_link, *(person.cookie.partition("=")[2] for person in at.people.values())]
    told = response.text.replace(request.url.path, "")
    if any(key in told for key in (at.table, *filter(None, keys))):
        return "with a secret"
    return "the same" if common(response.content) == common(to_others.content) else "for this role alone"


def _place(at: Scene, seat: int | None) -> str | None:
    return next((place for place, number in at.seats.items() if number == seat), None)


def _path(path: str, at: Scene, game: str) -> str:
    key = at.seat_link if "seat-links" in path else at.invitation
    filled = path.replace("{game}", game).replace("{key}", key).replace("{table}", at.table)
    filled = filled.replace("{seat:number}", str(at.seats["mover"])).replace("{ply:number}", "0")
    return filled.replace("/api/{rest:path}", "/api/nothing").replace("{rest:path}", f"{game}/{at.table}")


async def _told(message: dict[str, Any], person: Person, at: Scene) -> str:
    command = dict(message)
    if message["t"] not in ("sit", "sync"):
        command["id"] = "c"
    async with person.at(at.table) as screen:
        if command.get("seq") == "now":
            command["seq"] = screen.table["seq"]
        if command.get("seat") in at.seats:
            command["seat"] = at.seats[command["seat"]]
        if command.get("move") == "legal":
            command["move"] = at.move
        await screen.socket.send(json.dumps(command))
        while (frame := await screen.read())["t"] not in ("done", "refused", "reason", "hint", "table"):
            pass
    if frame["t"] == "table":
        return f"table as {_place(at, frame['seat'])}"
    return str(frame["code"]) if frame["t"] == "refused" else str(frame["t"])
