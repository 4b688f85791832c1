"""What commands that take decks share: finding them, and reading a single one."""

from __future__ import annotations

import errno
import os
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from deckcheck.commands.output import Target, complain_of, emit, progress, tell, to_stderr
from deckcheck.files.folders import CARD_SUFFIXES
from deckcheck.formats import MOST_READ
from deckcheck.record import dataclass
from deckcheck.report import DeckcheckError, Report, Skipped
from deckcheck.reports import REPORTS
from deckcheck.reports.look import PLAIN
from deckcheck.rules.check import Loaded
from deckcheck.sessions.find import STDIN, Found, Search, find_decks
from deckcheck.sessions.project import Project
from deckcheck.sessions.session import Session

if TYPE_CHECKING:
    from deckcheck.cards.pool import Card, Pool
    from deckcheck.rules.game import Game
    from deckcheck.sessions.ignore_patterns import PathFilter
    from deckcheck.sessions.players import Players

_ESCAPE = rb"\\([0-7]{3}|[abtnvfr\"\\])"
_ESCAPED = {b'abtnvfr"\\'[i : i + 1]: b'\a\b\t\n\v\f\r"\\'[i : i + 1] for i in range(9)}
_NAMED = 5  # decks or players of a message
_MOST_LISTED = 10_000_000  # bytes of a list of paths


def search(
    paths: Sequence[str],
    session: Session,
    stdin_name: str | None,
    exclude: Sequence[str] = (),
    *,
    sift: bool = False,
    quiet: bool = False,
) -> Search:
    """The decks that the arguments mean, and what was passed over, but for files that the run reads as something else.

    `exclude`: patterns of files in folders that are passed over, besides those of the project. `sift`: named
    files are chosen like those of a folder, and it is no error if none is left. `quiet`: neither how far it is nor
    which files are no decks is told on the standard error.

    :raises DeckcheckError: there is none.
    """
    stdin = sys.stdin.buffer.read(MOST_READ + 1) if STDIN in paths else None
    project = session.settings.project
    lists = (session.settings.game or project.game) is not None
    path_filter = cache(lambda: _sieve(project, exclude))  # made where there is a folder, as most checks name files
    with progress("progress.files", quiet=quiet) as told:
        found = find_decks(
            paths,
            lists=lists,
            stdin=stdin,
            stdin_name=stdin_name,
            stops=lambda path, folder: path_filter().stops(path, folder),
            sift=sift,
            tell=told,
        )
    if not found.decks and not sift:
        others, excluded = len(found.skipped) or None, (*project.exclude, *exclude)
        raise DeckcheckError("usage.no-decks", paths=tuple(paths), skipped=others, excluded=excluded)
    if not found.skipped:
        return found
    in_use = _InUse.by(session)
    skipped = tuple(one for one in found.skipped if one.path not in in_use)
    if not quiet:
        from deckcheck.reports.skipped import not_decks

        for line in not_decks(skipped):
            to_stderr(line)
    return Search(found.decks, skipped)


def tell_skipped(skipped: Sequence[Skipped]) -> None:
    """What was passed over and may be a deck, on the standard error."""
    from deckcheck.reports.skipped import passed_over

    for line in passed_over(skipped):
        to_stderr(line)


@dataclass(frozen=True, slots=True)
class _InUse:
    """Files that are no decks because the run reads them as something else: schemas, cards, lists, settings."""

    paths: frozenset[str]

    @classmethod
    def by(cls, session: Session) -> _InUse:
        from deckcheck.games.user_files import held, lists_beside

        settings = session.settings
        lists = [*settings.lists, *(one for choices in settings.project.games.values() for one in choices.lists)]
        files = (path for text in lists for path in (text, text.rpartition("#")[0]))
        cards = [Path(path) for path in settings.cards if Path(path).exists()]
        own = map(str, (*held(cards, "lists"), *lists_beside(cards)))
        paths = (settings.project.path, *settings.cards, *settings.schemas, *files, *own)
        return cls(frozenset(map(os.path.realpath, filter(None, paths))))

    def __contains__(self, path: str) -> bool:
        real = Path(os.path.realpath(path))
        above = real.parents if real.suffix.lower() in CARD_SUFFIXES else ()
        return any(str(one) in self.paths for one in (real, *above))


def _sieve(project: Project, exclude: Sequence[str]) -> PathFilter:
    """The patterns of the project hold below its folder, those of the options below the working directory."""
    from deckcheck.sessions.ignore_patterns import PathFilter, Patterns

    folder = os.path.dirname(os.path.abspath(project.path)) if project.path else ""  # noqa: PTH100, PTH120
    here = os.getcwd() if exclude else ""  # noqa: PTH109
    patterns = [Patterns(folder, project.exclude), Patterns(here, tuple(exclude))]
    include = (Patterns(folder, project.include),) if project.include else ()
    return PathFilter(include, tuple(one for one in patterns if one.lines))


