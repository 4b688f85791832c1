"""The words that head a section of a deck, in English and French, and those of the game itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

from deckcheck.names import normalise

# Section id → what players write over it, normalised; used where the game has that section.
HEADINGS: dict[str, tuple[str, ...]] = {
    "main": (
        "main",
        "main deck",
        "maindeck",
        "mainboard",
        "deck",
        "decklist",
        "deck list",
        "deck principal",
        "principal",
        "pioche",
    ),
    "side": ("side", "side deck", "sidedeck", "sideboard", "sb", "reserve", "deck annexe", "annexe"),
    "extra": ("extra", "extra deck", "extradeck", "deck extra", "fusion", "fusion deck", "deck fusion"),
    "leader": ("leader", "leaders", "chef", "meneur"),
    "terrain": ("terrain", "terrains", "field"),
    "commander": ("commander", "commanders", "commandant", "general"),
    "companion": ("companion", "compagnon"),
}


class SectionShape(Protocol):
    """What the file layer needs to know of a section of the game."""

    @property
    def id(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def also(self) -> tuple[str, ...]: ...
    @property
    def cards(self) -> int | None: ...


Sections = Mapping[str, SectionShape]
# From the id of the game that a file names, or None, to the sections to read the file for, or None.
SectionsOf = Callable[[str | None], Sections | None]


def heading_words(sections: Sections | None) -> dict[str, str]:
    """Normalised heading → section id; without a game, the common words alone."""
    words = {
        word: section
        for section, words in HEADINGS.items()
        if sections is None or section in sections
        for word in words
    }
    for section in sections.values() if sections else ():
        for word in (section.id, section.title, *section.also):
            words[normalise(word)] = section.id
    return words


def first_section(sections: Sections) -> str:
    """The section of cards that stand under no heading, and that is drawn from where nothing else is said.

    That is "main", else the first that may hold any number of cards: a leader alone is nobody's pile.
    """
    if "main" in sections:
        return "main"
    return next((section.id for section in sections.values() if section.cards is None), next(iter(sections)))


def nearest(word: str, words: Iterable[str]) -> str | None:
    """The one of the words that was probably meant; None where none is like it."""
    from difflib import get_close_matches

    key = normalise(word)
    like = [known for known in words if known[:1] == key[:1] and abs(len(known) - len(key)) < 4]
    return next(iter(get_close_matches(key, like, n=1, cutoff=0.75)), None)
