"""Writes chess.perft and chess960.perft next to this file.

Counts come from Stockfish (`go perft`). Shallow depths are counted again with python-chess, and a
disagreement stops the script. Neither program is part of Tabiya: they are oracles.

    pip install chess; apt-get install stockfish
    python tests/data/make_perft_suites.py
"""

import random
import subprocess
from collections.abc import Iterator
from pathlib import Path

import chess

HERE = Path(__file__).parent
STOCKFISH = "/usr/games/stockfish"
DEEPEST = 300_000_000  # no count above this is asked for
PYTHON_NODES = 30_000  # python-chess counts again up to here

KNOWN = """
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1
8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1
r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1
r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1
rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8
r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10
R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1
3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1
"""

# Each group is about one rule; the comment goes into the file.
CASTLING = """
r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1
r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1
r3k2r/8/8/8/8/8/8/R3K2R w KQ - 0 1
r3k2r/8/8/8/8/8/8/R3K2R w kq - 0 1
r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1
r3k2r/8/8/8/8/8/8/R3K2R b Qk - 0 1
r3k2r/8/8/8/8/8/8/1R2K2R w Kkq - 0 1
r3k2r/8/8/8/8/8/8/R3K1R1 b Qkq - 0 1
1r2k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1
2r1k2r/8/8/8/8/8/8/R3K2R b KQk - 0 1
4k2r/8/8/8/8/8/8/4K3 w k - 0 1
r3k3/8/8/8/8/8/8/4K3 b q - 0 1
4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1
4k3/8/8/8/8/8/8/R3K2R b KQ - 0 1
r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1
r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1
r3k2r/8/8/8/4q3/8/8/R3K2R w KQkq - 0 1
r3k2r/p1pp1pb1/bn2Qnp1/2qPN3/1p2P3/2N5/PPPBBPPP/R3K2R b KQkq - 3 2
2kr3r/p1ppqpb1/bn2Qnp1/3PN3/1p2P3/2N5/PPPBBPPP/R3K2R b KQ - 3 2
r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1
5k2/8/8/8/8/8/8/4K2R w K - 0 1
3k4/8/8/8/8/8/8/R3K3 w Q - 0 1
2r1k3/8/8/8/8/8/8/R3K3 w Q - 0 1
1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1
"""

EN_PASSANT = """
8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1
8/8/8/8/1k1Pp2R/8/8/4K3 b - d3 0 1
8/8/1k6/8/2pP4/8/5BK1/8 b - d3 0 1
3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1
8/8/8/8/k1p4R/8/3P4/3K4 w - - 0 1
8/8/4k3/8/2p5/8/B2P4/2K5 w - - 0 1
8/b2p2k1/8/2P5/8/4K3/8/8 b - - 0 1
8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1
8/5k2/8/2Pp4/2B5/1K6/8/8 w - d6 0 1
8/8/8/2k5/2pP4/8/B7/4K3 b - d3 0 3
3k4/8/8/2PpP3/8/8/8/3K4 w - d6 0 2
8/8/3k4/8/1pPp4/8/3K4/8 b - c3 0 1
4k3/8/8/KPp4r/8/8/8/8 w - c6 0 1
4k3/8/4r3/3pP3/8/8/8/4K3 w - d6 0 1
8/8/8/8/Pp1k4/8/8/4K2B b - a3 0 1
rnbqkbnr/1ppppppp/8/8/pP6/P7/2PPPPPP/RNBQKBNR b KQkq b3 0 3
rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3
r1bqkbnr/pp1ppppp/2n5/2pPP3/8/8/PPP2PPP/RNBQKBNR w KQkq - 0 4
8/2p5/3p4/KP5r/1R2Pp1k/8/6P1/8 b - e3 0 1
8/8/3p4/KPp4r/1R3p1k/8/4P1P1/8 w - c6 0 2
8/8/8/1Ppp3r/1KR2p1k/8/4P1P1/8 w - c6 0 3
8/5p2/8/2k3P1/p3K3/8/1P6/8 b - - 0 1
8/k1P5/8/1K6/8/8/8/8 w - - 0 1
"""

PROMOTION = """
n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1
n1n5/PPPk4/8/8/8/8/4Kppp/5N1N w - - 0 1
8/PPPk4/8/8/8/8/4Kppp/8 w - - 0 1
8/PPPk4/8/8/8/8/4Kppp/8 b - - 0 1
8/Pk6/8/8/8/8/6Kp/8 w - - 0 1
n1n5/1Pk5/8/8/8/8/5Kp1/5N1N w - - 0 1
2k5/4P3/8/8/8/8/8/K7 w - - 0 1
8/P1k5/K7/8/8/8/8/8 w - - 0 1
K1k5/8/P7/8/8/8/8/8 w - - 0 1
8/1n4N1/2k5/8/8/5K2/4N1n1/8 w - - 0 1
1r1k4/P7/8/8/8/8/8/K7 w - - 0 1
r2k4/1P6/8/8/8/8/8/K7 w - - 0 1
2r1k3/1P6/8/8/8/8/6p1/K4R2 b - - 0 1
r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R w KQkq - 0 1
r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R b KQkq - 0 1
rnbqkb1r/ppppp1pp/7n/4Pp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3
4k3/1P6/8/8/8/8/K7/8 w - - 0 1
8/8/2k5/5q2/5n2/8/5K2/8 b - - 0 1
q2k2q1/2nqn2b/1n1P1n1b/2rnr2Q/1NQ1QN1Q/3Q3B/2RQR2B/Q2K2Q1 w - - 0 1
"""

