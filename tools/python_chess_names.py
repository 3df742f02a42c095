"""Prints the public names of python-chess that `tabiya.chess` lacks.

    python tools/python_chess_names.py

docs/chess.md gives a reason for each, and a test holds the two together. Needs python-chess, which the
development tools include.
"""

from __future__ import annotations

import types
from collections.abc import Iterator

import chess as peer
from tabiya import chess

CLASSES = ("Board", "Move", "Piece", "SquareSet", "Outcome")


def public(thing: object) -> Iterator[str]:
    """The public names of a module or of an object, without what it imported."""
    for name in dir(thing):
        value = getattr(thing, name, None)
        imported = isinstance(value, types.ModuleType) or getattr(value, "__module__", None) in ("typing",)
        if not name.startswith("_") and not imported and name not in ("annotations", "Generic", "TypeVar"):
            yield name


def missing() -> list[str]:
    """The names, those of a class as ``Board.name``."""
    found = [name for name in public(peer) if not hasattr(chess, name)]
    theirs = {
        "Board": peer.Board(),
        "Move": peer.Move(0, 1),
        "Piece": peer.Piece(1, True),
        "SquareSet": peer.SquareSet(),
        "Outcome": peer.Outcome(peer.Termination.STALEMATE, None),
    }
    ours = {
        "Board": chess.Board(),
        "Move": chess.Move(0, 1),
        "Piece": chess.Piece(1, True),
        "SquareSet": chess.SquareSet(),
        "Outcome": chess.Outcome(chess.Termination.STALEMATE, None),
    }
    for of in CLASSES:
        found += [f"{of}.{name}" for name in public(theirs[of]) if not hasattr(ours[of], name)]
    found += [
        f"Termination.{each.name}"
        for each in peer.Termination
        if each.name not in chess.Termination.__members__
    ]
    return found


if __name__ == "__main__":
    names = missing()
    print(*names, sep="\n")
    print(f"{len(names)} public names of python-chess {peer.__version__} are not in tabiya.chess")
