"""Planted: games that have changed, and in which older tables would not go on or be read as they were."""

from __future__ import annotations

from tests.conformance.plant import RULES, STATE, VIEW, Plant

INIT = "__init__.py"
NEEDS = "; a change of rules or notation needs a new version, and kept rules: docs/change-a-rule.md"

JOURNALS = (
    Plant(
        "allows_more_moves",
        RULES,
        "if state.count == 1 or state.both[state.seat] == 0:",
        "if state.count == 1:",
        "journals_open",
        f"it is another's turn, or other moves are legal{NEEDS}",
    ),
    Plant(
        "lets_another_begin",
        RULES,
        "state.seat = deal_below(deal, players)",
        "state.seat = players - 1",
        "journals_open",
        f"after 0 moves it is another's turn, or other moves are legal{NEEDS}",
    ),
    Plant("pays_more", STATE, "BONUS = 5", "BONUS = 6", "journals_open", "points were "),
    Plant(
        "deals_anew_otherwise",
        RULES,
        "        shuffle(deal, numbers, count)\n",
        "        shuffle(deal, numbers, count)\n        shuffle(deal, numbers, count)\n",
        "journals_open",
        "points were ",
    ),
    Plant(
        "writes_moves_otherwise",
        VIEW,
        'MOVES = ("left", "right", "both")',
        'MOVES = ("left", "right", "two")',
        "journals_open",
        "can't be played any more: WrongStart move 1 (both): 'both' is no move: allowed are left, right, two",
    ),
    Plant(
        "drops_an_option_value",
        INIT,
        "(8, 12), 12)",
        "(12,), 12)",
        "journals_open",
        "can't be played any more: BadOption option cards=8: allowed are 12",
    ),
    Plant(
        "is_silent_of_old_moves",
        VIEW,
        'else "log.takes"',
        'else "log.took"',
        "journals_open",
        "can't be told or shown any more",
    ),
    Plant(
        "forgets_its_old_rules",
        INIT,
        "version=1",
        "version=2",
        "journals_open",
        "journals/v1: version 1 of $ isn't here: there are 2; before INFO.version changes: ./run keep-rules $",
    ),
    Plant(
        "has_no_journal_of_its_version",
        INIT,
        "version=1",
        "version=2",
        "journals_are_complete",
        "journals/v2 has no journal of 2 players; of 3 players; of 4 players; with cards=8; with cards=12; that has answered",
    ),
    Plant(
        "has_no_journal_of_a_number",
        INIT,
        "players=(2, 3, 4)",
        "players=(2, 3, 4, 5)",
        "journals_are_complete",
        "journals/v1 has no journal of 5 players",
    ),
    Plant(
        "has_no_journal_dealt_anew",
        "tests/journals/v1/dealt_anew-3.jsonl",
        "",
        "",
        "journals_are_complete",
        "journals/v1 has no journal dealt anew amid the game, like dealt_anew-3. python -m ",
    ),
    Plant(
        "has_no_journal_of_a_value",
        INIT,
        "(8, 12), 12)",
        "(8, 12, 16), 12)",
        "journals_are_complete",
        "journals/v1 has no journal with cards=16. python -m tests.conformance.journals --write $",
    ),
    Plant(
        "has_no_journal_of_an_event",
        "tests/journals/v1/out_of_time.jsonl",
        "",
        "",
        "journals_are_complete",
        "that has ended.by_clock in it",
    ),
    Plant(
        "changes_a_journal",
        "tests/journals/v1/players-4.jsonl",
        '"status": "over"',
        '"status":  "over"',
        "journals_are_unchanged",
        "journals: v1/players-4.jsonl was changed: journals are kept for ever, as they are",
    ),
    Plant(
        "loses_a_journal",
        "tests/journals/v1/early_move.jsonl",
        "",
        "",
        "journals_are_unchanged",
        "journals: v1/early_move.jsonl is gone",
    ),
    Plant(
        "adds_a_journal_without_its_sum",
        "tests/journals/v1/more.jsonl",
        "",
        "{}",
        "journals_are_unchanged",
        "journals/SHA256SUMS.txt lacks v1/more.jsonl. python -m tests.conformance.journals --write $",
    ),
)
