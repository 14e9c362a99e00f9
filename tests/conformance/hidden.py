"""Checks of what is secret: views show what a seat may know, `determinize` redraws the rest and nothing else."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

from escale import BadState, Game, Position
from escale.rules.texts import LANGUAGES
from tests.conformance.files import own_checks
from tests.conformance.moves import strangers
from tests.conformance.plain import check_plain, walk
from tests.conformance.saving import changed_fields
from tests.conformance.tables import SIZES, Table, sample, secretive_tables, whole_game

SEEDS = (11, 12, 13)
JUDGED = 40
TOLD = 3  # moves of a position
WORLDS = 12

Told = tuple[str, dict[str, Any], list[Any]]  # a move's text, its sentence and what it did, as somebody is told them


def seats_of(at: Table) -> tuple[int | None, ...]:
    """A watcher and every seat."""
    return (None, *range(at.players))


def seen(position: Position, seat: int | None) -> str:
    """A view as the bytes that are sent."""
    return json.dumps(position.view(seat), allow_nan=False)


def views_are_plain_data(game: Game, at: Table) -> None:
    """A view is JSON, holds no seed, and lists moves for the seat to move only."""
    for position in sample(game, at):
        for seat in seats_of(at):
            view = position.view(seat)
            told = f"{at}: the view of {_who(seat)}"
            check_plain("view", view, told)
            for path, _ in walk("view", view):
                assert not path.lower().endswith("seed"), f"{told}: {path} tells the seed\n{position}"
            assert str(at.seed) not in json.dumps(view), f"{told} has the seed in it\n{position}"
            _check_moves(position, seat, view["moves"], told)
            _check_drawing(game, view, told)


def _check_moves(position: Position, seat: int | None, moves: Any, told: str) -> None:
    listed = position.moves() if seat is not None and seat == position.turn else []
    found = [(move["move"], move["text"]) for move in moves]
    wanted = [(move, position.name(move)) for move in listed]
    assert found == wanted, f"{told} lists the moves {found}, not {wanted}\n{position}"


def _check_drawing(game: Game, view: dict[str, Any], told: str) -> None:
    """What a terminal draws from a view: lines of pieces of text, each with the name of a style."""
    for language in LANGUAGES:
        texts = game.texts[language]
        lines = [*game.view.sketch(view, texts), *game.view.knows(view, texts)]
        for piece in (piece for line in lines for piece in line):
            assert [type(part) for part in piece] == [str, str], f"{told} is drawn with {piece!r}, not (text, style)"


def _who(seat: int | None) -> str:
    return "a watcher" if seat is None else f"seat {seat}"


def known_things_stay(game: Game, at: Table) -> None:
    """`determinize` leaves what a seat knows: its view, its moves, every public field; and gives a real position."""
    public = set(game.dtype.names or ()) - set(own_checks(game).HIDDEN)
    for position in sample(game, at):
        for seat in seats_of(at):
            told = f"{at}: determinized for {_who(seat)}"
            for seed in SEEDS[:2]:
                world = position.determinized(seat, seed)
                changed = sorted(public.intersection(changed_fields(position, world)))
                assert not changed, f"{told}, {changed} changed, which isn't hidden\n{position}\n{world}"
                assert seen(world, seat) == seen(position, seat), f"{told}, its own view changed\n{position}\n{world}"
                if seat == position.turn:
                    assert world.moves() == position.moves(), f"{told}, its moves changed\n{position}\n{world}"
                _check_real(world, told)


def _check_real(world: Position, told: str) -> None:
    try:
        read = world.game.from_bytes(world.to_bytes())
    except BadState:
        raise AssertionError(f"{told}, it is no real position\n{world}") from None
    assert read == world, f"{told}, it reads back otherwise\n{world}"


def unknown_things_do_not_matter(game: Game, at: Table) -> None:
    """Two worlds that differ only in what a seat can't know look, judge, determinize and happen the same for it."""
    for position in sample(game, at):
        asked = random.Random(at.seed).sample(strangers(at, position.moves()), JUDGED)
        for seat in seats_of(at):
            told = f"{at}: two worlds that {_who(seat)} can't tell apart"
            one, other = (position.determinized(seat, seed) for seed in SEEDS[:2])
            assert seen(one, seat) == seen(other, seat), f"{told} look different to it\n{one}\n{other}"
            again = [world.determinized(seat, SEEDS[2]) for world in (position, one, other)]
            assert again[0] == again[1] == again[2], f"{told} determinize differently with one seed\n{one}\n{other}"
            if seat is not None and seat == position.turn:
                reasons = [[world.why_not(move) for move in asked] for world in (one, other)]
                assert reasons[0] == reasons[1], f"{told} refuse its moves differently\n{one}\n{other}"
                for move in position.moves():
                    assert one.said(move) == other.said(move), f"{told} log its move {move} differently\n{one}\n{other}"
            _check_what_is_told(at, one, other, seat)


def _check_what_is_told(at: Table, one: Position, other: Position, seat: int | None) -> None:
    """What is said and shown of a move tells no more than the view after it, where the move may have shown something."""
    both = sorted(set(one.moves()).intersection(other.moves()))
    for move in random.Random(at.seed).sample(both, min(len(both), TOLD)):
        later = [world.copy() for world in (one, other)]
        for world in later:
            world.play(move)
        if seen(later[0], seat) == seen(later[1], seat):
            told = f"{at}: two worlds that {_who(seat)} can't tell apart, nor after the move {move},"
            assert one.said(move) == other.said(move), f"{told} log it differently\n{one}\n{other}"
            effects = [world.effects(move, seat) for world in (one, other)]
            assert effects[0] == effects[1], f"{told} show it differently: {effects}\n{one}\n{other}"


