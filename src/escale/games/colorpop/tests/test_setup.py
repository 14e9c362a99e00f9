"""The deal: tokens, the fill, secrets, the first player (POP.M1, POP.S1, POP.S2). Bounds of statistics are generous."""

from __future__ import annotations

from collections import Counter
from math import sqrt

import pytest

from escale import BadNotation, BadOption
from escale.games.colorpop.tests.slow_model import LARGEST_GROUP_AT_START, board_of, components, setup_ok
from escale.games.colorpop.tests.tables import GAME, at

COLOURS = "YGOPB"
SEEDS = range(300)


def share_is_near(count: int, of: int, share: float) -> bool:
    """Whether a count is within five standard deviations of what is expected."""
    return abs(count - of * share) < 5 * sqrt(of * share * (1 - share))


@pytest.mark.parametrize("joker_count", range(6))
def test_the_box(joker_count: int) -> None:
    """POP.M1: ten slides of ten; nineteen of each colour and the jokers, and a twentieth token for each joker left out."""
    for seed in range(40):
        seen = GAME.new(players=2, seed=seed, joker_count=joker_count).view(None)
        counts = Counter("".join(seen["slides"]))
        assert [len(slide) for slide in seen["slides"]] == [10] * 10
        assert counts["*"] == joker_count
        assert sorted(counts[colour] for colour in COLOURS) == [19] * joker_count + [20] * (5 - joker_count)
        assert seen["left"] == {letter: counts[letter] for letter in COLOURS + "*"}
        assert all(not any(own.values()) for own in seen["taken"])


def test_the_box_by_default() -> None:
    """POP.M1: without options there are five jokers and nineteen tokens of each colour."""
    left = GAME.new(seed=1).view(None)["left"]
    assert left == {"Y": 19, "G": 19, "O": 19, "P": 19, "B": 19, "*": 5}


def test_any_colour_may_get_the_twentieth_token() -> None:
    """POP.M1: the colour of a token in a joker's place is drawn."""
    drawn: Counter[str] = Counter()
    for seed in SEEDS:
        left = GAME.new(players=2, seed=seed, joker_count=4).view(None)["left"]
        drawn[next(colour for colour in COLOURS if left[colour] == 20)] += 1
    assert all(share_is_near(drawn[colour], len(SEEDS), 1 / 5) for colour in COLOURS), drawn


@pytest.mark.parametrize("joker_count", [-1, 6, "many"])
def test_the_box_has_no_more(joker_count: int | str) -> None:
    """POP.M1: at most five jokers."""
    with pytest.raises(BadOption, match=r"joker_count=.* allowed are 0, 1, 2, 3, 4, 5"):
        GAME.new(players=2, joker_count=joker_count)


@pytest.mark.parametrize(
    ("options", "taken", "complaint"),
    [
        ("", "Y19 -", "20 tokens Y: the box has at most 19"),
        ("", "*5 *1", "6 tokens [*]: the box has at most 5"),
        ("joker_count=2", "*3 -", "3 tokens [*]: the box has at most 2"),
        ("joker_count=0", "- *1", "1 tokens [*]: the box has at most 0"),
        ("joker_count=3", "Y19 G19O20", "20 tokens O: the box has at most 19"),
        ("joker_count=0", "Y19G20O20P20B20 Y1", "21 tokens Y: the box has at most 20"),
    ],
)
def test_no_table_has_more_tokens_than_the_box(options: str, taken: str, complaint: str) -> None:
    """POP.M1: a position that needs more tokens than there are is no position."""
    with pytest.raises(BadNotation, match=rf"{complaint} \(POP\.M1\)"):
        at("YG", secrets="Y G", options=options, taken=taken)


@pytest.mark.parametrize(
    ("options", "taken"), [("", "Y18 G18*5"), ("joker_count=3", "Y19 G19O19*3"), ("joker_count=0", "Y19G19 -")]
)
def test_a_table_may_have_all_tokens_of_the_box(options: str, taken: str) -> None:
    """POP.M1: as many as there are is no more than there are."""
    assert at("YG", secrets="Y G", options=options, taken=taken).over


@pytest.mark.parametrize("options", [{}, {"joker_count": 0}, {"joker_count": 2, "jokers": "greedy", "joker_only": "off"}])
def test_no_big_groups_at_the_start(options: dict[str, str | int]) -> None:
    """POP.S1: never more than five tokens of one colour joined at the start."""
    for seed in SEEDS:
        assert setup_ok(GAME.new(players=3, seed=seed, **options).view(None)["slides"], fair_start=False)


