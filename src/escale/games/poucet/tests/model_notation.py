"""Positions as text, in the slow model: read and written without the engine."""

from __future__ import annotations

from collections import Counter

from escale.games.poucet.tests import model_paths
from escale.games.poucet.tests.model_plays import cell_text
from escale.games.poucet.tests.model_table import COLOURS, DECK, HAND, SIDES, Cell, Kind, Laid, Table, in_deck_order
from escale.games.poucet.tests.slow_model import cell_of

LETTERS = {"wolf": "W", "ogre": "O", "forest": "F", "river": "V", "boots": "B"}
NAMES = {letter: name for name, letter in LETTERS.items()}
EMPTY, FLOWER = ".", "*"


def token(card: Laid) -> str:
    """A card as it is written on the board."""
    if card.kind == "path":
        return card.colour + card.open
    if card.kind == "start":
        return card.colour.upper()
    return f"{card.seat}{card.way}" if card.kind == "pebbles" else LETTERS[card.kind]


def card_of(word: str) -> Laid:
    """The card that a token says."""
    if word in NAMES:
        return Laid(NAMES[word])
    if word.lower() in COLOURS:
        return Laid("start", word.lower())
    if word[0] in COLOURS:
        return Laid("path", word[0], word[1:])
    assert word[1:] in SIDES, word
    return Laid("pebbles", way=word[1], seat=int(word[0]))


# Writing


def written(table: Table) -> str:
    """A position in full."""
    lines = [header(table), "board", *rows(table)]
    piles = sorted(table.piles.items(), key=lambda item: (item[0][1], item[0][0]))
    lines += [f"at {cell_text(cell)} {' '.join(map(token, pile))}" for cell, pile in piles if len(pile) > 1]
    lines += [f"chose {seat} {table.chose[seat]}" for seat in sorted(table.chose)]
    lines += [f"start {seat} {cell_text(table.starts[seat])}" for seat in sorted(table.starts)]
    lines += [" ".join(["hand", str(seat), *in_deck_order(hand)]) for seat, hand in enumerate(table.hands)]
    lines += [" ".join([name, *cards]) for name, cards in (("stock", table.stock), ("discard", table.discard)) if cards]
    lines += [f"waits {seat} {many}" for seat, many in enumerate(table.waits) if many]
    lines += [f"out {seat}" for seat in sorted(table.out)]
    lines += [
        " ".join(["known", str(seat), str(slot), *in_deck_order(kinds)])
        for seat, slots in enumerate(table.known)
        for slot, kinds in enumerate(slots)
        if kinds
    ]
    return "\n".join([*lines, "end"]) + "\n"


def header(table: Table) -> str:
    """The first line: the table, then what isn't usual, then how it ended."""
    said = [f"players={table.players}", f"turn={table.turn}", f"step={table.step}", f"first={table.first}"]
    said += [f"size={table.size}"] * (table.size != "usual")
    said += ["crossing=off"] * (not table.crossing) + ["favour=free"] * table.free
    said += [f"end={table.end}"] * bool(table.end)
    said += [f"winner={table.winner}"] * (table.winner is not None)
    return " ".join(["poucet", *said])


def rows(table: Table) -> list[str]:
    """The visible cards, the top row first."""
    shown = {cell: token(pile[-1]) for cell, pile in table.piles.items()}
    shown[table.flower] = FLOWER
    width = max(map(len, shown.values()))
    places = range(table.side)
    lines = [" ".join(shown.get((x, y), EMPTY).ljust(width) for x in places) for y in reversed(places)]
    return [f"  {line}".rstrip() for line in lines]


# Reading


def read(text: str) -> Table:
    """The position that a text says, in full or with what is usual left out. Nonsense isn't looked for."""
    first, *lines = text.strip("\n").splitlines()
    game, *said = first.split()
    assert game == "poucet"
    table = with_header(dict(word.split("=") for word in said))
    rest = [line.split() for line in lines]
    if rest and rest[0] == ["board"]:
        side = table.side
        for down, words in enumerate(rest[1 : 1 + side]):
            read_row(table, side - 1 - down, words)
        rest = rest[1 + side :]
    hands: dict[int, list[Kind]] = {}
    stock: list[Kind] | None = None
    waits: dict[int, int] = {}
    known: dict[tuple[int, int], set[Kind]] = {}
    for word, *values in rest:
        match word:
            case "at":
                table.piles[read_cell(values[0])] = [card_of(value) for value in values[1:]]
            case "chose":
                table.chose[int(values[0])] = values[1]
            case "start":
                table.starts[int(values[0])] = read_cell(values[1])
            case "hand":
                hands[int(values[0])] = in_deck_order(values[1:])
            case "stock":
                stock = values
            case "discard":
                table.discard = values
            case "waits":
                waits[int(values[0])] = int(values[1])
            case "out":
                table.out.update(map(int, values))
            case "end":
                pass
            case "known":
                known[int(values[0]), int(values[1])] = set(values[2:])
            case _:
                raise ValueError(word)
    deal_rest(table, hands, stock)
    table.known = [[known.get((seat, slot), set()) for slot in range(len(table.hands[seat]))] for seat in range(table.players)]
    table.waits = [waits.get(seat, 0) for seat in range(table.players)]
    if table.step == "play" and table.turn not in waits:
        table.waits[table.turn] = int(not model_paths.has_open_end(table, table.turn))
    return table


def with_header(said: dict[str, str]) -> Table:
    """An empty table as the first line says."""
    return Table(
        int(said.get("players", 2)),
        said.get("size", "usual"),
        said.get("crossing", "on") == "on",
        said.get("favour", "forced") == "free",
        int(said.get("turn", 0)),
        said.get("step", "play"),
        int(said.get("first", 0)),
        end=said.get("end", ""),
        winner=int(said["winner"]) if "winner" in said else None,
    )


def read_row(table: Table, y: int, words: list[str]) -> None:
    """One row of the board."""
    assert len(words) == table.side
    for x, word in enumerate(words):
        if word not in (EMPTY, FLOWER):
            table.piles[x, y] = [card_of(word)]


def read_cell(word: str) -> Cell:
    """A cell of the board."""
    return cell_of(word[0], word[1:])


def deal_rest(table: Table, hands: dict[int, list[Kind]], stock: list[Kind] | None) -> None:
    """Hands that aren't said get six cards of those named nowhere, in the order of the deck; the rest is the stock."""
    lying = [card for pile in table.piles.values() for laid in pile if (card := laid.card())]
    said = Counter([*lying, *table.discard, *(stock or []), *(card for hand in hands.values() for card in hand)])
    left = [kind for kind, many in DECK.items() for _ in range(many - said[kind])]
    for seat in range(table.players):
        if seat not in hands:
            hands[seat], left = left[:HAND], left[HAND:]
    table.hands = [hands[seat] for seat in range(table.players)]
    table.stock = left if stock is None else stock
