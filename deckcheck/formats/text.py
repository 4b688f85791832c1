"""Decks as plain lists, the way players write and programs export them.

The keys at the top are read first. Then each line is told apart by its form alone (`parts.py`), then put into its
section. Only headings and "SB:" part the deck from the side deck, no blank line does.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from deckcheck.cards.names import normalise
from deckcheck.decks.deck import Deck, DeckFile, Ignore, Line
from deckcheck.decks.headings import Sections, first_section, heading_words
from deckcheck.decks.lines import split_count, tidy
from deckcheck.formats import DeckSource
from deckcheck.formats.parts import (
    ASIDE,
    BLANK,
    CARD,
    COMMENT,
    COMMENTED,
    ENDS,
    HASH,
    HEADING,
    INLINE,
    KIND,
    KIND_NOTED,
    LONG,
    MARKS,
    PAIR,
    QUOTED,
    SILENT,
    TITLE,
    TOTALS,
    Part,
    Words,
    part_of,
)
from deckcheck.formats.sections import KEY_WORDS, beside, heads, item_text, lines_by_section
from deckcheck.record import replace
from deckcheck.report import Note, Place, Problem


def head_text(opened: DeckSource) -> None:
    """The lines "key: text" before the first card, in comments or not; `body` is the numbers of these lines."""
    if any(sign in opened.source.text for sign in ("Fingerprint", "Empreinte", "|-", "| -", "|:-", "| :-")):
        from deckcheck.formats.dressed import undressed

        opened.source = replace(opened.source, text=undressed(opened.source.text))
    taken: set[int] = set()
    about = False
    for number, line in enumerate(opened.source.text.split("\n"), 1):
        text = tidy(line)
        comment = COMMENT.match(text)
        body = text[comment.end() :].strip() if comment else text
        pair = PAIR.match(body)
        key = KEY_WORDS.get(normalise(pair["key"])) if pair else None
        if pair and key and not _counts(pair["key"], pair["rest"]):
            place = Place(opened.source.path, number, line.find(body[0]) + 1)
            _key(opened, key, pair["rest"], place, in_comment=comment is not None)
        elif about and body.startswith("Name "):
            _key(opened, "name", body[5:].strip(), Place(opened.source.path, number, 1))
        elif body == "About":
            about = True
        elif text and not comment:
            break
        else:
            continue
        taken.add(number)
    opened.body = taken


def _counts(word: str, rest: str) -> bool:
    """`Deck: Cendres` names the deck; `Deck: 40` and `Deck: 3 Veilleur` do not."""
    counted = rest.isdecimal() or split_count(rest).count is not None
    return normalise(word) in heading_words(None) and counted


def _key(opened: DeckSource, key: str, text: str, place: Place, *, in_comment: bool = False) -> None:
    texts = opened.texts
    if in_comment:
        opened.remarks |= {key}
    if key == "ignore":
        rule, _, reason = text.partition(" ")
        opened.ignore.append(Ignore(rule, reason.strip() or None, place))
    elif key == "notes" and key in texts:
        texts[key] += "\n" + ("" if text == "." else text)
    elif key in texts:
        facts = {"key": key, "first": opened.places[key].line}
        opened.problems.append(Problem("line", "line.repeated-key", place=place, facts=facts))
    else:
        texts[key] = text
        opened.places[key] = place


def read_text(opened: DeckSource, sections: Sections | None) -> DeckFile:
    """The deck of a plain list, its sections under the ids of the game's."""
    words = Words(sections, heading_words(sections, categories=False))
    rows = enumerate(opened.source.text.split("\n"), 1)
    taken = opened.body
    parts = [part_of(number, raw, words) for number, raw in rows if number not in taken]
    top = _top(parts) if "name" not in opened.texts else None
    lines, notes = _placed(parts, opened, sections)
    if top is not None:
        lines = [replace(line, maybe="title") if line.place.line == top else line for line in lines]
    notes += _without_headings(parts, sections)
    if any(kind in (HEADING, KIND, TOTALS) and any(map(str.isdigit, text)) for _, kind, text, *_ in parts):
        from deckcheck.formats.totals import wrong_totals

        notes += wrong_totals(parts, words, sections)
    return opened.deck_file(lines, notes)


