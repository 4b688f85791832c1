"""A deck at a glance, as text and JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from deckcheck.files.json_text import json_text
from deckcheck.reports.look import PLAIN, can_show
from deckcheck.reports.text import headline
from deckcheck.views.overview import Overview
from deckcheck.wording import SafeText, note_text, sanitise, say, shorten

WIDTH = 40  # of the longest bar


def write_text(seen: Overview) -> str:
    """The verdict, then section by section what is in it, the curve, and what still fits."""
    report, game = seen.report, seen.game
    lines = [headline(report, PLAIN)]
    if report.problems:
        lines.append(f"  {say('report.why', path=SafeText(sanitise(report.path)))}")
    for section in seen.sections:
        lines += ["", say("show.section", title=section.title, id=section.id, cards=section.cards)]
        for group in section.groups:
            indent = "  "
            if game.kinds is not None:
                kind = say("show.no-kind") if group.kind is None else group.kind
                lines.append(f"  {say('show.kind', kind=kind, cards=group.cards)}")
                indent = "    "
            lines += [f"{indent}{entry.count:>2} {shorten(entry.shown)}" for entry in group.entries]
    if seen.curve:
        lines += ["", say("show.curve", field=game.curve, section=seen.main)]
        lines += [f"  {line}" for line in _bars(seen.curve)]
    if room := [f"  {line}" for line in _room(seen)]:
        lines += ["", say("show.headroom"), *room]
    if notes := (*report.judged_by, *report.notes):
        lines += ["", *(say("report.note", note=note_text(note)) for note in notes)]
    return "\n".join(lines) + "\n"


def _room(seen: Overview) -> Iterator[str]:
    """How many cards fit in each section, and how many copies more of each card, the roomiest first."""
    for section, cards in seen.room.items():
        if cards != 0:
            yield say("show.room", section=section, cards=cards)
    copies: dict[tuple[str, int, int | None], list[str]] = {}
    for item in seen.headroom:
        copies.setdefault((item.section, item.more, item.unwarned), []).append(item.card)
    sections = list(seen.game.sections)
    for key in sorted(copies, key=lambda key: (sections.index(key[0]), -key[1])):
        section, more, unwarned = key
        if more:
            yield say("show.copies", section=section, copies=more, unwarned=unwarned, cards=tuple(copies[key]))


def _bars(curve: tuple[tuple[int, int], ...]) -> Iterator[str]:
    """A bar of blocks for each value, of signs that every terminal has where it has no blocks."""
    block = "█" if can_show("█") else "#"
    most = max(count for _, count in curve)
    wide = max(len(str(value)) for value, _ in curve)
    for value, count in curve:
        length = count if most <= WIDTH else max(1, count * WIDTH // most) if count else 0
        yield f"{value:>{wide}} {block * length} {count}".rstrip() if count else f"{value:>{wide}}"


def write_json(seen: Overview) -> str:
    """The fields and their order are a contract."""
    report = seen.report
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
        "room": seen.room,
        "headroom": [
            {"card": item.card, "section": item.section, "more": item.more, "without_warning": item.unwarned}
            for item in seen.headroom
        ],
        "curve": {"field": seen.game.curve, "cards": dict(seen.curve)} if seen.curve else None,
        "fingerprint": report.fingerprint,
        "judged_by": [note_text(note) for note in report.judged_by],
        "notes": [note_text(note) for note in report.notes],
    }
    return json_text(document)


FORMS: dict[str, Callable[[Overview], str]] = {"text": write_text, "json": write_json}
