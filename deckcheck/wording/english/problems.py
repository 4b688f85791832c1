"""English: what is wrong with a deck file, a card record, or a deck."""

from __future__ import annotations

FILES = {
    "internal": (
        "an error in deckcheck, not of the deck: {kind}[ at {where}][ ({words})]; please report it with this deck"
    ),
    "line.extra-cells": (
        'the row has {cells} cells where the header has {columns}: "{text}" is left out; '
        "put a cell that holds the delimiter in quotes"
    ),
    "xml.no-count": "the element of {name} has no {attribute} and is read as one copy",
    "xml.side": 'the attribute {attribute} of {name} is "{text}"; it says true or false',
    "xml.text": 'text that stands in no element of a card: "{text}"',
    "missing": "cannot be read: {reason}",
    "missing.pattern": "no file matches this pattern",
    "encoding.binary": "not a text file",
    "encoding.broken": "not valid {encoding}: the text breaks off at byte {offset}",
    "encoding.unknown": "neither UTF-8 nor Windows text: byte {byte} has no meaning; save the file as UTF-8",
    "encoding.windows": (
        'not UTF-8 but read as Windows text (byte {byte} as "{read_as}"); save the file as UTF-8 to be sure'
    ),
    "syntax.after-quote": "something stands after the closing quote: {text}",
    "syntax.alias": "{sign} would copy another value of the file; aliases are not read here, write it out",
    "syntax.anchor": "{sign} would name this value for reuse; anchors are not read here, leave it out",
    "syntax.colon-in-name": '": " makes a key of the first half of "{text}"; put the item in quotes',
    "syntax.hash-cut": 'YAML reads only "{read_as}", as " #" begins a comment; for {name} put the item in quotes',
    "syntax.colon": 'a colon and a blank (": ") inside an unquoted text: {text}',
    "syntax.control": "control character {code}; remove it",
    "syntax.csv": "the table cannot be read from here on: {words}",
    "syntax.depth": "nested deeper than {limit} levels",
    "syntax.documents": 'a second document begins here; one file holds one ("---" only at the top)',
    "syntax.escape": "a backslash in double quotes that means nothing; use single quotes, or \\\\",
    "syntax.first-character": 'an unquoted text cannot begin with "{char}": {text}',
    "syntax.indent": "this line is not indented like those around it: {text}",
    "syntax.json": "not readable as JSON: {words}",
    "syntax.key": "a key must be a single word or text",
    "syntax.no-colon": 'a line that is neither "key: value" nor an item ("- …"): {text}',
    "syntax.no-dash": 'an item without "- " in front: {text}',
    "syntax.no-heading": 'a heading such as "main:" is missing above this line: {text}',
    "syntax.repeated-key": '"{key}" stands twice[, first on line {first}]',
    "syntax.repeated-list": (
        '"{key}" stands twice[, first on line {first}]; both lists are counted, but other programs read one: join them'
    ),
    "syntax.tab": "a tab at the beginning of the line; write spaces in its place",
    "syntax.tag": "{sign} is a type tag; tags are not read here",
    "syntax.unclosed-bracket": "a bracket that is opened here is not closed",
    "syntax.unclosed-quote": "a quote that is opened here is not closed",
    "syntax.yaml": "not readable as YAML: {words}",
}

