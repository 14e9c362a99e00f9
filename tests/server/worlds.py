"""Harness: two worlds that differ only in what somebody can't know send them the same bytes, and log the same lines."""

from __future__ import annotations

import asyncio
import itertools
import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from tests.server.chance import nothing_by_chance
from tests.server.eyes import CHOICES, Plan, all_plans, look_after, some_plans, two_worlds
from tests.server.noise import AFTER_THE_END, make_noise, noise_at
from tests.server.patient import Broken
from tests.server.world import World, world_of

APART = "the two worlds are told apart"
BY_LOGS = f"{APART} by their logs"
BY_HOSTS = f"{APART} by what the host is shown"
CLOCKS = 0.5  # the share of tables that have one
TAKEBACKS, RESTARTS = 2, 1  # of a table, at most
SELDOM = (3, 1, 8)  # how often, after a move, one of these comes next, and neither
LAST = 0.7  # of takebacks, the share of those by whoever moved last, if that was a person
HOST_LOOKS = 20  # moves after which the host looks again; first after one, or where none can be made


def compare_worlds(
    data: Path, rounds: int, seed: int, *, every: bool = True, only: Callable[[Plan], bool] = lambda plan: True
) -> Counter[str]:
    """Compare so many times, at every kind of table or at some, or only at those that are wanted.

    Broken if anybody can tell two worlds apart.
    """
    rng, counts = random.Random(seed), Counter[str]()
    chosen = all_plans if every else some_plans
    with nothing_by_chance() as kept:
        for number in range(rounds):
            for place, plan in enumerate(filter(only, chosen(seed + number, rng))):
                asyncio.run(_compared(plan, data / f"{number}-{place}", rng, counts))
                if kept.stray:
                    raise Broken(f"{plan}: somebody else's thread writes to the log: {kept.stray}")
    return counts


async def _compared(plan: Plan, data: Path, rng: random.Random, counts: Counter[str]) -> None:
    """Play the same in two worlds as far as they stay the same to who looks on; Broken if a byte differs."""
    plan = replace(plan, clock=rng.random() < CLOCKS)
    deals = two_worlds(plan, rng)
    if deals is None:
        counts["eyes that see all"] += 1
        return
    worlds = [world_of(plan, deal, data / str(number)) for number, deal in enumerate(deals)]
    try:
        for world in worlds:
            await world.open()
        await _play(worlds, rng, counts)
    finally:
        for world in worlds:
            await world.close()
    _same([world.lines for world in worlds], f"{plan}: after everybody went {BY_LOGS}")
    counts["pairs of worlds"] += 1
    counts["lines of the log"] += len(worlds[0].lines)


async def _play(worlds: list[World], rng: random.Random, counts: Counter[str]) -> None:
    plan = worlds[0].plan
    checked, left = Checked(worlds, counts), Counter(takebacks=TAKEBACKS, restarts=RESTARTS)
    checked.check("the table was opened")
    while (moves := _next_moves(worlds, rng)) is not None or worlds[0].position.turn == plan.bot:
        for what in rng.sample(noise_at(plan), 3):
            await _noise(worlds, what, rng, checked)
            counts["hints"] += what == "own hint" and plan.one_screen and worlds[0].position.turn == plan.onlooker
        alike = True
        if moves is None:
            move = await _bots_move(worlds)
            moves = (move, move)
            alike = _alike(worlds, moves)
            for world in worlds:
                await world.moved(move)
        else:
            for world, move in zip(worlds, moves, strict=True):
                await world.move(move)
        if not alike:
            return
        checked.check(f"moves {moves}")
        counts["moves in two worlds"] += 1
        counts[f"moves at {plan.game}"] += 1
        if moves[0] != moves[1]:
            counts["secret choices"] += 1
            await _look_back(worlds, checked)
        if len(worlds[0].moves) % HOST_LOOKS == 1:
            await _check_host(worlds, counts)
        await _go_back(worlds, rng, checked, left)
    if not worlds[0].moves:
        await _check_host(worlds, counts)
    await _end(worlds, rng, checked)


async def _noise(worlds: list[World], what: str, rng: random.Random, checked: Checked) -> None:
    arguments = what, rng.randrange(worlds[0].plan.players), rng.randrange(1 << 30)
    for world in worlds:
        await make_noise(world, *arguments)
    checked.check(f"{arguments}")


async def _look_back(worlds: list[World], checked: Checked) -> None:
    """A secret choice must be told nowhere: not as what is past, and not as what somebody asks to take back."""
    ply = len(worlds[0].moves)
    for world in worlds:
        await world.ask("GET", f"/api/tables/{world.table}/past/{ply}")
    checked.check("looking back at a secret choice")
    for world in worlds:
        await world.ask_to_take_back()
    checked.check("asking to take back a secret choice")


