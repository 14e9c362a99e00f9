"""Rules of the slow model read otherwise, one at a time: mistakes that the comparison with the engine has to find."""

from __future__ import annotations

from typing import Any

from escale.games.poucet.tests import model_paths, model_plays, slow_model
from escale.games.poucet.tests.model_paths import Path
from escale.games.poucet.tests.model_plays import Play, Scene, Verdict
from escale.games.poucet.tests.model_table import OPPOSITE, SIDES, Cell, Kind, Laid, Table, beyond, in_deck_order

JOINS, OPENINGS, IS_END, PATH_OF = model_paths.joins, model_paths.openings, model_paths.is_end, model_paths.path_of
STATE_OF, MAY_COVER, ENTERING = model_paths.state_of, model_paths.may_cover, model_paths.entering
JUDGED, ON_CARD, ON_EMPTY = model_plays.judged, model_plays.path_on_card, model_plays.path_on_empty
PEBBLES_ON, BOOTS_ON = model_plays.pebbles_on, model_plays.boots_on
NEXT_TURN, PUT_START = slow_model.next_turn, slow_model.put_start


# Paths


def pebbles_both_ways(table: Table, seat: int, colour: str | None, cell: Cell, way: str) -> bool:
    """Pebbles are passed from the front too."""
    card = table.top(cell)
    front = card is not None and card.kind == "pebbles" and card.seat == seat and card.way == OPPOSITE[way]
    return front or JOINS(table, seat, colour, cell, way)


def pebbles_for_all(table: Table, seat: int, colour: str | None, cell: Cell, way: str) -> bool:
    """Anybody's pebbles are passed."""
    card = table.top(cell)
    return (card is not None and card.kind == "pebbles" and card.way == way) or JOINS(table, seat, colour, cell, way)


def boots_for_one(table: Table, seat: int, colour: str | None, cell: Cell, way: str) -> bool:
    """Boots are for one player alone."""
    card = table.top(cell)
    return JOINS(table, seat, colour, cell, way) and not (card is not None and card.kind == "boots" and seat != 0)


def other_starts_apart(table: Table, seat: int, colour: str | None, cell: Cell, way: str) -> bool:
    """Another start card of the colour isn't joined."""
    card = table.top(cell)
    return JOINS(table, seat, colour, cell, way) and not (card is not None and card.kind == "start")


def one_way_openings(table: Table, seat: int, colour: str | None, cell: Cell, way: str) -> bool:
    """A card of the colour is joined though it doesn't open back."""
    card = table.top(cell)
    return JOINS(table, seat, colour, cell, way) or (card is not None and card.kind == "path" and card.colour == colour)


def starts_open_inwards(table: Table, cell: Cell) -> str:
    """A start card opens away from the border only."""
    found, card = OPENINGS(table, cell), table.top(cell)
    if card is None or card.kind != "start":
        return found
    return "".join(side for side in found if not table.on_border(beyond(cell, side)))


def boots_straight_on(table: Table, cell: Cell) -> str:
    """Boots open on two sides."""
    card = table.top(cell)
    return "ew" if card is not None and card.kind == "boots" else OPENINGS(table, cell)


def front_is_an_end(table: Table, seat: int, colour: str | None, cell: Cell, way: str, reached: list[Cell]) -> bool:
    """What faces the front of pebbles in the path is an end."""
    return IS_END(table, seat, colour, cell, way, [])


def border_is_an_end(table: Table, seat: int, colour: str | None, cell: Cell, way: str, reached: list[Cell]) -> bool:
    """An opening towards the border is an end."""
    return not table.on_board(cell) or IS_END(table, seat, colour, cell, way, reached)


def cards_are_no_ends(table: Table, seat: int, colour: str | None, cell: Cell, way: str, reached: list[Cell]) -> bool:
    """An opening towards a card that doesn't open back is no end."""
    card = table.top(cell)
    return IS_END(table, seat, colour, cell, way, reached) and not (card is not None and card.kind == "path")


def old_starts_count(table: Table, seat: int) -> Path:
    """What begins at an abandoned start of one's colour is in the path as well."""
    found = PATH_OF(table, seat)
    if found == model_paths.NO_PATH:
        return found
    for cell, pile in table.piles.items():
        if pile[-1].kind == "start" and pile[-1].colour == table.colour_of(seat) and cell not in table.starts.values():
            moved = table.copy()
            moved.starts[seat] = cell
            old = PATH_OF(moved, seat)
            found = Path(found.cells | old.cells, found.ends | old.ends, found.arrives or old.arrives)
    return found


