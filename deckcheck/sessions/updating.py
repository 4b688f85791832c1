"""What `deckcheck update` does: the games that are meant, their sources, and the lock of the project."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from deckcheck.cards.pool import Pool
from deckcheck.files.nodes import Node
from deckcheck.files.schema_reader import SchemaReader
from deckcheck.lists.fetched import Fetching, cards_sum, data_folder, of_project
from deckcheck.record import dataclass, replace
from deckcheck.report import DeckcheckError, Note
from deckcheck.rules.game import Game
from deckcheck.sessions.session import Session
from deckcheck.sessions.settings import Settings, today
from deckcheck.spelling import nearest
from deckcheck.update.fetch import in_folder, name_of
from deckcheck.update.lock import CARDS, Lock, Locks, beside, read_lock, write_lock
from deckcheck.update.outcome import NEW, SAME, Outcome, Updated, Wish
from deckcheck.update.run import Update
from deckcheck.update.sources import Source, read_sources
from deckcheck.update.store import Store


@dataclass(frozen=True, slots=True)
class Asking:
    """How `update` is asked: as the options of the command."""

    first_day: str | None = None
    source: Path | None = None
    only: tuple[str, ...] = ()
    dry: bool = False
    locked: bool = False
    force: bool = False


def updated(settings: Settings, asking: Asking, tell: Callable[[Note], None]) -> list[Updated]:
    """Ask the sources of the game that is named, here or in the settings, else of all games that have some.

    :raises DeckcheckError: there is no such game or source, nothing can be kept, or a source is not well written.
    """
    root = data_folder()
    if root is None:
        raise DeckcheckError("update.no-folder")
    session = Session(replace(settings, fetched=False), tell)
    path = settings.project.path
    locks = _locks(path, asking)
    found = []
    named = session.settings.game or settings.project.game
    for game_id in (named,) if named is not None else session.library.game_ids():
        game = session.library.game(game_id)
        shipped, own = sources_of(game, settings)
        known = tuple(one.name for one in (*shipped, *own))
        for name in asking.only if named is not None else ():
            if name not in known:
                near = nearest(name, known)
                raise DeckcheckError("update.no-source", game=game_id, name=name, nearest=near, known=known)
        wanted = [(root / "games", shipped, False)]
        if path is not None:
            wanted.append((of_project(root, path), own, True))
        outcomes: list[Outcome] = []
        for folder, sources, are_own in wanted:
            asked = [one for one in sources if not asking.only or one.name in asking.only]
            if asked:
                store = Store(folder / game_id)
                outcomes += _ask(session, game, asked, store, asking, locks.get(game_id), tell, own=are_own)
        if outcomes or named is not None:
            found.append(Updated(game_id, game.title, tuple(outcomes), asking.dry))
    if path is not None and not asking.dry and not asking.locked:
        found = _with_lock(path, found)
    return found


def _files(sources: Sequence[Source], path: Path | None) -> dict[str, Path | None]:
    """Source → the file to read for it, None where there is none; nothing where the network is to be asked.

    :raises DeckcheckError: a file may be of several sources.
    """
    if path is None:
        return {}
    names = Counter(name_of(one.url) for one in sources)
    if path.is_dir():
        found = {one.name: in_folder(path, one.name, one.url, alone=names[name_of(one.url)] == 1) for one in sources}
        if not any(found.values()):
            wanted = tuple(dict.fromkeys(name_of(one.url) for one in sources))
            raise DeckcheckError("update.not-here", path=str(path), wanted=wanted)
        return found
    named = [one for one in sources if name_of(one.url) == path.name or path.stem == one.name] or list(sources)
    if len(named) > 1:
        raise DeckcheckError("update.which-source", path=str(path), known=tuple(one.name for one in named))
    return {one.name: path if one in named else None for one in sources}


def sources_of(game: Game, settings: Settings) -> tuple[tuple[Source, ...], tuple[Source, ...]]:
    """The sources that a game's schema names, and those of the project's settings, which may switch the first off.

    :raises DeckcheckError: one of them is not well written.
    """
    own = settings.project.choices(game).sources
    off = own is not None and getattr(own, "text", "") == "off"
    shipped = _read(game, game.sources, game.path, "usage.schema") if not off else ()
    mine = _read(game, own, settings.project.path or "", "usage.config", own=True) if not off else ()
    names = {one.name for one in mine}
    return tuple(one for one in shipped if one.name not in names), mine


def _read(game: Game, node: Node | None, path: str, sentence: str, *, own: bool = False) -> tuple[Source, ...]:
    reader = SchemaReader(path, sentence)
    found = read_sources(node, reader, game.card, own=own)
    if reader.broken:
        raise DeckcheckError(sentence, tuple(reader.problems), path=path)
    return found


def _locks(path: str | None, asking: Asking) -> dict[str, dict[str, dict[str, Lock]]]:
    if not asking.locked:
        return {}
    locks = read_lock(beside(path)) if path is not None else {}
    if not locks:
        raise DeckcheckError("usage.no-lock")
    return locks


def _ask(
    session: Session,
    game: Game,
    sources: list[Source],
    store: Store,
    asking: Asking,
    locks: Locks | None,
    tell: Callable[[Note], None],
    *,
    own: bool,
) -> list[Outcome]:
    fetching = Fetching(session.settings.project.path)
    pool = session.library.pool(game.id) if session.library.card_paths(game.id) else Pool(())
    shipped = session.library.lists(game.id)
    files = _files(sources, asking.source)
    outcomes = []
    for source in sources:
        locked = None
        if asking.source is not None and files[source.name] is None:
            continue
        if asking.locked:
            name = source.list or f"{CARDS}{source.name}"
            wanted = (locks or {}).get(name, {})
            here = {(one.list, one.version.first_day, one.sum) for one in fetching.found(game.id)}
            here |= {(name, day, store.cards_sum(source.name)) for day in wanted} if source.cards is not None else set()
            missing = {day: one for day, one in wanted.items() if (name, day, one.sum) not in here}
            if not missing:
                outcomes.append(Outcome(source, SAME, day=max(wanted, default=None)))
                continue
            locked = {name: missing}
        wish = Wish(today(), asking.first_day, files.get(source.name), asking.dry, asking.force, locked)
        lists = fetching.joined(game.id, shipped)
        outcomes += Update(game, pool, lists, store, wish, tell, own=own).ask(source)
    return outcomes


def _with_lock(project: str, found: list[Updated]) -> list[Updated]:
    """Write down which fetched versions the project is judged by from now on, where there are any."""
    path = beside(project)
    locks = read_lock(path)
    fetching = Fetching(project)
    for one in found:
        versions: dict[str, dict[str, Lock]] = {}
        for kept in fetching.found(one.game):
            version = kept.version
            source = version.fetched.source if version.fetched is not None else ""
            versions.setdefault(kept.list, {})[version.first_day or ""] = Lock(kept.sum, version.unsure, source)
        for file in fetching.cards(one.game):
            day, source = _head(file)
            versions[f"{CARDS}{file.stem}"] = {day: Lock(cards_sum(file), None, source)}
        if versions:
            locks[one.game] = versions
    if not any(outcome.status == NEW for one in found for outcome in one.outcomes) and read_lock(path) == locks:
        return found
    write_lock(path, locks)
    return [replace(one, lock=path) for one in found]


def _head(path: Path) -> tuple[str, str]:
    """The day and the source of a card file that was fetched, as its head has them."""
    head = dict(
        line.partition(": ")[::2] for line in path.read_text(encoding="utf-8").split("\ncards:\n")[0].split("\n")
    )
    return json.loads(head["checked"]), json.loads(head["source"])
