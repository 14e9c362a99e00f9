"""Golden journals: tests/journals/v<N>/*.jsonl of every game, as servers have written them. They must open for ever.

The first line of a file says what must come of it, the others are a whole journal. A file is never changed: new ones are added.
`python -m tests.conformance.journals --write [GAME ...]` writes what the versions of a game lack. Games of earlier ones that
can be played by it are among that. With `--template`: what a game made from the template would lack. `--keep FILE ...` keeps
games that come to what no journal has come to: exported ones, or any JSON with game, players, options, seed and moves; the
journal is named as the file is.
"""

from __future__ import annotations

import argparse
import hashlib
import itertools
import json
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, get_args

import msgspec

import escale
from escale import Game, Position
from escale.lab.new_game import TEMPLATE, new_game
from escale.lab.sums import FILE as SUMS
from escale.lab.sums import sums_of, write_sums, written_sums
from escale.play import events
from escale.play.clock import Terms
from escale.play.events import Created, Event, Happened, Redeal, Sitting
from escale.play.match import Match
from escale.play.outline import Outline
from escale.rules.compile import interpreted
from escale.rules.errors import EscaleError, OtherVersion
from escale.rules.shelf import versions_of
from escale.rules.texts import LANGUAGES
from escale.server import making, projection
from escale.server.bodies import Record
from escale.server.projection import Onlooker
from escale.server.wire import encode
from tests.conformance.files import tests_folder
from tests.conformance.library import new_library, run
from tests.conformance.playthroughs import STAND_IN, playthrough_tables
from tests.conformance.stories import ONCE, USUAL, Story, Tale, dealt_anew, found, told
from tests.conformance.tables import Table, default_tables, hiding_tables, kind_of, option_values, secretive_tables
from tests.conformance.thorough import THOROUGH

FOLDER = "journals"
INTERPRETED = 2  # files of a version that interpreted code reads, which is slow
NEW_VERSION = "a change of rules or notation needs a new version, and kept rules: docs/change-a-rule.md"
WRITE = "python -m tests.conformance.journals --write"
#: The parts of events that have fields of their own.
PARTS = {"created.seats": Sitting, "created.redeals": Redeal, "created.clock": Terms}


def journals_open(game: Game) -> None:
    """Every journal of every version opens, comes to what it came to, and can be told, shown, looked back at and exported."""
    most = INTERPRETED if interpreted and not THOROUGH else None
    found = {folder.name for folder in _versions(game)}
    gone = [f"v{version}" for version in range(1, game.version) if f"v{version}" not in found]
    assert not gone, f"{FOLDER} has no {', '.join(gone)}: journals are kept for ever"
    for folder in _versions(game):
        try:
            rules = escale.load(game.id, _number(folder))
        except OtherVersion as error:
            advice = f"before INFO.version changes: ./run keep-rules {game.id} (docs/change-a-rule.md)"
            raise AssertionError(f"{FOLDER}/{folder.name}: {error}; {advice}") from None
        for path in sorted(folder.glob("*.jsonl"), key=lambda path: path.stat().st_size)[:most]:
            _check(rules, path)


def journals_are_complete(game: Game) -> None:
    """Every version has journals for every number of players and value of an option, with all that can happen in them; and
    where anything is hidden, journals of games in which it was dealt anew.
    """
    for version in versions_of(game.id):
        lacks = list(_lacks(escale.load(game.id, version)))
        assert not lacks, f"{FOLDER}/v{version} has no journal {'; '.join(lacks)}. {WRITE} {game.id}"


def journals_are_unchanged(game: Game) -> None:
    """Every journal is the one that was written, and none is gone; their sums are in a file that only grows."""
    folder = tests_folder(game) / FOLDER
    there, said = sums_of(folder), written_sums(folder)
    wrong = [f"{name} is gone" for name in sorted(set(said) - set(there))]
    wrong += [f"{name} was changed" for name in sorted(said) if said[name] != there.get(name, said[name])]
    assert not wrong, f"{FOLDER}: {'; '.join(wrong)}: journals are kept for ever, as they are"
    new = sorted(set(there) - set(said))
    assert not new, f"{FOLDER}/{SUMS} lacks {', '.join(new)}. {WRITE} {game.id}"


