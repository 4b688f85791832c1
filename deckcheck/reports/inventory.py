"""What is at hand of games, as text and JSON; and what an examination of a game's files found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict

from deckcheck.files.json_text import json_text
from deckcheck.reports.look import counts, in_order
from deckcheck.reports.text import finding_line
from deckcheck.views.inventory import Examination, Inventory
from deckcheck.wording import SafeText, sanitise, say


def write_json(found: Sequence[Inventory], *, in_full: bool) -> str:
    """`{"version", "games": [{…}]}`; all is told of each."""
    del in_full
    return json_text({"version": 1, "games": [asdict(one) for one in found]})


def write_text(found: Sequence[Inventory], *, in_full: bool) -> str:
    """A line a game; `in_full`, all that is known of each."""
    return "\n".join(line for one in found for line in (_whole(one) if in_full else (_line(one),))) + "\n"


def _line(one: Inventory) -> SafeText:
    facts = {"id": one.id, "title": one.title, "formats": tuple(one.formats)}
    if one.cards is None:
        return say("games.no-cards", **facts)
    return say("games.line", **facts, cards=one.cards, demo=say("games.demo") if one.demo else None)


def _whole(one: Inventory) -> Iterator[str]:
    yield _line(one)
    yield f"  {say('games.schema', path=SafeText(sanitise(one.schema)))}"
    yield f"  {say('games.rules', rules=one.rules)}"
    for key, items in (("sections", one.sections), ("formats", one.formats), ("lists", one.lists)):
        if items:
            default = one.default if key == "formats" else None
            named = tuple(
                say("games.named-default" if name == default else "games.named", id=name, title=title)
                for name, title in items.items()
            )
            yield f"  {say(f'games.{key}', items=named)}"
    if one.sets:
        yield f"  {say('games.sets', sets=one.sets)}"
    if one.decks:
        yield f"  {say('games.decks', decks=one.decks)}"


def examination(found: Examination, game_id: str, path: str) -> Iterator[str]:
    """What is wrong with a game's files, line by line, then how much was looked at. `path`: the schema."""
    yield from map(finding_line, in_order(found.problems, path))
    yield say("games.ok", game=game_id, cards=found.cards, lists=found.lists, counts=counts(found.problems))


FORMS = {"text": write_text, "json": write_json}