def those_out_have_paths(table: Table, seat: int) -> Path:
    """Who gave up still has a path."""
    present = table.copy()
    present.out.discard(seat)
    return PATH_OF(present, seat)


def obstacles_are_open(table: Table, paths: list[Path], seat: int, cell: Cell) -> str:
    """An end that can be passed is open."""
    state = STATE_OF(table, paths, seat, cell)
    return model_paths.OPEN if state == model_paths.OBSTRUCTED else state


def ogres_can_be_passed(table: Table, paths: list[Path], seat: int, cell: Cell) -> str:
    """An ogre obstructs."""
    card = table.top(cell)
    return model_paths.OBSTRUCTED if card is not None and card.kind == "ogre" else STATE_OF(table, paths, seat, cell)


def covers_in_any_path(table: Table, paths: list[Path], seat: int, cell: Cell) -> bool:
    """Without crossing, what is in a path may be covered all the same."""
    return MAY_COVER(table, [Path(frozenset(), path.ends, path.arrives) for path in paths], seat, cell)


def covers_own_colour(table: Table, paths: list[Path], seat: int, cell: Cell) -> bool:
    """An end at a card of one's own colour is open."""
    card = table.top(cell)
    return (card is not None and card.kind == "path") or MAY_COVER(table, paths, seat, cell)


def wolves_cost_one(table: Table, paths: list[Path], seat: int, cell: Cell, way: str) -> tuple[int, str] | None:
    """A wolf takes one card."""
    entered = ENTERING(table, paths, seat, cell, way)
    return entered and (min(entered[0], 1), entered[1])


def own_pebbles_cost_one(table: Table, paths: list[Path], seat: int, cell: Cell, way: str) -> tuple[int, str] | None:
    """One's own pebbles are always covered, and never passed."""
    card = table.top(cell)
    covered = card is not None and card.kind == "pebbles" and cell not in paths[seat].cells
    return (1, SIDES) if covered else ENTERING(table, paths, seat, cell, way)


# Plays


def near_is_two(table: Table, cell: Cell) -> bool:
    """No ogre within two cells of the flower."""
    return max(abs(cell[0] - table.flower[0]), abs(cell[1] - table.flower[1])) <= 2


def near_is_beside(table: Table, cell: Cell) -> bool:
    """An ogre may lie at the corners of the flower's cell."""
    return abs(cell[0] - table.flower[0]) + abs(cell[1] - table.flower[1]) == 1


def unless(scene: Scene, play: Play, verdict: Verdict, against: str) -> Verdict:
    """The verdict, but that a card which meets an end isn't refused for this reason."""
    joined = model_plays.met(scene.ends_at(play.at, play.colour), play.turned)
    if verdict.against != against or not joined:
        return verdict
    return Verdict(role="crossing", forced=model_plays.favours(scene, joined))


def starts_are_covered(scene: Scene, play: Play) -> Verdict:
    """A start card of another colour may be covered."""
    verdict = JUDGED(scene, play)
    return unless(scene, play, verdict, "on_start") if play.colour else verdict


def on_own_colour(scene: Scene, play: Play, card: Laid) -> Verdict:
    """A card may be covered by one of its colour."""
    return unless(scene, play, ON_CARD(scene, play, card), "same_colour")


def on_own_pebbles(scene: Scene, play: Play, card: Laid) -> Verdict:
    """Pebbles of the path itself may be covered."""
    return unless(scene, play, ON_CARD(scene, play, card), "own_pebbles")


def on_paths_without_crossing(scene: Scene, play: Play, card: Laid) -> Verdict:
    """`crossing=off` changes nothing."""
    table = scene.table.copy()
    table.crossing = True
    return ON_CARD(Scene(table, scene.seat, scene.paths), play, card)


def wherever_it_turns(scene: Scene, play: Play) -> Verdict:
    """Where a path of its colour ends, a card that doesn't meet it is an obstacle."""
    verdict = ON_EMPTY(scene, play)
    return model_plays.hindering(scene, play.at) if verdict.against == "does_not_meet" else verdict


def only_at_others_ends(scene: Scene, play: Play) -> Verdict:
    """A card of a third colour isn't an obstacle where one's own path ends too."""
    verdict = ON_EMPTY(scene, play)
    both = verdict.role == "obstacle" and scene.is_own(scene.ends_at(play.at))
    return Verdict(role="obstacle", forced=True) if both else verdict


def obstacles_cover(scene: Scene, play: Play, card: Laid | None) -> Verdict:
    """An obstacle may be laid on a path card."""
    if card is None or card.kind == "path":
        near = play.card == "ogre" and model_plays.near_flower(scene.table, play.at)
        return Verdict("ogre_near") if near else model_plays.hindering(scene, play.at)
    return Verdict("not_empty")


