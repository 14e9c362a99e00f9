"""Rules of the slow model read otherwise, one at a time: mistakes that the comparison with the engine has to find."""

from __future__ import annotations

from typing import Any

from escale.games.planete.tests import model_refusals, model_scoring, model_view, slow_model
from escale.games.planete.tests.model_table import DECK, PLACES, Gone, Lying, Planet, Table, gone_order, in_deck_order
from escale.games.planete.tests.planted_points import WRONG_POINTS

END_ROUND, FREE_PLACES, AFTER_TAKE = slow_model.end_round, slow_model.free_places, slow_model.after_take
AGAINST_TAKE, AGAINST_NAME = model_refusals.against_take, model_refusals.against_name


# Baobabs


def never_turned(planet: Planet) -> list[int]:
    """Baobabs do nothing."""
    return []


def only_the_third(planet: Planet) -> list[int]:
    """Only one of three is turned."""
    growing = [cell for cell in sorted(planet) if slow_model.bears_baobab(planet[cell])]
    if len(growing) > 2:
        planet[growing[-1]] = Lying(planet[growing[-1]].tile, down=True)
    return growing[-1:]


def at_the_fourth(planet: Planet) -> list[int]:
    """Three are allowed."""
    growing = [cell for cell in sorted(planet) if slow_model.bears_baobab(planet[cell])]
    return turned(planet, growing) if len(growing) > 3 else []


def turned(planet: Planet, cells: list[int]) -> list[int]:
    """Turn the tiles at these cells."""
    for cell in cells:
        planet[cell] = Lying(planet[cell].tile, down=True)
    return cells


def only_once(planet: Planet) -> list[int]:
    """After three were turned baobabs are harmless."""
    growing = [cell for cell in sorted(planet) if slow_model.bears_baobab(planet[cell])]
    return turned(planet, growing) if len(growing) > 2 and not model_scoring.face_down(planet) else []


def not_a_third_time(planet: Planet) -> list[int]:
    """Three are turned twice at most."""
    growing = [cell for cell in sorted(planet) if slow_model.bears_baobab(planet[cell])]
    return turned(planet, growing) if len(growing) > 2 and model_scoring.face_down(planet) < 6 else []


def counted_again(planet: Planet) -> list[int]:
    """Those face down are counted with the next ones."""
    every = [cell for cell in sorted(planet) if "b" in planet[cell].tile and planet[cell].tile not in DECK["character"]]
    return turned(planet, every) if len(every) > 2 else []


def businessmen_bear_baobabs(lying: Lying) -> bool:
    """A character whose name begins with b bears a baobab."""
    return not lying.down and "b" in lying.tile


# Rounds


def five_times(table: Table, stack: str) -> bool:
    """A stack can be chosen five times."""
    return slow_model.times_chosen(table, stack) < 5


def while_there_are_tiles(table: Table, stack: str) -> bool:
    """A stack can be chosen while it has tiles."""
    return bool(table.stacks[stack])


def one_more(table: Table) -> int:
    """One tile more than players."""
    return table.players + 1


def from_the_bottom(table: Table, stack: str, many: int) -> list[str]:
    """The lowest tiles of a stack are turned up."""
    return [table.stacks[stack].pop(0) for _ in range(many)]


def anybody_is_named(table: Table) -> list[int]:
    """Somebody who has a tile may be named."""
    return [seat for seat in range(table.players) if seat != table.turn]


def the_next_is_named(table: Table) -> list[int]:
    """Only the next seat may be named."""
    waits = slow_model.waiting(table)
    in_turn = [(table.turn + step) % table.players for step in range(1, table.players)]
    return [next(seat for seat in in_turn if seat in waits)]


def the_leader_stays(table: Table) -> int:
    """The leader doesn't change."""
    return table.first


def the_next_seat_leads(table: Table) -> int:
    """Leaders follow in the order of seats."""
    return (table.first + 1) % table.players


def the_last_taker_leads(table: Table) -> int:
    """Also of two with a hidden tile, who takes last leads."""
    return table.turn


def no_name_for_the_last(table: Table) -> None:
    """Who is left alone isn't named but takes at once."""
    AFTER_TAKE(table)
    if table.step == "name" and len(slow_model.waiting(table)) == 1:
        table.turn, table.step = slow_model.waiting(table)[0], "take"


def the_leader_takes_first(table: Table) -> int:
    """The leader of two takes first."""
    return table.first


def the_third_goes_back(table: Table) -> None:
    """Whatever is left of two goes back under the stack."""
    assert table.offered is not None
    left = table.hidden or table.offer[0]
    table.stacks[table.offered].insert(0, left)
    table.hidden, table.offer = None, []


def all_see_what_is_out(table: Table) -> None:
    """The hidden one is shown when it goes out."""
    assert table.offered is not None
    table.out.append(Gone(table.offered, table.hidden or table.offer[0]))
    table.out.sort(key=gone_order)
    table.hidden, table.offer = None, []


