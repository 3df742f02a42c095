"""Pieces, attacks, pins, masks and move generators answer as in python-chess."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

import pytest
from chess_games import positions

import chess as peer
from forms import sized
from tabiya import chess

COUNT = sized(1_000, 100_000)
SETS = ("pawns", "knights", "bishops", "rooks", "queens", "kings", "occupied", "occupied_co")
STATE = ("turn", "ep_square", "halfmove_clock", "fullmove_number", "castling_rights")


def ucis(moves: Iterable[object]) -> list[str]:
    return sorted(move.uci() for move in moves)  # type: ignore[attr-defined]


def masks(rng: random.Random) -> tuple[int, int]:
    return rng.getrandbits(64) | rng.getrandbits(64), rng.getrandbits(64) | rng.getrandbits(64)


def compare_squares(theirs: peer.Board, ours: chess.Board, rng: random.Random) -> None:
    occupied = rng.getrandbits(64)
    for square in rng.sample(range(64), 6):
        assert int(ours.attacks(square)) == ours.attacks_mask(square) == theirs.attacks_mask(square)
        for color in chess.COLORS:
            assert list(ours.attackers(color, square)) == list(theirs.attackers(color, square))
            assert ours.attackers_mask(color, square) == theirs.attackers_mask(color, square)
            assert ours.is_attacked_by(color, square) == theirs.is_attacked_by(color, square)
            assert ours.attackers(color, square, occupied) == int(theirs.attackers(color, square, occupied))
            assert ours.is_pinned(color, square) == theirs.is_pinned(color, square)
            assert (
                int(ours.pin(color, square)) == ours.pin_mask(color, square) == theirs.pin_mask(color, square)
            )


def compare_sets(theirs: peer.Board, ours: chess.Board) -> None:
    for name in SETS + STATE:
        assert getattr(ours, name) == getattr(theirs, name), name
    assert ours.checkers() == int(theirs.checkers())
    assert ours.checkers_mask() == theirs.checkers_mask()
    assert ours.clean_castling_rights() == theirs.clean_castling_rights()
    assert {square: str(piece) for square, piece in ours.piece_map().items()} == {
        square: str(piece) for square, piece in theirs.piece_map().items()
    }
    assert ours.piece_map(mask=ours.pawns).keys() == theirs.piece_map(mask=theirs.pawns).keys()
    for color in chess.COLORS:
        for kind in chess.PIECE_TYPES:
            assert ours.pieces(kind, color) == int(theirs.pieces(kind, color))
    assert ours.board_fen() == theirs.board_fen()
    assert ours.shredder_fen() == theirs.shredder_fen()
    assert ours.status() == theirs.status()
    assert ours.is_valid() == theirs.is_valid()
    assert ours.was_into_check() == theirs.was_into_check()
    assert ours.has_legal_en_passant() == theirs.has_legal_en_passant()
    assert ours.mirror().fen() == theirs.mirror().fen()


def compare_moves(theirs: peer.Board, ours: chess.Board, rng: random.Random) -> None:
    origins, targets = masks(rng)
    for name in (
        "generate_legal_moves",
        "generate_legal_captures",
        "generate_legal_ep",
        "generate_castling_moves",
    ):
        assert ucis(getattr(ours, name)()) == ucis(getattr(theirs, name)()), name
        assert ucis(getattr(ours, name)(origins, targets)) == ucis(getattr(theirs, name)(origins, targets)), (
            name
        )
    assert ucis(ours.pseudo_legal_moves) == ucis(theirs.pseudo_legal_moves)
    assert ours.pseudo_legal_moves.count() == theirs.pseudo_legal_moves.count()
    assert ucis(ours.generate_pseudo_legal_captures()) == ucis(theirs.generate_pseudo_legal_captures())
    for move in rng.sample(list(theirs.pseudo_legal_moves), min(4, theirs.pseudo_legal_moves.count())):
        mine = chess.Move.from_uci(move.uci())
        assert ours.is_pseudo_legal(mine)
        assert ours.is_into_check(mine) == theirs.is_into_check(move)
        assert (mine in ours.legal_moves) == (move in theirs.legal_moves)
        if theirs.is_legal(move):
            assert ours.is_irreversible(mine) == theirs.is_irreversible(move)
            assert ours.is_kingside_castling(mine) == theirs.is_kingside_castling(move)
            assert ours.is_queenside_castling(mine) == theirs.is_queenside_castling(move)
            found = theirs.find_move(move.from_square, move.to_square, move.promotion)
            assert ours.find_move(mine.from_square, mine.to_square, mine.promotion).uci() == found.uci()
            assert ours.copy().san_and_push(mine) == theirs.copy().san_and_push(move)


@pytest.mark.parametrize("chess960", [False, True])
@pytest.mark.parametrize("part", range(2))
def test_every_answer_about_pieces_is_that_of_python_chess(part: int, chess960: bool) -> None:
    rng = random.Random(part)
    for number, (theirs, ours) in enumerate(positions(COUNT // 4, first=part * 1_000 + 5, chess960=chess960)):
        try:
            compare_squares(theirs, ours, rng)
            if number % 3 == 0:
                compare_sets(theirs, ours)
                compare_moves(theirs, ours, rng)
        except AssertionError as error:
            error.add_note(theirs.fen())
            raise


def test_a_copy_keeps_as_many_moves_as_it_is_told() -> None:
    for theirs, ours in list(positions(60, first=3))[-20:]:
        for stack in (True, False, 0, 1, 3, 1_000):
            expected, found = theirs.copy(stack=stack), ours.copy(stack=stack)
            assert ucis(found.move_stack) == ucis(expected.move_stack)
            assert found.fen() == expected.fen()
            if expected.move_stack:
                expected.pop(), found.pop()
                assert found.fen() == expected.fen()
    with pytest.raises(TypeError, match="stack must be a bool or an int, not str"):
        chess.Board().copy(stack="all")  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["between", "ray"])
def test_lines_between_squares_are_those_of_python_chess(name: str) -> None:
    for a in range(64):
        for b in range(64):
            assert getattr(chess, name)(a, b) == getattr(peer, name)(a, b)
            assert getattr(chess.SquareSet, name)(a, b) == int(getattr(peer.SquareSet, name)(a, b))


@pytest.mark.parametrize("name", ["square_distance", "square_manhattan_distance"])
def test_distances_are_those_of_python_chess(name: str) -> None:
    for a in range(64):
        assert [getattr(chess, name)(a, b) for b in range(64)] == [
            getattr(peer, name)(a, b) for b in range(64)
        ]


def shared_masks() -> list[str]:
    return [name for name in dir(peer) if name.startswith("BB_") and hasattr(chess, name)]


def test_masks_and_flags_have_the_values_of_python_chess() -> None:
    assert len(shared_masks()) > 90
    for name in shared_masks():
        assert getattr(chess, name) == getattr(peer, name), name
    for name in (name for name in dir(peer) if name.startswith("STATUS_") and hasattr(chess, name)):
        assert getattr(chess, name) == getattr(peer, name), name
    for name in ("COLORS", "COLOR_NAMES", "STARTING_BOARD_FEN", "STARTING_FEN", "UNICODE_PIECE_SYMBOLS"):
        assert getattr(chess, name) == getattr(peer, name), name
    for name in ("SQUARES_180", "PIECE_NAMES"):
        assert list(getattr(chess, name)) == list(getattr(peer, name)), name
    for kind in peer.PIECE_TYPES:
        assert (chess.piece_name(kind), chess.piece_symbol(kind)) == (
            peer.piece_name(kind),
            peer.piece_symbol(kind),
        )


@pytest.mark.parametrize(
    "name",
    ["flip_vertical", "flip_horizontal", "flip_diagonal", "flip_anti_diagonal", "popcount", "lsb", "msb"],
)
def test_functions_of_masks_are_those_of_python_chess(name: str) -> None:
    rng = random.Random(4)
    ours: Callable[[int], int] = getattr(chess, name)
    for _ in range(200):
        mask = rng.getrandbits(64) & rng.getrandbits(64) | 1 << rng.randrange(64)
        assert ours(mask) == getattr(peer, name)(mask)
        for scan in ("scan_forward", "scan_reversed"):
            assert list(getattr(chess, scan)(mask)) == list(getattr(peer, scan)(mask))


def test_a_name_that_does_not_exist_is_named() -> None:
    with pytest.raises(AttributeError, match=r"module 'tabiya\.chess' has no attribute 'BB_I9'"):
        chess.BB_I9  # noqa: B018
