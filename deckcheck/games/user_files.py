"""The user's own files: which of them hold cards, lists or a schema, and of which games their cards are."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from pathlib import Path

from deckcheck.files.folders import OTHER_FOLDERS, YAML_SUFFIXES, card_files, files_below
from deckcheck.files.source import contents, read
from deckcheck.games.peek import COUNTED, game_in

# Kind of YAML file → what no other kind has: a key at its top, or lines with counts.
_MARKS = {
    "cards": re.compile(r"^cards[ \t]*:", re.MULTILINE),
    "list": re.compile(r"^(?:list|versions)[ \t]*:", re.MULTILINE),
    "schema": re.compile(r"^(?:card|sections|rules)[ \t]*:", re.MULTILINE),
    "deck": COUNTED,
}


def kind_of(path: Path) -> str | None:
    """`cards`, `list`, `schema` or `deck` for a YAML file that is marked as such; None for others."""
    try:
        text = read(str(path), contents(str(path))).text
    except OSError:  # whoever reads the file tells why it cannot be read
        return None
    return next((kind for kind, mark in _MARKS.items() if mark.search(text)), None)


def schemas_below(folder: Path) -> list[Path]:
    """The schemas of a folder, in which cards, lists and decks may stand too."""
    files = list(files_below(folder, YAML_SUFFIXES))
    marked = [path for path in files if kind_of(path) == "schema"]
    return marked or files  # where none is marked, reading says what is missing


def own_cards(paths: Iterable[Path], game_id: Callable[[str], str | None]) -> Mapping[Path, str | None]:
    """Own card file → the game that it names; None where it names none (a table never does) or one that is not known.

    :raises DeckcheckError: a path is missing, is no card file, or a folder cannot be opened.
    """
    found: dict[Path, str | None] = {}
    for path in paths:
        for file in card_files([path]):
            if path.is_dir() and file.suffix.lower() in YAML_SUFFIXES and kind_of(file) not in ("cards", None):
                continue  # what stands beside the cards
            found[file] = _game_of(file, game_id)
    return found


def _game_of(file: Path, game_id: Callable[[str], str | None]) -> str | None:
    if file.suffix.lower() not in YAML_SUFFIXES:
        return None
    try:
        named = game_in(file)
    except OSError:
        return None
    return game_id(named) if named is not None else None


def cards_for(game: str, cards: Mapping[Path, str | None], own_games: Collection[str]) -> tuple[Path, ...]:
    """The own card files of a game: those that name it; those that name none are of the own games, else of any."""
    return tuple(
        file
        for file, named in cards.items()
        if named == game or (named is None and (not own_games or game in own_games))
    )


def held(paths: Iterable[Path], name: str) -> Iterator[Path]:
    """The files in `lists` or `decks` (the `name`) of own folders, and lists that stand in those folders themselves."""
    for path in filter(Path.is_dir, paths):
        if (path / name).is_dir():
            yield from files_below(path / name, YAML_SUFFIXES)
        if name == "lists":
            yield from _lists_in(path)


def lists_beside(paths: Iterable[Path]) -> Iterator[Path]:
    """The lists in the folder `lists` beside own card files."""
    for path in paths:
        if not path.is_dir() and (path.parent / "lists").is_dir():
            yield from _lists_in(path.parent / "lists")


def _lists_in(folder: Path) -> Iterator[Path]:
    return (file for file in files_below(folder, YAML_SUFFIXES, OTHER_FOLDERS) if kind_of(file) == "list")
