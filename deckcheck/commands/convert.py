"""`deckcheck convert`: a deck in another form."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated

import typer

from deckcheck.commands import completing, options
from deckcheck.commands.guarded import guarded
from deckcheck.commands.output import announce, tell, to_stderr, to_stdout, write_file
from deckcheck.formats import WRITERS
from deckcheck.report import DeckcheckError, Report

if TYPE_CHECKING:
    from deckcheck.decks.deck import Deck

_BARE = ("text", "csv")  # forms that write characters as they are, those that steer a terminal too

To = Annotated[
    str | None,
    typer.Option(
        "--to",
        metavar="FORM",
        help=f"{', '.join(WRITERS)}; else as FILE's suffix says.",
        autocompletion=completing.words(*WRITERS),
    ),
]
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
    """A deck in another form. An illegal deck is converted too; what the form has no room for is told.

    Lines that mean no card are kept as they are written; forms of numbers alone leave them out.

    \b
    deckcheck convert deck.yaml --to text
    deckcheck convert list.txt -g GAME -o deck.yaml
    """
    from deckcheck.commands.decks import single
    from deckcheck.reports.text import finding_line
    from deckcheck.run.session import Session

    form = _form(to, output)
    if output is not None and os.path.realpath(output) == os.path.realpath(deck):
        raise DeckcheckError("usage.same-file", path=output)
    session = Session(options.settings(game, None, None, cards, schemas, config=config, isolated=isolated), announce)
    loaded = single(deck, session, stdin_filename)
    problems = loaded.problems if isinstance(loaded, Report) else loaded.deck.problems
    for problem in problems:
        to_stderr(finding_line(problem, deck))
    if isinstance(loaded, Report):
        return 1
    text = WRITERS[form].write(loaded.deck)
    if form in _BARE:
        from deckcheck.wording.shown import whole

        text = "".join(f"{whole(line)}\n" for line in text.split("\n")[:-1])
    _tell_losses(loaded.deck, form)
    if output is None:
        to_stdout(text, form)
    else:
        write_file(output, text)
    return 0


def _tell_losses(deck: Deck, form: str) -> None:
    """What the written file does not hold, on the standard error."""
    from deckcheck.files.source import read
    from deckcheck.formats.losses import losses

    at_hand = "://" not in deck.path and os.path.isfile(deck.path)  # noqa: PTH113
    text = read(deck.path).text if at_hand else ""
    lost = losses(deck, WRITERS[form], text)
    for key, facts in (
        ("convert.keys", {"keys": lost.keys}),
        ("convert.lines", {"lines": lost.lines}),
        ("convert.cards", {"cards": lost.cards}),
        ("convert.comments", {"comments": lost.comments}),
    ):
        if all(facts.values()):
            tell(key, {"form": form, **facts})


def _form(to: str | None, file: str | None) -> str:
    """The form asked for, else that of the file's suffix."""
    from pathlib import PurePath

    from deckcheck.near import nearest

    if to is None:
        suffix = PurePath(file or "").suffix.lower()
        to = next((name for name, writer in WRITERS.items() if suffix in writer.suffixes), None)
        if to is None:
            raise DeckcheckError("usage.form-needed", file=file, known=tuple(WRITERS))
    if to not in WRITERS:
        known = tuple(WRITERS)
        raise DeckcheckError("usage.unknown-form", form=to, known=known, nearest=nearest(to, known))
    return to
