"""What is at hand of a game, and whether its files are sound."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain

from deckcheck.cards.pool import Pool
from deckcheck.engine.read import play_problems
from deckcheck.files.schema_reader import CappedProblems, SchemaReader
from deckcheck.games.library import Library
from deckcheck.games.lint import lint
from deckcheck.lists.dated import DatedList, column
from deckcheck.lists.files import load_list
from deckcheck.printing.sheet_plan import read_plan
from deckcheck.record import dataclass, replace
from deckcheck.report import DeckcheckError, Note, Problem, Severity
from deckcheck.rules.game import Game
from deckcheck.spelling import nearest
from deckcheck.update.sources import read_sources
from deckcheck.views.book import book_problems

_FEW = 3  # records without a field that all of their file lack


@dataclass(frozen=True, slots=True)
class Inventory:
    """What is at hand of a game. `cards` is None where there are none; `formats` map ids to titles."""

    id: str
    title: str
    cards: int | None
    demo: bool
    sets: tuple[str, ...]
    sections: dict[str, str]
    formats: dict[str, str]
    default: str | None
    rules: int
    lists: dict[str, str]
    decks: int
    schema: str


def inventory(library: Library, game_id: str) -> Inventory:
    """:raises DeckcheckError: the schema, a card file or a list file cannot be used."""
    game = library.game(game_id)
    pool = _pool(library, game_id)
    dated = [load_list(str(path), game.scope) for path in library.list_paths(game_id)]
    return Inventory(
        id=game.id,
        title=game.title,
        cards=None if pool is None else _cards(game, pool),
        demo=pool is not None and pool.demo,
        sets=pool.sources if pool is not None else (),
        sections={section.id: section.title for section in game.sections.values()},
        formats={name: game.rulesets[name].title or name for name in game.formats},
        default=game.default,
        rules=len(game.ruleset(None).rules),
        lists={one.id: one.title for one in dated},
        decks=len(library.deck_paths(game_id)),
        schema=str(library.schema_path(game_id)),
    )


def _cards(game: Game, pool: Pool) -> int:
    """How many records are cards that a deck may hold; a token is none."""
    return len(pool) if game.token_test is None else sum(not game.not_a_card(card) for card in pool)


def _pool(library: Library, game_id: str) -> Pool | None:
    """The cards, or None where there are no card files at all."""
    return library.pool(game_id) if library.card_paths(game_id) else None


@dataclass(frozen=True, slots=True)
class Examination:
    """What is wrong with the files of a game that can be used."""

    problems: tuple[Problem, ...]
    notes: tuple[Note, ...]
    cards: int
    lists: int

    @property
    def broken(self) -> bool:
        """Whether there is an error among the problems."""
        return any(problem.severity is Severity.ERROR for problem in self.problems)


def examine(library: Library, game_id: str, as_of: str) -> Examination:
    """Read everything of a game, and tell all that is wrong with it. `as_of`: the day whose lists the rules read.

    :raises DeckcheckError: the schema, a card file or a list file cannot be used.
    """
    game = library.game(game_id)
    faults = play_problems(game) or book_problems(game)
    if faults:
        raise DeckcheckError("usage.schema", faults, path=game.path)
    read_plan(game)
    _sources_are_well_written(game)
    pool = _pool(library, game_id) or Pool(())
    dated = list(library.lists(game_id).values())
    _bindings_exist(game, dated)
    cards = _faults(pool)
    entries = (problem for one in dated for problem in _entries(one, game, pool))
    lints = lint(game, pool, {one.id: one for one in dated}, as_of)
    problems = CappedProblems(chain(game.warnings, pool.problems, cards, entries, lints))
    return Examination(tuple(problems), pool.notes, _cards(game, pool), len(dated))


def _faults(pool: Pool) -> Iterator[Problem]:
    """What is wrong with the records; a field that all of a file lack is told of the first few alone."""
    sizes = Counter(card.place.file for card in pool)
    faults = [fault for card in pool for fault in card.faults]
    lacking = Counter(map(_lacked, faults))
    told = Counter[tuple[str | None, object]]()
    for fault in faults:
        key = _lacked(fault)
        told[key] += 1
        file, field = key
        if field is None or lacking[key] < sizes[file] or told[key] <= _FEW:
            yield fault
        elif told[key] == _FEW + 1:
            facts = {"count": lacking[key] - _FEW, "field": field}
            yield replace(fault, sentence="more.missing", cards=(), facts=facts)


def _lacked(fault: Problem) -> tuple[str | None, object]:
    """The file of a record that lacks a field, and the field; None of any other fault."""
    return fault.place.file, fault.facts["field"] if fault.sentence == "card.missing" else None


def _sources_are_well_written(game: Game) -> None:
    """Make sure that `update` finds its way.

    :raises DeckcheckError: a source is wrong.
    """
    reader = SchemaReader(game.path)
    read_sources(game.sources, reader, game.card)
    if reader.broken:
        raise DeckcheckError("usage.schema", tuple(reader.problems), path=game.path)


def _bindings_exist(game: Game, dated: Sequence[DatedList]) -> None:
    known = tuple(one.id for one in dated)
    for ruleset in (game.base, *game.rulesets.values()):
        for bound in ruleset.lists.values():
            if bound is not None and bound[0] not in known:
                raise DeckcheckError("usage.unknown-list", list=bound[0], game=game.id, known=known)
    for one in dated:
        if one.slot is not None and one.slot not in game.slots:
            slots = tuple(game.slots)
            near = nearest(one.slot, slots)
            raise DeckcheckError("usage.no-slot", list=one.path, game=game.id, slot=one.slot, nearest=near, known=slots)


def _entries(dated: DatedList, game: Game, pool: Pool) -> Iterator[Problem]:
    """The entries of all versions that name no card, or say what the list cannot say; each line once.

    For a deck they are warnings, as it is judged without them; for the list itself they are errors.
    """
    rulesets = (game.base, *game.rulesets.values())
    bound = {slot for rules in rulesets for slot, to in rules.lists.items() if to is not None and to[0] == dated.id}
    alone = list(game.slots) if len(game.slots) == 1 else []
    slots = [dated.slot] if dated.slot is not None else sorted(bound) or alone
    seen: set[tuple[object, str]] = set()
    for slot in slots:
        for version in dated.versions:
            for problem in column(game.slots[slot], dated, version, game, pool, each=True)[1]:
                if (problem.place, problem.sentence) not in seen:
                    seen.add((problem.place, problem.sentence))
                    faulty = problem.rule == "list-entry" and problem.severity is Severity.WARNING
                    yield replace(problem, severity=Severity.ERROR) if faulty else problem
