"""How far a simulated figure may be from the truth: intervals at 95 %, the only ones there are.

A share (a chance, how often a card was seen) has Wilson's interval: it holds as often as it says near 0 and
1 too, where the plain one has no width. The mean of a number has the one of the normal distribution.
"""

from __future__ import annotations

from math import sqrt

_Z = 1.959963984540054  # 95 % of a normal distribution lie within so many standard deviations


def share_interval(hits: float, games: int) -> tuple[float, float]:
    """The bounds of a share, of which `hits` out of `games` were met."""
    share, z2 = hits / games, _Z * _Z
    middle = (share + z2 / (2 * games)) / (1 + z2 / games)
    half = _Z * sqrt(share * (1 - share) / games + z2 / (4 * games * games)) / (1 + z2 / games)
    return middle - half if hits else 0.0, middle + half if hits < games else 1.0


def share_half(hits: float, games: int) -> float:
    """So far either way of the share: its interval lies within."""
    low, high = share_interval(hits, games)
    return max(hits / games - low, high - hits / games)


def mean_half(total: float, squares: float, games: int) -> float:
    """So far either way of the mean of a number, given the sums of its values and of their squares."""
    if games < 2:
        return 0.0
    variance = max(0.0, (squares - total * total / games) / (games - 1))
    return _Z * sqrt(variance / games)
