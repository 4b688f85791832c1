"""Bytes and YAML of every kind give nodes with their places, or problems; never an exception."""

from __future__ import annotations

import inspect
import random
import re
import time
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from deckcheck.files.source import ListNode, MapNode, Node, Scalar, Source, at, parse, plain, read
from deckcheck.files.yaml_hints import _WORDS, explain, in_quotes, quoted
from deckcheck.report import Place, Problem, Severity


def nodes(text: str) -> Node:
    node, problems = parse(Source("f", text))
    assert not problems
    assert node is not None
    return node


def slips(text: str) -> list[tuple[str, int | None, int | None]]:
    return [(p.sentence, p.place.line, p.place.column) for p in parse(Source("f", text))[1]]


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"\xef\xbb\xbfmain", "main"),
        ("Œuf".encode("utf-8-sig"), "Œuf"),
        ("Œuf".encode("utf-16"), "Œuf"),
        ("\ufeffŒuf".encode("utf-16-be"), "Œuf"),
        ("\ufeffŒuf".encode("utf-32-le"), "Œuf"),
        ("3 Pokémon, plainly".encode("utf-16-le"), "3 Pokémon, plainly"),
        ("3 Pokémon, plainly".encode("utf-16-be"), "3 Pokémon, plainly"),
        (b"a\r\nb\rc\nd", "a\nb\nc\nd"),
        ("a\u2028b\u0085c".encode(), "a\nb\nc"),
        ("a\n\ufeffb".encode(), "a\nb"),
        (b"", ""),
    ],
)
def test_texts_of_every_encoding(data: bytes, text: str) -> None:
    """Marks, wide encodings with and without them, and line breaks of every kind."""
    assert Source("f", text) == read("f", data)


@pytest.mark.parametrize(
    ("data", "sentence", "place", "text"),
    [
        (b"a: b\n\xc9lan: \x9cuf", "encoding.windows", Place("f", 2, 1), "a: b\nÉlan: œuf"),
        (b"caf\xe9 \x81", "encoding.unknown", Place("f", 1, 4), ""),
        (b"PK\x03\x04\x00\x00", "encoding.binary", Place("f"), ""),
        (b"\x01\x02\x03\x04ab", "encoding.binary", Place("f"), ""),
        (b"\xff\xfea", "encoding.broken", Place("f"), ""),
        (b"\xef\xbb\xbf\xff", "encoding.broken", Place("f"), ""),
        (b"abc\0", "encoding.binary", Place("f"), ""),
    ],
)
def test_bytes_that_are_no_utf8(data: bytes, sentence: str, place: Place, text: str) -> None:
    """Windows-1252 is read with a warning; what is no text at all is refused."""
    source = read("f", data)
    (problem,) = source.problems
    assert ("encoding", sentence, place) == (problem.rule, problem.sentence, problem.place)
    assert text == source.text
    assert (problem.severity == Severity.WARNING) == bool(text)


def test_files(tmp_path: Path) -> None:
    """A file is read; a missing one and a folder are problems."""
    path = tmp_path / "a.yaml"
    path.write_bytes(b"a: 1")
    assert read(str(path)).text == "a: 1"
    for bad in (str(tmp_path), str(tmp_path / "none"), "a\0b"):
        (problem,) = read(bad).problems
        assert ("missing", bad) == (problem.rule, problem.place.file)
        assert problem.facts["reason"]


