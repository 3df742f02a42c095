"""The laws of chess keys: they follow the moves, tell positions apart, and never change."""

from __future__ import annotations

import itertools
import random

import chess.polyglot
import pytest
from chess_games import STARTS, play

import chess as peer
from forms import sized
from tabiya import chess
from tabiya.chess.adapters import board_from_chess

GAMES = sized(60, 400)


# ---- keys follow the moves -----------------------------------------------------------------------


@pytest.mark.parametrize("chess960", [False, True])
def test_the_key_is_zobrist_of_the_same_board_of_python_chess(chess960: bool) -> None:
    for number in range(GAMES):
        for theirs, ours in play(number, chess960=chess960):
            ours.verify()
            assert ours.key == chess.Board(ours.fen(), chess960=chess960).key
            assert ours.key == chess.zobrist(theirs)


@pytest.mark.parametrize("fen", STARTS[:6])
def test_shadow_mode_finds_no_drift(fen: str) -> None:
    assert chess.Board(fen).perft(3, verify=True) == chess.Board(fen).perft(3)


# ---- equal positions, different positions --------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("g1f3 g8f6 b1c3", "b1c3 g8f6 g1f3"),
        ("d2d4 d7d5 c2c4 e7e6", "c2c4 e7e6 d2d4 d7d5"),
        ("e2e3 e7e5 e3e4", "e2e4 e7e6 a2a3"),
        ("g1f3 g8f6 f3g1 f6g8", ""),
    ],
)
def test_keys_are_equal_exactly_where_positions_are(one: str, other: str) -> None:
    boards = []
    for line in (one, other):
        board = chess.Board()
        for move in line.split():
            board.push(move)
        boards.append(board)
    first, second = boards
    assert (first.key == second.key) == (first.fen().split()[:4] == second.fen().split()[:4])


def test_move_orders_that_transpose_meet_in_one_key() -> None:
    """Four quiet moves in all orders."""
    keys = set()
    for whites in itertools.permutations(["g1f3", "e2e3", "b1c3"]):
        for blacks in itertools.permutations(["g8f6", "e7e6", "b8c6"]):
            board = chess.Board()
            for pair in zip(whites, blacks, strict=True):
                for move in pair:
                    board.push(move)
            keys.add(board.key)
    assert len(keys) == 1


def test_every_difference_of_positions_changes_the_key() -> None:
    castling = ["".join(rights) for n in range(5) for rights in itertools.combinations("KQkq", n)]
    texts = [f"r3k2r/8/8/8/8/8/8/R3K2R {side} {rights or '-'} - 0 1" for side in "wb" for rights in castling]
    texts += ["r3k2r/8/8/8/8/8/8/R3K1R1 w - - 0 1", "r3k2r/8/8/8/8/8/8/r3K2R w - - 0 1"]
    texts += [f"4k3/8/8/8/pPpPpPpP/8/8/4K3 b - {file}3 0 1" for file in "bdfh"]
    texts += ["4k3/8/8/8/pPpPpPpP/8/8/4K3 b - - 0 1", "4k3/8/8/8/pPpPpPpP/8/8/4K3 w - - 0 1"]
    keys = [chess.Board(text).key for text in texts]
    assert len(set(keys)) == len(texts)


def test_each_castling_rook_of_a_chess960_king_has_a_key_of_its_own() -> None:
    texts = [f"4k3/8/8/8/8/8/8/RR2KRR1 w {rights} - 0 1" for rights in ("A", "B", "F", "G", "AF", "BG", "-")]
    assert len({chess.Board(text, chess960=True).key for text in texts}) == len(texts)


@pytest.mark.parametrize(
    ("marked", "plain", "equal"),
    [
        # Nobody can capture.
        ("4k3/8/8/8/4P3/8/8/4K3 b - e3", "4k3/8/8/8/4P3/8/8/4K3 b - -", True),
        # Pinned along the rank by two pawns at once.
        ("8/8/3p4/KPp4r/1R2Pp1k/8/6P1/8 b - e3", "8/8/3p4/KPp4r/1R2Pp1k/8/6P1/8 b - -", True),
        # Pinned on a diagonal and on a file.
        ("4k3/8/8/8/1b1Pp3/8/8/4RK2 b - d3", "4k3/8/8/8/1b1Pp3/8/8/4RK2 b - -", True),
        # Legal.
        ("8/8/8/2k5/3Pp3/8/8/3K4 b - d3", "8/8/8/2k5/3Pp3/8/8/3K4 b - -", False),
        ("4k3/8/8/8/3Pp3/8/8/5K2 b - d3", "4k3/8/8/8/3Pp3/8/8/5K2 b - -", False),
    ],
)  # fmt: skip
def test_en_passant_counts_only_where_the_capture_is_legal(marked: str, plain: str, equal: bool) -> None:
    assert (chess.Board(marked).key == chess.Board(plain).key) == equal
    assert peer.Board(f"{marked} 0 1").has_legal_en_passant() == (not equal)


