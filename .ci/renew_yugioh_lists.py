"""Write card_db/yugioh/lists/*.yaml anew from a folder of tables of facts.

    python .ci/renew_yugioh_lists.py SOURCE --goat POOL.lflist.conf --players LISTS.yaml [--genesys DAYS/]

SOURCE holds, tab-separated: cards.tsv, passcode_aliases.tsv, tcg_history.tsv and ocg_history.tsv (day, card,
copies), ygopro_lists_history.tsv (the same by month, for the OCG before 2021) and tcg_genesys_points.tsv and
ocg_genesys_points.tsv. POOL.lflist.conf names every card of the GOAT format with its copies; LISTS.yaml holds
the list of mid-2003 that players told. yugioh_corrections.yaml beside this script mends days and versions of the
tables. Each version but the first says what changed. The same tables give the same bytes.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import yaml
from renew_yugioh import WIDTH, rows, scalar

WORDS = {"0": "forbidden", "1": "limited", "2": "semi-limited", "3": "unlimited"}
TCG_FROM = "2005-03-01"  # earlier lists hold cards that were not yet printed in the TCG
SEEN = "the day on which the one collection of them first had these points"
CORRECTIONS = Path(__file__).with_name("yugioh_corrections.yaml")
GOAT_UNTIL = "2005-08-17"  # the last day of its pool
CHECKED = "2026-08-22"  # the day of the collections
POINTS = {"tcg": "2026-08-13", "ocg": "2026-08-01"}
Values = dict[str, str]  # card → its word, or its points

HEAD = """\
# Written by .ci/renew_yugioh_lists.py; change that, not this. Facts only, see ../NOTICE.
list: {id}
title: {title}
slot: {slot}
source: {source}
"""


class Names:
    """The names of the cards, by passcode or konami_id; of two cards of one name the passcode."""

    def __init__(self, source: Path) -> None:
        cards = list(rows(source / "cards.tsv"))
        counts: defaultdict[str, int] = defaultdict(int)
        for row in cards:
            counts[row["name_en"]] += 1
        self.names = {
            row[key]: row["name_en"] if counts[row["name_en"]] == 1 else row["passcode"]
            for key in ("konami_id", "passcode")
            for row in cards
            if row[key]
        }
        for row in rows(source / "passcode_aliases.tsv"):
            self.names.setdefault(row["passcode"], self.names.get(row["canonical_passcode"], row["passcode"]))

    def of(self, row: Mapping[str, str]) -> str:
        return self.names[row["passcode"] or row["konami_id"]]


def history(table: Iterable[Mapping[str, str]], names: Names, day: str, since: str) -> dict[str, Values]:
    """Day → the values of that day's list."""
    found: defaultdict[str, Values] = defaultdict(dict)
    for row in table:
        if row[day] >= since:
            found[row[day]][names.of(row)] = WORDS[row["limit"]]
    return dict(sorted(found.items()))


def seen(folder: Path, names: Names) -> dict[str, Values]:
    """Day → the points of that day, of a folder of DAY.vector.json; days with none at all are gaps."""
    found: dict[str, Values] = {}
    for path in sorted(folder.glob("[0-9]*.vector.json")):
        points = json.loads(path.read_text(encoding="utf-8"))["regulation"]
        if points:
            found[path.name[:10]] = {names.names[number]: str(value) for number, value in points.items() if value}
    return found


def entries(values: Values, indent: str = "      ") -> str:
    """Names by value, lines no wider than `WIDTH`."""
    groups: defaultdict[str, list[str]] = defaultdict(list)
    for name, value in values.items():
        groups[value].append(name)
    order = [*WORDS.values(), "removed"]
    text = ""
    for value in sorted(groups, key=lambda word: order.index(word) if word in order else int(word)):
        line = f"{indent}{value}: ["
        for name in sorted(groups[value], key=str.casefold):
            item = scalar(name) + ", "
            if len(line) - line.rfind("\n") + len(item) > WIDTH:
                line = line.rstrip() + f"\n{indent}  "
            line += item
        text += line.rstrip(", ") + "]\n"
    return text


def corrected(lists: Mapping[str, Values], mends: Mapping[str, Any]) -> dict[str, Values]:
    """The lists with the days and versions of the corrections, in order."""
    days, without = mends.get("days", {}), mends.get("without", ())
    found = {days.get(day, day): values for day, values in lists.items() if day not in without}
    for day, groups in mends.get("versions", {}).items():
        found[day] = {name: word for word, names in groups.items() for name in names}
    for day, changes in mends.get("changes", {}).items():
        found[day] = {**found[max(other for other in found if other <= day)], **changes}
    return dict(sorted(found.items()))


