"""When each sentence of a hint is true: found again, slowly, of what the views show before and after the move."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any

from escale.games.poucet.tests.told import Before, Seen, Told, shorter

Values = dict[str, Any]
Holds = Callable[[Told, Values], bool]

OBSTACLES = ("wolf", "ogre", "forest", "river")
PASSAGES = ("pebbles", "boots")
SIDES_AT: dict[str, Callable[[int, int, int], bool]] = {
    "n": lambda x, y, last: y == last,
    "e": lambda x, y, last: x == last,
    "s": lambda x, y, last: y == 0,
    "w": lambda x, y, last: x == 0,
}


def does(told: Told, *done: str) -> bool:
    """Whether the move does one of these things."""
    return told.move["do"] in done


def way_of(told: Told, seat: int) -> tuple[int | None, int | None]:
    """How far a seat was from the flower, and is."""
    return told.was.far(seat), told.then.far(seat)


# The board


def at_side(told: Told, side: str) -> bool:
    """Whether the cell of the move is at a border."""
    return SIDES_AT[side](told.x, told.y, told.was.view["side"] - 1)


def borders(seen: Seen, place: list[int]) -> set[str]:
    """The borders at which a cell is."""
    return {side for side, is_at in SIDES_AT.items() if is_at(place[0], place[1], seen.view["side"] - 1)}


def in_part(told: Told, part: str) -> bool:
    """Whether the cell is in that part of the board, seen from the flower."""
    flower: list[int] = told.was.view["flower"]
    right, up = told.x - flower[0], told.y - flower[1]
    if part == "near":
        return abs(right) <= 2 and abs(up) <= 2
    signs = {"n": up > 0, "s": up < 0, "e": right > 0, "w": right < 0}
    return max(abs(right), abs(up)) > 2 and all(signs[letter] for letter in part)


def other_starts(told: Told) -> list[list[int]]:
    """Where the other players have started."""
    return [told.was.seats[seat]["start"] for seat in told.others if told.was.seats[seat]["start"]]


def counts(told: Told) -> dict[str, int]:
    """How many path cards the seat holds of each colour of which a start card is left."""
    return {colour: told.cards(colour) for colour, left in told.was.view["starts"].items() if left}


# Paths


def is_held_back(told: Told, v: Values, was: int, then: int | None) -> bool:
    """Whether another's way was so long and is so long now, and that is longer; no way is the longest."""
    return told.is_other(v) and way_of(told, told.one(v)) == (was, then) and (then is None or then > was)


def is_nearest(told: Told, seat: int) -> bool:
    """Whether a seat's path is nearer to the flower than all others."""
    far = told.was.far(seat)
    rest = [told.was.far(other) for other in (told.seat, *told.others) if other != seat]
    return far is not None and all(other is None or other > far for other in rest)


def fewer_ends(told: Told, seat: int, was: int, then: int) -> bool:
    """Whether a path had so many open ends, and has so many now, which is fewer."""
    return (len(told.was.ends(seat, "open")), len(told.then.ends(seat, "open"))) == (was, then) and then < was


def passes(told: Told, obstacle: str, *cards: str) -> bool:
    """Whether the seat's own path goes on over such an obstacle by one of these cards."""
    return does(told, "lay") and told.move["card"] in cards and told.covered() == obstacle and told.goes_on()


def drowns(told: Told) -> bool:
    """Whether a wolf at an end of the seat's own path becomes a river."""
    there = does(told, "lay") and told.covered() == "wolf" and told.move["card"] == "river"
    return there and told.seat in told.was.ending_at(told.place) and told.then.cells[told.place]["kind"] == "river"


def joins_boots(told: Told) -> bool:
    """Whether the seat's path has come to boots that lay there."""
    found = [place for place in told.joined() if place in told.was.cells] if does(told, "lay") else []
    return any(told.was.cells[place]["kind"] == "boots" for place in found)


def stops(card: str, told: Told, v: Values) -> bool:
    """Whether such an obstacle lies now where nothing lay, at an end of another's path."""
    there = does(told, "lay") and not told.covered() and told.then.cells[told.place]["kind"] == card
    return there and any(seat in told.was.ending_at(told.place) for seat in told.others)


