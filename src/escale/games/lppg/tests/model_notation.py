"""Positions in the notation of the game as tables of the slow model, and back: a reader and a writer of its own."""

from __future__ import annotations

from escale.games.lppg.tests.slow_model import (
    COLOURS,
    WHITE,
    Card,
    Cell,
    Group,
    Table,
    Territory,
    cards_of,
    handle,
    read_placement,
    smallest_alone,
    white_groups,
)

NO_CARD = "."
Lines = list[tuple[str, list[str]]]  # the first word of each line, and the others


def read(text: str, kind: type[Table] = Table) -> Table:
    """The table that a position tells of, of this kind; what is left out is dealt as the notation says."""
    head, *lines = [line.split() for line in text.splitlines() if line.strip()]
    said = dict(word.split("=") for word in head[1:])
    start = next(number for number, words in enumerate(lines) if words[0] == "terrain")
    rows = []
    for words in lines[start + 1 :]:
        if not set("".join(words)) <= {*COLOURS, WHITE, NO_CARD}:
            break
        rows.append("".join(words))
    others: Lines = [(words[0], words[1:]) for words in lines[:start] + lines[start + 1 + len(rows) :]]
    left, low = place_of(lines[start][1])
    cells = {(left + x, low + y): shown for y, row in enumerate(rows[::-1]) for x, shown in enumerate(row) if shown != NO_CARD}
    return _table(kind, said, cells, others)


def place_of(text: str) -> Cell:
    """A cell as it is written."""
    x, y = text.split(",")
    return int(x), int(y)


def _table(kind: type[Table], said: dict[str, str], cells: dict[Cell, str], lines: Lines) -> Table:
    players, mover = int(said.get("players", 2)), int(said.get("turn", 0))
    deck, ended_by = said.get("deck", "standard"), said.get("end")
    territories = territories_of(cells, [words for word, words in lines if word == "territory"])
    laid = [read_placement(move) for word, words in lines if word == "laid" for move in words]
    discard = [card for word, words in lines if word == "discard" for card in words]
    apart = [card for word, words in lines if word in ("hand", "pile") for card in words[1:]]
    known = [*apart, *discard, *(lies.card() for lies in laid if lies)]
    rest = [card for card in cards_of(deck) if card not in known]
    hands, piles = _dealt(players, {(word, words[0]): words[1:] for word, words in lines if word in ("hand", "pile")}, rest)
    winning = smallest_alone(territories)
    side, size = (winning.owner % 2, len(winning.cells)) if winning else (None, 0)
    points = [int(number) for number in said.get("points", "0,0").split(",")]
    rounds: list[tuple[str, int | None, int]] = [("before", None, 0)] * (int(said.get("round", 1)) - 1)
    return kind(
        players,
        cells,
        territories,
        hands,
        piles,
        discard,
        mover,
        said.get("step", "place"),
        int(said.get("passes", 0)),
        int(said["last"]) if "last" in said else None,
        deck,
        said.get("outside_corners") == "on",
        said.get("match") == "on",
        points,
        int(said.get("first", 0)),
        rounds if ended_by is None else [*rounds, (ended_by, side, size)],
        [lies for lies in laid if lies],
        ended_by=ended_by,
    )


def territories_of(cells: dict[Cell, str], lines: list[list[str]]) -> list[Territory]:
    """The territories that lines tell: seat, kind, cell; two lines of one cell are a merger that isn't decided."""
    groups = {handle(group): group for group in white_groups(cells)}
    kinds: dict[tuple[int, Group], str] = {}
    for seat, kind, place in lines:
        key = int(seat), groups[place_of(place)]
        kinds[key] = "".join(sorted(kinds.get(key, "") + kind))
    return [Territory(seat, kind, group) for (seat, group), kind in kinds.items()]


def _dealt(
    players: int, given: dict[tuple[str, str], list[Card]], rest: list[Card]
) -> tuple[list[list[Card]], tuple[list[Card], list[Card]]]:
    """Hands and piles, those that aren't given dealt from the rest: hands first, then two equal piles."""
    hands = []
    for seat in range(players):
        hand = given.get(("hand", str(seat)))
        if hand is None:
            hand, rest = rest[:2], rest[2:]
        hands.append(hand)
    missing = [name for name in ("1", "2") if ("pile", name) not in given]
    half = (len(rest) + 1) // 2 if len(missing) == 2 else len(rest)
    shares = dict(zip(missing, (rest[:half], rest[half:]), strict=False))
    first, second = (given[("pile", name)] if ("pile", name) in given else shares[name] for name in ("1", "2"))
    return hands, (first, second)


def written(table: Table) -> str:
    """A table in the notation, without what isn't known of it: laid cards, chance, what hands can't be."""
    said: dict[str, object] = {"players": table.players, "turn": table.mover, "step": table.decision, "first": table.first}
    said |= {"passes": table.passes} if table.passes else {}
    said |= {"last": table.turns_left} if table.turns_left is not None else {}
    said |= {"end": table.ended_by} if table.ended_by else {}
    said |= {"deck": table.deck} if table.deck != "standard" else {}
    said |= {"outside_corners": "on"} if table.outside_corners else {}
    if table.match:
        played = len(table.rounds) - (table.decision == "over")
        said |= {"match": "on", "round": played + 1, "points": ",".join(map(str, table.points))}
    lines = ["lppg " + " ".join(f"{name}={value}" for name, value in said.items()), *_terrain(table)]
    for lies in table.territories:
        x, y = handle(lies.cells)
        lines += [f"territory {lies.owner} {kind} {x},{y}" for kind in lies.kind]
    lines += [f"hand {seat} {' '.join(cards)}".rstrip() for seat, cards in enumerate(table.hands)]
    lines += [f"pile {number} {' '.join(cards)}".rstrip() for number, cards in enumerate(table.piles, 1)]
    lines += [f"discard {' '.join(table.discard)}"] if table.discard else []
    return "\n".join(lines) + "\n"


def _terrain(table: Table) -> list[str]:
    """The smallest rectangle around all cells, the top row first."""
    xs, ys = ({cell[axis] for cell in table.cells} for axis in (0, 1))
    columns, heights = range(min(xs), max(xs) + 1), range(max(ys), min(ys) - 1, -1)
    rows = ["  " + "".join(table.cells.get((x, y), NO_CARD) for x in columns) for y in heights]
    return [f"terrain {min(xs)},{min(ys)}", *rows]
