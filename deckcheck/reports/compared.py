"""Decks compared, as text and JSON."""

from __future__ import annotations

from collections.abc import Callable

from deckcheck.files.json_text import json_text
from deckcheck.reports.json import problem_record
from deckcheck.reports.repairs import change_text
from deckcheck.reports.text import finding_line
from deckcheck.views.compared import Comparison
from deckcheck.wording import say


def write_text(found: Comparison) -> str:
    """The changes, then whether they are a siding, then what is not owned."""
    lines: list[str] = [change_text(change) for change in found.changes or ()]
    if found.changes == ():
        lines.append(say("diff.same"))
    if found.siding is not None:
        lines += [finding_line(problem, found.path) for problem in found.siding]
        lines.append(say("diff.siding-illegal" if found.siding else "diff.siding-legal"))
    for card, needed, owned in found.lacking or ():
        lines.append(say("diff.missing", card=card, needed=needed, owned=owned))
    if found.lacking == ():
        lines.append(say("diff.all-owned", path=found.path))
    return "\n".join(lines) + "\n"


def write_json(found: Comparison) -> str:
    """`{"version", "changes"}`, with "siding" and "missing" where they are asked for."""
    document: dict[str, object] = {
        "version": 1,
        "changes": [
            {"action": c.action, "count": c.count, "card": c.name, "section": c.section, "to": c.to}
            for c in found.changes or ()
        ],
    }
    if found.siding is not None:
        document["siding"] = {
            "legal": not found.siding,
            "problems": [problem_record(problem, found.path) for problem in found.siding],
        }
    if found.lacking is not None:
        document["missing"] = [
            {"card": card, "needed": needed, "owned": owned} for card, needed, owned in found.lacking
        ]
    return json_text(document)


FORMS: dict[str, Callable[[Comparison], str]] = {"text": write_text, "json": write_json}
