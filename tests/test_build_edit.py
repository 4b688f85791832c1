"""Changes written into deck files: what is asked for, and not another byte."""

from __future__ import annotations

import codecs
import os
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kit import Table, shipped

from deckcheck.commands.output import write_file
from deckcheck.decks.resolve import resolve
from deckcheck.editing.changes import ADD, MOVE, REMOVE, Change, counted
from deckcheck.editing.edit import edited
from deckcheck.editing.editor import Editor
from deckcheck.files.disk import write_over
from deckcheck.report import DeckcheckError

VENTURE = shipped("venture")
NAMES = [card.name for card in VENTURE.pool]


def edit(data: bytes, *changes: tuple[object, ...], path: str = "deck.yaml", table: Table = VENTURE) -> bytes:
    """The data after changes (action, count, name, section, to)."""
    editor = Editor(path, data, table.game, table.pool)
    deck = resolve(editor.read(data), table.game, table.pool)
    made = []
    for action, count, name, section, *to in changes:
        (card,) = table.pool.find(str(name))
        made.append(Change(str(action), int(str(count)), card.name, card, str(section), str(to[0]) if to else None))
    return edited(editor, deck, made)


DECK = """\
# Mine
game: venture   # the game
name: "Cendres: \\u00e9t\u00e9"

main:   # forty
  # small ones
  - 3 Rat des fonderies   # good
  - 2x Veilleur
  - 'Sylphe du matin'

  - "1 Cendreux"
side: [1 Braise vive, 2 Veilleur]  # flow
# the end
"""