def any_place(table: Table) -> list[int]:
    """A tile may lie anywhere on the planet."""
    return [cell for cell in range(16) if cell not in table.planets[table.turn]]


def only_the_lowest(table: Table) -> list[int]:
    """A tile goes to the lowest free place."""
    return FREE_PLACES(table)[:1]


def highest_first(table: Table) -> list[int]:
    """Places from the highest down."""
    return FREE_PLACES(table)[::-1]


def edges_exchanged() -> dict[str, tuple[int, ...]]:
    """The falling edge comes first on every side."""
    return {**PLACES, "rising": PLACES["falling"], "falling": PLACES["rising"]}


def over_a_round_early(table: Table, leader: int) -> None:
    """Fifteen rounds."""
    END_ROUND(table, leader)
    if all(len(planet) == 15 for planet in table.planets):
        table.step = "over"


# What is seen


def both_look(table: Table, reader: int | None) -> bool:
    """The other sees the hidden tile too."""
    return True


def nobody_looks(table: Table, reader: int | None) -> bool:
    """The leader doesn't remember the hidden tile."""
    return reader == model_view.EVERYBODY


def out_is_seen(gone: Gone, reader: int | None) -> bool:
    """What went out hidden is known to both."""
    return True


def out_is_forgotten(gone: Gone, reader: int | None) -> bool:
    """Nobody knows what went out hidden."""
    return gone.seat is None or reader == model_view.EVERYBODY


def aside_is_seen(table: Table, stack: str, reader: int | None) -> dict[str, int]:
    """Tiles set aside count as seen."""
    return {tile: table.stacks[stack].count(tile) for tile in in_deck_order(stack, set(table.stacks[stack]))}


def place_first(table: Table, take: slow_model.Take) -> str:
    """A wrong place is told before a tile that isn't there."""
    assert table.offered is not None
    if take.at not in PLACES[table.offered]:
        return "no_such_place"
    return AGAINST_TAKE(table, take)


def has_a_tile_first(table: Table, seat: int) -> str:
    """Who names oneself is told that they have a tile."""
    return "has_a_tile" if seat == table.turn else AGAINST_NAME(table, seat)


PLANTED: dict[str, tuple[Any, str, Any]] = {
    **WRONG_POINTS,
    "baobabs do nothing": (slow_model, "turn_baobabs", never_turned),
    "only the third is turned": (slow_model, "turn_baobabs", only_the_third),
    "at the fourth baobab": (slow_model, "turn_baobabs", at_the_fourth),
    "turned once": (slow_model, "turn_baobabs", only_once),
    "not turned a third time": (slow_model, "turn_baobabs", not_a_third_time),
    "hidden baobabs counted again": (slow_model, "turn_baobabs", counted_again),
    "businessmen bear baobabs": (slow_model, "bears_baobab", businessmen_bear_baobabs),
    "five times a stack": (slow_model, "may_choose", five_times),
    "a stack while it lasts": (slow_model, "may_choose", while_there_are_tiles),
    "one tile more": (slow_model, "how_many", one_more),
    "two look at two": (slow_model, "LOOKED_AT", 2),
    "from the bottom": (slow_model, "from_stack", from_the_bottom),
    "anybody is named": (slow_model, "nameable", anybody_is_named),
    "the next is named": (slow_model, "nameable", the_next_is_named),
    "the leader stays": (slow_model, "next_leader", the_leader_stays),
    "the next seat leads": (slow_model, "next_leader", the_next_seat_leads),
    "the last of two leads": (slow_model, "next_leader", the_last_taker_leads),
    "no name for the last": (slow_model, "after_take", no_name_for_the_last),
    "the leader takes first": (slow_model, "first_taker", the_leader_takes_first),
    "the third goes back": (slow_model, "put_out", the_third_goes_back),
    "all see what is out": (slow_model, "put_out", all_see_what_is_out),
    "any place": (slow_model, "free_places", any_place),
    "only the lowest place": (slow_model, "free_places", only_the_lowest),
    "the highest place first": (slow_model, "free_places", highest_first),
    "edges exchanged": (slow_model, "PLACES", edges_exchanged()),
    "fifteen rounds": (slow_model, "end_round", over_a_round_early),
    "both see the hidden tile": (model_view, "looks", both_look),
    "nobody knows the hidden tile": (model_view, "looks", nobody_looks),
    "what is out is known to all": (model_view, "saw_gone", out_is_seen),
    "what is out is forgotten": (model_view, "saw_gone", out_is_forgotten),
    "what is set aside was seen": (model_view, "unseen", aside_is_seen),
    "the place before the tile": (model_refusals, "against_take", place_first),
    "a tile before oneself": (model_refusals, "against_name", has_a_tile_first),
}
