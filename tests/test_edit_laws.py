"""Laws of edits over decks of every shape: other bytes stay, adding and cutting again gives the file back."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kit import DAY, Table, shipped

from deckcheck import open_deck
from deckcheck.cards.pool import Card
from deckcheck.editing.changes import ADD, MOVE, REMOVE, Change, counted, made
from deckcheck.editing.edit import edited
from deckcheck.editing.editor import Editor
from deckcheck.formats import READERS, read_deck
from deckcheck.report import DeckcheckError
from deckcheck.sessions.find import Found
from deckcheck.sessions.session import Session
from deckcheck.sessions.settings import Settings

VENTURE, NUMBERS = shipped("venture"), shipped("yugioh")
CARDS = sorted(VENTURE.pool, key=lambda card: card.name)[:12]
NUMBERED = sorted((card for card in NUMBERS.pool if len(card.name) < 12), key=lambda card: card.name)[:12]
ENDS = ("\n", "\r\n", "\r")
YAML_ITEMS = (
    "- {n} {c}",
    "-  {n}x {c}",
    '- "{n} {c}"',
    "- {n} {c}  # {n} {c}",
    '-\n    "{n} {c}"',
    "- >-\n    {n} {c}",
)
TEXT_ITEMS = ("{n} {c}", "{n}x {c}", "- {n} {c}", "{c} x{n}", "  {n}\t{c}", "{n} {c} (SET) 12", "[{n}] {c}")
TEXT_BETWEEN = ("", "// note", "# 3 what", "; so", "-----", "Total: 12")
YAML_BETWEEN = ("", "  # note", "# - 3 what")
YDK_BETWEEN = ("", "# note", "#3 what")


def code(card: Card) -> str:
    return next(str(card.fields[name]) for name in NUMBERS.game.card.identifiers if name in card.fields)


@st.composite
def decks(draw: st.DrawFn) -> tuple[str, Table, bytes, list[Card]]:
    """A path, its game, the file, and cards that it does not hold. Every section holds a card."""
    form = draw(st.sampled_from(["yaml", "txt", "ydk"]))
    cards, table = (NUMBERED, NUMBERS) if form == "ydk" else (CARDS, VENTURE)
    order = draw(st.permutations(cards))
    held, others = order[:8], order[8:]
    lines = {"yaml": ["game: venture", "name: x"], "txt": ["// name: x"], "ydk": ["#created by x"]}[form]
    heads = {"yaml": ("main:", "side:"), "txt": ("Main", "[side]"), "ydk": ("#main", "!side")}[form]
    between = {"yaml": YAML_BETWEEN, "txt": TEXT_BETWEEN, "ydk": YDK_BETWEEN}[form]
    for head, half in zip(heads, (held[:4], held[4:]), strict=True):
        lines.append(head)
        for card in half[: draw(st.integers(1, 4))]:
            count = draw(st.integers(1, 3))
            if form == "ydk":
                lines += [code(card)] * count
            else:
                style = draw(st.sampled_from(YAML_ITEMS if form == "yaml" else TEXT_ITEMS))
                lines += style.format(n=count, c=card.name).split("\n")
            lines += draw(st.lists(st.sampled_from(between), max_size=2))
    end = draw(st.sampled_from(ENDS))
    mark = draw(st.sampled_from([b"", b"\xef\xbb\xbf"]))
    return f"deck.{form}", table, mark + (end.join(lines) + draw(st.sampled_from(["", end]))).encode(), others


def change(editor: Editor, data: bytes, *changes: Change) -> bytes:
    """The data after the changes, which are found in it again."""
    editor = Editor(editor.path, data, editor.game, editor.pool)
    deck = editor.deck(data)
    after = edited(editor, deck, changes)
    assert counted(editor.deck(after).entries) == counted(made(deck.entries, changes))
    return after


@settings(max_examples=150, deadline=None)
@given(decks(), st.sampled_from(["main", "side"]), st.integers(1, 3))
def test_what_is_added_and_cut_again_leaves_no_trace(
    case: tuple[str, Table, bytes, list[Card]], section: str, count: int
) -> None:
    path, table, data, others = case
    editor = Editor(path, data, table.game, table.pool)
    card = others[0]
    added = change(editor, data, Change(ADD, count, card.name, card, section))
    assert added != data
    assert change(editor, added, Change(REMOVE, count, card.name, card, section)) == data


@settings(max_examples=150, deadline=None)
@given(decks(), st.integers(0, 7), st.sampled_from([ADD, REMOVE, MOVE]), st.integers(1, 3))
def test_a_change_touches_the_lines_of_its_card_alone(
    case: tuple[str, Table, bytes, list[Card]], pick: int, action: str, count: int
) -> None:
    path, table, before, _ = case
    editor = Editor(path, before, table.game, table.pool)
    entries = editor.deck(before).entries
    entry = entries[pick % len(entries)]
    assert entry.card is not None
    to = ("side" if entry.section == "main" else "main") if action == MOVE else None
    copies = count if action == ADD else min(count, entry.count)
    after = change(editor, before, Change(action, copies, entry.card.name, entry.card, entry.section, to))
    words = (code(entry.card) if path.endswith("ydk") else entry.card.name).encode()

    def others(text: bytes) -> list[bytes]:
        """The lines of others; those where its item alone begins are left out."""
        lines = text.splitlines()
        return [line for line in lines if words not in line and line.strip() not in (b"-", b"- >-")]

    assert [line for line in others(after) if line] == [line for line in others(before) if line]
    assert others(after).count(b"") in (others(before).count(b""), others(before).count(b"") - 1)


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(sorted(READERS)), st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_no_reader_ever_fails(form: str, data: bytes) -> None:
    editor = Editor(f"deck.{form}", data, VENTURE.game, VENTURE.pool)
    file = read_deck(editor.path, VENTURE.game.sections, data, form)
    deck = editor.deck(data)
    if file.lines and deck.entries:
        try:
            edited(editor, deck, [Change(ADD, 1, CARDS[0].name, CARDS[0], "main")])
        except DeckcheckError as error:
            assert error.sentence.startswith("usage.")


SESSIONS = {
    form: Session(Settings(DAY, game=table.game.id))
    for form, table in (("yaml", VENTURE), ("txt", VENTURE), ("ydk", NUMBERS))
}
# A path, the file, and names of cards that it does not hold.
FILES = decks().map(lambda case: (case[0], case[2], [card.name for card in case[3][:3]]))
STEPS = st.tuples(
    st.sampled_from([ADD, ADD, REMOVE, REMOVE, MOVE, MOVE, "undo", "undo", "redo"]),
    st.integers(0, 50),
    st.integers(1, 3),
    st.sampled_from(["main", "side"]),
)


def remarks(data: bytes) -> list[bytes]:
    """The lines that hold nothing but a remark, in their order."""
    return [line for line in data.splitlines() if line.strip().startswith((b"#", b"//", b";", b"---"))]


@settings(max_examples=80, deadline=None)
@given(FILES, st.lists(STEPS, max_size=12))
def test_any_row_of_edits_can_be_taken_back_and_done_again(
    case: tuple[str, bytes, list[str]], steps: list[tuple[str, int, int, str]]
) -> None:
    """The bytes are those of each step before or after; what is said of them is what a check of the file says."""
    path, data, others = case
    session = SESSIONS[path.partition(".")[2]]
    deck = open_deck(path, data, by=session)
    names = [entry.shown for entry in deck.deck.entries] + others
    past, future = [data], []
    for action, pick, count, section in steps:
        (card,) = deck.pool.find(names[pick % len(names)])
        before, held = deck.data, counted(deck.deck.entries)
        text, to = f"{count} {card.name}", "side" if section == "main" else "main"
        if action == "undo":
            assert deck.undo() is (len(past) > 1)
            if len(past) > 1:
                future.append(past.pop())
        elif action == "redo":
            assert deck.redo() is bool(future)
            if future:
                past.append(future.pop())
        elif action != ADD and held.get((card, section), 0) < count:
            with pytest.raises(DeckcheckError):
                deck.cut(text, source=section)
        else:
            if action == ADD:
                deck.add(text, to=section)
            elif action == REMOVE:
                deck.cut(text, source=section)
            else:
                deck.move(text, source=section, to=to)
            change = Change(action, count, card.name, card, section, to if action == MOVE else None)
            wanted = Counter(held)
            wanted[card, section] += count if action == ADD else -count
            wanted[card, to] += count if action == MOVE else 0
            assert Counter(counted(deck.deck.entries)) == +wanted, change
            assert remarks(deck.data) == remarks(before)
            past.append(deck.data)
            future.clear()
        assert deck.data == past[-1]
        assert deck.unsaved is (deck.data != data)
        assert deck.report == session.check(Found(path, deck.data))
        assert (deck.verdict.word == "illegal") <= (not deck.report.legal)
        assert (deck.verdict.word == "legal") is (deck.report.legal and deck.report.complete)
    while deck.undo():
        pass
    assert deck.data == data


@settings(max_examples=100, deadline=None)
@given(FILES, st.integers(0, 7), st.booleans())
def test_a_line_that_moves_whole_takes_along_what_is_written_beside_its_card(
    case: tuple[str, bytes, list[str]], pick: int, crowded: bool
) -> None:
    """The comment of YAML, the set of a list, the number of a picture."""
    path, data, _ = case
    deck = open_deck(path, data, by=SESSIONS[path.partition(".")[2]])
    entry = deck.deck.entries[pick % len(deck.deck.entries)]
    assert entry.card is not None
    to = "side" if entry.section == "main" else "main"
    if crowded:
        deck.add(f"1 {entry.card.name}", to=to)
    before = deck.data
    deck.move(f"{entry.count} {entry.card.name}", source=entry.section, to=to)
    comment = f"# {entry.count} {entry.card.name}".encode()
    assert deck.data.count(comment) == before.count(comment)
    if not crowded and path.endswith(("txt", "ydk")):
        assert sorted(deck.data.split()) == sorted(before.split())
