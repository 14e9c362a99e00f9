"""Hints: each sentence is true of the move it is said of, and a secret shows as far as somebody attentive can count."""

from __future__ import annotations

from collections import defaultdict
from itertools import permutations
from typing import Any

import pytest

from escale import Position
from escale.games.colorpop.notation import letters_of
from escale.games.colorpop.onlooker import bets
from escale.games.colorpop.rules import colours_of_side, vanished
from escale.games.colorpop.state import COLOURS
from escale.games.colorpop.tests.tables import GAME, LANGUAGES, at
from escale.rules import verbs
from escale.rules.position import plain
from escale.rules.verbs import WATCHER
from escale.terminal.language import said

Text = tuple[str, dict[str, Any]]


def idea(pos: Position, move: str) -> Text:
    """Why a move is good for the seat to move: the text's name, and the values without one's own colours."""
    number = pos.read_move(move)
    assert number in pos.moves()
    key, values = GAME.advice.idea(pos.state, number, pos.turn)
    return key.removeprefix("hint."), {name: value for name, value in values.items() if name != "own"}


def words(told: Text) -> list[str]:
    """A text in both languages."""
    return [said(plain(told), GAME.texts[language]) for language in LANGUAGES]


@pytest.mark.parametrize(
    ("rows", "secrets", "mode", "told"),
    [
        (["YYGGPPOB"], "Y G", "standard", ("win", {})),
        (["YYPPOG"], "YB GO", "duel", ("win", {})),  # their blue is gone already
        (["YYPPOG"], "Y G B O", "teams", ("win", {})),
        (["YYGGPPOB"], "YG", "solitaire", ("alone.group", {})),  # not the last: green stays
        (["YYGGPPOB"], "Y", "solitaire", ("win", {})),
        (["PPYGOGO"], "Y G", "standard", ("ends", {"n": 1})),  # blue and pink have none
        (["...P", "PPYGOBPGOB"], "Y G", "standard", ("ends_first", {})),  # all others have two
        (["...P.Y", "PPYGOBPGOB"], "Y G", "standard", ("ends", {"n": 2})),  # equal
        (["...P", "PPYGOBPGOB"], "YG OB", "duel", ("ends_first", {})),  # three, against four at least
        (["...P", "PPYGOBPGOB"], "YP OB", "duel", ("ends_first", {})),
        (["...P.Y", "PPYGOBPGOB"], "YG OB", "duel", ("ends", {"n": 4})),
        (["PPYGOGO"], "Y", "solitaire", ("alone.ends", {"n": 1})),
        (["PPYGOGO"], "YO", "solitaire", ("alone.ends", {"n": 3})),
    ],
)
def test_what_ends_the_game(rows: list[str], secrets: str, mode: str, told: Text) -> None:
    """POP.E1, POP.E2, POP.E4: the last token of one's colours leaves the board, or no group is left."""
    assert idea(at(*rows, secrets=secrets, options=mode), "a1") == told


@pytest.mark.parametrize(
    ("rows", "move", "told"),
    [
        (["YYGGPYOB"], "a1", ("group", {})),
        (["GGY*PPYO"], "c1+d1", ("joker_saves", {"n": 1})),
        (["GGY*YPPYO"], "c1+d1", ("joker_saves", {"n": 2})),
        (["GGYY*YPPYO"], "c1+e1", ("joker_saves", {"n": 1})),
        (["YY*YYGGPPY"], "a1+c1", ("joker_links", {})),
        (["YY*GGPPY"], "a1+c1", ("group", {})),  # the joker links nothing
        ([".Y", "YP", "GYYOOPP"], "b1", ("company", {"n": 2})),
    ],
)
def test_tokens_of_ones_own_leave(rows: list[str], move: str, told: Text) -> None:
    """POP.T1, POP.T2, POP.E3: a group of one's own, or tokens alone that a joker helps."""
    assert idea(at(*rows, secrets="Y G"), move) == told


@pytest.mark.parametrize(
    ("rows", "move", "told"),
    [
        ([".Y", ".P", "YPOOGGY"], "b1", ("company", {"n": 2})),
        (["YY", "GOOPPB"], "b1", ("price", {"n": 2})),
        ([".Y", ".Y", "YP", "YPGGO"], "b1", ("gathers", {})),
        (["YY", "YY", "BP", "GPOO"], "b1", ("splits", {})),
        (["YYG*OOPP"], "e1+d1", ("joker_away", {"n": 1})),
        (["YYG**OO"], "d1+e1", ("joker_away", {"n": 2})),
        (["GG", "BOOYYP"], "b1", ("parts", {"n": 2})),
        (["YY", "GOO", "BGPPOBB"], "c1", ("keeps", {"n": 1})),  # no orange group under yellow any more
        (["YYGGPPOB"], "c1", ("quiet", {})),
    ],
)
def test_tokens_of_others_leave(rows: list[str], move: str, told: Text) -> None:
    """POP.T4: what slides may bring one's own together or part them, else the others'."""
    assert idea(at(*rows, secrets="Y G"), move) == told