CARDS = {
    "card.constraint": "{card}: {field} is {value}, which the schema refuses ({keyword}: {expected})",
    "card.date": "{card}: {field} must be a day written {expected}, not {value}",
    "card.enum": "{card}: {field} is {value}, which is none of {expected}[; did you mean {nearest}?]",
    "card.field-twice": "{card}: {field} is given twice, under two names; which one is meant cannot be told",
    "card.maximum": "{card}: {field} is {value}, but must be at most {expected}",
    "card.minimum": "{card}: {field} is {value}, but must be at least {expected}",
    "card.missing": "{card}: the record has no {field}",
    "card.missing-if": "{card}: the record has no {field}, which a card with {because} needs",
    "card.missing-unless": "{card}: the record has no {field}; it is needed where {other} is not given",
    "card.name-cut": (
        'the name ends before "#{comment}", because YAML takes " #" for a comment; '
        'for the card "{name} #{comment}" put the name in quotes'
    ),
    "card.names": "{card}: names must give a name for each language, as names: {{fr: Dragon}}",
    "card.record": "{card}: the schema refuses the record as a whole ({keyword}: {expected})",
    "card.rule-needs": '{card}: the record has no {fields:or}, without which "{title}" cannot be judged',
    "card.spelt": "{card} ({written})",
    "card.type-list": "{card}: {field} must be a list, not {value}",
    "card.type-number": "{card}: {field} must be a whole number, not {value}",
    "card.type-text": "{card}: {field} must be a text, not {value}",
    "card.type-truth": "{card}: {field} must be true or false, not {value}",
    "cards.csv-column-twice": "the column {column} was left out: {field} is filled by the column {other} already",
    "cards.csv-extra-cells": (
        'the row "{row}…" has {cells} cells where the header has {columns} and was left out; '
        "put a cell that holds the delimiter in quotes"
    ),
    "cards.csv-no-name": "no column holds the card's name; the columns are {columns:comma}",
    "cards.csv-quotes": (
        "a cell that begins with a quote does not end, or goes on after its quote; "
        "double the quotes inside a quoted cell"
    ),
    "cards.truth": "{key} is true or false",
    "cards.empty-file": "the file is empty",
    "cards.misspelt": "{column} is no field of the game and is left out; did you mean {nearest}?",
    "cards.name-twice": "{card} is the name of another record too ({file}[, line {line}]); in a deck it is ambiguous",
    "cards.no-cards": "the file holds no cards",
    "cards.no-list": "a card file needs a key cards: with a list of records",
    "cards.no-name": "a record without a name was left out",
    "cards.not-a-record": "this is no card record (keys with values, as {{name: Dragon}}) and was left out",
    "cards.os-error": "the file cannot be opened: {reason}",
    "cards.other-game": "these cards are of the game {value}, not of {game}",
    "cards.record-twice": "{card} is written twice over; first in {file}[, line {line}]",
    "cards.too-many": "more than {most} cards; no game has as many",
    "cards.unknown-columns": "{file}: these are no fields of the game and were left out: {columns:comma}",
    "cards.unknown-key": "unknown key {key}[; did you mean {nearest}?]; a card file has {expected}",
    "cards.unreadable": "no cards can be read from {files}",
}

