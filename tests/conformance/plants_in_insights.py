"""Planted: games that tell bots something wrong, and hints that can't be said, say too much or know too much."""

from __future__ import annotations

from tests.conformance.plant import ADVICE, INSIGHT, Plant
from tests.conformance.verdicts import LOADING

BEFORE = "@compiled\ndef evaluate("
ENGLISH, INFO = "texts/en.toml", "__init__.py"
PLACE = '    return "hint.next", {"card": row[1] if move == LEFT else row[-2]}\n'
KEEPS = '    return "hint.keeps", {}\n'
SECRET = '    return [("hint.secret", {"n": int(state.$_cards) - len(known)})]\n'


def insight(verb: str, *body: str) -> str:
    """A verb more in a game's insight.py."""
    return "\n".join([f"@compiled\ndef {verb}:", *(f"    {line}" for line in body), "\n\n" + BEFORE])


PRIORS = "priors(state: Any, moves: Any, count: Any, out: Any) -> None"
FORECAST = "forecast(state: Any, out: Any) -> None"
HABIT = "habit(state: Any, moves: Any, rng: Any) -> Any"
SUPPOSE = "suppose(state: Any, world: Any) -> Any"
KNOWLEDGE = "knowledge(state: Any, seat: Any) -> Any"

WRONG_INSIGHTS = (
    Plant(
        "rules_a_move_out",
        INSIGHT,
        BEFORE,
        insight(PRIORS, "for i in range(count):", "    out[i] = moves[i]"),
        "priors_are_weights",
        "priors gives the move 0 the weight 0.0",
    ),
    Plant(
        "weighs_all_but_the_last",
        INSIGHT,
        BEFORE,
        insight(PRIORS, "for i in range(count - 1):", "    out[i] = 1.0"),
        "priors_are_weights",
        "priors gives the move 2 the weight nan",
    ),
    Plant(
        "thinks_otherwise_of_all_together",
        INSIGHT,
        BEFORE,
        insight(FORECAST, "for seat in range(len(out)):", "    out[seat] = 2.0 + seat"),
        "forecasts_are_opinions",
        "forecast says [2.0, 3.0",
    ),
    Plant(
        "is_never_calm",
        INSIGHT,
        BEFORE,
        insight("calm(state: Any) -> Any", "return False"),
        "calm_comes_again",
        "no position is calm from move 0",
    ),
    Plant(
        "weighs_with_a_change",
        INSIGHT,
        BEFORE,
        insight(PRIORS, "for i in range(count):", "    out[i] = 1.0", "    state.both[0] = 0"),
        "looking_changes_nothing",
        "asking for priors changes the position",
    ),
    Plant(
        "hurries_beyond_the_rules",
        INSIGHT,
        BEFORE,
        insight(HABIT, "return 2"),
        "habits_are_legal",
        "habit gives [2], which aren't legal",
    ),
    Plant(
        "hurries_with_a_change",
        INSIGHT,
        BEFORE,
        insight(HABIT, "state.both[0] = 0", "return 0"),
        "looking_changes_nothing",
        "asking for habit changes the position",
    ),
    Plant(
        "rules_a_world_out",
        INSIGHT,
        BEFORE,
        insight("plausible(state: Any, seat: Any) -> Any", "return float(state.lucky[1 - min(1, seat)] % 2)"),
        "worlds_are_weighed",
        "takes for possible the weight 0.0",
    ),
    Plant(
        "knows_a_secret",
        INSIGHT,
        BEFORE,
        insight(KNOWLEDGE, "return np.uint64(1 + np.int64(state.count) * 100 + np.int64(state.lucky[1 - min(1, seat)]))"),
        "knowledge_is_what_one_knows",
        "can't tell from it",
    ),
    Plant(
        "knows_too_little",
        INSIGHT,
        BEFORE,
        insight(KNOWLEDGE, "return np.uint64(100 + state.lucky[seat])"),
        "knowledge_is_what_one_knows",
        "in two positions with other moves",
    ),
    Plant(
        "forgets_its_own_secret",
        INSIGHT,
        BEFORE,
        insight(KNOWLEDGE, "return np.uint64(1 + state.count)"),
        "knowledge_is_what_one_knows",
        "in two worlds that look different to seat",
    ),
    Plant(
        "knows_by_the_process",
        INSIGHT,
        BEFORE,
        insight(KNOWLEDGE, "return np.uint64(hash(str(state.count)) % 1000)"),
        "every_process_agrees",
        "insights differ here (interpreted) and in another process (interpreted)",
    ),
    Plant(
        "supposes_by_half",
        INSIGHT,
        BEFORE,
        insight(SUPPOSE, "state.lucky[0] = world.lucky[0]", "return 1"),
        "secrets_can_be_supposed",
        "imagines isn't the truth",
    ),
    Plant(
        "supposes_other_moves",
        INSIGHT,
        BEFORE,
        insight(SUPPOSE, "state.lucky[:] = world.lucky", "state.both[:] = world.both", "return 1"),
        "secrets_can_be_supposed",
        "imagines isn't the truth",
    ),
    Plant(
        "recognises_by_half",
        INSIGHT,
        BEFORE,
        insight("trait(state: Any, move: Any) -> Any", "return move / 2"),
        "traits_are_numbers",
        "the trait of the move 0 is 0.0, no whole number",
    ),
    Plant(
        "wins_beyond_winning",
        INSIGHT,
        BEFORE,
        insight("margin(state: Any, seat: Any) -> Any", "return float(points_of(state, seat))"),
        "margins_go_with_scores",
        "must be from 0 to 1",
    ),
    Plant(
        "wins_by_losing",
        INSIGHT,
        BEFORE,
        insight("margin(state: Any, seat: Any) -> Any", "return 1.0 / (1.0 + points_of(state, seat))"),
        "margins_go_with_scores",
        "won",
    ),
    Plant(
        "counts_the_margin_with_a_change",
        INSIGHT,
        BEFORE,
        insight("margin(state: Any, seat: Any) -> Any", "state.both[seat] = 1 - state.both[seat]", "return 0.5"),
        "looking_changes_nothing",
        "asking for margin changes the position",
    ),
)

