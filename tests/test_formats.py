"""Deck files in and out: every kind of heading, key, shape and slip, and round trips."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckcheck import formats
from deckcheck.cards.card_schema import CardSchema
from deckcheck.cards.pool import Card, Pool
from deckcheck.decks.deck import Deck, DeckFile, Entry, Ignore
from deckcheck.decks.lines import tidy
from deckcheck.decks.resolve import resolve
from deckcheck.formats import READERS, WRITERS, open_deck, read_deck
from deckcheck.report import Place, Severity
from deckcheck.wording import message


@dataclass(frozen=True)
class Section:
    id: str
    title: str
    also: tuple[str, ...] = ()
    cards: int | None = None


@dataclass(frozen=True)
class Game:
    id: str
    sections: Mapping[str, Section]
    beside_deck: frozenset[str] = field(default=frozenset())
    card: CardSchema = field(default_factory=lambda: CardSchema({}, {}))

    def not_a_card(self, card: Card) -> bool:
        return False


def game(*sections: Section) -> Game:
    return Game("test", {section.id: section for section in sections})


PLAIN = game(Section("main", "Deck principal", ("paquet",)), Section("side", "Side deck"))
EXTRA = game(*PLAIN.sections.values(), Section("extra", "Extra Deck"))
KINDS = game(Section("main", "Deck", ("pokémon", "monstres")), Section("side", "Side deck"))
PAIR = game(Section("main", "Pioche"), Section("leader", "Leader", cards=1), Section("terrain", "Terrain", cards=1))
FREE = game(Section("main", "Deck"), Section("commander", "Commander", cards=1))


def read(text: str | bytes, form: Game | None = PLAIN, reader: str = "text") -> DeckFile:
    data = text.encode() if isinstance(text, str) else text
    return read_deck("deck", form.sections if form else None, data, reader)


def lines(deck: DeckFile) -> list[tuple[str | None, str]]:
    return [(line.section, line.text) for line in deck.lines if line.maybe is None]


def slips(deck: DeckFile | Deck) -> list[tuple[str, int | None]]:
    return [(problem.sentence, problem.place.line) for problem in deck.problems]


def notes(deck: DeckFile | Deck) -> list[str]:
    return [note.sentence for note in deck.notes]


def parsed(deck: DeckFile, names: str, form: Game = PLAIN) -> Deck:
    pool = Pool([Card(name, (name,), {"name": name}) for name in names.split("; ")])
    return resolve(deck, form, pool)


def counts(deck: Deck) -> list[tuple[str, int, str]]:
    return [(entry.section, entry.count, entry.shown) for entry in deck.entries]


# ---------------------------------------------------------------------------------------- plain lists


@pytest.mark.parametrize(
    "heading",
    [
        *["Side", "SIDE", "side deck", "Sideboard", "Réserve", "reserve", "SB", "Side:", "Side :", "Side\u00a0:"],
        *["[Side]", "[Sideboard]", "== Side ==", "==Side==", "=== Side", "--- Side ---", "*Side*", "**Side**"],
        *["__Side__", "//Side", "// Sideboard", "//Sideboard:", "// Side (15)", "Side (15)", "Side [15]"],
        *[
            "Side: 15",
            "Side Deck : 15",
            "Side Deck\u00a0:\u202f15",
            "[Side] :",
            "!side",
            "\u200bSide\u200b",
            "side (0)",
        ],
    ],
)
def test_headings_of_the_side_deck(heading: str) -> None:
    """In English and French, with or without frame, colon and number."""
    deck = read(f"3 A\n{heading}\n1 B\n")
    assert lines(deck) == [("main", "3 A"), ("side", "1 B")]
    assert deck.places["side"] == Place("deck", 2, deck.places["side"].column)
    assert not deck.problems
    assert {note.sentence for note in deck.notes} <= {"note.total"}


@pytest.mark.parametrize(
    ("form", "heading", "section"),
    [
        *[(PLAIN, word, "main") for word in ("Main", "Main Deck", "Deck", "Deck principal", "Principal", "Pioche")],
        (PLAIN, "Paquet", "main"),
        *[(EXTRA, word, "extra") for word in ("Extra", "Extra Deck", "Fusion", "[EXTRA]")],
        *[(PAIR, word, "leader") for word in ("Leader", "Leader:", "Chef")],
        (PAIR, "Terrain", "terrain"),
        *[(FREE, word, "commander") for word in ("Commander", "// Commander", "Commandant")],
    ],
)
def test_headings_of_other_sections(form: Game, heading: str, section: str) -> None:
    """Common words where the game has the section, and the game's own words."""
    assert lines(read(f"{heading}\n1 B\n", form)) == [(section, "1 B")]


def test_a_word_of_another_game_is_a_card_here() -> None:
    """ "Terrain" heads nothing where the game has no such section; "[Terrain]" is told."""
    assert lines(read("Terrain\nFusion\n")) == [("main", "Terrain"), ("main", "Fusion")]
    deck = parsed(read("1 A\n[Extra]\n1 A\n1 A\n"), "A")
    assert counts(deck) == [("main", 1, "A")]
    assert slips(deck) == [("shape.no-section", 2)]
    assert deck.problems[0].facts["lines"] == 2


