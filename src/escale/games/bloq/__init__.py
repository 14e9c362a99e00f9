"""Le Bloq, by Niek Neuwahl: place blocks so that cells are cut off; the most isolated cells win."""

from escale.rules.info import Info, Option

INFO = Info(
    version=1,
    order=40,
    players=(2, 3, 4),
    minutes=20,
    secrets=False,
    options=(
        Option("board", ("diamond421", "square20", "small"), "diamond421"),
        Option("closed", ("geometry", "legal"), "geometry"),
        Option("isolating", ("scoring", "cutting_off"), "scoring"),
    ),
    simulations=8_000,
)
