"""Harness: two people try, in every order, to learn what two seats of one table know.

The host and a friend do everything that changes who sits where or what is played: sit down, leave a seat open or to a bot, come
by the invitation or by a seat's private link, move, take back, end, follow to the rematch, go on from a finished game, or from
one that was made up. After each step both look at all that the server would tell them. What they learnt is read off that,
not off what the match believes of them; so is what moves that were taken back had shown to those who had a seat then, and none
else may play against them. Tables that differ in nothing that matters are looked at once, those with the shortest story first.
"""

from __future__ import annotations

import itertools
import json
import random
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal
from unittest import mock

import msgspec

import escale
from escale.play import rulings
from escale.play.events import Created, Event, Followed, Sitting, Undone
from escale.play.match import Match
from escale.play.rulings import Command, Refused
from escale.rules.info import SEEDS
from escale.rules.position import Position
from escale.server import making, projection, tables
from escale.server.bodies import NewSeat, NewTable, Record
from escale.server.projection import Onlooker
from escale.server.roster import Roster
from escale.server.tables import next_created
from tests.conformance.tables import Table
from tests.server.eyes import kinds_of_secrets
from tests.server.patient import Broken

HOST, FRIEND = PEOPLE = ("host", "friend")
BOT, OPEN, ME = Sitting("bot", None, "random"), Sitting("open"), Sitting("human")
Kinds = tuple[Literal["me", "open", "bot"], ...]
BEGINNINGS: tuple[Kinds, ...] = (("me", "open"), ("open", "open"), ("me", "bot"), ("bot", "bot"))
FORKS = 12  # of one game: what stays the same in all of them is known, and not so by chance
MOST_PLIES = 8  # played on at once
SEED_OF_THE_HOST = 7  # of a game that was made up
MOST_TO_SHOW = 60  # plies, until something hidden is shown
DEALS = 40  # tried for that
MOST_PLAYED = 3  # times that is done at a table; then only who sits where still changes
FURTHER = 10  # times fewer tables are looked at for a further kind of secrets
WORLDS = 6  # that looked the same before moves that were taken back
PLAYED = "everybody plays on"

Stories = Iterator["Story"]
Learnt = frozenset[tuple[str, int]]  # who has seen what only one seat knows, and which


@dataclass(frozen=True)
class Story:
    """A table, how it came to be so, and what everybody has learnt of it."""

    events: tuple[Event, ...]
    told: tuple[str, ...]
    learnt: Learnt = frozenset()
    saw: frozenset[str] = frozenset()  # who saw, in moves that were taken back, what is hidden again
    missed: frozenset[str] = frozenset()  # who had no seat then

    @cached_property
    def match(self) -> Match:
        """The table as it is."""
        return Match.of("table", self.events)

    def then(self, event: Event, told: str) -> Story:
        """The story with one more event, and what follows from it."""
        later = replace(self, events=(*self.events, event), told=(*self.told, told))
        if isinstance(event, Undone):
            later = _after_takeback(self.match, event.ply, later)
        agreed = rulings.agreed(later.match, later.match.updated)
        return later.then(agreed, "which is done") if agreed else later

    @property
    def key(self) -> str:
        """The same for stories after which the same can be done and learnt."""
        match = self.match
        seats = [(seat.sitting.kind, sorted(seat.holders), sorted(seat.shown_to)) for seat in match.seats]
        asked = (match.asking.what, match.asking.seat) if match.asking else None
        created = bool(match.created.before), match.created.trial
        known = sorted(self.learnt), sorted(self.saw), sorted(self.missed)
        return json.dumps([seats, match.begun, match.status, match.ply, asked, known, created])


