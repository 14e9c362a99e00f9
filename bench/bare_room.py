"""The yardstick for the tables: the least a server of rooms can do. Run as bare_room.py PORT FRAMES PACE DEFLATE.

A message to a room is parsed, acknowledged, and a text sent to all in the room; if the room has a bot, another one a little
later. The texts are updates of real tables, taken in turn from the file FRAMES, so that they are as long and as compressible.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import signal
import sys
from collections import defaultdict
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

rooms: dict[str, set[WebSocket]] = defaultdict(set)
frames = itertools.cycle(json.loads(Path(sys.argv[2]).read_text("utf-8")))
pace = float(sys.argv[3])
bots: set[asyncio.Task[None]] = set()


async def room(socket: WebSocket) -> None:
    """One browser in one room."""
    await socket.accept()
    members = rooms[socket.path_params["room"]]
    members.add(socket)
    try:
        while True:
            message = json.loads(await socket.receive_text())
            await socket.send_text(json.dumps({"t": "done", "id": message["id"]}))
            await tell(members)
            if message["bot"]:
                bot = asyncio.create_task(answer(members))
                bots.add(bot)
                bot.add_done_callback(bots.discard)
    except WebSocketDisconnect:
        members.discard(socket)


async def tell(members: set[WebSocket]) -> None:
    """Send the next text to all."""
    text = next(frames)
    for member in list(members):
        await member.send_text(text)


async def answer(members: set[WebSocket]) -> None:
    """The bot's move."""
    await asyncio.sleep(pace)
    await tell(members)


if __name__ == "__main__":
    signal.signal(signal.SIGUSR1, signal.SIG_IGN)  # there is nothing to begin anew
    app = Starlette(routes=[WebSocketRoute("/{room}", room)])
    uvicorn.run(
        app,
        host="127.0.0.1",
        port=int(sys.argv[1]),
        ws="websockets-sansio",
        ws_per_message_deflate=sys.argv[4] == "1",
        log_config=None,
        access_log=False,
    )
