"""`deckcheck add`, `cut` and `move`: one change, written into the deck's file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from deckcheck.commands import completing, options
from deckcheck.commands.guarded import guarded
from deckcheck.commands.output import announce, to_stdout

if TYPE_CHECKING:
    from deckcheck.editing.changes import Change
    from deckcheck.editing.deck import EditedDeck
    from deckcheck.run.session import Settings

Card = Annotated[
    list[str],
    typer.Argument(metavar="CARD...", help='Cards with their counts, as "2 Name".', autocompletion=completing.cards),
]
To = Annotated[
    str | None,
    typer.Option(
        "--to",
        metavar="SECTION",
        help="The section; else the first whose rules take the card.",
        autocompletion=completing.sections,
    ),
]
Target = Annotated[
    str,
    typer.Option("--to", metavar="SECTION", help="The section to move to.", autocompletion=completing.sections),
]
From = Annotated[
    str | None,
    typer.Option(
        "--from",
        metavar="SECTION",
        help="The section to take from, where several hold the card.",
        autocompletion=completing.sections,
    ),
]


@guarded
def add(
    deck: options.OneDeck,
    card: Card,
    to: To = None,
    *,
    judging: options.Judging,
    param: options.Params = None,
) -> int:
    """Add copies to a deck file. Comments, the order of the lines and all else stay as they are.

    \b
    deckcheck add deck.yaml "2 Name"
    deckcheck add deck.yaml "1 Name" --to side
    """
    return _change(deck, judging.settings(param), lambda edited: edited.add(*card, to=to))


@guarded
def cut(
    deck: options.OneDeck,
    card: Card,
    source: From = None,
    *,
    judging: options.Judging,
    param: options.Params = None,
) -> int:
    """Take copies out of a deck file. Comments, the order of the lines and all else stay as they are.

    \b
    deckcheck cut deck.yaml "1 Name"
    deckcheck cut deck.yaml "1 Name" --from side
    """
    return _change(deck, judging.settings(param), lambda edited: edited.cut(*card, source=source))


@guarded
def move(
    deck: options.OneDeck,
    card: Card,
    to: Target,
    source: From = None,
    *,
    judging: options.Judging,
    param: options.Params = None,
) -> int:
    """Move copies from one section of a deck file to another. All else stays as it is.

    \b
    deckcheck move deck.yaml "2 Name" --to side
    """
    return _change(deck, judging.settings(param), lambda edited: edited.move(*card, to=to, source=source))


def _change(path: str, settings: Settings, change: Callable[[EditedDeck], Sequence[Change]]) -> int:
    from deckcheck.commands.decks import one
    from deckcheck.editing.deck import EditedDeck
    from deckcheck.formats.sections import SCHEME
    from deckcheck.report import DeckcheckError, Report
    from deckcheck.reports import REPORTS
    from deckcheck.reports.edits import write_edit
    from deckcheck.reports.look import Look
    from deckcheck.run.editing import opened
    from deckcheck.run.find import STDIN
    from deckcheck.run.session import Session

    if path == STDIN:
        raise DeckcheckError("usage.edit-stdin")
    if path.lower().startswith(SCHEME):
        raise DeckcheckError("usage.edit-link")
    session = Session(settings, announce)
    deck = opened(one(path, session, None), session)
    if isinstance(deck, Report):
        to_stdout(REPORTS["text"]((deck,), Look()))
        return 1
    if not isinstance(deck, EditedDeck):
        raise DeckcheckError("usage.not-editable", path=path)
    before = deck.state
    changes = change(deck)
    text = write_edit(before, deck, changes)
    deck.save()
    to_stdout(text)
    return 0
