"""Checked decks → a document: the head of each sheet, its pages, and a judge's book of many decks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from deckcheck.cards.names import normalise
from deckcheck.decks.deck import Deck
from deckcheck.printing.contents import Block, Text, blocks, summary
from deckcheck.printing.document import Document, Field, Head, Page, Paper, Sheet
from deckcheck.printing.html import write_html
from deckcheck.printing.measure import FOOT, PIECE_LINE, SEPARATOR, head_height, running_height, summary_lines
from deckcheck.printing.pages import Room, flow
from deckcheck.printing.pdf import write_pdf
from deckcheck.printing.plain import write_markdown, write_text
from deckcheck.printing.sheet_plan import FieldPlan, Plan, read_plan
from deckcheck.record import dataclass, replace
from deckcheck.report import DeckcheckError, Report, Severity, ignored_rules
from deckcheck.rules.check import Checker
from deckcheck.rules.game import Game
from deckcheck.spelling import nearest
from deckcheck.wording import sanitise, shorten
from deckcheck.wording.printed import PRINTED, printed
from deckcheck.wording.templates import SafeText

LONGEST = 200  # characters of a field; a longer text is no name of a player or an event
JUDGE = ("judge.list", "judge.round", "judge.result", "judge.initials")


@dataclass(frozen=True, slots=True)
class Checked:
    """A deck to print, with its game and the verdict on it."""

    deck: Deck
    report: Report
    checker: Checker
    plan: Plan

    @property
    def game(self) -> Game:
        return self.checker.game


def checked(decks: Iterable[tuple[Deck, Checker]], fields: Mapping[str, str]) -> list[Checked]:
    """The decks with their verdicts; `fields` of the sheets are filled in.

    :raises DeckcheckError: none of the sheets has a field that is given.
    """
    pairs = tuple(decks)
    plans = {checker.game.id: read_plan(checker.game) for checker in {c.game.id: c for _, c in pairs}.values()}
    known = tuple(dict.fromkeys(f.key for plan in plans.values() for f in plan.fields if f.initial is None))
    for key in fields:
        if key not in known:
            raise DeckcheckError("print.unknown-field", field=key, known=known, nearest=nearest(key, known))
    return [
        Checked(replace(deck, info={**deck.info, **fields}), checker.check(deck), checker, plans[checker.game.id])
        for deck, checker in pairs
    ]


def sheet(checked: Checked, paper: Paper, *, hand_in: bool, number: int | None = None) -> Sheet:
    """The sheet of a deck. `hand_in`: with lines to fill in and the judge's box, else a plain list.

    `number`: the line of the index that leads to it.
    """
    game, deck, plan = checked.game, checked.deck, checked.plan
    language = game.language
    view = checked.checker.view(deck.entries)
    found = blocks(deck, game, plan, view, language)
    if not hand_in:
        found = tuple(tuple(replace(block, lines=0) for block in row if block.rows) for row in found)
    place = () if number is None else (f"{printed(language, 'head.number')} {number}",)
    head = Head(
        SEPARATOR.join((*place, sanitise(plan.title or printed(language, "title")), sanitise(game.title))),
        sanitise(plan.note) if hand_in else "",
        _fields(checked, language, hand_in=hand_in),
        printed(language, "judge") if hand_in else "",
        (tuple(map(sanitise, plan.judge)) or tuple(printed(language, key) for key in JUDGE)) if hand_in else (),
        _check(checked, language),
    )
    ends = summary(deck, game, plan, view, language)
    return _paged(
        language, 1, head, SEPARATOR.join((*place, _running(checked))), [row for row in found if row], ends, paper
    )


def _paged(
    language: str,
    level: int,
    head: Head,
    running: str,
    rows: Sequence[Sequence[Block]],
    ends: tuple[str, ...],
    paper: Paper,
) -> Sheet:
    room = Room(
        paper.inner_width,
        paper.inner_height - head_height(head, paper) - FOOT,
        paper.inner_height - running_height(running, paper) - FOOT,
    )
    pages = flow(rows, room, PIECE_LINE * len(summary_lines(ends, paper)))
    number = len(pages)
    return Sheet(
        language,
        level,
        head,
        running,
        tuple(
            Page(printed(language, "page", number=at, of=number), bands, ends if at == number else ())
            for at, bands in enumerate(pages, 1)
        ),
    )


def _fields(checked: Checked, language: str, *, hand_in: bool) -> tuple[Field, ...]:
    """The fields of the plan, and the deck's name; on a plain list only those with a value."""
    info = checked.deck.info
    found = [Field(_title(field, language), _value(field, info), field.boxes) for field in checked.plan.fields]
    if checked.deck.name:
        found.append(Field(printed(language, "field.deck"), shorten(checked.deck.name, LONGEST)))
    return tuple(field for field in found if hand_in or field.value)


def _title(field: FieldPlan, language: str) -> str:
    if field.title is None and f"field.{field.key}" in PRINTED["en"]:
        return printed(language, f"field.{field.key}")
    return sanitise(field.title or field.key)


