"""Any text for a move or square of either game gives that move or square, or the right error."""

from __future__ import annotations

import pytest
from both_games import CHESS, SHOGI, Subject, both_games
from hypothesis import given
from hypothesis import strategies as st

from fuzzing import fuzzed, near, sentence
from tabiya.errors import IllegalMoveError

MOVES = {
    CHESS.name: ["e2e4", "e7e8q", "e1g1", "0000", "a1a1", "h7h8n"],
    SHOGI.name: ["7g7f", "8h2b+", "P*5e", "R*1a", "0000", "1a1a", "5a5b"],
}
SQUARES = ["e4", "a1", "h8", "7g", "1a", "9i"]
ALL_MOVES = MOVES[CHESS.name] + MOVES[SHOGI.name]


@both_games
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
        sentence(error, f"invalid {subject.notation}: ", "illegal move: ")
        with pytest.raises(IllegalMoveError):
            board.push(text)
        assert subject.text(board) == subject.text(subject.Board(position))
        return
    assert not move or move in board.legal_moves
    assert str(subject.read_move(text)) == text


@both_games
@fuzzed
@given(text=near(ALL_MOVES))
def test_a_move_is_read_as_it_is_written(subject: Subject, text: str) -> None:
    try:
        move = subject.read_move(text)
    except IllegalMoveError as error:
        sentence(error, f"invalid {subject.notation}: ", has=ascii(text)[:50])
        return
    assert str(move) == text
    assert eval(repr(move), {"Move": subject.Move}) == move


@both_games
@fuzzed
@given(text=near(SQUARES))
def test_a_square_is_read_as_it_is_written(subject: Subject, text: str) -> None:
    try:
        square = subject.module.parse_square(text)
    except ValueError as error:
        sentence(error, "invalid square name", has=ascii(text)[:50])
        return
    assert subject.module.square_name(square) == text
