"""Where newer data of a game is to be had: the part `sources:` of its schema, or of a file of settings."""

from __future__ import annotations

import string
from collections.abc import Mapping
from typing import TypedDict
from urllib.parse import urlsplit

from deckcheck.cards.card_schema import CardSchema
from deckcheck.cards.patterns import PatternError, found_in
from deckcheck.files.schema_reader import SchemaReader
from deckcheck.files.source import MapNode, Node
from deckcheck.record import dataclass
from deckcheck.report import Place
from deckcheck.update.mapping import read_mapping
from deckcheck.update.mapping_records import CardMapping

FORMS = ("lflist", "json", "list")
_OF_ALL = ("url", "most", "optional", "licence", "home")
_OF_LIST = ("list", "form", "title", "day", "entries", "by", *_OF_ALL)
_OF_CARDS = ("cards", "amend", *_OF_ALL)
_MOST = 4_000_000  # bytes, where a source does not say
_MOST_OF_ALL = 400_000_000
_SIGNS = frozenset(string.ascii_letters + string.digits + "-_")  # of what becomes the name of a file
_LONGEST = 60
_LOCAL = frozenset({"localhost", "127.0.0.1", "::1"})


@dataclass(frozen=True, slots=True)
class Source:
    """A source of versions of a list, or of cards.

    `form`: one of FORMS. `title`: a pattern, which of several lists of the file is meant. `day`, `entries`: where
    in a JSON file the first day and the values by card stand. `by`: the field of cards whose values name them there.
    `cards`: how its records become cards; `amend`: the fields that cards which are there take over from it.
    `most`: bytes. `optional`: that it is not there says nothing is new.
    """

    name: str
    url: str
    list: str = ""
    form: str = FORMS[0]
    title: str | None = None
    day: str | None = None
    entries: str | None = None
    by: str | None = None
    cards: CardMapping | None = None
    amend: tuple[str, ...] = ()
    most: int = _MOST
    optional: bool = False
    licence: str | None = None
    home: str | None = None


def read_sources(
    node: Node | None, reader: SchemaReader, schema: CardSchema, *, own: bool = False
) -> tuple[Source, ...]:
    """The sources that a part says; problems go to the reader. `own`: they are the user's, who may name files."""
    whole = reader.mapping(node, "sources")
    found = []
    for name, item in (whole.items if whole else {}).items():
        of_cards = isinstance(item, MapNode) and "cards" in item.items
        inner = reader.mapping(item, f"source {name}", _OF_CARDS if of_cards else _OF_LIST)
        if inner is None:
            continue
        _named(name, inner.place, reader)
        found.append(_of_cards(name, inner, reader, schema, own) if of_cards else _of_list(name, inner, reader, own))
    return tuple(found)


def _of_list(name: str, inner: MapNode, reader: SchemaReader, own: bool) -> Source:
    items = inner.items
    for need in ("list", "url", "form"):
        if need not in items:
            reader.error("schema.missing-key", inner.place, key=need)
    form = reader.choice(items.get("form"), "form", FORMS) if "form" in items else None
    if form == "json" and "entries" not in items:
        reader.error("schema.missing-key", inner.place, key="entries")
    list_id, title = reader.text(items.get("list"), "list") or "", reader.text(items.get("title"), "title")
    if list_id:
        _named(list_id, items["list"].place, reader)
    _pattern(title, items, reader)
    return Source(
        name,
        _url(items, reader, own),
        list_id,
        form or FORMS[0],
        title,
        reader.text(items.get("day"), "day"),
        reader.text(items.get("entries"), "entries"),
        reader.text(items.get("by"), "by"),
        **_about(items, reader),
    )


def _of_cards(name: str, inner: MapNode, reader: SchemaReader, schema: CardSchema, own: bool) -> Source:
    items = inner.items
    if "url" not in items:
        reader.error("schema.missing-key", inner.place, key="url")
    amend = reader.texts(items.get("amend"), "amend")
    for field in amend:
        if field not in schema.fields:
            near = reader.nearest(field, tuple(schema.fields))
            facts = {"field": field, "nearest": near, "known": tuple(schema.fields)}
            reader.error("schema.unknown-field", items["amend"].place, **facts)
    mapping = read_mapping(reader, items["cards"], schema)
    return Source(name, _url(items, reader, own), cards=mapping, amend=amend, **_about(items, reader))


def _named(text: str, place: Place, reader: SchemaReader) -> None:
    if not (len(text) <= _LONGEST and set(text) <= _SIGNS):
        reader.error("source.name", place, name=text)


def _url(items: Mapping[str, Node], reader: SchemaReader, own: bool) -> str:
    url = reader.text(items.get("url"), "url") or ""
    if "url" in items and (wrong := wrong_address(url, own=own)):
        reader.error(wrong, items["url"].place, url=without_password(url))
    return url


class _About(TypedDict):
    most: int
    optional: bool
    licence: str | None
    home: str | None


def _about(items: Mapping[str, Node], reader: SchemaReader) -> _About:
    most = reader.number(items.get("most"), "most")
    if most is not None and not 0 < most <= _MOST_OF_ALL:
        reader.error("source.most", items["most"].place, most=_MOST_OF_ALL)
    return {
        "most": most or _MOST,
        "optional": reader.truth(items.get("optional"), "optional"),
        "licence": reader.text(items.get("licence"), "licence"),
        "home": reader.text(items.get("home"), "home"),
    }


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
