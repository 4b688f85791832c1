"""When two spellings are one name, and which names a misspelt one may have meant."""

from __future__ import annotations

import re
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


def visible(text: str) -> str:
    """The text without characters that take no room: zero width, direction marks, soft hyphens."""
    return text if text.isascii() else "".join(char for char in text if category(char) != "Cf")
