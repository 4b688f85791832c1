"""`deckcheck fix`: the smallest change that makes a deck legal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from deckcheck.commands import completing, options
from deckcheck.commands.guarded import guarded
from deckcheck.commands.output import announce, emit, targets

if TYPE_CHECKING:
    from deckcheck.build.fix import Repair, Repairer
    from deckcheck.reports.repairs import Outcome
    from deckcheck.rules.check import Checker
    from deckcheck.run.session import Loaded, Session

Write = Annotated[bool, typer.Option("--write", help="Write the changes into the files; all else in them stays.")]
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
def fix(
    decks: options.Decks,
    write: Write = False,
    *,
    judging: options.Judging,
    param: options.Params = None,
    output: Output = None,
    stdin_filename: options.StdinName = None,
) -> int:
    """The fewest copies to add, remove or move that make a deck legal, each with the rule that forces it.

    A card that is not known is never replaced: settle that first. It counts as a card, and the rest is mended.

    \b
    deckcheck fix deck.yaml
    deckcheck fix decks/ --as-of 2026-07-01
    deckcheck fix deck.yaml --write

    Ends with 0 if all decks are legal, now or before; 1 if one is not, or would be changed; 2 if the command is wrong.
    """
    from deckcheck.commands.decks import keep_inputs, search
    from deckcheck.commands.inplace import before_edit
    from deckcheck.record import replace
    from deckcheck.report import Report
    from deckcheck.reports.repairs import REPAIRS, Outcome
    from deckcheck.run.session import Session

    wanted = targets(output, REPAIRS)
    settings = judging.settings(param)
    session = Session(settings, announce)
    workshop = Workshop(session)
    outcomes: list[Outcome] = []
    searched = search(decks, session, stdin_filename)
    keep_inputs((target.file for target in wanted), (found.path for found in searched))
    for found in searched:
        data = before_edit(found)
        loaded = session.load(replace(found, data=data))
        if isinstance(loaded, Report):
            outcomes.append(Outcome(found.path, loaded))
        else:
            outcomes.append(workshop.outcome(loaded, data, write=write and found.data is None))
    emit((target, REPAIRS[target.form](outcomes, "repair")) for target in wanted)
    return 0 if all(outcome.state == "legal" or outcome.written_whole for outcome in outcomes) else 1


class Workshop:
    """Repairs decks; what a game and its format need is made ready once."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._ready: dict[int, Repairer] = {}

    def outcome(self, loaded: Loaded, data: bytes | None, *, write: bool) -> Outcome:
        """What came of a deck; one that cannot be repaired keeps no other from it. `data`: as `outcome_of`."""
        from deckcheck.report import DeckcheckError
        from deckcheck.reports.repairs import Outcome

        path = loaded.deck.path
        try:
            return outcome_of(loaded, self.repair(loaded), data, self.session, write=write)
        except DeckcheckError as error:
            if error.sentence not in ("usage.not-modelled", "usage.solver-gave-up"):
                raise
            return Outcome(path, loaded.checker.check(loaded.deck), fault=error)
        except Exception as error:  # a slip of the program in one deck hides no other
            return Outcome(path, self.session.failed(path, error))

    def repair(self, loaded: Loaded) -> Repair:
        from deckcheck.build.fix import Repairer

        key = id(loaded.checker)
        if key not in self._ready:
            self._ready[key] = Repairer(loaded.checker, self.session.library.pool(loaded.checker.game.id))
        return self._ready[key].repair(loaded.deck)


def titles_of(checker: Checker) -> dict[str, str]:
    """The titles of the rules, by their ids."""
    return {rule.id: rule.title or rule.id for rule in checker.ruleset.rules}


def outcome_of(loaded: Loaded, repair: Repair, before: bytes | None, session: Session, *, write: bool) -> Outcome:
    """What came of a deck: its file with the changes, written if that is asked for.

    `before`: the bytes that were read; None of what can be read only once, and of a link.
    """
    from dataclasses import replace
    from difflib import unified_diff

    from deckcheck.build.gaps import unsettled
    from deckcheck.commands.inplace import write_over
    from deckcheck.editing.edit import edited
    from deckcheck.editing.editor import Editor
    from deckcheck.files.decode import decode
    from deckcheck.report import DeckcheckError
    from deckcheck.reports.repairs import Outcome

    path, checker = loaded.deck.path, loaded.checker
    titles = titles_of(checker)
    report = checker.check(repair.deck)
    if not repair.changes or before is None:
        return Outcome(path, report, repair, titles)
    editor = Editor(path, before, checker.game, session.library.pool(checker.game.id))
    diff = ""
    try:
        after = edited(editor, loaded.deck, repair.changes)
        old, new = (decode(data, path)[0].splitlines() for data in (before, after))
        diff = "\n".join(unified_diff(old, new, path, path, lineterm=""))
        if write:
            write_over(path, before, after)
            now = replace(editor.deck(after), format=loaded.deck.format)  # its lines have other numbers
            repair = replace(repair, deck=now, unsettled=unsettled(checker, now, repair.given_up))
            report = checker.check(now)
    except DeckcheckError as error:
        return Outcome(path, report, repair, titles, diff, fault=error)
    return Outcome(path, report, repair, titles, diff, written=write)
