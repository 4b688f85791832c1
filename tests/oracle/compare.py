"""A random game held against the program: the rules with the first look, without it, and by the plain oracle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from deckcheck.cards.files import load_pool
from deckcheck.decks.deck import Deck, Entry
from deckcheck.games.choices import Choices, checker
from deckcheck.games.file import load_game
from deckcheck.report import Place, Problem
from deckcheck.rules.check import Checker
from deckcheck.rules.kernel import judge as kernel
from oracle.invent import DAY, deck, invent
from oracle.judge import Found, Verdict, judge
from oracle.spec import Game, Line, as_text, cards_file, list_files, schema


@dataclass(frozen=True)
class Loaded:
    """A random game as the program reads it from its files."""

    game: Game
    checker: Checker

    def entries(self, lines: Sequence[Line]) -> list[Entry]:
        """The lines of a deck as the program has them after looking up the cards."""
        pool = self.checker.pool
        assert pool is not None
        return [
            Entry(
                line.count,
                line.name,
                line.section,
                pool.find(line.name)[0] if line.card else None,
                Place("deck", number, 1),
            )
            for number, line in enumerate(lines, start=1)
        ]


def load(made: Game) -> Loaded:
    """Write the game's files and read them."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "tiny.yaml").write_text(schema(made), encoding="utf-8")
        (folder / "cards.yaml").write_text(cards_file(made), encoding="utf-8")
        lists = []
        for list_name, content in list_files(made).items():
            (folder / f"{list_name}.yaml").write_text(content, encoding="utf-8")
            lists.append(str(folder / f"{list_name}.yaml"))
        game = load_game(str(folder / "tiny.yaml"))
        pool = load_pool([str(folder / "cards.yaml")], game)
        return Loaded(made, checker(game, pool, lists, Choices(DAY)))


def seen(problem: Problem) -> Found:
    limit = problem.limit if isinstance(problem.limit, tuple) else (problem.limit or 0,)
    key = problem.facts.get("key")
    return Found(
        problem.rule,
        problem.found or 0,
        problem.bound or "",
        tuple(limit),
        "" if key is None else str(key),
        str(problem.severity),
    )


def differences(loaded: Loaded, lines: Sequence[Line], rng: Random) -> Iterator[str]:
    """What the three say differently of a deck."""
    rules = loaded.checker
    entries = loaded.entries(lines)
    judged = rules.judged(entries)
    view = rules.view(entries)
    whole = [kernel(rule, view, rules.ruleset) for rule in rules.ruleset.rules]
    problems = [problem for one in whole for problem in one.problems]
    undecided = [rule.id for rule, one in zip(rules.ruleset.rules, whole, strict=True) if one.undecided]
    if (judged.problems, judged.undecided) != (problems, undecided):
        yield f"first look: {judged.problems} {judged.undecided}, kernel: {problems} {undecided}"
    plain = judge(loaded.game, lines, DAY)
    # A guard that says no whatever the deck takes its rule away before anything is judged.
    if tuple(undecided) != plain.undecided:
        yield f"undecided: {undecided}, plainly {plain.undecided}"
        return
    yield from _problems(problems, plain)
    if lines and rng.random() < 0.25:
        yield from _cured(loaded, lines, problems, rng)
    if rng.random() < 0.1:
        yield from _reported(loaded, entries, problems, undecided, lines)


def _problems(problems: Sequence[Problem], plain: Verdict) -> Iterator[str]:
    found = Counter(map(seen, problems))
    expected = Counter(one for one in plain.found if one.rule not in plain.undecided)
    left = Counter(one for one in plain.found if one.rule in plain.undecided)
    told = Counter({one: count for one, count in found.items() if one.rule not in plain.undecided})
    if told != expected:
        yield f"found: {told - expected}, plainly: {expected - told}"
    uncertain = found - told
    if uncertain - left:
        yield f"found in doubt: {uncertain - left}, plainly at most {left}"
    sure = Counter(one for one in plain.found if one.rule in plain.undecided and one.sure)
    if sure - uncertain:
        yield f"not found in doubt: {sure - uncertain}"


def _cured(loaded: Loaded, lines: Sequence[Line], problems: Sequence[Problem], rng: Random) -> Iterator[str]:
    """A problem that is called final is there whatever is added."""
    more = [*lines, *(line for line in deck(loaded.game, rng) if not loaded.game.single(line.section))]
    still = judge(loaded.game, more, DAY)
    for problem in problems:
        one = seen(problem)
        if one.rule in still.undecided:
            continue  # with a card of which it lacks a value nobody can say
        same = [f for f in still.found if (f.rule, f.key) == (one.rule, one.key) and f.found > max(f.limit)]
        if problem.final and not same:
            yield f"final, but cured by {more[len(lines) :]}: {one}"


def _reported(
    loaded: Loaded,
    entries: Sequence[Entry],
    problems: Sequence[Problem],
    undecided: Sequence[str],
    lines: Sequence[Line],
) -> Iterator[str]:
    """The report of a deck, finished and as a draft, says what the rules say."""
    rules = loaded.checker
    whole = Deck("deck", "tiny", None, None, tuple(entries))
    ids = {rule.id for rule in loaded.game.rules}
    for draft in (False, True):
        report = rules.check(whole, draft=draft)
        told = Counter((seen(p).rule, seen(p).found, str(p.severity)) for p in report.problems if p.rule in ids)
        expected = Counter(
            (p.rule, p.found or 0, "info" if draft and not p.final else str(p.severity)) for p in problems
        )
        errors = any(str(p.severity) == "error" for p in report.problems)
        if told != expected or report.undecided != tuple(undecided) or report.legal is errors:
            yield f"report, draft {draft}: {told - expected} / {expected - told}, legal {report.legal}"
        known = all(line.card is not None for line in lines)
        failing = any(str(p.severity) == "error" and not p.final for p in problems)
        if report.complete is (failing or bool(undecided) or not known):
            yield f"report, draft {draft}: complete {report.complete}"


def tried(seed: object, decks: int) -> Iterator[str]:
    """The differences that one random game shows over so many decks, each with all that is needed to see it."""
    made = invent(seed)
    loaded = load(made)
    rng = Random(f"decks {seed}")
    for _ in range(decks):
        lines = deck(made, rng)
        for difference in differences(loaded, lines, rng):
            shown = ", ".join(f"{line.section}: {line.count} {line.name}" for line in lines)
            yield f"game {seed}\n{as_text(made)}\ndeck {shown}\n{difference}\n"
