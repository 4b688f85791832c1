"""What an update did, as text and JSON: for each source the version, and every card that it changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from deckcheck.files.json_text import json_text
from deckcheck.update.command import Updated
from deckcheck.update.run import NEW, Outcome
from deckcheck.wording import note_text, say, shorten


def write_text(found: Sequence[Updated]) -> str:
    """A block for each game: its sources, and what has changed card by card."""
    if not any(one.outcomes for one in found):
        return say("update.no-sources", games=tuple(one.game for one in found) or None) + "\n"
    return "".join(f"{line}\n" for one in found for line in _game(one))


def _game(one: Updated) -> Iterator[str]:
    yield say("update.game", title=one.title)
    for outcome in one.outcomes:
        yield from (f"  {line}" for line in _outcome(outcome, dry=one.dry))
    if one.lock is not None:
        yield "  " + say("update.lock", path=one.lock)


def _outcome(outcome: Outcome, *, dry: bool) -> Iterator[str]:
    facts = {"name": outcome.source.name, "list": outcome.source.list, "day": outcome.day}
    status = "new-dry" if dry and outcome.status == NEW else outcome.status
    yield say(f"update.{status}", **facts, count=len(outcome.changes))
    for note in outcome.why:
        yield "  " + note_text(note)
    none = say("lists.not-listed")
    for change in outcome.changes:
        words = {"before": change.before or none, "after": change.after or none}
        yield "  " + say("lists.change", name=shorten(change.name), **words)
    if outcome.unknown:
        yield "  " + say("update.no-cards", names=outcome.unknown[:10], count=len(outcome.unknown))


def write_json(found: Sequence[Updated]) -> str:
    """`{"version", "games": [{"game", "dry", "lock", "sources": [{"name", "list", "url", "status", …}]}]}`."""
    games = [
        {"game": one.game, "dry": one.dry, "lock": one.lock, "sources": list(map(_record, one.outcomes))}
        for one in found
    ]
    return json_text({"version": 1, "games": games})


def _record(outcome: Outcome) -> dict[str, object]:
    return {
        "name": outcome.source.name,
        "list": outcome.source.list,
        "url": outcome.source.url,
        "licence": outcome.source.licence,
        "status": outcome.status,
        "why": [{"key": note.sentence, "text": note_text(note)} for note in outcome.why],
        "first_day": outcome.day,
        "unsure": outcome.unsure,
        "changes": [{"card": one.name, "before": one.before, "after": one.after} for one in outcome.changes],
        "unknown": list(outcome.unknown),
        "bytes": outcome.bytes,
        "sha256": outcome.hash,
    }


FORMS: dict[str, Callable[[Sequence[Updated]], str]] = {"text": write_text, "json": write_json}
