"""What the tests of the rules share: tables written as text, and what can be read off a position from outside."""

from __future__ import annotations

from typing import Any

import pytest

import escale
from escale import Position, Refusal

GAME = escale.load("poucet")
LANGUAGES = ("en", "fr")
LETTERS = "abcdefghijklm"

#: Red comes from the west, green from the east, the flower between them: on a board of 9 by 9 it is on e5.
FACING = "a5 R0, b5 rew, i5 G1, h5 gew"
#: Green is shut in by ogres: whatever seat 0 does to a path, it does to its own.
ALONE = "a5 R0, b5 rew, i9 G1, h9 O, i8 O"


def drawn(cards: str, *hands: str, said: str = "", more: str = "", size: str = "9") -> str:
    """A position as text.

    `cards`: cells with what lies there from the bottom up, `"a5 R0, b5 F 0e"`; a start card has the number of the seat whose
    latest it is, or none. `hands`: of the first seats; `said`: on the first line; `more`: other lines, `"waits 0 3; out 1"`.
    """
    piles, starts = [], []
    for place, *tokens in (pile.split() for pile in cards.split(",") if pile.strip()):
        if tokens[-1][0] in "RGY" and tokens[-1][1:]:
            starts.append(f"start {tokens[-1][1]} {place}")
            tokens = [tokens[-1][0]]
        piles.append(f"at {place} {' '.join(tokens)}")
    held = [f"hand {seat} {cards}".rstrip() for seat, cards in enumerate(hands)]
    others = [line.strip() for line in more.split(";") if line.strip()]
    return "\n".join([f"poucet size={size} {said}".rstrip(), *piles, *starts, *held, *others]) + "\n"


def parsed(text: str) -> Position:
    """The position that some lines say, drawn by hand or taken from another one's text; the line that ends them is put last."""
    return GAME.parse("\n".join([*(line for line in text.splitlines() if line.strip() != "end"), "end"]))


def at(cards: str, *hands: str, said: str = "", more: str = "", size: str = "9") -> Position:
    """The position that `drawn` writes."""
    return parsed(drawn(cards, *hands, said=said, more=more, size=size))


def last_cards(cards: str, *hands: str, said: str = "", more: str = "") -> Position:
    """A position with these hands, one for each seat, and an empty stock: all other cards are discarded."""
    rest = stock(at(cards, *hands, said=said, more=more))
    return at(cards, *hands, said=said, more=f"{more}; stock; discard {' '.join(rest)}")


def cell(place: list[int]) -> str:
    """A cell of a view as it is written."""
    return f"{LETTERS[place[0]]}{place[1] + 1}"


def path(pos: Position, seat: int) -> str:
    """The cells of a seat's path, row by row from row 1."""
    return " ".join(cell(lies["at"]) for lies in pos.view(None)["cells"] if seat in lies["paths"])


def ends(pos: Position, seat: int) -> dict[str, str]:
    """The ends of a seat's path, as cell and way, with their states."""
    found = [end for end in pos.view(None)["ends"] if end["seat"] == seat]
    return {f"{cell(end['at'])} {end['way']}": end["state"] for end in found}


def seat_of(pos: Position, seat: int) -> dict[str, Any]:
    """What everybody sees of a player."""
    found: dict[str, Any] = pos.view(None)["seats"][seat]
    return found


def distance(pos: Position, seat: int) -> int | None:
    """How many cards a seat's path needs at least."""
    found: int | None = seat_of(pos, seat)["distance"]
    return found


def pile(pos: Position, place: str) -> list[str]:
    """The cards of a cell from the bottom up, as they are written."""
    lines = {words[1]: words[2:] for words in map(str.split, pos.text().splitlines()) if words[0] == "at"}
    if place in lines:
        return lines[place]
    rows = pos.text().splitlines()[2 : 2 + pos.view(None)["side"]]
    shown = rows[-int(place[1:])].split()[LETTERS.index(place[0])]
    return [] if shown in ".*" else [shown]


def lines_of(pos: Position, *words: str) -> list[list[str]]:
    """What the lines of the text say that begin with these words."""
    found = [line.split() for line in pos.text().splitlines()]
    return [line[len(words) :] for line in found if line[: len(words)] == list(words)]


def line_of(pos: Position, *words: str) -> list[str]:
    """What the line of the text says that begins with these words; nothing if there is none."""
    found = lines_of(pos, *words)
    return found[0] if found else []


def hand(pos: Position, seat: int) -> list[str]:
    """The cards that a seat holds."""
    return line_of(pos, "hand", str(seat))


def stock(pos: Position) -> list[str]:
    """The stock; the last is drawn next."""
    return line_of(pos, "stock")


def known(pos: Position, seat: int) -> dict[int, list[str]]:
    """What everybody knows that each slot of a hand can't be."""
    return {int(words[0]): words[1:] for words in lines_of(pos, "known", str(seat))}


def plays(pos: Position, beginning: str = "") -> list[str]:
    """The legal moves that begin so, of those that lay a card."""
    return [name for name in pos.names() if ":" in name and name.startswith(beginning)]


def laid(pos: Position, *cards: str) -> str:
    """Where each of these cards may be laid, whichever way round: the cells, in the order of moves."""
    found = [entry for entry in pos.view(pos.turn)["moves"] if entry["do"] == "lay" and entry["card"] in cards]
    return " ".join(dict.fromkeys(cell(entry["at"]) for entry in found))


def described(pos: Position, move: str) -> dict[str, Any]:
    """A legal move as the view describes it to the seat to move."""
    found: dict[str, Any] = next(entry for entry in pos.view(pos.turn)["moves"] if entry["text"] == move)
    return found


def card_of(move: str) -> str:
    """The kind of card that the second part of a move lays: `rew`, `wolf`, `pebbles-e`."""
    shapes = {"ns": "i", "ew": "i", "ne": "l", "es": "l", "sw": "l", "nw": "l"}
    return move[0] + shapes.get(move[1:], "t") if set(move[1:]) <= set("nesw") else move.split("-")[0]


def refused(pos: Position, move: int | str) -> Refusal:
    """Why a move is refused, having seen that playing it says the same and changes nothing."""
    refusal = pos.why_not(move)
    assert refusal is not None, f"{move} is legal in\n{pos}"
    before = pos.to_bytes()
    with pytest.raises(escale.IllegalMove) as caught:
        pos.play(move)
    assert caught.value.refusal == refusal
    assert pos.to_bytes() == before
    return refusal


def against(pos: Position, move: int | str) -> tuple[str, str]:
    """The name of the refusal of a move, and its rule without the game's name."""
    refusal = refused(pos, move)
    return refusal.name, refusal.rule.removeprefix("POU.")


def after(pos: Position, *moves: int | str) -> Position:
    """The position after these moves; `pos` stays as it is."""
    later = pos.copy()
    for move in moves:
        later.play(move)
    return later
