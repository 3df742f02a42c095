"""The board answers as python-chess does, in all positions of random games.

20,000 positions (long form: a million). Legal moves, the pieces of the FEN, check, mate, stalemate,
repetition, counters and material are compared in every position. Slower calls of python-chess are sampled:
the SAN of one move in every fifth position and of all moves in every fiftieth; the whole FEN and the outcome
with claims in every tenth.
"""

from __future__ import annotations

import random

import pytest
from chess_games import play, positions

import chess as peer
from forms import sized
from tabiya import chess

POSITIONS = sized(12_000, 1_000_000)
PARTS = 8
"""Parts of the usual positions, so that a failure is found soon and named."""
SHARE_OF_CHESS960 = 5


def ucis(moves: object) -> list[str]:
    return sorted(move.uci() for move in moves)  # type: ignore[attr-defined]


def compare_always(theirs: peer.Board, ours: chess.Board) -> None:
    """Calls that are fast enough for every position."""
    moves = list(theirs.legal_moves)
    assert ucis(ours.legal_moves) == ucis(moves)
    assert len(ours.legal_moves) == len(moves)
    assert bool(ours.legal_moves) == bool(moves)
    check = theirs.is_check()
    assert ours.is_check() == check
    assert ours.is_checkmate() == (check and not moves)
    assert ours.is_stalemate() == (not check and not moves)
    assert ours.is_fifty_moves() == (theirs.halfmove_clock >= 100 and bool(moves))
    assert ours.is_seventyfive_moves() == (theirs.halfmove_clock >= 150 and bool(moves))
    assert ours.turn == theirs.turn
    assert ours.halfmove_clock == theirs.halfmove_clock
    assert ours.fullmove_number == theirs.fullmove_number
    assert ours.ep_square == theirs.ep_square
    assert ours.fen().split()[0] == theirs.board_fen()
    assert ours.is_repetition() == theirs.is_repetition()
    for color in (chess.WHITE, chess.BLACK):
        assert ours.has_insufficient_material(color) == theirs.has_insufficient_material(color)


def compare_texts(theirs: peer.Board, ours: chess.Board) -> None:
    assert ours.fen() == theirs.fen()
    assert ours.fen(shredder=True, en_passant="fen") == theirs.fen(shredder=True, en_passant="fen")
    assert ours.epd() == theirs.epd()
    assert str(ours) == str(theirs)


def compare_end(theirs: peer.Board, ours: chess.Board) -> None:
    for claim in (False, True):
        expected, found = theirs.outcome(claim_draw=claim), ours.outcome(claim_draw=claim)
        assert (found is None) == (expected is None)
        if expected is not None and found is not None:
            assert found.termination.name == expected.termination.name
            assert (found.winner, found.result()) == (expected.winner, expected.result())
        assert ours.result(claim_draw=claim) == theirs.result(claim_draw=claim)
        assert ours.is_game_over(claim_draw=claim) == (expected is not None)
    assert ours.can_claim_draw() == theirs.can_claim_draw()
    assert ours.can_claim_fifty_moves() == theirs.can_claim_fifty_moves()
    assert ours.can_claim_threefold_repetition() == theirs.can_claim_threefold_repetition()
    assert ours.is_insufficient_material() == theirs.is_insufficient_material()
    assert ours.is_fivefold_repetition() == theirs.is_fivefold_repetition()
    for count in (1, 2, 4):
        assert ours.is_repetition(count) == theirs.is_repetition(count)


def compare_move(theirs: peer.Board, ours: chess.Board, move: peer.Move) -> None:
    mine = chess.Move.from_uci(move.uci())
    san = theirs.san(move)
    assert ours.san(mine) == san
    assert ours.parse_san(san) == ours.parse_uci(move.uci()) == mine
    assert ours.lan(mine) == theirs.lan(move)
    assert ours.gives_check(mine) == theirs.gives_check(move)
    assert ours.is_capture(mine) == theirs.is_capture(move)
    assert ours.is_en_passant(mine) == theirs.is_en_passant(move)
    assert ours.is_castling(mine) == theirs.is_castling(move)
    assert ours.is_zeroing(mine) == theirs.is_zeroing(move)
    for style in (False, True):
        assert ours.uci(mine, chess960=style) == theirs.uci(move, chess960=style)


