from __future__ import annotations

import re
from pathlib import Path

import pytest

import escale
from escale.terminal.language import said
from escale.terminal.screen import Screen
from tests.play.tables import EVERY_GAME, WITH_SECRETS, options_for
from tests.terminal.pseudo import CONTROL, PROMPT, Pseudo

GAME = next(iter(escale.games()))
AGAIN = {"en": "Play again", "fr": "Une autre partie"}
MOVES = {"en": "moves", "fr": "coups"}
#: Of two, by the seats that win.
RESULTS = {
    (): "Nobody wins",
    (0,): "You win!",
    (1,): "Robot 2 wins.",
    (0, 1): "You share the victory with Robot 2!",
}
FIRST_TASK = escale.load(GAME).new(seed=5).view()["task"]
FORGOTTEN = "\x1b[3J"
CLEARED = "\x1b[2J"
SITTINGS = 6
CUT = "\x15"  # Ctrl-U: what was begun is taken away, and kept
RECALL = "\x1b[A\x19\x1b."  # the line before this one, what was cut, and the last word of the line before
FEW = 4  # moves, by which one deal is told from another
WIDE = 200  # columns, in which no line that somebody knows is broken


def flat(text: str) -> str:
    """A text on one line, each of its blanks a plain one."""
    return " ".join(text.split())


def table(*arguments: str, lang: str = "en", **environment: str) -> Pseudo:
    return Pseudo(
        "play", GAME, "--terminal", "--pause", "0", "--seed", "5", "--lang", lang, *arguments, environment=environment
    )


def listed(terminal: Pseudo, lang: str = "en") -> list[str]:
    """The moves the table lists."""
    answer = terminal.ask(MOVES[lang])
    return answer.partition(":\n")[2].removesuffix("\n> ").split()


def finish(terminal: Pseudo, lang: str = "en") -> str:
    """Play the last listed move until the game is over; returns the last screen."""
    for _ in range(500):
        terminal.type(listed(terminal, lang)[-1])
        shown = terminal.until(f"{PROMPT}|{AGAIN[lang]}")
        if AGAIN[lang] in shown:
            return shown
    raise AssertionError("the game doesn't end")


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_whole_game(lang: str) -> None:
    texts = escale.load(GAME).texts[lang]
    with table(lang=lang) as terminal:
        first = terminal.until(PROMPT)
        for name in ("game.name", "game.tagline", f"task.{FIRST_TASK}.you"):
            assert flat(texts.say(name)) in flat(first)
        last = finish(terminal, lang)
        assert re.search({"en": "win|share|Nobody", "fr": "gagn|partage|Personne"}[lang], last)
        terminal.type("n")
        assert terminal.status() == 0
        assert {"en": "Goodbye", "fr": "Au revoir"}[lang] in terminal.fresh
        assert "Traceback" not in terminal.raw


def words_of(names: list[str]) -> list[str]:
    """Moves as they are listed; a move may be several words."""
    return " ".join(names).split()


def deal(game: str, lang: str = "en") -> tuple[escale.Position, list[str]]:
    """A table of two who know different things, if they ever do, and how the program is asked for it."""
    options = [f"--option={name}={value}" for name, value in options_for(game).items()]
    arguments = ["play", game, "--terminal", "--pause", "0", "--seed", "5", "--lang", lang, "--players", "2", *options]
    return escale.load(game).new(2, 5, **options_for(game)), arguments


def against_first(arguments: list[str], folder: Path) -> Pseudo:
    """Against a robot that always plays the first move, so that we know where the game stands."""
    (folder / "first.py").write_text("class First:\n    def choose(self, pos, budget):\n        return pos.moves()[0]\n")
    return Pseudo(*arguments, "--bot", f"{folder / 'first.py'}:First", columns=WIDE, rows=60)


def let_first_move(position: escale.Position) -> None:
    """What that robot does, up to the next decision of the player, who has the first seat."""
    while position.turn == 1:
        position.play(position.moves()[0])