def test_one_line_for_another_section() -> None:
    """ "SB:" and the section of a single card hold for their own line only."""
    deck = read("Leader : Alice\n1 A\nTerrain: 1 Le Parc\n2 B\n", PAIR)
    assert lines(deck) == [("leader", "Alice"), ("main", "1 A"), ("terrain", "1 Le Parc"), ("main", "2 B")]
    deck = read("2 A\nSB: 2 B\nSB: C\nSB:  3 D\n1 E\nSide: 1 F\nSide\n1 G\n")
    assert lines(deck) == [
        *[("main", "2 A"), ("side", "2 B"), ("side", "C"), ("side", "3 D"), ("main", "1 E")],
        *[("side", "1 F"), ("side", "1 G")],
    ]


def test_blank_lines_part_nothing() -> None:
    """F067: without a heading all is main deck, and the report says so."""
    main = "\n".join(f"4 Card {letter}" for letter in "ABCDEFGHIJKLMNO")
    side = "\n".join(f"3 Side {letter}" for letter in "ABCDE")
    names = "; ".join([*(f"Card {c}" for c in "ABCDEFGHIJKLMNO"), *(f"Side {c}" for c in "ABCDE")])
    for blank, note in (("\n", "note.no-headings"), ("\n\n", "note.blank-line")):
        deck = parsed(read(main + blank + side), names)
        assert sum(count for section, count, _ in counts(deck) if section == "main") == 75
        assert notes(deck) == [note]
        assert not deck.problems
    assert deck.notes[0].facts == {"line": 17, "section": "main"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 A\n\n// a remark\n1 B\nSide\n1 C", []),
        ("1 A\n\nSide\n1 B", []),
        ("1 A\n\nSB: 1 B", []),
        ("\n\n1 A\n\n", ["note.no-headings"]),
        ("1 A\n\n// a remark\n\n1 B", ["note.blank-line"]),
        ("1 A\n# Side\n1 B", []),
        ("1 A\n; side deck:\n1 B", []),
        ("// nothing", []),
    ],
)
def test_what_is_noted(text: str, expected: list[str]) -> None:
    """A blank line is told where it might have been meant; a comment that is a heading and nothing else is one."""
    assert notes(read(text)) == expected


def test_a_game_of_one_section_needs_no_heading() -> None:
    """No note where there is nothing to part."""
    assert not read("1 A\n", game(Section("main", "Deck"))).notes


def test_category_headings() -> None:
    """F073: "Words : 12" in any language heads cards of a kind; its number counts nothing."""
    text = (
        "Pokémon\u00a0: 2\r\n4 Joltik SCR 50\r\n1 Latias ex SSP 76\r\n\r\nDresseur: 1\r\n2 Nest Ball SVI 181\r\n\r\n"
        "Énergie : 1\r\n3 Basic {L} Energy SVE 12\r\n\r\nTotal de cartes : 10\r\n\r\nzuletzt noch etwas\r\n"
    )
    deck = parsed(read(text, KINDS), "Joltik; Latias ex; Nest Ball; Basic {L} Energy", KINDS)
    assert [(count, name) for _, count, name in counts(deck)] == [
        *[(4, "Joltik"), (1, "Latias ex"), (2, "Nest Ball"), (3, "Basic {L} Energy")],
    ]
    assert slips(deck) == [("line.not-understood", 13)]


BESIDE = [  # what stands behind "1 A" in the main deck → the lines of the deck besides, and what lies beside it
    ("Maybeboard\n2 B\n3 C\n", [], [("Maybeboard", 2, 2)]),
    ("Considering:\n2 B\n\nSideboard\n1 C\n", [("side", "1 C")], [("Considering", 1, 2)]),
    ("// Maybeboard\n2 B\n// Side\n1 C\n", [("side", "1 C")], [("Maybeboard", 1, 2)]),
    (
        "[Maybeboard]\nMonsters\n2 B\n# a remark\n\nC\nMaybeboard\n1 D",
        [],
        [("Maybeboard", 2, 2), ("Maybeboard", 1, 8)],
    ),
    ("Wishlist (1)\n2 B\nZeug:\n1 C\n", [("main", "1 C")], [("Wishlist", 1, 2)]),
    ("Maybeboard\n\nSide\n1 C", [("side", "1 C")], []),
]


@pytest.mark.parametrize(("text", "kept", "told"), BESIDE)
def test_cards_that_lie_beside_the_deck(
    text: str, kept: list[tuple[str, str]], told: list[tuple[str, int, int]]
) -> None:
    deck = read(f"1 A\n{text}")
    assert lines(deck) == [("main", "1 A"), *kept]
    aside = [problem for problem in deck.problems if problem.sentence == "line.beside"]
    assert [(p.facts["heading"], p.facts["lines"], p.place.line) for p in aside] == told
    assert all(problem.severity is Severity.INFO for problem in aside)


