"""English: what is wrong with a schema or list file, or with an expression."""

from __future__ import annotations

EXPRESSIONS = {
    "expr.after-dot": "after {owner}. comes the name of a field",
    "expr.arguments": "{word}(…) takes {least} to {most} arguments, here are {given}",
    "expr.bare-section": "{word} is a section; say what of it: {word}.size, {word}.name, {word}.count(…)",
    "expr.cards-only": "a search looks at one card at a time; it cannot ask for the deck",
    "expr.character": "{text} has no meaning here",
    "expr.ends": "the expression ends where {wanted} is expected",
    "expr.habit": "{found} is written {meant} here",
    "expr.many": "{word} holds several values, so not {op}; say has (any of them) or within (all of them)",
    "expr.many-right": "{word} holds several values, so not {op}; say in",
    "expr.no-number": "{word} is no number, nor a field, param or definition",
    "expr.no-order": "{op} compares numbers or days[, {word} is neither]",
    "expr.no-owner": "{word}(…) is not asked of a section",
    "expr.not-a-number": "{op} takes numbers, here is a {found}[: {word}]",
    "expr.not-a-test": "{op} takes tests, here is a {found}[: {word}]",
    "expr.lone-value": "{word} is a value of {field}; write {field} {op} {word}, or of several {field} {op} {word} | …",
    "expr.not-a-value": "{word} is no value of this field[; did you mean {nearest}?][; it has {values}]",
    "expr.number": "{text} is no whole number",
    "expr.number-too-large": "a number has at most {limit} digits",
    "expr.open-text": "a quote that is opened here is not closed",
    "expr.single": "{word} is a single value, so not {op}; say == or in",
    "expr.counts-deep": "{word}(…) would look at the whole deck inside of {limit} others that do; {limit} is the most",
    "expr.defines-deep": "with its definitions written out it is nested deeper than {limit} levels",
    "expr.defines-large": "with its definitions written out it has more than {limit} parts",
    "expr.too-deep": "nested deeper than {limit} levels",
    "expr.truth": "a field that is yes or no stands alone, or after not; it is not compared with {word}",
    "expr.too-long": "longer than {limit} characters",
    "expr.two-dots": "only one dot: section.field",
    "expr.two-types": "a {left} is compared with a {right}",
    "expr.unexpected": "{found} where {wanted} is expected",
    "expr.unknown-call": "there is no {word}(…)[; did you mean {nearest}?]",
    "expr.unknown-field": "there is no field {word}[; did you mean {nearest}?]",
    "expr.unknown-list": "there is no list {word}[; did you mean {nearest}?]",
    "expr.unknown-name": (
        '{word} is no field, value, param or definition[; did you mean {nearest}?]; a text stands in quotes: "{word}"'
    ),
    "expr.unknown-section": "there is no section {word}[; did you mean {nearest}?]",
    "expr.unsupported.row": "{word} cannot be worked out for many games at once; of a zone there are {known}",
    "expr.unsupported.odds": "{word} cannot be asked of a hand that is drawn; of a hand there are {known}",
    "expr.unquoted": '{word} is a text, so what it is compared with stands in quotes: "{text}"',
    "expr.wanted": "a {wanted} is expected, here is a {found}",
}

