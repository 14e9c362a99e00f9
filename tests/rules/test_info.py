"""What a caller may ask of a game, and what the errors say."""

from __future__ import annotations

from typing import Any

import pytest

from escale import BadOption, Info, Option

INFO = Info(
    version=1,
    order=1,
    players=(1, 2, 3, 4),
    minutes=10,
    secrets=False,
    options=(
        Option("kind", ("plain", "pairs", "alone"), "plain", players={"plain": (2, 3, 4), "pairs": (4,), "alone": (1,)}),
        Option("size", (9, 11), 11),
        Option("quick", ("off", "on"), "off"),
        Option("goals", (1, 2), 1, needs={"kind": "alone"}),
        Option("trio", ("late", "early"), "early", players={"late": (3,)}, idle=True),
    ),
)
DEFAULTS = {"kind": "plain", "size": 11, "quick": "off", "goals": 1, "trio": "early"}


@pytest.mark.parametrize(
    ("players", "given", "expected"),
    [
        (None, {}, (2, DEFAULTS)),
        (3, {}, (3, DEFAULTS)),
        (1, {}, (1, DEFAULTS | {"kind": "alone"})),
        (None, {"kind": "pairs"}, (4, DEFAULTS | {"kind": "pairs"})),
        (None, {"size": "9"}, (2, DEFAULTS | {"size": 9})),
        (None, {"quick": True}, (2, DEFAULTS | {"quick": "on"})),
        (None, {"quick": False}, (2, DEFAULTS)),
        (1, {"goals": 2}, (1, DEFAULTS | {"kind": "alone", "goals": 2})),
        (2, {"goals": 1}, (2, DEFAULTS)),
        (3, {"trio": "late"}, (3, DEFAULTS | {"trio": "late"})),
        (2, {"trio": "late"}, (2, DEFAULTS)),  # where it means nothing
        (None, {"trio": "late"}, (3, DEFAULTS | {"trio": "late"})),
    ],
)
def test_what_is_meant(players: int | None, given: dict[str, Any], expected: tuple[int, dict[str, Any]]) -> None:
    assert INFO.choose(players, given) == expected
    assert INFO.decode(INFO.encode(*expected)) == expected


@pytest.mark.parametrize(
    ("players", "given", "said"),
    [
        (5, {}, "5 players: allowed are 1, 2, 3, 4"),
        (0, {}, "0 players: allowed are 1, 2, 3, 4"),
        ("2", {}, "players=2: a whole number is needed, not a text; allowed are 1, 2, 3, 4"),
        (True, {}, "players=True: a whole number is needed, not bool; allowed are 1, 2, 3, 4"),
        (3, {"kind": "pairs"}, "3 players with kind=pairs: allowed are 4"),
        (None, {"kind": "solo"}, "option kind=solo: allowed are plain, pairs, alone"),
        (None, {"size": 10}, "option size=10: allowed are 9, 11"),
        (None, {"size": [9]}, "option size=[9]: allowed are 9, 11"),
        (None, {"color": "red"}, "no option 'color': there are kind, size, quick, goals, trio"),
        (2, {"goals": 2}, "option goals is only for kind=alone, not kind=plain"),
    ],
)
def test_what_is_refused_and_what_is_allowed_instead(players: Any, given: dict[str, Any], said: str) -> None:
    with pytest.raises(BadOption) as refused:
        INFO.choose(players, given)
    assert str(refused.value) == said


def test_a_game_without_options_says_so() -> None:
    with pytest.raises(BadOption, match="there are none"):
        Info(1, 1, (2,), 10, False).choose(None, {"size": 3})
