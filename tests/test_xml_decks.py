"""Deck files of other programs: XML and printings first; by their suffix, by their look, and hostile ones."""

from __future__ import annotations

import pytest

from deckcheck import session
from deckcheck.formats import WRITERS, read_deck
from deckcheck.report import Severity
from deckcheck.rules.check import Loaded
from deckcheck.sessions.find import Found

DEK = (
    '<?xml version="1.0" encoding="utf-8"?>\n<Deck xmlns:xsi="x">\n  <NetDeckID>0</NetDeckID>\n'
    "  <PreconstructedDeckID>0</PreconstructedDeckID>\n"
    '  <Cards CatID="1" Quantity="3" Sideboard="false" Name="Veilleur" Annotation="0" />\n'
    '  <Cards CatID="2" Quantity="2" Sideboard="true" Name="Braise vive" Annotation="16777728" />\n'
    '  <Cards CatID="3" Quantity="1" Sideboard="false" Name="Veilleur" Annotation="0" />\n</Deck>\n'
)
COD = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<cockatrice_deck version="1">\n'
    "    <lastLoadedTimestamp>Tue Dec 1 10:00:00 2026</lastLoadedTimestamp>\n    <deckname>Cendres</deckname>\n"
    '    <bannerCard providerId="">Veilleur</bannerCard>\n    <comments>deux lignes\nde notes</comments>\n'
    '    <tags>\n        <tag>a</tag>\n    </tags>\n    <zone name="main">\n'
    '        <card number="3" name="Veilleur" setShortName="X" uuid="1"/>\n        <card number="1" name="Veilleur"/>\n'
    '    </zone>\n    <zone name="side">\n        <card number="2" name="Braise vive"/>\n    </zone>\n'
    '    <zone name="tokens">\n        <card number="1" name="Gobelin"/>\n    </zone>\n</cockatrice_deck>\n'
)
O8D = (
    '<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<deck game="a-b" sleeveid="0">\n'
    '  <section name="Main" shared="False">\n    <card qty="3" id="x">Veilleur</card>\n'
    '    <card qty="1" id="y">Veilleur</card>\n  </section>\n  <section name="Sideboard" shared="False">\n'
    '    <card qty="2" id="z">Braise vive</card>\n  </section>\n  <notes><![CDATA[so & so]]></notes>\n</deck>\n'
)
XMAGE = (
    "NAME:Cendres\nAUTHOR:me\n3 [M14:171] Veilleur\n1 [XLN:1] Veilleur\nSB: 2 [M14:2] Braise vive\n"
    "LAYOUT MAIN:(1,1)(CARD_TYPE,true,50)|([M14:171],[XLN:1])\nLAYOUT SIDEBOARD:(1,1)(NONE,false,50)|([M14:2])\n"
)
FORGE = (
    "[metadata]\nName=Cendres\nDeck Type=constructed\n[Main]\n3 Veilleur|M14|1\n1 Veilleur|XLN\n"
    "[Sideboard]\n2 Braise vive|M14\n"
)
MWS = (
    "// Deck file for a program\n// NAME : Cendres\n    3 [M14] Veilleur (1)\n    1 [XLN] Veilleur\n"
    "SB:  2 [M14] Braise vive\n"
)
FILES = {"a.dek": DEK, "a.cod": COD, "a.o8d": O8D, "x.dck": XMAGE, "f.dck": FORGE, "a.mwDeck": MWS}


def loaded(path: str, data: bytes) -> Loaded:
    found = session(game="venture").load(Found(path, data))
    assert isinstance(found, Loaded), found
    return found


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_deck_of_another_program_is_read_by_suffix_and_by_look(name: str, encoding: str) -> None:
    text = FILES[name]
    paths = (name, name.upper(), "list.txt", "-") if text.startswith("<") else (name, name.upper(), "list.txt")
    for path in paths:
        deck = loaded(path, text.encode(encoding)).deck
        found = [(e.section, e.count, e.shown) for e in deck.entries]
        assert sorted(found) == [("main", 1, "Veilleur"), ("main", 3, "Veilleur"), ("side", 2, "Braise vive")], path
        assert [p for p in deck.problems if p.severity is Severity.ERROR] == []
        assert all(entry.place.line for entry in deck.entries)
    lines = text.splitlines()
    assert all(entry.shown in lines[(entry.place.line or 0) - 1] for entry in deck.entries)


