"""The script that writes the Yu-Gi-Oh! cards, on a few rows."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

SCRIPT = Path(__file__).parent.parent / ".ci" / "renew_yugioh.py"
HEADER = (
    "passcode passcode_is_pseudo konami_id name_en name_fr card_type frame property race subtypes attribute level"
    " rank link scale atk def archetypes series_other alt_passcodes first_tcg first_ocg tcg_limit ocg_limit"
    " unofficial_name"
)
COLUMNS = HEADER.split()
CARDS: list[dict[str, str]] = [
    {"passcode": "7", "name_en": 'Message "L"', "name_fr": "Message : L", "card_type": "spell", "frame": "spell"}
    | {"property": "continuous", "first_tcg": "2003-10-10", "konami_id": "5700"},
    {"passcode": "46", "name_en": "Jinzo #7", "card_type": "monster", "frame": "effect", "first_tcg": "2002-06-26"}
    | {"atk": "500", "def": "?", "level": "2", "archetypes": "Jinzo|No", "alt_passcodes": "48|47"},
    {"passcode": "90", "name_en": "Undated", "card_type": "trap", "frame": "trap", "unofficial_name": "y"},
    {"passcode": "91", "name_en": "Later", "card_type": "trap", "frame": "trap", "first_tcg": "2004-01-01"},
]


@pytest.fixture
def source(tmp_path: Path) -> Path:
    folder = tmp_path / "source"
    folder.mkdir()
    rows = [COLUMNS, *([card.get(column, "") for column in COLUMNS] for card in CARDS)]
    (folder / "cards.tsv").write_text("".join("\t".join(row) + "\n" for row in rows), encoding="utf-8")
    (folder / "passcode_aliases.tsv").write_text(
        "passcode\tcanonical_passcode\tkind\tseen_in\tname_en\n"
        "49\t46\talt-art\t\t\n50\t46\tprerelease-id\t\t\n91\t46\talt-art\t\t\n60\t46\talt-art\t\t\n60\t7\talt-art\t\t\n",
        encoding="utf-8",
    )
    (folder / "counts_as.tsv").write_text(
        "passcode\tname_en\tcounts_as_passcode\tcounts_as_name_en\n46\tJinzo #7\t77\tJinzo\n", encoding="utf-8"
    )
    (folder / "tokens.tsv").write_text("passcode\n30\n9\n", encoding="utf-8")
    return folder


def run(source: Path, out: Path, *options: str) -> str:
    command = [sys.executable, str(SCRIPT), str(source), "--out", str(out), *options]
    return subprocess.run(command, check=True, capture_output=True, text=True, encoding="utf-8").stderr


def cards(path: Path) -> Any:
    return yaml.safe_load(path.read_text(encoding="utf-8"))["cards"]


def test_one_file_a_year_and_undated_cards_apart(source: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    said = run(source, out)
    assert sorted(path.name for path in out.iterdir()) == [
        "2002.yaml",
        "2003.yaml",
        "2004.yaml",
        "tokens.yaml",
        "undated.yaml",
    ]
    assert cards(out / "2002.yaml") == [
        {"name": "Jinzo #7", "passcode": 46, "kind": "monster", "frame": "effect", "level": 2, "atk": 500}
        | {"archetypes": ["Jinzo", "No"], "counts_as": "Jinzo", "alt_passcodes": ["47", "48", "49"]}
        | {"unofficial_passcodes": ["50"], "first_tcg": "2002-06-26"}
    ]
    (message,) = cards(out / "2003.yaml")
    assert (message["name"], message["names"]) == ('Message "L"', {"fr": "Message : L"})
    assert cards(out / "tokens.yaml")[0]["alt_passcodes"] == ["9", "30"]
    assert cards(out / "undated.yaml")[0]["note"] == "English name not official"
    assert "60: claimed by 46, 7, left out" in said
    assert "91: claimed by 46, left out" in said


def test_until_leaves_out_later_and_undated_cards_and_their_files(source: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    run(source, out)
    (out / "NOTICE").write_text("stays", encoding="utf-8")
    before = (out / "2003.yaml").read_bytes()
    run(source, out, "--until", "2003-12-31")
    assert sorted(path.name for path in out.iterdir()) == ["2002.yaml", "2003.yaml", "NOTICE", "tokens.yaml"]
    assert (out / "2003.yaml").read_bytes() == before
