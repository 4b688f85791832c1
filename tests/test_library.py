"""Where schemas and cards are found: built in, the user's own, and what a wrong path says."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from deckcheck.games import library as module
from deckcheck.games.library import Library, data_root
from deckcheck.games.peek import game_of_schema
from deckcheck.report import DeckcheckError

SCHEMA = """\
game: {id}
title: Test
language: fr
card: {{required: [name], properties: {{name: {{type: string, also: [nom]}}}}}}
copy: name
sections: {{main: {{title: Deck}}}}
rules:
  size: {{size: {{in: main, max: 40}}, assumed: a test}}
"""


def put(path: Path, text: str = "cards: [{name: A}]\n") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Built-in data of two games, in place of the package's."""
    for game in ("one", "two"):
        put(tmp_path / "built" / "schemas" / f"{game}.yaml", SCHEMA.format(id=game))
        for name in ("set.yaml", "lists/l.yaml", "decks/d.yaml"):
            put(tmp_path / "built" / "card_db" / game / name)
    monkeypatch.setattr(module, "data_root", lambda: tmp_path / "built")
    return tmp_path / "built"


def refused(schemas: tuple[str, ...] = (), cards: tuple[str, ...] = (), game: str = "one") -> DeckcheckError:
    with pytest.raises(DeckcheckError) as caught:
        Library(schemas, cards).pool(game)
    return caught.value


def test_the_checkout_holds_the_built_in_data() -> None:
    found = data_root()
    assert found is not None
    assert Library().game_ids() == tuple(sorted(path.stem for path in (found / "schemas").glob("*.yaml")))


@pytest.mark.parametrize("where", ["deckcheck/_data", ".", ".."])
def test_built_in_data_is_in_the_package_or_above_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    package = tmp_path / "lib" / "deckcheck"
    monkeypatch.setattr(module, "__file__", str(package / "games" / "library.py"))
    assert data_root() is None
    folder = (package.parent / where).resolve()
    (folder / "schemas").mkdir(parents=True)
    assert data_root() is None
    (folder / "card_db").mkdir()
    assert data_root() == folder


def test_every_built_in_schema_is_named_after_its_game() -> None:
    library = Library()
    for game_id in library.game_ids():
        assert game_of_schema(library.schema_path(game_id)) == game_id


def test_built_in_paths(root: Path) -> None:
    library = Library()
    assert library.game_ids() == ("one", "two")
    assert library.schema_path("one") == root / "schemas" / "one.yaml"
    for paths, name in (
        (library.card_paths("one"), "set.yaml"),
        (library.list_paths("one"), "lists/l.yaml"),
        (library.deck_paths("one"), "decks/d.yaml"),
    ):
        assert paths == (root / "card_db" / "one" / name,)


def test_an_unknown_game_names_the_nearest(root: Path) -> None:
    with pytest.raises(DeckcheckError) as caught:
        Library().schema_path("oen")
    assert caught.value.sentence == "usage.unknown-game"
    assert caught.value.facts == {"game": "oen", "known": ("one", "two"), "nearest": "one"}


@pytest.mark.parametrize("ask", ["schema_path", "card_paths", "list_paths", "deck_paths", "game", "pool"])
@pytest.mark.parametrize("game", ["three", "../card_db/one", "", "."])
def test_nothing_is_known_of_an_unknown_game(root: Path, ask: str, game: str) -> None:
    with pytest.raises(DeckcheckError) as caught:
        getattr(Library(), ask)(game)
    assert caught.value.sentence == "usage.unknown-game"


@pytest.mark.parametrize(
    "text", ["game: one", "# x\ngame: 'one' # y", "title: x\r\ngame: one\r\n", '\ufeffgame: "one"']
)
def test_own_schemas_go_before_built_in_ones(root: Path, tmp_path: Path, text: str) -> None:
    path = put(tmp_path / "own" / "mine.yaml", text)
    for given in (path, path.parent):
        library = Library([str(given)])
        assert library.game_ids() == ("one", "two")
        assert library.schema_path("one") == path


def test_an_own_game_is_added(root: Path, tmp_path: Path) -> None:
    path = put(tmp_path / "mine.yaml", "title: x")
    assert Library([str(path)]).game_ids() == ("mine", "one", "two")


