"""How a game ends and who has won (POP.E1 to POP.E4)."""

from __future__ import annotations

import pytest

from escale import BadNotation, Position
from escale.games.colorpop.tests.tables import GAME, after, at, refused, rows
from escale.rules.verbs import suppose


def ended_by(pos: Position) -> str:
    """The rule that ended a game."""
    return str(pos.view(None)["result"]["ended_by"])


def test_ones_colour_is_gone() -> None:
    """POP.E1: a player whose last token leaves the board has won, at once."""
    pos = after(at("YYGGPPOB", secrets="Y G"), "a1")
    assert pos.over
    assert pos.turn is None
    assert pos.moves() == []
    assert pos.winners == (0,)
    assert pos.scores == (1.0, 0.0)
    assert ended_by(pos) == "POP.E1"


def test_whoever_removed_it() -> None:
    """POP.E1: the colour's owner wins, even when another player's move made it vanish."""
    pos = after(at("GGYYPPOB", secrets="Y B O", options="turn=2"), "c1")
    assert pos.winners == (0,)
    assert pos.scores == (1.0, 0.0, 0.0)
    assert ended_by(pos) == "POP.E1"
    assert pos.view(None)["taken"][2]["Y"] == 2


@pytest.mark.parametrize(("held", "others"), [("Y G", "P G"), ("P G", "Y G"), ("P B", "O Y")])
def test_with_other_secrets_it_ends_or_goes_on(held: str, others: str) -> None:
    """POP.E1: what a bot supposes somebody to hold decides whether the game is over, as it would if they did."""
    supposed, truth = (after(at("YYGGPPOB", secrets=secrets), "a1") for secrets in (held, others))
    assert supposed.over != truth.over
    state = supposed.copy().state
    assert suppose(state, truth.state)
    assert state.tobytes() == truth.to_bytes()


def test_nobodys_colour_may_vanish() -> None:
    """POP.E1: the game goes on when a colour that nobody drew has gone."""
    pos = after(at("GGYYPPOB", secrets="Y B"), "a1")
    assert not pos.over
    assert pos.view(None)["left"]["G"] == 0


def test_one_token_is_enough_to_go_on() -> None:
    """POP.E1: as long as a single token of the colour is there, it isn't gone."""
    pos = after(at("YYGYPPBO", secrets="Y B"), "a1")
    assert pos.turn == 1


def test_gone_comes_before_nothing_left() -> None:
    """POP.E1 POP.E2: when the last group is also a player's last tokens, it is their colour that ended the game."""
    pos = after(at("YYGPGP", secrets="G Y P"), "a1")
    assert rows(pos) == ["GPGP"]
    assert ended_by(pos) == "POP.E1"
    assert pos.winners == (1,)
    assert pos.view(None)["result"]["ranks"] == [2, 1, 2]


def test_gone_counts_more_than_what_one_removed() -> None:
    """POP.E1 POP.E3: nothing is compared when a colour is gone, not even against one who removed none of theirs."""
    pos = after(at("YYGP", secrets="Y G", taken="Y17 -"), "a1")
    assert pos.winners == (0,)


def test_jokers_left_do_not_keep_a_colour_alive() -> None:
    """POP.E1: jokers are no tokens of the colour: it is gone though jokers that touch others are left."""
    pos = after(at("YY*GGBB", secrets="Y G"), "a1")
    assert ended_by(pos) == "POP.E1"
    assert pos.view(None)["left"]["*"] == 1


def test_jokers_alone_make_no_colour_vanish() -> None:
    """POP.E1: removing jokers leaves every colour where it is."""
    pos = after(at("YG**YGG", secrets="Y G"), "c1+d1")
    assert pos.turn == 1
    assert rows(pos) == ["YGYGG"]


def test_no_move_once_a_colour_is_gone() -> None:
    """POP.E1: then no move is allowed, not even one that would be a group."""
    pos = after(at("YYGGPPOB", secrets="Y G"), "a1")
    assert refused(pos, "a1").rule == "POP.E1"
    assert refused(pos, "pass").rule == "POP.E1"


@pytest.mark.parametrize(
    ("mode", "secrets", "winners"),
    [("duel", "YG OB", (0,)), ("teams", "Y O G B", (0, 2)), ("solitaire", "YG", (0,)), ("teams", "O Y B G", (1, 3))],
)
def test_with_two_colours_both_must_be_gone(mode: str, secrets: str, winners: tuple[int, ...]) -> None:
    """POP.E1 POP.V2 POP.V3 POP.V4: one colour gone ends nothing; when both are gone the side has won."""
    pos = at("YYGGPPOBO", secrets=secrets, options=mode)
    first = after(pos, "a1")
    assert not first.over
    second = after(first, "a1")
    assert second.winners == winners
    assert ended_by(second) == "POP.E1"


def test_one_colour_of_each_side_may_be_gone() -> None:
    """POP.E1: two colours gone that aren't one side's end nothing."""
    pos = after(at("YYOOGGPPB", secrets="YG OB", options="duel"), "a1", "a1")
    assert pos.turn == 0


