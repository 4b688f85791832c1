"""`deckcheck rules`: the rule sheet."""

from typing import Annotated

from deckcheck.commands import options
from deckcheck.commands.declare import Option
from deckcheck.commands.output import announce, emit
from deckcheck.report import DeckcheckError

Book = Annotated[
    bool, Option(("--book",), help="The rule book, section by section: what enforces it, and what is left out.")
]


def rules(
    settings: options.Rules,
    book: Book = False,
    *,
    output: Annotated[options.Targets, options.output("text", "json", "markdown")],
) -> int:
    """The rules of construction in plain sentences, each with its source and how it is read where that is unclear.

    \b
    deckcheck rules GAME
    deckcheck rules GAME -F FORMAT -o markdown=rules.md
    deckcheck rules GAME --book
    """
    from deckcheck.sessions.session import Session

    session = Session(settings, announce)
    if book:
        from deckcheck.reports.book import BOOKS
        from deckcheck.views.book import read_book

        if settings.format is not None:
            raise DeckcheckError("usage.book-format")
        chapters = read_book(session.game)
        if not chapters:
            raise DeckcheckError("usage.no-book", game=session.game.id)
        emit((target, BOOKS[target.form](session.game, chapters)) for target in output)
        return 0
    from deckcheck.games.choices import ruleset_of
    from deckcheck.reports.sheet import SHEETS

    ruleset = ruleset_of(session.game, session.settings.choices(session.game, settings.format))
    emit((target, SHEETS[target.form](session.game, ruleset)) for target in output)
    return 0
