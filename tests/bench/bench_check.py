"""How long a check takes: cold, of a loaded deck, of a folder; each beside a plain reference of the same run.

    python tests/bench/bench_check.py [DECKS]

The references: a bare interpreter and an empty typer command for the cold start; hand-written Python with the
rules of one format built in for the checks. Every round times all of them one after another, so that a busy
machine slows all alike; the best round of each counts. Times are of the processor, not of the clock.
"""

from __future__ import annotations

import csv
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from deckcheck.decks.deck import Deck
from deckcheck.formats import WRITERS
from deckcheck.games.choices import Choices, checker
from deckcheck.games.library import Library
from deckcheck.rules.check import Loaded
from deckcheck.sessions.batch import check_all
from deckcheck.sessions.find import Found
from deckcheck.sessions.session import Session
from deckcheck.sessions.settings import Settings

ROOT = Path(__file__).parents[2]
DAY = "2026-05-18"
ROUNDS = 7
EMPTY = "import typer\napp = typer.Typer()\n@app.command()\ndef run(deck: str) -> None: ...\napp()"


def best(*tasks: Callable[[], object]) -> list[float]:
    """The best time of each task in seconds; every round does all of them."""
    times = [[_timed(task) for task in tasks] for _ in range(ROUNDS)]
    return [min(column) for column in zip(*times, strict=True)]


def _timed(task: Callable[[], object]) -> float:
    """Seconds of the processor, of this process and of those that it starts and waits for."""
    begun = os.times()
    here = time.process_time()
    task()
    ended = os.times()
    apart = ended.children_user + ended.children_system - begun.children_user - begun.children_system
    return time.process_time() - here + apart


def process(*arguments: str) -> Callable[[], object]:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return lambda: subprocess.run(
        [sys.executable, *arguments], capture_output=True, check=False, cwd=ROOT, env=environment
    )


def cold(folder: Path) -> None:
    """One deck, the whole process, everything compiled."""
    deck = folder / "0.ydk"
    text, table = folder / "0.txt", folder / "0.yaml"
    for path in (text, table):
        process("-m", "deckcheck", "convert", str(deck), "-o", str(path))()
    commands = [
        process("-c", "pass"),
        process("-c", EMPTY, "deck"),
        *(process("-m", "deckcheck", "check", str(path), "-g", "yugioh") for path in (deck, text, table)),
    ]
    commands[2]()
    bare, empty, *ours = best(*commands)
    print(f"bare interpreter {bare * 1e3:.0f} ms, empty typer command {empty * 1e3:.0f} ms")
    for name, seconds in zip((".ydk", "text", "YAML"), ours, strict=True):
        print(f"cold check {name}: {seconds * 1e3:.0f} ms, {seconds / empty:.2f} × an empty typer command")


class Plain:
    """The check of one format as one would write it for it alone: dicts of numbers, no records, no sentences."""

    def __init__(self) -> None:
        library = Library()
        game, pool = library.game("yugioh"), library.pool("yugioh")
        rules = checker(game, pool, library.lists("yugioh"), Choices(DAY, "tcg"))
        view = rules.view(())
        self.codes: dict[int, tuple[str, bool, int]] = {}
        extra = ("fusion", "synchro", "xyz", "link")
        from deckcheck.decks.deck import Entry

        for card in pool:
            limit = view.columns["limitation"].value(Entry(1, card.name, "main", card))
            known = (
                str(card.fields.get("counts_as", card.name)),
                str(card.fields.get("frame")).split("_")[0] in extra,
                limit if isinstance(limit, int) else 3,
            )
            for field in ("passcode", "alt_passcodes"):
                value = card.fields.get(field, ())
                for code in value if isinstance(value, tuple) else (value,):
                    self.codes[int(code)] = known  # type: ignore[arg-type]

    def check(self, text: str) -> list[str]:
        zones: dict[str, list[int]] = {"#main": [], "#extra": [], "!side": []}
        zone = zones["#main"]
        for line in text.split("\n"):
            if line in zones:
                zone = zones[line]
            elif line and line[0] != "#":
                zone.append(int(line))
        main, extra, side = zones.values()
        sizes = (("main", main, 40, 60), ("extra", extra, 0, 15), ("side", side, 0, 15))
        wrong = [name for name, zone, low, high in sizes if not low <= len(zone) <= high]
        copies: Counter[str] = Counter()
        for zone in (main, extra, side):
            for code in zone:
                known = self.codes.get(code)
                if known is None:
                    wrong.append(f"unknown {code}")
                    continue
                copies[known[0]] += 1
                if copies[known[0]] > known[2]:
                    wrong.append(f"too many {known[0]}")
                if zone is not side and known[1] is (zone is main):
                    wrong.append(f"zone {known[0]}")
        return wrong


