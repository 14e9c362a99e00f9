"""A move in words: why it is good, and where to look. Nobody else's secret is looked at."""

from __future__ import annotations

from typing import Any

from escale.games.colorpop.notation import LETTERS, SLIDES, cell_names, letters_of, slides
from escale.games.colorpop.onlooker import bets
from escale.games.colorpop.rules import a_group_is_left, colours_of_side, members
from escale.games.colorpop.standing import Cell, Standing, after, cell_of, letter_of, parts_of, standing, threats
from escale.games.colorpop.state import CELL_BITS, COLOURS, JOKER, SOLITAIRE

Text = tuple[str, dict[str, Any]]  # the name of a text, and its values

LOW, HIGH = 1 / 3, 2 / 3  # of the tallest slide
NO_TALL_SLIDE = 3  # rows; with fewer, everything is low
TELLING = 1.5  # times as likely as by chance, or as unlikely: then somebody attentive begins to think so


def idea(state: Any, move: int, seat: int) -> Text:
    """Why a move is good for a seat: what it does for its side's colours, else to the others."""
    later = after(state, move)
    colours = letters_of(int(colours_of_side(state, seat)))
    then, now = standing(later, colours), standing(state, colours)
    own = {"own": ("hint.own", {"n": len(colours)})}
    if then.left == 0:
        return "hint.win", own
    if not a_group_is_left(later):
        return _at_the_end(later, colours, then.left, own)
    if letter_of(state, move) in colours:
        return _of_own(state, move, now.lonely - then.lonely, own)
    told = _of_own_that_stay(now, then, own) or _of_others(state, later, move, colours)
    if told is None and (fewer := threats(state, colours) - threats(later, colours)) > 0:
        return "hint.keeps", {"n": fewer, **own}
    return told or ("hint.quiet", own)


def place(state: Any, move: int) -> Text:
    """Where to look: about three slides, and how high."""
    board = slides(state)
    cells = _taken(state, move)
    columns = [slide for slide, _ in cells]
    middle = (min(columns) + max(columns)) // 2
    first, last = max(0, middle - 1), min(sum(map(bool, board)) - 1, middle + 1)
    height: Text = (_height(board, [row for _, row in cells]), {})
    if first == last:
        return "hint.place.slide", {"slide": SLIDES[first], "height": height}
    return "hint.place.slides", {"first": SLIDES[first], "last": SLIDES[last], "height": height}


def asides(state: Any, seat: int) -> list[Text]:
    """How far the secret of the seat's side can be guessed now; nothing when there is nobody to guess."""
    if state["mode"] == SOLITAIRE:
        return []
    shares = bets(state, seat)
    secret = letters_of(int(colours_of_side(state, seat)))
    favourite = max(shares, key=lambda letters: (shares[letters], letters))
    by_chance = 1 / len(shares)
    chances = round(10 * shares[secret])
    if shares[favourite] < TELLING * by_chance and shares[secret] > by_chance / TELLING:
        return [("hint.onlooker.blind", {"n": chances})]
    if favourite == secret:
        return [("hint.onlooker.guessed", {"colours": _named(favourite), "n": chances})]
    if shares[secret] >= by_chance:
        return [("hint.onlooker.near", {"colours": _named(favourite), "n": chances})]
    if chances == 0:
        return [("hint.onlooker.unthought", {"colours": _named(favourite)})]
    return [("hint.onlooker.hidden", {"colours": _named(favourite), "n": chances})]


def _at_the_end(later: Any, colours: str, left: int, own: dict[str, Any]) -> Text:
    """The last removal: whether anybody may have fewer left is known, as all can count what is on the board (POP.E2)."""
    if later["mode"] == SOLITAIRE:
        return "hint.alone.ends", {"n": left, **own}
    others = sorted(int(later["left"][place]) for place in range(COLOURS) if LETTERS[place] not in colours)
    if left < sum(others[: len(colours)]):
        return "hint.ends_first", {}
    return "hint.ends", {"n": left, **own}


def _of_own(state: Any, move: int, company: int, own: dict[str, Any]) -> Text:
    """Tokens of one's own leave the board; `company`: how many of those that stay find others of their colour."""
    board = slides(state)
    parts = parts_of((slide, row) for slide, row in _taken(state, move) if board[slide][row] != LETTERS[JOKER])
    if parts.count(1):  # a token alone can only leave with a joker (POP.T2)
        return "hint.joker_saves", {"n": parts.count(1), **own}
    if len(parts) > 1:
        return "hint.joker_links", own
    if company > 0:
        return "hint.company", {"n": company, **own}
    return "hint.alone.group" if state["mode"] == SOLITAIRE else "hint.group", own


def _of_own_that_stay(now: Standing, then: Standing, own: dict[str, Any]) -> Text | None:
    """What becomes of one's own tokens, none of which leaves the board; None if they stand no better and no worse."""
    if then.lonely < now.lonely:
        return "hint.company", {"n": now.lonely - then.lonely, **own}
    if then.lonely > now.lonely:
        return "hint.price", {"n": then.lonely - now.lonely, **own}
    if then.parts < now.parts:
        return "hint.gathers", own
    return ("hint.splits", own) if then.parts > now.parts else None


def _of_others(state: Any, later: Any, move: int, colours: str) -> Text | None:
    """What becomes of jokers and of the others' tokens, whoever holds them; None if nothing does."""
    alone = state["mode"] == SOLITAIRE
    if jokers := (move >> CELL_BITS).bit_count():
        return ("hint.alone.joker", {}) if alone else ("hint.joker_away", {"n": jokers})
    others = "".join(letter for letter in LETTERS[:COLOURS] if letter not in colours)
    parted = standing(later, others).lonely - standing(state, others).lonely
    return ("hint.parts", {"n": parted}) if parted > 0 and not alone else None


def _height(board: list[str], rows: list[int]) -> str:
    tallest = max(map(len, board))
    share = (sum(rows) / len(rows) + 0.5) / tallest
    if tallest < NO_TALL_SLIDE or share < LOW:
        return "hint.place.low"
    return "hint.place.high" if share > HIGH else "hint.place.middle"


def _named(letters: str) -> Text:
    """The names of one or two colours."""
    names: list[Text] = [(f"hint.the.{letter}", {}) for letter in letters]
    return ("hint.and", {"first": names[0], "second": names[1]}) if len(names) == 2 else names[0]


def _taken(state: Any, move: int) -> list[Cell]:
    return [cell_of(name) for name in cell_names(*members(state["plane"], move))]
