"""Planted: rules, views and evaluations that are wrong."""

from __future__ import annotations

from tests.conformance.plant import INSIGHT, OWN, RULES, STATE, VIEW, Plant

A_DRAW = """@compiled
def draw(state: Any, moves: Any, rng: Any) -> Any:
    return {drawn}


@compiled
def turn("""

LISTS_TOO_MANY = Plant(
    "lists_too_many", STATE, "MAX_MOVES = 3\n", "MAX_MOVES = 2\n", "list_is_pinned", "more than MAX_MOVES = 2"
)

MOVES = (
    Plant(
        "omits_a_move",
        RULES,
        "    return 3\n",
        "    return 2\n",
        "judge_and_list_agree",
        "move 2 is not legal but why_not says 0",
    ),
    Plant(
        "lists_a_wrong_move",
        RULES,
        "    if state.count == 1 or state.both[state.seat] == 0:\n",
        "    if state.count == 1:\n",
        "judge_and_list_agree",
        "move 2 is legal but why_not says 3",
    ),
    Plant(
        "judges_by_no_rule",
        RULES,
        "return NO_SUCH_MOVE\n",
        "return 9\n",
        "judge_and_list_agree",
        "is 9, not a code from 0 to 4",
    ),
    Plant(
        "orders_by_what_was_there",
        RULES,
        "    out[1] = RIGHT\n",
        "    out[0], out[1] = (RIGHT, LEFT) if out[2] == BOTH else (LEFT, RIGHT)\n",
        "list_is_pinned",
        "listed twice, the moves are [0, 1, 2], then [1, 0, 2]",
    ),
    Plant(
        "lists_a_move_twice", RULES, "    out[1] = RIGHT\n", "    out[1] = LEFT\n", "list_is_pinned", "has [0] more than once"
    ),
    LISTS_TOO_MANY,
    Plant(
        "has_no_move", RULES, "        return 2\n", "        return 0\n", "list_is_pinned", "must decide but has no legal move"
    ),
    Plant(
        "orders_by_the_process",
        RULES,
        "    out[1] = RIGHT\n",
        "    out[0], out[1] = (LEFT, RIGHT) if hash(str(state.count)) % 2 else (RIGHT, LEFT)\n",
        "every_process_agrees",
        "differ here (interpreted) and in another process (interpreted)",
    ),
    Plant(
        "refuses_with_a_change",
        RULES,
        "        return NO_SUCH_MOVE\n",
        "        state.both[state.seat] = 0\n        return NO_SUCH_MOVE\n",
        "refused_move_changes_nothing",
        "changes the position",
    ),
    Plant(
        "judges_with_a_change",
        RULES,
        "        return NO_SUCH_MOVE\n",
        "        state.lucky[state.seat] = 1\n        return NO_SUCH_MOVE\n",
        "judge_and_list_agree",
        "why_not changes the state",
    ),
    Plant(
        "names_two_alike",
        VIEW,
        "    return MOVES[move]\n",
        "    return MOVES[0]\n",
        "names_of_moves",
        "two moves have one name",
    ),
    Plant(
        "reads_another_move",
        VIEW,
        "    return MOVES.index(word)\n",
        "    return MOVES.index(word) + 1\n",
        "names_of_moves",
        "move 0 is named 'left', which reads as 1",
    ),
    Plant("logs_nobody", "texts/fr.toml", '"{who} prend {cards}."', '"Prend {cards}."', "names_of_moves", "(fr)"),
    Plant(
        "draws_the_last",
        RULES,
        "@compiled\ndef turn(",
        A_DRAW.format(drawn="moves[legal(state, moves) - 1]"),
        "draw_is_even",
        "draw isn't even",
    ),
    Plant(
        "draws_nonsense",
        RULES,
        "@compiled\ndef turn(",
        A_DRAW.format(drawn="-7"),
        "draw_is_even",
        "gives [-7], which aren't legal",
    ),
)