def is_of_another_colour(told: Told) -> bool:
    """Whether the card is a path card that isn't of the seat's colour."""
    return does(told, "lay", "discard") and len(told.move["card"]) == 2 and told.move["card"][0] != told.colour


def keeps(told: Told, n: int) -> bool:
    """Whether so many path cards of the seat's colour stay in its hand, at least one, and none goes."""
    is_own = len(told.move["card"]) == 2 and told.move["card"][0] == told.colour
    return told.cards(told.colour) == n > 0 and not is_own


def has_no_choice(told: Told) -> bool:
    """Whether no legal play leads the seat's own path on, or stands in another's way; with favour=free, or leads any on."""
    return not has_choice(told.before)


@cache
def has_choice(before: Before) -> bool:
    """Whether there is such a play at a table."""
    plays = (Told(before, name) for name, move in before.moves.items() if move["do"] == "lay")
    return any(
        one.goes_on()
        or (one.move["role"] == "obstacle" and any(seat in one.was.ending_at(one.place) for seat in one.others))
        or (before.pos.options["favour"] == "free" and one.move["role"] != "obstacle")
        for one in plays
    )


def leads_others_only(told: Told) -> bool:
    """Whether a card leads others' paths on, and the seat's own not; or drowns a wolf for others."""
    return does(told, "lay") and told.move["role"] != "obstacle" and not told.goes_on()


def is_harmless(told: Told) -> bool:
    """Whether no other gets nearer, and the seat no farther away."""
    was, then = way_of(told, told.seat)
    return not any(shorter(*way_of(told, seat)) for seat in told.others) and not shorter(then, was)


def is_farthest(told: Told, v: Values) -> bool:
    """Whether of the others just one gets nearer, who is `n` cards away then, and all the rest are nearer than that."""
    nearer = [seat for seat in told.others if shorter(*way_of(told, seat))]
    rest = [far for seat in told.others if seat not in nearer for far in way_of(told, seat)]
    ahead = bool(rest) and all(far is not None and far < v["n"] for far in rest)
    return nearer == [told.one(v)] and told.then.far(told.one(v)) == v["n"] and ahead


def winners(told: Told) -> list[tuple[int, ...]]:
    """Who has won after each legal move."""
    return [later.winners for _, later in told.ways()]


def close(told: Told, n: int) -> list[int]:
    """The others that are so far from the flower, if none is nearer."""
    far = {seat: told.was.far(seat) for seat in told.others}
    found = [seat for seat, distance in far.items() if distance == n]
    return found if not any(distance is not None and distance < n for distance in far.values()) else []


def nearest_other(told: Told) -> int | None:
    """How far the nearest of the others is."""
    return min((far for far in map(told.was.far, told.others) if far is not None), default=None)


def left(told: Told) -> int:
    """How many start cards are left."""
    return sum(told.was.view["starts"].values())


