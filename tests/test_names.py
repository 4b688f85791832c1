"""Spellings of one name, suggestions, and the look-up of whole decks."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckcheck.cards.card_schema import CardSchema
from deckcheck.cards.names import normalise
from deckcheck.cards.pool import Card, Pool
from deckcheck.decks.deck import Deck, DeckFile, Line
from deckcheck.decks.guess import names_with, suggest
from deckcheck.decks.resolve import resolve
from deckcheck.formats import READERS
from deckcheck.report import Place, Problem


@dataclass(frozen=True)
class Section:
    id: str
    title: str
    also: tuple[str, ...] = ()
    cards: int | None = None


@dataclass(frozen=True)
class Game:
    id: str = "test"
    sections: dict[str, Section] = field(
        default_factory=lambda: {"main": Section("main", "Deck"), "side": Section("side", "Side deck")}
    )
    beside_deck: frozenset[str] = frozenset()
    card: CardSchema = field(default_factory=lambda: CardSchema({}, {}))

    def not_a_card(self, card: Card) -> bool:
        return card.fields.get("kind") == "token"


def pool(*names: str) -> Pool:
    return Pool([Card(name, (name,), {"name": name}) for name in names])


def looked_up(lines: Iterable[str | Line], cards: Pool, game: Game | None = None, reader: str = "text") -> Deck:
    made = [
        line if isinstance(line, Line) else Line("main", line, None, Place("deck", number))
        for number, line in enumerate(lines, 1)
    ]
    form = READERS[reader]
    file = DeckFile("deck", reader, lines=tuple(made), by_hand=form.by_hand, by_number=form.by_number)
    return resolve(file, game or Game(), cards)


def entries(deck: Deck) -> list[tuple[int, str]]:
    return [(entry.count, entry.shown) for entry in deck.entries]


def found(deck: Deck) -> list[tuple[str, int | None]]:
    return [(problem.rule, problem.place.line) for problem in deck.problems]


@pytest.mark.parametrize(
    "spellings",
    [
        ["Œuf de phœnix", "oeuf de phoenix", "OEUF DE PHŒNIX"],
        ["Cú Chulainn the Awakened", "Cu\u0301 Chulainn the Awakened", "cu chulainn, the awakened"],
        ["Serra's Emissary", "Serra’s Emissary", "serra`s emissary", "Serraʼs Emissary"],
        ["Grizzly Bears", "Grizzly\u00a0Bears", "\u200bGrizzly\u202f \u3000Bears\ufeff", "grizzly  bears\u200e"],
        ["ISLAND", "island", "İsland", "ısland"],
        ["Evil★Twin Ki-sikil", "Evil Twin Ki–sikil", "evil☆twin ki sikil"],
        ['K9-ØØ "Hound"', "k9 oo «Hound»"],
        ["Straße", "STRASSE"],
        ["３ Pokémon", "3 Poke\u0301mon"],
        ["Boom!", "boom"],
        ["???", " ??? "],
    ],
    ids=lambda spellings: spellings[0],
)
def test_spellings_of_one_name(spellings: list[str]) -> None:
    """Case, accents, ligatures, quotes, dashes, blanks and invisible characters do not part names."""
    assert len({normalise(spelling) for spelling in spellings}) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Luster Dragon", "Luster Dragon #2"),
        ("Fairchild 1.0", "Fairchild 2.0"),
        ("ブラック", "フラック"),
        ("が", "か"),
        ("???", "!!!"),
        ("Владыка", "Ведьма"),
    ],
)
def test_different_names(one: str, other: str) -> None:
    """Numbers, and the marks of scripts that cannot do without them, part names."""
    assert normalise(one) != normalise(other)


@given(st.text())
def test_normalising_twice_is_normalising_once(text: str) -> None:
    """A key is its own key, and only a name that shows nothing has none."""
    key = normalise(text)
    assert normalise(key) == key
    assert key == key.strip()


@pytest.mark.parametrize("locale", ["C", "tr_TR.UTF-8"])
def test_no_locale_changes_a_name(locale: str) -> None:
    """F079: under a Turkish locale I is still i."""
    code = "from deckcheck.cards.names import normalise; print(normalise('INSTILL Infection ISLAND'))"
    run = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "LC_ALL": locale, "LANG": locale},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout == "instill infection island\n"


@pytest.mark.parametrize(
    ("text", "names", "expected"),
    [
        ("JunÃºn Efreet", ["Junún Efreet", "Juzám Djinn"], ("Junún Efreet",)),
        ("Dragn de cendre", ["Dragon de cendre", "Veilleur"], ("Dragon de cendre",)),
        ("Gameciel Kaiju", ["Gameciel, the Sea Turtle Kaiju", "Jinzo"], ("Gameciel, the Sea Turtle Kaiju",)),
        ("Firewall", ["Firewall Defenser", "Firewall Dragon"], ("Firewall Dragon", "Firewall Defenser")),
        ("xyzzy", ["Firewall Dragon"], ()),
        ("a", ["A Cat", "A Dog"], ()),
        ("", ["A Cat"], ()),
        ("z" * 5000, ["A Cat"], ()),
        ("é", ["A Cat"], ()),
        ("Card 12", [f"Card 12{n}" for n in range(9)], ("Card 120", "Card 121", "Card 122")),
    ],
)
def test_suggestions(text: str, names: list[str], expected: tuple[str, ...]) -> None:
    """At most three names, the mended spelling first, then those that hold the words, then like ones."""
    assert suggest(text, pool(*names)) == expected


def test_a_suggestion_is_spelt_in_the_language_it_was_asked_in() -> None:
    """A card of two names is suggested under the name that is like the text, and once."""
    cards = Pool([Card("Dark Magician", ("Dark Magician", "Magicien Sombre"), {})])
    assert suggest("Magicien Sombr", cards) == ("Magicien Sombre",)
    assert names_with("mag", cards) == ("Dark Magician",)


@pytest.mark.parametrize(
    ("text", "near", "fix"),
    [
        ("Dark Magicia", ("Dark Magician", "Dark Magician Girl"), "Dark Magician"),
        ("Jinzoo", ("Jinzo",), "Jinzo"),
        ("Chaos Drag", ("Chaos Dragon Levianeer",), None),
        ("Fairchild 3.0", ("Fairchild 1.0", "Fairchild 2.0"), None),
        ("Deskbot 006", ("Deskbot 005",), None),
        ("Dark Magician the third", ("Dark Magician",), None),
    ],
)
def test_a_fix_names_a_card_only_where_it_is_surely_meant(text: str, near: tuple[str, ...], fix: str | None) -> None:
    """One letter missing comes before the names of which the text is a part; what merely holds it is asked for."""
    names = ("Dark Magician", "Dark Magician Girl", "Chaos Dragon Levianeer", "Fairchild 1.0", "Fairchild 2.0", "Jinzo")
    (problem,) = looked_up([f"1 {text}", "1 Dark Magician"], pool(*names, "Deskbot 005")).problems
    assert (problem.sentence, problem.facts["near"]) == ("unknown-card.near", near)
    assert (problem.fix.cards[1] if problem.fix else None) == fix


KING = "Roi sous la colline"


@pytest.mark.parametrize(
    ("line", "sentence", "count", "written"),
    [
        (f"{KING} (4)", "count.behind", 4, f"4 {KING}"),
        (f"{KING} [4]", "count.behind", 4, f"4 {KING}"),
        (f"{KING} : 4", "count.behind", 4, f"4 {KING}"),
        (f"{KING}: 4", "count.behind", 4, f"4 {KING}"),
        (f"{KING}   4", "count.behind", 4, f"4 {KING}"),
        (f"{KING},4", "count.behind", 4, f"4 {KING}"),
        (f"{KING} - 4", "count.behind", 4, f"4 {KING}"),
        (f"{KING} 4 copies", "count.behind", 4, f"4 {KING}"),
        (f"trois {KING}", "count.words", 3, f"3 {KING}"),
        (f"Three {KING}", "count.words", 3, f"3 {KING}"),
        (f"IV {KING}", "count.words", 4, f"4 {KING}"),
        (f"3. {KING}", "count.words", 3, f"3 {KING}"),
        (f"3) {KING}", "count.words", 3, f"3 {KING}"),
        (f"½ {KING}", "count.odd", None, None),
        (f"1e3 {KING}", "count.odd", None, None),
        (f"{KING} (0)", "count.odd", None, None),
    ],
)
@pytest.mark.parametrize("maybe", [None, "heading"])
def test_a_count_that_is_not_in_front(
    line: str, sentence: str, count: int | None, written: str | None, maybe: str | None
) -> None:
    """It is never dropped, nor is the card: both are counted, and the line is an error that says how to write it."""
    deck = looked_up([Line("main", line, None, Place("deck", 1), None, maybe)], pool(KING, "Veilleur"), reader="yaml")
    assert entries(deck) == ([(count, KING)] if count else [])
    (problem,) = deck.problems
    assert (problem.rule, problem.sentence, problem.place.line) == ("count", sentence, 1)
    assert (problem.fix.facts["text"] if problem.fix else None) == written
    assert bool(deck.unread) is (count is None)


def test_a_number_behind_a_name_may_be_another_name() -> None:
    """Where there are cards that differ by their number, it is no count."""
    (problem,) = looked_up(["Harpie Lady 3"], pool("Harpie Lady", "Harpie Lady 1", "Harpie Lady 2")).problems[:1]
    assert problem.sentence == "unknown-card.near"


@pytest.mark.parametrize(
    ("line", "sentence", "count"),
    [
        ("Roi sous la colin (4)", "unknown-card.near", 4),
        ("Roi sous la colline foil: 2", "unknown-card.near", 2),
        ("Bidule (4)", "line.no-heading", None),
        ("Maybeboard:", "line.no-heading", None),
        ("== Bidule ==", "line.no-heading", None),
        ("[Considering]", "line.no-heading", None),
        ("Mosntres : 4", "line.heading", None),
        ("[sude]", "line.heading", None),
        ("Monstre", None, None),
        ("Cartes Magie (12)", None, None),
        ("Sorts continus:", None, None),
        ("== Pièges ==", None, None),
        ("Total: 40", None, None),
        ("Total de cartes : 40", None, None),
        ("Nombre de cartes : 40", None, None),
        ("Énergies (3)", None, None),
        ("Total Eclipse (2)", "count.behind", 2),
    ],
)
def test_what_looks_like_a_heading(line: str, sentence: str | None, count: int | None) -> None:
    """Only a kind of cards or a total is passed over; all else is an error, and a card's name is a card."""
    made = Line("main", line, None, Place("deck", 2), None, "heading")
    deck = looked_up(["1 Veilleur", made], pool(KING, "Veilleur", "Total Eclipse"))
    assert [problem.sentence for problem in deck.problems] == ([sentence] if sentence else [])
    assert [entry.count for entry in deck.entries[1:]] == ([count] if count else [])


