"""Transposition tables for game search: bounded memory, native speed, shared between threads.

>>> from tabiya import Bound, TranspositionTable
>>> table = TranspositionTable(hash_mb=16)
>>> table.store(42, move=7, score=120, depth=9, bound=Bound.EXACT)
>>> table.probe(42).score
120
"""

from importlib.util import find_spec as _find_spec

from .config import Layout, Policy, Sync, TableConfig, Validation
from .entry import Bound, Entry, Source
from .errors import ValidationError
from .memory import MemoryUsage
from .reference import ReferenceTable
from .stats import TableStats

HAS_CORE = _find_spec("tabiya._core") is not None
"""Whether the native core is there. Without it, `TranspositionTable` is the table in plain Python."""

if HAS_CORE:
    from .perft import PerftTable
    from .table import TranspositionTable
else:
    TranspositionTable = ReferenceTable  # type: ignore[misc, assignment]

    def __getattr__(name: str) -> object:
        """Says why a name of the full package is missing here."""
        if name == "PerftTable":
            raise AttributeError(
                f"tabiya.{name} needs the native core, which this installation does not have"
            )
        raise AttributeError(f"module 'tabiya' has no attribute {name!r}")


__version__ = "0.1.0"

__all__ = [
    "HAS_CORE",
    "Bound",
    "Entry",
    "Layout",
    "MemoryUsage",
    "Policy",
    "ReferenceTable",
    "Source",
    "Sync",
    "TableConfig",
    "TableStats",
    "TranspositionTable",
    "Validation",
    "ValidationError",
    "__version__",
]

if HAS_CORE:
    __all__ += ["PerftTable"]
