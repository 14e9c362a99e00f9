"""What is said of each move, the rulebook and all other texts, in both languages."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from escale import Position
from escale.games import poucet
from escale.games.poucet import INFO
from escale.games.poucet.refusals import REFUSALS
from escale.games.poucet.tests.tables import GAME, LANGUAGES, at, parsed

MATERIAL, WORDS, TURN = ("M1", "M2", "M3", "M4", "S1", "S2"), ("D1", "D2"), ("T0", "T1", "T2", "T3", "T4", "T5")
LATER = ("O1", "W1", "W2", "X1", "X2", "X3", "T6", "B1", "B2", "E1", "E2")
RULES = [f"POU.{rule}" for rule in (*MATERIAL, *WORDS, *TURN, *LATER)]
GAP = re.compile(r"\{(\w+)\}")
NO_BREAK = "\N{NO-BREAK SPACE}"
DECK = Counter({f"{colour}{shape}": n for colour in "rgy" for shape, n in (("i", 15), ("l", 8), ("t", 10))}) + Counter(
    wolf=4, ogre=4, forest=10, river=6, pebbles=7, boots=5
)
TOKENS = {"W": "wolf", "O": "ogre", "F": "forest", "V": "river", "B": "boots"}
MANY = "ri rl wolf ogre river boots"  # a hand with something for every occasion
GREEN = "gi gi gi gi gi gi"


def written(table: dict[str, Any], prefix: str = "") -> dict[str, list[str]]:
    """The texts of a file as they are written, by name; those with plural forms have two."""
    found: dict[str, list[str]] = {}
    for key, entry in table.items():
        if isinstance(entry, str):
            found[prefix + key] = [entry]
        elif set(entry) == {"one", "other"}:
            found[prefix + key] = [entry["one"], entry["other"]]
        else:
            found |= written(entry, f"{prefix}{key}.")
    return found


FOLDER = Path(str(poucet.__file__)).parent / "texts"
WRITTEN = {language: written(tomllib.loads((FOLDER / f"{language}.toml").read_text("utf-8"))) for language in LANGUAGES}


def kind_of(token: str) -> str:
    """The kind of a card that lies; nothing of a start card."""
    if token[0] in "RGY":
        return ""
    if token[0].isdigit():
        return "pebbles"
    if token[0] in TOKENS:
        return TOKENS[token[0]]
    return token[0] + ("t" if len(token) == len("rnes") else "i" if token[1:] in ("ns", "ew") else "l")


def late(cards: str, *hands: str, stock: str) -> Position:
    """A position in which the stock is as said, and all the rest on the discard."""
    used = Counter(kind_of(token) for pile in cards.split(", ") for token in pile.split()[1:])
    used.update(card for held in (*hands, stock) for card in held.split())
    return at(cards, *hands, more=f"stock {stock}; discard {' '.join((DECK - used).elements())}")


STARTED = "a4 R0, i4 G1"
CORNERED = "a1 R0, a2 O, b1 O"  # no end of this start leads on
CROSSED = "a4 R0, b4 rew, c1 G1, c2 gns, c3 gns, c4 gns"
ALMOST = "a5 R0, b5 rew, c5 rew, i4 G1"

LINES: list[tuple[Position, str, str, str]] = [
    (
        parsed("poucet step=choose\n"),
        "take g",
        "Ann takes a green start card.",
        "Ann prend une carte de départ verte.",
    ),
    (
        parsed("poucet step=start\nchose 0 r\nchose 1 y\n"),
        "start a4",
        "Ann puts the red start card at a4.",
        "Ann met sa carte de départ rouge en a4.",
    ),
    (
        at("a1 R0, a2 G1", said="players=3 step=start turn=2", more="chose 2 y"),
        "start b1",
        "Ann puts the yellow start card at b1. Player 1 is blocked and may give up, or start again if a start card is left.",
        "Ann met sa carte de départ jaune en b1. Le joueur 1 est bloqué~: il peut abandonner, ou repartir s’il reste une carte "
        "de départ.",
    ),
    (at(STARTED, MANY), "b4:rew", "Ann lays a red straight at b4.", "Ann pose une droite rouge en b4."),
    (
        at(f"{STARTED}, c4 rew, d4 rns", MANY),
        "b4:rew",
        "Ann lays a red straight at b4. 1 more card joins their path.",
        "Ann pose une droite rouge en b4. 1 carte de plus rejoint son chemin.",
    ),
    (
        at(STARTED, GREEN),
        "h4:gew",
        "Ann lays a green straight at h4. The path of player 2 goes on.",
        "Ann pose une droite verte en h4. Le chemin du joueur 2 avance.",
    ),
    (
        at(ALMOST, MANY),
        "d5:rew",
        "Ann lays a red straight at d5. Their path reaches the Blue Flower!",
        "Ann pose une droite rouge en d5. Son chemin atteint la Fleur Bleue~!",
    ),
    (
        at(ALMOST, GREEN, "ri ri", said="turn=1"),
        "d5:rew",
        "Ann lays a red straight at d5. The path of player 1 reaches the Blue Flower!",
        "Ann pose une droite rouge en d5. Le chemin du joueur 1 atteint la Fleur Bleue~!",
    ),
    (
        at(f"{STARTED}, b4 rew, c4 gns", MANY),
        "c4:rew",
        "Ann lays a red straight at c4, over a green straight.",
        "Ann pose une droite rouge en c4, par-dessus une droite verte.",
    ),
    (
        at(f"{STARTED}, b4 rew, c4 F 1n", MANY),
        "c4:rew",
        "Ann lays a red straight at c4, over white pebbles.",
        "Ann pose une droite rouge en c4, par-dessus des cailloux blancs.",
    ),
    (
        at(CROSSED, MANY),
        "c4:rew",
        "Ann lays a red straight at c4, over a green straight. The path of player 2 is cut.",
        "Ann pose une droite rouge en c4, par-dessus une droite verte. Le chemin du joueur 2 est coupé.",
    ),
    (
        at("a4 R0, b4 rew, c4 rew, c1 G1, c2 gns, c3 gns", GREEN),
        "c4:gns",
        "Ann lays a green straight at c4, over a red straight. The path of player 2 goes on. Their own path is cut.",
        "Ann pose une droite verte en c4, par-dessus une droite rouge. Le chemin du joueur 2 avance. Son propre chemin est "
        "coupé.",
    ),
    (at(STARTED, MANY), "h4:wolf", "Ann puts a wolf in the way at h4.", "Ann met un loup en travers du chemin, en h4."),
    (
        at("a4 R0, i1 G1, i2 O", MANY),
        "h1:ogre",
        "Ann puts an ogre in the way at h1. Player 2 is blocked and may give up, or start again if a start card is left.",
        "Ann met un ogre en travers du chemin, en h1. Le joueur 2 est bloqué~: il peut abandonner, ou repartir s’il reste une "
        "carte de départ.",
    ),
    (
        at(f"{STARTED}, b4 V", MANY),
        "b4:boots",
        "Ann lays seven-league boots at b4 to get past the obstacle.",
        "Ann pose des bottes de sept lieues en b4 pour passer l’obstacle.",
    ),
    (
        at(f"{STARTED}, b4 W", MANY),
        "b4:river",
        "Ann lays a river at b4 to get past the obstacle.",
        "Ann pose une rivière en b4 pour passer l’obstacle.",
    ),
    (
        at(f"{STARTED}, b4 F, c4 rew, d4 rew", MANY),
        "b4:boots",
        "Ann lays seven-league boots at b4 to get past the obstacle. 2 more cards join their path.",
        "Ann pose des bottes de sept lieues en b4 pour passer l’obstacle. 2 cartes de plus rejoignent son chemin.",
    ),
    (
        at(f"{STARTED}, g4 gew", GREEN),
        "h4:gew",
        "Ann lays a green straight at h4. The path of player 2 goes on. 1 more card joins the path of player 2.",
        "Ann pose une droite verte en h4. Le chemin du joueur 2 avance. 1 carte de plus rejoint le chemin du joueur 2.",
    ),
    (
        at(STARTED, "boots pebbles"),
        "discard pebbles",
        "Ann can play nothing and discards white pebbles.",
        "Ann ne peut rien jouer et défausse des cailloux blancs.",
    ),
    (
        late(STARTED, "boots pebbles", GREEN, stock="ri"),
        "discard boots",
        "Ann can play nothing and discards seven-league boots. That was the last card of the stock.",
        "Ann ne peut rien jouer et défausse des bottes de sept lieues. C’était la dernière carte de la pioche.",
    ),
    (
        late(STARTED, "ri", "", stock=""),
        "b4:rew",
        "Ann lays a red straight at b4. No cards are left: nobody wins.",
        "Ann pose une droite rouge en b4. Il n’y a plus de cartes~: personne ne gagne.",
    ),
    (
        at(f"{CORNERED}, i4 G1", MANY),
        "restart y a9",
        "Ann starts again with a yellow start card at a9.",
        "Ann repart avec une carte de départ jaune en a9.",
    ),
    (
        at(f"{CORNERED}, i1 G1, i2 O, h1 O", MANY.replace("ogre", "wolf")),
        "restart r a9",
        "Ann starts again with a red start card at a9. Player 2 is blocked and may give up, or start again if a start card is "
        "left.",
        "Ann repart avec une carte de départ rouge en a9. Le joueur 2 est bloqué~: il peut abandonner, ou repartir s’il reste "
        "une carte de départ.",
    ),
    (
        at(f"{CORNERED}, i4 G1, e1 Y2", MANY, said="players=3"),
        "give up",
        "Ann is blocked and gives up.",
        "Ann abandonne~: son chemin est bloqué.",
    ),
    (
        at(f"{CORNERED}, i4 G1", MANY),
        "give up",
        "Ann is blocked and gives up. All the others have given up: player 2 wins.",
        "Ann abandonne~: son chemin est bloqué. Tous les autres ont abandonné~: le joueur 2 gagne.",
    ),
]


@pytest.mark.parametrize("number", range(len(LINES)))
def test_log_lines(number: int) -> None:
    """POU.S2 POU.T0 POU.T2 POU.T3 POU.T5 POU.T6 POU.X1 POU.B2 POU.E1 POU.E2: a move is told with all that follows from it."""
    pos, move, english, french = LINES[number]
    before = pos.to_bytes()
    assert pos.log(move, who="Ann") == english
    assert pos.log(move, "fr", who="Ann") == french.replace("~", NO_BREAK)
    assert pos.to_bytes() == before


def names(told: Any) -> list[str]:
    """The names of a text and of all texts within it, in order."""
    if isinstance(told, dict) and "key" in told:
        return [told["key"], *(name for value in told["values"].values() for name in names(value))]
    return []


def test_every_sentence_of_the_log_is_used() -> None:
    """No text under [log] that no move is told with."""
    told = {name for pos, move, _, _ in LINES for name in names(pos.said(move))}
    assert {name for name in told if name.startswith("log.")} == set(GAME.texts["en"].names("log."))


@pytest.mark.parametrize("players", [2, 3, 6])
def test_every_move_of_a_game_can_be_told(players: int) -> None:
    """POU.T0: no move of a whole game is without a sentence, in either language."""
    pos = GAME.new(players=players, seed=players)
    rng = Random(players)
    while not pos.over:
        for move in rng.sample(pos.moves(), min(3, len(pos.moves()))):
            for language in LANGUAGES:
                sentence = pos.log(move, language, who="Ann")
                assert re.fullmatch(r"Ann .*[.!]", sentence)
                assert "{" not in sentence
        pos.play(rng.choice(pos.moves()))


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
    assert english[1] != french[1]
    assert english[1].endswith(".")
    assert french[1].endswith(".")


@pytest.mark.parametrize(
    ("rule", "numbers"),
    [
        ("POU.M1", ["13 × 13", "11 × 11", "9", "11", "13", "1", "1"]),
        ("POU.M2", ["6", "2", "2", "2"]),
        ("POU.M3", ["15", "8", "10"]),
        ("POU.M4", ["4", "4", "10", "6", "7", "5", "135"]),
        ("POU.S1", ["135"]),
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_of_the_rulebook(rule: str, numbers: list[str], language: str) -> None:
    """POU.M1, POU.M2, POU.M3, POU.M4, POU.S1: the same in both languages, and those of the rules."""
    said = GAME.texts[language].say(f"rule.{rule}.text")
    assert sorted(re.findall(r"\d+ × \d+|\d+", said)) == sorted(numbers)


@pytest.mark.parametrize("rule", ["M2", "T1", "T3", "T6", "X3", "B1", "E1", "E2"])
def test_what_the_sheet_leaves_open_is_told_as_ours(rule: str) -> None:
    """POU.M2 POU.T1 POU.T3 POU.T6 POU.X3 POU.B1 POU.E1 POU.E2: the rulebook says where the sheet is silent and we decided."""
    assert "The old rule sheet" in GAME.texts["en"].say(f"rule.POU.{rule}.text").replace("the old", "The old")
    assert "L’ancienne règle" in GAME.texts["fr"].say(f"rule.POU.{rule}.text").replace("l’ancienne", "L’ancienne")


def test_the_size_of_the_board_is_told_as_ours() -> None:
    """POU.M1: the rulebook says that we don't know how large the board was."""
    assert "We don't know how many cells" in GAME.texts["en"].say("rule.POU.M1.text")
    assert "Nous ne savons pas combien de cases" in GAME.texts["fr"].say("rule.POU.M1.text")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_has_a_name(language: str) -> None:
    """Each option, and each of its values, can be shown to a player; there is no text for an option that there isn't."""
    wanted = {f"option.{option.name}.{value}" for option in INFO.options for value in ("name", *option.values)}
    assert set(GAME.texts[language].names("option.")) == wanted
    assert all(GAME.texts[language].say(name) for name in wanted)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_is_a_sentence(language: str) -> None:
    """Each refusal is a sentence or two without gaps; there is no text for a refusal that there isn't."""
    for code, (name, rule) in enumerate(REFUSALS, 1):
        refusal = GAME.refusal(code, language)
        assert (refusal.name, refusal.rule) == (name, rule)
        assert re.fullmatch(r"[A-ZÀÉ].*\.", refusal.text)
        assert "{" not in refusal.text
    assert {name.removeprefix("refusal.") for name in GAME.texts[language].names("refusal.")} == {name for name, _ in REFUSALS}