def both_is_own(scene: Scene, cell: Cell) -> Verdict:
    """A cell at one's own and another's end counts as one's own."""
    return Verdict(role="obstacle", forced=scene.is_own(scene.ends_at(cell)))


def pebbles_any_way(scene: Scene, play: Play, card: Laid | None) -> Verdict:
    """Pebbles may lead to any side."""
    verdict = PEBBLES_ON(scene, play, card)
    return model_plays.passage(scene, scene.ends_at(play.at)) if verdict.against == "wrong_way" else verdict


def pebbles_on_rivers(scene: Scene, play: Play, card: Laid | None) -> Verdict:
    """Pebbles pass a river too."""
    river = card is not None and card.kind == "river"
    return PEBBLES_ON(scene, play, Laid("forest") if river else card)


def boots_on_wolves(scene: Scene, play: Play, card: Laid | None) -> Verdict:
    """Boots pass a wolf at once."""
    wolf = card is not None and card.kind == "wolf"
    return BOOTS_ON(scene, play, Laid("river") if wolf else card)


def own_is_one_s_colour(scene: Scene, ends: set[tuple[int, str]]) -> bool:
    """Serving another player of one's own colour is of choice."""
    own = scene.table.colour_of(scene.seat)
    return not scene.table.free and not any(scene.table.colour_of(seat) == own for seat, _ in ends)


def always_free(scene: Scene, ends: set[tuple[int, str]]) -> bool:
    """`favour=free` always."""
    return False


def never_free(scene: Scene, ends: set[tuple[int, str]]) -> bool:
    """`favour=free` never."""
    return not scene.is_own(ends)


def everything_at_will(scene: Scene, hand: list[Kind]) -> list[tuple[Play, Verdict]]:
    """Forced plays may always be made."""
    return [found for card in in_deck_order(set(hand)) for found in model_plays.plays_with(scene, card)]


def nothing_forced(scene: Scene, hand: list[Kind]) -> list[tuple[Play, Verdict]]:
    """Forced plays may never be made."""
    return [found for found in everything_at_will(scene, hand) if not found[1].forced]


# Turns


def seat_by_seat(table: Table) -> int | None:
    """Of several who arrive the first seat wins, not the mover."""
    return next((seat for seat, path in enumerate(model_paths.paths_of(table)) if path.arrives), None)


def others_first(table: Table) -> int | None:
    """Of several who arrive the mover comes last."""
    in_turn = [(table.turn + step) % table.players for step in range(1, table.players + 1)]
    paths = model_paths.paths_of(table)
    return next((seat for seat in in_turn if paths[seat].arrives), None)


def only_the_mover(table: Table) -> int | None:
    """Who completes another's path doesn't make them win."""
    return table.turn if model_paths.path_of(table, table.turn).arrives else None


def nobody_is_passed_over(table: Table) -> None:
    """Who has no cards has a turn."""
    in_turn = [(table.turn + step) % table.players for step in range(1, table.players + 1)]
    playing = [seat for seat in in_turn if seat not in table.out]
    if any(table.hands[seat] for seat in playing):
        slow_model.begin_turn(table, playing[0])
    else:
        slow_model.finish(table, "cards", None)


def from_the_bottom(table: Table) -> None:
    """The stock's first card is drawn."""
    if table.stock:
        table.hands[table.turn] = in_deck_order([*table.hands[table.turn], table.stock.pop(0)])
        table.known[table.turn].append(set())


def no_draw(table: Table) -> None:
    """Nothing is drawn."""


def nothing_is_learnt(table: Table, kinds: set[Kind]) -> None:
    """What a hand lacks isn't remembered."""


def drawn_is_known(table: Table, kinds: set[Kind]) -> None:
    """What is learnt replaces what was known."""
    table.known[table.turn] = [set(kinds) for _ in table.known[table.turn]]


def last_slot_goes(table: Table, card: Kind) -> None:
    """The last slot goes that can be the card."""
    table.hands[table.turn].remove(card)
    slots = table.known[table.turn]
    at = max(number for number, slot in enumerate(slots) if card not in slot)
    del slots[at]


def first_slot_goes(table: Table, card: Kind) -> None:
    """The first slot goes, whatever is known of it."""
    table.hands[table.turn].remove(card)
    del table.known[table.turn][0]


def uncounted(table: Table, seat: int) -> None:
    """Turns are counted, not turns in a row."""
    table.turn = seat
    table.waits[seat] = min(table.waits[seat] + (not model_paths.has_open_end(table, seat)), 6)


