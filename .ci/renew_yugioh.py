"""Write card_db/yugioh/*.yaml anew from a folder of tables of facts.

    python .ci/renew_yugioh.py SOURCE [--until 2003-12-31] [--out card_db/yugioh]

SOURCE holds, tab-separated: cards.tsv (one row a card: passcode, konami_id, names, stats, first print dates),
passcode_aliases.tsv (other passcodes of a card), counts_as.tsv (cards always treated as another name) and
tokens.tsv (passcodes of tokens). yugioh_printed.tsv beside this script holds cards that are proved to have been printed
earlier than cards.tsv says. One file is written for each year of first print in the TCG, cards by name;
undated cards stand apart and are left out where --until is given. The same tables give the same bytes.
"""

from __future__ import annotations

import argparse
import csv
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

Row = dict[str, str]
Value = str | int | list[str] | dict[str, str]

WIDTH = 150
# Kinds of other passcodes under which real decks list a card of this database.
ALIASES = frozenset({"alt-art", "alt-art-or-reprint", "second-official-passcode", "pre-errata"})
UNOFFICIAL = frozenset({"prerelease-id", "unofficial-id"})
NUMBERS = ("level", "rank", "link", "scale", "atk", "def")
# Text that YAML takes as written inside braces; anything else is quoted.
PLAIN = re.compile(r"[^\W\d_](?:[\w '.!/()&+★☆-]*[\w'.!)★☆])?")
NOT_TEXT = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null"})

PRINTED = Path(__file__).with_name("yugioh_printed.tsv")

HEAD = """\
# Written by .ci/renew_yugioh.py; change that, not this. Facts only, see NOTICE.
game: yugioh
set: {title}
source: public collections of card facts, see NOTICE
cards:
"""


def rows(path: Path) -> Iterator[Row]:
    """The rows of a tab-separated file whose first line names the columns; quotes have no meaning."""
    with path.open(encoding="utf-8", newline="") as file:
        lines = (line for line in file if not line.startswith("#"))
        yield from csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)


def proved(cards: Iterable[Row], proofs: Iterable[Row]) -> None:
    """Where a card was printed by an earlier day than its first print is said to be, that day alone is known."""
    days = {row["passcode"]: row["printed_by"] for row in proofs}
    for row in cards:
        day = days.get(row["passcode"])
        if day is not None and row["first_tcg"] > day:
            row |= {"first_tcg": "", "printed_by": day}


def other_passcodes(cards: Iterable[Row], aliases: Iterable[Row]) -> dict[str, list[str]]:
    """Passcode → other passcodes of that card, ascending. One that is a card of its own is left out."""
    own: dict[str, set[str]] = {row["passcode"]: set() for row in cards if row["passcode"]}
    claims: defaultdict[str, set[str]] = defaultdict(set)
    for row in cards:
        for code in filter(None, row["alt_passcodes"].split("|")):
            claims[code].add(row["passcode"])
    for row in aliases:
        if row["kind"] in ALIASES:
            claims[row["passcode"]].add(row["canonical_passcode"])
    for code, cards_of_code in claims.items():
        if code in own or len(cards_of_code) > 1:
            print(f"{code}: claimed by {', '.join(sorted(cards_of_code))}, left out", file=sys.stderr)
        elif (card := min(cards_of_code)) in own:
            own[card].add(code)
    return {card: sorted(codes, key=int) for card, codes in own.items() if codes}


def unofficial_passcodes(cards: Iterable[Row], aliases: Iterable[Row]) -> dict[str, list[str]]:
    """Passcode → numbers that programs give the card: two cards may have had the same one."""
    own = {row["passcode"] for row in cards}
    found: defaultdict[str, set[str]] = defaultdict(set)
    for row in aliases:
        if row["kind"] in UNOFFICIAL and row["passcode"] not in own:
            found[row["canonical_passcode"]].add(row["passcode"])
    return {card: sorted(codes, key=int) for card, codes in found.items()}


