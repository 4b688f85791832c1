"""Laws of checking, over random decks of the shipped games and of the tiny games of every rule kind."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from kit import LIBRARY, Table, shipped, tiny

from deckcheck.cards.pool import Card
from deckcheck.decks.deck import Deck, Entry
from deckcheck.report import Place, Problem, Report, Severity
from deckcheck.rules.check import Checker
from deckcheck.rules.fixes import applied
from deckcheck.rules.headroom import MOST, final_errors, no_worse, room

KINDS = Path(__file__).parent / "games" / "kinds.yaml"
GAMES = [(game_id, form) for game_id in LIBRARY.game_ids() for form in (LIBRARY.game(game_id).formats or (None,))]
Subject = tuple[str, str | None]


@cache
def kinds() -> dict[str, dict[str, Any]]:
    with KINDS.open(encoding="utf-8") as file:
        return {kind["kind"].split()[0]: kind for kind in yaml.load_all(file, yaml.CBaseLoader)}


SUBJECTS: list[Subject] = [*GAMES, *((kind, None) for kind in kinds())]
SUBJECT_NAMES = [f"{name}-{form}" if form else name for name, form in SUBJECTS]


FOLDER = TemporaryDirectory()


@cache
def table_of(name: str) -> Table:
    if name not in kinds():
        return shipped(name)
    kind = kinds()[name]
    return tiny(Path(FOLDER.name), kind["schema"], kind["cards"], kind.get("lists", ()), name)


@cache
def rules_of(subject: Subject) -> Checker:
    return table_of(subject[0]).checker(subject[1])


def cards_of(subject: Subject, rng: random.Random, most: int = 9) -> list[Card]:
    """A few cards of the game, so that copies meet."""
    cards = list(table_of(subject[0]).pool)
    return rng.sample(cards, min(len(cards), rng.randint(1, most)))


def a_deck(subject: Subject, rng: random.Random) -> list[Entry]:
    """A deck about as large as the limits: lines of a few cards in random sections, a leader at most."""
    sections = table_of(subject[0]).game.sections
    few = cards_of(subject, rng)
    lines = rng.randint(1, 18 if subject in GAMES else 6)
    entries: list[Entry] = []
    for number in range(1, lines + 1):
        section = rng.choice([next(iter(sections)), *sections])
        single = sections[section].cards == 1
        if single and any(e.section == section for e in entries) and rng.random() < 0.9:
            continue
        card = rng.choice(few)
        entries.append(
            Entry(1 if single else rng.choice((1, 1, 2, 3, 4)), card.name, section, card, Place("deck", number, 1))
        )
    return entries


def report_of(rules: Checker, entries: Iterable[Entry]) -> Report:
    return rules.check(Deck("deck", rules.game.id, rules.ruleset.format, None, tuple(entries)))


def seen(problem: Problem) -> tuple[object, ...]:
    """A problem but for its place and the order of its cards."""
    origins = sorted(f"{o.kind} {sorted(o.facts.items(), key=str)}" for o in problem.origin)
    key = problem.facts.get("key")
    # Of each value the first card is shown, so which one hangs on the order.
    cards = () if problem.facts.get("what") else tuple(sorted(problem.cards))
    return (
        problem.rule,
        problem.severity,
        cards,
        problem.found,
        problem.limit,
        problem.final,
        str(key),
        tuple(origins),
    )


def everything(rules: Checker, entries: Iterable[Entry]) -> list[object]:
    """All that is found in a deck, what is wrong with single cards added up by card and section."""
    judged = rules.judged(entries)
    singly = Counter[tuple[object, ...]]()
    others: list[object] = sorted(judged.undecided)
    for problem in judged.problems:
        told = seen(problem)
        if problem.limit == 0 and len(problem.cards) == 1 and problem.facts.get("key") is None:
            singly[(*told[:3], problem.section, *told[4:])] += problem.found or 0
        else:
            others.append(told)
    return sorted([*others, *((*told, count) for told, count in singly.items())], key=str)


def trials(subject: Subject, law: str, times: int) -> Iterable[tuple[random.Random, list[Entry]]]:
    rng = random.Random(f"{law} {subject}")
    for _ in range(times):
        yield rng, a_deck(subject, rng)


every_subject = pytest.mark.parametrize("subject", SUBJECTS, ids=SUBJECT_NAMES)


@every_subject
def test_the_order_of_lines_changes_nothing(subject: Subject) -> None:
    rules = rules_of(subject)
    for rng, entries in trials(subject, "order", 25):
        assert everything(rules, entries) == everything(rules, rng.sample(entries, len(entries)))


@every_subject
def test_splitting_a_line_changes_nothing(subject: Subject) -> None:
    rules = rules_of(subject)
    for rng, entries in trials(subject, "split", 25):
        parts: list[Entry] = []
        for entry in entries:
            first = rng.randint(1, entry.count)
            parts.append(replace(entry, count=first))
            if first < entry.count:
                parts.append(replace(entry, count=entry.count - first))
        assert everything(rules, entries) == everything(rules, parts)


@every_subject
def test_a_move_within_the_sections_of_a_copy_rule_keeps_its_counts(subject: Subject) -> None:
    rules = rules_of(subject)
    moved = [r for r in rules.ruleset.rules if r.kind == "copies" and len(r.sections) > 1]
    for rng, entries in trials(subject, "move", 25 if moved else 0):
        rule = rng.choice(moved)
        inside = [e for e in entries if e.section in rule.sections]
        if not inside:
            continue
        one = rng.choice(inside)
        changed = [replace(e, section=rng.choice(rule.sections)) if e is one else e for e in entries]
        before, after = ([seen(p) for p in rules.judged(d).problems if p.rule == rule.id] for d in (entries, changed))
        assert sorted(before, key=str) == sorted(after, key=str)


@pytest.mark.parametrize("game_id", LIBRARY.game_ids())
@settings(max_examples=20, deadline=None, derandomize=True)
@given(data=st.data())
def test_laws_of_any_deck(game_id: str, data: st.DataObject) -> None:
    """The same laws where the deck is sought that breaks them: with shrinking, so that it is small."""
    rules = rules_of((game_id, LIBRARY.game(game_id).default))
    cards = random.Random(game_id).sample(list(table_of(game_id).pool), 8)
    section = st.sampled_from([s.id for s in rules.game.sections.values() if s.cards != 1])
    line = st.tuples(st.integers(1, 16), section, st.sampled_from(cards))
    lines = data.draw(st.lists(line, min_size=1, max_size=8))
    entries = [Entry(n, card.name, where, card, Place("deck", at)) for at, (n, where, card) in enumerate(lines, 1)]
    found = everything(rules, entries)
    assert everything(rules, data.draw(st.permutations(entries))) == found
    assert everything(rules, [replace(e, count=1) for e in entries for _ in range(e.count)]) == found
    count, where, card = data.draw(line)
    more = rules.judged([*entries, Entry(count, card.name, where, card)]).problems
    assert spots(p for p in rules.judged(entries).problems if p.final) <= spots(more)
    known = {p.rule for p in rules.judged(entries).problems}
    assert {p.rule for p in rules.judged(hidden(entries, lines[0][2], "unknown")).problems} <= known


def additions(subject: Subject, rng: random.Random, entries: Sequence[Entry]) -> list[Entry]:
    """A few more cards; a section of one card that is taken takes no other."""
    sections = table_of(subject[0]).game.sections
    free = [s.id for s in sections.values() if s.cards != 1]
    cards = [*cards_of(subject, rng, 3), *(e.card for e in entries if e.card)]
    more = [(rng.choice(free), rng.choice(cards)) for _ in range(rng.randint(1, 4))]
    return [Entry(rng.randint(1, 3), card.name, section, card, Place("deck", 99, 1)) for section, card in more]


def spots(problems: Iterable[Problem]) -> set[tuple[str, str]]:
    return {(p.rule, str(p.facts.get("key")) if p.facts.get("key") is not None else "") for p in problems}


@every_subject
def test_adding_never_cures_a_final_problem(subject: Subject) -> None:
    """Nor does removing the same cards again bring a lack about: what lacks after adding lacked before."""
    rules = rules_of(subject)
    for rng, entries in trials(subject, "add", 40):
        before = rules.judged(entries).problems
        after = rules.judged([*entries, *additions(subject, rng, entries)]).problems
        assert spots(p for p in before if p.final) <= spots(after)


@every_subject
def test_a_plain_lack_is_never_cured_by_removing(subject: Subject) -> None:
    rules = rules_of(subject)
    plain = {
        r.id
        for r in rules.ruleset.rules
        if r.when is None
        and all(b.op == "min" for b in r.bounds)
        and not any(e.deck for e in r.exprs)
        and r.key is None
    }
    for rng, entries in trials(subject, "remove", 25 if plain else 0):
        before = {p.rule for p in rules.judged(entries).problems if p.rule in plain}
        after = {p.rule for p in rules.judged(rng.sample(entries, len(entries) - 1)).problems}
        assert before <= after


def hidden(entries: Iterable[Entry], card: Card, how: str) -> list[Entry]:
    """The deck where nothing, or not all, is known of one card."""
    if how == "unknown":
        return [replace(e, card=None) if e.card is card else e for e in entries]
    gone = frozenset(card.fields) - {"name"}
    fields = {name: value for name, value in card.fields.items() if name not in gone}
    faulty = Card(card.name, card.names, fields, card.place, gone)
    return [replace(e, card=faulty) if e.card is card else e for e in entries]


@every_subject
@pytest.mark.parametrize("how", ["unknown", "faulty"])
def test_a_hidden_card_makes_no_false_accusation(subject: Subject, how: str) -> None:
    rules = rules_of(subject)
    if how == "faulty" and rules.columns:
        return  # a list knows the cards of the pool alone
    # An unknown card counts as a copy of its own name alone, though it may share the limit of another.
    copies = {r.id for r in rules.ruleset.rules if r.kind == "copies"} if how == "unknown" else set()
    for rng, entries in trials(subject, f"hide {how}", 40):
        known = {p.rule for p in rules.judged(entries).problems}
        card = rng.choice([e.card for e in entries if e.card])
        judged = rules.judged(hidden(entries, card, how))
        accused = {p.rule for p in judged.problems}
        assert accused <= known
        assert known - copies <= accused | set(judged.undecided)


@every_subject
def test_headroom_is_the_largest_harmless_number(subject: Subject) -> None:
    rules = rules_of(subject)
    for rng, entries in trials(subject, "room", 8):
        added = rng.choice(entries)
        before = final_errors(rules.judged(entries).problems)

        brute = 0
        for copies in range(1, MOST + 1):
            after = rules.judged([*entries, replace(added, count=copies)]).problems
            brute = copies if no_worse(before, final_errors(after)) else brute
        assert room(rules, entries, added) == brute


@every_subject
def test_the_fix_mends_its_problem(subject: Subject) -> None:
    rules = rules_of(subject)
    by_id = {rule.id: rule for rule in rules.ruleset.rules}
    pool = list(table_of(subject[0]).pool)
    for rng, entries in trials(subject, "fix", 8):
        cards = [*(e.card for e in entries), *rng.sample(pool, min(40, len(pool)))]
        for problem in report_of(rules, entries).problems:
            if problem.fix is not None:
                rule = by_id[problem.rule]
                named = [card for card in pool if card.name in problem.fix.cards]
                ways = FIXES[problem.fix.action](problem, rule.sections, entries, [*cards, *named])
                left = [rules.judged(changed).problems for changed in ways]
                assert any(same(problem) not in map(same, problems) for problems in left), (problem, entries)


@every_subject
def test_a_draft_is_blamed_for_what_is_final_alone(subject: Subject) -> None:
    rules = rules_of(subject)
    for _, entries in trials(subject, "draft", 4):
        deck = Deck("deck", rules.game.id, rules.ruleset.format, None, tuple(entries))
        whole, draft = rules.check(deck), rules.check(deck, draft=True)
        blamed = {p.rule for p in whole.problems if p.severity is Severity.ERROR and p.final}
        assert {p.rule for p in draft.problems if p.severity is Severity.ERROR} == blamed
        assert [p.rule for p in draft.problems] == [p.rule for p in whole.problems]
        assert draft.complete is whole.complete
        assert [(h.section, h.more) for h in draft.headroom] == [
            (e.section, room(rules, entries, e)) for e in {(e.section, e.card): e for e in entries}.values()
        ]


def same(problem: Problem) -> tuple[object, ...]:
    key = problem.facts.get("key")
    single = (problem.place, problem.cards) if problem.facts.get("per") is None and problem.limit == 0 else ()
    return problem.rule, str(key), single


def _taken_out(problem: Problem, sections: Sequence[str], entries: list[Entry], _: object) -> Iterable[list[Entry]]:
    assert problem.fix
    if problem.limit == 0 and len(problem.cards) == 1:  # a card at fault: its own line
        yield [e for e in entries if e.place != problem.place]
    changed = applied(problem.fix, entries, sections)
    assert sum(e.count for e in entries) - sum(e.count for e in changed) == problem.fix.count
    yield changed


def _added(problem: Problem, sections: Sequence[str], entries: list[Entry], cards: list[Card]) -> Iterable[list[Entry]]:
    fix = problem.fix
    assert fix
    names = fix.cards or [card.name for card in cards]
    by_name = {card.name: card for card in cards}
    if "each" in fix.facts:  # all of them together: the partners of one card
        assert fix.facts["each"] == (1,) * len(names)
        section = str(fix.section)
        yield [*entries, *(Entry(1, name, section, by_name[name], Place("deck", 99, 1)) for name in names)]
        return
    for section in (fix.section,) if fix.section else sections:
        for name in names:
            yield [*entries, Entry(fix.count, name, section, by_name[name], Place("deck", 99, 1))]


def _moved(problem: Problem, _: object, entries: list[Entry], __: object) -> Iterable[list[Entry]]:
    assert problem.fix
    to = str(problem.fix.facts["to"])
    assert any(e.place == problem.place and e.shown in problem.cards for e in entries)
    yield [replace(e, section=to) if e.place == problem.place else e for e in entries]


FIXES: dict[str, Callable[..., Iterable[list[Entry]]]] = {
    "remove": _taken_out,
    "drop": _taken_out,
    "add": _added,
    "move": _moved,
}
