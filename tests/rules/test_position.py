"""The door: whatever comes in, a clear answer, and nothing changed by a wrong one."""

from __future__ import annotations

import copy
import json
import pickle
from typing import Any

import numpy as np
import pytest

import escale
from escale import BadNotation, BadOption, BadState, IllegalMove, NoSuchGame
from escale.rules.texts import Texts

GAMES = list(escale.games())


@pytest.fixture(params=GAMES)
def position(request: pytest.FixtureRequest) -> escale.Position:
    return escale.load(request.param).new(seed=1)


@pytest.mark.parametrize("move", [None, 1.5, [], {}, object(), b"a1"])
def test_what_is_no_move_at_all(position: escale.Position, move: Any) -> None:
    before = position.to_bytes()
    for ask in (position.play, position.why_not):
        with pytest.raises(BadNotation, match="text or a whole number"):
            ask(move)
    assert position.to_bytes() == before


@pytest.mark.parametrize("move", [True, False, np.bool_(True), np.bool_(False)], ids=repr)
def test_a_truth_value_is_no_move(position: escale.Position, move: Any) -> None:
    """Though Python counts True as 1, which may well be a legal move."""
    before = position.to_bytes()
    asked = (position.play, position.why_not, position.read_move, position.name, position.said, position.effects)
    for ask in (*asked, position.reveals, lambda move: position.log(move, who="A")):
        with pytest.raises(BadNotation, match="a text or a whole number, not bool"):
            ask(move)
    assert position.to_bytes() == before
    assert position.history() == []


@pytest.mark.parametrize("move", [2**31, -(2**31) - 1, 2**63, 2**64, -(10**30)])
def test_numbers_too_large_for_a_move(position: escale.Position, move: int) -> None:
    before = position.to_bytes()
    for ask in (position.play, position.why_not):
        with pytest.raises(BadNotation, match="32 bits"):
            ask(move)
    assert position.to_bytes() == before


def test_numpy_numbers_are_numbers(position: escale.Position) -> None:
    position.play(np.int32(position.moves()[0]))  # type: ignore[arg-type]


def test_a_refused_move_names_its_rule_in_both_languages(position: escale.Position) -> None:
    wrong = next(move for move in range(1 << 13) if move not in position.moves())
    said = [position.why_not(wrong, language) for language in ("en", "fr")]
    assert said[0] is not None
    assert said[1] is not None
    assert said[0].rule == said[1].rule
    assert said[0].text != said[1].text
    with pytest.raises(IllegalMove, match=said[0].rule) as refused:
        position.play(wrong)
    assert refused.value.refusal == said[0]
    with pytest.raises(BadOption, match="en, fr"):
        position.why_not(wrong, "tlh")


@pytest.mark.parametrize("seat", [-1, 99, "0", 0.5, 1.0, True, np.bool_(False), 10**400])
def test_seats_that_are_not_there(position: escale.Position, seat: Any) -> None:
    move = position.moves()[0]
    for ask in (position.view, lambda seat: position.determinized(seat, 1), lambda seat: position.effects(move, seat)):
        with pytest.raises(BadOption, match="None for a watcher"):
            ask(seat)


def test_a_seat_is_no_text(position: escale.Position) -> None:
    """The error doesn't look as if that seat weren't there."""
    with pytest.raises(BadOption, match=r"\Aseat 0: a whole number is needed, 0 to \d, or None for a watcher, not a text\Z"):
        position.view("0")  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", [-1, 2**64, "7", 1.0, True, np.bool_(True)])
def test_seeds_that_are_none(position: escale.Position, seed: Any) -> None:
    with pytest.raises(BadOption, match="whole number from 0"):
        position.game.new(seed=seed)
    with pytest.raises(BadOption, match="whole number from 0"):
        position.determinized(0, seed)


def test_a_seed_is_no_text(position: escale.Position) -> None:
    with pytest.raises(BadOption, match=r"\Aseed 7: a whole number from 0 to \d+ is needed, not a text\Z"):
        position.game.new(seed="7")  # type: ignore[arg-type]


