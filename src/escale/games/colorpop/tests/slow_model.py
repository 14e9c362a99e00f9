"""A slow model of Color Pop, written from the rule sheet alone: the oracle the fast engine is tested against.

It shares nothing with the engine and imports only the standard library. Every function restates one rule as literally
as it can; rule ids are those of the rules file. Clear over fast: a 10x10 board with five jokers takes milliseconds.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, combinations

Cell = tuple[int, int]  # (column 0..9 from the left, row 0..9 from the bottom)
Board = dict[Cell, str]  # the letter of every token on the board

COLOURS = "YGOPB"  # yellow, green, orange, pink, blue
JOKER = "*"
LETTERS = COLOURS + JOKER
SLIDES = 10  # POP.M1: slides on the board, and tokens in a full slide
SMALLEST_GROUP = 2  # POP.T1
LARGEST_GROUP_AT_START = 5  # POP.S1
FAIR_SPREAD = 2  # POP.S1, option fair_start
SEATS = {"standard": (2, 3, 4, 5), "duel": (2,), "teams": (4,), "solitaire": (1,)}  # POP.V1-V4
SECRETS_EACH = {"standard": (1,), "duel": (2,), "teams": (1,), "solitaire": (1, 2, 3, 4, 5)}  # POP.V1-V4


def board_of(columns: list[str]) -> Board:
    """The tokens by cell; a slide's first letter is its lowest token."""
    return {(x, y): letter for x, column in enumerate(columns) for y, letter in enumerate(column)}


