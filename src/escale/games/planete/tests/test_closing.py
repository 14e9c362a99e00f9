"""How the end of a game is told: who wins and why, who loses points by volcanoes, and what counted, seat by seat."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

import pytest

from escale import Position
from escale.games.planete.tests import model_scoring
from escale.games.planete.tests.model_notation import read
from escale.games.planete.tests.scored import SCORED
from escale.games.planete.tests.situations import ALSO_SIX, FIVE, SITUATIONS, SIX, TEN
from escale.games.planete.tests.tables import GAME, LANGUAGES, after, new, over, parsed
from escale.games.planete.tests.wording import CHARACTERS, NO_BREAK
from escale.rules.position import plain
from escale.terminal.language import said

# Planets without characters and without volcanoes; the second and third share tiles.
NONE = "W E cG cW / sE sF lcc lWW / sE sF lcc lWW"
ROSES = "lllF rll llc llS / lllS srll sllF cW / lllS srll sllF cW"
OTHER_ROSES = "lllF rll llc llS / lllS srll sllF lWW / lllS srll sllF lWW"
#: Six volcanoes, 2 + 2 + 2, of tiles that neither SIX nor ALSO_SIX has.
ANOTHER_SIX = "vll vlFW rll llc / vlWG vslEW lllS srll / vlWG vslEW lllS srll"
ITEMS = ["total", "character_1", "character_2", "character_3", "character_4", "points", "visible", "penalty"]
TOTAL, POINTS, VOLCANOES, PENALTY = (ITEMS.index(item) for item in ("total", "points", "visible", "penalty"))
OF_CHARACTERS = slice(ITEMS.index("character_1"), ITEMS.index("character_4") + 1)


class End(NamedTuple):
    """A game that is over, and how that is told; `~` is a blank that doesn't break."""

    planets: list[str]
    reason: str
    how: str
    totals: list[int]
    volcanoes: list[int]
    ranks: list[int]
    english: str
    french: str


