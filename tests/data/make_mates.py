"""Makes tests/data/mates_chess.epd: mates in 1 to 6, proved by solvers that share nothing with the search.

    python tests/data/make_mates.py

From games: engine games with blunders give positions, the engine names those where it sees a mate, and
`Solver` proves with python-chess that a mate in N exists and none is shorter. Positions that take too long
are skipped. From endings: `Endings` computes every position of king and queen, or king and rook, against
king. The `dm` of a line is the number of moves, its `bm` are the moves with the fastest mate.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path

import chess as peer
from tabiya import Engine, chess

FROM_GAMES = {1: 24, 2: 28, 3: 24}
FROM_ENDINGS = {2: 12, 3: 20, 4: 34, 5: 34, 6: 34}
PATIENCE = 1500
"""Positions that a proof may look at."""


class Unproved(Exception):
    """The proof takes too long."""


class Solver:
    """Proves by brute force whether the side to move mates within a number of moves."""

    def __init__(self) -> None:
        self.left = 0
        """How many more positions may be looked at."""
        self.known: dict[tuple[str, int], bool] = {}

    def mates(self, board: peer.Board, moves: int) -> bool:
        if moves <= 0:
            return False
        place = board.epd(), moves
        if place not in self.known:
            if self.left <= 0:
                raise Unproved
            self.left -= 1
            self.known[place] = any(self.forces(board, move, moves) for move in self.ordered(board, moves))
        return self.known[place]

    def forces(self, board: peer.Board, move: peer.Move, moves: int) -> bool:
        """Whether a move mates at once, or after every reply within the remaining moves."""
        board.push(move)
        try:
            answers = list(board.legal_moves)
            if not answers:
                return board.is_check()
            return moves > 1 and all(self.answered(board, answer, moves - 1) for answer in answers)
        finally:
            board.pop()

    def answered(self, board: peer.Board, answer: peer.Move, moves: int) -> bool:
        board.push(answer)
        try:
            return self.mates(board, moves)
        finally:
            board.pop()

    @staticmethod
    def ordered(board: peer.Board, moves: int) -> list[peer.Move]:
        """Checks first: the last move of a mate is always a check."""
        legal = list(board.legal_moves)
        checks = [move for move in legal if board.gives_check(move)]
        return checks if moves == 1 else checks + [move for move in legal if move not in checks]

    def proved(self, fen: str, moves: int) -> list[str]:
        """The first moves of all mates of this length, if there is one and none is shorter; else nothing."""
        board = peer.Board(fen)
        self.left = PATIENCE
        try:
            if self.mates(board, moves - 1):
                return []
            return [board.san(move) for move in board.legal_moves if self.forces(board, move, moves)]
        except Unproved:
            return []


# ---- mates from games -------------------------------------------------------------------------------


def blundering_game(engine: Engine, rng: random.Random) -> list[str]:
    """The positions of a game in which both sides play at random every fifth move."""
    board, fens = chess.Board(), []
    for ply in range(160):
        if board.is_game_over():
            break
        if ply < 8 or rng.random() < 0.2:
            move = rng.choice(list(board.legal_moves))
        else:
            move = engine.search(board, nodes=300).best_move
        board.push(move)
        fens.append(board.fen())
    return fens


def seen_mates(engine: Engine, rng: random.Random) -> Iterator[tuple[str, int]]:
    """Positions of a game in which the engine sees a mate for the side to move; few of each game."""
    fens = blundering_game(engine, rng)[20:]
    rng.shuffle(fens)
    for fen in fens[:80]:
        board = chess.Board(fen)
        if not board.is_game_over():
            mate = engine.search(board, nodes=3_000).score.mate
            if mate is not None and mate in FROM_GAMES:
                yield fen, mate


def from_games() -> dict[int, dict[str, list[str]]]:
    rng, engine, solver = random.Random(1), Engine(hash_mb=4), Solver()
    found: dict[int, dict[str, list[str]]] = {moves: {} for moves in FROM_GAMES}
    while any(len(found[moves]) < number for moves, number in FROM_GAMES.items()):
        for fen, moves in seen_mates(engine, rng):
            if len(found[moves]) < FROM_GAMES[moves] and (best := solver.proved(fen, moves)):
                found[moves][peer.Board(fen).epd()] = best
        print({moves: len(positions) for moves, positions in found.items()}, file=sys.stderr, flush=True)
    return found


# ---- mates from endings ------------------------------------------------------------------------------

Place = tuple[int, int, int]
"""White's king, Black's king, White's piece."""


