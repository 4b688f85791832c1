"""English: what is wrong with a `print:` section, or keeps a sheet from being printed."""

from __future__ import annotations

PRINTING = {
    "usage.extra": "this needs the package {need}: pip install 'deckcheck[[{extra}]]'",
    "print.counter": "counter {counter}: expected one number about the deck, as main.count(…); this is about a card",
    "print.field-form": "--field {param}: expected KEY=VALUE",
    "print.font": "{path} cannot be used as a font: {reason}; expected a TrueType file (.ttf)",
    "print.illegal": (
        "{decks:# deck|# decks} printed though illegal: {paths:comma}[ and {more} more]; `deckcheck check` tells why"
    ),
    "print.list": "{what}: reads the list {list}, which not every format has; a sheet is the same in all of them",
    "print.no-glyph": (
        'no font at hand has the character {char} ({code}, {name}) of "{text}"; name one that has it with --font FILE, '
        "or print text, markdown or html"
    ),
    "print.number": "{what}: expected a number from {least} to {most}, not {found}",
    "print.shaping": (
        'the character {char} ({code}, {name}) of "{text}" joins others in writing, which a PDF from here cannot '
        "do; print text, markdown or html"
    ),
    "print.terminal": "a PDF is not for a terminal; name a file with -o FILE",
    "print.unknown": "there is no {what} {word}[; did you mean {nearest}?]; there {known:is|are} {known}",
    "print.unknown-field": "the sheet has no field {field}[; did you mean {nearest}?]; it has {known}",
    "print.unreadable": "{path}: cannot be read, so it is not printed",
}
