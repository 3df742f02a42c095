"""Tunes the weights of the evaluations on self-play games.

tabiya tune --game chess --games 5000 --nodes 2000 --write
"""

from __future__ import annotations

from .regression import Fit, fit
from .samples import Samples
from .selfplay import play_game
from .weights import grouped, header

__all__ = ["Fit", "Samples", "fit", "grouped", "header", "play_game"]