def test_a_section_of_the_game_may_be_called_like_what_lies_beside_a_deck() -> None:
    assert lines(read("1 A\nMaybeboard\n1 B\n", game(Section("main", "Deck"), Section("maybeboard", "Maybe")))) == [
        ("main", "1 A"),
        ("maybeboard", "1 B"),
    ]


def test_rows_of_a_table_beside_the_deck() -> None:
    deck = read_deck("a.csv", PLAIN.sections, b"section,count,card\nmain,1,A\nMaybeboard,2,B\nmaybeboard,1,C\n")
    assert lines(deck) == [("main", "A")]
    assert [(p.sentence, p.facts["heading"], p.place.line) for p in deck.problems] == [
        ("line.beside", "Maybeboard", 3),
        ("line.beside", "maybeboard", 4),
    ]


@pytest.mark.parametrize(
    ("text", "sentence", "words"),
    [
        ("My goat deck\n3 Alpha\n", "line.name-of-deck", '"name: My goat deck" says so'),
        ("3 Alpha\nMy goat deck\n", "line.not-understood", "a remark begins with //"),
    ],
)
def test_a_line_that_may_be_the_name_of_the_deck(text: str, sentence: str, words: str) -> None:
    """Above the cards it is told and taken for that; below it may be a card that is misspelt."""
    (slip,) = parsed(read(text), "Alpha").problems
    assert (slip.sentence, slip.severity) == (sentence, "warning" if "name" in sentence else "error")
    assert words in message(slip)


@pytest.mark.parametrize("heading", ["Monstres", "Monstre:", "Cartes Monstre (2)", "[Magies]", "Sorts : 2"])
def test_a_kind_of_cards_stays_in_its_section(heading: str) -> None:
    """Lists are sorted by kind inside of the side deck too; after a section of one card the pile goes on."""
    assert lines(read(f"1 A\nSide\n{heading}\n1 B\n", KINDS)) == [("main", "1 A"), ("side", "1 B")]
    assert lines(read(f"Leader\n1 A\n{heading}\n1 B\n", PAIR)) == [("leader", "1 A"), ("main", "1 B")]
    assert lines(read("Monstre:\n  - 1 A\n", KINDS, "yaml")) == [("main", "1 A")]


@pytest.mark.parametrize("heading", ["Deck de fusion", "Fusion", "Cartes Extra Deck (3)", "Extra decks:"])
def test_headings_in_the_plural_or_with_the_word_for_cards(heading: str) -> None:
    assert lines(read(f"1 A\n{heading}\n1 B\n", EXTRA)) == [("main", "1 A"), ("extra", "1 B")]


@pytest.mark.parametrize("heading", ["Sidebord:", "Sidebord : 15", "Side Dek (15)", "Mian deck:", "[Sideborad]"])
def test_a_misspelt_heading_is_told(heading: str) -> None:
    """It is no category, no card, and no section either."""
    deck = parsed(read(f"3 A\n{heading}\n1 B\n"), "A; B")
    assert slips(deck) == [("line.heading", 2)]
    assert counts(deck) == [("main", 3, "A"), ("main", 1, "B")]


def test_a_card_that_looks_like_a_heading_or_a_comment() -> None:
    """Names come first."""
    deck = parsed(read("Station : 12\n#1 Fan\n#1 fan of nobody\n2 #1 Fan\n# Station\n"), "Station : 12; #1 Fan")
    assert [(count, name) for _, count, name in counts(deck)] == [(1, "Station : 12"), (1, "#1 Fan"), (2, "#1 Fan")]
    assert not deck.problems


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Name: Cendres\n1 A", {"name": "Cendres"}),
        ("// name: Cendres : le retour\n1 A", {"name": "Cendres : le retour"}),
        ("# name: Колода 青眼\n1 A", {"name": "Колода 青眼"}),
        (";; Nom : Cendres\n; joueuse : Zoé\n\n1 A", {"name": "Cendres", "player": "Zoé"}),
        ("Deck: Cendres\nGame: venture\nFormat : TCG\n1 A", {"name": "Cendres", "game": "venture", "format": "TCG"}),
        ("// a remark\nDate: 3 mars\n1 A", {"date": "3 mars"}),
        ("About\nName Cendres\n\nDeck\n1 A", {"name": "Cendres"}),
        ("player: Zoé\nid: 007\nevent: Coupe\nnotes: voir\n1 A",
         {"player": "Zoé", "id": "007", "event": "Coupe", "notes": "voir"}),
        ("Deck: 40\n1 A", {}),
        ("1 A\n// name: Late", {}),
    ],
)  # fmt: skip
def test_keys_at_the_top(text: str, expected: dict[str, str]) -> None:
    """In comments or plain, in English or French, before the first card."""
    deck = read(text)
    values = {"game": deck.game, "format": deck.format, "name": deck.name, **deck.info}
    assert {key: value for key, value in values.items() if value is not None} == expected
    assert lines(deck) == [("main", "1 A")]
    assert not deck.problems


