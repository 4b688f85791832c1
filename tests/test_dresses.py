"""Real names in every dress that people's lists wear: the same deck, and no line lost."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckcheck import session
from deckcheck.decks.deck import Deck
from deckcheck.formats.ydke import write_ydke
from deckcheck.report import Report, Severity
from deckcheck.rules.check import Loaded
from deckcheck.sessions.find import Found
from deckcheck.sessions.session import Session

GAMES = ("yugioh", "venture", "clash-of-decks", "tresors-de-geek")

# How a line of a list may look: a count, a name, and what stands around them.
DRESSES = (
    *("{n} {c}", "{n}x {c}", "x{n} {c}", "({n}) {c}", "[{n}] {c}", "{c} x{n}", "{c} (x{n})", "- {n} {c}", "7. {n} {c}"),
    *(
        "{n} [M14:171] {c}",
        "{n} [WAR] {c}",
        "{n} (ELD) {c}",
        "{n} {c} (ELD) 115",
        "{n} {c} [M14]",
        "{n} {c} <228> [M14]",
    ),
    *("{n}\t{c}", "{n}\t{c}\tM14", "{n}\t{c}\tM14\tFoil", "{n} {c}|M14|1", "{n} {c} | M14 | 1", "{n} {c} *F*"),
    *(
        "{n} {c} *CMDR*",
        "{n} {c} // win con",
        "{n} {c} # best",
        "{n} {c} $1.20",
        "{n} {c} 1,20 €",
        "{n} {c} #ramp #!cut",
    ),
    *("{n}\tM14\t{c}", "{n}|{c}|M14", "| {n} | {c} | M14 |", "{n}\t{c}\t\tM14", "{n} [Foil] [M14] {c}"),
    *("{n} {{M14}} {c}", "{n} <M14> {c}", "{c} (M14) x{n}", "{c} $1.20 x{n}", "7. {c} (M14) 228 x{n}"),
    *("{n} {c} LOB-EN001", "{n} {c} {{M14}}"),
    *("{n} {c} (M14) 228 *F* // sold", "  {n}   {c}  ", "{n} [M14] {c} (1)", "SB: {n} {c}"),
)
# Lines that say nothing of cards.
ABOUT = (
    *(
        "",
        "// a remark",
        "> quoted",
        "AUTHOR:x",
        "LAYOUT MAIN:(1,1)(NONE,false,50)|([M14:171])",
        "[metadata]",
        "Name=x",
    ),
    *("Deck Type=constructed", "// FORMAT : Standard", "# x", "Author = me"),
)


@cache
def by(game: str) -> Session:
    return session(game=game, as_of="2026-06-01")


def deck(game: str, text: str, path: str = "deck.txt") -> Deck:
    loaded = by(game).load(Found(path, text.encode()))
    assert isinstance(loaded, Loaded), loaded
    return loaded.deck


def cards(one: Deck) -> list[tuple[str, int, str]]:
    return sorted((entry.section, entry.count, entry.shown) for entry in one.entries)


@cache
def names(game: str) -> list[str]:
    """The cards that a deck may hold."""
    found = by(game).library.game(game)
    return [card.name for card in by(game).library.pool(game) if not found.not_a_card(card)]


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.sampled_from(GAMES), st.data())
def test_a_list_in_any_dress_is_the_same_deck(game: str, data: st.DataObject) -> None:
    pool = names(game)
    chosen = [pool[at] for at in data.draw(st.sets(st.integers(0, len(pool) - 1), min_size=1, max_size=6))]
    counts = [data.draw(st.integers(1, 4)) for _ in chosen]
    main = [dress for dress in DRESSES if not dress.startswith("SB:")]
    lines: list[str] = []
    for name, count in zip(chosen, counts, strict=True):
        lines += data.draw(st.lists(st.sampled_from(ABOUT), max_size=2))
        lines = [line for at, line in enumerate(lines) if "FORMAT" not in line or line not in lines[:at]]
        lines.append(data.draw(st.sampled_from(main)).format(n=count, c=name))
    plain = deck(game, "".join(f"{n} {name}\n" for name, n in zip(chosen, counts, strict=True)))
    dressed = deck(game, "\n".join(lines) + "\n")
    assert cards(dressed) == cards(plain), lines
    assert [p.sentence for p in dressed.problems] == [p.sentence for p in plain.problems], lines


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("dress", DRESSES)
def test_every_line_is_an_entry_or_told(game: str, dress: str) -> None:
    """A name that no card bears is never dropped, nor joined with what stands around it."""
    name = "Qwertzuiopü"
    found = deck(game, dress.format(n=2, c=name) + "\n")
    told = [problem for problem in found.problems if problem.place.line == 1]
    assert told
    assert all(entry.card is None for entry in found.entries)


@pytest.mark.parametrize(
    ("heading", "said"),
    [
        *(
            (f"{words}", None)
            for words in ("Main Deck (3 cards):", "Main Deck: 3 cards", "Main: 3", "[Main] ", "Main - 3")
        ),
        *(
            (f"{words}", 40)
            for words in ("Main Deck (40 cards):", "Main Deck: 40 cards", "Main deck (40)", "Main — 40")
        ),
        ("Main: 3 / Side: 1", None),
        ("Main: 40 / Side: 15", 40),
        ("Total Cards: 4", None),
        ("Total Cards: 60", 60),
        ("Total: 4", None),
        ("== Main (3) ==", None),
        ("== Main (40) ==", 40),
        ("**Main Deck (40)**", 40),
        ("Main (0)", 0),
    ],
)
def test_stated_totals_are_compared_with_what_was_read(heading: str, said: int | None) -> None:
    found = deck("venture", f"{heading}\n3 Veilleur\nSide:\n1 Braise vive\n")
    assert cards(found) == [("main", 3, "Veilleur"), ("side", 1, "Braise vive")]
    assert not found.problems
    told = [note.facts["stated"] for note in found.notes if note.sentence == "note.total"]
    assert (told[:1] or [None]) == [said]


@pytest.mark.parametrize(
    "text",
    [
        "1. Veilleur\n2. Braise vive\n3. Cendreux\n",
        "1) Veilleur\n2) Braise vive\n",
        "0. Veilleur\n1. Braise vive\n",
        "1: Veilleur\n2: Braise vive\n",
        "Main\n1. Veilleur\n2. Braise vive\nSide\n1. Cendreux\n",
        "1. Veilleur\n2. Braise vive\n\n1. Cendreux\n2. Veilleur\n",
        "1. Veilleur\n2. Braise vive\n4. Cendreux\n5. Veilleur\n7. Braise vive\n",
    ],
)
def test_the_numbers_of_a_numbered_list_are_no_counts(text: str) -> None:
    found = deck("venture", text)
    assert {entry.count for entry in found.entries} == {1}
    assert len(found.entries) == sum(". " in line or ") " in line or ": " in line for line in text.splitlines())
    assert {problem.sentence for problem in found.problems} == {"count.numbered"}


def test_a_name_that_is_only_a_hyphen_away_is_taken_and_told() -> None:
    found = deck("yugioh", "3 Blue Eyes White Dragon\n1 BLUE-EYES WHITE DRAGON\n")
    assert {entry.shown for entry in found.entries} == {"Blue-Eyes White Dragon"}
    (note,) = [note for note in found.notes if note.sentence == "note.hyphens"]
    assert note.facts == {"names": ("Blue Eyes White Dragon",), "cards": ("Blue-Eyes White Dragon",)}


@pytest.mark.parametrize("text", ["3. Veilleur\n2. Braise vive\n", "1. Veilleur\n1. Braise vive\n2. Cendreux\n"])
def test_numbers_in_no_order_are_misplaced_counts(text: str) -> None:
    assert {problem.sentence for problem in deck("venture", text).problems} == {"count.words"}


# Between the name of a card and a word that makes another card of it.
BETWEEN = ("\t{}", "|{}", " | {}", " [{}]", " <{}>", " {{{}}}", " *{}*", " ({})", " #{}", " # {}", " // {}")


@pytest.mark.parametrize("between", BETWEEN)
def test_what_stands_behind_a_name_makes_no_other_card_of_it(between: str) -> None:
    """Where it may be a part of the name all the same, it is asked."""
    found = deck("yugioh", f"3 Dark Magician{between.format('Girl')}\n")
    (entry,) = found.entries
    asked = {problem.sentence for problem in found.problems} == {"ambiguous-card"}
    assert entry.count == 3
    assert asked if entry.card is None else entry.shown == "Dark Magician"


@pytest.mark.parametrize(
    "before", ["[Toon] ", "(Toon) ", "{Toon} ", "<Toon> ", "【Toon】", "Toon\t", "Toon | ", "[Toon] [M14] "]
)
def test_what_stands_before_a_name_makes_no_other_card_of_it(before: str) -> None:
    found = deck("yugioh", f"3 {before}Dark Magician\n")
    (entry,) = found.entries
    assert entry.count == 3
    assert found.problems if entry.card is None else entry.shown == "Dark Magician"


@pytest.mark.parametrize("name", ["Maliss <C> GWC-06", "Morphing Jar #2", "Arcanite Magician/Assault Mode"])
def test_signs_of_a_name_are_its_own(name: str) -> None:
    found = deck("yugioh", f"2 {name}\n2 {name} [M14]\n{name} x2\n")
    assert cards(found) == [("main", 2, name)] * 3


COUNTS_BEHIND = (
    "\tM14\t3",
    "|3",
    "|M14|3",
    " | 3",
    " // 3",
    " // x3",
    " # 3",
    " ; 3",
    "\t3 x",
    "\tM14\tx3",
    " (M14) x3",
    " (M14) (x3)",
)


@pytest.mark.parametrize("behind", [*COUNTS_BEHIND, "\tM14\t3\t$1.20", " [M14] x3", " *F* x3", " #tag x3"])
def test_a_number_behind_a_name_is_never_dropped(behind: str) -> None:
    """It is the count, or the line is a problem: three copies are not one."""
    found = deck("yugioh", f"Dark Magician{behind}\n")
    read = [(entry.count, entry.card is not None) for entry in found.entries]
    assert read == [(3, True)] or any(problem.severity is Severity.ERROR for problem in found.problems)


SECOND_CARDS = (
    *("3 Dark Magician\t2 Jinzo", "3\tDark Magician\t2\tJinzo", "Dark Magician\tJinzo", "3 Dark Magician | 2 Jinzo"),
    *(
        "3 Dark Magician ; 2 Jinzo",
        "3 Dark Magician (2 Jinzo)",
        "3 Dark Magician [2 Jinzo]",
        "3\tDark Magician\tLOB\t2x Jinzo",
    ),
    "| Qty | Card | Qty | Card |\n|---|---|---|---|\n| 3 | Dark Magician | 3 | Jinzo |",
    "3 Jinzo\tM14\tDark Magician",
    "| Qty | Card | Copies |\n|---|---|---|\n| 3 | Dark Magician | 2 |",
    *("| 3 | Dark Magician | 2 | Jinzo |", "3 Dark Magician {2 Jinzo}", "- 3 Dark Magician <2 Jinzo>"),
)


@pytest.mark.parametrize("text", SECOND_CARDS)
def test_a_second_card_of_a_line_is_never_dropped(text: str) -> None:
    """As columns beside one another are pasted; also where the same line was met in another deck."""
    for _ in range(2):
        found = deck("yugioh", text + "\n")
        assert any(problem.severity is Severity.ERROR for problem in found.problems), text


@pytest.mark.parametrize(
    "behind",
    [
        "\tSide",
        "\tM14\tSideboard",
        " (Side)",
        " [Sideboard]",
        " [Maybeboard{noDeck}{noPrice},Ramp]",
        "|Wishlist",
        " [Ramp,Side]",
    ],
)
def test_a_section_behind_a_card_is_never_dropped(behind: str) -> None:
    """As programs write categories and tables their columns."""
    found = deck("yugioh", f"3 Dark Magician{behind}\n")
    assert [problem.sentence for problem in found.problems] == ["line.two-sections"]
    under = deck("yugioh", "Side\n3 Dark Magician (M14) 12\n2 Jinzo [Side]\n")
    assert not under.problems


MARKDOWN = (
    "| # | Card | Copies | Board |\n|---|---|---|---|\n| 1 | Dark Magician | 3 | Main |\n| 2 | Jinzo | 2 | Side |\n",
    "| Card | Qty |\n|:---|---:|\n| Dark Magician | 3 |\n\n## Side\n\n| Qty | Card |\n|---|---|\n| 2 | Jinzo |\n",
    "| Board | Name | Set | Menge |\n|---|---|---|---|\n| Main | Dark Magician | LOB | 3 |\n| Side | Jinzo | | 2 |\n",
    "| Qty | Card | Board |\n|---|---|---|\n| 3 | Dark Magician | |\n| 2 | Jinzo | Side |\n",
)


@pytest.mark.parametrize("text", MARKDOWN)
def test_a_table_in_markdown_is_read_by_its_heads(text: str) -> None:
    found = deck("yugioh", text)
    assert cards(found) == [("main", 3, "Dark Magician"), ("side", 2, "Jinzo")]
    assert not found.problems


@pytest.mark.parametrize("text", ["3 Dark Magician (x2)", "2x Dark Magician *F* (3x)"])
def test_a_second_count_of_a_line_is_told(text: str) -> None:
    assert [problem.severity for problem in deck("yugioh", text + "\n").problems] == [Severity.ERROR]


@pytest.mark.parametrize("text", ["Dark Magician (M14) 3", "Dark Magician <3>", "Dark Magician [foil] 3"])
def test_a_number_that_may_be_a_printing_or_the_count_is_told(text: str) -> None:
    assert [problem.sentence for problem in deck("yugioh", text + "\n").problems] == ["count.or-printing"]


@pytest.mark.parametrize("text", ["Dark Magician (M14) 228", "1 Dark Magician (M14) 3", "1 Dark Magician <3> [M14]"])
def test_the_number_of_a_printing_is_none_of_copies(text: str) -> None:
    found = deck("yugioh", text + "\n")
    assert cards(found) == [("main", 1, "Dark Magician")]
    assert not found.problems


def test_a_card_apart_at_the_top_may_be_the_title() -> None:
    for text in ("Dark Magician\n\n3 Jinzo\n", "// x\nDark Magician\nMain Deck:\n3 Jinzo\n"):
        found = deck("yugioh", text)
        assert {problem.sentence for problem in found.problems} == {"line.card-or-title"}
        assert cards(found) == [("main", 1, "Dark Magician"), ("main", 3, "Jinzo")]
    for text in ("Dark Magician\n3 Jinzo\n", "name: x\nDark Magician\n\n3 Jinzo\n", "Dark Magician\n\nJinzo\n"):
        assert not deck("yugioh", text).problems


@pytest.mark.parametrize("title", ["Ryzeal Mitsurugi", "My cool list", "Dark Magician Deck"])
def test_a_title_at_the_top_is_counted_as_no_card(title: str) -> None:
    found = deck("yugioh", f"{title}\n\n3 Jinzo\n")
    assert cards(found) == [("main", 3, "Jinzo")]
    (told,) = found.problems
    assert (told.sentence, told.severity) == ("line.name-of-deck", Severity.WARNING)


def test_headings_of_kinds_with_totals_part_nothing() -> None:
    found = deck("yugioh", "Planeswalker (1)\n1 Jinzo\nPokémon - 15\n2 Kuriboh\nBattle (1)\n1 Raigeki\n")
    assert not found.problems
    assert [note.facts["line"] for note in found.notes if note.sentence == "note.total"] == [3]


@pytest.mark.parametrize(
    "code",
    [
        "AAECAf0EBMADqqqwww==",
        "ygo://deck?main=1234*3",
        "OMEGA code: M+aebmqoXmZ5",
        "Deck code: AAECAf0EBMADqqqwww==",
        "www.example.org/decks/12",
        '{"ObjectStates": [{"Name": "DeckCustom"}]}',
        "https://www.example.org/decks/12",
        "CEBAIAIFB4WDANQIAEAQGDAUDAQSIJZUAIAQCAIEAEAQKBIA",
    ],
)
def test_a_code_of_another_program_is_named(code: str) -> None:
    found = deck("venture", code + "\n")
    assert not found.entries
    assert "line.code" in {problem.sentence for problem in found.problems}


@pytest.mark.parametrize("total", ["Total Cards: 2", "Total: 2"])
def test_a_list_without_counts_has_a_copy_a_line(total: str) -> None:
    found = deck("venture", f"Veilleur\nBraise vive\n{total}\n")
    assert not [note for note in found.notes if note.sentence == "note.total"]


@cache
def _legal_link() -> str:
    """A link to a legal deck, so that a verdict by the link alone would be green."""
    path = Path(__file__).parent / "decks" / "readme" / "yugioh-legal.yaml"
    loaded = by("yugioh").load(Found(str(path)))
    assert isinstance(loaded, Loaded)
    return write_ydke(loaded.deck).strip()


@pytest.mark.parametrize("beside", ["3 Pot of Greed", "Pot of Greed", "40 Kuriboh\n3 Jinzo"])
def test_no_verdict_rests_on_a_link_beside_which_lines_stand(beside: str) -> None:
    link = _legal_link()
    alone = by("yugioh").load(Found("deck.txt", link.encode()))
    assert isinstance(alone, Loaded)
    assert alone.checker.check(alone.deck).legal
    for text in (f"{beside}\n{link}\n", f"{link}\n{beside}\n"):
        loaded = by("yugioh").load(Found("deck.txt", text.encode()))
        report = loaded if isinstance(loaded, Report) else loaded.checker.check(loaded.deck)
        assert not report.legal
    same_line = (f"{beside} {link}\n", f"{link} {beside}\n") if beside[0].isdigit() else ()
    for text in (*same_line, f"{link} {link}\n"):
        loaded = by("yugioh").load(Found("deck.txt", text.encode()))
        report = loaded if isinstance(loaded, Report) else loaded.checker.check(loaded.deck)
        assert not report.legal
    for sign in ("//", "#", ";", "// see", "# from"):
        behind = deck("yugioh", f"{beside} {sign} {link}\n")
        assert len(behind.entries) == len(beside.splitlines())
    in_comment = deck("yugioh", f"// see {link}\n{beside}\n")
    assert len(in_comment.entries) == len(beside.splitlines())


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", ["list", "sheet"])
@pytest.mark.parametrize("form", ["text", "markdown"])
def test_what_is_printed_is_read_back(game: str, kind: str, form: str) -> None:
    from deckcheck.printing.document import PAPERS
    from deckcheck.printing.documents import WRITERS, document
    from deckcheck.printing.sheets import checked

    path = Path(__file__).parent / "decks" / "readme" / f"{game}-legal.yaml"
    loaded = by(game).load(Found(str(path)))
    assert isinstance(loaded, Loaded)
    printed = WRITERS[form](document(checked([(loaded.deck, loaded.checker)], {}), PAPERS["a4"], kind), ())
    again = by(game).load(Found("printed.md", printed))
    assert isinstance(again, Loaded), again
    assert cards(again.deck) == cards(loaded.deck)
    assert again.checker.check(again.deck).legal


@pytest.mark.parametrize("total", ["3 cards", "48 Karten", "40 cartes", "60 cards total", "12 cartes au total"])
def test_a_total_with_its_count_in_front_is_no_card(total: str) -> None:
    for text in (f"{total}\n3 Jinzo\n", f"3 Jinzo\n{total}\n"):
        found = deck("yugioh", text)
        assert (cards(found), found.problems) == ([("main", 3, "Jinzo")], ())


@pytest.mark.parametrize(
    "line",
    ["Price: $42.17", "Total price: 12.30", "TCGplayer Price $12.30", "Prix total : 12,30 €", "Buy this deck for $3"],
)
def test_the_price_of_all_is_no_card(line: str) -> None:
    found = deck("yugioh", f"3 Jinzo\n{line}\n")
    assert (cards(found), found.problems) == ([("main", 3, "Jinzo")], ())