def opening(terminal: Pseudo, moves: list[str]) -> list[str]:
    """The screens of a game that has just begun, before and after each of these moves."""
    screens = []
    for move in [*moves, ""]:
        terminal.until(PROMPT)
        screens.append(CONTROL.sub("", terminal.raw.rpartition(CLEARED)[2]))
        terminal.type(move)
    return screens


@EVERY_GAME
def test_the_end_shows_what_counted_and_the_text(game: str, tmp_path: Path) -> None:
    position, arguments = deal(game)
    moves = []
    let_first_move(position)
    while not position.over:
        moves.append(position.names()[-1])
        position.play(moves[-1])
        let_first_move(position)
    with against_first(arguments, tmp_path) as terminal:
        first = opening(terminal, moves[:FEW])
        for move in moves[FEW:]:
            terminal.until(PROMPT)
            terminal.type(move)
        check_closing(terminal.until(AGAIN["en"]), position)
        terminal.type("text")
        shown = terminal.until(r"Play again\? \(.*\) $")
        assert position.game.parse(shown.partition("\n")[2].rpartition("\nPlay again")[0]) == position
        terminal.type("")
        again = opening(terminal, moves[:FEW])
        assert again != first or not position.game.info.hides(2, position.options)  # another seed, where it deals something
        terminal.until(PROMPT)
        terminal.type("quit")
        assert terminal.status() == 0


def check_closing(shown: str, position: escale.Position) -> None:
    """A screen tells why the game ended, who won, what counted, and that seat by seat, the best first."""
    closing = position.view()["closing"]
    texts = position.game.texts["en"]
    assert flat(said(closing["reason"], texts)) in flat(shown)
    *_, head = (line for line in shown.splitlines() if flat(" ".join(map(texts.say, closing["items"]))) == flat(line))
    rows = shown.partition(head)[2].splitlines()[1:3]
    names = ["Player 1", "Robot 2"]
    for row, seat in zip(rows, sorted(range(2), key=lambda seat: int(closing["ranks"][seat])), strict=True):
        cells = [said(cell, texts) if isinstance(cell, dict) else str(cell) for cell in closing["rows"][seat]]
        assert flat(row) == flat(" ".join([names[seat], *cells]))
    assert RESULTS[position.winners] in flat(shown)


def later_move(position: escale.Position) -> tuple[str, escale.Refusal]:
    """A move that comes up later in the game and isn't allowed now, and why not."""
    later = position.copy()
    while not later.over:
        for name in later.names():
            try:
                refusal = position.why_not(name)
            except escale.BadNotation:
                continue
            if refusal is not None:
                return name, refusal
        later.play(later.moves()[0])
    raise AssertionError("every move is always allowed")


@EVERY_GAME
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_refused_move_names_its_rule(game: str, lang: str, tmp_path: Path) -> None:
    position, arguments = deal(game, lang)
    texts = position.game.texts[lang]
    let_first_move(position)
    move, refusal = later_move(position)
    with against_first(arguments, tmp_path) as terminal:
        terminal.until(PROMPT)
        for typed in (move, f"why {move}", f"pourquoi {move}"):
            answer = flat(terminal.ask(typed))
            assert flat(texts.say(f"refusal.{refusal.name}")) in answer
            assert refusal.rule in answer
            assert flat(texts.say(f"rule.{refusal.rule}.title")) in answer
        assert listed(terminal, lang) == words_of(position.names())
        assert {"en": "allowed", "fr": "permis"}[lang] in terminal.ask(f"why {position.names()[0]}")


def test_bad_text_says_what_a_move_looks_like() -> None:
    texts = escale.load(GAME).texts["fr"]
    with table(lang="fr") as terminal:
        terminal.until(PROMPT)
        for text in ("zzz", "é" * 300, "1 2 3", "+", "a1+", "[bold]x[/]", "{x}"):
            answer = terminal.ask(text)
            assert "n’est pas un coup" in answer
            assert flat(texts.say("table.how_to_move")) in flat(answer)


