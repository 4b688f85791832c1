"""How a value moves as cards are added, and how small and large a number can get; a function for each kind of word."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from deckcheck.expr.values import ANY_NUMBER, Expr, Range, Trend

# -- trends: from the parts of an expression to its own ------------------------------------------------


def rising(*parts: Expr) -> Trend:
    """It moves with each of its parts."""
    trend = Trend.CONSTANT
    for part in parts:
        trend = trend.join(part.trend)
    return trend


def falling(part: Expr) -> Trend:
    return part.trend.flip()


def against(left: Expr, right: Expr) -> Trend:
    """With the left, against the right: a difference."""
    return left.trend.join(right.trend.flip())


def unsigned(part: Expr) -> Trend:
    """With a number that is not below 0, against one that is not above."""
    low, high = part.range
    return part.trend if low >= 0 else part.trend.flip() if high <= 0 else steady(part)


def scaled(left: Expr, right: Expr) -> Trend:
    """A product keeps a direction only beside a number that is written out, so not below 0."""
    return right.trend if left.op == "number" else divided(left, right)


def divided(left: Expr, right: Expr) -> Trend:
    return left.trend if right.op == "number" else steady(left, right)


def steady(*parts: Expr) -> Trend:
    """Nothing is known of it but that it stands where all its parts do."""
    return Trend.CONSTANT if rising(*parts) is Trend.CONSTANT else Trend.MIXED


def above(left: Expr, right: Expr) -> Trend:
    """`left > right`; of nothing there is no largest, so that the test is false until the first card comes."""
    trend = against(left, right)
    return Trend.MIXED if trend is Trend.DOWN and (left.gone or right.gone) else trend


def below(left: Expr, right: Expr) -> Trend:
    return above(right, left)


def among(left: Expr, right: Expr) -> Trend:
    """`left in right`: of one value, that of the set."""
    return right.trend if left.trend is Trend.CONSTANT else Trend.MIXED


def stand_in(first: Expr, second: Expr) -> Trend:
    """`first else second`: the stand-in goes as soon as the deck has a value.

    A rising value goes on rising from a stand-in that is not above the least that it can be.
    """
    trend = rising(first, second)
    keeps = (
        first.trend is Trend.CONSTANT
        or (trend is Trend.UP and second.range[1] <= first.range[0])
        or (trend is Trend.DOWN and second.range[0] >= first.range[1])
    )
    return trend if keeps else Trend.MIXED


def more(*parts: Expr) -> Trend:
    """What is counted, added up or the largest of more and more cards."""
    return Trend.UP.join(rising(*parts))


def added_up(what: Expr, *test: Expr) -> Trend:
    return Trend.MIXED if what.negative else more(what, *test)


def least(what: Expr, *test: Expr) -> Trend:
    """The smallest falls as more cards pass the test."""
    return Trend.DOWN.join(what.trend).join(rising(*test).flip())


def by_row(by: Expr, *limits: Expr) -> Trend:
    return rising(*limits) if by.trend is Trend.CONSTANT else Trend.MIXED


# -- ranges: from those of the parts; `cards` is the most that the deck can hold -----------------------


def numbered(parts: Sequence[Range], cards: float) -> Range:
    """A number of cards."""
    return 0, cards


def summed(parts: Sequence[Range], cards: float) -> Range:
    low, high = parts[0]
    return min(0, _times(low, cards)), max(0, _times(high, cards))


def of_one(parts: Sequence[Range], cards: float) -> Range:
    """The value of one of the cards."""
    return parts[0]


def plus(parts: Sequence[Range], cards: float) -> Range:
    (a, b), (c, d) = parts
    return a + c, b + d


def minus(parts: Sequence[Range], cards: float) -> Range:
    (a, b), (c, d) = parts
    return a - d, b - c


def times(parts: Sequence[Range], cards: float) -> Range:
    corners = [_times(a, b) for a in parts[0] for b in parts[1]]
    return min(corners), max(corners)


def quotient(parts: Sequence[Range], cards: float) -> Range:
    """Nothing is further from 0 than what is divided; it is not below 0 where neither number is."""
    (low, high), (by, _) = parts
    most = max(abs(low), abs(high))
    return (0 if low >= 0 and by >= 0 else -most), most


def remainder(parts: Sequence[Range], cards: float) -> Range:
    """It lies between 0 and the divisor, whose sign it has."""
    low, high = parts[1]
    return min(0, low + 1), max(0, high - 1)


def smaller(parts: Sequence[Range], cards: float) -> Range:
    return min(low for low, _ in parts), min(high for _, high in parts)


def larger(parts: Sequence[Range], cards: float) -> Range:
    return max(low for low, _ in parts), max(high for _, high in parts)


def either(parts: Sequence[Range], cards: float) -> Range:
    return min(low for low, _ in parts), max(high for _, high in parts)


def rows(parts: Sequence[Range], cards: float) -> Range:
    """Of a table, without the value that chooses its row."""
    return either(parts[1:], cards) if parts[1:] else ANY_NUMBER


def negated(parts: Sequence[Range], cards: float) -> Range:
    ((low, high),) = parts
    return -high, -low


def distance(parts: Sequence[Range], cards: float) -> Range:
    """How far from 0."""
    ((low, high),) = parts
    return max(0, low, -high), max(abs(low), abs(high))


def _times(a: float, b: float) -> float:
    return 0 if 0 in (a, b) else a * b


Trending = Callable[..., Trend]
Ranging = Callable[[Sequence[Range], float], Range]
