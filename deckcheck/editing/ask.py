"""What a person asks for on the command line: cards by their line, sections by any of their words."""

from __future__ import annotations

from deckcheck.cards.names import normalise
from deckcheck.cards.pool import Card, Pool
from deckcheck.decks.deck import Deck, DeckFile, Entry, Line
from deckcheck.decks.headings import first_section, heading_words
from deckcheck.decks.lines import copies, readings, tidy
from deckcheck.decks.resolve import resolve
from deckcheck.editing.changes import ADD, MOVE, REMOVE, Change
from deckcheck.report import NOWHERE, DeckcheckError, Severity
from deckcheck.rules.check import Checker
from deckcheck.rules.game import Game
from deckcheck.rules.headroom import room
from deckcheck.spelling import nearest


def section_of(text: str, game: Game) -> str:
    """The section that a word means.

    :raises DeckcheckError: there is none.
    """
    found = heading_words(game.sections).get(normalise(text))
    if found is None:
        known = tuple(game.sections)
        near = nearest(text, known)
        raise DeckcheckError("usage.no-section", game=game.id, section=text, known=known, nearest=near)
    return found


def asked(text: str, game: Game, pool: Pool) -> tuple[Card, int]:
    """The card of a line ("2 Name") and its count, one where none is given.

    :raises DeckcheckError: no card is meant, or several may be.
    """
    lines = (Line(None, text, None, NOWHERE),)
    deck = resolve(DeckFile("", "yaml", game.id, lines=lines), game, pool)
    errors = tuple(p for p in deck.problems if p.severity is Severity.ERROR and p.rule != "empty")
    if errors or len(deck.entries) != 1 or deck.entries[0].card is None:
        if not errors:
            raise DeckcheckError("usage.card", text=text)
        facts = {**errors[0].facts, "cards": errors[0].cards, "card": next(iter(errors[0].cards), text)}
        raise DeckcheckError(errors[0].sentence, (), **facts)
    return deck.entries[0].card, deck.entries[0].count


def home(card: Card, count: int, deck: Deck, checker: Checker) -> str | None:
    """The first section whose rules take so many copies more, the main deck before the others; None where none does."""
    sections = checker.game.sections
    first = first_section(sections)
    others = (s.id for s in sections.values() if s.cards is None and not s.beside_deck and s.id != first)
    heeding = checker.without_ignored(deck)
    fits = (s for s in (first, *others) if room(heeding, deck.entries, Entry(1, card.name, s, card)) >= count)
    return next(fits, None)


def addition(text: str, to: str | None, deck: Deck, checker: Checker, pool: Pool) -> Change:
    """Copies to add, where nothing is said to the first section whose rules take them, else to the main deck.

    :raises DeckcheckError: the card or the section is not known.
    """
    game = checker.game
    card, count = asked(text, game, pool)
    if to is not None:
        section = section_of(to, game)
    else:
        section = home(card, count, deck, checker) or first_section(game.sections)
    return Change(ADD, count, card.name, card, section)


def removal(text: str, source: str | None, to: str | None, deck: Deck, game: Game, pool: Pool) -> Change:
    """Copies to take out of a section, or to move `to` another.

    :raises DeckcheckError: the card is not there, or lies in several sections and none is named.
    """
    target = section_of(to, game) if to is not None else None
    try:
        card, count = asked(text, game, pool)
        name = card.name
    except DeckcheckError:
        unread = (line for line in deck.unread if tidy(line.text) == tidy(text))
        if target is None and (line := next(unread, None)):
            return Change(REMOVE, 1, text, None, line.section or "", place=line.place)
        if (written := _written(text, deck)) is None:
            raise
        card, name, count = None, *written
    lies: dict[str, int] = {}
    for entry in deck.entries:
        if entry.card is card and (card is not None or entry.name == name):
            lies[entry.section] = lies.get(entry.section, 0) + entry.count
    if source is not None:
        section = section_of(source, game)
    else:
        sections = [s for s in lies if s != target]
        if len(sections) > 1:
            raise DeckcheckError("usage.cut-which", card=name, sections=tuple(sections))
        section = next(iter(sections), first_section(game.sections))
    found = lies.get(section, 0)
    if target in lies and (section == target or (source is None and not found)):
        raise DeckcheckError("usage.move-there", card=name, section=target, found=lies[target])
    if not found:
        raise DeckcheckError("usage.cut-none", card=name, section=section)
    if found < count:
        raise DeckcheckError("usage.cut-more", card=name, section=section, count=count, found=found)
    return Change(MOVE if target else REMOVE, count, name, card, section, target)


def _written(text: str, deck: Deck) -> tuple[str, int] | None:
    """The name, as it stands in the deck, of copies that are no card's, and the count that is asked for."""
    names = {normalise(entry.name): entry.name for entry in deck.entries if entry.card is None}
    for reading in readings(text):
        name, count = names.get(normalise(reading.name)), copies(reading.count)
        if name is not None and count is not None and count > 0:
            return name, count
    return None