#: Every reason with every way to lose points. Without any volcano none of them can decide.
ENDS = {
    # Foxes, elephants and sheep: 3 x 3. The others get nothing: no snake, no baobab, no brown or beige sheep, three roses.
    "one wins, no volcano": End(
        [f"{NONE} / vain vain brown hunter", f"{ROSES} / king gardener gardener beige"],
        *("score", "none", [9, 0], [0, 0], [1, 2]),
        "Nobody has a volcano: nobody loses points. Player 1 wins with 9 points.",
        "Personne n’a de volcan~: personne ne perd de points. Le joueur 1 gagne avec 9 points.",
    ),
    # Four species less six volcanoes; stars vll* vll* and 1 + 1 + 2 + 1 of characters.
    "one wins, one loses points": End(
        [f"{SIX} / king gardener drunkard hunter", f"{FIVE} / vain vain brown turk"],
        *("score", "most", [12 - 6, 2 + 5], [6, 5], [2, 1]),
        "Player 1 has the most volcanoes and loses 6 points. Player 2 wins with 7 points.",
        "Le joueur 1 a le plus de volcans et perd 6 points. Le joueur 2 gagne avec 7 points.",
    ),
    # Nothing less six, twice; sunsets 2 + 2, twice 4 x 2, and two stars of characters. Two are equal behind the winner.
    "one wins, two lose points": End(
        [
            f"{SIX} / king gardener drunkard lamplighter",
            f"{ALSO_SIX} / vain vain gardener brown",
            f"{OTHER_ROSES} / astronomer astronomer turk beige",
        ],
        *("score", "tied", [-6, -6, 8 + 8 + 2], [6, 6, 0], [2, 2, 1]),
        "Players 1 and 2 have the most volcanoes and lose 6 points each. Player 3 wins with 18 points.",
        "Les joueurs 1 et 2 ont le plus de volcans et perdent 6 points chacun. Le joueur 3 gagne avec 18 points.",
    ),
    # Four species less six volcanoes; foxes and sheep.
    "fewer volcanoes, one loses points": End(
        [f"{SIX} / king gardener drunkard hunter", f"{FIVE} / hunter vain vain brown"],
        *("volcanoes", "most", [12 - 6, 6], [6, 5], [2, 1]),
        "Player 1 has the most volcanoes and loses 6 points. Several players have 6 points, the highest score; player 2 has "
        "the fewest volcanoes of them and wins.",
        "Le joueur 1 a le plus de volcans et perd 6 points. Plusieurs joueurs ont 6 points, le meilleur score~; le joueur 2 a "
        "le moins de volcans d’entre eux et gagne.",
    ),
    # Four species; sunsets vslFG vslFG, twice 2 x 2; stars of characters 1 + 2 + 1 + 2, three roses, no other sheep.
    "fewer volcanoes, two lose points": End(
        [
            f"{SIX} / gardener gardener drunkard hunter",
            f"{ALSO_SIX} / vain vain astronomer astronomer",
            f"{OTHER_ROSES} / turk brown beige king",
        ],
        *("volcanoes", "tied", [12 - 6, 4 + 4 - 6, 6], [6, 6, 0], [2, 3, 1]),
        "Players 1 and 2 have the most volcanoes and lose 6 points each. Several players have 6 points, the highest score; "
        "player 3 has the fewest volcanoes of them and wins.",
        "Les joueurs 1 et 2 ont le plus de volcans et perdent 6 points chacun. Plusieurs joueurs ont 6 points, le meilleur "
        "score~; le joueur 3 a le moins de volcans d’entre eux et gagne.",
    ),
    # Nobody is pleased.
    "shared, no volcano": End(
        [f"{NONE} / vain vain brown drunkard", f"{ROSES} / king gardener gardener beige"],
        *("shared", "none", [0, 0], [0, 0], [1, 1]),
        "Nobody has a volcano: nobody loses points. Players 1 and 2 share the victory, with 0 points each and the same number "
        "of volcanoes.",
        "Personne n’a de volcan~: personne ne perd de points. Les joueurs 1 et 2 se partagent la victoire, avec 0 point chacun "
        "et le même nombre de volcans.",
    ),
    # Stars of characters 2 + 1 + 1 + 1, twice, and beige 2 x 3, less ten; six tiles without volcano, twice.
    "shared, one loses points": End(
        [
            f"{TEN} / brown turk turk beige",
            f"{SIX} / king gardener drunkard geographer",
            f"{ALSO_SIX} / vain vain gardener geographer",
        ],
        *("shared", "most", [5 + 5 + 6 - 10, 6, 6], [10, 6, 6], [3, 1, 1]),
        "Player 1 has the most volcanoes and loses 10 points. Players 2 and 3 share the victory, with 6 points each and the "
        "same number of volcanoes.",
        "Le joueur 1 a le plus de volcans et perd 10 points. Les joueurs 2 et 3 se partagent la victoire, avec 6 points chacun "
        "et le même nombre de volcans.",
    ),
    # Nobody is pleased.
    "shared, both lose points": End(
        [f"{SIX} / king gardener drunkard lamplighter", f"{ALSO_SIX} / vain vain gardener brown"],
        *("shared", "tied", [-6, -6], [6, 6], [1, 1]),
        "Players 1 and 2 have the most volcanoes and lose 6 points each. Players 1 and 2 share the victory, with -6 points "
        "each and the same number of volcanoes.",
        "Les joueurs 1 et 2 ont le plus de volcans et perdent 6 points chacun. Les joueurs 1 et 2 se partagent la victoire, "
        "avec -6 points chacun et le même nombre de volcans.",
    ),
    # Six tiles without volcano; foxes and sheep; beige vlWG vlWG: 2 x 3. All less six.
    "three share and lose points": End(
        [
            f"{SIX} / geographer king lamplighter lamplighter",
            f"{ALSO_SIX} / vain vain hunter drunkard",
            f"{ANOTHER_SIX} / beige brown gardener gardener",
        ],
        *("shared", "tied", [0, 0, 0], [6, 6, 6], [1, 1, 1]),
        "Players 1, 2 and 3 have the most volcanoes and lose 6 points each. Players 1, 2 and 3 share the victory, with 0 "
        "points each and the same number of volcanoes.",
        "Les joueurs 1, 2 et 3 ont le plus de volcans et perdent 6 points chacun. Les joueurs 1, 2 et 3 se partagent la "
        "victoire, avec 0 point chacun et le même nombre de volcans.",
    ),
}
BEGINNINGS = {
    "en": "The game is over: all the planets are complete. ",
    "fr": "La partie est finie~: toutes les planètes sont complètes. ".replace("~", NO_BREAK),
}


def closing(pos: Position) -> dict[str, Any]:
    """How a game ended, as everybody sees it."""
    told: dict[str, Any] = pos.view(None)["closing"]
    assert [pos.view(seat)["closing"] for seat in range(pos.players)] == [told] * pos.players
    return told


def row(names: str, points: list[int], volcanoes: int, penalty: int) -> list[Any]:
    """What is told of a planet with these characters."""
    given = [
        plain(("closing.scored", {"character": (f"character.{name}", {}), "n": n}))
        for name, n in zip(names.split(), points, strict=True)
    ]
    return [sum(points) - penalty, *given, sum(points), volcanoes, penalty]


