"""The positions on which tables are compared."""

from __future__ import annotations

from pathlib import Path

from ...games import game_spec
from ...games.openings import read_openings

__all__ = ["COUNT", "middlegames", "read_positions"]

COUNT = 128


def middlegames(game: str, count: int = COUNT) -> list[str]:
    """Returns positions of the game's list, each from a different game, made by ``tabiya.lab.middlegames``.

    >>> len(set(middlegames("chess"))), len(middlegames("shogi", 10))
    (128, 10)
    """
    lines = [line for line in game_spec(game).data("middlegames.txt") if line and not line.startswith("#")]
    if len(lines) < count:
        raise ValueError(f"{game} has {len(lines)} middlegames, not {count}")
    return lines[:count]


def read_positions(path: Path, game: str) -> list[str]:
    """Returns the positions of a file as texts. ValueError names the invalid line."""
    notation = game_spec(game).notation
    return [notation.position(opening.board(game)) for opening in read_openings(path, game)]
