"""Games of real tables are counted, for the games that count them; nothing is kept, and nothing wrong is counted."""

from __future__ import annotations

import importlib
import json
from pathlib import Path
from typing import Any

import pytest

import escale
from escale.rules.companion import count
from escale.rules.errors import NoCompanion
from escale.rules.shelf import SHELF, offers_companion
from escale.server.limits import DEFAULTS
from tests.server.running import Person, Server

COUNTING = [game for game in escale.games() if offers_companion(game)]
OTHERS = [game for game in escale.games() if not offers_companion(game)]


def countable(game: str) -> dict[str, Any]:
    """Something that a game counts."""
    folder = Path(str(importlib.import_module(f"{SHELF}.{game}").__file__)).parent
    return dict(json.loads((folder / "tests" / "countable.json").read_text("utf-8")))


def at(game: str) -> str:
    """Where a game is asked to count."""
    return f"/api/games/{game}/companion"


def problem(server: Server, game: str, body: bytes, status: int) -> dict[str, Any]:
    """What is said to be wrong with a body."""
    person = Person(server)
    answer = person.http.post(server.address + at(game), content=body)
    assert answer.status_code == status, answer.text
    return dict(answer.json()["error"])


def test_some_games_count_and_some_do_not() -> None:
    """Or the tests here prove nothing."""
    assert COUNTING
    assert OTHERS


def test_the_shelf_says_which_games_count(server: Server) -> None:
    cards = Person(server).get("/api/games")["games"]
    assert {card["id"]: card["companion"] for card in cards} == {game: offers_companion(game) for game in escale.games()}


@pytest.mark.parametrize("game", COUNTING)
def test_what_lies_on_a_table_is_counted_as_python_counts_it(server: Server, game: str) -> None:
    person, body = Person(server), countable(game)
    answer = person.post(at(game), body)
    assert answer == json.loads(json.dumps(count(game, body)))
    assert answer
    assert person.post(at(game), body) == answer
    assert person.get("/api/tables/mine") == {"tables": []}


@pytest.mark.parametrize("game", OTHERS)
def test_a_game_without_a_companion_has_no_such_address(server: Server, game: str) -> None:
    assert problem(server, game, b"{}", 404)["code"] == "no_such_path"
    with pytest.raises(NoCompanion, match=COUNTING[0]):
        count(game, {})


def test_there_is_no_companion_of_a_game_that_is_not_there(server: Server) -> None:
    assert problem(server, "nosuchgame", b"{}", 404)["code"] == "no_such_game"


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"x" * (DEFAULTS.body_bytes + 1), 413, "too_large"),
        (b"{", 400, "not_json"),
        (b"", 400, "not_json"),
        (b"[]", 422, "unfit"),
        (b"null", 422, "unfit"),
        (b"{}", 422, "unfit"),
        (b'{"\\u0000": {"a": [1, null, -1e308, "\\ud83d\\ude00"]}}', 422, "unfit"),
        (b'{"a":' * 900 + b"1" + b"}" * 900, 422, "unfit"),
    ],
)
@pytest.mark.parametrize("game", COUNTING)
def test_what_can_not_be_counted_is_refused_in_one_line(server: Server, game: str, body: bytes, status: int, code: str) -> None:
    said = problem(server, game, body, status)
    assert said["code"] == code
    assert said["text"]
    assert "\n" not in said["text"]
    assert "Traceback" not in server.errors.read_text()


@pytest.mark.parametrize("game", COUNTING)
def test_another_sites_page_can_not_ask(server: Server, game: str) -> None:
    headers = {"origin": "http://elsewhere.example"}
    answer = Person(server).http.post(server.address + at(game), json=countable(game), headers=headers)
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "foreign")
