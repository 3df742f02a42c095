"""Starts an engine, as a program or in this process."""

from __future__ import annotations

from ...games import game_spec
from .client import EngineClient
from .errors import EngineError
from .in_process import InProcessEngine
from .spec import EngineSpec

__all__ = ["check_engine", "start_engine"]


def start_engine(spec: EngineSpec, game: str) -> EngineClient | InProcessEngine:
    """Starts an engine. `EngineError` says why it cannot play."""
    if game_spec(game).interface is None:
        return InProcessEngine(spec, game)
    return EngineClient(spec, game)


def check_engine(spec: EngineSpec, game: str) -> str:
    """Starts and ends an engine; returns its name. ValueError says why it cannot play."""
    try:
        engine = start_engine(spec, game)
    except EngineError as error:
        raise ValueError(f"engine {spec.name!r}: {error}") from None
    engine.close()
    return engine.id
