"""The engines that graphical interfaces talk to: chess over UCI, shogi over USI.

One loop serves both (`loop.py`, `protocol.py`); `uci.py` and `usi.py` say what differs.
"""

from .uci import Uci
from .usi import Usi

__all__ = ["Uci", "Usi"]
