"""The board and what lies beside it in a terminal."""

from __future__ import annotations

from typing import Any

from escale.games.poucet.notation import COLUMNS
from escale.rules.texts import Texts

STYLES = {"r": "red", "g": "green", "y": "yellow", "wolf": "strong", "ogre": "strong", "forest": "green", "river": "blue"}
MARKS = {"wolf": "W", "ogre": "O", "forest": "F", "river": "V", "boots": "B"}
CELL = 5  # characters wide: a fork and its colour, and room
BEFORE = 4  # characters, with the row's number, come before its cells

Line = list[tuple[str, str]]


def sketch(seen: dict[str, Any], texts: Texts) -> list[Line]:
    """The board, its top row first: path cards by colour and openings, ends of paths that are open by a ring."""
    cards = {tuple(cell["at"]): cell for cell in seen["cells"]}
    open_ends = {tuple(end["at"]) for end in seen["ends"] if end["state"] == "open"}
    lines: list[Line] = []
    for y in range(seen["side"] - 1, -1, -1):
        line = [(f"{y + 1:>{BEFORE - 1}} ", "faint")]
        for x in range(seen["side"]):
            mark, style = ("○", "strong") if (x, y) in open_ends else ("·", "faint")
            if [x, y] == seen["flower"]:
                mark, style = "*", "blue"
            elif (x, y) in cards:
                mark, style = _drawn(cards[x, y])
            line.append((f"{mark:<{CELL}}", style))
        lines.append(line)
    letters = "".join(f"{letter:<{CELL}}" for letter in COLUMNS[: seen["side"]]).rstrip()
    return [*lines, [(" " * BEFORE + letters, "faint")]]


def _drawn(cell: dict[str, Any]) -> tuple[str, str]:
    """A card; one that is in nobody's path is faint."""
    kind = cell["kind"]
    if kind == "pebbles":
        return f"{cell['seat'] + 1}{cell['way']}", "plain" if cell["paths"] else "faint"
    if kind in ("path", "start"):
        mark = cell["colour"] + cell["open"] if kind == "path" else cell["colour"].upper()
        return mark, STYLES[cell["colour"]] if cell["paths"] else "faint"
    return MARKS[kind], STYLES.get(kind, "plain")


def knows(seen: dict[str, Any], texts: Texts) -> list[Line]:
    """What is known beside the board: players and their ends, hands, stock and discards."""
    lines: list[Line] = []
    for seat, player in enumerate(seen["seats"]):
        lines.append([(_player_said(seat, player, texts), "strong" if seat == seen["mover"] else "plain")])
        if seen["step"] == "play" and not player["out"]:
            lines.append([(_ends_said(seat, seen["ends"], texts), "plain")])
        if player["waits"] and not player["out"]:
            lines.append([(texts.say("table.waits", seat=seat + 1, n=player["waits"]), "plain")])
        if player["blocked"]:
            lines.append([(texts.say("table.blocked", seat=seat + 1), "strong")])
    for seat, hand in enumerate(seen["hands"]):
        lines.append([(_hand_said(seat, hand, seen, texts), "plain")])
    lines.append([(texts.say("table.stock", n=seen["stock"]), "plain")])
    lines.append([(texts.say("table.discard", n=len(seen["discard"])), "plain")])
    left = [
        texts.say("table.start_count", colour=texts.say(f"colour.{colour}"), n=n) for colour, n in seen["starts"].items() if n
    ]
    lines.append([(texts.say("table.starts", starts=", ".join(left) or texts.say("list.none")), "plain")])
    return [*lines, [(texts.say("table.legend"), "faint")]]


def _player_said(seat: int, player: dict[str, Any], texts: Texts) -> str:
    if player["out"]:
        return texts.say("table.seat_out", seat=seat + 1)
    if player["colour"] is None:
        return texts.say("table.seat_waiting", seat=seat + 1)
    colour = texts.say(f"colour_path.{player['colour']}")
    if player["start"] is None:
        return texts.say("table.seat_chose", seat=seat + 1, colour=colour)
    if player["distance"] is None:
        return texts.say("table.seat_no_way", seat=seat + 1, colour=colour)
    return texts.say("table.seat", seat=seat + 1, colour=colour, n=player["distance"])


def _ends_said(seat: int, ends: list[dict[str, Any]], texts: Texts) -> str:
    said: dict[str, None] = {}  # several ends may be at one cell
    for end in ends:
        if end["seat"] == seat:
            x, y = end["at"]
            said[texts.say(f"table.end_{end['state']}", place=f"{COLUMNS[x]}{y + 1}")] = None
    if not said:
        return texts.say("table.ends_none", seat=seat + 1)
    return texts.say("table.ends", seat=seat + 1, ends=", ".join(said))


def _hand_said(seat: int, hand: list[str] | None, seen: dict[str, Any], texts: Texts) -> str:
    if hand is None:
        return texts.say("table.hand_count", seat=seat + 1, n=seen["seats"][seat]["cards"])
    cards = ", ".join(texts.say("table.held", code=code, card=texts.say(f"card.{code}")) for code in hand)
    name, values = ("table.hand", {}) if seat == seen["seat"] else ("table.hand_of", {"seat": seat + 1})
    return texts.say(name, cards=cards or texts.say("list.none"), **values)
