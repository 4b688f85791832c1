"""English: wrong usage, notes, and the words around a report."""

from __future__ import annotations

USAGE = {
    "usage.game-twice": "{path} and {other} are both schemas of game {game}",
    "usage.list": "{path}: this list file cannot be used",
    "usage.no-cards": "there are no cards of the game {game}; give a card file or folder with --cards",
    "usage.no-cards-in": "{path} holds no card file",
    "usage.no-path": "there is no file or folder {path}",
    "usage.no-schema": "{path} holds no schema file",
    "usage.no-version": "list {list} has no version that is in force on {day}",
    "usage.not-a-card-file": "{path} is no card file; expected one of {expected}",
    "usage.os-error": "{path} cannot be opened: {reason}",
    "usage.param-number": "param {param} is a number, {value} is none",
    "usage.param-truth": "param {param} is true or false, {value} is neither",
    "usage.schema": "{path}: this schema cannot be used",
    "usage.unknown-format": "game {game} has no format {format}[; did you mean {nearest}?][; it has {known}]",
    "usage.unknown-game": "there is no game {game}[; did you mean {nearest}?][; there are {known}]",
    "usage.unknown-list": "game {game} has no list {list}[; it has {known}]",
    "usage.unknown-param": "there is no param {param}[; did you mean {nearest}?][; there are {known}]",
}

NOTES = {
    "note.demo": "the cards of {game} at hand are an invented demo set; use your own with --cards",
    "note.format": "{format}: {note}",
    "note.blank-line": "a blank line (line {line}) does not part the side deck from the main deck; a heading does",
    "note.categories": "not headings of this game, and no cards: {headings}",
    "note.heading-in-comment": "line {line} is a comment, not a heading: {text}",
    "note.no-headings": "no headings: all cards are taken for {section}",
    "note.list-may-be-old": "list {list} was last known to be current on {checked}; a newer one may exist",
}

REPORT = {
    "verdict.legal": "legal[, {counts}]",
    "verdict.legal-so-far": "legal so far, not complete[, {counts}]",
    "verdict.illegal": "illegal, {counts}",
    "verdict.unreadable": "cannot be judged, {counts}",
    "count.error": "{number:# error|# errors}",
    "count.warning": "{number:# warning|# warnings}",
    "count.info": "{number:# remark|# remarks}",
    "severity.error": "error",
    "severity.warning": "warning",
    "severity.info": "remark",
    "report.head": "{path}: {verdict}[ ({about})]",
    "report.deck": "[{name}; ]{game}[, format {format}][; {sections:comma}][; {lists:comma}]",
    "report.section": "{section} {count}",
    "report.list": "{name}[ of {first}][ until {last}]",
    "report.finding": "{place}: {severity}: {message} [[{rule}]]",
    "report.title": "rule: {title}",
    "report.source": "source: {source}",
    "report.assumed": "assumed: {assumed}",
    "report.fix": "fix: {fix}",
    "report.note": "note: {note}",
    "report.undecided": "not decided, as not all about the cards is known: {names}",
    "report.headroom": "{more:no|#} more may be added to {section}: {cards}",
    "report.summary": "{decks:# deck|# decks} checked[: {counts:comma}]",
    "summary.legal": "{number} legal",
    "summary.illegal": "{number} illegal",
    "summary.unreadable": "{number} not readable",
}
