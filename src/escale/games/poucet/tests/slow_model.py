"""A slow model of Le Petit Poucet, written from the rule sheet alone: the oracle the fast engine is tested against.

It shares nothing with the engine and imports only the standard library. Every function restates one rule as literally
as it can; rule ids are those of the rules file. Clear over fast. Here: turns. What lies on the table is in model_table.py,
paths and ends in model_paths.py, what may be laid where in model_plays.py, positions as text in model_notation.py.
"""

from __future__ import annotations

import re

from escale.games.poucet.tests import model_paths, model_plays
from escale.games.poucet.tests.model_paths import is_blocked, paths_of
from escale.games.poucet.tests.model_plays import LETTERS, Play, cell_text, scene_of
from escale.games.poucet.tests.model_table import (
    COLOURS,
    KINDS,
    MOST_WAITS,
    OBSTACLES,
    SHAPES,
    Cell,
    Kind,
    Laid,
    Table,
    in_deck_order,
)

GIVE_UP = "give up"
CELL = r"([a-z])([1-9][0-9]?)"
PLAY = re.compile(rf"{CELL}:(?:([rgy])([nesw]+)|(pebbles)-([nesw])|({'|'.join((*OBSTACLES, 'boots'))}))")
TAKE, START, RESTART = re.compile("take ([rgy])"), re.compile(f"start {CELL}"), re.compile(f"restart ([rgy]) {CELL}")
DISCARD = re.compile(f"discard ({'|'.join(KINDS)})")


def cell_of(letter: str, number: str) -> Cell:
    """The cell that is written so, on the board or not."""
    return LETTERS.index(letter), int(number) - 1


def read_play(text: str) -> Play | None:
    """The play that a text says; None if it says none."""
    found = PLAY.fullmatch(text)
    if not found:
        return None
    at, colour, sides = cell_of(found[1], found[2]), found[3], found[4]
    if colour:
        cards = [colour + shape for shape, ways in SHAPES.items() if sides in ways]
        return Play(cards[0] if cards else None, at, sides, colour)
    return Play("pebbles", at, found[6]) if found[5] else Play(found[7], at)


# What may be done


def moves(table: Table) -> list[str]:
    """The texts of all legal moves, in the order of the contract; none when the game is over."""
    if table.step == "choose":
        return [f"take {colour}" for colour in COLOURS if table.starts_left(colour)]
    if table.step == "start":
        return [f"start {cell_text(cell)}" for cell in free_border(table)]
    return turn_moves(table) if table.step == "play" else []


def turn_moves(table: Table) -> list[str]:
    """POU.T1, POU.T6, POU.B2: a card is laid if any can be, else one is discarded; who is blocked has other ways."""
    hand = table.hands[table.turn]
    plays = [play.text() for play, _ in model_plays.legal_plays(scene_of(table, table.turn), hand)]
    discards = [f"discard {card}" for card in in_deck_order(set(hand))]
    return [*(plays or discards), *blocked_moves(table)]


def blocked_moves(table: Table) -> list[str]:
    """POU.B2: start again or give up."""
    if not is_blocked(table, table.turn):
        return []
    colours = [colour for colour in COLOURS if table.starts_left(colour)]
    return [*(f"restart {colour} {cell_text(cell)}" for colour in colours for cell in free_border(table)), GIVE_UP]


def free_border(table: Table) -> list[Cell]:
    """POU.S2: where a start card may be laid."""
    return [cell for cell in table.cells() if table.on_border(cell) and cell not in table.piles]


# What it does


def played(table: Table, move: str) -> Table:
    """The table after a legal move; the one given stays as it is. ValueError if it isn't legal."""
    if move not in moves(table):
        raise ValueError(f"{move} isn't legal in {table}")
    return after_legal(table, move)


def after_legal(table: Table, move: str) -> Table:
    """The same for a move that was in the list, which isn't made again."""
    later = table.copy()
    play = read_play(move)
    if play:
        lay(later, play)
    elif found := TAKE.fullmatch(move):
        later.chose[later.turn] = found[1]
        next_in_phase(later)
    elif found := START.fullmatch(move):
        put_start(later, later.chose.pop(later.turn), cell_of(found[1], found[2]))
        next_in_phase(later)
    elif found := RESTART.fullmatch(move):
        put_start(later, found[1], cell_of(found[2], found[3]))
        later.waits[later.turn] = 0
        finish_turn(later)
    elif found := DISCARD.fullmatch(move):
        discard(later, found[1])
    else:
        give_up(later)
    return later


