"""Paths as machine forms write them: from the working directory, with "/", the same on every machine."""

from __future__ import annotations

import os
from contextlib import suppress

from deckcheck.report import Place, Problem, Report


def machine_path(path: str) -> str:
    """The path from the working directory; a link, and the sign of the standard input, as they are."""
    if path == "-" or "://" in path:
        return path
    with suppress(ValueError):  # on another drive
        path = os.path.relpath(path)
    return path.replace(os.sep, "/")


def is_within(path: str) -> bool:
    """Whether a machine path leads to a file below the working directory."""
    return "://" not in path and not path.startswith(("../", "/")) and not os.path.isabs(path)  # noqa: PTH117


def place_within(problem: Problem, report: Report) -> Place:
    """Where a problem is shown: its place, or the deck where that lies outside of the working directory."""
    deck = machine_path(report.path)
    file = machine_path(problem.place.file) if problem.place.file else deck
    if file != deck and not is_within(file):
        return Place(deck)
    return Place(file, problem.place.line, problem.place.column)


def uri(path: str) -> str:
    """A machine path as a URI reference: links as they are, files below the working directory relative."""
    from urllib.parse import quote

    if "://" in path:
        return quote(_bytes(path), safe="/:!?=&+,;@")
    if is_within(path):
        return quote(_bytes(path), safe="/")  # a colon in the first part would make it a scheme
    return "file://" + quote(_bytes(os.path.abspath(path).replace(os.sep, "/")), safe="/:")  # noqa: PTH100


def _bytes(path: str) -> bytes:
    """The bytes that the file system knows the path by."""
    try:
        return path.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return path.encode("utf-8", "replace")
