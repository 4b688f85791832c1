"""`deckcheck show`: what is in a deck."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from deckcheck.commands import completing, options
from deckcheck.commands.guarded import guarded
from deckcheck.commands.output import announce, emit, targets

if TYPE_CHECKING:
    from deckcheck.report import Report
    from deckcheck.run.session import Loaded
    from deckcheck.views.overview import Overview

Output = Annotated[
    list[str] | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FORM[=FILE]",
        help="text or json; to a file with =FILE; repeatable.",
        autocompletion=completing.words("text", "json"),
    ),
]
WIDTH = 40  # of the longest bar


@guarded
def show(
    deck: options.OneDeck,
    *,
    judging: options.Judging,
    param: options.Params = None,
    draft: options.Draft = False,
    output: Output = None,
    stdin_filename: options.StdinName = None,
) -> int:
    """What is in a deck: sections, kinds, the curve, and whether it is legal.

    \b
    deckcheck show deck.yaml
    """
    from deckcheck.commands.decks import keep_inputs, single
    from deckcheck.report import Report
    from deckcheck.run.session import Session
    from deckcheck.views.overview import overview

    wanted = targets(output, ("text", "json"))
    session = Session(judging.settings(param, draft=draft), announce)
    keep_inputs((target.file for target in wanted), (deck,))
    loaded = single(deck, session, stdin_filename)
    if isinstance(loaded, Report):
        from deckcheck.reports import REPORTS
        from deckcheck.reports.look import Look

        emit((target, REPORTS[target.form]((loaded,), Look())) for target in wanted)
        return 1
    report = loaded.checker.check(loaded.deck, draft=draft)
    seen = overview(loaded.deck, loaded.checker.game)
    forms = {"text": _text, "json": _json}
    emit((target, forms[target.form](loaded, report, seen)) for target in wanted)
    return 0 if report.legal else 1


def _text(loaded: Loaded, report: Report, seen: Overview) -> str:
    from deckcheck.reports.look import Look
    from deckcheck.reports.text import headline
    from deckcheck.wording import Said, note_text, say, shown, whole

    lines = [headline(report, Look())]
    if report.problems:
        lines.append(f"  {say('report.why', path=Said(whole(report.path)))}")
    for section in seen.sections:
        lines += ["", say("show.section", title=section.title, id=section.id, cards=section.cards)]
        for group in section.groups:
            indent = "  "
            if loaded.checker.game.kinds is not None:
                kind = say("show.no-kind") if group.kind is None else group.kind
                lines.append(f"  {say('show.kind', kind=kind, cards=group.cards)}")
                indent = "    "
            lines += [f"{indent}{entry.count:>2} {shown(entry.shown)}" for entry in group.entries]
    if seen.curve:
        lines += ["", say("show.curve", field=loaded.checker.game.curve, section=seen.main)]
        lines += [f"  {line}" for line in _bars(seen.curve)]
    if room := [f"  {line}" for line in _room(loaded)]:
        lines += ["", say("show.headroom"), *room]
    if report.notes:
        lines += ["", *(say("report.note", note=note_text(note)) for note in report.notes)]
    return "\n".join(lines) + "\n"


def _room(loaded: Loaded) -> Iterator[str]:
    """How many cards fit in each section, and how many copies more of each card, the roomiest first."""
    from deckcheck.views.room import section_room
    from deckcheck.wording import say

    for section, cards in section_room(loaded.deck, loaded.checker).items():
        if cards != 0:
            yield say("show.room", section=section, cards=cards)
    copies: dict[tuple[str, int, int | None], list[str]] = {}
    for item in loaded.checker.headroom(loaded.deck):
        copies.setdefault((item.section, item.more, item.unwarned), []).append(item.card)
    sections = list(loaded.checker.game.sections)
    for key in sorted(copies, key=lambda key: (sections.index(key[0]), -key[1])):
        section, more, unwarned = key
        if more:
            yield say("show.copies", section=section, copies=more, unwarned=unwarned, cards=tuple(copies[key]))


def _bars(curve: tuple[tuple[int, int], ...]) -> Iterator[str]:
    """A bar of blocks for each value, of signs that every terminal has where it has no blocks."""
    import sys

    try:
        "█".encode(sys.stdout.encoding or "ascii")
        block = "█"
    except (UnicodeEncodeError, LookupError):
        block = "#"
    most = max(count for _, count in curve)
    wide = max(len(str(value)) for value, _ in curve)
    for value, count in curve:
        length = count if most <= WIDTH else max(1, count * WIDTH // most) if count else 0
        yield f"{value:>{wide}} {block * length} {count}".rstrip() if count else f"{value:>{wide}}"


def _json(loaded: Loaded, report: Report, seen: Overview) -> str:
    import json

    from deckcheck.views.room import section_room
    from deckcheck.wording import note_text

    sections = {
        section.id: {
            "title": section.title,
            "cards": section.cards,
            "kinds": {group.kind: group.cards for group in section.groups if group.kind is not None},
            "entries": [
                {"card": e.shown, "count": e.count, "line": e.place.line, "known": e.card is not None}
                for group in section.groups
                for e in group.entries
            ],
        }
        for section in seen.sections
    }
    document = {
        "version": 1,
        "path": report.path,
        "name": report.name,
        "game": report.game,
        "format": report.format,
        "legal": report.legal,
        "sections": sections,
        "room": section_room(loaded.deck, loaded.checker),
        "headroom": [
            {"card": item.card, "section": item.section, "more": item.more, "without_warning": item.unwarned}
            for item in loaded.checker.headroom(loaded.deck)
        ],
        "curve": {"field": loaded.checker.game.curve, "cards": dict(seen.curve)} if seen.curve else None,
        "fingerprint": report.fingerprint,
        "notes": [note_text(note) for note in report.notes],
    }
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"
