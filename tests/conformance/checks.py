"""All checks. Each is a function that raises AssertionError with a message that says what is wrong, and where."""

from __future__ import annotations

from collections.abc import Callable

from escale import Game
from tests.conformance.completeness import nothing_is_missing
from tests.conformance.endings import games_end, opinions_are_numbers, pieces_are_conserved, points_and_scores_are_numbers
from tests.conformance.files import perft_is_right
from tests.conformance.hidden import (
    hidden_things_vary,
    known_things_stay,
    moves_are_told_as_seen,
    nothing_is_hidden_from_who_looks_back,
    unknown_things_do_not_matter,
    views_are_plain_data,
)
from tests.conformance.hints import hints_have_words, hints_tell_nothing_hidden
from tests.conformance.insights import (
    calm_comes_again,
    forecasts_are_opinions,
    habits_are_legal,
    knowledge_is_what_one_knows,
    margins_go_with_scores,
    priors_are_weights,
    secrets_can_be_supposed,
    traits_are_numbers,
    worlds_are_weighed,
)
from tests.conformance.journals import journals_are_complete, journals_are_unchanged, journals_open
from tests.conformance.moves import (
    draw_is_even,
    judge_and_list_agree,
    list_is_pinned,
    names_of_moves,
    refused_move_changes_nothing,
)
from tests.conformance.playthroughs import playthroughs_are_the_same
from tests.conformance.processes import every_process_agrees
from tests.conformance.saving import (
    copies_are_exact_and_independent,
    cuts_are_noticed,
    damage_is_noticed,
    looking_changes_nothing,
    setup_sets_every_field,
)
from tests.conformance.tables import Table, tables
from tests.conformance.telling import decisions_have_words, endings_are_told, moves_are_told_plainly, secrets_are_declared

#: Checks of a game at one table.
TABLE_CHECKS: tuple[Callable[[Game, Table], None], ...] = (
    setup_sets_every_field,
    judge_and_list_agree,
    list_is_pinned,
    refused_move_changes_nothing,
    names_of_moves,
    draw_is_even,
    copies_are_exact_and_independent,
    looking_changes_nothing,
    damage_is_noticed,
    cuts_are_noticed,
    games_end,
    points_and_scores_are_numbers,
    opinions_are_numbers,
    calm_comes_again,
    forecasts_are_opinions,
    priors_are_weights,
    habits_are_legal,
    worlds_are_weighed,
    knowledge_is_what_one_knows,
    secrets_can_be_supposed,
    traits_are_numbers,
    margins_go_with_scores,
    pieces_are_conserved,
    views_are_plain_data,
    known_things_stay,
    unknown_things_do_not_matter,
    moves_are_told_as_seen,
    nothing_is_hidden_from_who_looks_back,
    decisions_have_words,
    moves_are_told_plainly,
    endings_are_told,
    hints_have_words,
    hints_tell_nothing_hidden,
)

#: Checks of a game as a whole.
GAME_CHECKS: tuple[Callable[[Game], None], ...] = (
    nothing_is_missing,
    perft_is_right,
    playthroughs_are_the_same,
    journals_open,
    journals_are_complete,
    journals_are_unchanged,
    hidden_things_vary,
    secrets_are_declared,
    every_process_agrees,
)


def run_check(name: str, game: Game) -> None:
    """Run one check, at all tables if it is of that kind."""
    for check in GAME_CHECKS:
        if check.__name__ == name:
            check(game)
            return
    check_table = next(check for check in TABLE_CHECKS if check.__name__ == name)
    for at in tables(game.info):
        check_table(game, at)
