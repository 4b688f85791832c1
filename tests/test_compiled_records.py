"""A game out of a compiled file is the game that went in: its records are equal, its expressions say the same."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from random import Random

import pytest
from kit import DAY, head, shipped
from oracle import compare
from oracle.invent import deck, invent

from deckcheck.cards.pool import Pool
from deckcheck.compiled.blocks import MOST, _sum, pack, unpack
from deckcheck.compiled.codec import TABLE, Codec
from deckcheck.compiled.game import CompiledGame, compiled
from deckcheck.decks.deck import Entry
from deckcheck.expr import Expr
from deckcheck.games.choices import Choices, checker
from deckcheck.games.file import load_game
from deckcheck.games.library import Library
from deckcheck.lists.dated import DatedList, meant
from deckcheck.lists.files import load_lists
from deckcheck.record import replace
from deckcheck.report import NOWHERE, Place
from deckcheck.rules.game import Game
from deckcheck.rules.view import DeckView

GAMES = ("venture", "tresors-de-geek", "clash-of-decks", "yugioh")


def revived(game: Game, pool: Pool, lists: dict[str, DatedList]) -> CompiledGame:
    blocks = unpack("k", compiled("k", None, game, pool, lists))
    assert blocks is not None
    return CompiledGame(blocks, None)


def expressions(game: Game) -> Iterator[Expr]:
    """Every expression of a game, and all that it is made of."""
    rules = [rule for ruleset in (game.base, *game.rulesets.values()) for rule in ruleset.rules]
    whole: Iterable[Expr] = (
        *(expr for rule in rules for expr in rule.exprs),
        *game.scope.defines.values(),
        game.copy_key,
        *((game.token_test,) if game.token_test is not None else ()),
    )
    return (part for expr in whole for part in expr.walk())


def values(exprs: Sequence[Expr], entries: Sequence[Entry], view: DeckView) -> list[object]:
    """What each expression says of each entry, and whether it left a doubt; looked at alone and inside a count."""
    found: list[object] = []
    view.focus = entries
    for expr in exprs:
        for entry in entries:
            for it in (None, entry):
                view.it = it
                view.certain()
                try:
                    found.append((expr.run(entry, view), view.doubtful))
                except (TypeError, KeyError, IndexError) as error:  # out of its place, as a name of no card is
                    found.append(type(error))
    return found


@pytest.mark.parametrize("name", GAMES)
def test_a_shipped_game_comes_out_as_it_was_built(name: str) -> None:
    table, rng = shipped(name), Random(name)
    library = Library()
    game = load_game(str(library.schema_path(name)))
    lists = load_lists(library.list_paths(name), game.scope)
    cards = rng.sample(list(table.pool), min(60, len(table.pool)))
    pool = Pool(cards, identifiers=table.pool.identifiers, hints=table.pool.hints, sources=table.pool.sources)
    again = revived(game, pool, lists)
    assert again.game == game
    assert list(again.game.formats) == list(game.formats)
    assert [dated.title for dated in again.lists().values()] == [dated.title for dated in lists.values()]
    for before, after in zip(lists.values(), again.lists().values(), strict=True):
        assert replace(after, versions=()) == replace(before, versions=())
        for one, same in zip(before.versions, after.versions, strict=True):
            found = tuple(e if e.test else replace(e, meant=meant(e, one, pool, game)) for e in one.read())
            assert (replace(same, read=one.read), same.read()) == (one, found)
    entries = [
        Entry(rng.randint(1, 3), card.name, rng.choice(list(game.sections)), card) for card in rng.sample(cards, 8)
    ]
    for form in game.formats or (None,):
        view = checker(game, pool, lists, Choices(DAY, form)).view(entries)
        mine, theirs = ([e for rule in g.rulesets[form].rules for e in rule.exprs] for g in (game, again.game))
        assert values(mine, entries, view) == values(theirs, entries, view)


@pytest.mark.parametrize("seed", range(40))
def test_a_random_game_comes_out_as_it_was_built(seed: int) -> None:
    made = invent(seed)
    loaded = compare.load(made)
    game, pool = loaded.checker.game, loaded.checker.pool
    assert pool is not None
    again = revived(game, pool, {}).game
    assert again == game
    rng = Random(seed)
    before, after = list(expressions(game)), list(expressions(again))
    for _ in range(2):
        entries = loaded.entries(deck(made, rng))
        view = loaded.checker.view(entries)
        assert values(before, entries, view) == values(after, entries, view)


def test_an_expression_as_deep_as_may_be_comes_out(tmp_path: Path) -> None:
    chain = ", ".join(f"d{n}: d{n - 1} + 1" for n in range(1, 110))
    (tmp_path / "tiny.yaml").write_text(
        head(
            "card: {required: [name, cost], properties: {cost: {type: integer}}}\nsections: {main: {title: Main}}\n"
            f"define: {{d0: cost + 1, {chain}}}\nrules: {{r: {{copies: {{in: main, max: d109}}, assumed: a test}}}}\n"
        ),
        encoding="utf-8",
    )
    game = load_game(str(tmp_path / "tiny.yaml"))
    again = revived(game, Pool(), {}).game
    assert game.scope.defines["d109"].text == again.scope.defines["d109"].text == "d108 + 1"
    sizes = [sum(1 for _ in one.scope.defines["d109"].walk()) for one in (game, again)]
    assert sizes[0] == sizes[1] > 200


# -- the codec ---------------------------------------------------------------------------------------------


def test_what_is_written_comes_back_with_its_kinds() -> None:
    plain = {"a": [1, 2.5, None, True, "é"], "b": ((), [], {}, frozenset({"x", "y"}), float("inf")), "c": {"d": (1,)}}
    codec = Codec(None)
    again = codec.decode(json.loads(json.dumps(codec.encode(plain))))
    assert repr(again).replace("'y', 'x'", "'x', 'y'") == repr(plain).replace("'y', 'x'", "'x', 'y'")


def test_what_is_no_record_is_not_written() -> None:
    for value in (object(), {1: 2}, len, b"x", {"a": {1}}, [Path("x")], type("Place", (), {})()):
        with pytest.raises(TypeError):
            Codec(None).encode(value)


def test_a_record_that_occurs_again_is_one_again() -> None:
    place = Place("x", 1, 2)
    codec = Codec(None)
    first, second, other = codec.decode(codec.encode([place, place, Place("x", 1, 2)]))
    assert first is second is not other
    assert first == other == place
    assert codec.decode(codec.encode(NOWHERE)) == NOWHERE


def test_files_of_the_project_are_found_where_it_lies_now(tmp_path: Path) -> None:
    there, here = tmp_path / "there", tmp_path / "here"
    codec = Codec(there)
    places = [Place(str(there / "a" / "b.yaml"), 1), Place(str(tmp_path / "own.yaml")), Place()]
    block = codec.encode(places)
    assert Codec(here, codec.paths).decode(block) == [replace(places[0], file=str(here / "a" / "b.yaml")), *places[1:]]


# -- forged files ------------------------------------------------------------------------------------------


def forged(table: object, packed: bytes) -> bytes:
    """A file whose sum is right."""
    words = json.dumps(table).encode()
    body = b"%08x" % len(words) + words + packed
    return b"deckcheck compiled k %s\n%s" % (_sum(body).encode(), body)


def test_no_more_is_unpacked_than_is_told() -> None:
    """A few kilobytes that unpack to gigabytes are refused, whatever the file says of them."""
    huge = zlib.compress(bytes(MOST + 1), 1)
    assert unpack("k", forged({"a": [0, len(huge), MOST + 1]}, huge)) is None
    assert unpack("k", forged({"a": [0, len(huge), MOST], "b": [0, len(huge), 1]}, huge)) is None
    assert unpack("k", forged({"a": [0, len(huge), -1]}, huge)) is None
    for told in (0, 10, MOST):
        blocks = unpack("k", forged({"a": [0, len(huge), told]}, huge))
        assert blocks is not None
        with pytest.raises(ValueError):
            blocks["a"]
    with pytest.raises(ValueError):
        pack("k", {"a": "x" * (MOST + 1)})


@pytest.mark.parametrize("table", [[], 1, {"a": 1}, {"a": [1, 2]}, {"a": [0, 0, "x"]}, {"a": {}}, None])
def test_another_table_is_none(table: object) -> None:
    assert unpack("k", forged(table, b"")) is None


@pytest.mark.parametrize(
    "block",
    [
        *([], [0], [len(TABLE), 1], {"a": 1}, [-4, 7], [-9, 1], "x", None, [-1, 1, 2, 3, 4], [-2, "x", "x", "x", "x"]),
        [TABLE.index(("deckcheck.expr.values", "Expr")), "system", "number", "rm"],
    ],
)
def test_a_whole_file_that_holds_no_game_is_passed_over(
    block: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DECKCHECK_CACHE", str(tmp_path))
    pool = Library().pool("venture")
    (file,) = tmp_path.iterdir()
    key = file.read_bytes().split(b" ")[2].decode()
    file.write_bytes(pack(key, {"paths": [], "game": block}))
    library = Library()
    assert library.game("venture").title
    assert [card.name for card in library.pool("venture")] == [card.name for card in pool]
    assert len(file.read_bytes()) > 1000  # made anew
