"""`deckcheck print`: sheets to hand in, lists, and the judge's book."""

import sys
from collections.abc import Mapping
from pathlib import PurePath
from typing import Annotated

from deckcheck.commands import options
from deckcheck.commands.declare import Option
from deckcheck.commands.output import announce, tell, to_file
from deckcheck.record import replace
from deckcheck.report import DeckcheckError, Report
from deckcheck.spelling import nearest

_NAMED = 5  # decks of a message
To = Annotated[
    str | None,
    Option(
        ("--to",),
        "FORM",
        "text, markdown, html or pdf; else as FILE's suffix says, else text.",
        offers=("text", "markdown", "html", "pdf"),
    ),
]
Kind = Annotated[
    str | None,
    Option(
        ("--kind",),
        "KIND",
        "sheet: to hand in; list: cards alone; book: an index and all sheets by player. "
        "Else a sheet, or a book of several decks.",
        offers=("sheet", "list", "book"),
    ),
]
PaperSize = Annotated[str, Option(("--paper",), "PAPER", "a4 or letter.", offers=("a4", "letter"))]
Fields = Annotated[
    list[str] | None, Option(("--field",), "KEY=VALUE", "Fill in a field of the sheets, as event=…; repeatable.")
]
Fonts = Annotated[
    list[str] | None, Option(("--font",), "FILE", "A TrueType font for characters that a PDF lacks; repeatable.")
]


def print_sheets(
    decks: options.Decks,
    to: To = None,
    output: options.File = None,
    kind: Kind = None,
    paper: PaperSize = "a4",
    field: Fields = None,
    font: Fonts = None,
    players: options.PlayersFile = None,
    *,
    settings: options.Judging,
    stdin_filename: options.StdinName = None,
) -> int:
    """Sheets for the table: the list to hand in, a plain list, or one file of all decks for the judge.

    \b
    deckcheck print deck.yaml -o sheet.pdf
    deckcheck print deck.yaml --kind list
    deckcheck print decks/ -o book.html --field event="Open de Lyon"

    An illegal deck is printed too, and the sheet says so.
    """
    from deckcheck.commands.decks import keep_inputs, search, tell_skipped, unreadable
    from deckcheck.printing.document import PAPERS
    from deckcheck.printing.documents import KINDS, SUFFIXES, WRITERS, document
    from deckcheck.printing.sheets import checked
    from deckcheck.sessions.session import Session

    form = _form(to, output, SUFFIXES, tuple(WRITERS))
    if form == "pdf" and output is None and sys.stdout.isatty():
        raise DeckcheckError("print.terminal")
    size = PAPERS[_known("paper", paper, tuple(PAPERS))]
    if kind is not None:
        _known("kind", kind, KINDS)
    fields = dict(options.key_value(text, "print.field-form") for text in field or ())
    session = Session(settings, announce)
    searched = search(decks, session, stdin_filename)
    tell_skipped(searched.skipped)
    found = searched.decks
    keep_inputs((output,), (*(deck.path for deck in found), *(font or ())))
    loaded = [session.load(deck) for deck in found]
    readable = []
    for one in loaded:
        if isinstance(one, Report):
            tell("print.unreadable", {"path": one.path})
            unreadable(one)
        else:
            readable.append(one)
    if not readable:
        return 1
    if players is not None:
        from deckcheck.commands.decks import tell_players
        from deckcheck.sessions.players import Players

        table = Players(players)
        readable = [
            replace(one, deck=replace(one.deck, info=table.info(one.deck.path, one.deck.info))) for one in readable
        ]
        tell_players(table)
    sheets = checked(((one.deck, one.checker) for one in readable), fields)
    made = WRITERS[form](document(sheets, size, kind or ("sheet" if len(found) == 1 else "book")), font or ())
    to_file(output, made if form == "pdf" or output is not None else made.decode(), form)
    illegal = tuple(sheet.report.path for sheet in sheets if not sheet.report.legal)
    if illegal:
        tell("print.illegal", {"decks": len(illegal), "paths": illegal[:_NAMED], "more": len(illegal[_NAMED:]) or None})
    return 0 if len(readable) == len(loaded) else 1


def _form(to: str | None, file: str | None, suffixes: Mapping[str, str], forms: tuple[str, ...]) -> str:
    """The form asked for, else that of the file's suffix; text where there is no file.

    :raises DeckcheckError: there is no such form, or the suffix tells none.
    """
    if to is not None:
        return _known("form", to, forms)
    if file is None:
        return "text"
    suffix = PurePath(file).suffix.lower()
    if suffix not in suffixes:
        raise DeckcheckError("usage.form-needed", file=file, known=forms)
    return suffixes[suffix]


def _known(what: str, word: str, known: tuple[str, ...]) -> str:
    if word not in known:
        raise DeckcheckError("print.unknown", what=what, word=word, known=known, nearest=nearest(word, known))
    return word
