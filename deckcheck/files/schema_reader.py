"""Reading a schema or list file node by node: everything wrong is noted at its place, reading goes on.

Of one file a thousand errors are told one by one, and a thousand warnings; of the others how many there are. Any input
of up to 5 MB is read within some 20 seconds and 500 MB on a small machine: what no file for play holds is refused with
a message, what is longer takes time in proportion to its length.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NoReturn, Protocol

from deckcheck.files.nodes import ListNode, MapNode, Node, Scalar, plain, size
from deckcheck.report import DeckcheckError, Place, Problem, Severity
from deckcheck.spelling import Nearest

MOST_PROBLEMS = 1_000  # problems of a file; a longer list is read by nobody to its end


class CappedProblems:
    """Problems of files: of each file and severity the first MOST_TOLD, then one that says how many more there are."""

    def __init__(self, problems: Iterable[Problem] = ()) -> None:
        self._first: list[Problem] = []
        self._found: Counter[tuple[str | None, Severity]] = Counter()
        self._more: dict[tuple[str | None, Severity], tuple[Problem, int]] = {}
        self.extend(problems)

    def append(self, problem: Problem) -> None:
        key = problem.place.file, problem.severity
        self._found[key] += stands_for(problem)
        if self._found[key] <= MOST_PROBLEMS:
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


MOST_PARTS = 10_000  # sections, rules, definitions … of all formats together; each takes a moment to read


def is_day(text: str) -> bool:
    """Whether a text is a day, YYYY-MM-DD."""
    from datetime import date

    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def is_month(text: str) -> bool:
    """Whether a text is a month, YYYY-MM."""
    return len(text) == 7 and is_day(f"{text}-01")


class Mistake(Protocol):
    """What is wrong with a text, at a column from 1."""

    sentence: str
    column: int
    facts: dict[str, object]


class SchemaReader:
    """Collects the problems of one file. Errors make the file unusable, warnings are for its designer.

    After MOST_TOLD errors the file is given up.
    `refusal` is what the file is refused with.

    :raises DeckcheckError: too many errors were noted.
    """

    def __init__(self, file: str, refusal: str = "usage.schema") -> None:
        self.file = file
        self.refusal = refusal
        self.problems = CappedProblems()
        self._noted: set[int] = set()
        self._nearest = Nearest()
        self._parts = 0

    def error(self, sentence: str, place: Place, **facts: object) -> None:
        self.note(Problem("shape", sentence, place=place, facts=facts))

    def warn(self, sentence: str, place: Place, **facts: object) -> None:
        self.note(Problem("shape", sentence, Severity.WARNING, place, facts=facts))

    def expression(self, error: Mistake, node: Scalar) -> None:
        """An error inside the text of a node: its column in the file, as far as that can be told."""
        place = node.place
        if place.column is not None:
            place = Place(place.file, place.line, place.column + error.column - 1 + node.quoted)
        text = node.text if len(node.text) <= 60 else node.text[:59] + "…"
        self.note(Problem("shape", error.sentence, place=place, facts={**error.facts, "expr": text}))

    def note(self, problem: Problem) -> None:
        """A problem, once: every format reads the rules of its base anew."""
        # `known` lists what could have been written: long, and the same for many problems.
        facts = [f"{name} {value}" for name, value in problem.facts.items() if name != "known"]
        key = hash((problem.sentence, problem.place, *facts))
        if key in self._noted:
            return
        self._noted.add(key)
        self.problems.append(problem)
        if problem.severity is Severity.ERROR and self.problems.count(Severity.ERROR) >= MOST_PROBLEMS:
            self.give_up(Problem("shape", "more.unread", place=problem.place, facts={"count": MOST_PROBLEMS}))

    def give_up(self, problem: Problem) -> NoReturn:
        """:raises DeckcheckError: the file is read no further; the last problem says why."""
        raise DeckcheckError(self.refusal, (*self.problems, problem), path=self.file)

    def spend(self, parts: int, place: Place) -> None:
        """Count what is declared and about to be read; what a format takes over is read anew.

        :raises DeckcheckError: there is more than MOST_PARTS.
        """
        self._parts += parts
        if self._parts > MOST_PARTS:
            self.give_up(Problem("shape", "schema.too-many", place=place, facts={"most": MOST_PARTS}))

    def bound(self, node: Node | None, most: int) -> None:
        """:raises DeckcheckError: the node holds more than `most` values."""
        if node is not None and size(node, most + 1) > most:
            self.give_up(Problem("shape", "schema.large", place=node.place, facts={"most": most}))

    def nearest(self, word: str, known: tuple[str, ...]) -> str | None:
        """The known word most like this one; none once too many were asked for."""
        return self._nearest.of(" ".join(known), word, known)

    @property
    def broken(self) -> bool:
        return self.problems.count(Severity.ERROR) > 0

    def mapping(self, node: Node | None, what: str, known: Iterable[str] | None = None) -> MapNode | None:
        """The node as a mapping; with `known`, every other key is an error with the nearest known one."""
        if node is None:
            return None
        if not isinstance(node, MapNode):
            self.error("schema.not-a-mapping", node.place, what=what)
            return None
        if known is not None:
            self.known_keys(node, what, tuple(known))
        return node

    def known_keys(self, node: MapNode, what: str, known: tuple[str, ...]) -> None:
        for key, place in node.keys.items():
            if key not in known:
                near = self.nearest(key, known)
                self.error("schema.unknown-key", place, key=key, what=what, nearest=near, known=known)

    def text(self, node: Node | None, what: str) -> str | None:
        """The node as a text; a number is taken as it is written."""
        if node is None:
            return None
        if isinstance(node, Scalar) and (node.quoted or plain(node) is not None):
            return node.text
        self.error("schema.not-a-text", node.place, what=what)
        return None

    def day(self, node: Node | None, key: str, sentence: str = "schema.day") -> str | None:
        """The node as a day, YYYY-MM-DD; what is none is told, and given all the same."""
        day = self.text(node, key)
        if node is not None and day is not None and not is_day(day):
            self.error(sentence, node.place, key=key, text=day, day=day)
        return day

    def texts(self, node: Node | None, what: str) -> tuple[str, ...]:
        """A list of texts, or one text."""
        if node is None:
            return ()
        if isinstance(node, Scalar):
            one = self.text(node, what)
            return () if one is None else (one,)
        if not isinstance(node, ListNode):
            self.error("schema.not-a-list", node.place, what=what)
            return ()
        found = (self.text(item, what) for item in node.items)
        return tuple(text for text in found if text is not None)

    def number(self, node: Node | None, what: str) -> int | None:
        if node is None:
            return None
        value = plain(node) if isinstance(node, Scalar) else None
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        self.error("schema.not-a-number", node.place, what=what)
        return None

    def truth(self, node: Node | None, what: str) -> bool:
        if node is None:
            return False
        value = plain(node) if isinstance(node, Scalar) else None
        if isinstance(value, bool):
            return value
        self.error("schema.not-a-truth", node.place, what=what)
        return False

    def choice(self, node: Node | None, what: str, known: tuple[str, ...]) -> str | None:
        text = self.text(node, what)
        if text is None or node is None or text in known:
            return text
        near = self.nearest(text, known)
        self.error("schema.not-one-of", node.place, what=what, text=text, known=known, nearest=near)
        return None