def test_every_value_has_its_place() -> None:
    """Lines and columns count from 1, in characters, also after accents."""
    node = nodes("game: venture\nÉlan:\n  - 3 Œuf\n  - {a: [b, é, d]}\n")
    assert isinstance(node, MapNode)
    assert node.keys == {"game": Place("f", 1, 1), "Élan": Place("f", 2, 1)}
    assert node.items["game"] == Scalar("venture", False, Place("f", 1, 7), None, 1)
    places = {(): (1, 1), ("Élan",): (3, 3), ("Élan", 0): (3, 5), ("Élan", 1, "a", 2): (4, 16)}
    for path, (line, column) in places.items():
        assert Place("f", line, column) == at(node, path)
    assert at(node, ("Élan", 9, "x")) == at(node, ("Élan",))
    assert at(node, ("none",)) == node.place
    assert at(None, ("a",)) == Place()


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("No", "No"),
        ("on", "on"),
        ("yes", "yes"),
        ("012", "012"),
        ("04031720", "04031720"),
        ("12:30", "12:30"),
        ("2026-11-30", "2026-11-30"),
        ("1_000", "1_000"),
        ("=", "="),
        ("<<", "<<"),
        ("0", 0),
        ("-7", -7),
        ("+7", 7),
        ("46986414", 46986414),
        ("1.5", 1.5),
        ("-.5", -0.5),
        ("1e3", 1000.0),
        ("1e999", "1e999"),
        ("1.2.3", "1.2.3"),
        (".nan", ".nan"),
        (".", "."),
        ("-", "-"),
        ("0x1F", 31),
        ("0o17", 15),
        ("9" * 5000, "9" * 5000),
        ("~", None),
        ("Null", None),
        ("", None),
        ("TRUE", True),
        ("false", False),
        ("tRUE", "tRUE"),
    ],
)
def test_words_are_typed_as_yaml_1_2_does(text: str, value: object) -> None:
    """Only unquoted words are typed; a leading zero, a time or a date leaves them text."""
    assert plain(Scalar(text, False, Place())) == value
    assert type(plain(Scalar(text, False, Place()))) is type(value)
    assert plain(Scalar(text, True, Place())) == text


def test_plain_data() -> None:
    """Lists and mappings keep their order; keys are texts."""
    assert plain(nodes("a: [1, 'x', {No: no}]\n2: |\n  b\n")) == {"a": [1, "x", {"No": "no"}], "2": "b\n"}


@pytest.mark.parametrize(
    ("text", "comment"),
    [
        ("- 1 Morphing Jar #2", "2"),
        ("- 1 Morphing Jar   # 2 ", "2"),
        ("- 1 GMX Lab#5", None),
        ("- '1 Jar' # two", "two"),
        ("- [1 Jar] # two", None),
        ("- 1 Élan # é", "é"),
    ],
)
def test_what_yaml_cuts_off(text: str, comment: str | None) -> None:
    """The comment behind a value, so that a name with "#" can be told from it."""
    node = nodes(text)
    assert isinstance(node, ListNode)
    (item,) = node.items
    item = item.items[0] if isinstance(item, ListNode) else item
    assert isinstance(item, Scalar)
    assert item.comment == comment


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("main: 1\nside: 2\nmain: 3\n", ("syntax.repeated-key", 3, 1)),
        ("a: &x 1\n", ("syntax.anchor", 1, 4)),
        ("a: *x\n", ("syntax.alias", 1, 4)),
        ("a: !!int 3\n", ("syntax.tag", 1, 4)),
        ("a: !python/object:os.system x\n", ("syntax.tag", 1, 4)),
        ("? [a]\n: b\n", ("syntax.key", 1, 3)),
        ("a: 1\n---\nb: 2\n", ("syntax.documents", 2, 1)),
        ("[" * 41 + "a" + "]" * 41 + "\n", ("syntax.depth", 1, 41)),
        ("[" * 5000, ("syntax.depth", 1, 1001)),
        ("main:\n\t- 3 A\n", ("syntax.tab", 2, 1)),
        ("main:\n  - 3 A\n\t- 3 B\n", ("syntax.tab", 3, 1)),
        ("- 'abc\n- d\n", ("syntax.unclosed-quote", 1, 3)),
        ('a: "b\n', ("syntax.unclosed-quote", 1, 4)),
        ("a: [b\nc: d\n", ("syntax.unclosed-bracket", 1, 4)),
        ("main:\n- 3 A\n4 B\n", ("syntax.no-dash", 3, 1)),
        ("main:\n- 3 A\nB\n", ("syntax.no-colon", 3, 1)),
        ("main:\n  - 3 A\n  4 B\n", ("syntax.no-dash", 3, 3)),
        ("main:\n-3 A\n-4 B\n", ("syntax.no-dash", 2, 1)),
        ("game: x\n- 3 A\n", ("syntax.no-heading", 2, 1)),
        ("game: x\n3 A\n4 B\n", ("syntax.no-heading", 2, 1)),
        ("main: [a]\nside: [b]\nmain: [c]\n", ("syntax.repeated-list", 3, 1)),
        ("main:\n - a\n  - b\n- c\n", ("syntax.indent", 4, 1)),
        ("main\n  - a\nside:\n", ("syntax.indent", 3, 5)),
        ('- "a\\q"\n', ("syntax.escape", 1, 5)),
        ("- a\x07b\n", ("syntax.control", 1, 4)),
        ("%foo\n---\na", ("syntax.yaml", 1, 5)),
    ],
)
def test_what_is_refused(text: str, expected: tuple[str, int, int]) -> None:
    """Each at its line and column, and nothing but it."""
    assert [expected] == slips(text)


