"""Two decks compared: what turns one into the other, whether that is a siding, and what is not owned."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from deckcheck.cards.names import normalise
from deckcheck.cards.pool import Card
from deckcheck.decks.deck import Deck, Entry
from deckcheck.editing.changes import Change, between, counted
from deckcheck.record import dataclass, replace
from deckcheck.report import DeckcheckError, Place, Problem, Severity
from deckcheck.rules.check import Checker, section_sizes
from deckcheck.rules.game import Game

SIDING = "siding"


def difference(one: Deck, other: Deck) -> tuple[Change, ...]:
    """What turns the one list into the other; cards that are not known are told apart by their names."""
    strange: dict[str, Card] = {}
    return between(counted(_named(one.entries, strange)), counted(_named(other.entries, strange)))


def _named(entries: Sequence[Entry], strange: dict[str, Card]) -> list[Entry]:
    """The entries with a card for each, an empty one where the name is not known."""
    return [
        entry
        if entry.card is not None
        else replace(entry, card=strange.setdefault(normalise(entry.name), Card(entry.name, (entry.name,), {})))
        for entry in entries
    ]


def siding(game: Game, registered: Deck, sided: Deck) -> tuple[Problem, ...]:
    """Why the one deck is no siding of the other: other cards in all, or sections of another size.

    The rules of construction are not looked at here: a check of both decks tells of those.
    """
    rule = game.siding
    assert rule is not None
    problems = []
    lines = {entry.shown: entry.place for entry in reversed(sided.entries)}
    for change in difference(_whole(registered, rule.between), _whole(sided, rule.between)):
        sentence = "siding.added" if change.action == "add" else "siding.missing"
        place = lines.get(change.name, Place(sided.path))
        facts = {"count": change.count}
        problems.append(Problem(SIDING, sentence, place=place, cards=(change.name,), facts=facts))
    if rule.keep == "sizes":
        before, after = section_sizes(registered, game), section_sizes(sided, game)
        for section in rule.between:
            if before[section] != after[section]:
                place = sided.places.get(section, Place(sided.path))
                found, limit = after[section], before[section]
                problem = Problem(SIDING, "siding.size", place=place, section=section, found=found, limit=limit)
                problems.append(replace(problem, bound="exactly"))
    return tuple(problems)


def _whole(deck: Deck, sections: Sequence[str]) -> Deck:
    """The deck as if those sections were one; the others stay what they are."""
    first = sections[0]
    return replace(deck, entries=tuple(replace(e, section=first) if e.section in sections else e for e in deck.entries))


def missing(deck: Deck, owned: Mapping[Card, int]) -> tuple[tuple[str, int, int], ...]:
    """Cards of which a deck holds more copies than there are: name, needed, owned."""
    needed: dict[Card, int] = {}
    for (card, _), count in counted(deck.entries).items():
        needed[card] = needed.get(card, 0) + count
    return tuple((card.name, count, owned.get(card, 0)) for card, count in needed.items() if count > owned.get(card, 0))


@dataclass(frozen=True, slots=True)
class Comparison:
    """What came of comparing two decks, or a deck with a collection.

    `path`: the file of the last deck.
    `changes`: None of a single deck.
    `siding`: why the last is no legal siding of the first; None where that is not asked.
    `lacking`: card, copies needed, copies owned; None where no collection is given.
    """

    path: str
    changes: tuple[Change, ...] | None
    siding: tuple[Problem, ...] | None = None
    lacking: tuple[tuple[str, int, int], ...] | None = None


def compared(
    first: Deck, last: Deck | None, checker: Checker, owned: Mapping[Card, int] | None, *, sided: bool
) -> Comparison:
    """Compare. `checker`: the rules of the last deck. `sided`: is it the first one after siding?

    :raises DeckcheckError: the decks are of two games, or the game knows no siding.
    """
    if last is not None and first.game != last.game:
        raise DeckcheckError("usage.two-games", path=first.path, other_path=last.path, game=first.game, other=last.game)
    end = first if last is None else last
    return Comparison(
        path=end.path,
        changes=None if last is None else difference(first, last),
        siding=_siding(first, end, checker) if sided else None,
        lacking=None if owned is None else missing(end, owned),
    )


def _siding(registered: Deck, sided: Deck, checker: Checker) -> tuple[Problem, ...]:
    """Cards and sizes against the registered deck, and the rules that the sided one breaks."""
    if checker.game.siding is None:
        raise DeckcheckError("usage.no-siding", game=checker.game.id)
    broken = (p for p in checker.check(sided).problems if p.severity is Severity.ERROR)
    return (*siding(checker.game, registered, sided), *broken)
