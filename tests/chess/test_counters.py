"""Move counters saturate at the largest FEN value instead of wrapping around."""

from __future__ import annotations

from tabiya.chess import Board

SHUFFLE = ("g1f3", "g8f6", "f3g1", "f6g8")


def test_a_game_without_end_keeps_a_readable_fen() -> None:
    board = Board("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 9990 9990")
    for ply in range(80):
        board.push(SHUFFLE[ply % 4])
        again = Board(board.fen())
        assert (again.fen(), again.turn, again.key) == (board.fen(), board.turn, board.key)
    assert board.halfmove_clock == 9999
    assert 9998 <= board.fullmove_number <= 9999
    board.verify()
    assert board.copy(stack=False).fen() == board.fen()


def test_the_largest_counters_survive_shadow_mode() -> None:
    assert Board("4k3/8/8/8/8/8/8/4K3 w - - 9999 9999").perft(2, verify=True) == 25
    assert Board("4k3/8/8/8/8/8/8/4K3 b - - 9999 9999").perft(3, verify=True) == Board(
        "4k3/8/8/8/8/8/8/4K3 b - - 0 1"
    ).perft(3)