@pytest.mark.parametrize(
    ("text", "sentence", "written"),
    [
        ("- &a 3 A", "syntax.anchor", "- 3 A"),
        ("- &a", "syntax.anchor", '- "&a"'),
        ("- *a", "syntax.alias", '- "*a"'),
        ("- !x 3 A", "syntax.tag", "- 3 A"),
        ("main:\n  - 3 A\n  -4 B", "syntax.no-dash", "- 4 B"),
        ("- 3 A: B: C", "syntax.colon", '- "3 A: B: C"'),
        ("name: A: B", "syntax.colon", 'name: "A: B"'),
        ('- "A" Cell Device', "syntax.after-quote", "- '\"A\" Cell Device'"),
        ("- 'it's'", "syntax.after-quote", '- "it\'s"'),
        ("- {L} Energy", "syntax.after-quote", '- "{L} Energy"'),
        ("- [Foo] bar", "syntax.after-quote", '- "[Foo] bar"'),
        ("- @Ignister", "syntax.first-character", '- "@Ignister"'),
        ("- `quoted", "syntax.first-character", '- "`quoted"'),
        ("- %foo", "syntax.first-character", '- "%foo"'),
        ("- *Star* b", "syntax.first-character", '- "*Star* b"'),
        ("- > foo", "syntax.first-character", '- "> foo"'),
        ("- *Star", "syntax.alias", '- "*Star"'),
        ("- &Co", "syntax.anchor", '- "&Co"'),
        ("- !Boom", "syntax.tag", '- "!Boom"'),
    ],
)
def test_the_quoted_form_is_shown(text: str, sentence: str, written: str) -> None:
    """A name that YAML takes for something else is shown as it must be written, and that reads back."""
    _, (problem, *_) = parse(Source("f", f"main:\n{text}\n" if text[0] == "-" else text))
    assert sentence == problem.sentence
    assert problem.fix is not None
    assert written == problem.fix.facts["text"]
    nodes(written)


def test_after_a_repeated_key_the_rest_is_read() -> None:
    """The first value counts, and the problem names its line."""
    node, (problem,) = parse(Source("f", "a: 1\na: 2\nb: 3\n"))
    assert node is not None
    assert plain(node) == {"a": 1, "b": 3}
    assert problem.facts == {"key": "a", "first": 1}