WRONG_HINTS = (
    Plant("hints_without_words", ADVICE, KEEPS, KEEPS.replace("keeps", "holds"), "hints_have_words", "hint.holds (en)"),
    Plant(
        "hints_with_a_gap",
        ADVICE,
        PLACE,
        PLACE.replace('"card"', '"number"'),
        "hints_have_words",
        "the text hint.next (en) can't be said, 'card' is missing",
    ),
    Plant(
        "hints_in_silence",
        ENGLISH,
        '"Look at the ends of the row."',
        '""',
        "hints_have_words",
        "the text hint.ends (en) is empty",
    ),
    Plant(
        "hints_in_numpy",
        ADVICE,
        PLACE,
        PLACE.replace("row[1] if", "state.row[1] if"),
        "hints_have_words",
        "place.values.card is a uint8, not plain data",
    ),
    Plant(
        "hints_in_a_word",
        ADVICE,
        SECRET,
        '    return ["hint.secret"] if known is not None else []\n',
        "hints_have_words",
        "asides gives 'hint.secret', not the name of a text and its values",
    ),
    Plant(
        "tells_the_move",
        ENGLISH,
        '"Look at the ends of the row."',
        '"Look at the ends of the row: Both."',
        "hints_have_words",
        "place tells the move 'both': 'Look at the ends of the row: Both.'",
    ),
    Plant("hints_at_no_deed", ADVICE, "def deed(", "def act(", LOADING, "advice.py has no deed(state, move)"),
    Plant(
        "hints_of_somebody",
        ENGLISH,
        '"Take {cards}."',
        '"{who} takes {cards}."',
        "hints_have_words",
        "deed speaks of somebody, not to the reader: hint.take (en)",
    ),
    Plant(
        "hints_at_any_move",
        ADVICE,
        '        return "hint.take", {"cards": ("log.two", {"first": cards[0], "second": cards[1]})}\n',
        '        return "hint.take", {"cards": ("log.one", {"first": cards[0]})}\n',
        "hints_have_words",
        "deed says the same of the moves 'left' and 'both'",
    ),
    Plant(
        "hopes_for_nothing",
        INFO,
        "players=(2, 3, 4),",
        "players=(1, 2, 3, 4),",
        "hints_have_words",
        "advice.py has no outlook(best, usual), for who plays alone",
    ),
    Plant(
        "hints_at_a_secret",
        ADVICE,
        "    if int(state.lucky[seat]) in cards:\n",
        "    if int(state.lucky[1 - min(1, seat)]) in cards:\n",
        "hints_tell_nothing_hidden",
        "can't tell apart give it another idea",
    ),
    Plant(
        "points_at_a_secret",
        ADVICE,
        PLACE,
        PLACE.replace("row[1] if", "int(state.lucky[1 - min(1, int(state.seat))]) if"),
        "hints_tell_nothing_hidden",
        "can't tell apart give it another place",
    ),
    Plant(
        "warns_of_a_secret",
        ADVICE,
        SECRET,
        '    return [("hint.secret", {"n": max(map(int, state.lucky)) + len(known)})]\n',
        "hints_tell_nothing_hidden",
        "can't tell apart give it another asides",
    ),
    Plant(
        "hints_with_a_change",
        ADVICE,
        KEEPS,
        "    state.both[seat] = 0\n" + KEEPS,
        "looking_changes_nothing",
        "asking for idea changes the position",
    ),
    Plant(
        "hints_by_the_process",
        ADVICE,
        PLACE,
        PLACE.replace("row[1] if", "min(row, key=lambda card: hash(str(card))) if"),
        "every_process_agrees",
        "hints differ here (interpreted) and in another process (interpreted)",
    ),
)

INSIGHTS = (*WRONG_INSIGHTS, *WRONG_HINTS)
