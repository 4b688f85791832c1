"""Prints what the validator of Microsoft says of a SARIF file; errors fail."""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path


def main() -> None:
    (run,) = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8-sig"))["runs"]
    found = run.get("results", [])
    counts = Counter((one.get("level", "warning"), one["ruleId"]) for one in found)
    for (level, rule), count in sorted(counts.items()):
        first = next(one for one in found if one["ruleId"] == rule)
        print(f"{level} {rule}: {count} times; first: {json.dumps(first['message'], ensure_ascii=False)[:300]}")
    if any(level == "error" for level, _ in counts):
        sys.exit("not valid")
    print("valid")


if __name__ == "__main__":
    main()
