"""Past views show what a seat saw then; records can be played on from."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from tests.play.tables import EVERY_GAME, SECRETIVE, options_for
from tests.server.patient import seated
from tests.server.running import BOT, ME, OPEN, Person, Server


@EVERY_GAME
def test_past_views_show_what_a_seat_saw_then_and_no_more(game: str, server: Server) -> None:
    async def play() -> None:
        people, watcher = [Person(server), Person(server)], Person(server)
        table = await seated(people, 0, game=game, options=options_for(game))
        async with people[0].at(table) as zero, people[1].at(table) as one, watcher.at(table) as public:
            screens = {0: zero, 1: one, None: public}
            first = {who: dict(screen.table["view"]) for who, screen in screens.items()}
            await asyncio.gather(*(screen.play_on() for screen in screens.values()))
        known = dict[int | None, list[dict[str, Any]]]()
        for who, person in ((0, people[0]), (1, people[1]), (None, watcher)):
            seen, last_moves = {0: {**first[who], "moves": []}}, {0: None}
            for frame in map(json.loads, screens[who].frames):
                if "view" in frame:
                    seen[frame["ply"]] = {**frame["view"], "moves": []}
                    last_moves[frame["ply"]] = frame["last"]
            for ply, view in seen.items():
                past = person.get(f"/api/tables/{table}/past/{ply}?seat=0")
                assert (past["ply"], past["view"], past["last"]) == (ply, view, last_moves[ply])
            known[who] = [{**view, "seat": None} for view in seen.values()]
        told = [who for who in (0, 1) if known[who] != known[None]]
        assert told == ([0, 1] if game in SECRETIVE else [])  # there was something to keep from the others
        last = max(seen)
        watcher.get(f"/api/tables/{table}/past/{last + 1}", 422)
        watcher.get(f"/api/tables/{table}/past/0?seat=x", 422)

    asyncio.run(play())


@EVERY_GAME
def test_a_trial_goes_on_from_any_position_of_a_record(game: str, server: Server) -> None:
    async def play() -> None:
        ada = Person(server)
        table = ada.make([ME, BOT], game=game, options=options_for(game))
        ada.get(f"/api/tables/{table}/replay", 409)
        ada.get(f"/api/tables/{table}/export", 409)
        async with ada.at(table) as screen:
            await screen.play_on()
        whole = ada.get(f"/api/tables/{table}/export")
        record = {**whole, "moves": whole["moves"][:6]}
        trial = ada.make([ME, OPEN], game=game, start=record)
        replayed = ada.post("/api/replays", record)
        async with ada.at(trial) as screen:
            assert screen.table["trial"]
            assert (screen.table["ply"], len(screen.table["log"])) == (6, 6)
            shown = {name: value for name, value in replayed["frames"][6]["view"].items() if name not in ("seat", "moves")}
            assert shown.keys() == {name for name in screen.table["view"] if name not in ("seat", "moves")}
            assert (await screen.say("undo", seq=screen.table["seq"]))["code"] == "nothing_to_undo"
        wrong = {**record, "moves": [*record["moves"], "zz"]}
        after = {**whole, "moves": [*whole["moves"], whole["moves"][-1]]}
        ada.post("/api/tables", {"game": game, "seats": [ME, OPEN], "start": wrong}, 422)
        for refused, ply in ((wrong, 7), (after, len(whole["moves"]) + 1)):
            error = ada.post("/api/replays", refused, 422)["error"]
            assert (error["code"], error["ply"]) == ("wrong_move", ply)
        assert ada.post("/api/replays", {**record, "version": 999}, 422)["error"]["code"] == "other_version"
        assert ada.post("/api/replays", {**record, "game": "nosuchgame"}, 404)["error"]["code"] == "no_such_game"
        assert ada.post("/api/replays", {**record, "names": ["x" * 201]}, 422)["error"]["code"] == "unfit"
        assert len(ada.post("/api/replays", {**record, "names": ["x" * 200]})["frames"]) == 7

    asyncio.run(play())
