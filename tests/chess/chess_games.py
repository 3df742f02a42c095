"""Random games for the laws of chess, played by python-chess and tabiya in parallel."""

from __future__ import annotations

import random
from collections.abc import Iterator

import chess as peer
from tabiya import chess

Pair = tuple[peer.Board, chess.Board]

# Where random games begin: the start reaches endings and repetitions seldom, promotions and en passant late.
STARTS = (
    peer.STARTING_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
    "8/8/4k3/8/2p5/8/B2P1K2/8 w - - 0 1",
    "8/5k2/3p4/1p1Pp2p/pP2Pp1P/P4P1K/8/8 b - - 99 50",
    "4k3/8/8/8/8/8/8/4KBN1 w - - 90 80",
    "4k2b/8/8/8/8/8/8/B3K3 w - - 140 90",
    "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1",
)


def start_of(number: int, chess960: bool) -> str:
    """The position in which a game begins."""
    if chess960:
        return peer.Board.from_chess960_pos(number % 960).fen()
    return STARTS[number % len(STARTS)]


def play(
    number: int, *, chess960: bool = False, plies: int = 120
) -> Iterator[tuple[peer.Board, chess.Board]]:
    """The positions of one random game, on two boards that change with it.

    Some moves are reversed, so that positions repeat.
    """
    rng = random.Random(number)
    fen = start_of(number, chess960)
    theirs, ours = peer.Board(fen, chess960=chess960), chess.Board(fen, chess960=chess960)
    for _ in range(plies):
        yield theirs, ours
        move = shuffle_back(theirs) if rng.random() < 0.35 else None
        if move is None:
            moves = list(theirs.legal_moves)
            if not moves:
                return
            move = rng.choice(moves)
        theirs.push(move)
        ours.push(move.uci())


def shuffle_back(board: peer.Board) -> peer.Move | None:
    """The move that reverses the mover's last one, if legal. Such moves cause repetitions."""
    if len(board.move_stack) < 2:
        return None
    last = board.move_stack[-2]
    back = peer.Move(last.to_square, last.from_square)
    return back if board.is_legal(back) else None


def positions(
    count: int, *, chess960: bool = False, first: int = 0
) -> Iterator[tuple[peer.Board, chess.Board]]:
    """The positions of as many games as it takes."""
    number, left = first, count
    while left > 0:
        for pair in play(number, chess960=chess960):
            yield pair
            left -= 1
            if left == 0:
                return
        number += 1
