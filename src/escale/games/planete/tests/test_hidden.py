"""What is hidden and what isn't (PLAN.S1, PLAN.R3), and how it is guessed: worlds that a seat can't tell apart.

That each of those is as likely is in test_guesses.py.
"""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from random import Random

import pytest

from escale import Position
from escale.games.planete.tests.model_table import STACKS, in_deck_order
from escale.games.planete.tests.situations import SITUATIONS
from escale.games.planete.tests.tables import GAME, aside, at, line_of, lines_of, new, offer, parsed, stack, step
from escale.rules.compile import interpreted
from tests.conformance.files import tried
from tests.conformance.hidden import moves_are_told_as_seen, told_apart


def hidden_from(pos: Position, name: str, seat: int | None) -> list[str]:
    """The tiles of a stack that a seat hasn't seen, wherever the text says they are."""
    found = [*stack(pos, name), *aside(pos, name)]
    seen = pos.view(None)
    if line_of(pos, "offer")[:1] == [name] and seat != seen["first"]:
        found += [*(offer(pos) if seen["step"] == "hide" else []), *line_of(pos, "hidden")]
    found += [words[1] for words in lines_of(pos, "out") if words[0] == name and words[2:] not in ([], [str(seat)])]
    return in_deck_order(name, found)


CHOICES = 60  # of tiles to hide, in worlds that the other can't tell apart


# What is told of a move


def hiding() -> Position:
    """The leader of two looks at three tiles and is about to hide one (PLAN.R3)."""
    pos = GAME.new(players=2, seed=5, two_player="offer")
    pos.play("stack core")
    return pos


def test_which_tile_is_hidden_is_told_to_the_leader_alone() -> None:
    """PLAN.R3: the tile lies face down; the leader knows it, the other and watchers are told that one was hidden."""
    pos = hiding()
    leader = pos.turn
    assert leader is not None
    for move in pos.names():
        told = {seat: pos.told(move, seat) for seat in (None, 0, 1)}
        assert told == {None: "hide", leader: move, 1 - leader: "hide"}
        assert pos.told(move, revealed=True) == move


def test_a_hidden_tile_that_is_told_to_everybody_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """PLAN.R3: the suite's own check fails if the text of the move goes to all as its player wrote it."""
    pos = hiding()
    assert pos.turn is not None
    for seat in (None, 1 - pos.turn):
        assert not told_apart(pos, seat, CHOICES)
    monkeypatch.setattr(GAME, "told_move", lambda state, move, seat: GAME.view.move_text(state, move))
    for seat in (None, 1 - pos.turn):
        assert told_apart(pos, seat, CHOICES)
    offers = [at for at in tried(GAME, 4) if ("two_player", "offer") in at.options]
    assert offers, "no table is tried where a tile is hidden"
    if not interpreted:  # where fewer choices are looked at
        with pytest.raises(AssertionError, match="look the same to a watcher are told as 'hide "):
            moves_are_told_as_seen(GAME, offers[0])


# What is seen


@pytest.mark.parametrize("name", SITUATIONS)
def test_what_was_never_seen(name: str) -> None:
    """PLAN.S1, PLAN.R3: the tiles of the stacks, those set aside, and what another has hidden, by kind and not by place."""
    pos = parsed(SITUATIONS[name])
    for seat in (None, *range(pos.players)):
        told = pos.view(seat)["unseen"]
        assert set(told) == set(STACKS)
        for of in STACKS:
            assert {tile: many for tile, many in told[of].items() if many} == Counter(hidden_from(pos, of, seat))


@pytest.mark.parametrize(("players", "plain"), [(2, False), (2, True), (3, False), (4, False)])
def test_neither_order_nor_what_is_set_aside_is_told(players: int, plain: bool) -> None:
    """PLAN.S1: a stack turned round, or exchanged with what was set aside, looks the same to everybody."""
    pos = new(players, 5, plain)
    turned, exchanged = pos.text(), pos.text()
    for name in STACKS:
        now, apart = stack(pos, name), aside(pos, name)
        turned = turned.replace(f"stack {name} {' '.join(now)}", f"stack {name} {' '.join(reversed(now))}")
        other = in_deck_order(name, [*apart[1:], now[0]])
        exchanged = exchanged.replace(f"stack {name} {' '.join(now)}", f"stack {name} {' '.join([apart[0], *now[1:]])}")
        exchanged = exchanged.replace(f"aside {name} {' '.join(apart)}", f"aside {name} {' '.join(other)}")
    for text in (turned, exchanged):
        assert text != pos.text()
        other_pos = parsed(text)
        for reader in (None, *range(players)):
            assert json.dumps(other_pos.view(reader)) == json.dumps(pos.view(reader))


def test_the_hidden_tile_is_the_leader_s() -> None:
    """PLAN.R3: whichever it is, the other and a watcher see the same, and may do the same; the leader doesn't."""
    others = "stack core vll vlFW vlSW vlSW vS lllF; aside core bWWB bFWW {} vlG rll llc llS cWW"
    one, other = (
        at(
            "W / / / ",
            "E / / / ",
            said="turn=1",
            more=f"offer core vlG cG; hidden {hidden}; out core cW; {others.format(apart)}",
        )
        for hidden, apart in (("vS", "bGG"), ("bGG", "vS"))
    )
    assert (line_of(one, "hidden"), line_of(other, "hidden")) == (["vS"], ["bGG"])
    for reader in (1, None):
        assert json.dumps(one.view(reader)) == json.dumps(other.view(reader))
    assert json.dumps(one.view(0)) != json.dumps(other.view(0))


