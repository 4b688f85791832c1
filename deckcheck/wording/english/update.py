"""English: fetching newer lists."""

UPDATE = {
    "update.asking": "asking {url}[ ({licence})]",
    "update.reading": "reading {path} for the source {name}",
    "update.game": "{title}",
    "update.new": "{name}: a new version of the list {list}, in force from {day}, with {count:# change|# changes}",
    "update.new-dry": (
        "{name}: there is a new version of the list {list}, in force from {day}, with {count:# change|# changes}; "
        "nothing was kept"
    ),
    "update.same": "{name}: nothing new[; the list {list} of {day} is the newest]",
    "update.refused": "{name}: not taken, the lists stay as they are",
    "update.absent": "{name}: nothing there",
    "update.no-sources": "no sources of newer lists are known[ for {games:comma}]",
    "update.no-cards": "{count:# entry is|# entries are} no cards of the database: {names:comma}",
    "update.lock": "{path} names the lists that hold from now on",
    "update.day-assumed": "the source says no day; {day}, on which it was asked, is taken for it (--from says another)",
    "update.not-here": "{path} holds none of the files of the sources: {wanted:or}",
    "update.which-source": "{path} may be of the sources {known:or}; --only says of which",
    "update.month": "the source says the month alone, {month} (--from says the day)",
    "update.far": "it begins on {day}, which is more than a year from now (--force takes it all the same)",
    "update.older": "it begins on {day}, and there is one of {last} already (--force takes it all the same)",
    "update.same-day": (
        "it is of {day} as the one that there is, and says something else of {changes:comma} "
        "(--force takes it, --from says another day)"
    ),
    "update.unknown": (
        "{share} % of its entries are no cards of this game, as {names:comma}: most likely it is another list "
        "(--force takes it all the same)"
    ),
    "update.much": (
        "it would change {share} % of the cards, and free {lifted} % of those on the list, as {changes:comma}: "
        "most likely it is another list (--force takes it all the same)"
    ),
    "update.many": "a card may have several values on the {slot}; such a list is not fetched",
    "update.new-cards": "{name}: {new:# new card|# new cards}, {changed:# other changed|# others changed}",
    "update.cards-new": "new: {names:comma}",
    "update.cards-changed": "{name}: {fields:comma}",
    "update.cards-broken": "it cannot be read as cards: {problem}",
    "update.cards-few": (
        "it holds {read:# card|# cards}, and {known} are known: most likely it is a part "
        "(--force takes it all the same)"
    ),
    "update.cards-bad": ("{share} % of its cards are none of this game, as {names:comma} (--force takes the others)"),
    "update.cards-other": (
        "{share} % of its cards are not known, as {names:comma}: most likely it is of another game "
        "(--force takes it all the same)"
    ),
    "update.no-slot": "no format uses a list {list}",
    "update.not-locked": "what it offers of the list {list} is not what deckcheck.lock names",
    "update.locked-alone": "--locked takes what the lock names; --from and --force have no say in it",
    "update.no-folder": "there is no folder for fetched data: DECKCHECK_DATA is off",
    "update.no-source": "game {game} has no source {name}[; did you mean {nearest}?][; it has {known}]",
    "source.address": "{url} is no address",
    "source.scheme": "{url}: a source is an https: address",
    "source.file": "{url}: files are sources where the settings name them, as file:///folder/list.conf",
    "source.password": "{url}: an address with a password would be kept and told; take it out",
    "source.name": "{name}: a source and its list are named by letters, digits, - and _",
    "source.most": "at most {most} bytes",
    "source.offline": "DECKCHECK_OFFLINE is set: the network is not asked (--source reads a file)",
    "source.missing": "there is no such file: {url}",
    "source.status": "the answer is {status} {reason}",
    "source.network": "it cannot be had: {reason}",
    "source.slow": "it took longer than {seconds} seconds",
    "source.packed": "the answer is packed ({coding}), which was not asked for",
    "source.large": "it is larger than {most} bytes[: {size}]",
    "source.short": "the answer broke off after {size} of {told} bytes",
    "source.redirect": "it leads to {url}, which is no place for a source",
    "source.page": "it is a web page, no list",
    "source.form": "it is no list of the form {form}",
    "source.titles": (
        "{count:none of its lists is|# of its lists is|# of its lists are} the one that is meant[ ({pattern})]"
        "[; it has {titles:comma}]"
    ),
    "source.title": "the title of the list holds what is no letter or sign",
    "source.line": "line {line} is not understood: {text}",
    "source.no-day": "it says no day at {path}",
    "source.no-entries": "it has no entries at {path}",
    "source.entries": "more than {most} entries",
    "source.value": "the values at {path} are no numbers or words",
    "source.value-of": "the value of {name} is {value}, which this list does not know",
    "source.twice": "{name} has two values",
}
