"""Checks that a position survives being copied, saved, written down and set up anew."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable
from typing import Any

import numpy as np

from escale import BadNotation, EscaleError, Game, Position
from tests.conformance.hints import HINTS
from tests.conformance.insights import INSIGHTS, VERDICTS
from tests.conformance.tables import SIZES, Table, is_hinted, sample, whole_game

GARBAGE = (0xFF, 0x55, 0x01)
DAMAGE = "0129 -=x*Aé\n"


def copies_are_exact_and_independent(game: Game, at: Table) -> None:
    """A copy, saved bytes and a text give the same position, and playing on one leaves the other alone."""
    ways: dict[str, Callable[[Position], Position]] = {
        "copying": Position.copy,
        "writing down": lambda position: game.parse(position.text()),
        "saving": lambda position: game.from_bytes(position.to_bytes()),
    }
    for position in whole_game(game, at):
        before, text = position.to_bytes(), position.text()
        after = None
        for way, made_by in ways.items():
            other = made_by(position)
            assert other == position, f"{at}: {way} changes {changed_fields(position, other)}\n{text}"
            assert other.text() == text, f"{at}: {way} changes the text\n{text}"
            assert (other.players, other.options) == (at.players, dict(at.options)), f"{at}: {way} changes options\n{text}"
            if not position.over:
                other.play(position.moves()[-1])
                after = after or other
                assert position.to_bytes() == before, f"{at}: playing on after {way} changes the original\n{text}"
                assert other == after, f"{at}: after {way} the same move leads elsewhere\n{text}"


def changed_fields(one: Position, other: Position) -> list[str]:
    """The fields of STATE in which two positions of a game differ."""
    return [name for name in one.game.dtype.names or () if one.state[name].tobytes() != other.state[name].tobytes()]


def looking_changes_nothing(game: Game, at: Table) -> None:
    """Everything that only asks leaves the position as it was."""
    asked: dict[str, Callable[[Position], object]] = {
        "text": Position.text,
        "names": Position.names,
        "points": lambda position: position.points,
        "scores": lambda position: position.scores,
        "perft": lambda position: position.perft(2),
        "view": lambda position: [position.view(seat) for seat in (None, *range(at.players))],
        "determinized": lambda position: [position.determinized(seat, 1) for seat in (None, *range(at.players))],
        "log": lambda position: [position.log(move, who="Zoé") for move in position.moves()],
        "effects": lambda position: [position.effects(move) for move in position.moves()],
        "reveals": lambda position: [position.reveals(move) for move in position.moves()],
    }
    hints = HINTS if is_hinted(game.info, at) else {}
    for position in sample(game, at):
        before = position.to_bytes()
        for what, ask in {**asked, **(VERDICTS if position.over else INSIGHTS | hints)}.items():
            ask(position)
            assert position.to_bytes() == before, f"{at}: asking for {what} changes the position\n{position}"


def setup_sets_every_field(game: Game, at: Table) -> None:
    """A deal into an array full of garbage is the same as into an empty one."""
    options = game.encoded(at.players, dict(at.options))
    deal = at.new(game)
    for byte in GARBAGE:
        states = game.blank(bytes([byte]) * game.dtype.itemsize)
        game.set_up(states, options, np.uint64(at.seed))
        other = Position(game, states)
        assert other == deal, f"{at}: setup leaves what was in {changed_fields(deal, other)}"


def damage_is_noticed(game: Game, at: Table) -> None:
    """A damaged text and damaged bytes are refused, or are another real position; nothing else comes of them."""
    dice = random.Random(at.seed)
    for position in sample(game, at, 2):
        for _ in range(SIZES.spoiled):
            data, text = bytearray(position.to_bytes()), list(position.text())
            data[dice.randrange(len(data))] ^= 1 << dice.randrange(8)
            text[dice.randrange(len(text))] = dice.choice(DAMAGE)
            _check_damaged(at, game.from_bytes, bytes(data))
            _check_damaged(at, game.parse, "".join(text))


def cuts_are_noticed(game: Game, at: Table) -> None:
    """A text cut short, after any of its lines or within one, is refused; the whole one reads back, its last newline or not."""
    dice = random.Random(at.seed)
    for position in sample(game, at):
        text = position.text()
        for whole in (text, text.removesuffix("\n")):
            try:
                same = game.parse(whole) == position
            except EscaleError as error:
                raise AssertionError(f"{at}: a whole text is refused: {error}\n{text}") from None
            assert same, f"{at}: a whole text is read as another position\n{text}"
        lines = text.splitlines(keepends=True)
        cuts = {"".join(lines[:number]) for number in range(len(lines))}
        cuts |= {text[: dice.randrange(len(text) - 1)] for _ in range(SIZES.spoiled)}
        for cut in cuts:
            with contextlib.suppress(BadNotation):
                game.parse(cut)
                raise AssertionError(f"{at}: a text cut short is read as a position\n{cut}")


def _check_damaged(at: Table, read: Callable[[Any], Position], damaged: bytes | str) -> None:
    try:
        found = read(damaged)
    except EscaleError:
        return
    except Exception as error:
        raise AssertionError(f"{at}: {type(error).__name__} ({error}), not a refusal, for the damaged {damaged!r}") from error
    again = found.game.from_bytes(found.to_bytes()), found.game.parse(found.text())
    assert again == (found, found), f"{at}: accepted, though it doesn't read back: the damaged {damaged!r}"