def warm(paths: Iterable[Path]) -> None:
    """Loaded decks: reading, looking up and judging, and judging alone."""
    files = list(paths)
    session = Session(Settings(as_of=DAY))
    plain = Plain()
    found = [Found(str(path)) for path in files]
    ours, theirs = best(lambda: session.check_all(found), lambda: [plain.check(p.read_text()) for p in files])
    print(f"folder of {len(files)} .ydk: {len(files) / ours:,.0f} decks/s, {ours / theirs:.1f} × plain Python")
    loaded = [one for one in map(session.load, found) if isinstance(one, Loaded)]
    for name, wanted in (("legal", True), ("illegal", False)):
        some = [one for one in loaded if one.checker.check(one.deck).legal is wanted]
        if not some:
            continue
        texts = [Path(one.deck.path).read_text() for one in some]
        judged, checked, theirs = best(
            lambda some=some: [one.checker.judged(one.deck.entries) for one in some],  # type: ignore[misc]
            lambda some=some: [one.checker.check(one.deck) for one in some],  # type: ignore[misc]
            lambda texts=texts: [plain.check(text) for text in texts],  # type: ignore[misc]
        )
        findings = sum(len(one.checker.judged(one.deck.entries).problems) for one in some) / len(some)
        print(
            f"a loaded deck, {name}, {findings:.1f} findings: rules {judged / len(some) * 1e6:.0f} µs, "
            f"whole report {checked / len(some) * 1e6:.0f} µs, {checked / theirs:.1f} × plain Python with reading"
        )
    legal = [one for one in loaded if one.checker.check(one.deck).legal]
    for form in ("ydk", "text", "yaml"):
        of_form(session, [one.deck for one in legal], form)
    many = found * 4
    once, twice = _busiest(session, many, 1), _busiest(session, many, 2)
    print(f"two processes: {once / twice:.2f} × one, if each had a core of its own")


def _busiest(session: Session, found: Sequence[Found], jobs: int) -> float:
    """Seconds of the processor that the busiest process takes, this one or one of those that it starts."""
    before = os.times()
    list(check_all(session, found, jobs))
    after = os.times()
    here = after.user + after.system - before.user - before.system
    apart = after.children_user + after.children_system - before.children_user - before.children_system
    return max(here, apart / jobs)


def of_form(session: Session, decks: Sequence[Deck], form: str) -> None:
    """Decks in one form of file, beside reading the bytes of the files."""
    writer = WRITERS[form]
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / f"{number}{writer.suffixes[0]}" for number in range(len(decks))]
        for path, deck in zip(paths, decks, strict=True):
            path.write_text(writer.write(deck), encoding="utf-8")
        found = [Found(str(path)) for path in paths]
        of_game = Session(replace(session.settings, game="yugioh"))
        ours, bare = best(lambda: of_game.check_all(found), lambda: [path.read_bytes() for path in paths])
        print(f"legal decks, {form}: {len(found) / ours:,.0f} decks/s, {ours / bare:.0f} × reading the bytes")


def first() -> None:
    """A pool of one's own, read for the first time and then compiled."""
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "DECKCHECK_CACHE": cache}
        code = (
            "from deckcheck.games.library import Library; import sys; len(Library(cards=sys.argv[1:]).pool('yugioh'))"
        )
        command = [sys.executable, "-c", code, str(ROOT / "card_db" / "yugioh")]
        load = (
            "import sys, yaml, pathlib\n"
            "for p in pathlib.Path(sys.argv[1]).glob('*.yaml'): yaml.load(p.read_bytes(), yaml.CSafeLoader)"
        )
        theirs = _timed(lambda: subprocess.run([sys.executable, "-c", load, command[-1]], check=True))
        ours = [_timed(lambda: subprocess.run(command, check=True, env=environment, cwd=ROOT)) for _ in range(2)]
    once, again = ours
    print(f"own pool of 14,274 cards: first {once:.1f} s, {once / theirs:.2f} × loading its YAML; then {again:.2f} s")


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    table = ROOT / "tests" / "tournament" / "decks.tsv"
    with table.open(encoding="utf-8", newline="") as file, tempfile.TemporaryDirectory() as folder:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
        paths = []
        for number in range(count):
            row, lines = rows[number % len(rows)], []
            for head, zone in (("#main", "main"), ("#extra", "extra"), ("!side", "side")):
                lines.append(head)
                for item in row[zone].split():
                    times, _, code = item.rpartition("x")
                    lines += [code] * int(times or 1)
            paths.append(Path(folder) / f"{number}.ydk")
            paths[-1].write_text("\n".join(lines) + "\n", encoding="utf-8")
        cold(Path(folder))
        warm(paths)
        first()


if __name__ == "__main__":
    main()
