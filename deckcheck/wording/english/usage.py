"""English: wrong usage, notes, and the words around a report."""

from __future__ import annotations

USAGE = {
    "convert.cards": "left out, as {form} holds numbers of cards alone: {cards}",
    "convert.comments": "comments are not kept ({comments:# line|# lines})",
    "convert.keys": "{form} has no room for {keys}",
    "convert.lines": "could not be read and is left out: line {lines}",
    "usage.book-format": "the rule book is told for all formats at once; leave -F out",
    "usage.no-book": "the schema of {game} does not tell its rule book section by section",
    "usage.against-form": "with --against there is no form {form}; there {known:is|are} {known}",
    "usage.against-statistics": "--statistics counts the rules of one day; leave it out with --against",
    "usage.check-text": "--check tells what is wrong as text, on the standard output; leave -o out",
    "usage.players-columns": "{path} needs columns for the deck or the id, and for the player, as deck,player,id",
    "usage.players-broken": "{path}:{line}: this row cannot be read: {words}",
    "players.without": "{path} says nothing of {decks:# deck|# decks}: {names:comma}",
    "players.no-deck": "no deck of this player was met[; the table says {deck}]",
    "players.unused": "{path}: no deck of {players:# player|# players}: {names:comma}",
    "usage.at-once": "--at-once is about the cards of --owned FILE; give both, or leave it out",
    "usage.owned-jobs": "--owned counts in one process; leave --jobs out",
    "usage.same-file": "{path} is one of the files that are read; give another file with -o",
    "usage.day": "{day} is no day; write it as 2026-03-31",
    "usage.empty": "{option} is given, but empty",
    "usage.error": "deckcheck: {message}",
    "usage.expression": '"{expr}", at character {column}: {reason}',
    "usage.extra-missing": 'for {what} install the extra: pip install "deckcheck[[{extra}]]"',
    "usage.folder": "{path} is a folder; this command takes one deck",
    "usage.internal": (
        "an error in deckcheck: {kind}[ at {where}][ ({words})]; please report it with what you asked for"
    ),
    "usage.interrupted": "Interrupted; what is written so far is not all of it",
    "usage.many-decks": "{path} means {decks:# deck|# decks}; this command takes one",
    "usage.form-needed": "say in which form with --to[; {file} does not tell][; there {known:is|are} {known}]",
    "usage.help": "More: {command} --help",
    "usage.list-empty": "{path}: no list in this file[; {reason}]",
    "usage.list-not-read": "{list}: no rule of this format of {game} reads a list",
    "usage.fetched": "{path} holds no list as deckcheck keeps them; take it away, and run `deckcheck update` again",
    "usage.lock": "{path} is no lock of deckcheck: {reason}; `deckcheck update` writes one",
    "usage.locked": (
        "the list {list} of {day} is in deckcheck.lock, and is not here as it was then; "
        "`deckcheck update --locked` fetches it"
    ),
    "usage.no-lock": "there is no deckcheck.lock beside the settings; `deckcheck update` writes one",
    "usage.list-part": (
        "{path} holds {own:# entry|# entries}, list {list} {theirs}: what it leaves out would be free. "
        'If it says only what changed, begin it with "base: {list}"; if it is whole, with "base: none"'
    ),
    "usage.list-title": '{path} has no list "{title}"[; did you mean {nearest}?][; it has {known}]',
    "usage.list-twice": "{path}: there is a list {list} already, in {other}",
    "usage.no-decks": (
        "no deck in {paths}[ ({skipped:# other file|# other files} there)]"
        "[; {excluded} is passed over, as exclude says]"
    ),
    "usage.no-file": "{form}= wants the name of a file",
    "usage.no-slot": "{list}: game {game} has no slot {slot} for lists[; did you mean {nearest}?][; it has {known}]",
    "usage.no-zone": "this form has no section {sections:or}; it has {known}",
    "usage.not-modelled": (
        "no change was found, as the solver does not fully understand {rules}; "
        "mend by hand some of what deckcheck check tells, and try again"
    ),
    "usage.link-out": "{path} is not written: a link on the way leads out of this folder; if it is meant: {right}",
    "usage.not-written": "{path} cannot be written: {reason}",
    "usage.param-form": "{param}: a param is set as KEY=VALUE",
    "usage.stdout": "the standard output cannot be written: {reason}",
    "usage.system": "the system does not allow it[; {path}]: {reason}",
    "usage.skipped": "{files:# file|# files} skipped that {files:is no deck|are no decks}: {names:comma}",
    "skipped.one": "{path} was not checked: {reason}",
    "skipped.more": "{number} more that may be decks were not checked",
    "skipped.count": "{number} {reason}",
    "skipped.suite": "passed over: {reasons:comma}",
    "skipped.excluded": "excluded",
    "skipped.ignored": "named in .gitignore",
    "skipped.not-included": "not named by include",
    "skipped.hidden": "hidden",
    "skipped.no-deck": "no deck",
    "skipped.settings": "settings that hold where deckcheck runs, not here",
    "usage.slot-twice": "{list}: another list fills {slot} already; one list for each",
    "usage.solver-gave-up": (
        "the solver gave up ({status}); mend by hand some of what deckcheck check tells, and try again"
    ),
    "usage.two-forms": "only one form can go to the standard output; give the others a file, as json=report.json",
    "usage.two-forms-file": "two forms would be written to {path}; give each a file of its own",
    "usage.table-as-schema": "{path} is a table of cards, not a schema; give it with --cards",
    "usage.which-game": "of which game are these cards? Name it, as deckcheck games GAME --check; there are {known}",
    "usage.unknown-form": "there is no form {form}[; did you mean {nearest}?]; there {known:is|are} {known}",
    "usage.game-twice": "{path} and {other} are both schemas of game {game}",
    "usage.list": "{path}: this list file cannot be used",
    "usage.no-cards": "there are no cards of the game {game}; give a card file or folder with --cards",
    "usage.no-cards-in": "{path} holds no card file",
    "usage.no-number": "this form holds numbers of cards alone, and no number is known of any: {cards}",
    "usage.no-path": "there is no file or folder {path}",
    "usage.no-schema": "{path} is no schema file (.yaml), and holds none",
    "usage.no-version": "list {list} has no version that is in force on {day}[; its first day is {first}]",
    "usage.not-a-card-file": "{path} is no card file; expected one of {expected}",
    "usage.os-error": "{path} cannot be opened: {reason}",
    "usage.param-number": "param {param} is a number, {value} is none",
    "usage.param-truth": "param {param} is true or false, {value} is neither",
    "usage.process-ended": "a process that shared the work has ended before it was done; was there too little memory?",
    "usage.schema": "{path}: this schema cannot be used",
    "usage.no-formats": "game {game} has no format {format}, as it has none at all; leave the format out",
    "usage.no-folder": "{path} cannot be written, as there is no folder {folder}; make it first",
    "usage.file-for-form": "there is no form {form}; there are {known}; to write into a file of that name: -o {right}",
    "usage.unknown-format": "game {game} has no format {format}[; did you mean {nearest}?][; it has {known}]",
    "usage.unknown-game": (
        "there is no game {game}[; did you mean {nearest}?][; there {known:is|are} {known}]; "
        "give the schema of another one with --schemas"
    ),
    "usage.unknown-list": "game {game} has no list {list}[; it has {known}]",
    "usage.unknown-param": "there is no param {param}[; did you mean {nearest}?][; there {known:is|are} {known}]",
}

