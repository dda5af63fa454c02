"""Names and passwords: which can be had, and which look like another's."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from tenka.games import GAMES
from tenka.server.common import WALKS, WORDS
from tenka.server.levels import list_bots
from tenka.table import Refused

_NAME = re.compile(r"[^\W_][\w.-]{1,23}")
_INVISIBLE = re.compile("[\u115f\u1160\u3164\uffa0\u17b4\u17b5]")
"""Letters, as far as Unicode is concerned, that leave no mark."""

_SCRIPTS = """
ARABIC ARMENIAN BENGALI BOPOMOFO CJK CYRILLIC DEVANAGARI ETHIOPIC GEORGIAN GREEK GUJARATI GURMUKHI HANGUL HEBREW
HIRAGANA IDEOGRAPHIC KANNADA KATAKANA KATAKANA-HIRAGANA KHMER LAO LATIN MALAYALAM MYANMAR SINHALA TAMIL TELUGU THAI
"""
_ALPHABETS = frozenset(_SCRIPTS.split())
"""What people write their names in today, as Unicode's names of letters begin. Others look like letters of these."""
_LETTERS = {
    "LATIN": re.compile("[a-zæœøđðþłħŧŋıəɓɗɖɛɔɣʋƙƴ]+"),
    "CYRILLIC": re.compile("[\u0430-\u045f\u048b-\u04ff]+"),
    "GREEK": re.compile("[α-ω]+"),
}
"""Of alphabets that have more letters than people have in their names: those for sounds, small capitals, clicks of the
tongue, letters of old books. In lower case and without marks."""
_SCRIPTS_TOGETHER = (
    frozenset(("CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "IDEOGRAPHIC", "LATIN")),
    frozenset(("CJK", "HANGUL", "LATIN")),
    frozenset(("CJK", "BOPOMOFO", "LATIN")),
)
"""What is written in one word by those who write so. All others write a word in one script."""

_STROKES = str.maketrans("ᅵᄋ丨〇力二八工夕卜口又一へり", "loloカニハエタトロヌーヘリ")
"""By what is written in strokes: what it is taken for. A part of a Korean syllable only where it stands alone."""
_CAPITALS = str.maketrans(
    {
        **dict(zip("ΑΒΓΕΖΗΙΚΜΝΟΠΡΤΥΧ", "abrezhikmnonptyx", strict=True)),
        **dict(zip("ՍՕՏԼՈ", "uoslu", strict=True)),
    }
)
"""By capital that looks otherwise than the small letter does. Those of Cyrillic look alike."""
_LOOKS = {
    **dict(zip("абвгезијкмнопрсѕтухцьһԁԛԝѵ", "abbre3ijkmhonpcstyxubhdqwv", strict=True)),
    **dict(zip("іӏєћђџъәғқҡңҥөұүҳҫҙґҽ", "ilehhubefkkhhoyyxc3re", strict=True)),
    **dict(zip("αβγδεζηικμνοπρστυχω", "abydeznikuvonpotuxw", strict=True)),
    **dict(zip("ɑəɡıɩɪʀʏᴀᴄᴅᴇᴋᴍɴᴏᴘᴛᴜᴠᴡᴢ", "aegiiiryacdekmnoptuvwz", strict=True)),
    **dict(zip("ðþŋɓɗɖɛɔɣʋƙƴǀ", "dpnbddeoyvkyl", strict=True)),
    **dict(zip("օսհոռցզգյա", "ouhnngqqjw", strict=True)),
    **dict(zip("סוןاഠဝዐ", "olllooo", strict=True)),
    **dict(zip("0135$łøđħŧ", "olessiodht", strict=True)),
    "æ": "ae",
    "œ": "oe",
    "ы": "bl",
    "i": "l",
    "|": "l",
}
"""By letter, in lower case and without its marks: the one that it is taken for."""

_COMMON = WORDS.union(GAMES)
_WALKS = " ".join((*WALKS, *(walk[::-1] for walk in WALKS)))
_LONGEST_PART = 40
_INSTEAD = tuple(str.maketrans("@4$503€71!|", f"aassoeet{letter * 3}") for letter in "il")
"""What many write instead of letters; 1 stands for either."""
_LETTER = re.compile(r"[^\W\d_]")
_YEAR = re.compile("(19|20)[0-9][0-9]")


def check_name(name: str) -> str:
    """A name as it is kept; raises Refused for one that cannot be, or that stands for somebody else."""
    name = unicodedata.normalize("NFKC", name).strip()
    if not _NAME.fullmatch(name) or _INVISIBLE.search(name):
        raise Refused("invalid", "a name has 2 to 24 letters or digits, with - . _ in between, and no blanks")
    scripts = {script for letter in name if (script := _script_of(letter)) is not None}
    if len(scripts) > 1 and not any(scripts <= together for together in _SCRIPTS_TOGETHER):
        raise Refused("invalid", "the letters of a name come from one alphabet, so that it looks like no other name")
    strange = next((letter for letter in name if not _is_for_names(letter)), None)
    if strange is not None:
        raise Refused("invalid", f"no name is written with {strange!r}; take the letters of a language of today")
    look = look_of(name)
    if look.startswith((look_of("guest"), look_of("bot"))):
        raise Refused("invalid", "names do not begin with guest or bot, so that nobody is mistaken for one")
    if look in _looks_of_bots():
        raise Refused("invalid", "that is what a bot is called here, or looks like it; choose another name")
    return name


def name_key(name: str) -> str:
    """Two names are the same if these are."""
    return unicodedata.normalize("NFKC", name).casefold()[:60]


def look_of(name: str) -> str:
    """Two names look alike if these are the same.

    >>> look_of("Paul") == look_of("Раul") == look_of("pauI") == look_of("P.a_u-l") == look_of("päul")
    True
    """
    whole = unicodedata.normalize("NFKC", name).translate(_STROKES)
    plain = _without_marks(_without_marks(whole).translate(_CAPITALS).casefold())
    text = "".join(_LOOKS.get(letter, letter) for letter in plain if letter not in "-._ ")
    text = "".join(_LOOKS.get(letter, letter) for letter in text)
    return text.replace("rn", "m").replace("vv", "w")[:80]


def _without_marks(text: str) -> str:
    return "".join(each for each in unicodedata.normalize("NFKD", text) if not unicodedata.combining(each))


@cache
def _looks_of_bots() -> frozenset[str]:
    return frozenset(look_of(bot.name) for game in GAMES for bot in list_bots(game))


def _script_of(letter: str) -> str | None:
    """The alphabet of a letter or a digit; None for what belongs to all."""
    if not letter.isalnum() or letter in "0123456789":
        return None
    return unicodedata.name(letter, "?").removeprefix("EXTENDED ").split()[0].removesuffix("-INDIC")


def _is_for_names(letter: str) -> bool:
    """Whether people are called by names with this letter in it."""
    script = _script_of(letter)
    if script not in _LETTERS:
        return script is None or script in _ALPHABETS
    return _LETTERS[script].fullmatch(_without_marks(letter.casefold())) is not None


def check_password(password: str, name: str) -> str:
    """A password that is not the first that anybody would try; raises Refused."""
    plain = password.casefold()
    letters = "".join(_LETTER.findall(plain))
    is_word = len(plain) - len(letters) <= 6 and _unit_of(letters) in _COMMON
    if is_word or any(_is_first_to_be_tried(reading, len(plain)) for reading in _readings(plain)):
        raise Refused("invalid", "that password is one of the commonest, and the first to be tried; choose another")
    if len(set(plain)) < 4 or len(_unit_of(plain)) <= 4:
        raise Refused("invalid", "that password is too simple: a few letters, over and over; choose another")
    without = plain.replace(name.casefold(), "") if len(name) > 2 else plain
    if without != plain and len(without) <= 8 and not without.strip("0123456789!.-_ "):
        raise Refused("invalid", "a password is not the name; choose another")
    return password


def _readings(plain: str) -> list[str]:
    """A password as it is, and as a word may be hidden in it: between figures and signs, or with these for letters."""
    places = [found.start() for found in _LETTER.finditer(plain)]
    core = plain[places[0] : places[-1] + 1] if places else plain
    return [text.translate(instead) for text in (plain, core) for instead in ({}, *_INSTEAD)]


def _is_first_to_be_tried(text: str, length: int) -> bool:
    """Whether there is hardly more to a text, and so to the password of that length, than one common word, or what
    fingers do by themselves. Several words are no common password, whichever they are."""
    unit = _unit_of("".join(sign for sign in text if sign.isalnum()))
    repeats = len(text) // len(unit) if unit else 0
    parts, left = _parts_of(unit)
    num_letters = sum(not sign.isdigit() for sign in left)
    num_others = len(left) - num_letters + len({sign for sign in text if not sign.isalnum()})
    is_most = sum(map(len, parts)) * repeats * 2 >= length
    return is_most and len(_COMMON.intersection(parts)) <= 1 and num_letters <= 2 and num_others <= 4


def _parts_of(text: str) -> tuple[list[str], str]:
    """The common words, walks and a year at the end of a text; and what is left of it."""
    parts, left = [], ""
    while text:
        size = _size_of_part(text)
        if size:
            parts.append(text[:size])
        else:
            left += text[0]
        text = text[size or 1 :]
    return parts, left


def _size_of_part(text: str) -> int:
    """How much of the beginning of a text anybody would guess; 0: nothing."""
    for size in range(min(_LONGEST_PART, len(text)), 2, -1):
        part = text[:size]
        is_walk = size > 3 and part in _WALKS
        if is_walk or part in _COMMON or len(set(part)) == 1 or (part == text and _YEAR.fullmatch(part)):
            return size
    return 0


def _unit_of(text: str) -> str:
    """What a text repeats, or the text."""
    at = (text + text).find(text, 1) if text else 0
    return text[:at]
