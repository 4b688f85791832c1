"""The compiled database: the same game as out of its files, whatever state the cache is in."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from deckcheck.cards.pool import Pool
from deckcheck.compiled import cache
from deckcheck.compiled.blocks import pack, unpack
from deckcheck.games.choices import Choices, checker
from deckcheck.games.library import Library
from deckcheck.report import Note
from tests.kit import head

SCHEMA = head("""\
card:
  required: [name, kind]
  properties: {kind: {enum: [a, b]}, tags: {type: array, items: {type: string}}, cost: {type: integer, minimum: 0},
    foil: {type: boolean}, code: {type: integer, identifier: true}, old: {type: string, identifier: hint}}
sections: {main: {title: Main}}
lists: {ban: {title: Ban list, value: limit, words: {no: 0}, uses: ban}}
rules: {ban: {copies: {in: all, of: on(ban), max: ban}, assumed: a test}}
""")
CARDS = """\
game: tiny
set: Set One
demo: true
cards:
  - {name: Étoile, names: {en: Star}, kind: a, code: 7, tags: [x, "é"], cost: 2, foil: true, old: "70"}
  - {name: Star, kind: b, code: 8}
  - {name: star, kind: b, code: 9}
  - {name: Faulty, kind: c, cost: -1}
  - {name: Number 39, kind: a, code: 00012}
  - {kind: a}
"""
BAN = "list: ban\nversions:\n  - entries: {no: [Étoile, Nobody, {of: kind == b}]}\n"


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game of one's own with cards and a list, and an empty cache beside it."""
    monkeypatch.setenv("DECKCHECK_CACHE", str(tmp_path / "cache"))
    (tmp_path / "cards" / "lists").mkdir(parents=True)
    (tmp_path / "tiny.yaml").write_text(SCHEMA, encoding="utf-8")
    (tmp_path / "cards" / "one.yaml").write_text(CARDS, encoding="utf-8")
    (tmp_path / "cards" / "lists" / "ban.yaml").write_text(BAN, encoding="utf-8")
    return tmp_path


def library(files: Path) -> Library:
    return Library([str(files / "tiny.yaml")], [str(files / "cards")])


def made(files: Path) -> list[Path]:
    return sorted((files / "cache").iterdir()) if (files / "cache").is_dir() else []


def everything(whole: Library) -> dict[str, object]:
    """All that a library says of the game, as plain data."""
    game, pool = whole.game("tiny"), whole.pool("tiny")
    rules = checker(game, pool, whole.lists("tiny"), Choices("2026-01-01"))
    view = rules.view(())
    asked = ["Étoile", "etoile", "Star", "star", "STAR", "7", "007", "70", "8", "12", "Number 39", "nobody", ""]
    return {
        "cards": [(c.name, c.names, dict(c.fields), c.place, c.unreadable, c.faults) for c in pool],
        "numbers": [pool.number(card) for card in pool],
        "found": {text: [card.place for card in pool.find(text)] for text in asked},
        "hinted": {text: [card.place for card in pool.hinted(text)] for text in asked},
        "keys": list(pool.keys),
        "by key": {key: [card.place for card in pool.by_key(key)] for key in pool.keys},
        "about": (len(pool), pool.demo, pool.sources, pool.problems, pool.notes, pool.identifiers, pool.hints),
        "limits": [view.columns["ban"].value(entry) for entry in map(_entry, pool)],
        "list problems": rules.problems,
        "game": (game.title, game.sections, game.card, [rule.id for rule in game.ruleset(None).rules]),
    }


def _entry(card: object) -> object:
    from deckcheck.cards.pool import Card
    from deckcheck.decks.deck import Entry

    assert isinstance(card, Card)
    return Entry(1, card.name, "main", card)