def test_numbers_that_are_no_card() -> None:
    """Of a list of numbers, the message says what is wanted."""
    cards = Pool([Card("A", ("A",), {"code": 7})], identifiers=["code"])
    lines = [Line("main", "99", 1, Place("deck", 1)), Line("main", "abc", 1, Place("deck", 2))]
    problems = looked_up(lines, cards, reader="ydk").problems
    assert [problem.sentence for problem in problems[:2]] == ["unknown-card.number", "unknown-card.no-number"]


def test_a_part_of_several_names_is_ambiguous() -> None:
    """F077: a cut name is never taken for one of the cards it fits; a whole name always is."""
    cards = pool("Firewall Dragon", "Firewall Defenser", "Harpie Lady", "Harpie Lady 1", "Gameciel, the Turtle")
    deck = looked_up(["1 Firewall", "1 Harpie Lady", "1 Gameciel", "2 Gamecil the Turtle"], cards)
    assert entries(deck) == [(1, "Firewall"), (1, "Harpie Lady"), (1, "Gameciel"), (2, "Gamecil the Turtle")]
    assert found(deck) == [("ambiguous-card", 1), ("unknown-card", 3), ("unknown-card", 4)]
    ambiguous, *unknown = deck.problems
    assert ambiguous.facts["names"] == ("Firewall Dragon", "Firewall Defenser")
    assert [problem.facts["near"] for problem in unknown] == [("Gameciel, the Turtle",)] * 2
    assert [entry.card is None for entry in deck.entries] == [True, False, True, True]


