"""For any text, a parser returns a position or move or raises its own error; texts round-trip."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from shogi_games import STARTS

from fuzzing import fuzzed, near, sentence
from tabiya.shogi import Board, IllegalMoveError, Move, SfenError

SFENS = [
    *STARTS,
    "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1",
    "4k4/9/9/9/9/9/9/9/4K4 w 18p 9999",
    "4k4/9/4G4/9/9/9/9/9/9 b G 1",
]


def check_sound(board: Board) -> None:
    """Checks that a parsed board is consistent and round-trips."""
    board.verify()
    again = Board(board.sfen())
    assert (again.sfen(), again.key) == (board.sfen(), board.key)
    assert eval(repr(board), {"Board": Board}) == board
    assert board.perft(1, verify=True) == board.legal_moves.count()
    for move in board.legal_moves:
        assert board.parse_usi(board.usi(move)) == move
        assert Move.unpack(move.pack()).pack() == move.pack()
    for rule in (27, 24):
        assert bool(board.declaration(rule)) == board.can_declare(rule)
    assert str(board)
    assert board.kif()
    assert board.outcome() is None or board.is_game_over()


@fuzzed
@given(near(SFENS))
@example("\ud800")
@example("4k4/9/9/9/9/9/9/9/4K4 b - 1\x00")
def test_an_sfen_is_refused_with_a_sentence_or_makes_a_sound_board(text: str) -> None:
    try:
        board = Board(text)
    except SfenError as error:
        sentence(error, "invalid SFEN '")
        return
    check_sound(board)


SYMBOLS = ("P", "L", "N", "S", "B", "R", "G", "K", "+P", "+L", "+N", "+S", "+B", "+R")
CELLS = st.sampled_from(["1"] * 250 + [text for letter in SYMBOLS for text in (letter, letter.lower())])


@fuzzed
@given(
    st.lists(CELLS, min_size=79, max_size=79),
    st.integers(0, 79),
    st.integers(0, 79),
    st.sampled_from("bw"),
    st.dictionaries(st.sampled_from("PLNSGBRplnsgbr"), st.integers(1, 18), max_size=6),
)
def test_any_heap_of_pieces_is_refused_or_sound(
    cells: list[str], first: int, second: int, side: str, hand: dict[str, int]
) -> None:
    cells = ["1" if cell in "Kk" else cell for cell in cells]
    cells.insert(first, "K")
    cells.insert(second, "k")
    rows = [cells[rank * 9 : rank * 9 + 9] for rank in range(9)]
    text = "/".join(_joined(row) for row in rows)
    hands = "".join(f"{count if count > 1 else ''}{letter}" for letter, count in hand.items()) or "-"
    try:
        board = Board(f"{text} {side} {hands} 1")
    except SfenError as error:
        sentence(error, "invalid SFEN '")
        return
    assert board.sfen().split()[0] == text
    check_sound(board)


def _joined(row: list[str]) -> str:
    text = ""
    for cell in row:
        if cell == "1" and text and text[-1].isdigit():
            text = text[:-1] + str(int(text[-1]) + 1)
        else:
            text += cell
    return text


@st.composite
def packed_moves(draw: st.DrawFn) -> int:
    """Any 24 bits, and bits that look like moves."""
    if draw(st.booleans()):
        return draw(st.integers(0, 2**24 - 1))
    to, start = draw(st.integers(0, 80)), draw(st.integers(0, 87))
    kinds = draw(st.integers(0, 14)) << 15 | draw(st.sampled_from((0, 0, 0, 1, 2, 9))) << 19
    return to | start << 7 | draw(st.integers(0, 1)) << 14 | kinds


@fuzzed
@given(st.sampled_from(SFENS), packed_moves())
def test_any_integer_of_a_table_is_a_legal_move_or_none(sfen: str, packed: int) -> None:
    """A table may return anything: a board accepts exactly its legal moves, and constructed ones."""
    board = Board(sfen)
    legal = {move.pack() for move in board.legal_moves}
    try:
        move = Move.unpack(packed)
    except ValueError as error:
        sentence(error, f"packed must be a packed move, not {packed}")
        assert packed not in legal
        return
    assert move.pack() == packed
    by_hand = packed < 1 << 15 and packed in {code & 0x7FFF for code in legal}
    assert board.is_legal(move) == (packed in legal or by_hand)
    if board.is_legal(move):
        board.push(move)
        assert board.peek().pack() in legal
        board.verify()
    elif move:
        with pytest.raises(IllegalMoveError):
            board.push(move)