@pytest.mark.parametrize(
    ("secrets", "mode"),
    [("Y G", "standard"), ("P Y G", "standard"), ("Y P G", "standard"), ("YG OB", "duel"), ("Y O G B", "teams")],
)
def test_two_sides_never_win_together(secrets: str, mode: str) -> None:
    """POP.E1: a table where two sides' colours are gone has never been."""
    with pytest.raises(BadNotation, match=r"two sides are gone.*POP\.E1"):
        at("PP", secrets=secrets, options=mode)


@pytest.mark.parametrize(
    ("secrets", "mode", "winners"),
    [
        ("Y P", "standard", (0,)),
        ("P Y B", "standard", (1,)),
        ("PG YO", "duel", (1,)),
        ("Y P O G", "teams", (0, 2)),
        ("P Y G O", "teams", (1, 3)),
        ("YO", "solitaire", (0,)),
    ],
)
def test_a_table_where_one_side_has_won(secrets: str, mode: str, winners: tuple[int, ...]) -> None:
    """POP.E1 POP.V1 POP.V2 POP.V3 POP.V4: one side's colours are gone: such a table can be drawn, saved and read back."""
    pos = at("PPB", secrets=secrets, options=mode)
    assert pos.winners == winners
    assert ended_by(pos) == "POP.E1"
    assert GAME.parse(pos.text()) == GAME.from_bytes(pos.to_bytes()) == pos


def test_nothing_left_to_remove() -> None:
    """POP.E2: the game ends when no group is left; the fewest tokens of one's colour win."""
    pos = after(at("PPYGYOYOGO", secrets="Y G O"), "a1")
    assert ended_by(pos) == "POP.E2"
    assert pos.points == (3.0, 2.0, 3.0)
    assert pos.winners == (1,)
    assert pos.scores == (0.0, 1.0, 0.0)
    assert pos.view(None)["result"]["ranks"] == [2, 1, 2]


def test_no_move_once_nothing_is_left() -> None:
    """POP.E2: then every move is refused for that reason."""
    pos = after(at("PPYGY", secrets="Y G"), "a1")
    assert refused(pos, "a1").rule == "POP.E2"
    assert refused(pos, "pass").rule == "POP.E2"


def test_it_goes_on_while_a_joker_touches_anything() -> None:
    """POP.E2: a joker beside any token is a group, so none is ever left at such an end."""
    assert not at("YG*", secrets="Y G").over
    assert not at("YG*", secrets="Y G", options="joker_only=off").over
    assert not at("*", "Y", "G", secrets="Y G", options="jokers=greedy").over


@pytest.mark.parametrize("options", ["", "joker_only=off", "jokers=greedy", "jokers=greedy joker_only=off"])
def test_no_joker_is_left_at_such_an_end(options: str) -> None:
    """POP.E2: in whole games no joker is left when no group is."""
    given = dict(word.split("=") for word in options.split())
    for seed in range(12):
        pos = GAME.new(players=5, seed=seed, **given)
        while not pos.over:
            pos.play(pos.moves()[0])
        assert ended_by(pos) == "POP.E1" or pos.view(None)["left"]["*"] == 0


def test_equal_and_fewer_removed() -> None:
    """POP.E3: of those equal, the one who removed fewer tokens of their own colour wins."""
    pos = after(at("PPYGYG", secrets="Y G", taken="Y5 G4"), "a1")
    assert pos.points == (2.0, 2.0)
    assert pos.winners == (1,)
    assert pos.scores == (0.0, 1.0)
    result = pos.view(None)["result"]
    assert (result["left"], result["own_removed"], result["ranks"]) == ([2, 2], [5, 4], [2, 1])


def test_only_ones_own_colour_counts() -> None:
    """POP.E3: tokens of others' colours that one removed don't count, nor those of one's own that others did."""
    pos = after(at("PPYGYG", secrets="Y G", taken="Y4G9O7 G5Y9"), "a1")
    assert pos.winners == (0,)


def test_jokers_removed_do_not_count() -> None:
    """POP.E3: jokers one removed don't count, not even those taken as one's own colour."""
    pos = after(at("PPYGYG", secrets="Y G", taken="Y4*5 G4"), "a1")
    assert pos.winners == (0, 1)
    assert pos.scores == (0.5, 0.5)


def test_only_those_equal_are_compared() -> None:
    """POP.E3: one who removed none of their own but has more left doesn't win."""
    pos = after(at("PPYGOGYOBO", secrets="Y G O", taken="Y3 G4 -"), "a1")
    assert pos.points == (2.0, 2.0, 3.0)
    assert pos.winners == (0,)


def test_a_draw() -> None:
    """POP.E3: those still equal share the victory; the others have lost."""
    pos = after(at("PPYGOGYOBO", secrets="Y G O", taken="Y3 G3 -"), "a1")
    assert pos.winners == (0, 1)
    assert pos.scores == (0.5, 0.5, 0.0)
    assert pos.view(None)["result"]["ranks"] == [1, 1, 3]