def test_commands_in_either_language_and_without_accents() -> None:
    rule = escale.load(GAME).rule_ids()[0]
    with table(lang="en") as terminal:
        terminal.until(PROMPT)
        for word in ("?", "help", "AIDE"):
            assert "What you can type" in terminal.ask(word)
        for word in ("rules", "rule", "règles", "regles", "RÈGLES"):
            for named in (rule.lower(), rule.rpartition(".")[2]):
                answer = terminal.ask(f"{word} {named}")
                assert escale.load(GAME).texts["en"].say(f"rule.{rule}.title") in answer
        assert "There is no rule" in terminal.ask("rules ZZZ.1")
        assert "once the game is over" in terminal.ask("text")
        assert "Which move?" in terminal.ask("why")
        assert escale.load(GAME).name() in terminal.ask("")


def test_long_reading_waits() -> None:
    with table(lang="fr") as terminal:
        terminal.until(PROMPT)
        terminal.type("règles")
        terminal.until("Entrée pour la suite")
        terminal.type("")
        terminal.until("Entrée pour la suite")
        assert terminal.ask("n").endswith("> ")


@EVERY_GAME
def test_undo_goes_back_to_the_turn_before(game: str, tmp_path: Path) -> None:
    """Or to the decision before, in a turn that has several."""
    position, arguments = deal(game)
    before = []
    with against_first(arguments, tmp_path) as terminal:
        let_first_move(position)
        terminal.until(PROMPT)
        assert "nothing to take back" in terminal.ask("undo")
        for _ in range(SITTINGS):
            before.append(words_of(position.names()))
            terminal.ask(position.names()[0])
            position.play(position.moves()[0])
            let_first_move(position)
        assert listed(terminal) == words_of(position.names())
        for number, names in enumerate(reversed(before)):
            assert "Taken back" in terminal.ask(("annuler", "undo")[number % 2])
            assert listed(terminal) == names
        assert "nothing to take back" in terminal.ask("undo")


@pytest.mark.parametrize("word", ["quit\n", "quitter\n", "\x04"])
def test_leaving_politely(word: str) -> None:
    with table() as terminal:
        terminal.until(PROMPT)
        terminal.press(word)
        assert terminal.status() == 0
        assert "Goodbye" in terminal.fresh


def test_ctrl_c_is_quiet() -> None:
    with table() as terminal:
        terminal.until(PROMPT)
        terminal.press("\x03")
        assert terminal.status() == 130
        assert terminal.fresh.replace("^C", "").strip() == "escale: stopped"


def test_the_moves_are_listed_each_turn_if_wished() -> None:
    with table("--moves") as terminal:
        first = terminal.until(PROMPT)
        assert all(move in first for move in listed(terminal))


@pytest.mark.parametrize("columns", [40, 60, 80])
def test_nothing_is_wider_than_the_terminal(columns: int) -> None:
    with Pseudo("play", GAME, "--terminal", "--pause", "0", "--seed", "6", "--lang", "fr", columns=columns) as terminal:
        terminal.until(PROMPT)
        shown = CONTROL.sub("", terminal.raw.rpartition(CLEARED)[2])
        for word in ("?", "coups", "pourquoi zzz", "zzz"):
            shown += terminal.ask(word)
        assert max(len(line) for line in shown.split("\n")) <= columns


def test_no_colours_when_asked() -> None:
    coloured = re.compile(r"\x1b\[[0-9;]*(3[0-8]|4[0-8]|9[0-7]|10[0-7])[0-9;]*m")
    with table() as terminal:
        terminal.until(PROMPT)
        assert coloured.search(terminal.raw)
    with table(NO_COLOR="1") as terminal:
        terminal.until(PROMPT)
        assert not coloured.search(terminal.raw)
    with table(TERM="dumb") as terminal:
        terminal.until(PROMPT)
        assert "\x1b[2J" not in terminal.raw


def secrets_of(players: int, seed: int) -> list[set[str]]:
    """The lines of what each seat knows and a watcher doesn't, as the table prints them."""
    game = escale.load(GAME)
    position = game.new(players, seed)

    def lines(seat: int | None) -> set[str]:
        return {"".join(text for text, _ in line).strip() for line in game.view.knows(position.view(seat), game.texts["en"])}

    return [lines(seat) - lines(None) - {""} for seat in range(players)]