def _versions(game: Game) -> list[Path]:
    return sorted((tests_folder(game) / FOLDER).glob("v*"), key=_number)


def _number(folder: Path) -> int:
    """The version whose journals are in a folder."""
    return int(folder.name.removeprefix("v"))


def _lacks(game: Game) -> Iterator[str]:
    kept = [journal_of(path) for path in _kept(game)]
    created = [first for _, (first, *_) in kept if isinstance(first, Created)]
    for players in game.info.players:
        if not any(first.players == players for first in created):
            yield f"of {players} players"
    for option, value in option_values(game.info):
        if not any(first.options.get(option.name) == value for first in created):
            yield f"with {option.name}={value}"
    yield from (f"that has {field} in it" for field in _unseen(game))
    records = [expected["record"] for expected, _ in kept]
    there = {kind_of(game.info, record["players"], record["options"]) for record in records if _is_dealt_anew(record)}
    for name, at in _dealt_anew_tables(game).items():
        if kind_of(game.info, at.players, dict(at.options)) not in there:
            yield f"dealt anew amid the game, like {name}"


def _dealt_anew_tables(game: Game) -> dict[str, Table]:
    """The tables that need a journal dealt anew amid the game, by its name."""
    kinds = {kind_of(game.info, at.players, dict(at.options)): at for at in hiding_tables(game.info)}
    return {"-".join(map(str, ("dealt_anew", *kind))): at for kind, at in kinds.items()}


def _is_dealt_anew(record: dict[str, Any]) -> bool:
    """Whether a game was dealt anew under way as nobody knew it and as a seat did, and also in its second half."""
    amid = [redeal for redeal in record["redeals"] if 0 < redeal["ply"] < len(record["moves"])]
    seats = {redeal["seat"] for redeal in amid}
    late = any(redeal["ply"] >= len(record["moves"]) / 2 for redeal in amid)
    return late and None in seats and len(seats) > 1


def folder_of(game: Game) -> Path:
    """Where the journals of a game's version are."""
    return tests_folder(game) / FOLDER / f"v{game.version}"


def _kept(game: Game) -> list[Path]:
    return sorted(folder_of(game).glob("*.jsonl"))


def journal_of(path: Path) -> tuple[dict[str, Any], list[Event]]:
    """What must come of a journal, and the journal."""
    expected, *bodies = path.read_bytes().splitlines()
    return json.loads(expected), [events.decode(body) for body in bodies]


def record_in(path: Path) -> dict[str, Any]:
    """The exported record of a journal's game."""
    record: dict[str, Any] = journal_of(path)[0]["record"]
    return record


def _unseen(game: Game) -> list[str]:
    """What may be in events and is in none of a version; what is hidden is dealt anew only where something is."""
    seen: set[str] = set()
    for path in _kept(game):
        for body in path.read_bytes().splitlines()[1:]:
            event = json.loads(body)
            seen |= {f"{event['e']}.{name}" for name in event} | set(event)
            for part in PARTS:
                inner = event.get(part.partition(".")[2]) if event["e"] == "created" else None
                for one in inner if isinstance(inner, list) else [inner or {}]:
                    seen |= {f"{part}.{name}" for name in one}
    hides = game.info.secrets or game.info.stock
    return sorted(field for field in _fields() - seen if hides or not field.startswith("created.redeals"))


def _fields() -> set[str]:
    """Every field of every event; those that all have, once."""
    common = set(Happened.__struct_fields__)
    found = set(common)
    for kind in get_args(Event):
        found |= {f"{kind.__struct_config__.tag}.{name}" for name in kind.__struct_fields__ if name not in common}
    return found | {f"{part}.{name}" for part, struct in PARTS.items() for name in struct.__struct_fields__}


# What must come of a journal


def outcome(match: Match) -> dict[str, Any]:
    """What must come of the journal of a match that isn't played any more. Nothing that may be said or shown better one day."""
    position = match.position
    return {
        "status": match.status,
        "moves": [digest(at) for at in match.positions()],
        "points": list(position.points),
        "scores": list(position.scores),
        "winners": list(position.winners),
        "record": json.loads(encode(projection.record(match))),
    }