NOTES = {
    "judged.schema": "judged by your own schema {path}",
    "judged.cards": "judged by your own cards {paths:comma}[ and {more:# more file|# more files}]",
    "judged.lists": "judged by your own list {paths:comma}",
    "judged.params": "judged with {names:comma}[, as {path} says]",
    "judged.source": "judged by the list {list} from {source}, which the settings name (fetched {day})",
    "judged.day": "judged by the lists of {day}, as {path} says",
    "judged.off": "not judged: {names:comma}[, switched off in {path}]",
    "judged.milder": "judged more mildly: {names:comma}[, as {path} says]",
    "strict.skipped": "not checked, and --strict asks that nothing be passed over: {reason}",
    "strict.ignored": "the deck ignores rules, and --strict allows none to be ignored: {names:comma}",
    "strict.judged-by": "--strict allows no other data and rules than the shipped ones: {reason}",
    "shape.link": "the link leads out of the folder and is not followed; name the file itself to have it checked",
    "note.settings-above": "{path} is not read, as it lies above the repository {root}; --config {path} reads it",
    "note.settings-name": "{path} is not read; settings stand in {name}",
    "note.illegal": "the deck is not legal ({rules}); the answer is given all the same",
    "note.list-fetched": "list {list} came from {source} on {day}",
    "note.list-first": "{path} holds {versions} lists, none with a day; the first was used, {list}",
    "note.list-other-day": (
        "list {list} is not in force on {day}[, it begins on {first}][ and ends on {last}]; it was used, as asked for"
    ),
    "note.list-asked": (
        "the first day of the list {list} of {since} is not known; it is the day on which its source was asked"
    ),
    "note.list-month": (
        "the first day of the list {list} is not known, but that it was in {since}; it is taken to hold all that month"
    ),
    "note.list-unsure": "the first day of the list {list}, {since}, is not certain: {why}",
    "note.list-chosen": "{path} holds {versions} lists; {list} was used",
    "note.rules-newer": "{format}: the sizes are those in force since {since}, on {as_of} others held",
    "game.no-formats": "game {game} has no format {format}, as it has none at all; leave the format out",
    "game.no-format": "game {game} has no format {format}[; did you mean {nearest}?][; it has {known}]",
    "game.none": "which game is it? Say -g GAME[, or write {key} at the top]; there {known:is|are} {known}",
    "game.other": "this is a deck of {game}, not of {asked}",
    "game.unknown": (
        "there is no game {game}[; did you mean {nearest}?]; there {known:is|are} {known}; "
        "give the schema of another one with --schemas"
    ),
    "progress.check": "checking {game}",
    "note.built-in-cards": "none of your own card files is of the game {game}; its built-in cards are used",
    "note.headroom-long": "what may still be added is not told of a deck of {lines} lines",
    "progress.cards": "reading the cards of {game} for the first time; they are kept ready for the next",
    "note.columns": "columns that say nothing of a deck: {columns}",
    "note.title-row": "the row in line {line} above the header was passed over: {text}",
    "note.hyphens": "read as {cards:comma}, but for a hyphen: {names:comma}",
    "note.total": '"{text}" (line {line}) says {stated}, but {found} were read',
    "note.format-remark": "the remark that the format is {format} is left aside: this game has none of that name",
    "note.demo": "the cards of {game} at hand are an invented demo set; use your own with --cards",
    "note.format": "{format}: {note}",
    "note.blank-line": "a blank line (line {line}) does not part the side deck from the main deck; a heading does",
    "note.no-headings": "no headings: all cards are taken for {section}",
    "note.list-may-be-old": (
        "list {list} was last known to be current on {checked}; a newer one may exist: `deckcheck update` looks for it"
    ),
}

