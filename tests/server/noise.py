"""What people do and try at a table that changes nothing that counts, done the same in both worlds."""

from __future__ import annotations

from tests.server.eyes import Plan
from tests.server.metric_lines import without_times
from tests.server.world import World

ON_ONE_SCREEN = ("own play", "own hint", "own hint", "sync", "past", "lists", "finished", "numbers")  # one may do all the rest
NOISE = ("play", "why", "own why", "own play", "own hint", "undo", "end", "sit", "seat", *ON_ONE_SCREEN[3:])
AFTER_THE_END = ("own play", "sync", "past", "lists", "numbers")  # but "finished", which then reveals all


def noise_at(plan: Plan) -> tuple[str, ...]:
    """What may be done without a change that counts."""
    return ON_ONE_SCREEN if plan.one_screen else NOISE


async def make_noise(world: World, what: str, seat: int, number: int) -> None:
    """One thing of `noise_at`, done or tried by somebody: the onlooker, or who plays a seat."""
    plan = world.plan
    actor = plan.onlooker if what.startswith("own") else seat if seat in world.wires else None
    if what in ("play", "why", "own why", "own play"):
        await _move_or_ask(world, what, actor, number)
    elif what == "own hint":
        await world.say(actor, t="hint", seq=(await world.state(actor))["seq"])
    elif what in ("undo", "end"):
        await _ask_and_decline(world, actor, what)
    elif what == "sit":
        world.wires[plan.onlooker].say(t="sit", seat=(seat + 1) % plan.players if seat == plan.onlooker else seat)
    elif what == "sync":
        world.wires[plan.onlooker].say(t="sync")
    elif what == "seat":
        await _send_away(world, actor, (seat + 1) % plan.players)
    else:
        await _look(world, what, seat, number)
    await world.barrier(plan.onlooker)


async def _move_or_ask(world: World, what: str, actor: int | None, number: int) -> None:
    """Play out of turn, or what is no move, or ask why something can't be played."""
    texts = ["?", "x" * 50] if what == "own play" else world.plan.dealt().names()
    text = texts[number % len(texts)]
    if what == "play" and actor != world.position.turn:
        await world.say(actor, t="play", seq=1, move=text)
    elif what in ("why", "own why"):
        await world.say(actor, t="why", move=text)
    elif what == "own play":
        await world.say(actor, t="play", seq=1 + number % 100, move=text)


async def _ask_and_decline(world: World, actor: int | None, what: str) -> None:
    """Ask for something that somebody else declines; what nobody need be asked for isn't done."""
    if actor is None or world.plan.bot is not None or world.plan.people < 2:
        return
    state = await world.state(actor)
    if what == "undo" and state["can_undo"] != "ask":
        return
    fields = {"seq": state["seq"]} if what == "undo" else {}
    answer = await world.say(actor, t=what, **fields)
    if answer["t"] == "done":
        other = next(seat for seat in world.wires if seat is not None and seat != actor)
        await world.say(other, t="answer", yes=False)


async def _send_away(world: World, actor: int | None, seat: int) -> None:
    """Try to put a bot in the place of somebody who is there."""
    if seat not in (actor, world.plan.bot):
        await world.say(actor, t="seat", seat=seat, kind="bot", bot="random")


async def _look(world: World, what: str, seat: int, number: int) -> None:
    """Ask for what was, for the lists, and for what only a finished game tells."""
    plan = world.plan
    if what == "past":
        ply = number % (len(world.moves) + 2)
        seat = plan.onlooker if plan.one_screen and plan.onlooker is not None else seat
        await world.ask("GET", f"/api/tables/{world.table}/past/{ply}?seat={seat}")
    elif what == "lists":
        for path in ("mine", "listed"):
            await world.ask("GET", f"/api/tables/{path}")
        await world.ask("GET", f"/api/tables/{world.table}")
        await world.ask("GET", f"/api/invitations/{world.key}")
        await world.ask("GET", f"/api/games/{world.plan.game}/demo")
    elif what == "numbers":
        for path in ("/health", "/health/live"):
            await world.ask("GET", path)
        if world.position.turn != plan.bot:  # whether it has thought yet depends on how busy the machine is
            await world.ask("GET", "/metrics", without_times)
    else:
        assert what == "finished", what
        for path in ("replay", "export", "review"):
            await world.ask("GET", f"/api/tables/{world.table}/{path}")