def test_keys_have_places_and_are_given_once() -> None:
    """A second value is told, not taken."""
    deck = read("//  name: One\n# name: Two\n// ignore: side-size we play without\n1 A\n")
    assert deck.name == "One"
    assert deck.places["name"] == Place("deck", 1, 5)
    assert slips(deck) == [("line.repeated-key", 2)]
    assert deck.ignore == (Ignore("side-size", "we play without", Place("deck", 3, 4)),)


@pytest.mark.parametrize(
    ("text", "names", "expected"),
    [
        ("2 Serra's Emissary\n3 Serra’s Emissary", "Serra's Emissary", "5 Serra's Emissary"),
        ("Main\n1 Cú Chulainn\n2 Cu\u0301 Chulainn\n1 Cu Chulainn", "Cú Chulainn", "4 Cú Chulainn"),
        ("1 Grizzly\u00a0Bears\n1 Grizzly\u3000Bears\n1 \u200bGrizzly Bears\u200b\n\ufeff1 Grizzly Bears \u3000",
         "Grizzly Bears", "4 Grizzly Bears"),
        ("1 R&D's Secret Lair\n1 Who/What/When", "R&D's Secret Lair; Who/What/When",
         "1 R&D's Secret Lair, 1 Who/What/When"),
        ("Main\n3 Luster Dragon\n3 Luster Dragon #2\n1 Sasuke Samurai #4\n# a comment line",
         "Luster Dragon; Luster Dragon #2; Sasuke Samurai #4",
         "3 Luster Dragon, 3 Luster Dragon #2, 1 Sasuke Samurai #4"),
        ("1x Fairchild\n4x Fairchild 2.0", "Fairchild; Fairchild 1.0; Fairchild 2.0", "1 Fairchild, 4 Fairchild 2.0"),
        ("1 Rhys\n98 Forest", "Rhys; Forest", "1 Rhys, 98 Forest"),
        ("2 ISLAND\n1 instill infection", "Island; Instill Infection", "2 Island, 1 Instill Infection"),
        ("1 oeuf de phoenix\n1 Phoenix en declin\n1 BOOM!", "Œuf de phœnix; Phœnix en déclin; Boom!",
         "1 Œuf de phœnix, 1 Phœnix en déclin, 1 Boom!"),
        ("1 ブラック・マジシャン\n1 Lim-Dûl's Vault\n1 Владыка", "ブラック・マジシャン; Lim-Dûl's Vault; Владыка",
         "1 ブラック・マジシャン, 1 Lim-Dûl's Vault, 1 Владыка"),
        ("3 Professor's Research SVI 189\n1 Professor's Research (Professor Oak) CEL 24\n4 Pikachu PR-SV 27",
         "Professor's Research; Pikachu; Pikachu ex", "4 Professor's Research, 4 Pikachu"),
    ],
)  # fmt: skip
def test_lists_that_others_misread(text: str, names: str, expected: str) -> None:
    """F043 to F079, F099, F115, F131: what is counted, without a problem."""
    deck = parsed(read(text), names)
    total: dict[str, int] = {}
    for _, count, name in counts(deck):
        total[name] = total.get(name, 0) + count
    assert ", ".join(f"{count} {name}" for name, count in total.items()) == expected
    assert not deck.problems


def test_a_thousand_lines() -> None:
    """F053: no line is cut off."""
    names = [f"Card {n:04}" for n in range(1, 1201)]
    deck = parsed(read("\n".join(f"1 {name}" for name in names)), "; ".join(names))
    assert [entry.name for entry in deck.entries] == names
    assert deck.entries[-1].place.line == 1200


_LINE_LIKE = st.one_of(
    st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), max_size=12),
    st.text("xX 3:#/;[](){}=-*ASide\t", max_size=10),
    st.sampled_from(
        ["1 A", "3x B", "Side", "[Extra]", "# x", "//y", "Dresseur : 3", "SB: 2 A", "0 A", "-1 B", "#", ":"]
    ),
)


@given(st.lists(_LINE_LIKE, max_size=8))
def test_no_line_is_lost(written: list[str]) -> None:
    """Every line is an entry, a heading, a key, a comment, a problem or in a note, or shows nothing."""
    file = read("\n".join(written))
    deck = parsed(file, "A; B; Aces")
    known = {problem.place.line for problem in deck.problems}
    known |= {line.place.line for line in file.lines if line.maybe or line.section not in PLAIN.sections}
    known |= {entry.place.line for entry in deck.entries}
    known |= {place.line for place in file.places.values()} | {ignore.place.line for ignore in file.ignore}
    for number, line in enumerate(written, 1):
        shown = tidy(line)
        if number not in known and shown and not shown.startswith(("//", "#", ";")):
            assert {"main", "side", "extra"} & set(read(f"{line}\n1 A", EXTRA).places), line


# ----------------------------------------------------------------------------------------------- YAML

