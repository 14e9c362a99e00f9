"""The terrain and what lies beside it in a terminal."""

from __future__ import annotations

from typing import Any

from escale.rules.texts import Texts

STYLES = {"r": "red", "y": "yellow", "g": "green", "b": "blue", "w": "white", ".": "faint"}
OPEN, CLOSED, OUTSIDE = "  ", " ○", " ·"
KIND_MARKS = {"ordinary": " ", "permanent": "!", "both": "?"}
EVERY = 5  # columns are numbered
CELL = 2  # characters wide
BEFORE = 4  # characters, with the row's number, come before its cells

Line = list[tuple[str, str]]


def sketch(seen: dict[str, Any], texts: Texts) -> list[Line]:
    """The terrain: coloured cells by their letter, closed regions by a ring, territories by their owner's number."""
    drawn: dict[tuple[int, int], str] = {}
    for region in seen["regions"]:
        drawn |= dict.fromkeys(map(tuple, region["cells"]), CLOSED if region["closed"] else OPEN)
    for territory in seen["territories"]:
        mark = f"{KIND_MARKS[territory['kind']]}{territory['seat'] + 1}"
        drawn |= dict.fromkeys(map(tuple, territory["cells"]), mark)
    (left, low), rows = seen["terrain"]["at"], seen["terrain"]["rows"]
    lines: list[Line] = []
    for down, row in enumerate(rows):
        y = low + len(rows) - 1 - down
        line = [(f"{y:>{BEFORE - 1}} ", "faint")]
        for x, mark in enumerate(row, left):
            shown = OUTSIDE if mark == "." else drawn.get((x, y), f" {mark}")
            line.append((shown, STYLES[mark]))
        lines.append(line)
    scale = ""
    for x in range(left, left + len(rows[0])):
        if x % EVERY == 0:
            scale += str(x).rjust(BEFORE + CELL * (x - left + 1) - len(scale))
    return [*lines, [(scale, "faint")]]


def knows(seen: dict[str, Any], texts: Texts) -> list[Line]:
    """What is known beside the terrain: cards, markers, territories, who would win now."""
    lines: list[Line] = []
    for seat, hand in enumerate(seen["hands"]):
        name, values = ("table.hand", {}) if seat == seen["seat"] else ("table.hand_of", {"seat": seat + 1})
        lines.append([(texts.say(name, cards=_hand_said(hand, texts), **values), "plain")])
    for number, pile in enumerate(seen["piles"], 1):
        lines.append([(_pile_said(number, pile, texts), "plain")])
    lines.append([(texts.say("table.discard", n=len(seen["discard"])), "plain")])
    for seat, left in enumerate(seen["markers"]):
        lines.append([(texts.say("table.markers", seat=seat + 1, markers=_markers_said(left, texts)), "plain")])
    lines += [[(_territory_said(territory, texts), "plain")] for territory in seen["territories"]]
    lines.append([(_now_said(seen["now"], texts), "strong")])
    if "points" in seen:
        lines.append([(texts.say("table.round", round=seen["round"]), "plain")])
        lines += [[(texts.say("table.points", seat=seat + 1, n=n), "plain")] for seat, n in enumerate(seen["points"])]
    return lines


def _colour(letter: str, texts: Texts) -> str:
    return texts.say(f"colour.{letter}", n=1)


def _pile_said(number: int, pile: dict[str, Any], texts: Texts) -> str:
    if not pile["count"]:
        return texts.say("table.pile_empty", pile=number)
    return texts.say("table.pile", pile=number, n=pile["count"], colour=_colour(pile["colour"], texts))


def _hand_said(hand: list[dict[str, Any]], texts: Texts) -> str:
    said = [f"{card['colour']}{card['pattern']}" if card["pattern"] else _colour(card["colour"], texts) for card in hand]
    return ", ".join(said) or texts.say("list.none")


def _markers_said(left: list[int], texts: Texts) -> str:
    said = [texts.say(f"count.{kind}", n=n) for kind, n in zip(("ordinary", "permanent"), left, strict=True) if n]
    return ", ".join(said) or texts.say("list.none")


def _territory_said(territory: dict[str, Any], texts: Texts) -> str:
    x, y = territory["at"]
    said = texts.say("table.territory", seat=territory["seat"] + 1, n=len(territory["cells"]), place=f"{x},{y}")
    if territory["kind"] == "permanent":
        said = texts.say("table.permanent", territory=said)
    return texts.say("table.cancelled", territory=said) if territory["cancelled"] else said


def _now_said(now: dict[str, int] | None, texts: Texts) -> str:
    return texts.say("table.now_seat", seat=now["seat"] + 1, n=now["size"]) if now else texts.say("table.now_nobody")
