"""LPPG, Le Plus Petit Gagne, by Sébastien Blondiau: cards form white regions; the smallest territory alone of its size wins."""

from escale.rules.info import Info, Option

INFO = Info(
    version=1,
    order=50,
    players=(2, 4),
    minutes=15,
    secrets=True,
    stock=True,
    options=(
        Option("deck", ("standard", "all22"), "standard"),
        Option("outside_corners", ("off", "on"), "off"),
        Option("match", ("off", "on"), "off"),
    ),
    simulations=8_000,
)