YAML = """\
game: venture
format: tcg
name: No
player: Zoé
id: 007
date: 2026-11-30
notes: |
  two
  lines
ignore:
  - {rule: side-size, reason: we play without}
main:
  - 3 Dragon de cendre   # ! rarity-copies
  - 2 Veilleur
Réserve:
  - "1 Number 39: Utopia"
"""


def test_a_deck_in_yaml() -> None:
    """All its keys, every value as written."""
    opened = open_deck("a.yaml", YAML.encode())
    assert opened.game == "venture"
    deck = opened.read(PLAIN.sections)
    assert (deck.reader, deck.game, deck.format, deck.name) == ("yaml", "venture", "tcg", "No")
    assert deck.info == {"player": "Zoé", "id": "007", "date": "2026-11-30", "notes": "two\nlines\n"}
    assert deck.ignore == (Ignore("side-size", "we play without", Place("a.yaml", 11, 5)),)
    assert lines(deck) == [("main", "3 Dragon de cendre"), ("main", "2 Veilleur"), ("side", "1 Number 39: Utopia")]
    assert deck.lines[0].comment == "! rarity-copies"
    assert deck.lines[0].place == Place("a.yaml", 13, 5)
    assert deck.places["side"] == Place("a.yaml", 15, 1)
    assert deck.places["game"] == Place("a.yaml", 1, 7)
    assert not deck.problems


@pytest.mark.parametrize(
    ("text", "expected", "read_lines"),
    [
        ("main: 3\nside: [1 B]", [("shape.section", 1)], ["1 B"]),
        ("main: 3 A\nside: [1 B]", [("shape.section", 1)], ["1 B"]),
        ("main:\n  3 A\n  2 B\nside: [1 B]", [("shape.section", 2)], ["1 B"]),
        ("main: {A: 3}\nside: [1 B]", [("shape.section-mapping", 1)], ["1 B"]),
        ("main:\n  - [1 A]\n  - 1 B", [("shape.item", 2)], ["1 B"]),
        ("main:\n  -\n  - 1 B", [("shape.no-item", 2)], ["1 B"]),
        ("main:\n  - ''\n  - 1 B", [("shape.no-item", 2)], ["1 B"]),
        ("main:\n  - {count: 3, name: A}\n  - 1 B", [("shape.item", 2)], ["1 B"]),
        ("main:\n  - {A: B}\n  - 1 B", [("shape.item", 2)], ["1 B"]),
        ("main:\n  - A: 3\n  - 1 B", [("shape.name-first", 2)], ["A", "1 B"]),
        ("main:\n  - 3 A: B\n  - 1 B", [("syntax.colon-in-name", 2)], ["3 A: B", "1 B"]),
        ("main:\n  - A:\n  - 1 B", [("syntax.colon-in-name", 2)], ["A:", "1 B"]),
        ("main:\n  - 3 A\n    2 C\n  - 1 B", [("shape.two-lines", 2)], ["3 A", "2 C", "1 B"]),
        ("main:\n  - 3 A\n    - 2 C\n  - 1 B", [("shape.two-lines", 2)], ["3 A", "2 C", "1 B"]),
        ("main:\n  - 3 A\n    and more\n  - 1 B", [("shape.two-lines", 2)], ["3 A and more", "1 B"]),
        ("game: x\n  - 3 A\nside: [1 B]", [("syntax.no-heading", 2)], ["1 B"]),
        ("main:\n  - &a 3 A\n  - *a", [("syntax.anchor", 2), ("syntax.alias", 3)], ["3 A", "3 A"]),
        ("Game: x\nside: [1 B]", [("shape.unknown-key.near", 1)], ["1 B"]),
        ("jeu: x\nside: [1 B]", [("shape.unknown-key.near", 1)], ["1 B"]),
        ("gaem: x\njoueur: y\nside: [1 B]", [("shape.unknown-key.near", 1), ("shape.unknown-key.near", 2)], ["1 B"]),
        ("main: []\nside:", [], []),
        ("mian: [1 A]\nside: [1 B]", [("shape.unknown-key.near", 1)], ["1 B"]),
        ("Sidebord: [1 A]\nside: [1 B]", [("shape.unknown-key.near", 1)], ["1 B"]),
        ("nmae: X\nside: [1 B]", [("shape.unknown-key.near", 1)], ["1 B"]),
        ("xyzzy: [1 A]\nside: [1 B]", [("shape.unknown-key", 1)], ["1 B"]),
        ("name: [X]\nside: [1 B]", [("shape.text", 1)], ["1 B"]),
        ("game: {a: b}\nside: [1 B]", [("shape.text", 1)], ["1 B"]),
        ("ignore: side-size\nside: [1 B]", [("shape.ignore", 1)], ["1 B"]),
        ("ignore: [side-size, {reason: x}, {rule: a, why: b}]\nside: [1 B]", [("shape.ignore", 1)] * 3, ["1 B"]),
        ("main: [1 A]\nmain: [2 A]\nside: [1 B]", [("syntax.repeated-list", 2)], ["1 A", "2 A", "1 B"]),
        ("main: [1 A]\ndeck: [2 A]", [], ["1 A", "2 A"]),
        ("- 1 A", [("shape.headless", 1)], []),
        ("just text", [("shape.deck", 1)], []),
        ("main: [1 A", [("syntax.unclosed-bracket", 1)], []),
        ("", [], []),
    ],
)
def test_shapes_that_are_wrong(text: str, expected: list[tuple[str, int]], read_lines: list[str]) -> None:
    """Each is told at its line, and the rest of the deck is read."""
    deck = read(text, PLAIN, "yaml")
    assert slips(deck) == expected
    assert [line.text for line in deck.lines] == read_lines
    assert deck.game in (None, "x")
    assert all(problem.rule == problem.sentence.split(".")[0] for problem in deck.problems)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("- 3 Number 39: Utopia", '- "3 Number 39: Utopia"'),
        ("- Numéro 39 : Utopie", '- "Numéro 39 : Utopie"'),
        ('- 3 "C": Maxx', "- '3 \"C\": Maxx'"),
        ('- "C": Maxx', "- '\"C\": Maxx'"),
        ("- ? Maxx", '- "? Maxx"'),
        ("- Utopia: 3", "- 3 Utopia"),
    ],
)
def test_a_colon_in_a_name(text: str, written: str) -> None:
    """The item that YAML takes for a key and a value is shown as it must be written."""
    (problem,) = read(f"main:\n  {text}\n", PLAIN, "yaml").problems
    assert problem.fix is not None
    assert problem.fix.facts["text"] == written
    assert not read(f"main:\n  {written}\n", PLAIN, "yaml").problems


