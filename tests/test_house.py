"""The house: no game in the code, imports one way, no unfinished parts."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "deckcheck"
MODULES = sorted(PACKAGE.rglob("*.py"))
NAMES = re.compile(r"venture|tr[eé]sors|clash.of.decks|yu-?gi-?oh|konami", re.IGNORECASE)

# A part of the package → the parts that it may not lean on.
NEVER = {
    "report.py": ("rules", "wording", "reports", "commands", "run", "engine", "build"),
    "rules": ("build", "engine", "goldfish", "odds", "commands", "run", "reports", "wording", "printing"),
    "expr": ("rules", "engine", "build", "commands", "run", "games", "wording"),
    "engine": ("build", "commands", "run", "reports", "wording", "printing", "goldfish", "odds"),
    "wording": ("commands", "run", "build", "engine"),
    "formats": ("rules", "engine", "build", "commands", "run"),
}


def imported(path: Path) -> set[str]:
    """The modules of the package that a file imports, without those for type checkers alone."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            node.body.clear()
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("deckcheck."):
            found.add(str(node.module))
    return found


def test_no_game_is_named_in_the_code() -> None:
    """Nothing in the package knows a game; the front door's example may say one."""
    for path in MODULES:
        text = path.read_text(encoding="utf-8")
        if path == PACKAGE / "__init__.py":
            text = text.replace(ast.get_docstring(ast.parse(text), clean=False) or "", "")
        assert not NAMES.search(text), path


@pytest.mark.parametrize("part", NEVER)
def test_imports_go_one_way(part: str) -> None:
    files = [PACKAGE / part] if part.endswith(".py") else sorted((PACKAGE / part).rglob("*.py"))
    wrong = {
        (path.name, module)
        for path in files
        for module in imported(path)
        if any(module.split(".")[1] == never for never in NEVER[part])
    }
    assert wrong == set()


def test_nothing_is_left_unfinished() -> None:
    marks = re.compile(r"\b(TODO|FIXME|XXX|NotImplementedError)\b|pytest\.skip|xfail\(")
    files = [*MODULES, *(path for path in (ROOT / "tests").rglob("*.py") if path.name != "test_house.py")]
    assert [path for path in files if marks.search(path.read_text(encoding="utf-8"))] == []


def test_every_module_says_what_it_is_for() -> None:
    without = [path for path in MODULES if not ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))]
    assert without == []