def put_start(table: Table, colour: str, cell: Cell) -> None:
    """POU.S2, POU.B2: a start card on the border."""
    table.piles[cell] = [Laid("start", colour)]
    table.starts[table.turn] = cell


def next_in_phase(table: Table) -> None:
    """POU.S2: everybody in turn takes a start card, then everybody lays it, then play begins."""
    table.turn = (table.turn + 1) % table.players
    if table.turn == table.first:
        table.step = {"choose": "start", "start": "play"}[table.step]
        if table.step == "play":
            begin_turn(table, table.first)


def lay(table: Table, play: Play) -> None:
    """POU.T0: a card of the hand is laid, then one is drawn, whatever it did. A forced one tells what isn't in the hand."""
    scene = scene_of(table, table.turn)
    forced = model_plays.judged(scene, play).forced
    lacking = model_plays.kinds_of_choice(scene) if forced else set()
    assert play.card is not None
    take_from_hand(table, play.card)
    learn(table, lacking)
    table.piles.setdefault(play.at, []).append(play.laid(table.turn))
    draw(table)
    finish_turn(table)


def discard(table: Table, card: Kind) -> None:
    """POU.T6: which tells that nothing that could have been played is in the hand."""
    lacking = model_plays.kinds_playable(scene_of(table, table.turn))
    take_from_hand(table, card)
    learn(table, lacking)
    table.discard.append(card)
    draw(table)
    finish_turn(table)


def give_up(table: Table) -> None:
    """POU.B2, POU.E2: who gives up is out; the last one wins."""
    table.out.add(table.turn)
    if len(table.seats_in()) == 1:
        finish(table, "alone", table.seats_in()[0])
    else:
        next_turn(table)


# Hands


def take_from_hand(table: Table, card: Kind) -> None:
    """A card leaves the mover's hand: the first slot goes of which nobody knows that it can't be this card."""
    table.hands[table.turn].remove(card)
    slots = table.known[table.turn]
    slots.remove(next(slot for slot in slots if card not in slot))


def learn(table: Table, kinds: set[Kind]) -> None:
    """Everybody learns that none of these is in the mover's hand."""
    for slot in table.known[table.turn]:
        slot |= kinds


def draw(table: Table) -> None:
    """POU.T0: the next card of the stock; of it nobody knows anything."""
    if table.stock:
        hand = table.hands[table.turn]
        table.hands[table.turn] = in_deck_order([*hand, table.stock.pop()])
        table.known[table.turn].append(set())


# Turns


def finish_turn(table: Table) -> None:
    """POU.E1: has somebody arrived? Else it's the next one's turn."""
    winner = arrived(table)
    if winner is not None:
        finish(table, "flower", winner)
    else:
        next_turn(table)


def arrived(table: Table) -> int | None:
    """POU.E1: whose path opens into the flower: the mover's first, then in turn order."""
    paths = paths_of(table)
    in_turn = [(table.turn + step) % table.players for step in range(table.players)]
    return next((seat for seat in in_turn if paths[seat].arrives), None)


def next_turn(table: Table) -> None:
    """POU.E2: who has no card is passed over; when nobody who is in has one, nobody wins."""
    in_turn = [(table.turn + step) % table.players for step in range(1, table.players + 1)]
    playing = [seat for seat in in_turn if seat not in table.out and table.hands[seat]]
    if playing:
        begin_turn(table, playing[0])
    else:
        finish(table, "cards", None)


def begin_turn(table: Table, seat: int) -> None:
    """POU.B1: turns in a row that begin without an open end are counted."""
    table.turn = seat
    table.waits[seat] = 0 if model_paths.has_open_end(table, seat) else min(table.waits[seat] + 1, MOST_WAITS)


def finish(table: Table, end: str, winner: int | None) -> None:
    """It is over."""
    table.step, table.end, table.winner = "over", end, winner
