"""Games that two bots have finished: one per server and game, played when first asked for; and such games near their end."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import httpx2 as httpx
from websockets.sync.client import connect

from tests.browser.player import BOT
from tests.browser.tables import options_for

PATIENCE = 60.0  # seconds
LAST = 10  # moves that are left to play


@cache
def finished_table(address: str, game: str) -> str:
    """The id of a table; somebody watches until the game is over, as bots that nobody watches don't play."""
    asked = {"game": game, "seats": [BOT, BOT], "options": options_for(game, 2)}
    made = httpx.post(f"{address}/api/tables", json=asked, timeout=PATIENCE)
    assert made.status_code == 201, made.text
    table = str(made.json()["id"])
    with connect(f"{address.replace('http', 'ws', 1)}/api/tables/{table}/socket", max_size=None) as socket:
        while json.loads(socket.recv(PATIENCE)).get("status", "playing") == "playing":
            pass
    return table


@cache
def nearly_finished(address: str, game: str) -> dict[str, Any]:
    """What a new table must be made with so that it begins where such a game comes to its end."""
    record = httpx.get(f"{address}/api/tables/{finished_table(address, game)}/export", timeout=PATIENCE).json()
    return {"start": {**record, "moves": record["moves"][:-LAST]}}