def beside(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    """The four cells that share a side with this one (POP.T1), on the board or not."""
    x, y = cell
    return (x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)


def flood(start: Cell, among: set[Cell]) -> frozenset[Cell]:
    """All cells of `among` that can be reached from `start` by sides, without leaving `among`."""
    reached = {start}
    waiting = [start]
    while waiting:
        for cell in beside(waiting.pop()):
            if cell in among and cell not in reached:
                reached.add(cell)
                waiting.append(cell)
    return frozenset(reached)


def components(among: set[Cell]) -> set[frozenset[Cell]]:
    """The sets of cells joined by sides into which `among` falls."""
    return {flood(cell, among) for cell in among}


def is_group_of(board: Board, cells: frozenset[Cell], colour: str) -> bool:
    """POP.T2 word for word: at least 2 cells, joined by sides, all of that colour or jokers, holding every token of
    that colour beside them."""
    return (
        len(cells) >= SMALLEST_GROUP
        and all(board.get(cell) in (colour, JOKER) for cell in cells)
        and flood(min(cells), set(cells)) == cells
        and all(near in cells for cell in cells for near in beside(cell) if board.get(near) == colour)
    )


def subsets(cells: set[Cell]) -> Iterator[tuple[Cell, ...]]:
    """Every subset of these cells, the empty one and the whole included."""
    return chain.from_iterable(combinations(sorted(cells), size) for size in range(len(cells) + 1))


def groups(board: Board, greedy: bool) -> set[frozenset[Cell]]:
    """Every set of cells that is a group of some colour (POP.T1, POP.T2), those of jokers only included.

    Each joker counts as the colour or not, as the player wishes: every choice of jokers is tried with every colour.
    With `greedy` the only choice is all of them, and the group has those it touches (option jokers=greedy).
    """
    jokers = {cell for cell, letter in board.items() if letter == JOKER}
    found: set[frozenset[Cell]] = set()
    for colour in COLOURS:
        of_colour = {cell for cell, letter in board.items() if letter == colour}
        for chosen in [tuple(jokers)] if greedy else subsets(jokers):
            for cells in components(of_colour | set(chosen)):
                if (greedy or cells & jokers == set(chosen)) and is_group_of(board, cells, colour):
                    found.add(cells)
    return found


def in_order(letters: Iterable[str]) -> str:
    """These colours as one string, in YGOPB order."""
    return "".join(sorted(letters, key=COLOURS.index))


@dataclass
class Table:
    """A position of Color Pop with all its secrets. `play` changes it in place."""

    columns: list[str]  # slides from left to right, each its letters from bottom to top; no empty slide
    secrets: list[str]  # per seat, the colours of its own secret tokens; all distinct (POP.S2)
    mode: str  # "standard", "duel", "teams" or "solitaire" (POP.V1-V4)
    turn: int  # seat to move; once the game is over, the seat that moved last
    taken: list[dict[str, int]]  # per seat, tokens it removed, by letter; all six letters present (POP.T5)
    joker_only: bool = True  # POP.T2: a set of jokers only may be removed (False: option joker_only=off)
    greedy: bool = False  # POP.T2: option jokers=greedy

    def __post_init__(self) -> None:
        """Refuse a table that makes no sense: an oracle must not answer for one."""
        drawn = "".join(self.secrets)
        sound = {
            "mode": self.mode in SEATS,
            "columns": len(self.columns) <= SLIDES and all(0 < len(column) <= SLIDES for column in self.columns),
            "letters": set("".join(self.columns)) <= set(LETTERS),
            "seats": len(self.secrets) in SEATS.get(self.mode, ()),
            "secrets each": all(len(own) in SECRETS_EACH.get(self.mode, ()) for own in self.secrets),
            "secrets": set(drawn) <= set(COLOURS) and len(set(drawn)) == len(drawn),
            "turn": 0 <= self.turn < len(self.secrets),
            "taken": len(self.taken) == len(self.secrets) and all(set(own) == set(LETTERS) for own in self.taken),
        }
        wrong = [name for name, holds in sound.items() if not holds]
        if wrong:
            raise ValueError(f"not a table of Color Pop, see {', '.join(wrong)}")

    def moves(self) -> set[frozenset[Cell]]:
        """The sets of cells the seat to move may remove (POP.T1-T3); none when the game is over."""
        return set() if self._cleared() else self._removable()

    def play(self, cells: frozenset[Cell]) -> None:
        """Remove a group (POP.T1), keep its tokens (POP.T5), let slides fall and close up (POP.T4), pass the turn.

        Raises ValueError if the removal is not legal.
        """
        if cells not in self.moves():
            raise ValueError(f"cannot remove {sorted(cells)} (POP.T1, POP.T2) from\n{self.text()}")
        for x, y in cells:
            self.taken[self.turn][self.columns[x][y]] += 1
        fallen = [
            "".join(letter for y, letter in enumerate(column) if (x, y) not in cells) for x, column in enumerate(self.columns)
        ]
        self.columns = [column for column in fallen if column]
        if not self.over():
            self.turn = (self.turn + 1) % len(self.secrets)

    def over(self) -> bool:
        """A side has no token left (POP.E1), or no group can be removed (POP.E2)."""
        return bool(self._cleared()) or not self._removable()

    def side(self, seat: int) -> tuple[int, ...]:
        """The seats that win and lose together with this one: 0+2 and 1+3 in teams (POP.V3), else the seat alone."""
        return (seat % 2, seat % 2 + 2) if self.mode == "teams" else (seat,)

    def winners(self) -> set[int]:
        """The seats that have won (POP.E1-E4), those of all sides still tied if it is a draw.

        Solitaire: seat 0 if it is won, else nobody. Raises ValueError while the game goes on.
        """
        if not self.over():
            raise ValueError(f"nobody has won yet (POP.E2)\n{self.text()}")
        if self._cleared() or self.mode == "solitaire":
            return self._cleared()
        seats = range(len(self.secrets))
        fewest_left = min(self.left(seat) for seat in seats)
        tied = [seat for seat in seats if self.left(seat) == fewest_left]
        fewest_removed = min(self._own_removed(seat) for seat in tied)
        return {seat for seat in tied if self._own_removed(seat) == fewest_removed}

    def left(self, seat: int) -> int:
        """Tokens on the board of the colours of this seat's side (POP.E2, POP.V2, POP.V3)."""
        return sum(column.count(colour) for column in self.columns for colour in self._colours(seat))

    def text(self) -> str:
        """The board with its rows and columns numbered, then one line a seat."""
        height = max((len(column) for column in self.columns), default=0)
        rows = [
            f"{y} " + " ".join(column[y] if y < len(column) else "." for column in self.columns)
            for y in reversed(range(height))
        ]
        foot = "  " + " ".join(str(x) for x in range(len(self.columns)))
        options = f"{self.mode} joker_only={self.joker_only} greedy={self.greedy}"
        seats = [
            f"{'>' if seat == self.turn else ' '} seat {seat} secret {own} took "
            + " ".join(f"{letter}{self.taken[seat][letter]}" for letter in LETTERS)
            for seat, own in enumerate(self.secrets)
        ]
        return "\n".join([*rows, foot, options, *seats])

    def _colours(self, seat: int) -> str:
        """The secret colours of this seat's side."""
        return "".join(self.secrets[member] for member in self.side(seat))

    def _cleared(self) -> set[int]:
        """POP.E1, POP.E4: the seats of the sides whose colours have all left the board."""
        return {seat for seat in range(len(self.secrets)) if self.left(seat) == 0}

    def _removable(self) -> set[frozenset[Cell]]:
        """The groups on the board, without those of jokers only if option joker_only is off (POP.T2)."""
        board = board_of(self.columns)
        found = groups(board, self.greedy)
        return {cells for cells in found if self.joker_only or any(board[cell] != JOKER for cell in cells)}

    def _own_removed(self, seat: int) -> int:
        """POP.E3: tokens of its own colours that this seat's side removed itself; jokers don't count."""
        return sum(self.taken[member][colour] for member in self.side(seat) for colour in self._colours(seat))


def deals(sizes: list[int], colours: str) -> Iterator[tuple[str, ...]]:
    """Every way to deal these distinct secret tokens, so many to each seat in turn (POP.S2)."""
    if not sizes:
        yield ()
        return
    for own in combinations(colours, sizes[0]):
        remaining = "".join(colour for colour in colours if colour not in own)
        for others in deals(sizes[1:], remaining):
            yield (in_order(own), *others)


def consistent_worlds(table: Table, seat: int | None) -> list[tuple[str, ...]]:
    """The secrets of all seats, in every way this seat (None: a watcher) cannot rule out.

    It knows its own, in teams its partner's (POP.V3), and that a game still going on has no side whose colours have
    all vanished (POP.E1). When the game is over all secrets are shown (POP.E3): one world.
    """
    actual = tuple(in_order(own) for own in table.secrets)
    if table.over():
        return [actual]
    known = () if seat is None else table.side(seat)
    on_board = set("".join(table.columns))
    sides = {table.side(each) for each in range(len(actual))}
    return [
        world
        for world in deals([len(own) for own in actual], COLOURS)
        if all(world[each] == actual[each] for each in known)
        and all(any(colour in on_board for member in side for colour in world[member]) for side in sides)
    ]


def setup_ok(columns: list[str], fair_start: bool) -> bool:
    """POP.S1 on a full board: no more than 5 tokens of one colour joined by sides, jokers not counted.

    With `fair_start`, also: the numbers of isolated tokens of the five colours differ by at most 2. The numbers of
    tokens (POP.M1) are not looked at. Raises ValueError if the board is not full.
    """
    if [len(column) for column in columns] != [SLIDES] * SLIDES:
        raise ValueError("a full board has 10 slides of 10 tokens (POP.M1)")
    board = board_of(columns)
    isolated: list[int] = []  # per colour, tokens with no neighbour of their colour
    for colour in COLOURS:
        parts = components({cell for cell, letter in board.items() if letter == colour})
        if any(len(part) > LARGEST_GROUP_AT_START for part in parts):
            return False
        isolated.append(sum(len(part) == 1 for part in parts))
    return not fair_start or max(isolated) - min(isolated) <= FAIR_SPREAD
