"""`deckcheck cards`: search the card database."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from deckcheck.commands import completing, options
from deckcheck.commands.guarded import guarded
from deckcheck.commands.output import announce, emit, targets, tell

if TYPE_CHECKING:
    from deckcheck.cards.pool import Card
    from deckcheck.games.game import Game
    from deckcheck.views.search import Hits

Query = Annotated[
    str | None,
    typer.Argument(metavar="[QUERY]", help='A name, or a test: "cost <= 3".', autocompletion=completing.cards),
]
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
LONGEST_CELL = 24
WIDTH = 120  # of a table that goes to no terminal


@guarded
def cards(
    game: options.GameArgument,
    query: Query = None,
    format: options.ListFormat = None,  # noqa: A002 - the name of the option
    as_of: options.AsOf = None,
    cards: options.Cards = None,
    schemas: options.Schemas = None,
    config: options.Config = None,
    isolated: options.Isolated = False,
    output: Output = None,
) -> int:
    """The cards of a game: all, those of a name, or those that pass a test over their fields.

    \b
    deckcheck cards GAME "Name of a card"
    deckcheck cards GAME "cost <= 3"
    deckcheck cards GAME "cost <= 3 and rarity == rare" -o json
    deckcheck cards GAME "limitation == 0" -F FORMAT --as-of 2026-01-01

    Ends with 1 if nothing is found.
    """
    from deckcheck.expr import ExprError
    from deckcheck.report import DeckcheckError
    from deckcheck.run.session import Session
    from deckcheck.views.search import search
    from deckcheck.wording import say

    wanted = targets(output, ("text", "json"))
    settings = options.settings(None, format, as_of, cards, schemas, config=config, isolated=isolated)
    session = Session(settings, announce)
    library = session.library
    game = library.named(game)
    found = library.game(game)
    try:
        pool = library.pool(game)
        hits = search(query, found, pool, lambda: session.checker(found, format).view(()))
    except ExprError as error:
        facts = {**error.facts, "column": error.column}
        raise DeckcheckError(
            "usage.expression", expr=query, column=error.column, reason=_reason(error.sentence, facts)
        ) from None
    forms = {"text": _text, "json": _json}
    emit((target, forms[target.form](found, query, hits)) for target in wanted)
    if pool.demo and hits.cards:
        tell("report.note", {"note": say("note.demo", game=found.title)})
    if hits.undecided:
        tell("cards.undecided", {"number": hits.undecided})
    if hits.named and not hits.cards:
        tell("cards.none-called", {"name": query, "near": hits.near, "test": hits.as_test})
    return 0 if hits.cards else 1


def _reason(sentence: str, facts: dict[str, object]) -> str:
    from deckcheck.wording import say

    return say(sentence, **facts)


def _text(game: Game, query: str | None, hits: Hits) -> str:
    from deckcheck.wording import say

    if not hits.cards:
        return "" if hits.named else say("cards.found", number=0) + "\n"
    if hits.named and len(hits.cards) == 1:
        return _whole(game, hits.cards[0])
    strange = sum(game.not_a_card(card) for card in hits.cards) if game.strange is not None else 0
    return f"{_table(game, hits)}\n\n{say('cards.found', number=len(hits.cards), strange=strange or None)}\n"


def _whole(game: Game, card: Card) -> str:
    """One card with all its fields."""
    from deckcheck.wording import say, whole

    lines = [whole(card.name)]
    if len(card.names) > 1:
        lines.append(f"  {say('cards.also', names=card.names[1:])}")
    for name in game.card.fields:
        if name != "name" and name in card.fields:
            title = game.card.titles.get(name)
            lines.append(f"  {say('cards.field', field=name, title=title, value=card.fields[name])}")
    lines += [f"  {say('cards.lacks', field=name)}" for name in sorted(card.unreadable)]
    return "\n".join(lines) + "\n"


def _table(game: Game, hits: Hits) -> str:
    """A table of what the query reads, and of the short fields beside, as many as the terminal is wide.

    A card that is found by another name bears it in brackets; numbers that only tell cards apart come last.
    """
    import shutil

    from tabulate import tabulate

    found_by = hits.found_by or tuple(card.name for card in hits.cards)
    columns = {"name": [_named(card, name) for card, name in zip(hits.cards, found_by, strict=True)]}
    room = shutil.get_terminal_size((WIDTH, 24)).columns - max(map(len, columns["name"]))
    for name, values in hits.lists.items():
        columns[name] = list(map(_cell, values))
        room -= max(map(len, (name, *columns[name]))) + 2
    telling = {*game.card.identifiers, *game.card.hints}
    for field in sorted(game.card.fields, key=lambda field: (field not in hits.fields, field in telling)):
        cells = [_cell(card.fields.get(field)) for card in hits.cards]
        wide = max(map(len, (field, *cells)))
        asked = field in hits.fields
        if field != "name" and any(cells) and (asked or wide <= LONGEST_CELL) and (asked or wide + 2 <= room):
            columns[field] = cells
            room -= wide + 2
    return str(tabulate(columns, headers="keys", tablefmt="simple", disable_numparse=True))


def _named(card: Card, name: str) -> str:
    from deckcheck.wording import shown

    return _cell(card.name) if name == card.name else f"{_cell(card.name)} ({shown(name, LONGEST_CELL)})"


def _cell(value: object) -> str:
    from deckcheck.wording import shown

    if value is None:
        return ""
    return shown(", ".join(value) if isinstance(value, tuple) else str(value))


def _json(game: Game, query: str | None, hits: Hits) -> str:
    import json

    records = [{**card.fields, "names": list(card.names[1:])} for card in hits.cards]
    document = {"version": 1, "game": game.id, "query": query, "cards": records}
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"
