"""`tabiya-uci` and `tabiya-usi`: the programs that an interface starts."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .protocol import Protocol

__all__ = ["uci", "usi"]


def uci() -> None:
    """The chess engine on standard input and output."""
    from .uci import Uci

    _serve(Uci)


def usi() -> None:
    """The shogi engine on standard input and output."""
    from .usi import Usi

    _serve(Usi)


def _serve(protocol: type[Protocol]) -> None:
    engine = protocol()
    # Ctrl-C at a terminal is a way to say quit.
    with contextlib.suppress(KeyboardInterrupt):
        engine.run()
    with contextlib.suppress(KeyboardInterrupt):
        engine.close()
    # Python writes what is left in its buffers when it ends, and complains if nobody reads it.
    with contextlib.suppress(OSError, ValueError):
        sys.stdout.flush()
        return
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
