"""Nicknames: what is shown of them, whether anything is to be seen, and whether one passes for a bot's."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

LONGEST_NAME = 24
#: The names of the bots as the pages show them, in English and in French, and the words for a bot.
BOT_TITLES = (
    *("Random", "Greedy", "Beginner", "Easy", "Medium", "Hard", "Expert"),
    *("Hasard", "Gourmand", "Débutant", "Facile", "Moyen", "Fort", "Expert"),
)
BOT_WORDS = ("bot", "robot")
# Letters and signs that are drawn as nothing, though Unicode calls them letters, marks or signs.
BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0\ufffc\U0001d159")
IGNORABLE = ((0x034F, 0x034F), (0x17B4, 0x17B5), (0x180B, 0x180F), (0xFE00, 0xFE0F), (0xE0000, 0xE0FFF))
MARKS = ("Mn", "Mc", "Me")
# Letters that look like Latin ones: Greek and Cyrillic capitals, before all is made small, and others after it.
CAPITALS_ALIKE = str.maketrans("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧАВЕЅІЈКМНОРСТУХ", "abezhikmnoptyxabesijkmhopctyx")
ALIKE = str.maketrans(
    "аеорсухіјѕһԁӏтмнквαοερνικτυɑɡıɪᴀʙᴄᴅᴇꜰɢʜᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ", "aeopcyxijshdltmhkbaoepviktyagiiabcdefghjklmnoprstuvwyz"
)
# One sees no difference between a capital i, a small L and a one, nor between an O and a zero.
ONE_STROKE = str.maketrans("i1|0", "lllo")
ROMAN = frozenset("IVX")


def tidied(name: str) -> str:
    """A nickname as it is shown: one line of what can be seen, not too long; empty if nothing is left."""
    seen = "".join(" " if letter in BLANK else letter for letter in name if letter.isprintable() and not _ignorable(letter))
    cut = " ".join(seen.split())[:LONGEST_NAME].strip()
    return cut if any(unicodedata.category(letter) not in MARKS for letter in cut) else ""


def is_nothing(name: str) -> bool:
    """Whether somebody typed nothing, or only what a keyboard's space bar, Tab and Enter give."""
    return not any(unicodedata.category(letter) not in ("Cc", "Zs", "Zl", "Zp") for letter in name)


def passes_for_a_bot(name: str, bots: Iterable[str]) -> bool:
    """Whether a nickname reads like the name of a bot: one of ours as the pages show it, or one of these."""
    titles = {_read(title) for title in (*BOT_TITLES, *BOT_WORDS, *bots)} - {""}
    read = _read(name)
    forms = {read, *(cut for word in BOT_WORDS for cut in (read.removeprefix(word), _read(read.removesuffix(word))))}
    return not forms.isdisjoint(titles)


def _read(name: str) -> str:
    """What the eye reads: no capitals, accents, spaces, signs, nor a number at the end, which the pages add themselves."""
    words = unicodedata.normalize("NFKD", name).translate(CAPITALS_ALIKE).casefold().split()
    if len(words) > 1 and ROMAN.issuperset(words[-1].upper()):
        words.pop()
    letters = unicodedata.normalize("NFKD", "".join(words)).casefold().translate(ALIKE)
    plain = "".join(letter for letter in letters if letter.isalnum() or letter == "|")
    return plain.rstrip("0123456789").translate(ONE_STROKE)


def _ignorable(letter: str) -> bool:
    return any(first <= ord(letter) <= last for first, last in IGNORABLE)
