"""Nicknames: what is shown of them, whether anything is to be seen, and whether one passes for a bot's."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator

LONGEST_NAME = 24
#: The names of the bots as the pages show them, in English and in French, and the words for a bot.
BOT_TITLES = (
    *("Random", "Greedy", "Beginner", "Easy", "Medium", "Hard", "Expert"),
    *("Hasard", "Gourmand", "Débutant", "Facile", "Moyen", "Fort", "Expert"),
)
BOT_WORDS = ("bot", "robot")
# Letters and signs that are drawn as nothing, though Unicode calls them letters, marks or signs.
BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0\ufffc\U0001d159\U00013441\U00013442")
IGNORABLE = ((0x034F, 0x034F), (0x17B4, 0x17B5), (0x180B, 0x180F), (0xFE00, 0xFE0F), (0xE0000, 0xE0FFF))
MARKS = ("Mn", "Mc", "Me")
# Letters that look like Latin ones: Greek and Cyrillic capitals, before all is made small, and others after it.
CAPITALS_ALIKE = str.maketrans("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧАВЕЅІЈКМНОРСТУХ", "abezhikmnoptyxabesijkmhopctyx")
ALIKE = str.maketrans(
    "аеорсухіјѕһԁӏтмнквαοερνικτυɑɡıɪᴀʙᴄᴅᴇꜰɢʜᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ", "aeopcyxijshdltmhkbaoepviktyagiiabcdefghjklmnoprstuvwyz"
)
# Cherokee and Coptic, of which the small letters look like the capitals, Armenian and Lisu have letters like Latin ones too.
WHOLE_SCRIPTS = "ᎠᎡᎢᎥᎪᎫᎬᎳᎷᎻᎽᎩᏀᏃᏎᏏᏒᏔᏙᏚᏞᏟᏢᏦᏴᏧⲀⲂⲈⲎⲒⲔⲘⲚⲞⲢⲤⲦⲨⲬ"
THEIR_LETTERS = "drtiajewmhyygzabrwvslcpkbdabehikmnopctyx"
ELSEWHERE = str.maketrans(
    WHOLE_SCRIPTS + WHOLE_SCRIPTS.lower() + "օոհսցՏՕԼՍ" + "ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ",
    THEIR_LETTERS * 2 + "onhugsolu" + "bpdtgkjczfmnlsrvhwxyaeiou",
)
FRAMED = re.compile(r"(?:CIRCLED|SQUARED|PARENTHESIZED|REGIONAL INDICATOR) .*LETTER ([A-Z])")  # letters, by their names
# One sees no difference between a capital i, a small L and a one, nor between an O and a zero.
ONE_STROKE = str.maketrans("i1|0", "lllo")
NUMBER = re.compile(r"\d+|[ivx]+")  # also a Roman one, in letters that look like small Latin ones
SIGNS = re.compile(r"[^\w|\u0300-\u036f]+|_")  # between words; an accent by itself is none
NUMBER_AT_AN_END = re.compile(r"^\d+|\d+$")
NUMBER_BEHIND = re.compile(r"(?<=[a-z])[IVX]+$")


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
    for read in _readings(name):
        forms = {read, *(cut for word in BOT_WORDS for cut in (read.removeprefix(word), _letters([read.removesuffix(word)])))}
        if not forms.isdisjoint(titles):
            return True
    return False


def _read(title: str) -> str:
    """What the eye reads of a bot's name."""
    return _letters([title])


def _readings(name: str) -> Iterator[str]:
    """What the eye may read: all of it, and the words without their numbers, which the pages add to bots' names themselves."""
    unframed = "".join(_unframed(letter) for letter in name)
    words = unicodedata.normalize("NFKD", unframed).translate(ELSEWHERE)
    yield _letters([words])
    plain = [NUMBER_BEHIND.sub("", word) for word in SIGNS.split(words)]
    yield _letters([word for word in plain if not NUMBER.fullmatch(_small(word))])


def _letters(words: Iterable[str]) -> str:
    """Small Latin letters that look like these: no accents, spaces, signs, nor numbers before or behind."""
    alike = _small("".join(words))
    plain = "".join(letter for letter in alike if letter.isalnum() or letter == "|")
    return NUMBER_AT_AN_END.sub("", plain).translate(ONE_STROKE)


def _small(word: str) -> str:
    """The same in small Latin letters, where it only looks like them."""
    small = word.translate(CAPITALS_ALIKE).casefold()
    return unicodedata.normalize("NFKD", small).casefold().translate(ALIKE)


def _unframed(letter: str) -> str:
    """The letter in a circle, a square or a flag."""
    found = FRAMED.search(unicodedata.name(letter, ""))
    return found[1] if found else letter


def _ignorable(letter: str) -> bool:
    return any(first <= ord(letter) <= last for first, last in IGNORABLE)
