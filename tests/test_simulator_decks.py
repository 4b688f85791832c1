"""Faults that other checkers of Yu-Gi-Oh! decks were reported for, each as a kind: copies, lists, zones, files.

The decks are `.ydk` texts and ydke:// links over the cards of the project; FILLER makes 39 cards of a main deck.
"""

from __future__ import annotations

import base64
import re
import struct
from collections.abc import Iterable
from pathlib import Path

import pytest

from deckcheck.decks.deck import Deck
from deckcheck.decks.resolve import resolve
from deckcheck.formats import WRITERS, read_deck
from deckcheck.games.choices import Choices, checker
from deckcheck.report import Problem, Report, Severity
from deckcheck.wording import message
from tests.kit import shipped, tiny, told, written

DAY = "2026-05-18"
FILLER = [
    91152256, 15025844, 41392891, 13039848, 90357090, 32452818, 97590747,
    50930991, 13429800, 40374923, 48202661, 76184692, 40826495,
]  # fmt: skip
MAIN = [code for code in FILLER for _ in range(3)]
SKULL, MAGICIAN, MAGICIAN_AGAIN, TYPHOON = 70781052, 46986414, 36996508, 5318639
STARDUST, APOLLOUSA, APOLLOUSA_ART = 44508094, 4280258, 4280259


def ydk(main: Iterable[object] = (), extra: Iterable[object] = (), side: Iterable[object] = ()) -> str:
    lines = ["#created by a test", "#main", *map(str, main), "#extra", *map(str, extra), "!side", *map(str, side)]
    return "\n".join(lines) + "\n"


def link(main: Iterable[int] = (), extra: Iterable[int] = (), side: Iterable[int] = ()) -> str:
    parts = (base64.b64encode(b"".join(struct.pack("<I", code) for code in codes)) for codes in (main, extra, side))
    return "ydke://" + "".join(f"{part.decode()}!" for part in parts)


def deck(text: str | bytes, name: str = "deck.ydk") -> Deck:
    table = shipped("yugioh")
    data = text.encode() if isinstance(text, str) else text
    return resolve(read_deck(name, table.game.sections, data), table.game, table.pool)


def check(text: str | bytes, *own: str, name: str = "deck.ydk", format_id: str = "tcg", day: str = DAY) -> Report:
    table = shipped("yugioh")
    rules = checker(table.game, table.pool, table.lists, Choices(day, format_id, lists=own))
    return rules.check(deck(text, name))


def unplaced(text: str) -> str:
    """A deck in JSON without its lines, which are those of the file that it came from."""
    return re.sub(r'"line": (?:\d+|null)', '"line"', text)


def errors(report: Report) -> list[str]:
    return [told(problem) for problem in report.problems if problem.severity is Severity.ERROR]


def only(report: Report, rule: str) -> Problem:
    (problem,) = (problem for problem in report.problems if problem.rule == rule)
    return problem


# --- copies ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("main", "extra", "side"),
    [
        ([MAGICIAN, MAGICIAN, MAGICIAN_AGAIN, MAGICIAN_AGAIN], [], []),
        ([MAGICIAN, MAGICIAN_AGAIN], [], [46986415, 46986416]),
        ([TYPHOON, "05318639", "005318639 --Mystical Space Typhoon", " 5318639\t"], [], []),
        ([SKULL, SKULL], [], [SKULL, SKULL]),
        ([76812113, 91932350, 27927359], [], [80316585]),
        ([], [STARDUST] * 2, [STARDUST] * 2),
    ],
    ids=["second passcode", "other artworks", "leading zeros", "main and side", "one name", "extra and side"],
)
def test_four_copies_of_one_card_however_they_are_written(
    main: list[object], extra: list[object], side: list[object]
) -> None:
    filled = [*MAIN, 38033121]
    assert errors(check(ydk(filled + main, extra, side))) == ["three 4 max 3"]
    assert check(ydk(filled + main[1:], extra, side if main else side[1:])).legal


def test_a_name_that_only_begins_alike_is_another_card() -> None:
    assert check(ydk([*MAIN, MAGICIAN, MAGICIAN, MAGICIAN, 38033121])).legal  # Dark Magician Girl


