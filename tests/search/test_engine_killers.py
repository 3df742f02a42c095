"""Positions known to break tables, each with its true value."""

from __future__ import annotations

from typing import Any

import pytest

from tabiya import Engine, chess
from tabiya.chess import FenError

FINE_70 = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1"
LEGAL = {
    "Fine 70": FINE_70,
    "Berlin": "r1bqkb1r/pppp1ppp/2n2n2/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
    "promotion": "8/2P5/8/8/8/8/8/k6K w - - 0 1",
    "en passant, pinned": "8/8/3p4/KPp4r/1R2Pp1k/8/6P1/8 b - e3 0 1",
    "zugzwang": "8/8/p1p5/1p5p/1P5p/8/PPP2K1p/4R1rk w - - 0 1",
    "Kiwipete": "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "perft 3": "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "castling": "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "castling, later": "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 2 2",
    "en passant, legal": "8/8/8/2k5/3Pp3/8/8/3K4 b - d3 0 1",
    "fortress": "2b2rk1/p1p2ppp/1p1p4/3Pp3/1PP1P3/P3KP2/6PP/8 w - - 0 1",
    "Benoni": "rnbqkb1r/pp1p1ppp/4pn2/2p5/2PP4/5N2/PP2PPPP/RNBQKB1R w KQkq c6 0 4",
    "pawn and corner": "k7/8/KP6/8/8/8/8/8 w - - 0 1",
    "two rooks": "8/8/8/3k4/8/8/8/R2K2R1 w - - 0 1",
    "captures": "r1b1kb1r/pp2qppp/2n1p3/3p4/2PP4/2N2N2/PP2QPPP/R1B1KB1R w KQkq - 0 8",
}
ILLEGAL = {
    "pawns without kings": "8/2P5/8/8/8/8/2p5/8 w - - 0 1",
    "locked pawns without kings": "8/8/1p1p1p2/p1p1p1p1/P1P1P1P1/1P1P1P2/8/8 w - - 0 1",
    "a king left in check": "8/8/8/8/1k6/8/1K6/4Q3 w - - 0 1",
}


def found(name: str, hash_mb: float = 16, **limits: Any) -> Any:
    return Engine(hash_mb=hash_mb).search(chess.Board(LEGAL[name]), **limits)


@pytest.mark.parametrize("name", ILLEGAL)
def test_what_is_no_position_is_refused(name: str) -> None:
    with pytest.raises(FenError):
        chess.Board(ILLEGAL[name])


@pytest.mark.parametrize("name", LEGAL)
@pytest.mark.parametrize("threads", [1, 2])
def test_searches_end_with_a_legal_line(name: str, threads: int) -> None:
    board = chess.Board(LEGAL[name])
    result = Engine(hash_mb=1, threads=threads).search(board, nodes=20_000)
    assert result.stats["illegal_table_moves"] == 0
    for move in result.pv:
        assert move in board.legal_moves
        board.push(move)


