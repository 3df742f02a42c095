"""Boards are edited as in python-chess; while the position is impossible, only moves are refused."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable

import pytest
from chess_games import play, positions

import chess as peer
from forms import sized
from tabiya import chess

EDITS = sized(60, 5_000)


def compare(theirs: peer.Board, ours: chess.Board) -> None:
    assert ours.status() == theirs.status(), theirs.fen()
    assert ours.is_valid() == theirs.is_valid()
    assert ours.board_fen() == theirs.board_fen()
    for name in ("turn", "castling_rights", "ep_square", "halfmove_clock", "fullmove_number", "occupied_co"):
        assert getattr(ours, name) == getattr(theirs, name), name
    assert len(ours.move_stack) == len(theirs.move_stack)
    assert str(ours) == str(theirs)
    assert ours.checkers_mask() == theirs.checkers_mask()
    for color in chess.COLORS:
        assert ours.king(color) == theirs.king(color)
        assert ours.has_castling_rights(color) == theirs.has_castling_rights(color)
    if ours.is_valid() and not many_promoted(ours):
        assert ours.fen() == theirs.fen()
        assert sorted(map(str, ours.legal_moves)) == sorted(map(str, theirs.legal_moves))
        assert ours.key == chess.Board(ours.fen(), chess960=ours.chess960).key
        ours.verify()


def many_promoted(board: chess.Board) -> bool:
    """Whether there are more promoted pieces than missing pawns, which python-chess does not count."""
    try:
        chess.Board(board.fen())
    except chess.FenError as error:
        return "promoted" in str(error)
    return False


def random_edit(rng: random.Random) -> Callable[[peer.Board | chess.Board], object]:
    square, other, number = rng.randrange(64), rng.randrange(64), rng.randrange(50)
    symbol, color = rng.choice("PNBRQpnbrqKk"), rng.random() < 0.5
    rights = rng.choice((0, 1, 1 << 7, 1 << 56, 1 << 63, 0x8100000000000081))

    def pieces(board: peer.Board | chess.Board) -> type:
        return peer.Piece if isinstance(board, peer.Board) else chess.Piece

    def set_attribute(name: str, value: object) -> Callable[[peer.Board | chess.Board], object]:
        return lambda board: setattr(board, name, value)

    def set_rights(board: peer.Board | chess.Board) -> None:
        board.clear_stack()  # with moves, python-chess trusts any rights
        board.castling_rights = rights

    edits: list[Callable[[peer.Board | chess.Board], object]] = [
        lambda board: board.set_piece_at(square, pieces(board).from_symbol(symbol)),
        lambda board: board.set_piece_at(square, None),
        lambda board: board.remove_piece_at(other),
        lambda board: board.set_piece_map({s: p for s, p in board.piece_map().items() if s != square}),
        lambda board: board.reset_board(),
        lambda board: board.clear_stack(),
        lambda board: board.apply_mirror(),
        set_attribute("turn", color),
        set_rights,
        set_attribute("ep_square", rng.choice((None, square))),
        set_attribute("halfmove_clock", number),
        set_attribute("fullmove_number", number + 1),
    ]
    if rng.random() < 0.05:
        edits = [lambda board: board.clear(), lambda board: board.clear_board(), lambda board: board.reset()]
    return rng.choice(edits)


@pytest.mark.parametrize("part", range(3))
def test_random_edits_leave_what_python_chess_leaves(part: int) -> None:
    rng = random.Random(part)
    for _ in range(EDITS):
        theirs, ours = list(play(rng.randrange(1_000), plies=rng.randrange(1, 30)))[-1]
        for _ in range(rng.randrange(1, 6)):
            edit = random_edit(rng)
            edit(theirs), edit(ours)
            compare(theirs, ours)
            moves = list(theirs.legal_moves) if ours.is_valid() and not many_promoted(ours) else []
            if moves and rng.random() < 0.5:
                move = rng.choice(moves)
                theirs.push(move), ours.push(move.uci())
                compare(theirs, ours)


@pytest.mark.parametrize(
    "fen",
    [
        "4k3/8/8/8/8/8/8/3RKR2 b - - 0 1",
        "4k3/8/5N2/8/4R3/8/8/4K3 b - - 0 1",  # a double check as it arises
        "4k3/4R3/8/8/4R3/8/8/4K3 b - - 0 1",  # through each other
        "R3k2R/8/8/8/8/8/8/4K3 b - - 0 1",  # from both sides of one line
        "4k3/8/3N1N2/8/4R3/8/8/4K3 b - - 0 1",  # three at once
        "4k3/8/3N1N2/8/4R3/8/8/4K3 w - - 0 1",
        "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",  # the pushed pawn gives it
        "8/8/8/2k5/3Pp3/B7/8/4K3 b - d3 0 1",
        "8/8/8/k7/3Pp3/8/8/R3K3 b - d3 0 1",  # it was there before the push
        "8/8/8/k7/3Pp3/8/8/4BK2 b - d3 0 1",  # the push opened the line
        "4k3/8/8/8/3Pp3/8/8/3QK3 b - d6 0 1",
        "4k3/8/8/8/3Pp3/3N4/8/4K3 b - d3 0 1",
        "4k3/8/8/8/3Pp3/8/3B4/4K3 b - d3 0 1",
        "4k3/8/8/8/4p3/8/8/4K3 b - d3 0 1",
        "P3k3/8/8/8/8/8/8/4K2p w - - 0 1",
        "4k3/pppppppp/p7/8/8/P7/PPPPPPPP/4K3 w - - 0 1",
        "rnbqkbnr/qqqqqqqq/q7/8/8/Q7/QQQQQQQQ/RNBQKBNR w - - 0 1",
        "4k3/4k3/8/8/8/8/8/4K3 w - - 0 1",
        "8/8/8/8/8/8/8/4K3 w - - 0 1",
    ],
)
def test_faults_are_those_of_python_chess(fen: str) -> None:
    theirs, ours = peer.Board(fen), chess.Board.empty()
    ours.set_board_fen(fen.split()[0])
    ours.turn, ours.ep_square = theirs.turn, theirs.ep_square
    assert ours.status() == theirs.status()
    assert ours.was_into_check() == theirs.was_into_check()
    assert ours.checkers_mask() == theirs.checkers_mask()


def test_a_turn_that_is_set_back_changes_nothing() -> None:
    for theirs, ours in positions(200, first=2):
        fen, key, repeated = ours.fen(), ours.key, ours.is_repetition(2)
        for board in (theirs, ours):
            board.turn = not board.turn
        if ours.is_valid():
            assert sorted(map(str, ours.legal_moves)) == sorted(map(str, theirs.legal_moves))
        for board in (theirs, ours):
            board.turn = not board.turn
        assert (ours.fen(), ours.key, ours.is_repetition(2)) == (fen, key, repeated)
        if ours.move_stack:
            again = ours.copy()
            assert again.pop() == ours.peek()


def test_a_move_back_behind_an_edit_gives_the_position_before_the_move() -> None:
    board = chess.Board()
    board.push_san("e4")
    board.turn = chess.WHITE
    board.push_san("d4")
    board.pop()
    assert board.fen().split()[:2] == ["rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR", "w"]
    board.pop()
    assert board.fen() == chess.STARTING_FEN


def test_an_impossible_position_answers_all_but_moves() -> None:
    board = chess.Board.empty()
    assert board.fen() == "8/8/8/8/8/8/8/8 w - - 0 1"
    assert board.status() == chess.STATUS_EMPTY | chess.STATUS_NO_WHITE_KING | chess.STATUS_NO_BLACK_KING
    board.set_piece_at(chess.D4, chess.Piece(chess.QUEEN, chess.WHITE))
    assert len(board.attacks(chess.D4)) == 27
    assert board.king(chess.WHITE) is None
    calls: list[Callable[[], object]] = [
        lambda: list(board.legal_moves),
        lambda: len(board.legal_moves),
        lambda: board.legal_moves.count(),
        lambda: board.push_uci("d4d5"),
        lambda: board.push(chess.Move.null()),
        lambda: board.is_check(),
        lambda: board.outcome(),
        lambda: board.perft(2),
        lambda: board.evaluate(),
        lambda: board.is_repetition(),
        lambda: board.verify(),
        lambda: list(board.generate_legal_captures()),
    ]
    for call in calls:
        with pytest.raises(chess.FenError, match="pieces: white has no king"):
            call()
    assert copy.deepcopy(board) == board
    assert board.key == board.copy().key != chess.Board().key


def test_pickled_boards_keep_their_edits() -> None:
    for board in (chess.Board.empty(), chess.Board()):
        board.set_piece_at(chess.E5, chess.Piece(chess.KNIGHT, chess.BLACK))
        board.turn = chess.BLACK
        again = pickle.loads(pickle.dumps(board))
        assert (again.fen(), again.status()) == (board.fen(), board.status())


def test_starting_positions_of_chess960_have_the_numbers_of_python_chess() -> None:
    for number in range(960):
        ours, theirs = chess.Board.from_chess960_pos(number), peer.Board.from_chess960_pos(number)
        assert ours.fen() == theirs.fen()
        assert ours.chess960_pos() == number
    other = chess.Board(chess960=True)
    other.set_chess960_pos(0)
    assert other.fen() == peer.Board.from_chess960_pos(0).fen()
    other.push(next(iter(other.legal_moves)))
    assert other.chess960_pos() is None


def test_a_transformed_board_is_that_of_python_chess() -> None:
    for theirs, ours in positions(60, first=7):
        for name in ("flip_vertical", "flip_horizontal", "flip_diagonal", "flip_anti_diagonal"):
            expected = theirs.transform(getattr(peer, name))
            found = ours.transform(getattr(chess, name))
            assert found.board_fen() == expected.board_fen()
            assert found.turn == expected.turn
            assert found.castling_rights == expected.castling_rights
            assert found.ep_square == expected.ep_square


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("turn", 1, r"turn must be WHITE \(True\) or BLACK \(False\), not 1"),
        ("castling_rights", "KQ", "castling_rights must be a mask of the squares of rooks, not 'KQ'"),
        ("castling_rights", -1, "castling_rights must be a mask of the squares of rooks, not -1"),
        ("ep_square", 64, "ep_square must be a square or None, not 64"),
        ("halfmove_clock", -1, "halfmove_clock must be between 0 and 9999, not -1"),
        ("fullmove_number", 0, "fullmove_number must be between 1 and 9999, not 0"),
    ],
)
def test_a_wrong_value_is_named(name: str, value: object, reason: str) -> None:
    board = chess.Board()
    with pytest.raises(ValueError, match=reason):
        setattr(board, name, value)
    assert board.fen() == chess.STARTING_FEN


@pytest.mark.parametrize(
    ("fen", "reason"),
    [
        ("8/8", "2 instead of 8 ranks"),
        ("8/8/8/8/8/8/8/9", "'9' is not a piece"),
        ("8/8/8/8/8/8/8/7", "'7' has 7 squares instead of 8"),
    ],
)
def test_a_wrong_field_of_pieces_is_named(fen: str, reason: str) -> None:
    board = chess.Board()
    with pytest.raises(chess.FenError, match=reason):
        board.set_board_fen(fen)
    assert board.fen() == chess.STARTING_FEN


def test_castling_rights_are_set_by_their_field() -> None:
    board = chess.Board()
    board.set_castling_fen("Kq")
    assert board.fen().split()[2] == "Kq"
    with pytest.raises(chess.FenError, match="castling"):
        board.set_castling_fen("X")


def test_push_names_the_method_for_the_other_notation() -> None:
    board = chess.Board()
    for text in ("e4", "Nf3", "O-O"):
        with pytest.raises(chess.InvalidMoveError, match=rf"invalid uci: '{text}' \(push_san and parse_san"):
            board.push(text)
    with pytest.raises(chess.InvalidMoveError, match=r"invalid uci: 'castle'$"):
        board.push("castle")