# --- lists ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rows", "code", "limit"),
    [
        (f"{APOLLOUSA} 0 --Apollousa", APOLLOUSA_ART, 0),
        (f"{APOLLOUSA_ART} 0 --other artwork alone", APOLLOUSA, 0),
        (f"0{TYPHOON} 1", TYPHOON, 1),
        (f"{SKULL} -1", SKULL, 0),
        (f"{SKULL} 2 -- three would be one too many", SKULL, 2),
        (f"{MAGICIAN} 1", MAGICIAN_AGAIN, 1),
    ],
)
def test_a_list_is_about_the_card_not_its_number(rows: str, code: int, limit: int, tmp_path: Path) -> None:
    own = written(tmp_path, "l.conf", f"!Test\n{rows}\n")
    extra = [code] * 3 if code in (APOLLOUSA, APOLLOUSA_ART) else []
    main = [] if extra else [code] * 3
    report = check(ydk([*MAIN, *(main or [SKULL])], extra), own)
    assert errors(report) == [f"limitation 3 max {limit}"]
    assert [used.name for used in report.lists] == ["Test"]


def test_a_pool_list_forbids_what_it_does_not_name(tmp_path: Path) -> None:
    rows = "".join(f"{code} 3\n" for code in FILLER)
    own = written(tmp_path, "l.conf", f"!2005.99 Pool\n$whitelist\n{rows}83764718 1\n{SKULL} -1\n")
    assert check(ydk([*MAIN, 83764718]), own).legal
    assert errors(check(ydk([*MAIN, 69140098]), own)) == ["limitation 1 max 0"]
    assert only(check(ydk([*MAIN, 69140098]), own), "limitation").origin[0].kind == "unlisted"
    assert errors(check(ydk([*MAIN, SKULL]), own)) == ["limitation 1 max 0"]


def test_points_count_in_every_zone_and_barred_kinds_are_named(tmp_path: Path) -> None:
    """20 × 3 in main, 25 in extra, 16 in side: one more than 100; a Link monster is barred besides."""
    entries = "{20: [Summoned Skull], 25: [Blue-Eyes Ultimate Dragon], 16: [Jinzo]}"
    own = written(tmp_path, "p.yaml", f"list: p\nslot: points\nversions:\n  - entries: {entries}\n")
    report = check(ydk([*MAIN, SKULL, SKULL, SKULL], [23995346, 1861629], [77585513]), own, format_id="genesys")
    assert errors(report) == ["points 101 max 100", "no-link 1 max 0"]
    assert only(report, "no-link").cards == ("Decode Talker",)
    assert check(ydk([*MAIN, SKULL, SKULL, SKULL], [23995346], [SKULL and 91152256]), own, format_id="genesys").problems


# --- zones and sizes ------------------------------------------------------------------------------


def test_a_card_of_the_extra_deck_in_main_is_told_with_the_move_and_not_moved() -> None:
    report = check(ydk([*MAIN, STARDUST]))
    problem = only(report, "main-holds")
    assert report.sections == {"main": 40, "extra": 0, "side": 0}
    assert (problem.cards, problem.place.line) == (("Stardust Dragon",), 42)
    assert problem.fix is not None
    assert (problem.fix.action, problem.fix.facts["to"]) == ("move", "extra")


def test_a_card_of_the_main_deck_in_extra_is_told_too() -> None:
    assert errors(check(ydk([*MAIN, SKULL], [SKULL]))) == ["extra-holds 1 max 0"]


def test_tokens_are_no_cards_of_a_deck_in_any_zone() -> None:
    for place in range(3):
        zones: list[list[object]] = [[*MAIN, SKULL], [], []]
        zones[place].append(27204312)
        report = check(ydk(*zones))
        assert [problem.rule for problem in report.problems] == ["not-a-card"]
        assert report.sections == {"main": 40, "extra": 0, "side": 0}


def test_unknown_numbers_are_counted_and_named_with_their_lines() -> None:
    report = check(ydk([*MAIN[:20], 99999999, *MAIN[20:]]))
    problem = only(report, "unknown-card")
    assert (report.sections["main"], problem.cards, problem.place.line) == (40, ("99999999",), 23)
    assert not report.legal


@pytest.mark.parametrize(
    ("format_id", "broken"),
    [
        ("tcg", ["main-size 61 max 60", "extra-size 16 max 15", "side-size 16 max 15"]),
        ("2003", ["side-size 16 one_of 0|15"]),
    ],
)
def test_all_sizes_are_told_at_once_each_by_its_year(format_id: str, broken: list[str]) -> None:
    early = [card.fields for card in shipped("yugioh").pool if str(card.fields.get("first_tcg", "9")) < "2002-12"]
    fusions, monsters = (
        [card["passcode"] for card in early if card.get("frame") == frame for _ in range(3)]
        for frame in ("fusion", "normal")
    )
    main, extra, sides = monsters[:61], fusions[:16], monsters[63:79]
    report = check(ydk(main, extra, sides), format_id=format_id)
    assert errors(report) == broken


# --- files ----------------------------------------------------------------------------------------