SCHEMAS = {
    "more.error": "{count:# more error|# more errors} in this file from here on, not told one by one",
    "more.info": "{count:# more remark|# more remarks} in this file from here on, not told one by one",
    "more.unread": "the file is read no further than this: it has {count} errors",
    "more.missing": "{count:# more card|# more cards} without {field}: none of this file has it",
    "more.warning": "{count:# more warning|# more warnings} in this file from here on, not told one by one",
    "lint.limits-differ": "rule {title}: {names} are copies of one another, but have different limits",
    "lint.printed-later": (
        "{card}: {field} is {first}, but it is on the list {list}, whose cards were all printed by {by}: "
        "an earlier proof wins"
    ),
    "lint.list-none": "{list}: no card passes the test {expr}",
    "lint.matches-all": "rule {title}: every card passes the test {expr}",
    "lint.matches-none": "rule {title}: no card passes the test {expr}",
    "lint.no-limit": (
        "rule {title}: {number:# card has|# cards have} no limit, because {expr} says nothing there: {names}"
    ),
    "lint.no-value": (
        "rule {title}: {number:# card has|# cards have} no {expr}; decks with such a card[ in {sections:or}] "
        "cannot be judged: {names}"
    ),
    "lint.undecided": "rule {title}: {expr} cannot be decided for {number:# card|# cards}: {names}",
    "schema.absent-groups": (
        "rule {rule}: a lower bound on each group says nothing of groups that are absent; add a rule of kind different"
    ),
    "schema.bare-none": "{what} is just none; leave the bound out, or say what stands before: limit else none",
    "schema.base-circle": "format {format} is based on itself, by way of {base}",
    "schema.base-deep": "more than {most} formats are based on one another",
    "schema.base-unknown": "there is no format {base}[; did you mean {nearest}?][; there {known:is|are} {known}]",
    "schema.book-section": (
        'rule {rule}: the book has no section "{section}"[; did you mean "{nearest}"?]; '
        "another source is written {{other: …}}"
    ),
    "schema.book-silent": 'section "{section}" of the book says neither rules nor play nor left_out',
    "schema.bounds-mixed": "rule {rule}: `exactly` or `one_of` stands alone, without another bound",
    "schema.card-alone": "{what}: it is asked of a card alone, so only fields of the card may be read here",
    "schema.card-also": "`also` is a list of column names",
    "schema.card-circle": "$ref {ref} leads round in a circle",
    "schema.card-column-twice": 'column "{column}" is given to the fields {other} and {field}',
    "schema.card-deep": "parts of `card` stand in one another more than {most} deep",
    "schema.card-enum": "`enum` is a list of texts, or of whole numbers, like the type says",
    "schema.card-if": (
        "an if that reads {field} must also say required: [[{field}]], else it is true of a card without {field}"
    ),
    "schema.card-items": "the items of a list field are texts",
    "schema.card-json-schema": "card of game {game} is no JSON Schema[ at {at}]: {reason}",
    "schema.card-large": "`card` has more than {most} parts where its $ref are written out",
    "schema.card-mapping": "expected keys with values",
    "schema.card-name": "the name of a card is a single text",
    "schema.card-no-field": "there is no field {field}[; did you mean {nearest}?]",
    "schema.card-ref": ("{ref} names nothing in `card`; write `$ref: '#/$defs/NAME'`, with `$defs:` below `card:`"),
    "schema.card-required": "`required` is a list of field names",
    "schema.card-truth": "expected true or false",
    "schema.card-type": "a field has one type of {expected:or}[, not {value}][; did you mean {nearest}?]",
    "schema.card-whole": "{value} is no whole number",
    "schema.card-word": '"{word}" stands for {value}, which is no value of the field[; did you mean {nearest}?]',
    "schema.card-word-twice": '"{word}" stands for two values',
    "schema.comment-cut": "{what}: what follows # is a comment and not read; {text} is all that counts",
    "schema.changes": "`changes` goes on from the version before it in the file, and stands in place of `entries`",
    "schema.days": "until {last} is before from {first}",
    "schema.day": "{key}: {text} is no day; write it as 2026-03-31, in quotes",
    "schema.empty": "the file is empty; a schema says `game`, `title`, `card`, `sections` and `rules`",
    "schema.game-id": (
        '`game` is an id, of small letters and digits with hyphens between, not "{text}"[; write {right}]'
        "; the name that people read is the `title`"
    ),
    "schema.language": '"{text}" is no code of a language, as fr or en',
    "schema.no-book": (
        'rule {rule}: "{section}" is a section of a book, and `book` is not given; say `book: {{title: …}}`, '
        "or `source: {{other: …}}`"
    ),
    "schema.default": "default: there is no format {default}[; did you mean {nearest}?]",
    "schema.define-circle": "definition {name} goes round in a circle",
    "schema.many-entries": "the versions up to here have more than {most} entries together",
    "schema.many-formats": "more than {most} formats",
    "schema.missing-key": "`{key}` is missing",
    "schema.name-twice": "{name} stands for two things, {other} and {what}; one of them would hide the other",
    "schema.near-id": "rule {rule} is new here; was {nearest} meant, to replace it?",
    "schema.no-bound": "rule {rule}: {kind} needs a bound: `min`, `max`, `exactly` or `one_of`",
    "schema.no-default": "where there are formats, default says which one is meant[: {known:or}]",
    "schema.no-source": "rule {rule} says neither `source` nor `assumed`; where is it from?",
    "schema.large": "more than {most} values stand here; no file for play needs as many",
    "schema.list-base": "`base` is for a list of one's own, given with --list",
    "schema.of-a-version": "`{key}` belongs to a version, as there are `versions`",
    "schema.list-many": "list {name}: many: true is for marks and groups; a card has one value of {value}",
    "schema.not-a-list": "{what}: expected a list",
    "schema.not-a-mapping": "{what}: expected keys with values",
    "schema.not-a-number": "{what}: expected a whole number",
    "schema.not-a-text": "{what}: expected a text",
    "schema.not-a-truth": "{what}: expected true or false",
    "schema.not-an-expression": "{what}: expected an expression on one line",
    "schema.not-one-of": "{what}: {text} is none of {known:or}[; did you mean {nearest}?]",
    "schema.off-unknown": "there is no rule {rule} to switch off[; did you mean {nearest}?]",
    "schema.one-of": "rule {rule}: `one_of` is a list of numbers, as `one_of: [[0, 10]]`",
    "schema.param": "param {param}: expected a number, true or false, a word, or a list of words",
    "schema.param-unknown": "there is no param {param}[; did you mean {nearest}?][; there {known:is|are} {known}]",
    "schema.pattern": "{pattern} is no pattern: {reason}",
    "schema.pattern-long": "a pattern of more than {most} steps, its repeats written out",
    "schema.pattern-part": "{part}: a pattern here cannot go back to what it met before, nor give up a way for good",
    "schema.pattern-work": "card of game {game}: its patterns and the cards take too long to be compared",
    "schema.plain-arithmetic": "{what}: {text} is a calculation; a range is written min: … and max: …",
    "schema.reads-card": (
        "rule {rule}: {option} reads {fields} of a card, but {kind} looks at many cards together; "
        "copies looks at each card"
    ),
    "schema.reserved": "{name} is a word of the expressions, so no {what} can be called that",
    "schema.rule-kinds": "rule {rule} needs exactly one kind of {known:or}[; here are {found}]",
    "schema.rule-needs": "rule {rule}: {kind} needs `{need}`",
    "schema.says-brace": "rule {rule}: says holds a brace that is not closed; {{field}} stands for the card's value",
    "schema.says-name": (
        "rule {rule}: says names {name}, which the rule does not read of a card"
        "[; did you mean {nearest}?][; it reads {known}]"
    ),
    "schema.source-other": "rule {rule}: `source` without `other`, the title of the source",
    "schema.sum-minimum": (
        "rule {rule}: {field} may be below zero as far as the card section says; give it minimum: 0, else a "
        "deck in progress cannot be judged"
    ),
    "schema.sum-number": "rule {rule}: only numbers are added up, here is a {found}",
    "schema.table-by": (
        "rule {rule}: a table begins with `by`, the field it goes by[; did you mean `by` by `{nearest}`?]"
    ),
    "schema.table-gap": "rule {rule}: the table by {field} needs `else`[, or a limit for {missing}]",
    "schema.table-many": "rule {rule}: {field} holds several values, so a table cannot go by it",
    "schema.table-value": (
        "rule {rule}: {value} is no value of {field}[; did you mean {nearest}?]; it has {known}; "
        "a text with a comma stands in quotes"
    ),
    "schema.too-many": "more than {most} sections, params, lists, versions and tests of lists, definitions, rules and "
    "formats; what a format takes over counts again",
    "schema.unknown-field": "there is no field {field}[; did you mean {nearest}?][; there {known:is|are} {known}]",
    "schema.key-under": "{what} has no key `{key}`; put it under `{under}:`",
    "schema.unknown-key": "{what} has no key `{key}`[; did you mean `{nearest}`?][; it has {known}]",
    "schema.unused": "{what} {name} is read by nothing",
    "schema.unknown-section": (
        "there is no section {section}[; did you mean {nearest}?][; there {known:is|are} {known}]"
    ),
    "schema.window": "rule {rule}: min {low} is above max {high}",
}