def compare_pieces(theirs: peer.Board, ours: chess.Board) -> None:
    for square in chess.SQUARES:
        expected, found = theirs.piece_at(square), ours.piece_at(square)
        assert (found and found.symbol()) == (expected and expected.symbol())
    for color in (chess.WHITE, chess.BLACK):
        assert ours.king(color) == theirs.king(color)
        assert ours.has_kingside_castling_rights(color) == theirs.has_kingside_castling_rights(color)
        assert ours.has_queenside_castling_rights(color) == theirs.has_queenside_castling_rights(color)
        assert ours.pieces_mask(chess.PAWN, color) == theirs.pieces_mask(peer.PAWN, color)


def compare(theirs: peer.Board, ours: chess.Board, number: int, rng: random.Random) -> None:
    compare_always(theirs, ours)
    moves = list(theirs.legal_moves) if number % 5 == 0 else []
    if moves:
        compare_move(theirs, ours, rng.choice(moves))
    if number % 10 == 0:
        compare_texts(theirs, ours)
        compare_end(theirs, ours)
    if number % 50 == 0:
        compare_pieces(theirs, ours)
        for move in moves:
            compare_move(theirs, ours, move)


def run(count: int, first: int, chess960: bool) -> None:
    rng = random.Random(first)
    for number, (theirs, ours) in enumerate(positions(count, first=first, chess960=chess960)):
        try:
            compare(theirs, ours, number, rng)
        except AssertionError as error:
            moves = " ".join(move.uci() for move in theirs.move_stack)
            error.add_note(f"{theirs.root().fen()} after {moves}")
            raise


@pytest.mark.parametrize("part", range(PARTS))
def test_every_answer_is_that_of_python_chess(part: int) -> None:
    share = POSITIONS - POSITIONS // SHARE_OF_CHESS960
    run(share // PARTS, first=part * 1_000_000, chess960=False)


@pytest.mark.parametrize("part", range(2))
def test_every_answer_in_chess960_is_that_of_python_chess(part: int) -> None:
    run(POSITIONS // SHARE_OF_CHESS960 // 2, first=part * 1_000_000 + 77, chess960=True)


def test_the_random_games_meet_what_is_rare() -> None:
    met = {
        "repetition": 0,
        "fifty": 0,
        "mate": 0,
        "stalemate": 0,
        "en passant": 0,
        "promotion": 0,
        "castling": 0,
    }
    for number in range(120):
        for theirs, ours in play(number):
            met["repetition"] += ours.is_repetition(3)
            met["fifty"] += ours.is_fifty_moves()
            met["mate"] += ours.is_checkmate()
            met["stalemate"] += ours.is_stalemate()
            for move in ours.legal_moves:
                met["en passant"] += ours.is_en_passant(move)
                met["promotion"] += move.promotion is not None
                met["castling"] += ours.is_castling(move)
            assert theirs.turn == ours.turn
    assert min(met.values()) > 0, met


def game(number: int, plies: int = 120) -> tuple[peer.Board, chess.Board]:
    """Both boards at the end of a random game."""
    return list(play(number, plies=plies))[-1]


def test_all_moves_come_back_in_order() -> None:
    for number in range(20):
        theirs, ours = game(number)
        assert [move.uci() for move in ours.move_stack] == [move.uci() for move in theirs.move_stack]
        while theirs.move_stack:
            assert ours.peek().uci() == theirs.peek().uci()
            assert ours.pop().uci() == theirs.pop().uci()
            assert ours.fen() == theirs.fen()
        with pytest.raises(IndexError, match="pop"):
            ours.pop()
        with pytest.raises(IndexError, match="no move"):
            ours.peek()


def test_a_variation_is_numbered_as_in_python_chess() -> None:
    for number in range(12):
        theirs, ours = game(number, plies=30)
        line = list(theirs.move_stack)
        assert ours.root().variation_san(ours.move_stack) == theirs.root().variation_san(line)
        assert ours.variation_san([]) == theirs.variation_san([])


def test_a_null_move_passes_the_turn_as_in_python_chess() -> None:
    for number in range(40):
        for theirs, ours in play(number, plies=25):
            if theirs.is_check():
                with pytest.raises(chess.IllegalMoveError, match="null move in check"):
                    ours.push(chess.Move.null())
                continue
            theirs.push(peer.Move.null())
            ours.push("0000")
            assert (ours.fen(), ours.ep_square) == (theirs.fen(), theirs.ep_square)
            assert not ours.peek()
            theirs.pop()
            ours.pop()