@pytest.mark.parametrize(("players", "kind"), [("2", "a text"), (True, "bool"), (np.bool_(True), "bool"), (2.0, "float")])
def test_numbers_of_players_that_are_none(position: escale.Position, players: Any, kind: str) -> None:
    """Also right after a table for as many was dealt, which is kept in mind."""
    position.game.new(players=max(position.game.info.players))
    for known in position.game.info.players[:2]:
        position.game.new(players=known)
    said = rf"\Aplayers={players}: a whole number is needed, not {kind}; allowed are \d(, \d)*\Z"
    with pytest.raises(BadOption, match=said):
        position.game.new(players=players)


@pytest.mark.parametrize("move", [10**9, -5, -(2**31), "no move"])
def test_only_legal_moves_have_a_name_a_sentence_and_effects(position: escale.Position, move: Any) -> None:
    for ask in (position.name, lambda move: position.log(move, who="A"), position.said, position.effects, position.reveals):
        with pytest.raises((IllegalMove, BadNotation)):
            ask(move)
    for legal in position.moves():
        assert position.name(legal) == position.name(position.name(legal))
        assert "A" in position.log(legal, who="A")
        assert position.said(legal) == position.said(position.name(legal))
        assert position.effects(legal) == position.effects(position.name(legal), None)
        assert position.reveals(legal) is position.reveals(position.name(legal))


def test_a_sentence_as_plain_data_is_the_one_that_is_said(position: escale.Position) -> None:
    while not position.over:
        move = position.moves()[-1]
        for language, texts in position.game.texts.items():
            assert said(position.said(move), texts, who="A") == position.log(move, language, who="A")
        position.play(move)


def said(text: dict[str, Any], texts: Texts, **more: str) -> str:
    """A text made of plain data, in words."""
    values = {name: said(value, texts) if isinstance(value, dict) else value for name, value in text["values"].items()}
    return texts.say(text["key"], **values, **more)


def test_task_and_closing_take_turns(position: escale.Position) -> None:
    while not position.over:
        seen = position.view()
        assert isinstance(seen["task"], str)
        assert seen["closing"] is None
        position.play(position.moves()[0])
    seen = position.view()
    assert seen["task"] is None
    assert len(seen["closing"]["rows"]) == position.players


def test_who_looks_back_sees_everything_and_moves_nothing(position: escale.Position) -> None:
    options: dict[str, Any] = dict(position.game.info.secret_if)
    position = position.game.new(seed=1, **options)
    seen = position.view(revealed=True)
    assert (seen["seat"], seen["moves"]) == (None, [])
    assert position.effects(position.moves()[0], revealed=True)
    if position.game.info.secrets:
        while (seen := position.view(revealed=True)) == position.view():  # a secret may come later
            position.play(position.moves()[0])
        assert not position.over
        assert seen["moves"] == []


def test_a_numpy_seat_is_a_plain_one_in_the_view(position: escale.Position) -> None:
    assert json.dumps(position.view(np.int64(0))) == json.dumps(position.view(0))  # type: ignore[arg-type]


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, lambda position: pickle.loads(pickle.dumps(position))])
def test_copies_of_every_kind_are_independent(position: escale.Position, duplicate: Any) -> None:
    before = position.to_bytes()
    other = duplicate(position)
    assert other == position
    other.play(other.moves()[0])
    assert position.to_bytes() == before
    assert other.over or other.moves() != []


@pytest.mark.parametrize("code", [0, -1, 99, "1"])
def test_refusals_there_are_none_of(position: escale.Position, code: Any) -> None:
    with pytest.raises(BadNotation, match="allowed are 1 to"):
        position.game.refusal(code)


def test_errors_repeat_only_the_beginning_of_what_was_given(position: escale.Position) -> None:
    long = "x\n\x1b[2J" * 100_000
    for ask in (position.play, position.why_not, position.game.parse, escale.load, escale.bot):
        with pytest.raises(escale.EscaleError) as refused:
            ask(long)
        assert len(str(refused.value)) < 300
        assert str(refused.value).isprintable()