def test_counters_are_no_part_of_the_key_unless_asked_for() -> None:
    boards = [chess.Board(f"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - {counter} 99") for counter in range(130)]
    assert len({board.key for board in boards}) == len({board.key_with("off") for board in boards}) == 1
    full = [board.key_with("full") for board in boards]
    assert len(set(full)) == 101
    assert full[0] == boards[0].key
    assert set(full[100:]) == {full[100]}
    bucketed = [board.key_with("bucketed") for board in boards]
    assert set(bucketed[:60]) == {boards[0].key}
    steps = [n for n in range(1, 101) if bucketed[n] != bucketed[n - 1]]
    assert steps == [60, 68, 76, 84, 92, 100]
    with pytest.raises(ValueError, match="rule50_keys must be 'off', 'bucketed' or 'full', not 'on'"):
        boards[0].key_with("on")


# ---- other keys ----------------------------------------------------------------------------------


@pytest.mark.parametrize("chess960", [False, True])
def test_polyglot_keys_are_those_of_python_chess(chess960: bool) -> None:
    for number in range(GAMES):
        for theirs, ours in play(number, chess960=chess960):
            assert ours.polyglot_key == peer.polyglot.zobrist_hash(theirs)


@pytest.mark.parametrize(
    ("moves", "key"),
    [
        ("", 0x463B96181691FC9C),
        ("e2e4", 0x823C9B50FD114196),
        ("e2e4 d7d5", 0x0756B94461C50FB0),
        ("e2e4 d7d5 e4e5", 0x662FAFB965DB29D4),
        ("e2e4 d7d5 e4e5 f7f5", 0x22A48B5A8E47FF78),
        ("e2e4 d7d5 e4e5 f7f5 e1e2", 0x652A607CA3F242C1),
        ("e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00FDD303C946BDD9),
        ("a2a4 b7b5 h2h4 b5b4 c2c4", 0x3C8123EA7B067637),
        ("a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5C3F9B829B279560),
    ],
)
def test_polyglot_keys_are_the_published_ones(moves: str, key: int) -> None:
    board = chess.Board()
    for move in moves.split():
        board.push(move)
    assert board.polyglot_key == key


def test_zobrist_of_an_edited_python_chess_board_is_that_of_its_fen() -> None:
    """Editing leaves castling rights and en-passant squares behind that no longer mean anything."""
    rng = random.Random(8)
    compared = 0
    for number in range(GAMES * 4):
        theirs = [boards for boards, _ in play(number, chess960=number % 2 == 1, plies=12)][-1].copy()
        rights, square = theirs.castling_rights, theirs.ep_square
        for _ in range(rng.randrange(1, 4)):
            where = rng.choice(list(peer.SQUARES))
            if rng.random() < 0.7:
                where = rng.choice([0, 4, 7, 56, 60, 63])
            theirs.remove_piece_at(where)
            if rng.random() < 0.3:
                theirs.set_piece_at(where, peer.Piece(rng.choice([2, 3, 4, 5]), rng.random() < 0.5))
        theirs.castling_rights = rights | rng.choice([0, peer.BB_A1 | peer.BB_H8, rng.getrandbits(64)])
        theirs.ep_square = rng.choice([square, rng.randrange(64)])
        try:
            ours = chess.Board(theirs.fen(), chess960=theirs.chess960)
        except chess.FenError:
            chess.zobrist(theirs)  # whatever it is: no crash
            continue
        compared += 1
        assert chess.zobrist(theirs) == ours.key, theirs.fen()
    assert compared > GAMES


@pytest.mark.parametrize("wrong", [None, 5, "fen", object(), peer.Move.null(), [1, 2]])
def test_zobrist_of_anything_else_is_a_type_error_that_says_so(wrong: object) -> None:
    with pytest.raises(TypeError, match=r"board must be a chess\.Board of python-chess .*, not "):
        chess.zobrist(wrong)  # type: ignore[arg-type]


def test_zobrist_of_a_broken_python_chess_board_is_a_type_error() -> None:
    for name, value in (
        ("pawns", -1),
        ("rooks", 2**64),
        ("kings", "x"),
        ("ep_square", 64),
        ("occupied_co", [1]),
    ):
        board = peer.Board()
        setattr(board, name, value)
        with pytest.raises(TypeError, match="board must be"):
            chess.zobrist(board)


def test_history_survives_the_way_to_python_chess_and_back() -> None:
    from tabiya.chess.adapters import board_to_chess

    for number in range(GAMES // 4):
        theirs, ours = list(play(number, chess960=number % 2 == 1))[-1]
        there = board_to_chess(ours)
        assert there == theirs
        assert there.move_stack == theirs.move_stack
        back = board_from_chess(theirs)
        assert back == ours
        assert back.move_stack == ours.move_stack
        assert back.chess960 == ours.chess960