def test_a_draw_of_all() -> None:
    """POP.E3: all may be equal."""
    pos = after(at("PPYGOBYGOB", secrets="Y G O B"), "a1")
    assert pos.winners == (0, 1, 2, 3)
    assert pos.scores == (0.25, 0.25, 0.25, 0.25)


@pytest.mark.parametrize(
    ("taken", "winners"),
    [
        ("Y3G4 O2B6", (0,)),
        ("Y3G5 O2B5", (1,)),
        ("Y3G4 O2B5", (0, 1)),
        ("Y3G4O9*3 B7", (0, 1)),
    ],
)
def test_equal_duels(taken: str, winners: tuple[int, ...]) -> None:
    """POP.E3 POP.V2: the total of one's two colours removed by oneself decides."""
    pos = after(at("PPYOGB", secrets="YG OB", options="duel", taken=taken), "a1")
    assert pos.points == (2.0, 2.0)
    assert pos.winners == winners


@pytest.mark.parametrize(
    ("board", "taken", "winners"),
    [
        ("PPYOGB", "Y13G12 O12B12", (1,)),
        ("PPYOGB", "Y12G12 O15B10", (0,)),
        ("PPYOGB", "Y18G18 O18B18", (0, 1)),
        ("PPYOGBO", "Y18G18 -", (0,)),  # however many one removed, fewer left come first
        ("PPYOGBO", "Y11G10 -", (0,)),
        ("PPYOGBY", "Y1 O13B13", (1,)),
    ],
)
@pytest.mark.parametrize("mode", ["duel", "teams"])
def test_two_colours_may_be_removed_by_dozens(mode: str, board: str, taken: str, winners: tuple[int, ...]) -> None:
    """POP.E2 POP.E3 POP.V2 POP.V3: tokens left count before those removed, up to 36 of one side's two colours."""
    sides = taken.split() if mode == "duel" else [*taken.split(), "-", "-"]
    secrets = "YG OB" if mode == "duel" else "Y O G B"
    pos = after(at(board, secrets=secrets, options=mode, taken=" ".join(sides)), "a1")
    seats = winners if mode == "duel" else (*winners, *(side + 2 for side in winners))
    assert pos.winners == seats
    assert ended_by(pos) == "POP.E2"


@pytest.mark.parametrize(
    ("taken", "winners"),
    [
        ("Y3 O4 G3 B3", (0, 2)),
        ("Y3 O3 G4 B3", (1, 3)),
        ("Y3 O3 G3 B3", (0, 1, 2, 3)),
        ("G4 O3 Y3 B3", (1, 3)),  # one's partner's colour counts as one's own
        ("Y3O9 O3 G3B9*5 B3", (0, 1, 2, 3)),  # the other team's colours and jokers don't
    ],
)
def test_equal_teams(taken: str, winners: tuple[int, ...]) -> None:
    """POP.E3 POP.V3: the total of the team's two colours removed by the team decides; a draw is shared by the sides."""
    pos = after(at("PPYOGB", secrets="Y O G B", options="teams", taken=taken), "a1")
    assert pos.points == (2.0,) * 4
    assert pos.winners == winners
    assert set(pos.scores) <= ({0.5} if len(winners) == 4 else {0.0, 1.0})


def test_all_is_shown_when_a_colour_is_gone() -> None:
    """POP.E1 POP.E3: all secrets are shown at an early end too."""
    pos = after(at("YYGGPPOB", secrets="Y G B"), "a1")
    assert all(pos.view(seat)["secrets"] == ["Y", "G", "B"] for seat in (None, 0, 1, 2))


def test_no_result_before_the_end() -> None:
    """POP.E2: while the game lasts nobody has won and nothing is scored."""
    pos = at("YYGGPPOB", secrets="Y G B")
    assert pos.winners == ()
    assert pos.scores == (0.0, 0.0, 0.0)
    assert pos.view(0)["result"] is None
    assert pos.view(0)["winners"] == []


@pytest.mark.parametrize("secret", ["Y", "YG", "YGO", "YGOP", "YGOPB"])
def test_solitaire_won(secret: str) -> None:
    """POP.E4: the solitaire is won when every chosen colour is gone."""
    pos = at("".join(colour * 2 for colour in secret), secrets=secret)
    for _ in secret:
        assert not pos.over
        pos.play("a1")
    assert pos.winners == (0,)
    assert pos.scores == (1.0,)
    assert pos.points == (0.0,)
    assert ended_by(pos) == "POP.E1"


@pytest.mark.parametrize(("secret", "left"), [("Y", 2), ("YG", 5), ("YGO", 6), ("YB", 2), ("YGOPB", 6)])
def test_solitaire_lost(secret: str, left: int) -> None:
    """POP.E4: else nobody has won, and the tokens left of those colours are the score: the fewer the better."""
    pos = after(at("PPGYGYGO", secrets=secret), "a1")
    assert ended_by(pos) == "POP.E2"
    assert pos.winners == ()
    assert pos.points == (float(left),)
    assert pos.scores == (-left / 100,)