DECKS = {
    "ambiguous-card": '"{name}" may be {names:or}; write the whole name',
    "ambiguous-card.more": '"{name}" is part of {total} names, among them {names}; write the whole name',
    "count.fraction": '"{count}" of {name}: a count is a whole number',
    "count.behind": '"{text}": the count stands in front of the name',
    "count.negative": "a count of {count} of {name}: at least 1 is needed",
    "count.odd": '"{text}": a count is a whole number in front of the name; {count} is none',
    "count.or-printing": '"{text}" is read as one copy; if {rest} is the count, write {rest} {name}',
    "count.two": '"{text}" is read as {copies:# copy|# copies}, and says {rest} as well; write one count, in front',
    "count.row": 'the row "{text}" does not say in its column of counts how many there are, as a whole number',
    "count.too-many": "a count of {count} of {name}: at most {most} in one line",
    "count.words": '"{text}": a count is a number in front of the name',
    "count.zero": "a count of 0 of {name}",
    "empty": "no cards in this file",
    "empty.unknown": "none of the lines is a known card; is it a deck of this game?",
    "line.beside": '{lines:# line stands|# lines stand} under "{heading}" and {lines:is|are} not part of the deck',
    "line.heading": (
        '"{text}" is no heading of this game; did you mean {near}?[ The cards below it are counted in {counted}]'
    ),
    "line.no-card": "a row without a card",
    "line.no-section": "the row of {name} names no section, and the one above it stands in {heading}; write it",
    "line.no-heading": (
        '"{text}" is no heading of this game and no card[; the cards below it are counted in {counted}]; '
        "if they are none of the deck, take them out"
    ),
    "line.name-of-deck": '"{text}" is taken for the name of the deck; "name: {text}" says so',
    "line.not-understood": '"{text}" is neither a card nor a heading; a remark begins with //',
    "line.card-or-title": (
        '"{text}" is read as one copy of a card; if it is the deck\'s name, write name: {text}, else write 1 {text}'
    ),
    "line.two-sections": '"{text}" is counted in {counted}, and says {rest}; write it under its heading',
    "line.two-cards": '"{text}" is read as {name} alone; write {rest} on a line of its own',
    "line.only-count": '"{text}" is a number without a name',
    "line.other-heading": '"{text}" is taken for {near}; write {near}, as other programs read nothing else',
    "line.repeated-key": "{key} is given twice[, first on line {first}]",
    "line.too-long": "longer than {most} characters, so no card: {text}…",
    "not-a-card": "{name} is never a card of a deck; it is not counted",
    "outside-deck": "{name} lies beside the deck and is not one of its cards; it is not counted",
    "shape.deck": "a deck is keys with values, as game: … and main: with a list",
    "shape.headless": 'a list of items; "game: …" and a heading such as "main:" are missing above it',
    "shape.ignore": "ignore is a list of items, as {{rule: main-size, reason: …}}",
    "shape.item": 'an item of a section is a line as "3 Name"',
    "shape.json": (
        'a deck in JSON is {{"game": …, "sections": {{"main": [[{{"card": …, "count": …}}]]}}}}, '
        "as deckcheck convert DECK --to json writes it"
    ),
    "shape.json-item": 'an item of a section is {{"card": "Name", "count": 3}}',
    "shape.name-first": "the count stands before the name: {card}",
    "shape.near-column": 'no column of a deck is called "{column}"; did you mean {near}?',
    "shape.no-count-column": (
        "does the column {column} say how many copies? Call it {known:or} if it does, or take it out; "
        "no column is known to say it"
    ),
    "shape.two-count-columns": "which of the columns {columns:or} says how many copies? They differ; keep one",
    "shape.two-card-columns": "two columns are called {column}: are they two lists? Write them below one another",
    "shape.beside-column": "do rows with a mark in the column {column} count? Take out the others or the column",
    "shape.marks": "write the section of each row in a column called section; the column {column} is not read",
    "shape.no-section-column": (
        "does the column {column} say the section? Call it {known:or} if it does, or take it out; "
        "no column is known to say it"
    ),
    "shape.no-card-column": "no column for the cards; it may be called {known:or}",
    "shape.no-item": "an empty item",
    "shape.no-section": "this game has no section {word} ({lines:# line|# lines}); it has {known}",
    "shape.section": 'the section {key} is a list, one item a line ("- 3 Name"), not "{text}"',
    "shape.section-mapping": 'the section {key} is a list of items, as "{example}", not keys with values',
    "shape.text": "{key} is a single text",
    "shape.too-large": "larger than {most} thousand characters; this is no deck",
    "shape.two-lines": 'this item goes on to line {last}: "{text}"; is a "- " missing?',
    "shape.unknown-key": "there is no key or section {key}; there {known:is|are} {known}",
    "shape.unread-key": "the key {key} is not read; there {known:is|are} {known}",
    "shape.unknown-key.near": "there is no key or section {key}; did you mean {near}?",
    "unknown-card": ('no card is called "{name}"[; deckcheck cards {game} "PART OF THE NAME" finds those like it]'),
    "unknown-card.old-number": (
        "no card has the number {name}; {near} was known by it before it had its own, and may be meant"
    ),
    "owned.too-few": ("{card}: {found:# copy is|# copies are} needed, {limit:none is|# is|# are} in {path}"),
    "owned.too-few-left": (
        "{card}: {found:# copy is|# copies are} needed, {limit:none is|# is|# are} left of {path} by the decks before"
    ),
    "line.code": "{text} seems to be a code ({kind}), which is not read; export the deck as a list of names",
    "count.numbered": 'the lines are numbered, and "{text}" does not say how many; write the copies before the name',
    "unknown-card.no-number": '"{name}" is no number of a card and no name; a line holds the number of a card',
    "unknown-card.number": (
        "no card has the number {name}[ ({copies:# copy|# copies})]; write the card's name or number, "
        "as deckcheck cards {game} NAME tells it"
    ),
    "unknown-card.near": 'no card is called "{name}"; did you mean {near:or}?',
    "xml.deep": "the elements lie too deep in one another",
    "xml.doctype": "a deck has no document type; take out the line <!DOCTYPE",
    "xml.element": "{name} is no element of a deck",
    "xml.syntax": "not well written as XML: {reason}",
    "ydke.base64": "the link is damaged: the part of {part} is no base64",
    "ydke.beside": "not part of the link, so not read: {text}",
    "ydke.bytes": "the link is damaged: the part of {part} has {bytes} bytes, not {size} a card",
    "ydke.none": "no ydke:// link in this text",
    "ydke.parts": "the link is cut short: {parts:no part ends|# part ends|# parts end} with !, three are needed",
}

