"""A deck opened for editing, as a program uses it: steps, the file, what fits; and the functions of the package."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from kit import DAY, written

import deckcheck
from deckcheck import check, check_text, explain, fill, fix, message, open_deck, session
from deckcheck.editing.deck import EditedDeck
from deckcheck.report import DeckcheckError
from deckcheck.sessions.session import Session

TEXT = "game: venture\n# mine\nmain:\n  - 3 Veilleur  # watch\n  - 2 Cendreux\n"


@pytest.fixture(scope="module")
def by() -> Session:
    return session(as_of=DAY)


def opened(folder: Path, by: Session, text: str = TEXT) -> EditedDeck:
    return open_deck(written(folder, "deck.yaml", text), by=by)


# --- the file -----------------------------------------------------------------------------------------------------


def test_nothing_is_written_before_it_is_saved(tmp_path: Path, by: Session) -> None:
    deck, file = opened(tmp_path, by), tmp_path / "deck.yaml"
    deck.add("1 Cendreux")
    deck.move("3 Veilleur", to="side")
    assert deck.unsaved
    assert file.read_text("utf-8") == TEXT
    deck.save()
    assert not deck.unsaved
    assert file.read_bytes() == deck.data
    assert file.read_text("utf-8") == ("game: venture\n# mine\nmain:\n  - 3 Cendreux\nside:\n  - 3 Veilleur  # watch\n")
    assert [path.name for path in tmp_path.iterdir()] == ["deck.yaml"]


def test_what_was_saved_can_be_undone_and_saved_again(tmp_path: Path, by: Session) -> None:
    deck = opened(tmp_path, by)
    deck.cut("1 Veilleur")
    deck.save()
    assert deck.undo()
    assert deck.unsaved
    deck.save()
    assert (tmp_path / "deck.yaml").read_text("utf-8") == TEXT


def test_several_cards_are_one_step_and_an_error_is_none(tmp_path: Path, by: Session) -> None:
    deck = opened(tmp_path, by)
    deck.cut("1 Veilleur", "2 Cendreux")
    with pytest.raises(DeckcheckError):
        deck.add("1 Golem de tuile", "1 No such card")
    with pytest.raises(DeckcheckError):
        deck.move("1 Veilleur", to="nowhere")
    assert deck.undo()
    assert not deck.undo()
    assert deck.data.decode() == TEXT


def test_a_change_from_outside_is_taken_over_where_nothing_is_lost(tmp_path: Path, by: Session) -> None:
    deck, file = opened(tmp_path, by), tmp_path / "deck.yaml"
    assert not deck.refresh()
    file.write_text(TEXT + "side:\n  - 1 Braise vive\n", encoding="utf-8")
    assert deck.refresh()
    assert [entry.shown for entry in deck.deck.entries if entry.section == "side"] == ["Braise vive"]
    deck.cut("1 Braise vive")
    deck.save()
    assert deck.undo()
    assert deck.undo()
    assert deck.data.decode() == TEXT


@pytest.mark.parametrize("outside", ["game: venture\nmain:\n  - 1 Veilleur\n", "", TEXT + "# more\n"])
def test_unsaved_work_and_a_change_from_outside_are_both_kept(tmp_path: Path, by: Session, outside: str) -> None:
    deck, file = opened(tmp_path, by), tmp_path / "deck.yaml"
    deck.add("1 Cendreux")
    mine = deck.data
    file.write_text(outside, encoding="utf-8")
    for act in (deck.save, deck.refresh):
        with pytest.raises(DeckcheckError) as told:
            act()
        assert told.value.sentence == "usage.changed-meanwhile"
    assert file.read_text("utf-8") == outside
    assert deck.data == mine


def test_a_file_that_became_no_deck_is_not_taken_over(tmp_path: Path, by: Session) -> None:
    deck = opened(tmp_path, by)
    (tmp_path / "deck.yaml").write_text("main: [", encoding="utf-8")
    with pytest.raises(DeckcheckError) as told:
        deck.refresh()
    assert told.value.problems
    assert deck.data.decode() == TEXT
    (tmp_path / "deck.yaml").unlink()
    with pytest.raises(DeckcheckError):
        deck.refresh()


def test_a_deck_that_names_no_game_is_filled_again_after_its_last_card(by: Session) -> None:
    deck = open_deck("deck.txt", "3 Veilleur\n\nSide\n", game="venture", as_of=DAY)
    deck.cut("3 Veilleur")
    assert [problem.rule for problem in deck.report.problems] == ["empty"]
    deck.add("2 Cendreux", to="main")
    assert [(entry.count, entry.shown, entry.section) for entry in deck.deck.entries] == [(2, "Cendreux", "main")]


# --- what is said of it -------------------------------------------------------------------------------------------


def test_the_verdict_in_a_word_and_why(by: Session) -> None:
    deck = open_deck("deck.yaml", TEXT, by=by)
    assert (deck.verdict.word, deck.verdict.why) == ("unfinished", ("main-size",))
    deck.add("2 Cendreux", to="main")
    assert (deck.verdict.word, deck.verdict.why) == ("illegal", ("rarity-copies",))
    deck.undo()
    deck.apply(fill(deck, want=["count(kind == monstre) >= 30"]).changes)
    assert (deck.verdict.word, deck.verdict.why) == ("legal", ())
    monsters = sum(e.count for e in deck.deck.entries if e.card and e.card.fields["kind"] == "monstre")
    assert monsters >= 30


def test_an_empty_deck_is_unfinished(by: Session) -> None:
    deck = open_deck("deck.yaml", "game: venture\nmain:\n", by=by)
    assert deck.verdict.word == "unfinished"
    assert not deck.report.legal


def test_where_a_card_fits_and_how_often(by: Session) -> None:
    deck = open_deck("deck.yaml", TEXT, by=by)
    watch, ash = (deck.pool.find(name)[0] for name in ("Veilleur", "Cendreux"))
    assert (deck.home(watch), deck.home(ash), deck.home(ash, 2)) == (None, "main", None)
    assert [item.more for item in deck.headroom(watch, ash, section="side")] == [0, 1]


def test_a_repair_explains_itself(by: Session) -> None:
    deck = open_deck("deck.yaml", TEXT.replace("2 Cendreux", "38 Cendreux"), by=by)
    changes = deck.apply(fix(deck).changes)
    told = [explain(change) for change in changes]
    assert any(text.endswith("[rarity-copies]") and text.startswith("remove ") for text in told)
    assert deck.verdict.word == "legal"


# --- the functions of the package ---------------------------------------------------------------------------------


def test_importing_the_package_loads_no_other_module_of_it() -> None:
    code = "import sys, deckcheck; print([name for name in sys.modules if name.startswith('deckcheck.')])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_every_function_is_documented() -> None:
    for name in deckcheck.__all__:
        assert name in (deckcheck.__doc__ or "") or name.startswith("__"), name
        assert name.startswith("__") or getattr(deckcheck, name).__doc__, name


def test_a_text_and_its_file_are_judged_alike(tmp_path: Path, by: Session) -> None:
    path = written(tmp_path, "deck.yaml", TEXT)
    (report,) = check(path, as_of=DAY)
    assert check_text(TEXT, path, by=by) == report
    assert check_text(TEXT.encode(), path, as_of=DAY) == report
    assert open_deck(path, by=by).report == report
    assert message(report.problems[0]) == "5 cards in main, at least 40 needed"
    (draft,) = check(path, as_of=DAY, draft=True)
    assert draft.legal
    deck = open_deck(path, as_of=DAY, draft=True)
    assert (deck.report, deck.verdict.word, deck.verdict.why) == (draft, "unfinished", ("main-size",))


def test_what_cannot_be_opened_says_why(tmp_path: Path, by: Session) -> None:
    for path, text in (("deck.yaml", "main: ["), ("deck.yaml", "main: [1 X]\n"), (str(tmp_path / "none.yaml"), None)):
        with pytest.raises(DeckcheckError) as told:
            open_deck(path, text, by=by)
        assert told.value.problems
    with pytest.raises(DeckcheckError):
        session(game="no such game")


def test_a_session_has_the_games_and_their_cards(by: Session) -> None:
    assert by.library.game("venture").title.startswith("Venture")
    assert "Veilleur" in {card.name for card in by.library.pool("venture")}
