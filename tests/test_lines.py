"""What a line of a deck list means: counts, printings, and names that hold either."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckcheck.cards.names import normalise
from deckcheck.cards.pool import Card, Pool
from deckcheck.decks.lines import copies, readings, split_count
from deckcheck.decks.named import find_line

NAMES = [
    "Grizzly Bears",
    "Llanowar Elves",
    "Serra's Embrace",
    "Two-Step Test",
    "Island",
    "7 Colored Fish",
    "1996 World Champion",
    "Deskbot 005",
    "Harpie Lady",
    "Harpie Lady 2",
    "Harpie Lady 1",
    "Fairchild",
    "Fairchild 1.0",
    "Fairchild 2.0",
    "Luster Dragon",
    "Luster Dragon #2",
    "Nekogal #1",
    "R&D's Secret Lair",
    "Who/What/When/Where/Why",
    "Doomkaiser Dragon/Assault Mode",
    "D/D Savant Thomas",
    "Bonecrusher Giant // Stomp",
    "Arcane Signet",
    "Opt",
    "Mind Stone",
    "B.F.M. (Big Furry Monster)",
    "Erase (Not the Urza's Legacy One)",
    "Manaphy",
    "Hisuian Basculegion",
    "Professor's Letter",
    "Professor's Research",
    "N",
    "Pikachu",
    "Pikachu ex",
    "Basic {L} Energy",
    "Number 39: Utopia",
    'Maxx "C"',
    "X-Saber Airbellum",
    "Œuf de phœnix",
    "Boom!",
    "Pokégear 3.0",
    "+2 Mace",
]

POOL = Pool([Card(name, (name,), {"name": name}) for name in NAMES])


def read(line: str) -> str | None:
    """ "4 Opt", or None where no card is found."""
    found = find_line(line, POOL)
    return f"{copies(found.reading.count)} {found.cards[0].name}" if len(found.cards) == 1 else None


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "form",
    [
        *["4 {}", "4x {}", "4X {}", "x4 {}", "4× {}", "×4 {}", "(4) {}", "[4] {}", "[4x] {}", "04 {}", "4  {}"],
        *["４ {}", "+4 {}", "4\t{}", "4 x {}", "- 4 {}", "* 4 {}", "• 4x {}", "\u200b4\u00a0{}\u200b"],
        *["{} x4", "{} ×4", "{} (x4)", "{} 4x", "{}\t4", "{} x4 (SET) 12"],
        *["4 {} (SET) 331", "4 {} [C20]", "4 {} SCR 50", "4 {} *F*", "4 {} (SET) 331 *F* #tag #!tag2"],
    ],
)
def test_every_form_of_count_and_printing_with_every_name(form: str, name: str) -> None:
    """Also names that hold digits, "#", brackets, slashes or "&"."""
    assert f"4 {name}" == read(form.format(name))


@pytest.mark.parametrize("name", NAMES)
def test_a_name_alone_is_one_copy(name: str) -> None:
    """Even where it begins like a count."""
    assert f"1 {name}" == read(name)
    assert f"1 {name}" == read(name.upper())


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("1 Arcane Signet (ELD) 331 *F*", "1 Arcane Signet"),
        ("4 Opt (XLN) 65 *E* #draw #keep", "4 Opt"),
        ("1 Bonecrusher Giant // Stomp (ELD) 115", "1 Bonecrusher Giant // Stomp"),
        ("2 Mind Stone [C20]", "2 Mind Stone"),
        ("2 Mind Stone [2XM#310]", "2 Mind Stone"),
        ("1 Grizzly Bears (P10E) 7s", "1 Grizzly Bears"),
        ("1 Opt (PLST) C16-272", "1 Opt"),
        ("1 Opt (ABC) 123★", "1 Opt"),
        ("1 Opt (YDMU) A-12", "1 Opt"),
        ("1 B.F.M. (Big Furry Monster)", "1 B.F.M. (Big Furry Monster)"),
        ("1 Erase (Not the Urza's Legacy One)", "1 Erase (Not the Urza's Legacy One)"),
        ("1 Manaphy CRZ GG6", "1 Manaphy"),
        ("1 Hisuian Basculegion PR-SW SWSH205", "1 Hisuian Basculegion"),
        ("1 Professor's Letter BKT 146a", "1 Professor's Letter"),
        ("1 N FCO 105a", "1 N"),
        ("4 Pikachu PR-SV 27", "4 Pikachu"),
        ("4 Pikachu ex SSP 57", "4 Pikachu ex"),
        ("4 Pikachu ex SSP 57 PH", "4 Pikachu ex"),
        ("1 Professor's Research (Professor Oak) CEL 24", "1 Professor's Research"),
        ("3 Luster Dragon #2", "3 Luster Dragon #2"),
        ("3 Luster Dragon #3", None),
        ("3 Luster Dragon #good", "3 Luster Dragon"),
        ("Harpie Lady 2", "1 Harpie Lady 2"),
        ("2 Harpie Lady", "2 Harpie Lady"),
        ("Harpie Lady x2", "2 Harpie Lady"),
        ("Harpie Lady\t2", "2 Harpie Lady"),
        ("4 X-Saber Airbellum", "4 X-Saber Airbellum"),
        ("4 Saber Airbellum", None),
        ("Harpie Lady 3", None),
        ("2 Harpie Lady x2", None),
        ("1x Fairchild 2.0", "1 Fairchild 2.0"),
        ("1x Fairchild 3.0", None),
        ("4Opt", None),
        ("4xOpt", "4 Opt"),
        ("Opt 4", None),
        ("1 oeuf de phoenix", "1 Œuf de phœnix"),
        ("1 BOOM!", "1 Boom!"),
        ("2 Island (", "2 Island"),
        ("Island (", "1 Island"),
        ("", None),
        ("x", None),
        ("4", None),
        ("4x", None),
    ],
)
def test_lines_as_they_are_found(line: str, expected: str | None) -> None:
    """The longest name that is a card's wins; only printings are taken off, never a number alone."""
    assert expected == read(line)


