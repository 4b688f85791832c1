"""Decks of championships on their days: what was played there was legal, by the lists as they are shipped.

Each file says its event, its day and where it is from. The days are those of five lists.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from deckcheck import check

DECKS = sorted((Path(__file__).parent / "championships").glob("*.txt"))
# Event → what is not as it should be, and why that is the page's word and not the list's.
NAMED: dict[str, set[tuple[str, tuple[str, ...]]]] = {
    # The page has 37 cards of a deck of 40 or more, and a name that the publisher has changed since.
    "2005-02-12-shonen-jump-orlando": {("main-size", ()), ("unknown-card", ("Kinetic Soldier",))},
    # The page has a side deck of sixteen, and two of a card that was limited to one.
    "2010-02-28-shonen-jump": {("side-size", ()), ("limitation", ("Brionac, Dragon of the Ice Barrier",))},
}


@pytest.mark.parametrize("path", DECKS, ids=lambda path: path.stem)
def test_a_deck_of_a_championship_is_legal_on_its_day(path: Path) -> None:
    form = "2003" if path.stem < "2004" else "tcg"
    (report,) = check(str(path), game="yugioh", format_id=form, as_of=path.stem[:10])
    errors = [problem for problem in report.problems if problem.severity == "error"]
    found = {(one.rule, () if one.rule.endswith("-size") else one.cards) for one in errors}
    assert found == NAMED.get(path.stem, set())


def test_there_are_championships_of_at_least_three_years_that_are_legal() -> None:
    assert len({path.stem[:4] for path in DECKS if path.stem not in NAMED}) >= 3