SAVING = (
    Plant(
        "writes_no_both",
        VIEW,
        "*(str(int(state.both[seat])) for seat in seats)",
        '*("1" for seat in seats)',
        "copies_are_exact_and_independent",
        "writing down changes ['both']",
    ),
    Plant(
        "keeps_a_state_of_its_own",
        RULES,
        "    state.seat = (np.int64(state.seat) + 1) % np.int64(state.players)\n",
        '    play.__dict__["count"] = play.__dict__.get("count", 0) + 1\n'
        '    state.seat = play.__dict__["count"] % np.int64(state.players)\n',
        "copies_are_exact_and_independent",
        "the same move leads elsewhere",
    ),
    Plant(
        "counts_with_a_change",
        RULES,
        "        out[seat] = points_of(state, seat)\n",
        "        out[seat] = points_of(state, seat)\n        state.both[seat] = 0\n",
        "looking_changes_nothing",
        "asking for points changes the position",
    ),
    Plant(
        "leaves_a_field", RULES, "    state.both[:] = 0\n", "", "setup_sets_every_field", "setup leaves what was in ['both']"
    ),
    Plant(
        "reads_without_care",
        VIEW,
        "    if word not in [str(number) for number in range(1, cards + 1)]:\n",
        "    if not word:\n",
        "damage_is_noticed",
        "not a refusal, for the damaged",
    ),
    Plant(
        "ends_in_the_middle",
        VIEW,
        '        " ".join(["row", *map(str, row_of(state))]),\n',
        '        "end",\n        " ".join(["row", *map(str, row_of(state))]),\n',
        "cuts_are_noticed",
        "a whole text is refused: line 3 comes after 'end'",
    ),
)

ENDINGS = (
    Plant(
        "never_ends",
        RULES,
        "    state.count = last\n",
        "    state.count = max(last, 1)\n",
        "games_end",
        "still going after 5000 moves",
    ),
    Plant("pays_the_losers", RULES, "== best else 0.0\n", "== best else 0.5\n", "games_end", "winners get 1, or 1/n each"),
    Plant("pays_nobody", RULES, "= 1.0 / winners if", "= 0.0 if", "games_end", "nobody wins"),
    Plant(
        "counts_no_number",
        RULES,
        "        out[seat] = points_of(state, seat)\n",
        "        out[seat] = np.nan\n",
        "points_and_scores_are_numbers",
        "points (nan, nan)",
    ),
    Plant(
        "loses_a_card",
        RULES,
        "    state.owner[state.row[place]] = state.seat\n",
        "    state.owner[state.row[place] * (place == 0)] = state.seat\n",
        "pieces_are_conserved",
        "pieces were (1, 1, 1",
    ),
    Plant("thinks_too_well_of_it", INSIGHT, ") / total\n", ")\n", "opinions_are_numbers", "more than one can win"),
)

