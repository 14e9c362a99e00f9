"""The planets and what lies beside them in a terminal."""

from __future__ import annotations

from typing import Any

from escale.games.planete.tiles import ELEMENTS, STACKS, kind_named
from escale.games.planete.words import bare, joined
from escale.rules.texts import Texts

ROW = 4
WIDTH = 12  # characters of a cell: the longest name, in brackets or not

Line = list[tuple[str, str]]


def sketch(seen: dict[str, Any], texts: Texts) -> list[Line]:
    """Every planet, the reader's own first: four rows of tiles by their letters, those face down in brackets."""
    seats = sorted(range(len(seen["planets"])), key=lambda seat: seat != seen["seat"])
    lines: list[Line] = []
    for seat in seats:
        planet = seen["planets"][seat]
        lines.append([(texts.say("table.planet", seat=seat + 1, n=planet["total"]), "strong")])
        tiles = {tile["at"]: f"({tile['tile']})" if tile["down"] else tile["tile"] for tile in planet["tiles"]}
        for row in range(ROW):
            cells = [tiles.get(cell, f"·{cell}") for cell in range(ROW * row, ROW * row + ROW)]
            lines.append([(f"  {cell:<{WIDTH}}", "faint" if cell[0] in "·(" else "plain") for cell in cells])
    return lines


def knows(seen: dict[str, Any], texts: Texts) -> list[Line]:
    """What is known beside the planets: what is on the table and in the stacks, and how points come about."""
    lines: list[Line] = [[(texts.say("table.round", round=seen["round"], seat=seen["first"] + 1), "plain")]]
    for stack in seen["stacks"]:
        said = texts.say("table.stack", stack=texts.say(f"stack.{stack['stack']}"), n=stack["left"], chosen=stack["chosen"])
        lines.append([(said, "plain")])
    if seen["offer"]:
        lines.append([(_offer_said(seen, texts), "strong")])
    if seen["waiting"]:
        seats = [texts.say("table.waits", seat=seat + 1) for seat in seen["waiting"]]
        lines.append([(texts.say("table.waiting", seats=joined(seats)), "plain")])
    for seat, planet in enumerate(seen["planets"]):
        lines += _planet_said(seat, planet, texts)
    for name in STACKS:
        if gone := [one["tile"] for one in seen["out"] if one["tile"] and one["stack"] == name]:
            said = texts.say("table.out", stack=texts.say(f"stack.{name}"), tiles=", ".join(gone))
            lines.append([(said, "plain")])
    return [*lines, [(texts.say("table.legend"), "faint")]]


def _offer_said(seen: dict[str, Any], texts: Texts) -> str:
    name = seen["offer"]["stack"]
    stack = texts.say(f"stack.{name}")
    tiles = seen["offer"]["tiles"]
    if all(one["tile"] is None and not one["hidden"] for one in tiles):
        return texts.say("table.looking", seat=seen["first"] + 1, stack=stack)
    said = []
    for one in tiles:
        if one["tile"] is None:
            said.append(texts.say("tile.hidden"))
        else:
            kind = kind_named(STACKS.index(name), one["tile"])
            assert kind is not None
            key = "table.hidden_known" if one["hidden"] else "table.offered"
            said.append(texts.say(key, tile=bare(kind), code=one["tile"]))
    return texts.say("table.offer", stack=stack, tiles=joined(said, "list.also", "list.also"))


def _planet_said(seat: int, planet: dict[str, Any], texts: Texts) -> list[Line]:
    counts = [
        texts.say("tile.count", n=planet["counts"][letter], elements=texts.say(f"element.{letter}", n=planet["counts"][letter]))
        for letter in ELEMENTS
        if planet["counts"][letter]
    ]
    if not planet["tiles"]:
        return []
    lines: list[Line] = [[(texts.say("table.waits", seat=seat + 1), "strong")]]
    if counts:
        lines.append([("  " + texts.say("table.counts", elements=", ".join(counts)), "plain")])
    for character in planet["characters"]:
        said = texts.say("table.character", character=texts.say(f"character.{character['tile']}"), n=character["points"])
        lines.append([(f"  {said}", "plain")])
    if planet["face_down"]:
        lines.append([("  " + texts.say("table.face_down", n=planet["face_down"]), "plain")])
    if planet["penalty"]:
        lines.append([("  " + texts.say("table.penalty", n=planet["penalty"]), "plain")])
    return lines
