"""How chess is measured: depths of benchmarks and experiments, peers and opponents."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from ..games.parts import Bench, Depths, Opponent, Peer

if TYPE_CHECKING:
    from ..lab.bench.timing import Row

__all__ = ["BENCH"]

DEPTHS = Depths(
    demo=11,
    bench={"books": (8, 12), "shared search": (9, 14), "threads": (10, 15)},
    lab={
        "graph_history": (3, 5, 7),
        "hit_rates": (5, 10, 13),
        "key_collisions": (3, 4, 5),
        "long_searches": (5, 10, 17),
        "nodes_to_depth": (5, 9, 13),
        "nodes_to_depth, plain": (3, 4, 5),
        "perft_cache": (3, 5, 6),
        "prefill": (4, 8, 12),
        "quiescence": (5, 10, 13),
        "thread_tables": (5, 10, 12),
        "time_to_depth": (5, 9, 13),
    },
)


def groups() -> Mapping[str, Callable[[bool], Iterator[Row]]]:
    from .bench import GROUPS

    return GROUPS


def stockfish(nodes: int) -> Opponent:
    """Stockfish with its network and this many nodes per move: one step of a scale of opponents."""
    options = f"'Use NNUE=true' Hash=16 nodes={nodes} 'name=Stockfish, network, {nodes:,} nodes per move'"
    return Opponent(f"stockfish-{nodes}", f"stockfish {options}", "stockfish")


BENCH = Bench(
    summary="Measure perft, keys and moves of chess vs Stockfish and python-chess, where installed.",
    groups=groups,
    depths=DEPTHS,
    even=60,
    peer=Peer("stockfish", {"Use NNUE": "false", "Threads": "1", "Hash": "64"}, 1.0),
    opponents=(
        Opponent("gnuchess", "gnuchess -u Hash=16 OwnBook=false 'name=GNU Chess'", "gnuchess"),
        Opponent("toga2", "toga2 Hash=16 OwnBook=false 'name=Toga II'", "toga2"),
        Opponent("fairy-stockfish", "fairy-stockfish Hash=16 name=Fairy-Stockfish", "fairy-stockfish"),
        Opponent(
            "stockfish-classical",
            "stockfish 'Use NNUE=false' Hash=16 'name=Stockfish, no network'",
            "stockfish",
        ),
        *map(stockfish, (1_000, 3_000, 10_000, 30_000, 100_000)),
    ),
)
