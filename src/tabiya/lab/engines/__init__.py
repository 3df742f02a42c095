"""Engines as other programs see them: processes that are talked to over UCI or USI, and may misbehave."""

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