def record(row: Row, others: list[str], unofficial: list[str], counts_as: str | None) -> dict[str, Value]:
    """A card of the database; what is not known or not printed is not a key."""
    card: dict[str, Value] = {"name": row["name_en"]}
    if row["name_fr"] and row["name_fr"] != row["name_en"]:
        card["names"] = {"fr": row["name_fr"]}
    for field in ("passcode", "konami_id"):
        if row[field]:
            card[field] = int(row[field])
    card |= {"kind": row["card_type"], "frame": row["frame"]}
    card |= {field: row[field] for field in ("property", "attribute", "race") if row[field]}
    card |= {field: int(row[field]) for field in NUMBERS if row[field].isdigit()}
    if row["archetypes"]:
        card["archetypes"] = row["archetypes"].split("|")
    if counts_as:
        card["counts_as"] = counts_as
    if others:
        card["alt_passcodes"] = others
    if unofficial:
        card["unofficial_passcodes"] = unofficial
    card |= {field: row[field] for field in ("first_tcg", "printed_by", "first_ocg") if row.get(field)}
    if unreleased := [area for area in ("tcg", "ocg") if row[f"{area}_limit"] == "unreleased"]:
        card["unreleased"] = unreleased
    if row["unofficial_name"]:
        card["note"] = "English name not official"
    return card


def scalar(value: str) -> str:
    """Text as YAML inside braces."""
    if PLAIN.fullmatch(value) and value.lower() not in NOT_TEXT:
        return value
    if '"' in value or "\\" in value:
        return "'" + value.replace("'", "''") + "'"
    return f'"{value}"'


def pieces(field: str, value: Value) -> list[str]:
    """A field in flow style, cut where a line may end."""
    if isinstance(value, dict):
        return [f"{field}: {{{', '.join(f'{key}: {scalar(text)}' for key, text in value.items())}}}"]
    if isinstance(value, list):
        *head, last = map(scalar, value)
        items = [*(f"{item}," for item in head), f"{last}]"]
        return [f"{field}: [{items[0]}", *items[1:]]
    return [f"{field}: {value if isinstance(value, int) else scalar(value)}"]


def lines(card: dict[str, Value]) -> str:
    """A card as an item of a YAML list, no line wider than `WIDTH`."""
    fields = [pieces(field, value) for field, value in card.items()]
    words = [piece for field in fields for piece in (*field[:-1], field[-1] + ",")]
    text = "  - {" + words[0]
    for word in [*words[1:-1], words[-1][:-1] + "}"]:
        wide = len(text) - text.rfind("\n") + len(word) > WIDTH
        text += ("\n     " if wide else " ") + word
    return text + "\n"


def main() -> None:
    """Read the tables, write the files, remove files of years that are no more."""
    parser = argparse.ArgumentParser(description="Write card_db/yugioh/*.yaml anew from tables of facts.")
    parser.add_argument("source", type=Path, help="folder of the tables")
    parser.add_argument("--until", metavar="DATE", help="only cards first printed in the TCG by this day")
    parser.add_argument("--out", type=Path, default=Path(__file__).parent.parent / "card_db" / "yugioh")
    options = parser.parse_args()

    cards = list(rows(options.source / "cards.tsv"))
    proved(cards, rows(PRINTED))
    aliases = list(rows(options.source / "passcode_aliases.tsv"))
    others, unofficial = other_passcodes(cards, aliases), unofficial_passcodes(cards, aliases)
    shared = {row["passcode"]: row["counts_as_name_en"] for row in rows(options.source / "counts_as.tsv")}
    years: defaultdict[str, list[Row]] = defaultdict(list)
    for row in cards:
        day = row["first_tcg"] or row.get("printed_by", "")
        if options.until is None or "" < day <= options.until:
            years[day[:4] or "undated"].append(row)

    options.out.mkdir(parents=True, exist_ok=True)
    for year, of_year in sorted(years.items()):
        title = "First TCG print not known" if year == "undated" else f"First TCG print {year}"
        of_year.sort(key=lambda row: (row["name_en"].casefold(), row["passcode"], row["konami_id"]))
        text = HEAD.format(title=title)
        for row in of_year:
            code = row["passcode"]
            text += lines(record(row, others.get(code, []), unofficial.get(code, []), shared.get(code)))
        (options.out / f"{year}.yaml").write_text(text, encoding="utf-8")
    tokens = sorted((row["passcode"] for row in rows(options.source / "tokens.tsv")), key=int)
    token: dict[str, Value] = {"name": "Token", "names": {"fr": "Jeton"}, "kind": "token", "frame": "token"}
    text = HEAD.format(title="Tokens") + lines(token | {"alt_passcodes": tokens})
    (options.out / "tokens.yaml").write_text(text, encoding="utf-8")
    for path in options.out.glob("*.yaml"):
        if path.stem not in years and re.fullmatch(r"\d{4}|undated", path.stem):
            path.unlink()
    print(f"{sum(map(len, years.values()))} cards in {len(years)} files", file=sys.stderr)


if __name__ == "__main__":
    main()