def digest(position: Position) -> str:
    """A short hash of whose turn it is and what they may do."""
    allowed = "\n".join([str(position.turn), *sorted(position.names())])
    return hashlib.sha256(allowed.encode()).hexdigest()[:8]


def _check(game: Game, path: Path) -> None:
    place = f"{FOLDER}/{path.parent.name}/{path.name}"
    expected, happened = journal_of(path)
    try:
        match = Match.of("kept", happened)
    except Exception as error:
        cause = error.__cause__ or error
        raise AssertionError(f"{place} can't be played any more: {type(cause).__name__} {cause}; {NEW_VERSION}") from error
    assert match.game is game, f"{place} is of {match.game.id}, version {match.game.version}"
    compare(place, expected, outcome(match), game)
    _tell(place, match)
    bodies = path.read_bytes().splitlines()[1:]
    outline = projection.record(Outline.of("kept", bodies, match.status))
    assert outline.moves == expected["record"]["moves"], f"{place}: without the rules, other moves stand"
    again = making.replayed(projection.record(match))
    assert again.position == match.position, f"{place}: what is exported comes to something else"


def compare(place: str, expected: dict[str, Any], found: dict[str, Any], game: Game) -> None:
    """AssertionError if something else comes of a journal than must; `place` names it."""
    for ply, (was, now) in enumerate(itertools.zip_longest(expected["moves"], found["moves"])):
        assert was == now, f"{place}: after {ply} moves it is another's turn, or other moves are legal; {NEW_VERSION}"
    was, now = expected["record"], found["record"]
    chosen = game.info.choose(was["players"], was["options"])[1]  # options that came since have their default
    assert now["options"] == chosen, f"{place}: its options were {was['options']}, are {now['options']}; {NEW_VERSION}"
    for name in ("status", "points", "scores", "winners"):
        assert expected[name] == found[name], f"{place}: {name} were {expected[name]}, are {found[name]}; {NEW_VERSION}"
    differ = [name for name in was if name != "options" and was[name] != now.get(name)]
    assert not differ, f"{place}: {', '.join(differ)} of its record differ from what they were; {NEW_VERSION}"


