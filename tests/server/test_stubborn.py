"""A bot that fails, hangs or is killed never blocks a table."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from escale.server.threads import MOST_LOST
from tests.server import stubborn
from tests.server.patient import Broken
from tests.server.planted import own_bots
from tests.server.planted.plants import with_fault
from tests.server.running import BOT, ME, Person, serving
from tests.server.stubborn import OWN, play_against

SOON = ("--bot-deadline", "0.5")
GIVEN_UP = "{}: a bot is asked no more at this table"
AGAIN_SECONDS = 5.0  # in which a new process of a bot would have begun to think


def own(name: str) -> tuple[str, ...]:
    return "--own-bot", f"{OWN}:{name}"


async def seated(person: Person, table: str, bot: str) -> str:
    """The answer to who gives a bot the second seat."""
    async with person.at(table) as screen:
        answer = await screen.say("seat", seat=1, kind="bot", bot=bot)
        return str(answer.get("code", answer["t"]))


def test_one_that_raises_is_asked_twice_then_once_then_no_more_and_another_moves(tmp_path: Path) -> None:
    said = play_against(tmp_path, "hard", 3, program=with_fault("a_bot_raises"))
    assert said == {"hard: failed": 3, GIVEN_UP.format("hard"): 1, "greedy: another bot made the move": 3}


def test_one_that_hangs_in_a_thread_is_left_alone(tmp_path: Path) -> None:
    said = play_against(tmp_path, "hard", 2, *SOON, program=with_fault("a_bot_hangs"))
    assert said == {"hard: late": 3, GIVEN_UP.format("hard"): 1, "greedy: another bot made the move": 2}


def test_when_all_hang_the_first_legal_move_is_played_and_threads_are_not_used_up(tmp_path: Path) -> None:
    moves = MOST_LOST + 1
    said = play_against(tmp_path, "hard", moves, *SOON, program=with_fault("all_bots_hang"))
    assert said["greedy: late"] == moves
    assert said["hard: late"] == 3


def test_the_harness_finds_a_server_without_a_deadline(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stubborn, "PATIENCE", 8.0)
    with pytest.raises(Broken, match="blocks the table"):
        play_against(tmp_path, "hard", 1, *SOON, program=with_fault("waits_for_a_bot_that_hangs"))


def test_a_hosts_own_bot_plays_to_the_end(tmp_path: Path) -> None:
    assert play_against(tmp_path, "Steady", 1000, *own("Steady")) == {}


@pytest.mark.parametrize(("name", "reason"), [("Failing", "failed"), ("Cheating", "failed"), ("Hanging", "late")])
def test_a_hosts_own_bot_that_gives_no_move(tmp_path: Path, name: str, reason: str) -> None:
    said = play_against(tmp_path, name, 2, *own(name), *(SOON if reason == "late" else ()))
    assert said == {f"{name}: {reason}": 3, GIVEN_UP.format(name): 1, "greedy: another bot made the move": 2}


def test_the_table_is_told_once_and_the_journal_remembers(tmp_path: Path) -> None:
    """By name, to whoever is there, comes later or after a restart."""

    async def moves(person: Person, table: str, count: int) -> list[dict[str, Any]]:
        async with person.at(table) as screen:
            for _ in range(count):
                await screen.until(lambda _: screen.my_turn)
                await screen.play()
            await screen.until(lambda _: screen.my_turn)
            told: list[dict[str, Any]] = screen.table["stand_ins"]
            return told

    with serving(tmp_path, *own("Failing")) as server:
        person = Person(server)
        table = person.make([ME, {"kind": "bot", "bot": "Failing"}])
        first = asyncio.run(moves(person, table, 1))
        whose = {"seat": 1, "bot": "Failing"}
        assert first[0] == {**whose, "ply": first[0]["ply"], "for_good": False}
        told = asyncio.run(moves(person, table, 3))
        assert [line["for_good"] for line in told] == [False, True]
        assert told[0] == first[0]
        assert told[0]["ply"] < told[1]["ply"]
        server.stop()
        said = len(stubborn.log_of(server))
        server.start()
        assert asyncio.run(moves(person, table, 2)) == told
        assert {line["what"] for line in stubborn.log_of(server)[said:]} == {"another bot made the move"}  # it isn't asked
        assert asyncio.run(seated(person, table, "Failing")) == "done"
        anew = asyncio.run(moves(person, table, 1))
        assert [line["for_good"] for line in anew] == [False, True, False]


def test_a_hosts_own_bot_whose_process_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(own_bots.PIDS, str(tmp_path / "pids"))
    said = play_against(tmp_path, "Hanging", 1, *own("Hanging"), "--bot-deadline", "100", kill=True)
    assert said == {"Hanging: failed": 2, "greedy: another bot made the move": 1}


def test_a_hosts_own_bot_whose_table_ends_meanwhile_ends_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It has not failed: nobody asks it again, nobody moves in its place, and no process stays."""
    file = tmp_path / "pids"
    monkeypatch.setenv(own_bots.PIDS, str(file))

    async def end_while_it_thinks(person: Person, table: str) -> None:
        async with person.at(table) as screen:
            if screen.my_turn:
                await screen.play()
            async with asyncio.timeout(stubborn.PATIENCE):
                while not (file.exists() and file.read_text().endswith("\n")):
                    await asyncio.sleep(0.05)
            assert (await screen.say("end"))["t"] == "done"
            await screen.until(lambda table: table["status"] == "ended")

    with serving(tmp_path, *own("Hanging"), "--bot-deadline", "100") as server:
        person = Person(server)
        asyncio.run(end_while_it_thinks(person, person.make([ME, {"kind": "bot", "bot": "Hanging"}])))
        assert stubborn.gone(int(file.read_text()))
        time.sleep(AGAIN_SECONDS)
        assert len(file.read_text().split()) == 1
        assert stubborn.log_of(server) == []