class Endings:
    """King and one piece against king: moves to mate for each position with White to move."""

    def __init__(self, piece: str) -> None:
        self.piece = piece
        self.white: dict[Place, dict[peer.Move, Place]] = {}
        self.black: dict[Place, list[Place | None]] = {}
        """Answers; None where the piece is lost or the game a draw."""
        self.mate_in: dict[Place, int] = {}
        self.fill()

    def board(self, place: Place, white_to_move: bool) -> peer.Board:
        board = peer.Board(None)
        for square, symbol in zip(place, ("K", "k", self.piece), strict=True):
            board.set_piece_at(square, peer.Piece.from_symbol(symbol))
        board.turn = white_to_move
        return board

    def fill(self) -> None:
        # Black's king on 16 squares: by mirroring, a board has no other quarter.
        corner = [square for square in range(64) if peer.square_file(square) < 4 > peer.square_rank(square)]
        lost: dict[Place, int] = {}
        for moves in range(1, 7):
            for place in self.places(corner):
                if place not in self.mate_in and any(
                    self.lost_in(after, moves, lost) for after in self.moves(place).values()
                ):
                    self.mate_in[place] = moves

    def places(self, corner: list[int]) -> Iterator[Place]:
        for black in corner:
            for white in range(64):
                for piece in range(64):
                    if len({black, white, piece}) == 3:
                        yield white, black, piece

    def moves(self, place: Place) -> dict[peer.Move, Place]:
        if place not in self.white:
            board = self.board(place, True)
            legal = board.legal_moves if board.is_valid() else ()
            self.white[place] = {
                move: tuple(move.to_square if square == move.from_square else square for square in place)  # type: ignore[misc]
                for move in legal
            }
        return self.white[place]

    def answers(self, place: Place) -> list[Place | None]:
        if place not in self.black:
            board = self.board(place, False)
            answers: list[Place | None] = [
                None if board.is_capture(move) else (place[0], move.to_square, place[2])
                for move in board.legal_moves
            ]
            self.black[place] = answers or ([] if board.is_check() else [None])
        return self.black[place]

    def lost_in(self, place: Place, moves: int, lost: dict[Place, int]) -> bool:
        """Whether Black, to move, is mated within a number of White's moves, including the last one."""
        if place in lost:
            return lost[place] <= moves
        for answer in self.answers(place):
            if answer is None or self.mate_in.get(self.mirrored(answer), 99) > moves - 1:
                return False
        lost[place] = moves
        return True

    @staticmethod
    def mirrored(place: Place) -> Place:
        """The same position with Black's king in the canonical corner."""
        file, rank = peer.square_file(place[1]), peer.square_rank(place[1])
        flip = (7 if file > 3 else 0) | (56 if rank > 3 else 0)
        return tuple(square ^ flip for square in place)  # type: ignore[return-value]

    def best(self, place: Place) -> list[str]:
        moves, board = self.mate_in[place], self.board(place, True)
        return [
            board.san(move)
            for move, after in self.moves(place).items()
            if all(
                answer is not None and self.mate_in.get(self.mirrored(answer), 99) < moves
                for answer in self.answers(after)
            )
        ]


def from_endings() -> dict[int, dict[str, list[str]]]:
    rng = random.Random(2)
    found: dict[int, dict[str, list[str]]] = {moves: {} for moves in FROM_ENDINGS}
    for piece in "QR":
        endings = Endings(piece)
        for moves, number in FROM_ENDINGS.items():
            places = sorted(place for place, mate in endings.mate_in.items() if mate == moves)
            for place in rng.sample(places, number // 2):
                found[moves][endings.board(place, True).epd()] = endings.best(place)
        print(f"K{piece}K: {len(endings.mate_in)} mates", file=sys.stderr, flush=True)
    return found


def main() -> None:
    lines = [
        f"{epd} bm {' '.join(best)}; dm {moves};"
        for source in (from_endings(), from_games())
        for moves, positions in source.items()
        for epd, best in positions.items()
    ]
    lines.sort(key=lambda line: line.rpartition("dm")[2])
    Path(__file__).with_name("mates_chess.epd").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
