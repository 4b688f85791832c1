"""What a line holds besides the card that it names: another card, a section, or a number that may be its count."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from deckcheck.cards.names import visible
from deckcheck.cards.pool import Card, Pool
from deckcheck.decks.headings import is_beside, section_named
from deckcheck.decks.lines import CountedName, split_count
from deckcheck.decks.named import Named
from deckcheck.record import dataclass

# A remark is whatever its writer likes. What else sets something apart: columns, brackets, "; ".
_REMARK = re.compile(r"\s(?://|#).*")
_APART = re.compile(r"[\t|;()\[\]{}<>（）［］【】]")
_COUNT = re.compile(r"[xX×*]\s?(\d{1,4})|(\d{1,4})\s?[xX×]")
_NUMBER = re.compile(r"\d{1,4}")
# Behind a printing alone: `Name (SET) 3`, `Name <3>`. More than a deck holds of a card is a collector's number.
_AT_THE_END = re.compile(r"[)\]>}]\s*(\d{1,2})\Z|<(\d{1,2})>\Z")
_MOST = 20


@dataclass(frozen=True, slots=True)
class Leftover:
    """kind: "card" of another card, "section" of another section, "count" of a second count, "number" of one that may
    be the count; text: it."""

    kind: str
    text: str


def leftover(
    text: str, named: Named, pool: Pool, section: str, words: Mapping[str, str] = MappingProxyType({})
) -> Leftover | None:
    """What a line holds besides the card that it names, where that must not be dropped without a word.

    section: where the line stands; words: the headings of the game.
    """
    text = visible(text).strip()
    name = named.reading.name
    if not named.cards or text.endswith(name):
        return None
    found = re.search(r"\s+".join(map(re.escape, name.split())), text)
    if found is None:
        return None
    rest = _REMARK.sub("", text[found.end() :]).strip(" ")
    if not rest:
        return None
    return _other_card(rest, named, pool) or _other_section(rest, section, words) or _other_count(rest, named.reading)


def _other_card(rest: str, named: Named, pool: Pool) -> Leftover | None:
    before, columns = "", bool(set("\t|") & set(rest))
    for piece in filter(None, map(str.strip, _APART.split(rest))):
        split = split_count(f"{before} {piece}" if _NUMBER.fullmatch(before) else piece)
        # In a column a name alone; a single word may be a kind of cards there, unless the line has no count.
        alone = columns and (named.reading.count is None or " " in piece)
        listed = split.count is not None or alone
        if listed and not split.name.isdecimal() and _differ(pool.find(split.name), named.cards):
            return Leftover("card", split.name if split.count is None else f"{split.count} {split.name}")
        before = piece
    return None


def _other_section(rest: str, section: str, words: Mapping[str, str]) -> Leftover | None:
    """`(Side)`, `[Maybeboard{noDeck},Ramp]`, a column that says Side."""
    pieces = (word.strip() for piece in _APART.split(rest) for word in piece.split(","))
    for word in filter(None, pieces):
        if is_beside(word) or section_named(word, words) not in (None, section):
            return Leftover("section", word)
    return None


def _differ(cards: tuple[Card, ...], others: tuple[Card, ...]) -> bool:
    return bool(cards) and not any(card is other for card in cards for other in others)


def _other_count(rest: str, reading: CountedName) -> Leftover | None:
    for piece in map(str.strip, _APART.split(rest)):
        found = _COUNT.fullmatch(piece)
        if found and (reading.count is None or int(found[1] or found[2]) != int(reading.count)):
            return Leftover("count", piece)
    behind = _AT_THE_END.search(rest) if reading.count is None else None
    if behind and 1 < int(behind[1] or behind[2]) <= _MOST:
        return Leftover("number", behind[1] or behind[2])
    return None