def versions(lists: Mapping[str, Values], doubts: Mapping[str, str]) -> str:
    """The first list whole, of each later one what it changed. `doubts`: first day → why it may be another."""
    text = "versions:\n"
    before: Values | None = None
    for day, values in lists.items():
        first = f'  - from: "{day}"\n' + (f'    assumed: "{doubts[day]}"\n' if day in doubts else "")
        if before is None:
            text += f"{first}    entries:\n{entries(values)}"
        else:
            changed = {name: value for name, value in values.items() if before.get(name) != value}
            changed |= dict.fromkeys(before.keys() - values.keys(), "removed")
            if not changed:
                continue
            text += f"{first}    changes:\n{entries(changed)}"
        before = values
    return text


def goat(path: Path, names: Names) -> Values:
    found: Values = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if row := re.match(r"(\d+) (\d)", line):
            found[names.names[row[1]]] = WORDS[row[2]]
    return found


def players(path: Path) -> Values:
    lists = yaml.safe_load(path.read_text(encoding="utf-8"))["lists"]["limited_mid_2003"]
    words = {"forbidden": "forbidden", "limited": "limited", "semi_limited": "semi-limited"}
    return {name: word for key, word in words.items() for name in lists[key]}


def main() -> None:
    """Read the tables, write one file a list."""
    parser = argparse.ArgumentParser(description="Write card_db/yugioh/lists/*.yaml anew from tables of facts.")
    parser.add_argument("source", type=Path, help="folder of the tables")
    parser.add_argument("--goat", type=Path, required=True, help="lflist.conf of the GOAT pool")
    parser.add_argument("--players", type=Path, required=True, help="YAML with the player list of 2003")
    parser.add_argument("--genesys", type=Path, help="folder of the points of each day, DAY.vector.json")
    parser.add_argument("--out", type=Path, default=Path(__file__).parent.parent / "card_db" / "yugioh" / "lists")
    options = parser.parse_args()
    source, names = options.source, Names(options.source)
    mends = yaml.safe_load(CORRECTIONS.read_text(encoding="utf-8"))

    tcg = history(rows(source / "tcg_history.tsv"), names, "effective_date", TCG_FROM)
    older = [row | {"day": f"{row['year_month']}-01"} for row in rows(source / "ygopro_lists_history.tsv")]
    ocg = history((row for row in older if row["region"] == "ocg"), names, "day", "2013-09-01")
    ocg |= history(rows(source / "ocg_history.tsv"), names, "effective_date", "2021-01-01")
    files = {
        "tcg": (
            "TCG Forbidden & Limited",
            "limitation",
            "dated lists of yaml-yugi-limit-regulation, mended by others (see ../NOTICE)",
            corrected(tcg, mends["tcg"]),
        ),
        "ocg": ("OCG Forbidden & Limited", "limitation", "YGOPro lflist.conf to 2020; then the same as tcg", ocg),
    }
    for area, day in POINTS.items():
        table = rows(source / f"{area}_genesys_points.tsv")
        points = {day: {names.of(row): row["limit"] for row in table if row["limit"] != "0"}}
        title, where = f"{area.upper()} Genesys points", "yaml-yugi-limit-regulation, one day's points"
        if area == "tcg" and options.genesys is not None:
            points, where = seen(options.genesys, names), "yaml-yugi-limit-regulation, the points of each day"
        files[f"{area}-genesys"] = (title, "points", where, points)
    options.out.mkdir(parents=True, exist_ok=True)
    for name, (title, slot, where, lists) in files.items():
        text = HEAD.format(id=name, title=title, slot=slot, source=where) + f'checked: "{CHECKED}"\n'
        doubts = dict.fromkeys(list(lists)[1:], SEEN) if name == "tcg-genesys" else {}
        text += versions(lists, {**doubts, **mends.get(name, {}).get("assumed", {})})
        (options.out / f"{name}.yaml").write_text(text, encoding="utf-8")
    text = HEAD.format(id="goat", title="GOAT", slot="limitation", source="ProjectIgnis/LFLists GOAT.lflist.conf")
    text += f'whitelist: true\nprinted: {{field: first_tcg, by: "{GOAT_UNTIL}"}}\n'
    text += f'versions:\n  - from: "2005-04-01"\n    entries:\n{entries(goat(options.goat, names))}'
    (options.out / "goat.yaml").write_text(text, encoding="utf-8")
    where = '"a player post, forum.dragonballz.de thread 42841, undated; its cards put it in mid 2003"'
    text = HEAD.format(id="limited-2003", title="Players' list of mid 2003", slot="limitation", source=where)
    text += f"versions:\n  - entries:\n{entries(players(options.players))}"
    (options.out / "limited-2003.yaml").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
