"""Checked decks → a document: the head of each sheet, its pages, and a judge's book of many decks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePath

from deckcheck.decks.deck import Deck
from deckcheck.printing.contents import Block, blocks, summary
from deckcheck.printing.document import Field, Head, Page, Paper, Sheet
from deckcheck.printing.measure import FOOT, PIECE_LINE, SEPARATOR, head_height, running_height, summary_lines
from deckcheck.printing.pages import Room, flow
from deckcheck.printing.sheet_plan import FieldPlan, Plan, read_plan
from deckcheck.record import dataclass, replace
from deckcheck.report import DeckcheckError, Report, Severity, ignored_rules
from deckcheck.rules.check import Checker
from deckcheck.rules.game import Game
from deckcheck.spelling import nearest
from deckcheck.wording import message, sanitise, shorten
from deckcheck.wording.printed import PRINTED, printed
from deckcheck.wording.templates import SafeText

LONGEST = 1_000  # characters of a field; a longer text is no name of a player or an event
TOLD = (5, 2)  # problems on a sheet and in the index; the fewer where more would cost a page
_OWN = frozenset({"judged.schema", "judged.cards", "judged.lists"})
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
    running, rows = SEPARATOR.join((*place, _running(checked))), [row for row in found if row]
    least = paged(language, 1, head, running, rows, ends, paper)
    for most in TOLD if not checked.report.legal else ():
        problems = first_problems(checked.report, language, most)
        made = paged(language, 1, replace(head, problems=problems), running, rows, ends, paper)
        if len(made.pages) == len(least.pages):
            return made
    return least


def paged(
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
    named = checked.deck.name or (stem(checked) if not info.get("player") else "")
    if named:
        found.append(Field(printed(language, "field.deck"), shorten(named, LONGEST)))
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
    pieces: list[str] = [printed(language, "check", verdict=verdict_text(report, language))]
    if ruleset.format:
        pieces.append(printed(language, "format", format=SafeText(sanitise(ruleset.title or ruleset.format))))
    pieces += [
        printed(language, "list", name=SafeText(sanitise(dated.name)), first=dated.first_day) for dated in report.lists
    ]
    pieces.append(_fingerprint(report, language))
    pieces.append(printed(language, "day", day=report.as_of))
    old = (note for note in report.notes if note.sentence == "note.list-may-be-old")
    pieces += [printed(language, "may-be-old", **note.facts) for note in old]
    if any(note.sentence in _OWN for note in report.judged_by):
        pieces.append(printed(language, "own-data"))
    if any(note.sentence == "note.demo" for note in report.notes):
        pieces.append(printed(language, "demo"))
    return tuple(pieces)


def first_problems(report: Report, language: str, most: int = TOLD[0]) -> tuple[str, ...]:
    """The first errors, and how many more there are."""
    errors = [p for p in report.problems if p.severity is Severity.ERROR]
    shown = tuple(map(message, errors[:most]))
    left = len(errors) - len(shown)
    return (*shown, printed(language, "more", number=left)) if left else shown


def stem(checked: Checked) -> str:
    """The name of the deck's file, which tells whose it is where nothing else does."""
    return PurePath(checked.deck.path).stem.removeprefix("-")


def verdict_text(report: Report, language: str) -> SafeText:
    errors = sum(p.severity is Severity.ERROR for p in report.problems)
    warnings = sum(p.severity is Severity.WARNING for p in report.problems)
    return printed(
        language,
        "legal" if report.legal else "illegal",
        errors=errors,
        warnings=warnings or None,
        ignored=ignored_rules(report),
        weakened=report.weakened,
    )


def _fingerprint(report: Report, language: str) -> str:
    return printed(language, "fingerprint", code=report.fingerprint)


def _running(checked: Checked) -> str:
    """What tells a loose page: player, deck, game, fingerprint."""
    deck = checked.deck
    names = (
        deck.info.get("player", "") or stem(checked),
        deck.info.get("id", ""),
        deck.name or "",
        checked.game.title,
    )
    pieces = [shorten(" ".join(name.split()), LONGEST) for name in names if name.strip()]
    return SEPARATOR.join((*pieces, _fingerprint(checked.report, checked.game.language)))
