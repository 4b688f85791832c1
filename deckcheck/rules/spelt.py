"""Names as a deck writes them, for the findings on its lines: a card may be called by any of its names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from deckcheck.cards.names import normalise
from deckcheck.decks.deck import Entry
from deckcheck.record import replace
from deckcheck.report import Place, Problem


def as_spelt(problems: Sequence[Problem], entries: Iterable[Entry]) -> list[Problem]:
    """The problems, each with how its line names a card that is printed under another name.

    That is the fact "spelt": the printed name, and the one written.
    """
    lines = {problem.place.line for problem in problems}
    other = {
        entry.place: (entry.shown, entry.name) for entry in entries if entry.place.line in lines and _differs(entry)
    }
    return [_with(problem, other) for problem in problems] if other else list(problems)


def _with(problem: Problem, other: dict[Place, tuple[str, str]]) -> Problem:
    spelt = other.get(problem.place)
    if spelt is None or spelt[0] not in problem.cards:
        return problem
    return replace(problem, facts={**problem.facts, "spelt": spelt})


def _differs(entry: Entry) -> bool:
    """Whether a card is written under another of its names; an identifier is none."""
    if entry.card is None or entry.name == entry.card.name:
        return False
    key = normalise(entry.name)
    return key != normalise(entry.card.name) and any(normalise(name) == key for name in entry.card.names)