@pytest.mark.parametrize(
    ("line", "count", "name"),
    [
        ("3 Some Name", "3", "Some Name"),
        ("Some Name x3", "3", "Some Name"),
        ("3 Some Name x3", "3", "Some Name x3"),
        ("Some  Name\u200b", None, "Some Name"),
        ("Some Name 3", None, "Some Name 3"),
        ("-3 Some Name", "-3", "Some Name"),
        ("0x Some Name", "0", "Some Name"),
        ("- Some Name", None, "- Some Name"),
        ("3 Some Name (SET) 12", "3", "Some Name (SET) 12"),
    ],
)
def test_a_count_is_split_off_by_its_form(line: str, count: str | None, name: str) -> None:
    """What a line holds whose card is not known."""
    reading = split_count(line)
    assert (count, name) == (reading.count, reading.name)


@pytest.mark.parametrize(
    ("count", "number"),
    [
        (None, 1),
        ("3", 3),
        ("04", 4),
        ("+4", 4),
        ("-2", -2),
        ("−2", -2),
        ("0", 0),
        ("٣", 3),
        ("1.5", None),
        ("1,5", None),
    ],
)
def test_copies(count: str | None, number: int | None) -> None:
    """No count is one copy; a fraction is none."""
    assert number == copies(count)


@given(st.text(max_size=60))
def test_any_line_has_readings(text: str) -> None:
    """They are found in good time, the first is the longest, and none has an odd blank."""
    names = [reading.name for reading in readings(text)]
    assert all(name == " ".join(name.split()) for name in names)
    if not {"\t", "|"} & set(text):  # of columns only the first ones are names, and none may be left that is sure
        assert names
        assert max(map(len, names)) == len(names[0])


@pytest.mark.parametrize("text", ["3 " + "(a) " * 500, "#a " * 2000, "9" * 10000, "x" * 10000, "3 " + "A1 " * 3000])
def test_long_lines_are_read_in_good_time(text: str) -> None:
    """The grammar does not run wild on a long line (the suite's own time limit would tell)."""
    assert read(text) is None


@given(st.integers(1, 10_000), st.sampled_from(NAMES))
def test_what_is_written_is_read(count: int, name: str) -> None:
    """Count and name, as the writers write them."""
    assert read(f"{count} {name}") == f"{count} {name}"
    assert read(f"{count}x {normalise(name)}") in (f"{count} {name}", None)
