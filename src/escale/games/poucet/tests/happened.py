"""What has happened at a table, by the views before and after a move: to hold against what was told of the move."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from escale.games.poucet.tests.tables import card_of, cell

Seen = dict[str, Any]  # a view
DECK = ["ri", "rl", "rt", "gi", "gl", "gt", "yi", "yl", "yt", "wolf", "ogre", "forest", "river", "pebbles", "boots"]


# What the effects of a move say


def facts(seen: Seen) -> dict[str, Any]:
    """What moves change, of a view."""
    seats = seen["seats"]
    return {
        "piles": {tuple(card["at"]): [*map(bare, card["below"]), bare(card)] for card in seen["cells"]},
        "paths": paths(seen),
        "players": [{name: player[name] for name in ("colour", "start", "out", "cards")} for player in seats],
        "hands": dict(enumerate(seen["hands"])),
        **{name: seen[name] for name in ("stock", "discard", "starts", "over", "winner")},
        "blocked": seen["mover"] if seen["task"] == "blocked" else None,
    }


def bare(card: dict[str, Any]) -> dict[str, Any]:
    """A card that lies, but not whose path holds it, nor whose start it is."""
    left_out = ("at", "below", "paths", *(["seat"] if card["kind"] == "start" else []))
    return {name: value for name, value in card.items() if name not in left_out}


def paths(seen: Seen) -> dict[int, set[tuple[int, int]]]:
    """The cells of each seat's path."""
    seats = range(len(seen["seats"]))
    return {seat: {(card["at"][0], card["at"][1]) for card in seen["cells"] if seat in card["paths"]} for seat in seats}


def replayed(before: Seen, steps: list[dict[str, Any]]) -> dict[str, Any]:
    """The facts after what the effects say has happened at a table, by its view."""
    found = deepcopy(facts(before)) | {"blocked": None}
    for step in steps:
        happens(found, step, before["side"])
    return found


def happens(found: dict[str, Any], step: dict[str, Any], side: int) -> None:
    """Let an effect change the facts."""
    kind, seat = step["kind"], step.get("seat")
    if kind in ("over", "win"):
        found |= {"over": True, "winner": seat}
    elif kind == "blocked":
        found["blocked"] = seat
    elif kind in ("cut", "join"):
        found["paths"][seat] ^= {(x, y) for x, y in step["cells"]}  # what it hasn't can't be lost, nor what it has be won
    elif kind == "give_up":
        found["players"][seat]["out"] = True
        found["paths"][seat] = set()
    elif kind == "take":
        found["players"][seat]["colour"] = step["colour"]
        found["starts"][step["colour"]] -= 1
    elif kind in ("start", "restart"):
        x, y = step["at"]
        sides = zip("nesw", (y < side - 1, x < side - 1, y > 0, x > 0), strict=True)
        card = {"kind": "start", "colour": step["colour"], "open": "".join(letter for letter, inside in sides if inside)}
        found["piles"].setdefault((x, y), []).append(card)
        found["players"][seat] |= {"colour": step["colour"], "start": [x, y]}
        found["starts"][step["colour"]] -= kind == "restart"
    else:
        changes_hand(found, step)


def changes_hand(found: dict[str, Any], step: dict[str, Any]) -> None:
    """Let a card be laid, discarded or drawn."""
    seat, card = step["seat"], step["card"]
    held = found["hands"][seat]
    found["players"][seat]["cards"] += 1 if step["kind"] == "draw" else -1
    if step["kind"] == "draw":
        found["stock"] -= 1
        if held is not None or card is not None:  # who is told the card sees the hand
            found["hands"][seat] = sorted([*(held or []), card], key=DECK.index)
        return
    if held is not None:
        held.remove(card)
    if step["kind"] == "discard":
        found["discard"].append(card)
    elif "open" in step:
        found["piles"].setdefault(tuple(step["at"]), []).append({"kind": "path", "colour": card[0], "open": step["open"]})
    else:
        pebbles = {"seat": seat, "way": step["way"]} if "way" in step else {}
        found["piles"].setdefault(tuple(step["at"]), []).append({"kind": card, **pebbles})


def differ(before: Seen, steps: list[dict[str, Any]], later: Seen) -> set[str]:
    """The facts that aren't what the effects say. At the end all hands are shown; those count that were seen before."""
    said, seen = replayed(before, steps), facts(later)
    if later["over"]:
        seen["hands"] = {seat: cards if before["hands"][seat] is not None else None for seat, cards in seen["hands"].items()}
    return {name for name in seen if said[name] != seen[name]}


# What the description of a move says


def wrong(before: Seen, told: dict[str, Any], later: Seen) -> set[str]:
    """What is wrong with the description of a card laid, by the table before it and after it."""
    was = next((card["kind"] for card in before["cells"] if card["at"] == told["at"]), None)
    now = next(card for card in later["cells"] if card["at"] == told["at"])
    lies = now["colour"] + now["open"] if now["kind"] == "path" else now["kind"]
    lost = {seat for seat, cells in paths(before).items() if cells - paths(later)[seat]}
    barred = {end["seat"] for end in before["ends"] if end["at"] == told["at"] and end["state"] == "open"}
    expected = {
        "text": f"{cell(told['at'])}:{lies}{'-' + now['way'] if 'way' in now else ''}",
        "card": card_of(lies),
        "open": now.get("open"),
        "way": now.get("way"),
        "role": role(before, card_of(lies), told["at"], was),
        "helps": now["paths"],
        "hinders": sorted(lost | barred - set(now["paths"])),
        "wins": later["winner"],
    }
    return {name for name, value in expected.items() if told.get(name) != value}


def role(before: Seen, kind: str, place: list[int], was: str | None) -> str:
    """As what a card is laid: by what it lies on, and whether a path of its colour ends there."""
    if was in ("path", "pebbles"):
        return "crossing"
    if was:
        return "passage"
    colours = {before["seats"][end["seat"]]["colour"] for end in before["ends"] if end["at"] == place}
    return "path" if len(kind) == 2 and kind[0] in colours else "obstacle"