@pytest.mark.parametrize(
    ("changes", "old", "new"),
    [
        ([(ADD, 1, "Veilleur", "main")], "- 2x Veilleur", "- 3x Veilleur"),
        (
            [(REMOVE, 1, "Rat des fonderies", "main")],
            "- 3 Rat des fonderies   # good",
            "- 2 Rat des fonderies   # good",
        ),
        ([(REMOVE, 3, "Rat des fonderies", "main")], "  - 3 Rat des fonderies   # good\n", ""),
        ([(ADD, 1, "Sylphe du matin", "main")], "'Sylphe du matin'", "'2 Sylphe du matin'"),
        ([(ADD, 1, "Cendreux", "main")], '"1 Cendreux"', '"2 Cendreux"'),
        ([(ADD, 2, "Golem de tuile", "main")], '"1 Cendreux"\n', '"1 Cendreux"\n  - 2 Golem de tuile\n'),
        ([(ADD, 2, "Golem de tuile", "side")], "2 Veilleur]", "2 Veilleur, 2 Golem de tuile]"),
        ([(REMOVE, 1, "Braise vive", "side")], "[1 Braise vive, 2", "[2"),
        ([(REMOVE, 2, "Veilleur", "side")], ", 2 Veilleur]", "]"),
        ([(ADD, 1, "Veilleur", "side")], "2 Veilleur]", "3 Veilleur]"),
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_yaml(changes: list[tuple[object, ...]], old: str, new: str, end: str) -> None:
    text = DECK.replace("\n", end)
    old, new = old.replace("\n", end), new.replace("\n", end)
    assert edit(text.encode(), *changes).decode() == text.replace(old, new, 1)


def test_a_move_is_two_edits_of_the_file() -> None:
    after = edit(DECK.encode(), (MOVE, 1, "Veilleur", "main", "side"), (MOVE, 1, "Braise vive", "side", "main"))
    assert "- 1x Veilleur" in after.decode()
    assert "side: [3 Veilleur]" in after.decode()
    assert '- "1 Cendreux"\n  - 1 Braise vive\n' in after.decode()


MOVED = "game: venture\nmain:\n  - 3x Veilleur  # watch\n  - 2 Cendreux\nside:"


@pytest.mark.parametrize(
    ("side", "count", "main", "after"),
    [
        ("\n", 3, "  - 2 Cendreux\n", "side:\n  - 3x Veilleur  # watch\n"),
        ("\n  - 1 Rat des fonderies\n", 3, "  - 2 Cendreux\n", "  - 1 Rat des fonderies\n  - 3x Veilleur  # watch\n"),
        ("\n  - 1 Veilleur # own\n", 3, "  - 2 Cendreux\n", "  - 1 Veilleur # own\n  - 3x Veilleur  # watch\n"),
        (" [1 Braise vive] # b\n", 3, "  - 2 Cendreux\n", "side: [1 Braise vive, 3x Veilleur] # b\n# watch\n"),
        ("\n", 2, "  - 1x Veilleur  # watch\n  - 2 Cendreux\n", "side:\n  - 2 Veilleur\n"),
        ("\n  - 1 Veilleur # own\n", 2, "  - 1x Veilleur  # watch\n", "side:\n  - 3 Veilleur # own\n"),
    ],
)
def test_a_line_that_moves_whole_keeps_its_comment(side: str, count: int, main: str, after: str) -> None:
    text = edit((MOVED + side).encode(), (MOVE, count, "Veilleur", "main", "side")).decode()
    assert text.startswith(f"game: venture\nmain:\n{main}")
    assert text.endswith(after)
    assert text.count("# watch") == 1


def test_a_picture_that_moves_stays_the_one_that_was_chosen() -> None:
    other = b"46986420"
    after = edit(
        YDK.replace(b"46986414\r\n#extra", other + b"\r\n#extra"),
        (MOVE, 1, "Dark Magician", "main", "side"),
        path="deck.ydk",
        table=shipped("yugioh"),
    )
    assert after.endswith(b"#extra\r\n!side\r\n46986414\r\n" + other)


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("game: venture\nmain:\n- 3 Veilleur", "game: venture\nmain:\n- 3 Veilleur\nside:\n- 1 Cendreux"),
        (
            "game: venture\nmain:\n    -  3 Veilleur\nside:\n",
            "game: venture\nmain:\n    -  3 Veilleur\nside:\n    - 1 Cendreux\n",
        ),
        (
            "game: venture\nside: # none\nmain:\n - Veilleur\n",
            "game: venture\nside: # none\n - 1 Cendreux\nmain:\n - Veilleur\n",
        ),
        ("game: venture\nside: []\nmain:\n - Veilleur\n", "game: venture\nside: [1 Cendreux]\nmain:\n - Veilleur\n"),
        ("game: venture\nmain: [Veilleur]\n# bye\n", "game: venture\nmain: [Veilleur]\nside:\n  - 1 Cendreux\n# bye\n"),
        ("{game: venture, main: [Veilleur]}\n", '{game: venture, main: [Veilleur], "side": [1 Cendreux]}\n'),
    ],
)
def test_a_section_that_is_not_there(text: str, after: str) -> None:
    assert edit(text.encode(), (ADD, 1, "Cendreux", "side")).decode() == after


def test_the_one_card_of_a_section() -> None:
    table = shipped("tresors-de-geek")
    one, two = [card.name for card in table.pool if card.fields["kind"] == "personnage"][:2]
    text = f"game: tresors-de-geek\nleader: {one}  # boss\nmain:\n- 3 {two}\n"
    after = edit(text.encode(), (REMOVE, 1, one, "leader"), table=table).decode()
    assert after == text.replace(f"leader: {one}", "leader:")
    after = edit(text.encode(), (REMOVE, 1, one, "leader"), (MOVE, 1, two, "main", "leader"), table=table).decode()
    assert after == f"game: tresors-de-geek\nleader:  # boss\n- 1 {two}\nmain:\n- 2 {two}\n"


def test_names_that_need_quotes_get_them() -> None:
    table = shipped("yugioh")
    text = b"game: yugioh\nmain:\n  - 3 Kuriboh\n"
    after = edit(text, (ADD, 2, "Number 39: Utopia", "extra"), (ADD, 1, "Luster Dragon #2", "main"), table=table)
    assert after.decode().endswith('  - "1 Luster Dragon #2"\nextra:\n  - "2 Number 39: Utopia"\n')
    again = edit(after, (REMOVE, 1, "Number 39: Utopia", "extra"), table=table)
    assert again.decode().endswith('  - "1 Number 39: Utopia"\n')


