"""From a wish to a table: which game, how many players, who sits where; and another game after it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random

from escale.rules.errors import BadOption
from escale.rules.game import Game
from escale.rules.info import checked_seed
from escale.rules.position import Position
from escale.rules.registry import load
from escale.rules.shelf import games, words_of
from escale.rules.texts import Texts
from escale.search import advice
from escale.terminal.language import command_words, plain, spoken, words
from escale.terminal.robots import Robot, get_ready, new_robots
from escale.terminal.screen import Screen, echo
from escale.terminal.table import Seat, Table
from escale.terminal.turn import PROMPT, Left

LONGEST_PAUSE = 60
SEED_BITS = 64


@dataclass(frozen=True)
class Wish:
    """What the players ask for. Seats are counted from 1, as people do."""

    game: str | None = None
    players: int | None = None
    options: dict[str, str] = field(default_factory=dict)
    humans: int = 1
    seat: int = 1  # of the first human; the others follow
    names: Sequence[str] = ()
    bot: str = "easy"
    seed: int | None = None
    language: str | None = None
    list_moves: bool = False
    pause: float = 0.0


def sit_down(wish: Wish) -> None:
    """Play as many games as the players like. A mistake in the wish is an EscaleError, before anything is drawn."""
    say = words()[spoken(wish.language)]
    new_robots(wish.bot, [0])
    checked_seed(wish.seed)
    if not 0 <= wish.pause <= LONGEST_PAUSE:
        raise BadOption(f"a pause of {wish.pause} seconds: allowed are 0 to {LONGEST_PAUSE}")
    screen = Screen(wish.pause)
    try:
        game = load(_game_id(screen, wish, say))
        players = _players(game, wish)
        _play(screen, game, players, wish, say)
    except Left:
        screen.say(say.say("answer.bye"))


def _play(screen: Screen, game: Game, players: int, wish: Wish, say: Texts) -> None:
    seed = checked_seed(wish.seed)
    while True:
        *seeds, hint_seed = _seeds(seed, players + 1)
        seats = _seats(new_robots(wish.bot, seeds), wish, say)
        with _ready(screen, game, seats, say):
            with screen.busy(say.say("frame.setting_up")):
                position = _deal(game, players, wish, seed)
            Table(screen, position, seats, say, hint_seed, wish.list_moves).play()
        if not screen.live or not _another(screen, position, say):
            return
        seed = checked_seed(None)  # the same deal again would be no game


def _seeds(seed: int, count: int) -> list[int]:
    """The chance of each robot and of the hints, drawn from the deal's seed, so that it decides the whole game."""
    chance = Random(seed)
    return [chance.getrandbits(SEED_BITS) for _ in range(count)]


@contextmanager
def _ready(screen: Screen, game: Game, seats: Sequence[Seat], say: Texts) -> Iterator[None]:
    """The robots at the table: ready when the game begins, gone when it ends. An EscaleError says why one can't play."""
    robots = [seat.robot for seat in seats if seat.robot is not None]
    try:
        with screen.busy(say.say("frame.setting_up")):
            for robot in robots:
                robot.begin(game.id)
        yield
    finally:
        for robot in robots:
            robot.close()


def _deal(game: Game, players: int, wish: Wish, seed: int) -> Position:
    """A fresh position, with all compiled that will be needed, so that nobody waits in the middle of the game."""
    position = game.new(players, seed, **wish.options)
    get_ready(wish.bot, position)
    advice.prepare(position, seed)
    position.view(position.turn)
    for name in position.names():  # which may be of several kinds
        position.why_not(name)
    game.payoffs  # noqa: B018 - compiles it
    return position


def _game_id(screen: Screen, wish: Wish, say: Texts) -> str:
    """The game wished for, else the only one there is, else the one the players choose from a list."""
    ids = list(games())
    if wish.game is not None or len(ids) == 1:
        return wish.game or ids[0]
    screen.say(say.say("library.which"), "strong")
    names = [words_of(game_id)[say.language] for game_id in ids]
    screen.pairs([(str(number), texts.say("game.name")) for number, texts in enumerate(names, 1)])
    screen.say(say.say("library.choose"))
    while True:
        line = screen.ask(PROMPT)
        if line is None or plain(line) in command_words("quit"):
            raise Left
        by_text = {str(number): game_id for number, game_id in enumerate(ids, 1)} | {game_id: game_id for game_id in ids}
        if plain(line) in by_text:
            return by_text[plain(line)]
        screen.say(say.say("library.no_such", text=echo(line)) if line.strip() else say.say("library.choose"))


def _players(game: Game, wish: Wish) -> int:
    """How many sit at the table: as many as said, else the fewest there can be with so many humans."""
    most = max(game.info.players)
    if wish.humans not in range(1, most + 1):
        raise BadOption(f"{wish.humans} humans: allowed are 1 to {most}")
    players, _ = game.info.choose(wish.players, wish.options)
    if wish.players is None and players < wish.humans:
        players, _ = game.info.choose(wish.humans, wish.options)
    if players < wish.humans:
        raise BadOption(f"{wish.humans} humans for {players} seats: allowed are 1 to {players}")
    return players


def _seats(robots: Sequence[Robot], wish: Wish, say: Texts) -> list[Seat]:
    """Who sits where, people in the place of robots; BadOption if somebody can't sit there."""
    players = len(robots)
    if wish.seat not in range(1, players + 1):
        raise BadOption(f"seat {wish.seat}: allowed are 1 to {players}")
    if len(wish.names) > wish.humans:
        raise BadOption(f"{len(wish.names)} names, but --humans {wish.humans}: at most one each")
    seats = [Seat(say.say("seat.bot", number=number), one) for number, one in enumerate(robots, 1)]
    for human in range(wish.humans):
        place = (wish.seat - 1 + human) % players
        given = echo(wish.names[human]) if human < len(wish.names) else ""
        seats[place] = Seat(given or say.say("seat.human", number=place + 1))
    return seats


def _another(screen: Screen, position: Position, say: Texts) -> bool:
    """Whether the players want another game. Now that nothing is hidden, they may also have the position's text."""
    while True:
        line = screen.ask(f"{say.say('result.again')} ")
        if line is None or plain(line) in (*command_words("no"), *command_words("quit")):
            screen.say(say.say("answer.bye"))
            return False
        if plain(line) not in command_words("text"):
            return True
        screen.as_it_is(position.text())
