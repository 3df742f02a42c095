"""Moves are values: immutable, hashable, equal by value, and unchanged by packing into 24 bits."""

from __future__ import annotations

import copy
import pickle

import pytest
from shogi_games import play

from tabiya import Bound, TranspositionTable, chess, shogi
from tabiya.shogi import Board, InvalidMoveError, Move, Piece

DROPS = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1"
SAID = 0x7FFF
"""Squares, drop and promotion: what a move's text says."""


def test_a_move_made_by_hand_is_the_boards_move() -> None:
    for sfen in (shogi.STARTING_SFEN, DROPS, "4k4/9/1P1L2N1S/2B3R2/9/2r3b2/s1n2l1p1/9/4K4 b - 1"):
        board = Board(sfen)
        for move in board.legal_moves:
            hand = Move.from_usi(move.usi())
            assert hand == move
            assert hash(hand) == hash(move)
            assert hand.pack() == move.pack() & SAID
            assert hand in board.legal_moves
            assert {move: 1}[hand] == 1
            before = board.key_after(hand)
            board.push(hand)
            assert board.key == before
            assert board.peek().pack() == move.pack()
            board.pop()


def test_every_move_of_a_game_survives_packing_whole() -> None:
    seen = set()
    for number in range(36):
        for game in play(number, plies=60):
            board = game.ours
            moves = list(board.legal_moves)
            assert len(set(moves)) == len({move.pack() for move in moves}) == len(moves)
            for move in moves:
                packed = move.pack()
                assert packed < 1 << 24
                again = Move.unpack(packed)
                assert again == move
                assert again.pack() == packed
                if packed not in seen:
                    seen.add(packed)
                    check_parts(board, move)
                    assert pickle.loads(pickle.dumps(move)) == copy.deepcopy(move) == move
                    assert pickle.loads(pickle.dumps(move)).pack() == packed
    assert len(seen) > 5_000


def check_parts(board: Board, move: Move) -> None:
    """The parts of a move agree with the board and with its bits."""
    if move.drop is not None:
        assert (move.from_square, move.promotion, move.captured) == (None, False, None)
        assert move.piece_type == move.drop
        assert board.hand(board.turn)[move.drop] > 0
        start = 81 + shogi.HAND_PIECE_TYPES.index(move.drop)
    else:
        assert move.from_square is not None
        assert board.piece_at(move.from_square) == Piece(move.piece_type or 0, board.turn)
        assert move.captured == board.piece_type_at(move.to_square)
        start = move.from_square
    kinds = (move.piece_type or 0) << 15 | (move.captured or 0) << 19
    assert move.pack() == move.to_square | start << 7 | move.promotion << 14 | kinds


def test_a_table_gives_a_whole_move_back() -> None:
    table = TranspositionTable(hash_mb=1)
    board = Board(DROPS)
    for move in board.legal_moves:
        table.store(board.key, move=move.pack(), depth=1, bound=Bound.EXACT)
        entry = table.probe(board.key)
        assert entry is not None
        assert Move.unpack(entry.move) == move
        assert entry.move == move.pack()


def test_a_move_that_says_another_piece_is_not_legal() -> None:
    """A table may return a move of another position: the board accepts exactly its own."""
    board = Board()
    packed = board.parse_usi("7g7f").pack()
    for wrong in (packed & SAID | shogi.GOLD << 15, packed | shogi.PAWN << 19):
        move = Move.unpack(wrong)
        assert not board.is_legal(move)
        assert move not in board.legal_moves
        with pytest.raises(shogi.IllegalMoveError, match="illegal move: '7g7f' in"):
            board.push(move)


def test_a_move_cannot_be_changed() -> None:
    move = Move.from_usi("7g7f")
    for change in (lambda: setattr(move, "to_square", 3), lambda: delattr(move, "to_square")):
        with pytest.raises(AttributeError, match=r"a Move cannot be changed \(to_square\)"):
            change()
    with pytest.raises(AttributeError):
        move.other = 1  # type: ignore[attr-defined]
    assert move.usi() == "7g7f"


def test_the_null_move_is_false_packs_to_nothing_and_passes_the_turn() -> None:
    null = Move.null()
    assert not null
    assert (null.pack(), str(null), Move.unpack(0), Move.from_usi("0000")) == (0, "0000", null, null)
    assert eval(repr(null), {"Move": Move}) == null
    board = Board()
    assert null not in board.legal_moves
    assert not board.is_legal(null)
    foretold = board.key_after(null)
    board.push("0000")
    assert (board.key, board.turn, board.sfen()) == (foretold, shogi.WHITE, Board().sfen()[:-5] + "w - 2")
    assert not board.pop()
    with pytest.raises(shogi.IllegalMoveError, match="a null move in check"):
        Board("4k4/9/9/9/4r4/9/9/9/4K4 b - 1").push(null)