# What a broken rule says; the measure in words is `amount`.
RULES = {
    "size.min": "{amount}, at least {limit} needed[ ({origin})]",
    "size.max": "{amount}, {limit:none|at most #|at most #} allowed[ ({origin})]",
    "size.exactly": "{amount}, exactly {limit} needed[ ({origin})]",
    "size.one_of": "{amount}, only {limit:or} allowed[ ({origin})]",
    "count.min": "{amount}, at least {limit} needed[ ({origin})]",
    "count.max": "{amount}, {limit:none|at most #|at most #} allowed[ ({origin})][: {cards}]",
    "count.exactly": "{amount}, exactly {limit} needed[ ({origin})][: {cards}]",
    "count.one_of": "{amount}, only {limit:or} allowed[ ({origin})][: {cards}]",
    "copies.min": "{amount}, at least {limit} of each needed[ ({origin})]",
    "copies.max": "{amount}, {limit:none|at most #|at most #} allowed[ ({origin})]",
    "copies.exactly": "{amount}, exactly {limit} of each needed[ ({origin})]",
    "copies.one_of": "{amount}, only {limit:or} of each allowed[ ({origin})]",
    "different.min": "{amount}, at least {limit} needed[ ({origin})][: {cards}]",
    "different.max": "{amount}, {limit:none|at most #|at most #} allowed[ ({origin})][: {cards}]",
    "different.exactly": "{amount}, exactly {limit} needed[ ({origin})][: {cards}]",
    "different.one_of": "{amount}, only {limit:or} allowed[ ({origin})][: {cards}]",
    "sum.min": "{amount} in all, at least {limit} needed[ ({origin})]",
    "sum.max": "{amount} in all, at most {limit} allowed[ ({origin})][: {cards}]",
    "sum.exactly": "{amount} in all, exactly {limit} needed[ ({origin})][: {cards}]",
    "sum.one_of": "{amount} in all, only {limit:or} allowed[ ({origin})][: {cards}]",
    "groups.min": "{amount}, at least {limit} needed[ ({origin})]",
    "groups.max": "{amount}, {limit:none|at most #|at most #} allowed[ ({origin})]",
    "groups.exactly": "{amount}, exactly {limit} needed[ ({origin})]",
    "groups.one_of": "{amount}, only {limit:or} allowed[ ({origin})]",
    "forbid.max": "{card} {refused}: {test}",
    "only.max": "{card} {refused}: {test}",
}

# How a single card is refused: by a section, or by the whole deck.
REFUSALS = {
    "refused.section": "does not belong in {section}",
    "refused.deck": "is not allowed",
    "refused.doubt": "is in doubt",
    "refused.absent": "{missing} {count:is|are} not in {place}",
    "refused.among": "{missing} {count:is|are} not among the {word} of {place}",
}

AMOUNTS = {
    "amount.size": "{found:no card|# card|# cards} {where}",
    "amount.count": "{found:no card|# card|# cards}[ {of}][ with {group}] {where}",
    "amount.copies": "{found:no copy|# copy|# copies} of {card}[ (together with {others})] {where}",
    "amount.different": "{found:no card|# different card|# different cards}[ {of}][ with {group}] {where}",
    "amount.values": "{found:no value|# value|# different values} of {what}[ among cards {of}][ with {group}] {where}",
    "amount.sum": "{found} {what}[ of cards {of}] {where}",
    "amount.groups": "{found:no group|# group|# groups} of cards by {group}, such that {having}, {where}",
}

ORIGINS = {
    "origin.param": "{name} {value}[, set by {setter}]",
    "origin.table": "{field} {value}",
    "origin.table-else": "no {field}",
    "origin.field": "{field} of {card}",
    "origin.list": "{list}",
    "origin.unlisted": "not in the pool of {list}",
    "origin.section": "{field} of [{card}, ]{section}: {value}",
    "origin.measure": "{text} of cards[ in {section}]: {value}",
}

FIXES = {
    "fix.add.cards": "add {count:# card|# cards}[ {of}][ to {section}]",
    "fix.add.copies": "add {count:# copy|# copies} of {cards:or}[ to {section}]",
    "fix.add.each": "add {parts}[ to {section}]",
    "fix.drop": "leave out {cards}[ ({count:# card|# cards})]",
    "fix.move": "move {count:# copy|# copies} of {cards}[ from {section}] to {to}",
    "fix.quote": "write {text}",
    "fix.rename": "write {to} instead of {card}",
    "fix.rename-key": "write {near} instead of {key}",
    "fix.take-out": "remove the line",
    "fix.write": "write {text}",
    "fix.write-or-drop": "write {text} or leave the line out",
    "fix.remove.cards": "remove {count:# card|# cards}[ {of}][ from {section}]",
    "fix.remove.copies": "remove {count:# copy|# copies} of {cards:or}[ from {section}]",
    "fix.remove.each": "remove {parts}",
    "fix.part": "{count} {card}",
}

CITATIONS = {
    "citation.book": "[{title}, ]{section}",
    "citation.other": "{title}[ ({details:comma})]",
    "citation.confidence": "confidence {confidence}",
}