def named(paths: Sequence[str] | None, files_from: str | None) -> list[str]:
    """The paths of the arguments, then those that a file (`-`: the standard input) lists, a line or a NUL each.

    :raises DeckcheckError: there are none at all, or the file cannot be read.
    """
    if not paths and files_from is None:
        raise DeckcheckError("usage.no-arguments")
    found = list(paths or ())
    if "" in found:
        raise DeckcheckError("usage.empty", option="DECK")
    if files_from is not None:
        if files_from == STDIN and STDIN in found:
            raise DeckcheckError("usage.stdin-twice")
        found += _listed(files_from)
    return found


def _listed(path: str) -> list[str]:
    """The paths of a list, in any encoding and with any ends of lines that programs write; as git quotes them too."""
    from deckcheck.files.disk import bytes_of
    from deckcheck.files.source import MARKS, wide

    most = _MOST_LISTED
    data = sys.stdin.buffer.read(most + 1) if path == STDIN else bytes_of(path, most, pipes=True)
    if len(data) > most:
        raise DeckcheckError("usage.os-error", path=path, reason=os.strerror(errno.EFBIG))
    for mark, name in (*MARKS, (b"", wide(data) if _is_wide(data) else None)):
        if name is not None and data.startswith(mark):
            text = data[len(mark) :].decode(name, "replace")
            lines = text.split("\0") if "\0" in text else text.splitlines()
            return [_unquoted(os.fsencode(line)) for line in lines if line.strip()]
    parts = data.split(b"\0") if b"\0" in data else data.splitlines()
    return [_unquoted(part) if b"\0" not in data else os.fsdecode(part) for part in parts if part.strip()]


def _is_wide(data: bytes) -> bool:
    """Whether NULs are halves of letters; names of one letter with NULs between them look like that too."""
    return b"\0" in data and not all(map(os.path.lexists, filter(None, data.split(b"\0"))))


def _unquoted(path: bytes) -> str:
    """A path as git writes it in quotes where it has other letters than ASCII, control signs or quotes."""
    if len(path) > 1 and path.startswith(b'"') and path.endswith(b'"') and not os.path.lexists(path):
        byte = lambda sign: _ESCAPED.get(sign[1]) or bytes([int(sign[1], 8) & 0xFF])  # noqa: E731
        path = re.sub(_ESCAPE, byte, path[1:-1])
    return os.fsdecode(path)


def tell_players(players: Players) -> None:
    """What does not match of a table of players and the decks, on the standard error."""
    for sentence, what, names in (
        ("players.without", "decks", tuple(players.without)),
        ("players.unused", "players", players.unused()),
    ):
        if names:
            some = (*names[:_NAMED], *(("…",) if len(names) > _NAMED else ()))
            tell(sentence, {"path": players.path, what: len(names), "names": some})


def keep_inputs(outputs: Iterable[str | None], inputs: Iterable[str]) -> None:
    """Make sure that nothing is written over a file that is read.

    :raises DeckcheckError: an output is one of the inputs.
    """
    read = set(map(os.path.realpath, inputs))
    for path in outputs:
        if path is not None and os.path.realpath(path) in read and os.path.isfile(path):  # noqa: PTH113
            raise DeckcheckError("usage.same-file", path=path)


def one(path: str, session: Session, stdin_name: str | None) -> Found:
    """The one deck that the argument means.

    :raises DeckcheckError: the argument is a folder, or a pattern that matches several files.
    """
    if not path:
        raise DeckcheckError("usage.empty", option="DECK")
    if os.path.isdir(path):  # noqa: PTH112
        raise DeckcheckError("usage.folder", path=path)
    found = search((path,), session, stdin_name).decks
    if len(found) > 1:
        raise DeckcheckError("usage.many-decks", path=path, decks=len(found))
    return found[0]


def owned_cards(path: str, game: Game, pool: Pool) -> Mapping[Card, int]:
    """The cards of a collection; lines of it that are left out are told.

    :raises DeckcheckError: there is no such file, or it holds no card.
    """
    from deckcheck.build.collection import read_collection

    collection = read_collection(path, game, pool)
    if collection.problems:
        tell("fill.owned-left-out", {"path": path, "lines": len(collection.problems)})
        complain_of(collection.problems, path)
    return collection.copies


def unreadable(report: Report, targets: Sequence[Target] = ()) -> int:
    """Tell why a deck cannot be read; the exit code.

    In the forms asked for, as `check` does. A command that makes a file has none: it tells on the standard error.
    """
    if not targets:
        complain_of(report.problems, report.path)
    emit((target, REPORTS[target.form]((report,), PLAIN)) for target in targets)
    return 1


def single(path: str, session: Session, stdin_name: str | None, targets: Sequence[Target] = ()) -> Loaded | int:
    """The one deck that the argument means, or the exit code once it is told why it cannot be read.

    :raises DeckcheckError: as `one`; or the report is to be written over the deck.
    """
    keep_inputs((target.file for target in targets), (path,))
    loaded = session.load(one(path, session, stdin_name))
    return unreadable(loaded, targets) if isinstance(loaded, Report) else loaded