def try_every_order(game: str, most: int) -> Counter[str]:
    """Try all orders at a table for each kind of secrets that the game has; Broken if anybody learns what two seats know.

    Up to so many different tables for each beginning, and a share of them for each further kind of secrets; nothing is tried if
    nothing is ever hidden.
    """
    counts = Counter[str]()
    for number, table in enumerate(kinds_of_secrets(game)):
        counts += try_orders_at(game, table, most // FURTHER if number else most)
        counts["kinds of secrets"] += 1
    return counts


def try_orders_at(game: str, table: Table, most: int, seed: int = 1) -> Counter[str]:
    """The same at one table, with deals that are the same each time."""
    deals = _deals(seed)
    with mock.patch.object(making, "new_seed", deals), mock.patch.object(tables, "new_seed", deals):
        return _tried_at(game, table, most)


def _deals(seed: int) -> Callable[[], tuple[int, str]]:
    rng = random.Random(seed)
    return lambda: (rng.randrange(SEEDS), f"{rng.getrandbits(128):032x}")


def _tried_at(game: str, table: Table, most: int) -> Counter[str]:
    counts = Counter[str]()
    for first in _beginnings(game, table):
        waiting, known = deque(map(_looked, first)), set[str]()
        while waiting and len(known) < most:
            story = waiting.popleft()
            if story.key not in known:
                known.add(story.key)
                for what, step in STEPS.items():
                    for after in _tried(story, step):
                        counts[what] += 1
                        waiting.append(_looked(after))
        counts["tables"] += len(known)
    return counts


def _beginnings(game: str, table: Table) -> Iterator[list[Story]]:
    """Tables as they are made, two at which the host has taken back what had shown something, a bot's moves, and all that go on
    from a record that is not ours.

    At one of the two the bot plays for the friend, who has left and may come back.
    """
    yield from ([_first(game, table, kinds)] for kinds in BEGINNINGS)
    for beginning in (_alone, _left):
        deals = (_until_taken_back(beginning(game, table)) for _ in range(DEALS))
        yield from ([story] for story in itertools.islice(filter(None, deals), 1))
    yield list(_gone_on_from(_made_up(game, table), ("a game is made up",)))


def _first(game: str, table: Table, kinds: Kinds) -> Story:
    return Story((_made(game, table, kinds),), (f"a table of {kinds}",))


def _alone(game: str, table: Table) -> Story:
    return _first(game, table, ("me", "bot"))


def _left(game: str, table: Table) -> Story:
    joined = next(STEPS["join"](_first(game, table, ("me", "open")), FRIEND))
    return next(later for later in STEPS["replace"](joined, HOST) if later.match.humans() == [0])


def _until_taken_back(story: Story) -> Story | None:
    """Everybody plays on until the host can take back what had shown something; None if that never is."""
    match, events = Match.of("table", story.events), list(story.events)
    for _ in range(MOST_TO_SHOW):
        if match.turn is None:
            break
        events.append(_next_move(match))
        match.apply(events[-1])
        if rulings.can_undo(match, HOST):
            later = replace(story, events=tuple(events), told=(*story.told, PLAYED))
            back = next(STEPS["undo"](later, HOST))
            if back.saw:
                return back
    return None


def _made(game: str, table: Table, kinds: Kinds) -> Created:
    return making.created(NewTable(game, _seats(kinds, table.players), options=dict(table.options)), HOST, Roster())


def _seats(kinds: Kinds, players: int) -> list[NewSeat]:
    seats = [NewSeat(kind, bot="random" if kind == "bot" else None) for kind in kinds]
    return seats + [NewSeat("bot", bot="random")] * (players - len(kinds))


def _looked(story: Story) -> Story:
    """The story after both have looked at all that they are told; Broken if one of them knows too much now."""
    learnt = set(story.learnt)
    for who in PEOPLE:
        learnt |= {(who, seat) for seat in _shown(story.match, who)}
        seats = sorted(seat for person, seat in learnt if person == who)
        different = {json.dumps(_seen(story.match.position, seat)) for seat in seats}  # partners know the same
        if len(different) > 1 and story.match.status == "playing":
            raise Broken(f"the {who} knows what seats {seats} know: {', '.join(story.told)}")
    playing = {who for who in PEOPLE if story.match.status == "playing" and story.match.held_by(who)}
    for saw, missed in itertools.permutations(playing, 2):
        against = set(story.match.held_by(missed)) - set(story.match.held_by(saw))
        if saw in story.saw and missed in story.missed and against:
            raise Broken(f"the {saw} knows what was taken back, the {missed} doesn't: {', '.join(story.told)}")
    return replace(story, learnt=frozenset(learnt))


def _after_takeback(before: Match, ply: int, later: Story) -> Story:
    """The story with what moves that stand no more have shown to those who play; nobody else looked on yet."""
    playing = {who for who in PEOPLE if before.held_by(who)}
    saw = {who for who in playing if any(_shown_more(before, ply, seat) for seat in before.held_by(who))}
    missed = set(PEOPLE) - playing if saw else set[str]()
    return replace(later, saw=later.saw | saw, missed=later.missed | missed)


def _shown_more(match: Match, ply: int, seat: int) -> bool:
    """Whether the moves since then told a seat anything of what was hidden from it: in other worlds it would look otherwise."""
    start = match.at(ply)
    numbers = [played.number for played in match.moves[ply:]]
    seen = _seen_in(start, numbers, seat)
    return any(_seen_in(start.determinized(seat, seed), numbers, seat) != seen for seed in range(WORLDS))


def _seen_in(world: Position, moves: list[int], seat: int) -> list[object]:
    """What a seat is shown while these moves are made there, up to one that can't be."""
    shown: list[object] = []
    position = world.copy()
    for move in moves:
        if move not in position.moves():
            break
        shown += [position.told(move, seat), position.effects(move, seat)]
        position.play(move)
        shown.append(_seen(position, seat))
    return shown


def _shown(match: Match, who: str) -> Iterator[int]:
    """The seats whose knowledge somebody is shown now."""
    public = _told(match, None, None)
    for seat in match.held_by(who):
        if _told(match, who, seat) != public:
            yield seat


def _told(match: Match, who: str | None, seat: int | None) -> list[str]:
    """All that somebody is told of a table but for what is no secret: which seat they have, and which moves there are."""
    table = projection.table(match, Onlooker(who, seat), [], 0)
    past = [projection.past(match, ply, seat) for ply in range(match.ply)]
    views = [json.loads(bytes(table["view"])), *(moment.view for moment in past)]
    public = [{name: part for name, part in view.items() if name not in ("seat", "moves")} for view in views]
    said = [table["log"], table["asking"], bytes(table["last"]).decode(), *(moment.last for moment in past)]
    return [json.dumps(part) for part in (*public, *said)]


# What can be done: each gives the stories it leads to


def _tried(story: Story, step: Callable[[Story, str], Stories]) -> Stories:
    """What comes of a step, done by either; nothing where it is refused."""
    for who in PEOPLE:
        stories = step(story, who)
        while True:
            try:
                yield next(stories)
            except StopIteration:
                break
            except Refused:
                break


def _by(story: Story, who: str) -> Command:
    return Command(who, "", story.match.updated + 1)


def _at_each_seat(rule: Callable[[Match, Command, int], Event | None], what: str) -> Callable[[Story, str], Stories]:
    """A step that may be tried at every seat."""

    def step(story: Story, who: str) -> Stories:
        for seat in range(len(story.match.seats)):
            try:
                event = rule(story.match, _by(story, who), seat)
            except Refused:
                continue
            if event is not None:
                yield story.then(event, f"the {who} {what} {seat}")

    return step


def _at_once(rule: Callable[[Match, Command], Event], what: str) -> Callable[[Story, str], Stories]:
    """A step for which there is one way."""

    def step(story: Story, who: str) -> Stories:
        yield story.then(rule(story.match, _by(story, who)), f"the {who} {what}")

    return step


def _change(wish: Sitting) -> Callable[[Match, Command, int], Event]:
    def rule(match: Match, command: Command, seat: int) -> Event:
        nobody_is_here = match.humans()  # whoever has gone for a while may be replaced
        away = [other for other in nobody_is_here if other not in match.held_by(command.by)]
        return rulings.seat_change(match, command, seat, wish, ["random"], away, away)

    return rule


def _link(seat: int) -> str:
    return f"the link of seat {seat}"


def _moved(story: Story, who: str) -> Stories:
    """Everybody plays on, until other seats than before know something that nobody else does."""
    if who != HOST or story.match.turn is None or story.told.count(PLAYED) >= MOST_PLAYED:
        return
    before, later = _secretive(story.match), story
    for _ in range(MOST_PLIES):
        later = later.then(_next_move(later.match), PLAYED)
        if later.match.turn is None or _secretive(later.match) != before or len(before) == len(later.match.seats):
            break
    yield replace(later, told=(*story.told, PLAYED))


def _next_move(match: Match) -> Event:
    """What whoever has the turn plays: the first of their moves."""
    assert match.turn is not None
    seat = match.seats[match.turn]
    if seat.sitting.kind == "open":
        raise Refused("not_your_turn")
    command = Command(min(seat.holders) if seat.human else "", "", match.updated + 1)
    return rulings.move(match, command, match.seq, match.position.names()[0], bot=not seat.human)


def _secretive(match: Match) -> set[int]:
    """The seats that know what a watcher doesn't."""
    public = _seen(match.position, None)
    return {seat for seat in range(len(match.seats)) if _seen(match.position, seat) != public}


def _followed(story: Story, who: str) -> Stories:
    """The rematch: a new deal, of which nobody knows anything yet."""
    match = story.match
    if match.status != "playing" and match.held_by(who):
        yield Story((next_created(match),), (*story.told, f"the {who} asks for a rematch"))
        yield story.then(Followed(at=match.updated, match="next"), "which is known")


def _forked(story: Story, who: str) -> Stories:
    """Go on from a finished game, whose replay everybody may have seen: what seats know there is known of them here too."""
    if story.match.status != "playing" and who == HOST:
        yield from _gone_on_from(story.match, story.told)


def _gone_on_from(match: Match, told: tuple[str, ...]) -> Stories:
    """What the host makes of a game that is known whole: tables that go on from its beginning, its end and its middle."""
    record = projection.record(match)
    for ply in dict.fromkeys((0, match.ply, match.ply // 2)):
        redeals = [redeal for redeal in record.redeals if redeal.ply <= ply]
        start = msgspec.structs.replace(record, moves=record.moves[:ply], redeals=redeals, commitment="")
        for kinds in BEGINNINGS:
            wish = NewTable(record.game, _seats(kinds, record.players), options=record.options, start=start)
            made = [making.created(wish, HOST, Roster()) for _ in range(FORKS)]
            later = [Match("table", created) for created in made]
            if _hidden_at(match, ply) and all(fork.position == match.at(ply) for fork in later):
                raise Broken(
                    f"what is known whole is hidden again: {', '.join(told)}, after {ply} moves, at a table of {kinds}"
                )
            seats = [seat for seat in range(record.players) if all(_same_secret(match, fork, ply, seat) for fork in later)]
            knows = frozenset((person, seat) for person in PEOPLE for seat in seats)
            then = f"the {HOST} goes on from it after {ply} moves at a table of {kinds}"
            yield Story((made[0],), (*told, then), _of_those_who_may_sit(later[0], knows))


def _made_up(game: str, table: Table) -> Match:
    """A game that was played nowhere: the host has chosen its seed, and brings its record from elsewhere."""
    position, moves = escale.load(game).new(table.players, SEED_OF_THE_HOST, **dict(table.options)), list[str]()
    while len(moves) < MOST_PLIES and not position.over:
        moves.append(position.names()[0])
        position.play(moves[-1])
    options = dict(table.options)
    return making.replayed(Record(game, position.game.version, table.players, options, str(SEED_OF_THE_HOST), moves))


def _hidden_at(match: Match, ply: int) -> bool:
    """Whether something was hidden from everybody after so many moves."""
    position = match.at(ply)
    return any(position.determinized(None, seed) != position for seed in range(WORLDS))


def _same_secret(before: Match, after: Match, ply: int, seat: int) -> bool:
    """Whether what a seat alone knew is still what it knows."""
    was, now, public = (_seen(match.at(ply), eyes) for match, eyes in ((before, seat), (after, seat), (after, None)))
    return was == now != public


def _seen(position: Position, seat: int | None) -> dict[str, object]:
    """A view but for what is no secret: whose it is, and which moves there are."""
    return {name: part for name, part in position.view(seat).items() if name not in ("seat", "moves")}


def _of_those_who_may_sit(match: Match, learnt: Learnt) -> Learnt:
    """Knowledge counts for who can ever have a seat here."""
    try:
        rulings._may_be_joined(match)
    except Refused:
        return frozenset((person, seat) for person, seat in learnt if person == HOST)
    return learnt


STEPS: Mapping[str, Callable[[Story, str], Stories]] = {
    "sit": _at_each_seat(_change(ME), "sits down at"),
    "leave open": _at_each_seat(_change(OPEN), "opens"),
    "replace": _at_each_seat(_change(BOT), "gives a bot"),
    "join": _at_each_seat(lambda match, command, seat: rulings.join(match, command, seat, "X"), "comes by link to"),
    "share": _at_each_seat(lambda match, command, seat: rulings.share(match, command, seat, _link(seat)), "shares"),
    "claim": _at_each_seat(lambda match, command, seat: rulings.claim(match, command, _link(seat))[1], "takes the link of"),
    "move": _moved,
    "undo": _at_once(lambda match, command: rulings.undo(match, command, match.seq), "takes back"),
    "agree": _at_once(lambda match, command: rulings.answer(match, command, True), "agrees"),
    "end": _at_once(lambda match, command: rulings.end(match, command, []), "ends"),
    "rematch": _followed,
    "fork": _forked,
}
