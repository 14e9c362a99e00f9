"""A move in words: why it is good, where to look, and what to do. Nobody else's secret is looked at."""

from __future__ import annotations

from typing import Any

from escale.games.colorpop.last_tokens import NEARER, SURE, Text
from escale.games.colorpop.notation import CELL_NAMES, LETTERS, SLIDES, cell_names, letters_of, slides
from escale.games.colorpop.onlooker import STANDS_OUT, bets
from escale.games.colorpop.reasons import Change, price_of, why
from escale.games.colorpop.rules import a_group_is_left, colours_of_side, members
from escale.games.colorpop.standing import Cell, after, cell_of, letter_of, parts_of, standing
from escale.games.colorpop.state import CELL_BITS, CELL_MASK, JOKER, SOLITAIRE, TEAMS

LOW, HIGH = 1 / 3, 2 / 3  # of the tallest slide
NO_TALL_SLIDE = 3  # rows; with fewer, everything is low
STEP = 5  # in hundredths: nobody feels less


def idea(state: Any, move: int, seat: int) -> Text:
    """Why a move is good for a seat: what it does for its side's colours, else to the others."""
    later = after(state, move)
    colours = letters_of(int(colours_of_side(state, seat)))
    own = {"own": ("hint.own", {"n": len(colours)})}
    left = standing(later, colours).left
    if left == 0:
        return "hint.win", own
    change = Change(state, later, move, seat, colours, own)
    if not a_group_is_left(later):
        return _at_the_end(change, left)
    if letter_of(state, move) in colours:
        return _of_own(state, later, move, colours, own)
    return why(change)


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


def deed(state: Any, move: int) -> Text:
    """The move itself, said to who may play it (POP.T1, POP.T2)."""
    board = slides(state)
    names = cell_names(*members(state["plane"], move))
    letters = {name: board[slide][row] for name in names for slide, row in (cell_of(name),)}
    jokers = [name for name in names if letters[name] == LETTERS[JOKER]]
    n = len(names) - len(jokers)
    if n == 0:
        return "hint.deed.jokers", {"places": _listed(jokers)}
    first = CELL_NAMES[move & CELL_MASK]
    values = {"n": n, "colour": (f"colour.{letters[first]}", {"n": n}), "place": first}
    if not jokers:
        return "hint.deed.group", values
    return "hint.deed.with", {**values, "jokers": ("hint.deed.joker", {"n": len(jokers), "places": _listed(jokers)})}


def outlook(best: float, usual: float) -> Text:
    """How many tokens may be left of one who plays alone, by the best line and without looking ahead (POP.E4)."""
    n, others = round(best), round(usual)
    if n >= others:
        return ("hint.alone.all", {}) if n == 0 else ("hint.alone.even", {"n": n})
    return ("hint.alone.clear" if n == 0 else "hint.alone.fewer", {"n": others if n == 0 else n, "usual": others})


def asides(state: Any, seat: int) -> list[Text]:
    """How far the secret of the seat's side can be guessed now; nothing when there is nobody to guess."""
    if state["mode"] == SOLITAIRE:
        return []
    shares = bets(state, seat)
    secret = letters_of(int(colours_of_side(state, seat)))
    favourite = max(shares, key=lambda letters: (shares[letters], letters))
    even = 1 / len(shares)
    chance, most = _percent(shares[secret]), _percent(shares[favourite])
    side = "team" if state["mode"] == TEAMS else "you"
    values: dict[str, Any] = {"chance": chance, "secret": (f"hint.onlooker.secret.{side}", {})}
    betting = {**values, "colours": _named(favourite), "most": most, "whom": (f"hint.onlooker.whom.{side}", {})}
    if len(shares) > 1 and shares[favourite] < STANDS_OUT * even and shares[secret] > even / STANDS_OUT:
        return [("hint.onlooker.blind", {**values, "even": round(100 * even)})]
    if favourite == secret:
        return [("hint.onlooker.guessed", betting)]
    if shares[secret] >= even:
        return [("hint.onlooker.near", betting)]
    return [("hint.onlooker.hidden" if chance else "hint.onlooker.unthought", betting)]


def _at_the_end(change: Change, left: int) -> Text:
    """The last removal: whether anybody may have fewer left is known, as all can count what is on the board (POP.E2)."""
    if change.alone:
        return "hint.alone.ends", {"n": left, **change.own}
    others = sorted(int(change.later["left"][LETTERS.index(letter)]) for letter in change.others)
    if left < sum(others[: len(change.colours)]):
        return "hint.ends_first", {}
    ends: Text = ("hint.ends", {"n": left, **change.own})
    gone = change.gone
    if gone is None or gone[0] == NEARER:  # there is nothing more to come nearer to
        return ends
    return gone if gone[0] == SURE else ("hint.but", {"good": ends, "price": gone})


def _of_own(state: Any, later: Any, move: int, colours: str, own: dict[str, Any]) -> Text:
    """Tokens of one's own leave the board, and what that costs those that stay."""
    now, then = standing(state, colours), standing(later, colours)
    good = _good_of_own(state, move, now.lonely - then.lonely, own)
    price = price_of(now, then, own)
    return ("hint.but", {"good": good, "price": price}) if price else good


def _good_of_own(state: Any, move: int, company: int, own: dict[str, Any]) -> Text:
    """`company`: how many of those that stay find others of their colour."""
    board = slides(state)
    parts = parts_of((slide, row) for slide, row in _taken(state, move) if board[slide][row] != LETTERS[JOKER])
    jokers = {"jokers": ("hint.jokers", {"n": (move >> CELL_BITS).bit_count()})}
    if parts.count(1):  # a token alone can only leave with a joker (POP.T2)
        return "hint.joker_saves", {"n": parts.count(1), **jokers, **own}
    if len(parts) > 1:
        return "hint.joker_links", {**jokers, **own}
    if company > 0:
        return "hint.company", {"n": company, **own}
    return "hint.alone.group" if state["mode"] == SOLITAIRE else "hint.group", own


def _percent(share: float) -> int:
    return STEP * round(100 * share / STEP)


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


def _listed(names: list[str]) -> Text | str:
    """Cells by their names: a1, b1 and c1."""
    *before, last = names
    return ("hint.and", {"first": ", ".join(before), "second": last}) if before else last


def _taken(state: Any, move: int) -> list[Cell]:
    return [cell_of(name) for name in cell_names(*members(state["plane"], move))]