def test_many_names_are_counted_and_six_are_shown() -> None:
    """The list of an ambiguous name stays readable."""
    (problem,) = looked_up(["Dragon"], pool(*(f"Dragon {n}" for n in range(50)))).problems
    assert (problem.sentence, problem.facts["total"]) == ("ambiguous-card.more", 50)
    assert problem.facts["names"] == tuple(f"Dragon {n}" for n in range(6))


def test_one_name_of_two_cards() -> None:
    """The card that bears the name in the game's language wins; else the name is ambiguous."""
    own = Card("Division", ("Division", "Teilung"), {})
    other = Card("Split", ("Split", "Division"), {})
    third = Card("Share", ("Share", "Teilung"), {})
    deck = looked_up(["2 division", "1 Teilung"], Pool([own, other, third]))
    assert deck.entries[0].card is own
    assert deck.entries[1].card is None
    assert found(deck) == [("ambiguous-card", 2)]


def test_two_records_of_one_name_are_told_apart_by_their_places() -> None:
    """A reprint of another rarity is another record; which one is meant cannot be guessed."""
    cards = [Card("Foo", ("Foo",), {}, Place("cards.csv", line)) for line in (2, 9)]
    (problem,) = looked_up(["1 Foo"], Pool(cards)).problems
    assert problem.facts["names"] == ("Foo (cards.csv:2)", "Foo (cards.csv:9)")


