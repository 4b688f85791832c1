"""`deckcheck add`, `cut` and `move`: one change, written into the deck's file."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated

from deckcheck.commands import options
from deckcheck.commands.declare import Option, argument
from deckcheck.commands.output import Target, announce, to_stdout
from deckcheck.sessions.settings import Settings

if TYPE_CHECKING:
    from deckcheck.editing.changes import Change
    from deckcheck.editing.deck import EditedDeck

Card = Annotated[
    list[str],
    argument("CARD...", 'Cards with their counts, as "2 Name".', "cards"),
]
To = Annotated[
    str | None,
    Option(("--to",), "SECTION", "The section; else the first whose rules take the card.", offers="sections"),
]
Where = Annotated[
    str,
    Option(("--to",), "SECTION", "The section to move to.", offers="sections"),
]
From = Annotated[
    str | None,
    Option(("--from",), "SECTION", "The section to take from, where several hold the card.", offers="sections"),
]


def add(
    deck: options.OneDeck,
    card: Card,
    to: To = None,
    *,
    settings: options.Judging,
) -> int:
    """Add copies to a deck file. Comments, the order of the lines and all else stay as they are.

    \b
    deckcheck add deck.yaml "2 Name"
    deckcheck add deck.yaml "1 Name" --to side
    """
    return _change(deck, settings, lambda edited: edited.add(*card, to=to))


def cut(
    deck: options.OneDeck,
    card: Card,
    source: From = None,
    *,
    settings: options.Judging,
) -> int:
    """Take copies out of a deck file. Comments, the order of the lines and all else stay as they are.

    \b
    deckcheck cut deck.yaml "1 Name"
    deckcheck cut deck.yaml "1 Name" --from side
    """
    return _change(deck, settings, lambda edited: edited.cut(*card, source=source))


def move(
    deck: options.OneDeck,
    card: Card,
    to: Where,
    source: From = None,
    *,
    settings: options.Judging,
) -> int:
    """Move copies from one section of a deck file to another. All else stays as it is.

    \b
    deckcheck move deck.yaml "2 Name" --to side
    """
    return _change(deck, settings, lambda edited: edited.move(*card, to=to, source=source))


def _change(path: str, settings: Settings, change: "Callable[[EditedDeck], Sequence[Change]]") -> int:
    from deckcheck.commands.decks import one, unreadable
    from deckcheck.editing.deck import EditedDeck
    from deckcheck.formats.sections import SCHEME
    from deckcheck.report import DeckcheckError, Report
    from deckcheck.reports.edits import write_edit
    from deckcheck.sessions.editing import opened
    from deckcheck.sessions.find import STDIN
    from deckcheck.sessions.session import Session

    if path == STDIN:
        raise DeckcheckError("usage.edit-stdin")
    if path.lower().startswith(SCHEME):
        raise DeckcheckError("usage.edit-link")
    session = Session(settings, announce)
    deck = opened(one(path, session, None), session)
    if isinstance(deck, Report):
        return unreadable(deck, (Target("text"),))
    if not isinstance(deck, EditedDeck):
        raise DeckcheckError("usage.not-editable", path=path)
    before = deck.state
    changes = change(deck)
    text = write_edit(before, deck, changes)
    deck.save()
    to_stdout(text)
    return 0
