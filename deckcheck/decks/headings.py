"""The words that head a section of a deck, in the languages of players, and those of the game itself."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache

from deckcheck import spelling
from deckcheck.cards.card_schema import CardSchema
from deckcheck.cards.names import normalise
from deckcheck.record import dataclass

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
        *("hauptdeck", "haupt deck", "mazo principal", "baraja principal", "mazzo principale", "deck principale"),
        *("hoofddeck", "talia główna", "メインデッキ", "主卡组", "메인 덱"),
    ),
    "side": (
        *("side", "side deck", "sidedeck", "sideboard", "sb", "reserve", "deck annexe", "annexe", "nebendeck"),
        *("seitendeck", "mazo lateral", "mazo secundario", "mazzo laterale", "zijdeck", "サイドデッキ"),
        *("副卡组", "사이드 덱"),
    ),
    "extra": (
        *("extra", "extra deck", "extradeck", "deck extra", "fusion", "fusion deck", "deck fusion", "zusatzdeck"),
        *("deck supplémentaire", "mazo extra", "mazo adicional", "mazzo extra"),
        *("エクストラデッキ", "额外卡组", "엑스트라 덱"),
    ),
    "leader": ("leader", "leaders", "chef", "meneur"),
    "terrain": ("terrain", "terrains", "field"),
    "commander": ("commander", "commanders", "commandant", "general"),
    "companion": ("companion", "compagnon"),
}

# What heads cards that their player only thinks about: they are none of the deck.
BESIDE = frozenset(
    {"tokens", "jetons", "maybeboard", "maybe board", "considering", "wishlist", "wish list", "peut etre"}
)

# Kinds of cards that lists are sorted by, whatever the game: they head no section of their own.
CATEGORIES: tuple[str, ...] = (
    *("monster", "monstre", "creature", "spell", "sort", "magie", "trap", "piège", "sort piège"),
    *("instant", "instantané", "sort instantané", "sorcery", "rituel", "ritual", "éphémère", "incantation"),
    *("continuous", "continu", "sort continu", "continuous spell", "enchantment", "enchantement", "aura"),
    *("equipment", "équipement", "sort équipement", "artifact", "artefact", "land", "item", "objet", "relic"),
    *("character", "personnage", "hero", "héros", "ally", "allié", "unit", "unité", "minion", "serviteur"),
    *("event", "événement", "action", "attack", "attaque", "weapon", "arme", "location", "lieu"),
    *("trainer", "dresseur", "supporter", "energy", "énergie", "pokémon", "planeswalker", "battle", "bataille"),
)
# Compiled at need: a list whose headings are the game's needs none of them.
_compiled = cache(re.compile)
_TOTAL = (
    r"(?:summe|gesamt|insgesamt|gesamtzahl|totale|suma|somme|totaal)(?: (?:karten|carte|cartas|cartes|kaarten))?"
    r"|(?:grand )?totals?(?: (?:of|de|des|du|in|the|general|main|side|deck|card|cards|carte|cartes))*"
    r"|(?:number of |nombre de )?(?:cards|cartes|karten)(?: (?:in|au) total| total(?:es)?)?|total\w* (?:cards|cartes)"
)
_FRAME = r"(?:\[(.+)\]|\*++([^*]++)\*++|__(.+)_)\s*+:?\Z|==(.+)|--(.+)"
_CARDS = r"(?:\s*(?:cards?|cartes?|karten?|cartas?|carte|kaarten|x))?"
_TITLE = (
    rf"(?P<words>.*?\S)\s*+(?:[:：]\s*(?P<count>\d*){_CARDS}"
    rf"|[(\[]\s*\d+{_CARDS}\s*[)\]]\s*:?|(?<=\s)[-–—]\s*\d+{_CARDS})\Z"
)


@dataclass(frozen=True, slots=True)
class Section:
    """A section of a deck. `cards`: how many it holds where that is fixed; `beside_deck`: not in `all`."""

    id: str
    title: str
    also: tuple[str, ...] = ()
    cards: int | None = None
    beside_deck: bool = False


Sections = Mapping[str, Section]


def heading_words(sections: Sections | None, *, categories: bool = True) -> Mapping[str, str]:
    """Normalised heading → section id; without a game, the common words alone.

    `categories`: also the kinds of cards that are words for the first section ("monsters").
    """
    if sections is None:
        return _words(None, None)
    shapes = tuple((section.id, section.title, section.also) for section in sections.values())
    return _words(shapes, None if categories or not sections else first_section(sections))


@lru_cache(maxsize=64)  # asked for each deck of a batch
def _words(shapes: tuple[tuple[str, str, tuple[str, ...]], ...] | None, first: str | None) -> Mapping[str, str]:
    """See `heading_words`; `first` is the section that is not called by kinds of cards."""
    known = None if shapes is None else {schema[0] for schema in shapes}
    words = {
        word: section for section, words in HEADINGS.items() if known is None or section in known for word in words
    }
    for section, title, also in shapes or ():
        names = (word for word in also if not (section == first and is_category(word)))
        for word in (section, title, *names):
            words[normalise(word)] = section
    return words


def section_named(text: str, words: Mapping[str, str]) -> str | None:
    """The section that a text heads, singular or plural, with "cards" beside it or not; `words` as `heading_words`."""
    found = words.get(normalise(text))
    if found is None:
        key = heading_key(text)
        found = next((section for word, section in words.items() if heading_key(word) == key), None)
    return found


@lru_cache(maxsize=4096)
def heading_key(text: str) -> str:
    """A heading without plurals and without the word for cards: "Cartes Magie" and "magies" are one."""
    words = normalise(text).split()
    for end in (0, -1):
        if len(words) > 1 and words[end] in ("card", "cards", "carte", "cartes"):
            words.pop(end)
    return " ".join(_singular(word) for at, word in enumerate(words) if not (at and word == "de"))


def _singular(word: str) -> str:
    if len(word) < 4 or word.endswith("ss"):
        return word
    word = word[:-1] if word.endswith(("s", "eux")) else word
    return f"{word[:-2]}y" if word.endswith("ie") else word


@cache
def _category_keys() -> frozenset[str]:
    return frozenset(map(heading_key, CATEGORIES))


def is_category(text: str) -> bool:
    """Whether a heading is a kind of cards in many games, or a total of them."""
    return heading_key(text) in _category_keys() or is_total(text)


def is_total(text: str) -> bool:
    """Whether a text says that a number counts all cards."""
    return _compiled(_TOTAL).fullmatch(normalise(text)) is not None


def kind_words(schema: CardSchema) -> frozenset[str]:
    """The words, as `heading_key` spells them, by which the game sorts its cards: "rare", "fusion"."""
    words = [str(value) for field in schema.fields.values() if field.kind == "text" for value in field.enum or ()]
    words += [word for spelt in schema.words.values() for word in spelt]
    return frozenset(map(heading_key, words))


def is_beside(text: str) -> bool:
    """Whether a text heads cards that lie beside the deck; a section of the game that is called so goes before."""
    return normalise(text) in BESIDE


def is_title(text: str) -> bool:
    """`Words : 12`, `Words:`, `Words (12)`, `[Words]`, `== Words ==`: by its form a heading."""
    return bool(_compiled(_TITLE).match(text) or _compiled(_FRAME).match(text))


def bare(text: str) -> str:
    """A heading without its frame, colon and count."""
    framed = _compiled(_FRAME).match(text)
    if framed:
        inner = next(group for group in framed.groups() if group).rstrip().removesuffix(":").strip()
        text = (inner.strip(text[0]).strip() or text[0]) if text[0] in "=-_" else inner
    title = _compiled(_TITLE).match(text)
    return title["words"] if title else text


def first_section(sections: Sections) -> str:
    """The section of cards that stand under no heading, and that is drawn from where nothing else is said.

    That is "main", else the first that may hold any number of cards: a leader alone is nobody's pile.
    """
    if "main" in sections:
        return "main"
    return next((section.id for section in sections.values() if section.cards is None), next(iter(sections)))


def nearest(word: str, words: Iterable[str]) -> str | None:
    """The heading, normalised, that was probably meant; None where none is like it."""
    return spelling.nearest(normalise(word), words, sure=True)
