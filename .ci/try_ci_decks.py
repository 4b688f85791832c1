"""Lays out a club's repository for try_ci: 40 decks of four games, ten of them illegal, and what lies beside them."""

from __future__ import annotations

import sys
from pathlib import Path

SHIPPED = Path(__file__).parent.parent / "tests" / "decks" / "readme"
GAMES = ("venture", "tresors-de-geek", "clash-of-decks", "yugioh")
ILLEGAL = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9)


def main() -> None:
    club = Path(sys.argv[1])
    decks = club / "decks"
    decks.mkdir(parents=True)
    for number in range(40):
        game = GAMES[number % 4]
        verdict = "illegal" if number in ILLEGAL else "legal"
        text = (SHIPPED / f"{game}-{verdict}.yaml").read_text(encoding="utf-8")
        if number == 4:  # the worst name
            text = text.replace("name: ", 'name: "]]>&<::error::%0A\\u202e" # ', 1)
        (decks / f"{number}-{verdict}-{game}.yaml").write_text(text, encoding="utf-8")
    (club / "deckcheck.yaml").write_text("as_of: 2026-11-30\nexclude: [old]\n", encoding="utf-8")
    (club / "notes.txt").write_text("3 Veilleur\n", encoding="utf-8")
    (club / "ci.yaml").write_text("on: push\njobs:\n  - check\n", encoding="utf-8")
    old = club / "old"
    old.mkdir()
    (old / "deck.yaml").write_text("game: venture\nmain:\n  - 1 Veilleur\n", encoding="utf-8")


if __name__ == "__main__":
    main()
