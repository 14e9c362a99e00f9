"""A table with everybody at it who could be: the scene of the role matrix."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal

from escale.rules.info import Value
from tests.server.patient import stranger
from tests.server.running import BOT, GAME, OPEN, Person, Screen, Server

ROLES = ("stranger", "watcher", "mover", "other", "host", "former", "link")
PLACES = ("mover", "other", "former", "free")  # the seats, from the one that has the turn on
Moment = Literal["start", "moved", "asked", "ended"]


@dataclass
class Scene:
    """One has the turn, the next waits, the third seat was left by somebody to a bot, the fourth by a bot to whoever comes.

    The host has none.
    """

    table: str
    people: dict[str, Person]
    invitation: str
    seat_link: str
    move: str  # a legal one at the start
    seats: dict[str, int]  # by PLACES

    async def seq(self) -> int:
        """How many events there are."""
        async with self.people["watcher"].at(self.table) as screen:
            return int(screen.table["seq"])


@contextlib.asynccontextmanager
async def scene(
    server: Server,
    moment: Moment,
    game: str = GAME,
    players: int = len(PLACES),
    options: Mapping[str, Value] = MappingProxyType({}),
) -> AsyncIterator[Scene]:
    """Everybody at a new table of a game, at this moment; with two players, nobody has left a seat."""
    people = {role: stranger(server) if role == "watcher" else Person(server) for role in ROLES}
    table = people["host"].make([OPEN] * players, game=game, options=dict(options))
    key, turn = await _key(people["host"], table)
    seats = {place: (turn + number) % players for number, place in enumerate(PLACES[:players])}
    for role in PLACES[: min(players, 3)]:
        people[role].post(f"/api/invitations/{key}", {"name": role, "seat": seats[role]})
    link = people["mover"].post(f"/api/tables/{table}/seats/{turn}/link")["key"]
    people["link"].post(f"/api/seat-links/{link}")
    if "free" in seats:
        async with people["host"].at(table) as host:  # who fills the last seat, so that the game begins, and opens it again
            await _said(host, "seat", seat=seats["free"], kind="bot", bot=BOT["bot"])
            await _said(host, "seat", seat=seats["free"], kind="open")
    async with people["mover"].at(table) as mover, people["other"].at(table):
        if "former" in seats:
            await _said(mover, "seat", seat=seats["former"], kind="bot", bot=BOT["bot"])
            await mover.until(lambda state: state["seats"][seats["former"]]["kind"] == "bot")
        await mover.until(lambda state: state["begun"])
        move = mover.table["view"]["moves"][0]["text"]
        if moment == "moved":
            await _said(mover, "play", seq=mover.table["seq"], move=move)
        elif moment == "asked":
            await _said(mover, "end")
        elif moment == "ended":
            await _ended(mover, people["other"], table)
        yield Scene(table, people, key, link, move, seats)


async def _key(host: Person, table: str) -> tuple[str, int]:
    """The host sits down, sees the key and who has the turn, and gets up again."""
    async with host.at(table) as screen:
        await _said(screen, "seat", seat=0, kind="me")
        await screen.until(lambda state: state["invitation"])
        key = str(screen.table["invitation"])
        await _said(screen, "seat", seat=0, kind="open")
        return key, int(screen.table["view"]["turn"])


async def _ended(mover: Screen, other: Person, table: str) -> None:
    await _said(mover, "end")
    async with other.at(table) as second:
        await _said(second, "answer", yes=True)
    await mover.until(lambda state: state["status"] == "ended")


async def _said(screen: Screen, t: str, **fields: Any) -> None:
    answer = await screen.say(t, **fields)
    assert answer["t"] == "done", answer