DECK = ydk([*MAIN, SKULL], [STARDUST], [TYPHOON])


@pytest.mark.parametrize(
    "text",
    [
        DECK,
        b"\xef\xbb\xbf" + DECK.encode(),
        DECK.replace("#created by a test\n", "").encode("utf-8-sig"),
        DECK.replace("\n", "\r\n"),
        DECK.replace("\n", " \t\n"),
        DECK.replace("\n", "\r"),
        DECK.rstrip("\n"),
        DECK.encode("utf-16"),
        DECK.replace("#main", "#MAIN").replace("!side", "!Side deck"),
        DECK.replace(str(SKULL), f"# Summoned Skull\n{SKULL} Summoned Skull"),
        DECK.replace(f"#extra\n{STARDUST}\n", "") + f"#extra\n{STARDUST}\n",
        link([*MAIN, SKULL], [STARDUST], [TYPHOON]),
        "Look at this: <" + link([*MAIN, SKULL], [STARDUST], [TYPHOON]) + ">",
        link([*MAIN, SKULL], [STARDUST], [TYPHOON]).replace("=", "").replace("ydke", "YDKE"),
        link([*MAIN, SKULL], [STARDUST], [TYPHOON]).replace("+", "%2B").replace("=", "%3D").replace("!", "%21"),
        "ydke://" + link([*MAIN, SKULL], [STARDUST], [TYPHOON])[7:].replace("+", "-").replace("/", "_"),
        link([*MAIN, SKULL], [STARDUST], [TYPHOON]).replace("+", " "),
        link([*MAIN, SKULL], [STARDUST], [TYPHOON])[:90] + "\n" + link([*MAIN, SKULL], [STARDUST], [TYPHOON])[90:],
    ],
)
def test_the_same_deck_in_every_dress(text: str | bytes) -> None:
    is_link = "ydke" in (text.lower() if isinstance(text, str) else "")
    report = check(text, name="deck.txt" if is_link else "deck.ydk")
    assert report.legal
    assert report.sections == {"main": 40, "extra": 1, "side": 1}
    assert report.fingerprint == check(DECK).fingerprint


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        (link(MAIN)[:-3], ["ydke.parts"]),
        ("ydke://" + base64.b64encode(b"12345678" * 19 + b"123456").decode() + "!!!", ["ydke.bytes"]),
        ("ydke://AAA!!!", ["ydke.bytes"]),
        ("ydke://A!!!", ["ydke.base64"]),
        ("ydke://", ["ydke.parts"]),
        ("ydke://a?b", ["ydke.parts", "ydke.beside"]),
    ],
)
def test_a_damaged_link_is_refused_as_a_whole(text: str, sentences: list[str]) -> None:
    file = read_deck("deck.ydke", None, text.encode())
    assert sorted(problem.sentence for problem in file.problems) == sorted(sentences)
    assert file.lines == ()


def test_a_link_may_have_empty_parts_and_numbers_of_nothing() -> None:
    assert check(link([*MAIN, SKULL], [STARDUST]), name=link([*MAIN, SKULL], [STARDUST])).legal
    report = check(link([*MAIN[:37], 0, 0, 0]), name="d.ydke")
    assert (report.sections["main"], only(report, "unknown-card").facts["copies"]) == (40, 3)


def test_what_is_no_number_in_a_ydk_is_a_name() -> None:
    report = check(ydk([*MAIN, "Summoned Skull", "Sumoned Skull"]))
    assert (report.sections["main"], only(report, "unknown-card").place.line) == (41, 43)


def test_a_number_that_a_program_once_used_is_unknown_and_the_card_named() -> None:
    """Unknown is unknown: never legal, and never written anew on a guess."""
    report = check(ydk([*MAIN, 511002996]), format_id="goat")
    problem = only(report, "unknown-card")
    assert (problem.severity, problem.cards, problem.fix) == (Severity.ERROR, ("511002996",), None)
    assert "Imperial Order" in message(problem)
    assert not report.legal
    shared = deck(ydk([101204090]))
    assert {problem.rule for problem in shared.problems} <= {"unknown-card", "ambiguous-card", "empty"}


# --- writing --------------------------------------------------------------------------------------

ODD = ydk(
    [*MAIN, MAGICIAN, MAGICIAN_AGAIN, "05318639", 24094653, 27847700, MAGICIAN],
    [STARDUST, STARDUST],
    [77585513, MAGICIAN_AGAIN],
)