def test_groups_of_five_do_occur() -> None:
    """POP.S1: five are allowed, and so are more that only a joker joins: jokers aren't counted."""
    sizes: Counter[int] = Counter()
    with_jokers: Counter[int] = Counter()
    for seed in SEEDS:
        board = board_of(GAME.new(players=3, seed=seed).view(None)["slides"])
        for colour in COLOURS:
            sizes.update(map(len, components({cell for cell, letter in board.items() if letter == colour})))
            with_jokers.update(map(len, components({cell for cell, letter in board.items() if letter in (colour, "*")})))
    assert max(sizes) == LARGEST_GROUP_AT_START
    assert sizes[LARGEST_GROUP_AT_START] > len(SEEDS) / 2
    assert max(with_jokers) > LARGEST_GROUP_AT_START


def test_the_fill_is_random() -> None:
    """POP.S1: every letter is found in every part of the board as often as there are tokens of it."""
    corner: Counter[str] = Counter()
    middle: Counter[str] = Counter()
    for seed in SEEDS:
        slides = GAME.new(players=3, seed=seed).view(None)["slides"]
        corner.update(slides[0][0] + slides[0][9] + slides[9][0] + slides[9][9])
        middle.update(slides[4][4] + slides[5][5] + slides[4][9] + slides[5][0])
    for letters in (corner, middle):
        assert share_is_near(letters["*"], 4 * len(SEEDS), 0.05), letters
        assert all(share_is_near(letters[colour], 4 * len(SEEDS), 0.19) for colour in COLOURS), letters


@pytest.mark.parametrize("joker_count", [5, 0])
def test_fair_start(joker_count: int) -> None:
    """POP.S1: with fair_start the colours' numbers of isolated tokens differ by two at most; without it, often by more."""
    fair = [GAME.new(players=2, seed=seed, fair_start=True, joker_count=joker_count).view(None)["slides"] for seed in range(60)]
    assert all(setup_ok(slides, fair_start=True) for slides in fair)
    plain = [GAME.new(players=2, seed=seed, joker_count=joker_count).view(None)["slides"] for seed in range(60)]
    assert sum(setup_ok(slides, fair_start=True) for slides in plain) < 15


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_secrets_are_drawn_at_random(players: int) -> None:
    """POP.S2: everybody draws a different colour, each as likely for each seat."""
    drawn: Counter[tuple[int, str]] = Counter()
    for seed in SEEDS:
        secrets = GAME.new(players=players, seed=seed).text().splitlines()[1].split()[1:]
        assert len(secrets) == len(set(secrets)) == players
        drawn.update(enumerate(secrets))
    for seat in range(players):
        assert all(share_is_near(drawn[seat, colour], len(SEEDS), 1 / 5) for colour in COLOURS), drawn


@pytest.mark.parametrize(("mode", "players"), [("standard", 2), ("standard", 3), ("standard", 5), ("teams", 4), ("duel", 2)])
def test_the_first_player_is_drawn(mode: str, players: int) -> None:
    """POP.S2: chance decides who begins, whatever the secrets."""
    first: Counter[int | None] = Counter()
    with_yellow: Counter[int | None] = Counter()
    for seed in SEEDS:
        pos = GAME.new(players=players, seed=seed, mode=mode)
        first[pos.turn] += 1
        with_yellow[pos.turn] += "Y" in pos.text().splitlines()[1].split()[1]
    assert all(share_is_near(first[seat], len(SEEDS), 1 / players) for seat in range(players)), first
    shares = [with_yellow[seat] / first[seat] for seat in range(players)]
    assert max(shares) - min(shares) < 0.3, shares


def test_the_colours_nobody_drew_stay_unknown() -> None:
    """POP.S2: nobody's view tells a colour that another drew, or that nobody did."""
    pos = GAME.new(players=3, seed=5)
    for seat in range(3):
        for seed in range(50):
            assert pos.determinized(seat, seed).view(seat) == pos.view(seat)
    assert all(pos.determinized(None, seed).view() == pos.view() for seed in range(50))


def test_a_seed_gives_one_deal() -> None:
    """POP.S2: equal seeds and options deal alike, other seeds otherwise."""
    assert GAME.new(players=3, seed=9) == GAME.new(players=3, seed=9)
    assert len({GAME.new(players=3, seed=seed).to_bytes() for seed in SEEDS}) == len(SEEDS)
