"""The tape: every random number by its address."""

from __future__ import annotations

import pytest
from reference.fast import position

from deckcheck.engine.tape import CHUNK, Tape, again_word

import numpy as np  # isort: skip

KEY = (3, 2, 1)
LEFTS = (1, 2, 33, 40, 255, 256, 2222, 40_000, 60_000, 65_535)


def positions(tape: Tape, left: int | np.ndarray, draws: int, games: np.ndarray | None = None) -> list[np.ndarray]:
    size = CHUNK if games is None else games.size
    most = left if isinstance(left, int) else int(left.max())
    outs = [np.empty(size, np.uint8 if most <= 255 else np.uint16) for _ in range(draws)]
    tape.positions(KEY, [left] * draws, outs, games)
    return outs


@pytest.mark.parametrize("left", LEFTS)
def test_a_row_is_what_the_docstring_says_game_by_game(left: int) -> None:
    tape = Tape(7, 2)
    row = positions(tape, left, 4)[3]
    low = tape.words(KEY, 4)[3].astype(np.int64) * left % 65536
    refused = np.flatnonzero(low < 65536 % left)[:12]
    for column in [*range(0, CHUNK, 3001), *map(int, refused)]:
        assert row[column] == position(7, 2 * CHUNK + column, KEY, 3, left)


@pytest.mark.parametrize("left", LEFTS)
def test_a_row_of_lefts_and_a_few_games_give_the_same(left: int) -> None:
    tape = Tape(7, 2)
    alike = positions(tape, left, 3)
    own = positions(tape, np.full(CHUNK, left, np.uint16), 3)
    games = np.arange(5, CHUNK, 17)
    few = positions(tape, left, 3, games)
    for row, other, part in zip(alike, own, few, strict=True):
        assert (row == other).all()
        assert (row[games] == part).all()


@pytest.mark.parametrize("left", [3, 33, 40, 1000, 40_000])
def test_a_word_is_turned_down_below_the_border_and_taken_on_it(left: int) -> None:
    """The least low part that is taken is `65536 % left`, though few words have it."""
    found = 0
    for chunk in range(6):
        tape = Tape(11, chunk)
        words, rows = tape.words(KEY, 6), positions(tape, left, 6)
        on = words.astype(np.int64) * left % 65536 == 65536 % left
        for draw, column in zip(*np.nonzero(on), strict=True):
            place = int(words[draw, column]) * left >> 16
            assert rows[draw][column] == place
            assert position(11, chunk * CHUNK + int(column), KEY, int(draw), left) == place
            found += 1
            if found % 10 == 0:
                break
    assert found


@pytest.mark.parametrize("left", [3, 40, 1000])
def test_positions_are_uniform(left: int) -> None:
    counts = np.zeros(left)
    for chunk in range(8):
        for row in positions(Tape(1, chunk), left, 4):
            counts += np.bincount(row, minlength=left)
    expected = counts.sum() / left
    chi = float(((counts - expected) ** 2 / expected).sum())
    assert abs(chi - (left - 1)) < 5 * (2 * (left - 1)) ** 0.5


def test_an_empty_pile_has_position_0() -> None:
    assert not positions(Tape(1, 0), 0, 1)[0].any()
    assert position(1, 17, KEY, 0, 0) == 0


def test_a_column_needs_no_other_one() -> None:
    whole = positions(Tape(5, 1), 39, 2)[1]
    part = [np.empty(100, np.uint8) for _ in range(2)]
    Tape(5, 1, 900, 100).positions(KEY, [39, 39], part)
    assert (part[1] == whole[900:1000]).all()


def test_golden_words() -> None:
    """The generator is named, so these may never change: every stored game number depends on them."""
    assert Tape(1, 0).words((1, 1, 0), 2)[:, :4].tolist() == [[44078, 34269, 57486, 11031], [8129, 3022, 42768, 32068]]
    assert again_word(1, 0, (1, 1, 0), 0, 5, 1) == 38938
