"""Le Petit Poucet, a boxed game of about 1972-75: lead a path to the Blue Flower, past the others' obstacles."""

from escale.rules.info import Info, Option

INFO = Info(
    version=1,
    order=60,
    players=(2, 3, 4, 5, 6),
    minutes=30,
    secrets=True,
    stock=True,
    options=(
        Option("size", ("usual", "9", "11", "13"), "usual"),
        Option("crossing", ("on", "off"), "on"),
        Option("favour", ("forced", "free"), "forced"),
    ),
    simulations=12_000,
    haste=16,
)
