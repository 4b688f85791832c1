"""How time and memory grow with the work: decks in a folder, cards, games, rules.

    python tests/bench/bench_load.py [PART…] [--most N] [--games N]

The parts are decks, cards, goldfish, rules and odds; none named: all of them. `--most` is the largest number of decks
in a folder (100,000), `--games` of goldfish games (100,000,000); the sizes below follow. Each row is one run of the
command in a process of its own: the clock, the processor, the processor a piece, and the most memory that it and its
children held at once (what they share counted once). Where time grows no faster than the work, a piece of a larger one
takes no longer.
"""

from __future__ import annotations

import argparse
import csv
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from deckcheck.formats import WRITERS
from deckcheck.rules.check import Loaded
from deckcheck.sessions.find import Found
from deckcheck.sessions.session import Session
from deckcheck.sessions.settings import Settings

ROOT = Path(__file__).parents[2]
DAY = "2026-05-18"
EVERY = 0.02  # seconds between two looks at the memory
DECKCHECK = (sys.executable, "-m", "deckcheck")
YAML_VENTURE = (
    ROOT / "tests/decks/readme/venture-legal.yaml",
    ROOT / "tests/decks/readme/venture-illegal.yaml",
    ROOT / "tests/decks/venture/small.yaml",
)
TEXT_VENTURE = ROOT / "tests/decks/venture/both-sections.txt"
TORN = "game: venture\nmain:\n  - 3 Veilleur\n  - 2 [Rat\nside: 3\n"


FORMS: dict[str, tuple[str, ...]] = {
    "text": (),
    "text -q": ("-q",),
    "jsonl": ("-o", "jsonl"),
    "jsonl, two jobs": ("-o", "jsonl", "--jobs", "2"),
    "json": ("-o", "json"),
    "junit": ("-o", "junit"),
    "sarif": ("-o", "sarif"),
}


def measured(arguments: Sequence[str], size: int, what: str, **environment: str) -> None:
    """Run a command and print its row."""
    begun, before = time.perf_counter(), os.times()
    process = subprocess.Popen(
        [*DECKCHECK, *arguments],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env={**os.environ, **environment},
        cwd=ROOT,
    )
    held = _Memory(process.pid)
    _, told = process.communicate()
    most = held.end()
    clock, after = time.perf_counter() - begun, os.times()
    busy = after.children_user + after.children_system - before.children_user - before.children_system
    if process.returncode not in (0, 1) or b"Traceback" in told:
        raise SystemExit(f"deckcheck {' '.join(arguments)} ended with {process.returncode}\n{told.decode()}")
    print(
        f"{what:24} {size:>12,} {clock:9.2f} s {busy:9.2f} s {busy / size * 1e6:12,.2f} µs {most / 2**20:8.0f} MB",
        flush=True,
    )


class _Memory(threading.Thread):
    """The most memory that a process and its children held at once."""

    def __init__(self, process: int) -> None:
        super().__init__(daemon=True)
        self._process = process
        self._over = threading.Event()
        self._most = 0
        self.start()

    def run(self) -> None:
        while not self._over.wait(EVERY):
            self._most = max(self._most, sum(map(_proportional, _family(self._process))))

    def end(self) -> int:
        self._over.set()
        self.join()
        return self._most


def _family(process: int) -> Iterator[int]:
    yield process
    try:
        children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    except OSError:
        return
    for child in children:
        yield from _family(int(child))


def _proportional(process: int) -> int:
    """Bytes of a process; of what it shares its part."""
    try:
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:")), 0)


def heading(part: str) -> None:
    print(f"\n{part}\n{'':24} {'size':>12} {'clock':>11} {'processor':>11} {'a piece':>15} {'memory':>11}")