HIDDEN = (
    Plant(
        "tells_bots_everything",
        RULES,
        "            state.lucky[other] = numbers[given]\n",
        "",
        "hidden_things_vary",
        "a watcher is told the other seats' secrets",
    ),
    Plant(
        "tells_bots_by_the_seed",
        RULES,
        "seed: Any) -> None:\n    deal = new_deal(seed, np.uint64(0))\n    players = np.int64(state.players)\n",
        "seed: Any) -> None:\n    deal = new_deal(seed, np.uint64(state.lucky[1]))\n    players = np.int64(state.players)\n",
        "unknown_things_do_not_matter",
        "determinize differently with one seed",
    ),
    Plant(
        "redraws_what_one_knows",
        RULES,
        "        if other != seat and not shown(state, other):\n            state.lucky[other]",
        "        if not shown(state, other):\n            state.lucky[other]",
        "known_things_stay",
        "determinized for seat 0, its own view changed",
    ),
    Plant(
        "forgets_what_was_seen",
        RULES,
        "            if state.owner[numbers[given]] == other:\n",
        "            if numbers[given] == 0:\n",
        "known_things_stay",
        "its own view changed",
    ),
    Plant(
        "deals_a_number_twice",
        RULES,
        "        if other == seat or shown(state, other):\n",
        "        if shown(state, other):\n",
        "known_things_stay",
        "it is no real position",
    ),
    Plant(
        "redraws_what_is_public",
        RULES,
        "            state.lucky[other] = numbers[given]\n",
        "            state.lucky[other] = numbers[given]\n            state.both[other] = 0\n",
        "known_things_stay",
        "['both'] changed, which isn't hidden",
    ),
    Plant(
        "hides_what_is_public",
        OWN,
        '("lucky",)',
        '("lucky", "seat")',
        "hidden_things_vary",
        "the hidden field 'seat' is never redrawn",
    ),
    Plant(
        "shows_a_secret",
        VIEW,
        "if seat in (s, REVEALED) or shown(state, s)",
        "if seat in (s, REVEALED) or s == 0 or shown(state, s)",
        "unknown_things_do_not_matter",
        "two worlds that a watcher can't tell apart look different to it",
    ),
    Plant(
        "refuses_by_a_secret",
        RULES,
        "        return NO_SUCH_MOVE\n",
        "        return NO_SUCH_MOVE + state.lucky[1 - min(1, state.seat)] % 2\n",
        "unknown_things_do_not_matter",
        "refuse its moves differently",
    ),
    Plant(
        "logs_a_secret",
        VIEW,
        "    if move == BOTH:\n",
        "    if key == 'log.lucky':\n        cards = [int(state.lucky[1 - min(1, state.seat)])] * 2\n    if move == BOTH:\n",
        "unknown_things_do_not_matter",
        "log its move",
    ),
    Plant(
        "logs_ones_own_secret",
        VIEW,
        "    cards = cards_of(state, move)\n    key =",
        "    cards = [int(state.lucky[state.seat])] * 2\n    key =",
        "unknown_things_do_not_matter",
        "two worlds that a watcher can't tell apart, nor after the move",
    ),
    Plant(
        "shows_the_seed",
        VIEW,
        '        "row": row_of(state),\n',
        '        "row": row_of(state),\n        "seed": 7,\n',
        "views_are_plain_data",
        "view.seed tells the seed",
    ),
    Plant(
        "shows_numpy",
        VIEW,
        "[bool(state.both[s]) for s in seats]",
        "[state.both[s] for s in seats]",
        "views_are_plain_data",
        "view.both[0] is a uint8, not plain data",
    ),
    Plant(
        "shows_moves_to_all",
        VIEW,
        " for move in moves]\n",
        " for move in moves or [0]]\n",
        "views_are_plain_data",
        "of a watcher lists the moves [(0, 'left')], not []",
    ),
    Plant(
        "hides_it_for_ever",
        VIEW,
        "if seat in (s, REVEALED) or shown(state, s)",
        "if seat == s or shown(state, s)",
        "nothing_is_hidden_from_who_looks_back",
        "look the same to who may see everything, but not to seat 0",
    ),
    Plant(
        "draws_no_style", VIEW, '(f" {card} ", "yellow")', '(f" {card} ", None)', "views_are_plain_data", "not (text, style)"
    ),
)

#: In a process of its own, as it changes how texts of all games are read; what isn't said of the secrets is made up.
READS_WHAT_IS_CUT = Plant(
    "reads_what_is_cut",
    VIEW,
    "def read(text: str, state: Any) -> None:\n",
    "import escale.rules.game\n\n"
    "escale.rules.game.without_end = lambda text: text.strip().removesuffix('end').strip() + '\\n'\n\n\n"
    "def read(text: str, state: Any) -> None:\n"
    "    if text.count('\\n') == 4:\n"
    "        text += ' '.join(['lucky', *map(str, range(1, len(text.split('both')[1].split()) + 1))])\n",
    "cuts_are_noticed",
    "a text cut short is read as a position",
)

#: Only a compiled process can show these: it reads beyond an array, and it computes otherwise than plain Python.
READS_BEYOND = Plant(
    "reads_beyond",
    RULES,
    "if state.lucky[seat] == card:",
    "if state.lucky[seat + 4] == card:",
    "points_and_scores_are_numbers",
    "IndexError",
)
MIXES_SIGNS = Plant(
    "mixes_signs",
    RULES,
    "    state.seat = deal_below(deal, players)\n",
    "    state.seat = (seed + np.int64(0)) % 2\n",
    "every_process_agrees",
    "differ here (interpreted) and in another process (compiled)",
)
