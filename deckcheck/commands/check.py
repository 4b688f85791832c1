"""`deckcheck check`: is the deck legal, and if not, why not?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from deckcheck.commands import completing, options
from deckcheck.commands.guarded import guarded
from deckcheck.commands.output import announce, emit, targets
from deckcheck.report import DeckcheckError
from deckcheck.reports import REPORTS

if TYPE_CHECKING:
    from deckcheck.commands.progress import Progress
    from deckcheck.report import Report

Output = Annotated[
    list[str] | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FORM[=FILE]",
        help=f"{', '.join(REPORTS)}; to a file with =FILE; repeatable.",
        autocompletion=completing.words(*REPORTS),
    ),
]
Decks = Annotated[
    list[str] | None,
    typer.Argument(metavar="DECK...", help="Deck files, folders, patterns, or - for the standard input."),
]
Statistics = Annotated[bool, typer.Option("--statistics", help="Tell at the end how often each rule is broken.")]
ExitZero = Annotated[bool, typer.Option("--exit-zero", help="End with 0 even if a deck is not legal.")]
Against = Annotated[
    str | None,
    typer.Option("--against", metavar="DATE", help="Which decks break or mend between --as-of and this day, and why."),
]
AGAINST = ("text", "json")
COUNTED = ("text", "markdown")  # forms that have room for statistics


@guarded
def check(
    decks: Decks = None,
    *,
    judging: options.Judging,
    param: options.Params = None,
    against: Against = None,
    jobs: options.Jobs = 1,
    files_from: options.FilesFrom = None,
    exclude: options.Exclude = None,
    sift: options.Sift = False,
    draft: options.Draft = False,
    statistics: Statistics = False,
    exit_zero: ExitZero = False,
    quiet: options.Quiet = False,
    no_color: options.NoColor = False,
    output: Output = None,
    stdin_filename: options.StdinName = None,
) -> int:
    """Is a deck legal? If not, which line breaks which rule, where does the rule stand, and what mends it?

    \b
    deckcheck check deck.yaml
    deckcheck check decks/ -F FORMAT
    deckcheck check list.txt -g GAME --draft
    deckcheck check decks/ -o text -o json=report.json
    deckcheck check decks/ --as-of 2026-01-01 --against 2026-06-01
    git diff --name-only --diff-filter=d | deckcheck check --files-from - --sift

    Settings of a folder stand in deckcheck.yaml. Ends with 0 if all decks are legal, 1 if one is not or cannot
    be read, 2 if the command is wrong.
    """
    import sys
    from contextlib import closing

    from deckcheck.commands.decks import keep_inputs, named, search
    from deckcheck.commands.progress import progress
    from deckcheck.record import replace
    from deckcheck.reports.look import Look, may_colour
    from deckcheck.run.batch import check_all
    from deckcheck.run.session import Session, as_day

    wanted = targets(output, REPORTS if against is None else AGAINST)
    if statistics and not any(target.form in COUNTED for target in wanted):
        raise DeckcheckError("usage.statistics", known=COUNTED)
    paths = named(decks, files_from)
    session = Session(
        judging.settings(param, draft=draft),
        announce,
    )
    found = search(paths, session, stdin_filename, exclude or (), sift=sift, quiet=quiet)
    keep_inputs((target.file for target in wanted), (deck.path for deck in found))
    plain = Look(quiet=quiet, statistics=statistics)
    look = replace(plain, colour=may_colour(sys.stdout, no_color=no_color))
    with (
        progress("progress.decks", len(found), quiet=quiet) as told,
        closing(check_all(session, found, jobs, told)) as coming,
    ):
        if against is not None:
            from deckcheck.reports.against import FORMS, shifts

            before = list(coming)
            later = list(check_all(session.on(as_day(against)), found, jobs, told))
            told.wipe()
            changed = shifts(before, later)
            emit((target, FORMS[target.form](changed, plain if target.file else look)) for target in wanted)
            return 0 if exit_zero or all(report.legal for report in later) else 1
        summed = any(target.form == "github" for target in wanted)
        # Several documents are written one after the other: the reports of one alone need not be kept.
        reports = list(coming) if summed or len(wanted) > 1 else coming
        verdict = _Verdict()
        for target in wanted:
            pieces = REPORTS[target.form](verdict.passing(reports), plain if target.file else look)
            emit([(target, _above(told, pieces) if sys.stdout.isatty() else pieces)])
        if summed:
            _summarise(reports)
        # A reader that went away wants no more reports, but whether all decks are legal is still to be known.
        return 0 if exit_zero or (verdict.legal and all(report.legal for report in coming)) else 1


class _Verdict:
    """Whether all reports so far are of legal decks."""

    legal = True

    def passing(self, reports: Iterable[Report]) -> Iterator[Report]:
        for report in reports:
            self.legal = self.legal and report.legal
            yield report


def _above(told: Progress, pieces: Iterable[str]) -> Iterator[str]:
    """The pieces, each where the line of progress would stand."""
    for piece in pieces:
        told.wipe()
        yield piece


def _summarise(reports: Iterable[Report]) -> None:
    """Add the decks to the summary that GitHub shows of the step; that it cannot be written fails no check."""
    import os
    from pathlib import Path

    from deckcheck.commands.output import tell
    from deckcheck.reports.github import step_summary

    path = os.environ.get("GITHUB_STEP_SUMMARY")
    if not path:
        return
    try:
        with Path(path).open("a", encoding="utf-8", errors="backslashreplace", newline="\n") as file:
            file.write(step_summary(reports))
    except OSError as error:
        tell("usage.summary", {"reason": error.strerror})