def test_what_comes_out_is_what_went_in(files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = everything(library(files))
    (file,) = made(files)
    assert file.name.startswith("tiny-")
    monkeypatch.setattr("deckcheck.cards.files.load_pool", _refuse)
    monkeypatch.setattr("deckcheck.games.file.read_schema", _refuse)
    assert everything(library(files)) == first


def _refuse(*_: object) -> None:
    raise AssertionError("read again what is compiled")


@pytest.mark.parametrize("game", ["venture", "tresors-de-geek", "clash-of-decks"])
def test_the_games_of_the_project_come_out_as_their_files_say(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cards(pool: Pool) -> list[object]:
        return [(c.name, c.names, dict(c.fields), c.place, c.faults) for c in pool]

    monkeypatch.setenv("DECKCHECK_CACHE", str(tmp_path))
    first, again = Library(), Library()
    loaded, compiled = first.pool(game), again.pool(game)
    assert cards(compiled) == cards(loaded)
    assert list(compiled.keys) == list(loaded.keys)
    assert again.game(game).card == first.game(game).card
    assert again.lists(game).keys() == first.lists(game).keys()


def spoil(change: Callable[[bytes], bytes]) -> Callable[[Path], None]:
    return lambda file: file.write_bytes(change(file.read_bytes()))


def flipped(at: float) -> Callable[[bytes], bytes]:
    def change(data: bytes) -> bytes:
        place = int(at * (len(data) - 1))
        return data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]

    return change


def _of_another_key(data: bytes) -> bytes:
    head, _, rest = data.partition(b"\n")
    words = head.split(b" ")
    return b" ".join((*words[:2], b"0" * 64, *words[3:])) + b"\n" + rest


SPOILT = {
    "empty": spoil(lambda data: b""),
    "half": spoil(lambda data: data[: len(data) // 2]),
    "one byte short": spoil(lambda data: data[:-1]),
    "one byte more": spoil(lambda data: data + b"x"),
    "another format": spoil(lambda data: b"SQLite format 3\0" + data),
    "of other files": spoil(_of_another_key),
    "no blocks": spoil(lambda data: data.split(b"\n")[0] + b"\n"),
    "open to all": lambda file: file.chmod(0o666),
    **{f"bit at {at}": spoil(flipped(at / 20)) for at in range(21)},
}


@pytest.mark.parametrize("how", SPOILT)
def test_a_spoilt_file_is_not_trusted_and_made_anew(files: Path, how: str) -> None:
    first = everything(library(files))
    (file,) = made(files)
    whole = file.read_bytes()
    SPOILT[how](file)
    assert everything(library(files)) == first
    assert made(files) == [file]
    assert file.read_bytes() == whole
    assert everything(library(files)) == first


@pytest.mark.parametrize("name", ["tiny.yaml", "cards/one.yaml", "cards/lists/ban.yaml"])
def test_a_change_of_any_file_is_seen(files: Path, name: str) -> None:
    """Even one that leaves the size and the time of the file as they were."""
    first = everything(library(files))
    path = files / name
    text = path.read_text(encoding="utf-8")
    before = path.stat()
    new = text.replace("Étoile", "Étuile").replace("title: Main}", "title: Mein}")
    assert new != text
    path.write_text(new, encoding="utf-8")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert everything(library(files)) != first
    assert len(made(files)) == 2


def test_a_new_file_is_seen(files: Path) -> None:
    assert len(library(files).pool("tiny")) == 5
    (files / "cards" / "two.csv").write_text("name,kind\nNew,a\n", encoding="utf-8")
    assert len(library(files).pool("tiny")) == 6


def test_another_version_of_the_program_makes_its_own(files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    library(files).pool("tiny")
    monkeypatch.setattr(cache, "__version__", "99")
    library(files).pool("tiny")
    assert len(made(files)) == 2


@pytest.mark.parametrize("where", ["off", "", "file", "file/below", "file/below/more"])
def test_without_a_place_to_keep_it_all_goes_on(files: Path, where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (files / "file").write_text("no folder", encoding="utf-8")
    first = everything(library(files))
    monkeypatch.setattr(cache, "folder", lambda: files / where if "/" in where or where == "file" else None)
    assert everything(library(files)) == first
    assert everything(library(files)) == first


@pytest.mark.parametrize("call", ["deckcheck.compiled.cache.os.fdopen", "pathlib.Path.replace", "tempfile.mkstemp"])
def test_a_full_disk_leaves_nothing_behind(files: Path, call: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(call, full)
        first = everything(library(files))
    assert made(files) == []
    assert everything(library(files)) == first


def test_what_cannot_be_compiled_is_used_as_it_is(files: Path) -> None:
    """A broken list costs those who ask for it, not the cards."""
    (files / "cards" / "lists" / "ban.yaml").write_text("list: [", encoding="utf-8")
    assert len(library(files).pool("tiny")) == 5
    assert made(files) == []


def test_old_files_and_leftovers_go(files: Path) -> None:
    folder = files / "cache"
    folder.mkdir()
    for number in range(40):
        path = folder / f"tiny-{number:016x}.compiled"
        path.write_bytes(b"old")
        os.utime(path, (number, number))
    (folder / ".left.part").write_bytes(b"half")
    os.utime(folder / ".left.part", (0, 0))
    (folder / "notes.txt").write_bytes(b"not ours")
    library(files).pool("tiny")
    names = [path.name for path in made(files)]
    assert len(names) == 25
    assert "notes.txt" in names
    assert ".left.part" not in names


def test_several_processes_at_once(files: Path) -> None:
    code = (
        "import sys; from deckcheck.games.library import Library\nprint(len(Library(*zip(sys.argv[1:])).pool('tiny')))"
    )
    command = [sys.executable, "-c", code, str(files / "tiny.yaml"), str(files / "cards")]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(4)]
    assert [process.communicate() for process in running] == [(b"5\n", b"")] * 4
    assert len(made(files)) == 1


def test_a_long_first_reading_is_told_once(files: Path) -> None:
    rows = "".join(f"Card {number},a,{number + 100}\n" for number in range(40_000))
    (files / "cards" / "many.csv").write_text(f"name,kind,code\n{rows}", encoding="utf-8")
    told: list[Note] = []
    for _ in range(2):
        whole = Library([str(files / "tiny.yaml")], [str(files / "cards")], told.append)
        assert [card.fields["code"] for card in whole.pool("tiny").find("card 31000")] == [31100]
    assert [note.sentence for note in told] == ["progress.cards"]


def test_blocks_are_unpacked_at_need() -> None:
    data = pack("k", {"a": [1, "é", None], "b": {"c": True}})
    blocks = unpack("k", data)
    assert blocks is not None
    assert (blocks["a"], blocks["b"]) == ([1, "é", None], {"c": True})
    assert unpack("other", data) is None


def test_a_game_that_is_used_outlives_those_that_are_compiled_again_and_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DECKCHECK_CACHE", str(tmp_path))
    key = "a" * 64
    assert cache.save("used", key, pack(key, {}))
    os.utime(tmp_path / cache.file_name("used", key), (1000, 1000))
    for number in range(30):
        assert cache.load("used", key, None) is not None
        other = f"{number:016d}" * 4
        assert cache.save("tried", other, pack(other, {}))
    assert cache.load("used", key, None) is not None


def test_what_is_compiled_belongs_to_these_modules_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Any module that changes, comes or goes makes another key: by size and time, and by the stamp of a wheel."""
    package = tmp_path / "deckcheck"
    shutil.copytree(Path(cache.__file__).parents[1], package, ignore=shutil.ignore_patterns("__pycache__", "fonts"))
    monkeypatch.setattr(cache, "__file__", str(package / "compiled" / "cache.py"))
    keys, stamps = {cache.key_of((), None)}, {cache.stamp(str(package))}
    modules = sorted(package.rglob("*.py"))
    assert len(modules) > 200
    for path in modules[::40]:
        path.write_text(path.read_text(encoding="utf-8") + "\n# another\n", encoding="utf-8")
        keys.add(cache.key_of((), None))
        stamps.add(cache.stamp(str(package)))
    (package / "rules" / "another.py").touch()
    keys.add(cache.key_of((), None))
    stamps.add(cache.stamp(str(package)))
    assert len(keys) == len(stamps) == len(modules[::40]) + 2
    there = package / cache.STAMP
    there.parent.mkdir(parents=True)
    there.write_text(cache.stamp(str(package)), encoding="utf-8")
    installed = cache.key_of((), None)
    os.utime(modules[0], (1, 1))
    assert cache.key_of((), None) == installed not in keys
