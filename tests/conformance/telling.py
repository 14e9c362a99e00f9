"""Checks of what is told beside the board: what is to be decided, what a move does, how it ended, whether there are secrets."""

from __future__ import annotations

import math
import random
from itertools import pairwise
from typing import Any

from escale import Game, Position
from escale.rules.texts import LANGUAGES
from tests.conformance.files import tried
from tests.conformance.hidden import SEEDS, seats_of
from tests.conformance.plain import check_plain
from tests.conformance.tables import Table, sample, whole_game
from tests.conformance.words import sentence_of

WHO = "Zoé"
MOVES_TOLD = 8  # of a position
COMPARED = 2  # moves of a position, in two worlds
MOST = 10  # tables
CLOSING = ["items", "ranks", "reason", "rows", "rule"]
OWN_TO_A_SEAT = ("seat", "moves")  # in every view, secrets or not


def decisions_have_words(game: Game, at: Table) -> None:
    """What the seat to move must do has a sentence for it, and one for the others, in every language."""
    for position in whole_game(game, at):
        task = position.view()["task"]
        assert (task is None) == position.over, f"{at}: the task is {task!r}\n{position}"
        for language in LANGUAGES if task is not None else ():
            for name, values in ((f"task.{task}.you", {}), (f"task.{task}.other", {"who": WHO})):
                sentence = sentence_of(game, language, {"key": name, "values": values}, str(at))
                assert WHO in sentence or not values, f"{at}: the text {name} ({language}) doesn't say who"


def moves_are_told_plainly(game: Game, at: Table) -> None:
    """Effects and words of a move are plain data, and whether it reveals something is yes or no: yes if it ends secrets, or
    if anybody can tell apart after it what they couldn't before.
    """
    for position in [*sample(game, at), *whole_game(game, at)[-2:-1]]:
        moves = position.moves()
        for move in random.Random(at.seed).sample(moves, min(len(moves), MOVES_TOLD)):
            told = f"{at}: move {move}"
            check_plain("said", position.said(move), told)
            for seat in seats_of(at):
                check_plain("effects", position.effects(move, seat), told)
            _check_reveals(position, move, told)
        for move in moves[-COMPARED:]:
            _check_what_is_shown(position, move, at)


def _check_reveals(position: Position, move: int, told: str) -> None:
    reveals = position.game.view.reveals(position.state, move)
    assert type(reveals) is bool, f"{told}: reveals gives {reveals!r}, not True or False\n{position}"
    later = position.copy()
    later.play(move)
    shown = later.over and position.game.info.secrets
    assert reveals or not shown, f"{told} ends the game, which shows the secrets, but reveals says {reveals}\n{position}"


def _check_what_is_shown(position: Position, move: int, at: Table) -> None:
    """A move after which a seat can tell apart worlds that looked the same to it must say that it reveals something."""
    for seat in seats_of(at):
        other = position.determinized(seat, SEEDS[0])
        if other == position or move not in other.moves():
            continue
        later = [world.copy() for world in (position, other)]
        for world in later:
            world.play(move)
        if later[0].view(seat) != later[1].view(seat) and not (position.reveals(move) or other.reveals(move)):
            who = "a watcher" if seat is None else f"seat {seat}"
            raise AssertionError(f"{at}: move {move} tells {who} two worlds apart, but reveals says False\n{position}\n{other}")


def endings_are_told(game: Game, at: Table) -> None:
    """No closing before the end; then one with its texts, an entry for every item and seat, and rank 1 for the winners."""
    *before, last = whole_game(game, at)
    for position in before:
        for seat in seats_of(at):
            closing = position.view(seat)["closing"]
            assert closing is None, f"{at}: the closing {closing} before the end\n{position}"
    closing = last.view()["closing"]
    told = f"{at}: the closing {closing}"
    assert sorted(closing) == CLOSING, f"{told} must have {CLOSING}\n{last}"
    assert closing["rule"] in game.rule_ids(), f"{told} names no rule\n{last}"
    assert closing["items"], f"{told} counts nothing\n{last}"
    assert len(closing["rows"]) == at.players, f"{told} must have a row for each of {at.players} seats\n{last}"
    rows = [len(row) for row in closing["rows"]]
    assert set(rows) == {len(closing["items"])}, f"{told} has {len(closing['items'])} items, but rows of {rows}\n{last}"
    _check_ranks(closing["ranks"], last, told)
    for language in LANGUAGES:
        for text in (closing["reason"], *({"key": item, "values": {}} for item in closing["items"])):
            sentence_of(game, language, text, told)
        for cell in (cell for row in closing["rows"] for cell in row):
            _check_cell(game, language, cell, told)


def _check_ranks(ranks: list[int], last: Position, told: str) -> None:
    assert len(ranks) == last.players, f"{told} must rank {last.players} seats\n{last}"
    assert all(type(rank) is int and rank >= 1 for rank in ranks), f"{told} must rank from 1\n{last}"
    first = tuple(seat for seat, rank in enumerate(ranks) if rank == 1)
    assert first == last.winners or not last.winners, f"{told} ranks {first} first, but {last.winners} won\n{last}"


def _check_cell(game: Game, language: str, cell: Any, told: str) -> None:
    """A number, or a text."""
    if isinstance(cell, dict):
        sentence_of(game, language, cell, told)
    else:
        number = type(cell) in (int, float) and math.isfinite(cell)
        assert number, f"{told} counts {cell!r}, which is no number and no text"


def secrets_are_declared(game: Game) -> None:
    """`Info.secrets` is True exactly when some seat sees what another doesn't, and never at a table where by its players
    (`open_with`) or its options (`secret_if`) everybody sees the same. If anything is hidden there, `stock` says so.
    """
    found = False
    for at in tried(game, MOST):
        for position in sample(game, at):
            views = [position.view(seat) for seat in range(at.players)]
            for (seat, one), (next_seat, other) in pairwise(enumerate(views)):
                differ = [name for name in one if name not in OWN_TO_A_SEAT and one[name] != other.get(name)]
                if differ:
                    told = f"{at}: seats {seat} and {next_seat} differ in what they see of {differ}"
                    assert game.info.secrets, f"{told}, but Info.secrets is False\n{position}"
                    assert at.players in game.info.secret_with, f"{told}, but Info.open_with has {at.players}\n{position}"
                    declared = game.info.has_secrets(at.players, dict(at.options))
                    assert declared, f"{told}, but not with {dict(game.info.secret_if)}, as Info.secret_if says\n{position}"
                    found = True
            hidden = any(position.determinized(seat, seed) != position for seat in seats_of(at) for seed in SEEDS)
            hides = game.info.hides(at.players, dict(at.options))
            assert hides or not hidden, f"{at}: something is hidden, but Info.stock is False\n{position}"
    assert found == game.info.secrets, f"{game.id}: every seat sees the same, but Info.secrets is True"
