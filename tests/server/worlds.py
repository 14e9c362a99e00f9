"""Harness: two worlds that differ only in what somebody can't know send them the same bytes."""

from __future__ import annotations

import asyncio
import contextvars
import itertools
import json
import random
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest import mock

import escale
from escale import Position
from escale.rules.game import Game
from escale.server import bot_turns, limits, making, tables, tokens
from tests.server.inside import Inside, Wire
from tests.server.patient import Broken

SEED, SALT = 5, "5a"
NOW = 1_800_000_000.0
DEAL: contextvars.ContextVar[Position] = contextvars.ContextVar("DEAL")
GATE: contextvars.ContextVar[asyncio.Semaphore] = contextvars.ContextVar("GATE")
NUMBERS: contextvars.ContextVar[Iterator[int]] = contextvars.ContextVar("NUMBERS")
TRIES = 200  # to find a second world


@dataclass(frozen=True)
class Plan:
    """Who sits there, whose eyes we look through (None: a watcher), and which seat is a bot's."""

    game: str
    players: int
    seed: int
    onlooker: int | None
    bot: int | None = None
    bot_name: str = "greedy"

    @property
    def knows(self) -> int | None:
        """The seat for which the two worlds are the same: the bot's, if one plays, as it must play the same in both."""
        return self.onlooker if self.bot is None else self.bot


class Gated:
    """asyncio, but that a bot's pause before its move lasts until we let it move."""

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    async def sleep(self, seconds: float) -> None:
        """Until the gate is opened once."""
        await GATE.get().acquire()


@contextmanager
def nothing_by_chance() -> Iterator[None]:
    """Ids, keys, seeds and the clock are the same in both worlds, bots move when we say; the deal is each world's own."""
    deal = Game.new

    def dealt(game: Game, players: int | None = None, seed: int | None = None, **options: Any) -> Position:
        return (
            DEAL.get().copy() if seed == SEED and DEAL in contextvars.copy_context() else deal(game, players, seed, **options)
        )

    with (
        mock.patch.object(Game, "new", dealt),
        mock.patch.object(making, "new_seed", return_value=(SEED, SALT)),
        mock.patch.object(tables, "new_seed", return_value=(SEED, SALT)),
        mock.patch.object(tokens, "_letters", lambda count: str(next(NUMBERS.get())).rjust(count, "k")),
        mock.patch.object(tokens, "new_token", numbered_token),
        mock.patch.object(limits, "COMMANDS_AT_ONCE", 1e9),
        mock.patch.object(bot_turns, "asyncio", Gated()),
        mock.patch.object(time, "time", return_value=NOW),
    ):
        yield


def numbered_token() -> str:
    """In place of one made of chance."""
    return f"token{next(NUMBERS.get())}"


@dataclass
class World:
    """One of the two: a server, its table, everybody's wires, and all that the onlooker ever got."""

    plan: Plan
    position: Position
    server: Inside
    gate: asyncio.Semaphore
    table: str = ""
    key: str = ""
    wires: dict[int | None, Wire] = field(default_factory=dict)
    answers: list[bytes] = field(default_factory=list)
    moves: list[str] = field(default_factory=list)
    asked: int = 0

    async def open(self) -> None:
        """Make the table and let everybody in."""
        await self.server.start()
        seats = [{"kind": "bot", "bot": self.plan.bot_name} if n == self.plan.bot else {"kind": "open"} for n in self._seats()]
        first = next(n for n in self._seats() if n != self.plan.bot)
        seats[first] = {"kind": "me", "name": "P"}
        made = await self.server.request(
            "POST", "/api/tables", token(first), {"game": self.plan.game, "seats": seats, "listed": True}
        )
        self.table = json.loads(made.split(b"\n", 1)[1])["id"]
        wire = self._join(first)
        self.key = json.loads(await wire.until(lambda frame: '"invitation"' in frame))["invitation"]
        for seat in self._seats():
            if seats[seat]["kind"] == "open":
                await self.server.request(
                    "POST", f"/api/invitations/{self.key}", token(seat), {"name": f"P{seat}", "seat": seat}
                )
                self._join(seat)
                await self.barrier(seat)
        self._join(None)
        await self.barrier(self.plan.onlooker)

    def _seats(self) -> range:
        return range(self.plan.players)

    def _join(self, seat: int | None) -> Wire:
        self.wires[seat] = self.server.connect(f"/api/tables/{self.table}/socket", token(seat))
        return self.wires[seat]

    async def barrier(self, seat: int | None) -> dict[str, Any]:
        """Return once all that was sent to a wire before has come."""
        return await self.say(seat, t="why", move="?")

    async def say(self, seat: int | None, /, **fields: Any) -> dict[str, Any]:
        """Send a command, and give its answer."""
        self.asked += 1
        name = f"c{self.asked}"
        wire = self.wires[seat]
        start = len(wire.frames)
        wire.say(**fields, id=name)
        answer: dict[str, Any] = json.loads(await wire.until(lambda frame: f'"id":"{name}"' in frame, start))
        return answer

    async def ask(self, method: str, path: str) -> None:
        """A request of the onlooker's, kept."""
        self.answers.append(await self.server.request(method, path, token(self.plan.onlooker)))

    def received(self) -> list[str | bytes]:
        """Every byte the onlooker got."""
        return [*self.wires[self.plan.onlooker].frames, *self.answers]

    async def bots_done(self, ply: int) -> None:
        """Let the bot make the move that leads to this ply."""
        self.gate.release()
        await self.wires[None].until(lambda frame: f'"ply":{ply},' in frame and '"last":' in frame)

    async def close(self) -> None:
        """Everybody goes."""
        for wire in self.wires.values():
            wire.hang_up()
        await self.server.close()


