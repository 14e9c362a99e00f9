"""One game at the table: who sits where, whose turn it is, what is drawn for whom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from escale.rules.chance import derived_seed
from escale.rules.position import Position
from escale.rules.texts import Texts
from escale.search.stand_in import STAND_IN
from escale.terminal.hint import Hint
from escale.terminal.language import joined, said
from escale.terminal.robots import Robot, RobotMove
from escale.terminal.screen import Line, Screen, visible
from escale.terminal.turn import Left, TakenBack, Turn

ON_TURN, WAITING = "▸", " "


@dataclass(frozen=True)
class Seat:
    """Who sits there: a robot, or somebody at this terminal."""

    name: str
    robot: Robot | None = None


class Table:
    """A game from the deal to the result."""

    def __init__(
        self, screen: Screen, position: Position, seats: Sequence[Seat], words: Texts, seed: int, list_moves: bool = False
    ) -> None:
        """`seed` decides the hints players ask for; with `list_moves` the legal moves are listed at every turn."""
        self.screen = screen
        self.position = position
        self.seats = seats
        self.words = words
        self.texts = position.game.texts[words.language]
        self._seed = seed
        self._list_moves = list_moves
        self._humans = [seat for seat, who in enumerate(seats) if who.robot is None]
        self._shown_to: int | None = self._humans[0] if len(self._humans) == 1 else None
        self._log: list[str] = []
        self._note = ""  # said under the board until the next move
        self._troubles: list[str] = []  # of robots, since a player's last move
        self._told: list[list[str]] = [[] for _ in seats]  # to each seat, with its last hint: the kinds of asides
        self._turns: list[tuple[Position, int]] = []  # what a player has decided on, and how long the log was then

    def play(self) -> None:
        """The whole game. Raises Left when a player leaves."""
        while self.position.turn is not None:
            robot = self.seats[self.position.turn].robot
            if robot is None:
                self._player_moves(self.position.turn)
            else:
                self._robot_moves(robot)
        self._close()

    def _robot_moves(self, robot: Robot) -> None:
        if self.screen.live or not self._log:
            self._frame()
            self.screen.wait()
        chosen = robot.choose(self.position)
        if chosen.trouble:
            self._stood_in(chosen)
        self._move(chosen.move)

    def _stood_in(self, chosen: RobotMove) -> None:
        """Tell that a robot has failed, and that another moved in its place."""
        assert self.position.turn is not None
        who = self.seats[self.position.turn].name
        key = "answer.stood_in_for_good" if chosen.trouble == "for_good" else "answer.stood_in"
        other = self._robot_name(STAND_IN)
        self._troubles.append(self.words.say(key, who=who, other=other, reason=visible(chosen.reason)))
        if not self.screen.live:
            self.screen.say(self._troubles[-1], "bad")

    def _player_moves(self, seat: int) -> None:
        if len(self._humans) > 1:
            self._cover(seat)
        self._frame()
        self._turns.append((self.position.copy(), len(self._log)))
        turn = Turn(
            self.position, self.screen, self.words, self.texts, self._hint(seat), redraw=self._frame, no_undo=self._no_undo()
        )
        try:
            move = turn.decide()
            self._troubles.clear()
            self._move(move)
        except TakenBack:
            self._troubles.clear()
            self._take_back()

    def _hint(self, seat: int) -> Hint:
        """The hint a player may ask for now. Its chance differs from move to move, as everybody else's does."""
        seed = int(derived_seed(np.uint64(self._seed), len(self._log)))
        return Hint(self.position.copy(), seed, self.words, self._told[seat])

    def _move(self, move: int) -> None:
        assert self.position.turn is not None
        who = self.seats[self.position.turn].name
        self._log.append(self.position.log(move, self.words.language, who=who))
        self._note = ""
        self.position.play(move)
        if not self.screen.live:
            self.screen.say(self._log[-1])

    def _no_undo(self) -> str | None:
        if len(self._humans) > 1:
            return "answer.no_undo"
        return None if len(self._turns) > 1 else "answer.nothing_to_undo"

    def _take_back(self) -> None:
        self._turns.pop()
        self.position, said = self._turns.pop()
        del self._log[said:]
        self._note = self.words.say("answer.undone")

    def _cover(self, seat: int) -> None:
        """Hide what the last player saw until the next one sits before the screen."""
        if self._shown_to == seat:
            return
        self._shown_to = None
        who = self.seats[seat].name
        self.screen.forget()
        self.screen.title(self._name())
        self.screen.say()
        self.screen.say(self.words.say("cover.pass_to", who=who), "strong")
        self.screen.say()
        if self.screen.ask(self.words.say("cover.ready", who=who) + " ") is None:
            raise Left
        self._shown_to = seat

    def _name(self) -> str:
        return self.texts.say("game.name")

    def _seen(self) -> dict[str, Any]:
        """What may be drawn now: the view of whoever sits before the screen."""
        alone = len(self._humans) == 1
        seat = self._shown_to if alone or self.position.turn == self._shown_to else None
        return self.position.view(seat)

    def _frame(self) -> None:
        """The table as it stands."""
        seen = self._seen()
        view = self.position.game.view
        self.screen.clear()
        self.screen.title(self._name(), self.words.say("frame.move", number=len(self._log) + 1))
        if self._is_first():
            self._introduce()
        else:
            self.screen.say()
        board = view.sketch(seen, self.texts)
        panel = [*self._seat_lines(seen["seat"]), [], *view.knows(seen, self.texts)]
        self.screen.beside(board, panel)
        if len(panel) <= len(board):
            self.screen.say()
        if self.screen.live:
            for sentence in self._log[-len(self.seats) :]:
                self.screen.say(sentence)
        self._say_troubles()
        if self._note:
            self.screen.say(self._note, "good")
        self._ask(seen)

    def _say_troubles(self) -> None:
        if self.screen.live:
            for sentence in self._troubles:
                self.screen.say(sentence, "bad")

    def _is_first(self) -> bool:
        """Whether no player has decided anything yet: then the table says what the game is about."""
        return len(self._turns) < 2 and not any(said < len(self._log) for _, said in self._turns)

    def _introduce(self) -> None:
        self.screen.say(self.texts.say("game.tagline"))
        known = set(self.texts.names("option."))
        for option in self.position.game.info.options:
            value = self.position.options[option.name]
            if value != option.default:
                key = f"option.{option.name}.{value}"
                said = self.texts.say(key) if key in known else value
                self.screen.say(
                    self.words.say("frame.options", option=self.texts.say(f"option.{option.name}.name"), value=said)
                )

    def _ask(self, seen: dict[str, Any]) -> None:
        """Under the board: the question, if it is for whoever sits before the screen."""
        if self.position.turn is None:
            return
        if seen["seat"] != self.position.turn:
            who = self.seats[self.position.turn].name
            self.screen.say(self.texts.say(f"task.{seen['task']}.other", who=who), "faint")
            return
        if self._is_first():
            self.screen.say(self.texts.say("table.how_to_move"))
        if self._list_moves:
            self.screen.columns(self.position.names())
        prompt = self.texts.say(f"task.{seen['task']}.you")
        self.screen.lines([[(f"{prompt} ", "strong"), (f"({self.words.say('frame.help')})", "faint")]])

    def _seat_lines(self, you: int | None) -> list[Line]:
        return [self._seat_line(seat, seat == you) for seat in range(len(self.seats))]

    def _seat_line(self, seat: int, is_you: bool) -> Line:
        who = self.seats[seat]
        mark = ON_TURN if seat == self.position.turn else WAITING
        style = "strong" if seat == self.position.turn else "plain"
        role = self._robot_name(who.robot.name) if who.robot else self.words.say("seat.you") if is_you else ""
        return [(f"{mark} {seat + 1}  {who.name}", style), (f" ({role})" if role else "", "faint")]

    def _robot_name(self, name: str) -> str:
        key = f"bot.{name}"
        return self.words.say(key) if key in self.words.names("bot.") else name

    def _close(self) -> None:
        """The result, with nothing hidden any more."""
        seen = self.position.view()
        view = self.position.game.view
        self.screen.clear()
        self.screen.title(self._name(), self.words.say("frame.move", number=len(self._log)))
        self.screen.beside(view.sketch(seen, self.texts), self._seat_lines(self._humans[0] if len(self._humans) == 1 else None))
        self.screen.say()
        self.screen.say(self._log[-1])
        self._say_troubles()
        self._count(seen["closing"])
        self.screen.say()
        self.screen.say(self._result(), "good")

    def _count(self, closing: dict[str, Any]) -> None:
        """Why the game ended, and what counted: a row for each seat, the best first."""
        self.screen.say(said(closing["reason"], self.texts))
        self.screen.say()
        seats = sorted(range(len(self.seats)), key=lambda seat: int(closing["ranks"][seat]))
        head = ["", *(self.texts.say(item) for item in closing["items"])]
        self.screen.table(head, [[self.seats[seat].name, *map(self._cell, closing["rows"][seat])] for seat in seats])

    def _cell(self, cell: Any) -> str | float:
        """What counted for a seat: a number, or a text in words."""
        return said(cell, self.texts) if isinstance(cell, dict) else cell

    def _result(self) -> str:
        winners = self.position.winners
        if not winners:
            return self.words.say("result.nobody")
        you = self._humans[0] if len(self._humans) == 1 and self._humans[0] in winners else None
        others = [self.seats[seat].name for seat in winners if seat != you]
        shared = self.position.scores[winners[0]] < 1
        if you is not None:
            form = "you" if not others else "you_shared" if shared else "you_together"
        else:
            form = "one" if len(winners) == 1 else "shared" if shared else "together"
        return self.words.say(f"result.{form}", who=joined(others, self.words))
