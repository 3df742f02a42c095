"""The opponents of `tabiya strength` in chess."""

from __future__ import annotations

from ..games.parts import Opponent

__all__ = ["OPPONENTS"]


def stockfish(nodes: int) -> Opponent:
    """Returns Stockfish with its network and a fixed number of nodes per move: one rung of a ladder."""
    options = f"'Use NNUE=true' Hash=16 nodes={nodes} 'name=Stockfish, network, {nodes:,} nodes per move'"
    return Opponent(f"stockfish-{nodes}", f"stockfish {options}", "stockfish")


OPPONENTS = (
    Opponent("gnuchess", "gnuchess -u Hash=16 OwnBook=false 'name=GNU Chess'", "gnuchess"),
    Opponent("toga2", "toga2 Hash=16 OwnBook=false 'name=Toga II'", "toga2"),
    Opponent("fairy-stockfish", "fairy-stockfish Hash=16 name=Fairy-Stockfish", "fairy-stockfish"),
    Opponent(
        "stockfish-classical",
        "stockfish 'Use NNUE=false' Hash=16 'name=Stockfish, no network'",
        "stockfish",
    ),
    *map(stockfish, (1_000, 3_000, 10_000, 30_000, 100_000)),
)
