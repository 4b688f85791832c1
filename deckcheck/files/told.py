"""How much is told of one file: its first problems one by one, and of the others how many there are.

Any input of up to 5 MB is read within some 20 seconds and 500 MB on a small machine. What no file for play holds is
refused with a message (a deck beyond `formats.MAX_BYTES`, a schema with thousands of errors, of rules or of formats, a
file with hundreds of thousands of cards); what is longer takes time in proportion to its length.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from deckcheck.report import Place, Problem, Severity

MOST_TOLD = 1_000  # problems of a file; a longer list is read by nobody to its end


class Told:
    """Problems of files: of each file and severity the first MOST_TOLD, then one that says how many more there are."""

    def __init__(self, problems: Iterable[Problem] = ()) -> None:
        self._first: list[Problem] = []
        self._found: Counter[tuple[str | None, Severity]] = Counter()
        self._more: dict[tuple[str | None, Severity], tuple[Problem, int]] = {}
        self.extend(problems)

    def append(self, problem: Problem) -> None:
        key = problem.place.file, problem.severity
        self._found[key] += stands_for(problem)
        if self._found[key] <= MOST_TOLD:
            self._first.append(problem)
            return
        before, count = self._more.get(key, (problem, 0))
        self._more[key] = before, count + stands_for(problem)

    def extend(self, problems: Iterable[Problem]) -> None:
        for problem in problems:
            self.append(problem)

    def __iter__(self) -> Iterator[Problem]:
        yield from self._first
        for (file, severity), (first, count) in self._more.items():
            place = Place(file, first.place.line)
            yield Problem(first.rule, f"more.{severity}", severity, place, facts={"count": count})

    def count(self, severity: Severity) -> int:
        """How many there are of a severity, told one by one or not."""
        return sum(number for (_, kind), number in self._found.items() if kind is severity)

    def __len__(self) -> int:
        return len(self._first) + len(self._more)


def stands_for(problem: Problem) -> int:
    """How many problems a record is: one, or those that are not told one by one."""
    count = problem.facts.get("count")
    return count if isinstance(count, int) and problem.sentence.startswith("more.") else 1
