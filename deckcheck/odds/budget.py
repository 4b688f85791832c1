"""How much may be counted for one answer: counting is left where it would take too long, or too much memory."""

from __future__ import annotations

MOST_BITS = 400_000_000  # of the polynomials that are held at a time: 50 MB
MOST_WORK = 20_000_000_000  # of products, by and by: some twenty seconds
_DIGIT = 30  # bits of a digit of a whole number in Python
_OVERHEAD = 300  # of any product


class TooManyError(Exception):
    """Counting exactly would take too long."""


class Budget:
    """What is left of the work for one answer."""

    def __init__(self) -> None:
        self.left = MOST_WORK

    def holds(self, polynomials: int, bits: int) -> None:
        """So many polynomials of so many bits are about to be there.

        :raises TooManyError: that is too much.
        """
        if polynomials * bits > MOST_BITS:
            raise TooManyError

    def spend(self, products: int, bits: int) -> None:
        """So many products of polynomials of so many bits are about to be made.

        :raises TooManyError: there is not enough left.
        """
        self.left -= products * (int((bits // _DIGIT + 1) ** 1.6) + _OVERHEAD)
        if self.left < 0:
            raise TooManyError
