"""Errors of engines. Each loses a game; none ends a match."""

from __future__ import annotations

__all__ = ["EngineDied", "EngineError", "EngineFlooded", "EngineHung", "EngineNotStarted"]


class EngineError(ValueError):
    """An engine cannot be used any more."""


class EngineNotStarted(EngineError):
    """There is no such program, or it does not support the protocol."""


class EngineDied(EngineError):
    """The engine ended by itself."""


class EngineHung(EngineError):
    """The engine did not answer."""


class EngineFlooded(EngineError):
    """The engine wrote endless output without an answer."""