def _placed(parts: Iterable[Part], opened: DeckSource, sections: Sections | None) -> tuple[list[Line], list[Note]]:
    """The lines in their sections; cards beside the deck are left out, and told."""
    path, lines = opened.source.path, []
    notes: list[Note] = []
    home = section = first_section(sections) if sections else None
    aside: tuple[str, Place] | None = None
    passed = 0
    for number, kind, text, column, own in parts:
        if aside and kind != LONG:
            if kind not in ENDS:
                passed += kind not in SILENT
                continue
            if passed:
                opened.problems.append(beside(aside[0], passed, aside[1]))
            aside, passed = None, 0
        if kind == CARD:
            lines.append(Line(section, text, None, Place(path, number, column)))
            continue
        if kind in (KIND, KIND_NOTED) and sections and section in sections and sections[section or ""].cards == 1:
            section = home  # a section of a single card is over where a kind of cards begins
        if kind in (BLANK, COMMENTED, KIND_NOTED, TOTALS):
            continue
        place = Place(path, number, column)
        if kind == HEADING and own:
            section = own
            opened.places.setdefault(own, place)
        elif kind == ASIDE:
            aside = (text, place)
        elif kind in (KIND, TITLE):
            lines.append(Line(section, text, None, place, None, "heading"))
        else:
            lines.append(Line(own or section, text, None, place, None, _MAYBE.get(kind)))
    if aside and passed:
        opened.problems.append(beside(aside[0], passed, aside[1]))
    return lines, notes


def _top(parts: Sequence[Part]) -> int | None:
    """The number of a line like a card that stands apart at the top, without a count while the others have one."""
    shown = (at for at, part in enumerate(parts) if part[1] not in (BLANK, COMMENTED, HASH))
    first = next(shown, None)
    if first is None or parts[first][1] != CARD or split_count(parts[first][2]).count is not None:
        return None
    below = [part for part in parts[first + 1 :] if part[1] not in (COMMENTED, HASH)]
    cards = [text for _, kind, text, *_ in below if kind in (CARD, INLINE)]
    apart = bool(cards) and below[0][1] in (BLANK, *MARKS)
    return parts[first][0] if apart and all(split_count(text).count for text in cards) else None


_MAYBE = {HASH: "comment", QUOTED: "quoted"}


def _without_headings(parts: Sequence[Part], sections: Sections | None) -> tuple[Note, ...]:
    """What is said of a list of cards under no heading: a blank line may have been meant for one."""
    home = first_section(sections) if sections else None
    if any(kind in MARKS or (own and own != home) for _, kind, _, _, own in parts):
        return ()
    gap, before = False, None
    for number, kind, *_ in parts:
        if kind in (CARD, LONG, INLINE):
            if gap and before == CARD:
                return (Note("note.blank-line", {"line": number, "section": home}),)
            gap, before = False, CARD
        elif kind in (TITLE, HASH):
            gap, before = gap and kind == HASH, kind
        elif kind == BLANK:
            gap = True
    several = sections and len(sections) > 1
    return (Note("note.no-headings", {"section": home}),) if before and several else ()


def _parts(key: str, text: str) -> list[str]:
    """Notes have a line each for their lines; a blank one is a dot."""
    return [part if part.strip() else "." for part in text.rstrip("\n").split("\n")] if key == "notes" else [text]


def write_text(deck: Deck) -> str:
    """The deck as a plain list; the sections stand under their ids, the keys in comments at the top."""
    lines = [f"// {key}: {tidy(part)}" for key, text in heads(deck) for part in _parts(key, text)]
    lines += [f"// ignore: {ignore.rule} {tidy(ignore.reason or '')}".rstrip() for ignore in deck.ignore]
    for section, items in lines_by_section(deck).items():
        lines += [""] if lines else []
        lines.append(f"[{section}]")
        lines += [tidy(item_text(item, deck)) for item in items]
    return "\n".join(lines) + "\n"