def test_the_card_behind_a_colon_is_counted() -> None:
    """The problem stands, and sizes are not wrong besides."""
    deck = parsed(read("main:\n  - 3 Number 39: Utopia\n  - 2 A: 4\n", PLAIN, "yaml"), "Number 39: Utopia; A")
    assert counts(deck) == [("main", 3, "Number 39: Utopia"), ("main", 2, "A: 4")]
    assert slips(deck)[0] == ("syntax.colon-in-name", 2)


def test_a_section_of_one_card_may_be_one_text() -> None:
    """`leader: Alice`, but no number and no list in its place."""
    deck = read("leader: Alice\nterrain: 3\nmain: [1 A]\n", PAIR, "yaml")
    assert lines(deck) == [("leader", "Alice"), ("main", "1 A")]
    assert slips(deck) == [("shape.section", 2)]


def test_a_deck_of_an_unknown_game() -> None:
    """Every list is a section, under the word that heads it."""
    deck = read("game: xyz\nmain: [1 A]\nRoad deck: [2 B]\n", None, "yaml")
    assert lines(deck) == [("main", "1 A"), ("Road deck", "2 B")]
    assert lines(read("1 A\nSide\n1 B\n", None)) == [(None, "1 A"), ("side", "1 B")]
    assert not deck.problems


# ------------------------------------------------------------------------------------- readers, writers