def modelled(pos: Position) -> list[list[Any]]:
    """All rows as the slow model counts them."""
    planets = read(pos.text()).planets
    rows = []
    for planet, penalty in zip(planets, model_scoring.penalties(planets), strict=True):
        names = [name for _, name in model_scoring.characters(planet)]
        points = [model_scoring.character_points(planet, name) for name in names]
        rows.append(row(" ".join(names), points, model_scoring.volcanoes(planet), penalty))
    return rows


# The reason


def test_all_ends_are_there() -> None:
    """PLAN.E1, PLAN.E2: each reason with each way to lose points, but for the one that can't be."""
    every = {(reason, how) for reason in ("score", "volcanoes", "shared") for how in ("none", "most", "tied")}
    assert every - {(end.reason, end.how) for end in ENDS.values()} == {("volcanoes", "none")}


@pytest.mark.parametrize("name", ENDS)
def test_why_it_ended(name: str) -> None:
    """PLAN.E1, PLAN.E2: by score, by fewer volcanoes or shared; nobody, one or several lose points."""
    end = ENDS[name]
    pos = over(*end.planets)
    told = closing(pos)
    assert (told["reason"]["key"], told["rule"]) == (f"closing.{end.reason}", "PLAN.E2")
    values = told["reason"]["values"]
    assert (values["how"]["key"], values["n"]) == (f"closing.how.{end.how}", max(end.totals))
    assert values.keys() == {"how", "n", "seats" if end.reason == "shared" else "seat"}
    if end.reason != "shared":
        assert values["seat"] == end.ranks.index(1) + 1
    if end.how != "none":
        assert values["how"]["values"]["n"] == max(end.volcanoes)


@pytest.mark.parametrize("name", ENDS)
def test_the_reason_in_words(name: str) -> None:
    """PLAN.E1, PLAN.E2: in both languages, with the players' numbers from 1."""
    reason = closing(over(*ENDS[name].planets))["reason"]
    assert said(reason, GAME.texts["en"]) == BEGINNINGS["en"] + ENDS[name].english
    assert said(reason, GAME.texts["fr"]) == BEGINNINGS["fr"] + ENDS[name].french.replace("~", NO_BREAK)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Player 1 has the most volcanoes and loses 1 point. Player 1 wins with 1 point."),
        ("fr", "Le joueur 1 a le plus de volcans et perd 1 point. Le joueur 1 gagne avec 1 point."),
    ],
)
def test_a_single_point(language: str, sentence: str) -> None:
    """PLAN.E1, PLAN.E2: one volcano, and one point in the end."""
    # Lampposts of vll, less one volcano; neither snake nor rose. Of the other planet nobody is pleased.
    own = "vll W E cW / sE sF cW b*B / sE sF cW b*B / lamplighter vain vain king"
    pos = over(own, f"{OTHER_ROSES} / gardener gardener drunkard beige")
    assert pos.points == (1.0, 0.0)
    assert said(closing(pos)["reason"], GAME.texts[language]) == BEGINNINGS[language] + sentence


# What counted


@pytest.mark.parametrize("name", ENDS)
def test_ranks_and_scores(name: str) -> None:
    """PLAN.E1, PLAN.E2: points less what volcanoes cost, negative or not; who is equal in all has the same rank."""
    end = ENDS[name]
    pos = over(*end.planets)
    told = closing(pos)
    assert told["ranks"] == end.ranks
    assert pos.winners == tuple(seat for seat, rank in enumerate(end.ranks) if rank == 1)
    most = max(end.volcanoes)
    lost = [most if count == most else 0 for count in end.volcanoes]
    wanted = zip(end.totals, end.volcanoes, lost, strict=True)
    found = [[each[item] for item in (TOTAL, POINTS, VOLCANOES, PENALTY)] for each in told["rows"]]
    assert found == [[total, total + cost, count, cost] for total, count, cost in wanted]


@pytest.mark.parametrize("name", SCORED)
def test_what_each_character_gave(name: str) -> None:
    """PLAN.C1 PLAN.C2 PLAN.C3 PLAN.C4 PLAN.C5 PLAN.C6 PLAN.C7 PLAN.C8 PLAN.C9 PLAN.C10 PLAN.C11 PLAN.E1: by name and points.

    The planet beside it has no volcano.
    """
    scored = SCORED[name]
    told = closing(over(scored.tiles))
    assert told["items"] == [f"closing.{item}" for item in ITEMS]
    names = scored.tiles.split("/")[3]
    assert told["rows"][0] == row(names, scored.points, scored.volcanoes, scored.volcanoes)
    assert [told["rows"][1][item] for item in (VOLCANOES, PENALTY)] == [0, 0]


