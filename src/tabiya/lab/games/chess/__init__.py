"""How chess is measured: depths of benchmarks and experiments, and the peer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from .. import Bench, Depths, Peer

if TYPE_CHECKING:
    from ...timing import BenchRow

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


def groups() -> Mapping[str, Callable[[bool], Iterator[BenchRow]]]:
    from .bench import GROUPS

    return GROUPS


BENCH = Bench(
    summary="Measure perft, keys and moves of chess vs Stockfish and python-chess, where installed.",
    groups=groups,
    depths=DEPTHS,
    peer=Peer("stockfish", {"Use NNUE": "false", "Threads": "1", "Hash": "64"}, 1.0),
)
