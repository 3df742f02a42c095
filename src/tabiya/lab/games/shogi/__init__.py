"""How shogi is measured: depths of benchmarks and experiments, and the peer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from .. import Bench, Depths, Peer

if TYPE_CHECKING:
    from ...timing import BenchRow

__all__ = ["BENCH"]

DEPTHS = Depths(
    demo=10,
    bench={"books": (6, 10), "shared search": (8, 13), "threads": (8, 13)},
    lab={
        "graph_history": (2, 3, 4),
        "hit_rates": (4, 8, 11),
        "key_collisions": (2, 3, 4),
        "long_searches": (4, 9, 16),
        "nodes_to_depth": (4, 8, 12),
        "nodes_to_depth, plain": (2, 3, 4),
        "perft_cache": (2, 4, 5),
        "prefill": (3, 6, 10),
        "quiescence": (4, 8, 11),
        "thread_tables": (4, 8, 10),
        "time_to_depth": (4, 8, 12),
    },
)


def groups() -> Mapping[str, Callable[[bool], Iterator[BenchRow]]]:
    from .bench import GROUPS

    return GROUPS


BENCH = Bench(
    summary="Measure perft and moves of shogi vs cshogi and fairy-stockfish, where installed.",
    groups=groups,
    depths=DEPTHS,
    peer=Peer(
        "fairy-stockfish",
        {"USI_Variant": "shogi", "Use NNUE": "false", "Threads": "1", "USI_Hash": "64"},
        1 / 3,
    ),
)
