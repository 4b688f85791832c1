"""`deckcheck print`: sheets to hand in, lists, and the judge's book."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from deckcheck.commands import completing, options
from deckcheck.commands.guarded import guarded
from deckcheck.commands.output import tell, to_stdout, write_file

if TYPE_CHECKING:
    from deckcheck.printing.records import Paper
    from deckcheck.printing.sheets import Checked
    from deckcheck.report import Report
    from deckcheck.run.session import Loaded

To = Annotated[
    str | None,
    typer.Option(
        "--to",
        metavar="FORM",
        help="text, markdown, html or pdf; else as FILE's suffix says, else text.",
        autocompletion=completing.words("text", "markdown", "html", "pdf"),
    ),
]
File = Annotated[
    str | None, typer.Option("--output", "-o", metavar="FILE", help="The file to write; else the standard output.")
]
Kind = Annotated[
    str | None,
    typer.Option(
        "--kind",
        metavar="KIND",
        help="sheet: to hand in; list: cards alone; book: an index and all sheets by player. "
        "Else a sheet, or a book of several decks.",
        autocompletion=completing.words("sheet", "list", "book"),
    ),
]
PaperSize = Annotated[
    str, typer.Option("--paper", metavar="PAPER", help="a4 or letter.", autocompletion=completing.words("a4", "letter"))
]
Fields = Annotated[
    list[str] | None,
    typer.Option("--field", metavar="KEY=VALUE", help="Fill in a field of the sheets, as event=…; repeatable."),
]
Fonts = Annotated[
    list[str] | None,
    typer.Option("--font", metavar="FILE", help="A TrueType font for characters that a PDF lacks; repeatable."),
]


@guarded
def print_sheets(
    decks: options.Decks,
    to: To = None,
    output: File = None,
    kind: Kind = None,
    paper: PaperSize = "a4",
    field: Fields = None,
    font: Fonts = None,
    *,
    judging: options.Judging,
    param: options.Params = None,
    stdin_filename: options.StdinName = None,
) -> int:
    """Sheets for the table: the list to hand in, a plain list, or one file of all decks for the judge.

    \b
    deckcheck print deck.yaml -o sheet.pdf
    deckcheck print deck.yaml --kind list
    deckcheck print decks/ -o book.html --field event="Open de Lyon"

    An illegal deck is printed too, and the sheet says so.
    """
    import sys

    from deckcheck.commands.decks import keep_inputs, search
    from deckcheck.printing.records import PAPERS
    from deckcheck.printing.sheets import KINDS, document
    from deckcheck.printing.writers import SUFFIXES, WRITERS
    from deckcheck.report import DeckcheckError, Report
    from deckcheck.run.session import Session

    form = _form(to, output, SUFFIXES, tuple(WRITERS))
    if form == "pdf" and output is None and sys.stdout.isatty():
        raise DeckcheckError("print.terminal")
    size: Paper = PAPERS[_known("paper", paper, tuple(PAPERS))]
    if kind is not None:
        _known("kind", kind, KINDS)
    session = Session(judging.settings(param))
    found = search(decks, session, stdin_filename)
    keep_inputs((output,), (*(deck.path for deck in found), *(font or ())))
    loaded = [session.load(deck) for deck in found]
    readable = [one for one in loaded if not isinstance(one, Report)]
    for one in loaded:
        if isinstance(one, Report):
            _complain(one)
    if not readable:
        return 1
    checked = _checked(readable, _filled(field or ()))
    made = WRITERS[form](document(checked, size, kind or ("sheet" if len(found) == 1 else "book")), font or ())
    if output is not None:
        write_file(output, made)
    else:
        to_stdout(made if form == "pdf" else made.decode(), form)
    for sheet in checked:
        if not sheet.report.legal:
            tell("print.illegal", {"path": sheet.report.path})
    return 0 if len(readable) == len(loaded) else 1


def _checked(loaded: list[Loaded], fields: dict[str, str]) -> list[Checked]:
    """The decks with their verdicts, the fields given on the command line filled in.

    :raises DeckcheckError: none of the sheets has a field that is given.
    """
    from deckcheck.near import nearest
    from deckcheck.printing.plan import Plan, read_plan
    from deckcheck.printing.sheets import Checked
    from deckcheck.record import replace
    from deckcheck.report import DeckcheckError

    plans: dict[str, Plan] = {}
    for one in loaded:
        game = one.checker.game
        if game.id not in plans:
            plans[game.id] = read_plan(game)
    known = tuple(dict.fromkeys(f.key for plan in plans.values() for f in plan.fields if f.initial is None))
    for key in fields:
        if key not in known:
            raise DeckcheckError("print.unknown-field", field=key, known=known, nearest=nearest(key, known))
    return [
        Checked(
            replace(one.deck, info={**one.deck.info, **fields}),
            one.checker.check(one.deck),
            one.checker,
            plans[one.checker.game.id],
        )
        for one in loaded
    ]


def _filled(fields: tuple[str, ...] | list[str]) -> dict[str, str]:
    from deckcheck.report import DeckcheckError

    found: dict[str, str] = {}
    for text in fields:
        key, equals, value = text.partition("=")
        if not equals or not key.strip():
            raise DeckcheckError("print.field-form", field=text)
        found[key.strip()] = value.strip()
    return found


def _complain(report: Report) -> None:
    """Why a deck is not on the sheets."""
    from deckcheck.reports.text import finding_line

    tell("print.unreadable", {"path": report.path})
    for problem in report.problems:
        typer.echo(finding_line(problem), err=True)


def _form(to: str | None, file: str | None, suffixes: dict[str, str], forms: tuple[str, ...]) -> str:
    """The form asked for, else that of the file's suffix; text where there is no file.

    :raises DeckcheckError: there is no such form, or the suffix tells none.
    """
    from pathlib import PurePath

    from deckcheck.report import DeckcheckError

    if to is not None:
        return _known("form", to, forms)
    if file is None:
        return "text"
    suffix = PurePath(file).suffix.lower()
    if suffix not in suffixes:
        raise DeckcheckError("usage.form-needed", file=file, known=forms)
    return suffixes[suffix]


def _known(what: str, word: str, known: tuple[str, ...]) -> str:
    from deckcheck.near import nearest
    from deckcheck.report import DeckcheckError

    if word not in known:
        raise DeckcheckError("print.unknown", what=what, word=word, known=known, nearest=nearest(word, known))
    return word
