"""Which nicknames are shown, and how; which are refused."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from escale.play import rulings
from escale.play.names import BOT_TITLES, BOT_WORDS
from escale.play.rulings import Refused
from escale.search.bots import bot_names

WEB = Path(__file__).resolve().parents[2] / "web" / "app" / "i18n"
OWN = "Careful"


def refusal(name: str) -> str | None:
    try:
        rulings.checked_name(name, (*bot_names(), OWN))
    except Refused as refused:
        return refused.code
    return None


@pytest.mark.parametrize(
    "name",
    [
        "\u200b",
        "\u200b\u200d\ufeff",
        "\u3164",
        " \u115f\u1160\uffa0 ",
        "\u2800\u2800",
        "\u0301\u0302",
        "\u034f",
        "\ufe0f",
        "\u202e\u2066\u2069",
        "\u00ad",
        "\u180e",
        "\U000e0041\U000e007f",
        "\u17b4",
        "\U0001d159",
        "\U00013441\U00013442",
        "\ufffc",
    ],
)
def test_a_name_that_nobody_can_see_is_refused(name: str) -> None:
    assert refusal(name) == "invisible_name"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_names_of_the_bots_are_those_of_the_pages(language: str) -> None:
    block = re.search(r"\n  bots: \{\n(.*?)\n  \},", (WEB / f"{language}.ts").read_text("utf-8"), re.DOTALL)
    assert block
    shown = dict(re.findall(r"(\w+): '([^']+)'", block[1]))
    assert set(shown.values()) <= set(BOT_TITLES)
    assert [refusal(name) for name in (*shown, *shown.values())] == ["bot_name"] * 2 * len(shown)


@pytest.mark.parametrize(
    "name",
    [
        *BOT_WORDS,
        "EXPERT",
        "expert 2",
        "E x p e r t",
        "Expert\u00a0",
        "E\u200bxpert",
        "E\u3164xpert",
        "Debutant",
        "de\u0301butant",
        "ＥＸＰＥＲＴ",
        "Ехреrt",
        "Robot Expert",
        "Robot : Fort",
        "Expert (bot)",
        "- facile -",
        "careful",
        "Robot 3",
        "Μedium",
        "Ηard",
        "Βeginner",
        "ΕΧΡΕRΤ",
        "FaciIe",
        "Facıle",
        "Fac1le",
        "Hɑrd",
        "ᴇxᴘᴇʀᴛ",
        "Expert II",
        "Robot IV",
        "B0t",
        "R0bot 12",
        "🅴🆇🅿🅴🆁🆃",
        "🅑🅞🅣",
        "Ⓗⓐⓡⓓ",
        "🇪🇽🇵🇪🇷🇹",
        "ꓧꓮꓣꓓ",
        "ꓐꓳꓔ",
        "ᎬᎪᏚᎩ",
        "Ꭼxpert",
        "Ꮋard",
        "Fօrt",
        "Ⲃⲟⲧ",
        "ExpertII",
        "Expert-II",
        "Expert_2",
        "Bot-2 Expert",
        "1 Expert",
        "2Fort",
        "E X P E R T",
        "Fac|le",
        "II Débutant",
        "Expert III (bot)",
        "Expert ii",
        "expert iv",
        "Expert i",
        "Bot v",
        "Expert iI",
        "Expert ⅱ",
        "Expert ІІ",
        "Expert ΙΙ",
        "Expert Χ",
        "Expert٥",
    ],
)
def test_a_name_that_reads_like_a_bots_is_refused(name: str) -> None:
    assert refusal(name) == "bot_name"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ada", "Ada"),
        ("Zoë  Müller", "Zoë Müller"),
        ("Noé\u0301", "Noé\u0301"),
        ("李小龙", "李小龙"),
        ("محمد", "محمد"),
        ("🦊", "🦊"),
        ("👍🏽", "👍🏽"),
        ("Expertise", "Expertise"),
        ("Roberta", "Roberta"),
        ("Easyrider", "Easyrider"),
        ("Henri IV", "Henri IV"),
        ("IV", "IV"),
        ("Vi", "Vi"),
        ("Max IV", "Max IV"),
        ("Forte", "Forte"),
        ("Robotte", "Robotte"),
        ("Hardi", "Hardi"),
        ("HARDI", "HARDI"),
        ("Forti", "Forti"),
        ("Հայկ", "Հայկ"),
        ("ᏣᎳᎩ", "ᏣᎳᎩ"),
        ("ⲙⲁⲣⲓⲁ", "ⲙⲁⲣⲓⲁ"),
        ("🇫🇷 Léa", "🇫🇷 Léa"),
        ("Μαρία", "Μαρία"),
        ("Βασίλης", "Βασίλης"),
        ("Ольга", "Ольга"),
        ("Lili", "Lili"),
        ("Ann\u202eEve", "AnnEve"),
        ("x" * 500, "x" * 24),
        ("42", "42"),
        ("!?", "!?"),
    ],
)
def test_every_other_name_is_shown(name: str, shown: str) -> None:
    assert rulings.checked_name(name, (*bot_names(), OWN)) == shown


@pytest.mark.parametrize("name", ["", "   ", "\x00\n\t", "\u00a0\u2003", None])
def test_no_name_is_no_name(name: str | None) -> None:
    assert rulings.checked_name(name) is None


@pytest.mark.parametrize("name", ["\u3164", "Expert", "", None])
def test_a_record_with_such_a_name_is_shown_without_it(name: str | None) -> None:
    assert rulings.neutral_name(name) is None