def test_fine_70_is_found_with_the_table_and_sooner_than_without() -> None:
    nodes = 2_000_000
    assert str(found("Fine 70", nodes=nodes).best_move) == "a1b1"
    assert found("Fine 70", nodes=300_000).depth > found("Fine 70", hash_mb=0, nodes=300_000).depth + 4
    assert str(found("Fine 70", hash_mb=0, nodes=nodes // 4).best_move) != "a1b1"


def test_a_promotion_is_seen() -> None:
    result = found("promotion", depth=8)
    assert str(result.best_move) in ("c7c8q", "c7c8r")
    assert result.score.is_mate or result.score.value > 400


def test_an_underpromotion_is_found() -> None:
    """Only the knight mates at once."""
    board = chess.Board("8/4R1P1/4pK1k/7r/6p1/8/8/8 w - - 0 1")
    result = Engine(hash_mb=1).search(board, depth=5)
    assert str(result.best_move) == "g7g8n"
    assert result.score.mate == 1


def test_a_pinned_pawn_does_not_capture_en_passant() -> None:
    board = chess.Board(LEGAL["en passant, pinned"])
    assert chess.Move.from_uci("f4e3") not in board.legal_moves
    with pytest.raises(ValueError, match="illegal move"):
        Engine(hash_mb=1).search(board, depth=3, search_moves=["f4e3"])
    # No capture is possible, so the position is the same as without the square.
    assert board.key == chess.Board(LEGAL["en passant, pinned"].replace("e3", "-")).key


def test_an_en_passant_capture_that_looks_wrong_is_legal() -> None:
    board = chess.Board(LEGAL["en passant, legal"])
    capture = chess.Move.from_uci("e4d3")
    assert capture in board.legal_moves
    assert Engine(hash_mb=1).search(board, depth=5, search_moves=[capture]).best_move == capture
    assert board.key != chess.Board(LEGAL["en passant, legal"].replace("d3", "-")).key


def test_an_en_passant_square_without_capture_is_no_part_of_the_position() -> None:
    assert chess.Board(LEGAL["Benoni"]).key == chess.Board(LEGAL["Benoni"].replace("c6", "-")).key


def test_zugzwang_is_found_in_spite_of_the_null_move() -> None:
    assert str(found("zugzwang", nodes=600_000).best_move) == "e1f1"


def test_the_counter_tells_two_equal_positions_apart_only_if_it_is_asked_to() -> None:
    first, later = chess.Board(LEGAL["castling"]), chess.Board(LEGAL["castling, later"])
    assert first.key == later.key
    assert first.key_with("full") != later.key_with("full")
    for rule50_keys in ("off", "bucketed", "full"):
        engine = Engine(hash_mb=1, rule50_keys=rule50_keys)
        assert engine.search(first, depth=6).best_move in first.legal_moves


def test_the_fortress_is_none() -> None:
    assert found("fortress", depth=8).score.value < -500


def test_a_pawn_in_the_corner_is_a_draw() -> None:
    assert found("pawn and corner", depth=24).score.value == 0


def test_two_rooks_mate() -> None:
    mate = found("two rooks", nodes=500_000).score.mate
    assert mate is not None
    assert 0 < mate <= 7


def test_the_queen_mates_with_black_to_move() -> None:
    """As published, the side not to move is in check; with Black to move it is a mate."""
    board = chess.Board(ILLEGAL["a king left in check"].replace(" w ", " b "))
    mate = Engine(hash_mb=16).search(board, nodes=1_000_000).score.mate
    assert mate is not None
    assert -10 <= mate < 0  # no mate of king and queen takes longer than ten moves


def test_captures_without_end_do_not_explode() -> None:
    assert found("captures", depth=8).nodes < 200_000


# ---- draws that depend on the way --------------------------------------------------------------------------


def test_fifty_moves_come_before_the_table() -> None:
    """A won ending whose counter runs out before the mate is a draw, even if the table says it is won."""
    engine = Engine(hash_mb=4)
    won = "8/8/8/8/8/2k5/8/K6R b - - {} 80"
    fresh = chess.Board(won.format(0))
    assert engine.search(fresh, depth=12).score.value < -300
    assert engine.search(chess.Board(won.format(98)), depth=6).score.value == 0


def test_a_mate_on_the_hundredth_ply_is_a_mate() -> None:
    board = chess.Board("7k/8/6K1/8/8/8/8/R7 w - - 99 80")
    result = Engine(hash_mb=1).search(board, depth=4)
    assert result.score.mate == 1


def test_a_perpetual_check_is_a_draw() -> None:
    """Two rooks threaten mate, and the queen can only give checks."""
    board = chess.Board("6k1/6p1/8/7Q/8/8/1rr5/K7 w - - 0 1")
    result = Engine(hash_mb=4).search(board, depth=12)
    assert result.score.value == 0
    assert board.gives_check(result.best_move)
