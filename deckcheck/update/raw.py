"""The plain data of a public file: JSON or CSV, within bounds; what is wrong with it is told, never raised."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Callable, Collection

from deckcheck.files.schema_reader import CappedProblems
from deckcheck.files.source import decode
from deckcheck.report import Place, Problem, Severity


def json_data(data: bytes, path: str, keys: Collection[str] | None, problems: CappedProblems) -> object:
    """The data of a JSON file, of its objects only what stands under `keys`; None with an error where there is none.

    What no path asks for is most of such a file: texts, pictures, prices.
    """
    text = _text(data, path, problems)
    if not text.strip():
        if not len(problems):
            problems.append(Problem("empty", "mapping.empty", place=Place(path)))
        return None
    twice: dict[str, int] = {}

    def kept(pairs: list[tuple[str, object]]) -> dict[str, object]:
        made = dict(pairs) if keys is None else {key: value for key, value in pairs if key in keys}
        if len(made) < len(pairs) and len(dict(pairs)) < len(pairs):
            seen: set[str] = set()
            for key, _ in pairs:
                if key in seen:
                    twice[key] = twice.get(key, 0) + 1
                seen.add(key)
        return made

    try:
        found: object = json.loads(text, strict=False, object_pairs_hook=kept, parse_constant=lambda _: None)
    except json.JSONDecodeError as error:
        facts: dict[str, object] = {"reason": error.msg}
        problems.append(Problem("syntax", "mapping.json", place=Place(path, error.lineno, error.colno), facts=facts))
        return None
    except RecursionError:
        problems.append(Problem("syntax", "mapping.deep", place=Place(path)))
        return None
    except ValueError:  # Python reads no number of more than some thousand digits
        problems.append(Problem("syntax", "mapping.number", place=Place(path)))
        return None
    _tell_twice(twice, path, problems)
    return found


def csv_data(data: bytes, path: str, keys: Collection[str] | None, problems: CappedProblems) -> object:
    """The rows of a CSV file, by the names of the columns; of those that stand twice the last one."""
    text = _text(data, path, problems)
    first = text.partition("\n")[0]
    rows = csv.reader(io.StringIO(text), delimiter=max(",;\t", key=first.count))
    head: list[str] = []
    found: list[dict[str, str]] = []
    try:
        for row in rows:
            if head and any(row):
                pairs = zip(head, row, strict=False)
                found.append({key: cell for key, cell in pairs if keys is None or key in keys})
            elif any(row):
                head = [cell.strip() for cell in row]
    except csv.Error as error:
        facts: dict[str, object] = {"reason": str(error)}
        problems.append(Problem("syntax", "mapping.csv", place=Place(path, rows.line_num), facts=facts))
        return None
    if not head and not len(problems):
        problems.append(Problem("empty", "mapping.empty", place=Place(path)))
    _tell_twice({key: count - 1 for key, count in Counter(filter(None, head)).items() if count > 1}, path, problems)
    return found


def _tell_twice(twice: dict[str, int], path: str, problems: CappedProblems) -> None:
    for key, count in twice.items():
        facts = {"key": key, "count": count}
        problems.append(Problem("shape", "mapping.key-twice", Severity.WARNING, Place(path), facts=facts))


def _text(data: bytes, path: str, problems: CappedProblems) -> str:
    text, wrong = decode(data, path)
    problems.extend(wrong)
    return text


READERS: dict[str, Callable[[bytes, str, Collection[str] | None, CappedProblems], object]] = {
    "json": json_data,
    "csv": csv_data,
}
