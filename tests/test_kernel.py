"""Every kind of construction rule that games are known to have, each as a tiny game with its decks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from kit import DAY, deck_of, tiny, told

GAMES = Path(__file__).parent / "games" / "kinds.yaml"

# Kinds of rules that no single deck breaks (the deck after siding, the printing of a card), and those
# that need a search among choices or slots.
LATER = {"K12", "K45", "K47", "K65"}


def kinds() -> list[dict[str, Any]]:
    with GAMES.open(encoding="utf-8") as file:
        return list(yaml.load_all(file, yaml.CBaseLoader))


@pytest.mark.parametrize("kind", kinds(), ids=lambda kind: kind["kind"])
def test_kind(kind: dict[str, Any], tmp_path: Path) -> None:
    """Each deck has exactly the problems that it says: rule, found, bound, limit."""
    table = tiny(tmp_path, kind["schema"], kind["cards"], kind.get("lists", ()))
    assert [p for p in table.game.warnings if p.facts.get("what") != "section"] == []  # smaller than any game
    assert [p for card in table.pool for p in card.faults] == []
    legal = illegal = 0
    for name, deck in kind["decks"].items():
        found = table.checker(deck.get("format"), deck.get("as_of", DAY), deck.get("params"))
        assert found.problems == ()
        sections = {key: value for key, value in deck.items() if key in table.game.sections}
        report = found.check(deck_of(sections, table.game, table.pool))
        assert sorted(map(told, report.problems)) == sorted(deck.get("breaks", [])), name
        assert not report.undecided, name
        legal += report.legal
        illegal += not report.legal
    assert legal
    assert illegal


def test_every_kind_is_there() -> None:
    assert {kind["kind"].split()[0] for kind in kinds()} | LATER == {f"K{number}" for number in range(1, 72)}
