"""`deckcheck check`: is the deck legal, and if not, why not?"""

import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from typing import TYPE_CHECKING, Annotated

from deckcheck.commands import options
from deckcheck.commands.declare import Option, argument
from deckcheck.commands.output import Progress, announce, emit, progress, tell
from deckcheck.record import replace
from deckcheck.report import DeckcheckError, Report, Skipped
from deckcheck.reports import REPORTS

if TYPE_CHECKING:
    from deckcheck.cards.pool import Card
    from deckcheck.sessions.owned import Owned
    from deckcheck.sessions.session import Session

Decks = Annotated[list[str] | None, argument("DECK...", "Deck files, folders, patterns, or - for the standard input.")]
Against = Annotated[
    str | None,
    Option(("--against",), "DATE", "Which decks break or mend between --as-of and this day, and why."),
]
Jobs = Annotated[int, Option(("--jobs",), "N", "Processes that share the decks.", least=1)]
FilesFrom = Annotated[
    str | None, Option(("--files-from",), "FILE", "Check the decks that this file names, a line each; - reads them.")
]
Exclude = Annotated[
    list[str] | None,
    Option(("--exclude",), "PATTERN", "Pass over these in folders, as .gitignore does; repeatable."),
]
Strict = Annotated[
    bool,
    Option(
        ("--strict",),
        help="End with 1 also if something was passed over, switched off or ignored, or your own data judged.",
    ),
]
Locked = Annotated[bool, Option(("--locked",), help="Of the fetched lists those alone that deckcheck.lock names.")]
OwnedFile = Annotated[
    str | None,
    Option(("--owned",), "FILE", "Hold decks to the cards of this table or list: a collection, a sealed pool."),
]
AtOnce = Annotated[bool, Option(("--at-once",), help="With --owned: what one deck takes, no later one has.")]
Sift = Annotated[bool, Option(("--sift",), help="Pass over named files too that are no decks or excluded.")]
Statistics = Annotated[bool, Option(("--statistics",), help="Tell at the end how often each rule is broken.")]
ExitZero = Annotated[bool, Option(("--exit-zero",), help="End with 0 even if a deck is not legal.")]
Quiet = Annotated[bool, Option(("--quiet", "-q"), help="Only findings and the verdict.")]
NoColor = Annotated[bool, Option(("--no-color",), help="No colours.")]
AGAINST = ("text", "json")
COUNTED = ("text", "markdown")  # forms that have room for statistics


