"""What the shell offers for a word that is half written: games, formats, params, sections, lists, cards, forms.

Asked only where somebody presses the tab key; whatever is wrong on the line so far offers nothing.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from deckcheck.cards.names import normalise
from deckcheck.commands import COMPLETING
from deckcheck.commands.shells import split
from deckcheck.report import DeckcheckError

if TYPE_CHECKING:
    from deckcheck.games.library import Library
    from deckcheck.rules.game import Game

MOST = 50  # names of cards that are offered at once
_GAME = re.compile(r"""^(?://\s*)?game:[ \t]*["']?([^"'#\s]+)""", re.MULTILINE)
_HEAD = 4000  # characters of a deck file in which its game is looked for


def words_typed() -> list[str]:
    """The command line as far as it is typed, where a shell asks for the next word; else empty."""
    typed = os.environ.get("_TYPER_COMPLETE_ARGS", "") if COMPLETING in os.environ else ""
    return [word.meant for word in split(typed)]


def games(context: typer.Context, incomplete: str) -> list[str]:
    """The ids of games."""
    try:
        return _beginning(_library(context).game_ids(), incomplete)
    except DeckcheckError:
        return []


def words(*known: str) -> Callable[[str], list[str]]:
    """These words and no others."""

    def offered(incomplete: str) -> list[str]:
        return _beginning(known, incomplete)

    return offered


def lists(context: typer.Context, incomplete: str) -> list[str]:
    """The dated lists of the game that is named."""
    try:
        library = _library(context)
        game_id = _game_id(context, library)
        return _beginning(library.lists(game_id), incomplete) if game_id is not None else []
    except DeckcheckError:
        return []


def formats(context: typer.Context, incomplete: str) -> list[str]:
    """The formats of the game that is named on the line or in the deck, else of all games."""
    return _beginning((name for game in _games(context) for name in game.formats), incomplete)


def params(context: typer.Context, incomplete: str) -> list[str]:
    """The params of the rules, with their "="."""
    return _beginning(
        (f"{name}=" for game in _games(context) for ruleset in game.rulesets.values() for name in ruleset.params),
        incomplete,
    )


def sections(context: typer.Context, incomplete: str) -> list[str]:
    """The sections of the deck's game."""
    return _beginning((name for game in _games(context) for name in game.sections), incomplete)


def cards(context: typer.Context, incomplete: str) -> list[str]:
    """Names of cards of the game that is named, behind the count if one is written: 50 at most.

    Case, accents and signs do not matter, as anywhere; what is typed stays as it is, since the shells take no other
    beginning.
    """
    count = incomplete[: len(incomplete) - len(re.sub(r"\A\d+[xX]?\s+", "", incomplete))]
    begin = incomplete[len(count) :]
    try:
        library = _library(context)
        game_id = _game_id(context, library)
        pool = library.pool(game_id) if game_id is not None else ()
    except DeckcheckError:
        return []
    found = {begin + name[len(begin) :] for card in pool for name in card.names if _begins(name[: len(begin)], begin)}
    return [count + name for name in sorted(found)[:MOST]]


def _begins(name: str, typed: str) -> bool:
    return name.count(" ") == typed.count(" ") and normalise(name) == normalise(typed)


def _beginning(words: Iterable[str], incomplete: str) -> list[str]:
    return [word for word in dict.fromkeys(words) if word.startswith(incomplete)]


def _library(context: typer.Context) -> Library:
    """The games at hand, with those of `--schemas` and `--cards` on the line, else of the project."""
    from deckcheck.games.library import Library
    from deckcheck.sessions.settings import project_of

    given = context.params
    own = project_of(given.get("config"), isolated=bool(given.get("isolated")))
    return Library(given.get("schemas") or own.schemas, given.get("cards") or own.cards)


def _game_id(context: typer.Context, library: Library) -> str | None:
    """The game named on the line, else by the first deck on it: neither is a param yet where the line is unfinished."""
    typed = words_typed()[2:]
    named = context.params.get("game") or next((word for word in typed if word in library.game_ids()), None)
    named = named or next(filter(None, map(_of_deck, typed)), None)
    return library.game_id(named) if isinstance(named, str) else None


def _of_deck(path: str) -> str | None:
    """The game that a deck file names at its top; None where the word is no such file."""
    try:
        with Path(path).expanduser().open(encoding="utf-8", errors="replace") as file:
            found = _GAME.search(file.read(_HEAD))
    except (OSError, ValueError, RuntimeError):
        return None
    return found[1] if found else None


def _games(context: typer.Context) -> list[Game]:
    try:
        library = _library(context)
        one = _game_id(context, library)
        return [library.game(game_id) for game_id in ((one,) if one else library.game_ids())]
    except DeckcheckError:
        return []