def test_who_looks_back_sees_it_all() -> None:
    """PLAN.R3: the hidden tile, the three looked at, and what went out unseen."""
    assert parsed(SITUATIONS["one like the hidden one"]).view(None, revealed=True)["offer"]["tiles"][2]["tile"] == "vlG"
    looked = parsed(SITUATIONS["to hide one of two alike"]).view(None, revealed=True)["offer"]["tiles"]
    assert [tile["tile"] for tile in looked] == ["vlG", "vlG", "W"]
    gone = parsed(SITUATIONS["out, seen and not"]).view(None, revealed=True)["out"]
    assert sorted(tile["tile"] for tile in gone) == ["bGG", "lcc", "vS", "vS"]


def test_moves_that_show_something() -> None:
    """PLAN.R1, PLAN.R3: who turns up tiles, or takes the hidden one, learns something; who hides one shows two to the other."""
    assert new(3, 1).reveals("stack core")
    looking = parsed("planete players=2 turn=0 step=hide first=0 two_player=offer\noffer core cG W E\n")
    assert all(looking.reveals(move) for move in looking.names())
    assert parsed(SITUATIONS["one like the hidden one"]).reveals("take hidden")


def test_naming_shows_nothing() -> None:
    """PLAN.R2: all tiles lie there already, so it can be taken back."""
    assert not parsed(SITUATIONS["to name the last"]).reveals("name 2")
    assert not parsed(SITUATIONS["two tiles alike"]).reveals("take vlG")


# What stays in the worlds that a seat imagines


@cache
def mid_games() -> list[Position]:
    """Positions of all kinds, with much and with little known."""
    rng = Random(6)
    found = [parsed(text) for name, text in SITUATIONS.items() if not name.startswith("over")]
    for players, plain in ((2, False), (2, False), (2, True), (3, False), (4, False), (5, False)):
        pos = new(players, 3 + len(found), plain)
        while not pos.over:
            if rng.random() < (0.3 if players == 2 else 0.1):
                found.append(pos.copy())
            pos.play(rng.choice(pos.names()))
        found.append(pos)
    return found


def public_lines(pos: Position) -> list[str]:
    """All lines of the text but those that say what some don't know."""
    return [line for line in pos.text().splitlines() if line.split()[0] in ("planete", "planet")]


def test_what_is_known_stays() -> None:
    """PLAN.S1, PLAN.R3: the seat sees what it sees now, and what it has seen is where it was; no tile is lost."""
    assert {step(pos)[0] for pos in mid_games()} == {"stack", "hide", "take", "name", "over"}
    assert sum(len(words) == 3 for pos in mid_games() for words in lines_of(pos, "out")) > 10
    for pos in mid_games()[:: 5 if interpreted else 1]:
        for seat in (None, *range(pos.players)):
            world = pos.determinized(seat, 1)
            assert world.view(seat) == pos.view(seat)
            assert public_lines(world) == public_lines(pos)
            assert GAME.parse(world.text()) == world
            for name in STACKS:
                assert hidden_from(world, name, seat) == hidden_from(pos, name, seat)
                assert len(stack(world, name)) == len(stack(pos, name))
                assert len(aside(world, name)) == len(aside(pos, name))
            known = [[words for words in lines_of(each, "out") if words[2:] in ([], [str(seat)])] for each in (pos, world)]
            assert known[0] == known[1]
            whose = [Counter((words[0], *words[2:]) for words in lines_of(each, "out")) for each in (pos, world)]
            assert whose[0] == whose[1]
            if seat == pos.view(None)["first"] or step(pos)[0] not in ("hide", "take"):
                assert line_of(world, "offer") == line_of(pos, "offer")
                assert line_of(world, "hidden") == line_of(pos, "hidden")


def test_what_is_hidden_varies() -> None:
    """PLAN.S1, PLAN.R3: the stacks, what is set aside, the hidden tile, what is looked at, and what went out unseen."""
    pos = new(3, 3)
    worlds = [pos.determinized(0, seed) for seed in range(20)]
    for name in STACKS:
        assert len({tuple(stack(world, name)) for world in worlds}) == 20
        assert len({tuple(aside(world, name)) for world in worlds}) > 15
    hidden = parsed(SITUATIONS["one like the hidden one"])
    assert len({tuple(line_of(hidden.determinized(1, seed), "hidden")) for seed in range(40)}) > 7
    assert len({tuple(line_of(hidden.determinized(0, seed), "hidden")) for seed in range(40)}) == 1
    looked = parsed(SITUATIONS["to hide one of two alike"])
    assert len({tuple(offer(looked.determinized(1, seed))) for seed in range(40)}) > 20
    assert len({tuple(offer(looked.determinized(0, seed))) for seed in range(40)}) == 1
    gone = parsed(SITUATIONS["out, seen and not"])
    for seat, many in ((0, 20), (1, 7), (None, 20)):
        assert len({json.dumps(lines_of(gone.determinized(seat, seed), "out")) for seed in range(60)}) > many


def test_a_hidden_tile_may_be_one_set_aside() -> None:
    """PLAN.S1, PLAN.R3: and one of the stack; nobody but the leader can tell them apart."""
    pos = parsed(SITUATIONS["one like the hidden one"])
    drawn = {line_of(pos.determinized(1, seed), "hidden")[0] for seed in range(200)}
    assert drawn & set(aside(pos, "core"))
    assert drawn & set(stack(pos, "core"))


def test_nothing_is_redrawn_that_lies_there() -> None:
    """PLAN.R1: tiles face up on the table, and those face down on planets, are what they are."""
    for name in ("two tiles alike", "the ninth baobab", "roses and stars"):
        pos = parsed(SITUATIONS[name])
        assert all(offer(pos.determinized(None, seed)) == offer(pos) for seed in range(5))
        assert all(public_lines(pos.determinized(None, seed)) == public_lines(pos) for seed in range(5))