@pytest.mark.parametrize(
    ("path", "text", "reader"),
    [
        ("a.yaml", "1 A", "yaml"),
        ("a.YML", "1 A", "yaml"),
        ("a.txt", "main:\n- 1 A", "text"),
        ("-", "main:\n  - 1 A", "yaml"),
        ("-", "main:\n- 1 A", "yaml"),
        ("-", "1 A\n2 B", "text"),
        ("a.deck", "Main: 3\n1 A", "text"),
    ],
)
def test_the_reader_is_chosen_by_suffix_then_by_look(path: str, text: str, reader: str) -> None:
    """A reader that is asked for is used whatever the suffix."""
    assert read_deck(path, None, text.encode()).reader == reader
    assert read_deck(path, None, text.encode(), "text").reader == "text"


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("text", ["a: b\n", "a\n", "- a\n", "[a, ", "a: ", "x" * 100 + "\n"])
def test_five_megabytes_are_no_deck(reader: str, text: str) -> None:
    """Refused by size, with the limit, before anything is parsed."""
    begin = time.perf_counter()
    deck = read(text * (5_000_000 // len(text)), PLAIN, reader)
    assert slips(deck) == [("shape.too-large", None)]
    assert not parsed(deck, "A").entries
    assert time.perf_counter() - begin < 5


@pytest.mark.parametrize("reader", READERS)
def test_files_that_cannot_be_read(reader: str, tmp_path: Path) -> None:
    """Missing, binary, empty: a problem each, never an exception."""
    missing = read_deck(str(tmp_path / "none"), None, None, reader)
    assert [problem.rule for problem in parsed(missing, "A").problems] == ["missing"]
    assert [problem.rule for problem in parsed(read(b"\0\1\2", PLAIN, reader), "A").problems] == ["encoding"]
    assert [problem.rule for problem in parsed(read(b"", PLAIN, reader), "A").problems] == ["empty"]


@pytest.mark.parametrize("reader", READERS)
@given(data=st.one_of(st.binary(), st.text().map(str.encode), st.text("ab1: -#\n[]{}'\"&*!|>").map(str.encode)))
def test_any_bytes_give_a_deck_or_problems(reader: str, data: bytes) -> None:
    """Nothing that a file holds makes a reader or the look-up raise."""
    deck = parsed(read(data, PLAIN, reader), "A; ab; b 1")
    assert deck.entries or deck.problems


JSON_DECK = """{"game": "venture", "format": null, "name": "X", "player": "Zoé",
 "sections": {"main": [{"card": "A", "count": 3, "line": 9},
   {"card": "0 B", "count": null}], "Sideboard": [{"card": "B", "written": "77", "count": 1}]},
 "ignore": [{"rule": "r", "reason": null}]}"""


def test_a_deck_in_json() -> None:
    """What the writer writes, each card at its line."""
    deck = read(JSON_DECK, PLAIN, "json")
    assert (deck.game, deck.format, deck.name, deck.info) == ("venture", None, "X", {"player": "Zoé"})
    assert [(line.section, line.text, line.count, line.place.line) for line in deck.lines] == [
        *[("main", "A", 3, 2), ("main", "0 B", None, 3), ("side", "77", 1, 3)],
    ]
    assert [ignore.rule for ignore in deck.ignore] == ["r"]
    assert not deck.problems
    assert read_deck("-", PLAIN.sections, JSON_DECK.encode()).reader == "json"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{", "syntax.json"),
        ('{"a": 1} x', "syntax.json"),
        ("[" * 100_000, "shape.json"),
        ("[1]", "shape.json"),
        ('{"decks": []}', "shape.json"),
        ('{"sections": {"main": 3}}', "shape.section"),
        ('{"sections": {"main": ["3 A"]}}', "shape.json-item"),
        ('{"sections": {"main": [{"card": "A", "count": "3"}]}}', "shape.json-item"),
        ('{"sections": {"main": [{"card": "A", "count": 1.5}]}}', "shape.json-item"),
        ('{"sections": {"main": [{"card": "A", "quantity": 3}]}}', "shape.json-item"),
        ('{"sections": {}, "sections": {"main": []}}', "syntax.repeated-key"),
        ('{"sections": {}, "player": 3}', "shape.text"),
        ('{"sections": {}, "author": "x"}', "shape.unknown-key"),
        ('{"sections": {}, "ignore": [3]}', "shape.ignore"),
    ],
)
def test_json_that_is_no_deck(text: str, sentence: str) -> None:
    """Each is one problem."""
    assert [problem.sentence for problem in read(text, PLAIN, "json").problems] == [sentence]


@pytest.mark.parametrize("form", ["yaml", "text", "json"])
@pytest.mark.parametrize("notes", ["one", "one\ntwo", "one\n\nthree\n", " odd\n\ttab\n"])
def test_notes_of_several_lines(form: str, notes: str) -> None:
    """They come back; a plain list does without blanks at the ends of lines."""
    deck = Deck("d", "test", None, None, (Entry(1, "A", "main", None),), {"notes": notes})
    written = WRITERS[form].write(deck)
    again = read(written, PLAIN, form)
    assert not again.problems
    kept = [" ".join(line.split()) for line in notes.rstrip("\n").split("\n")] if form == "text" else None
    assert again.info["notes"] == ("\n".join(kept) if kept else notes)
    if form == "yaml" and notes == "one\n\nthree\n":
        assert "notes: |\n  one\n\n  three\n" in written


@pytest.mark.parametrize("form", [name for name, writer in WRITERS.items() if not writer.numbers])
def test_lines_that_mean_no_card_are_kept_where_they_stand(form: str) -> None:
    """In the forms that hold text."""
    deck = parsed(read("1 A\n0 B\n1 B\nBidule:\n2 A\n"), "A; B")
    assert [line.text for line in deck.unread] == ["0 B", "Bidule:"]
    again = parsed(read(WRITERS[form].write(deck), PLAIN, form), "A; B")
    assert [(entry.count, entry.name) for entry in again.entries if entry.card] == [(1, "A"), (1, "B"), (2, "A")]
    assert {problem.rule for problem in again.problems} in ({"count", "line"}, {"count", "unknown-card"})


_NAMES = st.text(st.characters(exclude_categories=["Cs", "Cc", "Cf", "Zl", "Zp"]), min_size=1).map(
    lambda name: " ".join(name.split())
)
_ENTRIES = st.lists(
    st.tuples(st.integers(1, 9999), _NAMES.filter(bool), st.sampled_from(["main", "side"])), min_size=1, max_size=6
)
_TEXT = st.none() | _NAMES.filter(bool)


@pytest.mark.parametrize("form", ["yaml", "text", "json"])
@given(made=_ENTRIES, name=_TEXT, player=_TEXT, reason=_TEXT)
def test_what_is_written_is_read(
    form: str, made: list[tuple[int, str, str]], name: str | None, player: str | None, reason: str | None
) -> None:
    """Any names, known or not, in the same order, and all keys; writing again gives the same file."""
    deck = Deck(
        "deck",
        "test",
        "tcg",
        name,
        tuple(Entry(count, name, section, None) for count, name, section in made),
        {"player": player} if player else {},
        (Ignore("side-size", reason),),
    )
    written = WRITERS[form].write(deck)
    file = read(written, PLAIN, form)
    again = resolve(file, PLAIN, Pool([]))
    expected = sorted(made, key=lambda entry: [section for *_, section in made].index(entry[2]))
    assert [(entry.count, entry.name, entry.section) for entry in again.entries] == expected
    assert (file.game, file.format, file.name, file.info) == ("test", "tcg", name, deck.info)
    assert [(ignore.rule, ignore.reason) for ignore in file.ignore] == [("side-size", reason)]
    assert {problem.rule for problem in again.problems} == {"unknown-card", "empty"}
    lines = re.compile(r'"line": (?:\d+|null)')
    assert lines.sub("", WRITERS[form].write(again)) == lines.sub("", written)


DECK = Deck(
    "a.yaml",
    "venture",
    None,
    "Cendres",
    (
        Entry(3, "dragon", "main", Card("Dragon : le #1", ("Dragon : le #1",), {}), Place("a.yaml", 4, 5)),
        Entry(1, "Unknown", "side", None, Place("a.yaml", 7)),
        Entry(2, "Veilleur", "main", None),
    ),
)


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ("yaml", 'game: venture\nname: Cendres\nmain:\n  - "3 Dragon : le #1"\n  - 2 Veilleur\nside:\n  - 1 Unknown\n'),
        ("text", "// game: venture\n// name: Cendres\n\n[main]\n3 Dragon : le #1\n2 Veilleur\n\n[side]\n1 Unknown\n"),
    ],
)
def test_decks_as_they_are_written(form: str, expected: str) -> None:
    """The printed names, unknown ones as written; quotes only where YAML needs them."""
    assert WRITERS[form].write(DECK) == expected


