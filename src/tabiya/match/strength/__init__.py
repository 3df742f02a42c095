"""The strength of the engine: matches against other engines and against itself."""

from .pairings import PAIRINGS, Pairing, pairing_named
from .report import markdown
from .results import merged, read_results, result_of

__all__ = ["PAIRINGS", "Pairing", "markdown", "merged", "pairing_named", "read_results", "result_of"]