def test_identifiers() -> None:
    """F095: a number stands for its card, with or without leading zeros, alone and after a count."""
    cards = Pool([Card("Test Trooper", ("Test Trooper",), {"number": "SOR_005"})], identifiers=["number"])
    deck = looked_up(["2 SOR_005", "2 SOR_5", "sor 5", Line("main", "SOR_005", 3)], cards)
    assert entries(deck) == [(2, "Test Trooper"), (2, "Test Trooper"), (1, "Test Trooper"), (3, "Test Trooper")]
    assert not deck.problems


@pytest.mark.parametrize(
    ("line", "sentence", "written"),
    [
        ("0 Plains", "count.zero", "1 Plains"),
        ("-2 Forest", "count.negative", "2 Forest"),
        ("−2 Forest", "count.negative", "2 Forest"),
        ("1.5 Plains", "count.fraction", None),
        ("1,5 Plains", "count.fraction", None),
        ("46986414 Plains", "count.too-many", None),
        ("9" * 150 + " Plains", "count.too-many", None),
        (Line("main", "Plains", 0, Place("deck", 1)), "count.zero", "1 Plains"),
    ],
)
def test_counts_that_are_none(line: str | Line, sentence: str, written: str | None) -> None:
    """F051: a count that is no number of copies is a problem at its line, and never becomes 1."""
    deck = looked_up([line, "4 Forest"], pool("Plains", "Forest"))
    assert entries(deck) == [(4, "Forest")]
    (problem,) = deck.problems
    assert ("count", sentence, 1) == (problem.rule, problem.sentence, problem.place.line)
    assert written == (problem.fix.facts["text"] if problem.fix else None)


