"""Cases that other deck checkers got wrong, checked as a player would: a table of cards, a plain list."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml
from kit import DAY, head, told, written
from test_decks import expected, found

from deckcheck.find import Found
from deckcheck.report import Report
from deckcheck.session import Loaded, Session, Settings

CASES = Path(__file__).parent / "cases" / "faults.yaml"


def cases() -> list[dict[str, Any]]:
    with CASES.open(encoding="utf-8") as file:
        return list(yaml.load_all(file, yaml.CBaseLoader))


def session(case: dict[str, Any], folder: Path) -> Session:
    """The session of `check -g GAME --cards cards.csv`, with `--schemas` where the game does not ship."""
    cards = written(folder, "cards.csv", case["cards"])
    if "lists" in case:  # those of a folder of cards stand in place of the game's
        (folder / "lists").mkdir()
        for number, text in enumerate(case["lists"]):
            written(folder / "lists", f"{number}.yaml", text)
    schemas = (written(folder.parent, f"{folder.name}.yaml", head(case["schema"], "case")),) if "schema" in case else ()
    game = case.get("game", "case")
    return Session(Settings(DAY, game, case.get("format"), (str(folder) if "lists" in case else cards,), schemas))


@pytest.mark.parametrize("case", cases(), ids=lambda case: case["case"])
def test_case(case: dict[str, Any], tmp_path: Path) -> None:
    checking = session(case, tmp_path)
    beside = set(case.get("ignore", ()))
    says: list[str] = []
    for text in case["decks"]:
        data = re.sub(r" # [!?] .*", "", text).encode()
        loaded = checking.load(Found("deck.txt", data))
        assert isinstance(loaded, Loaded)
        report: Report = loaded.checker.check(loaded.deck)
        assert {finding for finding in found(report) if finding[1] not in beside} == expected(text)
        if not beside:
            assert report.legal is (not expected(text))
        says += [told(p) for p in report.problems if p.bound and p.rule not in beside]
    if "says" in case:
        assert sorted(says) == sorted(case["says"])
    if "cards_read" in case:
        assert [entry.card.name for entry in loaded.deck.entries if entry.card] == case["cards_read"]
    if "reads" in case:
        sizes = Counter[str]()
        for entry in loaded.deck.entries:
            sizes[entry.section] += entry.count
        assert {section: sizes[section] for section in case["reads"]} == {k: int(v) for k, v in case["reads"].items()}