def test_own_games_need_own_cards(root: Path, tmp_path: Path) -> None:
    path = put(tmp_path / "mine.yaml", SCHEMA.format(id="mine"))
    assert Library([str(path)]).card_paths("mine") == ()
    assert refused((str(path),), game="mine").sentence == "usage.no-cards"


def test_an_overriding_schema_keeps_the_built_in_cards(root: Path, tmp_path: Path) -> None:
    path = put(tmp_path / "mine.yaml", SCHEMA.format(id="one"))
    assert Library([str(path)]).card_paths("one") == (root / "card_db" / "one" / "set.yaml",)


def test_two_own_schemas_of_one_game_are_refused(root: Path, tmp_path: Path) -> None:
    put(tmp_path / "own" / "a.yaml", "game: one")
    put(tmp_path / "own" / "b.yaml", "game: one")
    assert refused((str(tmp_path / "own"),)).sentence == "usage.game-twice"


def test_own_cards_stand_in_for_the_built_in_ones(root: Path, tmp_path: Path) -> None:
    table = put(tmp_path / "own" / "cards.csv", "nom\nB\nC\n")
    for given in (table, table.parent):
        library = Library(cards=[str(given)])
        assert library.card_paths("one") == (table,)
        assert library.list_paths("one") == (root / "card_db" / "one" / "lists" / "l.yaml",)
        assert [card.name for card in library.pool("one")] == ["B", "C"]


def test_a_folder_of_own_cards_may_bring_its_lists_and_decks(root: Path, tmp_path: Path) -> None:
    put(tmp_path / "own" / "cards.yaml")
    own_list, own_deck = (
        put(tmp_path / "own" / "lists" / "m.yaml"),
        put(tmp_path / "own" / "decks" / "m.yaml"),
    )
    library = Library(cards=[str(tmp_path / "own")])
    assert (library.list_paths("one"), library.deck_paths("one")) == ((own_list,), (own_deck,))
    assert len(library.pool("one")) == 1


LIST = 'list: club\nversions: [{from: "2020-01-01", entries: {banned: [A]}}]\n'
CARDS = "game: {}\ncards: [{{name: A}}]\n"
# Own files → the card files of each game, and its lists: built-in, or those of the own folder.
OWN: dict[str, tuple[dict[str, str], list[str], dict[str, list[str]]]] = {
    "a table serves every game": (
        {"t.csv": "name\nA\n"},
        ["t.csv"],
        {"one": ["t.csv", "lists/l.yaml"], "two": ["t.csv", "lists/l.yaml"]},
    ),
    "a file that names a game serves it alone": (
        {"a.yaml": CARDS.format("two"), "b.yaml": CARDS.format("Two!")},
        ["a.yaml", "b.yaml"],
        {"one": ["set.yaml", "lists/l.yaml"], "two": ["a.yaml", "b.yaml", "lists/l.yaml"]},
    ),
    "with a schema of one's own, a table is of that game": (
        {"three.yaml": SCHEMA.format(id="three"), "t.csv": "name\nA\n"},
        ["t.csv"],
        {"one": ["set.yaml", "lists/l.yaml"], "three": ["t.csv"]},
    ),
    "lists beside a table serve a game that has none": (
        {"three.yaml": SCHEMA.format(id="three"), "t.csv": "name\nA\n", "lists/c.yaml": LIST, "lists/d.yaml": "- 3 A"},
        ["t.csv"],
        {"three": ["t.csv", "lists/c.yaml"], "one": ["set.yaml", "lists/l.yaml"]},
    ),
    "all in one folder": (
        {
            "three.yaml": SCHEMA.format(id="three"),
            "set.yaml": "cards: [{name: A}]\n",
            "club.yaml": LIST,
            "deck.yaml": "game: three\nmain:\n  - 3 A\n",
        },
        ["."],
        {"three": ["set.yaml", "club.yaml"], "one": ["set.yaml", "lists/l.yaml"]},
    ),
}


@pytest.mark.parametrize("name", OWN)
def test_own_files_are_of_their_games(root: Path, tmp_path: Path, name: str) -> None:
    files, given, expected = OWN[name]
    own = tmp_path / "own"
    for file, text in files.items():
        put(own / file, text)
    schemas = [str(own)] if "three.yaml" in files else []
    library = Library(schemas, [str(own / path) for path in given])
    for game, names in expected.items():
        found = [*library.card_paths(game), *library.list_paths(game)]
        roots = own, root / "card_db" / game
        assert [str(path.relative_to(next(filter(path.is_relative_to, roots)))) for path in found] == names


