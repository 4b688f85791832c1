"""Which files of a folder are passed over: what .gitignore, `exclude` and `include` say."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from deckcheck.files.source import contents
from deckcheck.record import dataclass, field
from deckcheck.report import DeckcheckError
from deckcheck.sessions.globs import Glob, read_globs, said_of


@dataclass(frozen=True, slots=True)
class Patterns:
    """Patterns as those of .gitignore, and the folder below which they hold."""

    folder: str
    lines: tuple[str, ...]


@dataclass(slots=True)
class PathFilter:
    """Passes the files that no pattern of `exclude` and no .gitignore names, and one of `include` if there is any.

    A .gitignore holds in its folder and below it, as far up as the root of the git repository; outside of a
    repository there is none.

    :raises DeckcheckError: (from the methods) a pattern of `include` or `exclude` is none.
    """

    include: tuple[Patterns, ...] = ()
    exclude: tuple[Patterns, ...] = ()
    _specs: dict[Patterns, tuple[Glob, ...]] = field(default_factory=dict)
    _ignored: dict[str, Patterns | None] = field(default_factory=dict)
    _roots: dict[str, str] = field(default_factory=dict)

    def stops(self, path: str, folder: bool) -> str | None:
        """Why a file or a folder is passed over: a key of `skipped.*` in `wording`; None: it is not."""
        full = os.path.abspath(path)  # noqa: PTH100 - not through links: a pattern names what is seen
        if any(self._match(patterns, full, folder=folder) for patterns in self.exclude):
            return "excluded"
        if self._git(full, folder):
            return "ignored"
        if not folder and self.include and not any(self._match(one, full) for one in self.include):
            return "not-included"
        return None

    def _git(self, full: str, folder: bool) -> bool:
        """What the nearest .gitignore says that says anything."""
        for here in self._folders(os.path.dirname(full)):  # noqa: PTH120
            patterns = self._gitignore(here)
            verdict = self._match(patterns, full, folder=folder) if patterns else None
            if verdict is not None:
                return verdict
        return False

    def _folders(self, here: str) -> Iterable[str]:
        """The folder and those above it, to the root of the repository."""
        root = self._root(here)
        above = (here, *map(str, Path(here).parents)) if root else ()
        return above[: above.index(root) + 1] if root else ()

    def _root(self, here: str) -> str:
        if here not in self._roots:
            up = os.path.dirname(here)  # noqa: PTH120
            is_root = os.path.exists(os.path.join(here, ".git"))  # noqa: PTH110, PTH118 - a file in a worktree
            self._roots[here] = here if is_root else self._root(up) if up != here else ""
        return self._roots[here]

    def _gitignore(self, folder: str) -> Patterns | None:
        if folder not in self._ignored:
            try:
                text = contents(os.path.join(folder, ".gitignore")).decode("utf-8", "replace")  # noqa: PTH118
            except OSError:
                text = ""
            lines = tuple(line for line in text.splitlines() if line.strip() and not line.startswith("#"))
            self._ignored[folder] = Patterns(folder, tuple(filter(_is_pattern, lines))) if lines else None
        return self._ignored[folder]

    def _match(self, patterns: Patterns, full: str, *, folder: bool = False) -> bool | None:
        """True: a pattern names it; False: one with "!" takes it back; None: none of them says anything."""
        inner = os.path.relpath(full, patterns.folder).replace(os.sep, "/")
        if inner.startswith("../") or inner == ".":
            return None
        if patterns not in self._specs:
            self._specs[patterns] = _spec(patterns.lines)
        return said_of(self._specs[patterns], inner, folder=folder)


def _is_pattern(line: str) -> bool:
    """Whether a line of a .gitignore is a pattern; git passes over those that are none."""
    try:
        _spec((line,))
    except DeckcheckError:
        return False
    return True


def _spec(lines: Sequence[str]) -> tuple[Glob, ...]:
    try:
        return read_globs(lines)
    except ValueError:
        raise DeckcheckError("usage.bad-pattern", patterns=lines) from None