def test_no_repetition_reaches_beyond_a_null_move() -> None:
    board = Board()
    for move in ("2h3h", "0000", "3h2h", "0000") * 4:
        board.push(move)
    assert not board.is_repetition(2)


def test_moves_are_equal_only_to_moves_of_shogi() -> None:
    move = Move.from_usi("8h2b+")
    assert move != "8h2b+"
    assert move != Move.from_usi("8h2b")
    assert Move.from_usi("P*5e") != Move.from_usi("L*5e")
    assert Board() != "board"
    assert Board() != chess.Board()
    assert chess.Board() != Board()
    assert chess.Move.null() != Move.null()
    for board, foreign in ((Board(), chess.Move.from_uci("e2e4")), (chess.Board(), Move.from_usi("7g7f"))):
        assert foreign not in board.legal_moves
        with pytest.raises(TypeError, match="move must be a Move"):
            board.push(foreign)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="move must be a Move"):
            board.is_legal(foreign)  # type: ignore[arg-type]


def test_repr_and_text_are_evaluable() -> None:
    for text in ("7g7f", "8h2b+", "P*5e", "R*1i"):
        move = Move.from_usi(text)
        assert (str(move), repr(move)) == (text, f"Move.from_usi({text!r})")
        assert eval(repr(move), {"Move": Move}) == move
    assert Move(60, 59) == Move.from_usi("7g7f")
    assert Move(70, 10, True) == Move.from_usi("8h2b+")
    assert Move(None, 40, drop=shogi.PAWN) == Move.from_usi("P*5e")
    for piece in (Piece.from_symbol("P"), Piece.from_symbol("+r")):
        assert eval(repr(piece), {"Piece": Piece}) == piece


@pytest.mark.parametrize(
    ("arguments", "error", "sentence"),
    [
        ({"to_square": 81}, ValueError, "to_square must be between 0 and 80, not 81"),
        ({"from_square": "7g"}, TypeError, "from_square must be an integer, not str"),
        ({"promotion": 1}, TypeError, r"promotion must be a bool, not int \(1\)"),
        ({"to_square": 0}, ValueError, "a move must leave its square, not stay on 1a"),
        ({"from_square": None}, ValueError, "a move needs a from_square, or a drop"),
        ({"drop": 1}, ValueError, "a drop has no from_square and no promotion"),
        ({"from_square": None, "drop": 1, "promotion": True}, ValueError, "a drop has no from_square"),
        ({"from_square": None, "drop": shogi.KING}, ValueError, "drop must be between 1 and 7, not 8"),
    ],
)
def test_a_wrong_move_is_refused(arguments: dict[str, object], error: type[Exception], sentence: str) -> None:
    with pytest.raises(error, match=sentence):
        Move(**{"from_square": 0, "to_square": 5, **arguments})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "packed",
    [
        1 << 23,  # the bit that no move has
        81,  # to nowhere
        1 | 88 << 7,  # from nowhere
        5 | 5 << 7,  # stays
        1 | 81 << 7 | 1 << 14,  # a drop that promotes
        1 | 81 << 7 | 1 << 19,  # a drop that captures
        1 | 81 << 7 | 2 << 15,  # a pawn's drop by a lance
        1 | 15 << 15,  # moved by nothing
        1 | 15 << 19,  # captures nothing that there is
        1 | 8 << 19,  # captures a king
        1 | 1 << 14 | 7 << 15,  # a gold that promotes
    ],
)
def test_an_integer_that_is_no_move_is_refused(packed: int) -> None:
    with pytest.raises(ValueError, match=f"packed must be a packed move, not {packed}"):
        Move.unpack(packed)


def test_wrong_types_are_named() -> None:
    board = Board()
    for call in (board.is_legal, board.gives_check, board.see, board.usi, board.is_capture):
        with pytest.raises(TypeError, match="move must be a Move, not str"):
            call("7g7f")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="move must be a Move or its USI text, not int"):
        board.push(5)  # type: ignore[arg-type]
    for parse in (board.parse_usi, Move.from_usi):
        with pytest.raises(TypeError, match="must be a str, not bytes"):
            parse(b"7g7f")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="sfen must be a str, not int"):
        Board(5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="square must be between 0 and 80, not 81"):
        board.piece_at(81)
    with pytest.raises(TypeError, match=r"color must be BLACK \(True\) or WHITE \(False\), not int"):
        board.hand(1)  # type: ignore[arg-type]
    with pytest.raises(InvalidMoveError, match="invalid usi: '7g7f7e'"):
        board.push("7g7f7e")
    with pytest.raises(ValueError, match="invalid piece symbol: '\\+k'"):
        Piece.from_symbol("+k")
    with pytest.raises(ValueError, match="piece_type must be between 1 and 14, not 15"):
        Piece(15, shogi.BLACK)
