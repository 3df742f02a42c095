"""Transposition tables for game search: bounded memory, native speed, shared between threads.

>>> from tabiya import Bound, TranspositionTable
>>> table = TranspositionTable(hash_mb=16)
>>> table.store(42, move=7, score=120, depth=9, bound=Bound.EXACT)
>>> table.probe(42).score
120
"""

import sys as _sys
from importlib import import_module as _import_module
from typing import TYPE_CHECKING

if _sys.version_info < (3, 11):  # noqa: UP036 (pip checks this, but the sources run without pip)
    raise ImportError(f"tabiya needs Python 3.11 or newer; this is {_sys.version.split()[0]}")

from ._native import HAS_CORE
from .engine.result import Info, Line, Result
from .errors import GameError, TableFileError, ValidationError
from .games import GAMES as _GAMES
from .games.score import Score
from .keys.key_of import key_of
from .keys.zobrist import Zobrist
from .reference import ReferenceTable
from .solve.check_game import check_game
from .solve.game import Game, PackedGame
from .solve.mcts import MCTS_DTYPE, MctsResult, mcts
from .solve.negamax import negamax
from .table.config import Layout, Policy, Sync, TableConfig, Validation
from .table.entry import Bound, Entry, Source
from .table.installed import TranspositionTable
from .table.memory import MemoryUsage
from .table.statistics import TableStats
from .table.windows import Lookup
from .values.installed import Value, ValueTable
from .values.memoize import CacheInfo, memoize

if TYPE_CHECKING or HAS_CORE:
    from .engine.engine import Engine
    from .engine.options import SearchOptions
    from .table.perft_table import PerftTable
if TYPE_CHECKING:
    from . import chess as chess
    from . import othello as othello
    from . import shogi as shogi
else:

    def __getattr__(name: str) -> object:
        """Loads the module of a game, or explains why a name of the full package is missing."""
        if name in _GAMES and HAS_CORE:
            return _import_module(f"tabiya.{name}")
        if name in (*_GAMES, "Engine", "PerftTable", "SearchOptions"):
            from ._native import NO_CORE

            raise AttributeError(f"tabiya.{name} needs {NO_CORE}")
        raise AttributeError(f"module 'tabiya' has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*__all__, *_GAMES]


__version__ = "0.1.0"

__all__ = [
    "HAS_CORE",
    "MCTS_DTYPE",
    "Bound",
    "CacheInfo",
    "Entry",
    "Game",
    "GameError",
    "Info",
    "Layout",
    "Line",
    "Lookup",
    "MctsResult",
    "MemoryUsage",
    "PackedGame",
    "Policy",
    "ReferenceTable",
    "Result",
    "Score",
    "Source",
    "Sync",
    "TableConfig",
    "TableFileError",
    "TableStats",
    "TranspositionTable",
    "Validation",
    "ValidationError",
    "Value",
    "ValueTable",
    "Zobrist",
    "__version__",
    "check_game",
    "key_of",
    "mcts",
    "memoize",
    "negamax",
]

if TYPE_CHECKING or HAS_CORE:
    __all__ += ["Engine", "PerftTable", "SearchOptions"]
