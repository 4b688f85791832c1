"""`deckcheck convert`: a deck in another form."""

import os
from pathlib import PurePath
from typing import Annotated

from deckcheck.commands import options
from deckcheck.commands.declare import Option
from deckcheck.commands.output import announce, complain_of, tell, to_file
from deckcheck.formats import WRITERS
from deckcheck.report import DeckcheckError
from deckcheck.spelling import nearest

To = Annotated[
    str | None,
    Option(("--to",), "FORM", f"{', '.join(WRITERS)}; else as FILE's suffix says.", offers=tuple(WRITERS)),
]


def convert(
    deck: options.OneDeck,
    to: To = None,
    output: options.File = None,
    *,
    settings: options.Reading,
    stdin_filename: options.StdinName = None,
) -> int:
    """A deck in another form. An illegal deck is converted too; what the form has no room for is told.

    Lines that mean no card are kept as they are written; forms of numbers alone leave them out.

    \b
    deckcheck convert deck.yaml --to text
    deckcheck convert list.txt -g GAME -o deck.yaml
    """
    from deckcheck.commands.decks import single
    from deckcheck.reports.converted import converted
    from deckcheck.sessions.session import Session

    form = _form(to, output)
    if output is not None and os.path.realpath(output) == os.path.realpath(deck):
        raise DeckcheckError("usage.same-file", path=output)
    loaded = single(deck, Session(settings, announce), stdin_filename)
    if isinstance(loaded, int):
        return loaded
    complain_of(loaded.deck.problems, deck)
    text, lost = converted(loaded.deck, form)
    for what, fact in (("keys", lost.keys), ("lines", lost.lines), ("cards", lost.cards), ("comments", lost.comments)):
        if fact:
            tell(f"convert.{what}", {"form": form, what: fact})
    to_file(output, text, form)
    return 0


def _form(to: str | None, file: str | None) -> str:
    """The form asked for, else that of the file's suffix."""
    if to is None:
        suffix = PurePath(file or "").suffix.lower()
        to = next((name for name, writer in WRITERS.items() if suffix in writer.suffixes), None)
        if to is None:
            raise DeckcheckError("usage.form-needed", file=file, known=tuple(WRITERS))
    if to not in WRITERS:
        known = tuple(WRITERS)
        raise DeckcheckError("usage.unknown-form", form=to, known=known, nearest=nearest(to, known))
    return to
