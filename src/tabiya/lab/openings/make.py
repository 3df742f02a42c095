"""Makes the lists of openings: python -m tabiya.lab.openings.make chess --count 256 > openings.txt"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator

from ...bench.search_runs import bench_of
from ...engine.engine import Engine
from ...games import GAMES
from . import Opening

__all__ = ["even_openings"]

PLIES = 8
MOST_LOST = 150
"""A move that gives away more than this, by the look of the search, is not played: no opening has it."""


def even_openings(game: str, seed: int, nodes: int) -> Iterator[Opening]:
    """Openings without end, no two with the same position at their end."""
    rng = random.Random(seed)
    engine = Engine(game, hash_mb=16)
    even = bench_of(game).even
    seen = set()
    while True:
        board = Opening().board(game)
        for _ in range(PLIES):
            board.push(rng.choice(list(board.legal_moves)))
            if board.is_game_over() or _worth(engine, board, nodes // 20) > MOST_LOST:
                break
        else:
            if board.key not in seen and abs(_worth(engine, board, nodes)) <= even:
                seen.add(board.key)
                yield Opening(None, tuple(map(str, board.move_stack)))


def _worth(engine: Engine, board: object, nodes: int) -> int:
    """For the side to move; beyond all bounds for a mate."""
    return int(engine.search(board, nodes=nodes).score.value)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--count", type=int, default=256)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--nodes", type=int, default=20_000)
    options = parser.parse_args()
    openings = even_openings(options.game, options.seed, options.nodes)
    print(f"# Random moves, an even game for a search of {options.nodes} nodes, seed {options.seed}")
    for _ in range(options.count):
        print("startpos moves", *next(openings).moves, flush=True)


if __name__ == "__main__":
    main()