def test_two_people_never_see_each_others_secret() -> None:
    secrets = secrets_of(players=3, seed=5)
    names = ["Ana", "Bob"]
    with table("--players", "3", "--humans", "2", "--name", names[0], "--name", names[1]) as terminal:
        for _ in range(8):
            assert "press Enter" in terminal.until("press Enter.*$")
            terminal.type("")
            terminal.until(PROMPT)
            assert "stays played" in terminal.ask("undo")
            for _ in range(3):
                terminal.ask("hint")
            terminal.type(listed(terminal)[0])
        terminal.until("press Enter")
        raw = terminal.raw
    assert raw.count(FORGOTTEN) == 9
    shown = dict.fromkeys(names, 0)
    for sitting in raw.split(FORGOTTEN)[1:]:
        name = next(name for name in names if f"{name}'s turn. The others" in sitting)
        own, other = (secrets[0], secrets[1]) if name == names[0] else (secrets[1], secrets[0])
        cover, *frames = CONTROL.sub("", sitting.replace(CLEARED, "\f")).split("\f")
        assert not any(secret in cover for secret in own | other | secrets[2])
        for frame in frames:
            assert not any(secret in frame for secret in (other | secrets[2]) - own)
            if waits_for("Robot 3", frame):
                assert not any(secret in frame for secret in own)
        shown[name] += any(secret in frame for secret in own for frame in frames)
    assert all(secrets[:2]) is (shown == dict.fromkeys(names, 4))


@pytest.mark.parametrize("seat", [0, 1])
def test_one_person_never_sees_a_robots_secret(seat: int) -> None:
    secrets = secrets_of(players=3, seed=5)
    own = secrets.pop(seat)
    with table("--players", "3", "--seat", str(seat + 1)) as terminal:
        terminal.until(PROMPT)
        for typed in ("hint", "hint", "hint", "text", "?", "", listed(terminal)[0], "undo"):
            terminal.ask(typed)
        finish(terminal)
        before_the_end = terminal.raw.rpartition(CLEARED)[0]
    frames = CONTROL.sub("", before_the_end.replace(CLEARED, "\f")).split("\f")[1:]
    for frame in frames:
        assert not any(secret in frame for other in secrets for secret in other - own)
        assert all(secret in frame for secret in own)
    assert sum(waits_for("Robot 3", frame) for frame in frames) > 3


def secret_lines(position: escale.Position, seat: int) -> set[str]:
    """The lines of what a seat knows and a watcher doesn't, as the table prints them."""
    view, texts = position.game.view, position.game.texts["en"]

    def lines(seat: int | None) -> set[str]:
        seen = position.view(seat)
        return {"".join(text for text, _ in line).strip() for line in (*view.knows(seen, texts), *view.sketch(seen, texts))}

    return lines(seat) - lines(None) - {""}


@WITH_SECRETS
def test_in_every_game_two_people_never_see_each_others_secret(game: str) -> None:
    """Nor does anybody on the cover; one who decides several times in a turn sits there until its end."""
    position, arguments = deal(game)
    sittings: list[tuple[int, list[escale.Position]]] = []
    with Pseudo(*arguments, "--humans", "2", columns=WIDE, rows=60) as terminal:
        while len(sittings) < SITTINGS or position.turn == sittings[-1][0]:
            assert position.turn is not None
            if not sittings or sittings[-1][0] != position.turn:
                terminal.until("press Enter.*$")
                sittings.append((position.turn, [position.copy()]))
                terminal.type("")
            terminal.until(PROMPT)
            if len(sittings[-1][1]) == 1:
                recalled = terminal.ask(RECALL).splitlines()[0]  # of what the other has typed, or begun to type
                assert recalled.strip("\a") == ""
            if len(sittings) <= 2:
                terminal.ask("hint")
            assert listed(terminal) == words_of(position.names())
            terminal.press(f"{position.names()[0]}{CUT}")
            terminal.type(position.names()[0])
            position.play(position.names()[0])
            sittings[-1][1].append(position.copy())
        terminal.until("press Enter.*$")
        raw = terminal.raw
    *screens, last_cover = raw.split(FORGOTTEN)[1:]
    shown, kept = [0, 0], [0, 0]
    for (seat, positions), text in zip(sittings, screens, strict=True):
        own, other = (set[str]().union(*(secret_lines(at, who) for at in positions)) for who in (seat, 1 - seat))
        cover, *frames = CONTROL.sub("", text.replace(CLEARED, "\f")).split("\f")
        assert not any(secret in cover for secret in own | other)
        assert not any(secret in frame for frame in frames for secret in other - own)
        shown[seat] += any(secret in frame for frame in frames for secret in own)
        kept[seat] += len(other - own)
    assert not any(secret in CONTROL.sub("", last_cover) for seat in (0, 1) for secret in secret_lines(position, seat))
    assert all(shown)
    assert all(kept)  # there was something to keep from each


