"""Clients for UCI and USI engines, which may misbehave.

Where a game has no protocol, our own engine plays in this process.
"""

from .client import EngineClient, EngineMove
from .errors import EngineDied, EngineError, EngineFlooded, EngineHung, EngineNotStarted
from .in_process import InProcessEngine
from .spec import EngineSpec
from .start import check_engine, start_engine

__all__ = [
    "EngineClient",
    "EngineDied",
    "EngineError",
    "EngineFlooded",
    "EngineHung",
    "EngineMove",
    "EngineNotStarted",
    "EngineSpec",
    "InProcessEngine",
    "check_engine",
    "start_engine",
]
