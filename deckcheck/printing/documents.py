"""Sheets → one document: several lists, or a judge's book with its index; and the forms it is written in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from deckcheck.cards.names import normalise
from deckcheck.printing.contents import Block, Text
from deckcheck.printing.document import Document, Head, Paper, Sheet
from deckcheck.printing.html import write_html
from deckcheck.printing.measure import SEPARATOR
from deckcheck.printing.pdf import write_pdf
from deckcheck.printing.plain import write_markdown, write_text
from deckcheck.printing.sheets import LONGEST, Checked, first_problems, paged, sheet, stem, verdict_text
from deckcheck.record import replace
from deckcheck.wording import sanitise, shorten
from deckcheck.wording.printed import printed
from deckcheck.wording.templates import SafeText

_TRIES = 4  # to number the pages of an index


def document(decks: Sequence[Checked], paper: Paper, kind: str) -> Document:
    """The decks as one document. `kind` is a key of `KINDS`; `decks` holds one at least."""
    ordered, language = list(decks), _language(decks)
    if kind != "book":
        sheets = [sheet(checked, paper, hand_in=kind != "list") for checked in ordered]
        return Document(sheets[0].head.title, language, paper, tuple(sheets))
    ordered.sort(key=_player)
    sheets = [sheet(checked, paper, hand_in=True, number=number) for number, checked in enumerate(ordered, 1)]
    title = _book_title(decks, language)
    long = 1  # pages of the index; a page more or less may change the width of its numbers
    for _ in range(_TRIES):
        begins = [long + 1 + sum(len(one.pages) for one in sheets[:at]) for at in range(len(sheets))]
        index = _index(ordered, begins, title, language, paper)
        if len(index.pages) == long:
            break
        long = len(index.pages)
    return Document(title, language, paper, _numbered((index, *(replace(one, level=2) for one in sheets))))


def _numbered(sheets: Sequence[Sheet]) -> tuple[Sheet, ...]:
    """The sheets of a book with the numbers of its pages, as the index names them."""
    total, at, found = sum(len(one.pages) for one in sheets), 0, []
    for one in sheets:
        labels = (printed(one.language, "page", number=at + n, of=total) for n in range(1, len(one.pages) + 1))
        pages = (replace(page, label=label) for page, label in zip(one.pages, labels, strict=True))
        found.append(replace(one, pages=tuple(pages)))
        at += len(one.pages)
    return tuple(found)


KINDS = ("sheet", "list", "book")


def _language(decks: Sequence[Checked]) -> str:
    """The language of most of the decks, else of the first."""
    return Counter(checked.game.language for checked in decks).most_common(1)[0][0]


def _player(checked: Checked) -> tuple[str, str, str]:
    """By the player's name, else by that of the file."""
    info = checked.deck.info
    return (normalise(info.get("player", "") or stem(checked)), info.get("id", ""), checked.deck.path)


def _book_title(decks: Sequence[Checked], language: str) -> str:
    events = {checked.deck.info.get("event", "") for checked in decks}
    event = events.pop() if len(events) == 1 else ""
    return (
        printed(language, "book.event", event=SafeText(shorten(event, LONGEST))) if event else printed(language, "book")
    )


def _index(decks: Sequence[Checked], begins: Sequence[int], title: str, language: str, paper: Paper) -> Sheet:
    """The first pages of a book: every deck in one line, with the page on which its sheet begins."""
    keys = ("head.number", "field.player", "field.id", "field.deck", "head.check", "head.fingerprint", "head.page")
    rows = tuple(
        _line(number, checked, page, language)
        for number, (checked, page) in enumerate(zip(decks, begins, strict=True), 1)
    )
    total = printed(language, "decks", number=len(decks))
    name = printed(language, "head.decks")
    again = printed(language, "continued", title=name)
    block = Block(name, again, tuple(printed(language, key) for key in keys), rows, total, main=3)
    return paged(language, 1, Head(title), title, [[block]], (), paper)


def _line(number: int, checked: Checked, page: int, language: str) -> tuple[Text, ...]:
    deck, report = checked.deck, checked.report
    texts = (deck.info.get("player", "") or stem(checked), deck.info.get("id", ""))
    player, player_id = (shorten(" ".join(text.split()), LONGEST) for text in texts)
    named = SEPARATOR.join(filter(None, (deck.name, checked.game.title, checked.checker.ruleset.title)))
    why = "; ".join(first_problems(report, language))
    return (
        Text(str(number), link=number),
        Text(player, link=number),
        Text(player_id),
        Text(sanitise(named)),
        Text(verdict_text(report, language), why, bold=not report.legal),
        Text(report.fingerprint or ""),
        Text(str(page), link=number),
    )


# Form → writer; the second argument are the user's font files, which only a PDF needs.
WRITERS: dict[str, Callable[[Document, Sequence[str]], bytes]] = {
    "text": write_text,
    "markdown": write_markdown,
    "html": write_html,
    "pdf": write_pdf,
}
SUFFIXES = {".txt": "text", ".md": "markdown", ".markdown": "markdown", ".html": "html", ".htm": "html", ".pdf": "pdf"}
