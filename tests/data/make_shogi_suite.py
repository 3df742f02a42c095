"""Writes shogi.perft next to this file, with the positions of shogi_rules.txt among others.

Counts are those of cshogi and of fairy-stockfish (`go perft`), compared with each other; a disagreement stops
the script. fairy-stockfish's perft lets a dropped pawn mate, so such drops are taken out of its moves at
depth 1, and deeper it may count more: the file says where. Neither program is part of Tabiya: they are
oracles.

    pip install cshogi; apt-get install fairy-stockfish
    python tests/data/make_shogi_suite.py
"""

import random
import subprocess
from collections.abc import Iterator
from pathlib import Path

import cshogi

HERE = Path(__file__).parent
FAIRY_STOCKFISH = "/usr/games/fairy-stockfish"

# Published, with the depth to count to.
KNOWN = (
    ("the start", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", 5),
    (
        "a middle game with much in hand",
        "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
        3,
    ),
    (
        "the most moves of any position: 593",
        "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1",
        2,
    ),
)

SYNTHETIC = (
    ("all 18 pawns in black's hand", "4k4/9/9/9/9/9/9/9/4K4 b 18P 1"),
    ("all 18 pawns in white's hand", "4k4/9/9/9/9/9/9/9/4K4 b 18p 1"),
    ("all pieces in black's hand", "4k4/9/9/9/9/9/9/9/4K4 b 2R2B4G4S4N4L18P 1"),
    ("all pieces in white's hand", "4k4/9/9/9/9/9/9/9/4K4 w 2r2b4g4s4n4l18p 1"),
    ("hands of every kind on both sides", "4k4/9/9/9/9/9/9/9/4K4 b RB2G2S2N2L9Prb2g2s2n2l9p 1"),
    ("in check from afar with every kind to drop between", "4k4/9/9/9/9/9/9/9/4K3r b RBGSNLP 1"),
    ("all kinds promoted", "4k4/9/+P+L+N+S1+B+R2/9/9/9/2+r+b1+s+n+l+p/9/4K4 b - 1"),
    ("everything may promote", "4k4/9/1P1L2N1S/2B3R2/9/2r3b2/s1n2l1p1/9/4K4 b - 1"),
    ("everything may promote, white's move", "4k4/9/1P1L2N1S/2B3R2/9/2r3b2/s1n2l1p1/9/4K4 w - 1"),
    ("sliders pin from all sides", "4k4/4l4/2b3b2/3GPN3/3SKS2r/4G4/9/4r4/9 b - 1"),
    ("bare kings", "4k4/9/9/9/9/9/9/9/4K4 b - 1"),
    ("no move and no check: lost", "k8/1R7/2G6/9/9/9/9/9/8K w - 1"),
)


class FairyStockfish:
    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [FAIRY_STOCKFISH], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.send("setoption name UCI_Variant value shogi")

    def send(self, line: str) -> None:
        assert self.process.stdin
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def moves(self, sfen: str, played: str, depth: int) -> dict[str, int]:
        """The count below each move, after another move if one is named."""
        assert self.process.stdout
        self.send(f"position sfen {sfen}{' moves ' * bool(played)}{played}")
        self.send(f"go perft {depth}")
        found: dict[str, int] = {}
        for line in self.process.stdout:
            if line.startswith("Nodes searched"):
                return found
            name, colon, nodes = line.partition(": ")
            if colon and nodes.strip().isdecimal():
                found[name] = int(nodes)
        raise RuntimeError("fairy-stockfish ended")

    def perft(self, sfen: str, depth: int) -> int:
        return sum(self.moves(sfen, "", depth).values())

    def perft_1_without_pawn_mates(self, sfen: str) -> int:
        moves = self.moves(sfen, "", 1)
        drops = [move for move in moves if move.startswith("P@")]
        return len(moves) - sum(not self.moves(sfen, move, 1) for move in drops)


def perft(board: cshogi.Board, depth: int) -> int:
    if depth == 1:
        return len(board.legal_moves)
    nodes = 0
    for move in board.legal_moves:
        board.push(move)
        nodes += perft(board, depth - 1)
        board.pop()
    return nodes


def counts(oracle: FairyStockfish, sfen: str, most: int, depths: int = 5) -> tuple[list[int], bool]:
    """Counts up to the depth whose expected count passes `most`, and whether both programs agree on all."""
    result: list[int] = []
    agree = True
    board = cshogi.Board(sfen)
    for depth in range(1, depths + 1):
        if depth > 2 and result[-1] * max(2, result[-1] // max(1, result[-2])) > most:
            break
        if depth == 2 and result[0] ** 2 > most:
            break
        nodes = perft(board, depth)
        theirs = oracle.perft(sfen, depth)
        if depth == 1 and theirs != nodes:
            theirs = oracle.perft_1_without_pawn_mates(sfen)
        if theirs < nodes or (depth == 1 and theirs != nodes):
            raise SystemExit(f"fairy-stockfish disagrees: {sfen} depth {depth}: {theirs}, not {nodes}")
        agree = agree and theirs == nodes
        result.append(nodes)
        if nodes == 0:
            break
    return result, agree


def rules() -> Iterator[tuple[str, str]]:
    """The positions of shogi_rules.txt with their remarks, checked against the legal moves."""
    reasons: dict[str, list[str]] = {}
    for line in (HERE / "shogi_rules.txt").read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        sfen, usi, verdict, why = (part.strip() for part in line.split(" ; "))
        moves = {cshogi.move_to_usi(move) for move in cshogi.Board(sfen).legal_moves}
        if (usi in moves) != (verdict == "legal"):
            raise SystemExit(f"cshogi disagrees: {line}")
        reasons.setdefault(sfen, []).append(f"{usi} is {verdict}: {why}")
    for sfen, why_all in reasons.items():
        yield "; ".join(why_all), sfen


def random_positions(seed: int, number: int) -> Iterator[tuple[str, str]]:
    """From random games, one position per game at a random ply."""
    rng = random.Random(seed)
    found = 0
    while found < number:
        board = cshogi.Board()
        for _ in range(rng.randrange(8, 220)):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(rng.choice(moves))
        if not board.is_game_over():
            found += 1
            yield f"a random game after {board.move_number - 1} plies", board.sfen()


HEADER = """\
# Perft counts: shogi.
# SFEN ;D1 nodes ;D2 nodes ... ; the line before says why the position is here.
# Counts by cshogi {version} and by Debian's fairy-stockfish, which agree, but for those marked (*): there
# fairy-stockfish's perft counts pawns that mate as they are dropped, and deeper than 1 the count is cshogi's
# alone. Those of the first three positions are the published ones.
# Written by make_shogi_suite.py.
"""


def main() -> None:
    oracle = FairyStockfish()
    with (HERE / "shogi.perft").open("w") as file:
        file.write(HEADER.format(version="1.1.0"))

        def write(why: str, sfen: str, found: tuple[list[int], bool]) -> None:
            nodes, agree = found
            texts = "".join(f" ;D{depth} {count}" for depth, count in enumerate(nodes, 1))
            file.write(f"# {why}{'' if agree else ' (*)'}\n{sfen}{texts}\n")
            file.flush()

        for why, sfen, depth in KNOWN:
            write(why, sfen, counts(oracle, sfen, 10**9, depth))
        for why, sfen in (*rules(), *SYNTHETIC, *random_positions(1, 40)):
            write(why, sfen, counts(oracle, sfen, 400_000))


if __name__ == "__main__":
    main()
