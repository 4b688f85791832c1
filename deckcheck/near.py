"""The word that a misspelt one most likely stands for, for every message that names one."""

from __future__ import annotations

_LONGEST = 100  # letters; a longer text is no word, and the comparison takes as long as both
_MOST_KNOWN = 1_000  # words; no game has so many of a kind


def nearest(word: str, known: tuple[str, ...]) -> str | None:
    """The known word most like this one, or None where none is alike, or too much would have to be compared."""
    import difflib  # slow to import, and needed where something is wrong alone

    if len(word) > _LONGEST or len(known) > _MOST_KNOWN:
        return None
    folded = {name.casefold(): name for name in reversed(known)}
    close = difflib.get_close_matches(word.casefold(), list(folded), n=1, cutoff=0.6)
    return folded[close[0]] if close else None
