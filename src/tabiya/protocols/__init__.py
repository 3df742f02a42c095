"""The engines for graphical interfaces: chess over UCI, shogi over USI.

Both share one loop (`loop.py`, `protocol.py`); `uci.py` and `usi.py` have the differences.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .uci import Uci
    from .usi import Usi

__all__ = ["Uci", "Usi"]


def __getattr__(name: str) -> object:
    """Imports an engine when it is first used: the interface waits for only one of them."""
    if name == "Uci":
        from .uci import Uci

        return Uci
    if name == "Usi":
        from .usi import Usi

        return Usi
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
