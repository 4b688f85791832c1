"""What a play costs and what it gives, as records; `prices` and `effects` make moves of them."""

from __future__ import annotations

from deckcheck.expr import Expr
from deckcheck.record import dataclass


@dataclass(frozen=True, slots=True)
class Gain:
    """A card that is played or used adds `amount` (of the card) to a pool once the step is over."""

    pool: str
    amount: Expr


@dataclass(frozen=True, slots=True)
class Search:
    """A card whose text field `by` holds a test fetches one card that passes it, the first by `order`."""

    by: str
    order: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class Pay:
    """Costs `amount` (of the card) of a pool. A card that lacks the field is never played."""

    pool: str
    amount: Expr


@dataclass(frozen=True, slots=True)
class Host:
    """Needs a card of a zone that hosted nothing yet this turn and whose `by` is at least this card's.

    The least sufficient one hosts; what costs 0 needs none. A card that lacks the field is never played.
    """

    zone: str
    by: Expr


@dataclass(frozen=True, slots=True)
class Tribute:
    """Takes `count` (of the card) cards of a zone away, least `by` first, each below the card's own.

    A card that gives tributes needs no room in that zone.
    """

    zone: str
    count: Expr
    by: Expr


@dataclass(frozen=True, slots=True)
class Room:
    """At most `most` (of the table) cards in these zones together.

    Not `holds`: the card needs a free place only while it resolves, so that all copies are played or none.
    """

    zones: tuple[str, ...]
    most: Expr
    holds: bool = True


@dataclass(frozen=True, slots=True)
class Alike:
    """At most `most` copies of one card in these zones together."""

    zones: tuple[str, ...]
    most: Expr


@dataclass(frozen=True, slots=True)
class Needs:
    """Every card named in the field `by` lies in one of these zones."""

    zones: tuple[str, ...]
    by: str


@dataclass(frozen=True, slots=True)
class Attach:
    """It is borne by a card of a zone: the one with the highest `by`, and leaves with it.

    `one`: a card bears one of them at most.
    `then`: the zone it goes to when its host leaves; None: it is gone.
    """

    zone: str
    by: Expr
    one: bool = False
    then: str | None = None


Price = Pay | Host | Tribute | Room | Alike | Needs | Attach