def test_a_name_cut_at_a_hash() -> None:
    """YAML cuts " #2" off; the card meant is counted, and the problem shows the quoted form."""
    cards = pool("Morphing Jar", "Morphing Jar #2", "Dragon", "Harpie Lady", "Harpie Lady 1")
    cut = [
        Line("main", "1 Morphing Jar", None, Place("deck", 1), "2"),
        Line("main", "1 Morphing Jar", None, Place("deck", 2), "2 # the small one"),
        Line("main", "3 Dragon", None, Place("deck", 3), "! too-many"),
        Line("main", "3 Harpie Lady", None, Place("deck", 4), "1"),
    ]
    deck = looked_up(cut, cards, reader="yaml")
    assert entries(deck) == [(1, "Morphing Jar #2"), (1, "Morphing Jar #2"), (3, "Dragon"), (3, "Harpie Lady")]
    assert found(deck) == [("syntax", 1), ("syntax", 2)]
    fix = deck.problems[0].fix
    assert fix is not None
    assert fix.facts["text"] == '- "1 Morphing Jar #2"'


def test_pieces_beside_the_deck_and_records_that_are_no_cards() -> None:
    """They are named and not counted; the deck is not called empty for them."""
    token = Card("Sheep", ("Sheep",), {"kind": "token"})
    deck = looked_up(
        ["1 Bastion", "2 Sheep", Line("main", "Fort", 1, Place("deck", 3))],
        Pool([token]),
        Game(beside_deck=frozenset({"bastion", "fort"})),
    )
    assert not deck.entries
    assert found(deck) == [("outside-deck", 1), ("not-a-card", 2), ("outside-deck", 3)]


def test_the_faults_of_a_card_are_told_once() -> None:
    """A bad record costs only the decks that use it, at the record's own place."""
    fault = Problem("card-data", "card-data.missing", place=Place("cards.yaml", 9))
    bad = Card("Bad", ("Bad",), {}, faults=(fault,))
    worse = Card("Worse", ("Worse",), {}, faults=(fault,))
    assert (fault,) == looked_up(["1 Bad", "2 Bad"], Pool([bad, worse])).problems


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ([], [("empty", None)]),
        (["qwertz 12 uiop?"], [("unknown-card", 1), ("empty", None)]),
        (["0 Forest"], [("count", 1)]),
        (["1 Forest", "zuletzt noch etwas"], [("line", 2)]),
        (["Forest", "zuletzt noch etwas"], [("unknown-card", 2)]),
        (["1 Forest", "3 zuletzt noch etwas"], [("unknown-card", 2)]),
        (["1 Forest", "Forrest"], [("unknown-card", 2)]),
        (["1 Forest", "3"], [("line", 2)]),
        (["1 Forest", "Sidebord"], [("line", 2)]),
    ],
)
def test_lines_that_are_no_cards(lines: list[str], expected: list[tuple[str, int | None]]) -> None:
    """F071: none is dropped; one without a count that is like no name is not counted as a card."""
    assert expected == found(looked_up(lines, pool("Forest")))


def test_a_list_of_nonsense_is_looked_up_in_good_time() -> None:
    """Suggestions are sought for the first hundred unknown names only."""
    cards = pool(*(f"Card {n:05}" for n in range(2000)))
    deck = looked_up([f"1 nonsense {n:05}" for n in range(3000)], cards)
    assert len(deck.entries) == 3000


def test_a_section_the_game_does_not_have() -> None:
    """One problem for all its lines, which are not counted anywhere else."""
    deck = looked_up([Line("extra", "1 A", None, Place("d", 1)), Line("extra", "2 A"), "1 A"], pool("A"))
    assert entries(deck) == [(1, "A")]
    (problem,) = deck.problems
    assert (problem.sentence, problem.facts["lines"]) == ("shape.no-section", 2)
