"""What else a hint tells: how far a secret shows to somebody attentive who can count, and what may be left alone."""

from __future__ import annotations

from collections import defaultdict
from itertools import permutations

import pytest

from escale.games.colorpop.notation import letters_of
from escale.games.colorpop.onlooker import bets, suspect
from escale.games.colorpop.rules import colours_of_side, vanished
from escale.games.colorpop.state import COLOURS
from escale.games.colorpop.tests.sentences import words
from escale.games.colorpop.tests.tables import GAME, at
from escale.rules import verbs
from escale.rules.verbs import WATCHER


@pytest.mark.parametrize(
    ("shares", "secret", "mode", "english", "french"),
    [
        (
            {"Y": 0.21, "G": 0.17, "O": 0.2, "P": 0.22, "B": 0.2},
            "Y",
            "standard",
            "For now, your secret can hardly be guessed: somebody attentive would give it about 20%; by "
            "chance it would be 20%.",
            "Pour l’instant, votre secret ne se devine guère~: quelqu’un d’attentif lui donnerait environ 20~% de chances~; "
            "au hasard, ce serait 20~%.",
        ),
        (
            {"Y": 0.41, "G": 0.3, "O": 0.29},
            "Y",
            "standard",
            "For now, your secret can hardly be guessed: somebody attentive would give it about 40%; by "
            "chance it would be 33%.",
            "Pour l’instant, votre secret ne se devine guère~: quelqu’un d’attentif lui donnerait environ 40~% de chances~; "
            "au hasard, ce serait 33~%.",
        ),
        (
            {"Y": 0.61, "G": 0.29, "O": 0.1},
            "Y",
            "standard",
            "Careful: your secret can be guessed. Somebody attentive would bet on yellow for you, about 60% sure.",
            "Attention~: votre secret se devine. Quelqu’un d’attentif parierait sur le jaune pour vous, "
            "sûr de lui à environ 60~%.",
        ),
        (
            {"YP": 0.31, "GO": 0.2, "YB": 0.49},
            "YP",
            "duel",
            "For now, your secret can hardly be guessed: somebody attentive would give it about 30%; by "
            "chance it would be 33%.",
            "Pour l’instant, votre secret ne se devine guère~: quelqu’un d’attentif lui donnerait environ 30~% de chances~; "
            "au hasard, ce serait 33~%.",
        ),
        (
            {"Y": 0.1, "G": 0.36, "O": 0.54},
            "G",
            "standard",
            "Somebody attentive would first bet on orange for you (about 55%), but would think of your secret too (about 35%).",
            "Quelqu’un d’attentif parierait d’abord sur l’orange pour vous (environ 55~%), mais penserait aussi à votre secret "
            "(environ 35~%).",
        ),
        (
            {"YG": 0.08, "OB": 0.62, "YP": 0.3},
            "YG",
            "duel",
            "Good news: your secret is well hidden. Somebody attentive would rather bet on orange and "
            "blue for you (about 60%); "
            "the truth gets only about 10%.",
            "Bonne nouvelle~: votre secret est bien caché. Quelqu’un d’attentif parierait plutôt sur l’orange et le bleu pour "
            "vous (environ 60~%)~; la bonne réponse n’a qu’environ 10~% de chances.",
        ),
        (
            {"YG": 0.15, "OB": 0.44, "YP": 0.41},  # even for the others, yet not for the truth
            "YG",
            "teams",
            "Good news: your team's secret is well hidden. Somebody attentive would rather bet on orange "
            "and blue for your team "
            "(about 45%); the truth gets only about 15%.",
            "Bonne nouvelle~: le secret de votre équipe est bien caché. Quelqu’un d’attentif parierait "
            "plutôt sur l’orange et le "
            "bleu pour votre équipe (environ 45~%)~; la bonne réponse n’a qu’environ 15~% de chances.",
        ),
        (
            {"Y": 0.02, "G": 0.8, "O": 0.18},
            "Y",
            "standard",
            "Good news: your secret is very well hidden. Somebody attentive would bet on green for you (about 80%) and hardly "
            "think of the truth.",
            "Bonne nouvelle~: votre secret est très bien caché. Quelqu’un d’attentif n’y penserait presque pas et "
            "parierait plutôt sur le vert pour vous (environ 80~%).",
        ),
        (
            {"YG": 1.0},  # nothing else can be
            "YG",
            "duel",
            "Careful: your secret can be guessed. Somebody attentive would bet on yellow and green for you, about 100% sure.",
            "Attention~: votre secret se devine. Quelqu’un d’attentif parierait sur le jaune et le vert "
            "pour vous, sûr de lui à "
            "environ 100~%.",
        ),
    ],
)
def test_how_far_a_secret_shows(
    shares: dict[str, float], secret: str, mode: str, english: str, french: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """POP.S2, POP.T5: in words, with a number, and with what somebody attentive would think first."""
    monkeypatch.setattr(GAME.advice, "bets", lambda state, seat: shares)
    others = [letter for letter in "YGOPB" if letter not in secret]
    secrets = {
        "standard": f"{secret} {others[0]}",
        "duel": f"{secret} {others[0]}{others[1]}",
        "teams": f"{secret[0]} {others[0]} {secret[-1]} {others[1]}",
    }
    pos = at("YYGGPPOOBB", secrets=secrets[mode], options=mode)
    (told,) = GAME.advice.asides(pos.state, 0)
    assert words(told) == [english, french.replace("~", "\N{NO-BREAK SPACE}")]


def test_nobody_guesses_at_one_who_is_alone() -> None:
    """POP.V4: nothing is said of guessing."""
    assert GAME.advice.asides(at("YYGGPPOOBB", secrets="YG", options="solitaire").state, 0) == []


@pytest.mark.parametrize(
    ("rows", "secrets", "mode", "taken"),
    [
        (["YYGGPPOBOB"], "Y G", "standard", "G4O2 Y3P5"),
        (["YYGGPPGP"], "Y G P", "standard", "G4O2 Y3P5 B9*1"),  # orange and blue are gone: nobody holds them
        (["YYGGPPOBOB"], "Y G P O B", "standard", "G4 O2 Y3 P5 B7"),
        (["YYGGPPOBOB"], "YP GB", "duel", "G4O2 Y3P5"),
        (["YYGGPPYG"], "YO GB", "duel", "G4O2 Y3B5"),  # two are gone, but not both of one player
        (["YYGGPPOBOB"], "Y G P O", "teams", "G4 O2 Y3 P5"),
    ],
)
def test_bets_are_those_of_the_beliefs(rows: list[str], secrets: str, mode: str, taken: str) -> None:
    """POP.S2, POP.E1: what bots believe of all secrets that can be, summed up; the real ones don't count."""
    pos = at(*rows, secrets=secrets, options=mode, taken=taken)
    words_of = secrets.split()
    weights = [defaultdict[str, float](float) for _ in words_of]
    world = pos.copy()
    for order in permutations(range(COLOURS), sum(map(len, words_of))):
        drawn = iter(order)
        for seat, letters in enumerate(words_of):
            world.state.secret[seat] = sum(1 << next(drawn) for _ in letters)
        sides = [int(colours_of_side(world.state, seat)) for seat in range(pos.players)]
        if all(colours & ~int(vanished(pos.state)) for colours in sides):
            for seat, colours in enumerate(sides):
                weights[seat][letters_of(colours)] += float(verbs.plausible(world.state, WATCHER))
    for seat, weighed in enumerate(weights):
        found = bets(pos.state, seat)
        assert found == pytest.approx({letters: weight / sum(weighed.values()) for letters, weight in weighed.items()})
        assert bets(world.state, seat) == found


@pytest.mark.parametrize(
    ("rows", "secrets", "mode", "taken", "stands_out"),
    [
        (["PP", "BOOYYG"], "Y P", "standard", "G9 G8O9B9", True),
        (["YYGGPPOBOB"], "Y G", "standard", "- -", True),  # blue and orange stand alone
        (["YYGGPPOOBB"], "Y G", "standard", "- -", False),
        (["YYGGPPOBOB"], "Y G P O B", "standard", "G4 O2 Y3 P5 B7", False),  # all colours are somebody's
        (["YYGGPPGP"], "YO GB", "duel", "G4O2 Y3B5", None),
        (["YYGGPPOBOB"], "Y G P O", "teams", "G4 O2 Y3 P5", None),
    ],
)
def test_who_looks_like_holding_what(rows: list[str], secrets: str, mode: str, taken: str, stands_out: bool | None) -> None:
    """POP.S2: of all secrets that the others may have, as bots believe in them; the real ones don't count."""
    pos = at(*rows, secrets=secrets, options=mode, taken=taken)
    own = int(colours_of_side(pos.state, 0))
    believed: defaultdict[str, float] = defaultdict(float)
    total = 0.0
    for seed in range(400):
        world = pos.determinized(0, seed)
        weight = float(verbs.plausible(world.state, 0))
        total += weight
        for letter in letters_of(sum(int(held) for held in world.state.secret[: pos.players]) & ~own):
            believed[letter] += weight
        assert suspect(world.state, 0) == suspect(pos.state, 0)
    told = suspect(pos.state, 0)
    if told:
        assert believed[told] >= max(believed.values()) - 0.1 * total
    if stands_out is not None:
        assert bool(told) == stands_out


@pytest.mark.parametrize(
    ("best", "usual", "english", "french"),
    [
        (
            0.0,
            0.0,
            "Everything can still go, even without looking ahead.",
            "Tout peut encore partir, même sans prévoir la suite.",
        ),
        (
            0.0,
            1.0,
            "Everything can still go; without looking ahead, about 1 token would be left.",
            "Tout peut encore partir~; sans prévoir la suite, il resterait environ 1 jeton.",
        ),
        (
            2.0,
            5.0,
            "About 2 tokens would be left at the end, instead of 5 without looking ahead.",
            "Il resterait environ 2 jetons à la fin, au lieu de 5 sans prévoir la suite.",
        ),
        (
            1.0,
            1.0,
            "About 1 token would be left at the end, even without looking ahead.",
            "Il resterait environ 1 jeton à la fin, même sans prévoir la suite.",
        ),
    ],
)
def test_what_may_be_left(best: float, usual: float, english: str, french: str) -> None:
    """POP.E4: alone, one counts the tokens left."""
    assert words(GAME.advice.outlook(best, usual)) == [english, french.replace("~", "\N{NO-BREAK SPACE}")]
