"""What engines do wrong. Each is a reason to lose a game, and none ends a match."""

from __future__ import annotations

__all__ = ["EngineDied", "EngineError", "EngineFlooded", "EngineHung", "EngineNotStarted"]


class EngineError(ValueError):
    """An engine cannot be used any more; the sentence says why."""


class EngineNotStarted(EngineError):
    """There is no such program, or it never said that it speaks the protocol."""


class EngineDied(EngineError):
    """It ended by itself."""


class EngineHung(EngineError):
    """It did not answer."""


class EngineFlooded(EngineError):
    """It wrote without end and gave no answer."""
