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
}
