"""Checks of what can be played: the list, its order, the refusals, the names of moves, random draws."""

from __future__ import annotations

import math
import random
from collections import Counter
from typing import Any

import numpy as np

from escale import BadNotation, Game, IllegalMove, Position
from escale.rules import verbs
from escale.rules.chance import new_rng, rng_below
from escale.rules.texts import LANGUAGES
from escale.rules.verbs import LEGAL
from tests.conformance.files import refusals
from tests.conformance.tables import MOVE_LIMIT, SIZES, Table, sample, whole_game

LOWEST, HIGHEST = -(1 << 31), (1 << 31) - 1  # of the numbers that can be asked for as moves
REFUSED_TRIES = 20
ROOMIER = 4  # times the room a list should need


def strangers(at: Table, listed: list[int]) -> list[int]:
    """Numbers to ask for as moves: legal, nearly legal, small, large, at the edges, at random; none twice."""
    dice = random.Random(at.seed)
    powers = [1 << bit for bit in range(31)]
    near = [move ^ power for move in listed[:8] for power in powers]
    edges = [LOWEST, LOWEST + 1, HIGHEST - 1, HIGHEST]
    asked = [*listed, *range(-64, SIZES.dense), *powers, *(power - 1 for power in powers), *(-power for power in powers)]
    asked += [*dice.sample(near, min(len(near), SIZES.strangers)), *edges]
    asked += [dice.randint(LOWEST, HIGHEST) for _ in range(SIZES.strangers)]
    return [move for move in dict.fromkeys(asked) if LOWEST <= move <= HIGHEST]


def judge_and_list_agree(game: Game, at: Table) -> None:
    """why_not says LEGAL of exactly the listed moves, and a known code of everything else."""
    known = range(LEGAL, len(refusals(game)) + 1)
    for position in sample(game, at):
        state = game.blank(position.to_bytes())
        listed = set(position.moves())
        for move in strangers(at, position.moves()):
            code = int(game.reason(state, move))
            assert code in known, f"{at}: why_not({move}) is {code}, not a code from {known[0]} to {known[-1]}"
            told = "legal" if move in listed else "not legal"
            assert (code == LEGAL) == (move in listed), f"{at}: move {move} is {told} but why_not says {code}\n{position}"
        assert state.tobytes() == position.to_bytes(), f"{at}: why_not changes the state\n{position}"


def list_is_pinned(game: Game, at: Table) -> None:
    """Never too long; the same on every way to ask for it; no move twice; some exactly while it is a seat's turn."""
    _check_lengths(game, at)
    for position in whole_game(game, at):
        moves = position.moves()
        state, room = game.blank(position.to_bytes()), game.move_room()
        first = room[: game.listing(state, room)].tolist()
        again = room[: game.listing(state, room)].tolist()
        assert moves == first == again, f"{at}: listed twice, the moves are {first}, then {again}, and were {moves}\n{position}"
        assert state.tobytes() == position.to_bytes(), f"{at}: listing the moves changes the state\n{position}"
        assert position.copy().moves() == moves, f"{at}: a copy lists its moves otherwise\n{position}"
        assert game.from_bytes(position.to_bytes()).moves() == moves, f"{at}: read from bytes, the moves differ\n{position}"
        twice = [move for move, times in Counter(moves).items() if times > 1]
        assert not twice, f"{at}: the list has {twice} more than once\n{position}"
        if position.turn is None:
            assert not moves, f"{at}: nobody's turn, but {len(moves)} legal moves\n{position}"
        else:
            assert position.turn in range(at.players), f"{at}: it is seat {position.turn}'s turn\n{position}"
            assert moves, f"{at}: seat {position.turn} must decide but has no legal move\n{position}"


def _check_lengths(game: Game, at: Table) -> None:
    """No list of a random game is longer than MAX_MOVES.

    Played by the bare verbs with room to spare: a Position would write beyond its list, unnoticed when compiled.
    """
    states, room, rng = game.blank(), np.zeros(ROOMIER * game.max_moves, np.int32), new_rng(np.uint64(at.seed))
    game.set_up(states, game.encoded(at.players, dict(at.options)), np.uint64(at.seed))
    for _ in range(MOVE_LIMIT):
        count = int(game.listing(states, room))
        assert count <= game.max_moves, f"{at}: {count} moves are listed, more than MAX_MOVES = {game.max_moves}"
        if not count:
            return
        verbs.play(states[0], int(room[int(rng_below(rng, count))]))


def refused_move_changes_nothing(game: Game, at: Table) -> None:
    """After IllegalMove or BadNotation the position is as it was."""
    for position in sample(game, at):
        listed = set(position.moves())
        wrong = [move for move in strangers(at, position.moves()) if move not in listed]
        tried = random.Random(at.seed).sample(wrong, min(len(wrong), REFUSED_TRIES))
        before = _seen(position)
        for move in [*tried, LOWEST - 1, HIGHEST + 1, 1 << 70]:
            try:
                position.play(move)
            except IllegalMove:
                pass
            except BadNotation:
                assert not LOWEST <= move <= HIGHEST, f"{at}: {move} is refused as no move at all"
            else:
                raise AssertionError(f"{at}: play({move}) is accepted, but it isn't listed\n{position}")
            assert _seen(position) == before, f"{at}: the refused move {move} changes the position\n{position}"


def _seen(position: Position) -> tuple[Any, ...]:
    return position.to_bytes(), position.moves(), position.turn


def names_of_moves(game: Game, at: Table) -> None:
    """Every legal move has a name of its own that reads back, and a sentence in every language."""
    for position in sample(game, at):
        moves = position.moves()
        names = position.names()
        assert len(set(names)) == len(names), f"{at}: two moves have one name: {sorted(names)}\n{position}"
        for move, name in zip(moves, names, strict=True):
            back = position.read_move(name)
            assert back == move, f"{at}: move {move} is named {name!r}, which reads as {back}\n{position}"
            for language in LANGUAGES:
                sentence = position.log(move, language, who="Zoé")
                told = f"{at}: {name!r} is logged as {sentence!r} ({language})"
                assert "Zoé" in sentence, told
                assert not set("{}") & set(sentence), told
        for text in ("", " ", "\0", "é", "9" * 40, "-1", *(name[:-1] + "%" for name in names[:3])):
            try:
                read = position.read_move(text)
            except BadNotation:
                continue
            assert LOWEST <= read <= HIGHEST, f"{at}: {text!r} reads as move {read}"


def draw_is_even(game: Game, at: Table) -> None:
    """`draw` gives legal moves only, each as often as any other, and leaves the state alone."""
    for position in [position for position in sample(game, at, 4) if not position.over][:2]:
        moves = position.moves()
        state, room, rng = game.blank(position.to_bytes()), game.move_room(), new_rng(np.uint64(at.seed))
        drawn = Counter(int(game.draw_one(state, room, rng)) for _ in range(SIZES.draws))
        assert state.tobytes() == position.to_bytes(), f"{at}: draw changes the state\n{position}"
        wrong = sorted(set(drawn) - set(moves))
        assert not wrong, f"{at}: draw gives {wrong}, which aren't legal\n{position}"
        expected = SIZES.draws / len(moves)
        distance = sum((drawn[move] - expected) ** 2 / expected for move in moves)
        freedom = len(moves) - 1
        bound = freedom + 8 * math.sqrt(2 * freedom) + 16 * bool(freedom)
        assert distance <= bound, f"{at}: draw isn't even (chi-square {distance:.0f} > {bound:.0f}): {drawn}\n{position}"
