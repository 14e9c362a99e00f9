"""Hints: each sentence is true of the move it is said of, and a secret shows as far as somebody attentive can count."""

from __future__ import annotations

from collections import defaultdict
from itertools import permutations
from typing import Any

import pytest

from escale import Position
from escale.games.colorpop.notation import letters_of
from escale.games.colorpop.onlooker import bets, suspect
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
    return key.removeprefix("hint."), {name: value for name, value in values.items() if name not in ("own", "jokers")}


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
        (["YY", "YY", "BP", "GPOO"], "b1", ("splits", {})),  # and nothing else
        (["YYG*OOPP"], "e1+d1", ("joker_away", {"n": 1})),
        (["YYG**OO"], "d1+e1", ("joker_away", {"n": 2})),
        (["GG", "BOOYYP"], "b1", ("parts", {"n": 2})),
        (["YY", "GOO", "BGPPOBB"], "c1", ("keeps", {"n": 1})),  # no orange group under yellow any more
        (["YGOOGYPP"], "c1", ("opens", {"n": 1})),  # the green tokens between the yellow ones become a group
        ([".OO", "YBPGOGYPP"], "b2", ("quiet", {})),  # nothing slides
        (["YOO*GPPB"], "b1", ("joker_near", {"n": 1})),
        (["YOOGBGYPP"], "b1", ("nearer", {"n": 2})),
        (["YYGGPPOB"], "c1", ("safe", {})),
        (["Y*GOOPP"], "d1", ("joker_kept", {"n": 1})),
        (["GBG", "BPY", "OBP", "OPYPP"], "a1", ("farther", {"n": 2})),  # the green tokens, none of which has company
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
        (["GG", "BOOYYP"], "b1", ("safe", {})),  # there are no others to part
        (["YGOOGYPP"], "c1", ("opens", {"n": 1})),
        (["YOOGBGYPP"], "b1", ("nearer", {"n": 2})),
        (["GBG", "BPY", "OBP", "OPYPP"], "a1", ("quiet", {})),  # nobody to mind that green tokens are farther apart
    ],
)
def test_alone_there_are_no_others(rows: list[str], move: str, told: Text) -> None:
    """POP.V4: in solitaire nothing is said of others, nor of what counts among equals."""
    assert idea(at(*rows, secrets="Y", options="solitaire"), move) == told


@pytest.mark.parametrize(
    ("rows", "move", "good", "price"),
    [
        (["YY", "G*OOPPB"], "c1+b1", ("joker_away", {"n": 1}), ("cost", {"n": 2})),
        ([".YY", "GGOOPPB"], "c1", ("opens", {"n": 1}), ("cost", {"n": 2})),
        (["YY", "YY", "BP", "GPO*O"], "b1", ("splits", {}), None),
        ([".Y.Y", "YOYYPPG"], "b1", ("company", {"n": 2}), None),
    ],
)
def test_what_is_good_is_told_before_what_it_costs(rows: list[str], move: str, good: Text, price: Text | None) -> None:
    """POP.T4: own tokens are parted by what slides, but there is a reason for it."""
    pos = at(*rows, secrets="Y G")
    key, values = GAME.advice.idea(pos.state, pos.read_move(move), pos.turn)
    parts = [values["good"], values["price"]] if key == "hint.but" else [(key, values)]
    told = [(part[0].removeprefix("hint."), {name: n for name, n in part[1].items() if name != "own"}) for part in parts]
    assert told == [part for part in (good, price) if part]


def test_who_may_hold_a_colour_is_got_in_the_way_of() -> None:
    """POP.T5: they took of all colours but pink, which does well; what stands out is named, and nothing else is."""
    rows = ["PP", "BOOYYG"]
    pos = at(*rows, secrets="Y P", taken="G9 G8O9B9")
    assert idea(pos, "b1") == ("parts_suspect", {"n": 2, "colour": ("hint.the.P", {})})
    assert idea(at(*rows, secrets="Y P", taken="G9P2 P9O2"), "b1") == ("parts", {"n": 2})


def test_every_joker_that_helps_is_counted() -> None:
    """POP.T2: one joker, or several."""
    pos = at("GGY**PPYO", secrets="Y G")
    told = [words(GAME.advice.idea(pos.state, pos.read_move(move), 0)) for move in ("c1+d1", "c1+d1+e1")]
    assert told[0][0].startswith("With the help of a joker, a token of your colour")
    assert told[1][1].startswith("Avec l’aide de 2 jokers, un jeton isolé de votre couleur")


def test_taking_ones_own_may_cost_something() -> None:
    """POP.T4: two yellow tokens that touch are parted by what slides when two others leave."""
    pos = at("YY", "PG", "YP", "YGPP", secrets="Y G")
    own = {"own": ("hint.own", {"n": 1})}
    told = GAME.advice.idea(pos.state, pos.read_move("a1"), 0)
    assert told == ("hint.but", {"good": ("hint.group", own), "price": ("hint.cost", {"n": 2, **own})})
    assert words(told)[1].endswith("égalité. En échange, 2 jetons de votre couleur vont se retrouver isolés.")


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
            "vous (environ 60~%)~; la vérité n’a qu’environ 10~%.",
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
            "bleu pour votre équipe (environ 45~%)~; la vérité n’a qu’environ 15~%.",
        ),
        (
            {"Y": 0.02, "G": 0.8, "O": 0.18},
            "Y",
            "standard",
            "Good news: your secret is very well hidden. Somebody attentive would bet on green for you (about 80%) and hardly "
            "think of the truth.",
            "Bonne nouvelle~: votre secret est très bien caché. Quelqu’un d’attentif parierait sur le vert pour vous "
            "(environ 80~%) et ne penserait guère à la vérité.",
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


@pytest.mark.parametrize(
    ("rows", "move", "english", "french"),
    [
        (
            ["YYGGPPOB"],
            "c1",
            "Remove the group of 2 green tokens at c1.",
            "Retirez le groupe de 2 jetons verts en c1.",
        ),
        (
            ["GGY*PPYO"],
            "c1+d1",
            "Remove the yellow token at c1, with the joker d1.",
            "Retirez le jeton jaune en c1, avec le joker d1.",
        ),
        (
            ["OO*O*YGPP"],
            "a1+c1+e1",
            "Remove the group of 3 orange tokens at a1, with the jokers c1 and e1.",
            "Retirez le groupe de 3 jetons orange en a1, avec les jokers c1 et e1.",
        ),
        (
            ["YGP***OO"],
            "d1+e1+f1",
            "Remove the jokers d1, e1 and f1.",
            "Retirez les jokers d1, e1 et f1.",
        ),
    ],
)
def test_what_to_do(rows: list[str], move: str, english: str, french: str) -> None:
    """POP.T1, POP.T2: said to who plays, with the group by its number and the jokers by theirs."""
    pos = at(*rows, secrets="Y G", options="joker_only=on")
    number = pos.read_move(move)
    assert number in pos.moves()
    assert words(GAME.advice.deed(pos.state, number)) == [english, french]


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