def check(
    decks: Decks = None,
    *,
    settings: options.Drafting,
    against: Against = None,
    jobs: Jobs = 1,
    files_from: FilesFrom = None,
    exclude: Exclude = None,
    sift: Sift = False,
    strict: Strict = False,
    locked: Locked = False,
    statistics: Statistics = False,
    exit_zero: ExitZero = False,
    quiet: Quiet = False,
    no_color: NoColor = False,
    players: options.PlayersFile = None,
    owned: OwnedFile = None,
    at_once: AtOnce = False,
    output: Annotated[options.Targets, options.output(*REPORTS)],
    stdin_filename: options.StdinName = None,
) -> int:
    """Is a deck legal? If not, which line breaks which rule, where does the rule stand, and what mends it?

    \b
    deckcheck check deck.yaml
    deckcheck check decks/ -F FORMAT
    deckcheck check list.txt -g GAME --draft
    deckcheck check decks/ -o text -o json=report.json
    deckcheck check decks/ --as-of 2026-01-01 --against 2026-06-01
    deckcheck check decks/ --no-ignore --strict
    deckcheck check decks/ --owned pool.csv --at-once
    git diff -z --name-only --diff-filter=d | deckcheck check --files-from - --sift

    Settings of a folder stand in deckcheck.yaml. Ends with 0 if all decks are legal, 1 if one is not or cannot
    be read, 2 if the command is wrong.
    """
    from deckcheck.commands.decks import keep_inputs, named, search
    from deckcheck.reports.look import Counts, Look, may_colour
    from deckcheck.sessions.batch import check_all
    from deckcheck.sessions.session import Session
    from deckcheck.sessions.settings import as_day

    if players is not None:
        from deckcheck.commands.decks import tell_players
        from deckcheck.sessions.players import Players
    if strict:
        from deckcheck.sessions.strict import strictly, strictly_found
    if owned is not None and jobs > 1:
        raise DeckcheckError("usage.owned-jobs")
    if at_once and owned is None:
        raise DeckcheckError("usage.at-once")
    if against is not None:
        for target in output:
            if target.form not in AGAINST:
                raise DeckcheckError("usage.against-form", form=target.form, known=AGAINST)
        if statistics:
            raise DeckcheckError("usage.against-statistics")
    if statistics and not any(target.form in COUNTED for target in output):
        raise DeckcheckError("usage.statistics", known=COUNTED)
    paths = named(decks, files_from)
    session = Session(replace(settings, locked=locked), announce)
    if owned is not None:
        session.owned = _owned(owned, session, at_once=at_once)
    searched = search(paths, session, stdin_filename, exclude or (), sift=sift, quiet=quiet)
    found, skipped = (strictly_found(searched) if strict else searched.decks), searched.skipped
    keep_inputs((target.file for target in output), (deck.path for deck in found))
    plain = Look(quiet=quiet, statistics=statistics)
    look = replace(plain, colour=may_colour(sys.stdout, no_color=no_color))
    with (
        progress("progress.decks", len(found), quiet=quiet) as told,
        closing(check_all(session, found, jobs, told)) as judged,
    ):
        coming: Iterator[Report] = map(strictly, judged) if strict else judged
        table = Players(players) if players is not None else None
        coming = coming if table is None else table.named(coming)
        if against is not None:
            from deckcheck.reports.against import FORMS, shifts

            before = list(coming)
            other_day = check_all(session.on(as_day(against)), found, jobs, told)
            later = list(map(strictly, other_day) if strict else other_day)
            told.wipe()
            changed = shifts(before, later)
            emit((target, FORMS[target.form](changed, plain if target.file else look)) for target in output)
            return 0 if exit_zero or all(report.legal for report in later) else 1
        summed = any(target.form == "github" for target in output)
        # Several documents are written one after the other: the reports of one alone need not be kept.
        reports = list(coming) if summed or len(output) > 1 else coming
        counts = Counts()
        for target in output:
            pieces = REPORTS[target.form](counts.passing(reports), plain if target.file else look, skipped)
            emit([(target, _above(told, pieces) if sys.stdout.isatty() else pieces)])
        if table is not None:
            tell_players(table)
        if summed:
            _summarise(reports, skipped)
        # A reader that went away wants no more reports, but whether all decks are legal is still to be known.
        return 0 if exit_zero or (counts.legal == counts.decks and all(report.legal for report in coming)) else 1


def _owned(path: str, session: "Session", *, at_once: bool) -> "Owned":
    from deckcheck.commands.decks import owned_cards
    from deckcheck.sessions.owned import Owned

    def read(game: str) -> "Mapping[Card, int]":
        return owned_cards(path, session.library.game(game), session.library.pool(game))

    return Owned(path, read, at_once=at_once)


def _above(told: Progress, pieces: Iterable[str]) -> Iterator[str]:
    """The pieces, each where the line of progress would stand."""
    for piece in pieces:
        told.wipe()
        yield piece


def _summarise(reports: Iterable[Report], skipped: Sequence[Skipped]) -> None:
    """Add the decks to the summary that GitHub shows of the step; that it cannot be written fails no check."""
    from deckcheck.reports.github import step_summary

    path = os.environ.get("GITHUB_STEP_SUMMARY")
    if not path:
        return
    try:
        with open(path, "a", encoding="utf-8", errors="backslashreplace", newline="\n") as file:  # noqa: PTH123
            file.write(step_summary(reports, skipped))
    except OSError as error:
        tell("usage.summary", {"reason": error.strerror})
