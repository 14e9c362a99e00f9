"""Color Pop, by Lionel Borg: have the fewest tokens of your secret colour left."""

from escale.rules.info import Info, Option

INFO = Info(
    version=1,
    order=30,
    players=(1, 2, 3, 4, 5),
    minutes=15,
    secrets=True,
    options=(
        Option(
            "mode",
            ("standard", "duel", "teams", "solitaire"),
            "standard",
            players={"standard": (2, 3, 4, 5), "duel": (2,), "teams": (4,), "solitaire": (1,)},
        ),
        Option("colours", (1, 2, 3, 4, 5), 1, needs={"mode": "solitaire"}),
        Option("jokers", ("optional", "greedy"), "optional"),
        Option("joker_only", ("off", "on"), "on"),
        Option("joker_count", (0, 1, 2, 3, 4, 5), 5),
        Option("fair_start", ("off", "on"), "off"),
    ),
)
