"""The table that an analysis searches on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ..jobs import job_table
from ..table.transposition import TranspositionTable

__all__ = ["game_table"]


@contextmanager
def game_table(
    name: str | None = None, path: str | None = None, hash_mb: float = 64
) -> Iterator[TranspositionTable]:
    """Yields the shared table with this name, the table in this file, or a new table.

    The file is made if it does not exist; otherwise it keeps its size. Several processes may use it at once.
    """
    if path is None:
        with job_table(name, hash_mb=hash_mb) as table:
            yield table
        return
    exists = Path(path).is_file() and Path(path).stat().st_size > 0
    settings: dict[str, Any] = {} if exists else {"hash_mb": hash_mb}
    with TranspositionTable.open(path, shared=True, **settings) as table:
        yield table
