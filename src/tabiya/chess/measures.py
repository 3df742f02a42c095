"""How chess is measured: depths of benchmarks and experiments, and the programs beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from ..games.parts import Bench, Depths, Opponent, Peer

if TYPE_CHECKING:
    from ..bench.timing import Row

__all__ = ["BENCH"]

DEPTHS = Depths(
    demo=11,
    bench={"books": (8, 12), "shared search": (9, 14), "threads": (10, 15)},
    lab={
        "hit_rates": (5, 10, 13),
        "nodes_to_depth": (5, 9, 13),
        "nodes_to_depth, plain": (3, 4, 5),
        "perft_cache": (3, 5, 6),
        "prefill": (4, 8, 12),
        "quiescence": (5, 10, 13),
        "thread_tables": (5, 10, 14),
        "time_to_depth": (5, 9, 13),
    },
)


def groups() -> Mapping[str, Callable[[bool], Iterator[Row]]]:
    from .bench import GROUPS

    return GROUPS


def limited(program: str, name: str, elo: int) -> Opponent:
    options = f"Hash=16 UCI_LimitStrength=true UCI_Elo={elo}"
    return Opponent(f"{program}-{elo}", f"{program} {options} 'name={name}, UCI_Elo {elo}'")


BENCH = Bench(
    summary="Measure perft, keys and moves of chess vs Stockfish and python-chess, where installed.",
    groups=groups,
    depths=DEPTHS,
    even=40,
    peer=Peer("stockfish", {"Use NNUE": "false", "Threads": "1", "Hash": "64"}, 1.0),
    opponents=(
        Opponent("gnuchess", "gnuchess -u Hash=16 OwnBook=false 'name=GNU Chess'"),
        Opponent("toga2", "toga2 Hash=16 OwnBook=false 'name=Toga II'"),
        *(limited("stockfish", "Stockfish", elo) for elo in (1500, 2000, 2400, 2800)),
        limited("fairy-stockfish", "Fairy-Stockfish", 2000),
    ),
)