def _value(field: FieldPlan, info: Mapping[str, str]) -> str:
    text = info.get(field.initial or field.key, "")
    if field.initial is None:
        return shorten(" ".join(text.split()), LONGEST)
    # Which of several words is the last name, only a comma tells.
    return shorten(text.strip()[:1].upper()) if "," in text else ""


def _check(checked: Checked, language: str) -> tuple[str, ...]:
    report = checked.report
    ruleset = checked.checker.ruleset
    pieces: list[str] = [printed(language, "check", verdict=_verdict(report, language))]
    if ruleset.format:
        pieces.append(printed(language, "format", format=SafeText(sanitise(ruleset.title or ruleset.format))))
    pieces += [
        printed(language, "list", name=SafeText(sanitise(dated.name)), first=dated.first_day) for dated in report.lists
    ]
    pieces.append(_fingerprint(report, language))
    if any(note.sentence == "note.demo" for note in report.notes):
        pieces.append(printed(language, "demo"))
    return tuple(pieces)


def _verdict(report: Report, language: str) -> SafeText:
    errors = sum(p.severity is Severity.ERROR for p in report.problems)
    warnings = sum(p.severity is Severity.WARNING for p in report.problems)
    return printed(
        language,
        "legal" if report.legal else "illegal",
        errors=errors,
        warnings=warnings or None,
        ignored=ignored_rules(report),
    )


def _fingerprint(report: Report, language: str) -> str:
    return printed(language, "fingerprint", code=report.fingerprint)


def _running(checked: Checked) -> str:
    """What tells a loose page: player, deck, game, fingerprint."""
    deck = checked.deck
    names = (deck.info.get("player", ""), deck.info.get("id", ""), deck.name or "", checked.game.title)
    pieces = [shorten(" ".join(name.split()), LONGEST) for name in names if name.strip()]
    return SEPARATOR.join((*pieces, _fingerprint(checked.report, checked.game.language)))


def document(decks: Sequence[Checked], paper: Paper, kind: str) -> Document:
    """The decks as one document. `kind` is a key of `KINDS`; `decks` holds one at least."""
    ordered, language = list(decks), _language(decks)
    if kind != "book":
        sheets = [sheet(checked, paper, hand_in=kind != "list") for checked in ordered]
        return Document(sheets[0].head.title, language, paper, tuple(sheets))
    ordered.sort(key=_player)
    sheets = [sheet(checked, paper, hand_in=True, number=number) for number, checked in enumerate(ordered, 1)]
    title = _book_title(decks, language)
    index = _index(ordered, sheets, title, language, paper)
    return Document(title, language, paper, (index, *(replace(one, level=2) for one in sheets)))


KINDS = ("sheet", "list", "book")


def _language(decks: Sequence[Checked]) -> str:
    """The language of most of the decks; of several with as many that of the first deck."""
    return Counter(checked.game.language for checked in decks).most_common(1)[0][0]


def _player(checked: Checked) -> tuple[bool, str, str, str]:
    """By the player's name, those without one at the end."""
    info = checked.deck.info
    player = normalise(info.get("player", ""))
    return (not player, player, info.get("id", ""), checked.deck.path)


def _book_title(decks: Sequence[Checked], language: str) -> str:
    events = {checked.deck.info.get("event", "") for checked in decks}
    event = events.pop() if len(events) == 1 else ""
    return (
        printed(language, "book.event", event=SafeText(shorten(event, LONGEST))) if event else printed(language, "book")
    )


def _index(decks: Sequence[Checked], sheets: Sequence[Sheet], title: str, language: str, paper: Paper) -> Sheet:
    """The first pages of a book: every deck in one line."""
    keys = ("head.number", "field.player", "field.id", "field.deck", "head.check", "head.fingerprint", "head.pages")
    rows = tuple(
        tuple(map(Text, _line(number, checked, len(one.pages), language)))
        for number, (checked, one) in enumerate(zip(decks, sheets, strict=True), 1)
    )
    total = printed(language, "decks", number=len(decks))
    name = printed(language, "head.decks")
    again = printed(language, "continued", title=name)
    block = Block(name, again, tuple(printed(language, key) for key in keys), rows, total, main=3)
    return _paged(language, 1, Head(title), title, [[block]], (), paper)


def _line(number: int, checked: Checked, pages: int, language: str) -> tuple[str, ...]:
    deck, report = checked.deck, checked.report
    texts = (deck.info.get("player", ""), deck.info.get("id", ""))
    named = SEPARATOR.join(filter(None, (deck.name, checked.game.title, checked.checker.ruleset.title)))
    return (
        str(number),
        *(shorten(" ".join(text.split()), LONGEST) for text in texts),
        sanitise(named),
        _verdict(report, language),
        report.fingerprint or "",
        str(pages),
    )


# Form → writer; the second argument are the user's font files, which only a PDF needs.
WRITERS: dict[str, Callable[[Document, Sequence[str]], bytes]] = {
    "text": write_text,
    "markdown": write_markdown,
    "html": write_html,
    "pdf": write_pdf,
}
SUFFIXES = {".txt": "text", ".md": "markdown", ".markdown": "markdown", ".html": "html", ".htm": "html", ".pdf": "pdf"}
