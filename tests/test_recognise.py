"""What a line of a deck is: each row of the table, the order of the rows, and that no line is lost."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckcheck.cards.pool import Card, Pool
from deckcheck.decks.clues import Known
from deckcheck.decks.deck import DeckFile, Line
from deckcheck.decks.follow import FOLLOWS, Becomes
from deckcheck.decks.lines import tidy
from deckcheck.decks.recognise import RECOGNISERS, meanings, recognise
from deckcheck.decks.resolve import resolve
from deckcheck.formats import READERS, open_deck, read_deck
from deckcheck.report import Place
from tests.test_names import Game

ORDER = list(RECOGNISERS)
NAMES = ("Dark Magician", "Jinzo", "Total Eclipse", "Monstre", "Morphing Jar", "Morphing Jar #2")
HARPIES = tuple(f"Harpie Lady {n}" for n in range(1, 9))
CARDS = [
    *(Card(name, (name,), {"name": name, "code": 100 + n}) for n, name in enumerate((*NAMES, *HARPIES))),
    Card("Firewall Dragon", ("Firewall Dragon",), {"code": 7}),
    Card("Firewall Defenser", ("Firewall Defenser",), {"code": 8, "near": 999}),
    Card("Sheep", ("Sheep",), {"kind": "token", "code": 9, "near": 888}),
]
GAME = Game(beside_deck=frozenset({"bastion"}))


@cache
def pool() -> Pool:
    return Pool(CARDS, identifiers=["code"], hints=["near"])


def known(*lines: Line, form: str = "text", name: str | None = None) -> Known:
    reader = READERS[form]
    file = DeckFile("deck", form, name=name, lines=lines, by_hand=reader.by_hand, by_number=reader.by_number)
    return Known(file, GAME, pool())


def line(text: str, count: int | None = None, maybe: str | None = None, comment: str | None = None) -> Line:
    return Line("main", text, count, Place("deck", 2), comment, maybe)


COUNTED = line("1 Jinzo")

# Every row with a line that it is for.
ROWS: list[tuple[str, Line, str]] = [
    ("comment", line("#tag", maybe="comment"), "text"),
    ("row-without-count", line("3 or 4 Jinzo", maybe="row"), "csv"),
    ("too-long", line("1 " + "a" * 1_001), "text"),
    ("in-no-section", Line("extra", "1 Jinzo"), "text"),
    ("fraction", line("1.5 Jinzo"), "text"),
    ("no-copies", line("0 Jinzo"), "text"),
    ("no-copies", line("Jinzo", 0), "csv"),
    ("negative", line("-2 Jinzo"), "text"),
    ("too-many", line("46986414 Jinzo"), "text"),
    ("two-cards", line("3\tJinzo\t2\tMorphing Jar"), "text"),
    ("two-sections", line("3 Jinzo (Side)"), "text"),
    ("two-counts", line("3 Jinzo (x2)"), "text"),
    ("count-or-printing", line("Jinzo (SET) 3"), "text"),
    ("card-or-title", line("Jinzo", maybe="title"), "text"),
    ("card", line("3x Jinzo"), "text"),
    ("card", line("3 101"), "text"),
    ("card", line("Jinzo:", maybe="heading"), "text"),
    ("beside-deck", line("1 Bastion"), "text"),
    ("kind-of-cards", line("Monsters:", maybe="heading"), "text"),
    ("kind-of-cards", line("Traps"), "text"),
    ("not-a-card", line("1 Sheep"), "text"),
    ("not-a-card", line("888", 1), "ydk"),
    ("not-a-card", line("Sheep (3)", maybe="heading"), "text"),
    ("old-number", line("999", 2), "ydk"),
    ("code-of-program", line("AAECAf0EBMADqqqwww=="), "text"),
    ("numbered", line("2. Jinzo"), "text"),
    ("odd-count", line("½ Jinzo"), "text"),
    ("count-behind", line("Jinzo : 3"), "yaml"),
    ("count-in-words", line("trois Jinzo"), "yaml"),
    ("misspelt-title", line("[sude]", maybe="heading"), "text"),
    ("title", line("== Bidule ==", maybe="heading"), "text"),
    ("one-of-some", line("1 Firewall"), "text"),
    ("one-of-many", line("1 Harpie"), "text"),
    ("only-count", line("3"), "text"),
    ("misspelt-heading", line("Sidebord"), "text"),
    ("name-of-deck", line("zuletzt noch etwas"), "text"),
    ("name-and-more", line("1 Dark Magician the extraordinary third one"), "text"),
    ("number-of-no-card", line("12345", 1), "ydk"),
    ("misspelt-name", line("2 Jinzoo"), "text"),
    ("no-number", line("abc", 1), "ydk"),
    ("like-a-name", line("1 Harpie Lady 9"), "text"),
    ("unknown", line("1 qwertz"), "yaml"),
]


@pytest.mark.parametrize(("kind", "one", "form"), ROWS, ids=lambda value: getattr(value, "text", value)[:30])
def test_every_row_recognises_its_line(kind: str, one: Line, form: str) -> None:
    first = (line("1. Sheep"),) if kind == "numbered" else ()
    assert recognise(one, known(COUNTED, *first, one, form=form)).kind == kind


def test_words_among_cards_are_a_remark_and_above_them_the_name_of_the_deck() -> None:
    """Unless the deck has a name already."""
    words = line("zuletzt noch etwas")
    among = known(COUNTED, words)
    among.begun = True
    assert [recognise(words, facts).kind for facts in (known(COUNTED, words), among)] == ["name-of-deck", "remark"]
    assert recognise(words, known(COUNTED, words, name="Cendres")).kind == "remark"
    assert recognise(words, known(words)).kind == "unknown"  # of a list without counts every line is a card


def test_every_row_has_a_line_here_and_something_that_follows() -> None:
    assert {kind for kind, _, _ in ROWS} | {"remark"} == set(RECOGNISERS)
    assert list(FOLLOWS) == ORDER


# Lines that several rows fit, with all that they could be: the first is what they are.
OVERLAPS: list[tuple[Line, str, tuple[str, ...]]] = [
    (Line("extra", "0 Sheep"), "text", ("in-no-section", "no-copies", "not-a-card")),
    (line("0 Firewall"), "text", ("no-copies", "one-of-some", "unknown")),
    (line("0 999"), "text", ("no-copies", "old-number", "number-of-no-card", "unknown")),
    (line("1 Bastion"), "text", ("beside-deck", "unknown")),
    (
        line("Monstre : 4", maybe="heading"),
        "text",
        ("kind-of-cards", "count-behind", "misspelt-title", "misspelt-name", "like-a-name", "unknown"),
    ),
    (line("888", 1), "ydk", ("not-a-card", "old-number", "number-of-no-card", "unknown")),
    (
        line("Sheep (3)", maybe="heading"),
        "text",
        ("not-a-card", "count-behind", "misspelt-name", "like-a-name", "unknown"),
    ),
    (line("999"), "text", ("old-number", "only-count", "name-of-deck", "remark", "number-of-no-card", "unknown")),
    (line("½ Jinzo"), "text", ("odd-count", "name-of-deck", "remark", "unknown")),
    (line("Jinzo : 3"), "yaml", ("count-behind", "like-a-name", "unknown")),
    (line("[sude]", maybe="heading"), "text", ("misspelt-title", "title", "unknown")),
    (line("3"), "text", ("only-count", "name-of-deck", "remark", "number-of-no-card", "unknown")),
    (line("Traps"), "text", ("kind-of-cards", "misspelt-heading", "name-of-deck", "remark", "unknown")),
    (line("Dark Magician the third"), "text", ("name-of-deck", "remark", "name-and-more", "unknown")),
    (line("dark magicain"), "ydk", ("misspelt-name", "no-number", "like-a-name", "unknown")),
]


@pytest.mark.parametrize(("one", "form", "kinds"), OVERLAPS, ids=lambda value: getattr(value, "text", None))
def test_the_order_decides_where_several_fit(one: Line, form: str, kinds: tuple[str, ...]) -> None:
    """What else a line could be can be asked."""
    facts = known(COUNTED, one, form=form)
    assert tuple(meaning.kind for meaning in meanings(one, facts)) == kinds
    assert recognise(one, facts).kind == kinds[0]
    assert all(ORDER.index(before) < ORDER.index(after) for before, after in pairwise(kinds))


FRAGMENTS = st.sampled_from(
    [
        *(one.text for _, one, _ in ROWS),
        *(
            "Side",
            "[Extra]",
            "// Side",
            "# Side",
            "Maybeboard",
            "SB: 1 Jinzo",
            "2 Jinzo",
            "",
            "game: test",
            "// 3 Jinzo",
        ),
        *("name: Cendres", "#main", "!side", "- 1 Jinzo", "main:", "1 Jinzo # 2", "Monsters", "Total: 40", "Jinzo (0)"),
    ]
)
TEXTS = st.lists(st.one_of(FRAGMENTS, st.text(max_size=12)), max_size=12).map("\n".join)


@given(text=TEXTS, form=st.sampled_from(["text", "yaml", "ydk"]))
def test_every_line_has_one_meaning_and_comes_to_something(text: str, form: str) -> None:
    """An entry, a line that is kept and told, or, of comments and kinds of cards, nothing."""
    file = read_deck("deck", GAME.sections, text.encode(errors="replace"), form)
    facts = Known(file, GAME, pool())
    deck = resolve(file, GAME, pool())
    kinds = []
    for one in file.lines:
        kinds.append(recognise(one, facts).kind)
        facts.begun |= FOLLOWS[kinds[-1]].becomes is Becomes.ENTRY
    become = [FOLLOWS[kind].becomes for kind in kinds]
    assert [entry.place for entry in deck.entries] == places(file, become, Becomes.ENTRY)
    assert [one.place for one in deck.unread] == places(file, become, Becomes.UNREAD)
    told = {problem.place for problem in deck.problems} | set(file.places.values())
    for one, kind in zip(file.lines, kinds, strict=True):
        assert FOLLOWS[kind].rule is None or one.place in told or kind == "in-no-section"
    assert {kind for kind in kinds if FOLLOWS[kind].becomes is Becomes.NOTHING} <= {"comment", "kind-of-cards"}


def places(file: DeckFile, become: list[Becomes], what: Becomes) -> list[Place]:
    return [one.place for one, is_now in zip(file.lines, become, strict=True) if is_now is what]


@given(text=TEXTS)
def test_no_line_of_a_plain_list_is_lost(text: str) -> None:
    """Each is a key, a heading, a comment or a line to recognise, or lies beside the deck, which is told."""
    opened = open_deck("deck", text.encode(errors="replace"), "text")
    file = opened.read(GAME.sections)
    read = {one.place.line for one in file.lines} | (opened.body or set())
    rows = [tidy(row) for number, row in enumerate(opened.source.text.split("\n"), 1) if number not in read]
    words = [row for row in rows if row and not row.startswith(("//", "#", ";"))]
    headings = [row for row in words if row.strip(" []!:").lower() in ("main", "side", "extra", "maybeboard")]
    kinds = [row for row in words if row.removesuffix(":") in ("Monsters", "Traps", "Total: 40")]
    told = sum(int(str(p.facts["lines"])) for p in file.problems if p.sentence == "line.beside")
    assert len(words) - len(headings) - len(kinds) == told


@given(text=TEXTS)
def test_a_line_that_was_met_before_is_what_it_was(text: str) -> None:
    """The short way of a batch comes to what the table says."""
    file = read_deck("deck", GAME.sections, text.encode(errors="replace"), "text")
    cold = resolve(file, GAME, Pool(CARDS, identifiers=["code"], hints=["near"]))
    resolve(file, GAME, pool())
    assert resolve(file, GAME, pool()) == cold
