"""Reads a `deckcheck.yaml`: every key is known, and everything wrong is told at its place."""

from __future__ import annotations

import os
from collections.abc import Mapping as Pairs
from pathlib import Path

from deckcheck.files.disk import bytes_of
from deckcheck.files.schema_reader import SchemaReader
from deckcheck.files.source import MAX_READ, ListNode, MapNode, Node, Scalar, parse, read
from deckcheck.games.choices import Choices
from deckcheck.report import DeckcheckError, Place
from deckcheck.sessions.project import LEVELS, Project

_MOST_VALUES = 20_000
_CHOICES = ("format", "lists", "params", "severity", "sources")
_KEYS = ("game", "as_of", "cards", "schemas", "include", "exclude", *_CHOICES, "games")


def read_project(path: str | Path) -> Project:
    """The settings of a file.

    :raises DeckcheckError: it cannot be read, or something in it is wrong; the problems say what.
    """
    shown = _from_here(Path(path))
    source = read(shown, bytes_of(shown, MAX_READ))
    node, problems = parse(source)
    reader = SchemaReader(shown, "usage.config")
    reader.problems.extend((*source.problems, *problems))
    reader.bound(node, _MOST_VALUES)
    project = _project(node, shown, reader) if node is not None else Project(shown)
    if reader.broken:
        raise DeckcheckError("usage.config", tuple(reader.problems), path=shown)
    return project


def _from_here(path: Path) -> str:
    """The path from the working directory, as it is short where the file lies in it."""
    try:
        return os.path.relpath(path)
    except ValueError:  # on another drive
        return str(path)


def _project(node: Node, path: str, reader: SchemaReader) -> Project:
    top = reader.mapping(node, path, _KEYS)
    if top is None:
        return Project(path)
    game = reader.text(top.items.get("game"), "game")
    games, places = _games(top, reader)
    own = {key: top.items[key] for key in _CHOICES if key in top.items}
    if own and game is None:
        key = next(iter(own))
        reader.error("config.no-game", top.keys[key], key=key)
    elif own and game in games:
        reader.error("config.game-twice", places[game or ""], game=game)
    elif own:
        games[game or ""] = _choices(own, path, reader)
    if "game" in top.items:
        places.setdefault(game or "", top.items["game"].place)
    return Project(
        path,
        game,
        reader.day(top.items.get("as_of"), "as_of", "usage.day"),
        _paths(top.items.get("cards"), "cards", path, reader),
        _paths(top.items.get("schemas"), "schemas", path, reader),
        reader.texts(top.items.get("include"), "include"),
        reader.texts(top.items.get("exclude"), "exclude"),
        games,
        places,
    )


def _games(top: MapNode, reader: SchemaReader) -> tuple[dict[str, Choices], dict[str, Place]]:
    node = reader.mapping(top.items.get("games"), "games")
    if node is None:
        return {}, {}
    games = {}
    for name, value in node.items.items():
        chosen = reader.mapping(value, name, _CHOICES)
        games[name] = _choices(chosen.items if chosen else {}, reader.file, reader)
    return games, dict(node.keys)


def _choices(items: Pairs[str, Node], path: str, reader: SchemaReader) -> Choices:
    places: dict[str, Place] = {}
    if "format" in items:
        places["format"] = items["format"].place
    severity = {}
    for name, node in _pairs(items.get("severity"), "severity", reader, places):
        level = reader.choice(node, name, LEVELS)
        if level is not None:
            severity[name] = level
    params = {name: _value(node, name, reader) for name, node in _pairs(items.get("params"), "params", reader, places)}
    return Choices(
        format=reader.text(items.get("format"), "format"),
        lists=_paths(items.get("lists"), "lists", path, reader),
        params=params,
        severity=severity,
        sources=items.get("sources"),
        places=places,
    )


def _pairs(node: Node | None, what: str, reader: SchemaReader, places: dict[str, Place]) -> list[tuple[str, Node]]:
    pairs = reader.mapping(node, what)
    if pairs is None:
        return []
    places |= pairs.keys
    return list(pairs.items.items())


def _value(node: Node, name: str, reader: SchemaReader) -> str:
    """A param as an option gives it: a text, or several with commas."""
    if isinstance(node, ListNode):
        return ",".join(reader.texts(node, name))
    if isinstance(node, Scalar):
        return node.text
    reader.error("schema.not-a-text", node.place, what=name)
    return ""


def _paths(node: Node | None, what: str, path: str, reader: SchemaReader) -> tuple[str, ...]:
    """Paths that lead from the folder of the file, as they lead from the working directory."""
    folder = os.path.dirname(path)  # noqa: PTH120 - texts, as options give them
    return tuple(os.path.join(folder, text) for text in reader.texts(node, what))  # noqa: PTH118
