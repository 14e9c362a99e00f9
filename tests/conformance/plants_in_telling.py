"""Planted: tasks, effects and closings that are wrong, and secrets that aren't declared."""

from __future__ import annotations

from tests.conformance.plant import VIEW, Plant
from tests.conformance.verdicts import LOADING

INFO = "__init__.py"
EFFECTS = '    return [{"kind": "take", "cards": cards_of(state, move)}]\n'
ROWS = "[[points[seat] - bonus[seat], bonus[seat], points[seat]] for seat in seats]"
RANKS = "[1 + sum(other > mine for other in points) for mine in points]"

TASKS = (
    Plant(
        "asks_without_words",
        VIEW,
        '    return "take"\n',
        '    return "take" if int(state.count) > 3 else "finish"\n',
        "decisions_have_words",
        "the text task.finish.you (en) can't be said",
    ),
    Plant("asks_nobody", "texts/fr.toml", '"{who} choisit ', '"On choisit ', "decisions_have_words", "task.take.other (fr)"),
    Plant(
        "asks_with_a_gap",
        "texts/en.toml",
        '"Your turn: take a card."',
        '"Your turn, {who}: take a card."',
        "decisions_have_words",
        "the text task.take.you (en) can't be said, 'who' is missing",
    ),
    Plant(
        "asks_in_silence",
        "texts/fr.toml",
        '"À vous\N{NO-BREAK SPACE}: prenez une carte."',
        '""',
        "decisions_have_words",
        "the text task.take.you (fr) is empty",
    ),
    Plant(
        "asks_after_the_end",
        VIEW,
        '        "row": row_of(state),\n',
        '        "row": row_of(state),\n        "task": "take",\n',
        "decisions_have_words",
        "the task is 'take'",
    ),
)

EFFECTS_OF_MOVES = (
    Plant(
        "shows_a_tuple",
        VIEW,
        EFFECTS,
        EFFECTS.replace("cards_of(state, move)", "tuple(cards_of(state, move))"),
        "moves_are_told_plainly",
        "effects[0].cards is a tuple, not plain data",
    ),
    Plant(
        "shows_numpy_to_a_seat",
        VIEW,
        EFFECTS,
        EFFECTS.replace("cards_of(state, move)", "cards_of(state, move) if seat < 1 else [state.row[0]]"),
        "moves_are_told_plainly",
        "effects[0].cards[0] is a uint8, not plain data",
    ),
    Plant(
        "says_numpy",
        VIEW,
        '{"cards": ("log.one", {"first": cards[0]})}',
        '{"cards": ("log.one", {"first": state.row[0]})}',
        "moves_are_told_plainly",
        "said.values.cards.values.first is a uint8, not plain data",
    ),
    Plant(
        "may_reveal",
        VIEW,
        "    return len(cards) == int(state.count) or int(state.lucky[state.seat]) in cards\n",
        "    return (int(state.lucky[state.seat]) in cards) + (len(cards) == int(state.count))\n",
        "moves_are_told_plainly",
        "reveals gives 0, not True or False",
    ),
    Plant(
        "hides_that_it_ends",
        VIEW,
        "    return len(cards) == int(state.count) or int(state.lucky[state.seat]) in cards\n",
        "    return int(state.lucky[state.seat]) in cards\n",
        "moves_are_told_plainly",
        "ends the game, which shows the secrets, but reveals says False",
    ),
    Plant(
        "shows_a_secret_by_its_effects",
        VIEW,
        EFFECTS,
        EFFECTS.replace("}]", ', "aim": int(state.lucky[state.seat])}]'),
        "unknown_things_do_not_matter",
        "two worlds that a watcher can't tell apart, nor after the move 1, show it differently",
    ),
    Plant(
        "shows_another_seats_secret",
        VIEW,
        EFFECTS,
        EFFECTS.replace("}]", ', "near": seat == state.seat and int(state.lucky[seat - 1]) in cards_of(state, move)}]'),
        "unknown_things_do_not_matter",
        "show it differently",
    ),
    Plant(
        "says_a_secret_unheard",
        VIEW,
        '{"cards": ("log.one", {"first": cards[0]})}',
        '{"cards": ("log.one", {"first": cards[0]}), "aim": int(state.lucky[state.seat])}',
        "unknown_things_do_not_matter",
        "log it differently",
    ),
    Plant(
        "does_with_a_change",
        VIEW,
        EFFECTS,
        f"    state.both[0] = 0\n{EFFECTS}",
        "looking_changes_nothing",
        "asking for effects changes the position",
    ),
    Plant(
        "shows_by_the_process",
        VIEW,
        EFFECTS,
        EFFECTS.replace("cards_of(state, move)", "sorted(map(str, cards_of(state, move)), key=hash)"),
        "every_process_agrees",
        "effects differ here (interpreted) and in another process (interpreted)",
    ),
)

