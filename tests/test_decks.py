"""Decks as data: what is wrong with a line stands on it as a comment, and nothing else may be found.

`# ! rule-id` is an error, `# ? rule-id` a warning or information; several ids after one another. What
stands at no line is said on the first.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from kit import DAY

from deckcheck.games.library import Library
from deckcheck.report import Report, Severity
from deckcheck.sessions.find import Found
from deckcheck.sessions.session import Session
from deckcheck.sessions.settings import Settings

DECKS = Path(__file__).parent / "decks"
LIBRARY = Library()
READY_MADE = [Path(path) for game_id in LIBRARY.game_ids() for path in LIBRARY.deck_paths(game_id)]
FILES = [path for path in sorted(DECKS.rglob("*")) if path.is_file()]
_EXPECTED = re.compile(r"# ([!?]) ([a-z0-9 -]+?)(?=\s*(?:# [!?]|$))")
Finding = tuple[int, str, str]


def expected(text: str) -> set[Finding]:
    """(line, rule, "!" or "?") of every comment."""
    return {
        (number, rule, mark)
        for number, line in enumerate(text.splitlines(), 1)
        for mark, rules in _EXPECTED.findall(line)
        for rule in rules.split()
    }


def found(report: Report) -> set[Finding]:
    marks = {Severity.ERROR: "!", Severity.WARNING: "?", Severity.INFO: "?"}
    return {(p.place.line or 1, p.rule, marks[p.severity]) for p in report.problems}


def checked(path: Path) -> tuple[Report, str]:
    """The report on a deck, and its text. Plain lists have no comments behind a name: they are cut off."""
    text = path.read_text(encoding="utf-8")
    game = next((g for g in LIBRARY.game_ids() if path.name.startswith(g) and path.suffix == ".txt"), None)
    form = next((f for f in LIBRARY.game(game).formats if f"-{f}-" in path.name), None) if game else None
    read = text if path.suffix == ".yaml" else re.sub(r" # [!?] .*", "", text)
    session = Session(Settings(DAY, game=game, format=form))
    session.library = LIBRARY  # the cards are read once
    return session.check(Found(str(path), read.encode())), text


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_deck(path: Path) -> None:
    report, text = checked(path)
    assert found(report) == expected(text)
    assert report.legal is not any(mark == "!" for _, _, mark in expected(text))


@pytest.mark.parametrize("path", READY_MADE, ids=lambda path: path.stem)
def test_ready_made_decks_are_legal(path: Path) -> None:
    report, _ = checked(path)
    assert report.legal
    assert report.complete
    assert report.problems == ()


def test_every_game_has_a_legal_and_an_illegal_deck() -> None:
    verdicts = {(report.game, report.legal) for report, _ in map(checked, FILES)}
    assert verdicts >= {(game_id, legal) for game_id in LIBRARY.game_ids() for legal in (True, False)}
