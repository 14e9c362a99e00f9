"""Tables where two bots have finished a game: one a server and game, made when it is first asked for."""

from __future__ import annotations

import json
from functools import cache

import httpx2 as httpx
from websockets.sync.client import connect

from tests.browser.player import BOT
from tests.browser.tables import options_for

PATIENCE = 60.0  # seconds


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
