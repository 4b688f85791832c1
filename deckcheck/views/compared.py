"""Two decks compared: what turns one into the other, whether that is a siding, and what is not owned."""

from __future__ import annotations

from collections.abc import Mapping

from deckcheck.build.diff import difference, missing, siding
from deckcheck.cards.pool import Card
from deckcheck.decks.deck import Deck
from deckcheck.editing.changes import Change
from deckcheck.record import dataclass
from deckcheck.report import DeckcheckError, Problem, Severity
from deckcheck.rules.check import Checker


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
