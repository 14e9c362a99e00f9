"""Le Petit Prince - Fabrique-moi une planète, by Antoine Bauza and Bruno Cathala: draft a planet, please four characters."""

from escale.rules.info import Info, Option

INFO = Info(
    version=1,
    order=70,
    players=(2, 3, 4, 5),
    minutes=25,
    secrets=True,
    stock=True,
    open_with=(3, 4, 5),
    secret_if={"two_player": "offer"},
    simulations=50_000,
    haste=0,
    explore=0.15,
    options=(Option("two_player", ("offer", "plain"), "plain", players={"offer": (2,)}, idle=True),),
)
