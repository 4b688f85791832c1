"""Where newer data of a game is to be had: the part `sources:` of its schema, or of a file of settings."""

from __future__ import annotations

import string
from collections.abc import Mapping
from urllib.parse import urlsplit

from deckcheck.cards.patterns import PatternError, found_in
from deckcheck.files.schema_reader import SchemaReader
from deckcheck.files.source import MapNode, Node
from deckcheck.record import dataclass

FORMS = ("lflist", "json", "list")
_KEYS = ("list", "cards", "url", "form", "title", "day", "entries", "by", "most", "optional", "licence", "home")
_MOST = 4_000_000  # bytes, where a source does not say
_MOST_OF_ALL = 400_000_000
_SIGNS = frozenset(string.ascii_letters + string.digits + "-_")  # of what becomes the name of a file
_LONGEST = 60
_LOCAL = frozenset({"localhost", "127.0.0.1", "::1"})


@dataclass(frozen=True, slots=True)
class ListSource:
    """A source of versions of a list.

    `form`: one of FORMS. `title`: a pattern, which of several lists of the file is meant. `day`, `entries`: where
    in a JSON file the first day and the values by card stand. `by`: the field of cards whose values name them there.
    `most`: bytes. `optional`: that it is not there says nothing is new.
    """

    name: str
    list: str
    url: str
    form: str
    title: str | None = None
    day: str | None = None
    entries: str | None = None
    by: str | None = None
    most: int = _MOST
    optional: bool = False
    licence: str | None = None
    home: str | None = None


def read_sources(node: Node | None, reader: SchemaReader, *, own: bool = False) -> tuple[ListSource, ...]:
    """The sources that a part says; problems go to the reader. `own`: they are the user's, who may name files."""
    whole = reader.mapping(node, "sources")
    found = []
    for name, item in (whole.items if whole else {}).items():
        inner = reader.mapping(item, f"source {name}", _KEYS)
        if inner is not None and (source := _source(name, inner, reader, own=own)) is not None:
            found.append(source)
    return tuple(found)


def _source(name: str, inner: MapNode, reader: SchemaReader, *, own: bool) -> ListSource | None:
    items = inner.items
    list_id = reader.text(items.get("list"), "list") or ""
    for text, place in ((name, inner.place), (list_id, items["list"].place if "list" in items else inner.place)):
        if text and not (len(text) <= _LONGEST and set(text) <= _SIGNS):
            reader.error("source.name", place, name=text)
    for need in ("list", "url", "form"):
        if need not in items:
            reader.error("schema.missing-key", inner.place, key=need)
    form = reader.choice(items.get("form"), "form", FORMS) if "form" in items else None
    url = reader.text(items.get("url"), "url") or ""
    if "url" in items and (wrong := wrong_address(url, own=own)):
        reader.error(wrong, items["url"].place, url=without_password(url))
    if form == "json":
        for need in ("entries",):
            if need not in items:
                reader.error("schema.missing-key", inner.place, key=need)
    title = reader.text(items.get("title"), "title")
    _pattern(title, items, reader)
    most = reader.number(items.get("most"), "most")
    if most is not None and not 0 < most <= _MOST_OF_ALL:
        reader.error("source.most", items["most"].place, most=_MOST_OF_ALL)
    return ListSource(
        name,
        list_id,
        url,
        form or FORMS[0],
        title,
        reader.text(items.get("day"), "day"),
        reader.text(items.get("entries"), "entries"),
        reader.text(items.get("by"), "by"),
        most or _MOST,
        reader.truth(items.get("optional"), "optional"),
        reader.text(items.get("licence"), "licence"),
        reader.text(items.get("home"), "home"),
    )


def _pattern(title: str | None, items: Mapping[str, Node], reader: SchemaReader) -> None:
    if title is not None:
        try:
            found_in(title)
        except PatternError as error:
            reader.error(error.sentence, items["title"].place, **error.facts)


def wrong_address(url: str, *, own: bool = False) -> str | None:
    """What is wrong with an address: the sentence that says so; None if nothing is.

    It is `https:`, or `http:` of this machine; of the user's own sources also `file:`. A password would be kept with
    the data, and told.
    """
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError:
        return "source.address"
    if parts.username is not None or parts.password is not None:
        return "source.password"
    if any(not char.isprintable() or char.isspace() for char in url):
        return "source.address"
    if parts.scheme == "file":
        return None if own and parts.path and not parts.netloc else "source.file"
    if parts.scheme == "https" or (parts.scheme == "http" and host in _LOCAL):
        return None if host else "source.address"
    return "source.scheme"


def without_password(url: str) -> str:
    """The address as it may be told."""
    head, at, tail = url.rpartition("@")
    return f"{head.partition('//')[0]}//…@{tail}" if at else url
