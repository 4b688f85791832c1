"""The word that a misspelt one most likely stands for, for every message that names one."""

from __future__ import annotations

from collections.abc import Iterable

_LONGEST = 100  # letters; a longer text is no word, and the comparison takes as long as both
_MOST_KNOWN = 1_000  # words; no game has so many of a kind
_MOST_ASKED = 1_000  # words of one file


def nearest(word: str, known: Iterable[str], *, sure: bool = False) -> str | None:
    """The known word most like this one, or None where none is alike, or too much would have to be compared.

    `sure`: only one that hardly any other word can be meant for, as what is found is taken for a slip.
    """
    import difflib  # slow to import, and needed where something is wrong alone

    words = list(known)
    if sure:
        words = [one for one in words if one[:1] == word[:1] and abs(len(one) - len(word)) < 4]
    if len(word) > _LONGEST or len(words) > _MOST_KNOWN:
        return None
    folded = {name.casefold(): name for name in reversed(words)}
    close = difflib.get_close_matches(word.casefold(), list(folded), n=1, cutoff=0.75 if sure else 0.6)
    return folded[close[0]] if close else None


class Nearest:
    """The same for the words of one file: looked for once for each, and no more once too many were asked for."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str], str | None] = {}

    def of(self, what: str, word: str, known: tuple[str, ...]) -> str | None:
        """`what`: the field or the kind of thing that the word names."""
        key = what, word
        if key not in self._found:
            if len(self._found) >= _MOST_ASKED:
                return None
            self._found[key] = nearest(word, known)
        return self._found[key]
