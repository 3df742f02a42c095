"""The engines that graphical interfaces talk to: chess over UCI, shogi over USI.

One loop serves both (`loop.py`, `protocol.py`); `uci.py` and `usi.py` say what differs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .uci import Uci
    from .usi import Usi

__all__ = ["Uci", "Usi"]


def __getattr__(name: str) -> object:
    """Each engine is imported when it is asked for: an interface waits for one of them."""
    if name == "Uci":
        from .uci import Uci

        return Uci
    if name == "Usi":
        from .usi import Usi

        return Usi
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
