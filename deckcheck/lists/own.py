"""Lists of the user's own in place of the game's: FILE or FILE#TITLE, in YAML, as `.conf`, table or pasted text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from deckcheck.cards.names import normalise
from deckcheck.cards.pool import Pool
from deckcheck.files.schema_reader import is_day, is_month
from deckcheck.files.source import Source, read
from deckcheck.lists.dated import MONTH, DatedList, ListEntry, Version
from deckcheck.lists.files import Base, changed, load_list
from deckcheck.record import dataclass, replace
from deckcheck.report import DeckcheckError, Note, Problem
from deckcheck.rules.game import Game
from deckcheck.rules.rule import Ruleset
from deckcheck.spelling import nearest

# Where no `slot:` says which slot a list of the user's is for: the first that a rule reads, of this order.
_ORDER = ("limit", "points", "mark", "group")
_NOT_PASTED = frozenset({".yaml", ".yml", ".conf"})


@dataclass(frozen=True, slots=True)
class OwnLists:
    """What reading a list of the user's leans on.

    `lists`: the game's, by id. `bound`: slot → the id of the one that the format uses, and the day if it is always that
    of one. `format`: its id.
    """

    game: Game
    pool: Pool
    as_of: str
    lists: Mapping[str, DatedList]
    bound: Mapping[str, tuple[str, str | None]]
    format: str | None = None

    def read(self, path: str) -> DatedList:
        """The list of a file.

        :raises DeckcheckError: it cannot be read, or it is in doubt what it says.
        """
        if Path(path).suffix.lower() in _NOT_PASTED:
            return load_list(path, self.game.scope, base=Base(self._base, self._spelt))
        source = read(path)
        if source.problems and any(p.severity == "error" for p in source.problems):
            raise DeckcheckError("usage.list", source.problems, path=path)
        return self._pasted(source)

    def chosen(self, text: str) -> tuple[DatedList, Version, tuple[Note, ...]]:
        """The list and version that FILE or FILE#TITLE means, and what to know of the choice.

        :raises DeckcheckError: there is no such file or title, or the file cannot be read.
        """
        path, title = text, ""
        if not Path(text).exists() and "#" in text:
            path, _, title = text.rpartition("#")
        if not Path(path).exists():
            raise DeckcheckError("usage.no-path", path=path)
        dated = self.read(path)
        if not dated.versions:
            raise DeckcheckError("usage.list-empty", path=path)
        if title:
            version = _titled(dated, title)
            facts = {"list": dated.named(version), "path": path, "versions": len(dated.versions)}
            return dated, version, (Note("note.list-chosen", facts),) if len(dated.versions) > 1 else ()
        return dated, *self._in_force(dated)

    def slot(self, dated: DatedList, slots: tuple[str, ...], text: str) -> str:
        """The slot, of those that the rules read, which a list of the user's is for.

        :raises DeckcheckError: there is none.
        """
        game = self.game
        if dated.slot is not None and dated.slot not in game.slots:
            known = tuple(game.slots)
            near = nearest(dated.slot, known)
            raise DeckcheckError("usage.no-slot", list=text, game=game.id, slot=dated.slot, nearest=near, known=known)
        ordered = sorted(slots, key=lambda slot: _ORDER.index(game.slots[slot].value))
        wanted = [slot for slot in ordered if dated.slot in (None, slot)]
        if not wanted:
            raise DeckcheckError("usage.list-not-read", list=text, game=game.id)
        return wanted[0]

    def instead_of(self, slot: str) -> tuple[DatedList | None, Version | None]:
        """The game's list in a slot, and its version in force."""
        name, day = self.bound.get(slot, ("", None))
        dated = self.lists.get(name)
        return dated, dated.on(day or self.as_of) if dated is not None else None

    def _in_force(self, dated: DatedList) -> tuple[Version, tuple[Note, ...]]:
        """The version in force on the day, of those whose title names the format if one does; else the first."""
        words = {normalise(word) for word in (self.format, *(name for name, _ in self.bound.values())) if word}
        of_format = [v for v in dated.versions if v.title and not words.isdisjoint(normalise(v.title).split())]
        versions = of_format or list(dated.versions)
        in_force = [v for v in versions if v.holds_on(self.as_of)]
        version = max(in_force, key=lambda v: v.first_day or "", default=versions[0])
        facts = {"list": dated.named(version), "path": dated.path, "versions": len(dated.versions), "day": self.as_of}
        notes = []
        if len(dated.versions) > 1:
            by_day = any(v.first_day for v in versions)
            notes.append(Note("note.list-chosen" if by_day else "note.list-first", facts))
        if not version.holds_on(self.as_of):
            notes.append(Note("note.list-other-day", {**facts, "first": version.since, "last": version.last_day}))
        return version, tuple(notes)

    def _spelt(self, name: str) -> str:
        """The first name of the card that a name means; the name where it means none, or one of several."""
        cards = self.pool.find(name)
        if len(cards) != 1 or len(self.pool.find(cards[0].name)) != 1:
            return name
        return cards[0].name

    def _base(self, name: str, day: str | None) -> Version:
        """One of the game's lists as it stands on a day."""
        if name not in self.lists:
            known = tuple(self.lists)
            near = nearest(name, known)
            raise DeckcheckError("lists.unknown", list=name, game=self.game.id, nearest=near, known=known)
        on = day if day is not None and is_day(day) else self.as_of
        version = self.lists[name].on(on)
        if version is None:
            raise DeckcheckError("usage.no-version", list=self.lists[name].title, day=on)
        return version

    def _pasted(self, source: Source) -> DatedList:
        from deckcheck.lists.pasted import read_pasted

        slots = self.game.slots
        words = {normalise(word): word for slot in slots.values() for word in slot.words}
        words |= {normalise(word): value for slot in slots.values() for word, value in slot.also.items()}
        words.setdefault("removed", "removed")
        found = read_pasted(source, words, lambda name: bool(self.pool.find(name)))
        keys = {key: text for key, (text, _) in found.keys.items()}
        for key in ("from", "until"):
            if key in keys and not is_day(keys[key]) and not (key == "from" and is_month(keys[key])):
                found.problems.append(
                    Problem("shape", "schema.day", place=found.keys[key][1], facts={"key": key, "text": keys[key]})
                )
        if keys.get("until", "~") < keys.get("from", ""):
            facts = {"first": keys["from"], "last": keys["until"]}
            found.problems.append(Problem("shape", "schema.days", place=found.keys["until"][1], facts=facts))
        if any(problem.severity == "error" for problem in found.problems) or not found.entries:
            raise DeckcheckError("usage.list", tuple(found.problems), path=source.path)
        first, unsure = keys.get("from"), None
        if first is not None and is_month(first):
            first, unsure = f"{first}-01", MONTH
        entries = tuple(replace(entry, name=self._spelt(entry.name or "")) for entry in found.entries)
        if twice := tuple(_twice(entries)):
            raise DeckcheckError("usage.list", (*found.problems, *twice), path=source.path)
        problems, whitelist = tuple(found.problems), False
        base = keys.get("base")
        if base is None:
            self._whole(entries, keys.get("slot"), source.path)
        elif base != "none":
            before = self._base(base, first)
            entries, strange = changed(before.read(), entries)
            problems, whitelist = (*problems, *strange), before.whitelist
        version = Version(first, keys.get("until"), lambda: entries, None, whitelist, problems, unsure)
        stem = Path(source.path).stem
        title = keys.get("title", Path(source.path).name)
        return DatedList(
            keys.get("list", stem), title, source.path, (version,), None, keys.get("slot"), keys.get("source")
        )

    def _whole(self, entries: tuple[ListEntry, ...], slot: str | None, path: str) -> None:
        """Make sure that a list which does not say so is no list of changes: it would let in all that it leaves out."""
        wanted = [name for name in self.bound if slot in (None, name)]
        for name in wanted[:1]:
            own, version = self.instead_of(name)
            theirs = len(version.read()) if version is not None else 0
            if own is not None and 2 * len(entries) < theirs:
                raise DeckcheckError("usage.list-part", path=path, own=len(entries), list=own.id, theirs=theirs)


