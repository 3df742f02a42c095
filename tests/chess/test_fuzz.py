"""For any text, a parser returns a position or move or raises its own error; texts round-trip."""

from __future__ import annotations

import pytest
from chess_games import STARTS
from hypothesis import example, given
from hypothesis import strategies as st

from fuzzing import fuzzed, near, sentence
from tabiya.chess import Board, FenError, IllegalMoveError, Move

FENS = [
    *STARTS,
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "4k3/8/8/8/3Pp3/8/8/5K2 b - d3 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 99 200",
]
EPDS = [
    'r3k2r/pppp1ppp/2n2n2/1B2p3/4P3/5N2/PPPP1PPP/R3K2R w KQkq - bm O-O d3; id "a\\"b"; ce 34; pv O-O Nxe4;',
    "4k3/8/8/8/8/8/8/4K2R w K - hmvc 3; fmvn 40; c0 x y 2.5; noop;",
]
SANS = ["e4", "Nf3", "O-O", "O-O-O", "exd6", "e8=Q+", "Nbd7", "R1a3", "Qh4e1#", "--", "a1=N"]


@fuzzed
@given(near(FENS), st.booleans())
@example("\ud800", False)
@example("4k3/8/8/8/8/8/8/4K3 w - - 0 1\x00", False)
def test_a_fen_is_refused_with_a_sentence_or_makes_a_sound_board(text: str, chess960: bool) -> None:
    try:
        board = Board(text, chess960=chess960)
    except FenError as error:
        sentence(error, "invalid FEN '")
        return
    board.verify()
    for options in ({}, {"shredder": True}, {"en_passant": "fen"}):
        fen = board.fen(**options)  # type: ignore[arg-type]
        again = Board(fen, chess960=chess960)
        assert (again.fen(**options), again.key) == (fen, board.key)  # type: ignore[arg-type]
    assert eval(repr(board), {"Board": Board}) == board
    assert board.perft(2, verify=True) == board.perft(2, bulk=False)
    for move in board.legal_moves:
        assert board.parse_san(board.san(move)) == move
        assert board.parse_uci(board.uci(move)) == move
        assert Move.unpack(move.pack(), chess960=chess960) is move


@fuzzed
@given(near(EPDS + FENS))
def test_an_epd_is_refused_with_a_sentence_or_comes_out_again(text: str) -> None:
    board = Board()
    try:
        operations = board.set_epd(text)
    except FenError as error:
        sentence(error, "invalid ")
        return
    finally:
        board.verify()
    again, found = Board.from_epd(board.epd(en_passant="fen", **operations))
    assert found == operations
    assert again.key == board.key


@fuzzed
@given(st.sampled_from(FENS), near(SANS))
def test_a_san_is_refused_with_a_sentence_or_is_a_legal_move(fen: str, text: str) -> None:
    board = Board(fen)
    try:
        move = board.parse_san(text)
    except IllegalMoveError as error:
        sentence(error, "invalid san: ", "illegal san: ", "ambiguous san: ", has=ascii(text)[:50])
        return
    assert not move or move in board.legal_moves
    assert board.parse_san(board.san(move)) == move


@fuzzed
@given(st.sampled_from(FENS), st.integers(0, 2**24 - 1))
def test_any_integer_of_a_table_is_a_legal_move_or_none(fen: str, packed: int) -> None:
    """A table may return anything: a board accepts exactly its legal moves."""
    board = Board(fen)
    try:
        move = Move.unpack(packed)
    except ValueError as error:
        sentence(error, f"packed must be a packed move, not {packed}")
        return
    assert move.pack() == packed
    if board.is_legal(move):
        # Castling may be spelled as king takes rook: what counts is the position that it leads to.
        after = {board.key_after(legal) for legal in board.legal_moves}
        board.push(move)
        assert board.key in after
        board.verify()
    elif move:
        assert move.uci() not in {legal.uci() for legal in board.legal_moves} or move not in set(
            board.legal_moves
        )
        with pytest.raises(IllegalMoveError):
            board.push(move)
