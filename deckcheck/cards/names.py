"""When two spellings are one name, and which names a misspelt one may have meant."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Protocol
from unicodedata import category, normalize

_ALIKE = 80  # of 100: two slips in a name of usual length
_CLOSE = 88  # one slip in a short name
LONGEST = 100  # letters; no name is as long, and the comparison takes as long as the text
_MOST = 3  # suggestions
_DIGITS = re.compile(r"\d+")
_SHORTEST = 3  # letters; fewer are no part of a name but noise

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


class Named(Protocol):
    """A card, as far as it is looked up."""

    @property
    def name(self) -> str: ...

    @property
    def names(self) -> tuple[str, ...]: ...


class Names(Protocol):
    """The cards of a pool, as far as they are looked up; see `Pool`."""

    @property
    def keys(self) -> Collection[str]: ...

    def by_key(self, key: str) -> Iterable[Named]: ...

    def find(self, text: str) -> Iterable[Named]: ...


def suggest(text: str, pool: Names) -> tuple[str, ...]:
    """Names that a text which is no name may have meant, the likeliest first; often none."""
    return likeliest(text, pool, close_names(text, pool), names_with(text, pool))


def likeliest(text: str, pool: Names, close: tuple[str, ...], parts: tuple[str, ...]) -> tuple[str, ...]:
    """The same of a text whose `close_names` and `names_with` are known."""
    return tuple(dict.fromkeys((*close, *(parts or _near(text, pool, _ALIKE)))))[:_MOST]


def close_names(text: str, pool: Names) -> tuple[str, ...]:
    """The names that differ from the text by a slip or two of the keyboard, the likeliest first."""
    mended = _unmangled(text)
    names = [] if mended is None else [_spelling(normalise(mended), card) for card in pool.find(mended)]
    return tuple(dict.fromkeys((*names, *_near(text, pool, _CLOSE))))


def names_with(text: str, pool: Names) -> tuple[str, ...]:
    """The names, one a card, in which every word of the text begins a word; the shortest first."""
    key = normalise(text)
    words = key.split()
    if not _SHORTEST <= len("".join(words)) <= len(key) <= LONGEST:
        return ()
    longest = max(words, key=len)
    starts = [" " + word for word in words]
    found: dict[int, str] = {}
    for name in pool.keys:
        if longest in name and all(start in " " + name for start in starts):
            for card in pool.by_key(name):
                found.setdefault(id(card), _spelling(name, card))
    return tuple(sorted(found.values(), key=len))


def same_numbers(text: str, other: str) -> bool:
    """Whether two names hold the same digits: "Fairchild 2.0" is no slip for "Fairchild 1.0"."""
    return _DIGITS.findall(normalise(text)) == _DIGITS.findall(normalise(other))


def _near(text: str, pool: Names, least: int) -> list[str]:
    from rapidfuzz import fuzz, process

    key = normalise(text)
    if len(key) > LONGEST:
        return []
    near = process.extract(key, pool.keys, scorer=fuzz.ratio, score_cutoff=least, limit=_MOST)
    return [_spelling(match, card) for match, _, _ in near for card in pool.by_key(match)]


def _spelling(key: str, card: Named) -> str:
    """The card's name that was looked up, as printed; it may be known under several."""
    return next((name for name in card.names if normalise(name) == key), card.name)


def _unmangled(text: str) -> str | None:
    """What UTF-8 says that was read as Latin-1 ("JunÃºn" is "Junún"); None where it was not."""
    if text.isascii():
        return None
    for encoding in ("cp1252", "latin-1"):
        try:
            return text.encode(encoding).decode("utf-8")
        except UnicodeError:
            continue
    return None