TEXT = "// my list\r\n3 Rat des fonderies\r\n2x Veilleur\r\nCendreux x2 #tag\r\n\r\nSide\r\n1 Braise vive\r\n"


@pytest.mark.parametrize(
    ("change", "old", "new"),
    [
        ((ADD, 1, "Veilleur", "main"), "2x Veilleur", "3x Veilleur"),
        ((REMOVE, 1, "Cendreux", "main"), "Cendreux x2 #tag", "Cendreux x1 #tag"),
        ((REMOVE, 2, "Veilleur", "main"), "2x Veilleur\r\n", ""),
        ((ADD, 1, "Golem de tuile", "side"), "1 Braise vive\r\n", "1 Braise vive\r\n1 Golem de tuile\r\n"),
    ],
)
def test_text(change: tuple[object, ...], old: str, new: str) -> None:
    assert edit(TEXT.encode(), change, path="deck.txt").decode() == TEXT.replace(old, new, 1)


def test_text_styles_and_new_headings() -> None:
    after = edit(b"- 2x Veilleur\nSB: 1x Cendreux", (ADD, 1, "Braise vive", "side"), path="deck.txt").decode()
    assert after == "- 2x Veilleur\nSB: 1x Cendreux\nSB: 1x Braise vive"
    after = edit(b"2x Veilleur\n", (ADD, 1, "Braise vive", "side"), path="deck.txt").decode()
    assert after == "2x Veilleur\n\n[side]\n1 Braise vive\n"


YDK = (
    b"#created by hand\r\n#main\r\n40640057\r\n40640057\r\n# between\r\n40640057\r\n46986414\r\n"
    b"#extra\r\n!side\r\n46986414"
)


@pytest.mark.parametrize(
    ("changes", "old", "new"),
    [
        ([(REMOVE, 1, "Kuriboh", "main")], b"# between\r\n40640057\r\n", b"# between\r\n"),
        ([(ADD, 1, "Dark Magician", "main")], b"46986414\r\n#extra", b"46986414\r\n46986414\r\n#extra"),
        ([(REMOVE, 1, "Dark Magician", "side")], b"!side\r\n46986414", b"!side"),
        ([(ADD, 2, "Jinzo", "side")], b"!side\r\n46986414", b"!side\r\n46986414\r\n77585513\r\n77585513"),
        ([(ADD, 1, "Thousand Dragon", "extra")], b"#extra\r\n", b"#extra\r\n41462083\r\n"),
    ],
)
def test_ydk(changes: list[tuple[object, ...]], old: bytes, new: bytes) -> None:
    assert edit(YDK, *changes, path="deck.ydk", table=shipped("yugioh")) == YDK.replace(old, new, 1)


@pytest.mark.parametrize(
    ("mark", "encoding"),
    [
        (b"", "utf-8"),
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (b"", "utf-16-be"),
        (b"", "cp1252"),
    ],
)
def test_mark_and_encoding_stay(mark: bytes, encoding: str) -> None:
    text = "game: venture\r\nmain:\r\n  - 3 Garde du gué  # là\r\n"
    after = edit(mark + text.encode(encoding), (REMOVE, 1, "Garde du gué", "main"), (ADD, 1, "Veilleur", "side"))
    assert after == mark + (text.replace("3", "2") + "side:\r\n  - 1 Veilleur\r\n").encode(encoding)


def test_a_letter_that_the_encoding_lacks_is_told() -> None:
    table = shipped("yugioh")
    name = next(card.name for card in table.pool if "☆" in card.name)
    with pytest.raises(DeckcheckError) as told:
        edit("game: yugioh\nname: été\nmain:\n".encode("cp1252"), (ADD, 1, name, "main"), table=table)
    assert told.value.sentence == "usage.not-encodable"