@dataclass(frozen=True, slots=True)
class OwnList:
    """A list of the user's own as it is used: the version that is meant, and what it stands in for.

    `slot`: that it is for. `instead`, `old`: the game's list there, and its version in force on the day.
    """

    dated: DatedList
    version: Version
    notes: tuple[Note, ...]
    slot: str
    instead: DatedList | None
    old: Version | None


def own_lists(
    game: Game, pool: Pool, ruleset: Ruleset, lists: Mapping[str, DatedList], as_of: str, own: Sequence[str]
) -> tuple[OwnList, ...]:
    """The lists that the user gives in place of those of a format.

    :raises DeckcheckError: one cannot be read, no rule reads it, or two are for the same slot.
    """
    bound = {slot: binding for slot, binding in ruleset.lists.items() if binding is not None}
    reading = OwnLists(game, pool, as_of, lists, bound, ruleset.format)
    read = frozenset[str]().union(*(expr.lists for rule in ruleset.rules for expr in rule.exprs))
    slots = tuple(slot for slot in game.slots if slot in read)
    found: dict[str, OwnList] = {}
    for text in own:
        dated, version, notes = reading.chosen(text)
        slot = reading.slot(dated, slots, text)
        if slot in found:
            raise DeckcheckError("usage.slot-twice", list=text, slot=slot)
        found[slot] = OwnList(dated, version, notes, slot, *reading.instead_of(slot))
    return tuple(found.values())


def _twice(entries: Iterable[ListEntry]) -> Iterator[Problem]:
    """Cards that a pasted list names twice and says two things of: which is meant, nobody can know."""
    first: dict[str, ListEntry] = {}
    for entry in entries:
        other = first.setdefault(normalise(entry.name or ""), entry)
        if other.value != entry.value:
            facts = {"name": entry.name, "other": other.value, "line": other.place.line, "value": entry.value}
            yield Problem("list-entry", "list.both", place=entry.place, facts=facts)


def _titled(dated: DatedList, title: str) -> Version:
    names = {normalise(name): v for v in dated.versions for name in (v.first_day, v.title) if name}
    version = names.get(normalise(title))
    if version is None:
        known = tuple(v.title or v.first_day or dated.title for v in dated.versions)
        near = nearest(title, known)
        raise DeckcheckError("usage.list-title", path=dated.path, title=title, nearest=near, known=known)
    return version