def test_own_cards_that_are_not_of_a_deck_s_game_are_told_once(root: Path, tmp_path: Path) -> None:
    own = put(tmp_path / "own" / "a.yaml", CARDS.format("two"))
    told: list[str] = []
    library = Library(cards=[str(own)], tell=lambda note: told.append(note.sentence))
    library.pool("two")
    assert told == []
    for _ in range(2):
        library.pool("one")
    assert told == ["note.built-in-cards"]


def test_several_own_card_paths_add_up(root: Path, tmp_path: Path) -> None:
    first, second = put(tmp_path / "b.yaml"), put(tmp_path / "a.csv", "nom\nB\n")
    assert [card.name for card in Library(cards=[str(first), str(second)]).pool("one")] == ["A", "B"]


def test_games_and_pools_are_loaded_once(root: Path) -> None:
    library = Library()
    assert library.game("one") is library.game("one")
    assert library.pool("one") is library.pool("one")


@pytest.mark.parametrize("option", ["schemas", "cards"])
def test_a_missing_path_is_refused_at_once(root: Path, tmp_path: Path, option: str) -> None:
    with pytest.raises(DeckcheckError) as caught:
        Library(**{option: [str(tmp_path / "gone")]})
    assert caught.value.sentence == "usage.no-path"
    assert caught.value.facts["path"] == str(tmp_path / "gone")


def test_an_empty_folder_of_schemas_is_refused(root: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert refused((str(tmp_path / "empty"),)).sentence == "usage.no-schema"


def test_an_empty_folder_of_cards_is_refused(root: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    error = refused(cards=(str(tmp_path / "empty"),))
    assert (error.sentence, error.facts["path"]) == ("usage.no-cards-in", str(tmp_path / "empty"))


def test_a_link_that_leads_round_is_entered_once(root: Path, tmp_path: Path) -> None:
    path = put(tmp_path / "own" / "sub" / "a.yaml")
    (path.parent / "up").symlink_to(tmp_path / "own", target_is_directory=True)
    (path.parent / "self.yaml").symlink_to(path.parent / "self.yaml")
    assert Library(cards=[str(tmp_path / "own")]).card_paths("one") == (path, path.parent / "self.yaml")
    error = refused(cards=(str(tmp_path / "own"),))
    assert [(p.sentence, p.place.file) for p in error.problems] == [("cards.os-error", str(path.parent / "self.yaml"))]


def test_what_may_not_be_read_is_told(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = put(tmp_path / "own" / "a.yaml", "game: one")

    def deny(*_: object, **__: object) -> bytes:
        raise PermissionError(13, "Permission denied")

    for reading in ("games.peek", "cards.files", "files.source"):
        monkeypatch.setattr(f"deckcheck.{reading}.contents", deny)
    assert refused((str(path),)).sentence == "usage.os-error"
    monkeypatch.setattr(module.Library, "game", lambda *_: None)
    assert [p.facts["reason"] for p in refused(cards=(str(path),)).problems] == ["Permission denied"]


def test_without_built_in_data_own_files_still_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "data_root", lambda: None)
    schema = put(tmp_path / "mine.yaml", SCHEMA.format(id="mine"))
    library = Library([str(schema)], [str(put(tmp_path / "cards.yaml"))])
    assert (library.game_ids(), len(library.pool("mine")), library.list_paths("mine")) == (("mine",), 1, ())


def test_every_built_in_card_is_a_sound_record() -> None:
    library = Library()
    for game_id in library.game_ids():
        pool = library.pool(game_id)
        assert len(pool) > 0
        assert pool.problems == ()
        assert pool.notes == ()
        assert [fault for card in pool for fault in card.faults] == []


def test_looking_for_files_loads_nothing_heavy() -> None:
    code = (
        "import sys, deckcheck.games.library as l; l.Library().card_paths(l.Library().game_ids()[0]);"
        "print(sorted({'yaml', 'jsonschema', 'numpy', 'rapidfuzz', 'tabulate', 'typer'} & sys.modules.keys()))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
