"""Makes the middlegames on which tables are compared: python -m tabiya.lab.middlegames chess > file

Each position comes from a different game, so that positions are independent: a short random opening, then
self-play with few nodes up to a random ply. Positions that the search finds decided are dropped.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from random import Random
from typing import Any

from ..engine.engine import Engine
from ..games import game_spec
from .games import games
from .gaming import opening

__all__ = ["middlegames"]

OPENING_PLIES = 6
FIRST, LAST = 16, 64
"""First and last ply at which a position is taken."""
UNDECIDED = 250
"""In centipawns."""


def middlegames(game: str, seed: int, nodes: int) -> Iterator[Any]:
    """Yields endless boards, each from a different game. The same seed gives the same boards."""
    engine = Engine(game, hash_mb=4)
    rng = Random(seed)
    number = 0
    while True:
        number += 1
        board = _played(engine, opening(game, 1000 * seed + number, OPENING_PLIES), rng, nodes)
        if board is not None:
            yield board


def _played(engine: Engine, board: Any, rng: Random, nodes: int) -> Any:
    """Returns the board at a random ply of a game, or None if there is no middlegame."""
    engine.new_game()
    rules = game_spec(engine.game).rules
    last = rng.randint(FIRST, LAST)
    while len(board.move_stack) < last:
        if rules.ending(board) is not None:
            return None
        board.push(engine.search(board, nodes=nodes).best_move)
    if rules.ending(board) is not None or len(list(board.legal_moves)) < 2:
        return None
    score = engine.search(board, nodes=10 * nodes).score
    return board if score.cp is not None and abs(score.cp) <= UNDECIDED else None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=games())
    parser.add_argument("--count", type=int, default=128)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--nodes", type=int, default=3_000)
    options = parser.parse_args()
    print(
        f"# python -m tabiya.lab.middlegames {options.game} --count {options.count} --seed {options.seed} "
        f"--nodes {options.nodes}"
    )
    notation = game_spec(options.game).notation
    found = middlegames(options.game, options.seed, options.nodes)
    for _ in range(options.count):
        print(notation.position(next(found)), flush=True)


if __name__ == "__main__":
    main()
