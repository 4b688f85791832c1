"""Answers about opening hands, as text and as JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from math import floor, log10

from deckcheck.chance.policy import Policy
from deckcheck.expr.values import Result
from deckcheck.files.json_text import json_text
from deckcheck.odds.answer import Answer
from deckcheck.odds.ask import OddsTold, VaryRow
from deckcheck.reports.table import table
from deckcheck.wording import SafeText, note_text, say

LONGEST_FRACTION = 40  # characters; a longer one tells a reader nothing


def write_text(told: OddsTold) -> str:
    """The chance first, then what exactly was asked, then what it rests on."""
    answer = told.answer
    lines = [say("odds.asked", query=SafeText(answer.question.text)), f"  {_headline(answer)}"]
    lines += [f"  {line}" for line in _asked(told)]
    if not answer.is_test:
        lines += ["", *table(_spread(answer))]
    if told.card is not None:
        lines += ["", say("odds.vary", card=told.card), *table(_varied(answer, told.rows)), say("odds.vary-how")]
    lines += [f"  {say('report.note', note=note)}" for note in _notes(told)]
    return "\n".join(lines) + "\n"


def _headline(answer: Answer) -> str:
    if not answer.is_test:
        bounds = (
            {} if answer.interval is None else dict(zip(("low", "high"), map(_decimals, answer.interval), strict=True))
        )
        return say("odds.mean", mean=_decimals(answer.value), **bounds)
    if answer.interval is not None:
        low, high = map(percent, answer.interval)
        return say("odds.sampled", percent=percent(answer.value), low=low, high=high)
    chance = answer.probability or Fraction(0)
    fraction = str(chance) if chance.denominator > 1 else ""
    shown = fraction if len(fraction) <= LONGEST_FRACTION else None
    return say("odds.chance", percent=percent(chance), fraction=shown, about=_about(chance))


def _about(chance: Fraction) -> str:
    """The chance as one would tell it at the table."""
    if chance in (0, 1):
        return say("odds.always" if chance else "odds.never")
    if chance > Fraction(9, 10):
        return say("odds.fails", number=_once_in(1 / (1 - chance)))
    if chance > Fraction(1, 2):
        near = chance.limit_denominator(10)
        return say("odds.some-in", some=near.numerator, number=near.denominator)
    return say("odds.one-in", number=_once_in(1 / chance))


def _once_in(number: Fraction) -> str:
    """Two or three figures are enough to picture it."""
    return f"{float(number):.1f}" if number < 10 else f"{int(float(f'{float(number):.3g}')):,}"


def percent(chance: Fraction | float) -> str:
    """A chance in percent; what is possible but not certain never shows as 0 or 100 %."""
    value = 100 * float(chance)
    if not value or value >= 0.01:
        text = f"{value:.2f}"
    else:
        text = f"{value:.{min(-floor(log10(value)), 300)}f}" if value > 1e-9 else f"{value:.0e}"
    if text == "100.00" and chance < 1:
        text = ">99.99"
    return f"{text} %"


def _decimals(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")


def _asked(told: OddsTold) -> list[str]:
    """Where was looked, after which mulligan, and what a card that fits twice counts."""
    answer = told.answer
    where = "odds.where-turn" if told.turn else "odds.where"
    drawn = answer.seen - answer.hand
    found: list[str] = [
        say(where, hand=answer.hand, deck=answer.deck, seen=answer.seen, drawn=drawn, turn=told.turn, seat=told.seat),
        *_mulligan(answer),
    ]
    if answer.question.apart:
        found.append(say("odds.apart"))
    elif answer.shared:
        other = percent(answer.apart) if answer.apart is not None else None
        found.append(say("odds.shared", cards=answer.shared, other=other))
    return found


def _mulligan(answer: Answer) -> list[SafeText]:
    policy = answer.question.policy
    if policy is None:
        return [say("odds.no-mulligan")]
    kept = [say("odds.kept", keep=SafeText(policy.keep.text))] if policy.keep else []
    return [say("odds.mulligan"), *kept, *(say("odds.tossed", rule=rule) for rule in _rules(policy))]


def _rules(policy: Policy) -> tuple[SafeText, ...]:
    """The rules of a mulligan as they are written."""
    return tuple(
        say("odds.rule", **{part: text and SafeText(text) for part, text in rule.texts.items()})
        for rule in policy.rules
    )


def _notes(told: OddsTold) -> list[str]:
    question = told.answer.question
    notes: list[str] = [note_text(note) for note in (*told.answer.notes, *told.notes)]
    if not told.answer.exact:
        notes.insert(0, say("odds.simulated", games=question.games, seed=question.seed))
    return notes


def _spread(answer: Answer) -> list[list[str]]:
    rows: list[list[str]] = [[say("odds.column-value"), say("odds.column-chance"), say("odds.column-least")]]
    left: Fraction | float = Fraction(1) if answer.exact else 1.0
    for value, chance in _numbers(answer):
        rows.append([str(value) if value is not None else "-", percent(chance), percent(left)])
        left = left - chance
    return rows


def _numbers(answer: Answer) -> list[tuple[int | None, Fraction | float]]:
    """The numbers a query can give, least first (None: there is none), with their chances."""
    total = sum(answer.shares.values())
    found: Mapping[Result, Fraction | float] = answer.chances
    if not answer.exact:
        found = {value: games / total for value, games in answer.shares.items()}
    numbers = {value if isinstance(value, int) else None: chance for value, chance in found.items()}
    return sorted(numbers.items(), key=lambda item: (item[0] is not None, item[0] or 0))


def _varied(answer: Answer, rows: Iterable[VaryRow]) -> list[list[str]]:
    chance = "odds.column-chance" if answer.is_test else "odds.column-mean"
    found: list[list[str]] = [[say("odds.column-copies"), say(chance), say("odds.column-change"), ""]]
    before: float | None = None
    for row in rows:
        if row.answer is None:
            found.append([str(row.copies), "-", "-", say("odds.vary-none")])
            continue
        value, exact, change = row.answer.value, row.answer.probability, ""
        if before is not None:
            change = f"{100 * (value - before):+.2f}" if answer.is_test else f"{value - before:+.3f}"
        shown = percent(value if exact is None else exact) if row.answer.is_test else _decimals(value)
        found.append([str(row.copies), shown, change, ""])
        before = value
    return found


def write_json(told: OddsTold) -> str:
    """The fields and their order are a contract; those of one's own come after."""
    answer = told.answer
    record: dict[str, object] = {
        "query": answer.question.text,
        **_chance(answer),
        "hand": answer.hand,
        "deck": answer.deck,
        "seen": answer.seen,
        "seat": told.seat,
        "turn": told.turn,
        "mulligan": _policy(answer.question.policy),
        "apart": answer.question.apart,
    }
    if not answer.exact:
        record |= {"games": answer.question.games, "seed": answer.question.seed}
    if answer.shared:
        other = None if answer.apart is None else {"probability": str(answer.apart), "value": _rounded(answer.apart)}
        record |= {"shared": list(answer.shared), "if_apart": other}
    if not answer.is_test:
        record["distribution"] = [
            {"number": value, "probability": str(chance) if answer.exact else None, "value": _rounded(chance)}
            for value, chance in _numbers(answer)
        ]
    if told.card is not None:
        record["vary"] = {
            "card": told.card,
            "rows": [{"copies": row.copies, **(_chance(row.answer) if row.answer else {})} for row in told.rows],
        }
    record |= {"notes": _notes(told), "version": 1}
    return json_text(record)


def _policy(policy: Policy | None) -> dict[str, object] | None:
    if policy is None:
        return None
    return {"keep": policy.keep.text if policy.keep else None, "toss": list(_rules(policy))}


def _chance(answer: Answer) -> dict[str, object]:
    chance = answer.probability
    found: dict[str, object] = {
        "exact": answer.exact,
        "probability": None if chance is None else str(chance),
        "value": _rounded(answer.value),
    }
    if answer.interval is not None:
        found["interval"] = [_rounded(bound) for bound in answer.interval]
    return found


def _rounded(value: Fraction | float) -> float:
    return round(float(value), 6)


FORMS: dict[str, Callable[[OddsTold], str]] = {"text": write_text, "json": write_json}
