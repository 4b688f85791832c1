"""Lays out a club's repository for try_ci: 40 decks of four games, ten of them illegal, and what lies beside them.

With a second argument, the traps of a pull request in that folder: each a deck that once passed without being judged.
"""

from __future__ import annotations

import sys
from pathlib import Path

SHIPPED = Path(__file__).parent.parent / "tests" / "decks" / "readme"
GAMES = ("venture", "tresors-de-geek", "clash-of-decks", "yugioh")
ILLEGAL = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9)


BANNED = "3 Pot of Greed\n3 Graceful Charity\n3 Raigeki\n"
TRAPS = {
    "list.txt": BANNED,
    "wide.txt": BANNED.encode("utf-16"),
    "été.txt": BANNED,
    "odd-key.yaml": "game: yugioh\nlist: tcg\nmain:\n  - 3 Pot of Greed\n",
    "cards-key.yaml": "game: yugioh\ncards:\n  - 3 Pot of Greed\n",
    "long-remark.yaml": f"# {'-' * 70_000}\ngame: yugioh\nmain:\n  - 3 Pot of Greed\n",
    "anzahl.csv": "Anzahl,Name\n3,Pot of Greed\n",
    "link.txt": "// see ydke://o6lXBQ==!!!\n" + BANNED,
    "client.dek": '<Deck><Cards Quantity="3" Name="Pot of Greed"/></Deck>\n',
    "program.cod": '<cockatrice_deck><zone name="main"><card number="3" name="Raigeki"/></zone></cockatrice_deck>\n',
}


def traps(folder: Path) -> None:
    folder.mkdir()
    for name, data in TRAPS.items():
        (folder / name).write_bytes(data if isinstance(data, bytes) else data.encode())
    (folder / "away.yaml").symlink_to("/etc/hostname")


def main() -> None:
    club = Path(sys.argv[1])
    if len(sys.argv) > 2:
        traps(Path(sys.argv[2]))
        return
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
    (club / "notes.txt").write_text("The hall opens at nine; bring 3 pens.\n", encoding="utf-8")
    (club / "ci.yaml").write_text("on: push\njobs:\n  - check\n", encoding="utf-8")
    old = club / "old"
    old.mkdir()
    (old / "deck.yaml").write_text("game: venture\nmain:\n  - 1 Veilleur\n", encoding="utf-8")


if __name__ == "__main__":
    main()
