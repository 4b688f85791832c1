"""The deck as the rules see it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from deckcheck.cards.names import normalise
from deckcheck.cards.pool import Card
from deckcheck.decks.deck import Entry
from deckcheck.expr import Expr
from deckcheck.expr.values import Column, Result, View

# The entry for expressions that are about no single card: a rule's `when`, or a limit for all cards together.
NOBODY = Entry(0, "", "", None)


def copy_key_of(key: Expr, entry: Entry, card: Card, view: View) -> Result:
    """What makes a card a copy of others: the game's key of it; its name where that has no value."""
    value = key.run(entry, view)
    return card.name if value is None or value in ((), frozenset()) else value


class DeckView:
    """The entries of a deck by section, and what a rule is looking at just now.

    `inside`: the sections that `all` means. `focus`: the entries that a bare count looks at, the rule's
    own sections or the group. `doubtful`: something was left out since it could not be decided. `groups`: those
    of a rule, where several problems ask for them.
    """

    def __init__(
        self,
        entries: Sequence[Entry],
        sections: Sequence[str],
        inside: Sequence[str],
        copy_key: Expr | None,
        params: Mapping[str, Result],
        columns: Mapping[str, Column],
        as_of: str,
    ) -> None:
        self.params = params
        self.columns = columns
        self.as_of = as_of
        self.it: Entry | None = None
        self.doubtful = False
        self.focus: Sequence[Entry] = ()
        self.groups: dict[str, dict[Result, list[Entry]]] = {}
        self._lacking: dict[Card, set[str]] = {}
        self._copy_key = copy_key
        self._entries = entries
        self._by_section: dict[str, list[Entry]] = {section: [] for section in sections}
        for entry in entries:
            self._by_section.setdefault(entry.section, []).append(entry)
        self._together: dict[tuple[str, ...], list[Entry]] = {}
        self._inside = [e for e in entries if e.section in inside]

    def entries(self, section: str | None) -> Sequence[Entry]:
        """The entries of a section; of "deck" all; of None the rule's own sections, or the group."""
        if section is None:
            return self.focus
        return self._inside if section == "deck" else self._by_section.get(section, ())

    def of_sections(self, sections: Sequence[str]) -> list[Entry]:
        """The entries of several sections, in the order of the deck file."""
        if len(sections) == 1:
            return self._by_section.get(sections[0], [])
        spot = tuple(sections)
        if spot not in self._together:
            wanted = frozenset(sections)
            self._together[spot] = [e for e in self._entries if e.section in wanted]
        return self._together[spot]

    def key(self, entry: Entry) -> Result:
        """What makes two cards copies of one another; an unknown card is a copy of its own name."""
        if entry.card is None or self._copy_key is None:
            return f"?{normalise(entry.name)}"
        return copy_key_of(self._copy_key, entry, entry.card, self)

    def certain(self) -> None:
        """Forget all doubts: another rule is looked at."""
        self.doubtful = False
        self._lacking.clear()

    def doubt(self) -> None:
        self.doubtful = True

    def lacks(self, entry: Entry, fields: Iterable[str]) -> None:
        """A card's record has no value where a rule cannot do without."""
        self.doubtful = True
        if entry.card is not None:
            self._lacking.setdefault(entry.card, set()).update(fields)

    @property
    def lacking(self) -> tuple[tuple[Card, tuple[str, ...]], ...]:
        """The cards that lack a value, each with the fields it may stand in."""
        return tuple((card, tuple(sorted(fields))) for card, fields in self._lacking.items())


NO_VIEW = DeckView((), (), (), None, {}, {}, "")
