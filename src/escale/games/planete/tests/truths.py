"""When each sentence of a hint is true: found again, slowly, with the slow model."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from escale.games.planete.tests import model_scoring, slow_model
from escale.games.planete.tests.findings import (
    CORES_AND_EDGES,
    Values,
    are_rivals,
    at_once,
    avoids_volcano,
    bears,
    bears_too,
    best_for,
    best_shown,
    better,
    colours,
    counted,
    ends,
    finds,
    for_others,
    gambles,
    given,
    has,
    hides_best,
    is_behind,
    is_best,
    is_denied,
    is_for_characters,
    is_harmless,
    is_least,
    is_left,
    is_most_wanted,
    is_rarest,
    is_wanted_by,
    left_shown,
    more,
    most_volcanoes,
    shows,
    species,
    standing,
    takes,
    things,
    two_baobabs,
    waits,
)
from escale.games.planete.tests.model_scoring import many
from escale.games.planete.tests.told import Told

Holds = Callable[[Told, Values], bool]
BORNE = {"baobab": "b", "volcano": "v", "sheep": "WGB", "animal": "FES", "star": "*"}


#: By the name of a sentence: whether it holds.
HOLDS: dict[str, Holds] = {
    "only": lambda told, v: len(told.before.names) == 1,
    "only_tile": lambda told, v: things(told) == 1 < len(told.before.names),
    "deny": is_denied,
    "end.wins": lambda told, v: ends(told, v, lambda winners: winners == [told.seat]),
    "end.shared": lambda told, v: ends(told, v, lambda winners: told.seat in winners and len(winners) > 1),
    "end.lost": lambda told, v: ends(told, v, lambda winners: told.seat not in winners),
    "own.most": lambda told, v: is_best(told) and told.own_gain() == v["n"],
    "own.best": lambda told, v: is_best(told),
    "own.gains": lambda told, v: takes(told) and told.own_gain() == v["n"] > 0,
    "own.pleases": lambda told, v: (
        takes(told)
        and 0 < v["n"] == more(told, lambda planet: given(planet, v["character"]))
        and has(told.planet, v["character"])
    ),
    "own.rose": lambda told, v: (
        takes(told) and has(told.planet, "king") and many(told.planet, "r") == 0 and many(told.then, "r") == 1
    ),
    "own.species": lambda told, v: takes(told) and has(told.planet, "hunter") and more(told, species) == v["n"] > 0,
    "own.colours": lambda told, v: takes(told) and has(told.planet, "prince") and more(told, colours) == v["n"] > 0,
    "own.turned": lambda told, v: takes(told) and has(told.planet, "drunkard") and more(told, model_scoring.face_down) == 3,
    "own.character": lambda told, v: finds(told, v["n"]),
    "own.same": lambda told, v: takes(told) and told.own_gain() == 0,
    "later.twice": lambda told, v: takes(told) and told.tile is not None and has(told.planet, told.tile[1]),
    "later.wants": is_wanted_by,
    "later.characters": is_for_characters,
    "careful.third": lambda told, v: takes(told) and more(told, model_scoring.face_down) == 3,
    "careful.third_loses": lambda told, v: (
        takes(told) and more(told, model_scoring.face_down) == 3 and told.own_gain() == -v["n"] < 0
    ),
    "careful.loses": lambda told, v: takes(told) and told.own_gain() == -v["n"] < 0,
    "careful.volcano": lambda told, v: (
        takes(told)
        and more(told, model_scoring.volcanoes) == 1
        and model_scoring.volcanoes(told.then) == v["n"]
        and told.has_most(told.seat, v["n"])
    ),
    "careful.second": lambda told, v: (
        takes(told) and many(told.planet, "b") == 1 and many(told.then, "b") == 2 and told.free(*CORES_AND_EDGES) > 1
    ),
    "avoid.third": lambda told, v: (
        takes(told)
        and not bears(told.tile, "b")
        and many(told.planet, "b") == 2
        and any(told.turns(told.seat, tile) for tile in told.beside)
    ),
    "avoid.volcano": lambda told, v: avoids_volcano(told, v["n"]),
    "avoid.harmless": is_harmless,
    "hidden.better": lambda told, v: (
        gambles(told) and counted(told, v, lambda tile: told.gain(told.seat, tile) > best_shown(told))
    ),
    "hidden.gamble": lambda told, v: gambles(told) and better(told, best_shown(told)) == 0 and v["n"] == len(told.maybe),
    "hidden.risk": lambda told, v: gambles(told) and two_baobabs(told) and counted(told, v, lambda tile: "b" in tile[1]),
    "hidden.baobabs": lambda told, v: gambles(told) and all(told.turns(told.seat, tile) for tile in told.shown),
    "hidden.volcanoes": lambda told, v: (
        gambles(told) and all(bears(tile, "v") for tile in told.shown) and counted(told, v, lambda tile: not bears(tile, "v"))
    ),
    "hidden.sure": lambda told, v: (
        takes(told) and told.guesses and counted(told, v, lambda tile: told.gain(told.seat, tile) > told.own_gain())
    ),
    "hidden.surest": lambda told, v: (
        takes(told) and told.guesses and better(told, told.own_gain()) == 0 and v["n"] == len(told.maybe)
    ),
    "stack.most": is_most_wanted,
    "stack.others": lambda told, v: told.do == "stack" and for_others(told) == v["n"] < told.pleasing(told.seat, told.said),
    "stack.others_none": lambda told, v: told.do == "stack" and for_others(told) == 0 < told.pleasing(told.seat, told.said),
    "stack.wanted": lambda told, v: told.wanted.get(told.said) == (v["n"], v["of"]) and v["n"] > 0,
    "stack.mine": lambda told, v: (
        told.wanted.get(told.said, (0, 0))[0] == v["n"] > v["other"] and for_others(told) == v["other"] > 0
    ),
    "stack.mine_alone": lambda told, v: told.wanted.get(told.said, (0, 0))[0] == v["n"] > 0 and for_others(told) == 0,
    "stack.open": lambda told, v: told.do == "stack" and told.said != "character" and told.free("character") == v["n"],
    "stack.early": lambda told, v: told.name == "stack character" and told.free(*CORES_AND_EDGES) == v["n"],
    "stack.late": lambda told, v: told.name == "stack character" and told.free(*CORES_AND_EDGES) == v["n"] > 0,
    "stack.complete": lambda told, v: told.name == "stack character" and told.free(*CORES_AND_EDGES) == 0,
    "stack.now": lambda told, v: at_once(told, v) and v["n"] > 0,
    "stack.no_baobab": lambda told, v: told.name == "stack character" and two_baobabs(told),
    "stack.none_left": lambda told, v: told.said in told.wanted and two_baobabs(told) and told.baobabs(told.said)[0] == 0,
    "stack.fewest": lambda told, v: two_baobabs(told) and is_rarest(told, v),
    "stack.needs": lambda told, v: told.do == "stack" and 4 - slow_model.times_chosen(told.table, told.said) == v["n"],
    "hide.wish": lambda told, v: hides_best(told, told.others[0], v["n"]),
    "hide.keeps": lambda told, v: hides_best(told, told.seat, v["n"]),
    "hide.own": lambda told, v: hides_best(told, told.seat, v["n"]),
    "hide.third": lambda told, v: told.do == "hide" and told.tile is not None and told.turns(told.others[0], told.tile),
    "hide.volcano": lambda told, v: (
        told.do == "hide"
        and bears(told.tile, "v")
        and told.volcanoes(told.others[0]) + 1 == v["n"]
        and told.has_most(told.others[0], v["n"])
    ),
    "hide.volcanoes": lambda told, v: told.do == "hide" and all(bears(tile, "v") for tile in left_shown(told)),
    "hide.shown": lambda told, v: told.do == "hide" and shows(told) == v["n"] > 0,
    "hide.shown_none": lambda told, v: told.do == "hide" and shows(told) <= 0,
    "hide.sure": lambda told, v: told.do == "hide" and is_left(told, v["n"]),
    "name.last": lambda told, v: waits(told, 1) and slow_model.round_number(told.table) < 16,
    "name.last_round": lambda told, v: waits(told, 1) and slow_model.round_number(told.table) == 16,
    "name.third": lambda told, v: told.do == "name" and all(told.turns(int(told.said), tile) for tile in told.shown),
    "name.least": lambda told, v: is_least(told, v["n"]) and v["n"] > 0,
    "name.least_none": lambda told, v: is_least(told, 0),
    "name.rivals": lambda told, v: are_rivals(told),
    "name.behind": lambda told, v: is_behind(told, v["n"]),
    "name.best": lambda told, v: told.do == "name" and best_for(told, int(told.said)) == v["n"] > 0,
    "name.best_none": lambda told, v: told.do == "name" and best_for(told, int(told.said)) <= 0,
    "name.leader": lambda told, v: waits(told, 2) and slow_model.round_number(told.table) < 16,
    "place.stacks": lambda told, v: told.do == "stack" and told.said != "character",
    "place.planet": lambda told, v: told.name == "stack character",
    "place.hide": lambda told, v: told.do == "hide",
    "place.free": lambda told, v: things(told) == 1,
    "place.hidden": lambda told, v: gambles(told) and things(told) > 1,
    **{f"place.{name}": partial(bears_too, elements) for name, elements in BORNE.items()},
    "place.table": lambda told, v: takes(told) and things(told) > 1,
    "place.characters": lambda told, v: takes(told) and things(told) > 1 and told.table.offered == "character",
    "place.last": lambda told, v: waits(told, 1),
    "place.waiting": lambda told, v: waits(told, 2),
    "place.two": lambda told, v: (
        told.do == "name"
        and len(told.waiting) > 2
        and len(set(v["seats"])) == 2
        and int(told.said) + 1 in v["seats"]
        and all(seat - 1 in told.waiting for seat in v["seats"])
    ),
    "aside.two_baobabs": lambda told, v: two_baobabs(told),
    "aside.hidden": lambda told, v: told.guesses and len(told.maybe) == v["n"],
    "aside.last_round": lambda told, v: slow_model.round_number(told.table) == 16,
    "aside.rounds": lambda told, v: 16 - slow_model.round_number(told.table) == v["n"],
    "aside.last_of_stack": lambda told, v: (
        told.table.offered is not None and slow_model.times_chosen(told.table, told.table.offered) == 4
    ),
    "aside.volcanoes": lambda told, v: told.volcanoes(told.seat) == v["n"] > most_volcanoes(told),
    "aside.volcanoes_tied": lambda told, v: told.volcanoes(told.seat) == v["n"] == most_volcanoes(told) > 0,
    "aside.ahead": lambda told, v: standing(told)[0] == v["n"] > standing(told)[1],
    "aside.level": lambda told, v: standing(told) == (v["n"], v["n"]),
    "aside.behind": lambda told, v: standing(told) == (v["n"], v["other"]) and v["n"] < v["other"],
}
