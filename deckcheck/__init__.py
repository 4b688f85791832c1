"""Deck lists of any card game, judged by rules that are data.

>>> from deckcheck import check, message
>>> for report in check("decks/", game="venture"):
...     print(report.path, "legal" if report.legal else [message(p) for p in report.problems])

    check       the verdicts on files and folders
    check_text  the verdict on a deck that is in no file
    open_deck   a deck to be edited: add, cut, move, undo, redo, verdict, headroom, save
    fix, fill   the smallest repair of such a deck; the cards that complete it
    message     a problem in a sentence
    explain     a change of a repair in a sentence, with the rules that force it
    session     games, cards, lists and options, loaded once for many calls

Whatever cannot be done raises `deckcheck.report.DeckcheckError`: no such game, format or param, a schema, card or
list file that cannot be used; `deckcheck.wording.error_text` words it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import TypedDict, Unpack

    from deckcheck.build.search import Repair
    from deckcheck.cards.pool import Card
    from deckcheck.editing.changes import Change
    from deckcheck.editing.deck import EditedDeck
    from deckcheck.report import Problem, Report
    from deckcheck.sessions.session import Session

    class Options(TypedDict, total=False):
        """What `session` takes."""

        game: str | None
        format_id: str | None
        as_of: str | None
        cards: Sequence[str]
        schemas: Sequence[str]
        lists: Sequence[str]
        params: Mapping[str, str] | None
        draft: bool
        ignores: bool


__version__ = "0.1.0"
__all__ = ["__version__", "check", "check_text", "explain", "fill", "fix", "message", "open_deck", "session"]


def session(**options: Unpack[Options]) -> Session:
    """What many calls share; its `library.game(ID)` is a game, and `library.pool(ID)` are the cards of one.

    The options are those of `deckcheck check`:
    `game`: the game of decks that name none.
    `format_id`: a format in place of the one that decks name.
    `as_of`: a day, YYYY-MM-DD, whose lists hold; today if none is given.
    `cards`, `schemas`, `lists`: paths of your own cards, schemas and lists.
    `params`: name → value, of the rules.
    `draft`: what more cards can cure is no error.
    `ignores`: False where decks may not ask to ignore rules.
    """
    from deckcheck.sessions.session import Session
    from deckcheck.sessions.settings import Settings, today

    return Session(
        Settings(
            as_of=options.get("as_of") or today(),
            game=options.get("game"),
            format=options.get("format_id"),
            cards=tuple(options.get("cards", ())),
            schemas=tuple(options.get("schemas", ())),
            params=options.get("params") or {},
            lists=tuple(options.get("lists", ())),
            draft=options.get("draft", False),
            ignores=options.get("ignores", True),
        )
    )


def check(*paths: str, **options: Unpack[Options]) -> list[Report]:
    """The verdicts on the decks at these paths (files, or folders of them), in the order found.

    A deck that cannot be read has a report that says so.
    """
    from deckcheck.sessions.find import find_decks

    return session(**options).check_all(find_decks(paths, lists=options.get("game") is not None).decks)


def check_text(text: str | bytes, path: str = "deck", by: Session | None = None, **options: Unpack[Options]) -> Report:
    """The verdict on the text of a deck file. The suffix of `path` says its form, else its look; `by`: for options."""
    from deckcheck.sessions.find import Found

    return (by or session(**options)).check(Found(path, _bytes(text)))


def open_deck(
    path: str, text: str | bytes | None = None, by: Session | None = None, **options: Unpack[Options]
) -> EditedDeck:
    """A deck to be edited: that of a file, or of a text that will be saved there; `by`: in place of options.

    :raises DeckcheckError: it cannot be read as a deck; `problems` say why.
    """
    from deckcheck.editing.deck import EditedDeck
    from deckcheck.report import DeckcheckError, Report
    from deckcheck.sessions.editing import opened
    from deckcheck.sessions.find import Found

    found = Found(path, None if text is None else _bytes(text))
    deck = opened(found, by or session(**options))
    if not isinstance(deck, EditedDeck):
        raise DeckcheckError("usage.not-editable", deck.problems if isinstance(deck, Report) else (), path=path)
    return deck


def fix(deck: EditedDeck) -> Repair:
    """The smallest repair of a deck; `deck.apply(fix(deck).changes)` makes it. Needs the extra `solve`."""
    from deckcheck.build.fix import Repairer

    return Repairer(deck.checker, deck.pool).repair(deck.deck)


def fill(
    deck: EditedDeck,
    want: Sequence[str] = (),
    maximize: str | None = None,
    curve: str | None = None,
    owned: Mapping[Card, int] | None = None,
) -> Repair:
    """The fewest cards that complete a deck, under an aim as `deckcheck fill` takes it. Needs the extra `solve`.

    `owned`: the copies of each card that there are, None for any number of every card.
    """
    from deckcheck.build.fill import Filler, read_aim

    aim = read_aim(deck.checker.game, want, maximize, curve, owned)
    return Filler(deck.checker, deck.pool, aim).fill(deck.deck)


def message(problem: Problem) -> str:
    """The problem in one English sentence."""
    from deckcheck.wording import message as worded

    return worded(problem)


def explain(change: Change) -> str:
    """The change in one English sentence, with the ids of the rules that would be broken without it."""
    from deckcheck.reports.repairs import because

    return because(change, change.rules)


def _bytes(text: str | bytes) -> bytes:
    return text if isinstance(text, bytes) else text.encode()
