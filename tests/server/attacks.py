"""Harness: two people try, in every order, to learn what two seats of one table know.

The host and a friend do everything that changes who sits where or what is played: sit down, leave a seat open or to a bot, come
by the invitation or by a seat's private link, move, take back, end, follow to the rematch, go on from a finished game. After
each step both look at all that the server would tell them. What they have learnt is read off that, not off what the match
believes of them. Tables that differ in nothing that matters are looked at once, those with the shortest stories first.
"""

from __future__ import annotations

import json
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import msgspec

from escale.play import rulings
from escale.play.events import Created, Event, Followed, Sitting
from escale.play.match import Match
from escale.play.rulings import Command, Refused
from escale.rules.info import Value
from escale.rules.position import Position
from escale.server import making, projection
from escale.server.bodies import NewSeat, NewTable
from escale.server.projection import Onlooker
from escale.server.roster import Roster
from escale.server.tables import next_created
from tests.server.eyes import secret_tables, smallest_secret
from tests.server.patient import Broken

HOST, FRIEND = PEOPLE = ("host", "friend")
BOT, OPEN, ME = Sitting("bot", None, "random"), Sitting("open"), Sitting("human")
Kinds = tuple[Literal["me", "open", "bot"], ...]
BEGINNINGS: tuple[Kinds, ...] = (("me", "open"), ("open", "open"), ("me", "bot"), ("bot", "bot"))
FORKS = 12  # of one game: what stays the same in all of them is known, and not so by chance
MOST_PLIES = 8  # played on at once
MOST_PLAYED = 3  # times that is done at a table; then only who sits where still changes
PLAYED = "everybody plays on"

Learnt = frozenset[tuple[str, int]]  # who has seen what only one seat knows, and which


@dataclass(frozen=True)
class Story:
    """A table, how it came to be so, and what everybody has learnt of it."""

    events: tuple[Event, ...]
    told: tuple[str, ...]
    learnt: Learnt = frozenset()

    @cached_property
    def match(self) -> Match:
        """The table as it is."""
        return Match.of("table", self.events)

    def then(self, event: Event, told: str) -> Story:
        """The story with one more event, and what follows from it."""
        later = Story((*self.events, event), (*self.told, told), self.learnt)
        agreed = rulings.agreed(later.match, later.match.updated)
        return later.then(agreed, "which is done") if agreed else later

    @property
    def key(self) -> str:
        """The same for stories after which the same can be done and learnt."""
        match = self.match
        seats = [(seat.sitting.kind, sorted(seat.holders), sorted(seat.shown_to)) for seat in match.seats]
        asked = (match.asking.what, match.asking.seat) if match.asking else None
        created = bool(match.created.before), match.created.trial
        return json.dumps([seats, match.begun, match.status, match.ply, asked, sorted(self.learnt), created])


def try_every_order(game: str, most: int) -> Counter[str]:
    """Try all orders, up to so many different tables for each beginning; Broken if anybody learns what two seats know.

    At the smallest table of the game where seats know different things; nothing is tried if they never do.
    """
    counts = Counter[str]()
    if not secret_tables(game):
        return counts
    table = smallest_secret(game)
    players, options = table.players, dict(table.options)
    for kinds in BEGINNINGS:
        first = Story((_made(game, players, options, kinds),), (f"a table of {kinds}",))
        waiting, known = deque([_looked(first)]), set[str]()
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


def _made(game: str, players: int, options: Mapping[str, Value], kinds: Kinds) -> Created:
    return making.created(NewTable(game, _seats(kinds, players), options=dict(options)), HOST, Roster())


def _seats(kinds: Kinds, players: int) -> list[NewSeat]:
    seats = [NewSeat(kind, bot="random" if kind == "bot" else None) for kind in kinds]
    return seats + [NewSeat("bot", bot="random")] * (players - len(kinds))


def _looked(story: Story) -> Story:
    """The story after both have looked at all that they are told; Broken if one of them knows too much now."""
    learnt = set(story.learnt)
    for who in PEOPLE:
        learnt |= {(who, seat) for seat in _shown(story.match, who)}
        seats = sorted(seat for person, seat in learnt if person == who)
        if len(seats) > 1 and story.match.status == "playing":
            raise Broken(f"the {who} knows what seats {seats} know: {', '.join(story.told)}")
    return Story(story.events, story.told, frozenset(learnt))


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

Stories = Iterator[Story]


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
    yield Story(later.events, (*story.told, PLAYED), story.learnt)


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
    match = story.match
    if match.status == "playing" or who != HOST:
        return
    record = projection.record(match)
    for ply in (0, match.ply):
        redeals = [redeal for redeal in record.redeals if redeal.ply <= ply]
        start = msgspec.structs.replace(record, moves=record.moves[:ply], redeals=redeals, commitment="")
        for kinds in BEGINNINGS:
            wish = NewTable(record.game, _seats(kinds, record.players), options=record.options, start=start)
            made = [making.created(wish, HOST, Roster()) for _ in range(FORKS)]
            later = [Match("table", created) for created in made]
            seats = [seat for seat in range(record.players) if all(_same_secret(match, fork, ply, seat) for fork in later)]
            knows = frozenset((person, seat) for person in PEOPLE for seat in seats)
            told = f"the {who} goes on from it after {ply} moves at a table of {kinds}"
            yield Story((made[0],), (*story.told, told), _of_those_who_may_sit(later[0], knows))


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
