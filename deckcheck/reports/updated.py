"""What an update did, as text and JSON: for each source the version, and every card that it changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from deckcheck.files.json_text import json_text
from deckcheck.update.amendments import Amendments
from deckcheck.update.outcome import NEW, Outcome, Updated
from deckcheck.wording import note_text, say, shorten

_FEW = 20  # cards that are named


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
    if outcome.cards is not None and outcome.status == NEW:
        made = outcome.cards
        yield say("update.new-cards", name=outcome.source.name, new=len(made.new), changed=len(made.changed))
    else:
        status = "new-dry" if dry and outcome.status == NEW else outcome.status
        yield say(f"update.{status}", **facts, count=len(outcome.changes))
    for note in outcome.why:
        yield "  " + note_text(note)
    none = say("lists.not-listed")
    for change in outcome.changes:
        words = {"before": change.before or none, "after": change.after or none}
        yield "  " + say("lists.change", name=shorten(change.name), **words)
    if outcome.cards is not None and outcome.status == NEW:
        yield from (f"  {line}" for line in _cards(outcome.cards))
    if outcome.unknown:
        yield "  " + say("update.no-cards", names=outcome.unknown[:10], count=len(outcome.unknown))


def _cards(made: Amendments) -> Iterator[str]:
    if made.new:
        some = (*made.new[:_FEW], *(("…",) if len(made.new) > _FEW else ()))
        yield say("update.cards-new", names=some)
    for name, fields in made.changed[:_FEW]:
        yield say("update.cards-changed", name=shorten(name), fields=fields)
    if len(made.changed) > _FEW:
        yield "…"


def write_json(found: Sequence[Updated]) -> str:
    """`{"version", "games": [{"game", "dry", "lock", "sources": [{"name", "list", "url", "status", …}]}]}`."""
    games = [
        {"game": one.game, "dry": one.dry, "lock": one.lock, "sources": list(map(_record, one.outcomes))}
        for one in found
    ]
    return json_text({"version": 1, "games": games})


def _record(outcome: Outcome) -> dict[str, object]:
    made = outcome.cards
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
        "cards": None if made is None else {"new": list(made.new), "changed": [name for name, _ in made.changed]},
        "bytes": outcome.bytes,
        "sha256": outcome.hash,
    }


FORMS: dict[str, Callable[[Sequence[Updated]], str]] = {"text": write_text, "json": write_json}
