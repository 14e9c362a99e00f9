"""One decision of a player: what they type, and what the table answers until it is a move."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from escale.rules.errors import BadNotation
from escale.rules.position import Position
from escale.rules.registry import RULE_ID
from escale.rules.texts import Texts
from escale.terminal.hint import Hint
from escale.terminal.language import command_words, named_rules, plain, spelled
from escale.terminal.screen import Screen, echo, paragraph

PROMPT = "> "


class Left(Exception):
    """The player has left the table."""


class TakenBack(Exception):
    """The player wants their last move back."""


@dataclass(frozen=True)
class Turn:
    """A player's turn. `decide` gives the move; a move that the rules forbid never leaves here."""

    position: Position
    screen: Screen
    words: Texts  # the table's own
    texts: Texts  # the game's
    advice: Hint
    redraw: Callable[[], None]
    no_undo: str | None  # the name of the sentence that says why nothing can be taken back

    def decide(self) -> int:
        """The legal move the player typed. Raises Left, or TakenBack."""
        while True:
            line = self.screen.ask(PROMPT)
            if line is None:
                raise Left
            move = self._legal(line)
            if move is not None:
                return move
            self._answer(line)

    def _legal(self, line: str) -> int | None:
        try:
            move = self.position.read_move(line)
        except BadNotation:
            return None
        return move if self.position.why_not(move) is None else None

    def _answer(self, line: str) -> None:
        word, _, argument = line.strip().partition(" ")
        for name, command in self._commands().items():
            if plain(word) in command_words(name):
                command(argument.strip())
                return
        if word:
            self._judge(line)
        else:
            self.redraw()

    def _commands(self) -> dict[str, Callable[[str], None]]:
        return {
            "help": self.help,
            "moves": self.moves,
            "why": self.why,
            "rules": self.rules,
            "hint": self.hint,
            "undo": self.undo,
            "text": self.text,
            "quit": self.quit,
        }

    def help(self, argument: str = "") -> None:
        """Say what can be typed."""
        say = self.words.say
        self.screen.say(say("help.title"))
        typed = {"why": say("help.example_why"), "rules": say("help.example_rules")}
        rows = [(self._example(), say("help.move"))]
        rows += [
            (typed.get(name, spelled(name, self.words)[0]), say(f"help.{name}")) for name in self._commands() if name != "help"
        ]
        self.screen.pairs([*rows, (say("help.enter_key"), say("help.enter"))])
        self.screen.say(self.texts.say("table.how_to_move"))

    def moves(self, argument: str = "") -> None:
        """List the legal moves."""
        names = self.position.names()
        self.screen.say(self.words.say("answer.moves", n=len(names)))
        self.screen.columns(names)

    def why(self, argument: str) -> None:
        """Say whether a move is allowed, or which rule forbids it."""
        if argument:
            self._judge(argument)
        else:
            self.screen.say(self.words.say("answer.why_what", move=self._example()))

    def rules(self, argument: str = "") -> None:
        """Show the rulebook, or one rule of it."""
        ids = self.position.game.rule_ids()
        wanted = named_rules(ids, argument) if argument else ids
        if not wanted:
            self.screen.say(self.words.say("answer.no_rule", text=echo(argument), ids=", ".join(ids)))
        parts = [paragraph(rule, self.texts) for rule in wanted]
        self.screen.pages(parts, self.words.say("answer.more"), command_words("no"))

    def hint(self, argument: str = "") -> None:
        """Tell the next step of the hint: the idea, the place, the move."""
        if not self.advice.found:
            with self.screen.busy(self.words.say("answer.hint_thinking")):
                self.advice.think()
        for sentence in self.advice.next():
            self.screen.say(sentence)

    def undo(self, argument: str = "") -> None:
        """Take the player's last move back, where that is fair."""
        if self.no_undo is None:
            raise TakenBack
        self.screen.say(self.words.say(self.no_undo))

    def text(self, argument: str = "") -> None:
        """The position as text shows every secret: not before the end."""
        self.screen.say(self.words.say("answer.text_later"))

    def quit(self, argument: str = "") -> None:
        """Leave."""
        raise Left

    def _example(self) -> str:
        return self.position.names()[0]

    def _judge(self, text: str) -> None:
        """Say of a text whether it is a move, and if so whether it is allowed."""
        shown = echo(text)
        try:
            refusal = self.position.why_not(text, self.words.language)
        except BadNotation as error:
            self._no_move(shown, str(error))
            return
        if refusal is None:
            self.screen.say(self.words.say("answer.allowed", move=shown))
            return
        self.screen.say(self.words.say("answer.refused", move=shown, reason=refusal.text), "bad")
        self._cite(refusal.rule)

    def _no_move(self, shown: str, reason: str) -> None:
        self.screen.say(self.words.say("answer.no_move", text=shown), "bad")
        for rule in re.findall(RULE_ID, reason):
            if rule in self.position.game.rule_ids():
                self._cite(rule)
        self.screen.say(self.texts.say("table.how_to_move"))

    def _cite(self, rule: str) -> None:
        title = self.texts.say(f"rule.{rule}.title")
        self.screen.say(self.words.say("answer.rule", rule=rule, title=title), "faint")