#: By the name of a sentence: whether it holds.
HOLDS: dict[str, Holds] = {
    "only": lambda told, v: len(told.pos.names()) == 1,
    "spare": lambda told, v: is_of_another_colour(told),
    "keeps": lambda told, v: does(told, "lay", "discard") and keeps(told, v["n"]),
    "quiet": lambda told, v: does(told, "lay") and all(was == then for was, then in told.changes()),
    "end.wins": lambda told, v: told.later.over and told.later.winners == (told.seat,),
    "end.lost": lambda told, v: told.later.over and told.later.winners == (told.one(v),) and told.then.far(told.one(v)) == 0,
    "end.lost_all": lambda told, v: all(won and told.seat not in won for won in winners(told)),
    "end.nobody": lambda told, v: told.later.over and not told.later.winners and does(told, "lay", "discard"),
    "own.nearer": lambda told, v: v["n"] < v["from"] and way_of(told, told.seat) == (v["from"], v["n"]),
    "own.way": lambda told, v: way_of(told, told.seat) == (None, v["n"]),
    "own.boots": lambda told, v: joins_boots(told),
    "own.joins": lambda told, v: does(told, "lay") and len(told.joined()) == v["n"] > 0,
    "own.passes": lambda told, v: passes(told, v["obstacle"], *PASSAGES),
    "own.keeps_boots": lambda told, v: passes(told, "forest", "pebbles") and "boots" in told.hand,
    "own.drowns": lambda told, v: drowns(told) and "boots" not in told.hand,
    "own.drowns_boots": lambda told, v: drowns(told) and "boots" in told.hand,
    "own.clears": lambda told, v: (
        does(told, "lay")
        and told.goes_on()
        and told.covered() == v["covered"]
        and not told.was.cells[told.place]["paths"]
        and v["covered"] not in OBSTACLES
    ),
    "own.ends": lambda told, v: (
        (len(told.was.ends(told.seat, "open")), len(told.then.ends(told.seat, "open"))) == (v["from"], v["n"])
        and v["n"] > max(v["from"], 1)
    ),
    "other.threat": lambda told, v: is_held_back(told, v, 1, v["n"]),
    "other.threat_ended": lambda told, v: is_held_back(told, v, 1, None),
    "other.no_way": lambda told, v: is_held_back(told, v, v["n"], None),
    "other.leader": lambda told, v: is_held_back(told, v, v["from"], v["n"]) and is_nearest(told, told.one(v)),
    "other.longer": lambda told, v: is_held_back(told, v, v["from"], v["n"]),
    "other.blocks": lambda told, v: (
        told.then.seats[told.one(v)]["blocked"]
        and not told.was.seats[told.one(v)]["blocked"]
        and not told.then.ends(told.one(v), "open", "obstructed")
    ),
    "other.cuts": lambda told, v: told.is_other(v) and told.lost(told.one(v)) == v["n"] > 0,
    "other.no_end": lambda told, v: (
        bool(told.was.ends(told.one(v), "open")) and not told.then.ends(told.one(v), "open") and told.is_other(v)
    ),
    "other.ends": lambda told, v: fewer_ends(told, told.one(v), v["from"], v["n"]) and told.is_other(v),
    **{f"stops.{card}": partial(stops, card) for card in OBSTACLES},
    "careful.farther": lambda told, v: v["n"] > v["from"] and way_of(told, told.seat) == (v["from"], v["n"]),
    "careful.no_way": lambda told, v: way_of(told, told.seat) == (v["n"], None),
    "careful.helps": lambda told, v: (
        v["n"] < v["from"] and told.is_other(v) and way_of(told, told.one(v)) == (v["from"], v["n"])
    ),
    "careful.way": lambda told, v: told.is_other(v) and way_of(told, told.one(v)) == (None, v["n"]),
    "must.favour": lambda told, v: leads_others_only(told) and has_no_choice(told),
    "must.hinder": lambda told, v: (
        does(told, "lay") and told.was.ending_at(told.place) == {told.seat} and not told.goes_on() and has_no_choice(told)
    ),
    "must.harmless": lambda told, v: is_harmless(told),
    "must.farthest": lambda told, v: is_farthest(told, v),
    "take.most": lambda told, v: (
        [colour for colour, n in counts(told).items() if n >= v["n"]] == [told.move["colour"]]
        and counts(told)[told.move["colour"]] == v["n"]
    ),
    "take.equal": lambda told, v: (
        counts(told)[told.move["colour"]] == max(counts(told).values()) == v["n"] and [*counts(told).values()].count(v["n"]) > 1
    ),
    "take.few": lambda told, v: counts(told)[told.move["colour"]] == v["n"] < max(counts(told).values()),
    "take.free": lambda told, v: told.move["colour"] not in [seat["colour"] for seat in told.was.seats],
    "take.shared": lambda told, v: told.is_other(v) and told.was.seats[told.one(v)]["colour"] == told.move["colour"],
    "start.nearest": lambda told, v: told.then.far(told.seat) == v["n"] == told.before.nearest,
    "start.far": lambda told, v: told.then.far(told.seat) == v["n"] > told.before.nearest,
    "start.side": lambda told, v: (
        bool(other_starts(told))
        and not any(borders(told.was, told.move["at"]) & borders(told.was, start) for start in other_starts(told))
    ),
    "start.apart": lambda told, v: (
        min(abs(told.x - x) + abs(told.y - y) for x, y in other_starts(told) or [[99, 99]]) == v["n"]
    ),
    "restart.way": lambda told, v: way_of(told, told.seat) == (None, v["n"]) and told.was.seats[told.seat]["blocked"],
    "restart.shorter": lambda told, v: v["n"] < v["from"] and way_of(told, told.seat) == (v["from"], v["n"]),
    "restart.blocked": lambda told, v: (
        v["n"] >= v["from"] and way_of(told, told.seat) == (v["from"], v["n"]) and told.was.seats[told.seat]["blocked"]
    ),
    "restart.no_way": lambda told, v: told.then.far(told.seat) is None and told.was.seats[told.seat]["blocked"],
    "restart.held": lambda told, v: told.cards(told.move["colour"]) == v["n"],
    "discard.colour": lambda told, v: does(told, "discard") and is_of_another_colour(told),
    "discard.alike": lambda told, v: does(told, "discard") and told.hand.count(told.move["card"]) == v["n"] > 1,
    "discard.any": lambda told, v: does(told, "discard") and told.hand.count(told.move["card"]) == 1,
    "leave.wins": lambda told, v: does(told, "give_up") and told.later.winners == (told.one(v),),
    "leave.nobody": lambda told, v: does(told, "give_up") and told.later.over and not told.later.winners,
    "leave.others": lambda told, v: (
        does(told, "give_up") and not told.later.over and sum(not seat["out"] for seat in told.then.seats) == v["n"]
    ),
    "place.own": lambda told, v: in_part(told, v["part"]) and told.was.ending_at(told.place) == {told.seat},
    "place.other": lambda told, v: (
        in_part(told, v["part"])
        and told.one(v) in told.was.ending_at(told.place)
        and told.seat not in told.was.ending_at(told.place)
    ),
    "place.both": lambda told, v: (
        in_part(told, v["part"]) and told.is_other(v) and told.was.ending_at(told.place) >= {told.seat, told.one(v)}
    ),
    "place.hand": lambda told, v: does(told, "take"),
    "place.border": lambda told, v: does(told, "start") and at_side(told, v["side"]),
    "place.restart": lambda told, v: does(told, "restart") and at_side(told, v["side"]),
    "place.discard": lambda told, v: does(told, "discard"),
    "place.leave": lambda told, v: does(told, "give_up"),
    "card.own": lambda told, v: len(told.move["card"]) == 2 and told.move["card"][0] == told.colour,
    "card.other": lambda told, v: is_of_another_colour(told),
    "card.obstacle": lambda told, v: told.move["card"] in OBSTACLES and told.move["role"] == "obstacle",
    "card.passage": lambda told, v: told.move["card"] in PASSAGES,
    "card.river": lambda told, v: told.move["card"] == "river" and told.covered() == "wolf",
    "aside.blocked": lambda told, v: told.was.seats[told.seat]["blocked"] and left(told) == v["n"] > 0,
    "aside.blocked_last": lambda told, v: told.was.seats[told.seat]["blocked"] and left(told) == 0,
    "aside.waits": lambda told, v: (
        told.was.seats[told.seat]["waits"] == v["n"] < 6
        and not told.was.ends(told.seat, "open")
        and bool(told.was.ends(told.seat))
    ),
    "aside.close_1": lambda told, v: close(told, 1) == [told.one(v)],
    "aside.close_2": lambda told, v: close(told, 2) == [told.one(v)],
    "aside.several_1": lambda told, v: len(close(told, 1)) == v["n"] > 1,
    "aside.several_2": lambda told, v: len(close(told, 2)) == v["n"] > 1,
    "aside.stock": lambda told, v: told.was.view["stock"] == v["n"] == told.count("stock") > 0,
    "aside.stock_empty": lambda told, v: told.was.view["stock"] == 0 == told.count("stock"),
    "aside.no_way": lambda told, v: told.was.far(told.seat) is None and told.was.seats[told.seat]["start"] is not None,
    "aside.ahead": lambda told, v: told.was.far(told.seat) == v["n"] <= (nearest_other(told) or v["n"]),
    "aside.behind": lambda told, v: told.was.far(told.seat) == v["n"] > v["other"] == nearest_other(told),
    "aside.same_colour": lambda told, v: told.is_other(v) and told.was.seats[told.one(v)]["colour"] == told.colour,
}
