"""Bulk perft, one thread, beside Stockfish's: interleaved, the best of five runs of each.

python bench/chess/perft.py [path to chess_perft] [path to stockfish]
"""

import re
import subprocess
import sys
import time

CHESS_PERFT = "build/core/core/tests/chess_perft"
STOCKFISH = "/usr/games/stockfish"
RUNS = 5
POSITIONS = (
    ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6),
    ("Kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5),
)


class Stockfish:
    """One process for all runs, so that its start is not measured."""

    def __init__(self, path: str) -> None:
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, line: str, answer: str) -> str:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        for text in self.process.stdout:
            if text.startswith(answer):
                return text
        raise RuntimeError("stockfish ended")

    def perft(self, fen: str, depth: int) -> tuple[int, float]:
        self.ask(f"position fen {fen}\nisready", "readyok")
        start = time.perf_counter()
        text = self.ask(f"go perft {depth}", "Nodes searched")
        return int(text.split(":")[1]), time.perf_counter() - start


def ours(program: str, fen: str, depth: int) -> tuple[int, float]:
    text = subprocess.run([program, fen, str(depth)], capture_output=True, text=True, check=True).stdout
    match = re.match(r"(\d+) nodes, ([\d.]+) s", text)
    assert match, text
    return int(match[1]), float(match[2])


def main() -> None:
    program = sys.argv[1] if len(sys.argv) > 1 else CHESS_PERFT
    stockfish = Stockfish(sys.argv[2] if len(sys.argv) > 2 else STOCKFISH)
    for name, fen, depth in POSITIONS:
        theirs_best = ours_best = float("inf")
        for _ in range(RUNS):
            nodes, theirs_time = stockfish.perft(fen, depth)
            our_nodes, our_time = ours(program, fen, depth)
            assert nodes == our_nodes, (name, nodes, our_nodes)
            theirs_best, ours_best = min(theirs_best, theirs_time), min(ours_best, our_time)
        print(
            f"{name} depth {depth}: stockfish {nodes / theirs_best / 1e6:.0f} Mn/s, "
            f"tabiya {nodes / ours_best / 1e6:.0f} Mn/s, ratio {theirs_best / ours_best:.2f}"
        )


if __name__ == "__main__":
    main()