@WITH_SECRETS
def test_in_every_game_one_person_never_sees_a_robots_secret(game: str, tmp_path: Path) -> None:
    """The robot is one that always plays the first move, so that we know what it has."""
    position, arguments = deal(game)
    own, other = set[str](), set[str]()

    def moved() -> None:
        position.play(position.moves()[0])
        own.update(secret_lines(position, 0))
        other.update(secret_lines(position, 1))

    with against_first(arguments, tmp_path) as terminal:
        for _ in range(SITTINGS):
            while position.turn == 1:
                moved()
            terminal.until(PROMPT)
            assert listed(terminal) == words_of(position.names())
            terminal.type(position.names()[0])
            moved()
        terminal.until(PROMPT)
        frames = CONTROL.sub("", terminal.raw.replace(CLEARED, "\f")).split("\f")[1:]
    assert other - own
    assert not any(secret in frame for frame in frames for secret in other - own)
    assert any(secret in frame for frame in frames for secret in own)


def waits_for(who: str, frame: str) -> bool:
    """Whether a screen says that another decides."""
    texts = escale.load(GAME).texts["en"]
    return any(flat(texts.say(name, who=who)) in flat(frame) for name in texts.names("task.") if name.endswith(".other"))


def test_a_terminal_that_cannot_clear_scrolls_the_others_screen_away() -> None:
    arguments = ("play", GAME, "--terminal", "--seed", "5", "--lang", "en", "--players", "2", "--humans", "2")
    for rows in (24, 90):
        with Pseudo(*arguments, rows=rows, environment={"TERM": "dumb"}) as terminal:
            for _ in range(3):
                away, _, cover = terminal.until("press Enter.*$").partition("\n" * max(60, rows))
                assert "The others look away" in cover
                assert "The others look away" not in away
                terminal.type("")
                terminal.until(PROMPT)
                terminal.type(listed(terminal)[0])


def test_a_token_is_never_broken() -> None:
    screen = Screen()
    chips = [(f" * colour {number} ", "blue") for number in range(7)]
    for width in range(12, 100):
        screen.console.width = width
        with screen.console.capture() as captured:
            screen.beside([[("board", "plain")]], [[("Secret\N{NO-BREAK SPACE}: ", "plain"), *chips]])
        shown = captured.get()
        assert all(text in shown for text, _ in chips)
        assert "Secret\N{NO-BREAK SPACE}:" in shown


def test_a_table_is_aligned_and_fits() -> None:
    screen = Screen()
    head = ["", "What it is", "How many of\N{NO-BREAK SPACE}it there were"]
    rows: list[list[str | float]] = [["A rather long name", "one, another, a third", 5], ["B", "one", 12.5]]
    for width in range(32, 100):
        screen.console.width = width
        with screen.console.capture() as captured:
            screen.table(head, rows)
        shown = captured.get().splitlines()
        assert max(len(line) for line in shown) <= width
        assert "of\N{NO-BREAK SPACE}it" in captured.get()
        ends = [line.index(number) + len(number) for line in shown for number in ("12.5", "5") if number in line.split()]
        assert len(ends) == 2
        assert len(set(ends)) == 1