def test_name_and_notes_of_a_cod() -> None:
    deck = loaded("a.cod", COD.encode()).deck
    assert (deck.name, deck.info["notes"]) == ("Cendres", "deux lignes\nde notes")
    again = loaded("b.cod", WRITERS["cod"].write(deck).encode()).deck
    assert (again.name, again.info) == (deck.name, deck.info)
    assert [(e.section, e.count, e.name) for e in again.entries] == [(e.section, e.count, e.name) for e in deck.entries]


@pytest.mark.parametrize("name", ["a & b", 'a "b" <c>', "l'é", "a\x01b", "ab\ud800", "]]>", "&amp;"])
def test_a_cod_holds_any_name(name: str) -> None:
    deck = loaded("d.yaml", b"game: venture\nmain:\n  - 1 Veilleur\n").deck
    from deckcheck.record import replace

    odd = replace(deck, name=name, entries=(replace(deck.entries[0], card=None, name=name),))
    file = read_deck("d.cod", None, WRITERS["cod"].write(odd).encode())
    assert not file.problems
    assert len(file.lines) == 1


LAUGHS = '<!DOCTYPE d [<!ENTITY a "x"><!ENTITY b "&a;&a;&a;&a;">]>'
HOSTILE = {
    "entities": LAUGHS + "<Deck>&b;</Deck>",
    "external": '<!DOCTYPE d SYSTEM "file:///etc/passwd"><Deck/>',
    "deep": "<Deck>" * 5000 + "</Deck>" * 5000,
    "wide": "<Deck>" + "<x/>" * 20_000 + "</Deck>",
    "cut": DEK[: len(DEK) // 2],
    "twice": '<Deck><Cards Quantity="1" Quantity="2" Name="A"/></Deck>',
    "nul": "<Deck>\x00</Deck>",
    "crossed": "<Deck><Cards></Deck></Cards>",
    "no name": '<Deck><Cards Quantity="1"/></Deck>',
    "odd count": '<Deck><Cards Quantity="1e9" Name="Veilleur"/></Deck>',
    "text": "<Deck>3 Veilleur</Deck>",
    "unknown": '<Deck><Card Quantity="1" Name="Veilleur"/></Deck>',
}


@pytest.mark.parametrize("what", HOSTILE)
@pytest.mark.parametrize("suffix", [".dek", ".cod", ".o8d", ".txt"])
def test_hostile_xml_is_refused_or_told_and_never_legal(what: str, suffix: str) -> None:
    by = session(game="venture")
    report = by.check(Found(f"d{suffix}", HOSTILE[what].encode("utf-8", "surrogatepass")))
    assert not report.legal
    assert report.problems
    assert "internal" not in {problem.rule for problem in report.problems}


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.cod", '<cockatrice_deck><zone name="main"><card name="Veilleur"/></zone></cockatrice_deck>'),
        ("a.cod", '<cockatrice_deck><zone name="main"><card number="" name="Veilleur"/></zone></cockatrice_deck>'),
        ("a.o8d", '<deck><section name="Main"><card id="x">Veilleur</card></section></deck>'),
        ("a.dek", '<Deck><Cards Sideboard="false" Name="Veilleur"/></Deck>'),
        ("a.dek", '<Deck><Cards Quantity="1" Sideboard="yes" Name="Veilleur"/></Deck>'),
    ],
)
def test_no_count_and_no_section_is_guessed(path: str, text: str) -> None:
    """An element without its number is no single copy without a word; what is neither true nor false is no section."""
    found = loaded(path, text.encode())
    assert [entry.count for entry in found.deck.entries] == [1]
    assert any(problem.severity is Severity.ERROR for problem in found.deck.problems)
