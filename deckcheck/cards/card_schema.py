"""What a game's schema says about a card record, as a frozen record.

The schema's `card:` section is a JSON Schema with annotations of our own inside a property: `title`,
`also` (other column names), `words` (other spellings of a value), `identifier` (true, or hint),
`printing_of`. Only what the rule language can read is a field: text, whole numbers, truth, and lists of texts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from deckcheck.cards.names import normalise
from deckcheck.record import dataclass, field
from deckcheck.spelling import nearest

_KINDS = {"string": "text", "integer": "number", "boolean": "truth"}
_ANNOTATIONS = frozenset({"also", "words", "identifier", "printing_of"})

_Path = tuple[str | int, ...]
_Options = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class FieldType:
    """The type of a field: `kind` is number, text or truth; `many` fields hold several texts.

    `enum` are the allowed values (of each item where `many`), `minimum` the least number, `date` a
    text of the form YYYY-MM-DD.
    """

    kind: str
    many: bool = False
    enum: tuple[str, ...] | tuple[int, ...] | None = None
    minimum: int | None = None
    date: bool = False


@dataclass(frozen=True, slots=True)
class CardSchemaFault:
    """Something wrong in a `card:` section; `path` leads there from the section."""

    path: _Path
    sentence: str
    facts: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CardSchema:
    """The shape of a game's card records.

    `schema` is the JSON Schema as plain data, without annotations. `required` are the fields every
    record needs; `conditional` those that an `if/then` may ask for, `conditions` those its `if` reads.
    `also` gives the field of every other column name, `words` those of a field's other spellings of a
    value; both are keyed by normalised text. `identifiers` are fields that may stand for the card, `hints`
    those that did before it had its own. `printing_of`: the field that names, by an identifier, the card
    of which the record is but another printing.
    """

    schema: Mapping[str, object]
    fields: Mapping[str, FieldType]
    required: frozenset[str] = frozenset({"name"})
    conditional: frozenset[str] = frozenset()
    conditions: frozenset[str] = frozenset()
    also: Mapping[str, str] = field(default_factory=dict)
    words: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    identifiers: tuple[str, ...] = ()
    hints: tuple[str, ...] = ()
    printing_of: str | None = None
    titles: Mapping[str, str] = field(default_factory=dict)
    faults: tuple[CardSchemaFault, ...] = ()


def read_card_schema(section: object) -> CardSchema:
    """The shape that the plain data of a `card:` section describes; what is wrong is in `faults`."""
    from deckcheck.cards.written_out import WrittenOutError, written_out  # a check of a compiled game does without

    faults: list[CardSchemaFault] = []
    whole = _mapping(section, (), faults)
    try:
        whole = written_out(whole)
    except WrittenOutError as error:
        faults.append(CardSchemaFault(error.path, error.sentence, error.facts))
    properties = _mapping(whole.get("properties", {}), ("properties",), faults)
    fields: dict[str, FieldType] = {"name": FieldType("text")}
    titles: dict[str, str] = {}
    columns: dict[str, str] = {}
    words: dict[str, Mapping[str, str]] = {}
    identifiers: list[str] = []
    hints: list[str] = []
    for name, value in properties.items():
        if name == "names":  # the names in other languages are no field: a rule cannot read them
            continue
        path = ("properties", name)
        fields[name] = FieldType("text")
        options = _mapping(value, path, faults)
        if not options and not isinstance(value, Mapping):
            continue
        fields[name] = kind = _field_type(options, path, faults)
        if name == "name" and (kind.kind, kind.many) != ("text", False):
            faults.append(CardSchemaFault(path, "schema.card-name"))
        if isinstance(options.get("title"), str):
            titles[name] = str(options["title"])
        columns |= _columns(name, options, columns, path, faults)
        words[name] = _words(kind, options, path, faults)
        if options.get("identifier") is True:
            identifiers.append(name)
        elif options.get("identifier") == "hint":
            hints.append(name)
        elif options.get("identifier", False) is not False:
            faults.append(CardSchemaFault((*path, "identifier"), "schema.card-truth"))
    columns |= {normalise(name): name for name in fields}  # a field's own id always wins
    required = _names(whole.get("required", ()), ("required",), fields, faults)
    conditional, conditions = _conditions(whole, required, fields, faults)
    options_of = ((name, options) for name, options in properties.items() if isinstance(options, Mapping))
    printings = (name for name, options in options_of if options.get("printing_of") is True)
    return CardSchema(
        schema=_bare(whole),
        fields=fields,
        required=required | {"name"},
        conditional=conditional,
        conditions=conditions,
        also=columns,
        words={name: spelt for name, spelt in words.items() if spelt},
        identifiers=tuple(identifiers),
        hints=tuple(hints),
        printing_of=next(printings, None),
        titles=titles,
        faults=tuple(faults),
    )


def _mapping(value: object, path: _Path, faults: list[CardSchemaFault]) -> Mapping[str, object]:
    if isinstance(value, Mapping):
        return value
    faults.append(CardSchemaFault(path, "schema.card-mapping"))
    return {}


def _field_type(options: _Options, path: _Path, faults: list[CardSchemaFault]) -> FieldType:
    """The type of one property; text where it cannot be told."""
    if "$ref" in options:  # what it names could not be written out, and that is told
        return FieldType("text")
    given = options.get("type")
    kinds = [kind for kind in (given if isinstance(given, list) else [given]) if kind not in (None, "null")]
    if kinds == ["array"]:
        items = _mapping(options.get("items", {"type": "string"}), (*path, "items"), faults)
        inner = _field_type(items, (*path, "items"), faults)
        if inner.kind != "text" or inner.many:
            faults.append(CardSchemaFault((*path, "items"), "schema.card-items"))
        return FieldType("text", many=True, enum=inner.enum, date=inner.date)
    enum = _enum(options, path, faults)
    if enum is None and "enum" in options:
        return FieldType("text")
    told = {int: "integer", str: "string"}[type(enum[0])] if enum else None
    if not kinds and told:
        kinds = [told]
    if len(kinds) != 1 or not isinstance(kinds[0], str) or kinds[0] not in _KINDS:
        expected = ("string", "integer", "boolean", "array")
        value = str(given) if isinstance(given, str) else None
        near = nearest(value, expected) if value else None
        faults.append(
            CardSchemaFault(path, "schema.card-type", {"expected": expected, "value": value, "nearest": near})
        )
        return FieldType("text")
    if enum and kinds != [told]:
        faults.append(CardSchemaFault((*path, "enum"), "schema.card-enum"))
        enum = None
    minimum = options.get("minimum")
    if minimum is not None and type(minimum) is not int:
        faults.append(CardSchemaFault((*path, "minimum"), "schema.card-whole", {"value": minimum}))
        minimum = None
    return FieldType(
        _KINDS[kinds[0]],
        enum=enum,
        minimum=minimum if isinstance(minimum, int) else None,
        date=options.get("format") == "date",
    )


def _enum(options: _Options, path: _Path, faults: list[CardSchemaFault]) -> tuple[str, ...] | tuple[int, ...] | None:
    if "enum" not in options:
        return None
    values = options["enum"]
    listed = [value for value in values if value is not None] if isinstance(values, list) else []
    texts = tuple(value for value in listed if isinstance(value, str))
    numbers = tuple(value for value in listed if type(value) is int)
    if listed and len(texts) == len(listed):
        return texts
    if listed and len(numbers) == len(listed):
        return numbers
    faults.append(CardSchemaFault((*path, "enum"), "schema.card-enum"))
    return None


def _columns(
    name: str,
    options: _Options,
    taken: Mapping[str, str],
    path: _Path,
    faults: list[CardSchemaFault],
) -> dict[str, str]:
    """The other column names of a field, its title among them."""
    also = options.get("also", [])
    if not isinstance(also, list) or not all(isinstance(item, str) for item in also):
        faults.append(CardSchemaFault((*path, "also"), "schema.card-also"))
        also = []
    title = options.get("title")
    columns = {normalise(column): name for column in [*also, *([title] if isinstance(title, str) else [])]}
    for column in columns.keys() & taken.keys():
        facts = {"field": name, "other": taken[column], "column": column}
        faults.append(CardSchemaFault(path, "schema.card-column-twice", facts))
    return columns


def _words(kind: FieldType, options: _Options, path: _Path, faults: list[CardSchemaFault]) -> Mapping[str, str]:
    """Spelling → value of a field with an `enum`: the values themselves and the `words`."""
    texts = [value for value in kind.enum or () if isinstance(value, str)]
    spelt = {normalise(value): value for value in texts}
    given = options.get("words", {})
    if not isinstance(given, Mapping):
        faults.append(CardSchemaFault((*path, "words"), "schema.card-mapping"))
        return spelt
    for word, value in given.items():
        if value not in texts:
            facts = {"word": word, "value": value, "nearest": nearest(str(value), tuple(texts))}
            faults.append(CardSchemaFault((*path, "words", word), "schema.card-word", facts))
        elif spelt.setdefault(normalise(str(word)), str(value)) != value:
            faults.append(CardSchemaFault((*path, "words", word), "schema.card-word-twice", {"word": word}))
    return spelt


def _names(value: object, path: _Path, fields: Iterable[str], faults: list[CardSchemaFault]) -> frozenset[str]:
    """The fields listed by a `required`."""
    if not isinstance(value, list | tuple) or not all(isinstance(item, str) for item in value):
        faults.append(CardSchemaFault(path, "schema.card-required"))
        return frozenset()
    known = set(fields)
    for index, item in enumerate(value):
        if item not in known:
            facts = {"field": item, "nearest": nearest(item, tuple(fields))}
            faults.append(CardSchemaFault((*path, index), "schema.card-no-field", facts))
    return frozenset(item for item in value if item in known)


def _branches(schema: _Options, path: _Path = ()) -> Iterator[tuple[_Path, _Options]]:
    """The schema and the parts of its `allOf`, each with its path."""
    yield path, schema
    parts = schema.get("allOf", [])
    for index, part in enumerate(parts if isinstance(parts, list) else []):
        if isinstance(part, Mapping):
            yield from _branches(part, (*path, "allOf", index))


def _conditions(
    whole: _Options, required: frozenset[str], fields: Iterable[str], faults: list[CardSchemaFault]
) -> tuple[frozenset[str], frozenset[str]]:
    """The fields that an `if/then/else` may require, and those that an `if` reads.

    An `if` about a field that may be missing must require it: JSON Schema finds `if: {properties: ...}`
    true of a record that lacks the field, and would then ask for what `then` requires.
    """
    asked: set[str] = set()
    read: set[str] = set()
    for path, part in _branches(whole):
        test = part.get("if")
        if not isinstance(test, Mapping):
            continue
        known = _names(test.get("required", ()), (*path, "if", "required"), fields, faults)
        tested = test.get("properties", {})
        for name in tested if isinstance(tested, Mapping) else ():
            if name not in fields:
                facts = {"field": name, "nearest": nearest(str(name), tuple(fields))}
                faults.append(CardSchemaFault((*path, "if", "properties", name), "schema.card-no-field", facts))
            elif name not in required | known:
                faults.append(CardSchemaFault((*path, "if"), "schema.card-if", {"field": name}))
            read.add(str(name))
        read |= known
        for key in ("then", "else"):
            branch = part.get(key)
            if isinstance(branch, Mapping):
                where = (*path, key, "required")
                asked |= _names(branch.get("required", ()), where, fields, faults)
    return frozenset(asked), frozenset(read)


def _bare(schema: Mapping[str, object]) -> dict[str, object]:
    """The JSON Schema without our annotations; `names` is checked by the loader itself."""
    bare = dict(schema)
    properties = schema.get("properties")
    if isinstance(properties, Mapping):
        bare["properties"] = {
            name: {key: value for key, value in options.items() if key not in _ANNOTATIONS}
            for name, options in properties.items()
            if name != "names" and isinstance(options, Mapping)
        }
    return bare
