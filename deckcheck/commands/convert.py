"""`deckcheck convert`: a deck in another form."""

from __future__ import annotations

from typing import Annotated

import typer

from deckcheck.commands import options
from deckcheck.commands.output import announce, guarded, to_stdout, write_file

To = Annotated[str | None, typer.Option("--to", metavar="FORM", help="yaml, text or json; else as FILE's suffix says.")]
File = Annotated[
    str | None, typer.Option("--output", "-o", metavar="FILE", help="The file to write; else the standard output.")
]


@guarded
def convert(
    deck: options.OneDeck,
    to: To = None,
    output: File = None,
    game: options.Game = None,
    cards: options.Cards = None,
    schemas: options.Schemas = None,
    config: options.Config = None,
    isolated: options.Isolated = False,
    stdin_filename: options.StdinName = None,
) -> int:
    """A deck in another form. An illegal deck is converted too; what cannot be read is told and left out.

    \b
    deckcheck convert deck.yaml --to text
    deckcheck convert list.txt -g GAME -o deck.yaml
    """
    from deckcheck.commands.decks import single
    from deckcheck.formats import WRITERS
    from deckcheck.report import Report
    from deckcheck.reports.text import finding_line
    from deckcheck.session import Session

    form = _form(to, output)
    session = Session(options.settings(game, None, None, cards, schemas, config=config, isolated=isolated), announce)
    loaded = single(deck, session, stdin_filename)
    problems = loaded.problems if isinstance(loaded, Report) else loaded.deck.problems
    for problem in problems:
        typer.echo(finding_line(problem, deck), err=True)
    if isinstance(loaded, Report):
        return 1
    text = WRITERS[form].write(loaded.deck)
    if output is None:
        to_stdout(text, form)
    else:
        write_file(output, text)
    return 0


def _form(to: str | None, file: str | None) -> str:
    """The form asked for, else that of the file's suffix."""
    from pathlib import PurePath

    from deckcheck.expr.scope import nearest
    from deckcheck.formats import WRITERS
    from deckcheck.report import DeckcheckError

    if to is None:
        suffix = PurePath(file or "").suffix.lower()
        to = next((name for name, writer in WRITERS.items() if suffix in writer.suffixes), None)
        if to is None:
            raise DeckcheckError("usage.form-needed", file=file, known=tuple(WRITERS))
    if to not in WRITERS:
        known = tuple(WRITERS)
        raise DeckcheckError("usage.unknown-form", form=to, known=known, nearest=nearest(to, known))
    return to
