"""`deckcheck add`, `cut` and `move`: one change, written into the deck's file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from deckcheck.commands import completing, options
from deckcheck.commands.guarded import guarded
from deckcheck.commands.output import announce, to_stdout

if TYPE_CHECKING:
    from deckcheck.decks.deck import Deck
    from deckcheck.editing.changes import Change
    from deckcheck.report import Report
    from deckcheck.rules.check import Checker
    from deckcheck.run.session import Loaded, Settings

_LONG = 1_000  # lines; of a longer file, those that come again and again are not matched with one another

Card = Annotated[
    list[str],
    typer.Argument(metavar="CARD...", help='Cards with their counts, as "2 Name".', autocompletion=completing.cards),
]
To = Annotated[
    str | None,
    typer.Option(
        "--to",
        metavar="SECTION",
        help="The section; else the first whose rules take the card.",
        autocompletion=completing.sections,
    ),
]
Target = Annotated[
    str,
    typer.Option("--to", metavar="SECTION", help="The section to move to.", autocompletion=completing.sections),
]
From = Annotated[
    str | None,
    typer.Option(
        "--from",
        metavar="SECTION",
        help="The section to take from, where several hold the card.",
        autocompletion=completing.sections,
    ),
]


@guarded
def add(
    deck: options.OneDeck,
    card: Card,
    to: To = None,
    *,
    judging: options.Judging,
    param: options.Params = None,
) -> int:
    """Add copies to a deck file. Comments, the order of the lines and all else stay as they are.

    \b
    deckcheck add deck.yaml "2 Name"
    deckcheck add deck.yaml "1 Name" --to side
    """
    from deckcheck.editing.ask import addition, one_after_another

    def changes(loaded: Loaded, session_pool: object) -> Iterator[Change]:
        now = loaded.deck
        for text in card:
            change = addition(text, to, now, loaded.checker, session_pool)  # type: ignore[arg-type]
            now = one_after_another(now, (change,))
            yield change

    return _change(
        deck,
        judging.settings(param),
        changes,
    )


@guarded
def cut(
    deck: options.OneDeck,
    card: Card,
    source: From = None,
    *,
    judging: options.Judging,
    param: options.Params = None,
) -> int:
    """Take copies out of a deck file. Comments, the order of the lines and all else stay as they are.

    \b
    deckcheck cut deck.yaml "1 Name"
    deckcheck cut deck.yaml "1 Name" --from side
    """
    return _change(
        deck,
        judging.settings(param),
        _removals(card, source),
    )


@guarded
def move(
    deck: options.OneDeck,
    card: Card,
    to: Target,
    source: From = None,
    *,
    judging: options.Judging,
    param: options.Params = None,
) -> int:
    """Move copies from one section of a deck file to another. All else stays as it is.

    \b
    deckcheck move deck.yaml "2 Name" --to side
    """
    settings = judging.settings(param)
    return _change(deck, settings, _removals(card, source, to))


Changes = Callable[["Loaded", object], "Iterator[Change]"]


def _removals(cards: Sequence[str], source: str | None, to: str | None = None) -> Changes:
    from deckcheck.editing.ask import one_after_another, removal

    def changes(loaded: Loaded, pool: object) -> Iterator[Change]:
        now = loaded.deck
        for text in cards:
            change = removal(text, source, to, now, loaded.checker.game, pool)  # type: ignore[arg-type]
            now = one_after_another(now, (change,))
            yield change

    return changes


def _change(path: str, settings: Settings, ask: Changes) -> int:
    from deckcheck.commands.decks import one
    from deckcheck.commands.inplace import before_edit, write_over
    from deckcheck.editing.edit import edited
    from deckcheck.editing.editor import Editor
    from deckcheck.formats.sections import SCHEME
    from deckcheck.record import replace
    from deckcheck.report import DeckcheckError, Report
    from deckcheck.reports import REPORTS
    from deckcheck.reports.look import Look
    from deckcheck.run.find import STDIN
    from deckcheck.run.session import Session

    if path == STDIN:
        raise DeckcheckError("usage.edit-stdin")
    if path.lower().startswith(SCHEME):
        raise DeckcheckError("usage.edit-link")
    session = Session(settings, announce)
    found = one(path, session, None)
    data = before_edit(found)
    loaded = session.load(replace(found, data=data))
    if isinstance(loaded, Report):
        to_stdout(REPORTS["text"]((loaded,), Look()))
        return 1
    if data is None:
        raise DeckcheckError("usage.not-editable", path=path)
    path = found.path
    pool = session.library.pool(loaded.checker.game.id)
    changes = tuple(ask(loaded, pool))
    editor = Editor(path, data, loaded.checker.game, pool)
    after = edited(editor, loaded.deck, changes)
    deck = replace(editor.deck(after), format=loaded.deck.format)
    lines = [*_lines(path, data, after), *_told(loaded.checker, loaded.deck, deck, changes)]
    write_over(path, data, after)
    to_stdout("\n".join(lines) + "\n")
    return 0


def _lines(path: str, before: bytes, after: bytes) -> Iterator[str]:
    """The lines that are different, each at its place."""
    from deckcheck.files.decode import decode
    from deckcheck.report import Place
    from deckcheck.wording import place_text, say

    old, new = (decode(data, path)[0].split("\n") for data in (before, after))
    for top, bottom, first, last in _changed(old, new):
        for number in range(top, bottom):
            yield say("edit.old", place=place_text(Place(path, number + 1), path), text=old[number].strip())
        for number in range(first, last):
            yield say("edit.new", place=place_text(Place(path, number + 1), path), text=new[number].strip())


def _changed(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[int, int, int, int]]:
    """Where the lines are different: from and to, in the old ones and in the new."""
    from difflib import SequenceMatcher
    from itertools import takewhile

    def alike(one: Iterable[str], other: Iterable[str]) -> int:
        return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))

    # What stands before and behind all changes is left out: comparing takes the square of the lines.
    head = alike(old, new)
    tail = alike(reversed(old[head:]), reversed(new[head:]))
    before, after = (lines[head : len(lines) - tail] for lines in (old, new))
    matcher = SequenceMatcher(None, before, after, autojunk=len(before) > _LONG)
    for kind, *spots in matcher.get_opcodes():
        if kind != "equal":
            top, bottom, first, last = (spot + head for spot in spots)
            yield top, bottom, first, last


def _told(checker: Checker, before: Deck, after: Deck, changes: Sequence[Change]) -> Iterator[str]:
    """What the changes did to the verdict, and how many more copies fit."""
    from deckcheck.decks.deck import Entry
    from deckcheck.report import Severity
    from deckcheck.reports.text import finding_line
    from deckcheck.wording import message, say

    old, new = checker.check(before), checker.check(after)
    broken = tuple(dict.fromkeys(p.rule for p in new.problems if p.severity is not Severity.INFO))
    verdicts = {"verdict": verdict(new), "before": verdict(old), "rules": broken}
    yield say("edit.verdict" if verdicts["verdict"] == verdicts["before"] else "edit.verdict-changed", **verdicts)
    told = {(p.rule, message(p)) for p in old.problems}
    for problem in new.problems:
        if (problem.rule, message(problem)) not in told:
            yield f"  {finding_line(problem, after.path)}"
    left = {(p.rule, p.cards, p.section) for p in new.problems}
    for problem in old.problems:
        if (problem.rule, problem.cards, problem.section) not in left:
            yield f"  {say('edit.mended', message=message(problem), rule=problem.rule)}"
    for change in changes:
        if change.card is not None:
            section = change.to or change.section
            fits = checker.headroom_of(Entry(1, change.name, section, change.card), after.entries)
            facts = {"more": fits.more, "unwarned": fits.unwarned, "section": section}
            yield f"  {say('edit.headroom', card=change.name, **facts)}"


def verdict(report: Report) -> str:
    """The verdict in words."""
    from collections import Counter

    from deckcheck.report import Severity
    from deckcheck.wording import say

    counts = Counter(problem.severity for problem in report.problems)
    words = tuple(say(f"count.{severity}", number=counts[severity]) for severity in Severity if counts[severity])
    key = "illegal" if not report.legal else "legal" if report.complete else "legal-so-far"
    return say(f"verdict.{key}", counts=words)
