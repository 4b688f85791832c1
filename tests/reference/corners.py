"""Decks made to hurt: the worst leader, a hand that overflows, five traps, an empty pile, one card, far too many."""

from __future__ import annotations

from collections.abc import Mapping

from deckcheck.cards.pool import Card, Value
from reference.trials import Trial, card, entry


def monster(name: str, level: int, atk: int, **fields: Value | None) -> Card:
    return card(name, kind="monster", frame="effect", level=level, atk=atk, **fields)


def corners() -> Mapping[str, Trial]:
    """Decks made to hurt, by what they are meant to show."""
    heroes = [
        card(f"Héros {n}", kind="personnage", atk=n % 4, lead=n, special=n % 3, side="attack", cooldown=n % 5)
        for n in range(7)
    ]
    lieu = card("Cave", kind="lieu", atk=1)
    weakest_leads = (entry(1, heroes[0], "leader"), entry(1, lieu), *(entry(3, hero) for hero in heroes))
    wanderers = [
        card(f"Rat {n:02}", kind="monstre", cost=n % 11, atk=n % 7, rarity="commune", draws=n % 3) for n in range(40)
    ]
    trap = card("Trappe", kind="piege", cost=0, rarity="commune")
    golem = card("Golem", kind="monstre", cost=3, atk=2, rarity="commune")
    baton = card("Bâton", kind="equipement", cost=0, atk=1, rarity="commune")
    leap = card("Saut", kind="creature", cost=1, attack=3)
    echo = card("Écho", kind="incantation", cost=1)
    pot = card("Pot", kind="spell", frame="spell", property="normal", draws=2)
    pit = card("Pit", kind="trap", frame="trap", draws=1)
    arena = card("Arena", kind="spell", frame="spell", property="field")
    king, ox, imp = monster("King", 8, 3000), monster("Ox", 6, 2100), monster("Imp", 4, 1200)
    alone = {"seat": 1, "bank": 10}
    return {
        "the worst leader": Trial("tresors-de-geek", weakest_leads, {"seat": 2, "draws": 2}, turns=12),
        "leader and terrain by option": Trial(
            "tresors-de-geek", weakest_leads[1:], {"leader": "Héros 3", "terrain": "Cave", "placements": 1}, turns=12
        ),
        "five traps": Trial("venture", (entry(5, trap), entry(35, golem)), {"seat": 2, "bank": 10}, turns=8),
        "five traps and places": Trial("yugioh", (entry(30, pit), entry(10, arena)), {"seat": 1}, turns=30),
        "five places, field spells among them": Trial(
            "yugioh", (entry(20, pit), entry(20, arena)), {"seat": 2}, format="2003", turns=20
        ),
        "a hand that overflows": Trial(
            "yugioh", (entry(30, king), entry(20, ox), entry(9, imp)), {"seat": 2}, turns=20
        ),
        "thirty turns, the pile long empty": Trial("venture", (entry(30, golem), entry(10, baton)), alone, turns=30),
        "forty different cards": Trial("venture", tuple(entry(1, one) for one in wanderers), alone, turns=8),
        "one card": Trial("venture", (entry(1, golem),), alone, turns=4),
        "a hand of incantations": Trial("clash-of-decks", (entry(7, echo), entry(1, leap)), {"seat": 1}, turns=10),
        "two thousand cards": Trial(
            "yugioh",
            (entry(600, pot), entry(600, imp), entry(500, ox), entry(300, king)),
            {"seat": 1},
            "2003",
            turns=12,
            games=10,
        ),
        "sixty thousand cards": Trial(
            "yugioh", (entry(40000, pot), entry(20000, imp)), {"seat": 2}, "2003", turns=4, games=2
        ),
        "damage beyond sixteen bits": Trial("yugioh", (entry(40, monster("Titan", 4, 70000)),), {"seat": 1}, turns=30),
    }
