"""How the end of a game is told in a terminal."""

from __future__ import annotations

import pytest

from escale import Position
from escale.games.colorpop.tests.tables import GAME, LANGUAGES, after, at


def closing(pos: Position, language: str) -> list[str]:
    """What a watcher's terminal says of each seat, the first the best."""
    seen = {**pos.view(None), "names": [f"P{seat}" for seat in range(pos.players)]}
    lines = ["".join(text for text, _ in line) for line in GAME.view.closing(seen, GAME.texts[language])]
    return [line for line in lines if line.startswith("P")]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("board", "secrets", "mode", "taken", "own"),
    [
        ("PPYGYG", "Y G", "standard", "Y5 G4", [4, 5]),
        ("PPYGYG", "Y G", "standard", "Y4 G4", [4, 4]),
        ("PPYGY", "Y G", "standard", "Y5 G4", None),
        ("YYGPGP", "G Y P", "standard", "G5 Y3 P4", None),  # a colour is gone: nothing else counts
        ("PPYOGB", "YG OB", "duel", "Y3G5 O2B5", [7, 8]),
        ("PPYOGBO", "YG OB", "duel", "Y3G5 O2B5", None),
        ("PPYOGB", "Y O G B", "teams", "Y3 O4 G3 B3", [6, 6, 7, 7]),
        ("PPYOGBO", "Y O G B", "teams", "Y3 O4 G3 B3", None),  # partners are one side: they always have as many left
        ("PPGYGYGO", "YB", "solitaire", "Y2", None),
    ],
)
def test_own_tokens_removed_are_told_when_they_decide(
    board: str, secrets: str, mode: str, taken: str, own: list[int] | None, language: str
) -> None:
    """POP.E3: how many of one's own one removed is said exactly when two sides have equally few tokens left."""
    pos = after(at(board, secrets=secrets, options=mode, taken=taken), "a1")
    said = closing(pos, language)
    texts = GAME.texts[language]
    left = pos.view(None)["result"]["left"]
    assert len(said) == pos.players
    for place, line in enumerate(said):
        counted = texts.say("closing.left", n=left[int(line[1])])
        assert line.endswith(f" {counted}" + (texts.say("closing.own", n=own[place]) if own else "")), line