def sizes(most: int, least: int, step: int = 10) -> Iterator[int]:
    """Sizes that grow by `step` up to the largest."""
    found = [most]
    while found[-1] // step >= least and len(found) < 4:
        found.append(found[-1] // step)
    yield from reversed(found)


def templates() -> list[tuple[str, str]]:
    """Decks of both games, legal ones, illegal and broken: suffix and text."""
    with (ROOT / "tests/tournament/decks.tsv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    found = []
    session = Session(Settings(as_of=DAY))
    for number, row in enumerate(rows):
        text = _ydk(row)
        form = ("ydk", "text", "yaml")[number % 3]
        loaded = session.load(Found(f"{number}.ydk", text.encode()))
        if form != "ydk" and isinstance(loaded, Loaded):
            text = WRITERS[form].write(loaded.deck)
        found.append((WRITERS[form].suffixes[0], text))
        venture = YAML_VENTURE[number % len(YAML_VENTURE)]
        found.append((".yaml", venture.read_text(encoding="utf-8")))
    found.append((".txt", f"// game: venture\n{TEXT_VENTURE.read_text(encoding='utf-8')}"))
    found += [
        (".yaml", TORN),
        (".ydk", ""),
        (".ydk", "#main\nno number\n99999999999\n"),
        (".txt", "// game: nothing\n"),
    ]
    return found


def _ydk(row: dict[str, str]) -> str:
    lines = []
    for head, zone in (("#main", "main"), ("#extra", "extra"), ("!side", "side")):
        lines.append(head)
        for item in row[zone].split():
            times, _, code = item.rpartition("x")
            lines += [code] * int(times or 1)
    return "\n".join(lines) + "\n"


def of_decks(folder: Path, most: int) -> None:
    """One folder of decks, in the forms of report."""
    heading("decks in one folder")
    known = templates()
    for size in sizes(most, 1000):
        here = folder / str(size)
        here.mkdir()
        for number in range(size):
            suffix, text = known[number % len(known)]
            (here / f"{number}{suffix}").write_text(text, encoding="utf-8")
        for name, options in FORMS.items():
            measured(("check", str(here), "--as-of", DAY, "--isolated", *options), size, name)


def of_cards(folder: Path, most: int) -> None:
    """Card files of a game of one's own: the run that compiles them, and one that finds them compiled."""
    heading("cards of a game of one's own")
    for size in (1000, 5000, 20_000):
        for form, lines in (("yaml", _card_yaml(size)), ("csv", _card_table(size))):
            schema, deck = _game(folder, _RULES[:2])
            cards = folder / f"cards-{size}.{form}"
            cards.write_text("".join(lines), encoding="utf-8")
            with tempfile.TemporaryDirectory() as cache:
                for run in ("first", "next"):
                    arguments = ("check", str(deck), "--schemas", str(schema), "--cards", str(cards))
                    measured(arguments, size, f"{form}, {run} run", DECKCHECK_CACHE=cache)


def _card_yaml(size: int) -> Iterator[str]:
    yield "game: invented\ncards:\n"
    for name, kind, cost, rarity in _cards(size):
        yield f"  - {{name: {name}, kind: {kind}, cost: {cost}, rarity: {rarity}}}\n"


def _card_table(size: int) -> Iterator[str]:
    yield "name,kind,cost,rarity\n"
    for row in _cards(size):
        yield ",".join(map(str, row)) + "\n"


def _cards(size: int) -> Iterator[tuple[str, str, int, str]]:
    for number in range(size):
        yield f"Card {number}", ("beast", "spell", "trap")[number % 3], number % 11, ("common", "rare")[number % 2]


_SCHEMA = """game: invented
title: Invented
language: en
book: {title: The Rules, sections: [Decks]}
card:
  required: [name]
  properties:
    name: {type: string}
    kind: {enum: [beast, spell, trap]}
    cost: {type: integer}
    rarity: {enum: [common, rare]}
copy: name
sections: {main: {title: Main deck}}
rules:
"""
_RULES = (
    "size: {{in: main, min: 20, max: {}}}",
    "copies: {{in: main, of: cost == {}, max: 3}}",
    "count: {{in: main, of: kind == beast and cost > {}, max: 30}}",
    "copies: {{in: main, max: {{by: rarity, common: 3, rare: 2, else: {}}}}}",
    "sum: {{in: main, what: cost, max: 500 + {} * main.count(kind == trap)}}",
    "different: {{in: main, of: rarity == rare and cost != {}, min: 1}}",
    "only: {{in: main, of: cost <= 10 or kind == spell or cost == {}}}",
)


def _game(folder: Path, rules: Iterable[str]) -> tuple[Path, Path]:
    """A schema with these rules, and a deck."""
    lines = (f"  rule-{number}: {{{rule.format(60 + number)}, source: Decks}}\n" for number, rule in enumerate(rules))
    schema = folder / "invented.yaml"
    schema.write_text(_SCHEMA + "".join(lines), encoding="utf-8")
    deck = folder / "deck.yaml"
    deck.write_text(_deck(0), encoding="utf-8")
    return schema, deck


def _deck(first: int) -> str:
    cards = (f"  - {1 + number % 3} Card {(first + number) % 1000}\n" for number in range(25))
    return f"game: invented\nmain:\n{''.join(cards)}"


def of_rules(folder: Path, most: int) -> None:
    """A thousand decks against ever more rules."""
    heading("rules of a schema, against 1,000 decks")
    decks = folder / "decks"
    decks.mkdir()
    for number in range(1000):
        (decks / f"{number}.yaml").write_text(_deck(number), encoding="utf-8")
    cards = folder / "cards.csv"
    cards.write_text("".join(_card_table(1000)), encoding="utf-8")
    for size in (10, 50, 200):
        schema, _ = _game(folder, (_RULES[number % len(_RULES)] for number in range(size)))
        arguments = ("check", str(decks), "-q", "--schemas", str(schema), "--cards", str(cards), "--isolated")
        measured(arguments, size, "rules")


def of_goldfish(folder: Path, most: int) -> None:
    """Ever more games."""
    heading("goldfish games")
    for game in ("venture", "yugioh"):
        deck = ROOT / f"tests/decks/readme/{game}-legal.yaml"
        for size in sizes(most, 100_000):
            measured(("goldfish", str(deck), "--games", str(size)), size, game)
        measured(("goldfish", str(deck), "--games", str(size), "--jobs", "2"), size, f"{game}, two jobs")


def of_odds(folder: Path, most: int) -> None:
    """A query over ever more groups of cards."""
    heading("odds, exact, of a query over groups of cards")
    deck = ROOT / "tests/decks/readme/yugioh-legal.yaml"
    for size in (1, 4, 8):
        query = " or ".join(f"count(level == {level}) >= 2" for level in range(1, size + 1))
        measured(("odds", str(deck), query), size, "groups")


PARTS = {"decks": of_decks, "cards": of_cards, "goldfish": of_goldfish, "rules": of_rules, "odds": of_odds}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", nargs="*", choices=[*PARTS, []], default=[])
    parser.add_argument("--most", type=int, default=100_000)
    parser.add_argument("--games", type=int, default=100_000_000)
    given = parser.parse_args()
    for game in ("venture", "yugioh"):  # compiled after a change of the code, which is not to be measured
        deck = str(ROOT / f"tests/decks/readme/{game}-legal.yaml")
        subprocess.run([*DECKCHECK, "check", deck], cwd=ROOT, capture_output=True, check=False)
    for part in given.part or PARTS:
        with tempfile.TemporaryDirectory() as folder:
            PARTS[part](Path(folder), given.games if part == "goldfish" else given.most)


if __name__ == "__main__":
    main()