async def _go_back(worlds: list[World], rng: random.Random, checked: Checked, left: Counter[str]) -> None:
    """Now and then take moves back, or let the server be started anew, as often as is left."""
    plan = worlds[0].plan
    what = rng.choices(["takebacks", "restarts", "nothing"], SELDOM)[0]
    if not left[what] or not worlds[0].moves or worlds[0].position.turn == plan.bot:  # which waits to show its move
        return
    if what == "restarts":
        for world in worlds:
            await world.restart()
    else:
        people = [seat for seat in worlds[0].wires if seat is not None]
        mover = worlds[0].positions[-2].turn
        seat = mover if mover in people and rng.random() < LAST else rng.choice(people)
        gone = [await world.take_back(seat) for world in worlds]
        if gone[0] != gone[1]:
            raise Broken(f"{plan}: seat {seat} takes back {gone} moves")
        if not gone[0]:
            return
    left[what] -= 1
    checked.count(what)
    checked.check(f"one of the {what}")


async def _end(worlds: list[World], rng: random.Random, checked: Checked) -> None:
    """End the table, and go on from there; what only the end reveals is not asked for."""
    plan = worlds[0].plan
    for world in worlds:
        await world.end()
    checked.check("the end")
    for what in set(noise_at(plan)) & set(AFTER_THE_END):
        await _noise(worlds, what, rng, checked)
    if worlds[0].positions[0].view() == worlds[1].positions[0].view():  # which a seat may have known more of
        for world in worlds:
            await world.rematch()
        checked.check("the rematch")
        checked.count("rematches")
    if not plan.one_screen:  # where a trial goes on with the same deal
        for world in worlds:
            await world.try_again()
        checked.check("the trial")
        checked.count("trials")
    checked.count("ends")


def _next_moves(worlds: list[World], rng: random.Random) -> tuple[str, str] | None:
    """A move for either world after which they still look the same; None if there is none or it is a bot's turn.

    Not the same move, if somebody whom nobody looks on with can choose in secret.
    """
    plan, (one, other) = worlds[0].plan, (world.position for world in worlds)
    if one.turn is None or one.turn != other.turn or one.turn == plan.bot:
        return None
    if one.turn not in plan.eyes and (secret := _secret_choice(worlds, rng)):
        return secret
    both = [(name, name) for name in one.names() if name in set(other.names())]
    rng.shuffle(both)
    return next((moves for moves in both if _alike(worlds, moves)), None)


def _secret_choice(worlds: list[World], rng: random.Random) -> tuple[str, str] | None:
    """Different moves in the two worlds that look the same, of some that are tried."""
    plan = worlds[0].plan
    tried = [rng.sample(names, min(len(names), CHOICES)) for names in (world.position.names() for world in worlds)]
    looks = {look_after(worlds[0].position, name, plan): name for name in tried[0]}
    for name in tried[1]:
        before = looks.get(look_after(worlds[1].position, name, plan), name)
        if before != name and _alike(worlds, (before, name)):
            return before, name
    return None


def _alike(worlds: list[World], moves: tuple[str, str]) -> bool:
    plan = worlds[0].plan
    later = [world.position.copy() for world in worlds]
    for position, move in zip(later, moves, strict=True):
        position.play(move)
    return all(later[0].view(seat) == later[1].view(seat) for seat in plan.eyes) and not any(
        position.over for position in later
    )


async def _bots_move(worlds: list[World]) -> str:
    """What the bot plays, which must be the same in both worlds."""
    one, other = [await world.bot_moved() for world in worlds]
    if one != other:
        raise Broken(f"{worlds[0].plan}: the bot plays {one} in one world, {other} in the other")
    return one


class Checked:
    """How far two worlds were compared."""

    def __init__(self, worlds: list[World], counts: Counter[str]) -> None:
        """Not at all yet."""
        self._worlds, self._counts = worlds, counts
        self._frames = self._answers = self._lines = 0

    def check(self, after: str) -> None:
        """Compare all that came since; Broken if a byte differs."""
        plan = self._worlds[0].plan
        self._frames += self._same([world.frames[self._frames :] for world in self._worlds], f"{plan}: after {after} {APART}")
        self._answers += self._same(
            [world.answers[self._answers :] for world in self._worlds], f"{plan}: after {after} {APART}"
        )
        self._lines += self._same([world.lines[self._lines :] for world in self._worlds], f"{plan}: after {after} {BY_LOGS}")
        self._counts[f"moments at {plan.game}"] += 1

    def count(self, what: str) -> None:
        """One more of what has been done in both worlds."""
        self._counts[f"{what} at {self._worlds[0].plan.game}"] += 1

    def _same(self, both: Sequence[Sequence[str | bytes]], otherwise: str) -> int:
        _same(both, otherwise)
        self._counts[f"comparisons at {self._worlds[0].plan.game}"] += len(both[0])
        return len(both[0])


async def _check_host(worlds: list[World], counts: Counter[str]) -> None:
    """Nobody who looks on knows less than those who run the server, who are shown what any watcher is."""
    counts["looks of the host"] += 1
    _same([(await world.shown_to_host()).splitlines() for world in worlds], f"{worlds[0].plan}: {BY_HOSTS}")


def _same(both: Sequence[Sequence[str | bytes]], otherwise: str) -> None:
    if both[0] != both[1]:
        differ = next(pair for pair in itertools.zip_longest(*both) if pair[0] != pair[1])
        raise Broken(f"{otherwise}: {differ}")
