"""`deckcheck rules`: the rule sheet."""

from __future__ import annotations

from typing import Annotated

import typer

from deckcheck.commands import completing, options
from deckcheck.commands.guarded import guarded
from deckcheck.commands.output import emit, targets
from deckcheck.report import DeckcheckError

Output = Annotated[
    list[str] | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FORM[=FILE]",
        help="text, json or markdown; to a file with =FILE.",
        autocompletion=completing.words("text", "json", "markdown"),
    ),
]

Book = Annotated[
    bool, typer.Option("--book", help="The rule book, section by section: what holds to it, and what is left out.")
]


@guarded
def rules(
    game: options.GameArgument,
    format: options.Format = None,  # noqa: A002 - the name of the option
    schemas: options.Schemas = None,
    config: options.Config = None,
    isolated: options.Isolated = False,
    output: Output = None,
    book: Book = False,
) -> int:
    """The rules of construction in plain sentences, each with its source and how it is read where that is unclear.

    \b
    deckcheck rules GAME
    deckcheck rules GAME -F FORMAT -o markdown=rules.md
    deckcheck rules GAME --book
    """
    from deckcheck.games.library import Library
    from deckcheck.rules.choices import ruleset_of
    from deckcheck.views.sheet import SHEETS

    wanted = targets(output, SHEETS)
    library = Library(schemas or options.project(config, isolated=isolated).schemas)
    found = library.game(library.named(game))
    if book:
        from deckcheck.views.book import BOOKS, read_book

        if format is not None:
            raise DeckcheckError("usage.book-format")
        chapters = read_book(found)
        if not chapters:
            raise DeckcheckError("usage.no-book", game=found.id)
        emit((target, BOOKS[target.form](found, chapters)) for target in wanted)
        return 0
    ruleset = ruleset_of(found, format)
    emit((target, SHEETS[target.form](found, ruleset)) for target in wanted)
    return 0
