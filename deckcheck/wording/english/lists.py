"""English: the dated lists of a game, and what a change of day does to decks."""

from __future__ import annotations

LISTS = {
    "lists.head": "{id}: {title}[ (for {slot})][, checked {checked}]",
    "lists.source": "source: {source}",
    "lists.version": "from {first}[ until {last}]: {count:# entry|# entries}",
    "lists.undated": "without a day: {count:# entry|# entries}",
    "lists.none": "game {game} has no dated lists",
    "lists.span": "{title}: from {before} to {after}",
    "lists.span-none": "no list in force",
    "lists.span-undated": "the list without a day",
    "lists.span-version": "the list of {day}",
    "lists.same": "{title}: nothing changed from {first} to {last} ({version})",
    "lists.change": "{name}: {before} → {after}",
    "lists.not-listed": "not on the list",
    "lists.not-in-pool": "not in the pool",
    "lists.undated-value": "without a day: {value}",
    "lists.neither": 'there is no list and no card called "{name}"; did you mean {near:or}? Lists are {known}',
    "lists.card-never": "{name} has never been on a list",
    "lists.card": "{name}, on {title}",
    "lists.since": "from {since}[ until {last}]: {value}",
    "lists.own": "{path}: {count:# entry|# entries}[, from {since}]",
    "lists.own-same": "it says the same as {list}",
    "lists.own-changes": "against {list}:",
    "lists.several": '"{name}" is the name of several cards: {names:comma}',
    "lists.between": "in force meanwhile: {days}",
    "lists.beyond": "what is known ends on {checked}; by {day} there may be a newer list",
    "lists.not-in-force": "no list in force on {day}[; the first is of {first}]",
    "lists.value": "{version}, {value} ({count:# entry|# entries}):",
    "lists.one-way": "--on shows a list, --from compares two; one of them",
    "lists.two-days": "--from and --to go together",
    "lists.unknown": "game {game} has no list {list}[; did you mean {nearest}?][; it has {known}]",
    "against.deck": "{path}: {before} on {first}, {after} on {last}",
    "against.new": "new: {finding}",
    "against.gone": "gone: {finding}",
    "against.summary": "{decks:# deck|# decks}: {breaks:# breaks|# break}, {mends:# mends|# mend}, {same} as before",
    "list.both": '"{name}" is {other} on line {line}, and {value} here: which is it?',
    "list.before": 'before the first list ("!NAME"), so part of none: {text}',
    "list.before-heading": (
        '"{text}" stands above the first heading, and does not say itself which of {known:or} it is; write that above'
    ),
    "list.broken-row": "this row is not well formed: {words}",
    "list.directive": "not understood: {text}",
    "list.no-cards": "{count} entries are no cards of the database ({list}): {names} …",
    "list.no-heading": (
        '"{text}" is neither a heading of this list[; did you mean {near}?] nor a card of the database; '
        "if it is a card, let it follow the others without a line between"
    ),
    "list.no-version": (
        "list {list} has no version that is in force on {day}[; its first day is {first}]: "
        "what it forbids is not judged"
    ),
    "list.no-whitelist": (
        "nearly every card stands here with {count} copies, as on a list of what is allowed; "
        "without $whitelist cards that are not named stay free"
    ),
    "list.not-there": '"{name}" is removed, but the version before does not have it',
    "list.row-nameless": 'a row without a card: "{text}"',
    "list.row-value": "the row of {name} does not say how much is allowed[: {value}][; did you mean {near}?]",
    "list.twice": '"{name}" stands twice on this list, with {other}[ on line {line}] and {value}; the later holds',
    "list.no-card": 'no card is called "{name}" ({list})[; did you mean {near:or}?]',
    "list.value": '"{value}" is no value of this list[; did you mean {nearest}?][; it has {known}, or numbers]',
}
