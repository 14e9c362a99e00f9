"""Hints: each sentence is true of the move it is said of."""

from __future__ import annotations

import pytest

from escale import Position
from escale.games.colorpop.tests.sentences import Text, words
from escale.games.colorpop.tests.tables import GAME, at


def idea(pos: Position, move: str) -> Text:
    """Why a move is good for the seat to move: the text's name, and the values without one's own colours."""
    number = pos.read_move(move)
    assert number in pos.moves()
    key, values = GAME.advice.idea(pos.state, number, pos.turn)
    return key.removeprefix("hint."), {name: value for name, value in values.items() if name not in ("own", "jokers")}


@pytest.mark.parametrize(
    ("rows", "secrets", "mode", "told"),
    [
        (["YYGGPPOB"], "Y G", "standard", ("win", {})),
        (["YYPPOG"], "YB GO", "duel", ("win", {})),  # their blue is gone already
        (["YYPPOG"], "Y G B O", "teams", ("win", {})),
        (["YYGGPPOB"], "YG", "solitaire", ("alone.group", {})),  # not the last: green stays
        (["YYGGPPOB"], "Y", "solitaire", ("win", {})),
        (["PPYGOGOP"], "Y G", "standard", ("ends", {"n": 1})),  # blue has none
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
        ([".Y", ".P", "YPOOGGYP"], "b1", ("company", {"n": 2})),
        (["YY", "GOOPPBO"], "b1", ("price", {"n": 2})),
        ([".Y", ".Y", "YP", "YPGGOP"], "b1", ("gathers", {})),
        (["YY", "YY", "BP", "GPOOP"], "b1", ("splits", {})),  # and nothing else
        (["YYG*OOPPO"], "e1+d1", ("joker_away", {"n": 1})),
        (["YYG**OO"], "d1+e1", ("joker_away", {"n": 2})),
        (["GG", "BOOYYPPOO"], "b1", ("parts", {"n": 2})),
        (["YY", "GOO", "BGPPOBBP"], "c1", ("keeps", {"n": 1})),  # no orange group under yellow any more
        (["YGOOGYPPO"], "c1", ("opens", {"n": 1})),  # the green tokens between the yellow ones become a group
        ([".OO", "YBPGOGYPP"], "b2", ("quiet", {})),  # nothing slides
        (["YOO*GPPBO"], "b1", ("joker_near", {"n": 1})),
        (["YOOGBGYPPO"], "b1", ("nearer", {"n": 2})),
        (["YYGGPPOBG"], "c1", ("safe", {})),
        (["Y*GOOPPO"], "d1", ("joker_kept", {"n": 1})),
        (["GBG", "BPY", "OBP", "OPYPPO"], "a1", ("farther", {"n": 2})),  # the green tokens, none of which has company
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
        (["YY", "G*OOPPBO"], "c1+b1", ("joker_away", {"n": 1}), ("cost", {"n": 2})),
        ([".YY", "GGOOPPBO"], "c1", ("opens", {"n": 1}), ("cost", {"n": 2})),
        (["YY", "YY", "BP", "GPO*OP"], "b1", ("splits", {}), None),
        ([".Y", ".P", "YPOOGGYP"], "b1", ("company", {"n": 2}), None),
    ],
)
def test_what_is_good_is_told_before_what_it_costs(rows: list[str], move: str, good: Text, price: Text | None) -> None:
    """POP.T4: own tokens are parted by what slides, but there is a reason for it."""
    pos = at(*rows, secrets="Y G")
    assert pos.read_move(move) in pos.moves()
    key, values = GAME.advice.idea(pos.state, pos.read_move(move), pos.turn)
    parts = [values["good"], values["price"]] if key == "hint.but" else [(key, values)]
    told = [(part[0].removeprefix("hint."), {name: n for name, n in part[1].items() if name != "own"}) for part in parts]
    assert told == [part for part in (good, price) if part]


def test_who_may_hold_a_colour_is_got_in_the_way_of() -> None:
    """POP.T5: they took of all colours but pink, which does well; what stands out is named, and nothing else is."""
    rows = ["PP", "BOOYYGOO"]
    pos = at(*rows, secrets="Y P", taken="G9 G8O9B9")
    assert idea(pos, "b1") == ("parts_suspect", {"n": 2, "colour": ("hint.the.P", {})})
    assert idea(at(*rows, secrets="Y P", taken="G9P2 P9O2"), "b1") == ("parts", {"n": 2})