CLOSINGS = (
    Plant(
        "closes_before_the_end",
        VIEW,
        '        "row": row_of(state),\n',
        '        "row": row_of(state),\n        "closing": closing(state),\n',
        "endings_are_told",
        "before the end",
    ),
    Plant(
        "closes_in_numpy", VIEW, ROWS, ROWS.replace(", bonus[seat],", ", state.both[seat],"), "views_are_plain_data", "a uint8"
    ),
    Plant("closes_without_reason", VIEW, '        "reason": ("closing.over", {}),\n', "", "endings_are_told", "must have ["),
    Plant("closes_by_no_rule", VIEW, '"rule": "$$.E1"', '"rule": "$$.E9"', "endings_are_told", "names no rule"),
    Plant("closes_without_words", VIEW, '("closing.over", {})', '("closing.end", {})', "endings_are_told", "closing.end (en)"),
    Plant("closes_without_a_head", VIEW, '"closing.cards", ', '"closing.card", ', "endings_are_told", "closing.card (en)"),
    Plant(
        "counts_nothing",
        VIEW,
        ROWS,
        ROWS.replace(", points[seat]]", "]"),
        "endings_are_told",
        "has 3 items, but rows of [2, 2]",
    ),
    Plant(
        "counts_without_words",
        VIEW,
        ROWS,
        ROWS.replace(", bonus[seat], ", ', ("closing.luck", {}), '),
        "endings_are_told",
        "closing.luck (en)",
    ),
    Plant("counts_a_word", VIEW, ROWS, ROWS.replace(", bonus[seat],", ', "none",'), "endings_are_told", "counts 'none'"),
    Plant(
        "counts_one_seat", VIEW, ROWS, ROWS.replace("in seats]", "in (0,)]"), "endings_are_told", "a row for each of 2 seats"
    ),
    Plant("ranks_the_last_first", VIEW, RANKS, RANKS.replace(">", "<"), "endings_are_told", "first, but"),
    Plant("ranks_from_nothing", VIEW, RANKS, RANKS.replace("1 + ", ""), "endings_are_told", "must rank from 1"),
)

MOVES_AS_SEEN = (
    Plant(
        "shows_and_says_it_does_not",
        VIEW,
        "len(cards) == int(state.count) or int(state.lucky[state.seat]) in cards",
        "len(cards) == int(state.count)",
        "moves_are_told_plainly",
        "two worlds apart, but reveals says False",
    ),
    Plant(
        "tells_more_than_was_seen",
        VIEW,
        "def reveals(state: Any, move: int) -> bool:\n",
        "def told_move(state: Any, move: int, seat: int) -> str:\n"
        '    return f"{move_text(state, move)}, with {int(state.lucky[state.seat])}"\n\n\n'
        "def reveals(state: Any, move: int) -> bool:\n",
        "moves_are_told_as_seen",
        "moves that look the same to a watcher are told as",
    ),
    Plant(
        "shows_more_than_was_seen",
        VIEW,
        EFFECTS,
        EFFECTS.replace("cards_of(state, move)", "cards_of(state, move), 'with': int(state.lucky[state.seat])"),
        "moves_are_told_as_seen",
        "moves that look the same to a watcher are shown as",
    ),
    Plant(
        "tells_nobody",
        VIEW,
        "def reveals(state: Any, move: int) -> bool:\n",
        "def told_move(state: Any, move: int) -> str:\n"
        "    return move_text(state, move)\n\n\n"
        "def reveals(state: Any, move: int) -> bool:\n",
        LOADING,
        "view.told_move takes (state, move), not (state, move, seat)",
    ),
)

DECLARED = (
    Plant(
        "says_that_two_see_the_same",
        INFO,
        "secrets=True",
        "secrets=True,\n    open_with=(2,)",
        "secrets_are_declared",
        "but Info.open_with has 2",
    ),
    Plant(
        "says_that_few_cards_are_open",
        INFO,
        "secrets=True",
        'secrets=True,\n    secret_if={"cards": 12}',
        "secrets_are_declared",
        "as Info.secret_if says",
    ),
    Plant("denies_its_secrets", INFO, "secrets=True", "secrets=False", "secrets_are_declared", "what they see of ['lucky']"),
    Plant(
        "declares_no_secret",
        VIEW,
        "if seat in (s, REVEALED) or shown(state, s) else None",
        "if s >= 0 or shown(state, s) else None",
        "secrets_are_declared",
        "every seat sees the same, but Info.secrets is True",
    ),
)

TELLING = (*TASKS, *EFFECTS_OF_MOVES, *CLOSINGS, *MOVES_AS_SEEN, *DECLARED)