PIECES = """
8/1k6/8/5N2/8/4n3/8/2K5 w - - 0 1
8/8/4k3/3Nn3/3nN3/4K3/8/8 b - - 0 1
K7/8/2n5/1n6/8/8/8/k6N w - - 0 1
B6b/8/8/8/2K5/4k3/8/b6B w - - 0 1
8/8/1B6/7b/7k/8/2B1b3/7K w - - 0 1
k7/B7/1B6/1B6/8/8/8/K6b w - - 0 1
7k/RR6/8/8/8/8/rr6/7K w - - 0 1
R6r/8/8/2K5/5k2/8/8/r6R b - - 0 1
6kq/8/8/8/8/8/8/7K w - - 0 1
K7/8/8/3Q4/4q3/8/8/7k b - - 0 1
6qk/8/8/8/8/8/8/7K b - - 0 1
8/1k6/8/3Nn3/3nN3/8/6K1/8 b - - 0 1
8/8/7k/7p/7P/7K/8/8 w - - 0 1
8/3k3p/8/8/8/8/3K3P/8 b - - 0 1
8/Pk6/8/8/8/8/6Kp/8 b - - 0 1
7k/3p4/8/8/3P4/8/8/K7 w - - 0 1
k7/8/3p4/8/3P4/8/8/7K b - - 0 1
k7/6p1/8/8/8/8/7P/K7 w - - 0 1
3k4/3pp3/8/8/8/8/3PP3/3K4 w - - 0 1
k7/8/8/7p/6P1/8/8/K7 b - - 0 1
"""

CHECKS_AND_PINS = """
8/8/8/8/8/8/6k1/4K2R b K - 0 1
4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1
4k3/4r3/8/8/8/8/4B3/4K3 w - - 0 1
4k3/4r3/8/8/7b/8/4QP2/4K3 w - - 0 1
4r1k1/8/8/8/4R3/8/8/4K3 w - - 0 1
4r1k1/8/5n2/3n4/8/2b5/8/4K2R w K - 0 1
3rk3/8/8/8/8/5n2/8/3RK3 w - - 0 1
4r1k1/8/8/8/8/3n4/8/R3K2R w KQ - 0 1
8/8/8/3k4/8/1b1b4/2P5/1K6 w - - 0 1
6k1/8/8/8/q2PK2r/8/8/8 w - - 0 1
7k/8/8/q2P1K2/8/8/8/8 w - - 0 1
4k3/8/4q3/8/4N3/8/4K3/8 w - - 0 1
k3r3/8/8/8/4n3/8/8/4K2B w - - 0 1
1k6/1b6/8/8/7R/8/8/4K2R b K - 0 1
"""

# Positions that are known to break tables and are not above, and others that keys trip over.
KILLERS = """
8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1
8/2P5/8/8/8/8/8/k6K w - - 0 1
r1bqkb1r/pppp1ppp/2n2n2/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4
2b2rk1/p1p2ppp/1p1p4/3Pp3/1PP1P3/P3KP2/6PP/8 w - - 0 1
rnbqkb1r/pp1p1ppp/4pn2/2p5/2PP4/5N2/PP2PPPP/RNBQKB1R w KQkq c6 0 4
r1b1kb1r/pp2qppp/2n1p3/3p4/2PP4/2N2N2/PP2QPPP/R1B1KB1R w KQkq - 0 8
8/8/3p4/KPp4r/1R2Pp1k/8/6P1/8 b - e3 0 1
8/8/p1p5/1p5p/1P5p/8/PPP2K1p/4R1rk w - - 0 1
8/8/8/2k5/3Pp3/8/8/3K4 b - d3 0 1
8/8/8/8/1k6/8/1K6/4Q3 b - - 0 1
k7/8/KP6/8/8/8/8/8 w - - 0 1
8/8/8/3k4/8/8/8/R2K2R1 w - - 0 1
r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 2 2
8/5bk1/8/2Pp4/8/1K6/8/8 w - d6 0 1
r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4
rnb2k1r/pp1Pbppp/2p5/q7/2B5/8/PPPQNnPP/RNB1K2R w KQ - 3 9
2r5/3pk3/8/2P5/8/2K5/8/8 w - - 5 4
"""

