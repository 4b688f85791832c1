"""When two spellings are one name, and which texts name a language."""

from __future__ import annotations

import re
from collections.abc import Mapping
from unicodedata import category, normalize

# Letters that NFKD does not split; small ones only, because the text is folded first.
_LETTERS = {"œ": "oe", "æ": "ae", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "×": "x"}

# Marks over and around letters that a typist may leave out, and the selectors of emoji. Marks of other
# scripts (the voicing of kana, the vowels of Devanagari) tell names apart and stay.
_OPTIONAL = (
    range(0x0300, 0x0370),
    range(0x1AB0, 0x1B00),
    range(0x1DC0, 0x1E00),
    range(0x20D0, 0x2100),
    range(0xFE00, 0xFE10),
    range(0xFE20, 0xFE30),
    range(0xE0100, 0xE01F0),
)
_MODIFIERS = range(0x02B9, 0x0300)  # among them ʼ, an apostrophe that Unicode counts as a letter

# Languages by the two letters of ISO 639-1.
_TWO_LETTERS = (
    "aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en "
    "eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv "
    "ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne "
    "ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st "
    "su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu"
)
LANGUAGES = frozenset(_TWO_LETTERS.split())
_REGION = re.compile(r"([a-z]{2,3})(?:-[A-Za-z0-9]{2,8})*")

_BLANKS = re.compile(r"[\W_]+", re.ASCII)


class _Fold(dict[int, str]):
    """What becomes of a character, found out once for each."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        if char in _LETTERS:
            folded = _LETTERS[char]
        elif category(char) == "Cf" or any(code in span for span in _OPTIONAL):
            folded = ""  # invisible: zero width, direction, soft hyphen
        elif code not in _MODIFIERS and (char.isalnum() or category(char)[0] == "M"):
            folded = char
        else:
            folded = " "
        self[code] = folded
        return folded


_FOLD = _Fold()


def normalise(text: str) -> str:
    """The key under which a name is compared: no case, no accents, words of letters and digits.

    The same in every locale, and normalise(normalise(x)) == normalise(x). A name without any letter or
    digit ("???") is its own key, so that no name has an empty one unless it is blank.
    """
    if text.isascii():
        folded = _BLANKS.sub(" ", text.lower()).strip()
    else:
        decomposed = normalize("NFKD", normalize("NFKD", text).casefold())
        folded = " ".join(decomposed.translate(_FOLD).split())
    return folded or " ".join(visible(text).split())


def id_of(text: str, titles: Mapping[str, str | None]) -> str | None:
    """The id that a text means: it, or its title, but for case, accents and signs; None where that is not one alone."""
    if text in titles:
        return text
    key = _squeezed(text)
    found = [name for name, title in titles.items() if key and key in (_squeezed(name), _squeezed(title or ""))]
    return found[0] if len(found) == 1 else None


def _squeezed(text: str) -> str:
    return normalise(text).replace(" ", "")


def visible(text: str) -> str:
    """The text without characters that take no room: zero width, direction marks, soft hyphens."""
    return text if text.isascii() else "".join(char for char in text if category(char) != "Cf")


def is_language(text: str) -> bool:
    """Whether a text is a code as `fr` or `pt-BR`; of three letters any will do, as there are thousands."""
    match = _REGION.fullmatch(text)
    return match is not None and (len(match[1]) == 3 or match[1] in LANGUAGES)
