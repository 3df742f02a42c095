"""Traces: recorded probes and stores of searches, to replay on other tables.

>>> from tabiya import chess
>>> trace = record("chess", chess.Board(), depth=5, table={"hash_mb": 4})
>>> replay(trace, {"hash_mb": 4}).hits == trace.hits
True
"""

from .belady import belady, belady_design
from .record import record, record_game, recording
from .regret import Regret, regret, trace_of
from .replay import Replayed, replay, replay_design
from .summary import lru_misses, summary
from .trace import Trace

__all__ = [
    "Regret",
    "Replayed",
    "Trace",
    "belady",
    "belady_design",
    "lru_misses",
    "record",
    "record_game",
    "recording",
    "regret",
    "replay",
    "replay_design",
    "summary",
    "trace_of",
]
