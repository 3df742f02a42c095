"""Any text for a move or square of any game gives that move or square, or the right error."""

from __future__ import annotations

import pytest
from every_game import SUBJECTS, Subject, every_game
from hypothesis import given
from hypothesis import strategies as st

from fuzzing import fuzzed, near, sentence
from tabiya.errors import IllegalMoveError

SQUARES = ["e4", "a1", "h8", "7g", "1a", "9i"]
ALL_MOVES = [move for subject in SUBJECTS for move in subject.moves]


@every_game
@fuzzed
@given(data=st.data(), text=near(ALL_MOVES))
def test_a_text_is_refused_with_a_sentence_or_is_a_legal_move(
    subject: Subject, data: st.DataObject, text: str
) -> None:
    position = data.draw(st.sampled_from([subject.start, subject.rich, subject.over]))
    board = subject.Board(position)
    try:
        move = subject.parse(board, text)
    except IllegalMoveError as error:
        sentence(error, f"invalid {subject.move_text}: ", "illegal move: ")
        with pytest.raises(IllegalMoveError):
            board.push(text)
        assert subject.text(board) == subject.text(subject.Board(position))
        return
    assert not move or move in board.legal_moves
    assert str(subject.read_move(text)) == text


@every_game
@fuzzed
@given(text=near(ALL_MOVES))
def test_a_move_is_read_as_it_is_written(subject: Subject, text: str) -> None:
    try:
        move = subject.read_move(text)
    except IllegalMoveError as error:
        sentence(error, f"invalid {subject.move_text}: ", has=ascii(text)[:50])
        return
    assert str(move) == text
    assert eval(repr(move), {"Move": subject.Move}) == move


@every_game
@fuzzed
@given(text=near(SQUARES))
def test_a_square_is_read_as_it_is_written(subject: Subject, text: str) -> None:
    try:
        square = subject.module.parse_square(text)
    except ValueError as error:
        sentence(error, "invalid square name", has=ascii(text)[:50])
        return
    assert subject.module.square_name(square) == text
