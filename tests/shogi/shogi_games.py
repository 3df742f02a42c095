"""Random games for the laws of shogi, played by cshogi and tabiya in parallel."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import pytest

from tabiya import shogi
from tabiya.shogi import Move, Repetition

cshogi: Any = pytest.importorskip("cshogi")

# Where random games begin: from the start they repeat seldom, and hardly ever with checks alone.
STARTS = (
    shogi.STARTING_SFEN,
    "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
    "4k4/9/9/9/9/9/9/9/4K4 b RB2G2S2N2L9Prb2g2s2n2l9p 1",
    "4k4/9/9/9/9/9/9/9/4K4 b 18P 1",
    "4k4/9/9/9/9/9/9/9/4K4 w 2r2b4g4s4n4l18p 1",
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    "4k4/9/1P1L2N1S/2B3R2/9/2r3b2/s1n2l1p1/9/4K4 b - 1",
    "3k5/9/9/9/9/9/9/5R3/8K b - 1",
    "8k/9/9/9/5r3/9/9/9/3K5 w - 1",
    "k8/9/P8/9/5+B3/9/9/9/4K4 b Gr 1",
    "1K1+P+P+P+P2/G+P+P6/2G6/9/9/9/6g2/6+p+pg/2+p+p+p+p1k1 b RB2S3Prb2s3p 1",
    "lnsgk1snl/1r4gb1/p1pppp2p/6pR1/1p7/2P6/PP1PPPP1P/1BG6/LNS1KGSNL w Pp 16",
)

BACKWARDS = (0.0, 0.35, 0.95)
"""How likely a move takes the mover's last one back: repetitions come from such."""


@cache
def whole_move(move: int) -> Move:
    """Converts a cshogi move, part by part."""
    to, promotion = cshogi.move_to(move), cshogi.move_is_promotion(move)
    if cshogi.move_is_drop(move):
        place = cshogi.move_drop_hand_piece(move)
        packed = to | (81 + place) << 7 | cshogi.hand_piece_to_piece_type(place) << 15
    else:
        kinds = cshogi.move_from_piece_type(move) << 15 | cshogi.move_cap(move) << 19
        packed = to | cshogi.move_from(move) << 7 | bool(promotion) << 14 | kinds
    made = Move.unpack(packed)
    assert made.usi() == cshogi.move_to_usi(move)
    return made


@dataclass
class Game:
    """A position on both boards, with cshogi's answers for the earlier ones."""

    theirs: Any
    ours: shogi.Board
    past: list[tuple[str, bool]] = field(default_factory=list)
    """Board, side and hands of each position so far, and whether it was check."""

    def note(self) -> None:
        self.past.append((self.theirs.sfen().rsplit(" ", 1)[0], self.theirs.is_check()))

    def push(self, move: int) -> None:
        self.theirs.push(move)
        self.ours.push(whole_move(move))

    def occurrences(self) -> list[int]:
        """The indices of the position in the past, including the present one."""
        now = self.past[-1][0]
        return [ply for ply, (text, _) in enumerate(self.past) if text == now]

    def repetition(self) -> Repetition:
        """The literal rule: the last four occurrences and every move between them."""
        times = self.occurrences()
        if len(times) < 4:
            return Repetition.NONE
        checks = [check for _, check in self.past[times[-4] + 1 :]]
        ours, theirs = all(checks[0::2]), all(checks[1::2])
        # The first move after an occurrence is the side to move's.
        if ours == theirs:
            return Repetition.DRAW
        return Repetition.LOSS if ours else Repetition.WIN


def play(number: int, plies: int = 200) -> Iterator[Game]:
    """The positions of one random game, on two boards that change with it."""
    rng = random.Random(number)
    start = STARTS[number % len(STARTS)]
    backwards = BACKWARDS[number // len(STARTS) % len(BACKWARDS)]
    game = Game(cshogi.Board(start), shogi.Board(start))
    for _ in range(plies):
        game.note()
        yield game
        moves = list(game.theirs.legal_moves)
        if not moves:
            return
        back = taken_back(game.theirs, moves) if rng.random() < backwards else None
        game.push(back if back is not None else chosen(rng, game.theirs, moves))


def chosen(rng: random.Random, board: Any, moves: list[int]) -> int:
    """A random move. Captures and drops are preferred in turns, so that hands fill and empty."""
    if rng.random() < 0.3:
        captures = [move for move in moves if not cshogi.move_is_drop(move) and cshogi.move_cap(move)]
        moves = captures or moves
    return rng.choice(moves)


def taken_back(board: Any, moves: list[int]) -> int | None:
    """The move that reverses the mover's last one, if legal."""
    past = board.history
    if len(past) < 2 or cshogi.move_is_drop(past[-2]):
        return None
    start, end = cshogi.move_from(past[-2]), cshogi.move_to(past[-2])
    for move in moves:
        plain = not cshogi.move_is_drop(move) and not cshogi.move_is_promotion(move)
        if plain and (cshogi.move_from(move), cshogi.move_to(move)) == (end, start):
            return move
    return None


def positions(count: int, first: int = 0) -> Iterator[Game]:
    """The positions of as many games as it takes."""
    number, left = first, count
    while left > 0:
        for game in play(number):
            yield game
            left -= 1
            if left == 0:
                return
        number += 1


def shortest_mate(board: Any, longest: int) -> int | None:
    """By cshogi: the least odd number of plies in which the side to move mates by checks alone."""
    if board.is_check():
        return None  # its solver is for the attacker
    if board.mate_move_in_1ply():
        return 1
    return next((plies for plies in range(3, longest + 1, 2) if board.mate_move(plies)), None)