@st.composite
def files(draw: st.DrawFn) -> tuple[str, list[tuple[object, ...]]]:
    """A YAML deck written in many ways, and some changes to it."""
    item = st.tuples(st.integers(1, 4), st.sampled_from(NAMES))
    styles = (
        "{n} {c}",
        "{n}x {c}",
        '"{n} {c}"',
        "'{n} {c}'",
        "{n} {c}  # x: {n}",
        "x{n} {c}",
        '"{n}x {c}" # "',
        "{c} x{n}",
    )
    lines = ["# a deck", "game: venture"]
    sections: dict[str, Counter[str]] = {}
    for section in draw(st.permutations(["main", "side"])):
        rows = draw(st.lists(item, min_size=1, max_size=5))
        sections[section] = Counter()
        indent = draw(st.sampled_from(["", "  ", "    "]))
        lines.append(f"{section}:" + draw(st.sampled_from(["", "  # here"])))
        for count, name in rows:
            sections[section][name] += count
            style = draw(st.sampled_from(styles if "'" not in name else styles[:3]))
            lines += draw(st.sampled_from([[], ["", "# note"]]))
            lines.append(f"{indent}- " + style.format(n=count, c=name))
    end = draw(st.sampled_from(["\n", "\r\n", "\r"]))
    changes: list[tuple[object, ...]] = []
    for _ in range(draw(st.integers(1, 3))):
        section = draw(st.sampled_from(sorted(sections)))
        here = sections[section]
        name = draw(st.sampled_from(sorted(here))) if +here and draw(st.booleans()) else draw(st.sampled_from(NAMES))
        action = draw(st.sampled_from([ADD, REMOVE, MOVE])) if here[name] else ADD
        count = draw(st.integers(1, here[name] if action != ADD else 3))
        other = "side" if section == "main" else "main"
        here[name] += count if action == ADD else -count
        sections[other][name] += count if action == MOVE else 0
        changes.append((action, count, name, section, *([other] if action == MOVE else [])))
    return end.join(lines) + draw(st.sampled_from(["", end])), changes


@settings(max_examples=100, deadline=None)
@given(files())
def test_every_other_line_stays(case: tuple[str, list[tuple[object, ...]]]) -> None:
    text, changes = case
    after = edit(text.encode(), *changes).decode()
    touched = {str(name) for _, _, name, *_ in changes}
    end = "\r\n" if "\r\n" in text else "\r" if "\r" in text else "\n"

    def others(whole: str) -> list[str]:
        return [line for line in whole.split(end) if not any(name in line for name in touched)]

    assert others(after) == others(text)
    assert after.endswith(end) == text.endswith(end)
    editor = Editor("deck.yaml", text.encode(), VENTURE.game, VENTURE.pool)
    before = counted(resolve(editor.read(text.encode()), VENTURE.game, VENTURE.pool).entries)
    opposite = {ADD: REMOVE, REMOVE: ADD, MOVE: MOVE}
    back = [(opposite[str(action)], n, name, *reversed(spots)) for action, n, name, *spots in changes]
    again = edit(after.encode(), *reversed(back))
    assert counted(resolve(editor.read(again), VENTURE.game, VENTURE.pool).entries) == before


def test_saving_keeps_rights_and_links(tmp_path: Path) -> None:
    real = tmp_path / "real.yaml"
    real.write_bytes(b"old")
    real.chmod(0o640)
    link = tmp_path / "link.yaml"
    link.symlink_to(real)
    write_over(str(link), b"old", b"new")
    assert (real.read_bytes(), link.is_symlink(), real.stat().st_mode & 0o777) == (b"new", True, 0o640)


def test_an_interruption_leaves_the_old_file_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "deck.yaml"
    file.write_bytes(b"old")

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", stop)
    with pytest.raises(KeyboardInterrupt):
        write_file(str(file), b"new")
    assert [path.name for path in tmp_path.iterdir()] == ["deck.yaml"]
    assert file.read_bytes() == b"old"