def _tell(place: str, match: Match) -> None:
    """Everything that pages, terminals and files make of it can be made."""
    try:
        for played, before in zip(match.moves, match.positions(), strict=False):
            for language in LANGUAGES:
                assert before.log(played.number, language, who="Ada")
        for seat in (None, *range(match.created.players)):
            encode(projection.table(match, Onlooker(None, seat), [True] * match.created.players, 0))
            encode(projection.past(match, match.ply // 2, seat))
        encode(projection.replay(match))
    except Exception as error:
        raise AssertionError(f"{place} can't be told or shown any more: {type(error).__name__} {error}") from error


# Writing


def write(game: Game) -> list[Path]:
    """Write what the versions lack; no file that is there is touched. Returns the new ones."""
    written = [path for version in versions_of(game.id) for path in _write_version(escale.load(game.id, version))]
    write_sums(tests_folder(game) / FOLDER)
    return written


def _write_version(game: Game) -> list[Path]:
    folder = folder_of(game)
    folder.mkdir(parents=True, exist_ok=True)
    tables = zip(playthrough_tables(game.info).items(), itertools.cycle(USUAL.values()), strict=False)
    wanted = {Path(name).stem: (tale, at) for (name, at), tale in tables}
    wanted |= {name: (tale, several(game)) for name, tale in ONCE.items()}
    wanted |= {name: (dealt_anew, at) for name, at in _dealt_anew_tables(game).items()}
    written = _written(folder, game, wanted) + _write_again(game)
    number = next(n for n in itertools.count(1) if not any(folder.glob(f"events-{n}-*")))
    for name, tale in (USUAL | ONCE).items():
        if unseen := _unseen(game):
            new = _written(folder, game, {f"events-{number}-{name}": (tale, several(game))})
            if _unseen(game) == unseen:
                new.pop().unlink()  # it brings nothing new
            written += new
    unseen = _unseen(game)
    assert not unseen, f"stories.py doesn't make it happen: {', '.join(unseen)}"
    return written


def several(game: Game) -> Table:
    """A table of as few as can be, but not of one alone; if anything is ever hidden, one where something is."""
    every = [at for at in secretive_tables(game.info) if at.players > 1] or default_tables(game.info)
    hiding = [at for at in every if game.info.hides(at.players, dict(at.options))]
    at = (hiding or every)[0]
    return Table(at.players, at.options, zlib.crc32(b"several"))


def _write_again(game: Game) -> list[Path]:
    """Write the games of earlier versions that this one has no journal of, if it allows all their moves."""
    here = {_key(game, record_in(path)) for path in _kept(game)}
    earlier = [path for folder in _versions(game) if _number(folder) < game.version for path in sorted(folder.glob("*.jsonl"))]
    written = []
    for path in earlier:
        record = record_in(path) | {"version": game.version}
        try:
            key = _key(game, record)
            if key in here:
                continue
            making.replayed(msgspec.convert(record, Record))
        except EscaleError as error:
            print(f"{path.parent.name}/{path.name} can't be played by version {game.version}: {error}", file=sys.stderr)
            continue
        here.add(key)
        written.append(_free(folder_of(game), path))
        _write_story(written[-1], _found(game, record))
    return written


def _key(game: Game, record: dict[str, Any]) -> str:
    """What tells a game from others."""
    played = {name: record[name] for name in ("seed", "moves", "redeals")}
    return json.dumps([game.info.choose(record["players"], record["options"]), played], sort_keys=True)


def _free(folder: Path, path: Path) -> Path:
    """Where the game of an earlier version's journal goes: under its name, or with the version if another has that."""
    same = folder / path.name
    return same if not same.exists() else same.with_stem(f"{path.stem}-{path.parent.name}")


def _written(folder: Path, game: Game, wanted: dict[str, tuple[Tale, Table]]) -> list[Path]:
    """The files that weren't there."""
    new = {path: plan for name, plan in wanted.items() if not (path := folder / f"{name}.jsonl").exists()}
    for path, (tale, at) in new.items():
        _write_story(path, told(tale, game, at))
    return list(new)


def _write_story(path: Path, story: Story) -> None:
    lines = [json.dumps(outcome(story.match)).encode(), *map(events.encode, story.events)]
    path.write_bytes(b"\n".join(lines) + b"\n")


def keep(file: Path) -> Path:
    """Keep a game as a journal of today's version; returns it. No file that is there is touched."""
    record = json.loads(file.read_text("utf-8"))
    game = escale.load(record["game"])
    path = folder_of(game) / f"{file.stem}.jsonl"
    assert not path.exists(), f"{path} is there already: journals are never changed"
    _write_story(path, _found(game, record))
    write_sums(path.parents[1])
    return path


def _found(game: Game, record: dict[str, Any]) -> Story:
    """A game as it was exported, or written down."""
    players, options = game.info.choose(record["players"], record["options"])
    redeals = [Redeal(redeal["ply"], int(redeal["seed"]), redeal["seat"]) for redeal in record.get("redeals", [])]
    return found(game, Table(players, tuple(options.items()), int(record["seed"])), record["moves"], redeals)


def write_template() -> None:
    """Write what a game made from the template lacks, with the game's name taken out again."""
    with TemporaryDirectory() as made:
        folder = new_game(STAND_IN, new_library(Path(made)))
        run(Path(made), "-m", "tests.conformance.journals", "--write", STAND_IN).check_returncode()
        for path in (folder / "tests" / FOLDER).rglob("*.jsonl"):
            place = TEMPLATE / path.relative_to(folder)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(path.read_text("utf-8").replace(STAND_IN, "$name"), "utf-8", newline="\n")


def main() -> int:
    """Write what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write what is lacking")
    parser.add_argument("--keep", type=Path, nargs="+", default=[], metavar="FILE", help="games to keep as journals")
    parser.add_argument("--template", action="store_true", help="what the template lacks, not games")
    parser.add_argument("games", nargs="*", metavar="GAME", help="only these; default: all")
    asked = parser.parse_args()
    if asked.write == bool(asked.keep):
        parser.error("say --write, or --keep FILE")
    for file in asked.keep:
        print(keep(file))
    if asked.keep:
        return 0
    if asked.template:
        write_template()
        return 0
    for game_id in asked.games or escale.games():
        for path in write(escale.load(game_id)):
            print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
