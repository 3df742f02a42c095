"""An engine in a match, started when a game needs it and restarted after a failure."""

from __future__ import annotations

from collections.abc import Sequence

from .engines import EngineClient, EngineError, EngineMove, EngineSpec, InProcessEngine, start_engine

__all__ = ["Player"]


class Player:
    """Starts, restarts and ends an engine."""

    def __init__(self, spec: EngineSpec, game: str) -> None:
        self.spec = spec
        self._game = game
        self._client: EngineClient | InProcessEngine | None = None

    def new_game(self) -> None:
        """Prepares for a game. Raises `EngineError` if the engine cannot."""
        try:
            if self._client is None:
                self._client = start_engine(self.spec, self._game)
            self._client.new_game()
        except EngineError:
            self.close()
            raise

    def play(
        self, start: str | None, moves: Sequence[str], limits: str, timeout: float, budget: float | None
    ) -> EngineMove:
        """Returns its move. After an `EngineError` the next game starts a new process."""
        assert self._client is not None
        try:
            return self._client.play(start, moves, limits, timeout, budget)
        except EngineError:
            self.close()
            raise

    def close(self) -> None:
        if self._client is not None:
            self._client.close()
            self._client = None
