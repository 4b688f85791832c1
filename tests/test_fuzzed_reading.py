"""Readers of schemas, cards and lists against files that were mangled at random: a message, never an exception."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from deckcheck.cards.files import load_pool
from deckcheck.cards.pool import Pool
from deckcheck.engine.read import play_problems
from deckcheck.files.source import Source, decode
from deckcheck.games.file import load_game
from deckcheck.games.lint import lint
from deckcheck.lists.dated import column
from deckcheck.lists.files import load_list
from deckcheck.printing.sheet_plan import read_plan
from deckcheck.report import DeckcheckError, Problem
from deckcheck.views.book import book_problems
from deckcheck.wording import error_text, fix_line, message, place_text

HERE = Path(__file__).parent
ROOT = HERE.parent
GAMES = {name: load_game(str(ROOT / "schemas" / f"{name}.yaml")) for name in ("venture", "yugioh")}
SCHEMAS = tuple((HERE / "games" / name).read_text("utf-8") for name in ("fifth.yaml", "sound.yaml"))
VALUES = (
    "", "~", "null", "true", "no", "0", "-1", "1e400", "99999999999999999999", "main", "all", "off", "none", "name",
    "kind", "é", "a: b", "'", "cost <= 3", "count(", "2020-13-01", "*a", "&a b", "!t", "<<", "{found}", "{", "#",
    "\u202e", [], {}, [""], {"of": "x"}, [[]], {"": []},
)  # fmt: skip

CARDS = """
game: venture
set: S
demo: true
cards:
- {name: A, number: JD-1, kind: monstre, cost: 0, rarity: commune, atk: 0, def: 1, keywords: [X], names: {en: Q}}
- {name: A, kind: sort, cost: 3}
"""
TABLE = 'name;kind;cost;number;keywords;name_fr\nA;monstre;1;JD-1;a, b;C\n"A";sort;x;;;\n'
LIST = """
list: l
slot: limitation
checked: "2020-01-01"
versions:
- {from: "2020-01-01", until: "2020-03-01", entries: {forbidden: [A, B], limited: [{of: atk > 3}, C]}}
- {from: "2021-01-01", changes: {removed: [A], limited: [D]}}
"""
CONF = "#c\n!x\n$whitelist\n1 2 -- a\n2 -1\n3 3\n!y\n12 0\n"


def spots(tree: Any) -> Iterator[tuple[Any, Any]]:
    """Every place of a tree: what holds it, and under which key."""
    for key in list(tree) if isinstance(tree, dict) else range(len(tree)) if isinstance(tree, list) else ():
        yield tree, key
        yield from spots(tree[key])


def mangled(tree: Any, luck: Random) -> str:
    """A tree with some of its nodes left out, exchanged, doubled, renamed, wrapped or replaced."""
    tree = copy.deepcopy(tree)
    for _ in range(luck.choice((1, 1, 1, 2, 5))):
        places = list(spots(tree))
        if not places:
            break
        (holder, key), (other, there) = luck.choice(places), luck.choice(places)
        value, change = holder[key], luck.randrange(6)
        if change == 0:
            del holder[key]
        elif change == 1:
            holder[key] = luck.choice(VALUES)
        elif change == 2:
            holder[key] = copy.deepcopy(other[there])
        elif change == 3:
            holder[key] = luck.choice(([value], {"of": value}))
        elif isinstance(holder, dict):
            holder[luck.choice((f"{key}x", "name", "", "of"))] = (
                copy.deepcopy(value) if change == 4 else holder.pop(key)
            )
        else:
            holder.insert(key, copy.deepcopy(value))
    return yaml.dump(tree, allow_unicode=True, sort_keys=False)


def salvage(text: str, luck: Random) -> bytes:
    """A text with pieces cut out, moved or put in."""
    data = text.encode()
    for _ in range(luck.choice((1, 1, 2, 5))):
        at = luck.randrange(len(data) + 1)
        piece = luck.choice((b"", luck.randbytes(3), str(luck.choice(VALUES)).encode(), data[at // 2 : at // 2 + 40]))
        data = data[:at] + piece + data[at + luck.choice((0, 0, 1, 20, len(data))) :]
    return data


def told(problems: Sequence[Problem]) -> None:
    for problem in problems:
        assert message(problem)
        fix_line(problem.fix)
        place_text(problem.place, "x")


def read_schema(data: bytes, file: Path) -> None:
    file.write_bytes(data)
    game = load_game(str(file))
    told((*game.warnings, *play_problems(game), *book_problems(game), *lint(game, Pool(()), {}, "2026-01-01")))
    read_plan(game)


def read_cards(data: bytes, file: Path) -> None:
    file.write_bytes(data)
    pool = load_pool([file], GAMES["venture"])
    told((*pool.problems, *(fault for card in pool for fault in card.faults)))
    assert all(pool.find(card.name) for card in pool)


def read_list(data: bytes, file: Path) -> None:
    game = GAMES["yugioh"]
    text, problems = decode(data, str(file))
    dated = load_list(str(file), game.scope, Source(str(file), text, problems))
    for version in dated.versions:
        for slot in game.slots.values():
            told(column(slot, dated, version, game, Pool(()))[1])


Read = Callable[[bytes, Path], None]
READERS: dict[str, tuple[Read, str, tuple[str, ...]]] = {
    "schema": (read_schema, "s.yaml", SCHEMAS),
    "cards": (read_cards, "c.yaml", (CARDS,)),
    "table": (read_cards, "c.csv", (TABLE,)),
    "list": (read_list, "l.yaml", (LIST,)),
    "conf": (read_list, "l.conf", (CONF,)),
}


@pytest.mark.parametrize("form", READERS)
def test_a_mangled_file_is_a_message(form: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    reader, name, texts = READERS[form]
    file = tmp_path_factory.mktemp("fuzzed") / name
    trees = [yaml.load(text, yaml.BaseLoader) for text in texts] if name.endswith(".yaml") else []

    @settings(max_examples=150, deadline=None, derandomize=True)
    @given(st.randoms(use_true_random=False), st.booleans())
    def run(luck: Random, by_nodes: bool) -> None:
        data = mangled(luck.choice(trees), luck).encode() if trees and by_nodes else salvage(luck.choice(texts), luck)
        try:
            reader(data, file)
        except DeckcheckError as error:
            told(error.problems)
            assert error_text(error)

    run()