CHESS960_CASTLING = """
1r1k1r2/8/8/8/8/8/8/1R1K1R2 w FBfb - 0 1
r1k1r3/8/8/8/8/8/8/R1K1R3 w EAea - 0 1
5rkr/8/8/8/8/8/8/5RKR w HFhf - 0 1
rkr5/8/8/8/8/8/8/RKR5 w CAca - 0 1
4rkr1/8/8/8/8/8/8/4RKR1 b GEge - 0 1
1rk4r/8/8/8/8/8/8/rRK4R w HBhb - 0 1
4k3/8/8/8/8/8/8/5KRr w G - 0 1
4k3/8/8/8/8/8/8/qRK5 w B - 0 1
4k3/8/8/8/8/8/8/RR1K2RR w GB - 0 1
4k3/8/8/8/8/8/8/RR1K2RR w HA - 0 1
2rkr3/8/8/8/8/8/8/2RKR3 w ECec - 0 1
r3k1r1/8/8/8/8/8/8/R3K1R1 w GAga - 0 1
"""


class Stockfish:
    def __init__(self, chess960: bool) -> None:
        self.process = subprocess.Popen([STOCKFISH], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.send(f"setoption name UCI_Chess960 value {str(chess960).lower()}")

    def send(self, line: str) -> None:
        assert self.process.stdin
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def perft(self, fen: str, depth: int) -> int:
        assert self.process.stdout
        self.send(f"position fen {fen}")
        self.send(f"go perft {depth}")
        for line in self.process.stdout:
            if line.startswith("Nodes searched"):
                return int(line.split(":")[1])
        raise RuntimeError("stockfish ended")


def perft(board: chess.Board, depth: int) -> int:
    if depth == 1:
        return board.legal_moves.count()
    nodes = 0
    for move in list(board.legal_moves):
        board.push(move)
        nodes += perft(board, depth - 1)
        board.pop()
    return nodes


def counts(oracle: Stockfish, board: chess.Board, fen: str, most: int, depths: int, again: int) -> list[int]:
    """Counts up to the depth whose expected count passes `most`; small ones are counted twice."""
    result: list[int] = []
    for depth in range(1, depths + 1):
        if result and result[-1] * max(2, result[-1] // max(1, result[-2] if depth > 2 else 1)) > most:
            break
        nodes = oracle.perft(fen, depth)
        if nodes <= again and perft(board, depth) != nodes:
            raise SystemExit(f"python-chess disagrees: {fen} depth {depth}")
        result.append(nodes)
        if nodes == 0:
            break
    return result


def random_positions(seed: int, number: int, chess960: bool = False) -> Iterator[str]:
    """From random games: one position per game at a random ply; in Chess960 one where castling is legal."""
    rng = random.Random(seed)
    found = 0
    while found < number:
        board = chess.Board.from_chess960_pos(rng.randrange(960)) if chess960 else chess.Board()
        for _ in range(rng.randrange(8, 30 if chess960 else 140)):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(rng.choice(moves))
        if not any(board.legal_moves):
            continue
        if chess960 and not any(board.is_castling(move) for move in board.legal_moves):
            continue
        found += 1
        yield board.shredder_fen() if chess960 else board.fen()


def line(fen: str, nodes: list[int]) -> str:
    return fen + "".join(f" ;D{depth} {count}" for depth, count in enumerate(nodes, 1)) + "\n"


HEADER = """\
# Perft counts: {what}.
# FEN ;D1 nodes ;D2 nodes ...
# Counts by Debian's Stockfish 15.1; those up to {again} nodes counted again with python-chess
# {version}. The first positions are published ones, and their counts agree with the published counts.
# Written by make_perft_suites.py.
"""


def write_chess() -> None:
    oracle = Stockfish(chess960=False)
    with (HERE / "chess.perft").open("w") as file:
        file.write(HEADER.format(what="chess", again=PYTHON_NODES, version=chess.__version__))
        for title, fens, most in (
            ("Well known: start, Kiwipete, positions 3 to 6, the most moves", KNOWN, DEEPEST),
            ("Castling", CASTLING, 20_000_000),
            ("En passant, legal and not", EN_PASSANT, 20_000_000),
            ("Promotion", PROMOTION, 20_000_000),
            ("Few pieces", PIECES, 5_000_000),
            ("Checks and pins", CHECKS_AND_PINS, 5_000_000),
            ("Tables' traps", KILLERS, 20_000_000),
            ("Random games", "\n".join(random_positions(1, 40)), 20_000_000),
        ):
            file.write(f"# {title}\n")
            for fen in fens.split("\n"):
                if fen:
                    file.write(line(fen, counts(oracle, chess.Board(fen), fen, most, 6, PYTHON_NODES)))
                    file.flush()


def write_chess960() -> None:
    oracle = Stockfish(chess960=True)
    with (HERE / "chess960.perft").open("w") as file:
        file.write(HEADER.format(what="Chess960", again=1_000, version=chess.__version__))
        file.write("# All 960 starts\n")
        for number in range(960):
            board = chess.Board.from_chess960_pos(number)
            fen = board.shredder_fen()
            file.write(line(fen, counts(oracle, board, fen, DEEPEST, 4, 1_000)))
        file.write("# Castling\n")
        for fen in [*CHESS960_CASTLING.split("\n"), *random_positions(960, 60, chess960=True)]:
            if fen:
                board = chess.Board(fen, chess960=True)
                file.write(line(fen, counts(oracle, board, fen, 20_000_000, 5, PYTHON_NODES)))


if __name__ == "__main__":
    write_chess()
    write_chess960()
