"""What is said of each move, and the rulebook, in both languages."""

from __future__ import annotations

import re

import pytest

from escale.games.colorpop import INFO
from escale.games.colorpop.refusals import REFUSALS
from escale.games.colorpop.tests.tables import GAME, LANGUAGES, at

RULES = [
    f"POP.{rule}" for rule in ("M1", "S1", "S2", "V1", "V2", "V3", "V4", "T1", "T2", "T3", "T4", "T5", "E1", "E2", "E3", "E4")
]


@pytest.mark.parametrize(
    ("board", "move", "english", "french"),
    [
        ("YYG", "b1", "Ann removes 2 yellow tokens at a1.", "Ann retire 2 jetons jaunes en a1."),
        ("YGGG", "c1", "Ann removes 3 green tokens at b1.", "Ann retire 3 jetons verts en b1."),
        ("YGOO", "d1", "Ann removes 2 orange tokens at c1.", "Ann retire 2 jetons orange en c1."),
        ("YGPP", "d1", "Ann removes 2 pink tokens at c1.", "Ann retire 2 jetons roses en c1."),
        ("YGBB", "c1", "Ann removes 2 blue tokens at c1.", "Ann retire 2 jetons bleus en c1."),
        ("GY*", "b1+c1", "Ann removes 1 yellow token and 1 joker at b1.", "Ann retire 1 jeton jaune et 1 joker en b1."),
        ("YG**", "b1+c1+d1", "Ann removes 1 green token and 2 jokers at b1.", "Ann retire 1 jeton vert et 2 jokers en b1."),
        ("YYG*O*", "e1+f1", "Ann removes 1 orange token and 1 joker at e1.", "Ann retire 1 jeton orange et 1 joker en e1."),
        ("GYY*", "b1+d1", "Ann removes 2 yellow tokens and 1 joker at b1.", "Ann retire 2 jetons jaunes et 1 joker en b1."),
        ("GYB*B*", "c1+d1+f1", "Ann removes 2 blue tokens and 2 jokers at c1.", "Ann retire 2 jetons bleus et 2 jokers en c1."),
        ("GY**", "c1+d1", "Ann removes 2 jokers at c1.", "Ann retire 2 jokers en c1."),
        ("GY***", "c1+d1+e1", "Ann removes 3 jokers at c1.", "Ann retire 3 jokers en c1."),
    ],
)
def test_log_lines(board: str, move: str, english: str, french: str) -> None:
    """POP.T1 POP.T2: a removal is told with its numbers, colours and jokers, in the right forms."""
    pos = at(board, secrets="Y G")
    before = pos.to_bytes()
    number = pos.read_move(move)
    assert number in pos.moves()
    assert pos.log(number, who="Ann") == english
    assert pos.log(number, "en", who="Ann") == english
    assert pos.log(number, "fr", who="Ann") == french
    assert pos.to_bytes() == before


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_move_of_a_game_can_be_told(language: str) -> None:
    """POP.T1 POP.T2: no move of a whole game is without a sentence."""
    pos = GAME.new(players=3, seed=2)
    while not pos.over:
        for move in pos.moves():
            sentence = pos.log(move, language, who="Ann")
            assert sentence.startswith("Ann re")
            assert sentence.endswith(".")
            assert "{" not in sentence
        pos.play(pos.moves()[0])


def test_the_rulebook_has_every_rule() -> None:
    """All the rules there are, in the order of the rules file."""
    assert GAME.rule_ids() == RULES


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_has_its_words(rule: str) -> None:
    """Title and text in both languages, a whole paragraph, not the same in both."""
    english, french = (
        [GAME.texts[language].say(f"rule.{rule}.{part}") for part in ("title", "text")] for language in LANGUAGES
    )
    assert all(english + french)
    assert english != french
    assert english[1].endswith(".")
    assert french[1].endswith(".")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_has_a_name(language: str) -> None:
    """Each option, and each of its values that isn't a number, can be shown to a player."""
    texts = GAME.texts[language]
    for option in INFO.options:
        assert texts.say(f"option.{option.name}.name")
        for value in option.values:
            assert isinstance(value, int) or texts.say(f"option.{option.name}.{value}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_is_a_sentence(language: str) -> None:
    """Each refusal is one sentence without gaps, in the language asked for."""
    for code, (name, rule) in enumerate(REFUSALS, 1):
        refusal = GAME.refusal(code, language)
        assert (refusal.name, refusal.rule) == (name, rule)
        assert re.fullmatch(r"[A-ZÀÉ].*\.", refusal.text)
        assert "{" not in refusal.text
