"""Deck files that were mangled at random, through every reader: no traceback, no hang, no line lost, one verdict.

    python tests/bench/fuzz_readers.py
    python tests/bench/fuzz_readers.py --inputs 1000000 --from 0 --jobs 2

Of each input: it is read and judged within five seconds and without a failure of the program. A line of a known card
that was put in at random is an entry, or a problem or note tells of it. Now and then besides: all forms of report can
be read again and give one verdict, and the deck, written in every form that holds names, has the same cards and the
same verdict when it is read back. What fails is written to a folder, with the number that makes it again.
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from time import perf_counter
from types import FrameType
from xml.etree import ElementTree

import yaml

HERE = Path(__file__).parents[1]
sys.path[:0] = [str(HERE.parent)]

from deckcheck import session  # noqa: E402 - the tree that the script lies in has to be found first
from deckcheck.decks.deck import Deck  # noqa: E402
from deckcheck.formats import READERS, WRITERS  # noqa: E402
from deckcheck.report import Report, Severity  # noqa: E402
from deckcheck.reports import REPORTS  # noqa: E402
from deckcheck.reports.look import Look  # noqa: E402
from deckcheck.sessions.find import Found  # noqa: E402
from deckcheck.sessions.session import Session  # noqa: E402

SECONDS = 5
CANARIES = {"yugioh": ("Kuriboh", 40640057), "venture": ("Braise vive", None)}
BY_LINES = ("text", "ydk")  # forms in which a line may stand anywhere
NAMED = tuple(name for name, writer in WRITERS.items() if not writer.numbers)
SEEDS = HERE / "decks"
DATA = yaml.safe_load((Path(__file__).parent / "fuzz_pieces.yaml").read_text(encoding="utf-8"))
PIECES = [piece.encode("utf-8", "surrogatepass") for piece in DATA["pieces"]]


class HangError(Exception):
    """An input took longer than `SECONDS`."""


def seeds() -> list[tuple[str, bytes, str]]:
    """Suffix, bytes and game of decks in every form."""
    found = [(suffix.removeprefix("none"), text.encode(), "yugioh") for suffix, text in DATA["decks"].items()]
    for file in sorted(SEEDS.rglob("*.*")):
        game = "venture" if "venture" in str(file.relative_to(SEEDS)) else "yugioh"
        if "clash" not in str(file) and "tresors" not in str(file) and file.stat().st_size < 1500:
            found.append((file.suffix, file.read_bytes(), game))
    return found


def mangled(luck: Random, data: bytes, others: list[tuple[str, bytes, str]]) -> bytes:
    """The bytes after one to eight changes, as a person, a program or a bad copy makes them."""
    for _ in range(luck.choice((1, 1, 1, 2, 3, 8))):
        at, piece = luck.randrange(len(data) + 1), luck.choice(PIECES)
        match luck.randrange(12):
            case 0 | 1 | 2:
                data = data[:at] + piece + data[at:]
            case 3:
                data = data[:at] + piece + data[at + luck.choice((1, 5, 30)) :]
            case 4:
                data = data[:at] + data[at + luck.choice((1, 2, 20, 400)) :]
            case 5:
                data = data[:at] + luck.randbytes(luck.choice((1, 2, 4))) + data[at:]
            case 6 | 7 | 8:  # whole lines: doubled, moved, begun with something
                lines = data.split(b"\n")
                one, other = luck.randrange(len(lines)), luck.randrange(len(lines))
                change = luck.randrange(4)
                if change == 0:
                    lines.insert(one, lines[other])
                elif change == 1:
                    lines[one] = piece + lines[one]
                elif change == 2:
                    lines[one] += piece
                else:
                    lines[one], lines[other] = lines[other], lines[one]
                data = b"\n".join(lines)
            case 9:
                other_data = luck.choice(others)[1]
                data = data[:at] + other_data[luck.randrange(len(other_data) + 1) :]
            case 10:
                text = data.decode("utf-8", "replace")
                data = text.encode(
                    luck.choice(("utf-16", "utf-8-sig", "cp1252", "latin-1", "utf-16-le", "mac-roman")), "replace"
                )
            case 11:
                data = data.replace(luck.choice((b"\n", b" ", b",", b":", b"3")), piece, luck.choice((1, 3)))
    return data[:20_000]


def with_canary(luck: Random, data: bytes, line: str) -> tuple[bytes, int] | None:
    """The text with a line of a known card at a line break, and the number of that line."""
    if b"\x00" in data or data.startswith((b"\xff", b"\xfe")):
        return None
    lines = data.split(b"\n")
    at = luck.randrange(len(lines) + 1)
    lines.insert(at, line.encode())
    above = b"\n".join((*lines[:at], b"")).decode("utf-8", "replace")
    return b"\n".join(lines), len(above.splitlines()) + 1


def few_cards() -> Path:
    """A file of every fortieth card of the large game and of those that the lists name: names are compared faster."""
    cards = session(game="yugioh").library.pool("yugioh")
    kept = [card for at, card in enumerate(cards) if at % 40 == 0 or card.name in ("Kuriboh", "Dark Magician")]
    file = Path(mkdtemp(prefix="fuzz-cards-")) / "cards.yaml"
    records = [dict(card.fields) for card in kept]
    text = yaml.safe_dump(
        {"game": "yugioh", "set": "few", "cards": json.loads(json.dumps(records))}, allow_unicode=True
    )
    file.write_text(text, encoding="utf-8")
    return file


class Fuzz:
    """Inputs by their numbers, each with what is wrong with what came of it."""

    def __init__(self) -> None:
        self.seeds = seeds()
        self.by = {"venture": session(game="venture"), "yugioh": session(game="yugioh", cards=[str(few_cards())])}
        for game, by in self.by.items():  # made ready before anything is timed
            by.check(Found("deck.txt", f"1 {CANARIES[game][0]}\n".encode()))

    def wrong(self, number: int) -> tuple[str, str, bytes] | None:
        """What is wrong, the suffix and the bytes; None where nothing is."""
        luck = Random(number)
        suffix, data, game = luck.choice(self.seeds)
        if luck.random() < 0.15:
            suffix = luck.choice(self.seeds)[0]
        data = mangled(luck, data, self.seeds)
        name, code = CANARIES[game]
        canary = None
        if luck.random() < 0.5 and (suffix == ".txt" or (suffix == ".ydk" and code)):
            canary = with_canary(luck, data, str(code) if suffix == ".ydk" and code else f"1 {name}")
            data = canary[0] if canary else data
        path = f"deck{suffix}"
        try:
            signal.setitimer(signal.ITIMER_REAL, SECONDS)
            fault = self.fault(luck, self.by[game], path, data, (name, canary[1]) if canary else None)
        except HangError:
            fault = "hang"
        except Exception as error:
            fault = f"{type(error).__name__}: {error}"
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
        return (fault, suffix, data) if fault else None

    def fault(self, luck: Random, by: Session, path: str, data: bytes, canary: tuple[str, int] | None) -> str | None:
        loaded = by.load(Found(path, data))
        if isinstance(loaded, Report):
            report, deck = loaded, None
        else:
            report, deck = loaded.checker.check(loaded.deck), loaded.deck
        if any(problem.sentence.startswith("internal") for problem in report.problems):
            return f"internal: {[problem.facts for problem in report.problems][:1]}"
        if report.legal and any(problem.severity is Severity.ERROR for problem in report.problems):
            return "legal with an error"
        if deck is not None and deck.reader in BY_LINES and canary:
            name, line = canary
            there = any(entry.card is not None and entry.card.name == name for entry in deck.entries)
            told = any(name in str(one.facts) for one in (*report.problems, *report.notes))
            told |= any(problem.sentence == "shape.no-section" for problem in report.problems)
            if not there and not told and not any(problem.place.line == line for problem in report.problems):
                return "a line is lost"
        if luck.random() < 0.02:
            return verdicts_differ(report)
        if deck is not None and luck.random() < 0.05:
            return forms_differ(by, deck, report)
        return None


def verdicts_differ(report: Report) -> str | None:
    """Which form of report says another verdict, or cannot be read by those who read it."""
    written = {form: "".join(write([report], Look())) for form, write in REPORTS.items()}
    legal = report.legal
    document = json.loads(written["json"])
    said: dict[str, Callable[[], bool]] = {
        "json": lambda: document["decks"][0]["legal"],
        "jsonl": lambda: json.loads(written["jsonl"].splitlines()[0])["legal"],
        "junit": lambda: (
            not ElementTree.fromstring(written["junit"]).findall(".//failure")
            and not ElementTree.fromstring(written["junit"]).findall(".//error")
        ),
        "sarif": lambda: not any(r["level"] == "error" for r in json.loads(written["sarif"])["runs"][0]["results"]),
        "github": lambda: "::error" not in written["github"],
    }
    for form, verdict in said.items():
        if verdict() != legal:
            return f"{form} says otherwise"
    return None


def cards_of(deck: Deck) -> Counter[tuple[str, str]]:
    """Copies by section and name."""
    found: Counter[tuple[str, str]] = Counter()
    for entry in deck.entries:
        found[entry.section, entry.shown.casefold()] += entry.count
    return found


def broken(report: Report, rules: set[str]) -> set[tuple[str, str]]:
    """The rules that a deck breaks, and how."""
    return {(problem.rule, problem.sentence) for problem in report.problems if problem.rule in rules}


def forms_differ(by: Session, deck: Deck, report: Report) -> str | None:
    """In which form the deck, where all of it could be read, comes back as another one."""
    if deck.unread or any(entry.card is None for entry in deck.entries) or not deck.entries:
        return None
    for form in NAMED:
        again = by.load(Found(f"again{WRITERS[form].suffixes[0]}", WRITERS[form].write(deck).encode()))
        if isinstance(again, Report):
            return f"{form} cannot be read back: {[problem.sentence for problem in again.problems]}"
        if cards_of(again.deck) != cards_of(deck):
            return f"{form} gives other cards"
        if "format" in WRITERS[form].keys and not deck.ignore:
            rules = {rule.id for rule in again.checker.ruleset.rules}
            verdict = again.checker.check(again.deck)
            if broken(verdict, rules) != broken(report, rules):
                return f"{form} gives another verdict"
    return None


def stop(number: int, frame: FrameType | None) -> None:
    raise HangError


def share(first: int, count: int, step: int) -> Iterator[tuple[int, str, str, bytes]]:
    signal.signal(signal.SIGALRM, stop)
    fuzz = Fuzz()
    for number in range(first, first + count, step):
        if (wrong := fuzz.wrong(number)) is not None:
            yield (number, *wrong)


def shared(first: int, count: int, step: int) -> list[tuple[int, str, str, bytes]]:
    return list(share(first, count, step))


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--inputs", type=int, default=10_000)
    parser.add_argument("--from", dest="first", type=int, default=0, help="number of the first input")
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args()
    start, kinds = perf_counter(), Counter[str]()
    folder = Path(mkdtemp(prefix="fuzz-"))
    with ProcessPoolExecutor(asked.jobs) as pool:
        parts = [pool.submit(shared, asked.first + job, asked.inputs - job, asked.jobs) for job in range(asked.jobs)]
        for part in parts:
            for number, fault, suffix, data in part.result():
                kinds[fault[:70]] += 1
                if kinds[fault[:70]] <= 3:
                    (folder / f"{number}{suffix}").write_bytes(data)
                    print(f"{number}{suffix}: {fault}")
    seconds = perf_counter() - start
    forms = ", ".join(READERS)
    print(f"{asked.inputs} inputs through {forms}: {sum(kinds.values())} wrong, {seconds:.0f} s; {folder}")
    for fault, times in kinds.most_common(20):
        print(f"{times:8} {fault}")
    return 1 if kinds else 0


if __name__ == "__main__":
    sys.exit(main())
