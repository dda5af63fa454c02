"""Names and passwords: which can be had, and which look like another's."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from itertools import pairwise

from tenka.games import GAMES
from tenka.server.levels import list_bots
from tenka.table import Refused

_NAME = re.compile(r"[^\W_][\w.-]{1,23}")
_INVISIBLE = re.compile("[\u115f\u1160\u3164\uffa0\u17b4\u17b5]")
"""Letters, as far as Unicode is concerned, that leave no mark."""

_SCRIPTS_TOGETHER = (
    frozenset(("CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "IDEOGRAPHIC", "LATIN")),
    frozenset(("CJK", "HANGUL", "LATIN")),
    frozenset(("CJK", "BOPOMOFO", "LATIN")),
)
"""What is written in one word by those who write so. All others write a word in one script."""

_LOOKS = {
    **dict(zip("абвгезијкмнопрсѕтухцьһԁԛԝѵ", "abbrezijkmhonpcstyxubhdqwv", strict=True)),
    **dict(zip("αβγδεζηικνοπρστυχω", "aßydezniкvonpotuxw", strict=True)),
    **dict(zip("ɑəɡıɩɪʀʏᴀᴄᴅᴇᴋᴍɴᴏᴘᴛᴜᴠᴡᴢ", "aegiiirуacdekmnoptuvwz", strict=True)),
    **dict(zip("օսհոցզ", "ouhngq", strict=True)),
    **dict(zip("0135$ßłøđħŧ", "olesssiodht", strict=True)),
    "i": "l",
    "|": "l",
    "к": "k",
    "у": "y",
}
"""By letter, in lower case and without its marks: the one that it is taken for."""

_KEYBOARD = ("qwertyuiop", "asdfghjkl", "zxcvbnm", "qwertzuiop", "yxcvbnm", "azertyuiop", "qsdfghjklm", "1234567890")
_WORDS = """
password passwort passwd passw0rd motdepasse letmein welcome willkommen bienvenue iloveyou ichliebedich jetaime
princess prinzessin sunshine sonnenschein dragon monkey football fussball baseball basketball superman batman
starwars master shadow michael jennifer jessica charlie daniel thomas ashley nicole andrew joshua matthew
trustno whatever computer internet pokemon naruto tenka katana sakura ninja shogun daimyo qwerty
qwertz azerty asdf zxcvbn abc abcd abcdef admin administrator root login guest secret geheim hallo hello
changeme default test testtest access freedom killer hunter summer sommer winter flower cheese chocolate
schokolade liverpool arsenal chelsea barcelona realmadrid juventus ferrari porsche mercedes mustang harley
corvette yankees cowboys lakers eagles steelers hockey soccer golf tennis maggie buster tigger ginger pepper
cookie banana orange purple yellow silver diamond jordan ranger george hannah amanda michelle melissa passwords
lovely babygirl angel jesus christ heaven forever friends family mother father sister brother 1q2w3e4r
1q2w3e4r5t q1w2e3r4 1qaz2wsx zaq12wsx qazwsx qazwsxedc matrix merlin phoenix thunder dolphin scooter spider
snoopy lucky happy love money player gamer gaming
"""
_COMMON = frozenset((*_WORDS.split(), *GAMES))
"""What many choose, and whoever guesses tries first; with or without figures behind it."""


def check_name(name: str) -> str:
    """A name as it is kept; raises Refused for one that cannot be, or that stands for somebody else."""
    name = unicodedata.normalize("NFKC", name).strip()
    if not _NAME.fullmatch(name) or _INVISIBLE.search(name):
        raise Refused("invalid", "a name has 2 to 24 letters or digits, with - . _ in between, and no blanks")
    scripts = {script for letter in name if (script := _script_of(letter)) is not None}
    if len(scripts) > 1 and not any(scripts <= together for together in _SCRIPTS_TOGETHER):
        raise Refused("invalid", "the letters of a name come from one alphabet, so that it looks like no other name")
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
    plain = unicodedata.normalize("NFKD", name.casefold())
    letters = [letter for letter in plain if not unicodedata.combining(letter) and letter not in "-._ "]
    text = "".join(_LOOKS.get(letter, letter) for letter in letters)
    text = "".join(_LOOKS.get(letter, letter) for letter in text)
    return text.replace("rn", "m").replace("vv", "w")[:80]


@cache
def _looks_of_bots() -> frozenset[str]:
    return frozenset(look_of(bot.name) for game in GAMES for bot in list_bots(game))


def _script_of(letter: str) -> str | None:
    """The alphabet of a letter; None for what belongs to all."""
    if not letter.isalpha():
        return None
    return unicodedata.name(letter, "?").split()[0]


def check_password(password: str, name: str) -> str:
    """A password that is not the first that anybody would try; raises Refused."""
    plain = password.casefold()
    letters = re.sub(r"[\W\d_]+", "", plain)
    bare = re.sub(r"[\W_]+", "", plain)
    if letters in _COMMON or bare in _COMMON or (letters and _is_repeated(letters, _COMMON)):
        raise Refused("invalid", "that password is one of the commonest, and the first to be tried; choose another")
    if len(set(bare)) < 4 or _is_run(bare):
        raise Refused("invalid", "that password is too simple: letters in a row, or few different ones")
    if len(name) > 2 and plain.replace(name.casefold(), "").strip("0123456789!.-_ ") == "":
        raise Refused("invalid", "a password is not the name; choose another")
    return password


def _is_repeated(text: str, words: frozenset[str]) -> bool:
    """Whether a text is one of some words, several times."""
    sizes = (size for size in range(3, len(text) // 2 + 1) if len(text) % size == 0)
    return any(text[:size] in words and text[:size] * (len(text) // size) == text for size in sizes)


def _is_run(text: str) -> bool:
    """Whether a text goes up or down step by step, or along a keyboard."""
    steps = {ord(after) - ord(before) for before, after in pairwise(text)}
    rows = "".join((*_KEYBOARD, *(row[::-1] for row in _KEYBOARD)))
    return steps in ({1}, {-1}) or all(text[at : at + 4] in rows for at in range(0, len(text) - 3, 4))