REPORT = {
    "verdict.legal": "legal[, {counts}][; the deck ignores {ignored}][; the settings weaken {weakened}]",
    "verdict.legal-so-far": (
        "legal so far, not complete[, {counts}][; the deck ignores {ignored}][; the settings weaken {weakened}]"
    ),
    "verdict.illegal": "illegal, {counts}[; the deck ignores {ignored}][; the settings weaken {weakened}]",
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
    "report.fix-all": (
        "each fix is for one finding; deckcheck fix {path}, with the same options, finds the smallest change for all"
    ),
    "report.why": "deckcheck check {path} tells why",
    "report.note": "note: {note}",
    "report.undecided": (
        "not decided: {names}[, as there is no card in {sections:or}]"
        "[, as not all is known of {cards}; settle that first]"
    ),
    "report.headroom": "{more:no|#|#} more may be added to {section}[, {unwarned:none|#|#} without a warning]: {cards}",
    "report.summary": "{decks:# deck|# decks} checked[: {counts:comma}][; passed over: {skipped:comma}]",
    "summary.legal": "{number} legal",
    "summary.illegal": "{number} illegal",
    "summary.unreadable": "{number} not readable",
    "show.section": "{title} ({id}): {cards:# card|# cards}",
    "show.kind": "{kind} {cards}",
    "show.no-kind": "(kind not known)",
    "show.curve": "{field} in {section}",
    "cards.found": "{number:no card|# card|# cards}[, {strange} of them never part of a deck]",
    "cards.also": "also: {names}",
    "cards.listed": "{title}[ of {since}]: {value}[ (known to be current until {checked})]",
    "cards.list-not-read": "no rule of this format of {game} reads a list {list}; choose another format with -F",
    "cards.field": "{field}[ ({title})]: {value}",
    "cards.lacks": "{field}: missing or not readable in the record",
    "cards.none-called": (
        'no card is called "{name}"[; did you mean {near:or}?][; it is a value: "{test}" finds the cards]'
    ),
    "cards.undecided": "{number:# card lacks|# cards lack} a field that the test reads, and could not be decided",
    "games.line": "{id}: {title} ({cards:no cards|# card|# cards}[, {demo}])[; formats {formats}]",
    "games.demo": "a demo set",
    "games.no-cards": "{id}: {title} (no cards at hand)[; formats {formats}]",
    "games.decks": "ready-made decks: {decks}",
    "games.formats": "formats: {items:comma}",
    "games.lists": "lists: {items:comma}",
    "games.named": "{id} ({title})",
    "games.named-default": "{id} ({title}; the default)",
    "games.rules": "{rules:# rule|# rules} of construction; deckcheck rules shows them",
    "games.schema": "schema: {path}",
    "games.sections": "sections: {items:comma}",
    "games.sets": "sets: {sets:comma}",
    "games.ok": "{game}: schema, {cards:# card|# cards} and {lists:# list|# lists} checked[; {counts}]",
}