@pytest.mark.parametrize(
    ("rows", "move", "secrets", "mode", "english", "french"),
    [
        (  # nothing else to say than "quiet", or "without risk"
            ["YYGGPPOB"],
            "c1",
            "Y P",
            "standard",
            "It is a risk, but no other move promises more. It takes the last green tokens away: whoever holds green wins.",
            "C’est un risque, mais aucun autre coup ne promet mieux. Les derniers jetons verts vont partir~: "
            "celui ou celle qui a le vert gagne.",
        ),
        (
            ["PPBOG*OYY"],
            "e1+f1",
            "Y P",
            "standard",
            "Take a joker before it helps the others. It takes the last green token away: whoever holds green wins.",
            "Prenez un joker avant qu’il n’aide les autres. Le dernier jeton vert va partir~: "
            "celui ou celle qui a le vert gagne.",
        ),
        (  # three are gone: the other one has the last
            ["YPPPY"],
            "b1",
            "Y P",
            "standard",
            "It takes the last pink tokens away, and somebody else wins; but no other move promises more.",
            "Les derniers jetons roses vont partir, et quelqu’un d’autre gagne~; mais aucun autre coup ne promet mieux.",
        ),
        (  # with five players every colour is somebody's
            ["YYGGPPOB"],
            "c1",
            "Y G P O B",
            "standard",
            "It takes the last green tokens away, and somebody else wins; but no other move promises more.",
            "Les derniers jetons verts vont partir, et quelqu’un d’autre gagne~; mais aucun autre coup ne promet mieux.",
        ),
        (
            ["YYGGPPOB"],
            "c1",
            "YO GP",
            "duel",
            "It is a risk, but no other move promises more. It takes the last green tokens away: "
            "whoever holds green has only one colour left to clear.",
            "C’est un risque, mais aucun autre coup ne promet mieux. Les derniers jetons verts vont partir~: "
            "celui ou celle qui a le vert n’aura plus qu’une couleur à faire disparaître.",
        ),
        (  # blue was gone
            ["YYGGPPOP"],
            "c1",
            "YO GP",
            "duel",
            "It is a risk, but no other move promises more. It takes the last green tokens away: "
            "whoever holds green and blue wins.",
            "C’est un risque, mais aucun autre coup ne promet mieux. Les derniers jetons verts vont partir~: "
            "celui ou celle qui a le vert et le bleu gagne.",
        ),
        (
            ["YYGGPPOP"],
            "c1",
            "Y G O P",
            "teams",
            "It is a risk, but no other move promises more. It takes the last green tokens away: "
            "the team that holds green and blue wins.",
            "C’est un risque, mais aucun autre coup ne promet mieux. Les derniers jetons verts vont partir~: "
            "l’équipe qui a le vert et le bleu gagne.",
        ),
        (  # one of ours is gone, and all of theirs will be
            ["YGGGY"],
            "b1",
            "YO GP",
            "duel",
            "It takes the last green tokens away, and somebody else wins; but no other move promises more.",
            "Les derniers jetons verts vont partir, et quelqu’un d’autre gagne~; mais aucun autre coup ne promet mieux.",
        ),
        (  # and nothing can be removed after it
            ["PPYGOGO"],
            "a1",
            "Y G",
            "standard",
            "The game can end right now, with 1 token of your colour left. "
            "It takes the last pink tokens away: whoever holds pink wins.",
            "La partie peut s’arrêter tout de suite, avec 1 jeton restant de votre couleur. "
            "Les derniers jetons roses vont partir~: celui ou celle qui a le rose gagne.",
        ),
        (
            ["PPYGOGBYB"],
            "a1",
            "YO GB",
            "duel",
            "The game can end right now, with 3 tokens of your colours left.",
            "La partie peut s’arrêter tout de suite, avec 3 jetons restants de vos couleurs.",
        ),
        (
            ["YYGGPPOB"],
            "c1",
            "Y",
            "solitaire",
            "Play without risk: whatever leaves next of other colours, tokens of your colour that touch will stay together.",
            "Jouez sans risque~: quoi qu’on retire ensuite dans les autres couleurs, "
            "les jetons de votre couleur qui se touchent resteront ensemble.",
        ),
    ],
)
def test_the_last_tokens_of_another_colour_may_be_somebodys_victory(
    rows: list[str], move: str, secrets: str, mode: str, english: str, french: str
) -> None:
    """POP.E1: said before anything can sound safe; who has two colours wins by both of them."""
    pos = at(*rows, secrets=secrets, options=mode)
    number = pos.read_move(move)
    assert number in pos.moves()
    told = words(GAME.advice.idea(pos.state, number, pos.turn))
    assert told == [english, french.replace("~", "\N{NO-BREAK SPACE}")]


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
    assert words(told)[1].endswith("égalité. En contrepartie, 2 jetons de votre couleur vont se retrouver isolés.")


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
