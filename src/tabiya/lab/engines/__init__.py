"""Clients for UCI and USI engines, which may misbehave."""

from .client import Answer, EngineClient, check_engine
from .errors import EngineDied, EngineError, EngineFlooded, EngineHung, EngineNotStarted
from .spec import EngineSpec

__all__ = [
    "Answer",
    "EngineClient",
    "EngineDied",
    "EngineError",
    "EngineFlooded",
    "EngineHung",
    "EngineNotStarted",
    "EngineSpec",
    "check_engine",
]
