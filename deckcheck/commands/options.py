"""The options that several commands share, each said once, and the one record that commands are given of them.

Nothing heavy is imported here, nor by the command modules.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Annotated

from deckcheck.commands.declare import Group, Option, argument
from deckcheck.commands.output import Target, announce, targets
from deckcheck.record import replace
from deckcheck.report import DeckcheckError
from deckcheck.sessions.settings import Settings, as_day, project_of, today

# What decks are judged by: the option's name in `settings` below → how it is written.
JUDGING = {
    "game": Option(("--game", "-g"), "GAME", "The game of decks that name none themselves.", offers="games"),
    "format": Option(("--format", "-F"), "FORMAT", "The format to judge by, whatever decks say.", offers="formats"),
    "as_of": Option(("--as-of",), "DATE", "Lists as in force on this day, YYYY-MM-DD."),
    "cards": Option(
        ("--cards",), "PATH", "Your own cards in place of the built-in ones of their game; repeatable.", many=True
    ),
    "schemas": Option(("--schemas",), "PATH", "Your own game schemas; repeatable.", many=True),
    "lists": Option(("--list",), "FILE[#TITLE]", "These lists in place of the format's; repeatable.", many=True),
    "params": Option(("--param",), "KEY=VALUE", "Set a param of the rules; repeatable.", many=True, offers="params"),
    "config": Option(("--config",), "FILE", "Settings in place of the nearest deckcheck.yaml."),
    "isolated": Option(
        ("--isolated",), help="No deckcheck.yaml is read, and nothing that update fetched.", kind=bool, default=False
    ),
    "no_ignore": Option(
        ("--no-ignore",), help="Rules that decks ask to ignore hold all the same.", kind=bool, default=False
    ),
}
DRAFT = Option(
    ("--draft",), help="The deck is in progress: what more cards can cure is no error.", kind=bool, default=False
)
GAME = argument("GAME", "The id of a game, such as `deckcheck games` lists.", "games")

Decks = Annotated[list[str], argument("DECK...", "Deck files, folders, or - for the standard input.")]
OneDeck = Annotated[str, argument("DECK", "A deck file, or - for the standard input.")]
StdinName = Annotated[
    str | None, Option(("--stdin-filename",), "PATH", "What the deck on the standard input is called.")
]
PlayersFile = Annotated[
    str | None, Option(("--players",), "FILE", "A table of who plays which deck: columns deck, player, id.")
]
File = Annotated[str | None, Option(("--output", "-o"), "FILE", "The file to write; else the standard output.")]
Targets = tuple[Target, ...]


def output(*forms: str) -> Option:
    """Where a report goes, and in which forms: the command is given the targets."""
    known = f"{', '.join(forms[:-1])} or {forms[-1]}"
    text = f"{known}; to a file with =FILE; repeatable."
    return Option(("--output", "-o"), "FORM[=FILE]", text, many=True, offers=forms, make=partial(targets, forms=forms))


def settings(
    *,
    game: str | None = None,
    format: str | None = None,  # noqa: A002 - the name of the option
    as_of: str | None = None,
    cards: Sequence[str] | None = None,
    schemas: Sequence[str] | None = None,
    lists: Sequence[str] | None = None,
    params: Sequence[str] | None = None,
    config: str | None = None,
    isolated: bool = False,
    no_ignore: bool = False,
    draft: bool = False,
    played: bool = False,
) -> Settings:
    """What a command is given of the options: with what the project's file says where they say nothing.

    :raises DeckcheckError: an option is empty, a day or a param is not written as one, or the project's file is at
        fault.
    """
    for name, given in (("game", game), ("format", format), ("as_of", as_of), ("config", config)):
        _not_empty(name, () if given is None else (given,))
    for name, many in (("lists", lists), ("cards", cards), ("schemas", schemas)):
        _not_empty(name, many or ())
    own = project_of(config, isolated=isolated, tell=announce)
    return Settings(
        as_of=as_day(as_of) if as_of is not None else own.as_of or today(),
        game=game,
        format=format,
        cards=tuple(cards or own.cards),
        schemas=tuple(schemas or own.schemas),
        params=dict(map(key_value, params or ())),
        lists=tuple(lists or ()),
        draft=draft,
        ignores=not no_ignore,
        played=played,
        pinned_by_project=as_of is None and own.as_of is not None,
        project=own,
        fetched=not isolated,
    )


def _not_empty(name: str, given: Iterable[str]) -> None:
    if not all(text.strip() for text in given):
        raise DeckcheckError("usage.empty", option=JUDGING[name].words[0])


def key_value(text: str, sentence: str = "usage.param-form") -> tuple[str, str]:
    """KEY=VALUE in its two parts; `sentence` tells that it is not written so.

    :raises DeckcheckError: it is not.
    """
    key, equals, value = text.partition("=")
    if not equals or not key.strip():
        raise DeckcheckError(sentence, param=text)
    return key.strip(), value.strip()


def some(*names: str, **other: Option) -> Group:
    """The settings of a command that takes these of the options above, and others in the place of some."""
    return Group({**other, **{name: JUDGING[name] for name in names if name not in other}}, settings)


_PLAYED = "Set an option of the game, or a param of its rules; repeatable."

Judging = Annotated[Settings, some(*JUDGING)]
# Of commands that take decks in progress too, that play decks, and that read them alone.
Drafting = Annotated[Settings, some(*JUDGING, draft=DRAFT)]
Playing = Annotated[
    Settings, Group({**JUDGING, "params": replace(JUDGING["params"], help=_PLAYED)}, partial(settings, played=True))
]
Reading = Annotated[Settings, some("game", "cards", "schemas", "config", "isolated")]
# Of commands about GAME: its rules, its cards and lists, or all of them.
Rules = Annotated[Settings, some("schemas", "format", "config", "isolated", game=GAME)]
Files = Annotated[Settings, some("cards", "schemas", "config", "isolated", game=GAME)]
Game = Annotated[Settings, some("format", "as_of", "cards", "schemas", "config", "isolated", game=GAME)]