def test_unknown_games_and_depths(position: escale.Position) -> None:
    wrong: Any
    for wrong in ("go", [], None, 7):
        with pytest.raises(NoSuchGame, match=GAMES[0]):
            escale.load(wrong)
        with pytest.raises(escale.NoSuchBot, match="random"):
            escale.bot(wrong)
    for depth in ("3", 10**12, 1.0, True):
        with pytest.raises(BadOption, match="0 to 255"):
            position.perft(depth)  # type: ignore[arg-type]
    with pytest.raises(BadOption, match="0 to 255"):
        position.perft(-1)
    assert position.perft(0) == 1


@pytest.mark.parametrize("data", [b"", b"x", "text", None, 7], ids=repr)
def test_bytes_of_a_wrong_size(position: escale.Position, data: Any) -> None:
    with pytest.raises(BadState, match="bytes"):
        position.game.from_bytes(data)


@pytest.mark.parametrize("text", [None, 7, b"x", ""])
def test_texts_that_are_none(position: escale.Position, text: Any) -> None:
    with pytest.raises(BadNotation):
        position.game.parse(text)


@pytest.mark.parametrize("blank", ["", "\n", "\r\n\r\n", "  \n\t "])
def test_a_text_ends_with_a_line_of_its_own(position: escale.Position, blank: str) -> None:
    lines = position.text().splitlines()
    assert lines[-1] == "end"
    assert position.game.parse("\n".join(lines) + blank) == position
    assert position.game.parse("\r\n".join(lines) + blank) == position


def test_a_text_without_its_end_is_cut_short(position: escale.Position) -> None:
    lines = position.text().splitlines()
    cut = ["", "\n", "\n".join(lines[:-1]), "\n".join([*lines[:-1], "en"]), "\n".join([*lines[:-1], "END"])]
    for text in (*cut, "\n".join([*lines[:-1], "end of it"])):
        with pytest.raises(BadNotation, match=r"\Athis text of a position is cut short: its last line must be 'end'\Z"):
            position.game.parse(text)


def test_nothing_comes_after_the_end(position: escale.Position) -> None:
    for more in ("end", "x", position.text()):
        with pytest.raises(BadNotation, match=r"\Aline \d+ comes after 'end', which is the last line of a position\Z"):
            position.game.parse(f"{position.text()}{more}")


def test_positions_are_compared_by_what_they_are(position: escale.Position) -> None:
    other = position.copy()
    assert other == position
    other.play(other.moves()[0])
    assert other != position
    assert position != "something else"
    with pytest.raises(TypeError):
        hash(position)


def test_a_position_remembers_how_it_came_about(position: escale.Position) -> None:
    deal = position.copy()
    assert position.history() == []
    for _ in range(3):
        position.play(position.moves()[-1])
    steps = position.history()
    assert steps[0][0] == deal
    walker = deal.copy()
    for before, move in steps:
        assert before == walker
        walker.play(move)
    assert walker == position
    assert len(steps) == 3


def test_copies_share_their_past_and_go_their_own_ways(position: escale.Position) -> None:
    position.play(position.moves()[0])
    other = position.copy()
    position.play(position.moves()[0])
    other.play(other.moves()[-1])
    assert [move for _, move in position.history()][:1] == [move for _, move in other.history()][:1]
    assert len(position.history()) == len(other.history()) == 2


def test_a_refused_move_is_not_remembered(position: escale.Position) -> None:
    wrong = next(move for move in range(1 << 13) if move not in position.moves())
    with pytest.raises(IllegalMove):
        position.play(wrong)
    assert position.history() == []


def test_what_somebody_imagines_has_no_past(position: escale.Position) -> None:
    """It would tell what is hidden."""
    position.play(position.moves()[0])
    assert position.determinized(position.turn, 1).history() == []
    assert pickle.loads(pickle.dumps(position)).history() == []
