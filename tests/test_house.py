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

LONGEST = 300  # lines of a module

# The parts of the package: each leans on those before it alone; two between the same bars may lean on one another.
ORDER = """
    record | report | spelling | files | cards | decks | expr | formats | rules | lists | compiled games | wording |
    chance | engine | goldfish | odds | editing | build | printing | update | views | reports | sessions |
    commands | cli | start
"""
RANKS = {part: rank for rank, parts in enumerate(ORDER.split("|")) for part in parts.split()}


def imported(path: Path) -> set[str]:
    """The modules of the package that a file imports anywhere: in a function and for its types too."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "deckcheck":
            for name in node.names:
                module = f"{node.module}.{name.name}"
                found.add(module if module in NAMED else node.module)
    return found - {"deckcheck"}  # its version


def named(path: Path) -> str:
    """The module's name."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


NAMED = {named(path): path for path in MODULES}


def circles() -> set[frozenset[str]]:
    """The modules that lean on one another, straight or by way of others."""
    leans = {name: imported(path) for name, path in NAMED.items()}
    reached = {name: set[str]() for name in leans}
    for name, found in reached.items():
        waiting = [name]
        while waiting:
            new = leans[waiting.pop()] - found
            found.update(new)
            waiting += new
    return {
        frozenset(other.removeprefix("deckcheck.") for other in reached[name] if name in reached[other])
        for name in leans
        if name in reached[name]
    }


def test_modules_do_not_lean_on_one_another() -> None:
    assert circles() == set()


def test_no_game_is_named_in_the_code() -> None:
    """Nothing in the package knows a game; the front door's example may say one."""
    for path in MODULES:
        text = path.read_text(encoding="utf-8")
        if path == PACKAGE / "__init__.py":
            text = text.replace(ast.get_docstring(ast.parse(text), clean=False) or "", "")
        assert not NAMES.search(text), path


def part_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def test_every_part_has_its_place() -> None:
    assert {part_of(path) for path in MODULES} - {"__init__", "__main__"} == RANKS.keys()


@pytest.mark.parametrize("part", RANKS)
def test_imports_go_one_way(part: str) -> None:
    wrong = {
        (path.relative_to(PACKAGE).as_posix(), module)
        for path in MODULES
        if part_of(path) == part
        for module in imported(path)
        if RANKS[module.split(".")[1]] > RANKS[part]
    }
    assert wrong == set()


def test_no_module_is_too_long_to_read_at_a_sitting() -> None:
    long = {path.name for path in MODULES if len(path.read_text(encoding="utf-8").splitlines()) > LONGEST}
    assert long == set()


def test_nothing_is_left_unfinished() -> None:
    marks = re.compile(r"\b(TODO|FIXME|XXX|NotImplementedError)\b|pytest\.skip|xfail\(")
    files = [*MODULES, *(path for path in (ROOT / "tests").rglob("*.py") if path.name != "test_house.py")]
    assert [path for path in files if marks.search(path.read_text(encoding="utf-8"))] == []


def test_every_module_says_what_it_is_for() -> None:
    without = [path for path in MODULES if not ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))]
    assert without == []


def users(word: str) -> set[str]:
    """The modules whose text holds a word."""
    return {str(path.relative_to(PACKAGE)) for path in MODULES if word in path.read_text(encoding="utf-8")}


def test_documents_are_written_in_one_place() -> None:
    """JSON of compiled files and of a value in a message is no document."""
    assert users("json.dumps(") == {"files/json_text.py", "compiled/blocks.py", "cards/faults.py"}
    assert users("tabulate(") == {"reports/table.py"}
    assert users("def escaped(") == {"wording/markdown.py"}


SHELL = {"completing", "shells"}  # what a shell is told is no document


def test_commands_are_options_a_call_and_output() -> None:
    """Typer is for what a line gets wrong; what is written is made below the commands."""
    assert users("import typer") == {"commands/typed.py", "commands/completing.py"}
    rendering = re.compile(r"\bfinding_line\b|\bjson_text\b|\.join\(|\bshown\(|\bwhole\(")
    commands = [path for path in MODULES if part_of(path) == "commands" and path.stem not in SHELL]
    found = {(path.name, word) for path in commands for word in rendering.findall(code_of(path))}
    assert found == {("output.py", "finding_line"), ("convert.py", ".join("), ("options.py", ".join(")}


def code_of(path: Path) -> str:
    """The code of a module without its documentation."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef) and ast.get_docstring(node) is not None:
            node.body = node.body[1:] or [ast.Pass()]
    return ast.unparse(tree)
