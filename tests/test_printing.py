"""Printed sheets: what stands on them, in every form alike, and that nothing is lost, cut or wrong."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from io import BytesIO
from itertools import chain, pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from deckcheck.cards.names import normalise
from deckcheck.decks.deck import Deck, Entry, Ignore
from deckcheck.games.choices import Choices, checker
from deckcheck.games.file import load_game
from deckcheck.games.library import Library
from deckcheck.printing import faces as faces_module
from deckcheck.printing.document import PAPERS, Document, Page, Part, Row
from deckcheck.printing.documents import KINDS, WRITERS, document
from deckcheck.printing.faces import FOLDER, REGULAR, load_faces
from deckcheck.printing.measure import FOOT, PIECE_LINE, head_height, running_height, summary_lines, width, wrap
from deckcheck.printing.pages import GAP, LINE
from deckcheck.printing.sheet_plan import read_plan
from deckcheck.printing.sheets import Checked
from deckcheck.report import NOWHERE, DeckcheckError
from deckcheck.wording import error_text, sanitise
from deckcheck.wording.printed import PRINTED
from deckcheck.wording.templates import fields

ROOT = Path(__file__).parent.parent
GAMES = ("clash-of-decks", "tresors-de-geek", "venture", "yugioh")
README = ROOT / "tests" / "decks" / "readme"
A4 = PAPERS["a4"]


@cache
def library() -> Library:
    return Library()


@cache
def judge_of(game: str):
    lists = tuple(map(str, library().list_paths(game)))
    return checker(library().game(game), library().pool(game), lists, Choices("2026-11-30"))


def checked(game: str, entries: Sequence[Entry], name: str | None = None, **info: str) -> Checked:
    judge = judge_of(game)
    deck = Deck(path="deck.yaml", game=game, format=None, name=name, entries=tuple(entries), info=info)
    return Checked(deck, judge.check(deck), judge, read_plan(judge.game))


def unknown(names: Sequence[str], section: str = "main", count: int = 1) -> list[Entry]:
    return [Entry(count, name, section, None) for name in names]


def known(game: str, number: int, section: str = "main", count: int = 1, **wanted: str) -> list[Entry]:
    cards = [c for c in library().pool(game) if all(c.fields.get(k) == v for k, v in wanted.items())]
    return [Entry(count, card.name, section, card) for card in cards[:number]]


def printed(name: str, *options: str) -> str:
    command = [sys.executable, "-m", "deckcheck", "print", f"tests/decks/readme/{name}.yaml", "--as-of", "2026-11-30"]
    command += options
    run = subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    return run.stdout.decode()


# What a document holds, and what is read back from its files.


def parts(made: Document) -> list[Part]:
    pages = chain.from_iterable(sheet.pages for sheet in made.sheets)
    return [part for page in pages for band in page.bands for part in band.parts if part]


def rows(part: Part) -> list[Row]:
    return [row for row in chain.from_iterable(part.columns) if row.cells]


def texts(made: Document) -> list[str]:
    """Every text that a reader of the paper sees."""
    found: list[str] = []
    for sheet in made.sheets:
        head = sheet.head
        found += [head.title, head.note, head.judge_title, *head.judge, *head.check, *head.problems]
        found += chain.from_iterable((field.title, field.value) for field in head.fields)
        for number, page in enumerate(sheet.pages):
            found += [sheet.running] if number else []
            found += page_texts(page)
    return [text for text in found if text]


def page_texts(page: Page) -> list[str]:
    found = [*page.summary, page.label]
    for part in (part for band in page.bands for part in band.parts if part):
        columns = sum(1 for number, column in enumerate(part.columns) if column or number == 0)
        found += [part.title, *part.heads * columns, part.total]
        found += chain.from_iterable((cell.text, cell.small) for row in rows(part) for cell in row.cells)
    return found


class Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.inside = False

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.inside = self.inside or tag == "main"

    def handle_data(self, data: str) -> None:
        if self.inside:
            self.found.append(data)


def html_text(data: bytes) -> str:
    reader = Reader()
    reader.feed(data.decode())
    return " ".join(reader.found)


def pdf_pages(data: bytes) -> list[str]:
    from pypdf import PdfReader

    return [page.extract_text() for page in PdfReader(BytesIO(data)).pages]


def letters(text: str) -> Counter[str]:
    """The characters without blanks, and without the dots between pieces of a line."""
    return Counter(char for char in text if not char.isspace() and char != "·")


def squeezed(text: str) -> str:
    return "".join(text.split())


# Golden sheets.


@pytest.mark.parametrize(("form", "suffix"), [("text", "txt"), ("markdown", "md")])
def test_golden(form: str, suffix: str) -> None:
    golden = ROOT / "tests" / "golden" / f"sheet-to-print.{suffix}"
    assert printed("clash-of-decks-legal", "--to", form) == golden.read_text(encoding="utf-8")


def test_an_illegal_deck_is_printed_and_says_so() -> None:
    command = [sys.executable, "-m", "deckcheck", "print", "tests/decks/readme/venture-illegal.yaml"]
    run = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
    assert run.returncode == 0
    assert "Non valide" in run.stdout
    assert "illegal" in run.stderr


def test_names_in_another_language_are_printed_small_beside_the_card_s_own() -> None:
    made = printed("yugioh-2003-fr")
    assert "Dark Magician (Magicien Sombre)" in made
    assert "Gemini Elf (" not in made


# Totals.


def shapes() -> st.SearchStrategy[list[Entry]]:
    entry = st.tuples(
        st.integers(1, 400), st.integers(0, 300), st.sampled_from(["main", "extra", "side"]), st.booleans()
    )

    def made(drawn: list[tuple[int, int, str, bool]]) -> list[Entry]:
        cards = tuple(library().pool("yugioh"))
        return [
            Entry(count, cards[at].name, section, cards[at])
            if real
            else Entry(count, f"Nobody’s card {at} ☆ {'of a long name ' * (at % 25)}", section, None)
            for count, at, section, real in drawn
        ]

    return st.lists(entry, max_size=120).map(made)


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(shapes(), st.sampled_from(["sheet", "list"]), st.sampled_from(list(PAPERS)))
def test_totals_are_those_of_the_lines_and_all_copies_are_printed(entries: list[Entry], kind: str, paper: str) -> None:
    one = checked("yugioh", entries)
    made = document([one], PAPERS[paper], kind)
    assert_sound(made)
    total = sum(entry.count for entry in entries)
    assert sum(int(row.cells[0].text or 0) for part in parts(made) for row in rows(part)) == total
    assert sum(int(part.total.rsplit(" ", 1)[1]) for part in parts(made) if part.total) == total
    sizes = [int(text.rsplit(" ", 1)[1]) for text in made.sheets[0].pages[-1].summary]
    assert sizes == [one.report.sections[section] for section in one.game.sections]


def assert_sound(made: Document) -> None:
    """No page is fuller than it is high, and every block has one total, equal to its lines on all pages."""
    for sheet in made.sheets:
        unfinished: dict[str, int] = {}
        for number, page in enumerate(sheet.pages):
            top = running_height(sheet.running, made.paper) if number else head_height(sheet.head, made.paper)
            end = PIECE_LINE * len(summary_lines(page.summary, made.paper))
            bands = sum(band.height + GAP for band in page.bands)
            assert top + bands + end + FOOT <= made.paper.inner_height + GAP
            for part in (part for band in page.bands for part in band.parts if part):
                title = part.title.removesuffix(" (continued)")
                assert (title in unfinished) == (title != part.title)
                count = unfinished.pop(title, 0) + sum(int(row.cells[0].text or 0) for row in rows(part))
                if part.total:
                    assert part.total == f"Total: {count}"
                else:
                    unfinished[title] = count
        assert not unfinished


def test_a_short_deck_fits_one_page_in_both_sizes() -> None:
    entries = [
        *known("yugioh", 18, frame="effect"),
        *known("yugioh", 18, frame="spell"),
        *known("yugioh", 18, frame="trap"),
        *known("yugioh", 15, "extra", frame="fusion"),
        *known("yugioh", 15, "side", frame="normal"),
    ]
    for paper in PAPERS.values():
        made = document([checked("yugioh", entries, player="Marie")], paper, "sheet")
        assert len(made.sheets[0].pages) == 1, paper.id


def test_blank_lines_never_begin_a_page() -> None:
    made = document([checked("yugioh", known("yugioh", 34, frame="effect"))], A4, "sheet")
    for page in made.sheets[0].pages[1:]:
        for part in (part for band in page.bands for part in band.parts if part):
            assert rows(part) or part.title in ("Side Deck", "Extra Deck")


def test_an_empty_deck_has_a_sheet_of_blank_lines_and_no_list() -> None:
    one = checked("venture", [])
    sheet, listed = (document([one], A4, kind) for kind in ("sheet", "list"))
    assert all(part.total == "Total : 0" for part in parts(sheet))
    assert not parts(listed)
    for form, write in WRITERS.items():
        assert write(sheet, ()), form
        assert write(listed, ()), form


def test_150_cards_flow_on_and_every_page_is_numbered() -> None:
    names = [f"Long Card Name Number {at:03}, the Verbose" for at in range(1, 151)]
    made = document([checked("venture", unknown(names))], A4, "sheet")
    pages = pdf_pages(WRITERS["pdf"](made, ()))
    assert len(pages) == len(made.sheets[0].pages) >= 2
    for number, text in enumerate(pages, 1):
        assert f"Page {number}/{len(pages)}" in text
    for form in WRITERS:
        data = WRITERS[form](made, ())
        text = "".join(pdf_pages(data)) if form == "pdf" else data.decode()
        assert all(squeezed(name) in squeezed(text) for name in names), form
    assert "Total : 150" in WRITERS["text"](made, ()).decode()


def test_a_name_longer_than_a_page_is_not_cut() -> None:
    name = "Sansblanc" * 400
    made = document([checked("venture", unknown([name]))], A4, "sheet")
    text = squeezed("".join(pdf_pages(WRITERS["pdf"](made, ()))))
    assert letters(text) == letters("".join(texts(made)))
    assert sum(row.cells[0].text == "1" for part in parts(made) for row in rows(part)) == 1
    assert "".join(row.cells[1].text for part in parts(made) for row in rows(part)).replace(" ", "") == name


# The forms say the same.


def sample(game: str) -> list[Entry]:
    section, *others = library().game(game).sections
    entries = known(game, 60, section)
    return entries + [entry for other in others for entry in known(game, 4, other)]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", KINDS)
def test_pdf_html_and_model_hold_the_same_text(game: str, kind: str) -> None:
    one = checked(
        game, sample(game), "Cœur ☆", player="Dupont, Élise", id="0123456789", event="Open", date="2026-12-05"
    )
    made = document([one, checked(game, sample(game)[:5], player="Abel")], A4, kind)
    expected = letters(" ".join(texts(made)))
    assert letters(html_text(WRITERS["html"](made, ()))) == expected
    assert letters(" ".join(pdf_pages(WRITERS["pdf"](made, ())))) == expected


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(shapes())
def test_forms_agree_on_decks_of_every_shape(entries: list[Entry]) -> None:
    made = document([checked("yugioh", entries)], A4, "sheet")
    expected = letters(" ".join(texts(made)))
    assert letters(html_text(WRITERS["html"](made, ()))) == expected
    pages = pdf_pages(WRITERS["pdf"](made, ()))
    assert letters(" ".join(pages)) == expected
    assert len(pages) == len(made.sheets[0].pages)


@pytest.mark.parametrize("form", WRITERS)
def test_the_same_document_gives_the_same_bytes(form: str) -> None:
    def made() -> bytes:
        return WRITERS[form](document([checked("yugioh", sample("yugioh"))], A4, "sheet"), ())

    assert made() == made()


def test_the_day_of_the_check_is_printed_and_no_other() -> None:
    one = checked("venture", sample("venture"))
    later = replace(one, report=replace(one.report, as_of="2031-01-01"))
    for form in ("text", "markdown", "html"):
        first, second = (WRITERS[form](document([each], A4, "sheet"), ()).decode() for each in (one, later))
        assert first.replace(one.report.as_of, "2031-01-01") == second, form
        assert "2031-01-01" in second, form


HOSTILE = [
    "<script>alert(1)</script>",
    "a|b*c_d`e",
    "[x](javascript:y)",
    "&amp; \"q\" 'r'",
    "# one",
    "~~s~~ $x$ <!--",
    "\\",
]


def test_hostile_names_are_text_in_html() -> None:
    made = document([checked("venture", unknown(HOSTILE), HOSTILE[0], player=HOSTILE[0])], A4, "sheet")
    data = WRITERS["html"](made, ())
    assert b"<script" not in data
    assert b"<!--" not in data
    assert letters(html_text(data)) == letters(" ".join(texts(made)))


def test_hostile_names_are_text_in_markdown() -> None:
    made = document([checked("venture", unknown(HOSTILE))], A4, "list")
    lines = [line for line in WRITERS["markdown"](made, ()).decode().splitlines() if line.startswith("| 1 ")]
    shown = [re.sub(r"\\([^a-zA-Z0-9\s])", r"\1", line.removeprefix("| 1 | ").removesuffix(" |")) for line in lines]
    assert shown == [" ".join(name.split()) for name in HOSTILE]
    assert all(len(re.findall(r"(?<!\\)\|", line)) == 3 for line in lines)


def test_control_characters_and_turned_text_are_shown_as_escapes() -> None:
    made = document([checked("venture", unknown(["a\u202eb\u0007c\nd"]))], A4, "list")
    for form, write in WRITERS.items():
        data = write(made, ())
        text = "".join(pdf_pages(data)) if form == "pdf" else data.decode()
        assert "\u202e" not in text
        assert "\u0007" not in text
        assert "u202eb" in squeezed(text)


# Fonts.


@pytest.mark.parametrize("game", GAMES)
def test_every_name_can_be_printed(game: str) -> None:
    regular, bold = load_faces(())
    for card in library().pool(game):
        for name in card.names:
            assert "".join(piece for _, piece in regular.runs(name)) == name
    assert list(bold.runs(library().game(game).title))


@pytest.mark.parametrize(
    "text", ["☆œŒ・★Ωαβ△’", "ブラック・マジシャン", "Lim-Dûl's Vault", "Evil★Twin", 'K9-ØØ "Hound"', "Владыка"]
)
def test_other_scripts_are_read_back_unchanged(text: str) -> None:
    made = document([checked("venture", unknown([text]), text)], A4, "sheet")
    assert squeezed("".join(pdf_pages(WRITERS["pdf"](made, ())))).count(squeezed(text)) == 2


@pytest.mark.parametrize(
    ("text", "sentence"), [("Колода 青眼", "print.no-glyph"), ("שלום", "print.shaping"), ("e\u0334", "print.shaping")]
)
def test_what_no_font_draws_rightly_is_refused_in_a_pdf_and_printed_elsewhere(text: str, sentence: str) -> None:
    made = document([checked("venture", unknown([text]))], A4, "sheet")
    with pytest.raises(DeckcheckError) as caught:
        WRITERS["pdf"](made, ())
    assert caught.value.sentence == sentence
    assert "?" not in error_text(caught.value)
    for form in ("text", "markdown", "html"):
        assert text in WRITERS[form](made, ()).decode()


def test_a_user_s_font_draws_what_the_own_ones_lack(monkeypatch: pytest.MonkeyPatch) -> None:
    kana = str(FOLDER / faces_module.KANA)
    monkeypatch.setattr(faces_module, "KANA", REGULAR)
    made = document([checked("venture", unknown(["Ω ブラック"]))], A4, "sheet")
    with pytest.raises(DeckcheckError):
        WRITERS["pdf"](made, ())
    text = "".join(pdf_pages(WRITERS["pdf"](made, (str(FOLDER / REGULAR), kana))))
    assert letters(text) == letters(" ".join(texts(made)))


def test_all_fonts_are_embedded() -> None:
    from pypdf import PdfReader

    made = document([checked("venture", unknown(["ブ"]))], A4, "sheet")
    reader = PdfReader(BytesIO(WRITERS["pdf"](made, ())))
    for page in reader.pages:
        for font in page["/Resources"]["/Font"].values():  # type: ignore[index]
            assert "/FontFile2" in font.get_object()["/FontDescriptor"]


def test_a_file_that_is_no_font_is_told(tmp_path: Path) -> None:
    wrong = tmp_path / "no.ttf"
    wrong.write_bytes((FOLDER / REGULAR).read_bytes()[:3000])
    made = document([checked("venture", unknown(["a"]))], A4, "sheet")
    with pytest.raises(DeckcheckError) as caught:
        WRITERS["pdf"](made, (str(wrong),))
    assert caught.value.sentence == "print.font"


# Lines broken.


@example("-0<\u0e5c", 20.0)  # what stands behind a hyphen is too wide with the next character
@given(st.text(max_size=300), st.floats(20, 300))
def test_wrapping_keeps_every_character_and_the_width(text: str, room: float) -> None:
    lines = wrap(text, 9, room)
    assert "".join(lines).replace(" ", "") == "".join(text.split())
    assert all(len(line) == 1 or width(line, 9) <= room + 0.001 for line in lines)


def test_widths_are_near_those_of_the_font() -> None:
    (font, _), *_ = load_faces(())[0].runs("a")
    for game in GAMES:
        for card in library().pool(game):
            pieces = load_runs(card.name)
            assert sum(f.stringWidth(p, 9) for f, p in pieces) <= width(card.name, 9) * 1.06, card.name
    assert font.stringWidth("Dragon de cendre", 9) > width("Dragon de cendre", 9) * 0.8


@cache
def faces():
    return load_faces(())[0]


def load_runs(text: str):
    return list(faces().runs(text))


def test_a_sheet_names_the_rules_that_the_deck_ignores() -> None:
    one = checked("venture", unknown(["A"], count=39))
    asked = replace(one.deck, ignore=(Ignore("main-size", "agreed", NOWHERE),))
    made = document([replace(one, deck=asked, report=one.checker.check(asked))], A4, "sheet")
    assert "à la demande du deck : main-size" in made.sheets[0].head.check[0]


# The book.


def test_a_book_is_sorted_by_player_and_begins_with_an_index() -> None:
    players = ["zoé", "Émile", "", "Abel", "élise"]
    decks = [
        checked("venture", sample("venture")[:8], f"deck {n}", player=p, event="Open") for n, p in enumerate(players)
    ]
    made = document(decks, A4, "book")
    index, *sheets = made.sheets
    listed = [row.cells[1].text for part in parts(replace(made, sheets=(index,))) for row in rows(part)]
    assert listed == ["Abel", "deck", "élise", "Émile", "zoé"]  # who names no player is found by the file
    assert [sheet.head.fields[0].value for sheet in sheets] == ["Abel", "", "élise", "Émile", "zoé"]
    pages = [row.cells[-1].text for part in parts(replace(made, sheets=(index,))) for row in rows(part)]
    labels = [sheet.pages[0].label for sheet in sheets]
    assert [f"Page {page}/6" for page in pages] == labels
    assert WRITERS["html"](made, ()).decode().count('href="#sheet-3"') == 3
    assert made.title == "Cahier du juge : Open"
    assert [sheet.head.title.split(" · ")[0] for sheet in sheets] == [f"N° {n}" for n in range(1, 6)]
    assert [sheet.level for sheet in made.sheets] == [1, 2, 2, 2, 2, 2]


def test_headings_of_html_go_down_one_at_a_time() -> None:
    decks = [checked("venture", sample("venture")), checked("yugioh", sample("yugioh"))]
    for kind in KINDS:
        data = WRITERS["html"](document(decks, A4, kind), ()).decode()
        levels = [int(level) for level in re.findall(r"<h([1-6])[ >]", data)]
        assert levels[0] == 1
        assert all(after - before <= 1 for before, after in pairwise(levels))
        assert 'lang="fr"' in data


# The plan.


def test_a_game_without_a_plan_has_a_block_for_each_section(tmp_path: Path) -> None:
    schema = (ROOT / "schemas" / "venture.yaml").read_text(encoding="utf-8").split("\nprint:")[0]
    path = tmp_path / "venture.yaml"
    path.write_text(schema, encoding="utf-8")
    plan = read_plan(load_game(str(path)))
    assert [[block.section for block in row] for row in plan.rows] == [["main"], ["side"]]


@pytest.mark.parametrize(
    ("section", "sentence"),
    [
        ("titel: x", "schema.unknown-key"),
        ("rows: {a: b}", "schema.not-a-list"),
        ("rows: [{a: {of: cost > 1}}]", "schema.missing-key"),
        ("rows: [{a: {in: mian}}]", "schema.unknown-section"),
        ("rows: [{a: {in: main, of: cots > 1}}]", "expr.unknown-name"),
        ("rows: [{a: {in: main, of: cost}}]", "expr.wanted"),
        ("rows: [{a: {in: main, show: [cots]}}]", "schema.unknown-field"),
        ("rows: [{a: {in: main, lines: 99}}]", "print.number"),
        ("counters: {a: cost}", "print.counter"),
        ("fields: {id: {box: 2}}", "schema.unknown-key"),
    ],
)
def test_a_wrong_plan_is_told_at_its_line(tmp_path: Path, section: str, sentence: str) -> None:
    schema = (ROOT / "schemas" / "venture.yaml").read_text(encoding="utf-8").split("\nprint:")[0]
    path = tmp_path / "venture.yaml"
    path.write_text(f"{schema}\nprint:\n  {section}\n", encoding="utf-8")
    with pytest.raises(DeckcheckError) as caught:
        read_plan(load_game(str(path)))
    (problem,) = caught.value.problems
    assert problem.sentence == sentence
    assert problem.place.line == len(schema.splitlines()) + 3


def test_every_card_stands_in_one_block_only() -> None:
    for game in GAMES:
        entries = sample(game)
        made = document([checked(game, entries)], A4, "list")
        names = Counter(row.cells[part.main].text for part in parts(made) for row in rows(part))
        expected = Counter(sanitise(entry.card.name) for entry in entries if entry.card)
        assert {normalise(name): n for name, n in names.items()} == {normalise(name): n for name, n in expected.items()}


@pytest.mark.parametrize("language", PRINTED)
def test_every_language_has_the_same_words(language: str) -> None:
    lacking = PRINTED["en"].keys() ^ PRINTED[language].keys()
    assert not lacking, f"{language}: {lacking}, in wording/printed.py"
    for key, template in PRINTED["en"].items():
        assert set(fields(template)) == set(fields(PRINTED[language][key])), (language, key)


# The command.


def run(*arguments: str, **more: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "deckcheck", "print", *arguments]
    return subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True, **more)  # type: ignore[call-overload]


@pytest.mark.parametrize("suffix", ["pdf", "html", "md", "txt"])
def test_the_form_is_that_of_the_suffix(tmp_path: Path, suffix: str) -> None:
    target = tmp_path / f"sheet.{suffix}"
    done = run(str(README / "venture-legal.yaml"), "-o", str(target))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    starts = {"pdf": b"%PDF-", "html": b"<!DOCTYPE html>", "md": b"# Liste", "txt": b"Liste"}
    assert target.read_bytes().startswith(starts[suffix])


def test_several_decks_make_a_book_and_fields_fill_all_sheets() -> None:
    done = run(*(str(README / f"{game}-legal.yaml") for game in GAMES), "--field", "event=Open de Lyon")
    assert done.returncode == 0
    assert "Cahier du juge : Open de Lyon" in done.stdout  # most of the games are French
    assert done.stdout.count("Open de Lyon") == 1 + len(GAMES)


@pytest.mark.parametrize(
    "options",
    [
        ("--kind", "shet"),
        ("--to", "docx"),
        ("--paper", "a5"),
        ("-o", "sheet.docx"),
        ("--field", "evnt=x"),
        ("--field", "event"),
        ("--font", "no.ttf", "--to", "pdf"),
    ],
)
def test_wrong_usage_is_told_and_ends_with_2(options: tuple[str, ...]) -> None:
    done = run(str(README / "venture-legal.yaml"), *options)
    assert done.returncode == 2
    assert done.stderr.startswith("error") or "deckcheck" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_missing_extra_is_told_with_the_pip_line() -> None:
    code = "import sys; sys.modules['reportlab'] = None; from deckcheck.cli import run; sys.exit(run(sys.argv[1:]))"
    command = [sys.executable, "-c", code, "print", str(README / "venture-legal.yaml"), "--to", "pdf"]
    done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
    assert done.returncode == 2
    assert "pip install 'deckcheck[pdf]'" in done.stderr


def test_what_cannot_be_read_is_told_and_the_others_are_printed(tmp_path: Path) -> None:
    done = run(str(README / "venture-legal.yaml"), str(tmp_path / "no.yaml"))
    assert done.returncode == 1
    assert "Cendres" in done.stdout
    assert "no.yaml" in done.stderr


def test_a_row_is_as_high_as_its_lines() -> None:
    made = document([checked("venture", unknown(["Interminable nom de carte " * 8]))], A4, "list")
    (row,) = [row for part in parts(made) for row in rows(part)]
    assert row.height > LINE * len(row.cells[1].lines) * 0.8
