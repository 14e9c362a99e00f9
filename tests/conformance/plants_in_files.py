"""Planted: files that are wrong or missing, and games that don't keep to the form of the contract."""

from __future__ import annotations

from tests.conformance.plant import INSIGHT, OWN, PERFT, RULES, SLOW_MODEL, STATE, TESTS, VIEW, Plant
from tests.conformance.verdicts import LOADING

FILES = (
    Plant(
        "counts_other_games",
        PERFT,
        "perft 3 9 24 64 160 400 576",
        "perft 3 9 25 64 160 400 576",
        "perft_is_right",
        "says 25 games of 3 moves, the engine 24",
    ),
    Plant("has_no_counts", PERFT, "perft 2 6 8\n", "", "perft_is_right", "a block must end with a line 'perft N1 N2 ...'"),
    Plant(
        "plays_otherwise",
        "tests/playthroughs/players-2.txt",
        "P0 prend le 11.",
        "P0 prend le 12.",
        "playthroughs_are_the_same",
        "playthroughs/players-2.txt line 11: was '  P0 prend le 12.', is '  P0 prend le 11.'",
    ),
    Plant(
        "says_it_otherwise",
        "texts/en.toml",
        '"{who} takes {cards}."',
        '"{who} picks {cards}."',
        "playthroughs_are_the_same",
        "is '  P0 picks the 11.'; if meant so: python -m tests.conformance.playthroughs --write $",
    ),
    Plant("lacks_perft", PERFT, "", "", "nothing_is_missing", "lacks: tests/perft.txt"),
    Plant("lacks_own_checks", OWN, "", "", "nothing_is_missing", "lacks: tests/conformance.py"),
    Plant("lacks_slow_model", SLOW_MODEL, "", "", "nothing_is_missing", "lacks: tests/slow_model.py"),
    Plant("lacks_driver", "tests/driver.py", "", "", "nothing_is_missing", "lacks: tests/driver.py"),
    Plant(
        "does_not_use_it",
        TESTS,
        "from escale.games.$.tests.slow_model import ",
        "from escale.games.$.tests.fast_model import ",
        "nothing_is_missing",
        "lacks: a test that imports tests/slow_model.py",
    ),
    Plant("lacks_bars", "bench/bars.toml", "", "", "nothing_is_missing", "lacks: bench/bars.toml"),
    Plant(
        "lacks_a_playthrough",
        "tests/playthroughs/cards-8.txt",
        "",
        "",
        "nothing_is_missing",
        "lacks: tests/playthroughs/cards-8.txt",
    ),
    Plant(
        "has_a_new_option_value",
        "__init__.py",
        "(8, 12), 12)",
        "(8, 12, 16), 12)",
        "nothing_is_missing",
        "lacks: tests/playthroughs/cards-16.txt",
    ),
    Plant("lacks_hidden", OWN, "\nHIDDEN = ", "\nSECRET = ", "nothing_is_missing", "lacks: tests/conformance.py: HIDDEN"),
    Plant(
        "lacks_a_rule_test", TESTS, '"""$$.T3: ', '"""', "nothing_is_missing", "lacks: a test whose docstring begins with $$.T3"
    ),
    Plant(
        "tests_no_rule",
        TESTS,
        '"""$$.T3: ',
        '"""$$.T3, $$.T9: ',
        "nothing_is_missing",
        "lacks: the rule $$.T9 that a test cites",
    ),
    Plant(
        "tests_no_rule_among_others",
        TESTS,
        '"""$$.T3: ',
        '"""$$.T3 $$.T8, $$.E1 as always: ',
        "nothing_is_missing",
        "lacks: the rule $$.T8 that a test cites",
    ),
    Plant(
        "says_nothing",
        "texts/fr.toml",
        '"Il ne reste qu’une carte\u00a0: on ne peut pas en prendre deux."',
        '""',
        "nothing_is_missing",
        "lacks: the text refusal.one_card (fr)",
    ),
)

LOADED = (
    Plant(
        "lacks_a_text",
        "texts/fr.toml",
        "one_card = ",
        "a_card = ",
        LOADING,
        "texts/en.toml and fr.toml differ in ['refusal.a_card', 'refusal.one_card']",
    ),
    Plant("refuses_without_words", RULES, '("one_card", ', '("a_card", ', LOADING, "the texts have no 'refusal.a_card'"),
    Plant(
        "refuses_by_no_rule",
        RULES,
        '("one_card", "$$.T2")',
        '("one_card", "$$.T9")',
        LOADING,
        "the texts have no 'rule.$$.T9.title'",
    ),
    Plant("has_another_games_state", STATE, '"$_cards"', '"sound_cards"', LOADING, "another game's STATE has the same fields"),
    Plant("lacks_a_verb", RULES, "def points(", "def count(", LOADING, "rules.py has no points(state, out)"),
    Plant(
        "has_another_argument",
        RULES,
        "def why_not(state: Any, move: Any)",
        "def why_not(state: Any, wish: Any)",
        LOADING,
        "rules.why_not takes (state, wish), not (state, move)",
    ),
    Plant("lacks_a_view", VIEW, "def sketch(", "def draft(", LOADING, "view.py has no sketch(seen, texts)"),
    Plant("lacks_a_part", INSIGHT, "", "", LOADING, "insight.py is missing"),
    Plant(
        "has_no_record",
        STATE,
        "        np.record,\n",
        "        np.void,\n",
        LOADING,
        "state.STATE must be np.dtype((np.record, [...]))",
    ),
    Plant("has_no_bound", STATE, "MAX_MOVES = 3\n", "MOST_MOVES = 3\n", LOADING, "state.MAX_MOVES must say how many moves"),
)