@pytest.mark.parametrize("language", LANGUAGES)
def test_refusals_stand_under_the_rules_they_cite(language: str) -> None:
    """The comments of the file, for who reads it, say the same rules as the game."""
    lines = (FOLDER / f"{language}.toml").read_text("utf-8").partition("[refusal]\n")[2].partition("\n[")[0].splitlines()
    rule, said = "", []
    for line in filter(None, lines):
        if line.startswith("# "):
            rule = line.removeprefix("# ")
        else:
            said.append((line.split(" ")[0], rule))
    assert said == list(REFUSALS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_card_has_its_names(language: str) -> None:
    """POU.M3, POU.M4: all fifteen kinds, bare and with an article, no two alike."""
    for section in ("card", "a_card"):
        said = {name: GAME.texts[language].say(name) for name in GAME.texts[language].names(f"{section}.")}
        assert [name.removeprefix(f"{section}.") for name in said] == list(DECK)
        assert len(set(said.values())) == len(DECK)


@pytest.mark.parametrize(
    ("language", "typed"),
    [
        ("en", ("take r", "start a5", "discard rl", "discard wolf", "restart r a5", "give up")),
        ("fr", ("prends r", "départ a5", "défausse rl", "défausse wolf", "recommence r a5", "abandonne")),
    ],
)
def test_how_to_move_explains_every_kind_of_move(language: str, typed: tuple[str, ...]) -> None:
    """POU.S2 POU.T0 POU.T6 POU.B2: what can be typed is told with examples, and all of them can be read."""
    said = GAME.texts[language].say("table.how_to_move")
    cards = re.findall(r"\b[a-m]\d+:[a-z-]+", said)
    assert {"wolf", "ogre", "forest", "river", "boots", "pebbles-e"} <= {card.split(":")[1] for card in cards}
    assert all(example in said for example in typed)
    for example in (*typed, *cards):
        assert at(STARTED).read_move(example) >= 0


@pytest.mark.parametrize("name", WRITTEN["en"])
def test_both_languages_fill_in_the_same(name: str) -> None:
    """No value is said in one language alone, nor in one of two forms alone."""
    forms = [form for language in LANGUAGES for form in WRITTEN[language][name]]
    assert len({frozenset(GAP.findall(form)) for form in forms}) == 1, forms
    assert len(WRITTEN["en"][name]) == len(WRITTEN["fr"][name])


def test_no_name_is_missing() -> None:
    """Both files have the same names, in the same order."""
    assert list(WRITTEN["en"]) == list(WRITTEN["fr"])


@pytest.mark.parametrize("name", WRITTEN["fr"])
def test_french_is_set_as_french_is(name: str) -> None:
    """A no-break space before what is set apart with one, none elsewhere, and no straight apostrophes."""
    for form in WRITTEN["fr"][name]:
        prose = re.sub(r"\b[a-m]\d+:[a-z-]+", "", form)  # a move, as it is typed
        assert not re.search(rf"[^{NO_BREAK}][;:!?»]|«[^{NO_BREAK}]|['\"]", prose), form
        assert not re.search(rf"(?<!«){NO_BREAK}[^;:!?»%]", prose), form