def start_kept(table: Table, colour: str, cell: Cell) -> None:
    """A new start card doesn't replace the old one."""
    old = table.starts.get(table.turn)
    PUT_START(table, colour, cell)
    if old is not None:
        table.starts[table.turn] = old


def go_on_alone(table: Table) -> None:
    """Who is left alone goes on."""
    table.out.add(table.turn)
    NEXT_TURN(table)


PLANTED: dict[str, tuple[Any, str, Any]] = {
    "pebbles both ways": (model_paths, "joins", pebbles_both_ways),
    "pebbles for all": (model_paths, "joins", pebbles_for_all),
    "boots for one": (model_paths, "joins", boots_for_one),
    "other starts apart": (model_paths, "joins", other_starts_apart),
    "one-way openings": (model_paths, "joins", one_way_openings),
    "starts open inwards": (model_paths, "openings", starts_open_inwards),
    "boots straight on": (model_paths, "openings", boots_straight_on),
    "the pebbles' front is an end": (model_paths, "is_end", front_is_an_end),
    "the border is an end": (model_paths, "is_end", border_is_an_end),
    "cards are no ends": (model_paths, "is_end", cards_are_no_ends),
    "old starts count": (model_paths, "path_of", old_starts_count),
    "those out have paths": (model_paths, "path_of", those_out_have_paths),
    "obstacles are open": (model_paths, "state_of", obstacles_are_open),
    "ogres can be passed": (model_paths, "state_of", ogres_can_be_passed),
    "without crossing all the same": (model_paths, "may_cover", covers_in_any_path),
    "own colour is open": (model_paths, "may_cover", covers_own_colour),
    "wolves cost one": (model_paths, "entering", wolves_cost_one),
    "own pebbles cost one": (model_paths, "entering", own_pebbles_cost_one),
    "four turns": (model_paths, "MOST_WAITS", 5),
    "six turns": (model_paths, "MOST_WAITS", 7),
    "ogres near the flower": (model_plays, "near_flower", lambda table, cell: False),
    "ogres far from the flower": (model_plays, "near_flower", near_is_two),
    "ogres at the corners": (model_plays, "near_flower", near_is_beside),
    "starts are covered": (model_plays, "judged", starts_are_covered),
    "own colour is covered": (model_plays, "path_on_card", on_own_colour),
    "own pebbles are covered": (model_plays, "path_on_card", on_own_pebbles),
    "crossing never off": (model_plays, "path_on_card", on_paths_without_crossing),
    "an obstacle where its colour ends": (model_plays, "path_on_empty", wherever_it_turns),
    "no obstacle at both ends": (model_plays, "path_on_empty", only_at_others_ends),
    "obstacles cover": (model_plays, "obstacle_on", obstacles_cover),
    "both ends are one's own": (model_plays, "hindering", both_is_own),
    "pebbles any way": (model_plays, "pebbles_on", pebbles_any_way),
    "pebbles on rivers": (model_plays, "pebbles_on", pebbles_on_rivers),
    "boots on wolves": (model_plays, "boots_on", boots_on_wolves),
    "one's colour is one's own": (model_plays, "favours", own_is_one_s_colour),
    "always free": (model_plays, "favours", always_free),
    "never free": (model_plays, "favours", never_free),
    "everything at will": (model_plays, "legal_plays", everything_at_will),
    "nothing forced": (model_plays, "legal_plays", nothing_forced),
    "the first seat arrives": (slow_model, "arrived", seat_by_seat),
    "others arrive first": (slow_model, "arrived", others_first),
    "only the mover arrives": (slow_model, "arrived", only_the_mover),
    "nobody is passed over": (slow_model, "next_turn", nobody_is_passed_over),
    "drawn from the bottom": (slow_model, "draw", from_the_bottom),
    "no draw": (slow_model, "draw", no_draw),
    "nothing is learnt": (slow_model, "learn", nothing_is_learnt),
    "only the latest is known": (slow_model, "learn", drawn_is_known),
    "the last slot goes": (slow_model, "take_from_hand", last_slot_goes),
    "the first slot goes": (slow_model, "take_from_hand", first_slot_goes),
    "turns not in a row": (slow_model, "begin_turn", uncounted),
    "seven waits": (slow_model, "MOST_WAITS", 7),
    "the old start stays": (slow_model, "put_start", start_kept),
    "nobody wins alone": (slow_model, "give_up", go_on_alone),
    "forced plays tell what could be played": (model_plays, "kinds_of_choice", model_plays.kinds_playable),
    "discards tell what was of choice": (model_plays, "kinds_playable", model_plays.kinds_of_choice),
}
