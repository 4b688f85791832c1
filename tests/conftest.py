"""Options and fixtures of the tests. Compiled games are kept with the test runner's own cache, not the user's."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

os.environ["DECKCHECK_DATA"] = "off"  # what the user fetched is not tested
os.environ["DECKCHECK_CACHE"] = str(Path(__file__).parent.parent / ".pytest_cache" / "deckcheck")

GOLDEN = Path(__file__).parent / "golden"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="write the golden files anew instead of comparing")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compare a text with a file in tests/golden; `pytest --update` approves what comes out."""

    def compare(name: str, text: str) -> None:
        path = GOLDEN / name
        if request.config.getoption("--update"):
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        assert path.exists(), f"{path} is missing; look at the output and approve it with --update"
        assert text == path.read_text(encoding="utf-8")

    return compare