def test_decks_as_json() -> None:
    """The contract for programs."""
    assert json.loads(WRITERS["json"].write(DECK)) == {
        "game": "venture",
        "format": None,
        "name": "Cendres",
        "sections": {
            "main": [
                {"card": "Dragon : le #1", "count": 3, "line": 4},
                {"card": "Veilleur", "count": 2, "line": None},
            ],
            "side": [{"card": "Unknown", "count": 1, "line": 7}],
        },
    }


def test_a_plain_list_is_read_without_the_libraries_it_does_not_need() -> None:
    """yaml and rapidfuzz would double the time a check takes."""
    code = (
        "import sys\n"
        "from deckcheck.cards.pool import Card, Pool\n"
        "from deckcheck.formats import read_deck\n"
        "from deckcheck.decks.resolve import resolve\n"
        "read_deck('-', None, b'1 A\\nSide\\n2 B\\n', 'text')\n"
        "print(sorted({'yaml', 'rapidfuzz', 'numpy', 'jsonschema', 'difflib'} & set(sys.modules)))\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"


def test_a_new_form_is_a_module_and_two_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """The example of CONTRIBUTING, added as it stands there: read, written and read back."""
    page = (Path(__file__).parent.parent / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = page.partition("### A form of deck file")[2].partition("\n### ")[0]
    module, rows = re.findall(r"```python\n(.*?)```", section, re.DOTALL)
    made = ModuleType("deckcheck.formats.pipes")
    exec(module, made.__dict__)
    monkeypatch.setitem(sys.modules, made.__name__, made)
    for table in (formats.READERS, formats.WRITERS):
        monkeypatch.setitem(table, "pipes", None)  # what the example puts there is taken out again
    exec(rows, dict(formats.__dict__))
    deck = read("3|Dragon|main\n2|Veilleur|Side deck\n1|Veilleur\n2 Dragon\n0|Dragon|main\n", PLAIN, "pipes")
    entries = parsed(deck, "Dragon; Veilleur")
    expected = [("main", 3, "Dragon"), ("side", 2, "Veilleur"), ("main", 1, "Veilleur"), ("main", 2, "Dragon")]
    assert counts(entries) == expected
    assert [(line.text, line.count) for line in entries.unread] == [("Dragon", 0)]
    again = parsed(read(WRITERS["pipes"].write(entries), PLAIN, "pipes"), "Dragon; Veilleur")
    assert sorted(counts(again)) == sorted(expected)
    assert [(line.text, line.count) for line in again.unread] == [("Dragon", 0)]


@pytest.mark.parametrize("sign", ["# ", "## ", "### ", "#", "// ", "; ", "", "**", "== "])
@pytest.mark.parametrize("heading", ["Side", "Side Deck:", "sideboard (1)", "Nebendeck", "Réserve"])
def test_a_heading_heads_however_it_is_marked(sign: str, heading: str) -> None:
    """As Markdown, simulators and people mark it; cards below it that count in another section change the verdict."""
    deck = parsed(read(f"1 A\n{sign}{heading}\n1 B"), "A; B")
    assert [(section, text) for section, _, text in counts(deck)] == [("main", "A"), ("side", "B")]
