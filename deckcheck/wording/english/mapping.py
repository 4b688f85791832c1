"""English: how public files become card records."""

from __future__ import annotations

MAPPING = {
    "mapping.csv": "this is no CSV: {reason}",
    "mapping.deep": "nested too deeply to be a file of cards",
    "mapping.drifted": "no record has anything at {at}; the file has probably changed, or the path is misspelt",
    "mapping.empty": "the file is empty",
    "mapping.from-or-value": "{what} says `from`, a path or several, or `value`, a constant; one of them",
    "mapping.json": "this is no JSON: {reason}",
    "mapping.key-twice": "{key} stands twice in one record ({count:once|# times}); the last one holds",
    "mapping.no-name": "record {number} gives no name, and is left out",
    "mapping.no-records": "there are no records[ at {at}]; the file has probably changed, or the path is misspelt",
    "mapping.no-test": "{what}: a condition says what must be so, as `{{type: token}}`",
    "mapping.number": "it holds a number that is too long to read",
    "mapping.odd": (
        "{field}: {count:# value is|# values are} no {kind} and left out; the first, in record {number}, is {value}"
    ),
    "mapping.path": "{what}: {text} is no path; keys stand with single dots between, as `name.en`",
    "mapping.too-many": "more than {most} records; no game has so many",
    "mapping.unfilled": "no record gives {field} a value that is meant",
}
