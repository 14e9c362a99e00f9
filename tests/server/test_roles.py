"""Who may do what."""

from __future__ import annotations

from pathlib import Path

import pytest

import escale
from tests.server import roles
from tests.server.patient import Broken
from tests.server.planted.plants import with_fault


@pytest.mark.parametrize("game", escale.games())
def test_everybody_may_do_what_their_role_lets_them_and_nothing_else(game: str, tmp_path: Path) -> None:
    assert roles.try_roles(tmp_path, game=game)["cells"] > 200


@pytest.mark.parametrize("game", [game for game in escale.games() if roles.odd_table(game)])
def test_also_where_a_game_has_secrets_at_few_tables_only(game: str, tmp_path: Path) -> None:
    table = roles.odd_table(game)
    assert table is not None
    assert roles.try_roles(tmp_path, game=game, table=table)["cells"] > 150


def test_a_request_or_a_message_that_no_row_tries_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(roles, "MESSAGES", roles.MESSAGES[1:2])
    with pytest.raises(Broken, match=r"no row for .*sync"):
        roles.try_roles(tmp_path)


def test_a_page_that_no_row_tries_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not roles.missing()
    monkeypatch.setattr(roles, "EVERYBODYS", roles.EVERYBODYS[:1])
    assert {"('GET', '/metrics')", "('GET', '/{rest:path}')"} <= roles.missing()


@pytest.mark.parametrize(
    ("plant", "row", "found"),
    [
        ("names_tables_in_metrics", "/metrics", "200 with a secret, not 200 the same"),
        ("numbers_those_who_ask", "/metrics", "200 for this role alone, not 200 the same"),
        ("greets_those_who_were_here", "'/{rest", "as mover: 200 for this role alone, not 200 the same"),
    ],
)
def test_the_harness_finds_what_is_not_the_same_for_all(tmp_path: Path, plant: str, row: str, found: str) -> None:
    with pytest.raises(Broken, match=found):
        roles.try_roles(tmp_path, with_fault(plant), only=row)


@pytest.mark.parametrize("game", escale.games())
@pytest.mark.parametrize(
    ("plant", "row", "found"),
    [
        ("lets_anybody_share_a_seat", "/link", "as watcher: 200, not 403"),
        ("lets_anybody_end", "'end'", "as watcher: done, not not_yours"),
        ("shows_the_past_of_any_seat", "/past/", "as watcher: 200 as mover, not 200 as None"),
        ("lets_anybody_look_from_any_seat", "'sit'", "as watcher: table as mover, not not_yours"),
        ("explains_to_anybody", "'why'", "as watcher: reason, not not_your_turn"),
    ],
)
def test_the_harness_finds_a_check_that_was_forgotten(tmp_path: Path, plant: str, row: str, found: str, game: str) -> None:
    with pytest.raises(Broken, match=found):
        roles.try_roles(tmp_path, with_fault(plant), only=row, game=game, table=roles.odd_table(game) or roles.USUAL)