def test_nobody_can_name_a_bot_that_the_host_did_not(tmp_path: Path) -> None:
    with serving(tmp_path, *own("Steady")) as server:
        person = Person(server)
        card = person.get("/api/games")["games"][0]
        assert card["bots"] == ["child", "easy", "medium", "hard", "expert", "Steady"]
        assert card["bot"] == "easy"
        table = person.make([ME, BOT])
        for bot in (f"{OWN}:Steady", "os:path", "Failing", "steady"):
            wish = {"game": card["id"], "seats": [ME, {"kind": "bot", "bot": bot[:40]}]}
            assert person.post("/api/tables", wish, 422)["error"]["code"] == "unfit"
            assert asyncio.run(seated(person, table, bot[:40])) == "unknown_bot"
        assert asyncio.run(seated(person, table, "Steady")) == "done"


def test_a_table_goes_on_when_its_host_offers_the_bot_no_more(tmp_path: Path) -> None:
    with serving(tmp_path, *own("Steady")) as server:
        person = Person(server)
        table = person.make([ME, {"kind": "bot", "bot": "Steady"}])
        server._command = [part for part in server._command if part not in own("Steady")]
        server.stop()
        server.start()

        async def one_move() -> None:
            async with person.at(table) as screen:
                for _ in range(2):
                    await screen.until(lambda _: screen.my_turn)
                    await screen.play()

        asyncio.run(one_move())
        assert {line.get("reason") for line in stubborn.log_of(server)} == {"unknown", None}


def test_failures_are_counted(tmp_path: Path) -> None:
    async def one_move(person: Person, table: str) -> None:
        async with person.at(table) as screen:
            await screen.until(lambda _: screen.my_turn)
            await screen.play()
            await screen.until(lambda table: table["status"] != "playing" or screen.my_turn)

    with serving(tmp_path, "--metrics", program=with_fault("a_bot_raises")) as server:
        person = Person(server)
        asyncio.run(one_move(person, person.make([ME, {"kind": "bot", "bot": "hard"}])))
        page = person.http.get(server.address + "/metrics").text
        counted = {
            line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in page.splitlines() if "failures_total{" in line
        }
    assert counted['escale_bot_failures_total{bot="hard",reason="failed"}'] >= 2
    assert counted['escale_bot_failures_total{bot="greedy",reason="took over"}'] >= 1


@pytest.mark.parametrize(("named", "said"), [("nosuch:Thing", "no module nosuch"), (f"{OWN}:Nobody", "no class Nobody")])
def test_a_bot_that_is_not_there_is_said_at_once(tmp_path: Path, named: str, said: str) -> None:
    command = [sys.executable, "-m", "escale", "serve", "--port", "0", "--data", str(tmp_path), "--own-bot", named]
    run = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert run.returncode != 0
    assert said in run.stderr
    assert len(run.stderr.splitlines()) == 1


@pytest.mark.parametrize("deadline", ["0", "-1", "nan", "601"])
def test_a_deadline_that_makes_no_sense_is_refused(tmp_path: Path, deadline: str) -> None:
    command = [sys.executable, "-m", "escale", "serve", "--port", "0", "--data", str(tmp_path), "--bot-deadline", deadline]
    run = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert run.returncode != 0
    assert "deadline" in run.stderr
