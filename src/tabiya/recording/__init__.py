"""Recorded searches: what happened at every node, and in the table.

>>> from tabiya import Engine, chess
>>> engine = Engine("chess", hash_mb=4)
>>> result = engine.search(chess.Board(), depth=4, record=100_000)
>>> recording = result.recording
>>> recording.nodes == result.nodes
True
>>> root = recording.roots[-1]
>>> root.depth, str(root.best_move) == str(result.best_move)
(4, True)
"""

from .columns import Ending, Outcome, Purpose
from .recording import Recording
from .visit import Operation, Visit

__all__ = ["Ending", "Operation", "Outcome", "Purpose", "Recording", "Visit"]
