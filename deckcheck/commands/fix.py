"""`deckcheck fix`: the smallest change that makes a deck legal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from deckcheck.commands import options
from deckcheck.commands.output import announce, emit, guarded, targets, write_file

if TYPE_CHECKING:
    from deckcheck.build.fix import Repair, Repairer
    from deckcheck.reports.repairs import Outcome
    from deckcheck.run.find import Found
    from deckcheck.run.session import Loaded, Session

Write = Annotated[bool, typer.Option("--write", help="Write the changes into the files; all else in them stays.")]
Output = Annotated[
    list[str] | None,
    typer.Option("--output", "-o", metavar="FORM[=FILE]", help="text or json; to a file with =FILE; repeatable."),
]


@guarded
def fix(
    decks: options.Decks,
    write: Write = False,
    game: options.Game = None,
    format: options.Format = None,  # noqa: A002 - the name of the option
    as_of: options.AsOf = None,
    cards: options.Cards = None,
    schemas: options.Schemas = None,
    param: options.Params = None,
    lists: options.Lists = None,
    config: options.Config = None,
    isolated: options.Isolated = False,
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
    from deckcheck.commands.decks import search
    from deckcheck.report import Report
    from deckcheck.reports.repairs import REPAIRS, Outcome
    from deckcheck.run.session import Session

    wanted = targets(output, REPAIRS)
    settings = options.settings(game, format, as_of, cards, schemas, param, lists, config=config, isolated=isolated)
    session = Session(settings, announce)
    workshop = Workshop(session)
    outcomes: list[Outcome] = []
    for found in search(decks, session, stdin_filename):
        loaded = session.load(found)
        if isinstance(loaded, Report):
            outcomes.append(Outcome(found.path, loaded))
        else:
            outcomes.append(workshop.outcome(found, loaded, write=write))
    emit((target, REPAIRS[target.form](outcomes, "repair")) for target in wanted)
    return 0 if all(outcome.state == "legal" or outcome.written_whole for outcome in outcomes) else 1


class Workshop:
    """Repairs decks; what a game and its format need is made ready once."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._ready: dict[int, Repairer] = {}

    def outcome(self, found: Found, loaded: Loaded, *, write: bool) -> Outcome:
        """What came of a deck; one that cannot be repaired keeps no other from it."""
        from deckcheck.report import DeckcheckError
        from deckcheck.reports.repairs import Outcome

        try:
            repair = self.repair(loaded)
        except DeckcheckError as error:
            if error.sentence not in ("usage.not-modelled", "usage.solver-gave-up"):
                raise
            return Outcome(found.path, loaded.checker.check(loaded.deck), fault=error)
        return outcome_of(found, loaded, repair, self.session, write=write)

    def repair(self, loaded: Loaded) -> Repair:
        from deckcheck.build.fix import Repairer

        key = id(loaded.checker)
        if key not in self._ready:
            self._ready[key] = Repairer(loaded.checker, self.session.library.pool(loaded.checker.game.id))
        return self._ready[key].repair(loaded.deck)


def outcome_of(found: Found, loaded: Loaded, repair: Repair, session: Session, *, write: bool) -> Outcome:
    """What came of a deck: its file with the changes, written if that is asked for."""
    from difflib import unified_diff
    from pathlib import Path

    from deckcheck.build.edit import edited
    from deckcheck.build.editor import Editor
    from deckcheck.files.decode import decode
    from deckcheck.report import DeckcheckError
    from deckcheck.reports.repairs import Outcome

    checker = loaded.checker
    titles = {rule.id: rule.title or rule.id for rule in checker.ruleset.rules}
    report = checker.check(repair.deck)
    if not repair.changes or (found.data is None and not Path(found.path).is_file()):
        return Outcome(found.path, report, repair, titles)  # a link is no file
    before = found.data if found.data is not None else Path(found.path).read_bytes()
    editor = Editor(found.path, before, checker.game, session.library.pool(checker.game.id))
    try:
        after = edited(editor, loaded.deck, repair.changes)
    except DeckcheckError as error:
        return Outcome(found.path, report, repair, titles, fault=error)
    old, new = (decode(data, found.path)[0].splitlines() for data in (before, after))
    diff = "\n".join(unified_diff(old, new, found.path, found.path, lineterm=""))
    written = write and found.data is None
    if written:
        write_file(found.path, after)
    return Outcome(found.path, report, repair, titles, diff, written)
