"""The rule book of a game, section by section, as text, Markdown and JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from deckcheck.files.json_text import json_text
from deckcheck.rules.game import Game
from deckcheck.views.book import Chapter
from deckcheck.wording import SafeText, sanitise, say
from deckcheck.wording.markdown import escaped

VERSION = 1


def _lines(chapter: Chapter) -> Iterator[SafeText]:
    if chapter.rules:
        rules = tuple(say("book.rule", id=SafeText(rule), formats=formats) for rule, formats in chapter.rules.items())
        yield say("book.rules", rules=rules)
    if chapter.play:
        yield say("book.play", parts=chapter.play)
    if chapter.left_out:
        yield say("book.left-out", reason=SafeText(sanitise(chapter.left_out)))


def write_text(game: Game, book: tuple[Chapter, ...]) -> str:
    """The sections as plain text."""
    blocks = [[game.title, *([say("sheet.book", book=game.book)] if game.book else [])]]
    blocks += [[chapter.title, *(f"  {line}" for line in _lines(chapter))] for chapter in book]
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"


def write_markdown(game: Game, book: tuple[Chapter, ...]) -> str:
    """The sections as Markdown."""
    blocks = [[f"# {escaped(game.title)}"], *([[escaped(say("sheet.book", book=game.book))]] if game.book else [])]
    for chapter in book:
        blocks += [[f"## {escaped(chapter.title)}"], [f"- {escaped(line)}" for line in _lines(chapter)]]
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"


def write_json(game: Game, book: tuple[Chapter, ...]) -> str:
    """The sections for programs."""
    sections = [
        {
            "title": chapter.title,
            "rules": {rule: list(formats) for rule, formats in chapter.rules.items()},
            "play": list(chapter.play),
            "left_out": chapter.left_out,
        }
        for chapter in book
    ]
    document = {"version": VERSION, "game": game.id, "title": game.title, "book": game.book or None}
    return json_text({**document, "sections": sections})


BOOKS: dict[str, Callable[[Game, tuple[Chapter, ...]], str]] = {
    "text": write_text,
    "json": write_json,
    "markdown": write_markdown,
}
