"""Moves are values: immutable, hashable, equal by value, and unchanged by packing."""

from __future__ import annotations

import copy
import pickle

import pytest
from chess_games import play

from tabiya import Bound, TranspositionTable
from tabiya.chess import Board, InvalidMoveError, Move, Piece

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


def test_a_move_made_by_hand_is_the_boards_move() -> None:
    for fen in (KIWIPETE, "4k3/P7/8/8/3Pp3/8/8/5K2 b - d3", "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1"):
        board = Board(fen)
        for move in board.legal_moves:
            hand = Move.from_uci(move.uci())
            assert hand == move
            assert hash(hand) == hash(move)
            assert hand in board.legal_moves
            assert {move: 1}[hand] == 1
            before = board.key_after(move)
            board.push(hand)
            assert board.key == before
            assert board.peek() is move
            board.pop()


def test_all_legal_moves_are_different_and_survive_packing() -> None:
    for number in range(60):
        for _, board in play(number, chess960=number % 2 == 1, plies=60):
            moves = list(board.legal_moves)
            assert len(set(moves)) == len({move.pack() for move in moves}) == len(moves)
            for move in moves:
                assert Move.unpack(move.pack(), chess960=board.chess960) is move
                assert pickle.loads(pickle.dumps(move)) == copy.deepcopy(move) == move


def test_a_board_hands_out_one_object_a_move() -> None:
    first, second = list(Board().legal_moves), list(Board().legal_moves)
    assert all(one is other for one, other in zip(first, second, strict=True))


def test_a_table_gives_a_move_back() -> None:
    table = TranspositionTable(hash_mb=1)
    board = Board(KIWIPETE)
    for move in board.legal_moves:
        table.store(board.key, move=move.pack(), depth=1, bound=Bound.EXACT)
        entry = table.probe(board.key)
        assert entry is not None
        assert Move.unpack(entry.move) == move


def test_a_move_cannot_be_changed() -> None:
    move = Move.from_uci("e2e4")
    for change in (lambda: setattr(move, "to_square", 3), lambda: delattr(move, "to_square")):
        with pytest.raises(AttributeError, match=r"a Move cannot be changed \(to_square\)"):
            change()
    with pytest.raises(AttributeError):
        move.other = 1  # type: ignore[attr-defined]
    assert move.uci() == "e2e4"


def test_the_null_move_is_false_and_packs_to_nothing() -> None:
    null = Move.null()
    assert not null
    assert (null.pack(), str(null), Move.unpack(0), Move.from_uci("0000")) == (0, "0000", null, null)
    assert eval(repr(null), {"Move": Move}) == null
    assert Move.from_uci("e2e4")
    assert null not in Board().legal_moves


def test_moves_are_equal_only_to_moves() -> None:
    move = Move.from_uci("e7e8q")
    assert move != "e7e8q"
    assert move != Move.from_uci("e7e8n")
    assert move != Move.from_uci("e7e8")
    assert Board() != "board"
    assert Piece.from_symbol("N") != "N"


@pytest.mark.parametrize(
    ("arguments", "error", "sentence"),
    [
        ((0, 64), ValueError, "to_square must be between 0 and 63, not 64"),
        (("e2", 3), TypeError, "from_square must be an integer, not str"),
        ((0, 8, 6), ValueError, "promotion must be between 2 and 5, not 6"),
        ((0, 0), ValueError, "a move must leave its square, not stay on a1"),
    ],
)
def test_a_wrong_move_is_refused(arguments: tuple[int, ...], error: type[Exception], sentence: str) -> None:
    with pytest.raises(error, match=sentence):
        Move(*arguments)


def test_wrong_types_are_named() -> None:
    board = Board()
    for call in (board.is_legal, board.san, board.gives_check, board.see, board.uci):
        with pytest.raises(TypeError, match="move must be a Move, not str"):
            call("e2e4")  # type: ignore[arg-type, operator]
    with pytest.raises(TypeError, match="move must be a Move or its UCI text, not int"):
        board.push(5)  # type: ignore[arg-type]
    for parse in (board.parse_uci, board.parse_san, Move.from_uci):
        with pytest.raises(TypeError, match="must be a str, not bytes"):
            parse(b"e2e4")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="fen must be a str, not int"):
        Board(5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="chess960 must be a bool, not int"):
        Board(chess960=1)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="square must be between 0 and 63, not 64"):
        board.piece_at(64)
    with pytest.raises(ValueError, match="en_passant must be 'legal' or 'fen', not 'xfen'"):
        board.fen(en_passant="xfen")  # type: ignore[arg-type]
    with pytest.raises(InvalidMoveError, match="invalid uci: 'e2e4e5'"):
        board.push("e2e4e5")


def test_the_key_after_a_move_takes_its_text_too() -> None:
    board = Board()
    expected = board.key_after(Move.from_uci("e2e4"))
    assert board.key_after("e2e4") == expected
    board.push("e2e4")
    assert board.key == expected
