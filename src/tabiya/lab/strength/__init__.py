"""The strength of the engine: matches against other engines and against itself."""

from .pairings import PAIRINGS, Pairing, pairing_named
from .report import markdown
from .results import result_of

__all__ = ["PAIRINGS", "Pairing", "markdown", "pairing_named", "result_of"]
