"""`deckcheck diff`: two lists compared; what a siding changed; what is missing from a collection."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from deckcheck.commands import completing, options
from deckcheck.commands.guarded import guarded
from deckcheck.commands.output import announce, emit, targets

if TYPE_CHECKING:
    from deckcheck.editing.changes import Change
    from deckcheck.report import Problem
    from deckcheck.run.session import Loaded

One = Annotated[str, typer.Argument(metavar="A", help="A deck file, or - for the standard input.")]
Other = Annotated[str | None, typer.Argument(metavar="[B]", help="The deck it is compared with.")]
Siding = Annotated[bool, typer.Option("--siding", help="Is B the deck A after siding, by the rules of the game?")]
Collection = Annotated[
    str | None,
    typer.Option("--collection", metavar="FILE", help="What the last deck needs beyond this table or list of cards."),
]
Output = Annotated[
    list[str] | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FORM[=FILE]",
        help="text or json; to a file with =FILE; repeatable.",
        autocompletion=completing.words("text", "json"),
    ),
]


@guarded
def diff(
    one: One,
    other: Other = None,
    siding: Siding = False,
    collection: Collection = None,
    *,
    judging: options.Judging,
    param: options.Params = None,
    output: Output = None,
    stdin_filename: options.StdinName = None,
) -> int:
    """What turns one list into the other, card by card: added, removed, moved between sections.

    \b
    deckcheck diff before.yaml after.yaml
    deckcheck diff registered.ydk game2.ydk --siding
    deckcheck diff deck.yaml --collection mine.csv

    Ends with 0; with --siding 1 if B is no legal siding of A; 1 if a deck cannot be read.
    """
    from deckcheck.build.collection import read_collection
    from deckcheck.build.diff import difference, missing
    from deckcheck.commands.decks import keep_inputs, single
    from deckcheck.report import DeckcheckError, Report
    from deckcheck.reports import REPORTS
    from deckcheck.reports.look import Look
    from deckcheck.run.session import Session

    wanted = targets(output, ("text", "json"))
    if other is None and collection is None:
        raise DeckcheckError("usage.diff-what")
    settings = judging.settings(param)
    session = Session(settings, announce)
    keep_inputs((target.file for target in wanted), filter(None, (one, other, collection)))
    decks: list[Loaded] = []
    for path in (one, other) if other is not None else (one,):
        loaded = single(path, session, stdin_filename)
        if isinstance(loaded, Report):
            emit((target, REPORTS[target.form]((loaded,), Look())) for target in wanted)
            return 1
        decks.append(loaded)
    first, last = decks[0], decks[-1]
    if first.checker.game.id != last.checker.game.id:
        game_id, another = first.checker.game.id, last.checker.game.id
        raise DeckcheckError("usage.two-games", path=one, other_path=other, game=game_id, other=another)
    changes = difference(first.deck, last.deck)
    problems = _siding(first, last) if siding else None
    lacking = None
    if collection is not None:
        pool = session.library.pool(last.checker.game.id)
        lacking = missing(last.deck, read_collection(collection, last.checker.game, pool).copies)
    forms = {"text": _text, "json": _json}
    emit((target, forms[target.form](changes, problems, lacking, last, compared=len(decks) > 1)) for target in wanted)
    return 1 if problems else 0


def _siding(registered: Loaded, sided: Loaded) -> tuple[Problem, ...]:
    """Why B is no legal siding: cards and sizes against the registered deck, and the rules that B breaks."""
    from deckcheck.build.diff import siding
    from deckcheck.report import DeckcheckError, Severity

    game = sided.checker.game
    if game.siding is None:
        raise DeckcheckError("usage.no-siding", game=game.id)
    broken = (p for p in sided.checker.check(sided.deck).problems if p.severity is Severity.ERROR)
    return (*siding(game, registered.deck, sided.deck), *broken)


Lacking = tuple[tuple[str, int, int], ...] | None


def _text(
    changes: tuple[Change, ...], problems: tuple[Problem, ...] | None, lacking: Lacking, last: Loaded, *, compared: bool
) -> str:
    from deckcheck.reports.repairs import change_text
    from deckcheck.reports.text import finding_line
    from deckcheck.wording import say

    lines = [change_text(change) for change in changes]
    if compared and not changes:
        lines.append(say("diff.same"))
    if problems is not None:
        lines += [finding_line(problem, last.deck.path) for problem in problems]
        lines.append(say("diff.siding-illegal" if problems else "diff.siding-legal"))
    if lacking is not None:
        lines += [say("diff.missing", card=card, needed=needed, owned=owned) for card, needed, owned in lacking]
        if not lacking:
            lines.append(say("diff.all-owned", path=last.deck.path))
    return "\n".join(lines) + "\n"


def _json(
    changes: tuple[Change, ...], problems: tuple[Problem, ...] | None, lacking: Lacking, last: Loaded, *, compared: bool
) -> str:
    import json

    from deckcheck.reports.json import problem_record

    del compared
    document: dict[str, object] = {
        "version": 1,
        "changes": [
            {"action": c.action, "count": c.count, "card": c.name, "section": c.section, "to": c.to} for c in changes
        ],
    }
    if problems is not None:
        document["siding"] = {
            "legal": not problems,
            "problems": [problem_record(problem, last.deck.path) for problem in problems],
        }
    if lacking is not None:
        document["missing"] = [{"card": card, "needed": needed, "owned": owned} for card, needed, owned in lacking]
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"