def test_characters_are_told_by_cell() -> None:
    """PLAN.R4: from the top left corner to the bottom right, whenever they were put there; each seat its own."""
    first, second = "king gardener drunkard hunter", "vain vain brown turk"
    for planets in ([f"{SIX} / {first}", f"{FIVE} / {second}"], [f"{FIVE} / {second}", f"{SIX} / {first}"]):
        rows = closing(over(*planets))["rows"]
        told = [[cell["values"]["character"]["key"] for cell in each[OF_CHARACTERS]] for each in rows]
        assert told == [[f"character.{name}" for name in planet.split("/")[3].split()] for planet in planets]


def test_volcanoes_that_cost_nothing() -> None:
    """PLAN.E1: who has volcanoes, but not most, is told to lose none."""
    rows = closing(over(*ENDS["one wins, one loses points"].planets))["rows"]
    assert [[each[item] for item in (VOLCANOES, PENALTY, TOTAL)] for each in rows] == [[6, 6, 6], [5, 0, 7]]


@pytest.mark.parametrize("name", [name for name in SITUATIONS if name.startswith("over")])
def test_both_planets_as_the_slow_model_counts(name: str) -> None:
    """PLAN.E1, PLAN.E2: every row and rank of many ends."""
    pos = parsed(SITUATIONS[name])
    told = closing(pos)
    assert told["rows"] == modelled(pos)
    assert told["ranks"] == model_scoring.ranks(read(pos.text()))


# In words


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_has_words(language: str) -> None:
    """PLAN.E2: what is counted has a name of its own, and each character is told with its name and points."""
    texts, colon = GAME.texts[language], f"{NO_BREAK if language == 'fr' else ''}: "
    assert len({texts.say(f"closing.{item}") for item in ITEMS}) == len(ITEMS)
    named = set()
    for scored in SCORED.values():
        names = scored.tiles.split("/")[3].split()
        cells = closing(over(scored.tiles))["rows"][0][OF_CHARACTERS]
        wanted = [f"{texts.say(f'character.{name}')}{colon}{n}" for name, n in zip(names, scored.points, strict=True)]
        assert [said(cell, texts) for cell in cells] == wanted
        named |= set(names)
    assert named == set(CHARACTERS)


@pytest.mark.parametrize(("players", "plain_way"), [(2, False), (2, True), (3, False), (4, False), (5, False)])
def test_ends_of_random_games(players: int, plain_way: bool) -> None:
    """PLAN.E0, PLAN.E1, PLAN.E2: nothing is told while the game lasts; then what the slow model counts, and no gap is left."""
    pos, rng = new(players, players, plain_way), Random(players)
    while not pos.over:
        assert pos.view(rng.randrange(players))["closing"] is None
        pos.play(rng.choice(pos.names()))
    told = closing(pos)
    assert told["rows"] == modelled(pos)
    assert [each[TOTAL] for each in told["rows"]] == list(pos.points)
    for language in LANGUAGES:
        texts = GAME.texts[language]
        sentences = [said(cell, texts) for each in told["rows"] for cell in each[OF_CHARACTERS]]
        sentences.append(said(told["reason"], texts))
        assert not any(set("{}()'") & set(sentence) for sentence in sentences)


def test_the_last_tile_brings_it() -> None:
    """PLAN.E0: no closing for anybody before it, though everything is to be seen; then at once."""
    pos = parsed(SITUATIONS["the last round"])
    for move in ("take lamplighter", "name 1"):
        pos = after(pos, move)
        assert all(pos.view(seat)["closing"] is None for seat in (None, 0, 1))
    told = closing(after(pos, "take brown"))
    assert (told["reason"]["key"], told["ranks"]) == ("closing.shared", [1, 1])


@pytest.mark.parametrize(("old", "wrong"), [("vain vain", "turk vain"), ("vS vS", "vS W"), ("cW sF", "v** sF"), ("lcc", "cW")])
def test_rows_that_differ_are_found(old: str, wrong: str) -> None:
    """PLAN.E1: another character, a snake, a volcano or a lamppost more or less, is another row."""
    scored = SCORED["nine snakes"]
    told = closing(over(scored.tiles))["rows"]
    assert modelled(over(scored.tiles)) == told
    assert modelled(over(scored.tiles.replace(old, wrong, 1)))[0] != told[0]