def _big(kind: str) -> bytes:
    size = 5_000_000
    if kind == "random":
        return random.Random(1).randbytes(size)
    return (kind * (size // len(kind) + 1)).encode()


@pytest.mark.parametrize("kind", ["a", "[", "{a: ", "a: b\n", "- ", "? ", "&a ", "'", "\t", "\n", "random"])
def test_five_megabytes_of_nonsense(kind: str) -> None:
    """They are told or refused in about a second; the bound is wide for a busy machine."""
    data = _big(kind)
    begin = time.perf_counter()
    parse(read("f", data))
    assert time.perf_counter() - begin < 5


def _all_nodes(node: Node) -> list[Node]:
    if isinstance(node, Scalar):
        return [node]
    inner = node.items.values() if isinstance(node, MapNode) else node.items
    return [node, *(below for item in inner for below in _all_nodes(item))]


_YAML_LIKE = st.lists(
    st.sampled_from([*"- :#[]{},'\"&*!|>%@`~\n\t\r\\ab0é", "\n  ", "\n- ", ": ", " #", "---", "...", "\x00", "\ufeff"])
).map("".join)


@given(st.one_of(st.binary(), st.text().map(str.encode), _YAML_LIKE.map(str.encode)))
def test_any_bytes(data: bytes) -> None:
    """Nodes with places inside the text, or problems; never an exception."""
    source = read("f", data)
    node, problems = parse(source)
    assert all(isinstance(problem, Problem) for problem in problems)
    lines = source.text.split("\n")
    for inner in _all_nodes(node) if node else []:
        assert inner.place.line is not None
        assert 1 <= inner.place.line <= len(lines)
        plain(inner)
    for problem in problems:
        assert problem.place.line is None or 1 <= problem.place.line <= len(lines)


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_quoting_any_text(text: str) -> None:
    """A quoted text reads back as it was, in a list, in a mapping and after a count."""
    written = f"- {quoted(text)}\n- a: {quoted(text)}\n- {in_quotes(text)}\n- {quoted('3 ' + text)}\n"
    expected = [text, {"a": text}, text, "3 " + text]
    assert plain(nodes(read("f", written.encode()).text)) == expected


@pytest.mark.parametrize("text", ["Cendres", "3 Dragon de cendre", "3 Who/What", "3 Boom!", "3 R&D's Lab", "3 L'Élan"])
def test_plain_where_plain_is_safe(text: str) -> None:
    """Quotes stand only where they are needed."""
    assert quoted(text) == text


@pytest.mark.parametrize(
    "text", ["No", "true", "012", "2026-11-30", "12:30", "~", "a: b", "a #b", "a:", " a", "-", "'a'"]
)
def test_quoted_where_other_yaml_readers_would_stumble(text: str) -> None:
    """Words that YAML 1.1 types are quoted too."""
    assert quoted(text) in (f'"{text}"', f"'{text}'")


# The parser's words that a hint is told by → a text that it says them of, and the hint. Words of another version of the
# parser would make every hint "syntax.yaml".
PARSER_SAYS = {
    "tab character": ("a: b\n\tc: d\n", "syntax.tab"),
    "unexpected end of stream": ('a: "b\n', "syntax.unclosed-quote"),
    "expected ',' or": ("a: [b, c\nd: e\n", "syntax.unclosed-bracket"),
    "expected node content": ("a: [b,\n", "syntax.unclosed-bracket"),
    "could not find expected ':'": ("a: b\nc\nd: e\n", "syntax.no-colon"),
    "expected alphabetic or numeric": ("a: & b\n", "syntax.first-character"),
    "expected comment or line break": ("a: | x\n  b\n", "syntax.first-character"),
    "unknown escape character": ('a: "\\q"\n', "syntax.escape"),
    "nesting depth": ("a: " + "[" * 20_000 + "\n", "syntax.depth"),
    "mapping values": ("a: b: c\n", "syntax.colon"),
    "cannot start any token": ("a: @b\n", "syntax.first-character"),
    "expected '-' indicator": ("- a\nb: c\n", "syntax.indent"),
    "expected key": ('a: "b" c\n', "syntax.after-quote"),
}


@pytest.mark.parametrize("words", PARSER_SAYS)
def test_the_parser_says_what_hints_are_told_by(words: str) -> None:
    text, sentence = PARSER_SAYS[words]
    with pytest.raises(yaml.MarkedYAMLError, match=re.escape(words)):
        list(yaml.parse(text, Loader=yaml.CSafeLoader))
    _, problems = parse(Source("deck.yaml", text))
    assert sentence in [problem.sentence for problem in problems]


def test_every_word_of_the_parser_is_tried() -> None:
    told = inspect.getsource(explain)
    words = {part for part, _, _ in _WORDS} | set(re.findall(r'"([^"]+)" in words', told))
    assert words == PARSER_SAYS.keys()
