"""Fixed sets of positions, two per game, for benchmarks, experiments and the signature."""

from __future__ import annotations

from . import Position, game_spec

__all__ = ["Position", "positions"]


def positions(name: str) -> list[Position]:
    """Returns the positions of a game (``"chess"``) or its mates (``"chess_mates"``); may be empty.

    >>> [position.name for position in positions("chess")][:2]
    ['Fine 70', 'killer: Berlin']
    """
    game, _, kind = name.partition("_")
    spec = game_spec(game)
    lines = spec.data(f"{kind or 'positions'}.txt")
    return [spec.notation.read_line(line) for line in lines if line and not line.startswith("#")]