def token(seat: int | None) -> str | None:
    """The cookie of who plays a seat; watchers have none."""
    return None if seat is None else f"cookie-of-{seat}"


def two_worlds(plan: Plan) -> tuple[Position, Position] | None:
    """Two deals that differ, but not for who looks on; None if nothing is hidden from them."""
    first = escale.load(plan.game).new(plan.players, seed=plan.seed)
    others = (first.determinized(plan.knows, seed) for seed in range(TRIES))
    second = next((world for world in others if world != first), None)
    return (first, second) if second is not None else None


async def compared(plan: Plan, data: Path, rng: random.Random, counts: Counter[str]) -> None:
    """Play the same in two worlds as far as they stay the same to who looks on; Broken if a byte differs."""
    deals = two_worlds(plan)
    if deals is None:
        return
    worlds = []
    for number, deal in enumerate(deals):
        context = contextvars.copy_context()
        context.run(DEAL.set, deal)
        context.run(NUMBERS.set, itertools.count(1))
        gate = asyncio.Semaphore(0)
        context.run(GATE.set, gate)
        worlds.append(World(plan, deal.copy(), Inside(data / str(number), context), gate))
    try:
        for world in worlds:
            await world.open()
        await _play(worlds, rng, counts)
    finally:
        for world in worlds:
            await world.close()
    counts["pairs of worlds"] += 1


async def _play(worlds: list[World], rng: random.Random, counts: Counter[str]) -> None:
    plan = worlds[0].plan
    _check(worlds, counts, "the table was opened")
    while (move := _next_move(worlds, rng)) is not None or worlds[0].position.turn == plan.bot:
        for what in rng.sample(NOISE, 3):
            arguments = what, rng.randrange(plan.players), rng.randrange(1 << 30)
            for world in worlds:
                await _noise(world, *arguments)
            _check(worlds, counts, f"{arguments}")
        if worlds[0].position.turn == plan.bot:
            if not await _bot_moved(worlds):
                return
        else:
            assert move is not None
            for world in worlds:
                await _move(world, move)
        _check(worlds, counts, f"move {worlds[0].moves[-1]}")
        counts["moves in two worlds"] += 1


def _next_move(worlds: list[World], rng: random.Random) -> str | None:
    """A move legal in both worlds after which they still look the same."""
    one, other = (world.position for world in worlds)
    if one.turn is None or one.turn != other.turn or one.turn == worlds[0].plan.bot:
        return None
    both = [name for name in one.names() if name in set(other.names())]
    rng.shuffle(both)
    return next((name for name in both if _alike(worlds, name)), None)


def _alike(worlds: list[World], move: str) -> bool:
    plan = worlds[0].plan
    later = [world.position.copy() for world in worlds]
    for position in later:
        position.play(move)
    eyes = {plan.onlooker, plan.knows}
    return all(later[0].view(seat) == later[1].view(seat) for seat in eyes) and not any(position.over for position in later)


async def _move(world: World, move: str) -> None:
    seat = world.position.turn
    state = json.loads(await _state(world, seat))
    answer = await world.say(seat, t="play", seq=state["seq"], move=move)
    assert answer["t"] == "done", answer
    _moved(world, move)
    await world.barrier(world.plan.onlooker)


def _moved(world: World, move: str) -> None:
    world.position.play(move)
    world.moves.append(move)


async def _state(world: World, seat: int | None) -> str:
    wire = world.wires[seat]
    start = len(wire.frames)
    wire.say(t="sync")
    return await wire.until(lambda frame: frame.startswith('{"t":"table"'), start)