@pytest.mark.parametrize("form", WRITERS)
def test_no_form_loses_a_line_an_order_a_zone_or_a_number(form: str) -> None:
    """From `.ydk` to the form and back again the numbers are those written, but for leading zeros."""
    whole = WRITERS["ydk"].write(deck(ODD))
    assert whole == ODD.replace("05318639", "5318639").replace("by a test", "by deckcheck")
    text = WRITERS[form].write(deck(ODD))
    again = deck(text, f"deck{WRITERS[form].suffixes[0]}")
    assert not [problem for problem in again.problems if problem.severity is Severity.ERROR]
    assert WRITERS["ydk"].write(again) == whole
    assert unplaced(WRITERS[form].write(again)) == unplaced(text)


NAMES = 'Main\n3 Maxx "C"\n1 Beatrice, Lady of the Eternal\n2 Karakuri Ninja mdl 919 "Kuick"\n1 Sasuke Samurai #4\n'


@pytest.mark.parametrize("form", WRITERS)
def test_names_that_need_quotes_come_back_the_same(form: str) -> None:
    names = deck(NAMES, "deck.txt")
    text = WRITERS[form].write(names)
    again = deck(text, f"deck{WRITERS[form].suffixes[0]}")
    assert [(entry.count, entry.shown) for entry in again.entries] == [
        (entry.count, entry.shown) for entry in names.entries
    ]
    assert unplaced(WRITERS[form].write(again)) == unplaced(text)


# --- other games of the same cards, in a few lines ------------------------------------------------

SPEED = """\
readers: [ydk]
card: {required: [name], properties: {name: {type: string}, kind: {type: string}, legend: {type: boolean},
  code: {type: integer, identifier: true}}}
sections: {main: {title: Main}, extra: {title: Extra}, side: {title: Side}}
rules: {three: {copies: {in: all, max: 3}, assumed: a test}}
default: speed
formats:
  speed:
    rules:
      main: {size: {in: main, min: 20, max: 30}, assumed: a test}
      extra: {size: {in: extra, max: 6}, assumed: a test}
      side: {size: {in: side, max: 6}, assumed: a test}
  advanced: {rules: {main: {size: {in: main, min: 40, max: 60}, assumed: a test}}}
  rush: {rules: {legends: {count: {in: all, of: legend, per: kind, max: 1}, assumed: a test}}}
"""


def test_speed_and_rush_duels_are_a_schema_away(tmp_path: Path) -> None:
    """Sizes by format; of each kind of card one Legend, each kind for itself."""
    rows = "".join(f"Plain {number},monster,false,{number}\n" for number in range(1, 11))
    legends = "White,monster,true,21\nMagician,monster,true,22\nSword,spell,true,23\nNegate,trap,true,24\n"
    table = tiny(tmp_path, SPEED, f"name,kind,legend,code\n{rows}{legends}")

    def broken(format_id: str, main: list[int], side: list[int]) -> list[str]:
        file = read_deck("d.ydk", table.game.sections, ydk(main, [], side).encode())
        return errors(table.checker(format_id).check(resolve(file, table.game, table.pool)))

    main = [code for code in range(1, 8) for _ in range(3)] + [8]
    assert broken("speed", main, [9, 9, 9, 10, 10, 10]) == []
    assert broken("advanced", main, [9, 9, 9, 10, 10, 10]) == ["main 22 min 40"]
    assert broken("rush", [*main, 21, 23, 24], []) == []
    assert broken("rush", [*main, 21, 23, 24, 22], []) == ["legends 2 max 1"]


@pytest.mark.parametrize("behind", [" 46986414", "\t89631139", " 3", " x3", " (3)", ", 3", " 3x", " 1 2"])
def test_numbers_behind_a_number_are_never_dropped(behind: str) -> None:
    """They may be copies, or other cards; words behind a number are a remark."""
    assert Severity.ERROR in {problem.severity for problem in deck(f"#main\n46986414{behind}\n").problems}
    for remark in (" Dark Magician", " // 3", " # x2", " 7 Colored Fish", " -- Dark Magician 3"):
        found = deck(f"#main\n46986414{remark}\n")
        assert [entry.count for entry in found.entries] == [1]
        assert not found.problems


def test_cards_under_a_heading_of_what_lies_beside_are_none_of_the_deck(tmp_path: Path) -> None:
    own = written(tmp_path, "w.ydk", "#main\n1\n#wishlist\n2\n2\n#tokens\n3\n!side\n4\n")
    deck = read_deck(own, shipped("yugioh").game.sections)
    assert [(line.section, line.text) for line in deck.lines] == [("main", "1"), ("side", "4")]
    assert [(p.sentence, p.facts["lines"], p.place.line) for p in deck.problems] == [
        ("line.beside", 2, 3),
        ("line.beside", 1, 6),
    ]
