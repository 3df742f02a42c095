"""`AnalysisSettings`: how a file of games is analysed."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from .search import DEFAULT_NODES

__all__ = ["AnalysisSettings"]


@dataclass(frozen=True)
class AnalysisSettings:
    """Limits per position, threads and memory. All fields are JSON types."""

    depth: int | None = None
    nodes: int | None = None
    time: float | None = None
    """Seconds."""
    threads: int = 1
    hash_mb: float = 64
    """0 for no table."""
    table: str | None = None
    """The name of a shared table that all games use."""
    hash_file: str | None = None
    """The file of a table that all games use."""

    @property
    def limits(self) -> dict[str, Any]:
        """The limits of each search."""
        given = {"depth": self.depth, "nodes": self.nodes, "time": self.time}
        return {name: value for name, value in given.items() if value is not None} or {"nodes": DEFAULT_NODES}

    @property
    def reasons(self) -> list[str]:
        """Why the same game may get another analysis in the next run; empty if it does not."""
        found = {
            "a time limit": "time" in self.limits,
            "several threads": self.threads > 1,
            "games share a table": self.table is not None,
            "the table keeps earlier analyses": self.hash_file is not None,
        }
        return [reason for reason, holds in found.items() if holds]

    def identity(self) -> dict[str, Any]:
        """What a resumed analysis must have in common with the interrupted one."""
        from .. import __version__

        kept = asdict(self) | self.limits
        # The name of a shared table is new in every run.
        return {"version": __version__, **kept, "table": self.table is not None}