async def _bot_moved(worlds: list[World]) -> bool:
    """Let the bot move; whether the worlds still look the same. Its move must be the same in any case."""
    moves = []
    for world in worlds:
        await world.bots_done(len(world.moves) + 1)
        past = await world.server.request("GET", f"/api/tables/{world.table}/past/{len(world.moves) + 1}", None)
        moves.append(json.loads(past.split(b"\n", 1)[1])["last"]["move"])
    if moves[0] != moves[1]:
        raise Broken(f"{worlds[0].plan}: the bot plays {moves[0]} in one world, {moves[1]} in the other")
    alike = _alike(worlds, moves[0])
    for world in worlds:
        _moved(world, moves[0])
        await world.barrier(world.plan.onlooker)
    return alike


NOISE = ("play", "why", "own why", "own play", "undo", "end", "sit", "sync", "past", "lists", "finished", "seat")


async def _noise(world: World, what: str, seat: int, number: int) -> None:
    """Something that changes nothing that counts, done or tried by somebody."""
    plan = world.plan
    texts = world.position.game.new(plan.players, seed=plan.seed).names() if what != "own play" else ["?", "x" * 50]
    text = texts[number % len(texts)]
    actor = plan.onlooker if what.startswith("own") else seat if seat in world.wires else None
    turn = world.position.turn
    if what == "play" and actor != turn:
        await world.say(actor, t="play", seq=1, move=text)
    elif what in ("why", "own why"):
        await world.say(actor, t="why", move=text)
    elif what == "own play":
        await world.say(actor, t="play", seq=1 + number % 100, move=text)
    elif what in ("undo", "end") and plan.bot is None:
        await _ask_and_decline(world, actor, what)
    elif what == "sit":
        world.wires[plan.onlooker].say(t="sit", seat=(seat + 1) % plan.players if seat == plan.onlooker else seat)
    elif what == "sync":
        world.wires[plan.onlooker].say(t="sync")
    elif what == "past":
        ply = number % (len(world.moves) + 2)
        await world.ask("GET", f"/api/tables/{world.table}/past/{ply}?seat={seat}")
    elif what == "lists":
        for path in ("mine", "listed"):
            await world.ask("GET", f"/api/tables/{path}")
        await world.ask("GET", f"/api/invitations/{world.key}")
    elif what == "finished":
        for path in ("replay", "export"):
            await world.ask("GET", f"/api/tables/{world.table}/{path}")
    elif what == "seat" and (seat + 1) % plan.players != plan.bot:
        await world.say(actor, t="seat", seat=(seat + 1) % plan.players, kind="bot", bot="random")
    await world.barrier(plan.onlooker)


async def _ask_and_decline(world: World, actor: int | None, what: str) -> None:
    """Ask for something that somebody else declines; what nobody need be asked for isn't done."""
    state = json.loads(await _state(world, actor))
    if actor is None or (what == "undo" and state["can_undo"] != "ask"):
        return
    fields = {"seq": state["seq"]} if what == "undo" else {}
    answer = await world.say(actor, t=what, **fields)
    if answer["t"] == "done":
        other = next(seat for seat in world.wires if seat is not None and seat != actor)
        await world.say(other, t="answer", yes=False)


def _check(worlds: list[World], counts: Counter[str], after: str) -> None:
    one, other = (world.received() for world in worlds)
    counts["comparisons"] += 1
    if one == other:
        return
    differ = next((pair for pair in itertools.zip_longest(one, other) if pair[0] != pair[1]), None)
    raise Broken(f"{worlds[0].plan}: after {after} the two worlds are told apart: {differ}")


def plans(seed: int, rng: random.Random) -> Iterator[Plan]:
    """Every pair of eyes at tables of two and three, and a bot's, for every game with secrets."""
    for game, info in escale.games().items():
        if not info.secrets:
            continue
        for players in [count for count in info.players if count in (2, 3)]:
            for onlooker in (None, *range(players)):
                yield Plan(game, players, seed, onlooker)
            for name in ("random", "greedy"):
                yield Plan(game, players, seed, None, rng.randrange(players), name)


def compare_worlds(data: Path, rounds: int, seed: int, most_plans: int | None = None) -> Counter[str]:
    """Compare so many times; Broken if anybody can tell two worlds apart that they shouldn't."""
    rng, counts = random.Random(seed), Counter[str]()
    with nothing_by_chance():
        for number in range(rounds):
            for place, plan in enumerate(itertools.islice(plans(seed + number, rng), most_plans)):
                asyncio.run(compared(plan, data / f"{number}-{place}", rng, counts))
    return counts
