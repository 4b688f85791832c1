"""What files of strangers cost: patterns, references, long decks and large piles, each a whole process.

    python tests/bench/bench_hostile.py [WORD…]     those whose name holds a word

Seconds and the most memory of each, as the system counts it. Nothing here should take more than some twenty seconds.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RULES = "rules: {r: {size: {in: main, max: 9}, assumed: x}}"
Arguments = tuple[str, ...]


def names() -> list[str]:
    sys.path.insert(0, str(ROOT))
    from deckcheck.games.library import Library

    return [json.dumps(f"1 {card.name}", ensure_ascii=False) for card in Library().pool("yugioh")]


def deck(rows: list[str]) -> str:
    return "game: yugioh\nmain:\n" + "".join(f"  - {row}\n" for row in rows)


def put(name: str, text: str) -> str:
    Path(name).write_text(text, encoding="utf-8")
    return name


def of_schema(card: str, cards: str) -> Arguments:
    own = (
        "--schemas",
        put("s.yaml", f"game: s\ntitle: S\ncard:{card}\nsections: {{main: {{}}}}\n{RULES}\n"),
        "--cards",
        put("c.yaml", cards),
    )
    return ("games", "s", "--check", *own)


def pattern() -> Arguments:
    card = "\n  properties:\n    no: {type: string, pattern: '^(a+)+$'}"
    return of_schema(card, f"cards: [{{name: A, no: {'a' * 45}b}}]\n")


def references() -> Arguments:
    twice = [", ".join([f"{{$ref: '#/$defs/d{n}'}}"] * 2) for n in range(30)]
    rows = "".join(f"    d{n + 1}: {{allOf: [{refs}]}}\n" for n, refs in enumerate(twice))
    card = f"\n  $defs:\n    d0: {{}}\n{rows}  allOf: [{{$ref: '#/$defs/d30'}}]\n  properties: {{no: {{type: string}}}}"
    return of_schema(card, "cards: [{name: A, no: b}]\n")


def excluded() -> Arguments:
    put("a" * 60 + ".yaml", "game: venture\nmain: [1 Veilleur]\n")
    return ("check", ".", "--exclude", "a*" * 8 + "b")


def odds() -> Arguments:
    text = "game: yugioh\nmain:\n  - 10000 Dark Magician\n  - 10000 Kuriboh\n"
    return ("odds", put("d.yaml", text), 'count(name == "Kuriboh") >= 1', "--hand", "2000")


CASES: dict[str, Callable[[], Arguments]] = {
    "pattern of a schema": pattern,
    "references that double": references,
    "pattern of files": excluded,
    "odds of 20,000 cards": odds,
    "check 10,000 different cards": lambda: ("check", put("d.yaml", deck(names()[:10_000]))),
    "check 5,000 problems": lambda: (
        "check",
        put("d.yaml", deck([f'"4{row[2:]}' for row in names()[:5_000]])),
    ),
    "check 12,000 lines of 40 cards": lambda: ("check", put("d.yaml", deck(names()[:40] * 300))),
    "show 3,000 different cards": lambda: ("show", put("d.yaml", deck(names()[:3_000]))),
    "fix 3,000 lines of 40 cards": lambda: ("fix", put("d.yaml", deck(names()[:40] * 75))),
}


def main(words: list[str]) -> None:
    for name, make in CASES.items():
        if words and not any(word in name for word in words):
            continue
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            arguments = make()
            start = time.perf_counter()
            command = [sys.executable, "-m", "deckcheck", *arguments]
            run = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=_environment())
            _, status, used = os.wait4(run.pid, 0)
            code = os.waitstatus_to_exitcode(status)
            took = time.perf_counter() - start
            print(f"{name:34} {took:6.1f} s  {used.ru_maxrss // 1024:5} MB  ends with {code}", flush=True)
            os.chdir(ROOT)


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT)}


if __name__ == "__main__":
    main(sys.argv[1:])
