"""Compare the shipped Yu-Gi-Oh! lists with other collections of them, and print every difference with its reason.

    python .ci/compare_yugioh_lists.py simulator=lflist.conf history=Yugioh-Banlist/ months=lflist.conf …

Each collection is given as NAME=PATH; how their files are read stands in COLLECTIONS. A list of theirs is held to the
one that is shipped for its day, or for the month where it says no more. Differences that are decided stand in
yugioh_corrections.yaml with the reason. Ends with 1 if one is not.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import yaml

from deckcheck.cards.pool import Pool
from deckcheck.files.source import read
from deckcheck.games.library import Library
from deckcheck.lists.dated import DatedList, slot_of
from deckcheck.lists.lflist import day_in, read_lflist
from deckcheck.report import DeckcheckError

Values = dict[str, int]
# (list id, day or month, the values by card)
Theirs = Iterator[tuple[str, str, Values]]
CORRECTIONS = Path(__file__).with_name("yugioh_corrections.yaml")
UNLIMITED = 3
_SINCE = {"tcg": "2004-02", "ocg": "2013-09", "tcg-genesys": "2025"}


class Names:
    """The names of cards as the shipped lists have them."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    def of(self, text: str) -> str:
        cards = self._pool.find(text) or self._pool.hinted(text)
        if len(cards) > 1:
            cards = tuple(card for card in cards if card.name == text) or cards
        return cards[0].name if cards else text


def of_simulator(path: Path, names: Names) -> Theirs:
    """An lflist.conf; lists whose titles name no area are of the TCG, which is told so by their cards."""
    for version in read_lflist(read(str(path))).versions:
        title = version.title or ""
        day, _ = day_in(title)
        if day is None:
            continue
        month = re.search(r"\d{4}\.\d{1,2}\.\d{1,2}", title) is None
        area = "ocg" if "OCG" in title else "tcg-genesys" if "Genesys" in title else "tcg"
        values = {names.of(e.name or ""): max(0, int(e.value)) for e in version.read()}
        yield area, day[:7] if month else day, values


def of_history(path: Path, names: Names) -> Theirs:
    """A folder lists_TCG of files by month, each with what it changed."""
    words = {"forbid": 0, "limit": 1, "semi": 2, "semilimit": 2, "unlimit": UNLIMITED}
    state: Values = {}
    for file in sorted((path / "lists_TCG").glob("[0-9]*_[0-9]*.txt")):
        for line in file.read_text(encoding="utf-8").splitlines():
            found = re.match(r'\s*(\w+)\s+"(.*)"', line)
            if found and found[1] in words:
                state[names.of(found[2].replace("&slash", "/"))] = words[found[1]]
        yield "tcg", file.stem.replace("_", "-"), {k: v for k, v in state.items() if v != UNLIMITED}


# Name → how its files are read. Where they are from: yugioh_corrections.yaml.
COLLECTIONS: Mapping[str, Callable[[Path, Names], Theirs]] = {
    "simulator": of_simulator,
    "history": of_history,
    "months": of_simulator,
    "commits": of_simulator,
}


def shipped(dated: DatedList, day: str, words: Mapping[str, int], names: Names) -> tuple[str, Values] | None:
    """What is shipped for a day; for a month, the list that began in it, else the one in force."""
    if len(day) == 7:
        began = [v for v in dated.versions if (v.first_day or "")[:7] == day]
        version = max(began, key=lambda v: v.first_day or "") if began else dated.on(f"{day}-31")
    else:
        version = dated.on(day)
    if version is None:
        return None
    values = {names.of(e.name or ""): int(words.get(e.value, e.value)) for e in version.read()}
    return version.since or "", values


def main() -> int:
    """Read the collections, print what differs."""
    parser = argparse.ArgumentParser(description="Compare the shipped Yu-Gi-Oh! lists with other collections.")
    parser.add_argument("collections", nargs="+", metavar="NAME=PATH")
    options = parser.parse_args()
    library = Library()
    pool, lists, game = library.pool("yugioh"), library.lists("yugioh"), library.game("yugioh")
    names = Names(pool)
    decided = yaml.safe_load(CORRECTIONS.read_text(encoding="utf-8"))["decided"]
    lists_seen = same = open_ones = 0
    for text in options.collections:
        name, _, path = text.partition("=")
        for area, day, values in COLLECTIONS[name](Path(path), names):
            dated = lists.get(area)
            slot = slot_of(dated, game) if dated is not None else None
            if dated is None or slot is None or day < _SINCE[area]:
                continue
            ours = shipped(dated, day, slot.words, names)
            if ours is None:
                continue
            lists_seen += 1
            since, mine = ours
            cards = sorted(card for card in mine.keys() | values.keys() if _other(mine, values, card, area))
            same += not cards
            for card in cards:
                why = _why(decided, name, card, day)
                open_ones += why is None
                told = (
                    f"{name} {area} {day}, shipped {since}: {card}: shipped {mine.get(card)}, there {values.get(card)}"
                )
                print(f"{told}: {why or 'NOT DECIDED'}")
    print(f"{lists_seen} lists compared, {same} the same; {open_ones} differences are not decided", file=sys.stderr)
    return 1 if open_ones else 0


def _other(mine: Values, theirs: Values, card: str, area: str) -> bool:
    free = UNLIMITED if area != "tcg-genesys" else 0
    return mine.get(card, free) != theirs.get(card, free)


def _why(decided: list[dict[str, object]], collection: str, card: str, day: str) -> str | None:
    for one in decided:
        cards = one["cards"]
        assert isinstance(cards, list | str)
        within = str(one["from"])[: len(day)] <= day <= str(one["to"])
        if one["in"] == collection and (cards == "all" or card in cards) and within:
            return str(one["why"])
    return None


if __name__ == "__main__":
    try:
        sys.exit(main())
    except DeckcheckError as error:
        sys.exit(error.sentence)
