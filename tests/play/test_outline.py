from __future__ import annotations

import pytest

import escale
from escale.play import events
from escale.play.events import Ended, Moved
from escale.play.outline import Outline
from tests.play.tables import ADA, BOT, human, match_of


@pytest.mark.parametrize("game", escale.games())
def test_without_its_rules_a_table_keeps_its_moves_to_itself_until_it_is_over(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.play.tables.GAME", game)
    happened = [match_of(human(ADA), BOT).created, Moved(at=1.0, move="a move")]
    outline = Outline.of("table", [events.encode(event) for event in happened], "playing")
    assert outline.ply == 1
    assert not hasattr(outline, "moves")
    with pytest.raises(AssertionError, match="told at the end"):
        outline.moves_as_played()
    outline.apply(Ended(at=2.0, seat=0))
    assert outline.moves_as_played() == ["a move"]