@pytest.mark.parametrize(
    ("rows", "move", "told"),
    [
        (["YYGGPYOB"], "a1", ("alone.group", {})),
        (["GGY*PPYO"], "c1+d1", ("joker_saves", {"n": 1})),
        ([".Y", ".P", "YPOOGGY"], "b1", ("company", {"n": 2})),
        (["YYG*OOPP"], "e1+d1", ("alone.joker", {})),
        (["YY", "GOO", "BGPPBB"], "c1", ("keeps", {"n": 1})),
        (["GG", "BOOYYP"], "b1", ("quiet", {})),  # there are no others to part
    ],
)
def test_alone_there_are_no_others(rows: list[str], move: str, told: Text) -> None:
    """POP.V4: in solitaire nothing is said of others, nor of what counts among equals."""
    assert idea(at(*rows, secrets="Y", options="solitaire"), move) == told


def test_a_side_is_advised_as_one() -> None:
    """POP.V3: the partner's colour is one's own; POP.V2: so are both of one's own."""
    teams = at("YYGGPPYB", secrets="Y O G B", options="teams")
    assert idea(teams, "c1")[0] == "group"
    assert idea(at("YYGGPPYB", secrets="YG OB", options="duel"), "c1")[0] == "group"
    sentences = words(GAME.advice.idea(teams.state, teams.read_move("c1"), 0))
    assert "your colours stand together" in sentences[0]
    assert "de vos couleurs se touchent\N{NO-BREAK SPACE}:" in sentences[1]


@pytest.mark.parametrize(
    ("rows", "move", "english", "french"),
    [
        (
            ["YYGGPPOB"],
            "c1",
            "Look between slides b and d, rather low.",
            "Regardez entre les glissières b et d, plutôt en bas.",
        ),
        (
            ["YYGGPPOO"],
            "g1",
            "Look between slides f and h, rather low.",
            "Regardez entre les glissières f et h, plutôt en bas.",
        ),
        (
            ["YYGGPPOO"],
            "a1",
            "Look between slides a and b, rather low.",
            "Regardez entre les glissières a et b, plutôt en bas.",
        ),
        ([*"PGPGYY"], "a1", "Look at slide a, rather low.", "Regardez la glissière a, plutôt en bas."),
        ([*"PGYYGP"], "a3", "Look at slide a, about halfway up.", "Regardez la glissière a, à peu près à mi-hauteur."),
        ([*"YYGPGP"], "a5", "Look at slide a, rather high.", "Regardez la glissière a, plutôt en haut."),
    ],
)
def test_where_to_look(rows: list[str], move: str, english: str, french: str) -> None:
    """POP.M1: slides by their letters, and how high."""
    pos = at(*rows, secrets="Y G")
    number = pos.read_move(move)
    assert number in pos.moves()
    assert words(GAME.advice.place(pos.state, number)) == [english, french]


@pytest.mark.parametrize(
    ("shares", "secret", "english", "french"),
    [
        (
            {"Y": 0.41, "G": 0.3, "O": 0.29},
            "Y",
            "Your secret can hardly be guessed yet: somebody attentive would give it 4 chances in 10, about as "
            "much as any other.",
            "Votre secret ne se devine guère pour l’instant~: quelqu’un d’attentif lui donnerait 4 chances sur 10, à peu près "
            "comme aux autres.",
        ),
        (
            {"Y": 0.6, "G": 0.3, "O": 0.1},
            "Y",
            "Careful: somebody attentive would bet on yellow for you, with 6 chances in 10 of being right.",
            "Attention~: quelqu’un d’attentif parierait sur le jaune pour vous, avec 6 chances sur 10 d’avoir raison.",
        ),
        (
            {"Y": 0.1, "G": 0.35, "O": 0.55},
            "G",
            "Somebody attentive would first bet on orange for you, but your secret isn't far behind: 4 chances in 10.",
            "Quelqu’un d’attentif parierait d’abord sur l’orange pour vous, mais votre secret suit de près~: 4 chances sur 10.",
        ),
        (
            {"YG": 0.08, "OB": 0.62, "YP": 0.3},
            "YG",
            "Your secret is well hidden: somebody attentive would rather bet on orange and blue; the truth has 1 chance in 10.",
            "Votre secret est bien caché~: quelqu’un d’attentif parierait plutôt sur l’orange et le bleu~; votre vrai secret "
            "n’a qu’une chance sur 10.",
        ),
        (
            {"Y": 0.04, "G": 0.8, "O": 0.16},
            "Y",
            "Your secret is very well hidden: somebody attentive would bet on green and hardly think of the truth.",
            "Votre secret est très bien caché~: quelqu’un d’attentif parierait sur le vert et ne penserait guère à votre vrai "
            "secret.",
        ),
        (
            {"Y": 0.15, "G": 0.44, "O": 0.41},  # even for the others, yet not for the truth
            "Y",
            "Your secret is well hidden: somebody attentive would rather bet on green; the truth has 2 chances in 10.",
            "Votre secret est bien caché~: quelqu’un d’attentif parierait plutôt sur le vert~; votre vrai secret n’a que "
            "2 chances sur 10.",
        ),
    ],
)
def test_how_far_a_secret_shows(
    shares: dict[str, float], secret: str, english: str, french: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """POP.S2, POP.T5: in words, with a number, and with what somebody attentive would think first."""
    monkeypatch.setattr(GAME.advice, "bets", lambda state, seat: shares)
    other = {"Y": "B", "G": "B", "YG": "OB"}[secret]
    pos = at("YYGGPPOOBB", secrets=f"{secret} {other}", options="duel" if len(secret) == 2 else "standard")
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