def moves_are_told_as_seen(game: Game, at: Table) -> None:
    """Whatever a seat can't tell apart after a move was told and shown to it alike: choices may be secrets too.

    Moves are compared that another player could make in worlds which look the same to a seat, one of each kind of decision.
    """
    for position in one_of_each_task(game, at):
        for seat in seats_of(at):
            if seat != position.turn:
                told = f"{at}: moves that look the same to {_who(seat)}"
                for (text, said, did), (other, otherwise, did_else) in told_apart(position, seat):
                    assert text == other, f"{told} are told as {text!r} and {other!r}\n{position}"
                    assert said == otherwise, f"{told} are logged as {said} and {otherwise}\n{position}"
                    assert did == did_else, f"{told} are shown as {did} and {did_else}\n{position}"


def one_of_each_task(game: Game, at: Table) -> list[Position]:
    """The first and the last position of a random game in which each kind of decision must be made."""
    first: dict[str, Position] = {}
    last: dict[str, Position] = {}
    for position in whole_game(game, at):
        if not position.over:
            task = str(game.view.task(position.state))
            first.setdefault(task, position)
            last[task] = position
    return [*first.values(), *(position for task, position in last.items() if position is not first[task])]


def told_apart(position: Position, seat: int | None, choices: int = SIZES.choices) -> list[tuple[Told, Told]]:
    """Pairs of moves after which the table looks the same to a seat, and which were told to it otherwise."""
    return [(told, otherwise) for told, otherwise in told_of_choices(position, seat, choices) if told != otherwise]


def told_of_choices(position: Position, seat: int | None, choices: int) -> Iterator[tuple[Told, Told]]:
    """How moves are told to a seat after which the table looks the same to it, in pairs."""
    by_look: dict[str, tuple[Told, Position]] = {}
    for world, move in _possible_moves(position, seat, choices):
        later = world.copy()
        later.play(move)
        told = world.told(move, seat), world.said(move), world.effects(move, seat)
        before, other = by_look.setdefault(known(later, seat), (told, later))
        if other != later:
            yield before, told


def known(position: Position, seat: int | None) -> str:
    """What a seat can know of a position: what it sees, and what it takes for possible.

    Not what a move showed: that must follow from this, or the move has told more than may be known.
    """
    return seen(position, seat) + "".join(position.determinized(seat, seed).to_bytes().hex() for seed in SEEDS[:2])


def _possible_moves(position: Position, seat: int | None, choices: int) -> list[tuple[Position, int]]:
    """Moves that could be made for all that a seat knows, each with the world in which it can."""
    count = len(position.moves())
    worlds = [position.determinized(seat, seed) for seed in range(max(2, choices // count))]
    dice, found = random.Random(count), list[tuple[Position, int]]()
    for world in worlds:
        different = _different_moves(world)
        found += [(world, move) for move in dice.sample(different, min(len(different), choices // 2))]
    return found


def _different_moves(world: Position) -> list[int]:
    """The moves that lead to different positions; of those that lead to the same, which one is made can't tell anything."""
    by_position: dict[bytes, int] = {}
    for move in world.moves():
        later = world.copy()
        later.play(move)
        by_position.setdefault(later.to_bytes(), move)
    return list(by_position.values())


def nothing_is_hidden_from_who_looks_back(game: Game, at: Table) -> None:
    """The revealed view is plain data without moves; two positions that look the same in it look the same to every seat."""
    for position in sample(game, at):
        worlds = [position, *(position.determinized(None, seed) for seed in SEEDS)]
        views = [world.view(revealed=True) for world in worlds]
        check_plain("view", views[0], f"{at}: the revealed view")
        assert (views[0]["seat"], views[0]["moves"]) == (None, []), f"{at}: the revealed view is for no seat\n{position}"
        for world, view in zip(worlds[1:], views[1:], strict=True):
            for seat in seats_of(at) if view == views[0] else ():
                told = f"{at}: two positions look the same to who may see everything, but not to {_who(seat)}"
                assert world.view(seat) == position.view(seat), f"{told}\n{position}\n{world}"


def hidden_things_vary(game: Game) -> None:
    """Each hidden field varies with the seed, and each seat's guesses show other seats other views.

    Otherwise a bot would be told the secrets. Of a game with no hidden field nothing may vary, which `known_things_stay` sees.
    Where nobody knows more than others there is nothing to tell a bot, and no view varies.
    """
    hidden = own_checks(game).HIDDEN
    varied: set[str] = set()
    for at in secretive_tables(game.info) if hidden else []:
        positions = sample(game, at, 4)
        for seat in seats_of(at):
            worlds = [[position.determinized(seat, seed) for seed in range(WORLDS)] for position in positions]
            varied.update(name for first, *rest in worlds for other in rest for name in changed_fields(first, other))
            others = [other for other in range(at.players) if other != seat]
            if any(_secrets_of_seats(position, at) for position in positions):
                differ = any(len({seen(world, other) for world in same}) > 1 for same in worlds for other in others)
                assert differ, f"{at}: whatever the seed, {_who(seat)} is told the other seats' secrets"
    for name in hidden:
        assert name in varied, f"the hidden field {name!r} is never redrawn: determinize gives it away"


def _secrets_of_seats(position: Position, at: Table) -> bool:
    """Whether some seat sees what another doesn't."""
    views = [position.view(seat) for seat in range(at.players)]
    seen_by_seat = [{name: value for name, value in view.items() if name not in ("seat", "moves")} for view in views]
    return any(view != seen_by_seat[0] for view in seen_by_seat)
