"""Clients for UCI and USI engines, which may misbehave.

Where a game has no protocol, our own engine plays in this process.
"""

from .client import Answer, EngineClient
from .errors import EngineDied, EngineError, EngineFlooded, EngineHung, EngineNotStarted
from .in_process import InProcessEngine
from .spec import EngineSpec
from .start import check_engine, start_engine

__all__ = [
    "Answer",
    "EngineClient",
    "EngineDied",
    "EngineError",
    "EngineFlooded",
    "EngineHung",
    "EngineNotStarted",
    "EngineSpec",
    "InProcessEngine",
    "check_engine",
    "start_engine",
]
